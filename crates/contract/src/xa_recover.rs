//! What is prepared outlives everything: `xa_recover` and what follows it.

use crate::app::{App, BOTH, Get, persistent};
use crate::authority::{allow, allow_on_q_mgr, connected};
use crate::subject::Subject;
use crate::subject::contracts;
use crate::trial::Trial;
use crate::xa::{branch, contents, participant, queue_with_one, worked_in};
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::xa::{XaCall, XaCode, Xid};

contracts!("xa_recover":
    recover_lists_what_is_prepared [Own],
    recover_brings_as_many_as_wanted [Own],
    prepared_branches_are_there_after_a_restart_with_what_they_hold [Restart, Crash],
    what_was_answered_to_commit_and_rollback_holds_after_a_crash [Crash],
    branches_are_recovered_and_ended_by_the_user_who_began_them [Users, Restart, Crash],
    unprepared_branches_are_not_there_after_a_restart [Restart, Crash],
    a_branch_in_doubt_retains_what_it_published_once_it_is_committed [Crash],
    a_branch_in_doubt_does_not_retain_what_it_replaced_itself [Crash],
);

const BOTH_WAYS: [fn(&dyn Subject); 2] = [|subject| subject.restart(), |subject| subject.crash()];

fn names(count: usize) -> Vec<Xid> {
    (0..count)
        .map(|number| Xid::new(9, b"list", &[number as u8; 3]).expect("fits"))
        .collect()
}

#[track_caller]
fn prepared(app: &mut App, xid: &Xid, queue: &str) {
    let handle = app.open(queue, BOTH);
    assert_eq!(app.start(xid, TMNOFLAGS), XaCode::OK);
    app.put_in_work(handle, &persistent(), "put");
    assert_eq!(app.end(xid, TMSUCCESS), XaCode::OK);
    assert_eq!(app.prepare(xid), XaCode::OK);
    app.close(handle);
}

/// Source: XA, xa_recover.
fn recover_lists_what_is_prepared(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = participant(trial);
    assert_eq!(app.recover(), []);
    let xids = names(3);
    prepared(&mut app, &xids[0], &name);
    prepared(&mut app, &xids[1], &name);
    assert_eq!(app.start(&xids[2], TMNOFLAGS), XaCode::OK);
    assert_eq!(app.recover(), xids[..2]);
    assert_eq!(participant(trial).recover(), xids[..2]);
    assert_eq!(app.commit_branch(&xids[0], TMNOFLAGS), XaCode::OK);
    assert_eq!(app.recover(), xids[1..2]);
    assert_eq!(app.roll_back(&xids[1]), XaCode::OK);
    assert_eq!(app.recover(), []);
}

/// Source: XA, TMSTARTRSCAN and TMENDRSCAN.
fn recover_brings_as_many_as_wanted(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = participant(trial);
    let xids = names(5);
    for xid in &xids {
        prepared(&mut app, xid, &name);
    }
    let mut scan = |count, flags| {
        let reply = app.xa(XaCall::Recover { count, flags });
        (reply.code.0, reply.branches)
    };
    assert_eq!(scan(2, TMSTARTRSCAN), (2, xids[..2].to_vec()));
    assert_eq!(scan(2, TMNOFLAGS), (2, xids[2..4].to_vec()));
    assert_eq!(scan(0, TMNOFLAGS), (0, Vec::new()));
    assert_eq!(scan(2, TMENDRSCAN), (1, xids[4..].to_vec()));
    assert_eq!(scan(2, TMNOFLAGS).0, XaCode::INVAL.0);
    assert_eq!(scan(9, TMSTARTRSCAN | TMENDRSCAN), (5, xids.clone()));
    for xid in &xids {
        assert_eq!(app.commit_branch(xid, TMNOFLAGS), XaCode::OK);
    }
    assert_eq!(trial.depth(&name), 5);
}

/// Source: XA, xa_prepare; restart recovery.
fn prepared_branches_are_there_after_a_restart_with_what_they_hold(trial: &Trial<'_>) {
    for again in BOTH_WAYS {
        for commit in [true, false] {
            let name = queue_with_one(trial, "Q");
            let xid = branch(trial, "1");
            let mut app = participant(trial);
            worked_in(&mut app, &xid, &name);
            assert_eq!(app.prepare(&xid), XaCode::OK);
            again(trial.subject());
            drop(app);
            // Twice: it is in doubt still when it was in doubt already.
            again(trial.subject());
            let mut app = participant(trial);
            assert_eq!(app.recover(), std::slice::from_ref(&xid));
            assert_eq!(contents(trial, &name), [""; 0]);
            assert_eq!(trial.depth(&name), 1);
            let left = if commit {
                assert_eq!(app.commit_branch(&xid, TMNOFLAGS), XaCode::OK);
                "put"
            } else {
                assert_eq!(app.roll_back(&xid), XaCode::OK);
                "there"
            };
            again(trial.subject());
            let mut app = participant(trial);
            assert_eq!(app.recover(), []);
            assert_eq!(contents(trial, &name), [left]);
            trial.mqsc(&format!("DELETE QLOCAL('{name}')"));
        }
    }
}

/// Source: XA, xa_commit.
fn what_was_answered_to_commit_and_rollback_holds_after_a_crash(trial: &Trial<'_>) {
    let queues = ["A", "B", "C"].map(|short| queue_with_one(trial, short));
    let xids = ["a", "b", "c"].map(|qualifier| branch(trial, qualifier));
    let mut app = participant(trial);
    for (xid, queue) in xids.iter().zip(&queues) {
        worked_in(&mut app, xid, queue);
    }
    assert_eq!(app.commit_branch(&xids[0], TMONEPHASE), XaCode::OK);
    assert_eq!(app.prepare(&xids[1]), XaCode::OK);
    assert_eq!(app.commit_branch(&xids[1], TMNOFLAGS), XaCode::OK);
    assert_eq!(app.prepare(&xids[2]), XaCode::OK);
    assert_eq!(app.roll_back(&xids[2]), XaCode::OK);
    trial.subject().crash();
    let mut app = participant(trial);
    assert_eq!(app.recover(), []);
    for (queue, body) in queues.iter().zip(["put", "put", "there"]) {
        assert_eq!(contents(trial, queue), [body]);
    }
}

/// A connected application of a user of the trial that takes part in transactions.
#[track_caller]
fn participant_of(trial: &Trial<'_>, name: &str) -> App {
    let mut app = connected(trial, name);
    app.xa_open();
    app
}

/// Source: "Who recovers and ends a branch" in our manual.
fn branches_are_recovered_and_ended_by_the_user_who_began_them(trial: &Trial<'_>) {
    allow_on_q_mgr(trial, "jack", "ALTUSR");
    for again in BOTH_WAYS {
        let name = trial.queue("Q", "");
        allow(trial, "joe", &name, "PUT,GET");
        allow(trial, "jill", &name, "PUT,GET");
        let (joes, jills) = (names(3), branch(trial, "jill"));
        let mut joe = participant_of(trial, "joe");
        joes.iter().for_each(|xid| prepared(&mut joe, xid, &name));
        prepared(&mut participant_of(trial, "jill"), &jills, &name);
        for restarts in 0..3 {
            let mut joe = participant_of(trial, "joe");
            assert_eq!(joe.recover(), joes, "after {restarts}");
            for answer in [
                joe.prepare(&jills),
                joe.commit_branch(&jills, TMNOFLAGS),
                joe.commit_branch(&jills, TMONEPHASE),
                joe.roll_back(&jills),
                joe.forget(&jills),
            ] {
                assert_eq!(answer, XaCode::NOTA, "after {restarts}");
            }
            let mut jill = participant_of(trial, "jill");
            assert_eq!(jill.recover(), std::slice::from_ref(&jills));
            assert_eq!(jill.roll_back(&joes[0]), XaCode::NOTA);
            for everybodys in [participant_of(trial, "jack"), participant(trial)] {
                let mut everybodys = everybodys;
                assert_eq!(everybodys.recover().len(), 4, "after {restarts}");
            }
            drop((joe, jill));
            again(trial.subject());
        }
        assert_eq!(trial.depth(&name), 4);
        let mut jack = participant_of(trial, "jack");
        assert_eq!(jack.commit_branch(&joes[0], TMNOFLAGS), XaCode::OK);
        let mut own = participant(trial);
        assert_eq!(own.roll_back(&joes[1]), XaCode::OK);
        let mut joe = participant_of(trial, "joe");
        assert_eq!(joe.commit_branch(&joes[2], TMNOFLAGS), XaCode::OK);
        let mut jill = participant_of(trial, "jill");
        assert_eq!(jill.commit_branch(&jills, TMNOFLAGS), XaCode::OK);
        assert_eq!(own.recover(), []);
        assert_eq!(contents(trial, &name), ["put"; 3]);
        trial.mqsc(&format!("DELETE QLOCAL('{name}')"));
    }
}

/// Source: XA, presumed rollback.
fn unprepared_branches_are_not_there_after_a_restart(trial: &Trial<'_>) {
    let (idle, active) = (branch(trial, "idle"), branch(trial, "active"));
    for again in BOTH_WAYS {
        let (name, other) = (queue_with_one(trial, "A"), queue_with_one(trial, "B"));
        let mut app = participant(trial);
        worked_in(&mut app, &idle, &name);
        let queue = app.open(&other, BOTH);
        assert_eq!(app.start(&active, TMNOFLAGS), XaCode::OK);
        app.expect(queue, &Get::with(MQGMO_SYNCPOINT), "there");
        again(trial.subject());
        drop(app);
        let mut app = participant(trial);
        assert_eq!(app.recover(), []);
        assert_eq!(app.prepare(&idle), XaCode::NOTA);
        for queue in [&name, &other] {
            assert_eq!(contents(trial, queue), ["there"]);
            trial.mqsc(&format!("DELETE QLOCAL('{queue}')"));
        }
    }
}

/// What is retained is what was committed last, however long ago it was put; those who subscribed in between are given it once.
/// Source: XA, xa_commit; MQPMO, MQPMO_RETAIN.
fn a_branch_in_doubt_retains_what_it_published_once_it_is_committed(trial: &Trial<'_>) {
    let (topic, xid) = (trial.name("topic"), branch(trial, "1"));
    let mut app = participant(trial);
    let (before, _) = app.listen_durably(&topic, &trial.name("before"));
    let publish = |app: &mut App, syncpoint, body: &str| {
        let options = MQPMO_RETAIN | syncpoint;
        let put = app.publish_with(&topic, &persistent(), options, body);
        put.expect("published");
    };
    assert_eq!(app.start(&xid, TMNOFLAGS), XaCode::OK);
    publish(&mut app, MQPMO_SYNCPOINT, "in doubt");
    assert_eq!(app.end(&xid, TMSUCCESS), XaCode::OK);
    assert_eq!(app.prepare(&xid), XaCode::OK);
    let (after, _) = app.listen_durably(&topic, &trial.name("after"));
    assert!(app.drain(before).is_empty() && app.drain(after).is_empty());
    trial.subject().crash();
    drop(app);
    let mut app = participant(trial);
    publish(&mut app, MQPMO_NO_SYNCPOINT, "meanwhile");
    let (last, _) = app.listen(&topic);
    assert_eq!(app.drain(last), ["meanwhile"]);
    assert_eq!(app.commit_branch(&xid, TMNOFLAGS), XaCode::OK);
    assert_eq!(app.drain(last), ["in doubt"]);
    for name in ["before", "after"] {
        let (queue, _) = app.listen_durably(&topic, &trial.name(name));
        let mut got = app.drain(queue);
        got.sort_unstable();
        assert_eq!(got, ["in doubt", "meanwhile"], "{name}");
    }
    for _ in 0..2 {
        let (queue, _) = app.listen(&topic);
        assert_eq!(app.drain(queue), ["in doubt"]);
        trial.subject().crash();
        drop(std::mem::replace(&mut app, participant(trial)));
    }
}

/// Of what a branch retains for a topic the last counts, and where that does not last, nothing. Source: MQPMO, MQPMO_RETAIN.
fn a_branch_in_doubt_does_not_retain_what_it_replaced_itself(trial: &Trial<'_>) {
    let (topic, xid) = (trial.name("replaced"), branch(trial, "2"));
    let mut app = participant(trial);
    let publish = |app: &mut App, descriptor: &MsgDescriptor, below: &str, body: &str| {
        let options = MQPMO_RETAIN | MQPMO_SYNCPOINT;
        let put = app.publish_with(&format!("{topic}/{below}"), descriptor, options, body);
        put.expect("published");
    };
    assert_eq!(app.start(&xid, TMNOFLAGS), XaCode::OK);
    publish(&mut app, &persistent(), "a", "replaced");
    publish(&mut app, &persistent(), "b", "first");
    publish(&mut app, &MsgDescriptor::default(), "a", "does not last");
    publish(&mut app, &persistent(), "b", "last");
    assert_eq!(app.end(&xid, TMSUCCESS), XaCode::OK);
    assert_eq!(app.prepare(&xid), XaCode::OK);
    trial.subject().crash();
    drop(app);
    let mut app = participant(trial);
    assert_eq!(app.commit_branch(&xid, TMNOFLAGS), XaCode::OK);
    for _ in 0..2 {
        let (queue, _) = app.listen(&format!("{topic}/+"));
        assert_eq!(app.drain(queue), ["last"]);
        trial.subject().crash();
        drop(std::mem::replace(&mut app, participant(trial)));
    }
}
