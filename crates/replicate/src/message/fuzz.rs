//! Arbitrary bytes as messages.

use super::{
    Ended, Header, Key, Kind, Message, Notice, Operations, Restart, Schema, SubscriptionState,
    write_operation, write_truncate,
};
use bytes::Bytes;

/// Takes bytes as a message, as each kind of body, and as a restart message.
///
/// # Panics
/// When what was read is not read again from how it is written.
pub fn fuzz_one(bytes: &[u8]) {
    let shared = Bytes::copy_from_slice(bytes);
    if let Ok(message) = Message::decode(&shared) {
        assert_eq!(message.header.encode(&message.body), Ok(shared));
        operations(&message);
    }
    // A checksum is hard to guess: the rest is tried as the body of a good header.
    if let Some((kind, body)) = bytes.split_first() {
        bodies(body);
        let mut message = Message {
            header: plain_header(),
            body: Bytes::copy_from_slice(body),
        };
        message.header.operations = u32::from(*kind);
        operations(&message);
        message.header.kind = Kind::Pack;
        message.header.is_first = false;
        message.header.is_last = false;
        message.header.chunk = 2 + u32::from(*kind) % 3;
        let last = message.last_sequence();
        if let Ok(unpacked) = message.unpack() {
            assert_eq!(unpacked.last().map(Message::last_sequence), Some(last));
            unpacked.iter().for_each(operations);
        }
    }
    let mut sealed = b"FRR1\0\0\0\0".to_vec();
    sealed.extend_from_slice(bytes);
    let checksum = ferromq_base::checksum::crc32c(bytes);
    sealed[4..8].copy_from_slice(&checksum.to_be_bytes());
    for bytes in [bytes, &sealed] {
        if let Ok(restart) = Restart::decode(bytes) {
            let again = restart
                .encode()
                .expect("what was read is within the limits");
            assert_eq!(Restart::decode(&again).as_ref(), Ok(&restart));
        }
    }
}

fn bodies(body: &[u8]) {
    if let Ok(schema) = Schema::decode(body) {
        assert_eq!(schema.encode().as_deref(), Ok(body));
    }
    if let Ok(state) = SubscriptionState::decode(body) {
        assert_eq!(state.encode(), body);
    }
    if let Ok(ended) = Ended::decode(body) {
        assert_eq!(ended.encode(), body);
    }
    if let Ok(notice) = Notice::decode(body) {
        assert_eq!(notice.encode(), body);
    }
}

fn operations(message: &Message) {
    if message.header.kind != Kind::Transaction {
        return;
    }
    let mut written = Vec::new();
    for operation in Operations::of(message) {
        let Ok(operation) = operation else {
            return;
        };
        let _ = operation.change();
        let before = written.len();
        match operation.truncate() {
            Ok(truncate) => write_truncate(&mut written, &truncate),
            Err(_) => write_operation(
                &mut written,
                operation.action,
                operation.table,
                operation.data,
            ),
        }
        .expect("what was read fits");
        assert!(written.len() > before);
    }
    assert_eq!(written, message.body);
}

fn plain_header() -> Header {
    Header {
        kind: Kind::Transaction,
        is_first: true,
        is_last: true,
        has_whole_old_rows: false,
        key: Key {
            map: 1,
            epoch: 1,
            sequence: 1,
        },
        schema_version: 0,
        commit_lsn: 1,
        end_lsn: 2,
        commit_time_us: 0,
        xid: 1,
        chunk: 0,
        operations: 0,
    }
}
