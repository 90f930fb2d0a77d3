//! What a creation may remove, and who has the queue manager where several create it at once.

use crate::place::Place;
use ferromq::engine::{CreateError, StartError};
use ferromq::installation::{Directories, Installation};
use ferromq::{GetOptions, MsgDescriptor, OpenError, PutOptions, QueueManager, Settings, mq};
use ferromq_base::disk::{Directory, OsDirectory};
use ferromq_log::{Log, LogError};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Barrier};

const BOTH: i32 = mq::MQOO_OUTPUT | mq::MQOO_INPUT_SHARED;

/// As small as a log may be: creations are many here.
fn settings() -> Settings {
    let mut settings = Settings {
        notices: Arc::new(|_| {}),
        ..Settings::default()
    };
    settings.log.file_pages = 64;
    settings
}

fn put(manager: &QueueManager, text: &str) {
    let mut session = manager.connect().expect("connected");
    session
        .command("DEFINE QLOCAL(Q1) DEFPSIST(YES) REPLACE")
        .expect("defined");
    let queue = session.open("Q1", BOTH).expect("opened");
    let (mut descriptor, mut options) = (MsgDescriptor::default(), PutOptions::default());
    session
        .put(queue, &mut descriptor, &mut options, text.to_owned())
        .expect("put");
}

fn get(manager: &QueueManager) -> String {
    let mut session = manager.connect().expect("connected");
    let queue = session.open("Q1", BOTH).expect("opened");
    let (descriptor, options) = (MsgDescriptor::default(), GetOptions::default());
    let got = session.get(queue, &descriptor, &options, 100);
    String::from_utf8(got.expect("a message").body.to_vec()).expect("a text")
}

/// Every file below a directory, with what is in it.
fn files(below: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![below.to_owned()];
    while let Some(directory) = open.pop() {
        for entry in std::fs::read_dir(directory).expect("a directory").flatten() {
            match entry.path() {
                path if path.is_dir() => open.push(path),
                path => {
                    found.insert(path.clone(), std::fs::read(path).expect("a file"));
                }
            }
        }
    }
    found
}

fn is_log_there(error: &OpenError) -> bool {
    matches!(error, OpenError::Create(CreateError::Log(LogError::Exists)))
}

#[test]
fn a_log_whose_data_directory_is_gone_stays_as_it_is() {
    let place = Place::new("data-gone");
    let manager = QueueManager::open_or_create_with(&place.0, "QM1", &settings()).expect("created");
    put(&manager, "kept");
    manager.end().expect("ended");
    let (data, aside) = (place.0.join("qmgrs/QM1"), place.0.join("aside"));
    std::fs::rename(&data, &aside).expect("moved away");
    let before = files(&place.0.join("log"));
    assert!(!before.is_empty());
    for _ in 0..2 {
        let refused = QueueManager::open_or_create_with(&place.0, "QM1", &settings());
        let error = refused.expect_err("the log is in the way");
        assert!(is_log_there(&error), "{error}");
        assert!(files(&place.0.join("log")) == before, "the log is another");
        assert!(!data.exists());
    }
    std::fs::rename(&aside, &data).expect("moved back");
    let manager = QueueManager::open(&place.0, "QM1", &settings()).expect("opened");
    assert_eq!(get(&manager), "kept");
}

#[test]
fn a_log_of_another_data_directory_stays_as_it_is() {
    let place = Place::new("log-shared");
    let in_place = |data: &str| Settings {
        directories: Some(Directories {
            data: place.0.join(data),
            log: place.0.join("log-of-both"),
        }),
        ..settings()
    };
    QueueManager::create(&place.0, "QM1", &in_place("one")).expect("created");
    for _ in 0..2 {
        let refused = QueueManager::create(&place.0, "QM1", &in_place("two"));
        assert!(is_log_there(&refused.expect_err("the log is in the way")));
        assert!(!place.0.join("two").exists());
    }
    QueueManager::open(&place.0, "QM1", &in_place("one")).expect("opened");
}

#[test]
fn of_many_who_create_at_once_one_has_it_and_what_it_puts_is_there() {
    const THREADS: usize = 8;
    for round in 0..20 {
        let place = Place::new(&format!("race-{round}"));
        let start = Barrier::new(THREADS);
        let tries = |number: usize| {
            start.wait();
            match QueueManager::open_or_create_with(&place.0, "QM1", &settings()) {
                Ok(manager) => {
                    put(&manager, &number.to_string());
                    manager.end().expect("ended");
                    Some(number)
                }
                Err(OpenError::Lock(ferromq::LockError::Held(_))) => None,
                Err(error) => panic!("round {round}: {error}"),
            }
        };
        let mut winners: Vec<usize> = std::thread::scope(|threads| {
            let tries = &tries;
            let all: Vec<_> = (0..THREADS)
                .map(|number| threads.spawn(move || tries(number)))
                .collect();
            all.into_iter()
                .filter_map(|one| one.join().expect("no panic"))
                .collect()
        });
        assert!(!winners.is_empty(), "round {round}");
        let manager = QueueManager::open(&place.0, "QM1", &settings()).expect("opened");
        let mut there: Vec<usize> = winners
            .iter()
            .map(|_| get(&manager).parse().expect("a number"))
            .collect();
        there.sort_unstable();
        winners.sort_unstable();
        assert_eq!(there, winners, "round {round}");
    }
}

/// Leaves a creation as a kill does once so much of the log is written.
fn cut_short(place: &Place, written: fn(u64, u64) -> bool) {
    let settings = Settings {
        progress: Arc::new(move |done, all| assert!(!written(done, all), "killed")),
        ..settings()
    };
    let create = || QueueManager::create(&place.0, "QM1", &settings);
    catch_unwind(AssertUnwindSafe(create)).expect_err("it does not come to its end");
}

fn can_be_created(place: &Place) {
    let manager =
        QueueManager::open_or_create_with(&place.0, "QM1", &settings()).expect("created again");
    put(&manager, "there");
    manager.end().expect("ended");
    let manager = QueueManager::open(&place.0, "QM1", &settings()).expect("opened");
    assert_eq!(get(&manager), "there");
    assert!(!place.0.join("qmgrs/QM1/CREATING").exists());
}

#[test]
fn a_creation_that_was_killed_can_be_repeated() {
    let place = Place::new("killed-directory");
    std::fs::create_dir_all(place.0.join("qmgrs/QM1")).expect("made");
    can_be_created(&place);

    let place = Place::new("killed-lock");
    std::fs::create_dir_all(place.0.join("qmgrs/QM1")).expect("made");
    std::fs::write(place.0.join("qmgrs/QM1/LOCK"), "1 gone\n").expect("written");
    can_be_created(&place);

    let place = Place::new("killed-half");
    cut_short(&place, |done, all| 2 * done >= all);
    let extent = place.0.join("log/QM1/active/S0000000.LOG");
    assert!(extent.exists());
    can_be_created(&place);

    let place = Place::new("killed-before-catalog");
    cut_short(&place, |done, all| done == all);
    let log = OsDirectory::open(place.0.join("log/QM1/active")).expect("opened");
    let log = log as Arc<dyn Directory>;
    Log::create(&log, &settings().log, &mut |_, _| {}).expect("the log is complete");
    std::fs::create_dir_all(place.0.join("qmgrs/QM1/queues")).expect("made");
    can_be_created(&place);
}

#[test]
fn a_directory_with_files_that_no_creation_makes_is_left_alone() {
    let place = Place::new("occupied");
    let manager = QueueManager::open_or_create_with(&place.0, "QM1", &settings()).expect("created");
    put(&manager, "kept");
    manager.engine().checkpoint_everything().expect("taken");
    manager.end().expect("ended");
    std::fs::remove_file(place.0.join("qmgrs/QM1/CATALOG")).expect("lost");
    let before = files(&place.0.join("log"));
    let refused = QueueManager::create(&place.0, "QM1", &settings());
    assert!(matches!(refused, Err(OpenError::Exists)), "{refused:?}");
    let refused = QueueManager::open_or_create_with(&place.0, "QM1", &settings());
    let error = refused.expect_err("no catalog");
    assert!(
        matches!(error, OpenError::Start(StartError::NoCatalog)),
        "{error}"
    );
    assert!(files(&place.0.join("log")) == before);
    assert!(place.0.join("qmgrs/QM1/queues").exists());
}

#[test]
fn a_creation_that_fails_leaves_nothing_of_its_own() {
    let place = Place::new("fails");
    let mut wrong = settings();
    wrong
        .attributes
        .push((ferromq_mqi::attribute::Attr::Maxhands, "no number".into()));
    std::fs::create_dir_all(place.0.join("log")).expect("made");
    let refused = QueueManager::create(&place.0, "QM1", &wrong);
    assert!(matches!(
        refused,
        Err(OpenError::Create(CreateError::Attribute(_)))
    ));
    assert!(!place.0.join("qmgrs/QM1").exists());
    assert!(!place.0.join("log/QM1").exists());
    can_be_created(&place);
}

#[test]
fn what_looks_like_remnants_takes_no_log_along_that_was_used() {
    let place = Place::new("remnants");
    let manager = QueueManager::open_or_create_with(&place.0, "QM1", &settings()).expect("created");
    put(&manager, "kept");
    manager.end().expect("ended");
    // An empty directory, as where something is not mounted.
    std::fs::remove_dir_all(place.0.join("qmgrs/QM1")).expect("gone");
    std::fs::create_dir_all(place.0.join("qmgrs/QM1")).expect("made");
    let before = files(&place.0.join("log"));
    let mut installation = Installation::open(&place.0).expect("read");
    let lock = installation.lock().expect("locked");
    let directories = installation.new_directories("QM1", &Default::default());
    let cleared = installation.remove_remnants("QM1", &directories, &lock);
    cleared.expect("done");
    assert!(files(&place.0.join("log")) == before);
    assert!(!place.0.join("qmgrs/QM1").exists());
}
