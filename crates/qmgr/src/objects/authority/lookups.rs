//! Users a verb has to know of whom the system was not asked yet.
//!
//! The system's user database may be far away, and take seconds. So a verb that needs a user nobody has met leaves the name here
//! and is pending (`verbs/users.rs`); a thread that does nothing else asks. It is needed for the alternate user of an open, and for a
//! connection's own after all were forgotten; who connects is asked for before (`QueueManager::ask_user`).

use crate::core::latch::{Forced, Latch};
use crate::lock_order;
use crate::objects::authority::{Authority, Who};
use ferromq_base::lock::{Mutex, MutexGuard};
use std::sync::Arc;

type WakeFn = Arc<dyn Fn() + Send + Sync>;

/// See the module.
#[derive(Default)]
pub(crate) struct Lookups {
    state: Mutex<State, lock_order::Lookups>,
}

#[derive(Default)]
struct State {
    /// Who waits for whom, the first first. A connection waits for one user at a time.
    waiting: Vec<(Who, String, Latch)>,
    wake: Option<WakeFn>,
}

impl Lookups {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    pub(crate) fn has_runner(&self) -> bool {
        self.state().wake.is_some()
    }

    /// Users are asked for from now on by whoever `wake` wakes, who calls [`Self::run`], or by verbs themselves.
    pub(crate) fn set_runner(&self, wake: Option<Box<dyn Fn() + Send + Sync>>) {
        let left = {
            let mut state = self.state();
            state.wake = wake.map(WakeFn::from);
            match state.wake {
                Some(_) => Vec::new(),
                None => std::mem::take(&mut state.waiting),
            }
        };
        for (_, _, latch) in left {
            latch.open(Forced::Durable);
        }
    }

    /// A latch that opens when the user was asked for; `None` where nobody would ask.
    pub(crate) fn latch(&self, who: Who, name: &str) -> Option<Latch> {
        let latch = Latch::default();
        let wake = {
            let mut state = self.state();
            let wake = state.wake.clone()?;
            state.waiting.push((who, name.to_owned(), latch.clone()));
            wake
        };
        wake();
        Some(latch)
    }

    /// Asks for all who are waited for. Waits for the system; the caller holds no lock.
    pub(crate) fn run(&self, authority: &Authority) {
        loop {
            let next = {
                let mut state = self.state();
                // Of a verb that was given up nobody holds the latch.
                state.waiting.retain(|(_, _, latch)| !latch.is_abandoned());
                let next = state.waiting.first();
                next.map(|(who, name, _)| (who.clone(), name.clone()))
            };
            let Some((asked, name)) = next else {
                return;
            };
            authority.find(asked.clone(), &name);
            let mut opened = Vec::new();
            self.state().waiting.retain(|(who, _, latch)| {
                let kept = *who != asked;
                if !kept {
                    opened.push(latch.clone());
                }
                kept
            });
            for latch in opened {
                latch.open(Forced::Durable);
            }
        }
    }
}
