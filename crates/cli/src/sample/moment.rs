//! Moments for people.

use ferromq_base::calendar::UtcMoment;

/// Microseconds since the epoch as a date and a time, in UTC.
pub(crate) fn utc(wall_us: u64) -> String {
    let moment = UtcMoment::at(wall_us);
    format!(
        "{:04}-{:02}-{:02} {:02}:{:02}:{:02}.{:06} UTC",
        moment.year,
        moment.month,
        moment.day,
        moment.hour,
        moment.minute,
        moment.second,
        moment.microsecond
    )
}
