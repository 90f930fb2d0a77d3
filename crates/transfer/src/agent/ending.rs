//! How a transfer ends: sources are disposed of, everybody is told, nothing is kept any more.

use super::audit::Outcome;
use super::calling::first_failure;
use super::disposing::Disposing;
use super::files::{FileId, Files, comes_later};
use super::message::ControlBody;
use super::result::ItemResult;
use super::source::{Flow, Source, is_same};
use super::state::Phase;
use super::state_key::StateKey;
use super::{Agent, Log};
use crate::code::{ItemCode, ResultCode, of_items};
use crate::generated::notices::{BFGRP0032, BFGRP0033, BFGRP0034, BFGRP9501, BFGTR0075, BFGTR9590};
use ferromq_mqi::session::{Connected, MqError};
use std::collections::BTreeSet;
use std::io::ErrorKind;

impl<C: Connected, F: Files> Agent<C, F> {
    /// A transfer has failed for good: it ends without a word of the destination. Commits.
    pub(super) fn fail(
        &mut self,
        mut source: Source<F::Reader>,
        code: i32,
        text: String,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        if source.kept.phase == Phase::Started {
            source.kept.phase = Phase::Cancelled(code, text.clone());
            source.unshare(&mut self.files);
            // What it has written of the file under way is to go; whoever cannot be reached finds out when it asks.
            source.say_cancel(&mut self.queues, now_ms)?;
        }
        self.conclude(source, Some((code, text)), now_ms, log)
    }

    /// Ends a transfer. Commits.
    pub(super) fn conclude(
        &mut self,
        mut source: Source<F::Reader>,
        ended: Option<(i32, String)>,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        source.unshare(&mut self.files);
        let ended = ended.or_else(|| first_failure(&source.kept.calls));
        if ended.is_none() {
            self.take_messages(&mut source)?;
        }
        // Removals that have begun are done all the same.
        source.files(&self.files, &self.settings).release();
        let outcome = outcome(&source, ended);
        let id = source.id();
        let reason = outcome.reason.iter().map(|reason| format!(" {reason}"));
        log(&format!(
            "{} Transfer {id} has ended with code {}.{}",
            outcome.text,
            outcome.code,
            reason.collect::<String>()
        ));
        if source.began_ms > 0 {
            let arrived = source.bytes_sent();
            let referred = source.referred_bytes.min(arrived);
            // Of one that has failed nobody knows: most of it was sent once, and is nowhere.
            let again = match outcome.code {
                0 => source.put_bytes.saturating_sub(arrived),
                _ => 0,
            };
            let seconds = now_ms.saturating_sub(source.began_ms) as f64 / 1e3;
            let seconds = format_args!("{seconds:.3}");
            log(&BFGTR9590.line(&[
                &id,
                &seconds,
                &arrived,
                &referred,
                &source.held_bytes,
                &again,
                &source.saved_bytes,
            ]));
        }
        self.observing
            .end(&source, (outcome.code, &outcome.text), now_ms);
        self.publish_ended(&source, &outcome, now_ms, log)?;
        let reply = source.request.reply.clone();
        let texts = std::iter::once(&outcome.text).chain(&outcome.reason);
        let texts: Vec<_> = texts.map(String::as_str).collect();
        self.queues
            .reply(id, reply.as_ref(), outcome.code, &texts, log)?;
        let _ = source.say(&mut self.queues, ControlBody::Finished)?;
        self.queues.forget(id, StateKey::Outgoing)?;
        for part in 0..source.plan_parts {
            self.queues.forget(id, StateKey::Plan(part))?;
        }
        for part in 0..source.result_parts {
            self.queues.forget(id, StateKey::Results(part))?;
        }
        self.changed = true;
        self.queues.commit()?;
        self.close_unused_sources()
    }

    /// Ends a transfer that its destination has ended well: sources go first. Commits. None: it has ended.
    pub(super) fn finish(
        &mut self,
        mut source: Source<F::Reader>,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<Option<Source<F::Reader>>, MqError> {
        if first_failure(&source.kept.calls).is_none() {
            source.unshare(&mut self.files);
            let disposing = match std::mem::replace(&mut source.flow, Flow::Waiting) {
                Flow::Disposing(disposing) => disposing,
                _ => Box::new(Disposing::without(missing(&source))),
            };
            if let Some(disposing) = self.dispose(&mut source, disposing) {
                source.flow = Flow::Disposing(disposing);
                return Ok(Some(source));
            }
        }
        self.conclude(source, None, now_ms, log)?;
        Ok(None)
    }

    /// Removes the files that are to be, if they are still what was sent, and all that was to come of them has arrived. Where it has not come
    /// to its end, how far it is.
    fn dispose(
        &mut self,
        source: &mut Source<F::Reader>,
        mut disposing: Box<Disposing>,
    ) -> Option<Box<Disposing>> {
        let mut files = source.files(&self.files, &self.settings);
        let results = source.items.iter().zip(&mut source.results);
        for (item, result) in results.skip(disposing.done) {
            let succeeded = result
                .as_mut()
                .filter(|result| result.code == ItemCode::Success);
            let is_to_go = item.delete && item.inlet.is_none();
            let Some(result) = succeeded.filter(|_| is_to_go) else {
                disposing.done += 1;
                continue;
            };
            if disposing.missing.contains(&item.id) {
                disposing.done += 1;
                continue;
            }
            let removed = match files.facts(&item.source) {
                Ok(facts) if is_same(item, &facts) => files.remove(&item.source, item.id),
                // An agent that was killed had done it.
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(true),
                Ok(_) => Ok(false),
                Err(error) => Err(error),
            };
            if comes_later(&removed) {
                return Some(disposing);
            }
            files.settle();
            disposing.done += 1;
            if !matches!(removed, Ok(true)) {
                result.code = ItemCode::Warning;
                result.text = BFGTR0075.line(&[&item.source]);
            }
        }
        None
    }
}

/// Files of which something has not arrived.
fn missing<R>(source: &Source<R>) -> BTreeSet<FileId> {
    let results = source.items.iter().zip(&source.results);
    let is_whole = |result: &Option<ItemResult>| {
        result.as_ref().map(|result| result.code) == Some(ItemCode::Success)
    };
    results
        .filter(|(item, result)| item.problem.is_empty() && !is_whole(result))
        .map(|(item, _)| item.id)
        .collect()
}

fn outcome<R>(source: &Source<R>, ended: Option<(i32, String)>) -> Outcome {
    let has = |code: ItemCode| move |result: &&ItemResult| result.code == code;
    let known = || source.results.iter().flatten();
    let failures = known().filter(has(ItemCode::Failed)).count();
    let warnings = known().filter(has(ItemCode::Warning)).count();
    let all = source.items.len();
    let (code, text) = ended.unwrap_or_else(|| {
        // What nobody told of did not arrive.
        let codes = source.results.iter();
        let codes = codes.map(|known| known.as_ref().map_or(ItemCode::Failed, |known| known.code));
        let code = of_items(codes);
        let text = match code {
            ResultCode::Success if warnings == 0 => BFGRP0032.line(&[]),
            ResultCode::Success => BFGRP9501.line(&[&warnings]),
            ResultCode::PartlySuccessful => BFGRP0033.line(&[]),
            _ => BFGRP0034.line(&[]),
        };
        (code.number(), text)
    });
    let first = known().find(|result| !result.text.is_empty());
    let reason = first.map(|result| result.text.clone());
    Outcome {
        code,
        text,
        reason,
        failures: failures + (all - known().count()),
        warnings,
    }
}
