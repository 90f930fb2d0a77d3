//! The schedules of an agent: kept, run when they are due, published.
//!
//! A time that is due becomes a request at the agent's own command queue, in the unit of work that keeps that the time has been dealt with: so
//! each time is a transfer at most once, whatever ends when, and the transfer has an identifier of its own.

use super::events::{Event, KeptSchedule, decode_numbers};
use super::files::Files;
use super::requests::{Refusal, refusal};
use super::{Agent, Log};
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
    fn set_due(&mut self) {
        let due_s = self.schedule.due_s(&self.zone, self.kept.next);
        let due_s = due_s.and_then(|due_s| u64::try_from(due_s).ok());
        self.due_ms = due_s.map_or(u64::MAX, |due_s| due_s.saturating_mul(1_000));
    }
}

impl<C: Connected, F: Files> Agent<C, F> {
    /// Takes up a schedule, or the numbers, from what is kept.
    pub(super) fn sort_schedule(
        &mut self,
        message: &GetReply,
        event: Event,
        log: Log<'_>,
    ) -> Result<(), super::message::NotUnderstood> {
        let order = ByteOrder::from_encoding(message.descriptor.encoding);
        if event == Event::Numbers {
            let last = decode_numbers(&message.body, order)?;
            self.scheduler.last = self.scheduler.last.max(last);
            return Ok(());
        }
        let kept = KeptSchedule::decode(&message.body, order)?;
        let number = kept.number;
        self.scheduler.last = self.scheduler.last.max(number);
        match self.scheduled(kept) {
            Ok(scheduled) => drop(self.scheduler.all.insert(number, scheduled)),
            // It stays: with a newer version, or its time zone, it goes on.
            Err(refusal) => log(&BFGSC9500.line(&[&number, &refusal.text])),
        }
        Ok(())
    }

    fn scheduled(&mut self, kept: KeptSchedule) -> Result<Scheduled, Refusal> {
        let (code, request) = (ResultCode::Malformed, Request::parse(&kept.request));
        let transfer = match request {
            Ok(Request::ManagedTransfer(transfer)) => *transfer,
            _ => return refusal(code, BFGSC9501.line(&[])),
        };
        let Some(schedule) = transfer.schedule.clone() else {
            return refusal(code, BFGSC9501.line(&[]));
        };
        let zone = self.zone_of(&schedule)?;
        let mut scheduled = Scheduled {
            kept,
            transfer,
            schedule,
            zone,
            due_ms: 0,
        };
        scheduled.set_due();
        Ok(scheduled)
    }

    fn zone_of(&mut self, schedule: &Schedule) -> Result<Zone, Refusal> {
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
        match self.files.time_zone(name) {
            Ok(bytes) => Zone::read(&bytes).or_else(|error| unknown(&error)),
            Err(error) => unknown(&error),
        }
    }

    /// Keeps a transfer that is to happen later, and answers. Commits.
    pub(super) fn schedule(
        &mut self,
        id: TransferId,
        transfer: &ManagedTransfer,
        (user, request): (String, &[u8]),
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        if self.scheduler.all.values().any(|one| one.kept.id == id) {
            return self.queues.commit();
        }
        let scheduled = match self.new_schedule(id, transfer, (user, request), now_ms) {
            Ok(scheduled) => scheduled,
            Err(refusal) => return self.refuse(id, transfer.reply.as_ref(), refusal, log),
        };
        let number = scheduled.kept.number;
        let body = scheduled.kept.encode(self.queues.own());
        self.queues.keep_event(id, Event::Schedule, body)?;
        self.queues.keep_numbers(number)?;
        let first = Moment::at_ms(scheduled.due_ms);
        let text = BFGSC9503.line(&[&number, &first]);
        log(&text);
        self.tell_schedule(&scheduled, ScheduleAction::Submit, (0, &text), now_ms, log)?;
        self.scheduler.last = number;
        self.scheduler.all.insert(number, scheduled);
        self.publish_schedules(log)?;
        self.answer(id, transfer.reply.as_ref(), 0, &[&text], log)?;
        self.queues.commit()
    }

    fn new_schedule(
        &mut self,
        id: TransferId,
        transfer: &ManagedTransfer,
        (user, request): (String, &[u8]),
        now_ms: u64,
    ) -> Result<Scheduled, Refusal> {
        self.check_request(transfer, request)?;
        if self.scheduler.all.len() >= SCHEDULES_MAX {
            let text = BFGSC9504.line(&[&SCHEDULES_MAX]);
            return refusal(ResultCode::SourceCapacity, text);
        }
        let Some(number) = self
            .scheduler
            .last
            .checked_add(1)
            .filter(|it| *it < i32::MAX as u32)
        else {
            return refusal(ResultCode::SourceCapacity, BFGSC9504.line(&[&i32::MAX]));
        };
        let mut scheduled = self.scheduled(KeptSchedule {
            id,
            number,
            user,
            next: 0,
            request: request.to_vec(),
        })?;
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
    pub(super) fn delete_schedule(
        &mut self,
        id: TransferId,
        delete: &DeleteScheduledTransfer,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let number = u32::try_from(delete.id).unwrap_or(0);
        let Some(mut scheduled) = self.scheduler.all.remove(&number) else {
            let text = BFGSC9506.line(&[&delete.id]);
            let refusal = Refusal {
                code: ResultCode::Failed,
                text,
            };
            return self.refuse(id, delete.reply.as_ref(), refusal, log);
        };
        let text = BFGSC9507.line(&[&number, &delete.originator.user_id]);
        log(&text);
        self.queues
            .forget_event(scheduled.kept.id, Event::Schedule)?;
        scheduled.transfer.originator = delete.originator.clone();
        self.tell_schedule(&scheduled, ScheduleAction::Delete, (0, &text), now_ms, log)?;
        self.publish_schedules(log)?;
        self.answer(id, delete.reply.as_ref(), 0, &[&text], log)?;
        self.queues.commit()
    }

    /// Does what is due. Whether something was.
    pub(super) fn step_schedules(&mut self, now_ms: u64, log: Log<'_>) -> Result<bool, MqError> {
        if self.stopping || now_ms < self.scheduler.due_ms() {
            return Ok(false);
        }
        let due = self.scheduler.all.iter();
        let due = due.filter(|(_, one)| one.due_ms <= now_ms);
        // One in each turn: others have theirs.
        let Some(number) = due.map(|(number, _)| *number).next() else {
            return Ok(false);
        };
        let Some(mut scheduled) = self.scheduler.all.remove(&number) else {
            return Ok(false);
        };
        if self.is_over(&mut scheduled, now_ms, log)? {
            self.publish_schedules(log)?;
        } else {
            self.scheduler.all.insert(number, scheduled);
            self.publish_schedules(log)?;
        }
        self.queues.commit()?;
        Ok(true)
    }

    /// Deals with the times of a schedule that have come, in the unit of work. Whether it is over.
    fn is_over(
        &mut self,
        scheduled: &mut Scheduled,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<bool, MqError> {
        let (kept, zone) = (&mut scheduled.kept, &scheduled.zone);
        let verdict = scheduled.schedule.verdict(zone, kept.next, seconds(now_ms));
        let Some(verdict) = verdict else {
            // A clock was set back since.
            scheduled.set_due();
            return Ok(false);
        };
        let number = kept.number;
        if verdict.runs {
            let mut transfer = scheduled.transfer.clone();
            (transfer.schedule, transfer.reply) = (None, None);
            let xml = Request::ManagedTransfer(Box::new(transfer)).to_xml();
            match self.queues.ask_self(&kept.user, Some(number), xml)? {
                Ok(transfer) => log(&BFGSC9508.line(&[&number, &transfer])),
                Err(reason) => {
                    log(&BFGSC9509.line(&[&number, &reason]));
                    self.queues.back_out()?;
                    scheduled.due_ms = now_ms.saturating_add(AGAIN_MS);
                    return Ok(false);
                }
            }
        }
        let id = kept.id;
        if let Some(next) = verdict.next {
            kept.next = next;
            let body = kept.encode(self.queues.own());
            self.queues.keep_event(id, Event::Schedule, body)?;
            scheduled.set_due();
        } else {
            self.queues.forget_event(id, Event::Schedule)?;
        }
        if verdict.missed > 0 {
            let text = BFGSC9510.line(&[&verdict.missed, &number]);
            log(&text);
            let told = (0, text.as_str());
            self.tell_schedule(scheduled, ScheduleAction::Skipped, told, now_ms, log)?;
        }
        if verdict.next.is_none() {
            self.tell_schedule(scheduled, ScheduleAction::Expire, (0, ""), now_ms, log)?;
        }
        Ok(verdict.next.is_none())
    }

    /// Publishes what happened to a schedule, in the unit of work.
    fn tell_schedule(
        &mut self,
        scheduled: &Scheduled,
        action: ScheduleAction,
        (result_code, text): (i32, &str),
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let transfer = &scheduled.transfer;
        let text = (!text.is_empty()).then(|| text.to_owned());
        let told = ScheduleLog {
            id: u64::from(scheduled.kept.number),
            originator: Originator {
                mqmd_user_id: Some(scheduled.kept.user.clone()),
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
        let topic = format!("Log/{}/{}", self.settings.agent, told.id);
        self.tell(&topic, false, &told.to_xml(), log)
    }

    /// Publishes all schedules, in the unit of work.
    pub(super) fn publish_schedules(&mut self, log: Log<'_>) -> Result<(), MqError> {
        let mut all: Vec<_> = self.scheduler.all.values().collect();
        all.sort_by_key(|one| one.due_ms);
        let mut bytes = 0;
        let fits = |one: &&Scheduled| {
            bytes += one.kept.request.len();
            bytes <= LIST_BYTES_MAX
        };
        let mut transfers: Vec<_> = all.into_iter().take_while(fits).map(listed).collect();
        transfers.sort_by_key(|one| one.id);
        let list = List {
            agent: self.settings.agent.clone(),
            transfers,
        };
        let topic = format!("Scheduler/{}", self.settings.agent);
        self.tell(&topic, true, &list.to_xml(), log)
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
