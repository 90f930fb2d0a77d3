//! Which message is looked for on the queue by its key: one at a time.
//!
//! It is one that was seen and has to be read again, one that is missing while later ones are here (a *hole*), or the one behind the last of an epoch that is over, for which nobody waits any longer and which
//! may be nowhere.

/// A hole that is younger is not looked for: the next message of another path fills it.
const HOLE_MS: u64 = 10;
/// How often a hole is looked for, at most.
pub(super) const SEARCH_INTERVAL_MS: u64 = 250;

/// What is known of the message that would be the next of an epoch that is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Behind {
    #[default]
    Unknown,
    Sought(u64),
    Absent(u64),
}

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Search {
    under_way: Option<u64>,
    hole_since_ms: Option<u64>,
    /// When a hole was looked for last.
    searched_ms: u64,
    behind: Behind,
    /// The last hole that was told, and what is to be told of it.
    told: Option<u64>,
    overdue: Option<(u64, u64)>,
}

impl Search {
    /// Whether this message is to be looked for from now on: not if one is already.
    pub(super) fn begin(&mut self, sequence: u64) -> bool {
        if self.under_way.is_some() {
            return false;
        }
        self.under_way = Some(sequence);
        true
    }

    /// There is no hole.
    pub(super) fn fill(&mut self) {
        self.hole_since_ms = None;
    }

    /// There is one. How old it is.
    pub(super) fn miss(&mut self, now_ms: u64) -> u64 {
        let since_ms = *self.hole_since_ms.get_or_insert(now_ms);
        now_ms.saturating_sub(since_ms)
    }

    /// How old the hole is that there is.
    pub(super) fn hole_ms(&self, now_ms: u64) -> Option<u64> {
        self.hole_since_ms
            .map(|since_ms| now_ms.saturating_sub(since_ms))
    }

    /// Whether the message that is missing is to be looked for from now on: it is given a moment to come, and then looked for now and then.
    pub(super) fn begin_in_hole(&mut self, sequence: u64, now_ms: u64) -> bool {
        let Some(since_ms) = self.hole_since_ms else {
            return false;
        };
        let is_due = now_ms.saturating_sub(since_ms) >= HOLE_MS
            && (self.searched_ms <= since_ms
                || now_ms.saturating_sub(self.searched_ms) >= SEARCH_INTERVAL_MS);
        let begins = is_due && self.begin(sequence);
        if begins {
            self.searched_ms = now_ms;
        }
        begins
    }

    /// The hole is older than anybody waits: messages from the first number up to the second are missing. That is told once.
    pub(super) fn overdue(&mut self, from: u64, to: u64) {
        if self.told.replace(from) != Some(from) {
            self.overdue = Some((from, to));
        }
    }

    /// What is to be told of a hole.
    pub(super) fn take_overdue(&mut self) -> Option<(u64, u64)> {
        self.overdue.take()
    }

    /// Whether the message behind the last of an epoch is nowhere, as far as is known.
    pub(super) fn is_absent(&self, sequence: u64) -> bool {
        self.behind == Behind::Absent(sequence)
    }

    /// Whether that is to be looked for from now on.
    pub(super) fn begin_behind(&mut self, sequence: u64) -> bool {
        let begins = self.begin(sequence);
        if begins {
            self.behind = Behind::Sought(sequence);
        }
        begins
    }

    /// A message has come, and more may have with it. Whether it is the one that is looked for.
    pub(super) fn came(&mut self, sequence: u64) -> bool {
        self.behind = Behind::Unknown;
        let is_sought = self.under_way == Some(sequence);
        if is_sought {
            self.under_way = None;
        }
        is_sought
    }

    /// The message that was looked for is not there.
    pub(super) fn absent(&mut self, sequence: u64) {
        if self.under_way == Some(sequence) {
            self.under_way = None;
            self.behind = match self.behind {
                Behind::Sought(of) if of == sequence => Behind::Absent(of),
                _ => Behind::Unknown,
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_message_at_a_time_is_looked_for_and_a_hole_now_and_then() {
        let mut search = Search::default();
        assert!(!search.begin_in_hole(5, 1_000), "there is none");
        assert_eq!((search.miss(1_000), search.miss(1_009)), (0, 9));
        assert!(!search.begin_in_hole(5, 1_009), "it is young");
        assert!(search.begin_in_hole(5, 1_010));
        assert!(!search.begin(6) && !search.begin_in_hole(5, 9_000));
        search.absent(6);
        assert!(!search.begin(6), "that was another");
        search.absent(5);
        assert!(!search.begin_in_hole(5, 1_259) && search.begin_in_hole(5, 1_260));
        assert!(!search.came(6) && search.came(5));
        search.fill();
        assert_eq!(search.hole_ms(1_300), None);
        // Another hole is looked for at once, when it is old enough.
        assert_eq!(search.miss(1_300), 0);
        assert!(search.begin_in_hole(8, 1_310));
    }

    #[test]
    fn what_comes_may_have_brought_what_was_nowhere() {
        let mut search = Search::default();
        assert!(search.begin_behind(5) && !search.is_absent(5));
        search.came(4);
        search.absent(5);
        assert!(!search.is_absent(5), "it may have come since");
        assert!(search.begin_behind(5));
        search.absent(5);
        assert!(search.is_absent(5) && !search.is_absent(6));
        search.came(4);
        assert!(!search.is_absent(5));
    }

    #[test]
    fn each_hole_is_told_once() {
        let mut search = Search::default();
        search.overdue(5, 7);
        assert_eq!(search.take_overdue(), Some((5, 7)));
        search.overdue(5, 6);
        assert_eq!(search.take_overdue(), None);
        search.overdue(6, 7);
        assert_eq!(search.take_overdue(), Some((6, 7)));
    }
}
