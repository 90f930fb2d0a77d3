//! One thread for many connections: looking at each without waiting, and sleeping for all of them.

use std::sync::atomic::AtomicU32;
use std::time::{Duration, Instant};

use rustix::thread::futex::{self, Wait, WaitFlags, WaitPtr, WaitvFlags};
use rustix::time::{ClockId, Timespec};

use crate::client::ClientEndpoint;
use crate::layout::WAIT_REPLY;

/// Connections that one sleep can cover; the limit of the operating system (`FUTEX_WAITV_MAX`).
pub const GATHERED_MAX: usize = 128;

/// A nap where one sleep cannot cover all connections: there are too many, or the kernel is older than 5.16.
const NAP: Duration = Duration::from_micros(200);

/// Longest sleep before the servers' lives are looked at.
const SLEEP_MAX: Duration = Duration::from_millis(500);

/// Sleeps until one of the connections has a reply or has lost its server, or `timeout` has passed. May return
/// early: look at every connection with [`ClientEndpoint::try_recv_with`] and call it again.
///
/// More than [`GATHERED_MAX`] connections, or a kernel without `futex_waitv`, make it a short nap instead.
pub fn sleep_for_any(connections: &mut [&mut ClientEndpoint], timeout: Option<Duration>) {
    let until = timeout.map(|timeout| Instant::now() + timeout);
    for connection in connections.iter_mut() {
        connection.announce_gathered_sleep();
    }
    // Announced before looked at, as a single connection does it: a reply is seen here or wakes us.
    let over = connections
        .iter_mut()
        .any(|connection| connection.has_reply().unwrap_or(true) || connection.is_closed());
    let left = until.map_or(SLEEP_MAX, |until| {
        until.saturating_duration_since(Instant::now())
    });
    let mut slept_through = false;
    if !over {
        slept_through = !sleep(connections, left.min(SLEEP_MAX));
    }
    for connection in connections.iter_mut() {
        connection.end_gathered_sleep();
        if slept_through {
            connection.look_for_death();
        }
    }
}

/// False when nobody woke us.
fn sleep(connections: &[&mut ClientEndpoint], time: Duration) -> bool {
    if connections.is_empty() || connections.len() > GATHERED_MAX {
        std::thread::sleep(NAP.min(time));
        return false;
    }
    let waits: Vec<Wait> = connections
        .iter()
        .map(|connection| wait_on(connection.wait_word()))
        .collect();
    let until = deadline(time);
    match futex::waitv(
        &waits,
        WaitvFlags::empty(),
        Some(&until),
        ClockId::Monotonic,
    ) {
        // A word has changed already, or a signal came.
        Ok(_) | Err(rustix::io::Errno::AGAIN | rustix::io::Errno::INTR) => true,
        Err(rustix::io::Errno::TIMEDOUT) => false,
        Err(_) => {
            std::thread::sleep(NAP.min(time));
            false
        }
    }
}

fn wait_on(word: &AtomicU32) -> Wait {
    let mut wait = Wait::new();
    wait.val = WAIT_REPLY.into();
    wait.uaddr = WaitPtr::new(word.as_ptr().cast());
    wait.flags = WaitFlags::SIZE_U32;
    wait
}

fn deadline(time: Duration) -> Timespec {
    let now = rustix::time::clock_gettime(ClockId::Monotonic);
    let nanoseconds = now.tv_nsec + i64::from(time.subsec_nanos());
    Timespec {
        tv_sec: now.tv_sec
            + i64::try_from(time.as_secs()).unwrap_or(i64::MAX / 2)
            + nanoseconds / 1_000_000_000,
        tv_nsec: nanoseconds % 1_000_000_000,
    }
}

impl ClientEndpoint {
    fn announce_gathered_sleep(&mut self) {
        // The server may wait for room that reading has just made.
        self.ring_if_asked();
        self.rings().announce_sleep(false);
    }

    fn end_gathered_sleep(&mut self) {
        self.rings().cancel_sleep();
    }

    fn wait_word(&self) -> &AtomicU32 {
        self.rings().wait_word()
    }

    fn is_closed(&self) -> bool {
        self.rings().is_closed()
    }

    fn look_for_death(&mut self) {
        if self.is_server_gone() {
            self.note_death();
        }
    }
}
