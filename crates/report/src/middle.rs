//! Repeated runs: the middle of each figure, with the lowest and the highest.

use crate::results::{Datum, Record, StepResult};
use std::collections::BTreeMap;

/// The middle of some numbers; of an even number the mean of the two in the middle; `None` of none.
#[must_use]
pub fn median(numbers: &[f64]) -> Option<f64> {
    let mut sorted: Vec<f64> = numbers
        .iter()
        .copied()
        .filter(|number| number.is_finite())
        .collect();
    sorted.sort_by(f64::total_cmp);
    let count = sorted.len();
    (count > 0).then(|| f64::midpoint(sorted[(count - 1) / 2], sorted[count / 2]))
}

/// The records of a step, one for each that has the same name and settings in its rounds: figures that are numbers are the middle of the rounds.
#[must_use]
pub fn of_rounds(step: &StepResult) -> Vec<Record> {
    let mut records: Vec<Vec<&Record>> = Vec::new();
    for record in step.rounds.iter().flatten() {
        let same = |known: &&mut Vec<&Record>| {
            known
                .first()
                .is_some_and(|first| first.name == record.name && first.settings == record.settings)
        };
        match records.iter_mut().find(same) {
            Some(known) => known.push(record),
            None => records.push(vec![record]),
        }
    }
    records.iter().map(|runs| middle(runs)).collect()
}

fn middle(runs: &[&Record]) -> Record {
    let Some(first) = runs.first() else {
        return Record::default();
    };
    let mut record = (*first).clone();
    record.runs = runs.len();
    if runs.len() == 1 {
        return record;
    }
    let mut ranges = BTreeMap::new();
    for (name, datum) in &mut record.figures {
        let Datum::Number(number) = datum else {
            continue;
        };
        let all: Vec<f64> = runs.iter().filter_map(|run| run.number(name)).collect();
        if let Some(middle) = median(&all) {
            *number = middle;
            let low = all.iter().copied().fold(f64::MAX, f64::min);
            let high = all.iter().copied().fold(f64::MIN, f64::max);
            ranges.insert(name.clone(), (low, high));
        }
    }
    record.ranges = ranges;
    if let Some(bound) = &mut record.bound {
        let shares: Vec<f64> = runs
            .iter()
            .filter_map(|run| run.bound.as_ref().map(|bound| bound.reached))
            .collect();
        let limits: Vec<f64> = runs
            .iter()
            .filter_map(|run| run.bound.as_ref().map(|bound| bound.limit))
            .collect();
        bound.reached = median(&shares).unwrap_or(bound.reached);
        bound.limit = median(&limits).unwrap_or(bound.limit);
    }
    record
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::State;

    fn run(rate: f64) -> Record {
        let mut record = Record {
            name: "run".into(),
            runs: 1,
            ..Record::default()
        };
        record.settings.insert("size".into(), Datum::Number(1.0));
        record.figures.insert("rate".into(), Datum::Number(rate));
        record
    }

    #[test]
    fn figures_are_the_middle_of_the_rounds_and_have_a_range() {
        let step = StepResult {
            step: "s".into(),
            command: String::new(),
            state: State::Done,
            seconds: Vec::new(),
            rounds: vec![vec![run(1.0)], vec![run(9.0)], vec![run(2.0)]],
            failed_rounds: Vec::new(),
        };
        let all = of_rounds(&step);
        assert_eq!(all.len(), 1);
        assert_eq!((all[0].number("rate"), all[0].runs), (Some(2.0), 3));
        assert_eq!(all[0].ranges["rate"], (1.0, 9.0));
        assert_eq!(median(&[4.0, f64::NAN, 1.0]), Some(2.5));
        assert_eq!(median(&[]), None);
    }
}
