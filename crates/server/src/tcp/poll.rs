//! What an event loop sleeps on: sockets, listeners, and other threads.
//!
//! Sockets are watched level-triggered: one read per event is enough, whatever it leaves is
//! reported again.

use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Duration;

use ferromq_binding::{Errno, Token, Waker};
use rustix::event::Timespec;
use rustix::event::epoll::{self, EventData, EventFlags};

/// Events taken from the kernel at once; more come with the next wait.
const READY_MAX: usize = 256;
const KIND_SHIFT: u32 = 60;
const SOCKET: u64 = 0;
const LISTENER: u64 = 1;
const WOKEN: u64 = 2;

/// What is watched of a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interest {
    /// Bytes that came.
    pub(crate) input: bool,
    /// Room for bytes to send.
    pub(crate) output: bool,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// A socket has bytes, or its other end is gone, which a read tells.
    Readable(Token),
    /// A socket takes bytes again.
    Writable(Token),
    /// The other end of a socket is gone and nothing is left to read.
    Gone(Token),
    /// Somebody connects to this listener.
    Knock(Token),
    /// Another thread woke this one.
    Woken,
}

/// See the module.
#[derive(Debug)]
pub(crate) struct SocketPoll {
    epoll: OwnedFd,
    waker: Waker,
}

impl SocketPoll {
    pub(crate) fn new() -> Result<Self, Errno> {
        let epoll = epoll::create(epoll::CreateFlags::CLOEXEC)?;
        let waker = Waker::new()?;
        let edge = EventFlags::IN | EventFlags::ET;
        epoll::add(&epoll, waker.descriptor(), data(WOKEN, Token(0)), edge)?;
        Ok(Self { epoll, waker })
    }

    pub(crate) fn waker(&self) -> &Waker {
        &self.waker
    }

    pub(crate) fn watch_listener(
        &self,
        listener: BorrowedFd<'_>,
        token: Token,
    ) -> Result<(), Errno> {
        epoll::add(&self.epoll, listener, data(LISTENER, token), EventFlags::IN)
    }

    /// Stops watching; not being there is as good.
    pub(crate) fn unwatch(&self, source: impl AsFd) {
        let _ = epoll::delete(&self.epoll, source.as_fd());
    }

    pub(crate) fn watch(
        &self,
        socket: BorrowedFd<'_>,
        token: Token,
        interest: Interest,
    ) -> Result<(), Errno> {
        epoll::add(&self.epoll, socket, data(SOCKET, token), flags(interest))
    }

    pub(crate) fn change(
        &self,
        socket: BorrowedFd<'_>,
        token: Token,
        interest: Interest,
    ) -> Result<(), Errno> {
        epoll::modify(&self.epoll, socket, data(SOCKET, token), flags(interest))
    }

    /// Waits until something happens or the timeout passes (`None`: for ever) and appends what
    /// happened. Takes the announcement of a sleep back.
    pub(crate) fn wait(
        &self,
        timeout: Option<Duration>,
        events: &mut Vec<Event>,
    ) -> Result<(), Errno> {
        let timeout = timeout.map(|timeout| Timespec {
            tv_sec: i64::try_from(timeout.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: timeout.subsec_nanos().into(),
        });
        let mut buffer = [MaybeUninit::<epoll::Event>::uninit(); READY_MAX];
        let waited = epoll::wait(&self.epoll, &mut buffer[..], timeout.as_ref());
        self.waker.cancel_sleep();
        match waited {
            Ok((ready, _)) => {
                for event in ready {
                    note(event.flags, event.data.u64(), events);
                }
                Ok(())
            }
            Err(Errno::INTR) => Ok(()),
            Err(errno) => Err(errno),
        }
    }
}

fn data(kind: u64, token: Token) -> EventData {
    // invariant: tokens are made by the server's own tables
    assert!(token.0 < 1 << KIND_SHIFT, "tokens stay below 2^60");
    EventData::new_u64(token.0 | kind << KIND_SHIFT)
}

fn flags(interest: Interest) -> EventFlags {
    let mut flags = EventFlags::empty();
    flags.set(EventFlags::IN | EventFlags::RDHUP, interest.input);
    flags.set(EventFlags::OUT, interest.output);
    flags
}

fn note(flags: EventFlags, data: u64, events: &mut Vec<Event>) {
    let token = Token(data & ((1 << KIND_SHIFT) - 1));
    match data >> KIND_SHIFT {
        LISTENER => events.push(Event::Knock(token)),
        WOKEN => events.push(Event::Woken),
        _ => {
            if flags.intersects(EventFlags::OUT) {
                events.push(Event::Writable(token));
            }
            if flags.intersects(EventFlags::IN | EventFlags::RDHUP) {
                events.push(Event::Readable(token));
            } else if flags.intersects(EventFlags::HUP | EventFlags::ERR) {
                // Also of a socket that is not read for a while, whatever it still holds.
                events.push(Event::Gone(token));
            }
        }
    }
}
