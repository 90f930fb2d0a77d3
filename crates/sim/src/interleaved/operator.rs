//! Those who alter and clear while programs work, and those who keep house.

use super::history::{Branch, Cleared, History, Stage};
use super::objects::{FIFO, QUEUES, TOPIC_QUEUES, TRIGGERED};
use crate::model::xid_of;
use ferromq_base::clock::SimulatedClock;
use ferromq_base::random::SplitMix64;
use ferromq_base::schedule;
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::generated::constants::MQTC_ON;
use ferromq_mqi::name::ObjectName;
use ferromq_qmgr::{ObjectError, Outcome, QueueManager, RunState};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The attribute each operator alters, and nobody else.
pub(super) const TEXTS: [Attr; 2] = [Attr::Descr, Attr::Trigdata];

/// Yield points a clear has until it has taken all messages, about.
const CLEAR_YIELDS: u64 = 12;

/// Percent of the orders in front of which an operator decides a branch, if one is in doubt.
const DECIDE_PERCENT: u64 = 40;

/// Somebody who alters queues, and decides what others leave in doubt.
pub(super) struct Operator<'a> {
    writer: usize,
    engine: &'a QueueManager,
    history: &'a History,
    random: SplitMix64,
    /// It decides branches in doubt as well, which came later.
    pub(super) decides: bool,
}

impl<'a> Operator<'a> {
    pub(super) fn new(
        writer: usize,
        engine: &'a QueueManager,
        history: &'a History,
        seed: u64,
    ) -> Self {
        Self {
            writer,
            engine,
            history,
            random: SplitMix64::new(seed),
            decides: false,
        }
    }

    pub(super) fn live(mut self, orders: u64) {
        for _ in 0..orders {
            if self.engine.state() == RunState::Stopping {
                return;
            }
            if self.decides && self.random.chance(DECIDE_PERCENT) {
                self.decide();
            }
            match self.random.below(10) {
                0..4 => self.alter_text(),
                4..7 => self.switch_trigger_on(),
                _ => self.clear(),
            }
            for _ in 0..self.random.below(20) {
                schedule::yield_point();
            }
        }
    }

    /// Decides a branch that is prepared, while its transaction manager may be about to.
    fn decide(&mut self) {
        let commits = self.random.chance(50);
        let mut events = self.history.lock();
        let is_open = |one: &&Branch| {
            matches!(one.stage, Stage::Prepared | Stage::Ending) && one.by_operator.is_none()
        };
        let all: Vec<u64> = (events.branches.iter().filter(is_open))
            .map(|one| one.number)
            .collect();
        if all.is_empty() {
            return;
        }
        let number = all[self.random.below(all.len() as u64) as usize];
        let Some(at) = (events.branches.iter()).position(|one| one.number == number) else {
            return;
        };
        let from = events.tick();
        let branch = &mut events.branches[at];
        (branch.by_operator, branch.met_operator) = (Some((from, commits)), true);
        drop(events);
        let outcome = match commits {
            true => Outcome::Committed,
            false => Outcome::BackedOut,
        };
        let told = self.engine.decide_branch(&xid_of(number), outcome);
        let mut events = self.history.lock();
        match told {
            Ok(()) => {
                events.decided += 1;
                // Its transaction manager may have heard of it before.
                if matches!(events.branches[at].stage, Stage::Prepared | Stage::Ending) {
                    events.is_decided(at, from, commits);
                }
            }
            // It is being ended, or has no room in the log for that.
            Err(Reason::UOW_NOT_AVAILABLE | Reason::RESOURCE_PROBLEM) => {
                events.branches[at].by_operator = None;
            }
            Err(_) => {}
        }
        drop(events);
        self.history.note(format!(
            "operator {}: decides branch {number}, commits {commits}: {told:?}",
            self.writer
        ));
    }

    fn triggered() -> ObjectName {
        ObjectName::truncated(QUEUES[TRIGGERED])
    }

    fn alter_text(&mut self) {
        let name = Self::triggered();
        let before = self.engine.definition(ObjectKind::QLocal, &name);
        let shown = before
            .map(|one| one.text(TEXTS[self.writer]).to_owned())
            .unwrap_or_default();
        let text = format!("text {}", self.random.below(1_000_000));
        {
            let mut events = self.history.lock();
            events.altered += 1;
            let own = &mut events.texts[self.writer];
            let told = (own.1.is_none() && own.0 != shown)
                .then(|| format!("{:?} was altered back to {shown:?}", own.0));
            own.1 = Some(text.clone());
            drop(events);
            if let Some(told) = told {
                self.history.wrong(told);
            }
        }
        let change = [(TEXTS[self.writer], Value::from(text.as_str()))];
        let outcome = self.engine.alter(ObjectKind::QLocal, &name, &change, true);
        self.history.note(format!(
            "operator {}: alters a text to {text:?}: {outcome:?}",
            self.writer
        ));
        let mut events = self.history.lock();
        let own = &mut events.texts[self.writer];
        match outcome {
            Ok(()) => *own = (text, None),
            Err(ObjectError::Refused(Reason::RESOURCE_PROBLEM)) => own.1 = None,
            Err(_) => {}
        }
    }

    fn switch_trigger_on(&mut self) {
        {
            let mut events = self.history.lock();
            events.altered += 1;
            events.armed += 1;
        }
        let change = [(Attr::Trigger, Value::from(MQTC_ON))];
        let outcome = self
            .engine
            .alter(ObjectKind::QLocal, &Self::triggered(), &change, true);
        self.history.note(format!(
            "operator {}: switches the trigger on: {outcome:?}",
            self.writer
        ));
    }

    fn clear(&mut self) {
        let queue = [FIFO, TOPIC_QUEUES[0], TOPIC_QUEUES[1]][self.random.below(3) as usize];
        let at = {
            let mut events = self.history.lock();
            let span = events.begin();
            events.cleared.push(Cleared {
                queue,
                span,
                refused: false,
                ahead: false,
            });
            events.cleared.len() - 1
        };
        if self.random.chance(50) {
            // While it is under way, others publish: what it has not met is not cleared.
            schedule::stop_in(1 + self.random.below(CLEAR_YIELDS));
        }
        let outcome = self.engine.clear(&ObjectName::truncated(QUEUES[queue]));
        self.history.note(format!(
            "operator {}: clears {}: {outcome:?}",
            self.writer, QUEUES[queue]
        ));
        let mut events = self.history.lock();
        let to = events.tick();
        let clear = &mut events.cleared[at];
        match outcome {
            Ok(()) => clear.span.to = Some(to),
            Err(ObjectError::InUse | ObjectError::Refused(Reason::RESOURCE_PROBLEM)) => {
                clear.span.to = Some(to);
                clear.refused = true;
            }
            Err(_) => {}
        }
    }
}

/// Keeps house for as long as somebody works.
pub(super) fn keep_house(
    engine: &QueueManager,
    clock: &SimulatedClock,
    history: &History,
    left: &AtomicUsize,
    seed: u64,
) {
    let mut random = SplitMix64::new(seed);
    while left.load(Ordering::SeqCst) > 0 {
        let what = random.below(12);
        match what {
            0 => drop(engine.checkpoint()),
            1 => drop(engine.checkpoint_everything()),
            2 => drop(engine.keep_house()),
            3 => drop(engine.expire_messages()),
            4 => drop(engine.deliver_delayed()),
            5..8 => drop(engine.log().lead()),
            8 => drop(engine.run_deferred()),
            _ => clock.advance_ns(1_000_000 * random.below(50)),
        }
        if what < 3 {
            history.note(format!("the housekeeper: job {what}"));
        }
        for _ in 0..random.below(60) {
            schedule::yield_point();
        }
    }
    engine.end_tasks();
}

/// Does what follows from arrivals for as long as somebody works.
pub(super) fn run_deferred(engine: &QueueManager, left: &AtomicUsize) {
    while left.load(Ordering::SeqCst) > 0 {
        engine.run_deferred();
        // Looked at again: the last one may have gone meanwhile, and wakes nobody any more.
        if left.load(Ordering::SeqCst) > 0 {
            schedule::stand_aside("deferred");
        }
    }
    engine.end_deferred();
}
