//! What a cluster does when it is left alone, when a member goes and when one comes: `ferromq bench cluster`.
//!
//! `round-trip --cluster`, `stream --cluster` and `publish --cluster` measure how fast messages go through one.

mod change;
mod choosing;
mod learning;
mod traffic;
mod weights;

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::figures::Record;
use crate::output::{Run, show};

pub(crate) use change::{Leaves, joined, left};
pub(crate) use choosing::measure as choosing;
pub(crate) use learning::measure as learning;
pub(crate) use weights::measure as weights;

/// Measures one of them.
type Measure = fn(&Arguments) -> Result<Record, Failure>;

/// What is measured, each by its name.
const CHECKS: &[(&str, Measure)] = &[
    ("choosing", choosing),
    ("learning", learning),
    ("weights", weights),
    ("killed", |given| left(given, Leaves::Killed)),
    ("hung", |given| left(given, Leaves::Hung)),
    ("joined", joined),
];

/// Measures all, or those `--only` picks.
pub(crate) fn run(run: &Run) -> Result<Vec<Record>, Failure> {
    let only = run.arguments.text("only").unwrap_or_default();
    let picked = CHECKS.iter().filter(|(name, _)| name.contains(only));
    let mut records = Vec::new();
    for (_, measure) in picked {
        let record = measure(&run.arguments)?;
        show(&record)?;
        records.push(record);
    }
    match records.is_empty() {
        true => Err(Failure::Usage(format!("--only {only} picks nothing of it"))),
        false => Ok(records),
    }
}
