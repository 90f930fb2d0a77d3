//! Why capture cannot go on.

use crate::message::{Lsn, Problem};
use crate::pgoutput::Garbled;
use std::fmt;

/// Why capture cannot go on as it is. Nothing was lost: what is on the queues is what the restart message says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The source said what cannot be understood.
    Garbled(Garbled),
    /// A message cannot be written, by a row that is too long for one.
    Message(Problem),
    /// A transaction came out of turn: its commit LSN is not past the last one's, or changes stand outside of one.
    OutOfTurn(u64),
    /// A transaction that was cut came again with other changes than before.
    OtherChanges(u64),
    /// Changes are of a table that was not described.
    NoSchema(u32),
    /// There are more tables than have numbers in a map.
    TooManyTables(u32),
    /// The definition of a subscription could not be looked up.
    NoDefinition(String),
    /// The restart message names maps that are not there any more, with a part of a transaction on their queues.
    MapGone(u32),
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Garbled(why) => write!(f, "the source sent what cannot be understood: {why}"),
            Self::Message(why) => write!(f, "a message cannot be written: {why}"),
            Self::OutOfTurn(lsn) => write!(f, "a transaction came out of turn, at {}", Lsn(*lsn)),
            Self::OtherChanges(lsn) => write!(
                f,
                "transaction {} came again with other changes than those that are on the queues",
                Lsn(*lsn)
            ),
            Self::NoSchema(oid) => write!(f, "table {oid} was not described before its rows"),
            Self::TooManyTables(map) => write!(f, "map {map} has more than 65535 tables"),
            Self::NoDefinition(why) => write!(f, "a subscription could not be looked up: {why}"),
            Self::MapGone(map) => write!(
                f,
                "map {map} is not there any more, and a part of a transaction is on its queues"
            ),
        }
    }
}

impl std::error::Error for Stop {}

impl From<Garbled> for Stop {
    fn from(garbled: Garbled) -> Self {
        Self::Garbled(garbled)
    }
}

impl From<Problem> for Stop {
    fn from(problem: Problem) -> Self {
        Self::Message(problem)
    }
}
