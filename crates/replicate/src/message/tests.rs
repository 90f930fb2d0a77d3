//! The page's own bytes, and what is made of changed ones.

use super::*;
use bytes::Bytes;

const PAGE: &str = include_str!("../../../../docs/formats/replication-message.md");

/// The bytes of an example of the page.
pub(crate) fn example(name: &str) -> Bytes {
    let begin = format!("```hex {name}\n");
    let block = PAGE.split(&begin).nth(1).expect("the page has it");
    let block = block.split("```").next().expect("it ends");
    let bytes = block.split_whitespace();
    bytes
        .map(|byte| u8::from_str_radix(byte, 16).expect("hex"))
        .collect()
}

#[test]
fn the_example_of_a_transaction_reads_and_writes_as_the_page_says() {
    let bytes = example("T");
    let message = Message::decode(&bytes).expect("a message");
    assert_eq!(message.header.kind, Kind::Transaction);
    assert!(message.header.is_first && message.header.is_last);
    assert_eq!(
        message.header.key.to_id(),
        *b"FRQR\0\0\0\x07\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\x02"
    );
    let operations: Result<Vec<_>, _> = Operations::of(&message).collect();
    let operations = operations.expect("operations");
    assert_eq!(operations.len(), 2);
    let insert = operations[0].change().expect("rows");
    let cells: Result<Vec<_>, _> = insert.new.expect("a new row").collect();
    assert_eq!(
        cells.expect("cells"),
        [Cell::Text(b"1"), Cell::Text(b"ann"), Cell::Null]
    );
    let delete = operations[1].change().expect("rows");
    assert!(matches!(delete.old, Some(Old::Key(row)) if row.columns() == 3));
    let mut body = Vec::new();
    for operation in operations {
        write_operation(&mut body, operation.action, operation.table, operation.data)
            .expect("short");
    }
    assert_eq!(message.header.encode(&body), Ok(bytes));
}

#[test]
fn several_transactions_in_one_message_read_and_write_as_the_page_says() {
    let bytes = example("P");
    let message = Message::decode(&bytes).expect("a message");
    assert_eq!(
        (message.header.kind, message.last_sequence()),
        (Kind::Pack, 4)
    );
    let single = Message::decode(&example("T")).expect("a message");
    let unpacked = message.clone().unpack().expect("transactions");
    assert_eq!(unpacked.len(), 2);
    assert_eq!(unpacked[0].body, single.body);
    let mut pack = Pack::default();
    for transaction in &unpacked {
        assert!(transaction.header.is_first && transaction.header.is_last);
        assert_eq!(
            Operations::of(transaction).filter(Result::is_err).count(),
            0
        );
        pack.add(transaction.header, &transaction.body);
    }
    let (header, body) = pack.take().expect("two");
    assert_eq!(header.encode(&body), Ok(bytes));
    // One alone is a message as ever.
    pack.add(unpacked[0].header, &unpacked[0].body);
    let (header, body) = pack.take().expect("one");
    assert_eq!(
        (header, &body[..]),
        (unpacked[0].header, &unpacked[0].body[..])
    );
}

#[test]
fn packs_that_are_cut_off_or_count_wrongly_are_refused() {
    let message = Message::decode(&example("P")).expect("a message");
    for chunk in [3, 10_000] {
        let mut longer = message.clone();
        longer.header.chunk = chunk;
        assert!(longer.unpack().is_err());
    }
    for end in 0..message.body.len() {
        let mut short = message.clone();
        short.body = short.body.slice(..end);
        assert!(short.unpack().is_err(), "{end}");
    }
    let mut other = message;
    other.header.operations += 1;
    assert_eq!(other.unpack(), Err(Problem::Count));
}

#[test]
fn the_other_examples_read_and_write_as_the_page_says() {
    let schema = Message::decode(&example("S")).expect("a message");
    let read = Schema::decode(&schema.body).expect("a schema");
    assert_eq!((read.name.as_str(), read.columns.len()), ("people", 3));
    assert_eq!(read.columns[2].type_name, "public.mood");
    assert_eq!(read.encode().expect("short"), schema.body);

    let state = Message::decode(&example("B")).expect("a message");
    let read = SubscriptionState::decode(&state.body).expect("a state");
    assert_eq!((read.state, read.loader), (State::Load, Loader::Apply));
    let restart = Restart::decode(&example("R")).expect("a restart message");
    assert_eq!(read.log, restart.log);
    assert_eq!(read.encode(), state.body);
    assert_eq!(read.publication, "asnqcap");
    // As earlier builds put it: nobody knows by which publication, or whose log it is.
    let (with_log, _) = state.body.split_at(state.body.len() - 9);
    let (before, log) = with_log.split_at(with_log.len() - 12);
    for (body, has_log) in [(with_log, true), (before, false)] {
        let of_before = SubscriptionState::decode(body).expect("a state");
        assert_eq!(of_before.subscription, read.subscription);
        assert_eq!(of_before.log.name().is_some(), has_log);
        assert_eq!(of_before.publication, "");
    }
    let broken = [before, &log[..11]].concat();
    SubscriptionState::decode(&broken).expect_err("amid the log");
    SubscriptionState::decode(&state.body[..state.body.len() - 1]).expect_err("amid the name");

    let heartbeat = Message::decode(&example("H")).expect("a message");
    assert_eq!(heartbeat.header.kind, Kind::Heartbeat);
    assert_eq!(heartbeat.header.key.sequence, 4);

    let bytes = example("R");
    let restart = Restart::decode(&bytes).expect("a restart message");
    assert_eq!(restart.maps[0].next, 4);
    assert_eq!(restart.subscriptions[0].name, "PEOPLE1");
    assert_eq!(restart.cut, None);
    assert_eq!(restart.encode().expect("short"), bytes);
}

#[test]
fn a_changed_byte_is_noticed_wherever_it_is() {
    for name in ["T", "S", "B", "H"] {
        let good = example(name);
        let message = Message::decode(&good).expect("a message");
        for at in 0..good.len() {
            let mut bad = good.to_vec();
            bad[at] ^= 0x40;
            match Message::decode(&bad.into()) {
                // Numbers of the header have no checksum: what changes there is another header, never another body.
                Ok(read) => {
                    assert!((8..68).contains(&at), "{name} at {at}");
                    assert_ne!(read.header, message.header);
                    assert_eq!(read.body, message.body);
                }
                Err(problem) => assert!(!problem.to_string().is_empty()),
            }
        }
        for len in 0..good.len() {
            assert!(Message::decode(&good.slice(..len)).is_err(), "{name} {len}");
        }
    }
}

#[test]
fn noise_and_changed_messages_are_read_or_refused() {
    use ferromq_base::random::SplitMix64;
    for seed in 0..20_000 {
        let mut random = SplitMix64::new(seed);
        let name = ["T", "S", "B", "H", "R"][random.below(5) as usize];
        let skipped = [0, 72, 71, 8][random.below(4) as usize];
        let mut bytes = example(name);
        let mut bytes = bytes.split_off(skipped.min(bytes.len())).to_vec();
        for _ in 0..random.below(4) {
            if bytes.is_empty() {
                break;
            }
            let at = random.below(bytes.len() as u64) as usize;
            bytes[at] = random.below(256) as u8;
        }
        fuzz_one(&bytes);
    }
}
