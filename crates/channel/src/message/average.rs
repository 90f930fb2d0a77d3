//! Monitoring figures that are documented as two numbers: how it was lately, and how it is in the long run.

/// Two moving averages, in sixteenths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Average {
    short: u64,
    long: u64,
    has_any: bool,
}

/// Parts of the short and of the long average that one value makes up.
const SHORT: u64 = 8;
const LONG: u64 = 256;

impl Average {
    pub(crate) fn add(&mut self, value: u64) {
        let value = value.min(u64::MAX >> 8) << 4;
        if !self.has_any {
            *self = Self {
                short: value,
                long: value,
                has_any: true,
            };
            return;
        }
        self.short = self.short - self.short / SHORT + value / SHORT;
        self.long = self.long - self.long / LONG + value / LONG;
    }

    /// Lately and in the long run; `None` before there was anything.
    #[must_use]
    pub fn shown(self) -> Option<(u64, u64)> {
        self.has_any.then_some((self.short >> 4, self.long >> 4))
    }
}

/// How many values there were since they were taken, and what they were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// How many.
    pub count: u64,
    /// Together.
    pub sum: u64,
    /// The least; of no meaning without any.
    pub least: u64,
    /// The greatest.
    pub most: u64,
}

impl Totals {
    pub(crate) fn add(&mut self, value: u64) {
        self.merge(Self {
            count: 1,
            sum: value,
            least: value,
            most: value,
        });
    }

    /// Adds others.
    pub fn merge(&mut self, other: Self) {
        self.least = match (self.count, other.count) {
            (0, _) => other.least,
            (_, 0) => self.least,
            _ => self.least.min(other.least),
        };
        self.most = self.most.max(other.most);
        self.count += other.count;
        self.sum = self.sum.saturating_add(other.sum);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_that_are_merged_are_those_of_all() {
        let (mut one, mut other) = (Totals::default(), Totals::default());
        one.add(7);
        other.add(3);
        other.add(11);
        one.merge(Totals::default());
        one.merge(other);
        let Totals {
            count,
            sum,
            least,
            most,
        } = one;
        assert_eq!((count, sum, least, most), (3, 21, 3, 11));
    }

    #[test]
    fn what_changes_shows_soon_in_the_one_and_late_in_the_other() {
        let mut average = Average::default();
        assert_eq!(average.shown(), None);
        average.add(0);
        assert_eq!(average.shown(), Some((0, 0)));
        for _ in 0..20 {
            average.add(1_000);
        }
        let (short, long) = average.shown().expect("there were some");
        assert!(short > 850 && short <= 1_000, "{short}");
        assert!(long > 20 && long < 200, "{long}");
        average.add(u64::MAX);
        assert!(average.shown().is_some_and(|(short, _)| short > 1 << 40));
    }
}
