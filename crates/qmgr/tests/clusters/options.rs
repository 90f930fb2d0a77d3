//! Options of ours about which instance a message goes to: uses counted for each queue, and who reads.

use crate::clusters::binding::{counts, open};
use crate::clusters::home::{Home, name, with};
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::ObjectHandle;
use ferromq_qmgr::WorkloadOptions;

const PER_QUEUE: WorkloadOptions = WorkloadOptions {
    counts_per_queue: true,
    prefers_readers: false,
};
const READERS: WorkloadOptions = WorkloadOptions {
    counts_per_queue: false,
    prefers_readers: true,
};

/// Q and P, both at QM2 and QM3.
fn two_queues() -> (Home, [ObjectHandle; 2]) {
    let mut home = Home::new();
    for queue in ["Q", "P"] {
        home.share(queue, &["QM2", "QM3"]);
    }
    let handles = ["Q", "P"].map(|queue| {
        let opened = home.open((queue, ""), MQOO_OUTPUT | MQOO_BIND_NOT_FIXED);
        opened.expect("open").handle
    });
    (home, handles)
}

/// Where the messages go of a program that puts on one queue and the other in turn.
fn in_turn(home: &mut Home, handles: [ObjectHandle; 2]) -> [Vec<String>; 2] {
    let mut found = [Vec::new(), Vec::new()];
    for _ in 0..10 {
        for (found, handle) in found.iter_mut().zip(handles) {
            found.extend(home.puts(handle, 1));
        }
    }
    found
}

#[test]
fn uses_that_are_counted_for_each_queue_spread_each_evenly() {
    let (mut home, handles) = two_queues();
    for found in in_turn(&mut home, handles) {
        assert_eq!(counts(&found).len(), 1, "as documented: {found:?}");
    }
    home.manager.set_workload_options(PER_QUEUE);
    for found in in_turn(&mut home, handles) {
        assert_eq!(counts(&found), [("QM2", 5), ("QM3", 5)].into());
    }
    let uses = |home: &Home, q_mgr: &str| {
        let qmid = name(&home.qmid(q_mgr));
        home.manager.cluster_queue_uses(&name("Q"), &qmid)
    };
    assert_eq!(["QM2", "QM3"].map(|q_mgr| uses(&home, q_mgr)), [5, 5]);
    // Of a queue that is shared anew nothing is known.
    let kept = home.manager.cluster_records(ObjectKind::ClusQ);
    let of_second = kept.iter().filter(|it| it.text(Attr::Clusqmgr) == "QM2");
    let of_second: Vec<_> = of_second.map(|it| it.name()).collect();
    for record in of_second {
        home.forget(ObjectKind::ClusQ, record);
    }
    assert_eq!(["QM2", "QM3"].map(|q_mgr| uses(&home, q_mgr)), [0, 5]);
}

#[test]
fn who_was_left_out_for_a_time_is_not_given_all_at_once_what_it_has_missed() {
    let (mut home, [handle, _]) = two_queues();
    home.manager.set_workload_options(PER_QUEUE);
    // Where weights differ from the default it is the sum of uses that counts.
    for kept in home.manager.cluster_records(ObjectKind::ClusQMgr) {
        home.keep(with((*kept).clone(), &[(Attr::Clwlwght, Value::Int(40))]));
    }
    let even = [("QM2", 2), ("QM3", 2)].into();
    assert_eq!(counts(&home.puts(handle, 4)), even);
    // Its channel.
    home.manager.channel_state(&name("TO.QM2"), MQCHS_STOPPED);
    assert_eq!(counts(&home.puts(handle, 10)), [("QM3", 10)].into());
    home.manager.channel_state(&name("TO.QM2"), MQCHS_RUNNING);
    assert_eq!(counts(&home.puts(handle, 4)), even);
    // Its queue.
    let put = |home: &Home, put: i32| {
        let kept = home.manager.cluster_records(ObjectKind::ClusQ);
        let is_it = |it: &&std::sync::Arc<_>| text_of(it) == ("Q", "QM2");
        let record = kept.iter().find(is_it).expect("it is kept");
        home.keep(with((**record).clone(), &[(Attr::Put, Value::Int(put))]));
    };
    put(&home, MQQA_PUT_INHIBITED);
    assert_eq!(counts(&home.puts(handle, 10)), [("QM3", 10)].into());
    put(&home, MQQA_PUT_ALLOWED);
    assert_eq!(counts(&home.puts(handle, 4)), even);
}

fn text_of(record: &ferromq_mqi::definition::Definition) -> (&str, &str) {
    (record.text(Attr::Queue), record.text(Attr::Clusqmgr))
}

#[test]
fn instances_nobody_reads_are_left_out_where_others_may_be_read() {
    let mut home = Home::new();
    let unread = [(Attr::Readers, Value::Int(MQSUS_NO))];
    let at_second = home.keep(with(home.instance("Q", "QM2"), &unread));
    home.share("Q", &["QM3"]);
    home.define_shared("Q", MQCLWL_USEQ_ANY);
    let handle = open(&mut home, MQOO_BIND_NOT_FIXED);
    let found = home.puts(handle, 6);
    assert_eq!(counts(&found).len(), 3, "nobody asked for it: {found:?}");
    home.manager.set_workload_options(READERS);
    // Of the third one it is not known, and nobody reads here.
    assert_eq!(counts(&home.puts(handle, 4)), [("QM3", 4)].into());
    let reader = home.open(("Q", ""), MQOO_INPUT_SHARED).expect("open");
    let found = home.puts(handle, 4);
    assert_eq!(counts(&found), [("QM1", 2), ("QM3", 2)].into());
    home.close(reader.handle);
    assert_eq!(counts(&home.puts(handle, 4)), [("QM3", 4)].into());
    // The second has a reader, too.
    let read = [(Attr::Readers, Value::Int(MQSUS_YES))];
    home.keep(with(home.instance("Q", "QM2"), &read).renamed(at_second));
    let found = home.puts(handle, 4);
    assert_eq!(counts(&found), [("QM2", 2), ("QM3", 2)].into());
    // The state of channels comes first.
    home.manager.channel_state(&name("TO.QM2"), MQCHS_STOPPED);
    home.manager.channel_state(&name("TO.QM3"), MQCHS_STOPPED);
    assert_eq!(counts(&home.puts(handle, 2)), [("QM1", 2)].into());
}
