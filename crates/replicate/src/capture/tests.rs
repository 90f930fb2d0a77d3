//! Capture against a model of a source database and of queues that fail at every step.

mod model;

use super::*;
use crate::message::{Kind, Message, Operations, Publishing};
use ferromq_base::random::SplitMix64;
use model::{Source, World, definition, settings};

#[test]
fn what_is_on_the_queues_is_what_was_committed_whatever_fails() {
    let mut cut = 0;
    let mut known = 0;
    let mut lost = 0;
    for seed in 0..1_000 {
        let mut world = World::new(seed);
        world.run(250);
        world.finish();
        world.judge();
        cut += world.cut;
        known += world.known;
        lost += world.source.lost;
    }
    // The runs come to where it hurts.
    assert!(cut > 500, "{cut} transactions were cut");
    assert!(known > 500, "{known} transactions came again");
    assert!(lost > 500, "{lost} commits were lost");
}

fn begun() -> (Source, Capture) {
    begun_with(1)
}

fn begun_with(maps: u32) -> (Source, Capture) {
    let mut source = Source::new();
    source.signal("CAPSTART", "S0");
    source.flush();
    let capture = Capture::new(settings(maps), model::first(), Vec::new(), 0).expect("new");
    (source, capture)
}

fn take_all(source: &Source, capture: &mut Capture, from: u64) -> Result<(), Stop> {
    for message in source.stream(from) {
        capture.take(&message, 0, &mut model::Defined)?;
    }
    Ok(())
}

fn kinds(capture: &mut Capture) -> Vec<Kind> {
    let (unit, _) = capture.unit().expect("a unit");
    unit.puts
        .iter()
        .map(|put| Message::decode(&put.body).expect("a message").header.kind)
        .collect()
}

#[test]
fn a_signal_starts_rows_behind_its_transaction_and_another_ends_them() {
    let (mut source, mut capture) = begun();
    source.insert(0, 2);
    source.signal("CAPSTOP", "S0");
    source.insert(0, 2);
    source.flush();
    take_all(&source, &mut capture, 0).expect("taken");
    assert_eq!(
        kinds(&mut capture),
        [
            Kind::Subscription,
            Kind::Schema,
            Kind::Transaction,
            Kind::Subscription
        ]
    );
    assert_eq!(capture.figures().rows, 2);
    assert!(capture.subscriptions().is_empty());
}

#[test]
fn a_transaction_that_comes_again_with_other_changes_stops_capture() {
    let (mut source, mut capture) = begun();
    source.insert(0, 40);
    source.flush();
    let stream = source.stream(0);
    for message in &stream[..stream.len() - 3] {
        capture
            .take(message, 0, &mut model::Defined)
            .expect("taken");
    }
    let (_, restart) = capture.unit().expect("a unit");
    let restart = restart.clone();
    assert!(restart.cut.is_some());
    let again = |changed: &dyn Fn(&mut Vec<Vec<u8>>)| {
        let mut stream = source.stream(0);
        changed(&mut stream);
        let mut capture =
            Capture::new(settings(1), restart.clone(), vec![definition(0)], 0).expect("new");
        stream
            .iter()
            .try_for_each(|message| capture.take(message, 0, &mut model::Defined))
    };
    assert_eq!(again(&|_| {}), Ok(()));
    let changed = again(&|stream| {
        let at = stream
            .iter()
            .rposition(|one| one[0] == b'I')
            .expect("an insert")
            - 5;
        let last = stream[at].len() - 1;
        stream[at][last] ^= 1;
    });
    assert!(matches!(changed, Err(Stop::OtherChanges(_))), "{changed:?}");
    let shorter = again(&|stream| {
        let end = stream.pop().expect("a commit");
        stream.truncate(stream.len() - 20);
        stream.push(end);
    });
    assert!(matches!(shorter, Err(Stop::OtherChanges(_))), "{shorter:?}");
}

#[test]
fn a_column_that_is_gone_ends_its_subscription_and_no_other() {
    let (mut source, mut capture) = begun_with(2);
    source.signal("CAPSTART", "S1");
    source.insert(0, 1);
    source.insert(1, 1);
    source.drop_column(0);
    source.insert(0, 1);
    source.insert(1, 1);
    source.flush();
    take_all(&source, &mut capture, 0).expect("taken");
    let ended: Vec<_> = capture
        .events()
        .into_iter()
        .filter_map(|event| match event {
            Event::Subscription(state) if state.state == State::Inactive => Some(state),
            _ => None,
        })
        .collect();
    assert_eq!(ended.len(), 1);
    assert_eq!(
        (ended[0].subscription.as_str(), ended[0].notice),
        ("S0", COLUMNS_GONE)
    );
    assert!(
        ended[0].reason.contains("column note is gone"),
        "{}",
        ended[0].reason
    );
    assert_eq!(capture.figures().rows, 3);
}

#[test]
fn a_new_column_is_sent_and_told() {
    let (mut source, mut capture) = begun();
    source.insert(0, 1);
    source.add_column(0);
    source.insert(0, 1);
    source.flush();
    take_all(&source, &mut capture, 0).expect("taken");
    assert!(
        capture
            .events()
            .contains(&Event::NewColumns("S0".into(), "extra".into()))
    );
    let schemas = kinds(&mut capture);
    let schemas = schemas.iter().filter(|kind| **kind == Kind::Schema).count();
    assert_eq!(schemas, 2);
}

#[test]
fn a_full_queue_of_a_map_that_may_stop_ends_its_subscriptions_only() {
    let mut source = Source::new();
    source.signal("CAPSTART", "S0");
    source.signal("CAPSTART", "S1");
    source.insert(0, 1);
    source.insert(1, 1);
    source.flush();
    let mut capture = Capture::new(settings(2), model::first(), Vec::new(), 0).expect("new");
    take_all(&source, &mut capture, 0).expect("taken");
    let before = capture.unit().expect("a unit").0.puts.len();
    capture.backed_out();
    capture.stop_map(1, "2053");
    let (unit, restart) = capture.unit().expect("a unit");
    assert!(unit.puts.len() < before && unit.puts.iter().all(|put| put.map == 0));
    assert_eq!(restart.maps[1].next, 1);
    let mark = restart.subscriptions.iter().find(|mark| mark.name == "S1");
    let mark = mark.expect("it is told");
    assert_eq!((mark.state, mark.notice), (State::Inactive, QUEUE_STOPPED));
    let last = unit.puts.len() as u64;
    capture.committed(0);
    // Who waits until all is applied does not wait for it.
    let numbers = [0, 1].map(|map| settings(2).maps[map].number);
    assert_eq!(numbers.map(|it| capture.last_of(it)), [Some(last), None]);
    source.insert(1, 1);
    source.insert(0, 1);
    source.flush();
    let from = capture.flushed_lsn();
    take_all(&source, &mut capture, from).expect("taken");
    assert!(
        capture
            .unit()
            .expect("a unit")
            .0
            .puts
            .iter()
            .all(|put| put.map == 0)
    );
}

#[test]
fn a_map_that_stopped_in_the_middle_of_a_transaction_gives_that_up_when_it_is_used_again() {
    let (mut source, mut capture) = begun();
    source.insert(0, 40);
    source.flush();
    let stream = source.stream(0);
    let (most, rest) = stream.split_at(stream.len() - 3);
    for message in most {
        capture
            .take(message, 0, &mut model::Defined)
            .expect("taken");
    }
    capture.unit().expect("a unit");
    capture.committed(0);
    assert!(capture.restart().maps[0].chunks > 0);
    capture.stop_map(0, "2053");
    for message in rest {
        capture
            .take(message, 0, &mut model::Defined)
            .expect("taken");
    }
    let (unit, restart) = capture.unit().expect("a unit");
    assert!(unit.puts.is_empty());
    let restart = restart.clone();
    let mut capture = Capture::new(settings(1), restart, vec![definition(0)], 0).expect("new");
    let (unit, restart) = capture.unit().expect("a unit");
    let message = Message::decode(&unit.puts[0].body).expect("a message");
    assert_eq!(message.header.kind, Kind::Abandon);
    assert!(message.header.chunk > 0);
    assert_eq!(restart.maps[0].chunks, 0);
}

#[test]
fn paths_take_turns_and_sequences_have_no_holes() {
    let mut source = Source::new();
    source.signal("CAPSTART", "S0");
    for _ in 0..10 {
        source.insert(0, 1);
    }
    source.flush();
    let mut settings = settings(1);
    settings.maps[0].paths = 4;
    let mut capture = Capture::new(settings, model::first(), Vec::new(), 0).expect("new");
    take_all(&source, &mut capture, 0).expect("taken");
    let (unit, _) = capture.unit().expect("a unit");
    for (at, put) in unit.puts.iter().enumerate() {
        let header = Message::decode(&put.body).expect("a message").header;
        assert_eq!(header.key.sequence, at as u64 + 1);
        assert_eq!(u64::from(put.path), header.key.sequence % 4);
    }
}

#[test]
fn an_idle_source_may_forget_its_log_and_hears_a_heartbeat() {
    let (source, mut capture) = begun();
    take_all(&source, &mut capture, 0).expect("taken");
    assert!(capture.is_due(0, false));
    capture.unit().expect("a unit");
    capture.committed(0);
    let before = capture.flushed_lsn();
    capture.keepalive(before + 1_000, 0);
    assert!(!capture.is_due(1, false));
    assert_eq!(capture.flushed_lsn(), before);
    assert!(capture.is_due(20_000, false));
    assert!(capture.unit().expect("a unit").0.puts.is_empty());
    capture.committed(20_000);
    assert_eq!(capture.flushed_lsn(), before + 1_000);
    // Much at once is told at once.
    capture.keepalive(before + (17 << 20), 20_001);
    assert!(capture.is_due(20_001, false));
    capture.unit().expect("a unit");
    capture.committed(20_001);
    assert!(
        capture
            .heartbeats(30_000, 0, false)
            .expect("short")
            .is_empty()
    );
    let beats = capture.heartbeats(90_000, 5, false).expect("short");
    let header = Message::decode(&beats[0].body).expect("a message").header;
    assert_eq!((header.kind, header.key.sequence), (Kind::Heartbeat, 2));
    assert!(
        capture
            .heartbeats(90_001, 5, false)
            .expect("short")
            .is_empty()
    );
    assert_eq!(header.xid, 0);
    let beats = capture.heartbeats(90_001, 5, true).expect("short");
    let header = Message::decode(&beats[0].body).expect("a message").header;
    assert_eq!((beats.len(), header.xid), (1, 1), "apply is asked");
}

#[test]
fn nothing_is_forgotten_before_it_is_on_the_queues() {
    let (mut source, mut capture) = begun();
    source.insert(0, 3);
    source.flush();
    take_all(&source, &mut capture, 0).expect("taken");
    assert_eq!(capture.flushed_lsn(), 0);
    capture.keepalive(u64::MAX / 2, 0);
    assert_eq!(capture.flushed_lsn(), 0);
}

#[test]
fn noise_stops_capture_with_a_reason() {
    let (mut source, _) = begun();
    source.insert(0, 3);
    source.drop_column(0);
    source.insert(0, 3);
    source.flush();
    for seed in 0..5_000 {
        let mut random = SplitMix64::new(seed);
        let mut capture = Capture::new(settings(1), model::first(), Vec::new(), 0).expect("new");
        for mut message in source.stream(0) {
            if random.chance(10) {
                let at = random.below(message.len() as u64) as usize;
                message[at] = random.below(256) as u8;
            }
            if random.chance(3) {
                continue;
            }
            if let Err(stop) = capture.take(&message, 0, &mut model::Defined) {
                assert!(!stop.to_string().is_empty());
                break;
            }
        }
        for put in &capture
            .unit()
            .map(|(unit, _)| unit.puts.clone())
            .unwrap_or_default()
        {
            let message = Message::decode(&put.body).expect("a message");
            for operation in Operations::of(&message) {
                assert!(operation.is_ok());
            }
        }
    }
}

#[test]
fn no_message_is_longer_than_its_map_allows() {
    let publishing = |has_header| Publishing {
        per_row: false,
        has_header,
    };
    for publishing in [None, Some(publishing(false)), Some(publishing(true))] {
        let mut longest = 0;
        for message_bytes in 1_000..1_100 {
            let mut source = Source::new();
            source.signal("CAPSTART", "S0");
            for transaction in 0..40 {
                source.insert(0, 1 + transaction % 7);
            }
            source.insert(0, 100);
            source.flush();
            let mut settings = settings(1);
            settings.maps[0].message_bytes = message_bytes;
            settings.maps[0].publishing = publishing;
            settings.unit.transactions = 1_000;
            let mut capture = Capture::new(settings, model::first(), Vec::new(), 0).expect("new");
            take_all(&source, &mut capture, 0).expect("taken");
            let (unit, _) = capture.unit().expect("a unit");
            for put in &unit.puts {
                let bytes = put.body.len();
                assert!(
                    bytes <= message_bytes,
                    "{publishing:?}: {bytes} of {message_bytes}"
                );
                longest = longest.max(bytes);
            }
        }
        // They are filled.
        assert!(longest > 900, "{publishing:?}: {longest}");
    }
}
