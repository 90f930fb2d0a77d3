//! The rights of what commands make, whatever the mask of the user says, and of what was made before.

use crate::support::Room;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs a command under a mask that leaves everybody everything.
fn unmasked(room: &Room, words: &[&str]) {
    let mut command = Command::new("sh");
    command
        .args([
            "-c",
            "umask 0; exec \"$@\"",
            "sh",
            env!("CARGO_BIN_EXE_ferromq"),
        ])
        .args(words)
        .env("MQ_DATA_PATH", room.path());
    let output = command.output().expect("sh is there");
    assert!(output.status.success(), "{words:?}: {output:?}");
}

fn mode(path: &Path) -> u32 {
    let metadata = std::fs::symlink_metadata(path).expect("it is there");
    metadata.permissions().mode() & 0o7777
}

/// Every path below one, with what others may do there.
fn rights_of_others(below: &Path, found: &mut Vec<(PathBuf, u32)>) {
    for entry in std::fs::read_dir(below).expect("a directory").flatten() {
        let path = entry.path();
        found.push((path.clone(), mode(&path) & 0o007));
        if entry.file_type().expect("a type").is_dir() {
            rights_of_others(&path, found);
        }
    }
}

/// What others need: the list of queue managers, the way to the socket, the socket, and the table of channels.
fn check(room: &Room) {
    let mut found = Vec::new();
    rights_of_others(room.path(), &mut found);
    assert!(found.len() > 20, "{found:?}");
    let queue_manager = room.path().join("qmgrs/QM1");
    for (path, rights) in found {
        let below = |name: &str| path.starts_with(queue_manager.join(name));
        if path == queue_manager {
            assert_eq!(rights, 0o001, "{}", path.display());
        } else if path == room.path().join("qmgrs") || below("@ipcc") {
            assert_ne!(rights & 0o005, 0, "{}", path.display());
            assert_eq!(rights & 0o002, 0, "{}", path.display());
        } else if path == room.path().join("mqs.ini") {
            assert_eq!(rights & 0o004, 0o004);
        } else if below("bindings.socket") {
            let metadata = std::fs::symlink_metadata(&path).expect("it is there");
            assert!(metadata.file_type().is_socket() && rights == 0o006);
        } else {
            assert_eq!(rights, 0, "{}", path.display());
        }
    }
    for lock in ["mqs.ini.lock", "qmgrs/QM1/LOCK"] {
        assert_eq!(mode(&room.path().join(lock)) & 0o007, 0, "{lock}");
    }
}

#[test]
fn nothing_is_left_to_others_that_they_do_not_need() {
    let room = Room::new();
    unmasked(&room, &["crtmqm", "-dev", "-lf", "64", "QM1"]);
    unmasked(&room, &["strmqm", "QM1"]);
    let channel = "DEFINE CHANNEL(A) CHLTYPE(CLNTCONN) CONNAME('localhost')\n";
    assert_eq!(room.run_with(&["runmqsc", "QM1"], channel).code, 0);
    check(&room);
}

#[test]
fn a_start_takes_away_what_releases_before_left_to_others() {
    let room = Room::new();
    room.done(&["crtmqm", "-dev", "-lf", "64", "QM1"]);
    room.done(&["strmqm", "QM1"]);
    room.done(&["endmqm", "-i", "QM1"]);
    let open = |path: &str| {
        let path = room.path().join(path);
        let mode = if path.is_dir() { 0o755 } else { 0o644 };
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).expect("it is ours");
    };
    for path in [
        "mqs.ini.lock",
        "log/QM1/active",
        "qmgrs/QM1",
        "qmgrs/QM1/LOCK",
        "qmgrs/QM1/STATUS",
        "qmgrs/QM1/qm.ini",
        "qmgrs/QM1/errors",
        "qmgrs/QM1/queues",
    ] {
        open(path);
    }
    room.done(&["strmqm", "QM1"]);
    let log = room.path().join("qmgrs/QM1/errors/AMQERR01.LOG");
    let log = std::fs::read_to_string(log).expect("an error log");
    assert!(log.contains("FMQ0111I"), "{log}");
    // The lock of all of them is mended by the next command that takes it.
    room.done(&["crtmqm", "-lf", "64", "QM2"]);
    room.done(&["dltmqm", "QM2"]);
    check(&room);
}
