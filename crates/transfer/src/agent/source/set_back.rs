//! Times of a transfer at its source, when the clock is set back.

use super::{Flow, Source};
use crate::agent::times::move_back;

impl<R> Source<R> {
    /// What is waited for moves with the clock. What is told of the past stays.
    pub(crate) fn set_back(&mut self, by_ms: u64) {
        self.packing.set_back(by_ms);
        if let Some(rate) = &mut self.rate {
            rate.set_back(by_ms);
        }
        let gathering = self.gathering.iter_mut().map(|(_, since_ms)| since_ms);
        let times = [&mut self.rest_told_ms, &mut self.look_ms].into_iter();
        let times = times.chain(&mut self.recovering_since_ms).chain(gathering);
        move_back(times, by_ms);
        match &mut self.flow {
            Flow::Planning | Flow::Waiting | Flow::Disposing(_) => {}
            Flow::Offering { asked_ms } => move_back([asked_ms], by_ms),
            Flow::Calling(calling) => move_back([&mut calling.due_ms], by_ms),
            Flow::Ending { tell_ms, .. } => move_back([tell_ms], by_ms),
            Flow::Sending(sending) => {
                let times = [&mut sending.try_again_ms, &mut sending.heard_ms].into_iter();
                let times = times.chain(&mut sending.refused_until_ms);
                move_back(times.chain(&mut sending.limited_until_ms), by_ms);
            }
        }
    }
}
