//! A transfer at its source, as far as its items are messages: which they are, and what becomes of them.

use super::{Claimed, Found};
use crate::agent::Agent;
use crate::agent::files::Files;
use crate::agent::kept::Kept;
use crate::agent::queues::Queues;
use crate::agent::result::ItemResult;
use crate::agent::source::Source;
use crate::agent::state::encode_plan;
use crate::code::ItemCode;
use crate::generated::notices::{BFGIO9532, BFGIO9533, BFGIO9534};
use ferromq_mqi::session::{Connected, MqError};

/// Queues are looked at again after so long while a transfer waits for messages.
const LOOK_AGAIN_MS: u64 = 500;

/// Whether a transfer may begin.
pub(crate) enum Gathered {
    /// It may: which messages it has is kept.
    All,
    /// It waits for messages.
    Waits,
}

impl<R> Source<R> {
    /// Some of its items are messages of which it is not known yet which they are.
    pub(crate) fn is_to_gather(&self) -> bool {
        let mut inlets = self.items.iter().filter_map(|item| item.inlet.as_ref());
        inlets.any(|inlet| inlet.taken.is_none())
    }

    /// Looks which messages it is to send. Commits.
    fn gather<C: Connected>(
        &mut self,
        queues: &mut Queues<C>,
        claimed: &mut Claimed,
        now_ms: u64,
    ) -> Result<Gathered, MqError> {
        for item in &mut self.items {
            let Some(inlet) = &mut item.inlet else {
                continue;
            };
            if inlet.taken.is_some() || !item.problem.is_empty() {
                continue;
            }
            let queue = inlet.queue.queue.to_string();
            let wait_ms = u64::from(inlet.queue.wait_time_s.unwrap_or(0)) * 1_000;
            let found = match inlet.look(queues, claimed)? {
                Found::Failed(why) => {
                    item.problem = BFGIO9532.line(&[&queue, &why]);
                    inlet.taken = Some(Vec::new());
                    continue;
                }
                Found::NoGroup => Vec::new(),
                Found::Messages(messages) => messages,
            };
            let is_group = inlet.is_one_group() && !found.is_empty();
            // Each message that comes is waited behind once more.
            if self.gathering.is_none_or(|(count, _)| count != found.len()) {
                self.gathering = Some((found.len(), now_ms));
            }
            let since_ms = self.gathering.map_or(now_ms, |(_, since_ms)| since_ms);
            if !is_group && now_ms < since_ms.saturating_add(wait_ms) {
                return Ok(Gathered::Waits);
            }
            self.gathering = None;
            if found.is_empty() {
                item.problem = BFGIO9534.line(&[&queue]);
            }
            inlet.taken = Some(found);
            item.length = inlet.length();
            claimed.extend(inlet.claims());
        }
        for part in 0..self.plan_parts {
            queues.forget(self.id(), Kept::Plan(part))?;
        }
        let parts = encode_plan(self.id(), &self.kept.destination, &self.items);
        self.plan_parts = u32::try_from(parts.len()).unwrap_or(u32::MAX);
        for (part, body) in (0..).zip(parts) {
            queues.keep(self.id(), Kept::Plan(part), body)?;
        }
        queues.commit()?;
        Ok(Gathered::All)
    }
}

impl<C: Connected, F: Files> Agent<C, F> {
    /// Looks which messages a transfer is to send that is about to begin. Whether it may. Commits.
    pub(crate) fn gather(
        &mut self,
        source: &mut Source<F::Reader>,
        now_ms: u64,
    ) -> Result<bool, MqError> {
        if !source.is_to_gather() {
            return Ok(true);
        }
        let items = self.sources.values().flat_map(|other| &other.items);
        let inlets = items.filter_map(|item| item.inlet.as_ref());
        let mut claimed: Claimed = inlets.flat_map(|inlet| inlet.claims()).collect();
        Ok(
            match source.gather(&mut self.queues, &mut claimed, now_ms)? {
                Gathered::All => true,
                Gathered::Waits => {
                    source.wait();
                    source.look_ms = now_ms.saturating_add(LOOK_AGAIN_MS);
                    false
                }
            },
        )
    }

    /// Takes the messages off their queues that have arrived as files, in the unit of work, and if they are many in some before.
    pub(crate) fn take_messages(&mut self, source: &mut Source<F::Reader>) -> Result<(), MqError> {
        let succeeded = |result: &&mut ItemResult| result.code == ItemCode::Success;
        for (item, result) in source.items.iter().zip(&mut source.results) {
            let Some(inlet) = item.inlet.as_ref().filter(|_| item.delete) else {
                continue;
            };
            let Some(result) = result.as_mut().filter(succeeded) else {
                continue;
            };
            if let Err(reason) = inlet.take(&mut self.queues)? {
                result.code = ItemCode::Warning;
                result.text = BFGIO9533.line(&[&inlet.queue.queue, &reason]);
            }
        }
        Ok(())
    }

    /// Lets go of queues that no transfer reads any more.
    pub(crate) fn close_unused_sources(&mut self) -> Result<(), MqError> {
        let sources = &self.sources;
        let is_used = |name: &str| {
            let items = sources.values().flat_map(|source| &source.items);
            let mut inlets = items.filter_map(|item| item.inlet.as_ref());
            inlets.any(|inlet| inlet.queue.queue.queue == name)
        };
        self.queues.close_sources(is_used)
    }
}
