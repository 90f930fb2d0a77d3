//! Retained publications that last: each persistent one has a message on a queue of its own, put with the publication.
//!
//! The message is found by its group id, which is made for it: publications in groups are not retained.

use super::Publication;
use crate::object::local_queue::LocalQueue;
use crate::object::operations::Logged;
use crate::shared::Shared;
use crate::uow::{Placement, UnitOfWork, UowGet, UowPut, remove_alone};
use crate::verb::get_reply::read_log;
use crate::verb::placing::{Terms, reserve};
use crate::verb::publish::retained_copy;
use ferromq_log::{Lsn, Urgency};
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::property::Value;
use ferromq_queue::{From, Holder, Message, Selection, Seq, Take};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, MutexGuard};

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

/// A publication that was put outside syncpoint is retained from now on. What it put is in the log up to `end`; the
/// message of the one before goes when that is durable. The caller administers, and did when it looked for the audience.
pub(crate) fn retain_alone(shared: &Arc<Shared>, mut publication: Publication, end: Lsn) {
    publication.behind = end;
    if let Some(before) = shared.topics.retain(Arc::new(publication)) {
        drop_when_durable(shared, before, end);
    }
}

/// The message of a publication that is not retained any more goes when the log is durable up to `end`, and it is there.
fn drop_when_durable(shared: &Arc<Shared>, before: Arc<Publication>, end: Lsn) {
    if before.kept.is_none() {
        return;
    }
    let shared_later = Arc::clone(shared);
    shared.log.when_durable(
        end.max(before.behind),
        Box::new(move |result| {
            if result.is_ok() {
                drop_unattended(&shared_later, &before);
            }
        }),
    );
}

/// What a unit of work retains when it is committed.
impl UnitOfWork {
    /// Who subscribed since a publication was put is given it, as what was retained: it is, from the commit on. As long as
    /// what is returned is held nobody else subscribes, so that everybody gets it one way or the other, and once.
    pub(crate) fn begin_retaining<'a>(
        &mut self,
        shared: &'a Arc<Shared>,
        prepared: bool,
    ) -> Option<MutexGuard<'a, ()>> {
        if self.retained.is_empty() {
            return None;
        }
        let order = shared.administer();
        let all = std::mem::take(&mut self.retained);
        let mut topics = BTreeSet::new();
        // Of several for one topic the last is retained; the messages of the others go after the commit.
        let last = all
            .iter()
            .rev()
            .map(|one| topics.insert(Arc::clone(&one.topic)));
        let last: Vec<bool> = last.collect();
        for (mut publication, is_last) in all.into_iter().zip(last.into_iter().rev()) {
            let late = match is_last {
                true => late_copies(shared, &mut publication),
                false => Vec::new(),
            };
            if !late.is_empty()
                && let Err((in_work, _)) = self.put_together(shared, late)
            {
                // A log that takes no more: they are passed over, as is any copy that cannot be put.
                (0..in_work).all(|_| self.take_back_put(shared));
            }
            if !prepared {
                self.take_before(shared, &publication.topic);
            }
            self.retained.push(publication);
        }
        Some(order)
    }

    /// Takes the message of what was retained before in the same unit of work, so that a crash leaves one or the other.
    /// One that is not durable yet is dropped later; so is one that a promised unit of work would keep from all while
    /// it is in doubt.
    fn take_before(&mut self, shared: &Arc<Shared>, topic: &str) {
        let before = shared.topics.retained_for(topic);
        let Some((queue, id)) = queue(shared).zip(before.and_then(|before| before.kept)) else {
            return;
        };
        if let Some((seq, backout_count)) = take_message(shared, &queue, id, Holder(self.id.0)) {
            let got = UowGet {
                queue,
                seq,
                persistent: true,
                backout_count,
            };
            // One the log does not take is back on its queue, and dropped later.
            let _ = self.get(shared, got);
        }
    }

    /// The publications are retained; the commit is in the log up to `end`. Returns what was retained before, whose messages
    /// go when the commit is durable.
    pub(crate) fn retain(&mut self, shared: &Arc<Shared>, end: Lsn) -> Vec<Arc<Publication>> {
        let retain = |mut publication: Publication| {
            publication.behind = end;
            shared.topics.retain(Arc::new(publication))
        };
        self.retained.drain(..).filter_map(retain).collect()
    }
}

/// The messages of what was retained before a commit that is durable go.
pub(crate) fn drop_displaced(shared: &Arc<Shared>, displaced: Vec<Arc<Publication>>) {
    for publication in displaced {
        drop_when_durable(shared, publication, Lsn::NONE);
    }
}

/// Places for the copies of those who subscribed since a publication was put.
fn late_copies(shared: &Arc<Shared>, publication: &mut Publication) -> Vec<Placement> {
    let audience = shared.topics.audience(&publication.topic, None);
    let met = std::mem::replace(&mut publication.met, audience.last_number);
    if met == audience.last_number {
        return Vec::new();
    }
    let late = audience
        .subscriptions
        .iter()
        .map(|one| &one.subscription)
        .filter(|one| one.number > met && one.options() & NO_RETAINED == 0 && !one.on_request);
    let late: Vec<_> = late.collect();
    let copies = late
        .into_iter()
        .filter_map(|one| retained_copy(shared, one, publication, shared.clock.wall_us()));
    copies.collect()
}

/// Those who ask for this are not given what was retained when they subscribe.
pub(crate) const NO_RETAINED: i32 = MQSO_NEW_PUBLICATIONS_ONLY | MQSO_PUBLICATIONS_ON_REQUEST;

/// Removes the message of a publication that is not retained any more, and does not wait for it.
fn drop_unattended(shared: &Arc<Shared>, publication: &Publication) {
    if let Some((end, _)) = drop_message(shared, publication) {
        shared.log.request_force(end);
    }
}

/// Removes the message of a publication that is not retained any more.
pub(crate) fn drop_message(shared: &Arc<Shared>, publication: &Publication) -> Option<Logged> {
    let queue = queue(shared)?;
    let (seq, _) = take_message(shared, &queue, publication.kept?, Holder(0))?;
    remove_alone(shared, &queue, seq, Urgency::Completing).ok()
}

/// Takes the message with a group id off its queue; nothing when it is not there, or not yet.
fn take_message(
    shared: &Arc<Shared>,
    queue: &Arc<LocalQueue>,
    id: [u8; 24],
    holder: Holder,
) -> Option<(Seq, u32)> {
    let selection = Selection {
        group_id: Some(id),
        ..Selection::default()
    };
    let now_us = shared.clock.wall_us();
    let selected = queue.queue.select(&selection, Take::Hold(holder), now_us);
    for expired in selected.expired {
        crate::expiry::discard(shared, queue, expired);
    }
    let found = selected.found?;
    Some((found.seq, found.backout_count))
}

/// Finds what was retained when the queue manager ended. Of two for one topic, which a crash may leave, the later counts.
pub(crate) fn load(shared: &Arc<Shared>) {
    load_these(shared, |_| true);
}

/// Finds what a unit of work retains that a restart found in doubt, and that is committed now: of its publications the
/// messages are left.
pub(crate) fn load_recovered(shared: &Arc<Shared>, puts: &[UowPut]) {
    let Some(queue) = queue(shared) else { return };
    let own = puts.iter().filter(|put| put.queue.id == queue.id);
    let own: Vec<Seq> = own.map(|put| put.seq).collect();
    if !own.is_empty() {
        load_these(shared, |seq| own.contains(&seq));
    }
}

fn load_these(shared: &Arc<Shared>, wanted: impl Fn(Seq) -> bool) {
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
        if !wanted(found.seq) {
            continue;
        }
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
        stale.extend(
            shared
                .topics
                .retain(Arc::new(publication))
                .map(Arc::unwrap_or_clone),
        );
    }
    for publication in stale {
        drop_unattended(shared, &publication);
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
        met: 0,
        behind: Lsn::NONE,
        message: Arc::new(Message::new(descriptor, message.body.clone())),
    }
}
