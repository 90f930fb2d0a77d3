//! A put and a get on one thread: nothing waits, so all there is is work.

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::figures::{Record, Value};
use crate::histogram::Histogram;
use crate::limits::Limits;
use crate::message::{Bodies, Stamp};
use crate::meter::Reading;
use crate::output::{Run, show};
use crate::place::{self, Place};
use ferromq::{Connected, GetOptions, MsgDescriptor, ObjectHandle, PutOptions, Session, mq};
use std::time::Instant;

/// Pairs timed together: a reading of the clock costs a good part of a tenth of a pair.
const BATCH: u64 = 16;

pub(crate) fn run(run: &Run) -> Result<Vec<Record>, Failure> {
    let record = measure(&run.arguments, run.limits.as_ref())?;
    show(&record)?;
    Ok(vec![record])
}

pub(crate) fn measure(arguments: &Arguments, limits: Option<&Limits>) -> Result<Record, Failure> {
    let persistent = arguments.flag("persistent");
    let rounds = arguments.number("rounds", if persistent { 5_000 } else { 2_000_000 })?;
    let bodies = Bodies::of_len(arguments.count("size", 2048)?);
    let place = Place::fresh(arguments)?;
    let manager = place.start(&place::settings(arguments, 8)?)?;
    place::define_queue(&manager, "PAIR", 10)?;
    let mut session = manager.connect().map_err(Failure::Connect)?;
    let queue = session.open("PAIR", mq::MQOO_OUTPUT | mq::MQOO_INPUT_SHARED)?;
    let mut pairs = Pairs {
        queue,
        bodies,
        persistent,
        number: 0,
        hash: 0,
    };
    pairs.do_many(&mut session, rounds / 20 + 1)?;
    let before = Reading::take(manager.engine());
    let mut times = Histogram::default();
    for _ in 0..rounds.div_ceil(BATCH) {
        let started = Instant::now();
        pairs.do_many(&mut session, BATCH)?;
        times.record(started.elapsed().as_nanos() as u64 / BATCH);
    }
    let used = Reading::take(manager.engine()).since(&before);
    session.disconnect()?;
    let done = times.count() * BATCH;
    let mut record = Record::new("put and get on one thread, embedded");
    record
        .set("size", Value::Count(pairs.bodies.len() as u64))
        .set("persistent", Value::Flag(persistent))
        .number("pairs_per_s", done as f64 / used.seconds)
        .number("ns_per_pair", used.seconds * 1e9 / done as f64)
        .number("p50_ns", times.percentile(50.0) as f64)
        .number("p99_ns", times.percentile(99.0) as f64)
        .number("cpu_ns_per_pair", used.cpu_ns as f64 / done as f64)
        .number("forces_per_pair", used.forces as f64 / done as f64)
        .figure("messages_checked", Value::Count(pairs.number))
        .result_hash(pairs.hash);
    if let Some(limits) = limits {
        let rate = done as f64 / used.seconds;
        if persistent {
            record.bind("two forces to a pair", limits.forces_per_s / 2.0, rate);
        } else {
            record.bind("one copy of the data to a pair", 1e9 / limits.copy_ns, rate);
        }
    }
    Ok(record)
}

struct Pairs {
    queue: ObjectHandle,
    bodies: Bodies,
    persistent: bool,
    number: u64,
    hash: u64,
}

impl Pairs {
    fn do_many<C: Connected>(
        &mut self,
        session: &mut Session<C>,
        count: u64,
    ) -> Result<(), Failure> {
        let persistence = if self.persistent {
            mq::MQPER_PERSISTENT
        } else {
            mq::MQPER_NOT_PERSISTENT
        };
        for _ in 0..count {
            self.number += 1;
            let stamp = Stamp {
                sender: 1,
                number: self.number,
            };
            let mut descriptor = MsgDescriptor {
                persistence,
                ..MsgDescriptor::default()
            };
            let mut put = PutOptions {
                options: mq::MQPMO_NO_SYNCPOINT,
                ..PutOptions::default()
            };
            session.put(
                self.queue,
                &mut descriptor,
                &mut put,
                self.bodies.make(stamp),
            )?;
            let get = GetOptions {
                options: mq::MQGMO_NO_SYNCPOINT,
                match_options: mq::MQMO_NONE,
                ..GetOptions::default()
            };
            let any = MsgDescriptor::default();
            let got = session.get(self.queue, &any, &get, self.bodies.len() as u32)?;
            if !self.bodies.is(&got.body, stamp) || got.descriptor.msg_id != descriptor.msg_id {
                return Err(Failure::Wrong(format!(
                    "message {} came back changed",
                    self.number
                )));
            }
            self.hash = self.hash.wrapping_add(stamp.hash());
        }
        Ok(())
    }
}
