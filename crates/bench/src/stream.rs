//! Streaming: producers put, consumers get, a full queue is the only brake.

use crate::arguments::Arguments;
use crate::conduct::{Outcome, Party, Window, conduct};
use crate::crew::{Crew, on_a_thread};
use crate::failure::Failure;
use crate::figures::{Record, Value};
use crate::gathered::on_one_thread;
use crate::host::{Host, Road};
use crate::limits::Limits;
use crate::message::{Bodies, STAMP_BYTES, Stamp};
use crate::mode::{Run, show};
use crate::place::define_on;
use crate::processes::{Child, serve_parent};
use crate::remote::{Entrance, Remote, Sharing, entrance};
use crate::script::{Counted, Next, Phase, Script, Tally, check_commit, open, unexpected};
use ferromq::engine::{Reply, Request};
use ferromq::{Connected, GetOptions, MsgDescriptor, ObjectHandle, PutOptions, Reason, mq};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

#[derive(Clone, Debug)]
struct Plan {
    producers: usize,
    consumers: usize,
    queues: usize,
    depth: u64,
    /// Messages to a unit of work; 0: outside syncpoint.
    batch: usize,
    size: usize,
    persistent: bool,
    producer_road: Road,
    consumer_road: Road,
    /// Threads that drive the applications of a side; `None`: each has a thread and blocks.
    workers: Option<usize>,
    async_put: bool,
    read_ahead: bool,
    window: Window,
}

impl Plan {
    fn read(arguments: &Arguments) -> Result<Self, Failure> {
        let producers = arguments.count("producers", 1)?.max(1);
        let consumers = arguments.count("consumers", producers)?.max(1);
        let producer_road = Road::read(arguments, "requester-road")?;
        let consumer_road = Road::read(arguments, "responder-road")?;
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
                .clamp(1, producers.min(consumers)),
            // Nobody hears of a put without answer that finds the queue full.
            depth: if arguments.flag("async-put") {
                DEPTH_MAX
            } else {
                arguments.number("depth", 5_000)?.max(1)
            },
            batch: arguments.count("batch", 0)?,
            size: arguments.count("size", 2048)?.max(STAMP_BYTES),
            persistent: arguments.flag("persistent"),
            producer_road,
            consumer_road,
            workers,
            async_put: arguments.flag("async-put"),
            read_ahead: arguments.flag("read-ahead"),
            window: Window::read(arguments)?,
        })
    }

    fn queue(&self, number: usize) -> String {
        format!("BENCH.STREAM.{}", number % self.queues)
    }

    fn producer(
        &self,
        number: usize,
        crew: &mut Crew,
        road: &mut dyn Connected,
    ) -> Result<Producer, Failure> {
        let queue = open(road, &self.queue(number), mq::MQOO_OUTPUT)?;
        let stamp = Stamp {
            sender: number as u64,
            number: 0,
        };
        Ok(Producer {
            end: End::new(self, queue, crew),
            async_put: self.async_put,
            stamp,
            doing: Doing::Nothing,
        })
    }

    fn consumer(
        &self,
        number: usize,
        crew: &mut Crew,
        road: &mut dyn Connected,
    ) -> Result<Consumer, Failure> {
        let ahead = if self.read_ahead {
            mq::MQOO_READ_AHEAD
        } else {
            0
        };
        let queue = open(road, &self.queue(number), mq::MQOO_INPUT_SHARED | ahead)?;
        Ok(Consumer {
            end: End::new(self, queue, crew),
            dry: false,
        })
    }

    fn producers_gathered(
        &self,
        workers: usize,
        mut connect: impl FnMut() -> Result<Remote, Failure>,
    ) -> Result<Crew, Failure> {
        let mut crew = Crew::default();
        let mut shares: Vec<Vec<(Remote, Box<dyn Script>)>> =
            (0..workers).map(|_| Vec::new()).collect();
        for number in 0..self.producers {
            let mut road = connect()?;
            let script = self.producer(number, &mut crew, &mut road)?;
            shares[number % workers].push((road, Box::new(script)));
        }
        drive_shares("producers", shares, crew)
    }

    fn consumers_gathered(
        &self,
        workers: usize,
        mut connect: impl FnMut() -> Result<Remote, Failure>,
    ) -> Result<Crew, Failure> {
        let mut crew = Crew::default();
        let mut shares: Vec<Vec<(Remote, Box<dyn Script>)>> =
            (0..workers).map(|_| Vec::new()).collect();
        for number in 0..self.consumers {
            let mut road = connect()?;
            let script = self.consumer(number, &mut crew, &mut road)?;
            shares[number % workers].push((road, Box::new(script)));
        }
        drive_shares("consumers", shares, crew)
    }

    fn producers_on_threads<R: Connected + Send + 'static>(
        &self,
        mut connect: impl FnMut() -> Result<R, Failure>,
    ) -> Result<Crew, Failure> {
        let mut crew = Crew::default();
        for number in 0..self.producers {
            let mut road = connect()?;
            let script = self.producer(number, &mut crew, &mut road)?;
            crew.running
                .push(on_a_thread(format!("producer {number}"), road, script)?);
        }
        Ok(crew)
    }

    fn consumers_on_threads<R: Connected + Send + 'static>(
        &self,
        mut connect: impl FnMut() -> Result<R, Failure>,
    ) -> Result<Crew, Failure> {
        let mut crew = Crew::default();
        for number in 0..self.consumers {
            let mut road = connect()?;
            let script = self.consumer(number, &mut crew, &mut road)?;
            crew.running
                .push(on_a_thread(format!("consumer {number}"), road, script)?);
        }
        Ok(crew)
    }
}

fn drive_shares(
    part: &str,
    shares: Vec<Vec<(Remote, Box<dyn Script>)>>,
    mut crew: Crew,
) -> Result<Crew, Failure> {
    let used = shares.into_iter().filter(|share| !share.is_empty());
    for (number, share) in used.enumerate() {
        crew.running
            .push(on_one_thread(format!("{part} {number}"), share)?);
    }
    Ok(crew)
}

/// One streaming run.
pub(crate) fn run(run: &Run) -> Result<Vec<Record>, Failure> {
    let record = measure(&run.arguments, run.limits.as_ref())?;
    show(&record)?;
    Ok(vec![record])
}

pub(crate) fn measure(arguments: &Arguments, limits: Option<&Limits>) -> Result<Record, Failure> {
    let plan = Plan::read(arguments)?;
    let mut host = Host::start(arguments)?;
    for number in 0..plan.queues {
        define_on(host.engine(), &plan.queue(number), plan.depth)?;
    }
    let (mut producers, mut consumers) = (Vec::new(), Vec::new());
    if plan.consumer_road == Road::Embedded {
        consumers.push(Party::Here(plan.consumers_on_threads(|| host.connect())?));
    }
    if plan.producer_road == Road::Embedded {
        producers.push(Party::Here(plan.producers_on_threads(|| host.connect())?));
    }
    if let Some(entrance) = entrance(plan.consumer_road, &mut host)? {
        let part = ["consumers", &entrance.to_string()];
        consumers.push(Party::Process(Child::start(arguments, &part)?));
    }
    if let Some(entrance) = entrance(plan.producer_road, &mut host)? {
        let part = ["producers", &entrance.to_string()];
        producers.push(Party::Process(Child::start(arguments, &part)?));
    }
    let outcome = conduct(host.engine(), plan.window, producers, consumers)?;
    let (put, got) = (&outcome.drivers, &outcome.others);
    if (put.checked, put.hash) != (got.checked, got.hash) {
        return Err(Failure::Wrong(format!(
            "{} messages were put, {} got",
            put.checked, got.checked
        )));
    }
    let mut record = report(&plan, &outcome);
    if let Some(limits) = limits {
        bind(&plan, &outcome, limits, &mut record);
    }
    Ok(record)
}

/// A child's part of a run.
pub(crate) fn child(part: &str, socket: &Path, arguments: &Arguments) -> Result<(), Failure> {
    let plan = Plan::read(arguments)?;
    let entrance = Entrance::read(socket);
    let sharing = Sharing::read(arguments, plan.workers.is_some())?;
    let connect = || entrance.connect(&sharing);
    serve_parent(match (part, plan.workers) {
        ("producers", None) => plan.producers_on_threads(connect)?,
        ("producers", Some(workers)) => plan.producers_gathered(workers, connect)?,
        (_, None) => plan.consumers_on_threads(connect)?,
        (_, Some(workers)) => plan.consumers_gathered(workers, connect)?,
    })
}

fn report(plan: &Plan, outcome: &Outcome) -> Record {
    let mut record = Record::new("streaming");
    record
        .set("producers", Value::Count(plan.producers as u64))
        .set("consumers", Value::Count(plan.consumers as u64))
        .set("queues", Value::Count(plan.queues as u64))
        .set("batch", Value::Count(plan.batch as u64))
        .set("size", Value::Count(plan.size as u64))
        .set("persistent", Value::Flag(plan.persistent))
        .set("async_put", Value::Flag(plan.async_put))
        .set("read_ahead", Value::Flag(plan.read_ahead))
        .set(
            "producer_road",
            Value::Text(plan.producer_road.name().into()),
        )
        .set(
            "consumer_road",
            Value::Text(plan.consumer_road.name().into()),
        );
    let done = outcome.others.measured.max(1) as f64;
    let latencies = &outcome.drivers.latencies;
    record
        .number(
            "messages_per_s",
            outcome.others.measured as f64 / outcome.used.seconds,
        )
        .number("put_p50_us", latencies.percentile(50.0) as f64 / 1e3)
        .number("put_p99_us", latencies.percentile(99.0) as f64 / 1e3);
    outcome.costs(&mut record, done);
    record
        .figure("messages_checked", Value::Count(outcome.others.checked))
        .figure(
            "result_hash",
            Value::Text(format!("{:016x}", outcome.others.hash)),
        );
    record
}

fn bind(plan: &Plan, outcome: &Outcome, limits: &Limits, record: &mut Record) {
    let rate = outcome.others.measured as f64 / outcome.used.seconds;
    if !plan.persistent {
        let limit = limits.processors as f64 * 1e9 / limits.copy_ns;
        record.bind(
            "one copy of the data to a message, on all cores",
            limit,
            rate,
        );
        return;
    }
    let batch = plan.batch.max(1) as f64;
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

/// What both ends of a stream have.
struct End {
    queue: ObjectHandle,
    bodies: Bodies,
    batch: usize,
    persistent: bool,
    phase: Arc<Phase>,
    tally: Arc<Tally>,
    /// Messages in the unit of work.
    in_work: usize,
    committing: bool,
    counted: Counted,
}

impl End {
    fn new(plan: &Plan, queue: ObjectHandle, crew: &mut Crew) -> Self {
        let tally = Arc::new(Tally::default());
        crew.tallies.push(Arc::clone(&tally));
        Self {
            queue,
            bodies: Bodies::of_len(plan.size),
            batch: plan.batch,
            persistent: plan.persistent,
            phase: Arc::clone(&crew.phase),
            tally,
            in_work: 0,
            committing: false,
            counted: Counted::default(),
        }
    }

    fn over(&self) -> bool {
        self.phase.get() == Phase::FINISH
    }

    fn count(&mut self, stamp: Stamp) {
        self.counted.check(stamp);
        self.counted.measured += u64::from(self.phase.get() == Phase::MEASURE);
        self.tally.add(1);
        self.in_work += usize::from(self.batch > 0);
    }

    fn commit(&mut self) -> Next {
        self.in_work = 0;
        self.committing = true;
        Next::Call(Request::Commit)
    }

    /// Takes the answer of a commit; false when the answer is to something else.
    fn committed(&mut self, answer: &Reply) -> Result<bool, Failure> {
        if !std::mem::take(&mut self.committing) {
            return Ok(false);
        }
        check_commit(answer).map(|()| true)
    }
}

enum Doing {
    Nothing,
    Putting(Instant),
}

/// How long a producer leaves a full queue alone.
const FULL_PAUSE: Duration = Duration::from_micros(200);

/// Of so many puts one is answered when the others are not.
const PUTS_PER_ANSWER: u64 = 64;

/// As deep as queues get.
const DEPTH_MAX: u64 = 999_999_999;

struct Producer {
    end: End,
    /// Most puts ask for no answer.
    async_put: bool,
    stamp: Stamp,
    doing: Doing,
}

impl Producer {
    /// Whether the next put is answered: now and then one is, so that a producer does not run ahead of its
    /// queue manager without bounds.
    fn response(&self) -> i32 {
        if self.async_put && !self.stamp.number.is_multiple_of(PUTS_PER_ANSWER) {
            mq::MQPMO_ASYNC_RESPONSE
        } else {
            0
        }
    }

    fn go_on(&mut self) -> Next {
        self.doing = Doing::Nothing;
        let over = self.end.over();
        if self.end.in_work > 0 && (over || self.end.in_work >= self.end.batch) {
            return self.end.commit();
        }
        if over {
            return Next::End;
        }
        self.doing = Doing::Putting(Instant::now());
        let syncpoint = if self.end.batch > 0 {
            mq::MQPMO_SYNCPOINT
        } else {
            mq::MQPMO_NO_SYNCPOINT
        };
        let stamp = Stamp {
            number: self.stamp.number + 1,
            ..self.stamp
        };
        Next::Call(Request::Put {
            handle: self.end.queue,
            descriptor: MsgDescriptor {
                persistence: if self.end.persistent {
                    mq::MQPER_PERSISTENT
                } else {
                    mq::MQPER_NOT_PERSISTENT
                },
                ..MsgDescriptor::default()
            },
            options: PutOptions {
                options: mq::MQPMO_NEW_MSG_ID | syncpoint | self.response(),
                ..PutOptions::default()
            },
            body: self.end.bodies.make(stamp),
        })
    }
}

impl Script for Producer {
    fn next(&mut self, answer: Option<Reply>) -> Result<Next, Failure> {
        let Some(answer) = answer else {
            return Ok(self.go_on());
        };
        if self.end.committed(&answer)? {
            return Ok(self.go_on());
        }
        match (&answer, &self.doing) {
            (Reply::Put(_), Doing::Putting(since)) => {
                if self.end.phase.get() == Phase::MEASURE {
                    self.end
                        .counted
                        .latencies
                        .record(since.elapsed().as_nanos() as u64);
                }
                self.stamp.number += 1;
                self.end.count(self.stamp);
                Ok(self.go_on())
            }
            // A full queue, or a full log: what this unit of work holds may be what fills it.
            (Reply::Failed(Reason::Q_FULL | Reason::RESOURCE_PROBLEM), _) => {
                Ok(if self.end.in_work > 0 {
                    self.end.commit()
                } else {
                    Next::Pause(Instant::now() + FULL_PAUSE)
                })
            }
            _ => Err(unexpected("MQPUT", "the stream's queue", &answer)),
        }
    }

    fn result(&mut self) -> Counted {
        std::mem::take(&mut self.end.counted)
    }
}

/// How long a consumer waits before it looks whether the run is over.
const LOOK_MS: i32 = 100;

struct Consumer {
    end: End,
    /// The queue was empty at the last look.
    dry: bool,
}

impl Consumer {
    fn go_on(&mut self) -> Next {
        if self.end.in_work > 0 && (self.dry || self.end.in_work >= self.end.batch) {
            return self.end.commit();
        }
        if self.dry && self.end.over() {
            return Next::End;
        }
        let syncpoint = if self.end.batch > 0 {
            mq::MQGMO_SYNCPOINT
        } else {
            mq::MQGMO_NO_SYNCPOINT
        };
        // What is in the unit of work must not wait for more to come.
        let wait_interval_ms = if self.end.in_work > 0 { 0 } else { LOOK_MS };
        Next::Call(Request::Get {
            handle: self.end.queue,
            descriptor: MsgDescriptor::default(),
            options: GetOptions {
                options: mq::MQGMO_WAIT | syncpoint,
                match_options: mq::MQMO_NONE,
                wait_interval_ms,
                ..GetOptions::default()
            },
            buffer_len: self.end.bodies.len() as u32,
        })
    }
}

impl Script for Consumer {
    fn next(&mut self, answer: Option<Reply>) -> Result<Next, Failure> {
        let Some(answer) = answer else {
            return Ok(self.go_on());
        };
        if self.end.committed(&answer)? {
            return Ok(self.go_on());
        }
        self.dry = false;
        match &answer {
            Reply::Got(got) => {
                let stamp = Stamp::read(&got.body);
                let stamp = stamp.filter(|stamp| self.end.bodies.is(&got.body, *stamp));
                let stamp = stamp.ok_or_else(|| Failure::Wrong("a message came changed".into()))?;
                self.end.count(stamp);
            }
            Reply::Failed(Reason::NO_MSG_AVAILABLE) => self.dry = true,
            other => return Err(unexpected("MQGET", "the stream's queue", other)),
        }
        Ok(self.go_on())
    }

    fn result(&mut self) -> Counted {
        std::mem::take(&mut self.end.counted)
    }
}
