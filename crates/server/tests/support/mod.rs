//! A queue manager with its server in this process, in a directory of its own.

#![allow(dead_code, reason = "the programs of the contract use a part")]

pub(crate) mod child;
pub(crate) mod joined;
pub(crate) mod office;
pub(crate) mod unauthenticated;

use ferromq::{MsgDescriptor, QueueManager, Settings, mq};
use ferromq_client::BindingsConnection;
use ferromq_mqi::options::ConnectOptions;
use ferromq_mqi::place::socket_path;
use ferromq_mqi::session::Session;
use ferromq_server::{EndHow, Ended, RunError, Server, ServerHandle, ServiceSettings};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::JoinHandle;

pub(crate) type Bindings = Session<BindingsConnection>;

pub(crate) const BOTH: i32 = mq::MQOO_OUTPUT | mq::MQOO_INPUT_SHARED;

/// A directory of its own for each test, removed at its end.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    pub(crate) fn new(test: &str) -> Self {
        static MADE: AtomicUsize = AtomicUsize::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let name = format!("ferromq-road-{test}-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a scratch directory");
        Self(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub(crate) struct Running {
    pub(crate) data_path: PathBuf,
    pub(crate) handle: ServerHandle,
    thread: Option<JoinHandle<Result<Ended, RunError>>>,
}

impl Running {
    pub(crate) fn start(data_path: &Path) -> Self {
        Self::start_with(data_path, quiet())
    }

    pub(crate) fn start_with(data_path: &Path, settings: ServiceSettings) -> Self {
        Self::serve(data_path, open(data_path, settings))
    }

    pub(crate) fn serve(data_path: &Path, server: Server) -> Self {
        let handle = server.handle();
        let thread = std::thread::spawn(move || server.run_until_ended());
        Self {
            data_path: data_path.to_owned(),
            handle,
            thread: Some(thread),
        }
    }

    pub(crate) fn socket(&self) -> PathBuf {
        socket_path(&self.data_path, "QM1")
    }

    pub(crate) fn connect(&self) -> Bindings {
        connect(&self.data_path)
    }

    /// Waits until the server has ended.
    pub(crate) fn ended(mut self) -> Result<Ended, RunError> {
        self.thread
            .take()
            .expect("running")
            .join()
            .expect("no panic")
    }

    pub(crate) fn is_over(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            self.handle.end(EndHow::Immediate);
            let _ = thread.join();
        }
    }
}

/// Settings that keep expected notices out of the test's output.
pub(crate) fn quiet() -> ServiceSettings {
    ServiceSettings {
        notices: Arc::new(|_| {}),
        ..ServiceSettings::default()
    }
}

pub(crate) fn open(data_path: &Path, settings: ServiceSettings) -> Server {
    let engine = Settings {
        notices: Arc::clone(&settings.notices),
        monitor_interval: std::time::Duration::from_secs(1),
        ..Settings::default()
    };
    match QueueManager::create(data_path, "QM1", &engine) {
        Ok(()) | Err(ferromq::OpenError::Exists) => {}
        Err(error) => panic!("not created: {error}"),
    }
    let manager = QueueManager::open(data_path, "QM1", &engine).expect("opened");
    Server::start(manager, &socket_path(data_path, "QM1"), settings).expect("serves")
}

pub(crate) fn connect(data_path: &Path) -> Bindings {
    let options = ConnectOptions::default();
    Session::new(BindingsConnection::connect(data_path, "QM1", &options).expect("connected"))
}

/// Runs a command that must succeed and returns its output.
pub(crate) fn command(session: &mut Bindings, text: &str) -> String {
    let (output, outcome) = session.command(text).expect("a command");
    assert_eq!(outcome, ferromq::CommandOutcome::Done, "{output}");
    output
}

pub(crate) fn persistent() -> MsgDescriptor {
    MsgDescriptor {
        persistence: mq::MQPER_PERSISTENT,
        ..MsgDescriptor::default()
    }
}

pub(crate) fn not_persistent() -> MsgDescriptor {
    MsgDescriptor {
        persistence: mq::MQPER_NOT_PERSISTENT,
        ..MsgDescriptor::default()
    }
}
