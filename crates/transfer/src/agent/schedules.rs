//! The schedules of an agent: kept, run when they are due, published.
//!
//! A time that is due becomes a request at the agent's own command queue, in the unit of work that keeps that the time has been dealt with: so
//! each time is a transfer at most once, whatever ends when, and the transfer has an identifier of its own.

use super::context::Context;
use super::events::{Event, KeptSchedule, decode_numbers};
use super::files::Files;
use super::message::NotUnderstood;
use super::refusal::{Refusal, refusal};
use super::telling::Log;
use crate::audit::{ScheduleAction, ScheduleLog, ScheduledTransfer, Schedules as List};
use crate::code::ResultCode;
use crate::control::Status;
use crate::generated::notices::{
    BFGSC9500, BFGSC9501, BFGSC9502, BFGSC9503, BFGSC9504, BFGSC9505, BFGSC9506, BFGSC9507,
    BFGSC9508, BFGSC9509, BFGSC9510,
};
use crate::party::{Originator, TransferId};
use crate::request::{DeleteScheduledTransfer, ManagedTransfer, Request};
use crate::schedule::{Moment, Schedule, TimeBase, Zone};
use ferromq_mqi::call::GetReply;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::session::{Connected, MqError};
use std::collections::BTreeMap;

/// Schedules an agent keeps, at most.
const SCHEDULES_MAX: usize = 1_000;
/// A list of schedules is no longer than about this, bytes: it is one message. Those that are due last are left out.
const LIST_BYTES_MAX: usize = 3 << 20;
/// A request that the command queue did not take is made again after so long.
const AGAIN_MS: u64 = 10_000;

/// A schedule of this agent.
#[derive(Debug)]
struct Scheduled {
    kept: KeptSchedule,
    /// What is to happen.
    transfer: ManagedTransfer,
    schedule: Schedule,
    zone: Zone,
    /// When it is due: milliseconds since 1970.
    due_ms: u64,
}

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Scheduler {
    all: BTreeMap<u32, Scheduled>,
    /// The number that was given last.
    last: u32,
}

impl Scheduler {
    /// Who has made a schedule.
    pub(super) fn owner(&self, number: u32) -> Option<&str> {
        let scheduled = self.all.get(&number)?;
        Some(scheduled.kept.user.as_str())
    }

    pub(super) fn due_ms(&self) -> u64 {
        let due = self.all.values().map(|one| one.due_ms);
        due.min().unwrap_or(u64::MAX)
    }
}

impl Scheduled {
    /// What is kept of one says what it is.
    fn new(files: &mut impl Files, kept: KeptSchedule) -> Result<Self, Refusal> {
        let (code, request) = (ResultCode::Malformed, Request::parse(&kept.request));
        let transfer = match request {
            Ok(Request::ManagedTransfer(transfer)) => *transfer,
            _ => return refusal(code, BFGSC9501.line(&[])),
        };
        let Some(schedule) = transfer.schedule.clone() else {
            return refusal(code, BFGSC9501.line(&[]));
        };
        let zone = zone_of(files, &schedule)?;
        let mut scheduled = Self {
            kept,
            transfer,
            schedule,
            zone,
            due_ms: 0,
        };
        scheduled.set_due();
        Ok(scheduled)
    }

    fn set_due(&mut self) {
        let due_s = self.schedule.due_s(&self.zone, self.kept.next);
        let due_s = due_s.and_then(|due_s| u64::try_from(due_s).ok());
        self.due_ms = due_s.map_or(u64::MAX, |due_s| due_s.saturating_mul(1_000));
    }

    /// Deals with the times of a schedule that have come, in the unit of work. Whether it is over.
    fn is_over<C: Connected, F: Files>(
        &mut self,
        context: &mut Context<'_, C, F>,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<bool, MqError> {
        let (kept, zone) = (&mut self.kept, &self.zone);
        let verdict = self.schedule.verdict(zone, kept.next, seconds(now_ms));
        let Some(verdict) = verdict else {
            // A clock was set back since.
            self.set_due();
            return Ok(false);
        };
        let number = kept.number;
        if verdict.runs {
            let mut transfer = self.transfer.clone();
            (transfer.schedule, transfer.reply) = (None, None);
            let xml = Request::ManagedTransfer(Box::new(transfer)).to_xml();
            match context.queues.ask_self(&kept.user, Some(number), xml)? {
                Ok(transfer) => log(&BFGSC9508.line(&[&number, &transfer])),
                Err(reason) => {
                    log(&BFGSC9509.line(&[&number, &reason]));
                    context.queues.back_out()?;
                    self.due_ms = now_ms.saturating_add(AGAIN_MS);
                    return Ok(false);
                }
            }
        }
        let id = kept.id;
        if let Some(next) = verdict.next {
            kept.next = next;
            let body = kept.encode(context.queues.own());
            context.queues.keep_event(id, Event::Schedule, body)?;
            self.set_due();
        } else {
            context.queues.forget_event(id, Event::Schedule)?;
        }
        if verdict.missed > 0 {
            let text = BFGSC9510.line(&[&verdict.missed, &number]);
            log(&text);
            let told = (0, text.as_str());
            self.tell(context, ScheduleAction::Skipped, told, now_ms, log)?;
        }
        if verdict.next.is_none() {
            self.tell(context, ScheduleAction::Expire, (0, ""), now_ms, log)?;
        }
        Ok(verdict.next.is_none())
    }

    /// Publishes what happened to a schedule, in the unit of work.
    fn tell<C: Connected, F: Files>(
        &self,
        context: &mut Context<'_, C, F>,
        action: ScheduleAction,
        (result_code, text): (i32, &str),
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let transfer = &self.transfer;
        let text = (!text.is_empty()).then(|| text.to_owned());
        let told = ScheduleLog {
            id: u64::from(self.kept.number),
            originator: Originator {
                mqmd_user_id: Some(self.kept.user.clone()),
                ..transfer.originator.clone()
            },
            action,
            time: Moment::at_ms(now_ms),
            schedule: transfer.schedule.clone(),
            source_agent: Some(transfer.source_agent.clone()),
            destination_agent: Some(transfer.destination_agent.clone()),
            status: Status {
                result_code,
                supplements: text.into_iter().collect(),
            },
            priority: transfer.set.priority,
            metadata: transfer.set.metadata.clone(),
            items: transfer.set.items.clone(),
            job: transfer.job.clone(),
        };
        let topic = context.settings.log_topic(told.id);
        context.queues.tell(&topic, false, &told.to_xml(), log)
    }
}

impl Scheduler {
    /// Takes up a schedule, or the numbers, from what is kept.
    pub(super) fn sort(
        &mut self,
        files: &mut impl Files,
        message: &GetReply,
        event: Event,
        log: Log<'_>,
    ) -> Result<(), NotUnderstood> {
        let order = ByteOrder::from_encoding(message.descriptor.encoding);
        if event == Event::Numbers {
            let last = decode_numbers(&message.body, order)?;
            self.last = self.last.max(last);
            return Ok(());
        }
        let kept = KeptSchedule::decode(&message.body, order)?;
        let number = kept.number;
        self.last = self.last.max(number);
        match Scheduled::new(files, kept) {
            Ok(scheduled) => drop(self.all.insert(number, scheduled)),
            // It stays: with a newer version, or its time zone, it goes on.
            Err(refusal) => log(&BFGSC9500.line(&[&number, &refusal.text])),
        }
        Ok(())
    }

    /// Keeps a transfer that is to happen later, and answers. Commits.
    pub(super) fn add<C: Connected, F: Files>(
        &mut self,
        context: &mut Context<'_, C, F>,
        id: TransferId,
        transfer: &ManagedTransfer,
        (user, request): (String, &[u8]),
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        if self.all.values().any(|one| one.kept.id == id) {
            return context.queues.commit();
        }
        let scheduled = match self.new_schedule(context, id, transfer, (user, request), now_ms) {
            Ok(scheduled) => scheduled,
            Err(refusal) => return context.refuse(id, transfer.reply.as_ref(), refusal, log),
        };
        let number = scheduled.kept.number;
        let body = scheduled.kept.encode(context.queues.own());
        context.queues.keep_event(id, Event::Schedule, body)?;
        context.queues.keep_numbers(number)?;
        let first = Moment::at_ms(scheduled.due_ms);
        let text = BFGSC9503.line(&[&number, &first]);
        log(&text);
        scheduled.tell(context, ScheduleAction::Submit, (0, &text), now_ms, log)?;
        self.last = number;
        self.all.insert(number, scheduled);
        self.publish(context, log)?;
        context
            .queues
            .reply(id, transfer.reply.as_ref(), 0, &[&text], log)?;
        context.queues.commit()
    }

    fn new_schedule<C: Connected, F: Files>(
        &self,
        context: &mut Context<'_, C, F>,
        id: TransferId,
        transfer: &ManagedTransfer,
        (user, request): (String, &[u8]),
        now_ms: u64,
    ) -> Result<Scheduled, Refusal> {
        context.settings.check_request(transfer, request)?;
        if self.all.len() >= SCHEDULES_MAX {
            let text = BFGSC9504.line(&[&SCHEDULES_MAX]);
            return refusal(ResultCode::SourceCapacity, text);
        }
        let Some(number) = self.last.checked_add(1).filter(|it| *it < i32::MAX as u32) else {
            return refusal(ResultCode::SourceCapacity, BFGSC9504.line(&[&i32::MAX]));
        };
        let mut scheduled = Scheduled::new(
            context.files,
            KeptSchedule {
                id,
                number,
                user,
                next: 0,
                request: request.to_vec(),
            },
        )?;
        let first = scheduled
            .schedule
            .first_from(&scheduled.zone, seconds(now_ms));
        match first {
            Some(first) => scheduled.kept.next = first,
            None => {
                return refusal(
                    ResultCode::Failed,
                    BFGSC9505.line(&[&scheduled.schedule.start]),
                );
            }
        }
        scheduled.set_due();
        Ok(scheduled)
    }

    /// Forgets a schedule, and answers. Commits.
    pub(super) fn delete<C: Connected, F: Files>(
        &mut self,
        context: &mut Context<'_, C, F>,
        id: TransferId,
        delete: &DeleteScheduledTransfer,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let number = u32::try_from(delete.id).unwrap_or(0);
        let Some(mut scheduled) = self.all.remove(&number) else {
            let text = BFGSC9506.line(&[&delete.id]);
            let refusal = Refusal {
                code: ResultCode::Failed,
                text,
            };
            return context.refuse(id, delete.reply.as_ref(), refusal, log);
        };
        let text = BFGSC9507.line(&[&number, &delete.originator.user_id]);
        log(&text);
        context
            .queues
            .forget_event(scheduled.kept.id, Event::Schedule)?;
        scheduled.transfer.originator = delete.originator.clone();
        scheduled.tell(context, ScheduleAction::Delete, (0, &text), now_ms, log)?;
        self.publish(context, log)?;
        context
            .queues
            .reply(id, delete.reply.as_ref(), 0, &[&text], log)?;
        context.queues.commit()
    }

    /// Does what is due. Whether something was.
    pub(super) fn step<C: Connected, F: Files>(
        &mut self,
        context: &mut Context<'_, C, F>,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<bool, MqError> {
        if now_ms < self.due_ms() {
            return Ok(false);
        }
        let due = self.all.iter();
        let due = due.filter(|(_, one)| one.due_ms <= now_ms);
        // One in each turn: others have theirs.
        let Some(number) = due.map(|(number, _)| *number).next() else {
            return Ok(false);
        };
        let Some(mut scheduled) = self.all.remove(&number) else {
            return Ok(false);
        };
        if !scheduled.is_over(context, now_ms, log)? {
            self.all.insert(number, scheduled);
        }
        self.publish(context, log)?;
        context.queues.commit()?;
        Ok(true)
    }

    /// Publishes all schedules, in the unit of work.
    pub(super) fn publish<C: Connected, F: Files>(
        &self,
        context: &mut Context<'_, C, F>,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let mut all: Vec<_> = self.all.values().collect();
        all.sort_by_key(|one| one.due_ms);
        let mut bytes = 0;
        let fits = |one: &&Scheduled| {
            bytes += one.kept.request.len();
            bytes <= LIST_BYTES_MAX
        };
        let mut transfers: Vec<_> = all.into_iter().take_while(fits).map(listed).collect();
        transfers.sort_by_key(|one| one.id);
        let list = List {
            agent: context.settings.agent.clone(),
            transfers,
        };
        let topic = format!("Scheduler/{}", context.settings.agent);
        context.queues.tell(&topic, true, &list.to_xml(), log)
    }
}

fn zone_of(files: &mut impl Files, schedule: &Schedule) -> Result<Zone, Refusal> {
    let name = match schedule.time_base {
        TimeBase::Utc => return Ok(Zone::utc()),
        // This is the source.
        TimeBase::Source => None,
        TimeBase::Admin => schedule.time_zone.as_deref(),
    };
    if let Some(zone) = name.and_then(Zone::of_offset) {
        return Ok(zone);
    }
    let unknown = |why: &dyn std::fmt::Display| {
        let name = name.unwrap_or("of this machine");
        refusal(ResultCode::Failed, BFGSC9502.line(&[&name, why]))
    };
    if name.is_some_and(|name| !Zone::is_name(name)) {
        return unknown(&"it is no name of one");
    }
    match files.time_zone(name) {
        Ok(bytes) => Zone::read(&bytes).or_else(|error| unknown(&error)),
        Err(error) => unknown(&error),
    }
}

fn listed(one: &Scheduled) -> ScheduledTransfer {
    let mut transfer = one.transfer.clone();
    transfer.reply = None;
    ScheduledTransfer {
        id: u64::from(one.kept.number),
        next: (one.due_ms < u64::MAX).then(|| Moment::at_ms(one.due_ms)),
        transfer,
    }
}

fn seconds(ms: u64) -> i64 {
    i64::try_from(ms / 1_000).unwrap_or(i64::MAX)
}
