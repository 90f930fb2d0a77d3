//! Extents made ahead: by a thread that does nothing else, so that no append makes one.
//!
//! An extent is written once before it is used, which takes a disk some tens of milliseconds, or seconds. So the thread is woken when
//! appends come near the end of those there are. Who appends for a verb that is begun anew ([`Log::rather_refused`]) and finds
//! none is refused, and told when there is one ([`Log::when_extended`]). Others make one in place, as everybody does where
//! nobody makes them ahead: what lets the log be emptied must not be refused. A verb that is about to append such waits before it begins
//! ([`Log::when_ready`]).

use crate::append::Urgency;
use crate::demand::{Demand, ExtentWaker, MANNER, Manner, NOWHERE};
use crate::error::AppendError;
use crate::force::call_all;
use crate::log::Log;
use crate::record::record_bytes;
use crate::settings::LogType;
use crate::state::{SpaceCall, State};
use std::sync::Arc;
use std::sync::atomic::Ordering;

impl Log {
    /// From now on extents are made by whoever `wake` wakes, who calls [`Self::make_ahead`] soon after; with `None` by who
    /// needs them.
    pub fn set_extent_waker(&self, wake: Option<ExtentWaker>) {
        let kept = wake.is_some();
        *self.ahead.wake.lock() = wake.map(Arc::from);
        self.ahead.is_kept.store(kept, Ordering::SeqCst);
        let calls = {
            let mut state = self.lock();
            self.publish_room(&state);
            match kept {
                true => Vec::new(),
                // Nobody makes what they wait for.
                false => {
                    state.demand = Demand::default();
                    std::mem::take(&mut state.extent_calls)
                }
            }
        };
        call_all(calls);
    }

    /// Carries out what would rather be refused (`NoSpaceYet`) than make an extent on this thread.
    pub fn rather_refused<T>(act: impl FnOnce() -> T) -> T {
        /// Also after a panic.
        struct Restore(Manner);
        impl Drop for Restore {
            fn drop(&mut self) {
                MANNER.set(self.0);
            }
        }
        let _restore = Restore(MANNER.replace(Manner::RatherRefused));
        act()
    }

    /// True within [`Self::rather_refused`] when something was refused for want of an extent.
    #[must_use]
    pub fn was_refused_an_extent() -> bool {
        MANNER.get() == Manner::Refused
    }

    /// Calls `call` when somebody has tried to make the extent for want of which something was refused. False, and it is
    /// dropped, when that is over.
    #[must_use]
    pub fn when_extended(&self, call: SpaceCall) -> bool {
        let mut state = self.lock();
        let waits = state.demand.bytes > 0 && state.poisoned.is_none();
        if waits {
            state.extent_calls.push(call);
        }
        waits
    }

    /// For who is about to append what lets the log be emptied ([`Urgency::Completing`]), which is never refused for want of an
    /// extent: it would make one in place. Calls `call` when somebody has tried to make one for a body of `body_len` bytes. False,
    /// and it is dropped, when there is room, until others take it, or nobody makes extents ahead, or no more can be made.
    /// Costs next to nothing while there is much room.
    #[must_use]
    pub fn when_ready(&self, body_len: usize, call: SpaceCall) -> bool {
        if !self.may_refuse(body_len) {
            return false;
        }
        {
            let mut state = self.lock();
            let ready_end = self.device.ready_end();
            let bytes = record_bytes(body_len);
            let limit = self.limit(ready_end, state.aside_pages, Urgency::Completing);
            if state.poisoned.is_some()
                || self.fits(state.filling.head(), bytes, limit)
                || !self.ahead.is_kept.load(Ordering::SeqCst)
                || state.demand.none_behind == Some(ready_end)
            {
                return false;
            }
            state.demand.bytes = state.demand.bytes.max(bytes);
            state.extent_calls.push(call);
        }
        self.wake_extender();
        true
    }

    /// Makes extents as far as they should be there ahead, and as far as somebody waits for them. Blocks on the disk. Best
    /// effort: where no more can be made the log is full until a checkpoint gives some back.
    pub fn make_ahead(&self) {
        let calls = loop {
            let mut state = self.lock();
            let ready_end = self.device.ready_end();
            let short = ready_end < self.wanted_end(&state) && state.poisoned.is_none();
            if !short {
                break self.leave_off(&mut state);
            }
            drop(state);
            let made = self.device.grow(self.epoch, ready_end, false);
            let mut state = self.lock();
            if !matches!(made, Ok(true)) {
                state.demand.none_behind = Some(ready_end);
                break self.leave_off(&mut state);
            }
            self.publish_room(&state);
        };
        call_all(calls);
    }

    fn leave_off(&self, state: &mut State) -> Vec<SpaceCall> {
        state.demand.bytes = 0;
        self.publish_room(state);
        std::mem::take(&mut state.extent_calls)
    }

    /// Where the extents should end.
    fn wanted_end(&self, state: &State) -> u64 {
        // Headers of pages and extents, and what is left of a page, take a little besides.
        let asked = state.demand.bytes + state.demand.bytes / 16;
        self.kept_until(state) + self.bytes_ahead() + asked
    }

    /// What should be ready in front of what is kept: the reserve, and one more extent of a linear log; of a circular log, half of one
    /// or what is written until the next checkpoint is asked for, an eighth of the primary space.
    pub(crate) fn bytes_ahead(&self) -> u64 {
        let half_bytes = self.settings.extent_bytes() / 2;
        let ahead_bytes = match self.settings.log_type {
            LogType::Linear => 2 * half_bytes,
            LogType::Circular => half_bytes.max(self.settings.primary_bytes() / 8),
        };
        self.settings.reserve_bytes() + ahead_bytes
    }

    /// Notes from where on appends wake the thread. Where no more can be made they do not, until there is other room.
    pub(crate) fn publish_ahead(&self, state: &State, ready_end: u64) {
        let kept = self.ahead.is_kept.load(Ordering::SeqCst);
        let from = match kept && state.demand.none_behind != Some(ready_end) {
            true => {
                let aside = self.kept_until(state) - state.filling.head();
                ready_end.saturating_sub(self.bytes_ahead() + aside)
            }
            false => NOWHERE,
        };
        self.ahead.from.store(from, Ordering::Relaxed);
    }

    /// Something was appended up to `end`. No lock is held.
    pub(crate) fn look_ahead(&self, end: u64) {
        if end > self.ahead.from.load(Ordering::Relaxed) {
            // Once: who makes extents says from where on next.
            self.ahead.from.store(NOWHERE, Ordering::Relaxed);
            self.wake_extender();
        }
    }

    fn wake_extender(&self) {
        let wake = self.ahead.wake.lock().clone();
        if let Some(wake) = wake {
            wake();
        }
    }

    /// There is no extent for so many bytes. Answers the refusal of one that would rather not make it, and sees to it that it is
    /// made. No lock is held.
    pub(crate) fn refusal(
        &self,
        urgency: Urgency,
        bytes: u64,
        ready_end: u64,
    ) -> Option<AppendError> {
        let waits = matches!(urgency, Urgency::Ordinary | Urgency::Removing);
        if !waits || MANNER.get() == Manner::MakesIt {
            return None;
        }
        {
            let mut state = self.lock();
            // Under the lock: who ends it then finds what is asked for here.
            if !self.ahead.is_kept.load(Ordering::SeqCst) {
                return None;
            }
            if state.demand.none_behind == Some(ready_end) {
                return Some(AppendError::Full);
            }
            state.demand.bytes = state.demand.bytes.max(bytes);
        }
        MANNER.set(Manner::Refused);
        self.wake_extender();
        Some(AppendError::NoSpaceYet)
    }
}
