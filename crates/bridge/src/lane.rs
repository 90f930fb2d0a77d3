//! Lanes: what one end of a transfer asks of servers is done in its order, by a thread with a connection of its own.
//!
//! A lane has a thread while there is something to do, and some seconds after that, so that its connection serves what comes next. There are no
//! more threads than sessions may be: lanes that have none wait for one that ends.

use crate::ftp::FtpRemote;
use crate::remote::{
    Host, Kind, Leave, Login, Remote, RemoteFacts, SharedServers, is_of_connection,
};
use crate::sftp::{Met, SftpRemote};
use ferromq_transfer::agent::{Naming, Party};
use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

/// A connection that is not used is ended after so long.
const IDLE: Duration = Duration::from_secs(10);
/// A connection that was lost is made anew so often, after twice as long each time,
const AGAIN_MAX: u32 = 5;
/// the first time after so long.
const AGAIN: Duration = Duration::from_millis(250);
/// Threads at once, whatever servers may have.
const THREADS_MAX: usize = 200;
/// What is read ahead of a file, and what waits to be written of one.
pub(crate) const BUFFER_BYTES: usize = 2 << 20;
/// Whoever waits for a session looks so often.
const SESSION_LOOK: Duration = Duration::from_millis(20);
/// Bytes of one read.
const READ_BYTES: usize = 64 << 10;

/// A file of a server.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    /// Name of the server; empty for the default one.
    pub(crate) server: String,
    pub(crate) path: String,
}

/// What went wrong, to be told more than once.
#[derive(Clone, Debug)]
pub(crate) struct Trouble {
    kind: io::ErrorKind,
    text: String,
}

impl Trouble {
    pub(crate) fn of(error: &io::Error) -> Self {
        Self {
            kind: error.kind(),
            text: error.to_string(),
        }
    }

    pub(crate) fn error(&self) -> io::Error {
        io::Error::new(self.kind, self.text.clone())
    }

    pub(crate) fn is_of_connection(&self) -> bool {
        is_of_connection(&self.kind.into())
    }
}

/// What is asked for an answer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Question {
    Facts(Place),
    /// The same, asked for a file that is opened, or has been read.
    OpenFacts(Place, bool),
    List(Place, usize),
    Rename(Place, String, bool),
    Remove(Place),
    Create(Place, String),
    Resume(Place, u64),
}

/// What is answered.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    Facts(RemoteFacts),
    /// With what is known of each, and whether that is as it is told of each alone.
    List(Vec<(String, RemoteFacts)>, bool),
    Done,
    /// Whether it can be.
    May(bool),
}

/// A file that is read ahead.
#[derive(Debug)]
pub(crate) struct Ahead {
    pub(crate) place: Place,
    pub(crate) state: Mutex<AheadState>,
}

#[derive(Debug, Default)]
pub(crate) struct AheadState {
    /// Bytes from [`Self::start`] on.
    pub(crate) bytes: VecDeque<u8>,
    pub(crate) start: u64,
    pub(crate) is_end: bool,
    pub(crate) is_asked: bool,
    pub(crate) trouble: Option<Trouble>,
    /// Whoever reads has begun elsewhere since: what is under way is of no use.
    pub(crate) turn: u64,
}

/// A file that is written behind.
#[derive(Debug)]
pub(crate) struct Behind {
    pub(crate) place: Place,
    pub(crate) state: Mutex<BehindState>,
}

#[derive(Debug, Default)]
pub(crate) struct BehindState {
    pub(crate) pieces: VecDeque<Vec<u8>>,
    pub(crate) waiting_bytes: usize,
    /// All that was taken, and how much of it was forced.
    pub(crate) taken: u64,
    pub(crate) forced: Option<u64>,
    /// Its length, when it is whole.
    pub(crate) whole: Option<u64>,
    pub(crate) is_finished: bool,
    /// The server has said that it has all that was written.
    pub(crate) is_ended: bool,
    pub(crate) is_write_asked: bool,
    pub(crate) is_force_asked: bool,
    pub(crate) trouble: Option<Trouble>,
}

pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

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

/// What the connection is at.
enum Open {
    Nothing,
    Reading(Arc<Ahead>, u64),
    Writing(Arc<Behind>),
}

/// A lane at work, on its thread.
struct Work<'a> {
    lanes: &'a Lanes,
    lane: &'a Arc<Lane>,
    remote: Option<(Login, Box<dyn Remote>, Session<'a>)>,
    open: Open,
}

impl<'a> Work<'a> {
    fn new(lanes: &'a Lanes, lane: &'a Arc<Lane>) -> Self {
        Self {
            lanes,
            lane,
            remote: None,
            open: Open::Nothing,
        }
    }

    fn run(mut self) {
        while let Some(job) = self.next() {
            match job {
                Job::Ask(number, question) => self.answer(number, question),
                Job::Read(ahead) => self.read(&ahead),
                Job::Write(behind) => {
                    let written = self.write(&behind);
                    self.note(&behind, written);
                }
                Job::Force(behind) => {
                    let forced = self.write(&behind).and_then(|()| self.force(&behind));
                    let mut state = locked(&behind.state);
                    state.is_force_asked = false;
                    drop(state);
                    self.note(&behind, forced);
                }
            }
        }
    }

    /// The next thing to do; none when there has been none for some time.
    fn next(&mut self) -> Option<Job> {
        let mut state = locked(&self.lane.state);
        let mut has_waited = false;
        loop {
            if self.lane.are_closed.load(Ordering::Acquire) {
                state.jobs.clear();
            }
            if let Some(job) = state.jobs.pop_front() {
                return Some(job);
            }
            if state.is_closed || has_waited {
                state.has_thread = false;
                return None;
            }
            let waited = self.lane.wakes.wait_timeout(state, IDLE);
            let (again, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
            (state, has_waited) = (again, timeout.timed_out());
        }
    }

    /// Waits for threads that may still be at the same files, no longer than a server may say nothing.
    fn wait_for_older(&self, most: Duration) {
        let (lanes, lane) = (self.lanes, self.lane);
        let has_older = || {
            let old = lanes.before.upgrade();
            old.is_some_and(|old| locked(&old.threads).0 > 0) && lanes.began.elapsed() < most
        };
        let has_same = || {
            let old = lane.before.upgrade();
            old.is_some_and(|old| locked(&old.state).has_thread) && lane.began.elapsed() < most
        };
        while !lane.has_ended() && (has_older() || has_same()) {
            std::thread::sleep(SESSION_LOOK);
        }
    }

    fn connect(&self, login: &Login) -> io::Result<Box<dyn Remote>> {
        let leave: Arc<dyn Leave> = Arc::<Lane>::clone(self.lane);
        match login.host.kind {
            Kind::Sftp => Ok(Box::new(SftpRemote::connect(
                login,
                &self.lanes.met,
                leave,
            )?)),
            Kind::Ftp | Kind::Ftps => Ok(Box::new(FtpRemote::connect(login, leave)?)),
        }
    }

    /// The connection to a server.
    fn remote(&mut self, server: &str) -> io::Result<&mut dyn Remote> {
        let login = self.lanes.servers.login(server, &self.lane.user)?;
        let is_well = self.remote.as_ref().is_some_and(|(known, remote, _)| {
            *known == login && !remote.is_out_of_step() && !remote.is_reading()
        });
        if !is_well {
            self.drop_connection();
            self.wait_for_older(login.host.timeout);
            let session = self.session(&login.host)?;
            let remote = self.connect(&login)?;
            self.remote = Some((login, remote, session));
        }
        match &mut self.remote {
            Some((_, remote, _)) => Ok(&mut **remote),
            None => Err(io::ErrorKind::NotConnected.into()),
        }
    }

    /// The connection a file is open on: another one does not do.
    fn current(&mut self, server: &str) -> io::Result<&mut dyn Remote> {
        let login = self.lanes.servers.login(server, &self.lane.user)?;
        match &mut self.remote {
            Some((known, remote, _)) if *known == login && !remote.is_out_of_step() => {
                Ok(&mut **remote)
            }
            _ => Err(io::ErrorKind::ConnectionReset.into()),
        }
    }

    /// A place among the sessions with a server, when there is one.
    fn session(&self, host: &Host) -> io::Result<Session<'a>> {
        loop {
            {
                let mut sessions = locked(&self.lanes.sessions);
                let count = sessions.entry(host.name.clone()).or_insert(0);
                if *count < host.sessions_max {
                    *count += 1;
                    return Ok(Session(self.lanes, host.name.clone()));
                }
            }
            self.lane.leave()?;
            std::thread::sleep(SESSION_LOOK);
        }
    }

    fn drop_connection(&mut self) {
        self.remote = None;
        if let Open::Writing(behind) = std::mem::replace(&mut self.open, Open::Nothing) {
            // Nobody knows how much of it has come.
            let lost = Trouble::of(&io::ErrorKind::ConnectionReset.into());
            locked(&behind.state).trouble.get_or_insert(lost);
        }
    }

    /// Ends what is open, for something else: what the server says to a file that was written is said of that file.
    fn end_open(&mut self) {
        if let Open::Writing(behind) = &self.open {
            let behind = Arc::clone(behind);
            let ended = self.end_written(&behind);
            self.note(&behind, ended);
        }
        self.open = Open::Nothing;
    }

    fn end_written(&mut self, behind: &Behind) -> io::Result<()> {
        self.lane.leave()?;
        self.current(&behind.place.server)?.finish()?;
        self.open = Open::Nothing;
        locked(&behind.state).is_ended = true;
        Ok(())
    }

    /// Does something that may be done again, over another connection when the one there was is lost.
    fn retried<T>(
        &mut self,
        server: &str,
        mut does: impl FnMut(&mut dyn Remote, bool) -> io::Result<T>,
    ) -> io::Result<T> {
        self.end_open();
        let mut wait = AGAIN;
        let mut was_connected = self.remote.is_some();
        let mut again = false;
        for _ in 0..AGAIN_MAX {
            self.lane.leave()?;
            self.open = Open::Nothing;
            let lane = self.lane;
            let done = match self.remote(server) {
                Ok(remote) => {
                    was_connected = true;
                    lane.leave().and_then(|()| does(remote, again))
                }
                // A server that was never there is not waited for.
                Err(error) if !was_connected => return Err(error),
                Err(error) => Err(error),
            };
            let refused = |error: &io::Error| error.kind() == io::ErrorKind::ConnectionRefused;
            match done {
                Err(error) if is_of_connection(&error) || refused(&error) => self.drop_connection(),
                other => return other,
            }
            let began = Instant::now();
            while began.elapsed() < wait {
                self.lane.leave()?;
                std::thread::sleep(SESSION_LOOK);
            }
            wait *= 2;
            again = true;
        }
        self.remote(server).and_then(|remote| does(remote, true))
    }

    fn answer(&mut self, number: u64, question: Question) {
        {
            let state = locked(&self.lane.state);
            let is_wanted = state.asked.get(&question) == Some(&number);
            if !is_wanted && !matches!(question, Question::Remove(_)) {
                return;
            }
        }
        let removes = matches!(question, Question::Remove(_));
        self.lane.removes.store(removes, Ordering::Release);
        let answer = self.find(&question).map_err(|error| Trouble::of(&error));
        self.lane.removes.store(false, Ordering::Release);
        let mut state = locked(&self.lane.state);
        if state.asked.get(&question) == Some(&number) {
            state.asked.remove(&question);
            state.answers.insert(question, answer);
        }
    }

    fn find(&mut self, question: &Question) -> io::Result<Answer> {
        match question {
            Question::Facts(place) | Question::OpenFacts(place, _) => {
                let found = self.retried(&place.server, |remote, _| remote.facts(&place.path));
                found.map(Answer::Facts)
            }
            Question::List(place, most) => {
                let login = self.lanes.servers.login(&place.server, &self.lane.user)?;
                let most = (*most).min(login.host.list_names_max);
                let found = self.retried(&place.server, |remote, _| {
                    let found = remote.list(&place.path, most)?;
                    Ok(Answer::List(found, remote.lists_exactly()))
                })?;
                Ok(found)
            }
            Question::Rename(place, to, replaces) => {
                let naming = match replaces {
                    true => Naming::Replace,
                    false => Naming::New,
                };
                let renamed = self.retried(&place.server, |remote, again| {
                    match remote.rename(&place.path, to, naming) {
                        // It was done before the connection was lost, though nobody said so.
                        Err(error)
                            if again
                                && error.kind() == io::ErrorKind::NotFound
                                && remote.facts(to).is_ok() =>
                        {
                            Ok(())
                        }
                        other => other,
                    }
                });
                renamed.map(|()| Answer::Done)
            }
            Question::Remove(place) => {
                let mut wanted = None;
                let removed = self.retried(&place.server, |remote, _| {
                    remove(remote, &place.path, &mut wanted)
                });
                match removed {
                    Ok(()) => Ok(Answer::May(true)),
                    Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Answer::May(false)),
                    Err(error) => Err(error),
                }
            }
            // It is made when it is written first; that it can be is found out now.
            Question::Create(place, _) => {
                self.retried(&place.server, |remote, _| create(remote, &place.path))?;
                Ok(Answer::Done)
            }
            Question::Resume(place, offset) => {
                let may = self.retried(&place.server, |remote, _| {
                    let may = remote.resume(&place.path, *offset);
                    remote.finish()?;
                    may
                });
                may.map(Answer::May)
            }
        }
    }

    fn read(&mut self, ahead: &Arc<Ahead>) {
        let (turn, mut wanted) = {
            let mut state = locked(&ahead.state);
            state.is_asked = false;
            (state.turn, BUFFER_BYTES.saturating_sub(state.bytes.len()))
        };
        let mut buffer = vec![0; READ_BYTES];
        while wanted > 0 && Arc::strong_count(ahead) > 1 && !self.lane.has_ended() {
            let read = self.read_some(ahead, &mut buffer);
            let mut state = locked(&ahead.state);
            if state.turn != turn {
                return;
            }
            match read {
                Ok(0) => {
                    state.is_end = true;
                    return;
                }
                Ok(count) => {
                    state.bytes.extend(&buffer[..count]);
                    wanted = wanted.saturating_sub(count);
                }
                Err(error) => {
                    state.trouble = Some(Trouble::of(&error));
                    return;
                }
            }
        }
    }

    /// Reads on from behind what is there, over another connection when the one there was is lost.
    fn read_some(&mut self, ahead: &Arc<Ahead>, buffer: &mut [u8]) -> io::Result<usize> {
        let (at, turn) = {
            let state = locked(&ahead.state);
            (state.start + state.bytes.len() as u64, state.turn)
        };
        let server = ahead.place.server.as_str();
        let is_open = matches!(&self.open, Open::Reading(open, of) if Arc::ptr_eq(open, ahead) && *of == turn);
        if is_open {
            match self.current(server).and_then(|remote| remote.read(buffer)) {
                Err(error) if is_of_connection(&error) => self.drop_connection(),
                other => return other,
            }
        }
        let count = self.retried(server, |remote, _| {
            remote.open(&ahead.place.path, at)?;
            remote.read(buffer)
        })?;
        self.open = Open::Reading(Arc::clone(ahead), turn);
        Ok(count)
    }

    /// Writes what waits.
    fn write(&mut self, behind: &Arc<Behind>) -> io::Result<()> {
        loop {
            let (piece, at) = {
                let mut state = locked(&behind.state);
                let Some(piece) = state.pieces.pop_front() else {
                    state.is_write_asked = false;
                    break;
                };
                (piece, state.taken - state.waiting_bytes as u64)
            };
            self.lane.leave()?;
            if Arc::strong_count(behind) == 1 {
                return Ok(());
            }
            self.open_to_write(behind, at)?;
            let server = behind.place.server.as_str();
            self.current(server)?.write(&piece)?;
            locked(&behind.state).waiting_bytes -= piece.len();
        }
        Ok(())
    }

    fn open_to_write(&mut self, behind: &Arc<Behind>, at: u64) -> io::Result<()> {
        let is_open = matches!(&self.open, Open::Writing(open) if Arc::ptr_eq(open, behind));
        if is_open {
            return Ok(());
        }
        self.end_open();
        let path = behind.place.path.as_str();
        let remote = self.remote(&behind.place.server)?;
        match at {
            0 => create(remote, path)?,
            _ if !remote.resume(path, at)? => {
                // What was written before is gone.
                return Err(io::ErrorKind::ConnectionReset.into());
            }
            _ => {}
        }
        self.open = Open::Writing(Arc::clone(behind));
        locked(&behind.state).is_ended = false;
        Ok(())
    }

    fn force(&mut self, behind: &Arc<Behind>) -> io::Result<()> {
        let (taken, whole) = {
            let state = locked(&behind.state);
            (state.taken, state.whole)
        };
        let is_open = matches!(&self.open, Open::Writing(open) if Arc::ptr_eq(open, behind));
        let server = behind.place.server.as_str();
        if is_open {
            self.current(server)?.force()?;
        } else if taken == 0 {
            self.open_to_write(behind, 0)?;
        }
        if let Some(length) = whole {
            // Another file may be open by now; this one was ended then.
            if matches!(&self.open, Open::Writing(open) if Arc::ptr_eq(open, behind)) {
                self.end_written(behind)?;
            }
            self.end_open();
            let path = &behind.place.path;
            let facts = self.remote(server)?.facts(path)?;
            let found = facts.length.unwrap_or(0);
            if found != length && !locked(&behind.state).is_ended {
                // What is missing may have been on its way.
                return Err(io::ErrorKind::ConnectionReset.into());
            }
            if found != length {
                let text = format!("the server has {found} bytes of it, and {length} were written");
                return Err(io::Error::other(text));
            }
        }
        let mut state = locked(&behind.state);
        state.forced = Some(taken);
        state.is_finished = whole.is_some();
        Ok(())
    }

    fn note(&mut self, behind: &Arc<Behind>, done: io::Result<()>) {
        if let Err(error) = done {
            let trouble = Trouble::of(&error);
            locked(&behind.state).trouble.get_or_insert(trouble);
            self.open = Open::Nothing;
            if is_of_connection(&error) {
                self.drop_connection();
            }
        }
    }
}

/// Removes a file. Where it was tried before and nobody said that it was done, what is there now may be another file, which stays.
pub(crate) fn remove(
    remote: &mut dyn Remote,
    path: &str,
    wanted: &mut Option<RemoteFacts>,
) -> io::Result<()> {
    match (remote.facts(path), *wanted) {
        (Ok(now), Some(before)) if now != before => return Ok(()),
        (Err(error), Some(_)) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        (found, _) => *wanted = Some(found?),
    }
    remote.remove(path)
}

/// Begins to write a file anew, in directories that are made if they are missing.
fn create(remote: &mut dyn Remote, path: &str) -> io::Result<()> {
    let error = match remote.create(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => error,
        other => return other,
    };
    let slashes = path.char_indices().filter(|(_, letter)| *letter == '/');
    let mut made = false;
    for (end, _) in slashes.filter(|(end, _)| *end > 0) {
        made |= remote.make_directory(&path[..end]).is_ok();
    }
    match made {
        true => remote.create(path),
        false => Err(error),
    }
}
