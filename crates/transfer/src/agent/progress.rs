//! How far transfers are, told while they run.

use super::files::Files;
use super::source::{Flow, Source};
use super::{Agent, Log};
use crate::audit::{Current, LoggedEnd, Progress};
use crate::party::AgentAddress;
use crate::request::FileSpec;
use crate::schedule::Moment;
use ferromq_mqi::session::{Connected, MqError};

/// A transfer that runs is told of so often.
const TOLD_EACH_MS: u64 = 1_000;
/// One that rests is told of as it begins to, and then so often: it may rest for days.
const REST_TOLD_EACH_MS: u64 = 10_000;

impl<C: Connected, F: Files> Agent<C, F> {
    /// Tells of transfers that have come further, if it is time to. Commits.
    pub(super) fn publish_running(&mut self, now_ms: u64, log: Log<'_>) -> Result<(), MqError> {
        if now_ms < self.running_told_ms.saturating_add(TOLD_EACH_MS) {
            return Ok(());
        }
        self.running_told_ms = now_ms;
        let own = self.queues.own().clone();
        let mut all = Vec::new();
        for source in self.sources.values_mut() {
            if source.is_to_be_told_to_rest(now_ms) || source.has_come_further() {
                all.push(progress(source, &own, now_ms));
            }
        }
        if all.is_empty() {
            return Ok(());
        }
        for progress in all {
            let topic = format!("Transfers/{}/{}", own.agent, progress.id);
            self.queues.tell(&topic, false, &progress.to_xml(), log)?;
        }
        self.queues.commit()
    }

    /// When it is to be told again that a transfer rests.
    pub(super) fn resting_due_ms(&self) -> u64 {
        let resting = self.sources.values().filter(|source| source.is_resting());
        let due = resting.map(|source| source.rest_told_ms.saturating_add(REST_TOLD_EACH_MS));
        let together_ms = self.running_told_ms.saturating_add(TOLD_EACH_MS);
        due.min().map_or(u64::MAX, |due_ms| due_ms.max(together_ms))
    }
}

fn progress<R>(source: &Source<R>, own: &AgentAddress, now_ms: u64) -> Progress {
    let place = source.arrived();
    let at = place.item as usize;
    let before = source.items.iter().take(at).map(|item| item.length);
    let end = |path: &str, length: u64| LoggedEnd::File {
        file: FileSpec {
            path: path.to_owned(),
            encoding: None,
            line_end: None,
            delimiter: None,
        },
        size_bytes: Some(length),
        last_modified: None,
    };
    let current = source.items.get(at).map(|item| Current {
        transferred_bytes: place.offset,
        size_bytes: item.length,
        source: end(&item.source, item.length),
        destination: end(&item.destination, item.length),
    });
    let total = source.items.len() as u64;
    Progress {
        id: source.id(),
        source_agent: own.clone(),
        destination_agent: source.kept.destination.clone(),
        time: Moment::at_ms(now_ms),
        bytes: before.sum::<u64>().saturating_add(place.offset),
        elapsed_ms: now_ms.saturating_sub(source.began_ms),
        current_item: (at as u64 + 1).min(total),
        total_items: total,
        current,
        rests: source.is_resting(),
    }
}

impl<R> Source<R> {
    /// Nothing of it is sent because somebody has asked for that.
    fn is_resting(&self) -> bool {
        self.kept.paused && matches!(self.flow, Flow::Waiting)
    }

    /// It rests, and that has not been told for a while.
    fn is_to_be_told_to_rest(&mut self, now_ms: u64) -> bool {
        if !self.is_resting() {
            self.rest_told_ms = 0;
            return false;
        }
        let is_due = now_ms >= self.rest_told_ms.saturating_add(REST_TOLD_EACH_MS);
        if is_due {
            self.rest_told_ms = now_ms;
        }
        is_due
    }

    /// More has arrived since this was asked last.
    fn has_come_further(&mut self) -> bool {
        let is_sending = matches!(self.flow, Flow::Sending(_));
        let arrived = self.arrived();
        // That the destination looks what it has may take long, and is told as well.
        let further = is_sending && arrived > self.told || self.is_asking();
        self.told = arrived;
        further
    }
}
