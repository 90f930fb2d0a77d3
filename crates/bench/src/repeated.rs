//! The same measurement several times: a single run may be a lucky one.

use crate::arguments::Arguments;
use crate::elsewhere::beside_one;
use crate::failure::Failure;
use crate::figures::{Record, Value};
use crate::joined::beside_no_delay;
use crate::limits::Limits;
use crate::members::Kept;
use crate::output::Run;

/// Measures `--rounds` times (once unless told), and keeps the run whose figure `rate` is the middle one, with the lowest and the highest of it.
pub(crate) fn repeated(
    arguments: &Arguments,
    rate: &str,
    measure: impl Fn(&Arguments) -> Result<Record, Failure>,
) -> Result<Record, Failure> {
    let rounds = arguments.count("rounds", 1)?.clamp(1, ROUNDS_MAX);
    let mut runs = Vec::with_capacity(rounds);
    for _ in 0..rounds {
        runs.push(measure(arguments)?);
    }
    middle(runs, rate)
}

/// The same beside what it is to be compared with, if that is asked for: a cluster beside the one queue manager with all of its work, flows that are
/// delayed beside ones that are not.
pub(crate) fn compared(
    run: &Run,
    rate: &str,
    measure: impl Fn(&Arguments, Option<&Limits>, Kept) -> Result<Record, Failure>,
) -> Result<Vec<Record>, Failure> {
    let limits = run.limits.as_ref();
    if run.arguments.text("cluster").is_some() {
        return beside_one(rate, |kept| measure(&run.arguments, limits, kept));
    }
    beside_no_delay(&run.arguments, rate, |arguments| {
        repeated(arguments, rate, |given| measure(given, limits, Kept::Apart))
    })
}

/// More rounds than anybody waits for.
const ROUNDS_MAX: usize = 1_000;

fn middle(mut runs: Vec<Record>, rate: &str) -> Result<Record, Failure> {
    let of = |record: &Record| record.get(rate).unwrap_or(0.0);
    runs.sort_by(|one, other| of(one).total_cmp(&of(other)));
    let count = runs.len();
    let (low, high) = (runs.first().map_or(0.0, of), runs.last().map_or(0.0, of));
    if count == 0 {
        return Err(Failure::Wrong("nothing was measured".into()));
    }
    let mut kept = runs.swap_remove((count - 1) / 2);
    if count > 1 {
        kept.figure("runs", Value::Count(count as u64))
            .number("lowest_per_s", low)
            .number("highest_per_s", high);
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_run_in_the_middle_is_kept_with_the_range_of_all() {
        let runs = [3.0, 9.0, 1.0].map(|rate| {
            let mut record = Record::new("run");
            record.number("rate", rate).number("own", rate * 2.0);
            record
        });
        let kept = middle(runs.to_vec(), "rate").expect("three runs");
        let get = |name| kept.get(name);
        assert_eq!((get("rate"), get("own")), (Some(3.0), Some(6.0)));
        assert_eq!(
            (get("lowest_per_s"), get("highest_per_s"), get("runs")),
            (Some(1.0), Some(9.0), Some(3.0))
        );
        assert!(middle(Vec::new(), "rate").is_err());
    }
}
