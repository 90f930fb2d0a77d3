//! A queue manager of its own for the programs: in an empty directory, on a free port, gone afterwards.

use crate::dist::Dist;
use std::fmt;
use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The queue manager.
pub(super) const NAME: &str = "QMLANG";

/// The queue of the messages that go from one language to another.
pub(super) const PAIRS: &str = "LANG.PAIRS";

const CHANNEL: &str = "LANG.SVRCONN";

/// Whoever comes by this channel is a user without any authority.
const CLOSED_CHANNEL: &str = "LANG.CLOSED";

/// How a program reaches the queue manager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Road {
    Bindings,
    Client,
    /// No server: each program has a queue manager of its own inside.
    Embedded,
}

impl Road {
    /// Those on which programs meet.
    pub(super) const BOTH: [Road; 2] = [Road::Bindings, Road::Client];

    pub(super) const ALL: [Road; 3] = [Road::Bindings, Road::Client, Road::Embedded];
}

impl fmt::Display for Road {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Road::Bindings => "bindings",
            Road::Client => "client",
            Road::Embedded => "embedded",
        })
    }
}

/// A connection that must fail.
pub(super) struct Refusal {
    pub(super) what: &'static str,
    pub(super) manager: &'static str,
    pub(super) environment: Vec<(&'static str, String)>,
    pub(super) reason: i32,
}

/// A running queue manager. It is ended and its directory removed when this is dropped.
pub(super) struct Server {
    data: PathBuf,
    /// What a queue manager inside a program is to have.
    definitions: PathBuf,
    bin: PathBuf,
    libraries: PathBuf,
    port: u16,
    /// Nobody listened there when the queue manager was started.
    closed_port: u16,
}

impl Server {
    pub(super) fn start(dist: &Dist) -> Result<Self, String> {
        let data = std::env::temp_dir().join(format!("ferromq-languages-{}", std::process::id()));
        fs::create_dir_all(&data).map_err(|error| format!("{}: {error}", data.display()))?;
        let server = Self {
            definitions: data.join("embedded.mqsc"),
            data,
            bin: dist.path.join("bin"),
            libraries: dist.path.join("lib64"),
            port: free_port()?,
            closed_port: free_port()?,
        };
        fs::write(&server.definitions, queues())
            .map_err(|error| format!("{}: {error}", server.definitions.display()))?;
        server.command("crtmqm", &["-q", NAME], "")?;
        server.command("strmqm", &[NAME], "")?;
        server.command("runmqsc", &[NAME], &server.definitions())?;
        Ok(server)
    }

    fn definitions(&self) -> String {
        let (user, queues) = (self.user(), queues());
        format!(
            "ALTER QMGR CHLAUTH(DISABLED) CONNAUTH(' ')\n\
             REFRESH SECURITY TYPE(CONNAUTH)\n\
             {queues}\
             DEFINE CHANNEL({CHANNEL}) CHLTYPE(SVRCONN) MCAUSER('{user}')\n\
             DEFINE CHANNEL({CLOSED_CHANNEL}) CHLTYPE(SVRCONN) MCAUSER('nobody')\n\
             DEFINE LISTENER(LANG) TRPTYPE(TCP) PORT({}) IPADDR('127.0.0.1') CONTROL(QMGR)\n\
             START LISTENER(LANG)\n",
            self.port
        )
    }

    /// The user that made the queue manager, who may do everything.
    fn user(&self) -> String {
        let output = Command::new("id").arg("-un").output();
        let name = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
        name.unwrap_or_default()
    }

    fn command(&self, name: &str, arguments: &[&str], input: &str) -> Result<(), String> {
        let failed = |what: String| format!("languages: {name}: {what}");
        let mut child = Command::new(self.bin.join(name))
            .args(arguments)
            .env("MQ_DATA_PATH", &self.data)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| failed(error.to_string()))?;
        if let Some(mut stdin) = child.stdin.take() {
            let written = stdin.write_all(input.as_bytes());
            written.map_err(|error| failed(error.to_string()))?;
        }
        let output = child.wait_with_output();
        let output = output.map_err(|error| failed(error.to_string()))?;
        if output.status.success() {
            return Ok(());
        }
        let printed = [output.stdout, output.stderr].concat();
        Err(failed(String::from_utf8_lossy(&printed).into_owned()))
    }

    /// Gives a program what it needs to find library and queue manager over a road.
    pub(super) fn prepare(&self, command: &mut Command, road: Road) {
        command
            .env("LD_LIBRARY_PATH", &self.libraries)
            .env("MQ_DATA_PATH", &self.data)
            .env("LC_ALL", "C.UTF-8")
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env_remove("MQCCDTURL")
            .env_remove("MQCHLLIB")
            .env_remove("MQCHLTAB");
        match road {
            Road::Bindings => command
                .env("MQ_CONNECT_TYPE", "STANDARD")
                .env_remove("MQSERVER"),
            Road::Client => command
                .env("MQ_CONNECT_TYPE", "CLIENT")
                .env("MQSERVER", address(CHANNEL, self.port)),
            // Nothing leads to the server: what answers is inside.
            Road::Embedded => command
                .env("LD_LIBRARY_PATH", self.libraries.join("embedded"))
                .env("MQ_DATA_PATH", self.data.join("none"))
                .env("FERROMQ_QMGR", NAME)
                .env("FERROMQ_MQSC", &self.definitions)
                .env_remove("MQ_CONNECT_TYPE")
                .env_remove("MQSERVER"),
        };
    }

    pub(super) fn refusals(&self, road: Road) -> Vec<Refusal> {
        let refusal = |what, manager, server: Option<String>, reason| Refusal {
            what,
            manager,
            environment: server
                .into_iter()
                .map(|server| ("MQSERVER", server))
                .collect(),
            reason,
        };
        match road {
            Road::Bindings | Road::Embedded => {
                vec![refusal("no such queue manager", "NOSUCHQM", None, 2058)]
            }
            Road::Client => vec![
                refusal(
                    "nobody may come by this channel",
                    NAME,
                    Some(address(CLOSED_CHANNEL, self.port)),
                    2035,
                ),
                refusal(
                    "no such channel",
                    NAME,
                    Some(address("LANG.NOSUCH", self.port)),
                    2540,
                ),
                refusal(
                    "nobody listens there",
                    NAME,
                    Some(address(CHANNEL, self.closed_port)),
                    2538,
                ),
            ],
        }
    }

    /// Ends the queue manager.
    pub(super) fn end(&self) -> Result<(), String> {
        self.command("endmqm", &["-i", NAME], "")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Ended already when all went well; what is left of a failure goes the same way.
        let _ = self.command("endmqm", &["-i", NAME], "");
        let _ = fs::remove_dir_all(&self.data);
    }
}

/// What the programs find: one queue for each, so that what one leaves is in nobody's way.
fn queues() -> String {
    let queues = [
        "GO",
        "IBMMQ",
        "PYMQI",
        "NODE",
        "RUST",
        "C",
        "C.REPLIES",
        "C.BENCH",
        "PAIRS",
    ];
    let queues = queues.iter();
    queues
        .map(|queue| format!("DEFINE QLOCAL(LANG.{queue})\n"))
        .collect()
}

fn address(channel: &str, port: u16) -> String {
    format!("{channel}/TCP/127.0.0.1({port})")
}

fn free_port() -> Result<u16, String> {
    let listener = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    listener
        .map(|address| address.port())
        .map_err(|error| format!("languages: no free port: {error}"))
}
