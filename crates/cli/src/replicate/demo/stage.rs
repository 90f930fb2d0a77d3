//! What a demonstration is made of: two databases, two queue managers joined by channels, capture and apply.

use super::load::make_tables;
use ferromq_postgres::server::Server;
use std::fs::File;
use std::io::Write;
use std::net::TcpListener;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// What is subscribed.
pub(super) const TABLES: [&str; 4] = [
    "pgbench_accounts",
    "pgbench_branches",
    "pgbench_tellers",
    "pgbench_history",
];

/// A program that ends with this.
pub(super) struct Running(pub(super) Child);

impl Running {
    pub(super) fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

/// All of it, in a directory that is removed with it unless it is to be kept.
pub(super) struct Stage {
    // They end in this order.
    pub(super) capture: Option<Running>,
    pub(super) apply: Option<Running>,
    pub(super) source: Server,
    pub(super) target: Server,
    q_mgrs: QueueManagers,
}

/// The queue managers, which end with this.
struct QueueManagers {
    root: PathBuf,
    keeps: bool,
}

impl Stage {
    /// Makes everything, and starts it.
    pub(super) fn make(root: &Path, scale: u64, keeps: bool) -> Result<Self, String> {
        std::fs::create_dir(root).map_err(|error| format!("{}: {error}", root.display()))?;
        let q_mgrs = QueueManagers {
            root: root.to_owned(),
            keeps,
        };
        let settings = "track_commit_timestamp = on\nwal_sender_timeout = 5s\nwal_level = logical";
        let source = Server::make(root.join("source"), settings)?;
        let target = Server::make(root.join("target"), "track_commit_timestamp = on")?;
        make_tables(&source, Some(scale))?;
        make_tables(&target, None)?;
        q_mgrs.make()?;
        let stage = Self {
            capture: None,
            apply: None,
            source,
            target,
            q_mgrs,
        };
        stage.subscribe()?;
        Ok(stage)
    }

    fn subscribe(&self) -> Result<(), String> {
        let mut script = format!(
            "ASNCLP SESSION SET TO Q REPLICATION;\nSET RUN SCRIPT NOW STOP ON SQL ERROR ON;\n\
             SET SERVER CAPTURE TO URI '{}';\nSET SERVER TARGET TO URI '{}';\n\
             SET QMANAGER SRC FOR CAPTURE SCHEMA;\nSET QMANAGER DST FOR APPLY SCHEMA;\n\
             CREATE CONTROL TABLES FOR CAPTURE SERVER USING RESTARTQ RESTARTQ ADMINQ ADMINQ;\n\
             CREATE CONTROL TABLES FOR APPLY SERVER;\n\
             CREATE REPLQMAP BANK USING ADMINQ ADMINQ RECVQ DATA SENDQ DATA;\n",
            self.source.conninfo(),
            self.target.conninfo()
        );
        for table in TABLES {
            // It has no key, and nothing is ever updated there.
            let only_inserts = match table {
                "pgbench_history" => " SUPPRESS DELETES",
                _ => "",
            };
            script.push_str(&format!(
                "CREATE QSUB USING REPLQMAP BANK (SUBNAME {table} public.{table} OPTIONS HAS LOAD PHASE I{only_inserts});\n"
            ));
        }
        let path = self.q_mgrs.root.join("bank.asnclp");
        std::fs::write(&path, script).map_err(|error| error.to_string())?;
        self.q_mgrs
            .done(&["asnclp", &format!("script={}", path.display())], "")?;
        Ok(())
    }

    /// Starts capture.
    pub(super) fn start_capture(&mut self) -> Result<(), String> {
        let server = format!("capture_server={}", self.source.conninfo());
        self.capture = None;
        self.capture = Some(self.q_mgrs.start(&["asnqcap", &server])?);
        Ok(())
    }

    /// Starts apply.
    pub(super) fn start_apply(&mut self) -> Result<(), String> {
        let server = format!("apply_server={}", self.target.conninfo());
        self.apply = None;
        let words = ["asnqapp", &server, "monitor_interval=500"];
        self.apply = Some(self.q_mgrs.start(&words)?);
        Ok(())
    }

    /// Compares all tables; what was said, and whether they are equal.
    pub(super) fn compare(&self) -> Result<(String, bool), String> {
        let source = format!("capture_server={}", self.source.conninfo());
        let target = format!("apply_server={}", self.target.conninfo());
        let (said, code) = self.q_mgrs.run(&["asntdiff", &source, &target], "")?;
        match code {
            0 => Ok((said, true)),
            2 => Ok((said, false)),
            _ => Err(said),
        }
    }

    /// Kills a queue manager and starts it again.
    pub(super) fn kill_q_mgr(&self, name: &str) -> Result<(), String> {
        let lock = self.q_mgrs.root.join("qmgrs").join(name).join("LOCK");
        let text = std::fs::read_to_string(lock).map_err(|error| error.to_string())?;
        let process = text.split(' ').next().unwrap_or_default();
        let _ = Command::new("kill").args(["-KILL", process]).status();
        self.q_mgrs.up(name)
    }

    /// Whether capture or apply has ended by itself.
    pub(super) fn lacks_one(&mut self) -> bool {
        let programs = [&mut self.capture, &mut self.apply];
        let mut programs = programs.into_iter().flatten();
        programs.any(|it| !matches!(it.0.try_wait(), Ok(None)))
    }

    /// What capture and apply said last.
    pub(super) fn last_words(&self) -> String {
        let path = self.q_mgrs.root.join("programs.log");
        let text = std::fs::read_to_string(path).unwrap_or_default();
        match text.trim().lines().last() {
            Some(line) => format!("capture and apply said last: {line}"),
            None => "capture and apply have said nothing".to_owned(),
        }
    }
}

impl QueueManagers {
    /// Two of them, each with a channel to the other: data goes one way, commands the other.
    fn make(&self) -> Result<(), String> {
        // Both are held until both are known, so that they differ.
        let one = TcpListener::bind("127.0.0.1:0").map_err(|error| error.to_string())?;
        let two = TcpListener::bind("127.0.0.1:0").map_err(|error| error.to_string())?;
        let port = |of: &TcpListener| of.local_addr().map(|it| it.port().to_string());
        let ports = [port(&one), port(&two)];
        let [Ok(one_port), Ok(two_port)] = &ports else {
            return Err("there is no free port".to_owned());
        };
        drop((one, two));
        for (name, port) in [("SRC", one_port), ("DST", two_port)] {
            let words = ["crtmqm", "-lf", "4096", "-p", port, name];
            self.done(&words, "")?;
            self.done(&["strmqm", name], "")?;
        }
        for (here, there, port) in [("SRC", "DST", two_port), ("DST", "SRC", one_port)] {
            let commands = format!(
                "ALTER QMGR CHLAUTH(DISABLED)\n\
                 DEFINE QLOCAL({there}) USAGE(XMITQ) MAXDEPTH(999999999) MAXMSGL(104857600)\n\
                 DEFINE CHANNEL({there}.TO.{here}) CHLTYPE(RCVR) MRRTY(0) MAXMSGL(104857600) USEDLQ(NO)\n\
                 DEFINE CHANNEL({here}.TO.{there}) CHLTYPE(SDR) XMITQ({there}) SHORTTMR(1) MAXMSGL(104857600) \
                 USEDLQ(NO) CONNAME('127.0.0.1({port})')\n"
            );
            self.done(&["runmqsc", here], &commands)?;
        }
        self.done(
            &["runmqsc", "SRC"],
            "DEFINE QLOCAL(RESTARTQ) MAXDEPTH(1) DEFPSIST(YES)\nDEFINE QLOCAL(ADMINQ)\n\
             DEFINE QREMOTE(DATA) RNAME(DATA) RQMNAME(DST) XMITQ(DST)\nSTART CHANNEL(SRC.TO.DST)\n",
        )?;
        self.done(
            &["runmqsc", "DST"],
            "DEFINE QLOCAL(DATA) MAXDEPTH(999999999) MAXMSGL(104857600)\n\
             DEFINE QMODEL(IBMQREP.SPILL.MODELQ) DEFTYPE(PERMDYN) SHARE DEFSOPT(SHARED) MAXDEPTH(999999999) MAXMSGL(104857600)\n\
             DEFINE QREMOTE(ADMINQ) RNAME(ADMINQ) RQMNAME(SRC) XMITQ(SRC)\nSTART CHANNEL(DST.TO.SRC)\n",
        )?;
        Ok(())
    }

    fn up(&self, name: &str) -> Result<(), String> {
        // One that was killed may hold its files for a moment.
        let mut said = String::new();
        for _ in 0..100 {
            let (text, code) = self.run(&["strmqm", name], "")?;
            if code == 0 {
                let other = if name == "SRC" { "DST" } else { "SRC" };
                let start = format!("START CHANNEL({name}.TO.{other})\n");
                self.run(&["runmqsc", name], &start)?;
                return Ok(());
            }
            said = text;
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
        Err(said)
    }

    fn command(&self, words: &[&str]) -> Result<Command, String> {
        let own = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut command = Command::new(own);
        command.args(words).env("MQ_DATA_PATH", &self.root);
        // What ends the demonstration is told to it alone: it needs them for the proof, and to clear up.
        command.process_group(0);
        for name in [
            "MQSERVER",
            "MQCCDTURL",
            "PGDATABASE",
            "PGHOST",
            "PGPORT",
            "PGUSER",
        ] {
            command.env_remove(name);
        }
        Ok(command)
    }

    /// Runs a command; what it said, and its exit code.
    fn run(&self, words: &[&str], input: &str) -> Result<(String, i32), String> {
        let mut command = self.command(words)?;
        command.stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| error.to_string())?;
        if let Some(mut stdin) = child.stdin.take() {
            // A command may end without reading it.
            let _ = stdin.write_all(input.as_bytes());
        }
        let out = child
            .wait_with_output()
            .map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&out.stdout).into_owned();
        let text = text + &String::from_utf8_lossy(&out.stderr);
        Ok((text, out.status.code().unwrap_or(-1)))
    }

    fn done(&self, words: &[&str], input: &str) -> Result<String, String> {
        let (said, code) = self.run(words, input)?;
        match code {
            0 => Ok(said),
            _ => Err(format!("{} says: {}", words.join(" "), said.trim())),
        }
    }

    /// A program that goes on; what it says is added to the log.
    fn start(&self, words: &[&str]) -> Result<Running, String> {
        let log = File::options()
            .create(true)
            .append(true)
            .open(self.root.join("programs.log"))
            .map_err(|error| error.to_string())?;
        let other = log.try_clone().map_err(|error| error.to_string())?;
        let mut command = self.command(words)?;
        command.stdin(Stdio::null()).stdout(log).stderr(other);
        let child = command.spawn().map_err(|error| error.to_string())?;
        Ok(Running(child))
    }
}

impl Drop for QueueManagers {
    fn drop(&mut self) {
        for name in ["SRC", "DST"] {
            let _ = self.run(&["endmqm", "-i", name], "");
        }
        if !self.keeps {
            let _ = std::fs::remove_dir_all(&self.root);
        }
    }
}
