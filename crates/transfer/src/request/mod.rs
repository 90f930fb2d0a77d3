//! What is asked of an agent: to transfer, to run a program, to forget a schedule.
//!
//! [`ManagedTransfer`] and what it is made of are plain data: everything a request can say, with what it leaves out as `None` wherever an
//! agent's settings decide then.

mod call;
mod end;
mod item;
mod transfer;
mod trigger;

pub(crate) use call::DestinationPrograms;
pub use call::{ManagedCall, Program, ProgramKind};
pub use end::{
    Delimiter, DelimiterKind, DelimiterPosition, DestinationQueue, FileSpec, LineEnd, SourceQueue,
};
pub use item::{
    Checksum, Destination, DestinationEnd, Disposition, Exist, Foreign, Item, Mode, Source,
    SourceEnd, SourceKind, TransferSpecifications,
};
pub use transfer::{ManagedTransfer, TransferSet};
pub use trigger::{Trigger, TriggerCondition};

use crate::fields::{begin, check_root, name_of};
use crate::party::{Originator, ReplyTo};
use crate::xml::{Element, Problem, ProblemKind, Writer, read};

/// A document with the root `request`.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Transfer files or messages, now or by a schedule.
    ManagedTransfer(Box<ManagedTransfer>),
    /// Run a program at an agent.
    ManagedCall(Box<ManagedCall>),
    /// Forget a transfer that is scheduled.
    DeleteScheduledTransfer(DeleteScheduledTransfer),
}

/// A request to forget a transfer that is scheduled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeleteScheduledTransfer {
    /// Who asks.
    pub originator: Originator,
    /// The number of the schedule at its agent.
    pub id: u64,
    /// Where the answer goes, if one is wanted.
    pub reply: Option<ReplyTo>,
}

const KINDS: &str = "'managedTransfer', 'managedCall' or 'deleteScheduledTransfer'";

impl Request {
    /// Reads a document.
    ///
    /// # Errors
    /// What is wrong with it first.
    pub fn parse(bytes: &[u8]) -> Result<Self, Problem> {
        Self::read(&read(bytes)?)
    }

    pub(crate) fn read(root: &Element) -> Result<Self, Problem> {
        check_root(root, "request", "", "'request'")?;
        let found = root
            .children
            .iter()
            .find_map(|child| match child.name.as_str() {
                "managedTransfer" => {
                    Some(ManagedTransfer::read(child).map(|it| Self::ManagedTransfer(Box::new(it))))
                }
                "managedCall" => {
                    Some(ManagedCall::read(child).map(|it| Self::ManagedCall(Box::new(it))))
                }
                "deleteScheduledTransfer" => {
                    Some(DeleteScheduledTransfer::read(child).map(Self::DeleteScheduledTransfer))
                }
                _ => None,
            });
        found.unwrap_or_else(|| Err(root.missing(KINDS)))
    }

    /// The document.
    #[must_use]
    pub fn to_xml(&self) -> String {
        let mut writer = Writer::new();
        self.write(&mut writer);
        writer.finish()
    }

    /// Writes the root and what is in it.
    pub(crate) fn write(&self, writer: &mut Writer) {
        begin(writer, "request", "FileTransfer.xsd");
        match self {
            Self::ManagedTransfer(transfer) => transfer.write(writer),
            Self::ManagedCall(call) => call.write(writer),
            Self::DeleteScheduledTransfer(delete) => delete.write(writer),
        }
        writer.close();
    }

    /// Where the answer goes, if one is wanted.
    #[must_use]
    pub fn reply(&self) -> Option<&ReplyTo> {
        match self {
            Self::ManagedTransfer(transfer) => transfer.reply.as_ref(),
            Self::ManagedCall(call) => call.reply.as_ref(),
            Self::DeleteScheduledTransfer(delete) => delete.reply.as_ref(),
        }
    }
}

impl DeleteScheduledTransfer {
    fn read(element: &Element) -> Result<Self, Problem> {
        let id = name_of(element, "ID").ok_or_else(|| element.missing("ID"))?;
        Ok(Self {
            originator: Originator::read_in(element)?,
            id: id
                .parse()
                .map_err(|_| element.wrong("ID", &id, "the number of a schedule"))?,
            reply: ReplyTo::read_in(element)?,
        })
    }

    fn write(&self, writer: &mut Writer) {
        writer.open("deleteScheduledTransfer");
        writer.open("originator");
        writer.open("delete");
        self.originator.write_inside(writer);
        writer.close();
        writer.close();
        writer.leaf("ID", &self.id.to_string());
        if let Some(reply) = &self.reply {
            reply.write(writer);
        }
        writer.close();
    }
}

/// Name of the job in `parent`.
pub(crate) fn job_in(parent: &Element) -> Option<String> {
    let name = parent.child("job")?.child("name")?;
    Some(name.text.clone())
}

/// Writes the name of a job.
pub(crate) fn write_job(job: Option<&str>, writer: &mut Writer) {
    if let Some(job) = job {
        writer.open("job").leaf("name", job);
        writer.close();
    }
}

/// What a user wants to be kept with a transfer, by key and value, in `parent`.
pub(crate) fn metadata_in(parent: &Element) -> Result<Vec<(String, String)>, Problem> {
    let Some(set) = parent.child("metaDataSet") else {
        return Ok(Vec::new());
    };
    let pair = |element: &Element| {
        let key = element.needed_attribute("key")?;
        Ok((key.to_owned(), element.text.clone()))
    };
    set.children("metaData").map(pair).collect()
}

/// Names of metadata that only agents give begin so: who has asked is among them. Programs may know them with other signs for the dots.
const OWN_METADATA: &[u8] = b"com.ibm.wmqfte.";

/// What a request has of metadata besides those that are told of everything: others by their names are passed over.
pub(crate) fn of_user(metadata: &[(String, String)]) -> impl Iterator<Item = (String, String)> {
    let is_alike = |(one, own): (u8, &u8)| match own {
        b'.' => !one.is_ascii_alphanumeric(),
        own => one.eq_ignore_ascii_case(own),
    };
    let is_own = move |name: &str| {
        name.len() >= OWN_METADATA.len() && name.bytes().zip(OWN_METADATA).all(is_alike)
    };
    let metadata = metadata.iter().filter(move |(name, _)| !is_own(name));
    metadata.cloned()
}

/// Writes a set of pairs of key and value, unless there are none.
pub(crate) fn write_metadata(pairs: &[(String, String)], writer: &mut Writer) {
    if pairs.is_empty() {
        return;
    }
    writer.open("metaDataSet");
    for (key, value) in pairs {
        writer
            .open("metaData")
            .attribute("key", key)
            .text(value)
            .close();
    }
    writer.close();
}

/// A number from 0 to 9.
pub(crate) fn priority(element: &Element) -> Result<Option<u8>, Problem> {
    const WANTED: &str = "a whole number from 0 to 9";
    match crate::fields::number(element, "priority", WANTED)? {
        Some(priority @ 10..) => Err(element.wrong("priority", &priority.to_string(), WANTED)),
        priority => Ok(priority),
    }
}

/// What stands for a kind of problem here.
pub(crate) fn together(element: &Element, what: &'static str) -> Problem {
    element.problem(ProblemKind::Together(what))
}
