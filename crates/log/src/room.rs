//! Room: how far an append may reach, and what is set aside for what was promised.
//!
//! What is set aside is counted in data pages at the end of the extents there are. Nothing but [`Urgency::Promised`] is admitted
//! to them. A page for each record is enough however the records fall: one that is forced alone ends its page, and one that
//! shares a page with others reaches into one page behind it at most.

use crate::append::Urgency;
use crate::error::AppendError;
use crate::log::Log;
use crate::lsn::{Geometry, Lsn, PAGE_BYTES, PAYLOAD_BYTES};
use crate::record::record_bytes;
use crate::state::State;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// A body from this length on is always looked at twice: that costs nothing beside copying it.
const LONG_BODY_BYTES: usize = 256 * 1024;

/// Room that is set aside for promised records, until this is dropped.
pub struct SetAside {
    log: Arc<Log>,
    pages: u32,
}

impl fmt::Debug for SetAside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SetAside")
            .field("pages", &self.pages)
            .finish_non_exhaustive()
    }
}

impl SetAside {
    /// Takes room for so many records out, or for fewer if there is less.
    #[must_use]
    pub fn split(&mut self, records: u32) -> Self {
        let pages = self.pages.min(records);
        self.pages -= pages;
        Self {
            log: Arc::clone(&self.log),
            pages,
        }
    }

    /// Puts it together with room that was split off.
    pub fn join(&mut self, mut other: Self) {
        self.pages += std::mem::take(&mut other.pages);
    }

    /// Records there is room for.
    #[must_use]
    pub fn records(&self) -> u32 {
        self.pages
    }
}

impl Drop for SetAside {
    fn drop(&mut self) {
        self.log.give_back_aside(u64::from(self.pages));
    }
}

impl Log {
    /// Sets room aside for so many records of [`Urgency::Promised`], each of half a page at most. They find it whatever
    /// else is appended, also when the disk is full, until what is returned is dropped.
    ///
    /// # Errors
    /// `Full` when there is no room to set aside, for which half of the reserve may be used; `Poisoned`.
    pub fn set_aside(self: &Arc<Self>, records: u32) -> Result<SetAside, AppendError> {
        let pages = u64::from(records);
        let bytes = pages * PAGE_BYTES as u64;
        let admitted = self.admit_when(Urgency::Removing, bytes, |state, ready_end| {
            self.leaves_aside(state, pages, ready_end, Urgency::Removing)
        });
        if let Err(AppendError::Full) = &admitted {
            // Whoever makes room hears of it as of a record that was refused: no other may come.
            let promised_len = records as usize * (PAGE_BYTES / 2);
            self.gauge.tell(self.gauge.refused(promised_len));
        }
        let mut state = admitted?;
        state.aside_pages += pages;
        self.publish_room(&state);
        Ok(SetAside {
            log: Arc::clone(self),
            pages: records,
        })
    }

    /// Sets aside again what a life before had promised, whether there is room or not. A circular log that has none gets
    /// more extents than its settings allow, which go when it can do without. Without room on the disk for them the
    /// records are refused until there is.
    pub fn set_aside_again(self: &Arc<Self>, records: u32) -> SetAside {
        let pages = u64::from(records);
        {
            let mut state = self.lock();
            state.aside_pages += pages;
            self.publish_room(&state);
        }
        // Best effort: an append that needs the room asks for it again.
        drop(self.admit_when(Urgency::Promised, 0, |state, ready_end| {
            self.leaves_aside(state, 0, ready_end, Urgency::Completing)
        }));
        SetAside {
            log: Arc::clone(self),
            pages: records,
        }
    }

    pub(crate) fn leaves_aside(
        &self,
        state: &State,
        pages: u64,
        ready_end: u64,
        urgency: Urgency,
    ) -> bool {
        let head = state.filling.head().next_multiple_of(PAGE_BYTES as u64);
        head <= self.limit(ready_end, state.aside_pages + pages, urgency)
    }

    pub(crate) fn give_back_aside(&self, pages: u64) {
        if pages > 0 {
            let mut state = self.lock();
            state.aside_pages -= pages;
            self.publish_room(&state);
        }
    }

    /// How far appends may reach if the extents end at `ready_end`. Always a page boundary, so that a page ended by a force
    /// does not reach further.
    pub(crate) fn limit(&self, ready_end: u64, aside_pages: u64, urgency: Urgency) -> u64 {
        let reserve = match urgency {
            Urgency::Ordinary => self.settings.reserve_bytes(),
            Urgency::Removing => self.settings.reserve_bytes() / 2,
            Urgency::Completing => 0,
            Urgency::Promised => return ready_end,
        };
        let kept = self.geometry.data_pages_before(ready_end, aside_pages);
        Geometry::page_of(kept.saturating_sub(reserve))
    }

    /// Extents must reach this far at least, so that what is appended and what is set aside has a place.
    pub(crate) fn kept_until(&self, state: &State) -> u64 {
        state.filling.head() + self.geometry.bytes_of_data_pages(state.aside_pages)
    }

    /// True when a record at `head` ends at or before `limit`.
    pub(crate) fn fits(&self, head: u64, record_bytes: u64, limit: u64) -> bool {
        // Nearly always a rough bound will do: headers of pages take less than 1 byte in 64,
        // those of extents 1 in 64 again, and each may start one page anew.
        let bound = head + record_bytes + record_bytes / 32 + 3 * PAGE_BYTES as u64;
        bound <= limit || self.geometry.end_after(head, record_bytes) <= limit
    }

    /// Refuses new work ([`Urgency::Ordinary`]) from now on, or no longer, whatever room there is: for an owner who has no
    /// room elsewhere for what would follow. Those refused do not count as refused by a full log.
    pub fn close(&self, closed: bool) {
        self.closed.store(closed, Ordering::Relaxed);
    }

    /// Whether new work is refused whatever room there is.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// The number of the extent a position lies in: what is given back is whole extents.
    #[must_use]
    pub fn extent_of(&self, position: Lsn) -> u64 {
        self.geometry.extent_of(position.get())
    }

    /// Size of an extent.
    #[must_use]
    pub fn extent_bytes(&self) -> u64 {
        self.geometry.extent_bytes()
    }

    /// Where the next extent begins.
    #[must_use]
    pub fn next_extent(&self, position: Lsn) -> Lsn {
        Lsn::new(self.geometry.extent_start(self.extent_of(position) + 1))
    }

    /// Whether the log still reaches back to a position.
    #[must_use]
    pub fn reaches(&self, position: Lsn) -> bool {
        let state = self.lock();
        let oldest = self.oldest_extent(state.recovery, state.media);
        self.extent_of(position) >= oldest
    }

    /// Whether an ordinary record with a body of `body_len` bytes would have room, behind others of `others_bytes`, if all
    /// of the log before `oldest` were given back and as many extents made as may be.
    #[must_use]
    pub fn would_fit(&self, oldest: Lsn, others_bytes: u64, body_len: usize) -> bool {
        let state = self.lock();
        self.would_fit_beside(&state, state.aside_pages, (oldest, others_bytes, body_len))
    }

    /// The same when what is under way now is given back as well: what is kept for pieces of bodies does not count.
    #[must_use]
    pub fn would_fit_later(&self, oldest: Lsn, body_len: usize) -> bool {
        let state = self.lock();
        let aside_pages = state.aside_pages - state.piece_pages;
        self.would_fit_beside(&state, aside_pages, (oldest, 0, body_len))
    }

    fn would_fit_beside(
        &self,
        state: &State,
        aside_pages: u64,
        (oldest, others_bytes, body_len): (Lsn, u64, usize),
    ) -> bool {
        let limit = self.ordinary_end(state, aside_pages, oldest.get());
        let bytes = match body_len > self.cut.whole_max {
            true => self.cut.pages(self.cut.front_max(), body_len) * PAYLOAD_BYTES as u64,
            false => record_bytes(body_len),
        };
        self.fits(state.filling.head() + others_bytes, bytes, limit)
    }

    /// False when a record with a body of `body_len` bytes finds room, unless many are appended meanwhile. Costs next to
    /// nothing.
    #[must_use]
    pub fn may_refuse(&self, body_len: usize) -> bool {
        if body_len >= LONG_BODY_BYTES.min(self.cut.whole_max / 2) {
            return true;
        }
        let in_buffers = self.settings.all_buffer_pages() * PAGE_BYTES;
        let near = self.durable.load(Ordering::Relaxed) + (in_buffers + 2 * LONG_BODY_BYTES) as u64;
        near > self.ordinary_end.load(Ordering::Relaxed)
    }

    /// Notes how far ordinary work can come, for those who look without the lock. Extents that are to be made do not count: the
    /// disk may have no room for them.
    pub(crate) fn publish_room(&self, state: &State) {
        let ready_end = self.device.ready_end();
        let aside_pages = state.aside_pages;
        let ready = self.limit(ready_end, aside_pages, Urgency::Ordinary);
        let end = ready.min(self.ordinary_end(state, aside_pages, state.recovery));
        self.ordinary_end.store(end, Ordering::Relaxed);
        self.publish_ahead(state, ready_end);
    }

    fn ordinary_end(&self, state: &State, aside_pages: u64, oldest: u64) -> u64 {
        let first = self.oldest_extent(oldest, state.media);
        let ready_end = self.device.end_from(first);
        self.limit(ready_end, aside_pages, Urgency::Ordinary)
    }
}
