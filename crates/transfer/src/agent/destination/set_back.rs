//! Times of a transfer at its destination, when the clock is set back.

use super::Destination;
use crate::agent::times::move_back;

impl<W> Destination<W> {
    /// What is waited for moves with the clock.
    pub(crate) fn set_back(&mut self, by_ms: u64) {
        let calling = self.calling.iter_mut().map(|calling| &mut calling.due_ms);
        let times = [&mut self.heard_ms, &mut self.tell_at_ms].into_iter();
        move_back(times.chain(&mut self.open_since_ms).chain(calling), by_ms);
    }
}
