//! The monitors of an agent: made, deleted, started and stopped; kept and published. What they do is in [`poll`].

mod monitored;
mod poll;
mod polling;
mod queue;
mod remembered;
mod values;

use super::context::Context;
use super::events::{Event, KeptMonitor, decode_entries};
use super::files::{FileKind, Files};
use super::message::NotUnderstood;
use super::queues::Queues;
use super::refusal::{Refusal, refusal};
use super::sandbox::Access;
use super::state::REQUEST_BYTES_MAX;
use super::telling::Log;
use crate::code::ResultCode;
use crate::generated::notices::{
    BFGCH9500, BFGCH9501, BFGDM9500, BFGDM9501, BFGDM9505, BFGDM9506, BFGDM9507, BFGDM9508,
    BFGDM9509, BFGDM9510, BFGDM9511, BFGDM9512, BFGDM9515, BFGDM9520,
};
use crate::monitor::{
    DeleteMonitor, Monitor, MonitorAction, MonitorOrder, MonitorOrderKind, Resource,
};
use crate::party::{QueueAddress, ReplyTo, TransferId};
use crate::watch::Entry;
use ferromq_mqi::Reason;
use ferromq_mqi::call::GetReply;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::session::{Connected, MqError};
use monitored::{MonitorLogEntry, Monitored, Watched, topic};
use polling::{Job, Stage};
use std::collections::BTreeMap;

/// Monitors an agent has, at most.
const MONITORS_MAX: usize = 500;
/// Longest name of a monitor, characters.
const NAME_LEN_MAX: usize = 256;

/// See the module.
#[derive(Debug)]
pub(super) struct Watchers<W> {
    all: BTreeMap<String, Monitored<W>>,
    /// The one whose turn was last.
    last: String,
    /// What is kept of histories, until all of it has been read.
    parts: BTreeMap<TransferId, BTreeMap<Event, Vec<Entry>>>,
}

impl<W> Watchers<W> {
    /// Who has made a monitor.
    pub(super) fn owner(&self, name: &str) -> Option<&str> {
        let monitored = self.all.get(name)?;
        Some(monitored.kept.user.as_str())
    }
}

impl<W> Default for Watchers<W> {
    fn default() -> Self {
        Self {
            all: BTreeMap::new(),
            last: String::new(),
            parts: BTreeMap::new(),
        }
    }
}

impl<W> Watchers<W> {
    /// Takes up what is kept of monitors.
    pub(super) fn sort<C: Connected, F: Files<Walk = W>>(
        &mut self,
        context: &mut Context<'_, C, F>,
        message: &GetReply,
        event: Event,
        log: Log<'_>,
    ) -> Result<(), NotUnderstood> {
        let order = ByteOrder::from_encoding(message.descriptor.encoding);
        let id = TransferId(message.descriptor.msg_id);
        if event != Event::Monitor {
            let entries = decode_entries(&message.body, order)?;
            self.parts.entry(id).or_default().insert(event, entries);
            return Ok(());
        }
        let kept = KeptMonitor::decode(&message.body, order)?;
        let monitored = match Monitor::parse(&kept.request) {
            Ok(monitor) => Monitored::new(context.settings, kept, monitor),
            Err(problem) => refusal(ResultCode::Malformed, BFGDM9500.line(&[&problem])),
        };
        match monitored {
            Ok(monitored) => {
                let name = monitored.monitor.name.clone();
                self.all.insert(name, monitored);
            }
            Err(refusal) => log(&BFGDM9501.line(&[&id, &refusal.text])),
        }
        Ok(())
    }

    /// Everything that is kept was read: histories are put together, and monitors published. In the unit of work.
    pub(super) fn take_up<C: Connected, F: Files<Walk = W>>(
        &mut self,
        context: &mut Context<'_, C, F>,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let mut parts = std::mem::take(&mut self.parts);
        let names: Vec<_> = self.all.keys().cloned().collect();
        for name in names {
            let Some(mut monitored) = self.all.remove(&name) else {
                continue;
            };
            let id = monitored.kept.id;
            if let Some(parts) = parts.remove(&id) {
                let restores = (&monitored.kept, monitored.watched.history());
                monitored
                    .remembered
                    .restore(context.queues, restores, parts)?;
            }
            monitored.publish(context, log)?;
            self.all.insert(name, monitored);
        }
        // Those of monitors that were deleted with an agent between.
        for (id, parts) in parts {
            for event in parts.into_keys() {
                context.queues.forget_event(id, event)?;
            }
        }
        Ok(())
    }

    /// Makes a monitor, and answers. Commits.
    pub(super) fn create<C: Connected, F: Files<Walk = W>>(
        &mut self,
        context: &mut Context<'_, C, F>,
        id: TransferId,
        monitor: Monitor,
        (user, request): (String, &[u8]),
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let reply = monitor.reply.clone();
        if self.all.values().any(|one| one.kept.id == id) {
            return context.queues.commit();
        }
        let made = self.new_monitor(context, id, monitor, (user, request));
        let mut monitored = match made {
            Ok(monitored) => monitored,
            Err(refusal) => return context.refuse(id, reply.as_ref(), refusal, log),
        };
        if let Some(refusal) = queue_problem(context, &monitored)? {
            return context.refuse(id, reply.as_ref(), refusal, log);
        }
        let name = monitored.monitor.name.clone();
        if let Some(before) = self.all.remove(&name) {
            replace(context.queues, &mut monitored, before)?;
        }
        let text = BFGDM9505.line(&[&name, &monitored.kept.user]);
        let actions = [MonitorAction::Create, MonitorAction::Start];
        let done = (actions.as_slice(), text.as_str());
        self.keep(context, (id, reply.as_ref()), monitored, done, now_ms, log)
    }

    /// Keeps a monitor as it is from now on, tells what was done with it, and answers. Commits.
    fn keep<C: Connected, F: Files<Walk = W>>(
        &mut self,
        context: &mut Context<'_, C, F>,
        (id, reply): (TransferId, Option<&ReplyTo>),
        monitored: Monitored<W>,
        (actions, text): (&[MonitorAction], &str),
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let body = monitored.kept.encode(context.queues.own());
        context
            .queues
            .keep_event(monitored.kept.id, Event::Monitor, body)?;
        log(text);
        for action in actions {
            monitored.tell(context, &MonitorLogEntry::well(*action, id), now_ms, log)?;
        }
        monitored.publish(context, log)?;
        let name = monitored.monitor.name.clone();
        self.all.insert(name, monitored);
        context.queues.reply(id, reply, 0, &[text], log)?;
        context.queues.commit()
    }

    fn new_monitor<C: Connected, F: Files<Walk = W>>(
        &self,
        context: &mut Context<'_, C, F>,
        id: TransferId,
        monitor: Monitor,
        (user, request): (String, &[u8]),
    ) -> Result<Monitored<W>, Refusal> {
        let own = context.queues.own().clone();
        if !monitor.agent.eq_ignore_ascii_case(&own.agent) {
            let text = BFGCH9500.line(&[&monitor.agent, &"", &own.agent, &own.q_mgr]);
            return refusal(ResultCode::WrongAgent, text);
        }
        if request.len() > REQUEST_BYTES_MAX {
            let text = BFGCH9501.line(&[&REQUEST_BYTES_MAX]);
            return refusal(ResultCode::Malformed, text);
        }
        let fits = |char: char| !char.is_control() && !matches!(char, '*' | '?' | '/' | '#' | '+');
        let name = &monitor.name;
        if name.chars().count() > NAME_LEN_MAX || !name.chars().all(fits) {
            return refusal(ResultCode::Malformed, BFGDM9506.line(&[&NAME_LEN_MAX]));
        }
        let is_there = self.all.contains_key(name);
        if is_there && monitor.overwrite != Some(true) {
            return refusal(ResultCode::MonitorExists, BFGDM9507.line(&[name]));
        }
        if !is_there && self.all.len() >= MONITORS_MAX {
            return refusal(ResultCode::Failed, BFGDM9508.line(&[&MONITORS_MAX]));
        }
        let kept = KeptMonitor {
            id,
            user,
            started: true,
            writing: 0,
            chunks: 0,
            changes_from: 0,
            request: request.to_vec(),
        };
        let monitored = Monitored::new(context.settings, kept, monitor)?;
        if let Watched::Directory { path, .. } = &monitored.watched {
            let facts = context.files_of(&monitored.kept.user).facts(path);
            if !matches!(facts, Ok(facts) if facts.kind == FileKind::Directory) {
                let text = BFGDM9509.line(&[path]);
                return refusal(ResultCode::MonitorResource, text);
            }
        }
        Ok(monitored)
    }

    /// Deletes a monitor, and answers. Commits.
    pub(super) fn delete<C: Connected, F: Files<Walk = W>>(
        &mut self,
        context: &mut Context<'_, C, F>,
        id: TransferId,
        delete: &DeleteMonitor,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let Some(mut monitored) = self.all.remove(&delete.name) else {
            return no_monitor(context, id, &delete.name, delete.reply.as_ref(), log);
        };
        monitored
            .remembered
            .forget_all(context.queues, &monitored.kept)?;
        context
            .queues
            .forget_event(monitored.kept.id, Event::Monitor)?;
        let text = BFGDM9510.line(&[&delete.name, &delete.originator.user_id]);
        log(&text);
        monitored.monitor.originator = delete.originator.clone();
        let entry = MonitorLogEntry::well(MonitorAction::Delete, id);
        monitored.tell(context, &entry, now_ms, log)?;
        let topic = topic(context.settings, &delete.name);
        context.queues.untell(&topic, log)?;
        context
            .queues
            .reply(id, delete.reply.as_ref(), 0, &[&text], log)?;
        context.queues.commit()
    }

    /// Starts or stops a monitor, or has it forget, and answers. Commits.
    pub(super) fn order<C: Connected, F: Files<Walk = W>>(
        &mut self,
        context: &mut Context<'_, C, F>,
        id: TransferId,
        order: &MonitorOrder,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let Some(mut monitored) = self.all.remove(&order.name) else {
            return no_monitor(context, id, &order.name, order.reply.as_ref(), log);
        };
        let (what, action) = match order.kind {
            MonitorOrderKind::Start => ("started", Some(MonitorAction::Start)),
            MonitorOrderKind::Stop => ("stopped", Some(MonitorAction::Stop)),
            MonitorOrderKind::ClearHistory => ("made to forget", None),
        };
        match order.kind {
            MonitorOrderKind::ClearHistory => {
                monitored
                    .remembered
                    .forget_all(context.queues, &monitored.kept)?;
                monitored.forget();
            }
            kind => {
                monitored.kept.started = kind == MonitorOrderKind::Start;
                monitored.polling.rest(0);
            }
        }
        let text = BFGDM9512.line(&[&order.name, &what, &order.originator.user_id]);
        let done = (action.as_slice(), text.as_str());
        self.keep(
            context,
            (id, order.reply.as_ref()),
            monitored,
            done,
            now_ms,
            log,
        )
    }

    /// When there is something to do.
    pub(super) fn due_ms(&self) -> u64 {
        let due = self.all.values().filter(|one| one.kept.started);
        due.map(|one| one.polling.due_ms())
            .min()
            .unwrap_or(u64::MAX)
    }

    /// Whose turn it is: they take turns.
    fn turn(&self, now_ms: u64) -> Option<String> {
        let wants = |(name, one): (&String, &Monitored<W>)| {
            (one.kept.started && one.polling.wants(now_ms)).then(|| name.clone())
        };
        let behind = (
            std::ops::Bound::Excluded(self.last.clone()),
            std::ops::Bound::Unbounded,
        );
        let mut behind = self.all.range(behind);
        behind
            .find_map(wants)
            .or_else(|| self.all.iter().find_map(wants))
    }

    /// Has a monitor do some of what it has to do. Whether one had.
    pub(super) fn step<C: Connected, F: Files<Walk = W>>(
        &mut self,
        context: &mut Context<'_, C, F>,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<bool, MqError> {
        if context.settings.monitor_hints {
            self.take_hints(context, now_ms);
        }
        let Some(name) = self.turn(now_ms) else {
            return Ok(false);
        };
        let Some(mut monitored) = self.all.remove(&name) else {
            return Ok(false);
        };
        monitored.step(context, now_ms, log)?;
        self.last.clone_from(&name);
        self.all.insert(name, monitored);
        Ok(true)
    }

    /// What the system tells of directories is taken up before the next poll, where a task takes one file.
    fn take_hints<C: Connected, F: Files<Walk = W>>(
        &mut self,
        context: &mut Context<'_, C, F>,
        now_ms: u64,
    ) {
        let mut found = Vec::new();
        for monitored in self.all.values_mut() {
            let polling = &mut monitored.polling;
            let Watched::Directory { path, watch, .. } = &mut monitored.watched else {
                continue;
            };
            let rests = matches!(polling.stage, Stage::Rest) && polling.ready.is_empty();
            let takes = monitored.kept.started && rests && watch.takes_hints();
            if !takes || polling.batch_max > 1 || polling.is_due(now_ms) {
                continue;
            }
            found.clear();
            context.files.noticed(path, &mut found);
            let user = &monitored.kept.user;
            let mut files = context.files_of(user);
            found.retain(|one| files.facts(&one.path).is_ok());
            for one in found.drain(..) {
                if watch.see(&one) {
                    polling.ready.push_back(Job::Files(vec![one]));
                }
            }
        }
    }
}

/// Why the queue of a new monitor cannot be looked at.
fn queue_problem<C: Connected, F: Files>(
    context: &mut Context<'_, C, F>,
    monitored: &Monitored<F::Walk>,
) -> Result<Option<Refusal>, MqError> {
    let Resource::Queue(queue) = &monitored.monitor.resource else {
        return Ok(None);
    };
    if !context.settings.queues_may_be_ends {
        let code = ResultCode::MonitorQueueDisabled;
        let text = BFGDM9515.line(&[queue]);
        return Ok(Some(Refusal { code, text }));
    }
    let address = QueueAddress::from_text(queue);
    let user = &monitored.kept.user;
    let kept = context
        .settings
        .keeps_from_queue(user, Access::Read, &address);
    if let Some(why) = kept {
        let code = ResultCode::MonitorQueueFailed;
        let text = BFGDM9520.line(&[&monitored.monitor.name, &queue, &why]);
        return Ok(Some(Refusal { code, text }));
    }
    let Err(reason) = context.queues.first_messages(queue, false, 1)? else {
        return Ok(None);
    };
    let code = match reason {
        Reason::UNKNOWN_OBJECT_NAME => ResultCode::MonitorQueueUnknown,
        Reason::OBJECT_IN_USE => ResultCode::MonitorQueueInUse,
        _ => ResultCode::MonitorQueueFailed,
    };
    let text = BFGDM9520.line(&[&monitored.monitor.name, &queue, &reason]);
    Ok(Some(Refusal { code, text }))
}

/// A monitor takes the place of one of its name, and what that has remembered, unless that is to be forgotten. In the unit of work.
fn replace<C: Connected, W>(
    queues: &mut Queues<C>,
    monitored: &mut Monitored<W>,
    before: Monitored<W>,
) -> Result<(), MqError> {
    let id = before.kept.id;
    if monitored.monitor.clear_history == Some(true) {
        before.remembered.forget_all(queues, &before.kept)?;
        queues.forget_event(id, Event::Monitor)?;
        return Ok(());
    }
    monitored.kept.id = id;
    monitored.kept.writing = before.kept.writing;
    monitored.kept.chunks = before.kept.chunks;
    monitored.kept.changes_from = before.kept.changes_from;
    let history = match before.watched {
        Watched::Directory { watch, .. } => watch.history,
        Watched::Queue(queue) => queue.history,
    };
    monitored.watched.set_history(history);
    // A writing that was under way is begun again when it is time.
    before.remembered.forget_unfinished(queues, &before.kept)?;
    monitored.remembered = before.remembered.without_writing();
    Ok(())
}

fn no_monitor<C: Connected, F: Files>(
    context: &mut Context<'_, C, F>,
    id: TransferId,
    name: &str,
    reply: Option<&ReplyTo>,
    log: Log<'_>,
) -> Result<(), MqError> {
    let refusal = Refusal {
        code: ResultCode::MonitorUnknown,
        text: BFGDM9511.line(&[&name]),
    };
    context.refuse(id, reply, refusal, log)
}
