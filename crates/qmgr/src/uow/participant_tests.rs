//! A second resource, which knows neither topics nor queues: numbers somebody has written down.

use super::*;
use crate::core::latch::{Forced, Latch};
use crate::deliver::placing::own_message;
use crate::record::{RecordKind, numbers};
use crate::store::local_queue::LocalQueue;
use crate::{QueueManager, SimulatedPlace};
use bytes::Bytes;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{MQPER_NOT_PERSISTENT, MQPER_PERSISTENT};
use ferromq_mqi::name::ObjectName;
use std::sync::{Arc, Mutex};
use std::task::{Poll, Waker};

/// What is written down, and what participants were asked to do.
#[derive(Debug, Default)]
struct Ledger {
    numbers: Vec<u32>,
    calls: Vec<&'static str>,
}

type Shared = Arc<Mutex<Ledger>>;

/// Numbers to be written down when a unit of work is committed.
#[derive(Debug)]
struct Entry {
    ledger: Shared,
    numbers: Vec<u32>,
    /// What opens once a commit has been shown and is durable.
    told: Latch,
}

impl Entry {
    fn call(&self, what: &'static str) {
        self.ledger.lock().expect("unharmed").calls.push(what);
    }
}

impl Participant for Entry {
    fn prepare(&mut self, _: &mut UnitOfWork) -> Vote {
        self.call("prepare");
        Vote::Ready
    }

    fn before_commit(&mut self, work: &mut UnitOfWork, promised: bool) {
        assert!(work.message_count() > 0, "what it is enlisted in");
        self.call(match promised {
            true => "before a promised commit",
            false => "before a commit",
        });
    }

    fn commit(&mut self, end: Lsn) -> Vec<Following> {
        self.call(match end {
            Lsn::NONE => "commit of which nothing is logged",
            _ => "commit",
        });
        let written = std::mem::take(&mut self.numbers);
        self.ledger
            .lock()
            .expect("unharmed")
            .numbers
            .extend(written);
        vec![Following {
            behind: end,
            action: DeferredAction::Open(self.told.clone()),
        }]
    }
}

/// Another kind of participant.
#[derive(Debug)]
struct Witness(Shared);

impl Participant for Witness {
    fn prepare(&mut self, _: &mut UnitOfWork) -> Vote {
        Vote::Ready
    }

    fn before_commit(&mut self, _: &mut UnitOfWork, _: bool) {}

    fn commit(&mut self, _: Lsn) -> Vec<Following> {
        let mut ledger = self.0.lock().expect("unharmed");
        ledger.calls.push("commit of the other");
        Vec::new()
    }
}

struct House {
    // The disk lives as long as the queue manager.
    _place: SimulatedPlace,
    manager: QueueManager,
    ledger: Shared,
    told: Latch,
}

fn house() -> House {
    let place = SimulatedPlace::with_queue_manager(64, 1 << 20);
    let manager = place.start();
    let definition = Definition::new(ObjectKind::QLocal, ObjectName::truncated("Q"));
    manager.define(definition, false).expect("defined");
    House {
        _place: place,
        manager,
        ledger: Shared::default(),
        told: Latch::default(),
    }
}

impl House {
    fn queue(&self) -> Arc<LocalQueue> {
        let found = self
            .manager
            .engine
            .registry()
            .local_queue(&ObjectName::truncated("Q"));
        found.expect("it is defined")
    }

    /// A unit of work with a message, and with numbers that were written one by one.
    fn work(&self, persistence: i32, numbers: &[u32]) -> UnitOfWork {
        let engine = &self.manager.engine;
        let mut work = UnitOfWork::new(engine.new_uow());
        let descriptor = MsgDescriptor {
            persistence,
            ..MsgDescriptor::default()
        };
        let body = Bytes::from_static(b"message");
        let placed = own_message(engine, &self.queue(), descriptor, body, 1).expect("placed");
        work.put(engine, placed).expect("put");
        for number in numbers {
            let entry = work.participant(|| Entry {
                ledger: Arc::clone(&self.ledger),
                numbers: Vec::new(),
                told: self.told.clone(),
            });
            entry.numbers.push(*number);
        }
        work
    }

    fn numbers(&self) -> Vec<u32> {
        self.ledger.lock().expect("unharmed").numbers.clone()
    }

    fn calls(&self) -> Vec<&'static str> {
        self.ledger.lock().expect("unharmed").calls.clone()
    }

    fn is_told(&self) -> bool {
        self.manager.run_deferred();
        self.told.poll(Waker::noop()) == Poll::Ready(Forced::Durable)
    }
}

#[test]
fn what_a_participant_changes_is_there_with_the_commit_and_what_follows_when_it_is_durable() {
    let house = house();
    let work = house.work(MQPER_PERSISTENT, &[1, 2]);
    assert!(house.calls().is_empty() && house.numbers().is_empty());
    let committed = work.commit(&house.manager.engine).expect("committed");
    let (end, _) = committed.expect("it is logged");
    assert_eq!(
        house.calls(),
        ["prepare", "before a commit", "commit"],
        "once for both"
    );
    assert_eq!(house.numbers(), [1, 2]);
    assert!(!house.is_told(), "it may still be lost");
    house.manager.log().wait_durable(end).expect("durable");
    assert!(house.is_told());
}

#[test]
fn a_commit_that_logs_nothing_is_done_at_once() {
    let house = house();
    let work = house.work(MQPER_NOT_PERSISTENT, &[3]);
    let committed = work.commit(&house.manager.engine).expect("committed");
    assert!(committed.is_none());
    let calls = [
        "prepare",
        "before a commit",
        "commit of which nothing is logged",
    ];
    assert_eq!((house.calls(), house.numbers()), (calls.to_vec(), vec![3]));
    assert!(house.is_told());
}

#[test]
fn what_is_backed_out_has_changed_nothing() {
    let house = house();
    let work = house.work(MQPER_PERSISTENT, &[4]);
    work.back_out(&house.manager.engine);
    assert!(house.calls().is_empty() && house.numbers().is_empty());
    assert_eq!(house.queue().queue.depth(), 0);
    assert!(!house.is_told());
}

#[test]
fn what_is_promised_is_prepared_first_and_changed_with_its_commit() {
    let house = house();
    let mut work = house.work(MQPER_PERSISTENT, &[5]);
    assert!(matches!(work.prepare(), Vote::Ready));
    assert_eq!(
        (house.calls(), house.numbers()),
        (vec!["prepare"], Vec::new())
    );
    let record = numbers(&[work.id.0]);
    let engine = &house.manager.engine;
    let committed = work.commit_as(engine, RecordKind::Commit, &[&record], || ());
    assert!(committed.is_ok());
    let calls = ["prepare", "before a promised commit", "commit"];
    assert_eq!((house.calls(), house.numbers()), (calls.to_vec(), vec![5]));
}

#[test]
fn participants_of_two_kinds_take_part_in_the_order_they_were_enlisted() {
    let house = house();
    let mut work = house.work(MQPER_PERSISTENT, &[6]);
    work.participant(|| Witness(Arc::clone(&house.ledger)));
    work.commit(&house.manager.engine).expect("committed");
    let calls = [
        "prepare",
        "before a commit",
        "commit",
        "commit of the other",
    ];
    assert_eq!(house.calls(), calls);
}
