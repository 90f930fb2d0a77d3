//! The state of a queue and the life of a message on it, under the lock.

use crate::arena::Place;
use crate::browse::Browsing;
use crate::entry::{
    DIRTY, EXPIRED_HOLDER, Entry, IdKind, LEFT, MARKED, NEVER_US, NO_EXPIRY_REPORT, NO_SLOT,
    NO_UNIT, PERSISTENT, PUT_OFF, SHARED, State, view,
};
use crate::failure::PutRefusal;
use crate::file::space::{Released, Slots, Units};
use crate::group::Groups;
use crate::index::{Foresight, IdIndex};
use crate::message::{Ids, Message, PutMeta};
use crate::numbers::Holder;
use crate::order::Order;
use crate::selection::GroupInfo;
use crate::status::{CountedFrom, DepthMarks, QueueSettings, TimeOnQueue, Traffic};
use crate::store::Store;
use crate::unspilled::Spilling;
use crate::wait::{Offer, Waiters};
use crate::wakeup::{Transition, Wakeups};
use crate::walk::Walks;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::generated::constants::MQRO_EXPIRATION;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Everything the lock of a queue protects.
pub(crate) struct Inner {
    pub(crate) settings: QueueSettings,
    pub(crate) store: Store,
    pub(crate) order: Order,
    pub(crate) msg_ids: Option<IdIndex>,
    pub(crate) correl_ids: Option<IdIndex>,
    pub(crate) foresight: Foresight,
    /// Length of the body put last: what others are likely to be.
    pub(crate) usual_body_bytes: u32,
    pub(crate) groups: Groups,
    /// Available messages that expire, but those that are put off: when, which.
    pub(crate) expiry: BTreeSet<(u64, u64)>,
    pub(crate) browsing: Browsing,
    pub(crate) waiters: Waiters,
    pub(crate) walks: Walks,
    pub(crate) files: FileSpace,
    pub(crate) next_seq: u64,
    pub(crate) counts: Counts,
}

/// What the queue knows of its files without looking at them.
#[derive(Default)]
pub(crate) struct FileSpace {
    pub(crate) present: bool,
    pub(crate) units: Units,
    pub(crate) slots: Slots,
    /// Slots on disk that name messages which are gone: the next harden clears them.
    pub(crate) released: Vec<Released>,
    /// Cleared slots; they and their units may be used again after the checkpoint.
    pub(crate) cleared: Vec<Released>,
    /// A persistent message was put since the header was written.
    pub(crate) header_due: bool,
    /// What is in memory beyond the buffer.
    pub(crate) spilling: Spilling,
    /// Changes when the files are given up and when others take their place: space allocated before is not theirs.
    pub(crate) generation: u32,
}

impl FileSpace {
    /// Gives units back that were allocated while `generation` was this: if the files are others by now, they are not theirs.
    pub(crate) fn release_units(&mut self, generation: u32, first: u32, count: u32) {
        if self.generation == generation {
            self.units.release(first, count);
        }
    }
}

#[derive(Default)]
pub(crate) struct Counts {
    /// All there are, those held included.
    pub(crate) messages: u32,
    pub(crate) uncommitted_puts: u32,
    pub(crate) held: u32,
    /// Committed and not held, by priority.
    pub(crate) visible: [u32; 10],
    pub(crate) visible_total: u32,
    pub(crate) np_bytes: u64,
    pub(crate) p_bytes: u64,
    pub(crate) high_depth: u32,
    /// Of the time since [`crate::Queue::take_depth_marks`].
    pub(crate) depth_marks: DepthMarks,
    pub(crate) last_put_at_us: u64,
    pub(crate) last_get_at_us: u64,
    pub(crate) time_on_queue: TimeOnQueue,
    pub(crate) puts: u64,
    pub(crate) gets: u64,
    pub(crate) browses: u64,
    pub(crate) expired: u64,
    pub(crate) spilled: u64,
    pub(crate) traffic: Traffic,
    pub(crate) counted_from: CountedFrom,
}

impl Counts {
    /// `CURDEPTH`: every unit of work is expected to commit, so what is put counts and what is got does not.
    pub(crate) fn depth(&self) -> u32 {
        self.messages - self.held
    }

    /// The depth has grown.
    pub(crate) fn note_growth(&mut self) {
        let depth = self.depth();
        self.high_depth = self.high_depth.max(depth);
        self.depth_marks.most = self.depth_marks.most.max(depth);
    }

    /// It has gone down.
    fn note_fall(&mut self) {
        self.depth_marks.least = self.depth_marks.least.min(self.depth());
    }

    /// A message put at that time is got now.
    pub(crate) fn count_time(&mut self, persistent: usize, put_at_us: u64, now_us: u64) {
        self.time_on_queue.add(put_at_us, now_us);
        let sum = &mut self.traffic.time_us[persistent];
        *sum = sum.wrapping_add(now_us.saturating_sub(put_at_us));
    }
}

impl Inner {
    pub(crate) fn new(settings: QueueSettings) -> Self {
        Self {
            settings,
            store: Store::new(),
            order: Order::default(),
            msg_ids: None,
            correl_ids: None,
            foresight: Foresight::new(),
            usual_body_bytes: 0,
            groups: Groups::default(),
            expiry: BTreeSet::new(),
            browsing: Browsing::default(),
            waiters: Waiters::new(),
            walks: Walks::default(),
            files: FileSpace::default(),
            next_seq: 1,
            counts: Counts::default(),
        }
    }

    // ---- puts

    pub(crate) fn reserve(&mut self) -> u64 {
        let seq = self.next_seq;
        self.next_seq += 1;
        self.create(seq);
        self.counts.uncommitted_puts += 1;
        seq
    }

    pub(crate) fn check_depth(&self) -> Result<(), PutRefusal> {
        match self.counts.depth() >= self.settings.max_depth {
            true => Err(PutRefusal::Full),
            false => Ok(()),
        }
    }

    /// Whether there is room for one more message that does not rest in the log: files took what is too much the last time, or nothing is.
    pub(crate) fn has_space(&self) -> bool {
        !self.files.spilling.has_failed() || self.fits_buffer()
    }

    /// What is in memory of non-persistent messages fits the buffer.
    pub(crate) fn fits_buffer(&self) -> bool {
        self.counts.np_bytes <= self.settings.np_buffer_bytes
    }

    /// Makes an entry and counts it in the depth.
    pub(crate) fn create(&mut self, seq: u64) -> Place {
        let (place, dropped) = self.store.create(seq);
        if let Some(dropped) = dropped {
            self.order.forget(dropped);
        }
        self.counts.messages += 1;
        self.counts.note_growth();
        place
    }

    /// True when a message of this size is not to stay in memory.
    pub(crate) fn must_spill(&self, meta: &PutMeta, payload_len: usize) -> bool {
        !meta.persistent
            && self.files.present
            && self.counts.np_bytes + payload_len as u64 > self.settings.np_buffer_bytes
    }

    /// Turns a reservation into an uncommitted message.
    pub(crate) fn fill(
        &mut self,
        seq: u64,
        message: Arc<Message>,
        ids: Option<&Ids>,
        meta: &PutMeta,
    ) {
        let payload_len = u32::try_from(message.payload_len()).expect("100 MiB is the limit");
        let in_memory = if meta.persistent {
            // The log has it, and nobody reads it before its record is durable.
            let limit_bytes = self.settings.p_buffer_bytes;
            let fits = self.counts.p_bytes + u64::from(payload_len) <= limit_bytes;
            // A message longer than the buffer is passed on without being read back when it is alone.
            let alone = self.counts.p_bytes == 0 && limit_bytes > 0;
            if fits || alone || meta.log.is_none() {
                self.counts.p_bytes += u64::from(payload_len);
                true
            } else {
                false
            }
        } else {
            self.counts.np_bytes += u64::from(payload_len);
            true
        };
        self.usual_body_bytes = message.body.len() as u32;
        self.counts.traffic.puts[usize::from(meta.persistent)].add(message.body.len() as u64);
        let place = self.describe(seq, meta, &message.descriptor, payload_len);
        self.store.change_at(place, |entry| {
            if let Some(ids) = ids {
                entry.flags |= SHARED;
                entry.msg_id = ids.msg_id;
                entry.correl_id = ids.correl_id;
            }
            if in_memory {
                entry.memory = Some(message);
            }
        });
        if !in_memory {
            self.store.settle(place);
        }
    }

    /// The part of [`Self::fill`] that restart shares: everything but the payload. Answers where the message is.
    pub(crate) fn describe(
        &mut self,
        seq: u64,
        meta: &PutMeta,
        descriptor: &MsgDescriptor,
        payload_len: u32,
    ) -> Place {
        let place = self
            .store
            .locate(seq)
            .expect("a reservation is filled once");
        let class = meta.class.unwrap_or(if self.settings.delivery_fifo {
            self.settings.default_priority
        } else {
            meta.priority
        });
        self.counts.puts += 1;
        self.counts.last_put_at_us = self.counts.last_put_at_us.max(meta.put_at_us);
        let log = meta.log.filter(|_| meta.persistent);
        self.store.change_at(place, |entry| {
            assert!(
                entry.state == State::Reserved,
                "a reservation is filled once"
            );
            entry.state = State::Uncommitted;
            entry.class = class.min(9);
            entry.priority = meta.priority.min(9);
            entry.flags = if meta.persistent { PERSISTENT } else { 0 };
            if descriptor.report & MQRO_EXPIRATION == 0 {
                entry.flags |= NO_EXPIRY_REPORT;
            }
            entry.put_at_us = meta.put_at_us;
            entry.expires_at_us = meta.expires_at_us.unwrap_or(NEVER_US);
            entry.payload_len = payload_len;
            entry.msg_id = descriptor.msg_id;
            entry.correl_id = descriptor.correl_id;
            entry.group = group_info(descriptor, payload_len);
            if let Some(log) = log {
                entry.log_lsn = log.lsn.get();
                entry.log_offset = log.offset;
            }
        });
        if let Some(log) = log {
            self.files.header_due = true;
            let segment = self.store.segment_of(seq).1;
            segment.log_only += 1;
            segment.oldest_lsn = segment.oldest_lsn.min(log.lsn.get());
        }
        place
    }

    /// Commits a put: from here on the message is on the queue. Nothing happens when it
    /// already was (restart says so twice).
    pub(crate) fn publish(&mut self, seq: u64) -> Wakeups {
        let Some(place) = self.store.locate(seq) else {
            return Wakeups::default();
        };
        if self.store.at(place).state != State::Uncommitted {
            return Wakeups::default();
        }
        self.counts.uncommitted_puts -= 1;
        let available_before = self.counts.visible_total;
        let priority = self.show(place);
        let mut wakeups = self.announce(seq);
        wakeups.transition = Some(Transition {
            priority,
            available_before,
            available_by_priority: self.counts.visible,
        });
        wakeups
    }

    // ---- seen and not seen

    /// Makes a message available and counts it.
    pub(crate) fn show(&mut self, place: Place) -> u8 {
        let priority = self.attach(place);
        self.counts.visible[usize::from(priority)] += 1;
        self.counts.visible_total += 1;
        priority
    }

    /// Undoes [`Self::show`]; the caller sets the state.
    pub(crate) fn hide(&mut self, place: Place) {
        let priority = self.detach(place);
        self.counts.visible[usize::from(priority)] -= 1;
        self.counts.visible_total -= 1;
    }

    /// Puts a message into the order and the indexes: searches find it, and those that are past it hear of it.
    pub(crate) fn attach(&mut self, place: Place) -> u8 {
        if !self.walks.is_empty() {
            let entry = self.store.at(place);
            self.walks.note(entry.key(), entry.group.is_some());
        }
        self.link(place)
    }

    /// [`Self::attach`] of a message somebody had locked.
    pub(crate) fn attach_unlocked(&mut self, seq: u64) {
        let place = self.store.locate(seq);
        self.attach(place.expect("locks name messages that exist"));
    }

    /// Searches that are past a message are to look at it again.
    pub(crate) fn note_for_searches(&mut self, seq: u64) {
        if !self.walks.is_empty()
            && let Some(entry) = self.store.get(seq)
        {
            self.walks.note(entry.key(), entry.group.is_some());
        }
    }

    /// [`Self::attach`] for the search of one who has not lost sight of the message.
    pub(crate) fn link(&mut self, place: Place) -> u8 {
        let (key, priority) = self.store.change_at(place, |entry| {
            entry.state = State::Available;
            entry.holder = Holder::NOBODY.0;
            let key = entry.key();
            if entry.expires_at_us != NEVER_US && !entry.has(PUT_OFF) {
                self.expiry.insert((entry.expires_at_us, entry.seq));
            }
            if let Some(info) = &entry.group {
                self.groups.add(info, key);
            }
            (key, entry.priority)
        });
        self.order.add(&mut self.store, key);
        if let Some(index) = &mut self.msg_ids {
            index.add(&self.store, place);
        }
        if let Some(index) = &mut self.correl_ids {
            index.add(&self.store, place);
        }
        priority
    }

    /// Undoes [`Self::attach`]; the caller sets the state.
    pub(crate) fn detach(&mut self, place: Place) -> u8 {
        if let Some(index) = &mut self.msg_ids {
            index.remove(&self.store, place);
        }
        if let Some(index) = &mut self.correl_ids {
            index.remove(&self.store, place);
        }
        let (key, priority) = self.store.change_at(place, |entry| {
            debug_assert_eq!(entry.state, State::Available);
            entry.flags &= !PUT_OFF;
            let key = entry.key();
            if let Some(info) = &entry.group {
                self.groups.remove(info, key);
            }
            if entry.expires_at_us != NEVER_US {
                self.expiry.remove(&(entry.expires_at_us, entry.seq));
            }
            (key, entry.priority)
        });
        self.order.remove(&mut self.store, key);
        priority
    }

    /// Takes an available message for a holder.
    pub(crate) fn hold(&mut self, seq: u64, holder: u64) {
        let place = self.store.locate(seq).expect("the caller saw the message");
        self.hide(place);
        self.store.change_at(place, |entry| {
            entry.state = State::Held;
            entry.holder = holder;
        });
        self.counts.held += 1;
        self.counts.note_fall();
    }

    /// Wakes whom an available message serves.
    pub(crate) fn announce(&mut self, seq: u64) -> Wakeups {
        let mut wakeups = Wakeups::default();
        if self.waiters.count() > 0
            && let Some(entry) = self.store.get(seq)
        {
            self.waiters.offer(&offer(seq, &entry), &mut wakeups);
        }
        wakeups
    }

    /// Gives a held message back to its place.
    pub(crate) fn restore(&mut self, seq: u64, count_backout: bool) -> Wakeups {
        let Some(place) = self.store.locate(seq) else {
            return Wakeups::default();
        };
        let entry = self.store.at(place);
        if entry.state != State::Held {
            return Wakeups::default();
        }
        let (bytes, persistent) = (entry.body_bytes(), usize::from(entry.is_persistent()));
        let was_got = ![Holder::NOBODY.0, EXPIRED_HOLDER].contains(&entry.holder);
        if entry.holder == EXPIRED_HOLDER {
            self.counts.expired -= 1;
        }
        if count_backout {
            self.store.change_at(place, |entry| {
                entry.backout_count = entry.backout_count.saturating_add(1);
                if entry.has(MARKED) {
                    // Documented: a get takes the marks away, and they stay away when it is backed out.
                    entry.flags &= !MARKED;
                    self.browsing.forget(seq);
                }
            });
            self.mark_dirty(seq);
        }
        self.counts.held -= 1;
        self.counts.note_growth();
        if count_backout {
            self.counts.traffic.gets_backed_out += 1;
        } else if was_got {
            // It was not, after all.
            self.counts.traffic.gets[persistent].take_back(bytes);
        }
        let available_before = self.counts.visible_total;
        let priority = self.show(place);
        let mut wakeups = self.announce(seq);
        wakeups.transition = Some(Transition {
            priority,
            available_before,
            available_by_priority: self.counts.visible,
        });
        wakeups
    }

    /// Its slot on disk, if it has one, must be written again.
    pub(crate) fn mark_dirty(&mut self, seq: u64) {
        let becomes_dirty = self.store.change(seq, |entry| {
            let becomes = entry.slot != NO_SLOT && !entry.has(DIRTY);
            if becomes {
                entry.flags |= DIRTY;
            }
            becomes
        });
        if becomes_dirty == Some(true) {
            self.store.segment_of(seq).1.dirty += 1;
        }
    }

    // ---- the end of a message

    /// Removes a message for good, whatever its state. Drop the answer after unlocking:
    /// it may be the last owner of a large body.
    pub(crate) fn remove(&mut self, seq: u64) -> Option<Arc<Message>> {
        let place = self.store.locate(seq)?;
        let entry = self.store.at(place);
        let state = entry.state;
        let (bytes, persistent) = (u64::from(entry.payload_len), entry.is_persistent());
        if entry.has(MARKED) {
            self.browsing.forget(seq);
        }
        match state {
            State::Free => return None,
            State::Reserved => self.counts.uncommitted_puts -= 1,
            State::Uncommitted => {
                self.counts.uncommitted_puts -= 1;
                self.counts.traffic.puts_backed_out += 1;
            }
            State::Held => self.counts.held -= 1,
            State::Available => self.hide(place),
            State::Locked => {
                self.relock_to_available(seq);
                self.hide(place);
            }
        }
        if state == State::Held {
            self.counts.gets += 1;
        }
        self.counts.messages -= 1;
        self.counts.note_fall();
        self.forget_places(place);
        let (message, dropped) = self.store.remove(place);
        if let Some(dropped) = dropped {
            self.order.forget(dropped);
        }
        if message.is_some() {
            if persistent {
                self.counts.p_bytes -= bytes;
            } else {
                self.counts.np_bytes -= bytes;
            }
        }
        message
    }

    fn forget_places(&mut self, place: Place) {
        let entry = self.store.at(place);
        let (seq, log_only, dirty) = (entry.seq, entry.is_log_only(), entry.has(DIRTY));
        // Space in files that were given up is nobody's.
        if entry.file_unit != NO_UNIT && !entry.has(LEFT) {
            let units = crate::file::space::units_for(entry.payload_len);
            if entry.slot == NO_SLOT {
                self.files.units.release(entry.file_unit, units);
            } else {
                self.files.released.push(Released {
                    slot: entry.slot,
                    unit: entry.file_unit,
                    units,
                });
            }
        }
        if log_only || dirty {
            let segment = self.store.segment_of(seq).1;
            segment.log_only -= u16::from(log_only);
            segment.dirty -= u16::from(dirty);
            if segment.log_only == 0 {
                segment.oldest_lsn = u64::MAX;
            }
        }
    }

    /// Takes the browse lock off a message; it is available again.
    pub(crate) fn relock_to_available(&mut self, seq: u64) {
        let entry = self.store.get(seq).expect("locks name messages that exist");
        self.browsing
            .locks
            .remove(&crate::numbers::HandleId(entry.holder));
        self.attach_unlocked(seq);
    }

    // ---- indexes built when first needed

    /// Builds the index of an id if there is none. Costs a walk over the queue, once.
    pub(crate) fn need_index(&mut self, kind: IdKind) {
        let present = match kind {
            IdKind::Message => self.msg_ids.is_some(),
            IdKind::Correlation => self.correl_ids.is_some(),
        };
        if present {
            return;
        }
        let count = self.counts.visible_total as usize;
        let index = IdIndex::of(kind, &self.store, count, &self.foresight);
        match kind {
            IdKind::Message => self.msg_ids = Some(index),
            IdKind::Correlation => self.correl_ids = Some(index),
        }
    }
}

pub(crate) fn offer(seq: u64, entry: &Entry) -> Offer<'_> {
    Offer {
        seq,
        msg_id: &entry.msg_id,
        correl_id: &entry.correl_id,
        group_id: entry.group.as_ref().map(|info| &info.group_id),
        view: view(entry),
    }
}

/// Group fields worth keeping: most messages have none.
pub(crate) fn group_info(descriptor: &MsgDescriptor, payload_len: u32) -> Option<Box<GroupInfo>> {
    let info = GroupInfo {
        group_id: descriptor.group_id,
        msg_seq_number: descriptor.msg_seq_number,
        offset: descriptor.offset,
        flags: descriptor.msg_flags,
        body_len: payload_len.saturating_sub(MsgDescriptor::SIZE as u32),
    };
    let plain = !info.in_group() && !info.is_segment() && info.group_id == [0; 24];
    (!plain).then(|| Box::new(info))
}
