//! From one code page to another, as far as a part of a message needs it.

use super::change::{Described, Stop};
use crate::code_page::{CodePage, Coding, End, transcode};
use crate::generated::constants::{
    MQENC_INTEGER_MASK, MQENC_INTEGER_NORMAL, MQENC_INTEGER_REVERSED,
};
use crate::header::ByteOrder;
use crate::reason::Reason;

/// What happens to text.
#[derive(Clone, Copy, Debug)]
pub(super) enum TextChange {
    /// Nothing, whatever the code page is.
    Same,
    /// It changes its code page or the order of its bytes.
    Pages(Coding, Coding),
}

impl TextChange {
    pub(super) fn between(from: Described, to: Described) -> Result<Self, Stop> {
        let source = CodePage::find(from.ccsid);
        let orders_matter = source.is_some_and(CodePage::is_utf_16);
        if from.ccsid == to.ccsid && (!orders_matter || same_order(from, to)) {
            return Ok(Self::Same);
        }
        let failed = |reason| Stop::Failed(reason);
        let source = source.ok_or(failed(Reason::SOURCE_CCSID_ERROR))?;
        let target = CodePage::find(to.ccsid).ok_or(failed(Reason::TARGET_CCSID_ERROR))?;
        let order = |page: CodePage, coding: Described, reason| {
            let order = integer_order(coding.encoding);
            if page.is_utf_16() {
                order.ok_or(failed(reason))
            } else {
                Ok(ByteOrder::NATIVE)
            }
        };
        let source = Coding {
            page: source,
            order: order(source, from, Reason::SOURCE_INTEGER_ENC_ERROR)?,
        };
        let target = Coding {
            page: target,
            order: order(target, to, Reason::TARGET_INTEGER_ENC_ERROR)?,
        };
        Ok(Self::Pages(source, target))
    }

    /// Adds `bytes` in the new code page.
    pub(super) fn add(&self, bytes: &[u8], cut: bool, out: &mut Vec<u8>) -> Result<(), Stop> {
        match self {
            Self::Same => out.extend_from_slice(bytes),
            Self::Pages(from, to) => {
                let end = if cut { End::Cut } else { End::Whole };
                transcode(*from, *to, bytes, end, out)
                    .map_err(|_| Stop::Failed(Reason::NOT_CONVERTED))?;
            }
        }
        Ok(())
    }

    /// True when `bytes` would stay as they are.
    pub(super) fn keeps(&self, bytes: &[u8]) -> bool {
        match self {
            Self::Same => true,
            Self::Pages(from, to) => {
                from.same_as(*to)
                    || (from.page.has_ascii() && to.page.has_ascii() && bytes.is_ascii())
            }
        }
    }
}

fn same_order(from: Described, to: Described) -> bool {
    from.encoding & MQENC_INTEGER_MASK == to.encoding & MQENC_INTEGER_MASK
}

/// The order of integers an encoding names, if it names one.
pub(super) fn integer_order(encoding: i32) -> Option<ByteOrder> {
    match encoding & MQENC_INTEGER_MASK {
        MQENC_INTEGER_NORMAL => Some(ByteOrder::Big),
        MQENC_INTEGER_REVERSED => Some(ByteOrder::Little),
        _ => None,
    }
}

/// Text of a message as ASCII, to compare it with names: it ends at its first null. An unknown code page counts as
/// ASCII.
pub(super) fn name_of<const N: usize>(bytes: &[u8], ccsid: i32) -> [u8; N] {
    let mut text = String::new();
    if let Some(page) = CodePage::find(ccsid) {
        // What is no text is no name either.
        let _ = page.decode(bytes, ByteOrder::NATIVE, End::Whole, &mut text);
    } else {
        text.push_str(&String::from_utf8_lossy(bytes));
    }
    let end = text.find('\0').unwrap_or(text.len());
    crate::header::blank_filled(&text[..end])
}
