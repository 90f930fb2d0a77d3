//! The modes: what each word after `bench` runs.

use crate::arguments::{Arguments, KNOWN};
use crate::failure::Failure;
use crate::figures::{Record, document};
use crate::limits::Limits;
use crate::output::{Run, say};
use crate::processes::{CHILD_MODE, remember_call};
use crate::{
    beside, c_library, cluster, connections, cores, databases, deep, echo, goals, jms, joined,
    members, pair, peers, publish, relay, replication, restart, round_trip, standing, stream,
    streaming, sweep, syncpoint, transfer,
};
use std::path::Path;

type Mode = fn(&Run) -> Result<Vec<Record>, Failure>;

/// A mode, what runs it, what it does.
type Entry = (&'static str, Mode, &'static str);

const fn entry(name: &'static str, mode: Mode, what: &'static str) -> Entry {
    (name, mode, what)
}

/// The modes by name.
const MODES: &[Entry] = &[
    entry(
        "limits",
        |_| Ok(Vec::new()),
        "measure this machine's own limits and nothing else",
    ),
    entry(
        "round-trip",
        round_trip::run,
        "requesters and responders, over any mix of roads",
    ),
    entry("stream", stream::run, "producers and consumers"),
    entry(
        "publish",
        publish::run,
        "publishers and subscribers: one to many, or many topics with --rate",
    ),
    entry("pair", pair::run, "put and get on one thread, no waiting"),
    entry(
        "echo",
        echo::run,
        "plain echo over TCP: what the client road is compared with",
    ),
    entry(
        "beside",
        beside::run,
        "round trips of a client alone, and beside --what another does",
    ),
    entry(
        "cluster",
        cluster::run,
        "choosing, learning, balance by weight, and what is noticed when a member goes or comes",
    ),
    entry(
        "deep",
        deep::run,
        "get by correlation id from a deep queue, put back",
    ),
    entry("restart", restart::run, "load, kill, open again, first get"),
    entry(
        "start",
        standing::start,
        "start of an empty queue manager to the first put",
    ),
    entry(
        "idle",
        standing::idle,
        "memory and processor time of an idle queue manager",
    ),
    entry(
        "connections",
        connections::run,
        "memory and processor time of idle clients, --requesters of them",
    ),
    entry(
        "sweep",
        sweep::run,
        "round trips, streams or publications over client counts, sizes, CipherSpecs or rates, with peak or knee",
    ),
    entry(
        "syncpoint",
        syncpoint::run,
        "persistent puts in and outside units of work, by requesters and by pairs",
    ),
    entry(
        "streaming",
        streaming::run,
        "queues with streaming queues that expire: their depth over time, beside the formula",
    ),
    entry(
        "jms",
        jms::run,
        "round trips of JMS programs, with the client classes of --classpath",
    ),
    entry(
        "c-library",
        c_library::run,
        "the program dist/samp/bench in C beside its twin in Rust, over bindings or as clients",
    ),
    entry(
        "peers",
        peers::run,
        "clients with a socket each beside the strongest peers, in turn, with ratios",
    ),
    entry(
        "transfer",
        transfer::run,
        "files moved by agents, beside the disk, cp, scp and rsync; --small many files",
    ),
    entry(
        "replication",
        replication::run,
        "capture, apply and purge of replication, without a database: --sizes, --attach, --payload and more",
    ),
    entry(
        "databases",
        databases::run,
        "replication between two PostgreSQL servers beside the database's own; --only catch-up and others",
    ),
    entry(
        "goals",
        goals::run,
        "every goal, what is reached, and the ratio",
    ),
];

/// Runs the mode the first word names.
pub(crate) fn run(given: &[String]) -> Result<(), Failure> {
    let arguments = Arguments::read(given)?;
    let Some(word) = arguments.words.first().map(String::as_str) else {
        return Err(Failure::Usage("which mode?".into()));
    };
    if word == "help" {
        return say(&help());
    }
    remember_call(given);
    if word == CHILD_MODE {
        return child(&arguments);
    }
    let found = MODES.iter().find(|(name, ..)| *name == word);
    let (_, mode, _) = found.ok_or_else(|| Failure::Usage(format!("{word} is no mode")))?;
    cores::tie(&arguments)?;
    let limits = if arguments.flag("no-limits") {
        None
    } else {
        let size = arguments.count("size", 2048)?;
        std::fs::create_dir_all(arguments.data_path())
            .map_err(Failure::io("making the data path"))?;
        Some(Limits::measure(&arguments.data_path(), size)?)
    };
    let run = Run { arguments, limits };
    let mut records: Vec<Record> = run.limits.iter().map(Limits::record).collect();
    if let Some(limits) = records.first() {
        say(&limits.to_lines())?;
    }
    records.extend(mode(&run)?);
    write_json(&run.arguments, &records)
}

/// Programs of users have sessions of their own, and the kernel may share processors out by session: giving the processor away
/// then lets one's own session run, and not who is waited for.
fn take_session(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.choice("session", &["own", "same"])? == 0 {
        // One that has it already keeps it.
        let _ = rustix::process::setsid();
    }
    Ok(())
}

/// This process is a part of another's run.
fn child(arguments: &Arguments) -> Result<(), Failure> {
    take_session(arguments)?;
    let word = |at: usize| {
        let word = arguments.words.get(at).map(String::as_str);
        word.ok_or_else(|| Failure::Usage("a part of a run is missing its words".into()))
    };
    let place = Path::new(word(2)?);
    match word(1)? {
        part @ ("requesters" | "responders") => round_trip::child(part, place, arguments),
        joined::PART => match word(2)? {
            "round-trip" => round_trip::far(Path::new(word(3)?), arguments),
            "replication" => replication::far(Path::new(word(3)?), arguments),
            _ => stream::far(Path::new(word(3)?), arguments),
        },
        members::PART => members::serve(place, arguments),
        relay::PART => relay::serve(word(3)?, arguments),
        replication::PART => replication::child(Path::new(word(3)?), arguments),
        part @ ("producers" | "consumers") => stream::child(part, place, arguments),
        part @ ("publishers" | "subscribers") => publish::child(part, place, arguments),
        peers::OURS => peers::ours(arguments),
        peers::CARER => peers::care(arguments),
        peers::CLIENTS => peers::clients(arguments),
        "loader" => restart::child(place, arguments),
        "starter" => standing::starter(place, arguments),
        "idler" => standing::idler(arguments),
        c_library::TWIN => c_library::twin(arguments),
        "holder" => connections::holder(place, arguments),
        other => Err(Failure::Usage(format!("{other} is no part of a run"))),
    }
}

fn write_json(arguments: &Arguments, records: &[Record]) -> Result<(), Failure> {
    match arguments.text("json") {
        None => Ok(()),
        Some("-") => say(&document(records)),
        Some(path) => {
            std::fs::write(path, document(records)).map_err(Failure::io(format!("writing {path}")))
        }
    }
}

fn help() -> String {
    let mut text = String::from("ferromq bench MODE [--name value ...]\n\nModes:\n");
    for (name, _, what) in MODES {
        text.push_str(&format!("  {name:<12} {what}\n"));
    }
    text.push_str("\nSettings:\n");
    for known in KNOWN {
        let left = format!("--{} {}", known.name, known.value);
        text.push_str(&format!("  {left:<40} {}\n", known.help));
    }
    text
}
