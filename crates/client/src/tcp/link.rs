//! A TCP socket that conversations share, and whoever waits on it.
//!
//! There is no thread that reads. Of the threads that wait for an answer one reads for all; when it has its
//! own it leaves, and wakes another that waits. The lock is never held while a system call blocks.

use super::keeper;
use crate::failure::ConnectFailure;
use crate::socket::{ClientSocket, Slot};
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;
use rustix::net::{RecvFlags, SendAncillaryBuffer, SendFlags, recv, sendmsg};
use std::cell::RefCell;
use std::io::{self, IoSlice};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use std::time::{Duration, Instant};

/// Bytes taken from a socket at a time.
const READ_BYTES: usize = 64 * 1024;
/// Pieces handed to one system call.
const PIECES_MAX: usize = 64;

thread_local! {
    /// One buffer a thread: it is empty whenever nobody reads into it.
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Runs `with` on the thread's buffer.
fn with_buffer<T>(with: impl FnOnce(&mut [u8]) -> T) -> T {
    let mut buffer = BUFFER.take();
    buffer.resize(READ_BYTES, 0);
    let result = with(&mut buffer);
    BUFFER.set(buffer);
    result
}

#[derive(Debug)]
pub(crate) struct Link {
    stream: TcpStream,
    state: Mutex<State>,
    opened: Instant,
}

#[derive(Debug)]
pub(crate) struct State {
    pub(crate) core: ClientSocket,
    /// A thread is reading for all.
    reading: bool,
    /// Threads that sleep until somebody reads their answer, by slot.
    sleepers: Vec<(Slot, Arc<Condvar>)>,
}

impl Link {
    /// A socket that has just been connected, with the core that has its first segment queued.
    pub(crate) fn new(stream: TcpStream, core: ClientSocket) -> Self {
        Self {
            stream,
            state: Mutex::new(State {
                core,
                reading: false,
                sleepers: Vec::new(),
            }),
            opened: Instant::now(),
        }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        // The core is never left half-changed: it does not panic on what arrives.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn now_ns(&self) -> u64 {
        u64::try_from(self.opened.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }

    /// How long a read may sleep before somebody has to look at the heart.
    pub(crate) fn set_read_timeout(&self, timeout: Option<Duration>) {
        // The option is a convenience: without it heartbeats are the keeper's.
        let _ = self.stream.set_read_timeout(timeout);
    }

    /// Waits until `ready` has something for the conversation.
    pub(crate) fn wait<T>(
        &self,
        slot: Slot,
        sleeper: &Arc<Condvar>,
        mut ready: impl FnMut(&mut ClientSocket) -> Poll<T>,
    ) -> T {
        let mut state = self.lock();
        let mut listed = false;
        loop {
            self.flush(&mut state);
            if let Poll::Ready(value) = ready(&mut state.core) {
                if listed {
                    state.sleepers.retain(|(other, _)| *other != slot);
                }
                self.hand_over(&state);
                return value;
            }
            let unsent = !state.core.outbound().is_empty();
            if unsent {
                state = self.wait_unsent(state);
            } else if state.reading {
                if !listed {
                    state.sleepers.push((slot, Arc::clone(sleeper)));
                    listed = true;
                }
                state = sleeper.wait(state).unwrap_or_else(PoisonError::into_inner);
            } else {
                state = self.read_for_all(state);
            }
        }
    }

    /// If nobody reads, one of those who wait has to.
    fn hand_over(&self, state: &State) {
        if !state.reading
            && let Some((_, sleeper)) = state.sleepers.first()
        {
            sleeper.notify_one();
        }
    }

    /// Sleeps in a read, and gives everybody what came.
    fn read_for_all<'a>(&'a self, mut state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        state.reading = true;
        drop(state);
        with_buffer(|buffer| {
            let received = recv(&self.stream, &mut *buffer, RecvFlags::empty());
            let mut state = self.lock();
            state.reading = false;
            match received {
                Ok((_, length)) => self.take(&mut state, buffer, length),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => self.tick(&mut state),
                Err(error) => self.broken(&mut state, error),
            }
            state
        })
    }

    /// The socket takes no more just now: waits until it does. Reads meanwhile, if nobody else does, or both
    /// ends could wait for each other.
    fn wait_unsent<'a>(&'a self, mut state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        let reads = !state.reading;
        state.reading = true;
        drop(state);
        let mut flags = PollFlags::OUT;
        if reads {
            flags |= PollFlags::IN;
        }
        let mut polled = [PollFd::new(&self.stream, flags)];
        // An error shows in the next write.
        let _ = rustix::event::poll(&mut polled, None);
        state = self.lock();
        if reads {
            state.reading = false;
            self.read_now(&mut state);
        }
        state
    }

    /// Takes what has come without waiting.
    pub(crate) fn read_now(&self, state: &mut State) {
        if state.reading {
            return;
        }
        with_buffer(|buffer| {
            loop {
                match recv(&self.stream, &mut *buffer, RecvFlags::DONTWAIT) {
                    Ok((_, length)) => {
                        self.take(state, buffer, length);
                        if length < buffer.len() {
                            return;
                        }
                    }
                    Err(Errno::INTR) => {}
                    Err(Errno::AGAIN) => return,
                    Err(error) => return self.broken(state, error),
                }
            }
        });
    }

    fn take(&self, state: &mut State, buffer: &[u8], length: usize) {
        if length == 0 {
            state.core.broken("the queue manager closed the connection");
        } else {
            state.core.receive(&buffer[..length]);
        }
        self.flush(state);
        state.tell();
    }

    fn broken(&self, state: &mut State, error: Errno) {
        let error = io::Error::from(error);
        state
            .core
            .broken(&format!("reading from the socket: {error}"));
        state.tell();
    }

    /// Heartbeats.
    pub(crate) fn tick(&self, state: &mut State) {
        let now_ns = self.now_ns();
        state.core.tick(now_ns);
        self.flush(state);
        state.tell();
    }

    /// Sends as much of what waits as the socket takes.
    pub(crate) fn flush(&self, state: &mut State) {
        while !state.core.outbound().is_empty() {
            let sent = {
                let mut pieces = [IoSlice::new(&[]); PIECES_MAX];
                let mut count = 0;
                for (piece, chunk) in pieces.iter_mut().zip(state.core.outbound().chunks()) {
                    *piece = IoSlice::new(chunk);
                    count += 1;
                }
                let flags = SendFlags::DONTWAIT | SendFlags::NOSIGNAL;
                let mut nothing = SendAncillaryBuffer::default();
                sendmsg(&self.stream, &pieces[..count], &mut nothing, flags)
            };
            match sent {
                Ok(count) => state.core.outbound().advance(count),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return,
                Err(error) => {
                    let waiting = state.core.outbound().queued_bytes();
                    state.core.outbound().advance(waiting);
                    // What the other end said before it closed explains more.
                    self.read_now(state);
                    let error = io::Error::from(error);
                    state
                        .core
                        .broken(&format!("writing to the socket: {error}"));
                    state.tell();
                    return;
                }
            }
        }
        if state.core.over().is_some() {
            // There may be nobody left who drops it soon.
            let _ = self.stream.shutdown(Shutdown::Both);
        }
    }

    /// Waits until less than `bytes` wait to be sent.
    pub(crate) fn drain_to(&self, bytes: usize) {
        let mut state = self.lock();
        loop {
            self.flush(&mut state);
            if state.core.outbound().queued_bytes() < bytes || state.core.over().is_some() {
                self.hand_over(&state);
                return;
            }
            state = self.wait_unsent(state);
        }
    }

    /// The application is done with a conversation.
    pub(crate) fn release(&self, slot: Slot) {
        let mut state = self.lock();
        state.core.release(slot);
        self.flush(&mut state);
    }

    /// Has heartbeats looked after while nobody waits on the socket.
    pub(crate) fn keep(self: &Arc<Self>) {
        let heartbeat_s = {
            let state = self.lock();
            state.core.agreed().map_or(0, |agreed| agreed.heartbeat_s)
        };
        if heartbeat_s > 0 {
            let often = keeper::interval(heartbeat_s);
            self.set_read_timeout(Some(often));
            keeper::keep(self, often);
        } else {
            self.set_read_timeout(None);
        }
    }

    /// Sleeps until one of the links has something to read or room to write, at most so long.
    pub(crate) fn sleep_for_any(links: &[&Arc<Self>], timeout: Option<Duration>) {
        let mut polled: Vec<PollFd<'_>> = Vec::with_capacity(links.len());
        for link in links {
            let mut state = link.lock();
            link.flush(&mut state);
            let mut flags = PollFlags::IN;
            if !state.core.outbound().is_empty() {
                flags |= PollFlags::OUT;
            }
            polled.push(PollFd::new(&link.stream, flags));
        }
        let timeout = timeout.map(|timeout| Timespec {
            tv_sec: i64::try_from(timeout.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: timeout.subsec_nanos().into(),
        });
        // Interrupted is woken early.
        let _ = rustix::event::poll(&mut polled, timeout.as_ref());
        let ready: Vec<bool> = polled.iter().map(|it| !it.revents().is_empty()).collect();
        drop(polled);
        for (link, _) in links.iter().zip(ready).filter(|(_, ready)| *ready) {
            let mut state = link.lock();
            link.flush(&mut state);
            link.read_now(&mut state);
        }
    }
}

impl State {
    /// Wakes those for whom something came.
    fn tell(&mut self) {
        while let Some(slot) = self.core.take_changed() {
            if let Some((_, sleeper)) = self.sleepers.iter().find(|(other, _)| *other == slot) {
                sleeper.notify_one();
            }
        }
    }

    /// Why the socket is of no use any more.
    pub(crate) fn over(&self) -> Option<&ConnectFailure> {
        self.core.over()
    }
}
