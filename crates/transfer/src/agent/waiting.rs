//! Transfers that wait for a place here, or for a destination that takes them.

use super::source::{OFFER_AGAIN_MS, Source};
use super::times::move_back;
use crate::party::{AgentAddress, TransferId};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A destination that has no place for a transfer is asked again after so long,
const CAPACITY_AGAIN_MS: u64 = 2_000;
/// and one that does not answer after twice as long each time, up to this.
const AWAY_MS_MAX: u64 = 300_000;

/// A destination that takes nothing at the moment: it has no place, or it does not answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Away {
    /// The next transfer is offered then.
    until_ms: u64,
    wait_ms: u64,
}

/// See the module: destinations that take nothing at the moment.
#[derive(Debug, Default)]
pub(super) struct Waiting(BTreeMap<AgentAddress, Away>);

impl Waiting {
    /// A destination has said nothing to an offer, or its queue takes none.
    pub(super) fn unanswered(&mut self, destination: &AgentAddress, now_ms: u64) {
        let before = self.0.get(destination);
        let wait_ms = before.map_or(CAPACITY_AGAIN_MS, |away| away.wait_ms.saturating_mul(2));
        self.put_off(destination, wait_ms.min(AWAY_MS_MAX), now_ms);
    }

    /// A destination has no place.
    pub(super) fn full(&mut self, destination: &AgentAddress, now_ms: u64) {
        self.put_off(destination, CAPACITY_AGAIN_MS, now_ms);
    }

    /// A destination has answered.
    pub(super) fn answered(&mut self, destination: &AgentAddress) {
        self.0.remove(destination);
    }

    /// The clock was set back.
    pub(super) fn set_back(&mut self, by_ms: u64) {
        move_back(self.0.values_mut().map(|away| &mut away.until_ms), by_ms);
    }

    fn put_off(&mut self, destination: &AgentAddress, wait_ms: u64, now_ms: u64) {
        let until_ms = now_ms.saturating_add(wait_ms);
        self.0
            .insert(destination.clone(), Away { until_ms, wait_ms });
    }

    /// When the first of these transfers that waits may ask its destination.
    pub(super) fn due_ms<R>(&self, sources: &BTreeMap<TransferId, Source<R>>) -> u64 {
        let waiting = sources.values().filter(|one| one.is_waiting());
        let due = waiting.map(|one| {
            let away = self.0.get(&one.kept.destination);
            away.map_or(0, |away| away.until_ms).max(one.look_ms)
        });
        due.min().unwrap_or(u64::MAX)
    }

    /// Which of these transfers ask their destinations now, while there are places: the highest priority first, then who came first. One only
    /// asks a destination that has not answered.
    pub(super) fn next<R>(
        &mut self,
        sources: &BTreeMap<TransferId, Source<R>>,
        places: usize,
        now_ms: u64,
    ) -> Vec<TransferId> {
        let mut waiting: Vec<_> = sources
            .values()
            .filter(|one| one.is_waiting() && one.look_ms <= now_ms)
            .collect();
        waiting.sort_by_key(|source| (Reverse(source.priority), source.kept.since_ms));
        let mut ids = Vec::new();
        for source in waiting {
            if let Some(away) = self.0.get_mut(&source.kept.destination) {
                if away.until_ms > now_ms {
                    continue;
                }
                // The others wait for what it says to this one.
                away.until_ms = now_ms.saturating_add(away.wait_ms.max(OFFER_AGAIN_MS));
            }
            ids.push(source.id());
            if ids.len() == places {
                break;
            }
        }
        ids
    }
}
