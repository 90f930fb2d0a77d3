//! Data with headers in front of it, before both are one.

use crate::code_page::CCSID_UTF_8;
use crate::convert::Described;
use crate::generated::constants::MQENC_NATIVE;
use crate::header::{ByteOrder, RulesHeader2};
use crate::property::folder_name;
use crate::rfh2::{self, Rfh2, write_raw};
use bytes::Bytes;

/// How headers are described that are written here.
const WRITTEN: Described = Described {
    ccsid: CCSID_UTF_8,
    encoding: MQENC_NATIVE,
};

/// Data, and how it is described.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescribedData {
    /// `Format`.
    pub format: [u8; 8],
    /// `CodedCharSetId` and `Encoding`.
    pub described: Described,
    /// The data.
    pub body: Bytes,
}

impl DescribedData {
    /// The data with a folder in front: in the `MQRFH2` it begins with, where a folder of that name goes, or else in one of
    /// its own.
    #[must_use]
    pub fn with_folder(&self, folder: &str) -> Self {
        Fronted::from(self.clone()).with_folder(folder).joined()
    }

    /// The data without the folder of a name in the header it begins with, and without that header if nothing is left
    /// in it. What is not well formed stays as it is.
    #[must_use]
    pub fn without_folder(&self, name: &str) -> Self {
        Fronted::from(self.clone()).without_folder(name).joined()
    }
}

/// Data in two parts: headers that are written anew, and what follows them as it was. So nothing long is copied before it is known
/// what all stands in front of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fronted {
    /// `Format` of the whole.
    pub format: [u8; 8],
    /// `CodedCharSetId` and `Encoding` of the whole.
    pub described: Described,
    /// Whole headers, or nothing.
    pub front: Vec<u8>,
    /// What follows; a part of the data it was made of.
    pub rest: Bytes,
}

impl From<DescribedData> for Fronted {
    fn from(data: DescribedData) -> Self {
        Self {
            format: data.format,
            described: data.described,
            front: Vec::new(),
            rest: data.body,
        }
    }
}

impl Fronted {
    /// Both parts in one: a copy, if there is a front.
    #[must_use]
    pub fn joined(self) -> DescribedData {
        self.joined_by(|front, rest| match front.is_empty() {
            true => rest.clone(),
            false => [front, rest].concat().into(),
        })
    }

    /// Both parts in one, put together by `join`.
    #[must_use]
    pub fn joined_by(self, join: impl FnOnce(&[u8], &Bytes) -> Bytes) -> DescribedData {
        DescribedData {
            format: self.format,
            described: self.described,
            body: join(&self.front, &self.rest),
        }
    }

    /// With a folder, as [`DescribedData::with_folder`].
    #[must_use]
    pub fn with_folder(self, folder: &str) -> Self {
        let first = self.first();
        if self.format == rfh2::FORMAT
            && let Some((header, behind)) =
                rfh2::with_folder(first, self.described.encoding, folder)
        {
            let replaced = first.len() - behind.len();
            return self.with_first(header, replaced);
        }
        let fixed = RulesHeader2 {
            format: self.format,
            ..rfh2::fixed("", self.described)
        };
        let header = rfh2::write(&fixed, ByteOrder::NATIVE, &[folder]);
        self.behind(header, rfh2::FORMAT)
    }

    /// Without a folder, as [`DescribedData::without_folder`].
    #[must_use]
    pub fn without_folder(self, name: &str) -> Self {
        if self.format != rfh2::FORMAT {
            return self;
        }
        let first = self.first();
        let Ok(header) = Rfh2::read(first, self.described.encoding) else {
            return self;
        };
        let mut others = Vec::new();
        let mut count = 0;
        for folder in header.folders() {
            let Ok(folder) = folder else {
                return self;
            };
            count += 1;
            let text = header.text(folder);
            let is_it = text.is_ok_and(|text| folder_name(&text).is_ok_and(|(is, _)| is == name));
            if !is_it {
                others.push(folder);
            }
        }
        if others.len() == count {
            return self;
        }
        let replaced = first.len() - header.rest.len();
        if others.is_empty() {
            let (format, described) = (header.fixed.format, header.following(self.described));
            return Self {
                format,
                described,
                ..self.with_first(Vec::new(), replaced)
            };
        }
        let left = write_raw(&header.fixed, header.order, &others);
        self.with_first(left, replaced)
    }

    /// The part with the first header in it.
    fn first(&self) -> &[u8] {
        match self.front.is_empty() {
            true => &self.rest,
            false => &self.front,
        }
    }

    /// With this header for the first one, which is so long.
    fn with_first(self, mut header: Vec<u8>, replaced: usize) -> Self {
        let rest = match self.front.is_empty() {
            true => self.rest.slice(replaced..),
            false => {
                header.extend_from_slice(&self.front[replaced..]);
                self.rest
            }
        };
        Self {
            front: header,
            rest,
            ..self
        }
    }

    /// Behind one more header, of this format.
    pub(crate) fn behind(self, mut header: Vec<u8>, format: [u8; 8]) -> Self {
        header.extend_from_slice(&self.front);
        Self {
            format,
            described: WRITTEN,
            front: header,
            rest: self.rest,
        }
    }
}
