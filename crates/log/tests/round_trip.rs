//! What goes in comes out: records of all sizes, over forces, extents and restarts.

use crate::support::place::Place;
use ferromq_base::disk::Directory;
use ferromq_log::{Log, LogSettings, LogType, Lsn, Record, Urgency};
use std::convert::Infallible;
use std::sync::Arc;

fn settings() -> LogSettings {
    LogSettings {
        file_pages: 64,
        primary_files: 4,
        secondary_files: 4,
        buffer_pages: 18,
        log_type: LogType::Circular,
    }
}

type Found = Vec<(Lsn, u8, Vec<u8>)>;

fn replayed(dir: Arc<dyn Directory>, settings: &LogSettings) -> (Arc<Log>, Found) {
    let mut records = Vec::new();
    let recovery = Log::open(dir, settings).expect("open");
    let log = recovery
        .replay(&mut |record: Record<'_>| {
            records.push((record.lsn, record.kind, record.body.to_vec()));
            Ok::<(), Infallible>(())
        })
        .expect("replay");
    (log, records)
}

fn body(seed: usize, len: usize) -> Vec<u8> {
    (0..len)
        .map(|i| (i.wrapping_mul(31) ^ (i >> 8) ^ seed) as u8)
        .collect()
}

#[test]
fn records_of_all_sizes_come_back_in_order() {
    let place = Place::new("sizes");
    Log::create(&place.dir(), &settings(), &mut |_, _| ()).expect("create");
    let mut expected = Vec::new();
    for round in 0..3 {
        let (log, records) = replayed(place.dir(), &settings());
        assert_eq!(records, expected, "round {round}");
        for (index, len) in [0, 1, 7, 8, 100, 4047, 4048, 4056, 4064, 9000, 100_000, 3]
            .into_iter()
            .enumerate()
        {
            let body = body(index + round, len);
            let (one, two) = body.split_at(len / 3);
            let appended = log
                .append(index as u8, &[one, two], Urgency::Ordinary)
                .expect("append");
            if index % 2 == 0 {
                log.wait_durable(appended.end).expect("durable");
                let back = log
                    .read(appended.lsn, len / 2, len - len / 2)
                    .expect("read");
                assert_eq!(back, &body[len / 2..]);
            }
            expected.push((appended.lsn, index as u8, body));
        }
        log.lead();
    }
    let (_, records) = replayed(place.dir(), &settings());
    assert_eq!(records, expected);
}

#[test]
fn a_circular_log_wraps_as_checkpoints_allow() {
    let place = Place::new("wrap");
    Log::create(&place.dir(), &settings(), &mut |_, _| ()).expect("create");
    let mut last = Vec::new();
    let (mut log, _) = replayed(place.dir(), &settings());
    for turn in 0..200_usize {
        let body = body(turn, 20_000 + turn * 13);
        let appended = log.append(1, &[&body], Urgency::Ordinary).expect("append");
        log.wait_durable(appended.end).expect("durable");
        last.push((appended.lsn, 1, body));
        if turn % 10 == 9 {
            log.checkpoint(last[5].0, None, &[turn as u8; 9])
                .expect("checkpoint");
            last.drain(..5);
        }
        if turn % 50 == 49 {
            drop(log);
            let recovery = Log::open(place.dir(), &settings()).expect("open");
            assert_eq!(recovery.checkpoint(), [turn as u8; 9]);
            let (again, records) = replayed(place.dir(), &settings());
            assert_eq!(records, last, "turn {turn}");
            log = again;
        }
        last.drain(..last.len().saturating_sub(12));
    }
}
