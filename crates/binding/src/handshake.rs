//! How a connection comes to be: a hello, an answer with two descriptors, and then silence on the socket.
//!
//! The server never blocks on a client here: it reads what is there and comes back when there is more. The
//! number of pending handshakes and their age are bounded by the owner of the service loop.

use std::fmt;
use std::io::{IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ferromq_base::poll::Watching;
use rustix::event::EventfdFlags;
use rustix::io::Errno;
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags,
};

use zeroize::Zeroizing;

use crate::error::{ConnectError, HandshakeError};
use crate::layout::{
    CLIENT_PID_AT, CLIENT_START_TICKS_AT, FRAME_BYTES_MAX_AT, HEADER_BYTES, HEADER_BYTES_AT,
    MAGIC_AT, REGION_BYTES_AT, REGION_MAGIC, REGION_VERSION, REPLY_CAPACITY_AT, REPLY_DATA_AT,
    REQUEST_CAPACITY_AT, REQUEST_DATA_AT, RING_BYTES_REQUESTED_MAX, RegionSizes, SERVER_PID_AT,
    SERVER_START_TICKS_AT, VERSION_AT,
};
use crate::peer::{Peer, StoppedProcess, own_pid, start_ticks_of};
use crate::region::Region;
use crate::server::ServerEndpoint;

/// Largest opaque part of a hello or of its answer, in bytes.
pub const HELLO_BYTES_MAX: usize = 16 * 1024;

const HELLO_MAGIC: [u8; 8] = *b"FMQHELLO";
const ANSWER_MAGIC: [u8; 8] = *b"FMQANSWR";
const HELLO_HEADER_BYTES: usize = 24;
const ANSWER_HEADER_BYTES: usize = 40;

const VERDICT_ACCEPTED: u32 = 0;
const VERDICT_REFUSED: u32 = 1;
const VERDICT_VERSION: u32 = 2;

/// What a client says first.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Hello {
    /// Bytes for the layers above, at most [`HELLO_BYTES_MAX`]. They may hold a password, so they are wiped when they
    /// are dropped and never printed.
    pub opaque: Zeroizing<Vec<u8>>,
    /// Request ring the client would like, in bytes; 0 leaves it to the server.
    pub request_ring_bytes: u32,
    /// Reply ring the client would like, in bytes; 0 leaves it to the server.
    pub reply_ring_bytes: u32,
}

impl fmt::Debug for Hello {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hello")
            .field("opaque_bytes", &self.opaque.len())
            .finish_non_exhaustive()
    }
}

/// A connection that has not said hello yet, or was not answered yet. Dropping it hangs up.
#[derive(Debug)]
pub struct Handshake {
    socket: UnixStream,
    peer: Peer,
    /// What has arrived, until the hello is complete.
    read: Received,
    hello: Option<Hello>,
    since: Instant,
    watched_by: Option<Watching>,
}

impl Handshake {
    /// Takes over a socket that was just accepted and does not block.
    pub(crate) fn new(socket: UnixStream) -> Result<Handshake, HandshakeError> {
        let peer = Peer::of_socket(&socket).map_err(HandshakeError::System)?;
        Ok(Handshake {
            socket,
            peer,
            read: Received::default(),
            hello: None,
            since: Instant::now(),
            watched_by: None,
        })
    }

    /// Who connected.
    pub fn peer(&self) -> &Peer {
        &self.peer
    }

    /// How long the client has been connected without an answer.
    pub fn age(&self) -> Duration {
        self.since.elapsed()
    }

    pub(crate) fn set_watched(&mut self, watching: Watching) {
        self.watched_by = Some(watching);
    }

    /// Takes the socket out of its poller: nothing more of it is reported. It lives on in the connection, which
    /// may belong to another thread.
    pub fn unwatch(&mut self) {
        if let Some(watching) = self.watched_by.take() {
            watching.unwatch(&self.socket);
        }
    }

    /// Reads what has arrived. `Some` once the hello is complete, and on every call after that.
    ///
    /// # Errors
    /// Every error means: drop this handshake.
    pub fn advance(&mut self) -> Result<Option<&Hello>, HandshakeError> {
        while self.hello.is_none() {
            let wanted_bytes = self.wanted_bytes()?;
            if wanted_bytes == 0 {
                self.hello = Some(self.decode());
                self.read = Received::default();
                break;
            }
            let read = &mut self.read.0;
            let at = read.len();
            // The rest is asked for as a whole, so that what has arrived of it is never moved and left behind.
            read.resize(at + wanted_bytes, 0);
            let received = rustix::net::recv(
                &self.socket,
                read.get_mut(at..).unwrap_or_default(),
                RecvFlags::DONTWAIT,
            );
            let bytes = received.as_ref().map_or(0, |(bytes, _)| *bytes);
            read.truncate(at + bytes);
            match received {
                Ok((0, _)) => return Err(HandshakeError::ClientGone),
                Ok(_) | Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return Ok(None),
                Err(Errno::CONNRESET) => return Err(HandshakeError::ClientGone),
                Err(errno) => return Err(HandshakeError::System(errno)),
            }
        }
        Ok(self.hello.as_ref())
    }

    /// Bytes missing from the header, or from the whole hello once the header is there.
    fn wanted_bytes(&mut self) -> Result<usize, HandshakeError> {
        let read = &self.read.0;
        if read.len() < HELLO_HEADER_BYTES {
            return Ok(HELLO_HEADER_BYTES - read.len());
        }
        if !read.starts_with(&HELLO_MAGIC) {
            return Err(HandshakeError::Malformed(
                "it does not start as a hello does",
            ));
        }
        let client = u32_at(read, 8);
        if client != REGION_VERSION {
            // Told or not, the client is given up; an error here would say nothing more.
            let _ = self.answer(VERDICT_VERSION, None, &[]);
            return Err(HandshakeError::Version { client });
        }
        let opaque_bytes = u32_at(read, 12) as usize;
        if opaque_bytes > HELLO_BYTES_MAX {
            return Err(HandshakeError::Malformed("its opaque part is too long"));
        }
        Ok(HELLO_HEADER_BYTES + opaque_bytes - read.len())
    }

    fn decode(&self) -> Hello {
        let read = &self.read.0;
        Hello {
            opaque: read
                .get(HELLO_HEADER_BYTES..)
                .unwrap_or_default()
                .to_vec()
                .into(),
            request_ring_bytes: u32_at(read, 16),
            reply_ring_bytes: u32_at(read, 20),
        }
    }

    /// The bytes for the layers above of a hello that is complete. They are handed over, not copied.
    pub fn take_opaque(&mut self) -> Zeroizing<Vec<u8>> {
        let opaque = self.hello.as_mut().map(|hello| &mut hello.opaque);
        opaque.map_or_else(Zeroizing::default, std::mem::take)
    }

    /// Sizes for this client: those given, with rings as large as it would like, up to [`RING_BYTES_REQUESTED_MAX`].
    #[must_use]
    pub fn requested(&self, given: &RegionSizes) -> RegionSizes {
        let of = |requested: fn(&Hello) -> u32| self.hello.as_ref().map_or(0, requested);
        given.with_rings_of(
            of(|hello| hello.request_ring_bytes).min(RING_BYTES_REQUESTED_MAX),
            of(|hello| hello.reply_ring_bytes).min(RING_BYTES_REQUESTED_MAX),
        )
    }

    /// Accepts the client: makes a region of these sizes and a doorbell and hands both over, with `answer` for
    /// the layers above (at most [`HELLO_BYTES_MAX`]).
    ///
    /// # Errors
    /// The client is hung up on in every case.
    pub fn accept(
        mut self,
        sizes: &RegionSizes,
        answer: &[u8],
    ) -> Result<ServerEndpoint, HandshakeError> {
        self.unwatch();
        let (region, file) =
            Region::create(sizes.region_bytes()).map_err(HandshakeError::System)?;
        let doorbell =
            rustix::event::eventfd(0, EventfdFlags::CLOEXEC).map_err(HandshakeError::System)?;
        write_header(&region, sizes, &self.peer);
        self.answer(VERDICT_ACCEPTED, Some((sizes, &file, &doorbell)), answer)?;
        Ok(ServerEndpoint::new(
            region,
            sizes,
            self.socket,
            doorbell,
            self.peer,
        ))
    }

    /// Refuses the client, with the reason in the words of the layers above (at most [`HELLO_BYTES_MAX`] bytes).
    ///
    /// # Errors
    /// The client is hung up on in every case.
    pub fn refuse(self, answer: &[u8]) -> Result<(), HandshakeError> {
        self.answer(VERDICT_REFUSED, None, answer)
    }

    fn answer(
        &self,
        verdict: u32,
        given: Option<(&RegionSizes, &OwnedFd, &OwnedFd)>,
        opaque: &[u8],
    ) -> Result<(), HandshakeError> {
        if opaque.len() > HELLO_BYTES_MAX {
            return Err(HandshakeError::AnswerTooLong);
        }
        let header = answer_header(verdict, given.map(|(sizes, _, _)| sizes), opaque.len());
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(2))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        let descriptors;
        if let Some((_, file, doorbell)) = given {
            descriptors = [file.as_fd(), doorbell.as_fd()];
            // invariant: the space is made for two descriptors
            assert!(control.push(SendAncillaryMessage::ScmRights(&descriptors)));
        }
        let pieces = [IoSlice::new(&header), IoSlice::new(opaque)];
        let flags = SendFlags::DONTWAIT | SendFlags::NOSIGNAL;
        // A fresh socket takes far more than one answer; a client for which it does not fit is up to something.
        match rustix::net::sendmsg(&self.socket, &pieces, &mut control, flags) {
            Ok(bytes) if bytes == header.len() + opaque.len() => Ok(()),
            Ok(_) | Err(Errno::AGAIN | Errno::PIPE | Errno::CONNRESET) => {
                Err(HandshakeError::ClientGone)
            }
            Err(errno) => Err(HandshakeError::System(errno)),
        }
    }
}

impl AsFd for Handshake {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}

/// Bytes of a hello. Not printed.
#[derive(Default)]
struct Received(Zeroizing<Vec<u8>>);

impl fmt::Debug for Received {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.0.len())
    }
}

fn answer_header(
    verdict: u32,
    sizes: Option<&RegionSizes>,
    opaque_bytes: usize,
) -> [u8; ANSWER_HEADER_BYTES] {
    let (region, request, reply, frame) = sizes.map_or((0, 0, 0, 0), |sizes| {
        (
            sizes.region_bytes() as u64,
            sizes.request_bytes(),
            sizes.reply_bytes(),
            sizes.frame_bytes_max(),
        )
    });
    let mut header = [0; ANSWER_HEADER_BYTES];
    header[..8].copy_from_slice(&ANSWER_MAGIC);
    header[8..12].copy_from_slice(&REGION_VERSION.to_le_bytes());
    header[12..16].copy_from_slice(&verdict.to_le_bytes());
    header[16..24].copy_from_slice(&region.to_le_bytes());
    header[24..28].copy_from_slice(&request.to_le_bytes());
    header[28..32].copy_from_slice(&reply.to_le_bytes());
    header[32..36].copy_from_slice(&frame.to_le_bytes());
    header[36..40].copy_from_slice(&(opaque_bytes as u32).to_le_bytes());
    header
}

/// Describes the region in its own first bytes. The server never reads them again: they are for the client and
/// for whoever looks at a region from outside.
fn write_header(region: &Region, sizes: &RegionSizes, peer: &Peer) {
    use std::sync::atomic::Ordering::Relaxed;
    let long = |at: usize, value: u64| region.word64(at).store(value, Relaxed);
    let short = |at: usize, value: u32| region.word32(at).store(value, Relaxed);
    short(VERSION_AT, REGION_VERSION);
    short(HEADER_BYTES_AT, HEADER_BYTES as u32);
    long(REGION_BYTES_AT, sizes.region_bytes() as u64);
    long(REQUEST_DATA_AT, sizes.request_data_at() as u64);
    long(REQUEST_CAPACITY_AT, u64::from(sizes.request_bytes()));
    long(REPLY_DATA_AT, sizes.reply_data_at() as u64);
    long(REPLY_CAPACITY_AT, u64::from(sizes.reply_bytes()));
    long(FRAME_BYTES_MAX_AT, u64::from(sizes.frame_bytes_max()));
    short(SERVER_PID_AT, own_pid());
    short(CLIENT_PID_AT, peer.pid());
    long(SERVER_START_TICKS_AT, start_ticks_of(own_pid()));
    long(CLIENT_START_TICKS_AT, peer.start_ticks());
    long(MAGIC_AT, REGION_MAGIC);
}

/// What a client gets when the server accepts it.
pub(crate) struct Granted {
    pub(crate) region: Arc<Region>,
    pub(crate) sizes: RegionSizes,
    pub(crate) doorbell: OwnedFd,
    pub(crate) answer: Vec<u8>,
}

/// How long a client waits during its handshake.
#[derive(Debug)]
pub(crate) struct HandshakeWait {
    until: Instant,
    server: StoppedProcess,
}

impl HandshakeWait {
    pub(crate) fn new(server_process_id: u32, at_most: Duration) -> HandshakeWait {
        HandshakeWait {
            until: Instant::now() + at_most,
            server: StoppedProcess::of(server_process_id),
        }
    }

    /// Nothing has come for a while: whether to wait on.
    fn go_on(&mut self) -> Result<(), ConnectError> {
        if self.server.lasts() {
            let process_id = self.server.process_id();
            return Err(ConnectError::Stopped { process_id });
        }
        match Instant::now() < self.until {
            true => Ok(()),
            false => Err(ConnectError::NoAnswer),
        }
    }
}

/// The client's side: says hello and waits for the answer, each read bounded by the socket's timeout, and all of
/// them by `wait`.
pub(crate) fn shake_hands(
    socket: &UnixStream,
    hello: &Hello,
    mut wait: HandshakeWait,
) -> Result<Granted, ConnectError> {
    if hello.opaque.len() > HELLO_BYTES_MAX {
        return Err(ConnectError::HelloTooLong);
    }
    let mut bytes = Zeroizing::new(Vec::with_capacity(HELLO_HEADER_BYTES + hello.opaque.len()));
    bytes.extend_from_slice(&HELLO_MAGIC);
    for word in [
        REGION_VERSION,
        hello.opaque.len() as u32,
        hello.request_ring_bytes,
        hello.reply_ring_bytes,
    ] {
        bytes.extend_from_slice(&word.to_le_bytes());
    }
    bytes.extend_from_slice(&hello.opaque);
    send_all(socket, &bytes)?;

    let mut descriptors = Vec::new();
    let header = receive(socket, ANSWER_HEADER_BYTES, &mut descriptors, &mut wait)?;
    if !header.starts_with(&ANSWER_MAGIC) {
        return Err(ConnectError::Malformed(
            "it does not start as an answer does",
        ));
    }
    let server = u32_at(&header, 8);
    if server != REGION_VERSION {
        return Err(ConnectError::Version { server });
    }
    let opaque_bytes = u32_at(&header, 36) as usize;
    if opaque_bytes > HELLO_BYTES_MAX {
        return Err(ConnectError::Malformed("its opaque part is too long"));
    }
    let answer = receive(socket, opaque_bytes, &mut descriptors, &mut wait)?;
    match u32_at(&header, 12) {
        VERDICT_ACCEPTED => take_region(&header, descriptors, answer),
        VERDICT_REFUSED => Err(ConnectError::Refused { answer }),
        VERDICT_VERSION => Err(ConnectError::Version { server }),
        _ => Err(ConnectError::Malformed("its verdict is unknown")),
    }
}

fn take_region(
    header: &[u8],
    descriptors: Vec<OwnedFd>,
    answer: Vec<u8>,
) -> Result<Granted, ConnectError> {
    let sizes = RegionSizes::new(u32_at(header, 24), u32_at(header, 28), u32_at(header, 32))
        .map_err(|_| ConnectError::Malformed("its ring sizes are not possible"))?;
    let announced = header.get(16..).and_then(<[u8]>::first_chunk);
    let announced = announced.map_or(0, |bytes| u64::from_le_bytes(*bytes));
    if announced != sizes.region_bytes() as u64 {
        return Err(ConnectError::Malformed("its sizes do not add up"));
    }
    let [file, doorbell]: [OwnedFd; 2] = descriptors
        .try_into()
        .map_err(|_| ConnectError::Malformed("it brings no region and doorbell"))?;
    let region = Region::open(&file, sizes.region_bytes())?.ok_or(ConnectError::Malformed(
        "its region is not sealed or of another size",
    ))?;
    use std::sync::atomic::Ordering::Relaxed;
    if region.word64(MAGIC_AT).load(Relaxed) != REGION_MAGIC
        || region.word32(VERSION_AT).load(Relaxed) != REGION_VERSION
    {
        return Err(ConnectError::Malformed("its region has no header"));
    }
    Ok(Granted {
        region,
        sizes,
        doorbell,
        answer,
    })
}

fn send_all(socket: &UnixStream, mut bytes: &[u8]) -> Result<(), ConnectError> {
    while !bytes.is_empty() {
        match rustix::net::send(socket, bytes, SendFlags::NOSIGNAL) {
            Ok(sent) => bytes = bytes.get(sent..).unwrap_or_default(),
            Err(Errno::INTR) => {}
            Err(errno) => return Err(errno.into()),
        }
    }
    Ok(())
}

fn receive(
    socket: &UnixStream,
    bytes: usize,
    descriptors: &mut Vec<OwnedFd>,
    wait: &mut HandshakeWait,
) -> Result<Vec<u8>, ConnectError> {
    let mut out = vec![0; bytes];
    let mut at = 0;
    while at < bytes {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(2))];
        let mut control = RecvAncillaryBuffer::new(&mut space);
        let mut pieces = [IoSliceMut::new(out.get_mut(at..).unwrap_or_default())];
        let received = match rustix::net::recvmsg(
            socket,
            &mut pieces,
            &mut control,
            RecvFlags::CMSG_CLOEXEC,
        ) {
            Ok(received) => received,
            Err(Errno::INTR) => continue,
            Err(Errno::AGAIN) => {
                wait.go_on()?;
                continue;
            }
            Err(errno) => return Err(errno.into()),
        };
        for message in control.drain() {
            if let RecvAncillaryMessage::ScmRights(rights) = message {
                descriptors.extend(rights);
            }
        }
        if received.bytes == 0 {
            return Err(ConnectError::NoAnswer);
        }
        at += received.bytes;
    }
    Ok(out)
}

/// A number within a header. Bytes too short for it hold none, which no header says.
fn u32_at(bytes: &[u8], at: usize) -> u32 {
    let number = bytes.get(at..).and_then(<[u8]>::first_chunk);
    number.map_or(0, |bytes| u32::from_le_bytes(*bytes))
}
