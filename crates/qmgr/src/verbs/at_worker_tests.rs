//! Gets that workers work for. No worker runs by itself here: a test says when one has its turn.

use crate::queue_manager::QueueManager;
use crate::{
    Connection, EndMode, SimulatedPlace, Standing, StandingGetRequest, WaitingFor, tester,
};
use bytes::Bytes;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::call::{AwaitedGet, Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{
    ConnectOptions, GetOptions, ObjectDescriptor, ObjectHandle, PutOptions,
};
use ferromq_mqi::{MsgDescriptor, Reason};
use std::num::NonZeroUsize;
use std::task::{Poll, Waker};

struct House {
    // The disk lives as long as the queue manager.
    place: SimulatedPlace,
    manager: QueueManager,
}

struct Program {
    connection: Connection,
    handle: ObjectHandle,
}

/// A queue `Q1` of which no message stays in memory. A search is left after one message.
fn house() -> House {
    house_with(0)
}

fn house_with(buffer_bytes: u64) -> House {
    let place = SimulatedPlace::with_queue_manager(64, buffer_bytes);
    let manager = place.start();
    let queue = Definition::new(ObjectKind::QLocal, ObjectName::truncated("Q1"));
    manager.define(queue, false).expect("defined");
    manager.begin_tasks(NonZeroUsize::MIN);
    House { place, manager }
}

impl House {
    /// A program over an event loop, which may have a selector.
    fn program(&self, selector: &str) -> Program {
        let connected = self.manager.connect(&ConnectOptions::default(), tester());
        let mut connection = connected.expect("connected");
        connection.use_workers();
        let descriptor = ObjectDescriptor {
            version: MQOD_VERSION_4,
            selection_string: selector.into(),
            ..ObjectDescriptor::queue("Q1")
        };
        let options = MQOO_INPUT_SHARED | MQOO_BROWSE | MQOO_OUTPUT | MQOO_INQUIRE;
        let opened = connection.start(
            Request::Open {
                descriptor,
                options,
            },
            Waker::noop(),
        );
        let Poll::Ready(Reply::Opened { handle, .. }) = opened else {
            panic!("{opened:?}");
        };
        Program { connection, handle }
    }

    /// Lets workers work until there is nothing to do.
    fn work(&self) {
        while self.manager.run_task() {}
    }

    fn depth(&self) -> u32 {
        let statuses = self.manager.queue_statuses();
        let q1 = statuses.iter().find(|one| one.name.as_str() == "Q1");
        q1.expect("it is there").queue.depth
    }
}

impl Program {
    fn put(&mut self, body: &'static str) {
        self.put_as(body, &MsgDescriptor::default());
    }

    fn put_as(&mut self, body: &'static str, descriptor: &MsgDescriptor) {
        let put = Request::Put {
            handle: self.handle,
            descriptor: descriptor.clone(),
            options: PutOptions::default(),
            body: Bytes::from_static(body.as_bytes()),
        };
        let mut answer = self.connection.start(put, Waker::noop());
        while let Some(WaitingFor::Log(end)) = self.connection.waiting_for() {
            self.connection.wait_for_log(end);
            answer = self.connection.poll(Waker::noop());
        }
        assert!(matches!(answer, Poll::Ready(Reply::Put(_))), "{answer:?}");
    }

    /// Puts `abc` in three segments.
    fn put_segments(&mut self) {
        for (body, offset, flags) in [("a", 0, 0), ("b", 1, 0), ("c", 2, MQMF_LAST_SEGMENT)] {
            let segment = MsgDescriptor {
                version: MQMD_VERSION_2,
                group_id: [7; 24],
                msg_flags: MQMF_SEGMENT | flags,
                offset,
                ..MsgDescriptor::default()
            };
            self.put_as(body, &segment);
        }
    }

    fn start(&mut self, options: i32) -> Poll<Reply> {
        self.start_into(options, 1_000)
    }

    fn start_into(&mut self, options: i32, buffer_len: u32) -> Poll<Reply> {
        let get = Request::Get {
            handle: self.handle,
            descriptor: MsgDescriptor {
                version: MQMD_VERSION_2,
                ..MsgDescriptor::default()
            },
            options: of(options),
            buffer_len,
        };
        self.connection.start(get, Waker::noop())
    }

    /// Begins a get that has to wait for a worker.
    fn begin(&mut self, options: i32) {
        let begun = self.start(options);
        assert!(begun.is_pending(), "{begun:?}");
        assert_eq!(self.connection.waiting_for(), Some(WaitingFor::Worker));
    }

    /// How the get under way ends when workers have worked.
    fn ends(&mut self, house: &House) -> Result<Bytes, Reason> {
        loop {
            house.work();
            match self.connection.poll(Waker::noop()) {
                Poll::Ready(Reply::Got(got)) => return Ok(got.body),
                Poll::Ready(Reply::Failed(reason)) => return Err(reason),
                Poll::Ready(other) => panic!("{other:?}"),
                Poll::Pending => match self.connection.waiting_for() {
                    Some(WaitingFor::Log(end)) => self.connection.wait_for_log(end),
                    Some(WaitingFor::Worker) => {}
                    waits => assert_eq!(
                        waits,
                        Some(WaitingFor::Message {
                            deadline_ns: Some(0)
                        })
                    ),
                },
            }
        }
    }

    fn get(&mut self, house: &House, options: i32) -> Result<Bytes, Reason> {
        match self.start(options) {
            Poll::Ready(Reply::Got(got)) => Ok(got.body),
            Poll::Ready(Reply::Failed(reason)) => Err(reason),
            _ => self.ends(house),
        }
    }
}

fn of(options: i32) -> GetOptions {
    GetOptions {
        version: MQGMO_VERSION_2,
        options: options | MQGMO_NO_PROPERTIES,
        match_options: MQMO_NONE,
        wait_interval_ms: MQWI_UNLIMITED,
        ..GetOptions::default()
    }
}

fn body(text: &'static str) -> Result<Bytes, Reason> {
    Ok(Bytes::from_static(text.as_bytes()))
}

const NOTHING: Result<Bytes, Reason> = Err(Reason::NO_MSG_AVAILABLE);

/// Goal: a worker's read of one message serves those beside it: their gets do not wait.
#[test]
fn a_message_beside_one_that_was_read_is_had_at_once() {
    let house = house();
    let mut program = house.program("");
    for body in ["first", "second"] {
        program.put_as(
            body,
            &MsgDescriptor {
                persistence: MQPER_PERSISTENT,
                ..MsgDescriptor::default()
            },
        );
    }
    program.begin(MQGMO_NO_SYNCPOINT);
    assert_eq!(program.ends(&house).expect("read"), "first");
    let Poll::Ready(Reply::Got(got)) = program.start(MQGMO_SYNCPOINT) else {
        panic!("it is in memory");
    };
    assert_eq!(got.body, "second");
    assert_eq!(house.depth(), 0);
}

#[test]
fn a_message_on_disk_is_read_by_a_worker_and_is_nobody_elses_meanwhile() {
    let house = house();
    let (mut one, mut other) = (house.program(""), house.program(""));
    one.put("first");
    one.put("second");
    one.begin(0);
    other.begin(0);
    assert!(one.connection.poll(Waker::noop()).is_pending());
    assert_eq!(other.ends(&house), body("second"));
    assert_eq!(one.ends(&house), body("first"));
    assert_eq!(house.depth(), 0);
}

#[test]
fn a_program_that_goes_while_its_message_is_read_gives_it_back_once() {
    for options in [0, MQGMO_SYNCPOINT, MQGMO_BROWSE_FIRST | MQGMO_LOCK] {
        let house = house();
        let (mut gone, mut other) = (house.program(""), house.program(""));
        other.put("message");
        gone.begin(options);
        assert_eq!(other.get(&house, 0), NOTHING);
        drop(gone);
        house.work();
        assert_eq!(other.get(&house, 0), body("message"));
        assert_eq!(other.get(&house, 0), NOTHING);
        assert_eq!(house.depth(), 0);
    }
}

#[test]
fn a_wait_that_is_cancelled_while_its_message_is_read_gives_it_back() {
    let house = house();
    let mut program = house.program("");
    program.put("message");
    program.begin(MQGMO_WAIT | MQGMO_SYNCPOINT);
    program.connection.end_wait(Reason::CONNECTION_QUIESCING);
    assert_eq!(program.ends(&house), Err(Reason::CONNECTION_QUIESCING));
    assert!(!program.connection.is_in_unit_of_work());
    assert_eq!(program.get(&house, 0), body("message"));
}

#[test]
fn a_queue_manager_that_stops_does_not_wait_for_reads() {
    let house = house();
    let mut program = house.program("");
    program.put("message");
    program.begin(0);
    house.manager.begin_end(EndMode::Immediate);
    let told = program.connection.poll(Waker::noop());
    let stopping = Poll::Ready(Reply::Failed(Reason::Q_MGR_STOPPING));
    assert_eq!(format!("{told:?}"), format!("{stopping:?}"));
    assert_eq!(house.depth(), 1);
}

/// One that is dropped without its end, as by a process that is killed within another.
#[test]
fn what_no_worker_does_any_more_keeps_no_queue_manager_in_memory() {
    for selector in ["", "number = 1"] {
        let house = house();
        let mut gone = house.program(selector);
        gone.put("first");
        gone.put("second");
        let log = std::sync::Arc::downgrade(house.manager.log());
        gone.begin(0);
        drop(gone);
        house.manager.log().abandon();
        drop(house);
        assert!(log.upgrade().is_none(), "selector {selector:?}");
    }
}

#[test]
fn verbs_do_themselves_what_workers_left_undone() {
    let house = house();
    let (mut reads, mut searches) = (house.program(""), house.program("Root.MQMD.Priority = 9"));
    reads.put("first");
    reads.put("second");
    reads.begin(0);
    searches.begin(0);
    house.manager.end_tasks();
    assert_eq!(reads.ends(&house), body("first"));
    assert_eq!(searches.ends(&house), NOTHING);
    assert_eq!(reads.get(&house, 0), body("second"));
}

#[test]
fn a_browse_whose_message_somebody_else_gets_finds_the_next() {
    let house = house();
    let (mut browses, mut gets) = (house.program(""), house.program(""));
    gets.put("first");
    gets.put("second");
    browses.begin(MQGMO_BROWSE_FIRST);
    gets.connection.uses_workers = false;
    assert_eq!(gets.get(&house, 0), body("first"));
    gets.put("where the first was");
    assert_eq!(browses.ends(&house), body("second"));
    assert_eq!(browses.get(&house, MQGMO_MSG_UNDER_CURSOR), body("second"));
}

#[test]
fn a_mark_goes_with_a_browse_that_did_not_end() {
    let house = house();
    let (mut gone, mut other) = (house.program(""), house.program(""));
    gone.put("message");
    let marks = MQGMO_BROWSE_FIRST | MQGMO_UNMARKED_BROWSE_MSG | MQGMO_MARK_BROWSE_HANDLE;
    gone.begin(marks);
    gone.connection.end_wait(Reason::CONNECTION_QUIESCING);
    assert_eq!(gone.ends(&house), Err(Reason::CONNECTION_QUIESCING));
    assert_eq!(gone.get(&house, marks), body("message"));
    assert_eq!(gone.get(&house, marks), NOTHING);
    assert_eq!(other.get(&house, marks), body("message"));
}

#[test]
fn segments_are_read_together_and_go_back_together() {
    let house = house();
    let (mut gone, mut other) = (house.program(""), house.program(""));
    other.put_segments();
    gone.begin(MQGMO_COMPLETE_MSG);
    drop(gone);
    house.work();
    assert_eq!(other.get(&house, MQGMO_COMPLETE_MSG), body("abc"));
    assert_eq!(house.depth(), 0);
}

/// Goal: programs ask with a small buffer how long a message is, which must not cost what the whole message does.
#[test]
fn segments_are_read_as_far_as_the_buffer_goes() {
    let house = house();
    let mut program = house.program("");
    program.put_segments();
    let mut reads = |buffer_len| {
        let before = house.place.disk_calls();
        let whole = MQGMO_COMPLETE_MSG | MQGMO_BROWSE_FIRST | MQGMO_ACCEPT_TRUNCATED_MSG;
        let begun = program.start_into(whole, buffer_len);
        assert!(begun.is_pending(), "{begun:?}");
        let found = program.ends(&house).expect("found");
        assert_eq!(found, "abc"[..buffer_len.min(3) as usize]);
        house.place.disk_calls() - before
    };
    let (none, one, all) = (reads(0), reads(1), reads(1_000));
    assert!(none < one && one < all, "{none}, {one} and {all}");
}

#[test]
fn a_message_that_a_checkpoint_moves_is_read_where_it_is_then() {
    let house = house();
    let mut program = house.program("");
    let persistent = MsgDescriptor {
        persistence: MQPER_PERSISTENT,
        ..MsgDescriptor::default()
    };
    program.put_as("first", &persistent);
    program.put_as("second", &persistent);
    program.begin(MQGMO_SYNCPOINT);
    house.manager.checkpoint_everything().expect("taken");
    assert_eq!(program.ends(&house), body("first"));
}

#[test]
fn a_search_that_finds_nothing_is_made_by_workers_and_holds_nobody_up() {
    for buffer_bytes in [0, 1 << 20] {
        let house = house_with(buffer_bytes);
        let (mut searches, mut other) =
            (house.program("Root.MQMD.Priority = 9"), house.program(""));
        (0..20).for_each(|_| other.put("message"));
        searches.begin(0);
        assert_eq!(other.get(&house, 0), body("message"));
        assert_eq!(searches.ends(&house), NOTHING);
        assert_eq!(house.depth(), 19);
    }
}

#[test]
fn a_message_that_comes_while_a_worker_searches_is_found_or_wakes() {
    let urgent = MsgDescriptor {
        priority: 9,
        ..MsgDescriptor::default()
    };
    for turns in 0..8 {
        let house = house_with(1 << 20);
        let (mut searches, mut other) =
            (house.program("Root.MQMD.Priority = 9"), house.program(""));
        (0..30).for_each(|_| other.put("message"));
        searches.begin(MQGMO_WAIT);
        for _ in 0..turns {
            house.manager.run_task();
        }
        // In front of all that the search has seen.
        other.put_as("urgent", &urgent);
        let mut ends = || searches.ends(&house);
        assert_eq!(ends(), body("urgent"), "after {turns} turns");
    }
}

#[test]
fn a_search_that_ends_waits_for_what_it_selects() {
    let house = house();
    let (mut searches, mut other) = (house.program("Root.MQMD.Priority = 9"), house.program(""));
    (0..5).for_each(|_| other.put("message"));
    searches.begin(MQGMO_WAIT);
    house.work();
    while searches.connection.waiting_for() == Some(WaitingFor::Worker) {
        assert!(searches.connection.poll(Waker::noop()).is_pending());
        house.work();
    }
    let waits = Some(WaitingFor::Message { deadline_ns: None });
    assert_eq!(searches.connection.waiting_for(), waits);
    other.put_as(
        "urgent",
        &MsgDescriptor {
            priority: 9,
            ..MsgDescriptor::default()
        },
    );
    assert_eq!(searches.ends(&house), body("urgent"));
}

#[test]
fn a_program_that_goes_while_a_worker_searches_for_it_leaves_nothing() {
    let house = house_with(1 << 20);
    let (mut gone, mut other) = (house.program("Root.MQMD.Priority = 9"), house.program(""));
    (0..30).for_each(|_| other.put("message"));
    gone.begin(MQGMO_WAIT);
    house.manager.run_task();
    drop(gone);
    assert!(house.manager.run_task(), "its task is dropped");
    assert!(!house.manager.run_task());
    assert_eq!(other.get(&house, 0), body("message"));
}

#[test]
fn who_awaits_any_is_answered_by_what_a_worker_finds() {
    let house = house_with(1 << 20);
    let (mut waits, mut other) = (house.program("Root.MQMD.Priority = 5"), house.program(""));
    (0..20).for_each(|_| other.put("message"));
    let await_any = |interval_ms| Request::AwaitAny {
        gets: vec![AwaitedGet {
            handle: waits.handle,
            descriptor: MsgDescriptor::default(),
            options: of(0),
        }],
        wait_interval_ms: interval_ms,
    };
    let (never, at_last) = (await_any(0), await_any(0));
    assert!(waits.connection.start(never, Waker::noop()).is_pending());
    assert_eq!(waits.connection.waiting_for(), Some(WaitingFor::Worker));
    assert_eq!(waits.ends(&house), NOTHING);
    let selected = MsgDescriptor {
        priority: 5,
        ..MsgDescriptor::default()
    };
    other.put_as("selected", &selected);
    other.put_as("selected", &selected);
    let mut answer = waits.connection.start(at_last, Waker::noop());
    while answer.is_pending() {
        house.work();
        answer = waits.connection.poll(Waker::noop());
    }
    assert!(matches!(answer, Poll::Ready(Reply::Done(Reason::NONE))));
}

#[test]
fn a_get_that_stands_becomes_a_verb_while_its_message_is_read() {
    let house = house();
    let mut program = house.program("");
    program.put("message");
    let request = StandingGetRequest {
        handle: program.handle,
        descriptor: MsgDescriptor::default(),
        options: of(0),
        buffer_len: 1_000,
        of_any_length: true,
        not_persistent: false,
    };
    let stands = program
        .connection
        .stand(request, Waker::noop(), Waker::noop());
    assert!(
        matches!(stands, Standing::Verb(Poll::Pending)),
        "{stands:?}"
    );
    assert_eq!(program.ends(&house), body("message"));
}

#[test]
fn expired_messages_a_search_meets_are_reported_on_by_a_worker() {
    let house = house();
    let mut program = house.program("");
    program.put_as(
        "message",
        &MsgDescriptor {
            expiry: 1,
            report: MQRO_EXPIRATION_WITH_DATA,
            reply_to_q: *ObjectName::truncated("Q1").bytes(),
            ..MsgDescriptor::default()
        },
    );
    house.place.clock().advance_ns(1_000_000_000);
    assert_eq!(program.get(&house, 0), NOTHING);
    house.work();
    assert_eq!(program.get(&house, 0), body("message"), "the report");
    assert_eq!(house.depth(), 0);
}
