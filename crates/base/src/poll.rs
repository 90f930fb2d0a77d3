//! What a thread that serves many sleeps on: descriptors, and other threads.
//!
//! A [`Poller`] watches descriptors under names its owner chooses and tells which of them something has happened to. Its
//! [`Waker`] ends the sleep from another thread, and costs next to nothing while there is no sleep.
//!
//! # How no wake-up is lost
//!
//! Whoever has news for the thread publishes it and then calls [`Waker::wake`]. The thread announces its sleep, looks once
//! more at everything others may have published, and only then waits. Each writes before a fence what the other reads
//! behind one, so at least one sees the other: either the thread finds the news, or it is woken.

use rustix::event::epoll::{self, EventData, EventFlags};
use rustix::event::{EventfdFlags, Timespec};
use rustix::io::Errno;
use std::fmt;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering, fence};
use std::time::Duration;

/// Which one of a kind is watched. Below 2^60; better never used again, since an event may still be on its way when what it
/// named is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Token(pub u64);

/// The name something is watched under.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Source {
    /// What it is, by numbers of the owner of the poller: 0 to [`Source::KIND_MAX`].
    pub kind: u8,
    /// Which one.
    pub token: Token,
}

impl Source {
    /// The largest number of a kind.
    pub const KIND_MAX: u8 = WAKER - 1;
}

/// What is watched of a descriptor. That the other end is gone is reported in every case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interest {
    /// Something to read, or an end of it.
    pub input: bool,
    /// Room for something to write.
    pub output: bool,
    /// What lasts is reported once, when it begins, and not in every wait.
    pub edge: bool,
}

impl Interest {
    /// Something to read, reported until it is read.
    pub const INPUT: Self = Self {
        input: true,
        output: false,
        edge: false,
    };
    /// Something to read, reported whenever more comes.
    pub const INPUT_EDGE: Self = Self {
        input: true,
        output: false,
        edge: true,
    };

    fn flags(self) -> EventFlags {
        let mut flags = EventFlags::empty();
        flags.set(EventFlags::IN | EventFlags::RDHUP, self.input);
        flags.set(EventFlags::OUT, self.output);
        flags.set(EventFlags::ET, self.edge);
        flags
    }
}

/// What happened to something that is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// To what.
    pub source: Source,
    /// There is something to read, or the other end sends no more, which a read tells.
    pub input: bool,
    /// There is room to write.
    pub output: bool,
    /// The other end sends no more. What it sent before may still be there to read.
    pub ended: bool,
    /// The other end is gone. What it sent before may still be there to read.
    pub gone: bool,
}

/// See the module. Owned by the thread that sleeps.
pub struct Poller {
    epoll: Arc<OwnedFd>,
    waker: Waker,
}

/// Wakes the thread that sleeps in a [`Poller`], from any thread. Cheap when it does not sleep.
#[derive(Clone, Debug)]
pub struct Waker {
    shared: Arc<WakerShared>,
}

#[derive(Debug)]
struct WakerShared {
    asleep: AtomicBool,
    event: OwnedFd,
}

/// That descriptors are watched by a poller; for who has to take them out and does not have the poller.
#[derive(Clone, Debug)]
pub struct Watching {
    epoll: Arc<OwnedFd>,
}

/// Events taken from the kernel at once; more come with the next wait.
const READY_MAX: usize = 256;
const KIND_SHIFT: u32 = 60;
/// The kind of the waker.
const WAKER: u8 = 15;

impl Waker {
    fn new() -> Result<Self, Errno> {
        let event = rustix::event::eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?;
        Ok(Self {
            shared: Arc::new(WakerShared {
                asleep: AtomicBool::new(false),
                event,
            }),
        })
    }

    /// Makes the thread's present or next sleep end, if it has announced one. Publish what it is to find first.
    pub fn wake(&self) {
        fence(Ordering::SeqCst);
        if self.shared.asleep.load(Ordering::Relaxed)
            && self.shared.asleep.swap(false, Ordering::AcqRel)
        {
            // A counter that is full has been written already.
            let _ = rustix::io::write(&self.shared.event, &1u64.to_ne_bytes());
        }
    }
}

impl Watching {
    /// Stops watching. Of a descriptor that others hold open too, closing would not be enough.
    pub fn unwatch(&self, descriptor: impl AsFd) {
        // Not being there is as good.
        let _ = epoll::delete(&*self.epoll, descriptor);
    }
}

impl Poller {
    /// One that watches nothing.
    ///
    /// # Errors
    /// The error of the operating system: out of descriptors or memory.
    pub fn new() -> Result<Self, Errno> {
        let epoll = Arc::new(epoll::create(epoll::CreateFlags::CLOEXEC)?);
        let waker = Waker::new()?;
        // Never read: each wake-up is an edge.
        let edge = EventFlags::IN | EventFlags::ET;
        let name = EventData::new_u64(u64::from(WAKER) << KIND_SHIFT);
        epoll::add(&*epoll, &waker.shared.event, name, edge)?;
        Ok(Self { epoll, waker })
    }

    /// A handle with which other threads end the sleep.
    #[must_use]
    pub fn waker(&self) -> Waker {
        self.waker.clone()
    }

    /// A handle for taking descriptors out again.
    #[must_use]
    pub fn watching(&self) -> Watching {
        Watching {
            epoll: Arc::clone(&self.epoll),
        }
    }

    /// Watches a descriptor, which must not be watched here already.
    ///
    /// # Errors
    /// The error of the operating system: out of memory, or of what a user may watch.
    pub fn watch(
        &self,
        descriptor: impl AsFd,
        source: Source,
        interest: Interest,
    ) -> Result<(), Errno> {
        epoll::add(&*self.epoll, descriptor, name_of(source), interest.flags())
    }

    /// Watches something else of a descriptor that is watched here.
    ///
    /// # Errors
    /// The error of the operating system.
    pub fn change(
        &self,
        descriptor: impl AsFd,
        source: Source,
        interest: Interest,
    ) -> Result<(), Errno> {
        epoll::modify(&*self.epoll, descriptor, name_of(source), interest.flags())
    }

    /// Watches only for the other end's going, reported once.
    ///
    /// # Errors
    /// As [`Poller::watch`].
    pub fn watch_life(&self, descriptor: BorrowedFd<'_>, source: Source) -> Result<(), Errno> {
        let flags = EventFlags::RDHUP | EventFlags::HUP | EventFlags::ERR | EventFlags::ET;
        epoll::add(&*self.epoll, descriptor, name_of(source), flags)
    }

    /// Stops watching; of what is not watched, nothing.
    pub fn unwatch(&self, descriptor: impl AsFd) {
        self.watching().unwatch(descriptor);
    }

    /// Announces a sleep. The caller then looks once more at everything other threads may have published for it, and only
    /// then waits.
    pub fn announce_sleep(&self) {
        self.waker.shared.asleep.store(true, Ordering::Relaxed);
        fence(Ordering::SeqCst);
    }

    /// Takes the announcement back, because there was something after all.
    pub fn cancel_sleep(&self) {
        self.waker.shared.asleep.store(false, Ordering::Relaxed);
    }

    /// Waits until something happens, the thread is woken or the timeout passes (`None`: for ever), and appends what happened
    /// to `events`. Takes the announcement of a sleep back. A timeout of zero only looks.
    ///
    /// # Errors
    /// The error of the operating system; an interrupting signal is no error but an early end.
    pub fn wait(&self, timeout: Option<Duration>, events: &mut Vec<Event>) -> Result<(), Errno> {
        let timeout = timeout.map(|timeout| Timespec {
            tv_sec: i64::try_from(timeout.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: timeout.subsec_nanos().into(),
        });
        let mut buffer = [MaybeUninit::<epoll::Event>::uninit(); READY_MAX];
        let waited = epoll::wait(&*self.epoll, &mut buffer[..], timeout.as_ref());
        self.cancel_sleep();
        match waited {
            Ok((ready, _)) => events.extend(ready.iter().filter_map(event_of)),
            Err(Errno::INTR) => {}
            Err(errno) => return Err(errno),
        }
        Ok(())
    }
}

impl fmt::Debug for Poller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Poller")
            .field("epoll", &self.epoll)
            .finish_non_exhaustive()
    }
}

fn name_of(source: Source) -> EventData {
    let (kind, token) = (source.kind, source.token.0);
    // invariant: both are numbers the process itself makes, and no outsider has a say in them
    assert!(kind <= Source::KIND_MAX && token < 1 << KIND_SHIFT);
    EventData::new_u64(token | u64::from(kind) << KIND_SHIFT)
}

/// What is reported of an event of the kernel; nothing of the waker.
fn event_of(event: &epoll::Event) -> Option<Event> {
    let (flags, name) = (event.flags, event.data.u64());
    let kind = (name >> KIND_SHIFT) as u8;
    let source = Source {
        kind,
        token: Token(name & ((1 << KIND_SHIFT) - 1)),
    };
    (kind != WAKER).then_some(Event {
        source,
        input: flags.intersects(EventFlags::IN | EventFlags::RDHUP),
        output: flags.intersects(EventFlags::OUT),
        ended: flags.intersects(EventFlags::RDHUP),
        gone: flags.intersects(EventFlags::HUP | EventFlags::ERR),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::os::unix::net::UnixStream;

    fn look(poller: &Poller) -> Vec<Event> {
        let mut events = Vec::new();
        let looked = poller.wait(Some(Duration::ZERO), &mut events);
        looked.expect("looking takes nothing");
        events
    }

    /// What a fall of the other end brings. A child that another test starts holds a copy of the end until it runs its program.
    fn fall(poller: &Poller) -> Event {
        let limit = Some(Duration::from_secs(60));
        let mut events = Vec::new();
        poller.wait(limit, &mut events).expect("it waits");
        let [event] = events[..] else {
            panic!("one event: {events:?}");
        };
        event
    }

    fn source(kind: u8, token: u64) -> Source {
        Source {
            kind,
            token: Token(token),
        }
    }

    #[test]
    fn what_is_there_is_reported_under_its_name_until_it_is_read() {
        let poller = Poller::new().expect("descriptors are there");
        let (mut here, mut there) = UnixStream::pair().expect("a pair");
        let name = source(Source::KIND_MAX, (1 << KIND_SHIFT) - 1);
        poller.watch(&here, name, Interest::INPUT).expect("watched");
        assert_eq!(look(&poller), []);
        there.write_all(b"x").expect("room");
        for _ in 0..2 {
            let [event] = look(&poller)[..] else {
                panic!("one event");
            };
            assert!(event.source == name && event.input && !event.output && !event.gone);
        }
        here.read_exact(&mut [0]).expect("it is there");
        assert_eq!(look(&poller), []);
        drop(there);
        assert!(fall(&poller).gone);
        poller.unwatch(&here);
        assert_eq!(look(&poller), []);
    }

    #[test]
    fn an_edge_is_reported_once() {
        let poller = Poller::new().expect("descriptors are there");
        let (here, mut there) = UnixStream::pair().expect("a pair");
        let watched = poller.watch(&here, source(3, 5), Interest::INPUT_EDGE);
        watched.expect("watched");
        there.write_all(b"x").expect("room");
        assert_eq!((look(&poller).len(), look(&poller).len()), (1, 0));
        there.write_all(b"y").expect("room");
        assert_eq!(look(&poller).len(), 1);
    }

    #[test]
    fn only_the_going_of_the_other_end_is_its_life() {
        let poller = Poller::new().expect("descriptors are there");
        let (here, mut there) = UnixStream::pair().expect("a pair");
        poller
            .watch_life(here.as_fd(), source(1, 1))
            .expect("watched");
        there.write_all(b"x").expect("room");
        assert_eq!(look(&poller), []);
        drop(there);
        assert!(fall(&poller).gone);
        assert_eq!(look(&poller), []);
    }

    #[test]
    fn who_has_no_poller_can_take_a_descriptor_out() {
        let poller = Poller::new().expect("descriptors are there");
        let (here, mut there) = UnixStream::pair().expect("a pair");
        let watched = poller.watch(&here, source(0, 9), Interest::INPUT);
        watched.expect("watched");
        poller.watching().unwatch(&here);
        there.write_all(b"x").expect("room");
        assert_eq!(look(&poller), []);
    }

    #[test]
    fn a_wake_up_between_announcement_and_sleep_is_not_lost() {
        let poller = Poller::new().expect("descriptors are there");
        let waker = poller.waker();
        poller.announce_sleep();
        std::thread::spawn(move || waker.wake())
            .join()
            .expect("no panic");
        let mut events = Vec::new();
        // Would not return if it were lost.
        poller.wait(None, &mut events).expect("it waits");
        assert_eq!(events, []);
    }

    #[test]
    fn nobody_is_woken_who_does_not_sleep() {
        let poller = Poller::new().expect("descriptors are there");
        poller.waker().wake();
        poller.announce_sleep();
        poller.cancel_sleep();
        poller.waker().wake();
        let mut count = [0; 8];
        let read = rustix::io::read(&poller.waker.shared.event, &mut count[..]);
        assert_eq!(read, Err(Errno::AGAIN), "nothing was written");
    }
}
