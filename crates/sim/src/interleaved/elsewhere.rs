//! The engine that keeps the messages of a queue in some lives: it answers later, in the order in which it was asked.

use super::history::History;
use super::objects::queue_elsewhere;
use ferromq_base::random::SplitMix64;
use ferromq_base::schedule;
use ferromq_qmgr::QueueManager;
use ferromq_queue::{Answers, RehearsedQueue};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// See the module.
pub(super) struct Elsewhere {
    keeper: Arc<RehearsedQueue>,
    /// It answers as it is asked from now on.
    settled: Arc<AtomicBool>,
}

impl Elsewhere {
    /// Adds the queue. So many calls of a hundred are answered as they are made, if no other waits.
    pub(super) fn add(
        engine: &QueueManager,
        now_percent: u64,
        seed: u64,
    ) -> Result<Arc<Self>, String> {
        let random = Mutex::new(SplitMix64::new(seed));
        let settled = Arc::new(AtomicBool::new(false));
        let is_settled = Arc::clone(&settled);
        let hears = move |_: &'static str| {
            let mut random = random.lock().unwrap_or_else(PoisonError::into_inner);
            match random.chance(now_percent) || is_settled.load(Ordering::SeqCst) {
                true => Answers::Now,
                false => Answers::Later,
            }
        };
        let keeper = engine.add_simulated_backend(queue_elsewhere()?, hears);
        Ok(Arc::new(Self { keeper, settled }))
    }

    /// Answers for as long as somebody works.
    pub(super) fn answer(&self, history: &History, left: &AtomicUsize, seed: u64) {
        let mut random = SplitMix64::new(seed);
        let mut answered = 0_u64;
        while left.load(Ordering::SeqCst) > 0 {
            for _ in 0..random.below(4) {
                answered += u64::from(self.keeper.answer_next());
            }
            for _ in 0..1 + random.below(20) {
                schedule::yield_point();
            }
        }
        history.note(format!("the other engine answered {answered} calls later"));
    }

    /// Answers all that is left, and from now on as it is asked.
    pub(super) fn settle(&self) {
        self.settled.store(true, Ordering::SeqCst);
        while self.keeper.answer_next() {}
    }
}
