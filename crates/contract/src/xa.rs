//! Transaction branches: `xa_start` to `xa_commit`.

use crate::app::{App, BOTH, Get, persistent};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::xa::{XaCall, XaCode, XaReply, Xid};
use ferromq_mqi::{MsgDescriptor, Reason};

contracts!("xa":
    a_branch_is_committed_in_two_phases,
    a_branch_is_committed_in_one_phase,
    a_branch_is_backed_out_before_and_after_it_is_prepared,
    a_branch_without_work_is_read_only,
    a_branch_that_only_retains_what_nobody_gets_is_not_read_only,
    a_prepared_branch_holds_what_it_has_got,
    a_branch_is_prepared_by_one_connection_and_committed_by_another,
    connections_join_a_branch_and_work_in_it_together,
    a_suspended_branch_is_resumed_where_it_was,
    a_migrating_branch_is_resumed_by_another_connection,
    work_that_failed_can_only_be_backed_out,
    a_branch_is_not_ended_by_verbs_of_the_mqi,
    work_outside_branches_is_the_connections_own,
    a_branch_is_not_begun_amid_other_work,
    a_branch_ends_with_its_connection_unless_it_is_prepared,
    disconnecting_backs_out_a_branch,
    a_branch_can_be_backed_out_only_when_somebody_who_worked_in_it_is_gone,
    calls_without_open_are_out_of_place,
    open_names_the_queue_manager,
    flags_and_names_that_make_no_sense_are_refused,
    calls_out_of_order_are_refused,
    displays_show_the_branch_of_a_connection,
);

/// A name of this trial.
pub(crate) fn branch(trial: &Trial<'_>, qualifier: &str) -> Xid {
    Xid::new(7, trial.name("global").as_bytes(), qualifier.as_bytes()).expect("it fits")
}

impl App {
    pub(crate) fn xa(&mut self, call: XaCall) -> XaReply {
        self.0.xa(call)
    }

    pub(crate) fn xa_open(&mut self) {
        let (name, flags) = (Vec::new(), TMNOFLAGS);
        assert_eq!(self.xa(XaCall::Open { name, flags }).code, XaCode::OK);
    }

    pub(crate) fn start(&mut self, xid: &Xid, flags: i32) -> XaCode {
        let xid = xid.clone();
        self.xa(XaCall::Start { xid, flags }).code
    }

    pub(crate) fn end(&mut self, xid: &Xid, flags: i32) -> XaCode {
        let xid = xid.clone();
        self.xa(XaCall::End { xid, flags }).code
    }

    pub(crate) fn prepare(&mut self, xid: &Xid) -> XaCode {
        let (xid, flags) = (xid.clone(), TMNOFLAGS);
        self.xa(XaCall::Prepare { xid, flags }).code
    }

    pub(crate) fn commit_branch(&mut self, xid: &Xid, flags: i32) -> XaCode {
        let xid = xid.clone();
        self.xa(XaCall::Commit { xid, flags }).code
    }

    pub(crate) fn roll_back(&mut self, xid: &Xid) -> XaCode {
        let (xid, flags) = (xid.clone(), TMNOFLAGS);
        self.xa(XaCall::RollBack { xid, flags }).code
    }

    pub(crate) fn forget(&mut self, xid: &Xid) -> XaCode {
        let (xid, flags) = (xid.clone(), TMNOFLAGS);
        self.xa(XaCall::Forget { xid, flags }).code
    }

    /// A whole recovery scan.
    pub(crate) fn recover(&mut self) -> Vec<Xid> {
        let (count, flags) = (200, TMSTARTRSCAN | TMENDRSCAN);
        let reply = self.xa(XaCall::Recover { count, flags });
        assert_eq!(reply.code.0 as usize, reply.branches.len());
        reply.branches
    }
}

/// A connection that takes part in transactions.
#[track_caller]
pub(crate) fn participant(trial: &Trial<'_>) -> App {
    let mut app = trial.connect();
    app.xa_open();
    app
}

/// Puts a persistent and another message, and gets one, in a branch that is idle then.
#[track_caller]
pub(crate) fn worked_in(app: &mut App, xid: &Xid, queue: &str) {
    let handle = app.open(queue, BOTH);
    assert_eq!(app.start(xid, TMNOFLAGS), XaCode::OK);
    app.put_in_work(handle, &persistent(), "put");
    app.expect(handle, &Get::with(MQGMO_SYNCPOINT), "there");
    assert_eq!(app.end(xid, TMSUCCESS), XaCode::OK);
    app.close(handle);
}

#[track_caller]
pub(crate) fn contents(trial: &Trial<'_>, queue: &str) -> Vec<String> {
    let mut app = trial.connect();
    let handle = app.open(queue, BOTH);
    let contents = app.drain(handle);
    // Nobody says when the queue manager has seen that a program is gone.
    app.close(handle);
    contents
}

/// A queue with a message on it.
#[track_caller]
pub(crate) fn queue_with_one(trial: &Trial<'_>, short: &str) -> String {
    let name = trial.queue(short, "");
    let mut app = trial.connect();
    let handle = app.open(&name, BOTH);
    app.put_as(handle, &persistent(), "there");
    name
}

const NOTHING: [&str; 0] = [];

/// Source: XA, xa_prepare and xa_commit.
fn a_branch_is_committed_in_two_phases(trial: &Trial<'_>) {
    let name = queue_with_one(trial, "Q");
    let mut app = participant(trial);
    let xid = branch(trial, "1");
    worked_in(&mut app, &xid, &name);
    assert_eq!(app.prepare(&xid), XaCode::OK);
    assert_eq!(app.commit_branch(&xid, TMNOFLAGS), XaCode::OK);
    assert_eq!(contents(trial, &name), ["put"]);
    assert_eq!(app.commit_branch(&xid, TMNOFLAGS), XaCode::NOTA);
    worked_in_again(trial, &mut app, &xid, &name);
}

/// A name that is forgotten can be used again.
#[track_caller]
fn worked_in_again(trial: &Trial<'_>, app: &mut App, xid: &Xid, name: &str) {
    let mut other = trial.connect();
    let handle = other.open(name, BOTH);
    other.put(handle, "there");
    worked_in(app, xid, name);
    assert_eq!(app.roll_back(xid), XaCode::OK);
}

/// Source: XA, TMONEPHASE.
fn a_branch_is_committed_in_one_phase(trial: &Trial<'_>) {
    let name = queue_with_one(trial, "Q");
    let mut app = participant(trial);
    let xid = branch(trial, "1");
    worked_in(&mut app, &xid, &name);
    assert_eq!(app.commit_branch(&xid, TMNOFLAGS), XaCode::PROTO);
    assert_eq!(app.commit_branch(&xid, TMONEPHASE), XaCode::OK);
    assert_eq!(contents(trial, &name), ["put"]);
    assert_eq!(app.commit_branch(&xid, TMONEPHASE), XaCode::NOTA);
}

/// Source: XA, xa_rollback.
fn a_branch_is_backed_out_before_and_after_it_is_prepared(trial: &Trial<'_>) {
    let name = queue_with_one(trial, "Q");
    let mut app = participant(trial);
    for prepared in [false, true] {
        let xid = branch(trial, "1");
        worked_in(&mut app, &xid, &name);
        if prepared {
            assert_eq!(app.prepare(&xid), XaCode::OK);
        }
        assert_eq!(app.roll_back(&xid), XaCode::OK);
        assert_eq!(app.roll_back(&xid), XaCode::NOTA);
        assert_eq!(app.depth(&name), 1);
    }
    let queue = app.open(&name, BOTH);
    let got = app.expect(queue, &Get::with(0), "there");
    assert_eq!(got.descriptor.backout_count, 2);
}

/// Source: XA, XA_RDONLY.
fn a_branch_without_work_is_read_only(trial: &Trial<'_>) {
    let mut app = participant(trial);
    let xid = branch(trial, "1");
    assert_eq!(app.start(&xid, TMNOFLAGS), XaCode::OK);
    assert_eq!(app.end(&xid, TMSUCCESS), XaCode::OK);
    assert_eq!(app.prepare(&xid), XaCode::RDONLY);
    assert_eq!(app.commit_branch(&xid, TMNOFLAGS), XaCode::NOTA);
}

/// Source: XA, XA_RDONLY; MQPMO_RETAIN.
fn a_branch_that_only_retains_what_nobody_gets_is_not_read_only(trial: &Trial<'_>) {
    let topic = trial.name("retained");
    let mut app = participant(trial);
    let xid = branch(trial, "1");
    assert_eq!(app.start(&xid, TMNOFLAGS), XaCode::OK);
    let options = MQPMO_RETAIN | MQPMO_SYNCPOINT;
    let put = app.publish_with(&topic, &MsgDescriptor::default(), options, "kept");
    put.expect("published");
    assert_eq!(app.end(&xid, TMSUCCESS), XaCode::OK);
    assert_eq!(app.prepare(&xid), XaCode::OK);
    assert_eq!(app.commit_branch(&xid, TMNOFLAGS), XaCode::OK);
    let (queue, _) = app.listen(&topic);
    assert_eq!(app.drain(queue), ["kept"]);
}

/// Source: XA, xa_prepare; MQGMO_SYNCPOINT.
fn a_prepared_branch_holds_what_it_has_got(trial: &Trial<'_>) {
    let name = queue_with_one(trial, "Q");
    let mut app = participant(trial);
    let xid = branch(trial, "1");
    worked_in(&mut app, &xid, &name);
    assert_eq!(app.prepare(&xid), XaCode::OK);
    assert_eq!(contents(trial, &name), NOTHING);
    // What it put counts, what it got does not.
    assert_eq!(trial.depth(&name), 1);
    assert!(!trial.mqsc_works(&format!("DELETE QLOCAL('{name}') PURGE")));
    assert!(!trial.mqsc_works(&format!("CLEAR QLOCAL('{name}')")));
    assert_eq!(app.start(&xid, TMJOIN), XaCode::PROTO);
    assert_eq!(app.start(&xid, TMNOFLAGS), XaCode::DUPID);
    assert_eq!(app.prepare(&xid), XaCode::PROTO);
    assert_eq!(app.commit_branch(&xid, TMONEPHASE), XaCode::PROTO);
    assert_eq!(app.forget(&xid), XaCode::PROTO);
    assert_eq!(app.roll_back(&xid), XaCode::OK);
    assert_eq!(contents(trial, &name), ["there"]);
}

/// Source: XA, section on threads of control.
fn a_branch_is_prepared_by_one_connection_and_committed_by_another(trial: &Trial<'_>) {
    let name = queue_with_one(trial, "Q");
    let xid = branch(trial, "1");
    let (mut app, mut other) = (participant(trial), participant(trial));
    worked_in(&mut app, &xid, &name);
    assert_eq!(other.prepare(&xid), XaCode::OK);
    drop((app, other));
    let mut third = participant(trial);
    assert_eq!(third.commit_branch(&xid, TMNOFLAGS), XaCode::OK);
    assert_eq!(contents(trial, &name), ["put"]);
}

/// Source: XA, TMJOIN.
fn connections_join_a_branch_and_work_in_it_together(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let xid = branch(trial, "1");
    let (mut app, mut other) = (participant(trial), participant(trial));
    let (queue, theirs) = (app.open(&name, BOTH), other.open(&name, BOTH));
    assert_eq!(other.start(&xid, TMJOIN), XaCode::NOTA);
    assert_eq!(app.start(&xid, TMNOFLAGS), XaCode::OK);
    assert_eq!(other.start(&xid, TMNOFLAGS), XaCode::DUPID);
    assert_eq!(other.start(&xid, TMJOIN), XaCode::OK);
    app.put_in_work(queue, &persistent(), "mine");
    other.put_in_work(theirs, &persistent(), "theirs");
    assert_eq!(app.end(&xid, TMSUCCESS), XaCode::OK);
    assert_eq!(app.prepare(&xid), XaCode::PROTO);
    assert_eq!(app.roll_back(&xid), XaCode::PROTO);
    assert_eq!(other.end(&xid, TMSUCCESS), XaCode::OK);
    assert_eq!(app.start(&xid, TMJOIN), XaCode::OK);
    app.put_in_work(queue, &persistent(), "mine too");
    assert_eq!(app.end(&xid, TMSUCCESS), XaCode::OK);
    assert_eq!(other.commit_branch(&xid, TMONEPHASE), XaCode::OK);
    assert_eq!(contents(trial, &name), ["mine", "theirs", "mine too"]);
}

/// Source: XA, TMSUSPEND and TMRESUME.
fn a_suspended_branch_is_resumed_where_it_was(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let (xid, second) = (branch(trial, "1"), branch(trial, "2"));
    let (mut app, mut other) = (participant(trial), participant(trial));
    let queue = app.open(&name, BOTH);
    assert_eq!(app.start(&xid, TMNOFLAGS), XaCode::OK);
    app.put_in_work(queue, &persistent(), "first");
    assert_eq!(app.end(&xid, TMSUSPEND), XaCode::OK);
    assert_eq!(other.start(&xid, TMRESUME), XaCode::PROTO);
    assert_eq!(app.start(&xid, TMJOIN), XaCode::PROTO);
    assert_eq!(app.prepare(&xid), XaCode::PROTO);
    assert_eq!(app.start(&second, TMNOFLAGS), XaCode::OK);
    app.put_in_work(queue, &persistent(), "second");
    assert_eq!(app.end(&second, TMSUCCESS), XaCode::OK);
    assert_eq!(app.commit_branch(&second, TMONEPHASE), XaCode::OK);
    assert_eq!(app.start(&xid, TMRESUME), XaCode::OK);
    app.put_in_work(queue, &persistent(), "third");
    assert_eq!(app.end(&xid, TMSUSPEND), XaCode::OK);
    assert_eq!(app.end(&xid, TMSUCCESS), XaCode::OK);
    assert_eq!(app.drain(queue), ["second"]);
    assert_eq!(app.commit_branch(&xid, TMONEPHASE), XaCode::OK);
    assert_eq!(app.drain(queue), ["first", "third"]);
}

/// Source: XA, TMMIGRATE.
fn a_migrating_branch_is_resumed_by_another_connection(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let xid = branch(trial, "1");
    let (mut app, mut other) = (participant(trial), participant(trial));
    let (queue, theirs) = (app.open(&name, BOTH), other.open(&name, BOTH));
    assert_eq!(app.start(&xid, TMNOFLAGS), XaCode::OK);
    app.put_in_work(queue, &persistent(), "here");
    assert_eq!(app.end(&xid, TMSUSPEND | TMMIGRATE), XaCode::OK);
    assert_eq!(other.start(&xid, TMRESUME), XaCode::OK);
    other.put_in_work(theirs, &persistent(), "there");
    assert_eq!(other.end(&xid, TMSUCCESS), XaCode::OK);
    assert_eq!(other.commit_branch(&xid, TMONEPHASE), XaCode::OK);
    assert_eq!(contents(trial, &name), ["here", "there"]);
}

/// Source: XA, TMFAIL and XA_RB*.
fn work_that_failed_can_only_be_backed_out(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = participant(trial);
    let queue = app.open(&name, BOTH);
    let ways: [fn(&mut App, &Xid) -> XaCode; 3] = [
        |app, xid| app.prepare(xid),
        |app, xid| app.commit_branch(xid, TMONEPHASE),
        |app, xid| match app.roll_back(xid) {
            XaCode::OK => XaCode::RBROLLBACK,
            other => other,
        },
    ];
    for end in ways {
        let xid = branch(trial, "1");
        assert_eq!(app.start(&xid, TMNOFLAGS), XaCode::OK);
        app.put_in_work(queue, &persistent(), "x");
        assert_eq!(app.end(&xid, TMFAIL), XaCode::OK);
        assert_eq!(app.start(&xid, TMJOIN), XaCode::RBROLLBACK);
        assert_eq!(app.commit_branch(&xid, TMNOFLAGS), XaCode::PROTO);
        assert_eq!(end(&mut app, &xid), XaCode::RBROLLBACK);
        assert_eq!(app.roll_back(&xid), XaCode::NOTA);
        assert_eq!(app.depth(&name), 0);
    }
}

/// Source: 2012; MQCMIT, MQBACK and MQBEGIN, usage notes.
fn a_branch_is_not_ended_by_verbs_of_the_mqi(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let xid = branch(trial, "1");
    let mut app = participant(trial);
    let queue = app.open(&name, BOTH);
    assert_eq!(app.start(&xid, TMNOFLAGS), XaCode::OK);
    app.put_in_work(queue, &persistent(), "x");
    for refused in [app.0.commit(), app.0.back_out(), app.0.begin()] {
        let refused = refused.map_err(|error| error.reason);
        assert_eq!(refused, Err(Reason::ENVIRONMENT_ERROR));
    }
    assert_eq!(app.end(&xid, TMSUCCESS), XaCode::OK);
    app.commit();
    assert_eq!(app.drain(queue), NOTHING);
    assert_eq!(app.commit_branch(&xid, TMONEPHASE), XaCode::OK);
    assert_eq!(app.drain(queue), ["x"]);
}

/// Source: MQPMO_NO_SYNCPOINT; XA, xa_end.
fn work_outside_branches_is_the_connections_own(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let xid = branch(trial, "1");
    let mut app = participant(trial);
    let queue = app.open(&name, BOTH);
    assert_eq!(app.start(&xid, TMNOFLAGS), XaCode::OK);
    app.put_in_work(queue, &persistent(), "branch");
    app.put_as(queue, &persistent(), "at once");
    assert_eq!(app.end(&xid, TMSUCCESS), XaCode::OK);
    app.put_in_work(queue, &persistent(), "own");
    assert_eq!(app.roll_back(&xid), XaCode::OK);
    app.commit();
    assert_eq!(app.drain(queue), ["at once", "own"]);
}

/// Source: XA, XAER_OUTSIDE.
fn a_branch_is_not_begun_amid_other_work(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let xid = branch(trial, "1");
    let mut app = participant(trial);
    let queue = app.open(&name, BOTH);
    app.put_in_work(queue, &persistent(), "own");
    assert_eq!(app.start(&xid, TMNOFLAGS), XaCode::OUTSIDE);
    app.back_out();
    assert_eq!(app.start(&xid, TMNOFLAGS), XaCode::OK);
    assert_eq!(app.start(&branch(trial, "2"), TMNOFLAGS), XaCode::PROTO);
}

/// Goal: what is not promised goes with the connection; what is stays.
fn a_branch_ends_with_its_connection_unless_it_is_prepared(trial: &Trial<'_>) {
    let names = ["A", "B", "C"].map(|short| queue_with_one(trial, short));
    let xids = ["active", "idle", "prepared"].map(|qualifier| branch(trial, qualifier));
    let mut app = participant(trial);
    worked_in(&mut app, &xids[1], &names[1]);
    worked_in(&mut app, &xids[2], &names[2]);
    assert_eq!(app.prepare(&xids[2]), XaCode::OK);
    let queue = app.open(&names[0], BOTH);
    assert_eq!(app.start(&xids[0], TMNOFLAGS), XaCode::OK);
    app.put_in_work(queue, &persistent(), "put");
    app.expect(queue, &Get::with(MQGMO_SYNCPOINT), "there");
    drop(app);
    let mut other = participant(trial);
    trial.await_depth(&names[0], 1);
    trial.await_depth(&names[1], 1);
    assert_eq!(contents(trial, &names[0]), ["there"]);
    assert_eq!(contents(trial, &names[1]), ["there"]);
    assert_eq!(trial.depth(&names[2]), 1);
    for (xid, code) in xids.iter().zip([XaCode::NOTA, XaCode::NOTA, XaCode::OK]) {
        assert_eq!(other.commit_branch(xid, TMNOFLAGS), code);
    }
    assert_eq!(contents(trial, &names[2]), ["put"]);
}

/// Goal: a disconnect ends the connection and does not commit what is not its own.
fn disconnecting_backs_out_a_branch(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let xid = branch(trial, "1");
    let mut app = participant(trial);
    let queue = app.open(&name, BOTH);
    assert_eq!(app.start(&xid, TMNOFLAGS), XaCode::OK);
    app.put_in_work(queue, &persistent(), "x");
    assert_eq!(app.0.disconnect(), Ok(Reason::NONE));
    assert_eq!(trial.depth(&name), 0);
    assert_eq!(participant(trial).prepare(&xid), XaCode::NOTA);
}

/// Source: XA, XA_RBCOMMFAIL; 2003.
fn a_branch_can_be_backed_out_only_when_somebody_who_worked_in_it_is_gone(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let xid = branch(trial, "1");
    let (mut app, mut other) = (participant(trial), participant(trial));
    let (queue, theirs) = (app.open(&name, BOTH), other.open(&name, BOTH));
    assert_eq!(app.start(&xid, TMNOFLAGS), XaCode::OK);
    assert_eq!(other.start(&xid, TMJOIN), XaCode::OK);
    app.put_in_work(queue, &persistent(), "mine");
    other.put_in_work(theirs, &persistent(), "theirs");
    drop(app);
    trial.await_depth(&name, 0);
    let put = other.put_with(theirs, &persistent(), MQPMO_SYNCPOINT, "in vain");
    assert_eq!(put.err(), Some(Reason::BACKED_OUT));
    let get = Get::with(MQGMO_SYNCPOINT);
    assert_eq!(other.take_fails(theirs, &get), Reason::BACKED_OUT);
    other.put_as(theirs, &persistent(), "at once");
    assert_eq!(other.end(&xid, TMSUCCESS), XaCode::RBCOMMFAIL);
    assert_eq!(other.prepare(&xid), XaCode::RBCOMMFAIL);
    assert_eq!(other.drain(theirs), ["at once"]);
}

/// Source: XA, table of initialisation states.
fn calls_without_open_are_out_of_place(trial: &Trial<'_>) {
    let mut app = trial.connect();
    let xid = branch(trial, "1");
    assert_eq!(app.start(&xid, TMNOFLAGS), XaCode::PROTO);
    assert_eq!(app.prepare(&xid), XaCode::PROTO);
    let scan = XaCall::Recover {
        count: 1,
        flags: TMSTARTRSCAN,
    };
    assert_eq!(app.xa(scan).code, XaCode::PROTO);
    app.xa_open();
    app.xa_open();
    assert_eq!(app.start(&xid, TMNOFLAGS), XaCode::OK);
    let close = XaCall::Close {
        name: Vec::new(),
        flags: TMNOFLAGS,
    };
    assert_eq!(app.xa(close.clone()).code, XaCode::PROTO);
    assert_eq!(app.end(&xid, TMSUCCESS), XaCode::OK);
    assert_eq!(app.xa(close.clone()).code, XaCode::OK);
    assert_eq!(app.xa(close).code, XaCode::OK);
    assert_eq!(app.start(&xid, TMNOFLAGS), XaCode::PROTO);
}

/// Source: XA open strings.
fn open_names_the_queue_manager(trial: &Trial<'_>) {
    let mut app = trial.connect();
    for (name, code) in [
        ("QM1", XaCode::OK),
        ("QMNAME=QM1,TPM=TUXEDO", XaCode::OK),
        ("", XaCode::OK),
        ("OTHER", XaCode::RMERR),
        ("QMNAME=OTHER", XaCode::RMERR),
        ("not a name", XaCode::INVAL),
    ] {
        let (name, flags) = (name.as_bytes().to_vec(), TMNOFLAGS);
        assert_eq!(app.xa(XaCall::Open { name, flags }).code, code);
    }
}

/// Source: XA, XAER_INVAL and XAER_ASYNC.
fn flags_and_names_that_make_no_sense_are_refused(trial: &Trial<'_>) {
    let mut app = participant(trial);
    let xid = branch(trial, "1");
    assert_eq!(app.start(&xid, TMASYNC), XaCode::ASYNC);
    assert_eq!(app.start(&xid, TMJOIN | TMRESUME), XaCode::INVAL);
    assert_eq!(app.start(&xid, TMONEPHASE), XaCode::INVAL);
    let null = Xid::new(Xid::NULL_FORMAT, b"global", b"").expect("fits");
    assert_eq!(app.start(&null, TMNOFLAGS), XaCode::INVAL);
    let nameless = Xid::new(1, b"", b"").expect("fits");
    assert_eq!(app.start(&nameless, TMNOFLAGS), XaCode::INVAL);
    assert_eq!(app.start(&xid, TMNOFLAGS), XaCode::OK);
    assert_eq!(app.end(&xid, TMNOFLAGS), XaCode::INVAL);
    assert_eq!(app.end(&xid, TMSUCCESS | TMFAIL), XaCode::INVAL);
    assert_eq!(app.end(&xid, TMSUCCESS | TMMIGRATE), XaCode::INVAL);
    assert_eq!(app.end(&xid, TMSUCCESS), XaCode::OK);
    assert_eq!(app.commit_branch(&xid, TMJOIN), XaCode::INVAL);
    assert_eq!(app.commit_branch(&xid, TMONEPHASE), XaCode::OK);
    for (count, flags) in [(-1, TMSTARTRSCAN), (1, TMJOIN), (1, TMNOFLAGS)] {
        let reply = app.xa(XaCall::Recover { count, flags });
        assert_eq!(reply.code, XaCode::INVAL);
    }
    let reply = app.xa(XaCall::Complete { flags: TMNOFLAGS });
    assert_eq!(reply.code, XaCode::INVAL);
}

/// Source: XA, state tables.
fn calls_out_of_order_are_refused(trial: &Trial<'_>) {
    let mut app = participant(trial);
    let (xid, other) = (branch(trial, "1"), branch(trial, "2"));
    for code in [
        app.end(&xid, TMSUCCESS),
        app.prepare(&xid),
        app.commit_branch(&xid, TMNOFLAGS),
        app.roll_back(&xid),
        app.forget(&xid),
        app.start(&xid, TMRESUME),
    ] {
        assert_eq!(code, XaCode::NOTA);
    }
    assert_eq!(app.start(&xid, TMNOFLAGS), XaCode::OK);
    for code in [
        app.start(&xid, TMNOFLAGS),
        app.start(&other, TMNOFLAGS),
        app.prepare(&xid),
        app.commit_branch(&xid, TMONEPHASE),
        app.roll_back(&xid),
        app.forget(&xid),
    ] {
        assert_eq!(code, XaCode::PROTO);
    }
    assert_eq!(app.end(&other, TMSUCCESS), XaCode::NOTA);
    assert_eq!(app.end(&xid, TMSUCCESS), XaCode::OK);
    assert_eq!(app.end(&xid, TMSUCCESS), XaCode::PROTO);
    assert_eq!(app.start(&xid, TMRESUME), XaCode::PROTO);
    assert_eq!(app.roll_back(&xid), XaCode::OK);
}

/// Source: DISPLAY CONN, URTYPE and EXTURID.
fn displays_show_the_branch_of_a_connection(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect_as("xa application");
    app.xa_open();
    let xid = Xid::new(0x1234, trial.name("shown").as_bytes(), b"\x01\xff").expect("fits");
    let queue = app.open(&name, BOTH);
    let shown = || trial.mqsc("DISPLAY CONN(*) WHERE(APPLTAG EQ 'xa application') ALL");
    assert!(shown().contains("URTYPE(QMGR)"), "{}", shown());
    assert_eq!(app.start(&xid, TMNOFLAGS), XaCode::OK);
    app.put_in_work(queue, &persistent(), "x");
    let text = shown();
    for wanted in [
        "URTYPE(XA)",
        "XA_FORMATID[00001234]",
        "XA_BQUAL[01FF]",
        "UOWSTATE(ACTIVE)",
    ] {
        assert!(text.contains(wanted), "{wanted} in\n{text}");
    }
    assert_eq!(app.end(&xid, TMSUCCESS), XaCode::OK);
    let text = shown();
    assert!(
        text.contains("URTYPE(QMGR)") && text.contains("UOWSTATE(NONE)"),
        "{text}"
    );
    assert_eq!(app.prepare(&xid), XaCode::OK);
    let text = trial.mqsc("DISPLAY CONN(*) WHERE(UOWSTATE EQ UNRESOLVED) ALL");
    assert!(text.contains("XA_BQUAL[01FF]"), "{text}");
    assert_eq!(app.roll_back(&xid), XaCode::OK);
}
