//! Group commit with real threads on a real disk.

use crate::support::place::Place;
use crate::support::{bodies, open};
use ferromq_log::{AppendError, Log, LogSettings, LogType, Lsn, Urgency};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};

const SETTINGS: LogSettings = LogSettings {
    file_pages: 1024,
    primary_files: 6,
    secondary_files: 1,
    buffer_pages: 18,
    log_type: LogType::Circular,
};

const THREADS: u8 = 8;
const COMMITS: u32 = 150;

fn new_log(place: &Place) -> Arc<Log> {
    Log::create(&place.dir(), &SETTINGS, &mut |_, _| ()).expect("create");
    open(&place.dir(), &SETTINGS)
}

/// A body that says who wrote it; some are larger than the buffers.
fn body(thread: u8, number: u32) -> Vec<u8> {
    let len = if number % 50 == 7 {
        60_000
    } else {
        20 + number as usize * 3
    };
    let mut body = vec![thread; len];
    body[..4].copy_from_slice(&number.to_le_bytes());
    body
}

/// Every thread's records are there, in the order it wrote them.
fn check_all_there(place: &Place) {
    let mut next = [0_u32; THREADS as usize];
    for found in bodies(&place.dir(), &SETTINGS) {
        let thread = found[found.len() - 1];
        let number = &mut next[usize::from(thread)];
        assert!(found == body(thread, *number));
        *number += 1;
    }
    assert_eq!(next, [COMMITS; THREADS as usize]);
}

#[test]
fn threads_that_wait_share_forces_and_lose_nothing() {
    let place = Place::new("wait");
    let log = new_log(&place);
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let log = &log;
            scope.spawn(move || {
                for number in 0..COMMITS {
                    let body = body(thread, number);
                    let appended = log.append(1, &[&body], Urgency::Ordinary).expect("append");
                    log.wait_durable(appended.end).expect("durable");
                    assert!(log.durable() >= appended.end);
                }
            });
        }
    });
    let usage = log.usage();
    assert_eq!(usage.records, u64::from(THREADS) * u64::from(COMMITS));
    drop(log);
    check_all_there(&place);
}

#[test]
fn completions_run_once_each_beside_threads_that_wait() {
    let place = Place::new("completions");
    let log = new_log(&place);
    let stop = AtomicBool::new(false);
    let left = Arc::new((Mutex::new(u32::from(THREADS) * COMMITS), Condvar::new()));
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| log.run_writer(&stop));
        let mut appenders = Vec::new();
        for thread in 0..THREADS {
            let (log, left) = (&log, &left);
            appenders.push(scope.spawn(move || {
                for number in 0..COMMITS {
                    let body = body(thread, number);
                    let appended = log.append(1, &[&body], Urgency::Ordinary).expect("append");
                    let left = Arc::clone(left);
                    log.when_durable(
                        appended.end,
                        Box::new(move |result| {
                            result.expect("durable");
                            *left.0.lock().expect("count") -= 1;
                            left.1.notify_all();
                        }),
                    );
                    if thread % 2 == 0 {
                        log.request_force(appended.end);
                    } else {
                        log.wait_durable(appended.end).expect("durable");
                    }
                }
            }));
        }
        for appender in appenders {
            appender.join().expect("appender");
        }
        let mut count = left.0.lock().expect("count");
        while *count > 0 {
            count = left.1.wait(count).expect("count");
        }
        stop.store(true, Ordering::SeqCst);
        log.wake_writer();
        writer.join().expect("writer");
    });
    drop(log);
    check_all_there(&place);
}

#[test]
fn a_writer_told_to_stop_first_makes_durable_what_was_asked_for() {
    let place = Place::new("stop");
    let log = new_log(&place);
    let stop = AtomicBool::new(true);
    let appended = log
        .append(1, &[b"last words"], Urgency::Ordinary)
        .expect("append");
    log.request_force(appended.end);
    log.run_writer(&stop);
    assert!(log.durable() >= appended.end);
}

#[test]
fn a_long_record_is_not_interrupted_by_others() {
    let place = Place::new("long");
    let log = new_log(&place);
    let long = vec![1_u8; 3 << 20];
    std::thread::scope(|scope| {
        let log = &log;
        for thread in 0..4_u8 {
            let long = &long;
            scope.spawn(move || {
                for _ in 0..2 {
                    let appended = if thread == 0 {
                        log.append(1, &[&long[..1 << 20], &long[1 << 20..]], Urgency::Ordinary)
                    } else {
                        log.append(2, &[&[2; 5000]], Urgency::Ordinary)
                    };
                    log.wait_durable(appended.expect("append").end)
                        .expect("durable");
                }
            });
        }
    });
    drop(log);
    let all = bodies(&place.dir(), &SETTINGS);
    assert_eq!(all.iter().filter(|body| **body == long).count(), 2);
    assert_eq!(all.iter().filter(|body| **body == [2; 5000]).count(), 6);
}

#[test]
fn records_are_read_back_while_others_are_written_and_extents_given_back() {
    let place = Place::new("readback");
    let log = new_log(&place);
    let (send, receive) = std::sync::mpsc::sync_channel::<(Lsn, Vec<u8>)>(64);
    std::thread::scope(|scope| {
        let log = &log;
        scope.spawn(move || {
            for number in 0..1500 {
                let body = body(3, number);
                let appended = log.append(1, &[&body], Urgency::Ordinary).expect("append");
                log.wait_durable(appended.end).expect("durable");
                send.send((appended.lsn, body)).expect("reader");
            }
        });
        let mut count = 0;
        for (lsn, body) in receive {
            assert!(log.read(lsn, 0, body.len()).expect("read back") == body);
            count += 1;
            if count % 100 == 0 {
                log.checkpoint(lsn, None, &[]).expect("checkpoint");
            }
        }
        assert_eq!(count, 1500);
    });
}

#[test]
fn no_wake_up_is_lost_when_forces_take_no_time() {
    // On a disk this fast, threads meet at every step of handing the lead on.
    let (_, log) = crate::support::new_log(&SETTINGS);
    let stop = AtomicBool::new(false);
    let left = Arc::new((Mutex::new(0_u32), Condvar::new()));
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| log.run_writer(&stop));
        let appenders: Vec<_> = (0..THREADS)
            .map(|thread| {
                let (log, left) = (&log, &left);
                scope.spawn(move || {
                    for number in 0..400_u32 {
                        let appended = log
                            .append(1, &[b"tiny"], Urgency::Completing)
                            .expect("append");
                        if (number + u32::from(thread)) % 3 == 0 {
                            log.wait_durable(appended.end).expect("durable");
                            continue;
                        }
                        let (count, left) = (Arc::clone(left), Arc::clone(left));
                        *left.0.lock().expect("count") += 1;
                        log.when_durable(
                            appended.end,
                            Box::new(move |result| {
                                result.expect("durable");
                                *count.0.lock().expect("count") -= 1;
                                count.1.notify_all();
                            }),
                        );
                        log.request_force(appended.end);
                        // Now and then wait until the log has nothing left to do.
                        if number % 7 == 0 {
                            let mut open = left.0.lock().expect("count");
                            while *open > 0 {
                                open = left.1.wait(open).expect("count");
                            }
                        }
                    }
                })
            })
            .collect();
        for appender in appenders {
            appender.join().expect("appender");
        }
        stop.store(true, Ordering::SeqCst);
        log.wake_writer();
        writer.join().expect("writer");
    });
    assert_eq!(*left.0.lock().expect("count"), 0);
}

/// Extents so small that one is begun every few forces, by several threads at a time.
fn overlapping_forces(log_type: LogType) {
    let settings = LogSettings {
        primary_files: 12,
        secondary_files: 4,
        ..crate::support::small(log_type)
    };
    let (disk, log) = crate::support::new_log(&settings);
    let stop = AtomicBool::new(false);
    let mut last = Lsn::NONE;
    std::thread::scope(|scope| {
        let (log, stop) = (&log, &stop);
        let writers = [(); 2].map(|()| scope.spawn(|| log.run_writer(stop)));
        let appenders: Vec<_> = (0..4_u8)
            .map(|thread| {
                scope.spawn(move || {
                    for number in 0..1500 {
                        let body = [vec![thread; 100 + number % 7 * 1000], vec![7; 8]].concat();
                        let appended = loop {
                            match log.append(1, &[&body], Urgency::Ordinary) {
                                Ok(appended) => break appended,
                                // Until the next checkpoint.
                                Err(AppendError::Full) => std::thread::yield_now(),
                                Err(error) => panic!("{error}"),
                            }
                        };
                        if number % 3 == 0 {
                            log.lead();
                        } else {
                            log.request_force(appended.end);
                        }
                    }
                })
            })
            .collect();
        while appenders.iter().any(|appender| !appender.is_finished()) {
            let durable = log.durable();
            if durable > log.recovery_lsn() {
                log.checkpoint(durable, None, &[]).expect("checkpoint");
            }
            std::thread::yield_now();
        }
        for appender in appenders {
            appender.join().expect("appender");
        }
        let head = log.head();
        log.wait_durable(head).expect("durable");
        last = log
            .append(2, &[b"last"], Urgency::Completing)
            .expect("append")
            .end;
        log.wait_durable(last).expect("durable");
        stop.store(true, Ordering::SeqCst);
        log.wake_writer();
        for writer in writers {
            writer.join().expect("writer");
        }
    });
    let bodies = bodies(&disk.kill(1).root(), &settings);
    assert_eq!(bodies.last().map(Vec::as_slice), Some(&b"last"[..]));
}

#[test]
fn forces_that_overlap_begin_extents_in_order_in_a_circular_log() {
    overlapping_forces(LogType::Circular);
}

#[test]
fn forces_that_overlap_begin_extents_in_order_in_a_linear_log() {
    overlapping_forces(LogType::Linear);
}
