//! Queue managers that have something to do with each other: several servers in this process, each of a name of its own.

use crate::support::{Bindings, command, quiet};
use ferromq::{QueueManager, Settings};
use ferromq_client::BindingsConnection;
use ferromq_mqi::options::ConnectOptions;
use ferromq_mqi::place::socket_path;
use ferromq_mqi::session::Session;
use ferromq_server::{EndHow, Server, ServerHandle, ServiceSettings};
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

/// A server of a queue manager of this name.
pub(crate) struct Office {
    name: &'static str,
    path: PathBuf,
    handle: ServerHandle,
    thread: Option<JoinHandle<()>>,
    said: Arc<Mutex<Vec<String>>>,
}

impl Office {
    pub(crate) fn open(path: &Path, name: &'static str) -> Self {
        Self::open_with(path, name, quiet())
    }

    pub(crate) fn open_with(path: &Path, name: &'static str, settings: ServiceSettings) -> Self {
        let said: Arc<Mutex<Vec<String>>> = Arc::default();
        let tell = Arc::clone(&said);
        let settings = ServiceSettings {
            notices: Arc::new(move |notice| {
                let mut said = tell.lock().expect("unharmed");
                said.push(format!("{}: {}", notice.number, notice.text));
            }),
            ..settings
        };
        let engine = Settings {
            notices: Arc::clone(&settings.notices),
            ..Settings::default()
        };
        match QueueManager::create(path, name, &engine) {
            Ok(()) | Err(ferromq::OpenError::Exists) => {}
            Err(error) => panic!("not created: {error}"),
        }
        let manager = QueueManager::open(path, name, &engine).expect("opened");
        let server = Server::start(manager, &socket_path(path, name), settings).expect("serves");
        let handle = server.handle();
        let thread = std::thread::spawn(move || {
            server.run_until_ended().expect("a good end");
        });
        Self {
            name,
            path: path.to_owned(),
            handle,
            thread: Some(thread),
            said,
        }
    }

    pub(crate) fn connect(&self) -> Bindings {
        let options = ConnectOptions::default();
        let connection = BindingsConnection::connect(&self.path, self.name, &options);
        Session::new(connection.expect("connected"))
    }

    pub(crate) fn commands(&self, commands: &[&str]) {
        let mut session = self.connect();
        for text in commands {
            command(&mut session, text);
        }
        session.disconnect().expect("disconnected");
    }

    pub(crate) fn listen(&self, port: u16) -> u16 {
        let localhost = Ipv4Addr::LOCALHOST.into();
        let started = self.handle.start_listener("ROAD", Some(localhost), port);
        started.expect("a port")
    }

    /// What operators were told so far.
    pub(crate) fn said(&self) -> Vec<String> {
        self.said.lock().expect("unharmed").clone()
    }

    pub(crate) fn end(mut self) {
        self.handle.end(EndHow::Immediate);
        self.thread.take().expect("running").join().expect("ended");
    }
}
