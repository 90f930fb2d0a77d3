//! Forces that overlap and come back in any order, late, or not at all, step by step on one thread.

use super::*;
use crate::record::Record;
use crate::settings::{LogSettings, LogType};
use crate::simulated::SimulatedDevice;
use crate::{LogError, Urgency};
use ferromq_base::disk::{Directory, SimulatedDisk};
use ferromq_base::random::SplitMix64;
use std::convert::Infallible;
use std::sync::Mutex;

const SETTINGS: LogSettings = LogSettings {
    file_pages: 64,
    primary_files: 3,
    secondary_files: 1,
    buffer_pages: 24,
    log_type: LogType::Circular,
};

/// A log on a disk, and what it is forced through.
struct Rig {
    disk: SimulatedDisk,
    log: Arc<Log>,
    device: SimulatedDevice,
}

fn rig(window: usize) -> Rig {
    let disk = SimulatedDisk::new(1);
    Log::create(&disk.root(), &SETTINGS, &mut |_, _| ()).expect("create");
    reopen(disk, window).expect("open").0
}

/// The log as restart finds it, and the first bytes of its records.
fn reopen(disk: SimulatedDisk, window: usize) -> Result<(Rig, Vec<u64>), LogError> {
    open(disk, &SETTINGS, window)
}

fn open(
    disk: SimulatedDisk,
    settings: &LogSettings,
    window: usize,
) -> Result<(Rig, Vec<u64>), LogError> {
    let dir: Arc<dyn Directory> = disk.root();
    let recovery = Log::open(dir, settings)?.prefetching(false);
    let mut numbers = Vec::new();
    let device = SimulatedDevice::new(window);
    let log = recovery
        .on_device(Some(&device))
        .replay(&mut |record: Record<'_>| {
            let number = record.body[..8].try_into().expect("eight bytes");
            numbers.push(u64::from_le_bytes(number));
            Ok::<(), Infallible>(())
        });
    device.work_late();
    let log = log.expect("replay");
    Ok((Rig { disk, log, device }, numbers))
}

impl Rig {
    fn append(&self, number: u64, bytes: usize) -> Lsn {
        let mut body = vec![7; bytes.max(8)];
        body[..8].copy_from_slice(&number.to_le_bytes());
        let appended = self.log.append(1, &[&body], Urgency::Ordinary);
        appended.expect("append").end
    }

    /// Begins a force of all that was appended. False when it has to wait.
    fn begin(&self) -> bool {
        let before = self.device.under_way();
        assert!(!self.log.lead(), "no force is over before its time");
        self.device.under_way() > before
    }

    fn forced(&self) -> bool {
        let begun = self.begin();
        if begun {
            self.device.finish(0);
        }
        begun
    }
}

#[test]
fn what_comes_back_early_is_durable_only_with_all_before_it() {
    let rig = rig(2);
    let told = Arc::new(Mutex::new(Vec::new()));
    let tell = |number: u64, end| {
        let told = Arc::clone(&told);
        rig.log.when_durable(
            end,
            Box::new(move |result| {
                assert!(result.is_ok());
                told.lock().expect("no panic").push(number);
            }),
        );
    };
    let first_end = rig.append(1, 100);
    tell(1, first_end);
    assert!(rig.begin());
    let second_end = rig.append(2, 100);
    tell(2, second_end);
    assert!(rig.begin());
    assert!(
        !rig.begin(),
        "two are under way, and there is nothing to force"
    );
    rig.append(3, 100);
    assert!(!rig.begin(), "a third has to wait for its turn");
    rig.device.finish(1);
    assert!(rig.log.durable() < first_end);
    assert!(told.lock().expect("no panic").is_empty());
    rig.device.finish(0);
    assert!(rig.log.durable() >= second_end);
    assert_eq!(*told.lock().expect("no panic"), [1, 2]);
    assert!(rig.begin());
}

/// Nobody forces, nobody waits and nobody is woken: the device alone carries it on.
#[test]
fn a_device_that_works_by_itself_is_asked_at_once_and_by_no_more_threads_than_ask() {
    for window in 1..=3 {
        let rig = rig(window);
        let mut last = Lsn::NONE;
        for number in 0..=window as u64 {
            last = rig.append(number, 100);
            rig.log.request_force(last);
        }
        assert_eq!(rig.device.under_way(), window, "the device says how many");
        while rig.device.under_way() > 0 {
            assert!(rig.log.durable() < last);
            rig.device.finish(0);
        }
        assert_eq!(rig.log.durable().get(), last.get().next_multiple_of(4096));
    }
}

#[test]
fn a_page_behind_one_that_was_lost_never_comes_back() {
    for seed in 0..20 {
        let rig = rig(2);
        rig.append(1, 100);
        assert!(rig.forced());
        rig.append(2, 100);
        assert!(rig.begin());
        rig.append(3, 100);
        assert!(rig.begin());
        rig.device.finish(1);
        let disk = rig.disk.kill(seed).crash(seed);
        let (rig, numbers) = reopen(disk, 2).expect("what overlapped is no damage");
        assert_eq!(numbers, [1]);
        // The new record ends where the stale one begins.
        rig.append(4, 100);
        assert!(rig.forced());
        let (_, numbers) = reopen(rig.disk.kill(seed), 2).expect("open");
        assert_eq!(numbers, [1, 4]);
    }
}

#[test]
fn a_force_that_begins_an_extent_waits_until_it_is_alone() {
    let rig = rig(2);
    let extent_bytes = SETTINGS.extent_bytes();
    let mut number = 0;
    // Up to the last page of the extent.
    while rig.log.head().get() % extent_bytes < extent_bytes - 4096 {
        number += 1;
        rig.append(number, 3000);
        assert!(rig.forced());
    }
    rig.append(100, 8);
    assert!(rig.begin());
    rig.append(101, 6000);
    assert!(!rig.begin(), "it has to wait for the end of the extent");
    rig.device.finish(0);
    assert!(rig.begin());
}

#[test]
fn after_a_failure_nothing_behind_it_becomes_durable() {
    let rig = rig(2);
    rig.append(1, 100);
    assert!(rig.begin());
    let end = rig.append(2, 100);
    assert!(rig.begin());
    rig.device.fail(0);
    rig.device.finish(0);
    assert!(rig.log.durable() < end);
    assert!(rig.log.wait_durable(end).is_err());
    assert!(matches!(
        rig.log.switch_extent(),
        Err(LogError::Poisoned(_))
    ));
}

/// Another instance has taken the log over: what this one has under way counts for nothing, and it says so.
#[test]
fn behind_a_fence_nothing_becomes_durable() {
    let rig = rig(2);
    let end = rig.append(1, 100);
    assert!(rig.begin());
    rig.device.take_over();
    rig.device.finish(0);
    assert!(rig.log.durable() < end);
    let poisoned = rig.log.wait_durable(end).expect_err("it is fenced");
    assert!(poisoned.reason().contains("taken over"), "{poisoned}");
    let (_, numbers) = reopen(rig.disk.kill(1), 2).expect("open");
    assert!(
        numbers.is_empty(),
        "a force behind the fence reached the disk"
    );
}

/// Where a checkpoint of an owner whose time is over would write is where the next one has written.
#[test]
fn behind_a_fence_no_checkpoint_reaches_what_the_next_owner_started_on() {
    let rig = rig(2);
    let end = rig.append(1, 100);
    assert!(rig.forced());
    rig.device.take_over();
    let (heir, numbers) = reopen(rig.disk.clone(), 2).expect("open");
    assert_eq!(numbers, [1]);
    heir.append(2, 100);
    assert!(heir.forced());
    let refused = rig.log.checkpoint(end, None, b"of the past");
    let Err(LogError::Poisoned(poisoned)) = refused else {
        panic!("it is fenced: {refused:?}");
    };
    assert!(poisoned.reason().contains("taken over"), "{poisoned}");
    assert!(rig.log.poisoned().is_some());
    let (_, numbers) = reopen(heir.disk.kill(1), 2).expect("open");
    assert_eq!(numbers, [1, 2]);
}

/// A file that is spare to an owner whose time is over may be in use by the next one.
#[test]
fn behind_a_fence_no_extent_is_made_or_removed() {
    let rig = rig(2);
    let grown = |log: &Log| log.device.grow(log.epoch, log.device.ready_end(), false);
    assert!(matches!(grown(&rig.log), Ok(true)));
    rig.device.take_over();
    let names = rig.disk.root().list().expect("listed");
    assert_eq!(
        rig.log.reduce(0, 10),
        1,
        "it thinks that it has removed one"
    );
    assert!(matches!(grown(&rig.log), Err(LogError::Poisoned(_))));
    assert_eq!(rig.disk.root().list().expect("listed"), names);
}

/// Random appends and overlapping forces that come back in any order; the power goes at a random moment.
#[test]
fn power_may_go_while_forces_overlap() {
    for seed in 0..300 {
        let mut random = SplitMix64::new(seed);
        let rig = rig(1 + random.below(3) as usize);
        let mut ends = Vec::new();
        for number in 0..20 + random.below(100) {
            let bytes = 8 + random.below(4000) as usize;
            // An append that finds no room would wait for a force that only this thread can end.
            while rig.device.under_way() > 0
                && rig.log.head().get() - rig.log.durable().get() > 30_000
            {
                rig.device
                    .finish(random.below(rig.device.under_way() as u64) as usize);
            }
            ends.push(rig.append(number, bytes));
            if random.chance(60) {
                rig.begin();
            }
        }
        // Some of those under way are on the disk, though nobody was told.
        for number in 0..rig.device.under_way() {
            if random.chance(50) {
                rig.device.write(number);
            }
        }
        let durable = ends.iter().filter(|end| **end <= rig.log.durable()).count();
        let disk = rig.disk.kill(seed).crash(seed);
        let (_, numbers) = reopen(disk, 2).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert!(
            numbers.len() >= durable,
            "seed {seed}: a durable record is gone"
        );
        assert!(
            numbers.iter().copied().eq(0..numbers.len() as u64),
            "seed {seed}"
        );
    }
}

/// A log with the default buffers, on a simulated device.
fn roomy() -> Rig {
    let settings = LogSettings {
        file_pages: 512,
        buffer_pages: 0,
        ..SETTINGS
    };
    let disk = SimulatedDisk::new(1);
    Log::create(&disk.root(), &settings, &mut |_, _| ()).expect("create");
    open(disk, &settings, 2).expect("open").0
}

fn long_body(bytes: usize) -> Vec<u8> {
    let mut body = vec![0; bytes];
    SplitMix64::new(9).fill(&mut body);
    body
}

/// Stages a body; what it answers says when all of it is in the log.
fn stage(rig: &Rig, body: &[u8]) -> (crate::Staging, Arc<Mutex<bool>>) {
    let done = Arc::new(Mutex::new(false));
    let told = Arc::clone(&done);
    let then = Box::new(move |staged: Result<(), Poisoned>| {
        *told.lock().expect("no panic") = staged.is_ok();
    });
    let staging = rig
        .log
        .stage(Arc::new(body.to_vec()), Urgency::Ordinary, then);
    (staging.expect("there is room"), done)
}

/// What is appended while a long body is on its way waits behind a bounded part of it.
#[test]
fn a_long_body_lets_others_in_between_its_pieces() {
    let rig = roomy();
    let body = long_body(3_000_000);
    let (staging, done) = stage(&rig, &body);
    let mut between = 0;
    while !*done.lock().expect("no panic") {
        let under_way = rig.log.head().get() - rig.log.durable().get();
        assert!(
            under_way < 600_000,
            "{under_way} bytes before the next record"
        );
        let end = rig.append(between, 100);
        rig.log.request_force(end);
        let mut forces = 0;
        while rig.log.durable() < end {
            rig.device.finish(0);
            forces += 1;
        }
        assert!(forces <= 3, "{forces} forces for a record");
        between += 1;
    }
    assert!(between >= 4, "{between} records came in between");
    let joined = rig.log.append_staged(7, &[b"fro", b"nt"], staging);
    let joined = joined.expect("its room was kept");
    rig.log.request_force(joined.end);
    while rig.device.under_way() > 0 {
        rig.device.finish(0);
    }
    let read = |from: usize, len: usize| rig.log.read(joined.lsn, from, len).expect("read");
    assert_eq!(read(0, 10), [b"front", &body[..5]].concat());
    assert!(read(5, body.len()) == body);
    assert_eq!(read(1_000_000, 300_000), &body[999_995..1_299_995]);
    assert!(rig.log.read(joined.lsn, 6, body.len()).is_err());
}

/// Two long bodies take turns, so that the shorter one does not wait for the longer one.
#[test]
fn long_bodies_take_turns() {
    let rig = roomy();
    let (long, _) = stage(&rig, &long_body(4_000_000));
    let (short, done) = stage(&rig, &long_body(600_000));
    while !*done.lock().expect("no panic") {
        rig.log.request_force(rig.log.head());
        rig.device.finish(0);
    }
    assert!(long.staged_bytes() < 2_000_000, "{}", long.staged_bytes());
    // What is given up keeps no room.
    let aside = rig.log.usage().aside_bytes;
    drop(long);
    let joined = rig.log.append_staged(1, &[], short);
    assert!(joined.is_ok() && aside > 3_000_000);
    assert_eq!(rig.log.usage().aside_bytes, 0);
}

/// Buffers fill while nothing comes back: appends go on for a while, and who asks is told when there is space.
#[test]
fn those_who_can_wait_are_told_when_the_disk_has_caught_up() {
    let rig = rig(2);
    let told = Arc::new(Mutex::new(0));
    let tell = || {
        let told = Arc::clone(&told);
        rig.log
            .when_space(Box::new(move || *told.lock().expect("no panic") += 1))
    };
    assert!(!tell(), "there is space");
    let mut number = 0;
    while !rig.log.is_crowded() {
        rig.log.request_force(rig.append(number, 4000));
        number += 1;
    }
    assert!(tell() && tell());
    // Those who had begun go on.
    rig.append(number, 8000);
    rig.append(number + 1, 8000);
    assert_eq!(*told.lock().expect("no panic"), 0);
    while rig.log.is_crowded() {
        rig.device.finish(0);
    }
    assert_eq!(*told.lock().expect("no panic"), 2);
    while rig.device.under_way() > 0 {
        rig.device.finish(0);
    }
    let (_, numbers) = reopen(rig.disk.kill(1), 2).expect("open");
    assert!(numbers.iter().copied().eq(0..number + 2));
}
