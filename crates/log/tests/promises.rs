//! Room that is set aside for what was promised is there, whatever else happens to the log.

use crate::support::{commit, new_log, open, settings_for, small};
use ferromq_base::random::SplitMix64;
use ferromq_log::{AppendError, Log, LogSettings, LogType, Lsn, Pressure, SetAside, Urgency};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Appends records of that urgency, each forced alone or not, until the log is full.
fn fill(log: &Log, body: &[u8], urgency: Urgency, forced: bool) -> u32 {
    let mut count = 0;
    while let Ok(appended) = log.append(1, &[body], urgency) {
        count += 1;
        if forced {
            log.wait_durable(appended.end).expect("durable");
        }
    }
    count
}

fn fill_up(log: &Log, random: &mut SplitMix64) {
    for urgency in [Urgency::Ordinary, Urgency::Removing, Urgency::Completing] {
        let body = vec![7; random.below(6_000) as usize];
        fill(log, &body, urgency, random.chance(50));
        fill(log, b"", urgency, random.chance(50));
    }
}

#[test]
fn what_is_set_aside_is_there_however_full_the_log_runs() {
    for seed in 0..120 {
        let random = &mut SplitMix64::new(seed);
        let settings = settings_for(random);
        let (disk, log) = new_log(&settings);
        // A linear log grows until the disk is full.
        disk.set_quota(Some(settings.capacity_bytes() + 10 * 4096));
        let mut promises: Vec<SetAside> = Vec::new();
        for _ in 0..1 + random.below(40) {
            for _ in 0..random.below(20) {
                let body = vec![1; random.below(5_000) as usize];
                if let Ok(appended) = log.append(1, &[&body], Urgency::Ordinary)
                    && random.chance(50)
                {
                    log.wait_durable(appended.end).expect("durable");
                }
            }
            promises.extend(log.set_aside(1 + random.below(3) as u32));
            if settings.log_type == LogType::Linear && random.chance(20) {
                let _ = log.switch_extent();
            }
            if random.chance(30) {
                log.checkpoint(log.durable(), None, &[])
                    .expect("checkpoint");
                log.reduce(0, usize::MAX);
            }
        }
        fill_up(&log, random);
        assert!(!promises.is_empty(), "seed {seed}");
        let before = Lsn::new(log.durable().get());
        for promise in promises {
            for _ in 0..promise.records() {
                let body = vec![9; random.below(1_900) as usize];
                let appended = log.append(2, &[&body], Urgency::Promised);
                let appended = appended.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
                if random.chance(70) {
                    log.wait_durable(appended.end).expect("durable");
                }
            }
            drop(promise);
            fill(&log, b"", Urgency::Completing, random.chance(50));
        }
        log.lead();
        assert!(log.durable() > before);
        log.checkpoint(log.durable(), None, &[])
            .expect("checkpoint");
        commit(&log, b"there is room again");
        drop(log);
        open(&disk.root(), &settings);
    }
}

#[test]
fn a_promise_nobody_could_keep_is_refused() {
    let settings = small(LogType::Circular);
    let (_, log) = new_log(&settings);
    let pages = (settings.capacity_bytes() / 4096) as u32;
    assert_eq!(log.set_aside(pages).err(), Some(AppendError::Full));
    let most = log.set_aside(pages / 2).expect("room");
    assert!(log.set_aside(pages / 2).is_err());
    assert!(log.usage().aside_bytes >= u64::from(pages / 2) * 4096);
    drop(most);
    assert_eq!(log.usage().aside_bytes, 0);
    fill(&log, &[3; 3000], Urgency::Ordinary, false);
    fill(&log, b"", Urgency::Removing, true);
    assert_eq!(log.set_aside(1).err(), Some(AppendError::Full));
}

#[test]
fn a_promise_that_is_refused_asks_for_room_as_a_record_does() {
    let settings = small(LogType::Circular);
    let (_, log) = new_log(&settings);
    let heard = Arc::new(AtomicBool::new(false));
    let hears = Arc::clone(&heard);
    log.set_pressure_hook(Box::new(move |_| hears.store(true, Ordering::Relaxed)));
    log.set_aside(1).expect("room");
    assert_eq!(log.pressure(), Pressure::Calm);
    let pages = (settings.capacity_bytes() / 4096) as u32;
    assert_eq!(log.set_aside(pages).err(), Some(AppendError::Full));
    assert_eq!(log.pressure(), Pressure::NearlyFull);
    assert!(heard.load(Ordering::Relaxed));
    assert_eq!(log.usage().refusals, 1);
}

#[test]
fn what_is_set_aside_can_be_divided_and_put_together() {
    let (_, log) = new_log(&small(LogType::Circular));
    let one = log.set_aside(1).expect("room");
    let one_bytes = log.usage().aside_bytes;
    let mut three = log.set_aside(3).expect("room");
    let all_bytes = log.usage().aside_bytes;
    let two = three.split(2);
    assert_eq!((three.records(), two.records()), (1, 2));
    assert_eq!(log.usage().aside_bytes, all_bytes);
    three.join(two);
    assert_eq!(three.records(), 3);
    let all = three.split(5);
    assert_eq!((three.records(), all.records()), (0, 3));
    drop(three);
    assert_eq!(log.usage().aside_bytes, all_bytes);
    drop(all);
    assert_eq!(log.usage().aside_bytes, one_bytes);
    drop(one);
    assert_eq!(log.usage().aside_bytes, 0);
}

/// A log as those left it that kept nothing for promises: full to its last page.
fn wedged() -> (LogSettings, ferromq_base::disk::SimulatedDisk, Arc<Log>) {
    let settings = small(LogType::Circular);
    let (disk, log) = new_log(&settings);
    fill_up(&log, &mut SplitMix64::new(1));
    assert!(log.append(1, &[b""], Urgency::Completing).is_err());
    drop(log);
    let log = open(&disk.root(), &settings);
    (settings, disk, log)
}

#[test]
fn promises_of_an_earlier_life_are_kept_in_a_log_that_was_full_to_the_end() {
    let (settings, disk, log) = wedged();
    let files_max = settings.primary_files + settings.secondary_files;
    assert!(log.usage().extents <= files_max);
    let promise = log.set_aside_again(2);
    assert_eq!(log.usage().extents, files_max + 1);
    drop((promise, log));
    // The next start finds the file and has no need of another.
    let log = open(&disk.root(), &settings);
    let promise = log.set_aside_again(2);
    assert_eq!(log.usage().extents, files_max + 1);
    for _ in 0..2 {
        let appended = log.append(2, &[b"decided"], Urgency::Promised);
        let appended = appended.expect("it was promised");
        log.wait_durable(appended.end).expect("durable");
    }
    drop(promise);
    log.checkpoint(log.durable(), None, &[])
        .expect("checkpoint");
    assert!(log.usage().extents <= files_max);
    commit(&log, b"there is room again");
    drop(log);
    open(&disk.root(), &settings);
}

#[test]
fn promises_of_an_earlier_life_wait_for_a_disk_that_has_no_room_either() {
    let (_, disk, log) = wedged();
    disk.set_quota(Some(disk.used_bytes()));
    let promise = log.set_aside_again(2);
    let decide = || log.append(2, &[b"decided"], Urgency::Promised);
    assert_eq!(decide().err(), Some(AppendError::Full));
    disk.set_quota(None);
    decide().expect("there is room for one more file");
    assert_eq!(
        log.append(1, &[&[3; 3000]], Urgency::Ordinary).is_ok(),
        log.would_fit(log.recovery_lsn(), 0, 3000)
    );
    drop(promise);
}

#[test]
fn the_log_tells_beforehand_what_would_fit_if_it_gave_back_what_it_can() {
    for log_type in [LogType::Circular, LogType::Linear] {
        let settings = small(log_type);
        let (disk, log) = new_log(&settings);
        disk.set_quota(Some(settings.capacity_bytes() + 10 * 4096));
        let start = log.head();
        fill(&log, &[3; 3000], Urgency::Ordinary, true);
        assert!(log.may_refuse(100));
        assert!(!log.would_fit(start, 0, 3000), "{log_type:?}");
        assert!(log.would_fit(log.durable(), 0, 3000));
        let whole = settings.capacity_bytes();
        assert!(!log.would_fit(log.durable(), 0, whole as usize));
        assert!(!log.would_fit(log.durable(), whole, 3000));
        log.checkpoint(log.durable(), None, &[])
            .expect("checkpoint");
        assert!(log.would_fit(log.recovery_lsn(), 0, 3000));
        let refused = log.usage().refusals;
        commit(&log, &[3; 3000]);
        assert_eq!(log.usage().refusals, refused);
        assert_eq!(log.usage().refused_len, 3000);
    }
}
