//! Channels of clusters between servers: nobody has to start them, and they are in nobody's way.

use crate::support::joined::Joined;
use crate::support::office::{Office, arrived, becomes};
use crate::support::{Bindings, Scratch, persistent};
use ferromq::{CommandOutcome, PutOptions, QueueManager, mq};
use ferromq_channel::cluster_correl_id;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_mqi::options::ObjectHandle;
use ferromq_qmgr::ClusterRecord;
use std::path::Path;

const SHOW: &str = "DISPLAY CHSTATUS(TO.QM2) ALL";
const QUEUE: &str = "DISPLAY QLOCAL(SYSTEM.CLUSTER.TRANSMIT.QUEUE) CURDEPTH GET IPPROCS";

/// Two queue managers, of which the first has a sender of a cluster to the second, over a road that can be cut.
fn joined(test: &str, more: &str) -> Joined {
    let joined = Joined::new(test);
    let port = joined.road.port;
    joined.two.commands(&[
        "DEFINE CHANNEL(TO.QM2) CHLTYPE(CLUSRCVR) CLUSTER(HOUSE) CONNAME('127.0.0.1(1)')",
    ]);
    joined.one.commands(&[
        "DEFINE QREMOTE(BY.CLUSTER) RNAME(TARGET) RQMNAME(QM2) XMITQ(SYSTEM.CLUSTER.TRANSMIT.QUEUE)",
        &format!(
            "DEFINE CHANNEL(TO.QM2) CHLTYPE(CLUSSDR) CLUSTER(HOUSE) SHORTTMR(1) {more} CONNAME('127.0.0.1({port})')"
        ),
    ]);
    joined
}

/// Puts a message for a channel: what stands on a transmission queue is known there by the identifier of the message it carries.
fn put_for(session: &mut Bindings, queue: ObjectHandle, channel: &str, number: u32) {
    let mut descriptor = persistent();
    descriptor.msg_id = cluster_correl_id(&FixedText::truncated(channel));
    let body = number.to_be_bytes().to_vec();
    let put = session.put(queue, &mut descriptor, &mut PutOptions::default(), body);
    put.expect("put");
}

fn record(values: &[(Attr, &str)]) -> ClusterRecord {
    let mut record = Definition::new(ObjectKind::ClusQMgr, ObjectName::truncated("R.1"));
    for (attr, text) in values.iter().chain(&[(Attr::Record, "1 2 lv")]) {
        record.set_internal(*attr, *text).expect("a valid value");
    }
    let size = record.set_internal(Attr::Batchsz, 7);
    size.expect("a valid value");
    ClusterRecord::Keep(record)
}

/// The identifier of a queue manager.
fn qmid(office: &Office) -> String {
    let shown = office.shown("DISPLAY QMGR QMID");
    let qmid = shown.split_once("QMID(").expect("an identifier").1;
    qmid.split_once(')').expect("its end").0.to_owned()
}

/// What QM1 knows before it is started: QM2 with this identifier, which has a receiver of a cluster at this port.
fn know(path: &Path, port: u16, qmid: &str) {
    let manager = QueueManager::open_or_create(path, "QM1").expect("opened");
    let address = format!("127.0.0.1({port})");
    let values = [
        (Attr::Clusqmgr, "QM2"),
        (Attr::Cluster, "HOUSE"),
        (Attr::Channel, "TO.QM2"),
        (Attr::Qmid, qmid),
        (Attr::Conname, address.as_str()),
        (Attr::Mcauser, "somebody"),
    ];
    let known = [record(&values)];
    let kept = manager.engine().keep_cluster_records(&known);
    kept.expect("they are kept");
    manager.end().expect("ended");
}

/// QM2 with its receiver, and QM1 that knows of it.
fn members(scratch: &[Scratch; 2]) -> (Office, Office) {
    let two = Office::open(&scratch[1].0, "QM2");
    two.commands(&[
        "ALTER QMGR CHLAUTH(DISABLED)",
        "DEFINE QLOCAL(TARGET)",
        "DEFINE CHANNEL(TO.QM2) CHLTYPE(CLUSRCVR) CLUSTER(HOUSE) CONNAME('127.0.0.1(1)')",
    ]);
    know(&scratch[0].0, two.listen(0), &qmid(&two));
    (Office::open(&scratch[0].0, "QM1"), two)
}

#[test]
fn a_sender_nobody_has_defined_is_made_of_what_a_member_says() {
    let scratch = [Scratch::new("cluster-made"), Scratch::new("cluster-made")];
    let (one, two) = members(&scratch);
    one.commands(&[
        "DEFINE QREMOTE(BY.CLUSTER) RNAME(TARGET) RQMNAME(QM2) XMITQ(SYSTEM.CLUSTER.TRANSMIT.QUEUE)",
    ]);
    let mut app = one.connect();
    let mut reader = two.connect();
    let queue = app.open("BY.CLUSTER", mq::MQOO_OUTPUT).expect("opened");
    let mut goes = |number| {
        put_for(&mut app, queue, "TO.QM2", number);
        assert_eq!(arrived(&mut reader, 1, &[&one, &two]), [number]);
    };
    let display = "DISPLAY CHANNEL(TO.*) ALL";
    let shown = one.shown(display);
    for said in [
        "CHANNEL(TO.QM2)",
        "CHLTYPE(CLUSSDR)",
        "DEFTYPE(CLUSSDRA)",
        "BATCHSZ(7)",
        "MCAUSER( )",
    ] {
        assert!(shown.contains(said), "{said}: {shown}");
    }
    goes(1);
    let saved = one.shown("DISPLAY CHSTATUS(TO.QM2) SAVED ALL");
    assert!(saved.contains("CHLTYPE(CLUSSDR)"), "{saved}");
    let stop = || {
        one.commands(&["STOP CHANNEL(TO.QM2)"]);
        one.await_shown(SHOW, |shown| shown.contains("STATUS(STOPPED)"));
    };
    stop();
    let shown = one.shown("PING CHANNEL(TO.QM2)");
    assert!(shown.starts_with("AMQ8020I"), "{shown}");
    // One by hand is as the member says.
    one.commands(&[
        "DEFINE CHANNEL(TO.QM2) CHLTYPE(CLUSSDR) CLUSTER(HOUSE) CONNAME('nowhere.invalid') BATCHSZ(3)",
        "START CHANNEL(TO.QM2)",
    ]);
    let shown = one.shown(display);
    for said in [
        "DEFTYPE(CLUSSDRB)",
        "BATCHSZ(3)",
        "CONNAME(nowhere.invalid)",
    ] {
        assert!(shown.contains(said), "{said}: {shown}");
    }
    goes(2);
    let shown = one.shown(SHOW);
    assert!(shown.contains("BATCHSZ(7)"), "{shown}");
    stop();
    // Its last batch is in doubt until what confirmed it is kept.
    let mut operator = one.connect();
    assert!(becomes(|| {
        let (_, outcome) = operator
            .command("DELETE CHANNEL(TO.QM2)")
            .expect("a command");
        outcome == CommandOutcome::Done
    }));
    operator.disconnect().expect("disconnected");
    one.commands(&["START CHANNEL(TO.QM2)"]);
    goes(3);
    let shown = one.shown(display);
    assert!(shown.contains("DEFTYPE(CLUSSDRA)"), "{shown}");
    let refused = one.refused("DELETE CHANNEL(TO.QM2)");
    assert!(refused.starts_with("AMQ8227E"), "{refused}");
    for session in [app, reader] {
        session.disconnect().expect("disconnected");
    }
    one.end();
    two.end();
}

fn put(joined: &Joined, channel: &str, numbers: std::ops::Range<u32>) {
    let mut app = joined.one.connect();
    let queue = app.open("BY.CLUSTER", mq::MQOO_OUTPUT).expect("opened");
    for number in numbers {
        put_for(&mut app, queue, channel, number);
    }
    app.disconnect().expect("disconnected");
}

#[test]
fn a_message_starts_a_sender_and_is_the_only_thing_that_has_to() {
    let mut joined = joined("cluster-start", "");
    joined
        .one
        .await_shown(SHOW, |shown| shown.contains("AMQ8420I"));
    // Somebody else's messages start nothing.
    put(&joined, "TO.QM3", 900..902);
    put(&joined, "TO.QM2", 0..3);
    assert_eq!(joined.arrived(3), [0, 1, 2]);
    let shown = joined
        .one
        .await_shown(SHOW, |shown| shown.contains("STATUS(RUNNING)"));
    for said in [
        "CHLTYPE(CLUSSDR)",
        "XMITQ(SYSTEM.CLUSTER.TRANSMIT.QUEUE)",
        "RQMNAME(QM2)",
    ] {
        assert!(shown.contains(said), "{said}: {shown}");
    }
    let shown = joined.two.shown(SHOW);
    assert!(shown.contains("CHLTYPE(CLUSRCVR)"), "{shown}");
    // From now on it ends by itself, and the next message starts it again.
    joined.one.commands(&[
        "ALTER CHANNEL(TO.QM2) CHLTYPE(CLUSSDR) DISCINT(2)",
        "STOP CHANNEL(TO.QM2) STATUS(INACTIVE)",
    ]);
    joined
        .one
        .await_shown(SHOW, |shown| shown.contains("AMQ8420I"));
    put(&joined, "TO.QM2", 3..5);
    assert_eq!(joined.arrived(2), [3, 4]);
    // Messages that are there when the queue manager starts do, too.
    joined
        .one
        .await_shown(SHOW, |shown| shown.contains("AMQ8420I"));
    joined.one.commands(&["STOP CHANNEL(TO.QM2)"]);
    put(&joined, "TO.QM2", 5..7);
    joined.restart_one();
    let shown = joined.one.shown(SHOW);
    assert!(shown.contains("STATUS(STOPPED)"), "{shown}");
    joined.one.commands(&["START CHANNEL(TO.QM2)"]);
    assert_eq!(joined.arrived(2), [5, 6]);
    joined
        .one
        .await_shown(SHOW, |shown| shown.contains("AMQ8420I"));
    assert_eq!(
        joined.depth(&joined.one, "SYSTEM.CLUSTER.TRANSMIT.QUEUE"),
        "2"
    );
    joined.end();
}

#[test]
fn a_sender_that_is_stopped_leaves_the_queue_to_the_others() {
    let joined = joined("cluster-stop", "");
    let ping = "PING CHANNEL(TO.QM2)";
    let shown = joined.one.shown(ping);
    assert!(shown.starts_with("AMQ8020I"), "{shown}");
    let refused = joined.two.refused(ping);
    assert!(refused.starts_with("AMQ9502E"), "{refused}");
    joined.one.commands(&["START CHANNEL(TO.QM2)"]);
    put(&joined, "TO.QM2", 0..1);
    assert_eq!(joined.arrived(1), [0]);
    joined.one.commands(&["STOP CHANNEL(TO.QM2)"]);
    joined
        .one
        .await_shown(SHOW, |shown| shown.contains("STATUS(STOPPED)"));
    put(&joined, "TO.QM2", 1..3);
    let shown = joined.one.shown(QUEUE);
    for said in ["GET(ENABLED)", "IPPROCS(0)", "CURDEPTH(2)"] {
        assert!(shown.contains(said), "{said}: {shown}");
    }
    // The way is gone and comes back: it is tried again.
    joined.road.close();
    joined.one.commands(&["START CHANNEL(TO.QM2)"]);
    joined
        .one
        .await_shown(SHOW, |shown| shown.contains("STATUS(RETRYING)"));
    joined.road.reopen();
    assert_eq!(joined.arrived(2), [1, 2]);
    let saved = joined
        .two
        .await_shown("DISPLAY CHSTATUS(TO.QM2) SAVED ALL", |shown| {
            shown.contains("LSTSEQNO(3)")
        });
    assert!(saved.contains("RQMNAME(QM1)"), "{saved}");
    joined.end();
}

#[test]
fn an_end_that_is_of_no_cluster_is_refused_at_both() {
    let joined = joined("cluster-types", "");
    joined.two.commands(&[
        "DELETE CHANNEL(TO.QM2)",
        "DEFINE CHANNEL(TO.QM2) CHLTYPE(RCVR)",
        "DEFINE CHANNEL(PLAIN) CHLTYPE(CLUSRCVR) CLUSTER(HOUSE) CONNAME('127.0.0.1(1)')",
    ]);
    joined.define("PLAIN", "QM3");
    for channel in ["TO.QM2", "PLAIN"] {
        let refused = joined.one.refused(&format!("PING CHANNEL({channel})"));
        assert!(refused.starts_with("AMQ9547E"), "{refused}");
        let said = joined.two.last_said("AMQ9502E").expect("it is said");
        assert!(said.contains(channel), "{said}");
    }
    joined.end();
}
