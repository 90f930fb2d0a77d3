//! What operators and housekeeping do: objects, checkpoints, images, time.

use crate::application::Waiting;
use crate::model::{Attributes, Effect, Work};
use crate::shape::Faults;
use crate::world::{Verdict, World};
use ferromq_log::{LogError, LogType};
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::{ObjectName, Reason};
use ferromq_qmgr::{CheckpointError, Defined, MediaError, ObjectError};

/// Names operators define queues with.
const NAMES: [&str; 6] = ["Q.A", "Q.B", "Q.C", "Q.D", "Q.E", "Q.F"];

/// Forces until nothing is left in the log buffer.
const FORCES_MAX: u32 = 3;

/// How an operation on an object ended.
enum Ended {
    Done,
    Refused,
    /// The log failed under it: it happened or not.
    Open,
}

impl World {
    /// One step of the operator.
    pub(crate) fn operator_step(&mut self) -> Verdict {
        // Once the log has failed nobody can tell what happened until the next start.
        if self.stopping() {
            return Ok(());
        }
        match self.random.below(100) {
            0..30 => self.define(),
            30..42 => self.define_subscription(),
            42..47 => self.delete_subscription(),
            47..50 => self.clear_topic(),
            50..75 => self.alter(),
            75..85 => self.delete(),
            85..95 => self.clear(),
            _ => self.stop_connection(),
        }
    }

    fn any_name(&mut self) -> &'static str {
        NAMES[self.random.below(NAMES.len() as u64) as usize]
    }

    /// A name that is mostly one in use.
    pub(crate) fn known_name(&mut self) -> String {
        let names: Vec<&String> = self
            .model
            .queues
            .values()
            .filter(|queue| !queue.temporary && !queue.is_managed())
            .map(|queue| &queue.name)
            .collect();
        if names.is_empty() || self.random.chance(10) {
            return self.any_name().to_owned();
        }
        let chosen = self.random.below(names.len() as u64) as usize;
        names[chosen].clone()
    }

    fn ended<T>(&self, outcome: Result<T, ObjectError>) -> Result<Ended, ObjectError> {
        match outcome {
            Ok(_) => Ok(Ended::Done),
            Err(ObjectError::Refused(Reason::Q_MGR_STOPPING)) if self.stopping() => Ok(Ended::Open),
            Err(ObjectError::Refused(reason)) if self.excused(reason) => Ok(Ended::Refused),
            Err(error) => Err(error),
        }
    }

    fn is_open(&self, queue: u32) -> bool {
        self.applications
            .iter()
            .flat_map(|one| &one.handles)
            .any(|handle| handle.queue == queue)
    }

    fn define(&mut self) -> Verdict {
        let name = self.any_name();
        let longest = self.shape.body_bytes_max as usize + 100;
        let attributes = Attributes::invent(&mut self.random, longest);
        self.define_as(name, attributes)
    }

    pub(crate) fn define_as(&mut self, name: &str, attributes: Attributes) -> Verdict {
        let outcome = self.engine().define(attributes.definition(name), false);
        self.trace
            .note(&format!("operator: defines {name}: {}", said(&outcome)));
        let known = self.model.named(name).is_some();
        match (outcome, known) {
            (Ok(Defined::Created), false) => {
                self.model.add_queue(name, attributes, false);
                Ok(())
            }
            (Err(ObjectError::Exists(ObjectKind::QLocal)), true) => Ok(()),
            (outcome, false) => match self.ended(outcome) {
                Ok(Ended::Open) => {
                    let queue = self.model.add_queue(name, attributes, false);
                    self.leave_open(Effect::Defined(queue));
                    Ok(())
                }
                Ok(Ended::Refused) => Ok(()),
                _ => Err(format!("{name} was not defined")),
            },
            (outcome, true) => Err(format!("{name} exists and define answered {outcome:?}")),
        }
    }

    fn alter(&mut self) -> Verdict {
        let name = self.known_name();
        let Some(number) = self.model.named(&name) else {
            return self.expect_unknown(&name);
        };
        let before = self.model.queue(number).attributes.clone();
        // A queue that streams is no target for another's stream.
        let streams: Vec<String> = self
            .model
            .queues
            .values()
            .filter(|other| other.name != name && !other.temporary)
            .filter(|other| other.attributes.stream.is_empty())
            .map(|other| other.name.clone())
            .collect();
        let mut after = before.change(&mut self.random, &streams);
        let targeted = self
            .model
            .queues
            .values()
            .any(|other| other.attributes.stream == name);
        if targeted {
            after.stream.clear();
        }
        // The judge must be able to look even when a branch in doubt fills the log.
        after.get_allowed |= !self.model.branches.is_empty();
        self.alter_to(&name, number, before, after)
    }

    pub(crate) fn alter_to(
        &mut self,
        name: &str,
        number: u32,
        before: Attributes,
        after: Attributes,
    ) -> Verdict {
        let object = ObjectName::truncated(name);
        let outcome = self
            .engine()
            .alter(ObjectKind::QLocal, &object, &after.changes(), true);
        self.trace.note(&format!(
            "operator: alters {name} to {after}: {}",
            said(&outcome)
        ));
        match self.ended(outcome) {
            Ok(Ended::Done) => self.model.apply(&Effect::Altered(number, before, after)),
            Ok(Ended::Open) => self.leave_open(Effect::Altered(number, before, after)),
            Ok(Ended::Refused) => {}
            Err(error) => return Err(format!("alter of {name}: {error}")),
        }
        Ok(())
    }

    fn expect_unknown(&mut self, name: &str) -> Verdict {
        let object = ObjectName::truncated(name);
        match self.engine().clear(&object) {
            Err(ObjectError::NotFound) => Ok(()),
            other => Err(format!(
                "{name} does not exist and clear answered {other:?}"
            )),
        }
    }

    fn delete(&mut self) -> Verdict {
        let name = self.known_name();
        let Some(number) = self.model.named(&name) else {
            return self.expect_unknown(&name);
        };
        let purge = self.random.chance(50);
        let object = ObjectName::truncated(&name);
        let outcome = self.engine().delete(ObjectKind::QLocal, &object, purge);
        self.trace.note(&format!(
            "operator: deletes {name}, purge {purge}: {}",
            said(&outcome)
        ));
        let now_us = self.now_us();
        let queue = self.model.queue(number);
        let in_use = self.is_open(number) || queue.uncommitted() > 0;
        match outcome {
            Err(ObjectError::InUse) if in_use || queue.has_expired(now_us) => Ok(()),
            Err(ObjectError::NotEmpty) if !purge && queue.depth_range(now_us).1 > 0 => Ok(()),
            outcome => match self.ended(outcome) {
                Ok(Ended::Done) => {
                    if in_use {
                        return Err(format!("{name} was deleted while in use"));
                    }
                    self.check_deletion(number, purge)?;
                    self.delete_in_model(number);
                    Ok(())
                }
                Ok(Ended::Open) => {
                    if self.model.leave_queue(number) {
                        self.leave_open(Effect::Deleted(number));
                    }
                    Ok(())
                }
                Ok(Ended::Refused) => Ok(()),
                Err(error) => Err(format!("delete of {name}: {error}")),
            },
        }
    }

    fn clear(&mut self) -> Verdict {
        let name = self.known_name();
        let Some(number) = self.model.named(&name) else {
            return self.expect_unknown(&name);
        };
        let object = ObjectName::truncated(&name);
        let outcome = self.engine().clear(&object);
        self.trace
            .note(&format!("operator: clears {name}: {}", said(&outcome)));
        let now_us = self.now_us();
        let queue = self.model.queue(number);
        let in_use = self.is_open(number) || queue.uncommitted() > 0;
        match outcome {
            Err(ObjectError::InUse) if in_use || queue.has_expired(now_us) => Ok(()),
            outcome => match self.ended(outcome) {
                Ok(Ended::Done) if in_use => Err(format!("{name} was cleared while in use")),
                Ok(Ended::Done) => {
                    self.model.apply(&Effect::Cleared(number));
                    Ok(())
                }
                Ok(Ended::Open) => {
                    self.leave_open(Effect::Cleared(number));
                    Ok(())
                }
                Ok(Ended::Refused) => Ok(()),
                Err(error) => Err(format!("clear of {name}: {error}")),
            },
        }
    }

    fn stop_connection(&mut self) -> Verdict {
        let index = self.random.below(self.applications.len() as u64) as usize;
        let one = &self.applications[index];
        let Some(id) = one
            .connection
            .as_ref()
            .map(ferromq_qmgr::Connection::connection_id)
        else {
            return Ok(());
        };
        // A verb that waits for the log ends as it would have.
        if one.stopped || matches!(one.waiting, Some(Waiting::Log(..))) {
            return Ok(());
        }
        let head_before = self.head();
        self.trace
            .note(&format!("operator: stops application {index}"));
        if !self.engine().stop_connection(&id) {
            return Err("a connection to be stopped is not known".into());
        }
        let work = std::mem::take(&mut self.applications[index].work);
        self.back_out_in_model(&work, head_before);
        self.applications[index].stopped = true;
        Ok(())
    }

    // ---- housekeeping

    /// Housekeeping as the log asks for it; it may back out the oldest unit of work.
    pub(crate) fn keep_house(&mut self) -> Verdict {
        let head_before = self.head();
        let pinned_before = self.pinned();
        let busy = self.engine().keep_house();
        let pinned_after = self.pinned();
        if busy {
            self.trace.note("keeps house");
        }
        for (index, (before, after)) in pinned_before.into_iter().zip(pinned_after).enumerate() {
            if before && !after {
                let work = self.rolled_back_by_the_log(index);
                self.back_out_in_model(&work, head_before);
            }
        }
        Ok(())
    }

    /// Housekeeping backed the unit of work of an application out, which is answered; it will be told.
    pub(crate) fn rolled_back_by_the_log(&mut self, index: usize) -> Work {
        self.summary.rolled_back += 1;
        self.trace
            .note(&format!("application {index}: rolled back by the log"));
        let one = &mut self.applications[index];
        match one.branch {
            Some(_) => one.doomed = true,
            None => one.rolled_back = true,
        }
        std::mem::take(&mut one.work)
    }

    /// Which applications have a unit of work that holds the log.
    pub(crate) fn pinned(&self) -> Vec<bool> {
        let statuses = self.engine().connections();
        self.applications
            .iter()
            .map(|one| {
                let id = one
                    .connection
                    .as_ref()
                    .map(ferromq_qmgr::Connection::connection_id);
                statuses
                    .iter()
                    .any(|status| Some(status.id) == id && status.uow_lsn != 0)
            })
            .collect()
    }

    pub(crate) fn checkpoint(&mut self) -> Verdict {
        let everything = self.shape.between_percent > 0 && self.random.chance(30);
        match everything {
            true => self.checkpoint_all()?,
            false => self.checkpoint_taken(&self.engine().checkpoint())?,
        }
        // What it wrote again, because its place in the log was given back, may be all there is of a decision.
        let decided = everything && !self.model.decided.is_empty();
        if decided && self.shape.faults != Faults::None && self.random.chance(40) {
            return self.end_life();
        }
        Ok(())
    }

    /// One that gives back all it can.
    pub(crate) fn checkpoint_all(&mut self) -> Verdict {
        self.checkpoint_taken(&self.engine().checkpoint_everything())
    }

    fn checkpoint_taken(&mut self, outcome: &Result<(), CheckpointError>) -> Verdict {
        self.trace.note(&format!("a checkpoint: {}", said(outcome)));
        match outcome {
            Ok(()) => self.summary.checkpoints += 1,
            Err(_) if self.in_trouble() || self.stopping() => {}
            Err(error) => return Err(format!("a checkpoint failed: {error}")),
        }
        Ok(())
    }

    pub(crate) fn force(&mut self) -> Verdict {
        let between = self.plan_between();
        let log = std::sync::Arc::clone(self.engine().log());
        log.lead();
        self.settle_between(between)?;
        // What was retained before goes behind what is: of that nobody waits for.
        for _ in 0..FORCES_MAX {
            self.engine().run_deferred();
            if log.poisoned().is_none() && log.durable() < log.head() {
                log.lead();
            }
        }
        self.trace.note(&format!("forced to {}", log.durable()));
        if log.poisoned().is_none() && log.durable() < log.head() {
            return Err("a force left something behind".into());
        }
        if let Some(late) = self
            .model
            .pending
            .iter()
            .find(|pending| !pending.flag.is_raised() && pending.end <= log.durable())
        {
            return Err(format!("{late:?} is durable and was not told"));
        }
        Ok(())
    }

    pub(crate) fn advance_clock(&mut self) -> Verdict {
        let by_ns = 1_000_000 * (1 + self.random.below(1_500));
        self.clock.advance_ns(by_ns);
        self.trace.note(&format!("{} ms pass", by_ns / 1_000_000));
        let now_ns = self.now_ns();
        for index in 0..self.applications.len() {
            if let Some(Waiting::Message(spec)) = &self.applications[index].waiting
                && spec.deadline_ns.is_some_and(|at_ns| at_ns <= now_ns)
            {
                self.poll(index)?;
            }
        }
        Ok(())
    }

    pub(crate) fn expire(&mut self) {
        let removed = self.engine().expire_messages();
        self.trace.note(&format!("{removed} messages expire"));
    }

    pub(crate) fn record_image(&mut self) -> Verdict {
        let name = self.known_name();
        self.record_image_of(&name)?;
        // As who archives extents does, who wants them closed.
        match name.ends_with(['B', 'D', 'F']) {
            true => Ok(()),
            false => self.advance_log(),
        }
    }

    /// `RESET QMGR TYPE(ADVANCELOG)`.
    fn advance_log(&mut self) -> Verdict {
        if self.shape.log.log_type != LogType::Linear {
            return Ok(());
        }
        let outcome = self.engine().log().switch_extent();
        self.trace.note(&format!(
            "the log goes on in its next extent: {}",
            said(&outcome)
        ));
        match outcome {
            Ok(()) | Err(LogError::DiskFull { .. }) => Ok(()),
            Err(_) if self.in_trouble() || self.stopping() => Ok(()),
            Err(error) => Err(format!("the log was to go on: {error}")),
        }
    }

    pub(crate) fn record_image_of(&mut self, name: &str) -> Verdict {
        let known = self.model.named(name).is_some();
        let outcome = self.engine().record_image(&ObjectName::truncated(name));
        self.trace
            .note(&format!("a media image of {name}: {}", said(&outcome)));
        let linear = self.shape.log.log_type == LogType::Linear;
        match outcome {
            Ok(_) if linear && known => self.summary.images += 1,
            Err(MediaError::CircularLog) if !linear => {}
            Err(MediaError::NotFound) if !known => {}
            Err(MediaError::Log(_)) if self.excused(Reason::RESOURCE_PROBLEM) => {}
            Err(_) if self.in_trouble() || self.stopping() => {}
            other => return Err(format!("a media image of {name} answered {other:?}")),
        }
        Ok(())
    }

    /// Rebuilds a queue, damaged or not, from the log. Non-persistent messages go.
    pub(crate) fn recover_queue(&mut self) -> Verdict {
        let name = self.known_name();
        self.recover_named(&name)
    }

    pub(crate) fn recover_named(&mut self, name: &str) -> Verdict {
        let outcome = self.engine().recover_queue(&ObjectName::truncated(name));
        self.trace.note(&format!(
            "{name} is rebuilt from its media image: {}",
            said(&outcome)
        ));
        let linear = self.shape.log.log_type == LogType::Linear;
        let Some(number) = self.model.named(name) else {
            return match outcome {
                Err(MediaError::NotFound | MediaError::CircularLog) => Ok(()),
                other => Err(format!(
                    "{name} is rebuilt from its media image answered {other:?}"
                )),
            };
        };
        let now_us = self.now_us();
        let queue = self.model.queue(number);
        let in_use = self.is_open(number) || queue.uncommitted() > 0 || queue.has_expired(now_us);
        match outcome {
            Ok(_) if linear => {
                self.model.apply_durable();
                if let Some(queue) = self.model.queues.get_mut(&number) {
                    queue.messages.retain(|_, message| message.persistent);
                    for message in queue.messages.values_mut() {
                        message.backouts.0 = message.backouts.0.min(message.backouts_logged);
                    }
                }
                self.summary.recoveries += 1;
                if !self.model.queue(number).attributes.get_allowed {
                    return Ok(());
                }
                let seen = match self.look(&[name.to_owned()]) {
                    Err(_) if self.stopping() || self.in_trouble() => return Ok(()),
                    other => other?,
                };
                self.compare_rebuilt(&seen)
            }
            Err(MediaError::CircularLog) if !linear => Ok(()),
            Err(MediaError::InUse) if in_use => Ok(()),
            Err(MediaError::Log(_)) if self.excused(Reason::RESOURCE_PROBLEM) => Ok(()),
            // It may be rebuilt and not written, or not rebuilt.
            Err(_) if self.in_trouble() || self.stopping() => self.crash(),
            other => Err(format!(
                "{name} is rebuilt from its media image answered {other:?}"
            )),
        }
    }
}

/// An outcome for people.
fn said<T, E: std::fmt::Display>(outcome: &Result<T, E>) -> String {
    match outcome {
        Ok(_) => "done".into(),
        Err(error) => format!("refused: {error}"),
    }
}
