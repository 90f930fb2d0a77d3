//! The connections whose consumers a thread calls.

use std::cell::RefCell;

thread_local! {
    /// Their handles, those behind the first from within a callback of the one before.
    static DISPATCHED: RefCell<Vec<i32>> = const { RefCell::new(Vec::new()) };
}

/// True for the thread that calls the consumers of a connection. No lock is taken.
pub(crate) fn dispatches_for(hconn: i32) -> bool {
    let found = DISPATCHED.try_with(|all| all.borrow().contains(&hconn));
    found.unwrap_or(false)
}

/// The connection in one of whose callbacks this thread is.
pub(crate) fn dispatched_here() -> Option<i32> {
    let found = DISPATCHED.try_with(|all| all.borrow().last().copied());
    found.ok().flatten()
}

/// A thread calls the consumers of a connection until this is dropped.
pub(super) struct Dispatching;

impl Dispatching {
    pub(super) fn begin(hconn: i32) -> Self {
        // A thread that is ending dispatches nothing.
        let _ = DISPATCHED.try_with(|all| all.borrow_mut().push(hconn));
        Self
    }
}

impl Drop for Dispatching {
    fn drop(&mut self) {
        let _ = DISPATCHED.try_with(|all| all.borrow_mut().pop());
    }
}
