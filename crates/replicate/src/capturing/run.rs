//! The program's loop.

use super::begin::{Changed, Options, begin};
use super::queues::{NotPut, Queues};
use super::room::{Room, SAME_TRIES};
use crate::capture::{
    Capture, Definitions, Event, OnError, Order, Settings, Stop, Subscription, UnitLimits,
};
use crate::fault;
use crate::message::{APPLIED, Lsn, State};
use crate::pgoutput::Frame;
use crate::source::{Came, Parameters, SendQueue, Source, StartMode, Stream};
use crate::trouble::Trouble;
use ferromq_mqi::Reason;
use ferromq_mqi::generated::notices::{
    FMQ0400, FMQ0413, FMQ0415, FMQ0416, FMQ0417, FMQ0418, FMQ0419, FMQ0421, FMQ0423, FMQ0424,
    FMQ0446, FMQ0462,
};
use ferromq_mqi::session::{Connected, MqError, Session};
use std::collections::BTreeMap;
use std::time::Duration;

/// Nothing is waited for longer, so that signals of the system and commands are heard.
const WAIT_MS_MAX: u64 = 200;
/// The administration queue is looked at so often.
const COMMAND_MS: u64 = 500;
/// The source hears from capture so often, whatever happens.
const CONFIRM_MS: u64 = 5_000;
/// Apply is asked so often how far it is, where that is waited for.
const ASK_MS: u64 = 60_000;
/// Somebody who rests looks so often.
const REST_MS: u64 = 50;
/// A transaction with a signal is to be visible so soon after it is in the log; capture begins again else. The source, which expects to
/// hear from capture, is not answered meanwhile.
const VISIBLE_MS: u64 = 3_000;
/// So often it is looked.
const VISIBLE_PAUSE_MS: u64 = 5;
/// A pause after a full queue grows to this.
const FULL_PAUSE_MS_MAX: u64 = 5_000;
/// So long after a time everything that was committed until then is in the log.
const CLOCK_MARGIN_US: i64 = 1_000_000;
/// Between 1970 and 2000.
const UNIX_TO_SOURCE_S: i64 = 946_684_800;

/// What time it is.
pub trait Clock {
    /// Milliseconds since some time, which never go back.
    fn now_ms(&self) -> u64;
    /// Microseconds since 1970.
    fn wall_us(&self) -> u64;
    /// Pauses.
    fn sleep_ms(&self, ms: u64);
}

/// Where lines for the operator go.
pub type Tell<'a> = &'a mut dyn FnMut(&str);

/// See the module.
pub struct Program<'a, C> {
    pub(super) queues: Queues<C>,
    pub(super) source: Source,
    stream: Stream,
    pub(super) capture: Capture,
    pub(super) parameters: Parameters,
    pub(super) send: Vec<SendQueue>,
    clock: &'a dyn Clock,
    /// When the first was done of what it is there for: both the source and the queue manager have answered.
    works_since_ms: Option<u64>,
    confirmed_ms: u64,
    commanded_ms: u64,
    pub(super) monitored_ms: u64,
    pub(super) pruned_ms: u64,
    pub(super) lag: u64,
    pub(super) warned_lag: bool,
    pub(super) stops: bool,
    /// A command has said so: it holds also where capture begins again meanwhile.
    pub(super) is_told_to_stop: bool,
    /// That was while there was no room for what was to be put, which is left to the source.
    gives_up: bool,
    /// Nothing is read until somebody says so; the source keeps its log.
    pub(super) rests: bool,
    /// How far it is to be read, and what then.
    pub(super) upto: Option<UpTo>,
    /// What is waited for since that is read.
    pub(super) awaits: Option<Awaits>,
    /// By the number of the map, the last message that apply has said is applied.
    pub(super) applied: BTreeMap<u32, u64>,
    /// What was said on the command line.
    pub(super) options: Options,
    /// How large units of work may be.
    room: Room,
    /// What commands have changed since.
    pub(super) changed: Changed,
    /// What came and is not to be taken yet.
    held: Option<Vec<u8>>,
}

/// What commands have said. A program that begins again after a trouble that passes goes on with it.
#[derive(Clone, Debug, Default)]
pub struct ResumeState {
    /// A program has begun before, so that a cold start is done.
    has_begun: bool,
    rests: bool,
    stops: bool,
    upto: Option<UpTo>,
    awaits: Option<Awaits>,
    room: Room,
    changed: Changed,
}

/// How far the log is to be read before something is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct UpTo {
    pub(super) limit: Limit,
    /// The program ends then; else it rests.
    pub(super) ends: bool,
    /// What is waited for before it ends.
    pub(super) after: Option<After>,
}

/// Where what was put has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum After {
    /// No transmission queue here has anything.
    Sent,
    /// At the target.
    Applied,
}

impl std::fmt::Display for After {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Sent => "sent",
            Self::Applied => "applied",
        })
    }
}

/// All that was to be read is on the queues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Awaits {
    pub(super) after: After,
    /// The program ends then.
    ends: bool,
    /// When apply was asked last.
    asked_ms: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limit {
    /// All that was committed in front of this.
    Lsn(u64),
    /// All that was committed until then.
    Time {
        /// Microseconds since 2000.
        time_us: i64,
        /// Nothing behind this was committed until then. It is known once that time is over at the source.
        end_lsn: Option<u64>,
    },
}

impl<C> std::fmt::Debug for Program<'_, C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Program")
            .field("capture", &self.capture)
            .finish_non_exhaustive()
    }
}

/// Definitions are looked up where they are kept, and whether this publication has their tables.
struct Catalog<'a>(&'a mut Source, &'a str, &'a dyn Clock);

impl Definitions for Catalog<'_> {
    fn await_visible(&mut self, xid: u32) -> Result<(), String> {
        let began_ms = self.2.now_ms();
        loop {
            match self.0.is_in_progress(xid) {
                Ok(false) => return Ok(()),
                Ok(true) => {}
                Err(trouble) => return Err(trouble.line),
            }
            // A source that waits for a standby may take long.
            if self.2.now_ms().saturating_sub(began_ms) >= VISIBLE_MS {
                let problem = format!(
                    "transaction {xid} is in its log with a signal, and other sessions do not see it yet, as while it waits for a synchronous standby"
                );
                return Err(FMQ0417.line(&[&problem]));
            }
            self.2.sleep_ms(VISIBLE_PAUSE_MS);
        }
    }

    fn subscription(&mut self, name: &str) -> Result<Option<Subscription>, String> {
        let found = self.0.subscriptions(Some(name));
        let found = found.map_err(|trouble| trouble.line)?;
        Ok(found.into_iter().next().map(|(one, _)| one))
    }

    fn unpublished(&mut self, subscription: &Subscription) -> Result<Option<String>, String> {
        let found = self.0.check_publication(self.1, &[subscription]);
        match found {
            Ok(unpublished) => Ok(unpublished.into_iter().next().map(|it| it.line)),
            Err(trouble) => Err(trouble.line),
        }
    }
}

impl<'a, C: Connected> Program<'a, C> {
    /// Begins: the restart queue is this program's alone from here on, and the stream is open.
    ///
    /// # Errors
    /// Why not: the notices of `docs/manual/replication.md`, "When capture does not start".
    pub fn start(
        session: Session<C>,
        q_mgr: &str,
        mut source: Source,
        (options, resumed): (&Options, &ResumeState),
        clock: &'a dyn Clock,
        tell: Tell<'_>,
    ) -> Result<Self, Trouble> {
        let mut parameters = source.parameters()?;
        options.apply(&mut parameters);
        resumed.changed.apply(&mut parameters);
        // A cold start is not repeated where source or queue manager were away for a moment, whether the command line or the control tables ask for it: what was committed
        // since would be passed over.
        if resumed.has_begun && parameters.start_mode == StartMode::Cold {
            parameters.start_mode = StartMode::WarmNs;
        }
        let (restart_q, admin_q) = (&parameters.restart_q, &parameters.admin_q);
        let mut queues = Queues::open(session, q_mgr, restart_q, admin_q)?;
        let now_s = clock.wall_us() / 1_000_000;
        let beginning = begin(&mut queues, &mut source, &parameters, now_s)?;
        queues.open_send(&beginning.queues)?;
        let now_ms = clock.now_ms();
        let unit = limits(&parameters, queues.messages_max, resumed.room.bytes_max);
        let settings = Settings {
            publication: parameters.publication.clone(),
            control_schema: source.schema().to_owned(),
            maps: beginning.queues.iter().map(|one| one.map.clone()).collect(),
            unit,
        };
        let definitions = beginning.subscriptions.into_iter();
        let definitions = definitions.map(|(one, _)| one).collect();
        let capture = Capture::new(settings, beginning.restart, definitions, now_ms)
            .map_err(|stop| Trouble::lasting(&FMQ0413, &[&stop]))?;
        for unpublished in &beginning.unpublished {
            tell(&unpublished.line);
            source.trace("ERROR", &unpublished.line)?;
        }
        for (word, names) in [
            ("CAPSTOP", &beginning.unwanted),
            ("CAPSTART", &beginning.wanted),
        ] {
            for name in names {
                source.insert_signal(word, name)?;
            }
        }
        let active = capture.subscriptions().iter();
        let active = active.filter(|mark| mark.state != State::Inactive).count();
        let line = FMQ0400.line(&[
            &source.schema(),
            &parameters.slot,
            &Lsn(capture.start_lsn()),
            &capture.restart().epoch,
            &active,
        ]);
        tell(&line);
        source.trace("INFO", &line)?;
        Ok(Self {
            queues,
            source,
            stream: beginning.stream,
            capture,
            parameters,
            send: beginning.queues,
            clock,
            works_since_ms: None,
            confirmed_ms: now_ms,
            commanded_ms: now_ms,
            monitored_ms: now_ms,
            pruned_ms: now_ms,
            lag: 0,
            warned_lag: false,
            stops: resumed.stops,
            is_told_to_stop: resumed.stops,
            gives_up: false,
            rests: resumed.rests,
            upto: resumed.upto,
            awaits: resumed.awaits,
            applied: BTreeMap::new(),
            options: options.clone(),
            room: resumed.room,
            changed: resumed.changed.clone(),
            held: None,
        })
    }

    /// What commands have said, for the program that goes on after this one.
    #[must_use]
    pub fn resume_state(&self) -> ResumeState {
        ResumeState {
            has_begun: true,
            rests: self.rests,
            // Else a signal may have said so, which comes again.
            stops: self.is_told_to_stop,
            upto: self.upto,
            awaits: self.awaits.map(|it| Awaits {
                asked_ms: None,
                ..it
            }),
            room: self.room,
            changed: self.changed.clone(),
        }
    }

    /// Captures until it is asked to end.
    ///
    /// # Errors
    /// Why it cannot go on. What was put and not committed is backed out; the restart message says what is on the queues.
    pub fn run(&mut self, ends: &dyn Fn() -> bool, tell: Tell<'_>) -> Result<(), Trouble> {
        match self.work(ends, tell) {
            // Nothing of it is on the queues, and the source sends it again.
            Err(trouble) if self.gives_up => {
                tell(&trouble.line);
                self.say_goodbye(tell)
            }
            ended => ended.map_err(|trouble| trouble.after(self.worked())),
        }
    }

    fn worked(&self) -> Duration {
        let since_ms = self.works_since_ms;
        let worked_ms = since_ms.map(|since_ms| self.clock.now_ms().saturating_sub(since_ms));
        Duration::from_millis(worked_ms.unwrap_or(0))
    }

    fn note_works(&mut self) {
        self.works_since_ms
            .get_or_insert_with(|| self.clock.now_ms());
    }

    fn work(&mut self, ends: &dyn Fn() -> bool, tell: Tell<'_>) -> Result<(), Trouble> {
        let mut idle = false;
        let mut quiet_since = None;
        loop {
            let now_ms = self.clock.now_ms();
            if self.rests {
                self.house(now_ms, tell)?;
                if ends() || self.stops {
                    return self.end(ends, tell);
                }
                if self.rests {
                    self.clock.sleep_ms(REST_MS);
                }
                continue;
            }
            let wait = if idle {
                self.capture
                    .due_ms()
                    .saturating_sub(now_ms)
                    .min(WAIT_MS_MAX)
            } else {
                0
            };
            let came = match self.held.take() {
                Some(frame) => Came::Frame(frame),
                None => self.stream.next(Duration::from_millis(wait))?,
            };
            let more = match came {
                Came::Frame(frame) if self.is_beyond(&frame) => {
                    self.held = Some(frame);
                    self.reached(ends, tell)?;
                    continue;
                }
                Came::Frame(frame) => {
                    self.frame(&frame)?;
                    true
                }
                Came::Nothing => false,
            };
            if self.has_read_all() {
                self.reached(ends, tell)?;
                continue;
            }
            let now_ms = self.clock.now_ms();
            if self.capture.is_due(now_ms, more) {
                self.put(ends, tell)?;
            }
            // Housekeeping is done between messages, and not after each.
            if !more || now_ms.saturating_sub(self.commanded_ms) >= COMMAND_MS {
                self.house(now_ms, tell)?;
                if ends() || self.stops {
                    return self.end(ends, tell);
                }
            }
            // A transaction that is not complete waits for its rest, whole ones do not wait.
            idle = !more;
            if more {
                quiet_since = None;
            } else if self.parameters.autostop {
                let since = *quiet_since.get_or_insert(now_ms);
                if now_ms.saturating_sub(since) >= 1_000 && !self.capture.is_within() {
                    return self.end(ends, tell);
                }
            }
        }
    }

    /// Whether a frame begins a transaction that is not to be read any more.
    fn is_beyond(&self, frame: &[u8]) -> bool {
        let Some(UpTo {
            limit: Limit::Time { time_us, .. },
            ..
        }) = self.upto
        else {
            return false;
        };
        let Ok(Frame::Wal(wal)) = Frame::decode(frame) else {
            return false;
        };
        // A begin: the letter, its commit LSN, its commit time.
        let time = wal.data.get(9..17).and_then(|bytes| bytes.try_into().ok());
        let is_begin = wal.data.first() == Some(&b'B');
        is_begin && time.is_some_and(|bytes| i64::from_be_bytes(bytes) > time_us)
    }

    fn has_read_all(&self) -> bool {
        let Some(UpTo { limit, .. }) = self.upto else {
            return false;
        };
        let is_past = match limit {
            Limit::Lsn(lsn) => self.capture.read_lsn() >= lsn,
            Limit::Time { end_lsn, .. } => {
                end_lsn.is_some_and(|lsn| self.capture.read_lsn() >= lsn)
            }
        };
        is_past && !self.capture.is_within()
    }

    /// Where nothing is committed any more, the source's clock says that a time is over.
    fn look_at_clock(&mut self) -> Result<(), Trouble> {
        let Some(UpTo {
            limit:
                Limit::Time {
                    time_us,
                    end_lsn: end_lsn @ None,
                },
            ..
        }) = &mut self.upto
        else {
            return Ok(());
        };
        // A commit has its time a moment before its place in the log.
        if self.source.time_us("now")? > time_us.saturating_add(CLOCK_MARGIN_US) {
            *end_lsn = Some(self.source.end_lsn()?);
        }
        Ok(())
    }

    /// What was to be read is read.
    fn reached(&mut self, ends: &dyn Fn() -> bool, tell: Tell<'_>) -> Result<(), Trouble> {
        let Some(upto) = self.upto else {
            return Ok(());
        };
        // It is to be done still if that fails, and not if somebody has thought better of it meanwhile.
        self.put(ends, tell)?;
        if self.upto != Some(upto) {
            return Ok(());
        }
        self.upto = None;
        self.rests = true;
        self.awaits = upto.after.map(|after| Awaits {
            after,
            ends: upto.ends,
            asked_ms: None,
        });
        self.stops = upto.ends && self.awaits.is_none();
        self.is_told_to_stop = self.stops;
        let lsn = Lsn(self.capture.flushed_lsn());
        let what = if upto.ends { "stop" } else { "stopq" };
        tell(&FMQ0446.line(&[&what, &format!("everything up to {lsn} is on the queues")]));
        Ok(())
    }

    /// What is applied by somebody who says so.
    pub(super) fn applying(&self) -> impl Iterator<Item = &SendQueue> {
        self.send.iter().filter(|it| it.map.publishing.is_none())
    }

    /// Messages that wait here for channels.
    pub(super) fn unsent(&mut self) -> Result<i32, String> {
        let names: Vec<String> = self.send.iter().flat_map(SendQueue::queues).collect();
        let mut unsent = 0_i32;
        for name in names {
            unsent = unsent.saturating_add(self.queues.unsent(&name)?);
        }
        Ok(unsent)
    }

    /// Whether what was put is where it is to be.
    fn look_at_awaits(&mut self, now_ms: u64, tell: Tell<'_>) -> Result<(), Trouble> {
        let Some(mut awaits) = self.awaits else {
            return Ok(());
        };
        let is_there = match awaits.after {
            // What cannot be asked now is asked again.
            After::Sent => self.unsent().is_ok_and(|unsent| unsent == 0),
            After::Applied => {
                let asked = awaits.asked_ms;
                if asked.is_none_or(|at| now_ms.saturating_sub(at) >= ASK_MS) {
                    awaits.asked_ms = Some(now_ms);
                    self.beat(now_ms, true)?;
                }
                self.applying().all(|queue| {
                    let number = queue.map.number;
                    let applied = self.applied.get(&number).copied().unwrap_or(0);
                    // One that is stopped has nothing to wait for: nothing is put for it any more.
                    let last = self.capture.last_of(number);
                    last.is_none_or(|last| applied >= last)
                })
            }
        };
        self.awaits = (!is_there).then_some(awaits);
        if is_there {
            (self.stops, self.is_told_to_stop) = (awaits.ends, awaits.ends);
            let what = if awaits.ends { "stop" } else { "stopq" };
            let mut said = format!("everything that was put is {}", awaits.after);
            let stopped = self.applying().map(|queue| &queue.map);
            let stopped = stopped.filter(|map| self.capture.last_of(map.number).is_none());
            let stopped: Vec<&str> = stopped.map(|map| map.name.as_str()).collect();
            if awaits.after == After::Applied && !stopped.is_empty() {
                let names = stopped.join(", ");
                said.push_str(&format!(
                    ", but for what was put for maps that are stopped: {names}"
                ));
            }
            tell(&FMQ0446.line(&[&what, &said]));
        }
        Ok(())
    }

    /// Puts heartbeats that are due, or one for each map.
    fn beat(&mut self, now_ms: u64, all: bool) -> Result<(), Trouble> {
        let time_us = i64::try_from(self.clock.wall_us()).unwrap_or(i64::MAX);
        let time_us = time_us - UNIX_TO_SOURCE_S * 1_000_000;
        let beats = self.capture.heartbeats(now_ms, time_us, all);
        for beat in beats.unwrap_or_default() {
            self.queues
                .beat(&beat)
                .map_err(|error| super::failed(&self.queues.q_mgr, &error))?;
        }
        Ok(())
    }

    fn frame(&mut self, frame: &[u8]) -> Result<(), Trouble> {
        let now_ms = self.clock.now_ms();
        let garbled = |problem| Trouble::lasting(&FMQ0413, &[&problem]);
        match Frame::decode(frame).map_err(|why| garbled(Stop::from(why)))? {
            Frame::Wal(wal) => {
                let taken = self.capture.take(
                    wal.data,
                    now_ms,
                    &mut Catalog(&mut self.source, &self.parameters.publication, self.clock),
                );
                taken.map_err(|stop| match stop {
                    Stop::NoDefinition(line) => Trouble {
                        line,
                        ..Trouble::passing(&FMQ0417, &[&""])
                    },
                    stop => garbled(stop),
                })
            }
            Frame::KeepAlive {
                end_lsn,
                wants_reply,
                ..
            } => {
                self.capture.keepalive(end_lsn, now_ms);
                if wants_reply {
                    self.confirm()?;
                }
                Ok(())
            }
        }
    }

    fn confirm(&mut self) -> Result<(), Trouble> {
        self.confirmed_ms = self.clock.now_ms();
        let time_us = i64::try_from(self.clock.wall_us()).unwrap_or(i64::MAX);
        let time_us = time_us - UNIX_TO_SOURCE_S * 1_000_000;
        self.stream.confirm(self.capture.flushed_lsn(), time_us)
    }

    /// Puts the unit of work, and tries again while there is no room.
    fn put(&mut self, ends: &dyn Fn() -> bool, tell: Tell<'_>) -> Result<(), Trouble> {
        let before = self.room.tries;
        let mut tries = before;
        let bytes = loop {
            let unit = self.capture.unit();
            let (unit, restart) = unit.map_err(|stop| Trouble::lasting(&FMQ0413, &[&stop]))?;
            let bytes = unit.puts.iter().map(|put| put.body.len()).sum();
            match self.queues.put(unit, restart) {
                Ok(()) => break bytes,
                Err(not) => {
                    let messages = unit.puts.len();
                    if tries - before >= SAME_TRIES {
                        self.make_smaller(&not, (messages, bytes), tries)?;
                    }
                    self.not_put(&not, messages, tries, ends, tell)?;
                    tries += 1;
                }
            }
        };
        fault::at("K4");
        self.note_works();
        self.capture.committed(self.clock.now_ms());
        if self.capture.restart().cut.is_some() {
            fault::at("K6");
        }
        if self.room.went_through(bytes, self.parameters.unit().bytes) {
            self.use_limits();
        }
        self.tell_events(tell)?;
        self.confirm()?;
        fault::at("K5");
        Ok(())
    }

    fn not_put(
        &mut self,
        not: &NotPut,
        messages: usize,
        tries: u32,
        ends: &dyn Fn() -> bool,
        tell: Tell<'_>,
    ) -> Result<(), Trouble> {
        self.capture.backed_out();
        if is_gone(&not.error) {
            // How it ended is not known, or does not matter: the restart message will say.
            return Err(super::failed(&self.queues.q_mgr, &not.error));
        }
        if not.error.reason == Reason::SYNCPOINT_LIMIT_REACHED {
            // The limit was lowered since.
            return Err(super::failed(&self.queues.q_mgr, &not.error));
        }
        let is_full = is_full(&not.error);
        let passes = is_full && tries < self.parameters.full_retries;
        if passes && !ends() && !self.is_told_to_stop {
            if tries == 0 {
                self.lag = self
                    .source
                    .slot_lag(&self.parameters.slot)
                    .unwrap_or(self.lag);
                let line = FMQ0418.line(&[&messages, &self.lag, &not.error]);
                tell(&line);
            }
            let delay = self.parameters.full_delay_ms << tries.min(16);
            return self.pause(
                delay.min(FULL_PAUSE_MS_MAX.max(self.parameters.full_delay_ms)),
                ends,
                tell,
            );
        }
        self.gives_up = is_full && self.is_told_to_stop;
        if ends() || self.gives_up {
            return Err(super::failed(&self.queues.q_mgr, &not.error));
        }
        let Some(map) = not.map else {
            return Err(super::failed(&self.queues.q_mgr, &not.error));
        };
        let name = self
            .send
            .get(map)
            .map_or("", |queue| &queue.map.name)
            .to_owned();
        if is_too_long(&not.error) {
            let trouble = Trouble::lasting(&FMQ0421, &[&not.bytes, &name, &not.error]);
            if self.capture.on_error(map) == OnError::StopProgram {
                return Err(trouble);
            }
            tell(&trouble.line);
        }
        if self.capture.on_error(map) == OnError::StopProgram {
            return Err(Trouble::lasting(&FMQ0419, &[&name, &not.error]));
        }
        let line = FMQ0419.line(&[&name, &not.error]);
        tell(&line);
        self.capture.stop_map(map, &line);
        Ok(())
    }

    /// Has the program begin anew with smaller units of work, where the log of the queue manager may never have room for one like this: a unit stays as it is.
    fn make_smaller(
        &mut self,
        not: &NotPut,
        (messages, bytes): (usize, usize),
        tries: u32,
    ) -> Result<(), Trouble> {
        let is_for_log = matches!(
            not.error.reason,
            Reason::RESOURCE_PROBLEM | Reason::BACKED_OUT
        );
        // The last try is for `ERROR_ACTION`.
        if !is_for_log || tries >= self.parameters.full_retries {
            return Ok(());
        }
        let Some(most) = self.room.smaller(messages, bytes, tries) else {
            return Ok(());
        };
        self.capture.backed_out();
        let q_mgr = &self.queues.q_mgr;
        Err(Trouble::passing(
            &FMQ0462,
            &[q_mgr, &messages, &bytes, &not.error, &most],
        ))
    }

    pub(super) fn use_limits(&mut self) {
        let (messages_max, bytes_max) = (self.queues.messages_max, self.room.bytes_max);
        let unit = limits(&self.parameters, messages_max, bytes_max);
        self.capture.set_unit_limits(unit);
    }

    /// Pauses; the source goes on hearing that somebody is there, and whoever asks is answered.
    fn pause(&mut self, ms: u64, ends: &dyn Fn() -> bool, tell: Tell<'_>) -> Result<(), Trouble> {
        let until_ms = self.clock.now_ms() + ms;
        while self.clock.now_ms() < until_ms && !ends() && !self.is_told_to_stop {
            self.clock.sleep_ms(50.min(ms));
            let now_ms = self.clock.now_ms();
            if now_ms.saturating_sub(self.confirmed_ms) >= CONFIRM_MS {
                self.confirm()?;
            }
            if now_ms.saturating_sub(self.commanded_ms) >= COMMAND_MS {
                self.commanded_ms = now_ms;
                self.take_commands(tell)?;
            }
        }
        Ok(())
    }

    /// Carries out what is on the administration queue.
    fn take_commands(&mut self, tell: Tell<'_>) -> Result<(), Trouble> {
        while let Some(came) = self.queues.command()? {
            let answer = self.command(&came.text);
            // Apply says how far it is often.
            if !came.text.starts_with(APPLIED) {
                tell(&FMQ0446.line(&[&came.text, &answer.lines().next().unwrap_or_default()]));
            }
            self.queues.done(&came, &answer)?;
        }
        Ok(())
    }

    /// What is done now and then.
    fn house(&mut self, now_ms: u64, tell: Tell<'_>) -> Result<(), Trouble> {
        self.beat(now_ms, false)?;
        if now_ms.saturating_sub(self.confirmed_ms) >= CONFIRM_MS {
            self.confirm()?;
        }
        if now_ms.saturating_sub(self.commanded_ms) >= COMMAND_MS {
            self.commanded_ms = now_ms;
            self.take_commands(tell)?;
            self.look_at_clock()?;
            self.look_at_awaits(now_ms, tell)?;
            self.monitor(now_ms, tell)?;
            self.note_works();
        }
        self.tell_events(tell)
    }

    fn tell_events(&mut self, tell: Tell<'_>) -> Result<(), Trouble> {
        for event in self.capture.events() {
            match event {
                Event::Subscription(state) => {
                    let line = match (state.state, state.notice) {
                        (State::Inactive, 1..) => {
                            FMQ0416.line(&[&state.subscription, &state.reason])
                        }
                        (state_now, _) => {
                            let word = match state_now {
                                State::Active => "active",
                                State::Load => "active, and to be loaded",
                                State::Inactive => "inactive",
                            };
                            FMQ0423.line(&[&state.subscription, &word])
                        }
                    };
                    tell(&line);
                    self.source.note_state(&state)?;
                    self.source.trace("INFO", &line)?;
                }
                Event::Signal(answered) => {
                    let word = match (&answered.signal.order, &answered.refused) {
                        (_, Some(_)) => "F",
                        _ => "C",
                    };
                    if let Some(problem) = &answered.refused {
                        let line = FMQ0446.line(&[&order(&answered.signal.order), problem]);
                        tell(&line);
                        self.source.trace("WARNING", &line)?;
                    } else if let Order::LoadDone(name) = &answered.signal.order {
                        self.source.note_letter(name, "A", "")?;
                        tell(&FMQ0423.line(&[name, &"loaded"]));
                    }
                    if let Some(time) = &answered.signal.time {
                        self.source.answer_signal(time, word, answered.lsn)?;
                    }
                }
                Event::NewColumns(subscription, columns) => {
                    let line = FMQ0415.line(&[&subscription, &columns]);
                    tell(&line);
                    self.source.trace("WARNING", &line)?;
                }
                Event::End => self.stops = true,
            }
        }
        Ok(())
    }

    /// Ends in good order: what is there is put.
    fn end(&mut self, ends: &dyn Fn() -> bool, tell: Tell<'_>) -> Result<(), Trouble> {
        if !self.capture.is_within() {
            self.put(ends, tell)?;
        }
        self.confirm()?;
        self.stops = true;
        self.say_goodbye(tell)
    }

    fn say_goodbye(&mut self, tell: Tell<'_>) -> Result<(), Trouble> {
        let line = FMQ0424.line(&[&self.source.schema(), &Lsn(self.capture.flushed_lsn())]);
        tell(&line);
        self.source.trace("INFO", &line)
    }

    /// Gives up the connection to the queue manager.
    ///
    /// # Errors
    /// MQDISC failed; the connection is gone all the same.
    pub fn disconnect(self) -> Result<(), Trouble> {
        self.queues.end()
    }
}

/// When units of work end: by the parameters, and what the queue manager takes.
fn limits(parameters: &Parameters, messages_max: usize, bytes_max: Option<usize>) -> UnitLimits {
    let unit = parameters.unit();
    UnitLimits {
        messages: unit.messages.min(messages_max),
        bytes: unit.bytes.min(bytes_max.unwrap_or(usize::MAX)),
        ..unit
    }
}

fn order(order: &Order) -> String {
    match order {
        Order::Start(name) => format!("CAPSTART {name}"),
        Order::Stop(name) => format!("CAPSTOP {name}"),
        Order::LoadDone(name) => format!("LOADDONE {name}"),
        Order::Again(name) => format!("REINIT_SUB {name}"),
        Order::End => "STOP".to_owned(),
        Order::Unknown(text) => text.clone(),
    }
}

/// There is no room now; there may be in a while.
fn is_full(error: &MqError) -> bool {
    matches!(
        error.reason,
        Reason::Q_FULL
            | Reason::Q_SPACE_NOT_AVAILABLE
            | Reason::STORAGE_MEDIUM_FULL
            | Reason::RESOURCE_PROBLEM
            | Reason::STORAGE_NOT_AVAILABLE
            | Reason::PUT_INHIBITED
            | Reason::BACKED_OUT
    )
}

fn is_gone(error: &MqError) -> bool {
    matches!(
        error.reason,
        Reason::CONNECTION_BROKEN
            | Reason::Q_MGR_NOT_AVAILABLE
            | Reason::Q_MGR_QUIESCING
            | Reason::Q_MGR_STOPPING
            | Reason::CONNECTION_QUIESCING
            | Reason::CONNECTION_STOPPING
            | Reason::UNEXPECTED_ERROR
    )
}

fn is_too_long(error: &MqError) -> bool {
    matches!(
        error.reason,
        Reason::MSG_TOO_BIG_FOR_Q | Reason::MSG_TOO_BIG_FOR_Q_MGR | Reason::MSG_TOO_BIG_FOR_CHANNEL
    )
}
