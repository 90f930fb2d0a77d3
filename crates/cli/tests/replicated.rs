//! One table that is replicated from one real PostgreSQL server to another, by programs a test starts.

use crate::postgres_cluster::Cluster;
use crate::support::{Room, Running};
use ferromq_base::skipped::skip;
use std::fs::File;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Two servers and a queue manager, with all that is defined for table `t`.
pub(crate) struct Replicated {
    pub(crate) source: Cluster,
    pub(crate) target: Cluster,
    pub(crate) room: Room,
}

impl Replicated {
    /// `None` where there is no PostgreSQL: `what` is skipped then. `apply` is said where its control tables are made.
    pub(crate) fn new(what: &str, apply: &str) -> Option<Self> {
        let logical = "wal_level = logical\nwal_sender_timeout = 5s";
        let clusters = Cluster::start(logical).and_then(|source| Ok((source, Cluster::start("")?)));
        let (source, target) = match clusters {
            Ok(clusters) => clusters,
            Err(why) => {
                skip(what, &why);
                return None;
            }
        };
        let room = Room::new();
        room.start("QM1", &[]);
        let commands = "DEFINE QLOCAL(RESTARTQ) MAXDEPTH(1)\nDEFINE QLOCAL(ADMINQ)\nDEFINE QLOCAL(APPLYCMD)\nDEFINE QLOCAL(DATA) MAXDEPTH(100000)";
        let said = room.run_with(&["runmqsc", "QM1"], commands);
        assert_eq!(said.code, 0, "{said:?}");
        for cluster in [&source, &target] {
            cluster.sql("CREATE TABLE t (id int PRIMARY KEY, v text)");
        }
        let setup = Self {
            source,
            target,
            room,
        };
        setup.script(&format!(
            "SET QMANAGER QM1 FOR CAPTURE SCHEMA;\nSET QMANAGER QM1 FOR APPLY SCHEMA;\n\
             CREATE CONTROL TABLES FOR CAPTURE SERVER USING RESTARTQ RESTARTQ ADMINQ ADMINQ;\n\
             CREATE CONTROL TABLES FOR APPLY SERVER{apply};\n\
             CREATE REPLQMAP M USING ADMINQ ADMINQ RECVQ DATA SENDQ DATA;\n\
             CREATE QSUB USING REPLQMAP M (SUBNAME T public.t OPTIONS HAS LOAD PHASE N);\n"
        ));
        Some(setup)
    }

    /// Runs statements of an administrator, for both servers.
    pub(crate) fn script(&self, statements: &str) {
        run_script(&self.room, (&self.source, &self.target), statements);
    }

    /// What the programs have said.
    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(self.room.path().join("programs.log")).unwrap_or_default()
    }

    fn start(&self, program: &str, server: &str, more: &[&str], fault: Option<&str>) -> Running {
        let log = File::options()
            .create(true)
            .append(true)
            .open(self.room.path().join("programs.log"))
            .expect("a log");
        let mut words = vec![program, server];
        words.extend(more);
        let mut command = self.room.command(&words);
        if let Some(fault) = fault {
            command.env("FERROMQ_REPLICATION_FAULT", fault);
        }
        command.stdin(Stdio::null());
        command.stdout(log.try_clone().expect("a log")).stderr(log);
        Running(command.spawn().expect("it starts"))
    }

    /// Where capture finds its server.
    pub(crate) fn capture_server(&self) -> String {
        format!("capture_server={}", self.source.conninfo())
    }

    /// Where apply finds its own.
    pub(crate) fn apply_server(&self) -> String {
        format!("apply_server={}", self.target.conninfo())
    }

    pub(crate) fn capture(&self, more: &[&str]) -> Running {
        self.start("asnqcap", &self.capture_server(), more, None)
    }

    pub(crate) fn apply(&self) -> Running {
        self.start("asnqapp", &self.apply_server(), &[], None)
    }

    /// Capture, with as little memory as it may have, and apply, for which something happens at a point of theirs: see `ferromq_replicate`, `fault`.
    pub(crate) fn capture_with(&self, fault: &str) -> Running {
        let more = ["memory_limit=1"];
        self.start("asnqcap", &self.capture_server(), &more, Some(fault))
    }

    pub(crate) fn apply_with(&self, fault: &str) -> Running {
        self.start("asnqapp", &self.apply_server(), &[], Some(fault))
    }

    pub(crate) fn until(&self, what: &str, is_so: impl Fn() -> bool) {
        let began = Instant::now();
        while !is_so() {
            assert!(
                began.elapsed() < Duration::from_secs(240),
                "{what}: {}",
                self.log()
            );
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Rows are taken from here on.
    pub(crate) fn until_active(&self) {
        let sql = "SELECT count(*) FROM asn.ibmqrep_subs WHERE state = 'A'";
        self.until("the subscription to be active", || {
            self.source.asked(sql).is_ok_and(|found| found == "1")
        });
    }

    pub(crate) fn insert(&self, id: u32) {
        self.source
            .sql(&format!("INSERT INTO t VALUES ({id}, 'v')"));
    }

    /// Whether the row has come.
    pub(crate) fn is_there(&self, id: u32) -> bool {
        let sql = format!("SELECT count(*) FROM t WHERE id = {id}");
        self.target.asked(&sql).is_ok_and(|found| found == "1")
    }
}

/// Runs statements of an administrator for a source and a target.
pub(crate) fn run_script(room: &Room, (source, target): (&Cluster, &Cluster), statements: &str) {
    let script = format!(
        "SET SERVER CAPTURE TO URI '{}';\nSET SERVER TARGET TO URI '{}';\n{statements}",
        source.conninfo(),
        target.conninfo()
    );
    let path = room.path().join("script.asnclp");
    std::fs::write(&path, script).expect("written");
    room.done(&["asnclp", &format!("script={}", path.display())]);
}
