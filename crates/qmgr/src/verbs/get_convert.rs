//! `MQGMO_CONVERT`: what a get gives back in the code page and encoding the application works in.

use crate::objects::Objects;
use crate::store::joined::check_copy;
use crate::verbs::waiting_get::Wanted;
use bytes::Bytes;
use ferromq_mqi::call::MESSAGE_BYTES_MAX;
use ferromq_mqi::convert::{Conversion, Described, convert};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::{MsgDescriptor, Reason};

/// The data of a message on its way into a buffer.
pub(super) struct Data {
    pub(super) body: Bytes,
    /// What `DataLength` says.
    pub(super) len: u32,
    /// `NONE`, or that the data was cut, which the application accepted.
    pub(super) reason: Reason,
}

/// Converts the data to what `wanted` asks for, and sets code page and encoding of `descriptor` to those of the data
/// given back. Nothing happens where both are as wanted, which is the usual case.
///
/// Source: MQGMO_CONVERT; conversion processing; 2110 to 2120, 2272.
pub(super) fn convert_data(
    objects: &Objects,
    wanted: &Wanted,
    descriptor: &mut MsgDescriptor,
    data: &mut Data,
    room: u32,
    may_cut: bool,
) {
    let Some(conversion) = conversion(objects, wanted, descriptor) else {
        return;
    };
    if data.body.is_empty() {
        return;
    }
    let was_cut = data.reason == Reason::TRUNCATED_MSG_ACCEPTED;
    if conversion.format == *b"        " {
        if !was_cut {
            data.reason = Reason::FORMAT_ERROR;
        }
        return;
    }
    check_copy(data.body.len());
    // What grows beyond the longest message there is goes into no buffer, and is not cut for that: documented is that
    // the application then gets it unconverted.
    let (room, longest) = (room as usize, data.body.len().max(MESSAGE_BYTES_MAX));
    let converted = convert(
        &data.body,
        &Conversion {
            cut: was_cut,
            room: room.min(longest),
            may_cut: may_cut && room <= longest,
            ..conversion
        },
    );
    descriptor.coded_char_set_id = converted.described.ccsid;
    descriptor.encoding = converted.described.encoding;
    if let Some(made) = converted.data {
        data.body = Bytes::from(made);
    }
    if was_cut {
        // Documented: the length is then that of the message as it lies on the queue.
        return;
    }
    data.reason = converted.reason;
    if data.reason != Reason::TRUNCATED_MSG_ACCEPTED {
        data.len = u32::try_from(converted.len).unwrap_or(u32::MAX);
    }
}

/// Whether data of such a message would be converted.
pub(super) fn is_converted(objects: &Objects, wanted: &Wanted, message: &MsgDescriptor) -> bool {
    conversion(objects, wanted, message).is_some()
}

/// How data is wanted; `None` where it is not to be converted.
pub(super) fn described_as(objects: &Objects, wanted: &Wanted) -> Option<Described> {
    let ccsid = match wanted.coded_char_set_id {
        MQCCSI_Q_MGR | MQCCSI_INHERIT => objects.limits().ccsid,
        // Documented for gets: it prevents conversion.
        MQCCSI_EMBEDDED => return None,
        ccsid => ccsid,
    };
    Some(Described {
        ccsid,
        encoding: wanted.encoding,
    })
}

/// What is to be done, or `None` where nothing is.
fn conversion(objects: &Objects, wanted: &Wanted, message: &MsgDescriptor) -> Option<Conversion> {
    let (from, to) = (Described::of(message), described_as(objects, wanted)?);
    if from == to {
        return None;
    }
    Some(Conversion {
        format: message.format,
        from,
        to,
        q_mgr: Described {
            ccsid: objects.limits().ccsid,
            encoding: MQENC_NATIVE,
        },
        cut: false,
        room: 0,
        may_cut: false,
    })
}
