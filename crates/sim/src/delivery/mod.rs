//! Everything that happens to messages besides being put and got: a queue manager on one thread, one verb at a time.
//!
//! Selectors, groups and segments, marks, aliases, transmission queues, a queue members of a cluster share, reports, dead letters, triggers, delayed delivery, retained
//! publications on request, subscribers with selectors and in groups, and a user who may do little. The model ([`model`]) says after each
//! verb what every queue must show, and is compared. A crash strikes within a verb: what is there at the next start is what a
//! crash leaves of the moment before it, of that behind it, or of one of its steps.
//!
//! Each verb is seen through before the next one begins; many in flight at once are the business of the other runs.

mod around;
mod grouped;
mod groups;
mod look;
mod model;
mod publish;
mod setup;
mod verbs;

use crate::options::Options;
use crate::trace::Trace;
use ferromq_base::clock::{Clock, SimulatedClock};
use ferromq_base::disk::{Fault, SimulatedDisk};
use ferromq_base::random::SplitMix64;
use ferromq_log::LogSettings;
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use ferromq_qmgr::{Connection, EndMode, QueueManager, WaitingFor};
use model::{DEAD, INITIATION, NOT_PLAIN, Name, QUEUES, REPLIES, STAGING, State, Trigger};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::task::{Poll, Waker};

/// Programs at work.
const APPLICATIONS: usize = 2;

/// A run.
pub(crate) struct Delivery {
    random: SplitMix64,
    disk: SimulatedDisk,
    clock: Arc<SimulatedClock>,
    log: LogSettings,
    queue_buffer_bytes: u64,
    /// Gets use workers, and look at so many messages before.
    steps_in_line: Option<NonZeroUsize>,
    engine: Option<QueueManager>,
    applications: Vec<Connection>,
    /// Has the initiation queue open, and looks at queues.
    watcher: Option<Connection>,
    state: State,
    /// What a crash may find: the state before the verb under way and those within it.
    steps: Vec<State>,
    /// The call to the disk at which the power goes, if it is planned.
    fault_at: Option<u64>,
    next_number: u64,
    /// Without what came to these runs later: subscriptions in groups, and starts that read ahead.
    plain: bool,
    /// Starts read the log ahead, on threads of their own.
    read_ahead: bool,
    pub(crate) trace: Trace,
    pub(crate) verbs: u64,
    pub(crate) crashes: u64,
    /// Copies that subscriptions in groups got.
    pub(crate) group_copies: u64,
}

impl Delivery {
    pub(crate) fn new(seed: u64, options: &Options) -> Self {
        let mut random = SplitMix64::new(seed ^ 0x6465_6C69_7665_7279);
        let trigger = [Trigger::Every, Trigger::First, Trigger::Depth][random.below(3) as usize];
        let mut trace = Trace::default();
        trace.aloud = options.aloud;
        Self {
            disk: SimulatedDisk::new(random.next_u64()),
            clock: Arc::new(SimulatedClock::starting_at(setup::START_US)),
            log: setup::invent_log(&mut random),
            queue_buffer_bytes: [0, 2_000, 1 << 20][random.below(3) as usize],
            steps_in_line: NonZeroUsize::new([0, 1, 3][(seed % 3) as usize]),
            random,
            engine: None,
            applications: Vec::new(),
            watcher: None,
            state: State::new(trigger),
            steps: Vec::new(),
            fault_at: None,
            next_number: 0,
            plain: options.plain,
            read_ahead: !options.plain && seed % 4 == 1,
            trace,
            verbs: 0,
            crashes: 0,
            group_copies: 0,
        }
    }

    /// Makes so many verbs, in lives of some.
    pub(crate) fn go(&mut self, steps: u64) -> Result<(), String> {
        self.create()?;
        self.begin_life()?;
        self.compare()?;
        for _ in 0..steps {
            self.trace.begin_step();
            self.verbs += 1;
            self.steps = vec![self.state.clone()];
            if self.fault_at.is_none() && self.random.chance(6) {
                let within = 1 + self.random.below(10);
                self.fault_at = Some(self.disk.calls() + within);
                self.disk.plan(Fault::PowerLoss { at: within });
            }
            let verdict = self.verb();
            if self.struck() {
                self.crash()?;
                continue;
            }
            verdict?;
            self.compare()?;
            if self.random.chance(1) {
                self.steps = vec![self.state.clone()];
                match self.random.chance(60) {
                    true => self.crash()?,
                    false => self.end_well()?,
                }
            } else if self.engine().housekeeping_wanted() {
                self.engine().keep_house();
            }
            if self.struck() {
                self.steps = vec![self.state.clone()];
                self.crash()?;
            }
        }
        self.end_well()
    }

    /// The queues of the run.
    fn queues(&self) -> &'static [Name] {
        const ALL: &[Name] = &QUEUES;
        match self.plain {
            true => &ALL[..ALL.len() - NOT_PLAIN],
            false => ALL,
        }
    }

    fn any_queue(&mut self) -> Name {
        let queues = self.queues();
        queues[self.random.below(queues.len() as u64) as usize]
    }

    fn engine(&self) -> &QueueManager {
        self.engine.as_ref().expect("called within a life only")
    }

    fn now_us(&self) -> u64 {
        self.clock.wall_us()
    }

    fn struck(&self) -> bool {
        self.fault_at.is_some_and(|at| self.disk.calls() >= at)
    }

    /// The power goes, or the process dies; what is there at the next start must be what was there at one of the steps.
    fn crash(&mut self) -> Result<(), String> {
        self.steps.push(self.state.clone());
        self.crashes += 1;
        self.trace.note("a crash");
        let seed = self.random.next_u64();
        let power = self.struck() || self.random.chance(60);
        let next = if power {
            self.disk.crash(seed)
        } else {
            self.disk.kill(seed)
        };
        self.leave();
        self.disk = next;
        let steps = std::mem::take(&mut self.steps);
        self.restart_on(steps)
    }

    fn end_well(&mut self) -> Result<(), String> {
        self.trace.note("a clean end");
        self.applications.clear();
        for application in 0..APPLICATIONS {
            self.state.end_work(application, false);
        }
        self.watcher = None;
        let engine = self.engine();
        engine.begin_end(EndMode::Immediate);
        let ended = engine.finish_end();
        self.leave();
        if self.struck() {
            self.disk = self.disk.crash(1);
        } else {
            ended.map_err(|error| format!("no clean end: {error}"))?;
        }
        self.restart_on(vec![self.state.clone()])
    }

    fn leave(&mut self) {
        self.applications.clear();
        self.watcher = None;
        if let Some(engine) = self.engine.take() {
            engine.log().abandon();
        }
    }

    /// Starts; of the states that may be there, goes on with that which is.
    fn restart_on(&mut self, states: Vec<State>) -> Result<(), String> {
        self.fault_at = None;
        self.disk.heal();
        self.start_engine()?;
        let trigger_on = self.trigger_in_force()?;
        let now_us = self.now_us();
        self.engine().expire_messages();
        self.engine().deliver_delayed();
        self.settle();
        let mut verdicts = Vec::new();
        for state in states.into_iter().rev() {
            self.state = state.after_crash();
            self.state.expire(now_us);
            self.state.deliver(now_us);
            // Whether that was durable nobody was told who waits for no answer.
            self.state.trigger_on = trigger_on;
            match self.compare() {
                Ok(()) => {
                    verdicts.clear();
                    break;
                }
                Err(text) => verdicts.push(text),
            }
        }
        if !verdicts.is_empty() {
            return Err(verdicts.join("; or "));
        }
        self.begin_work()?;
        self.compare()
    }

    fn begin_life(&mut self) -> Result<(), String> {
        self.start_engine()?;
        self.begin_work()
    }

    /// Every queue shows what it must.
    fn compare(&mut self) -> Result<(), String> {
        let now_us = self.now_us();
        if !self.plain {
            self.compare_grouped()?;
        }
        for name in self.queues().iter().copied().chain([STAGING]) {
            let connection = self.watcher.as_mut().ok_or("nobody looks")?;
            let mut found = match look::browse(connection, name) {
                Ok(found) => found,
                Err(_) if self.struck() => return Ok(()),
                Err(text) => return Err(text),
            };
            let mut wanted = match name {
                STAGING => self.state.staged(now_us),
                _ => self.state.shown(name, now_us),
            };
            // Which of several reports comes first is not promised.
            if [REPLIES, DEAD, INITIATION, STAGING].contains(&name) {
                found.sort();
                wanted.sort();
            }
            if found != wanted {
                return Err(format!("{name} shows {found:?}, and it must be {wanted:?}"));
            }
        }
        Ok(())
    }

    /// Makes a call and sees it through. `None` when the power went under it.
    fn call(&mut self, application: usize, request: Request) -> Result<Option<Reply>, String> {
        let engine = self.engine.as_ref().ok_or("no life")?;
        let connection = &mut self.applications[application];
        let mut answer = connection.start(request, Waker::noop());
        for _ in 0..100 {
            if self.fault_at.is_some_and(|at| self.disk.calls() >= at) {
                return Ok(None);
            }
            match answer {
                Poll::Ready(reply) => return Ok(Some(reply)),
                Poll::Pending => {}
            }
            match connection.waiting_for() {
                Some(WaitingFor::Log(end)) => connection.wait_for_log(end),
                Some(WaitingFor::Message { .. }) => connection.cancel_wait(),
                Some(WaitingFor::Worker) => drop(engine.run_task()),
                _ => drop(engine.keep_house()),
            }
            engine.run_deferred();
            answer = connection.poll(Waker::noop());
        }
        Err("a verb is not answered".to_owned())
    }

    /// A call that must be answered so.
    fn expect_done(&mut self, application: usize, request: Request) -> Result<(), String> {
        let asked = format!("{request:?}");
        match self.call(application, request)? {
            None | Some(Reply::Done(Reason::NONE)) => Ok(()),
            Some(other) => Err(format!("{asked:.80} answered {other:?}")),
        }
    }

    fn next_number(&mut self) -> u64 {
        self.next_number += 1;
        self.next_number
    }
}

impl Drop for Delivery {
    fn drop(&mut self) {
        self.leave();
    }
}
