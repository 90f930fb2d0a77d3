//! The state tables, cell by cell.

use super::*;

const ME: Who = 1;
const OTHER: Who = 2;

/// A column of the table: its head, and a branch in that state.
type Column = (&'static str, fn() -> BranchState);

fn states() -> [Column; 6] {
    [
        ("S1 active", || BranchState::begun(ME)),
        ("S2 idle", idle),
        ("T2 suspended", suspended),
        ("S3 prepared", BranchState::prepared),
        ("S4 rollback only", || {
            let mut branch = BranchState::begun(ME);
            assert_eq!(branch.end(ME, Ending::Failure), Ok(XaCode::OK));
            branch
        }),
        ("S5 decided", || BranchState::decided(Outcome::Committed)),
    ]
}

fn idle() -> BranchState {
    let mut branch = BranchState::begun(ME);
    assert_eq!(branch.end(ME, Ending::Success), Ok(XaCode::OK));
    branch
}

fn suspended() -> BranchState {
    let mut branch = BranchState::begun(ME);
    assert_eq!(branch.end(ME, Ending::Suspend), Ok(XaCode::OK));
    branch
}

/// Calls `act` on a branch in each state and compares what it answers.
#[track_caller]
fn check<T: PartialEq + std::fmt::Debug>(
    act: impl Fn(&mut BranchState) -> Result<T, XaCode>,
    wanted: [Result<T, XaCode>; 6],
) {
    for ((name, make), wanted) in states().into_iter().zip(wanted) {
        assert_eq!(act(&mut make()), wanted, "{name}");
    }
}

const PROTO: XaCode = XaCode::PROTO;

#[test]
fn another_connection_joins_what_is_active_or_idle() {
    check(
        |branch| branch.join(OTHER),
        [
            Ok(()),
            Ok(()),
            Ok(()),
            Err(PROTO),
            Err(XaCode::RBROLLBACK),
            Err(PROTO),
        ],
    );
    assert_eq!(BranchState::begun(ME).join(ME), Err(PROTO));
}

#[test]
fn only_who_suspended_a_branch_resumes_it_unless_it_migrates() {
    check(
        |branch| branch.resume(ME),
        [
            Err(PROTO),
            Err(PROTO),
            Ok(()),
            Err(PROTO),
            Err(PROTO),
            Err(PROTO),
        ],
    );
    assert_eq!(suspended().resume(OTHER), Err(PROTO));
    let mut branch = BranchState::begun(ME);
    assert_eq!(branch.end(ME, Ending::Migrate), Ok(XaCode::OK));
    assert_eq!(branch.prepare(), Err(PROTO));
    assert_eq!(branch.resume(OTHER), Ok(()));
    assert_eq!(branch.resume(ME), Err(PROTO));
    assert_eq!(branch.end(OTHER, Ending::Success), Ok(XaCode::OK));
    assert_eq!(branch.prepare(), Ok(Preparing::Prepare));
}

#[test]
fn only_who_works_in_a_branch_ends_that() {
    check(
        |branch| branch.end(ME, Ending::Success),
        [
            Ok(XaCode::OK),
            Err(PROTO),
            Ok(XaCode::OK),
            Err(PROTO),
            Err(PROTO),
            Err(PROTO),
        ],
    );
    assert_eq!(suspended().end(ME, Ending::Suspend), Err(PROTO));
    assert_eq!(
        BranchState::begun(ME).end(OTHER, Ending::Success),
        Err(PROTO)
    );
}

#[test]
fn a_branch_is_prepared_when_nobody_works_in_it() {
    check(
        BranchState::prepare,
        [
            Err(PROTO),
            Ok(Preparing::Prepare),
            Err(PROTO),
            Err(PROTO),
            Ok(Preparing::BackOut(XaCode::RBROLLBACK)),
            Err(XaCode::HEURCOM),
        ],
    );
}

#[test]
fn a_prepared_branch_is_committed_in_two_phases_and_no_other() {
    check(
        |branch| branch.commit(false),
        [
            Err(PROTO),
            Err(PROTO),
            Err(PROTO),
            Ok(Committing::Prepared),
            Err(PROTO),
            Err(XaCode::HEURCOM),
        ],
    );
}

#[test]
fn an_idle_branch_is_committed_in_one_phase_and_no_other() {
    check(
        |branch| branch.commit(true),
        [
            Err(PROTO),
            Ok(Committing::OnePhase),
            Err(PROTO),
            Err(PROTO),
            Ok(Committing::BackOut(XaCode::RBROLLBACK)),
            Err(XaCode::HEURCOM),
        ],
    );
}

#[test]
fn everything_but_what_is_at_work_or_decided_is_backed_out() {
    check(
        BranchState::back_out,
        [
            Err(PROTO),
            Ok(BackingOut::Unprepared),
            Ok(BackingOut::Unprepared),
            Ok(BackingOut::Prepared),
            Ok(BackingOut::Unprepared),
            Err(XaCode::HEURCOM),
        ],
    );
}

#[test]
fn only_what_is_decided_is_forgotten() {
    check(
        |branch| branch.forget(),
        [
            Err(PROTO),
            Err(PROTO),
            Err(PROTO),
            Err(PROTO),
            Err(PROTO),
            Ok(()),
        ],
    );
}

#[test]
fn prepared_and_decided_branches_are_recovered() {
    let told: Vec<_> = states()
        .into_iter()
        .filter(|(_, make)| make().is_recoverable())
        .map(|(name, _)| name)
        .collect();
    assert_eq!(told, ["S3 prepared", "S5 decided"]);
}

#[test]
fn an_unprepared_branch_goes_with_its_last_connection() {
    let left: Vec<_> = states()
        .into_iter()
        .map(|(_, make)| make().leave(ME, XaCode::RBCOMMFAIL))
        .collect();
    let (gone, stays) = (Left::Gone, Left::Stays);
    assert_eq!(left, [gone, gone, gone, stays, gone, stays]);
    let mut shared = idle();
    assert_eq!(shared.join(OTHER), Ok(()));
    assert_eq!(shared.leave(ME, XaCode::RBCOMMFAIL), Left::Stays);
    assert_eq!(shared.leave(OTHER, XaCode::RBCOMMFAIL), Left::Gone);
}

#[test]
fn a_connection_that_goes_while_others_work_dooms_the_branch() {
    let mut branch = BranchState::begun(ME);
    assert_eq!(branch.join(OTHER), Ok(()));
    assert_eq!(branch.leave(ME, XaCode::RBCOMMFAIL), Left::Doomed);
    assert_eq!(branch.end(OTHER, Ending::Success), Ok(XaCode::RBCOMMFAIL));
    assert_eq!(branch.prepare(), Ok(Preparing::BackOut(XaCode::RBCOMMFAIL)));
}

#[test]
fn a_branch_that_waits_to_be_prepared_is_idle_and_goes_with_who_asked() {
    let mut branch = idle();
    assert_eq!(branch.prepare(), Ok(Preparing::Prepare));
    assert_eq!(branch.leave(ME, XaCode::RBCOMMFAIL), Left::Stays);
    branch.settle_open(OTHER);
    assert!(branch.is_unprepared());
    assert_eq!(branch.prepare(), Ok(Preparing::Prepare));
    branch.settle_open(OTHER);
    assert_eq!(branch.leave(OTHER, XaCode::RBCOMMFAIL), Left::Gone);
    let mut prepared = BranchState::prepared();
    assert_eq!(prepared.commit(false), Ok(Committing::Prepared));
    prepared.settle_open(ME);
    assert!(prepared.is_in_doubt());
}

#[test]
fn nothing_happens_to_a_branch_while_a_call_is_at_it() {
    let mut branch = idle();
    assert_eq!(branch.prepare(), Ok(Preparing::Prepare));
    assert_eq!(branch.commit(true), Err(XaCode::RETRY));
    assert_eq!(branch.back_out(), Err(PROTO));
    assert_eq!(branch.join(OTHER), Err(PROTO));
    assert!(!branch.decide() && !branch.is_recoverable());
    assert_eq!(branch.leave(ME, XaCode::RBCOMMFAIL), Left::Stays);
    branch.settle_prepared();
    assert!(branch.is_recoverable());
    assert!(branch.decide() && branch.is_recoverable());
    assert_eq!(branch.commit(false), Err(XaCode::RETRY));
    branch.settle_decided(Outcome::BackedOut);
    assert_eq!(branch.commit(false), Err(XaCode::HEURRB));
}
