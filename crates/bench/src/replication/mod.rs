//! The queueing side of replication, without a database, as a published report measured it: a capture that puts persistent messages with
//! ascending correlation ids in units of work, an apply that browses them in sequence and says on a queue which it has seen, and a purge that
//! gets those.
//!
//! The queue manager, and each of the three, is a process of its own, so that processor time is told apart.

mod parts;
mod published;

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::figures::{Record, Value};
use crate::histogram::Histogram;
use crate::host::{Host, Road};
use crate::joined::{self, Joined, Queues};
use crate::meter::process_cpu_ns;
use crate::output::{Run, say};
use crate::place::define_on;
use crate::processes::Child;
use crate::relay::{self, Relay};
use crate::remote::{Entrance, entrance};
use crate::script::Phase;
use std::path::Path;
use std::time::{Duration, Instant};

/// The part of a run that is one of the three programs.
pub(crate) const PART: &str = "replication";
/// Where messages are put, with the number of the path; where there are no channels, this is the queue apply reads.
const SEND: &str = "BENCH.SEND";
const APPLY: &str = "BENCH.APPLY";
const KEYS: &str = "BENCH.KEYS";
/// How long a run may take.
const RESULT_WITHIN: Duration = Duration::from_secs(4 * 3600);
/// Paths at most, as parallel send queues have them.
const PATHS_MAX: usize = 4;

/// How apply and purge reach the messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attach {
    /// At the queue manager capture puts at, over shared memory.
    Bindings,
    /// The same, over TCP.
    Client,
    /// At a second queue manager, over shared memory; channels lead there.
    Channel,
}

/// What identifies a message in the table of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    CorrelId,
    MsgId,
    Token,
}

/// A run.
#[derive(Clone, Debug)]
struct Plan {
    size: usize,
    messages: u64,
    batch: u64,
    /// Apply waits until so many are on its queue.
    start_depth: u64,
    attach: Attach,
    key: Key,
    /// Each message is looked for by its correlation id, as the published program does; else read as they come.
    searches: bool,
    paths: usize,
    retry: Duration,
    persistent: bool,
    read_ahead: bool,
    depth_max: u64,
}

impl Plan {
    fn read(arguments: &Arguments) -> Result<Self, Failure> {
        let size = arguments.count("size", 2048)?.max(parts::STAMP_BYTES);
        let payload = arguments.number("payload", 64 << 20)?;
        let messages = (payload / size as u64).max(1);
        let start = arguments.number("start-depth-bytes", payload * 2 / 5)?;
        let attach = arguments.choice("attach", &["bindings", "client", "channel"])?;
        let key = arguments.choice("key", &["correlid", "msgid", "token"])?;
        let paths = arguments.count("send-queues", 1)?;
        if !(1..=PATHS_MAX).contains(&paths) {
            return Err(Failure::Usage(format!("--send-queues is 1 to {PATHS_MAX}")));
        }
        let retry = Duration::from_millis(arguments.number("full-retry-ms", 5_000)?);
        Ok(Self {
            size,
            messages,
            batch: arguments.number("batch", 200)?.max(1),
            start_depth: (start / size as u64).min(messages),
            attach: [Attach::Bindings, Attach::Client, Attach::Channel][attach],
            key: [Key::CorrelId, Key::MsgId, Key::Token][key],
            searches: arguments.choice("browse", &["in-order", "search"])? == 1,
            paths,
            retry,
            persistent: !arguments.flag("not-persistent"),
            read_ahead: arguments.flag("read-ahead"),
            depth_max: arguments.number("max-depth", messages + 1)?.max(1),
        })
    }

    /// The queue of a path.
    fn send_queue(&self, path: usize) -> String {
        match (self.attach, self.paths) {
            (Attach::Channel, _) => format!("{SEND}.{}", path + 1),
            _ => APPLY.to_owned(),
        }
    }

    fn queues(&self) -> Queues {
        Queues {
            here: Vec::new(),
            there: vec![APPLY.to_owned(), KEYS.to_owned()],
            depth: self.depth_max,
        }
    }
}

/// Runs the sizes asked for.
pub(crate) fn run(run: &Run) -> Result<Vec<Record>, Failure> {
    let mut records = Vec::new();
    let usual = run.arguments.text("size").unwrap_or("2k").to_owned();
    for size in run.arguments.list("sizes", &usual)? {
        let arguments = run.arguments.clone().with("size", size);
        records.extend(joined::beside_no_delay(&arguments, "apply_per_s", measure)?);
    }
    Ok(records)
}

/// The process with the second queue manager.
pub(crate) fn far(near_port: &Path, arguments: &Arguments) -> Result<(), Failure> {
    let plan = Plan::read(arguments)?;
    joined::serve(near_port, &plan.queues(), plan.paths, arguments)
}

/// One of the three programs.
pub(crate) fn child(entrance: &Path, arguments: &Arguments) -> Result<(), Failure> {
    let role = arguments.text("role").unwrap_or_default().to_owned();
    parts::run(&role, &Entrance::read(entrance), &Plan::read(arguments)?)
}

fn measure(arguments: &Arguments) -> Result<Record, Failure> {
    let plan = Plan::read(arguments)?;
    let mut host = Host::start(arguments)?;
    let mut joined = None;
    let mut relay = None;
    if plan.attach == Attach::Channel {
        let there = Joined::start(
            "replication",
            &plan.queues(),
            plan.paths,
            arguments,
            &mut host,
        )?;
        host.administer(&parts::ways(&plan))?;
        joined = Some(there);
    } else {
        for name in [APPLY, KEYS] {
            define_on(host.engine(), name, plan.depth_max)?;
        }
    }
    let here = entrance(Road::Bindings, &mut host)?;
    let here = here.ok_or_else(|| Failure::Wrong("nobody is served".into()))?;
    let there = match (&joined, plan.attach) {
        (Some(joined), _) => joined.entrance(Road::Bindings)?,
        (None, Attach::Client) => {
            let mut port = host.listen()?;
            if relay::delay(arguments)?.is_some() {
                let between = Relay::start(arguments, port)?;
                port = between.port;
                relay = Some(between);
            }
            Entrance::Port(port)
        }
        _ => here.clone(),
    };
    let start = |role: &str, at: &Entrance| {
        let arguments = arguments.clone().with("role", role);
        Child::start(&arguments, &[PART, "at", &at.to_string()])
    };
    let mut purge = start("purge", &there)?;
    let mut apply = start("apply", &there)?;
    let mut capture = start("capture", &here)?;
    let (cpu, far_cpu) = (process_cpu_ns(), joined.as_ref().map_or(0, Joined::cpu_ns));
    for part in [&mut purge, &mut apply, &mut capture] {
        part.set_phase(Phase::MEASURE)?;
    }
    let depths = watch(arguments, &plan, &host, &there, &[&capture, &apply, &purge])?;
    let said = [&capture, &apply, &purge].map(|part| part.hear("figures", RESULT_WITHIN));
    let [capture, apply, purge] = said.map(|said| said.and_then(|said| Figures::read(&said)));
    let (capture, apply, purge) = (capture?, apply?, purge?);
    let cpu = process_cpu_ns() - cpu;
    let far_cpu = joined.as_ref().map_or(0, Joined::cpu_ns) - far_cpu;
    let relays = match (&relay, &joined) {
        (Some(relay), _) => Some(relay.cpu_ns()),
        (None, Some(joined)) => joined.relays_cpu_ns(),
        _ => None,
    };
    if apply.messages != plan.messages || purge.messages != plan.messages {
        return Err(Failure::Wrong(format!(
            "{} messages were put, {} seen in sequence, {} purged",
            plan.messages, apply.messages, purge.messages
        )));
    }
    Ok(report(
        &plan,
        arguments,
        &Outcome {
            capture,
            apply,
            purge,
            cpu_ns: cpu,
            far_cpu_ns: joined.is_some().then_some(far_cpu),
            relays_cpu_ns: relays,
            depths,
        },
    ))
}

/// What a run came to.
struct Outcome {
    capture: Figures,
    apply: Figures,
    purge: Figures,
    cpu_ns: u64,
    far_cpu_ns: Option<u64>,
    relays_cpu_ns: Option<u64>,
    depths: String,
}

fn report(plan: &Plan, arguments: &Arguments, outcome: &Outcome) -> Record {
    let Outcome {
        capture,
        apply,
        purge,
        ..
    } = outcome;
    let mut record = settings(plan, arguments);
    let each = |ns: u64| ns as f64 / 1e3 / plan.messages as f64;
    let megabytes = |rate: f64| rate * plan.size as f64 / 1_048_576.0;
    record
        .number("capture_per_s", capture.rate())
        .number("apply_per_s", apply.rate())
        .number("purge_per_s", purge.rate())
        .number("capture_mb_per_s", megabytes(capture.rate()))
        .number("apply_mb_per_s", megabytes(apply.rate()))
        .number("queue_manager_cpu_us", each(outcome.cpu_ns))
        .number("capture_cpu_us", each(capture.cpu_ns))
        .number("apply_cpu_us", each(apply.cpu_ns))
        .number("purge_cpu_us", each(purge.cpu_ns));
    if let Some(far_cpu_ns) = outcome.far_cpu_ns {
        record.number("second_queue_manager_cpu_us", each(far_cpu_ns));
    }
    if let Some(relays) = outcome.relays_cpu_ns {
        record.number("relays_cpu_us", each(relays));
    }
    record
        .figure("searches", Value::Count(apply.searches))
        .figure("full_retries", Value::Count(capture.searches))
        .figure("depth_by_second", Value::Text(outcome.depths.clone()));
    for (name, figures) in [("apply", apply), ("purge", purge)] {
        let of = |percent| figures.latencies.percentile(percent) as f64 / 1e3;
        let names: [&'static str; 3] = match name {
            "apply" => [
                "put_to_browse_p50_us",
                "put_to_browse_p99_us",
                "put_to_browse_max_us",
            ],
            _ => [
                "put_to_purge_p50_us",
                "put_to_purge_p99_us",
                "put_to_purge_max_us",
            ],
        };
        record
            .number(names[0], of(50.0))
            .number(names[1], of(99.0))
            .number(names[2], figures.latencies.max() as f64 / 1e3);
    }
    published::beside(plan, &mut record);
    record
}

fn settings(plan: &Plan, arguments: &Arguments) -> Record {
    let mut record = Record::new("capture, apply and purge without a database");
    let attach = match plan.attach {
        Attach::Bindings => "bindings",
        Attach::Client => "client",
        Attach::Channel => "channel",
    };
    let key = match plan.key {
        Key::CorrelId => "correlid",
        Key::MsgId => "msgid",
        Key::Token => "token",
    };
    record
        .set("size", Value::Count(plan.size as u64))
        .set("messages", Value::Count(plan.messages))
        .set("batch", Value::Count(plan.batch))
        .set("start_depth", Value::Count(plan.start_depth))
        .word("attach", attach)
        .word("key", key)
        .word("browse", if plan.searches { "search" } else { "in-order" })
        .set("send_queues", Value::Count(plan.paths as u64))
        .set("persistent", Value::Flag(plan.persistent));
    if let Ok(Some(delay)) = relay::delay(arguments) {
        record.set("delay_us", Value::Count(delay.as_micros() as u64));
    }
    record
}

/// Looks at the depth each second until all is done, or a part has failed.
fn watch(
    arguments: &Arguments,
    plan: &Plan,
    host: &Host,
    there: &Entrance,
    parts: &[&Child],
) -> Result<String, Failure> {
    let began = Instant::now();
    let mut depths = Vec::new();
    let of_queue = |text: &str| -> Option<u64> {
        let rest = text.split("CURDEPTH(").nth(1)?;
        rest.split(')').next()?.parse().ok()
    };
    while parts.iter().any(|part| !part.is_over()) && began.elapsed() < RESULT_WITHIN {
        if parts.iter().all(|part| part.completed() >= plan.messages) {
            break;
        }
        // One that has failed has closed its output before it was through.
        if parts
            .iter()
            .any(|part| part.is_over() && part.completed() < plan.messages)
        {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
        if began.elapsed().as_secs() < depths.len() as u64 + 1 {
            continue;
        }
        let command = format!("DISPLAY QLOCAL({APPLY}) CURDEPTH");
        let said = match (plan.attach, there) {
            (Attach::Channel, Entrance::Bindings(socket)) => crate::host::ask_at(socket, &command)?,
            _ => host.ask(&command)?,
        };
        let depth = of_queue(&said).unwrap_or(0);
        if !arguments.flag("quiet") {
            say(&format!(
                "{:>6} s  depth {depth}\n",
                began.elapsed().as_secs()
            ))?;
        }
        depths.push(depth.to_string());
    }
    Ok(depths.join(" "))
}

/// What a part says at its end.
struct Figures {
    messages: u64,
    seconds: f64,
    cpu_ns: u64,
    /// Of apply: browses by key; of capture: units that were tried again.
    searches: u64,
    latencies: Histogram,
}

impl Figures {
    fn rate(&self) -> f64 {
        self.messages as f64 / self.seconds.max(1e-9)
    }

    fn to_text(&self) -> String {
        format!(
            "figures {} {} {} {} {}",
            self.messages,
            self.seconds,
            self.cpu_ns,
            self.searches,
            self.latencies.to_text()
        )
    }

    fn read(text: &str) -> Result<Self, Failure> {
        let wrong = || Failure::Child(format!("its figures are {text}"));
        let mut words = text.splitn(5, ' ');
        let mut next = || words.next().ok_or_else(wrong);
        let messages = next()?.parse().map_err(|_| wrong())?;
        let seconds = next()?.parse().map_err(|_| wrong())?;
        let cpu_ns = next()?.parse().map_err(|_| wrong())?;
        let searches = next()?.parse().map_err(|_| wrong())?;
        let latencies = Histogram::from_text(next().unwrap_or_default()).ok_or_else(wrong)?;
        Ok(Self {
            messages,
            seconds,
            cpu_ns,
            searches,
            latencies,
        })
    }
}
