//! Partners that do not keep to the protocol: each is told what was wrong, the operator as well, and no message is lost or comes twice.

use crate::pair::{End, Pair};
use crate::undelivered::{DEAD, dead_letters};
use bytes::Bytes;
use ferromq_base::clock::Clock;
use ferromq_channel::MessageChannel;
use ferromq_mqi::generated::constants::{MQPER_PERSISTENT, MQUS_NORMAL};

const HEAD: usize = 28;
/// Where the flags of a header are, its type, the name of its batch.
const TYPE: usize = 9;
const FLAGS: usize = 10;
const BATCH: usize = 12;
/// In a message: its number, its bytes in this segment, the bytes of all of it.
const NUMBER: usize = HEAD + 4;
const PART_BYTES: usize = HEAD + 8;
const WHOLE_BYTES: usize = HEAD + 16;

type Segments = Vec<Vec<u8>>;
/// What is wrong, what makes it so, the status that answers it, the notice.
type OfSender = (&'static str, fn(&mut Segments), u32, &'static str);
/// The same, where there may be no answer, and whether the batch is in doubt then.
type OfReceiver = (
    &'static str,
    fn(&mut Vec<u8>),
    Option<u32>,
    &'static str,
    bool,
);

/// Takes bytes apart into segments.
fn segments(mut bytes: &[u8]) -> Segments {
    let mut all = Vec::new();
    while let Some(field) = bytes.get(4..8) {
        let length = u32::from_be_bytes(field.try_into().expect("four")) as usize;
        let (segment, rest) = bytes.split_at(length);
        all.push(segment.to_vec());
        bytes = rest;
    }
    all
}

fn set(segment: &mut [u8], at: usize, value: u32) {
    segment[at..at + 4].copy_from_slice(&value.to_ne_bytes());
}

fn number(segment: &[u8], at: usize) -> u32 {
    u32::from_ne_bytes(segment[at..at + 4].try_into().expect("four"))
}

fn put(pair: &Pair, data: &'static str) {
    let body = Bytes::from_static(data.as_bytes());
    pair.ends[0]
        .app()
        .put("TARGET", "QM2", body, MQPER_PERSISTENT);
}

/// What a sender says that has a batch of three messages, the second of which is in two parts, and what it says first.
fn said_by_a_sender() -> Segments {
    let mut pair = Pair::new();
    put(&pair, "one");
    let long = Bytes::from(vec![b'.'; 4_000]);
    pair.ends[0]
        .app()
        .put("TARGET", "QM2", long, MQPER_PERSISTENT);
    put(&pair, "three");
    pair.connect();
    pair.run();
    let sent = pair.sent[0].iter().filter(|(from, _)| *from == 0);
    let bytes: Vec<u8> = sent.flat_map(|(_, bytes)| bytes.clone()).collect();
    let all = segments(&bytes);
    let kinds: Vec<(u8, u8)> = all.iter().map(|one| (one[TYPE], one[FLAGS])).collect();
    let wanted = [(1, 0x31), (4, 0x30), (4, 0x10), (4, 0x20), (4, 0x31)];
    assert_eq!(kinds, wanted, "what is changed below is this");
    all
}

/// All that is to be done for an agent alone is done; what it says.
fn serve(agent: &mut MessageChannel, end: &End) -> Vec<u8> {
    let mut said = Vec::new();
    for _ in 0..5 {
        agent.resume();
        if let Some(wanted) = agent.take_force_wanted() {
            let log = end.host.manager.log();
            log.wait_durable(wanted).expect("forced");
        }
        let out = agent.outbound();
        let bytes: Vec<u8> = out.chunks().flatten().copied().collect();
        out.advance(bytes.len());
        said.extend(bytes);
    }
    said
}

/// The code of the status that stands last in what was said, if it says that something is wrong.
fn refusal(said: &[u8]) -> Option<u32> {
    let all = segments(said);
    let last = all.last().filter(|last| last[TYPE] == 5)?;
    (last[FLAGS] == 0x3A).then(|| number(last, HEAD + 4))
}

/// What a sender may get wrong: what it says instead, the status it is told, and the notice of the receiving end.
const OF_SENDERS: [OfSender; 17] = [
    ("no segment", |all| all[1] = vec![b'x'; 64], 14, "AMQ9504E"),
    ("too long a segment", |all| all[1][4] = 0x7F, 11, "AMQ9504E"),
    (
        "shorter than its header",
        |all| all[1][7] = 20,
        18,
        "AMQ9504E",
    ),
    ("an unknown type", |all| all[1][TYPE] = 0x55, 10, "AMQ9504E"),
    ("data of exits", |all| all[1][TYPE] = 6, 20, "AMQ9504E"),
    ("no MSH", |all| all[1][HEAD] = b'X', 14, "AMQ9504E"),
    (
        "a number too high",
        |all| set(&mut all[1], NUMBER, 2),
        4,
        "AMQ9526E",
    ),
    (
        "a number again",
        |all| set(&mut all[4], NUMBER, 2),
        4,
        "AMQ9526E",
    ),
    (
        "a batch without name",
        |all| all[1][BATCH..BATCH + 8].fill(0),
        17,
        "AMQ9504E",
    ),
    (
        "a batch in another",
        |all| all[4][BATCH] ^= 1,
        17,
        "AMQ9504E",
    ),
    (
        "a part of another batch",
        |all| all[3][BATCH] ^= 1,
        19,
        "AMQ9504E",
    ),
    ("a part left out", |all| drop(all.remove(2)), 19, "AMQ9504E"),
    (
        "a part not ended",
        |all| drop(all.remove(3)),
        19,
        "AMQ9504E",
    ),
    (
        "more than it has",
        |all| set(&mut all[1], PART_BYTES, 9_999),
        18,
        "AMQ9504E",
    ),
    (
        "less than it has",
        |all| set(&mut all[1], PART_BYTES, 3),
        18,
        "AMQ9504E",
    ),
    (
        "a whole of too much",
        |all| set(&mut all[2], WHOLE_BYTES, u32::MAX),
        18,
        "AMQ9504E",
    ),
    (
        "a whole of less",
        |all| set(&mut all[3], WHOLE_BYTES, 4_000),
        19,
        "AMQ9504E",
    ),
];

#[test]
fn a_sender_that_breaks_a_rule_is_told_which_and_nothing_of_its_batch_arrives() {
    let whole = said_by_a_sender();
    let mut wrong = Vec::new();
    let mut end = Pair::new().ends.into_iter().nth(1).expect("the receiver");
    for (what, change, code, notice) in OF_SENDERS {
        end.host = end.host.again(end.host.manager.clone());
        let mut all = whole.clone();
        change(&mut all);
        let mut agent = end.host.agent(false);
        let mut said = Vec::new();
        for segment in &all {
            agent.receive(segment);
            said.extend(serve(&mut agent, &end));
        }
        let (over, told, numbers) = (agent.is_over(), refusal(&said), end.host.numbers());
        drop(agent);
        let arrived = end.app().take_all("TARGET").len();
        if (over, told, arrived) != (true, Some(code), 0) || !numbers.contains(&notice) {
            wrong.push(format!("{what}: {over} {told:?} {arrived} {numbers:?}"));
        }
    }
    assert_eq!(wrong, [""; 0]);
    // Unchanged it is taken, so nothing else was wrong with it.
    let mut agent = end.host.agent(false);
    for segment in &whole {
        agent.receive(segment);
        serve(&mut agent, &end);
    }
    assert!(!agent.is_over());
    assert_eq!(end.app().take_all("TARGET").len(), 3);
}

/// Goal: a batch whose unit of work the queue manager backs out to make room in the log is not confirmed, and none of it is left.
/// Method: behind its first message others fill the log until that is backed out. The verb that is told so puts the second one,
/// which is no fault of that message: before, it went to the dead-letter queue and the first one was lost.
#[test]
fn a_batch_that_is_backed_out_to_make_room_in_the_log_is_sent_again() {
    let whole = said_by_a_sender();
    let end = Pair::new().ends.into_iter().nth(1).expect("the receiver");
    dead_letters(&end);
    end.define("OTHERS", MQUS_NORMAL);
    let mut agent = end.host.agent(false);
    for segment in &whole[..2] {
        agent.receive(segment);
        serve(&mut agent, &end);
    }
    let (mut app, body) = (end.app(), Bytes::from(vec![b'.'; 100_000]));
    for _ in 0..100 {
        app.put("OTHERS", "", body.clone(), MQPER_PERSISTENT);
        assert_eq!(app.take_all("OTHERS").len(), 1);
        end.host.manager.keep_house();
    }
    for segment in &whole[2..] {
        agent.receive(segment);
        serve(&mut agent, &end);
    }
    assert!(agent.is_over());
    drop(agent);
    assert_eq!(app.take_all("TARGET").len(), 0);
    assert_eq!(app.take_all(DEAD).len(), 0);
    let mut agent = end.host.agent(false);
    for segment in &whole {
        agent.receive(segment);
        serve(&mut agent, &end);
    }
    assert_eq!(app.take_all("TARGET").len(), 3);
}

/// What a receiver may get wrong when it is asked to confirm a batch: what it says instead, the status it is told if any, the notice of the
/// sending end, and whether that is in doubt then. With a receiver that knows the rules everything arrives, once.
const OF_RECEIVERS: [OfReceiver; 7] = [
    (
        "no segment",
        |answer| answer.fill(b'x'),
        Some(14),
        "AMQ9504E",
        true,
    ),
    (
        "another batch",
        |answer| answer[BATCH] ^= 1,
        Some(17),
        "AMQ9504E",
        true,
    ),
    (
        "no batch",
        |answer| answer[BATCH..BATCH + 8].fill(0),
        Some(17),
        "AMQ9504E",
        true,
    ),
    (
        "a message",
        |answer| answer[TYPE] = 4,
        Some(10),
        "AMQ9504E",
        true,
    ),
    (
        "what it has committed",
        |answer| answer[TYPE] = 2,
        Some(10),
        "AMQ9504E",
        true,
    ),
    (
        "no, without a name",
        |answer| {
            answer[FLAGS] = 0x3A;
            answer[BATCH..BATCH + 8].fill(0);
        },
        None,
        "AMQ9523E",
        true,
    ),
    (
        "no, by name",
        |answer| answer[FLAGS] = 0x3A,
        None,
        "AMQ9523E",
        false,
    ),
];

#[test]
fn a_receiver_that_breaks_a_rule_is_told_which_and_the_batch_is_kept() {
    let mut wrong = Vec::new();
    for (what, change, code, notice, doubt) in OF_RECEIVERS {
        let mut pair = Pair::new();
        put(&pair, "one");
        pair.connect();
        let mut question = None;
        while question.is_none() {
            for which in 0..2 {
                pair.link.resume(which);
                pair.force(which);
            }
            pair.move_bytes(1, usize::MAX);
            // The receiver says nothing once it was asked.
            let sent = segments(&pair.link.flush(0, usize::MAX));
            question = sent.into_iter().find(|one| one[TYPE] == 4);
            if question.is_none() {
                pair.link.deliver(0, usize::MAX);
            }
        }
        let mut answer = question.expect("it asks")[..HEAD].to_vec();
        answer[4..8].copy_from_slice(&(HEAD as u32).to_be_bytes());
        answer[TYPE] = 5;
        answer[FLAGS] = 0x70;
        change(&mut answer);
        pair.link.agents[1] = None;
        let end = pair.ends.first().expect("the sender");
        let agent = pair.link.agents[0].as_mut().expect("it runs");
        agent.receive(&answer);
        let said = serve(agent, end);
        let (over, told, numbers) = (agent.is_over(), refusal(&said), end.host.numbers());
        pair.cut();
        let log = pair.ends[0].host.manager.log();
        log.wait_durable(log.head()).expect("forced");
        let in_doubt = !pair.ends[0].host.manager.branches().is_empty();
        pair.connect();
        pair.run();
        let arrived = pair.ends[1].app().take_all("TARGET").len();
        let found = (over, told, in_doubt, pair.is_over(), arrived);
        if found != (true, code, doubt, false, 1) || !numbers.contains(&notice) {
            wrong.push(format!("{what}: {found:?} {numbers:?}"));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

/// A connection that stalls at each byte of a batch in turn, in either direction: both ends give up, say so, and the next connection
/// brings what is missing.
#[test]
fn a_partner_that_stalls_at_any_byte_of_a_batch_loses_and_doubles_nothing() {
    let mut pair = Pair::new();
    for end in &pair.ends {
        end.host.terms.lock().heartbeat_s = 1;
    }
    let mut total = 0;
    for from in 0..2 {
        let mut at = 0;
        loop {
            for data in ["one", "two"] {
                put(&pair, data);
            }
            total += 2;
            pair.connect();
            let mut left = at;
            for _ in 0..30 {
                for which in 0..2 {
                    pair.link.resume(which);
                    pair.force(which);
                }
                pair.move_bytes(1 - from, usize::MAX);
                pair.link.flush(from, usize::MAX);
                let before = pair.link.on_way(from);
                if left > 0 {
                    pair.link.deliver(from, left);
                }
                left -= before - pair.link.on_way(from);
            }
            let is_whole = left > 0;
            for _ in 0..70 {
                for (which, end) in pair.ends.iter().enumerate() {
                    let clock = end.place.clock();
                    clock.advance_ns(1_000_000_000);
                    pair.link.tick(which, clock.monotonic_ns());
                }
                pair.move_bytes(1 - from, usize::MAX);
            }
            let said = pair.ends[1 - from].host.numbers();
            assert!(said.contains(&"AMQ9259E"), "{from} {at}: {said:?}");
            pair.cut();
            pair.connect();
            pair.run();
            assert!(!pair.is_over(), "{from} {at}");
            pair.cut();
            let depth = pair.ends[1].host.manager.queue_statuses();
            let target = depth.iter().find(|one| one.name.as_str() == "TARGET");
            assert_eq!(
                target.expect("it is there").queue.depth,
                total,
                "{from} {at}"
            );
            for end in &mut pair.ends {
                end.host.manager.keep_house();
                end.host = end.host.again(end.host.manager.clone());
            }
            if is_whole {
                break;
            }
            at += 1;
        }
        assert!(at > [1_000, 250][from], "all of it was tried: {at}");
    }
}
