//! Two queue managers on simulated disks, and a channel between them over a network that is a queue of bytes.

use bytes::Bytes;
use ferromq_base::clock::Clock;
use ferromq_channel::{
    ChannelRecords, MessageChannel, SimulatedHost, SimulatedLink, cluster_correl_id,
};
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::distribution::{ListPut, ObjectRecord, PutRecords};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_mqi::options::{
    ConnectOptions, GetOptions, ObjectDescriptor, ObjectHandle, PutOptions,
};
use ferromq_mqi::session::{Connected, Session};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::{Connection, QueueManager, SimulatedPlace, tester};
use ferromq_wire::field::Form;
use ferromq_wire::message_channel::Envelope;
use ferromq_wire::text::Text;
use std::sync::Arc;
use std::task::{Poll, Waker};

pub(crate) const CHANNEL: &str = "QM1.TO.QM2";

/// One end: a queue manager, and the process around its agent.
pub(crate) struct End {
    pub(crate) place: SimulatedPlace,
    pub(crate) host: Arc<SimulatedHost>,
}

/// Where the senders of a cluster have their messages.
pub(crate) const CLUSTER_QUEUE: &str = "SYSTEM.CLUSTER.TRANSMIT.QUEUE";

fn host(place: &SimulatedPlace, kind: ObjectKind) -> Arc<SimulatedHost> {
    let queue = match kind.is_cluster_channel() {
        true => CLUSTER_QUEUE,
        false => "QM2",
    };
    SimulatedHost::new(place.start(), place.clock(), kind, CHANNEL, queue)
}

impl End {
    pub(crate) fn new(name: &str, kind: ObjectKind) -> Self {
        let place = SimulatedPlace::of(name, 256, 1 << 20);
        let host = host(&place, kind);
        let end = Self { place, host };
        match kind {
            ObjectKind::ClusSdr => {}
            kind if kind.sends_messages() => end.define("QM2", MQUS_TRANSMISSION),
            _ => end.define("TARGET", MQUS_NORMAL),
        }
        end
    }

    /// Makes a queue.
    pub(crate) fn define(&self, name: &str, usage: i32) {
        let mut queue = Definition::new(ObjectKind::QLocal, ObjectName::truncated(name));
        queue.set(Attr::Usage, usage).expect("a valid value");
        self.host.manager.define(queue, false).expect("defined");
    }

    /// What is kept of channels, as far as it is durable.
    pub(crate) fn records(&self) -> ChannelRecords<App> {
        let log = self.host.manager.log();
        log.wait_durable(log.head()).expect("forced");
        ChannelRecords::open(Session::new(self.app())).expect("they can be read")
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

    /// Puts a message on a queue here, and does not wait until the log is durable.
    pub(crate) fn begin_to_put(&mut self, q_name: &str) {
        let put = Request::Put1 {
            object: Box::new(ObjectDescriptor::queue(q_name)),
            descriptor: MsgDescriptor {
                persistence: MQPER_PERSISTENT,
                ..MsgDescriptor::default()
            },
            options: PutOptions {
                options: MQPMO_NO_SYNCPOINT,
                ..PutOptions::default()
            },
            body: Bytes::from_static(b"begun"),
        };
        let answer = self.connection.start(put, Waker::noop());
        assert!(answer.is_pending(), "{answer:?}");
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

    /// Puts a message on several queues with one verb.
    pub(crate) fn put_to(
        &mut self,
        list: &[(&str, &str)],
        descriptor: MsgDescriptor,
        records: Option<PutRecords>,
        body: Bytes,
    ) -> ListPut {
        let named = |(q_name, q_mgr): &(&str, &str)| ObjectRecord {
            object_name: ObjectName::truncated(q_name),
            object_q_mgr_name: ObjectName::truncated(q_mgr),
        };
        let put = Request::Put1 {
            object: Box::new(ObjectDescriptor {
                records: list.iter().map(named).collect(),
                ..ObjectDescriptor::default()
            }),
            descriptor,
            options: PutOptions {
                options: MQPMO_NO_SYNCPOINT,
                records: records.map(Box::new),
                ..PutOptions::default()
            },
            body,
        };
        match self.run(put) {
            Reply::ListPut(put) => *put,
            other => panic!("{other:?}"),
        }
    }

    /// Puts a message on the transmission queue of a cluster, for a channel to take it to a queue of QM2.
    pub(crate) fn put_for(
        &mut self,
        channel: &str,
        q_name: &str,
        carried: MsgDescriptor,
        body: &[u8],
    ) {
        let mut data = Vec::new();
        let envelope = Envelope {
            q_name: Text::of(q_name),
            q_mgr_name: Text::of("QM2"),
            descriptor: MsgDescriptor {
                format: *b"MQSTR   ",
                ..carried
            },
        };
        envelope.encode(Form::new(ByteOrder::NATIVE), &mut data);
        data.extend_from_slice(body);
        let descriptor = MsgDescriptor {
            format: *b"MQXMIT  ",
            correl_id: cluster_correl_id(&FixedText::truncated(channel)),
            persistence: envelope.descriptor.persistence,
            ..MsgDescriptor::default()
        };
        self.put_as(CLUSTER_QUEUE, "", descriptor, data.into());
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

impl Connected for App {
    fn call(&mut self, request: Request) -> Reply {
        self.run(request)
    }
}

/// Both ends, and the connection between them.
pub(crate) struct Pair {
    pub(crate) ends: [End; 2],
    pub(crate) link: SimulatedLink,
    /// The end that makes the connections.
    pub(crate) caller: usize,
    /// What was sent over each connection: by which end, and what at once.
    pub(crate) sent: Vec<Vec<(usize, Vec<u8>)>>,
    /// Bytes that have room on the way.
    pub(crate) room: usize,
}

impl Pair {
    pub(crate) fn new() -> Self {
        Self::of(ObjectKind::Sender, ObjectKind::Receiver)
    }

    /// Of these types: the first one sends.
    pub(crate) fn of(sender: ObjectKind, receiver: ObjectKind) -> Self {
        Self {
            ends: [End::new("QM1", sender), End::new("QM2", receiver)],
            link: SimulatedLink::default(),
            caller: usize::from(receiver == ObjectKind::Requester),
            sent: Vec::new(),
            room: usize::MAX,
        }
    }

    pub(crate) fn connect(&mut self) {
        self.sent.push(Vec::new());
        let hosts = self.ends.each_ref().map(|end| &end.host);
        self.link.connect(hosts, self.caller);
    }

    /// The machine of an end fails and is started again.
    pub(crate) fn fail(&mut self, which: usize, seed: u64) {
        self.link.agents[which] = None;
        let end = &mut self.ends[which];
        end.place = end.place.after_power_loss(seed);
        end.host = end.host.again(end.place.start());
    }

    /// The connection is cut, whatever is on its way.
    pub(crate) fn cut(&mut self) {
        self.link.cut();
    }

    pub(crate) fn is_over(&self) -> bool {
        self.link.is_over()
    }

    /// The agent of an end, which has the connection.
    pub(crate) fn agent(&mut self, which: usize) -> &mut MessageChannel {
        self.link.agents[which].as_mut().expect("it runs")
    }

    /// What an end wants forced is forced.
    pub(crate) fn force(&mut self, which: usize) -> bool {
        let Some(wanted) = self.link.take_force_wanted(which) else {
            return false;
        };
        let log = self.ends[which].host.manager.log();
        log.wait_durable(wanted).expect("forced");
        self.link.resume(which);
        true
    }

    /// Some bytes move from an end to the other.
    pub(crate) fn move_bytes(&mut self, from: usize, most: usize) -> bool {
        let bytes = self.link.flush(from, self.room);
        if let Some(sent) = self.sent.last_mut().filter(|_| !bytes.is_empty()) {
            sent.push((from, bytes));
        }
        self.link.deliver(from, most)
    }

    /// So many milliseconds pass at both ends.
    pub(crate) fn pass(&mut self, ms: u64) {
        for (which, end) in self.ends.iter().enumerate() {
            let clock = end.place.clock();
            clock.advance_ns(ms * 1_000_000);
            self.link.tick(which, clock.monotonic_ns());
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
                self.link.resume(which);
                moved |= self.force(which);
                moved |= self.move_bytes(which, usize::MAX);
            }
            still = if moved { 0 } else { still + 1 };
        }
    }
}
