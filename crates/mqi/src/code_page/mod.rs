//! Code pages: characters to bytes and back, by CCSID.
//!
//! A [`CodePage`] is found by its number and never fails to encode: a character the page does not have becomes
//! the page's substitute, as MQ has it. Decoding fails on bytes that are no text in the page, such as a torn
//! UTF-8 sequence. [`transcode`] does both in one step and spares the work where the bytes are the same.
//!
//! Single-byte pages and the pairs of Japanese EBCDIC come from `tables/`; Shift-JIS, EUC, GB18030 and Big5 from
//! `encoding_rs`; the Unicode forms are the standard library's.

mod end;
mod library;
mod mixed;
mod pieces;
pub(crate) mod single;
mod utf16;

use crate::generated::code_pages::SINGLE;
use crate::header::ByteOrder;
pub use end::{Decoded, End, Malformed, NotThere};
use library::MultiByte;
use mixed::MixedPage;
use single::{NEWLINE, SinglePage};
use std::fmt;

/// CCSID of UTF-8.
pub const CCSID_UTF_8: i32 = 1208;

/// How characters are turned to bytes. Copies are cheap.
#[derive(Clone, Copy)]
pub struct CodePage {
    ccsid: i32,
    form: Form,
}

#[derive(Clone, Copy)]
enum Form {
    Utf8,
    Utf16,
    Single(&'static SinglePage),
    Multi(MultiByte),
    Mixed(&'static MixedPage),
}

/// A code page, and the order of bytes where it has units of two.
#[derive(Clone, Copy, Debug)]
pub struct Coding {
    /// The code page.
    pub page: CodePage,
    /// Used by UTF-16 only.
    pub order: ByteOrder,
}

impl Coding {
    /// Cuts data to `room` bytes. From `start` on they are text that was encoded so, which is cut between two characters.
    pub fn cut(self, data: &mut Vec<u8>, start: usize, room: usize) {
        if data.len() <= room {
            return;
        }
        data.truncate(room);
        let mut text = String::new();
        // What was made by encoding decodes, and half a character at the end is dropped.
        let rest = data.get(start..).unwrap_or_default();
        let _ = self.page.decode(rest, self.order, End::Cut, &mut text);
        loop {
            data.truncate(start);
            self.page.encode(&text, self.order, data);
            // A page with shifts needs room for the last of them.
            if data.len() <= room || text.pop().is_none() {
                return;
            }
        }
    }
}

impl CodePage {
    /// The page with a CCSID, or `None` where there is no such page here. Special values such as that of the
    /// queue manager are the caller's to resolve.
    #[must_use]
    pub fn find(ccsid: i32) -> Option<CodePage> {
        let form = match ccsid {
            CCSID_UTF_8 | 1209 => Form::Utf8,
            1200 | 13488 | 17584 => Form::Utf16,
            _ => match MultiByte::find(ccsid) {
                Some(page) => Form::Multi(page),
                None => match MixedPage::find(ccsid) {
                    Some(page) => Form::Mixed(page),
                    None => Form::Single(single_page(ccsid)?),
                },
            },
        };
        Some(CodePage { ccsid, form })
    }

    /// The CCSIDs of all single-byte pages that have a table of their own, ascending.
    pub fn single_byte_ccsids() -> impl Iterator<Item = i32> {
        SINGLE.iter().map(|page| page.ccsid)
    }

    /// The number it was found by.
    #[must_use]
    pub const fn ccsid(self) -> i32 {
        self.ccsid
    }

    /// True for EBCDIC: other bytes for letters, and a newline besides the line feed.
    #[must_use]
    pub fn is_ebcdic(self) -> bool {
        match self.form {
            Form::Single(page) => page.ebcdic,
            Form::Mixed(_) => true,
            Form::Utf8 | Form::Utf16 | Form::Multi(_) => false,
        }
    }

    /// True when the bytes 00 to 7f are ASCII wherever a character begins, so that text in ASCII has the same
    /// bytes in all these pages.
    #[must_use]
    pub fn has_ascii(self) -> bool {
        match self.form {
            Form::Utf8 | Form::Multi(_) => true,
            Form::Single(page) => page.ascii,
            Form::Utf16 | Form::Mixed(_) => false,
        }
    }

    /// True for UTF-16: the order of bytes counts, and names have no single bytes.
    #[must_use]
    pub fn is_utf_16(self) -> bool {
        matches!(self.form, Form::Utf16)
    }

    /// The byte of a blank, in pages that have one for it.
    #[must_use]
    pub fn blank(self) -> u8 {
        if self.is_ebcdic() { 0x40 } else { 0x20 }
    }

    /// Adds the characters of `bytes` to `text`. On failure `text` holds what came before.
    ///
    /// # Errors
    /// [`Malformed`] when the bytes are no text. A byte to which a single-byte page gives no character is no
    /// failure: it becomes U+FFFD.
    pub fn decode(
        self,
        bytes: &[u8],
        order: ByteOrder,
        end: End,
        text: &mut String,
    ) -> Result<(), Malformed> {
        match self.form {
            Form::Utf8 => decode_utf_8(bytes, end, text),
            Form::Utf16 => utf16::decode(bytes, order, end, text),
            Form::Single(page) => {
                page.decode(bytes, text);
                Ok(())
            }
            Form::Multi(page) => page.decode(bytes, end, text),
            Form::Mixed(page) => page.decode(bytes, end, text),
        }
    }

    /// Adds the bytes of `text` to `out`, with the page's substitute for what it does not have.
    pub fn encode(self, text: &str, order: ByteOrder, out: &mut Vec<u8>) {
        match self.form {
            Form::Utf8 => out.extend_from_slice(text.as_bytes()),
            Form::Utf16 => utf16::encode(text, order, out),
            Form::Single(page) => out.extend(text.chars().map(|c| page.byte_or_substitute(c))),
            Form::Multi(page) => page.encode(text, out),
            Form::Mixed(page) => page.encode(text, out),
        }
    }
}

impl PartialEq for CodePage {
    fn eq(&self, other: &Self) -> bool {
        self.ccsid == other.ccsid
    }
}

impl Eq for CodePage {}

impl fmt::Debug for CodePage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CodePage({})", self.ccsid)
    }
}

impl Coding {
    /// True when text has the same bytes in both.
    #[must_use]
    pub fn same_as(self, other: Coding) -> bool {
        self.page == other.page && (!self.page.is_utf_16() || self.order == other.order)
    }
}

/// Adds `bytes`, which are in `from`, to `out` in `to`.
///
/// The EBCDIC newline becomes a line feed where `to` is no EBCDIC page: programs on the other side
/// know no other end of a line.
///
/// # Errors
/// [`Malformed`] when the bytes are no text in `from`; `out` is as it was then.
pub fn transcode(
    from: Coding,
    to: Coding,
    bytes: &[u8],
    end: End,
    out: &mut Vec<u8>,
) -> Result<(), Malformed> {
    if from.same_as(to) || (from.page.has_ascii() && to.page.has_ascii() && bytes.is_ascii()) {
        out.extend_from_slice(bytes);
        return Ok(());
    }
    let newline = from.page.is_ebcdic() && !to.page.is_ebcdic();
    if let (Form::Single(source), Form::Single(target)) = (from.page.form, to.page.form) {
        single::transcode(source, target, newline, bytes, out);
        return Ok(());
    }
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 2);
    from.page.decode(bytes, from.order, end, &mut text)?;
    if newline && text.contains(NEWLINE) {
        text = text.replace(NEWLINE, "\n");
    }
    to.page.encode(&text, to.order, out);
    Ok(())
}

/// The ISO 8859-1 character of each byte, for a page whose characters are all in there; `None` for any other
/// CCSID. To be called where constants are made: it looks at every page until it has found the one.
#[must_use]
pub const fn latin_1_of_bytes(ccsid: i32) -> Option<[u8; 256]> {
    let mut at = 0;
    while at < SINGLE.len() {
        if SINGLE[at].ccsid == ccsid {
            return SINGLE[at].latin_1();
        }
        at += 1;
    }
    None
}

fn single_page(ccsid: i32) -> Option<&'static SinglePage> {
    // Later editions of pages, with the euro where the table has it already.
    let own = match ccsid {
        5346..=5354 => ccsid - 4096,
        other => other,
    };
    let at = SINGLE.binary_search_by_key(&own, |page| page.ccsid).ok()?;
    Some(&SINGLE[at])
}

fn decode_utf_8(bytes: &[u8], end: End, text: &mut String) -> Result<(), Malformed> {
    match std::str::from_utf8(bytes) {
        Ok(whole) => text.push_str(whole),
        Err(error) => {
            // Without a length the sequence is not wrong, only incomplete.
            let torn = error.error_len().is_none();
            let valid = &bytes[..error.valid_up_to()];
            text.push_str(&String::from_utf8_lossy(valid));
            if !torn || end == End::Whole {
                return Err(Malformed);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
