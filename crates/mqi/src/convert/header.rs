//! Headers: a fixed part from the structure table, for some a variable part, and what follows.

use super::change::{Change, Described, Link, Next, Stop, fmt};
use super::field::{FORMAT, Field, Work, length, length_field};
use super::text::name_of;
use super::{name_value, pcf, record};
use crate::generated::constants::*;
use crate::generated::{fields, layout};
use crate::header::ByteOrder;

/// What there is to know of a kind of header.
pub(super) struct Header {
    format: &'static str,
    id: [u8; 4],
    fields: &'static [Field],
    length: Length,
    tail: Tail,
    follows: Follows,
}

/// Where a header says how long it is.
enum Length {
    /// It does not: it has the length of its structure.
    OfStructure,
    /// In `StrucLength`, which is at the same place in all of them. Fewer bytes than these are wrong.
    Stated { bytes_min: usize },
}

/// What stands behind the fixed part, within the stated length.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tail {
    /// Bytes nobody has described.
    Nothing,
    NameValueString,
    NameValueData,
    Strings,
    Records,
    Parameters,
}

/// What a header says about the data behind it.
enum Follows {
    /// Nothing: whatever it is, it is no message.
    Nothing,
    /// Its format only; it is coded as the header is.
    Format { at: usize },
    /// Everything.
    All {
        encoding_at: usize,
        ccsid_at: usize,
        format_at: usize,
    },
}

impl Header {
    /// The header a format name stands for.
    pub(super) fn of(format: [u8; 8]) -> Option<&'static Header> {
        HEADERS.iter().find(|header| fmt(header.format) == format)
    }

    /// Bytes of the fixed part that are there when the whole is `len` bytes long.
    fn fixed_bytes(&self, len: usize) -> usize {
        let last = self.fields.last();
        last.map_or(0, |field| field.offset + field.len).min(len)
    }

    /// How long it says that it is.
    fn stated_bytes(&self, work: &Work<'_>, order: ByteOrder) -> Result<usize, Stop> {
        match self.length {
            Length::OfStructure => Ok(self.fixed_bytes(usize::MAX)),
            Length::Stated { bytes_min } => {
                let stated = length(work.peek(STRUC_LENGTH_OFFSET, order)?)?;
                (stated >= bytes_min).then_some(stated).ok_or(FORMAT)
            }
        }
    }

    fn next(&self, work: &Work<'_>, change: &Change, order: ByteOrder) -> Result<Next, Stop> {
        let inherited = change.from;
        let (format_at, from) = match self.follows {
            Follows::Nothing => (0, inherited),
            Follows::Format { at } => (at, inherited),
            Follows::All {
                encoding_at,
                ccsid_at,
                format_at,
            } => {
                let from = Described {
                    ccsid: work.peek(ccsid_at, order)?,
                    encoding: work.peek(encoding_at, order)?,
                };
                (format_at, from.inheriting(inherited))
            }
        };
        Ok(Next {
            format: name_of(work.peek_bytes(format_at, 8)?, change.from.ccsid),
            from,
            link: None,
        })
    }
}

/// What stands behind the headers that data begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BehindHeaders {
    /// Bytes of all the headers.
    pub header_bytes: usize,
    /// The format of what is behind them.
    pub format: [u8; 8],
    /// How that is coded.
    pub described: Described,
}

/// Finds the end of the headers that data begins with: of those that are whole, and say what follows them.
#[must_use]
pub fn behind_headers(format: [u8; 8], described: Described, data: &[u8]) -> BehindHeaders {
    let mut behind = BehindHeaders {
        header_bytes: 0,
        format,
        described,
    };
    while let Some(next) = behind.next(data) {
        behind = next;
    }
    behind
}

impl BehindHeaders {
    /// The same behind one more header; `None` where there is none.
    fn next(&self, data: &[u8]) -> Option<Self> {
        let header = Header::of(self.format)?;
        if matches!(header.follows, Follows::Nothing) {
            return None;
        }
        let change = Change {
            from: self.described,
            to: self.described,
        };
        let (order, _) = change.orders().ok()?;
        let rest = data.get(self.header_bytes..)?;
        let work = Work::new(rest, false);
        let id: [u8; 4] = name_of(work.peek_bytes(0, 4).ok()?, self.described.ccsid);
        let len = header.stated_bytes(&work, order).ok()?;
        if id != header.id || len == 0 || len > rest.len() {
            return None;
        }
        let next = header.next(&work, &change, order).ok()?;
        Some(Self {
            header_bytes: self.header_bytes + len,
            format: next.format,
            described: next.from,
        })
    }
}

/// Converts one header, and says what follows it.
pub(super) fn convert(
    header: &Header,
    work: &mut Work<'_>,
    change: &Change,
) -> Result<Option<Next>, Stop> {
    let orders = change.orders()?;
    let (start, out_start) = (work.at(), work.out.len());
    let id: [u8; 4] = name_of(work.peek_bytes(0, 4)?, change.from.ccsid);
    if id != header.id {
        return Err(FORMAT);
    }
    let len = header.stated_bytes(work, orders.0)?;
    // A header whose description of what follows is cut off is the last that is there.
    let next = header.next(work, change, orders.0);
    let ahead = Ahead::read(work, orders.0);
    work.bound(start, len)?;
    work.fields(header.fields, len, change)?;
    tail(header.tail, work, change, &ahead, out_start)?;
    work.unbound();
    if let Length::Stated { .. } = header.length {
        let made = length_field(work.out.len() - out_start)?;
        work.patch(out_start + STRUC_LENGTH_OFFSET, made, orders.1);
    }
    let mut next = next?;
    match header.follows {
        Follows::Nothing => {
            work.copy(work.left())?;
            return Ok(None);
        }
        Follows::Format { .. } => {}
        Follows::All {
            encoding_at,
            ccsid_at,
            ..
        } => {
            next.link = Some(Link {
                encoding_at: out_start + encoding_at,
                ccsid_at: out_start + ccsid_at,
                order: orders.1,
            });
        }
    }
    Ok(Some(next))
}

/// Numbers of the fixed part that tails need, by offset.
pub(super) struct Ahead {
    /// In the order of the source; `None` where the data ends before.
    numbers: [Option<i32>; 32],
}

impl Ahead {
    fn read(work: &Work<'_>, order: ByteOrder) -> Self {
        let mut numbers = [None; 32];
        for (at, number) in numbers.iter_mut().enumerate() {
            *number = work.peek(4 * at, order).ok();
        }
        Self { numbers }
    }

    /// The number at an offset.
    pub(super) fn number(&self, offset: usize) -> Result<i32, Stop> {
        self.numbers
            .get(offset / 4)
            .copied()
            .flatten()
            .ok_or(FORMAT)
    }

    /// A length or a count at an offset.
    pub(super) fn length(&self, offset: usize) -> Result<usize, Stop> {
        length(self.number(offset)?)
    }
}

fn tail(
    tail: Tail,
    work: &mut Work<'_>,
    change: &Change,
    ahead: &Ahead,
    out_start: usize,
) -> Result<(), Stop> {
    match tail {
        Tail::Nothing => work.copy(work.left()),
        Tail::NameValueString => name_value::string(work, change),
        Tail::NameValueData => {
            let ccsid = ahead.number(layout::mqrfh2::NAME_VALUE_CCSID_OFFSET)?;
            name_value::data(work, change, ccsid)
        }
        Tail::Strings => record::strings(work, change, ahead, out_start),
        Tail::Records => record::records(work, change, ahead),
        Tail::Parameters => {
            while work.left() > 0 {
                pcf::parameter(work, change)?;
            }
            Ok(())
        }
    }
}

macro_rules! all_described {
    ($layout:ident) => {
        Follows::All {
            encoding_at: layout::$layout::ENCODING_OFFSET,
            ccsid_at: layout::$layout::CODED_CHAR_SET_ID_OFFSET,
            format_at: layout::$layout::FORMAT_OFFSET,
        }
    };
}

static HEADERS: [Header; 12] = [
    Header {
        format: MQFMT_DEAD_LETTER_HEADER,
        id: *b"DLH ",
        fields: &fields::MQDLH,
        length: Length::OfStructure,
        tail: Tail::Nothing,
        follows: all_described!(mqdlh),
    },
    Header {
        format: MQFMT_RF_HEADER_2,
        id: *b"RFH ",
        fields: &fields::MQRFH2,
        length: Length::Stated { bytes_min: 36 },
        tail: Tail::NameValueData,
        follows: all_described!(mqrfh2),
    },
    Header {
        format: MQFMT_RF_HEADER_1,
        id: *b"RFH ",
        fields: &fields::MQRFH,
        length: Length::Stated { bytes_min: 32 },
        tail: Tail::NameValueString,
        follows: all_described!(mqrfh),
    },
    Header {
        format: MQFMT_MD_EXTENSION,
        id: *b"MDE ",
        fields: &fields::MQMDE,
        length: Length::Stated { bytes_min: 72 },
        tail: Tail::Nothing,
        follows: all_described!(mqmde),
    },
    Header {
        format: MQFMT_XMIT_Q_HEADER,
        id: *b"XQH ",
        fields: &fields::MQXQH,
        length: Length::OfStructure,
        tail: Tail::Nothing,
        follows: Follows::All {
            encoding_at: layout::mqxqh::MSG_DESC_OFFSET + layout::mqmd1::ENCODING_OFFSET,
            ccsid_at: layout::mqxqh::MSG_DESC_OFFSET + layout::mqmd1::CODED_CHAR_SET_ID_OFFSET,
            format_at: layout::mqxqh::MSG_DESC_OFFSET + layout::mqmd1::FORMAT_OFFSET,
        },
    },
    Header {
        format: MQFMT_TRIGGER,
        id: *b"TM  ",
        fields: &fields::MQTM,
        length: Length::OfStructure,
        tail: Tail::Nothing,
        follows: Follows::Nothing,
    },
    Header {
        format: MQFMT_IMS,
        id: *b"IIH ",
        fields: &fields::MQIIH,
        length: Length::Stated { bytes_min: 84 },
        tail: Tail::Nothing,
        follows: Follows::Format {
            at: layout::mqiih::FORMAT_OFFSET,
        },
    },
    Header {
        format: MQFMT_CICS,
        id: *b"CIH ",
        fields: &fields::MQCIH,
        length: Length::Stated { bytes_min: 164 },
        tail: Tail::Nothing,
        follows: Follows::Format {
            at: layout::mqcih::FORMAT_OFFSET,
        },
    },
    Header {
        format: MQFMT_REF_MSG_HEADER,
        id: *b"RMH ",
        fields: &fields::MQRMH,
        length: Length::Stated { bytes_min: 108 },
        tail: Tail::Strings,
        follows: all_described!(mqrmh),
    },
    Header {
        format: MQFMT_DIST_HEADER,
        id: *b"DH  ",
        fields: &fields::MQDH,
        length: Length::Stated { bytes_min: 48 },
        tail: Tail::Records,
        follows: all_described!(mqdh),
    },
    Header {
        format: MQFMT_WORK_INFO_HEADER,
        id: *b"WIH ",
        fields: &fields::MQWIH,
        length: Length::Stated { bytes_min: 120 },
        tail: Tail::Nothing,
        follows: all_described!(mqwih),
    },
    Header {
        format: MQFMT_EMBEDDED_PCF,
        id: *b"EPH ",
        fields: &fields::MQEPH,
        length: Length::Stated { bytes_min: 68 },
        tail: Tail::Parameters,
        follows: all_described!(mqeph),
    },
];

/// `StrucLength` has the same place in every header that has it.
const STRUC_LENGTH_OFFSET: usize = 8;
const _: () = {
    assert!(layout::mqrfh2::STRUC_LENGTH_OFFSET == STRUC_LENGTH_OFFSET);
    assert!(layout::mqrfh::STRUC_LENGTH_OFFSET == STRUC_LENGTH_OFFSET);
    assert!(layout::mqmde::STRUC_LENGTH_OFFSET == STRUC_LENGTH_OFFSET);
    assert!(layout::mqiih::STRUC_LENGTH_OFFSET == STRUC_LENGTH_OFFSET);
    assert!(layout::mqcih::STRUC_LENGTH_OFFSET == STRUC_LENGTH_OFFSET);
    assert!(layout::mqrmh::STRUC_LENGTH_OFFSET == STRUC_LENGTH_OFFSET);
    assert!(layout::mqdh::STRUC_LENGTH_OFFSET == STRUC_LENGTH_OFFSET);
    assert!(layout::mqwih::STRUC_LENGTH_OFFSET == STRUC_LENGTH_OFFSET);
    assert!(layout::mqeph::STRUC_LENGTH_OFFSET == STRUC_LENGTH_OFFSET);
};
