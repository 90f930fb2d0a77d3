//! Tables that are loaded while others go on: spill queues, between two real PostgreSQL servers.

use crate::replicated::Replicated;
use crate::support::Running;
use ferromq_postgres::Connection;

/// What the control tables have of spill queues, as the tests define their model.
const MODEL: &str = "IBMQREP.SPILL.MODELQ";

/// Two tables more: apply loads `BIG`, somebody else loads `OUT`.
fn setup(what: &str) -> Option<Replicated> {
    let setup = Replicated::new(what, " USING COMMANDQ APPLYCMD")?;
    setup.define_model();
    for cluster in [&setup.source, &setup.target] {
        for name in ["big", "outer_one"] {
            cluster.sql(&format!("CREATE TABLE {name} (id int PRIMARY KEY, v text)"));
        }
    }
    for name in ["big", "outer_one"] {
        setup.source.sql(&format!(
            "INSERT INTO {name} SELECT g, 'before' FROM generate_series(1, 5000) g"
        ));
    }
    setup.script(
        "CREATE QSUB USING REPLQMAP M (SUBNAME BIG public.big OPTIONS HAS LOAD PHASE I);\n\
         CREATE QSUB USING REPLQMAP M (SUBNAME OUTER public.outer_one OPTIONS HAS LOAD PHASE E);\n",
    );
    Some(setup)
}

impl Replicated {
    pub(crate) fn state(&self, name: &str) -> String {
        let sql = format!("SELECT state FROM asn.ibmqrep_targets WHERE subname = '{name}'");
        self.target.asked(&sql).unwrap_or_default()
    }

    pub(crate) fn until_state(&self, name: &str, state: &str) {
        let what = format!("{name} to be in state {state}");
        self.until(&what, || self.state(name) == state);
    }

    pub(crate) fn command(&self, program: &str, word: &str) -> (i32, String) {
        let server = match program {
            "asnqccmd" => self.capture_server(),
            _ => self.apply_server(),
        };
        let said = self.room.run_with(&[program, &server, word], "");
        (said.code, format!("{said:?}"))
    }

    /// The same, where it has to be carried out.
    #[track_caller]
    pub(crate) fn carry_out(&self, program: &str, word: &str) {
        let (code, said) = self.command(program, word);
        assert_eq!(code, 0, "{said}");
    }

    /// Ends a subscription and starts it.
    #[track_caller]
    pub(crate) fn start_again(&self, name: &str) {
        for word in ["capstop", "capstart"] {
            self.carry_out("asnqccmd", &format!("{word}={name}"));
        }
    }

    /// Somebody else copies those rows of `outer_one` as they are now.
    fn copy_outer(&self, which: &str) {
        let rows = self.source.sql(&format!(
            "SELECT string_agg(format('(%s, %L)', id, v), ',') FROM outer_one WHERE {which}"
        ));
        self.target
            .sql(&format!("INSERT INTO outer_one VALUES {rows}"));
    }

    pub(crate) fn sum(&self, is_source: bool, table: &str) -> String {
        let cluster = if is_source {
            &self.source
        } else {
            &self.target
        };
        let sql = format!(
            "SELECT count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) FROM {table} t"
        );
        cluster.asked(&sql).unwrap_or_default()
    }

    fn until_equal(&self, table: &str) {
        let what = format!("{table} to be as at the source");
        self.until(&what, || self.sum(true, table) == self.sum(false, table));
    }

    pub(crate) fn spill_queues(&self) -> String {
        let said = self.room.run_with(
            &["runmqsc", "QM1"],
            "DISPLAY QLOCAL(IBMQREP.SPILL.*) CURDEPTH",
        );
        format!("{said:?}")
    }

    fn mqsc(&self, command: &str) {
        let said = self.room.run_with(&["runmqsc", "QM1"], command);
        assert_eq!(said.code, 0, "{command}: {said:?}");
    }

    /// The model of spill queues, as the manual has it.
    pub(crate) fn define_model(&self) {
        self.mqsc(&format!(
            "DEFINE QMODEL({MODEL}) REPLACE DEFTYPE(PERMDYN) SHARE DEFSOPT(SHARED) MAXDEPTH(999999999) MAXMSGL(104857600)"
        ));
    }

    /// The spill queue of a subscription.
    fn spill_queue(&self, name: &str) -> String {
        let sql = format!("SELECT spillq FROM asn.ibmqrep_targets WHERE subname = '{name}'");
        self.target.sql(&sql)
    }

    fn depth(&self, queue: &str) -> String {
        let command = format!("DISPLAY QLOCAL({queue}) CURDEPTH");
        let said = self.room.run_with(&["runmqsc", "QM1"], &command);
        let said = format!("{said:?}");
        let depth = said.split("CURDEPTH(").nth(1).unwrap_or_default();
        depth.split(')').next().unwrap_or_default().to_owned()
    }

    pub(crate) fn until_told(&self, text: &str) {
        self.until(text, || self.log().contains(text));
    }

    /// Rows of their own transactions.
    fn insert_many(&self, table: &str, first: u32, count: u32) {
        let last = first + count - 1;
        self.source.sql(&format!(
            "DO $$ BEGIN FOR i IN {first}..{last} LOOP INSERT INTO {table} VALUES (i, 'many'); COMMIT; END LOOP; END $$"
        ));
    }

    /// A table without a key, where a row that is applied twice is there twice.
    pub(crate) fn subscribe_bare(&self) {
        for cluster in [&self.source, &self.target] {
            cluster.sql("CREATE TABLE bare (id int, v text)");
        }
        self.source.sql("ALTER TABLE bare REPLICA IDENTITY FULL");
        self.script(
            "CREATE QSUB USING REPLQMAP M (SUBNAME BARE public.bare OPTIONS HAS LOAD PHASE N);\n",
        );
    }

    /// Commits of rows of a table wait at the target while the session that this gives has its lock.
    fn with_late_commits(&self, table: &str) -> Connection {
        self.target.sql(&format!(
            "CREATE FUNCTION late() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock_shared(42); RETURN NULL; END $$; \
             CREATE CONSTRAINT TRIGGER late AFTER INSERT ON {table} DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION late(); \
             ALTER TABLE {table} ENABLE ALWAYS TRIGGER late"
        ));
        let mut holder = Connection::connect(&self.target.conninfo()).expect("a session");
        holder
            .execute("SELECT pg_advisory_lock(42)")
            .expect("a lock");
        holder
    }

    /// Commits that wait.
    fn late_commits(&self) -> String {
        let sql = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 42 AND NOT granted";
        self.target.asked(sql).unwrap_or_default()
    }

    pub(crate) fn until_ended(&self, what: &str, running: &mut Running) {
        let running = std::cell::RefCell::new(running);
        self.until(what, || {
            let ended = running.borrow_mut().0.try_wait();
            ended.is_ok_and(|ended| ended.is_some())
        });
    }

    fn restarted(&self, apply: Running) -> Running {
        drop(apply);
        self.apply()
    }

    /// Changes of all kinds, in several transactions.
    fn change(&self, table: &str, first: u32) {
        for at in 0..30 {
            let id = first + at;
            self.source.sql(&format!(
                "BEGIN; INSERT INTO {table} VALUES ({id}, 'new'); UPDATE {table} SET v = v || 'x' WHERE id <= 20; \
                 DELETE FROM {table} WHERE id = {}; UPDATE {table} SET id = id + 100000 WHERE id = {}; COMMIT",
                100 + id % 1000,
                2000 + id % 1000
            ));
        }
    }
}

#[test]
fn other_tables_go_on_while_one_is_loaded_and_nothing_of_it_is_lost() {
    let Some(setup) = setup("loads beside the stream") else {
        return;
    };
    // A slot, and so a load, waits for whoever has begun before.
    let mut before = Connection::connect(&setup.source.conninfo()).expect("a session");
    let (_capture, mut apply) = {
        let capture = setup.capture(&[]);
        setup.until("capture to have begun", || setup.log().contains("FMQ0400"));
        before
            .execute("BEGIN; SELECT pg_current_xact_id()")
            .expect("a transaction");
        (capture, setup.apply())
    };
    setup.until_state("BIG", "L");
    setup.until_state("OUTER", "E");
    setup.change("big", 10_000);
    setup.change("outer_one", 10_000);
    setup.insert(1);
    setup.until("the other table to go on", || setup.is_there(1));
    assert_eq!(
        (setup.state("BIG"), setup.state("OUTER")),
        ("L".into(), "E".into())
    );
    // What is put aside outlives apply.
    apply = setup.restarted(apply);
    setup.change("big", 20_000);
    setup.insert(2);
    setup.until("the other table to go on", || setup.is_there(2));
    assert_eq!(setup.state("BIG"), "L", "{}", setup.log());
    // Asked for again meanwhile: what was put aside until then is in the copy that begins later.
    setup.carry_out("asnqccmd", "reinit_sub=BIG");
    let again = "SELECT load_position > 20 FROM asn.ibmqrep_targets WHERE subname = 'BIG'";
    setup.until("the load to be another one", || {
        setup.target.asked(again) == Ok("t".to_owned())
    });
    setup.change("big", 50_000);
    before.execute("COMMIT").expect("ended");
    setup.until_state("BIG", "A");
    setup.until_equal("big");
    assert!(setup.log().contains("of subscription BIG is loaded"));

    // Somebody else copies the table as it is now: what is put aside is in it already, or not.
    setup.copy_outer("true");
    setup.change("outer_one", 30_000);
    setup.carry_out("asnqacmd", "loaddonesub=DATA:OUTER");
    setup.until_state("OUTER", "A");
    setup.until_equal("outer_one");
    setup.change("outer_one", 40_000);
    setup.until_equal("outer_one");
    assert_eq!(
        setup
            .target
            .sql("SELECT count(*) FROM asn.ibmqrep_exceptions"),
        "0"
    );
    setup.until("spill queues to be gone", || {
        !setup.spill_queues().contains("CURDEPTH(")
    });
    drop(apply);
}

#[test]
fn rows_are_put_aside_and_applied_again_as_commands_say() {
    let Some(setup) = setup("spilling by command") else {
        return;
    };
    let _capture = setup.capture(&[]);
    let mut apply = setup.apply();
    setup.until_state("BIG", "A");
    setup.until_equal("big");
    setup.carry_out("asnqacmd", "spillsub=DATA:BIG");
    assert_eq!(setup.state("BIG"), "S");
    let (code, said) = setup.command("asnqacmd", "spillsub=DATA:BIG");
    assert!(code == 1 && said.contains("is not active"), "{said}");
    let at_rest = setup.sum(false, "big");
    setup.change("big", 10_000);
    setup.source.sql("ALTER TABLE big ADD COLUMN more int");
    setup.target.sql("ALTER TABLE big ADD COLUMN more int");
    let at_rest_now = setup.sum(false, "big");
    assert_ne!(at_rest, at_rest_now, "a column more");
    setup
        .source
        .sql("UPDATE big SET more = 7 WHERE id BETWEEN 10000 AND 10010");
    setup.insert(1);
    setup.until("the other table to go on", || setup.is_there(1));
    assert_eq!(setup.sum(false, "big"), at_rest_now);
    apply = setup.restarted(apply);
    setup.insert(2);
    setup.until("the other table to go on", || setup.is_there(2));
    assert_eq!(setup.state("BIG"), "S");
    setup.carry_out("asnqacmd", "resumesub=DATA:BIG");
    setup.until_state("BIG", "A");
    setup.until_equal("big");
    let (code, said) = setup.command("asnqacmd", "resumesub=DATA:BIG");
    assert!(code == 1 && said.contains("not put aside"), "{said}");
    assert_eq!(
        setup
            .target
            .sql("SELECT count(*) FROM asn.ibmqrep_exceptions"),
        "0"
    );
    drop(apply);
}

#[test]
fn a_truncate_of_a_table_that_is_put_aside_leaves_others_alone() {
    let Some(setup) = setup("a truncate that is put aside") else {
        return;
    };
    let _capture = setup.capture(&[]);
    let apply = setup.apply();
    setup.until_state("BIG", "A");
    setup.insert(1);
    setup.until("the row to come", || setup.is_there(1));
    for cluster in [&setup.source, &setup.target] {
        cluster.sql("ALTER TABLE t ADD FOREIGN KEY (id) REFERENCES big");
    }
    setup.carry_out("asnqacmd", "spillsub=DATA:BIG");
    setup
        .source
        .sql("TRUNCATE big CASCADE; INSERT INTO big VALUES (3, 'new')");
    setup.insert(3);
    setup.until("the row behind it to come", || setup.is_there(3));
    assert!(!setup.is_there(1), "what it was before is gone");
    setup.carry_out("asnqacmd", "resumesub=DATA:BIG");
    setup.until_state("BIG", "A");
    setup.until_equal("big");
    assert_eq!(setup.sum(true, "t"), setup.sum(false, "t"));
    drop(apply);
}

/// Goal: a table that is copied after capture has begun the next epoch has each row once. Method: one without a key is to be loaded while apply is not there; capture is started cold and
/// does not want that any more; rows follow, and then apply copies the table as it is.
#[test]
fn a_table_that_is_copied_behind_the_next_cold_start_has_each_row_once() {
    let Some(setup) = setup("a copy behind a cold start") else {
        return;
    };
    setup.subscribe_bare();
    let phase = |letter: &str| {
        let sql = format!(
            "UPDATE asn.ibmqrep_subs SET has_loadphase = '{letter}' WHERE subname = 'BARE'"
        );
        setup.source.sql(&sql);
    };
    let source_state = "SELECT state FROM asn.ibmqrep_subs WHERE subname = 'BARE'";
    phase("I");
    let capture = setup.capture(&[]);
    setup.until("the load to be asked for", || {
        setup.source.asked(source_state) == Ok("L".to_owned())
    });
    drop(capture);
    phase("N");
    let _capture = setup.capture(&["startmode=cold"]);
    setup.until("rows to follow", || {
        setup.source.asked(source_state) == Ok("A".to_owned())
    });
    setup.insert_many("bare", 1, 20);
    let _apply = setup.apply();
    setup.until_told("of subscription BARE is loaded");
    setup.insert_many("bare", 21, 5);
    let last = "SELECT count(*) FROM bare WHERE id = 25";
    setup.until("what is behind it to come", || {
        setup.target.asked(last).is_ok_and(|found| found != "0")
    });
    let source = setup
        .target
        .sql("SELECT load_source FROM asn.ibmqrep_targets WHERE subname = 'BARE'");
    assert!(source.ends_with("/1"), "{source}");
    assert_eq!(
        setup.sum(true, "bare"),
        setup.sum(false, "bare"),
        "{}",
        setup.log()
    );
}

#[test]
fn a_source_without_a_free_slot_is_waited_for() {
    let Some(setup) = setup("loads without a free slot") else {
        return;
    };
    let _capture = setup.capture(&[]);
    setup.until("capture to have begun", || setup.log().contains("FMQ0400"));
    setup.source.sql(
        "SELECT pg_create_physical_replication_slot('taken' || g) FROM generate_series(1, \
         current_setting('max_replication_slots')::int - (SELECT count(*)::int FROM pg_replication_slots)) g",
    );
    let apply = setup.apply();
    setup.until("it to be told", || {
        setup.log().contains("load of BIG: the source says")
    });
    setup.insert(1);
    setup.until("the other table to go on", || setup.is_there(1));
    assert_eq!(setup.state("BIG"), "L", "{}", setup.log());
    // Who copies is ended, as by a restart of the source.
    let mut holder = Connection::connect(&setup.target.conninfo()).expect("a session");
    holder
        .execute("BEGIN; LOCK TABLE big IN ACCESS EXCLUSIVE MODE")
        .expect("a lock");
    setup
        .source
        .sql("SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name LIKE 'taken%'");
    setup.until("the load to have begun", || {
        let waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'DELETE FROM%big%'";
        setup.target.asked(waits).is_ok_and(|found| found == "1")
    });
    let ended = setup.source.sql(
        "SELECT count(pg_terminate_backend(active_pid)) FROM pg_replication_slots WHERE slot_name LIKE 'asnq_load%'",
    );
    assert_eq!(ended, "1");
    holder.execute("COMMIT").expect("released");
    setup.until_state("BIG", "A");
    setup.until_equal("big");
    assert!(!setup.log().contains("FMQ0442"), "{}", setup.log());
    drop(apply);
}

/// Nobody has defined a model queue, or it makes queues that do not last; and a column is not there.
#[test]
fn a_subscription_that_cannot_be_loaded_ends_alone() {
    let models = [
        ("DELETE QMODEL(IBMQREP.SPILL.MODELQ)", "FMQ0437", "FMQ0458"),
        (
            "ALTER QMODEL(IBMQREP.SPILL.MODELQ) DEFTYPE(TEMPDYN)",
            "FMQ0457",
            "FMQ0457",
        ),
    ];
    for (alter, why_big, why_outer) in models {
        let Some(setup) = setup("loads that cannot be done") else {
            return;
        };
        setup.mqsc(alter);
        setup.target.sql("ALTER TABLE big DROP COLUMN v");
        let _capture = setup.capture(&[]);
        let mut apply = setup.apply();
        let info = |name: &str| {
            let sql = format!(
                "SELECT coalesce(state_info, '') FROM asn.ibmqrep_targets WHERE subname = '{name}'"
            );
            setup.target.asked(&sql).unwrap_or_default()
        };
        for (name, why) in [("BIG", why_big), ("OUTER", why_outer)] {
            setup.until(&format!("{name} to have ended"), || !info(name).is_empty());
            assert_eq!(setup.state(name), "I");
            assert!(info(name).contains(why), "{name}: {}", info(name));
            setup.until("it to be told", || {
                setup
                    .log()
                    .contains(&format!("Subscription {name} has stopped"))
            });
        }
        setup.change("big", 10_000);
        setup.change("outer_one", 10_000);
        setup.insert(1);
        setup.until("the other table to go on", || setup.is_there(1));
        apply = setup.restarted(apply);
        setup.insert(2);
        setup.until("the other table to go on", || setup.is_there(2));
        let log = setup.log();
        assert!(!log.contains("FMQ0432"), "{log}");
        // Mended, and started again.
        setup.define_model();
        setup.target.sql("ALTER TABLE big ADD COLUMN v text");
        setup.start_again("BIG");
        setup.until_state("BIG", "A");
        setup.change("big", 20_000);
        setup.until_equal("big");
        drop(apply);
    }
}

/// The same with a model queue: apply copies beside the stream, and finds it out there.
#[test]
fn a_table_that_lacks_a_column_ends_its_subscription_beside_the_stream() {
    let Some(setup) = setup("a load without a column") else {
        return;
    };
    setup.target.sql("ALTER TABLE big DROP COLUMN v");
    let _capture = setup.capture(&[]);
    let mut apply = setup.apply();
    setup.until_state("BIG", "I");
    setup.until("it to be told", || {
        setup.log().contains("Subscription BIG has stopped")
    });
    setup.change("big", 10_000);
    setup.insert(1);
    setup.until("the other table to go on", || setup.is_there(1));
    apply = setup.restarted(apply);
    setup.insert(2);
    setup.until("the other table to go on", || setup.is_there(2));
    assert_eq!(setup.state("OUTER"), "E");
    assert!(!setup.log().contains("FMQ0432"), "{}", setup.log());
    drop(apply);
}

#[test]
fn a_spill_queue_that_is_full_holds_its_map_up_until_it_is_drained() {
    let Some(setup) = setup("full spill queues") else {
        return;
    };
    // Somewhat more than a group of transactions.
    setup.mqsc(&format!("ALTER QMODEL({MODEL}) MAXDEPTH(150)"));
    let _capture = setup.capture(&[]);
    let apply = setup.apply();
    setup.until_state("OUTER", "E");
    setup.until_state("BIG", "A");
    setup.insert_many("outer_one", 10_000, 500);
    setup.until_told("FMQ0459");
    setup.insert(1);
    assert!(!setup.is_there(1), "it is behind those");
    setup.copy_outer("id < 10200");
    let (code, said) = setup.command("asnqacmd", "loaddonesub=DATA:OUTER");
    assert!(code == 0 && said.contains("is applied"), "{said}");
    setup.until("the row behind them", || setup.is_there(1));
    setup.until_state("OUTER", "A");
    setup.until_equal("outer_one");
    // The same by command.
    setup.carry_out("asnqacmd", "spillsub=DATA:OUTER");
    setup.insert_many("outer_one", 20_000, 500);
    setup.until("it to be told again", || {
        setup.log().matches("FMQ0459").count() > 1
    });
    setup.carry_out("asnqacmd", "resumesub=DATA:OUTER");
    setup.until_state("OUTER", "A");
    setup.until_equal("outer_one");
    let log = setup.log();
    assert!(
        !log.contains("FMQ0442") && !log.contains("FMQ0428"),
        "{log}"
    );
    drop(apply);
}

#[test]
fn a_spill_queue_that_is_lost_ends_its_subscription_or_has_the_load_begin_anew() {
    let Some(setup) = setup("lost spill queues") else {
        return;
    };
    let mut before = Connection::connect(&setup.source.conninfo()).expect("a session");
    let _capture = setup.capture(&[]);
    setup.until("capture to have begun", || setup.log().contains("FMQ0400"));
    before
        .execute("BEGIN; SELECT pg_current_xact_id()")
        .expect("a transaction");
    let mut apply = setup.apply();
    setup.until_state("BIG", "L");
    setup.until_state("OUTER", "E");
    setup.change("big", 10_000);
    setup.change("outer_one", 10_000);
    setup.insert(1);
    setup.until("the other table to go on", || setup.is_there(1));
    let queues = [setup.spill_queue("BIG"), setup.spill_queue("OUTER")];
    for queue in &queues {
        setup.mqsc(&format!("DELETE QLOCAL({queue}) PURGE"));
    }
    setup
        .source
        .sql("BEGIN; INSERT INTO big VALUES (20000, 'v'); INSERT INTO outer_one VALUES (20000, 'v'); COMMIT");
    setup.insert(2);
    setup.until("the other table to go on", || setup.is_there(2));
    let log = setup.log();
    assert!(log.contains("FMQ0460") && log.contains("FMQ0442"), "{log}");
    assert_eq!(
        (setup.state("BIG"), setup.state("OUTER")),
        ("L".into(), "I".into())
    );
    assert_ne!(setup.spill_queue("BIG"), queues[0]);
    setup.change("big", 30_000);
    before.execute("COMMIT").expect("ended");
    setup.until_state("BIG", "A");
    setup.until_equal("big");

    // A row that is too long, and a queue that is gone when it is to be drained.
    setup.mqsc(&format!("ALTER QMODEL({MODEL}) MAXMSGL(2000)"));
    setup.carry_out("asnqacmd", "spillsub=DATA:BIG");
    setup
        .source
        .sql("INSERT INTO big VALUES (40000, repeat('x', 5000))");
    setup.until_state("BIG", "I");
    setup.insert(3);
    setup.until("the other table to go on", || setup.is_there(3));
    setup.mqsc(&format!("ALTER QMODEL({MODEL}) MAXMSGL(104857600)"));
    setup.carry_out("asnqacmd", "spillsub=DATA:T");
    setup.insert(4);
    let queue = setup.spill_queue("T");
    setup.until("the row to be put aside", || setup.depth(&queue) == "1");
    drop(apply);
    setup.mqsc(&format!("DELETE QLOCAL({queue}) PURGE"));
    // Nor can this be deleted: somebody else has defined it.
    setup.mqsc("DEFINE QLOCAL(OURS)");
    setup
        .target
        .sql("INSERT INTO asn.ibmqrep_spillqs VALUES ('OURS', 'T', 'DATA')");
    apply = setup.apply();
    setup.until_told("OURS cannot be used");
    setup.carry_out("asnqacmd", "resumesub=DATA:T");
    setup.until_state("T", "I");
    assert!(!setup.is_there(4), "it is lost");
    for name in ["OUTER", "BIG"] {
        setup.start_again(name);
    }
    setup.until_state("BIG", "A");
    setup.until_equal("big");
    setup.until_state("OUTER", "E");
    assert_eq!(setup.log().matches("OURS cannot be used").count(), 1);
    drop(apply);
}

/// One that was drained, or is not wanted any more, takes nothing of the one behind it.
#[test]
fn a_load_that_follows_another_has_a_spill_queue_of_its_own() {
    let Some(setup) = setup("loads that follow one another") else {
        return;
    };
    let _capture = setup.capture(&[]);
    let apply = setup.apply();
    setup.until_state("OUTER", "E");
    let mut queues = vec![setup.spill_queue("OUTER")];
    for turn in 0..4 {
        setup.change("outer_one", 10_000 + 1_000 * turn);
        setup.start_again("OUTER");
        setup.until("the load to be another one", || {
            setup.state("OUTER") == "E" && !queues.contains(&setup.spill_queue("OUTER"))
        });
        queues.push(setup.spill_queue("OUTER"));
        setup.insert(turn);
        setup.until("the other table to go on", || setup.is_there(turn));
    }
    setup.until("those before to be gone", || {
        setup.spill_queues().matches("QUEUE(").count() == 1
    });
    setup.copy_outer("true");
    setup.change("outer_one", 20_000);
    setup.carry_out("asnqacmd", "loaddonesub=DATA:OUTER");
    setup.until_state("OUTER", "A");
    setup.until_equal("outer_one");
    // What is put aside by command stays so when its subscription is started again without a load.
    setup.carry_out("asnqacmd", "spillsub=DATA:T");
    setup.insert(100);
    setup.carry_out("asnqccmd", "reinit_sub=T");
    setup.until_told("spilling still");
    assert!(setup.state("T") == "S" && !setup.is_there(100));
    setup.carry_out("asnqacmd", "resumesub=DATA:T");
    setup.until_state("T", "A");
    assert!(setup.is_there(100));
    let log = setup.log();
    assert!(
        !log.contains("FMQ0428") && !log.contains("FMQ0432"),
        "{log}"
    );
    drop(apply);
}

/// K14 and K15 for rows that are put aside.
#[test]
fn rows_that_were_put_aside_come_once_whoever_dies_before_a_commit() {
    let Some(setup) = setup("rows put aside once") else {
        return;
    };
    setup.subscribe_bare();
    let _capture = setup.capture(&[]);
    let mut apply = setup.apply();
    setup.until_state("BARE", "A");
    setup.until_state("BIG", "A");
    setup.carry_out("asnqacmd", "spillsub=DATA:BARE");
    let queue = setup.spill_queue("BARE");

    // The stream puts rows there, and is killed before its commit.
    let mut holder = setup.with_late_commits("t");
    apply.kill();
    setup.source.sql(
        "DO $$ BEGIN FOR i IN 1..60 LOOP INSERT INTO bare VALUES (i, 'the ' || i); INSERT INTO t VALUES (i, 'v'); COMMIT; END LOOP; END $$",
    );
    setup.until("all of them to be on the queue", || {
        setup
            .room
            .done(&["asnqmfmt", "DATA", "QM1"])
            .contains("the 60")
    });
    apply = setup.apply();
    setup.until("a commit to wait", || setup.late_commits() == "1");
    apply.kill();
    let sessions = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'asnqapp'";
    setup.target.sql(sessions);
    setup.until("nobody to wait", || setup.late_commits() == "0");
    let put: u32 = setup.depth(&queue).parse().expect("a number");
    assert!(put > 0, "{}", setup.log());
    // Now what is there is to be applied, by an apply that does one after the other.
    setup.target.sql(
        "UPDATE asn.ibmqrep_targets SET state = 'F' WHERE subname = 'BARE'; UPDATE asn.ibmqrep_recvqueues SET group_trans = 1",
    );
    apply = setup.apply();
    setup.until("a commit to wait", || setup.late_commits() == "1");
    // Who drains would have the stream rest behind the first of them.
    let drains = "SELECT (SELECT count(*) FROM pg_stat_activity WHERE (query LIKE '%spilledrow%' OR query LIKE 'SET lock_timeout = %') AND pid <> pg_backend_pid()) + (SELECT count(*) FROM bare) > 0";
    setup.until("who drains to be there", || {
        setup.target.asked(drains) == Ok("t".to_owned())
    });
    holder
        .execute("SELECT pg_advisory_unlock(42)")
        .expect("released");
    setup.until("the last row", || setup.is_there(60));
    setup.until_state("BARE", "A");
    setup.until_equal("bare");

    // Who drains is killed in its commit, and its session goes on at the server.
    setup
        .target
        .sql("DROP TRIGGER late ON t; DROP FUNCTION late");
    let mut holder = setup.with_late_commits("bare");
    setup.carry_out("asnqacmd", "spillsub=DATA:BARE");
    setup.insert_many("bare", 100, 20);
    setup.insert(100);
    setup.until("the row behind them", || setup.is_there(100));
    setup.carry_out("asnqacmd", "resumesub=DATA:BARE");
    setup.until("a commit to wait", || setup.late_commits() == "1");
    let waits =
        "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = 42 AND NOT granted";
    let before = setup.target.sql(waits);
    apply = setup.restarted(apply);
    // The next one comes to the same: by then the session of the one before is at nothing any more.
    setup.until("the commit of another session to wait", || {
        let others = format!("{waits} AND pid <> {before}");
        setup
            .target
            .asked(&others)
            .is_ok_and(|found| !found.is_empty())
    });
    holder
        .execute("SELECT pg_advisory_unlock(42)")
        .expect("released");
    setup.until_state("BARE", "A");
    setup.until_equal("bare");
    drop(apply);
}

/// Goal: rows on a spill queue are of their table though capture, started anew, gives its number to another. Method: the one that changed
/// first changes second behind a restart.
#[test]
fn rows_that_were_put_aside_are_of_their_table_whatever_number_it_has_later() {
    let Some(setup) = setup("numbers of tables") else {
        return;
    };
    setup.subscribe_bare();
    let mut capture = setup.capture(&[]);
    let _apply = setup.apply();
    setup.until_state("BARE", "A");
    setup.carry_out("asnqacmd", "spillsub=DATA:BARE");
    setup.insert_many("bare", 1, 5);
    setup.insert(1);
    setup.until("the row behind them", || setup.is_there(1));
    capture.kill();
    let _capture = setup.capture(&[]);
    setup.insert(2);
    setup.until("the other table to have its number", || setup.is_there(2));
    setup.carry_out("asnqacmd", "resumesub=DATA:BARE");
    setup.insert_many("bare", 100, 1);
    setup.until_state("BARE", "A");
    setup.until_equal("bare");
}

/// Its beginning was deleted, and then whoever deleted it was killed.
#[test]
fn the_end_of_a_transaction_whose_beginning_was_deleted_is_deleted_too() {
    let Some(setup) = setup("rests of transactions on spill queues") else {
        return;
    };
    let _capture = setup.capture(&[]);
    let apply = setup.apply();
    setup.until_state("BIG", "A");
    setup.until_equal("big");
    setup.carry_out("asnqacmd", "spillsub=DATA:BIG");
    let queue = setup.spill_queue("BIG");
    setup
        .source
        .sql("UPDATE big SET v = repeat('x', 300) WHERE id <= 600");
    setup.insert(1);
    setup.until("the row behind it", || setup.is_there(1));
    let depth: u32 = setup.depth(&queue).parse().expect("a number");
    assert!(depth > 1, "it has parts");
    let taken = setup.room.path().join("taken.txt");
    let taken = taken.display().to_string();
    let get = ["dmpmqmsg", "-m", "QM1", "-I", &queue, "-f", &taken, "-r1"];
    setup.room.done(&get);
    assert_eq!(setup.depth(&queue), (depth - 1).to_string());
    setup.source.sql("INSERT INTO big VALUES (6000, 'v')");
    setup.carry_out("asnqacmd", "resumesub=DATA:BIG");
    setup.until_state("BIG", "A");
    setup.until_told("FMQ0461");
    assert_eq!(
        setup.target.sql("SELECT count(*) FROM big WHERE id = 6000"),
        "1"
    );
    assert_eq!(setup.log().matches("FMQ0461").count(), 1);
    drop(apply);
}

#[test]
fn a_table_that_somebody_holds_does_not_hold_up_the_end() {
    let Some(setup) = setup("ends beside locks") else {
        return;
    };
    let _capture = setup.capture(&[]);
    setup.until("capture to have begun", || setup.log().contains("FMQ0400"));
    let mut holder = Connection::connect(&setup.target.conninfo()).expect("a session");
    let lock = "BEGIN; LOCK TABLE big IN ACCESS EXCLUSIVE MODE";
    holder.execute(lock).expect("a lock");
    let waits = |what: &str| {
        let sql = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = 'asnqapp'";
        setup.until(what, || {
            setup.target.asked(sql).is_ok_and(|found| found == "1")
        });
    };
    let mut apply = setup.apply();
    waits("the copy to wait");
    setup.carry_out("asnqacmd", "stop");
    setup.until_ended("apply to end", &mut apply);
    holder.execute("COMMIT").expect("released");
    apply = setup.apply();
    setup.until_state("BIG", "A");
    setup.until_equal("big");
    setup.carry_out("asnqacmd", "spillsub=DATA:BIG");
    setup.change("big", 10_000);
    setup.insert(1);
    setup.until("the row behind them", || setup.is_there(1));
    holder.execute(lock).expect("a lock");
    setup.carry_out("asnqacmd", "resumesub=DATA:BIG");
    waits("the drain to wait");
    setup.carry_out("asnqacmd", "stop");
    setup.until_ended("apply to end", &mut apply);
    holder.execute("COMMIT").expect("released");
    apply = setup.apply();
    setup.until_state("BIG", "A");
    setup.until_equal("big");
    assert!(!setup.log().contains("FMQ0432"), "{}", setup.log());
    drop(apply);
}

#[test]
fn where_foreign_keys_are_at_work_other_tables_wait_for_a_load() {
    let Some(setup) = setup("loads with foreign keys") else {
        return;
    };
    for cluster in [&setup.source, &setup.target] {
        cluster.sql("ALTER TABLE t ADD FOREIGN KEY (id) REFERENCES big");
    }
    setup
        .target
        .sql("UPDATE asn.ibmqrep_recvqueues SET fire_triggers = 'Y'");
    let mut before = Connection::connect(&setup.source.conninfo()).expect("a session");
    let _capture = setup.capture(&[]);
    setup.until("capture to have begun", || setup.log().contains("FMQ0400"));
    before
        .execute("BEGIN; SELECT pg_current_xact_id()")
        .expect("a transaction");
    let apply = setup.apply();
    setup.until("the load to wait", || {
        let sql = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'CREATE_REPLICATION_SLOT%asnq_load%'";
        setup.source.asked(sql).is_ok_and(|found| found == "1")
    });
    setup
        .source
        .sql("BEGIN; INSERT INTO big VALUES (6000, 'v'); INSERT INTO t VALUES (6000, 'v'); COMMIT");
    before.execute("COMMIT").expect("ended");
    setup.until("the row that refers to the table", || setup.is_there(6_000));
    setup.until_state("BIG", "A");
    setup.until_equal("big");
    let log = setup.log();
    assert!(
        !log.contains("FMQ0432") && !log.contains("being loaded"),
        "{log}"
    );
    drop(apply);
}
