//! Every kind of message, and what is made of noise. Bytes of a real server are in `tests/golden`.

use super::*;
use crate::message::{Action, Identity};
use ferromq_base::random::SplitMix64;

fn message(parts: &[&[u8]]) -> Vec<u8> {
    parts.concat()
}

const LSN: [u8; 8] = 0x0153_a0c8_u64.to_be_bytes();
const TIME: [u8; 8] = 7_i64.to_be_bytes();
const XID: [u8; 4] = 737_u32.to_be_bytes();

/// One of each kind, as version 3 and 4 have them.
fn every_kind() -> Vec<Vec<u8>> {
    let row: &[u8] = b"N\0\x02t\0\0\0\x011n";
    vec![
        message(&[b"B", &LSN, &TIME, &XID]),
        message(&[b"C\0", &LSN, &LSN, &TIME]),
        message(&[b"O", &LSN, b"asnq_1\0"]),
        message(&[b"R\0\0\x40\x01public\0people\0d\0\x01\x01id\0\0\0\0\x17\xff\xff\xff\xff"]),
        message(&[b"Y\0\0\x40\x06public\0mood\0"]),
        message(&[b"I\0\0\x40\x01", row]),
        message(&[b"U\0\0\x40\x01K\0\x02t\0\0\0\x012n", row]),
        message(&[b"D\0\0\x40\x01O\0\x02t\0\0\0\x011n"]),
        message(&[b"T\0\0\0\x02\x03\0\0\x40\x01\0\0\x40\x02"]),
        message(&[b"M\x01", &LSN, b"asnq\0\0\0\0\x02hi"]),
        message(&[b"S", &XID, b"\x01"]),
        message(&[b"E"]),
        message(&[b"c", &XID, b"\0", &LSN, &LSN, &TIME]),
        message(&[b"A", &XID, &XID]),
        message(&[b"b", &LSN, &LSN, &TIME, &XID, b"gid\0"]),
        message(&[b"P\0", &LSN, &LSN, &TIME, &XID, b"gid\0"]),
        message(&[b"K\0", &LSN, &LSN, &TIME, &XID, b"gid\0"]),
        message(&[b"r\0", &LSN, &LSN, &TIME, &TIME, &XID, b"gid\0"]),
        message(&[b"p\0", &LSN, &LSN, &TIME, &XID, b"gid\0"]),
    ]
}

#[test]
fn every_kind_is_read_by_the_versions_that_have_it() {
    for version in 1..=VERSION_MAX {
        let mut decoder = Decoder::new(version);
        for bytes in every_kind() {
            let kind = bytes[0];
            let since = match kind {
                b'S' | b'E' | b'c' | b'A' => 2,
                b'b' | b'P' | b'K' | b'r' | b'p' => 3,
                _ => 1,
            };
            let read = decoder.decode(&bytes);
            if version >= since {
                assert!(read.is_ok(), "{} {read:?}", kind as char);
            } else {
                assert_eq!(read, Err(Garbled::Kind(kind)));
            }
        }
    }
}

#[test]
fn changes_inside_a_block_have_their_xid_in_front() {
    let mut decoder = Decoder::new(2);
    decoder.decode(b"S\0\0\0\x01\x01").expect("a block");
    assert_eq!(decoder.decode(b"S\0\0\0\x01\x01"), Err(Garbled::Block));
    let said = decoder.decode(b"I\0\0\0\x09\0\0\x40\x01N\0\x01n");
    let Ok(LogMessage::Change(change)) = said else {
        panic!("{said:?}");
    };
    assert_eq!((change.oid, change.rows), (0x4001, &b"N\0\x01n"[..]));
    decoder.decode(b"E").expect("the end of it");
    assert_eq!(decoder.decode(b"E"), Err(Garbled::Block));
}

#[test]
fn an_abort_of_parallel_streaming_says_where_and_when() {
    let long = message(&[b"A", &XID, &XID, &LSN, &TIME]);
    assert_eq!(
        Decoder::new(4).decode(&long),
        Ok(LogMessage::StreamAbort(737, 737))
    );
    assert!(Decoder::new(2).decode(&long).is_err());
}

#[test]
fn what_is_said_is_what_was_meant() {
    let kinds = every_kind();
    let mut decoder = Decoder::new(1);
    assert_eq!(
        decoder.decode(&kinds[0]),
        Ok(LogMessage::Begin(Begin {
            commit_lsn: 0x0153_a0c8,
            commit_time_us: 7,
            xid: 737
        }))
    );
    let Ok(LogMessage::Relation(relation)) = decoder.decode(&kinds[3]) else {
        panic!("a relation");
    };
    assert_eq!(
        (relation.namespace, relation.name, relation.identity),
        ("public", "people", Identity::Default)
    );
    assert_eq!(relation.columns[0].type_modifier, -1);
    let Ok(LogMessage::Change(change)) = decoder.decode(&kinds[6]) else {
        panic!("an update");
    };
    let rows = crate::message::Change::read(Action::Update, change.rows).expect("rows");
    assert!(rows.old.is_some() && rows.new.is_some());
    let Ok(LogMessage::Truncate(truncate)) = decoder.decode(&kinds[8]) else {
        panic!("a truncate");
    };
    assert!(truncate.cascade && truncate.restart_identity);
    assert_eq!(truncate.oids, [0x4001, 0x4002]);
}

#[test]
fn whatever_is_cut_off_is_refused() {
    for bytes in every_kind() {
        for len in 0..bytes.len() {
            // Rows are opaque here; they have their own end.
            if matches!(bytes[0], b'I' | b'U' | b'D') && len > 5 {
                continue;
            }
            assert!(
                Decoder::new(3).decode(&bytes[..len]).is_err(),
                "{:?}",
                &bytes[..len]
            );
        }
        if !matches!(bytes[0], b'I' | b'U' | b'D') {
            let longer = message(&[&bytes, b"\0"]);
            assert!(Decoder::new(3).decode(&longer).is_err(), "{longer:?}");
        }
    }
}

#[test]
fn noise_and_changed_messages_are_read_or_refused() {
    let kinds = every_kind();
    for seed in 0..20_000 {
        let mut random = SplitMix64::new(seed);
        let mut bytes = kinds[random.below(kinds.len() as u64) as usize].clone();
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len() as u64) as usize;
            bytes[at] = random.below(256) as u8;
        }
        fuzz_one(&bytes);
        let framed = message(&[b"w", &LSN, &LSN, &TIME, &bytes]);
        fuzz_one(&framed);
    }
}

#[test]
fn frames_are_read_and_the_answer_has_its_place() {
    let bytes = message(&[b"k", &LSN, &TIME, b"\x01"]);
    assert_eq!(
        Frame::decode(&bytes),
        Ok(Frame::KeepAlive {
            end_lsn: 0x0153_a0c8,
            time_us: 7,
            wants_reply: true
        })
    );
    assert!(Frame::decode(b"x").is_err());
    let frame = status_update(0x0153_a0c8, 7);
    assert_eq!(frame[..9], message(&[b"r", &LSN])[..]);
    assert_eq!(frame[25..], message(&[&TIME, b"\0"])[..]);
}
