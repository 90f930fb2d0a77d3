//! Files moved by agents beside what the machine and other programs make of the same files.
//!
//! Agents and queue managers are processes of their own, set up with the commands of this program. Every file that arrives is
//! compared with what was sent.

mod beside;
mod file_limits;
mod installation;
mod material;
mod small;

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::figures::{Record, Value, rows};
use crate::meter::resident_bytes;
use crate::output::{Run, say, show};
use crate::run_directory::RunDirectory;
use beside::Ssh;
use ferromq_transfer::generated::notices::BFGTR9590;
use file_limits::FileLimits;
use installation::{AGENTS, Installation, Scenario};
use std::path::Path;
use std::time::Instant;

/// Sizes of the published report.
const PUBLISHED: &str = "1G,5G,10G,15G,20G,25G,30G";

/// A way of agents to move a file.
struct Way {
    name: &'static str,
    scenario: Scenario,
    checksum: &'static str,
    /// Lines for the properties of both agents.
    properties: &'static [&'static str],
}

const QUEUE: &[&str] = &["transferRoad=queue"];

const AUTO: &[&str] = &["transferRoad=auto"];

const fn by_reference(name: &'static str, checksum: &'static str) -> Way {
    Way {
        name,
        scenario: Scenario::Bindings,
        checksum,
        properties: AUTO,
    }
}

const fn way(name: &'static str, scenario: Scenario, checksum: &'static str) -> Way {
    Way {
        name,
        scenario,
        checksum,
        properties: QUEUE,
    }
}

const WAYS: &[Way] = &[
    by_reference("by reference, none", "none"),
    by_reference("by reference, MD5", "MD5"),
    way("bindings, MD5", Scenario::Bindings, "MD5"),
    way("bindings, XXH3", Scenario::Bindings, "XXH3"),
    way("bindings, none", Scenario::Bindings, "none"),
    way("bindings over channels, MD5", Scenario::Channels, "MD5"),
    way("clients, MD5", Scenario::Clients { tls: false }, "MD5"),
    way("clients, none", Scenario::Clients { tls: false }, "none"),
    way(
        "clients with TLS, MD5",
        Scenario::Clients { tls: true },
        "MD5",
    ),
    way(
        "clients with TLS, none",
        Scenario::Clients { tls: true },
        "none",
    ),
];

impl Way {
    fn lines(&self) -> Vec<String> {
        self.properties
            .iter()
            .map(|line| (*line).to_owned())
            .collect()
    }

    fn is_asked_for(&self, arguments: &Arguments) -> bool {
        arguments
            .text("only")
            .is_none_or(|only| self.name.contains(only))
    }
}

const SETTINGS: &[&str] = &["what", "bytes"];
const FIGURES: &[&str] = &[
    "seconds",
    "mb_per_s",
    "source_cpu_s_per_gb",
    "destination_cpu_s_per_gb",
    "q_mgr_cpu_s_per_gb",
    "all_cpu_s_per_gb",
    "bytes_sent_twice",
    "load",
];

/// See the module.
pub(crate) fn run(run: &Run) -> Result<Vec<Record>, Failure> {
    let arguments = &run.arguments;
    if arguments.text("small").is_some() {
        return small::run(arguments);
    }
    let usual = if arguments.flag("published") {
        PUBLISHED
    } else {
        "1G"
    };
    let sizes = arguments.list("sizes", usual)?;
    let rounds = arguments.count("rounds", 1)?.max(1);
    let place =
        RunDirectory::fresh(&arguments.data_path()).map_err(Failure::io("making a directory"))?;
    let largest = sizes.iter().copied().max().unwrap_or(0);
    material::check_room(place.path(), largest.saturating_mul(2))?;
    let mut records = Vec::new();
    for (at, bytes) in sizes.iter().enumerate() {
        let source = place.path().join("source");
        material::make(&source, *bytes, at as u64)?;
        material::settle();
        let limits = FileLimits::measure(&source, &place.path().join("scratch"), *bytes)?;
        show(&limits.record())?;
        let first = records.len() + 1;
        records.push(limits.record());
        for _ in 0..rounds {
            records.extend(others(&source, place.path(), *bytes)?);
            for way in WAYS.iter().filter(|way| way.is_asked_for(arguments)) {
                records.push(one(way, arguments, &source, *bytes, &limits)?);
            }
        }
        say(&rows(&records[first..], SETTINGS, FIGURES))?;
        say("\n")?;
    }
    Ok(records)
}

fn load() -> Value {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    Value::Text(text.split(' ').next().unwrap_or_default().to_owned())
}

fn record(what: &str, bytes: u64, seconds: f64) -> Record {
    let mut record = Record::new("transfer of a file");
    record
        .word("what", what)
        .set("bytes", Value::Count(bytes))
        .number("seconds", seconds)
        .number("mb_per_s", bytes as f64 / seconds.max(1e-9) / 1e6);
    record
}

/// The programs people use instead.
fn others(source: &Path, place: &Path, bytes: u64) -> Result<Vec<Record>, Failure> {
    let to = place.join("copy");
    let mut records = Vec::new();
    let mut keep = |what: &str, took: Option<beside::Took>| -> Result<(), Failure> {
        let Some(took) = took else {
            let why = "a program for it is missing, or sshd does not run here: `sshd -t` says why";
            return say(&format!("{what} is left out: {why}\n"));
        };
        material::check_same(source, &to)?;
        std::fs::remove_file(&to).map_err(Failure::io("removing a copy"))?;
        let mut record = record(what, bytes, took.seconds);
        record
            .number("all_cpu_s_per_gb", took.cpu_s / (bytes as f64 / 1e9))
            .figure("load", load());
        records.push(record);
        Ok(())
    };
    keep("cp and sync", Some(beside::cp(source, &to)?))?;
    keep("rsync -a --fsync", beside::rsync(source, &to)?)?;
    let scp = match Ssh::start(place)? {
        Some(ssh) => Some(ssh.scp(source, &to)?),
        None => None,
    };
    keep("scp and sync", scp)?;
    Ok(records)
}

/// What a transfer took, read from outside.
struct Took {
    seconds: f64,
    /// Of the source agent, the destination agent and the queue managers.
    cpu_ns: [u64; 3],
    sent_twice: u64,
}

/// Gives a transfer to the agents and waits until it has ended well.
fn transfer(installation: &Installation, words: &[&str]) -> Result<Took, Failure> {
    let logged = installation.log_of(AGENTS[0]).len();
    let (began, before) = (Instant::now(), installation.cpu_ns());
    let ask = [
        "fteCreateTransfer",
        "-sa",
        AGENTS[0],
        "-da",
        AGENTS[1],
        "-w",
    ];
    installation.done(&[&ask[..], words].concat())?;
    let seconds = began.elapsed().as_secs_f64();
    let after = installation.cpu_ns();
    let line = installation.until_logged(AGENTS[0], BFGTR9590.label, logged)?;
    let again = line
        .split(" bytes were sent again")
        .next()
        .and_then(|text| text.rsplit(' ').next());
    let sent_twice = again.and_then(|word| word.parse().ok());
    Ok(Took {
        seconds,
        cpu_ns: std::array::from_fn(|at| after[at].saturating_sub(before[at])),
        sent_twice: sent_twice.ok_or_else(|| Failure::Wrong(format!("an agent says: {line}")))?,
    })
}

fn tell(record: &mut Record, took: &Took, bytes: u64) {
    let gb = bytes as f64 / 1e9;
    let per_gb = |cpu_ns: u64| cpu_ns as f64 / 1e9 / gb.max(1e-9);
    let [source, destination, q_mgr] = took.cpu_ns;
    record
        .number("source_cpu_s_per_gb", per_gb(source))
        .number("destination_cpu_s_per_gb", per_gb(destination))
        .number("q_mgr_cpu_s_per_gb", per_gb(q_mgr))
        .number("all_cpu_s_per_gb", per_gb(took.cpu_ns.iter().sum()))
        .figure("bytes_sent_twice", Value::Count(took.sent_twice))
        .figure("load", load());
}

fn one(
    way: &Way,
    arguments: &Arguments,
    source: &Path,
    bytes: u64,
    limits: &FileLimits,
) -> Result<Record, Failure> {
    let installation = Installation::start(arguments, way.scenario, &way.lines())?;
    if arguments.flag("uncached") {
        material::forget_pages(source)?;
    }
    let to = installation.path().join("arrived");
    let (from, into) = (source.display().to_string(), to.display().to_string());
    let took = transfer(&installation, &["-cs", way.checksum, "-df", &into, &from])?;
    material::check_same(source, &to)?;
    let mut record = record(way.name, bytes, took.seconds);
    tell(&mut record, &took, bytes);
    let resident = installation
        .agent_processes()
        .into_iter()
        .filter_map(resident_bytes)
        .max();
    record.number("agent_resident_mb", resident.unwrap_or(0) as f64 / 1e6);
    let rate = |seconds: f64| bytes as f64 / seconds.max(1e-9) / 1e6;
    let (writing, hashing) = (rate(limits.writing_s()), rate(limits.md5_twice.seconds));
    let reached = rate(took.seconds);
    let copying = rate(limits.copied.seconds);
    match way.checksum {
        "none" if way.properties == AUTO => record.bind("synced copy_file_range", copying, reached),
        "MD5" if hashing < writing => record.bind("MD5 twice", hashing, reached),
        _ => record.bind("synced writing", writing, reached),
    }
    Ok(record)
}
