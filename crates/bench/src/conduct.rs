//! The course of a run: warm up, measure, finish, and say how it goes meanwhile.

use crate::arguments::Arguments;
use crate::elsewhere::Elsewhere;
use crate::failure::Failure;
use crate::figures::{Record, Value};
use crate::meter::{Reading, Used};
use crate::party::Party;
use crate::script::{Counted, Phase};
use ferromq::engine::QueueManager;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// How long a run lasts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) warm_up: Duration,
    pub(crate) measured: Duration,
    /// Print a progress line each second.
    pub(crate) progress: bool,
}

impl Window {
    pub(crate) fn read(arguments: &Arguments) -> Result<Self, Failure> {
        Ok(Self {
            warm_up: arguments.duration("warm-up", 1.0)?,
            measured: arguments.duration("seconds", 5.0)?,
            progress: !arguments.flag("quiet"),
        })
    }
}

/// What a run gave.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// What those that drive the run counted: requesters, producers.
    pub(crate) drivers: Counted,
    /// What the others counted.
    pub(crate) others: Counted,
    /// Of this process and its queue manager.
    pub(crate) used: Used,
    /// Processor time of the application processes in the measured time, nanoseconds.
    pub(crate) processes_cpu_ns: u64,
    /// What each party of the others did in the measured time.
    pub(crate) measured_by_party: Vec<u64>,
    /// Processor time of the other queue managers in the measured time, nanoseconds.
    pub(crate) far_cpu_ns: Option<u64>,
    /// The same of the relays between them.
    pub(crate) relays_cpu_ns: Option<u64>,
}

impl Outcome {
    /// Adds what each of `done` operations cost to a record.
    pub(crate) fn costs(&self, record: &mut Record, done: f64) {
        let used = &self.used;
        let elsewhere_ns = used
            .machine_cpu_ns
            .saturating_sub(used.cpu_ns + self.processes_cpu_ns)
            .saturating_sub(self.far_cpu_ns.unwrap_or(0) + self.relays_cpu_ns.unwrap_or(0));
        let force_us = used.force_ns as f64 / used.forces.max(1) as f64 / 1e3;
        record
            .number("q_mgr_process_cpu_us_each", used.cpu_ns as f64 / done / 1e3)
            .number(
                "other_processes_cpu_us_each",
                self.processes_cpu_ns as f64 / done / 1e3,
            )
            .number(
                "cores_busy_elsewhere",
                elsewhere_ns as f64 / used.seconds / 1e9,
            )
            .number(
                "q_mgr_process_cores",
                used.cpu_ns as f64 / used.seconds / 1e9,
            )
            .number(
                "other_processes_cores",
                self.processes_cpu_ns as f64 / used.seconds / 1e9,
            )
            .number("machine_busy_percent", used.machine_busy_percent())
            .number("forces_per_s", used.forces as f64 / used.seconds)
            .number("forces_each", used.forces as f64 / done)
            .number("mean_force_us", force_us)
            .number("log_bytes_each", used.log_bytes as f64 / done)
            .number("log_mb_per_s", used.log_bytes as f64 / used.seconds / 1e6);
        if let Some(far_cpu_ns) = self.far_cpu_ns {
            let all_ns = used.cpu_ns + far_cpu_ns;
            record
                .number("far_process_cpu_us_each", far_cpu_ns as f64 / done / 1e3)
                .number("all_q_mgrs_cpu_us_each", all_ns as f64 / done / 1e3);
        }
        if let Some(relays_cpu_ns) = self.relays_cpu_ns {
            record.number("relays_cpu_us_each", relays_cpu_ns as f64 / done / 1e3);
        }
    }

    /// Adds how evenly messages were spread over the parties that took them: the least and the most that one had, of an even share.
    pub(crate) fn spread(&self, record: &mut Record) {
        let parties = &self.measured_by_party;
        if parties.len() < 2 {
            return;
        }
        let even = parties.iter().sum::<u64>() as f64 / parties.len() as f64;
        let of_even =
            |messages: Option<&u64>| messages.map_or(0.0, |it| *it as f64 / even.max(1.0));
        record
            .figure("processes", Value::Count(parties.len() as u64))
            .number("least_of_an_even_share", of_even(parties.iter().min()))
            .number("most_of_an_even_share", of_even(parties.iter().max()));
    }
}

/// A run in which nothing completes for this long has failed.
const STUCK: Duration = Duration::from_secs(30);

/// Runs `drivers` against `others` for the time of `window`. Drivers end first, so that what
/// they have in flight is answered. `elsewhere` is where the other queue managers of the run are, if it has any.
pub(crate) fn conduct(
    manager: &QueueManager,
    elsewhere: &Elsewhere,
    window: Window,
    mut drivers: Vec<Party>,
    mut others: Vec<Party>,
) -> Result<Outcome, Failure> {
    let mut progress = Progress::new(window.progress);
    progress.watch(manager, "warm-up", window.warm_up, &drivers, &others)?;
    for party in drivers.iter_mut().chain(&mut others) {
        party.set_phase(Phase::MEASURE)?;
    }
    let before = Reading::take(manager);
    let far_before_ns = elsewhere.cpu_ns();
    let relays_before_ns = elsewhere.relays_cpu_ns();
    progress.watch(manager, "measuring", window.measured, &drivers, &others)?;
    for party in &mut drivers {
        party.set_phase(Phase::FINISH)?;
    }
    let after = Reading::take(manager);
    let since = |(after_ns, before_ns): (u64, u64)| after_ns.saturating_sub(before_ns);
    let far_cpu_ns = elsewhere.cpu_ns().zip(far_before_ns).map(since);
    let relays_cpu_ns = elsewhere.relays_cpu_ns().zip(relays_before_ns).map(since);
    progress.done();
    let (driven, drivers_cpu_ns, _) = finish_all(drivers)?;
    if elsewhere.is_somewhere() {
        await_arrival(&others, driven.checked);
    }
    let (answered, others_cpu_ns, measured_by_party) = finish_all(others)?;
    Ok(Outcome {
        drivers: driven,
        others: answered,
        used: after.since(&before),
        processes_cpu_ns: drivers_cpu_ns + others_cpu_ns,
        measured_by_party,
        far_cpu_ns,
        relays_cpu_ns,
    })
}

fn total(parties: &[Party]) -> u64 {
    parties.iter().map(Party::completed).sum()
}

/// Waits until those that take messages have taken so many, or nothing comes any more: a channel may still be at work. Responders
/// count nothing; whoever asked them has waited.
fn await_arrival(others: &[Party], messages: u64) {
    let (mut last, mut moved) = (total(others), Instant::now());
    while (1..messages).contains(&last) && moved.elapsed() < STUCK {
        std::thread::sleep(Duration::from_millis(20));
        let now = total(others);
        if now != last {
            (last, moved) = (now, Instant::now());
        }
    }
}

/// What all counted, the processor time of their processes, and what each did in the measured time.
fn finish_all(parties: Vec<Party>) -> Result<(Counted, u64, Vec<u64>), Failure> {
    let mut all = Counted::default();
    let mut cpu_ns = 0;
    let mut measured = Vec::with_capacity(parties.len());
    for party in parties {
        let (counted, own_cpu_ns) = party.finish()?;
        all.merge(&counted);
        cpu_ns += own_cpu_ns;
        measured.push(counted.measured);
    }
    Ok((all, cpu_ns, measured))
}

/// The line that shows how a run goes.
struct Progress {
    shown: bool,
    terminal: bool,
    last: (Instant, u64, u64),
    moved: Instant,
}

impl Progress {
    fn new(shown: bool) -> Self {
        let now = Instant::now();
        let terminal = std::io::stderr().is_terminal();
        Self {
            shown,
            terminal,
            last: (now, 0, 0),
            moved: now,
        }
    }

    /// Waits for `time` to pass, a line each second. Ends early when a part of the run has.
    fn watch(
        &mut self,
        manager: &QueueManager,
        stage: &str,
        time: Duration,
        drivers: &[Party],
        others: &[Party],
    ) -> Result<(), Failure> {
        let end = Instant::now() + time;
        loop {
            let now = Instant::now();
            if now >= end || drivers.iter().chain(others).any(Party::any_over) {
                return Ok(());
            }
            let next = end.min(self.last.0 + Duration::from_secs(1));
            let nap = next
                .saturating_duration_since(now)
                .min(Duration::from_millis(250));
            std::thread::sleep(nap.max(Duration::from_millis(1)));
            if self.last.0.elapsed() >= Duration::from_secs(1) {
                self.tell(manager, stage, total(drivers))?;
            }
        }
    }

    fn tell(&mut self, manager: &QueueManager, stage: &str, completed: u64) -> Result<(), Failure> {
        let now = Instant::now();
        let forces = manager.log().usage().forces;
        let seconds = (now - self.last.0).as_secs_f64();
        let rate = (completed - self.last.1) as f64 / seconds;
        let forced = (forces - self.last.2.min(forces)) as f64 / seconds;
        if completed != self.last.1 {
            self.moved = now;
        }
        self.last = (now, completed, forces);
        if self.shown {
            let (start, end) = if self.terminal {
                ("\r", "\x1b[K")
            } else {
                ("", "\n")
            };
            let mut err = std::io::stderr().lock();
            // Progress that cannot be shown is no reason to stop.
            let _ = write!(
                err,
                "{start}{stage}: {rate:.0}/s, {forced:.0} forces/s{end}"
            );
            let _ = err.flush();
        }
        if now - self.moved > STUCK {
            return Err(Failure::Stuck(format!(
                "nothing completed for {} s",
                STUCK.as_secs()
            )));
        }
        Ok(())
    }

    fn done(&self) {
        if self.shown && self.terminal {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
