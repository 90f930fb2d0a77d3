//! What requesters and responders do, call by call, apart from how they are run.
//!
//! A script is handed the answer to its last call and says what comes next. The same script
//! runs on a thread that blocks, over any road, and as one of many tasks on a thread.

use crate::failure::Failure;
use crate::histogram::Histogram;
use crate::message::{Bodies, Stamp};
use ferromq::engine::{Reply, Request};
use ferromq::{
    Connected, GetOptions, MsgDescriptor, ObjectDescriptor, ObjectHandle, PutOptions, Reason, mq,
};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::time::Instant;

/// What a script wants. A call is far larger than the rest and nearly always the case; a box
/// for it would be one more allocation in every verb that is measured.
#[allow(clippy::large_enum_variant)]
pub(crate) enum Next {
    /// This verb; its answer goes to the next step.
    Call(Request),
    /// Nothing until then.
    Pause(Instant),
    /// It is at its end.
    End,
}

/// A program for a connection.
pub(crate) trait Script: Send {
    /// The next step. `answer` is that of the last call; `None` at first and after a pause.
    fn next(&mut self, answer: Option<Reply>) -> Result<Next, Failure>;

    /// What it counted, once it is over.
    fn result(&mut self) -> Counted;
}

/// What a script counted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counted {
    /// Latencies of what was done while measuring.
    pub(crate) latencies: Histogram,
    /// Operations done while measuring.
    pub(crate) measured: u64,
    /// Messages checked over the whole run.
    pub(crate) checked: u64,
    /// Sum of the stamps' hashes of those.
    pub(crate) hash: u64,
}

impl Counted {
    pub(crate) fn merge(&mut self, other: &Self) {
        self.latencies.merge(&other.latencies);
        self.measured += other.measured;
        self.checked += other.checked;
        self.hash = self.hash.wrapping_add(other.hash);
    }

    pub(crate) fn check(&mut self, stamp: Stamp) {
        self.checked += 1;
        self.hash = self.hash.wrapping_add(stamp.hash());
    }
}

/// Where a run is: shared by all its scripts.
#[derive(Debug, Default)]
pub(crate) struct Phase(AtomicU8);

impl Phase {
    // 0, the default, is the warm-up: everything runs, nothing is recorded.
    pub(crate) const MEASURE: u8 = 1;
    /// Scripts end when they have nothing in flight.
    pub(crate) const FINISH: u8 = 2;

    pub(crate) fn get(&self) -> u8 {
        self.0.load(Ordering::Relaxed)
    }

    pub(crate) fn set(&self, phase: u8) {
        self.0.store(phase, Ordering::Relaxed);
    }
}

/// Operations done so far, on a cache line of its own.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(crate) struct Tally(AtomicU64);

impl Tally {
    pub(crate) fn add(&self, count: u64) {
        // One writer: no need for the cost of a locked instruction.
        self.0
            .store(self.0.load(Ordering::Relaxed) + count, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// How requests and replies are exchanged; the same on both sides.
#[derive(Clone, Debug)]
pub(crate) struct Exchange {
    pub(crate) size: usize,
    pub(crate) persistent: bool,
    pub(crate) syncpoint: bool,
    /// Puts are not, though gets are.
    pub(crate) puts_outside: bool,
    /// Nobody answers puts; what became of them nobody asks.
    pub(crate) async_put: bool,
    /// Replies on a queue per requester, rather than by correlation id on a shared one.
    pub(crate) own_reply_queue: bool,
    /// Time between the requests of one requester; `None`: as fast as it goes.
    pub(crate) interval_ns: Option<u64>,
    pub(crate) pairs: usize,
}

impl Exchange {
    fn persistence(&self) -> i32 {
        if self.persistent {
            mq::MQPER_PERSISTENT
        } else {
            mq::MQPER_NOT_PERSISTENT
        }
    }

    fn put_options(&self) -> PutOptions {
        let syncpoint = if self.syncpoint && !self.puts_outside {
            mq::MQPMO_SYNCPOINT
        } else {
            mq::MQPMO_NO_SYNCPOINT
        };
        let response = if self.async_put {
            mq::MQPMO_ASYNC_RESPONSE
        } else {
            0
        };
        PutOptions {
            options: mq::MQPMO_NEW_MSG_ID | syncpoint | response,
            ..PutOptions::default()
        }
    }

    fn get_options(&self, match_options: i32, wait_ms: i32) -> GetOptions {
        let syncpoint = if self.syncpoint {
            mq::MQGMO_SYNCPOINT
        } else {
            mq::MQGMO_NO_SYNCPOINT
        };
        GetOptions {
            options: mq::MQGMO_WAIT | syncpoint,
            match_options,
            wait_interval_ms: wait_ms,
            ..GetOptions::default()
        }
    }

    pub(crate) fn request_queue(pair: usize) -> String {
        format!("BENCH.REQUEST.{pair}")
    }

    pub(crate) fn reply_queue(&self, requester: usize) -> String {
        if self.own_reply_queue {
            format!("BENCH.REPLY.OWN.{requester}")
        } else {
            format!("BENCH.REPLY.{}", requester % self.pairs)
        }
    }
}

/// A reply that takes longer is lost.
const LOST_MS: i32 = 60_000;
/// How often an idle responder on a thread looks whether the run is over.
const LOOK_MS: i32 = 100;

/// Opens a queue over any road.
pub(crate) fn open(
    road: &mut dyn Connected,
    queue: &str,
    options: i32,
) -> Result<ObjectHandle, Failure> {
    let request = Request::Open {
        descriptor: ObjectDescriptor::queue(queue),
        options,
    };
    match road.call(request) {
        Reply::Opened { handle, .. } => Ok(handle),
        other => Err(unexpected("MQOPEN", queue, &other)),
    }
}

/// The failure an answer stands for.
pub(crate) fn unexpected(verb: &'static str, object: &str, reply: &Reply) -> Failure {
    let reason = match reply {
        Reply::Failed(reason) => *reason,
        Reply::Got(got) => got.reason,
        _ => Reason::UNEXPECTED_ERROR,
    };
    Failure::Verb(ferromq::MqError {
        verb,
        object: object.to_owned(),
        reason,
    })
}

enum Waiting {
    Start,
    Put,
    PutCommit,
    Get,
    GetCommit,
}

/// Sends a request, waits for its reply, checks it, again.
pub(crate) struct Requester {
    exchange: Exchange,
    phase: Arc<Phase>,
    tally: Arc<Tally>,
    bodies: Bodies,
    request_queue: ObjectHandle,
    reply_queue: ObjectHandle,
    reply_to: [u8; 48],
    waiting: Waiting,
    stamp: Stamp,
    msg_id: [u8; 24],
    started: Instant,
    due: Option<Instant>,
    counted: Counted,
}

impl Requester {
    /// Opens its queues over `road`. `number` is its own among all of the run.
    pub(crate) fn open(
        exchange: &Exchange,
        number: usize,
        phase: &Arc<Phase>,
        tally: &Arc<Tally>,
        road: &mut dyn Connected,
    ) -> Result<Self, Failure> {
        let request_queue = Exchange::request_queue(number % exchange.pairs);
        let reply_queue = exchange.reply_queue(number);
        Ok(Self {
            bodies: Bodies::of_len(exchange.size),
            request_queue: open(road, &request_queue, mq::MQOO_OUTPUT)?,
            reply_queue: open(road, &reply_queue, mq::MQOO_INPUT_SHARED)?,
            reply_to: *ferromq::ObjectName::truncated(&reply_queue).bytes(),
            waiting: Waiting::Start,
            stamp: Stamp {
                sender: number as u64,
                number: 0,
            },
            msg_id: [0; 24],
            started: Instant::now(),
            due: None,
            counted: Counted::default(),
            exchange: exchange.clone(),
            phase: Arc::clone(phase),
            tally: Arc::clone(tally),
        })
    }

    /// The next request, or a pause until it is due.
    fn begin(&mut self) -> Next {
        if self.phase.get() == Phase::FINISH {
            return Next::End;
        }
        let now = Instant::now();
        self.started = now;
        if let Some(interval_ns) = self.exchange.interval_ns {
            let interval = std::time::Duration::from_nanos(interval_ns);
            // The first ones spread over an interval, so that requesters do not march in step.
            let offset = interval * (self.stamp.sender as u32 % 64) / 64;
            let due = *self.due.get_or_insert(now + offset);
            if due > now {
                self.waiting = Waiting::Start;
                return Next::Pause(due);
            }
            self.started = due;
            self.due = Some(due + interval);
        }
        self.stamp.number += 1;
        self.waiting = Waiting::Put;
        Next::Call(Request::Put {
            handle: self.request_queue,
            descriptor: MsgDescriptor {
                msg_type: mq::MQMT_REQUEST,
                persistence: self.exchange.persistence(),
                reply_to_q: self.reply_to,
                ..MsgDescriptor::default()
            },
            options: self.exchange.put_options(),
            body: self.bodies.make(self.stamp),
        })
    }

    fn get_reply(&mut self) -> Next {
        self.waiting = Waiting::Get;
        let match_options = if self.exchange.own_reply_queue {
            mq::MQMO_NONE
        } else {
            mq::MQMO_MATCH_CORREL_ID
        };
        Next::Call(Request::Get {
            handle: self.reply_queue,
            descriptor: MsgDescriptor {
                correl_id: self.msg_id,
                ..MsgDescriptor::default()
            },
            options: self.exchange.get_options(match_options, LOST_MS),
            buffer_len: self.bodies.len() as u32,
        })
    }

    /// The round trip is complete: counts it and goes on.
    fn complete(&mut self) -> Next {
        if self.phase.get() == Phase::MEASURE {
            self.counted
                .latencies
                .record(self.started.elapsed().as_nanos() as u64);
            self.counted.measured += 1;
        }
        self.counted.check(self.stamp);
        self.tally.add(1);
        self.begin()
    }

    fn check(&self, reply: &Reply) -> Result<(), Failure> {
        let Reply::Got(got) = reply else {
            return Err(unexpected("MQGET", "the reply queue", reply));
        };
        let right = got.reason == Reason::NONE
            && got.descriptor.correl_id == self.msg_id
            && self.bodies.is(&got.body, self.stamp);
        if right {
            return Ok(());
        }
        let Stamp { sender, number } = self.stamp;
        Err(Failure::Wrong(format!(
            "requester {sender} got a reply that is not that to its request {number}"
        )))
    }
}

impl Script for Requester {
    fn next(&mut self, answer: Option<Reply>) -> Result<Next, Failure> {
        let Some(answer) = answer else {
            return Ok(self.begin());
        };
        match self.waiting {
            Waiting::Start => Ok(self.begin()),
            Waiting::Put => {
                let Reply::Put(put) = answer else {
                    return Err(unexpected("MQPUT", "the request queue", &answer));
                };
                self.msg_id = put.descriptor.msg_id;
                if self.exchange.syncpoint && !self.exchange.puts_outside {
                    self.waiting = Waiting::PutCommit;
                    return Ok(Next::Call(Request::Commit));
                }
                Ok(self.get_reply())
            }
            Waiting::PutCommit => {
                check_commit(&answer)?;
                Ok(self.get_reply())
            }
            Waiting::Get => {
                self.check(&answer)?;
                if self.exchange.syncpoint {
                    self.waiting = Waiting::GetCommit;
                    return Ok(Next::Call(Request::Commit));
                }
                Ok(self.complete())
            }
            Waiting::GetCommit => {
                check_commit(&answer)?;
                Ok(self.complete())
            }
        }
    }

    fn result(&mut self) -> Counted {
        std::mem::take(&mut self.counted)
    }
}

/// An error unless the commit went through.
pub(crate) fn check_commit(reply: &Reply) -> Result<(), Failure> {
    match reply {
        Reply::Done(Reason::NONE) => Ok(()),
        other => Err(unexpected("MQCMIT", "", other)),
    }
}

enum Answering {
    Get,
    Put,
    Commit,
}

/// Waits for requests and answers each on the queue it names.
pub(crate) struct Responder {
    exchange: Exchange,
    phase: Arc<Phase>,
    bodies: Bodies,
    request_queue: ObjectHandle,
    reply_queues: HashMap<[u8; 48], ObjectHandle>,
    answering: Answering,
    /// Waits for ever instead of looking whether the run is over: for tasks, which are dropped.
    patient: bool,
    stamp: Stamp,
    counted: Counted,
}

impl Responder {
    /// Opens the request queue of its pair and the reply queues of all requesters of that pair.
    pub(crate) fn open(
        exchange: &Exchange,
        number: usize,
        requesters: usize,
        phase: &Arc<Phase>,
        patient: bool,
        road: &mut dyn Connected,
    ) -> Result<Self, Failure> {
        let pair = number % exchange.pairs;
        let request_queue = open(road, &Exchange::request_queue(pair), mq::MQOO_INPUT_SHARED)?;
        let mut reply_queues = HashMap::new();
        for requester in (pair..requesters).step_by(exchange.pairs) {
            let name = exchange.reply_queue(requester);
            let field = *ferromq::ObjectName::truncated(&name).bytes();
            if let std::collections::hash_map::Entry::Vacant(vacant) = reply_queues.entry(field) {
                vacant.insert(open(road, &name, mq::MQOO_OUTPUT)?);
            }
        }
        Ok(Self {
            bodies: Bodies::of_len(exchange.size),
            exchange: exchange.clone(),
            phase: Arc::clone(phase),
            request_queue,
            reply_queues,
            answering: Answering::Get,
            patient,
            stamp: Stamp {
                sender: 0,
                number: 0,
            },
            counted: Counted::default(),
        })
    }

    fn get_request(&mut self) -> Next {
        if !self.patient && self.phase.get() == Phase::FINISH {
            return Next::End;
        }
        self.answering = Answering::Get;
        let wait_ms = if self.patient {
            mq::MQWI_UNLIMITED
        } else {
            LOOK_MS
        };
        Next::Call(Request::Get {
            handle: self.request_queue,
            descriptor: MsgDescriptor::default(),
            options: self.exchange.get_options(mq::MQMO_NONE, wait_ms),
            buffer_len: self.bodies.len() as u32,
        })
    }

    fn reply(&mut self, answer: &Reply) -> Result<Next, Failure> {
        let Reply::Got(got) = answer else {
            if matches!(answer, Reply::Failed(Reason::NO_MSG_AVAILABLE)) {
                return Ok(self.get_request());
            }
            return Err(unexpected("MQGET", "the request queue", answer));
        };
        let stamp = Stamp::read(&got.body);
        let stamp = stamp.filter(|stamp| self.bodies.is(&got.body, *stamp));
        self.stamp = stamp.ok_or_else(|| Failure::Wrong("a request came changed".into()))?;
        let to = self.reply_queues.get(&got.descriptor.reply_to_q).copied();
        let handle =
            to.ok_or_else(|| Failure::Wrong("a request names another reply queue".into()))?;
        self.answering = Answering::Put;
        Ok(Next::Call(Request::Put {
            handle,
            descriptor: MsgDescriptor {
                msg_type: mq::MQMT_REPLY,
                persistence: got.descriptor.persistence,
                correl_id: got.descriptor.msg_id,
                ..MsgDescriptor::default()
            },
            options: self.exchange.put_options(),
            body: self.bodies.make(self.stamp),
        }))
    }
}

impl Script for Responder {
    fn next(&mut self, answer: Option<Reply>) -> Result<Next, Failure> {
        let Some(answer) = answer else {
            return Ok(self.get_request());
        };
        match self.answering {
            Answering::Get => self.reply(&answer),
            Answering::Put => {
                let Reply::Put(_) = answer else {
                    return Err(unexpected("MQPUT", "the reply queue", &answer));
                };
                self.counted.check(self.stamp);
                self.counted.measured += u64::from(self.phase.get() == Phase::MEASURE);
                if self.exchange.syncpoint {
                    self.answering = Answering::Commit;
                    return Ok(Next::Call(Request::Commit));
                }
                Ok(self.get_request())
            }
            Answering::Commit => {
                check_commit(&answer)?;
                Ok(self.get_request())
            }
        }
    }

    fn result(&mut self) -> Counted {
        std::mem::take(&mut self.counted)
    }
}
