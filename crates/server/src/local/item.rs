//! What service threads and the acceptor are told by other threads.

use crate::admission::{LetIn, Refused};
use crate::event_loop::Ready;
use ferromq_admin::Output;
use ferromq_base::poll::Token;
use ferromq_binding::ServerEndpoint;
use ferromq_mqi::call::Reply;
use ferromq_qmgr::Connection;

/// A message to a service thread, or to the acceptor.
pub(crate) enum Item {
    /// A connection's pending verb can be polled.
    Ready(Token),
    /// A connection to serve.
    Adopt(Box<(ServerEndpoint, Connection)>),
    /// For the acceptor: a local program may connect as this user, or may not.
    Decided(Token, Result<Box<LetIn>, Refused>),
    /// A command of this connection is done, or has printed more.
    Printed(Token, Piece),
}

/// A piece of what a command prints, or of the answers to an order.
#[derive(Debug)]
pub(crate) struct Piece {
    pub(crate) reply: Reply,
    /// Whence more comes.
    pub(crate) rest: Option<Box<Output>>,
}

impl From<Ready> for Item {
    fn from(ready: Ready) -> Self {
        Self::Ready(ready.token)
    }
}

/// The inbox of a service thread.
pub(crate) type ServiceInbox = crate::event_loop::Inbox<Item>;
