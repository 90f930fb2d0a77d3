//! The queue as its users see it: each method locks shortly and wakes nobody by itself.

use crate::entry::EXPIRED_HOLDER;
use crate::entry::{IdKind, NEVER_US, PUT_OFF, State};
use crate::failure::TooManyWaiters;
use crate::failure::{LogReadFailure, PutRefusal};
use crate::file::Files;
use crate::index::Foresight;
use crate::inner::{Inner, offer};
use crate::lock_order;
use crate::message::Id;
use crate::message::Visibility;
use crate::message::{Ids, LogPlace, Message, PutMeta};
use crate::numbers::{HandleId, Seq, WaiterId};
use crate::selection::{Expired, ExpiryCursor, Interest};
use crate::status::QueueSettings;
use crate::wakeup::Wakeups;
use bytes::Bytes;
use ferromq_base::lock::{Mutex, MutexGuard};
use std::ops::Bound;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::task::Waker;

/// How the queue asks the log for a payload image.
pub type ReadLog<'a> = &'a dyn Fn(LogPlace) -> Result<Bytes, LogReadFailure>;

/// One queue. All methods may be called from any thread; each locks shortly, and none reads
/// or writes a disk while it does.
pub struct Queue {
    inner: Mutex<Inner, lock_order::Messages>,
    foresight: Foresight,
    /// The first files of this life: see [`Queue::files`].
    pub(crate) first_files: Option<Files>,
    /// One harden, save, shortening or move of the files at a time.
    pub(crate) hardening: Mutex<(), lock_order::Hardening>,
    /// As `Spilling::bytes`, for readers without the lock.
    pub(crate) unspilled_bytes: AtomicU64,
}

impl std::fmt::Debug for Queue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Queue")
            .field("depth", &self.depth())
            .finish_non_exhaustive()
    }
}

impl Queue {
    /// A queue without files: nothing is spilled or hardened, all payloads stay in memory
    /// (those of persistent messages as long as they fit the buffer; then the log is read).
    #[must_use]
    pub fn new_volatile(settings: QueueSettings) -> Self {
        Self::of(Inner::new(settings), None)
    }

    pub(crate) fn with_files(inner: Inner, files: Files) -> Self {
        Self::of(inner, Some(files))
    }

    fn of(inner: Inner, files: Option<Files>) -> Self {
        Self {
            foresight: inner.foresight.clone(),
            inner: Mutex::new(inner),
            first_files: files,
            hardening: Mutex::new(()),
            unspilled_bytes: AtomicU64::new(0),
        }
    }

    /// True when there is something in the directory of the queue, whether restart needs it or not.
    #[must_use]
    pub fn may_have_files(&self) -> bool {
        self.files().is_some_and(|files| files.made().is_some())
    }

    /// True when restart needs the files of the queue: whoever lists queues must say so before the log that led to them is given
    /// back. Once true it stays so.
    #[must_use]
    pub fn has_files(&self) -> bool {
        self.files().is_some_and(Files::are_kept)
    }

    /// True after a failed sync: nothing is known of the files any more, and nothing is written to them. What was on the queue
    /// is in the log from the last checkpoint before on, and in the files as of then. [`Self::move_to`] gives it other files.
    #[must_use]
    pub fn is_abandoned(&self) -> bool {
        self.files()
            .is_some_and(|files| files.check_usable().is_err())
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock_intact()
    }

    pub(crate) fn files(&self) -> Option<&Files> {
        self.first_files.as_ref().map(Files::latest)
    }

    /// Takes over changed attributes. Those about puts count for later puts.
    pub fn update_settings(&self, settings: QueueSettings) {
        self.lock().settings = settings;
    }

    /// The settings in force.
    #[must_use]
    pub fn settings(&self) -> QueueSettings {
        self.lock().settings
    }

    // ---- puts

    /// Makes room for a message: the depth grows by one, the arrival number is the message's
    /// for ever. End it by [`Self::insert`] or [`Self::release`].
    ///
    /// # Errors
    /// [`PutRefusal`]. `NoSpace` once a spill has failed and memory holds more than its buffer, until one succeeds.
    pub fn reserve(&self) -> Result<Seq, PutRefusal> {
        let mut inner = self.lock();
        inner.check_depth()?;
        match inner.has_space() {
            true => Ok(Seq(inner.reserve())),
            false => Err(PutRefusal::NoSpace),
        }
    }

    /// The same for a message that rests in the log: it needs no room in the files, so that it is taken when they take no more.
    ///
    /// # Errors
    /// [`PutRefusal::Full`].
    pub fn reserve_logged(&self) -> Result<Seq, PutRefusal> {
        let mut inner = self.lock();
        inner.check_depth()?;
        Ok(Seq(inner.reserve()))
    }

    /// Gives up a reservation or backs out a put that was never visible. Nothing happens when
    /// the message does not exist or is committed.
    pub fn release(&self, seq: Seq) {
        let mut inner = self.lock();
        let pending = inner
            .store
            .get(seq.0)
            .is_some_and(|entry| !entry.is_committed());
        let dropped = if pending { inner.remove(seq.0) } else { None };
        drop(inner);
        drop(dropped);
    }

    /// Puts the message into its reservation. A body that does not fit the buffer of
    /// non-persistent messages is for the queue file: [`Self::spill`] writes it.
    pub fn insert(
        &self,
        seq: Seq,
        message: Arc<Message>,
        meta: &PutMeta,
        visibility: Visibility,
    ) -> Wakeups {
        self.put(seq, message, None, meta, visibility)
    }

    /// As [`Self::insert`], of a message that shares all but its identifiers with others, which may stand on other
    /// queues. Those of the message itself say nothing.
    pub fn insert_copy(
        &self,
        seq: Seq,
        message: Arc<Message>,
        ids: &Ids,
        meta: &PutMeta,
        visibility: Visibility,
    ) -> Wakeups {
        self.put(seq, message, Some(ids), meta, visibility)
    }

    fn put(
        &self,
        seq: Seq,
        message: Arc<Message>,
        ids: Option<&Ids>,
        meta: &PutMeta,
        visibility: Visibility,
    ) -> Wakeups {
        let payload_len = u32::try_from(message.payload_len()).expect("100 MiB is the limit");
        let descriptor = &message.descriptor;
        let (msg_id, correl_id) = match ids {
            Some(ids) => (&ids.msg_id, &ids.correl_id),
            None => (&descriptor.msg_id, &descriptor.correl_id),
        };
        self.expect(Some(msg_id), Some(correl_id));
        let mut inner = self.lock();
        if inner.must_spill(meta, message.payload_len()) {
            inner.files.spilling.add(seq.0, payload_len);
            self.note_unspilled(&inner);
        }
        inner.fill(seq.0, message, ids, meta);
        match visibility {
            Visibility::Now => inner.publish(seq.0),
            Visibility::Held => Wakeups::default(),
        }
    }

    /// Commits a put. Nothing happens when the message is committed already.
    pub fn make_visible(&self, seq: Seq) -> Wakeups {
        self.lock().publish(seq.0)
    }

    // ---- gets

    /// Tells that a message with one of these ids will be looked for or put soon. Costs next
    /// to nothing and promises nothing; on a deep queue the memory looked at first is then on
    /// its way while the caller still checks what it was asked.
    pub fn expect(&self, msg_id: Option<&Id>, correl_id: Option<&Id>) {
        if let Some(id) = msg_id {
            self.foresight.prefetch(IdKind::Message, id);
        }
        if let Some(id) = correl_id {
            self.foresight.prefetch(IdKind::Correlation, id);
        }
    }

    /// Registers a waiter. A message that became visible before wakes nobody: select once
    /// more after registering. The waiter ends by [`Self::cancel_wait`].
    ///
    /// # Errors
    /// [`TooManyWaiters`].
    pub fn wait(
        &self,
        interest: Interest,
        waker: Waker,
        handle: HandleId,
    ) -> Result<WaiterId, TooManyWaiters> {
        self.lock().waiters.add(interest, None, handle, waker)
    }

    /// Ends a waiter, woken or not, message or no message. If it was woken for a message that
    /// is still there, the wake-up is passed on.
    pub fn cancel_wait(&self, waiter: WaiterId) -> Wakeups {
        self.lock().end_wait(waiter)
    }

    /// Wakes every waiter: gets were inhibited, the queue is deleted, the end is near.
    pub fn wake_all(&self) -> Wakeups {
        let mut wakeups = Wakeups::default();
        self.lock().waiters.wake_all(&mut wakeups);
        wakeups
    }

    /// Removes a message that was held: its get is committed, or its expiry logged. Nothing
    /// happens when it does not exist.
    pub fn finish(&self, seq: Seq) {
        let mut inner = self.lock();
        let dropped = inner.remove(seq.0);
        drop(inner);
        drop(dropped);
    }

    /// Backs out a get: the message is available again in its old place. With
    /// `count_backout` its backout count grows by one. Nothing happens when it is not held.
    pub fn restore(&self, seq: Seq, count_backout: bool) -> Wakeups {
        self.lock().restore(seq.0, count_backout)
    }

    // ---- browsing

    /// Whether a handle has a message locked.
    #[must_use]
    pub fn has_lock(&self, handle: HandleId) -> bool {
        self.lock().browsing.locks.contains_key(&handle)
    }

    /// Frees the message a handle has locked.
    pub fn unlock(&self, handle: HandleId) -> Wakeups {
        self.lock().unlock(handle)
    }

    /// Ends what a browse began that found a message while the handle had another one locked
    /// ([`crate::Found::lock_before`]). An accepted browse gives the earlier lock up; one that is not
    /// leaves it as it was and locks nothing.
    pub fn settle_lock(&self, handle: HandleId, before: Seq, accepted: bool) -> Wakeups {
        self.lock().settle_lock(handle, before.0, accepted)
    }

    /// When the next cooperative mark falls off by itself: browses that wait for a message
    /// without one must look again then. Wall clock, microseconds since 1970.
    #[must_use]
    pub fn next_mark_end_us(&self, now_us: u64) -> Option<u64> {
        self.lock().browsing.next_cooperative_end_us(now_us)
    }

    /// Messages of at least this priority a getter could take now.
    #[must_use]
    pub fn available_at_or_above(&self, priority: u8) -> u32 {
        let visible = self.lock().counts.visible;
        visible.iter().skip(usize::from(priority)).sum()
    }

    /// Takes a handle's mark from one message, or from all.
    pub fn unmark(&self, handle: HandleId, seq: Option<Seq>) -> Wakeups {
        let mut inner = self.lock();
        let unmarked = inner.browsing.unmark(handle, seq.map(|seq| seq.0));
        inner.announce_to_browsers(&unmarked)
    }

    /// Takes the cooperative mark from one message, or from all.
    pub fn unmark_cooperative(&self, seq: Option<Seq>) -> Wakeups {
        let mut inner = self.lock();
        let unmarked = inner.browsing.unmark_cooperative(seq.map(|seq| seq.0));
        inner.announce_to_browsers(&unmarked)
    }

    /// Forgets a handle: its lock, its marks, its waiters.
    pub fn drop_handle(&self, handle: HandleId) -> Wakeups {
        let mut inner = self.lock();
        let mut wakeups = inner.unlock(handle);
        let unmarked = inner.browsing.unmark(handle, None);
        wakeups.merge(inner.announce_to_browsers(&unmarked));
        for waiter in inner.waiters.of_handle(handle) {
            wakeups.merge(inner.end_wait(waiter));
        }
        wakeups
    }

    // ---- expiry and clearing

    /// Takes at most `limit` messages that have expired out of sight, those that did so first, and moves `after` to the
    /// last of them. Log the removal of persistent ones, then [`Self::finish`] each. Costs nothing for messages that do not
    /// expire yet. A walk that begins at the beginning and goes on with the same time meets each message once, also one
    /// that was given back.
    pub fn expire_sweep(
        &self,
        after: &mut ExpiryCursor,
        now_us: u64,
        limit: usize,
    ) -> Vec<Expired> {
        let mut inner = self.lock();
        let mut expired = Vec::new();
        while expired.len() < limit
            && let behind = (Bound::Excluded((after.at_us, after.seq)), Bound::Unbounded)
            && let Some(&(at_us, seq)) = inner.expiry.range(behind).next()
            && at_us <= now_us
        {
            *after = ExpiryCursor { at_us, seq };
            expired.push(inner.expire(seq));
        }
        expired
    }

    /// Gives back an expired message whose removal could not be logged. It is expired as before, and nobody is told of it:
    /// it is for nobody.
    pub fn restore_expired(&self, seq: Seq) {
        let mut inner = self.lock();
        if inner.is_held_as_expired(seq.0)
            && let Some(place) = inner.store.locate(seq.0)
        {
            inner.counts.held -= 1;
            inner.counts.note_growth();
            inner.counts.expired -= 1;
            inner.show(place);
        }
    }

    /// Something is to be tried again later for a message whose time is over: until then it is as one that does not expire,
    /// and any getter may have it. Gives it back if it was taken out of sight; nothing happens when somebody else has it.
    pub fn put_off(&self, seq: Seq) -> Wakeups {
        let mut inner = self.lock();
        let expired = inner.is_held_as_expired(seq.0);
        let Some(entry) = inner.store.get(seq.0) else {
            return Wakeups::default();
        };
        let (state, at_us) = (entry.state, entry.expires_at_us);
        if expired {
            inner.store.change(seq.0, |entry| entry.flags |= PUT_OFF);
            inner.restore(seq.0, false)
        } else if state == State::Available && at_us != NEVER_US {
            inner.store.change(seq.0, |entry| entry.flags |= PUT_OFF);
            inner.expiry.remove(&(at_us, seq.0));
            inner.announce(seq.0)
        } else {
            Wakeups::default()
        }
    }

    /// Takes a message that is put off out of sight once more. `None` when it is not there any more, or somebody had it
    /// meanwhile and gave it back: then it has expired like any other.
    pub fn expire_put_off(&self, seq: Seq) -> Option<Expired> {
        let mut inner = self.lock();
        let entry = inner.store.get(seq.0)?;
        let waits = entry.state == State::Available && entry.has(PUT_OFF);
        waits.then(|| inner.expire(seq.0))
    }

    /// When the next available message expires, wall clock, microseconds since 1970. Those that are put off do not count.
    #[must_use]
    pub fn next_expiry_us(&self) -> Option<u64> {
        self.lock().expiry.first().map(|(at_us, _)| *at_us)
    }

    // ---- backout counts

    /// How often a message was backed out; `None` when it does not exist.
    #[must_use]
    pub fn backout_count(&self, seq: Seq) -> Option<u32> {
        self.lock()
            .store
            .get(seq.0)
            .map(|entry| entry.backout_count)
    }

    /// Sets the backout count. Nothing happens when the message does not exist.
    pub fn set_backout_count(&self, seq: Seq, count: u32) {
        let mut inner = self.lock();
        let changed = inner
            .store
            .change(seq.0, |entry| entry.backout_count = count);
        if changed.is_some() {
            inner.mark_dirty(seq.0);
        }
    }
}

impl Inner {
    fn end_wait(&mut self, waiter: WaiterId) -> Wakeups {
        let mut wakeups = Wakeups::default();
        if let Some(ended) = self.waiters.end(waiter)
            && let Some(entry) = self.store.get(ended.seq)
            && entry.state == State::Available
        {
            let offer = offer(ended.seq, &entry);
            self.waiters
                .offer_between(&offer, ended.after, ended.limit, &mut wakeups);
        }
        wakeups
    }

    fn is_held_as_expired(&self, seq: u64) -> bool {
        let entry = self.store.get(seq);
        entry.is_some_and(|entry| entry.state == State::Held && entry.holder == EXPIRED_HOLDER)
    }

    fn unlock(&mut self, handle: HandleId) -> Wakeups {
        match self.browsing.locks.remove(&handle) {
            None => Wakeups::default(),
            Some(seq) => {
                self.attach_unlocked(seq);
                self.announce(seq)
            }
        }
    }

    fn settle_lock(&mut self, handle: HandleId, before: u64, accepted: bool) -> Wakeups {
        let mut wakeups = Wakeups::default();
        let now = self.browsing.locks.get(&handle).copied();
        if now == Some(before) {
            return wakeups;
        }
        let freed = if accepted {
            Some(before)
        } else {
            self.browsing.locks.insert(handle, before);
            now
        };
        if let Some(freed) = freed {
            self.attach_unlocked(freed);
            wakeups.merge(self.announce(freed));
        }
        wakeups
    }

    fn announce_to_browsers(&mut self, seqs: &[u64]) -> Wakeups {
        let mut wakeups = Wakeups::default();
        for &seq in seqs {
            self.note_for_searches(seq);
            if let Some(entry) = self.store.get(seq) {
                self.waiters
                    .wake_browsers(&offer(seq, &entry), &mut wakeups);
            }
        }
        wakeups
    }
}
