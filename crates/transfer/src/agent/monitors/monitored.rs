//! A monitor of an agent: what it was asked to watch, what it is at, and what is told of it.

use super::polling::Polling;
use super::queue::QueueWatch;
use super::remembered::Remembered;
use super::values;
use crate::agent::context::Context;
use crate::agent::events::KeptMonitor;
use crate::agent::files::Files;
use crate::agent::observer::MonitorEvent;
use crate::agent::refusal::{Refusal, refusal};
use crate::agent::settings::AgentSettings;
use crate::agent::telling::Log;
use crate::code::ResultCode;
use crate::control::Status;
use crate::generated::notices::{BFGBR9501, BFGDM9502, BFGDM9503, BFGDM9504, BFGDM9513, BFGDM9514};
use crate::monitor::{
    Condition, Conditions, ContentOrder, Monitor, MonitorAction, MonitorListing, MonitorLog,
    Resource,
};
use crate::party::{Originator, TransferId};
use crate::request::Request;
use crate::schedule::Moment;
use crate::watch::{Contents, History, TaskProblem, TaskTemplate, Watch, unknown_variables};
use ferromq_mqi::session::{Connected, MqError};

/// What one task takes, at most.
const BATCH_MAX: u32 = 5_000;

/// What a monitor watches, and what it has found.
#[derive(Debug)]
pub(super) enum Watched {
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
    pub(super) fn what(&self) -> &str {
        match self {
            Self::Directory { path, .. } => path,
            Self::Queue(queue) => &queue.name,
        }
    }

    pub(super) fn history(&mut self) -> &mut History {
        match self {
            Self::Directory { watch, .. } => &mut watch.history,
            Self::Queue(queue) => &mut queue.history,
        }
    }

    pub(super) fn set_history(&mut self, history: History) {
        *self.history() = history;
    }
}

/// A monitor of this agent.
#[derive(Debug)]
pub(super) struct Monitored<W> {
    pub(super) kept: KeptMonitor,
    pub(super) monitor: Monitor,
    pub(super) task: TaskTemplate,
    pub(super) watched: Watched,
    pub(super) polling: Polling<W>,
    pub(super) remembered: Remembered,
}

/// Where a monitor is published.
pub(super) fn topic(settings: &AgentSettings, name: &str) -> String {
    format!("monitors/{}/{name}", settings.agent)
}

impl<W> Monitored<W> {
    /// What a request for a monitor asks for.
    pub(super) fn new(
        settings: &AgentSettings,
        kept: KeptMonitor,
        monitor: Monitor,
    ) -> Result<Self, Refusal> {
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
        let own = settings.address();
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
        if settings.bridge.is_some() {
            let text = BFGBR9501.line(&[&settings.agent]);
            return refusal(ResultCode::Failed, text);
        }
        let watched = watched(&monitor, &|path| settings.absolute(path))?;
        Ok(Self {
            polling: Polling::new(&monitor),
            remembered: Remembered::default(),
            kept,
            task,
            watched,
            monitor,
        })
    }

    /// Nothing was dealt with, as far as it knows.
    pub(super) fn forget(&mut self) {
        self.watched.set_history(History::default());
        self.remembered.forget(&mut self.kept);
        self.polling.rest(0);
    }

    fn originator(&self) -> Originator {
        Originator {
            mqmd_user_id: Some(self.kept.user.clone()),
            ..self.monitor.originator.clone()
        }
    }

    /// Publishes something that happened to a monitor, in the unit of work.
    pub(super) fn tell<C: Connected, F: Files>(
        &self,
        context: &mut Context<'_, C, F>,
        entry: &MonitorLogEntry<'_>,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let event = match entry.action {
            MonitorAction::Create => Some(MonitorEvent::Created),
            MonitorAction::Delete => Some(MonitorEvent::Deleted),
            MonitorAction::Start => Some(MonitorEvent::Started),
            MonitorAction::Stop => Some(MonitorEvent::Stopped),
            _ => None,
        };
        if let Some(event) = event {
            let watched = self.watched.what();
            context
                .observing
                .monitor(&self.monitor.name, event, || watched);
        }
        let (result_code, text) = entry.status;
        let text = (!text.is_empty()).then(|| text.to_owned());
        let entry = MonitorLog {
            monitor: self.monitor.name.clone(),
            reference_id: entry.reference,
            originator: self.originator(),
            create_request: Some(self.kept.id),
            task_request: entry.task,
            action: entry.action,
            time: Moment::at_ms(now_ms),
            agent: context.queues.own().clone(),
            status: Status {
                result_code,
                supplements: text.into_iter().collect(),
            },
        };
        let topic = context.settings.log_topic("Monitors");
        context.queues.tell(&topic, false, &entry.to_xml(), log)
    }

    /// Publishes a monitor, in the unit of work.
    pub(super) fn publish<C: Connected, F: Files>(
        &self,
        context: &mut Context<'_, C, F>,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let monitor = &self.monitor;
        let state = if self.kept.started {
            "started"
        } else {
            "stopped"
        };
        let listing = MonitorListing {
            agent: context.settings.agent.clone(),
            monitor: monitor.name.clone(),
            state: state.to_owned(),
            description: monitor.description.clone().unwrap_or_default(),
            resource: Some(monitor.resource.clone()),
            conditions: Some(monitor.conditions.clone()),
            tasks: monitor.tasks.clone(),
            originator: Some(self.originator()),
            job: monitor.job.clone(),
            default_variables: monitor.default_variables.clone(),
            poll_interval: monitor.poll_interval,
            poll_unit: monitor.poll_unit,
            batch_max: monitor.batch_max,
            contents: monitor.contents.clone(),
        };
        let topic = topic(context.settings, &monitor.name);
        context.queues.tell(&topic, true, &listing.to_xml(), log)
    }
}

/// Something that happened to a monitor.
pub(super) struct MonitorLogEntry<'a> {
    pub(super) action: MonitorAction,
    pub(super) reference: TransferId,
    pub(super) task: Option<TransferId>,
    pub(super) status: (i32, &'a str),
}

impl MonitorLogEntry<'_> {
    /// An action that a request asked for, and that went well.
    pub(super) const fn well(action: MonitorAction, reference: TransferId) -> Self {
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
