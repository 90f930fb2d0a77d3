//! Programs that run at an agent.

use super::{job_in, metadata_in, priority, write_job, write_metadata};
use crate::fields::{number, text_if, word, words};
use crate::party::{AgentAddress, Originator, ReplyTo};
use crate::xml::{Element, Problem, Writer};

/// A request to run a program at an agent.
#[derive(Clone, Debug, PartialEq)]
pub struct ManagedCall {
    /// Who asks.
    pub originator: Originator,
    /// Where it runs.
    pub agent: AgentAddress,
    /// Where answers go, if they are wanted.
    pub reply: Option<ReplyTo>,
    /// 0 to 9; as the agent's settings say without.
    pub priority: Option<u8>,
    /// What is kept with it, by key and value.
    pub metadata: Vec<(String, String)>,
    /// The program.
    pub program: Program,
    /// Name of the job.
    pub job: Option<String>,
}

/// A program, how it is run, and when it has done well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Its file, below a directory of the agent's command path, or a script's.
    pub name: String,
    /// What it is.
    pub kind: ProgramKind,
    /// Exit codes that mean success, as they were written: `0`, `>2&<7|14`. 0 without.
    pub success_rc: Option<String>,
    /// How often it is run again when it fails; not at all without.
    pub retry_count: Option<u32>,
    /// Seconds before it is run again; none without.
    pub retry_wait_s: Option<u32>,
    /// What it is given, in this order.
    pub arguments: Vec<String>,
    /// Values a script is given, by name.
    pub properties: Vec<(String, String)>,
    /// What of a script is run.
    pub target: Option<String>,
}

/// What a program is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramKind {
    /// A file the system can run.
    Executable,
    /// A script of Ant.
    AntScript,
    /// A job of z/OS.
    Jcl,
}

words!(ProgramKind, "executable, antscript or jcl",
    "executable" => Executable, "antscript" => AntScript, "jcl" => Jcl);

impl ManagedCall {
    pub(super) fn read(element: &Element) -> Result<Self, Problem> {
        let set = element.needed("transferSet")?;
        let call = set.needed("call")?;
        Ok(Self {
            originator: Originator::read_in(element)?,
            agent: AgentAddress::read(element.needed("agent")?)?,
            reply: ReplyTo::read_in(element)?,
            priority: priority(set)?,
            metadata: metadata_in(set)?,
            program: Program::read(call.needed("command")?)?,
            job: job_in(element),
        })
    }

    pub(super) fn write(&self, writer: &mut Writer) {
        writer.open("managedCall");
        self.originator.write(writer);
        self.agent.write(writer, "agent");
        if let Some(reply) = &self.reply {
            reply.write(writer);
        }
        let priority = text_if(self.priority);
        writer
            .open("transferSet")
            .attribute_if("priority", priority.as_deref());
        write_metadata(&self.metadata, writer);
        writer.open("call");
        self.program.write(writer);
        writer.close();
        writer.close();
        write_job(self.job.as_deref(), writer);
        writer.close();
    }
}

/// What runs at the destination of a transfer, as its source tells it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct DestinationPrograms {
    /// What programs are given besides, by key and value.
    pub(crate) metadata: Vec<(String, String)>,
    /// Before anything is written.
    pub(crate) pre: Option<Program>,
    /// When everything is written.
    pub(crate) post: Option<Program>,
}

impl DestinationPrograms {
    /// Reads the document.
    pub(crate) fn parse(text: &str) -> Result<Self, Problem> {
        let root = crate::xml::read(text.as_bytes())?;
        Ok(Self {
            metadata: metadata_in(&root)?,
            pre: Program::read_in(&root, "preDestinationCall")?,
            post: Program::read_in(&root, "postDestinationCall")?,
        })
    }

    /// The document; empty when nothing runs.
    pub(crate) fn to_xml(&self) -> String {
        if self.pre.is_none() && self.post.is_none() {
            return String::new();
        }
        let mut writer = Writer::new();
        writer.open("programs");
        write_metadata(&self.metadata, &mut writer);
        Program::write_in(self.pre.as_ref(), "preDestinationCall", &mut writer);
        Program::write_in(self.post.as_ref(), "postDestinationCall", &mut writer);
        writer.finish()
    }
}

impl Program {
    /// The program in the element `name` of `parent`, if that is there.
    pub(super) fn read_in(parent: &Element, name: &str) -> Result<Option<Self>, Problem> {
        let Some(call) = parent.child(name) else {
            return Ok(None);
        };
        Self::read(call.needed("command")?).map(Some)
    }

    fn read(element: &Element) -> Result<Self, Problem> {
        let name = element.needed_attribute("name")?;
        if name.trim().is_empty() {
            return Err(element.missing("name"));
        }
        let property = |property: &Element| {
            let (name, value) = (
                property.needed_attribute("name")?,
                property.needed_attribute("value")?,
            );
            Ok((name.to_owned(), value.to_owned()))
        };
        Ok(Self {
            name: name.to_owned(),
            kind: word(element, "type")?.unwrap_or(ProgramKind::Executable),
            success_rc: element.attribute("successRC").map(str::to_owned),
            retry_count: number(element, "retryCount", "a whole number from 0")?,
            retry_wait_s: number(element, "retryWait", "a whole number of seconds from 0")?,
            arguments: element
                .children("argument")
                .map(|argument| argument.text.clone())
                .collect(),
            properties: element
                .children("property")
                .map(property)
                .collect::<Result<_, Problem>>()?,
            target: element.child("target").map(|target| target.text.clone()),
        })
    }

    /// Writes the element `name` with the program in it.
    pub(super) fn write_in(program: Option<&Self>, name: &'static str, writer: &mut Writer) {
        if let Some(program) = program {
            writer.open(name);
            program.write(writer);
            writer.close();
        }
    }

    fn write(&self, writer: &mut Writer) {
        let (count, wait) = (text_if(self.retry_count), text_if(self.retry_wait_s));
        let command = writer.open("command").attribute("name", &self.name);
        command
            .attribute("type", self.kind.as_str())
            .attribute_if("successRC", self.success_rc.as_deref())
            .attribute_if("retryCount", count.as_deref())
            .attribute_if("retryWait", wait.as_deref());
        for argument in &self.arguments {
            writer.leaf("argument", argument);
        }
        for (name, value) in &self.properties {
            writer
                .open("property")
                .attribute("name", name)
                .attribute("value", value)
                .close();
        }
        writer.leaf_if("target", self.target.as_deref());
        writer.close();
    }
}
