//! Any bytes as a message of a cluster.

use super::Message;

/// Decodes `bytes`. Nothing panics, and what comes of them is the same again after it was encoded.
///
/// # Panics
/// If one of these does not hold.
pub fn fuzz_one(bytes: &[u8]) {
    if let Ok(message) = Message::decode(bytes) {
        let again = Message::decode(&message.encode());
        assert_eq!(again.as_ref(), Ok(&message));
    }
}
