//! The MQI contract over the embedded road.

use ferromq::engine::{
    EndMode, Entities, Entity, LogSettings, Origin, Road as RoadTaken, Unanswered,
};
use ferromq::{ConnectOptions, Connected, QueueManager, Reason, Settings, mq};
use ferromq_contract::{Need, Road, Subject, Wire};
use ferromq_mqi::call::{CommandOutcome, Reply, Request};
use ferromq_mqi::name::FixedText;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

const NAME: &str = "QM1";

fn main() -> ExitCode {
    ferromq_contract::run_all(&Embedded)
}

struct Embedded;

impl Road for Embedded {
    fn name(&self) -> &'static str {
        "embedded"
    }

    fn new_subject(&self) -> Box<dyn Subject> {
        let place = Place::new();
        QueueManager::create(&place.0, NAME, &settings()).expect("created");
        let manager = QueueManager::open(&place.0, NAME, &settings()).expect("opened");
        Box::new(Running(Mutex::new(Some((manager, place)))))
    }

    fn offers(&self, _need: Need) -> bool {
        true
    }
}

fn settings() -> Settings {
    Settings {
        monitor_interval: std::time::Duration::from_secs(1),
        log: LogSettings {
            file_pages: 512,
            ..LogSettings::default()
        },
        users: Arc::new(Users),
        notices: Arc::new(|_| {}),
        ..Settings::default()
    }
}

/// The users of contracts; see `Subject::connect_as_user`.
struct Users;

impl Entities for Users {
    fn user(&self, name: &str) -> Result<Entity, Unanswered> {
        let group = name.get(..4).unwrap_or(name).to_owned();
        Ok(Entity::new(name, [group], name.starts_with("adm")))
    }

    fn local_user(&self, _uid: u32, name: &str) -> Result<Entity, Unanswered> {
        Ok(Entity::new(name, [], true))
    }

    fn has_group(&self, name: &str) -> bool {
        name != "missing"
    }
}

/// A directory that goes with its owner.
struct Place(PathBuf);

impl Place {
    fn new() -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("ferromq-contract-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a new directory");
        Self(path)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// `None` only while it is started again.
struct Running(Mutex<Option<(QueueManager, Place)>>);

impl Running {
    fn held(&self) -> MutexGuard<'_, Option<(QueueManager, Place)>> {
        self.0.lock().expect("no contract panics in here")
    }

    fn with<T>(&self, act: impl FnOnce(&QueueManager) -> T) -> T {
        act(&self.held().as_ref().expect("running").0)
    }
}

impl Subject for Running {
    fn connect(&self, options: &ConnectOptions) -> Result<Wire, Reason> {
        let session = self.with(|manager| manager.connect_with(options))?;
        Ok(Box::new(Connection(session)))
    }

    fn connect_as_user(&self, user: &str, options: &ConnectOptions) -> Result<Wire, Reason> {
        let origin = Origin {
            user_id: FixedText::truncated(user),
            appl_name: FixedText::truncated("somewhere else"),
            appl_type: mq::MQAT_UNIX,
            process_id: 1,
            thread_id: 1,
            uid: u32::MAX,
            road: RoadTaken::Client,
            client: None,
        };
        let session = self.with(|manager| manager.connect_from(options, origin))?;
        Ok(Box::new(Connection(session)))
    }

    fn command(&self, text: &str) -> (String, CommandOutcome) {
        let administered = self.with(|manager| Arc::clone(manager.administered()));
        ferromq_admin::run_command(administered.as_ref(), text)
    }

    fn quiesce(&self) {
        self.with(|manager| manager.engine().begin_end(EndMode::Quiesce));
    }

    fn stop(&self) {
        self.with(|manager| manager.engine().begin_end(EndMode::Immediate));
    }

    fn restart(&self) {
        let mut held = self.held();
        let (manager, place) = held.take().expect("running");
        manager.end().expect("ended");
        let manager = QueueManager::open(&place.0, NAME, &settings()).expect("opened again");
        *held = Some((manager, place));
    }

    /// Opens a copy of the files as they are: what a killed process leaves in them.
    fn crash(&self) {
        let mut held = self.held();
        let (manager, place) = held.take().expect("running");
        let copy = Place::new();
        copy_directory(&place.0, &copy.0).expect("copied");
        drop(manager);
        let manager = QueueManager::open(&copy.0, NAME, &settings()).expect("opened after a crash");
        *held = Some((manager, copy));
    }

    fn expire(&self) {
        self.with(|manager| manager.engine().expire_messages());
    }
}

fn copy_directory(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_directory(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// A session, taken apart into the connection it stands on.
struct Connection(ferromq::Session<ferromq::EmbeddedConnection>);

impl Connected for Connection {
    fn call(&mut self, request: Request) -> Reply {
        self.0.road().call(request)
    }
}
