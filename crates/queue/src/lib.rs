//! One queue: what is on it, in which order, who may see it, and where its bytes rest.
//!
//! The theory is in the `README.md` of this crate, the bytes in `docs/formats/queue-file.md`.
//! `queue` never knows who called, what a unit of work is or how a log record looks:
//! `qmgr` drives it.

mod arena;
mod backend;
mod browse;
mod called;
mod entry;
mod failure;
mod file;
mod filter;
mod fuzz;
mod group;
mod harden;
mod index;
mod inner;
mod key;
mod load;
mod lock_order;
mod message;
mod moving;
mod numbers;
mod open;
mod order;
mod packed;
mod purge;
mod queue;
mod recovery;
mod rehearsed;
mod row;
mod search;
mod select;
mod selection;
mod spill;
mod status;
mod store;
mod survey;
mod table;
mod unspilled;
mod wait;
mod wakeup;
mod walk;

pub use backend::{LateSearch, QueueBackend, Searched};
pub use called::{Called, Completion, Pending, under_way};
pub use failure::{
    FileFault, HardenError, LoadError, LogReadFailure, PutRefusal, QueueFileError, TooManyWaiters,
};
pub use ferromq_log::Lsn;
pub use filter::{Filter, Verdict};
pub use fuzz::{fuzz_files, fuzz_one};
pub use load::UncommittedPut;
pub use message::{
    BadPayload, FilePlace, Id, Ids, Location, LogPlace, Message, PutMeta, Visibility,
};
pub use moving::MoveReport;
pub use numbers::{HandleId, Holder, Seq, WaiterId};
pub use queue::{Queue, ReadLog};
pub use rehearsed::{Answers, RehearsedQueue};
pub use selection::{
    Cursor, Expired, ExpiryCursor, Found, GroupInfo, GroupPosition, Interest, LogicalRule, Mark,
    MessageView, Payload, Position, Rest, Selected, Selection, Take, Unmarked, Unread,
};
pub use spill::Spill;
pub use status::{
    Backlog, DepthMarks, HardenReport, QueueSettings, QueueStatistics, QueueStatus, Scope, Summary,
    Traffic, Volume,
};
pub use wakeup::{Transition, Wakeups};
