//! One TLS connection, without its socket.

use std::cell::RefCell;
use std::fmt;

use openssl::ssl::{Error, ErrorCode, Ssl, SslContextRef, SslStream};

use crate::client::ClientTls;
use crate::context::BAD_CERTIFICATE;
use crate::error::TlsError;
use crate::hello::{FirstMessage, Hello, RECORD_HEADER_BYTES, begins_tls, record_bytes};
use crate::peer::{self, Peer};
use crate::server::ServerTls;
use crate::transport::Transport;

/// The most plaintext in one record.
pub const RECORD_PLAINTEXT_BYTES_MAX: usize = 1 << 14;

/// What a record has beside its plaintext: header, tag, and for some suites an explicit vector and padding.
const RECORD_OVERHEAD_BYTES: usize = 96;

/// How far a connection is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The handshake goes on.
    Handshake,
    /// Plaintext flows both ways.
    Open,
    /// The partner has said that it sends no more.
    PeerClosed,
    /// It failed, or this end closed it.
    Ended,
}

/// One TLS connection as a state machine: ciphertext in, plaintext out, and the other way round. Whoever has the
/// socket gives what arrives to [`TlsStream::feed`], takes plaintext with [`TlsStream::read_into`], and after every
/// call sends [`TlsStream::pending_ciphertext`]: a handshake has something to send while it reads.
pub struct TlsStream {
    session: Session,
    state: State,
    peer: Option<Peer>,
    named_channel: Option<String>,
    shown_label: Option<String>,
}

enum Session {
    /// At the server, until the first message of the client is there.
    Waiting(ServerTls, Transport, FirstMessage),
    Begun(Box<SslStream<Transport>>),
}

thread_local! {
    /// Where small parts are brought together for a record; one for all connections of a thread.
    static RECORD: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

impl TlsStream {
    /// The server's end of a new connection. OpenSSL has no part in it before the first message of the client is
    /// there, so a connection that sends nothing costs next to nothing.
    pub fn server(config: &ServerTls) -> TlsStream {
        TlsStream {
            session: Session::Waiting(
                config.clone(),
                Transport::default(),
                FirstMessage::default(),
            ),
            state: State::Handshake,
            peer: None,
            named_channel: None,
            shown_label: None,
        }
    }

    /// The client's end of a new connection. Its first message is in [`TlsStream::pending_ciphertext`].
    ///
    /// # Errors
    /// OpenSSL cannot begin, for want of memory.
    pub fn client(config: &ClientTls) -> Result<TlsStream, TlsError> {
        let mut session = session(config.context(), Transport::default(), config.host())?;
        let begun = session.connect();
        let mut stream = TlsStream {
            session: Session::Begun(Box::new(session)),
            state: State::Handshake,
            peer: None,
            named_channel: None,
            shown_label: config.label().map(str::to_owned),
        };
        stream.handshake_went(begun)?;
        Ok(stream)
    }

    /// How far the connection is.
    pub fn state(&self) -> State {
        self.state
    }

    /// What was agreed and who the partner is, once the handshake is done.
    pub fn peer(&self) -> Option<&Peer> {
        self.peer.as_ref()
    }

    /// At the server: the channel the partner named before the handshake, as soon as its first message is there. It may be none that
    /// exists.
    pub fn named_channel(&self) -> Option<&str> {
        self.named_channel.as_deref()
    }

    /// Takes ciphertext that arrived. [`TlsStream::read_into`] is to follow before more is fed, or it piles up.
    pub fn feed(&mut self, ciphertext: &[u8]) {
        self.transport_mut().incoming.append(ciphertext);
    }

    /// The same without a copy: `receive` appends ciphertext to the buffer it gets, which has room for `room_bytes`
    /// more, and must leave alone what is in it.
    pub fn feed_with<T>(
        &mut self,
        room_bytes: usize,
        receive: impl FnOnce(&mut Vec<u8>) -> T,
    ) -> T {
        self.transport_mut()
            .incoming
            .append_with(room_bytes, receive)
    }

    /// Appends all plaintext there is to `plaintext`, or goes on with the handshake.
    ///
    /// # Errors
    /// The connection has failed. What was appended before is good. Every later call answers [`TlsError::Ended`].
    pub fn read_into(&mut self, plaintext: &mut Vec<u8>) -> Result<State, TlsError> {
        match self.state {
            State::Handshake => self.handshake()?,
            State::Open => {}
            State::PeerClosed => return Ok(State::PeerClosed),
            State::Ended => return Err(TlsError::Ended),
        }
        while self.state == State::Open && self.read_record(plaintext)? {}
        Ok(self.state)
    }

    /// Encrypts plaintext. Parts are brought together: all that fits goes into one record.
    ///
    /// # Errors
    /// The handshake is not done, or the connection has ended.
    pub fn write(&mut self, parts: &[&[u8]]) -> Result<(), TlsError> {
        match (self.state, &mut self.session) {
            (State::Open | State::PeerClosed, Session::Begun(session)) => {
                let result = RECORD.with_borrow_mut(|record| write_parts(session, parts, record));
                result.map_err(|error| self.failed(&error))
            }
            (State::Ended, _) => Err(TlsError::Ended),
            _ => Err(TlsError::NotOpen),
        }
    }

    /// Ciphertext to be sent.
    pub fn pending_ciphertext(&self) -> &[u8] {
        self.transport().outgoing.bytes()
    }

    /// Forgets ciphertext that was sent, from the start.
    pub fn consume(&mut self, count: usize) {
        self.transport_mut().outgoing.consume(count);
    }

    /// Tells the partner that nothing more comes. What is in [`TlsStream::pending_ciphertext`] is to be sent before
    /// the socket is closed.
    pub fn close(&mut self) {
        if let (State::Open | State::PeerClosed, Session::Begun(session)) =
            (self.state, &mut self.session)
        {
            // There is nothing to do about a failure: the socket is closed next.
            let _ = session.shutdown();
        }
        self.state = State::Ended;
    }

    fn transport(&self) -> &Transport {
        match &self.session {
            Session::Waiting(_, transport, _) => transport,
            Session::Begun(session) => session.get_ref(),
        }
    }

    fn transport_mut(&mut self) -> &mut Transport {
        match &mut self.session {
            Session::Waiting(_, transport, _) => transport,
            Session::Begun(session) => session.get_mut(),
        }
    }

    fn handshake(&mut self) -> Result<(), TlsError> {
        if matches!(self.session, Session::Waiting(..)) {
            self.begin()?;
        }
        if let Session::Begun(session) = &mut self.session {
            if session.get_mut().offer() == 0 {
                return Ok(());
            }
            BAD_CERTIFICATE.take();
            let went = session.do_handshake();
            self.handshake_went(went)?;
        }
        Ok(())
    }

    /// At the server: chooses the context as soon as the first message is there.
    fn begin(&mut self) -> Result<(), TlsError> {
        let Session::Waiting(config, transport, first_message) = &mut self.session else {
            return Ok(());
        };
        let received = transport.incoming.bytes();
        if !received.is_empty() && !begins_tls(received) {
            let first = received[..received.len().min(8)].to_vec();
            self.state = State::Ended;
            return Err(TlsError::NotTls { first });
        }
        let host = match first_message.read(received) {
            Hello::Part => return Ok(()),
            Hello::Whole(host) => host,
            Hello::Odd => None,
        };
        let (entry, channel) = config.choose(host.as_deref());
        self.shown_label = Some(entry.label.clone());
        self.named_channel = channel;
        let context = entry.context.clone();
        let mut session = session(&context, std::mem::take(transport), None)?;
        session.get_mut().offer();
        BAD_CERTIFICATE.take();
        let went = session.accept();
        self.session = Session::Begun(Box::new(session));
        self.handshake_went(went)
    }

    fn handshake_went(&mut self, went: Result<(), Error>) -> Result<(), TlsError> {
        match went {
            Ok(()) => {
                let Session::Begun(session) = &self.session else {
                    return Ok(());
                };
                let (channel, label) = (self.named_channel.take(), self.shown_label.take());
                let agreed = peer::agreed(session.ssl(), channel, label)
                    .inspect_err(|_| self.state = State::Ended)?;
                self.peer = Some(agreed);
                self.state = State::Open;
                Ok(())
            }
            Err(error) if error.code() == ErrorCode::WANT_READ => Ok(()),
            Err(error) => Err(self.failed(&error)),
        }
    }

    /// Reads one record, if a whole one is there. `false`: there is none, or the partner has closed.
    fn read_record(&mut self, plaintext: &mut Vec<u8>) -> Result<bool, TlsError> {
        let Session::Begun(session) = &mut self.session else {
            return Ok(false);
        };
        let transport = session.get_mut();
        transport.offer();
        let next = match record_bytes(transport.incoming.bytes()) {
            Some(whole) => whole.saturating_sub(RECORD_HEADER_BYTES).max(1),
            None => 0,
        };
        // Plaintext is never longer than the record it comes from. What is left of one that was longer than the
        // record a call began with, comes first.
        let room = next.max(session.ssl().pending());
        if room == 0 {
            return Ok(false);
        }
        let before = plaintext.len();
        plaintext.resize(before + room, 0);
        let result = session.ssl_read(&mut plaintext[before..]);
        plaintext.truncate(before + *result.as_ref().unwrap_or(&0));
        match result {
            Ok(_) => Ok(true),
            Err(error) if error.code() == ErrorCode::WANT_READ => Ok(false),
            Err(error) if error.code() == ErrorCode::ZERO_RETURN => {
                self.state = State::PeerClosed;
                Ok(false)
            }
            Err(error) => Err(self.failed(&error)),
        }
    }

    fn failed(&mut self, error: &Error) -> TlsError {
        self.state = State::Ended;
        let bad = BAD_CERTIFICATE.take();
        TlsError::of(error.ssl_error(), bad)
    }
}

fn session(
    context: &SslContextRef,
    transport: Transport,
    host: Option<&str>,
) -> Result<SslStream<Transport>, TlsError> {
    let begin = || {
        let mut ssl = Ssl::new(context)?;
        if let Some(host) = host {
            ssl.set_hostname(host)?;
        }
        SslStream::new(ssl, transport)
    };
    begin().map_err(|stack| TlsError::of(Some(&stack), None))
}

/// Writes parts as few records. Only parts that share a record are copied.
fn write_parts(
    session: &mut SslStream<Transport>,
    parts: &[&[u8]],
    record: &mut Vec<u8>,
) -> Result<(), Error> {
    let total: usize = parts.iter().map(|part| part.len()).sum();
    let records = total.div_ceil(RECORD_PLAINTEXT_BYTES_MAX);
    let outgoing = &mut session.get_mut().outgoing;
    outgoing.reserve(total + records * RECORD_OVERHEAD_BYTES);
    record.clear();
    let mut left = total;
    for part in parts {
        let mut part = *part;
        left -= part.len();
        if record.is_empty() {
            // The last part needs no company; of another, whole records are written as they lie.
            let alone = match left {
                0 => part.len(),
                _ => part.len() - part.len() % RECORD_PLAINTEXT_BYTES_MAX,
            };
            write_all(session, &part[..alone])?;
            part = &part[alone..];
        }
        while !part.is_empty() {
            let fits = part.len().min(RECORD_PLAINTEXT_BYTES_MAX - record.len());
            record.extend_from_slice(&part[..fits]);
            part = &part[fits..];
            if record.len() == RECORD_PLAINTEXT_BYTES_MAX {
                write_all(session, record)?;
                record.clear();
            }
        }
    }
    write_all(session, record)
}

fn write_all(session: &mut SslStream<Transport>, mut bytes: &[u8]) -> Result<(), Error> {
    while !bytes.is_empty() {
        let written = session.ssl_write(bytes)?;
        bytes = &bytes[written..];
    }
    Ok(())
}

impl fmt::Debug for TlsStream {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("TlsStream")
            .field("state", &self.state)
            .field("peer", &self.peer)
            .field("waiting", &self.transport().incoming.bytes().len())
            .field("pending", &self.pending_ciphertext().len())
            .finish()
    }
}
