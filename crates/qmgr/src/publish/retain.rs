//! Retained publications that last: each persistent one has a message on a queue of its own, put with the publication.
//!
//! The message is found by its group id, which is made for it: publications in groups are not retained.

use super::{Publication, Subscription};
use crate::errands::Errand;
use crate::object::local_queue::LocalQueue;
use crate::object::operations::Logged;
use crate::shared::Shared;
use crate::uow::{Placement, UnitOfWork, UowGet, UowPut, append_remove, remove_alone};
use crate::verb::get_reply::read_log;
use crate::verb::placing::{Terms, reserve};
use crate::verb::retained::retained_copy;
use bytes::Bytes;
use ferromq_base::lock::MutexGuard;
use ferromq_log::{Lsn, Urgency};
use ferromq_mqi::convert::Described;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::hex::hex;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::property::Value;
use ferromq_mqi::rfh2::{self, Rfh2, Rfh2Error};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_queue::{From, Holder, LoadError, Message, Payload, Selection, Seq, Take};
use std::collections::{BTreeMap, BTreeSet};
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

/// A publication that was put outside syncpoint is retained from now on. What it put is in the log up to `end`; the
/// message of the one before goes when that is durable. The caller administers, and did when it looked for the audience.
pub(crate) fn retain_alone(shared: &Arc<Shared>, mut publication: Publication, end: Lsn) {
    publication.behind = end;
    let before = shared.topics.retain(publication);
    if let Some(mut displaced) = before.as_deref().and_then(Displaced::by_later) {
        displaced.behind = displaced.behind.max(end);
        drop_displaced(shared, [displaced]);
    }
}

/// The message of a publication that is not retained any more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Displaced {
    /// Its group id.
    id: [u8; 24],
    /// It goes when the log is durable up to here: then it is there.
    behind: Lsn,
}

impl Displaced {
    /// `None` for a publication without a message.
    fn by_later(before: &Publication) -> Option<Self> {
        let behind = before.behind;
        before.kept.map(|id| Self { id, behind })
    }

    /// Removes it, and does not wait for that. It is there. An errand: it appends to the log.
    pub(crate) fn drop_now(self, shared: &Arc<Shared>) {
        drop_unattended(shared, self.id);
    }
}

/// Messages of what is not retained any more go, each in its time.
pub(crate) fn drop_displaced(shared: &Arc<Shared>, displaced: impl IntoIterator<Item = Displaced>) {
    for one in displaced {
        let shared_later = Arc::clone(shared);
        shared.log.when_durable(
            one.behind,
            Box::new(move |result| {
                if result.is_ok() {
                    shared_later.errands.give(Errand::Drop(one));
                }
            }),
        );
    }
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
        if !prepared {
            self.take_back_superseded(shared);
        }
        let all = std::mem::take(&mut self.retained);
        // Of several for one topic the last is retained; messages of the others that are still there go after the commit.
        let last = last_of_each(&all);
        for (mut publication, is_last) in all.into_iter().zip(last) {
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
            if is_last {
                self.arrive_again(shared, &mut publication);
            }
            self.retained.push(publication);
        }
        Some(order)
    }

    /// Of what the unit of work retains for a topic only the last counts: the messages of the others are taken back, so that
    /// none of them is retained after a restart, where one that is not persistent is gone.
    pub(crate) fn take_back_superseded(&mut self, shared: &Shared) {
        let last = last_of_each(&self.retained);
        let superseded: BTreeSet<u64> = self
            .retained
            .iter()
            .zip(last)
            .filter(|(one, is_last)| !is_last && one.kept.is_some())
            .map(|(one, _)| one.place)
            .collect();
        if superseded.is_empty() {
            return;
        }
        let mut taken = BTreeSet::new();
        let uow = self.id;
        self.puts.retain(|put| {
            let stays = put.queue.name.as_str() != QUEUE || !superseded.contains(&put.seq.0);
            if stays {
                return true;
            }
            // One the log does not take is dropped after the commit.
            let which = (put.queue.id, put.seq);
            if append_remove(shared, uow, which, Urgency::Completing).is_err() {
                return true;
            }
            put.queue.queue.release(put.seq);
            taken.insert(put.seq.0);
            false
        });
        for one in self
            .retained
            .iter_mut()
            .filter(|one| taken.contains(&one.place))
        {
            one.kept = None;
        }
    }

    /// Of two messages for one topic that a crash leaves the one that arrived later counts. If something was retained since
    /// the message of this publication arrived, it is put again, behind that.
    fn arrive_again(&mut self, shared: &Arc<Shared>, publication: &mut Publication) {
        let newest = shared.topics.newest(&publication.topic);
        let Some(before) = publication.kept.filter(|_| publication.place <= newest) else {
            return;
        };
        let id = shared.identifiers.message_id();
        let Ok(Some(message)) = lasting(shared, publication, id) else {
            return;
        };
        let place = message.seq.0;
        // A log that takes no more leaves it where it is: a crash may then leave what was retained before.
        if self.put(shared, message).is_ok() {
            publication.earlier.push(before);
            (publication.kept, publication.place) = (Some(id), place);
        }
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
    pub(crate) fn retain(&mut self, shared: &Arc<Shared>, end: Lsn) -> Vec<Displaced> {
        let mut displaced = Vec::new();
        for mut publication in self.retained.drain(..) {
            publication.behind = end;
            let earlier = publication.earlier.drain(..);
            displaced.extend(earlier.map(|id| Displaced { id, behind: end }));
            let before = shared.topics.retain(publication);
            displaced.extend(before.as_deref().and_then(Displaced::by_later));
        }
        displaced
    }
}

/// Of each of these publications whether it is the last for its topic.
fn last_of_each(publications: &[Publication]) -> Vec<bool> {
    let mut topics = BTreeSet::new();
    let later_first = publications.iter().rev();
    let mut last: Vec<bool> = later_first.map(|one| topics.insert(&*one.topic)).collect();
    last.reverse();
    last
}

/// Places for the copies of those who subscribed since a publication was put.
fn late_copies(shared: &Arc<Shared>, publication: &mut Publication) -> Vec<Placement> {
    let audience = shared.topics.audience(&publication.topic, None);
    if publication.met == audience.last_number && publication.met_id.is_none() {
        return Vec::new();
    }
    let wants = |one: &&Arc<Subscription>| {
        !publication.has_met(one) && one.options() & NO_RETAINED == 0 && !one.on_request
    };
    let late = audience
        .subscriptions
        .iter()
        .map(|one| &one.subscription)
        .filter(wants);
    let now_us = shared.clock.wall_us();
    let copies = late.filter_map(|one| {
        let copy = retained_copy(shared, one, publication, now_us)?.ok()?;
        one.activity.count(now_us);
        Some(copy)
    });
    let copies = copies.collect();
    (publication.met, publication.met_id) = (audience.last_number, None);
    copies
}

/// Those who ask for this are not given what was retained when they subscribe.
pub(crate) const NO_RETAINED: i32 = MQSO_NEW_PUBLICATIONS_ONLY | MQSO_PUBLICATIONS_ON_REQUEST;

/// Removes the message of a publication that is not retained any more, and does not wait for it.
fn drop_unattended(shared: &Arc<Shared>, id: [u8; 24]) {
    if let Ok(Some((end, _))) = drop_message(shared, id) {
        shared.log.request_force(end);
    }
}

/// Removes the message, found by its group id, of a publication that is not retained any more. Answers what to wait for if
/// it was there.
///
/// # Errors
/// The reasons of a log that takes no more; the message stays.
pub(crate) fn drop_message(shared: &Arc<Shared>, id: [u8; 24]) -> Result<Option<Logged>, Reason> {
    let queue = queue(shared);
    let taken = queue.and_then(|queue| {
        let (seq, _) = take_message(shared, &queue, id, Holder(0))?;
        Some((queue, seq))
    });
    let removed = taken.map(|(queue, seq)| remove_alone(shared, &queue, seq, Urgency::Completing));
    removed.transpose()
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
/// Units of work in doubt have theirs again, which count when they are committed.
///
/// # Errors
/// Queue file or log would not let us read one, though nothing says that it is damaged: what is retained would not be all.
pub(crate) fn load(shared: &Arc<Shared>) -> Result<(), LoadError> {
    load_shown(shared)?;
    for one in shared.branches.all() {
        if let Some(work) = one.branch.work().as_mut() {
            let puts = work.puts.iter();
            let retained: Result<Vec<_>, _> = puts
                .filter_map(|put| load_hidden(shared, put).transpose())
                .collect();
            work.retained = retained?;
        }
    }
    Ok(())
}

/// What a unit of work in doubt retains with a put.
fn load_hidden(shared: &Arc<Shared>, put: &UowPut) -> Result<Option<Publication>, LoadError> {
    if put.queue.name.as_str() != QUEUE {
        return Ok(None);
    }
    let Some(found) = put.queue.queue.uncommitted_put(put.seq) else {
        return Ok(None);
    };
    let times = (found.expires_at_us, found.put_at_us);
    let loaded = publication_of(shared, &put.queue, (put.seq, &found.payload), times)?;
    Ok(loaded.map(|publication| Publication {
        met: shared.topics.last_number(),
        met_id: publication.kept.map(|id| ObjectName::truncated(&hex(&id))),
        ..publication
    }))
}

fn load_shown(shared: &Arc<Shared>) -> Result<(), LoadError> {
    let Some(queue) = queue(shared) else {
        return Ok(());
    };
    let mut latest: BTreeMap<Arc<str>, (Seq, Publication)> = BTreeMap::new();
    // What has expired took the place of what was retained before as well.
    let mut gone: BTreeMap<Arc<str>, Seq> = BTreeMap::new();
    let mut stale = Vec::new();
    let mut selection = Selection::default();
    loop {
        let now_us = shared.clock.wall_us();
        let selected = queue.queue.select(&selection, Take::PEEK, now_us);
        for expired in selected.expired {
            let message = (expired.seq, &expired.payload);
            if let Some(publication) = publication_of(shared, &queue, message, (None, 0))? {
                let last = gone.entry(publication.topic).or_insert(expired.seq);
                *last = expired.seq.max(*last);
            }
            crate::expiry::discard(shared, &queue, expired);
        }
        let Some(found) = selected.found else { break };
        selection.position = From::After(found.cursor);
        let times = (found.expires_at_us, found.put_at_us);
        let loaded = publication_of(shared, &queue, (found.seq, &found.payload), times)?;
        let Some(publication) = loaded else { continue };
        let topic = Arc::clone(&publication.topic);
        match latest.get(&topic) {
            Some((seq, _)) if *seq > found.seq => stale.extend(publication.kept),
            _ => {
                let before = latest.insert(topic, (found.seq, publication));
                stale.extend(before.and_then(|(_, before)| before.kept));
            }
        }
    }
    for (topic, (seq, publication)) in latest {
        if gone.get(&topic).is_some_and(|later| *later > seq) {
            stale.extend(publication.kept);
            continue;
        }
        let before = shared.topics.retain(publication);
        stale.extend(before.and_then(|before| before.kept));
    }
    for id in stale {
        drop_unattended(shared, id);
    }
    Ok(())
}

/// The publication a message was put for, with the times it expires and was put; none if the message is damaged, or for no topic.
fn publication_of(
    shared: &Arc<Shared>,
    queue: &LocalQueue,
    (seq, payload): (Seq, &Payload),
    (expires_at_us, put_at_us): (Option<u64>, u64),
) -> Result<Option<Publication>, LoadError> {
    let message = match queue
        .queue
        .load(seq, payload, &|place| read_log(shared, place))
    {
        Ok(message) => message,
        Err(LoadError::Gone) => return Ok(None),
        Err(LoadError::File(error)) if error.is_damage() => return Ok(None),
        Err(error) => return Err(error),
    };
    let Some(Value::Text(topic)) = message.properties().get("mqps.Top").cloned() else {
        return Ok(None);
    };
    let mut descriptor = message.descriptor.clone();
    let kept = Some(descriptor.group_id);
    descriptor.group_id = MQGI_NONE;
    let body = without_topic(&mut descriptor, &message.body);
    Ok(Some(Publication {
        persistent: true,
        expires_at_us,
        keeps_id: true,
        retained: true,
        kept,
        place: seq.0,
        ..Publication::of(topic.into(), Message::new(descriptor, body), put_at_us)
    }))
}

/// The data without the header that was put in front to name the topic, and the descriptor so that it says so.
fn without_topic(descriptor: &mut MsgDescriptor, body: &Bytes) -> Bytes {
    let described = Described::of(descriptor);
    let Ok(header) = Rfh2::read(body, described.encoding) else {
        return body.clone();
    };
    let mut folders = header.folders();
    let only = folders.next().filter(|_| folders.next().is_none());
    if descriptor.format != rfh2::FORMAT || !only.is_some_and(is_ours) {
        return body.clone();
    }
    let following = header.following(described);
    descriptor.format = header.fixed.format;
    descriptor.coded_char_set_id = following.ccsid;
    descriptor.encoding = following.encoding;
    body.slice_ref(header.rest)
}

fn is_ours(folder: Result<&[u8], Rfh2Error>) -> bool {
    folder.is_ok_and(|folder| folder.starts_with(b"<mqps>"))
}
