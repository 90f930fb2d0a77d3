//! Any bytes as a message that fills a bag.

use crate::Bags;
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::{MQCBO_ADMIN_BAG, MQCBO_LIST_FORM_ALLOWED};
use ferromq_mqi::header::ByteOrder;

/// Fills a bag with `bytes` as `mqBufferToBag` does; the first says in which order bytes of numbers are, and which
/// kind of bag it is.
///
/// # Panics
/// If the message such a bag makes does not fill one that makes the same.
pub fn fuzz_one(bytes: &[u8]) {
    let Some((first, bytes)) = bytes.split_first() else {
        return;
    };
    let order = match first & 1 {
        0 => ByteOrder::Little,
        _ => ByteOrder::Big,
    };
    let options = match first & 2 {
        0 => MQCBO_LIST_FORM_ALLOWED,
        _ => MQCBO_ADMIN_BAG,
    };
    let mut bags = Bags::new();
    let made = |bags: &mut Bags, bytes: &[u8], order| -> Result<Vec<u8>, Reason> {
        let bag = bags.create(options)?;
        bags.fill_from_bytes(bag, bytes, order, 1208)?;
        bags.to_bytes(bag)
    };
    if let Ok(message) = made(&mut bags, bytes, order) {
        let again = made(&mut bags, &message, ByteOrder::NATIVE);
        assert_eq!(again.as_ref(), Ok(&message));
    }
}
