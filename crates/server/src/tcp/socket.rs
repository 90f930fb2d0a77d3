//! One socket: bytes between the network and a protocol, through TLS where the other end wants it.

use crate::tcp::item::NewSocket;
use crate::tcp::protocol::{Caller, Open, Phase, Protocol, Standing};
use crate::tcp::secure::{Contexts, Made, NoTls};
use crate::tcp::unauthenticated::UnauthenticatedSocket;
use ferromq_base::gather::{PIECES_MAX, send_pieces};
use ferromq_base::poll::Interest;
use ferromq_binding::Errno;
use ferromq_mqi::generated::notices::{AMQ9616, AMQ9633, AMQ9638, AMQ9665};
use ferromq_mqi::notice::Notice as Entry;
use ferromq_tls::{State, TlsError, TlsStream};
use rustix::io::retry_on_intr;
use rustix::net::{RecvFlags, SendFlags, recv, send};
use std::fmt;
use std::io::{self, IoSlice, Read};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::Instant;

/// Ciphertext that may wait for the kernel before more is made.
const CIPHERTEXT_BYTES_MAX: usize = 256 * 1024;
/// Plaintext turned into records at once.
const PLAINTEXT_BYTES_AT_ONCE: usize = 64 * 1024;

/// Sent in one turn. Where the other end reads as fast as this one sends, the kernel never has enough: a long message would keep the
/// thread from its other sockets for as long as all of it takes.
const SENT_BYTES_PER_TURN: usize = 2 << 20;

/// How long the last words, enciphered, may wait for the other end to take some of them.
const FAREWELL_NS: u64 = 10_000_000_000;

/// Last words the kernel does not take.
struct Farewell {
    /// So many bytes of ciphertext are left.
    unsent_bytes: usize,
    /// They are given up at this time, unless some are taken before.
    until_ns: u64,
}

/// What a read found.
#[derive(Debug)]
pub(crate) enum Taken {
    /// Bytes, which the protocol has.
    Bytes,
    /// Nothing now.
    Nothing,
    /// It is not read before there is TLS.
    AwaitsTls,
    /// The other end is gone.
    Gone,
    /// TLS failed, or there is none. What it has to say to the client was sent.
    TlsFailed(TlsFailure),
}

/// Why there is no TLS with a client that wants it.
#[derive(Debug)]
pub(crate) enum TlsFailure {
    /// It cannot be had at this queue manager.
    NotConfigured(Arc<NoTls>),
    /// The handshake or the connection failed.
    Failed(TlsError),
    /// The other end closed the connection, at this time.
    Closed(&'static str),
}

impl TlsFailure {
    /// The number operators are told it under.
    pub(crate) fn entry(&self) -> &'static Entry {
        match self {
            Self::NotConfigured(why) => why.entry(),
            Self::Failed(TlsError::Version | TlsError::CipherSpec) => &AMQ9616,
            Self::Failed(TlsError::Certificate { .. }) => &AMQ9633,
            Self::Failed(TlsError::Alert { .. }) | Self::Closed(_) => &AMQ9665,
            Self::Failed(_) => &AMQ9638,
        }
    }
}

impl fmt::Display for TlsFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotConfigured(why) => why.fmt(f),
            Self::Failed(error) => error.fmt(f),
            Self::Closed(when) => write!(f, "it did so {when}; its log may say why"),
        }
    }
}

/// How bytes travel.
enum Transport {
    /// The first ones tell.
    Unknown,
    Plain,
    /// The other end wants TLS, which is not there yet. What it has sent.
    AwaitsTls(Vec<u8>),
    Tls(Box<TlsStream>),
}

/// Begins the agent of a channel, with what the TLS handshake found. `None` where the other end is somebody else.
pub(crate) type Call<'a> =
    dyn Fn(Box<dyn Caller>, Option<&ferromq_tls::Peer>) -> Option<Box<dyn Protocol>> + 'a;

/// What a socket asks of its event loop while it takes bytes in.
pub(crate) struct Surroundings<'a> {
    /// Bytes are read into this.
    pub(crate) buffer: &'a mut [u8],
    /// And deciphered into this, which is empty.
    pub(crate) plaintext: &'a mut Vec<u8>,
    /// TLS as it is configured now; asked for once by a client that wants it. It is told where it has to wait.
    pub(crate) tls: &'a dyn Fn() -> Result<Contexts, NoTls>,
    /// Begins the protocol that begins with these bytes.
    pub(crate) open: &'a Open<'a>,
    /// Begins the agent of a channel this end has connected for.
    pub(crate) call: &'a Call<'a>,
}

/// See the module.
pub(crate) struct Socket {
    pub(crate) stream: TcpStream,
    pub(crate) address: SocketAddr,
    transport: Transport,
    /// There is none before the first byte; with TLS, the first one inside.
    pub(crate) protocol: Option<Box<dyn Protocol>>,
    /// The protocol its listener is for; `None` for any.
    pub(crate) only: Option<&'static str>,
    /// What this end has made the connection for, until its protocol begins.
    pub(crate) calling: Option<Box<dyn Caller>>,
    /// Key among the channels of the edge.
    pub(crate) key: u64,
    /// Something may have to be sent, or what is watched may change.
    pub(crate) dirty: bool,
    pub(crate) watched: Interest,
    /// Its entry among the deadlines.
    pub(crate) alarm_ns: Option<u64>,
    pub(crate) accepted: Instant,
    /// Counts it until somebody has logged on.
    pub(crate) unauthenticated: Option<UnauthenticatedSocket>,
    /// TCP looks after it as its protocol says.
    pub(crate) kept_alive: bool,
    /// Everything was said. It is closed when the other end has closed, or at this time.
    pub(crate) lingers_until_ns: Option<u64>,
    farewell: Option<Farewell>,
    /// The kernel takes no more for now.
    full: bool,
    /// The other end sends no more: the last read finds nothing.
    pub(crate) ended: bool,
    /// There may be something to read of which the kernel does not tell again.
    pub(crate) has_more: bool,
    /// It is among those that are read without being asked for.
    pub(crate) is_listed: bool,
}

impl Socket {
    pub(crate) fn new(new: NewSocket) -> Self {
        let NewSocket {
            stream,
            key,
            address,
            unauthenticated,
            protocol: only,
            calling,
        } = new;
        Self {
            stream,
            address,
            transport: Transport::Unknown,
            protocol: None,
            only,
            calling,
            key,
            dirty: false,
            watched: Interest::INPUT_EDGE,
            alarm_ns: None,
            accepted: Instant::now(),
            unauthenticated,
            kept_alive: false,
            lingers_until_ns: None,
            farewell: None,
            full: false,
            ended: false,
            has_more: false,
            is_listed: false,
        }
    }

    /// This end has made the connection, and begins: with TLS, or at once with the agent.
    pub(crate) fn call(&mut self, around: &Surroundings<'_>) -> Taken {
        match self.calling.as_ref().and_then(|calling| calling.tls()) {
            Some(tls) => match TlsStream::client(tls) {
                Ok(stream) => {
                    self.transport = Transport::Tls(Box::new(stream));
                    Taken::Bytes
                }
                Err(error) => Taken::TlsFailed(TlsFailure::Failed(error)),
            },
            None => {
                self.transport = Transport::Plain;
                self.begin_agent(around)
            }
        }
    }

    /// Both ends have come so far that the agent begins.
    fn begin_agent(&mut self, around: &Surroundings<'_>) -> Taken {
        let peer = match &self.transport {
            Transport::Tls(tls) => tls.peer(),
            _ => None,
        };
        if let Some(calling) = self.calling.take() {
            self.protocol = (around.call)(calling, peer);
            if self.protocol.is_none() {
                return Taken::Gone;
            }
        }
        Taken::Bytes
    }

    /// Reads once and hands what came to the protocol.
    pub(crate) fn take_in(&mut self, around: &mut Surroundings<'_>) -> Taken {
        if self.awaits_tls() {
            return Taken::AwaitsTls;
        }
        let received =
            retry_on_intr(|| recv(&self.stream, &mut *around.buffer, RecvFlags::empty()));
        let count = match received {
            Ok((_, 0)) => return Taken::Gone,
            Ok((_, count)) => count,
            Err(Errno::AGAIN) => {
                self.has_more = false;
                return Taken::Nothing;
            }
            Err(_) => return Taken::Gone,
        };
        // A read that leaves room in the buffer has taken everything.
        self.has_more = self.ended || count == around.buffer.len();
        if matches!(self.transport, Transport::Unknown) {
            let bytes = &around.buffer[..count];
            self.transport = if ferromq_tls::begins_tls(bytes) {
                match (around.tls)() {
                    Ok(Contexts::Made(tls)) => Transport::Tls(Box::new(TlsStream::server(&tls))),
                    Ok(Contexts::BeingMade) => {
                        self.transport = Transport::AwaitsTls(bytes.to_vec());
                        return Taken::AwaitsTls;
                    }
                    Err(why) => return Taken::TlsFailed(TlsFailure::NotConfigured(why.into())),
                }
            } else {
                Transport::Plain
            };
        }
        let Transport::Tls(tls) = &mut self.transport else {
            let bytes = &around.buffer[..count];
            let protocol = self
                .protocol
                .get_or_insert_with(|| (around.open)(bytes, None));
            protocol.receive(bytes);
            return Taken::Bytes;
        };
        tls.feed(&around.buffer[..count]);
        self.decipher(around)
    }

    /// There is TLS for a client that waited for it, or none.
    pub(crate) fn begin_tls(&mut self, made: Made, around: &mut Surroundings<'_>) -> Taken {
        let Transport::AwaitsTls(bytes) = &mut self.transport else {
            return Taken::Nothing;
        };
        let bytes = std::mem::take(bytes);
        match made {
            Ok(tls) => {
                let mut stream = TlsStream::server(&tls);
                stream.feed(&bytes);
                self.transport = Transport::Tls(Box::new(stream));
                self.decipher(around)
            }
            Err(why) => Taken::TlsFailed(TlsFailure::NotConfigured(why)),
        }
    }

    /// The channel the other end named before the TLS handshake.
    pub(crate) fn named_channel(&self) -> Option<&str> {
        let Transport::Tls(tls) = &self.transport else {
            return None;
        };
        match tls.peer() {
            Some(peer) => peer.named_channel.as_deref(),
            None => tls.named_channel(),
        }
    }

    /// Whether somebody has called, and the handshake is done and nothing else.
    pub(crate) fn has_only_tls(&self) -> bool {
        let is_done = matches!(&self.transport, Transport::Tls(tls) if tls.peer().is_some());
        is_done
            && self.protocol.is_none()
            && self.calling.is_none()
            && self.unauthenticated.is_some()
    }

    /// Whether it waits for TLS.
    pub(crate) fn awaits_tls(&self) -> bool {
        matches!(self.transport, Transport::AwaitsTls(_))
    }

    fn decipher(&mut self, around: &mut Surroundings<'_>) -> Taken {
        let Transport::Tls(tls) = &mut self.transport else {
            return Taken::Nothing;
        };
        let read = tls.read_into(around.plaintext);
        if self.calling.is_some()
            && matches!(read, Ok(State::Open))
            && let Taken::Gone = self.begin_agent(around)
        {
            return Taken::Gone;
        }
        let Transport::Tls(tls) = &mut self.transport else {
            return Taken::Nothing;
        };
        if !around.plaintext.is_empty() {
            let bytes = &around.plaintext[..];
            let open = || (around.open)(bytes, tls.peer());
            self.protocol.get_or_insert_with(open).receive(bytes);
        }
        around.plaintext.clear();
        match read {
            Ok(State::Handshake | State::Open) => Taken::Bytes,
            Ok(State::PeerClosed | State::Ended) | Err(TlsError::Ended) => Taken::Gone,
            Err(error) => {
                // The client is told by an alert, if it takes it at once.
                let _ = self.send_ciphertext();
                Taken::TlsFailed(TlsFailure::Failed(error))
            }
        }
    }

    /// Whether the socket may be closed because it is old, as long as nobody has logged on. Before the other end has said what it
    /// wants, it may. After that its protocol has a time limit of its own, which is used unless there are too many such sockets
    /// (`crowded`). While a log-on is being decided about it may not: the other end has done its part.
    pub(crate) fn is_bound_by_age(&self, crowded: bool) -> bool {
        let standing = self.protocol.as_ref().map(|protocol| protocol.standing());
        match standing.unwrap_or(Standing::Unknown) {
            Standing::Unknown => true,
            Standing::Named => crowded,
            Standing::AwaitsVerdict | Standing::LoggedOn => false,
        }
    }

    /// The kernel takes bytes again.
    pub(crate) fn has_room(&mut self) {
        self.full = false;
    }

    /// Sends what is queued, as far as the kernel takes it and a turn goes: [`Self::has_unsent`] tells of the rest. False when the other
    /// end is gone.
    pub(crate) fn send_queued(&mut self) -> bool {
        match self.transport {
            Transport::Unknown | Transport::AwaitsTls(_) => true,
            Transport::Plain => self.send_plain(),
            Transport::Tls(_) => self.send_enciphered(),
        }
    }

    fn send_plain(&mut self) -> bool {
        let Some(protocol) = &mut self.protocol else {
            return true;
        };
        let mut left = SENT_BYTES_PER_TURN;
        while !self.full && left > 0 && protocol.queued_bytes() > 0 {
            let mut pieces = [IoSlice::new(&[]); PIECES_MAX];
            let count = protocol.queued(&mut pieces, left);
            let pieces = &pieces[..count];
            let wanted: usize = pieces.iter().map(|piece| piece.len()).sum();
            match send_pieces(&self.stream, pieces, SendFlags::NOSIGNAL) {
                Ok(sent) => {
                    protocol.sent(sent);
                    self.full = sent < wanted;
                    left -= sent;
                }
                Err(Errno::AGAIN) => self.full = true,
                Err(Errno::INTR) => {}
                Err(_) => return false,
            }
        }
        true
    }

    fn send_enciphered(&mut self) -> bool {
        // Each time round at most so much is made.
        for _ in 0..SENT_BYTES_PER_TURN / CIPHERTEXT_BYTES_MAX {
            let enciphered = match &mut self.transport {
                Transport::Tls(tls) => match &mut self.protocol {
                    Some(protocol) => encipher(tls, protocol.as_mut()),
                    None => Ok(false),
                },
                _ => return true,
            };
            let Ok(more) = enciphered else {
                return false;
            };
            if !self.send_ciphertext() {
                return false;
            }
            if self.full || !more {
                break;
            }
        }
        true
    }

    /// Whether there is more to send, which the kernel may take at once.
    pub(crate) fn has_unsent(&self) -> bool {
        let queued = |protocol: &dyn Protocol| protocol.queued_bytes() > 0;
        let queued = self.protocol.as_deref().is_some_and(queued);
        let unsent = match &self.transport {
            Transport::Unknown | Transport::AwaitsTls(_) => false,
            Transport::Plain => queued,
            Transport::Tls(tls) => queued || !tls.pending_ciphertext().is_empty(),
        };
        unsent && !self.full
    }

    fn send_ciphertext(&mut self) -> bool {
        let Transport::Tls(tls) = &mut self.transport else {
            return true;
        };
        while !self.full && !tls.pending_ciphertext().is_empty() {
            match send(&self.stream, tls.pending_ciphertext(), SendFlags::NOSIGNAL) {
                Ok(sent) => tls.consume(sent),
                Err(Errno::AGAIN) => self.full = true,
                Err(Errno::INTR) => {}
                Err(_) => return false,
            }
        }
        true
    }

    /// True when everything is said: the socket can be closed.
    pub(crate) fn is_over(&self) -> bool {
        let unsent = match &self.transport {
            Transport::Tls(tls) => !tls.pending_ciphertext().is_empty(),
            _ => false,
        };
        let over = |protocol: &dyn Protocol| {
            matches!(protocol.phase(), Phase::Over { .. }) && protocol.queued_bytes() == 0
        };
        !unsent && self.protocol.as_deref().is_some_and(over)
    }

    /// When it wants to be looked at. A protocol that is over gives up what it has queued, but knows nothing of what is enciphered
    /// already: that has a time of its own, or the socket of one who reads no more would stay.
    pub(crate) fn deadline_ns(&mut self, now_ns: impl FnOnce() -> u64) -> Option<u64> {
        let protocol = self.protocol.as_deref()?;
        let deadline_ns = protocol.deadline_ns();
        let unsent_bytes = match &self.transport {
            Transport::Tls(tls) => tls.pending_ciphertext().len(),
            _ => 0,
        };
        let is_over = || matches!(protocol.phase(), Phase::Over { .. });
        if unsent_bytes == 0 || protocol.queued_bytes() > 0 || !is_over() {
            return deadline_ns;
        }
        let same = |farewell: &&Farewell| farewell.unsent_bytes == unsent_bytes;
        let until_ns = match self.farewell.as_ref().filter(same) {
            Some(farewell) => farewell.until_ns,
            None => now_ns().saturating_add(FAREWELL_NS),
        };
        self.farewell = Some(Farewell {
            unsent_bytes,
            until_ns,
        });
        Some(deadline_ns.map_or(until_ns, |deadline_ns| deadline_ns.min(until_ns)))
    }

    /// Whether its last words have waited long enough.
    pub(crate) fn is_farewell_late(&self, now_ns: u64) -> bool {
        let farewell = self.farewell.as_ref();
        farewell.is_some_and(|farewell| farewell.until_ns <= now_ns)
    }

    /// Whether its protocol is over, and the other end does not take the last words.
    pub(crate) fn is_stuck_over(&self) -> bool {
        let over = |protocol: &dyn Protocol| matches!(protocol.phase(), Phase::Over { .. });
        self.full && self.protocol.as_deref().is_some_and(over)
    }

    /// Says good-bye in the way of TLS, as far as the kernel takes it at once.
    pub(crate) fn say_good_bye(&mut self) {
        if let Transport::Tls(tls) = &mut self.transport {
            tls.close();
            let _ = self.send_ciphertext();
        }
    }

    /// True when the last words were sent from here: closed now, with bytes of the client unread, the kernel would
    /// reset the connection, which takes answers from the client that it has not read yet.
    pub(crate) fn has_last_words(&self) -> bool {
        let phase = self.protocol.as_ref().map(|protocol| protocol.phase());
        matches!(
            phase,
            Some(Phase::Over {
                has_last_words: true
            })
        )
    }

    /// Says that nothing more comes. What the other end still sends is read and dropped until `until_ns`.
    pub(crate) fn linger(&mut self, until_ns: u64) {
        self.say_good_bye();
        // One that is gone is found by the next read.
        let _ = self.stream.shutdown(Shutdown::Write);
        self.protocol = None;
        self.lingers_until_ns = Some(until_ns);
    }

    /// Drops what the other end sent behind the last words. False when it has closed, too.
    pub(crate) fn drop_input(&mut self, buffer: &mut [u8]) -> bool {
        match self.stream.read(buffer) {
            Ok(count) => count > 0,
            Err(error) => matches!(
                error.kind(),
                io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted
            ),
        }
    }

    /// What is to be watched from now on.
    pub(crate) fn interest(&self) -> Interest {
        Interest {
            input: !self.awaits_tls() && self.protocol.as_ref().is_none_or(|it| it.wants_input()),
            output: self.full,
            // What comes behind the last words is read a piece at a time.
            edge: self.lingers_until_ns.is_none(),
        }
    }
}

/// Turns what waits into records, as far as that is worth it before the kernel takes some. False when nothing waited.
fn encipher(tls: &mut TlsStream, protocol: &mut dyn Protocol) -> Result<bool, TlsError> {
    let mut any = false;
    while protocol.queued_bytes() > 0 && tls.pending_ciphertext().len() < CIPHERTEXT_BYTES_MAX {
        let mut pieces = [IoSlice::new(&[]); PIECES_MAX];
        let count = protocol.queued(&mut pieces, PLAINTEXT_BYTES_AT_ONCE);
        let mut parts: [&[u8]; PIECES_MAX] = [&[]; PIECES_MAX];
        let mut bytes = 0;
        for (part, piece) in parts.iter_mut().zip(&pieces[..count]) {
            *part = piece;
            bytes += piece.len();
        }
        tls.write(&parts[..count])?;
        protocol.sent(bytes);
        any = true;
    }
    Ok(any)
}
