//! What a queue manager costs before it does anything: time to start, memory and processor
//! time while idle.

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::figures::{Record, Value};
use crate::histogram::Histogram;
use crate::host::Host;
use crate::meter::{cpu_ns_of, resident_bytes};
use crate::output::{Run, show};
use crate::place::{self, Place};
use crate::processes::{Child, wait_for_parent};
use ferromq::{MsgDescriptor, PutOptions, mq};
use std::path::Path;
use std::time::{Duration, Instant};

const QUEUE: &str = "BENCH.FIRST";

/// Time from opening an empty queue manager to the end of the first put.
pub(crate) fn start(run: &Run) -> Result<Vec<Record>, Failure> {
    let record = measure_start(&run.arguments)?;
    show(&record)?;
    Ok(vec![record])
}

pub(crate) fn measure_start(arguments: &Arguments) -> Result<Record, Failure> {
    let rounds = arguments.number("rounds", 10)?;
    let place = Place::fresh(arguments)?;
    let settings = place::settings(arguments, 8)?;
    let creating = Instant::now();
    place.create(&settings)?;
    let created = creating.elapsed();
    place::define_queue(&place.open(&settings)?, QUEUE, 1_000_000)?;
    let mut here = Histogram::default();
    let mut ended = Histogram::default();
    for _ in 0..rounds {
        let started = Instant::now();
        let manager = open_and_put(&place, arguments)?;
        here.record(started.elapsed().as_nanos() as u64);
        let ending = Instant::now();
        manager
            .end()
            .map_err(|error| Failure::Wrong(error.to_string()))?;
        ended.record(ending.elapsed().as_nanos() as u64);
    }
    let mut elsewhere = Histogram::default();
    let path = place.path().to_string_lossy().into_owned();
    for _ in 0..rounds {
        let started = Instant::now();
        let child = Child::start(arguments, &["starter", &path])?;
        elsewhere.record(started.elapsed().as_nanos() as u64);
        drop(child);
    }
    let mut record = Record::new("start of an empty queue manager to the first put");
    record
        .set("rounds", Value::Count(rounds))
        .number("embedded_p50_ms", here.percentile(50.0) as f64 / 1e6)
        .number("embedded_max_ms", here.max() as f64 / 1e6)
        .number(
            "new_process_p50_ms",
            elsewhere.percentile(50.0) as f64 / 1e6,
        )
        .number("new_process_max_ms", elsewhere.max() as f64 / 1e6)
        .number("end_p50_ms", ended.percentile(50.0) as f64 / 1e6)
        .number("create_ms", created.as_secs_f64() * 1e3);
    Ok(record)
}

fn open_and_put(place: &Place, arguments: &Arguments) -> Result<ferromq::QueueManager, Failure> {
    let manager = place.open(&place::settings(arguments, 8)?)?;
    let mut session = manager.connect().map_err(Failure::Connect)?;
    let queue = session.open(QUEUE, mq::MQOO_OUTPUT)?;
    let mut descriptor = MsgDescriptor {
        persistence: mq::MQPER_PERSISTENT,
        ..MsgDescriptor::default()
    };
    session.put(queue, &mut descriptor, &mut PutOptions::default(), "first")?;
    session.disconnect()?;
    Ok(manager)
}

/// The process that starts a queue manager and puts.
pub(crate) fn starter(path: &Path, arguments: &Arguments) -> Result<(), Failure> {
    let manager = open_and_put(&Place::of_parent(path), arguments)?;
    wait_for_parent("");
    manager
        .end()
        .map_err(|error| Failure::Wrong(error.to_string()))
}

/// Memory and processor time of a queue manager nobody uses.
pub(crate) fn idle(run: &Run) -> Result<Vec<Record>, Failure> {
    let record = measure_idle(&run.arguments)?;
    show(&record)?;
    Ok(vec![record])
}

pub(crate) fn measure_idle(arguments: &Arguments) -> Result<Record, Failure> {
    let time = arguments.duration("seconds", 3.0)?;
    let child = Child::start(arguments, &["idler", "here"])?;
    std::thread::sleep(SETTLE.min(time));
    let before_ns = cpu_ns_of(child.id());
    std::thread::sleep(time);
    let after_ns = cpu_ns_of(child.id());
    let resident = resident_bytes(child.id()).ok_or_else(|| Failure::Child("it is gone".into()))?;
    let used_ns = after_ns
        .zip(before_ns)
        .map_or(0, |(after_ns, before_ns)| after_ns - before_ns);
    let mut record = Record::new("idle queue manager, serving local applications");
    record.number("resident_mb", resident as f64 / 1e6).number(
        "cpu_percent_of_a_core",
        used_ns as f64 / time.as_nanos() as f64 * 100.0,
    );
    drop(child);
    Ok(record)
}

/// Time after the start in which memory and threads come to rest.
const SETTLE: Duration = Duration::from_millis(500);

/// The process that has an idle queue manager.
pub(crate) fn idler(arguments: &Arguments) -> Result<(), Failure> {
    let mut host = Host::start(arguments)?;
    host.serve()?;
    wait_for_parent("");
    drop(host);
    Ok(())
}
