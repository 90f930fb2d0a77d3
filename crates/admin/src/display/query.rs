//! What a DISPLAY command asks for.

use super::filter::Filter;
use super::record::{Choice, Record};

/// What a DISPLAY command asks for, whatever it displays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Query {
    pub(crate) choice: Choice,
    pub(crate) filters: Vec<Filter>,
}

impl Query {
    /// Whether every filter lets the record through.
    pub(crate) fn lets_through(&self, record: &Record) -> bool {
        self.filters
            .iter()
            .all(|filter| filter.lets_through(record))
    }
}
