//! Any bytes as a message about applications.

use super::message::{Message, is_about_applications};

/// Decodes `bytes`. Nothing panics, and what comes of them is the same again after it was encoded.
///
/// # Panics
/// If one of these does not hold.
pub fn fuzz_one(bytes: &[u8]) {
    let _ = is_about_applications(bytes);
    if let Ok(message) = Message::decode(bytes) {
        let again = Message::decode(&message.encode());
        assert_eq!(again.as_ref(), Ok(&message));
    }
}
