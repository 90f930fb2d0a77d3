//! What a conversion works on, and where it stops.

use super::text::{TextChange, integer_order};
use crate::generated::constants::*;
use crate::generated::structs::MsgDescriptor;
use crate::header::ByteOrder;
use crate::reason::Reason;

/// How data is coded: the two fields that say so in every descriptor and header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Described {
    /// `CodedCharSetId`.
    pub ccsid: i32,
    /// `Encoding`.
    pub encoding: i32,
}

impl Described {
    /// How a message descriptor says the data of its message is coded.
    #[must_use]
    pub const fn of(descriptor: &MsgDescriptor) -> Self {
        Self {
            ccsid: descriptor.coded_char_set_id,
            encoding: descriptor.encoding,
        }
    }

    /// As a header says its data is coded that is coded like `outer` itself: where it says nothing it means, as I am.
    #[must_use]
    pub fn inheriting(self, outer: Self) -> Self {
        let ccsid = match self.ccsid {
            MQCCSI_UNDEFINED | MQCCSI_INHERIT => outer.ccsid,
            ccsid => ccsid,
        };
        let encoding = match self.encoding {
            0 => outer.encoding,
            encoding => encoding,
        };
        Self { ccsid, encoding }
    }
}

/// Why a part ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The data was cut here; what is before is converted.
    Cut,
    /// The part cannot be converted.
    Failed(Reason),
}

/// From what to what a part is changed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub(super) from: Described,
    pub(super) to: Described,
}

impl Change {
    pub(super) fn orders(&self) -> Result<(ByteOrder, ByteOrder), Stop> {
        let source = integer_order(self.from.encoding);
        let target = integer_order(self.to.encoding);
        Ok((
            source.ok_or(Stop::Failed(Reason::SOURCE_INTEGER_ENC_ERROR))?,
            target.ok_or(Stop::Failed(Reason::TARGET_INTEGER_ENC_ERROR))?,
        ))
    }

    pub(super) fn text(&self) -> Result<TextChange, Stop> {
        TextChange::between(self.from, self.to)
    }
}

/// Where a header says how what follows it is coded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) encoding_at: usize,
    pub(super) ccsid_at: usize,
    pub(super) order: ByteOrder,
}

/// What follows a part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Next {
    pub(super) format: [u8; 8],
    pub(super) from: Described,
    pub(super) link: Option<Link>,
}

/// A format constant as it stands in a field.
pub(super) fn fmt(name: &str) -> [u8; 8] {
    crate::header::blank_filled(name)
}
