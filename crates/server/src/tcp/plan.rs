//! Which channels are to run, and how it stands with each: no sockets, no threads, no clock of its own.

use super::plan_index::{Indexed, PlanIndex};
use ferromq_channel::{Standing, Wanted};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// Attempts left: `SHORTRTS` and `LONGRTS`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Retries {
    pub(crate) short: u32,
    pub(crate) long: u32,
}

/// How long a channel that failed waits for its next attempt: `SHORTTMR` and `LONGTMR`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pauses {
    pub(crate) short: Duration,
    pub(crate) long: Duration,
}

/// How it stands with a channel that is to run, or is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// It is called as soon as its turn comes. `lifts`: somebody has asked for it, so its queue may be got from again.
    Starting { at: Instant, lifts: bool },
    /// The connection is being made.
    Calling,
    /// It has a connection.
    Running,
    /// A requester: the sender it has called is to call back.
    Requesting,
    /// It failed, and is called again at this time.
    Retrying { at: Instant },
    /// It is not called before somebody asks for it.
    Stopped,
}

/// One time a channel was called. What comes late of an earlier time changes nothing of a later one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Attempt(u64);

/// What a failure has led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// Nobody wants it to run.
    Unplanned,
    /// It is tried again.
    Again,
    /// It was tried as often as it may be, and is stopped.
    Exhausted,
}

#[derive(Clone, Copy, Debug)]
struct Planned {
    phase: Phase,
    left: Retries,
    /// What it is called for now or runs by; `None` where the other end has called.
    attempt: Option<Attempt>,
    /// Messages have come for it since it got its connection, which may be at its end.
    again: bool,
    /// Since when it waits for another channel to end.
    waits_since: Option<Instant>,
    /// Of one that is stopped: its transmission queue was seen to.
    is_shut: bool,
}

impl Planned {
    fn new(phase: Phase, left: Retries) -> Self {
        Self {
            phase,
            left,
            attempt: None,
            again: false,
            waits_since: None,
            is_shut: false,
        }
    }

    fn indexed(&self) -> Indexed {
        Indexed {
            phase: self.phase,
            waits: self.waits_since.is_some(),
        }
    }

    /// Whether an end is that of the connection it has or waits for: the one made for this attempt, or one the other end has made.
    fn is_ended_by(&self, attempt: Option<Attempt>) -> bool {
        match self.phase {
            Phase::Calling | Phase::Running => self.attempt == attempt,
            // By the one that asked, or by the one that came of it.
            Phase::Requesting => attempt.is_none() || self.attempt == attempt,
            Phase::Starting { .. } | Phase::Retrying { .. } | Phase::Stopped => false,
        }
    }
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    channels: BTreeMap<String, Planned>,
    index: PlanIndex,
    /// Those that may stand otherwise than when this was taken last.
    touched: BTreeSet<String>,
    /// Those of which something else is kept than is true.
    unkept: BTreeSet<String>,
    /// What is kept.
    kept: BTreeMap<String, Wanted>,
    /// Those of which nobody knows whether what was to be kept last is: some of it may have been before it failed.
    unsure: BTreeSet<String>,
    /// What was to be kept last could not be.
    fails_to_keep: bool,
    /// Times channels were called.
    attempts: u64,
    /// Channels that ended with a failure when they ran last, and are not tried again.
    ill: BTreeSet<String>,
}

impl Plan {
    /// What was kept of the last life of the queue manager.
    pub(crate) fn restore(&mut self, name: &str, standing: Standing, now: Instant, runs: bool) {
        self.kept.insert(name.to_owned(), standing.wanted);
        let phase = match standing.wanted {
            Wanted::Running if runs => Phase::Starting {
                at: now,
                lifts: false,
            },
            Wanted::Stopped => Phase::Stopped,
            Wanted::Running | Wanted::Inactive => return,
        };
        let left = Retries {
            short: standing.short_left,
            long: standing.long_left,
        };
        let mut planned = Planned::new(phase, left);
        planned.is_shut = true;
        self.insert(name, planned);
    }

    /// A channel is to run. False when it is being called or runs already.
    pub(crate) fn start(&mut self, name: &str, left: Retries, now: Instant) -> bool {
        let known = self.channels.get(name).map(|known| known.phase);
        if matches!(
            known,
            Some(Phase::Starting { .. } | Phase::Calling | Phase::Running)
        ) {
            return false;
        }
        let phase = Phase::Starting {
            at: now,
            lifts: true,
        };
        self.set(name, Planned::new(phase, left));
        true
    }

    /// Messages have come for a channel. True when it is called for them; one that runs is called once more when it has ended, for
    /// it may not have seen them.
    pub(crate) fn trigger(&mut self, name: &str, left: Retries, now: Instant) -> bool {
        let is_known = self.change(name, |known| known.again |= known.phase == Phase::Running);
        is_known.is_none() && self.start(name, left, now)
    }

    /// It cannot be called yet: its last connection is not gone.
    pub(crate) fn put_off(&mut self, name: &str, at: Instant) {
        self.change(name, |known| match known.phase {
            Phase::Starting { lifts, .. } => known.phase = Phase::Starting { at, lifts },
            Phase::Retrying { .. } => known.phase = Phase::Retrying { at },
            Phase::Calling | Phase::Running | Phase::Requesting | Phase::Stopped => {}
        });
    }

    /// It cannot be called before another one ends. True when it was not known.
    pub(crate) fn wait_for_place(&mut self, name: &str, now: Instant, until: Instant) -> bool {
        let is_new = self.change(name, |known| {
            let lifts = match known.phase {
                Phase::Starting { lifts, .. } => lifts,
                Phase::Retrying { .. } => false,
                _ => return false,
            };
            known.phase = Phase::Starting { at: until, lifts };
            let is_new = known.waits_since.is_none();
            known.waits_since.get_or_insert(now);
            is_new
        });
        is_new.unwrap_or(false)
    }

    /// Another one may have ended: those that wait are looked at again.
    pub(crate) fn look_for_places(&mut self, now: Instant) {
        let waiting: Vec<String> = self.index.waiting().cloned().collect();
        for name in waiting {
            self.change(&name, |known| {
                if let Phase::Starting { lifts, .. } = known.phase {
                    known.phase = Phase::Starting { at: now, lifts };
                }
            });
        }
    }

    /// How many are being called: each is to have a place.
    pub(crate) fn calling(&self) -> usize {
        self.index.calling()
    }

    /// A channel is called now, and whether it had to wait for another one to end; `None` where nobody wants that any more.
    pub(crate) fn called(&mut self, name: &str) -> Option<(Attempt, bool)> {
        let attempt = Attempt(self.attempts + 1);
        let has_waited = self.change(name, |known| {
            if !matches!(known.phase, Phase::Starting { .. } | Phase::Retrying { .. }) {
                return None;
            }
            known.phase = Phase::Calling;
            known.attempt = Some(attempt);
            Some(known.waits_since.take().is_some())
        });
        let has_waited = has_waited.flatten()?;
        self.ill.remove(name);
        self.attempts += 1;
        Some((attempt, has_waited))
    }

    /// Whether what was connected for this attempt is still wanted.
    pub(crate) fn awaits(&self, name: &str, attempt: Option<Attempt>) -> bool {
        let known = self.channels.get(name);
        known.is_some_and(|known| known.phase == Phase::Calling && known.attempt == attempt)
    }

    /// Its connection is made. False when it is not wanted any more.
    pub(crate) fn connected(&mut self, name: &str, attempt: Option<Attempt>) -> bool {
        let awaits = self.awaits(name, attempt);
        if awaits {
            self.change(name, |known| known.phase = Phase::Running);
        }
        awaits
    }

    /// Both ends have come to terms. A connection the other end has made takes the place of one that is being made here.
    pub(crate) fn runs(&mut self, name: &str, attempt: Option<Attempt>) {
        self.change(name, |known| {
            if known.phase != Phase::Stopped && (attempt.is_none() || known.attempt == attempt) {
                known.phase = Phase::Running;
                known.attempt = attempt;
            }
        });
    }

    /// Messages can travel: all attempts are there again.
    pub(crate) fn succeeds(&mut self, name: &str, attempt: Option<Attempt>, left: Retries) {
        self.change(name, |known| {
            if known.phase == Phase::Running && known.attempt == attempt {
                known.left = left;
            }
        });
    }

    /// The other end is to call back.
    pub(crate) fn requests(&mut self, name: &str, attempt: Option<Attempt>) {
        self.change(name, |known| {
            let is_its_own = known.attempt == attempt;
            if is_its_own && matches!(known.phase, Phase::Calling | Phase::Running) {
                known.phase = Phase::Requesting;
            }
        });
    }

    /// The connection of this attempt, or one the other end has made, ended as it should.
    pub(crate) fn ended(&mut self, name: &str, attempt: Option<Attempt>, now: Instant) {
        match self.channels.get(name).copied() {
            Some(known) if !known.is_ended_by(attempt) => {}
            Some(known) if known.again => {
                let phase = Phase::Starting {
                    at: now,
                    lifts: false,
                };
                self.insert(name, Planned::new(phase, known.left));
            }
            _ => self.remove(name),
        }
    }

    /// The same of one that has failed and is not tried again.
    pub(crate) fn ended_ill(&mut self, name: &str, attempt: Option<Attempt>, now: Instant) {
        let known = self.channels.get(name);
        if known.is_some_and(|known| known.is_ended_by(attempt)) {
            self.ill.insert(name.to_owned());
        }
        self.ended(name, attempt, now);
    }

    /// Whether a channel that does not run ended with a failure when it was called last.
    pub(crate) fn has_ended_ill(&self, name: &str) -> bool {
        self.ill.contains(name)
    }

    /// A channel that is to be called is not there any more.
    pub(crate) fn give_up(&mut self, name: &str) {
        self.ill.remove(name);
        if self.phase(name) != Some(Phase::Stopped) {
            self.remove(name);
        }
    }

    /// What this attempt was for failed, or could not be called.
    ///
    /// Without `pauses` nobody tries it again, and it is stopped.
    pub(crate) fn failed(
        &mut self,
        name: &str,
        attempt: Option<Attempt>,
        pauses: Option<Pauses>,
        now: Instant,
    ) -> Failure {
        let Some(known) = self.channels.get(name) else {
            return Failure::Unplanned;
        };
        let mut left = known.left;
        if known.phase == Phase::Requesting || !known.is_ended_by(attempt) {
            return Failure::Unplanned;
        }
        let Some(pauses) = pauses else {
            self.set(name, Planned::new(Phase::Stopped, left));
            return Failure::Exhausted;
        };
        let pause = if left.short > 0 {
            left.short -= 1;
            pauses.short
        } else if left.long > 0 {
            left.long -= 1;
            pauses.long
        } else {
            self.set(name, Planned::new(Phase::Stopped, left));
            return Failure::Exhausted;
        };
        let phase = Phase::Retrying { at: now + pause };
        self.set(name, Planned::new(phase, left));
        Failure::Again
    }

    /// Somebody stops it; `stays`: until it is started. Answers whether it was to run; what is stopped already stays as it is.
    pub(crate) fn stop(&mut self, name: &str, stays: bool) -> bool {
        let known = self.channels.get(name).copied();
        let was_wanted = known.is_some_and(|known| known.phase != Phase::Stopped);
        if stays {
            let left = known.map_or(Retries::default(), |known| known.left);
            self.set(name, Planned::new(Phase::Stopped, left));
        } else if was_wanted {
            self.remove(name);
        }
        was_wanted
    }

    /// Whether it is stopped, and its transmission queue is still to be seen to. It is, once.
    pub(crate) fn is_to_be_shut(&self, name: &str) -> bool {
        let known = self.channels.get(name);
        known.is_some_and(|known| known.phase == Phase::Stopped && !known.is_shut)
    }

    /// The transmission queue of a channel that is stopped was seen to.
    pub(crate) fn shut(&mut self, name: &str) {
        self.change(name, |known| known.is_shut = true);
    }

    /// It is not stopped any more, and nobody calls it from here. Answers whether it was.
    pub(crate) fn lift(&mut self, name: &str) -> bool {
        let was_stopped = self.phase(name) == Some(Phase::Stopped);
        if was_stopped {
            self.remove(name);
        }
        was_stopped
    }

    /// How it stands with a channel; `None` if nobody wants anything of it.
    pub(crate) fn phase(&self, name: &str) -> Option<Phase> {
        self.channels.get(name).map(|known| known.phase)
    }

    /// The attempts that are left of a channel that is to run or is stopped.
    pub(crate) fn left(&self, name: &str) -> Option<Retries> {
        self.channels.get(name).map(|known| known.left)
    }

    /// The other end of a channel that failed is there: it is called at once, and has one more attempt for that. True if it is.
    pub(crate) fn hurry(&mut self, name: &str, now: Instant) -> bool {
        let hurries = self.change(name, |known| {
            let is_retrying = matches!(known.phase, Phase::Retrying { .. });
            if is_retrying {
                known.phase = Phase::Retrying { at: now };
                known.left.short += 1;
            }
            is_retrying
        });
        hurries.unwrap_or(false)
    }

    /// All of them.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&str, Phase)> {
        let all = self.channels.iter();
        all.map(|(name, known)| (name.as_str(), known.phase))
    }

    /// Those that are to be called by now, and whether their queues may be got from again; first those that have waited longest for
    /// others to end. Without `retries` those that failed are left alone.
    pub(crate) fn due(&self, now: Instant, retries: bool) -> Vec<(String, bool)> {
        let due = self.index.due(now, retries).into_iter();
        let due = due.filter_map(|name| {
            let known = self.channels.get(name)?;
            let lifts = matches!(known.phase, Phase::Starting { lifts: true, .. });
            let waits_since = (known.waits_since.is_none(), known.waits_since);
            Some((waits_since, name.clone(), lifts))
        });
        let mut due: Vec<_> = due.collect();
        due.sort_by_key(|(waits_since, ..)| *waits_since);
        let called = due.into_iter().map(|(_, name, lifts)| (name, lifts));
        called.collect()
    }

    /// When the next one is.
    pub(crate) fn next_due(&self, retries: bool) -> Option<Instant> {
        self.index.next_due(retries)
    }

    /// That these changes are kept, or why not: they come again then with whatever is kept next.
    /// Answers whether somebody is to be told: once, until something was kept again.
    pub(crate) fn note_kept(&mut self, changes: Vec<(String, Standing)>, are_kept: bool) -> bool {
        for (name, standing) in changes {
            if !are_kept {
                self.unsure.insert(name.clone());
                self.unkept.insert(name);
                continue;
            }
            self.unsure.remove(&name);
            match standing.wanted {
                Wanted::Inactive => drop(self.kept.remove(&name)),
                wanted => drop(self.kept.insert(name, wanted)),
            }
        }
        !std::mem::replace(&mut self.fails_to_keep, !are_kept) && !are_kept
    }

    /// What is to be kept otherwise than it is. Whoever takes it says what became of it before anybody else does.
    pub(crate) fn take_unkept(&mut self) -> Vec<(String, Standing)> {
        let names = std::mem::take(&mut self.unkept);
        let mut changes = Vec::new();
        for name in names {
            let known = self.channels.get(&name);
            let wanted = match known.map(|known| known.phase) {
                None => Wanted::Inactive,
                Some(Phase::Stopped) => Wanted::Stopped,
                Some(_) => Wanted::Running,
            };
            let before = self.kept.get(&name).copied();
            let is_known = !self.unsure.contains(&name);
            if !is_known || before.unwrap_or(Wanted::Inactive) != wanted {
                let left = known.map_or(Retries::default(), |known| known.left);
                let standing = Standing {
                    wanted,
                    short_left: left.short,
                    long_left: left.long,
                };
                changes.push((name, standing));
            }
        }
        changes
    }

    /// Something that is not said here may have changed how a channel stands.
    pub(crate) fn touch(&mut self, name: &str) {
        if !self.touched.contains(name) {
            self.touched.insert(name.to_owned());
        }
    }

    /// The channels that may stand otherwise than when this was asked last.
    pub(crate) fn take_touched(&mut self) -> BTreeSet<String> {
        std::mem::take(&mut self.touched)
    }

    /// Changes what is planned of a channel; `None` where nothing is.
    fn change<R>(&mut self, name: &str, change: impl FnOnce(&mut Planned) -> R) -> Option<R> {
        let known = self.channels.get_mut(name)?;
        let before = *known;
        let answer = change(known);
        let after = *known;
        let [before_it, after_it] = [before, after].map(|it| Some(it.indexed()));
        self.index.renew(name, before_it, after_it);
        if before.phase != after.phase || before.is_shut != after.is_shut {
            self.touch(name);
        }
        Some(answer)
    }

    fn insert(&mut self, name: &str, planned: Planned) {
        let before = self.channels.insert(name.to_owned(), planned);
        let before = before.map(|before| before.indexed());
        self.index.renew(name, before, Some(planned.indexed()));
        self.touch(name);
    }

    fn set(&mut self, name: &str, planned: Planned) {
        self.insert(name, planned);
        self.unkept.insert(name.to_owned());
    }

    fn remove(&mut self, name: &str) {
        if let Some(gone) = self.channels.remove(name) {
            self.index.renew(name, Some(gone.indexed()), None);
            self.touch(name);
            self.unkept.insert(name.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAUSES: Pauses = Pauses {
        short: Duration::from_secs(1),
        long: Duration::from_secs(10),
    };
    const FRESH: Retries = Retries { short: 2, long: 1 };

    /// Calls what is due; what for, of the last one.
    fn calls(plan: &mut Plan, now: Instant) -> Option<Attempt> {
        let due = plan.due(now, true).into_iter();
        let called = due.filter_map(|(name, _)| plan.called(&name));
        called.map(|(attempt, _)| attempt).last()
    }

    /// What the index says is what going through all channels would.
    #[test]
    fn whatever_happens_the_index_says_what_is_in_the_plan() {
        let mut random = ferromq_base::random::SplitMix64::new(7);
        let (mut plan, mut now) = (Plan::default(), Instant::now());
        let mut attempts: Vec<Option<Attempt>> = vec![None];
        for step in 0..20_000 {
            let name = ["A", "B", "C", "D", "E"][random.below(5) as usize];
            let attempt = attempts[random.below(attempts.len() as u64) as usize];
            match random.below(14) {
                0 => drop(plan.start(name, FRESH, now)),
                1 => drop(plan.trigger(name, FRESH, now)),
                2 => plan.put_off(name, now + PAUSES.short),
                3 => drop(plan.wait_for_place(name, now, now + PAUSES.long)),
                4 => plan.look_for_places(now),
                5 => attempts.extend(plan.called(name).map(|(attempt, _)| Some(attempt))),
                6 => drop(plan.connected(name, attempt)),
                7 => plan.runs(name, attempt),
                8 => plan.requests(name, attempt),
                9 => plan.ended(name, attempt, now),
                10 => drop(plan.failed(name, attempt, Some(PAUSES), now)),
                11 => drop(plan.stop(name, random.below(2) == 0)),
                12 => drop(plan.hurry(name, now)),
                _ => now += PAUSES.short,
            }
            let keep = attempts.len().saturating_sub(8);
            attempts.drain(..keep);
            let phases = || plan.channels.values().map(|known| known.phase);
            let calling = phases().filter(|phase| *phase == Phase::Calling).count();
            assert_eq!(plan.calling(), calling, "step {step}");
            for retries in [true, false] {
                let at = |phase| match phase {
                    Phase::Starting { at, .. } => Some(at),
                    Phase::Retrying { at } => Some(at).filter(|_| retries),
                    _ => None,
                };
                assert_eq!(plan.next_due(retries), phases().filter_map(at).min());
                let due = plan.due(now, retries);
                let expected = phases().filter_map(at).filter(|at| *at <= now).count();
                assert_eq!(due.len(), expected, "step {step}");
            }
        }
    }

    #[test]
    fn who_is_changed_is_told_once() {
        let (mut plan, now) = (Plan::default(), Instant::now());
        let names = |plan: &mut Plan| plan.take_touched().into_iter().collect::<Vec<_>>();
        plan.start("A", FRESH, now);
        plan.start("B", FRESH, now);
        assert_eq!(names(&mut plan), ["A", "B"]);
        assert!(names(&mut plan).is_empty());
        let called = plan.called("B").map(|(attempt, _)| attempt);
        assert_eq!(names(&mut plan), ["B"]);
        plan.succeeds("B", called, FRESH);
        assert!(names(&mut plan).is_empty(), "it stands as it stood");
        plan.touch("C");
        plan.stop("A", false);
        assert_eq!(names(&mut plan), ["A", "C"]);
    }

    #[test]
    fn a_channel_whose_other_end_is_there_is_tried_at_once_and_loses_no_attempt() {
        let (mut plan, now) = (Plan::default(), Instant::now());
        assert!(!plan.hurry("A", now), "nobody wants it to run");
        plan.start("A", FRESH, now);
        let called = calls(&mut plan, now);
        assert!(called.is_some());
        assert!(!plan.hurry("A", now), "it is being called");
        plan.failed("A", called, Some(PAUSES), now);
        let left = plan.left("A");
        assert!(plan.hurry("A", now));
        let called = calls(&mut plan, now);
        assert!(called.is_some());
        plan.failed("A", called, Some(PAUSES), now);
        assert_eq!(plan.left("A"), left);
        plan.stop("A", true);
        assert!(!plan.hurry("A", now), "it is stopped");
    }

    #[test]
    fn an_end_with_a_failure_is_remembered_until_the_channel_is_called_again() {
        let (mut plan, now) = (Plan::default(), Instant::now());
        plan.start("A", FRESH, now);
        let called = calls(&mut plan, now);
        plan.ended_ill("A", None, now);
        assert!(!plan.has_ended_ill("A"), "another connection has ended");
        plan.ended_ill("A", called, now);
        assert!(plan.has_ended_ill("A"));
        plan.start("A", FRESH, now);
        let called = calls(&mut plan, now);
        assert!(!plan.has_ended_ill("A"));
        plan.ended("A", called, now);
        assert!(!plan.has_ended_ill("A"));
    }

    #[test]
    fn a_channel_is_tried_shortly_and_then_in_the_long_run_and_is_stopped_in_the_end() {
        let (mut plan, mut now) = (Plan::default(), Instant::now());
        assert!(plan.start("A", FRESH, now));
        assert!(!plan.start("A", FRESH, now), "it is being started");
        for pause in [1, 1, 10] {
            let called = calls(&mut plan, now);
            assert!(called.is_some());
            assert_eq!(plan.failed("A", called, Some(PAUSES), now), Failure::Again);
            assert_eq!(calls(&mut plan, now), None);
            now += Duration::from_secs(pause);
            assert_eq!(plan.next_due(true), Some(now));
        }
        let called = calls(&mut plan, now);
        assert_eq!(
            plan.failed("A", called, Some(PAUSES), now),
            Failure::Exhausted
        );
        assert_eq!(plan.phase("A"), Some(Phase::Stopped));
        assert_eq!(plan.left("A"), Some(Retries::default()));
        assert_eq!(plan.next_due(true), None);
        assert!(plan.start("A", FRESH, now), "an operator may");
        assert_eq!(plan.left("A"), Some(FRESH));
    }

    #[test]
    fn who_runs_has_all_attempts_again_and_who_is_stopped_stays_so() {
        let (mut plan, now) = (Plan::default(), Instant::now());
        plan.start("A", FRESH, now);
        let called = calls(&mut plan, now);
        plan.failed("A", called, Some(PAUSES), now);
        assert_eq!(plan.left("A"), Some(Retries { short: 1, long: 1 }));
        let called = calls(&mut plan, now + PAUSES.short);
        plan.runs("A", called);
        // It may fail before anything goes.
        assert_eq!(plan.left("A"), Some(Retries { short: 1, long: 1 }));
        plan.succeeds("A", called, FRESH);
        assert_eq!(plan.left("A"), Some(FRESH));
        assert!(plan.stop("A", true));
        // What is still on its way changes nothing.
        plan.runs("A", called);
        plan.ended("A", called, now);
        let failed = plan.failed("A", called, Some(PAUSES), now);
        assert_eq!(failed, Failure::Unplanned);
        assert_eq!(plan.phase("A"), Some(Phase::Stopped));
        // It stays stopped until it is started.
        assert!(!plan.stop("A", false));
        assert_eq!(plan.phase("A"), Some(Phase::Stopped));
        plan.start("A", FRESH, now);
        assert!(plan.stop("A", false));
        assert_eq!(plan.phase("A"), None);
    }

    #[test]
    fn messages_that_come_while_a_channel_ends_have_it_called_once_more() {
        let (mut plan, now) = (Plan::default(), Instant::now());
        assert!(plan.trigger("A", FRESH, now));
        assert!(!plan.trigger("A", FRESH, now), "it is about to see them");
        let called = calls(&mut plan, now);
        assert!(called.is_some() && plan.connected("A", called));
        plan.runs("A", called);
        plan.ended("A", called, now);
        assert_eq!(plan.phase("A"), None);
        plan.trigger("A", FRESH, now);
        let called = calls(&mut plan, now);
        plan.connected("A", called);
        assert!(!plan.trigger("A", FRESH, now), "it runs");
        plan.ended("A", called, now);
        let called = calls(&mut plan, now);
        assert!(called.is_some() && plan.connected("A", called));
        plan.ended("A", called, now);
        assert_eq!(calls(&mut plan, now), None, "once");
        // Who is stopped stays so.
        plan.trigger("A", FRESH, now);
        let called = calls(&mut plan, now);
        plan.connected("A", called);
        plan.trigger("A", FRESH, now);
        plan.stop("A", true);
        plan.ended("A", called, now);
        assert_eq!(plan.phase("A"), Some(Phase::Stopped));
    }

    #[test]
    fn without_an_initiator_nobody_is_tried_again() {
        let (mut plan, now) = (Plan::default(), Instant::now());
        plan.start("A", FRESH, now);
        let called = calls(&mut plan, now);
        plan.failed("A", called, Some(PAUSES), now);
        let later = now + PAUSES.short;
        assert!(plan.due(later, false).is_empty());
        assert_eq!(plan.next_due(false), None);
        let called = calls(&mut plan, later);
        assert!(called.is_some(), "there is one again");
        assert_eq!(plan.failed("A", called, None, later), Failure::Exhausted);
        assert_eq!(plan.phase("A"), Some(Phase::Stopped));
    }

    #[test]
    fn who_waits_for_another_one_to_end_is_called_in_the_order_of_waiting() {
        let (mut plan, now) = (Plan::default(), Instant::now());
        let later = now + Duration::from_secs(60);
        plan.start("B", FRESH, now);
        assert!(plan.wait_for_place("B", now, later));
        assert!(plan.due(now, true).is_empty());
        plan.start("A", FRESH, now);
        let then = now + Duration::from_secs(1);
        assert!(plan.wait_for_place("A", then, later));
        assert!(!plan.wait_for_place("A", later, later), "it is known");
        plan.start("0", FRESH, now);
        plan.look_for_places(then);
        let due = plan.due(then, true);
        let names: Vec<&str> = due.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["B", "A", "0"]);
        assert!(due.iter().all(|(_, lifts)| *lifts));
        let mut has_waited = |name| plan.called(name).map(|(_, has_waited)| has_waited);
        assert_eq!(["B", "0"].map(&mut has_waited), [Some(true), Some(false)]);
        assert_eq!(plan.calling(), 2);
        plan.stop("A", true);
        assert!(!plan.wait_for_place("A", then, later), "it is stopped");
    }

    /// A full log, or a queue nobody may put to: what was stopped is not to run again after a restart for that.
    #[test]
    fn what_could_not_be_kept_is_kept_later() {
        let (mut plan, now) = (Plan::default(), Instant::now());
        plan.start("A", FRESH, now);
        let unkept = plan.take_unkept();
        assert!(!plan.note_kept(unkept, true));
        plan.stop("A", true);
        for is_first in [true, false] {
            let unkept = plan.take_unkept();
            assert_eq!(unkept[0].1.wanted, Wanted::Stopped);
            assert_eq!(plan.note_kept(unkept, false), is_first, "told once");
        }
        plan.lift("A");
        let unkept = plan.take_unkept();
        assert_eq!(unkept[0].1.wanted, Wanted::Inactive, "running is kept");
        assert!(!plan.note_kept(unkept, true));
        assert_eq!(plan.take_unkept(), []);
    }

    /// Some of many channels are kept before it fails, or it is and the answer does not come: what was kept before may not be any more.
    #[test]
    fn what_may_have_been_kept_is_kept_anew_when_it_is_as_before() {
        let (mut plan, now) = (Plan::default(), Instant::now());
        plan.stop("A", true);
        let unkept = plan.take_unkept();
        assert_eq!(unkept[0].1.wanted, Wanted::Stopped);
        assert!(plan.note_kept(unkept, false));
        plan.lift("A");
        // Nothing was kept before, and nothing is wanted now. In between it may have been.
        let unkept = plan.take_unkept();
        let wanted: Vec<Wanted> = unkept.iter().map(|(_, it)| it.wanted).collect();
        assert_eq!(wanted, [Wanted::Inactive]);
        plan.note_kept(unkept, true);
        plan.stop("A", true);
        plan.lift("A");
        assert_eq!(plan.take_unkept(), [], "it is known again");
        plan.start("A", FRESH, now);
        let unkept = plan.take_unkept();
        assert_eq!(unkept[0].1.wanted, Wanted::Running);
    }

    #[test]
    fn what_is_kept_changes_only_when_what_is_wanted_does() {
        let (mut plan, now) = (Plan::default(), Instant::now());
        let wanted = |plan: &mut Plan| {
            let unkept = plan.take_unkept();
            let wanted = unkept.iter().map(|(_, it)| it.wanted).collect();
            assert!(!plan.note_kept(unkept, true));
            let wanted: Vec<Wanted> = wanted;
            wanted
        };
        plan.start("A", FRESH, now);
        assert_eq!(wanted(&mut plan), [Wanted::Running]);
        let called = calls(&mut plan, now);
        plan.failed("A", called, Some(PAUSES), now);
        assert_eq!(wanted(&mut plan), []);
        plan.stop("A", true);
        let unkept = plan.take_unkept();
        let kept = Standing {
            wanted: Wanted::Stopped,
            short_left: 1,
            long_left: 1,
        };
        assert_eq!(unkept, [("A".to_owned(), kept)]);
        let mut next = Plan::default();
        next.restore("A", kept, now, true);
        assert_eq!(next.phase("A"), Some(Phase::Stopped));
        assert_eq!(next.left("A"), Some(Retries { short: 1, long: 1 }));
        assert_eq!(wanted(&mut next), [], "as it was");
        next.lift("A");
        assert_eq!(wanted(&mut next), [Wanted::Inactive]);
        plan.start("B", FRESH, now);
        let called = calls(&mut plan, now);
        plan.ended("B", called, now);
        assert_eq!(wanted(&mut plan), [], "it was over before it was kept");
    }

    #[test]
    fn a_requester_waits_to_be_called_back_and_may_be_started_again_meanwhile() {
        let (mut plan, now) = (Plan::default(), Instant::now());
        let none = Retries::default();
        assert!(plan.start("A", none, now));
        let called = calls(&mut plan, now);
        plan.connected("A", called);
        plan.requests("A", called);
        assert_eq!(plan.phase("A"), Some(Phase::Requesting));
        assert_eq!(calls(&mut plan, now), None, "it is the other's turn");
        assert!(plan.start("A", none, now));
        let again = calls(&mut plan, now);
        plan.requests("A", again);
        plan.runs("A", None);
        assert_eq!(plan.phase("A"), Some(Phase::Running));
        // What the connection that asked for it comes to, however late, is not the end of the one that came of it.
        for late in [called, again] {
            plan.requests("A", late);
            plan.ended("A", late, now);
            assert_eq!(plan.phase("A"), Some(Phase::Running));
        }
        plan.ended("A", None, now);
        assert_eq!(plan.phase("A"), None);
        plan.requests("A", again);
        assert_eq!(plan.phase("A"), None, "nobody wants it to run");
    }

    #[test]
    fn what_comes_late_of_an_attempt_changes_nothing_of_a_later_one() {
        let (mut plan, now) = (Plan::default(), Instant::now());
        plan.start("A", FRESH, now);
        let first = calls(&mut plan, now);
        assert!(plan.connected("A", first));
        plan.stop("A", true);
        assert!(plan.start("A", FRESH, now));
        let late = |plan: &mut Plan| {
            plan.runs("A", first);
            plan.requests("A", first);
            plan.ended("A", first, now);
            let failed = plan.failed("A", first, Some(PAUSES), now);
            assert_eq!(failed, Failure::Unplanned);
            assert!(!plan.connected("A", first));
        };
        late(&mut plan);
        let starting = Phase::Starting {
            at: now,
            lifts: true,
        };
        assert_eq!(plan.phase("A"), Some(starting), "what was said is done");
        let second = calls(&mut plan, now);
        assert!(second.is_some());
        late(&mut plan);
        assert_eq!(plan.phase("A"), Some(Phase::Calling));
        // A connection that was dialed for the first is not the one that is wanted.
        assert!(!plan.awaits("A", first) && plan.awaits("A", second));
        assert!(plan.connected("A", second));
        late(&mut plan);
        assert_eq!(plan.phase("A"), Some(Phase::Running));
        plan.ended("A", second, now);
        assert_eq!(plan.phase("A"), None);
    }

    /// Otherwise it would be due again at once, and again.
    #[test]
    fn who_has_to_wait_for_its_last_connection_to_go_is_put_off_whatever_it_is_called_for() {
        let (mut plan, now) = (Plan::default(), Instant::now());
        let later = now + Duration::from_millis(50);
        plan.start("A", FRESH, now);
        plan.put_off("A", later);
        assert_eq!(plan.next_due(true), Some(later));
        let called = calls(&mut plan, later);
        let pauses = Pauses::default();
        plan.failed("A", called, Some(pauses), now);
        assert_eq!(plan.next_due(true), Some(now));
        plan.put_off("A", later);
        assert_eq!(plan.next_due(true), Some(later));
        assert_eq!(plan.phase("A"), Some(Phase::Retrying { at: later }));
        assert!(calls(&mut plan, later).is_some());
    }
}
