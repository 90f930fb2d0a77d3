//! When waits end.
//!
//! A wait that is over long before its time is the rule, so nothing is taken out: every
//! connection has at most a few entries, and one that comes up early is put back by its owner
//! with the deadline that counts then.

use ferromq_base::poll::Token;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Deadlines in monotonic nanoseconds, earliest first.
#[derive(Default)]
pub(crate) struct Deadlines {
    heap: BinaryHeap<Reverse<(u64, u64)>>,
}

impl Deadlines {
    pub(crate) fn add(&mut self, deadline_ns: u64, token: Token) {
        self.heap.push(Reverse((deadline_ns, token.0)));
    }

    /// The earliest one.
    pub(crate) fn next_ns(&self) -> Option<u64> {
        self.heap
            .peek()
            .map(|Reverse((deadline_ns, _))| *deadline_ns)
    }

    /// Takes out one that has passed.
    pub(crate) fn pop_passed(&mut self, now_ns: u64) -> Option<(u64, Token)> {
        let Reverse((deadline_ns, _)) = self.heap.peek()?;
        if *deadline_ns > now_ns {
            return None;
        }
        let Reverse((deadline_ns, token)) = self.heap.pop()?;
        Some((deadline_ns, Token(token)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deadlines_come_up_in_order_and_not_before_their_time() {
        let mut deadlines = Deadlines::default();
        deadlines.add(30, Token(3));
        deadlines.add(10, Token(1));
        deadlines.add(20, Token(2));
        assert_eq!(deadlines.next_ns(), Some(10));
        assert_eq!(deadlines.pop_passed(9), None);
        assert_eq!(deadlines.pop_passed(20), Some((10, Token(1))));
        assert_eq!(deadlines.pop_passed(20), Some((20, Token(2))));
        assert_eq!(deadlines.pop_passed(20), None);
    }
}
