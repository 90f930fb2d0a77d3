//! What is asked of an agent besides work: to cancel a transfer, and whether it is there. And what is answered, to that and to any
//! request that says where answers go.

use crate::fields::{begin, begin_in, check_root, flag_text, needed_flag, number};
use crate::party::{AgentAddress, Originator, ReplyTo, TransferId};
use crate::xml::{Element, Problem, Writer, read};

/// A request to cancel a transfer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cancel {
    /// Who asks.
    pub originator: Originator,
    /// The transfer.
    pub transfer: TransferId,
    /// Where the answer goes, if one is wanted.
    pub reply: Option<ReplyTo>,
}

impl Cancel {
    /// Reads a document.
    ///
    /// # Errors
    /// What is wrong with it first.
    pub fn parse(bytes: &[u8]) -> Result<Self, Problem> {
        Self::read(&read(bytes)?)
    }

    pub(crate) fn read(root: &Element) -> Result<Self, Problem> {
        check_root(root, "cancel", "", "'cancel'")?;
        let transfer = root.needed("transfer")?;
        Ok(Self {
            originator: Originator::read_in(root)?,
            transfer: TransferId::read(transfer, "transfer", &transfer.text)?,
            reply: ReplyTo::read_in(root)?,
        })
    }

    /// The document.
    #[must_use]
    pub fn to_xml(&self) -> String {
        let mut writer = Writer::new();
        begin(&mut writer, "cancel", "FileTransfer.xsd");
        self.originator.write(&mut writer);
        writer.leaf("transfer", &self.transfer.to_string());
        if let Some(reply) = &self.reply {
            reply.write(&mut writer);
        }
        writer.finish()
    }
}

/// The question whether an agent is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PingAgent {
    /// Who asks.
    pub originator: Originator,
    /// The agent.
    pub agent: AgentAddress,
    /// Where the answer goes.
    pub reply: Option<ReplyTo>,
}

const PING_NAMESPACE: &str = "http://www.ibm.com/xmlns/wmqfte/7.0.1/PingAgent";

impl PingAgent {
    /// Reads a document.
    ///
    /// # Errors
    /// What is wrong with it first.
    pub fn parse(bytes: &[u8]) -> Result<Self, Problem> {
        Self::read(&read(bytes)?)
    }

    pub(crate) fn read(root: &Element) -> Result<Self, Problem> {
        check_root(root, "pingAgent", PING_NAMESPACE, "'pingAgent'")?;
        Ok(Self {
            originator: Originator::read_in(root)?,
            agent: AgentAddress::read(root.needed("agent")?)?,
            reply: ReplyTo::read_in(root)?,
        })
    }

    /// The document.
    #[must_use]
    pub fn to_xml(&self) -> String {
        let mut writer = Writer::new();
        begin_in(&mut writer, "ping:pingAgent", "xmlns:ping", PING_NAMESPACE);
        self.originator.write(&mut writer);
        self.agent.write(&mut writer, "agent");
        if let Some(reply) = &self.reply {
            reply.write(&mut writer);
        }
        writer.finish()
    }
}

/// Namespace of documents that are ours.
const OWN_NAMESPACE: &str = "urn:ferromq:transfer:1";
/// Longest name of a machine, and of a version, bytes.
const HOST_BYTES_MAX: usize = 255;
const VERSION_BYTES_MAX: usize = 64;

/// An instance of an agent tells the one that works that it waits to take over, or does no longer. Ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandbyInstance {
    /// Its machine: at most 255 printable characters of ASCII without blanks.
    pub host: String,
    /// Its version: at most 64 of them.
    pub version: String,
    /// It waits.
    pub waits: bool,
}

impl StandbyInstance {
    /// Reads a document.
    ///
    /// # Errors
    /// What is wrong with it first.
    pub fn parse(bytes: &[u8]) -> Result<Self, Problem> {
        Self::read(&read(bytes)?)
    }

    pub(crate) fn read(root: &Element) -> Result<Self, Problem> {
        check_root(root, "standbyInstance", OWN_NAMESPACE, "'standbyInstance'")?;
        let word = |name: &'static str, most: usize| {
            let text = root.needed_attribute(name)?;
            let is_valid = (1..=most).contains(&text.len())
                && text.bytes().all(|byte| byte.is_ascii_graphic());
            match is_valid {
                true => Ok(text.to_owned()),
                false => Err(root.wrong(name, text, "printable characters without blanks")),
            }
        };
        let waits = needed_flag(root, "waits")?;
        Ok(Self {
            host: word("host", HOST_BYTES_MAX)?,
            version: word("instanceVersion", VERSION_BYTES_MAX)?,
            waits,
        })
    }

    /// The document. What a name of a machine may not have is left out of it.
    #[must_use]
    pub fn to_xml(&self) -> String {
        let word = |text: &str, most: usize| {
            let valid = text.chars().filter(char::is_ascii_graphic);
            let valid: String = valid.take(most).collect();
            match valid.is_empty() {
                true => "unknown".to_owned(),
                false => valid,
            }
        };
        let mut writer = Writer::new();
        begin_in(&mut writer, "standbyInstance", "xmlns", OWN_NAMESPACE)
            .attribute("host", &word(&self.host, HOST_BYTES_MAX))
            .attribute("instanceVersion", &word(&self.version, VERSION_BYTES_MAX))
            .attribute("waits", flag_text(self.waits));
        writer.finish()
    }
}

/// An agent is to stop. The document the vendor's command sends is not public; this one is ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StopAgent {
    /// Who asks.
    pub originator: Originator,
    /// The agent.
    pub agent: AgentAddress,
    /// At once: transfers that run rest where they are.
    pub immediately: bool,
    /// Where the answer goes.
    pub reply: Option<ReplyTo>,
}

impl StopAgent {
    /// Reads a document.
    ///
    /// # Errors
    /// What is wrong with it first.
    pub fn parse(bytes: &[u8]) -> Result<Self, Problem> {
        Self::read(&read(bytes)?)
    }

    pub(crate) fn read(root: &Element) -> Result<Self, Problem> {
        check_root(root, "stopAgent", OWN_NAMESPACE, "'stopAgent'")?;
        let immediately = needed_flag(root, "immediately")?;
        Ok(Self {
            immediately,
            originator: Originator::read_in(root)?,
            agent: AgentAddress::read(root.needed("agent")?)?,
            reply: ReplyTo::read_in(root)?,
        })
    }

    /// The document.
    #[must_use]
    pub fn to_xml(&self) -> String {
        let mut writer = Writer::new();
        begin_in(&mut writer, "stopAgent", "xmlns", OWN_NAMESPACE)
            .attribute("immediately", flag_text(self.immediately));
        self.originator.write(&mut writer);
        self.agent.write(&mut writer, "agent");
        if let Some(reply) = &self.reply {
            reply.write(&mut writer);
        }
        writer.finish()
    }
}

/// A transfer is to rest, or to go on. Ours: the source agent is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PauseTransfer {
    /// Who asks.
    pub originator: Originator,
    /// The transfer.
    pub transfer: TransferId,
    /// It is to rest; otherwise to go on.
    pub rests: bool,
    /// Where the answer goes, if one is wanted.
    pub reply: Option<ReplyTo>,
}

impl PauseTransfer {
    /// Reads a document.
    ///
    /// # Errors
    /// What is wrong with it first.
    pub fn parse(bytes: &[u8]) -> Result<Self, Problem> {
        Self::read(&read(bytes)?)
    }

    pub(crate) fn read(root: &Element) -> Result<Self, Problem> {
        check_root(root, "pauseTransfer", OWN_NAMESPACE, "'pauseTransfer'")?;
        let rests = needed_flag(root, "rests")?;
        let transfer = root.needed("transfer")?;
        Ok(Self {
            rests,
            originator: Originator::read_in(root)?,
            transfer: TransferId::read(transfer, "transfer", &transfer.text)?,
            reply: ReplyTo::read_in(root)?,
        })
    }

    /// The document.
    #[must_use]
    pub fn to_xml(&self) -> String {
        let mut writer = Writer::new();
        begin_in(&mut writer, "pauseTransfer", "xmlns", OWN_NAMESPACE)
            .attribute("rests", flag_text(self.rests));
        self.originator.write(&mut writer);
        writer.leaf("transfer", &self.transfer.to_string());
        if let Some(reply) = &self.reply {
            reply.write(&mut writer);
        }
        writer.finish()
    }
}

/// How something went: a result code, and sentences about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// The result code; 0 for success.
    pub result_code: i32,
    /// What is to be said about it, each with its number in front.
    pub supplements: Vec<String>,
}

impl Status {
    /// Reads the element of that name in `parent`.
    pub(crate) fn read_in(parent: &Element) -> Result<Self, Problem> {
        Self::read(parent.needed("status")?)
    }

    pub(crate) fn read(element: &Element) -> Result<Self, Problem> {
        let code = number(element, "resultCode", "a number")?;
        let supplements = element.children("supplement");
        Ok(Self {
            result_code: code.ok_or_else(|| element.missing("resultCode"))?,
            supplements: supplements
                .map(|supplement| supplement.text.clone())
                .collect(),
        })
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        writer
            .open("status")
            .attribute("resultCode", &self.result_code.to_string());
        for supplement in &self.supplements {
            writer.leaf("supplement", supplement);
        }
        writer.close();
    }
}

/// What is answered to a request that says where answers go. A transfer somebody waits for is answered several times, the last time with its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The request: the identifier of its message.
    pub id: TransferId,
    /// How it went.
    pub status: Status,
}

impl Reply {
    /// Reads a document.
    ///
    /// # Errors
    /// What is wrong with it first.
    pub fn parse(bytes: &[u8]) -> Result<Self, Problem> {
        Self::read(&read(bytes)?)
    }

    pub(crate) fn read(root: &Element) -> Result<Self, Problem> {
        check_root(root, "reply", "", "'reply'")?;
        let id = root.needed_attribute("ID")?;
        Ok(Self {
            id: TransferId::read(root, "ID", id)?,
            status: Status::read_in(root)?,
        })
    }

    /// The document.
    #[must_use]
    pub fn to_xml(&self) -> String {
        let mut writer = Writer::new();
        begin(&mut writer, "reply", "Reply.xsd").attribute("ID", &self.id.to_string());
        self.status.write(&mut writer);
        writer.finish()
    }
}
