//! Threads of which exactly one runs at any time, and a seed says which.
//!
//! [`run`] starts a thread for each task and hands a baton around. Whoever has it may give it away at a *yield point*: where it takes
//! a lock of [`crate::lock`], at a call of the simulated disk, and where it says so itself. A lock that a suspended thread holds
//! is not waited for: the thread stands aside until somebody lets go of one. When all stand aside it is a deadlock, and the verdict names
//! what each waits for. The same seed and tasks make the same order, so a failure can be repeated.
//!
//! Who gives the baton away by chance has it again soon, so what takes others many steps never happens between two of its own. So some
//! threads *stop*: such a one does not go on for so many turns of others, or until nobody else can.
//!
//! Only builds with debug assertions have any of it: in others yield points are nothing at all, and [`run`] says that it cannot.
//! Threads that were not started by [`run`] do not notice.

#![cfg_attr(not(debug_assertions), allow(dead_code))]

use crate::random::SplitMix64;
use std::cell::RefCell;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A task, on a thread of its own.
pub type Task<'a> = Box<dyn FnOnce() + Send + 'a>;

/// How threads take turns.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Of so many yield points each, in percent, the baton may change hands.
    pub switch_percent: u64,
    /// Of so many yield points each, in a thousand, the thread stops.
    pub stop_per_mille: u64,
    /// How many turns of others it stops for, at most.
    pub stop_turns_max: u64,
    /// Yield points a run has at most; a run that has more does not come to its end.
    pub yields_max: u64,
}

/// Why a run did not come to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// Each thread that is left waits for another: what each waits for.
    Deadlock(Vec<&'static str>),
    /// The yield points were used up.
    Endless,
    /// A task panicked; what it said.
    Panicked(String),
    /// This build has no yield points.
    NotHere,
}

impl fmt::Display for Stuck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Deadlock(sites) => write!(f, "a deadlock: {}", sites.join(", ")),
            Self::Endless => f.write_str("the threads do not come to an end"),
            Self::Panicked(text) => write!(f, "a thread panicked: {text}"),
            Self::NotHere => f.write_str("a build without debug assertions has no yield points"),
        }
    }
}

impl std::error::Error for Stuck {}

/// How long nobody may come to a yield point, before the threads are taken to wait for each other in a way that is not seen here.
const SILENCE_MAX: Duration = Duration::from_secs(120);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    Ready,
    /// Until somebody lets go of a lock.
    Aside(&'static str),
    /// Until somebody notifies whoever sleeps at this address, or, if it has an end, nobody else can go on.
    Asleep {
        at: usize,
        timed: bool,
    },
    Over,
}

struct State {
    random: SplitMix64,
    settings: Settings,
    running: usize,
    standings: Vec<Standing>,
    /// The turn before which each thread does not go on if another one can.
    stopped_until: Vec<u64>,
    /// Yield points until each thread stops, if it has asked for that.
    stops_in: Vec<Option<u64>>,
    /// Turns that were given so far.
    turns: u64,
    yields: u64,
    stuck: Option<Stuck>,
}

struct Shared {
    state: Mutex<State>,
    /// One for each thread.
    turns: Vec<Condvar>,
}

#[derive(Clone)]
struct Handle {
    shared: Arc<Shared>,
    own: usize,
}

thread_local! {
    static HANDLE: RefCell<Option<Handle>> = const { RefCell::new(None) };
}

/// What a thread panics with that is to leave a run that is stuck.
struct Leaves;

/// Runs all tasks to their ends, one step of one of them at a time.
///
/// # Errors
/// [`Stuck`] if they do not come to their ends. Tasks that were under way have been left by a panic then.
///
/// # Panics
/// If a thread cannot be started.
pub fn run(seed: u64, settings: Settings, tasks: Vec<Task<'_>>) -> Result<u64, Stuck> {
    if !cfg!(debug_assertions) {
        return Err(Stuck::NotHere);
    }
    let shared = Arc::new(Shared {
        turns: tasks.iter().map(|_| Condvar::new()).collect(),
        state: Mutex::new(State {
            random: SplitMix64::new(seed),
            settings,
            running: 0,
            standings: vec![Standing::Ready; tasks.len()],
            stopped_until: vec![0; tasks.len()],
            stops_in: vec![None; tasks.len()],
            turns: 0,
            yields: 0,
            stuck: None,
        }),
    });
    std::thread::scope(|scope| {
        for (own, task) in tasks.into_iter().enumerate() {
            let handle = Handle {
                shared: Arc::clone(&shared),
                own,
            };
            scope.spawn(move || handle.live(task));
        }
    });
    let state = shared.lock();
    state.stuck.clone().map_or(Ok(state.yields), Err)
}

/// Whether this thread takes turns with others.
#[must_use]
#[inline]
pub fn is_on() -> bool {
    cfg!(debug_assertions) && HANDLE.try_with(|own| own.borrow().is_some()) == Ok(true)
}

/// Another thread may go on here.
#[inline]
pub fn yield_point() {
    if cfg!(debug_assertions)
        && let Some(handle) = handle()
    {
        handle.may_yield();
    }
}

/// This thread stops at its yield point of that number from here, as it may by chance: for whoever knows where others would find
/// most to do.
pub fn stop_in(yield_points: u64) {
    if let Some(handle) = handle() {
        handle.shared.lock().stops_in[handle.own] = Some(yield_points);
    }
}

/// This thread cannot go on until another one has done something. May return for no reason.
#[inline]
pub fn stand_aside(site: &'static str) {
    if let Some(handle) = handle() {
        handle.wait(Standing::Aside(site));
    }
}

/// As [`std::thread::park`]: for those who look again when it returns.
#[inline]
pub fn park(site: &'static str) {
    match is_on() {
        true => stand_aside(site),
        false => std::thread::park(),
    }
}

/// As [`std::thread::park_timeout`].
#[inline]
pub fn park_timeout(site: &'static str, timeout: Duration) {
    match is_on() {
        true => stand_aside(site),
        false => std::thread::park_timeout(timeout),
    }
}

/// As [`std::thread::Thread::unpark`].
#[inline]
pub fn unpark(thread: &std::thread::Thread) {
    thread.unpark();
    let_go();
}

/// Somebody may go on who could not: a lock was let go of, or a thread was woken.
#[inline]
pub fn let_go() {
    if cfg!(debug_assertions)
        && let Some(handle) = handle()
    {
        handle.shared.lock().rouse();
    }
}

/// Sleeps until notified. Answers whether that was in vain: of those who sleep for some time one wakes when nobody else can go on.
pub(crate) fn sleep(at: usize, timed: bool) -> bool {
    handle().is_some_and(|handle| handle.wait(Standing::Asleep { at, timed }))
}

/// Wakes one of those who sleep there, or all.
pub(crate) fn notify(at: usize, all: bool) {
    if let Some(handle) = handle() {
        handle.shared.lock().notify(at, all);
    }
}

fn handle() -> Option<Handle> {
    HANDLE.try_with(|own| own.borrow().clone()).ok().flatten()
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn rouse(&mut self) {
        for standing in &mut self.standings {
            if matches!(standing, Standing::Aside(_)) {
                *standing = Standing::Ready;
            }
        }
    }

    fn notify(&mut self, at: usize, all: bool) {
        let there = |standing: &Standing| matches!(standing, Standing::Asleep { at: one, .. } if *one == at);
        let mut sleepers: Vec<usize> = (0..self.standings.len())
            .filter(|one| there(&self.standings[*one]))
            .collect();
        if !all && !sleepers.is_empty() {
            let chosen = self.random.below(sleepers.len() as u64) as usize;
            sleepers = vec![sleepers[chosen]];
        }
        for one in sleepers {
            self.standings[one] = Standing::Ready;
        }
    }

    fn of(&self, wanted: impl Fn(&Standing) -> bool) -> Vec<usize> {
        let all = 0..self.standings.len();
        all.filter(|one| wanted(&self.standings[*one])).collect()
    }

    /// Chooses who goes on. Nobody if all are over; a deadlock is noted.
    fn choose(&mut self) -> Option<usize> {
        self.turns += 1;
        let mut ready = self.of(|one| *one == Standing::Ready);
        if ready.is_empty() {
            ready = self.of(|one| matches!(one, Standing::Asleep { timed: true, .. }));
        }
        let goes = |one: &usize| self.stopped_until[*one] <= self.turns;
        if ready.iter().any(goes) {
            ready.retain(goes);
        }
        if !ready.is_empty() {
            let chosen = ready[self.random.below(ready.len() as u64) as usize];
            self.stopped_until[chosen] = 0;
            return Some(chosen);
        }
        let left = self.of(|one| *one != Standing::Over);
        if left.is_empty() {
            return None;
        }
        let site = |one: &usize| match self.standings[*one] {
            Standing::Aside(site) => site,
            _ => "asleep",
        };
        let sites = left.iter().map(site).collect();
        self.fail(Stuck::Deadlock(sites));
        None
    }

    /// Whether a thread stops here.
    fn stops(&mut self, one: usize) -> bool {
        let Settings {
            stop_per_mille,
            stop_turns_max,
            ..
        } = self.settings;
        let left = self.stops_in[one].map(|left| left.saturating_sub(1));
        let is_due = left == Some(0);
        self.stops_in[one] = left.filter(|_| !is_due);
        let by_chance = stop_per_mille > 0 && self.random.below(1_000) < stop_per_mille;
        if !is_due && !by_chance {
            return false;
        }
        self.stopped_until[one] = self.turns + 2 + self.random.below(stop_turns_max.max(1));
        true
    }

    fn fail(&mut self, stuck: Stuck) {
        self.stuck.get_or_insert(stuck);
    }
}

impl Handle {
    fn live(self, task: Task<'_>) {
        HANDLE.set(Some(self.clone()));
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            drop(self.await_turn(self.shared.lock()));
            task();
        }));
        HANDLE.set(None);
        let mut state = self.shared.lock();
        if let Err(payload) = outcome
            && !payload.is::<Leaves>()
        {
            state.fail(Stuck::Panicked(said(payload.as_ref())));
        }
        state.standings[self.own] = Standing::Over;
        state.rouse();
        self.pass_on(&mut state);
    }

    fn may_yield(&self) {
        let mut state = self.shared.lock();
        state.yields += 1;
        if state.yields > state.settings.yields_max {
            state.fail(Stuck::Endless);
        }
        let percent = state.settings.switch_percent;
        if state.stuck.is_some() || state.stops(self.own) || state.random.chance(percent) {
            self.pass_on(&mut state);
            drop(self.await_turn(state));
        }
    }

    /// Answers whether a sleep was in vain.
    fn wait(&self, standing: Standing) -> bool {
        let mut state = self.shared.lock();
        state.yields += 1;
        state.standings[self.own] = standing;
        self.pass_on(&mut state);
        let mut state = self.await_turn(state);
        let in_vain = state.standings[self.own] == standing;
        state.standings[self.own] = Standing::Ready;
        in_vain
    }

    fn pass_on(&self, state: &mut State) {
        match state.choose() {
            Some(next) if state.stuck.is_none() => {
                state.running = next;
                self.shared.turns[next].notify_one();
            }
            // Everybody is to leave.
            _ => self.shared.turns.iter().for_each(Condvar::notify_one),
        }
    }

    /// Waits for the baton. A thread that unwinds already goes on when the run is stuck, for what it drops must be dropped.
    fn await_turn<'a>(&'a self, mut state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        while state.stuck.is_none() && state.running != self.own {
            let yields = state.yields;
            let turn = &self.shared.turns[self.own];
            let waited = turn.wait_timeout(state, SILENCE_MAX);
            let (again, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
            state = again;
            if timeout.timed_out() && state.yields == yields && state.running != self.own {
                crate::output::complain(
                    "a thread waits for another one where there is no yield point\n",
                );
                std::process::abort();
            }
        }
        if state.stuck.is_some() && !std::thread::panicking() {
            drop(state);
            std::panic::resume_unwind(Box::new(Leaves));
        }
        state
    }
}

fn said(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned());
    let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "something".to_owned())
}

#[cfg(test)]
mod tests;
