//! `MQXCNVC`: text from one code page to another.

use super::codes::{Outcome, answer};
use super::memory::{buffer, fill, store};
use ferromq_mqi::Reason;
use ferromq_mqi::code_page::{CodePage, Coding, End, transcode};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use std::ffi::c_void;

/// `MQXCNVC`: converts characters. The connection handle is not needed for it and not looked at.
///
/// # Safety
/// The pointers are as the MQI asks: see the module.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)] // As the MQI has it.
pub unsafe extern "C" fn MQXCNVC(
    _hconn: i32,
    options: i32,
    source_ccsid: i32,
    source_length: i32,
    source: *const u8,
    target_ccsid: i32,
    target_length: i32,
    target: *mut u8,
    data_length: *mut i32,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            if options & !KNOWN != 0 {
                return Err(Reason::OPTIONS_ERROR);
            }
            let from = coding(
                source_ccsid,
                options & MQDCC_SOURCE_ENC_MASK,
                MQDCC_SOURCE_ENC_FACTOR,
            )
            .ok_or(Reason::SOURCE_CCSID_ERROR)?;
            let to = coding(
                target_ccsid,
                options & MQDCC_TARGET_ENC_MASK,
                MQDCC_TARGET_ENC_FACTOR,
            )
            .ok_or(Reason::TARGET_CCSID_ERROR)?;
            let bytes = match buffer(source.cast(), source_length) {
                Ok(bytes) => bytes,
                Err(Reason::BUFFER_LENGTH_ERROR) => return Err(Reason::SOURCE_LENGTH_ERROR),
                Err(_) => return Err(Reason::SOURCE_BUFFER_ERROR),
            };
            let room = usize::try_from(target_length).map_err(|_| Reason::TARGET_LENGTH_ERROR)?;
            if room > 0 && target.is_null() {
                return Err(Reason::TARGET_BUFFER_ERROR);
            }
            if data_length.is_null() {
                return Err(Reason::DATA_LENGTH_ERROR);
            }
            let mut converted = Vec::new();
            transcode(from, to, bytes, End::Whole, &mut converted)
                .map_err(|_| Reason::SOURCE_BUFFER_ERROR)?;
            give(converted, to, options, target.cast(), room, data_length)
        });
    }
}

unsafe fn give(
    converted: Vec<u8>,
    to: Coding,
    options: i32,
    target: *mut c_void,
    room: usize,
    data_length: *mut i32,
) -> Outcome {
    let (there, reason) = fitted(converted, to, options & MQDCC_FILL_TARGET_BUFFER != 0, room)?;
    // SAFETY: they are no more bytes than the room the caller said there is.
    unsafe {
        fill(target, &there);
        store(data_length, i32::try_from(there.len()).unwrap_or(i32::MAX));
    }
    Ok(reason)
}

/// The text as it stands in a target of so many bytes, and whether it is cut. To fill the target, what means nothing at the end of the
/// text goes, or blanks come behind it. Source: MQXCNVC, padding option; 2120, 2144.
fn fitted(
    mut text: Vec<u8>,
    to: Coding,
    fills: bool,
    room: usize,
) -> Result<(Vec<u8>, Reason), Reason> {
    let mut blank = Vec::new();
    to.page.encode(" ", to.order, &mut blank);
    if fills && !room.is_multiple_of(blank.len()) {
        return Err(Reason::TARGET_LENGTH_ERROR);
    }
    if fills && text.len() > room {
        text = significant(&text, to);
    }
    let reason = match text.len() > room {
        true => Reason::CONVERTED_MSG_TOO_BIG,
        false => Reason::NONE,
    };
    to.cut(&mut text, 0, room);
    while fills && text.len() < room {
        text.extend_from_slice(&blank);
    }
    Ok((text, reason))
}

/// Text without what follows its first null, and without blanks at its end.
fn significant(whole: &[u8], coding: Coding) -> Vec<u8> {
    let mut text = String::new();
    // What was made by encoding decodes.
    let _ = coding
        .page
        .decode(whole, coding.order, End::Whole, &mut text);
    if let Some(null) = text.find('\0') {
        text.truncate(null + 1);
    }
    let mut left = Vec::new();
    coding
        .page
        .encode(text.trim_end_matches(' '), coding.order, &mut left);
    left
}

/// A code page with the order the options give, or this machine's.
fn coding(ccsid: i32, encoding: i32, factor: i32) -> Option<Coding> {
    let ccsid = if ccsid == MQCCSI_Q_MGR { 1208 } else { ccsid };
    let order = match encoding / factor {
        MQENC_INTEGER_NORMAL => ByteOrder::Big,
        MQENC_INTEGER_REVERSED => ByteOrder::Little,
        _ => ByteOrder::NATIVE,
    };
    let page = CodePage::find(ccsid)?;
    Some(Coding { page, order })
}

const KNOWN: i32 = MQDCC_DEFAULT_CONVERSION
    | MQDCC_FILL_TARGET_BUFFER
    | MQDCC_INT_DEFAULT_CONVERSION
    | MQDCC_SOURCE_ENC_MASK
    | MQDCC_TARGET_ENC_MASK;

#[cfg(test)]
mod tests {
    use super::*;

    /// The text in a target, and the reason.
    fn fit(ccsid: i32, text: &str, fills: bool, room: usize) -> Result<(Vec<u8>, Reason), Reason> {
        let page = CodePage::find(ccsid).expect("a code page");
        let order = ByteOrder::Big;
        let mut bytes = Vec::new();
        page.encode(text, order, &mut bytes);
        fitted(bytes, Coding { page, order }, fills, room)
    }

    fn done(bytes: &[u8]) -> Result<(Vec<u8>, Reason), Reason> {
        Ok((bytes.to_vec(), Reason::NONE))
    }

    fn cut(bytes: &[u8]) -> Result<(Vec<u8>, Reason), Reason> {
        Ok((bytes.to_vec(), Reason::CONVERTED_MSG_TOO_BIG))
    }

    /// Source: MQXCNVC, MQDCC_FILL_TARGET_BUFFER; 2144.
    #[test]
    fn a_target_is_filled_with_blanks_of_its_code_page() {
        assert_eq!(fit(1200, "A", true, 6), done(b"\0A\0 \0 "));
        assert_eq!(fit(500, "A", true, 3), done(b"\xc1\x40\x40"));
        assert_eq!(fit(1200, "A", true, 5), Err(Reason::TARGET_LENGTH_ERROR));
        assert_eq!(fit(1200, "A", false, 5), done(b"\0A"));
    }

    /// Source: MQXCNVC, padding option.
    #[test]
    fn what_means_nothing_at_the_end_of_a_text_goes_where_the_target_is_to_be_filled() {
        assert_eq!(fit(819, "AB   ", true, 3), done(b"AB "));
        assert_eq!(fit(819, "AB\0rest", true, 3), done(b"AB\0"));
        assert_eq!(fit(1200, "A\0x", true, 4), done(b"\0A\0\0"));
        assert_eq!(fit(819, "ABC ", true, 2), cut(b"AB"));
        assert_eq!(fit(819, "AB   ", false, 3), cut(b"AB "));
    }

    /// Source: 2120: of such strings less than the target may be filled.
    #[test]
    fn a_text_is_cut_between_two_characters() {
        assert_eq!(fit(1208, "aé", false, 2), cut(b"a"));
        assert_eq!(fit(1208, "aé", true, 2), cut(b"a "));
        assert_eq!(fit(1200, "AB", false, 3), cut(b"\0A"));
        assert_eq!(fit(1200, "\u{1f600}", false, 3), cut(b""));
    }
}
