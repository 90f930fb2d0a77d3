//! Any bytes as a message.

use super::Message;
use crate::header::ByteOrder;

/// Takes `bytes` for a message, in both orders, and checks what must hold for any: nothing panics, and what
/// was understood is understood again, and the same, from what it is encoded as.
///
/// # Panics
/// If one of these does not hold.
pub fn fuzz_one(bytes: &[u8]) {
    for order in [ByteOrder::Little, ByteOrder::Big] {
        if let Ok((message, used)) = Message::decode_first(bytes, order) {
            assert!(used <= bytes.len());
            let again = Message::decode(&message.encode(order), order);
            assert_eq!(again.as_ref(), Ok(&message));
        }
    }
}
