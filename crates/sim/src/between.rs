//! Checkpoints between what a force has made durable and what is shown for it.
//!
//! A thread that has forced shows what it carried, one operation after the other, while others work: a checkpoint of theirs
//! may find an operation durable and its message not yet on the queue, or still there. Here one thread does all, and what is
//! to be shown for a force is shown before anything else happens. So the checkpoint is taken by a completion of the log
//! itself, of a position just before the end of an operation in flight.

use crate::model::Flag;
use crate::world::{Verdict, World};
use ferromq_base::disk::access;
use ferromq_log::{LogType, Lsn};
use ferromq_mqi::ObjectName;
use ferromq_qmgr::{MediaError, QueueManager};
use std::sync::{Arc, Mutex, PoisonError};

/// What is done there.
#[derive(Clone, Debug)]
enum Deed {
    /// A checkpoint that gives back all it can.
    Everything,
    /// One as operators ask for it.
    Checkpoint,
    /// Housekeeping.
    House,
    /// A media image of a queue.
    Image(ObjectName),
}

#[derive(Debug)]
enum Progress {
    Planned,
    /// Nobody waits for it any more: it must not be done within anything but the force it was planned for.
    Over,
    Done {
        outcome: Result<(), String>,
        /// All that ends before was shown, and nothing else.
        in_order: bool,
    },
}

/// A checkpoint that is planned for the next force.
#[derive(Debug)]
pub(crate) struct Between {
    deed: Deed,
    end: Lsn,
    progress: Arc<Mutex<Progress>>,
    pinned_before: Vec<bool>,
}

impl World {
    /// Of some forces, plans a checkpoint amid what follows. To be followed by the force and [`World::settle_between`].
    pub(crate) fn plan_between(&mut self) -> Option<Between> {
        let percent = self.shape.between_percent;
        if percent == 0 || self.stopping() || !self.random.chance(percent) {
            return None;
        }
        let durable = self.engine().log().durable();
        let in_flight = self.model.pending.iter().filter(|pending| {
            let waits = !pending.flag.is_raised();
            waits && pending.end > durable
        });
        let in_flight: Vec<(Lsn, Flag)> = in_flight
            .map(|pending| (pending.end, pending.flag.clone()))
            .collect();
        if in_flight.is_empty() {
            return None;
        }
        let (end, _) = in_flight[self.random.below(in_flight.len() as u64) as usize];
        let deed = self.invent_deed();
        let progress = Arc::new(Mutex::new(Progress::Planned));
        let between = Between {
            deed: deed.clone(),
            end,
            progress: Arc::clone(&progress),
            pinned_before: self.pinned(),
        };
        let engine = self.engine().clone();
        let log = Arc::clone(engine.log());
        // No record ends there: what is registered for it comes right before what is for the end.
        let just_before = Lsn::new(end.get() - 1);
        let act = move |durable: bool| {
            let planned = matches!(*lock(&progress), Progress::Planned);
            if planned && durable {
                // It is what another thread does meanwhile.
                let _access = access::allow("a deed between two completions");
                let shown_in_turn = |(at, flag): &(Lsn, Flag)| flag.is_raised() == (*at < end);
                *lock(&progress) = Progress::Done {
                    in_order: in_flight.iter().all(shown_in_turn),
                    outcome: deed.carry_out(&engine),
                };
            }
        };
        log.when_durable(just_before, Box::new(move |result| act(result.is_ok())));
        Some(between)
    }

    fn invent_deed(&mut self) -> Deed {
        let linear = self.shape.log.log_type == LogType::Linear;
        match self.random.below(10) {
            0..6 => Deed::Everything,
            6 => Deed::Checkpoint,
            7 if linear => Deed::Image(ObjectName::truncated(&self.known_name())),
            _ => Deed::House,
        }
    }

    /// The force is over: judges what was done amid what followed it.
    pub(crate) fn settle_between(&mut self, planned: Option<Between>) -> Verdict {
        let Some(between) = planned else {
            return Ok(());
        };
        let progress = std::mem::replace(&mut *lock(&between.progress), Progress::Over);
        let Progress::Done { outcome, in_order } = progress else {
            return Ok(());
        };
        if !in_order {
            return Err(format!(
                "what a force carried is not shown in the order it was logged, before {}",
                between.end
            ));
        }
        self.trace.note(&format!(
            "{:?} before what ends at {} is shown: {outcome:?}",
            between.deed, between.end
        ));
        let pinned_after = self.pinned();
        for (index, before) in between.pinned_before.into_iter().enumerate() {
            if before && !pinned_after[index] {
                // Nobody can tell here which counts the log had room for.
                let work = self.rolled_back_by_the_log(index);
                self.model.back_out(&work, true);
            }
        }
        match outcome {
            Ok(()) => {
                self.summary.between += 1;
                self.checkpointed_between = true;
                Ok(())
            }
            Err(_) if self.in_trouble() || self.stopping() => Ok(()),
            Err(text) => Err(format!(
                "{:?} amid what follows a force: {text}",
                between.deed
            )),
        }
    }
}

impl Deed {
    fn carry_out(&self, engine: &QueueManager) -> Result<(), String> {
        match self {
            Self::Everything => {
                let taken = engine.checkpoint_everything();
                taken.map_err(|error| error.to_string())
            }
            Self::Checkpoint => engine.checkpoint().map_err(|error| error.to_string()),
            Self::House => {
                engine.keep_house();
                Ok(())
            }
            Self::Image(name) => match engine.record_image(name) {
                // A queue of that name need not be there, nor room for its image.
                Ok(_) | Err(MediaError::NotFound | MediaError::Log(_)) => Ok(()),
                Err(error) => Err(error.to_string()),
            },
        }
    }
}

fn lock(progress: &Mutex<Progress>) -> std::sync::MutexGuard<'_, Progress> {
    progress.lock().unwrap_or_else(PoisonError::into_inner)
}
