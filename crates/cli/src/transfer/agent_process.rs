//! The process of an agent: it holds the agent's lock, keeps a log, connects, works, and connects again.

use super::agent_place::AgentPlace;
use super::bridge::BridgeServers;
use super::clock::now_ms;
use super::event_log::EventLog;
use super::observing::agent::Observing;
use super::observing::traced_files::TracedFiles;
use super::observing::tracing::TracedRoad;
use super::place::START_UP;
use super::way::NotConnected;
use crate::failure::Failure;
use crate::supervisor::notify;
use ferromq_bridge::Bridge;
use ferromq_mqi::Reason;
use ferromq_mqi::session::{self, MqError, Session};
use ferromq_transfer::agent::{
    Agent, AgentSettings, Files, Sandboxes, Standby, StandbySettings, SystemFiles, SystemPrograms,
    Turn,
};
use ferromq_transfer::generated::notices::{
    BFGAG9500, BFGAG9501, BFGAG9502, BFGAG9520, BFGAG9521, BFGAG9534, BFGAG9535, BFGBR9503,
    BFGBR9504, BFGMQ1041, BFGMQ9500, BFGSS9500, BFGSS9501, BFGSS9502,
};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGUSR1};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};

/// A wait is no longer than this, so that signals are heard.
const WAIT_MS_MAX: u64 = 500;

/// One that waits to take over looks for signals so often.
const WAIT_STANDBY_MS_MAX: u64 = 100;

type AnyRoad = Box<dyn session::Connected>;

/// What signals ask for.
pub(super) struct Asked {
    /// End when what runs has ended.
    stop: Arc<AtomicBool>,
    /// End now.
    end: Arc<AtomicBool>,
}

impl Asked {
    pub(super) fn listen() -> Result<Self, Failure> {
        let asked = Self {
            stop: Arc::default(),
            end: Arc::default(),
        };
        let flags = [
            (SIGUSR1, &asked.stop),
            (SIGTERM, &asked.end),
            (SIGINT, &asked.end),
            (SIGHUP, &asked.end),
        ];
        for (signal, flag) in flags {
            signal_hook::flag::register(signal, Arc::clone(flag))
                .map_err(|error| Failure::io("signals", &error))?;
        }
        Ok(asked)
    }

    pub(super) fn ends(&self) -> bool {
        self.end.load(Ordering::Relaxed)
    }

    pub(super) fn stops(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Works until it is asked to end. The agent's lock is held.
pub(super) fn work(place: &AgentPlace, log: &mut EventLog) -> Result<u8, Failure> {
    // Many files are open while they are written, and queues and links besides.
    ferromq_base::descriptors::raise_limit();
    let asked = Asked::listen()?;
    let settings = place.settings()?;
    let observing = Observing::of(place)?;
    log.set_tracing(observing.tracing());
    observing.listen(place, log);
    let bridge = match place.is_bridge() {
        true => Some(BridgeServers::of(place, Arc::new(observing.clone()))?),
        false => None,
    };
    if let Some(problem) = bridge.as_ref().and_then(BridgeServers::problem) {
        log.line(&problem);
    }
    let kept = bridge.clone().map(Bridge::new);
    let retry = Duration::from_secs(place.properties.agent_q_mgr_retry_interval_s());
    log.line(&BFGAG9500.line(&[&settings.agent, &env!("CARGO_PKG_VERSION")]));
    let mut told = String::new();
    loop {
        let road = connect(place, &settings);
        let road =
            road.map(|road| -> AnyRoad { Box::new(TracedRoad::new(road, observing.tracing())) });
        let served = road.and_then(|road| match (&bridge, &kept) {
            (Some(bridge), Some(kept)) => {
                let files = TracedFiles::new(kept.files(), observing.tracing());
                let place = (place, Some(bridge), &observing);
                serve(road, files, place, &settings, &asked, log)
            }
            _ => {
                let files = TracedFiles::new(SystemFiles::new(), observing.tracing());
                let place = (place, None, &observing);
                serve(road, files, place, &settings, &asked, log)
            }
        });
        if matches!(served, Err(Trouble::Passing(_) | Trouble::Lasting(_))) {
            observing.tracing().trouble();
        }
        match served {
            Ok(()) => break,
            Err(Trouble::Passing(text)) => {
                // Once for each thing that is wrong, not each time it is tried.
                if text != told {
                    log.line(&text);
                    told = text;
                }
            }
            // Another one that waited was faster: this one waits for that one now.
            Err(Trouble::Outrun) => continue,
            Err(Trouble::Lasting(text)) => {
                log.line(&text);
                return Err(Failure::text(format!("{text}\n"), START_UP));
            }
        }
        let began = Instant::now();
        while began.elapsed() < retry && !asked.ends() && !asked.stops() {
            std::thread::sleep(Duration::from_millis(100));
        }
        if asked.ends() || asked.stops() {
            break;
        }
    }
    notify("STOPPING=1");
    log.line(&BFGAG9501.line(&[]));
    Ok(0)
}

/// Why an agent does not go on.
enum Trouble {
    /// It may in a while.
    Passing(String),
    /// It cannot.
    Lasting(String),
    /// Another instance has begun to work.
    Outrun,
}

fn connect(place: &AgentPlace, settings: &AgentSettings) -> Result<AnyRoad, Trouble> {
    let program = format!("fteAgent {}", settings.agent);
    let retry_s = place.properties.agent_q_mgr_retry_interval_s();
    place
        .way()
        .connect(&program, None, true)
        .map_err(|why| match why {
            NotConnected::Here(failure) => Trouble::Passing(failure.words().trim_end().to_owned()),
            NotConnected::There(failure) if failure.reason == Reason::NOT_AUTHORIZED => {
                Trouble::Passing(BFGMQ1041.line(&[&settings.q_mgr, &failure, &retry_s]))
            }
            NotConnected::There(failure) => {
                Trouble::Passing(BFGMQ9500.line(&[&settings.q_mgr, &failure, &retry_s]))
            }
        })
}

/// The file of sandboxes, which is read again when it has changed.
struct Reloading {
    interval: Option<Duration>,
    looked: Instant,
    /// When it was changed last, and its length.
    state: Option<(SystemTime, u64)>,
}

impl Reloading {
    fn new(place: &AgentPlace) -> Self {
        let seconds = place.properties.xml_config_reload_interval_s();
        let interval = u64::try_from(seconds).ok().map(Duration::from_secs);
        let is_used = place.properties.user_sandboxes();
        Self {
            interval: interval.filter(|_| is_used),
            looked: Instant::now(),
            state: Self::state(place),
        }
    }

    fn state(place: &AgentPlace) -> Option<(SystemTime, u64)> {
        let metadata = std::fs::metadata(place.sandboxes_path()).ok()?;
        Some((metadata.modified().ok()?, metadata.len()))
    }

    /// New sandboxes; what is wrong with them, once for each change.
    fn look(&mut self, place: &AgentPlace) -> Result<Option<Sandboxes>, String> {
        if self
            .interval
            .is_none_or(|interval| self.looked.elapsed() < interval)
        {
            return Ok(None);
        }
        self.looked = Instant::now();
        let state = Self::state(place);
        if state == self.state {
            return Ok(None);
        }
        self.state = state;
        let read = place.sandboxes();
        read.map(Some)
            .map_err(|failure| failure.words().trim_end().to_owned())
    }
}

/// The files of a bridge, which are read again when they have changed.
struct ReloadingServers<'a> {
    servers: &'a BridgeServers,
    interval: Option<Duration>,
    looked: Instant,
    state: Vec<Option<(SystemTime, u64)>>,
}

impl<'a> ReloadingServers<'a> {
    fn new(place: &AgentPlace, servers: &'a BridgeServers) -> Self {
        let seconds = place.properties.xml_config_reload_interval_s();
        Self {
            servers,
            interval: u64::try_from(seconds).ok().map(Duration::from_secs),
            looked: Instant::now(),
            state: servers.state(place),
        }
    }

    fn look(&mut self, place: &AgentPlace, tell: &mut dyn FnMut(&str)) {
        let Some(interval) = self.interval else {
            return;
        };
        if self.looked.elapsed() < interval {
            return;
        }
        self.looked = Instant::now();
        let state = self.servers.state(place);
        if state == self.state {
            return;
        }
        let path = place.directory().join(super::bridge::PROPERTIES);
        match self.servers.read(place) {
            Ok(()) => tell(&BFGBR9503.line(&[&path.display()])),
            Err(failure) => {
                let problem = failure.words();
                tell(&BFGBR9504.line(&[&path.display(), &problem.trim_end()]));
            }
        }
        if let Some(problem) = self.servers.problem() {
            tell(&problem);
        }
        self.state = self.servers.state(place);
    }
}

/// Works over one connection. `Ok`: it was asked to end.
fn serve<F: Files>(
    road: AnyRoad,
    files: F,
    (place, bridge, observing): (&AgentPlace, Option<&BridgeServers>, &Observing),
    settings: &AgentSettings,
    asked: &Asked,
    log: &mut EventLog,
) -> Result<(), Trouble> {
    let trouble = |error: MqError| match error.reason {
        Reason::UNKNOWN_OBJECT_NAME | Reason::NOT_AUTHORIZED => {
            Trouble::Lasting(BFGSS9500.line(&[&error]))
        }
        Reason::OBJECT_IN_USE if settings.highly_available => Trouble::Outrun,
        Reason::OBJECT_IN_USE => Trouble::Passing(BFGSS9501.line(&[&error, &settings.agent])),
        _ => Trouble::Passing(BFGSS9502.line(&[&error])),
    };
    let mut tell = |line: &str| log.line(line);
    let mut session = Session::new(road);
    if let Some(standby) = place.standby() {
        match wait_for_turn(
            Standby::new(session, standby.clone()),
            &standby,
            asked,
            &mut tell,
        ) {
            Ok(Some(free)) => session = free,
            Ok(None) => return Ok(()),
            Err(error) => return Err(trouble(error)),
        }
    }
    let mut agent =
        Agent::start(session, files, settings.clone(), now_ms(), &mut tell).map_err(trouble)?;
    let programs = SystemPrograms::new(&settings.command_path, settings.command_output_bytes_max);
    agent.set_programs(programs.with_variables(&settings.command_variables));
    agent.set_observer(observing.clone());
    tell(&BFGAG9502.line(&[&settings.agent, &settings.q_mgr]));
    notify("READY=1");
    let mut sandboxes = Reloading::new(place);
    let mut servers = bridge.map(|bridge| ReloadingServers::new(place, bridge));
    loop {
        observing.changes().iter().for_each(|line| tell(line));
        if let Some(servers) = &mut servers {
            servers.look(place, &mut tell);
        }
        match sandboxes.look(place) {
            Ok(None) => {}
            Ok(Some(new)) => {
                agent.set_sandboxes(new);
                tell(&BFGAG9520.line(&[&place.sandboxes_path().display()]));
            }
            Err(text) => tell(&BFGAG9521.line(&[&text])),
        }
        if asked.stops() {
            agent.stop();
        }
        if asked.ends() || agent.is_to_end() || agent.has_stopped() {
            return agent.end(now_ms(), &mut tell).map_err(trouble);
        }
        match agent.turn(now_ms(), &mut tell).map_err(trouble)? {
            Turn::Busy => {}
            Turn::Idle { until_ms } => {
                let most_ms = until_ms.saturating_sub(now_ms()).min(WAIT_MS_MAX);
                agent.wait(most_ms).map_err(trouble)?;
            }
        }
    }
}

/// Waits until no other instance of the agent works. None: it was asked to end.
fn wait_for_turn(
    mut standby: Standby<AnyRoad>,
    settings: &StandbySettings,
    asked: &Asked,
    tell: &mut dyn FnMut(&str),
) -> Result<Option<Session<AnyRoad>>, MqError> {
    let mut waits = false;
    loop {
        if asked.ends() || asked.stops() {
            standby.end()?;
            return Ok(None);
        }
        let until_ms = match standby.turn(now_ms())? {
            Ok(()) => {
                if waits {
                    tell(&BFGAG9535.line(&[&settings.agent]));
                }
                return Ok(Some(standby.into_session()));
            }
            Err(until_ms) => until_ms,
        };
        if !std::mem::replace(&mut waits, true) {
            tell(&BFGAG9534.line(&[&settings.agent, &(settings.poll_ms / 1_000)]));
            notify("READY=1");
        }
        let most_ms = until_ms.saturating_sub(now_ms()).min(WAIT_STANDBY_MS_MAX);
        std::thread::sleep(Duration::from_millis(most_ms));
    }
}
