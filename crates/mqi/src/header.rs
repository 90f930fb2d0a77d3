//! Structures that travel as bytes: the message descriptor and the headers in front of a body.
//!
//! The structures themselves are generated; this module holds what they share: byte order, the one way
//! decoding can fail, and the rules for MQ's fixed-length text fields.

use std::fmt;

use crate::generated::constants::{MQENC_INTEGER_MASK, MQENC_INTEGER_REVERSED};

pub use crate::generated::structs::{
    BeginOptions, CicsHeader, CommandHeader, DeadLetterHeader, DistributionHeader, ImsHeader,
    MsgDescriptor, MsgDescriptorExtension, ReferenceHeader, RulesHeader, RulesHeader2,
    TransmissionHeader, TriggerMessage, TriggerMessage2, WorkHeader,
};

/// The order of the bytes of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByteOrder {
    /// Least significant byte first; MQ calls it reversed.
    Little,
    /// Most significant byte first; MQ calls it normal.
    Big,
}

impl ByteOrder {
    /// The order of this machine.
    pub const NATIVE: ByteOrder = if cfg!(target_endian = "big") {
        ByteOrder::Big
    } else {
        ByteOrder::Little
    };

    /// The order an `Encoding` field names for binary integers. Anything but reversed counts as normal.
    #[must_use]
    pub const fn from_encoding(encoding: i32) -> ByteOrder {
        if encoding & MQENC_INTEGER_MASK == MQENC_INTEGER_REVERSED {
            ByteOrder::Little
        } else {
            ByteOrder::Big
        }
    }

    /// The number in four bytes.
    #[must_use]
    pub const fn i32_of(self, bytes: [u8; 4]) -> i32 {
        match self {
            Self::Little => i32::from_le_bytes(bytes),
            Self::Big => i32::from_be_bytes(bytes),
        }
    }

    /// A number as four bytes.
    #[must_use]
    pub const fn i32_bytes(self, number: i32) -> [u8; 4] {
        match self {
            Self::Little => number.to_le_bytes(),
            Self::Big => number.to_be_bytes(),
        }
    }
}

/// The bytes end before the structure does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooShort {
    /// Bytes the structure takes.
    pub needed_bytes: usize,
    /// Bytes there were.
    pub given_bytes: usize,
}

impl fmt::Display for TooShort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} bytes where {} are needed",
            self.given_bytes, self.needed_bytes
        )
    }
}

impl std::error::Error for TooShort {}

/// A fixed-length field with `text` at its start and blanks after it. Text that is too long is cut.
#[must_use]
pub fn blank_filled<const N: usize>(text: &str) -> [u8; N] {
    let mut field = [b' '; N];
    let used = text.len().min(N);
    field[..used].copy_from_slice(&text.as_bytes()[..used]);
    field
}

/// The text of a fixed-length field: it ends at the first NUL, and blanks at its end do not count.
#[must_use]
pub fn field_text(field: &[u8]) -> &[u8] {
    let end = field.iter().position(|b| *b == 0).unwrap_or(field.len());
    field[..end].trim_ascii_end()
}

/// `N` bytes from `offset`; the generated code passes constants that the compiler can check.
#[inline]
pub(crate) fn array<const N: usize, const SIZE: usize>(
    bytes: &[u8; SIZE],
    offset: usize,
) -> [u8; N] {
    let mut out = [0; N];
    out.copy_from_slice(&bytes[offset..offset + N]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generated::layout;

    #[test]
    fn a_default_descriptor_has_the_bytes_c_programs_start_from() {
        let mut bytes = [0xff; MsgDescriptor::SIZE];
        MsgDescriptor::default().encode_le_into(&mut bytes);
        assert_eq!(&bytes[..8], b"MD  \x01\0\0\0");
        assert_eq!(
            &bytes[layout::mqmd::EXPIRY_OFFSET..][..4],
            &(-1i32).to_le_bytes()
        );
        assert_eq!(&bytes[layout::mqmd::FORMAT_OFFSET..][..8], b"        ");
        assert_eq!(&bytes[layout::mqmd::REPLY_TO_Q_OFFSET..][..48], &[0; 48]);
        assert_eq!(
            &bytes[layout::mqmd::ORIGINAL_LENGTH_OFFSET..][..4],
            &(-1i32).to_le_bytes()
        );
    }

    #[test]
    fn a_descriptor_reads_back_as_written_in_both_byte_orders() {
        let descriptor = MsgDescriptor {
            version: 2,
            msg_id: [7; 24],
            priority: 4,
            msg_seq_number: 9,
            reply_to_q: blank_filled("REPLY"),
            ..MsgDescriptor::default()
        };
        for order in [ByteOrder::Little, ByteOrder::Big] {
            let mut bytes = [0; MsgDescriptor::SIZE];
            descriptor.encode_into(&mut bytes, order);
            assert_eq!(MsgDescriptor::decode(&bytes, order), Ok(descriptor.clone()));
        }
    }

    #[test]
    fn a_version_1_descriptor_needs_324_bytes_and_gets_default_group_fields() {
        let sent = MsgDescriptor {
            group_id: [5; 24],
            msg_seq_number: 3,
            ..MsgDescriptor::default()
        };
        let mut bytes = [0; MsgDescriptor::SIZE_1];
        sent.encode_version_1_be_into(&mut bytes);
        let read = MsgDescriptor::decode(&bytes, ByteOrder::Big).unwrap();
        assert_eq!((read.group_id, read.msg_seq_number), ([0; 24], 1));
        assert!(MsgDescriptor::decode(&bytes[..323], ByteOrder::Big).is_err());
    }

    #[test]
    fn a_version_2_descriptor_of_324_bytes_is_too_short() {
        let sent = MsgDescriptor {
            version: 2,
            ..MsgDescriptor::default()
        };
        let mut bytes = [0; MsgDescriptor::SIZE_1];
        sent.encode_version_1_le_into(&mut bytes);
        let short = MsgDescriptor::decode_le(&bytes);
        assert_eq!(
            short,
            Err(TooShort {
                needed_bytes: 364,
                given_bytes: 324
            })
        );
    }

    #[test]
    fn a_transmission_header_carries_a_version_1_descriptor() {
        let mut header = TransmissionHeader {
            remote_q_name: blank_filled("A"),
            ..TransmissionHeader::default()
        };
        header.msg_desc.priority = 8;
        let mut bytes = [0; TransmissionHeader::SIZE];
        header.encode_into(&mut bytes, ByteOrder::NATIVE);
        assert_eq!(
            TransmissionHeader::decode(&bytes, ByteOrder::NATIVE),
            Ok(header)
        );
    }

    /// Bytes that are all different mean that a field read from or written to a wrong place shows.
    macro_rules! every_byte_has_its_place {
        ($($name:ident),*) => {$(
            for order in [ByteOrder::Little, ByteOrder::Big] {
                let bytes: Vec<u8> = (0..$name::SIZE).map(|at| (at * 7 + at / 256) as u8).collect();
                let mut written = vec![0; $name::SIZE];
                $name::decode(&bytes, order).unwrap().encode_into(&mut written, order);
                assert_eq!(written, bytes, "{} {order:?}", stringify!($name));
                let short = $name::decode(&bytes[1..], order).unwrap_err();
                assert_eq!(short.needed_bytes, $name::SIZE);
            }
        )*};
    }

    #[test]
    fn every_byte_of_every_structure_survives_decode_and_encode() {
        every_byte_has_its_place!(
            BeginOptions,
            CicsHeader,
            CommandHeader,
            DeadLetterHeader,
            DistributionHeader,
            ImsHeader,
            MsgDescriptor,
            MsgDescriptorExtension,
            ReferenceHeader,
            RulesHeader,
            RulesHeader2,
            TriggerMessage,
            TriggerMessage2,
            WorkHeader
        );
    }

    #[test]
    fn field_text_ends_at_nul_and_drops_trailing_blanks() {
        assert_eq!(field_text(b"MQSTR\0ab"), b"MQSTR");
        assert_eq!(field_text(b"  A B   "), b"  A B");
        assert_eq!(field_text(b"        "), b"");
    }

    #[test]
    fn the_encoding_field_names_the_byte_order() {
        assert_eq!(ByteOrder::from_encoding(546), ByteOrder::Little);
        assert_eq!(ByteOrder::from_encoding(273), ByteOrder::Big);
        assert_eq!(ByteOrder::from_encoding(785), ByteOrder::Big);
    }
}
