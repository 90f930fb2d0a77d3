//! What background jobs have in common: a turn does so much at most, and says when the next one is due.

use std::time::Duration;

/// What a turn of a job did, and when the next one is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Messages removed, images recorded, figures published.
    pub done: u64,
    /// When there is more to do.
    pub next: NextTurn,
}

/// When a job is to have its next turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextTurn {
    /// There is more to do: as soon as others had theirs.
    Soon,
    /// Something could not be done: not before so long, and no later than it would be anyway.
    After(Duration),
    /// All is done: when it is time again.
    Later,
}
