//! Who forces the log for the verbs of a thread that serves many.

use crate::settings::ForcePolicy;
use ferromq_log::{Log, Lsn};
use std::time::{Duration, Instant};

/// A force of the log that a service thread may as well do itself.
const SHORT_FORCE: Duration = Duration::from_micros(250);

/// Every time a long force is left to the writer, this part of its length is forgotten.
const FORGETTING: u32 = 32;

/// Wishes of one thread's verbs for the log to be durable.
#[derive(Debug)]
pub(crate) struct Forcing {
    policy: ForcePolicy,
    /// Somebody waits for the log to be durable up to here.
    wanted: Option<Lsn>,
    /// How many verbs do.
    wishes: u32,
    /// A force that was wanted in the last round is still to be seen to.
    postponed: bool,
    /// How long forces led by this thread took lately.
    force_time: Duration,
}

impl Forcing {
    pub(crate) const fn new(policy: ForcePolicy) -> Self {
        Self {
            policy,
            wanted: None,
            wishes: 0,
            postponed: false,
            force_time: SHORT_FORCE,
        }
    }

    /// A verb waits for the log to be durable up to `end`.
    pub(crate) fn want(&mut self, end: Lsn, log: &Log) {
        if self.policy == ForcePolicy::Writer {
            log.request_force(end);
        } else {
            self.wanted = self.wanted.max(Some(end));
            self.wishes += 1;
        }
    }

    /// Verbs that wait for what nobody has seen to.
    pub(crate) const fn wishes(&self) -> usize {
        self.wishes as usize
    }

    /// True when there is a wish nobody has seen to.
    pub(crate) const fn is_wanted(&self) -> bool {
        self.wanted.is_some()
    }

    /// Sees to it that what verbs wait for gets written. `worked`: this round had work, so that the
    /// next one may have more; `others`: connections that may ask for something soon.
    pub(crate) fn see_to_log(&mut self, log: &Log, worked: bool, others: usize) {
        let Some(end) = self.wanted else {
            return;
        };
        let leads = match self.policy {
            ForcePolicy::Writer => false,
            ForcePolicy::Lead => true,
            ForcePolicy::Balanced => {
                let leads = self.would_rather_lead(others);
                // The round that brought the wish had work; the next one tells whether there is
                // more to put into the same force.
                if worked && !leads && !std::mem::replace(&mut self.postponed, true) {
                    return;
                }
                leads
            }
        };
        self.postponed = false;
        self.wanted = None;
        self.wishes = 0;
        if log.durable() >= end {
            return;
        }
        let began = Instant::now();
        if leads && log.lead() {
            self.force_time = (self.force_time * 7 + began.elapsed()) / 8;
        } else {
            // When somebody else forces already, the writer goes on where they end.
            log.request_force(end);
        }
    }

    /// Whether forcing the log on this thread, which then serves nobody, is better than waking
    /// the log writer: when nobody is about to ask for anything, or when those who would have to
    /// wait are not more than those who wait for the log, and a force is short.
    fn would_rather_lead(&mut self, others: usize) -> bool {
        if others == 0 {
            return true;
        }
        if (self.wishes as usize) < others {
            return false;
        }
        // A disk that was slow is tried again: what nobody measures would stay long for ever.
        let was_short = self.force_time <= SHORT_FORCE;
        self.force_time -= self.force_time / FORGETTING;
        was_short
    }
}
