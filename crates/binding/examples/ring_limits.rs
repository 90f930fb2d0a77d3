//! What the rings can do on this machine: an echo server with a few service threads, clients in many threads of
//! many processes, and what each round trip costs on each side.
//!
//! ```text
//! cargo run --release -p ferromq-binding --example ring_limits -- threads=32 processes=4 bytes=2048
//! ```
//!
//! Settings are `name=value`: threads (in all), processes, bytes, seconds, services, pauses, yields (clients'
//! patience), service_pauses, service_yields, visit (frames served per visit to a connection), ring (bytes),
//! work_ns (busy time per request, to stand for a verb),
//! turn and service_turn (calls after which a client or a service thread gives way once),
//! gap_us (pause of a client between calls).

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use ferromq_base::poll::{Poller, Token, Waker};
use ferromq_binding::{
    ClientEndpoint, Event, Hello, Listener, Patience, Received, RegionSizes, ServerEndpoint, Turn,
};
use rustix::time::{ClockId, clock_gettime};

fn main() {
    let settings = Settings::from_arguments();
    if settings.text("role") == "client" {
        run_client(&settings);
    } else {
        run_server(&settings);
    }
}

struct Settings(HashMap<String, String>);

impl Settings {
    fn from_arguments() -> Settings {
        let pairs = std::env::args().skip(1).map(|argument| {
            let (name, value) = argument.split_once('=').expect("arguments are name=value");
            (name.to_owned(), value.to_owned())
        });
        Settings(pairs.collect())
    }

    fn text(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    fn number(&self, name: &str, default: u64) -> u64 {
        self.0
            .get(name)
            .map_or(default, |value| value.parse().expect("values are numbers"))
    }

    fn client_patience(&self) -> Patience {
        Patience {
            pauses: self.number("pauses", Patience::CLIENT.pauses.into()) as u32,
            yields: self.number("yields", Patience::CLIENT.yields.into()) as u32,
        }
    }

    fn service_patience(&self) -> Patience {
        Patience {
            pauses: self.number("service_pauses", Patience::SERVICE.pauses.into()) as u32,
            yields: self.number("service_yields", Patience::SERVICE.yields.into()) as u32,
        }
    }
}

fn process_cpu_ns() -> u64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

// --- server ---

struct Counters {
    requests: AtomicU64,
    sleeps: AtomicU64,
    stop: AtomicBool,
}

fn run_server(settings: &Settings) {
    let directory = std::env::temp_dir().join(format!("ring-limits-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory for the socket");
    let path = directory.join("socket");
    let listener = Listener::bind(&path, 0o600).expect("listening");
    let threads = settings.number("threads", 1);
    let processes = settings.number("processes", 1).min(threads);
    let mut clients: Vec<Child> = (0..processes)
        .map(|index| {
            let share = threads / processes + u64::from(index < threads % processes);
            start_client(settings, &path, share)
        })
        .collect();
    let connections = accept_all(&listener, threads, settings);
    let counters = Arc::new(Counters {
        requests: AtomicU64::new(0),
        sleeps: AtomicU64::new(0),
        stop: AtomicBool::new(false),
    });
    let services = settings.number("services", 1) as usize;
    let mut shares: Vec<Vec<ServerEndpoint>> = (0..services).map(|_| Vec::new()).collect();
    for (index, connection) in connections.into_iter().enumerate() {
        shares[index % services].push(connection);
    }
    let cpu_before_ns = process_cpu_ns();
    let mut wakers = Vec::new();
    let mut workers = Vec::new();
    for share in shares {
        let poll = Poller::new().expect("a poller");
        wakers.push(poll.waker());
        let (counters, patience) = (counters.clone(), settings.service_patience());
        let turn = Turn::new(settings.number("service_turn", Turn::SERVICE_REQUESTS.into()) as u32);
        let (visit, work_ns) = (settings.number("visit", 1), settings.number("work_ns", 0));
        workers.push(std::thread::spawn(move || {
            serve(share, poll, &counters, patience, turn, visit, work_ns);
        }));
    }
    let mut total = ClientReport::default();
    for client in &mut clients {
        total.add(&ClientReport::read(client));
    }
    let server_cpu_ns = process_cpu_ns() - cpu_before_ns;
    counters.stop.store(true, Ordering::Release);
    wakers.iter().for_each(Waker::wake);
    workers
        .into_iter()
        .for_each(|worker| worker.join().expect("a service thread"));
    let _ = std::fs::remove_dir_all(&directory);
    print_result(settings, &counters, &total, server_cpu_ns);
}

fn print_result(
    settings: &Settings,
    counters: &Counters,
    total: &ClientReport,
    server_cpu_ns: u64,
) {
    let requests = counters.requests.load(Ordering::Relaxed).max(1);
    let seconds = settings.number("seconds", 2) as f64;
    println!(
        "threads {:>3} processes {:>2} bytes {:>7}: {:>9.0} calls/s | us of CPU per call: server {:.2} clients {:.2} sum {:.2} | p50 {:.1} p99 {:.1} us | service sleeps {:.3} per call",
        settings.number("threads", 1),
        settings.number("processes", 1),
        settings.number("bytes", 2048),
        requests as f64 / seconds,
        server_cpu_ns as f64 / requests as f64 / 1e3,
        total.cpu_ns as f64 / requests as f64 / 1e3,
        (server_cpu_ns + total.cpu_ns) as f64 / requests as f64 / 1e3,
        total.p50_ns as f64 / 1e3,
        total.p99_ns as f64 / 1e3,
        counters.sleeps.load(Ordering::Relaxed) as f64 / requests as f64,
    );
}

fn start_client(settings: &Settings, path: &std::path::Path, threads: u64) -> Child {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command
        .arg("role=client")
        .arg(format!("path={}", path.display()));
    for (name, value) in settings.0.iter().filter(|(name, _)| *name != "threads") {
        command.arg(format!("{name}={value}"));
    }
    command
        .arg(format!("threads={threads}"))
        .stdout(Stdio::piped())
        .stdin(Stdio::piped())
        .spawn()
        .expect("a client process")
}

fn accept_all(listener: &Listener, threads: u64, settings: &Settings) -> Vec<ServerEndpoint> {
    let ring_bytes = settings.number("ring", ferromq_binding::RING_BYTES_DEFAULT.into()) as u32;
    let sizes = RegionSizes::new(ring_bytes, ring_bytes, ferromq_binding::FRAME_BYTES_MAX)
        .expect("ring sizes");
    let poll = Poller::new().expect("a poller");
    listener.watch(&poll).expect("watching");
    let mut connections = Vec::new();
    while (connections.len() as u64) < threads {
        poll.wait(None, &mut Vec::new()).expect("waiting");
        while let Some(mut handshake) = listener.accept().expect("a client") {
            while handshake.advance().expect("a hello").is_none() {
                std::thread::yield_now();
            }
            connections.push(handshake.accept(&sizes, b"").expect("a connection"));
        }
    }
    connections
}

/// The shape of a service loop: visit the hot connections, sleep when patience ends.
fn serve(
    mut connections: Vec<ServerEndpoint>,
    poll: Poller,
    counters: &Counters,
    patience: Patience,
    mut turn: Turn,
    visit: u64,
    work_ns: u64,
) {
    for (index, connection) in connections.iter_mut().enumerate() {
        connection
            .watch(&poll, Token(index as u64))
            .expect("watching");
    }
    let mut hot: Vec<usize> = (0..connections.len()).collect();
    let mut idle_passes = vec![0u32; connections.len()];
    let mut gone = vec![false; connections.len()];
    let (mut waiting, mut events) = (patience.start(), Vec::new());
    let mut frames = vec![Vec::new(); connections.len()];
    let (mut requests, mut sleeps) = (0, 0);
    while !counters.stop.load(Ordering::Acquire) {
        let before = requests;
        hot.retain(|&index| {
            let served = serve_one(&mut connections[index], &mut frames[index], visit, work_ns);
            requests += served;
            idle_passes[index] = if served > 0 {
                0
            } else {
                idle_passes[index] + 1
            };
            idle_passes[index] < IDLE_PASSES_MAX
                || !connections[index].arm().expect("an honest client")
        });
        if requests != before {
            turn.count((requests - before) as u32);
            waiting.renew();
            continue;
        }
        if !hot.is_empty() && waiting.pass() {
            continue;
        }
        poll.announce_sleep();
        hot.retain(|&index| !gone[index] && !connections[index].arm().expect("an honest client"));
        if hot.is_empty() && !counters.stop.load(Ordering::Acquire) {
            sleeps += 1;
            poll.wait(None, &mut events).expect("waiting");
        } else {
            poll.cancel_sleep();
        }
        for event in events.drain(..) {
            match Event::of(&event) {
                Some(Event::Doorbell(Token(index))) if !hot.contains(&(index as usize)) => {
                    idle_passes[index as usize] = 0;
                    hot.push(index as usize);
                }
                Some(Event::HangUp(Token(index))) => gone[index as usize] = true,
                _ => {}
            }
        }
        waiting.renew();
    }
    counters.requests.fetch_add(requests, Ordering::Relaxed);
    counters.sleeps.fetch_add(sleeps, Ordering::Relaxed);
}

/// Passes without a request after which a connection is armed and left alone.
const IDLE_PASSES_MAX: u32 = 10_000;

fn serve_one(
    connection: &mut ServerEndpoint,
    frame: &mut Vec<u8>,
    visit: u64,
    work_ns: u64,
) -> u64 {
    let mut served = 0;
    while served < visit {
        match connection
            .try_recv(|fragment| fragment.append_to(frame))
            .expect("an honest client")
        {
            Received::Frame => {
                if work_ns > 0 {
                    let until = Instant::now() + Duration::from_nanos(work_ns);
                    while Instant::now() < until {}
                }
                connection.send(&[frame]).expect("an honest client");
                frame.clear();
                served += 1;
            }
            Received::Part => {}
            Received::Nothing => break,
        }
    }
    served
}

// --- client ---

#[derive(Default)]
struct ClientReport {
    cpu_ns: u64,
    p50_ns: u64,
    p99_ns: u64,
}

impl ClientReport {
    fn read(client: &mut Child) -> ClientReport {
        let mut line = String::new();
        let output = client.stdout.take().expect("a pipe");
        BufReader::new(output)
            .read_line(&mut line)
            .expect("a report");
        let mut numbers = line
            .split_whitespace()
            .map(|word| word.parse().expect("a number"));
        let mut next = || numbers.next().expect("three numbers");
        let report = ClientReport {
            cpu_ns: next(),
            p50_ns: next(),
            p99_ns: next(),
        };
        drop(client.stdin.take());
        client.wait().expect("a client");
        report
    }

    fn add(&mut self, other: &ClientReport) {
        self.cpu_ns += other.cpu_ns;
        self.p50_ns = self.p50_ns.max(other.p50_ns);
        self.p99_ns = self.p99_ns.max(other.p99_ns);
    }
}

fn run_client(settings: &Settings) {
    let path = PathBuf::from(settings.text("path"));
    let threads = settings.number("threads", 1) as usize;
    let (bytes, patience) = (
        settings.number("bytes", 2048) as usize,
        settings.client_patience(),
    );
    let seconds = settings.number("seconds", 2);
    let gap = Duration::from_micros(settings.number("gap_us", 0));
    let turn = Turn::new(settings.number("turn", Turn::CLIENT_REPLIES.into()) as u32);
    let start = Arc::new(Barrier::new(threads));
    let callers: Vec<_> = (0..threads)
        .map(|_| {
            let (path, start) = (path.clone(), start.clone());
            std::thread::spawn(move || {
                let (mut server, _) =
                    ClientEndpoint::connect(&path, &Hello::default()).expect("a connection");
                server.set_patience(patience);
                server.set_turn(turn);
                start.wait();
                (
                    call_for(&mut server, bytes, Duration::from_secs(seconds), gap),
                    server,
                )
            })
        })
        .collect();
    let mut latencies_ns = Vec::new();
    let mut connections = Vec::new();
    for caller in callers {
        let (latencies, connection) = caller.join().expect("a caller");
        latencies_ns.extend(latencies);
        connections.push(connection);
    }
    latencies_ns.sort_unstable();
    let at = |share: f64| latencies_ns[((latencies_ns.len() - 1) as f64 * share) as usize];
    println!("{} {} {}", process_cpu_ns(), at(0.5), at(0.99));
    // Hang up only when the server has counted.
    let _ = std::io::stdin().read_line(&mut String::new());
}

fn call_for(server: &mut ClientEndpoint, bytes: usize, time: Duration, gap: Duration) -> Vec<u64> {
    let body = vec![7; bytes];
    let (mut reply, mut latencies_ns) = (Vec::new(), Vec::new());
    let until = Instant::now() + time;
    let mut before = Instant::now();
    let mut calls = 0u64;
    while before < until {
        server.call(&[&body], &mut reply).expect("a reply");
        let now = Instant::now();
        if calls.is_multiple_of(16) {
            latencies_ns.push((now - before).as_nanos() as u64);
        }
        calls += 1;
        before = now;
        if !gap.is_zero() {
            std::thread::sleep(gap);
            before = Instant::now();
        }
    }
    assert_eq!(reply, body);
    latencies_ns
}
