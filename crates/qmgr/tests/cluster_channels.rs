//! What channels of clusters have of the queue manager: who a message came from, and that one has come.

use bytes::Bytes;
use ferromq_mqi::call::{GetReply, Reply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_mqi::options::{ConnectOptions, GetOptions, ObjectDescriptor, PutOptions};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::{ChannelPartner, Connection, QueueManager, SimulatedPlace, tester};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Poll, Wake, Waker};

const COMMANDS: &str = "SYSTEM.CLUSTER.COMMAND.QUEUE";
const TRANSMISSION: &str = "SYSTEM.CLUSTER.TRANSMIT.QUEUE";

fn verb(app: &mut Connection, request: Request) -> Reply {
    match app.start(request, Waker::noop()) {
        Poll::Ready(reply) => reply,
        Poll::Pending => panic!("nothing is waited for"),
    }
}

fn put(app: &mut Connection, queue: &str, descriptor: MsgDescriptor, options: i32) {
    let put = verb(
        app,
        Request::Put1 {
            object: Box::new(ObjectDescriptor::queue(queue)),
            descriptor: MsgDescriptor {
                persistence: MQPER_NOT_PERSISTENT,
                ..descriptor
            },
            options: PutOptions {
                options,
                ..PutOptions::default()
            },
            body: Bytes::from_static(b"of the cluster"),
        },
    );
    assert!(matches!(put, Reply::Put(_)), "{put:?}");
}

fn take(app: &mut Connection, queue: &str) -> Box<GetReply> {
    let open = Request::Open {
        descriptor: ObjectDescriptor::queue(queue),
        options: MQOO_INPUT_SHARED,
    };
    let Reply::Opened { handle, .. } = verb(app, open) else {
        panic!("{queue} is there");
    };
    let got = verb(
        app,
        Request::Get {
            handle,
            descriptor: MsgDescriptor::default(),
            options: GetOptions {
                options: MQGMO_NO_SYNCPOINT,
                match_options: MQMO_NONE,
                ..GetOptions::default()
            },
            buffer_len: u32::MAX,
        },
    );
    let options = MQCO_NONE;
    verb(app, Request::Close { handle, options });
    match got {
        Reply::Got(got) => got,
        other => panic!("{other:?}"),
    }
}

fn connected(manager: &QueueManager) -> Connection {
    let connected = manager.connect(&ConnectOptions::default(), tester());
    connected.expect("connected")
}

#[test]
fn a_command_of_the_cluster_says_which_member_it_came_from_whatever_its_context() {
    let manager = SimulatedPlace::of("QM1", 256, 1 << 20).start();
    let member = ChannelPartner {
        channel_name: FixedText::truncated("TO.QM1"),
        q_mgr_name: FixedText::truncated("QM2"),
        q_mgr_id: FixedText::truncated("QM2_2026-11-26_13.53.00"),
    };
    let mut agent = connected(&manager);
    agent.receive_by_channel(member.clone(), true);
    // As the channel brings it: the context is what the other end says.
    put(
        &mut agent,
        COMMANDS,
        MsgDescriptor::default(),
        MQPMO_SET_ALL_CONTEXT,
    );
    let mut app = connected(&manager);
    let got = take(&mut app, COMMANDS).descriptor;
    assert_eq!(ChannelPartner::of(&got), Some(member.clone()));
    // What a program, or an ordinary channel, says it was is nothing.
    for context in [MQPMO_SET_ALL_CONTEXT, MQPMO_SET_IDENTITY_CONTEXT] {
        put(&mut app, COMMANDS, got.clone(), context);
        let forged = take(&mut app, COMMANDS).descriptor;
        assert_eq!(ChannelPartner::of(&forged), None);
    }
    // Who joins a hierarchy may come over any channel.
    let mut receiver = connected(&manager);
    receiver.receive_by_channel(member.clone(), false);
    for (queue, expected) in [
        (COMMANDS, None),
        ("SYSTEM.INTER.QMGR.CONTROL", Some(member)),
    ] {
        let descriptor = MsgDescriptor::default();
        put(&mut receiver, queue, descriptor, MQPMO_SET_ALL_CONTEXT);
        let came = take(&mut app, queue).descriptor;
        assert_eq!(ChannelPartner::of(&came), expected);
    }
    // Other queues have what was passed.
    let passed = MsgDescriptor {
        appl_identity_data: [b'x'; 32],
        ..got
    };
    put(
        &mut agent,
        "SYSTEM.DEFAULT.LOCAL.QUEUE",
        passed,
        MQPMO_SET_ALL_CONTEXT,
    );
    let got = take(&mut app, "SYSTEM.DEFAULT.LOCAL.QUEUE").descriptor;
    assert_eq!(got.appl_identity_data, [b'x'; 32]);
}

#[derive(Default)]
struct Counted(AtomicU32);

impl Wake for Counted {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn a_watch_hears_of_one_message_and_leaves_it_where_it_is() {
    let manager = SimulatedPlace::of("QM1", 256, 1 << 20).start();
    let queue = ObjectName::truncated(TRANSMISSION);
    let heard = Arc::new(Counted::default());
    let times = || heard.0.load(Ordering::Relaxed);
    let waker = Waker::from(Arc::clone(&heard));
    let of = |name: &str| {
        let mut id = [b' '; 24];
        id[..name.len()].copy_from_slice(name.as_bytes());
        id
    };
    let message = |name| MsgDescriptor {
        correl_id: of(name),
        ..MsgDescriptor::default()
    };
    let watch = manager.watch_messages(&queue, Some(of("TO.QM2")), &waker);
    let watch = watch.expect("it is watched");
    let mut app = connected(&manager);
    put(&mut app, TRANSMISSION, message("TO.QM3"), MQPMO_NONE);
    assert_eq!(times(), 0, "of another channel");
    put(&mut app, TRANSMISSION, message("TO.QM2"), MQPMO_NONE);
    put(&mut app, TRANSMISSION, message("TO.QM2"), MQPMO_NONE);
    assert_eq!(times(), 1, "once");
    drop(watch);
    assert_eq!(times(), 1);
    for name in ["TO.QM3", "TO.QM2", "TO.QM2"] {
        assert_eq!(take(&mut app, TRANSMISSION).descriptor.correl_id, of(name));
    }
    let unknown = ObjectName::truncated("NO.SUCH");
    let refused = manager.watch_messages(&unknown, Some(of("TO.QM2")), &waker);
    assert_eq!(refused.expect_err("no queue"), Reason::UNKNOWN_OBJECT_NAME);
}
