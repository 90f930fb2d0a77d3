//! The process around one end of one channel.

use crate::agent::{
    Declined, End, Ended, MessageChannel, MessageChannelDefinition, MessageChannelStatus,
    MessageHost, MessageOffer,
};
use crate::host::Peer;
use crate::lock_order;
use ferromq_base::clock::{Clock, SimulatedClock};
use ferromq_base::lock::Mutex;
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::generated::constants::{MQPROP_COMPATIBILITY, MQST_MUST_DUP};
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_mqi::options::ConnectOptions;
use ferromq_mqi::xa::Xid;
use ferromq_qmgr::{BranchPhase, Connection, Notice, QueueManager, tester};
use ferromq_wire::control::{Status, StatusCode};
use ferromq_wire::initial::{Initial, capability};
use ferromq_wire::negotiate::MessageTerms;
use ferromq_wire::text::Text;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Waker;

/// See the module. It knows one channel, whose definition may be changed between its connections, and remembers what it is told.
pub struct SimulatedHost {
    /// The queue manager of this end.
    pub manager: QueueManager,
    clock: Arc<SimulatedClock>,
    /// The definition of the channel.
    pub definition: Mutex<MessageChannelDefinition, lock_order::Simulated>,
    /// What it proposes, or answers to proposals.
    pub terms: Mutex<MessageTerms, lock_order::Simulated>,
    /// What operators were told.
    pub notices: Mutex<Vec<Notice>, lock_order::Simulated>,
    /// How its connections ended.
    pub ended: Mutex<Vec<Ended>, lock_order::Simulated>,
    /// `STOP CHANNEL`: whoever calls is refused.
    pub is_stopped: AtomicBool,
}

impl std::fmt::Debug for SimulatedHost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SimulatedHost").finish_non_exhaustive()
    }
}

impl SimulatedHost {
    /// Of a channel of this kind: batches of five messages, segments of 4 KiB, no retries of puts; a dead-letter queue is used if the
    /// queue manager has one. A sending end takes from `transmission_queue`.
    #[must_use]
    pub fn new(
        manager: QueueManager,
        clock: Arc<SimulatedClock>,
        kind: ObjectKind,
        channel_name: &str,
        transmission_queue: &str,
    ) -> Arc<Self> {
        let terms = MessageTerms {
            channel_name: Text::of(channel_name),
            batch_messages_max: 5,
            transmission_bytes_max: 4096,
            q_mgr_name: Text::of(manager.name().as_str()),
            q_mgr_id: Text::of(manager.q_mgr_definition().text(Attr::Qmid)),
            product_id: Text::of("MQMM09040000"),
            requests: kind == ObjectKind::Requester,
            cluster: kind.is_cluster_channel(),
            ..MessageTerms::default()
        };
        let definition = MessageChannelDefinition {
            channel_name: FixedText::truncated(channel_name),
            kind,
            transmission_queue: ObjectName::truncated(transmission_queue),
            batch_bytes_max: 5_000_000,
            batch_interval_ms: 0,
            probe_ms: 0,
            disconnect_s: 0,
            put_retries: 0,
            put_retry_ms: 1000,
            uses_dead_letter_queue: true,
            converts: false,
            property_control: MQPROP_COMPATIBILITY,
            uses_context_authority: false,
            cipher_spec: String::new(),
            monitors: true,
            keep_alive_s: None,
            leads_to: Vec::new(),
        };
        Arc::new(Self {
            manager,
            clock,
            definition: Mutex::new(definition),
            terms: Mutex::new(terms),
            notices: Mutex::default(),
            ended: Mutex::default(),
            is_stopped: AtomicBool::new(false),
        })
    }

    /// The same channel once the queue manager was started again: what it was told is forgotten.
    #[must_use]
    pub fn again(&self, manager: QueueManager) -> Arc<Self> {
        let definition = self.definition.lock().clone();
        let terms = self.terms.lock().clone();
        Arc::new(Self {
            manager,
            clock: Arc::clone(&self.clock),
            definition: Mutex::new(definition),
            terms: Mutex::new(terms),
            notices: Mutex::default(),
            ended: Mutex::default(),
            is_stopped: AtomicBool::new(self.is_stopped.load(Ordering::Relaxed)),
        })
    }

    /// An agent for a connection this end has made, or was called by.
    #[must_use]
    pub fn agent(self: &Arc<Self>, calls: bool) -> MessageChannel {
        let peer = Peer {
            address: "192.0.2.1".to_owned(),
            port: 1,
            tls: None,
        };
        let host: Arc<dyn MessageHost> = Arc::clone(self) as _;
        let waker = Waker::noop().clone();
        match calls {
            true => {
                let offer = self.offered(&peer);
                MessageChannel::calling(host, peer, waker, offer)
            }
            false => MessageChannel::called(host, peer, waker),
        }
    }

    fn offered(&self, peer: &Peer) -> MessageOffer {
        let definition = Arc::new(self.definition.lock().clone());
        let status =
            MessageChannelStatus::new(Arc::clone(&definition), peer.clone(), self.clock.wall_us());
        MessageOffer {
            definition,
            user: FixedText::BLANK,
            terms: self.terms.lock().clone(),
            status: Arc::new(status),
            ping: None,
        }
    }

    /// Numbers of the notices it was told, in order.
    #[must_use]
    pub fn numbers(&self) -> Vec<&'static str> {
        let notices = self.notices.lock();
        notices.iter().map(|notice| notice.number).collect()
    }
}

impl MessageHost for SimulatedHost {
    fn offer(
        &self,
        name: &str,
        asked: &Initial,
        peer: &Peer,
        _: &Waker,
    ) -> Result<MessageOffer, Declined> {
        let offer = self.offered(peer);
        if name.trim_end() != offer.definition.channel_name.as_str().trim_end() {
            return Err(Status::new(StatusCode::CHANNEL_NOT_FOUND).into());
        }
        if self.is_stopped.load(Ordering::Relaxed) {
            return Err(Status::new(StatusCode::CHANNEL_UNAVAILABLE).into());
        }
        let requests = asked.capabilities & capability::REQUESTS != 0;
        match offer.definition.kind {
            ObjectKind::Sender if requests => Err(Declined::CallsBack),
            _ => Ok(offer),
        }
    }

    fn connect(&self, _: &MessageOffer) -> Result<Connection, Reason> {
        self.manager.connect(&ConnectOptions::default(), tester())
    }

    fn in_doubt(&self) -> Vec<Xid> {
        let branches = self.manager.branches().into_iter();
        let in_doubt = branches.filter(|one| one.phase == BranchPhase::InDoubt);
        in_doubt.map(|one| one.xid).collect()
    }

    fn copied_to(&self, queue: &ObjectName) -> Option<ObjectName> {
        let queue = self.manager.definition(ObjectKind::QLocal, queue)?;
        let copies = queue.text(Attr::Streamq);
        let must = queue.int(Attr::Strmqos) == MQST_MUST_DUP && !copies.is_empty();
        must.then(|| ObjectName::truncated(copies))
    }

    fn dead_letter_queue(&self) -> ObjectName {
        let q_mgr = self.manager.q_mgr_definition();
        ObjectName::truncated(q_mgr.text(Attr::Deadq))
    }

    fn cipher_spec(&self, _: u32) -> Option<&'static str> {
        None
    }

    fn ended(&self, _: &MessageOffer, end: End) {
        self.ended.lock().push(end.how);
    }

    fn notice(&self, notice: Notice) {
        self.notices.lock().push(notice);
    }

    fn monotonic_ns(&self) -> u64 {
        self.clock.monotonic_ns()
    }

    fn wall_us(&self) -> u64 {
        self.clock.wall_us()
    }
}
