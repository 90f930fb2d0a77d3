//! What time it is.

use ferromq_base::calendar::UtcMoment;
use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970.
pub(super) fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    })
}

/// The time, as lines of logs begin with it.
pub(super) fn now() -> String {
    UtcMoment::at(now_ms().saturating_mul(1_000)).to_string()
}
