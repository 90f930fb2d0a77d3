//! The MQI contract through the functions of the C library, over shared memory: what a C program gets must be what
//! a Rust program gets.

mod support;

use ferromq_capi::rim::loopback::Loopback;
use ferromq_client::BindingsConnection;
use ferromq_contract::{Need, Road, Subject, Wire};
use ferromq_mqi::Reason;
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::options::ConnectOptions;
use ferromq_mqi::session::Session;
use ferromq_server::EndHow;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use support::{Running, Scratch};

fn main() -> ExitCode {
    ferromq_contract::run_all(&CLibrary)
}

struct CLibrary;

impl Road for CLibrary {
    fn name(&self) -> &'static str {
        "C library"
    }

    fn new_subject(&self) -> Box<dyn Subject> {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let scratch = Scratch::new(&format!("contract-c-{number}"));
        let running = Running::start(&scratch.0);
        Box::new(Served(Mutex::new(Some((running, scratch)))))
    }

    fn exceptions(&self) -> &'static [(&'static str, &'static str)] {
        &[("await_any::", "no verb of the MQI")]
    }

    fn offers(&self, need: Need) -> bool {
        // What files hold does not depend on the road.
        !matches!(need, Need::ExpiryTask | Need::Users | Need::Crash)
    }
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
        drop(held);
        // The end begins on another thread: waits until it shows.
        while self.connect(&ConnectOptions::default()).is_ok() {
            std::thread::yield_now();
        }
    }
}

impl Subject for Served {
    fn connect(&self, options: &ConnectOptions) -> Result<Wire, Reason> {
        let socket = self.held().as_ref().expect("running").0.socket();
        let connection = BindingsConnection::connect_at(&socket, options)?;
        Ok(Box::new(Loopback::over(Box::new(connection))))
    }

    fn command(&self, text: &str) -> (String, CommandOutcome) {
        let connection = self.connect(&ConnectOptions::default()).expect("connected");
        Session::new(connection).command(text).expect("a command")
    }

    fn quiesce(&self) {
        self.end(EndHow::Controlled);
    }

    fn stop(&self) {
        self.end(EndHow::Immediate);
    }

    fn restart(&self) {
        let mut held = self.held();
        let (running, scratch) = held.take().expect("running");
        running.handle.end(EndHow::Immediate);
        running.ended().expect("a good end");
        *held = Some((Running::start(&scratch.0), scratch));
    }
}
