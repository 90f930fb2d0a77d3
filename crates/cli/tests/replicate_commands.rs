//! `asnqccmd` and `asnqacmd` with a running capture and apply between two real PostgreSQL servers.

use crate::replicated::Replicated;

fn setup() -> Option<Replicated> {
    Replicated::new("commands to capture and apply", " USING COMMANDQ APPLYCMD")
}

impl Replicated {
    /// A command; its exit code and what was said.
    fn say(&self, command: &str, words: &[&str]) -> (i32, String) {
        let server = match command {
            "asnqccmd" => self.capture_server(),
            _ => self.apply_server(),
        };
        let mut all = vec![command, server.as_str()];
        all.extend(words);
        let said = self.room.run_with(&all, "");
        (said.code, format!("{said:?}"))
    }

    fn done(&self, command: &str, words: &[&str]) -> String {
        let (code, said) = self.say(command, words);
        assert_eq!(code, 0, "{words:?}: {said}");
        said
    }

    fn refused(&self, command: &str, words: &[&str], why: &str) {
        let (code, said) = self.say(command, words);
        assert_eq!(code, 1, "{words:?}: {said}");
        assert!(said.contains(why), "{words:?}: {said}");
    }
}

#[test]
fn running_programs_do_what_commands_say_and_answer() {
    let Some(setup) = setup() else { return };
    setup.refused("asnqccmd", &["timeout=1", "status"], "FMQ0455");
    let (_capture, mut apply) = (setup.capture(&[]), setup.apply());
    setup.until_active();
    setup.insert(1);
    setup.until("the first row", || setup.is_there(1));

    // Capture: what it says, and what it is told.
    assert!(
        setup
            .done("asnqccmd", &["status"])
            .contains("subscription T: A since")
    );
    assert!(
        setup
            .done("asnqccmd", &["qryparms"])
            .contains("trans_batch_sz=100")
    );
    setup.done(
        "asnqccmd",
        &["chgparms", "trans_batch_sz=7", "commit_interval=100"],
    );
    assert!(
        setup
            .done("asnqccmd", &["qryparms"])
            .contains("trans_batch_sz=7")
    );
    setup.done("asnqccmd", &["prune"]);
    setup
        .source
        .sql("UPDATE asn.ibmqrep_sendqueues SET heartbeat_interval = 1");
    setup.done("asnqccmd", &["reinitq=DATA"]);
    setup.done("asnqccmd", &["reinit"]);
    assert!(
        setup
            .done("asnqccmd", &["qryparms"])
            .contains("trans_batch_sz=100")
    );
    setup.refused("asnqccmd", &["chgparms", "slot=other"], "cannot be changed");
    setup.refused("asnqccmd", &["stopq=NONE"], "no send queue");
    setup.refused("asnqccmd", &["dance"], "is not known");

    // It stops reading, up to the end of the log as it is, and goes on.
    setup.insert(2);
    setup.done("asnqccmd", &["stopq=all", "captureupto=eol"]);
    setup.until("capture to rest", || {
        setup
            .done("asnqccmd", &["status"])
            .contains("has stopped reading")
    });
    setup.until("what was committed before", || setup.is_there(2));
    setup.insert(3);
    assert!(
        setup
            .done("asnqccmd", &["status"])
            .contains("has stopped reading")
    );
    assert!(!setup.is_there(3));
    setup.done("asnqccmd", &["startq=DATA"]);
    setup.until("the rest", || setup.is_there(3));

    // Apply.
    setup.until("apply to show what it did", || {
        setup
            .done("asnqacmd", &["status"])
            .contains("map M from DATA: works")
    });
    setup.done("asnqacmd", &["chgparms", "monitor_interval=500"]);
    assert!(
        setup
            .done("asnqacmd", &["qryparms"])
            .contains("monitor_interval=500")
    );
    let said = setup.done("asnqacmd", &["stopq=DATA"]);
    assert!(said.contains("stopped: DATA"), "{said}");
    setup.insert(4);
    assert!(setup.done("asnqacmd", &["status"]).contains("is stopped"));
    let state = "SELECT state FROM asn.ibmqrep_recvqueues";
    assert_eq!(setup.target.sql(state), "I");
    assert!(!setup.is_there(4));
    setup.done("asnqacmd", &["startq=DATA"]);
    setup.until("what waited", || setup.is_there(4));
    setup
        .target
        .sql("UPDATE asn.ibmqrep_recvqueues SET group_trans = 1");
    setup.done("asnqacmd", &["reinitq=DATA"]);
    setup.insert(5);
    setup.until("a row after that", || setup.is_there(5));
    setup.refused("asnqacmd", &["stopq=NONE"], "no receive queue");

    // What fails waits until it is mended and started.
    setup.target.sql("ALTER TABLE t RENAME TO gone");
    setup.insert(6);
    setup.until("apply to fail", || {
        setup.done("asnqacmd", &["status"]).contains("has failed")
    });
    setup.target.sql("ALTER TABLE gone RENAME TO t");
    setup.done("asnqacmd", &["startq=DATA"]);
    setup.until("what had failed", || setup.is_there(6));
    setup.refused("asnqacmd", &["loaddonesub"], "needs the name");
    setup.done("asnqacmd", &["stop"]);
    assert!(apply.0.wait().expect("it ends").success());
}

#[test]
fn capture_keeps_what_commands_have_said_when_its_connection_breaks() {
    let Some(setup) = setup() else { return };
    let (_capture, _apply) = (setup.capture(&[]), setup.apply());
    setup.until_active();
    setup.insert(1);
    setup.until("the first row", || setup.is_there(1));
    setup.done("asnqccmd", &["chgparms", "commit_interval=123"]);
    // Nothing comes any more that would be behind that time.
    let time = setup
        .source
        .sql("SELECT to_char(clock_timestamp() + interval '1s', 'YYYY-MM-DD\"T\"HH24:MI:SS.US')");
    setup.done("asnqccmd", &["stopq=all", &format!("captureupto={time}")]);
    let rests = || {
        let (_, said) = setup.say("asnqccmd", &["timeout=20", "status"]);
        said.contains("has stopped reading")
    };
    setup.until("capture to rest", rests);
    setup.source.sql(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'asnqcap'",
    );
    setup.until("capture to begin again", || {
        setup.log().matches("FMQ0400").count() == 2
    });
    setup.until("capture to rest as before", rests);
    assert!(
        setup
            .done("asnqccmd", &["qryparms"])
            .contains("commit_interval=123")
    );
    setup.insert(2);
    assert!(rests() && !setup.is_there(2));
    setup.done("asnqccmd", &["startq=all"]);
    setup.until("the rest", || setup.is_there(2));
}

#[test]
fn capture_ends_in_front_of_what_was_committed_later() {
    let Some(setup) = setup() else { return };
    // Control tables as an earlier version made them.
    let older = |table: &str, column: &str| format!("ALTER TABLE asn.{table} DROP COLUMN {column}");
    let sql = older("ibmqrep_sendqueues", "message_header");
    setup.source.sql(&sql);
    setup.target.sql(&older("ibmqrep_applyparms", "cmdq"));
    let mut capture = setup.capture(&[]);
    let _apply = setup.apply();
    setup.until_active();
    setup.insert(1);
    setup.until("the first row", || setup.is_there(1));
    setup.done("asnqccmd", &["stopq=all"]);
    setup.until("capture to rest", || {
        setup
            .done("asnqccmd", &["status"])
            .contains("has stopped reading")
    });
    setup.insert(2);
    let time = setup
        .source
        .sql("SELECT to_char(clock_timestamp(), 'YYYY-MM-DD\"T\"HH24:MI:SS.US')");
    setup.insert(3);
    let zone = setup.source.sql("SHOW timezone");
    assert!(!zone.is_empty());
    setup.done("asnqccmd", &["stop", &format!("captureupto={time}")]);
    assert!(capture.0.wait().expect("it ends").success());
    setup.until("what was committed before", || setup.is_there(2));
    assert!(!setup.is_there(3));
    // Another one goes on with it.
    let _capture = setup.capture(&[]);
    setup.until("the rest", || setup.is_there(3));
}

#[test]
fn capture_ends_when_all_that_was_put_is_sent_or_applied() {
    let Some(setup) = setup() else { return };
    let mut capture = setup.capture(&[]);
    setup.until_active();
    setup.insert(1);
    setup.refused(
        "asnqccmd",
        &["stop", "stopafter=data_lost"],
        "is not known: data_sent, data_applied",
    );
    setup.done("asnqccmd", &["stop", "stopafter=data_applied"]);
    let waits = |what: &str| {
        setup.until(what, || setup.done("asnqccmd", &["status"]).contains(what));
    };
    waits("waits until apply says that all is applied");
    assert!(!setup.is_there(1));
    // A connection that breaks meanwhile changes nothing.
    setup.source.sql(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'asnqcap'",
    );
    waits("waits until apply says that all is applied");
    let mut apply = setup.apply();
    assert!(capture.0.wait().expect("it ends").success());
    assert!(setup.is_there(1), "{}", setup.log());
    // Commands work with control tables of an earlier version, too, whose apply runs.
    setup
        .target
        .sql("ALTER TABLE asn.ibmqrep_applyparms DROP COLUMN max_parallel_loads");
    setup.done("asnqacmd", &["stop"]);
    assert!(apply.0.wait().expect("it ends").success());

    // Through a transmission queue, which nobody empties but an operator.
    let said = setup.room.run_with(
        &["runmqsc", "QM1"],
        "DELETE QLOCAL(DATA) PURGE\nDEFINE QLOCAL(OUT) USAGE(XMITQ)\nDEFINE QREMOTE(DATA) RNAME(DATA) RQMNAME(QM2) XMITQ(OUT)",
    );
    assert_eq!(said.code, 0, "{said:?}");
    let _capture = setup.capture(&[]);
    setup.until("capture to go on", || {
        setup.log().matches("FMQ0400").count() == 3
    });
    setup.insert(2);
    setup.done("asnqccmd", &["stopq=all", "stopafter=data_sent"]);
    waits("waits until all is sent");
    let file = setup.room.path().join("sent").display().to_string();
    setup
        .room
        .done(&["dmpmqmsg", "-m", "QM1", "-I", "OUT", "-f", &file]);
    waits("has stopped reading; startq=all");
}

#[test]
fn an_error_that_stops_the_program_ends_all_its_maps() {
    let Some(setup) = setup() else { return };
    let said = setup
        .room
        .run_with(&["runmqsc", "QM1"], "DEFINE QLOCAL(OTHER)");
    assert_eq!(said.code, 0, "{said:?}");
    for cluster in [&setup.source, &setup.target] {
        cluster.sql("CREATE TABLE strict (id int PRIMARY KEY, v int)");
    }
    setup.target.sql("ALTER TABLE strict ADD CHECK (v < 10)");
    setup.script(
        "CREATE REPLQMAP N USING ADMINQ ADMINQ RECVQ OTHER SENDQ OTHER MAPID 2;\n\
         CREATE QSUB USING REPLQMAP N (SUBNAME STRICT public.strict OPTIONS HAS LOAD PHASE N ERROR ACTION S);\n",
    );
    let (_capture, mut apply) = (setup.capture(&[]), setup.apply());
    let active = "SELECT count(*) FROM asn.ibmqrep_subs WHERE state = 'A'";
    setup.until("both to be active", || {
        setup.source.asked(active) == Ok("2".to_owned())
    });
    setup.insert(1);
    setup.until("the first row", || setup.is_there(1));
    setup.source.sql("INSERT INTO strict VALUES (1, 1)");
    let strict = || setup.target.asked("SELECT count(*) FROM strict");
    setup.until("the other map to work", || strict() == Ok("1".to_owned()));
    setup.source.sql("INSERT INTO strict VALUES (2, 20)");
    // Though there is a command queue: the program ends, and says why.
    assert_eq!(apply.0.wait().expect("it ends").code(), Some(1));
    assert!(setup.log().contains("FMQ0432"), "{}", setup.log());
    setup.insert(2);
    setup
        .target
        .sql("ALTER TABLE strict DROP CONSTRAINT strict_v_check");
    let _apply = setup.apply();
    setup.until("the rest", || {
        setup.is_there(2) && strict() == Ok("2".to_owned())
    });
}
