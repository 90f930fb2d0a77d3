//! Many connections on one thread: verbs begun, answers looked for, one sleep for all.

use crate::support::{BOTH, Running, Scratch, command};
use bytes::Bytes;
use ferromq::{GetOptions, MsgDescriptor, ObjectHandle, PutOptions, Reason, mq};
use ferromq_client::{BindingsConnection, EndHow, sleep_for_any};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::options::{ConnectOptions, ObjectDescriptor};
use ferromq_mqi::session::Connected;
use std::task::Poll;
use std::time::Duration;

fn connect(running: &Running) -> BindingsConnection {
    BindingsConnection::connect_at(&running.socket(), &ConnectOptions::default())
        .expect("connected")
}

fn open(connection: &mut BindingsConnection, queue: &str) -> ObjectHandle {
    let descriptor = ObjectDescriptor::queue(queue);
    match connection.call(Request::Open {
        descriptor,
        options: BOTH,
    }) {
        Reply::Opened { handle, .. } => handle,
        other => panic!("{other:?}"),
    }
}

fn put(handle: ObjectHandle, body: &[u8]) -> Request {
    Request::Put {
        handle,
        descriptor: MsgDescriptor::default(),
        options: PutOptions::default(),
        body: Bytes::copy_from_slice(body),
    }
}

fn get_waiting(handle: ObjectHandle) -> Request {
    Request::Get {
        handle,
        descriptor: MsgDescriptor::default(),
        options: GetOptions {
            options: mq::MQGMO_WAIT,
            wait_interval_ms: mq::MQWI_UNLIMITED,
            ..GetOptions::default()
        },
        buffer_len: 1 << 20,
    }
}

fn refusal(answer: Poll<Reply>) -> Reason {
    match answer {
        Poll::Ready(Reply::Failed(reason)) => reason,
        other => panic!("{other:?}"),
    }
}

/// Polls until each connection has its answer, sleeping in between.
fn answers(connections: &mut [BindingsConnection]) -> Vec<Reply> {
    let mut answers: Vec<Option<Reply>> = connections.iter().map(|_| None).collect();
    loop {
        for (connection, answer) in connections.iter_mut().zip(&mut answers) {
            if answer.is_none()
                && let Poll::Ready(reply) = connection.poll()
            {
                *answer = Some(reply);
            }
        }
        if answers.iter().all(Option::is_some) {
            return answers.into_iter().flatten().collect();
        }
        let waiting = connections.iter_mut().zip(&answers);
        let waiting = waiting.filter(|(_, answer)| answer.is_none());
        sleep_for_any(waiting.map(|(connection, _)| connection), None);
    }
}

#[test]
fn one_thread_waits_for_messages_on_many_connections() {
    let scratch = Scratch::new("gathered");
    let running = Running::start(&scratch.0);
    let mut session = running.connect();
    // More than one sleep of the operating system can cover, in the second round.
    for count in [20, 140] {
        let mut connections: Vec<_> = (0..count).map(|_| connect(&running)).collect();
        for (number, connection) in connections.iter_mut().enumerate() {
            let queue = format!("Q{count}.{number}");
            command(&mut session, &format!("DEFINE QLOCAL({queue})"));
            let handle = open(connection, &queue);
            assert!(connection.start(get_waiting(handle)).is_pending());
        }
        let putting = std::thread::spawn({
            let mut other = running.connect();
            move || {
                for number in (0..count).rev() {
                    let queue = other
                        .open(&format!("Q{count}.{number}"), BOTH)
                        .expect("opened");
                    // One that needs several pieces of the ring among them.
                    let body = vec![number as u8; if number == 7 { 400_000 } else { 100 }];
                    let put = other.put(
                        queue,
                        &mut MsgDescriptor::default(),
                        &mut PutOptions::default(),
                        body,
                    );
                    put.expect("put");
                }
            }
        });
        for (number, answer) in answers(&mut connections).into_iter().enumerate() {
            let Reply::Got(got) = answer else {
                panic!("{answer:?}");
            };
            assert_eq!(got.body[0], number as u8);
        }
        putting.join().expect("no panic");
    }
}

#[test]
fn a_connection_has_one_verb_at_a_time_and_works_on_afterwards() {
    let scratch = Scratch::new("one-verb");
    let running = Running::start(&scratch.0);
    command(&mut running.connect(), "DEFINE QLOCAL(Q1)");
    let (mut waiter, mut other) = (connect(&running), connect(&running));
    let handle = open(&mut waiter, "Q1");
    assert!(waiter.start(get_waiting(handle)).is_pending());
    assert_eq!(
        refusal(waiter.start(Request::Commit)),
        Reason::CALL_IN_PROGRESS
    );
    let called = Poll::Ready(waiter.call(Request::Commit));
    assert_eq!(refusal(called), Reason::CALL_IN_PROGRESS);
    assert!(waiter.poll().is_pending());
    // A sleep that nothing ends but the time.
    sleep_for_any([&mut waiter].into_iter(), Some(Duration::from_millis(1)));
    let own = open(&mut other, "Q1");
    assert!(other.start(put(own, b"now")).is_pending());
    let both = &mut [waiter, other];
    let replies = answers(both);
    assert!(matches!(&replies[0], Reply::Got(got) if &got.body[..] == b"now"));
    assert!(matches!(&replies[1], Reply::Put(_)));
    for connection in both {
        let committed = connection.call(Request::Commit);
        assert!(matches!(committed, Reply::Done(Reason::NONE)));
        assert!(connection.start(Request::Disconnect).is_pending());
        let gone = answers(std::slice::from_mut(connection));
        assert!(matches!(gone[..], [Reply::Done(Reason::NONE)]));
        assert_eq!(
            refusal(connection.start(Request::Commit)),
            Reason::HCONN_ERROR
        );
    }
}

#[test]
fn the_end_of_the_queue_manager_ends_every_wait() {
    let scratch = Scratch::new("gathered-end");
    let running = Running::start(&scratch.0);
    command(&mut running.connect(), "DEFINE QLOCAL(Q1)");
    let mut connections: Vec<_> = (0..8).map(|_| connect(&running)).collect();
    for connection in &mut connections {
        let handle = open(connection, "Q1");
        assert!(connection.start(get_waiting(handle)).is_pending());
    }
    running.handle.end(EndHow::Immediate);
    for answer in answers(&mut connections) {
        let told = [Reason::Q_MGR_STOPPING, Reason::CONNECTION_BROKEN];
        assert!(
            matches!(&answer, Reply::Failed(reason) if told.contains(reason)),
            "{answer:?}"
        );
    }
    running.ended().expect("in good order");
}
