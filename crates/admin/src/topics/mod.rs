//! Subscriptions and the state of topics as commands: DEFINE, ALTER, DELETE and DISPLAY SUB, DISPLAY SBSTATUS, TPSTATUS
//! and PUBSUB, CLEAR TOPICSTR. Topic objects are objects like others.

mod execute;
mod parse;
mod record;

use execute::execute;
pub(crate) use parse::{
    alter, clear, define, delete, display, display_engine, display_status, display_topics,
};

use crate::display::query::Query;
use crate::outcome::ObjectError;
use crate::pattern::NamePattern;
use ferromq_mqi::attribute::{Attr, Value};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::name::ObjectName;
use ferromq_qmgr::{PublisherStatus, SubscriptionStatus, TopicStatus};

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

/// What the commands ask about topics.
pub trait TopicOperations {
    /// Every subscription.
    fn subscriptions(&self) -> Vec<SubscriptionStatus>;

    /// How many there are.
    fn subscription_count(&self) -> usize;

    /// The one with an identifier. Costs the same however many there are.
    fn subscription(&self, id: &ObjectName) -> Option<SubscriptionStatus>;

    /// The one of a name. Costs the same however many there are.
    fn subscription_named(&self, name: &str) -> Option<SubscriptionStatus>;

    /// Makes a subscription that lasts, or gives the one of its name another definition.
    ///
    /// # Errors
    /// `AlreadyExists`, `Conflict`, and the general ones.
    fn define_subscription(&self, definition: Definition, replace: bool)
    -> Result<(), ObjectError>;

    /// Removes a subscription, with its queue if that was made for it.
    ///
    /// # Errors
    /// `NotFound`, `InUse`, and the general ones.
    fn delete_subscription(&self, id: &ObjectName) -> Result<(), ObjectError>;

    /// The topics there are that fit a topic string, with wildcards or without.
    fn topics(&self, pattern: &str) -> Vec<TopicStatus>;

    /// The handles that are open for publishing.
    fn publishers(&self) -> Vec<PublisherStatus>;

    /// Whether the queued interface runs.
    fn queued_runs(&self) -> bool {
        false
    }

    /// Forgets what is retained for a topic.
    ///
    /// # Errors
    /// `NotFound` when nothing is.
    fn clear_retained(&self, topic: &str) -> Result<(), ObjectError>;
}
