//! What waits in memory to be written to the files of queues has a bound over all of them.

use bytes::Bytes;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{ConnectOptions, GetOptions, ObjectDescriptor, PutOptions};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::{Connection, QueueManager, SimulatedPlace, WaitingFor, tester};
use std::task::{Poll, Waker};

/// More queues than have a message each in memory at a time.
const QUEUES: usize = 90;
/// What all queues may have in memory beyond their buffers: 64 MiB.
const MESSAGES_MAX: usize = 64;
const LONG: usize = 1 << 20;
/// Of each queue, so that a short message fits and a long one does not.
const BUFFER_BYTES: u64 = 4096;

fn name(number: usize) -> String {
    format!("Q{number}")
}

struct House {
    _place: SimulatedPlace,
    manager: QueueManager,
}

/// What is to be written is written when the test says so.
fn house() -> House {
    let place = SimulatedPlace::with_queue_manager(256, BUFFER_BYTES);
    let manager = place.start();
    for number in 0..QUEUES {
        let name = ObjectName::truncated(&name(number));
        let queue = Definition::new(ObjectKind::QLocal, name);
        manager.define(queue, false).expect("defined");
    }
    manager.begin_spills(Box::new(|| {}));
    House {
        _place: place,
        manager,
    }
}

impl House {
    fn connect(&self) -> Connection {
        let connected = self.manager.connect(&ConnectOptions::default(), tester());
        connected.expect("connected")
    }
}

fn put(connection: &mut Connection, queue: usize, body: &Bytes) -> Poll<Reply> {
    let request = Request::Put1 {
        object: Box::new(ObjectDescriptor::queue(&name(queue))),
        descriptor: MsgDescriptor::default(),
        options: PutOptions::default(),
        body: body.clone(),
    };
    connection.start(request, Waker::noop())
}

fn is_put(answer: &Poll<Reply>) -> bool {
    match answer {
        Poll::Ready(Reply::Put(_)) => true,
        Poll::Pending => false,
        Poll::Ready(other) => panic!("{other:?}"),
    }
}

fn got(connection: &mut Connection, queue: usize) -> Result<usize, Reason> {
    let opened = Request::Open {
        descriptor: ObjectDescriptor::queue(&name(queue)),
        options: MQOO_INPUT_SHARED,
    };
    let Poll::Ready(Reply::Opened { handle, .. }) = connection.start(opened, Waker::noop()) else {
        panic!("not opened");
    };
    let get = Request::Get {
        handle,
        descriptor: MsgDescriptor::default(),
        options: GetOptions::default(),
        buffer_len: u32::MAX,
    };
    match connection.start(get, Waker::noop()) {
        Poll::Ready(Reply::Got(got)) => Ok(got.body.len()),
        Poll::Ready(Reply::Failed(reason)) => Err(reason),
        other => panic!("{other:?}"),
    }
}

/// Goal: however many queues are put to, memory is bounded; who puts to queues that have room goes on; nothing is lost. Method: one message to
/// each queue, more than its buffer, and nobody writes until a put waits.
#[test]
fn what_is_to_be_written_for_all_queues_together_is_bounded() {
    let house = house();
    let long = Bytes::from(vec![7; LONG]);
    let mut programs: Vec<_> = (0..QUEUES).map(|_| house.connect()).collect();
    let mut waiting = Vec::new();
    for (number, program) in programs.iter_mut().enumerate() {
        let answer = put(program, number, &long);
        if !is_put(&answer) {
            assert_eq!(program.waiting_for(), Some(WaitingFor::Room));
            waiting.push(number);
        }
    }
    assert_eq!(waiting.len(), QUEUES - MESSAGES_MAX, "{waiting:?}");
    // A queue with room in its buffer has nothing to do with that.
    let mut other = house.connect();
    let short = Bytes::from_static(b"short");
    assert!(is_put(&put(&mut other, QUEUES - 1, &short)));
    for _ in 0..QUEUES {
        house.manager.run_spills();
        waiting.retain(|number| !is_put(&programs[*number].poll(Waker::noop())));
    }
    assert!(waiting.is_empty(), "{waiting:?} still wait");
    assert_eq!(got(&mut other, QUEUES - 1), Ok(short.len()));
    for queue in 0..QUEUES {
        assert_eq!(got(&mut other, queue), Ok(LONG), "{queue}");
    }
}
