//! What is still waited for of engines that keep messages themselves.
//!
//! What runs after a force shows messages and takes others off. Where an engine answers that later, the answer of the verb waits for it, and so does
//! the log for what it holds. Nearly always there is nothing to wait for, and nothing is allocated.

use crate::core::latch::{Forced, Latch};
use crate::lock_order;
use ferromq_base::lock::Mutex;
use ferromq_queue::Called;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Calls that were not answered yet.
#[derive(Default)]
#[must_use = "an answer may have to wait for them"]
pub(crate) struct Unanswered(Option<Arc<Rest>>);

/// Does something when nobody has it any more: each call that is under way has it.
#[derive(Default)]
struct Rest {
    act: Mutex<Option<Act>, lock_order::Unanswered>,
    /// An answer will never come.
    lost: AtomicBool,
}

type Act = Box<dyn FnOnce(Forced) + Send>;

impl Drop for Rest {
    fn drop(&mut self) {
        let act = self.act.lock().take();
        if let Some(act) = act {
            act(match self.lost.load(Ordering::Acquire) {
                true => Forced::Failed,
                false => Forced::Durable,
            });
        }
    }
}

impl Unanswered {
    /// True when there is nothing to wait for.
    pub(crate) fn is_none(&self) -> bool {
        self.0.is_none()
    }

    /// Waits for this call, too.
    pub(crate) fn add(&mut self, called: Called<()>) {
        let Called::Pending(pending) = called else {
            return;
        };
        let rest = Arc::clone(self.0.get_or_insert_with(Arc::default));
        pending.when_over(move |answer| {
            if answer.is_none() {
                rest.lost.store(true, Ordering::Release);
            }
        });
    }

    /// Does something when all are over: now, if nothing is waited for. `Failed` if an answer was lost.
    pub(crate) fn then(self, act: impl FnOnce(Forced) + Send + 'static) {
        match self.0 {
            None => act(Forced::Durable),
            Some(rest) => *rest.act.lock() = Some(Box::new(act)),
        }
    }

    /// Does something when all are over, before whoever waits for what is returned goes on.
    pub(crate) fn before(self, act: impl FnOnce() + Send + 'static) -> Self {
        if self.is_none() {
            act();
            return self;
        }
        let next = Arc::new(Rest::default());
        let later = Arc::clone(&next);
        self.then(move |outcome| {
            act();
            if outcome == Forced::Failed {
                later.lost.store(true, Ordering::Release);
            }
        });
        Self(Some(next))
    }

    /// A latch that opens when all are over; `None` if nothing is waited for.
    pub(crate) fn latch(self) -> Option<Latch> {
        if self.is_none() {
            return None;
        }
        let latch = Latch::default();
        let opened = latch.clone();
        self.then(move |outcome| opened.open(outcome));
        Some(latch)
    }
}
