//! What the attributes of clusters have to do with each other: of queues, channels, topics and the queue manager.

use crate::objects::failure::ObjectError;
use crate::objects::registry::Registry;
use ferromq_cluster::StoredRecord;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::notices::{
    AMQ8432, AMQ8434, FMQ0240, FMQ0241, FMQ0242, FMQ0243, FMQ0244, FMQ0245, FMQ0254,
};

/// Queues of the queue manager that no other one may put to: documented.
const NEVER_SHARED: [&str; 4] = [
    "SYSTEM.CHANNEL.INITQ",
    "SYSTEM.CHANNEL.SYNCQ",
    "SYSTEM.CLUSTER.COMMAND.QUEUE",
    "SYSTEM.CLUSTER.REPOSITORY.QUEUE",
];
/// Transmission queues of cluster-sender channels, made from their model or by hand.
const TRANSMITS: &str = "SYSTEM.CLUSTER.TRANSMIT.";

/// Refuses a definition whose attributes of clusters do not go together, or cannot be had now. `before` is what is in force.
///
/// # Errors
/// `Notice`, with the notice of the rule.
pub(super) fn check(
    registry: &Registry,
    q_mgr: &Definition,
    before: Option<&Definition>,
    definition: &Definition,
) -> Result<(), ObjectError> {
    let is_set = |attr| has(definition, attr);
    if is_set(Attr::Cluster) && is_set(Attr::Clusnl) {
        return Err(ObjectError::Notice(&AMQ8434));
    }
    match definition.kind() {
        ObjectKind::QMgr => of_q_mgr(registry, before, definition),
        ObjectKind::QLocal | ObjectKind::QModel => of_queue(before, definition),
        ObjectKind::Topic => of_topic(q_mgr, before, definition),
        _ => Ok(()),
    }
}

fn has(definition: &Definition, attr: Attr) -> bool {
    definition
        .find_text(attr)
        .is_some_and(|text| !text.is_empty())
}

fn of_q_mgr(
    registry: &Registry,
    before: Option<&Definition>,
    definition: &Definition,
) -> Result<(), ObjectError> {
    if has(definition, Attr::Repos) && has(definition, Attr::Reposnl) {
        return Err(ObjectError::Notice(&AMQ8432));
    }
    let parent = definition.text(Attr::Parent);
    let is_new = before.is_none_or(|before| before.text(Attr::Parent) != parent);
    if is_new && !parent.is_empty() && parent == definition.name().as_str() {
        return Err(ObjectError::Notice(&FMQ0254));
    }
    let mut topics = registry.plain.of_type(MQOT_TOPIC);
    let of_others = registry.plain.of_type(ObjectKind::ClusTopic.object_type());
    let mut of_others = of_others.filter(|record| record.kind() == ObjectKind::ClusTopic);
    let disabled = definition.int(Attr::Psclus) == MQPSCLUS_DISABLED;
    let is_new = disabled && before.is_some_and(|it| it.int(Attr::Psclus) != MQPSCLUS_DISABLED);
    let any = topics.any(|topic| has(topic, Attr::Cluster))
        || is_new && of_others.any(|record| StoredRecord::is_live(record));
    match disabled && any {
        true => Err(ObjectError::Notice(&FMQ0244)),
        false => Ok(()),
    }
}

fn of_queue(before: Option<&Definition>, definition: &Definition) -> Result<(), ObjectError> {
    let name = definition.name();
    let name = name.as_str();
    let transmits = definition.int(Attr::Usage) == MQUS_TRANSMISSION;
    let is_shared = has(definition, Attr::Cluster) || has(definition, Attr::Clusnl);
    if is_shared && (transmits || NEVER_SHARED.contains(&name)) {
        return Err(ObjectError::Notice(&FMQ0240));
    }
    if transmits {
        return Ok(());
    }
    // Channels would fail at it months later, when they next want it.
    let did = before.is_some_and(|before| before.int(Attr::Usage) == MQUS_TRANSMISSION);
    if did && (name.starts_with(TRANSMITS) || has(definition, Attr::Clchname)) {
        return Err(ObjectError::Notice(&FMQ0241));
    }
    match has(definition, Attr::Clchname) {
        true => Err(ObjectError::Notice(&FMQ0242)),
        false => Ok(()),
    }
}

fn of_topic(
    q_mgr: &Definition,
    before: Option<&Definition>,
    definition: &Definition,
) -> Result<(), ObjectError> {
    if !has(definition, Attr::Cluster) {
        return Ok(());
    }
    if q_mgr.int(Attr::Psclus) == MQPSCLUS_DISABLED {
        return Err(ObjectError::Notice(&FMQ0243));
    }
    let route = definition.int(Attr::Clroute);
    let changes = before
        .is_some_and(|before| has(before, Attr::Cluster) && before.int(Attr::Clroute) != route);
    match changes {
        true => Err(ObjectError::Notice(&FMQ0245)),
        false => Ok(()),
    }
}
