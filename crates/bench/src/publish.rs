//! Publish and subscribe: publishers put to topics, subscribers get their copies.
//!
//! One publisher and many subscribers of one topic show what a delivery costs; many topics with a publisher and a
//! subscriber each, at a fixed rate, show what it costs to have many of them. Messages are counted as published
//! reports of such runs count them: those published and those consumed.

use crate::arguments::Arguments;
use crate::conduct::{Outcome, Window, conduct};
use crate::crew::{Crew, Parts};
use crate::elsewhere::{Elsewhere, beside_one};
use crate::failure::Failure;
use crate::figures::{Record, Value};
use crate::flow::{Consumer, DEPTH_MAX, Flow, Producer};
use crate::host::{Host, Road, origin};
use crate::limits::Limits;
use crate::members::{self, CLUSTER, Kept, Members};
use crate::output::{Run, show};
use crate::party::{Party, serve};
use crate::place;
use crate::repeated::repeated;
use crate::script::{Script, unexpected};
use crate::tasks::{AtOnce, Task, on_workers};
use ferromq::engine::{Reply, Request};
use ferromq::{ConnectOptions, Connected, ObjectDescriptor, ObjectHandle, mq};
use ferromq_mqi::options::SubscriptionDescriptor;
use std::path::Path;

#[derive(Clone, Debug)]
struct Plan {
    topics: usize,
    /// Subscribers of each topic. There is one publisher to a topic.
    subscribers: usize,
    depth: u64,
    flow: Flow,
    publisher_road: Road,
    subscriber_road: Road,
    /// Threads that drive the applications of a side; `None`: each has a thread and blocks.
    workers: Option<usize>,
    read_ahead: bool,
    window: Window,
    /// Queue managers in a cluster, over which subscribers are spread; 1: there is none.
    members: usize,
}

impl Plan {
    fn read(arguments: &Arguments) -> Result<Self, Failure> {
        let mut flow = Flow::read(arguments)?;
        if flow.persistent && arguments.text("batch").is_none() {
            flow.batch = BATCH;
        }
        let workers = match arguments.choice("style", &["threads", "tasks"])? {
            0 => None,
            _ => Some(arguments.count("workers", 1)?.max(1)),
        };
        let publisher_road = Road::read(arguments, "requester-road")?;
        let subscriber_road = Road::read(arguments, "responder-road")?;
        let embedded = [publisher_road, subscriber_road].map(|road| road == Road::Embedded);
        if workers.is_some() && embedded[0] != embedded[1] {
            return Err(Failure::Usage(
                "--style tasks wants publishers and subscribers both embedded, or neither".into(),
            ));
        }
        let members = members::count(arguments, [publisher_road, subscriber_road])?;
        let subscribers = arguments.count("subscribers", members)?.max(1);
        if subscribers < members {
            return Err(Failure::Usage(format!(
                "--cluster {members} wants a subscriber at each member, at least {members} of them"
            )));
        }
        Ok(Self {
            topics: arguments.count("topics", 1)?.max(1),
            subscribers,
            members,
            // Nobody hears of a publication without answer that finds a queue full.
            depth: if flow.async_put {
                DEPTH_MAX
            } else {
                arguments.number("depth", 5_000)?.max(1)
            },
            flow,
            publisher_road,
            subscriber_road,
            workers,
            read_ahead: arguments.flag("read-ahead"),
            window: Window::read(arguments)?,
        })
    }

    /// What the queues of subscribers are, and that a publication goes to all or to none: the brake of publishers. Each member of a cluster is told so.
    fn commands(&self, depth: u64, cluster: &str) -> Vec<String> {
        let model = "DEFINE QMODEL(BENCH.MODEL) MAXMSGL(104857600) MSGDLVSQ(FIFO)";
        let topic = "DEFINE TOPIC(BENCH.TOPIC) TOPICSTR('bench') NPMSGDLV(ALL) PMSGDLV(ALL)";
        vec![
            format!("{model} DEFTYPE(PERMDYN) DEFPSIST(YES) MAXDEPTH({depth})",),
            format!("{topic} MDURMDL(BENCH.MODEL) MNDURMDL(BENCH.MODEL) {cluster}"),
        ]
    }

    /// Makes the topic, and the queue managers subscribers are at.
    fn define(
        &self,
        kept: Kept,
        arguments: &Arguments,
        host: &mut Host,
    ) -> Result<Elsewhere, Failure> {
        if self.members == 1 || kept == Kept::Together {
            host.administer(&self.commands(self.depth, ""))?;
            return Ok(Elsewhere::Nowhere(self.members));
        }
        // What finds no room at another member is not the publisher's to hear of: the channel to it is the brake.
        let members = Members::start(self.members, self.depth, arguments, host)?;
        let cluster = format!("CLUSTER({CLUSTER})");
        host.administer(&self.commands(self.depth, &cluster))?;
        for member in &members.others {
            let waiting = format!(
                "ALTER QLOCAL(SYSTEM.INTER.QMGR.PUBS) MAXDEPTH({})",
                self.depth
            );
            member.administer(&[waiting])?;
            member.administer(&self.commands(DEPTH_MAX, &cluster))?;
        }
        Ok(Elsewhere::Members(members))
    }

    /// Waits until it is known here what is subscribed at other members.
    fn await_wishes(&self, elsewhere: &Elsewhere, host: &Host) -> Result<(), Failure> {
        let Elsewhere::Members(members) = elsewhere else {
            return Ok(());
        };
        members.await_proxies(host, "TOPICSTR(bench/", self.topics)
    }

    fn topic(&self, number: usize) -> String {
        format!("bench/{}", number % self.topics)
    }

    fn publisher(
        &self,
        number: usize,
        crew: &mut Crew,
        road: &mut dyn Connected,
    ) -> Result<Box<dyn Script>, Failure> {
        let topic = self.topic(number);
        let request = Request::Open {
            descriptor: ObjectDescriptor {
                object_type: mq::MQOT_TOPIC,
                object_string: topic.clone(),
                ..ObjectDescriptor::default()
            },
            options: mq::MQOO_OUTPUT,
        };
        let handle = match road.call(request) {
            Reply::Opened { handle, .. } => handle,
            other => return Err(unexpected("MQOPEN", &topic, &other)),
        };
        Ok(Box::new(Producer::new(&self.flow, number, handle, crew)))
    }

    fn subscriber(
        &self,
        number: usize,
        crew: &mut Crew,
        road: &mut dyn Connected,
    ) -> Result<Box<dyn Script>, Failure> {
        // Those of a topic are spread over the members.
        let topic = self.topic(number / self.subscribers);
        let lasting = if self.flow.persistent {
            mq::MQSO_DURABLE
        } else {
            mq::MQSO_NON_DURABLE
        };
        let ahead = if self.read_ahead {
            mq::MQSO_READ_AHEAD
        } else {
            0
        };
        let descriptor = SubscriptionDescriptor {
            options: mq::MQSO_CREATE | mq::MQSO_MANAGED | lasting | ahead,
            object_string: topic.clone(),
            sub_name: format!("BENCH {number}"),
            ..SubscriptionDescriptor::default()
        };
        let request = Request::Subscribe {
            descriptor: Box::new(descriptor),
            queue: ObjectHandle(mq::MQHO_NONE),
        };
        match road.call(request) {
            Reply::Subscribed(reply) => Ok(Box::new(Consumer::new(&self.flow, reply.queue, crew))),
            other => Err(unexpected("MQSUB", &topic, &other)),
        }
    }

    /// A part of the run as tasks of this process.
    fn tasks(&self, host: &Host, workers: usize, part: &str) -> Result<Crew, Failure> {
        let mut crew = Crew::default();
        let mut tasks = Vec::new();
        for number in 0..self.count_of(part) {
            let connection = host.engine().connect(&ConnectOptions::default(), origin());
            let mut connection = connection.map_err(Failure::Connect)?;
            let script = self.script_of(part, number, &mut crew, &mut AtOnce(&mut connection))?;
            tasks.push(Task {
                connection,
                script,
                counts: true,
            });
        }
        crew.running = on_workers(part, tasks, workers, host.engine())?;
        Ok(crew)
    }

    /// Everybody of a part that is in this process, or a process for them.
    fn party(
        &self,
        part: &str,
        road: Road,
        arguments: &Arguments,
        host: &mut Host,
    ) -> Result<Party, Failure> {
        match self.workers {
            Some(workers) if road == Road::Embedded => {
                Ok(Party::Here(self.tasks(host, workers, part)?))
            }
            _ => Party::of(self, part, road, arguments, host),
        }
    }
}

impl Parts for Plan {
    fn count_of(&self, part: &str) -> usize {
        match part {
            "publishers" => self.topics,
            _ => self.topics * self.subscribers,
        }
    }

    fn script_of(
        &self,
        part: &str,
        number: usize,
        crew: &mut Crew,
        road: &mut dyn Connected,
    ) -> Result<Box<dyn Script>, Failure> {
        match part {
            "publishers" => self.publisher(number, crew, road),
            _ => self.subscriber(number, crew, road),
        }
    }

    fn workers(&self) -> Option<usize> {
        self.workers
    }
}

/// Messages subscribers take in a unit of work when they are persistent, unless told otherwise.
const BATCH: usize = 5;

/// One run.
pub(crate) fn run(run: &Run) -> Result<Vec<Record>, Failure> {
    let limits = run.limits.as_ref();
    if run.arguments.text("cluster").is_some() {
        return beside_one(RATE, |kept| measure_kept(&run.arguments, limits, kept));
    }
    let record = repeated(&run.arguments, RATE, |given| measure(given, limits))?;
    show(&record)?;
    Ok(vec![record])
}

/// The figure runs are compared by.
pub(crate) const RATE: &str = "published_plus_consumed_per_s";

pub(crate) fn measure(arguments: &Arguments, limits: Option<&Limits>) -> Result<Record, Failure> {
    measure_kept(arguments, limits, Kept::Apart)
}

/// The same, of the members of a cluster or of the one queue manager they are compared with.
pub(crate) fn measure_kept(
    arguments: &Arguments,
    limits: Option<&Limits>,
    kept: Kept,
) -> Result<Record, Failure> {
    let plan = Plan::read(arguments)?;
    let mut host = Host::start(arguments)?;
    let elsewhere = plan.define(kept, arguments, &mut host)?;
    let (part, road) = ("subscribers", plan.subscriber_road);
    let mut subscribers = Party::spread((part, road), arguments, &mut host, &elsewhere)?;
    if subscribers.is_empty() {
        subscribers.push(plan.party(part, road, arguments, &mut host)?);
    }
    plan.await_wishes(&elsewhere, &host)?;
    let publishers = plan.party("publishers", plan.publisher_road, arguments, &mut host)?;
    let outcome = conduct(
        host.engine(),
        &elsewhere,
        plan.window,
        vec![publishers],
        subscribers,
    )?;
    let (put, got) = (&outcome.drivers, &outcome.others);
    let each = plan.subscribers as u64;
    if (put.checked * each, put.hash.wrapping_mul(each)) != (got.checked, got.hash) {
        return Err(Failure::Wrong(format!(
            "{} messages were published to {each} subscribers each, and {} got",
            put.checked, got.checked
        )));
    }
    let mut record = report(&plan, kept, &outcome);
    place::tell(&mut record, arguments)?;
    if let Some(limits) = limits {
        record.bind(
            "one copy of the data to a message, on all cores",
            limits.processors as f64 * 1e9 / limits.copy_ns,
            counted(&outcome) / outcome.used.seconds,
        );
    }
    Ok(record)
}

/// A child's part of a run.
pub(crate) fn child(part: &str, socket: &Path, arguments: &Arguments) -> Result<(), Failure> {
    serve(&Plan::read(arguments)?, part, socket, arguments)
}

/// Published and consumed in the measured time.
fn counted(outcome: &Outcome) -> f64 {
    (outcome.drivers.measured + outcome.others.measured) as f64
}

fn report(plan: &Plan, kept: Kept, outcome: &Outcome) -> Record {
    let mut record = Record::new("publish/subscribe");
    record
        .set("topics", Value::Count(plan.topics as u64))
        .set("subscribers_each", Value::Count(plan.subscribers as u64));
    if plan.members > 1 {
        members::tell(&mut record, plan.members, kept);
    }
    plan.flow.tell(&mut record);
    record
        .set("read_ahead", Value::Flag(plan.read_ahead))
        .word("publisher_road", plan.publisher_road.name())
        .word("subscriber_road", plan.subscriber_road.name());
    if let Some(each) = plan.flow.rate_each() {
        let asked = each * plan.topics as f64 * (plan.subscribers + 1) as f64;
        record
            .set("rate_each", Value::Number(each))
            .number("asked_per_s", asked)
            .number(
                "share_of_asked_percent",
                counted(outcome) / outcome.used.seconds / asked * 100.0,
            );
    }
    let seconds = outcome.used.seconds;
    let latencies = &outcome.drivers.latencies;
    record
        .number("put_p50_us", latencies.percentile(50.0) as f64 / 1e3)
        .number("put_p99_us", latencies.percentile(99.0) as f64 / 1e3);
    let deliveries = outcome.others.measured.max(1) as f64;
    record
        .number(RATE, counted(outcome) / seconds)
        .number("published_per_s", outcome.drivers.measured as f64 / seconds)
        .number(
            "q_mgr_process_cpu_us_per_delivery",
            outcome.used.cpu_ns as f64 / deliveries / 1e3,
        );
    outcome.costs(&mut record, counted(outcome).max(1.0));
    outcome.spread(&mut record);
    record
        .figure("messages_checked", Value::Count(outcome.others.checked))
        .result_hash(outcome.others.hash);
    record
}
