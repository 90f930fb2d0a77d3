//! Units of work backed out from outside while a verb is under way: the verb has been admitted
//! already, so it is dispatched here past `admit`.

use super::*;
use crate::{QueueManager, SimulatedPlace, tester};
use bytes::Bytes;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{
    MQGMO_SYNCPOINT, MQOO_INPUT_EXCLUSIVE, MQOO_INPUT_SHARED, MQOO_OUTPUT, MQPER_PERSISTENT,
    MQPMO_ASYNC_RESPONSE, MQPMO_NONE, MQPMO_SYNCPOINT,
};
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{
    ConnectOptions, GetOptions, ObjectDescriptor, ObjectHandle, PutOptions,
};
use ferromq_mqi::{MsgDescriptor, Reason};
use std::sync::{Arc, mpsc};

struct Room {
    // The disk lives as long as the queue manager.
    _place: SimulatedPlace,
    manager: QueueManager,
    connection: Connection,
    handle: ObjectHandle,
}

fn room() -> Room {
    let place = SimulatedPlace::with_queue_manager(64, 1 << 20);
    let manager = place.start();
    let queue = Definition::new(ObjectKind::QLocal, ObjectName::truncated("Q1"));
    manager.define(queue, false).expect("defined");
    let mut connection = manager
        .connect(&ConnectOptions::default(), tester())
        .expect("connected");
    let opened = connection.start(
        Request::Open {
            descriptor: ObjectDescriptor::queue("Q1"),
            options: MQOO_OUTPUT | MQOO_INPUT_SHARED,
        },
        Waker::noop(),
    );
    let Poll::Ready(Reply::Opened { handle, .. }) = opened else {
        panic!("{opened:?}");
    };
    Room {
        _place: place,
        manager,
        connection,
        handle,
    }
}

impl Room {
    fn put(&self) -> Request {
        self.put_with(MQPMO_NONE)
    }

    fn put_with(&self, more: i32) -> Request {
        Request::Put {
            handle: self.handle,
            descriptor: MsgDescriptor::default(),
            options: PutOptions {
                options: MQPMO_SYNCPOINT | more,
                ..PutOptions::default()
            },
            body: Bytes::from_static(b"message"),
        }
    }

    fn get(&self) -> Request {
        Request::Get {
            handle: self.handle,
            descriptor: MsgDescriptor::default(),
            options: GetOptions {
                options: MQGMO_SYNCPOINT,
                ..GetOptions::default()
            },
            buffer_len: 100,
        }
    }

    fn start(&mut self, request: Request) -> Result<Reply, Reason> {
        match self.connection.start(request, Waker::noop()) {
            Poll::Ready(Reply::Failed(reason)) => Err(reason),
            Poll::Ready(reply) => Ok(reply),
            Poll::Pending => panic!("nothing here waits"),
        }
    }

    fn admitted(&mut self, mut request: Request) -> Result<(), Reason> {
        let step = self.connection.dispatch(&mut request, Waker::noop());
        step.map(drop)
    }

    fn roll_back(&self) {
        let shared = Arc::clone(&self.connection.engine);
        assert!(self.connection.state.roll_back(&shared));
    }

    fn is_empty(&mut self) -> bool {
        let got = self.start(self.get());
        matches!(got, Err(Reason::NO_MSG_AVAILABLE))
    }
}

#[test]
fn a_commit_under_way_when_its_work_is_backed_out_does_not_say_it_is_done() {
    let mut room = room();
    room.start(room.put()).expect("put");
    room.roll_back();
    assert_eq!(room.admitted(Request::Commit), Err(Reason::BACKED_OUT));
    // It has been told, and works on.
    assert!(room.is_empty());
    room.start(room.put()).expect("put");
    room.start(Request::Commit).expect("committed");
    assert!(!room.is_empty());
}

#[test]
fn what_a_verb_under_way_adds_is_backed_out_with_the_rest() {
    let mut room = room();
    room.start(room.put()).expect("put");
    room.roll_back();
    room.admitted(room.put()).expect("it began in time");
    let told = room.start(Request::Commit).map(drop);
    assert_eq!(told, Err(Reason::BACKED_OUT));
    room.start(Request::Commit).expect("nothing to commit");
    assert!(room.is_empty());
}

#[test]
fn a_close_does_not_keep_the_news_from_the_application() {
    let mut room = room();
    room.start(room.put()).expect("put");
    room.roll_back();
    let handle = room.handle;
    let close = Request::Close { handle, options: 0 };
    room.start(close).expect("closed");
    let told = room.start(Request::Commit).map(drop);
    assert_eq!(told, Err(Reason::BACKED_OUT));
}

#[test]
fn a_put_nobody_hears_of_does_not_keep_the_news_from_the_application() {
    let mut room = room();
    room.start(room.put()).expect("put");
    room.roll_back();
    room.start(room.put_with(MQPMO_ASYNC_RESPONSE))
        .expect("it is not told");
    let told = room.start(Request::Commit).map(drop);
    assert_eq!(told, Err(Reason::BACKED_OUT));
    room.start(Request::Commit).expect("nothing to commit");
    assert!(room.is_empty());
}

#[test]
fn who_disconnects_is_warned_of_the_news() {
    let mut room = room();
    room.start(room.put()).expect("put");
    room.roll_back();
    let gone = room.start(Request::Disconnect).expect("disconnected");
    assert!(matches!(gone, Reply::Done(Reason::BACKED_OUT)), "{gone:?}");
}

#[test]
fn a_put_that_waits_for_room_while_its_work_is_backed_out_is_told() {
    let mut room = room();
    room.manager.set_housekeeping_waker(Box::new(|| ()));
    let put = |options, len| Request::Put {
        handle: room.handle,
        descriptor: MsgDescriptor {
            persistence: MQPER_PERSISTENT,
            ..MsgDescriptor::default()
        },
        options: PutOptions {
            options,
            ..PutOptions::default()
        },
        body: Bytes::from(vec![7; len]),
    };
    let (long, under_syncpoint) = (put(0, 400_000), put(MQPMO_SYNCPOINT, 400_000));
    for _ in 0..2 {
        assert!(
            room.connection
                .start(long.clone(), Waker::noop())
                .is_pending()
        );
        room.connection
            .wait_for_log(room.connection.engine.log.head());
        assert!(room.connection.poll(Waker::noop()).is_ready());
    }
    room.start(put(MQPMO_SYNCPOINT, 100)).expect("put");
    let waits = room.connection.start(under_syncpoint, Waker::noop());
    assert!(waits.is_pending());
    assert_eq!(room.connection.waiting_for(), Some(WaitingFor::Room));
    room.roll_back();
    room.manager.keep_house();
    let told = room.connection.poll(Waker::noop());
    assert!(matches!(
        told,
        Poll::Ready(Reply::Failed(Reason::BACKED_OUT))
    ));
    room.start(Request::Commit).expect("nothing to commit");
}

/// Goal: who has a queue to themselves finds what was there before a commit or what is there behind it, though the program that committed
/// ended in the middle. Method: the message a program keeps is replaced, the program goes before the log is durable, and another one
/// opens the queue: it is answered when that commit is durable.
#[test]
fn who_opens_a_queue_for_themselves_sees_what_was_committed_before() {
    let place = SimulatedPlace::with_queue_manager(64, 1 << 20);
    let manager = place.start();
    let queue = Definition::new(ObjectKind::QLocal, ObjectName::truncated("Q1"));
    manager.define(queue, false).expect("defined");
    let connect = || manager.connect(&ConnectOptions::default(), tester());
    let open = Request::Open {
        descriptor: ObjectDescriptor::queue("Q1"),
        options: MQOO_OUTPUT | MQOO_INPUT_EXCLUSIVE,
    };
    let opened = |answer| match answer {
        Poll::Ready(Reply::Opened { handle, .. }) => handle,
        other => panic!("{other:?}"),
    };
    let mut first = connect().expect("connected");
    let handle = opened(first.start(open.clone(), Waker::noop()));
    let put = |connection: &mut Connection, handle, text: &'static [u8]| {
        let descriptor = MsgDescriptor {
            persistence: MQPER_PERSISTENT,
            ..MsgDescriptor::default()
        };
        let options = PutOptions {
            options: MQPMO_SYNCPOINT,
            ..PutOptions::default()
        };
        let body = Bytes::from_static(text);
        let request = Request::Put {
            handle,
            descriptor,
            options,
            body,
        };
        let done = connection.start(request, Waker::noop());
        assert!(matches!(done, Poll::Ready(Reply::Put { .. })), "{done:?}");
    };
    let get = |connection: &mut Connection, handle| {
        let options = GetOptions {
            options: MQGMO_SYNCPOINT,
            ..GetOptions::default()
        };
        let request = Request::Get {
            handle,
            descriptor: MsgDescriptor::default(),
            options,
            buffer_len: 100,
        };
        match connection.start(request, Waker::noop()) {
            Poll::Ready(Reply::Got(got)) => got.body,
            other => panic!("{other:?}"),
        }
    };
    put(&mut first, handle, b"before");
    let begun = first.start(Request::Commit, Waker::noop());
    assert!(begun.is_pending());
    assert!(manager.log().lead());
    assert!(first.poll(Waker::noop()).is_ready());
    assert_eq!(get(&mut first, handle), "before");
    put(&mut first, handle, b"behind");

    // What waits for less than the commit is called when the log is durable beyond it, and before what is committed is shown.
    let mut between = connect().expect("connected");
    let asked = open.clone();
    let (sender, receiver) = mpsc::channel();
    let log = manager.log();
    log.when_durable(
        log.head(),
        Box::new(move |_| {
            let answer = between.start(asked, Waker::noop());
            sender.send((between, answer.is_pending())).expect("heard");
        }),
    );
    assert!(first.start(Request::Commit, Waker::noop()).is_pending());
    drop(first);

    // One that does not wait for its answer leaves the queue to others.
    let mut second = connect().expect("connected");
    assert!(second.start(open, Waker::noop()).is_pending());
    drop(second);
    assert!(log.lead());
    let (mut between, waits) = receiver.recv().expect("told");
    assert!(waits);
    let handle = opened(between.poll(Waker::noop()));
    assert_eq!(get(&mut between, handle), "behind");
}
