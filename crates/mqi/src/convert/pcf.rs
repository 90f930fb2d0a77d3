//! Programmable command formats: commands, answers, events.
//!
//! A message is a header of numbers and parameters behind it. Strings have code pages of their own or that of
//! the message; they grow and shrink, and the lengths with them.

use super::change::{Change, Described, Stop};
use super::field::{FORMAT, Work, encoded, length, length_field, number};
use super::text::TextChange;
use crate::generated::constants::*;
use crate::header::ByteOrder;
use crate::reason::Reason;

/// Bytes of `MQCFH`.
const HEADER_BYTES: usize = 36;
/// Bytes of `Type` and `StrucLength`, which every parameter begins with.
const PREFIX_BYTES: usize = 8;

/// Converts a message: its header and everything behind it.
pub(super) fn message(work: &mut Work<'_>, change: &Change) -> Result<(), Stop> {
    let orders = change.orders()?;
    if length(work.peek(4, orders.0)?)? != HEADER_BYTES {
        return Err(FORMAT);
    }
    work.numbers(HEADER_BYTES, 4, orders)?;
    while work.left() > 0 {
        parameter(work, change)?;
    }
    Ok(())
}

/// How the text of a parameter is laid out.
struct TextLayout {
    /// Offset of `CodedCharSetId`.
    ccsid_at: usize,
    /// Offset of the number of strings, where there may be several.
    count_at: Option<usize>,
    /// Offset of the length of one.
    length_at: usize,
    /// Offset of the text.
    text_at: usize,
}

const STRING: TextLayout = TextLayout {
    ccsid_at: 12,
    count_at: None,
    length_at: 16,
    text_at: 20,
};
const STRING_LIST: TextLayout = TextLayout {
    ccsid_at: 12,
    count_at: Some(16),
    length_at: 20,
    text_at: 24,
};
const STRING_FILTER: TextLayout = TextLayout {
    ccsid_at: 16,
    count_at: None,
    length_at: 20,
    text_at: 24,
};

/// Converts one parameter.
pub(super) fn parameter(work: &mut Work<'_>, change: &Change) -> Result<(), Stop> {
    let orders = change.orders()?;
    let kind = work.peek(0, orders.0)?;
    let len = length(work.peek(4, orders.0)?)?;
    if len < PREFIX_BYTES {
        return Err(FORMAT);
    }
    if len > work.left() {
        return Err(if work.ends_cut() { Stop::Cut } else { FORMAT });
    }
    match kind {
        MQCFT_INTEGER | MQCFT_INTEGER_LIST | MQCFT_INTEGER_FILTER | MQCFT_GROUP => {
            numbers(work, len, len, 4, orders)
        }
        MQCFT_INTEGER64 | MQCFT_INTEGER64_LIST => numbers(work, len, 16, 8, orders),
        MQCFT_BYTE_STRING => bytes(work, len, 16, orders),
        MQCFT_BYTE_STRING_FILTER => bytes(work, len, 20, orders),
        MQCFT_STRING => text(work, len, &STRING, change),
        MQCFT_STRING_LIST => text(work, len, &STRING_LIST, change),
        MQCFT_STRING_FILTER => text(work, len, &STRING_FILTER, change),
        _ => Err(FORMAT),
    }
}

/// Numbers of four bytes, and from `wide_at` on of `width` bytes.
fn numbers(
    work: &mut Work<'_>,
    len: usize,
    wide_at: usize,
    width: usize,
    orders: (ByteOrder, ByteOrder),
) -> Result<(), Stop> {
    let wide = len.checked_sub(wide_at).ok_or(FORMAT)?;
    if !wide_at.is_multiple_of(4) || !wide.is_multiple_of(width) {
        return Err(FORMAT);
    }
    work.numbers(wide_at, 4, orders)?;
    work.numbers(wide, width, orders)
}

/// Numbers, and from `at` on bytes that stay.
fn bytes(
    work: &mut Work<'_>,
    len: usize,
    at: usize,
    orders: (ByteOrder, ByteOrder),
) -> Result<(), Stop> {
    let stay = len.checked_sub(at).ok_or(FORMAT)?;
    work.numbers(at, 4, orders)?;
    work.copy(stay)
}

fn text(work: &mut Work<'_>, len: usize, layout: &TextLayout, change: &Change) -> Result<(), Stop> {
    let orders = change.orders()?;
    let one = work.take(len)?;
    let field = |at: usize| -> Result<i32, Stop> {
        let bytes = one.get(at..).and_then(<[u8]>::first_chunk).ok_or(FORMAT)?;
        Ok(number(*bytes, orders.0))
    };
    let count = match layout.count_at {
        None => 1,
        Some(at) => length(field(at)?)?,
    };
    let text_bytes = length(field(layout.length_at)?)?;
    let all_bytes = text_bytes.checked_mul(count).ok_or(FORMAT)?;
    let texts = one.get(layout.text_at..).ok_or(FORMAT)?;
    let padding = texts.get(all_bytes..).ok_or(FORMAT)?;
    let (text, ccsid) = own_text(field(layout.ccsid_at)?, change)?;

    let made = strings(&texts[..all_bytes], text_bytes, &text)?;
    let made_bytes = made.first().map_or(0, Vec::len);
    let out = &mut work.out;
    let start = out.len();
    for chunk in one[..layout.text_at].chunks_exact(4) {
        let value = number(*chunk.first_chunk().ok_or(FORMAT)?, orders.0);
        out.extend_from_slice(&encoded(value, orders.1));
    }
    made.iter().for_each(|one| out.extend_from_slice(one));
    if made_bytes == text_bytes {
        out.extend_from_slice(padding);
    } else {
        let len = (out.len() - start).next_multiple_of(4);
        out.resize(start + len, 0);
    }
    let len = length_field(work.out.len() - start)?;
    work.patch(start + 4, len, orders.1);
    work.patch(start + layout.ccsid_at, ccsid, orders.1);
    if count > 0 {
        work.patch(
            start + layout.length_at,
            length_field(made_bytes)?,
            orders.1,
        );
    }
    Ok(())
}

/// Strings in their new code page, all as long as the longest.
fn strings(texts: &[u8], text_bytes: usize, text: &TextChange) -> Result<Vec<Vec<u8>>, Stop> {
    if text_bytes == 0 {
        return Ok(Vec::new());
    }
    let mut made = Vec::new();
    for one in texts.chunks_exact(text_bytes) {
        let mut string = Vec::with_capacity(text_bytes);
        text.add(one, false, &mut string)?;
        made.push(string);
    }
    let longest = made.iter().map(Vec::len).max().unwrap_or(0);
    if let TextChange::Pages(_, to) = text {
        let mut blank = Vec::new();
        to.page.encode(" ", to.order, &mut blank);
        for string in &mut made {
            while string.len() < longest {
                string.extend_from_slice(&blank);
            }
        }
    }
    Ok(made)
}

/// What happens to text with a code page of its own, and the CCSID to write.
fn own_text(own: i32, change: &Change) -> Result<(TextChange, i32), Stop> {
    let (from, written) = match own {
        MQCCSI_DEFAULT | MQCCSI_INHERIT => (change.from.ccsid, own),
        own => (own, change.to.ccsid),
    };
    if from == MQCCSI_EMBEDDED {
        return Err(Stop::Failed(Reason::SOURCE_CCSID_ERROR));
    }
    let from = Described {
        ccsid: from,
        ..change.from
    };
    Ok((TextChange::between(from, change.to)?, written))
}
