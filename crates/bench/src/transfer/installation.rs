//! A queue manager or two with the agents NORTH and SOUTH, all in processes of their own, set up with the commands a user has.

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::meter::cpu_with_children_ns;
use crate::place::Place;
use ferromq_transfer::generated::notices::BFGAG9502;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The agent that sends, and the one that writes.
pub(super) const AGENTS: [&str; 2] = ["NORTH", "SOUTH"];
/// Agents are ready, and say what they said last, within this time.
const WITHIN: Duration = Duration::from_secs(30);
const LOOK: Duration = Duration::from_millis(20);
/// Channel of clients.
const CHANNEL: &str = "BENCH.SVRCONN";
const CIPHER_SPEC: &str = "ANY_TLS12_OR_HIGHER";

/// How the agents of a run are connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scenario {
    /// Bindings to one queue manager.
    Bindings,
    /// Bindings to a queue manager each, which channels join.
    Channels,
    /// Clients of one queue manager, with TLS or without.
    Clients { tls: bool },
}

impl Scenario {
    fn q_mgrs(self) -> &'static [&'static str] {
        match self {
            Self::Channels => &["QM1", "QM2"],
            Self::Bindings | Self::Clients { .. } => &["QM1"],
        }
    }

    fn q_mgr_of(self, agent: usize) -> &'static str {
        let all = self.q_mgrs();
        all[agent.min(all.len() - 1)]
    }
}

/// See the module. Everything ends when it is dropped.
pub(super) struct Installation {
    place: Place,
    agents: Vec<Child>,
    /// Process numbers.
    q_mgrs: Vec<u32>,
}

/// A port nobody listens at now.
pub(super) fn free_port() -> Result<u16, Failure> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0));
    let address = listener.and_then(|listener| listener.local_addr());
    Ok(address.map_err(Failure::io("looking for a port"))?.port())
}

/// A certificate for both ends, made with the program openssl.
fn make_certificate(directory: &Path) -> Result<PathBuf, Failure> {
    let (key, certificate) = (directory.join("tls.key"), directory.join("tls.crt"));
    let made = Command::new("openssl")
        .args([
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-noenc",
            "-days",
            "2",
            "-subj",
            "/CN=bench",
            "-keyout",
        ])
        .arg(&key)
        .arg("-out")
        .arg(&certificate)
        .output()
        .map_err(Failure::io("making a certificate with openssl"))?;
    if !made.status.success() {
        return Err(Failure::Child(
            String::from_utf8_lossy(&made.stderr).into_owned(),
        ));
    }
    let read =
        |path: &Path| std::fs::read_to_string(path).map_err(Failure::io("reading a certificate"));
    let repository = directory.join("tls.pem");
    let both = format!(
        "friendlyName: bench\n{}friendlyName: bench\n{}",
        read(&certificate)?,
        read(&key)?
    );
    std::fs::write(&repository, both).map_err(Failure::io("writing a certificate"))?;
    Ok(repository)
}

impl Installation {
    /// Sets everything up and starts it. `properties` are lines for the properties of both agents.
    pub(super) fn start(
        arguments: &Arguments,
        scenario: Scenario,
        properties: &[String],
    ) -> Result<Self, Failure> {
        let mut installation = Self {
            place: Place::fresh(arguments)?,
            agents: Vec::new(),
            q_mgrs: Vec::new(),
        };
        for q_mgr in scenario.q_mgrs() {
            installation.done(&["crtmqm", q_mgr])?;
            installation.done(&["strmqm", q_mgr])?;
            let lock = installation.path().join("qmgrs").join(q_mgr).join("LOCK");
            let lock = std::fs::read_to_string(lock)
                .map_err(Failure::io("reading the lock of a queue manager"))?;
            let process = lock
                .split(' ')
                .next()
                .and_then(|word| word.parse::<u32>().ok());
            installation.q_mgrs.extend(process);
        }
        installation.done(&["fteSetupCoordination", "-coordinationQMgr", "QM1"])?;
        let script = installation.path().join("mqft/config/QM1/QM1.mqsc");
        let script = std::fs::read_to_string(script)
            .map_err(Failure::io("reading the commands of coordination"))?;
        installation.administer("QM1", &script)?;
        if scenario == Scenario::Channels {
            installation.join()?;
        }
        let more = installation.client_properties(scenario)?;
        for (at, agent) in AGENTS.iter().enumerate() {
            let q_mgr = scenario.q_mgr_of(at);
            installation.done(&[
                "fteCreateAgent",
                "-agentName",
                agent,
                "-agentQMgr",
                q_mgr,
                "-define",
            ])?;
            let path = format!("mqft/config/QM1/agents/{agent}/agent.properties");
            let path = installation.path().join(path);
            let mut text =
                std::fs::read_to_string(&path).map_err(Failure::io("reading properties"))?;
            for line in more.iter().chain(properties) {
                text.push_str(line);
                text.push('\n');
            }
            std::fs::write(&path, text).map_err(Failure::io("writing properties"))?;
        }
        for agent in AGENTS {
            let mut command = installation.command(&["fteStartAgent", "-F", agent])?;
            let child = command.stdin(Stdio::null()).stdout(Stdio::null()).spawn();
            installation
                .agents
                .push(child.map_err(Failure::io("starting an agent"))?);
            installation.until_logged(agent, BFGAG9502.label, 0)?;
        }
        Ok(installation)
    }

    pub(super) fn path(&self) -> &Path {
        self.place.path()
    }

    /// A command of this program, as a user gives it.
    fn command(&self, words: &[&str]) -> Result<Command, Failure> {
        let program = std::env::current_exe().map_err(Failure::io("finding this program"))?;
        if program
            .file_name()
            .is_some_and(|name| name == "ferromq-bench")
        {
            let text = "transfer needs the commands of ferromq: call `ferromq bench transfer`";
            return Err(Failure::Usage(text.into()));
        }
        let mut command = Command::new(program);
        command
            .args(words)
            .env("MQ_DATA_PATH", self.path())
            .env_remove("BFG_DATA")
            .env_remove("MQSERVER")
            .current_dir(self.path());
        Ok(command)
    }

    /// Runs a command that must succeed.
    pub(super) fn done(&self, words: &[&str]) -> Result<String, Failure> {
        let output = self.command(words)?.stdin(Stdio::null()).output();
        said(words[0], output.map_err(Failure::io(words[0]))?)
    }

    fn administer(&self, q_mgr: &str, script: &str) -> Result<(), Failure> {
        let path = self.path().join("commands.mqsc");
        std::fs::write(&path, script).map_err(Failure::io("writing commands"))?;
        self.done(&["runmqsc", "-f", &path.display().to_string(), q_mgr])
            .map(drop)
    }

    /// A sender and a receiver channel each way.
    fn join(&self) -> Result<(), Failure> {
        let ports = [free_port()?, free_port()?];
        let names = ["QM1", "QM2"];
        for (at, own) in names.iter().enumerate() {
            let (other, port, other_port) = (names[1 - at], ports[at], ports[1 - at]);
            self.administer(
                own,
                &format!(
                    "ALTER QMGR CHLAUTH(DISABLED)\n\
                     DEFINE LISTENER(BENCH) TRPTYPE(TCP) IPADDR(127.0.0.1) PORT({port}) CONTROL(QMGR)\n\
                     START LISTENER(BENCH)\n\
                     DEFINE QLOCAL({other}) USAGE(XMITQ)\n\
                     DEFINE CHANNEL({own}.{other}) CHLTYPE(SDR) XMITQ({other}) CONNAME('127.0.0.1({other_port})')\n\
                     DEFINE CHANNEL({other}.{own}) CHLTYPE(RCVR)\n"
                ),
            )?;
        }
        for (own, other) in [("QM1", "QM2"), ("QM2", "QM1")] {
            self.administer(own, &format!("START CHANNEL({own}.{other})\n"))?;
        }
        Ok(())
    }

    /// Has clients let in, and says how agents become some.
    fn client_properties(&self, scenario: Scenario) -> Result<Vec<String>, Failure> {
        let Scenario::Clients { tls } = scenario else {
            return Ok(Vec::new());
        };
        let port = free_port()?;
        let mut script = format!(
            "ALTER QMGR CHLAUTH(DISABLED) CONNAUTH(' ')\n\
             REFRESH SECURITY TYPE(CONNAUTH)\n\
             DEFINE CHANNEL({CHANNEL}) CHLTYPE(SVRCONN) MAXMSGL(104857600)\n\
             DEFINE LISTENER(BENCH) TRPTYPE(TCP) IPADDR(127.0.0.1) PORT({port}) CONTROL(QMGR)\n\
             START LISTENER(BENCH)\n"
        );
        let mut properties = vec![
            "agentQMgrHost=127.0.0.1".to_owned(),
            format!("agentQMgrPort={port}"),
            format!("agentQMgrChannel={CHANNEL}"),
        ];
        if tls {
            let repository = make_certificate(self.path())?;
            let repository = repository.display();
            script.push_str(&format!(
                "ALTER QMGR SSLKEYR('{repository}') CERTLABL('bench')\n\
                 ALTER CHANNEL({CHANNEL}) CHLTYPE(SVRCONN) SSLCIPH({CIPHER_SPEC}) SSLCAUTH(OPTIONAL)\n\
                 REFRESH SECURITY TYPE(SSL)\n"
            ));
            properties.push(format!("agentSslCipherSpec={CIPHER_SPEC}"));
            properties.push(format!("agentSslTrustStore={repository}"));
        }
        self.administer("QM1", &script)?;
        Ok(properties)
    }

    /// What an agent has told.
    pub(super) fn log_of(&self, agent: &str) -> String {
        let path = format!("mqft/logs/QM1/agents/{agent}/logs/output0.log");
        std::fs::read_to_string(self.path().join(path)).unwrap_or_default()
    }

    /// Waits until an agent tells something behind that byte of its log; the line.
    pub(super) fn until_logged(
        &self,
        agent: &str,
        what: &str,
        from: usize,
    ) -> Result<String, Failure> {
        let began = Instant::now();
        loop {
            let log = self.log_of(agent);
            let new = log.get(from..).unwrap_or_default();
            if let Some(line) = new.lines().find(|line| line.contains(what)) {
                return Ok(line.to_owned());
            }
            if began.elapsed() > WITHIN {
                return Err(Failure::Stuck(format!(
                    "agent {agent} does not say {what}:\n{log}"
                )));
            }
            std::thread::sleep(LOOK);
        }
    }

    /// Processor time so far: of the agents, and of all queue managers.
    pub(super) fn cpu_ns(&self) -> [u64; 3] {
        let of = |process| cpu_with_children_ns(process).unwrap_or(0);
        let agents: Vec<u64> = self.agents.iter().map(|agent| of(agent.id())).collect();
        let q_mgrs = self.q_mgrs.iter().map(|process| of(*process)).sum();
        [agents[0], agents[1], q_mgrs]
    }

    /// Process numbers of the agents.
    pub(super) fn agent_processes(&self) -> Vec<u32> {
        self.agents.iter().map(Child::id).collect()
    }
}

fn said(command: &str, output: Output) -> Result<String, Failure> {
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(out);
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    Err(Failure::Child(format!(
        "{command} ended with {}: {errors}{out}",
        output.status
    )))
}

impl Drop for Installation {
    fn drop(&mut self) {
        for agent in &mut self.agents {
            let _ = agent.kill();
            let _ = agent.wait();
        }
        for q_mgr in ["QM1", "QM2"].iter().take(self.q_mgrs.len().max(1)) {
            // It goes with its directory; how it ended is no part of the result.
            let _ = self.done(&["endmqm", "-p", q_mgr]);
        }
    }
}
