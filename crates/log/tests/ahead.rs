//! Extents made ahead: by whom, when, and what happens to who finds none.

use crate::support::{new_log, small};
use ferromq_log::{AppendError, Appended, Log, LogSettings, LogType, Urgency};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

const BODY: [u8; 3000] = [1; 3000];

/// Two primary extents, and one more.
fn settings() -> LogSettings {
    small(LogType::Circular)
}

/// Counts how often the thread would have been woken.
fn keep(log: &Log) -> Arc<AtomicU32> {
    let woken = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&woken);
    log.set_extent_waker(Some(Box::new(move || {
        count.fetch_add(1, Ordering::SeqCst);
    })));
    woken
}

fn rather(log: &Log, urgency: Urgency) -> Result<Appended, AppendError> {
    Log::rather_refused(|| {
        let appended = log.append(1, &[&BODY], urgency);
        assert_eq!(
            matches!(appended, Err(AppendError::NoSpaceYet)),
            Log::was_refused_an_extent()
        );
        appended
    })
}

/// Appends as far as the extents go.
fn fill(log: &Log) -> AppendError {
    loop {
        if let Err(refusal) = rather(log, Urgency::Ordinary) {
            return refusal;
        }
    }
}

#[test]
fn who_would_rather_be_refused_makes_no_extent_and_is_told_when_there_is_one() {
    let (disk, log) = new_log(&settings());
    let woken = keep(&log);
    assert_eq!(fill(&log), AppendError::NoSpaceYet);
    assert!(woken.load(Ordering::SeqCst) >= 2, "in time, and once more");
    assert_eq!(log.usage().extents, 2);
    let told = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&told);
    let call = Box::new(move || {
        count.fetch_add(1, Ordering::SeqCst);
    });
    assert!(log.when_extended(call), "somebody is about to make it");
    log.make_ahead();
    assert_eq!((told.load(Ordering::SeqCst), log.usage().extents), (1, 3));
    log.wait_durable(log.head()).expect("durable");
    let calls = disk.calls();
    rather(&log, Urgency::Ordinary).expect("there is room");
    assert_eq!(disk.calls(), calls, "the append left the disk alone");
    assert!(!log.when_extended(Box::new(|| ())), "nobody waits any more");
}

#[test]
fn extents_made_when_the_thread_is_woken_are_there_before_anybody_is_refused() {
    let (_disk, log) = new_log(&settings());
    let woken = keep(&log);
    while woken.load(Ordering::SeqCst) == 0 {
        rather(&log, Urgency::Ordinary).expect("it wakes the thread before the room is used up");
    }
    log.make_ahead();
    assert_eq!(log.usage().extents, 3);
    woken.store(0, Ordering::SeqCst);
    let refusal = fill(&log);
    // That was the last one there may be, which is found out once.
    assert!(matches!(refusal, AppendError::NoSpaceYet));
    log.make_ahead();
    assert_eq!(fill(&log), AppendError::Full);
    assert_eq!(log.usage().extents, 3);
}

#[test]
fn what_lets_the_log_be_emptied_makes_its_extent_in_place_when_the_reserve_is_gone() {
    let (_disk, log) = new_log(&settings());
    let _rung = keep(&log);
    fill(&log);
    while log.usage().extents == 2 {
        rather(&log, Urgency::Completing).expect("it is never refused while one can be made");
    }
    fill(&log);
    log.set_extent_waker(None);
    assert_eq!(fill(&log), AppendError::Full, "nobody makes them ahead");
}

#[test]
fn who_is_about_to_let_the_log_be_emptied_is_told_when_there_is_an_extent() {
    let (disk, log) = new_log(&settings());
    let woken = keep(&log);
    let told = Arc::new(AtomicU32::new(0));
    let waits = || {
        let count = Arc::clone(&told);
        log.when_ready(
            BODY.len(),
            Box::new(move || {
                count.fetch_add(1, Ordering::SeqCst);
            }),
        )
    };
    assert!(!waits(), "there is room");
    fill(&log);
    assert!(!waits(), "there is the reserve");
    while !waits() {
        rather(&log, Urgency::Completing).expect("there is the reserve");
    }
    assert_eq!(log.usage().extents, 2, "nobody has made one in place");
    assert!(woken.load(Ordering::SeqCst) > 0);
    log.make_ahead();
    assert_eq!((told.load(Ordering::SeqCst), log.usage().extents), (1, 3));
    log.wait_durable(log.head()).expect("durable");
    let calls = disk.calls();
    assert!(!waits(), "there is one");
    rather(&log, Urgency::Completing).expect("there is room");
    assert_eq!(disk.calls(), calls, "the append left the disk alone");
    while !waits() {
        rather(&log, Urgency::Completing).expect("there is room");
    }
    log.make_ahead();
    assert_eq!(told.load(Ordering::SeqCst), 2, "it was tried");
    assert!(!waits(), "no more can be made, and nobody tries again");
    log.set_extent_waker(None);
    assert!(!waits(), "nobody makes them ahead");
}

#[test]
fn a_disk_that_is_full_is_found_out_by_who_makes_extents_and_tried_again_by_the_next_checkpoint() {
    let (disk, log) = new_log(&settings());
    let _rung = keep(&log);
    assert_eq!(fill(&log), AppendError::NoSpaceYet);
    disk.set_quota(Some(disk.used_bytes()));
    log.make_ahead();
    assert_eq!(fill(&log), AppendError::Full);
    disk.set_quota(None);
    let recovery = log.recovery_lsn();
    log.checkpoint(recovery, None, &[]).expect("taken");
    assert_eq!(log.usage().extents, 3);
    rather(&log, Urgency::Ordinary).expect("there is room");
}

/// A linear log gives a file the name of its extent while another one is made for extents to come.
#[test]
fn a_file_that_takes_for_ever_to_make_holds_up_no_force_that_begins_an_extent_there_is() {
    let (disk, log) = new_log(&small(LogType::Linear));
    let woken = keep(&log);
    while woken.load(Ordering::SeqCst) == 0 {
        rather(&log, Urgency::Ordinary).expect("the first extent has room");
    }
    log.wait_durable(log.head()).expect("durable");
    disk.hold_creations_in("");
    let making = std::thread::spawn({
        let log = Arc::clone(&log);
        move || log.make_ahead()
    });
    disk.wait_until_held();
    for _ in 0..30 {
        rather(&log, Urgency::Ordinary).expect("the second extent has room");
    }
    let (tell, told) = std::sync::mpsc::channel();
    let forcing = std::thread::spawn({
        let log = Arc::clone(&log);
        move || tell.send(log.wait_durable(log.head()).is_ok())
    });
    let forced = told.recv_timeout(Duration::from_secs(60));
    disk.release();
    assert_eq!(forced, Ok(true), "the force waited for the file");
    making.join().expect("no panic");
    forcing.join().expect("no panic").expect("heard");
    assert_eq!(log.usage().extents, 3);
}
