//! What an agent does first: it takes up what is kept.

use super::compression::Compression;
use super::events::Event;
use super::files::Files;
use super::message::NotUnderstood;
use super::plan::Item;
use super::rate;
use super::result::ItemResult;
use super::source::{Flow, Source};
use super::state::{Incoming, Outgoing, Phase, decode_plan, decode_results};
use super::state_key::StateKey;
use super::{Agent, Destination, Log};
use crate::generated::notices::{BFGAG9509, BFGAG9510, BFGAG9511, BFGTR9510, BFGTR9511, BFGTR9514};
use crate::party::TransferId;
use crate::request::{ManagedTransfer, Request};
use ferromq_mqi::call::GetReply;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::session::{Connected, MqError};
use std::collections::BTreeMap;

/// What is kept of a transfer at its source.
#[derive(Default)]
struct Found {
    outgoing: Option<Outgoing>,
    plan: BTreeMap<u32, Vec<Item>>,
    results: BTreeMap<u32, Vec<ItemResult>>,
}

impl<C: Connected, F: Files> Agent<C, F> {
    pub(super) fn take_up(&mut self, now_ms: u64, log: Log<'_>) -> Result<(), MqError> {
        let mut found: BTreeMap<TransferId, Found> = BTreeMap::new();
        for message in self.queues.kept()? {
            let id = TransferId(message.descriptor.msg_id);
            if let Err(why) = self.sort(&message, found.entry(id).or_default(), now_ms) {
                log(&BFGAG9509.line(&[&id, &why]));
            }
        }
        for (id, found) in found {
            let Some(kept) = found.outgoing else {
                continue;
            };
            let Some(request) = request(&kept) else {
                log(&BFGAG9510.line(&[&id]));
                continue;
            };
            let limit = rate::of_request(&request).ok().flatten();
            let compression = Compression::of_request(&request).ok().flatten();
            let plan_parts = u32::try_from(found.plan.len()).unwrap_or(u32::MAX);
            let items: Vec<_> = found.plan.into_values().flatten().collect();
            let mut source = Source::new(kept, request, items, plan_parts, &self.settings);
            source.set_limit(limit);
            if let Some(compression) = compression {
                source.set_compression(compression);
            }
            for (part, results) in found.results {
                source.result_parts = source.result_parts.max(part.saturating_add(1));
                source.last_results.clone_from(&results);
                for result in results {
                    if let Some(known) = source.results.get_mut(result.item as usize) {
                        *known = Some(result);
                    }
                }
            }
            self.go_on(source, now_ms, log)?;
        }
        self.take_up_events(log)?;
        let queues = &mut self.queues;
        for destination in self.destinations.values_mut() {
            log(&BFGTR9510.line(&[&destination.id()]));
            let mut files = destination.files(&self.files, &self.settings);
            destination.resume(&mut files, &self.settings);
            if !destination.kept.completed && !destination.kept.cancelled {
                destination.ask_again(queues, now_ms)?;
            }
        }
        Ok(())
    }

    /// Takes up schedules and monitors.
    fn take_up_events(&mut self, log: Log<'_>) -> Result<(), MqError> {
        for message in self.queues.events()? {
            let Some(event) = Event::of(&message.descriptor.correl_id) else {
                continue;
            };
            let sorted = match event {
                Event::Schedule | Event::Numbers => {
                    self.scheduler.sort(&mut self.files, &message, event, log)
                }
                Event::Call => self.sort_call(&message),
                _ => {
                    let (_, watchers, mut context) = self.parts();
                    watchers.sort(&mut context, &message, event, log)
                }
            };
            if let Err(why) = sorted {
                let id = TransferId(message.descriptor.msg_id);
                log(&BFGAG9511.line(&[&id, &why]));
            }
        }
        let (scheduler, _, mut context) = self.parts();
        scheduler.publish(&mut context, log)?;
        let (_, watchers, mut context) = self.parts();
        watchers.take_up(&mut context, log)?;
        self.queues.commit()
    }

    fn sort(
        &mut self,
        message: &GetReply,
        found: &mut Found,
        now_ms: u64,
    ) -> Result<(), NotUnderstood> {
        let order = ByteOrder::from_encoding(message.descriptor.encoding);
        let body = &message.body;
        match StateKey::of(&message.descriptor.correl_id) {
            Some(StateKey::Outgoing) => found.outgoing = Some(Outgoing::decode(body, order)?),
            Some(StateKey::Plan(part)) => {
                found.plan.insert(part, decode_plan(body, order)?);
            }
            Some(StateKey::Results(part)) => {
                found.results.insert(part, decode_results(body, order)?);
            }
            Some(StateKey::Incoming) => {
                let kept = Incoming::decode(body, order)?;
                let id = kept.transfer;
                self.destinations.insert(id, Destination::new(kept, now_ms));
            }
            None => {}
        }
        Ok(())
    }

    fn go_on(
        &mut self,
        mut source: Source<F::Reader>,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let id = source.id();
        match source.kept.paused && source.may_be_paused() {
            true => log(&BFGTR9514.line(&[&id])),
            false => log(&BFGTR9511.line(&[&id])),
        }
        match source.kept.phase.clone() {
            Phase::Ending => {
                if !self.call_behind(&mut source) {
                    if let Some(source) = self.finish(source, now_ms, log)? {
                        self.sources.insert(id, source);
                    }
                    return Ok(());
                }
            }
            Phase::Cancelled(..) => {
                source.say_cancel(&mut self.queues, now_ms)?;
                self.queues.commit()?;
            }
            Phase::Started => {
                source.began_ms = source.kept.since_ms;
                if !source.kept.paused {
                    source.recovering_since_ms = Some(now_ms);
                    source.kept.retries = source.kept.retries.saturating_add(1);
                }
            }
            // It was not planned before the agent ended.
            Phase::New if source.plan_parts == 0 => source.flow = Flow::Planning,
            Phase::New => {}
        }
        self.sources.insert(id, source);
        Ok(())
    }
}

fn request(kept: &Outgoing) -> Option<ManagedTransfer> {
    match Request::parse(&kept.request) {
        Ok(Request::ManagedTransfer(transfer)) => Some(*transfer),
        _ => None,
    }
}
