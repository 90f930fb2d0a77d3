//! The version 2 rules and formatting header, `MQRFH2`: a fixed part, then folders of names and values.
//!
//! A folder is a length of four bytes and as many bytes of text that looks like XML, in the code page the fixed part
//! names. Message properties travel in folders; [`crate::property`] reads and writes them. A message may begin
//! with several headers, one behind the other, each describing what follows it.
//! Source: MQRFH2 and its `NameValueData`.

use crate::code_page::{CCSID_UTF_8, CodePage, End};
use crate::convert::Described;
use crate::generated::constants::*;
use crate::header::{ByteOrder, RulesHeader2, blank_filled};
use crate::name::fill_with_blanks;
use crate::property::folder_name;
use crate::reason::Reason;
use std::borrow::Cow;
use std::fmt;

/// The format name of a message or a header that an `MQRFH2` follows.
pub const FORMAT: [u8; 8] = *b"MQHRF2  ";

/// Why bytes are no header, or what is in it no folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rfh2Error {
    /// The data ends before the header does.
    TooShort,
    /// `StrucId` or `Version` is that of something else.
    NotRfh2,
    /// `StrucLength` does not hold the header and its folders, or is no multiple of four.
    Length,
    /// `CodedCharSetId` of the data behind is zero or no code page.
    DataCcsid,
    /// `NameValueCCSID` is none the names and values can be read in.
    NameValueCcsid,
    /// A folder is not made as it must be.
    Folder,
}

impl Rfh2Error {
    /// The reason a put answers that passes such a header.
    #[must_use]
    pub const fn reason(self) -> Reason {
        match self {
            Self::Folder | Self::NameValueCcsid => Reason::RFH_FORMAT_ERROR,
            _ => Reason::RFH_ERROR,
        }
    }
}

impl fmt::Display for Rfh2Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooShort => "the data ends before the MQRFH2 does",
            Self::NotRfh2 => "StrucId and Version are not those of an MQRFH2",
            Self::Length => "StrucLength does not fit the MQRFH2 and its folders",
            Self::DataCcsid => "CodedCharSetId of the MQRFH2 is no code page",
            Self::NameValueCcsid => "NameValueCCSID is no code page names can be read in",
            Self::Folder => "a folder of the MQRFH2 is not well formed",
        })
    }
}

impl std::error::Error for Rfh2Error {}

/// A header, read in place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rfh2<'a> {
    /// The fixed part, with blanks where `Format` is filled up with nulls.
    pub fixed: RulesHeader2,
    /// Order of the bytes of its integers.
    pub order: ByteOrder,
    /// The folders, each behind its length.
    pub name_values: &'a [u8],
    /// What follows the header.
    pub rest: &'a [u8],
}

impl<'a> Rfh2<'a> {
    /// Reads the header that data coded in `encoding` begins with.
    ///
    /// # Errors
    /// [`Rfh2Error`]; the folders are not looked into.
    pub fn read(data: &'a [u8], encoding: i32) -> Result<Self, Rfh2Error> {
        let order = ByteOrder::from_encoding(encoding);
        let mut fixed = RulesHeader2::decode(data, order).map_err(|_| Rfh2Error::TooShort)?;
        fill_with_blanks(&mut fixed.format);
        if fixed.struc_id != *b"RFH " || fixed.version != MQRFH_VERSION_2 {
            return Err(Rfh2Error::NotRfh2);
        }
        let len = usize::try_from(fixed.struc_length).map_err(|_| Rfh2Error::Length)?;
        if len < RulesHeader2::SIZE || !len.is_multiple_of(4) {
            return Err(Rfh2Error::Length);
        }
        if fixed.coded_char_set_id == 0 || fixed.coded_char_set_id < MQCCSI_APPL {
            return Err(Rfh2Error::DataCcsid);
        }
        let (header, rest) = data.split_at_checked(len).ok_or(Rfh2Error::TooShort)?;
        Ok(Self {
            fixed,
            order,
            name_values: &header[RulesHeader2::SIZE..],
            rest,
        })
    }

    /// The folders, as bytes in the code page of the header.
    #[must_use]
    pub fn folders(&self) -> Folders<'a> {
        Folders {
            left: self.name_values,
            order: self.order,
        }
    }

    /// A folder as text.
    ///
    /// # Errors
    /// [`Rfh2Error::NameValueCcsid`], [`Rfh2Error::Folder`] for bytes that are no text.
    pub fn text(&self, folder: &'a [u8]) -> Result<Cow<'a, str>, Rfh2Error> {
        let ccsid = self.fixed.name_value_ccsid;
        if ccsid == CCSID_UTF_8 {
            return std::str::from_utf8(folder)
                .map(Cow::Borrowed)
                .map_err(|_| Rfh2Error::Folder);
        }
        let page = CodePage::find(ccsid).ok_or(Rfh2Error::NameValueCcsid)?;
        let mut text = String::new();
        page.decode(folder, self.order, End::Whole, &mut text)
            .map_err(|_| Rfh2Error::Folder)?;
        Ok(Cow::Owned(text))
    }

    /// How what follows the header is coded, given how the header is.
    #[must_use]
    pub fn following(&self, outer: Described) -> Described {
        let said = Described {
            ccsid: self.fixed.coded_char_set_id,
            encoding: self.fixed.encoding,
        };
        said.inheriting(outer)
    }
}

/// The folders of a header.
#[derive(Clone, Debug)]
pub struct Folders<'a> {
    left: &'a [u8],
    order: ByteOrder,
}

impl<'a> Iterator for Folders<'a> {
    type Item = Result<&'a [u8], Rfh2Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.left.is_empty() {
            return None;
        }
        let left = std::mem::take(&mut self.left);
        let Some((stated, behind)) = left.split_first_chunk::<4>() else {
            return Some(Err(Rfh2Error::Length));
        };
        let stated = match self.order {
            ByteOrder::Little => i32::from_le_bytes(*stated),
            ByteOrder::Big => i32::from_be_bytes(*stated),
        };
        let parts = usize::try_from(stated)
            .ok()
            .and_then(|len| behind.split_at_checked(len));
        let Some((folder, after)) = parts else {
            return Some(Err(Rfh2Error::Length));
        };
        self.left = after;
        Some(Ok(folder))
    }
}

/// Writes a header with these folders, in UTF-8, each padded with blanks to a multiple of four. `StrucLength` and
/// `NameValueCCSID` of `fixed` do not matter.
///
/// # Panics
/// Never for folders that fit a message.
#[must_use]
pub fn write(fixed: &RulesHeader2, order: ByteOrder, folders: &[&str]) -> Vec<u8> {
    let folders: Vec<&[u8]> = folders.iter().map(|folder| folder.as_bytes()).collect();
    let fixed = RulesHeader2 {
        name_value_ccsid: CCSID_UTF_8,
        ..fixed.clone()
    };
    write_raw(&fixed, order, &folders)
}

/// The header that data begins with, with one more folder in it, and what follows it; a folder of that name that is there already
/// goes. `None` when the header is not well formed, or its folders are not in UTF-8.
#[must_use]
pub fn with_folder<'a>(data: &'a [u8], encoding: i32, folder: &str) -> Option<(Vec<u8>, &'a [u8])> {
    let header = Rfh2::read(data, encoding).ok()?;
    if header.fixed.name_value_ccsid != CCSID_UTF_8 {
        return None;
    }
    let (name, _) = folder_name(folder).ok()?;
    let mut folders = Vec::new();
    for there in header.folders() {
        let there = there.ok()?;
        let text = header.text(there).ok()?;
        if folder_name(&text).ok()?.0 != name {
            folders.push(there);
        }
    }
    folders.push(folder.as_bytes());
    let front = write_raw(&header.fixed, header.order, &folders);
    Some((front, header.rest))
}

/// Writes a header with folders that are in its code page already.
pub(crate) fn write_raw(fixed: &RulesHeader2, order: ByteOrder, folders: &[&[u8]]) -> Vec<u8> {
    let sizes = folders.iter().map(|folder| 4 + padded(folder.len()));
    let len = RulesHeader2::SIZE + sizes.sum::<usize>();
    let word = |value: usize| {
        let value = i32::try_from(value).unwrap_or(i32::MAX);
        match order {
            ByteOrder::Little => value.to_le_bytes(),
            ByteOrder::Big => value.to_be_bytes(),
        }
    };
    let mut out = vec![0; RulesHeader2::SIZE];
    let fixed = RulesHeader2 {
        struc_length: i32::try_from(len).unwrap_or(i32::MAX),
        ..fixed.clone()
    };
    fixed.encode_into(&mut out, order);
    out.reserve(len - RulesHeader2::SIZE);
    for folder in folders {
        let end = out.len() + 4 + padded(folder.len());
        out.extend_from_slice(&word(padded(folder.len())));
        out.extend_from_slice(folder);
        // What is in UTF-16 has an even length, and was padded when it was written first.
        out.resize(end, b' ');
    }
    out
}

const fn padded(len: usize) -> usize {
    len.next_multiple_of(4)
}

/// A fixed part in this machine's order for data of a format, coded like this.
#[must_use]
pub fn fixed(format: &str, described: Described) -> RulesHeader2 {
    RulesHeader2 {
        encoding: described.encoding,
        coded_char_set_id: described.ccsid,
        format: blank_filled(format),
        ..RulesHeader2::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DESCRIBED: Described = Described {
        ccsid: 1208,
        encoding: MQENC_NATIVE,
    };

    #[test]
    fn a_header_that_was_written_is_read_in_both_orders() {
        for (order, encoding) in [(ByteOrder::Little, 546), (ByteOrder::Big, 273)] {
            let folders = ["<mcd><Msd>jms_text</Msd></mcd>", "<usr><a>1</a></usr> "];
            let mut bytes = write(&fixed(MQFMT_STRING, DESCRIBED), order, &folders);
            bytes.extend_from_slice(b"behind");
            let header = Rfh2::read(&bytes, encoding).unwrap();
            assert_eq!(header.rest, b"behind");
            assert_eq!(header.fixed.format, *b"MQSTR   ");
            let read: Vec<_> = header.folders().map(Result::unwrap).collect();
            let text: Vec<_> = read.iter().map(|one| header.text(one).unwrap()).collect();
            assert_eq!(text[0].trim_end(), folders[0]);
            assert_eq!(text[1].trim_end(), folders[1].trim_end());
            let bad_order = 546 + 273 - encoding;
            assert!(Rfh2::read(&bytes, bad_order).is_err());
        }
    }

    #[test]
    fn each_rule_of_the_fixed_part_is_checked() {
        let good = write(&fixed("", DESCRIBED), ByteOrder::Little, &["<a></a>"]);
        let with = |at: usize, value: i32| {
            let mut bytes = good.clone();
            bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
            Rfh2::read(&bytes, 546).map(|_| ()).unwrap_err()
        };
        assert_eq!(with(0, 7), Rfh2Error::NotRfh2);
        assert_eq!(with(4, 1), Rfh2Error::NotRfh2);
        assert_eq!(with(8, 32), Rfh2Error::Length);
        assert_eq!(with(8, 38), Rfh2Error::Length);
        assert_eq!(with(8, 4000), Rfh2Error::TooShort);
        assert_eq!(with(8, -4), Rfh2Error::Length);
        assert_eq!(with(16, 0), Rfh2Error::DataCcsid);
        let mut cut = good.clone();
        cut[36..40].copy_from_slice(&100_i32.to_le_bytes());
        let header = Rfh2::read(&cut, 546).unwrap();
        assert_eq!(header.folders().next(), Some(Err(Rfh2Error::Length)));
        assert_eq!(header.folders().count(), 1);
        assert_eq!(
            Rfh2::read(&good[..35], 546).unwrap_err(),
            Rfh2Error::TooShort
        );
    }

    #[test]
    fn a_folder_is_added_or_takes_the_place_of_one_of_its_name() {
        let folders = [
            "<mcd><Msd>jms_text</Msd></mcd>",
            "<mqps><Top>a</Top></mqps>",
        ];
        let mut bytes = write(&fixed(MQFMT_STRING, DESCRIBED), ByteOrder::Big, &folders);
        bytes.extend_from_slice(b"behind");
        let (front, rest) = with_folder(&bytes, 273, "<mqps><Top>b</Top></mqps>").unwrap();
        assert_eq!(rest, b"behind");
        let added = [&front, rest].concat();
        let header = Rfh2::read(&added, 273).unwrap();
        let read: Vec<_> = header.folders().map(Result::unwrap).collect();
        assert_eq!(read.len(), 2);
        assert_eq!(
            header.text(read[1]).unwrap().trim_end(),
            "<mqps><Top>b</Top></mqps>"
        );
        assert_eq!(
            (header.rest, header.fixed.format),
            (&b"behind"[..], *b"MQSTR   ")
        );
        assert_eq!(with_folder(b"none", 273, "<mqps></mqps>"), None);
    }

    #[test]
    fn folders_in_utf_16_follow_the_order_of_the_header() {
        let utf_16: Vec<u8> = "<usr><a>é</a></usr>  "
            .encode_utf16()
            .flat_map(u16::to_be_bytes)
            .collect();
        let fixed = RulesHeader2 {
            name_value_ccsid: 1200,
            ..fixed("", DESCRIBED)
        };
        let bytes = write_raw(&fixed, ByteOrder::Big, &[&utf_16]);
        let header = Rfh2::read(&bytes, 273).unwrap();
        let folder = header.folders().next().unwrap().unwrap();
        assert!(header.text(&folder[..utf_16.len()]).unwrap().contains('é'));
    }
}
