//! Who asks, who works, where answers go, and which transfer is meant.

use crate::fields::{flag, flag_text, name_of, word, words};
use crate::xml::{Element, Problem, Writer};
use ferromq_mqi::hex::from_hex;
use std::fmt;

/// What identifies a transfer, a call or a request: the identifier of the message that asked for it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TransferId(pub [u8; 24]);

impl TransferId {
    /// The identifier of 48 hexadecimal digits, in capitals or not.
    #[must_use]
    pub fn from_text(digits: &str) -> Option<Self> {
        from_hex(digits)?.try_into().ok().map(Self)
    }

    pub(crate) fn read(element: &Element, of: &str, digits: &str) -> Result<Self, Problem> {
        let digits = digits.trim();
        Self::from_text(digits).ok_or_else(|| element.wrong(of, digits, "48 hexadecimal digits"))
    }
}

/// 48 hexadecimal digits, small letters.
impl fmt::Display for TransferId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for TransferId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// An agent and its queue manager.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct AgentAddress {
    /// Name of the agent.
    pub agent: String,
    /// Name of its queue manager; empty when it was not said.
    pub q_mgr: String,
}

impl AgentAddress {
    pub(crate) fn read(element: &Element) -> Result<Self, Problem> {
        let agent = element.needed_attribute("agent")?.trim().to_owned();
        if agent.is_empty() {
            return Err(element.missing("agent"));
        }
        let q_mgr = element
            .attribute("QMgr")
            .unwrap_or_default()
            .trim()
            .to_owned();
        Ok(Self { agent, q_mgr })
    }

    /// Begins the element of an agent; what it has besides may follow.
    pub(crate) fn begin<'a>(&self, writer: &'a mut Writer, name: &'static str) -> &'a mut Writer {
        let element = writer.open(name);
        element
            .attribute("agent", &self.agent)
            .attribute("QMgr", &self.q_mgr)
    }

    pub(crate) fn write(&self, writer: &mut Writer, name: &'static str) {
        self.begin(writer, name).close();
    }
}

/// Who asks, as they say themselves. Who it is by the rules of the queue manager is in the descriptor of the message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Originator {
    /// Name of their machine.
    pub host_name: String,
    /// Their user name there.
    pub user_id: String,
    /// The user in the descriptor of the message, which the agent adds.
    pub mqmd_user_id: Option<String>,
}

impl Originator {
    /// Reads the element of that name in `parent`.
    pub(crate) fn read_in(parent: &Element) -> Result<Self, Problem> {
        Self::read(parent.needed("originator")?)
    }

    pub(crate) fn read(element: &Element) -> Result<Self, Problem> {
        // The request to delete a schedule has both one level deeper.
        let element = element.child("delete").unwrap_or(element);
        Ok(Self {
            host_name: name_of(element, "hostName").unwrap_or_default(),
            user_id: element.needed("userID")?.trimmed().to_owned(),
            mqmd_user_id: name_of(element, "mqmdUserID"),
        })
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        writer.open("originator");
        self.write_inside(writer);
        writer.close();
    }

    pub(crate) fn write_inside(&self, writer: &mut Writer) {
        writer.leaf("hostName", &self.host_name);
        writer.leaf("userID", &self.user_id);
        writer.leaf_if("mqmdUserID", self.mqmd_user_id.as_deref());
    }
}

/// Whether messages survive a restart of their queue manager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Persistence {
    /// They do.
    Persistent,
    /// They do not.
    NotPersistent,
    /// As the queue says.
    AsQueue,
}

words!(Persistence, "true, false or qdef",
    "true" => Persistent, "false" => NotPersistent, "qdef" => AsQueue);

/// A queue, and its queue manager if that is another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QueueAddress {
    /// The queue.
    pub queue: String,
    /// Its queue manager; empty for that of the agent.
    pub q_mgr: String,
}

impl QueueAddress {
    /// Takes `QUEUE` or `QUEUE@QMGR` apart.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        let (queue, q_mgr) = text.split_once('@').unwrap_or((text, ""));
        let owned = |name: &str| name.trim().to_owned();
        Self {
            queue: owned(queue),
            q_mgr: owned(q_mgr),
        }
    }
}

/// `QUEUE` or `QUEUE@QMGR`.
impl fmt::Display for QueueAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.queue)?;
        if self.q_mgr.is_empty() {
            Ok(())
        } else {
            write!(f, "@{}", self.q_mgr)
        }
    }
}

/// Where answers to a request are put.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReplyTo {
    /// The queue.
    pub queue: String,
    /// Its queue manager; empty for that of the agent.
    pub q_mgr: String,
    /// Answers tell of each file as well.
    pub detailed: Option<bool>,
    /// Whether answers are persistent.
    pub persistent: Option<Persistence>,
}

impl ReplyTo {
    /// Reads the element of that name in `parent`, if there is one.
    pub(crate) fn read_in(parent: &Element) -> Result<Option<Self>, Problem> {
        let Some(element) = parent.child("reply") else {
            return Ok(None);
        };
        let queue = element.trimmed().to_owned();
        if queue.is_empty() {
            return Err(element.missing("queue name"));
        }
        Ok(Some(Self {
            queue,
            q_mgr: element
                .attribute("QMGR")
                .unwrap_or_default()
                .trim()
                .to_owned(),
            detailed: flag(element, "detailed")?,
            persistent: word(element, "persistent")?,
        }))
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        let element = writer.open("reply").attribute("QMGR", &self.q_mgr);
        element
            .attribute_if("detailed", self.detailed.map(flag_text))
            .attribute_if("persistent", self.persistent.map(Persistence::as_str))
            .text(&self.queue)
            .close();
    }
}
