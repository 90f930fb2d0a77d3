//! Images recorded by themselves, when it is time.

use crate::core::Notice;
use crate::core::job::{NextTurn, Turn};
use crate::queue_manager::QueueManager;
use crate::queue_manager::media::{MediaError, record};
use crate::queue_manager::restart::is_recoverable;
use crate::record::QueueId;
use crate::store::local_queue::LocalQueue;
use crate::verbs::Engine;
use ferromq_base::pauses::Pauses;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::MQMEDIMGSCHED_AUTO;
use ferromq_mqi::generated::notices::FMQ0032;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// After an attempt that failed a queue is left alone for so long, and longer each time: what was copied until then is in the
/// log for nothing.
const PAUSES: (Duration, Duration) = (Duration::from_secs(60), Duration::from_secs(3_600));

/// Images recorded by themselves, of the queues whose interval or log length says it is time (`IMGSCHED`, `IMGINTVL`,
/// `IMGLOGLN`).
#[derive(Debug, Default)]
pub struct MediaImages {
    /// Where the look at all queues that is under way goes on.
    next: u64,
    failing: BTreeMap<QueueId, Failing>,
}

/// A queue of which no image could be recorded.
#[derive(Debug)]
struct Failing {
    pauses: Pauses,
    /// Not to be tried before, monotonic.
    until_ns: u64,
}

/// When an image is due.
struct Schedule {
    interval_us: Option<u64>,
    length: Option<u64>,
    head: u64,
    now_us: u64,
    q_mgr: Definition,
}

impl Schedule {
    /// `None` while images are left to operators.
    fn of(engine: &Engine) -> Option<Self> {
        let q_mgr = engine.q_mgr();
        if !engine.linear_log || q_mgr.int(Attr::Imgsched) != MQMEDIMGSCHED_AUTO {
            return None;
        }
        // Zero switches a condition off.
        let positive = |attr| {
            u64::try_from(q_mgr.int(attr))
                .ok()
                .filter(|value| *value > 0)
        };
        Some(Self {
            interval_us: positive(Attr::Imgintvl).map(|minutes| minutes * 60_000_000),
            length: positive(Attr::Imglogln).map(|megabytes| megabytes << 20),
            head: engine.log.head().get(),
            now_us: engine.clock.wall_us(),
            q_mgr,
        })
    }

    fn is_due(&self, engine: &Engine, queue: &LocalQueue) -> bool {
        let behind = self
            .head
            .saturating_sub(queue.image_lsn.load(Ordering::Acquire));
        let last_us = queue.image_us.load(Ordering::Acquire);
        let since_us = self.now_us.saturating_sub(last_us.max(engine.started_us));
        let due = self.length.is_some_and(|length| behind >= length)
            || self
                .interval_us
                .is_some_and(|interval_us| since_us >= interval_us);
        due && !queue.is_temporary()
            && !queue.is_damaged()
            && queue.with_definition(|definition| is_recoverable(definition, &self.q_mgr))
    }
}

impl QueueManager {
    /// Whether there are media images: with a linear log.
    #[must_use]
    pub fn keeps_media_images(&self) -> bool {
        self.engine.linear_log
    }
}

impl MediaImages {
    /// Goes on with the look at all queues that is under way, or begins one, up to a queue whose image is due, and records
    /// that.
    pub fn turn(&mut self, manager: &QueueManager) -> Turn {
        let engine = &manager.engine;
        let (mut done, mut next) = (0, NextTurn::Later);
        if let Some(schedule) = Schedule::of(engine)
            && let Some(queue) = self.next_due(engine, &schedule)
        {
            self.next = queue.id.0 + 1;
            done = u64::from(self.record(engine, &queue));
            next = match engine.is_stopping() {
                true => NextTurn::Later,
                false => NextTurn::Soon,
            };
        } else {
            self.next = 0;
            self.forget_deleted(engine);
        }
        Turn { done, next }
    }

    fn next_due(&self, engine: &Engine, schedule: &Schedule) -> Option<Arc<LocalQueue>> {
        let now_ns = engine.clock.monotonic_ns();
        let pauses = |id| {
            let failing = self.failing.get(&id);
            failing.is_some_and(|failing| now_ns < failing.until_ns)
        };
        let registry = engine.registry();
        let mut queues = registry.by_id.range(QueueId(self.next)..);
        let due = queues.find(|(id, queue)| !pauses(**id) && schedule.is_due(engine, queue));
        due.map(|(_, queue)| Arc::clone(queue))
    }

    fn record(&mut self, engine: &Engine, queue: &Arc<LocalQueue>) -> bool {
        let name = queue.name.as_str();
        match record(engine, queue) {
            Ok(_) => {
                if self.failing.remove(&queue.id).is_some() {
                    engine.repeats.over(FMQ0032.label, name);
                }
                true
            }
            Err(MediaError::Ending) => false,
            Err(error) => {
                let (first, longest) = PAUSES;
                let failing = self.failing.entry(queue.id).or_insert_with(|| Failing {
                    pauses: Pauses::new(first, longest),
                    until_ns: 0,
                });
                let pause_ns = failing.pauses.failed().as_nanos();
                let pause_ns = u64::try_from(pause_ns).unwrap_or(u64::MAX);
                failing.until_ns = engine.clock.monotonic_ns().saturating_add(pause_ns);
                let notice = Notice::of(&FMQ0032, &[&name, &error]);
                engine.repeated_notice(notice, name, 1);
                false
            }
        }
    }

    fn forget_deleted(&mut self, engine: &Engine) {
        if !self.failing.is_empty() {
            let registry = engine.registry();
            self.failing.retain(|id, _| registry.by_id.contains_key(id));
        }
    }
}
