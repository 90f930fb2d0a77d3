//! Streaming: producers put, consumers get, a full queue is the only brake.

use crate::arguments::Arguments;
use crate::conduct::{Outcome, Window, conduct};
use crate::crew::{Crew, Parts};
use crate::elsewhere::Elsewhere;
use crate::failure::Failure;
use crate::figures::{Record, Value};
use crate::flow::{Consumer, DEPTH_MAX, Flow, Producer};
use crate::host::{Host, Road};
use crate::joined::{self, Joined, Queues};
use crate::limits::Limits;
use crate::members::{self, Kept, Members, shared_queue};
use crate::output::Run;
use crate::party::{Party, serve};
use crate::place::{self, define_on};
use crate::relay;
use crate::repeated::compared;
use crate::script::{Script, open};
use ferromq::{Connected, mq};
use std::path::Path;

#[derive(Clone, Debug)]
struct Plan {
    producers: usize,
    consumers: usize,
    queues: usize,
    depth: u64,
    flow: Flow,
    producer_road: Road,
    consumer_road: Road,
    /// Threads that drive the applications of a side; `None`: each has a thread and blocks.
    workers: Option<usize>,
    read_ahead: bool,
    window: Window,
    /// Channels to the queue manager with the consumers; 0: it is the same.
    channels: usize,
    /// Delay of each flow of the channels, where there are relays on their way.
    delay_us: Option<u64>,
    /// Queue managers in a cluster, over which queues and consumers are spread; 1: there is none.
    members: usize,
}

impl Plan {
    fn read(arguments: &Arguments) -> Result<Self, Failure> {
        let flow = Flow::read(arguments)?;
        let producers = arguments.count("producers", 1)?.max(1);
        let producer_road = Road::read(arguments, "requester-road")?;
        let consumer_road = Road::read(arguments, "responder-road")?;
        let members = members::count(arguments, [producer_road, consumer_road])?;
        let consumers = arguments.count("consumers", producers.max(members))?.max(1);
        if consumers < members {
            return Err(Failure::Usage(format!(
                "--cluster {members} wants a consumer at each member, at least {members} of them"
            )));
        }
        let workers = match arguments.choice("style", &["threads", "tasks"])? {
            0 => None,
            _ => Some(arguments.count("workers", 1)?.max(1)),
        };
        if workers.is_some() && [producer_road, consumer_road].contains(&Road::Embedded) {
            return Err(Failure::Usage(
                "--style tasks streams from other processes only: over bindings or client".into(),
            ));
        }
        Ok(Self {
            producers,
            consumers,
            queues: arguments
                .count("pairs", 10)?
                .clamp(1, producers.min(consumers / members)),
            // Nobody hears of a put without answer that finds the queue full.
            depth: if flow.async_put {
                DEPTH_MAX
            } else {
                arguments.number("depth", 5_000)?.max(1)
            },
            flow,
            producer_road,
            consumer_road,
            workers,
            read_ahead: arguments.flag("read-ahead"),
            window: Window::read(arguments)?,
            channels: joined::channels(arguments, [producer_road, consumer_road])?,
            delay_us: relay::delay(arguments)?.map(|delay| delay.as_micros() as u64),
            members,
        })
    }

    fn queue(&self, number: usize) -> String {
        format!("BENCH.STREAM.{}", number % self.queues)
    }

    fn queues(&self) -> Queues {
        Queues {
            here: Vec::new(),
            there: (0..self.queues).map(|number| self.queue(number)).collect(),
            depth: self.depth,
        }
    }

    /// Makes the queues, and the queue managers some of them are at.
    fn define(
        &self,
        kept: Kept,
        arguments: &Arguments,
        host: &mut Host,
    ) -> Result<Elsewhere, Failure> {
        let queues = self.queues();
        if self.channels > 0 {
            let far = Joined::start("stream", &queues, self.channels, arguments, host)?;
            return Ok(Elsewhere::Joined(far));
        }
        if self.members > 1 && kept == Kept::Apart {
            let members = Members::start(self.members, self.depth, arguments, host)?;
            let shared = queues.there.iter();
            let shared: Vec<_> = shared.map(|name| shared_queue(name, self.depth)).collect();
            members.share(host, &shared, 0)?;
            return Ok(Elsewhere::Members(members));
        }
        let mut names = queues.there.iter();
        names.try_for_each(|name| define_on(host.engine(), name, self.depth))?;
        Ok(Elsewhere::Nowhere(self.members))
    }

    fn producer(
        &self,
        number: usize,
        crew: &mut Crew,
        road: &mut dyn Connected,
    ) -> Result<Box<dyn Script>, Failure> {
        let queue = open(road, &self.queue(number), mq::MQOO_OUTPUT)?;
        Ok(Box::new(Producer::new(&self.flow, number, queue, crew)))
    }

    fn consumer(
        &self,
        number: usize,
        crew: &mut Crew,
        road: &mut dyn Connected,
    ) -> Result<Box<dyn Script>, Failure> {
        let ahead = if self.read_ahead {
            mq::MQOO_READ_AHEAD
        } else {
            0
        };
        // Each member has its own of every queue.
        let queue = self.queue(number / self.members);
        let queue = open(road, &queue, mq::MQOO_INPUT_SHARED | ahead)?;
        Ok(Box::new(Consumer::new(&self.flow, queue, crew)))
    }
}

impl Parts for Plan {
    fn count_of(&self, part: &str) -> usize {
        if part == "producers" {
            self.producers
        } else {
            self.consumers
        }
    }

    fn script_of(
        &self,
        part: &str,
        number: usize,
        crew: &mut Crew,
        road: &mut dyn Connected,
    ) -> Result<Box<dyn Script>, Failure> {
        if part == "producers" {
            self.producer(number, crew, road)
        } else {
            self.consumer(number, crew, road)
        }
    }

    fn workers(&self) -> Option<usize> {
        self.workers
    }
}

/// One streaming run.
pub(crate) fn run(run: &Run) -> Result<Vec<Record>, Failure> {
    compared(run, RATE, measure_kept)
}

/// The figure runs are compared by.
pub(crate) const RATE: &str = "messages_per_s";

pub(crate) fn measure(arguments: &Arguments, limits: Option<&Limits>) -> Result<Record, Failure> {
    measure_kept(arguments, limits, Kept::Apart)
}

/// The same, of the members of a cluster or of the one queue manager they are compared with.
pub(crate) fn measure_kept(
    arguments: &Arguments,
    limits: Option<&Limits>,
    kept: Kept,
) -> Result<Record, Failure> {
    measured(arguments, limits, kept, |_| Ok(()), |_| Ok(()))
}

/// The same at one queue manager: `prepare` when queues are there and nobody is connected, `begin` when all are connected.
pub(crate) fn measure_around(
    arguments: &Arguments,
    limits: Option<&Limits>,
    prepare: impl FnOnce(&mut Host) -> Result<(), Failure>,
    begin: impl FnOnce(&mut Host) -> Result<(), Failure>,
) -> Result<Record, Failure> {
    measured(arguments, limits, Kept::Apart, prepare, begin)
}

fn measured(
    arguments: &Arguments,
    limits: Option<&Limits>,
    kept: Kept,
    prepare: impl FnOnce(&mut Host) -> Result<(), Failure>,
    begin: impl FnOnce(&mut Host) -> Result<(), Failure>,
) -> Result<Record, Failure> {
    let plan = Plan::read(arguments)?;
    let mut host = Host::start(arguments)?;
    let elsewhere = plan.define(kept, arguments, &mut host)?;
    prepare(&mut host)?;
    let parts = [
        ("consumers", plan.consumer_road),
        ("producers", plan.producer_road),
    ];
    let (consumers, producers) = Party::both(&plan, parts, arguments, &mut host, &elsewhere)?;
    begin(&mut host)?;
    let outcome = conduct(
        host.engine(),
        &elsewhere,
        plan.window,
        vec![producers],
        consumers,
    )?;
    let (put, got) = (&outcome.drivers, &outcome.others);
    if (put.checked, put.hash) != (got.checked, got.hash) {
        return Err(Failure::Wrong(format!(
            "{} messages were put, {} got",
            put.checked, got.checked
        )));
    }
    let mut record = report(&plan, kept, &outcome);
    place::tell(&mut record, arguments)?;
    if let Some(limits) = limits {
        bind(&plan, &outcome, limits, &mut record);
    }
    Ok(record)
}

/// A child's part of a run.
pub(crate) fn child(part: &str, socket: &Path, arguments: &Arguments) -> Result<(), Failure> {
    serve(&Plan::read(arguments)?, part, socket, arguments)
}

/// The second queue manager of a run, in its process.
pub(crate) fn far(near_port: &Path, arguments: &Arguments) -> Result<(), Failure> {
    let plan = Plan::read(arguments)?;
    joined::serve(near_port, &plan.queues(), plan.channels, arguments)
}

fn report(plan: &Plan, kept: Kept, outcome: &Outcome) -> Record {
    let mut record = Record::new("streaming");
    record
        .set("producers", Value::Count(plan.producers as u64))
        .set("consumers", Value::Count(plan.consumers as u64))
        .set("queues", Value::Count(plan.queues as u64));
    if plan.channels > 0 {
        record.set("channels", Value::Count(plan.channels as u64));
        if let Some(delay_us) = plan.delay_us {
            record.set("delay_us", Value::Count(delay_us));
        }
    }
    if plan.members > 1 {
        members::tell(&mut record, plan.members, kept);
    }
    plan.flow.tell(&mut record);
    record
        .set("read_ahead", Value::Flag(plan.read_ahead))
        .word("producer_road", plan.producer_road.name())
        .word("consumer_road", plan.consumer_road.name());
    let done = outcome.others.measured.max(1) as f64;
    let latencies = &outcome.drivers.latencies;
    if let Some(each) = plan.flow.rate_each() {
        let asked = each * plan.producers as f64;
        record
            .set("rate_each", Value::Number(each))
            .number("asked_per_s", asked)
            .number(
                "share_of_asked_percent",
                done / outcome.used.seconds / asked * 100.0,
            );
    }
    record
        .number(
            "messages_per_s",
            outcome.others.measured as f64 / outcome.used.seconds,
        )
        .number("put_p50_us", latencies.percentile(50.0) as f64 / 1e3)
        .number("put_p99_us", latencies.percentile(99.0) as f64 / 1e3);
    outcome.costs(&mut record, done);
    outcome.spread(&mut record);
    record
        .figure("messages_checked", Value::Count(outcome.others.checked))
        .result_hash(outcome.others.hash);
    record
}

fn bind(plan: &Plan, outcome: &Outcome, limits: &Limits, record: &mut Record) {
    let rate = outcome.others.measured as f64 / outcome.used.seconds;
    if !plan.flow.persistent {
        let limit = limits.processors as f64 * 1e9 / limits.copy_ns;
        record.bind(
            "one copy of the data to a message, on all cores",
            limit,
            rate,
        );
        return;
    }
    let batch = plan.flow.batch.max(1) as f64;
    let streams = plan.producers.min(plan.consumers) as f64;
    let by_forces = limits.forces_per_s * batch * streams;
    let bytes = outcome.used.log_bytes as f64 / outcome.others.measured.max(1) as f64;
    let by_bytes = limits.force_bytes_per_s / bytes.max(1.0);
    if by_forces <= by_bytes {
        record.bind(
            "a force to each unit of work, shared by all",
            by_forces,
            rate,
        );
    } else {
        record.bind("log bytes in forces of 256 KiB", by_bytes, rate);
    }
}
