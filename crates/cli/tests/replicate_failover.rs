//! A source that failed over, and a target that was restored: nothing is guessed, it is refused and told.
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
