//! What all conversations of a socket share.

use crate::host::{Host, Peer};
use crate::line::Line;
use crate::status::ChannelStatus;
use bytes::Bytes;
use ferromq_log::Lsn;
use ferromq_mqi::Reason;
use ferromq_mqi::reason::CompCode;
use ferromq_wire::call::CallHead;
use ferromq_wire::{Call, Head, Segment};
use std::sync::Arc;
use zeroize::Zeroizing;

/// While more than this waits for the socket, no verb is begun: a client that asks and does not listen keeps
/// no more of its answers in memory than this and one message.
const OUTBOUND_BYTES_MAX: usize = 1 << 20;
/// The same before anybody has connected.
const UNAUTHENTICATED_OUTBOUND_BYTES_MAX: usize = 32 * 1024;

/// The client at the other end, as all its conversations see it.
pub(crate) struct Client {
    pub(crate) line: Line,
    pub(crate) host: Arc<dyn Host>,
    /// Set once the client has named a channel that there is.
    pub(crate) status: Option<Arc<ChannelStatus>>,
    /// It does not read answers to puts it does not wait for.
    pub(crate) quiet_puts: bool,
    /// What its process says it runs as.
    pub(crate) user: String,
    /// It protects the passwords in credentials.
    pub(crate) protects_passwords: bool,
    /// Password sent with that user by clients in compatibility mode. Every conversation that brings no credentials of
    /// its own connects with it, so it is there for as long as the channel; then it is wiped.
    pub(crate) password: Option<Zeroizing<Vec<u8>>>,
    pub(crate) force_wanted: Option<Lsn>,
    /// A conversation has connected: until then nothing is known of the other end but what it says.
    pub(crate) logged_on: bool,
    /// The channel is ending; what asks to fail then does.
    pub(crate) quiescing: bool,
    /// It is hung up on so that it connects elsewhere, and told what a client of a queue manager that ends is: it does so then.
    pub(crate) leaves: bool,
}

impl Client {
    pub(crate) fn new(host: Arc<dyn Host>, peer: Peer) -> Self {
        let now_ns = host.monotonic_ns();
        Self {
            line: Line::new(peer, now_ns),
            host,
            status: None,
            quiet_puts: false,
            user: String::new(),
            protects_passwords: false,
            password: None,
            force_wanted: None,
            logged_on: false,
            quiescing: false,
            leaves: false,
        }
    }

    pub(crate) fn send(&mut self, head: &Head, segment: &Segment<'_>) {
        self.line.send(head, segment);
    }

    /// True while the client takes less than it asks for.
    pub(crate) fn is_full(&self) -> bool {
        let most = match self.logged_on {
            true => OUTBOUND_BYTES_MAX,
            false => UNAUTHENTICATED_OUTBOUND_BYTES_MAX,
        };
        self.line.outbound.queued_bytes() > most
    }

    pub(crate) fn want_force(&mut self, end: Lsn) {
        self.force_wanted = self.force_wanted.max(Some(end));
    }

    /// Answers a call: its header, then the body.
    pub(crate) fn answer(&mut self, ask: &Ask, outcome: Outcome, body: Call<'_>) {
        self.answer_with(ask, outcome, body, None);
    }

    /// The same, with the message data in a buffer that is kept.
    pub(crate) fn answer_with(
        &mut self,
        ask: &Ask,
        outcome: Outcome,
        body: Call<'_>,
        data: Option<&Bytes>,
    ) {
        let Some(kind) = ask.head.kind.reply() else {
            return;
        };
        let (comp_code, reason) = outcome.codes();
        let head = CallHead {
            call_bytes: 0,
            comp_code,
            reason,
            handle: ask.handle,
        };
        let segment = Segment::Call(head, body);
        let outbound = &mut self.line.outbound;
        outbound.send(&ask.head.answer(kind), &segment, data);
    }
}

/// Where an answer goes.
#[derive(Clone, Debug)]
pub(crate) struct Ask {
    /// Header of the request.
    pub(crate) head: Head,
    /// Handle in its call header, or the one the answer has.
    pub(crate) handle: i32,
}

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It is done; the reason is `NONE` or a warning.
    Done(Reason),
    /// It failed.
    Failed(Reason),
}

impl Outcome {
    pub(crate) const OK: Self = Self::Done(Reason::NONE);

    fn codes(self) -> (i32, i32) {
        match self {
            Self::Done(Reason::NONE) => (CompCode::Ok as i32, 0),
            Self::Done(warning) => (CompCode::Warning as i32, warning.0),
            Self::Failed(reason) => (CompCode::Failed as i32, reason.0),
        }
    }
}
