//! A thread that sleeps for many links at once.
//!
//! It watches each link it has ever slept for, and is told once of what comes (edges): so a sleep costs the kernel nothing
//! for links on which nothing happens. It reads whatever it is told of, also for conversations it does not wait for just then.
//!
//! What must not happen: the bytes that such a thread sleeps for are read by another (one that waits for an answer on
//! the same link, or the thread that looks after heartbeats), nothing more comes, and the sleeper never looks. So it
//! announces its sleep, and then looks for its answers under the lock of each link. Whoever reads does so under that lock
//! and wakes all who watch the link then: either it has read before, and the sleeper finds the answer, or afterwards, and
//! the announcement is there. Whoever stops reading before everything is read says so in the link, and wakes them, too. A
//! sleeper that is told of bytes while another reads cannot know whether they came before that read: it says so in the same
//! place, and is woken when the other is done.

use super::link::Link;
use ferromq_base::poll::{Event, Interest, Poller, Source, Token, Waker};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

/// Something that came, or room for what waits to be sent.
const EDGES: Interest = Interest {
    input: true,
    output: true,
    edge: true,
};
/// Links known before it is looked for the first time which of them are gone.
const KNOWN_MIN: usize = 64;

/// The name of a link or of a sleeper: never used again in a process.
pub(super) fn new_name() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// See the module.
pub(super) struct Sleeper {
    name: u64,
    poller: Poller,
    inside: RefCell<Inside>,
    /// A child has the descriptors of its parent, and must not take what is told to it.
    process: u32,
}

#[derive(Default)]
struct Inside {
    /// What is watched, by name.
    links: HashMap<u64, Weak<Link>>,
    /// When there are so many, those that are gone are taken out.
    sweep_at: usize,
    events: Vec<Event>,
}

/// A thread that is to be woken when something of a link was read.
#[derive(Debug)]
pub(super) struct Watcher {
    pub(super) sleeper: u64,
    waker: Waker,
}

impl Watcher {
    pub(super) fn wake(&self) {
        self.waker.wake();
    }
}

thread_local! {
    static OWN: RefCell<Option<Rc<Sleeper>>> = const { RefCell::new(None) };
}

impl Sleeper {
    /// That of the thread that asks; `None` when the process can have no more descriptors.
    pub(super) fn of_this_thread() -> Option<Rc<Self>> {
        let process = std::process::id();
        OWN.with_borrow_mut(|own| {
            if own.as_ref().is_none_or(|own| own.process != process) {
                *own = Some(Rc::new(Self {
                    name: new_name(),
                    poller: Poller::new().ok()?,
                    inside: RefCell::default(),
                    process,
                }));
            }
            own.clone()
        })
    }

    pub(super) fn name(&self) -> u64 {
        self.name
    }

    /// Watches a link from now on, until it is closed. `None` when it cannot be watched.
    pub(super) fn watch(&self, link: &Arc<Link>) -> Option<Watcher> {
        let source = Source {
            kind: 0,
            token: Token(link.name()),
        };
        self.poller.watch(link.stream(), source, EDGES).ok()?;
        let inside = &mut *self.inside.borrow_mut();
        if inside.links.len() >= inside.sweep_at.max(KNOWN_MIN) {
            inside.links.retain(|_, link| link.strong_count() > 0);
            inside.sweep_at = 2 * inside.links.len();
        }
        inside.links.insert(link.name(), Arc::downgrade(link));
        Some(Watcher {
            sleeper: self.name,
            waker: self.poller.waker(),
        })
    }

    /// Before the thread looks for what others have read.
    pub(super) fn announce(&self) {
        self.poller.announce_sleep();
    }

    /// Sleeps until something is told of a link, or somebody wakes it, at most so long. Calls `each` with every link of which
    /// something is told.
    pub(super) fn sleep(&self, timeout: Option<Duration>, each: impl Fn(&Link)) {
        let inside = &mut *self.inside.borrow_mut();
        // It fails only by a mistake of this program's: nothing is told then, and the caller looks again.
        let _ = self.poller.wait(timeout, &mut inside.events);
        for event in inside.events.drain(..) {
            if let Some(link) = inside.links.get(&event.source.token.0)
                && let Some(link) = link.upgrade()
            {
                each(&link);
            }
        }
    }
}
