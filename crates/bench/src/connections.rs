//! Connections of clients that do nothing: what each costs the queue manager while nobody uses it.

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::figures::{Record, Value};
use crate::host::Host;
use crate::meter::{process_cpu_ns, resident_bytes};
use crate::output::{Run, show};
use crate::processes::{Child, wait_for_parent};
use crate::remote::{Entrance, Sharing};
use std::path::Path;
use std::time::Duration;

/// Sockets, each with one conversation.
const CONNECTIONS: u64 = 5_000;
/// Connecting so many takes a while.
const READY_WITHIN: Duration = Duration::from_secs(300);

pub(crate) fn run(run: &Run) -> Result<Vec<Record>, Failure> {
    let record = measure(&run.arguments)?;
    show(&record)?;
    Ok(vec![record])
}

pub(crate) fn measure(arguments: &Arguments) -> Result<Record, Failure> {
    let count = arguments.number("requesters", CONNECTIONS)?.max(1);
    let mut host = Host::start(arguments)?;
    let entrance = Entrance::Port(host.listen()?);
    let own = std::process::id();
    let resident = || resident_bytes(own).unwrap_or(0);
    let before_bytes = resident();
    let child = hold(arguments, &entrance, count)?;
    let added_bytes = resident().saturating_sub(before_bytes);
    let measured = arguments.duration("seconds", 5.0)?;
    let before_ns = process_cpu_ns();
    std::thread::sleep(measured);
    let used_ns = process_cpu_ns() - before_ns;
    drop(child);
    let mut record = Record::new("idle connections");
    record
        .set("connections", Value::Count(count))
        .number("resident_added_mb", added_bytes as f64 / 1e6)
        .number("resident_each_kb", added_bytes as f64 / count as f64 / 1e3)
        .number(
            "processor_share",
            used_ns as f64 / measured.as_nanos() as f64,
        );
    Ok(record)
}

/// A process that has so many clients connected, with a socket each, until it is dropped.
pub(crate) fn hold(
    arguments: &Arguments,
    entrance: &Entrance,
    count: u64,
) -> Result<Child, Failure> {
    let arguments = arguments
        .clone()
        .with("idle-clients", count)
        .with("sharing", 1);
    let part = ["holder", &entrance.to_string()];
    Child::start_within(&arguments, &part, READY_WITHIN)
}

/// What that process does.
pub(crate) fn holder(place: &Path, arguments: &Arguments) -> Result<(), Failure> {
    let entrance = Entrance::read(place);
    let sharing = Sharing::read(arguments, false)?;
    let count = arguments.number("idle-clients", 0)?;
    let held: Result<Vec<_>, Failure> = (0..count).map(|_| entrance.connect(&sharing)).collect();
    let held = held?;
    wait_for_parent("");
    drop(held);
    Ok(())
}
