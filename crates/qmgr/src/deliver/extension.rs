//! The extension of a version 1 descriptor: what version 2 adds, in front of the data.

use crate::objects::Objects;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::structs::MsgDescriptorExtension;
use ferromq_mqi::header::ByteOrder;
use ferromq_queue::has_more_than_version_1;

/// An application that passed a version 1 descriptor gets the fields version 2 adds in an
/// extension before the data, when any of them says something: that, and the descriptor as it is then.
pub(crate) fn take_for_extension(
    objects: &Objects,
    descriptor: &mut MsgDescriptor,
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
    descriptor.coded_char_set_id = objects.limits().ccsid;
    Some(head)
}
