//! What a getter asks of a message beyond what the queue itself knows.

use crate::selection::MessageView;

/// Judges messages for a getter, or for one that waits.
pub trait Filter: Send + Sync + std::fmt::Debug {
    /// Whether a message passes. Called with the queue locked: it must be short, and must not
    /// call the queue.
    fn judge(&self, view: &MessageView<'_>) -> Verdict;
}

/// What a [`Filter`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It passes.
    Passes,
    /// It does not.
    Fails,
    /// The message would have to be read first.
    Unknown,
}
