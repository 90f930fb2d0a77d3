//! The audit in a database: the documented tables, and an audit record's rows in one transaction with its message identifier.
//!
//! The database is behind a seam, [`Database`]: what is said to it is made here, and how it is reached is not known.

mod monitors;
mod past;
mod picking;
mod schedules;
mod sink;
mod statement;
mod tables;
mod transfers;

pub use past::{Wanted, read_past, transfers_in};
pub use sink::{DatabaseRows, Databases};
pub use statement::{AnswerRow, Database, DatabaseProblem, Dialect};
pub use tables::{making, prepare};
