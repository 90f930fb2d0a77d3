//! What the log's mutex guards: buffers, forces under way, and who waits for them.

use crate::buffer::FillBuffer;
use crate::error::Poisoned;
use crate::waiter::Waiter;
use std::collections::VecDeque;
use std::sync::{Arc, MutexGuard};

/// What runs when a record is durable, or never will be.
pub type Completion = Box<dyn FnOnce(Result<(), Poisoned>) + Send>;

/// A force under way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flight {
    /// The first position behind its pages.
    pub(crate) until: u64,
    /// It is done, but one before it is not.
    pub(crate) landed: bool,
}

/// All that the log's mutex guards.
pub(crate) struct State {
    pub(crate) filling: FillBuffer,
    /// Buffers neither being filled nor forced.
    pub(crate) spares: Vec<FillBuffer>,
    /// Forces that may be under way at a time: the device's number.
    pub(crate) window: usize,
    /// The forces under way, in order of position.
    pub(crate) flights: VecDeque<Flight>,
    /// A record longer than the buffer's rest is being appended; nobody else may append.
    pub(crate) in_record: bool,
    /// Threads waiting for `space`.
    pub(crate) space_waiters: usize,
    pub(crate) durable: u64,
    pub(crate) poisoned: Option<Poisoned>,
    /// The failure hook knows.
    pub(crate) failure_told: bool,
    /// By end position.
    pub(crate) completions: VecDeque<(u64, Completion)>,
    /// Ready to run, in order.
    pub(crate) done: VecDeque<(Completion, Result<(), Poisoned>)>,
    /// A thread is running `done`.
    pub(crate) draining: bool,
    /// Parked threads, by end position.
    pub(crate) waiters: VecDeque<(u64, Arc<Waiter>)>,
    pub(crate) recovery: u64,
    pub(crate) media: u64,
    pub(crate) head_at_checkpoint: u64,
    /// Data pages nobody may use but [`Urgency::Promised`].
    pub(crate) aside_pages: u64,
    pub(crate) records: u64,
    pub(crate) forces: ForceStatistics,
}

pub(crate) type StateGuard<'a> = MutexGuard<'a, State>;

impl State {
    /// True when there is something to force and a force more can begin.
    pub(crate) fn can_begin(&self) -> bool {
        let flights = self.flights.len();
        let turn = flights < self.window && !self.spares.is_empty();
        let alone = flights == 0;
        turn && self.poisoned.is_none()
            && !self.filling.is_empty()
            && (alone || !self.filling.begins_extent())
    }

    /// Takes note that the force up to `until` is done.
    pub(crate) fn land(&mut self, until: u64) {
        for flight in &mut self.flights {
            flight.landed |= flight.until == until;
        }
        while let Some(flight) = self.flights.pop_front_if(|flight| flight.landed) {
            self.durable = flight.until;
        }
    }

    pub(crate) fn verdict(&self) -> Result<(), Poisoned> {
        self.poisoned.clone().map_or(Ok(()), Err)
    }

    /// Takes the filled buffer and puts an empty one in its place.
    pub(crate) fn swap(&mut self) -> FillBuffer {
        let mut empty = self
            .spares
            .pop()
            .expect("a force begins only with a spare buffer");
        empty.restart_at(self.filling.next_base());
        std::mem::replace(&mut self.filling, empty)
    }

    /// Answers the failure when it is to be told.
    pub(crate) fn poison(&mut self, poisoned: Poisoned) -> Option<Poisoned> {
        let first = self.poisoned.get_or_insert(poisoned).clone();
        let told = std::mem::replace(&mut self.failure_told, true);
        (!told).then_some(first)
    }

    pub(crate) fn collect_due(&mut self) {
        if let Some(poisoned) = &self.poisoned {
            let lost: Vec<(u64, Completion)> = self.completions.drain(..).collect();
            let failed = |(_, completion)| (completion, Err(poisoned.clone()));
            self.done.extend(lost.into_iter().map(failed));
            return;
        }
        let durable = self.durable;
        while let Some((_, completion)) = self.completions.pop_front_if(|(end, _)| *end <= durable)
        {
            self.done.push_back((completion, Ok(())));
        }
    }
}

/// What forces have cost so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ForceStatistics {
    pub(crate) count: u64,
    pub(crate) bytes: u64,
    pub(crate) ns_total: u64,
    pub(crate) ns_max: u64,
    pub(crate) ns_recent: u64,
}

impl ForceStatistics {
    pub(crate) fn add(&mut self, bytes: u64, ns: u64) {
        self.count += 1;
        self.bytes += bytes;
        self.ns_total += ns;
        self.ns_max = self.ns_max.max(ns);
        // A moving average over some 64 forces; the first one starts it.
        self.ns_recent = match self.count {
            1 => ns,
            _ => self.ns_recent - self.ns_recent / 64 + ns / 64,
        };
    }
}
