//! Requester/responder: the workload every queue manager is measured by.

use crate::arguments::Arguments;
use crate::conduct::{Outcome, Window, conduct};
use crate::connections;
use crate::crew::{Crew, Parts};
use crate::echo::{self, Echo};
use crate::elsewhere::Elsewhere;
use crate::failure::Failure;
use crate::figures::{Record, Value};
use crate::host::{Host, Road, origin};
use crate::images::Images;
use crate::joined::{self, Joined, Queues};
use crate::limits::Limits;
use crate::members::{self, Kept, Members, shared_queue};
use crate::message::STAMP_BYTES;
use crate::output::Run;
use crate::party::{Party, serve};
use crate::place::{self, define_on};
use crate::processes::Child;
use crate::relay;
use crate::remote::Entrance;
use crate::repeated::compared;
use crate::script::{Exchange, Requester, Responder, Script, Tally};
use crate::tasks::{AtOnce, Task, on_a_worker};
use ferromq::{ConnectOptions, Connected};
use std::path::Path;
use std::sync::Arc;

/// Everything a requester/responder run is told.
#[derive(Clone, Debug)]
struct Plan {
    exchange: Exchange,
    requesters: usize,
    responders: usize,
    requester_road: Road,
    responder_road: Road,
    /// Threads that drive tasks; `None`: every application has a thread and blocks.
    workers: Option<usize>,
    window: Window,
    /// Clients that do nothing.
    idle_clients: u64,
    /// Channels each way to the queue manager with the responders; 0: it is the same.
    channels: usize,
    /// Delay of each flow of the channels, where there are relays on their way.
    delay_us: Option<u64>,
    /// Queue managers in a cluster, over which request queues and responders are spread; 1: there is none.
    members: usize,
}

/// What each pair exchanges.
fn exchange(arguments: &Arguments, requesters: usize, pairs: usize) -> Result<Exchange, Failure> {
    let persistent = arguments.flag("persistent");
    let size = arguments.count("size", 2048)?;
    if size < STAMP_BYTES {
        return Err(Failure::Usage(format!(
            "--size must be at least {STAMP_BYTES}"
        )));
    }
    let syncpoint = (persistent || arguments.flag("syncpoint")) && !arguments.flag("no-syncpoint");
    let rate = arguments.decimal("rate")?;
    Ok(Exchange {
        size,
        persistent,
        syncpoint,
        puts_outside: arguments.flag("puts-outside"),
        async_put: arguments.flag("async-put"),
        own_reply_queue: arguments.choice("correlate", &["message", "queue"])? == 1,
        interval_ns: rate.map(|rate| (requesters as f64 * 1e9 / rate) as u64),
        pairs,
    })
}

impl Plan {
    fn read(arguments: &Arguments) -> Result<Self, Failure> {
        let requesters = arguments.count("requesters", 8)?.max(1);
        let requester_road = Road::read(arguments, "requester-road")?;
        let responder_road = Road::read(arguments, "responder-road")?;
        let members = members::count(arguments, [requester_road, responder_road])?;
        let responders = arguments
            .count("responders", requesters.max(members))?
            .max(1);
        if responders < members {
            return Err(Failure::Usage(format!(
                "--cluster {members} wants a responder at each member, at least {members} of them"
            )));
        }
        let pairs = arguments
            .count("pairs", 10)?
            .clamp(1, requesters.min(responders / members));
        let exchange = exchange(arguments, requesters, pairs)?;
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        // Over bindings each side has its own threads, and the queue manager has some too.
        let workers_usual = match requester_road {
            Road::Embedded => processors,
            Road::Bindings | Road::Client => 1,
        };
        let workers = match arguments.choice("style", &["threads", "tasks"])? {
            0 => None,
            _ => Some(arguments.count("workers", workers_usual)?.clamp(1, pairs)),
        };
        let plan = Self {
            exchange,
            requesters,
            responders,
            requester_road,
            responder_road,
            workers,
            window: Window::read(arguments)?,
            idle_clients: arguments.number("idle-clients", 0)?,
            channels: joined::channels(arguments, [requester_road, responder_road])?,
            delay_us: relay::delay(arguments)?.map(|delay| delay.as_micros() as u64),
            members,
        };
        let clients = [requester_road, responder_road] == [Road::Client; 2];
        if plan.exchange.async_put && !clients {
            return Err(Failure::Usage(
                "--async-put wants --road client: others learn the message's id from the answer"
                    .into(),
            ));
        }
        let embedded = [requester_road, responder_road].map(|road| road == Road::Embedded);
        if plan.workers.is_some() && embedded[0] != embedded[1] {
            return Err(Failure::Usage(
                "--style tasks wants requesters and responders both embedded, or neither".into(),
            ));
        }
        Ok(plan)
    }

    fn queues(&self) -> Queues {
        let replies = if self.exchange.own_reply_queue {
            self.requesters
        } else {
            self.exchange.pairs
        };
        let reply = |number| self.exchange.reply_queue(number);
        Queues {
            here: (0..replies).map(reply).collect(),
            there: (0..self.exchange.pairs)
                .map(Exchange::request_queue)
                .collect(),
            depth: (self.requesters * 2) as u64,
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
            let far = Joined::start("round-trip", &queues, self.channels, arguments, host)?;
            return Ok(Elsewhere::Joined(far));
        }
        if self.members > 1 && kept == Kept::Apart {
            let members = Members::start(self.members, queues.depth, arguments, host)?;
            let shared = |names: &[String]| -> Vec<String> {
                let each = names.iter();
                each.map(|name| shared_queue(name, queues.depth)).collect()
            };
            host.administer(&shared(&queues.here))?;
            members.share(host, &shared(&queues.there), queues.here.len())?;
            return Ok(Elsewhere::Members(members));
        }
        let mut all = queues.there.iter().chain(&queues.here);
        all.try_for_each(|name| define_on(host.engine(), name, queues.depth))?;
        Ok(Elsewhere::Nowhere(self.members))
    }

    fn hold_idle_clients(
        &self,
        arguments: &Arguments,
        host: &mut Host,
    ) -> Result<Option<Child>, Failure> {
        if self.idle_clients == 0 {
            return Ok(None);
        }
        let entrance = Entrance::Port(host.listen()?);
        connections::hold(arguments, &entrance, self.idle_clients).map(Some)
    }

    /// A requester of `crew`, its queues opened over `road`.
    fn requester(
        &self,
        number: usize,
        crew: &mut Crew,
        road: &mut dyn Connected,
    ) -> Result<Requester, Failure> {
        let tally = Arc::new(Tally::default());
        let script = Requester::open(&self.exchange, number, &crew.phase, &tally, road)?;
        crew.tallies.push(tally);
        Ok(script)
    }

    /// A responder of `crew`, its queues opened over `road`.
    fn responder(
        &self,
        number: usize,
        crew: &Crew,
        patient: bool,
        road: &mut dyn Connected,
    ) -> Result<Responder, Failure> {
        let (requesters, phase) = (self.requesters, &crew.phase);
        Responder::open(&self.exchange, number, requesters, phase, patient, road)
    }

    /// Requesters and responders of a pair are on one worker, so that they wake each other
    /// without a system call.
    fn tasks(&self, host: &Host, workers: usize) -> Result<Crew, Failure> {
        let mut crew = Crew::default();
        let mut shares: Vec<Vec<Task>> = (0..workers).map(|_| Vec::new()).collect();
        let connect = || {
            host.engine()
                .connect(&ConnectOptions::default(), origin())
                .map_err(Failure::Connect)
        };
        for number in 0..self.responders {
            let mut connection = connect()?;
            let script = self.responder(number, &crew, true, &mut AtOnce(&mut connection))?;
            let worker = number % self.exchange.pairs % workers;
            shares[worker].push(Task {
                connection,
                script: Box::new(script),
                counts: false,
            });
        }
        for number in 0..self.requesters {
            let mut connection = connect()?;
            let script = self.requester(number, &mut crew, &mut AtOnce(&mut connection))?;
            let worker = number % self.exchange.pairs % workers;
            shares[worker].push(Task {
                connection,
                script: Box::new(script),
                counts: true,
            });
        }
        for (number, share) in shares.into_iter().enumerate() {
            crew.running.push(on_a_worker(
                format!("worker {number}"),
                share,
                host.engine().clone(),
            )?);
        }
        Ok(crew)
    }
}

impl Parts for Plan {
    fn count_of(&self, part: &str) -> usize {
        if part == "requesters" {
            self.requesters
        } else {
            self.responders
        }
    }

    fn script_of(
        &self,
        part: &str,
        number: usize,
        crew: &mut Crew,
        road: &mut dyn Connected,
    ) -> Result<Box<dyn Script>, Failure> {
        Ok(if part == "requesters" {
            Box::new(self.requester(number, crew, road)?)
        } else {
            // Each member has its own of every queue.
            Box::new(self.responder(number / self.members, crew, false, road)?)
        })
    }

    fn place_of(&self, number: usize) -> usize {
        number % self.exchange.pairs
    }

    fn workers(&self) -> Option<usize> {
        self.workers
    }
}

/// One requester/responder run.
pub(crate) fn run(run: &Run) -> Result<Vec<Record>, Failure> {
    compared(run, RATE, measure_kept)
}

/// The figure runs are compared by.
pub(crate) const RATE: &str = "round_trips_per_s";

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
    let _idle = plan.hold_idle_clients(arguments, &mut host)?;
    let queues = plan.queues();
    let names = queues.here.into_iter().chain(queues.there).collect();
    let _images = Images::start(host.engine(), arguments, names)?;
    let (mut drivers, mut others) = (Vec::new(), Vec::new());
    match plan.workers {
        Some(workers) if plan.requester_road == Road::Embedded => {
            drivers.push(Party::Here(plan.tasks(&host, workers)?));
        }
        _ => {
            let parts = [
                ("responders", plan.responder_road),
                ("requesters", plan.requester_road),
            ];
            let (responders, requesters) =
                Party::both(&plan, parts, arguments, &mut host, &elsewhere)?;
            others.extend(responders);
            drivers.push(requesters);
        }
    }
    let outcome = conduct(host.engine(), &elsewhere, plan.window, drivers, others)?;
    let all_counted = plan.workers.is_none() || plan.requester_road != Road::Embedded;
    if all_counted && outcome.drivers.hash != outcome.others.hash {
        return Err(Failure::Wrong(
            "requesters and responders did not see the same messages".into(),
        ));
    }
    let mut record = report(&plan, kept, &outcome);
    place::tell(&mut record, arguments)?;
    if let Some(limits) = limits {
        if [plan.requester_road, plan.responder_road].contains(&Road::Client) {
            bind_sockets(&plan, &outcome, &echo::of(arguments)?, &mut record);
        } else {
            bind(&plan, &outcome, limits, &mut record);
        }
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
    let exchange = &plan.exchange;
    let mut record = Record::new("requester/responder");
    let style = match plan.workers {
        None => "threads".to_owned(),
        Some(workers) => format!("tasks on {workers}"),
    };
    record
        .set("requesters", Value::Count(plan.requesters as u64))
        .set("responders", Value::Count(plan.responders as u64))
        .set("pairs", Value::Count(exchange.pairs as u64))
        .set("size", Value::Count(exchange.size as u64))
        .set("persistent", Value::Flag(exchange.persistent))
        .set("syncpoint", Value::Flag(exchange.syncpoint))
        .set(
            "puts_in_syncpoint",
            Value::Flag(exchange.syncpoint && !exchange.puts_outside),
        )
        .set("async_put", Value::Flag(exchange.async_put))
        .word("requester_road", plan.requester_road.name())
        .word("responder_road", plan.responder_road.name())
        .word("style", &style);
    if plan.channels > 0 {
        record.set("channels", Value::Count(plan.channels as u64));
        if let Some(delay_us) = plan.delay_us {
            record.set("delay_us", Value::Count(delay_us));
        }
    }
    if plan.members > 1 {
        members::tell(&mut record, plan.members, kept);
    }
    if let Some(rate) = exchange.interval_ns {
        let asked = plan.requesters as f64 * 1e9 / rate as f64;
        record.number("asked_per_s", asked);
    }
    if plan.idle_clients > 0 {
        record.set("idle_clients", Value::Count(plan.idle_clients));
    }
    let done = outcome.drivers.measured.max(1) as f64;
    let latencies = &outcome.drivers.latencies;
    record.number(
        "round_trips_per_s",
        outcome.drivers.measured as f64 / outcome.used.seconds,
    );
    for (name, percent) in [
        ("p50_us", 50.0),
        ("p90_us", 90.0),
        ("p99_us", 99.0),
        ("p999_us", 99.9),
    ] {
        record.number(name, latencies.percentile(percent) as f64 / 1e3);
    }
    record.number("max_us", latencies.max() as f64 / 1e3);
    outcome.costs(&mut record, done);
    outcome.spread(&mut record);
    record
        .figure("replies_checked", Value::Count(outcome.drivers.checked))
        .result_hash(outcome.drivers.hash);
    record
}

/// A call over a socket is a message there and one back, as plain echo is.
fn bind_sockets(plan: &Plan, outcome: &Outcome, echo: &Echo, record: &mut Record) {
    let rate = outcome.drivers.measured as f64 / outcome.used.seconds;
    let roads = [plan.requester_road, plan.responder_road];
    let calls = 2.0 * roads.iter().filter(|road| **road == Road::Client).count() as f64;
    record
        .number("echo_server_cpu_us_each", echo.server_us * calls)
        .number("echo_client_cpu_us_each", echo.client_us * calls);
    record.bind(
        format!("{calls} plain echoes of the message to a round trip"),
        echo.per_s / calls,
        rate,
    );
}

/// Which limit of the machine binds the run.
fn bind(plan: &Plan, outcome: &Outcome, limits: &Limits, record: &mut Record) {
    let rate = outcome.drivers.measured as f64 / outcome.used.seconds;
    let requesters = plan.requesters as f64;
    let at_once = requesters.min(limits.processors as f64);
    if plan.exchange.persistent {
        // Put, answer and get each need a force of their own, one after the other; outside
        // units of work the responder's get and put do too.
        let needed = if plan.exchange.syncpoint { 3.0 } else { 4.0 };
        let by_forces = limits.forces_per_s / needed * requesters;
        let bytes = outcome.used.log_bytes as f64 / outcome.drivers.measured.max(1) as f64;
        let by_bytes = limits.force_bytes_per_s / bytes.max(1.0);
        if by_forces <= by_bytes {
            record.bind(
                format!("{needed} forces to a round trip, shared by all"),
                by_forces,
                rate,
            );
        } else {
            record.bind("log bytes in forces of 256 KiB", by_bytes, rate);
        }
        return;
    }
    let roads = [plan.requester_road, plan.responder_road];
    let bindings = roads.iter().filter(|road| **road == Road::Bindings).count() as f64;
    if plan.workers.is_some() {
        // In, and out; over bindings each time by way of a ring.
        let copies = 2.0 + 3.0 * bindings;
        let limit = limits.processors as f64 * 1e9 / (copies * limits.copy_ns);
        record.bind(
            format!("{copies} copies of the data to a round trip, on all cores"),
            limit,
            rate,
        );
    } else {
        // Embedded, a request and a reply change threads once each; over bindings each goes
        // to the queue manager's thread and from there on.
        let changes = 2.0 + bindings;
        let limit = at_once * 1e9 / (changes / 2.0 * limits.hand_over_same_core_ns);
        record.bind(
            format!("{changes} changes of thread to a round trip"),
            limit,
            rate,
        );
    }
}
