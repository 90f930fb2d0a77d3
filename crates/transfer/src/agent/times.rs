//! Times that are waited for, by the clock.

/// Moves times with a clock that was set back.
pub(super) fn move_back<'a>(times: impl IntoIterator<Item = &'a mut u64>, by_ms: u64) {
    for time_ms in times {
        *time_ms = time_ms.saturating_sub(by_ms);
    }
}
