//! Asynchronous puts under syncpoint that fail: what becomes of the unit of work.
//!
//! Source of all: MQPMO, `MQPMO_ASYNC_RESPONSE`: when a persistent message was not put, the commit fails with
//! `MQRC_BACKED_OUT` and `MQSTAT` says why; "Putting messages asynchronously in IBM MQ classes for JMS": messages
//! that are not persistent may be lost.

use crate::app::{App, BOTH, Get, persistent};
use crate::subject::contracts;
use crate::trial::Trial;
use crate::xa::{branch, contents, participant};
use ferromq_mqi::distribution::ObjectRecord;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle, StatusReport};
use ferromq_mqi::xa::XaCode;
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};

contracts!("async_put":
    a_commit_fails_when_a_persistent_message_is_missing,
    whatever_the_reason_the_commit_fails,
    a_message_beyond_maxumsgs_fails_the_commit [Own],
    a_queue_manager_that_quiesces_loses_nothing_that_is_committed [Own, Quiesce],
    a_put_that_fails_may_be_the_first_of_its_unit_of_work,
    a_message_that_is_not_persistent_may_be_lost,
    the_queue_says_whether_a_message_it_lacks_is_persistent,
    nobody_knows_a_queue_that_is_not_there_so_the_commit_fails,
    a_commit_that_fails_gives_back_what_was_got,
    work_goes_on_until_it_is_committed,
    a_commit_that_failed_is_over,
    backing_out_is_no_failure,
    disconnecting_warns_that_nothing_was_committed,
    a_put_that_was_waited_for_fails_for_itself_only,
    a_put_outside_syncpoint_fails_for_itself_only,
    a_publication_that_fails_fails_the_commit,
    a_destination_of_a_list_that_fails_fails_the_commit,
    a_destination_that_the_open_told_of_does_not_fail_the_commit,
    a_branch_that_lacks_a_message_is_not_prepared,
    a_branch_that_lacks_a_message_is_not_committed_in_one_phase,
    a_branch_that_lacks_a_message_can_be_backed_out,
    a_branch_lacks_a_message_for_all_who_work_in_it,
    a_branch_that_is_suspended_lacks_its_message_later,
);

const UNHEARD: i32 = MQPMO_ASYNC_RESPONSE | MQPMO_SYNCPOINT;

/// A message that may be lost.
fn not_persistent() -> MsgDescriptor {
    MsgDescriptor {
        persistence: MQPER_NOT_PERSISTENT,
        ..MsgDescriptor::default()
    }
}

/// The verbs that put.
#[derive(Clone, Copy, Debug)]
enum Verb {
    Put,
    Put1,
}

impl App {
    /// A put that answers that it is done, whatever becomes of it.
    #[track_caller]
    fn put_unheard(&mut self, queue: ObjectHandle, sent: &MsgDescriptor, body: &str) {
        let put = self.put_with(queue, sent, UNHEARD, body);
        assert_eq!(put.expect("nobody waits for it").reason, Reason::NONE);
    }

    /// The same without a handle.
    #[track_caller]
    fn put1_unheard(&mut self, object: &ObjectDescriptor, sent: &MsgDescriptor, body: &str) {
        let put = self.put1(object, sent, UNHEARD, body);
        assert_eq!(put.expect("nobody waits for it").reason, Reason::NONE);
    }

    /// The same by either verb.
    #[track_caller]
    fn put_by(&mut self, verb: Verb, name: &str, sent: &MsgDescriptor, body: &str) {
        match verb {
            Verb::Put => {
                let queue = self.open(name, MQOO_OUTPUT);
                self.put_unheard(queue, sent, body);
                self.close(queue);
            }
            Verb::Put1 => self.put1_unheard(&ObjectDescriptor::queue(name), sent, body),
        }
    }

    fn try_commit(&mut self) -> Result<Reason, Reason> {
        self.0.commit().map_err(|error| error.reason)
    }

    #[track_caller]
    fn commit_fails(&mut self) {
        assert_eq!(self.try_commit(), Err(Reason::BACKED_OUT));
    }

    #[track_caller]
    fn async_status(&mut self) -> StatusReport {
        self.0.status(MQSTAT_TYPE_ASYNC_ERROR).expect("a status")
    }

    /// What `MQSTAT` says failed first, and of how many.
    #[track_caller]
    fn failures(&mut self) -> (i32, Reason) {
        let report = self.async_status();
        assert_eq!(report.comp_code, MQCC_FAILED);
        (report.put_failure_count, Reason(report.reason))
    }
}

const NOTHING: [&str; 0] = [];

/// Method: more messages than a queue takes, by either verb, on two queues.
fn a_commit_fails_when_a_persistent_message_is_missing(trial: &Trial<'_>) {
    let full = trial.queue("FULL", "MAXDEPTH(2)");
    let other = trial.queue("Q", "");
    let mut app = trial.connect();
    for verb in [Verb::Put, Verb::Put1] {
        for number in 0..5 {
            app.put_by(verb, &full, &persistent(), &number.to_string());
        }
        app.put_by(verb, &other, &persistent(), "with them");
        app.commit_fails();
        assert_eq!((app.depth(&full), app.depth(&other)), (0, 0), "{verb:?}");
        let report = app.async_status();
        assert_eq!(
            (report.comp_code, report.reason),
            (MQCC_FAILED, MQRC_Q_FULL)
        );
        assert_eq!((report.put_success_count, report.put_failure_count), (3, 3));
        assert_eq!(report.object_name.as_str(), full);
    }
    app.put_by(Verb::Put, &full, &persistent(), "at last");
    app.commit();
    assert_eq!(contents(trial, &full), ["at last"]);
}

/// A put that fails for a reason of its own.
fn whatever_the_reason_the_commit_fails(trial: &Trial<'_>) {
    let good = trial.queue("Q", "");
    let inhibited = trial.queue("INHIBITED", "PUT(DISABLED)");
    let short = trial.queue("SHORT", "MAXMSGL(3)");
    let model = trial.define("QMODEL", "MODEL", "DEFTYPE(TEMPDYN)");
    let nowhere = trial.name("NOWHERE");
    let mut app = trial.connect();
    let temporary = app.open(&model, BOTH);
    let expect = |app: &mut App, reason: Reason| {
        app.put_by(Verb::Put, &good, &persistent(), "good");
        app.commit_fails();
        assert_eq!(app.failures(), (1, reason));
        assert_eq!(app.depth(&good), 0, "{reason:?}");
    };
    for verb in [Verb::Put, Verb::Put1] {
        app.put_by(verb, &inhibited, &persistent(), "body");
        expect(&mut app, Reason::PUT_INHIBITED);
        app.put_by(verb, &short, &persistent(), "body");
        expect(&mut app, Reason::MSG_TOO_BIG_FOR_Q);
    }
    app.put_by(Verb::Put1, &nowhere, &persistent(), "body");
    expect(&mut app, Reason::UNKNOWN_OBJECT_NAME);
    app.put_unheard(temporary, &persistent(), "body");
    expect(&mut app, Reason::PERSISTENT_NOT_ALLOWED);
    let unlikely = MsgDescriptor {
        msg_type: -1,
        ..persistent()
    };
    app.put_by(Verb::Put, &good, &unlikely, "body");
    expect(&mut app, Reason::MSG_TYPE_ERROR);
}

/// Source: attributes for the queue manager, MaxUncommittedMsgs; 2024.
fn a_message_beyond_maxumsgs_fails_the_commit(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    trial.mqsc("ALTER QMGR MAXUMSGS(3)");
    let mut app = trial.connect();
    for verb in [Verb::Put, Verb::Put1] {
        for _ in 0..5 {
            app.put_by(verb, &name, &persistent(), "one of them");
        }
        app.commit_fails();
        assert_eq!(app.failures(), (2, Reason::SYNCPOINT_LIMIT_REACHED));
        assert_eq!(app.depth(&name), 0);
    }
}

/// Source: MQPMO_FAIL_IF_QUIESCING, 2161.
fn a_queue_manager_that_quiesces_loses_nothing_that_is_committed(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let object = ObjectDescriptor::queue(&name);
    let asks = UNHEARD | MQPMO_FAIL_IF_QUIESCING;
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put1(&object, &persistent(), asks, "before")
        .expect("put");
    // Answered when the put has been made: it may still lie in the client.
    assert_eq!(app.async_status().put_success_count, 1);
    trial.subject().quiesce();
    app.put1(&object, &persistent(), asks, "late")
        .expect("unheard");
    app.put_with(queue, &persistent(), asks, "late too")
        .expect("unheard");
    app.commit_fails();
    assert_eq!(app.failures(), (2, Reason::Q_MGR_QUIESCING));
    // Who does not ask goes on.
    app.put_unheard(queue, &persistent(), "still");
    app.commit();
    assert_eq!(app.drain(queue), ["still"]);
}

/// Method: nothing else was put or got, so that there is nothing to commit either.
fn a_put_that_fails_may_be_the_first_of_its_unit_of_work(trial: &Trial<'_>) {
    let inhibited = trial.queue("INHIBITED", "PUT(DISABLED)");
    let nowhere = trial.name("NOWHERE");
    let mut app = trial.connect();
    for (verb, name) in [
        (Verb::Put, &inhibited),
        (Verb::Put1, &inhibited),
        (Verb::Put1, &nowhere),
    ] {
        app.put_by(verb, name, &persistent(), "alone");
        app.commit_fails();
        app.commit();
    }
}

/// Source: "Putting messages asynchronously in IBM MQ classes for JMS".
fn a_message_that_is_not_persistent_may_be_lost(trial: &Trial<'_>) {
    let full = trial.queue("FULL", "MAXDEPTH(2)");
    let nowhere = trial.name("NOWHERE");
    let mut app = trial.connect();
    for verb in [Verb::Put, Verb::Put1] {
        for number in 0..5 {
            app.put_by(verb, &full, &not_persistent(), &number.to_string());
        }
        app.put_by(Verb::Put1, &nowhere, &not_persistent(), "body");
        app.commit();
        let report = app.async_status();
        assert_eq!(report.reason, MQRC_Q_FULL);
        assert_eq!((report.put_success_count, report.put_failure_count), (2, 4));
        assert_eq!(contents(trial, &full), ["0", "1"], "{verb:?}");
    }
}

/// Source: MQMD, MQPER_PERSISTENCE_AS_Q_DEF.
fn the_queue_says_whether_a_message_it_lacks_is_persistent(trial: &Trial<'_>) {
    let attributes = "PUT(DISABLED) DEFPSIST";
    let lasting = trial.queue("LASTING", &format!("{attributes}(YES)"));
    let passing = trial.queue("PASSING", &format!("{attributes}(NO)"));
    let mut app = trial.connect();
    for verb in [Verb::Put, Verb::Put1] {
        app.put_by(verb, &passing, &MsgDescriptor::default(), "body");
        app.commit();
        app.put_by(verb, &lasting, &MsgDescriptor::default(), "body");
        app.commit_fails();
    }
}

/// Source: "MQI client: MQPUT1 sync point behavior change": the commit tells of an unknown queue.
fn nobody_knows_a_queue_that_is_not_there_so_the_commit_fails(trial: &Trial<'_>) {
    let nowhere = trial.name("NOWHERE");
    let mut app = trial.connect();
    app.put_by(Verb::Put1, &nowhere, &MsgDescriptor::default(), "body");
    app.commit_fails();
    assert_eq!(app.failures(), (1, Reason::UNKNOWN_OBJECT_NAME));
}

/// Source: MQMD, BackoutCount.
fn a_commit_that_fails_gives_back_what_was_got(trial: &Trial<'_>) {
    let source = trial.queue("SOURCE", "");
    let full = trial.queue("FULL", "MAXDEPTH(1)");
    let mut app = trial.connect();
    let queue = app.open(&source, BOTH);
    app.put_as(queue, &persistent(), "moves");
    app.put_by(Verb::Put, &full, &persistent(), "there already");
    app.commit();
    for count in 0..2 {
        let got = app.expect(queue, &Get::with(MQGMO_SYNCPOINT), "moves");
        assert_eq!(got.descriptor.backout_count, count);
        app.put_by(Verb::Put1, &full, &persistent(), "moves");
        app.commit_fails();
    }
    assert_eq!((app.depth(&source), app.depth(&full)), (1, 1));
}

/// Goal: the program hears of it when it commits, and not in a get of something else.
fn work_goes_on_until_it_is_committed(trial: &Trial<'_>) {
    let inhibited = trial.queue("INHIBITED", "PUT(DISABLED)");
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put_as(queue, &persistent(), "here");
    app.put_by(Verb::Put1, &inhibited, &persistent(), "lost");
    app.expect(queue, &Get::with(MQGMO_SYNCPOINT), "here");
    app.put_in_work(queue, &persistent(), "heard");
    app.put_unheard(queue, &persistent(), "unheard");
    app.put_as(queue, &persistent(), "outside");
    app.commit_fails();
    assert_eq!(app.drain(queue), ["here", "outside"]);
}

/// Goal: the failure is the unit of work's and not the connection's.
fn a_commit_that_failed_is_over(trial: &Trial<'_>) {
    let inhibited = trial.queue("INHIBITED", "PUT(DISABLED)");
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    for body in ["one", "two"] {
        app.put_by(Verb::Put1, &inhibited, &persistent(), "lost");
        app.commit_fails();
        // MQSTAT has not been asked, and that is nobody's business.
        app.put_by(Verb::Put1, &name, &persistent(), body);
        app.commit();
    }
    assert_eq!(app.failures(), (2, Reason::PUT_INHIBITED));
    assert_eq!(contents(trial, &name), ["one", "two"]);
}

/// Source: MQBACK.
fn backing_out_is_no_failure(trial: &Trial<'_>) {
    let inhibited = trial.queue("INHIBITED", "PUT(DISABLED)");
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    app.put_by(Verb::Put1, &name, &persistent(), "not there");
    app.put_by(Verb::Put1, &inhibited, &persistent(), "lost");
    app.back_out();
    app.put_by(Verb::Put1, &name, &persistent(), "there");
    app.commit();
    assert_eq!(contents(trial, &name), ["there"]);
}

/// Source: MQDISC; 2003: a warning.
fn disconnecting_warns_that_nothing_was_committed(trial: &Trial<'_>) {
    let inhibited = trial.queue("INHIBITED", "PUT(DISABLED)");
    let name = trial.queue("Q", "");
    for loses in [true, false] {
        let mut app = trial.connect();
        app.put_by(Verb::Put1, &name, &persistent(), "body");
        if loses {
            app.put_by(Verb::Put1, &inhibited, &persistent(), "lost");
        }
        let expected = if loses {
            Reason::BACKED_OUT
        } else {
            Reason::NONE
        };
        assert_eq!(app.0.disconnect().expect("disconnected"), expected);
        assert_eq!(trial.depth(&name), i32::from(!loses));
    }
}

/// Source: MQPUT: a failure of the call does not affect the unit of work.
fn a_put_that_was_waited_for_fails_for_itself_only(trial: &Trial<'_>) {
    let full = trial.queue("FULL", "MAXDEPTH(1)");
    let mut app = trial.connect();
    let queue = app.open(&full, BOTH);
    let options = MQPMO_SYNC_RESPONSE | MQPMO_SYNCPOINT;
    app.put_in_work(queue, &persistent(), "in time");
    let put = app.put_with(queue, &persistent(), options, "late");
    assert_eq!(put.err(), Some(Reason::Q_FULL));
    let put = app.put1(
        &ObjectDescriptor::queue(&full),
        &persistent(),
        options,
        "late",
    );
    assert_eq!(put.err(), Some(Reason::Q_FULL));
    app.commit();
    assert_eq!(app.drain(queue), ["in time"]);
}

/// Source: MQPMO_NO_SYNCPOINT.
fn a_put_outside_syncpoint_fails_for_itself_only(trial: &Trial<'_>) {
    let full = trial.queue("FULL", "MAXDEPTH(1)");
    let mut app = trial.connect();
    let queue = app.open(&full, BOTH);
    app.put_in_work(queue, &persistent(), "in time");
    let options = MQPMO_ASYNC_RESPONSE | MQPMO_NO_SYNCPOINT;
    app.put_with(queue, &persistent(), options, "late")
        .expect("unheard");
    app.commit();
    assert_eq!(app.failures(), (1, Reason::Q_FULL));
    assert_eq!(app.drain(queue), ["in time"]);
}

/// Method: a durable subscriber whose queue is full, and a topic that insists on it. Source: DEFINE TOPIC,
/// PMSGDLV, DEFPSIST; 2502.
fn a_publication_that_fails_fails_the_commit(trial: &Trial<'_>) {
    let full = trial.queue("FULL", "MAXDEPTH(1)");
    let topic = trial.name("topic");
    let settings = "PMSGDLV(ALL) NPMSGDLV(ALL) DEFPSIST(YES) USEDLQ(NO)";
    trial.define("TOPIC", "T", &format!("TOPICSTR('{topic}') {settings}"));
    trial.define(
        "SUB",
        "S",
        &format!("TOPICSTR('{topic}') DEST('{full}') DESTCLAS(PROVIDED)"),
    );
    let object = ObjectDescriptor::topic(&topic);
    let mut app = trial.connect();
    for sent in [persistent(), MsgDescriptor::default()] {
        app.put1_unheard(&object, &sent, "first");
        app.put1_unheard(&object, &sent, "second");
        app.commit_fails();
        let report = app.async_status();
        assert_eq!(report.reason, MQRC_PUBLICATION_FAILURE);
        assert_eq!(report.object_type, MQOT_TOPIC);
        assert_eq!((report.put_success_count, report.put_failure_count), (1, 1));
    }
    app.put1_unheard(&object, &not_persistent(), "first");
    app.put1_unheard(&object, &not_persistent(), "second");
    app.commit();
    assert_eq!(contents(trial, &full), ["first"]);
}

fn listed(names: &[&str]) -> ObjectDescriptor {
    let records = names.iter().map(|name| ObjectRecord {
        object_name: ObjectName::truncated(name),
        object_q_mgr_name: ObjectName::BLANK,
    });
    ObjectDescriptor::list(records.collect())
}

/// Source: MQSTAT: a put to a list counts once for each destination.
fn a_destination_of_a_list_that_fails_fails_the_commit(trial: &Trial<'_>) {
    let full = trial.queue("FULL", "MAXDEPTH(1)");
    let good = trial.queue("Q", "");
    let nowhere = trial.name("NOWHERE");
    let mut app = trial.connect();
    let opened = app
        .0
        .open_list(&listed(&[&good, &full]), MQOO_OUTPUT)
        .expect("opened");
    app.put_unheard(opened.handle, &persistent(), "both");
    app.put_unheard(opened.handle, &persistent(), "one");
    app.commit_fails();
    let report = app.async_status();
    assert_eq!(report.reason, MQRC_Q_FULL);
    assert_eq!(report.object_name.as_str(), full);
    assert_eq!((report.put_success_count, report.put_failure_count), (3, 1));
    app.put1_unheard(&listed(&[&good, &nowhere]), &persistent(), "one");
    app.commit_fails();
    let report = app.async_status();
    assert_eq!(report.reason, MQRC_UNKNOWN_OBJECT_NAME);
    assert_eq!(report.object_name.as_str(), nowhere);
    assert_eq!((app.depth(&full), app.depth(&good)), (0, 0));
    app.put1_unheard(&listed(&[&good, &nowhere]), &not_persistent(), "one");
    app.commit();
    assert_eq!(app.depth(&good), 1);
}

/// Goal: a program that was told by `MQOPEN` that a destination is not there, and puts to the others, can commit.
fn a_destination_that_the_open_told_of_does_not_fail_the_commit(trial: &Trial<'_>) {
    let good = trial.queue("Q", "");
    let nowhere = trial.name("NOWHERE");
    let mut app = trial.connect();
    let opened = app
        .0
        .open_list(&listed(&[&good, &nowhere]), MQOO_OUTPUT)
        .expect("opened in part");
    app.put_unheard(opened.handle, &persistent(), "to one");
    app.commit();
    assert_eq!(app.failures(), (1, Reason::OPEN_FAILED));
    assert_eq!(contents(trial, &good), ["to one"]);
}

/// An application at work in a branch that has put one message and lost another.
#[track_caller]
fn lacking_in_branch(trial: &Trial<'_>, app: &mut App, qualifier: &str, name: &str) {
    let xid = branch(trial, qualifier);
    assert_eq!(app.start(&xid, TMNOFLAGS), XaCode::OK);
    app.put_by(Verb::Put1, name, &persistent(), "put");
    app.put_by(Verb::Put1, &trial.name("NOWHERE"), &persistent(), "lost");
}

/// Source: XA, xa_end and xa_prepare: XA_RB*.
fn a_branch_that_lacks_a_message_is_not_prepared(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = participant(trial);
    let (xid, alone) = (branch(trial, "1"), branch(trial, "2"));
    lacking_in_branch(trial, &mut app, "1", &name);
    assert_eq!(app.end(&xid, TMSUCCESS), XaCode::RBOTHER);
    assert_eq!(app.start(&xid, TMJOIN), XaCode::RBOTHER);
    assert_eq!(app.prepare(&xid), XaCode::RBOTHER);
    assert_eq!(app.commit_branch(&xid, TMNOFLAGS), XaCode::NOTA);
    // A branch with nothing in it but what is missing is not read only.
    assert_eq!(app.start(&alone, TMNOFLAGS), XaCode::OK);
    app.put_by(Verb::Put1, &trial.name("NOWHERE"), &persistent(), "lost");
    assert_eq!(app.end(&alone, TMSUCCESS), XaCode::RBOTHER);
    assert_eq!(app.prepare(&alone), XaCode::RBOTHER);
    assert_eq!(app.failures(), (2, Reason::UNKNOWN_OBJECT_NAME));
    assert_eq!(contents(trial, &name), NOTHING);
}

/// Source: XA, TMONEPHASE.
fn a_branch_that_lacks_a_message_is_not_committed_in_one_phase(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = participant(trial);
    let xid = branch(trial, "1");
    lacking_in_branch(trial, &mut app, "1", &name);
    assert_eq!(app.end(&xid, TMSUCCESS), XaCode::RBOTHER);
    assert_eq!(app.commit_branch(&xid, TMONEPHASE), XaCode::RBOTHER);
    assert_eq!(contents(trial, &name), NOTHING);
    // What it does outside of branches is another matter.
    app.put_by(Verb::Put1, &name, &persistent(), "own");
    app.commit();
    assert_eq!(contents(trial, &name), ["own"]);
}

/// Source: XA, xa_rollback.
fn a_branch_that_lacks_a_message_can_be_backed_out(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = participant(trial);
    let xid = branch(trial, "1");
    lacking_in_branch(trial, &mut app, "1", &name);
    assert_eq!(app.end(&xid, TMSUCCESS), XaCode::RBOTHER);
    assert_eq!(app.roll_back(&xid), XaCode::OK);
    // One that may be lost changes nothing.
    assert_eq!(app.start(&xid, TMNOFLAGS), XaCode::OK);
    app.put_by(Verb::Put1, &name, &persistent(), "put");
    let nowhere = trial.name("NOWHERE");
    app.put_by(Verb::Put1, &nowhere, &not_persistent(), "lost");
    assert_eq!(app.end(&xid, TMSUCCESS), XaCode::OK);
    assert_eq!(app.prepare(&xid), XaCode::OK);
    assert_eq!(app.commit_branch(&xid, TMNOFLAGS), XaCode::OK);
    assert_eq!(contents(trial, &name), ["put"]);
}

/// Source: XA, TMJOIN.
fn a_branch_lacks_a_message_for_all_who_work_in_it(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let (mut app, mut other) = (participant(trial), participant(trial));
    let xid = branch(trial, "1");
    // The other one has not ended its work when the message is lost, and when it has.
    for ends_first in [false, true] {
        assert_eq!(other.start(&xid, TMNOFLAGS), XaCode::OK);
        other.put_by(Verb::Put1, &name, &persistent(), "put");
        assert_eq!(app.start(&xid, TMJOIN), XaCode::OK);
        if ends_first {
            assert_eq!(other.end(&xid, TMSUCCESS), XaCode::OK);
        }
        app.put_by(Verb::Put1, &trial.name("NOWHERE"), &persistent(), "lost");
        // What nobody has read the answer of has been done when this is answered.
        assert_eq!(app.failures(), (1, Reason::UNKNOWN_OBJECT_NAME));
        if !ends_first {
            assert_eq!(other.end(&xid, TMSUCCESS), XaCode::RBOTHER);
        }
        assert_eq!(app.end(&xid, TMSUCCESS), XaCode::RBOTHER);
        assert_eq!(other.prepare(&xid), XaCode::RBOTHER);
        assert_eq!(contents(trial, &name), NOTHING);
    }
}

/// Source: XA, TMSUSPEND and TMRESUME.
fn a_branch_that_is_suspended_lacks_its_message_later(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = participant(trial);
    let xid = branch(trial, "1");
    lacking_in_branch(trial, &mut app, "1", &name);
    assert_eq!(app.end(&xid, TMSUSPEND), XaCode::RBOTHER);
    assert_eq!(app.start(&xid, TMRESUME), XaCode::PROTO);
    assert_eq!(app.roll_back(&xid), XaCode::OK);
    // It is told, too, when nothing was lost before it was suspended.
    let mut other = participant(trial);
    assert_eq!(app.start(&xid, TMNOFLAGS), XaCode::OK);
    app.put_by(Verb::Put1, &name, &persistent(), "put");
    assert_eq!(app.end(&xid, TMSUSPEND), XaCode::OK);
    assert_eq!(other.start(&xid, TMJOIN), XaCode::OK);
    other.put_by(Verb::Put1, &trial.name("NOWHERE"), &persistent(), "lost");
    assert_eq!(other.end(&xid, TMSUCCESS), XaCode::RBOTHER);
    assert_eq!(app.end(&xid, TMSUCCESS), XaCode::RBOTHER);
    assert_eq!(app.commit_branch(&xid, TMONEPHASE), XaCode::RBOTHER);
    assert_eq!(contents(trial, &name), NOTHING);
}
