//! Signals: what somebody says to capture in the source's log, so that it has its place among the changes.

use crate::message::{Cell, Change, Row};
use crate::pgoutput::Logical;

/// The table signals are inserted in.
pub const SIGNAL_TABLE: &str = "ibmqrep_signal";
/// The prefix of messages that are signals.
pub const SIGNAL_PREFIX: &str = "asnq";

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Rows of a subscription are to be sent: `CAPSTART`.
    Start(String),
    /// No more: `CAPSTOP`.
    Stop(String),
    /// A load is done: `LOADDONE`.
    LoadDone(String),
    /// A subscription is to be loaded anew: `REINIT_SUB`.
    Again(String),
    /// Capture is to end after this: `STOP`.
    End,
    /// Nobody knows what.
    Unknown(String),
}

/// A signal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signal {
    /// What is asked for.
    pub order: Order,
    /// `SIGNAL_TIME` of its row, which tells rows apart; `None` of a message.
    pub time: Option<String>,
}

impl Order {
    fn of(word: &str, input: &str) -> Self {
        let name = || input.trim().to_owned();
        match word.trim().to_ascii_uppercase().as_str() {
            "CAPSTART" => Self::Start(name()),
            "CAPSTOP" => Self::Stop(name()),
            "LOADDONE" => Self::LoadDone(name()),
            "REINIT_SUB" => Self::Again(name()),
            "STOP" => Self::End,
            _ => Self::Unknown(format!("{} {}", word.trim(), input.trim())),
        }
    }
}

impl Signal {
    /// What a message with [`SIGNAL_PREFIX`] says: a word, and a subscription.
    pub(super) fn said(logical: &Logical<'_>) -> Self {
        let text = String::from_utf8_lossy(logical.content);
        let (word, input) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        Self {
            order: Order::of(word, input),
            time: None,
        }
    }

    /// What a row of the signal table says; `None` if it is no command, or was dealt with when it was inserted.
    pub(super) fn inserted(columns: &[String], change: &Change<'_>) -> Option<Self> {
        let row = change.new?;
        let value = |name: &str| text_of(columns, row, name);
        if !value("signal_type")?.trim().eq_ignore_ascii_case("CMD") {
            return None;
        }
        let state = value("signal_state").unwrap_or_default();
        if !matches!(state.trim(), "P" | "") {
            return None;
        }
        let input = value("signal_input_in").unwrap_or_default();
        Some(Self {
            order: Order::of(&value("signal_subtype")?, &input),
            time: value("signal_time"),
        })
    }
}

fn text_of(columns: &[String], row: Row<'_>, name: &str) -> Option<String> {
    for (column, cell) in columns.iter().zip(row) {
        if column.eq_ignore_ascii_case(name) {
            return match cell.ok()? {
                Cell::Text(text) => Some(String::from_utf8_lossy(text).into_owned()),
                _ => None,
            };
        }
    }
    None
}
