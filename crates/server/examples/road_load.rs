//! Requester and responder over the bindings road, each side a process of its own, with a server
//! in a third: round trips a second, and where the processor time goes.
//!
//! `road_load [-r requesters] [-s responders] [-q queue pairs] [-b bytes] [-t seconds] [-p] [-x]`
//! `[-f writer|idle|lead] [-n service threads] [-c] [-d data path]`
//! where `-p` is persistent, `-x` under syncpoint (commit after each side), `-c` replies picked by
//! correlation id from the pair's queue instead of a reply queue for each requester.

use ferromq::{
    GetOptions, MsgDescriptor, ObjectDescriptor, PutOptions, QueueManager, Session, Settings, mq,
};
use ferromq_client::{BindingsConnection, EndHow};
use ferromq_mqi::options::ConnectOptions;
use ferromq_mqi::place::socket_path;
use ferromq_server::{ForcePolicy, Patience, RegionSizes, Server, ServiceSettings};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

type Bindings = Session<BindingsConnection>;

#[derive(Clone, Debug)]
struct Load {
    requesters: usize,
    responders: usize,
    pairs: usize,
    bytes: usize,
    seconds: f64,
    persistent: bool,
    syncpoint: bool,
    by_correlation: bool,
    force: String,
    service_threads: usize,
    ring: u32,
    pauses: u32,
    yields: u32,
    client_pauses: u32,
    client_yields: u32,
    data_path: PathBuf,
    role: String,
}

fn parse() -> Load {
    let mut load = Load {
        requesters: 8,
        responders: 0,
        pairs: 10,
        bytes: 2048,
        seconds: 3.0,
        persistent: false,
        syncpoint: false,
        by_correlation: false,
        force: "idle".into(),
        service_threads: 1,
        ring: 128 * 1024,
        pauses: Patience::SERVICE.pauses,
        yields: Patience::SERVICE.yields,
        client_pauses: Patience::CLIENT.pauses,
        client_yields: Patience::CLIENT.yields,
        data_path: std::env::temp_dir().join(format!("road-load-{}", std::process::id())),
        role: "all".into(),
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().expect("the option has a value");
        match word.as_str() {
            "-r" => load.requesters = value().parse().expect("a number"),
            "-s" => load.responders = value().parse().expect("a number"),
            "-q" => load.pairs = value().parse().expect("a number"),
            "-b" => load.bytes = value().parse().expect("a number"),
            "-t" => load.seconds = value().parse().expect("a number"),
            "-n" => load.service_threads = value().parse().expect("a number"),
            "-f" => load.force = value(),
            "-d" => load.data_path = value().into(),
            "--ring" => load.ring = value().parse().expect("a number"),
            "-p" => load.persistent = true,
            "-x" => load.syncpoint = true,
            "-c" => load.by_correlation = true,
            "--pauses" => load.pauses = value().parse().expect("a number"),
            "--yields" => load.yields = value().parse().expect("a number"),
            "--client-pauses" => load.client_pauses = value().parse().expect("a number"),
            "--client-yields" => load.client_yields = value().parse().expect("a number"),
            "--role" => load.role = value(),
            other => panic!("what is {other}?"),
        }
    }
    if load.responders == 0 {
        load.responders = load.pairs.min(load.requesters);
    }
    load.pairs = load.pairs.min(load.requesters);
    load
}

fn main() {
    let load = parse();
    match load.role.as_str() {
        "all" => conduct(&load),
        "server" => serve(&load),
        "responders" => respond(&load),
        _ => request(&load),
    }
}

fn start(role: &str) -> Child {
    let program = std::env::current_exe().expect("this program");
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    arguments.extend(["--role".into(), role.into()]);
    Command::new(program)
        .args(arguments)
        .stdout(Stdio::piped())
        .spawn()
        .expect("started")
}

/// Processor time of a process so far, in seconds.
fn processor_seconds(pid: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let after = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks: Vec<f64> = after
        .split_ascii_whitespace()
        .skip(11)
        .take(2)
        .filter_map(|field| field.parse().ok())
        .collect();
    ticks.iter().sum::<f64>() / 100.0
}

fn conduct(load: &Load) {
    let named = std::env::args().any(|word| word == "-d");
    if !named {
        // Every role needs the same place.
        let path = load.data_path.display().to_string();
        let program = std::env::current_exe().expect("this program");
        let status = Command::new(program)
            .args(std::env::args().skip(1))
            .args(["-d", &path])
            .status();
        let _ = std::fs::remove_dir_all(&load.data_path);
        std::process::exit(status.ok().and_then(|status| status.code()).unwrap_or(1));
    }
    std::fs::create_dir_all(&load.data_path).expect("a data path");
    let mut server = start("server");
    let socket = socket_path(&load.data_path, "QM1");
    let connected = std::iter::repeat_with(|| {
        std::thread::sleep(Duration::from_millis(20));
        BindingsConnection::connect_at(&socket, &ConnectOptions::default())
    })
    .find_map(Result::ok);
    let mut session = Session::new(connected.expect("connected"));
    define_queues(&mut session, load);
    let mut responders = start("responders");
    std::thread::sleep(Duration::from_millis(300));
    let requesters = start("requesters");
    std::thread::sleep(Duration::from_millis(1000));
    let pids = [server.id(), requesters.id(), responders.id()];
    let before = pids.map(processor_seconds);
    let began = Instant::now();
    std::thread::sleep(Duration::from_secs_f64((load.seconds - 0.4).max(0.5)));
    let took = began.elapsed().as_secs_f64();
    let after = pids.map(processor_seconds);
    let output = requesters.wait_with_output().expect("requesters ended");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let spent: Vec<f64> = (0..3).map(|at| (after[at] - before[at]) / took).collect();
    report(load, &text, &spent);
    let _ = responders.kill();
    let _ = responders.wait();
    let end = ferromq_client::ControlRequest::End(EndHow::Immediate);
    ferromq_client::control(&socket, end).expect("ends");
    let _ = server.wait();
}

fn define_queues(session: &mut Bindings, load: &Load) {
    for pair in 0..load.pairs {
        for text in [
            format!("DEFINE QLOCAL(REQ{pair}) REPLACE"),
            format!("DEFINE QLOCAL(REP{pair}) REPLACE"),
        ] {
            session.command(&text).expect("defined");
        }
    }
    for number in 0..load.requesters {
        session
            .command(&format!("DEFINE QLOCAL(OWN{number}) REPLACE"))
            .expect("defined");
    }
}

/// `spent` is the part of a processor that server, requesters and responders took.
fn report(load: &Load, text: &str, spent: &[f64]) {
    let rate: f64 = text
        .split_whitespace()
        .next()
        .and_then(|word| word.parse().ok())
        .unwrap_or(0.0);
    let cost = |at: usize| spent[at] / rate * 1e6;
    println!(
        "{:>3} requesters {} B {}{} {:>9.0}/s  {} | us a round trip: server {:.2} requesters {:.2} responders {:.2}",
        load.requesters,
        load.bytes,
        if load.persistent {
            "persistent"
        } else {
            "non-persistent"
        },
        if load.syncpoint { " syncpoint" } else { "" },
        rate,
        text.split_once(' ').map_or("", |(_, rest)| rest.trim()),
        cost(0),
        cost(1),
        cost(2),
    );
}

fn serve(load: &Load) {
    let engine = Settings {
        log: ferromq::engine::LogSettings {
            file_pages: 16_384,
            primary_files: 3,
            ..Settings::default().log
        },
        ..Settings::default()
    };
    if !load.data_path.join("qmgrs").join("QM1").exists() {
        QueueManager::create(&load.data_path, "QM1", &engine).expect("created");
    }
    let manager = QueueManager::open(&load.data_path, "QM1", &engine).expect("opened");
    let settings = ServiceSettings {
        service_threads: load.service_threads,
        region: RegionSizes::new(load.ring, load.ring, 1 << 27).expect("sizes"),
        patience: Patience {
            pauses: load.pauses,
            yields: load.yields,
        },
        force: match load.force.as_str() {
            "writer" => ForcePolicy::Writer,
            "lead" => ForcePolicy::Lead,
            _ => ForcePolicy::Balanced,
        },
        notices: std::sync::Arc::new(|notice| {
            if !notice.number.starts_with("FMQ0005") {
                eprintln!("{}: {}", notice.number, notice.text);
            }
        }),
        ..ServiceSettings::default()
    };
    let socket = socket_path(&load.data_path, "QM1");
    let server = Server::start(manager, &socket, settings).expect("serves");
    server.run_until_ended().expect("ended in good order");
}

fn connect(load: &Load) -> Bindings {
    let options = ConnectOptions::default();
    let mut road =
        BindingsConnection::connect(&load.data_path, "QM1", &options).expect("connected");
    road.set_patience(Patience {
        pauses: load.client_pauses,
        yields: load.client_yields,
    });
    Session::new(road)
}

fn put_options(load: &Load) -> PutOptions {
    let point = if load.syncpoint {
        mq::MQPMO_SYNCPOINT
    } else {
        mq::MQPMO_NO_SYNCPOINT
    };
    PutOptions {
        options: point,
        ..PutOptions::default()
    }
}

fn get_options(load: &Load, match_options: i32) -> GetOptions {
    let point = if load.syncpoint {
        mq::MQGMO_SYNCPOINT
    } else {
        mq::MQGMO_NO_SYNCPOINT
    };
    GetOptions {
        options: mq::MQGMO_WAIT | point,
        wait_interval_ms: 30_000,
        match_options,
        ..GetOptions::default()
    }
}

fn descriptor(load: &Load) -> MsgDescriptor {
    MsgDescriptor {
        persistence: if load.persistent {
            mq::MQPER_PERSISTENT
        } else {
            mq::MQPER_NOT_PERSISTENT
        },
        ..MsgDescriptor::default()
    }
}

fn respond(load: &Load) {
    std::thread::scope(|threads| {
        for number in 0..load.responders {
            threads.spawn(move || {
                let mut session = connect(load);
                let pair = number % load.pairs;
                let requests = session
                    .open(&format!("REQ{pair}"), mq::MQOO_INPUT_SHARED)
                    .expect("opened");
                let mut replies = std::collections::HashMap::new();
                let get = get_options(load, mq::MQMO_NONE);
                let mut put = put_options(load);
                loop {
                    let got = match session.get(requests, &MsgDescriptor::default(), &get, 1 << 27)
                    {
                        Ok(got) => got,
                        Err(_) => return,
                    };
                    let mut reply = descriptor(load);
                    reply.msg_type = mq::MQMT_REPLY;
                    reply.correl_id = got.descriptor.msg_id;
                    let target = *replies.entry(got.descriptor.reply_to_q).or_insert_with(|| {
                        let name = ferromq::ObjectName::from_field(&got.descriptor.reply_to_q);
                        let mut object = ObjectDescriptor {
                            object_name: name,
                            ..ObjectDescriptor::default()
                        };
                        session
                            .open_object(&mut object, mq::MQOO_OUTPUT)
                            .expect("opened")
                    });
                    if session.put(target, &mut reply, &mut put, got.body).is_err() {
                        return;
                    }
                    if load.syncpoint && session.commit().is_err() {
                        return;
                    }
                }
            });
        }
    });
}

fn request(load: &Load) {
    let stop = AtomicBool::new(false);
    let counting = AtomicBool::new(false);
    let done = AtomicU64::new(0);
    let latencies = std::sync::Mutex::new(Vec::new());
    let mut took = 0.0;
    std::thread::scope(|threads| {
        for number in 0..load.requesters {
            let (stop, counting, done, latencies) = (&stop, &counting, &done, &latencies);
            threads.spawn(move || {
                let own = requester(load, number, stop, counting, done);
                latencies.lock().expect("no panic").extend(own);
            });
        }
        std::thread::sleep(Duration::from_millis(800));
        let (began, first) = (Instant::now(), done.load(Ordering::Relaxed));
        counting.store(true, Ordering::Relaxed);
        std::thread::sleep(Duration::from_secs_f64(load.seconds));
        counting.store(false, Ordering::Relaxed);
        let last = done.load(Ordering::Relaxed);
        took = (last - first) as f64 / began.elapsed().as_secs_f64();
        stop.store(true, Ordering::Relaxed);
    });
    let mut all = latencies.into_inner().expect("no panic");
    all.sort_unstable();
    let at = |share: f64| {
        let index = (all.len() as f64 * share) as usize;
        all.get(index.min(all.len().saturating_sub(1)))
            .copied()
            .unwrap_or(0)
            / 1000
    };
    println!("{took:.0} p50 {} us p99 {} us", at(0.5), at(0.99));
}

fn requester(
    load: &Load,
    number: usize,
    stop: &AtomicBool,
    counting: &AtomicBool,
    done: &AtomicU64,
) -> Vec<u64> {
    let mut session = connect(load);
    let pair = number % load.pairs;
    let requests = session
        .open(&format!("REQ{pair}"), mq::MQOO_OUTPUT)
        .expect("opened");
    let name = if load.by_correlation {
        format!("REP{pair}")
    } else {
        format!("OWN{number}")
    };
    let replies = session.open(&name, mq::MQOO_INPUT_SHARED).expect("opened");
    let reply_to = *ferromq::ObjectName::truncated(&name).bytes();
    let get = get_options(load, mq::MQMO_MATCH_CORREL_ID);
    let mut put = put_options(load);
    let body = body_of(load.bytes);
    let mut latencies = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        let began = Instant::now();
        let mut sent = descriptor(load);
        sent.msg_type = mq::MQMT_REQUEST;
        sent.reply_to_q = reply_to;
        session
            .put(requests, &mut sent, &mut put, body.clone())
            .expect("put");
        if load.syncpoint {
            session.commit().expect("committed");
        }
        let wanted = MsgDescriptor {
            correl_id: sent.msg_id,
            ..MsgDescriptor::default()
        };
        let got = session
            .get(replies, &wanted, &get, 1 << 27)
            .expect("a reply");
        assert_eq!(got.body.len(), load.bytes);
        if load.syncpoint {
            session.commit().expect("committed");
        }
        done.fetch_add(1, Ordering::Relaxed);
        if counting.load(Ordering::Relaxed) {
            latencies.push(u64::try_from(began.elapsed().as_nanos()).unwrap_or(u64::MAX));
        }
    }
    latencies
}

fn body_of(length: usize) -> bytes::Bytes {
    bytes::Bytes::from(vec![b'x'; length])
}
