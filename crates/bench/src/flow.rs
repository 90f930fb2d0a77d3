//! What producers and consumers do, call by call: messages go one way, from handles opened for output to handles
//! opened for input, be they of queues, topics or subscriptions.

use crate::arguments::Arguments;
use crate::crew::Crew;
use crate::failure::Failure;
use crate::figures::{Record, Value};
use crate::message::{Bodies, STAMP_BYTES, Stamp};
use crate::script::{Counted, Next, Phase, Script, Tally, check_commit, unexpected};
use ferromq::engine::{Reply, Request};
use ferromq::{GetOptions, MsgDescriptor, ObjectHandle, PutOptions, Reason, mq};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What both ends agree on.
#[derive(Clone, Debug)]
pub(crate) struct Flow {
    /// Messages to a unit of work; 0: outside syncpoint.
    pub(crate) batch: usize,
    pub(crate) size: usize,
    pub(crate) persistent: bool,
    /// Most puts ask for no answer.
    pub(crate) async_put: bool,
    /// Time between the messages of a producer; `None`: as fast as it goes.
    pub(crate) interval: Option<Duration>,
}

impl Flow {
    /// Messages a second asked of each producer; `None`: as many as go.
    pub(crate) fn rate_each(&self) -> Option<f64> {
        self.interval.map(|interval| 1.0 / interval.as_secs_f64())
    }

    /// Adds its settings to a record.
    pub(crate) fn tell(&self, record: &mut Record) {
        record
            .set("batch", Value::Count(self.batch as u64))
            .set("size", Value::Count(self.size as u64))
            .set("persistent", Value::Flag(self.persistent))
            .set("async_put", Value::Flag(self.async_put));
    }

    pub(crate) fn read(arguments: &Arguments) -> Result<Self, Failure> {
        let rate = arguments.decimal("rate")?;
        Ok(Self {
            batch: arguments.count("batch", 0)?,
            size: arguments.count("size", 2048)?.max(STAMP_BYTES),
            persistent: arguments.flag("persistent"),
            async_put: arguments.flag("async-put"),
            interval: rate.map(|rate| Duration::from_secs_f64(1.0 / rate)),
        })
    }
}

/// What a producer and a consumer have alike.
struct End {
    handle: ObjectHandle,
    bodies: Bodies,
    batch: usize,
    persistent: bool,
    phase: Arc<Phase>,
    tally: Arc<Tally>,
    /// Messages in the unit of work.
    in_work: usize,
    committing: bool,
    counted: Counted,
}

impl End {
    fn new(flow: &Flow, handle: ObjectHandle, crew: &mut Crew) -> Self {
        let tally = Arc::new(Tally::default());
        crew.tallies.push(Arc::clone(&tally));
        Self {
            handle,
            bodies: Bodies::of_len(flow.size),
            batch: flow.batch,
            persistent: flow.persistent,
            phase: Arc::clone(&crew.phase),
            tally,
            in_work: 0,
            committing: false,
            counted: Counted::default(),
        }
    }

    fn over(&self) -> bool {
        self.phase.get() == Phase::FINISH
    }

    fn count(&mut self, stamp: Stamp) {
        self.counted.check(stamp);
        self.counted.measured += u64::from(self.phase.get() == Phase::MEASURE);
        self.tally.add(1);
        self.in_work += usize::from(self.batch > 0);
    }

    fn commit(&mut self) -> Next {
        self.in_work = 0;
        self.committing = true;
        Next::Call(Request::Commit)
    }

    /// Takes the answer of a commit; false when the answer is to something else.
    fn committed(&mut self, answer: &Reply) -> Result<bool, Failure> {
        if !std::mem::take(&mut self.committing) {
            return Ok(false);
        }
        check_commit(answer).map(|()| true)
    }
}

enum Doing {
    Nothing,
    Putting(Instant),
}

/// What says that there is no room for now: on a queue, on that of a subscriber, in the log.
const FULL: [Reason; 3] = [
    Reason::Q_FULL,
    Reason::PUBLICATION_FAILURE,
    Reason::RESOURCE_PROBLEM,
];

/// How long a producer leaves a full queue alone.
const FULL_PAUSE: Duration = Duration::from_micros(200);

/// Of so many puts one is answered when the others are not.
const PUTS_PER_ANSWER: u64 = 64;

/// As deep as queues get.
pub(crate) const DEPTH_MAX: u64 = 999_999_999;

/// Puts messages of its own stamp to a handle until the run is over.
pub(crate) struct Producer {
    end: End,
    async_put: bool,
    interval: Option<Duration>,
    /// When the next message is due.
    due: Instant,
    stamp: Stamp,
    doing: Doing,
}

impl Producer {
    /// `number` is its own among all of the run.
    pub(crate) fn new(flow: &Flow, number: usize, handle: ObjectHandle, crew: &mut Crew) -> Self {
        let now = Instant::now();
        // The first ones spread over an interval, so that producers do not march in step.
        let offset = flow
            .interval
            .map(|interval| interval * (number as u32 % 64) / 64);
        Self {
            end: End::new(flow, handle, crew),
            async_put: flow.async_put,
            interval: flow.interval,
            due: now + offset.unwrap_or_default(),
            stamp: Stamp {
                sender: number as u64,
                number: 0,
            },
            doing: Doing::Nothing,
        }
    }

    /// Whether the next put is answered: now and then one is, so that a producer does not run ahead of its
    /// queue manager without bounds.
    fn response(&self) -> i32 {
        if self.async_put && !self.stamp.number.is_multiple_of(PUTS_PER_ANSWER) {
            mq::MQPMO_ASYNC_RESPONSE
        } else {
            0
        }
    }

    fn go_on(&mut self) -> Next {
        self.doing = Doing::Nothing;
        let over = self.end.over();
        if self.end.in_work > 0 && (over || self.end.in_work >= self.end.batch) {
            return self.end.commit();
        }
        if over {
            return Next::End;
        }
        if let Some(interval) = self.interval {
            if self.due > Instant::now() {
                return Next::Pause(self.due);
            }
            self.due += interval;
        }
        self.doing = Doing::Putting(Instant::now());
        let syncpoint = if self.end.batch > 0 {
            mq::MQPMO_SYNCPOINT
        } else {
            mq::MQPMO_NO_SYNCPOINT
        };
        let stamp = Stamp {
            number: self.stamp.number + 1,
            ..self.stamp
        };
        Next::Call(Request::Put {
            handle: self.end.handle,
            descriptor: MsgDescriptor {
                persistence: if self.end.persistent {
                    mq::MQPER_PERSISTENT
                } else {
                    mq::MQPER_NOT_PERSISTENT
                },
                ..MsgDescriptor::default()
            },
            options: PutOptions {
                options: mq::MQPMO_NEW_MSG_ID | syncpoint | self.response(),
                ..PutOptions::default()
            },
            body: self.end.bodies.make(stamp),
        })
    }
}

impl Script for Producer {
    fn next(&mut self, answer: Option<Reply>) -> Result<Next, Failure> {
        let Some(answer) = answer else {
            return Ok(self.go_on());
        };
        if self.end.committed(&answer)? {
            return Ok(self.go_on());
        }
        match (&answer, &self.doing) {
            (Reply::Put(_), Doing::Putting(since)) => {
                if self.end.phase.get() == Phase::MEASURE {
                    self.end
                        .counted
                        .latencies
                        .record(since.elapsed().as_nanos() as u64);
                }
                self.stamp.number += 1;
                self.end.count(self.stamp);
                Ok(self.go_on())
            }
            // A full queue, or a full log: what this unit of work holds may be what fills it.
            (Reply::Failed(reason), _) if FULL.contains(reason) => Ok(if self.end.in_work > 0 {
                self.end.commit()
            } else {
                Next::Pause(Instant::now() + FULL_PAUSE)
            }),
            _ => Err(unexpected("MQPUT", "what the producer puts to", &answer)),
        }
    }

    fn result(&mut self) -> Counted {
        std::mem::take(&mut self.end.counted)
    }
}

/// How long a consumer waits before it looks whether the run is over.
const LOOK_MS: i32 = 100;

/// Gets messages from a handle, and checks them, until the run is over and nothing is left.
pub(crate) struct Consumer {
    end: End,
    /// The queue was empty at the last look.
    dry: bool,
    /// The run was over when that look began: nothing has been put since.
    looked_last: bool,
}

impl Consumer {
    pub(crate) fn new(flow: &Flow, handle: ObjectHandle, crew: &mut Crew) -> Self {
        Self {
            end: End::new(flow, handle, crew),
            dry: false,
            looked_last: false,
        }
    }

    fn go_on(&mut self) -> Next {
        if self.end.in_work > 0 && (self.dry || self.end.in_work >= self.end.batch) {
            return self.end.commit();
        }
        if self.dry && self.looked_last {
            return Next::End;
        }
        self.looked_last = self.end.over();
        let syncpoint = if self.end.batch > 0 {
            mq::MQGMO_SYNCPOINT
        } else {
            mq::MQGMO_NO_SYNCPOINT
        };
        // What is in the unit of work must not wait for more to come.
        let wait_interval_ms = if self.end.in_work > 0 { 0 } else { LOOK_MS };
        Next::Call(Request::Get {
            handle: self.end.handle,
            descriptor: MsgDescriptor::default(),
            options: GetOptions {
                options: mq::MQGMO_WAIT | syncpoint,
                match_options: mq::MQMO_NONE,
                wait_interval_ms,
                ..GetOptions::default()
            },
            buffer_len: self.end.bodies.len() as u32,
        })
    }
}

impl Script for Consumer {
    fn next(&mut self, answer: Option<Reply>) -> Result<Next, Failure> {
        let Some(answer) = answer else {
            return Ok(self.go_on());
        };
        if self.end.committed(&answer)? {
            return Ok(self.go_on());
        }
        self.dry = false;
        match &answer {
            Reply::Got(got) => {
                let stamp = Stamp::read(&got.body);
                let stamp = stamp.filter(|stamp| self.end.bodies.is(&got.body, *stamp));
                let stamp = stamp.ok_or_else(|| Failure::Wrong("a message came changed".into()))?;
                self.end.count(stamp);
            }
            Reply::Failed(Reason::NO_MSG_AVAILABLE) => self.dry = true,
            other => return Err(unexpected("MQGET", "what the consumer gets from", other)),
        }
        Ok(self.go_on())
    }

    fn result(&mut self) -> Counted {
        std::mem::take(&mut self.end.counted)
    }
}
