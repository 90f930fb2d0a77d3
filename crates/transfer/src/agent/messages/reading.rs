//! A transfer at its source, as far as its items are messages: which they are, and what becomes of them.

use super::{Claimed, Found};
use crate::agent::queues::Queues;
use crate::agent::sandbox::Access;
use crate::agent::settings::AgentSettings;
use crate::agent::source::Source;
use crate::agent::state::encode_plan;
use crate::agent::state_key::StateKey;
use crate::generated::notices::{BFGIO9532, BFGIO9534};
use ferromq_mqi::session::{Connected, MqError};

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
    pub(crate) fn gather<C: Connected>(
        &mut self,
        queues: &mut Queues<C>,
        settings: &AgentSettings,
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
            let from = &inlet.queue.queue;
            if let Some(why) = settings.keeps_from_queue(&self.kept.user, Access::Read, from) {
                item.problem = BFGIO9532.line(&[&queue, &why]);
                inlet.taken = Some(Vec::new());
                continue;
            }
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
            queues.forget(self.id(), StateKey::Plan(part))?;
        }
        let parts = encode_plan(self.id(), &self.kept.destination, &self.items);
        self.plan_parts = u32::try_from(parts.len()).unwrap_or(u32::MAX);
        for (part, body) in (0..).zip(parts) {
            queues.keep(self.id(), StateKey::Plan(part), body)?;
        }
        queues.commit()?;
        Ok(Gathered::All)
    }
}
