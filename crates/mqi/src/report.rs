//! Report messages: what one carries of the message it is about, and how its descriptor says so.

use crate::convert::Described;
use crate::fronted::{DescribedData, Fronted};
use crate::generated::constants::*;
use crate::generated::structs::MsgDescriptor;
use crate::property::{Carried, report_data};
use crate::rfh2;
use bytes::Bytes;

/// Bytes of the message a `WITH_DATA` report carries.
const DATA_BYTES: usize = 100;

/// What may be reported of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// It is on the queue it was for.
    Arrival,
    /// It was got for good.
    Delivery,
    /// It expired.
    Expiration,
    /// It could not be put where it was for, for this reason: an `MQRC_*` or `MQFB_*`.
    Exception(i32),
}

impl Event {
    /// `Feedback` of the report.
    #[must_use]
    pub fn feedback(self) -> i32 {
        match self {
            Self::Arrival => MQFB_COA,
            Self::Delivery => MQFB_COD,
            Self::Expiration => MQFB_EXPIRATION,
            Self::Exception(reason) => reason,
        }
    }

    /// Report options that ask for it: without data, with some, with all of it.
    fn options(self) -> [i32; 3] {
        match self {
            Self::Arrival => [MQRO_COA, MQRO_COA_WITH_DATA, MQRO_COA_WITH_FULL_DATA],
            Self::Delivery => [MQRO_COD, MQRO_COD_WITH_DATA, MQRO_COD_WITH_FULL_DATA],
            Self::Expiration => [
                MQRO_EXPIRATION,
                MQRO_EXPIRATION_WITH_DATA,
                MQRO_EXPIRATION_WITH_FULL_DATA,
            ],
            Self::Exception(_) => [
                MQRO_EXCEPTION,
                MQRO_EXCEPTION_WITH_DATA,
                MQRO_EXCEPTION_WITH_FULL_DATA,
            ],
        }
    }

    /// Whether these report options ask for it.
    #[must_use]
    pub fn is_asked_for(self, report: i32) -> bool {
        report & self.options()[0] != 0
    }

    /// How much of the data of its message a report carries that these options ask for.
    #[must_use]
    pub fn carried(self, report: i32) -> Carried {
        let [_, some, all] = self.options();
        if report & all == all {
            Carried::All
        } else if report & some == some {
            Carried::First(DATA_BYTES)
        } else {
            Carried::Nothing
        }
    }
}

/// A report: its descriptor, but for who put it and when, and its data.
///
/// Documented: the format is copied from the message, even where there is no data of it; identity context and ids are those the
/// message asks for. Of properties those are copied whose copy options say so, and the format is that of what is there then. With
/// `MQRO_PASS_DISCARD_AND_EXPIRY` it gets `expiry`, in tenths of a second.
#[must_use]
pub fn report(
    event: Event,
    about: &MsgDescriptor,
    data: &Bytes,
    expiry: i32,
) -> (MsgDescriptor, Fronted) {
    let content = content(event, about, data);
    let descriptor = MsgDescriptor {
        feedback: event.feedback(),
        format: content.format,
        encoding: content.described.encoding,
        coded_char_set_id: content.described.ccsid,
        original_length: original_length(about, data.len()),
        ..descriptor(about, expiry)
    };
    (descriptor, content)
}

/// Of the segment a report is about. Documented: what that says itself, or how long it is.
fn original_length(about: &MsgDescriptor, data_len: usize) -> i32 {
    let is_segment = about.msg_flags & (MQMF_SEGMENT | MQMF_LAST_SEGMENT) != 0;
    match about.original_length {
        MQOL_UNDEFINED if is_segment => i32::try_from(data_len).unwrap_or(i32::MAX),
        stated => stated,
    }
}

/// The descriptor of a report about a message, but for what it reports and its data. Documented: its place in a group and in a logical message is
/// that of the message it is about.
pub(crate) fn descriptor(about: &MsgDescriptor, expiry: i32) -> MsgDescriptor {
    let passes = about.report & MQRO_PASS_DISCARD_AND_EXPIRY != 0;
    let (msg_id, correl_id) = about.answer_ids();
    MsgDescriptor {
        version: MQMD_VERSION_2,
        report: match passes {
            true => about.report & MQRO_DISCARD_MSG,
            false => MQRO_NONE,
        },
        msg_type: MQMT_REPORT,
        expiry: match passes {
            true => expiry,
            false => MQEI_UNLIMITED,
        },
        priority: about.priority,
        persistence: about.persistence,
        msg_id,
        correl_id,
        user_identifier: about.user_identifier,
        accounting_token: about.accounting_token,
        appl_identity_data: about.appl_identity_data,
        group_id: about.group_id,
        msg_seq_number: about.msg_seq_number,
        offset: about.offset,
        msg_flags: about.msg_flags,
        ..MsgDescriptor::default()
    }
}

/// The data of a report alone, with its format and how its numbers and characters are.
fn content(event: Event, about: &MsgDescriptor, data: &Bytes) -> Fronted {
    let (format, described) = (about.format, Described::of(about));
    let carried = event.carried(about.report);
    if format == rfh2::FORMAT
        && let Some(copied) = report_data(format, described, data, carried)
    {
        return copied;
    }
    let body = match carried {
        Carried::All => data.clone(),
        Carried::First(bytes) => data.slice(..data.len().min(bytes)),
        Carried::Nothing => Bytes::new(),
    };
    // A segment, of a message with properties: without a byte it is no header.
    let format = match format {
        rfh2::FORMAT if body.is_empty() => [b' '; 8],
        copied => copied,
    };
    let data = DescribedData {
        format,
        described,
        body,
    };
    data.into()
}
