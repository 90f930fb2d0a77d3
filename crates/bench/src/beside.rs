//! Round trips of one client while another makes the queue manager work: how long it is held up.
//!
//! A client puts a small message that is not persistent and gets it back, at a rate; first alone, then beside the other. Both come
//! over sockets to the same event loop, so whatever that does in line for the one delays the other. What has the processors busy delays
//! it as well, whoever it is: `sockets` measures that alone, and is what the others are compared with.

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::figures::{Record, Value};
use crate::histogram::Histogram;
use crate::host::Host;
use crate::message::{Bodies, Stamp};
use crate::output::{Run, show};
use crate::place::define_on;
use crate::remote::{Entrance, Remote, Sharing};
use ferromq::engine::QueueManager as Engine;
use ferromq::{
    Connected, GetOptions, MsgDescriptor, ObjectDescriptor, ObjectHandle, PutOptions, Reason,
    Session, mq,
};
use ferromq_mqi::convert::Described;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::rfh2;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

const OWN_QUEUE: &str = "BENCH.BESIDE";
const DEEP_QUEUE: &str = "BENCH.DEEP";
const LONG_QUEUE: &str = "BENCH.LONG";
const REMOTE_QUEUE: &str = "BENCH.AWAY";
const MODEL_QUEUE: &str = "BENCH.TEMPORARY";
const TOPIC: &str = "bench/beside";
/// Data of the round trips.
const SMALL: usize = 100;
/// As long as a message may be.
const LONGEST: usize = 100 << 20;
/// Round trips a second.
const TRIPS_PER_S: u64 = 1_000;
const NS_PER_S: u64 = 1_000_000_000;
/// Temporary queues a second.
const QUEUES_PER_S: u64 = 1_000;
/// Persistent messages between two checkpoints.
const BETWEEN_CHECKPOINTS: u64 = 2_000;

/// What the other does, until it is over.
type Other = fn(&Scene<'_>, &mut Session<Remote>) -> Result<(), Failure>;

const WHAT: [&str; 7] = [
    "sockets",
    "long-puts",
    "long-publications",
    "long-remote-puts",
    "search",
    "temporary-queues",
    "checkpoint",
];

/// What the other works with.
struct Scene<'a> {
    engine: &'a Engine,
    depth: u64,
    rate: u64,
    over: &'a AtomicBool,
    /// How often it was done.
    done: &'a AtomicU64,
}

impl Scene<'_> {
    fn goes_on(&self) -> bool {
        !self.over.load(Ordering::Relaxed)
    }

    fn count(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }
}

pub(crate) fn run(run: &Run) -> Result<Vec<Record>, Failure> {
    let arguments = &run.arguments;
    let chosen: Vec<&str> = match arguments.text("what") {
        None => WHAT.to_vec(),
        Some(_) => vec![WHAT[arguments.choice("what", &WHAT)?]],
    };
    let mut records = Vec::new();
    for what in chosen {
        let record = measure(arguments, what)?;
        show(&record)?;
        records.push(record);
    }
    Ok(records)
}

fn measure(arguments: &Arguments, what: &'static str) -> Result<Record, Failure> {
    let mut host = Host::start(arguments)?;
    define_on(host.engine(), OWN_QUEUE, 10)?;
    let depth = arguments.number("depth", 1_000_000)?;
    let other = prepare(&mut host, what, depth)?;
    let entrance = Entrance::Port(host.listen()?);
    let sharing = Sharing::read(arguments, false)?;
    let measured = arguments.duration("seconds", 5.0)?;
    let mut trips = RoundTrips::begin(&entrance, &sharing)?;
    trips.measure(arguments.duration("warm-up", 1.0)?)?;
    let alone = trips.measure(measured)?;
    let (over, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let scene = Scene {
        engine: host.engine(),
        depth,
        rate: arguments.number("rate", QUEUES_PER_S)?.max(1),
        over: &over,
        done: &done,
    };
    let mut session = Session::new(entrance.connect(&sharing)?);
    let beside = std::thread::scope(|scope| {
        let works = scope.spawn(|| other(&scene, &mut session));
        // It is at work by then.
        std::thread::sleep(Duration::from_millis(100));
        let beside = trips.measure(measured);
        over.store(true, Ordering::Relaxed);
        let worked = works.join();
        worked.map_err(|_| Failure::Wrong("the other client panicked".into()))??;
        beside
    })?;
    let mut record = Record::new(format!("round trips beside {what}"));
    for (names, times) in [
        (["alone_p50_us", "alone_p99_us", "alone_max_us"], &alone),
        (["beside_p50_us", "beside_p99_us", "beside_max_us"], &beside),
    ] {
        let us = |ns: u64| ns as f64 / 1e3;
        record
            .number(names[0], us(times.percentile(50.0)))
            .number(names[1], us(times.percentile(99.0)))
            .number(names[2], us(times.max()));
    }
    record
        .figure("round_trips_alone", Value::Count(alone.count()))
        .figure("round_trips_beside", Value::Count(beside.count()))
        .figure("done_beside", Value::Count(done.load(Ordering::Relaxed)));
    Ok(record)
}

/// Makes what the other works with.
fn prepare(host: &mut Host, what: &str, depth: u64) -> Result<Other, Failure> {
    let other: Other = match what {
        "sockets" => send_to_and_fro,
        "long-puts" => {
            define_on(host.engine(), LONG_QUEUE, 10)?;
            host.administer(&[format!("ALTER QMGR MAXMSGL({LONGEST})")])?;
            put_long
        }
        "long-publications" => {
            define_on(host.engine(), LONG_QUEUE, 10)?;
            host.administer(&[
                format!("ALTER QMGR MAXMSGL({LONGEST})"),
                format!("DEFINE SUB(BENCH) TOPICSTR('{TOPIC}') DEST({LONG_QUEUE})"),
            ])?;
            publish_long
        }
        "long-remote-puts" => {
            define_on(host.engine(), LONG_QUEUE, 10)?;
            host.administer(&[
                format!("ALTER QMGR MAXMSGL({LONGEST})"),
                format!("ALTER QLOCAL({LONG_QUEUE}) USAGE(XMITQ)"),
                format!(
                    "DEFINE QREMOTE({REMOTE_QUEUE}) RNAME(AWAY) RQMNAME(AWAY) XMITQ({LONG_QUEUE})"
                ),
            ])?;
            put_long_away
        }
        "search" => {
            define_on(host.engine(), DEEP_QUEUE, depth)?;
            fill(host, depth)?;
            search
        }
        "temporary-queues" => {
            let model = format!("DEFINE QMODEL({MODEL_QUEUE}) DEFTYPE(TEMPDYN)");
            host.administer(&[model])?;
            make_queues
        }
        _ => {
            define_on(host.engine(), LONG_QUEUE, BETWEEN_CHECKPOINTS * 4)?;
            checkpoint
        }
    };
    Ok(other)
}

/// The client that is held up.
struct RoundTrips {
    session: Session<Remote>,
    queue: ObjectHandle,
    bodies: Bodies,
    number: u64,
}

impl RoundTrips {
    fn begin(entrance: &Entrance, sharing: &Sharing) -> Result<Self, Failure> {
        let mut session = Session::new(entrance.connect(sharing)?);
        let queue = session.open(OWN_QUEUE, mq::MQOO_OUTPUT | mq::MQOO_INPUT_SHARED)?;
        Ok(Self {
            session,
            queue,
            bodies: Bodies::of_len(SMALL),
            number: 0,
        })
    }

    /// Round trips at a rate, each timed from when it was due: a stall shows in all that were due meanwhile.
    fn measure(&mut self, time: Duration) -> Result<Histogram, Failure> {
        let mut times = Histogram::default();
        let began = Instant::now();
        let count = (time.as_secs_f64() * TRIPS_PER_S as f64) as u64;
        for number in 0..count {
            let due = began + Duration::from_nanos(number * NS_PER_S / TRIPS_PER_S);
            std::thread::sleep(due.saturating_duration_since(Instant::now()));
            self.go()?;
            times.record(due.elapsed().as_nanos() as u64);
        }
        Ok(times)
    }

    fn go(&mut self) -> Result<(), Failure> {
        self.number += 1;
        let stamp = Stamp {
            sender: 0,
            number: self.number,
        };
        let body = self.bodies.make(stamp);
        put(&mut self.session, self.queue, body, false)?;
        let got = get(&mut self.session, self.queue, SMALL as u32)?;
        match self.bodies.is(&got, stamp) {
            true => Ok(()),
            false => Err(Failure::Wrong("a round trip changed its message".into())),
        }
    }
}

fn put<C: Connected>(
    session: &mut Session<C>,
    queue: ObjectHandle,
    body: bytes::Bytes,
    persistent: bool,
) -> Result<(), Failure> {
    let mut descriptor = MsgDescriptor {
        persistence: i32::from(persistent),
        ..MsgDescriptor::default()
    };
    let mut options = PutOptions {
        options: mq::MQPMO_NO_SYNCPOINT,
        ..PutOptions::default()
    };
    session.put(queue, &mut descriptor, &mut options, body)?;
    Ok(())
}

fn get<C: Connected>(
    session: &mut Session<C>,
    queue: ObjectHandle,
    buffer_len: u32,
) -> Result<bytes::Bytes, Failure> {
    let options = GetOptions {
        options: mq::MQGMO_NO_SYNCPOINT,
        ..GetOptions::default()
    };
    let got = session.get(queue, &MsgDescriptor::default(), &options, buffer_len)?;
    Ok(got.body)
}

/// Messages for a search to look at.
fn fill(host: &Host, depth: u64) -> Result<(), Failure> {
    let mut session = Session::new(host.connect()?);
    let queue = session.open(DEEP_QUEUE, mq::MQOO_OUTPUT)?;
    let bodies = Bodies::of_len(SMALL);
    for number in 0..depth {
        let stamp = Stamp { sender: 1, number };
        put(&mut session, queue, bodies.make(stamp), false)?;
    }
    session.disconnect()?;
    Ok(())
}

/// Sends as many bytes as the longest message has to a thread that sends them back, and does nothing with the queue manager: what the
/// machine does to a neighbour of so much work, whoever does it.
fn send_to_and_fro(scene: &Scene<'_>, _: &mut Session<Remote>) -> Result<(), Failure> {
    let failed = || Failure::io("sending bytes to and fro");
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(failed())?;
    let address = listener.local_addr().map_err(failed())?;
    let mut near = TcpStream::connect(address).map_err(failed())?;
    let (mut far, _) = listener.accept().map_err(failed())?;
    let mut bytes = vec![7; LONGEST];
    std::thread::scope(|scope| {
        let answers = scope.spawn(move || {
            let mut bytes = vec![0; LONGEST];
            // It ends when the other has closed.
            while far.read_exact(&mut bytes).is_ok() {
                far.write_all(&bytes)?;
            }
            Ok(())
        });
        let asked = (|| {
            while scene.goes_on() {
                near.write_all(&bytes)?;
                near.read_exact(&mut bytes)?;
                scene.count();
            }
            Ok(())
        })();
        drop(near);
        let answered = answers
            .join()
            .map_err(|_| Failure::Wrong("the thread that sends back panicked".into()))?;
        asked.and(answered).map_err(failed())
    })
}

/// Puts the longest message there is, persistent, and gets it back.
fn put_long(scene: &Scene<'_>, session: &mut Session<Remote>) -> Result<(), Failure> {
    let queue = session.open(LONG_QUEUE, mq::MQOO_OUTPUT | mq::MQOO_INPUT_SHARED)?;
    let body = bytes::Bytes::from(vec![7; LONGEST]);
    while scene.goes_on() {
        put(session, queue, body.clone(), true)?;
        get(session, queue, LONGEST as u32)?;
        scene.count();
    }
    Ok(())
}

/// Puts a message as long for another queue manager, and gets it off the transmission queue.
fn put_long_away(scene: &Scene<'_>, session: &mut Session<Remote>) -> Result<(), Failure> {
    let away = session.open(REMOTE_QUEUE, mq::MQOO_OUTPUT)?;
    let queue = session.open(LONG_QUEUE, mq::MQOO_INPUT_SHARED)?;
    // On the transmission queue it has a header besides.
    let body = bytes::Bytes::from(vec![7; LONGEST - 4096]);
    while scene.goes_on() {
        put(session, away, body.clone(), true)?;
        get(session, queue, LONGEST as u32)?;
        scene.count();
    }
    Ok(())
}

/// Publishes a message as long, as JMS does: retained, its properties in a header in front of the data. Gets the subscriber's copy.
fn publish_long(scene: &Scene<'_>, session: &mut Session<Remote>) -> Result<(), Failure> {
    let queue = session.open(LONG_QUEUE, mq::MQOO_INPUT_SHARED)?;
    let mut object = ObjectDescriptor {
        version: mq::MQOD_VERSION_4,
        object_type: mq::MQOT_TOPIC,
        object_string: TOPIC.into(),
        ..ObjectDescriptor::default()
    };
    let topic = session.open_object(&mut object, mq::MQOO_OUTPUT)?;
    let described = Described {
        ccsid: 1208,
        encoding: mq::MQENC_NATIVE,
    };
    let fixed = rfh2::fixed("MQSTR", described);
    let folder = "<usr><colour>red</colour></usr>";
    let mut body = rfh2::write(&fixed, ByteOrder::Little, &[folder]);
    // The copy has a folder of its own besides.
    body.resize(LONGEST - 4096, 7);
    let body = bytes::Bytes::from(body);
    while scene.goes_on() {
        let mut descriptor = MsgDescriptor {
            persistence: mq::MQPER_PERSISTENT,
            format: rfh2::FORMAT,
            ..MsgDescriptor::default()
        };
        let mut options = PutOptions {
            options: mq::MQPMO_NO_SYNCPOINT | mq::MQPMO_RETAIN,
            ..PutOptions::default()
        };
        session.put(topic, &mut descriptor, &mut options, body.clone())?;
        get(session, queue, LONGEST as u32)?;
        scene.count();
    }
    Ok(())
}

/// Searches the deep queue by a selector that matches nothing.
fn search(scene: &Scene<'_>, session: &mut Session<Remote>) -> Result<(), Failure> {
    let mut descriptor = ObjectDescriptor {
        version: mq::MQOD_VERSION_4,
        selection_string: "colour = 'red'".into(),
        ..ObjectDescriptor::queue(DEEP_QUEUE)
    };
    let queue = session.open_object(&mut descriptor, mq::MQOO_INPUT_SHARED)?;
    let options = GetOptions {
        options: mq::MQGMO_NO_SYNCPOINT,
        ..GetOptions::default()
    };
    while scene.goes_on() {
        match session.get(queue, &MsgDescriptor::default(), &options, SMALL as u32) {
            Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => scene.count(),
            Err(error) => return Err(error.into()),
            Ok(_) => {
                let text = format!("a selector matched one of {} messages", scene.depth);
                return Err(Failure::Wrong(text));
            }
        }
    }
    Ok(())
}

/// Opens and closes temporary dynamic queues, so many a second.
fn make_queues(scene: &Scene<'_>, session: &mut Session<Remote>) -> Result<(), Failure> {
    let each = Duration::from_secs(1) / u32::try_from(scene.rate).unwrap_or(u32::MAX);
    let mut due = Instant::now();
    while scene.goes_on() {
        let queue = session.open(MODEL_QUEUE, mq::MQOO_INPUT_EXCLUSIVE)?;
        session.close(queue, mq::MQCO_NONE)?;
        scene.count();
        due += each;
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
    }
    Ok(())
}

/// Puts persistent messages, takes checkpoints that have to move them, and gets them off.
fn checkpoint(scene: &Scene<'_>, session: &mut Session<Remote>) -> Result<(), Failure> {
    let queue = session.open(LONG_QUEUE, mq::MQOO_OUTPUT | mq::MQOO_INPUT_SHARED)?;
    let body = bytes::Bytes::from(vec![7; 2048]);
    let in_work = |options| PutOptions {
        options,
        ..PutOptions::default()
    };
    while scene.goes_on() {
        for _ in 0..BETWEEN_CHECKPOINTS {
            let mut descriptor = MsgDescriptor {
                persistence: mq::MQPER_PERSISTENT,
                ..MsgDescriptor::default()
            };
            let mut options = in_work(mq::MQPMO_SYNCPOINT);
            session.put(queue, &mut descriptor, &mut options, body.clone())?;
        }
        session.commit()?;
        scene
            .engine
            .checkpoint_everything()
            .map_err(|error| Failure::Wrong(format!("a checkpoint failed: {error}")))?;
        scene.count();
        let options = GetOptions {
            options: mq::MQGMO_SYNCPOINT,
            ..GetOptions::default()
        };
        for _ in 0..BETWEEN_CHECKPOINTS {
            session.get(queue, &MsgDescriptor::default(), &options, 4096)?;
        }
        session.commit()?;
    }
    Ok(())
}
