//! The C library beside the road beneath it: the same program in C and in Rust, in turn.
//!
//! The program in C is `samples/bench.c`. Its twin here does the same verbs with the same options, and both measure
//! the processor time of their own process; what the queue manager uses is the same for both.

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::figures::{Record, Value, median};
use crate::host::{Host, Road};
use crate::meter::process_cpu_ns;
use crate::output::{Run, say, show};
use crate::place::{NAME, define_on};
use crate::processes::again;
use crate::remote::CHANNEL;
use ferromq::{ConnectOptions, Connected, GetOptions, MsgDescriptor, ObjectName, PutOptions};
use ferromq::{Reason, Session, mq};
use ferromq_client::{BindingsConnection, ChannelSource};
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Barrier};
use std::time::{Duration, Instant};

/// The part of a run that is the twin.
pub(crate) const TWIN: &str = "c-twin";
const REQUESTS: &str = "BENCH.REQUESTS";
const REPLIES: &str = "BENCH.REPLIES";

/// Both programs in turn; what a round trip costs each of them.
pub(crate) fn run(run: &Run) -> Result<Vec<Record>, Failure> {
    let record = measure(&run.arguments)?;
    show(&record)?;
    Ok(vec![record])
}

/// What one program says of itself.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cost {
    round_trips_per_s: f64,
    cpu_us_each: f64,
}

fn measure(arguments: &Arguments) -> Result<Record, Failure> {
    let road = match arguments.text("road") {
        None => Road::Bindings,
        Some(_) => Road::read(arguments, "road")?,
    };
    let (program, library) = (
        beside(arguments, "program", "samp/bench")?,
        beside(arguments, "library", "lib64")?,
    );
    let mut host = Host::start(arguments)?;
    for queue in [REQUESTS, REPLIES] {
        define_on(host.engine(), queue, 1_000_000)?;
    }
    let mut environment = vec![
        ("LD_LIBRARY_PATH", library.display().to_string()),
        ("MQ_DATA_PATH", host.data_path().display().to_string()),
    ];
    match road {
        Road::Embedded => {
            let text = "--road embedded: the programs are processes of their own";
            return Err(Failure::Usage(text.into()));
        }
        Road::Bindings => {
            host.serve()?;
            environment.push(("MQ_CONNECT_TYPE", "STANDARD".into()));
        }
        Road::Client => {
            let port = host.listen()?;
            environment.push(("MQ_CONNECT_TYPE", "CLIENT".into()));
            environment.push(("MQSERVER", format!("{CHANNEL}/TCP/127.0.0.1({port})")));
        }
    }
    let pairs = arguments.count("requesters", 1)?.clamp(1, 64);
    let size = arguments.count("size", 2048)?;
    let seconds = arguments.duration("seconds", 5.0)?.as_secs().max(1);
    let rounds = arguments.number("rounds", 3)?.max(1);
    let words = [pairs.to_string(), seconds.to_string(), size.to_string()];
    let words: Vec<&str> = [REQUESTS, REPLIES, NAME]
        .into_iter()
        .chain(words.iter().map(String::as_str))
        .collect();
    let (mut of_rust, mut of_c) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let mut twin = again(arguments, &[&[TWIN], &words[..]].concat())?;
        of_rust.push(cost_of(&mut twin, &environment)?);
        of_c.push(cost_of(Command::new(&program).args(&words), &environment)?);
    }
    let mut record = Record::new("the C library beside the road beneath it");
    record
        .set("requesters", Value::Count(pairs as u64))
        .set("size", Value::Count(size as u64))
        .set("rounds", Value::Count(rounds))
        .word("road", road.name());
    report(&mut record, &of_rust, &of_c);
    Ok(record)
}

fn report(record: &mut Record, of_rust: &[Cost], of_c: &[Cost]) {
    let rate = |costs: &[Cost]| median(costs.iter().map(|cost| cost.round_trips_per_s));
    let cpu = |costs: &[Cost]| median(costs.iter().map(|cost| cost.cpu_us_each));
    // Neighbours ran in the same minute, so the middle of their ratios says more than the ratio of the middles.
    let ratios = of_c.iter().zip(of_rust);
    let ratio = median(ratios.map(|(c, rust)| c.cpu_us_each / rust.cpu_us_each));
    record
        .number("rust_round_trips_per_s", rate(of_rust))
        .number("c_round_trips_per_s", rate(of_c))
        .number("rust_cpu_us_each", cpu(of_rust))
        .number("c_cpu_us_each", cpu(of_c))
        .number("c_cpu_of_rust", ratio);
}

/// What was given, or what an installation has beside this program.
fn beside(arguments: &Arguments, name: &str, usual: &str) -> Result<PathBuf, Failure> {
    let path = match arguments.text(name) {
        Some(given) => PathBuf::from(given),
        None => {
            let program = std::env::current_exe().map_err(Failure::io("finding this program"))?;
            let installation = program.parent().and_then(|bin| bin.parent());
            installation.unwrap_or(&program).join(usual)
        }
    };
    if path.exists() {
        return Ok(path);
    }
    Err(Failure::Usage(format!(
        "there is no {}: run make in dist/samp, or say where with --{name}",
        path.display()
    )))
}

/// Runs a program and reads the line it ends with.
fn cost_of(command: &mut Command, environment: &[(&str, String)]) -> Result<Cost, Failure> {
    let environment = environment.iter().map(|(name, value)| (name, value));
    let output = command.envs(environment).output();
    let output = output.map_err(Failure::io("running a program"))?;
    let said = String::from_utf8_lossy(&output.stdout);
    said.lines().find_map(cost_in).ok_or_else(|| {
        let complaint = String::from_utf8_lossy(&output.stderr);
        Failure::Child(format!("it printed '{said}{complaint}'"))
    })
}

/// Both programs say `..., N round trips/s, N us of this program's CPU each, ...`.
fn cost_in(line: &str) -> Option<Cost> {
    let before = |what: &str| {
        let end = line.find(what)?;
        line[..end].split(' ').next_back()?.parse().ok()
    };
    Some(Cost {
        round_trips_per_s: before(" round trips/s")?,
        cpu_us_each: before(" us of this program's CPU each")?,
    })
}

/// The twin: the arguments of the program in C behind its own name.
pub(crate) fn twin(arguments: &Arguments) -> Result<(), Failure> {
    let words: Vec<&str> = arguments.words.iter().skip(2).map(String::as_str).collect();
    let [requests, replies, manager, pairs, seconds, size] = words[..] else {
        return Err(Failure::Usage("the twin is missing its words".into()));
    };
    let number = |word: &str| {
        let number = word.parse::<u64>();
        number.map_err(|_| Failure::Usage(format!("{word} is no number")))
    };
    let queues = [requests.to_owned(), replies.to_owned()];
    let (pairs, seconds, size) = (number(pairs)?, number(seconds)?, number(size)?);
    let is_client = std::env::var("MQ_CONNECT_TYPE").as_deref() == Ok("CLIENT");
    let line = match is_client {
        true => both_sides(&queues, pairs, seconds, size as usize, || {
            let source = ChannelSource::from_environment();
            let source = source.map_err(|error| Failure::Child(error.to_string()))?;
            let source = source.ok_or_else(|| Failure::Usage("MQSERVER is not set".into()))?;
            let connected = source.connect(&ConnectOptions::default(), None);
            connected.map_err(|error| Failure::Child(error.to_string()))
        })?,
        false => both_sides(&queues, pairs, seconds, size as usize, || {
            let connected = BindingsConnection::connect_to(manager);
            connected.map_err(|error| Failure::Child(error.to_string()))
        })?,
    };
    say(&line)
}

/// What all threads of the twin look at.
struct Shared {
    ended: AtomicBool,
    round_trips: AtomicU64,
    ready: Barrier,
}

fn both_sides<R: Connected + Send + 'static>(
    queues: &[String; 2],
    pairs: u64,
    seconds: u64,
    size: usize,
    connect: impl Fn() -> Result<R, Failure>,
) -> Result<String, Failure> {
    let shared = Arc::new(Shared {
        ended: AtomicBool::new(false),
        round_trips: AtomicU64::new(0),
        ready: Barrier::new(2 * pairs as usize + 1),
    });
    let mut running = Vec::new();
    for _ in 0..pairs {
        for work in [Side::respond as Work<R>, Side::request] {
            let side = Side {
                session: Session::new(connect()?),
                queues: queues.clone(),
                size,
                shared: Arc::clone(&shared),
            };
            running.push(std::thread::spawn(move || work(side)));
        }
    }
    shared.ready.wait();
    let (began, cpu_ns) = (Instant::now(), process_cpu_ns());
    std::thread::sleep(Duration::from_secs(seconds));
    shared.ended.store(true, Ordering::SeqCst);
    let cpu_us = (process_cpu_ns() - cpu_ns) as f64 / 1e3;
    let took = began.elapsed().as_secs_f64();
    for thread in running {
        let ended = thread.join();
        ended.map_err(|_| Failure::Child("a thread of the twin panicked".into()))??;
    }
    let total = shared.round_trips.load(Ordering::SeqCst) as f64;
    Ok(format!(
        "{pairs} requesters, {pairs} responders, {size} bytes: {:.0} round trips/s, \
         {:.2} us of this program's CPU each, {total} round trips in {took:.1} s\n",
        total / took,
        cpu_us / total.max(1.0),
    ))
}

/// What an application of the twin does.
type Work<R> = fn(Side<R>) -> Result<(), Failure>;

/// One application of the twin.
struct Side<R> {
    session: Session<R>,
    queues: [String; 2],
    size: usize,
    shared: Arc<Shared>,
}

impl<R: Connected> Side<R> {
    fn open(&mut self, at: usize, options: i32) -> Result<ferromq::ObjectHandle, Failure> {
        Ok(self.session.open(&self.queues[at], options)?)
    }

    fn is_over(&self) -> bool {
        self.shared.ended.load(Ordering::SeqCst)
    }

    /// Waits at most half a second, so that the end of the run is seen.
    fn get(
        &mut self,
        queue: ferromq::ObjectHandle,
        wanted: &MsgDescriptor,
    ) -> Result<Option<ferromq::GetReply>, Failure> {
        let options = GetOptions {
            options: mq::MQGMO_WAIT | mq::MQGMO_NO_SYNCPOINT | mq::MQGMO_FAIL_IF_QUIESCING,
            wait_interval_ms: 500,
            ..GetOptions::default()
        };
        match self.session.get(queue, wanted, &options, self.size as u32) {
            Ok(reply) => Ok(Some(reply)),
            Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    fn put(
        &mut self,
        queue: ferromq::ObjectHandle,
        descriptor: &mut MsgDescriptor,
        body: bytes::Bytes,
    ) -> Result<(), Failure> {
        let mut options = PutOptions {
            options: mq::MQPMO_NO_SYNCPOINT | mq::MQPMO_FAIL_IF_QUIESCING,
            ..PutOptions::default()
        };
        self.session.put(queue, descriptor, &mut options, body)?;
        Ok(())
    }

    fn request(mut self) -> Result<(), Failure> {
        let requests = self.open(0, mq::MQOO_OUTPUT);
        let replies = self.open(1, mq::MQOO_INPUT_SHARED);
        self.shared.ready.wait();
        let (requests, replies) = (requests?, replies?);
        let body = bytes::Bytes::from(vec![0; self.size]);
        let mut done = 0;
        while !self.is_over() {
            let mut request = MsgDescriptor {
                msg_type: mq::MQMT_REQUEST,
                persistence: mq::MQPER_NOT_PERSISTENT,
                reply_to_q: *ObjectName::truncated(&self.queues[1]).bytes(),
                ..MsgDescriptor::default()
            };
            self.put(requests, &mut request, body.clone())?;
            let wanted = MsgDescriptor {
                correl_id: request.msg_id,
                ..MsgDescriptor::default()
            };
            while self.get(replies, &wanted)?.is_none() && !self.is_over() {}
            done += u64::from(!self.is_over());
        }
        self.shared.round_trips.fetch_add(done, Ordering::SeqCst);
        self.leave()
    }

    fn leave(self) -> Result<(), Failure> {
        self.session.disconnect()?;
        Ok(())
    }

    fn respond(mut self) -> Result<(), Failure> {
        let requests = self.open(0, mq::MQOO_INPUT_SHARED);
        let replies = self.open(1, mq::MQOO_OUTPUT);
        self.shared.ready.wait();
        let (requests, replies) = (requests?, replies?);
        while !self.is_over() {
            let Some(got) = self.get(requests, &MsgDescriptor::default())? else {
                continue;
            };
            let mut reply = MsgDescriptor {
                msg_type: mq::MQMT_REPLY,
                persistence: mq::MQPER_NOT_PERSISTENT,
                correl_id: got.descriptor.msg_id,
                ..MsgDescriptor::default()
            };
            self.put(replies, &mut reply, got.body)?;
        }
        self.leave()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_the_program_is_read() {
        let line = "2 requesters, 2 responders, 100 bytes: 81234 round trips/s, 4.25 us of this program's CPU each, 5 round trips in 1.0 s";
        let cost = Cost {
            round_trips_per_s: 81234.0,
            cpu_us_each: 4.25,
        };
        assert_eq!(cost_in(line), Some(cost));
        assert_eq!(cost_in("usage: bench"), None);
    }
}
