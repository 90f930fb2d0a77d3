//! Puts that nobody answers leave together.
//!
//! Each sent by itself costs a system call at both ends, and wakes the queue manager. So a call that puts without an answer
//! leaves its message with the link, until the next call that is answered takes it along, so much has come together that
//! sending it costs little for each message, or [`DELAY`] is over. One that comes after a pause has no company to wait for
//! and leaves at once. What is put in a unit of work nobody sees before its end, which is a call: it waits for no time.
//!
//! For the delay there is a thread, while it is needed. What it has not sent when the process ends is sent by the end of
//! the process: `exit`, or the end of `main`.

use super::{Link, timespec};
use crate::tcp::of_process::OfProcess;
use ferromq_base::os::{at_exit, spawn_unsignalled};
use rustix::event::{PollFd, PollFlags};
use rustix::io::Errno;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

/// How long a put may wait for others. It is half of that on average.
const DELAY: Duration = Duration::from_millis(1);
/// A put this long after the one before has no company.
const PAUSE: Duration = Duration::from_millis(20);
/// Bytes that are sent without waiting for more.
const TOGETHER_BYTES: usize = 32 * 1024;
/// How long the end of the process waits for a socket that takes nothing.
const LAST_WAIT: Duration = Duration::from_secs(5);

/// Looks in vain after which the thread ends.
const IDLE_LOOKS: u32 = 100;

/// Looks, one each [`DELAY`], at what the thread is just sending when the process ends.
const LAST_LOOKS: u32 = 1000;

struct Delayed {
    links: Vec<Weak<Link>>,
    /// There is the thread.
    runs: bool,
    /// It has taken links, and is at it.
    is_sending: bool,
}

impl Delayed {
    const fn none() -> Self {
        Self {
            links: Vec::new(),
            runs: false,
            is_sending: false,
        }
    }
}

static DELAYED: OfProcess<Delayed> = OfProcess::new(Delayed::none());

fn with_delayed<R>(what: impl FnOnce(&mut Delayed) -> R) -> Option<R> {
    DELAYED.with(Delayed::none, what)
}

impl Link {
    /// A put that nobody answers has been written: it leaves with others, soon. In a unit of work it leaves with the call that
    /// ends it at the latest.
    pub(crate) fn delay(self: &Arc<Self>, in_unit_of_work: bool) {
        let mut state = self.lock();
        let now = Instant::now();
        let is_late = in_unit_of_work || {
            let before = state.put_at.replace(now);
            before.is_some_and(|before| now.saturating_duration_since(before) < PAUSE)
        };
        if !is_late || state.core.outbound().queued_bytes() >= TOGETHER_BYTES {
            self.flush(&mut state);
        }
        let waits_for_time = !in_unit_of_work && !state.is_delayed && state.has_anything_unsent();
        if waits_for_time {
            state.is_delayed = send_soon(self);
            if !state.is_delayed {
                self.flush(&mut state);
            }
        }
    }

    /// The delay of what waits is over.
    fn send_delayed(self: &Arc<Self>) {
        let mut state = self.lock();
        self.flush(&mut state);
        // The socket takes no more just now.
        state.is_delayed = state.has_anything_unsent() && send_soon(self);
    }

    /// Its connection is dropped: sends what is delayed.
    pub(crate) fn send_delayed_now(&self) {
        if self.lock().is_delayed {
            self.send_last();
        }
    }

    /// Sends what waits, as long as the socket takes some of it now and then.
    fn send_last(&self) {
        loop {
            let mut state = self.lock();
            self.flush(&mut state);
            if !state.has_anything_unsent() || state.core.over().is_some() {
                return;
            }
            drop(state);
            let mut polled = [PollFd::new(&self.stream, PollFlags::OUT)];
            match rustix::event::poll(&mut polled, timespec(Some(LAST_WAIT)).as_ref()) {
                Ok(0) => return,
                Ok(_) | Err(Errno::INTR) => {}
                Err(_) => return,
            }
        }
    }
}

/// Has what waits on a link sent soon. False when nobody will: the caller sends it.
fn send_soon(link: &Arc<Link>) -> bool {
    // Threads that come first at the same time may each register it: the second finds nothing to send. None waits for another, who
    // in the child of a fork would not be there.
    static ENDS: AtomicBool = AtomicBool::new(false);
    if !ENDS.load(Ordering::Acquire) {
        // Where the system has no room for it, they wait as long as that of a process that is killed.
        at_exit(send_last);
        ENDS.store(true, Ordering::Release);
    }
    let taken = with_delayed(|delayed| {
        if !delayed.runs {
            delayed.runs = spawn_unsignalled("mq client puts", run).is_ok();
        }
        if delayed.runs {
            delayed.links.push(Arc::downgrade(link));
        }
        delayed.runs
    });
    taken.unwrap_or(false)
}

fn run() {
    let mut idle_looks = 0;
    while idle_looks < IDLE_LOOKS || !ends() {
        std::thread::sleep(DELAY);
        let links = with_delayed(|delayed| {
            delayed.is_sending = true;
            std::mem::take(&mut delayed.links)
        });
        let links = links.unwrap_or_default();
        idle_looks = if links.is_empty() { idle_looks + 1 } else { 0 };
        for link in links.iter().filter_map(Weak::upgrade) {
            // One that panics is broken from then on; what others have put still goes.
            let _ = catch_unwind(AssertUnwindSafe(|| link.send_delayed()));
        }
        with_delayed(|delayed| delayed.is_sending = false);
    }
}

/// Whether the thread ends: another is made when something is delayed from then on.
fn ends() -> bool {
    let ends = with_delayed(|delayed| {
        delayed.runs = !delayed.links.is_empty();
        !delayed.runs
    });
    ends.unwrap_or(true)
}

/// The process ends. The thread is not waited for where it does not get to run.
extern "C" fn send_last() {
    for _ in 0..LAST_LOOKS {
        let left = with_delayed(|delayed| (std::mem::take(&mut delayed.links), delayed.is_sending));
        let (links, is_sending) = left.unwrap_or_default();
        for link in links.iter().filter_map(Weak::upgrade) {
            link.send_last();
        }
        if !is_sending {
            return;
        }
        std::thread::sleep(DELAY);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::fresh;
    use super::*;
    use std::io::Read;

    /// Goal: what is put in a unit of work, and what comes right behind another put, does not leave by itself; what comes first does.
    /// Method: the first segment of the socket stands for a put.
    #[test]
    fn puts_wait_for_company_unless_they_come_alone() {
        let (link, _peer) = fresh();
        link.delay(true);
        assert!(link.lock().has_anything_unsent(), "its commit takes it");
        link.delay(false);
        assert!(!link.lock().has_anything_unsent(), "nothing came before");
        let (link, _peer) = fresh();
        link.lock().put_at = Some(Instant::now() + Duration::from_secs(60));
        link.delay(false);
        assert!(link.lock().is_delayed, "one has just come");
    }

    #[test]
    fn what_is_delayed_is_sent_at_the_end_of_the_process() {
        let (link, mut peer) = fresh();
        assert!(link.lock().has_anything_unsent());
        link.send_last();
        assert!(!link.lock().has_anything_unsent());
        peer.set_read_timeout(Some(Duration::from_secs(20)))
            .expect("a socket");
        let mut first = [0; 4];
        peer.read_exact(&mut first).expect("it has come");
        assert_eq!(&first, b"TSH ");
    }
}
