//! Data for IMS: segments of text, each behind its length and two bytes for IMS.

use super::change::{Change, Stop};
use super::field::{FORMAT, Work};
use crate::header::ByteOrder;
use crate::reason::Reason;

/// Bytes before the text of a segment; they count in its length.
const PREFIX_BYTES: usize = 4;

pub(super) fn segments(work: &mut Work<'_>, change: &Change) -> Result<(), Stop> {
    let (text, orders) = (change.text()?, change.orders()?);
    while work.left() > 0 {
        let stated = work.peek_bytes(0, PREFIX_BYTES)?;
        let len = match orders.0 {
            ByteOrder::Little => u16::from_le_bytes([stated[0], stated[1]]),
            ByteOrder::Big => u16::from_be_bytes([stated[0], stated[1]]),
        };
        let text_bytes = usize::from(len).checked_sub(PREFIX_BYTES).ok_or(FORMAT)?;
        let start = work.out.len();
        work.copy(PREFIX_BYTES)?;
        let whole = text_bytes <= work.left();
        if !whole && !work.ends_cut() {
            return Err(FORMAT);
        }
        let bytes = work.take(text_bytes.min(work.left()))?;
        text.add(bytes, !whole, &mut work.out)?;
        let made = if whole {
            work.out.len() - start
        } else {
            usize::from(len)
        };
        let made =
            u16::try_from(made).map_err(|_| Stop::Failed(Reason::CONVERTED_STRING_TOO_BIG))?;
        let made = match orders.1 {
            ByteOrder::Little => made.to_le_bytes(),
            ByteOrder::Big => made.to_be_bytes(),
        };
        work.out[start..start + 2].copy_from_slice(&made);
    }
    Ok(())
}
