//! Which transmission queue the messages for a cluster channel stand on, and in which clusters a queue is.
//!
//! Documented: a transmission queue whose `CLCHNAME` names the channel, the most specific one; else, by `DEFCLXQ` of the queue manager, the channel's
//! own or the one all share. A channel's own queue is made when the channel is first known, or when it starts: until it is there the shared one is used.

use crate::objects::Objects;
use crate::objects::dynamic::make_dynamic;
use crate::objects::failure::ObjectError;
use crate::objects::registry::{QueueObject, Registry};
use crate::objects::transmitting::Misplaced;
use crate::store::local_queue::LocalQueue;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::clusters;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{MQCLXQ_CHANNEL, MQUS_TRANSMISSION};
use ferromq_mqi::name::ObjectName;
use std::sync::Arc;

/// The one all share.
const SHARED: &str = "SYSTEM.CLUSTER.TRANSMIT.QUEUE";
/// What a channel's own one is made from.
const MODEL: &str = "SYSTEM.CLUSTER.TRANSMIT.MODEL.QUEUE";
/// A channel's own one has this and the channel's name.
const OWN_PREFIX: &str = "SYSTEM.CLUSTER.TRANSMIT.";

fn own_name(channel: &ObjectName) -> ObjectName {
    ObjectName::truncated(&format!("{OWN_PREFIX}{channel}"))
}

fn transmits(queue: &Arc<LocalQueue>) -> bool {
    queue.hot().transmission && !queue.is_deleted()
}

/// The transmission queue of a cluster channel: the one it has started with, or else the one it would start with. `None` if there is none at all, which
/// is for an operator to repair.
pub(crate) fn cluster_transmission_queue(
    registry: &Registry,
    default_type: i32,
    channel: &ObjectName,
) -> Option<Arc<LocalQueue>> {
    let started_with = registry.clusters.transmission_queue(channel);
    let current = started_with.and_then(|name| registry.local_queue(name));
    let current = current.filter(transmits);
    current.or_else(|| by_the_rules(registry, default_type, channel))
}

/// Where a message for a channel is put: where the channel gets from, or behind what still stands on the queue it had before.
///
/// Documented: while messages are moved to another transmission queue, new ones are put on the old one, so that their order is kept.
pub(crate) fn queue_to_put_on(
    registry: &Registry,
    default_type: i32,
    channel: &ObjectName,
) -> Option<Arc<LocalQueue>> {
    let before = registry.clusters.switching_from(channel);
    let before = before.and_then(|name| registry.local_queue(name));
    before
        .filter(transmits)
        .or_else(|| cluster_transmission_queue(registry, default_type, channel))
}

/// The transmission queue the rules give a channel now, which it has from its next start on.
pub(crate) fn by_the_rules(
    registry: &Registry,
    default_type: i32,
    channel: &ObjectName,
) -> Option<Arc<LocalQueue>> {
    if let Some(queue) = registry.transmitting.serving(channel.as_str()) {
        return Some(Arc::clone(queue)).filter(transmits);
    }
    let named = |name: &ObjectName| registry.local_queue(name).filter(transmits);
    let own = (default_type == MQCLXQ_CHANNEL).then(|| named(&own_name(channel)));
    own.flatten()
        .or_else(|| named(&ObjectName::truncated(SHARED)))
}

/// A channel starts, or is switched: it has the transmission queue the rules give it now, or amid a switch the one it is switched to. Messages for it that may stand on others from before are to be moved;
/// those that are put meanwhile stand behind them.
pub(crate) fn start_channel(objects: &Objects, channel: &ObjectName) -> Vec<Misplaced> {
    // Without one of its own its messages go on the queue all share.
    let _ = provide_own_queue(objects, channel);
    let default_type = objects.q_mgr_int(Attr::Defclxq);
    let mut registry = objects.registry_mut();
    let misplaced = |from| Misplaced {
        channel: *channel,
        from: Some(from),
        on: None,
        again: false,
    };
    if let Some(queue) = switching_to(&registry, channel) {
        // It started, and was stopped, amid a switch: that goes on before there can be another one, or what is put now would come before
        // what still stands on the queue it had.
        let others = others_with_messages(&registry, channel, &queue);
        return others.into_iter().map(misplaced).collect();
    }
    let Some(queue) = by_the_rules(&registry, default_type, channel) else {
        return Vec::new();
    };
    let others = others_with_messages(&registry, channel, &queue);
    let had = (registry.clusters.transmission_queue(channel)).filter(|had| **had != queue.name);
    let had = had.filter(|had| others.iter().any(|other| other.name == **had));
    let had = had.copied();
    registry.clusters.start_with(*channel, queue.name);
    registry.clusters.put_on(*channel, had);
    others.into_iter().map(misplaced).collect()
}

/// The transmission queue a channel gets from while messages for it still stand on, and are put on, the one it had.
fn switching_to(registry: &Registry, channel: &ObjectName) -> Option<Arc<LocalQueue>> {
    let from = registry.clusters.switching_from(channel)?;
    let from = registry.local_queue(from).filter(transmits)?;
    has_any(&from).then_some(())?;
    let current = registry.clusters.transmission_queue(channel)?;
    registry.local_queue(current).filter(transmits)
}

/// A channel is switched, and what stands on the queue it had stays there.
pub(crate) fn switch_without_messages(objects: &Objects, channel: &ObjectName) {
    let _ = provide_own_queue(objects, channel);
    let default_type = objects.q_mgr_int(Attr::Defclxq);
    let mut registry = objects.registry_mut();
    if let Some(queue) = by_the_rules(&registry, default_type, channel) {
        registry.clusters.start_with(*channel, queue.name);
        registry.clusters.put_on(*channel, None);
    }
}

/// The transmission queues besides the one a channel has on which there may be messages for it.
pub(crate) fn others_with_messages(
    registry: &Registry,
    channel: &ObjectName,
    queue: &Arc<LocalQueue>,
) -> Vec<Arc<LocalQueue>> {
    let had = registry.clusters.transmission_queue(channel).copied();
    // Also one that names no channels any more.
    let left = registry.clusters.switching_from(channel).copied();
    let names = [ObjectName::truncated(SHARED), own_name(channel)];
    let names = names.iter().chain(&had).chain(&left);
    let named = names.filter_map(|name| registry.local_queue(name));
    let serving = registry.transmitting.queues().cloned();
    let may_have = named
        .chain(serving)
        .filter(|other| other.id != queue.id && transmits(other) && has_any(other));
    let mut others: Vec<_> = may_have.collect();
    others.sort_by_key(|other| other.id);
    others.dedup_by_key(|other| other.id);
    others
}

/// Every queue on which there may be messages for channels of clusters.
pub(crate) fn cluster_transmission_queues(registry: &Registry) -> Vec<Arc<LocalQueue>> {
    let shared = registry.local_queue(&ObjectName::truncated(SHARED));
    let serving = registry.transmitting.queues().cloned();
    let is_own = |name: &ObjectName| name.as_str().starts_with(OWN_PREFIX);
    let own = registry.queues.keys().filter(|name| is_own(name));
    let own = own.filter_map(|name| registry.local_queue(name));
    let all = shared.into_iter().chain(serving).chain(own);
    let mut queues: Vec<_> = all.filter(transmits).collect();
    queues.sort_by_key(|queue| queue.id);
    queues.dedup_by_key(|queue| queue.id);
    queues
}

fn has_any(queue: &Arc<LocalQueue>) -> bool {
    !queue.queue.is_empty() || queue.queue.status().uncommitted_puts > 0
}

/// Makes the transmission queue of a channel that is to have one of its own and has none. Logged, not waited for.
///
/// # Errors
/// There is no model queue for transmission queues, or the log takes no more: messages go on the queue all share.
pub(crate) fn provide_own_queue(
    objects: &Objects,
    channel: &ObjectName,
) -> Result<(), ObjectError> {
    match own_queue_to_make(objects, channel)? {
        Some((name, model)) => make_dynamic(objects, &model, name).map(drop),
        None => Ok(()),
    }
}

/// The transmission queue of its own that a channel has from its next start on, which makes it; `None` where none is made.
pub(crate) fn own_queue_to_come(objects: &Objects, channel: &ObjectName) -> Option<ObjectName> {
    let made = own_queue_to_make(objects, channel).ok().flatten();
    made.map(|(name, _)| name)
}

/// The name of the transmission queue to be made for a channel, and its model.
fn own_queue_to_make(
    objects: &Objects,
    channel: &ObjectName,
) -> Result<Option<(ObjectName, Definition)>, ObjectError> {
    if objects.q_mgr_int(Attr::Defclxq) != MQCLXQ_CHANNEL {
        return Ok(None);
    }
    let name = own_name(channel);
    let model = {
        let registry = objects.registry();
        // Nothing is sent by a receiver of this queue manager's own, nor by a channel nobody names.
        let receiver = ObjectKind::ClusRcvr;
        if registry.kind_of(receiver, channel) == Some(receiver) || channel.is_blank() {
            return Ok(None);
        }
        let serves = registry.transmitting.serving(channel.as_str());
        if serves.is_some() || registry.queue(&name).is_some() {
            return Ok(None);
        }
        registry.queue(&ObjectName::truncated(MODEL))
    };
    let Some(QueueObject::Model(model)) = model else {
        return Err(ObjectError::NotFound);
    };
    let model = model.definition();
    if model.int(Attr::Usage) != MQUS_TRANSMISSION {
        return Err(ObjectError::Conflict(
            "the model queue of cluster transmission queues must have USAGE(XMITQ)",
        ));
    }
    Ok(Some((name, Definition::clone(&model))))
}

/// The clusters a queue's definition shares it in: `CLUSTER`, or the names of the namelist `CLUSNL`.
pub(crate) fn clusters_of(registry: &Registry, definition: &Definition) -> Vec<ObjectName> {
    clusters::clusters_of(definition, |list| {
        let list = registry.plain(ObjectKind::Namelist, list);
        list.map(|list| &**list)
    })
}
