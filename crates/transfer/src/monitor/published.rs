//! What is published of monitors.

use super::NAMESPACE;
use super::condition::Conditions;
use super::definition::{
    ContentList, PollUnit, Resource, Task, batch_in, poll_in, variables_in, write_batch,
    write_poll, write_variables,
};
use crate::control::Status;
use crate::fields::{begin_in, check_root, moment, word_in, words};
use crate::party::{AgentAddress, Originator, TransferId};
use crate::request::{job_in, write_job};
use crate::schedule::Moment;
use crate::xml::{Element, Problem, Writer, read};

/// A monitor, as it is listed. Lists of others may have no more than the resource.
#[derive(Clone, Debug, PartialEq)]
pub struct MonitorListing {
    /// Its agent.
    pub agent: String,
    /// Its name.
    pub monitor: String,
    /// `started`, `stopped` and such.
    pub state: String,
    /// What it is for.
    pub description: String,
    /// What is watched.
    pub resource: Option<Resource>,
    /// What has to be found.
    pub conditions: Option<Conditions>,
    /// What is done then.
    pub tasks: Vec<Task>,
    /// Who made it.
    pub originator: Option<Originator>,
    /// Name of the job.
    pub job: Option<String>,
    /// What variables are when nothing else sets them, by key and value.
    pub default_variables: Vec<(String, String)>,
    /// How many units lie between two polls, from 1.
    pub poll_interval: u32,
    /// Which.
    pub poll_unit: PollUnit,
    /// What one task takes of what was found, at most; 1 without.
    pub batch_max: Option<u32>,
    /// What is found lists what is to be transferred. Ours.
    pub contents: Option<ContentList>,
}

impl MonitorListing {
    /// Reads a document.
    ///
    /// # Errors
    /// What is wrong with it first.
    pub fn parse(bytes: &[u8]) -> Result<Self, Problem> {
        let root = read(bytes)?;
        check_root(&root, "monitorList", NAMESPACE, "'monitorList'")?;
        let configuration = root.needed("configuration")?;
        let poll = poll_in(&root)?;
        let text = |name| Ok(root.needed_attribute(name)?.trim().to_owned());
        let state = root.needed("status")?.attribute("state");
        let description = configuration.child("description");
        Ok(Self {
            agent: text("agent")?,
            monitor: text("monitor")?,
            state: state.unwrap_or_default().trim().to_owned(),
            description: description
                .map(|found| found.text.clone())
                .unwrap_or_default(),
            resource: configuration
                .child("resources")
                .map(Resource::read)
                .transpose()?,
            conditions: configuration
                .child("triggerMatch")
                .map(Conditions::read)
                .transpose()?,
            tasks: Task::any_in(configuration)?,
            originator: configuration
                .child("originator")
                .map(Originator::read)
                .transpose()?,
            job: job_in(configuration),
            default_variables: variables_in(configuration)?,
            poll_interval: poll.0,
            poll_unit: poll.1,
            batch_max: batch_in(&root)?,
            contents: ContentList::read_in(configuration)?,
        })
    }

    /// The document.
    #[must_use]
    pub fn to_xml(&self) -> String {
        let mut writer = Writer::new();
        begin_in(&mut writer, "lst:monitorList", "xmlns:lst", NAMESPACE)
            .attribute("agent", &self.agent)
            .attribute("monitor", &self.monitor);
        writer
            .open("status")
            .attribute("state", &self.state)
            .close();
        writer.open("configuration");
        writer.leaf("description", &self.description);
        if let Some(resource) = &self.resource {
            resource.write(&mut writer);
        }
        if let Some(conditions) = &self.conditions {
            conditions.write(&mut writer);
        }
        Task::write_all(&self.tasks, &mut writer);
        if let Some(originator) = &self.originator {
            originator.write(&mut writer);
        }
        write_job(self.job.as_deref(), &mut writer);
        write_variables(&self.default_variables, &mut writer);
        ContentList::write(self.contents.as_ref(), &mut writer);
        writer.close();
        write_poll(self.poll_interval, self.poll_unit, &mut writer);
        write_batch(self.batch_max, &mut writer);
        writer.finish()
    }
}

/// Something that happened to a monitor.
#[derive(Clone, Debug, PartialEq)]
pub struct MonitorLog {
    /// Its name.
    pub monitor: String,
    /// What happened, as an identifier: that of the request, or of the task.
    pub reference_id: TransferId,
    /// Who asked.
    pub originator: Originator,
    /// The request that made it.
    pub create_request: Option<TransferId>,
    /// The request that its task is, if it was done.
    pub task_request: Option<TransferId>,
    /// What happened.
    pub action: MonitorAction,
    /// When.
    pub time: Moment,
    /// Its agent.
    pub agent: AgentAddress,
    /// How it went.
    pub status: Status,
}

/// What happens to a monitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MonitorAction {
    /// It was made.
    Create,
    /// It was deleted.
    Delete,
    /// It began to poll.
    Start,
    /// It stopped.
    Stop,
    /// It found what it looks for.
    TriggerSatisfied,
    /// It did not.
    TriggerNotSatisfied,
    /// It could not look.
    TriggerFail,
}

words!(MonitorAction, "create, delete, start, stop, triggerSatisfied, triggerNotSatisfied or triggerFail",
    "create" => Create, "delete" => Delete, "start" => Start, "stop" => Stop, "triggerSatisfied" => TriggerSatisfied,
    "triggerNotSatisfied" => TriggerNotSatisfied, "triggerFail" => TriggerFail);

impl MonitorLog {
    /// Reads a document.
    ///
    /// # Errors
    /// What is wrong with it first.
    pub fn parse(bytes: &[u8]) -> Result<Self, Problem> {
        let root = read(bytes)?;
        check_root(&root, "monitorLog", NAMESPACE, "'monitorLog'")?;
        let action = root.needed("action")?;
        let reference = |name| -> Result<Option<TransferId>, Problem> {
            let found = root
                .child("references")
                .and_then(|references| references.child(name));
            found
                .map(|id: &Element| TransferId::read(id, name, &id.text))
                .transpose()
        };
        Ok(Self {
            monitor: root.needed_attribute("monitorName")?.trim().to_owned(),
            reference_id: TransferId::read(
                &root,
                "referenceId",
                root.needed_attribute("referenceId")?,
            )?,
            originator: Originator::read_in(&root)?,
            create_request: reference("createRequest")?,
            task_request: reference("taskRequest")?,
            action: word_in(action)?,
            time: moment(action, "time")?.ok_or_else(|| action.missing("time"))?,
            agent: AgentAddress::read(root.needed("monitorAgent")?)?,
            status: Status::read_in(&root)?,
        })
    }

    /// The document.
    #[must_use]
    pub fn to_xml(&self) -> String {
        let mut writer = Writer::new();
        begin_in(&mut writer, "log:monitorLog", "xmlns:log", NAMESPACE)
            .attribute("monitorName", &self.monitor)
            .attribute("referenceId", &self.reference_id.to_string());
        self.originator.write(&mut writer);
        writer.open("references");
        for (name, id) in [
            ("createRequest", self.create_request),
            ("taskRequest", self.task_request),
        ] {
            writer.leaf_if(name, id.map(|id| id.to_string()).as_deref());
        }
        writer.close();
        let action = writer
            .open("action")
            .attribute("time", &self.time.to_string());
        action.text(self.action.as_str()).close();
        self.agent.write(&mut writer, "monitorAgent");
        self.status.write(&mut writer);
        writer.finish()
    }
}
