//! The start-up table of the README, one test a row: what is found, and the verdict.

mod newest_extent;

use crate::support::{bodies, commit, new_log, small};
use ferromq_base::disk::{Directory, File, OpenMode, SimulatedDisk};
use ferromq_log::{Log, LogError, LogSettings, LogType, Recovery, Urgency};
use std::convert::Infallible;
use std::sync::Arc;

const PAGE: u64 = 4096;

fn settings() -> LogSettings {
    small(LogType::Circular)
}

fn linear() -> LogSettings {
    small(LogType::Linear)
}

fn file(disk: &SimulatedDisk, name: &str) -> Box<dyn File> {
    disk.root()
        .open(name, OpenMode::Cached)
        .expect("the file is there")
}

fn bytes(disk: &SimulatedDisk, name: &str, at: u64, len: usize) -> Vec<u8> {
    let mut bytes = vec![0; len];
    file(disk, name).read_at(at, &mut bytes).expect("read");
    bytes
}

fn open(disk: &SimulatedDisk, settings: &LogSettings) -> Result<Recovery, LogError> {
    Log::open(disk.root(), settings)
}

/// Opens and replays; answers what refused.
fn refused(disk: &SimulatedDisk, settings: &LogSettings) -> LogError {
    let recovery = match open(disk, settings) {
        Ok(recovery) => recovery.prefetching(false),
        Err(error) => return error,
    };
    match recovery.replay(&mut |_| Ok::<(), Infallible>(())) {
        Err(ferromq_log::ReplayError::Log(error)) => error,
        Ok(_) => panic!("this log must not start"),
    }
}

/// A log with `count` committed records of a page each, closed.
fn log_with(settings: &LogSettings, count: u8) -> SimulatedDisk {
    let (disk, log) = new_log(settings);
    for number in 0..count {
        commit(&log, &[number; 3000]);
    }
    disk
}

fn numbers(disk: &SimulatedDisk, settings: &LogSettings) -> Vec<u8> {
    bodies(&disk.root(), settings)
        .iter()
        .map(|body| body[0])
        .collect()
}

#[test]
fn an_empty_directory_holds_no_log() {
    let disk = SimulatedDisk::new(1);
    assert!(matches!(
        refused(&disk, &settings()),
        LogError::NoControlFile
    ));
}

#[test]
fn extents_without_a_control_file_are_no_log_and_used_ones_are_not_overwritten() {
    let disk = log_with(&settings(), 3);
    disk.root().remove("LOGCTL").expect("remove");
    assert!(matches!(
        refused(&disk, &settings()),
        LogError::NoControlFile
    ));
    let created = Log::create(&disk.root(), &settings(), &mut |_, _| ());
    assert!(matches!(created, Err(LogError::Exists)));
}

#[test]
fn leftovers_of_an_interrupted_creation_do_not_stop_the_next_one() {
    let (disk, log) = new_log(&settings());
    drop(log);
    disk.root().remove("LOGCTL").expect("remove");
    file(&disk, "S0000001.LOG").set_len(5 * PAGE).expect("cut");
    Log::create(&disk.root(), &settings(), &mut |_, _| ()).expect("create again");
    assert!(numbers(&disk, &settings()).is_empty());
    let created = Log::create(&disk.root(), &settings(), &mut |_, _| ());
    assert!(matches!(created, Err(LogError::Exists)));
}

#[test]
fn only_a_log_that_was_never_opened_can_be_discarded() {
    let disk = SimulatedDisk::new(1);
    let root = disk.root();
    assert!(Log::is_unused(&root).expect("asked"));
    Log::create(&root, &settings(), &mut |_, _| ()).expect("created");
    assert!(Log::discard_unused(&root).expect("discarded"));
    assert_eq!(root.list().expect("listed"), Vec::<String>::new());
    Log::create(&root, &settings(), &mut |_, _| ()).expect("created again");
    // Opened once, and nothing was written.
    assert!(numbers(&disk, &settings()).is_empty());
    assert!(!Log::is_unused(&root).expect("asked"));

    let disk = log_with(&settings(), 3);
    let root = disk.root();
    let sorted = || {
        let mut names = root.list().expect("listed");
        names.sort();
        names
    };
    let before = sorted();
    assert!(!Log::discard_unused(&root).expect("asked"));
    // The slot that tells of the start is destroyed: the one of the creation counts, and the extents are used.
    file(&disk, "LOGCTL")
        .write_at(0, &[0; 4096])
        .expect("written");
    assert!(!Log::discard_unused(&root).expect("asked"));
    assert_eq!(sorted(), before);
}

#[test]
fn creation_tells_its_progress() {
    let disk = SimulatedDisk::new(1);
    let mut told = Vec::new();
    Log::create(&disk.root(), &settings(), &mut |done, total| {
        told.push((done, total))
    })
    .expect("create");
    let total = settings().primary_bytes();
    assert_eq!(
        (told.first(), told.last()),
        (Some(&(0, total)), Some(&(total, total)))
    );
}

#[test]
fn a_control_file_cut_short_is_damaged() {
    let disk = log_with(&settings(), 3);
    file(&disk, "LOGCTL").set_len(PAGE).expect("cut");
    assert!(matches!(
        refused(&disk, &settings()),
        LogError::ControlFileDamaged
    ));
}

#[test]
fn of_two_control_slots_one_may_be_torn() {
    for slot in [0, 1] {
        let (disk, log) = new_log(&settings());
        for number in 0..6 {
            let last = commit(&log, &[number; 3000]);
            log.checkpoint(last.lsn, None, &[number])
                .expect("checkpoint");
        }
        disk.flip_bit("LOGCTL", slot * PAGE + 100, 3).expect("flip");
        let payload = open(&disk, &settings())
            .expect("open")
            .checkpoint()
            .to_vec();
        let first = payload[0];
        assert!(first == 4 || first == 5, "the last or the one before");
        assert_eq!(numbers(&disk, &settings()), (first..6).collect::<Vec<_>>());
    }
}

#[test]
fn with_both_control_slots_torn_the_log_does_not_start() {
    let disk = log_with(&settings(), 3);
    for slot in [0, 1] {
        disk.flip_bit("LOGCTL", slot * PAGE + 17, 0).expect("flip");
    }
    assert!(matches!(
        refused(&disk, &settings()),
        LogError::ControlFileDamaged
    ));
}

#[test]
fn a_control_slot_older_than_the_pages_is_noticed() {
    let disk = log_with(&settings(), 3);
    // Two slots: creation's (generation 1) and the first opening's (generation 2).
    disk.flip_bit("LOGCTL", 17, 0).expect("flip");
    let LogError::Damaged { rule, .. } = refused(&disk, &settings()) else {
        panic!("damaged")
    };
    assert!(rule.contains("control file is older"), "{rule}");
}

/// Changes the version at `at` in a page checksummed from byte 4 on, and seals it again.
fn make_version_9(disk: &SimulatedDisk, name: &str, page_at: u64) {
    let mut page = bytes(disk, name, page_at, 4096);
    page[4] = 9;
    let checksum = ferromq_base::checksum::crc32c(&page[4..]);
    page[..4].copy_from_slice(&checksum.to_le_bytes());
    file(disk, name).write_at(page_at, &page).expect("write");
}

#[test]
fn files_of_a_release_to_come_are_left_alone() {
    let disk = log_with(&settings(), 3);
    make_version_9(&disk, "S0000000.LOG", 0);
    let error = refused(&disk, &settings());
    assert!(
        matches!(error, LogError::UnknownVersion { version: 9, .. }),
        "{error}"
    );
    let disk = log_with(&settings(), 3);
    make_version_9(&disk, "LOGCTL", 0);
    let error = refused(&disk, &settings());
    assert!(
        matches!(error, LogError::UnknownVersion { version: 9, .. }),
        "{error}"
    );
}

#[test]
fn settings_fixed_at_creation_cannot_change() {
    let disk = log_with(&settings(), 1);
    let other = LogSettings {
        file_pages: 65,
        ..settings()
    };
    let error = refused(&disk, &other);
    assert!(
        matches!(
            error,
            LogError::SettingFixed {
                setting: "LogFilePages",
                ..
            }
        ),
        "{error}"
    );
    let error = refused(&disk, &linear());
    assert!(
        matches!(
            error,
            LogError::SettingFixed {
                setting: "LogType",
                ..
            }
        ),
        "{error}"
    );
    let said = error.to_string();
    assert!(
        said.contains("fixed at CIRCULAR") && said.contains("become LINEAR"),
        "{said}"
    );
    let invalid = LogSettings {
        primary_files: 1,
        ..settings()
    };
    assert!(matches!(refused(&disk, &invalid), LogError::Settings(_)));
}

#[test]
fn numbers_of_files_may_change() {
    let disk = log_with(&settings(), 3);
    let more = LogSettings {
        primary_files: 5,
        secondary_files: 3,
        buffer_pages: 40,
        ..settings()
    };
    assert_eq!(numbers(&disk, &more), [0, 1, 2]);
    assert_eq!(
        disk.root().list().expect("list").len(),
        6,
        "five extents and the control file"
    );
    let log = crate::support::open(&disk.root(), &settings());
    assert_eq!(log.usage().extents, 5, "they stay until they are free");
    log.checkpoint(log.durable(), None, &[])
        .expect("checkpoint");
    assert_eq!(log.usage().extents, 2);
    drop(log);
    assert!(numbers(&disk, &settings()).is_empty());
}

#[test]
fn a_missing_primary_file_is_named() {
    let disk = log_with(&settings(), 3);
    disk.root().remove("S0000001.LOG").expect("remove");
    let error = refused(&disk, &settings());
    assert!(
        matches!(&error, LogError::FileMissing { file } if file == "S0000001.LOG"),
        "{error}"
    );
}

#[test]
fn a_primary_file_cut_short_is_damaged() {
    let disk = log_with(&settings(), 3);
    file(&disk, "S0000000.LOG").set_len(10 * PAGE).expect("cut");
    let error = refused(&disk, &settings());
    assert!(
        matches!(&error, LogError::Damaged { file, .. } if file == "S0000000.LOG"),
        "{error}"
    );
}

#[test]
fn an_unfinished_file_that_nothing_needs_is_removed() {
    for (settings, name) in [(settings(), "S0000002.LOG"), (linear(), "S0000009.LOG")] {
        let disk = log_with(&settings, 3);
        let unfinished = disk.root().create(name, OpenMode::Cached).expect("create");
        unfinished.set_len(3 * PAGE).expect("length");
        assert_eq!(numbers(&disk, &settings), [0, 1, 2]);
        assert!(!disk.root().list().expect("list").contains(&name.to_owned()));
    }
}

#[test]
fn a_needed_extent_whose_header_is_damaged_is_missing() {
    for (settings, name) in [(settings(), "S0000000.LOG"), (linear(), "S0000001.LOG")] {
        let disk = log_with(&settings, 3);
        // Opening once more notes that the end is behind those records.
        assert_eq!(numbers(&disk, &settings), [0, 1, 2]);
        disk.flip_bit(name, 20, 0).expect("flip");
        let error = refused(&disk, &settings);
        assert!(
            matches!(error, LogError::ExtentMissing { extent: 1 }),
            "{error}"
        );
    }
}

#[test]
fn a_needed_extent_of_a_linear_log_that_is_gone_is_missing() {
    let disk = log_with(&linear(), 3);
    assert_eq!(numbers(&disk, &linear()), [0, 1, 2]);
    disk.root().remove("S0000001.LOG").expect("remove");
    let error = refused(&disk, &linear());
    assert!(
        matches!(error, LogError::ExtentMissing { extent: 1 }),
        "{error}"
    );
}

#[test]
fn extents_of_another_log_do_not_count() {
    let disk = log_with(&settings(), 3);
    let other = log_with(&settings(), 5);
    let foreign = bytes(
        &other,
        "S0000000.LOG",
        0,
        settings().extent_bytes() as usize,
    );
    // Where nothing is needed they are room like any other ...
    file(&disk, "S0000001.LOG")
        .write_at(0, &foreign)
        .expect("write");
    assert_eq!(numbers(&disk, &settings()), [0, 1, 2]);
    // ... and where something is needed it is missing.
    file(&disk, "S0000000.LOG")
        .write_at(0, &foreign)
        .expect("write");
    let error = refused(&disk, &settings());
    assert!(
        matches!(error, LogError::ExtentMissing { extent: 1 }),
        "{error}"
    );
}

#[test]
fn a_file_that_is_not_where_a_linear_log_put_it_does_not_count() {
    let disk = log_with(&linear(), 3);
    let copy = bytes(&disk, "S0000001.LOG", 0, linear().extent_bytes() as usize);
    let stray = disk
        .root()
        .create("S0000077.LOG", OpenMode::Cached)
        .expect("create");
    stray.write_at(0, &copy).expect("write");
    assert_eq!(numbers(&disk, &linear()), [0, 1, 2]);
    let log = crate::support::open(&disk.root(), &linear());
    for _ in 0..200 {
        commit(&log, &[9; 3000]);
    }
    drop(log);
    assert_eq!(numbers(&disk, &linear()).len(), 203);
}

#[test]
fn two_files_with_the_same_extent_stop_the_log() {
    let disk = log_with(&settings(), 3);
    let copy = bytes(&disk, "S0000000.LOG", 0, settings().extent_bytes() as usize);
    file(&disk, "S0000001.LOG")
        .write_at(0, &copy)
        .expect("write");
    let error = refused(&disk, &settings());
    assert!(matches!(error, LogError::Damaged { .. }), "{error}");
}

#[test]
fn garbage_in_files_nothing_needs_is_room() {
    let disk = log_with(&settings(), 3);
    let garbage: Vec<u8> = (0..settings().extent_bytes())
        .map(|at| (at * 7 + at / 300) as u8)
        .collect();
    file(&disk, "S0000001.LOG")
        .write_at(0, &garbage)
        .expect("write");
    assert_eq!(numbers(&disk, &settings()), [0, 1, 2]);
    let log = crate::support::open(&disk.root(), &settings());
    for number in 0..70 {
        commit(&log, &[number; 3000]);
    }
    drop(log);
    assert_eq!(numbers(&disk, &settings()).len(), 73);
}

#[test]
fn files_of_others_are_ignored() {
    let disk = log_with(&settings(), 2);
    for name in [
        "README",
        "S1.LOG",
        "Sabcdefg.LOG",
        "LOGCTL.NEW",
        "S0000000.LOG.bak",
    ] {
        disk.root().create(name, OpenMode::Cached).expect("create");
    }
    assert_eq!(numbers(&disk, &settings()), [0, 1]);
}

/// Page `index` of the first extent: with one commit a page, commit `index - 1`.
fn damage_page(disk: &SimulatedDisk, index: u64) {
    disk.flip_bit("S0000000.LOG", index * PAGE + 1000, 5)
        .expect("flip");
}

#[test]
fn damage_before_the_known_end_stops_the_log() {
    let disk = log_with(&settings(), 5);
    assert_eq!(numbers(&disk, &settings()).len(), 5);
    damage_page(&disk, 5);
    let LogError::Damaged { file, offset, .. } = refused(&disk, &settings()) else {
        panic!("damaged")
    };
    assert_eq!((file.as_str(), offset), ("S0000000.LOG", 5 * PAGE));
}

#[test]
fn damage_with_later_forces_behind_it_stops_the_log() {
    for page in 1..5 {
        let disk = log_with(&settings(), 5);
        damage_page(&disk, page);
        let LogError::Damaged { offset, .. } = refused(&disk, &settings()) else {
            panic!("damaged")
        };
        assert_eq!(offset, page * PAGE);
    }
}

#[test]
fn damage_in_the_last_force_is_the_end_of_the_log() {
    let disk = log_with(&settings(), 5);
    damage_page(&disk, 5);
    assert_eq!(numbers(&disk, &settings()), [0, 1, 2, 3]);
}

#[test]
fn damage_with_a_later_extent_behind_it_stops_the_log() {
    let (disk, log) = new_log(&settings());
    commit(&log, b"one");
    // The last force of the first extent: nothing later in it gives the damage away.
    log.switch_extent().expect("switch");
    commit(&log, b"two");
    drop(log);
    let page = 2;
    damage_page(&disk, page);
    let LogError::Damaged { offset, .. } = refused(&disk, &settings()) else {
        panic!("damaged")
    };
    assert_eq!(offset, page * PAGE);
}

#[test]
fn pages_of_an_earlier_life_behind_the_end_do_not_come_back() {
    // One force of three pages; the power loss leaves the second and third, not the first.
    let (disk, log) = new_log(&settings());
    commit(&log, &[1; 3000]);
    let mut old = Vec::new();
    for number in [2, 3, 4] {
        old.push(
            log.append(1, &[&[number; 4000]], Urgency::Ordinary)
                .expect("append"),
        );
    }
    log.lead();
    drop(log);
    let torn = file(&disk, "S0000000.LOG");
    torn.write_at(2 * PAGE, &[0; PAGE as usize])
        .expect("lose the page");
    assert_eq!(numbers(&disk, &settings()), [1]);
    // The next life writes one page: exactly up to where the old ones wait.
    let log = crate::support::open(&disk.root(), &settings());
    let again = commit(&log, &[5; 4000]);
    assert_eq!(again.lsn, old[0].lsn);
    drop(log);
    assert_eq!(numbers(&disk, &settings()), [1, 5]);
    assert_eq!(numbers(&disk, &settings()), [1, 5], "nor later");
}

#[test]
fn opening_alone_changes_nothing() {
    let disk = log_with(&settings(), 3);
    let read = |name: &str| {
        bytes(
            &disk,
            name,
            0,
            file(&disk, name).len().expect("length") as usize,
        )
    };
    let names = ["LOGCTL", "S0000000.LOG", "S0000001.LOG"];
    let before = names.map(read);
    let recovery = open(&disk, &settings()).expect("open");
    let stopped = recovery.replay(&mut |_| Err("no more"));
    assert!(matches!(
        stopped,
        Err(ferromq_log::ReplayError::Apply("no more"))
    ));
    assert!(names.map(read) == before);
    assert_eq!(numbers(&disk, &settings()), [0, 1, 2]);
}

#[test]
fn reading_ahead_gives_the_same_records() {
    let (disk, log) = new_log(&LogSettings {
        primary_files: 9,
        ..settings()
    });
    for number in 0..200 {
        log.append(
            number,
            &[&vec![number; usize::from(number) * 37]],
            Urgency::Ordinary,
        )
        .expect("append");
    }
    log.switch_extent().expect("switch");
    drop(log);
    let settings = LogSettings {
        primary_files: 9,
        ..settings()
    };
    let dir: Arc<dyn Directory> = disk.root();
    let plain = bodies(&dir, &settings);
    let mut ahead = Vec::new();
    let recovery = Log::open(dir, &settings).expect("open").prefetching(true);
    recovery
        .replay(&mut |record| {
            ahead.push(record.body.to_vec());
            Ok::<(), Infallible>(())
        })
        .expect("replay");
    assert_eq!(plain.len(), 200);
    assert!(plain == ahead);
}

/// An extent may end before it is full, and a checkpoint may ask for a position behind that end: that of a page, or the end
/// of a record that fills the last page. There is nothing to be read there.
#[test]
fn replay_goes_on_in_the_next_extent_where_one_ended_early() {
    const FULL_PAGE: usize = 4096 - 32 - 8;
    for settings in [settings(), linear()] {
        for pages_behind in [0, 1, 20] {
            for restarts in [false, true] {
                let (disk, mut log) = new_log(&settings);
                let before = commit(&log, &[1; FULL_PAGE]);
                assert_eq!(before.end.get() % PAGE, 0, "it fills its page");
                // Without this the record's page would not be the one that ends the extent.
                let before = log.append(1, &[&[2; FULL_PAGE]], Urgency::Ordinary);
                let before = before.expect("append");
                log.switch_extent().expect("switch");
                commit(&log, &[3; 100]);
                if restarts {
                    drop(log);
                    log = crate::support::open(&disk.root(), &settings);
                }
                let asked = before.end.get() + pages_behind * PAGE;
                let taken = log.checkpoint(ferromq_log::Lsn::new(asked), None, &[]);
                taken.expect("checkpoint");
                assert_eq!(log.recovery_lsn().get(), 2 * settings.extent_bytes());
                drop(log);
                assert_eq!(numbers(&disk, &settings), [3]);
            }
        }
    }
}
