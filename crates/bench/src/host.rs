//! The queue manager of a run, embedded here, and served to other processes when a run has any.

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::place::{self, Place};
use crate::remote::{CHANNEL, Tls};
use ferromq::engine::{NoticeSink, Origin, QueueManager as Engine, Reply, Request};
use ferromq::{ConnectOptions, Connected, EmbeddedConnection, MqError, QueueManager, Session};
use ferromq_client::BindingsConnection;
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::generated::constants::MQAT_UNIX;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::place::socket_path;
use ferromq_server::{EndHow, Server, ServiceSettings};
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How an application connects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Road {
    /// In the queue manager's process.
    Embedded,
    /// From a process of its own, over shared memory.
    Bindings,
    /// From a process of its own, over TCP.
    Client,
}

impl Road {
    pub(crate) fn read(arguments: &Arguments, name: &str) -> Result<Self, Failure> {
        let name = if arguments.text(name).is_some() {
            name
        } else {
            "road"
        };
        let choice = arguments.choice(name, &["embedded", "bindings", "client"])?;
        Ok([Self::Embedded, Self::Bindings, Self::Client][choice])
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Embedded => "embedded",
            Self::Bindings => "bindings",
            Self::Client => "client",
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
    port: Option<u16>,
    engine: Engine,
    tls: Option<Tls>,
    notices: NoticeSink,
    name: String,
    // Last, so that the directory goes when nobody uses it any more.
    place: Place,
}

impl Host {
    /// Makes a queue manager and opens it.
    pub(crate) fn start(arguments: &Arguments) -> Result<Self, Failure> {
        Self::start_as(place::NAME, arguments)
    }

    /// The same, with a name of its own.
    pub(crate) fn start_as(name: &str, arguments: &Arguments) -> Result<Self, Failure> {
        let place = Place::fresh(arguments)?;
        let settings = place::settings(arguments, 8)?;
        let manager = place.start_for(name, &settings, arguments)?;
        let engine = manager.engine().clone();
        Ok(Self {
            manager: Some(manager),
            server: None,
            port: None,
            engine,
            tls: Tls::read(arguments)?,
            notices: settings.notices,
            name: name.to_owned(),
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

    /// Runs MQSC commands.
    pub(crate) fn administer(&self, commands: &[String]) -> Result<(), Failure> {
        if let Some(manager) = &self.manager {
            return run_commands(commands, |command| Ok(manager.run_command(command)));
        }
        administer_at(&self.socket(), commands)
    }

    /// What a command says, once other processes are served.
    pub(crate) fn ask(&self, command: &str) -> Result<String, Failure> {
        ask_at(&self.socket(), command)
    }

    /// Where other processes connect.
    pub(crate) fn socket(&self) -> PathBuf {
        socket_path(self.place.path(), &self.name)
    }

    /// The data path, for programs that look for the queue manager by its name.
    pub(crate) fn data_path(&self) -> &Path {
        self.place.path()
    }

    /// Begins to serve other processes.
    pub(crate) fn serve(&mut self) -> Result<(), Failure> {
        let Some(manager) = self.manager.take() else {
            return Ok(());
        };
        let commands = COMMANDS.iter().map(ToString::to_string);
        let commands: Vec<String> = commands.chain(self.tls_commands()).collect();
        run_commands(&commands, |command| Ok(manager.run_command(command)))?;
        let mut settings = ServiceSettings {
            notices: Arc::clone(&self.notices),
            ..ServiceSettings::default()
        };
        settings.client_road.active_channels_max = CHANNELS_MAX;
        let server = Server::start(manager, &self.socket(), settings);
        self.server = Some(
            server.map_err(|error| Failure::Wrong(format!("the server did not start: {error}")))?,
        );
        Ok(())
    }
}

impl Host {
    fn tls_commands(&self) -> Vec<String> {
        let Some(tls) = &self.tls else {
            return Vec::new();
        };
        let (spec, file) = (&tls.cipher_spec, &tls.key_repository);
        vec![
            format!("ALTER QMGR SSLKEYR('{file}')"),
            format!("ALTER CHANNEL({CHANNEL}) CHLTYPE(SVRCONN) SSLCIPH({spec}) SSLCAUTH(OPTIONAL)"),
        ]
    }

    /// Begins to listen for clients; the port.
    pub(crate) fn listen(&mut self) -> Result<u16, Failure> {
        self.serve()?;
        if let Some(port) = self.port {
            return Ok(port);
        }
        let server = self.server.as_ref();
        let server = server.ok_or_else(|| Failure::Wrong("there is no server".into()))?;
        let started = server
            .handle()
            .start_listener("BENCH", Some(Ipv4Addr::LOCALHOST.into()), 0);
        let port = started.map_err(Failure::io("listening for clients"))?;
        self.port = Some(port);
        Ok(port)
    }
}

/// A session of the bindings with the queue manager at that socket.
pub(crate) fn session_at(socket: &Path) -> Result<Session<BindingsConnection>, Failure> {
    let road = BindingsConnection::connect_at(socket, &ConnectOptions::default());
    let road = road.map_err(|error| Failure::Child(error.to_string()))?;
    Ok(Session::new(road))
}

/// Runs MQSC commands at the queue manager at that socket.
pub(crate) fn administer_at(socket: &Path, commands: &[String]) -> Result<(), Failure> {
    let mut session = session_at(socket)?;
    run_commands(commands, |command| session.command(command))?;
    session.disconnect().map(drop).map_err(Failure::Verb)
}

/// What a command there says, be it done or not: a display of nothing is not.
pub(crate) fn ask_at(socket: &Path, command: &str) -> Result<String, Failure> {
    let mut session = session_at(socket)?;
    let (said, _) = session.command(command).map_err(Failure::Verb)?;
    session.disconnect().map_err(Failure::Verb)?;
    Ok(said)
}

fn run_commands(
    commands: &[String],
    mut run: impl FnMut(&str) -> Result<(String, CommandOutcome), MqError>,
) -> Result<(), Failure> {
    for command in commands {
        let (text, outcome) = run(command).map_err(Failure::Verb)?;
        if outcome != CommandOutcome::Done {
            return Err(Failure::Wrong(format!("{command}: {text}")));
        }
    }
    Ok(())
}

/// What clients need: a channel as wide as they come, and nobody who asks who they are.
const COMMANDS: &[&str] = &[
    "DEFINE CHANNEL(BENCH.SVRCONN) CHLTYPE(SVRCONN) SHARECNV(9999) MAXMSGL(104857600) HBINT(300)",
    "ALTER QMGR CHLAUTH(DISABLED) CONNAUTH(' ')",
    "REFRESH SECURITY TYPE(CONNAUTH)",
];
const _: () = assert!(CHANNEL.len() == 13);

/// Most sockets of a run.
const CHANNELS_MAX: usize = 20_000;

impl Drop for Host {
    fn drop(&mut self) {
        if let Some(server) = self.server.take() {
            server.handle().end(EndHow::Immediate);
            // The result of the run stands; how its queue manager ended is no part of it.
            let _ = server.run_until_ended();
        }
    }
}

/// What the queue manager is told of tasks of this process.
pub(crate) fn origin() -> Origin {
    let uid = rustix::process::getuid().as_raw();
    Origin {
        user_id: FixedText::truncated(&uid.to_string()),
        appl_name: FixedText::truncated("ferromq bench"),
        appl_type: MQAT_UNIX,
        process_id: std::process::id(),
        thread_id: 0,
        uid,
        road: ferromq::engine::Road::Embedded,
        client: None,
    }
}
