//! Appending records.

use crate::error::{AppendError, Poisoned};
use crate::log::Log;
use crate::lsn::Lsn;
use crate::record::{BODY_BYTES_MAX, RecordHeader, record_bytes};
use crate::state::{State, StateGuard};

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
    /// Where it starts.
    pub lsn: Lsn,
    /// Where it ends: it is durable once [`Log::durable`] is not before this.
    pub end: Lsn,
}

impl Log {
    /// Appends a record whose body is `parts` one after the other. Not durable on return: see
    /// [`Log::when_durable`] and [`Log::wait_durable`].
    ///
    /// May wait: for buffer space, or, when nobody else is forcing, for a force of its own. It
    /// never runs completions.
    ///
    /// # Errors
    /// `Full`, `TooLarge` or `Poisoned`; nothing has been appended then.
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
        let header = RecordHeader { kind, body_len };
        let mut state = self.admit(header, urgency)?;
        let lsn = loop {
            if let Some(position) = state.filling.begin_record(header) {
                break position;
            }
            state = self.make_room(state).map_err(AppendError::Poisoned)?;
        };
        for part in parts {
            state = self.put(state, part).map_err(AppendError::Poisoned)?;
        }
        let end = state.filling.end_record();
        if state.in_record {
            state.in_record = false;
            self.notify_space(&state);
        }
        state.records += 1;
        let pressure = self.gauge.read(&state);
        drop(state);
        self.gauge.tell(pressure);
        Ok(Appended {
            lsn: Lsn::new(lsn),
            end: Lsn::new(end),
        })
    }

    /// Waits for this thread's turn and checks that the whole record has room in the extents.
    fn admit(&self, header: RecordHeader, urgency: Urgency) -> Result<StateGuard<'_>, AppendError> {
        if urgency == Urgency::Ordinary && self.is_closed() {
            return Err(AppendError::Full);
        }
        let record_bytes = record_bytes(header.body_len);
        let promised = urgency == Urgency::Promised;
        let admitted = self.admit_when(promised, |state, ready_end| {
            let limit = self.limit(ready_end, state.aside_pages, urgency);
            self.fits(state.filling.head(), record_bytes, limit)
        });
        if let Err(AppendError::Full) = &admitted {
            self.gauge.tell(self.gauge.refused(header.body_len));
        }
        admitted
    }

    /// Waits for this thread's turn until `fits` says that what is wanted fits before the end of the extents it is given,
    /// of which there are made as many as there may be. `beyond`: also more than the settings allow.
    pub(crate) fn admit_when(
        &self,
        beyond: bool,
        fits: impl Fn(&State, u64) -> bool,
    ) -> Result<StateGuard<'_>, AppendError> {
        let mut state = self.lock();
        loop {
            if let Some(poisoned) = &state.poisoned {
                return Err(AppendError::Poisoned(poisoned.clone()));
            }
            if state.in_record {
                state = self.wait_for_space(state);
                continue;
            }
            let ready_end = self.device.ready_end();
            if fits(&state, ready_end) {
                return Ok(state);
            }
            drop(state);
            // A disk without room for one more file is a full log, not a failure.
            if !matches!(self.device.grow(ready_end, beyond), Ok(true)) {
                return Err(AppendError::Full);
            }
            state = self.lock();
        }
    }

    fn put<'a>(
        &'a self,
        mut state: StateGuard<'a>,
        bytes: &[u8],
    ) -> Result<StateGuard<'a>, Poisoned> {
        let mut done = state.filling.put(bytes);
        while done < bytes.len() {
            state = self.make_room(state)?;
            done += state.filling.put(&bytes[done..]);
        }
        Ok(state)
    }

    /// Waits, or forces, until the filling buffer has room; keeps the turn meanwhile.
    fn make_room<'a>(&'a self, mut state: StateGuard<'a>) -> Result<StateGuard<'a>, Poisoned> {
        state.in_record = true;
        loop {
            if let Some(poisoned) = state.poisoned.clone() {
                state.in_record = false;
                self.notify_space(&state);
                return Err(poisoned);
            }
            if !state.filling.is_full() {
                return Ok(state);
            }
            if !state.can_begin() {
                state = self.wait_for_space(state);
            } else {
                self.force(state);
                state = self.lock();
                // Completions are not run in here: the caller may hold what they need.
                if !state.done.is_empty() {
                    self.wake_if_idle();
                }
            }
        }
    }

    pub(crate) fn wait_for_space<'a>(&'a self, mut state: StateGuard<'a>) -> StateGuard<'a> {
        state.space_waiters += 1;
        state = self
            .space
            .wait(state)
            .expect("no thread fails while it holds the log");
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
