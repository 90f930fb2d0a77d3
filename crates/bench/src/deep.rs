//! Getting by correlation id: what depth costs.

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::figures::{Record, Value};
use crate::histogram::Histogram;
use crate::host::{Host, Road};
use crate::limits::{self, Limits};
use crate::message::{Bodies, Stamp};
use crate::meter::{process_cpu_ns, resident_bytes};
use crate::output::{Run, show};
use crate::place::define_on;
use crate::remote::{Sharing, entrance};
use ferromq::{Connected, GetOptions, MsgDescriptor, ObjectHandle, PutOptions, Session, mq};
use ferromq_base::random::SplitMix64;
use std::time::Instant;

/// Messages on the shallow queue that the deep one is compared with.
const SHALLOW: u64 = 10;
const SHALLOW_QUEUE: &str = "BENCH.SHALLOW";
const DEEP_QUEUE: &str = "BENCH.DEEP";
/// Most memory the cost of a random read is measured in.
const READ_BYTES_MAX: u64 = 2 << 30;
const NAME: &str = "get by correlation id, put back";

pub(crate) fn run(run: &Run) -> Result<Vec<Record>, Failure> {
    let records = measure(&run.arguments, run.limits.as_ref())?;
    records.iter().try_for_each(show)?;
    Ok(records)
}

/// The shallow queue, then the deep one.
pub(crate) fn measure(
    arguments: &Arguments,
    limits: Option<&Limits>,
) -> Result<Vec<Record>, Failure> {
    let depth = arguments.number("depth", 1_000_000)?;
    let rounds = arguments.number("rounds", 1_000_000)?;
    let size = arguments.count("size", 2048)?;
    let road = Road::read(arguments, "requester-road")?;
    let mut host = Host::start(arguments)?;
    for (name, depth) in [(SHALLOW_QUEUE, SHALLOW), (DEEP_QUEUE, depth)] {
        define_on(host.engine(), name, depth + 1)?;
    }
    let connection: Box<dyn Connected> = match entrance(road, &mut host)? {
        None => Box::new(host.connect()?),
        Some(entrance) => Box::new(entrance.connect(&Sharing::read(arguments, false)?)?),
    };
    let mut session = Session::new(connection);
    let mut measure = |queue, depth| {
        let mut record = exchange_many(&mut session, queue, depth, rounds, size)?;
        record.word("road", road.name());
        Ok::<_, Failure>(record)
    };
    let shallow = measure(SHALLOW_QUEUE, SHALLOW.min(depth))?;
    let mut deep = measure(DEEP_QUEUE, depth)?;
    session.disconnect()?;
    // Medians: other work on the machine lengthens some exchanges, not the middle one.
    let shallow_ns = shallow.get("p50_ns").unwrap_or(0.0);
    let deep_ns = deep.get("p50_ns").unwrap_or(0.0);
    deep.number("times_the_shallow_queue", deep_ns / shallow_ns.max(1e-9));
    // The memory a message takes, roughly: data, descriptor, entry, indexes.
    let read_ns = limits::random_read_ns((depth * (size as u64 + 700)).min(READ_BYTES_MAX));
    deep.number("random_read_ns", read_ns).number(
        "random_reads_above_shallow",
        (deep_ns - shallow_ns).max(0.0) / read_ns.max(1e-9),
    );
    if let Some(limits) = limits {
        deep.bind(
            "one copy of the data to a pair",
            1e9 / limits.copy_ns,
            1e9 / deep_ns.max(1e-9),
        );
    }
    Ok(vec![shallow, deep])
}

fn exchange_many<C: Connected>(
    session: &mut Session<C>,
    name: &str,
    depth: u64,
    rounds: u64,
    size: usize,
) -> Result<Record, Failure> {
    let queue = session.open(name, mq::MQOO_OUTPUT | mq::MQOO_INPUT_SHARED)?;
    let mut resident = Resident {
        queue,
        bodies: Bodies::of_len(size),
        depth,
        hash: 0,
    };
    let resident_before = resident_bytes(std::process::id());
    for number in 0..depth {
        resident.put(session, number)?;
    }
    let mut random = SplitMix64::new(1);
    let first = Instant::now();
    resident.exchange(session, random.below(depth))?;
    let first_us = first.elapsed().as_secs_f64() * 1e6;
    for _ in 0..rounds / 10 {
        resident.exchange(session, random.below(depth))?;
    }
    let mut times = Histogram::default();
    let (started, cpu_ns) = (Instant::now(), process_cpu_ns());
    for _ in 0..rounds {
        let each = Instant::now();
        resident.exchange(session, random.below(depth))?;
        times.record(each.elapsed().as_nanos() as u64);
    }
    let seconds = started.elapsed().as_secs_f64();
    let cpu_ns = process_cpu_ns() - cpu_ns;
    let mut record = Record::new(NAME);
    record
        .set("depth", Value::Count(depth))
        .set("size", Value::Count(size as u64))
        .number("ns_per_get_and_put", seconds * 1e9 / rounds as f64)
        .number("p50_ns", times.percentile(50.0) as f64)
        .number("p99_ns", times.percentile(99.0) as f64)
        .number("cpu_ns_per_get_and_put", cpu_ns as f64 / rounds as f64)
        .number("first_get_us", first_us)
        .result_hash(resident.hash);
    if let (Some(before), Some(now)) = (resident_before, resident_bytes(std::process::id())) {
        let more = now.saturating_sub(before) as f64;
        record.number("resident_bytes_per_message", more / depth as f64);
    }
    Ok(record)
}

/// The messages that stay on the queue.
struct Resident {
    queue: ObjectHandle,
    bodies: Bodies,
    depth: u64,
    hash: u64,
}

impl Resident {
    fn put<C: Connected>(&self, session: &mut Session<C>, number: u64) -> Result<(), Failure> {
        let stamp = Stamp {
            sender: self.depth,
            number,
        };
        let mut descriptor = MsgDescriptor {
            persistence: mq::MQPER_NOT_PERSISTENT,
            correl_id: stamp.correlation_id(),
            ..MsgDescriptor::default()
        };
        let mut options = PutOptions {
            options: mq::MQPMO_NO_SYNCPOINT,
            ..PutOptions::default()
        };
        session.put(
            self.queue,
            &mut descriptor,
            &mut options,
            self.bodies.make(stamp),
        )?;
        Ok(())
    }

    /// Gets message `number` wherever it is and puts it back at the end.
    fn exchange<C: Connected>(
        &mut self,
        session: &mut Session<C>,
        number: u64,
    ) -> Result<(), Failure> {
        let stamp = Stamp {
            sender: self.depth,
            number,
        };
        let wanted = MsgDescriptor {
            correl_id: stamp.correlation_id(),
            ..MsgDescriptor::default()
        };
        let options = GetOptions {
            options: mq::MQGMO_NO_SYNCPOINT,
            match_options: mq::MQMO_MATCH_CORREL_ID,
            ..GetOptions::default()
        };
        let got = session.get(self.queue, &wanted, &options, self.bodies.len() as u32)?;
        if !self.bodies.is(&got.body, stamp) {
            return Err(Failure::Wrong(format!(
                "message {number} came back changed"
            )));
        }
        self.hash = self.hash.wrapping_add(stamp.hash());
        self.put(session, number)
    }
}
