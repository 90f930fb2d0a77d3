//! Forcing: seal what has been appended, hand it to the device, tell those who wait.
//!
//! What is appended while a force is under way goes into another buffer and into a later force: that is group commit, without
//! a timer. No lock is held while checksums are computed and while the device works.
//!
//! Several forces can be under way, as many as the device says, each of pages of its own. What is durable ends before the
//! first page that has not come back yet, whatever came back behind it. A force that begins an extent waits until it is alone,
//! so that an extent is never begun before all of the one before is durable; restart relies on that.
//!
//! On a device that works for callers a thread that begins a force is a *leader*: it does the device's work as well.

use crate::append::Urgency;
use crate::buffer::Seal;
use crate::device::{Done, Force, Lost};
use crate::error::{LogError, Poisoned};
use crate::log::Log;
use crate::lsn::Lsn;
use crate::state::{Completion, Flight, SpaceCall, State, StateGuard};
use crate::waiter::Waiter;
use ferromq_base::disk::{NoRoom, access};
use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Whom a leader wakes when it is done.
#[derive(Default)]
struct Wakes {
    /// Leads the next force; woken first.
    next_leader: Option<Arc<Waiter>>,
    waiters: VecDeque<Arc<Waiter>>,
    writer: bool,
    /// There are buffers again.
    space_calls: Vec<SpaceCall>,
    /// Bodies are being staged.
    stages: bool,
}

impl Log {
    /// Forces what has been appended, if anything, as far as not too many are at it. Then runs the
    /// completions that are due. Answers whether a force was over when this call was: on a device that works by itself it may
    /// only have begun.
    pub fn lead(&self) -> bool {
        // What came back from a device that works by itself is taken note of by whoever comes first.
        let mut over = !self.device.works_for_callers() && self.land_one();
        loop {
            let state = self.lock();
            if !state.can_begin() {
                break;
            }
            let more = !state.full.is_empty();
            over |= self.force(state);
            if !more {
                break;
            }
        }
        self.run_completions();
        over
    }

    /// Drops, not run, the completions that wait: nobody forces this log any more. They may hold what holds the log, and
    /// would keep each other in memory for ever. For one who kills queue managers within a process.
    pub fn abandon(&self) {
        let (waiting, done) = {
            let mut state = self.lock();
            let state = &mut *state;
            (
                std::mem::take(&mut state.completions),
                std::mem::take(&mut state.done),
            )
        };
        drop((waiting, done));
    }

    /// Runs `completion` when all that ends at or before `end` is durable: on the thread that
    /// forced, in order of position, with no log lock held; at once when it is durable already.
    ///
    /// With an error when the log stops working before that.
    pub fn when_durable(&self, end: Lsn, completion: Completion) {
        let mut state = self.lock();
        let end = end.get();
        if end > state.durable && state.poisoned.is_none() {
            // Threads register in nearly the order they appended in.
            let behind = state
                .completions
                .iter()
                .rev()
                .take_while(|(e, _)| *e > end)
                .count();
            let at = state.completions.len() - behind;
            state.completions.insert(at, (end, completion));
            return;
        }
        let result = if end <= state.durable {
            Ok(())
        } else {
            state.verdict()
        };
        if state.done.is_empty() && !state.draining {
            drop(state);
            complete(completion, result);
            return;
        }
        state.done.push_back((completion, result));
        drop(state);
        self.run_completions();
    }

    /// Blocks until all that ends at or before `end` is durable.
    ///
    /// Forces itself when nobody does, so a lone committer needs no other thread. While somebody
    /// does it waits: threads that block are dear to wake, so the more one force carries the better.
    ///
    /// # Errors
    /// `Poisoned` when it is not durable and never will be.
    pub fn wait_durable(&self, end: Lsn) -> Result<(), Poisoned> {
        let mut led = false;
        let mut state = self.lock();
        let result = loop {
            if end.get() <= state.durable {
                break Ok(());
            }
            if let Some(poisoned) = &state.poisoned {
                break Err(poisoned.clone());
            }
            assert!(
                end.get() <= state.filling.head(),
                "nothing has been appended up to there"
            );
            let turn = state.flights.is_empty() || !self.device.works_for_callers();
            if turn && state.can_begin() {
                led |= self.force(state);
            } else {
                self.park(state, end.get());
            }
            state = self.lock();
        };
        drop(state);
        if led {
            self.run_completions();
        }
        result
    }

    /// Sleeps until a leader calls this thread.
    fn park(&self, mut state: StateGuard<'_>, end: u64) {
        Waiter::of_this_thread(|waiter| {
            waiter.prepare();
            let behind = state
                .waiters
                .iter()
                .rev()
                .take_while(|(e, _)| *e > end)
                .count();
            let at = state.waiters.len() - behind;
            state.waiters.insert(at, (end, Arc::clone(waiter)));
            drop(state);
            waiter.sleep();
        });
    }

    /// One force, as the leader. Takes the lock and gives it back free. False when the device is still at it.
    pub(crate) fn force(&self, state: StateGuard<'_>) -> bool {
        self.begin(state);
        self.land_one()
    }

    /// Begins a force: its pages are the device's now, and others can fill the next ones. Does not wait for it.
    fn begin(&self, mut state: StateGuard<'_>) {
        assert!(state.can_begin(), "there is something to force, and a turn");
        let durable_before = state.durable;
        let mut pages = state.take_next();
        let until = pages.next_base();
        state.flights.push_back(Flight {
            until,
            landed: false,
        });
        self.note_turns(&state);
        // Those who wait for room can go on while the device works.
        self.notify_space(&state);
        drop(state);
        self.at_the_device(|| {
            pages.seal(&Seal {
                seed: self.seed,
                epoch: self.epoch,
                durable_before,
                log_id: self.log_id,
                file_pages: self.settings.file_pages,
            });
            let epoch = self.epoch;
            self.device.begin(Force {
                pages,
                epoch,
                until,
            });
        });
    }

    /// Takes note of a force that is over; does its work first on a device that works for callers. False when there is none.
    fn land_one(&self) -> bool {
        let polled = self.at_the_device(|| {
            let _access = access::allow("a force writes the log");
            self.device.poll()
        });
        match polled.flatten() {
            Some(done) => {
                self.land(done);
                true
            }
            None => false,
        }
    }

    /// A failure of our own must end the log as one of the device does: nobody would ever hear of a force that never lands.
    fn at_the_device<T>(&self, act: impl FnOnce() -> T) -> Option<T> {
        let done = catch_unwind(AssertUnwindSafe(act));
        done.map_err(|_| {
            let text = "a thread failed while it wrote the log; standard error says where";
            self.stop(Poisoned::broken_rule(text));
        })
        .ok()
    }

    /// A device that works by itself has something to say: takes note of what is over, and begins what is wanted.
    pub(crate) fn settle(&self) {
        while self.land_one() {}
        self.begin_wanted();
        self.run_completions();
    }

    /// Begins what is asked for, as much as the device takes.
    pub(crate) fn begin_wanted(&self) {
        loop {
            let state = self.lock();
            let requested = self.requested.load(Ordering::SeqCst) > state.durable;
            let wanted = requested || !state.waiters.is_empty();
            if !wanted || !state.can_begin() {
                break;
            }
            self.begin(state);
        }
    }

    /// Ends a force: what is durable now is told to those who wait for it.
    fn land(&self, done: Done) {
        let Done {
            force,
            written,
            took,
        } = done;
        let written = match force.epoch == self.epoch {
            true => written,
            false => Err(Lost::Failed(format!(
                "a force of epoch {} came back to epoch {}",
                force.epoch, self.epoch
            ))),
        };
        let mut state = self.lock();
        let mut moved = false;
        let failure = match written {
            Ok(bytes) => {
                state.land(force.until);
                moved = state.note_extents();
                self.durable.store(state.durable, Ordering::Release);
                let force_ns = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX);
                state.forces.add(bytes, force_ns);
                None
            }
            // It stays under way for ever, so that nothing behind it becomes durable.
            Err(lost) => state.poison(lost.into()),
        };
        state.give_back(force.pages);
        let wakes = self.whom_to_wake(&mut state);
        self.notify_space(&state);
        drop(state);
        self.wake(wakes);
        self.tell_moved(moved);
        if let Some(poisoned) = failure {
            self.tell_failure(&poisoned);
        }
    }

    /// Moves what is due to `done` and chooses who wakes up.
    fn whom_to_wake(&self, state: &mut State) -> Wakes {
        state.collect_due();
        // Before the look at `requested` below: see `request_force`.
        self.note_turns(state);
        let mut wakes = Wakes {
            stages: state.stages(),
            ..Wakes::default()
        };
        let all = state.poisoned.is_some();
        if all || !state.is_crowded() {
            self.crowded.store(false, Ordering::Release);
            wakes.space_calls = std::mem::take(&mut state.space_calls);
        }
        if all {
            wakes.space_calls.append(&mut state.extent_calls);
        }
        while let Some((_, waiter)) = state
            .waiters
            .pop_front_if(|(end, _)| all || *end <= state.durable)
        {
            wakes.waiters.push_back(waiter);
        }
        let requested = self.requested.load(Ordering::SeqCst) > state.durable;
        let wanted = requested || !state.waiters.is_empty();
        if !all && wanted && state.can_begin() && self.device.works_for_callers() {
            // A thread that waits has to be woken anyway, so it leads; the writers are for
            // requests nobody waits for. While they are awake they look for themselves.
            if state.flights.is_empty() {
                wakes.next_leader = state.waiters.pop_front().map(|(_, waiter)| waiter);
            }
            wakes.writer = wakes.next_leader.is_none() && requested;
        }
        wakes
    }

    /// Says to those who ask for a force whether one can begin now.
    fn note_turns(&self, state: &State) {
        let none_left = state.flights.len() >= state.window;
        self.in_force.store(none_left, Ordering::SeqCst);
    }

    fn wake(&self, wakes: Wakes) {
        if let Some(leader) = wakes.next_leader {
            leader.call();
        }
        if wakes.writer {
            self.wake_if_idle();
        }
        for waiter in wakes.waiters {
            waiter.call();
        }
        call_all(wakes.space_calls);
        if wakes.stages {
            self.go_on_staging();
        }
    }

    /// Takes note of what is in the buffers, after an append.
    pub(crate) fn note_fill(&self, state: &State) {
        if state.is_crowded() {
            self.crowded.store(true, Ordering::Release);
        }
    }

    /// True when those who append are faster than the disk: who can wait should, before it appends. [`Log::when_space`] tells
    /// when it is over. Costs next to nothing.
    #[must_use]
    pub fn is_crowded(&self) -> bool {
        self.crowded.load(Ordering::Acquire)
    }

    /// Calls `call` when there are buffers again. False, and it is dropped, when there are, or the log has stopped.
    #[must_use]
    pub fn when_space(&self, call: SpaceCall) -> bool {
        let head = {
            let mut state = self.lock();
            if !state.is_crowded() || state.poisoned.is_some() {
                return false;
            }
            state.space_calls.push(call);
            Lsn::new(state.filling.head())
        };
        self.request_force(head);
        true
    }

    /// Runs the completions that are due, unless another thread is at it: it then runs these
    /// too, so that their order is kept.
    pub(crate) fn run_completions(&self) {
        let mut state = self.lock();
        if state.draining {
            return;
        }
        while !state.done.is_empty() {
            state.draining = true;
            let due = std::mem::take(&mut state.done);
            drop(state);
            let mut broken = None;
            for (completion, result) in due {
                // Those behind it are to be called all the same: somebody waits for each.
                if let Err(panic) = catch_unwind(AssertUnwindSafe(|| complete(completion, result)))
                {
                    broken = Some(panic);
                }
            }
            if let Some(panic) = broken {
                self.fail(panic.as_ref());
            }
            state = self.lock();
        }
        state.draining = false;
    }

    /// Stops the log because a thread broke a rule of its own, here or in what stands on the log: nobody knows what it has
    /// left half done, and nothing of that shall reach the disk. Everybody who waits for the log is told. Only the first
    /// failure counts. `panic` is what the thread ended with.
    pub fn fail(&self, panic: &(dyn Any + Send)) {
        self.poison(Poisoned::broken_rule(told_by(panic)));
    }

    /// Stops the log for a failure outside a force.
    pub(crate) fn poison(&self, poisoned: Poisoned) {
        self.stop(poisoned);
        self.run_completions();
    }

    fn stop(&self, poisoned: Poisoned) {
        let mut state = self.lock();
        let failure = state.poison(poisoned);
        let wakes = self.whom_to_wake(&mut state);
        self.notify_space(&state);
        drop(state);
        self.wake(wakes);
        if let Some(poisoned) = failure {
            self.tell_failure(&poisoned);
        }
    }

    fn tell_failure(&self, poisoned: &Poisoned) {
        if let Some(hook) = self.failure_hook.get() {
            hook(poisoned);
        }
    }

    /// Ends the current extent: the next record goes into the next one. Durable on return,
    /// with all appended before.
    ///
    /// # Errors
    /// `DiskFull` when there is no next extent to be had; `Poisoned`.
    pub fn switch_extent(&self) -> Result<(), LogError> {
        loop {
            let mut state = self.lock();
            state.verdict()?;
            if !state.flights.is_empty() || !state.full.is_empty() {
                self.lead_or_wait(state);
                continue;
            }
            let head = state.filling.head();
            let next = self.geometry.extent_of(head) + 1;
            let ready_end = self.device.ready_end();
            let at_start = self.geometry.offset_in_extent(head) == 0;
            // What is left behind counts as used, and must not be what is kept for some.
            let limit = self.limit(ready_end, state.aside_pages, Urgency::Ordinary);
            let has_room = self.geometry.extent_start(next + 1) <= ready_end
                && self.geometry.extent_start(next) <= limit;
            if !at_start && !has_room {
                drop(state);
                if !self.device.grow(self.epoch, ready_end, false)? {
                    let file = self.device.place();
                    return Err(LogError::DiskFull {
                        action: "switching extents in",
                        file,
                        room: NoRoom::Disk,
                    });
                }
                continue;
            }
            let ended = state.filling.end_extent();
            if let Some(end) = state.filling.extent_end() {
                self.device.note_end(end);
            }
            let all = Lsn::new(state.filling.next_base());
            if state.filling.is_empty() {
                drop(state);
            } else {
                self.force(state);
            }
            if ended {
                self.run_completions();
                return self.wait_durable(all).map_err(LogError::Poisoned);
            }
        }
    }
}

/// Runs a completion. It works for others, on whatever thread it is.
fn complete(completion: Completion, result: Result<(), Poisoned>) {
    let _access = access::forbid("what runs after a force");
    completion(result);
}

/// Passes the word on that there is space.
pub(crate) fn call_all(calls: Vec<SpaceCall>) {
    let _access = access::forbid("who tells that the log has space");
    for call in calls {
        call();
    }
}

/// What a thread said when it failed.
fn told_by(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a thread failed").to_owned()
}

#[cfg(test)]
#[path = "force_tests.rs"]
mod tests;
