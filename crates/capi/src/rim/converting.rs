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
            give(&converted, to, options, target.cast(), room, data_length)
        });
    }
}

unsafe fn give(
    converted: &[u8],
    to: Coding,
    options: i32,
    target: *mut c_void,
    room: usize,
    data_length: *mut i32,
) -> Outcome {
    let mut whole = converted.to_vec();
    let fits = whole.len() <= room;
    if fits && options & MQDCC_FILL_TARGET_BUFFER != 0 {
        whole.resize(room, to.page.blank());
    }
    let there = whole.len().min(room);
    // SAFETY: `there` bytes are no more than the room the caller said there is.
    unsafe {
        fill(target, &whole[..there]);
        store(data_length, i32::try_from(there).unwrap_or(i32::MAX));
    }
    Ok(if fits {
        Reason::NONE
    } else {
        Reason::CONVERTED_MSG_TOO_BIG
    })
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
