//! A queue whose messages another engine keeps, behind a definition like any other: what verbs ask of it, in which order, and that
//! checkpoints and the end leave it alone.

use crate::queue_manager::QueueManager;
use crate::verbs::connection::Connection;
use crate::{SimulatedPlace, tester};
use bytes::Bytes;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{
    ConnectOptions, GetOptions, ObjectDescriptor, ObjectHandle, PutOptions,
};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_queue::Answers;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Poll, Wake, Waker};

const NAME: &str = "ELSEWHERE";
/// Calls that neither give nor take: figures, hints and settings.
const ASIDE: [&str; 5] = ["expect", "depth", "status", "update_settings", "backlog"];

struct Home {
    _place: SimulatedPlace,
    manager: QueueManager,
    connection: Connection,
    handle: ObjectHandle,
    heard: Arc<Mutex<Vec<&'static str>>>,
}

/// A queue manager with one queue that another engine keeps, of `depth_max` messages, open for all.
fn home(depth_max: i32) -> Home {
    let place = SimulatedPlace::with_queue_manager(64, 1 << 20);
    let manager = place.start();
    let mut definition = Definition::new(ObjectKind::QLocal, ObjectName::truncated(NAME));
    definition.set(Attr::Maxdepth, depth_max).expect("in range");
    let heard = Arc::new(Mutex::new(Vec::new()));
    let hears = Arc::clone(&heard);
    manager.add_simulated_backend(definition, move |call| {
        if !ASIDE.contains(&call) {
            hears.lock().expect("nobody panics").push(call);
        }
        Answers::Now
    });
    let mut connection = manager
        .connect(&ConnectOptions::default(), tester())
        .expect("connected");
    let open = Request::Open {
        descriptor: ObjectDescriptor::queue(NAME),
        options: MQOO_OUTPUT | MQOO_INPUT_SHARED,
    };
    let handle = match connection.start(open, Waker::noop()) {
        Poll::Ready(Reply::Opened { handle, .. }) => handle,
        other => panic!("{other:?}"),
    };
    Home {
        _place: place,
        manager,
        connection,
        handle,
        heard,
    }
}

impl Home {
    fn verb(&mut self, request: Request) -> Result<Reply, Reason> {
        let mut answer = self.connection.start(request, Waker::noop());
        if answer.is_pending() {
            let head = self.manager.engine.log.head();
            self.connection.wait_for_log(head);
            answer = self.connection.poll(Waker::noop());
        }
        match answer {
            Poll::Ready(Reply::Failed(reason)) => Err(reason),
            Poll::Ready(reply) => Ok(reply),
            Poll::Pending => panic!("nothing here waits for anything else"),
        }
    }

    fn put(&self, options: i32) -> Request {
        Request::Put {
            handle: self.handle,
            descriptor: MsgDescriptor::default(),
            options: PutOptions {
                options,
                ..PutOptions::default()
            },
            body: Bytes::from_static(b"message"),
        }
    }

    fn get(&self, options: i32) -> Request {
        Request::Get {
            handle: self.handle,
            descriptor: MsgDescriptor::default(),
            options: GetOptions {
                options,
                wait_interval_ms: MQWI_UNLIMITED,
                ..GetOptions::default()
            },
            buffer_len: 100,
        }
    }

    /// What was asked since this was called last.
    fn heard(&self) -> Vec<&'static str> {
        std::mem::take(&mut self.heard.lock().expect("nobody panics"))
    }
}

#[test]
fn a_unit_of_work_asks_the_engine_that_keeps_the_messages_call_by_call() {
    let mut home = home(10);
    home.verb(home.put(MQPMO_SYNCPOINT)).expect("put");
    assert_eq!(home.heard(), ["reserve", "insert"]);
    home.verb(Request::Commit).expect("committed");
    assert_eq!(home.heard(), ["make_visible"]);
    home.verb(home.get(MQGMO_SYNCPOINT)).expect("got");
    assert_eq!(home.heard(), ["select_into"]);
    home.verb(Request::BackOut).expect("backed out");
    assert_eq!(home.heard(), ["restore"]);
    home.verb(home.get(MQGMO_SYNCPOINT)).expect("got again");
    home.verb(Request::Commit).expect("committed");
    assert_eq!(home.heard(), ["select_into", "finish"]);
    home.verb(home.put(MQPMO_SYNCPOINT)).expect("put");
    home.verb(Request::BackOut).expect("backed out");
    assert_eq!(home.heard(), ["reserve", "insert", "release"]);
    let empty = home.verb(home.get(MQGMO_NO_SYNCPOINT)).map(drop);
    assert_eq!(empty, Err(Reason::NO_MSG_AVAILABLE));
}

#[test]
fn what_the_engine_refuses_is_the_answer_and_leaves_the_unit_of_work_whole() {
    let mut home = home(1);
    home.verb(home.put(MQPMO_SYNCPOINT)).expect("put");
    let refused = home.verb(home.put(MQPMO_SYNCPOINT)).map(drop);
    assert_eq!(refused, Err(Reason::Q_FULL));
    home.verb(Request::Commit).expect("committed");
    assert_eq!(
        home.heard(),
        ["reserve", "insert", "reserve", "make_visible"]
    );
}

#[test]
fn a_get_that_waits_is_woken_by_the_engine() {
    #[derive(Default)]
    struct Woken(AtomicBool);
    impl Wake for Woken {
        fn wake(self: Arc<Self>) {
            self.0.store(true, Ordering::SeqCst);
        }
    }
    let mut home = home(10);
    let woken = Arc::new(Woken::default());
    let waker = Waker::from(Arc::clone(&woken));
    let get = home.get(MQGMO_WAIT | MQGMO_NO_SYNCPOINT);
    assert!(home.connection.start(get, &waker).is_pending());
    let mut other = home
        .manager
        .connect(&ConnectOptions::default(), tester())
        .expect("connected");
    let put = Request::Put1 {
        object: Box::new(ObjectDescriptor::queue(NAME)),
        descriptor: MsgDescriptor::default(),
        options: PutOptions::default(),
        body: Bytes::from_static(b"message"),
    };
    assert!(other.start(put, Waker::noop()).is_ready());
    assert!(woken.0.load(Ordering::SeqCst));
    assert!(home.connection.poll(&waker).is_ready());
}

#[test]
fn checkpoints_and_the_end_leave_alone_what_another_engine_keeps() {
    let mut home = home(10);
    home.verb(home.put(MQPMO_NO_SYNCPOINT)).expect("put");
    drop(home.heard());
    home.manager.checkpoint().expect("taken");
    let queue = home
        .manager
        .engine
        .registry()
        .local_queue(&ObjectName::truncated(NAME))
        .expect("it is there");
    assert!(!queue.has_files() && queue.unspilled_bytes() == 0);
    home.verb(Request::Disconnect).expect("disconnected");
    drop(home.heard());
    home.manager.finish_end().expect("ended");
    assert_eq!(home.heard(), [""; 0]);
    assert_eq!(queue.queue.depth(), 1);
}
