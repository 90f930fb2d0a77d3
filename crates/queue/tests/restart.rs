//! The queue file under fire: random work, checkpoints that fail at every call, losses of
//! power at every call, kills and clean ends; after each restart the queue holds what a
//! plain list says it must.

mod model;

use bytes::Bytes;
use ferromq_base::disk::{Fault, SimulatedDisk};
use ferromq_log::Lsn;
use ferromq_mqi::MsgDescriptor;
use ferromq_queue::{
    FileFault, From, HardenError, Holder, LogPlace, LogReadFailure, Message, PutMeta, Queue,
    QueueFileError, QueueSettings, Scope, Selection, Seq, Take, Visibility,
};
use model::{Item, Model, Random, State, id, message};
use std::collections::BTreeSet;
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A log that never fails. The LSN of a record is ten times its number, from 10.
#[derive(Default)]
struct FakeLog {
    records: Vec<Record>,
    /// What lies below was given back.
    start: u64,
}

enum Record {
    Put {
        seq: u64,
        meta: PutMeta,
        message: Arc<Message>,
    },
    PutCommitted {
        seq: u64,
    },
    Removed {
        seq: u64,
    },
    BackoutCount {
        seq: u64,
        count: u32,
    },
}

/// Bytes of log record in front of the payload.
const PUT_HEADER_BYTES: u32 = 40;

impl FakeLog {
    fn head(&self) -> u64 {
        10 * (self.records.len() as u64 + 1)
    }

    fn append(&mut self, record: Record) {
        self.records.push(record);
    }

    fn read(&self, place: LogPlace) -> Result<Bytes, LogReadFailure> {
        if place.lsn.get() < self.start {
            return Err(LogReadFailure::Gone);
        }
        let Some(Record::Put { message, .. }) = self.records.get(place.lsn.get() as usize / 10 - 1)
        else {
            return Err(LogReadFailure::Failed("no put record there".into()));
        };
        assert_eq!(place.offset, PUT_HEADER_BYTES);
        let mut image = message.descriptor_bytes().to_vec();
        image.extend_from_slice(&message.body);
        assert_eq!(place.len as usize, image.len());
        Ok(Bytes::from(image))
    }
}

struct World {
    random: Random,
    disk: SimulatedDisk,
    queue: Queue,
    log: FakeLog,
    model: Model,
    settings: QueueSettings,
    checkpoints: u32,
    restarts: u32,
}

impl World {
    fn new(seed: u64) -> Self {
        let settings = QueueSettings {
            max_depth: 200,
            np_buffer_bytes: 3_000,
            p_buffer_bytes: 3_000,
            np_class_high: true,
            ..QueueSettings::default()
        };
        let disk = SimulatedDisk::new(seed);
        let queue = Queue::open(disk.root(), settings, false).expect("an empty disk");
        assert!(queue.was_created());
        Self {
            random: Random(seed),
            disk,
            queue,
            log: FakeLog::default(),
            model: Model::default(),
            settings,
            checkpoints: 0,
            restarts: 0,
        }
    }

    fn steps(&mut self, count: u32) {
        for _ in 0..count {
            match self.random.below(20) {
                0..8 => self.put(),
                8 | 9 => self.decide_put(),
                10..14 => self.get(),
                14 | 15 => self.decide_get(true),
                16 | 17 => self.decide_get(false),
                18 => self.walk_counts(),
                _ => assert_eq!(self.queue.depth() as usize, self.model.depth()),
            }
        }
    }

    fn put(&mut self) {
        let Ok(seq) = self.queue.reserve() else {
            return;
        };
        let random = &mut self.random;
        let priority = random.below(3) as u8;
        let persistent = !random.one_in(3);
        let body_len = if random.one_in(40) {
            70_000
        } else {
            random.below(3_000) as usize
        };
        let message = message(
            id(random.below(20) as u8),
            id(random.below(4) as u8),
            body_len,
        );
        let place = LogPlace {
            lsn: Lsn::new(self.log.head()),
            offset: PUT_HEADER_BYTES,
            len: message.payload_len() as u32,
        };
        let log = persistent.then_some(place);
        let meta = PutMeta {
            priority,
            persistent,
            expires_at_us: None,
            put_at_us: seq.0 * 7,
            log,
        };
        let held = random.one_in(3);
        if persistent {
            self.log.append(Record::Put {
                seq: seq.0,
                meta,
                message: Arc::clone(&message),
            });
        }
        let (msg_id, correl_id) = (message.descriptor.msg_id, message.descriptor.correl_id);
        self.queue
            .insert(seq, message, &meta, Visibility::Held)
            .wake();
        assert!(
            self.model.items.iter().all(|item| item.seq < seq.0),
            "numbers only grow"
        );
        self.model.items.push(Item {
            seq: seq.0,
            class: priority,
            priority,
            persistent,
            msg_id,
            correl_id,
            expires_at_us: None,
            backout_count: 0,
            state: State::Uncommitted,
            handle_marks: Vec::new(),
            cooperative_until_us: 0,
            put_at_us: meta.put_at_us,
            body_len,
        });
        if !held {
            self.commit_put(seq.0);
        }
    }

    fn commit_put(&mut self, seq: u64) {
        if self.model.get(seq).persistent {
            self.log.append(Record::PutCommitted { seq });
        }
        self.queue.make_visible(Seq(seq)).wake();
        self.model.get(seq).state = State::Available;
    }

    fn decide_put(&mut self) {
        let Some(seq) = self.model.pick(&mut self.random, State::Uncommitted) else {
            return;
        };
        if self.random.one_in(3) {
            self.queue.release(Seq(seq));
            self.model.remove(seq);
        } else {
            self.commit_put(seq);
        }
    }

    fn get(&mut self) {
        let mut selection = Selection::default();
        if self.random.one_in(2) {
            selection.correl_id = Some(id(1 + self.random.below(3) as u8));
        }
        let Some(found) = self
            .queue
            .select(&selection, Take::Hold(Holder(1)), 0)
            .found
        else {
            return;
        };
        let log = &self.log;
        let loaded = self
            .queue
            .load(found.seq, &found.payload, &|place| log.read(place));
        check_message(
            &loaded.expect("a held message can be read"),
            self.model.get(found.seq.0),
        );
        self.model.get(found.seq.0).state = State::Held;
    }

    fn decide_get(&mut self, commit: bool) {
        let Some(seq) = self.model.pick(&mut self.random, State::Held) else {
            return;
        };
        let persistent = self.model.get(seq).persistent;
        if commit {
            if persistent {
                self.log.append(Record::Removed { seq });
            }
            self.queue.finish(Seq(seq));
            self.model.remove(seq);
        } else {
            self.queue.restore(Seq(seq), true).wake();
            let item = self.model.get(seq);
            item.backout_count += 1;
            item.state = State::Available;
            if persistent {
                let count = item.backout_count;
                self.log.append(Record::BackoutCount { seq, count });
            }
        }
    }

    fn walk_counts(&self) {
        let mut seen = 0;
        self.queue
            .for_each_committed(Scope::Persistent, &mut |summary| {
                assert!(summary.persistent);
                seen += 1;
                ControlFlow::Continue(())
            });
        let committed = self.model.items.iter();
        let committed =
            committed.filter(|item| item.persistent && item.state != State::Uncommitted);
        assert_eq!(seen, committed.count());
    }

    fn recovery_lsn(&self) -> u64 {
        let mut lsn = self.log.head();
        for (at, record) in self.log.records.iter().enumerate() {
            if let Record::Put { seq, .. } = record
                && self
                    .model
                    .items
                    .iter()
                    .any(|item| item.seq == *seq && item.state == State::Uncommitted)
            {
                lsn = lsn.min(10 * (at as u64 + 1));
            }
        }
        lsn
    }

    /// A checkpoint; when `harden` fails the old one stays.
    fn checkpoint(&mut self) -> Result<(), HardenError> {
        let below = self.recovery_lsn();
        let log = &self.log;
        self.queue
            .harden(Lsn::new(below), &|place| log.read(place))?;
        self.log.start = below;
        self.queue.checkpoint_done();
        self.checkpoints += 1;
        Ok(())
    }

    fn reopen(&mut self, disk: SimulatedDisk, clean: bool) -> Result<(), QueueFileError> {
        let queue = Queue::open(disk.root(), self.settings, clean)?;
        let mut undecided = BTreeSet::new();
        let first = (self.log.start as usize / 10).saturating_sub(1);
        for record in &self.log.records[first..] {
            match record {
                Record::Put { seq, meta, message } => {
                    queue.redo_put(Seq(*seq), meta, &message.descriptor, Visibility::Held);
                    undecided.insert(*seq);
                }
                Record::PutCommitted { seq } => {
                    queue.make_visible(Seq(*seq)).wake();
                    undecided.remove(seq);
                }
                Record::Removed { seq } => queue.redo_remove(Seq(*seq)),
                Record::BackoutCount { seq, count } => queue.redo_backout_count(Seq(*seq), *count),
            }
        }
        undecided
            .into_iter()
            .for_each(|seq| queue.release(Seq(seq)));
        queue.redo_done(0);
        self.disk = disk;
        self.queue = queue;
        self.restarts += 1;
        self.model
            .items
            .retain(|item| item.state != State::Uncommitted && (item.persistent || clean));
        self.model
            .items
            .iter_mut()
            .for_each(|item| item.state = State::Available);
        self.compare_all();
        Ok(())
    }

    fn compare_all(&self) {
        let log = &self.log;
        let read = |place| log.read(place);
        let expected = self.model.in_order(0);
        assert_eq!(self.queue.depth() as usize, self.model.depth());
        let mut selection = Selection::default();
        for item in &expected {
            let found = self
                .queue
                .select(&selection, Take::PEEK, 0)
                .found
                .expect("as many as there");
            assert_eq!(found.seq.0, item.seq);
            assert_eq!(
                found.backout_count, item.backout_count,
                "message {}",
                item.seq
            );
            assert_eq!(
                (found.priority, found.persistent),
                (item.priority, item.persistent)
            );
            assert_eq!(found.put_at_us, item.put_at_us);
            let message = self.queue.load(found.seq, &found.payload, &read);
            check_message(&message.expect("the payload is somewhere"), item);
            selection.position = From::After(found.cursor);
        }
        assert!(self.queue.select(&selection, Take::PEEK, 0).found.is_none());
    }
}

fn check_message(loaded: &Message, item: &Item) {
    let expected = message(item.msg_id, item.correl_id, item.body_len);
    assert_eq!(loaded.body, expected.body);
    assert_eq!(loaded.descriptor, expected.descriptor);
}

fn failed_for_good(error: &HardenError) -> bool {
    match error {
        HardenError::File(error) => matches!(error.fault, FileFault::Abandoned | FileFault::Io(_)),
        HardenError::Log(_) => false,
    }
}

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
    for seed in 0..30 {
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
            if world.random.one_in(2) {
                world.checkpoint().expect("the disk is well");
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

impl World {
    fn compare_all_but_held(&self) {
        let mut seen = Vec::new();
        let log = &self.log;
        self.queue.for_each_committed(Scope::All, &mut |summary| {
            let loaded = self
                .queue
                .load(summary.seq, &summary.payload, &|place| log.read(place));
            seen.push((
                summary.seq.0,
                loaded.expect("the payload is somewhere").body.len(),
            ));
            ControlFlow::Continue(())
        });
        let committed = self
            .model
            .items
            .iter()
            .filter(|item| item.state != State::Uncommitted);
        let expected: Vec<_> = committed.map(|item| (item.seq, item.body_len)).collect();
        assert_eq!(seen, expected);
    }
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
        let opened = Queue::open(disk.root(), world.settings, false);
        if let Err(error) = opened {
            assert!(!error.is_damage(), "{error}");
        }
        disk.heal();
        world.reopen(disk, false).expect("no damage");
    }
    for at in 1..20 {
        let disk = SimulatedDisk::new(at);
        disk.plan(Fault::PowerLoss { at });
        let _may_fail = Queue::open(disk.root(), world.settings, false);
        let queue = Queue::open(disk.crash(at).root(), world.settings, false).expect("no damage");
        assert_eq!(queue.depth(), 0);
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
    let queue = Queue::open(world.disk.root(), world.settings, true).expect("no damage");
    assert_eq!(queue.depth(), 0);
}

#[test]
fn full_disk_refuses_puts_when_the_buffer_is_used_up_and_takes_them_again_later() {
    let disk = SimulatedDisk::new(7);
    let settings = QueueSettings {
        np_buffer_bytes: 10_000,
        ..QueueSettings::default()
    };
    let queue = Queue::open(disk.root(), settings, false).expect("an empty disk");
    disk.set_quota(Some(40_000));
    let meta = PutMeta {
        priority: 0,
        persistent: false,
        expires_at_us: None,
        put_at_us: 1,
        log: None,
    };
    let put = || -> Result<(), ferromq_queue::PutRefusal> {
        let seq = queue.reserve()?;
        queue
            .insert(seq, message(id(1), id(1), 2_000), &meta, Visibility::Now)
            .wake();
        Ok(())
    };
    let mut puts = 0;
    let refusal = loop {
        match put() {
            Ok(()) => puts += 1,
            Err(refusal) => break refusal,
        }
    };
    assert_eq!(refusal, ferromq_queue::PutRefusal::NoSpace);
    assert!(
        queue.status().np_bytes_in_memory < 15_000,
        "memory stays bounded"
    );
    assert!(queue.status().spilled > 0);
    disk.set_quota(None);
    while let Some(found) = queue
        .select(&Selection::default(), Take::Hold(Holder(1)), 0)
        .found
    {
        let loaded = queue.load(found.seq, &found.payload, &|_| Err(LogReadFailure::Gone));
        assert_eq!(loaded.expect("the payload is somewhere").body.len(), 2_000);
        queue.finish(found.seq);
        puts -= 1;
    }
    assert_eq!(puts, 0, "all that were accepted were there");
    for _ in 0..20 {
        assert!(put().is_ok());
    }
}

#[test]
fn damaged_slot_or_header_is_reported_with_its_place() {
    let mut world = World::new(8_000);
    world.steps(100);
    world.checkpoint().expect("the disk is well");
    for byte in [3, 17, 4096 + 9, 4096 + 40, 4096 + 128] {
        let disk = world.disk.kill(byte);
        disk.flip_bit("index", byte, 3)
            .expect("the file is that long");
        let error = Queue::open(disk.root(), world.settings, false).expect_err("it is damaged");
        assert!(error.is_damage(), "{error}");
        let slot = if byte < 4096 { 0 } else { byte / 128 * 128 };
        assert_eq!(error.offset, slot);
        assert!(error.file.ends_with("index"));
    }
}

#[test]
fn damaged_record_is_reported_when_it_is_read() {
    let mut world = World::new(8_100);
    world.settings.p_buffer_bytes = 0;
    world.settings.np_buffer_bytes = 1 << 30;
    world.queue.update_settings(world.settings);
    while world.queue.depth() < 20 {
        world.put();
    }
    world.checkpoint().expect("the disk is well");
    let disk = world.disk.kill(1);
    disk.flip_bit("data", 24 + MsgDescriptor::SIZE as u64 / 2, 1)
        .expect("long enough");
    let queue = Queue::open(disk.root(), world.settings, false).expect("the index is fine");
    let mut damaged = 0;
    queue.for_each_committed(Scope::All, &mut |summary| {
        let loaded = queue.load(summary.seq, &summary.payload, &|_| {
            Err(LogReadFailure::Gone)
        });
        if let Err(ferromq_queue::LoadError::File(error)) = loaded {
            assert!(error.is_damage(), "{error}");
            damaged += 1;
        }
        ControlFlow::Continue(())
    });
    assert_eq!(damaged, 1);
}

#[test]
fn space_of_removed_messages_is_used_again_only_after_the_checkpoint_and_given_back() {
    let disk = SimulatedDisk::new(9);
    let settings = QueueSettings {
        p_buffer_bytes: 0,
        ..QueueSettings::default()
    };
    let queue = Queue::open(disk.root(), settings, false).expect("an empty disk");
    let body = message(id(1), id(1), 4_000_000);
    let log_message = Arc::clone(&body);
    let read = move |_: LogPlace| {
        let mut image = log_message.descriptor_bytes().to_vec();
        image.extend_from_slice(&log_message.body);
        Ok(Bytes::from(image))
    };
    let put = |lsn| {
        let log = LogPlace {
            lsn: Lsn::new(lsn),
            offset: 0,
            len: body.payload_len() as u32,
        };
        let meta = PutMeta {
            priority: 0,
            persistent: true,
            expires_at_us: None,
            put_at_us: 1,
            log: Some(log),
        };
        let seq = queue.reserve().expect("room");
        queue
            .insert(seq, Arc::clone(&body), &meta, Visibility::Now)
            .wake();
        seq
    };
    let first = put(10);
    queue.harden(Lsn::new(11), &read).expect("the disk is well");
    queue.checkpoint_done();
    let full = queue.status().file_bytes;
    assert!(
        queue
            .select(&Selection::default(), Take::Hold(Holder(1)), 0)
            .found
            .is_some()
    );
    queue.finish(first);
    put(20);
    let report = queue.harden(Lsn::new(21), &read).expect("the disk is well");
    assert_eq!((report.messages, report.cleared), (1, 1));
    assert!(
        queue.status().file_bytes > full,
        "the old place was not used"
    );
    queue.checkpoint_done();
    let third = put(30);
    queue.harden(Lsn::new(31), &read).expect("the disk is well");
    assert!(queue.status().file_bytes < full * 5 / 2, "now it was");
    queue.checkpoint_done();
    for _ in 0..2 {
        let found = queue
            .select(&Selection::default(), Take::Hold(Holder(1)), 0)
            .found;
        queue.finish(found.expect("two are left").seq);
    }
    assert!(third.0 > first.0);
    queue.harden(Lsn::new(41), &read).expect("the disk is well");
    queue.checkpoint_done();
    assert_eq!(queue.status().file_bytes, 0);
    assert!(disk.used_bytes() < 100_000, "the file was shortened");
}

/// The log is read while records are written: what happens to messages just then must show.
#[test]
fn work_done_while_a_checkpoint_writes_is_not_lost_and_not_undone() {
    for seed in 0..20 {
        let mut world = World::new(9_000 + seed);
        world.settings.p_buffer_bytes = 0;
        world.queue.update_settings(world.settings);
        world.steps(120);
        let below = world.recovery_lsn();
        let held: Vec<u64> = world
            .model
            .items
            .iter()
            .filter(|item| item.state == State::Held && item.persistent)
            .map(|item| item.seq)
            .collect();
        let undecided = std::cell::RefCell::new(held);
        let backed_out = std::cell::RefCell::new(Vec::new());
        let finished = std::cell::RefCell::new(Vec::new());
        let (queue, log) = (&world.queue, &world.log);
        let read = |place| {
            if let Some(seq) = undecided.borrow_mut().pop() {
                if seq % 2 == 0 {
                    queue.finish(Seq(seq));
                    finished.borrow_mut().push(seq);
                } else {
                    queue.restore(Seq(seq), true).wake();
                    backed_out.borrow_mut().push(seq);
                }
            }
            log.read(place)
        };
        queue
            .harden(Lsn::new(below), &read)
            .expect("the disk is well");
        for seq in finished.into_inner() {
            world.log.append(Record::Removed { seq });
            world.model.remove(seq);
        }
        for seq in backed_out.into_inner() {
            let item = world.model.get(seq);
            item.state = State::Available;
            item.backout_count += 1;
            let count = item.backout_count;
            world.log.append(Record::BackoutCount { seq, count });
        }
        world.log.start = below;
        world.queue.checkpoint_done();
        if world.random.one_in(2) {
            world.steps(20);
            world.checkpoint().expect("the disk is well");
        }
        let disk = world.disk.crash(seed);
        world.reopen(disk, false).expect("no damage");
    }
}

#[test]
fn checkpoint_of_an_idle_queue_touches_no_file() {
    let mut world = World::new(9_500);
    world.steps(100);
    world.checkpoint().expect("the disk is well");
    let calls = world.disk.calls();
    world
        .queue
        .harden(Lsn::new(world.log.start), &|_| Err(LogReadFailure::Gone))
        .expect("nothing to do");
    assert_eq!(world.disk.calls(), calls);
}

/// Threads put, get and check while another takes checkpoints: every message is got once.
#[test]
fn threads_and_checkpoints_share_a_queue() {
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    const EACH: u64 = 3_000;
    let settings = QueueSettings {
        np_buffer_bytes: 20_000,
        p_buffer_bytes: 20_000,
        max_depth: 1_000_000,
        ..QueueSettings::default()
    };
    let disk = SimulatedDisk::new(1);
    let queue = Queue::open(disk.root(), settings, false).expect("an empty disk");
    let template = message(id(3), id(4), 900);
    let read = |place: LogPlace| {
        let mut image = template.descriptor_bytes().to_vec();
        image.extend_from_slice(&template.body);
        assert_eq!(place.len as usize, image.len());
        Ok(Bytes::from(image))
    };
    let (lsn, got, done) = (AtomicU64::new(1), AtomicU64::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        for putter in 0..2 {
            let (queue, lsn, template) = (&queue, &lsn, &template);
            scope.spawn(move || {
                for number in 0..EACH {
                    let persistent = (number + putter) % 2 == 0;
                    let seq = queue.reserve().expect("room");
                    let log = persistent.then(|| LogPlace {
                        lsn: Lsn::new(lsn.fetch_add(1, Ordering::SeqCst)),
                        offset: 0,
                        len: template.payload_len() as u32,
                    });
                    let meta = PutMeta {
                        priority: 0,
                        persistent,
                        expires_at_us: None,
                        put_at_us: 1,
                        log,
                    };
                    queue
                        .insert(seq, Arc::clone(template), &meta, Visibility::Now)
                        .wake();
                }
            });
        }
        for _ in 0..2 {
            scope.spawn(|| {
                while got.load(Ordering::SeqCst) < 2 * EACH {
                    let take = Take::Hold(Holder(1));
                    let Some(found) = queue.select(&Selection::default(), take, 0).found else {
                        std::thread::yield_now();
                        continue;
                    };
                    let loaded = queue.load(found.seq, &found.payload, &read);
                    assert_eq!(
                        loaded.expect("held messages can be read").body,
                        template.body
                    );
                    queue.finish(found.seq);
                    got.fetch_add(1, Ordering::SeqCst);
                }
                done.store(true, Ordering::SeqCst);
            });
        }
        scope.spawn(|| {
            while !done.load(Ordering::SeqCst) {
                let below = Lsn::new(lsn.load(Ordering::SeqCst));
                queue.harden(below, &read).expect("the disk is well");
                queue.checkpoint_done();
            }
        });
    });
    assert_eq!((queue.depth(), got.into_inner()), (0, 2 * EACH));
    queue
        .harden(Lsn::new(u64::MAX), &read)
        .expect("the disk is well");
    queue.checkpoint_done();
    let status = queue.status();
    assert_eq!(
        (
            status.file_bytes,
            status.np_bytes_in_memory,
            status.p_bytes_in_memory
        ),
        (0, 0, 0)
    );
}
