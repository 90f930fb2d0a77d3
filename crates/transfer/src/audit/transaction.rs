//! The audit of a transfer or a call: that it began, which items went how, and how it ended.

use super::item::LoggedItem;
use crate::control::Status;
use crate::fields::{
    attribute, begin, check_root, count, moment, number, number_in, text_if, word, word_in, words,
};
use crate::party::{AgentAddress, Originator, TransferId};
use crate::request::{job_in, metadata_in, write_job, write_metadata};
use crate::schedule::Moment;
use crate::xml::{Element, Problem, Writer, read};

/// One publication of the audit of a transfer.
#[derive(Clone, Debug, PartialEq)]
pub struct Transaction {
    /// The transfer or call.
    pub id: TransferId,
    /// Which agent says it.
    pub role: Option<AgentRole>,
    /// What happened.
    pub action: Action,
    /// When.
    pub time: Moment,
    /// Who reads.
    pub source_agent: Option<LoggedAgent>,
    /// Who writes.
    pub destination_agent: Option<LoggedAgent>,
    /// Who runs a program that is no part of a transfer.
    pub call_agent: Option<LoggedAgent>,
    /// Who asked.
    pub originator: Option<Originator>,
    /// How it ended.
    pub status: Option<Status>,
    /// What of it.
    pub set: Option<LoggedSet>,
    /// Name of the job.
    pub job: Option<String>,
    /// The schedule it is of; only when it began.
    pub schedule_id: Option<u64>,
    /// Figures of all of it; only when it ended.
    pub statistics: Option<Statistics>,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// It began.
    Started,
    /// Items are done.
    Progress,
    /// It ended.
    Completed,
    /// It was cancelled.
    Cancelled,
    /// The request was not understood.
    Malformed,
    /// The user may not ask for that.
    NotAuthorized,
    /// It was forgotten.
    Deleted,
}

words!(Action, "started, progress, completed, cancelled, malformed, notAuthorized or deleted",
    "started" => Started, "progress" => Progress, "completed" => Completed, "cancelled" => Cancelled,
    "malformed" => Malformed, "notAuthorized" => NotAuthorized, "deleted" => Deleted);

/// Which agent of a transfer says something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgentRole {
    /// The one that reads.
    Source,
    /// The one that writes.
    Destination,
    /// The one that runs a program.
    Call,
}

words!(AgentRole, "sourceAgent, destinationAgent or callAgent",
    "sourceAgent" => Source, "destinationAgent" => Destination, "callAgent" => Call);

/// An agent, and what it runs on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoggedAgent {
    /// The agent.
    pub address: AgentAddress,
    /// `STANDARD`, `BRIDGE` and such.
    pub agent_type: Option<String>,
    /// Address of the server behind a bridge.
    pub bridge_url: Option<String>,
    /// What it runs on.
    pub system: Option<SystemInfo>,
}

/// What an agent runs on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SystemInfo {
    /// Of the processor.
    pub architecture: String,
    /// Of the operating system.
    pub name: String,
    /// Of the operating system.
    pub version: String,
}

/// What of a transfer is told.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoggedSet {
    /// When it began.
    pub start: Option<Moment>,
    /// Items of all of it.
    pub total: Option<u64>,
    /// Bytes that were sent so far.
    pub bytes_sent: Option<u64>,
    /// The first of the items that are told here, from 0.
    pub index: Option<u64>,
    /// How many of them are.
    pub size: Option<u64>,
    /// What is kept with it, by key and value; some keys are those of agents.
    pub metadata: Vec<(String, String)>,
    /// Programs that ran.
    pub calls: Vec<CallResult>,
    /// The items.
    pub items: Vec<LoggedItem>,
}

/// A program that ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallResult {
    /// When it ran.
    pub place: CallPlace,
    /// Its file.
    pub name: String,
    /// It has done well.
    pub succeeded: bool,
    /// Its exit code the last time; none if it could not be started.
    pub return_code: Option<i32>,
    /// How often it was run again.
    pub retries: u64,
    /// What it wrote to its standard output, the beginning of it.
    pub output: String,
    /// What it wrote to its standard error, the beginning of it.
    pub error_output: String,
}

/// When a program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallPlace {
    /// At the source, before.
    PreSource,
    /// At the source, after.
    PostSource,
    /// At the destination, before.
    PreDestination,
    /// At the destination, after.
    PostDestination,
    /// By itself.
    Call,
}

words!(CallPlace, "the name of a call",
    "preSourceCall" => PreSource, "postSourceCall" => PostSource, "preDestinationCall" => PreDestination,
    "postDestinationCall" => PostDestination, "call" => Call);

/// Figures of a transfer that ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// When its data began to flow; none if they did not.
    pub actual_start: Option<Moment>,
    /// How often it was recovered.
    pub retry_count: u64,
    /// Items that failed.
    pub failures: u64,
    /// Items that were transferred with a warning.
    pub warnings: u64,
}

impl Transaction {
    /// Reads a document.
    ///
    /// # Errors
    /// What is wrong with it first.
    pub fn parse(bytes: &[u8]) -> Result<Self, Problem> {
        let root = read(bytes)?;
        check_root(&root, "transaction", "", "'transaction'")?;
        let action = root.needed("action")?;
        let agent = |name: &str| root.child(name).map(LoggedAgent::read).transpose();
        let schedule = root
            .child("scheduleLog")
            .map(|log| count(log, "ID"))
            .transpose()?;
        let set = root.child("transferSet");
        Ok(Self {
            id: TransferId::read(&root, "ID", root.needed_attribute("ID")?)?,
            role: word(&root, "agentRole")?,
            action: word_in(action)?,
            time: moment(action, "time")?.ok_or_else(|| action.missing("time"))?,
            source_agent: agent("sourceAgent")?,
            destination_agent: agent("destinationAgent")?,
            call_agent: agent("agent")?,
            originator: root.child("originator").map(Originator::read).transpose()?,
            status: root.child("status").map(Status::read).transpose()?,
            set: set.map(LoggedSet::read).transpose()?,
            job: job_in(&root),
            schedule_id: schedule.flatten(),
            statistics: root.child("statistics").map(Statistics::read).transpose()?,
        })
    }

    /// The document.
    #[must_use]
    pub fn to_xml(&self) -> String {
        let mut writer = Writer::new();
        let root = begin(&mut writer, "transaction", "TransferLog.xsd");
        root.attribute("ID", &self.id.to_string())
            .attribute_if("agentRole", self.role.map(AgentRole::as_str))
            .attribute("xmlns", "");
        let action = writer
            .open("action")
            .attribute("time", &self.time.to_string());
        action.text(self.action.as_str()).close();
        let agents = [
            ("sourceAgent", &self.source_agent),
            ("destinationAgent", &self.destination_agent),
            ("agent", &self.call_agent),
        ];
        for (name, agent) in agents {
            if let Some(agent) = agent {
                agent.write(name, &mut writer);
            }
        }
        if let Some(originator) = &self.originator {
            originator.write(&mut writer);
        }
        if let Some(status) = &self.status {
            status.write(&mut writer);
        }
        if let Some(set) = &self.set {
            set.write(&mut writer);
        }
        write_job(self.job.as_deref(), &mut writer);
        if let Some(id) = self.schedule_id {
            writer
                .open("scheduleLog")
                .attribute("ID", &id.to_string())
                .close();
        }
        if let Some(statistics) = &self.statistics {
            statistics.write(&mut writer);
        }
        writer.finish()
    }
}

impl LoggedAgent {
    fn read(element: &Element) -> Result<Self, Problem> {
        let text = |element: &Element, name| attribute(element, name).unwrap_or_default();
        Ok(Self {
            address: AgentAddress::read(element)?,
            agent_type: attribute(element, "agentType"),
            bridge_url: attribute(element, "bridgeURL"),
            system: element.child("systemInfo").map(|info| SystemInfo {
                architecture: text(info, "architecture"),
                name: text(info, "name"),
                version: text(info, "version"),
            }),
        })
    }

    fn write(&self, name: &'static str, writer: &mut Writer) {
        let element = self.address.begin(writer, name);
        element
            .attribute_if("agentType", self.agent_type.as_deref())
            .attribute_if("bridgeURL", self.bridge_url.as_deref());
        if let Some(system) = &self.system {
            writer
                .open("systemInfo")
                .attribute("architecture", &system.architecture)
                .attribute("name", &system.name)
                .attribute("version", &system.version)
                .close();
        }
        writer.close();
    }
}

impl LoggedSet {
    fn read(element: &Element) -> Result<Self, Problem> {
        let calls = element
            .children
            .iter()
            .filter(|child| CallPlace::from_text(&child.name).is_some());
        Ok(Self {
            start: moment(element, "startTime")?,
            total: count(element, "total")?,
            bytes_sent: count(element, "bytesSent")?,
            index: count(element, "index")?,
            size: count(element, "size")?,
            metadata: metadata_in(element)?,
            calls: calls.map(CallResult::read).collect::<Result<_, _>>()?,
            items: element
                .children("item")
                .map(LoggedItem::read)
                .collect::<Result<_, _>>()?,
        })
    }

    fn write(&self, writer: &mut Writer) {
        writer.open("transferSet");
        let figures = [
            ("startTime", text_if(self.start)),
            ("total", text_if(self.total)),
            ("bytesSent", text_if(self.bytes_sent)),
            ("index", text_if(self.index)),
            ("size", text_if(self.size)),
        ];
        for (name, figure) in figures {
            writer.attribute_if(name, figure.as_deref());
        }
        write_metadata(&self.metadata, writer);
        self.calls.iter().for_each(|call| call.write(writer));
        self.items.iter().for_each(|item| item.write(writer));
        writer.close();
    }
}

impl CallResult {
    /// Reads it as a document of its own, as agents tell it one another.
    ///
    /// # Errors
    /// What is wrong with it first.
    pub fn parse(bytes: &[u8]) -> Result<Self, Problem> {
        Self::read(&read(bytes)?)
    }

    /// The same, written.
    #[must_use]
    pub fn to_xml(&self) -> String {
        let mut writer = Writer::new();
        self.write(&mut writer);
        writer.finish()
    }

    fn read(element: &Element) -> Result<Self, Problem> {
        let place = CallPlace::from_text(&element.name);
        let command = element.needed("command")?;
        let result = element.needed("callResult")?;
        let text = |name| {
            result
                .child(name)
                .map(|found| found.text.clone())
                .unwrap_or_default()
        };
        Ok(Self {
            place: place.ok_or_else(|| element.missing("command"))?,
            name: command.needed_attribute("name")?.to_owned(),
            succeeded: result.needed_attribute("outcome")? == "success",
            return_code: number(result, "returnCode", "a whole number")?,
            retries: count(result, "retries")?.unwrap_or(0),
            output: text("stdout"),
            error_output: text("stderr"),
        })
    }

    fn write(&self, writer: &mut Writer) {
        writer.open(self.place.as_str());
        writer.open("command").attribute("name", &self.name).close();
        let return_code = text_if(self.return_code);
        writer
            .open("callResult")
            .attribute(
                "outcome",
                if self.succeeded { "success" } else { "failure" },
            )
            .attribute_if("returnCode", return_code.as_deref())
            .attribute("retries", &self.retries.to_string());
        writer.leaf("stdout", &self.output);
        writer.leaf("stderr", &self.error_output);
        writer.close();
        writer.close();
    }
}

impl Statistics {
    fn read(element: &Element) -> Result<Self, Problem> {
        let figure = |name| {
            let found = element
                .child(name)
                .map(|child| number_in(child, "a whole number from 0"));
            found.transpose().map(Option::unwrap_or_default)
        };
        let start = element.child("actualStartTime");
        let start = start.map(|child| {
            let moment = Moment::from_text(child.trimmed());
            moment.ok_or_else(|| child.wrong("actualStartTime", &child.text, crate::fields::MOMENT))
        });
        Ok(Self {
            actual_start: start.transpose()?,
            retry_count: figure("retryCount")?,
            failures: figure("numFileFailures")?,
            warnings: figure("numFileWarnings")?,
        })
    }

    fn write(&self, writer: &mut Writer) {
        writer.open("statistics");
        writer.leaf_if("actualStartTime", text_if(self.actual_start).as_deref());
        writer.leaf("retryCount", &self.retry_count.to_string());
        writer.leaf("numFileFailures", &self.failures.to_string());
        writer.leaf("numFileWarnings", &self.warnings.to_string());
        writer.close();
    }
}
