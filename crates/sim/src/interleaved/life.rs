//! One life of a queue manager that several threads use, and the look at it behind.

use super::channels::EventLoop;
use super::coordinator::Decides;
use super::delayed::deliver_all;
use super::elsewhere::Elsewhere;
use super::guest::{allow_and_forbid, is_allowed, judge_allowances};
use super::history::{Allowance, Events, Got, History, Queues, Sent, Shown, Span};
use super::judge::{After, judge};
use super::log_device::{FarSide, Trouble};
use super::network::Network;
use super::objects::{GUEST, INITIATION, QUEUES, TRIGGER_DEPTH, TRIGGERED, Trigger};
use super::operator::{Operator, keep_house, run_deferred};
use super::own_queue::OWN;
use super::program::Program;
use super::taking_part::judge_all;
use super::{Interleaved, Roads};
use crate::body;
use ferromq_base::clock::SimulatedClock;
use ferromq_base::disk::{Fault, SimulatedDisk};
use ferromq_base::random::SplitMix64;
use ferromq_base::schedule::{self, Settings, Task};
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_mqi::options::{ConnectOptions, GetOptions, ObjectDescriptor, Origin, Road};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::{Connection, EndMode, QueueManager};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Poll, Waker};

/// What the threads of a life share.
#[derive(Clone, Copy)]
struct Workplace<'a> {
    engine: &'a QueueManager,
    clock: &'a Arc<SimulatedClock>,
    history: &'a History,
    network: &'a Network<'a>,
    /// Programs and operators still at work.
    left: &'a AtomicUsize,
}

/// Yield points of a life, at most.
const YIELDS_MAX: u64 = 3_000_000;
/// Turns of others a thread stops for, at most: some ten verbs of theirs.
const STOP_TURNS_MAX: u64 = 400;

/// What a crash in the midst of a life left: the disk, and what had been told until then.
type Cut = Mutex<Option<(SimulatedDisk, Events)>>;

impl Interleaved {
    /// Starts, lets threads work, ends somehow, and judges what is there at the next start.
    pub(super) fn life(&mut self) -> Result<(), String> {
        let engine = self.start()?;
        let (mut init, base) = self.watch_triggers(&engine)?;
        let carried = std::mem::take(&mut self.carried);
        let history = History::of(carried);
        let lines_before = history.lock().lines.len();
        let cut: Cut = Mutex::default();
        let fault_at = self.plan_fault();
        history.lock().in_trouble = fault_at.is_some();
        let calls = fault_at.map(|within| self.disk.calls() + within);
        let device = self.device.clone();
        let disk = self.disk.clone();
        let mut far_side = device.as_ref().map(|device| {
            let random = SplitMix64::new(self.device_random.next_u64());
            let may_fail = fault_at.is_none();
            FarSide::new((device, &disk), &history, random, (may_fail, self.verbs))
        });
        self.elsewhere = None;
        if !self.plain && self.random.chance(30) {
            let now_percent = [0, 50, 90][self.random.below(3) as usize];
            let seed = self.random.next_u64();
            self.elsewhere = Some(Elsewhere::add(&engine, now_percent, seed)?);
        }
        let stuck = self.turns(&engine, &history, &cut, &mut far_side);
        let trouble = far_side.and_then(|far_side| far_side.end(&mut self.device_figures));
        self.say(&history, lines_before);
        self.yields += stuck?;
        if let Some(elsewhere) = &self.elsewhere {
            elsewhere.settle();
        }
        let struck = calls.is_some_and(|at| self.disk.calls() >= at);
        let cut = cut.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut events = history.lock().clone();
        if let Some((disk, events)) = cut {
            drop(init);
            engine.log().abandon();
            drop(engine);
            self.disk = disk;
            return self.judge_crash(events);
        }
        // A fault that did not strike excuses nothing.
        events.in_trouble = struck || trouble.is_some();
        if let Some(Trouble::TakenOver(disk)) = trouble {
            drop(init);
            engine.log().abandon();
            drop(engine);
            self.disk = disk;
            return self.judge_crash(events);
        }
        if struck || trouble.is_some() {
            drop(init);
            return self.crash(engine, events);
        }
        self.disk.heal();
        engine.log().lead();
        engine.run_deferred();
        self.coordinate(&engine, &mut events, Decides::Most)?;
        engine.run_deferred();
        judge_all(&events)?;
        deliver_all(&engine, &self.clock, &mut events)?;
        let shown = look(&engine, &mut init)?;
        judge(&events, &shown, After::Quiet)?;
        self.judge_counts(&engine, &events, &shown, base)?;
        judge_own_queues(&engine)?;
        self.judge_attributes(&engine, &events)?;
        judge_allowances(&engine, &events)?;
        events.saw(&shown);
        drop(init);
        if self.random.chance(50) {
            return self.crash(engine, events);
        }
        engine.begin_end(EndMode::Immediate);
        engine
            .finish_end()
            .map_err(|error| format!("no clean end: {error}"))?;
        engine.log().abandon();
        drop(engine);
        self.judge_crash(events)
    }

    fn crash(&mut self, engine: QueueManager, events: Events) -> Result<(), String> {
        let seed = self.random.next_u64();
        let next = match self.random.chance(60) {
            true => self.disk.crash(seed),
            false => self.disk.kill(seed),
        };
        engine.log().abandon();
        drop(engine);
        self.disk = next;
        self.judge_crash(events)
    }

    /// Starts on what a crash left and judges it; what is there is where the next life begins.
    fn judge_crash(&mut self, mut events: Events) -> Result<(), String> {
        self.trace.note("the queue manager stopped; the next start");
        let engine = self.start()?;
        self.coordinate(&engine, &mut events, Decides::All)?;
        deliver_all(&engine, &self.clock, &mut events)?;
        let mut connection = connect(&engine)?;
        let shown = look(&engine, &mut connection)?;
        judge(&events, &shown, After::Crash)?;
        self.judge_attributes(&engine, &events)?;
        judge_allowances(&engine, &events)?;
        drop(connection);
        engine.begin_end(EndMode::Immediate);
        engine
            .finish_end()
            .map_err(|error| format!("no clean end: {error}"))?;
        engine.log().abandon();
        self.carried = carry(events, &shown, &self.texts(&engine)?, is_allowed(&engine));
        Ok(())
    }

    fn plan_fault(&mut self) -> Option<u64> {
        if !self.random.chance(25) {
            return None;
        }
        let within = 1 + self.random.below(120);
        self.disk.plan(Fault::PowerLoss { at: within });
        Some(within)
    }

    /// The threads of a life, until all have come to their end.
    fn turns(
        &mut self,
        engine: &QueueManager,
        history: &History,
        cut: &Cut,
        far_side: &mut Option<FarSide<'_>>,
    ) -> Result<u64, String> {
        let clock = Arc::clone(&self.clock);
        let place = Workplace {
            engine,
            clock: &clock,
            history,
            network: &Network::new(self.random.next_u64(), history),
            left: &AtomicUsize::new(0),
        };
        let mut tasks = self.programs_and_operators(place)?;
        self.add_house(place, &mut tasks);
        if self.random.chance(40) {
            let (moment, seed) = (self.random.below(600), self.random.next_u64());
            let disk = self.disk.clone();
            if let Some(far_side) = far_side {
                far_side.may_fail = false;
            }
            tasks.push(Box::new(move || {
                cut_short(&disk, history, cut, place.left, (moment, seed))
            }));
        }
        self.add_event_loops(place, &mut tasks);
        let others = &AtomicUsize::new(tasks.len());
        if let Some(far_side) = far_side {
            tasks = tasks
                .into_iter()
                .map(|task| counted(task, others))
                .collect();
            tasks.push(Box::new(move || far_side.run(others)));
        }
        let settings = settings(&mut self.random);
        let outcome = schedule::run(self.random.next_u64(), settings, tasks);
        let (sockets, cuts) = place.network.counts();
        self.sockets += sockets;
        self.cuts += cuts;
        self.prepared += history.lock().prepared;
        self.took_part += history.lock().took_part;
        self.by_operators += history.lock().decided;
        outcome.map_err(|stuck| stuck.to_string())
    }

    /// Those whose end is the end of the life.
    fn programs_and_operators<'a>(
        &mut self,
        place: Workplace<'a>,
    ) -> Result<Vec<Task<'a>>, String> {
        let Workplace {
            engine,
            clock,
            history,
            network,
            left,
        } = place;
        let house = (engine, &**clock);
        let mut tasks: Vec<Task<'a>> = Vec::new();
        for number in 0..2 + self.random.below(3) as usize {
            let seed = self.random.next_u64();
            let mut program = match self.roads {
                Roads::Clients if self.random.chance(80) => {
                    Program::client(number, house, history, network, seed)
                }
                _ => {
                    let mut connection = connect(engine)?;
                    if self.steps_in_line.is_some() {
                        connection.use_workers();
                    }
                    Program::embedded(number, house, history, connection, seed)
                }
            };
            program.plain = self.plain;
            program.has_participants = self.has_participants;
            program.has_elsewhere = self.elsewhere.is_some();
            let verbs = self.verbs / 2 + self.random.below(self.verbs);
            left.fetch_add(1, Ordering::SeqCst);
            tasks.push(Box::new(move || {
                program.live(verbs);
                left.fetch_sub(1, Ordering::SeqCst);
            }));
        }
        if !self.plain && self.random.chance(40) {
            let seed = self.random.next_u64();
            let connection = connect_as(GUEST, engine)?;
            let guest = Program::embedded(tasks.len(), house, history, connection, seed);
            let verbs = self.verbs / 2 + self.random.below(self.verbs);
            let (orders, operator_seed) =
                (1 + self.random.below(self.verbs), self.random.next_u64());
            left.fetch_add(2, Ordering::SeqCst);
            tasks.push(Box::new(move || {
                guest.live_as_guest(verbs);
                left.fetch_sub(1, Ordering::SeqCst);
            }));
            tasks.push(Box::new(move || {
                allow_and_forbid(engine, history, orders, operator_seed);
                left.fetch_sub(1, Ordering::SeqCst);
            }));
        }
        for writer in 0..self.random.below(3) as usize {
            let mut operator = Operator::new(writer, engine, history, self.random.next_u64());
            operator.decides = !self.plain;
            let orders = 1 + self.random.below(self.verbs / 2 + 1);
            left.fetch_add(1, Ordering::SeqCst);
            tasks.push(Box::new(move || {
                operator.live(orders);
                left.fetch_sub(1, Ordering::SeqCst);
            }));
        }
        Ok(tasks)
    }

    /// Threads of the queue manager's own.
    fn add_house<'a>(&mut self, place: Workplace<'a>, tasks: &mut Vec<Task<'a>>) {
        let Workplace {
            engine,
            clock,
            history,
            left,
            ..
        } = place;
        let seed = self.random.next_u64();
        tasks.push(Box::new(move || {
            keep_house(engine, clock, history, left, seed)
        }));
        if let Some(steps_in_line) = self.steps_in_line {
            engine.begin_tasks(steps_in_line);
            for _ in 0..1 + self.verbs % 2 {
                tasks.push(Box::new(|| engine.work_on_tasks()));
            }
        }
        if let Some(elsewhere) = self.elsewhere.clone() {
            let seed = self.random.next_u64();
            tasks.push(Box::new(move || elsewhere.answer(history, left, seed)));
        }
        if self.random.chance(50) {
            engine.begin_deferred(Box::new(|| {}));
            tasks.push(Box::new(move || run_deferred(engine, left)));
        }
    }

    /// Those that serve clients.
    fn add_event_loops<'a>(&mut self, place: Workplace<'a>, tasks: &mut Vec<Task<'a>>) {
        if self.roads != Roads::Clients {
            return;
        }
        let event_loops = 1 + self.random.below(2) as usize;
        for number in 0..event_loops {
            let event_loop = EventLoop {
                engine: place.engine,
                clock: place.clock,
                history: place.history,
                network: place.network,
                number,
                event_loops,
            };
            let seed = self.random.next_u64();
            tasks.push(Box::new(move || event_loop.run(place.left, seed)));
        }
    }

    fn say(&mut self, history: &History, from: usize) {
        let lines = std::mem::take(&mut history.lock().lines);
        for line in &lines[from.min(lines.len())..] {
            self.trace.begin_step();
            self.trace.note(line);
        }
    }

    /// Opens the initiation queue. Answers how many trigger messages there are at the beginning.
    fn watch_triggers(&mut self, engine: &QueueManager) -> Result<(Connection, u64), String> {
        let mut connection = connect(engine)?;
        open(&mut connection, INITIATION, MQOO_INPUT_SHARED)?;
        engine.run_deferred();
        // Whether it is armed is known: the one at work on it was here.
        let armed = self.definition(engine)?.int(Attr::Trigger) == MQTC_ON;
        self.carried.armed = u64::from(armed);
        Ok((connection, depth(engine, INITIATION)))
    }

    /// Depths are as many as there are messages, and trigger messages as many as are due.
    fn judge_counts(
        &self,
        engine: &QueueManager,
        events: &Events,
        shown: &Queues,
        base: u64,
    ) -> Result<(), String> {
        for (queue, name) in QUEUES.iter().enumerate() {
            let (depth, there) = (depth(engine, name), shown[queue].len() as u64);
            if !events.is_touched_in_doubt(queue) && depth != there {
                return Err(format!("{name} has the depth {depth} and {there} messages"));
            }
        }
        let triggered = depth(engine, INITIATION) - base;
        let put_now = |sent: &&Sent| sent.queue == TRIGGERED && sent.put.from > events.began;
        let arrivals = events.sent.iter().filter(put_now);
        let arrivals: Vec<&Sent> = arrivals
            .filter(|sent| events.shown(sent).is_some())
            .collect();
        let is_certain = |sent: &&&Sent| sent.put.to.is_some();
        let certain = arrivals.iter().filter(is_certain).count() as u64;
        let arrivals = arrivals.len() as u64;
        let there = shown[TRIGGERED].len() as u64;
        let still_on = self.definition(engine)?.int(Attr::Trigger) == MQTC_ON;
        let depth_at = u64::try_from(TRIGGER_DEPTH).unwrap_or(0);
        // A get that ended without a message, because its wait was ended or its conversation cut, may have held one meanwhile: it
        // gave that back, and it arrived once more.
        let may_have_held =
            |got: &&Got| got.queue == TRIGGERED && got.number.is_none() && got.span.to.is_none();
        let given_back = events.got.iter().filter(may_have_held).count() as u64;
        let wrong = match self.trigger {
            Trigger::Every => !(certain..=arrivals + given_back).contains(&triggered),
            Trigger::First => {
                triggered > arrivals + events.got.len() as u64 + events.altered
                    || (triggered == 0 && there > 0 && base == 0)
            }
            Trigger::Depth => triggered > events.armed || (still_on && there >= depth_at),
        };
        match wrong {
            true => Err(format!(
                "{triggered} trigger messages {:?}, armed {} times, for {arrivals} arrivals of which {there} are there, on {still_on}",
                self.trigger, events.armed
            )),
            false => Ok(()),
        }
    }

    /// What operators were told they had altered is so.
    fn judge_attributes(&self, engine: &QueueManager, events: &Events) -> Result<(), String> {
        for (now, (certain, under_way)) in self.texts(engine)?.iter().zip(&events.texts) {
            if now != certain && under_way.as_ref() != Some(now) {
                return Err(format!(
                    "an operator altered a text to {certain:?}, then perhaps to {under_way:?}; it is {now:?}"
                ));
            }
        }
        Ok(())
    }

    fn definition(
        &self,
        engine: &QueueManager,
    ) -> Result<ferromq_mqi::definition::Definition, String> {
        let name = ObjectName::truncated(QUEUES[TRIGGERED]);
        let found = engine.definition(ObjectKind::QLocal, &name);
        found.ok_or_else(|| "a queue has no definition".to_owned())
    }

    fn texts(&self, engine: &QueueManager) -> Result<[String; 2], String> {
        let definition = self.definition(engine)?;
        Ok(super::operator::TEXTS.map(|attr| definition.text(attr).to_owned()))
    }
}

/// Queues that programs made for themselves have gone with them.
fn judge_own_queues(engine: &QueueManager) -> Result<(), String> {
    let statuses = engine.queue_statuses();
    let left = statuses
        .iter()
        .find(|one| one.name.as_str().starts_with(OWN));
    left.map_or(Ok(()), |left| {
        Err(format!(
            "{} is there, and who made it is gone",
            left.name.as_str()
        ))
    })
}

/// A task that is one less in `others` when it is over.
fn counted<'a>(task: Task<'a>, others: &'a AtomicUsize) -> Task<'a> {
    Box::new(move || {
        task();
        others.fetch_sub(1, Ordering::SeqCst);
    })
}

/// How threads take turns.
fn settings(random: &mut SplitMix64) -> Settings {
    Settings {
        switch_percent: [2, 10, 30, 60][random.below(4) as usize],
        stop_per_mille: [0, 2, 20][random.below(3) as usize],
        stop_turns_max: STOP_TURNS_MAX,
        yields_max: YIELDS_MAX,
    }
}

/// The power goes, after a while: what the disk has then, and what everybody was told until then.
fn cut_short(
    disk: &SimulatedDisk,
    history: &History,
    cut: &Cut,
    left: &AtomicUsize,
    (moment, seed): (u64, u64),
) {
    for _ in 0..moment {
        schedule::yield_point();
        if left.load(Ordering::SeqCst) == 0 {
            return;
        }
    }
    let mut random = SplitMix64::new(seed);
    let next = match random.chance(60) {
        true => disk.crash(seed),
        false => disk.kill(seed),
    };
    let events = history.lock().clone();
    history.note("the power goes".to_owned());
    *cut.lock().unwrap_or_else(PoisonError::into_inner) = Some((next, events));
    history.lock().in_trouble = true;
    disk.plan(Fault::PowerLoss { at: 1 });
}

/// What the next life begins with: messages nobody can lose any more, in the order they stand in.
fn carry(events: Events, shown: &Queues, texts: &[String; 2], is_allowed: bool) -> Events {
    let mut next = Events {
        allowances: vec![Allowance::since_ever(is_allowed)],
        next_number: events.next_number,
        next_branch: events.next_branch,
        texts: texts.clone().map(|text| (text, None)),
        ..Events::default()
    };
    for (queue, messages) in shown.iter().enumerate() {
        for message in messages {
            let is_it = |sent: &&Sent| (sent.number, sent.queue) == (message.number, queue);
            let sent = events.sent.iter().find(is_it);
            let from = next.tick();
            let to = Some(next.tick());
            next.sent.push(Sent {
                number: message.number,
                queue,
                persistent: message.persistent,
                priority: message.priority,
                put: Span { from, to },
                refused: false,
                work: None,
                due_us: None,
                tells_delivery: sent.is_some_and(|sent| sent.tells_delivery),
                member: sent.and_then(|sent| sent.member),
            });
        }
    }
    next.began = next.tick();
    next
}

// ---- looking from outside

pub(super) fn connect(engine: &QueueManager) -> Result<Connection, String> {
    connect_as("sim", engine)
}

fn connect_as(user: &str, engine: &QueueManager) -> Result<Connection, String> {
    let origin = Origin {
        user_id: FixedText::truncated(user),
        appl_name: FixedText::truncated("simulator"),
        appl_type: 0,
        process_id: 1,
        thread_id: 1,
        uid: 1,
        // Who comes with the process itself is not asked what it may do.
        road: match user {
            GUEST => Road::Client,
            _ => Road::Embedded,
        },
        client: None,
    };
    let connected = engine.connect(&ConnectOptions::default(), origin);
    connected.map_err(|reason| format!("connect answered {reason:?}"))
}

fn open(
    connection: &mut Connection,
    name: &str,
    options: i32,
) -> Result<ferromq_mqi::options::ObjectHandle, String> {
    let descriptor = ObjectDescriptor::queue(name);
    match connection.start(
        Request::Open {
            descriptor,
            options,
        },
        Waker::noop(),
    ) {
        Poll::Ready(Reply::Opened { handle, .. }) => Ok(handle),
        other => Err(format!("open of {name} answered {other:?}")),
    }
}

fn depth(engine: &QueueManager, name: &str) -> u64 {
    let statuses = engine.queue_statuses();
    let found = statuses.iter().find(|status| status.name.as_str() == name);
    found.map_or(0, |status| u64::from(status.queue.depth))
}

/// Browses every queue from its first message to its last.
fn look(engine: &QueueManager, connection: &mut Connection) -> Result<Queues, String> {
    engine.log().lead();
    let mut queues = Queues::new();
    for name in QUEUES {
        let object = ObjectName::truncated(name);
        if engine.definition(ObjectKind::QLocal, &object).is_none() {
            queues.push(Vec::new());
            continue;
        }
        let handle = open(connection, name, MQOO_BROWSE)?;
        let mut messages = Vec::new();
        loop {
            let options = GetOptions {
                options: MQGMO_BROWSE_NEXT | MQGMO_NO_PROPERTIES,
                match_options: MQMO_NONE,
                ..GetOptions::default()
            };
            // Else what is in a group has a header in front that says so.
            let descriptor = MsgDescriptor {
                version: MQMD_VERSION_2,
                ..MsgDescriptor::default()
            };
            let get = Request::Get {
                handle,
                descriptor,
                options,
                buffer_len: 100_000,
            };
            match connection.start(get, Waker::noop()) {
                Poll::Ready(Reply::Got(reply)) => {
                    let carried = body::carried(&reply.body);
                    let in_front = reply.body.len() - carried.len();
                    let number = body::number(carried)?;
                    body::check(carried, number, reply.data_length as usize - in_front)?;
                    messages.push(Shown {
                        number,
                        persistent: reply.descriptor.persistence == MQPER_PERSISTENT,
                        priority: reply.descriptor.priority,
                    });
                }
                Poll::Ready(Reply::Failed(Reason::NO_MSG_AVAILABLE)) => break,
                other => return Err(format!("a browse of {name} answered {other:?}")),
            }
        }
        match connection.start(Request::Close { handle, options: 0 }, Waker::noop()) {
            Poll::Ready(Reply::Done(Reason::NONE)) => queues.push(messages),
            other => return Err(format!("close of {name} answered {other:?}")),
        }
    }
    Ok(queues)
}
