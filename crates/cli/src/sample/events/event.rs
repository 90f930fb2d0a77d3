//! An event message as it is shown.

use ferromq_base::calendar::{UtcMoment, wall_us};
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::pcf::Message;

/// Where an event was read from.
pub(super) struct Source<'a> {
    pub(super) name: &'a str,
    pub(super) is_topic: bool,
    pub(super) q_mgr: &'a str,
}

/// An event that was read.
pub(super) struct Event<'a> {
    pub(super) source: &'a Source<'a>,
    /// Its number among those that were read.
    pub(super) number: u64,
    pub(super) bytes: usize,
    pub(super) descriptor: &'a MsgDescriptor,
    pub(super) message: &'a Message,
}

impl Event<'_> {
    /// When it was put, microseconds since the epoch.
    fn put_at_us(&self) -> Option<u64> {
        wall_us(self.descriptor.put_date, self.descriptor.put_time)
    }

    /// The same in seconds.
    pub(super) fn epoch(&self) -> u64 {
        self.put_at_us().unwrap_or(0) / 1_000_000
    }

    /// Date and time, to the hundredth of a second: `separators` are those of the date and between the two.
    pub(super) fn created(&self, date: char, between: char) -> String {
        let at = UtcMoment::at(self.put_at_us().unwrap_or(0));
        format!(
            "{:04}{date}{:02}{date}{:02}{between}{:02}:{:02}:{:02}.{:02}",
            at.year,
            at.month,
            at.day,
            at.hour,
            at.minute,
            at.second,
            at.microsecond / 10_000
        )
    }

    /// What a token says that events about one thing have in common.
    pub(super) fn token(&self) -> Option<&[u8; 24]> {
        let token = &self.descriptor.correl_id;
        (*token != MQCI_NONE).then_some(token)
    }

    /// Which of two states of an object it tells.
    pub(super) fn object_state(&self) -> Option<&'static str> {
        let header = &self.message.header;
        match (header.reason, header.control) {
            (MQRC_CONFIG_CHANGE_OBJECT, MQCFC_NOT_LAST) => Some("Before Change"),
            (MQRC_CONFIG_CHANGE_OBJECT, _) => Some("After Change"),
            _ => None,
        }
    }
}

/// Text of a parameter, without blanks at its end.
pub(super) fn text_of(text: &ferromq_mqi::pcf::Text, ccsid: i32) -> String {
    let known = text.decode(ccsid, ByteOrder::NATIVE);
    let shown = known.unwrap_or_else(|| String::from_utf8_lossy(&text.bytes).into_owned());
    shown.trim_end().to_owned()
}

/// Texts of a parameter.
pub(super) fn texts_of(texts: &ferromq_mqi::pcf::Texts, ccsid: i32) -> Vec<String> {
    let known = texts.decode(ccsid, ByteOrder::NATIVE);
    let shown = known.unwrap_or_else(|| {
        let lossy = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).into_owned();
        texts.list.iter().map(lossy).collect()
    });
    shown
        .iter()
        .map(|text| text.trim_end().to_owned())
        .collect()
}
