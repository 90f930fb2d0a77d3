//! One thread that looks after sockets nobody waits on: heartbeats are answered, and sent, while the
//! applications do something else. It wakes a few times an interval and costs the calls nothing.

use super::link::Link;
use super::of_process::OfProcess;
use ferromq_base::os::spawn_unsignalled;
use std::panic::catch_unwind;
use std::sync::{Arc, Weak};
use std::thread::Thread;
use std::time::Duration;

struct WatchedLink {
    link: Weak<Link>,
    often: Duration,
}

struct Keeper {
    links: Vec<WatchedLink>,
    /// The thread, while there is one.
    thread: Option<Thread>,
}

impl Keeper {
    const fn idle() -> Self {
        Self {
            links: Vec::new(),
            thread: None,
        }
    }
}

static KEEPER: OfProcess<Keeper> = OfProcess::new(Keeper::idle());

fn with_keeper<R>(what: impl FnOnce(&mut Keeper) -> R) -> Option<R> {
    KEEPER.with(Keeper::idle, what)
}

/// How often to look at a socket with this heartbeat interval.
pub(super) fn interval(heartbeat_s: u32) -> Duration {
    Duration::from_millis((u64::from(heartbeat_s) * 1000 / 4).clamp(250, 60_000))
}

/// Looks after a socket from now on until it is dropped or over.
pub(super) fn keep(link: &Arc<Link>, often: Duration) {
    // Without the thread heartbeats are answered by those who wait: worse, and no reason to fail.
    let _ = with_keeper(|keeper| {
        keeper.links.push(WatchedLink {
            link: Arc::downgrade(link),
            often,
        });
        if let Some(thread) = &keeper.thread {
            thread.unpark();
            return;
        }
        if let Ok(running) = spawn_unsignalled("mq client heartbeats", run) {
            keeper.thread = Some(running.thread().clone());
        }
    });
}

fn run() {
    // The link a look panics with is broken from then on; the others are looked after as before.
    while let Some(often) = catch_unwind(look).unwrap_or(Some(interval(0))) {
        std::thread::park_timeout(often);
    }
}

/// Looks at every socket once; when to look again, or `None` when there is none left.
fn look() -> Option<Duration> {
    let links: Vec<Arc<Link>> = with_keeper(|keeper| {
        keeper.links.retain(|kept| kept.link.strong_count() > 0);
        if keeper.links.is_empty() {
            keeper.thread = None;
            return None;
        }
        let links = keeper.links.iter();
        Some(links.filter_map(|kept| kept.link.upgrade()).collect())
    })??;
    for link in &links {
        let mut state = link.lock();
        if state.over().is_none() {
            link.read_now(&mut state);
            link.tick(&mut state);
        }
    }
    with_keeper(|keeper| {
        for link in links.iter().filter(|link| link.lock().over().is_some()) {
            let over = Arc::as_ptr(link);
            keeper.links.retain(|kept| kept.link.as_ptr() != over);
        }
        let shortest = keeper.links.iter().map(|kept| kept.often).min();
        if shortest.is_none() {
            keeper.thread = None;
        }
        shortest
    })?
}
