//! Pauses between attempts at something that fails.

use std::time::Duration;

/// Pauses between attempts, each twice as long as the one before.
#[derive(Clone, Debug)]
pub struct Pauses {
    first: Duration,
    longest: Duration,
    next: Duration,
}

impl Pauses {
    /// The first pause, and the longest there may be.
    #[must_use]
    pub fn new(first: Duration, longest: Duration) -> Self {
        Self {
            first,
            longest,
            next: first,
        }
    }

    /// An attempt failed. Answers how long the pause is.
    pub fn failed(&mut self) -> Duration {
        let pause = self.next;
        self.next = (pause * 2).min(self.longest);
        pause
    }

    /// An attempt succeeded: the next pause is the first again.
    pub fn succeeded(&mut self) {
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
