//! What a queue remembers of its performance events.

use crate::core::performance::{Armed, Crossing, Limits, Watch};
use ferromq_mqi::definition::Definition;
use ferromq_queue::QueueStatistics;

/// What a queue remembers of its performance events.
#[derive(Debug, Default)]
pub(crate) struct Performance {
    pub(super) watch: Watch,
    /// What was crossed and the definition does not say yet.
    pub(super) owed: Vec<Crossing>,
}

impl Performance {
    pub(crate) fn of(definition: &Definition) -> Self {
        let mut performance = Self::default();
        performance.set(definition);
        performance
    }

    /// A definition is in force. What it does not say yet goes on.
    pub(crate) fn set(&mut self, definition: &Definition) {
        let armed = (self.owed.iter()).fold(Armed::of(definition), |armed, crossing| {
            armed.after(*crossing)
        });
        self.watch.set(armed, Limits::of(definition));
    }

    pub(crate) fn is_watched(&self) -> bool {
        self.watch.armed.any_of_calls()
    }

    pub(crate) fn stop_timer(&mut self) {
        self.watch.stop_timer();
    }

    /// The definition is to say this now.
    pub(crate) fn settle(&mut self, crossing: Crossing) {
        if let Some(place) = self.owed.iter().position(|owed| *owed == crossing) {
            self.owed.remove(place);
        }
    }

    /// It could not be made to.
    pub(crate) fn owe(&mut self, crossing: Crossing) {
        self.owed.insert(0, crossing);
    }
}

/// Something of which an event tells, with the figures at that moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossed {
    pub(crate) crossing: Crossing,
    pub(crate) figures: QueueStatistics,
}
