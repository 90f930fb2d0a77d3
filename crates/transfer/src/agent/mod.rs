//! An agent: it takes requests, sends files and writes them, and tells what became of them.
//!
//! It is an application of the queue manager over one [`Session`], with files behind a seam ([`Files`]) and the time given. Whoever runs
//! it calls [`Agent::turn`] for as long as that has something to do, then [`Agent::wait`]. Every turn is short: transfers take turns. When
//! the queue manager fails an agent, it is made anew from what is kept on its queues; that is also how it starts.
//! Between agents: `docs/formats/file-transfer.md`.

mod audit;
mod authority;
mod calling;
mod calls;
mod checksum;
mod cleaning;
mod compression;
mod content;
mod context;
mod data;
mod destination;
mod disposing;
mod ending;
mod events;
mod files;
mod from_destinations;
mod from_sources;
mod fuzz;
mod gathering;
mod layout;
mod making;
mod message;
mod messages;
mod monitors;
mod noticing;
mod observer;
mod open_files;
mod plan;
mod programs;
mod progress;
mod queues;
mod rate;
mod reach;
mod refusal;
mod requests;
mod restart;
mod result;
mod rewriting;
mod sandbox;
mod schedules;
mod set_back;
mod settings;
mod source;
mod standby;
mod state;
mod state_key;
mod system_files;
mod system_programs;
mod telling;
mod times;
mod together;
mod translation;
mod waiting;
mod wanting;

pub use crate::code::ItemCode;
pub use checksum::{Checksum, ChecksumMethod, Digest};
pub use cleaning::{Cleaning, clean};
pub use compression::Compression;
pub use files::{
    Appended, Created, Facts, FileId, FileKind, FileSocket, Files, Key, Listed, Naming, Party,
    Walked, is_later, is_lost, later, lost,
};
pub use fuzz::fuzz_one;
pub use observer::{Detail, Field, MonitorEvent, NoObserver, Observer, TransferEvent};
pub use programs::{NoPrograms, Programs, Ran, RunId, Runnable};
pub use result::ItemResult;
pub use sandbox::{Access, Sandbox, SandboxProblem, Sandboxes};
pub use settings::{AgentSettings, BridgeServer, BridgeSettings};
pub use standby::{Standby, StandbySettings};
pub use system_files::{SystemFiles, SystemWalk};
pub use system_programs::SystemPrograms;
pub use telling::Log;
pub use together::TOGETHER_KEY;

use crate::code::ResultCode;
use crate::party::{ReplyTo, TransferId};
use authority::Authorities;
use calling::Calls;
use context::{Asking, Context};
use destination::Destination;
use ferromq_mqi::call::GetReply;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::session::{Connected, MqError, Session};
use message::{Control, ControlBody};
use monitors::Watchers;
use observer::Observing;
use queues::{Own, Queues};
use rate::Rate;
use refusal::Refusal;
use schedules::Scheduler;
use source::{Flow, LATER, Source, Step};
use standby::Standbys;
use std::collections::BTreeMap;
use waiting::Waiting;

/// Messages of a queue that are taken in a turn.
const TURN_MESSAGES: usize = 64;
/// Queues where nothing is likely are looked at so often while messages come on others,
const LOOK_MS: u64 = 5;
/// and no message is waited for longer where it is likely.
const LIKELY_MS: u64 = 20;
/// Files that answer later are asked again after so long.
const LATER_MS: u64 = 2;
/// A batch of whole files is settled when it has so many. Each is open until then.
const BATCH_FILES: usize = 256;
/// Whole files that are open until they are forced, in all transfers to this agent.
const OPEN_FILES_MAX: usize = 500;
/// A message that was backed out so often is not tried any more.
const BACKOUTS_MAX: i32 = 5;

/// See the module.
pub struct Agent<C, F: Files> {
    settings: AgentSettings,
    queues: Queues<C>,
    files: F,
    sources: BTreeMap<TransferId, Source<F::Reader>>,
    destinations: BTreeMap<TransferId, Destination<F::Writer>>,
    /// Destinations that take nothing at the moment.
    waiting: Waiting,
    scheduler: Scheduler,
    watchers: Watchers<F::Walk>,
    programs: Box<dyn Programs + Send>,
    last_run: u64,
    calls: Calls,
    /// When the last turn was.
    last_ms: u64,
    started_ms: u64,
    /// When the status was published, and whether something has changed since.
    published_ms: u64,
    changed: bool,
    /// What all its transfers together may send.
    rate: Option<Rate>,
    /// When transfers that run were told of.
    running_told_ms: u64,
    /// When all queues were looked at, and whether they are to be now.
    looked_ms: u64,
    looks_all: bool,
    /// What was found out lately of who may do what.
    authorities: Authorities,
    asking: Asking,
    /// No new transfers are begun: the agent ends when those that run have.
    stopping: bool,
    /// It was asked to end whatever runs.
    ends_at_once: bool,
    /// Instances that wait to take over.
    standbys: Standbys,
    /// Who looks more closely.
    observing: Observing,
}

impl<C, F: Files> std::fmt::Debug for Agent<C, F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Agent")
            .field("name", &self.settings.agent)
            .field("sources", &self.sources.len())
            .field("destinations", &self.destinations.len())
            .finish_non_exhaustive()
    }
}

/// What a turn has brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// There is more to do.
    Busy,
    /// Nothing is to be done until a message comes, or that time: milliseconds since 1970.
    Idle {
        /// When something is due.
        until_ms: u64,
    },
}

impl<C: Connected, F: Files> Agent<C, F> {
    /// Starts an agent: opens its queues and takes up what it was at.
    ///
    /// # Errors
    /// The failed verb: `MQRC_OBJECT_IN_USE` when the agent runs already, `MQRC_UNKNOWN_OBJECT_NAME` when its queues were not defined.
    pub fn start(
        session: Session<C>,
        files: F,
        settings: AgentSettings,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<Self, MqError> {
        let own = settings.address();
        let to = settings.coordination_q_mgr.clone();
        let queues = Queues::open(session, own, to, settings.highly_available)?;
        let rate = settings.rate_limit.map(Rate::new);
        let observing = Observing::new(&settings.agent);
        let mut agent = Self {
            settings,
            queues,
            files,
            sources: BTreeMap::new(),
            destinations: BTreeMap::new(),
            waiting: Waiting::default(),
            scheduler: Scheduler::default(),
            watchers: Watchers::default(),
            programs: Box::new(NoPrograms),
            last_run: 0,
            calls: Calls::default(),
            last_ms: now_ms,
            started_ms: now_ms,
            published_ms: 0,
            changed: true,
            rate,
            running_told_ms: now_ms,
            looked_ms: 0,
            looks_all: true,
            authorities: Authorities::default(),
            asking: Asking::default(),
            stopping: false,
            ends_at_once: false,
            standbys: Standbys::default(),
            observing,
        };
        agent.take_up(now_ms, log)?;
        Ok(agent)
    }

    /// Does some of what there is to do.
    ///
    /// # Errors
    /// The failed verb: nothing goes on with this connection, and a new agent takes up what is kept.
    pub fn turn(&mut self, now_ms: u64, log: Log<'_>) -> Result<Turn, MqError> {
        self.look_at_clock(now_ms);
        // Each look at a queue is a verb: where nothing is likely is looked at less often while messages come elsewhere.
        let looks_all = self.looks_all || now_ms >= self.looked_ms.saturating_add(LOOK_MS);
        if looks_all {
            (self.looked_ms, self.looks_all) = (now_ms, false);
        }
        let mut busy = false;
        // Answers first: see `Queues::take`.
        if looks_all || self.reads() {
            busy |= self.take_replies(now_ms, log)?;
        }
        if looks_all || !(self.reads() || self.writes()) {
            busy |= self.take_commands(now_ms, log)?;
        }
        if looks_all || self.writes() {
            busy |= self.take_data(now_ms)?;
        }
        if !self.stopping {
            let (scheduler, _, mut context) = self.parts();
            busy |= scheduler.step(&mut context, now_ms, log)?;
            let (_, watchers, mut context) = self.parts();
            busy |= watchers.step(&mut context, now_ms, log)?;
        }
        busy |= self.step_sources(now_ms, log)?;
        busy |= self.step_calls(now_ms, log)?;
        busy |= self.serve_destinations(now_ms)?;
        self.observing
            .states(&self.sources, &self.destinations, now_ms);
        let discard_ms = self.settings.standby_discard_ms;
        self.changed |= self.standbys.discard(discard_ms, now_ms, log);
        self.publish_running(now_ms, log)?;
        self.publish_status(now_ms, log)?;
        Ok(match busy {
            true => Turn::Busy,
            false => Turn::Idle {
                until_ms: match self.due_ms() {
                    LATER => now_ms.saturating_add(LATER_MS),
                    due_ms => due_ms,
                },
            },
        })
    }

    /// What requests ask to run is run by these; until then nothing is.
    pub fn set_programs(&mut self, programs: impl Programs + Send + 'static) {
        self.programs = Box::new(programs);
    }

    /// Whoever looks at the agent is told from now on.
    pub fn set_observer(&mut self, observer: impl Observer + Send + 'static) {
        self.observing.set(observer);
    }

    /// What it does by itself, and what that works with.
    fn parts(&mut self) -> (&mut Scheduler, &mut Watchers<F::Walk>, Context<'_, C, F>) {
        let context = Context {
            settings: &self.settings,
            queues: &mut self.queues,
            files: &mut self.files,
            observing: &self.observing,
            sources: &self.sources,
            asking: &self.asking,
        };
        (&mut self.scheduler, &mut self.watchers, context)
    }

    fn context(&mut self) -> Context<'_, C, F> {
        self.parts().2
    }

    /// Answers that a request is not taken. Commits.
    fn refuse(
        &mut self,
        id: TransferId,
        reply: Option<&ReplyTo>,
        refusal: Refusal,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        self.context().refuse(id, reply, refusal, log)
    }

    /// Waits for a message to this agent, at most so long.
    ///
    /// # Errors
    /// As [`Self::turn`].
    pub fn wait(&mut self, most_ms: u64) -> Result<(), MqError> {
        let (reads, writes) = (self.reads(), self.writes());
        let likely = match (reads, writes) {
            (_, true) => Own::Data,
            (true, false) => Own::Reply,
            (false, false) => Own::Command,
        };
        self.looks_all = match reads != writes {
            true => !self.queues.wait_for_one(most_ms.min(LIKELY_MS), likely)?,
            false => !self.queues.wait(most_ms, likely)?,
        };
        Ok(())
    }

    /// Some of its files are on their way to another agent.
    fn reads(&self) -> bool {
        self.sources.values().any(Source::is_running)
    }

    /// It is the destination of something.
    fn writes(&self) -> bool {
        self.destinations.values().any(|one| !one.kept.completed)
    }

    /// Transfers get at these from now on, those that run as well.
    pub fn set_sandboxes(&mut self, sandboxes: Sandboxes) {
        self.settings.sandboxes = sandboxes;
    }

    /// No new transfers are begun from now on.
    pub fn stop(&mut self) {
        self.stopping = true;
        self.changed = true;
    }

    /// It was told to stop, and nothing runs any more.
    #[must_use]
    pub fn has_stopped(&self) -> bool {
        let runs = self.sources.values().any(Source::is_running);
        let is_expected = self.destinations.values().any(Destination::is_expected);
        self.stopping && !runs && !is_expected && self.calls.is_empty()
    }

    /// A request has it end at once.
    #[must_use]
    pub fn is_to_end(&self) -> bool {
        self.ends_at_once
    }

    /// Ends the agent. What runs is taken up when it starts again.
    ///
    /// # Errors
    /// The failed verb.
    pub fn end(mut self, now_ms: u64, log: Log<'_>) -> Result<(), MqError> {
        // An answer that came last is taken again by who starts next.
        self.queues.back_out()?;
        self.publish_stopped(now_ms, log)?;
        self.queues.end()
    }

    fn due_ms(&self) -> u64 {
        let sources = self.sources.values().map(|one| one.due_ms(&self.settings));
        let sources = sources.chain([self.waiting_due_ms()]);
        let destinations = self.destinations.values();
        let destinations = destinations.map(|one| one.due_ms(&self.settings));
        let status = self.status_due_ms();
        sources
            .chain(destinations)
            .chain([status, self.own_due_ms(), self.calls.due_ms()])
            .chain([self.resting_due_ms()])
            .min()
            .unwrap_or(status)
    }

    /// When a schedule or a monitor is due: never when nothing is to begin any more.
    fn own_due_ms(&self) -> u64 {
        match self.stopping {
            true => u64::MAX,
            false => self.scheduler.due_ms().min(self.watchers.due_ms()),
        }
    }

    fn take_data(&mut self, now_ms: u64) -> Result<bool, MqError> {
        for _ in 0..TURN_MESSAGES {
            let Some(message) = self.queues.take(Own::Data)? else {
                return Ok(false);
            };
            let id = TransferId(message.descriptor.correl_id);
            let batch_files = (OPEN_FILES_MAX / self.destinations.len().max(1)).max(1);
            if let Some(destination) = self.destinations.get_mut(&id) {
                let mut files = destination.files(&self.files, &self.settings);
                let by = (&self.settings, batch_files.min(BATCH_FILES));
                destination.data(&mut self.queues, &mut files, &message.body, by, now_ms)?;
            }
        }
        Ok(true)
    }

    /// Whether there is more to be done at once.
    fn serve_destinations(&mut self, now_ms: u64) -> Result<bool, MqError> {
        let mut busy = false;
        let batch_files = (OPEN_FILES_MAX / self.destinations.len().max(1)).max(1);
        for destination in self.destinations.values_mut() {
            let was_completed = destination.kept.completed;
            let mut files = destination.files(&self.files, &self.settings);
            let by = (batch_files.min(BATCH_FILES), now_ms);
            destination.idle(&mut self.queues, &mut files, &self.settings, by)?;
            self.changed |= destination.kept.completed != was_completed;
            busy |= destination.is_hashing();
        }
        if self.queues.has_targets() && self.destinations.values().all(|one| one.outlet.is_none()) {
            self.queues.close_targets()?;
        }
        Ok(busy)
    }

    /// Transfers that may run besides those that do.
    fn places(&self) -> usize {
        let running = self.sources.values().filter(|one| one.is_running()).count();
        match self.stopping {
            true => 0,
            false => self.settings.source_transfers_max.saturating_sub(running),
        }
    }

    /// When a transfer that waits may begin: there is a place, and its destination is asked again.
    fn waiting_due_ms(&self) -> u64 {
        match self.places() {
            0 => u64::MAX,
            _ => self.waiting.due_ms(&self.sources),
        }
    }

    /// Transfers that wait are begun while there are places.
    fn begin_waiting(&mut self, now_ms: u64, log: Log<'_>) -> Result<bool, MqError> {
        if self.waiting_due_ms() > now_ms {
            return Ok(false);
        }
        let places = self.places();
        let ids = self.waiting.next(&self.sources, places, now_ms);
        let begun = !ids.is_empty();
        for id in ids {
            let Some(mut source) = self.sources.remove(&id) else {
                continue;
            };
            if !self.gather(&mut source, now_ms)? {
                self.sources.insert(id, source);
                continue;
            }
            if let Some(source) = self.begin(source, now_ms, log)? {
                self.sources.insert(id, source);
            }
            self.changed = true;
        }
        Ok(begun)
    }

    fn step_sources(&mut self, now_ms: u64, log: Log<'_>) -> Result<bool, MqError> {
        let mut busy = self.begin_waiting(now_ms, log)?;
        let ids: Vec<_> = self.sources.keys().copied().collect();
        for id in ids {
            let Some(source) = self.sources.remove(&id) else {
                continue;
            };
            let stepped = match source.flow {
                Flow::Calling(_) => self.step_call(source, now_ms, log)?,
                Flow::Planning => self.step_plan(source, now_ms, log)?,
                Flow::Disposing(_) => self.finish(source, now_ms, log)?,
                _ => {
                    busy |= self.step_source(source, now_ms, log)?;
                    continue;
                }
            };
            if let Some(source) = stepped {
                self.sources.insert(id, source);
            }
        }
        if !busy && self.queues.was_any_refused()? {
            // Whose it was is not known; who has all of it says so.
            for source in self.sources.values_mut() {
                source.was_refused(now_ms);
            }
        }
        Ok(busy)
    }

    /// A source goes on with what it is at. Whether something was done.
    fn step_source(
        &mut self,
        mut source: Source<F::Reader>,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<bool, MqError> {
        let id = source.id();
        let mut busy = false;
        let mut files = source.files(&self.files, &self.settings);
        let limits = (&self.settings, &mut self.rate);
        match source.step(&mut self.queues, &mut files, limits, now_ms)? {
            Step::More => busy = true,
            Step::Rest => {}
            Step::Unanswered => self.waiting.unanswered(&source.kept.destination, now_ms),
            Step::Failed(code, text) => {
                self.fail(source, code, text, now_ms, log)?;
                return Ok(false);
            }
        }
        self.sources.insert(id, source);
        Ok(busy)
    }
}

const DESTINATION_FULL: i32 = ResultCode::DestinationCapacity.number();
const CANCELLED: i32 = ResultCode::Cancelled.number();
const NOT_AUTHORIZED: i32 = ResultCode::NotAuthorized.number();

fn read(message: &GetReply) -> Result<Control, String> {
    let descriptor = &message.descriptor;
    let order = ByteOrder::from_encoding(descriptor.encoding);
    let control = Control::decode(&message.body, order).map_err(|error| error.to_string())?;
    // A destination says once what has become of files. It is short, and what cannot be kept of it now, for a queue that is full, can be later.
    let is_said_once = matches!(
        control.body,
        ControlBody::Results(_) | ControlBody::Completed(_) | ControlBody::Called(_)
    );
    match descriptor.backout_count > BACKOUTS_MAX && !is_said_once {
        true => Err(backed_out(message)),
        false => Ok(control),
    }
}

/// Why a message that was backed out too often is not taken.
fn backed_out(message: &GetReply) -> String {
    let times = message.descriptor.backout_count;
    format!("it was backed out {times} times")
}
