//! What an agent is told of its channel, and what it asks of the process around it.

use super::pinging::Ping;
use super::status::MessageChannelStatus;
use crate::host::Peer;
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_mqi::property::PropertyControl;
use ferromq_mqi::xa::Xid;
use ferromq_qmgr::{Connection, Notice};
use ferromq_wire::control::{Status, StatusCode};
use ferromq_wire::initial::Initial;
use ferromq_wire::negotiate::{MessageAgreed, MessageTerms};
use std::sync::Arc;
use std::task::Waker;
use std::time::Duration;

/// The definition of a channel between queue managers, as far as a running one acts on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageChannelDefinition {
    /// Name.
    pub channel_name: FixedText<20>,
    /// `CHLTYPE`: one of the kinds of message channels.
    pub kind: ObjectKind,
    /// `XMITQ`, or that of a cluster; blank for a receiver.
    pub transmission_queue: ObjectName,
    /// `BATCHLIM`, bytes; 0 for no bound.
    pub batch_bytes_max: u64,
    /// `BATCHINT`.
    pub batch_interval_ms: u32,
    /// `BATCHHB`; 0 for never.
    pub probe_ms: u32,
    /// `DISCINT`; 0 for never.
    pub disconnect_s: u32,
    /// `MRRTY`.
    pub put_retries: u32,
    /// `MRTMR`.
    pub put_retry_ms: u32,
    /// `USEDLQ`.
    pub uses_dead_letter_queue: bool,
    /// `CONVERT(YES)`: data are converted for the other end.
    pub converts: bool,
    /// `PROPCTL` (`MQPROP_*`): what becomes of properties where the other end knows none.
    pub property_control: i32,
    /// `PUTAUT(CTX)`: a message is put with the authority of the user it names.
    pub uses_context_authority: bool,
    /// `SSLCIPH`; empty for none.
    pub cipher_spec: String,
    /// `MONCHL` is not `OFF`, here or at the queue manager: how long messages wait is reckoned.
    pub monitors: bool,
    /// `KAINT`, seconds; 0 for off, `None` for `AUTO`.
    pub keep_alive_s: Option<u32>,
    /// Identifiers of the queue managers it leads to: of a sender that was made from what a member of a cluster said. It ends where another
    /// one is found. Empty: whoever is there will do.
    pub leads_to: Vec<FixedText<48>>,
}

/// The correlation identifier of the messages for a channel of a cluster of this name on its transmission queue.
#[must_use]
pub fn cluster_correl_id(channel_name: &FixedText<20>) -> [u8; 24] {
    let mut id = [b' '; 24];
    id[..20].copy_from_slice(channel_name.bytes());
    id
}

impl MessageChannelDefinition {
    /// Whether properties may have to go, for another end that knows none.
    pub(super) fn strips_properties(&self, agreed: &MessageAgreed) -> bool {
        !agreed.properties && PropertyControl::by(self.property_control).is_some()
    }

    /// The correlation identifier of the messages for a channel of a cluster on its transmission queue: its name, and blanks.
    #[must_use]
    pub fn correl_id(&self) -> [u8; 24] {
        cluster_correl_id(&self.channel_name)
    }

    /// The dead-letter queue, if the channel may use it and there is one; blank otherwise.
    pub(crate) fn dead_letter_queue(&self, host: &dyn MessageHost) -> ObjectName {
        match self.uses_dead_letter_queue {
            true => host.dead_letter_queue(),
            false => ObjectName::BLANK,
        }
    }
}

/// A channel to run, with the terms to negotiate about.
#[derive(Clone, Debug)]
pub struct MessageOffer {
    /// The definition now in force. The channel keeps to it until it ends.
    pub definition: Arc<MessageChannelDefinition>,
    /// The user the channel acts for, `MCAUSER` or that of a record; blank for the queue manager itself.
    pub user: FixedText<12>,
    /// Where negotiation starts.
    pub terms: MessageTerms,
    /// What displays show of this channel.
    pub status: Arc<MessageChannelStatus>,
    /// The channel is only to be tried: no message travels.
    pub ping: Option<Ping>,
}

/// How a channel ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// As it should: nothing to send for long, or somebody stopped it.
    Normally,
    /// The other end asked for it, because it is stopped or ends. A sender tries again.
    ByPartner,
    /// Otherwise. A sender tries again.
    WithFault,
    /// The other end, a sender that a requester has called, makes a connection of its own for the channel.
    CallsBack,
}

/// The end of a channel, and what it was.
#[derive(Clone, Debug)]
pub struct End {
    /// How it ended.
    pub how: Ended,
    /// Messages could travel: [`MessageHost::started`] was told.
    pub was_started: bool,
    /// What operators were told of why, if anything was wrong.
    pub why: Option<Notice>,
    /// What the other end said why it refuses the channel.
    pub refused: Option<StatusCode>,
}

/// Why a queue manager that has called does not get the channel over this connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declined {
    /// It is refused, and told so.
    Refused(Status),
    /// A requester has called a sender: this end calls back.
    CallsBack,
    /// Not before the connection is gone that the same queue manager had for the channel: it is asked for again when the waker is woken.
    Later {
        /// How long that may take.
        timeout: Duration,
    },
}

impl From<Status> for Declined {
    fn from(status: Status) -> Self {
        Self::Refused(status)
    }
}

/// The process around a message channel. All calls are short: none waits for a disk, a network or a person.
pub trait MessageHost: Send + Sync {
    /// Whether the channel a queue manager asks for has to be made first, which takes its time: it is asked for when the waker is woken,
    /// whatever has come of that.
    fn makes(&self, channel_name: &str, partner: &Initial, peer: &Peer, waker: &Waker) -> bool {
        let _ = (channel_name, partner, peer, waker);
        false
    }

    /// Looks up the channel a queue manager asks for by calling: definition, instances, addresses.
    ///
    /// # Errors
    /// What to tell the partner instead.
    fn offer(
        &self,
        channel_name: &str,
        partner: &Initial,
        peer: &Peer,
        waker: &Waker,
    ) -> Result<MessageOffer, Declined>;

    /// Connects the agent, as the queue manager itself.
    ///
    /// # Errors
    /// As a connect call.
    fn connect(&self, offer: &MessageOffer) -> Result<Connection, Reason>;

    /// What channels have promised and nobody has decided (`Xid::CHANNEL_FORMAT`).
    fn in_doubt(&self) -> Vec<Xid>;

    /// `DEADQ`; blank for none.
    fn dead_letter_queue(&self) -> ObjectName;

    /// The queue that takes a copy of each message this one takes, and without which this one takes none: `STREAMQ` with `STRMQOS(MUSTDUP)`.
    fn copied_to(&self, queue: &ObjectName) -> Option<ObjectName>;

    /// The name of the CipherSpec of a suite of TLS.
    fn cipher_spec(&self, suite: u32) -> Option<&'static str>;

    /// Both ends know where they stand: messages can travel.
    fn started(&self, offer: &MessageOffer) {
        let _ = offer;
    }

    /// Whoever the channel with an insert in its name leads to has been found, and so its name: this is the channel that is to run.
    fn completed(&self, offer: &MessageOffer, name: FixedText<20>) {
        let _ = (offer, name);
    }

    /// The channel is over, and its socket is about to be closed.
    fn ended(&self, offer: &MessageOffer, end: End);

    /// The data of a message of this format could not be converted for the other end.
    fn not_converted(&self, status: &MessageChannelStatus, format: &[u8; 8], why: Reason) {
        let _ = (status, format, why);
    }

    /// Something for the operator.
    fn notice(&self, notice: Notice);

    /// The same of a caller nobody knows yet: anybody can have it said again and again, so that it is counted then and not told each time.
    fn notice_of_caller(&self, notice: Notice) {
        self.notice(notice);
    }

    /// Monotonic time.
    fn monotonic_ns(&self) -> u64;

    /// Microseconds since 1970.
    fn wall_us(&self) -> u64;
}
