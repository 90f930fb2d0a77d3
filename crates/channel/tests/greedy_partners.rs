//! Partners of a message channel that ask for more than they take: what is held for them has a bound.

use crate::pair::Pair;
use crate::undelivered::let_put;
use bytes::Bytes;
use ferromq_mqi::generated::constants::MQPER_PERSISTENT;
use ferromq_mqi::header::ByteOrder;
use ferromq_wire::head::flag;
use ferromq_wire::outbound::Outbound;
use ferromq_wire::{Family, Head, Kind, Segment};

/// What a queue manager may be made to hold for one channel.
const HELD_BYTES_MAX: usize = 2 << 20;
/// What an edge reads at once.
const READ_BYTES: usize = 64 * 1024;

/// As many of a segment as fit in a read.
fn read_of(kind: Kind, segment: &Segment<'_>) -> Vec<u8> {
    let mut outbound = Outbound::new(true);
    let head = Head::new(Family::Plain, kind, ByteOrder::Little, 1208).with_flags(flag::CONFIRM);
    while outbound.queued_bytes() < READ_BYTES {
        outbound.send(&head, segment, None);
    }
    outbound.chunks().flatten().copied().collect()
}

/// Gives an end these bytes so many times, as long as it takes any. Answers how many bytes it took.
fn feed(pair: &mut Pair, which: usize, read: &[u8], times: usize) -> usize {
    let agent = pair.agent(which);
    let mut taken = 0;
    for _ in 0..times {
        if !agent.wants_input() {
            break;
        }
        agent.receive(read);
        taken += read.len();
    }
    taken
}

#[test]
fn questions_whose_answers_nobody_takes_are_not_read_for_ever() {
    let read = read_of(Kind::Heartbeat, &Segment::Heartbeat);
    for which in 0..2 {
        let mut pair = Pair::new();
        pair.connect();
        pair.run();
        // A million of them.
        feed(&mut pair, which, &read, 1_000_000 / (read.len() / 28));
        let agent = pair.agent(which);
        let held = agent.queue().queued_bytes();
        assert!(held < HELD_BYTES_MAX, "{which}: {held}");
        assert!(!agent.is_over());
        // It goes on when they are taken.
        agent.outbound().advance(held);
        assert!(agent.wants_input(), "{which}");
        let mut app = pair.ends[0].app();
        app.put(
            "TARGET",
            "QM2",
            Bytes::from_static(b"one"),
            MQPER_PERSISTENT,
        );
        pair.run();
        assert_eq!(pair.ends[1].app().take_all("TARGET").len(), 1, "{which}");
    }
}

/// A message that is longer than the bound is sent while its channel listens: the answers to what went before may come meanwhile.
#[test]
fn a_long_message_on_its_way_does_not_keep_its_sender_from_listening() {
    let mut pair = Pair::new();
    pair.connect();
    pair.run();
    let long = vec![0; 3 << 20];
    let mut app = pair.ends[0].app();
    app.put("TARGET", "QM2", long.into(), MQPER_PERSISTENT);
    pair.agent(0).resume();
    pair.force(0);
    let agent = pair.agent(0);
    assert!(agent.queue().queued_bytes() > 3 << 20, "it is being sent");
    assert!(agent.wants_input());
}

/// What comes behind a message that has to wait for its queue waits, and counts.
#[test]
fn what_waits_behind_a_paused_message_has_a_bound() {
    let data = vec![7; 3_000];
    let pings = read_of(Kind::Ping, &Segment::Ping(&data));
    let resyncs = read_of(Kind::Resync, &Segment::Resync(None));
    for read in [pings, resyncs] {
        let mut pair = Pair::new();
        {
            let mut definition = pair.ends[1].host.definition.lock();
            (definition.put_retries, definition.put_retry_ms) = (1_000, 1_000);
        }
        let_put(&pair, false);
        let mut app = pair.ends[0].app();
        app.put(
            "TARGET",
            "QM2",
            Bytes::from_static(b"one"),
            MQPER_PERSISTENT,
        );
        pair.connect();
        pair.run();
        let taken = feed(&mut pair, 1, &read, 1_000);
        assert!(taken < HELD_BYTES_MAX, "{taken}");
        // Each of them costs more than its bytes.
        assert!(!pair.agent(1).wants_input());
        let_put(&pair, true);
        for end in &pair.ends {
            end.place.clock().advance_ns(1_000_000_000);
        }
        pair.agent(1).resume();
        pair.force(1);
        let held = pair.agent(1).queue().queued_bytes();
        assert!(held > 0 && held < HELD_BYTES_MAX, "{held}");
    }
}
