//! Requests and replies as bytes, for roads that leave the process.
//!
//! A frame is a head and a body. The head starts with its own length, so that a receiver can
//! take head and body apart while it copies them; the body is message data (or text) exactly as
//! the application gave it. All integers are little-endian, whatever the machine.
//!
//! ```text
//! head  0  u32  bytes of the head, these eight included, at most HEAD_BYTES_MAX
//!       4  u8   which verb, or which reply
//!       5  u8   flags: bit 0 of a request, no reply is wanted
//!       6  u16  zero
//!       8  the fields of the variant, in the order of `request.rs`, `reply.rs`,
//!          `distribution.rs`, `local.rs`, `subscription.rs` and `xa.rs`
//! body  the rest of the frame
//! ```
//!
//! What an application cannot pass in is not sent: the returned fields of put options and get
//! options travel in replies only. Anything else survives encoding and decoding unchanged.
//! Bytes that are no frame give a [`Malformed`] and never more than that.

mod distribution;
mod fields;
mod hello;
mod local;
mod reply;
mod request;
mod subscription;
mod xa;

#[cfg(test)]
mod tests;

pub use fields::Malformed;
pub use hello::{
    Answer, ConnectHello, ControlAnswer, ControlRequest, EndHow, Hello, Phase, Refusal, Welcome,
};
pub use reply::{decode_reply, encode_reply};
pub use request::{decode_request, encode_request, is_quiet, wants_no_reply};

use bytes::Bytes;

/// Bytes at the start of every head that say what it is.
pub const PREFIX_BYTES: usize = 8;

/// Largest head, in bytes. The largest real one is that of a put to a distribution list with all its records.
pub const HEAD_BYTES_MAX: usize = 512 * 1024;

/// Most selectors and attribute values in one inquire or set. The MQI allows 256.
pub const SELECTORS_MAX: usize = 1024;

/// Longest object string or selection string, in bytes. The MQI allows 10,240.
pub const STRING_BYTES_MAX: usize = 16 * 1024;

/// Longest text of a command, in bytes.
pub const COMMAND_BYTES_MAX: usize = 1 << 20;

/// The length of the head that these first eight bytes announce.
///
/// # Errors
/// When no head has that length.
pub fn head_bytes(prefix: &[u8; PREFIX_BYTES]) -> Result<usize, Malformed> {
    let announced = u32::from_le_bytes([prefix[0], prefix[1], prefix[2], prefix[3]]) as usize;
    if (PREFIX_BYTES..=HEAD_BYTES_MAX).contains(&announced) {
        Ok(announced)
    } else {
        Err(Malformed::HeadLength)
    }
}

/// Decodes arbitrary bytes as everything they could be. For fuzzing: it must not panic.
pub fn fuzz_one(bytes: &[u8]) {
    if let Some(prefix) = bytes.first_chunk() {
        let head_len = head_bytes(prefix).unwrap_or(bytes.len()).min(bytes.len());
        let (head, body) = bytes.split_at(head_len);
        for head in [head, bytes] {
            if let Ok(request) = decode_request(head, Bytes::copy_from_slice(body)) {
                let mut again = Vec::new();
                let _ = encode_request(&request, false, &mut again, usize::MAX);
            }
            if let Ok(reply) = decode_reply(head, Bytes::copy_from_slice(body)) {
                let _ = encode_reply(&reply, &mut Vec::new(), usize::MAX);
            }
        }
    }
    let _ = Hello::decode(bytes);
    let _ = Answer::decode(bytes);
}
