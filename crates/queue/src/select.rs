//! Finding the message a get or a browse asks for.

use crate::arena::Place;
use crate::entry::{
    EXPIRED_HOLDER, Entry, IdKind, MARKED, NEVER_US, NO_EXPIRY_REPORT, State, view,
};
use crate::filter::Verdict;
use crate::inner::Inner;
use crate::key::Key;
use crate::message::Id;
use crate::numbers::{HandleId, Seq};
use crate::selection::{
    Cursor, Expired, Found, GroupPosition, LogicalRule, Mark, Payload, Position, Selected,
    Selection, Take, Unmarked, Unread,
};
use ferromq_mqi::extension::has_more_than_version_1;
use ferromq_mqi::property::PropertyControl;

/// Where candidates come from.
#[derive(Clone, Copy)]
enum Source {
    Order,
    MessageId(Id),
    CorrelationId(Id),
    Group(Id),
    /// Only this message.
    One(Option<Place>),
}

/// No more of a body than this is fetched ahead of its reader: the processor has few places
/// for lines on their way, and a reader of more gets them in order anyway.
const PREFETCHED_BODY_BYTES_MAX: usize = 4096;

/// How many expired messages a search takes out of sight with the queue locked before others are let in.
const EXPIRED_PER_STEP: usize = 256;

/// How many messages a search steps over with the queue locked before others are let in.
pub(crate) const PASSED_PER_STEP: usize = 250;

/// Where a search that lets others in goes on.
#[derive(Debug)]
pub(crate) struct Progress {
    /// Behind this one: what is before was looked at.
    pub(crate) after: Option<Key>,
    /// If not empty, only these are looked at: they are in order, and may be gone.
    pub(crate) among: Vec<Key>,
    /// How many may be stepped over in this step.
    pub(crate) passed_max: usize,
    /// Not to stop again before the end.
    pub(crate) to_the_end: bool,
}

/// What a step of a search led to.
pub(crate) enum Step {
    Found(Box<Found>),
    Nothing,
    /// Much had expired: unlock, then begin again.
    Again,
    /// Much was stepped over: unlock, then go on behind this one.
    Pause(Key),
    /// Nothing was to be taken ([`Take::Nothing`]). What would be found, or the end, is behind this one.
    InFront(Option<Key>),
    /// The filter must be told of messages that are not in memory.
    Unread,
}

impl Inner {
    /// Searches and takes. Expired messages met are held and added to what is selected.
    pub(crate) fn select(
        &mut self,
        selection: &Selection<'_>,
        take: Take,
        now_us: u64,
        selected: &mut Selected,
        progress: &Progress,
    ) -> Step {
        let mine = self.browsing.locks.get(&selection.handle).copied();
        let Some(locked) = mine else {
            return self.search(selection, take, now_us, selected, progress);
        };
        // The handle's own lock does not hide the message from itself.
        self.browsing.locks.remove(&selection.handle);
        let place = self.store.locate(locked);
        self.link(place.expect("locks name messages that exist"));
        let mut step = self.search(selection, take, now_us, selected, progress);
        let state = self.store.get(locked).map(|entry| entry.state);
        let still = state == Some(State::Available);
        let under_cursor = matches!(selection.position, Position::At(_));
        match (&mut step, take) {
            // Whether the lock goes is known once the message was accepted: `settle_lock`.
            (Step::Found(found), Take::Peek { .. }) => {
                if still {
                    self.hide_for(locked, selection.handle);
                }
                // It may have been found again and locked again, or have expired.
                if still || state == Some(State::Locked) {
                    found.lock_before = Some(Seq(locked));
                }
            }
            // A browse that finds nothing further gives it up.
            (Step::Nothing, Take::Peek { .. }) if still && !under_cursor => {
                self.note_for_searches(locked);
                selected.wakeups.merge(self.announce(locked));
            }
            // Anything else keeps it, unless the message locked is the one got.
            _ if still => self.lock(locked, selection.handle),
            _ => {}
        }
        step
    }

    fn search(
        &mut self,
        selection: &Selection<'_>,
        take: Take,
        now_us: u64,
        selected: &mut Selected,
        progress: &Progress,
    ) -> Step {
        let source = self.source(selection);
        let mut after = match (progress.after, selection.position) {
            (Some(key), _) => Some(key),
            (None, Position::After(cursor)) => Some(Key {
                class: cursor.class,
                seq: cursor.seq,
            }),
            (None, Position::First | Position::At(_)) => None,
        };
        let (mut passed, before) = (0, selected.expired.len());
        while let Some(place) = self.next(source, &progress.among, after) {
            let entry = self.store.at(place);
            let key = entry.key();
            let before_this = after.replace(key);
            if entry.is_expired(now_us) {
                self.store.remember(key.seq, place);
                let expired = self.expire(key.seq);
                selected.expired.push(expired);
                if selected.expired.len() - before >= EXPIRED_PER_STEP {
                    return Step::Again;
                }
                continue;
            }
            if passed == progress.passed_max && !progress.to_the_end {
                return Step::Pause(before_this.unwrap_or(key));
            }
            passed += 1;
            let verdict = self.matches(place, selection, now_us);
            if verdict == Verdict::Unknown {
                if selected.unread.is_empty() {
                    selected.before_unread = before_this;
                }
                selected.unread.push(unread(&self.store.at(place)));
                if selected.unread.len() > selection.unread_max {
                    return Step::Unread;
                }
            } else if verdict == Verdict::Passes {
                if !selected.unread.is_empty() {
                    return Step::Unread;
                }
                if matches!(take, Take::Nothing) {
                    return Step::InFront(before_this);
                }
                self.store.remember(key.seq, place);
                if matches!(source, Source::Order) {
                    if self.counts.visible_total > 1 {
                        self.store.prefetch_behind(key.seq);
                    }
                } else {
                    self.store.prefetch_segment(key);
                }
                return Step::Found(self.take(place, selection, take, now_us));
            }
        }
        if !selected.unread.is_empty() {
            Step::Unread
        } else if matches!(take, Take::Nothing) {
            Step::InFront(after)
        } else {
            Step::Nothing
        }
    }

    fn source(&mut self, selection: &Selection<'_>) -> Source {
        let present = |id: &Option<Id>| id.filter(|id| *id != [0; 24]);
        if let Position::At(cursor) = selection.position {
            return Source::One(self.available(cursor.seq));
        }
        if let Some(token) = selection.token {
            let (seq, _) = token.split_first_chunk().expect("sixteen bytes hold eight");
            let place = self.available(u64::from_be_bytes(*seq));
            return Source::One(place.filter(|place| self.store.at(*place).token() == token));
        }
        if let Some(position) = selection.logical.and_then(|rule| rule.expected) {
            return Source::One(
                self.groups
                    .at(&position)
                    .and_then(|seq| self.available(seq)),
            );
        }
        if let Some(id) = present(&selection.msg_id) {
            self.need_index(IdKind::Message);
            if let Some(index) = &self.msg_ids {
                index.prefetch(&self.store, &id, self.prefetched_body_bytes());
            }
            return Source::MessageId(id);
        }
        if let Some(id) = present(&selection.correl_id) {
            self.need_index(IdKind::Correlation);
            if let Some(index) = &self.correl_ids {
                index.prefetch(&self.store, &id, self.prefetched_body_bytes());
            }
            return Source::CorrelationId(id);
        }
        match (
            present(&selection.group_id),
            selection.msg_seq_number,
            selection.offset,
        ) {
            (Some(group_id), Some(msg_seq_number), Some(offset))
                if selection.position == Position::First =>
            {
                let position = GroupPosition {
                    group_id,
                    msg_seq_number,
                    offset,
                };
                if self.groups.has_several_at(&position) {
                    // Priority decides among them, and marks and filters may pass one over.
                    return Source::Group(group_id);
                }
                let found = self.groups.at(&position);
                Source::One(found.and_then(|seq| self.available(seq)))
            }
            (Some(group_id), _, _) => Source::Group(group_id),
            _ => Source::Order,
        }
    }

    fn prefetched_body_bytes(&self) -> usize {
        (self.usual_body_bytes as usize).min(PREFETCHED_BODY_BYTES_MAX)
    }

    fn available(&self, seq: u64) -> Option<Place> {
        let place = self.store.locate(seq)?;
        (self.store.at(place).state == State::Available).then_some(place)
    }

    fn next(&mut self, source: Source, among: &[Key], after: Option<Key>) -> Option<Place> {
        if among.is_empty() {
            return self.candidate(source, after);
        }
        let passed = |key: &Key| after.is_some_and(|after| key.rank() <= after.rank());
        let left = &among[among.partition_point(passed)..];
        left.iter().find_map(|key| self.available(key.seq))
    }

    fn candidate(&mut self, source: Source, after: Option<Key>) -> Option<Place> {
        match source {
            Source::Order => self.order.next(&mut self.store, after),
            Source::MessageId(id) => self.msg_ids.as_ref()?.next(&self.store, &id, after),
            Source::CorrelationId(id) => self.correl_ids.as_ref()?.next(&self.store, &id, after),
            Source::Group(id) => self.store.locate(self.groups.next(&id, after)?.seq),
            Source::One(place) => {
                let rank = self.store.at(place?).key().rank();
                place.filter(|_| after.is_none_or(|after| rank > after.rank()))
            }
        }
    }

    fn matches(&mut self, place: Place, selection: &Selection<'_>, now_us: u64) -> Verdict {
        if matches!(selection.position, Position::At(_)) {
            return Verdict::Passes;
        }
        let entry = self.store.at(place);
        let ids = selection.msg_id.is_none_or(|id| id == entry.msg_id)
            && selection.correl_id.is_none_or(|id| id == entry.correl_id)
            && group_fields_match(&entry, selection);
        if !ids || self.hidden_by_mark(&entry, selection, now_us) {
            return Verdict::Fails;
        }
        if let Some(rule) = &selection.logical
            && entry.group.is_some()
            && !self.follows(place, rule)
        {
            return Verdict::Fails;
        }
        match selection.filter {
            None => Verdict::Passes,
            Some(filter) => filter.judge(&view(&self.store.at(place))),
        }
    }

    fn hidden_by_mark(&self, entry: &Entry, selection: &Selection<'_>, now_us: u64) -> bool {
        selection.unmarked != Unmarked::Ignore
            && entry.has(MARKED)
            && self
                .browsing
                .hides(entry.seq, selection.handle, selection.unmarked, now_us)
    }

    /// Whether a message with group fields may be returned now.
    fn follows(&mut self, place: Place, rule: &LogicalRule) -> bool {
        let entry = self.store.at(place);
        let Some(info) = entry.group.as_deref() else {
            return true;
        };
        let outside = rule.expected.is_none();
        if rule.ordered && outside && (info.in_group() || info.is_segment()) && !info.begins() {
            return false;
        }
        // Within a group the first message already answered for the whole group.
        if rule.all_messages
            && outside
            && info.in_group()
            && !self.groups.is_complete(&self.store, &info.group_id)
        {
            return false;
        }
        if info.is_segment()
            && (rule.complete_message || rule.all_segments && (outside || info.offset == 0))
        {
            if rule.complete_message && info.offset != 0 {
                return false;
            }
            return self.groups.whole_message(&self.store, info).is_some();
        }
        true
    }

    fn take(
        &mut self,
        place: Place,
        selection: &Selection<'_>,
        take: Take,
        now_us: u64,
    ) -> Box<Found> {
        let entry = self.store.at(place);
        // The entry knows: the message itself may be far away.
        let mut bytes = entry.body_bytes();
        let mut found = Box::new(describe_found(&entry));
        if selection.leaves_persistent && found.persistent {
            found.left = true;
            return found;
        }
        if selection.logical.is_some_and(|rule| rule.complete_message)
            && let Some(info) = found
                .group
                .filter(|info| info.is_segment() && info.offset == 0)
        {
            let seqs = self
                .groups
                .whole_message(&self.store, &info)
                .unwrap_or_default();
            for seq in seqs.into_iter().skip(1) {
                let entry = self
                    .store
                    .get(seq)
                    .expect("groups name messages that exist");
                bytes += entry.body_bytes();
                found.rest.push(describe_found(&entry));
            }
        }
        self.apply(&mut found, bytes, selection.handle, (take, now_us));
        found
    }

    /// Takes what was found; its data has so many bytes.
    fn apply(
        &mut self,
        found: &mut Found,
        bytes: u64,
        handle: HandleId,
        (take, now_us): (Take, u64),
    ) {
        let persistent = usize::from(found.persistent);
        let traffic = &mut self.counts.traffic;
        match take {
            Take::Peek { counts: true, .. } => traffic.browses[persistent].add(bytes),
            Take::Hold(_) | Take::Remove { .. } => traffic.gets[persistent].add(bytes),
            Take::Peek { .. } | Take::Nothing => {}
        }
        let seqs = std::iter::once(found.seq).chain(found.rest.iter().map(|part| part.seq));
        match take {
            Take::Hold(holder) => {
                self.counts.last_get_at_us = now_us;
                self.counts.count_time(persistent, found.put_at_us, now_us);
                seqs.for_each(|Seq(seq)| self.hold(seq, holder.0));
            }
            Take::Remove {
                holder,
                body_bytes_max,
                extension_bytes,
                property_control,
            } => {
                self.counts.last_get_at_us = now_us;
                self.counts.count_time(persistent, found.put_at_us, now_us);
                let room = (u64::from(body_bytes_max), u64::from(extension_bytes));
                let fits = fits(&found.payload, bytes, room, property_control);
                if fits && found.rest.is_empty() && !found.persistent {
                    found.finished = true;
                    self.counts.gets += 1;
                    // The payload lives on in what was found.
                    drop(self.remove(found.seq.0));
                } else {
                    seqs.for_each(|Seq(seq)| self.hold(seq, holder.0));
                }
            }
            Take::Nothing => {}
            Take::Peek { lock, mark, counts } => {
                self.counts.browses += u64::from(counts);
                for Seq(seq) in seqs {
                    if mark != Mark::None {
                        self.browsing.mark(seq, handle, mark);
                        self.store.change(seq, |entry| entry.flags |= MARKED);
                    }
                }
                if let Some(locker) = lock {
                    self.lock(found.seq.0, locker);
                }
            }
        }
    }

    /// Takes an available message out of sight because its time is over.
    pub(crate) fn expire(&mut self, seq: u64) -> Expired {
        self.hold(seq, EXPIRED_HOLDER);
        self.counts.expired += 1;
        let entry = self.store.get(seq).expect("just held");
        Expired {
            seq: Seq(seq),
            at_us: entry.expires_at_us,
            payload: entry.payload(),
            persistent: entry.is_persistent(),
            may_report: !entry.has(NO_EXPIRY_REPORT),
        }
    }

    /// Hides an available message from all handles but one.
    pub(crate) fn lock(&mut self, seq: u64, handle: HandleId) {
        self.hide_for(seq, handle);
        if let Some(previous) = self.browsing.locks.insert(handle, seq)
            && previous != seq
        {
            self.attach_unlocked(previous);
        }
    }

    fn hide_for(&mut self, seq: u64, handle: HandleId) {
        let place = self.store.locate(seq).expect("the caller saw the message");
        self.detach(place);
        self.store.change_at(place, |entry| {
            entry.state = State::Locked;
            entry.holder = handle.0;
        });
    }
}

/// Whether a body of `bytes` is known to fit `room`: the buffer, and what an extension takes of it.
fn fits(
    payload: &Payload,
    bytes: u64,
    room: (u64, u64),
    property_control: Option<PropertyControl>,
) -> bool {
    let (Payload::Memory(message) | Payload::Shared(message, _)) = payload else {
        return false;
    };
    if bytes + room.1 <= room.0 {
        return true;
    }
    // Only now the message itself is looked at.
    let left = property_control
        .and_then(|property_control| message.known_stripped_len(property_control))
        .map_or(bytes, |len| len as u64);
    left + room.1 <= room.0 || left <= room.0 && !has_more_than_version_1(&message.descriptor)
}

fn unread(entry: &Entry) -> Unread {
    Unread {
        seq: Seq(entry.seq),
        payload: entry.payload(),
        backout_count: entry.backout_count,
    }
}

fn describe_found(entry: &Entry) -> Found {
    Found {
        seq: Seq(entry.seq),
        cursor: Cursor {
            class: entry.class,
            seq: entry.seq,
        },
        token: entry.token(),
        payload: entry.payload(),
        backout_count: entry.backout_count,
        priority: entry.priority,
        persistent: entry.is_persistent(),
        put_at_us: entry.put_at_us,
        expires_at_us: (entry.expires_at_us != NEVER_US).then_some(entry.expires_at_us),
        group: entry.group.as_deref().copied(),
        finished: false,
        left: false,
        lock_before: None,
        rest: Vec::new(),
    }
}

fn group_fields_match(entry: &Entry, selection: &Selection<'_>) -> bool {
    let (group_id, number, offset) = match entry.group.as_deref() {
        Some(info) => (info.group_id, info.msg_seq_number, info.offset),
        None => ([0; 24], 1, 0),
    };
    selection.group_id.is_none_or(|wanted| wanted == group_id)
        && selection
            .msg_seq_number
            .is_none_or(|wanted| wanted == number)
        && selection.offset.is_none_or(|wanted| wanted == offset)
}
