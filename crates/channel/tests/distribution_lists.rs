//! Messages of distribution lists: one travels for all queues that have a way in common, and is parted at its end, or before it where the other end
//! cannot do that.

use crate::pair::{End, Pair};
use crate::undelivered::{DEAD, dead_letters, set, set_q_mgr};
use bytes::Bytes;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::distribution::{PutRecord, PutRecords};
use ferromq_mqi::distribution_header::{DISTRIBUTION_FORMAT, Destinations};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::structs::DeadLetterHeader;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::name::ObjectName;
use ferromq_wire::field::Form;
use ferromq_wire::message_channel::Envelope;
use std::collections::BTreeSet;

const BODY: &[u8] = b"for all of them";

/// `DISTL` of a queue.
pub(crate) fn takes_lists(end: &End, queue: &str) -> bool {
    let name = ObjectName::truncated(queue);
    let found = end.host.manager.definition(ObjectKind::QLocal, &name);
    found.expect("it is there").int(Attr::Distl) == MQDL_SUPPORTED
}

fn show_lists(end: &End, queue: &str, takes: bool) {
    let value = match takes {
        true => MQDL_SUPPORTED,
        false => MQDL_NOT_SUPPORTED,
    };
    set(end, ObjectKind::QLocal, queue, Attr::Distl, value);
}

/// Two ends of which the receiver has the queues A, B and C, and its dead-letter queue.
fn pair() -> Pair {
    let pair = Pair::new();
    for queue in ["A", "B", "C"] {
        pair.ends[1].define(queue, MQUS_NORMAL);
    }
    dead_letters(&pair.ends[1]);
    pair
}

fn message(persistence: i32) -> MsgDescriptor {
    MsgDescriptor {
        persistence,
        format: *b"MQSTR   ",
        ..MsgDescriptor::default()
    }
}

fn put(pair: &Pair, queues: &[&str], descriptor: MsgDescriptor, records: Option<PutRecords>) {
    let list: Vec<_> = queues.iter().map(|queue| (*queue, "QM2")).collect();
    let put = pair.ends[0]
        .app()
        .put_to(&list, descriptor, records, Bytes::from_static(BODY));
    assert_eq!(put.outcome.unknown_dest_count as usize, queues.len());
}

/// Messages that were sent over the last connection.
pub(crate) fn sent(pair: &Pair) -> u64 {
    let status = pair.link.agents[0]
        .as_ref()
        .and_then(|agent| agent.status());
    status.expect("it runs").progress().messages
}

fn waiting(end: &End, queue: &str) -> Vec<(MsgDescriptor, Bytes)> {
    end.app().take_all(queue)
}

#[test]
fn one_message_travels_for_all_queues_that_have_a_way_in_common() {
    let mut pair = pair();
    assert!(!takes_lists(&pair.ends[0], "QM2"), "nobody has said so yet");
    pair.connect();
    pair.run();
    assert!(takes_lists(&pair.ends[0], "QM2"), "the sender has");
    for persistence in [MQPER_NOT_PERSISTENT, MQPER_PERSISTENT] {
        let before = sent(&pair);
        put(&pair, &["A", "B", "C"], message(persistence), None);
        pair.run();
        assert_eq!(sent(&pair) - before, 1);
        let mut identifiers = BTreeSet::new();
        for queue in ["A", "B", "C"] {
            let got = waiting(&pair.ends[1], queue);
            let [(descriptor, data)] = &got[..] else {
                panic!("one message each: {got:?}");
            };
            assert_eq!(data, BODY);
            assert_eq!(descriptor.format, *b"MQSTR   ");
            assert_eq!(descriptor.persistence, persistence);
            identifiers.insert(descriptor.msg_id);
        }
        assert_eq!(identifiers.len(), 3, "each has an identifier of its own");
    }
}

#[test]
fn each_message_has_what_its_record_says() {
    let mut pair = pair();
    pair.connect();
    pair.run();
    let record = |number: u8| PutRecord {
        msg_id: [number; 24],
        correl_id: [number + 100; 24],
        feedback: number.into(),
        ..PutRecord::default()
    };
    let records = PutRecords {
        fields: MQPMRF_MSG_ID | MQPMRF_CORREL_ID | MQPMRF_FEEDBACK,
        records: vec![record(1), record(2)],
    };
    let common = MsgDescriptor {
        version: MQMD_VERSION_2,
        msg_id: [9; 24],
        correl_id: [8; 24],
        // What version 1 of a descriptor has no room for.
        msg_flags: MQMF_SEGMENTATION_ALLOWED,
        ..message(MQPER_PERSISTENT)
    };
    put(&pair, &["A", "B", "C"], common, Some(records));
    pair.run();
    assert_eq!(sent(&pair), 1);
    let wanted = [
        ("A", [1; 24], [101; 24], 1),
        ("B", [2; 24], [102; 24], 2),
        ("C", [9; 24], [8; 24], 0),
    ];
    for (queue, msg_id, correl_id, feedback) in wanted {
        let got = waiting(&pair.ends[1], queue);
        let descriptor = &got[0].0;
        assert_eq!(descriptor.msg_id, msg_id, "{queue}");
        assert_eq!(descriptor.correl_id, correl_id, "{queue}");
        assert_eq!(descriptor.feedback, feedback, "{queue}");
        assert_eq!(descriptor.msg_flags, MQMF_SEGMENTATION_ALLOWED);
        assert_eq!(got[0].1, BODY);
    }
}

#[test]
fn a_queue_that_does_not_take_its_message_has_it_put_aside_alone() {
    let mut pair = pair();
    pair.ends[0].define("REPLIES", MQUS_NORMAL);
    pair.ends[1].define("QM1", MQUS_TRANSMISSION);
    set(
        &pair.ends[1],
        ObjectKind::QLocal,
        "B",
        Attr::Put,
        MQQA_PUT_INHIBITED,
    );
    pair.connect();
    pair.run();
    for persistence in [MQPER_NOT_PERSISTENT, MQPER_PERSISTENT] {
        let before = sent(&pair);
        let asking = MsgDescriptor {
            report: MQRO_EXCEPTION,
            reply_to_q: *ObjectName::truncated("REPLIES").bytes(),
            reply_to_q_mgr: *ObjectName::truncated("QM1").bytes(),
            ..message(persistence)
        };
        put(&pair, &["A", "B", "NOSUCH", "C"], asking, None);
        pair.run();
        assert_eq!(sent(&pair) - before, 1);
        for queue in ["A", "C"] {
            assert_eq!(waiting(&pair.ends[1], queue).len(), 1, "{queue}");
        }
        let dead = waiting(&pair.ends[1], DEAD);
        let reasons: Vec<_> = dead
            .iter()
            .map(|(_, data)| {
                let header = DeadLetterHeader::decode(data, ByteOrder::NATIVE).expect("a header");
                assert_eq!(header.format, *b"MQSTR   ");
                assert_eq!(data[DeadLetterHeader::SIZE..], *BODY);
                (header.reason, header.dest_q_name)
            })
            .collect();
        let named = |name| *ObjectName::truncated(name).bytes();
        let wanted = [
            (MQRC_PUT_INHIBITED, named("B")),
            (MQRC_UNKNOWN_OBJECT_NAME, named("NOSUCH")),
        ];
        assert_eq!(reasons, wanted);
        // Each report says of which.
        let reports = waiting(&pair.ends[1], "QM1");
        let about: Vec<_> = reports
            .iter()
            .map(|(_, data)| {
                let envelope = Envelope::decode(data, Form::new(ByteOrder::NATIVE));
                envelope.expect("a header").descriptor.correl_id
            })
            .collect();
        let dead: Vec<_> = dead
            .iter()
            .map(|(descriptor, _)| descriptor.msg_id)
            .collect();
        assert_eq!(about, dead);
        assert_ne!(about[0], about[1]);
    }
}

#[test]
fn a_queue_that_is_full_for_a_while_gets_its_message_then() {
    let mut pair = pair();
    pair.ends[1].host.definition.lock().put_retries = 3;
    set(
        &pair.ends[1],
        ObjectKind::QLocal,
        "B",
        Attr::Put,
        MQQA_PUT_INHIBITED,
    );
    pair.connect();
    pair.run();
    put(&pair, &["A", "B", "C"], message(MQPER_PERSISTENT), None);
    pair.run();
    assert_eq!(waiting(&pair.ends[1], "A").len(), 0, "its batch is open");
    set(
        &pair.ends[1],
        ObjectKind::QLocal,
        "B",
        Attr::Put,
        MQQA_PUT_ALLOWED,
    );
    pair.pass(1_000);
    for queue in ["A", "B", "C"] {
        assert_eq!(waiting(&pair.ends[1], queue).len(), 1, "{queue}");
    }
    assert_eq!(waiting(&pair.ends[1], DEAD).len(), 0);
}

#[test]
fn what_the_other_end_does_not_take_as_one_goes_apart() {
    for under_syncpoint in [true, false] {
        let mut pair = pair();
        pair.ends[1].host.terms.lock().lists = false;
        let persistence = match under_syncpoint {
            true => MQPER_PERSISTENT,
            false => MQPER_NOT_PERSISTENT,
        };
        show_lists(&pair.ends[0], "QM2", true);
        put(&pair, &["A", "B", "C"], message(persistence), None);
        pair.connect();
        pair.run();
        assert!(!takes_lists(&pair.ends[0], "QM2"), "the sender has said so");
        assert_eq!(sent(&pair), 3);
        put(&pair, &["A", "B", "C"], message(persistence), None);
        pair.run();
        assert_eq!(sent(&pair), 6);
        let mut identifiers = BTreeSet::new();
        for queue in ["A", "B", "C"] {
            let got = waiting(&pair.ends[1], queue);
            assert_eq!(got.len(), 2, "{queue}");
            identifiers.extend(got.iter().map(|(descriptor, _)| descriptor.msg_id));
        }
        assert_eq!(identifiers.len(), 6);
        pair.cut();
        assert_eq!(waiting(&pair.ends[0], "QM2").len(), 0);
    }
}

#[test]
fn what_is_too_long_with_all_names_goes_apart() {
    let mut pair = pair();
    // More than the data, and less than they have with three names.
    pair.ends[0].host.terms.lock().message_bytes_max = 200;
    pair.connect();
    pair.run();
    put(&pair, &["A", "B", "C"], message(MQPER_PERSISTENT), None);
    pair.run();
    assert_eq!(sent(&pair), 3);
    for queue in ["A", "B", "C"] {
        assert_eq!(waiting(&pair.ends[1], queue).len(), 1, "{queue}");
    }
}

#[test]
fn a_message_that_went_apart_while_the_machine_failed_is_there_once() {
    for seed in 0..40 {
        let mut pair = pair();
        pair.ends[1].host.terms.lock().lists = false;
        show_lists(&pair.ends[0], "QM2", true);
        put(&pair, &["A", "B", "C"], message(MQPER_PERSISTENT), None);
        pair.connect();
        for _ in 0..seed {
            for which in 0..2 {
                pair.link.resume(which);
                pair.force(which);
                pair.move_bytes(which, 100);
            }
        }
        pair.fail((seed % 2) as usize, seed);
        pair.cut();
        pair.connect();
        pair.run();
        for queue in ["A", "B", "C"] {
            assert_eq!(waiting(&pair.ends[1], queue).len(), 1, "{queue}, {seed}");
        }
    }
}

#[test]
fn a_list_of_many_queues_arrives_whole() {
    let mut pair = pair();
    let queues: Vec<_> = (0..230).map(|number| format!("Q{number}")).collect();
    for queue in queues.iter().filter(|queue| *queue != "Q170") {
        pair.ends[1].define(queue, MQUS_NORMAL);
    }
    pair.connect();
    pair.run();
    let names: Vec<_> = queues.iter().map(String::as_str).collect();
    put(&pair, &names, message(MQPER_PERSISTENT), None);
    pair.run();
    assert_eq!(sent(&pair), 1);
    for queue in &queues {
        match queue.as_str() {
            "Q170" => assert_eq!(waiting(&pair.ends[1], DEAD).len(), 1),
            queue => assert_eq!(waiting(&pair.ends[1], queue).len(), 1, "{queue}"),
        }
    }
}

#[test]
fn queues_further_on_have_one_message_at_a_hop_as_well() {
    let mut pair = pair();
    pair.ends[1].define("QM3", MQUS_TRANSMISSION);
    show_lists(&pair.ends[1], "QM3", true);
    pair.connect();
    pair.run();
    // Everything for QM3 goes by QM2.
    set_q_mgr(&pair.ends[0], Attr::Defxmitq, "QM2");
    let list = [("A", "QM2"), ("X", "QM3"), ("B", "QM2"), ("Y", "QM3")];
    let mut app = pair.ends[0].app();
    app.put_to(
        &list,
        message(MQPER_PERSISTENT),
        None,
        Bytes::from_static(BODY),
    );
    pair.run();
    assert_eq!(sent(&pair), 1);
    for queue in ["A", "B"] {
        assert_eq!(waiting(&pair.ends[1], queue).len(), 1, "{queue}");
    }
    let further = waiting(&pair.ends[1], "QM3");
    let [(_, data)] = &further[..] else {
        panic!("one message: {further:?}");
    };
    let envelope = Envelope::decode(data, Form::new(ByteOrder::NATIVE)).expect("a header");
    let mut descriptor = envelope.descriptor;
    assert_eq!(descriptor.format, DISTRIBUTION_FORMAT);
    let mut data = data.slice(Envelope::BYTES..);
    let to = Destinations::take(&mut descriptor, &mut data).expect("a distribution header");
    let names = to
        .objects
        .iter()
        .map(|it| it.object_name.as_str().trim_end());
    assert_eq!(names.collect::<Vec<_>>(), ["X", "Y"]);
    assert!(
        to.new_msg_ids,
        "they get their identifiers where they are parted"
    );
    assert_eq!(data, BODY);
}

#[test]
fn a_message_for_several_queues_that_names_none_is_a_dead_letter() {
    let mut pair = pair();
    // On a transmission queue it would be refused: a partner of another kind may send one all the same.
    set(
        &pair.ends[0],
        ObjectKind::QLocal,
        "QM2",
        Attr::Usage,
        MQUS_NORMAL,
    );
    let blank = MsgDescriptor {
        format: DISTRIBUTION_FORMAT,
        ..message(MQPER_PERSISTENT)
    };
    let envelope = Envelope {
        q_name: ferromq_wire::text::Text::BLANK,
        q_mgr_name: ferromq_wire::text::Text::BLANK,
        descriptor: blank,
    };
    let mut data = Vec::new();
    envelope.encode(Form::new(ByteOrder::NATIVE), &mut data);
    data.extend_from_slice(b"DH  and nothing else");
    let outer = MsgDescriptor {
        format: *b"MQXMIT  ",
        ..message(MQPER_PERSISTENT)
    };
    let mut app = pair.ends[0].app();
    app.put_as("QM2", "", outer, data.into());
    let usage = MQUS_TRANSMISSION;
    set(&pair.ends[0], ObjectKind::QLocal, "QM2", Attr::Usage, usage);
    pair.connect();
    pair.run();
    let dead = waiting(&pair.ends[1], DEAD);
    let header = DeadLetterHeader::decode(&dead[0].1, ByteOrder::NATIVE).expect("a header");
    assert_eq!(header.reason, MQRC_DH_ERROR);
    assert_eq!(header.format, DISTRIBUTION_FORMAT);
}
