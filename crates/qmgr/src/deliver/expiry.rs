//! Expired messages: taken off their queue when somebody meets them, and by sweeps.
//!
//! A sweep has a cursor and goes over each queue once, in turns that do so much at most. The log may be too full for
//! removals; what cannot be removed stays where it is, expired, and is met again by the next sweep.

use crate::core::figures::Figure;
use crate::core::job::{NextTurn, Pauses, Turn};
use crate::deliver::delay;
use crate::manager::queue_manager::QueueManager;
use crate::objects::shared::Shared;
use crate::record::QueueId;
use crate::store::local_queue::LocalQueue;
use crate::uow::remove_held;
use ferromq_log::Urgency;
use ferromq_queue::{Expired, ExpiryCursor};
use std::ops::Bound;
use std::sync::Arc;
use std::time::Duration;

/// Messages one turn takes.
const TURN_MESSAGES: usize = 1_000;
/// Messages that are out of sight at a time.
const BATCH: usize = 100;
/// Queues one turn looks at.
const TURN_QUEUES: usize = 10_000;

/// After a sweep the log refused something, the next one comes so much later, and later each time.
const PAUSES: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(60));

/// Deals with a message the queue took out of sight because it expired.
pub(crate) fn discard(shared: &Arc<Shared>, queue: &Arc<LocalQueue>, expired: Expired) {
    if delay::is_staging(queue) {
        delay::deliver_or_put_off(shared, queue, &expired);
    } else if !remove(shared, queue, &expired) {
        queue.queue.restore_expired(expired.seq);
    }
}

/// Removes an expired message, which is held. The removal of a persistent one is logged but not waited for: lost in a
/// crash, it expires again. False when the log takes no more; the message stays held then.
pub(crate) fn remove(shared: &Arc<Shared>, queue: &Arc<LocalQueue>, expired: &Expired) -> bool {
    crate::deliver::report::expired(shared, queue, expired);
    if expired.persistent {
        match remove_held(shared, queue, expired.seq, Urgency::Removing) {
            Ok((end, _)) => shared.log.request_force(end),
            Err(_) => return false,
        }
    } else {
        queue.queue.finish(expired.seq);
    }
    shared.monitor.tally.add(Figure::Expired, 1);
    true
}

/// Sweeps that take expired messages off all queues, and end subscriptions whose time is over.
#[derive(Debug)]
pub struct ExpirySweeps {
    /// Where the sweep under way is.
    under_way: Option<UnderWay>,
    pauses: Pauses,
}

impl Default for ExpirySweeps {
    fn default() -> Self {
        let (first, longest) = PAUSES;
        Self {
            under_way: None,
            pauses: Pauses::new(first, longest),
        }
    }
}

#[derive(Debug)]
struct UnderWay {
    /// What expires later is for the next sweep.
    now_us: u64,
    queue: QueueId,
    after: ExpiryCursor,
    /// The log refused a removal: it is not asked again in this sweep.
    refused: bool,
}

impl ExpirySweeps {
    /// Goes on with the sweep under way, or begins one. Its cost follows what expires, not what is there.
    pub fn turn(&mut self, manager: &QueueManager) -> Turn {
        let shared = &manager.shared;
        let mut sweep = self.under_way.take().unwrap_or_else(|| {
            crate::publish::remove_expired(shared);
            UnderWay {
                now_us: shared.clock.wall_us(),
                queue: QueueId(0),
                after: ExpiryCursor::default(),
                refused: false,
            }
        });
        let mut done = 0;
        let mut left = TURN_MESSAGES;
        for _ in 0..TURN_QUEUES {
            if shared.is_stopping() {
                return Turn {
                    done,
                    next: NextTurn::Later,
                };
            }
            let Some(queue) = sweep.next_queue(shared) else {
                let next = match sweep.refused {
                    true => NextTurn::After(self.pauses.failed()),
                    false => {
                        self.pauses.succeeded();
                        NextTurn::Later
                    }
                };
                return Turn { done, next };
            };
            done += sweep.take(shared, &queue, &mut left);
            if left == 0 {
                break;
            }
        }
        self.under_way = Some(sweep);
        Turn {
            done,
            next: NextTurn::Soon,
        }
    }
}

impl UnderWay {
    /// The queue it is at, or the next one if that is not there any more.
    fn next_queue(&mut self, shared: &Shared) -> Option<Arc<LocalQueue>> {
        let registry = shared.registry();
        let from = (Bound::Included(self.queue), Bound::Unbounded);
        let (id, queue) = registry.by_id.range(from).next()?;
        if *id != self.queue {
            (self.queue, self.after) = (*id, ExpiryCursor::default());
        }
        Some(Arc::clone(queue))
    }

    /// Takes expired messages off a queue, and goes on to the next one when there are no more.
    fn take(&mut self, shared: &Arc<Shared>, queue: &Arc<LocalQueue>, left: &mut usize) -> u64 {
        let mut removed = 0;
        // What is due on that queue is not to be removed.
        while *left > 0 && !delay::is_staging(queue) {
            let wanted = BATCH.min(*left);
            let expired = queue
                .queue
                .expire_sweep(&mut self.after, self.now_us, wanted);
            let count = expired.len();
            for message in expired {
                let tries = !(self.refused && message.persistent);
                if tries && remove(shared, queue, &message) {
                    removed += 1;
                } else {
                    self.refused = true;
                    queue.queue.restore_expired(message.seq);
                }
            }
            *left -= count;
            if count < wanted {
                break;
            }
        }
        if *left > 0 {
            (self.queue, self.after) = (QueueId(self.queue.0 + 1), ExpiryCursor::default());
        }
        removed
    }
}

/// A whole sweep. Returns how many messages were removed.
pub(crate) fn sweep(manager: &QueueManager) -> u64 {
    let mut sweeps = ExpirySweeps::default();
    let mut removed = 0;
    loop {
        let turn = sweeps.turn(manager);
        removed += turn.done;
        if turn.next != NextTurn::Soon {
            return removed;
        }
    }
}
