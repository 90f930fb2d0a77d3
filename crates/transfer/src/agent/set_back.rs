//! A clock that is set back. What is waited for is kept as a time of that clock: it moves with it, or everything would rest for as long as the
//! clock was set back. Schedules, monitors and instances that wait for their turn compare with how long they wait at most.

use super::Agent;
use super::files::Files;
use super::times::move_back;
use ferromq_mqi::session::Connected;

impl<C: Connected, F: Files> Agent<C, F> {
    /// Looks whether the clock was set back since the last turn.
    pub(super) fn look_at_clock(&mut self, now_ms: u64) {
        let by_ms = self.last_ms.saturating_sub(now_ms);
        self.last_ms = now_ms;
        if by_ms == 0 {
            return;
        }
        let told = [&mut self.published_ms, &mut self.running_told_ms];
        move_back(told.into_iter().chain([&mut self.looked_ms]), by_ms);
        if let Some(rate) = &mut self.rate {
            rate.set_back(by_ms);
        }
        self.waiting.set_back(by_ms);
        self.authorities.forget();
        let calls = self.calls.all.values_mut();
        move_back(calls.map(|call| &mut call.calling.due_ms), by_ms);
        for source in self.sources.values_mut() {
            source.set_back(by_ms);
        }
        for destination in self.destinations.values_mut() {
            destination.set_back(by_ms);
        }
    }
}
