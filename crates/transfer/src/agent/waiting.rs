//! Transfers that wait for a place here, or for a destination that takes them.

use super::files::Files;
use super::{Agent, Log, source};
use crate::party::AgentAddress;
use ferromq_mqi::session::{Connected, MqError};

/// A destination that has no place for a transfer is asked again after so long,
pub(super) const CAPACITY_AGAIN_MS: u64 = 2_000;
/// and one that does not answer after twice as long each time, up to this.
const AWAY_MS_MAX: u64 = 300_000;

/// A destination that takes nothing at the moment: it has no place, or it does not answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Away {
    /// The next transfer is offered then.
    until_ms: u64,
    wait_ms: u64,
}

impl<C: Connected, F: Files> Agent<C, F> {
    /// A destination has said nothing to an offer, or its queue takes none.
    pub(super) fn unanswered(&mut self, destination: &AgentAddress, now_ms: u64) {
        let before = self.away.get(destination);
        let wait_ms = before.map_or(CAPACITY_AGAIN_MS, |away| away.wait_ms.saturating_mul(2));
        self.put_off(destination, wait_ms.min(AWAY_MS_MAX), now_ms);
    }

    pub(super) fn put_off(&mut self, destination: &AgentAddress, wait_ms: u64, now_ms: u64) {
        let until_ms = now_ms.saturating_add(wait_ms);
        self.away
            .insert(destination.clone(), Away { until_ms, wait_ms });
    }

    /// When a transfer that waits may begin: there is a place, and its destination is asked again.
    pub(super) fn waiting_due_ms(&self) -> u64 {
        if self.places() == 0 || self.stopping {
            return u64::MAX;
        }
        let waiting = self.sources.values().filter(|one| one.is_waiting());
        let due = waiting.map(|one| {
            let away = self.away.get(&one.kept.destination);
            away.map_or(0, |away| away.until_ms).max(one.look_ms)
        });
        due.min().unwrap_or(u64::MAX)
    }

    fn places(&self) -> usize {
        let running = self.sources.values().filter(|one| one.is_running()).count();
        self.settings.source_transfers_max.saturating_sub(running)
    }

    /// Transfers that wait are begun while there are places: the highest priority first, then who came first. One only asks a destination that
    /// has not answered.
    pub(super) fn begin_waiting(&mut self, now_ms: u64, log: Log<'_>) -> Result<bool, MqError> {
        let places = self.places();
        if places == 0 || self.stopping || self.waiting_due_ms() > now_ms {
            return Ok(false);
        }
        let mut waiting: Vec<_> = self
            .sources
            .values()
            .filter(|one| one.is_waiting() && one.look_ms <= now_ms)
            .collect();
        waiting.sort_by_key(|source| (std::cmp::Reverse(source.priority), source.kept.since_ms));
        let mut ids = Vec::new();
        for source in waiting {
            if let Some(away) = self.away.get_mut(&source.kept.destination) {
                if away.until_ms > now_ms {
                    continue;
                }
                // The others wait for what it says to this one.
                away.until_ms = now_ms.saturating_add(away.wait_ms.max(source::OFFER_AGAIN_MS));
            }
            ids.push(source.id());
            if ids.len() == places {
                break;
            }
        }
        let begun = !ids.is_empty();
        for id in ids {
            let Some(mut source) = self.sources.remove(&id) else {
                continue;
            };
            if !self.gather(&mut source, now_ms)? {
                self.sources.insert(id, source);
                continue;
            }
            if let Some(source) = self.begin(source, now_ms, log)? {
                self.sources.insert(id, source);
            }
            self.changed = true;
        }
        Ok(begun)
    }
}
