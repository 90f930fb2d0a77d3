//! Operations of the queue manager that wait for room in the log: see `store/room.rs`.

use crate::core::latch::{Forced, Latch, Parked};
use crate::objects::failure::{ObjectError, Refusal};
use crate::queue_manager::QueueManager;
use crate::store::room::{Need, WAITS_MAX};
use crate::verbs::holders::wait_for_room;
use ferromq_mqi::Reason;
use std::sync::Arc;
use std::task::{Poll, Waker};
use std::thread;
use std::time::Duration;

/// How often a thread that waits looks whether the queue manager ends.
const END_LOOK: Duration = Duration::from_millis(100);

impl QueueManager {
    /// Makes a change of objects once there is room in the log, and makes it anew if the log refuses it all the same. Blocks
    /// meanwhile, so the caller holds no lock; nothing is done of a change that is refused. `definition_bytes` is about
    /// what it logs.
    ///
    /// # Errors
    /// Those of the change. `Refused` with `MQRC_RESOURCE_PROBLEM` is the last word: no checkpoint makes room, or none can
    /// be taken. `Refused` with `MQRC_Q_MGR_STOPPING` when the queue manager ends meanwhile.
    pub(crate) fn once_there_is_room<T, E: Refusal>(
        &self,
        definition_bytes: impl Fn() -> usize,
        mut change: impl FnMut() -> Result<T, E>,
    ) -> Result<T, E> {
        let engine = &self.engine;
        let (mut ticket, mut waits) = (None, 0);
        loop {
            // One that has waited in vain is tried a last time: its refusal is what operators are told of.
            let may_wait = waits < WAITS_MAX;
            let need = || Need::change(definition_bytes());
            let first = may_wait && engine.log.may_refuse(0) && need().should_wait_first(engine);
            let waiting = match first {
                true => wait_for_room(engine, need(), ticket),
                false => None,
            };
            let (latch, own) = match waiting {
                Some(waiting) => waiting,
                None => match change() {
                    Err(error) if error.is_for_room() && may_wait => {
                        let waiting = wait_for_room(engine, need(), ticket).ok_or(error)?;
                        engine.room.note_wait();
                        waiting
                    }
                    made => return made,
                },
            };
            ticket = Some(own);
            waits = match self.await_room(&latch) {
                true => waits + 1,
                false => WAITS_MAX,
            };
            if engine.is_stopping() {
                return Err(ObjectError::Refused(Reason::Q_MGR_STOPPING).into());
            }
        }
    }

    /// Blocks until there is room. False when there will be none, or the queue manager ends.
    fn await_room(&self, latch: &Latch) -> bool {
        let own = Waker::from(Arc::new(Parked(thread::current())));
        // A round of housekeeping serves all it can; another helps when others were served before.
        let mut rounds = 0..WAITS_MAX;
        loop {
            match latch.poll(&own) {
                Poll::Ready(outcome) => return outcome == Forced::Durable,
                Poll::Pending if self.engine.is_stopping() => return false,
                Poll::Pending => {}
            }
            if self.housekeeping.is_kept_by_another() {
                ferromq_base::schedule::park_timeout("room", END_LOOK);
            } else if rounds.next().is_some() {
                // This thread keeps house itself, and must not wait for that.
                self.keep_house();
            } else {
                return false;
            }
        }
    }
}
