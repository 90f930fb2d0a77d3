//! Of what figures are published.

use crate::core::figures::table::{Class, Kind, Per};
use crate::store::local_queue::LocalQueue;
use ferromq_mqi::name::{FixedText, ObjectName};

/// Names of topics.
pub(crate) struct Prefix(String);

impl Prefix {
    pub(super) fn of(q_mgr: &ObjectName) -> Self {
        Self(format!("$SYS/MQ/INFO/QMGR/{q_mgr}/Monitor"))
    }

    pub(super) fn catalogue(&self, of: &str) -> String {
        format!("{}/METADATA/{of}", self.0)
    }

    pub(super) fn types(&self, class: &Class) -> String {
        self.catalogue(&format!("{}/TYPES", class.name))
    }

    pub(super) fn elements(&self, class: &Class, kind: &Kind) -> String {
        self.catalogue(&format!("{}/{}", class.name, kind.name))
    }

    /// The topic of a type as the catalogue has it: `%s` stands for the name of a queue or an application.
    pub(super) fn announced(&self, class: &Class, kind: &Kind) -> String {
        self.topic(class, kind, (kind.per != Per::QueueManager).then_some("%s"))
    }

    pub(super) fn topic(&self, class: &Class, kind: &Kind, object: Option<&str>) -> String {
        match object {
            // A slash would begin a level.
            Some(object) => {
                let object = object.replace('/', "&");
                format!("{}/{}/{object}/{}", self.0, class.name, kind.name)
            }
            None => format!("{}/{}/{}", self.0, class.name, kind.name),
        }
    }
}

/// What figures are of.
#[derive(Clone, Copy)]
pub(crate) enum Object<'a> {
    QueueManager,
    Queue(&'a LocalQueue),
    Application(&'a FixedText<28>),
}

impl Object<'_> {
    pub(super) fn name(&self) -> Option<&str> {
        match self {
            Self::QueueManager => None,
            Self::Queue(queue) => Some(queue.name.as_str()),
            Self::Application(name) => Some(name.as_str()),
        }
    }
}
