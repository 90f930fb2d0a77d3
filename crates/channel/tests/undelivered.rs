//! Messages a channel cannot put where they should go, at either end: paused for, reported, returned, thrown away, or kept as dead
//! letters; and never lost.

use crate::pair::{End, Pair};
use bytes::Bytes;
use ferromq_base::random::SplitMix64;
use ferromq_channel::{Ended, Ending};
use ferromq_log::Urgency;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::extension::take_extension;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::structs::DeadLetterHeader;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::name::ObjectName;
use ferromq_qmgr::record::{RecordKind, numbers};
use ferromq_wire::field::Form;
use ferromq_wire::message_channel::Envelope;

/// Whether the receiver may put on its queue.
pub(crate) fn let_put(pair: &Pair, lets: bool) {
    let value = match lets {
        true => MQQA_PUT_ALLOWED,
        false => MQQA_PUT_INHIBITED,
    };
    let (end, kind) = (&pair.ends[1], ObjectKind::QLocal);
    set(end, kind, "TARGET", Attr::Put, value);
}

pub(crate) const DEAD: &str = "SYSTEM.DEAD.LETTER.QUEUE";
const BODY: &[u8] = b"a message of more than a hundred bytes, so that a report with some of its data has less than \
    the message itself has of it: some of it is left out.";

/// By FORCE: a queue that has messages, or is open, may be meant.
pub(crate) fn set(end: &End, kind: ObjectKind, name: &str, attr: Attr, value: impl Into<Value>) {
    let name = ObjectName::truncated(name);
    let changes = vec![(attr, value.into())];
    let altered = end.host.manager.alter(kind, &name, &changes, true);
    altered.expect("altered");
}

/// Gives an end a dead-letter queue.
pub(crate) fn dead_letters(end: &End) {
    set_q_mgr(end, Attr::Deadq, DEAD);
}

pub(crate) fn set_q_mgr(end: &End, attr: Attr, value: impl Into<Value>) {
    let q_mgr = end.host.manager.q_mgr_definition();
    set(end, q_mgr.kind(), q_mgr.name().as_str(), attr, value);
}

/// Two ends of which the sender has a queue REPLIES, and the receiver a way back to it.
fn pair() -> Pair {
    let pair = Pair::new();
    pair.ends[0].define("REPLIES", MQUS_NORMAL);
    pair.ends[1].define("QM1", MQUS_TRANSMISSION);
    pair
}

fn asking(report: i32, persistence: i32) -> MsgDescriptor {
    MsgDescriptor {
        report,
        persistence,
        format: *b"MQSTR   ",
        msg_type: MQMT_REQUEST,
        reply_to_q: *ObjectName::truncated("REPLIES").bytes(),
        reply_to_q_mgr: *ObjectName::truncated("QM1").bytes(),
        ..MsgDescriptor::default()
    }
}

fn send(pair: &Pair, to: &str, descriptor: &MsgDescriptor, body: &'static [u8]) {
    let body = Bytes::from_static(body);
    pair.ends[0]
        .app()
        .put_as(to, "QM2", descriptor.clone(), body);
}

/// The report on its way back, without its transmission header.
fn way_back(pair: &Pair) -> Option<(MsgDescriptor, Bytes)> {
    let mut all = pair.ends[1].app().take_all("QM1");
    assert!(all.len() < 2, "one report of a message");
    let (_, data) = all.pop()?;
    let envelope = Envelope::decode(&data, Form::new(ByteOrder::NATIVE)).expect("a header");
    assert_eq!(&envelope.q_name.0[..8], b"REPLIES ");
    assert_eq!(&envelope.q_mgr_name.0[..4], b"QM1 ");
    let (mut descriptor, mut data) = (envelope.descriptor, data.slice(Envelope::BYTES..));
    take_extension(&mut descriptor, &mut data).expect("well formed");
    Some((descriptor, data))
}

/// The dead letter there is.
fn dead_letter(end: &End) -> Option<(MsgDescriptor, DeadLetterHeader, Bytes)> {
    let mut all = end.app().take_all(DEAD);
    assert!(all.len() < 2, "one dead letter of a message: {all:?}");
    let (descriptor, data) = all.pop()?;
    assert_eq!(descriptor.format, *b"MQDEAD  ");
    let header = DeadLetterHeader::decode(&data, ByteOrder::NATIVE).expect("a header");
    Some((descriptor, header, data.slice(DeadLetterHeader::SIZE..)))
}

/// As long a batch as may be is committed with all that comes with it: what both ends keep, a report, and the message itself as a dead letter.
#[test]
fn what_comes_with_a_batch_does_not_count_as_messages_of_it() {
    let mut pair = pair();
    dead_letters(&pair.ends[1]);
    for end in &pair.ends {
        end.host.terms.lock().batch_messages_max = 2;
        set_q_mgr(end, Attr::Maxumsgs, 2);
    }
    let asking = asking(MQRO_EXCEPTION, MQPER_PERSISTENT);
    send(&pair, "NOSUCH", &asking, BODY);
    send(&pair, "TARGET", &asking, BODY);
    pair.connect();
    pair.run();
    assert_eq!(pair.ends[1].app().take_all("TARGET").len(), 1);
    assert!(way_back(&pair).is_some());
    assert!(dead_letter(&pair.ends[1]).is_some());
    assert!(!pair.is_over());
}

/// What each combination of report options makes of a message for a queue that is not there.
#[test]
fn the_report_options_of_a_message_say_what_becomes_of_it() {
    // Options, bytes in the report if there is one, whether it is a dead letter.
    let table: [(i32, Option<usize>, bool); 8] = [
        (MQRO_NONE, None, true),
        (MQRO_EXCEPTION, Some(0), true),
        (MQRO_EXCEPTION_WITH_DATA, Some(100), true),
        (MQRO_EXCEPTION_WITH_FULL_DATA, Some(BODY.len()), true),
        (MQRO_DISCARD_MSG, None, false),
        (MQRO_EXCEPTION | MQRO_DISCARD_MSG, Some(0), false),
        (
            MQRO_EXCEPTION_WITH_DATA | MQRO_DISCARD_MSG,
            Some(100),
            false,
        ),
        (
            MQRO_EXCEPTION_WITH_FULL_DATA | MQRO_DISCARD_MSG,
            Some(BODY.len()),
            false,
        ),
    ];
    let mut pair = pair();
    dead_letters(&pair.ends[1]);
    pair.connect();
    for persistence in [MQPER_NOT_PERSISTENT, MQPER_PERSISTENT] {
        for (options, reported, dead) in table {
            let asked = asking(options, persistence);
            send(&pair, "NOSUCH", &asked, BODY);
            pair.run();
            let report = way_back(&pair);
            assert_eq!(
                report.as_ref().map(|it| it.1.len()),
                reported,
                "{options:#x}"
            );
            if let Some((descriptor, data)) = report {
                assert_eq!(descriptor.feedback, MQRC_UNKNOWN_OBJECT_NAME);
                assert_eq!(descriptor.msg_type, MQMT_REPORT);
                assert_eq!(descriptor.persistence, persistence);
                assert_eq!(descriptor.format, asked.format, "{options:#x}");
                assert_ne!(descriptor.correl_id, MQCI_NONE, "it says of which");
                assert_eq!(&descriptor.reply_to_q_mgr[..4], b"QM2 ", "and who reports");
                assert_eq!(data, BODY[..data.len()]);
            }
            let letter = dead_letter(&pair.ends[1]);
            assert_eq!(letter.is_some(), dead, "{options:#x}");
            if let Some((descriptor, header, data)) = letter {
                assert_eq!(header.reason, MQRC_UNKNOWN_OBJECT_NAME);
                assert_eq!(&header.dest_q_name[..7], b"NOSUCH ");
                assert_eq!(&header.dest_q_mgr_name[..4], b"QM2 ");
                assert_eq!(header.format, *b"MQSTR   ");
                assert_eq!(header.put_appl_type, MQAT_QMGR);
                assert_eq!(descriptor.report, options, "as it was");
                assert_eq!(&descriptor.put_appl_name[..5], b"tests", "who put it");
                assert_eq!(data, BODY);
            }
        }
    }
    assert!(!pair.is_over());
    let said = pair.ends[0].host.numbers();
    assert!(said.contains(&"AMQ9544W"), "the sender is told: {said:?}");
}

/// Many for the same reason are one notice, and after a minute another with their number; what else there is is told at once.
#[test]
fn equal_notices_are_counted() {
    let mut pair = pair();
    dead_letters(&pair.ends[1]);
    let plain = asking(MQRO_NONE, MQPER_PERSISTENT);
    for _ in 0..100 {
        send(&pair, "NOSUCH", &plain, b"lost");
    }
    send(&pair, "NOWHERE", &plain, b"lost");
    pair.connect();
    pair.run();
    assert_eq!(pair.ends[1].app().take_all(DEAD).len(), 101);
    let told = |pair: &Pair, which: usize, number: &str| {
        let numbers = pair.ends[which].host.numbers();
        numbers.iter().filter(|told| **told == number).count()
    };
    assert_eq!(told(&pair, 1, "AMQ9548W"), 2, "one for each queue");
    assert_eq!(told(&pair, 0, "AMQ9544W"), 1);
    assert_eq!(told(&pair, 1, "FMQ0197W"), 0);
    pair.pass(60_000);
    assert_eq!(told(&pair, 1, "FMQ0197W"), 1);
    assert_eq!(told(&pair, 0, "FMQ0197W"), 1);
    let notices = pair.ends[1].host.notices.lock().clone();
    let counted = notices.iter().find(|notice| notice.number == "FMQ0197W");
    let text = &counted.expect("it is told").text;
    assert!(
        text.starts_with("99 more in 60 seconds: AMQ9548W: "),
        "{text}"
    );
    assert!(text.contains("NOSUCH"), "{text}");
    // After that it is told anew, and what is counted at the end is told then.
    send(&pair, "NOSUCH", &plain, b"lost");
    send(&pair, "NOSUCH", &plain, b"lost");
    pair.run();
    assert_eq!(told(&pair, 1, "AMQ9548W"), 3);
    pair.agent(0).end(Ending::Quiesce);
    pair.run();
    assert_eq!(told(&pair, 1, "FMQ0197W"), 2);
}

/// What version 2 of a descriptor adds travels in front of the data, and is in the descriptor again at the end.
#[test]
fn dead_letters_and_reports_of_a_group_have_their_own_format() {
    let mut pair = pair();
    dead_letters(&pair.ends[1]);
    let asked = MsgDescriptor {
        version: MQMD_VERSION_2,
        group_id: [7; 24],
        msg_seq_number: 3,
        msg_flags: MQMF_MSG_IN_GROUP,
        ..asking(MQRO_EXCEPTION_WITH_DATA, MQPER_PERSISTENT)
    };
    send(&pair, "NOSUCH", &asked, b"third");
    pair.connect();
    pair.run();
    let (report, data) = way_back(&pair).expect("a report");
    assert_eq!((report.format, &data[..]), (*b"MQSTR   ", &b"third"[..]));
    assert_eq!((report.group_id, report.msg_seq_number), ([7; 24], 3));
    let (descriptor, header, data) = dead_letter(&pair.ends[1]).expect("a dead letter");
    assert_eq!((header.format, &data[..]), (*b"MQSTR   ", &b"third"[..]));
    assert_eq!(descriptor.group_id, [7; 24]);
    assert_eq!(descriptor.msg_seq_number, 3);
}

/// The message comes back whole only once: where its report cannot go, it is a dead letter.
#[test]
fn what_cannot_be_returned_is_a_dead_letter() {
    let mut pair = Pair::new();
    dead_letters(&pair.ends[1]);
    let full = MQRO_EXCEPTION_WITH_FULL_DATA | MQRO_DISCARD_MSG;
    send(&pair, "NOSUCH", &asking(full, MQPER_PERSISTENT), BODY);
    pair.connect();
    pair.run();
    let (_, header, data) = dead_letter(&pair.ends[1]).expect("a dead letter");
    assert_eq!(&header.dest_q_name[..7], b"NOSUCH ");
    assert_eq!(data, BODY);
    // One that asks for less than all of it: the report is a dead letter too, with its own address and reason.
    send(
        &pair,
        "NOSUCH",
        &asking(MQRO_EXCEPTION, MQPER_PERSISTENT),
        BODY,
    );
    pair.run();
    let mut reasons = Vec::new();
    for (_, data) in pair.ends[1].app().take_all(DEAD) {
        let header = DeadLetterHeader::decode(&data, ByteOrder::NATIVE).expect("a header");
        let name = ObjectName::from_field(&header.dest_q_name).to_string();
        reasons.push((name, header.reason));
    }
    let of = |name: &str, reason: i32| (name.to_owned(), reason);
    let both = [
        of("REPLIES", MQRC_UNKNOWN_REMOTE_Q_MGR),
        of("NOSUCH", MQRC_UNKNOWN_OBJECT_NAME),
    ];
    assert_eq!(reasons, both);
}

/// The receiver tries again as MRRTY and MRTMR say, is PAUSED meanwhile, answers heartbeats, and goes on.
#[test]
fn a_full_queue_is_waited_for() {
    let mut pair = pair();
    dead_letters(&pair.ends[1]);
    {
        let mut definition = pair.ends[1].host.definition.lock();
        (definition.put_retries, definition.put_retry_ms) = (3, 2_000);
    }
    let_put(&pair, false);
    let plain = asking(MQRO_NONE, MQPER_PERSISTENT);
    send(&pair, "TARGET", &plain, b"first");
    send(&pair, "TARGET", &plain, b"second");
    pair.connect();
    pair.run();
    let state = |pair: &Pair| {
        let status = pair.link.agents[1].as_ref().and_then(|it| it.status());
        status.expect("it runs").activity.state()
    };
    assert_eq!(state(&pair), MQCHS_PAUSED);
    pair.pass(1_999);
    assert_eq!(state(&pair), MQCHS_PAUSED);
    let_put(&pair, true);
    assert!(
        pair.ends[1].app().take_all("TARGET").is_empty(),
        "not before it is time"
    );
    pair.pass(1);
    assert_eq!(state(&pair), MQCHS_RUNNING);
    let bodies = |pair: &Pair| {
        let all = pair.ends[1].app().take_all("TARGET");
        all.into_iter().map(|it| it.1).collect::<Vec<Bytes>>()
    };
    assert_eq!(bodies(&pair), ["first", "second"], "in order");
    // Three attempts after the first, then it is a dead letter.
    let_put(&pair, false);
    send(&pair, "TARGET", &plain, b"third");
    pair.run();
    for _ in 0..3 {
        assert_eq!(state(&pair), MQCHS_PAUSED);
        assert!(dead_letter(&pair.ends[1]).is_none());
        pair.pass(2_000);
    }
    assert_eq!(state(&pair), MQCHS_RUNNING);
    let (_, header, data) = dead_letter(&pair.ends[1]).expect("a dead letter");
    assert_eq!(
        (header.reason, &data[..]),
        (MQRC_PUT_INHIBITED, &b"third"[..])
    );
    // A queue that is not there is not waited for.
    send(&pair, "NOSUCH", &plain, b"fourth");
    pair.run();
    assert!(dead_letter(&pair.ends[1]).is_some());
}

/// A pause may be long: the sender hears meanwhile that the other end is there, and a stop ends it.
#[test]
fn a_pause_answers_heartbeats_and_is_ended_by_a_stop() {
    let mut pair = pair();
    for end in &pair.ends {
        end.host.terms.lock().heartbeat_s = 5;
    }
    {
        let mut definition = pair.ends[1].host.definition.lock();
        (definition.put_retries, definition.put_retry_ms) = (999_999_999, 999_999_999);
    }
    let_put(&pair, false);
    send(
        &pair,
        "TARGET",
        &asking(MQRO_NONE, MQPER_PERSISTENT),
        b"waits",
    );
    pair.connect();
    pair.run();
    for _ in 0..120 {
        pair.pass(1_000);
        assert!(!pair.is_over(), "{:?}", pair.ends[0].host.numbers());
    }
    pair.agent(1).end(Ending::Quiesce);
    pair.run();
    assert!(pair.is_over());
    assert!(
        pair.ends[0].host.manager.branches().is_empty(),
        "nothing is in doubt"
    );
    assert_eq!(*pair.ends[1].host.ended.lock(), [Ended::Normally]);
    pair.cut();
    assert_eq!(
        pair.ends[0].app().take_all("QM2").len(),
        1,
        "it is still there"
    );
}

/// Each message of a batch waits for a queue that stays full, for longer in all than a sender bears silence, and there is more to send than fits on the way: it
/// hears all the same that the other end is there, and all become dead letters.
#[test]
fn a_batch_for_a_full_queue_becomes_dead_letters_however_long_that_takes() {
    let mut pair = pair();
    pair.room = 64 * 1024;
    dead_letters(&pair.ends[1]);
    for end in &pair.ends {
        let mut terms = end.host.terms.lock();
        (terms.heartbeat_s, terms.batch_messages_max) = (5, 50);
    }
    {
        let mut definition = pair.ends[1].host.definition.lock();
        (definition.put_retries, definition.put_retry_ms) = (10, 1_000);
    }
    set(
        &pair.ends[1],
        ObjectKind::QLocal,
        "TARGET",
        Attr::Maxdepth,
        1,
    );
    let mut there = pair.ends[1].app();
    there.put("TARGET", "", Bytes::new(), MQPER_PERSISTENT);
    let mut app = pair.ends[0].app();
    for _ in 0..20 {
        app.put("TARGET", "QM2", vec![1; 100_000].into(), MQPER_PERSISTENT);
    }
    pair.connect();
    pair.run();
    let mut was_stopped = false;
    for _ in 0..250 {
        pair.pass(1_000);
        assert!(!pair.is_over(), "{:?}", pair.ends[0].host.numbers());
        was_stopped |= !pair.agent(1).wants_input();
    }
    assert!(was_stopped, "there was more than is read");
    let dead = pair.ends[1].app().take_all(DEAD);
    assert_eq!(dead.len(), 20);
    assert!(pair.ends[0].host.manager.branches().is_empty());
}

/// It is no fault of the message: nobody else could put either. Both ends say which queue it was, and nothing is in doubt.
#[test]
fn a_receiver_whose_log_is_full_says_so_and_the_sender_says_that_its_batch_was_not_taken() {
    let mut pair = pair();
    dead_letters(&pair.ends[1]);
    pair.connect();
    pair.run();
    let log = pair.ends[1].host.manager.log().clone();
    let kind = RecordKind::BackOut as u8;
    let append = || log.append(kind, &[&numbers(&[999_999])], Urgency::Ordinary);
    while append().is_ok() {}
    let slow = asking(MQRO_NONE, MQPER_PERSISTENT);
    send(&pair, "TARGET", &slow, b"slow");
    pair.run();
    assert!(pair.is_over());
    let said = |end: &End, number: &str| {
        let notices = end.host.notices.lock();
        let found = notices.iter().find(|notice| notice.number == number);
        found.map(|notice| notice.text.clone())
    };
    let text = said(&pair.ends[1], "AMQ9511E").expect("said");
    assert!(
        text.contains("queue 'TARGET'") && text.contains("2102"),
        "{text}"
    );
    assert!(
        said(&pair.ends[0], "AMQ9506E").is_some(),
        "{:?}",
        pair.ends[0].host.numbers()
    );
    let in_doubt = pair.ends[0].host.manager.branches();
    assert!(in_doubt.is_empty(), "{}", in_doubt.len());
}

/// Neither end may use a dead-letter queue: what is persistent blocks, what is not goes away, and both are said.
#[test]
fn without_dead_letters_what_is_persistent_blocks_and_what_is_not_is_thrown_away() {
    for uses in [false, true] {
        let mut pair = pair();
        if !uses {
            dead_letters(&pair.ends[1]);
            let mut definition = pair.ends[1].host.definition.lock();
            definition.uses_dead_letter_queue = false;
        }
        let fast = asking(MQRO_EXCEPTION, MQPER_NOT_PERSISTENT);
        send(&pair, "NOSUCH", &fast, b"fast");
        pair.connect();
        pair.run();
        assert!(!pair.is_over());
        assert!(pair.ends[1].host.numbers().contains(&"FMQ0190W"));
        assert!(way_back(&pair).is_some(), "its sender is told");
        let slow = asking(MQRO_EXCEPTION, MQPER_PERSISTENT);
        send(&pair, "NOSUCH", &slow, b"slow");
        pair.run();
        assert!(pair.is_over());
        assert!(pair.ends[1].host.numbers().contains(&"AMQ9565E"));
        pair.cut();
        assert!(
            way_back(&pair).is_none(),
            "its report is backed out with it"
        );
        assert_eq!(pair.ends[0].app().take_all("QM2").len(), 1);
        assert!(pair.ends[1].app().take_all(DEAD).is_empty());
    }
}

/// A dead-letter queue that is full counts as none, and the notice says which and why.
#[test]
fn a_dead_letter_queue_that_refuses_blocks_too() {
    let mut pair = pair();
    dead_letters(&pair.ends[1]);
    set(
        &pair.ends[1],
        ObjectKind::QLocal,
        DEAD,
        Attr::Put,
        MQQA_PUT_INHIBITED,
    );
    send(
        &pair,
        "NOSUCH",
        &asking(MQRO_NONE, MQPER_PERSISTENT),
        b"slow",
    );
    pair.connect();
    pair.run();
    assert!(pair.is_over());
    let notices = pair.ends[1].host.notices.lock();
    let said = notices.iter().find(|notice| notice.number == "AMQ9565E");
    let text = &said.expect("it is said").text;
    assert!(text.contains(DEAD) && text.contains("2051"), "{text}");
    assert!(!text.contains(".;") && !text.contains(".,"), "{text}");
}

/// Who has made a report and when is in it wherever it goes: what travels is not signed again at its queue.
#[test]
fn a_report_that_travels_says_which_queue_manager_made_it_and_when() {
    let mut pair = pair();
    send(
        &pair,
        "TARGET",
        &asking(MQRO_COA, MQPER_PERSISTENT),
        b"asked",
    );
    pair.connect();
    pair.run();
    let (report, _) = way_back(&pair).expect("a report");
    assert_eq!(report.feedback, MQFB_COA);
    assert_eq!(report.put_appl_type, MQAT_QMGR);
    assert_eq!(report.put_appl_name[..4], *b"QM2 ");
    assert!(report.put_date.iter().all(u8::is_ascii_digit), "{report:?}");
    assert!(report.put_time.iter().all(u8::is_ascii_digit), "{report:?}");
}

/// A queue that must have its copies takes nothing when they cannot be put, and the reason is that of either.
#[test]
fn the_queue_that_takes_the_copies_is_named_where_it_may_be_that_which_refuses() {
    let mut pair = pair();
    let end = &pair.ends[1];
    dead_letters(end);
    end.define("COPIES", MQUS_NORMAL);
    set(end, ObjectKind::QLocal, "COPIES", Attr::Maxdepth, 0);
    set(end, ObjectKind::QLocal, "TARGET", Attr::Streamq, "COPIES");
    set(
        end,
        ObjectKind::QLocal,
        "TARGET",
        Attr::Strmqos,
        MQST_MUST_DUP,
    );
    end.host.definition.lock().put_retries = 0;
    let asked = asking(MQRO_NONE, MQPER_PERSISTENT);
    send(&pair, "TARGET", &asked, b"copied");
    pair.connect();
    pair.run();
    let notices = pair.ends[1].host.notices.lock();
    let said = notices.iter().find(|notice| notice.number == "AMQ9548W");
    let text = &said.expect("it is said").text;
    assert!(
        text.contains("queue 'TARGET'") && text.contains("2053") && text.contains("queue 'COPIES'"),
        "{text}"
    );
    assert!(!text.contains(".."), "{text}");
}

/// A message that is too long for the channel, and what is on the transmission queue without being for it.
#[test]
fn what_cannot_travel_is_a_dead_letter_of_the_sender() {
    for persistence in [MQPER_NOT_PERSISTENT, MQPER_PERSISTENT] {
        let mut pair = pair();
        dead_letters(&pair.ends[0]);
        pair.ends[1].host.terms.lock().message_bytes_max = 100;
        let asked = asking(MQRO_EXCEPTION, persistence);
        send(&pair, "TARGET", &asked, BODY);
        send(&pair, "TARGET", &asked, b"short");
        pair.connect();
        pair.run();
        let (_, header, data) = dead_letter(&pair.ends[0]).expect("a dead letter");
        assert_eq!(header.reason, MQRC_MSG_TOO_BIG_FOR_CHANNEL);
        assert_eq!(&header.dest_q_name[..7], b"TARGET ");
        assert_eq!(&header.dest_q_mgr_name[..4], b"QM2 ");
        assert_eq!((header.format, &data[..]), (*b"MQSTR   ", BODY));
        let reports = pair.ends[0].app().take_all("REPLIES");
        let feedback: Vec<i32> = reports.iter().map(|it| it.0.feedback).collect();
        assert_eq!(feedback, [MQRC_MSG_TOO_BIG_FOR_CHANNEL]);
        assert_eq!(
            pair.ends[1].app().take_all("TARGET").len(),
            1,
            "the next one goes"
        );
        // Put there by a program, without a header.
        let plain = MsgDescriptor {
            persistence,
            ..MsgDescriptor::default()
        };
        let body = Bytes::from_static(b"no header");
        pair.ends[0].app().put_as("QM2", "", plain, body);
        send(&pair, "TARGET", &asked, b"short");
        pair.run();
        let (_, header, data) = dead_letter(&pair.ends[0]).expect("a dead letter");
        assert_eq!(header.reason, MQFB_XMIT_Q_MSG_ERROR);
        assert_eq!(&header.dest_q_name[..4], b"QM2 ");
        assert_eq!(&data[..], b"no header");
        assert_eq!(
            pair.ends[1].app().take_all("TARGET").len(),
            1,
            "the next one goes"
        );
        let said = pair.ends[0].host.numbers();
        assert!(
            said.contains(&"AMQ9527E") && said.contains(&"AMQ9572E"),
            "{said:?}"
        );
        assert!(!pair.is_over());
        pair.cut();
        assert!(pair.ends[0].app().take_all("QM2").is_empty());
    }
}

/// Without a dead-letter queue the sender ends over what is persistent, and nothing is lost.
#[test]
fn what_cannot_travel_and_has_no_place_blocks_the_sender() {
    let mut pair = pair();
    pair.ends[1].host.terms.lock().message_bytes_max = 100;
    send(
        &pair,
        "TARGET",
        &asking(MQRO_NONE, MQPER_NOT_PERSISTENT),
        BODY,
    );
    send(
        &pair,
        "TARGET",
        &asking(MQRO_NONE, MQPER_PERSISTENT),
        b"short",
    );
    send(&pair, "TARGET", &asking(MQRO_NONE, MQPER_PERSISTENT), BODY);
    pair.connect();
    pair.run();
    assert!(pair.is_over());
    let said = pair.ends[0].host.numbers();
    let wanted = [
        "AMQ9002I", "AMQ9527E", "FMQ0190W", "AMQ9565E", "FMQ0197W", "AMQ9999E",
    ];
    assert_eq!(said, wanted);
    assert!(pair.ends[0].host.manager.branches().is_empty());
    pair.cut();
    let here = pair.ends[0].app().take_all("QM2").len();
    let there = pair.ends[1].app().take_all("TARGET").len();
    assert_eq!((here, there), (2, 0), "the batch is backed out");
}

/// Each seed: persistent messages with any report options for queues of any kind, machines fail at any step; each message is in one
/// place at the end, and told of as often as it asks for.
#[test]
fn whatever_fails_each_message_is_somewhere_once() {
    for seed in 0..40 {
        let mut random = SplitMix64::new(seed);
        let mut pair = pair();
        dead_letters(&pair.ends[1]);
        let options = [
            MQRO_NONE,
            MQRO_EXCEPTION,
            MQRO_EXCEPTION_WITH_FULL_DATA | MQRO_DISCARD_MSG,
        ];
        let mut wanted = [0; 3];
        for _ in 0..3 {
            pair.connect();
            for _ in 0..random.below(60) {
                let which = random.below(2) as usize;
                match random.below(5) {
                    0 => {
                        let kind = random.below(3) as usize;
                        let to = ["TARGET", "NOSUCH"][random.below(2) as usize];
                        let asked = asking(options[kind], MQPER_PERSISTENT);
                        send(&pair, to, &asked, b"whole");
                        match (to, kind) {
                            ("TARGET", _) => wanted[0] += 1,
                            (_, 0) => wanted[1] += 1,
                            (_, 1) => {
                                wanted[1] += 1;
                                wanted[2] += 1;
                            }
                            _ => wanted[2] += 1,
                        }
                    }
                    1 => {
                        pair.force(which);
                    }
                    _ => {
                        let most = random.below(3_000) as usize + 1;
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
        }
        pair.connect();
        pair.run();
        let mut app = pair.ends[1].app();
        let found = ["TARGET", DEAD, "QM1"].map(|name| app.take_all(name).len());
        assert_eq!(found, wanted, "{seed}");
    }
}

/// A message that cannot travel goes aside while a batch is open in which the other end commits nothing: the numbers of both ends still
/// fit when the channel starts again.
#[test]
fn what_goes_aside_beside_fast_messages_leaves_the_ends_in_step() {
    let mut pair = pair();
    dead_letters(&pair.ends[0]);
    pair.ends[1].host.terms.lock().message_bytes_max = 100;
    let fast = asking(MQRO_NONE, MQPER_NOT_PERSISTENT);
    let slow = asking(MQRO_NONE, MQPER_PERSISTENT);
    send(&pair, "TARGET", &fast, b"fast");
    send(&pair, "TARGET", &slow, BODY);
    pair.connect();
    pair.run();
    assert!(dead_letter(&pair.ends[0]).is_some());
    assert!(pair.ends[0].host.manager.branches().is_empty());
    pair.agent(0).end(Ending::Quiesce);
    pair.run();
    assert!(pair.is_over());
    for seed in 0..2 {
        // Whatever was not forced is gone.
        pair.fail(0, seed);
        send(&pair, "TARGET", &slow, b"slow");
        pair.connect();
        pair.run();
        assert!(!pair.is_over(), "{:?}", pair.ends[0].host.numbers());
        pair.cut();
    }
    assert_eq!(pair.ends[1].app().take_all("TARGET").len(), 3);
    assert!(
        dead_letter(&pair.ends[0]).is_none(),
        "it went aside for good"
    );
}
