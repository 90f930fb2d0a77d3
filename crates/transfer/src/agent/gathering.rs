//! Messages that transfers send: which they are before one begins, and that they are taken off their queues when it has ended.

use super::Agent;
use super::files::Files;
use super::messages::{Claimed, Gathered};
use super::result::ItemResult;
use super::source::Source;
use crate::code::ItemCode;
use crate::generated::notices::BFGIO9533;
use ferromq_mqi::session::{Connected, MqError};

/// Queues are looked at again after so long while a transfer waits for messages.
const LOOK_AGAIN_MS: u64 = 500;

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
            match source.gather(&mut self.queues, &self.settings, &mut claimed, now_ms)? {
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
