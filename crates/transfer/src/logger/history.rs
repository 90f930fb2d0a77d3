//! What became of transfers, from the lines of a logger.

use super::document::MessageType;
use super::format::{LineFormat, LineValues};
use crate::party::TransferId;
use crate::schedule::Moment;
use std::collections::{BTreeMap, VecDeque};

/// Items of a transfer that are kept, at most.
pub(super) const ITEMS_MAX: usize = 10_000;

/// Transfers, as far as lines tell.
pub struct History {
    format: LineFormat,
    recent: RecentTransfers,
    /// The only one that is heard of, with its items.
    only: Option<TransferId>,
}

struct RecentTransfers {
    transfers: BTreeMap<TransferId, Transfer>,
    /// In the order they were heard of.
    order: VecDeque<TransferId>,
    transfers_max: usize,
}

/// What became of a transfer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transfer {
    /// How it stands.
    pub state: TransferState,
    /// When it began; none if that line is not there.
    pub started: Option<Moment>,
    /// When it ended.
    pub ended: Option<Moment>,
    /// Agent that reads.
    pub source: String,
    /// Agent that writes.
    pub destination: String,
    /// Who asked.
    pub user: String,
    /// Name of the job.
    pub job: String,
    /// Result code of all of it.
    pub result: Option<i32>,
    /// What was said at the end.
    pub reason: String,
    /// Files that were transferred.
    pub files: u64,
    /// Files that were not.
    pub failures: u64,
    /// Bytes of those that were.
    pub bytes: u64,
    /// Its first 10,000 items, if only this transfer is listened to.
    pub items: Vec<TransferItem>,
}

/// What became of an item. What would have ended a value stands as `\xHH`, as in lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TransferItem {
    /// The file or queue it comes from.
    pub source: String,
    /// The file or queue it goes to.
    pub destination: String,
    /// Bytes of it, if that is told.
    pub bytes: Option<u64>,
    /// Its result code.
    pub result: Option<i32>,
    /// What was said of it.
    pub reason: String,
}

/// How a transfer stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TransferState {
    /// It has not ended.
    #[default]
    Running,
    /// All of it is done.
    Done,
    /// Some of it is.
    Partly,
    /// None of it is.
    Failed,
    /// It was cancelled.
    Cancelled,
}

impl TransferState {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Running,
        Self::Done,
        Self::Partly,
        Self::Failed,
        Self::Cancelled,
    ];

    /// A word for it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Done => "done",
            Self::Partly => "partly",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }
}

impl History {
    /// Of lines in that format. It keeps so many transfers, the last that were heard of.
    #[must_use]
    pub fn new(format: LineFormat, transfers_max: usize) -> Self {
        Self {
            format,
            recent: RecentTransfers {
                transfers: BTreeMap::new(),
                order: VecDeque::new(),
                transfers_max: transfers_max.max(1),
            },
            only: None,
        }
    }

    /// Of one transfer only, with its items.
    #[must_use]
    pub fn of_one(format: LineFormat, id: TransferId) -> Self {
        Self {
            only: Some(id),
            ..Self::new(format, 1)
        }
    }

    /// Lines in another format follow.
    pub fn set_format(&mut self, format: LineFormat) {
        self.format = format;
    }

    /// Takes a line. Whether it is one of a transfer that is listened to.
    pub fn add_line(&mut self, line: &str) -> bool {
        let Some((kind, values)) = self.format.read_line(line) else {
            return false;
        };
        let id = values.get("/transaction/@ID");
        let Some(id) = id.and_then(|id| TransferId::from_text(id.trim())) else {
            return false;
        };
        let is_of_transfers = matches!(
            kind,
            MessageType::TransferStarted
                | MessageType::TransferProgress
                | MessageType::TransferComplete
                | MessageType::TransferCancelled
                | MessageType::TransferMalformed
                | MessageType::NotAuthorized
        );
        let is_meant = is_of_transfers && self.only.is_none_or(|only| only == id);
        if is_meant {
            let has_items = self.only.is_some();
            self.recent.transfer(id).take(kind, &values, has_items);
        }
        is_meant
    }

    /// A transfer of which something is heard.
    pub fn transfer(&mut self, id: TransferId) -> &mut Transfer {
        self.recent.transfer(id)
    }

    /// All there are, in the order they were heard of.
    pub fn transfers(&self) -> impl DoubleEndedIterator<Item = (TransferId, &Transfer)> {
        let found = self.recent.order.iter();
        found.filter_map(|id| Some((*id, self.recent.transfers.get(id)?)))
    }
}

impl RecentTransfers {
    fn transfer(&mut self, id: TransferId) -> &mut Transfer {
        if !self.transfers.contains_key(&id) {
            self.order.push_back(id);
            if self.order.len() > self.transfers_max
                && let Some(oldest) = self.order.pop_front()
            {
                self.transfers.remove(&oldest);
            }
        }
        self.transfers.entry(id).or_default()
    }
}

impl Transfer {
    fn take(&mut self, kind: MessageType, values: &LineValues<'_>, has_items: bool) {
        let get = |path: &str| values.get(path).unwrap_or_default().trim().to_owned();
        let time = Moment::from_text(&get("/transaction/action/@time"));
        if kind == MessageType::TransferProgress {
            self.take_item(TransferItem::of(&get), has_items);
            return;
        }
        for (path, field) in [
            ("/transaction/sourceAgent/@agent", &mut self.source),
            (
                "/transaction/destinationAgent/@agent",
                &mut self.destination,
            ),
            ("/transaction/originator/mqmdUserID", &mut self.user),
            ("/transaction/job/name", &mut self.job),
            ("/transaction/status/supplement", &mut self.reason),
        ] {
            let found = get(path);
            if !found.is_empty() {
                *field = found;
            }
        }
        if kind == MessageType::TransferStarted {
            self.started = time;
            return;
        }
        self.ended = time;
        self.result = get("/transaction/status/@resultCode").parse().ok();
        self.state = match (kind, self.result) {
            (MessageType::TransferCancelled, _) | (_, Some(41)) => TransferState::Cancelled,
            (MessageType::TransferComplete, Some(0)) => TransferState::Done,
            (MessageType::TransferComplete, Some(20)) => TransferState::Partly,
            _ => TransferState::Failed,
        };
    }

    fn take_item(&mut self, item: TransferItem, has_items: bool) {
        if item.result == Some(1) {
            self.failures += 1;
        } else {
            self.files += 1;
            self.bytes = self.bytes.saturating_add(item.bytes.unwrap_or(0));
        }
        if has_items && self.items.len() < ITEMS_MAX {
            self.items.push(item);
        }
    }
}

impl TransferItem {
    fn of(get: &dyn Fn(&str) -> String) -> Self {
        let of_item = |rest: &str| get(&format!("/transaction/transferSet/item/{rest}"));
        let end = |which: &str| {
            let file = of_item(&format!("{which}/file"));
            if file.is_empty() {
                return of_item(&format!("{which}/queue"));
            }
            file
        };
        Self {
            source: end("source"),
            destination: end("destination"),
            bytes: of_item("source/file/@size").parse().ok(),
            result: of_item("status/@resultCode").parse().ok(),
            reason: of_item("status/supplement"),
        }
    }
}
