//! What of this crate a service thread's poller watches: doorbells, hang-ups, handshakes and new clients.
//!
//! Doorbells are watched edge-triggered and never read: each ring is an edge, and a client that shares the
//! descriptor could make a read block.

use std::os::fd::{AsFd, BorrowedFd};

use ferromq_base::poll::{self, Interest, Poller, Source, Token};
use rustix::io::Errno;

use crate::handshake::Handshake;
use crate::listener::Listener;
use crate::server::ServerEndpoint;

/// What happened to something of this crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A client connects: call [`Listener::accept`] until it has no more.
    Connect,
    /// A pending handshake has bytes or was given up: call [`Handshake::advance`].
    Handshake(Token),
    /// A client rang: look at its rings.
    Doorbell(Token),
    /// A client is gone. Requests it completed before can still be read.
    HangUp(Token),
}

#[derive(Clone, Copy)]
enum Kind {
    Connect = 0,
    Handshake = 1,
    Doorbell = 2,
    HangUp = 3,
}

impl Event {
    /// Kinds of sources this crate watches; others are free for the owner of the poller.
    pub const KINDS: u8 = Kind::HangUp as u8 + 1;

    /// What an event of the poller means; `None` when it is of a kind of the owner's.
    #[must_use]
    pub fn of(event: &poll::Event) -> Option<Self> {
        let token = event.source.token;
        match event.source.kind {
            0 => Some(Self::Connect),
            1 => Some(Self::Handshake(token)),
            2 => Some(Self::Doorbell(token)),
            3 => Some(Self::HangUp(token)),
            _ => None,
        }
    }
}

const fn source(kind: Kind, token: Token) -> Source {
    Source {
        kind: kind as u8,
        token,
    }
}

impl Listener {
    /// Watches for clients. One that was not accepted shows in every wait.
    ///
    /// # Errors
    /// The error of the operating system.
    pub fn watch(&self, poller: &Poller) -> Result<(), Errno> {
        poller.watch(self, source(Kind::Connect, Token(0)), Interest::INPUT)
    }

    /// Stops watching for clients, for a while when the process is out of descriptors, or for good.
    pub fn unwatch(&self, poller: &Poller) {
        poller.unwatch(self);
    }
}

impl Handshake {
    /// Has it watched until it is accepted, refused or dropped, by this poller and no other. Once its hello is complete it
    /// shows in every wait: accept or refuse it at once.
    ///
    /// # Errors
    /// The error of the operating system.
    pub fn watch(&mut self, poller: &Poller, token: Token) -> Result<(), Errno> {
        self.unwatch();
        let name = source(Kind::Handshake, token);
        poller.watch(self.as_fd(), name, Interest::INPUT)?;
        self.set_watched(poller.watching());
        Ok(())
    }
}

impl ServerEndpoint {
    /// Has the doorbell and the life of the connection watched, by this poller and no other. Arm the connection before
    /// relying on its doorbell. A hang-up that happened before is reported.
    ///
    /// # Errors
    /// The error of the operating system; the connection is then not watched at all.
    pub fn watch(&mut self, poller: &Poller, token: Token) -> Result<(), Errno> {
        self.unwatch();
        debug_assert!(!self.is_watched());
        self.set_watched(poller.watching());
        let watched = self.watch_descriptors(poller, token);
        if watched.is_err() {
            self.unwatch();
        }
        watched
    }

    fn watch_descriptors(&self, poller: &Poller, token: Token) -> Result<(), Errno> {
        let (doorbell, socket, process) = self.descriptors();
        let hang_up = source(Kind::HangUp, token);
        let watch_end =
            |process: BorrowedFd<'_>| poller.watch(process, hang_up, Interest::INPUT_EDGE);
        poller.watch(
            doorbell,
            source(Kind::Doorbell, token),
            Interest::INPUT_EDGE,
        )?;
        poller.watch_life(socket, hang_up)?;
        process.map_or(Ok(()), watch_end)
    }
}
