//! Forces that overlap, landed in any order, step by step on one thread.

use super::*;
use crate::record::Record;
use crate::settings::{LogSettings, LogType};
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

fn new_log() -> (SimulatedDisk, Arc<Log>) {
    let disk = SimulatedDisk::new(1);
    Log::create(&disk.root(), &SETTINGS, &mut |_, _| ()).expect("create");
    let (log, _) = reopen(&disk).expect("open");
    (disk, log)
}

/// The log as restart finds it, and the first bytes of its records.
fn reopen(disk: &SimulatedDisk) -> Result<(Arc<Log>, Vec<u64>), LogError> {
    let dir: Arc<dyn Directory> = disk.root();
    let recovery = Log::open(dir, &SETTINGS)?;
    let mut numbers = Vec::new();
    let log = recovery
        .prefetching(false)
        .replay(&mut |record: Record<'_>| {
            let number = record.body[..8].try_into().expect("eight bytes");
            numbers.push(u64::from_le_bytes(number));
            Ok::<(), Infallible>(())
        });
    Ok((log.expect("replay"), numbers))
}

fn append(log: &Log, number: u64, bytes: usize) -> Lsn {
    let mut body = vec![7; bytes.max(8)];
    body[..8].copy_from_slice(&number.to_le_bytes());
    let appended = log.append(1, &[&body], Urgency::Ordinary);
    appended.expect("append").end
}

fn take_off(log: &Log) -> Batch {
    log.take_off(log.lock())
}

fn write_and_land(log: &Log, mut batch: Batch) {
    let written = log.write(&mut batch);
    log.land(batch, written, 0);
    log.run_completions();
}

#[test]
fn what_lands_early_is_durable_only_with_all_before_it() {
    let (_disk, log) = new_log();
    let told = Arc::new(Mutex::new(Vec::new()));
    let tell = |number: u64, end| {
        let told = Arc::clone(&told);
        log.when_durable(
            end,
            Box::new(move |result| {
                assert!(result.is_ok());
                told.lock().expect("no panic").push(number);
            }),
        );
    };
    let first_end = append(&log, 1, 100);
    tell(1, first_end);
    let first = take_off(&log);
    let second_end = append(&log, 2, 100);
    tell(2, second_end);
    let second = take_off(&log);
    assert!(
        !log.lead(),
        "two are under way, and there is nothing to force"
    );
    append(&log, 3, 100);
    assert!(!log.lead(), "a third has to wait for its turn");
    write_and_land(&log, second);
    assert!(log.durable() < first_end);
    assert!(told.lock().expect("no panic").is_empty());
    write_and_land(&log, first);
    assert!(log.durable() >= second_end);
    assert_eq!(*told.lock().expect("no panic"), [1, 2]);
    assert!(log.lead());
}

#[test]
fn a_page_behind_one_that_was_lost_never_comes_back() {
    for seed in 0..20 {
        let (disk, log) = new_log();
        append(&log, 1, 100);
        assert!(log.lead());
        append(&log, 2, 100);
        let lost = take_off(&log);
        append(&log, 3, 100);
        write_and_land(&log, take_off(&log));
        drop(lost);
        let disk = disk.kill(seed).crash(seed);
        let (log, numbers) = reopen(&disk).expect("what overlapped is no damage");
        assert_eq!(numbers, [1]);
        // The new record ends where the stale one begins.
        append(&log, 4, 100);
        assert!(log.lead());
        let (_, numbers) = reopen(&disk.kill(seed)).expect("open");
        assert_eq!(numbers, [1, 4]);
    }
}

#[test]
fn a_force_that_begins_an_extent_waits_until_it_is_alone() {
    let (_disk, log) = new_log();
    let extent_bytes = SETTINGS.extent_bytes();
    let mut number = 0;
    // Up to the last page of the extent.
    while log.head().get() % extent_bytes < extent_bytes - 4096 {
        number += 1;
        append(&log, number, 3000);
        assert!(log.lead());
    }
    append(&log, 100, 8);
    let last = take_off(&log);
    append(&log, 101, 6000);
    assert!(!log.lead(), "it has to wait for the end of the extent");
    write_and_land(&log, last);
    assert!(log.lead());
}

#[test]
fn after_a_failure_nothing_behind_it_becomes_durable() {
    let (_disk, log) = new_log();
    append(&log, 1, 100);
    let first = take_off(&log);
    let end = append(&log, 2, 100);
    let second = take_off(&log);
    log.land(first, Err(Poisoned::new("the disk is gone")), 0);
    let mut second = second;
    let written = log.write(&mut second);
    log.land(second, written, 0);
    assert!(log.durable() < end);
    assert!(log.wait_durable(end).is_err());
    assert!(matches!(log.switch_extent(), Err(LogError::Poisoned(_))));
}

/// Random appends and overlapping forces; the power goes at a random moment.
#[test]
fn power_may_go_while_forces_overlap() {
    for seed in 0..300 {
        let mut random = SplitMix64::new(seed);
        let (disk, log) = new_log();
        let mut flying: Vec<Batch> = Vec::new();
        let mut ends = Vec::new();
        for number in 0..20 + random.below(100) {
            let bytes = 8 + random.below(4000) as usize;
            // An append that finds no room would wait for a force that only this thread can end.
            let filled = |batch: &Batch| log.head().get() - batch.until;
            while flying.last().is_some_and(|last| filled(last) > 8192) {
                let at = random.below(flying.len() as u64) as usize;
                write_and_land(&log, flying.remove(at));
            }
            ends.push(append(&log, number, bytes));
            if random.chance(60) && log.lock().can_lead() {
                flying.push(take_off(&log));
            }
        }
        // Some of those in the air are on the disk, though nobody was told.
        for mut batch in flying {
            if random.chance(50) {
                log.write(&mut batch).expect("write");
            }
        }
        let durable = ends.iter().filter(|end| **end <= log.durable()).count();
        let disk = disk.kill(seed).crash(seed);
        let (_, numbers) = reopen(&disk).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
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
