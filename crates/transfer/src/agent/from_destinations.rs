//! What destinations say to an agent.

use super::authority::{Right, not_authorized};
use super::calling::first_failure;
use super::files::Files;
use super::message::{Control, ControlBody};
use super::queues::{Own, Theirs, field};
use super::result::{ItemResult as Outcome, RESULTS_BYTES};
use super::source::{Flow, Source, Step};
use super::state::{Phase, encode_results};
use super::state_key::StateKey;
use super::{Agent, DESTINATION_FULL, Log, NOT_AUTHORIZED, TURN_MESSAGES, read};
use crate::code::ResultCode;
use crate::generated::notices::{BFGAG9506, BFGTR9516, BFGTR9580};
use ferromq_mqi::call::GetReply;
use ferromq_mqi::session::{Connected, MqError};

/// That nothing is known of a transfer is of no use to an agent that is not there.
const FINISHED_EXPIRY_MS: u64 = 600_000;

impl<C: Connected, F: Files> Agent<C, F> {
    pub(super) fn take_replies(&mut self, now_ms: u64, log: Log<'_>) -> Result<bool, MqError> {
        for _ in 0..TURN_MESSAGES {
            let Some(message) = self.queues.take(Own::Reply)? else {
                return Ok(false);
            };
            if !self.authorities.is_agent(
                (&self.settings, &mut self.queues),
                &message,
                Right::TakeFiles,
                now_ms,
                log,
            )? {
                self.forged(&message, now_ms, log)?;
                continue;
            }
            let control = match read(&message) {
                Ok(control) => control,
                Err(why) => {
                    log(&BFGAG9506.line(&[&why]));
                    self.queues.commit()?;
                    continue;
                }
            };
            let id = control.transfer;
            match self.sources.remove(&id) {
                Some(source) => {
                    if let Some(source) = self.heard(source, control, now_ms, log)? {
                        self.sources.insert(id, source);
                    }
                }
                None => {
                    // It was ended here, or what is kept is gone: the destination need not wait.
                    if !matches!(control.body, ControlBody::Ack { .. }) {
                        let finished = Control {
                            body: ControlBody::Finished,
                            from: self.queues.own().clone(),
                            ..control.clone()
                        };
                        let (to, queue) = (&control.from, Theirs::Command);
                        let expiry_ms = FINISHED_EXPIRY_MS;
                        let _ = self.queues.say_until(to, queue, &finished, expiry_ms)?;
                    }
                    self.queues.commit()?;
                }
            }
        }
        Ok(true)
    }

    /// An answer of somebody who may not be sent files. A transfer that is offered to such an agent ends. Commits.
    fn forged(&mut self, message: &GetReply, now_ms: u64, log: Log<'_>) -> Result<(), MqError> {
        let offered = read(message).ok().filter(|control| {
            let source = self.sources.get(&control.transfer);
            source.is_some_and(|source| source.is_offered() && source.kept.epoch == control.epoch)
        });
        match offered.and_then(|control| self.sources.remove(&control.transfer)) {
            Some(source) => {
                let user = field(&message.descriptor.user_identifier);
                let text = not_authorized(&user, Right::TakeFiles);
                self.fail(source, NOT_AUTHORIZED, text, now_ms, log)
            }
            None => self.queues.commit(),
        }
    }

    /// What a destination says. None: the transfer has ended.
    fn heard(
        &mut self,
        mut source: Source<F::Reader>,
        control: Control,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<Option<Source<F::Reader>>, MqError> {
        if matches!(source.flow, Flow::Calling(_) | Flow::Disposing(_)) {
            // Nothing is sent, and nothing more is to be heard.
            self.queues.commit()?;
            return Ok(Some(source));
        }
        let is_current = control.epoch == source.kept.epoch;
        let is_cancelled = matches!(source.kept.phase, Phase::Cancelled(..));
        let is_asked = is_current && !is_cancelled && source.is_offered();
        // The answer to an offer of before it was to rest. That it is accepted is too late, but not that it is refused.
        let is_late = is_current && !is_cancelled && source.kept.paused;
        if !source.is_from_destination(&control.from) {
            log(&BFGTR9580.line(&[&control.from.agent, &source.id()]));
            self.queues.commit()?;
            return Ok(Some(source));
        }
        match control.body {
            ControlBody::Accept { set: false, .. } if is_asked && source.is_set => {
                self.waiting.answered(&source.kept.destination);
                let text = BFGTR9516.line(&[&control.from.agent]);
                self.fail(source, ResultCode::Failed.number(), text, now_ms, log)?;
                return Ok(None);
            }
            ControlBody::Accept {
                place,
                window,
                by_reference,
                bridge,
                compares,
                unpacks,
                ..
            } if is_asked => {
                self.waiting.answered(&source.kept.destination);
                source.unshare(&mut self.files);
                let may = (by_reference, compares, unpacks);
                source.accepted(place, window, may, now_ms);
                self.begun(&mut source, bridge, now_ms, log)?;
            }
            ControlBody::Ack { sequence, window } if is_current => {
                source.acknowledged(sequence, window, now_ms);
            }
            ControlBody::Refuse {
                code: DESTINATION_FULL,
                ..
            } if is_asked => {
                self.waiting.full(&source.kept.destination, now_ms);
                source.wait();
            }
            ControlBody::Accept { .. }
            | ControlBody::Refuse {
                code: DESTINATION_FULL,
                ..
            } if is_late => self.waiting.answered(&source.kept.destination),
            ControlBody::Refuse { code, text } if is_asked || is_late => {
                self.waiting.answered(&source.kept.destination);
                self.fail(source, code, text, now_ms, log)?;
                return Ok(None);
            }
            ControlBody::Holds { item, part } if is_current => {
                source.is_told_of(item, &part, now_ms);
            }
            ControlBody::Called(call) => self.note_call(&mut source, call)?,
            ControlBody::Results(results) => self.note(&mut source, results, now_ms, log)?,
            ControlBody::Completed(results) if source.kept.phase != Phase::New => {
                // It has a place now.
                self.waiting.answered(&source.kept.destination);
                self.note(&mut source, results, now_ms, log)?;
                return self.completed(source, now_ms, log);
            }
            // It was killed before it had done what it was told.
            ControlBody::Resync if is_cancelled => source.say_cancel(&mut self.queues, now_ms)?,
            ControlBody::Resync
                if matches!(source.flow, Flow::Sending(_)) || is_current && source.is_offered() =>
            {
                self.queues.commit()?;
                match source.recover(&mut self.queues, now_ms)? {
                    Step::Failed(code, text) => {
                        self.fail(source, code, text, now_ms, log)?;
                        return Ok(None);
                    }
                    Step::Unanswered => self.waiting.unanswered(&source.kept.destination, now_ms),
                    _ => {}
                }
                return Ok(Some(source));
            }
            _ => {}
        }
        self.queues.commit()?;
        Ok(Some(source))
    }

    /// Data of a transfer may be sent: it is kept and told when it may for the first time, in the unit of work.
    fn begun(
        &mut self,
        source: &mut Source<F::Reader>,
        bridge: Option<String>,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let begins = source.kept.phase == Phase::New;
        let is_known = source.kept.bridge == bridge;
        source.kept.bridge = bridge;
        if begins {
            source.kept.phase = Phase::Started;
        }
        if begins || !is_known {
            source.keep(&mut self.queues)?;
        }
        if begins {
            self.publish_started(source, now_ms, log)?;
        }
        self.changed = true;
        Ok(())
    }

    /// Keeps results, and tells them, in the unit of work.
    fn note(
        &mut self,
        source: &mut Source<F::Reader>,
        results: Vec<Outcome>,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let mut new = Vec::new();
        for result in results {
            // What is known stays.
            if let Some(known @ None) = source.results.get_mut(result.item as usize) {
                *known = Some(result.clone());
                new.push(result);
            }
        }
        if new.is_empty() {
            return Ok(());
        }
        // Many are kept in one message: transfers of many files do not fill the queue.
        let size = |results: &[Outcome]| results.iter().map(Outcome::size).sum::<usize>();
        if source.result_parts == 0 || size(&source.last_results) + size(&new) > RESULTS_BYTES {
            source.last_results.clear();
            source.result_parts += 1;
        }
        source.last_results.extend_from_slice(&new);
        let part = StateKey::Results(source.result_parts - 1);
        let about = &source.kept.destination;
        let body = encode_results(source.id(), about, &source.last_results);
        self.queues.replace(source.id(), part, body)?;
        self.observing.results(&*source, &new, now_ms);
        self.publish_progress(source, &new, now_ms, log)
    }

    /// The destination has ended: files are disposed of, and it is told. Commits.
    fn completed(
        &mut self,
        mut source: Source<F::Reader>,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<Option<Source<F::Reader>>, MqError> {
        let cancelled = match &source.kept.phase {
            Phase::Cancelled(code, text) => Some((*code, text.clone())),
            _ => None,
        };
        if cancelled.is_none() {
            source.kept.phase = Phase::Ending;
            source.keep(&mut self.queues)?;
        }
        self.queues.commit()?;
        let is_well = cancelled.is_none() && first_failure(&source.kept.calls).is_none();
        if is_well && self.call_behind(&mut source) {
            return Ok(Some(source));
        }
        if is_well {
            return self.finish(source, now_ms, log);
        }
        self.conclude(source, cancelled, now_ms, log)?;
        Ok(None)
    }
}
