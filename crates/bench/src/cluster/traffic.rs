//! Messages on their way through a cluster: one program puts them on a shared queue at a steady rate, others take them at the members that have
//! it, and each is known by its number and by when it was put.

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::host::{Host, session_at};
use crate::threads::spawn;
use bytes::Bytes;
use ferromq::{GetOptions, MsgDescriptor, ObjectHandle, PutOptions, Reason, Session, mq};
use ferromq_client::BindingsConnection;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The queue of all of it.
pub(crate) const QUEUE: &str = "BENCH.SHARED";
/// `MAXDEPTH` of the queue, and of the transmission queue at the one that puts.
pub(crate) const DEPTH: u64 = 100_000;
/// Messages a second.
const RATE: u64 = 2_000;
/// Bytes of a message: at least its number and its time.
const BYTES_MIN: usize = 16;
/// How long one that takes waits before it looks whether it is over.
const LOOK_MS: i32 = 50;

/// A message that came.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Came {
    pub(crate) number: u64,
    /// When it was put and when it was taken, since the beginning of all.
    pub(crate) put: Duration,
    pub(crate) taken: Duration,
}

/// What all agree on.
#[derive(Clone)]
pub(crate) struct Stage {
    began: Instant,
    over: Arc<AtomicBool>,
    size: usize,
    rate: u64,
    persistent: bool,
}

impl Stage {
    pub(crate) fn read(arguments: &Arguments) -> Result<Self, Failure> {
        Ok(Self {
            began: Instant::now(),
            over: Arc::default(),
            size: arguments.count("size", 2048)?.max(BYTES_MIN),
            rate: arguments.number("rate", RATE)?.clamp(1, 1_000_000),
            persistent: arguments.flag("persistent"),
        })
    }

    pub(crate) fn now(&self) -> Duration {
        self.began.elapsed()
    }

    pub(crate) fn rate(&self) -> u64 {
        self.rate
    }

    pub(crate) fn is_persistent(&self) -> bool {
        self.persistent
    }
}

/// The one that puts.
pub(crate) struct Putting {
    stage: Stage,
    put: Arc<AtomicU64>,
    thread: JoinHandle<Result<(), Failure>>,
}

impl Putting {
    /// Begins to put at the queue manager of the run.
    pub(crate) fn start(stage: &Stage, host: &Host) -> Result<Self, Failure> {
        let mut session = session_at(&host.socket())?;
        let queue = session.open(QUEUE, mq::MQOO_OUTPUT | mq::MQOO_BIND_NOT_FIXED)?;
        let put = Arc::<AtomicU64>::default();
        let (own, counter) = (stage.clone(), Arc::clone(&put));
        let thread = spawn("putting", move || {
            while !own.over.load(Ordering::Relaxed) {
                let number = counter.load(Ordering::Relaxed);
                let due = own.began + Duration::from_nanos(number * 1_000_000_000 / own.rate);
                std::thread::sleep(due.saturating_duration_since(Instant::now()));
                put_one(&mut session, queue, &own, number)?;
                counter.store(number + 1, Ordering::Relaxed);
            }
            session.disconnect().map(drop).map_err(Failure::Verb)
        })?;
        Ok(Self {
            stage: stage.clone(),
            put,
            thread,
        })
    }

    /// Lets it go on for so long, or until it has failed.
    pub(crate) fn go_on(&self, time: Duration) -> Result<(), Failure> {
        let until = Instant::now() + time;
        while Instant::now() < until && !self.thread.is_finished() {
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }

    /// Ends it; how many messages it put.
    pub(crate) fn end(self) -> Result<u64, Failure> {
        self.stage.over.store(true, Ordering::Relaxed);
        ended(self.thread)?;
        Ok(self.put.load(Ordering::Relaxed))
    }
}

fn put_one(
    session: &mut Session<BindingsConnection>,
    queue: ObjectHandle,
    stage: &Stage,
    number: u64,
) -> Result<(), Failure> {
    let mut body = vec![0; stage.size];
    let now_ns = stage.now().as_nanos() as u64;
    body[..8].copy_from_slice(&number.to_le_bytes());
    body[8..16].copy_from_slice(&now_ns.to_le_bytes());
    let mut descriptor = MsgDescriptor {
        persistence: match stage.persistent {
            true => mq::MQPER_PERSISTENT,
            false => mq::MQPER_NOT_PERSISTENT,
        },
        ..MsgDescriptor::default()
    };
    let mut options = PutOptions {
        options: mq::MQPMO_NO_SYNCPOINT,
        ..PutOptions::default()
    };
    session.put(queue, &mut descriptor, &mut options, Bytes::from(body))?;
    Ok(())
}

/// One that takes.
pub(crate) struct Taking(JoinHandle<Result<Vec<Came>, Failure>>);

impl Taking {
    /// Begins to take at the queue manager at that socket. It ends once the one that puts has and nothing is left, or when its queue manager is no more.
    pub(crate) fn start(stage: &Stage, socket: &Path) -> Result<Self, Failure> {
        let mut session = session_at(socket)?;
        let queue = session.open(QUEUE, mq::MQOO_INPUT_SHARED)?;
        let own = stage.clone();
        let thread = spawn("taking", move || {
            let mut all = Vec::new();
            loop {
                let was_over = own.over.load(Ordering::Relaxed);
                match take_one(&mut session, queue, &own) {
                    Ok(came) => all.push(came),
                    Err(Reason::NO_MSG_AVAILABLE) if !was_over => {}
                    Err(Reason::NO_MSG_AVAILABLE) => {
                        // What ends here has nothing uncommitted.
                        let _ = session.disconnect();
                        return Ok(all);
                    }
                    Err(reason) if reason.ends_connection() => return Ok(all),
                    Err(reason) => return Err(Failure::Wrong(format!("a message: {reason}"))),
                }
            }
        })?;
        Ok(Self(thread))
    }

    /// What it has taken.
    pub(crate) fn end(self) -> Result<Vec<Came>, Failure> {
        ended(self.0)
    }
}

fn take_one(
    session: &mut Session<BindingsConnection>,
    queue: ObjectHandle,
    stage: &Stage,
) -> Result<Came, Reason> {
    let options = GetOptions {
        options: mq::MQGMO_NO_SYNCPOINT | mq::MQGMO_WAIT,
        wait_interval_ms: LOOK_MS,
        ..GetOptions::default()
    };
    let wanted = MsgDescriptor::default();
    let got = session.get(queue, &wanted, &options, stage.size as u32);
    let got = got.map_err(|error| error.reason)?;
    let number = |at: usize| {
        let bytes = got.body.get(at..at + 8)?;
        Some(u64::from_le_bytes(bytes.try_into().ok()?))
    };
    let (Some(first), Some(second)) = (number(0), number(8)) else {
        return Err(Reason::TRUNCATED_MSG_FAILED);
    };
    Ok(Came {
        number: first,
        put: Duration::from_nanos(second),
        taken: stage.now(),
    })
}

fn ended<T>(thread: JoinHandle<Result<T, Failure>>) -> Result<T, Failure> {
    let ended = thread.join();
    ended.map_err(|_| Failure::Wrong("a thread of the run panicked".into()))?
}

/// Puts so many messages at once, at the queue manager of the run.
pub(crate) fn put_all(host: &Host, size: usize, count: u64) -> Result<(), Failure> {
    let mut session = session_at(&host.socket())?;
    let queue = session.open(QUEUE, mq::MQOO_OUTPUT | mq::MQOO_BIND_NOT_FIXED)?;
    let stage = Stage {
        began: Instant::now(),
        over: Arc::default(),
        size: size.max(BYTES_MIN),
        rate: RATE,
        persistent: false,
    };
    for number in 0..count {
        put_one(&mut session, queue, &stage, number)?;
    }
    session.disconnect().map(drop).map_err(Failure::Verb)
}
