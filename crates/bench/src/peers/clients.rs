//! The process with a peer's clients: a thread for those that drive the run, a thread for the others, a socket to each
//! client. Both sides see the same messages, or the run has failed.

use super::event_loop::{Client, Seat, drive};
use super::server::{Kind, Ports};
use super::work::{Ahead, Alarm, Answering, Asking, Receiving, Sending, Stage};
use super::workload::{Shape, Workload};
use super::{nats_clients as nats, redis_clients as redis};
use crate::crew::Crew;
use crate::failure::Failure;
use crate::processes::serve_parent;
use crate::script::{Counted, Tally};
use crate::threads::spawn;
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// Pairs of request queue and responders.
const PAIRS: usize = 10;
/// How far a producer may be ahead of its consumer, and a publisher of its slowest subscriber: messages.
const STREAM_AHEAD: u64 = 2_000;
const PUBLICATIONS_AHEAD: u64 = 1_000;

/// A child's part of a run.
pub(crate) fn serve(kind: Kind, ports: Ports, workload: &Workload) -> Result<(), Failure> {
    serve_parent(crew(kind, ports, workload)?)
}

fn crew(kind: Kind, ports: Ports, workload: &Workload) -> Result<Crew, Failure> {
    let mut crew = Crew::default();
    let stage = Stage {
        size: workload.size,
        phase: Arc::clone(&crew.phase),
        drivers_over: Arc::default(),
    };
    let mut sides = Sides {
        kind,
        ports: ports.clone(),
        persistent: workload.persistent,
        answer_bytes: workload.answer_bytes(),
        stage,
        tallies: Vec::new(),
        drivers: Vec::new(),
        others: Vec::new(),
        alarm: None,
    };
    let copies = match workload.shape {
        Shape::RoundTrips { requesters } => sides.round_trips(requesters)?,
        Shape::Stream { pairs, batch } => sides.stream(pairs, batch)?,
        Shape::Publish { subscribers } => sides.publish(subscribers)?,
    };
    // What was subscribed at one server is known at the others a little later.
    for other in ports.others() {
        nats::await_way(ports.near, other)?;
        nats::await_way(other, ports.near)?;
    }
    crew.tallies = std::mem::take(&mut sides.tallies);
    crew.running
        .push(spawn("both sides", move || sides.run(copies))?);
    Ok(crew)
}

/// What comes back of a run.
#[derive(Clone, Copy)]
enum Copies {
    /// To each message of a driver one of the others, and its latency counts.
    Replies,
    /// Each message of a driver so many times, and those count.
    Of(u64),
}

struct Sides {
    kind: Kind,
    ports: Ports,
    persistent: bool,
    answer_bytes: usize,
    stage: Stage,
    tallies: Vec<Arc<Tally>>,
    drivers: Vec<Seat>,
    others: Vec<Seat>,
    /// Of the drivers, when they have to be woken.
    alarm: Option<Arc<Alarm>>,
}

impl Sides {
    fn tally(&mut self) -> Arc<Tally> {
        let tally = Arc::new(Tally::default());
        self.tallies.push(Arc::clone(&tally));
        tally
    }

    fn seat(&self, socket: TcpStream, client: impl Client + 'static) -> Seat {
        Seat::new(socket, Box::new(client), self.answer_bytes)
    }

    fn is_nats(&self) -> bool {
        self.kind.program() == Kind::Nats.program()
    }

    fn round_trips(&mut self, requesters: usize) -> Result<Copies, Failure> {
        let (ports, pairs) = (self.ports.clone(), PAIRS.min(requesters));
        for number in 0..requesters {
            let answering = Answering::new(&self.stage);
            let pair = number % pairs;
            let seat = if self.is_nats() {
                let subject = nats::request_subject(pair);
                let socket = nats::connected(ports.far(number), Some((&subject, true)))?;
                self.seat(socket, nats::Responder(answering))
            } else {
                let responder = redis::Responder::new(answering, pair, number, self.persistent);
                self.seat(redis::connected(ports.far(number), redis::PING)?, responder)
            };
            self.others.push(seat);
        }
        for number in 0..requesters {
            let tally = self.tally();
            let asking = Asking::new(&self.stage, number, tally);
            let pair = number % pairs;
            let seat = if self.is_nats() {
                let subjects = nats::reply_subjects(number);
                let socket = nats::connected(ports.near, Some((&subjects, false)))?;
                self.seat(socket, nats::Requester::new(asking, pair))
            } else {
                let requester = redis::Requester::new(asking, pair, number);
                self.seat(redis::connected(ports.near, redis::PING)?, requester)
            };
            self.drivers.push(seat);
        }
        Ok(Copies::Replies)
    }

    fn stream(&mut self, pairs: usize, batch: u64) -> Result<Copies, Failure> {
        let (ports, alarm) = (self.ports.clone(), Arc::new(Alarm::new()?));
        for number in 0..pairs {
            let ahead = Arc::new(Ahead::new(1, STREAM_AHEAD, &alarm));
            let tally = self.tally();
            let receiving = Receiving::new(&self.stage, number, 0, tally, &ahead);
            let sending = Sending::new(&self.stage, number, &ahead);
            let (receiver, sender) = if self.is_nats() {
                let subject = nats::stream_subject(number);
                let socket = nats::connected(ports.far(number), Some((&subject, true)))?;
                let receiver = self.seat(socket, nats::Receiver(receiving));
                let sender = nats::Sender::new(sending, subject);
                (
                    receiver,
                    self.seat(nats::connected(ports.near, None)?, sender),
                )
            } else {
                let make = redis::make_stream(number);
                let socket =
                    redis::connected(ports.far(number), &make.each_ref().map(String::as_str))?;
                let batch = batch.max(1);
                let consumer = redis::Consumer::new(receiving, number, batch);
                let producer = redis::Producer::new(sending, number, batch);
                let sender = redis::connected(ports.near, redis::PING)?;
                (self.seat(socket, consumer), self.seat(sender, producer))
            };
            self.others.push(receiver);
            self.drivers.push(sender);
        }
        self.alarm = Some(alarm);
        Ok(Copies::Of(1))
    }

    fn publish(&mut self, subscribers: usize) -> Result<Copies, Failure> {
        let (ports, alarm) = (self.ports.clone(), Arc::new(Alarm::new()?));
        let ahead = Arc::new(Ahead::new(subscribers, PUBLICATIONS_AHEAD, &alarm));
        let subject = "topic".to_owned();
        for number in 0..subscribers {
            let tally = self.tally();
            let receiving = Receiving::new(&self.stage, 0, number, tally, &ahead);
            let seat = if self.is_nats() {
                let socket = nats::connected(ports.far(number), Some((&subject, false)))?;
                self.seat(socket, nats::Receiver(receiving))
            } else {
                let socket = redis::connected(ports.far(number), redis::SUBSCRIBE)?;
                self.seat(socket, redis::Subscriber(receiving))
            };
            self.others.push(seat);
        }
        let sending = Sending::new(&self.stage, 0, &ahead);
        let seat = if self.is_nats() {
            let publisher = nats::Sender::new(sending, subject);
            self.seat(nats::connected(ports.near, None)?, publisher)
        } else {
            let publisher = redis::Publisher::new(sending, subscribers);
            self.seat(redis::connected(ports.near, redis::PING)?, publisher)
        };
        self.drivers.push(seat);
        self.alarm = Some(alarm);
        Ok(Copies::Of(subscribers as u64))
    }

    /// Drives both sides to their end, the drivers first.
    fn run(self, copies: Copies) -> Result<Counted, Failure> {
        let over = Arc::clone(&self.stage.drivers_over);
        let (stage, seats, alarm) = (self.stage.clone(), self.drivers, self.alarm);
        let drivers = spawn("drivers", move || drive(seats, &stage, alarm))?;
        let (stage, seats) = (self.stage, self.others);
        let others = spawn("others", move || drive(seats, &stage, None))?;
        let driven = await_drivers(drivers, &others, &over);
        let answered = match &driven {
            // What the others have to say first is the reason.
            Ok(None) | Ok(Some(_)) => joined(others)?,
            Err(_) => Counted::default(),
        };
        let Some(driven) = driven? else {
            return Err(Failure::Stuck("one side has ended before the other".into()));
        };
        judge(driven, answered, copies)
    }
}

/// `None`: the others ended first.
fn await_drivers(
    drivers: JoinHandle<Result<Counted, Failure>>,
    others: &JoinHandle<Result<Counted, Failure>>,
    over: &AtomicBool,
) -> Result<Option<Counted>, Failure> {
    while !drivers.is_finished() {
        if others.is_finished() {
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let driven = joined(drivers)?;
    over.store(true, Ordering::Release);
    Ok(Some(driven))
}

fn joined(thread: JoinHandle<Result<Counted, Failure>>) -> Result<Counted, Failure> {
    let ended = thread.join();
    ended.map_err(|_| Failure::Wrong("a thread of the run panicked".into()))?
}

fn judge(driven: Counted, others: Counted, copies: Copies) -> Result<Counted, Failure> {
    let each = match copies {
        Copies::Replies => 1,
        Copies::Of(each) => each,
    };
    let due = (driven.checked * each, driven.hash.wrapping_mul(each));
    if due != (others.checked, others.hash) {
        return Err(Failure::Wrong(format!(
            "{} messages of a peer went to {each} each, and {} came",
            driven.checked, others.checked
        )));
    }
    Ok(match copies {
        Copies::Replies => driven,
        Copies::Of(_) => others,
    })
}

#[cfg(test)]
#[path = "clients_tests.rs"]
mod tests;
