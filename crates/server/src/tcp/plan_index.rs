//! Channels of the plan by what is asked of all of them at each event, so that nobody goes through those that are not concerned.

use super::plan::Phase;
use std::collections::BTreeSet;
use std::time::Instant;

/// What of a channel is found here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Indexed {
    pub(super) phase: Phase,
    /// It waits for another channel to end.
    pub(super) waits: bool,
}

/// See the module.
#[derive(Debug, Default)]
pub(super) struct PlanIndex {
    starting: BTreeSet<(Instant, String)>,
    retrying: BTreeSet<(Instant, String)>,
    waiting: BTreeSet<String>,
    calling: usize,
}

impl PlanIndex {
    /// A channel is otherwise than it was; `None` where it is not in the plan.
    pub(super) fn renew(&mut self, name: &str, before: Option<Indexed>, after: Option<Indexed>) {
        if before == after {
            return;
        }
        match before.map(|before| before.phase) {
            Some(Phase::Starting { at, .. }) => {
                self.starting.remove(&(at, name.to_owned()));
            }
            Some(Phase::Retrying { at }) => {
                self.retrying.remove(&(at, name.to_owned()));
            }
            Some(Phase::Calling) => self.calling = self.calling.saturating_sub(1),
            Some(Phase::Running | Phase::Requesting | Phase::Stopped) | None => {}
        }
        match after.map(|after| after.phase) {
            Some(Phase::Starting { at, .. }) => {
                self.starting.insert((at, name.to_owned()));
            }
            Some(Phase::Retrying { at }) => {
                self.retrying.insert((at, name.to_owned()));
            }
            Some(Phase::Calling) => self.calling += 1,
            Some(Phase::Running | Phase::Requesting | Phase::Stopped) | None => {}
        }
        let waits = |it: Option<Indexed>| it.is_some_and(|it| it.waits);
        match (waits(before), waits(after)) {
            (false, true) => drop(self.waiting.insert(name.to_owned())),
            (true, false) => drop(self.waiting.remove(name)),
            _ => {}
        }
    }

    /// How many are being called.
    pub(super) fn calling(&self) -> usize {
        self.calling
    }

    /// Those that wait for another one to end.
    pub(super) fn waiting(&self) -> impl Iterator<Item = &String> {
        self.waiting.iter()
    }

    /// Those that are to be called by now, in the order of their names. Without `retries` those that failed are left alone.
    pub(super) fn due(&self, now: Instant, retries: bool) -> BTreeSet<&String> {
        let is_due = |(at, _): &&(Instant, String)| *at <= now;
        let failed = self.retrying.iter().filter(|_| retries);
        let due = self.starting.iter().take_while(is_due);
        let due = due.chain(failed.take_while(is_due));
        due.map(|(_, name)| name).collect()
    }

    /// When the next one is.
    pub(super) fn next_due(&self, retries: bool) -> Option<Instant> {
        let first = |all: &BTreeSet<(Instant, String)>| all.first().map(|(at, _)| *at);
        let failed = first(&self.retrying).filter(|_| retries);
        first(&self.starting).into_iter().chain(failed).min()
    }
}
