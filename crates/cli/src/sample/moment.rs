//! Moments for people.

use ferromq_base::calendar::UtcMoment;

/// Microseconds since the epoch as a date and a time, in UTC.
pub(crate) fn utc(wall_us: u64) -> String {
    format!("{} UTC", UtcMoment::at(wall_us).date_and_micros())
}
