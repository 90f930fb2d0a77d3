//! Which kind of audit a document is.

use crate::audit::{Action, ScheduleAction};
use crate::fields::{MOMENT, word_in};
use crate::monitor::MonitorAction;
use crate::party::TransferId;
use crate::schedule::Moment;
use crate::xml::{Element, Problem, read};

/// A document of the audit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditDocument {
    /// Its kind.
    pub kind: MessageType,
    /// All of it.
    pub root: Element,
}

/// Kinds of lines, as formats name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MessageType {
    /// A managed call began.
    CallStarted,
    /// A managed call ended.
    CallCompleted,
    /// A transfer began.
    TransferStarted,
    /// Items of a transfer are done: a line for each.
    TransferProgress,
    /// A transfer ended.
    TransferComplete,
    /// A transfer was cancelled.
    TransferCancelled,
    /// A transfer was forgotten.
    TransferDelete,
    /// A request was not understood.
    TransferMalformed,
    /// A user may not do what was asked for.
    NotAuthorized,
    /// A schedule was made: a line for each item.
    ScheduleSubmitTransferSet,
    /// A schedule was deleted.
    ScheduleDelete,
    /// A schedule is over.
    ScheduleExpire,
    /// A time of a schedule went by.
    ScheduleSkipped,
    /// A monitor was made.
    MonitorCreate,
    /// A monitor was started, stopped, deleted, or did not find what it looks for.
    MonitorAction,
    /// A monitor found what it looks for.
    MonitorFired,
}

/// Each kind with its name in formats and its word in lines.
const KINDS: [(MessageType, &str, &str); 16] = [
    (MessageType::CallStarted, "callStarted", "[CSTR]"),
    (MessageType::CallCompleted, "callCompleted", "[CCOM]"),
    (MessageType::TransferStarted, "transferStarted", "[TSTR]"),
    (MessageType::TransferProgress, "transferProgress", "[TPRO]"),
    (MessageType::TransferComplete, "transferComplete", "[TCOM]"),
    (
        MessageType::TransferCancelled,
        "transferCancelled",
        "[TCAN]",
    ),
    (MessageType::TransferDelete, "transferDelete", "[TDEL]"),
    (
        MessageType::TransferMalformed,
        "transferMalformed",
        "[TMAL]",
    ),
    (MessageType::NotAuthorized, "notAuthorized", "[AUTH]"),
    (
        MessageType::ScheduleSubmitTransferSet,
        "scheduleSubmitTransferSet",
        "[SSTS]",
    ),
    (MessageType::ScheduleDelete, "scheduleDelete", "[SDEL]"),
    (MessageType::ScheduleExpire, "scheduleExpire", "[SEXP]"),
    (MessageType::ScheduleSkipped, "scheduleSkipped", "[SSKP]"),
    (MessageType::MonitorCreate, "monitorCreate", "[MCRT]"),
    (MessageType::MonitorAction, "monitorAction", "[MACT]"),
    (MessageType::MonitorFired, "monitorFired", "[MFIR]"),
];

impl MessageType {
    /// All kinds.
    pub fn all() -> impl Iterator<Item = Self> {
        KINDS.iter().map(|(kind, ..)| *kind)
    }

    fn row(self) -> (MessageType, &'static str, &'static str) {
        let found = KINDS.into_iter().find(|(kind, ..)| *kind == self);
        found.unwrap_or(KINDS[0])
    }

    /// Its name in formats.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// Its word in lines, with brackets.
    #[must_use]
    pub fn word(self) -> &'static str {
        self.row().2
    }

    /// The kind of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let found = KINDS.iter().find(|(_, known, _)| *known == name);
        found.map(|(kind, ..)| *kind)
    }

    /// The kind of that word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        let found = KINDS.iter().find(|(.., known)| *known == word);
        found.map(|(kind, ..)| *kind)
    }
}

impl AuditDocument {
    /// Reads a document: the audit of a transfer, a call, a schedule or a monitor. What it has besides its kind, its time and, of a
    /// transfer, its identifier is not looked at, so that what others add is no reason to reject it.
    ///
    /// # Errors
    /// What is wrong with it first.
    pub fn parse(bytes: &[u8]) -> Result<Self, Problem> {
        let root = read(bytes)?;
        let action = root.needed("action")?;
        let time = action.needed_attribute("time")?;
        if Moment::from_text(time.trim()).is_none() {
            return Err(action.wrong("time", time, MOMENT));
        }
        let kind = match root.name.as_str() {
            "transaction" => {
                TransferId::read(&root, "ID", root.needed_attribute("ID")?)?;
                transaction(&root, word_in(action)?)
            }
            "schedulelog" => match word_in(action)? {
                ScheduleAction::Submit => MessageType::ScheduleSubmitTransferSet,
                ScheduleAction::Delete => MessageType::ScheduleDelete,
                ScheduleAction::Expire => MessageType::ScheduleExpire,
                ScheduleAction::Skipped => MessageType::ScheduleSkipped,
            },
            "monitorLog" => match word_in(action)? {
                MonitorAction::Create => MessageType::MonitorCreate,
                MonitorAction::TriggerSatisfied => MessageType::MonitorFired,
                _ => MessageType::MonitorAction,
            },
            _ => return Err(root.wrong("root", &root.name, WANTED)),
        };
        Ok(Self { kind, root })
    }

    /// The items it tells of.
    pub(super) fn items(&self) -> impl Iterator<Item = &Element> {
        let set = self.root.child("transferSet");
        set.into_iter().flat_map(|set| set.children("item"))
    }
}

const WANTED: &str = "transaction, schedulelog or monitorLog";

fn transaction(root: &Element, action: Action) -> MessageType {
    let is_call = root.child("agent").is_some();
    match action {
        Action::Started if is_call => MessageType::CallStarted,
        Action::Completed if is_call => MessageType::CallCompleted,
        Action::Started => MessageType::TransferStarted,
        Action::Progress => MessageType::TransferProgress,
        Action::Completed => MessageType::TransferComplete,
        Action::Cancelled => MessageType::TransferCancelled,
        Action::Malformed => MessageType::TransferMalformed,
        Action::NotAuthorized => MessageType::NotAuthorized,
        Action::Deleted => MessageType::TransferDelete,
    }
}
