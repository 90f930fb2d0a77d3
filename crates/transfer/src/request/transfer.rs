//! A request to transfer.

use super::call::Program;
use super::item::Item;
use super::trigger::Trigger;
use super::{job_in, metadata_in, priority, write_job, write_metadata};
use crate::fields::{number, text_if};
use crate::party::{AgentAddress, Originator, ReplyTo};
use crate::schedule::Schedule;
use crate::xml::{Element, Problem, Writer};

/// A request to transfer files or messages.
#[derive(Clone, Debug, PartialEq)]
pub struct ManagedTransfer {
    /// Who asks.
    pub originator: Originator,
    /// When; now without.
    pub schedule: Option<Schedule>,
    /// Who reads, and is asked.
    pub source_agent: AgentAddress,
    /// Who writes.
    pub destination_agent: AgentAddress,
    /// What has to be so before it begins.
    pub trigger: Option<Trigger>,
    /// Where answers go, if they are wanted.
    pub reply: Option<ReplyTo>,
    /// What.
    pub set: TransferSet,
    /// Name of the job.
    pub job: Option<String>,
}

/// What is transferred, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct TransferSet {
    /// 0 to 9; as the agent's settings say without.
    pub priority: Option<u8>,
    /// Seconds a transfer may try to recover before it fails: -1 for ever, 0 not at all; as the agent's settings say without.
    pub recovery_timeout_s: Option<i32>,
    /// What is kept with it and given to programs, by key and value. No key is there twice unless the request has it twice.
    pub metadata: Vec<(String, String)>,
    /// Runs at the source before anything is read.
    pub pre_source: Option<Program>,
    /// Runs at the source when everything is done.
    pub post_source: Option<Program>,
    /// Runs at the destination before anything is written.
    pub pre_destination: Option<Program>,
    /// Runs at the destination when everything is written.
    pub post_destination: Option<Program>,
    /// The items, at least one.
    pub items: Vec<Item>,
}

/// Seconds of a recovery timeout, at most.
const RECOVERY_TIMEOUT_MAX_S: i32 = 999_999_999;

impl ManagedTransfer {
    pub(crate) fn read(element: &Element) -> Result<Self, Problem> {
        let transfer = Self::read_listed(element)?;
        if transfer.set.items.is_empty() {
            return Err(element.needed("transferSet")?.missing("item"));
        }
        Ok(transfer)
    }

    /// The same, in a list, where items may be left out.
    pub(crate) fn read_listed(element: &Element) -> Result<Self, Problem> {
        Ok(Self {
            originator: Originator::read_in(element)?,
            schedule: Schedule::read_in(element)?,
            source_agent: AgentAddress::read(element.needed("sourceAgent")?)?,
            destination_agent: AgentAddress::read(element.needed("destinationAgent")?)?,
            trigger: Trigger::read_in(element)?,
            reply: ReplyTo::read_in(element)?,
            set: TransferSet::read(element.needed("transferSet")?)?,
            job: job_in(element),
        })
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        writer.open("managedTransfer");
        self.write_inside(writer);
        writer.close();
    }

    /// What is in the element, but for the schedule.
    pub(crate) fn write_listed(&self, schedule: impl FnOnce(&mut Writer), writer: &mut Writer) {
        self.originator.write(writer);
        schedule(writer);
        self.source_agent.write(writer, "sourceAgent");
        self.destination_agent.write(writer, "destinationAgent");
        if let Some(trigger) = &self.trigger {
            trigger.write(writer);
        }
        if let Some(reply) = &self.reply {
            reply.write(writer);
        }
        self.set.write(writer);
        write_job(self.job.as_deref(), writer);
    }

    fn write_inside(&self, writer: &mut Writer) {
        let schedule = |writer: &mut Writer| {
            if let Some(schedule) = &self.schedule {
                schedule.write(writer);
            }
        };
        self.write_listed(schedule, writer);
    }
}

impl TransferSet {
    fn read(element: &Element) -> Result<Self, Problem> {
        const TIMEOUT: &str = "a whole number of seconds from -1 to 999999999";
        let timeout: Option<i32> = number(element, "recoveryTimeout", TIMEOUT)?;
        if let Some(seconds) = timeout
            && !(-1..=RECOVERY_TIMEOUT_MAX_S).contains(&seconds)
        {
            return Err(element.wrong("recoveryTimeout", &seconds.to_string(), TIMEOUT));
        }
        Ok(Self {
            priority: priority(element)?,
            recovery_timeout_s: timeout,
            metadata: metadata_in(element)?,
            pre_source: Program::read_in(element, "preSourceCall")?,
            post_source: Program::read_in(element, "postSourceCall")?,
            pre_destination: Program::read_in(element, "preDestinationCall")?,
            post_destination: Program::read_in(element, "postDestinationCall")?,
            items: Item::any_in(element)?,
        })
    }

    fn write(&self, writer: &mut Writer) {
        let (priority, timeout) = (text_if(self.priority), text_if(self.recovery_timeout_s));
        let set = writer.open("transferSet");
        set.attribute_if("priority", priority.as_deref())
            .attribute_if("recoveryTimeout", timeout.as_deref());
        write_metadata(&self.metadata, writer);
        Program::write_in(self.pre_source.as_ref(), "preSourceCall", writer);
        Program::write_in(self.post_source.as_ref(), "postSourceCall", writer);
        Program::write_in(self.pre_destination.as_ref(), "preDestinationCall", writer);
        Program::write_in(
            self.post_destination.as_ref(),
            "postDestinationCall",
            writer,
        );
        self.items.iter().for_each(|item| item.write(writer));
        writer.close();
    }
}
