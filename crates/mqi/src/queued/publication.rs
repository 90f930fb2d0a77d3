//! Publications as those get them who subscribed by a command.

use super::FORMAT;
use super::command::{Form, PSC};
use super::name_values::{Header, write_pairs};
use super::table::Name;
use crate::fronted::Fronted;
use crate::generated::constants::*;
use crate::property::{Value, write_folder};

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
    pub fn write(&self, form: Form, data: Fronted) -> Fronted {
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

    fn header(&self, data: Fronted) -> Fronted {
        let mut text = write_pairs(self.said().map(|(name, value)| (name.tag(), value)));
        if !self.further.is_empty() {
            text.push(' ');
            text.push_str(self.further);
        }
        let header = Header::write(&text, data.format, data.described);
        data.behind(header, FORMAT)
    }

    fn folder(&self, data: Fronted) -> Fronted {
        let said = self.said();
        let values: Vec<(&str, Value)> = said
            .map(|(name, value)| (name.element(), Value::Text(value.into())))
            .collect();
        let values: Vec<(&str, &Value)> =
            values.iter().map(|(name, value)| (*name, value)).collect();
        data.with_folder(&write_folder(PSC, &values))
    }
}
