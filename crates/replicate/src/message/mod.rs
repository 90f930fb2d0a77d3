//! Messages of replication: `docs/formats/replication-message.md`.
//!
//! Reading checks everything but the cells of rows, which [`Row`] checks as it is walked. Writing takes what is within the limits, or
//! says what is not.

mod event;
mod fuzz;
mod header;
mod json;
mod key;
mod lsn;
mod operation;
mod pack;
mod problem;
mod restart;
mod row;
mod schema;
mod subscription;
#[cfg(test)]
pub(crate) mod tests;

pub use event::{Publishing, RowOptions};
pub(crate) use event::{Subject, add_row, add_truncate, event};
pub use fuzz::fuzz_one;
pub use header::{BODY_BYTES_MAX, HEADER_BYTES, Header, Kind, Message};
pub use json::{Schemas, to_json};
pub use key::Key;
pub use lsn::Lsn;
pub(crate) use operation::OPERATION_BYTES;
pub use operation::{Action, Operation, Operations, Truncate, write_operation, write_truncate};
pub use pack::PACK_MAX;
pub(crate) use pack::Pack;
pub use problem::Problem;
pub(crate) use restart::MAPS_MAX;
pub use restart::{CutTransaction, MapPosition, Restart, SubscriptionMark};
pub use row::{Cell, Change, Old, Row};
pub use schema::{Column, Identity, Schema};
pub use subscription::{Ended, Loader, Notice, SourceLog, State, SubscriptionState};

/// `Format` in the descriptor of messages on send queues.
pub const FORMAT: &str = "FRQREPL";
/// `Format` of the restart message.
pub const RESTART_FORMAT: &str = "FRQRSTR";
/// The word of the command by which apply tells capture how far it is.
pub const APPLIED: &str = "applied";
/// Columns of a table, at most: what PostgreSQL allows.
pub const COLUMNS_MAX: usize = 1_664;
/// Bytes of a name, at most.
pub const NAME_BYTES_MAX: usize = 255;
/// Bytes of an explanation, at most.
pub const TEXT_BYTES_MAX: usize = 4_096;

/// Text with its length in front; what is beyond `max` bytes is cut off at a character.
fn put_text(out: &mut Vec<u8>, text: &str, max: usize) {
    let mut end = text.len().min(max);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    // `max` is never more than TEXT_BYTES_MAX.
    out.extend_from_slice(&(end as u16).to_be_bytes());
    out.extend_from_slice(&text.as_bytes()[..end]);
}
