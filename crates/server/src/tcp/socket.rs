//! One socket: bytes between the network and a server connection, through TLS where the client wants it.

use crate::tcp::poll::Interest;
use crate::tcp::secure::NoTls;
use crate::tcp::strangers::Stranger;
use ferromq_binding::Errno;
use ferromq_channel::{ServerChannel, TlsPeer};
use ferromq_tls::{ServerTls, State, TlsError, TlsStream};
use rustix::net::{SendAncillaryBuffer, SendFlags, sendmsg};
use std::fmt;
use std::io::{self, IoSlice, Read};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::Instant;

/// Pieces handed to the kernel in one call.
const PIECES_MAX: usize = 64;
/// Ciphertext that may wait for the kernel before more is made.
const CIPHERTEXT_BYTES_MAX: usize = 256 * 1024;
/// Plaintext turned into records at once.
const PLAINTEXT_BYTES_AT_ONCE: usize = 64 * 1024;

/// What a read found.
#[derive(Debug)]
pub(crate) enum Taken {
    /// Bytes, which the channel has.
    Bytes,
    /// Nothing now, or nothing the channel has to know of yet.
    Nothing,
    /// The other end is gone.
    Gone,
    /// TLS failed, or there is none. What it has to say to the client was sent.
    TlsFailed(TlsFailure),
}

/// Why there is no TLS with a client that wants it.
#[derive(Debug)]
pub(crate) enum TlsFailure {
    /// It cannot be had at this queue manager.
    NotConfigured(NoTls),
    /// The handshake or the connection failed.
    Failed(TlsError),
}

impl fmt::Display for TlsFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotConfigured(why) => why.fmt(f),
            Self::Failed(error) => error.fmt(f),
        }
    }
}

/// How bytes travel.
enum Transport {
    /// The first ones tell.
    Unknown,
    Plain,
    Tls(Box<TlsStream>),
}

/// What a socket asks of its event loop while it takes bytes in.
pub(crate) struct Surroundings<'a> {
    /// Bytes are read into this.
    pub(crate) buffer: &'a mut [u8],
    /// And deciphered into this, which is empty.
    pub(crate) plaintext: &'a mut Vec<u8>,
    /// TLS as it is configured now; asked for once by a client that wants it.
    pub(crate) tls: &'a dyn Fn() -> Result<ServerTls, NoTls>,
    /// Makes the channel once it is known who the other end is.
    pub(crate) open: &'a dyn Fn(Option<&ferromq_tls::Peer>) -> ServerChannel,
}

/// See the module.
pub(crate) struct Socket {
    pub(crate) stream: TcpStream,
    pub(crate) address: SocketAddr,
    transport: Transport,
    /// There is none before the first byte, or before the end of the TLS handshake.
    pub(crate) channel: Option<ServerChannel>,
    /// Key among the channels of the edge.
    pub(crate) key: u64,
    /// Something may have to be sent, or what is watched may change.
    pub(crate) dirty: bool,
    pub(crate) watched: Interest,
    /// The earliest entry among the deadlines.
    pub(crate) alarm_ns: Option<u64>,
    pub(crate) accepted: Instant,
    /// Counts it until somebody has logged on.
    pub(crate) stranger: Option<Stranger>,
    /// TCP looks after it as its channel says.
    pub(crate) kept_alive: bool,
    /// Everything was said. It is closed when the other end has closed, or at this time.
    pub(crate) lingers_until_ns: Option<u64>,
    /// The kernel takes no more for now.
    full: bool,
}

impl Socket {
    pub(crate) fn new(
        stream: TcpStream,
        address: SocketAddr,
        stranger: Stranger,
        key: u64,
    ) -> Self {
        Self {
            stream,
            address,
            transport: Transport::Unknown,
            channel: None,
            key,
            dirty: false,
            watched: Interest {
                input: true,
                output: false,
            },
            alarm_ns: None,
            accepted: Instant::now(),
            stranger: Some(stranger),
            kept_alive: false,
            lingers_until_ns: None,
            full: false,
        }
    }

    /// Reads once and hands what came to the channel.
    pub(crate) fn take_in(&mut self, around: &mut Surroundings<'_>) -> Taken {
        let count = match self.stream.read(around.buffer) {
            Ok(0) => return Taken::Gone,
            Ok(count) => count,
            Err(error) => {
                return match error.kind() {
                    io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted => Taken::Nothing,
                    _ => Taken::Gone,
                };
            }
        };
        if matches!(self.transport, Transport::Unknown) {
            if ferromq_tls::begins_tls(&around.buffer[..count]) {
                match (around.tls)() {
                    Ok(tls) => self.transport = Transport::Tls(Box::new(TlsStream::server(&tls))),
                    Err(why) => return Taken::TlsFailed(TlsFailure::NotConfigured(why)),
                }
            } else {
                self.transport = Transport::Plain;
                self.channel = Some((around.open)(None));
            }
        }
        match &mut self.transport {
            Transport::Tls(tls) => {
                tls.feed(&around.buffer[..count]);
                self.decipher(around)
            }
            _ => {
                if let Some(channel) = &mut self.channel {
                    channel.receive(&around.buffer[..count]);
                }
                Taken::Bytes
            }
        }
    }

    fn decipher(&mut self, around: &mut Surroundings<'_>) -> Taken {
        let Transport::Tls(tls) = &mut self.transport else {
            return Taken::Nothing;
        };
        let read = tls.read_into(around.plaintext);
        if self.channel.is_none()
            && let Some(peer) = tls.peer()
        {
            self.channel = Some((around.open)(Some(peer)));
        }
        if let Some(channel) = &mut self.channel
            && !around.plaintext.is_empty()
        {
            channel.receive(around.plaintext);
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

    /// Of a socket nobody has logged on at: whether it may be closed for its age. One that has said which channel it wants
    /// has its time from that, unless there are too many; one about which is decided has done what there is to do.
    pub(crate) fn is_judged_by_age(&self, crowded: bool) -> bool {
        let Some(channel) = &self.channel else {
            return true;
        };
        !channel.awaits_verdict() && (crowded || channel.status().is_none())
    }

    /// The kernel takes bytes again.
    pub(crate) fn has_room(&mut self) {
        self.full = false;
    }

    /// Sends what is queued, as far as the kernel takes it. False when the other end is gone.
    pub(crate) fn send_queued(&mut self) -> bool {
        match self.transport {
            Transport::Unknown => true,
            Transport::Plain => self.send_plain(),
            Transport::Tls(_) => self.send_enciphered(),
        }
    }

    fn send_plain(&mut self) -> bool {
        let Some(channel) = &mut self.channel else {
            return true;
        };
        let mut sent_bytes = 0;
        let outbound = channel.outbound();
        while !self.full && !outbound.is_empty() {
            let mut pieces = [IoSlice::new(&[]); PIECES_MAX];
            let mut count = 0;
            let mut wanted = 0;
            for (piece, chunk) in pieces.iter_mut().zip(outbound.chunks()) {
                *piece = IoSlice::new(chunk);
                wanted += chunk.len();
                count += 1;
            }
            let no_descriptors = &mut SendAncillaryBuffer::default();
            match sendmsg(
                &self.stream,
                &pieces[..count],
                no_descriptors,
                SendFlags::NOSIGNAL,
            ) {
                Ok(sent) => {
                    outbound.advance(sent);
                    sent_bytes += sent;
                    self.full = sent < wanted;
                }
                Err(Errno::AGAIN) => self.full = true,
                Err(Errno::INTR) => {}
                Err(_) => return false,
            }
        }
        count_sent(channel, sent_bytes);
        true
    }

    fn send_enciphered(&mut self) -> bool {
        loop {
            let Transport::Tls(tls) = &mut self.transport else {
                return true;
            };
            let mut enciphered_bytes = 0;
            if let Some(channel) = &mut self.channel {
                let outbound = channel.outbound();
                while !outbound.is_empty() && tls.pending_ciphertext().len() < CIPHERTEXT_BYTES_MAX
                {
                    let mut parts: [&[u8]; PIECES_MAX] = [&[]; PIECES_MAX];
                    let mut count = 0;
                    let mut bytes = 0;
                    for (part, chunk) in parts.iter_mut().zip(outbound.chunks()) {
                        let room = PLAINTEXT_BYTES_AT_ONCE - bytes;
                        *part = &chunk[..chunk.len().min(room)];
                        bytes += part.len();
                        count += 1;
                        if bytes == PLAINTEXT_BYTES_AT_ONCE {
                            break;
                        }
                    }
                    if tls.write(&parts[..count]).is_err() {
                        return false;
                    }
                    outbound.advance(bytes);
                    enciphered_bytes += bytes;
                }
                count_sent(channel, enciphered_bytes);
            }
            if !self.send_ciphertext() {
                return false;
            }
            if self.full || enciphered_bytes == 0 {
                return true;
            }
        }
    }

    fn send_ciphertext(&mut self) -> bool {
        let Transport::Tls(tls) = &mut self.transport else {
            return true;
        };
        while !self.full && !tls.pending_ciphertext().is_empty() {
            match rustix::net::send(&self.stream, tls.pending_ciphertext(), SendFlags::NOSIGNAL) {
                Ok(sent) => tls.consume(sent),
                Err(Errno::AGAIN) => self.full = true,
                Err(Errno::INTR) => {}
                Err(_) => return false,
            }
        }
        true
    }

    /// True when everything is said: the socket can be closed.
    pub(crate) fn is_over(&mut self) -> bool {
        let unsent = match &self.transport {
            Transport::Tls(tls) => !tls.pending_ciphertext().is_empty(),
            _ => false,
        };
        let over = |channel: &mut ServerChannel| channel.is_over() && channel.outbound().is_empty();
        !unsent && self.channel.as_mut().is_some_and(over)
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
        let words = |channel: &ServerChannel| channel.has_last_words();
        self.channel.as_ref().is_some_and(words)
    }

    /// Says that nothing more comes. What the other end still sends is read and dropped until `until_ns`.
    pub(crate) fn linger(&mut self, until_ns: u64) {
        self.say_good_bye();
        // One that is gone is found by the next read.
        let _ = self.stream.shutdown(Shutdown::Write);
        self.channel = None;
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
        let wants = |channel: &ServerChannel| channel.wants_input() && !channel.is_over();
        Interest {
            input: self.channel.as_ref().is_none_or(wants),
            output: self.full,
        }
    }
}

fn count_sent(channel: &ServerChannel, bytes: usize) {
    if bytes > 0
        && let Some(status) = channel.status()
    {
        status.count_sent(bytes as u64);
    }
}

pub(crate) fn tls_peer(peer: &ferromq_tls::Peer) -> TlsPeer {
    let certificate = peer.certificate.as_ref();
    TlsPeer {
        cipher_spec: peer.cipher_spec.name.to_owned(),
        subject: certificate.map(|it| it.subject.to_string()),
        issuer: certificate.map(|it| it.issuer.to_string()),
    }
}
