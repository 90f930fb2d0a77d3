//! One run from its seed to its end.

use crate::body;
use crate::cluster::ClusterRun;
use crate::delivery::Delivery;
use crate::interleaved::{Interleaved, Roads};
use crate::joined::Joined;
use crate::model::Attributes;
use crate::model::resolve::Survivors;
use crate::options::Options;
use crate::place::{create_on, place_on};
use crate::shape::{Faults, Shape};
use crate::summary::Summary;
use crate::trace::Trace;
use crate::verbs::PERMANENT_MODEL;
use crate::world::{Verdict, World};
use ferromq_base::clock::SimulatedClock;
use ferromq_base::disk::SimulatedDisk;
use ferromq_base::random::SplitMix64;
use ferromq_log::Pressure;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{
    MQOO_INPUT_SHARED, MQOO_OUTPUT, MQPER_PERSISTENT, MQQA_SHAREABLE, MQQDT_PERMANENT_DYNAMIC,
};
use ferromq_mqi::options::{ObjectDescriptor, PutOptions};
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};
use std::fmt::{self, Write};
use std::sync::Arc;
use std::task::{Poll, Waker};

/// When runs begin, microseconds since the epoch.
const START_US: u64 = 1_750_000_000_000_000;

/// Notices a failure shows.
const NOTICES_SHOWN: usize = 5;

/// Of so many steps one is made where everything is looked at after each of them.
const DELIVERY_SHARE: u64 = 4;

/// The same where each verb takes many turns of an event loop.
const CLIENTS_SHARE: u64 = 2;

/// The same for channels, each step of which is a part of a verb.
const CHANNEL_TIMES: u64 = 4;

/// A run that ended well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished {
    /// What it did.
    pub summary: Summary,
    /// Over every line of its trace: equal for equal runs.
    pub checksum: u32,
}

/// What kind of run a seed makes, in a few sentences.
#[must_use]
pub fn describe(seed: u64, options: &Options) -> String {
    World::new(
        seed,
        &Options {
            aloud: false,
            ..*options
        },
    )
    .shape
    .to_string()
}

/// A run a judge stopped.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Its seed.
    pub seed: u64,
    /// The step it failed in.
    pub step: u64,
    /// What the judge said.
    pub verdict: String,
    /// The last steps, a line each.
    pub last_lines: String,
    /// Options that make it this run.
    how: &'static str,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.last_lines)?;
        writeln!(f, "seed {} step {}: {}", self.seed, self.step, self.verdict)?;
        write!(
            f,
            "repeat it with: cargo xtask simulate --seed {}{} --aloud",
            self.seed, self.how
        )
    }
}

impl std::error::Error for Failure {}

/// Runs one seed.
///
/// # Errors
/// [`Failure`] when a judge finds something wrong.
pub fn run(seed: u64, options: &Options) -> Result<Finished, Box<Failure>> {
    let mut world = World::new(seed, options);
    let verdict = world.go(options.steps);
    world.summary.steps = world.trace.step();
    world.summary.disk_calls += world.disk.calls();
    match verdict {
        Ok(()) => Ok(Finished {
            summary: world.summary,
            checksum: world.trace.checksum(),
        }),
        Err(verdict) => Err(Box::new(world.failure(seed, verdict))),
    }
}

/// Runs one seed of everything that happens to messages besides being put and got.
///
/// # Errors
/// [`Failure`] when a judge finds something wrong.
pub fn run_delivery(seed: u64, options: &Options) -> Result<Finished, Box<Failure>> {
    let mut run = Delivery::new(seed, options);
    match run.go(options.steps / DELIVERY_SHARE) {
        Ok(()) => Ok(Finished {
            summary: Summary {
                deliveries: run.verbs,
                delivery_crashes: run.crashes,
                group_copies: run.group_copies,
                ..Summary::default()
            },
            checksum: run.trace.checksum(),
        }),
        Err(verdict) => {
            let how = if options.plain {
                " --kind delivery --plain"
            } else {
                " --kind delivery"
            };
            Err(Failure::of(seed, &run.trace, verdict, how))
        }
    }
}

/// Runs one seed with several threads at the same time; in a build without debug assertions it has none.
///
/// # Errors
/// [`Failure`] when a judge finds something wrong.
pub fn run_interleaved(seed: u64, options: &Options) -> Result<Finished, Box<Failure>> {
    run_threads(seed, Roads::Embedded, options)
}

/// The same, where most programs are clients.
///
/// # Errors
/// [`Failure`] when a judge finds something wrong.
pub fn run_clients(seed: u64, options: &Options) -> Result<Finished, Box<Failure>> {
    run_threads(seed, Roads::Clients, options)
}

/// Runs one seed of two queue managers that are joined by channels.
///
/// # Errors
/// [`Failure`] when a judge finds something wrong.
pub fn run_channel(seed: u64, options: &Options) -> Result<Finished, Box<Failure>> {
    let failure = |verdict, step, last_lines| {
        Box::new(Failure {
            seed,
            step,
            verdict,
            last_lines,
            how: match options.plain {
                true => " --kind channel --plain",
                false => " --kind channel",
            },
        })
    };
    let mut run = Joined::new(seed, options.faults, options.plain, options.aloud)
        .map_err(|verdict| failure(verdict, 0, String::new()))?;
    match run.go(options.steps * CHANNEL_TIMES) {
        Ok(()) => {
            let [connections, cuts] = run.connections();
            Ok(Finished {
                summary: Summary {
                    channel_messages: run.messages(),
                    connections,
                    connections_cut: cuts,
                    channel_crashes: run.crashes,
                    resolved: run.resolved,
                    record_looks: run.looks,
                    ..Summary::default()
                },
                checksum: run.trace.checksum(),
            })
        }
        Err(verdict) => Err(failure(verdict, run.trace.step(), run.trace.last_lines())),
    }
}

/// The same with a cluster: up to two hundred queue managers that tell one another about themselves. `faults` does not count.
///
/// # Errors
/// The verdict of a judge.
pub fn run_cluster(seed: u64, options: &Options) -> Result<Finished, Box<Failure>> {
    let mut run = ClusterRun::new(seed, options.aloud);
    match run.go(options.steps) {
        Ok(()) => Ok(Finished {
            summary: Summary {
                members: run.figures.members,
                cluster_messages: run.figures.letters,
                partitions: run.figures.partitions,
                restores: run.figures.restores,
                forced_out: run.figures.forced,
                cluster_records: run.figures.records,
                ..Summary::default()
            },
            checksum: run.trace.checksum(),
        }),
        Err(verdict) => {
            let how = " --kind cluster";
            Err(Failure::of(seed, &run.trace, verdict, how))
        }
    }
}

fn run_threads(seed: u64, roads: Roads, options: &Options) -> Result<Finished, Box<Failure>> {
    let mut run = Interleaved::new(seed, roads, options);
    let steps = match roads {
        Roads::Embedded => options.steps,
        Roads::Clients => options.steps / CLIENTS_SHARE,
    };
    match run.go(steps) {
        Ok(()) => Ok(Finished {
            summary: Summary {
                interleaved: run.lives,
                yields: run.yields,
                took_part: run.took_part,
                sockets: run.sockets,
                cuts: run.cuts,
                client_prepared: run.prepared,
                client_decided: run.decided,
                by_operators: run.by_operators,
                late_forces: run.device_figures.forces,
                out_of_turn: run.device_figures.out_of_turn,
                devices_failed: run.device_figures.failed,
                taken_over: run.device_figures.taken_over,
                ..Summary::default()
            },
            checksum: run.trace.checksum(),
        }),
        Err(verdict) => {
            let how = match (roads, options.plain) {
                (Roads::Embedded, false) => " --kind interleaved",
                (Roads::Embedded, true) => " --kind interleaved --plain",
                (Roads::Clients, false) => " --kind clients",
                (Roads::Clients, true) => " --kind clients --plain",
            };
            Err(Failure::of(seed, &run.trace, verdict, how))
        }
    }
}

impl Failure {
    /// Of a run that got as far as its trace.
    fn of(seed: u64, trace: &Trace, verdict: String, how: &'static str) -> Box<Self> {
        Box::new(Self {
            seed,
            step: trace.step(),
            verdict,
            last_lines: trace.last_lines(),
            how,
        })
    }
}

impl World {
    pub(crate) fn failure(&self, seed: u64, verdict: String) -> Failure {
        let mut last_lines = self.trace.last_lines();
        for notice in self.take_notices().iter().rev().take(NOTICES_SHOWN).rev() {
            let _ = write!(last_lines, "\nnotice {}: {}", notice.number, notice.text);
        }
        Failure {
            seed,
            step: self.trace.step(),
            verdict,
            last_lines,
            how: if self.plain {
                " --kind single --plain"
            } else {
                " --kind single"
            },
        }
    }

    pub(crate) fn new(seed: u64, options: &Options) -> Self {
        let mut random = SplitMix64::new(seed);
        let mut shape = Shape::invent(&mut random);
        if !options.plain {
            shape.extend(&mut SplitMix64::new(!seed));
        }
        if let Some(faults) = options.faults {
            shape.faults = faults;
        }
        let disk = SimulatedDisk::new(random.next_u64());
        let mut trace = Trace::default();
        trace.aloud = options.aloud;
        for line in shape.to_string().lines() {
            trace.note(line);
        }
        let mut applications = Vec::new();
        applications.resize_with(shape.applications, Default::default);
        Self {
            shape,
            random,
            disk,
            clock: Arc::new(SimulatedClock::starting_at(START_US)),
            engine: None,
            dead_logs: Vec::new(),
            notices: Arc::default(),
            model: Default::default(),
            applications,
            trace,
            summary: Summary::default(),
            fault_at: None,
            fault_is_power: false,
            short_of_space: false,
            files_go_bad: false,
            plain: options.plain,
            checkpointed_between: false,
        }
    }

    fn go(&mut self, steps: u64) -> Verdict {
        self.prepare()?;
        for _ in 0..steps {
            self.trace.begin_step();
            self.step()?;
            if self.engine.is_some() {
                self.settle()?;
            }
        }
        self.finish()
    }

    /// A queue manager with a few objects, running.
    pub(crate) fn prepare(&mut self) -> Verdict {
        self.create()?;
        self.begin_life(Survivors::None)?;
        let mut definition =
            Definition::new(ObjectKind::QModel, ObjectName::truncated(PERMANENT_MODEL));
        for (attr, value) in [
            (Attr::Deftype, MQQDT_PERMANENT_DYNAMIC),
            (Attr::Share, MQQA_SHAREABLE),
        ] {
            definition
                .set_internal(attr, value)
                .map_err(|error| error.to_string())?;
        }
        self.engine()
            .define(definition, false)
            .map_err(|error| format!("the model queue was not defined: {error}"))?;
        let longest = self.shape.body_bytes_max as usize + 100;
        for name in ["Q.A", "Q.B"] {
            let attributes = Attributes::invent(&mut self.random, longest);
            self.define_as(name, attributes)?;
        }
        self.define_subscription()?;
        self.define_subscription()
    }

    pub(crate) fn create(&mut self) -> Verdict {
        create_on(&self.disk, "SIM", self.shape.log, &self.clock)
    }

    pub(crate) fn step(&mut self) -> Verdict {
        if self.stopping() || self.fault_struck() {
            // A queue manager whose disk failed is not used for long.
            if self.random.chance(25) || (self.fault_struck() && self.fault_is_power) {
                return self.end_life();
            }
        }
        if self.shape.branch_percent > 0 && self.random.chance(1) && self.coordinator_step()? {
            return Ok(());
        }
        match self.random.below(1000) {
            0..760 => {
                let index = self.random.below(self.applications.len() as u64) as usize;
                self.application_step(index)
            }
            760..840 => self.force_and_go_on(),
            840..880 => self.advance_clock(),
            880..910 => self.keep_house(),
            910..920 => self.checkpoint(),
            920..955 => self.operator_step(),
            955..965 => {
                self.expire();
                Ok(())
            }
            965..973 => self.record_image(),
            973..976 => self.recover_queue(),
            976..982 => self.audit(),
            982..988 => self.plan_something(),
            988..992 => self.end_life(),
            992..996 => {
                if self.coordinator_step()? {
                    return Ok(());
                }
                self.serve_housekeeping()
            }
            _ => self.serve_housekeeping(),
        }
    }

    /// Forces; after a checkpoint amid what follows, it may all be over.
    fn force_and_go_on(&mut self) -> Verdict {
        self.force()?;
        let between = std::mem::take(&mut self.checkpointed_between);
        if between && self.shape.faults != Faults::None && self.random.chance(10) {
            return self.end_life();
        }
        Ok(())
    }

    /// Housekeeping as an edge drives it: soon after it is wanted.
    fn serve_housekeeping(&mut self) -> Verdict {
        if self.engine().housekeeping_wanted() {
            self.keep_house()
        } else {
            Ok(())
        }
    }

    fn plan_something(&mut self) -> Verdict {
        if self.fault_at.is_some() {
            return Ok(());
        }
        match self.shape.faults {
            Faults::None => {}
            Faults::Crashes => {
                let within = 1 + self.random.below(60);
                self.plan(within, true);
            }
            Faults::Failures => match self.random.below(4) {
                0 => {
                    let within = 1 + self.random.below(60);
                    self.plan(within, true);
                }
                1 | 2 => {
                    let within = 1 + self.random.below(60);
                    self.plan(within, false);
                }
                _ => self.change_quota(),
            },
            Faults::BadFiles => self.spoil_files()?,
        }
        Ok(())
    }

    /// From now on the files of one of the queues cannot be synced.
    fn spoil_files(&mut self) -> Verdict {
        let place = place_on(&self.disk)?;
        let queues = place.data.directory("queues");
        let names = queues.and_then(|queues| queues.list_directories());
        let names = names.map_err(|error| error.to_string())?;
        if !names.is_empty() && !self.files_go_bad {
            let name = &names[self.random.below(names.len() as u64) as usize];
            // With the others the queue would be given, or without.
            let end = ["", "/"][self.random.below(2) as usize];
            let path = format!("data/queues/{name}{end}");
            self.disk.fail_syncs_below(&path);
            self.files_go_bad = true;
            self.trace.note(&format!("the files at {path} go bad"));
        }
        Ok(())
    }

    fn change_quota(&mut self) {
        if self.short_of_space {
            self.disk.set_quota(None);
            self.trace.note("the disk has room again");
        } else {
            let more = self.random.below(60_000);
            self.disk.set_quota(Some(self.disk.used_bytes() + more));
            self.short_of_space = true;
            self.trace.note(&format!("the disk has {more} bytes left"));
        }
    }

    /// The end of a run: everybody goes, the log must recover, a clean end and a last look.
    fn finish(&mut self) -> Verdict {
        self.trace.note("the run ends");
        if !self.stopping() && !self.in_trouble() {
            for index in 0..self.applications.len() {
                self.kill_application(index)?;
            }
            self.force()?;
            self.settle()?;
        }
        self.decide_all()?;
        if !self.stopping() && !self.in_trouble() {
            self.check_log_recovers()?;
            self.audit()?;
        }
        self.end_life()?;
        self.audit()
    }

    /// With nobody at work, the log makes room for new work by itself.
    fn check_log_recovers(&mut self) -> Verdict {
        for _ in 0..4 {
            self.keep_house()?;
        }
        if self.stopping() || self.in_trouble() {
            // A fault planned earlier struck just now.
            return Ok(());
        }
        let pressure = self.engine().log().pressure();
        if pressure == Pressure::NearlyFull {
            return Err("the log stays full though nobody is at work".into());
        }
        let name = "SYSTEM.DEFAULT.LOCAL.QUEUE";
        let mut connection = match self.connect() {
            Err(_) if self.stopping() => return Ok(()),
            other => other.map_err(|reason| format!("connect answered {reason:?}"))?,
        };
        let open = Request::Open {
            descriptor: ObjectDescriptor::queue(name),
            options: MQOO_INPUT_SHARED | MQOO_OUTPUT,
        };
        let Poll::Ready(Reply::Opened { handle, .. }) = connection.start(open, Waker::noop())
        else {
            return Err("a queue cannot be opened at the end".into());
        };
        let put = Request::Put {
            handle,
            descriptor: MsgDescriptor {
                persistence: MQPER_PERSISTENT,
                ..MsgDescriptor::default()
            },
            options: PutOptions::default(),
            body: body::make(1, 100),
        };
        let mut answer = connection.start(put.clone(), Waker::noop());
        if let Poll::Ready(Reply::Failed(Reason::RESOURCE_PROBLEM)) = answer {
            // The refusal tells housekeeping.
            self.engine().keep_house();
            answer = connection.start(put, Waker::noop());
        }
        match answer {
            Poll::Pending => Ok(()),
            _ if self.stopping() || self.in_trouble() => Ok(()),
            other => Err(format!(
                "a put at the end answered {other:?}; the log: {:?}",
                self.engine().log().usage()
            )),
        }
    }
}
