//! Forcing: seal what has been appended, write it, tell those who wait.
//!
//! A thread that forces is a *leader*. What is appended meanwhile goes into another buffer
//! and into a later force: that is group commit, without a timer. A leader holds no lock while
//! it computes checksums and writes.
//!
//! Several forces can be under way, each of pages of its own, for a disk takes several writes
//! in the time of one. What is durable ends before the first page that has not come back yet,
//! whatever came back behind it. A force that begins an extent waits until it is alone, so that
//! an extent is never begun before all of the one before is durable; restart relies on that.

use crate::buffer::{FillBuffer, Seal};
use crate::error::{LogError, Poisoned};
use crate::log::{Completion, Log, State, StateGuard, Urgency};
use crate::lsn::{Lsn, PAGE_BYTES};
use ferromq_base::disk::NoRoom;
use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread::Thread;
use std::time::Instant;

/// A thread parked until its record is durable.
pub(crate) struct Waiter {
    thread: Thread,
    call: AtomicU8,
}

/// Forces that may be under way at a time. More would each carry less, and cost as much.
const FORCES_MAX: usize = 2;

const WAIT: u8 = 0;
/// Look again: durable, failed, or it is your turn to lead.
const LOOK: u8 = 1;

impl Waiter {
    fn call(&self) {
        self.call.store(LOOK, Ordering::Release);
        ferromq_base::schedule::unpark(&self.thread);
    }
}

thread_local! {
    static WAITER: Arc<Waiter> =
        Arc::new(Waiter { thread: std::thread::current(), call: AtomicU8::new(WAIT) });
}

/// A force under way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flight {
    /// The first position behind its pages.
    pub(crate) until: u64,
    /// It is done, but one before it is not.
    pub(crate) landed: bool,
}

/// The pages of a force under way.
struct Batch {
    pages: FillBuffer,
    durable_before: u64,
    until: u64,
}

/// Whom a leader wakes when it is done.
#[derive(Default)]
struct Wakes {
    /// Leads the next force; woken first.
    next_leader: Option<Arc<Waiter>>,
    waiters: VecDeque<Arc<Waiter>>,
    writer: bool,
}

impl Log {
    /// Forces what has been appended, if anything and not too many are at it. Then runs the
    /// completions that are due. Answers whether this call forced.
    pub fn lead(&self) -> bool {
        let state = self.lock();
        let forces = state.can_lead();
        if forces {
            self.force(state);
        } else {
            drop(state);
        }
        self.run_completions();
        forces
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
            completion(result);
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
            if state.flights.is_empty() && state.can_lead() {
                self.force(state);
                led = true;
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
        WAITER.with(|waiter| {
            waiter.call.store(WAIT, Ordering::Relaxed);
            let behind = state
                .waiters
                .iter()
                .rev()
                .take_while(|(e, _)| *e > end)
                .count();
            let at = state.waiters.len() - behind;
            state.waiters.insert(at, (end, Arc::clone(waiter)));
            drop(state);
            while waiter.call.load(Ordering::Acquire) == WAIT {
                ferromq_base::schedule::park("the log");
            }
        });
    }

    /// One force, as the leader. Takes the lock and gives it back free.
    pub(crate) fn force(&self, state: StateGuard<'_>) {
        let mut batch = self.take_off(state);
        let started = Instant::now();
        // A failure of our own must end the log as one of the disk does: nobody would ever hear
        // of a force that never lands.
        let writing = AssertUnwindSafe(|| self.write(&mut batch));
        let written = catch_unwind(writing).unwrap_or_else(|_| {
            let text = "a thread failed while it wrote the log; standard error says where";
            Err(Poisoned::broken_rule(text))
        });
        let force_ns = u64::try_from(started.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.land(batch, written, force_ns);
    }

    /// Begins a force: its pages are the caller's now, and others can fill the next ones.
    fn take_off(&self, mut state: StateGuard<'_>) -> Batch {
        assert!(state.can_lead(), "there is something to force, and a turn");
        let durable_before = state.durable;
        let pages = state.swap();
        let until = pages.next_base();
        state.flights.push_back(Flight {
            until,
            landed: false,
        });
        self.note_turns(&state);
        // Those who wait for room can go on while the disk works.
        self.notify_space(&state);
        Batch {
            pages,
            durable_before,
            until,
        }
    }

    /// Ends a force: what is durable now is told to those who wait for it.
    fn land(&self, batch: Batch, written: Result<u64, Poisoned>, force_ns: u64) {
        let mut state = self.lock();
        let failure = match written {
            Ok(bytes) => {
                state.land(batch.until);
                self.durable.store(state.durable, Ordering::Release);
                state.forces.add(bytes, force_ns);
                None
            }
            // It stays under way for ever, so that nothing behind it becomes durable.
            Err(poisoned) => state.poison(poisoned),
        };
        state.spares.push(batch.pages);
        let wakes = self.whom_to_wake(&mut state);
        self.notify_space(&state);
        drop(state);
        self.wake(wakes);
        if let Some(poisoned) = failure {
            self.tell_failure(&poisoned);
        }
    }

    /// Writes the pages of `batch`; they are durable on return. Answers the bytes written.
    fn write(&self, batch: &mut Batch) -> Result<u64, Poisoned> {
        let pages = &mut batch.pages;
        pages.seal(&Seal {
            seed: self.seed,
            epoch: self.epoch,
            durable_before: batch.durable_before,
            log_id: self.log_id,
            file_pages: self.settings.file_pages,
        });
        let mut page = 0;
        while let Some((position, bytes)) = pages.run_at(page) {
            let extent = self.geometry.extent_of(position);
            let target = self
                .extents
                .file_for_write(extent)
                .map_err(|(name, error)| {
                    Poisoned::new(format!("giving log file {name} its name: {error}"))
                })?;
            let offset = self.geometry.offset_in_extent(position);
            target.file.write_at(offset, bytes).map_err(|error| {
                Poisoned::new(format!(
                    "writing log file {} at {offset}: {error}",
                    target.name
                ))
            })?;
            page += bytes.len() / PAGE_BYTES;
        }
        Ok((page * PAGE_BYTES) as u64)
    }

    /// Moves what is due to `done` and chooses who wakes up.
    fn whom_to_wake(&self, state: &mut State) -> Wakes {
        state.collect_due();
        // Before the look at `requested` below: see `request_force`.
        self.note_turns(state);
        let mut wakes = Wakes::default();
        let all = state.poisoned.is_some();
        while let Some((_, waiter)) = state
            .waiters
            .pop_front_if(|(end, _)| all || *end <= state.durable)
        {
            wakes.waiters.push_back(waiter);
        }
        let requested = self.requested.load(Ordering::SeqCst) > state.durable;
        let wanted = requested || !state.waiters.is_empty();
        if !all && wanted && state.can_lead() {
            // A thread that waits has to be woken anyway, so it leads; the writers are for
            // wishes nobody waits for. While they are awake they look for themselves.
            if state.flights.is_empty() {
                wakes.next_leader = state.waiters.pop_front().map(|(_, waiter)| waiter);
            }
            wakes.writer = wakes.next_leader.is_none() && requested;
        }
        wakes
    }

    /// Says to those who ask for a force whether one can begin now.
    fn note_turns(&self, state: &State) {
        let none_left = state.spares.is_empty() || state.flights.len() >= FORCES_MAX;
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
                if let Err(panic) = catch_unwind(AssertUnwindSafe(|| completion(result))) {
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
        let mut state = self.lock();
        let failure = state.poison(poisoned);
        let wakes = self.whom_to_wake(&mut state);
        self.notify_space(&state);
        drop(state);
        self.wake(wakes);
        if let Some(poisoned) = failure {
            self.tell_failure(&poisoned);
        }
        self.run_completions();
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
            if !state.flights.is_empty() || state.in_record {
                drop(self.wait_for_space(state));
                continue;
            }
            let head = state.filling.head();
            let next = self.geometry.extent_of(head) + 1;
            let ready_end = self.extents.ready_end();
            let at_start = self.geometry.offset_in_extent(head) == 0;
            // What is left behind counts as used, and must not be what is kept for some.
            let limit = self.limit(ready_end, state.aside_pages, Urgency::Ordinary);
            let has_room = self.geometry.extent_start(next + 1) <= ready_end
                && self.geometry.extent_start(next) <= limit;
            if !at_start && !has_room {
                drop(state);
                if !self.extents.grow(ready_end, false)? {
                    let file = self.extents.dir().display_path();
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
                self.extents.note_end(end);
            }
            if state.filling.is_empty() {
                drop(state);
            } else {
                self.force(state);
            }
            if ended {
                self.run_completions();
                let poisoned = self.poisoned();
                return poisoned.map_or(Ok(()), |poisoned| Err(LogError::Poisoned(poisoned)));
            }
        }
    }
}

/// What a thread said when it failed.
fn told_by(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a thread failed").to_owned()
}

impl State {
    /// True when there is something to force and a force more can begin.
    pub(crate) fn can_lead(&self) -> bool {
        let flights = self.flights.len();
        let turn = flights < FORCES_MAX && !self.spares.is_empty();
        let alone = flights == 0;
        turn && self.poisoned.is_none()
            && !self.filling.is_empty()
            && (alone || !self.filling.begins_extent())
    }

    /// Takes note that the force up to `until` is done.
    fn land(&mut self, until: u64) {
        for flight in &mut self.flights {
            flight.landed |= flight.until == until;
        }
        while let Some(flight) = self.flights.pop_front_if(|flight| flight.landed) {
            self.durable = flight.until;
        }
    }

    fn verdict(&self) -> Result<(), Poisoned> {
        self.poisoned.clone().map_or(Ok(()), Err)
    }

    /// Takes the filled buffer and puts an empty one in its place.
    fn swap(&mut self) -> FillBuffer {
        let mut empty = self
            .spares
            .pop()
            .expect("a force begins only with a spare buffer");
        empty.restart_at(self.filling.next_base());
        std::mem::replace(&mut self.filling, empty)
    }

    /// Answers the failure when it is to be told.
    fn poison(&mut self, poisoned: Poisoned) -> Option<Poisoned> {
        let first = self.poisoned.get_or_insert(poisoned).clone();
        let told = std::mem::replace(&mut self.failure_told, true);
        (!told).then_some(first)
    }

    fn collect_due(&mut self) {
        if let Some(poisoned) = &self.poisoned {
            let lost: Vec<(u64, Completion)> = self.completions.drain(..).collect();
            let failed = |(_, completion)| (completion, Err(poisoned.clone()));
            self.done.extend(lost.into_iter().map(failed));
            return;
        }
        let durable = self.durable;
        while let Some((_, completion)) = self.completions.pop_front_if(|(end, _)| *end <= durable)
        {
            self.done.push_back((completion, Ok(())));
        }
    }
}

#[cfg(test)]
#[path = "force_tests.rs"]
mod tests;
