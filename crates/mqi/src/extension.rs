//! The extension of a version 1 descriptor: what version 2 adds, in front of the data.

use crate::convert::{Conversion, Described, convert};
use crate::generated::constants::{
    MQENC_NATIVE, MQGI_NONE, MQMD_VERSION_1, MQMD_VERSION_2, MQMDE_LENGTH_2, MQMDE_VERSION_2,
    MQMF_NONE, MQOL_UNDEFINED,
};
use crate::generated::structs::MsgDescriptor;
use crate::generated::structs::MsgDescriptorExtension;
use crate::header::ByteOrder;
use crate::name::fill_with_blanks;
use crate::reason::Reason;
use bytes::Bytes;

/// Whether a descriptor says that an extension of it stands in front of the data.
#[must_use]
pub fn is_extended(descriptor: &MsgDescriptor) -> bool {
    let mut format = descriptor.format;
    fill_with_blanks(&mut format);
    descriptor.version == MQMD_VERSION_1 && format == *b"MQHMDE  "
}

/// What is behind an extension, with what it says in the descriptor; `None` where there is none, or what stands there is none.
#[must_use]
pub fn behind_extension(
    descriptor: &MsgDescriptor,
    body: &Bytes,
) -> Option<(MsgDescriptor, Bytes)> {
    if !is_extended(descriptor) {
        return None;
    }
    let (mut inner, mut rest) = (descriptor.clone(), body.clone());
    take_extension(&mut inner, &mut rest).ok()?;
    Some((inner, rest))
}

/// A version 1 descriptor may be followed by an extension at the start of the data, which
/// holds what version 2 adds. It is taken out and put where it belongs.
///
/// # Errors
/// `MQRC_MDE_ERROR`: the format says there is one, and there is none, or one of another length. Nothing is changed but the fields of version 2, which are
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
    if !is_extended(descriptor) {
        return Ok(());
    }
    let order = ByteOrder::from_encoding(descriptor.encoding);
    let extension = MsgDescriptorExtension::decode(body, order).map_err(|_| Reason::MDE_ERROR)?;
    let stated = extension.struc_length;
    if extension.struc_id != *b"MDE "
        || extension.version != MQMDE_VERSION_2
        || stated != MQMDE_LENGTH_2
    {
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
    let said = Described {
        ccsid: extension.coded_char_set_id,
        encoding: extension.encoding,
    };
    let described = said.inheriting(Described::of(descriptor));
    descriptor.encoding = described.encoding;
    descriptor.coded_char_set_id = described.ccsid;
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

#[cfg(test)]
mod tests {
    use super::*;

    const OUTER: Described = Described {
        ccsid: 819,
        encoding: MQENC_NATIVE,
    };

    /// What is found in an extension that says this.
    fn found(extension: &MsgDescriptorExtension) -> Result<(Described, Bytes), Reason> {
        let mut head = vec![0; MsgDescriptorExtension::SIZE];
        extension.encode_into(&mut head, ByteOrder::NATIVE);
        head.extend_from_slice(b"data");
        let mut body = Bytes::from(head);
        let mut descriptor = MsgDescriptor {
            format: *b"MQHMDE  ",
            coded_char_set_id: OUTER.ccsid,
            encoding: OUTER.encoding,
            ..MsgDescriptor::default()
        };
        take_extension(&mut descriptor, &mut body)?;
        Ok((Described::of(&descriptor), body))
    }

    /// Source: MQMDE, CodedCharSetId, Encoding.
    #[test]
    fn data_behind_an_extension_is_coded_as_it_is_unless_it_says_otherwise() {
        for (ccsid, encoding, expected) in [
            (-2, 273, (819, 273)),
            (0, 0, (819, MQENC_NATIVE)),
            (500, 273, (500, 273)),
        ] {
            let extension = MsgDescriptorExtension {
                coded_char_set_id: ccsid,
                encoding,
                ..MsgDescriptorExtension::default()
            };
            let (described, data) = found(&extension).expect("well formed");
            assert_eq!((described.ccsid, described.encoding), expected);
            assert_eq!(data, "data");
        }
    }

    /// Source: 2248.
    #[test]
    fn an_extension_of_another_length_is_none() {
        for length in [0, 71, 76] {
            let extension = MsgDescriptorExtension {
                struc_length: length,
                ..MsgDescriptorExtension::default()
            };
            assert_eq!(found(&extension).map(|_| ()), Err(Reason::MDE_ERROR));
        }
    }

    #[test]
    fn an_extension_is_coded_as_asked_for_where_that_can_be() {
        let of_group = MsgDescriptor {
            version: MQMD_VERSION_2,
            format: *b"MQSTR   ",
            coded_char_set_id: 500,
            group_id: [7; 24],
            msg_seq_number: 2,
            ..MsgDescriptor::default()
        };
        for (ccsid, encoding, expected) in [
            (500, 273, (500, 273)),
            (819, MQENC_NATIVE, (819, MQENC_NATIVE)),
            // No code page.
            (7, 273, (1208, MQENC_NATIVE)),
        ] {
            let mut descriptor = of_group.clone();
            let to = Described { ccsid, encoding };
            let head = make_extension_coded(&mut descriptor, 1208, to).expect("one");
            let made = Described::of(&descriptor);
            assert_eq!((made.ccsid, made.encoding), expected);
            assert_eq!(descriptor.format, *b"MQHMDE  ");
            let order = ByteOrder::from_encoding(made.encoding);
            let read = MsgDescriptorExtension::decode(&head, order).expect("one");
            assert_eq!((read.group_id, read.msg_seq_number), ([7; 24], 2));
            assert_eq!(read.coded_char_set_id, 500);
            let ebcdic = head[..4] == [0xd4, 0xc4, 0xc5, 0x40];
            assert_eq!(ebcdic, made.ccsid == 500);
        }
    }
}
