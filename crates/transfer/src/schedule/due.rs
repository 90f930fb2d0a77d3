//! What is due of a schedule at a moment, and what has gone by.

use super::{Schedule, Zone};

/// A time that went by so long ago, in seconds, is not made up for: it counts as missed.
pub const LATE_MAX_S: i64 = 60;

/// What is to be done about a schedule at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The transfer is to happen now.
    pub runs: bool,
    /// So many times went by with nothing done.
    pub missed: u64,
    /// The time that is next; none when the schedule is over.
    pub next: Option<u64>,
}

impl Schedule {
    /// When the time of that number is, in seconds since 1970 in UTC; none when the schedule is over by then.
    #[must_use]
    pub fn due_s(&self, zone: &Zone, number: u64) -> Option<i64> {
        let time = self.occurrence(number)?.time;
        Some(time.seconds() - i64::from(zone.offset_s(time)))
    }

    /// What is to be done at `now_s`, seconds since 1970 in UTC, when times in front of `next` have been dealt with. None: nothing yet.
    ///
    /// Of times that have come since only the last one happens, and only if it came at most [`LATE_MAX_S`] ago; all others are missed. A
    /// clock that is set back brings none of them again, for `next` only grows.
    #[must_use]
    pub fn verdict(&self, zone: &Zone, next: u64, now_s: i64) -> Option<Verdict> {
        let due_s = self.due_s(zone, next)?;
        if due_s > now_s {
            return None;
        }
        // The first that has not come, and the last that has.
        let coming = self.next_after_utc(now_s, |time| zone.offset_s(time));
        let coming = coming.map(|(number, _)| number);
        let behind_last = coming.or_else(|| self.times()).unwrap_or(next + 1);
        let last = behind_last.saturating_sub(1).max(next);
        let last_s = self.due_s(zone, last).unwrap_or(due_s);
        let runs = now_s - last_s <= LATE_MAX_S;
        let come = last - next + 1;
        Some(Verdict {
            runs,
            missed: come - u64::from(runs),
            next: self.occurrence(last + 1).map(|found| found.number),
        })
    }

    /// The first time that can still happen at `now_s`; none when all have gone by.
    #[must_use]
    pub fn first_from(&self, zone: &Zone, now_s: i64) -> Option<u64> {
        let after_s = now_s.saturating_sub(LATE_MAX_S + 1);
        let found = self.next_after_utc(after_s, |time| zone.offset_s(time));
        found.map(|(number, _)| number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::{CivilTime, Interval, Repeat, RepeatEnd, TimeBase};

    fn every(frequency: u32, interval: Interval, end: Option<RepeatEnd>) -> Schedule {
        Schedule {
            time_base: TimeBase::Utc,
            time_zone: None,
            start: CivilTime::from_text("2027-03-01T02:00").expect("a time"),
            repeat: Some(Repeat {
                interval,
                frequency,
                end,
            }),
        }
    }

    fn at(text: &str) -> i64 {
        CivilTime::from_text(text).expect(text).seconds()
    }

    #[test]
    fn a_time_happens_when_it_comes_or_a_little_late_and_is_missed_after_that() {
        let daily = every(1, Interval::Days, Some(RepeatEnd::Count(3)));
        let zone = Zone::utc();
        let verdict = |next, time| daily.verdict(&zone, next, at(time));
        assert_eq!(verdict(0, "2027-03-01T01:59:59"), None);
        for time in ["2027-03-01T02:00", "2027-03-01T02:01"] {
            let runs = Verdict {
                runs: true,
                missed: 0,
                next: Some(1),
            };
            assert_eq!(verdict(0, time), Some(runs), "{time}");
        }
        let missed = Verdict {
            runs: false,
            missed: 1,
            next: Some(1),
        };
        assert_eq!(verdict(0, "2027-03-01T02:01:01"), Some(missed));
        let last = Verdict {
            runs: true,
            missed: 2,
            next: None,
        };
        assert_eq!(verdict(0, "2027-03-03T02:00:30"), Some(last));
        let over = Verdict {
            runs: false,
            missed: 3,
            next: None,
        };
        assert_eq!(verdict(0, "2028-01-01T00:00"), Some(over));
    }

    #[test]
    fn a_clock_that_is_set_back_or_forward_makes_no_time_happen_twice() {
        let hourly = every(1, Interval::Hours, None);
        let zone = Zone::utc();
        let mut next = 0;
        let mut happened = Vec::new();
        for time in [
            "2027-03-01T02:00",
            "2027-03-01T01:00",
            "2027-03-01T02:00:20",
            "2027-03-01T06:00:10",
            "2027-03-01T03:00",
            "2027-03-01T06:00:30",
            "2027-03-01T07:00",
        ] {
            if let Some(verdict) = hourly.verdict(&zone, next, at(time)) {
                if verdict.runs {
                    happened.push(time);
                }
                next = verdict.next.expect("it goes on");
            }
        }
        assert_eq!(
            happened,
            [
                "2027-03-01T02:00",
                "2027-03-01T06:00:10",
                "2027-03-01T07:00"
            ]
        );
    }

    #[test]
    fn what_begins_in_the_past_begins_with_the_next_time() {
        let daily = every(1, Interval::Days, Some(RepeatEnd::Count(3)));
        let zone = Zone::utc();
        let first = |time| daily.first_from(&zone, at(time));
        assert_eq!(first("2027-01-01T00:00"), Some(0));
        assert_eq!(first("2027-03-01T02:01"), Some(0));
        assert_eq!(first("2027-03-01T02:01:01"), Some(1));
        assert_eq!(first("2027-03-03T02:01:01"), None);
    }
}
