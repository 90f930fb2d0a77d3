//! What a service thread is told: by other threads, and by itself while it runs verbs.
//!
//! A verb that can go on is announced by its waker. Most wakers are called by the service thread
//! itself, while it runs another connection's verb; those only push to a list of the thread's
//! own. From elsewhere the token goes into the shared list, and the thread is woken if it sleeps.

use crate::lock_order;
use ferromq_base::lock::Mutex;
use ferromq_base::poll::Token;
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::Wake;

/// A pending verb that can be polled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ready {
    /// The source that has the verb.
    pub(crate) token: Token,
    /// Which of the conversations of a socket; 0 where there is one connection only.
    pub(crate) slot: u32,
}

/// See the module. Shared by everybody who tells the thread something, in items of its own kind.
pub(crate) struct Inbox<I> {
    id: u64,
    items: Mutex<Vec<I>, lock_order::Inbox>,
    filled: AtomicBool,
    waker: ferromq_base::poll::Waker,
}

struct Own {
    id: u64,
    ready: Vec<Ready>,
}

thread_local! {
    static OWN: RefCell<Own> = const { RefCell::new(Own { id: 0, ready: Vec::new() }) };
}

static NEXT_ID: AtomicU64 = AtomicU64::new(1);

impl<I: From<Ready>> Inbox<I> {
    pub(crate) fn new(waker: ferromq_base::poll::Waker) -> Self {
        Self {
            id: NEXT_ID.fetch_add(1, Ordering::Relaxed),
            items: Mutex::default(),
            filled: AtomicBool::new(false),
            waker,
        }
    }

    /// Makes the calling thread the one whose inbox this is.
    pub(crate) fn belongs_here(&self) {
        OWN.with_borrow_mut(|own| {
            own.id = self.id;
            own.ready.clear();
        });
    }

    fn ready(&self, ready: Ready) {
        let here = OWN.with_borrow_mut(|own| {
            let here = own.id == self.id;
            if here {
                own.ready.push(ready);
            }
            here
        });
        if !here {
            self.send(I::from(ready));
        }
    }

    /// Tells the thread something and wakes it if it sleeps.
    pub(crate) fn send(&self, item: I) {
        self.items.lock().push(item);
        self.filled.store(true, Ordering::Release);
        self.waker.wake();
    }

    /// Wakes the thread if it sleeps, to look at what changed elsewhere.
    pub(crate) fn wake(&self) {
        self.waker.wake();
    }

    /// Whether other threads have told something.
    pub(crate) fn is_filled(&self) -> bool {
        self.filled.load(Ordering::Acquire)
    }

    /// Takes what is meant out again, if the thread has not taken it yet.
    pub(crate) fn take_those(&self, is_meant: impl Fn(&I) -> bool) -> Vec<I> {
        let mut items = self.items.lock();
        let (meant, others) = std::mem::take(&mut *items).into_iter().partition(is_meant);
        *items = others;
        meant
    }

    /// Takes what other threads have told. `into` must be empty.
    pub(crate) fn take(&self, into: &mut Vec<I>) {
        if self.filled.swap(false, Ordering::AcqRel) {
            let mut items = self.items.lock();
            std::mem::swap(&mut *items, into);
        }
    }
}

/// Takes what the calling service thread has told itself. `into` must be empty.
pub(crate) fn take_own_ready(into: &mut Vec<Ready>) {
    OWN.with_borrow_mut(|own| std::mem::swap(&mut own.ready, into));
}

/// Whether the calling service thread has told itself anything.
pub(crate) fn has_own_ready() -> bool {
    OWN.with_borrow(|own| !own.ready.is_empty())
}

/// The waker of one connection's verbs.
pub(crate) struct VerbWaker<I> {
    pub(crate) inbox: Arc<Inbox<I>>,
    pub(crate) ready: Ready,
}

impl<I: From<Ready> + Send + 'static> Wake for VerbWaker<I> {
    fn wake(self: Arc<Self>) {
        self.inbox.ready(self.ready);
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.inbox.ready(self.ready);
    }
}
