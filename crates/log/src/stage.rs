//! Staging: a long body goes into the log in pieces, before the record that joins them is appended.
//!
//! The pieces of all bodies that are staged share a window: so many bytes of them may be on their way to the disk, and no more.
//! Whoever else appends finds buffers, and whoever else waits for the disk waits behind that much and no more. Bodies take
//! turns, a piece each. Whoever has landed a force goes on with what the window has room for then; so nobody has to wait, and
//! nobody has to be told.

use crate::append::{Appended, Urgency};
use crate::error::AppendError;
use crate::job::{Cutter, Job, Next, SharedBytes, StagedCall};
use crate::log::Log;
use crate::lsn::Lsn;
use crate::record::BODY_BYTES_MAX;
use std::fmt;
use std::sync::Arc;

/// A body on its way into the log, or in it. Dropped before it was joined it is given up: what is there of it counts for
/// nothing, and the room kept for the rest is free again.
pub struct Staging {
    log: Arc<Log>,
    number: u64,
}

impl fmt::Debug for Staging {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Staging")
            .field("number", &self.number)
            .finish_non_exhaustive()
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        let mut state = self.log.lock();
        let Some(job) = state.take_job(self.number) else {
            return;
        };
        state.give_up_for_pieces(job.cutter.reserved());
        self.log.publish_room(&state);
        drop(state);
        // Its bytes and its call go without the lock.
        drop(job);
    }
}

impl Staging {
    /// Bytes staged so far, for people and tests.
    #[must_use]
    pub fn staged_bytes(&self) -> usize {
        let state = self.log.lock();
        let job = state.job(self.number);
        job.map_or(0, |job| job.cutter.done())
    }
}

impl Log {
    /// Begins to stage the tail of a body: it goes into the log in pieces, as the disk takes them, and `then` is called when all
    /// are in. Waits for nobody, as [`Log::append`]. [`Log::append_staged`] appends the record it belongs to.
    ///
    /// The log from [`Log::head`] as it was before is needed until the record is appended: see to it that no checkpoint gives it
    /// back. The bytes must not change.
    ///
    /// # Errors
    /// `Full`, `TooLarge` or `Poisoned`; nothing has been appended then.
    pub fn stage(
        self: &Arc<Self>,
        bytes: SharedBytes,
        urgency: Urgency,
        then: StagedCall,
    ) -> Result<Staging, AppendError> {
        let len = (*bytes).as_ref().len();
        let front_max = self.cut.front_max();
        if len == 0 || len > BODY_BYTES_MAX - front_max {
            return Err(AppendError::TooLarge);
        }
        let mut cutter = Cutter::new(len, self.cut);
        self.reserve(cutter.pages(front_max), len, urgency)?;
        let number = {
            let mut state = self.lock();
            state.stagings += 1;
            let number = state.stagings;
            state.staging.push_back(Job {
                number,
                bytes,
                cutter,
                then: Some(then),
            });
            number
        };
        let staging = Staging {
            log: Arc::clone(self),
            number,
        };
        self.go_on_staging();
        Ok(staging)
    }

    /// Appends the record whose body is `front`, no longer than [`Log::front_bytes_max`], and behind it what was staged, all
    /// of it. Room is kept for it, so only a log that has stopped refuses.
    ///
    /// # Errors
    /// `Poisoned`; `TooLarge` when the front is too long, or not all is staged yet.
    pub fn append_staged(
        &self,
        kind: u8,
        front: &[&[u8]],
        staging: Staging,
    ) -> Result<Appended, AppendError> {
        let front_len = front.iter().map(|part| part.len()).sum::<usize>();
        let mut state = self.lock();
        if let Some(poisoned) = &state.poisoned {
            return Err(AppendError::Poisoned(poisoned.clone()));
        }
        let complete = state
            .job(staging.number)
            .is_some_and(|job| job.cutter.is_done());
        if !complete || front_len > self.cut.front_max() {
            drop(state);
            return Err(AppendError::TooLarge);
        }
        let Some(job) = state.take_job(staging.number) else {
            drop(state);
            return Err(AppendError::TooLarge);
        };
        let (appended, pressure) = self.join(&mut state, kind, job.cutter, front);
        drop(state);
        drop(job.bytes);
        self.gauge.tell(pressure);
        self.look_ahead(appended.end.get());
        Ok(appended)
    }

    /// Appends pieces as far as the window has room.
    pub(crate) fn go_on_staging(&self) {
        let mut pressure = None;
        let rest = loop {
            let mut state = self.lock();
            let next = state.stage_next();
            self.note_fill(&state);
            pressure = pressure.max(self.gauge.read(&state));
            let rest = state.stages().then(|| state.filling.head());
            drop(state);
            match next {
                Next::Nothing => break rest,
                Next::Piece => {}
                Next::Over(then, result) => then(result),
            }
        };
        self.gauge.tell(pressure);
        if let Some(end) = rest {
            // What comes next waits for the disk.
            self.request_force(Lsn::new(end));
        }
    }
}
