//! Puts that come together, of which the log takes a part.

use super::*;
use crate::SimulatedPlace;
use crate::deliver::placing::own_message;
use bytes::Bytes;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{MQPER_NOT_PERSISTENT, MQPER_PERSISTENT};
use ferromq_mqi::name::ObjectName;

/// As seed 9000317 had it: a copy that is not persistent came first, and took the place in the log of one that is. That one was not
/// put, and what was put before it was taken back in its stead.
#[test]
fn of_puts_that_are_logged_in_part_those_join_that_are_logged() {
    let place = SimulatedPlace::with_queue_manager(64, 1 << 20);
    let manager = place.start();
    let engine = &manager.engine;
    let definition = Definition::new(ObjectKind::QLocal, ObjectName::truncated("Q"));
    manager.define(definition, false).expect("defined");
    let queue = engine.registry().local_queue(&ObjectName::truncated("Q"));
    let queue = queue.expect("it is defined");
    let placed = |persistence| {
        let descriptor = MsgDescriptor {
            persistence,
            ..MsgDescriptor::default()
        };
        let body = Bytes::from_static(b"message");
        own_message(engine, &queue, descriptor, body, 1).expect("placed")
    };
    let mut work = UnitOfWork::new(engine.new_uow());
    work.put(engine, placed(MQPER_NOT_PERSISTENT)).expect("put");
    let together = [MQPER_NOT_PERSISTENT, MQPER_PERSISTENT, MQPER_PERSISTENT].map(placed);
    let logged = work.pinned(engine, |id| append_together(engine, id, &[&together[1]]));
    let places = logged.expect("there is room").places;
    assert_eq!(places.len(), 1, "the log took no more");
    let (before, joins) = (work.puts[0].seq, together[1].seq);
    work.join_logged(engine, Vec::from(together), places);
    let joined: Vec<Seq> = work.puts.iter().map(|put| put.seq).collect();
    assert_eq!(joined, [before, joins]);
    assert!(work.take_back_put(engine));
    assert_eq!(work.puts.len(), 1, "what was put before is still there");
    work.back_out(engine);
}
