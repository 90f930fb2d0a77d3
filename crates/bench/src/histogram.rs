//! Latencies, counted in buckets whose width grows with the value.
//!
//! Values below 32 have a bucket each; above, every power of two is cut into 32 buckets, so a
//! percentile read back is at most a 32nd too high. Merging histograms loses nothing.

const SUB_BITS: u32 = 5;
const SUB: usize = 1 << SUB_BITS;
const BUCKETS: usize = (64 - SUB_BITS as usize + 1) * SUB;

/// Counts of values, usually nanoseconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram {
    counts: Vec<u64>,
    count: u64,
    sum: u64,
    max: u64,
}

impl Default for Histogram {
    fn default() -> Self {
        Self {
            counts: vec![0; BUCKETS],
            count: 0,
            sum: 0,
            max: 0,
        }
    }
}

impl Histogram {
    /// Counts one value.
    pub fn record(&mut self, value: u64) {
        self.counts[bucket_of(value)] += 1;
        self.count += 1;
        self.sum = self.sum.saturating_add(value);
        self.max = self.max.max(value);
    }

    /// Adds all that `other` counted.
    pub fn merge(&mut self, other: &Self) {
        for (own, more) in self.counts.iter_mut().zip(&other.counts) {
            *own += more;
        }
        self.count += other.count;
        self.sum = self.sum.saturating_add(other.sum);
        self.max = self.max.max(other.max);
    }

    /// Number of values.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The largest value, exactly; 0 when there is none.
    #[must_use]
    pub fn max(&self) -> u64 {
        self.max
    }

    /// Mean of the values; 0 when there is none.
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.count == 0 {
            return 0.0;
        }
        self.sum as f64 / self.count as f64
    }

    /// The value that `percent` (0 to 100) of all values do not exceed: the upper end of its
    /// bucket; 0 when there is none.
    #[must_use]
    pub fn percentile(&self, percent: f64) -> u64 {
        let wanted = (self.count as f64 * percent / 100.0).ceil().max(1.0) as u64;
        let mut seen = 0;
        for (bucket, count) in self.counts.iter().enumerate() {
            seen += count;
            if seen >= wanted {
                return upper_end(bucket).min(self.max);
            }
        }
        self.max
    }

    /// One line of text that [`Histogram::from_text`] reads.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = format!("{};{};", self.sum, self.max);
        let filled = self
            .counts
            .iter()
            .enumerate()
            .filter(|(_, count)| **count > 0);
        for (bucket, count) in filled {
            text.push_str(&format!("{bucket}:{count},"));
        }
        text
    }

    /// Reads what [`Histogram::to_text`] wrote; `None` when it is something else.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let mut parts = text.split(';');
        let mut read = Self {
            sum: parts.next()?.parse().ok()?,
            max: parts.next()?.parse().ok()?,
            ..Self::default()
        };
        for pair in parts.next()?.split(',').filter(|pair| !pair.is_empty()) {
            let (bucket, count) = pair.split_once(':')?;
            let count: u64 = count.parse().ok()?;
            *read.counts.get_mut(bucket.parse::<usize>().ok()?)? += count;
            read.count += count;
        }
        Some(read)
    }
}

fn bucket_of(value: u64) -> usize {
    if value < SUB as u64 {
        return value as usize;
    }
    let exponent = 63 - value.leading_zeros();
    let within = (value >> (exponent - SUB_BITS)) as usize & (SUB - 1);
    (exponent - SUB_BITS + 1) as usize * SUB + within
}

fn upper_end(bucket: usize) -> u64 {
    if bucket < SUB {
        return bucket as u64;
    }
    let shift = (bucket / SUB - 1) as u32;
    let low = ((SUB + bucket % SUB) as u64) << shift;
    low + ((1 << shift) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_lies_in_its_bucket_and_at_most_a_32nd_below_its_end() {
        let mut value = 1_u64;
        while value < u64::MAX / 3 {
            for near in [value - 1, value, value + 1] {
                let end = upper_end(bucket_of(near));
                assert!(end >= near && end - near <= near / 32, "{near}: {end}");
            }
            value = value * 3 / 2 + 1;
        }
        assert_eq!(upper_end(bucket_of(u64::MAX)), u64::MAX);
    }

    #[test]
    fn percentiles_of_one_to_a_thousand_are_where_they_should_be() {
        let mut histogram = Histogram::default();
        (1..=1000).for_each(|value| histogram.record(value));
        assert!((500..=516).contains(&histogram.percentile(50.0)));
        assert!((990..=1000).contains(&histogram.percentile(99.0)));
        assert_eq!(histogram.percentile(100.0), 1000);
        assert!((histogram.mean() - 500.5).abs() < 1e-9);
    }

    #[test]
    fn a_histogram_survives_its_text_form_and_merging() {
        let mut one = Histogram::default();
        let mut two = Histogram::default();
        for value in 0..10_000_u64 {
            (if value % 3 == 0 { &mut one } else { &mut two }).record(value * value);
        }
        let mut both = Histogram::from_text(&one.to_text()).expect("own text");
        assert_eq!(both, one);
        both.merge(&two);
        assert_eq!(both.count(), 10_000);
        assert_eq!(Histogram::from_text("1;2;x"), None);
    }
}
