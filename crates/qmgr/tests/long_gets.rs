//! Gets of long messages that are not given as they were put. An event loop copies none of it: in builds with debug assertions a
//! thread that does is refused it, so that these tests would fail.

use bytes::Bytes;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::call::{GetReply, Reply, Request};
use ferromq_mqi::convert::Described;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{
    ConnectOptions, GetOptions, ObjectDescriptor, ObjectHandle, PutOptions,
};
use ferromq_mqi::{MsgDescriptor, Reason, rfh2};
use ferromq_qmgr::{Connection, QueueManager, SimulatedPlace, WaitingFor, tester};
use std::num::NonZeroUsize;
use std::task::{Poll, Waker};

/// The longest message there is.
const LONGEST: usize = 100 << 20;
/// More than is copied in line.
const LONG: usize = 2 << 20;
/// Messages a get steps over in line; 4 KiB of a copy take as long as one.
const STEPS: NonZeroUsize = NonZeroUsize::new(250).unwrap();

struct House {
    // The disk lives as long as the queue manager.
    _place: SimulatedPlace,
    manager: QueueManager,
    connection: Connection,
    handle: ObjectHandle,
}

/// A queue all of whose messages stay in memory, and a program over an event loop.
fn house() -> House {
    let place = SimulatedPlace::with_queue_manager(64, 1 << 30);
    let manager = place.start();
    let longest = Value::Int(i32::try_from(LONGEST).expect("it fits"));
    let altered = manager.alter(
        ObjectKind::QMgr,
        &ObjectName::truncated("QM1"),
        &[(Attr::Maxmsgl, longest.clone())],
        false,
    );
    altered.expect("altered");
    let mut queue = Definition::new(ObjectKind::QLocal, ObjectName::truncated("Q1"));
    queue.set(Attr::Maxmsgl, longest).expect("set");
    manager.define(queue, false).expect("defined");
    manager.begin_tasks(STEPS);
    let connected = manager.connect(&ConnectOptions::default(), tester());
    let mut connection = connected.expect("connected");
    connection.use_workers();
    let opened = connection.start(
        Request::Open {
            descriptor: ObjectDescriptor::queue("Q1"),
            options: MQOO_INPUT_SHARED | MQOO_OUTPUT,
        },
        Waker::noop(),
    );
    let Poll::Ready(Reply::Opened { handle, .. }) = opened else {
        panic!("{opened:?}");
    };
    House {
        _place: place,
        manager,
        connection,
        handle,
    }
}

/// What makes a get copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    /// The program knows nothing of groups, and is given their fields in front of the data.
    Extension,
    /// A header stays that stood behind properties.
    Properties,
    Conversion,
    /// It was put in segments.
    Segments,
}

const ALL: [Why; 4] = [
    Why::Extension,
    Why::Properties,
    Why::Conversion,
    Why::Segments,
];

fn text(bytes: usize) -> Vec<u8> {
    (0..bytes).map(|at| b'a' + (at % 26) as u8).collect()
}

fn version_2() -> MsgDescriptor {
    MsgDescriptor {
        version: MQMD_VERSION_2,
        ..MsgDescriptor::default()
    }
}

impl House {
    fn put(&mut self, descriptor: MsgDescriptor, body: Vec<u8>) {
        let put = Request::Put {
            handle: self.handle,
            descriptor,
            options: PutOptions::default(),
            body: Bytes::from(body),
        };
        let answer = self.connection.start(put, Waker::noop());
        assert!(matches!(answer, Poll::Ready(Reply::Put(_))), "{answer:?}");
    }

    /// Puts a message of about so many bytes. Answers what a get is to give.
    fn put_for(&mut self, why: Why, bytes: usize) -> Vec<u8> {
        let data = text(bytes);
        match why {
            Why::Extension => {
                let grouped = MsgDescriptor {
                    group_id: [3; 24],
                    msg_flags: MQMF_LAST_MSG_IN_GROUP,
                    ..version_2()
                };
                self.put(grouped, data.clone());
                data
            }
            Why::Properties => {
                let described = Described {
                    ccsid: 1208,
                    encoding: MQENC_NATIVE,
                };
                let header = |format, folder: &str| {
                    let fixed = rfh2::fixed(format, described);
                    rfh2::write(&fixed, ByteOrder::NATIVE, &[folder])
                };
                let own = header("", "<own>1</own>");
                let folders = header("MQHRF2", "<usr><colour>red</colour></usr>");
                let descriptor = MsgDescriptor {
                    format: rfh2::FORMAT,
                    ..version_2()
                };
                self.put(descriptor, [&folders[..], &own, &data].concat());
                [own, data].concat()
            }
            Why::Conversion => {
                let descriptor = MsgDescriptor {
                    format: *b"MQSTR   ",
                    coded_char_set_id: 1208,
                    ..version_2()
                };
                let upper = data.to_ascii_uppercase();
                self.put(descriptor, upper.clone());
                // EBCDIC has its letters in three runs.
                let letter = |byte: u8| match byte - b'A' {
                    at @ 0..9 => 0xC1 + at,
                    at @ 9..18 => 0xD1 + at - 9,
                    at => 0xE2 + at - 18,
                };
                upper.into_iter().map(letter).collect()
            }
            Why::Segments => {
                for (at, part) in data.chunks(bytes.div_ceil(4)).enumerate() {
                    let last = match at {
                        3 => MQMF_LAST_SEGMENT,
                        _ => MQMF_SEGMENT,
                    };
                    let segment = MsgDescriptor {
                        group_id: [5; 24],
                        msg_flags: last,
                        offset: i32::try_from(at * bytes.div_ceil(4)).expect("it fits"),
                        ..version_2()
                    };
                    self.put(segment, part.to_vec());
                }
                data
            }
        }
    }

    fn begin(&mut self, why: Why) -> Poll<Reply> {
        let (version, options) = match why {
            Why::Extension => (MQMD_VERSION_1, 0),
            Why::Properties => (MQMD_VERSION_2, MQGMO_NO_PROPERTIES),
            Why::Conversion => (MQMD_VERSION_2, MQGMO_CONVERT),
            Why::Segments => (MQMD_VERSION_2, MQGMO_COMPLETE_MSG),
        };
        let get = Request::Get {
            handle: self.handle,
            descriptor: MsgDescriptor {
                version,
                coded_char_set_id: 37,
                ..MsgDescriptor::default()
            },
            options: GetOptions {
                version: MQGMO_VERSION_2,
                options: options | MQGMO_NO_SYNCPOINT,
                match_options: MQMO_NONE,
                ..GetOptions::default()
            },
            buffer_len: u32::MAX,
        };
        self.connection.start(get, Waker::noop())
    }

    fn is_at_worker(&self) -> bool {
        self.connection.waiting_for() == Some(WaitingFor::Worker)
    }

    fn depth(&self) -> u32 {
        let statuses = self.manager.queue_statuses();
        let q1 = statuses.iter().find(|one| one.name.as_str() == "Q1");
        q1.expect("it is there").queue.depth
    }
}

fn got(answer: Poll<Reply>) -> GetReply {
    match answer {
        Poll::Ready(Reply::Got(reply)) => {
            assert_eq!(reply.reason, Reason::NONE);
            *reply
        }
        other => panic!("{other:?}"),
    }
}

/// The data of a reply, which must be what was expected, behind the extension if there is one.
fn check(why: Why, reply: &GetReply, expected: &[u8]) {
    let in_front = match why {
        Why::Extension => 72,
        _ => 0,
    };
    assert_eq!(reply.body.len(), in_front + expected.len(), "{why:?}");
    assert!(reply.body[in_front..] == *expected, "{why:?}");
    assert_eq!(reply.data_length as usize, reply.body.len());
    let format = match why {
        Why::Extension => *b"MQHMDE  ",
        Why::Properties => rfh2::FORMAT,
        Why::Conversion => *b"MQSTR   ",
        Why::Segments => *b"        ",
    };
    assert_eq!(reply.descriptor.format, format, "{why:?}");
}

#[test]
fn what_is_copied_of_the_longest_message_is_copied_by_a_worker() {
    for why in ALL {
        let mut house = house();
        // Headers count in the length.
        let expected = house.put_for(why, LONGEST - 200);
        assert!(house.begin(why).is_pending(), "{why:?}");
        assert!(house.is_at_worker());
        while house.manager.run_task() {}
        let answer = house.connection.poll(Waker::noop());
        check(why, &got(answer), &expected);
        assert_eq!(house.depth(), 0);
    }
}

#[test]
fn a_short_message_is_copied_in_line() {
    for why in ALL {
        let mut house = house();
        let expected = house.put_for(why, 500_000);
        let answer = house.begin(why);
        check(why, &got(answer), &expected);
    }
}

#[test]
fn a_get_copies_for_itself_when_the_workers_have_gone() {
    for why in ALL {
        let mut house = house();
        let expected = house.put_for(why, LONG);
        assert!(house.begin(why).is_pending(), "{why:?}");
        house.manager.end_tasks();
        let answer = house.connection.poll(Waker::noop());
        check(why, &got(answer), &expected);
    }
}

#[test]
fn a_message_whose_program_goes_while_a_worker_copies_it_stays() {
    for why in ALL {
        let mut house = house();
        house.put_for(why, LONG);
        let depth = house.depth();
        assert!(house.begin(why).is_pending(), "{why:?}");
        house.connection.cancel_wait();
        let answer = house.connection.poll(Waker::noop());
        let gone = matches!(answer, Poll::Ready(Reply::Failed(_)));
        assert!(gone || house.is_at_worker(), "{why:?}: {answer:?}");
        let House {
            manager,
            connection,
            ..
        } = house;
        drop(connection);
        while manager.run_task() {}
        let statuses = manager.queue_statuses();
        let q1 = statuses.iter().find(|one| one.name.as_str() == "Q1");
        assert_eq!(q1.expect("it is there").queue.available, depth, "{why:?}");
    }
}

#[test]
fn a_long_message_that_is_given_as_it_was_put_needs_no_worker() {
    let mut house = house();
    let data = text(LONG);
    house.put(version_2(), data.clone());
    let answer = house.begin(Why::Properties);
    assert!(got(answer).body[..] == *data);
}
