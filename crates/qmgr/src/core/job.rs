//! What jobs of the house have in common: a turn does so much at most, says when the next one is due, and what fails is tried
//! again after pauses that grow.

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

/// Pauses between attempts, each twice as long as the one before.
#[derive(Clone, Debug)]
pub(crate) struct Pauses {
    first: Duration,
    longest: Duration,
    next: Duration,
}

impl Pauses {
    pub(crate) fn new(first: Duration, longest: Duration) -> Self {
        Self {
            first,
            longest,
            next: first,
        }
    }

    /// An attempt failed. Answers how long the pause is.
    pub(crate) fn failed(&mut self) -> Duration {
        let pause = self.next;
        self.next = (pause * 2).min(self.longest);
        pause
    }

    pub(crate) fn succeeded(&mut self) {
        self.next = self.first;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_the_longest_and_begin_anew_after_a_success() {
        let mut pauses = Pauses::new(Duration::from_secs(1), Duration::from_secs(5));
        let mut four = || [(); 4].map(|()| pauses.failed().as_secs());
        assert_eq!(four(), [1, 2, 4, 5]);
        assert_eq!(four(), [5, 5, 5, 5]);
        pauses.succeeded();
        assert_eq!(pauses.failed().as_secs(), 1);
    }
}
