//! The goals of the queue manager, each measured and set beside what was aimed at.

use crate::arguments::Arguments;
use crate::cluster::Leaves;
use crate::failure::Failure;
use crate::figures::{Record, Value, shown};
use crate::limits;
use crate::members::Kept;
use crate::output::{Run, say};
use crate::{cluster, connections, deep, pair, publish, restart, round_trip, standing, stream};

/// Which way is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Better {
    Higher,
    Lower,
}

struct Goal {
    what: &'static str,
    unit: &'static str,
    aim: f64,
    better: Better,
    measure: fn(&Arguments) -> Result<f64, Failure>,
}

const fn goal(
    what: &'static str,
    unit: &'static str,
    better: Better,
    aim: f64,
    measure: fn(&Arguments) -> Result<f64, Failure>,
) -> Goal {
    Goal {
        what,
        unit,
        aim,
        better,
        measure,
    }
}

/// Message data is 2 KiB throughout.
const GOALS: &[Goal] = &[
    goal(
        "put and get on one thread, embedded (median)",
        "ns",
        Better::Lower,
        1_000.0,
        |given| figure(&pair::measure(given, None)?, "p50_ns"),
    ),
    goal(
        "embedded round trips, 10 pairs, tasks",
        "1/s",
        Better::Higher,
        400_000.0,
        |given| round_trips(&given.clone().or("requesters", 20).with("style", "tasks")),
    ),
    goal(
        "bindings round trips, 10 pairs, tasks",
        "1/s",
        Better::Higher,
        130_000.0,
        |given| {
            let given = over_bindings(given).with("style", "tasks");
            round_trips(&given.or("requesters", 32))
        },
    ),
    goal(
        "bindings round trips, 10 pairs, threads",
        "1/s",
        Better::Higher,
        130_000.0,
        |given| round_trips(&over_bindings(given).or("requesters", 32)),
    ),
    goal(
        "persistent / not, 64 requesters, bindings",
        "",
        Better::Higher,
        0.6,
        |given| durable_share(&over_bindings(given)),
    ),
    goal(
        "persistent / not, 64 requesters, bindings, tasks",
        "",
        Better::Higher,
        0.6,
        |given| durable_share(&over_bindings(given).with("style", "tasks")),
    ),
    goal(
        "persistent / not, 64 requesters, tasks",
        "",
        Better::Higher,
        0.6,
        |given| durable_share(&given.clone().with("style", "tasks")),
    ),
    goal(
        "one persistent requester, tasks: of the forces",
        "",
        Better::Higher,
        0.85,
        |given| share_of_forces(&given.clone().with("style", "tasks")),
    ),
    goal(
        "one persistent requester, threads: of the forces",
        "",
        Better::Higher,
        0.85,
        share_of_forces,
    ),
    goal(
        "one persistent requester, bindings: of the forces",
        "",
        Better::Higher,
        0.85,
        |given| share_of_forces(&over_bindings(given)),
    ),
    goal(
        "get by correlation id, depth 1,000,000 to 10",
        "times",
        Better::Lower,
        1.3,
        cost_of_depth,
    ),
    goal(
        "the same over bindings",
        "times",
        Better::Lower,
        1.3,
        |given| cost_of_depth(&over_bindings(given).or("rounds", 200_000)),
    ),
    goal(
        "restart, 400,000 uncommitted",
        "s",
        Better::Lower,
        3.0,
        |given| {
            let given = given
                .clone()
                .with("depth", 1_000)
                .with("uncommitted", 400_000);
            figure(&restart::measure(&given)?, "to_first_get_s")
        },
    ),
    goal(
        "restart, 1,000,000 committed",
        "s",
        Better::Lower,
        3.0,
        |given| {
            figure(
                &restart::measure(&given.clone().or("depth", 1_000_000))?,
                "to_first_get_s",
            )
        },
    ),
    goal(
        "start to first put, embedded",
        "ms",
        Better::Lower,
        20.0,
        |given| figure(&standing::measure_start(given)?, "embedded_p50_ms"),
    ),
    goal(
        "start to first put, new process",
        "ms",
        Better::Lower,
        100.0,
        |given| figure(&standing::measure_start(given)?, "new_process_p50_ms"),
    ),
    goal(
        "client round trips, 32 requesters, tasks",
        "1/s",
        Better::Higher,
        35_000.0,
        |given| round_trips(&client_tasks(given, 32)),
    ),
    goal(
        "client round trips, 32 requesters, tasks, ten to a socket",
        "1/s",
        Better::Higher,
        35_000.0,
        |given| round_trips(&client_tasks(&gathered(given), 32)),
    ),
    goal(
        "the same: queue manager's processor time",
        "us",
        Better::Lower,
        27.0,
        |given| q_mgr_us(&client_tasks(given, 32)),
    ),
    goal(
        "the same: queue manager's processor time, ten to a socket",
        "us",
        Better::Lower,
        27.0,
        |given| q_mgr_us(&client_tasks(&gathered(given), 32)),
    ),
    goal(
        "client round trips, asynchronous put",
        "1/s",
        Better::Higher,
        45_000.0,
        |given| round_trips(&client_tasks(given, 32).with("async-put", "")),
    ),
    goal(
        "client round trips, asynchronous put, ten to a socket",
        "1/s",
        Better::Higher,
        45_000.0,
        |given| round_trips(&client_tasks(&gathered(given), 32).with("async-put", "")),
    ),
    goal(
        "client round trips, 1 requester, 1 responder",
        "1/s",
        Better::Higher,
        8_000.0,
        |given| round_trips(&over_client(given).with("requesters", 1)),
    ),
    goal(
        "client round trips, persistent, 64 requesters",
        "1/s",
        Better::Higher,
        21_000.0,
        |given| round_trips(&client_tasks(given, 64).with("persistent", "")),
    ),
    goal(
        "client round trips, persistent, 64 requesters, ten to a socket",
        "1/s",
        Better::Higher,
        21_000.0,
        |given| round_trips(&client_tasks(&gathered(given), 64).with("persistent", "")),
    ),
    goal(
        "the same: queue manager's processor time, persistent",
        "us",
        Better::Lower,
        45.0,
        |given| q_mgr_us(&client_tasks(given, 64).with("persistent", "")),
    ),
    goal(
        "the same: queue manager's processor time, persistent, ten to a socket",
        "us",
        Better::Lower,
        45.0,
        |given| q_mgr_us(&client_tasks(&gathered(given), 64).with("persistent", "")),
    ),
    goal(
        "client round trips, persistent, 1 requester",
        "1/s",
        Better::Higher,
        2_000.0,
        |given| {
            round_trips(
                &over_client(given)
                    .with("persistent", "")
                    .with("requesters", 1),
            )
        },
    ),
    goal(
        "client stream, 8 to 8",
        "1/s",
        Better::Higher,
        300_000.0,
        |given| streamed(&stream_of_clients(given)),
    ),
    goal(
        "client stream, 8 to 8, ten to a socket",
        "1/s",
        Better::Higher,
        300_000.0,
        |given| streamed(&stream_of_clients(&gathered(given))),
    ),
    goal(
        "client stream, persistent, 100 to a unit of work",
        "1/s",
        Better::Higher,
        80_000.0,
        |given| streamed(&lasting_stream(given, 100)),
    ),
    goal(
        "client stream, persistent, 100 to a unit of work, ten to a socket",
        "1/s",
        Better::Higher,
        80_000.0,
        |given| streamed(&lasting_stream(&gathered(given), 100)),
    ),
    goal(
        "client stream, persistent, 1 to a unit of work",
        "1/s",
        Better::Higher,
        20_000.0,
        |given| streamed(&lasting_stream(given, 1)),
    ),
    goal(
        "client stream, persistent, 1 to a unit of work, ten to a socket",
        "1/s",
        Better::Higher,
        20_000.0,
        |given| streamed(&lasting_stream(&gathered(given), 1)),
    ),
    goal(
        "two queue managers, round trips, 32 requesters",
        "1/s",
        Better::Higher,
        60_000.0,
        |given| round_trips(&over_channels(given).or("requesters", 32)),
    ),
    goal(
        "two queue managers, round trips, persistent, 64 requesters",
        "1/s",
        Better::Higher,
        15_000.0,
        |given| round_trips(&lasting(over_channels(given)).or("requesters", 64)),
    ),
    goal(
        "one channel, stream",
        "1/s",
        Better::Higher,
        250_000.0,
        |given| streamed(&stream_over_channels(given)),
    ),
    goal(
        "one channel, stream, clients, puts without answers",
        "1/s",
        Better::Higher,
        250_000.0,
        |given| {
            streamed(
                &stream_of_clients(given)
                    .with("sharing", 10)
                    .with("channels", 1),
            )
        },
    ),
    goal(
        "one channel, stream, 100 KiB",
        "MB/s",
        Better::Higher,
        1_500.0,
        |given| megabytes(&long_over_channel(given, 100 * 1024)),
    ),
    goal(
        "one channel, stream, 1 MiB",
        "MB/s",
        Better::Higher,
        2_000.0,
        |given| megabytes(&long_over_channel(given, 1024 * 1024)),
    ),
    goal(
        "one channel, stream, persistent, 100 KiB: of a third of the disk",
        "",
        Better::Higher,
        0.5,
        |given| share_of_the_disk(&lasting(stream_over_channels(given)), 100 * 1024),
    ),
    goal(
        "one channel, stream, persistent, 1 MiB: of a third of the disk",
        "",
        Better::Higher,
        0.5,
        |given| {
            let given = lasting(stream_over_channels(given)).with("batch", 5);
            share_of_the_disk(&given, 1024 * 1024)
        },
    ),
    goal(
        "one channel, persistent, each flow 150 us longer: of that without",
        "",
        Better::Higher,
        0.95,
        |given| share_of_no_delay(given, 150),
    ),
    goal(
        "one channel, persistent, each flow 25 ms longer: of that without",
        "",
        Better::Higher,
        0.8,
        |given| share_of_no_delay(given, 25_000),
    ),
    goal(
        "one channel, stream, persistent, 50 to a unit of work",
        "1/s",
        Better::Higher,
        60_000.0,
        |given| streamed(&lasting(stream_over_channels(given))),
    ),
    goal(
        "four channels, stream, persistent, 50 to a unit of work",
        "1/s",
        Better::Higher,
        60_000.0,
        |given| streamed(&lasting(stream_over_channels(given)).with("channels", 4)),
    ),
    goal(
        "publish/subscribe 1:48, clients, cluster of 2: of one queue manager",
        "",
        Better::Higher,
        0.8,
        |given| published_by_members(&published_to_clients(given), 2),
    ),
    goal(
        "publish/subscribe 1:48, clients, cluster of 4: of one queue manager",
        "",
        Better::Higher,
        0.7,
        |given| published_by_members(&published_to_clients(given), 4),
    ),
    goal(
        "publish/subscribe 1:20, clients, persistent, cluster of 2: of one queue manager",
        "",
        Better::Higher,
        0.8,
        |given| published_by_members(&published_and_kept(given), 2),
    ),
    goal(
        "publish/subscribe 1:20, clients, persistent, cluster of 4: of one queue manager",
        "",
        Better::Higher,
        0.7,
        |given| published_by_members(&published_and_kept(given), 4),
    ),
    goal(
        "choice of one of 5 destinations in a cluster",
        "ns",
        Better::Lower,
        300.0,
        |given| figure(&cluster::choosing(given)?, "choice_ns"),
    ),
    goal(
        "50 members of a cluster with 1,000 queues each: learned in processor time",
        "s",
        Better::Lower,
        2.0,
        |given| figure(&cluster::learning(given)?, "processor_s"),
    ),
    goal(
        "the same: memory of each",
        "bytes",
        Better::Lower,
        1_024.0,
        |given| figure(&cluster::learning(given)?, "resident_bytes_each"),
    ),
    goal(
        "10,000 messages over 3 members by weight: the worst is off by",
        "%",
        Better::Lower,
        2.0,
        |given| figure(&cluster::weights(given)?, "worst_off_percent"),
    ),
    goal(
        "a member of a cluster is killed: longest wait of a message",
        "s",
        Better::Lower,
        1.0,
        |given| figure(&cluster::left(given, Leaves::Killed)?, "longest_wait_s"),
    ),
    goal(
        "a member of a cluster hangs, HBINT(2) BATCHHB(1000): longest wait of a message",
        "s",
        Better::Lower,
        2.5,
        |given| figure(&cluster::left(given, Leaves::Hung)?, "longest_wait_s"),
    ),
    goal(
        "a member joins a cluster: evenly used after",
        "s",
        Better::Lower,
        10.0,
        |given| figure(&cluster::joined(given)?, "evenly_used_after_s"),
    ),
    goal(
        "publish/subscribe 1:80, embedded",
        "1/s",
        Better::Higher,
        1_500_000.0,
        |given| published(&given.clone().with("style", "tasks").with("subscribers", 80)),
    ),
    goal(
        "publish/subscribe 1:48, clients",
        "1/s",
        Better::Higher,
        550_000.0,
        |given| published(&published_to_clients(given).with("subscribers", 48)),
    ),
    goal(
        "publish/subscribe 1:48, clients, ten to a socket",
        "1/s",
        Better::Higher,
        550_000.0,
        |given| published(&published_to_clients(&gathered(given)).with("subscribers", 48)),
    ),
    goal(
        "publish/subscribe 1:4, clients",
        "1/s",
        Better::Higher,
        450_000.0,
        |given| published(&published_to_clients(given).with("subscribers", 4)),
    ),
    goal(
        "publish/subscribe 1:20, clients, persistent, 5 to a unit of work",
        "1/s",
        Better::Higher,
        60_000.0,
        |given| published(&published_and_kept(given)),
    ),
    goal(
        "client round trips, 8 requesters, 20k",
        "1/s",
        Better::Higher,
        15_000.0,
        |given| round_trips(&of_size(given, "20k")),
    ),
    goal(
        "client round trips, 8 requesters, 20k, persistent",
        "1/s",
        Better::Higher,
        5_000.0,
        |given| round_trips(&of_size(given, "20k").with("persistent", "")),
    ),
    goal(
        "client round trips, 8 requesters, 200k",
        "1/s",
        Better::Higher,
        5_000.0,
        |given| round_trips(&of_size(given, "200k")),
    ),
    goal(
        "client round trips, 8 requesters, 200k, persistent",
        "1/s",
        Better::Higher,
        1_500.0,
        |given| round_trips(&of_size(given, "200k").with("persistent", "")),
    ),
    goal(
        "client round trips, 8 requesters, 2M",
        "1/s",
        Better::Higher,
        500.0,
        |given| round_trips(&of_size(given, "2M")),
    ),
    goal(
        "client round trips, 8 requesters, 2M, persistent",
        "1/s",
        Better::Higher,
        200.0,
        |given| round_trips(&of_size(given, "2M").with("persistent", "")),
    ),
    goal(
        "client round trips: processor time with 3,200 connected to 32",
        "times",
        Better::Lower,
        1.1,
        cost_of_idle_clients,
    ),
    goal(
        "5,000 idle client connections",
        "MB",
        Better::Lower,
        60.0,
        |given| figure(&connections::measure(given)?, "resident_added_mb"),
    ),
    goal("idle, resident", "MB", Better::Lower, 30.0, |given| {
        figure(&standing::measure_idle(given)?, "resident_mb")
    }),
];

/// Measures every goal, or those `--only` picks.
pub(crate) fn run(run: &Run) -> Result<Vec<Record>, Failure> {
    let only = run.arguments.text("only").unwrap_or_default();
    let mut records = Vec::new();
    say(&format!(
        "{:<50} {:>12} {:>12} {:>7}\n",
        "", "reached", "aim", "ratio"
    ))?;
    for goal in GOALS.iter().filter(|goal| goal.what.contains(only)) {
        let reached = (goal.measure)(&run.arguments)?;
        let ratio = match goal.better {
            Better::Higher => reached / goal.aim,
            Better::Lower => goal.aim / reached.max(1e-9),
        };
        let number = |value: f64| format!("{} {}", shown(&Value::Number(value)), goal.unit);
        let met = if ratio >= 1.0 { "" } else { "  not met" };
        say(&format!(
            "{:<50} {:>12} {:>12} {ratio:>7.2}{met}\n",
            goal.what,
            number(reached),
            number(goal.aim)
        ))?;
        let mut record = Record::new(goal.what);
        record
            .set("unit", Value::Text(goal.unit.into()))
            .number("reached", reached)
            .number("aim", goal.aim)
            .number("ratio", ratio);
        records.push(record);
    }
    Ok(records)
}

fn figure(record: &Record, name: &str) -> Result<f64, Failure> {
    record
        .get(name)
        .ok_or_else(|| Failure::Wrong(format!("{} has no {name}", record.name)))
}

fn cost_of_depth(given: &Arguments) -> Result<f64, Failure> {
    let records = deep::measure(&given.clone().or("depth", 1_000_000), None)?;
    let deep = records
        .last()
        .ok_or_else(|| Failure::Wrong("nothing was measured".into()))?;
    figure(deep, "times_the_shallow_queue")
}

/// The queue manager's processor time for a round trip of 32 requesters beside clients that do nothing, to that without.
fn cost_of_idle_clients(given: &Arguments) -> Result<f64, Failure> {
    let alone = client_tasks(given, 32);
    let beside = alone.clone().with("idle-clients", 3_200 - 64);
    Ok(q_mgr_us(&beside)? / q_mgr_us(&alone)?)
}

fn over_bindings(given: &Arguments) -> Arguments {
    given
        .clone()
        .with("requester-road", "bindings")
        .with("responder-road", "bindings")
}

/// Applications of two queue managers, which one channel each way joins.
fn over_channels(given: &Arguments) -> Arguments {
    over_bindings(given)
        .with("style", "tasks")
        .with("channels", 1)
}

fn stream_over_channels(given: &Arguments) -> Arguments {
    over_channels(given).or("producers", 4).or("batch", 50)
}

fn long_over_channel(given: &Arguments, bytes: u64) -> Arguments {
    let given = over_channels(given).with("style", "threads");
    given.with("size", bytes)
}

fn megabytes(given: &Arguments) -> Result<f64, Failure> {
    Ok(streamed(given)? * given.number("size", 0)? as f64 / 1e6)
}

/// Bytes of messages a second beside a third of what the disk forces in pieces of 256 KiB: each is written three times, to the logs of both queue
/// managers and, where it stays longer than the log, to a queue file. Both in one run, for disks have moods.
fn share_of_the_disk(given: &Arguments, bytes: u64) -> Result<f64, Failure> {
    let given = given.clone().with("size", bytes);
    let forced = || limits::force_bytes_per_s(&given.data_path());
    let before = forced()?;
    let reached = megabytes(&given)? * 1e6;
    let third = f64::midpoint(before, forced()?) / 3.0;
    Ok(reached / third)
}

/// What is left of the rate where each flow of the channel takes longer.
fn share_of_no_delay(given: &Arguments, delay_us: u64) -> Result<f64, Failure> {
    let given = lasting(stream_over_channels(given));
    let without = streamed(&given.clone().with("delay-us", 0))?;
    Ok(streamed(&given.with("delay-us", delay_us))? / without)
}

fn lasting(given: Arguments) -> Arguments {
    given.with("persistent", "")
}

/// Clients with a socket each, as most programs have.
fn over_client(given: &Arguments) -> Arguments {
    given.clone().with("road", "client").or("sharing", 1)
}

/// The same for clients of one process that share sockets.
fn gathered(given: &Arguments) -> Arguments {
    given.clone().with("sharing", 10)
}

fn client_tasks(given: &Arguments, requesters: u32) -> Arguments {
    let given = over_client(given).with("style", "tasks");
    given.or("requesters", requesters)
}

fn lasting_stream(given: &Arguments, batch: u32) -> Arguments {
    let given = stream_of_clients(given).with("persistent", "");
    given.with("batch", batch)
}

fn of_size(given: &Arguments, size: &str) -> Arguments {
    over_client(given)
        .with("style", "tasks")
        .with("size", size)
        .or("requesters", 8)
}

fn stream_of_clients(given: &Arguments) -> Arguments {
    over_client(given)
        .with("style", "tasks")
        .with("producers", 8)
        .with("consumers", 8)
        .with("async-put", "")
        .with("read-ahead", "")
}

fn streamed(given: &Arguments) -> Result<f64, Failure> {
    figure(&stream::measure(given, None)?, "messages_per_s")
}

fn published_to_clients(given: &Arguments) -> Arguments {
    over_client(given)
        .with("style", "tasks")
        .with("async-put", "")
        .with("read-ahead", "")
}

fn published(given: &Arguments) -> Result<f64, Failure> {
    let record = publish::measure(given, None)?;
    figure(&record, "published_plus_consumed_per_s")
}

fn published_and_kept(given: &Arguments) -> Arguments {
    over_client(given)
        .with("style", "tasks")
        .with("persistent", "")
        .with("subscribers", 20)
}

/// Published and consumed over members of a cluster, of what one queue manager reaches right before with the same applications.
fn published_by_members(given: &Arguments, members: usize) -> Result<f64, Failure> {
    let given = given.clone().or("subscribers", 48).with("cluster", members);
    let rate = |kept| figure(&publish::measure_kept(&given, None, kept)?, publish::RATE);
    let one = rate(Kept::Together)?;
    Ok(rate(Kept::Apart)? / one)
}

fn q_mgr_us(given: &Arguments) -> Result<f64, Failure> {
    let record = round_trip::measure(given, None)?;
    figure(&record, "q_mgr_process_cpu_us_each")
}

fn round_trips(given: &Arguments) -> Result<f64, Failure> {
    figure(&round_trip::measure(given, None)?, "round_trips_per_s")
}

/// Round trips with persistent messages, each in a unit of work, for each one without.
fn durable_share(given: &Arguments) -> Result<f64, Failure> {
    let given = given.clone().or("requesters", 64);
    let plain = round_trips(&given)?;
    Ok(round_trips(&given.with("persistent", ""))? / plain)
}

/// Which part of the device's forces becomes the three that a round trip needs. The device is
/// measured right before and right after: a shared disk has its moods.
fn share_of_forces(given: &Arguments) -> Result<f64, Failure> {
    let given = given.clone().with("requesters", 1).with("persistent", "");
    let before = limits::forces_per_s(&given.data_path())?;
    let rate = round_trips(&given)?;
    let after = limits::forces_per_s(&given.data_path())?;
    Ok(rate * 3.0 / ((before + after) / 2.0))
}
