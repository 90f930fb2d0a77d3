//! What an event loop of sockets is told by other threads.

use crate::event_loop::{Inbox, Ready};
use crate::tcp::listening::Listening;
use crate::tcp::protocol::Caller;
use crate::tcp::secure::Made;
use crate::tcp::unauthenticated::UnauthenticatedSocket;
use ferromq_base::poll::Token;
use ferromq_channel::{Ending, Leave};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;

/// A message to an event loop.
pub(crate) enum Item {
    /// What goes on by itself on a socket can go on.
    Ready(Ready),
    /// A socket to serve.
    Adopt(NewSocket),
    /// A listener to accept from.
    Listen(Box<Listening>),
    /// The listener of this name accepts no more.
    Unlisten(String),
    /// There is TLS for the client of this socket, which waited for it, or none.
    Tls(Token, Made),
    /// These sockets are to end; by key, or all.
    End(Option<u64>, Ending),
    /// Clients are to connect elsewhere.
    Leave(Arc<Leave>),
}

/// A socket a listener has accepted, or the initiator has connected.
pub(crate) struct NewSocket {
    pub(crate) stream: TcpStream,
    /// A number no other socket has.
    pub(crate) key: u64,
    pub(crate) address: SocketAddr,
    /// Counts it until somebody has logged on; `None` where this end has connected.
    pub(crate) unauthenticated: Option<UnauthenticatedSocket>,
    /// The protocol its listener is for; `None` for any.
    pub(crate) protocol: Option<&'static str>,
    /// What this end has connected for.
    pub(crate) calling: Option<Box<dyn Caller>>,
}

impl From<Ready> for Item {
    fn from(ready: Ready) -> Self {
        Self::Ready(ready)
    }
}

/// The inbox of an event loop.
pub(crate) type LoopInbox = Inbox<Item>;
