//! Each call to the disk failing in turn.
//!
//! An action is run on a queue manager with some history, with its first, second, third
//! call to the disk failing, until it needs no more calls; each time the queue manager is
//! started again on a healthy disk and the judges look.

use crate::model::resolve::Survivors;
use crate::options::Options;
use crate::run::Failure;
use crate::shape::Faults;
use crate::trace::Trace;
use crate::world::{Verdict, World};
use ferromq_base::clock::SimulatedClock;
use ferromq_base::disk::Fault;
use ferromq_log::LogType;
use std::io::ErrorKind;
use std::sync::Arc;

/// What is done while a call fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Creating the queue manager.
    Create,
    /// Persistent puts outside syncpoint, and a force.
    Put,
    /// A unit of work with puts and gets, its commit, and a force.
    Commit,
    /// A checkpoint.
    Checkpoint,
    /// A clean end.
    End,
    /// A restart after a loss of power.
    Restart,
    /// A restart after a clean end.
    RestartAfterEnd,
    /// Defining, altering, clearing and deleting queues.
    Objects,
    /// Recording a media image.
    Image,
    /// Rebuilding a queue from its media image.
    Recover,
}

impl Action {
    /// Every action.
    pub const ALL: [Self; 10] = [
        Self::Create,
        Self::Put,
        Self::Commit,
        Self::Checkpoint,
        Self::End,
        Self::Restart,
        Self::RestartAfterEnd,
        Self::Objects,
        Self::Image,
        Self::Recover,
    ];
}

/// How the call fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// It alone.
    Once,
    /// It and all later ones.
    ForEver,
    /// The disk says that it is full.
    Full,
    /// The power goes in the middle of it.
    PowerLoss,
}

impl How {
    /// Every way.
    pub const ALL: [Self; 4] = [Self::Once, Self::ForEver, Self::Full, Self::PowerLoss];

    fn fault(self, at: u64) -> Fault {
        let fail = |error, for_ever| Fault::Fail {
            at,
            error,
            for_ever,
        };
        match self {
            Self::Once => fail(ErrorKind::Other, false),
            Self::ForEver => fail(ErrorKind::Other, true),
            Self::Full => fail(ErrorKind::StorageFull, false),
            Self::PowerLoss => Fault::PowerLoss { at },
        }
    }
}

/// Steps of history before the action.
const HISTORY: u64 = 120;

/// Runs `action` from the history that `seed` makes, with its first, second, third ... call
/// to the disk failing, until it needs no more. Answers how many it needs.
///
/// # Errors
/// [`Failure`] when a judge finds something wrong.
pub fn fail_each_call(seed: u64, action: Action, how: How) -> Result<u64, Box<Failure>> {
    let mut base = None;
    let mut call = 1;
    loop {
        let mut world = base
            .as_ref()
            .map_or_else(|| fresh(seed, action), World::fork);
        let verdict = world.fail_call(action, how, call, &mut base);
        let struck = verdict.map_err(|verdict| {
            let verdict = format!("{action:?}, {how:?} at call {call}: {verdict}");
            Box::new(world.failure(seed, verdict))
        })?;
        if !struck {
            return Ok(call - 1);
        }
        call += 1;
    }
}

fn fresh(seed: u64, action: Action) -> World {
    let options = Options {
        steps: 0,
        faults: Some(Faults::None),
        plain: true,
        aloud: false,
    };
    let mut world = World::new(seed, &options);
    if matches!(action, Action::Image | Action::Recover) {
        world.shape.log.log_type = LogType::Linear;
    }
    world
}

impl World {
    /// Answers whether the action came as far as the call. `base` keeps what restarts begin
    /// with, so that it is made once.
    fn fail_call(
        &mut self,
        action: Action,
        how: How,
        call: u64,
        base: &mut Option<World>,
    ) -> Result<bool, String> {
        if action == Action::Create {
            return self.fail_creation(how, call);
        }
        if base.is_none() {
            self.prepare()?;
            for _ in 0..HISTORY {
                self.trace.begin_step();
                self.step()?;
                self.settle()?;
            }
        }
        let survivors = match action {
            Action::Restart | Action::RestartAfterEnd => {
                let clean = action == Action::RestartAfterEnd;
                if base.is_none() {
                    self.stop(clean)?;
                    *base = Some(self.fork());
                }
                self.fail_restart(how, call, clean)?
            }
            _ => {
                self.arm(how, call);
                self.act(action)?
            }
        };
        let struck = self.fault_struck() || self.summary.faults > 0;
        self.lose_everything();
        self.forget_applications();
        self.begin_life(survivors)?;
        self.audit()?;
        Ok(struck)
    }

    fn stop(&mut self, clean: bool) -> Verdict {
        if clean {
            self.end_cleanly()?;
        }
        self.lose_everything();
        self.forget_applications();
        self.summary.faults = 0;
        Ok(())
    }

    /// Another world between the same two lives.
    fn fork(&self) -> Self {
        Self {
            shape: self.shape.clone(),
            random: self.random.clone(),
            disk: self.disk.kill(0),
            clock: Arc::new(SimulatedClock::starting_at(self.now_us())),
            engine: None,
            dead_logs: Vec::new(),
            notices: Arc::default(),
            model: self.model.clone(),
            applications: self
                .applications
                .iter()
                .map(|_| Default::default())
                .collect(),
            trace: Trace::default(),
            summary: self.summary,
            fault_at: None,
            fault_is_power: false,
            short_of_space: false,
            files_go_bad: false,
            plain: self.plain,
            checkpointed_between: false,
        }
    }

    fn arm(&mut self, how: How, call: u64) {
        self.fault_at = Some(self.disk.calls() + call);
        self.fault_is_power = how == How::PowerLoss;
        self.disk.plan(how.fault(call));
        self.trace.note(&format!("fails {how:?} at call {call}"));
    }

    /// Answers what becomes of non-persistent messages.
    fn act(&mut self, action: Action) -> Result<Survivors, String> {
        match action {
            Action::Put | Action::Commit => {
                for _ in 0..20 {
                    let index = self.random.below(self.applications.len() as u64) as usize;
                    self.application_step(index)?;
                    self.settle()?;
                }
                self.force_if_running()?;
            }
            Action::Checkpoint => self.checkpoint()?,
            Action::End => {
                let survivors = self.end_cleanly()?;
                self.forget_applications();
                return Ok(survivors);
            }
            Action::Objects => {
                for _ in 0..12 {
                    self.operator_step()?;
                    self.settle()?;
                }
            }
            Action::Image => {
                for name in self.queue_names() {
                    self.record_image_of(&name)?;
                }
            }
            Action::Recover => {
                for index in 0..self.applications.len() {
                    self.kill_application(index)?;
                }
                self.force_if_running()?;
                for name in self.queue_names() {
                    if self.engine().connection_count() == 0 && !self.stopping() {
                        self.recover_named(&name)?;
                    }
                }
            }
            Action::Create | Action::Restart | Action::RestartAfterEnd => {}
        }
        Ok(Survivors::None)
    }

    fn force_if_running(&mut self) -> Verdict {
        if !self.stopping() {
            self.force()?;
        }
        self.settle()
    }

    fn fail_restart(&mut self, how: How, call: u64, clean: bool) -> Result<Survivors, String> {
        self.arm(how, call);
        let started = self.try_start();
        let struck = self.fault_struck();
        match started {
            // It started in spite of the failure, or before it came to that. What the clean
            // end saved belongs to this life and goes with it.
            Ok(engine) => {
                self.engine = Some(engine);
                Ok(Survivors::None)
            }
            Err(_) if struck && clean => Ok(Survivors::HighOrNoneOfEach),
            Err(_) if struck => Ok(Survivors::None),
            Err(error) => Err(format!("it does not start: {error}")),
        }
    }

    fn fail_creation(&mut self, how: How, call: u64) -> Result<bool, String> {
        self.arm(how, call);
        let created = self.create();
        let struck = self.fault_struck();
        match created {
            Ok(()) => {}
            Err(text) if !struck => return Err(text),
            Err(_) => {
                // As the edge does: what a failed creation left behind is removed.
                self.lose_everything();
                let root = self.disk.root();
                for name in ["data", "log"] {
                    root.remove_directory(name)
                        .map_err(|error| error.to_string())?;
                }
                self.create()?;
            }
        }
        self.disk.heal();
        self.fault_at = None;
        self.begin_life(Survivors::None)?;
        self.audit()?;
        Ok(struck)
    }
}
