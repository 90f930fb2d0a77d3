//! Any bytes for a request.

use crate::message::Request;
use ferromq_mqi::header::ByteOrder;

/// Takes any bytes: what is understood is written and understood again as the same.
///
/// # Panics
/// When it is not.
pub fn fuzz_one(data: &[u8]) {
    for order in [ByteOrder::Big, ByteOrder::Little] {
        if let Ok(request) = Request::decode(data, order) {
            let again = Request::decode(&request.encode(), ByteOrder::NATIVE);
            // invariant: what was read is within the bounds of what is written; a fuzz target is to stop where it is not.
            assert_eq!(again.as_ref(), Ok(&request));
        }
    }
}
