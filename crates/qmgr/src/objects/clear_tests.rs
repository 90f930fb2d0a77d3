//! Messages that are on their way while the queue is cleared.

use super::*;
use crate::deliver::placing::{own_message, put_unattended};
use crate::{QueueManager, SimulatedPlace};
use bytes::Bytes;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{MQPER_NOT_PERSISTENT, MQPER_PERSISTENT};

const NAME: &str = "Q";

fn queue(manager: &QueueManager) -> Arc<LocalQueue> {
    let name = ObjectName::truncated(NAME);
    let found = manager.engine.registry().local_queue(&name);
    found.expect("it is defined")
}

fn begin(place: &SimulatedPlace) -> QueueManager {
    let manager = place.start();
    let definition = Definition::new(ObjectKind::QLocal, ObjectName::truncated(NAME));
    manager.define(definition, false).expect("defined");
    manager
}

/// Puts as the queue manager does: nobody opens the queue.
fn put(manager: &QueueManager, persistence: i32) {
    let descriptor = MsgDescriptor {
        persistence,
        ..MsgDescriptor::default()
    };
    let (shared, body) = (&manager.engine, Bytes::from_static(b"message"));
    let placed = own_message(shared, &queue(manager), descriptor, body, 1);
    let put = placed.and_then(|placement| put_unattended(shared, placement));
    put.expect("put");
}

/// What a clear does once it has found the queue unused.
fn clear_found_unused(manager: &QueueManager) -> Result<Logged, ObjectError> {
    let _one_at_a_time = manager.engine.administer();
    let queue = queue(manager);
    let taken = queue.queue.purge(Holder::NOBODY);
    remove_taken(&manager.engine, &queue, taken)
}

#[test]
fn a_message_logged_before_a_clear_and_shown_behind_it_is_there_after_a_crash() {
    let place = SimulatedPlace::with_queue_manager(64, 1 << 20);
    let manager = begin(&place);
    put(&manager, MQPER_PERSISTENT);
    put(&manager, MQPER_NOT_PERSISTENT);
    assert_eq!(queue(&manager).queue.uncommitted(), 1);
    let logged = clear_found_unused(&manager).expect("cleared");
    manager.settle(&logged).expect("durable");
    assert_eq!(queue(&manager).queue.depth(), 1);
    manager.log().abandon();
    drop(manager);
    let manager = place.start();
    assert_eq!(queue(&manager).queue.depth(), 1);
}

#[test]
fn what_was_cleared_is_not_there_after_a_crash() {
    let place = SimulatedPlace::with_queue_manager(64, 1 << 20);
    let manager = begin(&place);
    put(&manager, MQPER_PERSISTENT);
    put(&manager, MQPER_PERSISTENT);
    manager.log().lead();
    manager
        .clear(&ObjectName::truncated(NAME))
        .expect("cleared");
    manager.log().abandon();
    drop(manager);
    let manager = place.start();
    assert_eq!(queue(&manager).queue.depth(), 0);
}

#[test]
fn a_queue_with_too_many_messages_on_their_way_is_in_use_and_keeps_its_own() {
    let place = SimulatedPlace::with_queue_manager(512, 1 << 20);
    let manager = begin(&place);
    let on_their_way = PURGED_RANGES_MAX;
    put(&manager, MQPER_NOT_PERSISTENT);
    for _ in 0..on_their_way {
        put(&manager, MQPER_PERSISTENT);
        put(&manager, MQPER_NOT_PERSISTENT);
    }
    assert_eq!(queue(&manager).queue.uncommitted(), on_their_way as u32);
    let head = manager.log().head();
    let refused = clear_found_unused(&manager).expect_err("too many");
    assert!(matches!(refused, ObjectError::InUse), "{refused:?}");
    assert_eq!(manager.log().head(), head);
    manager.log().lead();
    let depth = queue(&manager).queue.depth() as usize;
    assert_eq!(depth, 2 * on_their_way + 1);
}

#[test]
fn a_clear_in_the_log_of_an_earlier_build_takes_all_up_to_its_last_message() {
    let place = SimulatedPlace::with_queue_manager(64, 1 << 20);
    let manager = begin(&place);
    for _ in 0..3 {
        put(&manager, MQPER_PERSISTENT);
    }
    let taken = queue(&manager).queue.purge(Holder::NOBODY);
    assert!(taken.is_empty(), "they are not durable yet");
    manager.log().lead();
    let taken = queue(&manager).queue.purge(Holder::NOBODY);
    let record = numbers(&[queue(&manager).id.0, taken[1].0]);
    let kind = RecordKind::Purged as u8;
    let appended = manager
        .log()
        .append(kind, &[&record], Urgency::Completing)
        .expect("appended");
    manager.wait_durable(appended.end).expect("durable");
    manager.log().abandon();
    drop(manager);
    let manager = place.start();
    assert_eq!(queue(&manager).queue.depth(), 1);
}

#[test]
fn a_queue_that_is_being_cleared_is_in_use_and_holds_up_no_other_object() {
    let place = SimulatedPlace::with_queue_manager(64, 1 << 20);
    let manager = begin(&place);
    put(&manager, MQPER_NOT_PERSISTENT);
    let name = ObjectName::truncated(NAME);
    let clearing = take_exclusive(&manager.engine, &name).expect("nobody uses it");
    let refused = take_exclusive(&manager.engine, &name).map(drop);
    assert!(matches!(refused, Err(ObjectError::InUse)), "{refused:?}");
    let deleted = manager.delete(ObjectKind::QLocal, &name, true);
    assert!(matches!(deleted, Err(ObjectError::InUse)), "{deleted:?}");
    let other = Definition::new(ObjectKind::QLocal, ObjectName::truncated("OTHER"));
    manager.define(other, false).expect("defined meanwhile");
    drop(clearing);
    manager.clear(&name).expect("cleared");
    assert_eq!(queue(&manager).queue.depth(), 0);
}
