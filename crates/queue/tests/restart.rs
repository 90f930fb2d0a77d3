//! The queue file under fire: random work, checkpoints that fail at every call, losses of
//! power at every call, kills and clean ends; after each restart the queue holds what a
//! plain list says it must.

use crate::model::durable::{QUEUE, World, failed_for_good};
use crate::model::{State, id, message};
use bytes::Bytes;
use ferromq_base::disk::{Fault, SimulatedDisk};
use ferromq_queue::{
    Holder, LogPlace, LogReadFailure, PutMeta, Queue, Selection, Seq, Take, Visibility,
};
use std::io;

const NOT_LOGGED: PutMeta = PutMeta {
    class: None,
    priority: 0,
    persistent: false,
    expires_at_us: None,
    put_at_us: 1,
    log: None,
};

#[test]
fn committed_messages_survive_losses_of_power_between_checkpoints() {
    for seed in 0..40 {
        let mut world = World::new(seed);
        for round in 0..12 {
            world.steps(60);
            if world.random.one_in(2) {
                world.checkpoint().expect("the disk is well");
            }
            world.steps(30);
            let disk = world.disk.crash(seed * 100 + round);
            world.reopen(disk, false).expect("no damage");
        }
        assert_eq!(world.restarts, 12);
    }
}

#[test]
fn checkpoint_torn_by_loss_of_power_at_any_call_loses_and_doubles_nothing() {
    let mut torn = 0;
    for seed in 0..30 {
        let mut world = World::new(1_000 + seed);
        for round in 0..16 {
            world.steps(50);
            world.disk.plan(Fault::PowerLoss {
                at: 1 + world.random.below(12),
            });
            if let Err(error) = world.checkpoint() {
                assert!(failed_for_good(&error));
                torn += 1;
            }
            let disk = world.disk.crash(seed * 100 + round);
            world.reopen(disk, false).expect("no damage");
        }
    }
    assert!(torn > 200, "most faults hit the checkpoint, {torn} did");
}

#[test]
fn process_killed_within_a_checkpoint_then_power_lost_in_the_next_loses_nothing() {
    for seed in 0..60 {
        let mut world = World::new(2_000 + seed);
        for round in 0..16 {
            world.steps(50);
            world.disk.plan(Fault::Fail {
                at: 1 + world.random.below(10),
                error: io::ErrorKind::Other,
                for_ever: true,
            });
            let _may_fail = world.checkpoint();
            let disk = world.disk.kill(seed * 100 + round);
            world.reopen(disk, false).expect("no damage");
            world.steps(20);
            match world.random.below(3) {
                0 => world.checkpoint().expect("the disk is well"),
                1 => {
                    let at = 1 + world.random.below(8);
                    world.disk.plan(Fault::PowerLoss { at });
                    let _may_fail = world.checkpoint();
                }
                _ => {}
            }
            let disk = world.disk.crash(seed * 100 + round);
            world.reopen(disk, false).expect("no damage");
        }
    }
}

#[test]
fn checkpoint_with_any_one_call_failing_goes_on_or_is_abandoned() {
    let mut failed = 0;
    for seed in 0..30 {
        let mut world = World::new(3_000 + seed);
        for round in 0..16 {
            world.steps(40);
            world.disk.plan(Fault::Fail {
                at: 1 + world.random.below(10),
                error: io::ErrorKind::StorageFull,
                for_ever: false,
            });
            let outcome = world.checkpoint();
            world.disk.heal();
            if outcome.is_err() {
                failed += 1;
                world.steps(20);
                let again = world.checkpoint();
                world.compare_all_but_held();
                if again.is_ok() {
                    world.steps(20);
                    assert!(world.checkpoint().is_ok());
                }
            }
            let disk = world.disk.crash(seed * 100 + round);
            world.reopen(disk, false).expect("no damage");
        }
    }
    assert!(failed > 100, "{failed} checkpoints failed");
}

#[test]
fn files_are_left_alone_after_a_failed_sync_and_complete_after_a_restart() {
    for seed in 0..20 {
        let mut world = World::new(3_500 + seed);
        world.steps(60);
        world.checkpoint().expect("the disk is well");
        world.steps(60);
        assert!(!world.queue.is_abandoned());
        world.disk.fail_syncs_below(&format!("{QUEUE}/"));
        // One with nothing to write has nothing to sync.
        let failed = world.checkpoint().is_err();
        assert_eq!(world.queue.is_abandoned(), failed);
        world.disk.heal();
        if failed {
            let calls = world.disk.calls();
            assert!(
                world.checkpoint().is_err(),
                "a second sync would say anything"
            );
            world.queue.checkpoint_done();
            world.queue.give_back_space();
            assert_eq!(world.disk.calls(), calls);
        }
        let disk = match world.random.one_in(2) {
            true => world.disk.crash(seed),
            false => world.disk.kill(seed),
        };
        world.reopen(disk, false).expect("no damage");
    }
}

#[test]
fn queue_whose_files_failed_moves_to_new_ones_and_loses_nothing_wherever_it_is_cut_short() {
    let (mut moved, mut refused) = (0, 0);
    for seed in 0..40 {
        let mut world = World::new(8_000 + seed);
        for round in 0..8 {
            world.steps(60);
            world.checkpoint().expect("the disk is well");
            world.steps(60);
            let bad = format!("{}/", world.queue.directory().expect("it may have some"));
            world.disk.fail_syncs_below(&bad);
            if world.checkpoint().is_ok() {
                world.disk.heal();
                continue;
            }
            world.disk.heal();
            world.steps(20);
            world.disk.plan(Fault::Fail {
                at: 1 + world.random.below(150),
                error: io::ErrorKind::Other,
                for_ever: false,
            });
            let log = &world.log;
            let name = format!("{QUEUE}.{seed}.{round}");
            let outcome = world.queue.move_to(&name, &|place| log.read(place));
            world.disk.heal();
            world.compare_all_but_held();
            assert_eq!(world.queue.is_abandoned(), outcome.is_err());
            match outcome {
                Ok(report) => {
                    assert_eq!(report.lost, 0);
                    moved += 1;
                }
                Err(_) => refused += 1,
            }
            world.steps(30);
            if !world.queue.is_abandoned() && world.random.one_in(2) {
                world.checkpoint().expect("the new files are well");
                let left = world.disk.root().list_directories().expect("listed");
                assert_eq!(left, [name], "the old files are removed");
                world.steps(30);
            }
            let disk = match world.random.one_in(2) {
                true => world.disk.crash(seed * 100 + round),
                false => world.disk.kill(seed * 100 + round),
            };
            world.reopen(disk, false).expect("no damage");
        }
    }
    assert!(
        moved > 50 && refused > 50,
        "{moved} moved, {refused} did not"
    );
}

#[test]
fn opening_with_any_one_call_failing_succeeds_the_next_time() {
    let mut world = World::new(4_000);
    world.steps(100);
    world.checkpoint().expect("the disk is well");
    for at in 1..20 {
        let disk = world.disk.kill(at);
        disk.plan(Fault::Fail {
            at,
            error: io::ErrorKind::Other,
            for_ever: false,
        });
        let opened = Queue::open(disk.root(), QUEUE, world.settings, false);
        if let Err(error) = opened {
            assert!(!error.is_damage(), "{error}");
        }
        disk.heal();
        world.reopen(disk, false).expect("no damage");
    }
}

#[test]
fn clean_end_keeps_non_persistent_messages_of_the_high_class_once() {
    for seed in 0..20 {
        let mut world = World::new(5_000 + seed);
        for round in 0..8 {
            world.steps(60);
            let held: Vec<u64> = world
                .model
                .items
                .iter()
                .filter(|item| item.state == State::Held)
                .map(|item| item.seq)
                .collect();
            for seq in held {
                world.queue.restore(Seq(seq), false).wake();
                world.model.get(seq).state = State::Available;
            }
            let clean = world.random.one_in(2);
            if clean {
                let unfinished: Vec<u64> = world
                    .model
                    .items
                    .iter()
                    .filter(|item| item.state == State::Uncommitted)
                    .map(|item| item.seq)
                    .collect();
                for seq in unfinished {
                    world.queue.release(Seq(seq));
                    world.model.remove(seq);
                }
                world.checkpoint().expect("the disk is well");
                let log = &world.log;
                world
                    .queue
                    .save_non_persistent(&|place| log.read(place))
                    .expect("the disk is well");
                world.list();
            }
            let disk = world.disk.crash(seed * 100 + round);
            world.reopen(disk, clean).expect("no damage");
        }
    }
}

#[test]
fn normal_class_messages_do_not_outlive_a_clean_end() {
    let mut world = World::new(6_000);
    world.settings.np_class_high = false;
    world.queue.update_settings(world.settings);
    world.steps(200);
    world
        .queue
        .save_non_persistent(&|_| Err(LogReadFailure::Gone))
        .expect("the disk is well");
    let queue = Queue::open(world.disk.root(), QUEUE, world.settings, true).expect("no damage");
    assert_eq!(queue.depth(), 0);
}

fn nothing_logged(_: LogPlace) -> Result<Bytes, LogReadFailure> {
    Err(LogReadFailure::Gone)
}

/// A queue of the high class with so many messages that are not persistent, as a clean end saves them.
fn with_saved(disk: &SimulatedDisk, count: u8) -> (Queue, ferromq_queue::QueueSettings) {
    let settings = ferromq_queue::QueueSettings {
        np_class_high: true,
        ..Default::default()
    };
    let queue = Queue::without_files(disk.root(), QUEUE, settings);
    for number in 1..=count {
        let seq = queue.reserve().expect("room");
        let message = message(id(number), id(0), 10);
        queue
            .insert(seq, message, &NOT_LOGGED, Visibility::Now)
            .wake();
    }
    queue.save_non_persistent(&nothing_logged).expect("saved");
    (queue, settings)
}

/// A branch in doubt has got a message that an earlier clean end saved. Nothing in the log says so, and the next start must
/// not show it to others: the branch may be committed.
#[test]
fn a_saved_message_that_is_held_at_the_next_clean_end_does_not_come_back() {
    let disk = SimulatedDisk::new(9);
    let (queue, settings) = with_saved(&disk, 2);
    drop(queue);
    let queue = Queue::open(disk.root(), QUEUE, settings, true).expect("as it was left");
    queue.redo_done(0);
    let first = queue.select(&Selection::default(), Take::Hold(Holder(1)), 0);
    let held = first.found.expect("it was saved").seq;
    queue.save_non_persistent(&nothing_logged).expect("saved");
    drop(queue);
    let queue = Queue::open(disk.root(), QUEUE, settings, true).expect("as it was left");
    queue.redo_done(0);
    assert_eq!(queue.depth(), 1);
    let left = queue.select(&Selection::default(), Take::Hold(Holder(1)), 0);
    assert!(left.found.expect("the other one").seq > held);
}

/// The files fail behind that, while the end takes its checkpoint.
#[test]
fn a_saved_message_is_still_saved_when_its_queue_is_moved_to_new_files() {
    let disk = SimulatedDisk::new(9);
    let (queue, settings) = with_saved(&disk, 1);
    let moved = queue
        .move_to("new", &nothing_logged)
        .expect("the disk is well");
    assert_eq!((moved.messages, moved.lost), (1, 0));
    drop(queue);
    let queue = Queue::open(disk.root(), "new", settings, true).expect("as it was left");
    assert_eq!(queue.depth(), 1);
}

/// A message saved at a clean end under a number that a clear record in the log covers would
/// be cleared when the log is replayed.
#[test]
fn numbers_a_logged_clear_covers_are_not_given_again() {
    let disk = SimulatedDisk::new(5);
    let settings = ferromq_queue::QueueSettings::default();
    let queue = Queue::without_files(disk.root(), "Q", settings);
    queue.redo_purge(&[(0, 40)]);
    let next = queue.reserve().expect("room");
    assert!(next > Seq(40), "{next:?}");
}

/// Media recovery passes over images of messages that were cleared, so it must know which they are.
#[test]
fn a_logged_clear_tells_which_messages_were_there() {
    let queue = Queue::new_volatile(ferromq_queue::QueueSettings::default());
    let seqs: Vec<Seq> = (0..3).map(|_| queue.reserve().expect("room")).collect();
    for seq in &seqs {
        let message = message(id(1), id(2), 10);
        queue
            .insert(*seq, message, &NOT_LOGGED, Visibility::Now)
            .wake();
    }
    let ranges = [(0, seqs[0].0), (seqs[2].0, seqs[2].0)];
    assert_eq!(queue.redo_purge(&ranges), [seqs[0], seqs[2]]);
    assert_eq!(queue.redo_purge(&ranges), []);
    assert_eq!(queue.depth(), 1);
}

/// What a clear may take again at a restart is what it took, however many messages came and went before.
#[test]
fn ranges_of_a_clear_go_over_what_is_gone_and_not_over_what_is_on_its_way() {
    let queue = Queue::new_volatile(ferromq_queue::QueueSettings::default());
    let seqs: Vec<Seq> = (0..5_000).map(|_| queue.reserve().expect("room")).collect();
    let (on_its_way, held) = (seqs[10], seqs[3_000]);
    for seq in seqs.iter().filter(|seq| **seq != on_its_way) {
        let message = message(id(1), id(2), 10);
        queue
            .insert(*seq, message, &NOT_LOGGED, Visibility::Now)
            .wake();
    }
    assert!(queue.redo_hold(held, Holder(7)));
    for gone in seqs.iter().skip(1).step_by(2) {
        queue.finish(*gone);
    }
    let purged = queue.purge(Holder::NOBODY);
    let ranges = queue.ranges_of(&purged);
    let [first, last] = [seqs[0].0, seqs[4_998].0];
    let expected = [
        (first, on_its_way.0 - 2),
        (on_its_way.0 + 2, held.0 - 2),
        (held.0 + 2, last),
    ];
    assert_eq!(ranges, expected);
}
