//! What the report says of the same run on its machines: MQ 9.0.4 on z/OS and Linux, February 2018.

use super::{Attach, Plan};
use crate::figures::Record;

/// A row for each size: KB; capture and apply as clients of a structure that never waits (up to 62 KB with storage behind it, above offloaded); capture and apply over
/// channels; messages a second.
const ROWS: &[(u64, f64, f64, f64, f64)] = &[
    (2, 57_252.6, 3_811.11, 11_227.5, 12_871.13),
    (10, 30_951.8, 3_622.19, 9_006.4, 10_636.95),
    (32, 11_239.2, 3_012.96, 3_432.9, 2_429.49),
    (62, 5_994.5, 2_295.36, 2_385.7, 1_340.70),
    (63, 3_114.3, 1_630.82, 1_896.1, 1_317.36),
    (100, 1_363.0, 943.27, 1_321.6, 803.29),
    (1024, 242.1, 175.53, 257.1, 58.72),
];

/// Adds the figures of the report, where it has this size.
pub(super) fn beside(plan: &Plan, record: &mut Record) {
    let size = plan.size as u64;
    let Some(row) = ROWS.iter().find(|row| row.0 * 1024 == size) else {
        return;
    };
    let (capture, apply) = match plan.attach {
        Attach::Channel => (row.3, row.4),
        _ => (row.1, row.2),
    };
    let of = |name, published: f64| record_rate(record, name) / published;
    let (capture_times, apply_times) = (of("capture_per_s", capture), of("apply_per_s", apply));
    record
        .number("published_capture_per_s", capture)
        .number("published_apply_per_s", apply)
        .number("capture_times_published", capture_times)
        .number("apply_times_published", apply_times);
}

fn record_rate(record: &Record, name: &str) -> f64 {
    record.get(name).unwrap_or(0.0)
}
