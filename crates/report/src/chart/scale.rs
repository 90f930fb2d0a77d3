//! Axes: which values get a mark, and where a value lies.

/// How values of an axis are spread over it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// Evenly, from zero.
    FromZero,
    /// By their logarithm.
    Logarithm,
}

/// An axis: values from `low` to `high`, and those with a mark.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale {
    spread: Spread,
    low: f64,
    high: f64,
    /// Values with a mark, ascending.
    pub ticks: Vec<f64>,
}

/// Most marks of an axis, whatever was asked for.
const TICKS_MAX: usize = 24;

impl Scale {
    /// An axis for `values` with about `about` marks. Values that are not finite are left out; on a logarithmic axis those that are not above zero
    /// as well. Without any, the axis goes from 0, or 1, to 1, or 10.
    #[must_use]
    pub fn of(values: impl Iterator<Item = f64>, spread: Spread, about: usize) -> Self {
        let about = about.clamp(2, 12);
        match spread {
            Spread::FromZero => {
                let most = values.filter(|value| value.is_finite()).fold(0.0, f64::max);
                let step = step(if most > 0.0 { most } else { 1.0 }, about);
                let count = ((most / step) - 1e-9).ceil().clamp(1.0, TICKS_MAX as f64);
                let ticks = (0..=count as usize).map(|at| at as f64 * step).collect();
                Self {
                    spread,
                    low: 0.0,
                    high: count * step,
                    ticks,
                }
            }
            Spread::Logarithm => {
                let good: Vec<f64> = values
                    .filter(|value| value.is_finite() && *value > 0.0)
                    .collect();
                let least = good.iter().copied().fold(f64::MAX, f64::min);
                let most = good.iter().copied().fold(0.0, f64::max);
                let (least, most) = if good.is_empty() {
                    (1.0, 10.0)
                } else {
                    (least, most)
                };
                logarithmic(least, most, about)
            }
        }
    }

    /// A logarithmic axis whose marks are the values themselves, for numbers of clients that double.
    #[must_use]
    pub fn of_each(values: &[f64]) -> Self {
        let mut ticks: Vec<f64> = values
            .iter()
            .copied()
            .filter(|value| value.is_finite() && *value > 0.0)
            .collect();
        ticks.sort_by(f64::total_cmp);
        ticks.dedup();
        let low = ticks.first().copied().unwrap_or(1.0);
        let high = ticks.last().copied().unwrap_or(10.0);
        Self {
            spread: Spread::Logarithm,
            low,
            high: if high > low { high } else { low * 2.0 },
            ticks: thinned(ticks),
        }
    }

    /// Where `value` lies: 0 is the low end, 1 the high end; never outside, and never not a number.
    #[must_use]
    pub fn share(&self, value: f64) -> f64 {
        let share = match self.spread {
            Spread::FromZero => value / self.high,
            Spread::Logarithm => (value / self.low).ln() / (self.high / self.low).ln(),
        };
        if share.is_finite() {
            share.clamp(0.0, 1.0)
        } else {
            0.0
        }
    }
}

/// The step of 1, 2, 2.5 or 5 times a power of ten that divides `most` into at most about `about` parts.
fn step(most: f64, about: usize) -> f64 {
    let rough = most / about as f64;
    let ten = 10_f64.powf(rough.log10().floor());
    let within = rough / ten;
    let factor = [1.0, 2.0, 2.5, 5.0]
        .into_iter()
        .find(|factor| within <= *factor + 1e-9)
        .unwrap_or(10.0);
    factor * ten
}

fn logarithmic(least: f64, most: f64, about: usize) -> Scale {
    let decades = (most / least).log10();
    // Few decades have marks at 1, 2 and 5; more at 1 only; very many at some powers.
    let factors: &[f64] = if decades * 3.0 <= about as f64 {
        &[1.0, 2.0, 5.0]
    } else {
        &[1.0]
    };
    let first = least.log10().floor() as i32;
    let last = most.log10().ceil() as i32;
    let every = usize::try_from(last - first).unwrap_or(1) / about.max(1) + 1;
    let mut all = Vec::new();
    for power in (first..=last).step_by(every) {
        all.extend(factors.iter().map(|factor| factor * 10_f64.powi(power)));
    }
    let low = all
        .iter()
        .copied()
        .filter(|tick| *tick <= least * (1.0 + 1e-9));
    let low = low.into_iter().next_back().unwrap_or(least);
    let high = all
        .iter()
        .copied()
        .find(|tick| *tick >= most * (1.0 - 1e-9));
    let high = high.unwrap_or(most).max(low * 2.0);
    let ticks = all
        .into_iter()
        .filter(|tick| *tick >= low * (1.0 - 1e-9) && *tick <= high * (1.0 + 1e-9))
        .take(TICKS_MAX)
        .collect();
    Scale {
        spread: Spread::Logarithm,
        low,
        high,
        ticks,
    }
}

/// Those that are far enough apart for their labels.
fn thinned(ticks: Vec<f64>) -> Vec<f64> {
    let (Some(first), Some(last)) = (ticks.first().copied(), ticks.last().copied()) else {
        return ticks;
    };
    let span = (last / first).ln().max(f64::MIN_POSITIVE);
    let mut kept: Vec<f64> = Vec::new();
    for tick in ticks {
        let far = kept
            .last()
            .is_none_or(|before| (tick / before).ln() / span >= 0.06);
        if far {
            kept.push(tick);
        }
    }
    kept
}

/// A number of an axis or a label, short: 850, 1,200, 250k, 3.4M.
#[must_use]
pub fn short(value: f64) -> String {
    if !value.is_finite() {
        return "-".to_owned();
    }
    let size = value.abs();
    let (divided, unit) = match size {
        size if size >= 999_500_000.0 => (value / 1e9, "G"),
        size if size >= 999_500.0 => (value / 1e6, "M"),
        size if size >= 99_999.5 => (value / 1e3, "k"),
        _ => (value, ""),
    };
    let digits = match divided.abs() {
        size if size >= 99.95 || size == 0.0 => 0,
        size if size >= 9.995 => 1,
        size if size >= 0.9995 => 2,
        _ => 3,
    };
    let text = format!("{divided:.digits$}");
    let text = if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        &text
    };
    if unit.is_empty() && size >= 999.5 {
        return grouped(divided);
    }
    format!("{text}{unit}")
}

/// A whole number in groups of three.
#[must_use]
pub fn grouped(value: f64) -> String {
    let digits = format!("{:.0}", value.abs());
    let mut text = String::new();
    if value < 0.0 && digits != "0" {
        text.push('-');
    }
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of all sizes, the same in each run.
    fn numbers() -> impl Iterator<Item = f64> {
        let mut state = 9_u64;
        (0..4_000).map(move |_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let exponent = (state >> 40) % 24;
            let fraction = (state >> 11) as f64 / (1_u64 << 53) as f64;
            (0.1 + fraction) * 10_f64.powi(exponent as i32 - 9)
        })
    }

    #[test]
    fn marks_are_round_ascend_and_hold_every_value_between_them() {
        for most in numbers() {
            let scale = Scale::of([most / 3.0, most].into_iter(), Spread::FromZero, 5);
            assert_eq!(scale.ticks[0], 0.0);
            assert!(
                scale.ticks.len() >= 2 && scale.ticks.len() <= 8,
                "{most}: {:?}",
                scale.ticks
            );
            assert!(scale.ticks.windows(2).all(|pair| pair[0] < pair[1]));
            let top = scale.ticks[scale.ticks.len() - 1];
            assert!(
                top >= most * (1.0 - 1e-9) && top <= most * 2.6,
                "{most}: {top}"
            );
            let step = scale.ticks[1];
            let digits = step / 10_f64.powf(step.log10().floor());
            let round = [1.0, 2.0, 2.5, 5.0, 10.0];
            assert!(round.iter().any(|it| (digits - it).abs() < 1e-6), "{step}");
        }
    }

    #[test]
    fn logarithmic_marks_hold_every_value_between_them() {
        let all: Vec<f64> = numbers().collect();
        for pair in all.windows(2) {
            let (least, most) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
            let scale = Scale::of(pair.iter().copied(), Spread::Logarithm, 6);
            assert!(!scale.ticks.is_empty() && scale.ticks.len() <= TICKS_MAX);
            assert!(
                scale.low <= least * 1.001 && scale.high >= most * 0.999,
                "{least} {most} {scale:?}"
            );
            assert!(scale.share(least) <= scale.share(most));
        }
    }

    #[test]
    fn a_place_is_always_a_number_within_the_axis() {
        let odd = [
            0.0,
            -1.0,
            f64::NAN,
            f64::INFINITY,
            f64::MIN_POSITIVE,
            f64::MAX,
        ];
        for spread in [Spread::FromZero, Spread::Logarithm] {
            for values in [&[][..], &odd[..], &[5.0][..], &[0.0][..]] {
                let scale = Scale::of(values.iter().copied(), spread, 5);
                for value in odd {
                    let share = scale.share(value);
                    assert!(
                        (0.0..=1.0).contains(&share),
                        "{spread:?} {values:?} {value}"
                    );
                }
            }
        }
        assert!((0.0..=1.0).contains(&Scale::of_each(&[3.0]).share(3.0)));
        assert!((0.0..=1.0).contains(&Scale::of_each(&[]).share(3.0)));
    }

    #[test]
    fn numbers_are_short() {
        for (value, text) in [
            (0.0, "0"),
            (0.25, "0.25"),
            (1.234, "1.23"),
            (12.34, "12.3"),
            (850.4, "850"),
            (1_234.0, "1,234"),
            (12_345.0, "12,345"),
            (250_000.0, "250k"),
            (3_400_000.0, "3.4M"),
            (f64::NAN, "-"),
        ] {
            assert_eq!(short(value), text);
        }
    }
}
