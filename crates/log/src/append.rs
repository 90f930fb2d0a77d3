//! Appending records.

use crate::body::LongBody;
use crate::error::{AppendError, Poisoned};
use crate::job::{Cutter, slices};
use crate::log::Log;
use crate::lsn::{Lsn, PAGE_BYTES};
use crate::pieces::Joined;
use crate::pressure::Pressure;
use crate::record::{BODY_BYTES_MAX, RecordHeader, Shape, record_bytes};
use crate::state::{State, StateGuard};
use ferromq_base::disk::access;
use std::sync::Arc;

/// How much an append may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// New work: refused when only the reserve is left.
    Ordinary,
    /// Work that takes messages away, so that less has to be kept: may use half of the reserve.
    Removing,
    /// Work that lets the log be emptied (commit, back out, checkpoint): may use the reserve.
    Completing,
    /// Work that was promised: may use what was set aside for it as well ([`Log::set_aside`]).
    Promised,
}

/// Where a record went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appended {
    /// Where it starts: where its first piece does, if its body is in pieces.
    pub lsn: Lsn,
    /// Where it ends: it is durable once [`Log::durable`] is not before this.
    pub end: Lsn,
}

impl Log {
    /// Appends a record whose body is `parts` one after the other. Not durable on return: see
    /// [`Log::when_durable`] and [`Log::wait_durable`].
    ///
    /// A record no longer than [`Log::whole_bytes_max`] waits for nobody, but for a disk on which the log has to make one
    /// more file because none was made ahead ([`Log::rather_refused`]), and for one that is so far behind that all buffers are
    /// full which there may be. A longer one waits until its
    /// pieces are on their way, forcing the log itself if nobody does; others go on meanwhile. [`Log::stage`] is for those who
    /// must not wait. Completions are never run in here.
    ///
    /// # Errors
    /// `Full`, `NoSpaceYet`, `TooLarge` or `Poisoned`; nothing has been appended then.
    pub fn append(
        &self,
        kind: u8,
        parts: &[&[u8]],
        urgency: Urgency,
    ) -> Result<Appended, AppendError> {
        let body_len = parts.iter().map(|part| part.len()).sum::<usize>();
        if body_len > BODY_BYTES_MAX {
            return Err(AppendError::TooLarge);
        }
        if body_len > self.cut.whole_max {
            return self.append_long(kind, parts, body_len, urgency);
        }
        let header = RecordHeader {
            kind,
            shape: Shape::Whole,
            body_len,
        };
        let mut state = self.admit(header, urgency)?;
        let (lsn, end) = state.write_record(header, parts);
        self.note_fill(&state);
        let pressure = self.count_record(&mut state);
        drop(state);
        self.gauge.tell(pressure);
        self.look_ahead(end);
        Ok(Appended {
            lsn: Lsn::new(lsn),
            end: Lsn::new(end),
        })
    }

    /// Longest body of a record that is written whole. A longer one is written in pieces.
    #[must_use]
    pub fn whole_bytes_max(&self) -> usize {
        self.cut.whole_max
    }

    /// Longest front of a record whose tail was staged.
    #[must_use]
    pub fn front_bytes_max(&self) -> usize {
        self.cut.front_max()
    }

    pub(crate) fn count_record(&self, state: &mut State) -> Option<Pressure> {
        state.records += 1;
        self.gauge.read(state)
    }

    /// A body in pieces, on a thread that may wait.
    fn append_long(
        &self,
        kind: u8,
        parts: &[&[u8]],
        body_len: usize,
        urgency: Urgency,
    ) -> Result<Appended, AppendError> {
        let mut cutter = Cutter::new(body_len, self.cut);
        let pages = cutter.pages(0);
        self.reserve(pages, body_len, urgency)?;
        let staged = self.stage_here(&mut cutter, parts);
        let mut state = match staged {
            Ok(state) => state,
            Err(poisoned) => {
                self.lock().give_up_for_pieces(cutter.reserved());
                return Err(AppendError::Poisoned(poisoned));
            }
        };
        let (appended, pressure) = self.join(&mut state, kind, cutter, &[]);
        drop(state);
        self.gauge.tell(pressure);
        self.look_ahead(appended.end.get());
        Ok(appended)
    }

    fn stage_here(&self, cutter: &mut Cutter, parts: &[&[u8]]) -> Result<StateGuard<'_>, Poisoned> {
        let mut state = self.lock();
        loop {
            if let Some(poisoned) = &state.poisoned {
                return Err(poisoned.clone());
            }
            if cutter.is_done() {
                return Ok(state);
            }
            let len = cutter.next_len();
            if !state.takes_piece(len) {
                access::touch("stage here", "a long record");
                self.lead_or_wait(state);
                state = self.lock();
                continue;
            }
            let piece = slices(parts, cutter.done(), len);
            cutter.write(&mut state, &piece);
            self.note_fill(&state);
            // Others come in between.
            drop(state);
            state = self.lock();
        }
    }

    /// Appends the record that joins the pieces, whose room is kept for it.
    pub(crate) fn join(
        &self,
        state: &mut State,
        kind: u8,
        cutter: Cutter,
        front: &[&[u8]],
    ) -> (Appended, Option<Pressure>) {
        let front_len = front.iter().map(|part| part.len()).sum();
        let head = cutter.pieces.encode(front_len);
        let mut parts: Vec<&[u8]> = vec![&head];
        parts.extend(front);
        let header = RecordHeader {
            kind,
            shape: Shape::Joins,
            body_len: head.len() + front_len,
        };
        let (at, end) = state.write_record(header, &parts);
        state.give_up_for_pieces(cutter.reserved());
        self.publish_room(state);
        self.note_fill(state);
        let first = cutter.pieces.first;
        let joined = Joined {
            front_at: head.len(),
            front_len,
            pieces: cutter.into_all_pieces(),
        };
        self.remember_long(first, &Arc::new(LongBody { at, joined }));
        let appended = Appended {
            lsn: Lsn::new(first),
            end: Lsn::new(end),
        };
        (appended, self.count_record(state))
    }

    /// Checks that the whole record has room in the extents.
    fn admit(&self, header: RecordHeader, urgency: Urgency) -> Result<StateGuard<'_>, AppendError> {
        if urgency == Urgency::Ordinary && self.is_closed() {
            return Err(AppendError::Full);
        }
        let bytes = record_bytes(header.body_len);
        loop {
            let admitted = self.admit_when(urgency, bytes, |state, ready_end| {
                let limit = self.limit(ready_end, state.aside_pages, urgency);
                self.fits(state.filling.head(), bytes, limit)
            });
            if let Err(AppendError::Full) = &admitted {
                self.gauge.tell(self.gauge.refused(header.body_len));
            }
            let state = admitted?;
            if !state.lacks_buffers(bytes) {
                return Ok(state);
            }
            self.lead_or_wait(state);
        }
    }

    /// Waits until `fits` says that what is wanted, about so many bytes, fits before the end of the extents it is given, of which
    /// there are made as many as there may be, and for what was promised more than the settings allow.
    pub(crate) fn admit_when(
        &self,
        urgency: Urgency,
        bytes: u64,
        fits: impl Fn(&State, u64) -> bool,
    ) -> Result<StateGuard<'_>, AppendError> {
        let mut state = self.lock();
        loop {
            if let Some(poisoned) = &state.poisoned {
                return Err(AppendError::Poisoned(poisoned.clone()));
            }
            let ready_end = self.device.ready_end();
            if fits(&state, ready_end) {
                return Ok(state);
            }
            drop(state);
            if let Some(refusal) = self.refusal(urgency, bytes, ready_end) {
                return Err(refusal);
            }
            let _access = access::allow("an extent is made in place");
            let beyond = urgency == Urgency::Promised;
            // A disk without room for one more file is a full log, not a failure.
            if !matches!(self.device.grow(self.epoch, ready_end, beyond), Ok(true)) {
                return Err(AppendError::Full);
            }
            state = self.lock();
        }
    }

    /// Keeps room in the extents for the pieces of a body.
    pub(crate) fn reserve(
        &self,
        pages: u64,
        body_len: usize,
        urgency: Urgency,
    ) -> Result<(), AppendError> {
        if urgency == Urgency::Ordinary && self.is_closed() {
            return Err(AppendError::Full);
        }
        let bytes = pages * PAGE_BYTES as u64;
        let admitted = self.admit_when(urgency, bytes, |state, ready_end| {
            self.leaves_aside(state, pages, ready_end, urgency)
        });
        if let Err(AppendError::Full) = &admitted {
            self.gauge.tell(self.gauge.refused(body_len));
        }
        let mut state = admitted?;
        state.keep_for_pieces(pages);
        self.publish_room(&state);
        Ok(())
    }

    /// Forces, or waits for who does, because there is no buffer for more. Gives the lock back free.
    pub(crate) fn lead_or_wait(&self, state: StateGuard<'_>) {
        if !state.can_begin() {
            drop(self.wait_for_space(state));
            return;
        }
        self.force(state);
        // Completions are not run in here: the caller may hold what they need.
        if !self.lock().done.is_empty() {
            self.wake_if_idle();
        }
    }

    pub(crate) fn wait_for_space<'a>(&'a self, mut state: StateGuard<'a>) -> StateGuard<'a> {
        state.space_waiters += 1;
        state = self.space.wait(state);
        state.space_waiters -= 1;
        state
    }

    pub(crate) fn notify_space(&self, state: &State) {
        // Waking nobody still costs a system call.
        if state.space_waiters > 0 {
            self.space.notify_all();
        }
    }
}
