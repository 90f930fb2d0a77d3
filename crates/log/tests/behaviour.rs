//! What the log promises beside not losing anything, one test a promise.

use crate::support::{bodies, commit, new_log, open, small};
use ferromq_base::disk::access;
use ferromq_log::{
    AppendError, BODY_BYTES_MAX, CHECKPOINT_PAYLOAD_BYTES_MAX, Log, LogError, LogReader,
    LogSettings, LogType, Lsn, Pressure, ReadError, Record, ReplayError, Urgency,
};
use std::convert::Infallible;
use std::sync::{Arc, Mutex};

fn circular() -> LogSettings {
    small(LogType::Circular)
}

fn linear() -> LogSettings {
    small(LogType::Linear)
}

/// Where events are noted, in the order they happen.
#[derive(Clone, Default)]
struct Notes(Arc<Mutex<Vec<u32>>>);

impl Notes {
    fn add(&self, number: u32) {
        self.0.lock().expect("notes").push(number);
    }

    fn all(&self) -> Vec<u32> {
        self.0.lock().expect("notes").clone()
    }
}

#[test]
fn completions_run_in_order_of_position_whatever_the_order_of_asking() {
    let (_, log) = new_log(&circular());
    let notes = Notes::default();
    let ends: Vec<Lsn> = (0..4)
        .map(|_| {
            log.append(1, &[b"x"], Urgency::Ordinary)
                .expect("append")
                .end
        })
        .collect();
    for index in [2, 0, 3, 1] {
        let notes = notes.clone();
        log.when_durable(ends[index], Box::new(move |_| notes.add(index as u32)));
    }
    assert!(notes.all().is_empty(), "nothing is durable yet");
    assert!(log.lead());
    assert_eq!(notes.all(), [0, 1, 2, 3]);
    assert!(!log.lead(), "nothing is left to force");
    let late = notes.clone();
    log.when_durable(ends[0], Box::new(move |_| late.add(9)));
    assert_eq!(
        notes.all().last(),
        Some(&9),
        "what is durable is answered at once"
    );
}

#[test]
fn a_completion_may_append_and_lead_and_ask_again() {
    let (_, log) = new_log(&circular());
    let notes = Notes::default();
    let (inner, noted) = (Arc::clone(&log), notes.clone());
    let first = log
        .append(1, &[b"first"], Urgency::Ordinary)
        .expect("append");
    log.when_durable(
        first.end,
        Box::new(move |_| {
            noted.add(1);
            let second = inner
                .append(1, &[b"second"], Urgency::Ordinary)
                .expect("append");
            let noted_later = noted.clone();
            inner.when_durable(second.end, Box::new(move |_| noted_later.add(3)));
            assert!(inner.lead());
            noted.add(2);
        }),
    );
    log.lead();
    assert_eq!(notes.all(), [1, 2, 3]);
}

#[test]
fn a_request_alone_forces_nothing_and_the_next_leader_serves_it() {
    let (disk, log) = new_log(&circular());
    let appended = log.append(1, &[b"x"], Urgency::Ordinary).expect("append");
    let calls = disk.calls();
    log.request_force(appended.end);
    assert_eq!(disk.calls(), calls);
    assert!(log.lead() && log.durable() >= appended.end);
}

#[test]
fn one_commit_costs_one_call_of_the_disk() {
    let (disk, log) = new_log(&circular());
    commit(&log, b"the first force of an extent");
    let calls = disk.calls();
    for _ in 0..20 {
        commit(&log, &[1; 2000]);
    }
    assert_eq!(disk.calls() - calls, 20);
}

#[test]
fn many_records_share_one_force() {
    let (_, log) = new_log(&circular());
    let forces = log.usage().forces;
    let mut end = Lsn::NONE;
    for _ in 0..100 {
        end = log
            .append(1, &[b"small"], Urgency::Ordinary)
            .expect("append")
            .end;
    }
    log.wait_durable(end).expect("durable");
    assert_eq!(log.usage().forces - forces, 1);
}

#[test]
fn records_are_limited_in_length() {
    let (_, log) = new_log(&circular());
    let megabyte = vec![0; 1 << 20];
    let parts = vec![&megabyte[..]; (BODY_BYTES_MAX >> 20) + 1];
    assert_eq!(
        log.append(1, &parts, Urgency::Ordinary),
        Err(AppendError::TooLarge)
    );
}

#[test]
fn a_hundred_megabyte_record_goes_through_a_small_buffer() {
    let settings = LogSettings {
        file_pages: 8192,
        primary_files: 6,
        ..circular()
    };
    let (disk, log) = new_log(&settings);
    let body: Vec<u8> = (0..100_u32 << 20)
        .map(|at| (at ^ (at >> 12)) as u8)
        .collect();
    let appended = commit(&log, &body);
    let from = 33_333_333;
    assert!(log.read(appended.lsn, from, 5_000_000).expect("read") == body[from..from + 5_000_000]);
    drop(log);
    let back = bodies(&disk.root(), &settings);
    assert!(back.len() == 1 && back[0] == body);
}

#[test]
fn secondary_files_come_when_needed_and_go_when_not() {
    let settings = LogSettings {
        secondary_files: 2,
        ..circular()
    };
    let (disk, log) = new_log(&settings);
    let files = || disk.root().list().expect("list").len() as u32 - 1;
    assert_eq!((files(), log.usage().extents), (2, 2));
    let mut last = Lsn::NONE;
    while files() < 4 {
        last = commit(&log, &[1; 3000]).end;
    }
    assert_eq!(log.usage().extents, 4);
    log.checkpoint(last, None, &[]).expect("checkpoint");
    for _ in 0..60 {
        last = commit(&log, &[1; 3000]).end;
        log.checkpoint(last, None, &[]).expect("checkpoint");
    }
    assert_eq!(
        (files(), log.usage().extents),
        (2, 2),
        "back inside the primary files"
    );
    for _ in 0..150 {
        last = commit(&log, &[1; 3000]).end;
        log.checkpoint(last, None, &[]).expect("checkpoint");
    }
    assert_eq!(files(), 2);
}

#[test]
fn a_linear_log_names_files_by_extent_and_uses_them_again() {
    let (disk, log) = new_log(&linear());
    let mut last = Lsn::NONE;
    for _ in 0..200 {
        last = commit(&log, &[1; 3000]).end;
    }
    let usage = log.usage();
    assert_eq!(usage.current_extent, "S0000004.LOG");
    assert_eq!(usage.recovery_extent, "S0000001.LOG");
    log.checkpoint(last, None, &[]).expect("checkpoint");
    let usage = log.usage();
    assert_eq!(usage.recovery_extent, "S0000004.LOG");
    assert!((3..=4).contains(&usage.reusable_extents), "{usage:?}");
    let files = disk.root().list().expect("list").len();
    for _ in 0..600 {
        last = commit(&log, &[1; 3000]).end;
        log.checkpoint(last, None, &[]).expect("checkpoint");
    }
    assert!(
        disk.root().list().expect("list").len() <= files,
        "files are used again"
    );
    assert!(
        disk.root()
            .list()
            .expect("list")
            .contains(&log.usage().current_extent)
    );
    assert_eq!(log.usage().current_extent, "S0000013.LOG");
}

#[test]
fn a_linear_log_keeps_what_a_media_image_needs() {
    let (disk, log) = new_log(&linear());
    let image = commit(&log, b"image");
    let mut last = Lsn::NONE;
    for _ in 0..150 {
        last = commit(&log, &[1; 3000]).lsn;
    }
    log.checkpoint(last, Some(image.lsn), b"payload")
        .expect("checkpoint");
    assert_eq!(log.usage().media_extent.as_deref(), Some("S0000001.LOG"));
    assert_eq!(log.oldest_lsn(), Lsn::new(linear().extent_bytes()));
    let mut seen = 0;
    let scan = log.scan(image.lsn, Lsn::new(u64::MAX), &mut |_| {
        seen += 1;
        Ok::<(), Infallible>(())
    });
    assert_eq!(scan.expect("scan"), log.durable());
    assert_eq!(seen, 151);
    drop(log);
    let recovery = Log::open(disk.root(), &linear()).expect("open");
    assert_eq!(
        (recovery.recovery_lsn(), recovery.media_lsn()),
        (last, Some(image.lsn))
    );
    let mut first = None;
    let log = recovery
        .replay_from(image.lsn, &mut |record: Record<'_>| {
            first.get_or_insert(record.lsn);
            Ok::<(), Infallible>(())
        })
        .expect("replay");
    assert_eq!(first, Some(image.lsn));
    log.checkpoint(last, None, b"").expect("checkpoint");
    let gone = log.read(image.lsn, 0, 5);
    assert!(matches!(gone, Err(ReadError::Gone)), "{gone:?}");
    let scan = log.scan(image.lsn, last, &mut |_| Ok::<(), Infallible>(()));
    assert!(matches!(
        scan,
        Err(ReplayError::Log(LogError::ExtentMissing { extent: 1 }))
    ));
}

#[test]
fn a_circular_log_takes_no_notice_of_media_images() {
    let (_, log) = new_log(&circular());
    let image = commit(&log, b"image");
    for _ in 0..300 {
        let last = commit(&log, &[1; 3000]);
        log.checkpoint(last.lsn, None, &[]).expect("checkpoint");
    }
    assert!(matches!(log.read(image.lsn, 0, 5), Err(ReadError::Gone)));
}

#[test]
fn a_checkpoint_takes_only_positions_that_make_sense() {
    let (_, log) = new_log(&linear());
    let one = commit(&log, b"one");
    let two = commit(&log, b"two");
    let ahead = log
        .append(1, &[b"three"], Urgency::Ordinary)
        .expect("append");
    let bad = |result| matches!(result, Err(LogError::BadPosition { .. }));
    assert!(bad(log.checkpoint(ahead.end, None, &[])), "not durable");
    log.checkpoint(two.lsn, None, &[]).expect("checkpoint");
    assert!(bad(log.checkpoint(one.lsn, None, &[])), "back");
    assert!(
        bad(log.checkpoint(two.end, Some(ahead.end), &[])),
        "image not durable"
    );
    assert!(
        bad(log.checkpoint(two.end, Some(Lsn::new(5)), &[])),
        "before the first extent"
    );
    let long = vec![0; CHECKPOINT_PAYLOAD_BYTES_MAX + 1];
    assert!(matches!(
        log.checkpoint(two.end, None, &long),
        Err(LogError::PayloadTooLarge)
    ));
    log.checkpoint(two.end, None, &long[1..])
        .expect("the longest payload");
}

#[test]
fn reading_back_says_what_is_not_there() {
    let (_, log) = new_log(&circular());
    let appended = log
        .append(1, &[&[5; 100]], Urgency::Ordinary)
        .expect("append");
    assert!(matches!(
        log.read(appended.lsn, 0, 100),
        Err(ReadError::NotDurable)
    ));
    log.lead();
    assert_eq!(log.read(appended.lsn, 90, 10).expect("read"), [5; 10]);
    assert_eq!(
        log.read(appended.lsn, 100, 0).expect("nothing"),
        Vec::<u8>::new()
    );
    assert!(matches!(
        log.read(appended.lsn, 91, 10),
        Err(ReadError::NoRecord)
    ));
    let beside = Lsn::new(appended.lsn.get() + 1);
    assert!(matches!(log.read(beside, 0, 1), Err(ReadError::NoRecord)));
    let header_page = Lsn::new(circular().extent_bytes() + 32);
    assert!(matches!(
        log.read(header_page, 0, 1),
        Err(ReadError::NoRecord)
    ));
    assert!(matches!(
        log.read(Lsn::NONE, 0, 1),
        Err(ReadError::NoRecord)
    ));
    let far = Lsn::new(appended.lsn.get() + (1 << 40));
    assert!(matches!(log.read(far, 0, 1), Err(ReadError::NotDurable)));
}

/// Goal: what lies beside something that was read can be had without the disk, and nothing else.
#[test]
fn what_was_read_lately_is_at_hand() {
    let (_, log) = new_log(&circular());
    let append = |fill: u8, len: usize| {
        let body = vec![fill; len];
        let appended = log.append(1, &[&body], Urgency::Ordinary);
        appended.expect("append").lsn
    };
    let (first, second) = (append(1, 100), append(2, 5_000));
    assert!(log.read_at_hand(first, 0, 100).is_err(), "not durable");
    log.lead();
    assert!(log.read_at_hand(first, 0, 100).is_err(), "nobody read it");
    log.read(first, 0, 100).expect("read");
    let _access = access::forbid("a test");
    assert_eq!(log.read_at_hand(first, 90, 10).expect("at hand"), [1; 10]);
    let beside = log.read_at_hand(second, 0, 5_000);
    assert_eq!(beside.expect("in the same pages"), [2; 5_000]);
    assert!(
        log.read_at_hand(first, 91, 10).is_err(),
        "it is not so long"
    );
}

#[test]
fn switching_extents_moves_the_log_on_and_loses_nothing() {
    for settings in [circular(), linear()] {
        let (disk, log) = new_log(&settings);
        let mut expected = Vec::new();
        for number in 0..3_u8 {
            let body = vec![number; 10 + usize::from(number) * 4000];
            log.append(1, &[&body], Urgency::Ordinary).expect("append");
            expected.push(body);
            let before = log.usage().current_extent;
            if number < 2 {
                log.switch_extent().expect("switch");
                assert_ne!(log.usage().current_extent, before);
                assert_eq!(log.durable(), log.head());
                log.switch_extent()
                    .expect("at the start of an extent there is nothing to do");
            }
        }
        log.lead();
        drop(log);
        assert_eq!(bodies(&disk.root(), &settings), expected);
    }
}

#[test]
fn a_log_with_no_room_for_another_extent_does_not_switch() {
    let (_, log) = new_log(&circular());
    commit(&log, b"one");
    log.switch_extent().expect("to the second");
    commit(&log, b"two");
    log.switch_extent().expect("to the third, a secondary one");
    commit(&log, b"three");
    assert!(matches!(
        log.switch_extent(),
        Err(LogError::DiskFull { .. })
    ));
    commit(&log, b"it goes on");
}

#[test]
fn pressure_rises_with_use_and_is_told_once_a_rise() {
    let settings = LogSettings {
        primary_files: 4,
        secondary_files: 1,
        ..circular()
    };
    let (_, log) = new_log(&settings);
    let told = Arc::new(Mutex::new(Vec::new()));
    let hook = Arc::clone(&told);
    log.set_pressure_hook(Box::new(move |level| {
        hook.lock().expect("told").push(level)
    }));
    assert_eq!(log.pressure(), Pressure::Calm);
    let first = commit(&log, &[1; 3000]);
    while log.pressure() == Pressure::Calm {
        commit(&log, &[1; 3000]);
    }
    let percent = log.usage().log_in_use_percent;
    assert!((50..55).contains(&percent), "{percent}");
    // A checkpoint that cannot move the position quiets the log for a while only.
    log.checkpoint(first.lsn, None, &[]).expect("checkpoint");
    assert_eq!(log.pressure(), Pressure::Calm);
    while log.pressure() < Pressure::NearlyFull {
        commit(&log, &[1; 3000]);
    }
    let (used, all) = (log.usage().in_use_bytes, settings.capacity_bytes());
    assert!(used * 100 / all >= 84, "{used} of {all}");
    log.checkpoint(log.durable(), None, &[])
        .expect("checkpoint");
    assert_eq!(log.pressure(), Pressure::Calm);
    let wanted = Pressure::CheckpointWanted;
    assert_eq!(
        *told.lock().expect("told"),
        [wanted, wanted, Pressure::NearlyFull]
    );
}

#[test]
fn usage_adds_up() {
    let (_, log) = new_log(&circular());
    let before = log.usage();
    assert_eq!(before.in_use_bytes, 0);
    for _ in 0..10 {
        commit(&log, &[1; 3000]);
    }
    let after = log.usage();
    assert_eq!(after.records, 10);
    assert_eq!(after.forces, 10);
    assert_eq!(
        after.bytes_written,
        11 * 4096,
        "ten pages and the header of the extent"
    );
    assert_eq!(after.in_use_bytes, 11 * 4096);
    assert_eq!(after.capacity_bytes, 3 * 64 * 4096);
    assert_eq!(after.current_extent, "S0000000.LOG");
    assert_eq!(after.recovery_extent, "S0000000.LOG");
    assert_eq!(after.reusable_bytes, circular().extent_bytes());
    assert!(after.force_ns_max >= after.force_ns_recent);
}

#[test]
fn an_offline_reader_sees_all_records_and_changes_nothing() {
    let (disk, log) = new_log(&linear());
    let mut lsns = Vec::new();
    for number in 0..100_u8 {
        lsns.push(commit(&log, &[number; 3000]).lsn);
    }
    log.checkpoint(lsns[80], Some(lsns[0]), b"payload")
        .expect("checkpoint");
    let before = disk.kill(1);
    let reader = LogReader::open(&disk.root()).expect("open");
    assert_eq!(
        (reader.checkpoint(), reader.recovery_lsn()),
        (&b"payload"[..], lsns[80])
    );
    assert_eq!(reader.media_lsn(), Some(lsns[0]));
    assert_eq!(reader.settings(), &linear());
    assert_eq!(
        reader.extents().map(|(_, name)| name).collect::<Vec<_>>(),
        ["S0000001.LOG", "S0000002.LOG"]
    );
    let count = |from, to| {
        let mut found = Vec::new();
        let end = reader.scan(from, to, &mut |record: Record<'_>| {
            found.push(record.lsn);
            Ok::<(), Infallible>(())
        });
        (found, end.expect("scan"))
    };
    assert_eq!(count(None, None), (lsns.clone(), log.durable()));
    assert_eq!(
        count(Some(lsns[5]), Some(lsns[70])),
        (lsns[5..70].to_vec(), lsns[70])
    );
    drop(log);
    assert_eq!(bodies(&before.root(), &linear()).len(), 20);
}

#[test]
fn a_scan_stops_when_its_caller_says_so() {
    let (_, log) = new_log(&circular());
    let one = commit(&log, b"one");
    commit(&log, b"two");
    let mut count = 0;
    let scan = log.scan(one.lsn, log.durable(), &mut |_| {
        count += 1;
        Err("enough")
    });
    assert!(matches!(scan, Err(ReplayError::Apply("enough"))));
    assert_eq!(count, 1);
}

#[test]
fn replay_takes_no_position_behind_the_checkpoint_or_before_the_log() {
    let (disk, log) = new_log(&circular());
    let one = commit(&log, b"one");
    drop(log);
    for from in [one.end, Lsn::new(32)] {
        let recovery = Log::open(disk.root(), &circular()).expect("open");
        let replayed = recovery.replay_from(from, &mut |_| Ok::<(), Infallible>(()));
        assert!(matches!(
            replayed,
            Err(ReplayError::Log(LogError::BadPosition { .. }))
        ));
    }
    open(&disk.root(), &circular());
}

#[test]
fn a_log_is_reduced_to_what_it_needs() {
    let settings = LogSettings {
        secondary_files: 3,
        ..circular()
    };
    let (disk, log) = new_log(&settings);
    let files = || disk.root().list().expect("list").len() as u32 - 1;
    let mut ends = Vec::new();
    while files() < 5 {
        ends.push(commit(&log, &[1; 3000]).end);
    }
    // A position that leaves an extent before the current one in use.
    let oldest = ends[ends.len() - 100];
    log.checkpoint(oldest, None, &[]).expect("checkpoint");
    let before = files();
    assert!(before > settings.primary_files + 1, "{before} files");
    assert_eq!(log.reduce(0, 1), 1);
    assert_eq!(files(), before - 1);
    log.reduce(0, usize::MAX);
    let usage = log.usage();
    assert_eq!(files(), usage.extents);
    assert!(usage.extents < before, "{usage:?}");
    for _ in 0..100 {
        let last = commit(&log, &[2; 3000]).end;
        log.checkpoint(last, None, &[]).expect("checkpoint");
    }
    drop(log);
    open(&disk.root(), &settings);
}

#[test]
fn a_linear_log_is_reduced_to_what_it_needs() {
    let settings = linear();
    let (disk, log) = new_log(&settings);
    let mut last = Lsn::NONE;
    for _ in 0..200 {
        last = commit(&log, &[1; 3000]).end;
    }
    log.checkpoint(last, None, &[]).expect("checkpoint");
    let spare = log.usage().reusable_extents as usize;
    assert!(spare >= 3, "{spare} free extents");
    assert_eq!(log.reduce(spare - 1, usize::MAX), 1);
    assert_eq!(log.reduce(0, usize::MAX), spare - 1);
    assert_eq!(log.usage().reusable_extents, 0);
    let wanted: Vec<_> = (0..50).map(|at| commit(&log, &[at; 3000]).end).collect();
    log.checkpoint(wanted[40], None, &[]).expect("checkpoint");
    drop(log);
    open(&disk.root(), &settings);
}

#[test]
fn a_circular_log_makes_the_next_file_before_it_is_needed() {
    let settings = LogSettings {
        secondary_files: 2,
        ..circular()
    };
    let (_, log) = new_log(&settings);
    let first = commit(&log, &[1; 3000]).end;
    while log.usage().extents == settings.primary_files {
        commit(&log, &[1; 3000]);
        log.checkpoint(first, None, &[]).expect("checkpoint");
    }
    let reserve_bytes = settings.primary_bytes() / 8;
    let used_bytes = log.usage().in_use_bytes;
    assert!(
        used_bytes + reserve_bytes + 10_000 < settings.primary_bytes(),
        "no append had to make it: {used_bytes}"
    );
}

/// A full page, behind it the end of the extent: a position between the two is the start of the next extent, for as long as
/// somebody holds the log from there.
#[test]
fn the_log_may_be_held_from_the_very_end_of_an_extent() {
    let (_disk, log) = new_log(&small(LogType::Circular));
    log.append(1, &[&[1; 4056]], Urgency::Ordinary)
        .expect("append");
    let held = log.head();
    log.switch_extent().expect("switch");
    for _ in 0..3 {
        commit(&log, b"more");
        log.checkpoint(held, None, b"").expect("it is held still");
        assert_eq!(
            log.recovery_lsn(),
            log.next_extent(Lsn::new(held.get() - 1))
        );
    }
}

#[test]
fn every_extent_a_linear_log_goes_on_in_or_needs_is_told_once_in_order() {
    let (_, log) = new_log(&linear());
    let notes = Notes::default();
    let noted = notes.clone();
    log.set_moves_hook(Box::new(move || noted.add(1)));
    let first = log.extents().expect("a linear log");
    assert!(first.current == first.recovery && first.media.is_none());
    commit(&log, b"in the first");
    assert!(log.moved_extents().is_empty() && notes.all().is_empty());
    // Three in one breath, and nobody has looked.
    for _ in 0..3 {
        log.switch_extent().expect("room");
        commit(&log, b"in the next");
    }
    let moved = log.moved_extents();
    assert_eq!(moved.len(), 3, "{moved:?}");
    assert_eq!(notes.all().len(), 3);
    assert!(moved.is_sorted_by(|one, other| one.current < other.current));
    assert!(moved.iter().all(|one| one.recovery == first.recovery));
    assert_eq!(log.extents().as_ref(), moved.last());
    assert!(log.moved_extents().is_empty(), "each is told once");
    // A checkpoint needs others from now on, and so does an image.
    let end = log.durable();
    log.checkpoint(end, Some(end), b"").expect("a checkpoint");
    let moved = log.moved_extents();
    let [needed] = &moved[..] else {
        panic!("{moved:?}");
    };
    assert_eq!(needed.recovery, needed.current);
    assert_eq!(needed.media.as_ref(), Some(&needed.recovery));
    log.checkpoint(end, Some(end), b"").expect("the same again");
    assert!(log.moved_extents().is_empty(), "nothing has changed");
}

#[test]
fn a_circular_log_has_no_extents_to_tell() {
    let (_, log) = new_log(&circular());
    log.switch_extent().expect("room");
    commit(&log, b"in the next");
    assert!(log.extents().is_none() && log.moved_extents().is_empty());
}
