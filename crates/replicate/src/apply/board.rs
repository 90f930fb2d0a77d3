//! What a running apply is told by commands, and what it shows of itself: one board for all maps of a program.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What a map shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// Everything up to and with this message is committed at the target.
    pub position: u64,
    /// The epoch.
    pub epoch: u64,
    /// Source transactions and rows committed in this run, and rows that were not because of conflicts.
    pub transactions: u64,
    /// See above.
    pub rows: u64,
    /// See above.
    pub rows_not_applied: u64,
    /// Bytes of messages that are held.
    pub held_bytes: usize,
    /// From commit at the source to commit at the target, of the last transaction.
    pub latency_ms: i64,
    /// How long the message that is next has been missing.
    pub hole_ms: u64,
}

#[derive(Debug, Default)]
struct Entry {
    map: String,
    is_stopped: bool,
    runs: bool,
    /// Why it does not work until somebody starts it.
    failure: Option<String>,
    /// Nobody waits for its next turn any more.
    is_over: bool,
    /// Goes up when the map is to begin anew.
    turn: u64,
    shown: Shown,
}

/// What somebody wants of rows that are put aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spilling {
    /// They are, from now on.
    Begins,
    /// What was is applied.
    Ends,
    /// The same, if the table was waited for: somebody has loaded it.
    Loaded,
}

/// Rows of a subscription are to be put aside, or no more.
#[derive(Debug)]
pub struct SpillOrder {
    /// The receive queue of its map.
    pub queue: String,
    /// The subscription.
    pub subscription: String,
    /// What is wanted.
    pub wish: Spilling,
    /// What came of it.
    pub answer: Sender<Result<String, String>>,
}

/// See the module.
#[derive(Debug, Default)]
pub struct Board {
    spill_orders: Mutex<Vec<SpillOrder>>,
    entries: Mutex<BTreeMap<String, Entry>>,
    ends: AtomicBool,
    monitor_interval_ms: AtomicU64,
}

impl Board {
    /// Nothing is on it.
    #[must_use]
    pub fn new(monitor_interval_ms: u64) -> Self {
        let board = Self::default();
        board
            .monitor_interval_ms
            .store(monitor_interval_ms, Ordering::Relaxed);
        board
    }

    fn entries(&self) -> MutexGuard<'_, BTreeMap<String, Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A map is there, by its receive queue.
    pub fn enter(&self, queue: &str, map: &str, is_stopped: bool) {
        let entry = Entry {
            map: map.to_owned(),
            is_stopped,
            ..Entry::default()
        };
        self.entries().insert(queue.to_owned(), entry);
    }

    /// Receive queues of all maps.
    #[must_use]
    pub fn queues(&self) -> Vec<String> {
        self.entries().keys().cloned().collect()
    }

    /// Asks a map to put rows aside, or to apply what was.
    pub fn ask_to_spill(&self, order: SpillOrder) {
        let orders = self.spill_orders.lock();
        orders.unwrap_or_else(PoisonError::into_inner).push(order);
    }

    /// What a map was asked for since this was called last.
    #[must_use]
    pub fn spill_orders(&self, queue: &str) -> Vec<SpillOrder> {
        let orders = self.spill_orders.lock();
        let mut orders = orders.unwrap_or_else(PoisonError::into_inner);
        let (mine, others) = orders.drain(..).partition(|order| order.queue == queue);
        *orders = others;
        mine
    }

    /// The program is to end.
    pub fn end(&self) {
        self.ends.store(true, Ordering::Relaxed);
    }

    /// Whether it is.
    #[must_use]
    pub fn ends(&self) -> bool {
        self.ends.load(Ordering::Relaxed)
    }

    /// Milliseconds between rows of `IBMQREP_APPLYMON`.
    #[must_use]
    pub fn monitor_interval_ms(&self) -> u64 {
        self.monitor_interval_ms.load(Ordering::Relaxed)
    }

    /// They are so many from here on.
    pub fn set_monitor_interval_ms(&self, ms: u64) {
        self.monitor_interval_ms.store(ms, Ordering::Relaxed);
    }

    /// A map is to rest, or to work; `false` if there is none of that queue.
    pub fn set_stopped(&self, queue: &str, is_stopped: bool) -> bool {
        let mut entries = self.entries();
        let Some(entry) = entries.get_mut(queue) else {
            return false;
        };
        entry.is_stopped = is_stopped;
        entry.failure = None;
        entry.turn += 1;
        true
    }

    /// A map is to begin anew, with what the control tables say now.
    pub fn begin_anew(&self, queue: &str) -> bool {
        let mut entries = self.entries();
        let Some(entry) = entries.get_mut(queue) else {
            return false;
        };
        entry.turn += 1;
        true
    }

    /// Whether a map is to work, and which turn that is.
    #[must_use]
    pub fn turn(&self, queue: &str) -> (bool, u64) {
        let entries = self.entries();
        let entry = entries.get(queue);
        entry.map_or((false, 0), |entry| (!entry.is_stopped, entry.turn))
    }

    /// A map works, or has stopped.
    pub fn note_runs(&self, queue: &str, runs: bool) {
        if let Some(entry) = self.entries().get_mut(queue) {
            entry.runs = runs;
            if runs {
                entry.failure = None;
            }
        }
    }

    /// A map has failed: it rests until its next turn.
    pub fn note_failed(&self, queue: &str, failure: &str) {
        if let Some(entry) = self.entries().get_mut(queue) {
            entry.failure = Some(failure.to_owned());
        }
    }

    /// A map has ended for good: it has no next turn in this program.
    pub fn note_over(&self, queue: &str) {
        if let Some(entry) = self.entries().get_mut(queue) {
            (entry.runs, entry.is_over) = (false, true);
        }
    }

    /// Whether it has.
    #[must_use]
    pub fn is_over(&self, queue: &str) -> bool {
        let entries = self.entries();
        entries.get(queue).is_none_or(|entry| entry.is_over)
    }

    /// Whether one works.
    #[must_use]
    pub fn runs(&self, queue: &str) -> bool {
        self.entries().get(queue).is_some_and(|entry| entry.runs)
    }

    /// How far a map is.
    pub fn show(&self, queue: &str, shown: Shown) {
        if let Some(entry) = self.entries().get_mut(queue) {
            entry.shown = shown;
        }
    }

    /// All of it, as text.
    #[must_use]
    pub fn status(&self) -> String {
        let mut text = String::new();
        for (queue, entry) in &*self.entries() {
            let state = match (entry.is_stopped, entry.runs, &entry.failure) {
                _ if entry.is_over => "has ended; start apply again".to_owned(),
                (false, false, Some(failure)) => {
                    format!("has failed, startq={queue} has it go on: {failure}")
                }
                (false, true, _) => "works".to_owned(),
                (false, false, None) => {
                    "begins, or waits for its target or queue manager".to_owned()
                }
                (true, true, _) => "is stopping".to_owned(),
                (true, false, _) => "is stopped".to_owned(),
            };
            let it = &entry.shown;
            text.push_str(&format!(
                "map {} from {queue}: {state}\n  applied to {} of epoch {}, {} transactions and {} rows since it began, {} rows not applied\n  \
                 commit to commit {} ms, {} KB held, a message missing for {} ms\n",
                entry.map,
                it.position,
                it.epoch,
                it.transactions,
                it.rows,
                it.rows_not_applied,
                it.latency_ms,
                it.held_bytes / 1024,
                it.hole_ms
            ));
        }
        text
    }
}
