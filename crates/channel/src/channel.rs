//! One socket, without the socket.

use crate::host::{Host, Peer};
use crate::status::ChannelStatus;
use ferromq_log::Lsn;
use ferromq_wire::inbound::{Inbound, Limits};
use ferromq_wire::negotiate;
use ferromq_wire::outbound::Outbound;
use std::sync::Arc;
use std::task::Waker;

/// How a channel is ended from this side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Waits that asked for it end with `MQRC_Q_MGR_QUIESCING`, consumers are told, and the client may finish.
    Quiesce,
    /// Everything is backed out, the client is told why, and the socket is closed.
    Immediate,
}

/// See the crate.
pub struct ServerChannel {
    host: Arc<dyn Host>,
    peer: Peer,
    wakers: Arc<dyn Fn(u32) -> Waker + Send + Sync>,
    inbound: Inbound,
    outbound: Outbound,
    over: bool,
}

impl ServerChannel {
    /// A socket that was just accepted, behind its TLS handshake if there is one. `wakers` makes the waker of a
    /// conversation slot: when it is woken, the edge calls [`ServerChannel::resume`] with that slot.
    #[must_use]
    pub fn new(
        host: Arc<dyn Host>,
        peer: Peer,
        wakers: Arc<dyn Fn(u32) -> Waker + Send + Sync>,
    ) -> Self {
        Self {
            host,
            peer,
            wakers,
            inbound: Inbound::new(Limits::FIRST),
            outbound: Outbound::new(false),
            over: false,
        }
    }

    /// Takes all of what the socket gave and runs the verbs in it that need not wait.
    pub fn receive(&mut self, bytes: &[u8]) {
        let mut input = bytes;
        if let Ok(Some(arrival)) = self.inbound.next(&mut input) {
            let code = ferromq_wire::control::StatusCode::CHANNEL_UNAVAILABLE;
            let (head, status) = negotiate::refuse(&arrival.head, code);
            let segment = ferromq_wire::Segment::Status(Some(status));
            self.outbound.send(&head, &segment, None);
        }
        self.over = true;
    }

    /// The waker of this conversation slot was woken.
    pub fn resume(&mut self, slot: u32) {
        let _ = (self.wakers)(slot);
    }

    /// It is so late now: heartbeats, `DISCINT`, the ends of waits.
    pub fn tick(&mut self, now_ns: u64) {
        debug_assert!(now_ns <= self.host.monotonic_ns());
    }

    /// When [`ServerChannel::tick`] is wanted at the latest; `None` when time changes nothing.
    #[must_use]
    pub fn deadline_ns(&self) -> Option<u64> {
        None
    }

    /// Where the log is wanted durable since this was asked last: the edge sees to a force, which wakes those
    /// that wait for it.
    pub fn take_force_wanted(&mut self) -> Option<Lsn> {
        None
    }

    /// What is to be sent.
    pub fn outbound(&mut self) -> &mut Outbound {
        &mut self.outbound
    }

    /// False while the edge must not read: the client does not take what it is sent, or has sent more calls
    /// than it should while one is under way.
    #[must_use]
    pub fn wants_input(&self) -> bool {
        !self.over
    }

    /// True when nothing more will happen: the edge writes what is queued and closes.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Ends the channel: the queue manager ends, or someone stops the channel.
    pub fn end(&mut self, how: Ending) {
        self.over = how == Ending::Immediate;
    }

    /// What displays show; `None` before the client has named a channel that there is.
    #[must_use]
    pub fn status(&self) -> Option<&Arc<ChannelStatus>> {
        let _ = &self.peer;
        None
    }
}
