//! The queue's files: space, damage, and work that goes on while a checkpoint writes.

use crate::model::durable::{QUEUE, Record, World, check_message};
use crate::model::{State, id, message};
use bytes::Bytes;
use ferromq_base::disk::{OpenMode, SimulatedDisk};
use ferromq_log::Lsn;
use ferromq_mqi::MsgDescriptor;
use ferromq_queue::{
    Holder, LogPlace, LogReadFailure, Message, PutMeta, PutRefusal, Queue, QueueSettings, Scope,
    Selection, Seq, Take, Visibility,
};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

#[test]
fn full_disk_refuses_puts_when_the_buffer_is_used_up_and_takes_them_again_later() {
    let disk = SimulatedDisk::new(7);
    let settings = QueueSettings {
        np_buffer_bytes: 10_000,
        ..QueueSettings::default()
    };
    let queue = Queue::without_files(disk.root(), "Q", settings);
    disk.set_quota(Some(40_000));
    let meta = PutMeta {
        class: None,
        priority: 0,
        persistent: false,
        expires_at_us: None,
        put_at_us: 1,
        log: None,
    };
    let put = || -> Result<(), ferromq_queue::PutRefusal> {
        queue.spill();
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
    assert!(put().is_err(), "as long as the disk is full");
    let logged = queue.reserve_logged();
    queue.release(logged.expect("what rests in the log needs no file"));
    disk.set_quota(None);
    for _ in 0..5 {
        assert!(put().is_ok(), "nobody has to get anything first");
        puts += 1;
    }
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
        disk.flip_bit("Q/index", byte, 3)
            .expect("the file is that long");
        let error =
            Queue::open(disk.root(), QUEUE, world.settings, false).expect_err("it is damaged");
        assert!(error.is_damage(), "{error}");
        let slot = if byte < 4096 { 0 } else { byte / 128 * 128 };
        assert_eq!(error.offset, slot);
        assert!(error.file.ends_with("index"));
    }
}

#[test]
fn shortened_or_missing_index_is_damage_whatever_is_missing() {
    let mut world = World::new(8_050);
    world.steps(400);
    world.checkpoint().expect("the disk is well");
    let open_index = |disk: &SimulatedDisk| {
        let directory = disk.root().directory(QUEUE).expect("there");
        directory.open("index", OpenMode::Cached).expect("there")
    };
    let len = open_index(&world.disk).len().expect("a length");
    assert!(len > 4096 + 128 * 32, "there are slots: {len}");
    let lengths = (0..len).step_by(61).chain([len - 1, len - 127, len - 128]);
    for shorter in lengths {
        let disk = world.disk.kill(shorter);
        open_index(&disk).set_len(shorter).expect("cut");
        let opened = Queue::open(disk.root(), QUEUE, world.settings, false);
        let error = opened.expect_err("messages may be missing");
        assert!(error.is_damage(), "{error}");
        assert!(error.file.ends_with("index"), "{error}");
    }
    let disk = world.disk.kill(1);
    let directory = disk.root().directory(QUEUE).expect("there");
    directory.remove("index").expect("removed");
    let error = Queue::open(disk.root(), QUEUE, world.settings, false).expect_err("none left");
    assert!(error.is_damage(), "{error}");
    drop(
        world
            .open(&world.disk.kill(2), false)
            .expect("as it was it is fine"),
    );
}

/// It gives back what it does not need, and promises no more than it has.
#[test]
fn index_that_was_cut_opens_again() {
    let disk = SimulatedDisk::new(4);
    let settings = QueueSettings {
        np_class_high: true,
        max_depth: 20_000,
        ..QueueSettings::default()
    };
    let queue = Queue::without_files(disk.root(), QUEUE, settings);
    let meta = PutMeta {
        class: None,
        priority: 0,
        persistent: false,
        expires_at_us: None,
        put_at_us: 1,
        log: None,
    };
    let no_log = |_| Err(LogReadFailure::Gone);
    for number in 0..20_000 {
        let seq = queue.reserve().expect("room");
        let message = message(id(number as u8), id(1), 10);
        queue.insert(seq, message, &meta, Visibility::Now).wake();
    }
    queue.save_non_persistent(&no_log).expect("room");
    queue.checkpoint_done();
    let index = || {
        let directory = disk.root().directory(QUEUE).expect("there");
        let index = directory.open("index", OpenMode::Cached).expect("there");
        index.len().expect("a length")
    };
    let long = index();
    while let Some(found) = queue
        .select(&Selection::default(), Take::Hold(Holder(1)), 0)
        .found
    {
        queue.finish(found.seq);
    }
    queue.harden(Lsn::NONE, &no_log).expect("room");
    queue.checkpoint_done();
    assert!(index() < long / 10, "{} of {long}", index());
    let again = Queue::open(disk.crash(3).root(), QUEUE, settings, true);
    assert_eq!(again.expect("no damage").depth(), 0);
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
    disk.flip_bit("Q/data", 24 + MsgDescriptor::SIZE as u64 / 2, 1)
        .expect("long enough");
    let queue = Queue::open(disk.root(), QUEUE, world.settings, false).expect("the index is fine");
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

/// Whoever is told of it finds the place.
#[test]
fn a_payload_of_the_log_that_is_no_message_is_told_with_its_record() {
    let disk = SimulatedDisk::new(3);
    let settings = QueueSettings {
        p_buffer_bytes: 0,
        ..QueueSettings::default()
    };
    let queue = Queue::without_files(disk.root(), QUEUE, settings);
    let lsn = Lsn::new(4_711);
    let meta = PutMeta {
        class: None,
        priority: 0,
        persistent: true,
        expires_at_us: None,
        put_at_us: 1,
        log: Some(LogPlace {
            lsn,
            offset: 0,
            len: 1_000,
        }),
    };
    let seq = queue.reserve_logged().expect("room");
    let one = message(id(1), id(1), 636);
    queue.insert(seq, one, &meta, Visibility::Now).wake();
    let found = queue.select(&Selection::default(), Take::PEEK, 0).found;
    let found = found.expect("it is there");
    let short = |_| Ok(Bytes::from_static(b"MD  "));
    let error = queue
        .load(found.seq, &found.payload, &short)
        .expect_err("it is none");
    let told = error.to_string();
    assert!(told.contains(&format!("the record at {lsn}")), "{told}");
}

#[test]
fn space_of_removed_messages_is_used_again_only_after_the_checkpoint_and_given_back() {
    let disk = SimulatedDisk::new(9);
    let settings = QueueSettings {
        p_buffer_bytes: 0,
        ..QueueSettings::default()
    };
    let queue = Queue::without_files(disk.root(), "Q", settings);
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
            class: None,
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
        world.list();
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

const EACH: u64 = 3_000;

/// What the threads of a test share.
struct Shared {
    queue: Queue,
    template: Arc<Message>,
    lsn: AtomicU64,
    got: AtomicU64,
    /// A thread panicked.
    failed: AtomicBool,
}

impl Shared {
    fn read(&self, place: LogPlace) -> Result<Bytes, LogReadFailure> {
        let mut image = self.template.descriptor_bytes().to_vec();
        image.extend_from_slice(&self.template.body);
        assert_eq!(place.len as usize, image.len());
        Ok(Bytes::from(image))
    }

    /// Half of the messages persistent.
    fn put_all(&self) {
        for number in 0..EACH {
            let persistent = number % 2 == 0;
            let seq = loop {
                match self.queue.reserve() {
                    Ok(seq) => break seq,
                    // While the files are moved.
                    Err(PutRefusal::NoSpace) if !self.is_done() => std::thread::yield_now(),
                    Err(refusal) => panic!("{refusal}"),
                }
            };
            let log = persistent.then(|| LogPlace {
                lsn: Lsn::new(self.lsn.fetch_add(1, Ordering::SeqCst)),
                offset: 0,
                len: self.template.payload_len() as u32,
            });
            let meta = PutMeta {
                class: None,
                priority: 0,
                persistent,
                expires_at_us: None,
                put_at_us: 1,
                log,
            };
            let message = Arc::clone(&self.template);
            self.queue
                .insert(seq, message, &meta, Visibility::Now)
                .wake();
        }
    }

    fn get_all(&self) {
        while !self.is_done() {
            let take = Take::Hold(Holder(1));
            let Some(found) = self.queue.select(&Selection::default(), take, 0).found else {
                std::thread::yield_now();
                continue;
            };
            let loaded = self
                .queue
                .load(found.seq, &found.payload, &|place| self.read(place));
            assert_eq!(
                loaded.expect("held messages can be read").body,
                self.template.body
            );
            self.queue.finish(found.seq);
            self.got.fetch_add(1, Ordering::SeqCst);
        }
    }

    fn is_done(&self) -> bool {
        self.got.load(Ordering::SeqCst) >= 2 * EACH || self.failed.load(Ordering::SeqCst)
    }

    fn checkpoint(&self) {
        let below = Lsn::new(self.lsn.load(Ordering::SeqCst));
        self.queue
            .harden(below, &|place| self.read(place))
            .expect("the disk is well");
        self.queue.checkpoint_done();
        self.queue.remove_left_files();
    }

    /// As if the files had failed.
    fn move_files(&self) {
        let name = format!("Q.{}", self.queue.moves() + 1);
        let moved = self.queue.move_to(&name, &|place| self.read(place));
        assert_eq!(moved.expect("the disk is well").lost, 0);
    }

    /// Work of one thread. When it fails the others end.
    fn work(&self, work: impl FnOnce(&Self)) {
        let outcome = catch_unwind(AssertUnwindSafe(|| work(self)));
        if let Err(panic) = outcome {
            self.failed.store(true, Ordering::SeqCst);
            resume_unwind(panic);
        }
    }
}

/// Threads put, get and check while another takes checkpoints and moves the files now and then: every message is got once.
#[test]
fn threads_and_checkpoints_share_a_queue() {
    let settings = QueueSettings {
        np_buffer_bytes: 20_000,
        p_buffer_bytes: 20_000,
        max_depth: 1_000_000,
        ..QueueSettings::default()
    };
    let disk = SimulatedDisk::new(1);
    let shared = Shared {
        queue: Queue::without_files(disk.root(), "Q", settings),
        template: message(id(3), id(4), 900),
        lsn: AtomicU64::new(1),
        got: AtomicU64::new(0),
        failed: AtomicBool::new(false),
    };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| shared.work(Shared::put_all));
            scope.spawn(|| shared.work(Shared::get_all));
        }
        scope.spawn(|| {
            shared.work(|shared| {
                // The first round is there even when this thread is let run after all others have ended.
                for round in 0_u64.. {
                    shared.checkpoint();
                    if round.is_multiple_of(4) && shared.queue.moves() < 12 {
                        shared.move_files();
                    }
                    if shared.is_done() {
                        break;
                    }
                }
            });
        });
        scope.spawn(|| {
            while !shared.is_done() {
                shared.queue.spill();
            }
        });
    });
    assert!(shared.queue.moves() > 0);
    shared.checkpoint();
    let status = shared.queue.status();
    assert_eq!(
        (status.depth, shared.got.load(Ordering::SeqCst)),
        (0, 2 * EACH)
    );
    assert_eq!(
        (
            status.file_bytes,
            status.np_bytes_in_memory,
            status.p_bytes_in_memory
        ),
        (0, 0, 0)
    );
}

#[test]
fn message_found_before_a_checkpoint_moved_it_can_be_loaded_after() {
    let mut world = World::new(9_700);
    world.settings.p_buffer_bytes = 0;
    world.queue.update_settings(world.settings);
    world.steps(60);
    while world.model.count(|state| state == State::Uncommitted) > 0 {
        world.decide_put();
    }
    let mut found = Vec::new();
    world
        .queue
        .for_each_committed(Scope::Persistent, &mut |summary| {
            found.push(summary);
            ControlFlow::Continue(())
        });
    assert!(found.len() > 3);
    world.checkpoint().expect("the disk is well");
    for summary in &found {
        let loaded = world.queue.load(summary.seq, &summary.payload, &|_| {
            Err(LogReadFailure::Gone)
        });
        check_message(
            &loaded.expect("it is in the file now"),
            world.model.get(summary.seq.0),
        );
    }
    let gone = &found[0];
    world.queue.redo_remove(gone.seq);
    let loaded = world
        .queue
        .load(gone.seq, &gone.payload, &|_| Err(LogReadFailure::Gone));
    assert!(matches!(loaded, Err(ferromq_queue::LoadError::Gone)));
}

/// A large message that goes as soon as it has come costs no reading; the next one behind it does.
#[test]
fn message_longer_than_the_buffer_stays_in_memory_while_it_is_alone() {
    let settings = QueueSettings {
        p_buffer_bytes: 10_000,
        ..QueueSettings::default()
    };
    let disk = SimulatedDisk::new(11);
    let queue = Queue::without_files(disk.root(), "Q", settings);
    let body = message(id(1), id(1), 2_000_000);
    let put = |lsn| {
        let meta = PutMeta {
            class: None,
            priority: 0,
            persistent: true,
            expires_at_us: None,
            put_at_us: 1,
            log: Some(LogPlace {
                lsn: Lsn::new(lsn),
                offset: 0,
                len: body.payload_len() as u32,
            }),
        };
        let seq = queue.reserve().expect("room");
        queue
            .insert(seq, Arc::clone(&body), &meta, Visibility::Now)
            .wake();
        seq
    };
    let one = body.payload_len() as u64;
    for lsn in [10, 20] {
        let first = put(lsn);
        assert_eq!(queue.status().p_bytes_in_memory, one, "it is alone");
        let second = put(lsn + 5);
        assert_eq!(queue.status().p_bytes_in_memory, one, "the log has it");
        for seq in [first, second] {
            let found = queue.select(&Selection::default(), Take::Hold(Holder(1)), 0);
            assert_eq!(found.found.expect("two are there").seq, seq);
            queue.finish(seq);
        }
        assert_eq!(queue.status().p_bytes_in_memory, 0);
    }
}
