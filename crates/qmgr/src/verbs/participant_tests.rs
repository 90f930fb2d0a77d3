//! What a participant of a unit of work is asked, and when, however that ends.

use crate::core::latch::{Forced, Latch};
use crate::store::deferred::DeferredAction;
use crate::uow::participant::{Answer, Following, Participant, Vote};
use crate::uow::unit::UnitOfWork;
use crate::verbs::connection::Connection;
use crate::verbs::step::WaitingFor;
use crate::{QueueManager, SimulatedPlace, tester};
use bytes::Bytes;
use ferromq_log::Lsn;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{ConnectOptions, ObjectDescriptor, PutOptions, SubscriptionDescriptor};
use ferromq_mqi::xa::{XaCall, XaCode, Xid};
use ferromq_mqi::{MsgDescriptor, Reason};
use std::sync::{Arc, Mutex};
use std::task::{Poll, Waker};

#[derive(Debug)]
struct Rehearsed {
    heard: Arc<Mutex<Vec<String>>>,
    /// Opened by what follows from the commit.
    follows: Latch,
    /// What it answers, the next one last; then it is ready.
    votes: Vec<Vote>,
    /// Answers it holds back, if it does.
    held: Option<Arc<Mutex<Vec<Answer>>>>,
}

impl Rehearsed {
    fn hear(&self, what: String) {
        self.heard.lock().expect("nobody panics").push(what);
    }

    fn hold(&self, answer: &Answer) {
        if let Some(held) = &self.held {
            held.lock().expect("nobody panics").push(answer.clone());
        }
    }
}

impl Participant for Rehearsed {
    fn prepare(&mut self, work: &mut UnitOfWork) -> Vote {
        self.hear(format!("prepare, {} puts", work.puts.len()));
        self.votes.pop().unwrap_or(Vote::Ready)
    }

    fn before_commit(&mut self, _work: &mut UnitOfWork, promised: bool) {
        self.hear(format!("before commit, promised: {promised}"));
    }

    fn commit(&mut self, end: Lsn) -> Vec<Following> {
        self.hear(format!("commit, logged: {}", end != Lsn::NONE));
        vec![Following {
            behind: end,
            action: DeferredAction::Open(self.follows.clone()),
        }]
    }

    fn committed(&mut self, answer: &Answer) {
        self.hear("committed".to_owned());
        self.hold(answer);
    }

    fn back_out(&mut self, answer: &Answer) {
        self.hear("backed out".to_owned());
        self.hold(answer);
    }
}

impl Drop for Rehearsed {
    fn drop(&mut self) {
        self.hear("dropped".to_owned());
    }
}

struct Home {
    place: SimulatedPlace,
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
        place,
        manager,
        connection,
        heard: Arc::default(),
        follows: Latch::default(),
    }
}

impl Home {
    /// The power goes, and the queue manager is started again.
    fn after_power_loss(self) -> Self {
        let place = self.place.after_power_loss(7);
        let manager = place.start();
        let connection = manager
            .connect(&ConnectOptions::default(), tester())
            .expect("connected");
        Self {
            place,
            manager,
            connection,
            heard: Arc::default(),
            follows: Latch::default(),
        }
    }

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
        self.put_to(ObjectDescriptor::queue("Q1"), persistence, MQPMO_SYNCPOINT);
    }

    fn put_to(&mut self, object: ObjectDescriptor, persistence: i32, options: i32) {
        self.verb(Request::Put1 {
            object: Box::new(object),
            descriptor: MsgDescriptor {
                persistence,
                ..MsgDescriptor::default()
            },
            options: PutOptions {
                options,
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
        self.enlist_as(Vec::new(), None);
    }

    /// The same of one that says this, the last of it first, and holds answers back.
    fn enlist_as(&self, votes: Vec<Vote>, held: Option<Arc<Mutex<Vec<Answer>>>>) {
        let one = || Rehearsed {
            heard: Arc::clone(&self.heard),
            follows: self.follows.clone(),
            votes,
            held,
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
            [
                "prepare, 1 puts",
                "before commit, promised: false",
                &commit,
                "committed",
                "dropped"
            ]
        );
        assert!(home.follows.is_open());
        home.follows = Latch::default();
    }
}

#[test]
fn a_unit_of_work_that_is_backed_out_tells_its_participants_and_asks_none() {
    let mut home = home();
    home.put(MQPER_PERSISTENT);
    home.enlist();
    home.verb(Request::BackOut);
    assert_eq!(home.heard(), ["backed out", "dropped"]);
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
            "committed",
            "dropped"
        ]
    );
    assert!(home.follows.is_open());
}

/// Nobody takes part in what a restart finds in doubt before the resource enlists somebody again, who is not asked any more.
#[test]
fn who_is_enlisted_again_in_a_branch_a_restart_found_is_not_asked_and_hears_its_end() {
    for commits in [true, false] {
        let mut home = home();
        let xid = home.begin_branch();
        home.put(MQPER_PERSISTENT);
        home.enlist();
        home.prepare_branch(&xid);
        let mut home = home.after_power_loss();
        let open = XaCall::Open {
            name: Vec::new(),
            flags: TMNOFLAGS,
        };
        home.xa(open);
        let branches = home.manager.engine.branches.all();
        let branch = Arc::clone(&branches.first().expect("it is in doubt").branch);
        enlist_in(branch.work().as_mut(), || Rehearsed {
            heard: Arc::clone(&home.heard),
            follows: home.follows.clone(),
            votes: vec![Vote::Refused(XaCode::RBTRANSIENT)],
            held: None,
        });
        let flags = TMNOFLAGS;
        let (end, heard) = match commits {
            true => (
                XaCall::Commit { xid, flags },
                vec![
                    "before commit, promised: true",
                    "commit, logged: true",
                    "committed",
                    "dropped",
                ],
            ),
            false => (
                XaCall::RollBack { xid, flags },
                vec!["backed out", "dropped"],
            ),
        };
        home.xa(end);
        assert_eq!(home.heard(), heard);
        assert_eq!(home.follows.is_open(), commits);
    }
}

impl Home {
    /// As [`Home::verb`], and leaves it pending where it waits for something else than the log.
    fn begin(&mut self, request: Request) -> Poll<Reply> {
        let answer = self.connection.start(request, Waker::noop());
        self.go_on(answer)
    }

    fn poll(&mut self) -> Poll<Reply> {
        let answer = self.connection.poll(Waker::noop());
        self.go_on(answer)
    }

    fn go_on(&mut self, mut answer: Poll<Reply>) -> Poll<Reply> {
        while answer.is_pending()
            && let Some(WaitingFor::Log(end)) = self.connection.waiting_for()
            && !self.connection.is_durable(end)
        {
            self.connection.wait_for_log(end);
            answer = self.connection.poll(Waker::noop());
        }
        answer
    }

    fn xa_code(&mut self, call: XaCall) -> Poll<XaCode> {
        self.begin(Request::Xa(call)).map(code)
    }

    fn depth(&self) -> usize {
        let all = self.manager.queue_statuses();
        let queue = all.iter().find(|one| one.name.as_str() == "Q1");
        queue.expect("it is defined").queue.depth as usize
    }
}

fn code(reply: Reply) -> XaCode {
    match reply {
        Reply::Xa(reply) => reply.code,
        other => panic!("{other:?}"),
    }
}

fn done(reply: Reply) -> Result<Reason, Reason> {
    match reply {
        Reply::Done(reason) => Ok(reason),
        Reply::Failed(reason) => Err(reason),
        other => panic!("{other:?}"),
    }
}

const BACKED_OUT: Poll<Result<Reason, Reason>> = Poll::Ready(Err(Reason::BACKED_OUT));
const WARNED: Poll<Result<Reason, Reason>> = Poll::Ready(Ok(Reason::BACKED_OUT));
const DONE: Poll<Result<Reason, Reason>> = Poll::Ready(Ok(Reason::NONE));

#[test]
fn a_commit_a_participant_refuses_is_backed_out() {
    let mut home = home();
    let refuses = || vec![Vote::Refused(XaCode::RBCOMMFAIL)];
    home.put(MQPER_PERSISTENT);
    home.enlist_as(refuses(), None);
    assert_eq!(home.begin(Request::Commit).map(done), BACKED_OUT);
    assert_eq!(home.heard(), ["prepare, 1 puts", "backed out", "dropped"]);
    assert_eq!(home.depth(), 0);
    // The next unit of work knows nothing of it.
    home.put(MQPER_PERSISTENT);
    assert_eq!(home.begin(Request::Commit).map(done), DONE);
    assert_eq!(home.depth(), 1);
    home.put(MQPER_PERSISTENT);
    home.enlist_as(refuses(), None);
    assert_eq!(home.begin(Request::Disconnect).map(done), WARNED);
    assert!(home.connection.is_disconnected());
    assert_eq!(home.depth(), 1);
}

#[test]
fn a_commit_waits_for_participants_before_its_record_and_behind_it() {
    let mut home = home();
    let (first, second, held) = (Latch::default(), Latch::default(), Arc::default());
    home.put(MQPER_PERSISTENT);
    let votes = vec![Vote::Waits(second.clone()), Vote::Waits(first.clone())];
    home.enlist_as(votes, Some(Arc::clone(&held)));
    assert_eq!(home.begin(Request::Commit).map(done), Poll::Pending);
    let participants = Some(WaitingFor::Participants);
    assert_eq!(home.connection.waiting_for(), participants);
    assert!(!home.connection.has_begun());
    assert_eq!(home.poll().map(done), Poll::Pending);
    assert_eq!(
        home.heard(),
        ["prepare, 1 puts"],
        "it is not asked for nothing"
    );
    first.open(Forced::Durable);
    assert_eq!(home.poll().map(done), Poll::Pending);
    assert_eq!(home.connection.waiting_for(), participants);
    second.open(Forced::Durable);
    assert_eq!(home.poll().map(done), Poll::Pending);
    let heard = home.heard();
    assert_eq!(
        heard.last().map(String::as_str),
        Some("dropped"),
        "{heard:?}"
    );
    assert!(heard.contains(&"committed".to_owned()));
    assert_eq!(home.depth(), 1);
    held.lock().expect("nobody panics").clear();
    assert_eq!(home.poll().map(done), DONE);
}

#[test]
fn a_back_out_is_answered_when_participants_have_heard_of_it() {
    let mut home = home();
    let held = Arc::default();
    home.put(MQPER_PERSISTENT);
    home.enlist_as(Vec::new(), Some(Arc::clone(&held)));
    assert_eq!(home.begin(Request::BackOut).map(done), Poll::Pending);
    assert_eq!(home.depth(), 0);
    held.lock().expect("nobody panics").clear();
    assert_eq!(home.poll().map(done), DONE);
}

#[test]
fn a_program_that_goes_while_participants_are_waited_for_backs_out() {
    let mut home = home();
    home.put(MQPER_PERSISTENT);
    home.enlist_as(vec![Vote::Waits(Latch::default())], None);
    assert_eq!(home.begin(Request::Disconnect).map(done), Poll::Pending);
    assert!(!home.connection.is_disconnected());
    home.connection = home
        .manager
        .connect(&ConnectOptions::default(), tester())
        .expect("connected");
    assert_eq!(home.heard(), ["prepare, 1 puts", "backed out", "dropped"]);
    assert_eq!(home.depth(), 0);
}

#[test]
fn a_queue_manager_that_ends_waits_for_no_participant() {
    let mut home = home();
    home.put(MQPER_PERSISTENT);
    home.enlist_as(
        vec![Vote::Waits(Latch::default()), Vote::Waits(Latch::default())],
        None,
    );
    assert_eq!(home.begin(Request::Disconnect).map(done), Poll::Pending);
    home.manager.begin_end(crate::EndMode::Immediate);
    assert_eq!(home.poll().map(done), WARNED);
    assert_eq!(home.depth(), 0);
}

#[test]
fn a_branch_waits_for_participants_and_is_backed_out_when_one_refuses() {
    for one_phase in [false, true] {
        let mut home = home();
        let xid = home.begin_branch();
        home.put(MQPER_PERSISTENT);
        let waits = Latch::default();
        let votes = vec![
            Vote::Refused(XaCode::RBTRANSIENT),
            Vote::Waits(waits.clone()),
        ];
        home.enlist_as(votes, None);
        let flags = TMSUCCESS;
        let ended = home.xa_code(XaCall::End {
            xid: xid.clone(),
            flags,
        });
        assert_eq!(ended, Poll::Ready(XaCode::OK));
        let call = match one_phase {
            true => XaCall::Commit {
                xid: xid.clone(),
                flags: TMONEPHASE,
            },
            false => XaCall::Prepare {
                xid: xid.clone(),
                flags: TMNOFLAGS,
            },
        };
        assert_eq!(home.xa_code(call), Poll::Pending);
        assert_eq!(
            home.connection.waiting_for(),
            Some(WaitingFor::Participants)
        );
        waits.open(Forced::Durable);
        assert_eq!(home.poll().map(code), Poll::Ready(XaCode::RBTRANSIENT));
        assert_eq!(home.depth(), 0);
        assert!(home.manager.branches().is_empty());
        assert!(home.heard().contains(&"backed out".to_owned()));
    }
}

#[test]
fn a_branch_that_waits_to_be_prepared_goes_with_who_asks() {
    let mut home = home();
    let xid = home.begin_branch();
    home.put(MQPER_PERSISTENT);
    home.enlist_as(vec![Vote::Waits(Latch::default())], None);
    let end = XaCall::End {
        xid: xid.clone(),
        flags: TMSUCCESS,
    };
    assert_eq!(home.xa_code(end), Poll::Ready(XaCode::OK));
    let flags = TMNOFLAGS;
    assert_eq!(home.xa_code(XaCall::Prepare { xid, flags }), Poll::Pending);
    home.connection = home
        .manager
        .connect(&ConnectOptions::default(), tester())
        .expect("connected");
    assert!(home.manager.branches().is_empty());
    assert_eq!(home.depth(), 0);
}

#[test]
fn a_promised_branch_tells_participants_behind_its_record_however_it_ends() {
    for commits in [true, false] {
        let mut home = home();
        let xid = home.begin_branch();
        home.put(MQPER_PERSISTENT);
        let held = Arc::default();
        home.enlist_as(Vec::new(), Some(Arc::clone(&held)));
        home.prepare_branch(&xid);
        let flags = TMNOFLAGS;
        let call = match commits {
            true => XaCall::Commit { xid, flags },
            false => XaCall::RollBack { xid, flags },
        };
        let answer = home.connection.start(Request::Xa(call), Waker::noop());
        assert!(answer.is_pending());
        let told = match commits {
            true => "committed",
            false => "backed out",
        };
        assert!(!home.heard().contains(&told.to_owned()), "it may be lost");
        assert!(home.go_on(Poll::Pending).is_pending());
        assert!(home.heard().contains(&told.to_owned()));
        held.lock().expect("nobody panics").clear();
        assert_eq!(home.poll().map(code), Poll::Ready(XaCode::OK));
        assert_eq!(home.depth(), usize::from(commits));
    }
}

#[test]
fn a_promise_waits_for_participants_and_is_backed_out_when_one_refuses() {
    let mut home = home();
    let name = Xid::new(1, b"global", b"branch").expect("a name");
    let waits = Latch::default();
    home.put(MQPER_PERSISTENT);
    let votes = vec![
        Vote::Refused(XaCode::RBTRANSIENT),
        Vote::Waits(waits.clone()),
    ];
    home.enlist_as(votes, None);
    assert!(home.connection.promise(&name, Waker::noop()).is_pending());
    waits.open(Forced::Durable);
    assert_eq!(home.poll().map(code), Poll::Ready(XaCode::RBTRANSIENT));
    assert!(home.manager.branches().is_empty());
    home.put(MQPER_PERSISTENT);
    home.enlist();
    let answer = home.connection.promise(&name, Waker::noop());
    assert_eq!(home.go_on(answer).map(code), Poll::Ready(XaCode::OK));
    assert_eq!(home.manager.branches().len(), 1);
}

/// Branches in doubt are kept by the queue manager, and what takes part in them looks for what it changes there.
#[test]
fn a_queue_manager_goes_from_memory_with_the_branches_it_leaves_in_doubt() {
    let mut home = home();
    let xid = home.begin_branch();
    home.put_to(
        ObjectDescriptor::topic("news"),
        MQPER_PERSISTENT,
        MQPMO_SYNCPOINT | MQPMO_RETAIN,
    );
    home.prepare_branch(&xid);
    let Home {
        place,
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

/// Order of objects and order of commits are two.
#[test]
fn who_subscribes_and_what_is_retained_wait_for_no_change_of_objects() {
    let mut home = home();
    let engine = Arc::clone(&home.manager.engine);
    let (tell, told) = std::sync::mpsc::channel();
    let _changes = engine.administer();
    std::thread::spawn(move || {
        let topic = || ObjectDescriptor::topic("some/topic");
        home.put_to(topic(), MQPER_NOT_PERSISTENT, MQPMO_RETAIN);
        home.put_to(
            topic(),
            MQPER_NOT_PERSISTENT,
            MQPMO_RETAIN | MQPMO_SYNCPOINT,
        );
        home.verb(Request::Commit);
        let queue = home.verb(Request::Open {
            descriptor: ObjectDescriptor::queue("Q1"),
            options: MQOO_INPUT_SHARED,
        });
        let Reply::Opened { handle, .. } = queue else {
            unreachable!()
        };
        let descriptor = SubscriptionDescriptor {
            options: MQSO_CREATE | MQSO_DURABLE,
            object_string: "some/topic".into(),
            sub_name: "lasting".into(),
            ..SubscriptionDescriptor::default()
        };
        home.verb(Request::Subscribe {
            descriptor: Box::new(descriptor),
            queue: handle,
        });
        // Nobody hears of it when it took too long.
        let _ = tell.send(home.depth());
    });
    let depth = told.recv_timeout(std::time::Duration::from_secs(30));
    assert_eq!(depth, Ok(1), "what is retained is given");
}
