//! The sessions of a run that may wait at a server, for a lock or for rows, and how they are woken when the run is over: whoever waits does not hold its end up.

use ferromq_postgres::{Cancel, Connection};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// So long the last words of a session of control tables may take: figures, for one.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// See the module.
#[derive(Debug, Default)]
pub struct Sessions {
    over: AtomicBool,
    next: AtomicU64,
    entered: Mutex<BTreeMap<u64, Entry>>,
}

#[derive(Clone, Debug)]
struct Entry {
    cancel: Arc<Cancel>,
    /// It is let alone for so long when the run is over.
    alone: Duration,
}

/// A session that is woken while this is there.
#[derive(Debug)]
#[must_use]
pub(crate) struct Entered {
    of: Arc<Sessions>,
    number: u64,
}

impl Drop for Entered {
    fn drop(&mut self) {
        self.of.entries().remove(&self.number);
    }
}

impl Sessions {
    /// Whether the run is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// The run is over.
    pub(crate) fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// A session that copies or applies.
    pub(crate) fn enter(self: &Arc<Self>, db: &Connection) -> Entered {
        self.enter_with(db, Duration::ZERO)
    }

    /// A session that has something to write yet when the run is over.
    pub(crate) fn enter_with_last_words(self: &Arc<Self>, db: &Connection) -> Entered {
        self.enter_with(db, LAST_WORDS)
    }

    fn enter_with(self: &Arc<Self>, db: &Connection, alone: Duration) -> Entered {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        // Without memory for that it cannot be woken.
        if let Ok(cancel) = db.canceller() {
            let cancel = Arc::new(cancel);
            self.entries().insert(number, Entry { cancel, alone });
        }
        Entered {
            of: Arc::clone(self),
            number,
        }
    }

    /// Has each give up what it is at, when the run has been over for so long. It may go on to the next thing, and has to be woken again.
    pub(crate) fn wake(&self, over_for: Duration) {
        // A server that is not there is waited for: whoever ends meanwhile neither waits with it nor is woken then.
        let numbers: Vec<u64> = self.entries().keys().copied().collect();
        for number in numbers {
            let entry = self.entries().get(&number).cloned();
            if let Some(entry) = entry.filter(|it| it.alone <= over_for) {
                let _ = entry.cancel.cancel();
            }
        }
    }

    fn entries(&self) -> MutexGuard<'_, BTreeMap<u64, Entry>> {
        self.entered.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
