//! Tokens of messages outlive a crash, wherever a message is found then: in the log, or in its queue's files.

use bytes::Bytes;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{
    ConnectOptions, GetOptions, ObjectDescriptor, ObjectHandle, PutOptions,
};
use ferromq_qmgr::{Connection, QueueManager, SimulatedPlace, WaitingFor, tester};
use std::task::{Poll, Waker};

fn run(connection: &mut Connection, request: Request) -> Reply {
    let mut answer = connection.start(request, Waker::noop());
    loop {
        match answer {
            Poll::Ready(reply) => return reply,
            Poll::Pending => {
                if let Some(WaitingFor::Log(end)) = connection.waiting_for() {
                    connection.wait_for_log(end);
                }
                answer = connection.poll(Waker::noop());
            }
        }
    }
}

fn opened(manager: &QueueManager) -> (Connection, ObjectHandle) {
    let connected = manager.connect(&ConnectOptions::default(), tester());
    let mut connection = connected.expect("connected");
    let open = Request::Open {
        descriptor: ObjectDescriptor::queue("Q"),
        options: MQOO_OUTPUT | MQOO_INPUT_SHARED | MQOO_BROWSE | MQOO_SET_ALL_CONTEXT,
    };
    let Reply::Opened { handle, .. } = run(&mut connection, open) else {
        panic!("it is there");
    };
    (connection, handle)
}

/// The text of the message a get with these options answers with, and its token.
fn got(
    connection: &mut Connection,
    handle: ObjectHandle,
    options: GetOptions,
) -> Option<(Bytes, [u8; 16])> {
    let get = Request::Get {
        handle,
        descriptor: MsgDescriptor::default(),
        options,
        buffer_len: 100,
    };
    match run(connection, get) {
        Reply::Got(got) => Some((got.body.clone(), got.options.msg_token)),
        _ => None,
    }
}

fn put(connection: &mut Connection, handle: ObjectHandle, text: &'static str, context: i32) {
    let put = Request::Put {
        handle,
        descriptor: MsgDescriptor {
            persistence: MQPER_PERSISTENT,
            put_date: *b"19991231",
            put_time: *b"23595999",
            ..MsgDescriptor::default()
        },
        options: PutOptions {
            options: MQPMO_NO_SYNCPOINT | MQPMO_NEW_MSG_ID | context,
            ..PutOptions::default()
        },
        body: Bytes::from_static(text.as_bytes()),
    };
    assert!(matches!(run(connection, put), Reply::Put(_)));
}

fn outlives_a_crash(checkpoints: bool) {
    let place = SimulatedPlace::with_queue_manager(64, 1 << 20);
    let manager = place.start();
    let definition = Definition::new(ObjectKind::QLocal, ObjectName::truncated("Q"));
    manager.define(definition, false).expect("defined");
    let (mut connection, handle) = opened(&manager);
    put(&mut connection, handle, "own", MQPMO_DEFAULT_CONTEXT);
    // As channels do: when it was put is what its descriptor says, years ago.
    put(&mut connection, handle, "given", MQPMO_SET_ALL_CONTEXT);
    let browse = |options| GetOptions {
        options,
        match_options: MQMO_NONE,
        ..GetOptions::default()
    };
    let next = [MQGMO_BROWSE_FIRST, MQGMO_BROWSE_NEXT];
    let mut seen = Vec::new();
    for options in next {
        seen.push(got(&mut connection, handle, browse(options)).expect("there"));
    }
    if checkpoints {
        manager.checkpoint_everything().expect("a checkpoint");
    }
    drop((connection, manager));
    let later = place.after_power_loss(3);
    let manager = later.start();
    let (mut connection, handle) = opened(&manager);
    for (text, token) in seen {
        let options = GetOptions {
            msg_token: token,
            match_options: MQMO_MATCH_MSG_TOKEN,
            options: MQGMO_NO_WAIT | MQGMO_NO_SYNCPOINT,
            ..GetOptions::default()
        };
        let found = got(&mut connection, handle, options).map(|(body, _)| body);
        assert_eq!(found, Some(text));
    }
}

#[test]
fn of_messages_in_the_log() {
    outlives_a_crash(false);
}

#[test]
fn of_messages_in_the_files_of_the_queue() {
    outlives_a_crash(true);
}
