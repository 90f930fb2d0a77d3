//! Times that are waited for, by the clock.

/// Moves times with a clock that was set back.
pub(super) fn move_back<'a>(times: impl IntoIterator<Item = &'a mut u64>, by_ms: u64) {
    for time_ms in times {
        *time_ms = time_ms.saturating_sub(by_ms);
    }
}

/// Whether a time has come that was at most so far ahead when it was chosen. A clock that was set back since does not put it off.
pub(super) fn is_due(now_ms: u64, due_ms: u64, pause_ms: u64) -> bool {
    now_ms >= due_ms || due_ms - now_ms > pause_ms
}
