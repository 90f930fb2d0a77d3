//! Replication between two real PostgreSQL servers, beside the database's own logical replication of the same changes.
//!
//! One source and one target server; the target has a database for either side, so that both see the same hardware, settings and changes. What the
//! source commits is captured and applied by the commands a user would start, over a queue manager of this process. Each figure of ours stands beside
//! the native one of the same run; on a machine that others use, too, only ratios and processor time say something.

mod at_rest;
mod catch_up;
mod stage;
mod under_load;

use crate::failure::Failure;
use crate::figures::Record;
use crate::output::{Run, show};
use stage::{Side, Stage};

type Part = fn(&mut Stage, &Run) -> Result<Vec<Record>, Failure>;

/// What can be measured, by its word.
const PARTS: &[(&str, Part)] = &[
    ("catch-up", catch_up::run),
    ("latency", under_load::latency),
    ("rates", under_load::rates),
    ("backlog", at_rest::backlog),
    ("restart", at_rest::restart),
    ("memory", at_rest::memory),
];

/// Measures what `--only` says, or all of it; loading the tables comes first.
pub(crate) fn run(run: &Run) -> Result<Vec<Record>, Failure> {
    let wanted = run.arguments.text("only").unwrap_or_default();
    let parts: Vec<&(&str, Part)> = PARTS
        .iter()
        .filter(|(name, _)| name.contains(wanted))
        .collect();
    if parts.is_empty() {
        let known: Vec<&str> = PARTS.iter().map(|(name, _)| *name).collect();
        return Err(Failure::Usage(format!(
            "--only is one of {}",
            known.join(", ")
        )));
    }
    let mut stage = Stage::make(&run.arguments)?;
    let mut records = vec![load(&mut stage)?];
    for (_, part) in parts {
        for record in part(&mut stage, run)? {
            show(&record)?;
            records.push(record);
        }
    }
    // What either side has not taken yet is taken, and both are to be as the source.
    let mark = stage.mark()?;
    for side in [Side::Ours, Side::Native] {
        stage.work(side, &[])?;
        stage.until_marked(side, mark)?;
        stage.rest(side)?;
    }
    stage.compare()?;
    Ok(records)
}

/// Both sides load the tables: from starting until all of them are there.
fn load(stage: &mut Stage) -> Result<Record, Failure> {
    let native = stage.load(Side::Native)?;
    let ours = stage.load(Side::Ours)?;
    let mut record = Record::new("load");
    record
        .number("seconds", ours)
        .number("native_seconds", native)
        .number("of_native", native / ours);
    show(&record)?;
    Ok(record)
}
