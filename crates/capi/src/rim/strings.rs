//! Strings of variable length (`MQCHARV`), and those with a pointer, an offset and a length.

use super::memory::{Block, load};
use ferromq_mqi::code_page::{CodePage, End};
use ferromq_mqi::generated::constants::{MQCCSI_APPL, MQVS_NULL_TERMINATED};
use ferromq_mqi::generated::layout::mqcharv;
use ferromq_mqi::header::ByteOrder;
use std::ffi::c_void;

/// Longest string that is looked at, in bytes: that of a selector or topic string.
pub(super) const STRING_BYTES_MAX: usize = 10_240;

/// A string that cannot be used.
pub(super) struct Unusable;

/// The text of an `MQCHARV` that lies at `offset` in a structure. Empty in a version without the field.
///
/// # Safety
/// What the string points to is as long as it says.
pub(super) unsafe fn text<const SIZE: usize>(
    block: &Block<SIZE>,
    offset: usize,
) -> Result<String, Unusable> {
    let at = block.target(
        offset + mqcharv::VS_PTR_OFFSET,
        offset + mqcharv::VS_OFFSET_OFFSET,
    );
    let length = block.int(offset + mqcharv::VS_LENGTH_OFFSET);
    let ccsid = block.int(offset + mqcharv::VSCCSID_OFFSET);
    // SAFETY: as promised.
    let bytes = unsafe { bytes(at, length, STRING_BYTES_MAX) }?;
    decode(&bytes, ccsid)
}

/// The bytes of a string by pointer and length; empty for null or length zero.
///
/// # Safety
/// `at` is null or leads to `length` bytes, or to a NUL for `MQVS_NULL_TERMINATED`.
pub(super) unsafe fn bytes(
    at: *const u8,
    length: i32,
    bytes_max: usize,
) -> Result<Vec<u8>, Unusable> {
    if at.is_null() || length == 0 {
        return if length > 0 {
            Err(Unusable)
        } else {
            Ok(Vec::new())
        };
    }
    if length == MQVS_NULL_TERMINATED {
        let mut found = Vec::new();
        // SAFETY: no NUL was met before, so the byte is the caller's.
        while let Some(byte @ 1..) = unsafe { load(at.wrapping_add(found.len())) } {
            if found.len() == bytes_max {
                return Err(Unusable);
            }
            found.push(byte);
        }
        return Ok(found);
    }
    let length = usize::try_from(length).map_err(|_| Unusable)?;
    if length > bytes_max {
        return Err(Unusable);
    }
    // SAFETY: as promised.
    Ok(unsafe { std::slice::from_raw_parts(at, length) }.to_vec())
}

/// Bytes as text. `MQCCSI_APPL` is the program's own, and that is UTF-8 or a part of it, or else Latin 1. Where the program says which it is,
/// it is that.
pub(super) fn decode(bytes: &[u8], ccsid: i32) -> Result<String, Unusable> {
    let is_own = matches!(ccsid, MQCCSI_APPL | 0);
    let ccsid = if is_own { UTF_8 } else { ccsid };
    let page = CodePage::find(ccsid).ok_or(Unusable)?;
    let mut text = String::new();
    match page.decode(bytes, ByteOrder::NATIVE, End::Whole, &mut text) {
        Ok(()) => Ok(text),
        Err(_) if is_own => Ok(bytes.iter().map(|byte| char::from(*byte)).collect()),
        Err(_) => Err(Unusable),
    }
}

const UTF_8: i32 = 1208;

/// Says of an `MQCHARV` for output what `text` is: its length, and as much as the buffer takes.
///
/// # Safety
/// What the string points to is as long as its `VSBufSize`.
pub(super) unsafe fn set_text<const SIZE: usize>(block: &Block<SIZE>, offset: usize, text: &str) {
    let at = block.target(
        offset + mqcharv::VS_PTR_OFFSET,
        offset + mqcharv::VS_OFFSET_OFFSET,
    );
    let room = usize::try_from(block.int(offset + mqcharv::VS_BUF_SIZE_OFFSET)).unwrap_or(0);
    if !at.is_null() && room > 0 {
        let whole = text.len().min(room);
        // SAFETY: `whole` is at most the size the caller gave for its buffer.
        unsafe { super::memory::fill(at.cast::<c_void>(), &text.as_bytes()[..whole]) };
        if text.len() < room {
            // SAFETY: the byte after the text is within the buffer.
            unsafe { super::memory::fill(at.wrapping_add(whole).cast::<c_void>(), &[0]) };
        }
    }
    let length = i32::try_from(text.len()).unwrap_or(i32::MAX);
    block.set_int(offset + mqcharv::VS_LENGTH_OFFSET, length);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_in_the_code_page_the_program_says_and_no_other() {
        let text = |bytes: &[u8], ccsid: i32| decode(bytes, ccsid).ok();
        for own in [MQCCSI_APPL, 0] {
            assert_eq!(
                text("gr\u{fc}n".as_bytes(), own).as_deref(),
                Some("gr\u{fc}n")
            );
            assert_eq!(text(b"gr\xfcn", own).as_deref(), Some("gr\u{fc}n"));
        }
        assert_eq!(text(b"gr\xfcn", 819).as_deref(), Some("gr\u{fc}n"));
        assert_eq!(text(b"gr\xfcn", UTF_8), None);
        assert_eq!(text(b"green", 4711), None);
    }
}
