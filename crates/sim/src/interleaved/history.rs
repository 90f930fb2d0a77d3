//! What the threads of a life asked for and were told, in the order it happened.
//!
//! A verb takes time: it begins at one tick and is answered at a later one, or never. What two verbs did that overlap may have
//! happened in either order; of two that do not, the first did happen first. Judges ask for no more than that.

use super::objects::DELIVERIES;
use ferromq_qmgr::SimulatedParticipant;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A moment of a life: one thread runs at a time, so they are in order.
pub(super) type Tick = u64;

/// The time a verb took.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) from: Tick,
    /// `None` if nobody was told how it ended.
    pub(super) to: Option<Tick>,
}

impl Span {
    pub(super) fn is_over_before(self, tick: Tick) -> bool {
        self.to.is_some_and(|to| to < tick)
    }
}

/// How a unit of work ended.
#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    /// It was not ended: what it did never happened.
    None,
    Committed(Span),
    BackedOut(Span),
}

/// How far a branch of a transaction has come, as far as its transaction manager was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Nobody has asked to prepare it: it lasts no longer than its channel.
    Begun,
    /// Somebody has, and was not answered.
    Asked,
    /// It is prepared, and nobody has asked to end it.
    Prepared,
    /// Somebody has, and was not answered. Its unit of work says how it was to end.
    Ending,
    /// An operator has ended it, and it is to be forgotten.
    Decided,
    /// It has ended.
    Over,
}

/// A unit of work that is a branch of a transaction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    /// What its name is made of.
    pub(super) number: u64,
    pub(super) work: usize,
    pub(super) stage: Stage,
    /// Since when an operator is about to decide it, or when one did: to commit it or not.
    pub(super) by_operator: Option<(Tick, bool)>,
    /// One has tried.
    pub(super) met_operator: bool,
    /// Somebody has asked to forget it.
    pub(super) forgets: bool,
}

/// The place of a message in its group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Member {
    /// The number of its first message names a group.
    pub(super) group: u64,
    /// How many messages and segments it is to have, and which of them this is.
    pub(super) of: usize,
    pub(super) at: usize,
    /// The message, from 1, and the segment of that, from 0.
    pub(super) message: i32,
    pub(super) segment: i32,
}

impl Member {
    pub(super) fn is_last(&self) -> bool {
        self.at + 1 == self.of
    }
}

/// A message on its way to one queue.
#[derive(Clone, Debug)]
pub(super) struct Sent {
    pub(super) number: u64,
    pub(super) queue: usize,
    pub(super) persistent: bool,
    pub(super) priority: i32,
    pub(super) put: Span,
    /// It was answered that it was not put.
    pub(super) refused: bool,
    /// The unit of work it was put in.
    pub(super) work: Option<usize>,
    /// It is to be delivered later, and not before this, in microseconds since the epoch.
    pub(super) due_us: Option<u64>,
    /// Who gets it makes a report of that.
    pub(super) tells_delivery: bool,
    pub(super) member: Option<Member>,
}

/// A get or a browse.
#[derive(Clone, Debug)]
pub(super) struct Got {
    pub(super) queue: usize,
    pub(super) span: Span,
    /// What it was answered with; nothing if there was nothing, or no answer.
    pub(super) number: Option<u64>,
    pub(super) browse: bool,
    pub(super) work: Option<usize>,
    /// It asked for messages of this priority at least, by a selector.
    pub(super) priority_min: i32,
    /// It asked for what nobody who cooperates has marked.
    pub(super) unmarked: bool,
    /// It was to begin a group, not to go on with one.
    pub(super) begins: bool,
    /// How many messages it may have got that was not answered: the segments of one.
    pub(super) most: usize,
    /// When it was answered, in microseconds since the epoch.
    pub(super) at_us: u64,
}

/// A message that is marked for all who cooperate: from behind the browse that marked it until its handle is about to be closed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marked {
    pub(super) number: u64,
    pub(super) queue: usize,
    pub(super) span: Span,
}

/// A message as a browse shows it, in the order of its queue.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    pub(super) number: u64,
    pub(super) persistent: bool,
    pub(super) priority: i32,
}

/// What each queue shows.
pub(super) type Queues = Vec<Vec<Shown>>;

/// A clear; or the time of a handle that reads ahead: what it was sent and its program did not get is lost as well.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cleared {
    pub(super) queue: usize,
    pub(super) span: Span,
    /// It took nothing away.
    pub(super) refused: bool,
    /// It is the time of a handle that reads ahead.
    pub(super) ahead: bool,
}

/// An operator let the guest put to the first queue, or forbade it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance {
    /// Without an end if nobody was told whether it was done.
    pub(super) span: Span,
    pub(super) allowed: bool,
}

impl Allowance {
    /// As a life begins with it.
    pub(super) fn since_ever(allowed: bool) -> Self {
        let span = Span {
            from: 0,
            to: Some(0),
        };
        Self { span, allowed }
    }
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Events {
    pub(super) now: Tick,
    pub(super) sent: Vec<Sent>,
    pub(super) got: Vec<Got>,
    pub(super) cleared: Vec<Cleared>,
    pub(super) marked: Vec<Marked>,
    /// In the order of one operator. The first one is what the life began with.
    pub(super) allowances: Vec<Allowance>,
    pub(super) works: Vec<End>,
    /// Those units of work that are branches.
    pub(super) branches: Vec<Branch>,
    /// Of which so many were answered as prepared.
    pub(super) prepared: u64,
    /// Branches operators decided while others were at work.
    pub(super) decided: u64,
    /// Units of work others took part in.
    pub(super) took_part: u64,
    /// Who takes part in branches, by their numbers: the one of this life.
    pub(super) participants: BTreeMap<u64, SimulatedParticipant>,
    /// What threads found wrong themselves.
    pub(super) wrong: Vec<String>,
    /// A line for each verb.
    pub(super) lines: Vec<String>,
    pub(super) next_number: u64,
    pub(super) next_branch: u64,
    /// What each operator was told its text is, and what it asked for since.
    pub(super) texts: [(String, Option<String>); 2],
    /// Times triggering by depth was switched on, or may have been.
    pub(super) armed: u64,
    /// Times the queue that triggers was altered: each may make those that wait due.
    pub(super) altered: u64,
    /// The disk may fail: what it refuses then is no surprise.
    pub(super) in_trouble: bool,
    /// What was put before was put in an earlier life.
    pub(super) began: Tick,
    /// When all that was to be delivered later had been.
    pub(super) delivered: Option<Tick>,
}

impl Events {
    pub(super) fn tick(&mut self) -> Tick {
        self.now += 1;
        self.now
    }

    /// A verb begins.
    pub(super) fn begin(&mut self) -> Span {
        Span {
            from: self.tick(),
            to: None,
        }
    }

    /// A branch that will work in this unit of work; its place among the branches.
    pub(super) fn begin_branch(&mut self, work: usize) -> usize {
        self.next_branch += 1;
        self.branches.push(Branch {
            number: self.next_branch,
            work,
            stage: Stage::Begun,
            by_operator: None,
            met_operator: false,
            forgets: false,
        });
        self.branches.len() - 1
    }

    /// A branch is prepared: all it was told to put that is persistent was put.
    pub(super) fn is_prepared(&mut self, at: usize) {
        let branch = &mut self.branches[at];
        branch.stage = Stage::Prepared;
        let work = branch.work;
        self.works[work] = End::None;
        let to = Some(self.tick());
        for sent in &mut self.sent {
            let is_unheard = !sent.refused && sent.put.to.is_none();
            if sent.work == Some(work) && sent.persistent && is_unheard {
                sent.put.to = to;
            }
        }
    }

    /// An operator has decided a branch that is prepared. It lasts, and is seen somewhat later: by [`Self::is_seen`].
    pub(super) fn is_decided(&mut self, at: usize, from: Tick, commits: bool) {
        self.is_prepared(at);
        let span = Span { from, to: None };
        let branch = &mut self.branches[at];
        branch.stage = Stage::Decided;
        self.works[branch.work] = match commits {
            true => End::Committed(span),
            false => End::BackedOut(span),
        };
    }

    /// What an operator has decided is to be seen by now.
    pub(super) fn is_seen(&mut self, at: usize) {
        let now = self.tick();
        if let End::Committed(span) | End::BackedOut(span) = &mut self.works[self.branches[at].work]
        {
            span.to.get_or_insert(now);
        }
    }

    /// A branch has ended.
    pub(super) fn is_over(&mut self, at: usize, end: End) {
        let branch = &mut self.branches[at];
        branch.stage = Stage::Over;
        self.works[branch.work] = end;
    }

    /// Whether this unit of work is prepared, and nobody has decided it: what it got and put is nobody's until then.
    pub(super) fn is_in_doubt(&self, work: usize) -> bool {
        let mut branches = self.branches.iter();
        branches.any(|one| one.work == work && one.stage == Stage::Prepared)
    }

    /// Whether branches in doubt have put to a queue or got from it.
    pub(super) fn is_touched_in_doubt(&self, queue: usize) -> bool {
        let is_of = |work: Option<usize>| work.is_some_and(|work| self.is_in_doubt(work));
        let mut sent = self.sent.iter();
        let mut got = self.got.iter();
        sent.any(|one| one.queue == queue && is_of(one.work))
            || got.any(|one| one.queue == queue && is_of(one.work))
    }

    /// Somebody looked at all queues when nobody was at work any more: what is there outlives whatever follows.
    pub(super) fn saw(&mut self, shown: &Queues) {
        let span = self.begin();
        let span = Span {
            to: Some(self.tick()),
            ..span
        };
        for (queue, messages) in shown.iter().enumerate() {
            let browses = messages.iter().map(|message| Got {
                queue,
                span,
                number: Some(message.number),
                browse: true,
                work: None,
                priority_min: 0,
                unmarked: false,
                begins: false,
                most: 0,
                at_us: u64::MAX,
            });
            self.got.extend(browses);
        }
    }

    /// Whether the guest may have been allowed to put, or forbidden, at some time between two moments.
    pub(super) fn may_have_been(&self, allowed: bool, from: Tick, to: Tick) -> bool {
        let is_over = |one: &Allowance| one.span.is_over_before(from);
        let last = self.allowances.iter().rposition(is_over).unwrap_or(0);
        let mut since = self.allowances.iter().skip(last);
        since.any(|one| one.allowed == allowed && one.span.from <= to)
    }

    /// A get was answered: a message that tells of its delivery has put a report of that, in the same unit of work.
    pub(super) fn tell_delivery(&mut self, got: usize) {
        let got = &self.got[got];
        let Some(number) = got.number.filter(|_| !got.browse) else {
            return;
        };
        let is_it = |sent: &&Sent| (sent.number, sent.queue) == (number, got.queue);
        let Some(about) = self.sent.iter().find(is_it) else {
            return;
        };
        if about.tells_delivery {
            let report = Sent {
                queue: DELIVERIES,
                put: got.span,
                work: got.work,
                tells_delivery: false,
                ..about.clone()
            };
            self.sent.push(report);
        }
    }

    /// Whether a clear was under way at some time since then: while it is, the queue is open for its exclusive use.
    pub(super) fn was_cleared_since(&self, queue: usize, from: Tick) -> bool {
        let mut clears = self.cleared.iter().filter(|one| one.queue == queue);
        clears.any(|clear| !clear.ahead && !clear.span.is_over_before(from))
    }

    /// When a message that was sent came in sight; `None` if it never did.
    pub(super) fn shown(&self, sent: &Sent) -> Option<Span> {
        let put = match sent.work.map(|work| self.works[work]) {
            _ if sent.refused => return None,
            None => sent.put,
            Some(End::Committed(span)) => span,
            Some(End::None | End::BackedOut(_)) => return None,
        };
        match sent.due_us {
            None => Some(put),
            Some(_) => Some(Span {
                to: put.to.and(self.delivered),
                ..put
            }),
        }
    }

    /// When a message that was got was gone for good: `None` if it never was.
    pub(super) fn gone(&self, got: &Got) -> Option<Span> {
        match got.work.map(|work| self.works[work]) {
            _ if got.browse || got.number.is_none() => None,
            None => Some(got.span),
            Some(End::Committed(span)) => Some(span),
            Some(End::None | End::BackedOut(_)) => None,
        }
    }

    /// A get that was given back, and since when it was.
    pub(super) fn returned(&self, got: &Got) -> Option<Tick> {
        match got.work.map(|work| self.works[work]) {
            Some(End::BackedOut(span)) => span.to,
            _ => None,
        }
    }
}

/// Events several threads write down.
#[derive(Debug, Default)]
pub(super) struct History(Mutex<Events>);

impl History {
    pub(super) fn of(events: Events) -> Self {
        Self(Mutex::new(events))
    }

    /// Nobody may come to a yield point while this is held.
    pub(super) fn lock(&self) -> MutexGuard<'_, Events> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn note(&self, text: String) {
        self.lock().lines.push(text);
    }

    pub(super) fn wrong(&self, text: String) {
        let mut events = self.lock();
        events.lines.push(format!("WRONG: {text}"));
        events.wrong.push(text);
    }
}
