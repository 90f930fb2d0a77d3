//! A queue manager that several threads use at the same time, in an order a seed decides.
//!
//! Programs put, publish, get, browse, commit and back out, operators alter and clear, somebody keeps house, and the power goes at any
//! point. Each thread runs alone until it comes to a yield point (`ferromq_base::schedule`). Every verb is written down with
//! the moments it began and was answered ([`history`]); no model follows along, but [`judge`] asks of the whole what must hold
//! whatever happened at the same time:
//!
//! * what was answered as put for good is there once, until somebody got it or a clear took it; what was backed out never is;
//! * what anybody saw outlives a crash; a unit of work in flight at a crash happened as a whole or not at all;
//! * a get takes the first message that stood there all the while, by priority and by the order of puts, and finds one if there is one;
//! * selectors show what they select, those who cooperate in browsing are not shown what another one has marked, and queues
//!   programs make for themselves have what they put and go with them;
//! * a group is begun when all of it is there, by one program, which gets all of it in order; one that is there as a whole is found;
//! * a message that is to be delivered later is seen by nobody before it is due, and is on its queue when all that is due was delivered;
//! * who takes part in a unit of work, and has its commit wait or refuses it, hears how it ended before the program does, and once;
//! * a report of arrival is there if its message was put for good, once, and as long, on the dead-letter queue if its own is not there;
//!   one of delivery if its message was got for good; what is put by the name of an alias or of a queue elsewhere is on the queue that
//!   leads to;
//! * a user an operator lets put is let in, one who is forbidden is refused and puts nothing, from when the operator was answered;
//! * all of that holds of a queue whose messages another engine keeps, which answers later;
//! * depths are what can be browsed, trigger messages are as many as were due, what operators altered stays altered.
//!
//! Programs are embedded, or most of them are clients ([`Roads`]): they speak through the client's end of sockets (`ferromq_client::socket`), over a
//! network that delays, splits and cuts ([`network`]), with channels (`ferromq_channel`) that event loops serve ([`channels`]). The
//! same is asked of what they are told. Some of their units of work, and in some runs of programs of the queue manager's process, are branches of
//! transactions ([`branch`]): they prepare and decide them, in one phase or in two, and what they leave in doubt a coordinator finds and decides
//! ([`coordinator`]) when all are gone, or behind the next start. Operators decide some while programs are at work; what they decided is
//! told, outlives a crash, and is there until it is forgotten. Who takes part in a branch ([`taking_part`]) has it wait or refuses, and is enlisted
//! again where a restart finds it in doubt. A branch that was answered as prepared is there until somebody decides it, whatever
//! happened; one that was not answered is there or was backed out as a whole; one nobody asked to prepare is
//! gone with its channel. What was under way when a conversation was cut happened as a whole or not at all; a get outside
//! syncpoint may have cost its message then, and a handle that reads ahead those it was sent, and nothing else may.
//!
//! There are yield points in builds with debug assertions only.

mod branch;
mod channels;
mod coordinator;
mod delayed;
mod elsewhere;
mod groups;
mod guest;
mod history;
mod judge;
mod life;
mod log_device;
mod marks;
mod network;
mod objects;
mod operator;
mod own_queue;
mod program;
mod puts;
mod road;
mod taking_part;
mod work;

use crate::options::Options;
use crate::place::{Users, create_on, place_on};
use crate::trace::Trace;
use elsewhere::Elsewhere;
use ferromq_base::clock::{Clock, SimulatedClock};
use ferromq_base::disk::SimulatedDisk;
use ferromq_base::random::SplitMix64;
use ferromq_log::{LogSettings, LogType, SimulatedDevice};
use ferromq_qmgr::{QueueManager, StartSettings};
use history::{Allowance, Events};
use log_device::Figures;
use objects::Trigger;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// When runs begin, microseconds since the epoch.
const START_US: u64 = 1_750_000_000_000_000;
/// Verbs of a program in a life, about.
const VERBS: [u64; 3] = [6, 15, 40];

/// How programs reach the queue manager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Roads {
    Embedded,
    /// Most of them as clients.
    Clients,
}

/// A run.
pub(crate) struct Interleaved {
    roads: Roads,
    random: SplitMix64,
    disk: SimulatedDisk,
    clock: Arc<SimulatedClock>,
    log: LogSettings,
    queue_buffer_bytes: u64,
    trigger: Trigger,
    verbs: u64,
    /// Gets of programs use workers, and look at so many messages before.
    steps_in_line: Option<NonZeroUsize>,
    /// Without what came to these runs later: selectors, marks, queues of a program's own, starts that read ahead.
    plain: bool,
    /// Others take part in units of work of programs.
    has_participants: bool,
    /// Starts read the log ahead, on threads of their own.
    read_ahead: bool,
    /// How many forces the log's device takes at a time, where it works by itself.
    window: Option<usize>,
    /// That of this life.
    device: Option<SimulatedDevice>,
    /// Who keeps the messages of a queue in this life.
    elsewhere: Option<Arc<Elsewhere>>,
    /// What it decides by.
    device_random: SplitMix64,
    pub(crate) device_figures: Figures,
    /// What the next life begins with.
    carried: Events,
    pub(crate) trace: Trace,
    pub(crate) lives: u64,
    pub(crate) yields: u64,
    pub(crate) sockets: u64,
    pub(crate) cuts: u64,
    /// Units of work others took part in.
    pub(crate) took_part: u64,
    /// Branches clients were told are prepared.
    pub(crate) prepared: u64,
    /// Branches the coordinator decided.
    pub(crate) decided: u64,
    /// Branches operators decided while programs were at work.
    pub(crate) by_operators: u64,
}

impl Interleaved {
    pub(crate) fn new(seed: u64, roads: Roads, options: &Options) -> Self {
        let kind = match roads {
            Roads::Embedded => 0x696E_7465_726C_6561,
            Roads::Clients => 0x636C_6965_6E74_7321,
        };
        let mut random = SplitMix64::new(seed ^ kind);
        let mut choose = |from: &[u64]| from[random.below(from.len() as u64) as usize];
        let log = LogSettings {
            file_pages: 64,
            primary_files: 3,
            secondary_files: 2,
            buffer_pages: choose(&[0, 18, 64]) as u32,
            log_type: match choose(&[0, 0, 1]) {
                0 => LogType::Circular,
                _ => LogType::Linear,
            },
        };
        let queue_buffer_bytes = choose(&[0, 4_000, 1 << 20]);
        let trigger = match choose(&[0, 1, 2, 2]) {
            0 => Trigger::Every,
            1 => Trigger::First,
            _ => Trigger::Depth,
        };
        let verbs = choose(&VERBS);
        let mut device_random = SplitMix64::new(!(seed ^ kind));
        let window = [0, 0, 0, 1, 2, 4][device_random.below(6) as usize];
        let window = (window > 0 && !options.plain).then_some(window);
        let mut trace = Trace::default();
        trace.aloud = options.aloud;
        trace.note(&format!(
            "programs of about {verbs} verbs at the same time; triggers {trigger:?}, {log:?}"
        ));
        if let Some(window) = window {
            trace.note(&format!(
                "the log's device works by itself, and takes {window} forces at a time"
            ));
        }
        Self {
            roads,
            disk: SimulatedDisk::new(random.next_u64()),
            random,
            clock: Arc::new(SimulatedClock::starting_at(START_US)),
            log,
            queue_buffer_bytes,
            trigger,
            verbs,
            steps_in_line: NonZeroUsize::new([0, 1, 2][(seed % 3) as usize]),
            plain: options.plain,
            has_participants: !options.plain && seed % 3 == 1,
            read_ahead: !options.plain && seed % 4 == 1,
            window,
            device: None,
            elsewhere: None,
            device_random,
            device_figures: Figures::default(),
            carried: Events::default(),
            trace,
            lives: 0,
            yields: 0,
            sockets: 0,
            cuts: 0,
            took_part: 0,
            prepared: 0,
            decided: 0,
            by_operators: 0,
        }
    }

    /// Lives as many lives as are worth about so many steps of a run on one thread.
    pub(crate) fn go(&mut self, steps: u64) -> Result<(), String> {
        self.create()?;
        for _ in 0..1 + steps / (20 * self.verbs) {
            self.lives += 1;
            self.life()?;
        }
        Ok(())
    }

    fn start(&mut self) -> Result<QueueManager, String> {
        // Identifiers are unique as long as two starts are not at the same moment.
        self.clock.advance_ns(1_000_000);
        let settings = StartSettings {
            log: self.log,
            queue_buffer_bytes: self.queue_buffer_bytes,
            persistent_queue_buffer_bytes: self.queue_buffer_bytes,
            open_queue_files_max: 4,
            // No fault is planned yet, and the threads of the run have not begun or have ended: the order of reads is no matter.
            read_ahead: self.read_ahead,
            notices: Arc::new(|_| {}),
        };
        let clock: Arc<dyn Clock> = self.clock.clone();
        self.device = self.window.map(SimulatedDevice::new);
        let place = place_on(&self.disk)?;
        let started = match &self.device {
            Some(device) => QueueManager::start_simulated(place, &settings, clock, device),
            None => QueueManager::start(place, &settings, clock),
        };
        let engine = started.map_err(|error| format!("it does not start: {error}"))?;
        if !self.plain {
            engine.set_entities(Arc::new(Users));
        }
        Ok(engine)
    }

    fn create(&mut self) -> Result<(), String> {
        create_on(&self.disk, "SIM", self.log, &self.clock)?;
        let engine = self.start()?;
        objects::make_all(&engine, self.trigger, self.plain)?;
        self.carried.allowances = vec![Allowance::since_ever(false)];
        engine.begin_end(ferromq_qmgr::EndMode::Immediate);
        engine.finish_end().map_err(|error| error.to_string())?;
        engine.log().abandon();
        Ok(())
    }
}
