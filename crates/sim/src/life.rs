//! Lives of the queue manager: how they end, and how the next one begins.

use crate::application::{Application, Waiting};
use crate::model::resolve::{SeenAll, Snapshot, Survivors};
use crate::model::{MANAGED, SeenBranch, SeenBranches, number_of};
use crate::place::place_on;
use crate::shape::Faults;
use crate::world::{Verdict, World};
use ferromq_base::disk::Fault;
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::Attr;
use ferromq_qmgr::{BranchPhase, EndMode, Outcome, QueueManager, StartError, StartSettings};
use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::sync::{Arc, PoisonError};

/// Crashes during one restart, at most.
const CRASHES_MAX: u32 = 4;

/// Percent of lives that end in a crash at whose end a branch is prepared, at least, if there is one.
const LEFT_PERCENT: u64 = 8;

impl World {
    pub(crate) fn start_settings(&self) -> StartSettings {
        let notices = Arc::clone(&self.notices);
        StartSettings {
            log: self.shape.log,
            queue_buffer_bytes: self.shape.queue_buffer_bytes,
            persistent_queue_buffer_bytes: self.shape.persistent_queue_buffer_bytes,
            // Few, so that files are closed and opened again all the time.
            open_queue_files_max: 4,
            // Which of several threads reads first is nothing a seed decides. It is no matter unless one of the reads is
            // planned to fail.
            read_ahead: self.shape.read_ahead && self.fault_at.is_none(),
            notices: Arc::new(move |notice| {
                notices
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push(notice);
            }),
        }
    }

    pub(crate) fn try_start(&self) -> Result<QueueManager, StartError> {
        let place =
            place_on(&self.disk).map_err(|text| StartError::Io(std::io::Error::other(text)))?;
        let clock: Arc<dyn ferromq_base::clock::Clock> = self.clock.clone();
        let engine = QueueManager::start(place, &self.start_settings(), clock)?;
        if let Some(steps_in_line) = self.shape.steps_in_line {
            engine.begin_tasks(steps_in_line);
        }
        Ok(engine)
    }

    // ---- beginnings

    /// Begins a life on the disk as it is, perhaps after crashes on the way, and judges it.
    pub(crate) fn begin_life(&mut self, mut survivors: Survivors) -> Verdict {
        let mut crashes = 0;
        loop {
            self.fault_at = None;
            self.short_of_space = false;
            self.files_go_bad = false;
            // Identifiers are unique as long as two starts are not at the same moment.
            self.clock.advance_ns(1_000_000);
            let hurt = self.shape.faults != Faults::None
                && crashes < CRASHES_MAX
                && self.random.chance(35);
            if hurt {
                let power = self.shape.faults == Faults::Crashes || self.random.chance(50);
                let within = 1 + self.random.below(300);
                self.plan(within, power);
            }
            let started = self.try_start();
            let struck = self.fault_struck();
            match started {
                Ok(engine) if !struck || (!self.fault_is_power && self.random.chance(50)) => {
                    self.disk.heal();
                    self.engine = Some(engine);
                    break;
                }
                Err(error) if !struck => return Err(format!("it does not start: {error}")),
                Ok(engine) => engine.log().abandon(),
                Err(_) => {}
            }
            crashes += 1;
            if survivors == Survivors::High {
                survivors = Survivors::HighOrNone;
            }
            self.trace.note("dies while starting");
            self.lose_everything();
        }
        // A failed call that start could live with explains no refusal of this life's verbs
        // but those of the queue it hit.
        self.short_of_space = self.fault_at.is_some() && self.fault_struck();
        self.fault_at = None;
        self.summary.starts += 1;
        self.trace.note("started");
        self.judge_start(survivors)
    }

    /// The process, or the machine, stops now.
    pub(crate) fn lose_everything(&mut self) {
        // What was durable before is no matter of what the next start shows.
        self.model.apply_durable();
        let seed = self.random.next_u64();
        if self.fault_struck() {
            self.summary.faults += 1;
        }
        let power = (self.fault_struck() && self.fault_is_power) || self.random.chance(60);
        let next = if power {
            self.summary.power_losses += 1;
            self.disk.crash(seed)
        } else {
            self.summary.kills += 1;
            self.disk.kill(seed)
        };
        self.trace.note(if power {
            "the power goes"
        } else {
            "the process dies"
        });
        self.summary.disk_calls += self.disk.calls();
        self.disk = next;
        self.disk.set_quota(None);
        self.fault_at = None;
        self.drop_engine();
    }

    fn drop_engine(&mut self) {
        if let Some(engine) = self.engine.take() {
            self.dead_logs.push(Arc::clone(engine.log()));
        }
    }

    /// Everything seen after a restart must be what the model says.
    fn judge_start(&mut self, survivors: Survivors) -> Verdict {
        let names = self.queues_of_somebody()?;
        let inhibited = self.enable_gets(&names)?;
        let mut queues = self.look(&names)?;
        for name in &inhibited {
            if let Some(queue) = queues.get_mut(name) {
                queue.attributes.get_allowed = false;
            }
        }
        let seen = SeenAll {
            queues,
            retained: self.look_retained()?,
            branches: self.look_branches(),
        };
        let now_us = self.now_us();
        self.model.resolve(&seen, now_us, survivors)?;
        self.judge_subscriptions()?;
        let in_doubt = self.engine().restart_report().in_doubt;
        if in_doubt != self.model.branches.len() {
            return Err(format!(
                "{in_doubt} units of work are in doubt, not {}",
                self.model.branches.len()
            ));
        }
        self.disable_gets(&inhibited)
    }

    /// The queues, but for those made for subscriptions that are not there: a log without room keeps them until it has some.
    fn queues_of_somebody(&self) -> Result<Vec<String>, String> {
        let all = self.engine().subscriptions();
        let destinations: BTreeSet<&str> = all
            .iter()
            .map(|one| one.definition.text(Attr::Dest))
            .collect();
        let names = self.queue_names().into_iter();
        let (left, names): (Vec<_>, Vec<_>) = names
            .partition(|name| name.starts_with(MANAGED) && !destinations.contains(name.as_str()));
        match left.first() {
            Some(name) if !self.excused(Reason::RESOURCE_PROBLEM) => {
                Err(format!("queue {name} is there and its subscription is not"))
            }
            _ => Ok(names),
        }
    }

    /// The branches the queue manager lists.
    fn look_branches(&self) -> SeenBranches {
        let all = self.engine().branches();
        let seen = all.iter().filter_map(|one| {
            let seen = match one.phase {
                BranchPhase::Active => return None,
                BranchPhase::InDoubt => SeenBranch::InDoubt,
                BranchPhase::Decided(outcome) => SeenBranch::Decided {
                    committed: outcome == Outcome::Committed,
                },
            };
            // A name that is none of the run's is told of as one there never was.
            Some((number_of(&one.xid).unwrap_or(0), seen))
        });
        seen.collect()
    }

    /// Lets queues be browsed whose gets are inhibited; answers their names.
    fn enable_gets(&mut self, names: &[String]) -> Result<Vec<String>, String> {
        let mut inhibited = Vec::new();
        for name in names {
            let object = ferromq_mqi::ObjectName::truncated(name);
            let kind = ferromq_mqi::attribute::ObjectKind::QLocal;
            let definition = self.engine().definition(kind, &object);
            let mut attributes = definition
                .map(|definition| crate::model::Attributes::of(&definition))
                .ok_or("a queue listed has no definition")?;
            if !attributes.get_allowed {
                attributes.get_allowed = true;
                self.alter_quietly(name, &attributes)?;
                inhibited.push(name.clone());
            }
        }
        Ok(inhibited)
    }

    fn disable_gets(&mut self, names: &[String]) -> Verdict {
        for name in names {
            let number = self.model.named(name).ok_or("an inhibited queue is gone")?;
            let attributes = self.model.queue(number).attributes.clone();
            self.alter_quietly(name, &attributes)?;
        }
        Ok(())
    }

    fn alter_quietly(&self, name: &str, attributes: &crate::model::Attributes) -> Verdict {
        let object = ferromq_mqi::ObjectName::truncated(name);
        let kind = ferromq_mqi::attribute::ObjectKind::QLocal;
        let changes = attributes.changes();
        if self.engine().alter(kind, &object, &changes, true).is_ok() {
            return Ok(());
        }
        // The log may be full of what the last life left; a checkpoint makes room.
        self.engine().keep_house();
        self.engine()
            .alter(kind, &object, &changes, true)
            .map_err(|error| format!("the judge cannot alter {name}: {error}"))
    }

    /// Compares some queues with the model in the midst of a life.
    pub(crate) fn compare_some(&mut self, seen: &Snapshot) -> Verdict {
        self.compare_named(seen, false)
    }

    /// The same for queues rebuilt from media images: backout counts are learnt.
    pub(crate) fn compare_rebuilt(&mut self, seen: &Snapshot) -> Verdict {
        self.compare_named(seen, true)
    }

    fn compare_named(&mut self, seen: &Snapshot, learn: bool) -> Verdict {
        let now_us = self.now_us();
        for (name, shown) in seen {
            let number = self
                .model
                .named(name)
                .ok_or_else(|| format!("{name} should not exist"))?;
            let queue = self
                .model
                .queues
                .get_mut(&number)
                .ok_or("a name names nothing")?;
            crate::model::resolve::compare_queue(queue, shown, now_us, learn)
                .map_err(|text| format!("queue {name}: {text}"))?;
        }
        Ok(())
    }

    /// A judge looks at the queues in the midst of a life.
    pub(crate) fn audit(&mut self) -> Verdict {
        if self.stopping() || self.in_trouble() {
            return Ok(());
        }
        let names: Vec<String> = self
            .model
            .queues
            .values()
            .filter(|queue| queue.attributes.get_allowed)
            .map(|queue| queue.name.clone())
            .collect();
        let seen = match self.look(&names) {
            Err(_) if self.stopping() || self.in_trouble() => return Ok(()),
            other => other?,
        };
        self.model.apply_durable();
        self.trace.note("audited");
        self.compare_some(&seen)
    }

    // ---- ends

    /// Plans a fault `within` calls from now.
    pub(crate) fn plan(&mut self, within: u64, power: bool) {
        self.fault_at = Some(self.disk.calls() + within);
        self.fault_is_power = power;
        let fault = if power {
            Fault::PowerLoss { at: within }
        } else {
            let error = [
                ErrorKind::Other,
                ErrorKind::StorageFull,
                ErrorKind::TimedOut,
            ];
            Fault::Fail {
                at: within,
                error: error[self.random.below(3) as usize],
                for_ever: self.random.chance(20),
            }
        };
        self.disk.plan(fault);
        self.trace.note(&format!("plans {fault:?}"));
    }

    /// Ends this life in one way or another and begins the next.
    pub(crate) fn end_life(&mut self) -> Verdict {
        let clean = self.shape.faults == Faults::None || self.random.chance(25);
        let survivors = if clean {
            self.end_cleanly()?
        } else {
            self.leave_in_doubt()?;
            Survivors::None
        };
        if clean {
            let seed = self.random.next_u64();
            let power = (self.fault_struck() && self.fault_is_power) || self.random.chance(50);
            let next = if power {
                self.disk.crash(seed)
            } else {
                self.disk.kill(seed)
            };
            if self.fault_struck() {
                self.summary.faults += 1;
            }
            self.summary.disk_calls += self.disk.calls();
            self.disk = next;
            self.disk.set_quota(None);
            self.fault_at = None;
            self.drop_engine();
        } else {
            self.lose_everything();
        }
        self.forget_applications();
        self.begin_life(survivors)
    }

    /// The process or the machine stops without a word, and starts again.
    pub(crate) fn crash(&mut self) -> Verdict {
        self.lose_everything();
        self.forget_applications();
        self.begin_life(Survivors::None)
    }

    pub(crate) fn end_cleanly(&mut self) -> Result<Survivors, String> {
        self.trace.note("ends");
        self.engine().begin_end(EndMode::Immediate);
        for index in 0..self.applications.len() {
            if self.applications[index].connection.is_some() {
                self.kill_application(index)?;
            }
        }
        let outcome = self.engine().finish_end();
        self.model.apply_durable();
        match outcome {
            Ok(()) if self.engine().log().poisoned().is_none() => {
                self.summary.clean_ends += 1;
                if let Some(late) = self.model.pending.first() {
                    return Err(format!("a clean end left {late:?} behind"));
                }
                if self.fault_struck() {
                    Ok(Survivors::HighOrNone)
                } else {
                    Ok(Survivors::High)
                }
            }
            Ok(()) => Ok(Survivors::None),
            Err(_) if self.in_trouble() || self.stopping_for_log() => {
                Ok(Survivors::HighOrNoneOfEach)
            }
            Err(error) => Err(format!("it does not end: {error}")),
        }
    }

    fn stopping_for_log(&self) -> bool {
        self.engine().log().poisoned().is_some()
    }

    /// Applications go down with the queue manager: their units of work never were. To be called
    /// when the disk is lost already: connections that are dropped back out, and what they log
    /// then may not reach it.
    pub(crate) fn forget_applications(&mut self) {
        let count = self.applications.len();
        // The connections back out into an engine that is dead; only the model counts.
        for one in std::mem::take(&mut self.applications) {
            self.model.back_out(&one.work, false);
        }
        self.applications.resize_with(count, Application::default);
        for log in std::mem::take(&mut self.dead_logs) {
            log.abandon();
        }
    }

    /// Now and then, prepares a branch right before the end.
    fn leave_in_doubt(&mut self) -> Verdict {
        let fault_planned = self.fault_at.is_some() || self.short_of_space;
        let percent = LEFT_PERCENT.max(self.shape.branch_percent);
        if self.stopping() || fault_planned || !self.may_prepare() || !self.random.chance(percent) {
            return Ok(());
        }
        let candidate = self.applications.iter().position(|one| {
            let lost = one.doomed || one.stopped || one.work.lacking;
            one.branch.is_some() && one.work.logged && !lost && one.waiting.is_none()
        });
        let Some(index) = candidate else {
            return Ok(());
        };
        self.prepare_at_once(index)?;
        let one = &self.applications[index];
        if let (Some(connection), Some(Waiting::Log(end, _))) = (&one.connection, &one.waiting)
            && self.random.chance(50)
        {
            connection.wait_for_log(*end);
            self.model.apply_durable();
        }
        Ok(())
    }
}

impl Drop for World {
    fn drop(&mut self) {
        self.drop_engine();
        self.forget_applications();
    }
}
