//! A full log: what goes on in it, what waits, what is refused, and that it recovers by itself.

mod expiring;
mod failed_queue;
pub(crate) mod home;
mod objects;
mod overdue;
mod refused_gets;
mod retained;
mod waiting;

use ferromq_log::{Log, Pressure, Urgency};
use ferromq_mqi::Reason;
use ferromq_mqi::call::Request;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::xa::{XaCall, XaCode, Xid};
use ferromq_qmgr::record::{RecordKind, numbers};
use ferromq_qmgr::{Outcome, QueueManager};
use home::{Home, LOG, work_in_a_full_log, xid};
use std::convert::Infallible;

/// A message on Q2, and a branch in doubt that has got it and put another; then the log runs full.
pub(crate) fn full_with_a_branch_in_doubt() -> Home {
    let home = Home::new();
    let mut application = home.connect();
    application.put(1, 50, 0).expect("put");
    assert_eq!(application.prepare(1), XaCode::OK);
    work_in_a_full_log(&home, 4_000);
    assert_eq!(home.manager().log().pressure(), Pressure::NearlyFull);
    assert_eq!(application.put(0, 2_000, 0), Err(Reason::RESOURCE_PROBLEM));
    home
}

/// Fills the log up to the last byte, or with so many small records. Answers how many there were.
pub(crate) fn fill_up(manager: &QueueManager, most: usize) -> usize {
    let record = numbers(&[999_999]);
    let kind = RecordKind::BackOut as u8;
    let append = || manager.log().append(kind, &[&record], Urgency::Completing);
    (0..most).take_while(|_| append().is_ok()).count()
}

/// What is on Q2 in the end.
fn left(home: &Home) -> Vec<usize> {
    let mut application = home.connect();
    std::iter::from_fn(|| application.get(1, 0).ok()).collect()
}

#[test]
fn branch_in_doubt_is_decided_by_its_transaction_manager_however_full_the_log_is() {
    for restarts in 0..3 {
        for (commits, wanted) in [(true, [100]), (false, [50])] {
            let mut home = full_with_a_branch_in_doubt();
            for _ in 0..restarts {
                home.kill();
                home.start();
                work_in_a_full_log(&home, 300);
            }
            let mut application = home.connect();
            let (xid, flags) = (xid(1), TMNOFLAGS);
            application.xa(XaCall::Open {
                name: Vec::new(),
                flags,
            });
            let decided = application.xa(match commits {
                true => XaCall::Commit { xid, flags },
                false => XaCall::RollBack { xid, flags },
            });
            assert_eq!(
                decided,
                XaCode::OK,
                "commits {commits}, {restarts} restarts"
            );
            drop(application);
            home.works();
            assert_eq!(left(&home), wanted);
            home.end();
            home.start();
            home.works();
        }
    }
}

#[test]
fn branch_in_doubt_is_decided_by_an_operator_and_forgotten_however_full_the_log_is() {
    for restarts in [false, true] {
        for (outcome, wanted) in [(Outcome::Committed, [100]), (Outcome::BackedOut, [50])] {
            let mut home = full_with_a_branch_in_doubt();
            home.manager()
                .decide_branch(&xid(1), outcome)
                .expect("decided");
            if restarts {
                home.kill();
                home.start();
            }
            home.works();
            // The log runs full again, this time for the sake of another.
            assert_eq!(home.connect().prepare(2), XaCode::OK);
            work_in_a_full_log(&home, 4_000);
            home.manager().forget_branch(&xid(1)).expect("forgotten");
            let decided = home.manager().decide_branch(&xid(2), Outcome::BackedOut);
            decided.expect("decided");
            home.manager().forget_branch(&xid(2)).expect("forgotten");
            home.works();
            assert_eq!(left(&home), wanted);
            home.end();
            home.start();
            home.works();
        }
    }
}

/// To write the decision again gives nothing back where something else keeps the same extent: the room for its end stays.
#[test]
fn decision_beside_a_branch_in_doubt_keeps_the_room_to_be_forgotten() {
    let home = Home::new();
    let mut application = home.connect();
    assert_eq!(application.prepare(1), XaCode::OK);
    let decided = home.manager().decide_branch(&xid(1), Outcome::BackedOut);
    decided.expect("decided");
    assert_eq!(application.prepare(2), XaCode::OK);
    fill_up(home.manager(), usize::MAX);
    home.manager().checkpoint().expect("a checkpoint");
    fill_up(home.manager(), usize::MAX);
    home.manager().forget_branch(&xid(1)).expect("forgotten");
    let decided = home.manager().decide_branch(&xid(2), Outcome::BackedOut);
    decided.expect("decided");
    home.manager().forget_branch(&xid(2)).expect("forgotten");
    home.works();
}

#[test]
fn queue_manager_ends_and_starts_with_a_full_log_and_a_branch_in_doubt() {
    let mut home = full_with_a_branch_in_doubt();
    for _ in 0..20 {
        home.end();
        home.start();
        assert_eq!(home.manager().restart_report().in_doubt, 1);
        home.kill();
        home.start();
        work_in_a_full_log(&home, 30);
    }
    home.manager()
        .decide_branch(&xid(1), Outcome::Committed)
        .expect("decided");
    home.works();
    assert_eq!(left(&home), [100]);
}

#[test]
fn every_branch_that_was_promised_is_decided_and_no_other_is_promised() {
    let home = Home::new();
    let mut application = home.connect();
    let mut promised = Vec::new();
    for number in 0..1_000 {
        match application.prepare(number) {
            XaCode::OK => promised.push(number),
            // Not its put, or not its promise: it is gone.
            refused => assert!([XaCode::RBTRANSIENT, XaCode::OK].contains(&refused)),
        }
        if home.manager().branches().len() < promised.len() {
            promised.pop();
            break;
        }
    }
    assert!(promised.len() > 20, "{}", promised.len());
    work_in_a_full_log(&home, 2_000);
    let in_doubt = home.manager().branches();
    assert_eq!(in_doubt.len(), promised.len());
    for (index, number) in promised.into_iter().enumerate() {
        let outcome = match index % 2 {
            0 => Outcome::Committed,
            _ => Outcome::BackedOut,
        };
        home.manager()
            .decide_branch(&xid(number), outcome)
            .expect("decided");
        if index % 3 == 0 {
            home.manager()
                .forget_branch(&xid(number))
                .expect("forgotten");
        }
    }
    home.works();
}

#[test]
fn decided_branches_keep_no_log_that_others_fill() {
    let mut home = full_with_a_branch_in_doubt();
    home.manager()
        .decide_branch(&xid(1), Outcome::Committed)
        .expect("decided");
    // Many times what it holds goes through, and the decision goes along.
    for _ in 0..10 {
        home.works();
    }
    home.kill();
    home.start();
    assert_eq!(home.manager().branches().len(), 1);
    home.manager().forget_branch(&xid(1)).expect("forgotten");
    home.kill();
    home.start();
    assert!(home.manager().branches().is_empty());
}

/// The checkpoint gives the old record of the decision back: the new one must outlast whatever comes next.
#[test]
fn decision_that_is_written_again_is_durable_before_the_old_record_goes() {
    let mut home = full_with_a_branch_in_doubt();
    home.manager()
        .decide_branch(&xid(1), Outcome::Committed)
        .expect("decided");
    home.works();
    home.manager().checkpoint().expect("a checkpoint");
    let log = home.manager().log();
    // An extent further, and all of it is durable.
    let extent = log.extent_of(log.head());
    let mut application = home.connect();
    while home.manager().log().extent_of(home.manager().log().head()) == extent {
        application.put(0, 30_000, 0).expect("put");
        application.get(0, 0).expect("got");
    }
    drop(application);
    home.manager()
        .checkpoint_everything()
        .expect("a checkpoint");
    home.kill();
    home.start();
    assert_eq!(home.manager().branches().len(), 1);
}

#[test]
fn backing_out_in_a_full_log_writes_nothing() {
    let home = full_with_a_branch_in_doubt();
    let mut application = home.connect();
    // Gets draw on a part of the reserve, so there is one to back out.
    while application.get(0, MQGMO_SYNCPOINT).is_ok() {}
    let records = || home.manager().log().usage().records;
    let before = records();
    application.verb(Request::BackOut).expect("backed out");
    for _ in 0..100 {
        let refused = application.put(0, 2_000, MQPMO_SYNCPOINT);
        assert_eq!(refused, Err(Reason::RESOURCE_PROBLEM));
        application.verb(Request::BackOut).expect("backed out");
    }
    for _ in 0..100 {
        application
            .put(0, 2_000, MQPMO_SYNCPOINT)
            .expect_err("the log is full");
        application
            .verb(Request::Commit)
            .expect("nothing to commit");
    }
    assert_eq!(records(), before);
}

#[test]
fn work_of_which_nothing_is_durable_is_backed_out_without_a_word() {
    let home = Home::new();
    let mut application = home.connect();
    let records = || home.manager().log().usage().records;
    application.put(0, 100, MQPMO_SYNCPOINT).expect("put");
    let before = records();
    application.verb(Request::BackOut).expect("backed out");
    assert_eq!(records(), before);
    application.put(0, 100, MQPMO_SYNCPOINT).expect("put");
    home.manager().log().lead();
    let before = records();
    application.verb(Request::BackOut).expect("backed out");
    assert_eq!(records(), before + 1, "restart can forget it early");
}

#[test]
fn refusals_are_told_once_and_then_counted() {
    let home = full_with_a_branch_in_doubt();
    let mut application = home.connect();
    for _ in 0..1_000 {
        application.put(0, 2_000, 0).expect_err("the log is full");
        home.manager().keep_house();
    }
    for number in ["AMQ7463E", "AMQ7486W"] {
        let told = home.notices(number);
        assert_eq!(told.len(), 1, "{told:?}");
    }
    home.clock.advance_ns(6 * 60 * 1_000_000_000);
    application.put(0, 2_000, 0).expect_err("the log is full");
    home.manager().keep_house();
    let told = home.notices("AMQ7463E");
    let [_, again] = &told[..] else {
        panic!("{told:?}");
    };
    assert!(again.contains("a record of "), "{again}");
    assert!(again.contains(" times since 2023-11-14 "), "{again}");
    home.manager()
        .decide_branch(&xid(1), Outcome::Committed)
        .expect("decided");
    home.works();
    assert!(home.notices("AMQ7464I").is_empty(), "it may not be over");
    home.clock.advance_ns(11 * 1_000_000_000);
    home.manager().keep_house();
    let over = home.notices("AMQ7464I");
    assert_eq!(over.len(), 1, "{over:?}");
    assert!(over[0].contains(" times since "), "{}", over[0]);
}

/// `rsvmqtrn` would have the messages of a channel sent twice, or lost: nobody is told to use it for them.
#[test]
fn a_batch_in_doubt_that_fills_the_log_is_told_of_with_its_channel() {
    let home = Home::new();
    let mut application = home.connect();
    let name = Xid::new(Xid::CHANNEL_FORMAT, b"TO.QM2", &[7; 28]).expect("it fits");
    assert_eq!(application.promise(&name), XaCode::OK);
    work_in_a_full_log(&home, 4_000);
    let refused = application.put(0, 2_000, 0);
    assert_eq!(refused, Err(Reason::RESOURCE_PROBLEM));
    home.manager().keep_house();
    let told = home.notices("FMQ0222W");
    assert!(told.len() == 1 && told[0].contains("'TO.QM2'"), "{told:?}");
    assert!(home.notices("AMQ7486W").is_empty());
    let decided = application.connection.decide_promise(&name, true);
    let end = decided.expect("there is room for that");
    application.connection.wait_for_log(end);
    home.works();
}

#[test]
fn larger_numbers_of_files_give_a_full_log_room() {
    let mut home = full_with_a_branch_in_doubt();
    home.end();
    home.log.secondary_files += 3;
    home.start();
    let mut application = home.connect();
    for _ in 0..50 {
        application.put(0, 2_000, 0).expect("there is room");
    }
    let decided = home.manager().decide_branch(&xid(1), Outcome::Committed);
    decided.expect("decided");
    drop(application);
    home.works();
}

/// A log as builds left it that kept nothing for branches in doubt: full to its last page.
#[test]
fn branch_in_doubt_in_a_log_that_an_older_build_filled_is_decided() {
    let mut home = Home::new();
    let mut application = home.connect();
    application.put(1, 50, 0).expect("put");
    assert_eq!(application.prepare(1), XaCode::OK);
    drop(application);
    home.kill();
    let log = Log::open(home.place().log, &LOG).expect("a log");
    let log = log.prefetching(false);
    let log = log
        .replay(&mut |_| Ok::<(), Infallible>(()))
        .expect("replayed");
    let record = numbers(&[999_999]);
    let kind = RecordKind::BackOut as u8;
    while let Ok(appended) = log.append(kind, &[&record], Urgency::Completing) {
        log.wait_durable(appended.end).expect("durable");
    }
    drop(log);
    home.disk = home.disk.kill(8);
    home.start();
    assert_eq!(home.manager().restart_report().in_doubt, 1);
    work_in_a_full_log(&home, 100);
    home.end();
    home.start();
    home.manager()
        .decide_branch(&xid(1), Outcome::Committed)
        .expect("decided");
    home.works();
    assert_eq!(left(&home), [100]);
}
