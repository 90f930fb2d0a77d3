//! Requests to make and to delete monitors.

use super::NAMESPACE;
use super::condition::Conditions;
use crate::fields::{
    begin_in, check_root, flag, flag_text, name_of, number, number_in, text_if, word, words,
};
use crate::party::{Originator, ReplyTo};
use crate::request::{Request, job_in, write_job};
use crate::xml::{Element, Problem, Writer, read};

/// A request to make a monitor.
#[derive(Clone, Debug, PartialEq)]
pub struct Monitor {
    /// Its name; unique at its agent.
    pub name: String,
    /// What it is for.
    pub description: Option<String>,
    /// How many units lie between two polls, from 1.
    pub poll_interval: u32,
    /// Which.
    pub poll_unit: PollUnit,
    /// What one task takes of what was found, at most; 1 without.
    pub batch_max: Option<u32>,
    /// Its agent.
    pub agent: String,
    /// What is watched.
    pub resource: Resource,
    /// What has to be found.
    pub conditions: Conditions,
    /// Where answers go, if they are wanted.
    pub reply: Option<ReplyTo>,
    /// What is done then.
    pub tasks: Vec<Task>,
    /// Who asks.
    pub originator: Originator,
    /// Name of the job.
    pub job: Option<String>,
    /// What variables of tasks are when nothing else sets them, by key and value.
    pub default_variables: Vec<(String, String)>,
    /// It takes the place of one of its name.
    pub overwrite: Option<bool>,
    /// What one of its name remembers is forgotten then. Ours.
    pub clear_history: Option<bool>,
    /// What is found lists what is to be transferred. Ours.
    pub contents: Option<ContentList>,
}

/// How files that are found list what is to be transferred: a source in each line, perhaps with a destination.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContentList {
    /// A regular expression for lines, with one group or two; lines are cut at the first comma without.
    pub regex: Option<String>,
    /// Which of the two comes first in a line; the source without.
    pub order: Option<ContentOrder>,
}

/// Which comes first in a line of a trigger file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContentOrder {
    /// The source.
    SourceFirst,
    /// The destination.
    DestinationFirst,
}

words!(ContentOrder, "srcDest or destSrc", "srcDest" => SourceFirst, "destSrc" => DestinationFirst);

/// What the time between polls is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PollUnit {
    /// Seconds.
    Seconds,
    /// Minutes.
    Minutes,
    /// Hours.
    Hours,
    /// Days.
    Days,
    /// Weeks.
    Weeks,
    /// Months, of 30 days.
    Months,
    /// Years, of 365 days.
    Years,
}

words!(PollUnit, "seconds, minutes, hours, days, weeks, months or years",
    "seconds" => Seconds, "minutes" => Minutes, "hours" => Hours, "days" => Days, "weeks" => Weeks, "months" => Months, "years" => Years);

impl PollUnit {
    /// How many seconds it is.
    #[must_use]
    pub const fn seconds(self) -> u64 {
        match self {
            Self::Seconds => 1,
            Self::Minutes => 60,
            Self::Hours => 3_600,
            Self::Days => 86_400,
            Self::Weeks => 7 * 86_400,
            Self::Months => 30 * 86_400,
            Self::Years => 365 * 86_400,
        }
    }
}

/// What a monitor watches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resource {
    /// A directory.
    Directory {
        /// Where.
        path: String,
        /// How many levels below it are watched as well.
        recursion_level: u32,
    },
    /// A queue.
    Queue(String),
}

/// What a monitor does.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// Its name, which may be empty.
    pub name: String,
    /// What it is for.
    pub description: Option<String>,
    /// What is asked of the agent. Texts of it may have variables.
    pub request: Request,
}

/// A request to delete a monitor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeleteMonitor {
    /// Its name.
    pub name: String,
    /// Who asks.
    pub originator: Originator,
    /// Where the answer goes, if one is wanted.
    pub reply: Option<ReplyTo>,
}

const POLLS: &str = "a whole number from 1";

impl Monitor {
    /// Reads a document.
    ///
    /// # Errors
    /// What is wrong with it first.
    pub fn parse(bytes: &[u8]) -> Result<Self, Problem> {
        let root = read(bytes)?;
        check_root(&root, "monitor", NAMESPACE, "'monitor'")?;
        let poll = poll_in(&root)?;
        Ok(Self {
            name: named(&root)?,
            description: root.child("description").map(|found| found.text.clone()),
            poll_interval: poll.0,
            poll_unit: poll.1,
            batch_max: batch_in(&root)?,
            agent: root.needed("agent")?.trimmed().to_owned(),
            resource: Resource::read(root.needed("resources")?)?,
            conditions: Conditions::read(root.needed("triggerMatch")?)?,
            reply: ReplyTo::read_in(&root)?,
            tasks: Task::all_in(&root)?,
            originator: Originator::read_in(&root)?,
            job: job_in(&root),
            default_variables: variables_in(&root)?,
            overwrite: flag(&root, "overwrite")?,
            clear_history: flag(&root, "clearHistory")?,
            contents: ContentList::read_in(&root)?,
        })
    }

    /// The document.
    #[must_use]
    pub fn to_xml(&self) -> String {
        let mut writer = Writer::new();
        let root = begin_in(&mut writer, "monitor:monitor", "xmlns:monitor", NAMESPACE);
        root.attribute_if("overwrite", self.overwrite.map(flag_text))
            .attribute_if("clearHistory", self.clear_history.map(flag_text));
        writer.leaf("name", &self.name);
        writer.leaf_if("description", self.description.as_deref());
        write_poll(self.poll_interval, self.poll_unit, &mut writer);
        write_batch(self.batch_max, &mut writer);
        writer.leaf("agent", &self.agent);
        self.resource.write(&mut writer);
        self.conditions.write(&mut writer);
        if let Some(reply) = &self.reply {
            reply.write(&mut writer);
        }
        Task::write_all(&self.tasks, &mut writer);
        self.originator.write(&mut writer);
        write_job(self.job.as_deref(), &mut writer);
        write_variables(&self.default_variables, &mut writer);
        ContentList::write(self.contents.as_ref(), &mut writer);
        writer.finish()
    }
}

impl ContentList {
    pub(super) fn read_in(parent: &Element) -> Result<Option<Self>, Problem> {
        let Some(contents) = parent.child("triggerContents") else {
            return Ok(None);
        };
        Ok(Some(Self {
            regex: contents.child("regex").map(|regex| regex.text.clone()),
            order: word(contents, "order")?,
        }))
    }

    pub(super) fn write(contents: Option<&Self>, writer: &mut Writer) {
        if let Some(contents) = contents {
            writer
                .open("triggerContents")
                .attribute_if("order", contents.order.map(ContentOrder::as_str));
            writer.leaf_if("regex", contents.regex.as_deref());
            writer.close();
        }
    }
}

pub(super) fn named(root: &Element) -> Result<String, Problem> {
    let name = root.needed("name")?.trimmed();
    if name.is_empty() {
        Err(root.missing("name"))
    } else {
        Ok(name.to_owned())
    }
}

pub(super) fn poll_in(parent: &Element) -> Result<(u32, PollUnit), Problem> {
    let poll = parent.needed("pollInterval")?;
    let unit = word(poll, "units")?.unwrap_or(PollUnit::Minutes);
    match number_in(poll, POLLS)? {
        0 => Err(poll.wrong("pollInterval", "0", POLLS)),
        interval => Ok((interval, unit)),
    }
}

pub(super) fn write_poll(interval: u32, unit: PollUnit, writer: &mut Writer) {
    let element = writer
        .open("pollInterval")
        .attribute("units", unit.as_str());
    element.text(&interval.to_string()).close();
}

pub(super) fn batch_in(parent: &Element) -> Result<Option<u32>, Problem> {
    let Some(batch) = parent.child("batch") else {
        return Ok(None);
    };
    match number(batch, "maxSize", POLLS)? {
        Some(0) => Err(batch.wrong("maxSize", "0", POLLS)),
        most => Ok(most),
    }
}

pub(super) fn write_batch(most: Option<u32>, writer: &mut Writer) {
    if let Some(most) = text_if(most) {
        writer.open("batch").attribute("maxSize", &most).close();
    }
}

pub(super) fn variables_in(parent: &Element) -> Result<Vec<(String, String)>, Problem> {
    let Some(set) = parent.child("defaultVariables") else {
        return Ok(Vec::new());
    };
    let pair = |element: &Element| {
        let key = element.needed_attribute("key")?;
        Ok((key.to_owned(), element.text.clone()))
    };
    set.children("variable").map(pair).collect()
}

pub(super) fn write_variables(variables: &[(String, String)], writer: &mut Writer) {
    if variables.is_empty() {
        return;
    }
    writer.open("defaultVariables");
    for (key, value) in variables {
        writer
            .open("variable")
            .attribute("key", key)
            .text(value)
            .close();
    }
    writer.close();
}

impl Resource {
    pub(super) fn read(element: &Element) -> Result<Self, Problem> {
        const LEVEL: &str = "a whole number from 0";
        if let Some(directory) = element.child("directory") {
            if directory.text.is_empty() {
                return Err(directory.missing("path"));
            }
            return Ok(Self::Directory {
                path: directory.text.clone(),
                recursion_level: number(directory, "recursionLevel", LEVEL)?.unwrap_or(0),
            });
        }
        match name_of(element, "queue") {
            Some(queue) if !queue.is_empty() => Ok(Self::Queue(queue)),
            _ => Err(element.missing("directory or queue")),
        }
    }

    pub(super) fn write(&self, writer: &mut Writer) {
        writer.open("resources");
        match self {
            Self::Directory {
                path,
                recursion_level,
            } => {
                let directory = writer
                    .open("directory")
                    .attribute("recursionLevel", &recursion_level.to_string());
                directory.text(path).close();
            }
            Self::Queue(queue) => writer.leaf("queue", queue),
        }
        writer.close();
    }
}

impl Task {
    fn all_in(parent: &Element) -> Result<Vec<Self>, Problem> {
        let tasks = parent.needed("tasks")?;
        let found: Vec<Self> = tasks
            .children("task")
            .map(Self::read)
            .collect::<Result<_, _>>()?;
        if found.is_empty() {
            Err(tasks.missing("task"))
        } else {
            Ok(found)
        }
    }

    pub(super) fn any_in(parent: &Element) -> Result<Vec<Self>, Problem> {
        parent
            .child("tasks")
            .map_or_else(|| Ok(Vec::new()), |_| Self::all_in(parent))
    }

    fn read(element: &Element) -> Result<Self, Problem> {
        // A call is asked for by the same kind of document.
        let kind = element.child("transfer").or_else(|| element.child("call"));
        let kind = kind.ok_or_else(|| element.missing("transfer"))?;
        Ok(Self {
            name: element
                .child("name")
                .map(|found| found.text.clone())
                .unwrap_or_default(),
            description: element.child("description").map(|found| found.text.clone()),
            request: Request::read(kind.needed("request")?)?,
        })
    }

    pub(super) fn write_all(tasks: &[Self], writer: &mut Writer) {
        if tasks.is_empty() {
            return;
        }
        writer.open("tasks");
        for task in tasks {
            writer.open("task");
            writer.leaf("name", &task.name);
            writer.leaf_if("description", task.description.as_deref());
            writer.open("transfer");
            task.request.write(writer);
            writer.close();
            writer.close();
        }
        writer.close();
    }
}

impl DeleteMonitor {
    /// Reads a document.
    ///
    /// # Errors
    /// What is wrong with it first.
    pub fn parse(bytes: &[u8]) -> Result<Self, Problem> {
        let root = read(bytes)?;
        check_root(&root, "deleteMonitor", NAMESPACE, "'deleteMonitor'")?;
        Ok(Self {
            name: named(&root)?,
            originator: Originator::read_in(&root)?,
            reply: ReplyTo::read_in(&root)?,
        })
    }

    /// The document.
    #[must_use]
    pub fn to_xml(&self) -> String {
        let mut writer = Writer::new();
        begin_in(
            &mut writer,
            "monitor:deleteMonitor",
            "xmlns:monitor",
            NAMESPACE,
        );
        writer.leaf("name", &self.name);
        self.originator.write(&mut writer);
        if let Some(reply) = &self.reply {
            reply.write(&mut writer);
        }
        writer.finish()
    }
}
