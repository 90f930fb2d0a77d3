//! The extension of a version 1 descriptor: what version 2 adds, in front of the data.

use crate::convert::{Conversion, Described, convert};
use crate::generated::constants::{
    MQENC_NATIVE, MQGI_NONE, MQMD_VERSION_1, MQMD_VERSION_2, MQMDE_VERSION_2, MQMF_NONE,
    MQOL_UNDEFINED,
};
use crate::generated::structs::MsgDescriptor;
use crate::generated::structs::MsgDescriptorExtension;
use crate::header::ByteOrder;
use crate::name::fill_with_blanks;
use crate::reason::Reason;
use bytes::Bytes;

/// A version 1 descriptor may be followed by an extension at the start of the data, which
/// holds what version 2 adds. It is taken out and put where it belongs.
///
/// # Errors
/// `MQRC_MDE_ERROR`: the format says there is one, and there is none. Nothing is changed but the fields of version 2, which are
/// as without one.
pub fn take_extension(descriptor: &mut MsgDescriptor, body: &mut Bytes) -> Result<(), Reason> {
    if descriptor.version != MQMD_VERSION_1 {
        return Ok(());
    }
    let defaults = MsgDescriptor::default();
    descriptor.group_id = defaults.group_id;
    descriptor.msg_seq_number = defaults.msg_seq_number;
    descriptor.offset = defaults.offset;
    descriptor.msg_flags = defaults.msg_flags;
    descriptor.original_length = defaults.original_length;
    if descriptor.format != *b"MQHMDE  " {
        return Ok(());
    }
    let order = ByteOrder::from_encoding(descriptor.encoding);
    let extension = MsgDescriptorExtension::decode(body, order).map_err(|_| Reason::MDE_ERROR)?;
    if extension.struc_id != *b"MDE " || extension.version != MQMDE_VERSION_2 {
        return Err(Reason::MDE_ERROR);
    }
    descriptor.version = MQMD_VERSION_2;
    descriptor.group_id = extension.group_id;
    descriptor.msg_seq_number = extension.msg_seq_number;
    descriptor.offset = extension.offset;
    descriptor.msg_flags = extension.msg_flags;
    descriptor.original_length = extension.original_length;
    descriptor.format = extension.format;
    fill_with_blanks(&mut descriptor.format);
    descriptor.encoding = extension.encoding;
    descriptor.coded_char_set_id = extension.coded_char_set_id;
    *body = body.slice(MsgDescriptorExtension::SIZE..);
    Ok(())
}

/// Whether a version 2 descriptor says more than one of version 1 could.
#[must_use]
pub fn has_more_than_version_1(descriptor: &MsgDescriptor) -> bool {
    let defaults = (MQGI_NONE, 1, 0, MQMF_NONE, MQOL_UNDEFINED);
    let fields = (
        descriptor.group_id,
        descriptor.msg_seq_number,
        descriptor.offset,
        descriptor.msg_flags,
        descriptor.original_length,
    );
    descriptor.version >= MQMD_VERSION_2 && fields != defaults
}

/// The other way round: makes a descriptor one of version 1, and what it says more, if anything, an extension to stand in front of the data. `ccsid`
/// is that of the queue manager.
pub fn make_extension(
    descriptor: &mut MsgDescriptor,
    ccsid: i32,
) -> Option<[u8; MsgDescriptorExtension::SIZE]> {
    let more = has_more_than_version_1(descriptor);
    descriptor.version = MQMD_VERSION_1;
    if !more {
        return None;
    }
    let extension = MsgDescriptorExtension {
        encoding: descriptor.encoding,
        coded_char_set_id: descriptor.coded_char_set_id,
        format: descriptor.format,
        group_id: descriptor.group_id,
        msg_seq_number: descriptor.msg_seq_number,
        offset: descriptor.offset,
        msg_flags: descriptor.msg_flags,
        original_length: descriptor.original_length,
        ..MsgDescriptorExtension::default()
    };
    let mut head = [0_u8; MsgDescriptorExtension::SIZE];
    extension.encode_into(&mut head, ByteOrder::NATIVE);
    descriptor.format = *b"MQHMDE  ";
    descriptor.encoding = MQENC_NATIVE;
    descriptor.coded_char_set_id = ccsid;
    Some(head)
}

/// The same, in another coding where that can be: what stands in front of data that was converted is coded as they are.
pub fn make_extension_coded(
    descriptor: &mut MsgDescriptor,
    ccsid: i32,
    to: Described,
) -> Option<[u8; MsgDescriptorExtension::SIZE]> {
    let mut head = make_extension(descriptor, ccsid)?;
    let from = Described::of(descriptor);
    let converted = convert(
        &head,
        &Conversion {
            format: descriptor.format,
            from,
            to,
            q_mgr: from,
            cut: false,
            room: head.len(),
            may_cut: false,
        },
    );
    if converted.reason == Reason::NONE
        && let Some(Ok(made)) = converted.data.map(TryInto::try_into)
    {
        head = made;
        descriptor.coded_char_set_id = converted.described.ccsid;
        descriptor.encoding = converted.described.encoding;
    }
    Some(head)
}
