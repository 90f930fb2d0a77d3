//! A source that failed over, and a target that was restored: nothing is guessed, it is refused and told.
//!
//! K10 and K22 of `crates/replicate/README.md`.

use crate::postgres_cluster::Cluster;
use crate::support::{Room, Running};
use ferromq_base::skipped::skip;
use std::fs::File;
use std::process::Stdio;
use std::time::{Duration, Instant};

struct Setup {
    source: Cluster,
    target: Cluster,
    room: Room,
}

impl Setup {
    fn new() -> Option<Self> {
        let logical = "wal_level = logical\nwal_sender_timeout = 5s";
        let clusters = Cluster::start(logical).and_then(|source| Ok((source, Cluster::start("")?)));
        let (source, target) = match clusters {
            Ok(clusters) => clusters,
            Err(why) => {
                skip("failover and restored targets of replication", &why);
                return None;
            }
        };
        let room = Room::new();
        room.start("QM1", &[]);
        let commands = "DEFINE QLOCAL(RESTARTQ) MAXDEPTH(1)\nDEFINE QLOCAL(ADMINQ)\nDEFINE QLOCAL(DATA) MAXDEPTH(100000)";
        let said = room.run_with(&["runmqsc", "QM1"], commands);
        assert_eq!(said.code, 0, "{said:?}");
        for cluster in [&source, &target] {
            cluster.sql("CREATE TABLE t (id int PRIMARY KEY)");
        }
        let setup = Self {
            source,
            target,
            room,
        };
        let script = format!(
            "SET SERVER CAPTURE TO URI '{}';\nSET SERVER TARGET TO URI '{}';\n\
             SET QMANAGER QM1 FOR CAPTURE SCHEMA;\nSET QMANAGER QM1 FOR APPLY SCHEMA;\n\
             CREATE CONTROL TABLES FOR CAPTURE SERVER USING RESTARTQ RESTARTQ ADMINQ ADMINQ;\n\
             CREATE CONTROL TABLES FOR APPLY SERVER;\n\
             CREATE REPLQMAP M USING ADMINQ ADMINQ RECVQ DATA SENDQ DATA;\n\
             CREATE QSUB USING REPLQMAP M (SUBNAME T public.t OPTIONS HAS LOAD PHASE N);\n",
            setup.source.conninfo(),
            setup.target.conninfo()
        );
        let path = setup.room.path().join("m.asnclp");
        std::fs::write(&path, script).expect("written");
        setup
            .room
            .done(&["asnclp", &format!("script={}", path.display())]);
        // A hole is waited for a second.
        setup
            .target
            .sql("UPDATE asn.ibmqrep_recvqueues SET gap_timeout = 1");
        Some(setup)
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.room.path().join("programs.log")).unwrap_or_default()
    }

    fn start(&self, program: &str, server: &str, more: &[&str]) -> Running {
        let log = File::options()
            .create(true)
            .append(true)
            .open(self.room.path().join("programs.log"))
            .expect("a log");
        let mut words = vec![program, server];
        words.extend(more);
        let mut command = self.room.command(&words);
        command.stdin(Stdio::null());
        command.stdout(log.try_clone().expect("a log")).stderr(log);
        Running(command.spawn().expect("it starts"))
    }

    fn capture(&self, more: &[&str]) -> Running {
        let server = format!("capture_server={}", self.source.conninfo());
        self.start("asnqcap", &server, more)
    }

    fn apply(&self) -> Running {
        let server = format!("apply_server={}", self.target.conninfo());
        self.start("asnqapp", &server, &[])
    }

    fn until(&self, what: &str, is_so: impl Fn() -> bool) {
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
    fn until_active(&self) {
        let sql = "SELECT count(*) FROM asn.ibmqrep_subs WHERE state = 'A'";
        self.until("the subscription to be active", || {
            self.source.asked(sql).is_ok_and(|found| found == "1")
        });
    }

    fn insert(&self, id: u32) {
        self.source.sql(&format!("INSERT INTO t VALUES ({id})"));
    }

    fn until_there(&self, id: u32) {
        let sql = format!("SELECT count(*) FROM t WHERE id = {id}");
        self.until("a row to come", || {
            self.target.asked(&sql).is_ok_and(|found| found == "1")
        });
    }

    /// A program ends because of this.
    fn ends_with(&self, mut program: Running, notice: &str) {
        let status = program.0.wait().expect("it ends");
        assert_eq!(status.code(), Some(1), "{}", self.log());
        assert!(self.log().contains(notice), "{}", self.log());
    }
}

#[test]
fn a_source_that_failed_over_is_refused_until_somebody_begins_anew() {
    let Some(setup) = Setup::new() else { return };
    let _apply = setup.apply();
    let capture = setup.capture(&[]);
    setup.until_active();
    setup.insert(1);
    setup.until_there(1);
    drop(capture);
    setup.source.fail_over();
    setup.insert(2);
    setup.ends_with(setup.capture(&[]), "FMQ0412");
    let there = setup.target.sql("SELECT count(*) FROM t");
    assert_eq!(there, "1", "nothing was taken from the other timeline");
    // A cold start is what helps; without a load only what comes from then on is sent.
    let _capture = setup.capture(&["startmode=cold"]);
    setup.until("the cold start", || {
        let active = "SELECT count(*) FROM asn.ibmqrep_subs WHERE state = 'A'";
        setup.log().matches("FMQ0400").count() == 2
            && setup.source.asked(active).is_ok_and(|found| found == "1")
    });
    setup.insert(3);
    setup.until_there(3);
}

#[test]
fn a_target_that_was_restored_is_refused_where_messages_are_gone() {
    let Some(setup) = Setup::new() else { return };
    let _capture = setup.capture(&[]);
    let apply = setup.apply();
    setup.until_active();
    setup.insert(1);
    setup.until_there(1);
    drop(apply);
    setup.target.save();
    let apply = setup.apply();
    setup.insert(2);
    setup.until_there(2);
    setup.until("messages to be purged", || {
        setup.room.done(&["asnqmfmt", "DATA", "QM1"]).is_empty()
    });
    drop(apply);
    setup.target.restore();
    assert_eq!(setup.target.sql("SELECT max(id) FROM t"), "1");
    setup.insert(3);
    setup.ends_with(setup.apply(), "FMQ0431");
    assert_eq!(
        setup.target.sql("SELECT max(id) FROM t"),
        "1",
        "no hole is stepped over"
    );
}
