//! What can go wrong, told apart by whose doing it is.

use std::fmt;
use std::io;
use std::path::PathBuf;

use rustix::io::Errno;

/// The rule of the region that a peer broke. `docs/formats/shared-region.md` numbers the same rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// A published position is smaller than it was.
    PositionWentBack,
    /// A published position lies further on than the ring allows.
    PositionOutsideRing,
    /// A published position is no multiple of eight.
    PositionUnaligned,
    /// A fragment announces a frame above the limit of the region.
    FrameTooLong,
    /// A fragment reaches beyond the published position.
    FragmentBeyondPosition,
    /// A later fragment contradicts the length its frame started with.
    FrameLengthChanged,
    /// A fragment of a frame that has bytes brings none of them.
    FragmentEmpty,
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Rule::PositionWentBack => "a ring position went back",
            Rule::PositionOutsideRing => "a ring position lies outside the ring",
            Rule::PositionUnaligned => "a ring position is not aligned",
            Rule::FrameTooLong => "a frame is longer than the limit",
            Rule::FragmentBeyondPosition => "a fragment reaches beyond the published position",
            Rule::FrameLengthChanged => "a fragment contradicts the length of its frame",
            Rule::FragmentEmpty => "a fragment brings no bytes",
        })
    }
}

/// Why the server gives up a connection. Only this connection is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeerError {
    /// The client broke a rule of the region.
    Protocol {
        /// Which one.
        rule: Rule,
    },
    /// A reply is larger than the region's limit; nothing of it was sent. The client waits for it, so that only
    /// another, shorter reply lets the connection go on.
    ReplyTooLong {
        /// Bytes of the reply.
        bytes: usize,
        /// Bytes allowed.
        bytes_max: usize,
    },
}

impl From<Rule> for PeerError {
    fn from(rule: Rule) -> PeerError {
        PeerError::Protocol { rule }
    }
}

impl fmt::Display for PeerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PeerError::Protocol { rule } => {
                write!(f, "the application broke the region protocol: {rule}")
            }
            PeerError::ReplyTooLong { bytes, bytes_max } => {
                write!(
                    f,
                    "a reply of {bytes} bytes is above the limit of {bytes_max}"
                )
            }
        }
    }
}

impl std::error::Error for PeerError {}

/// Why a call over an established connection failed. The connection is of no further use, except after
/// [`BindingError::FrameTooLong`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BindingError {
    /// The server closed the connection or died. Whether it saw the last request is unknown.
    ServerGone,
    /// The server's process is stopped, and that was not to be waited for
    /// ([`crate::ClientEndpoint::give_up_when_stopped`]).
    ServerStopped,
    /// The server broke a rule of the region.
    Protocol {
        /// Which one.
        rule: Rule,
    },
    /// The request is larger than the region's limit; nothing of it was sent.
    FrameTooLong {
        /// Bytes of the request.
        bytes: usize,
        /// Bytes allowed.
        bytes_max: usize,
    },
}

impl From<Rule> for BindingError {
    fn from(rule: Rule) -> BindingError {
        BindingError::Protocol { rule }
    }
}

impl fmt::Display for BindingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BindingError::ServerGone => {
                f.write_str("the queue manager closed the connection or ended")
            }
            BindingError::ServerStopped => {
                f.write_str("the process of the queue manager is stopped and does not answer")
            }
            BindingError::Protocol { rule } => {
                write!(f, "the queue manager broke the region protocol: {rule}")
            }
            BindingError::FrameTooLong { bytes, bytes_max } => {
                write!(
                    f,
                    "a request of {bytes} bytes is above the limit of {bytes_max}"
                )
            }
        }
    }
}

impl std::error::Error for BindingError {}

/// Why a connection could not be made.
#[derive(Debug)]
pub enum ConnectError {
    /// Nobody listens at the path: no file, or a file left by a server that is gone.
    NotListening,
    /// The caller may not open the socket.
    NotPermitted,
    /// The server said no; the bytes are its reasons, in the words of the layers above.
    Refused {
        /// What the server answered.
        answer: Vec<u8>,
    },
    /// The server speaks another version of the region.
    Version {
        /// The version it speaks.
        server: u32,
    },
    /// The server's answer makes no sense, or its region is not sealed or not of the size announced.
    Malformed(&'static str),
    /// The server went away or did not answer in time during the handshake.
    NoAnswer,
    /// The server's process is stopped, by a signal or a debugger, and so does not answer.
    Stopped {
        /// Its number.
        process_id: u32,
    },
    /// The opaque part of the hello is above [`crate::HELLO_BYTES_MAX`].
    HelloTooLong,
    /// The operating system refused something: descriptors, memory.
    System(Errno),
}

impl fmt::Display for ConnectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConnectError::NotListening => {
                f.write_str("nobody listens at the socket, so it does not run")
            }
            ConnectError::NotPermitted => {
                f.write_str("the socket of the queue manager may not be opened")
            }
            ConnectError::Refused { .. } => f.write_str("the queue manager refused the connection"),
            ConnectError::Version { server } => {
                write!(
                    f,
                    "the queue manager speaks version {server} of the shared region"
                )
            }
            ConnectError::Malformed(what) => {
                write!(f, "the answer of the queue manager is malformed: {what}")
            }
            ConnectError::NoAnswer => f.write_str("the queue manager did not answer the handshake"),
            ConnectError::Stopped { process_id } => write!(
                f,
                "process {process_id} of the queue manager is stopped and does not answer"
            ),
            ConnectError::HelloTooLong => f.write_str("the hello is too long"),
            ConnectError::System(errno) => write!(f, "the operating system refused: {errno}"),
        }
    }
}

impl std::error::Error for ConnectError {}

impl From<Errno> for ConnectError {
    fn from(errno: Errno) -> ConnectError {
        match errno {
            Errno::NOENT | Errno::CONNREFUSED | Errno::NOTDIR => ConnectError::NotListening,
            Errno::ACCESS | Errno::PERM => ConnectError::NotPermitted,
            Errno::AGAIN | Errno::PIPE | Errno::CONNRESET => ConnectError::NoAnswer,
            other => ConnectError::System(other),
        }
    }
}

impl From<io::Error> for ConnectError {
    fn from(error: io::Error) -> ConnectError {
        ConnectError::from(errno_of(&error))
    }
}

/// Why a handshake ended on the server's side. Only this client is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandshakeError {
    /// The client went away before the handshake was done.
    ClientGone,
    /// The hello makes no sense.
    Malformed(&'static str),
    /// The client speaks another version; it was told ours.
    Version {
        /// The version it speaks.
        client: u32,
    },
    /// The answer of the layers above is over [`crate::HELLO_BYTES_MAX`].
    AnswerTooLong,
    /// The operating system refused something: descriptors, memory.
    System(Errno),
}

impl HandshakeError {
    /// Whether the process lacks descriptors or memory, which other clients would meet, too.
    pub fn is_shortage(&self) -> bool {
        matches!(
            self,
            HandshakeError::System(Errno::MFILE | Errno::NFILE | Errno::NOMEM | Errno::NOBUFS)
        )
    }
}

impl fmt::Display for HandshakeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HandshakeError::ClientGone => {
                f.write_str("the application went away during the handshake")
            }
            HandshakeError::Malformed(what) => write!(f, "the hello is malformed: {what}"),
            HandshakeError::Version { client } => {
                write!(
                    f,
                    "the application speaks version {client} of the shared region"
                )
            }
            HandshakeError::AnswerTooLong => f.write_str("the answer is too long"),
            HandshakeError::System(errno) => write!(f, "the operating system refused: {errno}"),
        }
    }
}

impl std::error::Error for HandshakeError {}

/// Why a server cannot listen at a path.
#[derive(Debug)]
pub enum ListenError {
    /// Another server answers at this path.
    InUse(PathBuf),
    /// The path exists and is no socket; it is left alone.
    NotASocket(PathBuf),
    /// The operating system refused.
    System {
        /// What was being done.
        action: &'static str,
        /// What the system said.
        errno: Errno,
    },
}

impl fmt::Display for ListenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ListenError::InUse(path) => write!(f, "another server listens at {}", path.display()),
            ListenError::NotASocket(path) => {
                write!(f, "{} exists and is not a socket", path.display())
            }
            ListenError::System { action, errno } => write!(f, "cannot {action}: {errno}"),
        }
    }
}

impl std::error::Error for ListenError {}

pub(crate) fn errno_of(error: &io::Error) -> Errno {
    match (Errno::from_io_error(error), error.kind()) {
        (Some(errno), _) => errno,
        // Errors the standard library makes up itself carry no number.
        (None, io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => Errno::AGAIN,
        (None, _) => Errno::INVAL,
    }
}
