//! Answers to commands.

use super::FORMAT;
use super::command::Form;
use super::name_values::{Header, write_pairs};
use super::table::{Name, reason_name};
use crate::generated::constants::*;
use crate::header::ByteOrder;
use crate::property::{Value, write_folder};
use crate::rfh2;
use std::fmt;

/// Why a command, or a part of it, was not carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// `MQRC_*` or `MQRCCF_*`.
    pub reason: i32,
    /// What is wrong, by its name.
    pub details: Vec<(Name, String)>,
}

impl Refusal {
    /// With that reason.
    #[must_use]
    pub const fn new(reason: i32) -> Self {
        Self {
            reason,
            details: Vec::new(),
        }
    }

    /// And that detail.
    #[must_use]
    pub fn with(mut self, name: Name, value: impl ToString) -> Self {
        self.details.push((name, value.to_string()));
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.reason, reason_name(self.reason))?;
        for (name, value) in &self.details {
            write!(f, ", {}: {value}", name.tag())?;
        }
        Ok(())
    }
}

impl std::error::Error for Refusal {}

/// How a command ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// What was not carried out.
    pub refusals: Vec<Refusal>,
    /// Something was.
    pub partly: bool,
}

impl From<Refusal> for Answer {
    fn from(refusal: Refusal) -> Self {
        Self {
            refusals: vec![refusal],
            partly: false,
        }
    }
}

impl Answer {
    /// `MQCC_*`.
    #[must_use]
    pub fn comp_code(&self) -> i32 {
        match (self.refusals.is_empty(), self.partly) {
            (true, _) => MQCC_OK,
            (false, true) => MQCC_WARNING,
            (false, false) => MQCC_FAILED,
        }
    }

    /// The format and the data of the message that says so, in UTF-8 and this machine's order. `text` is the command as
    /// it stood in its message.
    #[must_use]
    pub fn write(&self, form: Form, text: &str) -> ([u8; 8], Vec<u8>) {
        match form {
            Form::NameValue => (FORMAT, self.header(text)),
            Form::Folder => (rfh2::FORMAT, self.folders(text)),
        }
    }

    /// What is told: of an error the first, of warnings all.
    fn told(&self) -> &[Refusal] {
        match self.comp_code() {
            MQCC_FAILED => &self.refusals[..1],
            _ => &self.refusals,
        }
    }

    fn header(&self, text: &str) -> Vec<u8> {
        let comp_code = self.comp_code().to_string();
        let none = Refusal::new(MQRC_NONE);
        let told = match self.told() {
            [] => std::slice::from_ref(&none),
            told => told,
        };
        let mut pairs: Vec<(&str, String)> = Vec::new();
        for refusal in told {
            pairs.push((MQPS_COMP_CODE, comp_code.clone()));
            pairs.push((MQPS_REASON, refusal.reason.to_string()));
            pairs.push((MQPS_REASON_TEXT, reason_name(refusal.reason).to_owned()));
            let details = refusal.details.iter();
            let details = details.filter(|(name, _)| !name.tag().is_empty());
            pairs.extend(details.map(|(name, value)| (name.tag(), value.clone())));
        }
        let written = write_pairs(pairs.iter().map(|(name, value)| (*name, value.as_str())));
        let behind = if self.refusals.is_empty() { "" } else { text };
        let format = match behind {
            "" => *b"        ",
            _ => *b"MQSTR   ",
        };
        let mut out = Header::write(&written, format, Header::described());
        out.extend_from_slice(behind.as_bytes());
        out
    }

    fn folders(&self, text: &str) -> Vec<u8> {
        let word = match self.comp_code() {
            MQCC_OK => MQPSCR_OK,
            MQCC_WARNING => MQPSCR_WARNING,
            _ => MQPSCR_ERROR,
        };
        let completion = Value::Text(word.into());
        let whole = write_folder(PSCR, &[(MQPSCR_COMPLETION, &completion)]);
        let end = format!("</{PSCR}>");
        let mut folder = whole.trim_end_matches(&end).to_owned();
        for refusal in self.told() {
            let mut values = vec![(
                MQPSCR_REASON,
                Value::Text(refusal.reason.to_string().into()),
            )];
            let details = refusal.details.iter();
            let details = details.filter(|(name, _)| !name.element().is_empty());
            values.extend(
                details.map(|(name, value)| (name.element(), Value::Text(value.as_str().into()))),
            );
            let values: Vec<(&str, &Value)> =
                values.iter().map(|(name, value)| (*name, value)).collect();
            folder.push_str(&write_folder(MQPSCR_RESPONSE, &values));
        }
        folder.push_str(&end);
        let mut folders = vec![folder.as_str()];
        if !self.refusals.is_empty() && !text.is_empty() {
            folders.push(text);
        }
        let fixed = rfh2::fixed("", Header::described());
        rfh2::write(&fixed, ByteOrder::NATIVE, &folders)
    }
}

/// The folder of answers.
const PSCR: &str = "pscr";
