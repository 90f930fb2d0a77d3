//! What a service thread sleeps on: doorbells, hang-ups, new clients, and other threads.
//!
//! Doorbells are watched edge-triggered and never read: each ring is an edge, and a client that shares the
//! descriptor could make a read block.

use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering, fence};
use std::time::Duration;

use rustix::event::epoll::{self, EventData, EventFlags};
use rustix::event::{EventfdFlags, Timespec};
use rustix::io::Errno;

use crate::handshake::Handshake;
use crate::listener::Listener;
use crate::server::ServerEndpoint;

/// The caller's name for a watched connection or handshake. Below 2^60; better never reused, since an event may
/// still be on its way when a connection is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Token(pub u64);

/// Why a sleep ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A client knocked: call [`Listener::accept`] until it has no more.
    Knock,
    /// A pending handshake has bytes or was given up: call [`Handshake::advance`].
    Hello(Token),
    /// A client rang: look at its rings.
    Doorbell(Token),
    /// A client is gone. Requests it completed before can still be read.
    HangUp(Token),
    /// Another thread called [`Waker::wake`].
    Woken,
}

/// Everything one service thread waits for.
pub struct PollSet {
    epoll: Arc<OwnedFd>,
    waker: Waker,
}

/// Wakes the thread that sleeps in a [`PollSet`], from any thread. Cheap when it does not sleep.
#[derive(Clone, Debug)]
pub struct Waker {
    shared: Arc<WakerShared>,
}

#[derive(Debug)]
struct WakerShared {
    asleep: AtomicBool,
    event: OwnedFd,
}

impl Waker {
    /// A waker for a thread that sleeps on [`Waker::descriptor`] in a set of its own.
    ///
    /// # Errors
    /// The error of the operating system: out of descriptors or memory.
    pub fn new() -> Result<Waker, Errno> {
        let event = rustix::event::eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?;
        Ok(Waker {
            shared: Arc::new(WakerShared {
                asleep: AtomicBool::new(false),
                event,
            }),
        })
    }

    /// What becomes readable when the sleeping thread is woken. Watch it edge-triggered and never read it.
    #[must_use]
    pub fn descriptor(&self) -> BorrowedFd<'_> {
        self.shared.event.as_fd()
    }

    /// Announces a sleep of the thread this waker is for. It then looks once more at everything other threads
    /// may have published for it, and only then waits.
    pub fn announce_sleep(&self) {
        self.shared.asleep.store(true, Ordering::Relaxed);
        fence(Ordering::SeqCst);
    }

    /// Takes the announcement back, because the sleep is over or there was something after all.
    pub fn cancel_sleep(&self) {
        self.shared.asleep.store(false, Ordering::Relaxed);
    }

    /// Makes the thread's present or next sleep end, if it has announced one. Publish what it is to find first.
    pub fn wake(&self) {
        fence(Ordering::SeqCst);
        if self.shared.asleep.load(Ordering::Relaxed)
            && self.shared.asleep.swap(false, Ordering::AcqRel)
        {
            // A counter that is full has been rung already.
            let _ = rustix::io::write(&self.shared.event, &1u64.to_ne_bytes());
        }
    }
}

impl PollSet {
    /// An empty set.
    ///
    /// # Errors
    /// The error of the operating system: out of descriptors or memory.
    pub fn new() -> Result<PollSet, Errno> {
        let epoll = Arc::new(epoll::create(epoll::CreateFlags::CLOEXEC)?);
        let waker = Waker::new()?;
        watch(
            &epoll,
            waker.descriptor(),
            Kind::Woken,
            0,
            EventFlags::IN | EventFlags::ET,
        )?;
        Ok(PollSet { epoll, waker })
    }

    /// A handle with which other threads end the sleep.
    pub fn waker(&self) -> Waker {
        self.waker.clone()
    }

    /// Watches for knocks. Level-triggered: an unanswered knock shows in every wait.
    ///
    /// # Errors
    /// The error of the operating system.
    pub fn watch_listener(&self, listener: &Listener) -> Result<(), Errno> {
        watch(
            &self.epoll,
            listener.as_fd(),
            Kind::Knock,
            0,
            EventFlags::IN,
        )
    }

    /// Stops watching for knocks, for a while when the process is out of descriptors, or for good.
    pub fn unwatch_listener(&self, listener: &Listener) {
        // Not being there is as good.
        let _ = epoll::delete(&*self.epoll, listener.as_fd());
    }

    /// Watches a pending handshake until it is accepted, refused or dropped. Level-triggered: once its hello is
    /// complete, accept or refuse it at once.
    ///
    /// # Errors
    /// The error of the operating system.
    pub fn watch_handshake(&self, handshake: &mut Handshake, token: Token) -> Result<(), Errno> {
        handshake.unwatch();
        let socket = handshake.socket().as_fd();
        watch(
            &self.epoll,
            socket,
            Kind::Hello,
            token.0,
            EventFlags::IN | EventFlags::RDHUP,
        )?;
        handshake.set_watched(self.epoll.clone());
        Ok(())
    }

    /// Watches the doorbell and the life of a connection. Arm the connection before relying on its doorbell. A
    /// hang-up that happened before is reported.
    ///
    /// # Errors
    /// The error of the operating system; the connection is then not watched at all.
    pub fn watch(&self, endpoint: &mut ServerEndpoint, token: Token) -> Result<(), Errno> {
        endpoint.unwatch();
        debug_assert!(!endpoint.is_watched());
        endpoint.set_watched(self.epoll.clone());
        let watched = self.watch_descriptors(endpoint, token);
        if watched.is_err() {
            endpoint.unwatch();
        }
        watched
    }

    fn watch_descriptors(&self, endpoint: &ServerEndpoint, token: Token) -> Result<(), Errno> {
        let (doorbell, socket, process) = endpoint.descriptors();
        watch(
            &self.epoll,
            doorbell,
            Kind::Doorbell,
            token.0,
            EventFlags::IN | EventFlags::ET,
        )?;
        let hang_up = EventFlags::RDHUP | EventFlags::HUP | EventFlags::ERR | EventFlags::ET;
        watch(&self.epoll, socket, Kind::HangUp, token.0, hang_up)?;
        match process {
            Some(process) => watch(
                &self.epoll,
                process,
                Kind::HangUp,
                token.0,
                EventFlags::IN | EventFlags::ET,
            ),
            None => Ok(()),
        }
    }

    /// Announces a sleep. The caller then arms its connections and looks once more at everything other threads
    /// may have published for it, and only then waits.
    pub fn announce_sleep(&self) {
        self.waker.announce_sleep();
    }

    /// Takes the announcement back, because there was something after all.
    pub fn cancel_sleep(&self) {
        self.waker.cancel_sleep();
    }

    /// Waits until something happens or the timeout passes (`None`: for ever) and appends what happened to
    /// `events`. Takes the announcement of a sleep back. A timeout of zero only looks.
    ///
    /// # Errors
    /// The error of the operating system; an interrupting signal is no error but an early end.
    pub fn wait(
        &mut self,
        timeout: Option<Duration>,
        events: &mut Vec<Event>,
    ) -> Result<(), Errno> {
        let timeout = timeout.map(|timeout| Timespec {
            tv_sec: i64::try_from(timeout.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: timeout.subsec_nanos().into(),
        });
        let mut buffer = [MaybeUninit::<epoll::Event>::uninit(); READY_MAX];
        let waited = epoll::wait(&*self.epoll, &mut buffer[..], timeout.as_ref());
        self.cancel_sleep();
        match waited {
            Ok((ready, _)) => events.extend(ready.iter().map(|ready| event_of(ready.data.u64()))),
            Err(Errno::INTR) => {}
            Err(errno) => return Err(errno),
        }
        Ok(())
    }
}

impl std::fmt::Debug for PollSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PollSet")
            .field("epoll", &self.epoll)
            .finish_non_exhaustive()
    }
}

#[derive(Clone, Copy)]
enum Kind {
    Knock = 0,
    Hello = 1,
    Doorbell = 2,
    HangUp = 3,
    Woken = 4,
}

fn watch(
    epoll: &Arc<OwnedFd>,
    source: BorrowedFd<'_>,
    kind: Kind,
    token: u64,
    flags: EventFlags,
) -> Result<(), Errno> {
    // invariant: tokens are made by the server's own tables
    assert!(token < 1 << KIND_SHIFT, "tokens stay below 2^60");
    let data = EventData::new_u64(token | (kind as u64) << KIND_SHIFT);
    epoll::add(&**epoll, source, data, flags)
}

fn event_of(data: u64) -> Event {
    let token = Token(data & ((1 << KIND_SHIFT) - 1));
    match data >> KIND_SHIFT {
        0 => Event::Knock,
        1 => Event::Hello(token),
        2 => Event::Doorbell(token),
        3 => Event::HangUp(token),
        _ => Event::Woken,
    }
}

const KIND_SHIFT: u32 = 60;
/// Events taken from the kernel at once; more come with the next wait.
const READY_MAX: usize = 256;
