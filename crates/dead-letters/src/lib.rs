//! What to do with the messages of a dead-letter queue: the rules of `runmqdlq`, without a queue.
//!
//! [`RulesTable::read`] takes the text of a rules table and answers the rules, or every problem with its line and column.
//! A [`Handler`] then says of each [`DeadLetter`] which rule is to be tried now, hears how that went, and remembers what it has
//! tried with a message until that is gone. Whoever has the queue gets, puts and waits.
//!
//! Source: "Processing messages on a dead-letter queue" of the administration manual.

mod action;
mod entry;
mod fuzz;
mod handler;
mod letter;
mod lines;
mod pattern;
mod problem;
mod symbols;
mod table;

pub use action::{Action, ForwardTo, Rule};
pub use fuzz::fuzz_one;
pub use handler::{Failure, Handler, SEEN_MAX, Shown};
pub use letter::{DeadLetter, NoDeadLetter, Placed};
pub use pattern::Pattern;
pub use problem::{Problem, Problems};
pub use table::{Control, RULES_MAX, RulesTable, TEXT_BYTES_MAX, Wait};
