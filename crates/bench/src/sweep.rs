//! One workload over client counts and message sizes.

use crate::failure::Failure;
use crate::figures::{Record, rows};
use crate::output::{Run, say};
use crate::round_trip;

const SETTINGS: &[&str] = &["persistent", "size", "requesters"];
const FIGURES: &[&str] = &[
    "round_trips_per_s",
    "p50_us",
    "p99_us",
    "q_mgr_process_cpu_us_each",
    "other_processes_cpu_us_each",
    "cores_busy_elsewhere",
    "forces_each",
];

/// Requester/responder over every combination, not persistent and persistent.
pub(crate) fn run(run: &Run) -> Result<Vec<Record>, Failure> {
    let base = run
        .arguments
        .clone()
        .or("warm-up", 0.5)
        .or("seconds", 2)
        .or("requester-road", "bindings")
        .or("responder-road", "bindings");
    let counts = base.list("counts", "1,2,4,8,16,32,64")?;
    let sizes = base.list("sizes", "2k,20k,200k,2M")?;
    let only_persistent = base.flag("persistent");
    let mut records = Vec::new();
    for persistent in [false, true] {
        if only_persistent && !persistent {
            continue;
        }
        for size in &sizes {
            let first = records.len();
            for count in &counts {
                let mut arguments = base.clone().with("requesters", count).with("size", size);
                if persistent {
                    arguments = arguments.with("persistent", "");
                }
                records.push(round_trip::measure(&arguments, run.limits.as_ref())?);
            }
            say(&rows(&records[first..], SETTINGS, FIGURES))?;
            say("\n")?;
        }
    }
    Ok(records)
}
