//! A guest: a user who may put to the first queue as long as an operator lets it, which changes while it is at work.
//!
//! Who is allowed is let in, who is forbidden is refused and puts nothing, and either counts from when the operator was answered; a handle
//! stays what it was when it was opened. What the operator was told outlives a crash.

use super::history::{Allowance, Events, History};
use super::objects::{GUEST, QUEUES};
use super::program::{Program, said};
use ferromq_base::random::SplitMix64;
use ferromq_base::schedule;
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::ObjectDescriptor;
use ferromq_qmgr::{EntityName, Permissions, Profile, ProtectedKind, QueueManager, RunState};

/// The queue it may put to, or not.
const QUEUE: usize = 0;

impl Program<'_> {
    /// The life of a guest, of so many verbs.
    pub(super) fn live_as_guest(mut self, verbs: u64) {
        self.is_guest = true;
        let mut left = verbs;
        while left > 0 && !self.over {
            left -= 1;
            match self.random.below(10) {
                0..4 => self.put_one_as_guest(),
                4..6 => self.end_work(),
                _ => left = left.saturating_sub(self.visit_as_guest()),
            }
        }
        self.leave();
    }

    fn put_one_as_guest(&mut self) {
        let in_work = self.in_work(QUEUE);
        let message = self.message(&[QUEUE], in_work);
        let sent = message.note.sent[0];
        let from = self.history.lock().tick();
        let object = ObjectDescriptor::queue(QUEUES[QUEUE]);
        self.put_by_name("as a guest puts to Q.A", object, message);
        if self.over {
            return;
        }
        let was_refused = self.history.lock().sent[sent].refused;
        self.was_told("MQPUT1", !was_refused, from);
    }

    /// Opens the queue, puts to it, and closes it. Answers how many verbs that were.
    fn visit_as_guest(&mut self) -> u64 {
        let from = self.history.lock().tick();
        let answer = self.call(Request::Open {
            descriptor: ObjectDescriptor::queue(QUEUES[QUEUE]),
            options: MQOO_OUTPUT,
        });
        self.note(format!("opens Q.A as a guest: {}", said(&answer)));
        let handle = match answer {
            Some(Reply::Opened { handle, .. }) => handle,
            Some(Reply::Failed(Reason::NOT_AUTHORIZED)) => {
                self.was_told("MQOPEN", false, from);
                return 1;
            }
            other => {
                self.unless_over("open", &other);
                return 1;
            }
        };
        self.was_told("MQOPEN", true, from);
        let verbs = 1 + self.random.below(4);
        for _ in 0..verbs {
            self.put(QUEUE, handle);
            if self.over {
                return verbs;
            }
        }
        let answer = self.call(Request::Close { handle, options: 0 });
        if !matches!(answer, Some(Reply::Done(Reason::NONE))) {
            self.unless_over("close", &answer);
        }
        verbs
    }

    fn was_told(&self, verb: &str, allowed: bool, from: u64) {
        let mut events = self.history.lock();
        let to = events.tick();
        let is_right = events.may_have_been(allowed, from, to);
        drop(events);
        if !is_right {
            self.history.wrong(format!(
                "program {}: {verb} of a guest was answered as if it were {}",
                self.number,
                if allowed { "allowed" } else { "forbidden" }
            ));
        }
    }
}

/// Lets the guest put and forbids it, so many times.
pub(super) fn allow_and_forbid(engine: &QueueManager, history: &History, orders: u64, seed: u64) {
    let mut random = SplitMix64::new(seed);
    let Ok(profile) = Profile::parse(QUEUES[QUEUE]) else {
        return history.wrong("a name of a queue is no profile".to_owned());
    };
    let put = Permissions::of(MQZAO_OUTPUT);
    for _ in 0..orders {
        if engine.state() == RunState::Stopping {
            return;
        }
        let allowed = random.chance(50);
        let at = {
            let mut events = history.lock();
            let span = events.begin();
            events.allowances.push(Allowance { span, allowed });
            events.allowances.len() - 1
        };
        let (add, remove) = match allowed {
            true => (put, Permissions::NONE),
            false => (Permissions::NONE, put),
        };
        let guest = EntityName::principal(GUEST);
        let outcome = engine.set_authority(ProtectedKind::Queue, &profile, &guest, add, remove);
        history.note(format!(
            "an operator says of the guest, allowed {allowed}: {outcome:?}"
        ));
        if outcome.is_ok() {
            let mut events = history.lock();
            let to = events.tick();
            events.allowances[at].span.to = Some(to);
        }
        for _ in 0..random.below(40) {
            schedule::yield_point();
        }
    }
}

/// Whether the guest may put, by the records there are.
pub(super) fn is_allowed(engine: &QueueManager) -> bool {
    let guest = EntityName::principal(GUEST);
    let record = engine.applicable_record(ProtectedKind::Queue, QUEUES[QUEUE], &guest);
    record.is_some_and(|record| record.permissions.contains(Permissions::of(MQZAO_OUTPUT)))
}

/// What the operator was told is so.
pub(super) fn judge_allowances(engine: &QueueManager, events: &Events) -> Result<(), String> {
    let is_allowed = is_allowed(engine);
    match events.may_have_been(is_allowed, events.now + 1, events.now + 1) {
        true => Ok(()),
        false => Err(format!(
            "the guest may put: {is_allowed}, and an operator was told otherwise: {:?}",
            events.allowances.last()
        )),
    }
}
