//! What capture is to do.

use crate::message::{Loader, Publishing, RowOptions};

/// Send queues of a map, at most.
pub const PATHS_MAX: u8 = 4;

/// What happens when messages cannot be put on a map's queues: `ERROR_ACTION`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnError {
    /// The program ends; the source keeps its log for it.
    StopProgram,
    /// The map's subscriptions end, the others go on.
    StopQueue,
}

/// A map: where messages go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapSettings {
    /// Its number in messages, not 0.
    pub number: u32,
    /// Its name.
    pub name: String,
    /// Send queues, 1 to [`PATHS_MAX`]; messages go to them in turn.
    pub paths: u8,
    /// A message is ended when it has so many bytes.
    pub message_bytes: usize,
    /// A heartbeat is sent after so long without messages; 0 for none.
    pub heartbeat_ms: u64,
    /// What happens when messages cannot be put.
    pub on_error: OnError,
    /// It is published for programs that only read; nobody applies it.
    pub publishing: Option<Publishing>,
}

/// A column that a subscription is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubscribedColumn {
    /// Its name at the source.
    pub name: String,
    /// OID of its type when the subscription was made.
    pub type_oid: u32,
}

/// Rows of a table that go to a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscription {
    /// Its name.
    pub name: String,
    /// Number of the map.
    pub map: u32,
    /// Schema of the table.
    pub namespace: String,
    /// The table.
    pub table: String,
    /// Who loads.
    pub loader: Loader,
    /// Deletes are not sent.
    pub suppress_deletes: bool,
    /// What is published of its rows.
    pub row_options: RowOptions,
    /// What the table has to have; nothing is checked when this is empty.
    pub columns: Vec<SubscribedColumn>,
}

/// Limits of a unit of work, and when it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitLimits {
    /// Messages, at least 1.
    pub messages: usize,
    /// Bytes of messages. One message more than that may be in it.
    pub bytes: usize,
    /// `TRANS_BATCH_SZ`: so many short transactions become one message, at most.
    pub transactions: u32,
    /// `COMMIT_INTERVAL`: so long after its first message, at the latest.
    pub interval_ms: u64,
    /// The restart message is written again so long after the last time when nothing but the position has changed.
    pub idle_ms: u64,
}

impl Default for UnitLimits {
    fn default() -> Self {
        Self {
            messages: 1_000,
            bytes: 4 << 20,
            transactions: 1,
            interval_ms: 500,
            idle_ms: 10_000,
        }
    }
}

/// What capture is to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The publication that rows come by.
    pub publication: String,
    /// Schema of the control tables.
    pub control_schema: String,
    /// Where messages go.
    pub maps: Vec<MapSettings>,
    /// When units of work end.
    pub unit: UnitLimits,
}
