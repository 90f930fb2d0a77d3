//! The monitors of an agent: made, deleted, started and stopped; kept and published. What they do is in [`poll`].

mod poll;
mod queue;
mod remembered;
mod values;

use super::events::{Event, KeptMonitor, decode_entries};
use super::files::{FileKind, Files};
use super::message::NotUnderstood;
use super::observer::MonitorEvent;
use super::requests::{Refusal, refusal};
use super::state::REQUEST_BYTES_MAX;
use super::{Agent, Log};
use crate::code::ResultCode;
use crate::control::Status;
use crate::generated::notices::{
    BFGBR9501, BFGCH9500, BFGCH9501, BFGDM9500, BFGDM9501, BFGDM9502, BFGDM9503, BFGDM9504,
    BFGDM9505, BFGDM9506, BFGDM9507, BFGDM9508, BFGDM9509, BFGDM9510, BFGDM9511, BFGDM9512,
    BFGDM9513, BFGDM9514, BFGDM9515, BFGDM9520,
};
use crate::monitor::{
    Condition, Conditions, ContentOrder, DeleteMonitor, Monitor, MonitorAction, MonitorListing,
    MonitorLog, MonitorOrder, MonitorOrderKind, Resource,
};
use crate::party::{Originator, ReplyTo, TransferId};
use crate::request::Request;
use crate::schedule::Moment;
use crate::watch::{Contents, Entry, TaskProblem, TaskTemplate, Watch, unknown_variables};
use ferromq_mqi::Reason;
use ferromq_mqi::call::GetReply;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::session::{Connected, MqError};
use poll::Polling;
use queue::QueueWatch;
use remembered::Remembered;
use std::collections::BTreeMap;

/// Monitors an agent has, at most.
const MONITORS_MAX: usize = 500;
/// Longest name of a monitor, characters.
const NAME_LEN_MAX: usize = 256;
/// What one task takes, at most.
const BATCH_MAX: u32 = 5_000;

/// What a monitor watches, and what it has found.
#[derive(Debug)]
enum Watched {
    Directory {
        path: String,
        levels: u32,
        watch: Box<Watch>,
        contents: Option<Contents>,
    },
    Queue(QueueWatch),
}

impl Watched {
    /// What is looked at.
    fn what(&self) -> &str {
        match self {
            Self::Directory { path, .. } => path,
            Self::Queue(queue) => &queue.name,
        }
    }
}

/// A monitor of this agent.
#[derive(Debug)]
struct Monitored<W> {
    kept: KeptMonitor,
    monitor: Monitor,
    task: TaskTemplate,
    watched: Watched,
    polling: Polling<W>,
    remembered: Remembered,
}

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

fn originator_of(monitor: &Monitored<impl Sized>) -> Originator {
    Originator {
        mqmd_user_id: Some(monitor.kept.user.clone()),
        ..monitor.monitor.originator.clone()
    }
}

impl<C: Connected, F: Files> Agent<C, F> {
    /// Takes up what is kept of monitors.
    pub(super) fn sort_monitor(
        &mut self,
        message: &GetReply,
        event: Event,
        log: Log<'_>,
    ) -> Result<(), NotUnderstood> {
        let order = ByteOrder::from_encoding(message.descriptor.encoding);
        let id = TransferId(message.descriptor.msg_id);
        if event != Event::Monitor {
            let entries = decode_entries(&message.body, order)?;
            self.watchers
                .parts
                .entry(id)
                .or_default()
                .insert(event, entries);
            return Ok(());
        }
        let kept = KeptMonitor::decode(&message.body, order)?;
        let monitored = match Monitor::parse(&kept.request) {
            Ok(monitor) => self.monitored(kept, monitor),
            Err(problem) => refusal(ResultCode::Malformed, BFGDM9500.line(&[&problem])),
        };
        match monitored {
            Ok(monitored) => {
                let name = monitored.monitor.name.clone();
                self.watchers.all.insert(name, monitored);
            }
            Err(refusal) => log(&BFGDM9501.line(&[&id, &refusal.text])),
        }
        Ok(())
    }

    /// Everything that is kept was read: histories are put together, and monitors published. In the unit of work.
    pub(super) fn take_up_monitors(&mut self, log: Log<'_>) -> Result<(), MqError> {
        let mut parts = std::mem::take(&mut self.watchers.parts);
        let names: Vec<_> = self.watchers.all.keys().cloned().collect();
        for name in names {
            let Some(mut monitored) = self.watchers.all.remove(&name) else {
                continue;
            };
            let id = monitored.kept.id;
            if let Some(parts) = parts.remove(&id) {
                self.restore(&mut monitored, parts)?;
            }
            self.publish_monitor(&monitored, log)?;
            self.watchers.all.insert(name, monitored);
        }
        // Those of monitors that were deleted with an agent between.
        for (id, parts) in parts {
            for event in parts.into_keys() {
                self.queues.forget_event(id, event)?;
            }
        }
        Ok(())
    }

    /// What a request for a monitor asks for.
    fn monitored(
        &mut self,
        kept: KeptMonitor,
        monitor: Monitor,
    ) -> Result<Monitored<F::Walk>, Refusal> {
        let [task] = monitor.tasks.as_slice() else {
            let count = monitor.tasks.len();
            return refusal(ResultCode::MonitorTask, BFGDM9502.line(&[&count]));
        };
        let request = &task.request;
        let asked = match request {
            Request::ManagedTransfer(transfer) if transfer.schedule.is_none() => {
                &transfer.source_agent
            }
            Request::ManagedCall(call) => &call.agent,
            _ => return refusal(ResultCode::MonitorTask, BFGDM9503.line(&[])),
        };
        let own = self.queues.own();
        if !asked.agent.eq_ignore_ascii_case(&own.agent) {
            let text = BFGDM9504.line(&[&asked.agent, &own.agent]);
            return refusal(ResultCode::MonitorTaskAgent, text);
        }
        if !asked.q_mgr.is_empty() && asked.q_mgr != own.q_mgr {
            let text = BFGDM9504.line(&[&asked.q_mgr, &own.q_mgr]);
            return refusal(ResultCode::MonitorTaskQueueManager, text);
        }
        let task = TaskTemplate::new(request);
        check_variables(&monitor, &task)?;
        if self.settings.bridge.is_some() {
            let text = BFGBR9501.line(&[&self.settings.agent]);
            return refusal(ResultCode::Failed, text);
        }
        let watched = watched(&monitor, &|path| self.settings.absolute(path))?;
        Ok(Monitored {
            polling: Polling::new(&monitor),
            remembered: Remembered::default(),
            kept,
            task,
            watched,
            monitor,
        })
    }

    /// Makes a monitor, and answers. Commits.
    pub(super) fn create_monitor(
        &mut self,
        id: TransferId,
        monitor: Monitor,
        (user, request): (String, &[u8]),
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let reply = monitor.reply.clone();
        if self.watchers.all.values().any(|one| one.kept.id == id) {
            return self.queues.commit();
        }
        let made = self.new_monitor(id, monitor, (user, request));
        let mut monitored = match made {
            Ok(monitored) => monitored,
            Err(refusal) => return self.refuse(id, reply.as_ref(), refusal, log),
        };
        if let Some(refusal) = self.queue_problem(&monitored)? {
            return self.refuse(id, reply.as_ref(), refusal, log);
        }
        let name = monitored.monitor.name.clone();
        if let Some(before) = self.watchers.all.remove(&name) {
            self.replace_monitor(&mut monitored, before)?;
        }
        let text = BFGDM9505.line(&[&name, &monitored.kept.user]);
        let actions = [MonitorAction::Create, MonitorAction::Start];
        let done = (actions.as_slice(), text.as_str());
        self.keep_monitor(id, monitored, reply.as_ref(), done, now_ms, log)
    }

    /// Keeps a monitor as it is from now on, tells what was done with it, and answers. Commits.
    fn keep_monitor(
        &mut self,
        id: TransferId,
        monitored: Monitored<F::Walk>,
        reply: Option<&ReplyTo>,
        (actions, text): (&[MonitorAction], &str),
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let body = monitored.kept.encode(self.queues.own());
        self.queues
            .keep_event(monitored.kept.id, Event::Monitor, body)?;
        log(text);
        for action in actions {
            self.tell_monitor(&monitored, &Told::well(*action, id), now_ms, log)?;
        }
        self.publish_monitor(&monitored, log)?;
        let name = monitored.monitor.name.clone();
        self.watchers.all.insert(name, monitored);
        self.answer(id, reply, 0, &[text], log)?;
        self.queues.commit()
    }

    /// Why the queue of a new monitor cannot be looked at.
    fn queue_problem(
        &mut self,
        monitored: &Monitored<F::Walk>,
    ) -> Result<Option<Refusal>, MqError> {
        let Resource::Queue(queue) = &monitored.monitor.resource else {
            return Ok(None);
        };
        if !self.settings.queues_may_be_ends {
            let code = ResultCode::MonitorQueueDisabled;
            let text = BFGDM9515.line(&[queue]);
            return Ok(Some(Refusal { code, text }));
        }
        let Err(reason) = self.queues.first_messages(queue, false, 1)? else {
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

    fn new_monitor(
        &mut self,
        id: TransferId,
        monitor: Monitor,
        (user, request): (String, &[u8]),
    ) -> Result<Monitored<F::Walk>, Refusal> {
        let own = self.queues.own().clone();
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
        let is_there = self.watchers.all.contains_key(name);
        if is_there && monitor.overwrite != Some(true) {
            return refusal(ResultCode::MonitorExists, BFGDM9507.line(&[name]));
        }
        if !is_there && self.watchers.all.len() >= MONITORS_MAX {
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
        let monitored = self.monitored(kept, monitor)?;
        if let Watched::Directory { path, .. } = &monitored.watched {
            let facts = self.files_of(&monitored.kept.user).facts(path);
            if !matches!(facts, Ok(facts) if facts.kind == FileKind::Directory) {
                let text = BFGDM9509.line(&[path]);
                return refusal(ResultCode::MonitorResource, text);
            }
        }
        Ok(monitored)
    }

    /// A monitor takes the place of one of its name, and what that has remembered, unless that is to be forgotten. In the unit of work.
    fn replace_monitor(
        &mut self,
        monitored: &mut Monitored<F::Walk>,
        before: Monitored<F::Walk>,
    ) -> Result<(), MqError> {
        let id = before.kept.id;
        if monitored.monitor.clear_history == Some(true) {
            self.forget_history(&before)?;
            self.queues.forget_event(id, Event::Monitor)?;
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
        self.forget_unfinished(&before.kept, &before.remembered)?;
        monitored.remembered = before.remembered.without_writing();
        Ok(())
    }

    /// Deletes a monitor, and answers. Commits.
    pub(super) fn delete_monitor(
        &mut self,
        id: TransferId,
        delete: &DeleteMonitor,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let Some(mut monitored) = self.watchers.all.remove(&delete.name) else {
            return self.no_monitor(id, &delete.name, delete.reply.as_ref(), log);
        };
        self.forget_history(&monitored)?;
        self.queues
            .forget_event(monitored.kept.id, Event::Monitor)?;
        let text = BFGDM9510.line(&[&delete.name, &delete.originator.user_id]);
        log(&text);
        monitored.monitor.originator = delete.originator.clone();
        let told = Told::well(MonitorAction::Delete, id);
        self.tell_monitor(&monitored, &told, now_ms, log)?;
        let topic = self.monitor_topic(&delete.name);
        self.untell(&topic, log)?;
        self.answer(id, delete.reply.as_ref(), 0, &[&text], log)?;
        self.queues.commit()
    }

    fn no_monitor(
        &mut self,
        id: TransferId,
        name: &str,
        reply: Option<&ReplyTo>,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let refusal = Refusal {
            code: ResultCode::MonitorUnknown,
            text: BFGDM9511.line(&[&name]),
        };
        self.refuse(id, reply, refusal, log)
    }

    /// Starts or stops a monitor, or has it forget, and answers. Commits.
    pub(super) fn order_monitor(
        &mut self,
        id: TransferId,
        order: &MonitorOrder,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let Some(mut monitored) = self.watchers.all.remove(&order.name) else {
            return self.no_monitor(id, &order.name, order.reply.as_ref(), log);
        };
        let (what, action) = match order.kind {
            MonitorOrderKind::Start => ("started", Some(MonitorAction::Start)),
            MonitorOrderKind::Stop => ("stopped", Some(MonitorAction::Stop)),
            MonitorOrderKind::ClearHistory => ("made to forget", None),
        };
        match order.kind {
            MonitorOrderKind::ClearHistory => {
                self.forget_history(&monitored)?;
                monitored.forget();
            }
            kind => {
                monitored.kept.started = kind == MonitorOrderKind::Start;
                monitored.polling.rest(0);
            }
        }
        let text = BFGDM9512.line(&[&order.name, &what, &order.originator.user_id]);
        let done = (action.as_slice(), text.as_str());
        self.keep_monitor(id, monitored, order.reply.as_ref(), done, now_ms, log)
    }

    fn monitor_topic(&self, name: &str) -> String {
        format!("monitors/{}/{name}", self.settings.agent)
    }

    /// Publishes something that happened to a monitor, in the unit of work.
    fn tell_monitor(
        &mut self,
        monitored: &Monitored<F::Walk>,
        told: &Told<'_>,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let event = match told.action {
            MonitorAction::Create => Some(MonitorEvent::Created),
            MonitorAction::Delete => Some(MonitorEvent::Deleted),
            MonitorAction::Start => Some(MonitorEvent::Started),
            MonitorAction::Stop => Some(MonitorEvent::Stopped),
            _ => None,
        };
        if let Some(event) = event {
            self.observe_monitor(&monitored.monitor.name, event, || monitored.watched.what());
        }
        let (result_code, text) = told.status;
        let text = (!text.is_empty()).then(|| text.to_owned());
        let entry = MonitorLog {
            monitor: monitored.monitor.name.clone(),
            reference_id: told.reference,
            originator: originator_of(monitored),
            create_request: Some(monitored.kept.id),
            task_request: told.task,
            action: told.action,
            time: Moment::at_ms(now_ms),
            agent: self.queues.own().clone(),
            status: Status {
                result_code,
                supplements: text.into_iter().collect(),
            },
        };
        let topic = format!("Log/{}/Monitors", self.settings.agent);
        self.tell(&topic, false, &entry.to_xml(), log)
    }

    /// Publishes a monitor, in the unit of work.
    fn publish_monitor(
        &mut self,
        monitored: &Monitored<F::Walk>,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let monitor = &monitored.monitor;
        let state = if monitored.kept.started {
            "started"
        } else {
            "stopped"
        };
        let listing = MonitorListing {
            agent: self.settings.agent.clone(),
            monitor: monitor.name.clone(),
            state: state.to_owned(),
            description: monitor.description.clone().unwrap_or_default(),
            resource: Some(monitor.resource.clone()),
            conditions: Some(monitor.conditions.clone()),
            tasks: monitor.tasks.clone(),
            originator: Some(originator_of(monitored)),
            job: monitor.job.clone(),
            default_variables: monitor.default_variables.clone(),
            poll_interval: monitor.poll_interval,
            poll_unit: monitor.poll_unit,
            batch_max: monitor.batch_max,
            contents: monitor.contents.clone(),
        };
        let topic = self.monitor_topic(&monitor.name);
        self.tell(&topic, true, &listing.to_xml(), log)
    }
}

/// Something that happened to a monitor.
struct Told<'a> {
    action: MonitorAction,
    reference: TransferId,
    task: Option<TransferId>,
    status: (i32, &'a str),
}

impl Told<'_> {
    /// An action that a request asked for, and that went well.
    const fn well(action: MonitorAction, reference: TransferId) -> Self {
        Self {
            action,
            reference,
            task: None,
            status: (0, ""),
        }
    }
}

/// What is watched.
fn watched(monitor: &Monitor, absolute: &dyn Fn(&str) -> String) -> Result<Watched, Refusal> {
    let wrong = |problem: &dyn std::fmt::Display| {
        refusal(ResultCode::MonitorTrigger, BFGDM9513.line(&[problem]))
    };
    let batch = monitor.batch_max.unwrap_or(1);
    if batch > BATCH_MAX {
        return wrong(&format_args!("a batch is at most {BATCH_MAX}"));
    }
    match &monitor.resource {
        Resource::Queue(queue) => {
            let groups = match &monitor.conditions {
                Conditions::One(condition) => condition,
                Conditions::All(list) | Conditions::Any(list) if list.len() == 1 => &list[0],
                _ => return wrong(&"a queue has one condition"),
            };
            let groups = match groups {
                Condition::QueueNotEmpty => false,
                Condition::CompleteGroups => true,
                _ => return wrong(&"the condition is not one of queues"),
            };
            if monitor.contents.is_some() {
                return wrong(&"messages do not list files");
            }
            Ok(Watched::Queue(QueueWatch::new(queue, groups)))
        }
        Resource::Directory {
            path,
            recursion_level,
        } => {
            let watch = Watch::new(&monitor.conditions, Default::default());
            let watch = match watch {
                Ok(watch) => watch,
                Err(problem) => return wrong(&problem),
            };
            let contents = monitor.contents.as_ref().map(|contents| {
                let turned = contents.order == Some(ContentOrder::DestinationFirst);
                Contents::new(contents.regex.as_deref(), turned)
            });
            let contents = match contents.transpose() {
                Ok(contents) => contents,
                Err(problem) => return wrong(&problem),
            };
            if contents.is_some() && (batch > 1 || !lists_files(&monitor.conditions)) {
                return wrong(
                    &"files that list others are of match or noSizeChange, one at a time",
                );
            }
            Ok(Watched::Directory {
                path: absolute(path),
                levels: *recursion_level,
                watch: Box::new(watch),
                contents,
            })
        }
    }
}

fn lists_files(conditions: &Conditions) -> bool {
    let list = match conditions {
        Conditions::One(one) => std::slice::from_ref(one),
        Conditions::All(list) | Conditions::Any(list) => list.as_slice(),
    };
    list.iter().all(|one| {
        matches!(
            one,
            Condition::FileMatch(_) | Condition::FileSizeSame { .. }
        )
    })
}

/// Variables of directories are known; messages may have properties of any name.
fn check_variables(monitor: &Monitor, task: &TaskTemplate) -> Result<(), Refusal> {
    let names = match task.variables() {
        Ok(names) => names,
        Err(problem) => {
            let text = BFGDM9514.line(&[&problem]);
            return refusal(ResultCode::MonitorSubstitution, text);
        }
    };
    let Resource::Directory { .. } = monitor.resource else {
        return Ok(());
    };
    let mut known: Vec<&str> = values::OF_FILES.to_vec();
    known.extend(values::OF_ALL);
    if monitor.contents.is_some() {
        known.extend(values::OF_LINES);
    }
    let defaults = monitor.default_variables.iter();
    known.extend(defaults.map(|(name, _)| name.as_str()));
    match unknown_variables(&names, &known).into_iter().next() {
        Some(name) => {
            let text = BFGDM9514.line(&[&TaskProblem::Variable(name)]);
            refusal(ResultCode::MonitorVariable, text)
        }
        None => Ok(()),
    }
}
