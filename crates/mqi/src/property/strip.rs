//! Taking properties out of the data of a message, for getters that want none.

use super::folder_name;
use crate::convert::Described;
use crate::generated::constants::{MQPROP_COMPATIBILITY, MQPROP_NONE};
use crate::generated::structs::MsgDescriptor;
use crate::header::{ByteOrder, RulesHeader2};
use crate::name::fill_with_blanks;
use crate::rfh2::{FORMAT, Rfh2, Rfh2Error, write_raw};
use bytes::{Bytes, BytesMut};

/// Which messages keep their properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropertyControl {
    /// None does.
    None,
    /// Those with a property of folder `mcd`, `jms`, `usr` or `mqext`: what older programs know.
    OfOldFolders,
}

impl PropertyControl {
    /// What a `PROPCTL` (`MQPROP_*`) says; `None` where messages keep them.
    #[must_use]
    pub fn by(control: i32) -> Option<Self> {
        match control {
            MQPROP_NONE => Some(Self::None),
            MQPROP_COMPATIBILITY => Some(Self::OfOldFolders),
            _ => None,
        }
    }
}

/// The data without properties, and the fields of the descriptor that describe it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stripped {
    /// `Format`.
    pub format: [u8; 8],
    /// `CodedCharSetId` and `Encoding`.
    pub described: Described,
    /// The data.
    pub body: Bytes,
}

impl Stripped {
    /// The data; the descriptor describes them then.
    #[must_use]
    pub fn described_by(self, descriptor: &mut MsgDescriptor) -> Bytes {
        descriptor.format = self.format;
        descriptor.coded_char_set_id = self.described.ccsid;
        descriptor.encoding = self.described.encoding;
        self.body
    }
}

const OLD_FOLDERS: [&str; 4] = ["mcd", "jms", "usr", "mqext"];

/// Takes the folders of properties out of the headers a message begins with, and headers that have nothing left.
/// `None` when the data stays as it is. A header that is not well formed stays, with all behind it.
#[must_use]
pub fn strip(
    mut format: [u8; 8],
    described: Described,
    body: &Bytes,
    property_control: PropertyControl,
) -> Option<Stripped> {
    fill_with_blanks(&mut format);
    if format != FORMAT {
        return None;
    }
    let headers = headers(format, described, body);
    let old = |header: &Header<'_>| header.has_old_folder;
    if property_control == PropertyControl::OfOldFolders && headers.iter().any(old) {
        return None;
    }
    if headers
        .iter()
        .all(|header| header.others.len() == header.folders)
    {
        return None;
    }
    let last = headers.last()?;
    let rest = body.slice_ref(last.rest);
    let end = (last.format_behind, last.described_behind);
    let stays = |header: &&Header<'_>| !header.others.is_empty() || header.folders == 0;
    let remain: Vec<&Header<'_>> = headers.iter().filter(stays).collect();
    let Some(first) = remain.first() else {
        return Some(Stripped {
            format: end.0,
            described: end.1,
            body: rest,
        });
    };
    let outer = first.described;
    let mut out = BytesMut::new();
    for (at, header) in remain.iter().enumerate() {
        let (format, behind) = remain
            .get(at + 1)
            .map_or(end, |next| (FORMAT, next.described));
        let fixed = RulesHeader2 {
            format,
            encoding: behind.encoding,
            coded_char_set_id: behind.ccsid,
            ..header.fixed.clone()
        };
        out.extend_from_slice(&write_raw(&fixed, header.order, &header.others));
    }
    out.extend_from_slice(&rest);
    Some(Stripped {
        format: FORMAT,
        described: outer,
        body: out.freeze(),
    })
}

struct Header<'a> {
    fixed: RulesHeader2,
    order: ByteOrder,
    /// How the header itself is coded.
    described: Described,
    /// How many folders it has, and those of them that hold no properties.
    folders: usize,
    others: Vec<&'a [u8]>,
    has_old_folder: bool,
    rest: &'a [u8],
    format_behind: [u8; 8],
    described_behind: Described,
}

/// The headers at the beginning, up to the first that is not well formed.
fn headers(format: [u8; 8], described: Described, body: &[u8]) -> Vec<Header<'_>> {
    let (mut format, mut described, mut data) = (format, described, body);
    let mut all = Vec::new();
    while format == FORMAT {
        let Ok(header) = header(data, described) else {
            break;
        };
        (format, described, data) = (header.format_behind, header.described_behind, header.rest);
        all.push(header);
    }
    all
}

fn header(data: &[u8], described: Described) -> Result<Header<'_>, Rfh2Error> {
    let read = Rfh2::read(data, described.encoding)?;
    let (mut folders, mut others, mut has_old_folder) = (0, Vec::new(), false);
    for folder in read.folders() {
        let folder = folder?;
        let text = read.text(folder)?;
        let (name, properties) = folder_name(&text)?;
        folders += 1;
        has_old_folder |= OLD_FOLDERS.contains(&name);
        if !properties {
            others.push(folder);
        }
    }
    Ok(Header {
        order: read.order,
        described,
        folders,
        others,
        has_old_folder,
        rest: read.rest,
        format_behind: read.fixed.format,
        described_behind: read.following(described),
        fixed: read.fixed,
    })
}
