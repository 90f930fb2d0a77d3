//! Puts that come together, of which the log takes a part.

use super::*;
use crate::SimulatedPlace;
use crate::deliver::placing::own_message;
use crate::record::{RecordKind, branch_bytes, numbers};
use crate::uow::branch::branches::Asker;
use crate::uow::branch::complete::{back_out, commit, prepare};
use crate::uow::branch::states::Ending;
use bytes::Bytes;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{MQPER_NOT_PERSISTENT, MQPER_PERSISTENT};
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::xa::Xid;

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

/// A branch as builds prepared it that did not log whose it is: nobody's transaction manager would find it otherwise.
#[test]
fn a_branch_that_was_logged_without_its_user_is_anybodys_after_a_restart() {
    for knows_user in [false, true] {
        let place = SimulatedPlace::with_queue_manager(64, 1 << 20);
        let manager = place.start();
        let engine = &manager.engine;
        let xid = Xid::new(1, b"global", b"branch").expect("a name");
        let user = knows_user.then_some("joe");
        let (uow, name) = (numbers(&[7]), branch_bytes(&xid, user));
        let parts: [&[u8]; 2] = [&uow, &name];
        let kind = RecordKind::Prepare as u8;
        let appended = engine.log.append(kind, &parts, Urgency::Removing);
        engine
            .log
            .wait_durable(appended.expect("there is room").end)
            .expect("forced");
        let place = place.after_power_loss(1);
        let manager = place.start();
        let branches = &manager.engine.branches;
        let told = |asker| branches.recoverable(asker) == std::slice::from_ref(&xid);
        assert!(told(Asker::User("joe")) && told(Asker::OfAll));
        assert_eq!(told(Asker::User("jill")), !knows_user);
    }
}

/// As seed 9003911 had it: of a branch in doubt a put that was taken back stood on its queue after a restart, and came to light when the
/// branch was backed out.
#[test]
fn what_was_taken_back_of_a_branch_in_doubt_is_not_there_after_a_restart() {
    for commits in [false, true] {
        let place = SimulatedPlace::with_queue_manager(64, 1 << 20);
        let manager = place.start();
        let engine = &manager.engine;
        let name = ObjectName::truncated("Q");
        let definition = Definition::new(ObjectKind::QLocal, name);
        manager.define(definition, false).expect("defined");
        let queue = engine.registry().local_queue(&name).expect("it is defined");
        let mut work = UnitOfWork::new(engine.new_uow());
        for body in [&b"stays"[..], b"goes"] {
            let descriptor = MsgDescriptor {
                persistence: MQPER_PERSISTENT,
                ..MsgDescriptor::default()
            };
            let body = Bytes::from_static(body);
            let placed = own_message(engine, &queue, descriptor, body, 1).expect("placed");
            work.put(engine, placed).expect("put");
        }
        assert!(work.take_back_put(engine));
        let xid = Xid::new(1, b"global", b"branch").expect("a name");
        let user = crate::tester().user_id.as_str().into();
        let branch = engine.branches.begin(xid.clone(), 1, user).expect("begun");
        *branch.work() = Some(work);
        engine
            .branches
            .end(&xid, 1, Ending::Success)
            .expect("ended");
        let _ = prepare(engine, Asker::OfAll, &xid, 1);
        engine.log.wait_durable(engine.log.head()).expect("forced");
        let place = place.after_power_loss(1);
        let manager = place.start();
        let engine = &manager.engine;
        let queue = engine.registry().local_queue(&name).expect("it is defined");
        assert_eq!(queue.queue.depth(), 1, "what is in doubt counts");
        let _ = match commits {
            true => commit(engine, Asker::OfAll, &xid, false, 1),
            false => back_out(engine, Asker::OfAll, &xid),
        };
        engine.log.wait_durable(engine.log.head()).expect("forced");
        assert_eq!(queue.queue.depth(), u32::from(commits));
        let place = place.after_power_loss(2);
        let manager = place.start();
        let queue = manager.engine.registry().local_queue(&name);
        let depth = queue.expect("it is defined").queue.depth();
        assert_eq!(depth, u32::from(commits), "after one more restart");
    }
}
