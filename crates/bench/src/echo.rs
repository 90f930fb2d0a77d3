//! Plain echo over TCP on this machine: what sockets cost when nothing is done with the bytes. One thread
//! serves, one thread asks, each with one epoll over all of its sockets; both are ours and know only lengths.

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::figures::{Record, Value};
use crate::output::{Run, show};
use rustix::buffer::spare_capacity;
use rustix::event::epoll::{self, CreateFlags, EventData, EventFlags};
use rustix::io::Errno;
use rustix::time::{ClockId, clock_gettime};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What plain echo reaches and costs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Echo {
    pub(crate) connections: usize,
    pub(crate) bytes: usize,
    pub(crate) per_s: f64,
    /// Processor time of each side for one echo, microseconds.
    pub(crate) server_us: f64,
    pub(crate) client_us: f64,
}

impl Echo {
    /// Runs for so long, with one message of `bytes` under way on each connection.
    pub(crate) fn measure(
        connections: usize,
        bytes: usize,
        measured: Duration,
    ) -> Result<Self, Failure> {
        let failed = || Failure::io("measuring plain echo");
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(failed())?;
        let address = listener.local_addr().map_err(failed())?;
        let (mut asking, mut answering) = (Vec::new(), Vec::new());
        for _ in 0..connections {
            asking.push(TcpStream::connect(address).map_err(failed())?);
            answering.push(listener.accept().map_err(failed())?.0);
        }
        let mut client = Side::new(asking, bytes).map_err(failed())?;
        let over = AtomicBool::new(false);
        let over = &over;
        std::thread::scope(|threads| {
            let serving = threads.spawn(move || {
                let Ok(mut server) = Side::new(answering, bytes) else {
                    return (0, 0);
                };
                let mut cpu = Cpu::start();
                while server.turn().is_ok_and(|alive| alive) && !over.load(Ordering::Relaxed) {
                    cpu.warm(server.messages);
                }
                (cpu.used_ns(), server.messages - cpu.messages)
            });
            client.begin().map_err(failed())?;
            let started = Instant::now();
            let mut cpu = Cpu::start();
            let mut since = started;
            while since.elapsed() < measured {
                client.turn().map_err(failed())?;
                if cpu.warm(client.messages) {
                    since = Instant::now();
                }
            }
            let (client_ns, echoes) = (cpu.used_ns(), client.messages - cpu.messages);
            let seconds = since.elapsed().as_secs_f64();
            over.store(true, Ordering::Relaxed);
            // The server notices that its sockets are closed.
            drop(client);
            let (server_ns, served) = serving.join().unwrap_or_default();
            Ok(Self {
                connections,
                bytes,
                per_s: echoes as f64 / seconds,
                server_us: server_ns as f64 / served.max(1) as f64 / 1e3,
                client_us: client_ns as f64 / echoes.max(1) as f64 / 1e3,
            })
        })
    }

    pub(crate) fn record(&self) -> Record {
        let mut record = Record::new("plain echo");
        record
            .set("connections", Value::Count(self.connections as u64))
            .set("size", Value::Count(self.bytes as u64))
            .number("echoes_per_s", self.per_s)
            .number("server_cpu_us_each", self.server_us)
            .number("client_cpu_us_each", self.client_us);
        record
    }
}

/// The mode of its own.
pub(crate) fn run(run: &Run) -> Result<Vec<Record>, Failure> {
    let record = of(&run.arguments)?.record();
    show(&record)?;
    Ok(vec![record])
}

/// As many connections as there are requesters, with messages of their size.
pub(crate) fn of(arguments: &Arguments) -> Result<Echo, Failure> {
    let connections = arguments.count("requesters", 8)?.max(1);
    let size = arguments.count("size", 2048)?.max(1);
    let measured = arguments.duration("seconds", 5.0)?.min(LONGEST);
    Echo::measure(connections, size, measured)
}

/// A limit of the machine need not be measured for longer.
const LONGEST: Duration = Duration::from_secs(2);

/// Messages that do not count.
const WARM_MESSAGES: u64 = 2_000;

/// Processor time of a thread once it is warm.
struct Cpu {
    start_ns: u64,
    messages: u64,
    warm: bool,
}

impl Cpu {
    fn start() -> Self {
        Self {
            start_ns: thread_cpu_ns(),
            messages: 0,
            warm: false,
        }
    }

    /// True the one time that the measurement begins.
    fn warm(&mut self, messages: u64) -> bool {
        if self.warm || messages < WARM_MESSAGES {
            return false;
        }
        *self = Self {
            start_ns: thread_cpu_ns(),
            messages,
            warm: true,
        };
        true
    }

    fn used_ns(&self) -> u64 {
        thread_cpu_ns() - self.start_ns
    }
}

fn thread_cpu_ns() -> u64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// One end of all connections: what comes whole goes back.
struct Side {
    poll: OwnedFd,
    streams: Vec<(TcpStream, usize)>,
    message: Vec<u8>,
    events: Vec<epoll::Event>,
    messages: u64,
}

impl Side {
    fn new(streams: Vec<TcpStream>, bytes: usize) -> std::io::Result<Self> {
        let poll = epoll::create(CreateFlags::CLOEXEC)?;
        for (number, stream) in (0_u64..).zip(&streams) {
            stream.set_nodelay(true)?;
            epoll::add(&poll, stream, EventData::new_u64(number), EventFlags::IN)?;
        }
        Ok(Self {
            poll,
            events: Vec::with_capacity(streams.len()),
            streams: streams.into_iter().map(|stream| (stream, 0)).collect(),
            message: vec![7; bytes],
            messages: 0,
        })
    }

    fn begin(&mut self) -> std::io::Result<()> {
        for (stream, _) in &mut self.streams {
            stream.write_all(&self.message)?;
        }
        Ok(())
    }

    /// Waits, and answers whatever came; false when the other end has gone.
    fn turn(&mut self) -> std::io::Result<bool> {
        self.events.clear();
        match epoll::wait(&self.poll, spare_capacity(&mut self.events), None) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        for event in &self.events {
            let (stream, have) = &mut self.streams[event.data.u64() as usize];
            let length = stream.read(&mut self.message[*have..])?;
            if length == 0 {
                return Ok(false);
            }
            *have += length;
            if *have == self.message.len() {
                *have = 0;
                self.messages += 1;
                stream.write_all(&self.message)?;
            }
        }
        Ok(true)
    }
}
