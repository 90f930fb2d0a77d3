//! Capture with a real PostgreSQL: what it commits is on the queue once, whatever is killed; and what is wrong is told.

use crate::postgres_cluster::Cluster;
use crate::support::{Room, Running};
use ferromq_base::random::SplitMix64;
use ferromq_base::skipped::skip;
use std::fs::File;
use std::net::TcpListener;
use std::process::Stdio;
use std::time::{Duration, Instant};

const LOGICAL: &str = "wal_level = logical\nwal_sender_timeout = 5s\nmax_replication_slots = 1";

/// A source with a table, a queue manager, and control tables that join them.
struct Setup {
    source: Cluster,
    room: Room,
}

impl Setup {
    fn new(settings: &str) -> Option<Self> {
        let source = match Cluster::start(settings) {
            Ok(source) => source,
            Err(why) => {
                skip("capture of a real PostgreSQL", &why);
                return None;
            }
        };
        let room = Room::new();
        room.start("QM1", &[]);
        let setup = Self { source, room };
        setup.mqsc(
            "DEFINE QLOCAL(RESTARTQ) MAXDEPTH(2)\nDEFINE QLOCAL(ADMINQ)\nDEFINE QLOCAL(SENDQ) MAXDEPTH(1000000)",
        );
        let tables = include_str!("../../replicate/src/source/control_tables.sql");
        setup.source.sql(&tables.replace("{schema}", "asn"));
        setup.source.sql(
            "CREATE TABLE h (id bigserial PRIMARY KEY, v text);
             CREATE PUBLICATION p FOR TABLE h, asn.ibmqrep_signal;
             INSERT INTO asn.ibmqrep_capparms (qmgr, restartq, adminq, slotname, pubname) VALUES ('QM1', 'RESTARTQ', 'ADMINQ', 's', 'p');
             INSERT INTO asn.ibmqrep_sendqueues (pubqmapname, sendq, recvq, mapid, max_message_size) VALUES ('M', 'SENDQ', 'SENDQ', 7, 4);
             INSERT INTO asn.ibmqrep_subs (subname, source_owner, source_name, sendq, has_loadphase) VALUES ('H', 'public', 'h', 'SENDQ', 'N');
             INSERT INTO asn.ibmqrep_src_cols (subname, src_colname, is_key, src_coltype) VALUES ('H', 'id', 1, 20), ('H', 'v', 0, 25)",
        );
        Some(setup)
    }

    fn mqsc(&self, commands: &str) {
        let said = self.room.run_with(&["runmqsc", "QM1"], commands);
        assert_eq!(said.code, 0, "{said:?}");
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.room.path().join("capture.log")).unwrap_or_default()
    }

    /// A program that goes on; what it says is added to the log.
    fn capture(&self, words: &[&str]) -> Running {
        self.capture_as("postgres", words, None)
    }

    /// With a fault: see `ferromq_replicate`, `fault`.
    fn capture_as(&self, user: &str, words: &[&str], fault: Option<&str>) -> Running {
        let log = File::options()
            .create(true)
            .append(true)
            .open(self.room.path().join("capture.log"))
            .expect("a log");
        let conninfo = self.source.conninfo();
        let conninfo = conninfo.replace("user=postgres", &format!("user={user}"));
        let server = format!("capture_server={conninfo}");
        let mut all = vec!["asnqcap", server.as_str()];
        all.extend(words);
        let mut command = self.room.command(&all);
        if let Some(fault) = fault {
            command.env("FERROMQ_REPLICATION_FAULT", fault);
        }
        command.stdin(Stdio::null());
        command.stdout(log.try_clone().expect("a log")).stderr(log);
        Running(command.spawn().expect("capture starts"))
    }

    /// What a program says that ends by itself at the end of the log, or that cannot go on.
    fn once(&self, words: &[&str]) -> String {
        let before = self.log().len();
        let mut all = vec!["autostop=y"];
        all.extend(words);
        let mut child = self.capture(&all);
        child.0.wait().expect("it ends");
        self.log().split_off(before)
    }

    fn until(&self, what: &str, is_so: impl Fn() -> bool) {
        let began = Instant::now();
        while !is_so() {
            assert!(
                began.elapsed() < Duration::from_secs(120),
                "{what}: {}",
                self.log()
            );
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn until_told(&self, text: &str) {
        self.until(text, || self.log().contains(text));
    }

    fn messages(&self) -> Vec<String> {
        let text = self.room.done(&["asnqmfmt", "SENDQ", "QM1", "json=y"]);
        text.lines().map(str::to_owned).collect()
    }
}

/// The number behind a name in a line of JSON.
fn number(line: &str, name: &str) -> u64 {
    let rest = line.split(&format!("\"{name}\":")).nth(1).unwrap_or("0");
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(0)
}

/// Identifiers of rows in the order in which they are on the queue, with sequence numbers checked.
fn judged(messages: &[String]) -> Vec<u64> {
    let mut ids = Vec::new();
    let mut is_open = false;
    let numbered = messages.iter().filter(|line| !line.contains("heartbeat"));
    for (next, line) in (1..).zip(numbered) {
        assert_eq!(number(line, "sequence"), next, "{line}");
        if !line.starts_with("{\"kind\":\"transaction\"") {
            continue;
        }
        assert_eq!(line.contains("\"first\":true"), !is_open, "{line}");
        is_open = line.contains("\"last\":false");
        for row in line.split("\"new\":{\"id\":\"").skip(1) {
            let digits: String = row.chars().take_while(char::is_ascii_digit).collect();
            ids.push(digits.parse().expect("an identifier"));
        }
    }
    assert!(!is_open);
    ids
}

#[test]
fn what_is_committed_is_on_the_queue_once_whatever_is_killed() {
    let Some(setup) = Setup::new(LOGICAL) else {
        return;
    };
    let kills: u32 = std::env::var("FERROMQ_CAPTURE_KILLS")
        .ok()
        .and_then(|kills| kills.parse().ok())
        .unwrap_or(12);
    let seed = u64::from(std::process::id());
    let mut random = SplitMix64::new(seed);
    let mut killed = [0; 3];
    // Long transactions are cut over several units of work.
    let load: &[(&str, u32)] = &[
        ("INSERT INTO h (v) VALUES ('a word or two');", 60),
        (
            "INSERT INTO h (v) SELECT repeat('x', 100) FROM generate_series(1, 20000);",
            1,
        ),
        ("BEGIN; INSERT INTO h (v) VALUES ('never'); ROLLBACK;", 3),
    ];
    let mut child = setup.capture(&["memory_limit=1", "commit_interval=50"]);
    setup.until_told("FMQ0423I: Subscription H is active.");
    for _ in 0..kills {
        let mut bench = setup.source.pgbench(load, 60);
        std::thread::sleep(Duration::from_millis(200 + random.below(1_200)));
        if random.chance(50) {
            setup.source.sql("CHECKPOINT");
        }
        match random.below(3) {
            0 => {
                killed[0] += 1;
                child.kill();
                child = setup.capture(&["memory_limit=1", "commit_interval=50"]);
            }
            1 => {
                killed[1] += 1;
                setup.room.signal("QM1", "-KILL");
                std::thread::sleep(Duration::from_millis(100));
                setup.room.done(&["strmqm", "QM1"]);
            }
            _ => {
                killed[2] += 1;
                setup.source.crash();
                setup.source.up().expect("it starts");
            }
        }
        let _ = bench.kill();
        let _ = bench.wait();
    }
    eprintln!(
        "seed {seed}: capture killed {}, queue manager {}, source {}",
        killed[0], killed[1], killed[2]
    );
    setup.source.sql("INSERT INTO h (v) VALUES ('the last')");
    setup.until("all that was committed is put", || {
        let behind = "SELECT count(*) FROM pg_replication_slots WHERE confirmed_flush_lsn >= pg_current_wal_lsn()";
        setup.source.sql(behind) == "1"
    });
    child.kill();
    let mut found = judged(&setup.messages());
    found.sort_unstable();
    let wanted = setup.source.sql("SELECT id FROM h ORDER BY id");
    let wanted: Vec<u64> = wanted
        .lines()
        .map(|id| id.parse().expect("a number"))
        .collect();
    assert!(wanted.len() > 100);
    assert!(
        found == wanted,
        "seed {seed}: {} rows of {}",
        found.len(),
        wanted.len()
    );
}

#[test]
fn what_is_wrong_with_the_source_is_told_before_anything_is_read() {
    let Some(setup) = Setup::new("wal_level = replica\nmax_replication_slots = 1") else {
        return;
    };
    let source = &setup.source;
    let told = |words: &[&str], wanted: &str| {
        let said = setup.once(words);
        assert!(said.contains(wanted), "{wanted}: {said}");
        said
    };
    let said = told(
        &[],
        "FMQ0401E: The source does not write what logical decoding needs: wal_level is replica.",
    );
    assert!(
        said.contains("ALTER SYSTEM SET wal_level = logical"),
        "{said}"
    );
    source.sql("ALTER SYSTEM SET wal_level = logical");
    source.crash();
    source.up().expect("it starts");
    source.sql("DROP PUBLICATION p");
    told(&[], "FMQ0406E: Publication p of the source is not there.");
    source.sql("CREATE PUBLICATION p FOR TABLE h, asn.ibmqrep_signal");
    source.sql("SELECT pg_create_physical_replication_slot('other')");
    told(
        &[],
        "FMQ0407E: The source has no room for another slot or sender",
    );
    source.sql("SELECT pg_drop_replication_slot('other')");
    told(
        &["startmode=warmns"],
        "FMQ0408E: Restart queue RESTARTQ has no message",
    );
    source.sql("UPDATE asn.ibmqrep_sendqueues SET num_parallel_sendqs = 5");
    told(&[], "NUM_PARALLEL_SENDQS (1 to 4) of map M cannot be");
    source.sql("UPDATE asn.ibmqrep_sendqueues SET num_parallel_sendqs = 1");
    // A table that is not published ends its own subscription, and the others go on.
    for has_begun in [false, true] {
        source.sql("ALTER PUBLICATION p DROP TABLE h");
        let said = told(
            &[],
            "FMQ0406E: Publication p of the source does not have table public.h.",
        );
        assert!(said.contains("FMQ0424I: Capture 'asn' ends"), "{said}");
        let ended = said.contains("FMQ0423I: Subscription H is inactive.");
        assert_eq!(ended, has_begun, "{said}");
        source.sql("ALTER PUBLICATION p ADD TABLE h");
        if !has_begun {
            told(&[], "FMQ0423I: Subscription H is active.");
        }
    }
    assert_eq!(source.sql("SELECT state FROM asn.ibmqrep_subs"), "I");
    source.sql("INSERT INTO asn.ibmqrep_capparms SELECT * FROM asn.ibmqrep_capparms");
    told(
        &[],
        "FMQ0422E: The control tables of schema asn cannot be used: IBMQREP_CAPPARMS has 2 rows",
    );
    told(
        &["capture_schema=nowhere"],
        "FMQ0422E: The control tables of schema nowhere cannot be used",
    );
}

#[test]
fn what_does_not_fit_the_restart_message_is_refused_and_a_cold_start_mends_it() {
    let Some(setup) = Setup::new(LOGICAL) else {
        return;
    };
    let source = &setup.source;
    let told = |words: &[&str], wanted: &str| {
        let said = setup.once(words);
        assert!(said.contains(wanted), "{wanted}: {said}");
    };
    told(&[], "FMQ0424I: Capture 'asn' ends");
    source.sql("INSERT INTO h (v) VALUES ('one')");
    source.sql("SELECT pg_replication_slot_advance('s', pg_current_wal_lsn())");
    told(&[], "FMQ0410E: Slot s has gone on to ");
    source.sql("SELECT pg_drop_replication_slot('s')");
    told(&[], "FMQ0403E: Slot s is not there at the source");
    told(&["startmode=cold"], "FMQ0423I: Subscription H is active.");
    setup
        .room
        .run_with(&["amqsput", "RESTARTQ", "QM1"], "what is this\n");
    told(
        &[],
        "FMQ0409E: Restart queue RESTARTQ has 2 messages where one may be.",
    );
    setup.mqsc("CLEAR QLOCAL(RESTARTQ)");
    told(
        &[],
        "FMQ0408E: Restart queue RESTARTQ has no message, and slot s is there.",
    );
    setup
        .room
        .run_with(&["amqsput", "RESTARTQ", "QM1"], "what is this\n");
    told(
        &[],
        "FMQ0420E: The message on restart queue RESTARTQ cannot be read",
    );
    told(&["startmode=cold"], "FMQ0424I: Capture 'asn' ends");
    source.sql("SELECT pg_drop_replication_slot('s'); SELECT pg_create_logical_replication_slot('t', 'pgoutput')");
    source.sql("UPDATE asn.ibmqrep_capparms SET slotname = 't'");
    told(
        &[],
        "FMQ0411E: Slot t is not the one that the restart message is about",
    );
}

/// Epochs that capture has said it reads the source in.
fn epochs(log: &str) -> Vec<String> {
    let lines = log.lines().filter(|line| line.starts_with("FMQ0400I"));
    let epoch = |line: &str| {
        line.split("epoch ")
            .nth(1)?
            .split(',')
            .next()
            .map(str::to_owned)
    };
    lines.filter_map(epoch).collect()
}

#[test]
fn a_cold_start_is_done_once_and_begins_all_subscriptions_whatever_is_killed() {
    let Some(setup) = Setup::new(LOGICAL) else {
        return;
    };
    let source = &setup.source;
    source.sql("UPDATE asn.ibmqrep_capparms SET startmode = 'COLD'");
    let mut child = setup.capture(&[]);
    setup.until_told("FMQ0423I: Subscription H is active.");
    source.sql("SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots");
    setup.until("capture reads again", || epochs(&setup.log()).len() == 2);
    source.sql("INSERT INTO h (v) VALUES ('one')");
    setup.until("the row is put", || judged(&setup.messages()) == [1]);
    let found = epochs(&setup.log());
    assert_eq!(found[0], found[1], "{}", setup.log());
    child.kill();

    // The next epoch is there, and nothing has begun in it.
    let mut child = setup.capture_as("postgres", &[], Some("K28 die"));
    child.0.wait().expect("it ends");
    source.sql("UPDATE asn.ibmqrep_capparms SET startmode = 'WARMSI'");
    let mut child = setup.capture(&[]);
    let begun = "FMQ0423I: Subscription H is active.";
    setup.until(begun, || setup.log().matches(begun).count() == 2);
    let found = epochs(&setup.log());
    assert!(found[1] < found[2], "{}", setup.log());
    child.kill();
}

#[test]
fn a_full_queue_is_waited_for_and_signals_and_columns_have_their_place() {
    let Some(setup) = Setup::new(LOGICAL) else {
        return;
    };
    let source = &setup.source;
    let mut child = setup.capture(&[]);
    setup.until_told("FMQ0423I: Subscription H is active.");
    setup.mqsc("ALTER QLOCAL(SENDQ) MAXDEPTH(2)");
    source.sql("INSERT INTO h (v) SELECT 'x' FROM generate_series(1, 10)");
    source.sql("INSERT INTO h (v) SELECT 'y' FROM generate_series(1, 10)");
    setup.until_told("FMQ0418W: A unit of work of ");
    setup.mqsc("ALTER QLOCAL(SENDQ) MAXDEPTH(1000)");
    setup.until("both are put", || judged(&setup.messages()).len() == 20);
    source.sql(
        "INSERT INTO asn.ibmqrep_signal (signal_subtype, signal_input_in) VALUES ('CAPSTOP', 'H')",
    );
    setup.until_told("FMQ0423I: Subscription H is inactive.");
    source.sql("INSERT INTO h (v) VALUES ('nobody wants it')");
    setup.room.run_with(
        &["amqsput", "ADMINQ", "QM1"],
        "capstart H\nstatus\nnonsense\n",
    );
    setup.until("it is active again", || {
        setup.source.sql("SELECT state FROM asn.ibmqrep_subs") == "A"
    });
    setup.until_told("'nonsense' is not known");
    source.sql("SELECT pg_logical_emit_message(true, 'asnq', 'CAPSTART NOBODY')");
    setup.until_told("there is no subscription NOBODY");
    source.sql(
        "CREATE TABLE parts (id int PRIMARY KEY) PARTITION BY RANGE (id);
         CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM (1000) TO (2000);
         ALTER PUBLICATION p ADD TABLE parts;
         INSERT INTO asn.ibmqrep_subs (subname, source_owner, source_name, sendq, has_loadphase) VALUES ('PARTS', 'public', 'parts', 'SENDQ', 'N');
         SELECT pg_logical_emit_message(true, 'asnq', 'CAPSTART PARTS')",
    );
    setup.until_told("ALTER PUBLICATION \"p\" SET (publish_via_partition_root = true)");
    source.sql(
        "ALTER PUBLICATION p SET (publish_via_partition_root = true);
         SELECT pg_logical_emit_message(true, 'asnq', 'CAPSTART PARTS')",
    );
    setup.until_told("FMQ0423I: Subscription PARTS is active.");
    source.sql("INSERT INTO parts VALUES (1001)");
    setup.until("a row of a partition is put", || {
        judged(&setup.messages()).contains(&1001)
    });
    source.sql("ALTER TABLE h ADD COLUMN more int; INSERT INTO h (v, more) VALUES ('z', 1)");
    setup.until_told(
        "FMQ0415W: Table of subscription H has columns that the subscription does not know: more.",
    );
    source.sql("ALTER TABLE h DROP COLUMN v; INSERT INTO h (more) VALUES (2)");
    setup.until_told("FMQ0416E: Subscription H has ended: column v is gone.");
    assert_eq!(
        source.sql("SELECT state, state_info FROM asn.ibmqrep_subs WHERE subname = 'H'"),
        "I|FMQ0416"
    );
    // A quiet source may forget its log.
    setup.until("the slot follows", || {
        source.sql("SELECT count(*) FROM pg_replication_slots WHERE confirmed_flush_lsn >= pg_current_wal_lsn()") == "1"
    });
    assert_eq!(judged(&setup.messages()).len(), 22);
    child.kill();
}

/// Goal: who asks is answered while a queue is full, and who says so has capture end then, which loses nothing. Method: the pauses between the tries are long.
#[test]
fn commands_are_heard_while_a_queue_is_full() {
    let Some(setup) = Setup::new(LOGICAL) else {
        return;
    };
    let source = &setup.source;
    source.sql("UPDATE asn.ibmqrep_capparms SET qfull_retry_delay = 30000");
    let mut child = setup.capture(&[]);
    setup.until_told("FMQ0423I: Subscription H is active.");
    setup.mqsc("ALTER QLOCAL(SENDQ) MAXDEPTH(2)");
    source.sql("INSERT INTO h (v) SELECT 'x' FROM generate_series(1, 10)");
    source.sql("INSERT INTO h (v) SELECT repeat('y', 3000) FROM generate_series(1, 10)");
    setup.until_told("FMQ0418W: A unit of work of ");
    let server = format!("capture_server={}", source.conninfo());
    let command = |word| setup.room.run(&["asnqccmd", &server, "timeout=20", word]);
    let said = command("status");
    assert!(said.code == 0 && said.out.contains("map M (7)"), "{said:?}");
    let changed = setup.room.run(&[
        "asnqccmd",
        &server,
        "timeout=20",
        "chgparms",
        "trans_batch_sz=50",
    ]);
    assert_eq!(changed.code, 0, "{changed:?}");
    assert_eq!(command("stop").code, 0);
    let ended = child.0.wait().expect("it ends");
    assert!(ended.success(), "{}", setup.log());
    setup.until_told("FMQ0424I: Capture 'asn' ends");
    assert!(judged(&setup.messages()).len() < 20);
    setup.mqsc("ALTER QLOCAL(SENDQ) MAXDEPTH(1000)");
    let mut child = setup.capture(&[]);
    setup.until("both are put", || judged(&setup.messages()).len() == 20);
    child.kill();
}

#[test]
fn a_signal_is_carried_out_when_others_see_what_stands_beside_it() {
    let Some(setup) = Setup::new(LOGICAL) else {
        return;
    };
    let source = &setup.source;
    let mut child = setup.capture(&[]);
    setup.until_told("FMQ0423I: Subscription H is active.");
    // No standby is there: a transaction is in the log, and other sessions do not see it.
    source.sql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
    source.sql("SELECT pg_reload_conf()");
    setup.until("commits wait", || {
        source.sql("SHOW synchronous_standby_names") == "nobody"
    });
    std::thread::scope(|scope| {
        let waits = scope.spawn(|| {
            source.sql(
                "CREATE TABLE late (id int PRIMARY KEY);
                 ALTER PUBLICATION p ADD TABLE late;
                 INSERT INTO asn.ibmqrep_subs (subname, source_owner, source_name, sendq, has_loadphase) VALUES ('LATE', 'public', 'late', 'SENDQ', 'N');
                 INSERT INTO asn.ibmqrep_signal (signal_subtype, signal_input_in) VALUES ('CAPSTART', 'LATE')",
            )
        });
        setup.until_told("in its log with a signal, and other sessions do not see it yet");
        source.sql("ALTER SYSTEM RESET synchronous_standby_names");
        source.sql("SELECT pg_reload_conf()");
        waits.join().expect("it is committed");
    });
    setup.until_told("FMQ0423I: Subscription LATE is active.");
    assert!(
        !setup.log().contains("there is no subscription"),
        "{}",
        setup.log()
    );
    setup.until("the signal is answered", || {
        source.sql(
            "SELECT DISTINCT signal_state FROM asn.ibmqrep_signal WHERE signal_input_in = 'LATE'",
        ) == "C"
    });
    child.kill();
}

#[test]
fn a_user_without_the_right_a_slot_in_use_or_lost_and_a_row_that_is_too_long_are_told() {
    let Some(setup) = Setup::new(&format!("{LOGICAL}\nmax_slot_wal_keep_size = 16MB")) else {
        return;
    };
    let source = &setup.source;
    source.sql(
        "CREATE ROLE weak LOGIN; GRANT USAGE ON SCHEMA asn TO weak; GRANT ALL ON ALL TABLES IN SCHEMA asn TO weak",
    );
    let mut weak = setup.capture_as("weak", &["autostop=y"], None);
    assert_eq!(weak.0.wait().expect("it ends").code(), Some(1));
    let said = setup.log();
    assert!(
        said.contains("FMQ0402E: User weak may not read the log of the source: it has not the attribute REPLICATION."),
        "{said}"
    );
    assert!(said.contains("ALTER ROLE"), "{said}");

    // Once, so that the slot is there; then somebody else has it.
    assert!(setup.once(&[]).contains("FMQ0424I"));
    source.sql("INSERT INTO h (v) VALUES ('one')");
    let mut other = Running(source.reader("s", "p"));
    setup.until("somebody reads the slot", || {
        source.sql("SELECT count(active_pid) FROM pg_replication_slots") == "1"
    });
    let mut child = setup.capture(&[]);
    setup.until_told("FMQ0404E: Slot s of the source is in use by its process ");
    other.kill();
    // It is tried again until the other one is gone.
    setup.until("capture reads the slot", || {
        judged(&setup.messages()) == [1]
    });

    // A row is in one message: the queue's limit is named, and nothing is put.
    setup.mqsc("ALTER QLOCAL(SENDQ) MAXMSGL(1000)");
    source.sql("INSERT INTO h (v) VALUES (repeat('x', 3000))");
    setup.until_told("FMQ0421E: A message of ");
    let ended = child.0.wait().expect("it ends");
    assert_eq!(ended.code(), Some(1), "{}", setup.log());
    assert!(
        setup.log().contains("is too long for map M: "),
        "{}",
        setup.log()
    );
    assert_eq!(judged(&setup.messages()), [1]);
    setup.mqsc("ALTER QLOCAL(SENDQ) MAXMSGL(100000)");
    assert!(setup.once(&[]).contains("FMQ0424I"));
    assert_eq!(judged(&setup.messages()), [1, 2]);

    // More log than the slot may keep.
    setup.until("the slot is lost", || {
        source.sql("INSERT INTO h (v) VALUES ('more')");
        source.sql("SELECT pg_switch_wal()");
        source.sql("CHECKPOINT");
        source.sql("SELECT wal_status FROM pg_replication_slots") == "lost"
    });
    let said = setup.once(&[]);
    assert!(
        said.contains(
            "FMQ0405E: Slot s is lost: the source has removed log that was not read yet."
        ),
        "{said}"
    );
    let said = setup.once(&["startmode=cold"]);
    assert!(
        said.contains("FMQ0423I: Subscription H is active."),
        "{said}"
    );
}

/// Goal: a server that never answers is told once, however long each attempt waits for it. Method: one that takes connections and says nothing; both programs give up after more than
/// the time after which what ends an attempt that has worked is new, and come a third time.
#[test]
fn a_server_that_does_not_answer_is_told_once() {
    let Some(setup) = Setup::new(LOGICAL) else {
        return;
    };
    let begin = |words: [&str; 2], log: &str| {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let log = File::create(setup.room.path().join(log)).expect("a log");
        let [command, server] = words;
        let server = format!("{server}=host=127.0.0.1 port={port} connect_timeout=6");
        let mut command = setup.room.command(&[command, &server]);
        command.stdin(Stdio::null());
        command.stdout(log.try_clone().expect("a log")).stderr(log);
        (Running(command.spawn().expect("it starts")), listener)
    };
    let capture = begin(["asnqcap", "capture_server"], "capture.log");
    let apply = begin(["asnqapp", "apply_server"], "apply.log");
    for (log, notice, (_running, listener)) in [
        ("capture.log", "FMQ0417W", capture),
        ("apply.log", "FMQ0427W", apply),
    ] {
        // It is printed before the next attempt.
        let came: Vec<_> = (0..3)
            .map(|_| listener.accept().expect("it tries"))
            .collect();
        let told = std::fs::read_to_string(setup.room.path().join(log)).expect("a log");
        assert_eq!(told.matches(notice).count(), 1, "{told}");
        assert_eq!(told.lines().count(), 1, "{told}");
        drop(came);
    }
}
