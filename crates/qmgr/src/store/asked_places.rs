//! Places on queues that a verb asked other engines for, and that come later.
//!
//! A verb that puts reserves all its places before anything of it is done. An engine that answers later says so; the verb asks for the
//! others all the same, is refused as one for which there is no room, and begun anew when all have answered (`verbs/room.rs`). It finds the places it
//! was given then: they stay with the verb until it is answered, and what it did not use is given back. So each place is asked for
//! once, however often the verb is begun.
//!
//! What the queue manager puts for itself (reports of a get, trigger messages, what is delivered from jobs) waits for nobody: an
//! engine that does not answer at once has no place for that.

use crate::core::latch::{Forced, Latch};
use crate::lock_order;
use crate::record::QueueId;
use crate::store::local_queue::LocalQueue;
use ferromq_base::lock::{Mutex, MutexGuard};
use ferromq_queue::{Pending, PutRefusal, QueueBackend, Seq};
use std::cell::RefCell;
use std::sync::Arc;

/// What came of a question: the place, or why there is none.
type Outcome = Result<Seq, PutRefusal>;

/// See the module.
pub(crate) struct AskedPlaces(Arc<Mutex<State, lock_order::AskedPlaces>>);

#[derive(Default)]
struct State {
    answered: Vec<Answered>,
    under_way: usize,
    /// The verb asked for a place since it was begun last, and did not get it at once.
    lacks: bool,
    /// Opens when nothing is under way any more.
    latch: Option<Latch>,
    /// The verb is over: what comes is given back.
    over: bool,
}

/// A place on a queue that came later, or why there is none.
struct Answered {
    queue: QueueId,
    persistent: bool,
    outcome: Outcome,
    engine: Arc<dyn QueueBackend>,
}

thread_local! {
    /// Those of the verb that is being carried out on this thread.
    static OF_VERB: RefCell<Option<Arc<AskedPlaces>>> = const { RefCell::new(None) };
}

impl Answered {
    fn give_back(self) {
        if let Ok(seq) = self.outcome {
            self.engine.release(seq).unattended();
        }
    }
}

impl AskedPlaces {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self(Arc::default()))
    }

    /// Carries out a verb that keeps its places there.
    pub(crate) fn during<T>(places: Option<&Arc<Self>>, verb: impl FnOnce() -> T) -> T {
        let Some(places) = places else {
            return verb();
        };
        struct Before(Option<Arc<AskedPlaces>>);
        impl Drop for Before {
            fn drop(&mut self) {
                OF_VERB.with(|of| *of.borrow_mut() = self.0.take());
            }
        }
        places.state().lacks = false;
        let _before = Before(OF_VERB.with(|of| of.borrow_mut().replace(Arc::clone(places))));
        verb()
    }

    fn of_verb<T>(act: impl FnOnce(&Self) -> T) -> Option<T> {
        let places = OF_VERB.with(|of| of.borrow().clone());
        places.map(|places| act(&places))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock()
    }

    /// What came of asking for such a place before; `None` if the verb under way has not, or has used all it was given.
    pub(crate) fn given(queue: &LocalQueue, persistent: bool) -> Option<Outcome> {
        Self::of_verb(|places| {
            let answered = &mut places.state().answered;
            let found = answered
                .iter()
                .position(|one| one.queue == queue.id && one.persistent == persistent);
            found.map(|at| answered.swap_remove(at).outcome)
        })
        .flatten()
    }

    /// An engine answers later. True if the verb under way waits for that; otherwise what comes is given back.
    pub(crate) fn wait_for(
        queue: &LocalQueue,
        persistent: bool,
        pending: Pending<Outcome>,
    ) -> bool {
        let engine = Arc::clone(&queue.queue);
        let asking = Self::of_verb(|places| {
            let mut state = places.state();
            state.under_way += 1;
            state.lacks = true;
            Arc::clone(&places.0)
        });
        let (id, waits) = (queue.id, asking.is_some());
        pending.when_over(move |outcome| {
            let answered = Answered {
                queue: id,
                persistent,
                // An engine that is gone has no room.
                outcome: outcome.unwrap_or(Err(PutRefusal::NoSpace)),
                engine,
            };
            match asking {
                Some(state) => Self::take(&state, answered),
                None => answered.give_back(),
            }
        });
        waits
    }

    fn take(state: &Mutex<State, lock_order::AskedPlaces>, answered: Answered) {
        let mut locked = state.lock();
        locked.under_way -= 1;
        let unwanted = match locked.over {
            true => Some(answered),
            false => {
                locked.answered.push(answered);
                None
            }
        };
        let latch = match locked.under_way {
            0 => locked.latch.take(),
            _ => None,
        };
        drop(locked);
        if let Some(unwanted) = unwanted {
            unwanted.give_back();
        }
        if let Some(latch) = latch {
            latch.open(Forced::Durable);
        }
    }

    /// Keeps a place for the verb under way, if that is to be begun anew. False if it is not.
    pub(crate) fn keep(queue: &LocalQueue, persistent: bool, seq: Seq) -> bool {
        let kept = Self::of_verb(|places| {
            let mut state = places.state();
            if state.lacks {
                state.answered.push(Answered {
                    queue: queue.id,
                    persistent,
                    outcome: Ok(seq),
                    engine: Arc::clone(&queue.queue),
                });
            }
            state.lacks
        });
        kept.unwrap_or(false)
    }

    /// True if the verb under way has asked for places that were not there: it is refused, and begun anew.
    pub(crate) fn lacks() -> bool {
        Self::of_verb(|places| places.state().lacks).unwrap_or(false)
    }

    /// A latch that opens when all engines the verb under way has asked have answered; `None` if it lacks nothing.
    pub(crate) fn awaited() -> Option<Latch> {
        Self::of_verb(|places| {
            let mut state = places.state();
            if !state.lacks {
                return None;
            }
            let latch = state.latch.get_or_insert_default().clone();
            if state.under_way == 0 {
                // They were quick.
                state.latch = None;
                latch.open(Forced::Durable);
            }
            Some(latch)
        })
        .flatten()
    }
}

impl Drop for AskedPlaces {
    fn drop(&mut self) {
        let answered = {
            let mut state = self.state();
            state.over = true;
            std::mem::take(&mut state.answered)
        };
        answered.into_iter().for_each(Answered::give_back);
    }
}
