//! No file says that it holds the extent the log ends at: was it begun?

use crate::start_up::{PAGE, damage_page, file, linear, log_with, numbers, refused, settings};
use crate::support::{self, commit, new_log};
use ferromq_base::disk::SimulatedDisk;
use ferromq_log::{LogError, LogSettings};

/// Two extents, three forces in the second; the known end lies at the start of the first.
fn log_with_a_second_extent(settings: &LogSettings) -> SimulatedDisk {
    let (disk, log) = new_log(settings);
    commit(&log, &[0; 3000]);
    log.switch_extent().expect("switch");
    for number in 1..4 {
        commit(&log, &[number; 3000]);
    }
    disk
}

/// The newest extent is the one whose loss no later extent gives away: its own pages must.
#[test]
fn a_newest_extent_whose_header_is_damaged_stops_the_log() {
    for (settings, name) in [(settings(), "S0000001.LOG"), (linear(), "S0000002.LOG")] {
        let disk = log_with_a_second_extent(&settings);
        disk.flip_bit(name, 20, 0).expect("flip");
        let error = refused(&disk, &settings);
        assert!(
            matches!(&error, LogError::Damaged { file, .. } if file == name),
            "{error}"
        );
        disk.flip_bit(name, 20, 0).expect("flip back");
        assert_eq!(
            numbers(&disk, &settings),
            [0, 1, 2, 3],
            "nothing was written"
        );
    }
}

#[test]
fn a_newest_extent_of_a_linear_log_that_is_cut_short_stops_the_log() {
    let disk = log_with_a_second_extent(&linear());
    let name = "S0000002.LOG";
    file(&disk, name).set_len(10 * PAGE).expect("cut");
    let error = refused(&disk, &linear());
    assert!(
        matches!(&error, LogError::Damaged { file, .. } if file == name),
        "{error}"
    );
    assert!(disk.root().list().expect("list").contains(&name.to_owned()));
}

/// As a power loss leaves it that lets the first pages of an extent through but not its header.
#[test]
fn an_extent_that_was_only_being_begun_is_room() {
    let (disk, log) = new_log(&settings());
    commit(&log, &[0; 3000]);
    log.switch_extent().expect("switch");
    commit(&log, &[1; 3000]);
    drop(log);
    disk.flip_bit("S0000001.LOG", 20, 0).expect("flip");
    assert_eq!(numbers(&disk, &settings()), [0]);
    let log = support::open(&disk.root(), &settings());
    commit(&log, &[2; 3000]);
    commit(&log, &[3; 3000]);
    drop(log);
    assert_eq!(numbers(&disk, &settings()), [0, 2, 3]);
}

/// Two faults that hide each other: the last page of an extent and the header of the next. What was
/// lost by that cannot be noticed; what is written afterwards must not be lost as well.
#[test]
fn pages_given_up_once_do_not_take_later_records_with_them() {
    let disk = log_with(&settings(), 66);
    damage_page(&disk, 63);
    disk.flip_bit("S0000001.LOG", 20, 0).expect("flip");
    assert_eq!(numbers(&disk, &settings()), (0..62).collect::<Vec<_>>());
    let log = support::open(&disk.root(), &settings());
    commit(&log, &[99; 3000]);
    drop(log);
    let kept = numbers(&disk, &settings());
    assert_eq!((kept.len(), kept.last()), (63, Some(&99)));
}
