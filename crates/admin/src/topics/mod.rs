//! Subscriptions and the state of topics as commands: DEFINE, ALTER, DELETE and DISPLAY SUB, DISPLAY SBSTATUS, TPSTATUS
//! and PUBSUB, CLEAR TOPICSTR. Topic objects are objects like others.

mod execute;
pub(crate) mod operations;
mod parse;
mod record;

use execute::execute;
pub use operations::TopicOperations;
pub(crate) use parse::{
    alter, cancel_relation, clear, define, delete, display, display_engine, display_status,
    display_topics, refresh_proxies,
};

use crate::display::query::Query;
use crate::pattern::NamePattern;
use ferromq_mqi::attribute::{Attr, Value};
use ferromq_mqi::generated::constants::MQSUBTYPE_PROXY;
use ferromq_mqi::name::ObjectName;

/// A command about subscriptions or the state of topics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TopicCommand {
    Define {
        name: String,
        like: Option<String>,
        replace: bool,
        changes: Vec<(Attr, Value)>,
    },
    Alter {
        which: Which,
        changes: Vec<(Attr, Value)>,
    },
    Delete {
        which: Which,
        ignore_missing: bool,
    },
    Display {
        which: Which,
        chosen: Chosen,
        query: Query,
    },
    DisplayStatus {
        which: Which,
        chosen: Chosen,
        query: Query,
    },
    DisplayTopics {
        pattern: String,
        query: Query,
    },
    DisplayTopicSubscribers {
        pattern: String,
        query: Query,
    },
    DisplayTopicPublishers {
        pattern: String,
        query: Query,
    },
    DisplayEngine {
        of: EngineType,
        query: Query,
    },
    RefreshProxies,
    CancelRelation {
        q_mgr: ObjectName,
        is_parent: bool,
    },
    ClearRetained {
        topic: String,
    },
}

/// Which subscriptions a command is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Which {
    /// Their name, perhaps generic.
    pub(crate) names: NamePattern,
    /// The digits of the identifier.
    pub(crate) id: Option<String>,
}

/// `TYPE` of `DISPLAY PUBSUB`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum EngineType {
    #[default]
    All,
    Local,
    Parent,
    Child,
}

/// `SUBTYPE` of a display.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ChosenType {
    #[default]
    All,
    /// All but those made for other queue managers.
    OfUsers,
    /// `MQSUBTYPE_*`.
    Only(i32),
}

impl ChosenType {
    pub(super) fn includes(self, subtype: i32) -> bool {
        match self {
            Self::All => true,
            Self::OfUsers => subtype != MQSUBTYPE_PROXY,
            Self::Only(asked) => asked == subtype,
        }
    }
}

/// `DURABLE` and `SUBTYPE` of a display; nothing for all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Chosen {
    pub(crate) durable: Option<bool>,
    pub(crate) subtype: ChosenType,
}
