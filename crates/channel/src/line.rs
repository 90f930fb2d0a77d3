//! What all conversations of a socket share.

use crate::host::{Host, Peer};
use crate::status::ChannelStatus;
use bytes::Bytes;
use ferromq_log::Lsn;
use ferromq_mqi::Reason;
use ferromq_mqi::reason::CompCode;
use ferromq_wire::call::CallHead;
use ferromq_wire::level::FAP_MAX;
use ferromq_wire::outbound::Outbound;
use ferromq_wire::text::Text;
use ferromq_wire::{Call, Head, Segment};
use std::sync::Arc;
use zeroize::Zeroizing;

/// While more than this waits for the socket, no verb is begun: a client that asks and does not listen keeps
/// no more of its answers in memory than this and one message.
const OUTBOUND_BYTES_MAX: usize = 1 << 20;
/// The same before anybody has connected.
const STRANGERS_OUTBOUND_BYTES_MAX: usize = 32 * 1024;

/// The socket's side of a conversation: where answers go, and what was agreed on.
pub(crate) struct Line {
    pub(crate) host: Arc<dyn Host>,
    pub(crate) peer: Peer,
    pub(crate) outbound: Outbound,
    /// Set once the client has named a channel that there is.
    pub(crate) status: Option<Arc<ChannelStatus>>,
    /// Level whose layouts are spoken.
    pub(crate) fap: u8,
    /// Longest message both ends agreed on.
    pub(crate) message_bytes_max: u32,
    /// The client does not read answers to puts it does not wait for.
    pub(crate) quiet_puts: bool,
    pub(crate) q_mgr_name: Text<48>,
    /// Process of the client, as it says.
    pub(crate) process_id: u32,
    pub(crate) thread_id: u32,
    /// What the client process says it runs as.
    pub(crate) client_user: String,
    /// Clients protect the passwords in credentials.
    pub(crate) protects_passwords: bool,
    /// Password sent with that user by clients in compatibility mode. Every conversation that brings no credentials of
    /// its own connects with it, so it is there for as long as the channel; then it is wiped.
    pub(crate) client_password: Option<Zeroizing<Vec<u8>>>,
    pub(crate) force_wanted: Option<Lsn>,
    /// A conversation has connected: the other end is no stranger.
    pub(crate) logged_on: bool,
    /// The channel is ending; what asks to fail then does.
    pub(crate) quiescing: bool,
    /// Time of the input or event that is being seen to.
    pub(crate) now_ns: u64,
}

impl Line {
    pub(crate) fn new(host: Arc<dyn Host>, peer: Peer) -> Self {
        let now_ns = host.monotonic_ns();
        Self {
            host,
            peer,
            outbound: Outbound::new(true),
            status: None,
            fap: FAP_MAX,
            message_bytes_max: 0,
            quiet_puts: false,
            q_mgr_name: Text::BLANK,
            process_id: 0,
            thread_id: 0,
            client_user: String::new(),
            protects_passwords: false,
            client_password: None,
            force_wanted: None,
            logged_on: false,
            quiescing: false,
            now_ns,
        }
    }

    pub(crate) fn send(&mut self, head: &Head, segment: &Segment<'_>) {
        self.outbound.send(head, segment, None);
    }

    /// True while the client takes less than it asks for.
    pub(crate) fn is_full(&self) -> bool {
        let most = match self.logged_on {
            true => OUTBOUND_BYTES_MAX,
            false => STRANGERS_OUTBOUND_BYTES_MAX,
        };
        self.outbound.queued_bytes() > most
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
        self.outbound.send(&ask.head.answer(kind), &segment, data);
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
