//! Which properties a get shows in its data: what its options say, else what `PROPCTL` of the queue says.

use crate::handle::{Handle, Opened};
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::convert::Described;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::property::{Kept, strip};
use ferromq_mqi::{MsgDescriptor, Reason, rfh2};

const PROPERTIES: i32 = MQGMO_NO_PROPERTIES
    | MQGMO_PROPERTIES_FORCE_MQRFH2
    | MQGMO_PROPERTIES_IN_HANDLE
    | MQGMO_PROPERTIES_COMPATIBILITY;

/// One of the options at most; and here no get has a message handle to put properties in.
pub(super) fn check_properties(asked: i32) -> Result<(), Reason> {
    match asked & PROPERTIES {
        MQGMO_PROPERTIES_IN_HANDLE => Err(Reason::HMSG_ERROR),
        some if some.count_ones() > 1 => Err(Reason::OPTIONS_ERROR),
        _ => Ok(()),
    }
}

/// Which messages keep their properties in their data; `None` for all. The attribute is looked at only for a
/// message that may have some.
pub(super) fn kept(handle: &Handle, asked: i32, message: &MsgDescriptor) -> Option<Kept> {
    if message.format != rfh2::FORMAT {
        return None;
    }
    match asked & PROPERTIES {
        MQGMO_NO_PROPERTIES => return Some(Kept::None),
        MQGMO_PROPERTIES_COMPATIBILITY => return Some(Kept::OfOldFolders),
        MQGMO_PROPERTIES_FORCE_MQRFH2 => return None,
        _ => {}
    }
    let Opened::Queue(resolved) = &handle.opened else {
        return None;
    };
    // Documented: of an alias it is the alias that counts.
    let control = match &resolved.front {
        Some(front) => front.definition().int(Attr::Propctl),
        None => resolved.queue.hot().property_control,
    };
    match control {
        MQPROP_NONE => Some(Kept::None),
        MQPROP_COMPATIBILITY => Some(Kept::OfOldFolders),
        _ => None,
    }
}

/// Takes properties out of the data, and lets the descriptor describe what is left.
pub(super) fn without_properties(
    descriptor: &mut MsgDescriptor,
    body: bytes::Bytes,
    kept: Option<Kept>,
) -> bytes::Bytes {
    let Some(kept) = kept else {
        return body;
    };
    let described = Described {
        ccsid: descriptor.coded_char_set_id,
        encoding: descriptor.encoding,
    };
    let Some(stripped) = strip(descriptor.format, described, &body, kept) else {
        return body;
    };
    descriptor.format = stripped.format;
    descriptor.coded_char_set_id = stripped.described.ccsid;
    descriptor.encoding = stripped.described.encoding;
    stripped.body
}
