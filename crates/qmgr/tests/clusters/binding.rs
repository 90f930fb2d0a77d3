//! Which of several instances messages go to, by handle, message and group, as channels and members come and go.
//!
//! Source: MQOPEN (MQOO_BIND_*), "Workload balancing", "Example of a cluster with more than one instance of a queue", and the reasons 2268, 2270 and 2547.

use crate::clusters::home::{Gone, Home, SHARED, by, name, object, on, with};
use bytes::Bytes;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{ClientPlace, ConnectOptions, ObjectHandle, Origin, PutOptions};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::{ChannelPartner, is_unbound, tester};
use std::collections::BTreeMap;

/// Q at all three.
fn shared() -> Home {
    let home = Home::new();
    home.share("Q", &["QM2", "QM3"]);
    home.define_shared("Q", MQCLWL_USEQ_ANY);
    home
}

pub(super) fn open(home: &mut Home, bind: i32) -> ObjectHandle {
    let opened = home.open(("Q", ""), MQOO_OUTPUT | bind);
    opened.expect("open").handle
}

pub(super) fn counts(found: &[String]) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for q_mgr in found {
        *counts.entry(q_mgr.as_str()).or_default() += 1;
    }
    counts
}

#[test]
fn messages_that_are_not_bound_are_spread_and_those_of_a_bound_handle_are_not() {
    let mut home = shared();
    let free = open(&mut home, MQOO_BIND_NOT_FIXED);
    let found = home.puts(free, 9);
    assert_eq!(counts(&found), [("QM1", 3), ("QM2", 3), ("QM3", 3)].into());
    assert_eq!(found[..3], found[3..6], "in turn");
    let mut first = Vec::new();
    for _ in 0..3 {
        let bound = open(&mut home, MQOO_BIND_ON_OPEN);
        let found = home.puts(bound, 4);
        assert_eq!(counts(&found).len(), 1, "{found:?}");
        first.push(found[0].clone());
    }
    assert_eq!(counts(&first).len(), 3, "each open is a use: {first:?}");
}

fn in_group(last: bool) -> MsgDescriptor {
    MsgDescriptor {
        version: MQMD_VERSION_2,
        msg_flags: match last {
            true => MQMF_LAST_MSG_IN_GROUP,
            false => MQMF_MSG_IN_GROUP,
        },
        ..MsgDescriptor::default()
    }
}

fn q_mgr_of(gone: Gone) -> String {
    match gone {
        Gone::On(_) => "QM1".to_owned(),
        Gone::By(_, _, q_mgr, _) => q_mgr,
    }
}

#[test]
fn a_group_stays_together_and_groups_are_spread() {
    let mut home = shared();
    let handle = open(&mut home, MQOO_BIND_ON_GROUP);
    let mut groups = Vec::new();
    for _ in 0..3 {
        let mut group = Vec::new();
        for at in 0..4 {
            let put = home.put_as(handle, in_group(at == 3), MQPMO_LOGICAL_ORDER);
            put.expect("put");
            group.push(q_mgr_of(home.find()));
        }
        assert_eq!(counts(&group).len(), 1, "{group:?}");
        groups.push(group[0].clone());
    }
    assert_eq!(counts(&groups).len(), 3, "{groups:?}");
    // Documented: what is in no group is not bound.
    let found = home.puts(handle, 3);
    assert_eq!(counts(&found).len(), 3, "{found:?}");
}

#[test]
fn a_group_the_program_numbers_stays_together_as_well() {
    let mut home = shared();
    let handle = open(&mut home, MQOO_BIND_ON_GROUP);
    for group in 1..=3_u8 {
        let mut found = Vec::new();
        for number in 1..=3 {
            let descriptor = MsgDescriptor {
                group_id: [group; 24],
                msg_seq_number: number,
                ..in_group(number == 3)
            };
            home.put_as(handle, descriptor, MQPMO_NONE).expect("put");
            found.push(q_mgr_of(home.find()));
        }
        assert_eq!(counts(&found).len(), 1, "{found:?}");
    }
    // Without the binding a group goes where each of its messages goes.
    let free = open(&mut home, MQOO_BIND_NOT_FIXED);
    let mut found = Vec::new();
    for at in 0..3 {
        let put = home.put_as(free, in_group(at == 2), MQPMO_LOGICAL_ORDER);
        put.expect("put");
        found.push(q_mgr_of(home.find()));
    }
    assert_eq!(counts(&found).len(), 3, "{found:?}");
}

#[test]
fn what_cannot_be_reached_is_left_out_until_it_can() {
    let mut home = shared();
    let handle = open(&mut home, MQOO_BIND_NOT_FIXED);
    assert!(home.manager.channel_state(&name("TO.QM2"), MQCHS_STOPPED));
    let found = home.puts(handle, 4);
    assert_eq!(counts(&found), [("QM1", 2), ("QM3", 2)].into());
    home.manager.channel_state(&name("TO.QM3"), MQCHS_RETRYING);
    assert_eq!(counts(&home.puts(handle, 4)), [("QM1", 4)].into());
    home.manager.channel_state(&name("TO.QM2"), MQCHS_RUNNING);
    let found = home.puts(handle, 4);
    assert_eq!(counts(&found), [("QM1", 2), ("QM2", 2)].into());
    assert!(!home.manager.channel_state(&name("NO.SUCH"), MQCHS_RUNNING));
}

#[test]
fn what_members_say_counts_for_the_next_message() {
    let mut home = shared();
    home.define(ObjectKind::QLocal, "NOT.SHARED", &[]);
    let handle = open(&mut home, MQOO_BIND_NOT_FIXED);
    home.puts(handle, 3);
    // A member is suspended.
    let suspended = [(Attr::Suspend, Value::Int(MQSUS_YES))];
    let kept = home.manager.cluster_records(ObjectKind::ClusQMgr);
    let record = kept
        .iter()
        .find(|it| it.text(Attr::Clusqmgr) == "QM2")
        .expect("it is kept");
    home.keep(with((**record).clone(), &suspended));
    assert_eq!(
        counts(&home.puts(handle, 4)),
        [("QM1", 2), ("QM3", 2)].into()
    );
    // The queue here is inhibited, or is not shared any more.
    let inhibit = |put: i32| vec![(Attr::Put, Value::Int(put))];
    let alter = |home: &Home, changes: &[(Attr, Value)]| {
        let altered = (home.manager).alter(ObjectKind::QLocal, &name("Q"), changes, false);
        altered.expect("altered");
    };
    alter(&home, &inhibit(MQQA_PUT_INHIBITED));
    assert_eq!(counts(&home.puts(handle, 4)), [("QM3", 4)].into());
    alter(&home, &inhibit(MQQA_PUT_ALLOWED));
    let found = home.puts(handle, 4);
    assert_eq!(counts(&found), [("QM1", 2), ("QM3", 2)].into());
    // A new one joins.
    home.keep(home.member("QM4", "C"));
    home.share("Q", &["QM4"]);
    assert_eq!(counts(&home.puts(handle, 6)).len(), 3);
    // CLWLUSEQ of the queue, then of the queue manager.
    alter(&home, &[(Attr::Clwluseq, Value::Int(MQCLWL_USEQ_LOCAL))]);
    assert_eq!(counts(&home.puts(handle, 4)), [("QM1", 4)].into());
    alter(&home, &[(Attr::Clwluseq, Value::Int(MQCLWL_USEQ_AS_Q_MGR))]);
    assert_eq!(counts(&home.puts(handle, 4)), [("QM1", 4)].into());
    home.alter_q_mgr(Attr::Clwluseq, MQCLWL_USEQ_ANY);
    assert!(counts(&home.puts(handle, 6)).len() > 1);
    home.alter_q_mgr(Attr::Clwlmruc, 1);
    assert_eq!(counts(&home.puts(handle, 4)).len(), 1);
}

#[test]
fn the_reasons_tell_no_instance_from_none_that_takes_messages() {
    let mut home = Home::new();
    let inhibited = [(Attr::Put, Value::Int(MQQA_PUT_INHIBITED))];
    let record = home.keep(with(home.instance("Q", "QM2"), &inhibited));
    let refused = home
        .open(("Q", ""), MQOO_OUTPUT | MQOO_BIND_ON_OPEN)
        .map(drop);
    assert_eq!(refused, Err(Reason::CLUSTER_PUT_INHIBITED));
    let handle = open(&mut home, MQOO_BIND_NOT_FIXED);
    assert_eq!(home.put(handle), Err(Reason::CLUSTER_PUT_INHIBITED));
    assert_eq!(home.arrives(("Q", "")), Err(Reason::CLUSTER_PUT_INHIBITED));
    home.forget(ObjectKind::ClusQ, record);
    assert_eq!(home.put(handle), Err(Reason::NO_DESTINATIONS_AVAILABLE));
    assert_eq!(home.arrives(("Q", "")), Err(Reason::UNKNOWN_OBJECT_NAME));
    home.share("Q", &["QM3"]);
    assert_eq!(home.put(handle), Ok(by("Q", "QM3", "TO.QM3")));
}

/// Source: 2268: with an instance here the open succeeds, whatever that takes.
#[test]
fn an_open_that_fixes_the_binding_finds_what_is_here_where_nobody_takes_messages() {
    let mut home = shared();
    let inhibited = [(Attr::Put, Value::Int(MQQA_PUT_INHIBITED))];
    for record in home.manager.cluster_records(ObjectKind::ClusQ) {
        home.keep(with((*record).clone(), &inhibited));
    }
    let alter = |home: &Home, put: i32| {
        let changes = [(Attr::Put, Value::Int(put))];
        let altered = (home.manager).alter(ObjectKind::QLocal, &name("Q"), &changes, false);
        altered.expect("altered");
    };
    alter(&home, MQQA_PUT_INHIBITED);
    let bound = open(&mut home, MQOO_BIND_ON_OPEN);
    assert_eq!(home.put(bound), Err(Reason::PUT_INHIBITED));
    let free = open(&mut home, MQOO_BIND_NOT_FIXED);
    assert_eq!(home.put(free), Err(Reason::CLUSTER_PUT_INHIBITED));
    alter(&home, MQQA_PUT_ALLOWED);
    assert_eq!(home.put(bound), Ok(on("Q")));
}

/// Source: 2547: of a uniform cluster, of a queue that is shared, and where the program may be moved to another member.
#[test]
fn a_program_that_may_be_moved_to_another_member_is_bound_to_no_instance() {
    let mut home = shared();
    let outcome = |home: &mut Home, connect: i32, at: (&str, &str), bind: i32| {
        let options = ConnectOptions {
            options: connect,
            ..ConnectOptions::default()
        };
        let client = Origin {
            client: Some(ClientPlace {
                channel: "APP.SVRCONN".to_owned(),
                address: "192.0.2.1".to_owned(),
                port: 40_000,
            }),
            ..tester()
        };
        let app = home.manager.connect(&options, client);
        home.app = app.expect("connected");
        home.open(at, bind).map(drop)
    };
    let on_open = MQOO_OUTPUT | MQOO_BIND_ON_OPEN;
    assert_eq!(
        outcome(&mut home, MQCNO_RECONNECT, ("Q", ""), on_open),
        Ok(())
    );
    home.manager.join_uniform_cluster();
    home.define(ObjectKind::QLocal, "PLAIN", &[]);
    for (connect, at, options, is_refused) in [
        (MQCNO_RECONNECT, ("Q", ""), on_open, true),
        (MQCNO_RECONNECT, ("Q", ""), MQOO_OUTPUT, false),
        (
            MQCNO_RECONNECT,
            ("Q", ""),
            MQOO_OUTPUT | MQOO_BIND_ON_GROUP,
            false,
        ),
        (
            MQCNO_RECONNECT,
            ("Q", ""),
            MQOO_INPUT_SHARED | MQOO_BIND_ON_OPEN,
            false,
        ),
        (MQCNO_RECONNECT, ("Q", "QM2"), on_open, false),
        (MQCNO_RECONNECT, ("PLAIN", ""), on_open, false),
        (MQCNO_RECONNECT_Q_MGR, ("Q", ""), on_open, false),
        (MQCNO_NONE, ("Q", ""), on_open, false),
    ] {
        let expected = match is_refused {
            true => Err(Reason::RECONNECT_INCOMPATIBLE),
            false => Ok(()),
        };
        let found = outcome(&mut home, connect, at, options);
        assert_eq!(found, expected, "{connect} {at:?} {options}");
    }
    // By default as well, where the queue says so.
    let bound = [(Attr::Defbind, Value::Int(MQBND_BIND_ON_OPEN))];
    let altered = (home.manager).alter(ObjectKind::QLocal, &name("Q"), &bound, false);
    altered.expect("altered");
    let found = outcome(&mut home, MQCNO_RECONNECT, ("Q", ""), MQOO_OUTPUT);
    assert_eq!(found, Err(Reason::RECONNECT_INCOMPATIBLE));
    let put1 = home.verb(Request::Put1 {
        object: Box::new(object(("Q", ""))),
        descriptor: MsgDescriptor::default(),
        options: PutOptions::default(),
        body: Bytes::from_static(b"a message"),
    });
    assert!(matches!(put1, Reply::Put(_)), "{put1:?}");
    // A local program is moved nowhere.
    let options = ConnectOptions {
        options: MQCNO_RECONNECT,
        ..ConnectOptions::default()
    };
    home.app = (home.manager.connect(&options, tester())).expect("connected");
    assert_eq!(home.open(("Q", ""), on_open).map(drop), Ok(()));
}

/// Goal: a message that nothing binds to this queue manager, to which it was sent, goes to another instance where it cannot stay, and no further.
/// Method: an agent that receives over a channel of a cluster puts it without a queue manager.
#[test]
fn a_message_that_came_unbound_goes_to_another_instance_where_it_cannot_stay() {
    let mut home = shared();
    let partner = ChannelPartner {
        channel_name: FixedText::truncated("TO.QM1"),
        q_mgr_name: FixedText::truncated("QM9"),
        q_mgr_id: FixedText::truncated("QM9_2026-11-26_10.00.00"),
    };
    home.app.receive_by_channel(partner, true);
    // A channel of higher rank leads elsewhere: what can stay does all the same.
    let kept = home.manager.cluster_records(ObjectKind::ClusQMgr);
    for record in kept.iter().filter(|it| it.text(Attr::Clusqmgr) != "QM1") {
        home.keep(with((**record).clone(), &[(Attr::Clwlrank, Value::Int(9))]));
    }
    assert_eq!(home.arrives(("Q", "")), Ok(on("Q")));
    let handle = open(&mut home, MQOO_BIND_NOT_FIXED);
    let inhibited = [(Attr::Put, Value::Int(MQQA_PUT_INHIBITED))];
    let altered = (home.manager).alter(ObjectKind::QLocal, &name("Q"), &inhibited, false);
    altered.expect("altered");
    for _ in 0..2 {
        home.put_as(handle, MsgDescriptor::default(), MQPMO_NONE)
            .expect("put");
        let found = home.get(SHARED).expect("it goes on");
        assert!(!is_unbound(&found.descriptor), "it goes no further");
    }
    assert_eq!(home.arrives(("Q", "QM1")), Err(Reason::PUT_INHIBITED));
    for record in home.manager.cluster_records(ObjectKind::ClusQ) {
        home.keep(with((*record).clone(), &inhibited));
    }
    assert_eq!(home.arrives(("Q", "")), Err(Reason::PUT_INHIBITED));
    home.close(handle);
    let deleted = home.manager.delete(ObjectKind::QLocal, &name("Q"), false);
    deleted.expect("deleted");
    let allowed = [(Attr::Put, Value::Int(MQQA_PUT_ALLOWED))];
    let kept = home.manager.cluster_records(ObjectKind::ClusQ);
    for record in kept.iter().filter(|it| it.text(Attr::Clusqmgr) == "QM2") {
        home.keep(with((**record).clone(), &allowed));
    }
    assert_eq!(home.arrives(("Q", "")), Ok(by("Q", "QM2", "TO.QM2")));
}

#[test]
fn what_a_handle_is_bound_to_stays_whatever_becomes_of_the_queue() {
    let mut home = Home::new();
    let [record] = home.share("Q", &["QM2"])[..] else {
        panic!("one record");
    };
    let handle = open(&mut home, MQOO_BIND_ON_OPEN);
    home.forget(ObjectKind::ClusQ, record);
    home.share("Q", &["QM3"]);
    home.manager.channel_state(&name("TO.QM2"), MQCHS_STOPPED);
    assert_eq!(home.put(handle), Ok(by("Q", "QM2", "TO.QM2")));
}

#[test]
fn ten_thousand_puts_are_spread_by_weight_within_two_percent() {
    let mut home = Home::new();
    for (q_mgr, weight) in [("QM2", 10), ("QM3", 20), ("QM4", 30)] {
        let record = with(
            home.member(q_mgr, "C"),
            &[(Attr::Clwlwght, Value::Int(weight))],
        );
        let kept = home.manager.cluster_records(ObjectKind::ClusQMgr);
        let before = kept.iter().find(|it| it.text(Attr::Clusqmgr) == q_mgr);
        home.keep(before.map_or(record.clone(), |before| record.renamed(before.name())));
        home.share("Q", &[q_mgr]);
    }
    let handle = open(&mut home, MQOO_BIND_NOT_FIXED);
    let mut got: BTreeMap<_, u32> = BTreeMap::new();
    for _ in 0..10_000 {
        let put = home.put_as(handle, MsgDescriptor::default(), MQPMO_NONE);
        let to = put.expect("put").resolved_q_mgr_name;
        *got.entry(to.to_string()).or_default() += 1;
    }
    for (q_mgr, weight) in [("QM2", 10), ("QM3", 20), ("QM4", 30)] {
        let due = 10_000 * weight / 60;
        let count = got[q_mgr];
        assert!(count.abs_diff(due) <= due / 50, "{q_mgr}: {count} of {due}");
    }
}
