//! Publications as those get them who subscribed by a command.

use super::FORMAT;
use super::command::{Form, PSC};
use super::name_values::{Header, write_pairs};
use super::table::Name;
use crate::convert::Described;
use crate::generated::constants::*;
use crate::header::{ByteOrder, RulesHeader2};
use crate::property::{Value, folder_name, write_folder};
use crate::rfh2::{self, Rfh2, write_raw};
use bytes::Bytes;

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
        if self.format == rfh2::FORMAT
            && let Some(merged) = rfh2::with_folder(&self.body, self.described.encoding, folder)
        {
            return Self {
                body: merged.into(),
                ..*self
            };
        }
        let fixed = RulesHeader2 {
            format: self.format,
            ..rfh2::fixed("", self.described)
        };
        let mut whole = rfh2::write(&fixed, ByteOrder::NATIVE, &[folder]);
        whole.extend_from_slice(&self.body);
        Self {
            format: rfh2::FORMAT,
            described: Header::described(),
            body: whole.into(),
        }
    }

    /// The data without the folder of a name in the header it begins with, and without that header if nothing is left
    /// in it. What is not well formed stays as it is.
    #[must_use]
    pub fn without_folder(&self, name: &str) -> Self {
        if self.format != rfh2::FORMAT {
            return self.clone();
        }
        let Ok(header) = Rfh2::read(&self.body, self.described.encoding) else {
            return self.clone();
        };
        let mut others = Vec::new();
        let mut count = 0;
        for folder in header.folders() {
            let Ok(folder) = folder else {
                return self.clone();
            };
            count += 1;
            let text = header.text(folder);
            let is_it = text.is_ok_and(|text| folder_name(&text).is_ok_and(|(is, _)| is == name));
            if !is_it {
                others.push(folder);
            }
        }
        if others.len() == count {
            return self.clone();
        }
        if others.is_empty() {
            return Self {
                format: header.fixed.format,
                described: header.following(self.described),
                body: self.body.slice_ref(header.rest),
            };
        }
        let mut whole = write_raw(&header.fixed, header.order, &others);
        whole.extend_from_slice(header.rest);
        Self {
            body: whole.into(),
            ..*self
        }
    }
}

/// What is said of a publication besides its data.
#[derive(Clone, Copy, Debug, Default)]
pub struct Forwarded<'a> {
    /// The whole topic.
    pub topic: &'a str,
    /// It was retained.
    pub retained: bool,
    /// `PubTime`; empty for none, as the others are.
    pub time: &'a str,
    /// `SeqNum`.
    pub number: &'a str,
    /// `SubUserData`.
    pub user_data: &'a str,
    /// What else the publisher said, as it stands in a `NameValueString`.
    pub further: &'a str,
}

impl Forwarded<'_> {
    /// The message: `data` with the header of a form in front.
    #[must_use]
    pub fn write(&self, form: Form, data: &DescribedData) -> DescribedData {
        match form {
            Form::NameValue => self.header(data),
            Form::Folder => self.folder(data),
        }
    }

    /// What both forms say, in this order. The words are the same in both.
    fn said(&self) -> impl Iterator<Item = (Name, &str)> {
        let given = |text| Some(text).filter(|text: &&str| !text.is_empty());
        let retained = self.retained.then_some(MQPS_IS_RETAINED_PUBLICATION);
        let all = [
            (Name::Command, Some(MQPS_PUBLISH)),
            (Name::PubOption, retained),
            (Name::Topic, Some(self.topic)),
            (Name::PubTime, given(self.time)),
            (Name::SeqNum, given(self.number)),
            (Name::SubUserData, given(self.user_data)),
        ];
        all.into_iter()
            .filter_map(|(name, value)| Some((name, value?)))
    }

    fn header(&self, data: &DescribedData) -> DescribedData {
        let mut text = write_pairs(self.said().map(|(name, value)| (name.tag(), value)));
        if !self.further.is_empty() {
            text.push(' ');
            text.push_str(self.further);
        }
        let mut out = Header::write(&text, data.format, data.described);
        out.extend_from_slice(&data.body);
        DescribedData {
            format: FORMAT,
            described: Header::described(),
            body: out.into(),
        }
    }

    fn folder(&self, data: &DescribedData) -> DescribedData {
        let said = self.said();
        let values: Vec<(&str, Value)> = said
            .map(|(name, value)| (name.element(), Value::Text(value.into())))
            .collect();
        let values: Vec<(&str, &Value)> =
            values.iter().map(|(name, value)| (*name, value)).collect();
        data.with_folder(&write_folder(PSC, &values))
    }
}
