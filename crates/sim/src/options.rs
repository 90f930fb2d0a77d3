//! What a run is to be.

use crate::shape::Faults;

/// How to run.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Steps of a run.
    pub steps: u64,
    /// Overrides what the seed says of faults.
    pub faults: Option<Faults>,
    /// Without what came to the runs later: checkpoints amid what follows a force, branches of transactions, subscriptions in
    /// groups, selectors, marks and queues of their own beside other threads, starts that read ahead, batches of channels that overlap. So a
    /// seed that was pinned before goes on to make the run it was pinned for.
    pub plain: bool,
    /// Prints every step.
    pub aloud: bool,
}
