//! Connection handles.
//!
//! A handle is a number that is never used twice, so what a thread remembers of it stays right. Each thread
//! remembers the connections it used last and looks there first: threads with connections of their own never meet
//! at the table.

use crate::connection::{Connection, Sharing};
use crate::message_handles;
use crate::road::Road;
use crate::within::Call;
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

/// `MQHC_DEF_HCONN`: the connection an environment made for the program. There is none here.
pub const DEFAULT: i32 = 0;

/// Connections a thread remembers.
const REMEMBERED_MAX: usize = 8;

static TABLE: RwLock<Option<HashMap<i32, Arc<Connection>>>> = RwLock::new(None);
static NEXT: AtomicI32 = AtomicI32::new(FIRST);

/// Above zero and far from small numbers, which are object handles or mistakes.
const FIRST: i32 = 0x0100_0006;

thread_local! {
    static REMEMBERED: RefCell<Vec<Arc<Connection>>> = const { RefCell::new(Vec::new()) };
    static OWNED: Owned = const { Owned(RefCell::new(Vec::new())) };
}

/// Connections that only this thread may use. They end with it, as their unit of processing.
struct Owned(RefCell<Vec<Arc<Connection>>>);

impl Drop for Owned {
    fn drop(&mut self) {
        // A handler that ends the program amid a call: that call has what would be taken here, and with the process all of it is gone.
        let Some(_call) = Call::begin() else {
            return;
        };
        for connection in self.0.take() {
            connection.abandon();
            forget(&connection);
        }
    }
}

/// A number for a new connection.
fn next_number() -> i32 {
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    if number >= FIRST {
        return number;
    }
    // Two thousand million connections later: begin again; the first are gone.
    NEXT.store(FIRST + 1, Ordering::Relaxed);
    FIRST
}

/// Lists a new connection.
fn add(connection: &Arc<Connection>) {
    let mut table = TABLE.write().unwrap_or_else(PoisonError::into_inner);
    let table = table.get_or_insert_default();
    table.insert(connection.number(), Arc::clone(connection));
    if connection.is_for_its_thread_only() {
        // Without it the connection lasts until the process ends.
        let _ = OWNED.try_with(|owned| owned.0.borrow_mut().push(Arc::clone(connection)));
    }
}

/// Takes a road into use under a new handle.
pub(crate) fn connect(road: Box<dyn Road>, sharing: Sharing) -> Arc<Connection> {
    let connection = Connection::new(next_number(), road, sharing);
    add(&connection);
    connection
}

/// `MQDISC`: the handle is gone on return, but for `MQRC_CALL_IN_PROGRESS`.
pub(crate) fn disconnect(connection: &Arc<Connection>) -> Result<Reason, Reason> {
    let road = connection.end()?;
    forget(connection);
    match road?.call(Request::Disconnect) {
        Reply::Done(reason) => Ok(reason),
        Reply::Failed(reason) => Err(reason),
        _ => Err(Reason::UNEXPECTED_ERROR),
    }
}

/// Takes a connection that has ended off the lists.
pub(crate) fn forget(connection: &Arc<Connection>) {
    let number = connection.number();
    let mut table = TABLE.write().unwrap_or_else(PoisonError::into_inner);
    if let Some(table) = table.as_mut() {
        table.remove(&number);
    }
    drop(table);
    message_handles::forget_those_of(number);
    let others = |one: &Arc<Connection>| one.number() != number;
    // A thread that is ending has nothing to remember.
    let _ = OWNED.try_with(|owned| {
        if let Ok(mut owned) = owned.0.try_borrow_mut() {
            owned.retain(others);
        }
    });
    let _ = REMEMBERED.try_with(|remembered| remembered.borrow_mut().retain(others));
}

/// The connection that this thread has to itself. The child of a `fork` has none of those its parent made. One whose queue manager is
/// gone is given up: its handle is no handle any more, and the program may connect.
pub(crate) fn own() -> Option<Arc<Connection>> {
    let lost = OWNED.try_with(|owned| {
        let owned = owned.0.borrow();
        let lost = owned.iter().filter(|one| one.is_usable() && one.is_lost());
        lost.cloned().collect::<Vec<_>>()
    });
    for connection in lost.unwrap_or_default() {
        connection.abandon();
        forget(&connection);
    }
    let found = OWNED.try_with(|owned| {
        let owned = owned.0.borrow();
        owned.iter().find(|one| one.is_usable()).cloned()
    });
    found.ok().flatten()
}

/// The connection of a handle, if the calling thread may use it.
///
/// # Errors
/// `MQRC_HCONN_ERROR` when there is none, or it is another thread's.
pub(crate) fn find(number: i32) -> Result<Arc<Connection>, Reason> {
    let connection = match remembered(number) {
        Some(connection) => connection,
        None => look_up(number)?,
    };
    connection.check_caller()?;
    Ok(connection)
}

fn remembered(number: i32) -> Option<Arc<Connection>> {
    let found = REMEMBERED.try_with(|remembered| {
        let remembered = remembered.borrow();
        remembered
            .iter()
            .find(|one| one.number() == number)
            .cloned()
    });
    found.ok().flatten()
}

fn look_up(number: i32) -> Result<Arc<Connection>, Reason> {
    let table = TABLE.read().unwrap_or_else(PoisonError::into_inner);
    let found = table.as_ref().and_then(|table| table.get(&number));
    let connection = Arc::clone(found.ok_or(Reason::HCONN_ERROR)?);
    drop(table);
    // A thread that is ending remembers nothing.
    let _ = REMEMBERED.try_with(|remembered| {
        let mut remembered = remembered.borrow_mut();
        remembered.retain(|one| !one.has_ended());
        if remembered.len() == REMEMBERED_MAX {
            remembered.remove(0);
        }
        remembered.push(Arc::clone(&connection));
    });
    Ok(connection)
}
