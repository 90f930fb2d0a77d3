//! When waits end.
//!
//! A wait that is over long before its time is the rule, so nothing is taken out for that: an entry that comes up early is put
//! back by its owner with the deadline that counts then. Each owner keeps the time of its entry, of which it has one: whoever may
//! wait often and briefly would otherwise leave an entry each time that stays as long as a heartbeat is.

use ferromq_base::poll::Token;
use std::collections::BTreeSet;

/// Deadlines in monotonic nanoseconds, earliest first.
#[derive(Default)]
pub(crate) struct Deadlines {
    entries: BTreeSet<(u64, u64)>,
}

impl Deadlines {
    /// Has the owner looked at no later than that. `alarm_ns` is the time of the entry it has.
    pub(crate) fn bring_forward(
        &mut self,
        alarm_ns: &mut Option<u64>,
        deadline_ns: u64,
        token: Token,
    ) {
        if alarm_ns.is_none_or(|alarm_ns| alarm_ns > deadline_ns) {
            self.clear(alarm_ns, token);
            *alarm_ns = Some(deadline_ns);
            self.entries.insert((deadline_ns, token.0));
        }
    }

    /// Takes the owner's entry out: it is gone, or has nothing to wait for.
    pub(crate) fn clear(&mut self, alarm_ns: &mut Option<u64>, token: Token) {
        if let Some(alarm_ns) = alarm_ns.take() {
            self.entries.remove(&(alarm_ns, token.0));
        }
    }

    /// The earliest one.
    pub(crate) fn next_ns(&self) -> Option<u64> {
        self.entries.first().map(|(deadline_ns, _)| *deadline_ns)
    }

    /// Takes out one that has passed.
    pub(crate) fn pop_passed(&mut self, now_ns: u64) -> Option<(u64, Token)> {
        if self.next_ns()? > now_ns {
            return None;
        }
        let (deadline_ns, token) = self.entries.pop_first()?;
        Some((deadline_ns, Token(token)))
    }

    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deadlines_come_up_in_order_and_not_before_their_time() {
        let mut deadlines = Deadlines::default();
        let mut alarms = [None; 3];
        for (alarm, at_ns) in alarms.iter_mut().zip([30, 10, 20]) {
            deadlines.bring_forward(alarm, at_ns, Token(at_ns / 10));
        }
        assert_eq!(deadlines.next_ns(), Some(10));
        assert_eq!(deadlines.pop_passed(9), None);
        assert_eq!(deadlines.pop_passed(20), Some((10, Token(1))));
        assert_eq!(deadlines.pop_passed(20), Some((20, Token(2))));
        assert_eq!(deadlines.pop_passed(20), None);
        deadlines.clear(&mut alarms[0], Token(3));
        assert_eq!((deadlines.next_ns(), alarms[0]), (None, None));
    }

    #[test]
    fn an_owner_has_one_entry_however_often_it_waits() {
        let mut deadlines = Deadlines::default();
        let mut alarm_ns = None;
        const HEARTBEAT_NS: u64 = 300_000_000_000;
        for now_ns in 0..100_000 {
            deadlines.bring_forward(&mut alarm_ns, HEARTBEAT_NS - now_ns, Token(1));
            deadlines.bring_forward(&mut alarm_ns, HEARTBEAT_NS, Token(1));
            assert_eq!(alarm_ns, Some(HEARTBEAT_NS - now_ns));
            assert_eq!(deadlines.len(), 1);
        }
        // Each short wait passes.
        for now_ns in 0..100_000 {
            deadlines.bring_forward(&mut alarm_ns, now_ns, Token(1));
            assert_eq!(deadlines.pop_passed(now_ns), Some((now_ns, Token(1))));
            alarm_ns = None;
            deadlines.bring_forward(&mut alarm_ns, HEARTBEAT_NS, Token(1));
            assert_eq!(deadlines.len(), 1);
        }
    }
}
