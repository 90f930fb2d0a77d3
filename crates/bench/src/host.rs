//! The queue manager of a run, embedded here, and served to other processes when a run has any.

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::place::{self, Place};
use ferromq::engine::{QueueManager as Engine, Reply, Request};
use ferromq::{ConnectOptions, Connected, EmbeddedConnection, QueueManager, Session};
use ferromq_client::BindingsConnection;
use ferromq_server::{EndHow, Server, ServiceSettings};
use std::path::{Path, PathBuf};

/// How an application connects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Road {
    /// In the queue manager's process.
    Embedded,
    /// From a process of its own, over shared memory.
    Bindings,
}

impl Road {
    pub(crate) fn read(arguments: &Arguments, name: &str) -> Result<Self, Failure> {
        let choice = arguments.choice(name, &["embedded", "bindings"])?;
        Ok([Self::Embedded, Self::Bindings][choice])
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Embedded => "embedded",
            Self::Bindings => "bindings",
        }
    }
}

/// A connection in this process, for a script.
pub(crate) struct Embedded(Session<EmbeddedConnection>);

impl Connected for Embedded {
    fn call(&mut self, request: Request) -> Reply {
        self.0.road().call(request)
    }
}

/// See the module. Ends the queue manager when dropped.
pub(crate) struct Host {
    manager: Option<QueueManager>,
    server: Option<Server>,
    engine: Engine,
    // Last, so that the directory goes when nobody uses it any more.
    place: Place,
}

impl Host {
    /// Makes a queue manager and opens it.
    pub(crate) fn start(arguments: &Arguments) -> Result<Self, Failure> {
        let place = Place::fresh(arguments)?;
        let manager = place.start(&place::settings(arguments, 8)?)?;
        let engine = manager.engine().clone();
        Ok(Self {
            manager: Some(manager),
            server: None,
            engine,
            place,
        })
    }

    pub(crate) fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Connects in this process. Before [`Host::serve`].
    pub(crate) fn connect(&self) -> Result<Embedded, Failure> {
        let manager = self.manager.as_ref();
        let manager =
            manager.ok_or_else(|| Failure::Usage("embedded applications connect first".into()))?;
        manager.connect().map(Embedded).map_err(Failure::Connect)
    }

    /// Where other processes connect.
    pub(crate) fn socket(&self) -> PathBuf {
        self.place.path().join("socket")
    }

    /// Begins to serve other processes.
    pub(crate) fn serve(&mut self) -> Result<(), Failure> {
        let Some(manager) = self.manager.take() else {
            return Ok(());
        };
        let server = Server::start(manager, &self.socket(), ServiceSettings::default());
        self.server = Some(
            server.map_err(|error| Failure::Wrong(format!("the server did not start: {error}")))?,
        );
        Ok(())
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        if let Some(server) = self.server.take() {
            server.handle().end(EndHow::Immediate);
            // The result of the run stands; how its queue manager ended is no part of it.
            let _ = server.run_until_ended();
        }
    }
}

/// Connects to the queue manager of another process of the run.
pub(crate) fn connect_at(socket: &Path) -> Result<BindingsConnection, Failure> {
    BindingsConnection::connect_at(socket, &ConnectOptions::default())
        .map_err(|error| Failure::Child(error.to_string()))
}
