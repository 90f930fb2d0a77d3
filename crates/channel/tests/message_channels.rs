//! Channels between two queue managers: messages once and in order, whatever fails; and what is said when something is wrong.

use crate::pair::{CHANNEL, End, Pair};
use crate::undelivered::{DEAD, dead_letters};
use bytes::Bytes;
use ferromq_base::random::SplitMix64;
use ferromq_channel::{BatchesInDoubt, Ended, Ending, MessageHost};
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::structs::DeadLetterHeader;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_wire::field::Form;
use ferromq_wire::message_channel::Envelope;
use ferromq_wire::text::Text;

fn body(number: u32) -> Bytes {
    let length = if number.is_multiple_of(4) { 9_000 } else { 4 };
    let mut data = vec![b'x'; length];
    data[..4].copy_from_slice(&number.to_be_bytes());
    Bytes::from(data)
}

fn numbers(messages: &[(MsgDescriptor, Bytes)]) -> Vec<u32> {
    let number = |(_, data): &(MsgDescriptor, Bytes)| {
        let number = u32::from_be_bytes(data[..4].try_into().expect("four"));
        assert_eq!(*data, body(number), "whole");
        number
    };
    messages.iter().map(number).collect()
}

/// Goal: bytes behind the initial data are taken in order, also where the end they came to is ready for them before it is woken. Method: the first segment of a
/// server that is called comes in two parts, the first one with its initial data; in between the requester is ready by a look at the clock.
#[test]
fn what_comes_before_a_requester_is_ready_is_taken_before_what_comes_later() {
    let mut pair = Pair::of(ObjectKind::Server, ObjectKind::Requester);
    let mut app = pair.ends[0].app();
    for number in 0..3 {
        app.put("TARGET", "QM2", body(number), MQPER_PERSISTENT);
    }
    pair.connect();
    pair.move_bytes(1, usize::MAX);
    for _ in 0..10 {
        pair.link.resume(0);
        pair.force(0);
    }
    let sent = pair.link.flush(0, usize::MAX);
    let initial = u32::from_be_bytes(sent[4..8].try_into().expect("four")) as usize;
    assert!(sent.len() > initial, "it speaks at once: {}", sent.len());
    // The requester reads its record when what is in the log is durable.
    pair.ends[1].define("OTHER", MQUS_NORMAL);
    let mut other = pair.ends[1].app();
    other.begin_to_put("OTHER");
    let first = usize::midpoint(initial, sent.len());
    assert!(pair.link.deliver(0, first));
    assert!(!pair.agent(1).wants_input(), "it waits for the log");
    let log = pair.ends[1].host.manager.log();
    log.wait_durable(log.head()).expect("forced");
    let now_ns = pair.ends[1].host.monotonic_ns();
    for _ in 0..10 {
        pair.link.tick(1, now_ns);
    }
    assert!(
        pair.agent(1).wants_input(),
        "it is ready, and was not woken"
    );
    assert!(pair.link.deliver(0, usize::MAX));
    pair.run();
    assert_eq!(numbers(&pair.ends[1].app().take_all("TARGET")), [0, 1, 2]);
    assert!(!pair.is_over());
}

#[test]
fn messages_go_from_one_queue_manager_to_the_other() {
    let mut pair = Pair::new();
    let mut app = pair.ends[0].app();
    for number in 0..12 {
        app.put("TARGET", "QM2", body(number), number as i32 % 2);
    }
    pair.connect();
    pair.run();
    for number in 12..15 {
        app.put("TARGET", "QM2", body(number), MQPER_PERSISTENT);
        pair.run();
    }
    let arrived = pair.ends[1].app().take_all("TARGET");
    let mut all = numbers(&arrived);
    let persistent = |number: &u32| *number % 2 == 1 || *number >= 12;
    let in_order: Vec<u32> = all.iter().copied().filter(persistent).collect();
    assert!(in_order.is_sorted(), "{in_order:?}");
    all.sort_unstable();
    assert_eq!(all, (0..15).collect::<Vec<u32>>());
    for (descriptor, _) in &arrived {
        assert_eq!(descriptor.format, *b"MQSTR   ");
        assert_eq!(
            &descriptor.put_appl_name[..5],
            b"tests",
            "who put it, not who carried it"
        );
    }
    for agent in &pair.link.agents {
        let status = agent.as_ref().and_then(|it| it.status());
        let progress = status.expect("it runs").progress();
        assert_eq!(progress.messages, 15);
        assert!(
            !progress.in_doubt && progress.last_sequence == 15,
            "{progress:?}"
        );
    }
    let both = pair.link.agents.each_ref().map(|agent| {
        let status = agent.as_ref().and_then(|it| it.status());
        status.expect("it runs").progress().last_batch
    });
    assert_eq!(both[0], both[1]);
    pair.agent(0).end(Ending::Quiesce);
    pair.run();
    assert!(pair.is_over());
    for end in &pair.ends {
        assert_eq!(*end.host.ended.lock(), [Ended::Normally]);
        assert_eq!(end.host.numbers(), ["AMQ9002I", "AMQ9001I"]);
    }
}

/// The queue of several messages stays open, but not for long: it can be deleted and made anew, and one that leads elsewhere meanwhile
/// does so for the next message.
#[test]
fn queues_stay_open_while_messages_come_and_no_longer() {
    let mut pair = Pair::new();
    let alias = |base: &str| {
        let mut alias = Definition::new(ObjectKind::QAlias, ObjectName::truncated("ALIAS"));
        alias.set(Attr::Target, base).expect("a valid value");
        alias
    };
    let manager = pair.ends[1].host.manager.clone();
    manager.define(alias("TARGET"), false).expect("defined");
    pair.ends[1].define("OTHER", MQUS_NORMAL);
    pair.connect();
    let mut app = pair.ends[0].app();
    for number in 0..12 {
        app.put("TARGET", "QM2", body(number), MQPER_PERSISTENT);
        app.put("ALIAS", "QM2", body(100 + number), number as i32 % 2);
        if number == 5 {
            pair.run();
            manager.define(alias("OTHER"), true).expect("defined");
        }
        if number % 2 == 0 {
            pair.run();
        }
    }
    pair.run();
    let at = |q_name| {
        let mut all = numbers(&pair.ends[1].app().take_all(q_name));
        all.sort_unstable();
        all
    };
    assert_eq!(at("TARGET"), (0..12).chain(100..106).collect::<Vec<u32>>());
    assert_eq!(at("OTHER"), (106..112).collect::<Vec<u32>>());
    let target = ObjectName::truncated("TARGET");
    for number in 12..15 {
        app.put("TARGET", "QM2", body(number), MQPER_PERSISTENT);
        pair.run();
    }
    let delete = || manager.delete(ObjectKind::QLocal, &target, true);
    assert!(delete().is_err(), "it is open");
    pair.pass(1_100);
    delete().expect("nobody has it open");
    pair.ends[1].define("TARGET", MQUS_NORMAL);
    app.put("TARGET", "QM2", body(15), MQPER_PERSISTENT);
    pair.run();
    assert_eq!(numbers(&pair.ends[1].app().take_all("TARGET")), [15]);
}

/// Numbers of a channel in doubt begin again with this one when that is decided.
fn reset_in_doubt(pair: &Pair, next: u32) {
    let host = &pair.ends[0].host;
    let name = FixedText::truncated(CHANNEL);
    let mut records = pair.ends[0].records();
    let batches = BatchesInDoubt::find(&name, &host.in_doubt());
    let reset = records.reset_sender(name, batches.as_ref(), next, 7);
    assert_eq!(reset, Ok(()));
    let kept = records.all().expect("they are there");
    let sends = kept.iter().find(|one| one.sends);
    assert_eq!(sends.map(|one| one.reset_to), Some(next));
}

/// What both ends know of the last message.
fn last_numbers(pair: &Pair) -> Vec<u32> {
    let kept = |end: &End| end.records().all().expect("they are there");
    let all = pair.ends.iter().flat_map(kept);
    all.map(|one| one.last_sequence).collect()
}

/// Each seed: messages are put, the network is cut and machines fail at any step, and at the end all is there, once and in order. In every third one
/// numbers are reset whenever a batch is in doubt.
#[test]
fn persistent_messages_arrive_once_and_in_order_whatever_fails() {
    let (mut doubts, mut several, mut resets) = (0, 0, 0);
    for seed in 0..60 {
        let mut random = SplitMix64::new(seed);
        let mut pair = Pair::new();
        // Every other one with batches that overlap.
        let batches_max = 1 + (seed % 2) as u8 * (1 + random.below(4) as u8);
        for end in &pair.ends {
            end.host.terms.lock().batches_max = batches_max;
        }
        let mut sent = 0;
        for _ in 0..1 + random.below(4) {
            pair.connect();
            for _ in 0..random.below(120) {
                let which = random.below(2) as usize;
                match random.below(6) {
                    0 if sent < 60 => {
                        let mut app = pair.ends[0].app();
                        app.put("TARGET", "QM2", body(sent), MQPER_PERSISTENT);
                        sent += 1;
                    }
                    1 => {
                        pair.force(which);
                    }
                    2 => {
                        pair.link.resume(which);
                    }
                    _ => {
                        let most = random.below(6_000) as usize + 1;
                        pair.move_bytes(which, most);
                    }
                }
            }
            for which in 0..2 {
                if random.chance(40) {
                    pair.fail(which, random.next_u64());
                }
            }
            pair.cut();
            let in_doubt = pair.ends[0].host.manager.branches().len();
            doubts += usize::from(in_doubt > 0);
            several += usize::from(in_doubt > 1);
            if in_doubt > 0 && seed % 3 == 0 {
                reset_in_doubt(&pair, 1 + random.below(90) as u32);
                resets += 1;
            }
        }
        pair.connect();
        pair.run();
        let said = pair.ends.each_ref().map(|end| end.host.numbers());
        assert!(!pair.is_over(), "{seed}: {said:?}");
        let arrived = numbers(&pair.ends[1].app().take_all("TARGET"));
        assert_eq!(arrived, (0..sent).collect::<Vec<u32>>(), "{seed}");
        pair.cut();
        assert!(pair.ends[0].app().take_all("QM2").is_empty(), "{seed}");
        if let [here, there] = last_numbers(&pair)[..] {
            assert_eq!(here, there, "{seed}");
        }
    }
    assert!(resets > 3, "numbers were reset: {resets}");
    assert!(doubts > 5, "batches were in doubt: {doubts}");
    assert!(several > 2, "and several at a time: {several}");
}

/// Whoever looks for a message learns from both logs what became of a batch that was in doubt.
#[test]
fn both_ends_say_how_a_batch_in_doubt_was_decided() {
    let (mut taken, mut not_taken) = (0, 0);
    for steps in 0..60 {
        let mut pair = Pair::new();
        let mut app = pair.ends[0].app();
        app.put("TARGET", "QM2", body(1), MQPER_PERSISTENT);
        pair.connect();
        for _ in 0..steps {
            for which in 0..2 {
                pair.move_bytes(which, 100);
                pair.force(which);
                pair.link.resume(which);
            }
        }
        pair.cut();
        let may_be_in_doubt = !pair.ends[0].host.manager.branches().is_empty();
        let before = pair
            .ends
            .each_ref()
            .map(|end| end.host.notices.lock().len());
        pair.connect();
        pair.run();
        let said = |which: usize, number: &str| {
            let notices = pair.ends[which].host.notices.lock();
            let new = notices[before[which]..].iter();
            let texts: Vec<String> = new
                .filter(|one| one.number == number)
                .map(|one| one.text.clone())
                .collect();
            texts
        };
        let (here, there) = (said(0, "FMQ0551I"), said(1, "FMQ0552I"));
        // It may have been decided, and that was not durable yet.
        assert_eq!(here.len(), there.len(), "{steps}");
        assert!(here.len() <= usize::from(may_be_in_doubt), "{steps}");
        for text in here {
            taken += usize::from(text.contains("has it, and it is gone from here"));
            not_taken += usize::from(text.contains("does not have it, and it is sent anew"));
        }
        assert_eq!(numbers(&pair.ends[1].app().take_all("TARGET")), [1]);
    }
    assert!(taken > 0 && not_taken > 0, "{taken} {not_taken}");
}

#[test]
fn what_cannot_be_put_goes_to_the_dead_letter_queue() {
    let mut pair = Pair::new();
    let q_mgr = pair.ends[1].host.manager.q_mgr_definition();
    let changes = vec![(
        ferromq_mqi::attribute::Attr::Deadq,
        ferromq_mqi::attribute::Value::Text("SYSTEM.DEAD.LETTER.QUEUE".to_owned()),
    )];
    let manager = &pair.ends[1].host.manager;
    let altered = manager.alter(q_mgr.kind(), &q_mgr.name(), &changes, false);
    altered.expect("altered");
    let mut app = pair.ends[0].app();
    app.put("NOSUCH", "QM2", body(1), MQPER_PERSISTENT);
    app.put("TARGET", "QM2", body(2), MQPER_PERSISTENT);
    pair.connect();
    pair.run();
    let mut app = pair.ends[1].app();
    assert_eq!(numbers(&app.take_all("TARGET")), [2]);
    let dead = app.take_all("SYSTEM.DEAD.LETTER.QUEUE");
    let [(descriptor, data)] = &dead[..] else {
        panic!("one: {dead:?}");
    };
    assert_eq!(descriptor.format, *b"MQDEAD  ");
    let header = DeadLetterHeader::decode(data, ByteOrder::NATIVE).expect("a header");
    assert_eq!(header.reason, MQRC_UNKNOWN_OBJECT_NAME);
    assert_eq!(&header.dest_q_name[..6], b"NOSUCH");
    assert_eq!(header.format, *b"MQSTR   ");
    assert_eq!(data[DeadLetterHeader::SIZE..], body(1));
    assert!(pair.ends[1].host.numbers().contains(&"AMQ9548W"));
}

/// Without a dead-letter queue the channel ends, at both ends with a reason, and the message stays.
#[test]
fn a_message_that_can_go_nowhere_blocks_the_channel_and_stays() {
    let mut pair = Pair::new();
    let mut app = pair.ends[0].app();
    app.put("TARGET", "QM2", body(1), MQPER_PERSISTENT);
    app.put("NOSUCH", "QM2", body(2), MQPER_PERSISTENT);
    pair.connect();
    pair.run();
    assert!(pair.is_over());
    let receiver = &pair.ends[1].host;
    assert_eq!(receiver.numbers(), ["AMQ9002I", "AMQ9565E", "AMQ9999E"]);
    assert_eq!(*receiver.ended.lock(), [Ended::WithFault]);
    let sender = &pair.ends[0].host;
    assert_eq!(sender.numbers(), ["AMQ9002I", "AMQ9506E", "AMQ9999E"]);
    assert_eq!(*sender.ended.lock(), [Ended::WithFault]);
    assert!(sender.manager.branches().is_empty(), "nothing is in doubt");
    pair.cut();
    assert_eq!(pair.ends[0].app().take_all("QM2").len(), 2);
    assert!(pair.ends[1].app().take_all("TARGET").is_empty());
}

#[test]
fn ends_that_do_not_fit_say_so_on_both_sides() {
    let mut pair = Pair::new();
    pair.ends[0].host.terms.lock().wrap = 100;
    pair.connect();
    pair.run();
    assert!(pair.is_over());
    for end in &pair.ends {
        assert_eq!(end.host.numbers(), ["AMQ9505E", "AMQ9999E"]);
        let notices = end.host.notices.lock();
        let text = &notices[0].text;
        assert!(text.contains("100") && text.contains("999999999"), "{text}");
    }
    let mut pair = Pair::new();
    pair.ends[0].host.terms.lock().channel_name = Text::of("NO.SUCH");
    pair.connect();
    pair.run();
    assert!(pair.is_over());
    assert_eq!(pair.ends[0].host.numbers(), ["AMQ9520E", "AMQ9999E"]);
}

/// Programs make envelopes themselves, and may say in them that a message is persistent which is not, or the other way round: it travels as what it is on the
/// transmission queue, once, and the ends stay in step.
#[test]
fn a_message_is_as_persistent_as_on_the_transmission_queue_whatever_its_envelope_says() {
    let persistences = [
        MQPER_NOT_PERSISTENT,
        MQPER_PERSISTENT,
        MQPER_PERSISTENCE_AS_Q_DEF,
    ];
    for outer in [MQPER_NOT_PERSISTENT, MQPER_PERSISTENT] {
        for inner in persistences {
            // The connection is cut after so many steps, or the channel ends as it should.
            for steps in 0..40 {
                let mut pair = Pair::new();
                let mut app = pair.ends[0].app();
                let mut data = Vec::new();
                let envelope = Envelope {
                    q_name: Text::of("TARGET"),
                    q_mgr_name: Text::of("QM2"),
                    descriptor: MsgDescriptor {
                        persistence: inner,
                        ..MsgDescriptor::default()
                    },
                };
                envelope.encode(Form::new(ByteOrder::NATIVE), &mut data);
                data.extend_from_slice(&body(1));
                let carried = MsgDescriptor {
                    format: *b"MQXMIT  ",
                    persistence: outer,
                    ..MsgDescriptor::default()
                };
                app.put_as("QM2", "", carried, data.into());
                pair.connect();
                for step in 0..steps {
                    pair.link.resume(step % 2);
                    match step / 2 % 2 {
                        0 => pair.force(step % 2),
                        _ => pair.move_bytes(step % 2, usize::MAX),
                    };
                }
                if steps % 5 == 0 {
                    pair.run();
                    pair.agent(0).end(Ending::Quiesce);
                    pair.run();
                }
                pair.cut();
                app.put("TARGET", "QM2", body(2), MQPER_PERSISTENT);
                pair.connect();
                pair.run();
                let mix = (outer, inner, steps);
                let said = pair.ends[1].host.numbers();
                assert!(!pair.is_over(), "{mix:?}: {said:?}");
                let arrived = pair.ends[1].app().take_all("TARGET");
                let found = numbers(&arrived);
                // A fast one may be lost with its connection.
                let is_lost = found == [2] && outer == MQPER_NOT_PERSISTENT && steps % 5 != 0;
                assert!(is_lost || found == [1, 2], "{mix:?}: {found:?}");
                assert!(is_lost || arrived[0].0.persistence == outer, "{mix:?}");
            }
        }
    }
}

/// Whoever could put a line break into a name would write lines into the log of the other end.
#[test]
fn names_with_control_characters_are_refused_by_either_end() {
    for which in 0..2 {
        for is_id in [false, true] {
            let mut pair = Pair::new();
            let forged = Text::of("QM9\nAMQ9002I: all is well");
            {
                let mut terms = pair.ends[which].host.terms.lock();
                match is_id {
                    true => terms.q_mgr_id = forged,
                    false => terms.q_mgr_name = forged,
                }
            }
            pair.connect();
            pair.run();
            assert!(pair.is_over());
            let other = &pair.ends[1 - which].host;
            assert!(
                other.numbers().contains(&"AMQ9503E"),
                "{:?}",
                other.numbers()
            );
            let notices = other.notices.lock();
            assert!(notices.iter().all(|notice| !notice.text.contains('\n')));
        }
    }
}

/// A receiver that was made anew expects another number, and both logs say which.
#[test]
fn ends_that_are_out_of_step_say_both_numbers() {
    let mut pair = Pair::new();
    let mut app = pair.ends[0].app();
    app.put("TARGET", "QM2", body(1), MQPER_PERSISTENT);
    pair.connect();
    pair.run();
    pair.cut();
    pair.ends[1].app().take_all("SYSTEM.CHANNEL.SYNCQ");
    app.put("TARGET", "QM2", body(2), MQPER_PERSISTENT);
    pair.connect();
    pair.run();
    assert!(pair.is_over());
    let texts = pair.ends.each_ref().map(|end| {
        let notices = end.host.notices.lock();
        let said = notices.iter().find(|notice| notice.number == "AMQ9526E");
        said.expect("it is said").text.clone()
    });
    assert_eq!(texts[0], texts[1], "both know the same of both");
    for expected in [
        "has number 2 (batch ",
        "and number 1 was expected (last committed batch: none that is known there any more)",
        "RESET CHANNEL(QM1.TO.QM2) SEQNUM(1) ",
    ] {
        assert!(texts[0].contains(expected), "{}", texts[0]);
    }
}

/// A requester calls a server, which sends over that connection; and the machine of either fails in the middle.
#[test]
fn a_server_sends_what_a_requester_calls_for() {
    let mut pair = Pair::of(ObjectKind::Server, ObjectKind::Requester);
    let mut app = pair.ends[0].app();
    for number in 0..12 {
        app.put("TARGET", "QM2", body(number), MQPER_PERSISTENT);
    }
    pair.connect();
    pair.run();
    let first = &pair.sent[0][0];
    assert_eq!(
        (first.0, first.1[9], first.1[33]),
        (1, 1, 0x0F),
        "it is called, with 08"
    );
    for number in 12..15 {
        app.put("TARGET", "QM2", body(number), MQPER_PERSISTENT);
        pair.run();
    }
    pair.cut();
    drop(app);
    for (end, seed) in [(0, 1), (1, 2)] {
        pair.fail(end, seed);
        let mut app = pair.ends[0].app();
        for number in [15 + end as u32 * 2, 16 + end as u32 * 2] {
            app.put("TARGET", "QM2", body(number), MQPER_PERSISTENT);
        }
        pair.connect();
        pair.run();
        pair.cut();
    }
    let arrived = pair.ends[1].app().take_all("TARGET");
    assert_eq!(numbers(&arrived), (0..19).collect::<Vec<u32>>());
}

/// A requester calls a sender, which ends that connection and calls back: then it is as with a receiver.
#[test]
fn a_sender_that_a_requester_calls_calls_back() {
    let mut pair = Pair::of(ObjectKind::Sender, ObjectKind::Requester);
    let mut app = pair.ends[0].app();
    app.put("TARGET", "QM2", body(1), MQPER_PERSISTENT);
    pair.connect();
    pair.run();
    assert!(pair.is_over());
    let answer = &pair.sent[0][1];
    assert_eq!((answer.0, answer.1.len()), (0, 28));
    assert_eq!(
        (answer.1[9], answer.1[10]),
        (5, 0x38),
        "a status that closes"
    );
    let ended = pair.ends[1].host.ended.lock().clone();
    assert_eq!(ended, [Ended::CallsBack]);
    for end in &pair.ends {
        assert!(end.host.numbers().is_empty(), "nothing is wrong");
    }
    pair.caller = 0;
    pair.connect();
    pair.run();
    assert_eq!(numbers(&pair.ends[1].app().take_all("TARGET")), [1]);
}

/// With `CONVERT(YES)` the receiving queue manager gets text in its own code page; what cannot be converted is on the dead-letter queue of
/// the sending one, as it was, and the channel goes on.
#[test]
fn a_sender_converts_what_it_can_and_keeps_what_it_cannot() {
    let mut pair = Pair::new();
    let sender = &pair.ends[0];
    sender.define("DEAD", MQUS_NORMAL);
    let q_mgr = sender.host.manager.q_mgr_definition();
    let changes = [(Attr::Deadq, Value::Text("DEAD".to_owned()))];
    let altered = sender
        .host
        .manager
        .alter(q_mgr.kind(), &q_mgr.name(), &changes, false);
    altered.expect("altered");
    sender.host.definition.lock().converts = true;
    let mut app = sender.app();
    let latin = |format: &[u8; 8]| MsgDescriptor {
        format: *format,
        coded_char_set_id: 819,
        encoding: MQENC_NATIVE,
        persistence: MQPER_PERSISTENT,
        ..MsgDescriptor::default()
    };
    let text = Bytes::from_static(b"Stra\xDFe");
    for format in [b"MQSTR   ", b"        ", b"OWNFORM "] {
        app.put_as("TARGET", "QM2", latin(format), text.clone());
    }
    let known = MsgDescriptor {
        coded_char_set_id: 1208,
        ..latin(b"        ")
    };
    app.put_as("TARGET", "QM2", known, Bytes::from_static(b"binary"));
    // What its descriptor says more travels in front of the data, coded as the sending queue manager works.
    let of_group = MsgDescriptor {
        version: MQMD_VERSION_2,
        group_id: [7; 24],
        msg_flags: MQMF_LAST_MSG_IN_GROUP,
        ..latin(b"MQSTR   ")
    };
    app.put_as("TARGET", "QM2", of_group, text.clone());
    // A segment that grew would not be where its offset says any more: whoever has the whole message converts it.
    let segment = MsgDescriptor {
        version: MQMD_VERSION_2,
        group_id: [8; 24],
        msg_flags: MQMF_LAST_SEGMENT,
        ..latin(b"MQSTR   ")
    };
    app.put_as("TARGET", "QM2", segment, text.clone());
    pair.connect();
    pair.run();
    let arrived = pair.ends[1].app().take_all("TARGET");
    let of =
        |(descriptor, data): &(MsgDescriptor, Bytes)| (descriptor.coded_char_set_id, data.clone());
    let arrived: Vec<_> = arrived.iter().map(of).collect();
    let converted = (1208, Bytes::from_static("Straße".as_bytes()));
    let binary = (1208, Bytes::from_static(b"binary"));
    let as_it_was = (819, text.clone());
    assert_eq!(arrived, [converted.clone(), binary, converted, as_it_was]);
    let dead = pair.ends[0].app().take_all("DEAD");
    for ((_, data), why) in dead.iter().zip([MQRC_FORMAT_ERROR, MQRC_FORMAT_ERROR]) {
        let header = DeadLetterHeader::decode(data, ByteOrder::NATIVE).expect("a header");
        assert_eq!((header.reason, header.coded_char_set_id), (why, 819));
        assert_eq!(data[DeadLetterHeader::SIZE..], text);
    }
    assert_eq!(dead.len(), 2);
    assert!(pair.ends[0].host.numbers().contains(&"FMQ0215W"));
    assert!(!pair.is_over());
}

/// Everything moves, and workers do what is left to them. Returns their turns.
fn work_off(pair: &mut Pair) -> [u32; 2] {
    let mut turns = [0; 2];
    loop {
        pair.run();
        let before = turns;
        for (end, turns) in pair.ends.iter().zip(&mut turns) {
            while end.host.manager.run_task() {
                *turns += 1;
            }
        }
        if turns == before {
            return turns;
        }
    }
}

/// What is long is converted by a worker, and copied behind a dead-letter header by one: nobody else waits for that.
#[test]
fn long_data_are_left_to_workers() {
    let mut pair = Pair::new();
    dead_letters(&pair.ends[1]);
    pair.ends[0].host.definition.lock().converts = true;
    pair.connect();
    pair.run();
    for end in &pair.ends {
        let steps = std::num::NonZeroUsize::new(250).expect("not zero");
        end.host.manager.begin_tasks(steps);
    }
    let latin = MsgDescriptor {
        format: *b"MQSTR   ",
        coded_char_set_id: 819,
        encoding: MQENC_NATIVE,
        ..MsgDescriptor::default()
    };
    let text = vec![0xDF; (1 << 20) + 1];
    let mut others = 0;
    for queue in ["TARGET", "NOSUCH"] {
        let mut app = pair.ends[0].app();
        app.put_as(queue, "QM2", latin.clone(), text.clone().into());
        let turns = work_off(&mut pair);
        // It does not fit the buffers of its queue and is read; and then it is converted.
        assert!(turns[0] >= 2, "{turns:?}");
        // The one nobody takes is copied besides.
        assert!(turns[1] > others, "{turns:?}");
        others = turns[1];
    }
    let arrived = pair.ends[1].app().take_all("TARGET");
    let [(descriptor, data)] = &arrived[..] else {
        panic!("one: {}", arrived.len());
    };
    assert_eq!(descriptor.coded_char_set_id, 1208);
    assert_eq!(data.len(), 2 * text.len());
    let dead = pair.ends[1].app().take_all(DEAD);
    assert_eq!(dead[0].1.len(), DeadLetterHeader::SIZE + 2 * text.len());
    for end in &pair.ends {
        end.host.manager.end_tasks();
    }
}
