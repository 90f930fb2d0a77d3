//! Subscriptions as commands make them, and how they are found.

use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_qmgr::{ExpirySweeps, NextTurn, ObjectError, QueueManager, SimulatedPlace, Turn};

const SECOND_NS: u64 = 1_000_000_000;

fn define(manager: &QueueManager, name: &str, expiry_tenths: i32) {
    let mut made = Definition::new(ObjectKind::Sub, ObjectName::BLANK);
    made.set_internal(Attr::Sub, name).expect("a name");
    made.set(Attr::Topicstr, "some/topic").expect("a topic");
    made.set(Attr::Dest, "SYSTEM.DEFAULT.LOCAL.QUEUE")
        .expect("a queue");
    made.set(Attr::Expiry, expiry_tenths).expect("a time");
    manager.define_subscription(made, false).expect("defined");
}

fn let_expire_in(manager: &QueueManager, name: &str, expiry_tenths: i32) {
    let mut after = manager.subscription_named(name).expect("it is there");
    after.set(Attr::Expiry, expiry_tenths).expect("a time");
    manager.define_subscription(after, true).expect("altered");
}

#[test]
fn a_subscription_that_was_deleted_meanwhile_is_not_made_anew_by_who_alters_it() {
    let place = SimulatedPlace::with_queue_manager(64, 1 << 20);
    let manager = place.start();
    define(&manager, "sub", MQEI_UNLIMITED);
    let mut after = manager.subscription_named("sub").expect("it is there");
    after.set(Attr::Expiry, 600).expect("a time");
    manager.delete_subscription(&after.name()).expect("deleted");
    let altered = manager.define_subscription(after, true);
    assert!(matches!(altered, Err(ObjectError::NotFound)), "{altered:?}");
    assert!(manager.subscription_named("sub").is_none());
}

fn names(found: &[Definition]) -> Vec<&str> {
    found.iter().map(|one| one.text(Attr::Sub)).collect()
}

#[test]
fn those_whose_time_is_over_are_removed_as_they_were_altered_last() {
    let place = SimulatedPlace::with_queue_manager(64, 1 << 20);
    let manager = place.start();
    for (name, expiry_tenths) in [("for ever", MQEI_UNLIMITED), ("long", 600), ("short", 100)] {
        define(&manager, name, expiry_tenths);
    }
    define(&manager, "shortened", MQEI_UNLIMITED);
    let_expire_in(&manager, "shortened", 100);
    define(&manager, "prolonged", 100);
    let_expire_in(&manager, "prolonged", MQEI_UNLIMITED);
    define(&manager, "deleted", 100);
    let deleted = manager.subscription_named("deleted").expect("it is there");
    manager
        .delete_subscription(&deleted.name())
        .expect("deleted");
    let left = |manager: &QueueManager| {
        manager.expire_messages();
        names(&manager.subscriptions_beginning("")).join(",")
    };
    place.clock().advance_ns(9 * SECOND_NS);
    assert_eq!(left(&manager), "for ever,long,prolonged,short,shortened");
    place.clock().advance_ns(SECOND_NS);
    assert_eq!(left(&manager), "for ever,long,prolonged");
    // Their time goes on while there is no queue manager.
    drop(manager);
    place.clock().advance_ns(50 * SECOND_NS);
    let manager = place.start();
    assert_eq!(left(&manager), "for ever,prolonged");
}

/// Goal: that thousands end at once holds nothing up for long.
#[test]
fn many_whose_time_is_over_end_in_several_turns() {
    const MANY: usize = 250;
    let place = SimulatedPlace::with_queue_manager(1024, 1 << 20);
    let manager = place.start();
    for number in 0..MANY {
        define(&manager, &format!("short {number}"), 100);
    }
    define(&manager, "for ever", MQEI_UNLIMITED);
    place.clock().advance_ns(10 * SECOND_NS);
    let mut sweeps = ExpirySweeps::default();
    let left = |turn: Turn| (manager.subscriptions_beginning("").len(), turn.next);
    assert_eq!(left(sweeps.turn(&manager)), (151, NextTurn::Soon));
    assert_eq!(left(sweeps.turn(&manager)), (51, NextTurn::Soon));
    assert_eq!(left(sweeps.turn(&manager)), (1, NextTurn::Later));
    assert_eq!(names(&manager.subscriptions_beginning("")), ["for ever"]);
}

#[test]
fn one_is_found_by_its_name_and_identifier_and_some_by_how_their_names_begin() {
    let place = SimulatedPlace::with_queue_manager(64, 1 << 20);
    let manager = place.start();
    let all = ["A", "A.", "A.1", "A.2", "A/", "AB", "B"];
    for name in all {
        define(&manager, name, MQEI_UNLIMITED);
    }
    assert_eq!(manager.subscription_count(), all.len());
    for name in all {
        let found = manager.subscription_status_named(name).expect("by name");
        assert_eq!(found.definition.text(Attr::Sub), name);
        let again = manager.subscription_status(&found.definition.name());
        assert_eq!(again.expect("by identifier").definition, found.definition);
    }
    assert!(manager.subscription_status_named("A.3").is_none());
    let beginning = |text| manager.subscriptions_beginning(text);
    assert_eq!(names(&beginning("A.")), ["A.", "A.1", "A.2"]);
    assert_eq!(names(&beginning("AB")), ["AB"]);
    assert!(beginning("C").is_empty());
}
