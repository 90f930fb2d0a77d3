//! Schedules: what happened to them, and which there are.

use crate::control::Status;
use crate::fields::{MOMENT, begin, check_root, count, moment, text_if, word_in, words};
use crate::party::{AgentAddress, Originator};
use crate::request::{
    Item, ManagedTransfer, job_in, metadata_in, priority, write_job, write_metadata,
};
use crate::schedule::{Moment, Schedule};
use crate::xml::{Element, Problem, Writer, read};

/// Something that happened to a schedule.
#[derive(Clone, Debug, PartialEq)]
pub struct ScheduleLog {
    /// Its number at its agent.
    pub id: u64,
    /// Who asked.
    pub originator: Originator,
    /// What happened.
    pub action: ScheduleAction,
    /// When.
    pub time: Moment,
    /// When its transfers are.
    pub schedule: Option<Schedule>,
    /// Who reads.
    pub source_agent: Option<AgentAddress>,
    /// Who writes.
    pub destination_agent: Option<AgentAddress>,
    /// How it went.
    pub status: Status,
    /// 0 to 9.
    pub priority: Option<u8>,
    /// What is kept with the transfers, by key and value.
    pub metadata: Vec<(String, String)>,
    /// What is transferred.
    pub items: Vec<Item>,
    /// Name of the job.
    pub job: Option<String>,
}

/// What happens to a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScheduleAction {
    /// It was made.
    Submit,
    /// It was deleted.
    Delete,
    /// It is over.
    Expire,
    /// A time went by with nothing done.
    Skipped,
}

words!(ScheduleAction, "submit, delete, expire or skipped",
    "submit" => Submit, "delete" => Delete, "expire" => Expire, "skipped" => Skipped);

/// The schedules of an agent.
#[derive(Clone, Debug, PartialEq)]
pub struct Schedules {
    /// The agent.
    pub agent: String,
    /// Its schedules.
    pub transfers: Vec<ScheduledTransfer>,
}

/// A transfer that is scheduled.
#[derive(Clone, Debug, PartialEq)]
pub struct ScheduledTransfer {
    /// Its number at its agent.
    pub id: u64,
    /// When it is to happen next.
    pub next: Option<Moment>,
    /// What was asked for. Lists of others may be without items.
    pub transfer: ManagedTransfer,
}

impl ScheduleLog {
    /// Reads a document.
    ///
    /// # Errors
    /// What is wrong with it first.
    pub fn parse(bytes: &[u8]) -> Result<Self, Problem> {
        let root = read(bytes)?;
        check_root(&root, "schedulelog", "", "'schedulelog'")?;
        let action = root.needed("action")?;
        let agent = |name: &str| root.child(name).map(AgentAddress::read).transpose();
        let empty = Element::default();
        let set = root.child("transferSet").unwrap_or(&empty);
        Ok(Self {
            id: count(&root, "ID")?.ok_or_else(|| root.missing("ID"))?,
            originator: Originator::read_in(&root)?,
            action: word_in(action)?,
            time: moment(action, "time")?.ok_or_else(|| action.missing("time"))?,
            schedule: Schedule::read_in(&root)?,
            source_agent: agent("sourceAgent")?,
            destination_agent: agent("destinationAgent")?,
            status: Status::read_in(&root)?,
            priority: priority(set)?,
            metadata: metadata_in(set)?,
            items: Item::any_in(set)?,
            job: job_in(&root),
        })
    }

    /// The document.
    #[must_use]
    pub fn to_xml(&self) -> String {
        let mut writer = Writer::new();
        begin(&mut writer, "schedulelog", "ScheduleLog.xsd").attribute("ID", &self.id.to_string());
        self.originator.write(&mut writer);
        let action = writer
            .open("action")
            .attribute("time", &self.time.to_string());
        action.text(self.action.as_str()).close();
        if let Some(schedule) = &self.schedule {
            schedule.write(&mut writer);
        }
        for (name, agent) in [
            ("sourceAgent", &self.source_agent),
            ("destinationAgent", &self.destination_agent),
        ] {
            if let Some(agent) = agent {
                agent.write(&mut writer, name);
            }
        }
        self.status.write(&mut writer);
        let priority = text_if(self.priority);
        writer
            .open("transferSet")
            .attribute("size", &self.items.len().to_string())
            .attribute_if("priority", priority.as_deref());
        write_metadata(&self.metadata, &mut writer);
        self.items.iter().for_each(|item| item.write(&mut writer));
        writer.close();
        write_job(self.job.as_deref(), &mut writer);
        writer.finish()
    }
}

impl Schedules {
    /// Reads a document.
    ///
    /// # Errors
    /// What is wrong with it first.
    pub fn parse(bytes: &[u8]) -> Result<Self, Problem> {
        let root = read(bytes)?;
        check_root(&root, "schedules", "", "'schedules'")?;
        let transfers = root
            .children("managedTransfer")
            .map(ScheduledTransfer::read);
        Ok(Self {
            agent: root.needed_attribute("agent")?.trim().to_owned(),
            transfers: transfers.collect::<Result<_, _>>()?,
        })
    }

    /// The document.
    #[must_use]
    pub fn to_xml(&self) -> String {
        let mut writer = Writer::new();
        begin(&mut writer, "schedules", "ScheduleList.xsd")
            .attribute("size", &self.transfers.len().to_string())
            .attribute("agent", &self.agent);
        self.transfers
            .iter()
            .for_each(|transfer| transfer.write(&mut writer));
        writer.finish()
    }
}

impl ScheduledTransfer {
    fn read(element: &Element) -> Result<Self, Problem> {
        let next = element
            .child("schedule")
            .and_then(|schedule| schedule.child("next"));
        let next = next.map(|next| {
            let moment = Moment::from_text(next.trimmed());
            moment.ok_or_else(|| next.wrong("next", &next.text, MOMENT))
        });
        Ok(Self {
            id: count(element, "id")?.ok_or_else(|| element.missing("id"))?,
            next: next.transpose()?,
            transfer: ManagedTransfer::read_listed(element)?,
        })
    }

    fn write(&self, writer: &mut Writer) {
        writer
            .open("managedTransfer")
            .attribute("id", &self.id.to_string());
        let schedule = |writer: &mut Writer| {
            if let Some(schedule) = &self.transfer.schedule {
                writer.open("schedule");
                schedule.write_inside(writer);
                writer.leaf_if("next", text_if(self.next).as_deref());
                writer.close();
            }
        };
        self.transfer.write_listed(schedule, writer);
        writer.close();
    }
}
