//! The program: an application of the queue manager, with sessions at the target.
//!
//! One thread browses the queue, one purges and looks for messages by their keys, one for each agent has a session at the target, one forces and
//! looks there; this one has the engine. If anything is lost all of them begin anew, by what the target says is done.

use super::beside::{Loads, LoadsEvent};
use super::board::Shown;
use super::browser::{Browsed, Browser};
use super::engine::{Action, CommitOrder, Counts, Engine, Refusal, Stop, Token};
use super::footprint::{Footprints, OneAfterTheOther, Reach};
use super::loads;
use super::setup::lost;
pub use super::setup::{Road, Roads, Setup};
use super::spill::{self, Door};
use super::uncommitted::{self, Committed};
use super::work::Transaction;
use crate::fault;
use crate::message::{APPLIED, Key, Lsn, Message};
use crate::target::agent::{Agent, AgentEvent, Common, Figures};
use crate::target::catalog;
use crate::target::seen;
use crate::target::sessions::Sessions;
use crate::target::spilling;
use crate::target::states::known_tables;
use crate::target::table::{ByKeys, SharedTables};
use crate::target::{connect, fence, trouble};
use crate::trouble::Trouble;
use ferromq_mqi::generated::constants::{MQEI_UNLIMITED, MQOO_INPUT_SHARED, MQPMO_NO_SYNCPOINT};
use ferromq_mqi::generated::notices::{
    FMQ0425, FMQ0426, FMQ0428, FMQ0430, FMQ0431, FMQ0432, FMQ0439, FMQ0443, FMQ0463, FMQ0464,
    FMQ0465, FMQ0466,
};
use ferromq_mqi::generated::structs::MsgDescriptor;
use ferromq_mqi::options::{ObjectDescriptor, PutOptions};
use ferromq_mqi::session::{MqError, Session};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread::ScopedJoinHandle;
use std::time::{Duration, Instant};

/// How a run ended.
pub enum Ended {
    /// As it was asked.
    Asked,
    /// The queue is empty.
    Drained,
    /// At once again, with what a long transaction needs.
    Again(Option<u64>),
}

/// Messages that go from the browsing thread to the engine at once, at most, and their bytes after which no more go along.
const BROWSED_AT_ONCE: usize = 32;
const BROWSED_BYTES: usize = 256 << 10;
/// How often that may wait there.
const BROWSED_MAX: usize = 16;
/// It says how far it is so often.
const SHOWN_EVERY: Duration = Duration::from_millis(250);
/// What it says of that to capture is of no use after this: tenths of seconds.
const APPLIED_EXPIRY: i32 = 6_000;
/// Whoever waits at a server when the run is over is woken so often.
const WAKEN_EVERY: Duration = Duration::from_millis(50);
/// What a message has, and what the queue calls it.
type Arrived = (Vec<Message>, Token);

enum Event {
    Browsed(Vec<Arrived>),
    Heartbeat(Token, bool),
    /// The end of the queue is reached, behind what has just come.
    QueueEnd,
    QueueEmpty,
    Foreign(String),
    Fetched(u64, Option<Arrived>),
    Purged(usize),
    Flushed(u64),
    Blocked(usize, Vec<i32>),
    Agent(usize, AgentEvent),
    Trouble(Trouble),
    Loads(LoadsEvent),
}

enum QueueTask {
    Purge(Vec<(u64, Token)>),
    Drop(Token),
    Fetch(u64),
    /// With its `Expiry`.
    ToCapture {
        text: String,
        expiry: i32,
    },
}

enum TargetTask {
    Flush,
    Forget(u64),
    Blocked(usize, i32),
    Monitor(Box<Monitor>),
}

/// A row of `IBMQREP_APPLYMON`.
struct Monitor {
    memory: usize,
    counts: Counts,
    position: u64,
    hole_ms: u64,
}

/// Either way of telling what transactions touch.
#[derive(Debug)]
enum Any {
    One(OneAfterTheOther),
    Keys(ByKeys),
}

impl Footprints for Any {
    fn of(&mut self, transaction: &Transaction) -> Reach {
        match self {
            Self::One(it) => it.of(transaction),
            Self::Keys(it) => it.of(transaction),
        }
    }
}

/// Applies until something ends it.
///
/// # Errors
/// What somebody has to mend, or what passes: then it is to be called again.
pub fn run(setup: &Setup<'_>, careful_from: Option<u64>) -> Result<Ended, Trouble> {
    let map = setup.map;
    let mut keeper = connect(setup.conninfo)?;
    seen::note_works(&mut keeper, setup.schema, &map.receive_queue);
    let known = fence::known(&mut keeper, map.number)?;
    let epoch = match known.epoch {
        Some(epoch) => epoch,
        None => {
            let queue = map.receive_queue.as_str();
            seen::note_waits(&mut keeper, Some(queue)).map_err(|error| trouble(&error))?;
            let Some(epoch) = first_epoch(setup)? else {
                return Ok(Ended::Asked);
            };
            seen::note_waits(&mut keeper, None).map_err(|error| trouble(&error))?;
            epoch
        }
    };
    run_epoch(setup, epoch, known.origins, careful_from, keeper)
}

/// The epoch of the first message there is. Waits for it.
fn first_epoch(setup: &Setup<'_>) -> Result<Option<u64>, Trouble> {
    let mut browser = browser_of(setup, 0)?;
    let found = find_epoch(setup, &mut browser);
    browser.end();
    found
}

fn find_epoch(setup: &Setup<'_>, browser: &mut Browser) -> Result<Option<u64>, Trouble> {
    while !(setup.ends)() {
        // Others may be behind the first, of an epoch before.
        let found = least_epoch(setup, browser, 0, 200)?;
        if found.is_some() || setup.autostop {
            return Ok(found);
        }
    }
    Ok(None)
}

/// The least epoch from this one on of all that is on the queue behind the cursor, however much that is. Whoever fills it commits what is put, and reading is faster. Waits so long for the first.
fn least_epoch(
    setup: &Setup<'_>,
    browser: &mut Browser,
    from: u64,
    wait_ms: i32,
) -> Result<Option<u64>, Trouble> {
    let queue = &setup.map.receive_queue;
    let mut least = None;
    while !(setup.ends)() {
        let wait_ms = if least.is_some() { 0 } else { wait_ms };
        match browser
            .next(wait_ms)
            .map_err(|error| browser.lost(&error))?
        {
            Browsed::Message(message, ..) if message.header.key.map == setup.map.number => {
                let epoch = message.header.key.epoch;
                if epoch >= from {
                    least = Some(least.map_or(epoch, |least: u64| least.min(epoch)));
                }
            }
            Browsed::Message(..) => {
                return Err(setup.foreign(queue, &"it is of another map"));
            }
            Browsed::Foreign(problem) => {
                return Err(setup.foreign(queue, &problem));
            }
            Browsed::Heartbeat(..) => {}
            Browsed::Nothing => return Ok(least),
        }
    }
    Ok(None)
}

/// All agents, also those of an earlier run that had more: only then is what they say final.
fn begin_agents(
    setup: &Setup<'_>,
    common: &Arc<Common>,
    keeper: &mut ferromq_postgres::Connection,
    origins: usize,
) -> Result<Vec<Agent>, Trouble> {
    let map = setup.map;
    // First those of epochs that are over: they have the places that these need.
    fence::drop_before(keeper, map.number, common.epoch)?;
    let wanted = map.settings.agents;
    let agents = 0..wanted.max(origins);
    let agents = agents.map(|number| Agent::begin(setup.conninfo, Arc::clone(common), number));
    let agents = agents.collect::<Result<Vec<_>, _>>();
    agents.map_err(|trouble| fence::counted(keeper, trouble, &map.name, wanted))
}

fn run_epoch(
    setup: &Setup<'_>,
    epoch: u64,
    origins: usize,
    careful_from: Option<u64>,
    mut keeper: ferromq_postgres::Connection,
) -> Result<Ended, Trouble> {
    let map = setup.map;
    let (door, to_spill) = Door::new();
    let common = Arc::new(Common {
        schema: setup.schema.to_owned(),
        map: map.clone(),
        epoch,
        tables: SharedTables::default(),
        figures: Figures::default(),
        spill: Some(door),
        sessions: Arc::default(),
    });
    let wanted = map.settings.agents;
    let mut agents = begin_agents(setup, &common, &mut keeper, origins)?;
    let pids = agents.iter_mut().map(|it| it.connection().backend_pid());
    let pids: Vec<i32> = pids.collect();
    // After the origins: no other apply works, so that who is still beside the stream is of an earlier run.
    let Some(beside) = loads::session(setup)? else {
        return Ok(Ended::Asked);
    };
    let (position, done) = what_is_done(setup, &mut keeper, epoch)?;
    take_over(setup, &mut keeper, &common, (position, &done))?;
    (setup.tell)(&FMQ0425.line(&[&map.name, &map.receive_queue, &position, &epoch, &wanted]));

    let engine = engine_of(&mut keeper, &common, careful_from, (position, done))?;
    let sessions = &common.sessions;
    let room = AtomicBool::new(true);
    let committed = AtomicU64::new(position);
    std::thread::scope(|scope| {
        let (events, inbox) = mpsc::channel();
        let (browsed, browsed_inbox) = mpsc::sync_channel(BROWSED_MAX);
        let (queue_tasks, queue_inbox) = mpsc::channel();
        let (target_tasks, target_inbox) = mpsc::channel();
        let mut orders = Vec::new();
        let mut cancels = Vec::new();
        let mut at_work = Vec::new();
        for (number, mut agent) in agents.into_iter().enumerate() {
            // It keeps its origin, and has nothing to do.
            let (sender, receiver) = mpsc::channel::<Vec<Action>>();
            cancels.push(agent.connection().canceller().ok());
            orders.push(sender);
            let events = events.clone();
            at_work.push(scope.spawn(move || {
                for order in receiver {
                    if sessions.is_over() {
                        break;
                    }
                    agent.carry_out(order, &mut |said| {
                        drop(events.send(Event::Agent(number, said)))
                    });
                }
            }));
        }
        let (to, has_room) = (events.clone(), &room);
        scope.spawn(move || browse(setup, (sessions, has_room), &browsed, &to));
        let to = events.clone();
        scope.spawn(move || run_queue_tasks(setup, epoch, &queue_inbox, &to));
        let (wake, wake_ups) = mpsc::channel();
        let (to, of, reached) = (events.clone(), &common, &committed);
        scope.spawn(move || spill::serve(setup, sessions, reached, &to_spill));
        let keep = move || keep_loads(setup, of, reached, &to, (beside, &wake_ups));
        at_work.push(scope.spawn(keep));
        let keeping = Arc::clone(&common);
        at_work
            .push(scope.spawn(move || run_target_tasks(&keeping, keeper, &target_inbox, &events)));
        let mut dispatcher = Dispatcher {
            setup,
            epoch,
            common: &common,
            engine,
            orders,
            cancels,
            queue_tasks,
            target_tasks,
            pids,
            committed: &committed,
            wake,
            is_loading: true,
            keeps: true,
            resting: VecDeque::new(),
            has_rest: None,
            is_queue_empty: false,
            capture: OfCapture::default(),
            works_since: None,
            monitored: Instant::now(),
            shown: Instant::now(),
        };
        let ended = dispatcher.work(&inbox, &browsed_inbox, &room);
        sessions.end();
        // Nobody is told anything any more.
        drop((dispatcher, browsed_inbox));
        see_them_off(sessions, &at_work);
        ended
    })
}

/// Wakes those who are at a server until they have ended.
fn see_them_off(sessions: &Sessions, at_work: &[ScopedJoinHandle<'_, ()>]) {
    let over = Instant::now();
    while at_work.iter().any(|it| !it.is_finished()) {
        sessions.wake(over.elapsed());
        std::thread::sleep(WAKEN_EVERY);
    }
}

fn engine_of(
    keeper: &mut ferromq_postgres::Connection,
    common: &Common,
    careful_from: Option<u64>,
    (position, done): (u64, Vec<u64>),
) -> Result<Engine<Any>, Trouble> {
    let map = &common.map;
    let mut settings = map.settings.clone();
    settings.careful_from = careful_from;
    let footprints = match settings.agents {
        1 => Any::One(OneAfterTheOther),
        _ => Any::Keys(ByKeys::new(common.tables.clone())),
    };
    let mut engine = Engine::new(settings, map.number, common.epoch, position, footprints);
    engine.set_done(done);
    let over = catalog::epochs_over(keeper, &common.schema, &map.receive_queue);
    engine.set_epochs_over(over.map_err(|error| trouble(&error))?);
    Ok(engine)
}

/// Looks after loads beside the stream.
fn keep_loads(
    setup: &Setup<'_>,
    common: &Common,
    committed: &AtomicU64,
    to: &Sender<Event>,
    (db, wake_ups): (ferromq_postgres::Connection, &Receiver<()>),
) {
    let say = |word| drop(to.send(Event::Loads(word)));
    let keeper = Loads {
        setup,
        common,
        committed,
        asked: AtomicU64::new(0),
        say: &say,
    };
    keeper.keep(db, wake_ups);
}

/// Up to where everything is done at the target, and with relaxed commits what is done besides.
fn what_is_done(
    setup: &Setup<'_>,
    keeper: &mut ferromq_postgres::Connection,
    epoch: u64,
) -> Result<(u64, Vec<u64>), Trouble> {
    let map = setup.map;
    if map.settings.order == CommitOrder::Ordered {
        let position = fence::position(keeper, map.number, epoch, false);
        return Ok((position.map_err(|error| trouble(&error))?, Vec::new()));
    }
    let done = fence::done(keeper, setup.schema, &map.receive_queue, epoch)
        .map_err(|error| trouble(&error))?;
    // All below the first are done.
    let mut position = done.first().copied().unwrap_or(0);
    for sequence in &done {
        position += u64::from(*sequence == position + 1);
    }
    Ok((position, done))
}

/// What earlier runs and epochs have left is put right, and what they know is known here, before agents work.
fn take_over(
    setup: &Setup<'_>,
    keeper: &mut ferromq_postgres::Connection,
    common: &Common,
    (position, besides): (u64, &[u64]),
) -> Result<(), Trouble> {
    let epoch = common.epoch;
    let (schema, queue) = (setup.schema, &setup.map.receive_queue);
    spilling::check_epochs(keeper, schema, queue, epoch)?;
    common.tables.set(known_tables(keeper, common, setup.tell)?);
    let loads = spilling::loads(keeper, schema, queue);
    let committed = Committed {
        epoch,
        position,
        besides,
    };
    let loads = loads.map_err(|error| trouble(&error))?;
    uncommitted::delete(setup, &loads, &committed)
}

/// What capture has said, and was told.
#[derive(Default)]
struct OfCapture {
    /// It is there.
    has_beaten: bool,
    /// It waits for what is said then.
    is_asked: bool,
    /// Up to where all is applied.
    told: Option<u64>,
}

/// The engine and those who work for it.
struct Dispatcher<'a> {
    setup: &'a Setup<'a>,
    epoch: u64,
    common: &'a Common,
    engine: Engine<Any>,
    orders: Vec<Sender<Vec<Action>>>,
    cancels: Vec<Option<ferromq_postgres::Cancel>>,
    queue_tasks: Sender<QueueTask>,
    target_tasks: Sender<TargetTask>,
    pids: Vec<i32>,
    /// Everything up to there is committed.
    committed: &'a AtomicU64,
    /// Has somebody look which loads there are.
    wake: Sender<()>,
    is_loading: bool,
    /// Something is put aside, or may be: not all that is done is at the target.
    keeps: bool,
    /// Who wants it to rest; the first is told when it does.
    resting: VecDeque<(u64, Sender<()>)>,
    /// Who has been told.
    has_rest: Option<u64>,
    is_queue_empty: bool,
    capture: OfCapture,
    /// When it had applied something first, or was told that there is nothing to apply: both the queue manager and the target have answered.
    works_since: Option<Instant>,
    monitored: Instant,
    shown: Instant,
}

/// What is found on the queue where a message did not come in time.
enum Found {
    /// The message: it has come since.
    Message,
    /// The least of the epochs that have begun behind it.
    LaterEpoch(u64),
    Nothing,
}

impl Dispatcher<'_> {
    fn work(
        &mut self,
        inbox: &Receiver<Event>,
        browsed: &Receiver<Event>,
        room: &AtomicBool,
    ) -> Result<Ended, Trouble> {
        let ended = self.apply(inbox, browsed, room);
        let worked = self.works_since.map(|since| since.elapsed());
        ended.map_err(|trouble| trouble.after(worked.unwrap_or_default()))
    }

    fn apply(
        &mut self,
        inbox: &Receiver<Event>,
        browsed: &Receiver<Event>,
        room: &AtomicBool,
    ) -> Result<Ended, Trouble> {
        let began = Instant::now();
        loop {
            // The browsing thread wakes this one with an empty event when it has put something in its own channel.
            match inbox.recv_timeout(Duration::from_millis(10)) {
                Ok(event) => self.take(event)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(lost(&self.setup.map.receive_queue, &"a thread has ended"));
                }
            }
            while let Ok(event) = inbox.try_recv() {
                self.take(event)?;
            }
            while self.engine.has_room()
                && let Ok(event) = browsed.try_recv()
            {
                self.take(event)?;
            }
            room.store(self.engine.has_room(), Ordering::Relaxed);
            self.engine
                .advance(u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX));
            self.carry_out();
            let position = self.engine.position();
            self.committed.store(position, Ordering::Relaxed);
            self.give_rest();
            for key in self.engine.late() {
                let (map, from) = (&self.setup.map.name, key.sequence);
                (self.setup.tell)(&FMQ0464.line(&[&key.epoch, map, &from, &self.epoch]));
            }
            if let Some((from, to)) = self.engine.overdue() {
                let (map, last) = (&self.setup.map.name, to.saturating_sub(1));
                let (seconds, before) = (self.gap_timeout_s(), from.saturating_sub(1));
                (self.setup.tell)(&FMQ0466.line(&[&from, &last, map, &seconds, &before]));
            }
            if let Some(stop) = self.engine.stop().cloned() {
                return self.stopped(stop);
            }
            if self.shown.elapsed() >= SHOWN_EVERY {
                self.show();
            }
            let interval = Duration::from_millis(self.setup.board.monitor_interval_ms().max(1));
            if self.monitored.elapsed() >= interval {
                self.monitor();
            }
            if (self.setup.ends)() {
                self.say_goodbye();
                return Ok(Ended::Asked);
            }
            let is_idle = self.is_queue_empty && self.engine.is_idle();
            if is_idle {
                self.note_works();
            }
            let is_done = is_idle && !self.is_loading;
            if is_done && !self.keeps && std::mem::take(&mut self.capture.has_beaten) {
                self.tell_capture();
            }
            if self.setup.autostop && is_done {
                self.say_goodbye();
                return Ok(Ended::Drained);
            }
        }
    }

    /// It ends in good order.
    fn say_goodbye(&mut self) {
        self.monitor();
        (self.setup.tell)(&FMQ0426.line(&[&self.setup.map.name, &self.engine.position()]));
    }

    fn gap_timeout_s(&self) -> u64 {
        self.setup.map.settings.gap_timeout_ms / 1_000
    }

    fn note_works(&mut self) {
        self.works_since.get_or_insert_with(Instant::now);
    }

    /// Capture may wait for everything to be applied. What it knows already it hears where it asks.
    fn tell_capture(&mut self) {
        let position = self.engine.position();
        let is_asked = std::mem::take(&mut self.capture.is_asked);
        if self.capture.told.replace(position) == Some(position) && !is_asked {
            return;
        }
        let text = format!(
            "{APPLIED} {} {} {position}",
            self.setup.map.number, self.epoch
        );
        let expiry = APPLIED_EXPIRY;
        let _ = self.queue_tasks.send(QueueTask::ToCapture { text, expiry });
    }

    fn take(&mut self, event: Event) -> Result<(), Trouble> {
        match event {
            Event::Browsed(messages) => {
                self.is_queue_empty = false;
                for (messages, token) in messages {
                    self.engine.arrived(messages, token);
                }
            }
            Event::Heartbeat(token, is_asked) => {
                let _ = self.queue_tasks.send(QueueTask::Drop(token));
                self.capture.has_beaten = true;
                self.capture.is_asked |= is_asked;
            }
            Event::QueueEnd => self.engine.saw_all(),
            Event::QueueEmpty => {
                self.is_queue_empty = true;
                self.engine.saw_all();
            }
            Event::Foreign(problem) => {
                let queue = &self.setup.map.receive_queue;
                return Err(self.setup.foreign(queue, &problem));
            }
            Event::Fetched(_, Some(found)) => self.engine.arrived(found.0, found.1),
            Event::Fetched(sequence, None) => self.engine.absent(sequence),
            Event::Purged(count) => self.engine.purged(count),
            Event::Flushed(position) => self.engine.flushed(position),
            Event::Blocked(agent, pids) => {
                let number = |pid: &i32| self.pids.iter().position(|it| it == pid);
                let by: Vec<usize> = pids.iter().filter_map(number).collect();
                self.engine.blocked(agent, &by);
            }
            Event::Agent(agent, said) => match said {
                AgentEvent::Executed => {
                    self.note_works();
                    self.engine.executed(agent);
                }
                AgentEvent::Committed => self.engine.committed(agent),
                AgentEvent::RolledBack => self.engine.rolled_back(agent),
                AgentEvent::Failed(refusal) => self.engine.failed(agent, refusal),
                AgentEvent::Lost(trouble) => return Err(trouble),
                AgentEvent::Notice(line) => (self.setup.tell)(&line),
                AgentEvent::ToCapture(text) => self.have_sent(text),
                AgentEvent::Loads => {
                    self.is_loading = true;
                    let _ = self.wake.send(());
                }
            },
            Event::Loads(word) => match word {
                LoadsEvent::Rest(number, to) => {
                    self.resting.push_back((number, to));
                    self.engine.rest();
                }
                LoadsEvent::Resume(number) => {
                    self.resting.retain(|(of, _)| *of != number);
                    self.has_rest = self.has_rest.filter(|of| *of != number);
                    if self.resting.is_empty() {
                        self.engine.resume();
                    }
                }
                LoadsEvent::Busy { loads, keeps } => (self.is_loading, self.keeps) = (loads, keeps),
                LoadsEvent::Notice(line) => (self.setup.tell)(&line),
                LoadsEvent::ToCapture(text) => self.have_sent(text),
                LoadsEvent::Trouble(trouble) => return Err(trouble),
            },
            Event::Trouble(trouble) => return Err(trouble),
        }
        Ok(())
    }

    /// Has a command to capture be put, which waits for it.
    fn have_sent(&self, text: String) {
        let expiry = MQEI_UNLIMITED;
        let _ = self.queue_tasks.send(QueueTask::ToCapture { text, expiry });
    }

    /// Tells the first who waits for it that nothing is under way.
    fn give_rest(&mut self) {
        if self.has_rest.is_none()
            && self.engine.is_at_rest()
            && let Some((number, first)) = self.resting.front()
        {
            self.has_rest = Some(*number);
            // Who is gone says so.
            let _ = first.send(());
        }
    }

    /// Has done what the engine asks for. Whoever is gone tells so by itself.
    fn carry_out(&mut self) {
        let mut orders: Vec<Vec<Action>> = self.orders.iter().map(|_| Vec::new()).collect();
        for action in self.engine.actions() {
            match action {
                Action::Execute { agent, .. }
                | Action::Commit { agent, .. }
                | Action::RollBack { agent, .. } => {
                    if let Some(orders) = orders.get_mut(agent) {
                        orders.push(action);
                    }
                }
                Action::Cancel { agent } => {
                    if let Some(Some(cancel)) = self.cancels.get(agent) {
                        let _ = cancel.cancel();
                    }
                }
                Action::AskBlocked { agent } => {
                    let pid = self.pids.get(agent).copied().unwrap_or(0);
                    let _ = self.target_tasks.send(TargetTask::Blocked(agent, pid));
                }
                Action::Flush => drop(self.target_tasks.send(TargetTask::Flush)),
                Action::Forget(below) => drop(self.target_tasks.send(TargetTask::Forget(below))),
                Action::Purge(batch) => drop(self.queue_tasks.send(QueueTask::Purge(batch))),
                Action::Fetch(sequence) => drop(self.queue_tasks.send(QueueTask::Fetch(sequence))),
            }
        }
        for (to, orders) in self.orders.iter().zip(orders) {
            if !orders.is_empty() {
                let _ = to.send(orders);
            }
        }
    }

    fn monitor(&mut self) {
        self.monitored = Instant::now();
        let row = Monitor {
            memory: self.engine.held_bytes(),
            counts: self.engine.counts(),
            position: self.engine.position(),
            hole_ms: self.engine.hole_ms().unwrap_or(0),
        };
        let _ = self.target_tasks.send(TargetTask::Monitor(Box::new(row)));
    }

    /// Shows how far it is.
    fn show(&mut self) {
        self.shown = Instant::now();
        let figures = &self.common.figures;
        let shown = Shown {
            position: self.engine.position(),
            epoch: self.epoch,
            transactions: self.engine.counts().transactions,
            rows: figures.rows_applied.load(Ordering::Relaxed),
            rows_not_applied: figures.rows_not_applied.load(Ordering::Relaxed),
            held_bytes: self.engine.held_bytes(),
            latency_ms: figures.latency_us.load(Ordering::Relaxed) / 1000,
            hole_ms: self.engine.hole_ms().unwrap_or(0),
        };
        self.setup.board.show(&self.setup.map.receive_queue, shown);
    }

    fn stopped(&mut self, stop: Stop) -> Result<Ended, Trouble> {
        let map = &self.setup.map.name;
        let queue = &self.setup.map.receive_queue;
        match stop {
            Stop::Gap { from, to, at_start } => {
                let last = to.saturating_sub(1);
                match self.search_behind(from)? {
                    Found::Message => return Ok(Ended::Again(None)),
                    Found::LaterEpoch(epoch) => {
                        let of = &self.epoch;
                        (self.setup.tell)(&FMQ0465.line(&[&from, &last, map, of, &epoch]));
                        return self.begin_epoch(epoch);
                    }
                    // Nobody has looked to the end.
                    Found::Nothing if (self.setup.ends)() => {
                        self.say_goodbye();
                        return Ok(Ended::Asked);
                    }
                    Found::Nothing => {}
                }
                let seconds = self.gap_timeout_s();
                Err(match at_start {
                    true => Trouble::lasting(&FMQ0431, &[&from, &last, map]),
                    false => Trouble::lasting(&FMQ0430, &[&from, &last, map, &seconds]),
                })
            }
            Stop::Refused { sequence, reason } => {
                if reason.ends_program {
                    self.setup.board.end();
                }
                Err(Trouble::lasting(&FMQ0432, &[&sequence, map, &reason.text]))
            }
            Stop::Foreign {
                map: number,
                epoch,
                sequence,
            } => {
                let problem = format!(
                    "message {sequence} is of map {number} and epoch {epoch}, not {} and {}",
                    self.setup.map.number, self.epoch
                );
                Err(self.setup.foreign(queue, &problem))
            }
            Stop::OutOfPlace { sequence } => {
                let problem = format!("message {sequence} is out of its transaction");
                Err(self.setup.foreign(queue, &problem))
            }
            Stop::NextEpoch(epoch) => {
                if let Some(header) = self.engine.given_up() {
                    let lsn = Lsn(header.commit_lsn);
                    (self.setup.tell)(&FMQ0463.line(&[&header.xid, &lsn, map, &self.epoch]));
                }
                (self.setup.tell)(&FMQ0443.line(&[&epoch, map, &self.epoch]));
                self.begin_epoch(epoch)
            }
            Stop::Again {
                careful_from,
                reason: Refusal { text, .. },
            } => {
                (self.setup.tell)(&FMQ0439.line(&[map, &text]));
                let _ = self.common;
                Ok(Ended::Again(Some(careful_from)))
            }
        }
    }

    /// Looks on the whole queue for what did not come in time, and for an epoch that has begun behind it: capture was started cold.
    fn search_behind(&self, missing: u64) -> Result<Found, Trouble> {
        let mut browser = browser_of(self.setup, 0)?;
        let key = Key {
            map: self.setup.map.number,
            epoch: self.epoch,
            sequence: missing,
        };
        let found = browser.find(key).map_err(|error| browser.lost(&error))?;
        let next = self.epoch.saturating_add(1);
        let found = match found {
            Browsed::Message(..) => Found::Message,
            _ => least_epoch(self.setup, &mut browser, next, 0)?
                .map_or(Found::Nothing, Found::LaterEpoch),
        };
        browser.end();
        Ok(found)
    }

    /// The next run is of this epoch. Its origins are what says so from here on. On disk: what is of an epoch before is deleted then.
    fn begin_epoch(&self, epoch: u64) -> Result<Ended, Trouble> {
        let map = self.setup.map;
        let mut db = connect(self.setup.conninfo)?;
        db.execute("SET synchronous_commit = on")
            .map_err(|error| trouble(&error))?;
        // First that this one is over: who began the next and did not know that would take for foreign what is left of it.
        let of = (map.receive_queue.as_str(), self.epoch);
        catalog::note_over(&mut db, self.setup.schema, of).map_err(|error| trouble(&error))?;
        fault::at("K27");
        let name = fence::origin(map.number, epoch, 0);
        fence::make(&mut db, &name)?;
        Ok(Ended::Again(None))
    }
}

fn browse(
    setup: &Setup<'_>,
    (sessions, room): (&Sessions, &AtomicBool),
    browsed: &SyncSender<Event>,
    events: &Sender<Event>,
) {
    let outcome = (|| -> Result<(), Trouble> {
        let mut browser = browser_of(setup, 0)?;
        'run: while !sessions.is_over() {
            if !room.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(1));
                continue;
            }
            // What is there already comes along: each change of threads costs as much as a message.
            let mut messages = Vec::new();
            let mut bytes = 0;
            let last = loop {
                let wait_ms = if messages.is_empty() { 100 } else { 0 };
                match browser
                    .next(wait_ms)
                    .map_err(|error| browser.lost(&error))?
                {
                    Browsed::Message(message, token, _) => {
                        bytes += message.body.len();
                        match message.unpack() {
                            Ok(unpacked) => messages.push((unpacked, token)),
                            Err(problem) => break Some(Event::Foreign(problem.to_string())),
                        }
                        if messages.len() >= BROWSED_AT_ONCE || bytes >= BROWSED_BYTES {
                            break None;
                        }
                    }
                    Browsed::Heartbeat(token, is_asked) => {
                        break Some(Event::Heartbeat(token, is_asked));
                    }
                    Browsed::Foreign(problem) => break Some(Event::Foreign(problem)),
                    Browsed::Nothing if messages.is_empty() => break Some(Event::QueueEmpty),
                    Browsed::Nothing => break Some(Event::QueueEnd),
                }
            };
            let messages = (!messages.is_empty()).then(|| Event::Browsed(messages));
            for event in messages.into_iter().chain(last) {
                if browsed.send(event).is_err() {
                    break 'run;
                }
            }
            // The engine's thread waits for its own channel.
            let _ = events.send(Event::Browsed(Vec::new()));
        }
        browser.end();
        Ok(())
    })();
    if let Err(trouble) = outcome {
        let _ = events.send(Event::Trouble(trouble));
    }
}

fn run_queue_tasks(
    setup: &Setup<'_>,
    epoch: u64,
    queue_tasks: &Receiver<QueueTask>,
    events: &Sender<Event>,
) {
    let outcome = (|| -> Result<(), Trouble> {
        let mut browser = browser_of(setup, MQOO_INPUT_SHARED)?;
        for task in queue_tasks {
            match task {
                QueueTask::Purge(batch) => {
                    let tokens: Vec<Token> = batch.iter().map(|(_, token)| *token).collect();
                    fault::at("K16");
                    purge(&mut browser, &tokens)?;
                    fault::at("K18");
                    let _ = events.send(Event::Purged(batch.len()));
                }
                QueueTask::Drop(token) => purge(&mut browser, &[token])?,
                QueueTask::Fetch(sequence) => {
                    let key = Key {
                        map: setup.map.number,
                        epoch,
                        sequence,
                    };
                    let found = browser.find(key).map_err(|error| browser.lost(&error))?;
                    let found = match found {
                        Browsed::Message(message, token, _) => {
                            let unpacked = message.unpack();
                            unpacked.ok().map(|messages| (messages, token))
                        }
                        _ => None,
                    };
                    let _ = events.send(Event::Fetched(sequence, found));
                }
                QueueTask::ToCapture { text, expiry } => {
                    let queue = &setup.map.admin_queue;
                    let sent = to_capture(&mut browser.session, queue, (&text, expiry));
                    if let Err(error) = sent {
                        // It can be said by hand.
                        (setup.tell)(&FMQ0428.line(&[&setup.map.admin_queue, &error]));
                    }
                }
            }
        }
        browser.end();
        Ok(())
    })();
    if let Err(trouble) = outcome {
        let _ = events.send(Event::Trouble(trouble));
    }
}

/// A cursor over the receive queue.
fn browser_of(setup: &Setup<'_>, more: i32) -> Result<Browser, Trouble> {
    let queue = &setup.map.receive_queue;
    Browser::open(setup, queue, more)?.map_err(|error| lost(queue, &error))
}

/// In one unit of work.
fn purge(browser: &mut Browser, tokens: &[Token]) -> Result<(), Trouble> {
    let purged = browser.purge(tokens, tokens.len());
    purged.map_err(|error| browser.lost(&error))
}

/// Puts a command on the administration queue.
fn to_capture(
    session: &mut Session<Road>,
    queue: &str,
    (text, expiry): (&str, i32),
) -> Result<(), MqError> {
    let mut descriptor = MsgDescriptor {
        format: *b"MQSTR   ",
        expiry,
        ..MsgDescriptor::default()
    };
    let mut options = PutOptions {
        options: MQPMO_NO_SYNCPOINT,
        ..PutOptions::default()
    };
    let to = ObjectDescriptor::queue(queue);
    session.put1(&to, &mut descriptor, &mut options, text.as_bytes().to_vec())?;
    Ok(())
}

/// What is done at the target beside applying: forces, looking who is in whose way, figures.
fn run_target_tasks(
    common: &Common,
    mut db: ferromq_postgres::Connection,
    target_tasks: &Receiver<TargetTask>,
    events: &Sender<Event>,
) {
    let _entered = common.sessions.enter_with_last_words(&db);
    let (map, epoch) = (common.map.number, common.epoch);
    let queue = &common.map.receive_queue;
    for task in target_tasks {
        let done = match task {
            TargetTask::Flush => {
                fault::at("K15");
                fence::position(&mut db, map, epoch, true)
                    .map(|position| drop(events.send(Event::Flushed(position))))
            }
            TargetTask::Forget(below) => {
                fence::forget(&mut db, &common.schema, queue, epoch, below)
            }
            TargetTask::Blocked(agent, pid) => {
                blocking(&mut db, pid).map(|pids| drop(events.send(Event::Blocked(agent, pids))))
            }
            TargetTask::Monitor(row) => monitor(&mut db, common, &row),
        };
        if let Err(error) = done {
            let mut trouble = trouble(&error);
            trouble.is_passing |= error.lost;
            let _ = events.send(Event::Trouble(trouble));
            return;
        }
    }
}

fn blocking(
    db: &mut ferromq_postgres::Connection,
    pid: i32,
) -> Result<Vec<i32>, ferromq_postgres::Error> {
    let rows = db.ask(
        "SELECT unnest(pg_blocking_pids($1::int))",
        &[&pid.to_string()],
    )?;
    Ok((0..rows.len())
        .filter_map(|row| rows.number(row, 0))
        .collect())
}

/// The row of `IBMQREP_APPLYMON` of the map: as it is now.
fn monitor(
    db: &mut ferromq_postgres::Connection,
    common: &Common,
    row: &Monitor,
) -> Result<(), ferromq_postgres::Error> {
    let figures = &common.figures;
    let at = figures.commit_time_us.load(Ordering::Relaxed);
    let latency_ms = figures.latency_us.load(Ordering::Relaxed) / 1000;
    // As long as this run has committed nothing, what was known before stays.
    let at = match at {
        0 => String::new(),
        at => format!("{at} microseconds"),
    };
    let table = catalog::table_name(&common.schema, "applymon");
    let counts = row.counts;
    db.ask(
        &format!(
            "INSERT INTO {table} AS m (recvq, current_memory, qdepth, end2end_latency, trans_applied, rows_applied, rows_not_applied, \
             key_dependencies, deadlock_retries, monster_trans, oldest_trans, hole_wait, position, epoch) \
             VALUES ($1, $2, 0, $3, $4, $5, $6, $7, $8, $9, '2000-01-01'::timestamp + nullif($10, '')::interval, $11, $12, $13) \
             ON CONFLICT (recvq) DO UPDATE SET monitor_time = clock_timestamp(), current_memory = EXCLUDED.current_memory, \
             end2end_latency = CASE WHEN EXCLUDED.oldest_trans IS NULL THEN m.end2end_latency ELSE EXCLUDED.end2end_latency END, trans_applied = EXCLUDED.trans_applied, rows_applied = EXCLUDED.rows_applied, \
             rows_not_applied = EXCLUDED.rows_not_applied, key_dependencies = EXCLUDED.key_dependencies, \
             deadlock_retries = EXCLUDED.deadlock_retries, monster_trans = EXCLUDED.monster_trans, oldest_trans = coalesce(EXCLUDED.oldest_trans, m.oldest_trans), \
             hole_wait = EXCLUDED.hole_wait, position = EXCLUDED.position, epoch = EXCLUDED.epoch"
        ),
        &[
            &common.map.receive_queue,
            &row.memory.to_string(),
            &latency_ms.clamp(0, 2_000_000_000).to_string(),
            &counts.transactions.to_string(),
            &figures.rows_applied.load(Ordering::Relaxed).to_string(),
            &figures.rows_not_applied.load(Ordering::Relaxed).to_string(),
            &counts.dependencies.to_string(),
            &counts.deadlock_retries.to_string(),
            &counts.long.to_string(),
            &at,
            &row.hole_ms.min(2_000_000_000).to_string(),
            &row.position.to_string(),
            &common.epoch.to_string(),
        ],
    )?;
    Ok(())
}
