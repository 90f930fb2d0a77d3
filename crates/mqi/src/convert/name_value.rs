//! Names and values behind the rules and formatting headers.

use super::change::{Change, Stop};
use super::field::{FORMAT, Work, length, number};
use super::text::TextChange;
use crate::code_page::CCSID_UTF_8;
use crate::reason::Reason;

/// `NameValueString` of version 1: text that may grow. The length stays a multiple of four when it changes.
pub(super) fn string(work: &mut Work<'_>, change: &Change) -> Result<(), Stop> {
    let text = change.text()?;
    let (bytes, cut) = (work.take(work.left())?, work.ends_cut());
    let start = work.out.len();
    text.add(bytes, cut, &mut work.out)?;
    let made = work.out.len() - start;
    if let TextChange::Pages(_, to) = text
        && made != bytes.len()
    {
        let padded = start + made.next_multiple_of(4);
        work.out.resize(padded, to.page.blank());
    }
    Ok(())
}

/// `NameValueLength` and `NameValueData` of version 2, as often as they come. The data keeps its code page; of
/// UTF-16 the order of bytes goes with that of the numbers.
pub(super) fn data(work: &mut Work<'_>, change: &Change, ccsid: i32) -> Result<(), Stop> {
    let orders = change.orders()?;
    let width = match ccsid {
        CCSID_UTF_8 => 1,
        1200 | 13488 | 17584 => 2,
        _ if work.left() == 0 => return Ok(()),
        _ => return Err(Stop::Failed(Reason::SOURCE_CCSID_ERROR)),
    };
    while work.left() > 0 {
        let stated = work.peek_bytes(0, 4)?;
        let stated = number(*stated.first_chunk().ok_or(FORMAT)?, orders.0);
        work.numbers(4, 4, orders)?;
        let bytes = length(stated)?;
        if bytes % width != 0 {
            return Err(FORMAT);
        }
        if width == 1 {
            let there = bytes.min(work.left());
            if there < bytes && !work.ends_cut() {
                return Err(FORMAT);
            }
            work.copy(there)?;
        } else {
            work.numbers(bytes, width, orders)?;
        }
    }
    Ok(())
}
