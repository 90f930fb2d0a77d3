//! Every action, with each of its calls to the disk failing in turn.

use ferromq_sim::{Action, How, fail_each_call};

fn fail_each(action: Action) {
    for (seed, how) in How::ALL.into_iter().enumerate() {
        match fail_each_call(4 + seed as u64, action, how) {
            Ok(calls) => assert!(calls > 0, "{action:?} makes no call to the disk"),
            Err(failure) => panic!("{failure}"),
        }
    }
}

#[test]
fn creation_fails_wholly_or_not_at_all() {
    fail_each(Action::Create);
}

#[test]
fn puts_outlive_each_failing_call() {
    fail_each(Action::Put);
}

#[test]
fn commits_outlive_each_failing_call() {
    fail_each(Action::Commit);
}

#[test]
fn checkpoints_outlive_each_failing_call() {
    fail_each(Action::Checkpoint);
}

#[test]
fn clean_ends_outlive_each_failing_call() {
    fail_each(Action::End);
}

#[test]
fn restarts_outlive_each_failing_call() {
    fail_each(Action::Restart);
    fail_each(Action::RestartAfterEnd);
}

#[test]
fn objects_outlive_each_failing_call() {
    fail_each(Action::Objects);
}

#[test]
fn media_images_outlive_each_failing_call() {
    fail_each(Action::Image);
    fail_each(Action::Recover);
}
