//! Restart after a crash: a process loads, is killed, and its queue manager is opened again.

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::figures::{Record, Value};
use crate::message::{Bodies, Stamp};
use crate::output::{Run, show};
use crate::place::{self, Place};
use crate::processes::Child;
use ferromq::{
    Connected, GetOptions, MsgDescriptor, ObjectHandle, PutOptions, QueueManager, Reason, Session,
    mq,
};
use std::io::BufRead;
use std::path::Path;
use std::time::{Duration, Instant};

/// Messages to a unit of work while loading and while checking.
const BATCH: u64 = 1_000;
/// How long loading may take.
const LOADED_WITHIN: Duration = Duration::from_secs(900);
/// What a put record holds beside the message data, generously.
const RECORD_OVERHEAD_BYTES: u64 = 1_024;
/// How long a full log is left alone, and how often.
const FULL_PAUSE: Duration = Duration::from_millis(10);
const FULL_TRIES: u32 = 1_000;
const QUEUE: &str = "BENCH.RESTART";
const COMMITTED: u64 = 1;
const UNCOMMITTED: u64 = 2;

/// What is on the queue, and in the log, when the process dies.
#[derive(Clone, Copy, Debug)]
struct Load {
    committed: u64,
    uncommitted: u64,
    size: usize,
}

impl Load {
    fn read(arguments: &Arguments) -> Result<Self, Failure> {
        Ok(Self {
            committed: arguments.number("depth", 1_000_000)?,
            uncommitted: arguments.number("uncommitted", 0)?,
            size: arguments.count("size", 2048)?,
        })
    }

    /// Extents of 64 MiB: an open unit of work keeps all of its records in the log.
    fn log_files(self) -> u64 {
        let bytes = self.uncommitted * (self.size as u64 + RECORD_OVERHEAD_BYTES);
        8 + bytes.div_ceil(48 << 20)
    }
}

/// Loads, kills, opens again.
pub(crate) fn run(run: &Run) -> Result<Vec<Record>, Failure> {
    let record = measure(&run.arguments)?;
    show(&record)?;
    Ok(vec![record])
}

pub(crate) fn measure(arguments: &Arguments) -> Result<Record, Failure> {
    let load = Load::read(arguments)?;
    let place = Place::fresh(arguments)?;
    let settings = place::settings(arguments, load.log_files())?;
    let loading = Instant::now();
    let path = place.path().to_string_lossy().into_owned();
    let loader = Child::start_within(arguments, &["loader", &path], LOADED_WITHIN)?;
    let load_seconds = loading.elapsed().as_secs_f64();
    loader.kill()?;

    let started = Instant::now();
    let manager = place.open(&settings)?;
    let opened = started.elapsed();
    let mut session = manager.connect().map_err(Failure::Connect)?;
    let queue = session.open(QUEUE, mq::MQOO_INPUT_SHARED | mq::MQOO_BROWSE)?;
    let mut check = Check {
        bodies: Bodies::of_len(load.size),
        next: 0,
        hash: 0,
    };
    let first = check.get(&mut session, queue, mq::MQGMO_NO_SYNCPOINT)?;
    let to_first_get = started.elapsed();
    if first != (load.committed > 0) {
        return Err(Failure::Wrong("what was committed is not there".into()));
    }
    let by_id = Instant::now();
    check.look_for_last(&mut session, queue, load.committed)?;
    let first_by_id = by_id.elapsed();
    let report = manager.engine().restart_report();
    check.rest(&mut session, queue)?;
    if check.next != load.committed {
        return Err(Failure::Wrong(format!(
            "{} messages were committed, {} came back",
            load.committed, check.next
        )));
    }
    session.disconnect()?;
    let mut record = Record::new("restart after kill");
    record
        .set("committed", Value::Count(load.committed))
        .set("uncommitted", Value::Count(load.uncommitted))
        .set("size", Value::Count(load.size as u64))
        .number("open_s", opened.as_secs_f64())
        .number("to_first_get_s", to_first_get.as_secs_f64())
        .number("first_look_by_correlation_id_s", first_by_id.as_secs_f64())
        .figure("log_records_replayed", Value::Count(report.records))
        .figure(
            "units_of_work_backed_out",
            Value::Count(report.backed_out as u64),
        )
        .number("load_s", load_seconds)
        .figure("messages_checked", Value::Count(check.next))
        .result_hash(check.hash);
    Ok(record)
}

/// Checks that messages come back in order, each once.
struct Check {
    bodies: Bodies,
    next: u64,
    hash: u64,
}

impl Check {
    /// Gets the next message; false when there is none.
    fn get<C: Connected>(
        &mut self,
        session: &mut Session<C>,
        queue: ObjectHandle,
        syncpoint: i32,
    ) -> Result<bool, Failure> {
        let options = GetOptions {
            options: syncpoint,
            match_options: mq::MQMO_NONE,
            ..GetOptions::default()
        };
        let len = self.bodies.len() as u32;
        let got = match session.get(queue, &MsgDescriptor::default(), &options, len) {
            Ok(got) => got,
            Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => return Ok(false),
            Err(error) => return Err(error.into()),
        };
        let stamp = Stamp {
            sender: COMMITTED,
            number: self.next,
        };
        if !self.bodies.is(&got.body, stamp) {
            return Err(Failure::Wrong(format!(
                "message {} is not what was put",
                self.next
            )));
        }
        self.next += 1;
        self.hash = self.hash.wrapping_add(stamp.hash());
        Ok(true)
    }

    /// Browses the last message by its correlation id: the first wish for an id makes the index.
    fn look_for_last<C: Connected>(
        &self,
        session: &mut Session<C>,
        queue: ObjectHandle,
        committed: u64,
    ) -> Result<(), Failure> {
        let stamp = Stamp {
            sender: COMMITTED,
            number: committed.saturating_sub(1),
        };
        if stamp.number < self.next {
            return Ok(());
        }
        let wanted = MsgDescriptor {
            correl_id: stamp.correlation_id(),
            ..MsgDescriptor::default()
        };
        let options = GetOptions {
            options: mq::MQGMO_BROWSE_FIRST,
            match_options: mq::MQMO_MATCH_CORREL_ID,
            ..GetOptions::default()
        };
        let got = session.get(queue, &wanted, &options, self.bodies.len() as u32)?;
        match self.bodies.is(&got.body, stamp) {
            true => Ok(()),
            false => Err(Failure::Wrong(
                "another message has the last one's id".into(),
            )),
        }
    }

    fn rest<C: Connected>(
        &mut self,
        session: &mut Session<C>,
        queue: ObjectHandle,
    ) -> Result<(), Failure> {
        while self.get(session, queue, mq::MQGMO_SYNCPOINT)? {
            if self.next.is_multiple_of(BATCH) {
                session.commit()?;
            }
        }
        session.commit()?;
        Ok(())
    }
}

/// The process that is killed: loads, says so, waits for its end.
pub(crate) fn child(path: &Path, arguments: &Arguments) -> Result<(), Failure> {
    let load = Load::read(arguments)?;
    let place = Place::of_parent(path);
    let manager = place.start(&place::settings(arguments, load.log_files())?)?;
    place::define_queue(&manager, QUEUE, load.committed + load.uncommitted + 1)?;
    place::define_queue(&manager, "BENCH.LAST", 1)?;
    let bodies = Bodies::of_len(load.size);
    let mut session = manager.connect().map_err(Failure::Connect)?;
    let queue = session.open(QUEUE, mq::MQOO_OUTPUT)?;
    for number in 0..load.committed {
        let stamp = Stamp {
            sender: COMMITTED,
            number,
        };
        let id = stamp.correlation_id();
        put(&mut session, queue, bodies.make(stamp), id, true)?;
        if (number + 1).is_multiple_of(BATCH) {
            session.commit()?;
        }
    }
    session.commit()?;
    for number in 0..load.uncommitted {
        let stamp = Stamp {
            sender: UNCOMMITTED,
            number,
        };
        let id = stamp.correlation_id();
        put(&mut session, queue, bodies.make(stamp), id, true)?;
    }
    force_all(&manager)?;
    ferromq_base::output::line("ready");
    // The parent kills this process; should it be gone, the end of input ends it as well.
    let _ = std::io::stdin().lock().lines().next();
    // Ending in good order would make another measurement of it.
    std::process::abort();
}

fn put<C: Connected>(
    session: &mut Session<C>,
    queue: ObjectHandle,
    body: bytes::Bytes,
    correl_id: [u8; 24],
    in_work: bool,
) -> Result<(), Failure> {
    let syncpoint = if in_work {
        mq::MQPMO_SYNCPOINT
    } else {
        mq::MQPMO_NO_SYNCPOINT
    };
    for _ in 0..FULL_TRIES {
        let mut options = PutOptions {
            options: syncpoint,
            ..PutOptions::default()
        };
        let mut descriptor = MsgDescriptor {
            persistence: mq::MQPER_PERSISTENT,
            correl_id,
            ..MsgDescriptor::default()
        };
        match session.put(queue, &mut descriptor, &mut options, body.clone()) {
            Ok(_) => return Ok(()),
            // The log is full until a checkpoint has made room: the message was not put, the
            // unit of work stands.
            Err(error) if error.reason == Reason::RESOURCE_PROBLEM => {
                std::thread::sleep(FULL_PAUSE);
            }
            Err(error) => return Err(error.into()),
        }
    }
    Err(Failure::Stuck("the log stayed full".into()))
}

/// A persistent put of another connection: when it is answered, all log records before it are
/// on the disk, those of the open unit of work among them.
fn force_all(manager: &QueueManager) -> Result<(), Failure> {
    let mut session = manager.connect().map_err(Failure::Connect)?;
    let queue = session.open("BENCH.LAST", mq::MQOO_OUTPUT)?;
    put(
        &mut session,
        queue,
        bytes::Bytes::from_static(b"last"),
        [0; 24],
        false,
    )
}
