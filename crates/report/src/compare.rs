//! Two files of results: what is better, what is worse, and what is noise.

use crate::chart::short;
use crate::generated::tables::{STEP_ROWS, Step};
use crate::results::{Datum, Record, Results, State};
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

/// With a single run on either side nobody knows how much runs differ; less than so many times as much, or as little, is taken to be noise.
const SINGLE_RUN: f64 = 1.3;
/// With several runs, ranges apart by less than that are noise all the same.
const LEAST: f64 = 1.03;

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
            all.push(Compared {
                what: named(step, one),
                rates,
                change: change(one, other, step.rate),
            });
        }
    }
    all
}

fn named(step: &Step, record: &Record) -> String {
    let settings = settings_of(step).filter_map(|name| {
        let is = record.settings.get(name).map(Datum::shown)?;
        Some(format!("{name} {is}"))
    });
    let settings: Vec<String> = settings.collect();
    format!("{}: {}", step.step, settings.join(", "))
}

/// The points of the first that the second lacks, and what became of their step there.
fn missing(first: &Results, second: &Results) -> Vec<(String, String)> {
    let (measured, others) = (Measured::of(first), Measured::of(second));
    let mut all = Vec::new();
    for step in STEP_ROWS.iter().filter(|step| !step.rate.is_empty()) {
        let why = match second.step(step.step).map(|step| &step.state) {
            None => "it was not asked for".to_owned(),
            Some(State::Failed(why)) => format!("it failed: {why}"),
            Some(State::LeftOut(why)) => format!("it was left out: {why}"),
            Some(State::Done) => "it has no such point".to_owned(),
        };
        for one in measured.points(step.step) {
            let same = |other: &Record| {
                other.name == one.name
                    && other.settings == one.settings
                    && other.number(step.rate).is_some()
            };
            if one.number(step.rate).is_some() && !others.points(step.step).any(same) {
                all.push((named(step, one), why.clone()));
            }
        }
    }
    all
}

/// How many points only one of the two has: of the first, of the second.
#[must_use]
pub fn only_in_one(first: &Results, second: &Results) -> (usize, usize) {
    (missing(first, second).len(), missing(second, first).len())
}

/// What was measured where, and a warning where the two are not of one kind.
fn heads(first: &Results, second: &Results) -> String {
    const OF_MACHINE: [&str; 4] = ["processor", "memory", "kernel", "file system"];
    let facts = |results: &Results| {
        let mut facts = vec![
            ("version", results.version.clone()),
            ("plan", results.plan.clone()),
            ("processors", results.cores.to_string()),
        ];
        facts.extend(OF_MACHINE.iter().map(|name| {
            let found = results.machine.iter().find(|(known, _)| known == name);
            (
                *name,
                found.map_or("not told".to_owned(), |(_, is)| is.clone()),
            )
        }));
        facts
    };
    let mut text = format!(
        "first: taken {}\nsecond: taken {}\n",
        first.taken, second.taken
    );
    let mut differ = Vec::new();
    for ((name, before), (_, after)) in facts(first).into_iter().zip(facts(second)) {
        if before == after {
            let _ = writeln!(text, "{name}: {before}");
            continue;
        }
        let _ = writeln!(text, "{name}: {before} | {after}");
        // Another version is what one compares.
        if name != "version" {
            differ.push(name);
        }
    }
    if !differ.is_empty() {
        let _ = writeln!(
            text,
            "These were not measured alike ({}): what is better or worse may be so because of that.",
            differ.join(", ")
        );
    }
    text
}

fn change(one: &Record, other: &Record, rate: &str) -> Change {
    let (Some(before), Some(after)) = (one.number(rate), other.number(rate)) else {
        return Change::Noise;
    };
    // What halves and what doubles is as much.
    let difference = (after / before).ln();
    let apart = match (one.ranges.get(rate), other.ranges.get(rate)) {
        (Some(before), Some(after)) => {
            (before.1 < after.0 || after.1 < before.0) && difference.abs() > LEAST.ln()
        }
        _ => difference.abs() > SINGLE_RUN.ln(),
    };
    match apart {
        true if difference > 0.0 => Change::Better,
        true => Change::Worse,
        false => Change::Noise,
    }
}

/// The same as a table for a terminal, with a last line that counts.
#[must_use]
pub fn changes_as_text(first: &Results, second: &Results) -> String {
    let all = changes(first, second);
    let mut text = heads(first, second);
    let _ = writeln!(
        text,
        "{:<60} {:>12} {:>12} {:>7}",
        "", "first", "second", ""
    );
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
    let (gone, new) = (missing(first, second), missing(second, first));
    for (side, points) in [("second", &gone), ("first", &new)] {
        for (what, why) in points {
            let _ = writeln!(text, "{what:<60} not in the {side}: {why}");
        }
    }
    let count = |change| all.iter().filter(|each| each.change == change).count();
    let _ = writeln!(
        text,
        "{} points: {} better, {} worse, {} within what runs differ; {} only in the first, {} only in the second",
        all.len(),
        count(Change::Better),
        count(Change::Worse),
        count(Change::Noise),
        gone.len(),
        new.len()
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::StepResult;

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
            failed_rounds: Vec::new(),
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
        // There and back again.
        assert_eq!(of(&[100.0], &[131.0]), Change::Better);
        assert_eq!(of(&[131.0], &[100.0]), Change::Worse);
        assert_eq!(of(&[100.0], &[0.0]), Change::Worse);
        assert_eq!(of(&[0.0], &[100.0]), Change::Better);
        assert_eq!(of(&[0.0], &[0.0]), Change::Noise);
    }

    #[test]
    fn what_one_side_lacks_is_told_and_counted() {
        let before = results(&[100.0]);
        let mut after = results(&[]);
        after.steps[0].state = State::Failed("a message was lost".into());
        let text = changes_as_text(&before, &after);
        assert!(
            text.contains("not in the second: it failed: a message was lost"),
            "{text}"
        );
        assert!(text.ends_with("0 points: 0 better, 0 worse, 0 within what runs differ; 1 only in the first, 0 only in the second\n"), "{text}");
        let text = changes_as_text(&after, &before);
        assert!(
            text.contains("not in the first: it failed")
                && text.ends_with("0 only in the first, 1 only in the second\n"),
            "{text}"
        );
    }

    #[test]
    fn what_was_not_measured_alike_is_said() {
        let before = results(&[100.0]);
        let mut after = results(&[100.0]);
        after.version = "2".into();
        let text = changes_as_text(&before, &after);
        assert!(
            text.contains("version:  | 2\n") && !text.contains("alike"),
            "{text}"
        );
        after.plan = "quick".into();
        after.cores = 64;
        after.machine = vec![("file system".into(), "ext4".into())];
        let text = changes_as_text(&before, &after);
        assert!(
            text.contains("not measured alike (plan, processors, file system)"),
            "{text}"
        );
        assert!(text.contains("file system: not told | ext4\n"), "{text}");
    }
}
