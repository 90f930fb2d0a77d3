//! An installation on disk: its list of queue managers, their settings, what they are doing.

use crate::place::Place as Room;
use ferromq::installation::{DirectoryOptions, Installation, InstallationError, RunStatus};
use ferromq::settings::Given;
use ferromq::{QueueManager, Settings};
use std::path::Path;
use std::sync::Arc;

fn given() -> [Given; 1] {
    [Given {
        name: "LogFilePages",
        value: "64".into(),
        option: "-lf",
    }]
}

fn create(path: &Path, name: &str, options: &DirectoryOptions) -> Result<(), InstallationError> {
    let mut installation = Installation::open(path)?;
    let lock = installation.lock()?;
    let settings = installation.creation_settings(&given())?;
    let directories = installation.new_directories(name, options);
    let create = Settings {
        directories: Some(directories.clone()),
        log: settings.log,
        notices: Arc::new(|_| {}),
        ..Settings::default()
    };
    QueueManager::create(path, name, &create).expect("nothing is in the way");
    installation.add(name, &directories, &settings, &[], &lock)
}

#[test]
fn a_queue_manager_is_listed_and_its_settings_are_found_again() {
    let room = Room::new("listed");
    create(&room.0, "A.B", &DirectoryOptions::default()).unwrap();
    create(&room.0, "SECOND", &DirectoryOptions::default()).unwrap();
    let installation = Installation::open(&room.0).unwrap();
    let names: Vec<String> = installation
        .queue_managers()
        .into_iter()
        .map(|listed| listed.name)
        .collect();
    assert_eq!(names, ["A.B", "SECOND"]);
    let (directories, settings) = installation.stored("A.B").unwrap();
    assert_eq!(directories.data, room.0.join("qmgrs/A!B"));
    assert_eq!(directories.log, room.0.join("log/A!B"));
    assert_eq!(settings.log.file_pages, 64);
    assert!(directories.log.join("active/S0000000.LOG").exists());
}

#[test]
fn directories_asked_for_hold_data_and_log_and_are_found_again() {
    let room = Room::new("asked");
    let options = DirectoryOptions {
        data_below: Some(room.0.join("elsewhere")),
        log_below: Some(room.0.join("fast")),
    };
    create(&room.0.join("top"), "QM1", &options).unwrap();
    let installation = Installation::open(room.0.join("top")).unwrap();
    let (directories, _) = installation.stored("QM1").unwrap();
    assert_eq!(directories.data, room.0.join("elsewhere/QM1"));
    assert_eq!(directories.log, room.0.join("fast/QM1"));
    // Local applications look below the data path.
    assert!(room.0.join("top/qmgrs/QM1").is_dir());
}

#[test]
fn a_name_is_taken_once_and_can_be_given_back() {
    let room = Room::new("taken");
    create(&room.0, "QM1", &DirectoryOptions::default()).unwrap();
    let mut installation = Installation::open(&room.0).unwrap();
    let lock = installation.lock().unwrap();
    let (directories, settings) = installation.stored("QM1").unwrap();
    let again = installation.add("QM1", &directories, &settings, &[], &lock);
    assert!(matches!(again, Err(InstallationError::Exists(name)) if name == "QM1"));
    installation.set_default(Some("QM1"), &lock).unwrap();
    assert_eq!(installation.default_name(), Some("QM1"));
    installation.remove("QM1", &lock).unwrap();
    installation.set_default(None, &lock).unwrap();
    let after = Installation::open(&room.0).unwrap();
    assert_eq!(after.queue_managers(), []);
    assert_eq!(after.default_name(), None);
    let missing = installation.remove("QM1", &lock);
    assert!(matches!(missing, Err(InstallationError::NotFound(_))));
}

#[test]
fn the_status_tells_what_the_queue_manager_said_and_whether_anybody_has_it_open() {
    let room = Room::new("status");
    create(&room.0, "QM1", &DirectoryOptions::default()).unwrap();
    let installation = Installation::open(&room.0).unwrap();
    let listed = installation.find("QM1").unwrap();
    assert_eq!(listed.status(), RunStatus::EndedImmediately);
    let (directories, stored) = installation.stored("QM1").unwrap();
    let settings = Settings {
        directories: Some(directories),
        log: stored.log,
        notices: Arc::new(|_| {}),
        ..Settings::default()
    };
    let manager = QueueManager::open(&room.0, "QM1", &settings).unwrap();
    assert_eq!(listed.status(), RunStatus::Running);
    assert_eq!(listed.holder().unwrap().process_id, std::process::id());
    for status in [RunStatus::Starting, RunStatus::Quiescing] {
        listed.tell_status(status).unwrap();
        assert_eq!(listed.status(), status);
    }
    manager.end().unwrap();
    // Nobody has it open, and nobody said that it ended.
    assert_eq!(listed.status(), RunStatus::EndedUnexpectedly);
    listed.tell_status(RunStatus::EndedNormally).unwrap();
    assert_eq!(listed.status(), RunStatus::EndedNormally);
    assert!(!listed.is_open());
}

#[test]
fn a_wrong_line_in_mqs_ini_is_named() {
    let room = Room::new("wrong");
    std::fs::create_dir_all(&room.0).unwrap();
    std::fs::write(room.0.join("mqs.ini"), "LogDefaults:\n   LogFilePages=7\n").unwrap();
    let error = Installation::open(&room.0).unwrap_err().to_string();
    assert!(
        error.ends_with("mqs.ini line 2: LogFilePages: 7 is outside 64..65535"),
        "{error}"
    );
}

/// Goal: a creation killed between the catalog and the list leaves nothing in the way.
#[test]
fn a_creation_that_was_cut_short_is_cleared() {
    let room = Room::new("cut-short");
    let mut installation = Installation::open(&room.0).unwrap();
    let lock = installation.lock().unwrap();
    let settings = installation.creation_settings(&given()).unwrap();
    let directories = installation.new_directories("CUT", &DirectoryOptions::default());
    installation
        .begin_creation("CUT", &directories, &lock)
        .unwrap();
    let create = Settings {
        directories: Some(directories.clone()),
        log: settings.log,
        notices: Arc::new(|_| {}),
        ..Settings::default()
    };
    QueueManager::create(&room.0, "CUT", &create).unwrap();
    drop(lock);

    let lock = installation.lock().unwrap();
    assert_eq!(installation.noted_creation().as_deref(), Some("CUT"));
    let cleared = installation.clear_cut_short(&lock).unwrap();
    assert_eq!(cleared.as_deref(), Some("CUT"));
    assert!(!directories.data.exists() && !directories.log.exists());
    assert_eq!(installation.clear_cut_short(&lock).unwrap(), None);
    drop(lock);
    create_listed_under_a_note(&room.0);
}

/// Goal: one killed after it was listed stays.
fn create_listed_under_a_note(path: &Path) {
    create(path, "CUT", &DirectoryOptions::default()).unwrap();
    let mut installation = Installation::open(path).unwrap();
    let lock = installation.lock().unwrap();
    let directories = installation.new_directories("CUT", &DirectoryOptions::default());
    installation
        .begin_creation("CUT", &directories, &lock)
        .unwrap();
    assert_eq!(installation.clear_cut_short(&lock).unwrap(), None);
    assert_eq!(installation.noted_creation(), None);
    assert!(directories.data.exists() && directories.log.exists());
}
