//! The extension of a version 1 descriptor: what version 2 adds, in front of the data.

use crate::objects::Objects;
use bytes::{Bytes, BytesMut};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::structs::MsgDescriptorExtension;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::name::fill_with_blanks;
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_queue::has_more_than_version_1;

/// An application that passed a version 1 descriptor gets the fields version 2 adds in an
/// extension before the data, when any of them says something.
pub(crate) fn with_extension(
    objects: &Objects,
    descriptor: &mut MsgDescriptor,
    body: Bytes,
) -> Bytes {
    let more = has_more_than_version_1(descriptor);
    descriptor.version = MQMD_VERSION_1;
    if !more {
        return body;
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
    descriptor.coded_char_set_id = objects.limits().ccsid;
    let mut joined = BytesMut::with_capacity(head.len() + body.len());
    joined.extend_from_slice(&head);
    joined.extend_from_slice(&body);
    joined.freeze()
}

/// A version 1 descriptor may be followed by an extension at the start of the data, which
/// holds what version 2 adds. It is taken out and put where it belongs.
pub(crate) fn take_extension(
    descriptor: &mut MsgDescriptor,
    body: &mut Bytes,
) -> Result<(), Reason> {
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
