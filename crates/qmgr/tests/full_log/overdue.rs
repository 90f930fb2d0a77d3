//! Checkpoints that are wanted: what is told when they are not taken, and what is kept when they are.

use crate::full_log::home::{Application, Home};
use ferromq_log::Pressure;
use ferromq_mqi::generated::constants::*;
use std::time::Duration;

const SECOND_NS: u64 = 1_000_000_000;

/// The log wants a checkpoint.
fn wanted(home: &Home) -> Application {
    let mut application = home.connect();
    while home.manager().log().pressure() < Pressure::CheckpointWanted {
        application.put(0, 20_000, MQPMO_NONE).expect("put");
    }
    application
}

/// Looks every second.
fn watch(home: &Home, seconds: u64) {
    for _ in 0..seconds {
        home.manager().watch_checkpoints();
        home.clock.advance_ns(SECOND_NS);
    }
}

#[test]
fn a_checkpoint_that_fails_for_long_is_told_with_the_reason_and_so_is_the_end_of_it() {
    let home = Home::new();
    let mut application = wanted(&home);
    // There is no room for the messages in the files of the queue, and what is given up makes none.
    home.disk.set_quota(Some(0));
    let mut pauses = Vec::new();
    for _ in 0..6 {
        home.manager().keep_house();
        pauses.push(home.manager().checkpoint_pause().expect("it failed"));
    }
    assert_eq!(pauses, [1, 2, 4, 8, 16, 16].map(Duration::from_secs));
    assert_eq!(home.notices("FMQ0035W").len(), 1);
    watch(&home, 60);
    assert!(home.notices("FMQ0037W").is_empty());
    watch(&home, 200);
    let told = home.notices("FMQ0037W");
    let [told] = &told[..] else {
        panic!("{told:?}");
    };
    assert!(told.contains("for 60 seconds"), "{told}");
    assert!(told.contains("Q1"), "the queue it failed for: {told}");
    watch(&home, 200);
    assert_eq!(home.notices("FMQ0037W").len(), 2, "it lasts");
    assert!(home.notices("FMQ0038I").is_empty());
    home.disk.set_quota(None);
    home.manager().keep_house();
    assert_eq!(home.manager().checkpoint_pause(), None);
    assert_eq!(home.notices("FMQ0038I").len(), 1);
    watch(&home, 100);
    home.manager().keep_house();
    assert_eq!(home.notices("FMQ0037W").len(), 2);
    assert_eq!(home.notices("FMQ0038I").len(), 1);
    application.get(0, 0).expect("got");
}

#[test]
fn a_checkpoint_nobody_takes_is_told() {
    let home = Home::new();
    let _application = wanted(&home);
    watch(&home, 60);
    assert!(home.notices("FMQ0037W").is_empty());
    watch(&home, 1);
    assert_eq!(home.notices("FMQ0037W").len(), 1);
    // What an operator takes counts as well.
    home.manager().checkpoint().expect("a checkpoint");
    home.manager().keep_house();
    watch(&home, 100);
    assert_eq!(home.notices("FMQ0038I").len(), 1);
    assert_eq!(home.notices("FMQ0037W").len(), 1);
}

/// Goal: since when restart begins where it does is known to later lives, too. Method: a checkpoint that moves the position, one that
/// does not, an end and a kill, with time in between.
#[test]
fn later_lives_know_since_when_restart_begins_where_it_does() {
    let mut home = Home::new();
    let first_us = home.manager().status().recovery_us;
    home.clock.advance_ns(SECOND_NS);
    drop(wanted(&home));
    home.manager().keep_house();
    let moved_us = home.manager().status().recovery_us;
    assert!(moved_us >= first_us + 1_000_000, "{moved_us} {first_us}");
    home.clock.advance_ns(SECOND_NS);
    home.kill();
    home.start();
    let status = home.manager().status();
    assert_eq!(status.recovery_us, moved_us);
    assert!(status.started_us > moved_us);
    home.clock.advance_ns(SECOND_NS);
    home.end();
    home.start();
    let ended_us = home.manager().status().recovery_us;
    assert!(ended_us > moved_us, "the end gives back all it can");
    assert!(ended_us < home.manager().status().started_us);
}
