//! One of the two queue managers: its disk, its faults, its lives.

use crate::place::{create_on, place_on};
use ferromq_base::clock::{Clock, SimulatedClock};
use ferromq_base::disk::{Fault, SimulatedDisk};
use ferromq_base::random::SplitMix64;
use ferromq_log::{LogSettings, LogType, Lsn};
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::ConnectOptions;
use ferromq_mqi::session::Connected;
use ferromq_mqi::xa::{XaCode, Xid};
use ferromq_qmgr::{Connection, EndMode, QueueManager, StartSettings, WaitingFor, tester};
use std::io::ErrorKind;
use std::sync::Arc;
use std::task::{Poll, Waker};

/// Looks at a verb before it is given up: its log has no room for it.
const LOOKS_MAX: u32 = 100;

/// A fault that was planned.
#[derive(Clone, Copy, Debug)]
struct Planned {
    at: u64,
    power: bool,
}

/// See the module.
pub(super) struct Side {
    name: &'static str,
    pub(super) disk: SimulatedDisk,
    clock: Arc<SimulatedClock>,
    log: LogSettings,
    queue_buffer_bytes: u64,
    /// `None` between two lives only.
    engine: Option<QueueManager>,
    planned: Option<Planned>,
    /// The disk is full.
    is_full: bool,
    /// It was, or a fault was planned: in this life the log may be full at any time.
    was_short: bool,
    /// What its agents want durable.
    wanted: Lsn,
}

impl Side {
    pub(super) fn new(
        name: &'static str,
        clock: &Arc<SimulatedClock>,
        random: &mut SplitMix64,
    ) -> Result<Self, String> {
        let mut choose = |from: &[u32]| from[random.below(from.len() as u64) as usize];
        let log = LogSettings {
            file_pages: choose(&[64, 64, 256]),
            primary_files: 3,
            secondary_files: 2,
            buffer_pages: choose(&[0, 18, 64]),
            log_type: match choose(&[0, 0, 1]) {
                0 => LogType::Circular,
                _ => LogType::Linear,
            },
        };
        let queue_buffer_bytes = choose(&[0, 4_000, 1 << 20]).into();
        let mut side = Self {
            name,
            disk: SimulatedDisk::new(random.next_u64()),
            clock: Arc::clone(clock),
            log,
            queue_buffer_bytes,
            engine: None,
            planned: None,
            is_full: false,
            was_short: false,
            wanted: Lsn::NONE,
        };
        create_on(&side.disk, name, log, clock)?;
        side.start()?;
        Ok(side)
    }

    fn try_start(&mut self) -> Result<QueueManager, String> {
        // Identifiers are unique as long as two starts are not at the same moment.
        self.clock.advance_ns(1_000_000);
        let settings = StartSettings {
            log: self.log,
            queue_buffer_bytes: self.queue_buffer_bytes,
            persistent_queue_buffer_bytes: self.queue_buffer_bytes,
            open_queue_files_max: 4,
            read_ahead: false,
            notices: Arc::new(|_| {}),
        };
        let clock: Arc<dyn Clock> = self.clock.clone();
        let started = QueueManager::start(place_on(&self.disk)?, &settings, clock);
        started.map_err(|error| format!("{} does not start: {error}", self.name))
    }

    fn start(&mut self) -> Result<(), String> {
        self.engine = Some(self.try_start()?);
        self.was_short = false;
        self.wanted = Lsn::NONE;
        Ok(())
    }

    pub(super) fn clock(&self) -> Arc<SimulatedClock> {
        Arc::clone(&self.clock)
    }

    pub(super) fn name(&self) -> &'static str {
        self.name
    }

    pub(super) fn engine(&self) -> &QueueManager {
        self.engine.as_ref().expect("called within a life only")
    }

    // ---- objects

    pub(super) fn define(
        &self,
        kind: ObjectKind,
        name: &str,
        values: &[(Attr, Value)],
    ) -> Result<(), String> {
        let mut definition = Definition::new(kind, ObjectName::truncated(name));
        for (attr, value) in values {
            let set = definition.set(*attr, value.clone());
            set.map_err(|error| format!("{name}: {error}"))?;
        }
        let defined = self.engine().define(definition, false);
        defined
            .map(drop)
            .map_err(|error| format!("{name}: {error}"))
    }

    /// Changes a local queue, or the queue manager where `name` is its own. False when there is no room for that now.
    pub(super) fn alter(&self, name: &str, attr: Attr, value: impl Into<Value>) -> bool {
        let kind = match name == self.name {
            true => ObjectKind::QMgr,
            false => ObjectKind::QLocal,
        };
        let changes = [(attr, value.into())];
        let name = ObjectName::truncated(name);
        self.engine().alter(kind, &name, &changes, true).is_ok()
    }

    /// Messages on a queue, with those an agent or a branch in doubt holds.
    pub(super) fn messages(&self, name: &str) -> u32 {
        let all = self.engine().queue_statuses();
        let one = all.iter().find(|one| one.name.as_str().trim_end() == name);
        one.map_or(0, |one| one.queue.depth + one.queue.uncommitted_gets)
    }

    // ---- faults

    /// Something goes wrong with the disk within so many calls.
    pub(super) fn plan(&mut self, random: &mut SplitMix64) -> String {
        let within = 1 + random.below(60);
        let power = random.chance(60);
        let fault = if power {
            Fault::PowerLoss { at: within }
        } else {
            let errors = [
                ErrorKind::Other,
                ErrorKind::StorageFull,
                ErrorKind::TimedOut,
            ];
            Fault::Fail {
                at: within,
                error: errors[random.below(3) as usize],
                for_ever: random.chance(20),
            }
        };
        let at = self.disk.calls() + within;
        self.planned = Some(Planned { at, power });
        self.was_short = true;
        self.disk.plan(fault);
        format!("{}: {fault:?}", self.name)
    }

    pub(super) fn has_plan(&self) -> bool {
        self.planned.is_some()
    }

    pub(super) fn fill_disk(&mut self, spare_bytes: u64) {
        (self.is_full, self.was_short) = (true, true);
        let used = self.disk.used_bytes();
        self.disk.set_quota(Some(used + spare_bytes));
    }

    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    pub(super) fn empty_disk(&mut self) {
        self.is_full = false;
        self.disk.set_quota(None);
    }

    fn struck(&self) -> Option<Planned> {
        self.planned.filter(|one| self.disk.calls() >= one.at)
    }

    /// Something struck that ends this life, or may.
    pub(super) fn is_broken(&self) -> bool {
        self.struck().is_some_and(|one| one.power) || self.engine().log().poisoned().is_some()
    }

    /// Answers may be other than they should, for want of a disk that works.
    pub(super) fn in_trouble(&self) -> bool {
        self.is_full || self.struck().is_some() || self.is_broken()
    }

    /// What is to be decided may not be, for want of room in the log.
    pub(super) fn was_short(&self) -> bool {
        self.was_short
    }

    /// The process, or the machine, stops now. To be called before what runs in it is dropped: what that still logs does not come to
    /// the disk.
    pub(super) fn stop(&mut self, random: &mut SplitMix64) -> &'static str {
        let seed = random.next_u64();
        let power = self.struck().is_some_and(|one| one.power) || random.chance(60);
        let next = match power {
            true => self.disk.crash(seed),
            false => self.disk.kill(seed),
        };
        if let Some(engine) = &self.engine {
            engine.log().abandon();
        }
        self.disk = next;
        self.planned = None;
        self.empty_disk();
        match power {
            true => "the power goes",
            false => "the process dies",
        }
    }

    /// Starts on what there is; perhaps the power goes meanwhile.
    pub(super) fn start_again(&mut self, random: &mut SplitMix64) -> Result<(), String> {
        self.engine = None;
        for _ in 0..2 {
            if !random.chance(15) {
                break;
            }
            let within = 1 + random.below(200);
            let at = self.disk.calls() + within;
            self.disk.plan(Fault::PowerLoss { at: within });
            let started = self.try_start();
            if self.disk.calls() < at {
                break;
            }
            if let Ok(engine) = started {
                engine.log().abandon();
            }
            self.disk = self.disk.crash(random.next_u64());
        }
        self.disk.heal();
        self.start()
    }

    /// The queue manager ends as it should; its agents and programs are gone.
    pub(super) fn end(&mut self) -> Result<(), String> {
        let engine = self.engine();
        engine.begin_end(EndMode::Immediate);
        let ended = engine.finish_end();
        if self.in_trouble() {
            return Ok(());
        }
        ended.map_err(|error| format!("{} does not end: {error}", self.name))
    }

    /// Faults that have not struck never will.
    pub(super) fn heal(&mut self) {
        if self.struck().is_none() {
            self.planned = None;
            self.disk.heal();
        }
    }

    // ---- the log

    pub(super) fn want(&mut self, end: Lsn) {
        self.wanted = self.wanted.max(end);
    }

    /// What agents want durable is forced. False when nothing is wanted.
    pub(super) fn force(&mut self) -> bool {
        if self.wanted == Lsn::NONE {
            return false;
        }
        let wanted = std::mem::replace(&mut self.wanted, Lsn::NONE);
        // Whether it went well is seen by those who wait for it.
        let _ = self.engine().log().wait_durable(wanted);
        self.engine().run_deferred();
        true
    }

    pub(super) fn keep_house(&self) {
        self.engine().run_deferred();
        self.engine().keep_house();
    }

    /// The log is to have room again.
    pub(super) fn make_room(&self) {
        let log = self.engine().log();
        let _ = log.wait_durable(log.head());
        self.engine().run_deferred();
        // Without success it is tried again.
        let _ = self.engine().checkpoint();
        self.engine().keep_house();
    }

    // ---- verbs

    pub(super) fn connect(&self) -> Option<Connection> {
        let options = ConnectOptions::default();
        self.engine().connect(&options, tester()).ok()
    }

    /// A call, seen through. `None` when nobody will ever know its answer.
    pub(super) fn call(&self, connection: &mut Connection, request: Request) -> Option<Reply> {
        let answer = connection.start(request, Waker::noop());
        self.see_through(connection, answer)
    }

    fn see_through(&self, connection: &mut Connection, mut answer: Poll<Reply>) -> Option<Reply> {
        for _ in 0..LOOKS_MAX {
            if self.struck().is_some_and(|one| one.power) {
                return None;
            }
            if let Poll::Ready(reply) = answer {
                return Some(reply);
            }
            match connection.waiting_for() {
                Some(WaitingFor::Log(end)) => connection.wait_for_log(end),
                Some(WaitingFor::Message { .. }) => connection.cancel_wait(),
                _ => drop(self.engine().keep_house()),
            }
            self.engine().run_deferred();
            answer = connection.poll(Waker::noop());
        }
        None
    }

    /// A connection whose calls are seen through.
    pub(super) fn road(&self) -> Option<Road<'_>> {
        let connection = self.connect()?;
        Some(Road {
            side: self,
            connection,
        })
    }
}

/// See [`Side::road`].
pub(super) struct Road<'a> {
    side: &'a Side,
    connection: Connection,
}

impl Road<'_> {
    /// Waits until what is in the log is durable and shown.
    pub(super) fn await_log(&mut self) -> bool {
        let answer = self.connection.await_log(Waker::noop());
        let seen = self.side.see_through(&mut self.connection, answer);
        matches!(seen, Some(Reply::Done(Reason::NONE)))
    }

    /// Keeps or takes back what is promised.
    pub(super) fn decide(&mut self, name: &Xid, keeps: bool) -> Result<(), XaCode> {
        self.connection.decide_promise(name, keeps)?;
        match self.await_log() {
            true => Ok(()),
            false => Err(XaCode::RMFAIL),
        }
    }

    /// A call that is answered, unless the queue manager is gone.
    pub(super) fn ask(&mut self, request: Request) -> Option<Reply> {
        self.side.call(&mut self.connection, request)
    }
}

impl Connected for Road<'_> {
    fn call(&mut self, request: Request) -> Reply {
        let answer = self.ask(request);
        answer.unwrap_or(Reply::Failed(Reason::CONNECTION_BROKEN))
    }
}

/// Values of a local queue, as definitions have them.
pub(super) fn usage(usage: i32) -> Vec<(Attr, Value)> {
    vec![
        (Attr::Usage, usage.into()),
        (Attr::Share, MQQA_SHAREABLE.into()),
        (Attr::Defsopt, MQOO_INPUT_SHARED.into()),
    ]
}
