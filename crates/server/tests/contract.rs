//! The MQI contract over shared memory: a server in this process, applications at the other
//! end of their rings.

mod support;

use ferromq_client::BindingsConnection;
use ferromq_contract::{Need, Road, Subject, Wire};
use ferromq_mqi::Reason;
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::options::ConnectOptions;
use ferromq_mqi::session::Session;
use ferromq_server::EndHow;
use std::io::ErrorKind;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use support::{Running, Scratch};

fn main() -> ExitCode {
    ferromq_contract::run_all(&Bindings)
}

struct Bindings;

impl Road for Bindings {
    fn name(&self) -> &'static str {
        "bindings"
    }

    fn new_subject(&self) -> Box<dyn Subject> {
        let scratch = new_scratch();
        let running = Running::start(&scratch.0);
        Box::new(Served(Mutex::new(Some((running, scratch)))))
    }

    fn offers(&self, need: Need) -> bool {
        !matches!(need, Need::ExpiryTask | Need::Users)
    }
}

fn new_scratch() -> Scratch {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    Scratch::new(&format!("contract-{number}"))
}

/// `None` only while it is started again.
struct Served(Mutex<Option<(Running, Scratch)>>);

impl Served {
    fn held(&self) -> MutexGuard<'_, Option<(Running, Scratch)>> {
        self.0.lock().expect("no contract panics in here")
    }

    fn end(&self, how: EndHow) {
        let held = self.held();
        held.as_ref().expect("running").0.handle.end(how);
    }

    /// The end begins on another thread: waits until it shows.
    fn await_refusal(&self) {
        while self.connect(&ConnectOptions::default()).is_ok() {
            std::thread::yield_now();
        }
    }
}

impl Subject for Served {
    fn connect(&self, options: &ConnectOptions) -> Result<Wire, Reason> {
        let socket = self.held().as_ref().expect("running").0.socket();
        match BindingsConnection::connect_at(&socket, options) {
            Ok(connection) => Ok(Box::new(connection)),
            Err(failure) => Err(failure.reason),
        }
    }

    fn command(&self, text: &str) -> (String, CommandOutcome) {
        let connection = self.connect(&ConnectOptions::default()).expect("connected");
        Session::new(connection).command(text).expect("a command")
    }

    fn quiesce(&self) {
        self.end(EndHow::Controlled);
        self.await_refusal();
    }

    fn stop(&self) {
        self.end(EndHow::Immediate);
        self.await_refusal();
    }

    fn restart(&self) {
        let mut held = self.held();
        let (running, scratch) = held.take().expect("running");
        running.handle.end(EndHow::Immediate);
        running.ended().expect("a good end");
        *held = Some((Running::start(&scratch.0), scratch));
    }

    /// Serves a copy of the files as they are: what a killed process leaves in them.
    fn crash(&self) {
        let mut held = self.held();
        let (running, scratch) = held.take().expect("running");
        let copy = new_scratch();
        copy_directory(&scratch.0, &copy.0).expect("copied");
        drop(running);
        *held = Some((Running::start(&copy.0), copy));
    }
}

/// Copies what is there. A file the queue manager removes meanwhile, of a queue that went, counts as removed.
fn copy_directory(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    let gone = |error: &std::io::Error| error.kind() == ErrorKind::NotFound;
    let entries = match std::fs::read_dir(from) {
        Err(error) if gone(&error) => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let (target, kind) = (to.join(entry.file_name()), entry.file_type()?);
        if kind.is_dir() {
            copy_directory(&entry.path(), &target)?;
        } else if kind.is_file() {
            match std::fs::copy(entry.path(), target) {
                Err(error) if gone(&error) => {}
                copied => {
                    copied?;
                }
            }
        }
    }
    Ok(())
}
