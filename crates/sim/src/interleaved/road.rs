//! How a program reaches the queue manager: in its process, or as a client.

use super::network::{Network, Open};
use ferromq_client::socket::{Logon, Slot};
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use ferromq_qmgr::Connection;
use std::task::{Poll, Waker};

/// See the module.
pub(super) enum Road<'a> {
    Embedded(Box<Connection>),
    Client(Conversation<'a>),
}

/// A conversation of a client.
pub(super) struct Conversation<'a> {
    network: &'a Network<'a>,
    socket: usize,
    slot: Slot,
    is_alone: bool,
}

impl<'a> Conversation<'a> {
    /// Begins one. To be asked for with [`Conversation::connected`].
    pub(super) fn begin(network: &'a Network<'a>) -> Self {
        let mut state = network.lock();
        let is_alone = state.random.chance(40);
        let socket = state.socket(is_alone);
        let slot = state.sockets[socket].client.begin(Logon::default());
        Self {
            network,
            socket,
            slot,
            is_alone,
        }
    }

    /// The socket, and what both ends agreed on, in short.
    pub(super) fn terms(&self) -> String {
        let state = self.network.lock();
        let agreed = state.sockets[self.socket].client.agreed();
        agreed.map_or_else(String::new, |it| {
            format!(
                "by socket {}, level {}, {} conversations, heartbeat {} s",
                self.socket, it.fap, it.conversations, it.heartbeat_s
            )
        })
    }

    pub(super) fn connected(&self) -> Poll<Result<(), Reason>> {
        let state = self.network.lock();
        match state.sockets[self.socket].client.connected(self.slot) {
            Poll::Pending => Poll::Pending,
            Poll::Ready(outcome) => Poll::Ready(outcome.map(drop).map_err(|it| it.reason)),
        }
    }

    /// What ends when the queue manager has noticed that this conversation is over.
    pub(super) fn ends_with_it(&self, open: Open) {
        self.network.end_with_channel(self.socket, open);
    }

    /// Ends the wait of a get.
    fn cancel_wait(&self) {
        let mut state = self.network.lock();
        state.sockets[self.socket].client.cancel_wait(self.slot);
    }

    /// Ends without a word of the program: its process dies, or it lets go of the conversation.
    fn leave(&self) {
        let mut state = self.network.lock();
        if self.is_alone && state.random.chance(50) {
            state.desert(self.socket);
        }
        state.sockets[self.socket].client.release(self.slot);
    }
}

impl Drop for Conversation<'_> {
    fn drop(&mut self) {
        self.leave();
    }
}

impl Road<'_> {
    pub(super) fn start(&mut self, request: Request) -> Poll<Reply> {
        match self {
            Self::Embedded(connection) => connection.start(request, Waker::noop()),
            Self::Client(one) => {
                let mut state = one.network.lock();
                state.sockets[one.socket].client.start(one.slot, request)
            }
        }
    }

    pub(super) fn poll(&mut self) -> Poll<Reply> {
        match self {
            Self::Embedded(connection) => connection.poll(Waker::noop()),
            Self::Client(one) => {
                let mut state = one.network.lock();
                state.sockets[one.socket].client.poll(one.slot)
            }
        }
    }

    pub(super) fn cancel_wait(&mut self) {
        match self {
            Self::Embedded(connection) => connection.cancel_wait(),
            Self::Client(one) => one.cancel_wait(),
        }
    }

    pub(super) fn client(&self) -> Option<&Conversation<'_>> {
        match self {
            Self::Embedded(_) => None,
            Self::Client(one) => Some(one),
        }
    }
}
