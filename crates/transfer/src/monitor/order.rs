//! Requests to start and stop a monitor, and to have it forget what it has dealt with. What the documented commands send is not public; these
//! documents are ours.

use super::NAMESPACE;
use super::definition::{DeleteMonitor, Monitor, named};
use crate::fields::{begin_in, check_root};
use crate::party::{Originator, ReplyTo};
use crate::xml::{Element, Problem, Writer, read};

/// A request about a monitor that is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MonitorOrder {
    /// What is to be done.
    pub kind: MonitorOrderKind,
    /// The name of the monitor.
    pub name: String,
    /// Who asks.
    pub originator: Originator,
    /// Where the answer goes, if one is wanted.
    pub reply: Option<ReplyTo>,
}

/// What is to be done with a monitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MonitorOrderKind {
    /// It begins to poll.
    Start,
    /// It polls no more until it is started.
    Stop,
    /// It forgets what it has dealt with.
    ClearHistory,
}

impl MonitorOrderKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Start, Self::Stop, Self::ClearHistory];

    const fn root(self) -> (&'static str, &'static str) {
        match self {
            Self::Start => ("monitor:startMonitor", "startMonitor"),
            Self::Stop => ("monitor:stopMonitor", "stopMonitor"),
            Self::ClearHistory => ("monitor:clearMonitorHistory", "clearMonitorHistory"),
        }
    }
}

const KINDS: &str = "'startMonitor', 'stopMonitor' or 'clearMonitorHistory'";

impl MonitorOrder {
    /// Reads a document.
    ///
    /// # Errors
    /// What is wrong with it first.
    pub fn parse(bytes: &[u8]) -> Result<Self, Problem> {
        Self::read(&read(bytes)?)
    }

    pub(crate) fn read(root: &Element) -> Result<Self, Problem> {
        let kind = MonitorOrderKind::ALL.into_iter();
        let kind = { kind }.find(|kind| kind.root().1 == root.name);
        let Some(kind) = kind else {
            check_root(root, "startMonitor", NAMESPACE, KINDS)?;
            return Err(root.missing("name"));
        };
        check_root(root, kind.root().1, NAMESPACE, KINDS)?;
        Ok(Self {
            kind,
            name: named(root)?,
            originator: Originator::read_in(root)?,
            reply: ReplyTo::read_in(root)?,
        })
    }

    /// The document.
    #[must_use]
    pub fn to_xml(&self) -> String {
        let mut writer = Writer::new();
        begin_in(&mut writer, self.kind.root().0, "xmlns:monitor", NAMESPACE);
        writer.leaf("name", &self.name);
        self.originator.write(&mut writer);
        if let Some(reply) = &self.reply {
            reply.write(&mut writer);
        }
        writer.finish()
    }
}

/// A document about monitors that agents are asked with.
#[derive(Clone, Debug, PartialEq)]
pub enum MonitorRequest {
    /// One is to be made.
    Create(Box<Monitor>),
    /// One is to be deleted.
    Delete(DeleteMonitor),
    /// Something is to be done with one.
    Order(MonitorOrder),
}

impl MonitorRequest {
    /// Reads the tree of a document, and the document again.
    pub(crate) fn read(root: &Element, bytes: &[u8]) -> Result<Self, Problem> {
        match root.name.as_str() {
            "monitor" => Monitor::parse(bytes).map(Box::new).map(Self::Create),
            "deleteMonitor" => DeleteMonitor::parse(bytes).map(Self::Delete),
            _ => MonitorOrder::read(root).map(Self::Order),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_read_back_are_the_same_and_others_are_refused() {
        for kind in MonitorOrderKind::ALL {
            let order = MonitorOrder {
                kind,
                name: "CSVWATCH".into(),
                originator: Originator {
                    user_id: "ann".into(),
                    ..Originator::default()
                },
                reply: None,
            };
            let read = MonitorOrder::parse(order.to_xml().as_bytes());
            assert_eq!(read, Ok(order));
        }
        for wrong in [
            "<request/>",
            "<startMonitor/>",
            "<startMonitor><name>A</name></startMonitor>",
        ] {
            assert!(MonitorOrder::parse(wrong.as_bytes()).is_err(), "{wrong}");
        }
    }
}
