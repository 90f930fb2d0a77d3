//! Two queue managers on simulated disks, and a channel between them over a network that is a queue of bytes.

use bytes::Bytes;
use ferromq_base::clock::{Clock, SimulatedClock};
use ferromq_channel::{
    Declined, Ended, MessageChannel, MessageChannelDefinition, MessageChannelStatus, MessageHost,
    MessageOffer, Peer,
};
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_mqi::options::{
    ConnectOptions, GetOptions, ObjectDescriptor, ObjectHandle, PutOptions,
};
use ferromq_mqi::xa::Xid;
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::{BranchPhase, Connection, Notice, QueueManager, SimulatedPlace, tester};
use ferromq_wire::control::{Status, StatusCode};
use ferromq_wire::initial::{Initial, capability};
use ferromq_wire::negotiate::MessageTerms;
use ferromq_wire::text::Text;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::task::{Poll, Waker};

pub(crate) const CHANNEL: &str = "QM1.TO.QM2";

/// One end: a queue manager, and the process around its agent.
pub(crate) struct End {
    pub(crate) place: SimulatedPlace,
    pub(crate) host: Arc<TestHost>,
    pub(crate) channel: Option<MessageChannel>,
    /// It makes the connection.
    pub(crate) calls: bool,
}

pub(crate) struct TestHost {
    pub(crate) manager: QueueManager,
    clock: Arc<SimulatedClock>,
    pub(crate) definition: Mutex<MessageChannelDefinition>,
    pub(crate) terms: Mutex<MessageTerms>,
    pub(crate) notices: Mutex<Vec<Notice>>,
    pub(crate) ended: Mutex<Vec<Ended>>,
}

impl TestHost {
    fn offered(&self, peer: &Peer) -> MessageOffer {
        let definition = Arc::new(self.definition.lock().expect("unharmed").clone());
        let status =
            MessageChannelStatus::new(Arc::clone(&definition), peer.clone(), self.clock.wall_us());
        MessageOffer {
            definition,
            user: FixedText::BLANK,
            terms: self.terms.lock().expect("unharmed").clone(),
            status: Arc::new(status),
            ping: None,
        }
    }

    pub(crate) fn numbers(&self) -> Vec<&'static str> {
        let notices = self.notices.lock().expect("unharmed");
        notices.iter().map(|notice| notice.number).collect()
    }
}

impl MessageHost for TestHost {
    fn offer(
        &self,
        name: &str,
        asked: &Initial,
        peer: &Peer,
        _: &Waker,
    ) -> Result<MessageOffer, Declined> {
        if name != CHANNEL {
            return Err(Status::new(StatusCode::CHANNEL_NOT_FOUND).into());
        }
        let offer = self.offered(peer);
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

    fn dead_letter_queue(&self) -> ObjectName {
        let q_mgr = self.manager.q_mgr_definition();
        ObjectName::truncated(q_mgr.text(Attr::Deadq))
    }

    fn cipher_spec(&self, _: u32) -> Option<&'static str> {
        None
    }

    fn ended(&self, _: &MessageOffer, end: ferromq_channel::End) {
        let how = end.how;
        self.ended.lock().expect("unharmed").push(how);
    }

    fn notice(&self, notice: Notice) {
        self.notices.lock().expect("unharmed").push(notice);
    }

    fn monotonic_ns(&self) -> u64 {
        self.clock.monotonic_ns()
    }

    fn wall_us(&self) -> u64 {
        self.clock.wall_us()
    }
}

fn definition(kind: ObjectKind) -> MessageChannelDefinition {
    MessageChannelDefinition {
        channel_name: FixedText::truncated(CHANNEL),
        kind,
        transmission_queue: ObjectName::truncated("QM2"),
        batch_bytes_max: 5_000_000,
        batch_interval_ms: 0,
        probe_ms: 0,
        disconnect_s: 0,
        put_retries: 0,
        put_retry_ms: 1000,
        uses_dead_letter_queue: true,
        converts: false,
        uses_context_authority: false,
        cipher_spec: String::new(),
        monitors: true,
        keep_alive_s: None,
    }
}

fn host(manager: QueueManager, clock: Arc<SimulatedClock>, kind: ObjectKind) -> Arc<TestHost> {
    let terms = MessageTerms {
        channel_name: Text::of(CHANNEL),
        batch_messages_max: 5,
        transmission_bytes_max: 4096,
        q_mgr_name: Text::of(manager.name().as_str()),
        q_mgr_id: Text::of(manager.q_mgr_definition().text(Attr::Qmid)),
        product_id: Text::of("MQMM09040000"),
        requests: kind == ObjectKind::Requester,
        ..MessageTerms::default()
    };
    Arc::new(TestHost {
        manager,
        clock,
        definition: Mutex::new(definition(kind)),
        terms: Mutex::new(terms),
        notices: Mutex::default(),
        ended: Mutex::default(),
    })
}

impl End {
    pub(crate) fn new(name: &str, kind: ObjectKind) -> Self {
        let place = SimulatedPlace::of(name, 256, 1 << 20);
        let host = host(place.start(), place.clock(), kind);
        let end = Self {
            place,
            host,
            channel: None,
            calls: matches!(kind, ObjectKind::Sender | ObjectKind::Requester),
        };
        match matches!(kind, ObjectKind::Sender | ObjectKind::Server) {
            true => end.define("QM2", MQUS_TRANSMISSION),
            false => end.define("TARGET", MQUS_NORMAL),
        }
        end
    }

    /// Makes a queue.
    pub(crate) fn define(&self, name: &str, usage: i32) {
        let mut queue = Definition::new(ObjectKind::QLocal, ObjectName::truncated(name));
        queue.set(Attr::Usage, usage).expect("a valid value");
        self.host.manager.define(queue, false).expect("defined");
    }

    /// The machine fails and is started again.
    pub(crate) fn fail(&mut self, seed: u64) {
        self.channel = None;
        self.place = self.place.after_power_loss(seed);
        let kind = self.host.definition.lock().expect("unharmed").kind;
        let again = host(self.place.start(), self.place.clock(), kind);
        *again.terms.lock().expect("unharmed") = self.host.terms.lock().expect("unharmed").clone();
        self.host = again;
    }

    pub(crate) fn connect(&mut self) {
        let peer = Peer {
            address: "192.0.2.1".to_owned(),
            port: 1,
            tls: None,
        };
        let host: Arc<dyn MessageHost> = Arc::clone(&self.host) as _;
        let waker = Waker::noop().clone();
        self.channel = Some(match self.calls {
            true => {
                let offer = self.host.offered(&peer);
                MessageChannel::calling(host, peer, waker, offer)
            }
            false => MessageChannel::called(host, peer, waker),
        });
    }

    pub(crate) fn app(&self) -> App {
        let connected = self
            .host
            .manager
            .connect(&ConnectOptions::default(), tester());
        App {
            connection: connected.expect("connected"),
            manager: self.host.manager.clone(),
        }
    }
}

/// A program of one queue manager.
pub(crate) struct App {
    connection: Connection,
    manager: QueueManager,
}

impl App {
    fn run(&mut self, request: Request) -> Reply {
        let mut answer = self.connection.start(request, Waker::noop());
        loop {
            match answer {
                Poll::Ready(reply) => return reply,
                Poll::Pending => {
                    let log = self.manager.log();
                    log.wait_durable(log.head()).expect("forced");
                    answer = self.connection.poll(Waker::noop());
                }
            }
        }
    }

    pub(crate) fn put(&mut self, q_name: &str, q_mgr: &str, body: Bytes, persistence: i32) {
        let descriptor = MsgDescriptor {
            persistence,
            format: *b"MQSTR   ",
            ..MsgDescriptor::default()
        };
        self.put_as(q_name, q_mgr, descriptor, body);
    }

    pub(crate) fn put_as(
        &mut self,
        q_name: &str,
        q_mgr: &str,
        descriptor: MsgDescriptor,
        body: Bytes,
    ) {
        let put = Request::Put1 {
            object: Box::new(ObjectDescriptor {
                object_name: ObjectName::truncated(q_name),
                object_q_mgr_name: ObjectName::truncated(q_mgr),
                ..ObjectDescriptor::default()
            }),
            descriptor,
            options: PutOptions {
                options: MQPMO_NO_SYNCPOINT,
                ..PutOptions::default()
            },
            body,
        };
        let reply = self.run(put);
        assert!(matches!(reply, Reply::Put(_)), "{reply:?}");
    }

    /// Takes all messages off a queue.
    pub(crate) fn take_all(&mut self, q_name: &str) -> Vec<(MsgDescriptor, Bytes)> {
        let open = Request::Open {
            descriptor: ObjectDescriptor::queue(q_name),
            options: MQOO_INPUT_SHARED,
        };
        let Reply::Opened { handle, .. } = self.run(open) else {
            panic!("{q_name} is there");
        };
        let mut all = Vec::new();
        while let Some(got) = self.take(handle) {
            all.push(got);
        }
        let options = MQCO_NONE;
        self.run(Request::Close { handle, options });
        all
    }

    fn take(&mut self, handle: ObjectHandle) -> Option<(MsgDescriptor, Bytes)> {
        let get = Request::Get {
            handle,
            descriptor: MsgDescriptor {
                version: MQMD_VERSION_2,
                ..MsgDescriptor::default()
            },
            options: GetOptions {
                options: MQGMO_NO_SYNCPOINT,
                match_options: MQMO_NONE,
                ..GetOptions::default()
            },
            buffer_len: u32::MAX,
        };
        match self.run(get) {
            Reply::Got(got) => Some((got.descriptor, got.body)),
            Reply::Failed(Reason::NO_MSG_AVAILABLE) => None,
            other => panic!("{other:?}"),
        }
    }
}

/// Both ends, and what is on its way between them.
pub(crate) struct Pair {
    pub(crate) ends: [End; 2],
    pipes: [VecDeque<u8>; 2],
    /// What was sent over each connection: by which end, and what at once.
    pub(crate) sent: Vec<Vec<(usize, Vec<u8>)>>,
}

impl Pair {
    pub(crate) fn new() -> Self {
        Self::of(ObjectKind::Sender, ObjectKind::Receiver)
    }

    /// Of these types: the first one sends.
    pub(crate) fn of(sender: ObjectKind, receiver: ObjectKind) -> Self {
        Self {
            ends: [End::new("QM1", sender), End::new("QM2", receiver)],
            pipes: Default::default(),
            sent: Vec::new(),
        }
    }

    pub(crate) fn connect(&mut self) {
        self.sent.push(Vec::new());
        self.pipes = Default::default();
        self.ends.iter_mut().for_each(End::connect);
    }

    /// The connection is cut, whatever is on its way.
    pub(crate) fn cut(&mut self) {
        self.pipes = Default::default();
        for end in &mut self.ends {
            if let Some(mut channel) = end.channel.take() {
                channel.lost();
            }
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        let over = |end: &End| end.channel.as_ref().is_none_or(MessageChannel::is_over);
        self.ends.iter().any(over)
    }

    /// What an end wants forced is forced.
    pub(crate) fn force(&mut self, which: usize) -> bool {
        let end = &mut self.ends[which];
        let Some(channel) = &mut end.channel else {
            return false;
        };
        let Some(wanted) = channel.take_force_wanted() else {
            return false;
        };
        end.host.manager.log().wait_durable(wanted).expect("forced");
        channel.resume();
        true
    }

    /// Some bytes move from an end to the other.
    pub(crate) fn move_bytes(&mut self, from: usize, most: usize) -> bool {
        let Some(channel) = &mut self.ends[from].channel else {
            return false;
        };
        let out = channel.outbound();
        let bytes: Vec<u8> = out.chunks().flatten().copied().collect();
        out.advance(bytes.len());
        self.pipes[from].extend(&bytes);
        if let Some(sent) = self.sent.last_mut().filter(|_| !bytes.is_empty()) {
            sent.push((from, bytes));
        }
        let Some(other) = &mut self.ends[1 - from].channel else {
            return false;
        };
        if !other.wants_input() || self.pipes[from].is_empty() {
            return false;
        }
        let count = most.min(self.pipes[from].len());
        let moved: Vec<u8> = self.pipes[from].drain(..count).collect();
        other.receive(&moved);
        true
    }

    /// So many milliseconds pass at both ends.
    pub(crate) fn pass(&mut self, ms: u64) {
        for end in &mut self.ends {
            end.place.clock().advance_ns(ms * 1_000_000);
            let now_ns = end.host.clock.monotonic_ns();
            if let Some(channel) = &mut end.channel {
                channel.tick(now_ns);
            }
        }
        self.run();
    }

    /// Everything moves until nothing does.
    pub(crate) fn run(&mut self) {
        // What goes on inside is not seen from here: a few rounds without any move are enough.
        let mut still = 0;
        while still < 5 {
            let mut moved = false;
            for which in 0..2 {
                if let Some(channel) = &mut self.ends[which].channel {
                    channel.resume();
                }
                moved |= self.force(which);
                moved |= self.move_bytes(which, usize::MAX);
            }
            still = if moved { 0 } else { still + 1 };
        }
    }
}
