//! Lives of the queue manager: how they end, and how the next one begins.

use crate::application::{Application, Waiting};
use crate::model::resolve::{Kept, Snapshot};
use crate::shape::Faults;
use crate::world::{Verdict, World};
use ferromq_base::disk::{Fault, SimulatedDisk};
use ferromq_log::Urgency;
use ferromq_mqi::xa::Xid;
use ferromq_qmgr::record::{RecordKind, numbers};
use ferromq_qmgr::{EndMode, Place, QueueManager, StartError, StartSettings};
use std::io::ErrorKind;
use std::sync::{Arc, PoisonError};

/// Crashes during one restart, at most.
const CRASHES_MAX: u32 = 4;

impl World {
    pub(crate) fn place(disk: &SimulatedDisk) -> Result<Place, String> {
        let root = disk.root();
        let data = root.directory("data").map_err(|error| error.to_string())?;
        let log = root.directory("log").map_err(|error| error.to_string())?;
        Ok(Place { data, log })
    }

    pub(crate) fn start_settings(&self) -> StartSettings {
        let notices = Arc::clone(&self.notices);
        StartSettings {
            log: self.shape.log,
            queue_buffer_bytes: self.shape.queue_buffer_bytes,
            persistent_queue_buffer_bytes: self.shape.persistent_queue_buffer_bytes,
            // Few, so that files are closed and opened again all the time.
            open_queue_files_max: 4,
            read_ahead: false,
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
            Self::place(&self.disk).map_err(|text| StartError::Io(std::io::Error::other(text)))?;
        let clock: Arc<dyn ferromq_base::clock::Clock> = self.clock.clone();
        QueueManager::start(place, &self.start_settings(), clock)
    }

    // ---- beginnings

    /// Begins a life on the disk as it is, perhaps after crashes on the way, and judges it.
    pub(crate) fn begin_life(&mut self, mut kept: Kept) -> Verdict {
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
            if kept == Kept::High {
                kept = Kept::HighOrNone;
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
        self.judge_start(kept)
    }

    /// The process, or the machine, stops now.
    pub(crate) fn lose_everything(&mut self) {
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
    fn judge_start(&mut self, kept: Kept) -> Verdict {
        let names = self.queue_names();
        let inhibited = self.enable_gets(&names)?;
        let mut seen = self.look(&names)?;
        for name in &inhibited {
            if let Some(queue) = seen.get_mut(name) {
                queue.attributes.get_allowed = false;
            }
        }
        let retained = self.look_retained()?;
        let now_us = self.now_us();
        self.model.resolve(&seen, &retained, now_us, kept)?;
        self.judge_subscriptions()?;
        let in_doubt = self.engine().restart_report().in_doubt;
        if in_doubt != self.model.in_doubt.len() {
            return Err(format!(
                "{in_doubt} units of work are in doubt, not {}",
                self.model.in_doubt.len()
            ));
        }
        self.disable_gets(&inhibited)
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
        let kept = if clean {
            self.end_cleanly()?
        } else {
            self.leave_in_doubt()?;
            Kept::None
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
        self.begin_life(kept)
    }

    /// The process or the machine stops without a word, and starts again.
    pub(crate) fn crash(&mut self) -> Verdict {
        self.lose_everything();
        self.forget_applications();
        self.begin_life(Kept::None)
    }

    pub(crate) fn end_cleanly(&mut self) -> Result<Kept, String> {
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
                    Ok(Kept::HighOrNone)
                } else {
                    Ok(Kept::High)
                }
            }
            Ok(()) => Ok(Kept::None),
            Err(_) if self.in_trouble() || self.stopping_for_log() => Ok(Kept::HighOrNone),
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

    /// Now and then, prepares a unit of work whose coordinator will not come back.
    fn leave_in_doubt(&mut self) -> Verdict {
        // The record must become durable: no fault may be on its way.
        let fault_planned = self.fault_at.is_some() || self.short_of_space;
        if !self.model.in_doubt.is_empty() || self.stopping() || fault_planned {
            return Ok(());
        }
        let inhibited = self
            .model
            .queues
            .values()
            .any(|queue| !queue.attributes.get_allowed);
        if inhibited || !self.random.chance(8) {
            return Ok(());
        }
        let candidate = self.applications.iter().position(|one| {
            let lacks = one.rolled_back || one.work.lacking;
            one.work.logged && !lacks && !matches!(one.waiting, Some(Waiting::Log(..)))
        });
        let Some(index) = candidate else {
            return Ok(());
        };
        let id = self.applications[index]
            .connection
            .as_ref()
            .map(ferromq_qmgr::Connection::connection_id);
        let statuses = self.engine().connections();
        let Some(status) = statuses.iter().find(|status| Some(status.id) == id) else {
            return Ok(());
        };
        let record = numbers(&[status.uow]);
        let parts: [&[u8]; 2] = [&record, &in_doubt_name().encode()];
        let kind = RecordKind::Prepare as u8;
        let log = Arc::clone(self.engine().log());
        let Ok(prepared) = log.append(kind, &parts, Urgency::Completing) else {
            return Ok(());
        };
        log.wait_durable(prepared.end)
            .map_err(|error| error.to_string())?;
        self.model.apply_durable();
        self.trace.note(&format!("application {index}: prepared"));
        self.summary.in_doubt += 1;
        let work = std::mem::take(&mut self.applications[index].work);
        self.model.in_doubt.push(work);
        Ok(())
    }
}

impl Drop for World {
    fn drop(&mut self) {
        self.drop_engine();
        self.forget_applications();
    }
}

/// What the coordinator calls the unit of work it leaves in doubt.
pub(crate) fn in_doubt_name() -> Xid {
    Xid::new(1, b"somebody's transaction", b"").expect("it fits")
}
