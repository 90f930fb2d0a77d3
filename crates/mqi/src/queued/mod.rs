//! Commands of queued publish and subscribe, and their answers: what programs put on queues that were written before
//! `MQSUB`.
//!
//! A command is names and values, in the `NameValueString` of an `MQRFH` or in folder `psc` of an `MQRFH2`. Both are
//! read into a [`Command`] by one table. Format: `docs/formats/queued-publish-subscribe.md`.

mod answer;
mod command;
mod fuzz;
mod name_values;
mod publication;
mod table;
#[cfg(test)]
mod tests;

pub use crate::fronted::{DescribedData, Fronted};
pub use answer::{Answer, Refusal};
pub use command::{Command, Form, Received};
pub use fuzz::fuzz_one;
pub use name_values::{Header, read_pairs, write_pairs};
pub use publication::Forwarded;
pub use table::{Choice, Name, Verb};

/// The format name of a message that an `MQRFH` of version 1 begins.
pub const FORMAT: [u8; 8] = *b"MQHRF   ";
