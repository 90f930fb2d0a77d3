//! Sweeps that end subscriptions whose time is over, forget what is retained likewise, and take expired messages off their queues.
//!
//! A sweep has a cursor and goes over each of them once, in turns that do so much at most. The log may be too full for
//! removals; what cannot be removed stays where it is, expired, and is met again by the next sweep.

use crate::core::job::{NextTurn, Turn};
use crate::deliver::Delivery;
use crate::deliver::delay;
use crate::deliver::expiry::{Removal, remove};
use crate::publish::Publishing;
use crate::publish::keep::remove_expired;
use crate::publish::topics::Expiring;
use crate::queue_manager::QueueManager;
use crate::record::QueueId;
use crate::store::local_queue::LocalQueue;
use ferromq_base::pauses::Pauses;
use ferromq_queue::ExpiryCursor;
use std::ops::Bound;
use std::sync::Arc;
use std::time::Duration;

/// Messages one turn takes.
const TURN_MESSAGES: usize = 1_000;
/// Messages that are out of sight at a time.
const BATCH: usize = 100;
/// Subscriptions one turn ends: each may have a queue of its own, which is deleted.
const TURN_SUBSCRIPTIONS: usize = 100;
/// Retained publications one turn forgets.
const TURN_RETAINED: usize = 1_000;
/// Queues one turn looks at.
const TURN_QUEUES: usize = 10_000;

/// After a sweep the log refused something, the next one comes so much later, and later each time.
const PAUSES: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(60));

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
    /// The subscription ended last, until all are.
    subscription: Option<Expiring>,
    /// What is retained may be over.
    retained: bool,
    queue: QueueId,
    after: ExpiryCursor,
    /// The log refused a removal: it is not asked again in this sweep.
    refused: bool,
}

impl ExpirySweeps {
    /// Goes on with the sweep under way, or begins one. Its cost follows what expires, not what is there.
    pub fn turn(&mut self, manager: &QueueManager) -> Turn {
        let engine = &manager.engine;
        let mut sweep = self.under_way.take().unwrap_or_else(|| UnderWay {
            now_us: engine.clock.wall_us(),
            subscription: Some(Expiring::default()),
            retained: true,
            queue: QueueId(0),
            after: ExpiryCursor::default(),
            refused: false,
        });
        let mut done = 0;
        if sweep.ends_subscriptions(engine) || sweep.forgets_retained(engine) {
            self.under_way = Some(sweep);
            return Turn {
                done,
                next: NextTurn::Soon,
            };
        }
        let mut left = TURN_MESSAGES;
        for _ in 0..TURN_QUEUES {
            if engine.is_stopping() {
                return Turn {
                    done,
                    next: NextTurn::Later,
                };
            }
            let Some(queue) = sweep.next_queue(engine) else {
                let next = match sweep.refused {
                    true => NextTurn::After(self.pauses.failed()),
                    false => {
                        self.pauses.succeeded();
                        NextTurn::Later
                    }
                };
                return Turn { done, next };
            };
            done += sweep.take(engine, &queue, &mut left);
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
    /// Ends subscriptions, before any message. True while there are more.
    fn ends_subscriptions(&mut self, publishing: &Publishing) -> bool {
        let Some(behind) = self.subscription.take() else {
            return false;
        };
        let refused = &mut self.refused;
        self.subscription =
            remove_expired(publishing, behind, self.now_us, TURN_SUBSCRIPTIONS, refused);
        self.subscription.is_some()
    }

    /// Forgets what is retained and over. True while there is more.
    fn forgets_retained(&mut self, publishing: &Publishing) -> bool {
        if self.retained {
            let _one_at_a_time = publishing.order_commits();
            let topics = &publishing.topics;
            self.retained = topics.forget_expired(self.now_us, TURN_RETAINED);
        }
        self.retained
    }

    /// The queue it is at, or the next one if that is not there any more.
    fn next_queue(&mut self, delivery: &Delivery) -> Option<Arc<LocalQueue>> {
        let registry = delivery.registry();
        let from = (Bound::Included(self.queue), Bound::Unbounded);
        let (id, queue) = registry.by_id.range(from).next()?;
        if *id != self.queue {
            (self.queue, self.after) = (*id, ExpiryCursor::default());
        }
        Some(Arc::clone(queue))
    }

    /// Takes expired messages off a queue, and goes on to the next one when there are no more.
    fn take(&mut self, delivery: &Delivery, queue: &Arc<LocalQueue>, left: &mut usize) -> u64 {
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
                let removal = match tries {
                    true => remove(delivery, queue, &message),
                    false => Removal::NoRoom,
                };
                match removal {
                    Removal::Done => removed += 1,
                    // It keeps nobody else from going.
                    Removal::Unread => queue.queue.restore_expired(message.seq),
                    Removal::NoRoom => {
                        self.refused = true;
                        queue.queue.restore_expired(message.seq);
                    }
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
fn sweep(manager: &QueueManager) -> u64 {
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

impl QueueManager {
    /// Takes expired messages off every queue; returns how many. Subscriptions whose time is over go, too. Whoever has other
    /// things to do as well takes turns ([`crate::ExpirySweeps`]).
    pub fn expire_messages(&self) -> u64 {
        sweep(self)
    }
}
