//! FerroMQ beside the strongest of its peers in the same minutes: `ferromq bench peers`.
//!
//! The drivers are our own on both sides, written in the same way: a socket to each client, clients in processes
//! apart from the server, one client to a thread that blocks or many on a thread with an event loop. Each server runs in a
//! process of its own, made for one measurement and gone after it. Ours and theirs take turns.

mod clients;
mod event_loop;
mod hello;
mod nats;
mod nats_clients;
mod protocol_error;
mod redis_clients;
mod resp;
mod server;
mod table;
mod work;
mod workload;

use crate::arguments::Arguments;
use crate::conduct::Window;
use crate::echo::Echo;
use crate::failure::Failure;
use crate::figures::Record;
use crate::output::{Run, say, show};
use crate::processes::Child;
use crate::script::Phase;
use crate::{publish, round_trip, stream};
pub(crate) use server::{CARER, care};
use server::{Cared, Kind, Ports};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use table::Row;
use workload::{WORKLOADS, Workload};

/// Words after which this program is a part of such a run.
pub(crate) const CLIENTS: &str = "peer-clients";
pub(crate) const OURS: &str = "peer-ours";

/// How long ours may take beyond the measured time.
const OURS_WITHIN: Duration = Duration::from_secs(240);
/// A run in which nothing completes for this long has failed.
const STUCK: Duration = Duration::from_secs(20);

/// What one contestant reached in one round.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Reached {
    /// Operations a second.
    per_s: f64,
    /// Processor time of the server for each, microseconds.
    server_us: f64,
    p50_us: f64,
    p99_us: f64,
}

/// A peer that is here.
struct Found {
    kind: Kind,
    program: PathBuf,
}

pub(crate) fn run(run: &Run) -> Result<Vec<Record>, Failure> {
    let arguments = run.arguments.clone().or("seconds", 2.5).or("warm-up", 0.8);
    let rounds = arguments.count("rounds", 3)?.clamp(1, 99);
    let only = arguments.text("only").unwrap_or_default();
    let found = find_peers()?;
    let echo = Echo::measure(32, 2048, Duration::from_secs(1))?.record();
    show(&echo)?;
    say(&table::head())?;
    let mut records = vec![echo];
    for (number, workload) in WORKLOADS.iter().enumerate() {
        if !workload.name.contains(only) {
            continue;
        }
        let able = found
            .iter()
            .filter(|peer| workload.peers.contains(&peer.kind));
        let able: Vec<&Found> = able.collect();
        if able.is_empty() {
            let missing = workload.peers.iter().map(|kind| kind.program());
            say(&table::left_out(workload, missing))?;
            continue;
        }
        let mut row = Row::new(workload, able.iter().map(|peer| peer.kind));
        for _ in 0..rounds {
            row.ours.push(measure_ours(number, workload, &arguments)?);
            for (peer, reached) in able.iter().zip(&mut row.theirs) {
                reached
                    .1
                    .push(measure_peer(peer, number, workload, &arguments)?);
            }
        }
        say(&row.line())?;
        records.push(row.record());
    }
    Ok(records)
}

/// Says what is here, and how to get what is not.
fn find_peers() -> Result<Vec<Found>, Failure> {
    let mut found = Vec::new();
    for kind in Kind::ALL {
        match kind.find() {
            Some(program) => {
                let version = kind.version(&program);
                say(&format!(
                    "{:<10} {version}, {}\n",
                    kind.name(),
                    program.display()
                ))?;
                found.push(Found { kind, program });
            }
            None => say(&format!(
                "{:<10} is left out: there is no {}; {}\n",
                kind.name(),
                kind.program(),
                kind.how_to_get()
            ))?,
        }
    }
    Ok(found)
}

/// One measurement of ours, with the queue manager in a process of its own.
fn measure_ours(
    number: usize,
    workload: &Workload,
    arguments: &Arguments,
) -> Result<Reached, Failure> {
    let (_, settings) = workload.ours(arguments);
    let child = Child::start(&settings, &[OURS, &number.to_string()])?;
    let window = Window::read(&settings)?;
    let said = child.hear("reached", OURS_WITHIN + window.warm_up + window.measured)?;
    Reached::read(&said).ok_or_else(|| Failure::Child(format!("it reached {said}")))
}

/// The process with our queue manager.
pub(crate) fn ours(arguments: &Arguments) -> Result<(), Failure> {
    let workload = workload_of(arguments, 2)?;
    ferromq_base::output::line("ready");
    let (mode, settings) = workload.ours(arguments);
    let ended = match mode {
        "round-trip" => round_trip::measure(&settings, None),
        "stream" => stream::measure(&settings, None),
        _ => publish::measure(&settings, None),
    };
    match ended.and_then(|record| Reached::of(&record)) {
        Ok(reached) => {
            ferromq_base::output::line(&format!("reached {}", reached.to_text()));
            Ok(())
        }
        Err(failure) => {
            ferromq_base::output::line(&failure.to_string());
            Err(failure)
        }
    }
}

/// The process with a peer's clients.
pub(crate) fn clients(arguments: &Arguments) -> Result<(), Failure> {
    let word = |at: usize| arguments.words.get(at).map_or("", String::as_str);
    let wrong = || Failure::Usage("a peer's clients are missing their words".into());
    let kind = Kind::of_name(word(3)).ok_or_else(wrong)?;
    let ports = Ports::read(word(4), word(5)).ok_or_else(wrong)?;
    clients::serve(kind, ports, workload_of(arguments, 2)?)
}

fn workload_of(arguments: &Arguments, at: usize) -> Result<&'static Workload, Failure> {
    let number = arguments.words.get(at).and_then(|word| word.parse().ok());
    let workload = number.and_then(|number: usize| WORKLOADS.get(number));
    workload.ok_or_else(|| Failure::Usage("there is no such workload".into()))
}

/// One measurement of a peer.
fn measure_peer(
    peer: &Found,
    number: usize,
    workload: &Workload,
    arguments: &Arguments,
) -> Result<Reached, Failure> {
    let server = Cared::start(peer.kind, &peer.program, arguments)?;
    let [near, far] = server.ports.to_words();
    let number = number.to_string();
    let part = [CLIENTS, &number, peer.kind.name(), &near, &far];
    let mut child = Child::start(arguments, &part)?;
    let window = Window::read(arguments)?;
    watch(&child, window.warm_up)?;
    child.set_phase(Phase::MEASURE)?;
    let (began, before_ns) = (Instant::now(), server.cpu_ns()?);
    watch(&child, window.measured)?;
    child.set_phase(Phase::FINISH)?;
    let (seconds, used_ns) = (began.elapsed().as_secs_f64(), server.cpu_ns()? - before_ns);
    let (counted, _) = child.finish()?;
    server.stop()?;
    let done = counted.measured as f64 * workload.counted_each();
    if done == 0.0 {
        return Err(Failure::Stuck(format!("{} did nothing", peer.kind.name())));
    }
    let percentile = |percent| counted.latencies.percentile(percent) as f64 / 1e3;
    Ok(Reached {
        per_s: done / seconds,
        server_us: used_ns as f64 / done / 1e3,
        p50_us: percentile(50.0),
        p99_us: percentile(99.0),
    })
}

/// Lets the run go on for so long, or until it has failed.
fn watch(child: &Child, time: Duration) -> Result<(), Failure> {
    let until = Instant::now() + time;
    let mut moved = (child.completed(), Instant::now());
    while !child.is_over() {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            break;
        }
        std::thread::sleep(left.min(Duration::from_millis(100)));
        if child.completed() != moved.0 {
            moved = (child.completed(), Instant::now());
        }
        if moved.1.elapsed() > STUCK {
            return Err(Failure::Stuck("nothing completes at a peer".into()));
        }
    }
    Ok(())
}

impl Reached {
    /// What a record of ours says.
    fn of(record: &Record) -> Result<Self, Failure> {
        const RATES: [&str; 3] = [
            "round_trips_per_s",
            "published_plus_consumed_per_s",
            "messages_per_s",
        ];
        let missing = || Failure::Wrong(format!("{} has no rate", record.name));
        let rate = RATES.iter().find_map(|name| record.get(name));
        let figure = |name: &str| record.get(name).unwrap_or(0.0);
        Ok(Self {
            per_s: rate.ok_or_else(missing)?,
            server_us: figure("q_mgr_process_cpu_us_each") + figure("far_process_cpu_us_each"),
            p50_us: figure("p50_us"),
            p99_us: figure("p99_us"),
        })
    }

    fn to_text(self) -> String {
        let Self {
            per_s,
            server_us,
            p50_us,
            p99_us,
        } = self;
        format!("{per_s} {server_us} {p50_us} {p99_us}")
    }

    fn read(text: &str) -> Option<Self> {
        let numbers: Option<Vec<f64>> = text.split(' ').map(|word| word.parse().ok()).collect();
        match numbers?[..] {
            [per_s, server_us, p50_us, p99_us] => Some(Self {
                per_s,
                server_us,
                p50_us,
                p99_us,
            }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_reached_passes_from_process_to_process() {
        let reached = Reached {
            per_s: 1234.5,
            server_us: 6.25,
            p50_us: 7.0,
            p99_us: 80.0,
        };
        assert_eq!(Reached::read(&reached.to_text()), Some(reached));
        for wrong in ["", "1 2 3", "1 2 3 x", "1 2 3 4 5"] {
            assert_eq!(Reached::read(wrong), None, "{wrong}");
        }
    }
}
