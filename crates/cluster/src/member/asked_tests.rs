//! Names that are asked for and used, and how long what is known of them stays.

use super::tests::{C, Net, START, object, partner_of, queue};
use super::*;
use crate::limits::{DAY_MS, LIFE_MS};
use crate::message::{Body, Message, NameHash, RecordUpdate};
use crate::record::RecordKind;
use crate::record::State;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::generated::constants::{MQQMT_REPOSITORY, MQSUS_YES};
use std::collections::BTreeSet;

#[test]
fn a_name_is_unknown_when_each_that_was_asked_has_said_so_not_one_of_them_twice() {
    let mut net = Net::new(2, 2);
    let name = queue("ORDERS");
    net.with(3, |member, now| member.ask(&name, now));
    let asked = std::mem::take(&mut net.letters);
    assert_eq!(asked.len(), 2);
    for (from, expected) in [(0, 0), (0, 0), (1, 1)] {
        let message = Message {
            cluster: C.to_owned(),
            sender: format!("QM{from}_1"),
            body: Body::Tell {
                records: Vec::new(),
                answered: vec![NameHash {
                    name: name.clone(),
                    hash: 0,
                }],
                owners: Vec::new(),
            },
        };
        net.letters.push_back((from, 3, message.encode()));
        net.settle();
        assert_eq!(net.answers.len(), expected);
    }
    assert_eq!(net.answers, [(3, name, Answer::Unknown)]);
}

#[test]
fn a_queue_manager_that_is_used_by_its_name_stays_and_so_does_one_whose_queue_is_used() {
    let mut net = Net::new(1, 3);
    let q_mgr = |at: usize| Name::new(RecordKind::QMgr, &format!("QM{at}")).expect("a name");
    net.share(1, "A");
    net.ask(3, "A");
    for at in [1, 2] {
        net.with(3, |member, now| member.ask(&q_mgr(at), now));
        net.settle();
    }
    for _ in 0..3 {
        net.pass(10 * DAY_MS);
        net.members[3].1.used([&queue("A"), &q_mgr(2)]);
    }
    net.pass(10 * DAY_MS);
    assert_eq!(net.known(3, "QM1"), ["QM1_1"], "A is used");
    assert_eq!(net.known(3, "QM2"), ["QM2_1"], "its name is used");
    net.change(2, |own| {
        own.shared[0]
            .set_internal(Attr::Suspend, MQSUS_YES)
            .expect("a number");
    });
    let mut known = net.kept[3].values();
    assert!(known.any(|one| one.find_int(Attr::Suspend) == Some(MQSUS_YES)));
    net.pass(62 * DAY_MS);
    assert_eq!(net.known(3, "QM2"), [""; 0]);
}

#[test]
fn what_comes_unasked_is_not_kept_for_nobody_would_tell_when_it_changes() {
    let mut net = Net::new(2, 2);
    let before = net.kept[3].clone();
    net.share(2, "ORDERS");
    assert_eq!(net.ask(3, "ORDERS"), Some(Answer::Known));
    // A back-up knows nothing of the question; full repositories go on with it until it is over.
    net.restart(3, before);
    net.change(2, |own| {
        let queue = own.shared.last_mut().expect("the queue");
        queue.set_internal(Attr::Descr, "new").expect("a text");
    });
    net.pass(31 * DAY_MS);
    net.unshare(2, "ORDERS");
    assert_eq!(net.known(3, "ORDERS"), [""; 0]);
    assert_eq!(net.ask(3, "ORDERS"), Some(Answer::Unknown));
}

#[test]
fn a_queue_manager_is_forgotten_with_the_last_thing_of_it_that_was_asked_for() {
    let mut net = Net::new(1, 2);
    net.share(1, "A");
    net.share(1, "B");
    net.ask(2, "A");
    net.ask(2, "B");
    net.pass(10 * DAY_MS);
    net.members[2].1.used([&queue("B")]);
    net.pass(21 * DAY_MS);
    assert_eq!(net.known(2, "A"), [""; 0]);
    assert_eq!(net.known(2, "QM1"), ["QM1_1"], "it shares B");
    net.pass(30 * DAY_MS);
    assert_eq!(net.known(2, "B"), [""; 0]);
    assert_eq!(net.known(2, "QM1"), [""; 0]);
    assert_eq!(net.known(2, "QM0"), ["QM0_1"], "a full repository");
}

#[test]
fn a_name_that_is_not_used_is_forgotten_and_one_that_is_used_is_not() {
    let mut net = Net::new(1, 2);
    net.share(1, "A");
    net.share(1, "B");
    net.ask(2, "A");
    net.ask(2, "B");
    net.pass(10 * DAY_MS);
    net.members[2].1.used([&queue("B")]);
    net.pass(21 * DAY_MS);
    assert_eq!(net.known(2, "A"), [""; 0]);
    assert_eq!(net.known(2, "B"), ["QM1_1"]);
}

#[test]
fn what_fails_in_one_cluster_does_not_in_another() {
    let own = |number: u64| {
        let of = |cluster: &str| {
            let channel = format!("{cluster}.QM5");
            OwnCluster {
                shared: vec![
                    object(RecordKind::QMgr, "QM5", &[(Attr::Channel, &channel)]),
                    object(RecordKind::Queue, &format!("Q{number}"), &[]),
                ],
                channels: BTreeSet::from([format!("{cluster}.QM0")]),
                ..OwnCluster::default()
            }
        };
        BTreeMap::from(["C", "D"].map(|cluster| (cluster.to_owned(), of(cluster))))
    };
    let (mut member, _) = Member::new("QM5_1", [], &own(0), START);
    for cluster in ["C", "D"] {
        let _ = member.channel_started(&format!("{cluster}.QM0"), "QM0_1", true, START);
        let record = |at: usize| {
            let (name, channel) = (format!("QM{at}"), format!("{cluster}.QM{at}"));
            let mut made = object(RecordKind::QMgr, &name, &[(Attr::Channel, &channel)]);
            made.set_internal(Attr::Qmtype, MQQMT_REPOSITORY)
                .expect("a number");
            RecordUpdate {
                owner: format!("QM{at}_1").into(),
                name: Name::new(RecordKind::QMgr, &name).expect("a name"),
                version: START,
                life_ms: LIFE_MS,
                state: State::Live,
                vouched: true,
                contents: Contents::of(RecordKind::QMgr, &made),
            }
        };
        let message = Message {
            cluster: cluster.to_owned(),
            sender: "QM0_1".to_owned(),
            body: Body::Tell {
                records: [0, 8, 9].map(record).to_vec(),
                answered: Vec::new(),
                owners: Vec::new(),
            },
        };
        let _ = member.received(partner_of("QM0_1"), &message.encode(), START);
    }
    let mut number = 0;
    // Who is told what is new in each.
    let mut update = |member: &mut Member| {
        number += 1;
        let actions = member.set_own(&own(number), START + number);
        let sends = actions.into_iter().filter_map(|action| match action {
            Action::Send {
                cluster,
                to: Destination::QMgr(qmid),
                ..
            } => Some((cluster, qmid)),
            _ => None,
        });
        let sends: BTreeSet<_> = sends.collect();
        let of = |meant: &str| -> Vec<String> {
            let those = sends.iter().filter(|(cluster, _)| **cluster == *meant);
            those.map(|(_, qmid)| qmid.to_string()).collect()
        };
        (of("C"), of("D"))
    };
    let both = |one: [&str; 2], other: [&str; 2]| {
        (
            one.map(str::to_owned).to_vec(),
            other.map(str::to_owned).to_vec(),
        )
    };
    let (first, others) = (["QM0_1", "QM8_1"], ["QM8_1", "QM9_1"]);
    assert_eq!(update(&mut member), both(first, first));
    let _ = member.channel_ended("C", "QM0_1", true, START);
    assert_eq!(update(&mut member), both(others, first));
    // That the channel of the other cluster gets there is nothing to this one.
    let _ = member.channel_started("D.QM0", "QM0_1", true, START);
    assert_eq!(update(&mut member), both(others, first));
    let _ = member.channel_started("C.QM0", "QM0_1", true, START);
    assert_eq!(update(&mut member), both(first, first));
}
