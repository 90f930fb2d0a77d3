//! Each I/O call failing in turn: nothing durable is lost, a failed force is the end, and
//! what can be tried again can be tried again.

use crate::support::{Model, Over, commit, new_log, open, small};
use ferromq_base::disk::{Fault, SimulatedDisk};
use ferromq_base::random::SplitMix64;
use ferromq_log::{AppendError, Log, LogError, LogSettings, LogType, Lsn, Urgency};
use std::convert::Infallible;
use std::io::ErrorKind;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Creates, opens and works, stopping at the first refusal. Answers whether there was one.
fn life(disk: &SimulatedDisk, model: &mut Model) -> bool {
    let mut live = || -> Result<(), Over> {
        model.create(disk)?;
        let log = model.reopen(disk).map_err(|_| Over)?;
        model.work(&log, &mut SplitMix64::new(11), 160)
    };
    live().is_err()
}

fn fail_each_call(log_type: LogType, error: ErrorKind, for_ever: bool) {
    let mut at = 1;
    loop {
        let disk = SimulatedDisk::new(at);
        let mut model = Model::new(small(log_type));
        disk.plan(Fault::Fail {
            at,
            error,
            for_ever,
        });
        let failed = life(&disk, &mut model);
        disk.heal();
        // The process is gone; what it left is on the disk, or in part only after a power loss.
        for image in [disk.kill(at), disk.crash(at)] {
            let mut model = model.copy();
            match model.reopen(&image) {
                Ok(_) => {}
                Err(LogError::NoControlFile) if !model.created => {
                    model.create(&image).expect("creating can be tried again");
                }
                Err(error) => panic!("call {at}: {error}"),
            }
            let log = model.reopen(&image).expect("open");
            model
                .work(&log, &mut SplitMix64::new(at), 60)
                .expect("work");
            drop(log);
            // What it found there, it had to be able to rely on.
            let lost = image.crash(at);
            model.reopen(&lost).expect("open after the power went");
        }
        if !failed && disk.calls() < at {
            assert!(at > 60, "the work makes calls");
            return;
        }
        at += 1;
    }
}

#[test]
fn any_call_may_fail_once() {
    fail_each_call(LogType::Circular, ErrorKind::Other, false);
    fail_each_call(LogType::Linear, ErrorKind::Other, false);
}

#[test]
fn any_call_may_be_the_last_that_works() {
    fail_each_call(LogType::Circular, ErrorKind::Other, true);
    fail_each_call(LogType::Linear, ErrorKind::Other, true);
}

#[test]
fn the_disk_may_be_full_at_any_call() {
    fail_each_call(LogType::Circular, ErrorKind::StorageFull, false);
    fail_each_call(LogType::Linear, ErrorKind::StorageFull, false);
}

ferromq_base::lock_classes! {
    /// Of those who use a log.
    Above: "test.above", 4_000;
}

/// Goal: whoever is told may take a lock of its own, which comes before all of the log. Builds with debug assertions check it.
#[test]
fn a_failed_checkpoint_is_told_without_a_lock() {
    let (disk, log) = new_log(&small(LogType::Circular));
    let told = Arc::new(ferromq_base::lock::Mutex::<u32, Above>::default());
    let hook = Arc::clone(&told);
    log.set_failure_hook(Box::new(move |_| *hook.lock() += 1));
    let one = log.append(1, &[b"one"], Urgency::Ordinary).expect("append");
    log.wait_durable(one.end).expect("durable");
    disk.plan(Fault::Fail {
        at: 1,
        error: ErrorKind::Other,
        for_ever: true,
    });
    assert!(log.checkpoint(one.end, None, b"state").is_err());
    assert_eq!(*told.lock(), 1);
}

#[test]
fn a_failed_force_ends_the_log_for_everybody_and_is_not_retried() {
    let settings = small(LogType::Circular);
    let (disk, log) = new_log(&settings);
    let told = Arc::new(AtomicU32::new(0));
    let hook = Arc::clone(&told);
    log.set_failure_hook(Box::new(move |_| {
        hook.fetch_add(1, Ordering::SeqCst);
    }));
    let lost = log
        .append(1, &[b"lost"], Urgency::Ordinary)
        .expect("append");
    let answered = Arc::new(AtomicU32::new(0));
    let answer = Arc::clone(&answered);
    log.when_durable(
        lost.end,
        Box::new(move |result| {
            assert!(result.is_err());
            answer.fetch_add(1, Ordering::SeqCst);
        }),
    );
    disk.plan(Fault::Fail {
        at: 1,
        error: ErrorKind::Other,
        for_ever: false,
    });
    assert!(log.wait_durable(lost.end).is_err());
    assert_eq!(answered.load(Ordering::SeqCst), 1);
    let calls = disk.calls();
    assert!(log.wait_durable(lost.end).is_err(), "it stays so");
    assert!(matches!(
        log.append(1, &[b"x"], Urgency::Completing),
        Err(AppendError::Poisoned(_))
    ));
    assert!(matches!(
        log.checkpoint(log.durable(), None, &[]),
        Err(LogError::Poisoned(_))
    ));
    assert!(matches!(log.switch_extent(), Err(LogError::Poisoned(_))));
    assert!(!log.lead(), "there is nothing to lead any more");
    let answer = Arc::clone(&answered);
    log.when_durable(
        lost.end,
        Box::new(move |result| {
            assert!(result.is_err());
            answer.fetch_add(1, Ordering::SeqCst);
        }),
    );
    assert_eq!(
        answered.load(Ordering::SeqCst),
        2,
        "later questions are answered at once"
    );
    assert_eq!(told.load(Ordering::SeqCst), 1, "the hook hears of it once");
    assert_eq!(disk.calls(), calls, "the disk is left alone");
    assert!(
        log.poisoned()
            .expect("poisoned")
            .reason()
            .contains("S0000000.LOG")
    );
}

#[test]
fn a_failed_checkpoint_ends_the_log_and_restart_finds_either_one() {
    let settings = small(LogType::Circular);
    for seed in 0..20 {
        let (disk, log) = new_log(&settings);
        let first = commit(&log, b"first");
        let second = commit(&log, b"second");
        log.checkpoint(first.end, None, b"one").expect("checkpoint");
        disk.plan(Fault::Fail {
            at: 1,
            error: ErrorKind::Other,
            for_ever: true,
        });
        assert!(matches!(
            log.checkpoint(second.end, None, b"two"),
            Err(LogError::Poisoned(_))
        ));
        assert!(log.append(1, &[b"x"], Urgency::Ordinary).is_err());
        let recovery = Log::open(disk.crash(seed).root(), &settings).expect("open");
        assert!([&b"one"[..], b"two"].contains(&recovery.checkpoint()));
    }
}

/// Fills the log with ordinary work; answers how many records it took.
fn fill(log: &Log, body: &[u8]) -> u32 {
    let mut count = 0;
    loop {
        match log.append(1, &[body], Urgency::Ordinary) {
            Ok(_) => count += 1,
            Err(AppendError::Full) => return count,
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn a_full_log_keeps_a_reserve_for_completing_work_and_recovers_by_a_checkpoint() {
    for log_type in [LogType::Circular, LogType::Linear] {
        let settings = LogSettings {
            primary_files: 3,
            ..small(log_type)
        };
        let (disk, log) = new_log(&settings);
        // A linear log grows until the disk is full.
        disk.set_quota(Some(settings.capacity_bytes() + 10 * 4096));
        let count = fill(&log, &[3; 3000]);
        assert!(count > 200, "{log_type:?}: {count}");
        assert_eq!(log.pressure(), ferromq_log::Pressure::NearlyFull);
        let mut removing = 0;
        while log.append(3, &[b"remove"], Urgency::Removing).is_ok() {
            removing += 1;
        }
        assert!(removing >= 100, "they share pages: {removing}");
        let mut completing = 0;
        while let Ok(appended) = log.append(2, &[b"commit"], Urgency::Completing) {
            log.wait_durable(appended.end)
                .expect("the reserve is on disk already");
            completing += 1;
        }
        assert!(
            completing >= 10,
            "each commit may need a page: {completing}"
        );
        assert!(log.poisoned().is_none());
        log.checkpoint(log.durable(), None, &[])
            .expect("checkpoint");
        assert_eq!(log.pressure(), ferromq_log::Pressure::Calm);
        assert!(fill(&log, &[3; 3000]) > 100, "there is room again");
        log.lead();
        drop(log);
        open(&disk.root(), &settings);
    }
}

#[test]
fn a_record_larger_than_the_log_is_refused_and_nothing_happens() {
    let settings = small(LogType::Circular);
    let (_, log) = new_log(&settings);
    let head = log.head();
    let body = vec![0; settings.capacity_bytes() as usize];
    assert_eq!(
        log.append(1, &[&body], Urgency::Completing),
        Err(AppendError::Full)
    );
    assert_eq!(log.head(), head);
    commit(&log, b"it still works");
}

#[test]
fn a_failed_read_back_harms_nobody() {
    let (disk, log) = new_log(&small(LogType::Circular));
    let appended = commit(&log, b"body");
    disk.plan(Fault::Fail {
        at: 1,
        error: ErrorKind::Other,
        for_ever: false,
    });
    assert!(log.read(appended.lsn, 0, 4).is_err());
    assert_eq!(log.read(appended.lsn, 0, 4).expect("read"), b"body");
    commit(&log, b"more");
}

/// Commits one record a force, with checkpoints, while `fault` is planned; answers how many.
fn commits_under(disk: &SimulatedDisk, settings: &LogSettings, fault: Fault) -> Option<Vec<Lsn>> {
    Log::create(&disk.root(), settings, &mut |_, _| ()).expect("create");
    disk.plan(fault);
    let log = Log::open(disk.root(), settings).ok()?;
    let log = log
        .prefetching(false)
        .replay(&mut |_| Ok::<(), Infallible>(()))
        .ok()?;
    let mut lsns: Vec<Lsn> = Vec::new();
    for number in 0..150_u32 {
        let body = [&number.to_le_bytes()[..], &[7; 3000]].concat();
        let appended = log.append(1, &[&body], Urgency::Ordinary).expect("append");
        log.wait_durable(appended.end)
            .expect("the disk says that all is well");
        lsns.push(appended.lsn);
        if number % 20 == 19 {
            log.checkpoint(lsns[lsns.len() - 10], None, &[])
                .expect("checkpoint");
        }
    }
    Some(lsns)
}

#[test]
fn a_disk_that_lies_is_found_out_except_in_the_newest_force() {
    let settings = LogSettings {
        secondary_files: 2,
        ..small(LogType::Circular)
    };
    let (mut refused, mut unnoticed) = (0, 0);
    for at in 1..220 {
        for fault in [
            Fault::LostWrite { at },
            Fault::MisdirectedWrite { at, blocks: 3 },
        ] {
            let disk = SimulatedDisk::new(at);
            let Some(lsns) = commits_under(&disk, &settings, fault) else {
                continue;
            };
            let image = disk.crash(at);
            let Ok(recovery) = Log::open(image.root(), &settings) else {
                refused += 1;
                continue;
            };
            let start = recovery.recovery_lsn();
            let mut found = Vec::new();
            let replayed = recovery.prefetching(false).replay(&mut |record| {
                found.push(record.lsn);
                Ok::<(), Infallible>(())
            });
            if replayed.is_err() {
                refused += 1;
                continue;
            }
            let expected: Vec<Lsn> = lsns.iter().copied().filter(|lsn| *lsn >= start).collect();
            if found == expected {
                unnoticed += 1;
            } else {
                assert_eq!(found, expected[..expected.len() - 1], "{fault:?}");
            }
        }
    }
    // Lies about pages that restart no longer needs stay unnoticed, and may.
    assert!(refused > 10 && unnoticed > 100, "{refused} {unnoticed}");
}
