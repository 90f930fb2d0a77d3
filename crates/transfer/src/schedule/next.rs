//! When a schedule is next.

use super::{Interval, Repeat, RepeatEnd, Schedule};
use ferromq_base::time_zone::CivilTime;

/// A time of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// Which one it is, the first being 0.
    pub number: u64,
    /// When, in the time base of the schedule.
    pub time: CivilTime,
}

impl Schedule {
    /// The time of that number; `None` when the schedule is over by then, or the calendar is.
    ///
    /// Months and years are counted from the first time: what begins on the 31st of January is on the last day of February and on the 31st of
    /// March.
    #[must_use]
    pub fn occurrence(&self, number: u64) -> Option<Occurrence> {
        let time = match (&self.repeat, number) {
            (_, 0) => self.start,
            (None, _) => return None,
            (Some(repeat), number) => repeat.time(self.start, number)?,
        };
        let is_over = match self.repeat.as_ref().and_then(|repeat| repeat.end.as_ref()) {
            Some(RepeatEnd::Count(count)) => number >= u64::from(*count),
            Some(RepeatEnd::Time(end)) => time > *end,
            None => false,
        };
        (!is_over).then_some(Occurrence { number, time })
    }

    /// The first time that is later than `after`; `None` when there is none any more. Found in a few steps, however long the schedule runs.
    #[must_use]
    pub fn next_after(&self, after: CivilTime) -> Option<Occurrence> {
        if self.start > after {
            return self.occurrence(0);
        }
        let repeat = self.repeat.as_ref()?;
        // A guess that is never later than the right one, and mostly is it.
        let mut number = repeat.passed(self.start, after);
        loop {
            let found = self.occurrence(number)?;
            if found.time > after {
                return Some(found);
            }
            number = number.checked_add(1)?;
        }
    }

    /// The first moment of this schedule after `after_s`, in seconds since 1970 in UTC, and its number. `offset_s` says by how many seconds clocks of the
    /// time base are ahead of UTC when they show a time: 0 for UTC, for others what their time zone has then. Times in an hour that clocks skip may
    /// fall together with those of the next; they happen once then.
    #[must_use]
    pub fn next_after_utc(
        &self,
        after_s: i64,
        offset_s: impl Fn(CivilTime) -> i32,
    ) -> Option<(u64, i64)> {
        let moment = |time: CivilTime| time.seconds() - i64::from(offset_s(time));
        // Offsets are less than two days; what lies further back has passed whatever they are.
        const OFFSET_MAX_S: i64 = 2 * 86_400;
        let surely = CivilTime::at_seconds(after_s.saturating_sub(OFFSET_MAX_S));
        let mut found = match surely {
            Some(surely) => self.next_after(surely)?,
            None => self.occurrence(0)?,
        };
        loop {
            let at = moment(found.time);
            if at > after_s {
                return Some((found.number, at));
            }
            found = self.occurrence(found.number.checked_add(1)?)?;
        }
    }

    /// How many of its times lie after `from` and not after `to`: what was missed between.
    #[must_use]
    pub fn count_between(&self, from: CivilTime, to: CivilTime) -> u64 {
        let Some(first) = self.next_after(from) else {
            return 0;
        };
        if first.time > to {
            return 0;
        }
        match self.next_after(to) {
            Some(behind) => behind.number - first.number,
            None => self
                .times()
                .map_or(0, |times| times.saturating_sub(first.number)),
        }
    }

    /// How many times it has; `None` when it never ends but with the calendar.
    pub(crate) fn times(&self) -> Option<u64> {
        let Some(repeat) = &self.repeat else {
            return Some(1);
        };
        match repeat.end.as_ref()? {
            RepeatEnd::Count(count) => Some(u64::from(*count)),
            RepeatEnd::Time(end) if *end < self.start => Some(0),
            RepeatEnd::Time(end) => {
                let mut number = repeat.passed(self.start, *end);
                while self.occurrence(number).is_some() {
                    number += 1;
                }
                Some(number)
            }
        }
    }
}

impl Repeat {
    /// The time of that number of a schedule that begins at `start`, whenever it ends.
    fn time(&self, start: CivilTime, number: u64) -> Option<CivilTime> {
        let steps = number.checked_mul(u64::from(self.frequency))?;
        match self.unit() {
            Unit::Seconds(length) => {
                let seconds = i64::try_from(steps.checked_mul(length)?).ok()?;
                CivilTime::at_seconds(start.seconds().checked_add(seconds)?)
            }
            Unit::Months(length) => start.plus_months(steps.checked_mul(length)?),
        }
    }

    /// How many of the times behind `start` have passed at `at` at least; no more than have.
    fn passed(&self, start: CivilTime, at: CivilTime) -> u64 {
        let every = u64::from(self.frequency.max(1));
        match self.unit() {
            Unit::Seconds(length) => {
                let seconds = u64::try_from(at.seconds() - start.seconds()).unwrap_or(0);
                seconds / length / every
            }
            Unit::Months(length) => {
                let months =
                    |time: CivilTime| u64::from(time.year()) * 12 + u64::from(time.month());
                // The last of these months may not be full.
                let full = months(at).saturating_sub(months(start)).saturating_sub(1);
                full / length / every
            }
        }
    }

    fn unit(&self) -> Unit {
        match self.interval {
            Interval::Minutes => Unit::Seconds(60),
            Interval::Hours => Unit::Seconds(3_600),
            Interval::Days => Unit::Seconds(86_400),
            Interval::Weeks => Unit::Seconds(7 * 86_400),
            Interval::Months => Unit::Months(1),
            Interval::Years => Unit::Months(12),
        }
    }
}

/// What an interval is counted in.
enum Unit {
    Seconds(u64),
    Months(u64),
}
