//! Carrying the commands out.

use super::operations::TopicOperations;
use super::record::{
    engine_record, publisher_record, relation_record, status_record, topic_record,
};
use super::{Chosen, EngineType, TopicCommand, Which};
use crate::display::object;
use crate::display::query::Query;
use crate::display::record::{Head, Record};
use crate::generated::status::{
    ENGINE_HEAD, SUBSCRIPTION_HEAD, TOPIC_HEAD, TOPIC_PUBLISHER_HEAD, TOPIC_SUBSCRIBER_HEAD,
};
use crate::message;
use crate::operations::ObjectOperations;
use crate::outcome::ObjectError;
use crate::reply::Reply;
use ferromq_mqi::attribute::{Attr, AttributeError, ObjectKind, Value};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::notices::{
    AMQ8022, AMQ8094, AMQ8095, AMQ8096, AMQ8097, AMQ8099, AMQ8723, AMQ8754, FMQ0271, FMQ0279,
};
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::notice::Notice;
use ferromq_qmgr::{PublisherStatus, SubscriptionStatus};
use std::collections::HashMap;

/// Carries out a command.
pub(super) fn execute(operations: &dyn ObjectOperations, command: TopicCommand) -> Reply {
    let Some(topics) = operations.topics() else {
        return Reply::failed(message::command_failed("there are no topics here"));
    };
    match command {
        TopicCommand::Define {
            name,
            like,
            replace,
            changes,
        } => define(topics, &name, like.as_deref(), replace, changes),
        TopicCommand::Alter { which, changes } => alter(topics, &which, changes),
        TopicCommand::Delete {
            which,
            ignore_missing,
        } => delete(topics, &which, ignore_missing),
        TopicCommand::Display {
            which,
            chosen,
            query,
        } => {
            let found = found(topics, &which, chosen).into_iter();
            let records = found.map(|one| object::record(&one.definition));
            shown(&AMQ8096, SUBSCRIPTION_HEAD, records, &query, &which)
        }
        TopicCommand::DisplayStatus {
            which,
            chosen,
            query,
        } => {
            let found = found(topics, &which, chosen).into_iter();
            let records = found.map(|one| status_record(&one, false));
            shown(&AMQ8099, SUBSCRIPTION_HEAD, records, &query, &which)
        }
        TopicCommand::DisplayTopics { pattern, query } => {
            let found = topics.topics(&pattern).into_iter();
            let records = found.map(|one| topic_record(&one));
            all(&AMQ8754, TOPIC_HEAD, records, &query, &pattern)
        }
        TopicCommand::DisplayTopicSubscribers { pattern, query } => {
            display_subscribers(topics, &pattern, &query)
        }
        TopicCommand::DisplayTopicPublishers { pattern, query } => {
            display_publishers(topics, &pattern, &query)
        }
        TopicCommand::DisplayEngine { of, query } => {
            let records = engine_records(operations, topics, of).into_iter();
            all(&AMQ8723, ENGINE_HEAD, records, &query, "PUBSUB")
        }
        TopicCommand::RefreshProxies => match topics.refresh_proxies() {
            true => Reply::done(message::line(&FMQ0279, &[])),
            false => Reply::failed(message::command_failed(NOT_EXCHANGED)),
        },
        TopicCommand::CancelRelation { q_mgr, is_parent } => {
            match topics.cancel_relation(&q_mgr, is_parent) {
                true => Reply::done(message::line(&FMQ0271, &[&q_mgr])),
                false => Reply::failed(message::not_found(q_mgr.as_str())),
            }
        }
        TopicCommand::ClearRetained { topic } => match topics.clear_retained(&topic) {
            Ok(()) => Reply::done(message::line(&AMQ8022, &[])),
            Err(error) => Reply::failed(message::refused(&error, &topic)),
        },
    }
}

const NOT_EXCHANGED: &str = "no publications are exchanged with other queue managers now";

/// This queue manager's own record, and those of its neighbours.
fn engine_records(
    operations: &dyn ObjectOperations,
    topics: &dyn TopicOperations,
    of: EngineType,
) -> Vec<Record> {
    let mut records = Vec::new();
    if matches!(of, EngineType::All | EngineType::Local) {
        let subscriptions = topics.subscription_count();
        let nodes = topics.topic_count();
        let q_mgr = operations.q_mgr_definition();
        let runs = topics.queued_runs();
        records.push(engine_record(&q_mgr, runs, subscriptions, nodes));
    }
    let relations = topics.relations().into_iter();
    let meant = relations.filter(|one| match of {
        EngineType::All => true,
        EngineType::Local => false,
        EngineType::Parent => one.is_parent,
        EngineType::Child => !one.is_parent,
    });
    records.extend(meant.map(|one| relation_record(&one)));
    records
}

fn display_subscribers(topics: &dyn TopicOperations, pattern: &str, query: &Query) -> Reply {
    let known = topics.subscriptions();
    let topic_of = |one: &SubscriptionStatus| one.definition.text(Attr::Topicstr).to_owned();
    let records = of_topics(topics, pattern, &known, topic_of, |one| {
        status_record(one, true)
    });
    all(&AMQ8754, TOPIC_SUBSCRIBER_HEAD, records, query, pattern)
}

fn display_publishers(topics: &dyn TopicOperations, pattern: &str, query: &Query) -> Reply {
    let known = topics.publishers();
    let topic_of = |one: &PublisherStatus| one.topic.clone();
    let records = of_topics(topics, pattern, &known, topic_of, publisher_record);
    all(&AMQ8754, TOPIC_PUBLISHER_HEAD, records, query, pattern)
}

/// What is known of each topic that fits a pattern, in the order of the topics.
fn of_topics<T>(
    topics: &dyn TopicOperations,
    pattern: &str,
    known: &[T],
    topic_of: impl Fn(&T) -> String,
    record: impl Fn(&T) -> Record,
) -> std::vec::IntoIter<Record> {
    let mut by_topic: HashMap<String, Vec<&T>> = HashMap::new();
    for one in known {
        by_topic.entry(topic_of(one)).or_default().push(one);
    }
    let nodes = topics.topics(pattern);
    let found = nodes
        .iter()
        .filter_map(|node| by_topic.get(&node.node.topic));
    let records: Vec<Record> = found.flatten().map(|one| record(one)).collect();
    records.into_iter()
}

/// Looks at the others only where neither identifier nor name says which one is meant.
fn found(topics: &dyn TopicOperations, which: &Which, chosen: Chosen) -> Vec<SubscriptionStatus> {
    let name = which.names.as_str();
    let mut found: Vec<_> = match &which.id {
        Some(digits) => {
            let found = topics.subscription(&ObjectName::truncated(digits));
            found.into_iter().collect()
        }
        // There may be several without a name.
        None if which.names.is_generic() || name.is_empty() => topics.subscriptions(),
        None => topics.subscription_named(name).into_iter().collect(),
    };
    found.retain(|one| {
        let definition = &one.definition;
        let durable = definition.int(Attr::Durable) == MQSUB_DURABLE_YES;
        let id = definition.name();
        which.names.matches(definition.text(Attr::Sub))
            && which.id.as_ref().is_none_or(|digits| id.as_str() == digits)
            && chosen.durable.is_none_or(|asked| asked == durable)
            && chosen.subtype.includes(definition.int(Attr::Subtype))
    });
    found
}

/// The one subscription a command changes.
fn one(topics: &dyn TopicOperations, which: &Which) -> Result<SubscriptionStatus, ObjectError> {
    let found = found(topics, which, Chosen::default());
    found.into_iter().next().ok_or(ObjectError::NotFound)
}

fn shown(
    heading: &'static Notice,
    head: Head,
    records: impl Iterator<Item = Record> + Send + 'static,
    query: &Query,
    which: &Which,
) -> Reply {
    let asked = which.id.as_deref().unwrap_or(which.names.as_str());
    all(heading, head, records, query, asked)
}

fn all(
    heading: &'static Notice,
    head: Head,
    records: impl Iterator<Item = Record> + Send + 'static,
    query: &Query,
    asked: &str,
) -> Reply {
    Reply::records(heading, head, records, query, message::not_found(asked))
}

fn define(
    topics: &dyn TopicOperations,
    name: &str,
    like: Option<&str>,
    replace: bool,
    changes: Vec<(Attr, Value)>,
) -> Reply {
    let mut definition = Definition::new(ObjectKind::Sub, ObjectName::BLANK);
    if let Some(like) = like {
        match topics.subscription_named(like) {
            Some(base) => {
                definition.copy_definable(&base.definition);
                // It is whoever gives the command.
                if let Err(error) = definition.set(Attr::Subuser, "") {
                    return Reply::failed(message::command_failed(&error.to_string()));
                }
            }
            None => return Reply::failed(message::not_found(like)),
        }
    }
    if let Err(error) = apply(&mut definition, name, changes) {
        return Reply::failed(message::command_failed(&error.to_string()));
    }
    let replaced = topics.subscription_named(name).is_some();
    match topics.define_subscription(definition, replace) {
        Ok(()) if replaced => Reply::done(message::line(&AMQ8095, &[])),
        Ok(()) => Reply::done(message::line(&AMQ8094, &[])),
        Err(error) => Reply::failed(message::refused(&error, name)),
    }
}

fn apply(
    definition: &mut Definition,
    name: &str,
    changes: Vec<(Attr, Value)>,
) -> Result<(), AttributeError> {
    for (attr, value) in changes {
        definition.set(attr, value)?;
    }
    definition.set_internal(Attr::Sub, name)
}

fn alter(topics: &dyn TopicOperations, which: &Which, changes: Vec<(Attr, Value)>) -> Reply {
    let before = match one(topics, which) {
        Ok(before) => before,
        Err(error) => return Reply::failed(message::refused(&error, which.names.as_str())),
    };
    let mut definition = before.definition;
    let name = definition.text(Attr::Sub).to_owned();
    if let Err(error) = apply(&mut definition, &name, changes) {
        return Reply::failed(message::command_failed(&error.to_string()));
    }
    match topics.define_subscription(definition, true) {
        Ok(()) => Reply::done(message::line(&AMQ8095, &[])),
        Err(error) => Reply::failed(message::refused(&error, &name)),
    }
}

fn delete(topics: &dyn TopicOperations, which: &Which, ignore_missing: bool) -> Reply {
    let deleted =
        one(topics, which).and_then(|one| topics.delete_subscription(&one.definition.name()));
    match deleted {
        Err(ObjectError::NotFound) if ignore_missing => Reply::done(message::line(&AMQ8097, &[])),
        Ok(()) => Reply::done(message::line(&AMQ8097, &[])),
        Err(error) => Reply::failed(message::refused(&error, which.names.as_str())),
    }
}
