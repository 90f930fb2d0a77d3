//! Persistent puts in and outside units of work, by requesters and by pairs of queues.

use crate::failure::Failure;
use crate::figures::{Record, rows};
use crate::output::{Run, say};
use crate::repeated::repeated;
use crate::round_trip;

/// Requesters and pairs of queues of each point, as the published bars have them.
const POINTS: [(u64, u64); 5] = [(1, 10), (30, 10), (60, 10), (60, 1), (60, 60)];

pub(crate) fn run(run: &Run) -> Result<Vec<Record>, Failure> {
    let base = run
        .arguments
        .clone()
        .with("persistent", "")
        .or("warm-up", 0.5)
        .or("seconds", 2)
        .or("requester-road", "bindings")
        .or("responder-road", "bindings");
    let mut records = Vec::new();
    for (requesters, pairs) in POINTS {
        let inside = base
            .clone()
            .with("requesters", requesters)
            .with("pairs", pairs);
        for arguments in [inside.clone(), inside.with("puts-outside", "")] {
            let measure = |given: &_| round_trip::measure(given, run.limits.as_ref());
            records.push(repeated(&arguments, round_trip::RATE, measure)?);
        }
    }
    say(&rows(
        &records,
        &["requesters", "pairs", "puts_in_syncpoint"],
        &[
            round_trip::RATE,
            "p50_us",
            "p99_us",
            "forces_each",
            "q_mgr_process_cpu_us_each",
            "cores_busy_elsewhere",
        ],
    ))?;
    Ok(records)
}
