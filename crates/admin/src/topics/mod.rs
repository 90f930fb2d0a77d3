//! Subscriptions and the state of topics as commands: DEFINE, ALTER, DELETE and DISPLAY SUB, DISPLAY SBSTATUS, TPSTATUS
//! and PUBSUB, CLEAR TOPICSTR. Topic objects are objects like others.

mod execute;
pub(crate) mod operations;
mod parse;
mod record;

use execute::execute;
pub use operations::TopicOperations;
pub(crate) use parse::{
    alter, clear, define, delete, display, display_engine, display_status, display_topics,
};

use crate::display::query::Query;
use crate::pattern::NamePattern;
use ferromq_mqi::attribute::{Attr, Value};

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
    DisplayEngine(Query),
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

/// `DURABLE` and `SUBTYPE` of a display; nothing for all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Chosen {
    pub(crate) durable: Option<bool>,
    pub(crate) subtype: Option<i32>,
}
