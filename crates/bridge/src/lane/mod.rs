//! Lanes: what one end of a transfer asks of servers is done in its order, by a thread with a connection of its own.
//!
//! A lane has a thread while there is something to do, and some seconds after that, so that its connection serves what comes next. There are no
//! more threads than sessions may be: lanes that have none wait for one that ends.

mod answering;
mod asked;
mod streaming;
mod work;

#[cfg(test)]
pub(crate) use answering::remove;
pub(crate) use asked::{
    Ahead, AheadState, Answer, BUFFER_BYTES, Behind, BehindState, Place, Question, Trouble, locked,
};

use crate::remote::{Leave, RemoteFacts, SharedServers};
use crate::sftp::Met;
use ferromq_transfer::agent::Party;
use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, Weak};
use std::time::{Duration, Instant};
use work::Work;

/// Threads at once, whatever servers may have.
const THREADS_MAX: usize = 200;

enum Job {
    Ask(u64, Question),
    Read(Arc<Ahead>),
    Write(Arc<Behind>),
    Force(Arc<Behind>),
}

#[derive(Default)]
struct LaneState {
    jobs: VecDeque<Job>,
    /// Questions that were asked, and those that are answered.
    asked: BTreeMap<Question, u64>,
    answers: BTreeMap<Question, Result<Answer, Trouble>>,
    last: u64,
    has_thread: bool,
    is_closed: bool,
}

/// See the module.
pub(crate) struct Lane {
    user: String,
    state: Mutex<LaneState>,
    wakes: Condvar,
    /// All lanes have ended: nothing is done any more.
    are_closed: Arc<AtomicBool>,
    /// A removal is under way: one is done of a lane that has ended, too.
    removes: AtomicBool,
    began: Instant,
    /// The lane of the same party that ended before.
    before: Weak<Lane>,
}

impl Lane {
    /// Whether it may do nothing more at a server.
    fn has_ended(&self) -> bool {
        let removes = self.removes.load(Ordering::Acquire);
        self.are_closed.load(Ordering::Acquire) || (!removes && locked(&self.state).is_closed)
    }
}

impl Leave for Lane {
    fn leave(&self) -> io::Result<()> {
        match self.has_ended() {
            true => Err(io::ErrorKind::Interrupted.into()),
            false => Ok(()),
        }
    }
}

/// One of the sessions with a server.
struct Session<'a>(&'a Lanes, String);

impl Drop for Session<'_> {
    fn drop(&mut self) {
        let mut sessions = locked(&self.0.sessions);
        if let Some(count) = sessions.get_mut(&self.1) {
            *count = count.saturating_sub(1);
        }
    }
}

/// All lanes of an agent.
pub(crate) struct Lanes {
    servers: SharedServers,
    met: Arc<Met>,
    all: Mutex<BTreeMap<Party, Arc<Lane>>>,
    /// Lanes that have ended, and may have a thread that does not know.
    ended: Mutex<BTreeMap<Party, Weak<Lane>>>,
    are_closed: Arc<AtomicBool>,
    began: Instant,
    /// Those there were before: their threads are waited for.
    before: Weak<Lanes>,
    /// Threads there are, and lanes that wait for one.
    threads: Mutex<(usize, VecDeque<Arc<Lane>>)>,
    /// Sessions there are, by the names of servers.
    sessions: Mutex<BTreeMap<String, usize>>,
}

impl Lanes {
    pub(crate) fn new(servers: SharedServers, met: Arc<Met>, before: Weak<Self>) -> Arc<Self> {
        Arc::new(Self {
            servers,
            met,
            all: Mutex::default(),
            ended: Mutex::default(),
            are_closed: Arc::default(),
            began: Instant::now(),
            before,
            threads: Mutex::default(),
            sessions: Mutex::default(),
        })
    }

    pub(crate) fn lane(&self, party: Party, user: &str) -> Arc<Lane> {
        let mut all = locked(&self.all);
        let lane = all.entry(party).or_insert_with(|| {
            Arc::new(Lane {
                user: user.to_owned(),
                state: Mutex::default(),
                wakes: Condvar::new(),
                are_closed: Arc::clone(&self.are_closed),
                removes: AtomicBool::new(false),
                began: Instant::now(),
                before: locked(&self.ended).remove(&party).unwrap_or_default(),
            })
        });
        Arc::clone(lane)
    }

    pub(crate) fn limited_write(&self, server: &str, user: &str) -> io::Result<bool> {
        Ok(self.servers.login(server, user)?.host.limited_write)
    }

    pub(crate) fn known(&self, party: Party) -> Option<Arc<Lane>> {
        locked(&self.all).get(&party).cloned()
    }

    /// Ends a lane: what was asked of it is forgotten, but removals are done.
    pub(crate) fn release(&self, party: Party) {
        let Some(lane) = locked(&self.all).remove(&party) else {
            return;
        };
        let mut state = locked(&lane.state);
        state.is_closed = true;
        state
            .jobs
            .retain(|job| matches!(job, Job::Ask(_, Question::Remove(_))));
        state.asked.clear();
        state.answers.clear();
        lane.wakes.notify_all();
        let has_thread = state.has_thread;
        drop(state);
        let mut ended = locked(&self.ended);
        ended.retain(|_, lane| lane.strong_count() > 0);
        if has_thread {
            ended.insert(party, Arc::downgrade(&lane));
        }
    }

    /// Ends all lanes: nothing is done any more, removals neither. Threads end when what they wait for has come, or after the timeout.
    pub(crate) fn close(&self) {
        self.are_closed.store(true, Ordering::Release);
        for (_, lane) in std::mem::take(&mut *locked(&self.all)) {
            locked(&lane.state).is_closed = true;
            lane.wakes.notify_all();
        }
    }

    /// Waits until nothing is to be done any more, at most so long.
    pub(crate) fn drain(&self, most: Duration) {
        let parties: Vec<_> = locked(&self.all).keys().copied().collect();
        parties.into_iter().for_each(|party| self.release(party));
        let began = Instant::now();
        while locked(&self.threads).0 > 0 && began.elapsed() < most {
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn put(self: &Arc<Self>, lane: &Arc<Lane>, mut state: MutexGuard<'_, LaneState>, job: Job) {
        state.jobs.push_back(job);
        lane.wakes.notify_all();
        let begins = !std::mem::replace(&mut state.has_thread, true);
        drop(state);
        if begins {
            self.begin(Arc::clone(lane));
        }
    }

    fn begin(self: &Arc<Self>, lane: Arc<Lane>) {
        {
            let mut threads = locked(&self.threads);
            if threads.0 >= THREADS_MAX {
                threads.1.push_back(lane);
                return;
            }
            threads.0 += 1;
        }
        let lanes = Arc::clone(self);
        let spawned = std::thread::Builder::new()
            .name("bridge".into())
            .spawn(move || {
                let mut next = Some(lane);
                while let Some(lane) = next {
                    Work::new(&lanes, &lane).run();
                    let mut threads = locked(&lanes.threads);
                    next = threads.1.pop_front();
                    if next.is_none() {
                        threads.0 -= 1;
                    }
                }
            });
        if spawned.is_err() {
            // Whoever asks waits until one can be made: it is asked for again with the next question.
            locked(&self.threads).0 -= 1;
        }
    }

    /// An answer, if it is there. If it was not asked for it is now.
    pub(crate) fn ask(
        self: &Arc<Self>,
        lane: &Arc<Lane>,
        question: Question,
        once: bool,
    ) -> Option<Result<Answer, Trouble>> {
        let mut state = locked(&lane.state);
        let known = match once {
            true => state.answers.remove(&question),
            false => state.answers.get(&question).cloned(),
        };
        if known.is_some() || state.asked.contains_key(&question) {
            return known;
        }
        state.last += 1;
        let number = state.last;
        state.asked.insert(question.clone(), number);
        self.put(lane, state, Job::Ask(number, question));
        None
    }

    /// Facts that a listing has told need not be asked for.
    pub(crate) fn learn(lane: &Lane, found: impl Iterator<Item = (Place, RemoteFacts)>) {
        let mut state = locked(&lane.state);
        for (place, facts) in found {
            let answer = Ok(Answer::Facts(facts));
            state.answers.insert(Question::Facts(place), answer);
        }
    }

    pub(crate) fn read_ahead(self: &Arc<Self>, lane: &Arc<Lane>, ahead: &Arc<Ahead>) {
        self.put(lane, locked(&lane.state), Job::Read(Arc::clone(ahead)));
    }

    pub(crate) fn write_behind(self: &Arc<Self>, lane: &Arc<Lane>, behind: &Arc<Behind>) {
        self.put(lane, locked(&lane.state), Job::Write(Arc::clone(behind)));
    }

    pub(crate) fn force(self: &Arc<Self>, lane: &Arc<Lane>, behind: &Arc<Behind>) {
        self.put(lane, locked(&lane.state), Job::Force(Arc::clone(behind)));
    }
}

impl Lane {
    pub(crate) fn settle(&self) {
        let mut state = locked(&self.state);
        state.asked.clear();
        state.answers.clear();
    }
}
