//! Two real PostgreSQL clusters, a queue manager, capture and apply between them: whatever is killed, the target is as the source.
//!
//! | kill | crash points of docs/manual/replication.md it comes to |
//! | --- | --- |
//! | capture | K1, K2, K3, K4, K6 |
//! | the queue manager | K3, K7, K17, K18 |
//! | the source's server | K5, K1, K6 |
//! | apply | K13, K14, K16, K17 |
//! | the target's server | K14, K15, K16 |
//! | a session at the target, or all of them | K14, K20, K21 |
//!
//! `FERROMQ_REPLICATION_KILLS` says how often something is killed, `FERROMQ_REPLICATION_SEED` repeats the choices of a run.

use crate::postgres_cluster::Cluster;
use crate::replicated::run_script;
use crate::support::{Room, Running};
use ferromq_base::random::SplitMix64;
use ferromq_base::skipped::skip;
use std::fs::File;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

const SOURCE: &str = "wal_level = logical\nwal_sender_timeout = 5s\ntrack_commit_timestamp = on\nmax_wal_size = 256MB";
const TARGET: &str = "track_commit_timestamp = on\nmax_wal_size = 256MB";

/// What is subscribed, by the script an administrator would write.
const TABLES: [&str; 8] = [
    "pgbench_accounts",
    "pgbench_branches",
    "pgbench_tellers",
    "pgbench_history",
    "words",
    "parents",
    "children",
    "marks",
];

/// Tables beside those of pgbench: keys that change, long values, references, nothing that is unique, every kind of value.
const OWN_TABLES: &str = "
    CREATE TABLE words (id int PRIMARY KEY, v int, long text, n numeric, t timestamptz, b bytea, d float8, a int[]);
    CREATE TABLE parents (id int PRIMARY KEY, name text UNIQUE);
    CREATE TABLE children (id bigint PRIMARY KEY, parent int REFERENCES parents ON DELETE CASCADE, v text);
    CREATE TABLE marks (id int PRIMARY KEY);
    ALTER TABLE words ALTER COLUMN long SET STORAGE EXTERNAL;";

/// Transactions beside those of pgbench, each with its weight.
const OWN_LOAD: &[(&str, u32)] = &[
    (
        "\\set id random(1, 60)\n\
         INSERT INTO words VALUES (:id, 1, repeat('x', 9000), 1.50, now(), '\\x0001ff', 0.1, '{1,2}') \
         ON CONFLICT (id) DO UPDATE SET v = words.v + 1, d = words.d / 3;",
        8,
    ),
    (
        "\\set id random(1, 60)\n\
         UPDATE words SET id = id + 1000 WHERE id = :id AND NOT EXISTS (SELECT 1 FROM words WHERE id = :id + 1000);",
        3,
    ),
    (
        "\\set id random(1, 60)\nDELETE FROM words WHERE id = :id + 1000;",
        3,
    ),
    (
        "\\set id random(1, 40)\nBEGIN;\n\
         INSERT INTO parents VALUES (:id, 'p' || :id) ON CONFLICT DO NOTHING;\n\
         SAVEPOINT a;\nUPDATE parents SET name = 'never' || :id WHERE id = :id;\nROLLBACK TO a;\n\
         INSERT INTO children SELECT (random() * 1e15)::bigint, :id, 'c' FROM generate_series(1, 5) ON CONFLICT DO NOTHING;\n\
         COMMIT;",
        4,
    ),
    (
        "\\set id random(1, 40)\nDELETE FROM parents WHERE id = :id;",
        1,
    ),
    (
        "INSERT INTO children SELECT (random() * 1e15)::bigint, NULL, repeat('y', 40) FROM generate_series(1, 8000) ON CONFLICT DO NOTHING;",
        1,
    ),
];

/// All sums that a transaction of pgbench leaves equal, in one snapshot.
const SUMS: &str = "SELECT (SELECT coalesce(sum(abalance), 0) FROM pgbench_accounts), (SELECT coalesce(sum(bbalance), 0) FROM pgbench_branches), \
     (SELECT coalesce(sum(tbalance), 0) FROM pgbench_tellers), (SELECT coalesce(sum(delta), 0) FROM pgbench_history)";

/// A source, a target, and the queue manager between them.
struct Setup {
    source: Cluster,
    target: Cluster,
    room: Room,
}

impl Setup {
    fn new(map: &str) -> Option<Self> {
        let clusters =
            Cluster::start(SOURCE).and_then(|source| Ok((source, Cluster::start(TARGET)?)));
        let (source, target) = match clusters {
            Ok(clusters) => clusters,
            Err(why) => {
                skip("replication between real PostgreSQL servers", &why);
                return None;
            }
        };
        let room = Room::new();
        room.done(&["crtmqm", "-lf", "2048", "-lp", "3", "-ls", "5", "QM1"]);
        room.done(&["strmqm", "QM1"]);
        let setup = Self {
            source,
            target,
            room,
        };
        setup.mqsc(
            "DEFINE QLOCAL(RESTARTQ) MAXDEPTH(1) DEFPSIST(YES)\nDEFINE QLOCAL(ADMINQ)\n\
             DEFINE QLOCAL(DATA) MAXDEPTH(999999999) MAXMSGL(104857600)\n\
             DEFINE QMODEL(IBMQREP.SPILL.MODELQ) DEFTYPE(PERMDYN) SHARE DEFSOPT(SHARED) MAXDEPTH(999999999) MAXMSGL(104857600)",
        );
        setup.source.pgbench_tables(true);
        setup.target.pgbench_tables(false);
        setup.source.sql(OWN_TABLES);
        setup.target.sql(OWN_TABLES);
        setup.script(map);
        Some(setup)
    }

    /// Control tables, the map and subscriptions, by a script.
    fn script(&self, map: &str) {
        let mut script = format!(
            "SET QMANAGER QM1 FOR CAPTURE SCHEMA;\nSET QMANAGER QM1 FOR APPLY SCHEMA;\n\
             CREATE CONTROL TABLES FOR CAPTURE SERVER USING RESTARTQ RESTARTQ ADMINQ ADMINQ;\n\
             CREATE CONTROL TABLES FOR APPLY SERVER;\n\
             CREATE REPLQMAP BANK USING ADMINQ ADMINQ RECVQ DATA SENDQ DATA {map};\n"
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
        run_script(&self.room, (&self.source, &self.target), &script);
    }

    fn mqsc(&self, commands: &str) {
        let said = self.room.run_with(&["runmqsc", "QM1"], commands);
        assert_eq!(said.code, 0, "{said:?}");
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.room.path().join("programs.log")).unwrap_or_default()
    }

    /// A program that goes on; what it says is added to the log.
    fn start(&self, words: &[&str]) -> Running {
        let log = File::options()
            .create(true)
            .append(true)
            .open(self.room.path().join("programs.log"))
            .expect("a log");
        let mut command = self.room.command(words);
        command.stdin(Stdio::null());
        command.stdout(log.try_clone().expect("a log")).stderr(log);
        Running(command.spawn().expect("it starts"))
    }

    fn capture(&self) -> Running {
        let server = format!("capture_server={}", self.source.conninfo());
        self.start(&["asnqcap", &server, "memory_limit=1", "commit_interval=50"])
    }

    fn apply(&self) -> Running {
        let server = format!("apply_server={}", self.target.conninfo());
        self.start(&["asnqapp", &server])
    }

    fn until(&self, what: &str, mut is_so: impl FnMut() -> bool) {
        let began = Instant::now();
        while !is_so() {
            if began.elapsed() > Duration::from_secs(240) {
                let log = self.log();
                let errors = self.room.path().join("qmgrs/QM1/errors/AMQERR01.LOG");
                let errors = std::fs::read_to_string(errors).unwrap_or_default();
                panic!("{what}: {}\n{}", end_of(&log), end_of(&errors));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn until_loaded(&self) {
        let active = "SELECT count(*) FROM asn.ibmqrep_targets WHERE state = 'A'";
        self.until("all are loaded", || {
            self.target
                .asked(active)
                .is_ok_and(|found| found == TABLES.len().to_string())
        });
    }

    fn until_told(&self, text: &str) {
        self.until(text, || self.log().contains(text));
    }

    /// Waits until everything the source committed before is at the target, by a row of its own.
    fn until_applied(&self, mark: u32) {
        self.source
            .sql(&format!("INSERT INTO marks VALUES ({mark})"));
        self.until("a row comes to the target", || {
            self.target
                .asked(&format!("SELECT count(*) FROM marks WHERE id = {mark}"))
                .is_ok_and(|found| found == "1")
        });
    }

    /// Where tables differ.
    fn differences(&self) -> Vec<String> {
        let sql = |table: &str| {
            format!(
                "SELECT count(*), coalesce(sum(hashtextextended(t::text, 0)), 0) FROM {table} t"
            )
        };
        let mut found = Vec::new();
        for table in TABLES {
            let (source, target) = (self.source.sql(&sql(table)), self.target.sql(&sql(table)));
            if source != target {
                found.push(format!(
                    "{table}: {source} at the source, {target} at the target"
                ));
            }
        }
        found
    }

    /// After everything is applied: tables are equal, the position is that of the last message, queues are empty, nothing was an exception.
    fn judge(&self, mark: u32) {
        self.until_applied(mark);
        assert_eq!(
            self.differences(),
            Vec::<String>::new(),
            "{}",
            end_of(&self.log())
        );
        assert_eq!(
            self.target
                .sql("SELECT count(*) FROM asn.ibmqrep_exceptions"),
            "0"
        );
        let restart = self.room.done(&["asnqmfmt", "RESTARTQ", "QM1"]);
        let next = restart.split("map 1 next ").nth(1).unwrap_or("0");
        let next: u64 = next
            .split_whitespace()
            .next()
            .and_then(|it| it.parse().ok())
            .expect("a number");
        let position = "SELECT max(remote_lsn - '0/0'::pg_lsn) FROM pg_replication_origin_status";
        self.until("the position is that of the last message", || {
            self.target.sql(position) == (next - 1).to_string()
        });
        self.until("the queue is empty", || {
            self.room.done(&["asnqmfmt", "DATA", "QM1"]).is_empty()
        });
    }
}

fn end_of(text: &str) -> &str {
    let mut from = text.len().saturating_sub(6_000);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    &text[from..]
}

/// Looks at the target again and again: at any moment it is as the source was at some commit.
fn watch(target: &Cluster, is_over: &AtomicBool, looks: &AtomicU64) -> Result<(), String> {
    while !is_over.load(Ordering::Relaxed) {
        // A server that is down or starts says nothing.
        if let Ok(sums) = target.asked(SUMS) {
            looks.fetch_add(1, Ordering::Relaxed);
            let mut values = sums.split('|');
            let first = values.next();
            if !values.all(|value| Some(value) == first) {
                return Err(sums);
            }
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}

const VICTIMS: [&str; 6] = [
    "capture",
    "apply",
    "queue manager",
    "source",
    "target",
    "sessions at the target",
];

/// What runs meanwhile.
struct Programs {
    bench: Running,
    capture: Running,
    apply: Running,
}

/// Kills one of [`VICTIMS`] and starts it again.
fn strike(setup: &Setup, victim: usize, random: &mut SplitMix64, programs: &mut Programs) {
    match victim {
        0 => {
            programs.capture.kill();
            programs.capture = setup.capture();
        }
        1 => {
            programs.apply.kill();
            programs.apply = setup.apply();
        }
        2 => {
            setup.room.signal("QM1", "-KILL");
            setup.until("the queue manager starts", || {
                setup.room.run(&["strmqm", "QM1"]).code == 0
            });
        }
        3 => {
            if random.chance(50) {
                setup.source.sql("CHECKPOINT");
            }
            setup.source.kill(random.chance(50));
            setup.source.up_again();
            programs.bench = Running(setup.source.bank(OWN_LOAD));
        }
        4 => {
            setup.target.kill(random.chance(50));
            setup.target.up_again();
        }
        _ => {
            let _ = setup.target.asked(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'asnqapp'",
            );
        }
    }
}

/// Kills one thing after the other under load, and judges.
fn campaign(map: &str, kills: usize) {
    let Some(setup) = Setup::new(map) else {
        return;
    };
    let seed = std::env::var("FERROMQ_REPLICATION_SEED");
    let seed = seed.ok().and_then(|it| it.parse().ok());
    let seed = seed.unwrap_or(u64::from(std::process::id()));
    eprintln!("seed {seed}, {map}");
    let mut random = SplitMix64::new(seed);
    let mut programs = Programs {
        bench: Running(setup.source.bank(OWN_LOAD)),
        capture: setup.capture(),
        apply: setup.apply(),
    };
    // What is killed while tables are loaded is loaded again.
    for is_target in [false, true] {
        setup.until_told("FMQ0425I: Apply of map BANK takes messages");
        std::thread::sleep(Duration::from_millis(random.below(600)));
        programs.apply.kill();
        if is_target {
            setup.target.kill(random.chance(50));
            setup.target.up_again();
        }
        programs.apply = setup.apply();
    }
    // Loads go on while the load does; from then on the target is consistent.
    setup.until_loaded();
    // The load is more than apply can do: all that came of it is waited for at the end.
    programs.bench.kill();
    setup.until_applied(1);
    programs.bench = Running(setup.source.bank(OWN_LOAD));
    let (is_over, looks) = (AtomicBool::new(false), AtomicU64::new(0));
    let mut killed = [0u32; VICTIMS.len()];
    let watched = std::thread::scope(|scope| {
        let watching = scope.spawn(|| watch(&setup.target, &is_over, &looks));
        // A test that fails ends the watch, too.
        let over = Over(&is_over);
        let mut order: Vec<usize> = Vec::new();
        for _ in 0..kills {
            if order.is_empty() {
                order.extend(0..VICTIMS.len());
            }
            let at = usize::try_from(random.below(order.len() as u64)).unwrap_or(0);
            let victim = order.swap_remove(at);
            killed[victim] += 1;
            std::thread::sleep(Duration::from_millis(200 + random.below(1_000)));
            strike(&setup, victim, &mut random, &mut programs);
            if let Ok(Some(status)) = programs.bench.0.try_wait() {
                eprintln!("pgbench ended with {status}");
                programs.bench = Running(setup.source.bank(OWN_LOAD));
            }
        }
        programs.bench.kill();
        setup.judge(2);
        drop(over);
        watching.join().expect("it watches")
    });
    programs.capture.kill();
    programs.apply.kill();
    let transactions = setup.source.sql("SELECT count(*) FROM pgbench_history");
    let told: Vec<String> = VICTIMS
        .iter()
        .zip(killed)
        .map(|(it, n)| format!("{it} {n}"))
        .collect();
    eprintln!(
        "seed {seed}: {transactions} transactions of pgbench, the target looked at {} times; killed: {}",
        looks.load(Ordering::Relaxed),
        told.join(", ")
    );
    assert_eq!(watched, Ok(()), "the target was not as the source ever was");
    assert_ne!(transactions, "0");
}

#[test]
fn rows_that_differ_are_listed_and_repaired() {
    let Some(setup) = Setup::new("") else {
        return;
    };
    let servers = [
        format!("capture_server={}", setup.source.conninfo()),
        format!("apply_server={}", setup.target.conninfo()),
    ];
    let run = |words: &[&str]| {
        let mut all = words.to_vec();
        all.extend(servers.iter().map(String::as_str));
        setup.room.run(&all)
    };
    setup.source.sql("INSERT INTO words (id, v, long) SELECT n, n, repeat('z', n) FROM generate_series(1, 5000) n");
    let capture = setup.capture();
    let apply = setup.apply();
    setup.until_loaded();
    setup.until_applied(1);
    drop((capture, apply));
    let said = run(&["asntdiff"]);
    assert_eq!(said.code, 0, "{said:?}");
    let equal = "FMQ0450I: Tables public.words and public.words of subscription words are equal: 5000 rows.";
    assert!(said.out.contains(equal), "{said:?}");
    assert_eq!(said.out.lines().count(), TABLES.len(), "{said:?}");

    setup.target.sql(
        "UPDATE words SET v = NULL, long = 'other' WHERE id = 7; UPDATE words SET n = 1 WHERE id = 4000;
         DELETE FROM words WHERE id IN (9, 10, 11); INSERT INTO words (id) VALUES (9001), (9002);
         INSERT INTO pgbench_history (tid, bid, aid, delta, mtime) SELECT 1, 1, 1, 5, '2000-01-01' FROM generate_series(1, 2)",
    );
    setup.source.sql(
        "INSERT INTO pgbench_history (tid, bid, aid, delta, mtime) SELECT 2, 2, 2, NULL, '2000-01-01' FROM generate_series(1, 3)",
    );
    let said = run(&["asntdiff"]);
    assert_eq!(said.code, 2, "{said:?}");
    let differ = "FMQ0451W: Tables public.words, 5000 rows, and public.words, 4999 rows, of subscription words differ: 2 rows have other values, 3 are missing at the target, 2 are too many there.";
    assert!(said.out.contains(differ), "{said:?}");
    let listed = "SELECT string_agg(trim(diff) || ' ' || key_cols, ', ' ORDER BY diff, key_cols) FROM asn.asntdiff WHERE source_table = 'words'";
    assert_eq!(
        setup.source.sql(listed),
        r#"D "id" = '9001', D "id" = '9002', I "id" = '10', I "id" = '11', I "id" = '9', U "id" = '4000', U "id" = '7'"#
    );
    // Rows without a key are counted.
    let listed = "SELECT string_agg(trim(diff) || count, ' ' ORDER BY diff) FROM (SELECT diff, count(*) FROM asn.asntdiff WHERE source_table = 'pgbench_history' GROUP BY diff) d";
    assert_eq!(setup.source.sql(listed), "D2 I3");
    // Nothing is under way: what differs stays.
    let said = run(&[
        "asntdiff",
        "live=y",
        "compare_delay=10",
        "where=subname = 'words'",
    ]);
    assert_eq!(said.code, 2, "{said:?}");
    let stays = "SELECT count(*) FROM asn.asntdiff WHERE source_table = 'words' AND diff_is_persistence = 'P'";
    assert_eq!(setup.source.sql(stays), "7");

    let said = run(&["asntrep"]);
    assert_eq!(said.code, 0, "{said:?}");
    let repaired = "FMQ0452I: Table public.words of subscription words is repaired: 2 rows updated, 3 inserted, 2 deleted, 0 were in order already.";
    assert!(said.out.contains(repaired), "{said:?}");
    assert_eq!(setup.differences(), Vec::<String>::new());
    assert_eq!(run(&["asntdiff"]).code, 0);
    // A second time there is nothing to do.
    let said = run(&["asntrep"]);
    assert!(
        said.out.contains("0 rows updated, 0 inserted, 0 deleted"),
        "{said:?}"
    );
    let said = run(&["asntdiff", "where=subname = 'nobody'"]);
    assert!(said.code == 1 && said.err.contains("FMQ0453E"), "{said:?}");
}

struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn kills() -> usize {
    let given = std::env::var("FERROMQ_REPLICATION_KILLS");
    given.ok().and_then(|it| it.parse().ok()).unwrap_or(12)
}

#[test]
fn the_target_is_as_the_source_whatever_is_killed() {
    campaign("MEMORY LIMIT 4 GROUP TRANS 20 MAX MESSAGE SIZE 16", kills());
}

#[test]
fn the_target_is_as_the_source_with_several_agents_one_to_one() {
    campaign(
        "NUM APPLY AGENTS 4 GROUP TRANS 1 MEMORY LIMIT 4",
        kills() / 3,
    );
}
