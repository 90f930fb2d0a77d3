//! What a participant of a unit of work is asked, and when, however that ends.

use crate::core::latch::Latch;
use crate::store::errands::Errand;
use crate::uow::participant::{Following, Participant};
use crate::uow::unit::UnitOfWork;
use crate::verbs::connection::Connection;
use crate::{QueueManager, SimulatedPlace, tester};
use bytes::Bytes;
use ferromq_log::Lsn;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{ConnectOptions, ObjectDescriptor, PutOptions};
use ferromq_mqi::xa::{XaCall, XaCode, Xid};
use std::sync::{Arc, Mutex};
use std::task::{Poll, Waker};

#[derive(Debug)]
struct Rehearsed {
    heard: Arc<Mutex<Vec<String>>>,
    /// Opened by what follows from the commit.
    follows: Latch,
}

impl Rehearsed {
    fn hear(&self, what: String) {
        self.heard.lock().expect("nobody panics").push(what);
    }
}

impl Participant for Rehearsed {
    fn prepare(&mut self, work: &mut UnitOfWork) {
        self.hear(format!("prepare, {} puts", work.puts.len()));
    }

    fn before_commit(&mut self, _work: &mut UnitOfWork, promised: bool) {
        self.hear(format!("before commit, promised: {promised}"));
    }

    fn commit(&mut self, end: Lsn) -> Vec<Following> {
        self.hear(format!("commit, logged: {}", end != Lsn::NONE));
        vec![Following {
            behind: end,
            errand: Errand::Open(self.follows.clone()),
        }]
    }
}

impl Drop for Rehearsed {
    fn drop(&mut self) {
        self.hear("dropped".to_owned());
    }
}

struct Home {
    _place: SimulatedPlace,
    manager: QueueManager,
    connection: Connection,
    heard: Arc<Mutex<Vec<String>>>,
    follows: Latch,
}

fn home() -> Home {
    let place = SimulatedPlace::with_queue_manager(64, 1 << 20);
    let manager = place.start();
    let queue = Definition::new(ObjectKind::QLocal, ObjectName::truncated("Q1"));
    manager.define(queue, false).expect("defined");
    let connection = manager
        .connect(&ConnectOptions::default(), tester())
        .expect("connected");
    Home {
        _place: place,
        manager,
        connection,
        heard: Arc::default(),
        follows: Latch::default(),
    }
}

impl Home {
    fn verb(&mut self, request: Request) -> Reply {
        let mut answer = self.connection.start(request, Waker::noop());
        while answer.is_pending() {
            let head = self.manager.engine.log.head();
            self.connection.wait_for_log(head);
            answer = self.connection.poll(Waker::noop());
        }
        match answer {
            Poll::Ready(Reply::Failed(reason)) => panic!("{reason}"),
            Poll::Ready(reply) => reply,
            Poll::Pending => unreachable!(),
        }
    }

    fn put(&mut self, persistence: i32) {
        self.put_to(ObjectDescriptor::queue("Q1"), persistence, MQPMO_NONE);
    }

    fn put_to(&mut self, object: ObjectDescriptor, persistence: i32, options: i32) {
        self.verb(Request::Put1 {
            object: Box::new(object),
            descriptor: MsgDescriptor {
                persistence,
                ..MsgDescriptor::default()
            },
            options: PutOptions {
                options: MQPMO_SYNCPOINT | options,
                ..PutOptions::default()
            },
            body: Bytes::from_static(b"message"),
        });
    }

    fn xa(&mut self, call: XaCall) {
        match self.verb(Request::Xa(call)) {
            Reply::Xa(reply) => assert_eq!(reply.code, XaCode::OK),
            other => panic!("{other:?}"),
        }
    }

    /// Begins to work in a branch of a transaction.
    fn begin_branch(&mut self) -> Xid {
        let xid = Xid::new(1, b"global", b"branch").expect("a name");
        self.xa(XaCall::Open {
            name: Vec::new(),
            flags: TMNOFLAGS,
        });
        self.xa(XaCall::Start {
            xid: xid.clone(),
            flags: TMNOFLAGS,
        });
        xid
    }

    /// Ends the work in a branch and prepares it.
    fn prepare_branch(&mut self, xid: &Xid) {
        self.xa(XaCall::End {
            xid: xid.clone(),
            flags: TMSUCCESS,
        });
        self.xa(XaCall::Prepare {
            xid: xid.clone(),
            flags: TMNOFLAGS,
        });
    }

    /// Enlists a participant in the unit of work under way, of the connection or of its branch.
    fn enlist(&self) {
        let one = || Rehearsed {
            heard: Arc::clone(&self.heard),
            follows: self.follows.clone(),
        };
        let state = &self.connection.state;
        match state.branch() {
            Some(branch) => enlist_in(branch.work().as_mut(), one),
            None => enlist_in(state.work().as_mut(), one),
        }
    }

    fn heard(&self) -> Vec<String> {
        std::mem::take(&mut self.heard.lock().expect("nobody panics"))
    }
}

fn enlist_in(work: Option<&mut UnitOfWork>, one: impl FnOnce() -> Rehearsed) {
    work.expect("something was put in it").participant(one);
}

#[test]
fn a_commit_asks_before_and_after_its_record_and_does_what_follows() {
    let mut home = home();
    for (persistence, logged) in [(MQPER_PERSISTENT, true), (MQPER_NOT_PERSISTENT, false)] {
        home.put(persistence);
        home.enlist();
        assert_eq!(home.heard(), [""; 0]);
        home.verb(Request::Commit);
        let commit = format!("commit, logged: {logged}");
        assert_eq!(
            home.heard(),
            ["before commit, promised: false", &commit, "dropped"]
        );
        assert!(home.follows.is_open());
        home.follows = Latch::default();
    }
}

#[test]
fn a_unit_of_work_that_is_backed_out_drops_its_participants_unasked() {
    let mut home = home();
    home.put(MQPER_PERSISTENT);
    home.enlist();
    home.verb(Request::BackOut);
    assert_eq!(home.heard(), ["dropped"]);
    assert!(!home.follows.is_open());
}

#[test]
fn a_branch_asks_before_its_promise_and_again_before_its_commit() {
    let mut home = home();
    let xid = home.begin_branch();
    home.put(MQPER_PERSISTENT);
    home.enlist();
    home.prepare_branch(&xid);
    assert_eq!(home.heard(), ["prepare, 1 puts"]);
    home.xa(XaCall::Commit {
        xid,
        flags: TMNOFLAGS,
    });
    assert_eq!(
        home.heard(),
        [
            "before commit, promised: true",
            "commit, logged: true",
            "dropped"
        ]
    );
    assert!(home.follows.is_open());
}

/// Branches in doubt are kept by the queue manager, and what takes part in them looks for what it changes there.
#[test]
fn a_queue_manager_goes_from_memory_with_the_branches_it_leaves_in_doubt() {
    let mut home = home();
    let xid = home.begin_branch();
    home.put_to(
        ObjectDescriptor::topic("news"),
        MQPER_PERSISTENT,
        MQPMO_RETAIN,
    );
    home.prepare_branch(&xid);
    let Home {
        _place: place,
        manager,
        connection,
        ..
    } = home;
    let publishing = Arc::downgrade(&manager.engine.publishing);
    drop(connection);
    manager.log().abandon();
    drop(manager);
    assert_eq!(publishing.strong_count(), 0);
    // The next life finds the same in doubt, and ends as well.
    let manager = place.start();
    assert_eq!(manager.restart_report().in_doubt, 1);
    let publishing = Arc::downgrade(&manager.engine.publishing);
    drop(manager);
    assert_eq!(publishing.strong_count(), 0);
}
