//! Requests of users: documents on the command queue.

use super::authority::not_authorized;
use super::calls::check;
use super::checksum::ChecksumMethod;
use super::events::schedule_of;
use super::files::{Files, PATH_BYTES_MAX, Party};
use super::kept::Kept;
use super::message::{AGENT_BYTES_MAX, Said};
use super::messages::{Cutting, Inlet};
use super::plan::{Unplanned, Wanted, plan};
use super::queues::{Theirs, field};
use super::rate;
use super::result::TEXT_BYTES_MAX;
use super::sandbox::Access;
use super::source::{Flow, Source};
use super::state::{Outgoing, Phase, REQUEST_BYTES_MAX, encode_plan};
use super::translation::TextEnds;
use super::{Agent, CANCELLED, Log};
use crate::code::ResultCode;
use crate::control::{Cancel, PingAgent, Reply, StandbyInstance, Status, StopAgent};
use crate::generated::notices::{
    BFGAG9508, BFGAG9533, BFGBR9500, BFGCH9500, BFGCH9501, BFGCH9502, BFGCH9503, BFGCH9504,
    BFGCH9520, BFGCH9521, BFGCH9522, BFGCH9580, BFGCL9525, BFGCL9526, BFGCL9527, BFGCL9528,
    BFGRP9002, BFGRP9004, BFGRP9590, BFGTR9505, BFGTR9506, BFGTR9507, BFGTR9508, BFGTR9509,
    BFGTR9571,
};
use crate::monitor::MonitorRequest;
use crate::party::{AgentAddress, ReplyTo, TransferId};
use crate::pattern::is_met;
use crate::request::{
    DestinationEnd, Disposition, Exist, Item, ManagedTransfer, Mode, Request, SourceEnd,
    SourceKind, SourceQueue, Trigger,
};
use crate::xml;
use ferromq_mqi::call::GetReply;
use ferromq_mqi::generated::constants::MQ_Q_MGR_NAME_LENGTH;
use ferromq_mqi::session::{Connected, MqError};
use std::collections::BTreeMap;

/// Why a request is not taken.
pub(super) struct Refusal {
    pub(super) code: ResultCode,
    pub(super) text: String,
}

pub(super) fn refusal<T>(code: ResultCode, text: impl Into<String>) -> Result<T, Refusal> {
    let text = text.into();
    Err(Refusal { code, text })
}

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
            let reply = ReplyTo::read_in(&tree).ok().flatten();
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
            "pingAgent" => match PingAgent::read(&tree) {
                Ok(ping) => return self.ping(id, &ping, log),
                Err(problem) => Err(problem),
            },
            _ => Request::read(&tree),
        };
        match read {
            Err(problem) => {
                let reply = ReplyTo::read_in(&tree).ok().flatten();
                self.refuse(id, reply.as_ref(), malformed(&problem), log)
            }
            Ok(Request::ManagedTransfer(transfer)) if transfer.schedule.is_some() => {
                let user = field(&message.descriptor.user_identifier);
                self.schedule(id, &transfer, (user, &message.body), now_ms, log)
            }
            Ok(Request::DeleteScheduledTransfer(delete)) => {
                self.delete_schedule(id, &delete, now_ms, log)
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

    fn monitor_request(
        &mut self,
        id: TransferId,
        request: MonitorRequest,
        message: &GetReply,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        match request {
            MonitorRequest::Create(monitor) => {
                let user = field(&message.descriptor.user_identifier);
                self.create_monitor(id, *monitor, (user, &message.body), now_ms, log)
            }
            MonitorRequest::Delete(delete) => self.delete_monitor(id, &delete, now_ms, log),
            MonitorRequest::Order(order) => self.order_monitor(id, &order, now_ms, log),
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
        self.queues.keep(id, Kept::Outgoing, source.kept.encode())?;
        if !matches!(source.flow, Flow::Planning) {
            self.keep_plan(&source)?;
        }
        self.queues.commit()?;
        let (items, to) = (source.items.len(), &source.kept.destination.agent);
        log(&BFGTR9505.line(&[&id, &items, &to, &source.kept.user]));
        self.observe_request(&source, now_ms);
        if !source.is_planning() {
            self.observe_items(&source, now_ms);
        }
        self.sources.insert(id, source);
        self.changed = true;
        Ok(())
    }

    /// Keeps what a transfer is to do, in the unit of work.
    pub(super) fn keep_plan(&mut self, source: &Source<F::Reader>) -> Result<(), MqError> {
        let parts = encode_plan(source.id(), &source.kept.destination, &source.items);
        for (part, body) in (0..).zip(parts) {
            self.queues.keep(source.id(), Kept::Plan(part), body)?;
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
        let wanted = self.check_request(transfer, request)?;
        let waiting = self
            .sources
            .values()
            .filter(|one| one.is_waiting() || one.is_planning())
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
        let mut source = self.source_of(id, transfer, user, request, now_ms);
        source.set_limit(limit);
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
        };
        Source::new(kept, transfer.clone(), Vec::new(), 0, &self.settings)
    }

    /// Files as far as a user may read them.
    pub(super) fn files_of(&self, user: &str) -> F {
        let sandbox = self.settings.sandboxes.of(user, Access::Read);
        self.files.within(&sandbox, Party::Agent, user)
    }

    /// Whether what a trigger asks is so.
    fn is_met(&self, user: &str, trigger: &Trigger) -> bool {
        let mut files = self.files_of(user);
        let mut sizes = BTreeMap::new();
        for name in &trigger.files {
            let facts = files.facts(&self.settings.absolute(name));
            let size = facts.ok().map(|facts| facts.length);
            sizes.insert(name.as_str(), size);
        }
        is_met(trigger, |name| sizes.get(name).copied().flatten())
    }

    /// Whether a request is for this agent.
    pub(super) fn check_named(&self, named: &AgentAddress) -> Result<(), Refusal> {
        let own = self.queues.own().clone();
        if !named.agent.eq_ignore_ascii_case(&own.agent)
            || !(named.q_mgr.is_empty() || named.q_mgr == own.q_mgr)
        {
            let text = BFGCH9500.line(&[&named.agent, &named.q_mgr, &own.agent, &own.q_mgr]);
            return refusal(ResultCode::WrongAgent, text);
        }
        Ok(())
    }

    /// Whether a request for a transfer is for this agent, and can be done: what its items are.
    pub(super) fn check_request(
        &mut self,
        transfer: &ManagedTransfer,
        request: &[u8],
    ) -> Result<Vec<Wanted>, Refusal> {
        self.check_named(&transfer.source_agent)?;
        if request.len() > REQUEST_BYTES_MAX {
            let text = BFGCH9501.line(&[&REQUEST_BYTES_MAX]);
            return refusal(ResultCode::Malformed, text);
        }
        let to = &transfer.destination_agent;
        let q_mgr_bytes_max = MQ_Q_MGR_NAME_LENGTH.unsigned_abs() as usize;
        if to.agent.len() > AGENT_BYTES_MAX || to.q_mgr.len() > q_mgr_bytes_max {
            let text = BFGCH9580.line(&[&AGENT_BYTES_MAX, &q_mgr_bytes_max]);
            return refusal(ResultCode::Malformed, text);
        }
        let set = &transfer.set;
        let programs = [
            &set.pre_source,
            &set.post_source,
            &set.pre_destination,
            &set.post_destination,
        ];
        programs.into_iter().flatten().try_for_each(check)?;
        let wanted = set.items.iter().map(|item| self.wanted(item));
        wanted.collect()
    }

    fn wanted(&self, item: &Item) -> Result<Wanted, Refusal> {
        let mut inlet = None;
        let (kind, source) = match &item.source.end {
            SourceEnd::File { kind, file } => (*kind, self.settings.absolute(&file.path)),
            SourceEnd::Queue(queue) => {
                if matches!(item.destination.end, DestinationEnd::Queue(_)) {
                    let text = &BFGCH9502.line(&[]);
                    return refusal(ResultCode::QueueToQueue, text);
                }
                inlet = Some(self.inlet(queue, item.mode)?);
                (None, queue.queue.to_string())
            }
        };
        let mut queue = None;
        let queue_name;
        let (to_directory, destination) = match &item.destination.end {
            DestinationEnd::File(file) => (false, &file.path),
            DestinationEnd::Directory(_) if inlet.is_some() => {
                return refusal(ResultCode::Malformed, BFGCH9520.line(&[&source]));
            }
            DestinationEnd::Directory(file) => (true, &file.path),
            DestinationEnd::Queue(to) => {
                let cutting = Cutting::of(to);
                if let Err(why) = cutting {
                    return refusal(ResultCode::Malformed, BFGCH9521.line(&[&why]));
                }
                queue_name = to.queue.to_string();
                queue = Some(to.clone());
                (false, &queue_name)
            }
            DestinationEnd::Foreign { kind, .. } => {
                return refusal(
                    ResultCode::Failed,
                    BFGCH9503.line(&[&format_args!("{kind:?}")]),
                );
            }
        };
        if source.len().max(destination.len()) > PATH_BYTES_MAX {
            let text = BFGCH9504.line(&[&PATH_BYTES_MAX]);
            return refusal(ResultCode::Malformed, text);
        }
        let is_directory = kind == Some(SourceKind::Directory);
        let mut text = text_ends(item);
        if let Some(ends) = &mut text {
            self.settings.set_read(&source, ends);
        }
        Ok(Wanted {
            source,
            is_directory,
            recursive: item.source.recursive,
            delete: item.source.disposition == Disposition::Delete,
            destination: destination.clone(),
            to_directory,
            overwrite: item.destination.exist == Exist::Overwrite,
            text,
            inlet,
            queue,
            checksum: ChecksumMethod::named(item.checksum),
        })
    }

    /// The messages an item begins with.
    fn inlet(&self, queue: &SourceQueue, mode: Mode) -> Result<Inlet, Refusal> {
        if !self.settings.queues_may_be_ends {
            let text = BFGTR9571.line(&[&self.settings.agent]);
            return refusal(ResultCode::NoMessageToFile, text);
        }
        let own = &self.queues.own().q_mgr;
        let at = &queue.queue.q_mgr;
        if !(at.is_empty() || at == own) {
            let text = BFGCH9522.line(&[&queue.queue, own]);
            return refusal(ResultCode::Malformed, text);
        }
        match Inlet::new(queue, mode == Mode::Text) {
            Ok(inlet) => Ok(inlet),
            Err(why) => refusal(ResultCode::Malformed, BFGCH9521.line(&[&why])),
        }
    }

    /// Answers that a request is not taken. Commits.
    pub(super) fn refuse(
        &mut self,
        id: TransferId,
        reply: Option<&ReplyTo>,
        refusal: Refusal,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        log(&format!(
            "{} Request {id} is refused with code {}.",
            refusal.text,
            refusal.code.number()
        ));
        self.publish_refused(id, refusal.code, &refusal.text, log)?;
        self.answer(id, reply, refusal.code.number(), &[&refusal.text], log)?;
        self.queues.commit()
    }

    /// Answers a request, if that is wanted, in the unit of work.
    pub(super) fn answer(
        &mut self,
        id: TransferId,
        reply: Option<&ReplyTo>,
        result_code: i32,
        texts: &[&str],
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let Some(reply) = reply else {
            return Ok(());
        };
        let status = Status {
            result_code,
            supplements: texts.iter().map(|text| (*text).to_owned()).collect(),
        };
        let xml = Reply { id, status }.to_xml();
        if let Err(reason) = self.queues.answer(&reply.queue, &reply.q_mgr, id, xml)? {
            let queue = &reply.queue;
            log(&BFGAG9508.line(&[&id, &queue, &reason]));
        }
        Ok(())
    }

    fn ping(&mut self, id: TransferId, ping: &PingAgent, log: Log<'_>) -> Result<(), MqError> {
        self.answer(id, ping.reply.as_ref(), 0, &[&BFGCL9525.line(&[])], log)?;
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
        self.answer(id, stop.reply.as_ref(), 0, &[&text], log)?;
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
        self.answer(id, cancel.reply.as_ref(), result_code, &[answer], log)?;
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
            let said = Said::Cancel {
                code: CANCELLED,
                text: text.to_owned(),
            };
            let to = destination.kept.source.clone();
            let control = super::message::Control {
                transfer,
                epoch: destination.kept.epoch,
                from: self.queues.own().clone(),
                said,
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

/// What a text is and is to become.
fn text_ends(item: &Item) -> Option<TextEnds> {
    if item.mode == Mode::Binary {
        return None;
    }
    let from = match &item.source.end {
        SourceEnd::File { file, .. } => &file.encoding,
        SourceEnd::Queue(queue) => &queue.encoding,
    };
    let (to, line_end) = match &item.destination.end {
        DestinationEnd::File(file) | DestinationEnd::Directory(file) => {
            (&file.encoding, file.line_end)
        }
        DestinationEnd::Queue(queue) => (&queue.encoding, queue.line_end),
        DestinationEnd::Foreign { .. } => (&None, None),
    };
    let name = |named: &Option<String>| named.clone().unwrap_or_default();
    Some(TextEnds {
        from: name(from),
        to: name(to),
        line_end,
    })
}

/// That a transfer was not begun is told in the audit: what its trigger asks was not so, and nobody wants it not told.
fn is_told(transfer: &ManagedTransfer, refusal: &Refusal) -> bool {
    let log = transfer.trigger.as_ref().and_then(|trigger| trigger.log);
    refusal.code == ResultCode::TriggerNotMet && log != Some(false)
}

/// A transfer has more files than it may.
pub(super) fn too_many_files(most: usize) -> Refusal {
    Refusal {
        code: ResultCode::SourceFilesMaximum,
        text: BFGTR9508.line(&[&most]),
    }
}

/// What came of it.
pub(super) enum Cancelling {
    Begun,
    UnderWay,
    Unknown,
}

fn malformed(problem: &xml::Problem) -> Refusal {
    Refusal {
        code: ResultCode::Malformed,
        text: BFGRP9002.line(&[&problem]),
    }
}
