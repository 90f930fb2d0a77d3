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
mod data;
mod destination;
mod ending;
mod events;
mod files;
mod fuzz;
mod layout;
mod making;
mod message;
mod messages;
mod monitors;
mod noticing;
mod open_files;
mod plan;
mod programs;
mod progress;
mod queues;
mod rate;
mod reach;
mod requests;
mod restart;
mod result;
mod rewriting;
mod sandbox;
mod schedules;
mod settings;
mod source;
mod state;
mod system_files;
mod system_programs;
mod translation;

pub use crate::code::ItemCode;
pub use checksum::{Checksum, ChecksumMethod, Digest};
pub use cleaning::{Cleaning, clean};
pub use files::{Created, Facts, FileId, FileKind, FileSocket, Files, Key, Naming, Walked};
pub use fuzz::fuzz_one;
pub use programs::{NoPrograms, Programs, Ran, RunId, Runnable};
pub use result::ItemResult;
pub use sandbox::{Access, Sandbox, SandboxProblem, Sandboxes};
pub use settings::AgentSettings;
pub use system_files::{SystemFiles, SystemWalk};
pub use system_programs::SystemPrograms;

use crate::code::ResultCode;
use crate::generated::notices::{
    BFGAG9505, BFGAG9506, BFGAU9502, BFGTR9500, BFGTR9501, BFGTR9502, BFGTR9503, BFGTR9504,
    BFGTR9570, BFGTR9580,
};
use crate::party::{AgentAddress, TransferId};
use authority::{Authorities, Right, not_authorized};
use calls::Calls;
use destination::Destination;
use ferromq_mqi::call::GetReply;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::session::{Connected, MqError, Session};
use message::{Control, FORMAT, Said};
use monitors::Watchers;
use queues::{Own, Queues, Theirs, field, is_passing};
use rate::Rate;
use result::{ItemResult as Outcome, RESULTS_BYTES};
use schedules::Scheduler;
use source::{Flow, Source, Step};
use state::{Incoming, Kept, Phase, encode_results};
use std::collections::BTreeMap;

/// Messages of a queue that are taken in a turn.
const TURN_MESSAGES: usize = 64;
/// Queues where nothing is likely are looked at so often while messages come on others,
const LOOK_MS: u64 = 5;
/// and no message is waited for longer where it is likely.
const LIKELY_MS: u64 = 20;
/// A batch of whole files is settled when it has so many. Each is open until then.
const BATCH_FILES: usize = 256;
/// Whole files that are open until they are forced, in all transfers to this agent.
const OPEN_FILES_MAX: usize = 500;
/// A destination that has no place for a transfer is asked again after so long,
const CAPACITY_AGAIN_MS: u64 = 2_000;
/// and one that does not answer after twice as long each time, up to this.
const AWAY_MS_MAX: u64 = 300_000;
/// That nothing is known of a transfer is of no use to an agent that is not there.
const FINISHED_EXPIRY_MS: u64 = 600_000;
/// A message that was backed out so often is not tried any more.
const BACKOUTS_MAX: i32 = 5;

/// What agents tell whoever runs them, one line each, as it is written to their log.
pub type Log<'a> = &'a mut dyn FnMut(&str);

/// See the module.
pub struct Agent<C, F: Files> {
    settings: AgentSettings,
    queues: Queues<C>,
    files: F,
    sources: BTreeMap<TransferId, Source<F::Reader>>,
    destinations: BTreeMap<TransferId, Destination<F::Writer>>,
    away: BTreeMap<AgentAddress, Away>,
    scheduler: Scheduler,
    watchers: Watchers<F::Walk>,
    programs: Box<dyn Programs + Send>,
    last_run: u64,
    calls: Calls,
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
    /// What was told last of publications that failed.
    told: String,
    /// What was found out lately of who may do what.
    authorities: Authorities,
    /// Who put the request that is worked on, and when that began.
    asking: (String, u64),
    /// No new transfers are begun: the agent ends when those that run have.
    stopping: bool,
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

/// A destination that takes nothing at the moment: it has no place, or it does not answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Away {
    /// The next transfer is offered then.
    until_ms: u64,
    wait_ms: u64,
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
        let own = AgentAddress {
            agent: settings.agent.clone(),
            q_mgr: settings.q_mgr.clone(),
        };
        let queues = Queues::open(session, own, settings.coordination_q_mgr.clone())?;
        let rate = settings.rate_limit.map(Rate::new);
        let mut agent = Self {
            settings,
            queues,
            files,
            sources: BTreeMap::new(),
            destinations: BTreeMap::new(),
            away: BTreeMap::new(),
            scheduler: Scheduler::default(),
            watchers: Watchers::default(),
            programs: Box::new(NoPrograms),
            last_run: 0,
            calls: Calls::default(),
            started_ms: now_ms,
            published_ms: 0,
            changed: true,
            rate,
            running_told_ms: now_ms,
            looked_ms: 0,
            looks_all: true,
            told: String::new(),
            authorities: Authorities::default(),
            asking: Default::default(),
            stopping: false,
        };
        agent.take_up(now_ms, log)?;
        Ok(agent)
    }

    /// Does some of what there is to do.
    ///
    /// # Errors
    /// The failed verb: nothing goes on with this connection, and a new agent takes up what is kept.
    pub fn turn(&mut self, now_ms: u64, log: Log<'_>) -> Result<Turn, MqError> {
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
            busy |= self.take_data(now_ms, log)?;
        }
        busy |= self.step_schedules(now_ms, log)?;
        busy |= self.step_monitors(now_ms, log)?;
        busy |= self.step_sources(now_ms, log)?;
        busy |= self.step_calls(now_ms, log)?;
        self.serve_destinations(now_ms)?;
        self.publish_running(now_ms, log)?;
        self.publish_status(now_ms, log)?;
        Ok(match busy {
            true => Turn::Busy,
            false => Turn::Idle {
                until_ms: self.due_ms(),
            },
        })
    }

    /// What requests ask to run is run by these; until then nothing is.
    pub fn set_programs(&mut self, programs: impl Programs + Send + 'static) {
        self.programs = Box::new(programs);
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

    fn take_commands(&mut self, now_ms: u64, log: Log<'_>) -> Result<bool, MqError> {
        for _ in 0..TURN_MESSAGES {
            let Some(message) = self.queues.take(Own::Command)? else {
                return Ok(false);
            };
            let backouts = message.descriptor.backout_count;
            if message.descriptor.format != FORMAT && backouts <= BACKOUTS_MAX {
                self.asking = (field(&message.descriptor.user_identifier), now_ms);
                self.request(&message, now_ms, log)?;
                continue;
            }
            match read(&message) {
                Ok(control) => self.command(control, &message, now_ms, log)?,
                Err(why) => {
                    log(&BFGAG9505.line(&[&why]));
                    self.queues.commit()?;
                }
            }
        }
        Ok(true)
    }

    /// What a source says.
    fn command(
        &mut self,
        control: Control,
        message: &GetReply,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let (id, epoch, from) = (control.transfer, control.epoch, control.from);
        // What a destination says here is about a transfer of this agent.
        let right = match self.sources.contains_key(&id) {
            true => Right::TakeFiles,
            false => Right::OfferFiles,
        };
        if !self.is_agent(message, right, now_ms, log)? {
            if matches!(control.said, Said::Offer { .. }) {
                let user = field(&message.descriptor.user_identifier);
                let text = not_authorized(&user, right);
                let code = NOT_AUTHORIZED;
                self.say(&from, id, epoch, Said::Refuse { code, text })?;
            }
            return self.queues.commit();
        }
        if let Some(destination) = self.destinations.get(&id)
            && destination.kept.source != from
            && !self.is_cancelled_by(id, &from)
        {
            log(&BFGTR9580.line(&[&from.agent, &id]));
            return self.queues.commit();
        }
        match control.said {
            Said::Offer {
                version,
                items,
                user,
                checking,
                file_socket,
                programs,
                queues,
                ..
            } => {
                self.changed = true;
                if checking != self.settings.authority_checking {
                    let text = BFGAU9502.line(&[&from.agent]);
                    log(&text);
                    let code = ResultCode::AuthorityCheckingDiffers.number();
                    self.say(&from, id, epoch, Said::Refuse { code, text })?;
                    return self.queues.commit();
                }
                let file_socket = file_socket.filter(|_| self.settings.by_reference);
                let offer = (version, items, user, (file_socket, programs, queues));
                self.offered(id, epoch, &from, offer, now_ms, log)?;
                self.queues.commit()
            }
            Said::Finished => {
                self.changed = true;
                self.queues.forget(id, Kept::Incoming)?;
                self.queues.commit()?;
                if let Some(mut destination) = self.destinations.remove(&id) {
                    self.stop_call(&mut destination);
                    let mut files = destination.files(&self.files, &self.settings);
                    destination.abandon(&mut files);
                }
                Ok(())
            }
            Said::Cancel { text, .. } if self.is_cancelled_by(id, &from) => {
                let cancelling = self.cancel_transfer(id, &text, now_ms, log)?;
                if matches!(cancelling, requests::Cancelling::Begun) {
                    log(&BFGTR9500.line(&[&id, &text]));
                }
                self.queues.commit()
            }
            Said::Cancel { text, .. } => {
                self.changed = true;
                log(&BFGTR9500.line(&[&id, &text]));
                match self.destinations.get_mut(&id) {
                    Some(destination) => {
                        if let Some(calling) = destination.calling.take() {
                            calling.stop(&mut *self.programs);
                        }
                        let mut files = destination.files(&self.files, &self.settings);
                        destination.cancel(&mut self.queues, &mut files, now_ms)
                    }
                    None => {
                        let completed = Said::Completed(Vec::new());
                        self.say(&from, id, epoch, completed)?;
                        self.queues.commit()
                    }
                }
            }
            _ => self.queues.commit(),
        }
    }

    /// It is the destination that asks the source to end a transfer which was cancelled there. An agent may be both.
    fn is_cancelled_by(&self, id: TransferId, from: &AgentAddress) -> bool {
        let source = self.sources.get(&id);
        source.is_some_and(|source| {
            source.is_from_destination(from) && !matches!(source.kept.phase, Phase::Cancelled(..))
        })
    }

    /// Says something to a source, in the unit of work. Whoever cannot be reached asks again.
    fn say(
        &mut self,
        to: &AgentAddress,
        transfer: TransferId,
        epoch: u64,
        said: Said,
    ) -> Result<(), MqError> {
        let control = Control {
            transfer,
            epoch,
            from: self.queues.own().clone(),
            said,
        };
        self.queues.say(to, Theirs::Reply, &control).map(drop)
    }

    fn offered(
        &mut self,
        id: TransferId,
        epoch: u64,
        from: &AgentAddress,
        (version, items, user, (file_socket, programs, queues)): Offered,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        if let Some(destination) = self.destinations.get_mut(&id) {
            if destination.puts_off(epoch, &file_socket) {
                return Ok(());
            }
            let mut files = destination.files(&self.files, &self.settings);
            let (queues, files) = (&mut self.queues, &mut files);
            return destination.offered(
                queues,
                files,
                (epoch, file_socket),
                &self.settings,
                now_ms,
            );
        }
        if !self.may(&user, Right::Receive, now_ms)? {
            let text = not_authorized(&user, Right::Receive);
            log(&text);
            let code = NOT_AUTHORIZED;
            return self.say(from, id, epoch, Said::Refuse { code, text });
        }
        let running = self
            .destinations
            .values()
            .filter(|one| one.is_running())
            .count();
        let refusal = if version != message::VERSION {
            let text = BFGTR9501.line(&[&version]);
            Some((ResultCode::DestinationUnreachable.number(), text))
        } else if self.settings.destination_transfers_max == 0 {
            let text = &BFGTR9502.line(&[]);
            Some((ResultCode::DestinationTakesNone.number(), text.into()))
        } else if queues && !self.settings.queues_may_be_ends {
            let text = BFGTR9570.line(&[&self.settings.agent]);
            Some((ResultCode::NoFileToMessage.number(), text))
        } else if self.stopping || running >= self.settings.destination_transfers_max {
            Some((DESTINATION_FULL, BFGTR9503.line(&[])))
        } else {
            None
        };
        if let Some((code, text)) = refusal {
            return self.say(from, id, epoch, Said::Refuse { code, text });
        }
        let kept = Incoming {
            transfer: id,
            source: from.clone(),
            epoch: 0,
            items,
            user,
            settled: 0,
            cancelled: false,
            completed: false,
            writing: None,
            putting: None,
            whole: Vec::new(),
            programs,
            calls: Vec::new(),
            arrived: false,
            untold: Vec::new(),
            unwanted: Vec::new(),
        };
        let mut destination = Destination::new(kept, now_ms);
        if destination.puts_off(epoch, &file_socket) {
            self.queues
                .replace(id, Kept::Incoming, destination.kept.encode())?;
        } else {
            let mut files = destination.files(&self.files, &self.settings);
            let offer = (epoch, file_socket);
            let queues = &mut self.queues;
            match destination.offered(queues, &mut files, offer, &self.settings, now_ms) {
                // There is no room to keep it in mind.
                Err(error) if is_passing(error.reason) => {
                    let code = DESTINATION_FULL;
                    let text = BFGTR9503.line(&[]);
                    return self.say(from, id, epoch, Said::Refuse { code, text });
                }
                other => other?,
            }
        }
        log(&BFGTR9504.line(&[&id, &items, &from.agent]));
        self.destinations.insert(id, destination);
        Ok(())
    }

    fn take_data(&mut self, now_ms: u64, _log: Log<'_>) -> Result<bool, MqError> {
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

    fn serve_destinations(&mut self, now_ms: u64) -> Result<(), MqError> {
        for destination in self.destinations.values_mut() {
            let was_completed = destination.kept.completed;
            let mut files = destination.files(&self.files, &self.settings);
            destination.idle(&mut self.queues, &mut files, &self.settings, now_ms)?;
            self.changed |= destination.kept.completed != was_completed;
        }
        Ok(())
    }

    fn take_replies(&mut self, now_ms: u64, log: Log<'_>) -> Result<bool, MqError> {
        for _ in 0..TURN_MESSAGES {
            let Some(message) = self.queues.take(Own::Reply)? else {
                return Ok(false);
            };
            if !self.is_agent(&message, Right::TakeFiles, now_ms, log)? {
                self.forged(&message, now_ms, log)?;
                continue;
            }
            let control = match read(&message) {
                Ok(control) => control,
                Err(why) => {
                    log(&BFGAG9506.line(&[&why]));
                    self.queues.commit()?;
                    continue;
                }
            };
            let id = control.transfer;
            match self.sources.remove(&id) {
                Some(source) => {
                    if let Some(source) = self.heard(source, control, now_ms, log)? {
                        self.sources.insert(id, source);
                    }
                }
                None => {
                    // It was ended here, or what is kept is gone: the destination need not wait.
                    if !matches!(control.said, Said::Ack { .. }) {
                        let finished = Control {
                            said: Said::Finished,
                            from: self.queues.own().clone(),
                            ..control.clone()
                        };
                        let (to, queue) = (&control.from, Theirs::Command);
                        let expiry_ms = FINISHED_EXPIRY_MS;
                        let _ = self.queues.say_until(to, queue, &finished, expiry_ms)?;
                    }
                    self.queues.commit()?;
                }
            }
        }
        Ok(true)
    }

    /// An answer of somebody who may not be sent files. A transfer that is offered to such an agent ends. Commits.
    fn forged(&mut self, message: &GetReply, now_ms: u64, log: Log<'_>) -> Result<(), MqError> {
        let offered = read(message).ok().filter(|control| {
            let source = self.sources.get(&control.transfer);
            source.is_some_and(|source| source.is_offered() && source.kept.epoch == control.epoch)
        });
        match offered.and_then(|control| self.sources.remove(&control.transfer)) {
            Some(source) => {
                let user = field(&message.descriptor.user_identifier);
                let text = not_authorized(&user, Right::TakeFiles);
                self.fail(source, NOT_AUTHORIZED, text, now_ms, log)
            }
            None => self.queues.commit(),
        }
    }

    /// What a destination says. None: the transfer has ended.
    fn heard(
        &mut self,
        mut source: Source<F::Reader>,
        control: Control,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<Option<Source<F::Reader>>, MqError> {
        if matches!(source.flow, Flow::Calling(_)) {
            // Nothing is sent, and nothing more is to be heard.
            self.queues.commit()?;
            return Ok(Some(source));
        }
        let is_current = control.epoch == source.kept.epoch;
        let is_cancelled = matches!(source.kept.phase, Phase::Cancelled(..));
        let is_asked = is_current && !is_cancelled && source.is_offered();
        if !source.is_from_destination(&control.from) {
            log(&BFGTR9580.line(&[&control.from.agent, &source.id()]));
            self.queues.commit()?;
            return Ok(Some(source));
        }
        match control.said {
            Said::Accept {
                place,
                window,
                by_reference,
            } if is_asked => {
                self.away.remove(&source.kept.destination);
                let begins = source.kept.phase == Phase::New;
                source.unshare(&mut self.files);
                source.accepted(place, window, by_reference, now_ms);
                if begins {
                    source.kept.phase = Phase::Started;
                    source.keep(&mut self.queues)?;
                    self.publish_started(&source, now_ms, log)?;
                }
                self.changed = true;
            }
            Said::Ack { sequence, window } if is_current => {
                source.acknowledged(sequence, window, now_ms);
            }
            Said::Refuse {
                code: DESTINATION_FULL,
                ..
            } if is_asked => {
                self.put_off(&source.kept.destination, CAPACITY_AGAIN_MS, now_ms);
                source.wait();
            }
            Said::Refuse { code, text } if is_asked => {
                self.away.remove(&source.kept.destination);
                self.fail(source, code, text, now_ms, log)?;
                return Ok(None);
            }
            Said::Called(call) => self.note_call(&mut source, call)?,
            Said::Results(results) => self.note(&mut source, results, now_ms, log)?,
            Said::Completed(results) if source.kept.phase != Phase::New => {
                // It has a place now.
                self.away.remove(&source.kept.destination);
                self.note(&mut source, results, now_ms, log)?;
                return self.completed(source, now_ms, log);
            }
            // It was killed before it had done what it was told.
            Said::Resync if is_cancelled => source.say_cancel(&mut self.queues, now_ms)?,
            Said::Resync
                if matches!(source.flow, Flow::Sending(_)) || is_current && source.is_offered() =>
            {
                self.queues.commit()?;
                match source.recover(&mut self.queues, now_ms)? {
                    Step::Failed(code, text) => {
                        self.fail(source, code, text, now_ms, log)?;
                        return Ok(None);
                    }
                    Step::Unanswered => self.unanswered(&source.kept.destination, now_ms),
                    _ => {}
                }
                return Ok(Some(source));
            }
            _ => {}
        }
        self.queues.commit()?;
        Ok(Some(source))
    }

    /// Keeps results, and tells them, in the unit of work.
    fn note(
        &mut self,
        source: &mut Source<F::Reader>,
        results: Vec<Outcome>,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let mut new = Vec::new();
        for result in results {
            // What is known stays.
            if let Some(known @ None) = source.results.get_mut(result.item as usize) {
                *known = Some(result.clone());
                new.push(result);
            }
        }
        if new.is_empty() {
            return Ok(());
        }
        // Many are kept in one message: transfers of many files do not fill the queue.
        let size = |results: &[Outcome]| results.iter().map(Outcome::size).sum::<usize>();
        if source.result_parts == 0 || size(&source.last_results) + size(&new) > RESULTS_BYTES {
            source.last_results.clear();
            source.result_parts += 1;
        }
        source.last_results.extend_from_slice(&new);
        let part = Kept::Results(source.result_parts - 1);
        let about = &source.kept.destination;
        let body = encode_results(source.id(), about, &source.last_results);
        self.queues.replace(source.id(), part, body)?;
        self.publish_progress(source, &new, now_ms, log)
    }

    /// The destination has ended: files are disposed of, and it is told. Commits.
    fn completed(
        &mut self,
        mut source: Source<F::Reader>,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<Option<Source<F::Reader>>, MqError> {
        let cancelled = match &source.kept.phase {
            Phase::Cancelled(code, text) => Some((*code, text.clone())),
            _ => None,
        };
        if cancelled.is_none() {
            source.kept.phase = Phase::Ending;
            source.keep(&mut self.queues)?;
        }
        self.queues.commit()?;
        let is_well = cancelled.is_none() && calls::first_failure(&source.kept.calls).is_none();
        if is_well && self.call_behind(&mut source) {
            return Ok(Some(source));
        }
        self.conclude(source, cancelled, now_ms, log)?;
        Ok(None)
    }

    fn step_sources(&mut self, now_ms: u64, log: Log<'_>) -> Result<bool, MqError> {
        let mut busy = self.begin_waiting(now_ms, log)?;
        let ids: Vec<_> = self.sources.keys().copied().collect();
        for id in ids {
            let Some(mut source) = self.sources.remove(&id) else {
                continue;
            };
            if matches!(source.flow, Flow::Calling(_)) {
                if let Some(source) = self.step_call(source, now_ms, log)? {
                    self.sources.insert(id, source);
                }
                continue;
            }
            let mut files = source.files(&self.files, &self.settings);
            let limits = (&self.settings, &mut self.rate);
            match source.step(&mut self.queues, &mut files, limits, now_ms)? {
                Step::More => busy = true,
                Step::Rest => {}
                Step::Unanswered => self.unanswered(&source.kept.destination, now_ms),
                Step::Failed(code, text) => {
                    self.fail(source, code, text, now_ms, log)?;
                    continue;
                }
            }
            self.sources.insert(id, source);
        }
        if !busy && self.queues.was_any_refused()? {
            // Whose it was is not known; who has all of it says so.
            for source in self.sources.values_mut() {
                source.was_refused(now_ms);
            }
        }
        Ok(busy)
    }

    /// A destination has said nothing to an offer, or its queue takes none.
    pub(super) fn unanswered(&mut self, destination: &AgentAddress, now_ms: u64) {
        let before = self.away.get(destination);
        let wait_ms = before.map_or(CAPACITY_AGAIN_MS, |away| away.wait_ms.saturating_mul(2));
        self.put_off(destination, wait_ms.min(AWAY_MS_MAX), now_ms);
    }

    fn put_off(&mut self, destination: &AgentAddress, wait_ms: u64, now_ms: u64) {
        let until_ms = now_ms.saturating_add(wait_ms);
        self.away
            .insert(destination.clone(), Away { until_ms, wait_ms });
    }

    /// When a transfer that waits may begin: there is a place, and its destination is asked again.
    fn waiting_due_ms(&self) -> u64 {
        if self.places() == 0 || self.stopping {
            return u64::MAX;
        }
        let waiting = self.sources.values().filter(|one| one.is_waiting());
        let due = waiting.map(|one| {
            let away = self.away.get(&one.kept.destination);
            away.map_or(0, |away| away.until_ms).max(one.look_ms)
        });
        due.min().unwrap_or(u64::MAX)
    }

    fn places(&self) -> usize {
        let running = self.sources.values().filter(|one| one.is_running()).count();
        self.settings.source_transfers_max.saturating_sub(running)
    }

    /// Transfers that wait are begun while there are places: the highest priority first, then who came first. One only asks a destination that
    /// has not answered.
    fn begin_waiting(&mut self, now_ms: u64, log: Log<'_>) -> Result<bool, MqError> {
        let places = self.places();
        if places == 0 || self.stopping || self.waiting_due_ms() > now_ms {
            return Ok(false);
        }
        let mut waiting: Vec<_> = self
            .sources
            .values()
            .filter(|one| one.is_waiting() && one.look_ms <= now_ms)
            .collect();
        waiting.sort_by_key(|source| (std::cmp::Reverse(source.priority), source.kept.since_ms));
        let mut ids = Vec::new();
        for source in waiting {
            if let Some(away) = self.away.get_mut(&source.kept.destination) {
                if away.until_ms > now_ms {
                    continue;
                }
                // The others wait for what it says to this one.
                away.until_ms = now_ms.saturating_add(away.wait_ms.max(source::OFFER_AGAIN_MS));
            }
            ids.push(source.id());
            if ids.len() == places {
                break;
            }
        }
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
}

/// What an offer says: version, items, who asked; where files are fetched, programs, whether items become messages.
type Offered = (i32, u32, String, (Option<FileSocket>, String, bool));

const DESTINATION_FULL: i32 = ResultCode::DestinationCapacity.number();
const CANCELLED: i32 = ResultCode::Cancelled.number();
const NOT_AUTHORIZED: i32 = ResultCode::NotAuthorized.number();

fn read(message: &GetReply) -> Result<Control, String> {
    let descriptor = &message.descriptor;
    if descriptor.backout_count > BACKOUTS_MAX {
        return Err(format!(
            "it was backed out {} times",
            descriptor.backout_count
        ));
    }
    let order = ByteOrder::from_encoding(descriptor.encoding);
    Control::decode(&message.body, order).map_err(|error| error.to_string())
}
