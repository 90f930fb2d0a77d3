//! Two files of results: what is better, what is worse, and what is noise.

use crate::chart::short;
use crate::generated::tables::STEP_ROWS;
use crate::results::{Datum, Record, Results};
use crate::select::Measured;
use crate::summary::settings_of;
use std::fmt::Write as _;

/// What a difference is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The second is better, beyond what runs differ.
    Better,
    /// The second is worse, beyond what runs differ.
    Worse,
    /// The ranges of the runs overlap, or the difference is no larger than one run differs from another.
    Noise,
}

/// With a single run on either side nobody knows how much runs differ; less than this is taken to be noise.
const SINGLE_RUN: f64 = 0.3;
/// With several runs, ranges apart by less than this are noise all the same.
const LEAST: f64 = 0.03;

/// A point that both have.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// Its step and settings.
    pub what: String,
    /// The rates: first, second.
    pub rates: (f64, f64),
    /// What the difference is.
    pub change: Change,
}

/// The points both have, in the order of the first.
#[must_use]
pub fn changes(first: &Results, second: &Results) -> Vec<Compared> {
    let (first, second) = (Measured::of(first), Measured::of(second));
    let mut all = Vec::new();
    for step in STEP_ROWS.iter().filter(|step| !step.rate.is_empty()) {
        for one in first.points(step.step) {
            let same = |other: &&Record| other.name == one.name && other.settings == one.settings;
            let Some(other) = second.points(step.step).find(same) else {
                continue;
            };
            let Some(rates) = one.number(step.rate).zip(other.number(step.rate)) else {
                continue;
            };
            let settings = settings_of(step).filter_map(|name| {
                Some(format!(
                    "{name} {}",
                    one.settings.get(name).map(Datum::shown)?
                ))
            });
            let settings: Vec<String> = settings.collect();
            all.push(Compared {
                what: format!("{}: {}", step.step, settings.join(", ")),
                rates,
                change: change(one, other, step.rate),
            });
        }
    }
    all
}

fn change(one: &Record, other: &Record, rate: &str) -> Change {
    let (Some(before), Some(after)) = (one.number(rate), other.number(rate)) else {
        return Change::Noise;
    };
    let difference = after / before - 1.0;
    let apart = match (one.ranges.get(rate), other.ranges.get(rate)) {
        (Some(before), Some(after)) => {
            (before.1 < after.0 || after.1 < before.0) && difference.abs() > LEAST
        }
        _ => difference.abs() > SINGLE_RUN,
    };
    match apart && difference.is_finite() {
        true if difference > 0.0 => Change::Better,
        true => Change::Worse,
        false => Change::Noise,
    }
}

/// The same as a table for a terminal, with a last line that counts.
#[must_use]
pub fn changes_as_text(first: &Results, second: &Results) -> String {
    let all = changes(first, second);
    let mut text = format!("{:<60} {:>12} {:>12} {:>7}\n", "", "first", "second", "");
    for each in &all {
        let word = match each.change {
            Change::Better => "better",
            Change::Worse => "WORSE",
            Change::Noise => "noise",
        };
        let (before, after) = each.rates;
        let _ = writeln!(
            text,
            "{:<60} {:>12} {:>12} {:>+6.1}% {word}",
            each.what,
            short(before),
            short(after),
            (after / before - 1.0) * 100.0
        );
    }
    let count = |change| all.iter().filter(|each| each.change == change).count();
    let _ = writeln!(
        text,
        "{} points: {} better, {} worse, {} within what runs differ",
        all.len(),
        count(Change::Better),
        count(Change::Worse),
        count(Change::Noise)
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::{State, StepResult};

    fn results(rates: &[f64]) -> Results {
        let rounds = rates.iter().map(|rate| {
            let mut record = Record {
                name: "requester/responder".into(),
                runs: 1,
                ..Record::default()
            };
            record
                .figures
                .insert("round_trips_per_s".into(), Datum::Number(*rate));
            vec![record]
        });
        let step = StepResult {
            step: "rr-bb".into(),
            command: String::new(),
            state: State::Done,
            seconds: Vec::new(),
            rounds: rounds.collect(),
        };
        Results {
            cores: 2,
            steps: vec![step],
            ..Results::default()
        }
    }

    #[test]
    fn only_ranges_that_lie_apart_are_a_change() {
        let of =
            |before: &[f64], after: &[f64]| changes(&results(before), &results(after))[0].change;
        assert_eq!(
            of(&[100.0, 101.0, 99.0], &[120.0, 121.0, 119.0]),
            Change::Better
        );
        assert_eq!(
            of(&[100.0, 101.0, 99.0], &[80.0, 81.0, 79.0]),
            Change::Worse
        );
        assert_eq!(
            of(&[100.0, 130.0, 99.0], &[120.0, 121.0, 119.0]),
            Change::Noise
        );
        assert_eq!(
            of(&[100.0, 100.1, 99.9], &[100.5, 100.6, 100.4]),
            Change::Noise
        );
        assert_eq!(of(&[100.0], &[120.0]), Change::Noise);
        assert_eq!(of(&[100.0], &[200.0]), Change::Better);
    }
}
