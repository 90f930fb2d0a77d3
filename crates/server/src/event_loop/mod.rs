//! The loop of a thread that serves many: everything it waits for, it waits for here.
//!
//! What is served plugs in as [`Sources`]: connections of local programs with the socket they come by (`local`), sockets of
//! channels with their listeners (`tcp`). The loop has what they have in common: descriptors, what other threads tell, verbs
//! that can go on, deadlines, the log, patience before a sleep, and the end. `README.md` says why the two are served by
//! threads of their own.
//!
//! A round takes what came, runs the verbs in it, runs on the verbs those made ready, sees to the log, and then sends what is
//! to be sent.

mod deadlines;
mod forcing;
mod inbox;
mod slots;

pub(crate) use inbox::{Inbox, Ready, VerbWaker};
pub(crate) use slots::Slots;

use deadlines::Deadlines;
use ferromq_base::disk::access;
use ferromq_base::poll::{Event, Poller, Token};
use ferromq_binding::{Patience, Turn};
use ferromq_log::Lsn;
use ferromq_qmgr::QueueManager as Engine;
use forcing::Forcing;
use inbox::{has_own_ready, take_own_ready};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::settings::ForcePolicy;

/// How often sources that ask for it are swept.
const SWEEP_INTERVAL: Duration = Duration::from_secs(1);
/// How long a loop that ends sleeps between looks at what is still under way.
const END_NAP: Duration = Duration::from_millis(5);

/// What a loop serves: one kind of thing, and what belongs to it. None of the calls waits.
pub(crate) trait Sources {
    /// What other threads tell.
    type Item: From<Ready>;

    /// Rounds after which the kernel is asked for events. Where work is found without it, asking costs more than it finds.
    const ROUNDS_PER_LOOK: u32;
    /// Rounds one served request counts for.
    const ROUNDS_PER_REQUEST: u32;

    /// The queue manager.
    fn engine(&self) -> &Engine;

    /// Whether the thread is to end.
    fn is_stopping(&self) -> bool;

    /// Something happened to a descriptor.
    fn handle(&mut self, reactor: &mut Reactor<Self::Item>, event: &Event);

    /// Another thread has told something.
    fn take(&mut self, reactor: &mut Reactor<Self::Item>, item: Self::Item);

    /// A verb can go on; this thread's own work brought that about.
    fn resume(&mut self, reactor: &mut Reactor<Self::Item>, ready: Ready);

    /// A deadline has passed, which may have been put off since.
    fn deadline(&mut self, reactor: &mut Reactor<Self::Item>, passed: Passed);

    /// Serves what can be seen without the kernel; false when there was nothing.
    fn visit(&mut self, _: &mut Reactor<Self::Item>) -> bool {
        false
    }

    /// Who may ask for something soon, beside the `waiting` verbs that wait for the log.
    fn others(&self, waiting: usize) -> usize;

    /// Sends what this round has brought about.
    fn flush(&mut self, reactor: &mut Reactor<Self::Item>);

    /// The thread is about to sleep: sees to it that it is woken. False when there is something to do instead.
    fn arm(&mut self, _: &mut Reactor<Self::Item>) -> bool {
        true
    }

    /// Whether [`Sources::sweep`] is wanted now and then.
    fn needs_sweep(&self) -> bool;

    /// Looks after what has taken too long.
    fn sweep(&mut self, reactor: &mut Reactor<Self::Item>);

    /// The thread ends: nobody new. Answers how long verbs under way may take.
    fn begin_end(&mut self, reactor: &mut Reactor<Self::Item>) -> Duration;

    /// A round of the end is over: lets go whom nothing is owed. Answers what is left.
    fn go_on_ending(&mut self, reactor: &mut Reactor<Self::Item>) -> Left;

    /// Drops everybody.
    fn drop_all(&mut self, reactor: &mut Reactor<Self::Item>);
}

/// A deadline that has passed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passed {
    pub(crate) deadline_ns: u64,
    /// The source it belongs to.
    pub(crate) token: Token,
    /// The time it is now.
    pub(crate) now_ns: u64,
}

/// What is left while a loop ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Left {
    Nobody,
    Some,
    /// Some, and verbs among them that have happened and wait for the log: their answers are all that is left of a
    /// message that was got.
    WaitsForLog,
}

/// What a loop has for its sources.
pub(crate) struct Reactor<I> {
    pub(crate) poller: Poller,
    pub(crate) inbox: Arc<Inbox<I>>,
    pub(crate) deadlines: Deadlines,
    forcing: Forcing,
    /// Requests served since the last round.
    pub(crate) requests: u32,
}

impl<I> Reactor<I> {
    /// A verb waits for the log to be durable up to `end`.
    pub(crate) fn want_force(&mut self, end: Lsn, engine: &Engine) {
        self.forcing.want(end, engine.log());
    }
}

/// How a loop runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LoopSettings {
    /// How long it looks around before it sleeps.
    pub(crate) patience: Patience,
    /// Requests after which it lets other threads run.
    pub(crate) requests_per_turn: u32,
    /// Who forces the log.
    pub(crate) force: ForcePolicy,
}

/// See the module.
pub(crate) struct EventLoop<S: Sources> {
    sources: S,
    reactor: Reactor<S::Item>,
    settings: LoopSettings,
    ready: Vec<Ready>,
    items: Vec<S::Item>,
    events: Vec<Event>,
    /// Since the kernel was last asked.
    rounds: u32,
    swept: Instant,
}

impl<S: Sources> EventLoop<S> {
    pub(crate) fn new(
        sources: S,
        poller: Poller,
        inbox: Arc<Inbox<S::Item>>,
        settings: LoopSettings,
    ) -> Self {
        Self {
            sources,
            reactor: Reactor {
                poller,
                inbox,
                deadlines: Deadlines::default(),
                forcing: Forcing::new(settings.force),
                requests: 0,
            },
            settings,
            ready: Vec::new(),
            items: Vec::new(),
            events: Vec::new(),
            rounds: 0,
            swept: Instant::now(),
        }
    }

    /// The body of the thread.
    pub(crate) fn run(mut self) {
        let _access = access::forbid("an event loop");
        self.reactor.inbox.belongs_here();
        let mut waiting = self.settings.patience.start();
        let mut turn = Turn::new(self.settings.requests_per_turn);
        while !self.sources.is_stopping() {
            let found = self.rounds >= S::ROUNDS_PER_LOOK && self.look(Some(Duration::ZERO));
            let worked = self.round(found);
            let requests = std::mem::take(&mut self.reactor.requests);
            turn.count(requests);
            self.rounds += 1 + requests * S::ROUNDS_PER_REQUEST;
            if worked {
                waiting.renew();
            } else if !waiting.pass() {
                self.sleep();
                waiting.renew();
                turn.renew();
            }
        }
        self.wind_down();
    }

    /// Does everything that can be done now without asking the kernel. `found`: something came by the kernel before. False
    /// when there was nothing at all.
    fn round(&mut self, found: bool) -> bool {
        let mut worked = found;
        worked |= self.read_inbox();
        worked |= self.resume_ready();
        let visited = self.sources.visit(&mut self.reactor);
        worked |= visited;
        let log = self.sources.engine().log();
        self.reactor.forcing.note_round(found || visited, log);
        if self.see_to_log(worked) {
            // Those whose force this thread led go on in the same round; whom a visit made ready, with those of the next: they
            // are answered, and woken, together.
            worked |= self.resume_ready();
        }
        self.sources.flush(&mut self.reactor);
        worked
    }

    fn read_inbox(&mut self) -> bool {
        if !self.reactor.inbox.is_filled() {
            return false;
        }
        let mut items = std::mem::take(&mut self.items);
        self.reactor.inbox.take(&mut items);
        for item in items.drain(..) {
            self.sources.take(&mut self.reactor, item);
        }
        self.items = items;
        true
    }

    /// Goes on with the verbs this thread's own work made ready, and with those they make ready in turn.
    fn resume_ready(&mut self) -> bool {
        let mut worked = false;
        let mut ready = std::mem::take(&mut self.ready);
        loop {
            take_own_ready(&mut ready);
            if ready.is_empty() {
                break;
            }
            worked = true;
            for one in ready.drain(..) {
                self.sources.resume(&mut self.reactor, one);
            }
        }
        self.ready = ready;
        worked
    }

    /// Sees to it that what verbs wait for in the log gets written; false when none does.
    fn see_to_log(&mut self, worked: bool) -> bool {
        let forcing = &mut self.reactor.forcing;
        if !forcing.is_wanted() {
            return false;
        }
        let others = self.sources.others(forcing.waiting());
        // Nobody is about to put more into the same force when the thread ends.
        let worked = worked && !self.sources.is_stopping();
        forcing.see_to_log(self.sources.engine().log(), worked, others);
        true
    }

    /// Asks the kernel what has happened, and looks at the clock; waits so long for something to happen. False when nothing
    /// has.
    fn look(&mut self, timeout: Option<Duration>) -> bool {
        self.rounds = 0;
        let mut events = std::mem::take(&mut self.events);
        if self.reactor.poller.wait(timeout, &mut events).is_err() {
            // Nothing but a programming error does this; looking again costs little.
            std::thread::yield_now();
        }
        let mut worked = !events.is_empty();
        for event in events.drain(..) {
            self.sources.handle(&mut self.reactor, &event);
        }
        self.events = events;
        worked |= self.check_deadlines();
        if self.sources.needs_sweep() && self.swept.elapsed() >= SWEEP_INTERVAL {
            self.swept = Instant::now();
            self.sources.sweep(&mut self.reactor);
        }
        worked
    }

    fn check_deadlines(&mut self) -> bool {
        if self.reactor.deadlines.next_ns().is_none() {
            return false;
        }
        let now_ns = self.sources.engine().monotonic_ns();
        let mut worked = false;
        while let Some((deadline_ns, token)) = self.reactor.deadlines.pop_passed(now_ns) {
            worked = true;
            let passed = Passed {
                deadline_ns,
                token,
                now_ns,
            };
            self.sources.deadline(&mut self.reactor, passed);
        }
        worked
    }

    /// Sleeps until something happens, unless something has.
    fn sleep(&mut self) {
        self.reactor.poller.announce_sleep();
        let timeout = if self.has_news() || self.sources.is_stopping() {
            self.reactor.poller.cancel_sleep();
            Some(Duration::ZERO)
        } else {
            self.sleep_max()
        };
        self.look(timeout);
    }

    /// Whether there is something to do that nobody wakes this thread for any more. It is about to sleep.
    fn has_news(&mut self) -> bool {
        let is_armed = self.sources.arm(&mut self.reactor);
        !is_armed
            || self.reactor.inbox.is_filled()
            || has_own_ready()
            || self.reactor.forcing.is_wanted()
    }

    /// How long nothing has to be done that nobody wakes for.
    fn sleep_max(&self) -> Option<Duration> {
        let deadline = self.reactor.deadlines.next_ns().map(|deadline_ns| {
            let now_ns = self.sources.engine().monotonic_ns();
            Duration::from_nanos(deadline_ns.saturating_sub(now_ns))
        });
        let sweep = self.sources.needs_sweep().then_some(SWEEP_INTERVAL);
        deadline.into_iter().chain(sweep).min()
    }

    /// The end: nobody new; what is under way is answered, and everybody has a while to read it; then all are hung up on. What
    /// waits for the log is waited for, but for an end that saves nothing.
    fn wind_down(&mut self) {
        let grace = self.sources.begin_end(&mut self.reactor);
        let mut until = Instant::now() + grace;
        loop {
            self.round(false);
            match self.sources.go_on_ending(&mut self.reactor) {
                Left::Nobody => break,
                Left::WaitsForLog if !grace.is_zero() => until = Instant::now() + grace,
                Left::WaitsForLog | Left::Some => {}
            }
            if Instant::now() >= until {
                break;
            }
            self.reactor.poller.announce_sleep();
            let timeout = if self.has_news() {
                self.reactor.poller.cancel_sleep();
                Duration::ZERO
            } else {
                END_NAP
            };
            self.look(Some(timeout));
        }
        self.sources.drop_all(&mut self.reactor);
    }
}
