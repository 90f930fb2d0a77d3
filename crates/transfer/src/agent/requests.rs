//! Requests of users: documents on the command queue.

use super::authority::{Right, not_authorized};
use super::compression::Compression;
use super::events::schedule_of;
use super::files::Files;
use super::message::ControlBody;
use super::plan::{Unplanned, plan};
use super::queues::{Theirs, field};
use super::rate;
use super::refusal::{Refusal, refusal, too_many_files};
use super::result::TEXT_BYTES_MAX;
use super::source::{Flow, Source};
use super::state::{Outgoing, Phase, encode_plan};
use super::state_key::StateKey;
use super::together;
use super::{Agent, CANCELLED, Log, backed_out};
use crate::code::ResultCode;
use crate::control::{Cancel, PauseTransfer, PingAgent, StandbyInstance, StopAgent};
use crate::generated::notices::{
    BFGAG9505, BFGAG9533, BFGBR9500, BFGCL9525, BFGCL9526, BFGCL9527, BFGCL9528, BFGCL9550,
    BFGCL9551, BFGCL9552, BFGCL9553, BFGRP9002, BFGRP9004, BFGRP9590, BFGRP9591, BFGRP9592,
    BFGTR9505, BFGTR9506, BFGTR9507, BFGTR9509, BFGTR9512, BFGTR9513,
};
use crate::monitor::MonitorRequest;
use crate::party::{ReplyTo, TransferId};
use crate::pattern::is_met;
use crate::request::{ManagedTransfer, Request, Trigger};
use crate::xml::{self, Element};
use ferromq_mqi::call::GetReply;
use ferromq_mqi::session::{Connected, MqError};
use std::collections::BTreeMap;

impl<C: Connected, F: Files> Agent<C, F> {
    /// Works on a request. Commits.
    pub(super) fn request(
        &mut self,
        message: &GetReply,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let id = TransferId(message.descriptor.msg_id);
        let tree = match xml::read(&message.body) {
            Ok(tree) => tree,
            Err(problem) => return self.refuse(id, None, malformed(&problem), log),
        };
        let user = field(&message.descriptor.user_identifier);
        if let Some(right) = self.may_ask(&tree, &user, now_ms)? {
            let reply = reply_to(&tree);
            let text = not_authorized(&user, right);
            let code = ResultCode::NotAuthorized;
            return self.refuse(id, reply.as_ref(), Refusal { code, text }, log);
        }
        let read = match tree.name.as_str() {
            "cancel" => match Cancel::read(&tree) {
                Ok(cancel) => return self.cancel(id, &cancel, now_ms, log),
                Err(problem) => Err(problem),
            },
            "monitor"
            | "deleteMonitor"
            | "startMonitor"
            | "stopMonitor"
            | "clearMonitorHistory" => match MonitorRequest::read(&tree, &message.body) {
                Ok(request) => return self.monitor_request(id, request, message, now_ms, log),
                Err(problem) => Err(problem),
            },
            "standbyInstance" => match StandbyInstance::read(&tree) {
                Ok(instance) => return self.hear_standby(&instance, now_ms, log),
                Err(problem) => Err(problem),
            },
            "stopAgent" => match StopAgent::read(&tree) {
                Ok(stop) => return self.stop_by_request(id, &stop, &user, log),
                Err(problem) => Err(problem),
            },
            "pauseTransfer" => match PauseTransfer::read(&tree) {
                Ok(pause) => return self.pause(id, &pause, &user, log),
                Err(problem) => Err(problem),
            },
            "pingAgent" => match PingAgent::read(&tree) {
                Ok(ping) => return self.ping(id, &ping, log),
                Err(problem) => Err(problem),
            },
            _ => Request::read(&tree),
        };
        match read {
            Err(problem) => {
                let reply = reply_to(&tree);
                self.refuse(id, reply.as_ref(), malformed(&problem), log)
            }
            Ok(Request::ManagedTransfer(transfer)) if transfer.schedule.is_some() => {
                let user = field(&message.descriptor.user_identifier);
                let (scheduler, _, mut context) = self.parts();
                let asked = (user, message.body.as_ref());
                scheduler.add(&mut context, id, &transfer, asked, now_ms, log)
            }
            Ok(Request::DeleteScheduledTransfer(delete)) => {
                let (scheduler, _, mut context) = self.parts();
                scheduler.delete(&mut context, id, &delete, now_ms, log)
            }
            Ok(Request::ManagedTransfer(transfer)) => {
                let user = field(&message.descriptor.user_identifier);
                match self.transfer(id, &transfer, user, &message.body, now_ms) {
                    Ok(mut source) => {
                        source.kept.schedule = schedule_of(message);
                        self.take(source, now_ms, log)
                    }
                    Err(refusal) if is_told(&transfer, &refusal) => {
                        let user = field(&message.descriptor.user_identifier);
                        let source = self.source_of(id, &transfer, user, &message.body, now_ms);
                        let ended = (refusal.code.number(), refusal.text);
                        self.conclude(source, Some(ended), now_ms, log)
                    }
                    Err(refusal) => self.refuse(id, transfer.reply.as_ref(), refusal, log),
                }
            }
            Ok(Request::ManagedCall(call)) => {
                let user = field(&message.descriptor.user_identifier);
                self.call(id, &call, (user, &message.body), now_ms, log)
            }
        }
    }

    /// A request that was backed out too often, because what is kept of it could not be, is refused. Commits.
    pub(super) fn give_up(&mut self, message: &GetReply, log: Log<'_>) -> Result<(), MqError> {
        let id = TransferId(message.descriptor.msg_id);
        let tree = xml::read(&message.body).ok();
        let reply = tree.as_ref().and_then(reply_to);
        let refusal = Refusal {
            code: ResultCode::Failed,
            text: BFGAG9505.line(&[&backed_out(message)]),
        };
        self.refuse(id, reply.as_ref(), refusal, log)
    }

    /// Whether who has put a document may ask for that: none if so, what it may not otherwise.
    fn may_ask(
        &mut self,
        document: &Element,
        user: &str,
        now_ms: u64,
    ) -> Result<Option<Right>, MqError> {
        let right = match document.name.as_str() {
            "pingAgent" => return Ok(None),
            // Another instance of this agent is of its user.
            "standbyInstance" if user == self.queues.own_user() => return Ok(None),
            "standbyInstance" | "stopAgent" => Right::Administer,
            _ if self.is_of_another(document, user) => Right::Operate,
            "monitor"
            | "deleteMonitor"
            | "startMonitor"
            | "stopMonitor"
            | "clearMonitorHistory" => Right::Monitor,
            "cancel" => match self.is_source_of(document) {
                true => Right::Send,
                false => Right::Receive,
            },
            _ if document.child("deleteScheduledTransfer").is_some() => Right::Schedule,
            _ => Right::Send,
        };
        let transfer = document.child("managedTransfer");
        let is_scheduled = transfer.is_some_and(|one| one.child("schedule").is_some());
        let also = is_scheduled.then_some(Right::Schedule);
        for right in std::iter::once(right).chain(also) {
            if !self
                .authorities
                .may((&self.settings, &mut self.queues), user, right, now_ms)?
            {
                return Ok(Some(right));
            }
        }
        Ok(None)
    }

    /// Whether a document is about a monitor or a schedule somebody else has made.
    fn is_of_another(&self, document: &Element, user: &str) -> bool {
        let owner = match document.name.as_str() {
            "monitor"
            | "deleteMonitor"
            | "startMonitor"
            | "stopMonitor"
            | "clearMonitorHistory" => {
                let name = match MonitorRequest::read(document, &[]) {
                    Ok(MonitorRequest::Create(monitor)) => monitor.name.clone(),
                    Ok(MonitorRequest::Delete(delete)) => delete.name,
                    Ok(MonitorRequest::Order(order)) => order.name,
                    Err(_) => return false,
                };
                self.watchers.owner(&name)
            }
            _ if document.child("deleteScheduledTransfer").is_some() => {
                match Request::read(document) {
                    Ok(Request::DeleteScheduledTransfer(delete)) => {
                        self.scheduler.owner(u32::try_from(delete.id).unwrap_or(0))
                    }
                    _ => return false,
                }
            }
            _ => return false,
        };
        owner.is_some_and(|owner| owner != user)
    }

    fn is_source_of(&self, cancel: &Element) -> bool {
        let cancel = Cancel::read(cancel);
        cancel.is_ok_and(|cancel| self.sources.contains_key(&cancel.transfer))
    }

    /// An instance that waits has told of itself. Commits.
    fn hear_standby(
        &mut self,
        instance: &StandbyInstance,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        if self.settings.highly_available {
            self.changed |= self.standbys.hear(instance, now_ms, log);
        }
        self.queues.commit()
    }

    fn monitor_request(
        &mut self,
        id: TransferId,
        request: MonitorRequest,
        message: &GetReply,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let (_, watchers, mut context) = self.parts();
        match request {
            MonitorRequest::Create(monitor) => {
                let user = field(&message.descriptor.user_identifier);
                let asked = (user, message.body.as_ref());
                watchers.create(&mut context, id, *monitor, asked, now_ms, log)
            }
            MonitorRequest::Delete(delete) => {
                watchers.delete(&mut context, id, &delete, now_ms, log)
            }
            MonitorRequest::Order(order) => watchers.order(&mut context, id, &order, now_ms, log),
        }
    }

    /// Keeps a transfer. It begins when there is a place. Commits.
    fn take(
        &mut self,
        source: Source<F::Reader>,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let id = source.id();
        if self.sources.contains_key(&id) {
            return self.queues.commit();
        }
        self.queues
            .keep(id, StateKey::Outgoing, source.kept.encode())?;
        if !matches!(source.flow, Flow::Planning) {
            self.keep_plan(&source)?;
        }
        self.queues.commit()?;
        let (items, to) = (source.items.len(), &source.kept.destination.agent);
        log(&BFGTR9505.line(&[&id, &items, &to, &source.kept.user]));
        self.observing.request(&source, now_ms);
        if !source.is_planning() {
            self.observing.items(&source, now_ms);
        }
        self.sources.insert(id, source);
        self.changed = true;
        Ok(())
    }

    /// Keeps what a transfer is to do, in the unit of work.
    pub(super) fn keep_plan(&mut self, source: &Source<F::Reader>) -> Result<(), MqError> {
        let parts = encode_plan(source.id(), &source.kept.destination, &source.items);
        for (part, body) in (0..).zip(parts) {
            self.queues.keep(source.id(), StateKey::Plan(part), body)?;
        }
        Ok(())
    }

    /// What a request for a transfer asks for.
    fn transfer(
        &mut self,
        id: TransferId,
        transfer: &ManagedTransfer,
        user: String,
        request: &[u8],
        now_ms: u64,
    ) -> Result<Source<F::Reader>, Refusal> {
        let wanted = self.settings.check_request(transfer, request)?;
        let waiting = self
            .sources
            .values()
            .filter(|one| one.is_waiting() || one.is_planning() || one.kept.paused)
            .count();
        if self.settings.source_transfers_max == 0 {
            let text = &BFGTR9506.line(&[]);
            return refusal(ResultCode::SourceTakesNone, text);
        }
        if waiting >= self.settings.queued_transfers_max {
            let text = BFGTR9507.line(&[&waiting]);
            return refusal(ResultCode::SourceCapacity, text);
        }
        if transfer.trigger.is_some() && self.settings.bridge.is_some() {
            let text = BFGBR9500.line(&[&self.settings.agent]);
            return refusal(ResultCode::TriggerOnBridge, text);
        }
        if let Some(trigger) = &transfer.trigger
            && !self.is_met(&user, trigger)
        {
            return refusal(ResultCode::TriggerNotMet, BFGRP9004.line(&[]));
        }
        let limit = match rate::of_request(transfer) {
            Ok(limit) => limit,
            Err(text) => {
                let text = BFGRP9590.line(&[&text]);
                return refusal(ResultCode::Malformed, text);
            }
        };
        let compression = match Compression::of_request(transfer) {
            Ok(compression) => compression,
            Err(text) => {
                let text = BFGRP9591.line(&[&text]);
                return refusal(ResultCode::Malformed, text);
            }
        };
        if let Err(text) = together::of_request(transfer) {
            let text = BFGRP9592.line(&[&text]);
            return refusal(ResultCode::Malformed, text);
        }
        let mut source = self.source_of(id, transfer, user, request, now_ms);
        source.set_limit(limit);
        if let Some(compression) = compression {
            source.set_compression(compression);
        }
        let most = self.settings.files_max;
        let mut files = source.files(&self.files, &self.settings);
        match plan(&mut files, &wanted, most) {
            Ok(items) => {
                files.release();
                source.set_items(items);
            }
            Err(Unplanned::Later) => source.flow = Flow::Planning,
            Err(Unplanned::TooManyFiles { .. }) => {
                files.release();
                return Err(too_many_files(most));
            }
        }
        Ok(source)
    }

    /// A transfer that has no items yet.
    fn source_of(
        &self,
        id: TransferId,
        transfer: &ManagedTransfer,
        user: String,
        request: &[u8],
        now_ms: u64,
    ) -> Source<F::Reader> {
        let mut destination = transfer.destination_agent.clone();
        destination.agent = destination.agent.to_uppercase();
        if destination.q_mgr.is_empty() {
            destination.q_mgr.clone_from(&self.settings.q_mgr);
        }
        let kept = Outgoing {
            transfer: id,
            destination,
            epoch: 0,
            phase: Phase::New,
            user,
            since_ms: now_ms,
            retries: 0,
            request: request.to_vec(),
            schedule: None,
            bridge: None,
            calls: Vec::new(),
            paused: false,
        };
        Source::new(kept, transfer.clone(), Vec::new(), 0, &self.settings)
    }

    /// Whether what a trigger asks is so.
    fn is_met(&mut self, user: &str, trigger: &Trigger) -> bool {
        let mut files = self.context().files_of(user);
        let mut sizes = BTreeMap::new();
        for name in &trigger.files {
            let facts = files.facts(&self.settings.absolute(name));
            let size = facts.ok().map(|facts| facts.length);
            sizes.insert(name.as_str(), size);
        }
        is_met(trigger, |name| sizes.get(name).copied().flatten())
    }

    fn ping(&mut self, id: TransferId, ping: &PingAgent, log: Log<'_>) -> Result<(), MqError> {
        self.queues
            .reply(id, ping.reply.as_ref(), 0, &[&BFGCL9525.line(&[])], log)?;
        self.queues.commit()
    }

    /// Somebody has the agent stop. Commits.
    fn stop_by_request(
        &mut self,
        id: TransferId,
        stop: &StopAgent,
        user: &str,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let how = match stop.immediately {
            true => "at once",
            false => "when its transfers are done",
        };
        let text = BFGAG9533.line(&[&self.settings.agent, &how, &user]);
        log(&text);
        self.queues
            .reply(id, stop.reply.as_ref(), 0, &[&text], log)?;
        self.queues.commit()?;
        self.ends_at_once |= stop.immediately;
        self.stop();
        Ok(())
    }

    fn cancel(
        &mut self,
        id: TransferId,
        cancel: &Cancel,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let transfer = cancel.transfer;
        let mut text = BFGTR9509.line(&[&transfer, &cancel.originator.user_id]);
        // It is kept, and said to the other agent.
        text.truncate(text.floor_char_boundary(TEXT_BYTES_MAX));
        let (result_code, answer) = match self.cancel_transfer(transfer, &text, now_ms, log)? {
            Cancelling::Begun => (0, &BFGCL9526.line(&[])),
            Cancelling::UnderWay => (ResultCode::CancelUnderWay.number(), &BFGCL9527.line(&[])),
            Cancelling::Unknown => (ResultCode::CancelUnknown.number(), &BFGCL9528.line(&[])),
        };
        self.queues
            .reply(id, cancel.reply.as_ref(), result_code, &[answer], log)?;
        self.queues.commit()
    }

    /// A transfer from this agent rests, or goes on. Commits.
    fn pause(
        &mut self,
        id: TransferId,
        pause: &PauseTransfer,
        user: &str,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let transfer = pause.transfer;
        let (result_code, answer) = match self.sources.get_mut(&transfer) {
            None => (ResultCode::CancelUnknown.number(), BFGCL9553.line(&[])),
            Some(source) if !source.may_be_paused() => {
                (ResultCode::CancelUnderWay.number(), BFGCL9552.line(&[]))
            }
            Some(source) => {
                let (told, answer) = match pause.rests {
                    true => (BFGTR9512.line(&[&transfer, &user]), BFGCL9550.line(&[])),
                    false => (BFGTR9513.line(&[&transfer, &user]), BFGCL9551.line(&[])),
                };
                match pause.rests {
                    true => {
                        let mut files = source.files(&self.files, &self.settings);
                        source.pause(&mut files);
                    }
                    false => source.kept.paused = false,
                }
                source.keep(&mut self.queues)?;
                self.changed = true;
                log(&told);
                (0, answer)
            }
        };
        self.queues
            .reply(id, pause.reply.as_ref(), result_code, &[&answer], log)?;
        self.queues.commit()
    }

    /// Has a transfer end, at its source or its destination; in the unit of work.
    pub(super) fn cancel_transfer(
        &mut self,
        transfer: TransferId,
        text: &str,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<Cancelling, MqError> {
        let Some(mut source) = self.sources.remove(&transfer) else {
            let Some(destination) = self.destinations.get(&transfer) else {
                return Ok(Cancelling::Unknown);
            };
            let body = ControlBody::Cancel {
                code: CANCELLED,
                text: text.to_owned(),
            };
            let to = destination.kept.source.clone();
            let control = super::message::Control {
                transfer,
                epoch: destination.kept.epoch,
                from: self.queues.own().clone(),
                body,
            };
            let _ = self.queues.say(&to, Theirs::Command, &control)?;
            return Ok(Cancelling::Begun);
        };
        if matches!(source.kept.phase, Phase::Cancelled(..) | Phase::Ending) {
            self.sources.insert(transfer, source);
            return Ok(Cancelling::UnderWay);
        }
        self.changed = true;
        if let Flow::Calling(calling) = &source.flow {
            calling.stop(&mut *self.programs);
        }
        if source.kept.phase == Phase::New {
            // No data was sent: it can end here at once, and a destination that knows of it hears that it is over.
            let cancelled = Some((CANCELLED, text.to_owned()));
            self.conclude(source, cancelled, now_ms, log)?;
            return Ok(Cancelling::Begun);
        }
        source.kept.phase = Phase::Cancelled(CANCELLED, text.to_owned());
        source.unshare(&mut self.files);
        source.keep(&mut self.queues)?;
        source.say_cancel(&mut self.queues, now_ms)?;
        self.sources.insert(transfer, source);
        Ok(Cancelling::Begun)
    }
}

/// That a transfer was not begun is told in the audit: what its trigger asks was not so, and nobody wants it not told.
fn is_told(transfer: &ManagedTransfer, refusal: &Refusal) -> bool {
    let log = transfer.trigger.as_ref().and_then(|trigger| trigger.log);
    refusal.code == ResultCode::TriggerNotMet && log != Some(false)
}

/// What came of it.
pub(super) enum Cancelling {
    Begun,
    UnderWay,
    Unknown,
}

/// Who is to hear how a request went, where that can be read: it may be no request at all.
fn reply_to(tree: &Element) -> Option<ReplyTo> {
    let kinds = ["managedTransfer", "managedCall", "deleteScheduledTransfer"];
    let inside = kinds.into_iter().filter_map(|kind| tree.child(kind));
    let mut places = std::iter::once(tree).chain(inside);
    places.find_map(|element| ReplyTo::read_in(element).ok().flatten())
}

fn malformed(problem: &xml::Problem) -> Refusal {
    Refusal {
        code: ResultCode::Malformed,
        text: BFGRP9002.line(&[&problem]),
    }
}
