//! Is the other end still there?

/// Asks when nothing was heard for an interval, and gives up when nothing is heard for another.
#[derive(Debug, Default)]
pub(super) struct Heart {
    interval_ns: u64,
    /// Something was heard since the last tick.
    heard: bool,
    /// When something was heard last, as far as ticks can tell, or when the other end was asked.
    since_ns: Option<u64>,
    asked: bool,
}

/// What to do.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Beat {
    None,
    Send,
    Dead,
}

impl Heart {
    /// 0 for no heartbeats.
    pub(super) fn set_interval(&mut self, seconds: u32) {
        self.interval_ns = u64::from(seconds) * 1_000_000_000;
    }

    pub(super) fn heard(&mut self) {
        self.heard = true;
    }

    pub(super) fn tick(&mut self, now_ns: u64) -> Beat {
        if self.interval_ns == 0 {
            return Beat::None;
        }
        if std::mem::take(&mut self.heard) || self.since_ns.is_none() {
            self.since_ns = Some(now_ns);
            self.asked = false;
            return Beat::None;
        }
        if self.deadline_ns().is_none_or(|deadline| now_ns < deadline) {
            return Beat::None;
        }
        if self.asked {
            return Beat::Dead;
        }
        self.asked = true;
        self.since_ns = Some(now_ns);
        Beat::Send
    }

    /// `Some(0)` asks for a first tick.
    pub(super) fn deadline_ns(&self) -> Option<u64> {
        if self.interval_ns == 0 {
            return None;
        }
        Some(match self.since_ns {
            Some(since_ns) => since_ns + self.interval_ns,
            None => 0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Beat, Heart};

    const SECOND: u64 = 1_000_000_000;

    #[test]
    fn a_silent_partner_is_asked_once_and_then_given_up() {
        let mut heart = Heart::default();
        heart.set_interval(2);
        assert_eq!(heart.tick(SECOND), Beat::None);
        assert_eq!(heart.tick(2 * SECOND), Beat::None);
        assert_eq!(heart.tick(3 * SECOND), Beat::Send);
        assert_eq!(heart.tick(4 * SECOND), Beat::None);
        assert_eq!(heart.tick(5 * SECOND), Beat::Dead);
    }

    #[test]
    fn a_partner_that_is_heard_is_not_asked() {
        let mut heart = Heart::default();
        heart.set_interval(2);
        for second in 1..20 {
            heart.heard();
            assert_eq!(heart.tick(second * SECOND), Beat::None);
        }
        assert_eq!(heart.deadline_ns(), Some(21 * SECOND));
    }

    #[test]
    fn without_an_interval_there_are_no_heartbeats() {
        let mut heart = Heart::default();
        assert_eq!(heart.tick(u64::MAX), Beat::None);
        assert_eq!(heart.deadline_ns(), None);
    }
}
