//! Message bodies: a number, and bytes that follow from it.

use bytes::Bytes;
use ferromq_base::random::SplitMix64;

/// Bytes of the number every body begins with.
pub(crate) const NUMBER_BYTES: usize = 8;

/// The body of message `number`, `len` bytes long.
pub(crate) fn make(number: u64, len: usize) -> Bytes {
    let mut bytes = vec![0_u8; len];
    bytes[..NUMBER_BYTES].copy_from_slice(&number.to_le_bytes());
    SplitMix64::new(number).fill(&mut bytes[NUMBER_BYTES..]);
    Bytes::from(bytes)
}

/// Bytes of the header of a message on a transmission queue, with the descriptor in it.
const TRANSMISSION_BYTES: usize = 428;

/// Bytes of the header of a message on a dead-letter queue.
const DEAD_LETTER_BYTES: usize = 172;

/// What was put, without the header it has on a transmission queue or a dead-letter queue.
pub(crate) fn carried(body: &[u8]) -> &[u8] {
    let in_front = match body.first_chunk() {
        Some(b"XQH ") => TRANSMISSION_BYTES,
        Some(b"DLH ") => DEAD_LETTER_BYTES,
        _ => 0,
    };
    body.get(in_front..).unwrap_or_default()
}

/// The number a body begins with.
pub(crate) fn number(body: &[u8]) -> Result<u64, String> {
    body.first_chunk::<NUMBER_BYTES>()
        .map(|bytes| u64::from_le_bytes(*bytes))
        .ok_or_else(|| format!("a body of {} bytes has no number", body.len()))
}

/// Checks that `body` is the beginning of the body of message `number`, which has `len` bytes.
pub(crate) fn check(body: &[u8], number: u64, len: usize) -> Result<(), String> {
    if make(number, len.max(NUMBER_BYTES))[..body.len()] == *body {
        Ok(())
    } else {
        Err(format!("the body of message {number} is not what was put"))
    }
}

/// The message id message `number` is put with.
pub(crate) fn msg_id(number: u64) -> [u8; 24] {
    let mut id = [7; 24];
    id[..NUMBER_BYTES].copy_from_slice(&number.to_le_bytes());
    id
}
