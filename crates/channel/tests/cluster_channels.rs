//! Channels of clusters: what they have of others, and what not.

use crate::pair::{CHANNEL, CLUSTER_QUEUE, Pair};
use bytes::Bytes;
use ferromq_base::random::SplitMix64;
use ferromq_channel::{SimulatedHost, SimulatedLink};
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_qmgr::{ChannelPartner, ClusterRecord};
use std::sync::atomic::Ordering;

/// Another channel of the same cluster.
const OTHER: &str = "TO.QM3";

fn persistent() -> MsgDescriptor {
    MsgDescriptor {
        persistence: MQPER_PERSISTENT,
        ..MsgDescriptor::default()
    }
}

fn pair() -> Pair {
    Pair::of(ObjectKind::ClusSdr, ObjectKind::ClusRcvr)
}

fn put(pair: &Pair, channel: &str, number: u8) {
    let mut app = pair.ends[0].app();
    app.put_for(channel, "TARGET", persistent(), &[number]);
}

fn numbers(messages: &[(MsgDescriptor, Bytes)]) -> Vec<u8> {
    messages.iter().map(|(_, data)| data[0]).collect()
}

/// Everything moves between the ends of another channel until nothing does.
fn run(link: &mut SimulatedLink, pair: &Pair) {
    for _ in 0..20 {
        for which in 0..2 {
            link.resume(which);
            if let Some(wanted) = link.take_force_wanted(which) {
                let log = pair.ends[which].host.manager.log();
                log.wait_durable(wanted).expect("forced");
                link.resume(which);
            }
            link.flush(which, usize::MAX);
            link.deliver(which, usize::MAX);
        }
    }
}

#[test]
fn senders_share_a_queue_and_each_takes_its_own() {
    let mut pair = pair();
    for number in 0..20 {
        let channel = if number % 2 == 0 { CHANNEL } else { OTHER };
        put(&pair, channel, number);
    }
    pair.connect();
    pair.run();
    let even: Vec<u8> = (0..20).step_by(2).collect();
    assert_eq!(numbers(&pair.ends[1].app().take_all("TARGET")), even);
    // The other one is there at the same time, and has its own record.
    let others = [ObjectKind::ClusSdr, ObjectKind::ClusRcvr];
    let mut which = 0;
    let others = others.map(|kind| {
        let end = &pair.ends[which];
        which += 1;
        let manager = end.host.manager.clone();
        SimulatedHost::new(manager, end.place.clock(), kind, OTHER, CLUSTER_QUEUE)
    });
    let mut link = SimulatedLink::default();
    link.connect(others.each_ref(), 0);
    run(&mut link, &pair);
    let odd: Vec<u8> = (1..20).step_by(2).collect();
    assert_eq!(numbers(&pair.ends[1].app().take_all("TARGET")), odd);
    // Each that waits gets what comes for it.
    put(&pair, OTHER, 101);
    put(&pair, CHANNEL, 100);
    run(&mut link, &pair);
    assert_eq!(numbers(&pair.ends[1].app().take_all("TARGET")), [101]);
    pair.run();
    assert_eq!(numbers(&pair.ends[1].app().take_all("TARGET")), [100]);
    for agent in pair.link.agents.iter().chain(&link.agents).flatten() {
        let progress = agent.status().expect("it runs").progress();
        assert_eq!((progress.messages, progress.last_sequence), (11, 11));
    }
}

/// Each seed: messages of two channels are put, the network is cut and machines fail at any step; at the end all of the channel are there, once and
/// in order, and those of the other one are where they were.
#[test]
fn messages_arrive_once_and_in_order_whatever_fails_and_others_stay() {
    let mut doubts = 0;
    for seed in 0..30 {
        let mut random = SplitMix64::new(seed);
        let mut pair = pair();
        for end in &pair.ends {
            end.host.terms.lock().batches_max = 1 + (seed % 3) as u8;
        }
        let (mut sent, mut stay) = (0, 0);
        for _ in 0..1 + random.below(4) {
            pair.connect();
            for _ in 0..random.below(120) {
                let which = random.below(2) as usize;
                match random.below(6) {
                    0 if sent < 50 => {
                        put(&pair, CHANNEL, sent);
                        sent += 1;
                        put(&pair, OTHER, stay);
                        stay += 1;
                    }
                    1 => {
                        pair.force(which);
                    }
                    2 => pair.link.resume(which),
                    _ => {
                        pair.move_bytes(which, random.below(3_000) as usize + 1);
                    }
                }
            }
            for which in 0..2 {
                if random.chance(40) {
                    pair.fail(which, random.next_u64());
                }
            }
            pair.cut();
            doubts += usize::from(!pair.ends[0].host.manager.branches().is_empty());
        }
        pair.connect();
        pair.run();
        assert!(!pair.is_over(), "{seed}");
        let arrived = numbers(&pair.ends[1].app().take_all("TARGET"));
        assert_eq!(arrived, (0..sent).collect::<Vec<u8>>(), "{seed}");
        pair.cut();
        let left = pair.ends[0].app().take_all(CLUSTER_QUEUE);
        assert_eq!(left.len(), usize::from(stay), "{seed}");
    }
    assert!(doubts > 3, "batches were in doubt: {doubts}");
}

/// A receiver that has lost what it knew takes the next message, whatever its number; from there on they follow each other.
#[test]
fn numbers_are_not_compared_at_the_beginning() {
    let mut pair = pair();
    put(&pair, CHANNEL, 1);
    pair.connect();
    pair.run();
    pair.cut();
    pair.ends[1].app().take_all("SYSTEM.CHANNEL.SYNCQ");
    put(&pair, CHANNEL, 2);
    pair.connect();
    pair.run();
    put(&pair, CHANNEL, 3);
    pair.run();
    assert_eq!(numbers(&pair.ends[1].app().take_all("TARGET")), [1, 2, 3]);
    let agent = pair.link.agents[1].as_ref().expect("it runs");
    let progress = agent.status().expect("it runs").progress();
    assert_eq!(progress.last_sequence, 3);
}

/// A channel of a cluster has both its ends in it.
#[test]
fn others_are_not_taken_for_ends_of_a_cluster() {
    for (sender, receiver) in [
        (ObjectKind::Sender, ObjectKind::ClusRcvr),
        (ObjectKind::ClusSdr, ObjectKind::Receiver),
    ] {
        let mut pair = Pair::of(sender, receiver);
        pair.connect();
        pair.run();
        assert!(pair.is_over());
        assert_eq!(pair.ends[0].host.numbers(), ["AMQ9547E", "AMQ9999E"]);
        assert_eq!(pair.ends[1].host.numbers(), ["AMQ9503E", "AMQ9999E"]);
    }
    let mut pair = pair();
    pair.ends[1].host.is_stopped.store(true, Ordering::Relaxed);
    pair.connect();
    pair.run();
    assert_eq!(pair.ends[0].host.numbers(), ["AMQ9558E", "AMQ9999E"]);
}

/// A sender that was made of what a member said gives nothing to anybody else.
#[test]
fn a_sender_that_leads_to_a_member_ends_where_another_one_is() {
    let mut pair = pair();
    put(&pair, CHANNEL, 1);
    let somebody = FixedText::truncated("QM9_2026-11-26_13.53.00");
    pair.ends[0].host.definition.lock().leads_to = vec![somebody];
    pair.connect();
    pair.run();
    assert!(pair.is_over());
    assert_eq!(pair.ends[0].host.numbers(), ["FMQ0321E", "AMQ9999E"]);
    assert_eq!(pair.ends[1].app().take_all("TARGET").len(), 0);
    let there = pair.ends[1].host.manager.q_mgr_definition();
    let there = FixedText::truncated(there.text(Attr::Qmid));
    pair.ends[0].host.definition.lock().leads_to = vec![somebody, there];
    pair.connect();
    pair.run();
    assert_eq!(pair.ends[1].app().take_all("TARGET").len(), 1);
}

/// What the sender says of itself in a message is nothing: the queue manager says which channel it came over, and from whom.
#[test]
fn commands_of_a_cluster_say_whose_channel_they_came_over() {
    let mut pair = pair();
    let forged = MsgDescriptor {
        accounting_token: *b"SOMEBODY ELSE                   ",
        put_appl_type: MQAT_QMGR,
        put_appl_name: *b"TO.SOMEBODY.ELSE            ",
        reply_to_q_mgr: *ObjectName::truncated("SOMEBODY.ELSE").bytes(),
        ..persistent()
    };
    let mut app = pair.ends[0].app();
    let commands = "SYSTEM.CLUSTER.COMMAND.QUEUE";
    app.put_for(CHANNEL, commands, forged, b"a record");
    pair.connect();
    pair.run();
    let got = pair.ends[1].app().take_all(commands);
    let own = pair.ends[0].host.manager.q_mgr_definition();
    let partner = ChannelPartner {
        channel_name: FixedText::truncated(CHANNEL),
        q_mgr_name: FixedText::truncated(own.name().as_str()),
        q_mgr_id: FixedText::truncated(own.text(Attr::Qmid)),
    };
    assert_eq!(got.len(), 1);
    assert_eq!(ChannelPartner::of(&got[0].0), Some(partner));
    assert_eq!(got[0].1, "a record");
}

/// What an end knows of a cluster: its members, each with its identifier and channel, and who of them has TARGET.
fn know(end: &Pair, which: usize, members: &[(&str, &str, &str)], owners: &[&str]) {
    let manager = &end.ends[which].host.manager;
    let text = |value: &str| Value::Text(value.to_owned());
    let mut records = Vec::new();
    for (q_mgr, qmid, channel) in members {
        let mut values = vec![
            (Attr::Clusqmgr, text(q_mgr)),
            (Attr::Cluster, text("C")),
            (Attr::Qmid, text(qmid)),
            (Attr::Record, text("1 0 l")),
        ];
        if owners.contains(q_mgr) {
            let of_queue = [
                (Attr::Queue, text("TARGET")),
                (Attr::Defbind, Value::Int(MQBND_BIND_NOT_FIXED)),
            ];
            records.push((ObjectKind::ClusQ, [&values[..], &of_queue].concat()));
        }
        values.push((Attr::Channel, text(channel)));
        records.push((ObjectKind::ClusQMgr, values));
    }
    let mut number = 0;
    let records = records.into_iter().map(|(kind, values)| {
        number += 1;
        let name = ObjectName::truncated(&format!("R.{number}"));
        let mut record = Definition::new(kind, name);
        for (attr, value) in values {
            record.set_internal(attr, value).expect("a value it takes");
        }
        ClusterRecord::Keep(record)
    });
    let records: Vec<_> = records.collect();
    manager.keep_cluster_records(&records).expect("kept");
}

/// Goal: a message that nothing binds to the instance chosen for it goes to another one where that is gone, and one that is bound does not. Source:
/// "Example of a cluster with more than one instance of a queue".
#[test]
fn a_message_that_is_not_bound_goes_to_another_instance_where_its_queue_is_gone() {
    let mut pair = pair();
    let qmids = [0, 1].map(|which| {
        let own = pair.ends[which].host.manager.q_mgr_definition();
        own.text(Attr::Qmid).to_owned()
    });
    let members = [
        ("QM1", qmids[0].as_str(), "TO.QM1"),
        ("QM2", qmids[1].as_str(), CHANNEL),
        ("QM3", "QM3_2026-11-26_13.53.00", OTHER),
    ];
    know(&pair, 0, &members[..2], &["QM2"]);
    know(&pair, 1, &members, &["QM3"]);
    let target = ObjectName::truncated("TARGET");
    let deleted = (pair.ends[1].host.manager).delete(ObjectKind::QLocal, &target, false);
    deleted.expect("deleted");
    pair.ends[1].define("DEAD.LETTERS", MQUS_NORMAL);
    let aside = [(Attr::Deadq, Value::Text("DEAD.LETTERS".to_owned()))];
    let q_mgr = ObjectName::truncated("QM2");
    let altered = (pair.ends[1].host.manager).alter(ObjectKind::QMgr, &q_mgr, &aside, false);
    altered.expect("altered");
    let mut app = pair.ends[0].app();
    app.put_as("TARGET", "", persistent(), Bytes::from_static(b"free"));
    app.put_as("TARGET", "QM2", persistent(), Bytes::from_static(b"bound"));
    pair.connect();
    pair.run();
    let onward = pair.ends[1].app().take_all(CLUSTER_QUEUE);
    assert_eq!(onward.len(), 1);
    let (outer, data) = &onward[0];
    assert_eq!(outer.correl_id[..6], *OTHER.as_bytes());
    assert!(data.ends_with(b"free"), "{data:?}");
    let aside = pair.ends[1].app().take_all("DEAD.LETTERS");
    assert_eq!(aside.len(), 1);
    assert!(aside[0].1.ends_with(b"bound"), "{aside:?}");
}
