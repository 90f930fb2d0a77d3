//! Retained publications that last: each persistent one has a message on a queue of its own, put with the publication.
//!
//! The message is found by its group id, which is made for it: publications in groups are not retained.

use super::{Publication, Retained};
use crate::object::local_queue::LocalQueue;
use crate::object::operations::Logged;
use crate::shared::Shared;
use crate::uow::{Placement, remove_alone};
use crate::verb::get_reply::read_log;
use crate::verb::placing::{Terms, reserve};
use ferromq_log::Urgency;
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::property::Value;
use ferromq_queue::{From, Holder, Message, Selection, Seq, Take};
use std::collections::BTreeMap;
use std::sync::Arc;

const QUEUE: &str = "SYSTEM.RETAINED.PUB.QUEUE";

fn queue(shared: &Shared) -> Option<Arc<LocalQueue>> {
    shared.registry().local_queue(&ObjectName::truncated(QUEUE))
}

/// Reserves the place of the message of a publication that is to be retained; nothing for one that is not
/// persistent. `id` is made for it.
///
/// # Errors
/// `MQRC_RETAINED_MSG_Q_ERROR` without the queue, and what the queue refuses.
pub(crate) fn lasting(
    shared: &Arc<Shared>,
    publication: &Publication,
    id: [u8; 24],
) -> Result<Option<Placement>, Reason> {
    if !publication.persistent {
        return Ok(None);
    }
    let queue = queue(shared).ok_or(Reason::RETAINED_MSG_Q_ERROR)?;
    let mut descriptor = publication.message.descriptor.clone();
    descriptor.version = MQMD_VERSION_2;
    descriptor.group_id = id;
    descriptor.report = MQRO_NONE;
    let body = publication.with_topic(&mut descriptor);
    let terms = Terms {
        persistent: true,
        priority: u8::try_from(descriptor.priority.clamp(0, 9)).unwrap_or(0),
        expires_at_us: publication.expires_at_us,
        put_at_us: publication.put_at_us,
    };
    reserve(&queue, Arc::new(Message::new(descriptor, body)), terms).map(Some)
}

/// A publication is retained from now on; the message of the one before is not needed any more.
pub(crate) fn retain(shared: &Arc<Shared>, publication: Arc<Retained>) {
    if let Some(before) = shared.topics.retain(publication)
        && let Some((end, _)) = drop_message(shared, &before)
    {
        shared.log.request_force(end);
    }
}

/// Removes the message of a publication that is not retained any more.
pub(crate) fn drop_message(shared: &Arc<Shared>, publication: &Publication) -> Option<Logged> {
    let queue = queue(shared)?;
    let selection = Selection {
        group_id: Some(publication.kept?),
        ..Selection::default()
    };
    let now_us = shared.clock.wall_us();
    let selected = queue
        .queue
        .select(&selection, Take::Hold(Holder(0)), now_us);
    for expired in selected.expired {
        crate::expiry::discard(shared, &queue, expired);
    }
    let found = selected.found?;
    remove_alone(shared, &queue, found.seq, Urgency::Completing).ok()
}

/// Finds what was retained when the queue manager ended. Of two for one topic, which a crash may leave, the later counts.
pub(crate) fn load(shared: &Arc<Shared>) {
    let Some(queue) = queue(shared) else { return };
    let mut latest: BTreeMap<Arc<str>, (Seq, Publication)> = BTreeMap::new();
    let mut stale = Vec::new();
    let mut selection = Selection::default();
    loop {
        let now_us = shared.clock.wall_us();
        let selected = queue.queue.select(&selection, Take::PEEK, now_us);
        for expired in selected.expired {
            crate::expiry::discard(shared, &queue, expired);
        }
        let Some(found) = selected.found else { break };
        selection.position = From::After(found.cursor);
        let loaded = queue
            .queue
            .load(found.seq, &found.payload, &|place| read_log(shared, place));
        let Ok(message) = loaded else { continue };
        let Some(Value::Text(topic)) = message.properties().get("mqps.Top").cloned() else {
            continue;
        };
        let topic: Arc<str> = topic.into();
        let publication = publication_of(&topic, &message, found.expires_at_us, found.put_at_us);
        match latest.get(&topic) {
            Some((seq, _)) if *seq > found.seq => stale.push(publication),
            _ => {
                let before = latest.insert(topic, (found.seq, publication));
                stale.extend(before.map(|(_, before)| before));
            }
        }
    }
    for (_, publication) in latest.into_values() {
        shared.topics.retain(Arc::new(publication));
    }
    for publication in stale {
        let _ = drop_message(shared, &publication);
    }
}

fn publication_of(
    topic: &Arc<str>,
    message: &Message,
    expires_at_us: Option<u64>,
    put_at_us: u64,
) -> Publication {
    let mut descriptor = message.descriptor.clone();
    let kept = Some(descriptor.group_id);
    descriptor.group_id = MQGI_NONE;
    Publication {
        topic: Arc::clone(topic),
        persistent: true,
        expires_at_us,
        put_at_us,
        keeps_id: true,
        retained: true,
        kept,
        message: Arc::new(Message::new(descriptor, message.body.clone())),
    }
}
