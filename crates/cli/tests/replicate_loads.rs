//! Tables that are loaded while others go on: spill queues, between two real PostgreSQL servers.

use crate::replicated::Replicated;
use crate::support::Running;
use ferromq_postgres::Connection;

/// Two tables more: apply loads `BIG`, somebody else loads `OUT`.
fn setup(what: &str) -> Option<Replicated> {
    let setup = Replicated::new(what, " USING COMMANDQ APPLYCMD")?;
    let model = "DEFINE QMODEL(IBMQREP.SPILL.MODELQ) DEFTYPE(PERMDYN) SHARE DEFSOPT(SHARED) MAXDEPTH(999999999) MAXMSGL(104857600)";
    let said = setup.room.run_with(&["runmqsc", "QM1"], model);
    assert_eq!(said.code, 0, "{said:?}");
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
    let script = format!(
        "SET SERVER CAPTURE TO URI '{}';\nSET SERVER TARGET TO URI '{}';\n\
         CREATE QSUB USING REPLQMAP M (SUBNAME BIG public.big OPTIONS HAS LOAD PHASE I);\n\
         CREATE QSUB USING REPLQMAP M (SUBNAME OUTER public.outer_one OPTIONS HAS LOAD PHASE E);\n",
        setup.source.conninfo(),
        setup.target.conninfo()
    );
    let path = setup.room.path().join("more.asnclp");
    std::fs::write(&path, script).expect("written");
    let script = format!("script={}", path.display());
    setup.room.done(&["asnclp", &script]);
    Some(setup)
}

impl Replicated {
    fn state(&self, name: &str) -> String {
        let sql = format!("SELECT state FROM asn.ibmqrep_targets WHERE subname = '{name}'");
        self.target.asked(&sql).unwrap_or_default()
    }

    fn until_state(&self, name: &str, state: &str) {
        let what = format!("{name} to be in state {state}");
        self.until(&what, || self.state(name) == state);
    }

    fn command(&self, program: &str, word: &str) -> (i32, String) {
        let server = match program {
            "asnqccmd" => self.capture_server(),
            _ => self.apply_server(),
        };
        let said = self.room.run_with(&[program, &server, word], "");
        (said.code, format!("{said:?}"))
    }

    fn sum(&self, is_source: bool, table: &str) -> String {
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

    fn spill_queues(&self) -> String {
        let said = self.room.run_with(
            &["runmqsc", "QM1"],
            "DISPLAY QLOCAL(IBMQREP.SPILL.*) CURDEPTH",
        );
        format!("{said:?}")
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
    let (code, said) = setup.command("asnqccmd", "reinit_sub=BIG");
    assert_eq!(code, 0, "{said}");
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
    let rows = setup
        .source
        .sql("SELECT string_agg(format('(%s, %L)', id, v), ',') FROM outer_one");
    setup
        .target
        .sql(&format!("INSERT INTO outer_one VALUES {rows}"));
    setup.change("outer_one", 30_000);
    let (code, said) = setup.command("asnqacmd", "loaddonesub=DATA:OUTER");
    assert_eq!(code, 0, "{said}");
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
    let (code, said) = setup.command("asnqacmd", "spillsub=DATA:BIG");
    assert_eq!(code, 0, "{said}");
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
    let (code, said) = setup.command("asnqacmd", "resumesub=DATA:BIG");
    assert_eq!(code, 0, "{said}");
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
    let (code, said) = setup.command("asnqacmd", "spillsub=DATA:BIG");
    assert_eq!(code, 0, "{said}");
    setup
        .source
        .sql("TRUNCATE big CASCADE; INSERT INTO big VALUES (3, 'new')");
    setup.insert(3);
    setup.until("the row behind it to come", || setup.is_there(3));
    assert!(!setup.is_there(1), "what it was before is gone");
    let (code, said) = setup.command("asnqacmd", "resumesub=DATA:BIG");
    assert_eq!(code, 0, "{said}");
    setup.until_state("BIG", "A");
    setup.until_equal("big");
    assert_eq!(setup.sum(true, "t"), setup.sum(false, "t"));
    drop(apply);
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
        let said = setup.room.run_with(&["runmqsc", "QM1"], alter);
        assert_eq!(said.code, 0, "{said:?}");
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
        let define = "DEFINE QMODEL(IBMQREP.SPILL.MODELQ) REPLACE DEFTYPE(PERMDYN) SHARE DEFSOPT(SHARED) MAXDEPTH(999999999) MAXMSGL(104857600)";
        let said = setup.room.run_with(&["runmqsc", "QM1"], define);
        assert_eq!(said.code, 0, "{said:?}");
        setup.target.sql("ALTER TABLE big ADD COLUMN v text");
        for word in ["capstop=BIG", "capstart=BIG"] {
            let (code, said) = setup.command("asnqccmd", word);
            assert_eq!(code, 0, "{said}");
        }
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
