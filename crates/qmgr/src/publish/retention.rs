//! Retained publications that last: each persistent one has a message on a queue of its own, put with the publication.
//!
//! The message is found by its group id, which is made for it: publications in groups are not retained.

use crate::core::Notice;
use crate::deliver::expiry::discard;
use crate::deliver::target::own_target;
use crate::objects::Objects;
use crate::publish::Publishing;
use crate::publish::copy::{Copies, Publication, said};
use crate::publish::given::retained_copy;
use crate::publish::retained_room::{RoomHeld, RoomLimits, bytes_of};
use crate::publish::subscription::Subscription;
use crate::store::append::append_remove;
use crate::store::deferred::{DeferredAction, Unretained};
use crate::store::local_queue::LocalQueue;
use crate::store::placement::{Placement, Terms, reserve};
use crate::store::read::read_log;
use crate::uow::alone::remove_alone;
use crate::uow::participant::{Following, Participant, Resource, Vote};
use crate::uow::unit::{UnitOfWork, UowGet, UowPut};
use bytes::Bytes;
use ferromq_base::disk::access;
use ferromq_log::{Lsn, Urgency};
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::convert::Described;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::notices::FMQ0289;
use ferromq_mqi::hex::hex;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::property::Value;
use ferromq_mqi::rfh2::{self, Rfh2, Rfh2Error};
use ferromq_mqi::xa::XaCode;
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_queue::{Holder, LoadError, Message, Payload, Position, Selection, Seq, Take};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Weak};

const QUEUE: &str = "SYSTEM.RETAINED.PUB.QUEUE";
/// What `MAXFSIZE(DEFAULT)` of that queue stands for, MB.
const RETAINED_MB_DEFAULT: u64 = 1_024;

fn queue(objects: &Objects) -> Option<Arc<LocalQueue>> {
    own_target(objects, &ObjectName::truncated(QUEUE))
}

/// Reserves the place of the message of a publication that is to be retained; nothing for one that is not
/// persistent. `id` is made for it, and it shares its data with `copies` of the publication.
///
/// # Errors
/// `MQRC_PUT_NOT_RETAINED` when the queue is not there, is full, or takes no puts. What is wrong with the machine keeps its
/// name, and so does what [`reserve`] is to be asked for again.
pub(crate) fn lasting(
    publishing: &Publishing,
    publication: &Publication,
    copies: &mut Copies,
    id: [u8; 24],
) -> Result<Option<Placement>, Reason> {
    if !publication.persistent {
        return Ok(None);
    }
    let queue = queue(publishing).filter(|queue| queue.hot().put_enabled);
    let queue = queue.ok_or(Reason::PUT_NOT_RETAINED)?;
    let placed = place(publishing, &queue, publication, copies, id);
    placed.map(Some).map_err(|reason| match reason {
        Reason::Q_FULL | Reason::Q_DELETED => Reason::PUT_NOT_RETAINED,
        reason => reason,
    })
}

/// Room in memory for a publication that is to be retained: of so many as `MAXDEPTH` of the queue says, and of so many MB as its `MAXFSIZE`
/// does, persistent or not, with those of units of work under way.
///
/// # Errors
/// `MQRC_PUT_NOT_RETAINED` where there is none; the operator is told.
pub(crate) fn hold_retained_room(
    publishing: &Publishing,
    publication: &Publication,
) -> Result<Arc<RoomHeld>, Reason> {
    let limits = queue(publishing)
        .map(|queue| queue.with_definition(|of| [of.int(Attr::Maxdepth), of.int(Attr::Maxfsize)]));
    let [count_max, mb_max] = limits.unwrap_or([i32::MAX, MQQFS_DEFAULT]);
    let mb_max = u64::try_from(mb_max).unwrap_or(RETAINED_MB_DEFAULT);
    let limits = RoomLimits {
        count: u64::try_from(count_max).unwrap_or(0),
        bytes: mb_max.saturating_mul(1 << 20),
    };
    let (topics, topic) = (&publishing.topics, &publication.topic);
    let replaced = topics.retained_for(topic);
    let before = replaced.as_ref().and_then(|before| before.held.as_deref());
    let bytes = bytes_of(topic, publication.message.body.len());
    let held = topics.retained_room.hold(bytes, before, limits);
    held.ok_or_else(|| {
        let notice = Notice::of(&FMQ0289, &[&count_max, &mb_max]);
        publishing.repeated_notice(notice, "", 1);
        Reason::PUT_NOT_RETAINED
    })
}

fn place(
    publishing: &Publishing,
    queue: &Arc<LocalQueue>,
    publication: &Publication,
    copies: &mut Copies,
    id: [u8; 24],
) -> Result<Placement, Reason> {
    let mut descriptor = publication.message.descriptor.clone();
    descriptor.version = MQMD_VERSION_2;
    descriptor.group_id = id;
    descriptor.report = MQRO_NONE;
    let body = publication.with_topic(&mut descriptor, copies);
    let terms = Terms {
        persistent: true,
        priority: u8::try_from(descriptor.priority.clamp(0, 9)).unwrap_or(0),
        expires_at_us: publication.expires_at_us,
        put_at_us: publication.put_at_us,
    };
    let message = Arc::new(Message::new(descriptor, body));
    reserve(publishing, queue, message, terms)
}

/// A publication that was put outside syncpoint is retained from now on. What it put is in the log up to `end`; the
/// message of the one before goes when that is durable. The caller holds the order of commits, and did when it looked for the audience.
pub(crate) fn retain_alone(publishing: &Publishing, mut publication: Publication, end: Lsn) {
    publication.behind = end;
    let before = publishing.topics.retain(publication);
    if let Some(mut displaced) = before.as_deref().and_then(Displaced::by_later) {
        displaced.behind = displaced.behind.max(end);
        let Following { behind, action } = displaced.into();
        publishing.store.give_when_durable(behind, action);
    }
}

/// What takes the place of a publication leaves its message behind.
#[derive(Clone, Debug)]
struct Displaced {
    message: Unretained,
    /// It goes when the log is durable up to here: then it is there.
    behind: Lsn,
}

impl Displaced {
    /// `None` for a publication without a message.
    fn by_later(before: &Publication) -> Option<Self> {
        let behind = before.behind;
        before.unretained().map(|message| Self { message, behind })
    }
}

impl std::convert::From<Displaced> for Following {
    fn from(displaced: Displaced) -> Self {
        Self {
            behind: displaced.behind,
            action: DeferredAction::DropRetained(displaced.message),
        }
    }
}

/// What a unit of work retains when it is committed.
pub(crate) struct Retention {
    /// Branches, their units of work and so this are kept in there: it must not keep them.
    publishing: Weak<Publishing>,
    publications: Vec<Publication>,
}

impl std::fmt::Debug for Retention {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Retention")
            .field(&self.publications)
            .finish()
    }
}

/// A publication that was put in a unit of work is retained when that is committed.
pub(crate) fn retain_with(
    publishing: &Arc<Publishing>,
    work: &mut UnitOfWork,
    publication: Publication,
) {
    let retention = work.participant(|| Retention {
        publishing: Arc::downgrade(publishing),
        publications: Vec::new(),
    });
    retention.publications.push(publication);
}

impl Participant for Retention {
    /// Those with a message on the queue are counted there.
    fn message_count(&self) -> usize {
        let without = |one: &&Publication| one.kept.is_none();
        self.publications.iter().filter(without).count()
    }

    fn prepare(&mut self, work: &mut UnitOfWork) -> Vote {
        // Whoever prepares or commits has it.
        match self.publishing.upgrade() {
            Some(publishing) => self.take_back_superseded(&publishing, work),
            None => return Vote::Refused(XaCode::RBROLLBACK),
        }
        Vote::Ready
    }

    /// Those who subscribed after a publication was put did not get a copy then. They are given it now, as a retained
    /// publication, which it is from the commit on. Nobody subscribes meanwhile, so every subscriber gets it once.
    fn before_commit(&mut self, work: &mut UnitOfWork, promised: bool) {
        let Some(publishing) = self.publishing.upgrade() else {
            return;
        };
        let _access = access::allow("what is retained is staged in place");
        // Of several for one topic the last is retained; messages of the others that are still there go after the commit.
        let last = last_of_each(&self.publications);
        for (publication, is_last) in self.publications.iter_mut().zip(last) {
            let late = match is_last {
                true => late_copies(&publishing, publication),
                false => Vec::new(),
            };
            if !late.is_empty()
                && let Err((in_work, _)) = work.put_together(&publishing, late)
            {
                // A log that takes no more: they are passed over, as is any copy that cannot be put.
                (0..in_work).all(|_| work.take_back_put(&publishing));
            }
            if !promised {
                take_before(&publishing, work, &publication.topic);
            }
            if is_last {
                arrive_again(&publishing, work, publication);
            }
        }
    }

    /// The publications are retained. The messages of what was retained before go when the commit is durable.
    fn commit(&mut self, end: Lsn) -> Vec<Following> {
        let Some(publishing) = self.publishing.upgrade() else {
            return Vec::new();
        };
        let mut displaced = Vec::new();
        for mut publication in self.publications.drain(..) {
            publication.behind = end;
            let earlier = publication.earlier.drain(..);
            let topic = &publication.topic;
            displaced.extend(earlier.map(|id| Displaced {
                message: Unretained {
                    topic: Arc::clone(topic),
                    id,
                },
                behind: end,
            }));
            let before = publishing.topics.retain(publication);
            displaced.extend(before.as_deref().and_then(Displaced::by_later));
        }
        displaced.into_iter().map(Following::from).collect()
    }
}

impl Retention {
    /// Of what the unit of work retains for a topic only the last counts: the messages of the others are taken back, so that
    /// none of them is retained after a restart, where one that is not persistent is gone.
    fn take_back_superseded(&mut self, publishing: &Publishing, work: &mut UnitOfWork) {
        let last = last_of_each(&self.publications);
        let superseded: BTreeSet<u64> = self
            .publications
            .iter()
            .zip(last)
            .filter(|(one, is_last)| !is_last && one.kept.is_some())
            .map(|(one, _)| one.place)
            .collect();
        if superseded.is_empty() {
            return;
        }
        let mut taken = BTreeSet::new();
        let uow = work.id;
        work.puts.retain(|put| {
            let stays = put.queue.name.as_str() != QUEUE || !superseded.contains(&put.seq.0);
            if stays {
                return true;
            }
            // One the log does not take is dropped after the commit.
            let which = (put.queue.id, put.seq);
            if append_remove(publishing, uow, which, Urgency::Completing).is_err() {
                return true;
            }
            put.queue.queue.release(put.seq).unattended();
            taken.insert(put.seq.0);
            false
        });
        for one in self
            .publications
            .iter_mut()
            .filter(|one| taken.contains(&one.place))
        {
            one.kept = None;
        }
    }
}

/// Of two messages for one topic that a crash leaves the one that arrived later counts. If something was retained since
/// the message of this publication arrived, it is put again, behind that.
fn arrive_again(publishing: &Publishing, work: &mut UnitOfWork, publication: &mut Publication) {
    let newest = publishing.topics.newest(&publication.topic);
    let Some(before) = publication.kept.filter(|_| publication.place <= newest) else {
        return;
    };
    let id = publishing.identifiers.message_id();
    // One that has a message is persistent. Its queue took it, and puts inhibited since are no reason to lose it.
    let copies = &mut Copies::default();
    let placed = queue(publishing).map(|queue| place(publishing, &queue, publication, copies, id));
    let Some(Ok(message)) = placed else {
        return;
    };
    let place = message.seq.0;
    // A log that takes no more leaves it where it is: a crash may then leave what was retained before.
    if work.put(publishing, message).is_ok() {
        publication.earlier.push(before);
        (publication.kept, publication.place) = (Some(id), place);
    }
}

/// Takes the message of what was retained before in the same unit of work, so that a crash leaves one or the other.
/// One that is not durable yet is dropped later; so is one that a promised unit of work would keep from all while
/// it is in doubt.
fn take_before(publishing: &Publishing, work: &mut UnitOfWork, topic: &str) {
    let before = publishing.topics.retained_for(topic);
    let Some((queue, id)) = queue(publishing).zip(before.and_then(|before| before.kept)) else {
        return;
    };
    if let Some((seq, backout_count)) = take_message(publishing, &queue, id, Holder(work.id.0)) {
        let got = UowGet {
            queue,
            seq,
            persistent: true,
            backout_count,
        };
        // One the log does not take is back on its queue, and dropped later.
        let _ = work.get(publishing, got);
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
fn late_copies(publishing: &Publishing, publication: &mut Publication) -> Vec<Placement> {
    let audience = publishing.topics.audience(&publication.topic, None);
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
    let now_us = publishing.clock.wall_us();
    let copies = late.filter_map(|one| {
        let copy = retained_copy(publishing, one, publication, now_us)?.ok()?;
        one.activity.count(now_us);
        Some(copy)
    });
    let copies = copies.collect();
    (publication.met, publication.met_id) = (audience.last_number, None);
    copies
}

/// Those who ask for this are not given what was retained when they subscribe.
pub(crate) const NO_RETAINED: i32 = MQSO_NEW_PUBLICATIONS_ONLY | MQSO_PUBLICATIONS_ON_REQUEST;

/// Removes the message of a publication that is not retained any more, and does not wait for it. It appends to the log; one
/// without room leaves the message for later.
pub(crate) fn drop_unattended(publishing: &Publishing, message: Unretained) {
    // Whoever forgets what is retained for the topic finds it here, or gone.
    if drop_message(publishing, message.id).is_err() {
        publishing.topics.left_retained().push(message);
    }
}

/// Removes the messages that were left, so many at most, as far as the log has room now. Answers whether there may be room for more of them.
pub(crate) fn drop_left(publishing: &Publishing, at_most: usize) -> bool {
    if publishing.topics.left_retained().is_empty() {
        return false;
    }
    let _one_at_a_time = publishing.order_commits();
    // What is refused stays left.
    matches!(drop_left_where(publishing, at_most, |_| true), Ok(true))
}

/// Forgets what is retained for a topic: the messages of what was retained before go first, so that a crash brings none of
/// them back. The caller holds the order of commits.
///
/// # Errors
/// The reasons of a log that takes no more; then the publication stays retained.
pub(crate) fn forget(publishing: &Publishing, retained: &Publication) -> Result<(), Reason> {
    drop_left_where(publishing, usize::MAX, |left| left.topic == retained.topic)?;
    if let Some(id) = retained.kept {
        drop_message(publishing, id)?;
    }
    publishing.topics.forget_retained(&retained.topic);
    Ok(())
}

/// Answers whether there are more than so many. The caller holds the order of commits: a message is nowhere else while it is taken off
/// what is left.
fn drop_left_where(
    publishing: &Publishing,
    at_most: usize,
    wanted: impl Fn(&Unretained) -> bool,
) -> Result<bool, Reason> {
    for _ in 0..at_most {
        let next = {
            let mut left = publishing.topics.left_retained();
            let at = left.iter().position(&wanted);
            at.map(|at| left.swap_remove(at))
        };
        let Some(message) = next else {
            return Ok(false);
        };
        if let Err(reason) = drop_message(publishing, message.id) {
            publishing.topics.left_retained().push(message);
            return Err(reason);
        }
    }
    Ok(publishing.topics.left_retained().iter().any(&wanted))
}

/// Removes the message, found by its group id, of a publication that is not retained any more, and asks for a force.
///
/// # Errors
/// The reasons of a log that takes no more; the message stays.
fn drop_message(publishing: &Publishing, id: [u8; 24]) -> Result<(), Reason> {
    let queue = queue(publishing);
    let taken = queue.and_then(|queue| {
        let (seq, _) = take_message(publishing, &queue, id, Holder::NOBODY)?;
        Some((queue, seq))
    });
    if let Some((queue, seq)) = taken {
        let (end, _) = remove_alone(&publishing.store, &queue, seq, Urgency::Completing)?;
        publishing.log.request_force(end);
    }
    Ok(())
}

/// Takes the message with a group id off its queue; nothing when it is not there, or not yet.
fn take_message(
    publishing: &Publishing,
    queue: &Arc<LocalQueue>,
    id: [u8; 24],
    holder: Holder,
) -> Option<(Seq, u32)> {
    let selection = Selection {
        group_id: Some(id),
        ..Selection::default()
    };
    let now_us = publishing.clock.wall_us();
    let selected = queue.select_now(&selection, Take::Hold(holder), now_us);
    for expired in selected.expired {
        let _access = access::allow("an expired message is read for its report");
        discard(publishing, queue, expired);
    }
    let found = selected.found?;
    Some((found.seq, found.backout_count))
}

/// Finds what was retained when the queue manager ended. Of two for one topic, which a crash may leave, the later counts.
/// Units of work in doubt have theirs again, which count when they are committed.
///
/// # Errors
/// Queue file or log would not let us read one, though nothing says that it is damaged: what is retained would not be all.
pub(crate) fn load(publishing: &Arc<Publishing>) -> Result<(), LoadError> {
    load_shown(publishing)?;
    // Asked for while no unit of work is locked.
    let met = publishing.topics.last_number();
    publishing.branches.redo(&InDoubt { publishing, met })
}

/// What units of work in doubt retain. Subscriptions up to number `met` are taken for older than the publication.
struct InDoubt<'a> {
    publishing: &'a Arc<Publishing>,
    met: u64,
}

impl Resource for InDoubt<'_> {
    fn redo(&self, work: &mut UnitOfWork) -> Result<(), LoadError> {
        let puts = work.puts.iter();
        let retained: Result<Vec<_>, _> = puts
            .filter_map(|put| load_hidden(self.publishing, put, self.met).transpose())
            .collect();
        for publication in retained? {
            retain_with(self.publishing, work, publication);
        }
        Ok(())
    }
}

/// What a unit of work in doubt retains with a put.
fn load_hidden(
    publishing: &Publishing,
    put: &UowPut,
    met: u64,
) -> Result<Option<Publication>, LoadError> {
    if put.queue.name.as_str() != QUEUE {
        return Ok(None);
    }
    let Some(found) = put.queue.queue.uncommitted_put(put.seq) else {
        return Ok(None);
    };
    let times = (found.expires_at_us, found.put_at_us);
    let loaded = publication_of(publishing, &put.queue, (put.seq, &found.payload), times)?;
    Ok(loaded.map(|publication| Publication {
        met,
        met_id: publication.kept.map(|id| ObjectName::truncated(&hex(&id))),
        ..publication
    }))
}

fn load_shown(publishing: &Publishing) -> Result<(), LoadError> {
    let Some(queue) = queue(publishing) else {
        return Ok(());
    };
    let mut latest: BTreeMap<Arc<str>, (Seq, Publication)> = BTreeMap::new();
    // What has expired took the place of what was retained before as well.
    let mut gone: BTreeMap<Arc<str>, Seq> = BTreeMap::new();
    let mut stale = Vec::new();
    let mut selection = Selection::default();
    loop {
        let now_us = publishing.clock.wall_us();
        let selected = queue.select_now(&selection, Take::PEEK, now_us);
        for expired in selected.expired {
            let message = (expired.seq, &expired.payload);
            if let Some(publication) = publication_of(publishing, &queue, message, (None, 0))? {
                let last = gone.entry(publication.topic).or_insert(expired.seq);
                *last = expired.seq.max(*last);
            }
            discard(publishing, &queue, expired);
        }
        let Some(found) = selected.found else { break };
        selection.position = Position::After(found.cursor);
        let times = (found.expires_at_us, found.put_at_us);
        let loaded = publication_of(publishing, &queue, (found.seq, &found.payload), times)?;
        let Some(publication) = loaded else { continue };
        let topic = Arc::clone(&publication.topic);
        match latest.get(&topic) {
            Some((seq, _)) if *seq > found.seq => stale.extend(publication.unretained()),
            _ => {
                let before = latest.insert(topic, (found.seq, publication));
                stale.extend(before.and_then(|(_, before)| before.unretained()));
            }
        }
    }
    for (topic, (seq, publication)) in latest {
        if gone.get(&topic).is_some_and(|later| *later > seq) {
            stale.extend(publication.unretained());
            continue;
        }
        let before = publishing.topics.retain(publication);
        stale.extend(before.and_then(|before| before.unretained()));
    }
    for message in stale {
        drop_unattended(publishing, message);
    }
    Ok(())
}

/// The publication a message was put for, with the times it expires and was put; none if the message is damaged, or for no topic.
fn publication_of(
    publishing: &Publishing,
    queue: &LocalQueue,
    (seq, payload): (Seq, &Payload),
    (expires_at_us, put_at_us): (Option<u64>, u64),
) -> Result<Option<Publication>, LoadError> {
    let message = match queue
        .queue
        .load(seq, payload, &|place| read_log(publishing, place))
    {
        Ok(message) => message,
        Err(LoadError::Gone) => return Ok(None),
        Err(LoadError::File(error)) if error.is_damage() => return Ok(None),
        Err(error) => return Err(error),
    };
    // A publisher may have put headers that are not well formed beside.
    let said = said(&message);
    let value = |path: &str| said.iter().find(|one| &*one.path == path);
    let Some(Value::Text(topic)) = value("mqps.Top").map(|one| one.value.clone()) else {
        return Ok(None);
    };
    let stays = value("mqps.Sco").is_some();
    let mut descriptor = message.descriptor.clone();
    let kept = Some(descriptor.group_id);
    descriptor.group_id = MQGI_NONE;
    let body = without_topic(&mut descriptor, &message.body);
    // It is there, however much that may be.
    let held = (publishing.topics.retained_room).keep(bytes_of(topic.as_ref(), body.len()));
    Ok(Some(Publication {
        persistent: true,
        expires_at_us,
        keeps_id: true,
        retained: true,
        stays,
        kept,
        place: seq.0,
        held,
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
