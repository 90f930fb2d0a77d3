//! The `MQRFH` of version 1: a fixed part, and a string of names and values.

use super::answer::Refusal;
use super::table::Name;
use crate::code_page::{CCSID_UTF_8, CodePage, End};
use crate::convert::Described;
use crate::generated::constants::*;
use crate::header::{ByteOrder, RulesHeader};

/// A header, and what is behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header<'a> {
    /// The fixed part.
    pub fixed: RulesHeader,
    /// `NameValueString`.
    pub text: String,
    /// What follows the header.
    pub rest: &'a [u8],
}

impl<'a> Header<'a> {
    /// Reads the header that data described like this begins with.
    ///
    /// # Errors
    /// `MQRC_RFH_ERROR` for what is no such header, `MQRC_RFH_STRING_ERROR` for text that is none in its code page.
    pub fn read(data: &'a [u8], described: Described) -> Result<Self, Refusal> {
        let no_header = || Refusal::new(MQRC_RFH_ERROR);
        let order = ByteOrder::from_encoding(described.encoding);
        let fixed = RulesHeader::decode(data, order).map_err(|_| no_header())?;
        if fixed.struc_id != *b"RFH " || fixed.version != MQRFH_VERSION_1 {
            return Err(no_header());
        }
        let len = usize::try_from(fixed.struc_length).map_err(|_| no_header())?;
        let (header, rest) = data.split_at_checked(len).ok_or_else(no_header)?;
        let bytes = header.get(RulesHeader::SIZE..).ok_or_else(no_header)?;
        let no_text = || Refusal::new(MQRC_RFH_STRING_ERROR);
        let page = CodePage::find(described.ccsid).ok_or_else(no_text)?;
        let mut text = String::new();
        page.decode(bytes, order, End::Whole, &mut text)
            .map_err(|_| no_text())?;
        if let Some(end) = text.find('\0') {
            text.truncate(end);
        }
        Ok(Self { fixed, text, rest })
    }

    /// How what is behind the header is described, given how the header is.
    #[must_use]
    pub fn following(&self, outer: Described) -> Described {
        let said = Described {
            ccsid: self.fixed.coded_char_set_id,
            encoding: self.fixed.encoding,
        };
        said.inheriting(outer)
    }

    /// A header with this text, in UTF-8 and this machine's order, for data of a format.
    #[must_use]
    pub fn write(text: &str, format: [u8; 8], behind: Described) -> Vec<u8> {
        let len = RulesHeader::SIZE + text.len().next_multiple_of(4);
        let fixed = RulesHeader {
            struc_length: i32::try_from(len).unwrap_or(i32::MAX),
            encoding: behind.encoding,
            coded_char_set_id: behind.ccsid,
            format,
            ..RulesHeader::default()
        };
        let mut out = vec![0; RulesHeader::SIZE];
        fixed.encode_into(&mut out, ByteOrder::NATIVE);
        out.extend_from_slice(text.as_bytes());
        out.resize(len, b' ');
        out
    }

    /// How such a header is described.
    #[must_use]
    pub const fn described() -> Described {
        Described {
            ccsid: CCSID_UTF_8,
            encoding: MQENC_NATIVE,
        }
    }
}

/// Names and values, each with where in the text the name begins.
///
/// # Errors
/// `MQRC_RFH_STRING_ERROR` with the place, for a name without a value and quotes that are not closed.
pub fn read_pairs(text: &str) -> Result<Vec<(usize, String, String)>, Refusal> {
    let wrong = |at: usize| Refusal::new(MQRC_RFH_STRING_ERROR).with(Name::ErrorPos, at);
    let mut words = Words { text, at: 0 };
    let mut pairs = Vec::new();
    while let Some((at, name)) = words.next().map_err(wrong)? {
        let (_, value) = words
            .next()
            .map_err(wrong)?
            .ok_or_else(|| wrong(text.len()))?;
        pairs.push((at, name, value));
    }
    Ok(pairs)
}

struct Words<'a> {
    text: &'a str,
    at: usize,
}

impl Words<'_> {
    /// The next word and where it begins, or where it is wrong.
    fn next(&mut self) -> Result<Option<(usize, String)>, usize> {
        let rest = &self.text[self.at..];
        let begin = self.at + (rest.len() - rest.trim_start_matches(' ').len());
        let rest = &self.text[begin..];
        if rest.is_empty() {
            self.at = begin;
            return Ok(None);
        }
        let Some(quoted) = rest.strip_prefix('"') else {
            let len = rest.find(' ').unwrap_or(rest.len());
            self.at = begin + len;
            return Ok(Some((begin, rest[..len].to_owned())));
        };
        let mut word = String::new();
        let mut left = quoted;
        loop {
            let end = left.find('"').ok_or(begin)?;
            word.push_str(&left[..end]);
            left = &left[end + 1..];
            let Some(more) = left.strip_prefix('"') else {
                break;
            };
            word.push('"');
            left = more;
        }
        self.at = self.text.len() - left.len();
        if !left.is_empty() && !left.starts_with(' ') {
            return Err(self.at);
        }
        Ok(Some((begin, word)))
    }
}

/// Names and values as they stand in a `NameValueString`, with quotes where they are needed. What is behind a NUL is
/// left out: nothing can be said there.
#[must_use]
pub fn write_pairs<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let mut out = String::new();
    for word in pairs.into_iter().flat_map(|(name, value)| [name, value]) {
        if !out.is_empty() {
            out.push(' ');
        }
        let word = word.split('\0').next().unwrap_or_default();
        if word.is_empty() || word.contains([' ', '"']) {
            out.push('"');
            out.push_str(&word.replace('"', "\"\""));
            out.push('"');
        } else {
            out.push_str(word);
        }
    }
    out
}
