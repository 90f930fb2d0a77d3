//! A source that failed over, a target that was restored, and messages that are lost: nothing is guessed, it is refused and told, until somebody begins anew.
//!
//! K10 and K22 of `crates/replicate/README.md`.

use crate::replicated::Replicated;
use crate::support::Running;

fn setup() -> Option<Replicated> {
    let setup = Replicated::new("failover and restored targets of replication", "")?;
    // A hole is waited for a second.
    setup
        .target
        .sql("UPDATE asn.ibmqrep_recvqueues SET gap_timeout = 1");
    Some(setup)
}

impl Replicated {
    fn until_there(&self, id: u32) {
        self.until("a row to come", || self.is_there(id));
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
    let Some(setup) = setup() else { return };
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
    let Some(setup) = setup() else { return };
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

/// Goal: what is lost for good is made good by a cold start alone, though what came behind it is on the receive queue still. Method: one table with a load, and without a key, so that rows that come twice
/// are seen; one without, which is repaired.
#[test]
fn a_cold_start_makes_good_what_is_lost() {
    let Some(setup) = setup() else { return };
    setup
        .source
        .sql("CREATE TABLE u (id int); ALTER TABLE u REPLICA IDENTITY FULL");
    setup.target.sql("CREATE TABLE u (id int)");
    setup.script(
        "SET QMANAGER QM1 FOR CAPTURE SCHEMA;\nSET QMANAGER QM1 FOR APPLY SCHEMA;\n\
         CREATE QSUB USING REPLQMAP M (SUBNAME U public.u OPTIONS HAS LOAD PHASE I);\n",
    );
    let insert = |id: u32| {
        setup.source.sql(&format!(
            "INSERT INTO t VALUES ({id}, 'v'); INSERT INTO u VALUES ({id})"
        ));
    };
    let ids = |table: &str| {
        let sql = format!("SELECT string_agg(id::text, ' ' ORDER BY id) FROM {table}");
        setup.target.sql(&sql)
    };
    let both = |id: u32| {
        let sql = format!("SELECT count(*) FROM u WHERE id = {id}");
        setup.until("both rows to come", || {
            setup.is_there(id) && setup.target.asked(&sql).is_ok_and(|found| found == "1")
        });
    };
    let on_queue = || setup.room.done(&["asnqmfmt", "DATA", "QM1"]);
    let capture = setup.capture(&[]);
    let apply = setup.apply();
    let active = "SELECT count(*) FROM asn.ibmqrep_targets WHERE state = 'A'";
    setup.until("subscriptions to be active", || {
        setup.target.sql(active) == "2"
    });
    insert(1);
    both(1);
    drop(apply);
    insert(2);
    setup.until("the rows to be on the queue", || {
        on_queue().contains(r#":"2""#)
    });
    drop(capture);
    setup.until("the queue to be cleared", || {
        let clear = "CLEAR QLOCAL(DATA)";
        setup.room.run_with(&["runmqsc", "QM1"], clear).code == 0
    });
    let capture = setup.capture(&[]);
    insert(3);
    setup.until("the rows to be on the queue", || {
        on_queue().contains(r#":"3""#)
    });
    setup.ends_with(setup.apply(), "FMQ0431");
    assert_eq!((ids("t"), ids("u")), ("1".into(), "1".into()));
    drop(capture);
    let _capture = setup.capture(&["startmode=cold"]);
    let _apply = setup.apply();
    setup.until("it to go on", || setup.log().contains("FMQ0465W"));
    setup.until("the table to be loaded again", || {
        setup.log().matches("FMQ0441I").count() == 2
    });
    setup.until("subscriptions to be active", || {
        setup.target.sql(active) == "2"
    });
    insert(4);
    both(4);
    assert_eq!(ids("u"), "1 2 3 4", "{}", setup.log());
    assert_eq!(ids("t"), "1 4", "nothing behind the hole is applied");
    setup.until("what is of no use to be deleted", || on_queue().is_empty());
    assert!(setup.log().contains("FMQ0464W"), "{}", setup.log());
    let exceptions = "SELECT count(*) FROM asn.ibmqrep_exceptions";
    assert_eq!(setup.target.sql(exceptions), "0");
    // What has no load is compared and repaired.
    let servers = [setup.capture_server(), setup.apply_server()];
    let run = |word| setup.room.run(&[word, &servers[0], &servers[1]]).code;
    assert_eq!(
        (run("asntdiff"), run("asntrep"), run("asntdiff")),
        (2, 0, 0)
    );
    assert_eq!(ids("t"), "1 2 3 4");
}
