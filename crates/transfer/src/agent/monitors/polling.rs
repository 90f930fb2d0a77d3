//! How far the poll of a monitor has come, and which tasks it has found.

use crate::agent::times::is_due;
use crate::monitor::Monitor;
use crate::watch::{Found, Values};
use std::collections::VecDeque;

/// Tasks that are asked for in a turn.
const TASKS_IN_TURN: usize = 20;
/// Files of them, about.
const FILES_IN_TURN: usize = 5_000;

/// How far a poll has come.
#[derive(Debug)]
pub(super) enum Stage<W> {
    Rest,
    Looking(W),
    /// What was not seen is forgotten.
    Sweeping,
    /// That is kept.
    Keeping,
}

/// How long tasks rest that cannot be asked for now.
pub(super) const AGAIN_MS: u64 = 1_000;

/// A task that is to be asked for.
#[derive(Debug)]
pub(super) enum Job {
    /// For these files.
    Files(Vec<Found>),
    /// For none: that is what was looked for.
    NoFile,
    /// For messages, with the values they have, and what is remembered of them.
    Messages(Box<Values>, Option<Found>),
}

/// See the module.
#[derive(Debug)]
pub(super) struct Polling<W> {
    pub(super) interval_ms: u64,
    pub(super) next_ms: u64,
    pub(super) stage: Stage<W>,
    pub(super) batch_max: usize,
    pub(super) batch: Vec<Found>,
    pub(super) ready: VecDeque<Job>,
    /// What this poll has taken.
    pub(super) taken: u64,
    pub(super) again_ms: u64,
    /// What was told last that is wrong.
    pub(super) failing: String,
}

impl<W> Polling<W> {
    pub(super) fn new(monitor: &Monitor) -> Self {
        let seconds = u64::from(monitor.poll_interval).saturating_mul(monitor.poll_unit.seconds());
        let batch_max = monitor.batch_max.unwrap_or(1);
        Self {
            interval_ms: seconds.saturating_mul(1_000),
            next_ms: 0,
            stage: Stage::Rest,
            batch_max: usize::try_from(batch_max).unwrap_or(1),
            batch: Vec::new(),
            ready: VecDeque::new(),
            taken: 0,
            again_ms: 0,
            failing: String::new(),
        }
    }

    /// What was found and not asked for is found again by the next poll.
    pub(super) fn rest(&mut self, next_ms: u64) {
        self.stage = Stage::Rest;
        self.batch.clear();
        self.ready.clear();
        self.next_ms = next_ms;
    }

    /// What is asked for in a turn.
    pub(super) fn next_jobs(&mut self) -> Vec<Job> {
        let mut jobs = Vec::new();
        let mut files = 0;
        while jobs.len() < TASKS_IN_TURN && files < FILES_IN_TURN {
            let Some(job) = self.ready.pop_front() else {
                break;
            };
            if let Job::Files(batch) = &job {
                files += batch.len();
            }
            jobs.push(job);
        }
        jobs
    }

    /// A queue was looked at: what is gone from it is kept next.
    pub(super) fn end_of_queue(&mut self) {
        self.failing.clear();
        self.stage = Stage::Keeping;
    }

    pub(super) fn is_due(&self, now_ms: u64) -> bool {
        is_due(now_ms, self.next_ms, self.interval_ms)
    }

    /// Whether there is something to do.
    pub(super) fn wants(&self, now_ms: u64) -> bool {
        match self.ready.is_empty() {
            false => is_due(now_ms, self.again_ms, AGAIN_MS),
            true => !matches!(self.stage, Stage::Rest) || self.is_due(now_ms),
        }
    }

    /// When there is.
    pub(super) fn due_ms(&self) -> u64 {
        match (&self.stage, self.ready.is_empty()) {
            (_, false) => self.again_ms,
            (Stage::Rest, true) => self.next_ms,
            _ => 0,
        }
    }
}
