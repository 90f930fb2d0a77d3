//! A queue manager that is a member of a cluster, and what it knows of the others.

use bytes::Bytes;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::call::{GetReply, PutReply, Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::structs::TransmissionHeader;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{
    ConnectOptions, GetOptions, ObjectDescriptor, ObjectHandle, PutOptions,
};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::{ClusterRecord, Connection, QueueManager, SimulatedPlace, WaitingFor, tester};
use std::cell::Cell;
use std::task::{Poll, Waker};

pub(super) const SHARED: &str = "SYSTEM.CLUSTER.TRANSMIT.QUEUE";

pub(super) fn name(text: &str) -> ObjectName {
    ObjectName::truncated(text)
}

/// Where a message has gone: on a queue here, or on a transmission queue for a queue of a queue manager, by a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Gone {
    On(String),
    By(String, String, String, String),
}

/// As [`Gone::By`], on the transmission queue all share.
pub(super) fn by(queue: &str, q_mgr: &str, channel: &str) -> Gone {
    let own = |text: &str| text.to_owned();
    Gone::By(own(SHARED), own(queue), own(q_mgr), own(channel))
}

pub(super) fn on(queue: &str) -> Gone {
    Gone::On(queue.to_owned())
}

pub(super) fn with(mut definition: Definition, values: &[(Attr, Value)]) -> Definition {
    for (attr, value) in values {
        definition
            .set_internal(*attr, value.clone())
            .expect("a value it takes");
    }
    definition
}

fn text(value: &str) -> Value {
    Value::Text(value.to_owned())
}

pub(super) struct Home {
    pub(super) place: SimulatedPlace,
    pub(super) manager: QueueManager,
    pub(super) app: Connection,
    last_number: Cell<u32>,
}

impl Home {
    /// QM1, in cluster C with QM2 and QM3.
    pub(super) fn new() -> Self {
        let place = SimulatedPlace::of("QM1", 256, 1 << 20);
        let home = Self::started(place);
        for q_mgr in ["QM1", "QM2", "QM3"] {
            home.keep(home.member(q_mgr, "C"));
        }
        home
    }

    pub(super) fn started(place: SimulatedPlace) -> Self {
        let manager = place.start();
        let app = manager.connect(&ConnectOptions::default(), tester());
        Self {
            app: app.expect("connected"),
            place,
            manager,
            last_number: Cell::new(100),
        }
    }

    /// The identifier of a queue manager: this one's own, or a made up one.
    pub(super) fn qmid(&self, q_mgr: &str) -> String {
        match q_mgr {
            "QM1" => self.manager.q_mgr_definition().text(Attr::Qmid).to_owned(),
            other => format!("{other}_2026-11-26_10.00.00"),
        }
    }

    /// The record of a queue manager, with the channel `TO.` and its name.
    pub(super) fn member(&self, q_mgr: &str, cluster: &str) -> Definition {
        let record = Definition::new(ObjectKind::ClusQMgr, self.new_name());
        let values = [
            (Attr::Clusqmgr, text(q_mgr)),
            (Attr::Cluster, text(cluster)),
            (Attr::Channel, text(&format!("TO.{q_mgr}"))),
            (Attr::Qmid, text(&self.qmid(q_mgr))),
            (Attr::Record, text("1 0 l")),
        ];
        with(record, &values)
    }

    /// The record of a queue that a queue manager shares in cluster C, bound as each message is put.
    pub(super) fn instance(&self, queue: &str, q_mgr: &str) -> Definition {
        let record = Definition::new(ObjectKind::ClusQ, self.new_name());
        let values = [
            (Attr::Queue, text(queue)),
            (Attr::Clusqmgr, text(q_mgr)),
            (Attr::Cluster, text("C")),
            (Attr::Qmid, text(&self.qmid(q_mgr))),
            (Attr::Record, text("1 0 l")),
            (Attr::Defbind, Value::Int(MQBND_BIND_NOT_FIXED)),
        ];
        with(record, &values)
    }

    /// A name no record has.
    fn new_name(&self) -> ObjectName {
        let number = self.last_number.get() + 1;
        self.last_number.set(number);
        name(&format!("R.{number}"))
    }

    /// Keeps a record, and answers its name.
    pub(super) fn keep(&self, record: Definition) -> ObjectName {
        let name = record.name();
        let kept = (self.manager).keep_cluster_records(&[ClusterRecord::Keep(record)]);
        kept.expect("it is kept");
        name
    }

    pub(super) fn forget(&self, kind: ObjectKind, record: ObjectName) {
        let batch = [ClusterRecord::Drop(kind, record)];
        let dropped = self.manager.keep_cluster_records(&batch);
        dropped.expect("it is dropped");
    }

    /// A queue several members share.
    pub(super) fn share(&self, queue: &str, q_mgrs: &[&str]) -> Vec<ObjectName> {
        let kept = q_mgrs
            .iter()
            .map(|q_mgr| self.keep(self.instance(queue, q_mgr)));
        kept.collect()
    }

    pub(super) fn define(&self, kind: ObjectKind, object: &str, values: &[(Attr, Value)]) {
        let definition = with(Definition::new(kind, name(object)), values);
        self.manager.define(definition, false).expect("defined");
    }

    /// A queue here that is shared in cluster C.
    pub(super) fn define_shared(&self, queue: &str, use_queue: i32) {
        let values = [
            (Attr::Cluster, text("C")),
            (Attr::Clwluseq, Value::Int(use_queue)),
            (Attr::Defbind, Value::Int(MQBND_BIND_NOT_FIXED)),
        ];
        self.define(ObjectKind::QLocal, queue, &values);
    }

    pub(super) fn alter_q_mgr(&self, attr: Attr, value: impl Into<Value>) {
        let changes = vec![(attr, value.into())];
        let altered = self
            .manager
            .alter(ObjectKind::QMgr, &name("QM1"), &changes, false);
        altered.expect("altered");
    }

    pub(super) fn verb(&mut self, request: Request) -> Reply {
        let mut answer = self.app.start(request, Waker::noop());
        while answer.is_pending() {
            let Some(WaitingFor::Log(end)) = self.app.waiting_for() else {
                panic!("nothing else is waited for");
            };
            self.app.wait_for_log(end);
            answer = self.app.poll(Waker::noop());
        }
        match answer {
            Poll::Ready(reply) => reply,
            Poll::Pending => unreachable!("it is answered"),
        }
    }

    pub(super) fn open(&mut self, at: (&str, &str), options: i32) -> Result<Opened, Reason> {
        let open = Request::Open {
            descriptor: object(at),
            options,
        };
        match self.verb(open) {
            Reply::Opened { handle, descriptor } => Ok(Opened { handle, descriptor }),
            Reply::Failed(reason) => Err(reason),
            other => panic!("{other:?}"),
        }
    }

    pub(super) fn put_as(
        &mut self,
        handle: ObjectHandle,
        descriptor: MsgDescriptor,
        options: i32,
    ) -> Result<Box<PutReply>, Reason> {
        let options = PutOptions {
            options,
            ..PutOptions::default()
        };
        let put = Request::Put {
            handle,
            descriptor,
            options,
            body: Bytes::from_static(b"a message"),
        };
        match self.verb(put) {
            Reply::Put(reply) => Ok(reply),
            Reply::Failed(reason) => Err(reason),
            other => panic!("{other:?}"),
        }
    }

    /// Puts a message and says where it has gone.
    pub(super) fn put(&mut self, handle: ObjectHandle) -> Result<Gone, Reason> {
        self.put_as(handle, MsgDescriptor::default(), MQPMO_NONE)?;
        Ok(self.find())
    }

    /// The queue managers of so many messages in turn.
    pub(super) fn puts(&mut self, handle: ObjectHandle, count: usize) -> Vec<String> {
        let put = |_| match self.put(handle).expect("it is put") {
            Gone::On(_) => "QM1".to_owned(),
            Gone::By(_, _, q_mgr, _) => q_mgr,
        };
        (0..count).map(put).collect()
    }

    /// Opens a queue for output, puts to it and closes it; the same with `MQPUT1`.
    pub(super) fn arrives(&mut self, at: (&str, &str)) -> Result<Gone, Reason> {
        let put1 = Request::Put1 {
            object: Box::new(object(at)),
            descriptor: MsgDescriptor::default(),
            options: PutOptions::default(),
            body: Bytes::from_static(b"a message"),
        };
        let put1 = match self.verb(put1) {
            Reply::Put(_) => Ok(self.find()),
            Reply::Failed(reason) => Err(reason),
            other => panic!("{other:?}"),
        };
        let opened = self.open(at, MQOO_OUTPUT);
        let put = match opened {
            Ok(opened) => {
                let put = self.put(opened.handle);
                self.close(opened.handle);
                put
            }
            Err(reason) => Err(reason),
        };
        assert_eq!(put, put1, "{at:?}");
        put
    }

    pub(super) fn close(&mut self, handle: ObjectHandle) {
        let options = MQCO_NONE;
        let closed = self.verb(Request::Close { handle, options });
        assert!(matches!(closed, Reply::Done(_)), "{closed:?}");
    }

    /// Takes the only message there is off the queue it is on.
    pub(super) fn find(&mut self) -> Gone {
        let mut found = self.find_all();
        assert_eq!(found.len(), 1, "{found:?}");
        found.remove(0)
    }

    /// Takes all messages off their queues.
    pub(super) fn find_all(&mut self) -> Vec<Gone> {
        let mut all = Vec::new();
        for definition in self.manager.definitions(ObjectKind::QLocal) {
            let queue = definition.name().to_string();
            if definition.int(Attr::Curdepth) == 0 {
                continue;
            }
            while let Some(got) = self.get(&queue) {
                all.push(gone(&queue, &got));
            }
        }
        all
    }

    pub(super) fn get(&mut self, queue: &str) -> Option<Box<GetReply>> {
        let opened = self
            .open((queue, ""), MQOO_INPUT_SHARED)
            .expect("it is there");
        let got = self.verb(Request::Get {
            handle: opened.handle,
            descriptor: MsgDescriptor::default(),
            options: GetOptions {
                options: MQGMO_NO_SYNCPOINT,
                match_options: MQMO_NONE,
                ..GetOptions::default()
            },
            buffer_len: u32::MAX,
        });
        self.close(opened.handle);
        match got {
            Reply::Got(got) => Some(got),
            _ => None,
        }
    }
}

#[derive(Debug)]
pub(super) struct Opened {
    pub(super) handle: ObjectHandle,
    pub(super) descriptor: Box<ObjectDescriptor>,
}

pub(super) fn object(at: (&str, &str)) -> ObjectDescriptor {
    ObjectDescriptor {
        object_q_mgr_name: name(at.1),
        ..ObjectDescriptor::queue(at.0)
    }
}

/// Where a message is for that was on a queue.
pub(super) fn gone(queue: &str, got: &GetReply) -> Gone {
    if got.descriptor.format != *b"MQXMIT  " {
        return on(queue);
    }
    let header = TransmissionHeader::decode_le(&got.body).expect("a header");
    // Elsewhere than on a cluster transmission queue it is the message's id.
    let channel = std::str::from_utf8(&got.descriptor.correl_id).unwrap_or_default();
    let channel = if channel.starts_with("TO.") {
        channel
    } else {
        ""
    };
    let field = |bytes: &[u8; 48]| ObjectName::from_field(bytes).to_string();
    Gone::By(
        queue.to_owned(),
        field(&header.remote_q_name),
        field(&header.remote_q_mgr_name),
        channel.trim_end().to_owned(),
    )
}
