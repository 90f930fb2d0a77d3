//! A queue manager with its server in this process, in a directory of its own.

#![allow(dead_code)]

use ferromq::{MsgDescriptor, QueueManager, Settings, mq};
use ferromq_client::BindingsConnection;
use ferromq_mqi::options::ConnectOptions;
use ferromq_mqi::place::socket_path;
use ferromq_mqi::session::Session;
use ferromq_server::{EndHow, Ended, RunError, Server, ServerHandle, ServiceSettings};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;

pub type Bindings = Session<BindingsConnection>;

pub const BOTH: i32 = mq::MQOO_OUTPUT | mq::MQOO_INPUT_SHARED;

/// A directory of its own for each test, removed at its end.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("ferromq-road-{test}-{}", std::process::id()));
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

pub struct Running {
    pub data_path: PathBuf,
    pub handle: ServerHandle,
    thread: Option<JoinHandle<Result<Ended, RunError>>>,
}

impl Running {
    pub fn start(data_path: &Path) -> Self {
        Self::start_with(data_path, quiet())
    }

    pub fn start_with(data_path: &Path, settings: ServiceSettings) -> Self {
        let server = open(data_path, settings);
        let handle = server.handle();
        let thread = std::thread::spawn(move || server.run_until_ended());
        Self {
            data_path: data_path.to_owned(),
            handle,
            thread: Some(thread),
        }
    }

    pub fn socket(&self) -> PathBuf {
        socket_path(&self.data_path, "QM1")
    }

    pub fn connect(&self) -> Bindings {
        connect(&self.data_path)
    }

    /// Waits until the server has ended.
    pub fn ended(mut self) -> Result<Ended, RunError> {
        self.thread
            .take()
            .expect("running")
            .join()
            .expect("no panic")
    }

    pub fn is_over(&self) -> bool {
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
pub fn quiet() -> ServiceSettings {
    ServiceSettings {
        notices: Arc::new(|_| {}),
        ..ServiceSettings::default()
    }
}

pub fn open(data_path: &Path, settings: ServiceSettings) -> Server {
    let engine = Settings {
        notices: Arc::clone(&settings.notices),
        ..Settings::default()
    };
    match QueueManager::create(data_path, "QM1", &engine) {
        Ok(()) | Err(ferromq::OpenError::Exists) => {}
        Err(error) => panic!("not created: {error}"),
    }
    let manager = QueueManager::open(data_path, "QM1", &engine).expect("opened");
    Server::start(manager, &socket_path(data_path, "QM1"), settings).expect("serves")
}

pub fn connect(data_path: &Path) -> Bindings {
    let options = ConnectOptions::default();
    Session::new(BindingsConnection::connect(data_path, "QM1", &options).expect("connected"))
}

/// Runs a command that must succeed and returns its output.
pub fn command(session: &mut Bindings, text: &str) -> String {
    let (output, outcome) = session.command(text).expect("a command");
    assert_eq!(outcome, ferromq::CommandOutcome::Done, "{output}");
    output
}

pub fn persistent() -> MsgDescriptor {
    MsgDescriptor {
        persistence: mq::MQPER_PERSISTENT,
        ..MsgDescriptor::default()
    }
}

pub fn not_persistent() -> MsgDescriptor {
    MsgDescriptor {
        persistence: mq::MQPER_NOT_PERSISTENT,
        ..MsgDescriptor::default()
    }
}
