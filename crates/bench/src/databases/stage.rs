//! Two servers of PostgreSQL, a queue manager, capture and apply, and a native subscription beside them.

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::host::Host;
use crate::meter::{cpu_ns_of, family_cpu_ns, process_cpu_ns};
use crate::place::NAME;
use crate::processes::is_a_command;
use ferromq_postgres::Connection;
use ferromq_postgres::server::Server;
use std::fs::File;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What is subscribed, at both.
const TABLES: [&str; 6] = [
    "pgbench_accounts",
    "pgbench_branches",
    "pgbench_tellers",
    "pgbench_history",
    "ins",
    "marks",
];
const OWN_TABLES: &str = "CREATE TABLE ins (id bigserial PRIMARY KEY, v text); CREATE TABLE marks (id bigint PRIMARY KEY)";
const SETTINGS: &str = "wal_level = logical\nmax_wal_size = 8GB\ncheckpoint_timeout = 30min\nautovacuum = off\nshared_buffers = 256MB\n\
     track_commit_timestamp = on\nmax_replication_slots = 20\nmax_wal_senders = 20\nmax_worker_processes = 20";
/// How long anything that is waited for may take.
const WITHIN: Duration = Duration::from_secs(1_200);
/// How often the target is asked whether something has come.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// Which of the two replications.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Ours,
    Native,
}

/// A program that ends with this.
struct Program(Child);

impl Program {
    /// Asks it to end, and waits for that.
    fn end(mut self) {
        let pid = i32::try_from(self.0.id()).ok();
        if let Some(pid) = pid.and_then(rustix::process::Pid::from_raw) {
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::TERM);
        }
        let began = Instant::now();
        while matches!(self.0.try_wait(), Ok(None)) && began.elapsed() < Duration::from_secs(30) {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Processor time of everything that takes part, in nanoseconds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Used {
    pub(super) capture: u64,
    pub(super) apply: u64,
    pub(super) q_mgr: u64,
    pub(super) source: u64,
    pub(super) target: u64,
}

impl Used {
    pub(super) fn since(self, before: Self) -> Self {
        Self {
            capture: self.capture.saturating_sub(before.capture),
            apply: self.apply.saturating_sub(before.apply),
            q_mgr: self.q_mgr.saturating_sub(before.q_mgr),
            source: self.source.saturating_sub(before.source),
            target: self.target.saturating_sub(before.target),
        }
    }
}

/// See the module.
pub(super) struct Stage {
    // They end in this order.
    capture: Option<Program>,
    apply: Option<Program>,
    pub(super) source: Server,
    pub(super) target: Server,
    root: PathBuf,
    next_mark: u64,
    // Last: the directory goes with it.
    host: Host,
}

fn wrong(what: &str) -> impl Fn(ferromq_postgres::Error) -> Failure + '_ {
    move |error| Failure::Wrong(format!("{what}: {error}"))
}

impl Stage {
    /// Makes all of it, loads the tables on both sides, and leaves both replications at rest.
    pub(super) fn make(arguments: &Arguments) -> Result<Self, Failure> {
        if !is_a_command() {
            let why = "databases starts capture and apply by the program it is in: run it as ferromq bench databases";
            return Err(Failure::Usage(why.into()));
        }
        let scale = arguments.number("scale", 10)?.clamp(1, 10_000);
        let mut host = Host::start(arguments)?;
        host.serve()?;
        let commands = [
            "DEFINE QLOCAL(RESTARTQ) MAXDEPTH(1) DEFPSIST(YES)",
            "DEFINE QLOCAL(ADMINQ)",
            "DEFINE QLOCAL(DATA) MAXDEPTH(999999999) MAXMSGL(104857600)",
            "DEFINE QMODEL(IBMQREP.SPILL.MODELQ) DEFTYPE(PERMDYN) SHARE DEFSOPT(SHARED) MAXDEPTH(999999999) MAXMSGL(104857600)",
        ];
        host.administer(&commands.map(str::to_owned))?;
        let root =
            std::path::absolute(host.data_path()).map_err(Failure::io("finding the data path"))?;
        let made = |name: &str| {
            let made = Server::make(root.join(name), SETTINGS);
            made.map_err(|why| Failure::Wrong(format!("a server of PostgreSQL: {}", why.trim())))
        };
        let (source, target) = (made("source")?, made("target")?);
        let stage = Self {
            capture: None,
            apply: None,
            source,
            target,
            root,
            next_mark: 0,
            host,
        };
        stage.make_tables(scale)?;
        stage.subscribe()?;
        Ok(stage)
    }

    /// How a database is reached.
    pub(super) fn conninfo(&self, side: Option<Side>) -> String {
        let (server, name) = match side {
            None => (&self.source, "postgres"),
            Some(Side::Ours) => (&self.target, "ours"),
            Some(Side::Native) => (&self.target, "native"),
        };
        format!(
            "host={} user=postgres dbname={name}",
            server.root().display()
        )
    }

    /// A session there.
    pub(super) fn session(&self, side: Option<Side>) -> Result<Connection, Failure> {
        let session = Connection::connect(&self.conninfo(side));
        session.map_err(wrong("connecting"))
    }

    /// What a statement answers in its first row and column.
    pub(super) fn ask(&self, side: Option<Side>, sql: &str) -> Result<String, Failure> {
        let rows = self.session(side)?.execute(sql).map_err(wrong(sql))?;
        Ok(rows.text(0, 0).unwrap_or_default().to_owned())
    }

    fn make_tables(&self, scale: u64) -> Result<(), Failure> {
        for name in ["ours", "native"] {
            let sql = format!("CREATE DATABASE {name}");
            let made = self.target.sql(&sql);
            made.map_err(|why| Failure::Wrong(format!("{sql}: {why}")))?;
        }
        for side in [None, Some(Side::Ours), Some(Side::Native)] {
            let steps = if side.is_none() { "dtgvp" } else { "dtp" };
            let words = ["-i", "-q", "-I", steps, "-s", &scale.to_string()];
            self.pgbench(side, &words)?;
            self.ask(side, OWN_TABLES)?;
        }
        Ok(())
    }

    /// Runs pgbench; what it said.
    pub(super) fn pgbench(&self, side: Option<Side>, words: &[&str]) -> Result<String, Failure> {
        let server = if side.is_none() {
            &self.source
        } else {
            &self.target
        };
        let out = server
            .program("pgbench")
            .args(words)
            .arg(self.conninfo(side))
            .output();
        let out = out.map_err(Failure::io("pgbench"))?;
        match out.status.success() {
            true => Ok(String::from_utf8_lossy(&out.stdout).into_owned()),
            false => Err(Failure::Wrong(format!(
                "pgbench: {}",
                String::from_utf8_lossy(&out.stderr).trim()
            ))),
        }
    }

    /// Both replications load their tables, and stop.
    fn subscribe(&self) -> Result<(), Failure> {
        let mut script = format!(
            "ASNCLP SESSION SET TO Q REPLICATION;\nSET RUN SCRIPT NOW STOP ON SQL ERROR ON;\n\
             SET SERVER CAPTURE TO URI '{}';\nSET SERVER TARGET TO URI '{}';\n\
             SET QMANAGER {NAME} FOR CAPTURE SCHEMA;\nSET QMANAGER {NAME} FOR APPLY SCHEMA;\n\
             CREATE CONTROL TABLES FOR CAPTURE SERVER USING RESTARTQ RESTARTQ ADMINQ ADMINQ;\n\
             CREATE CONTROL TABLES FOR APPLY SERVER;\n\
             CREATE REPLQMAP BANK USING ADMINQ ADMINQ RECVQ DATA SENDQ DATA;\n",
            self.conninfo(None),
            self.conninfo(Some(Side::Ours))
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
        let path = self.root.join("bank.asnclp");
        std::fs::write(&path, script).map_err(Failure::io("writing a script"))?;
        let said = self.command(&["asnclp", &format!("script={}", path.display())]);
        let said = said?.output().map_err(Failure::io("asnclp"))?;
        if !said.status.success() {
            let text = String::from_utf8_lossy(&said.stdout).into_owned();
            let text = text + &String::from_utf8_lossy(&said.stderr);
            return Err(Failure::Wrong(format!("asnclp: {}", text.trim())));
        }
        let sql = format!("CREATE PUBLICATION native FOR TABLE {}", TABLES.join(", "));
        self.ask(None, &sql).map(drop)
    }

    fn command(&self, words: &[&str]) -> Result<Command, Failure> {
        let own = std::env::current_exe().map_err(Failure::io("finding this program"))?;
        let mut command = Command::new(own);
        command.args(words).env("MQ_DATA_PATH", &self.root);
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

    fn start(&self, words: &[&str]) -> Result<Program, Failure> {
        let log = File::options()
            .create(true)
            .append(true)
            .open(self.root.join("programs.log"));
        let log = log.map_err(Failure::io("opening a log"))?;
        let other = log.try_clone().map_err(Failure::io("opening a log"))?;
        let mut command = self.command(words)?;
        command.stdin(Stdio::null()).stdout(log).stderr(other);
        command
            .spawn()
            .map(Program)
            .map_err(Failure::io("starting a program"))
    }

    /// What the programs said last.
    fn last_words(&self) -> String {
        let text = std::fs::read_to_string(self.root.join("programs.log")).unwrap_or_default();
        let lines: Vec<&str> = text.trim().lines().rev().take(3).collect();
        lines.into_iter().rev().collect::<Vec<_>>().join(" / ")
    }

    /// Starts capture, with these words besides.
    pub(super) fn start_capture(&mut self, words: &[&str]) -> Result<(), Failure> {
        let server = format!("capture_server={}", self.conninfo(None));
        let mut all = vec!["asnqcap", &server];
        all.extend_from_slice(words);
        self.capture = Some(self.start(&all)?);
        Ok(())
    }

    /// Waits until a capture that ends by itself has ended.
    pub(super) fn until_captured(&mut self) -> Result<(), Failure> {
        let Some(mut capture) = self.capture.take() else {
            return Ok(());
        };
        self.until("capture to end", |_| {
            let ended = capture
                .0
                .try_wait()
                .map_err(Failure::io("waiting for capture"))?;
            Ok(ended.is_some())
        })
    }

    /// Ends them as a crash would.
    pub(super) fn kill_capture(&mut self) {
        self.capture = None;
    }

    /// As above.
    pub(super) fn kill_apply(&mut self) {
        self.apply = None;
    }

    pub(super) fn capture_id(&self) -> Option<u32> {
        self.capture.as_ref().map(|it| it.0.id())
    }

    pub(super) fn apply_id(&self) -> Option<u32> {
        self.apply.as_ref().map(|it| it.0.id())
    }

    /// Messages on the data queue.
    pub(super) fn depth(&self) -> Result<u64, Failure> {
        let said = self.host.ask("DISPLAY QLOCAL(DATA) CURDEPTH")?;
        let rest = said.split("CURDEPTH(").nth(1).unwrap_or_default();
        let depth = rest.split(')').next().and_then(|it| it.parse().ok());
        depth.ok_or_else(|| Failure::Wrong(said.clone()))
    }

    /// So many numbers of rows of `marks` that nobody else takes; the first.
    pub(super) fn next_marks(&mut self, count: u64) -> u64 {
        let first = self.next_mark + 1;
        self.next_mark += count;
        first
    }

    /// Starts apply, with these words besides.
    pub(super) fn start_apply(&mut self, words: &[&str]) -> Result<(), Failure> {
        let server = format!("apply_server={}", self.conninfo(Some(Side::Ours)));
        let mut all = vec!["asnqapp", &server];
        all.extend_from_slice(words);
        self.apply = Some(self.start(&all)?);
        Ok(())
    }

    /// Ends both.
    pub(super) fn end_programs(&mut self) {
        for program in [self.apply.take(), self.capture.take()]
            .into_iter()
            .flatten()
        {
            program.end();
        }
    }

    /// Has a replication work, or rest. The native one makes its subscription at the first time.
    pub(super) fn work(&mut self, side: Side, words: &[&str]) -> Result<(), Failure> {
        match side {
            Side::Ours => {
                self.start_capture(&[])?;
                self.start_apply(words)
            }
            Side::Native => {
                let there = self.ask(Some(side), "SELECT count(*) FROM pg_subscription s JOIN pg_database d ON d.oid = s.subdbid WHERE datname = 'native'")?;
                let sql = match there.as_str() {
                    "0" => format!(
                        "CREATE SUBSCRIPTION native CONNECTION '{}' PUBLICATION native",
                        self.conninfo(None)
                    ),
                    _ => "ALTER SUBSCRIPTION native ENABLE".to_owned(),
                };
                self.ask(Some(side), &sql).map(drop)
            }
        }
    }

    /// Ends what [`Self::work`] began.
    pub(super) fn rest(&mut self, side: Side) -> Result<(), Failure> {
        match side {
            Side::Ours => {
                self.end_programs();
                Ok(())
            }
            Side::Native => {
                self.ask(Some(side), "ALTER SUBSCRIPTION native DISABLE")?;
                // Its worker holds the slot for a moment.
                let active = "SELECT count(*) FROM pg_replication_slots WHERE active";
                self.until("a worker to end", |stage| {
                    Ok(stage.ask(None, active)? == "0")
                })
            }
        }
    }

    /// Waits until something is so.
    pub(super) fn until(
        &self,
        what: &str,
        mut is_so: impl FnMut(&Self) -> Result<bool, Failure>,
    ) -> Result<(), Failure> {
        let began = Instant::now();
        while !is_so(self)? {
            if began.elapsed() > WITHIN {
                let words = self.last_words();
                return Err(Failure::Stuck(format!("waiting for {what}; {words}")));
            }
            std::thread::sleep(LOOK_EVERY);
        }
        Ok(())
    }

    /// Loads the tables on a side, and has it rest: seconds it took.
    pub(super) fn load(&mut self, side: Side) -> Result<f64, Failure> {
        let began = Instant::now();
        self.work(side, &[])?;
        let sql = match side {
            Side::Ours => "SELECT count(*) FROM asn.ibmqrep_targets WHERE state = 'A'",
            Side::Native => "SELECT count(*) FROM pg_subscription_rel WHERE srsubstate = 'r'",
        };
        let wanted = TABLES.len().to_string();
        self.until("tables to be loaded", |stage| {
            Ok(stage.ask(Some(side), sql)? == wanted)
        })?;
        let seconds = began.elapsed().as_secs_f64();
        let mark = self.mark()?;
        self.until_marked(side, mark)?;
        self.rest(side)?;
        Ok(seconds)
    }

    /// Commits a row that is behind everything before; its number.
    pub(super) fn mark(&mut self) -> Result<u64, Failure> {
        self.next_mark += 1;
        let mark = self.next_mark;
        self.ask(None, &format!("INSERT INTO marks VALUES ({mark})"))?;
        Ok(mark)
    }

    /// Waits until a mark is there.
    pub(super) fn until_marked(&self, side: Side, mark: u64) -> Result<(), Failure> {
        let mut session = self.session(Some(side))?;
        let sql = format!("SELECT 1 FROM marks WHERE id = {mark}");
        self.until("a row to come", |_| {
            let rows = session.execute(&sql).map_err(wrong("looking for a row"))?;
            Ok(!rows.is_empty())
        })
    }

    /// Processor time so far.
    pub(super) fn used(&self) -> Used {
        let of = |program: &Option<Program>| {
            let id = program.as_ref().map(|it| it.0.id());
            id.and_then(cpu_ns_of).unwrap_or(0)
        };
        let server = |server: &Server| server.process().map_or(0, family_cpu_ns);
        Used {
            capture: of(&self.capture),
            apply: of(&self.apply),
            q_mgr: process_cpu_ns(),
            source: server(&self.source),
            target: server(&self.target),
        }
    }

    /// Whether the tables of both sides are as the source's.
    pub(super) fn compare(&self) -> Result<(), Failure> {
        for table in TABLES {
            let sql = format!(
                "SELECT count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) FROM {table} t"
            );
            let source = self.ask(None, &sql)?;
            for side in [Side::Ours, Side::Native] {
                let target = self.ask(Some(side), &sql)?;
                if source != target {
                    return Err(Failure::Wrong(format!(
                        "{table} has {source} at the source and {target} at {side:?}"
                    )));
                }
            }
        }
        Ok(())
    }
}
