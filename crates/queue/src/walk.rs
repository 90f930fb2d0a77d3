//! Searches that let others in before they are at their end.
//!
//! A search whose filter has to look at many messages does so in steps, and the queue is not locked
//! between them. What becomes available meanwhile in front of the search is met by it; what becomes
//! available behind it would be missed, and a waiter registered at the end would never hear of it. So
//! a search that pauses leaves word where it is, and is told.

use crate::key::Key;

/// A search that pauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WalkId(u64);

/// The searches that pause. Hardly ever more than a few.
#[derive(Debug, Default)]
pub(crate) struct Walks {
    paused: Vec<Paused>,
    last: u64,
}

#[derive(Debug)]
struct Paused {
    id: WalkId,
    /// Everything up to here was looked at.
    at: Key,
    missed: bool,
}

impl Walks {
    /// A search pauses behind this message.
    pub(crate) fn begin(&mut self, at: Key) -> WalkId {
        self.last += 1;
        let id = WalkId(self.last);
        let missed = false;
        self.paused.push(Paused { id, at, missed });
        id
    }

    /// It goes on. True if something behind it became available.
    pub(crate) fn end(&mut self, id: WalkId) -> bool {
        let at = self.paused.iter().position(|paused| paused.id == id);
        at.is_some_and(|at| self.paused.swap_remove(at).missed)
    }

    /// A message became available.
    pub(crate) fn note(&mut self, key: Key) {
        for paused in &mut self.paused {
            paused.missed |= key.rank() <= paused.at.rank();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_searches_that_went_past_it_missed_a_message() {
        let mut walks = Walks::default();
        let key = |class, seq| Key { class, seq };
        let (early, late) = (walks.begin(key(5, 10)), walks.begin(key(5, 20)));
        walks.note(key(5, 15));
        walks.note(key(4, 1));
        assert!(!walks.end(early));
        assert!(walks.end(late));
        let low = walks.begin(key(4, 3));
        walks.note(key(5, 99));
        assert!(walks.end(low), "a higher priority is in front");
        assert!(!walks.end(low), "it is over");
    }
}
