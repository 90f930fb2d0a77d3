//! What speaks on a socket.
//!
//! A socket knows bytes and TLS. What the bytes mean is its protocol's: it is fed with them and with the time, has bytes to
//! send, says when it wants to be looked at, and when it is over. It has no thread, waits for nothing and never sees the
//! socket. Which one it is, say the listener and the first bytes that come.
//!
//! A protocol does not know who made the connection: one that begins by itself has bytes to send before any have come.

use ferromq_channel::{Ending, Leave};
use ferromq_log::Lsn;
use ferromq_mqi::notice::Notice as Entry;
use ferromq_tls::ClientTls;
use std::fmt::Display;
use std::io::IoSlice;
use std::net::SocketAddr;
use std::sync::Arc;
use std::task::Waker;

/// See the module. Each call does what can be done at once; afterwards the socket sends what is queued and asks what is
/// wanted of it.
pub(crate) trait Protocol: Send {
    /// Takes all of what the socket gave, and runs what is in it and need not wait.
    fn receive(&mut self, bytes: &[u8]);

    /// The waker of this slot was woken: see [`Opening::wakers`].
    fn resume(&mut self, slot: u32);

    /// It is so late now, by the clock of [`Protocol::deadline_ns`].
    fn tick(&mut self, now_ns: u64);

    /// Is asked to end: the queue manager ends, or somebody stops it. How long that takes is its own to say.
    fn end(&mut self, how: Ending);

    /// The client is to connect elsewhere, if one of these connections is its own.
    fn leave(&mut self, leave: &Leave) {
        let _ = leave;
    }

    /// When [`Protocol::tick`] is wanted at the latest, monotonic nanoseconds; `None` when time changes nothing. Asked when
    /// what was queued has been sent as far as it goes, and 0 means at once.
    fn deadline_ns(&self) -> Option<u64>;

    /// Where the log is wanted durable since this was asked last; those who wait for it are woken.
    fn take_force_wanted(&mut self) -> Option<Lsn>;

    /// Bytes that wait to be sent.
    fn queued_bytes(&self) -> usize;

    /// The first pieces of what waits to be sent, in order: as many as there is room for, and at most so many bytes. Answers how
    /// many pieces.
    fn queued<'a>(&'a self, pieces: &mut [IoSlice<'a>], bytes_max: usize) -> usize;

    /// So many bytes of what waited were taken from the front.
    fn sent(&mut self, bytes: usize);

    /// False while the socket must not be read: the other end does not take what it is sent, or sends too much.
    fn wants_input(&self) -> bool;

    /// How far it has come.
    fn phase(&self) -> Phase;

    /// Who the other end is, as far as that is known.
    fn standing(&self) -> Standing;

    /// Seconds of silence after which TCP is to look whether the other end is there: 0 for never, `None` before that is
    /// known.
    fn keep_alive_s(&self) -> Option<u32>;
}

/// How far a protocol has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Running,
    /// It ends, and what has happened is still to be answered: all that waits for is the log.
    Ending,
    /// Nothing more will happen. What is queued is sent, then the socket is closed.
    Over {
        /// It was ended from here: the other end should be able to read the last words.
        has_last_words: bool,
    },
}

/// Who the other end of a socket is, as far as that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// It has not said what it wants.
    Unknown,
    /// It has, and has not logged on: the protocol says how long it may take for that.
    Named,
    /// About its log-on is decided, which takes no more of it.
    AwaitsVerdict,
    LoggedOn,
}

/// A protocol sockets may speak.
pub(crate) trait Opener: Send + Sync {
    /// What listeners know it by.
    fn name(&self) -> &'static str;

    /// How what is sent begins, as far as that tells it from others.
    fn first_bytes(&self) -> &'static [u8];

    /// Begins it on a socket.
    fn open(&self, opening: Opening<'_>) -> Box<dyn Protocol>;
}

/// What this end has made a connection for, until its protocol begins.
pub(crate) trait Caller: Send {
    /// What TLS begins with; `None` where both ends speak in plain.
    fn tls(&self) -> Option<&ClientTls>;

    /// Begins the protocol, with TLS when the handshake is done. `None` where the other end is not the one that is wanted.
    fn open(self: Box<Self>, opening: &Opening<'_>) -> Option<Box<dyn Protocol>>;

    /// There is no TLS with the other end. The operator is told so under this number.
    fn tls_failed(&mut self, entry: &'static Entry, failure: &dyn Display);

    /// The connection is gone before the protocol began.
    fn failed(&mut self);
}

/// A socket on which a protocol begins.
pub(crate) struct Opening<'a> {
    /// A number no other socket has.
    pub(crate) key: u64,
    /// The event loop that has it.
    pub(crate) loop_number: usize,
    pub(crate) address: SocketAddr,
    /// What the TLS handshake found; `None` on a plain socket.
    pub(crate) tls: Option<&'a ferromq_tls::Peer>,
    /// Makes the waker of a slot. Slots are the protocol's own numbers for what goes on by itself on one socket.
    pub(crate) wakers: Arc<dyn Fn(u32) -> Waker + Send + Sync>,
}

/// Begins the protocol of a socket, by the first bytes that came and what the TLS handshake found.
pub(crate) type Open<'a> = dyn Fn(&[u8], Option<&ferromq_tls::Peer>) -> Box<dyn Protocol> + 'a;

/// The protocols there are, in the order they are tried.
pub(crate) struct Protocols {
    first: Box<dyn Opener>,
    others: Vec<Box<dyn Opener>>,
}

impl Protocols {
    /// `first` is what is spoken where nobody can tell.
    pub(crate) fn new(first: Box<dyn Opener>, others: Vec<Box<dyn Opener>>) -> Self {
        Self { first, others }
    }

    /// The protocol of a socket: the `only` one its listener is for, or else the first that begins as `first_bytes` do, of
    /// which there may be a few only. Where none does it is the first of all: it says in its own form that it does not
    /// understand.
    pub(crate) fn choose(&self, only: Option<&str>, first_bytes: &[u8]) -> &dyn Opener {
        let is_meant = |one: &&dyn Opener| match only {
            Some(name) => one.name() == name,
            None => {
                let known = one.first_bytes().iter();
                known.zip(first_bytes).all(|(known, came)| known == came)
            }
        };
        let mut all = std::iter::once(&self.first)
            .chain(&self.others)
            .map(AsRef::as_ref);
        all.find(is_meant).unwrap_or(self.first.as_ref())
    }
}
