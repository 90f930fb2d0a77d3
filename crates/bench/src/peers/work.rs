//! What clients of a peer do, whatever the protocol: whom they ask, what they check, how far they run ahead.

use crate::failure::Failure;
use crate::message::{Bodies, Stamp};
use crate::script::{Counted, Phase, Tally};
use rustix::event::{EventfdFlags, eventfd};
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// What all clients of a side look at.
#[derive(Clone)]
pub(crate) struct Stage {
    pub(crate) size: usize,
    pub(crate) phase: Arc<Phase>,
    /// Those that drive the run (requesters, producers) have all ended.
    pub(crate) drivers_over: Arc<AtomicBool>,
}

impl Stage {
    fn measuring(&self) -> bool {
        self.phase.get() == Phase::MEASURE
    }

    pub(crate) fn finishing(&self) -> bool {
        self.phase.get() == Phase::FINISH
    }

    pub(crate) fn are_drivers_over(&self) -> bool {
        self.drivers_over.load(Ordering::Acquire)
    }
}

fn changed(what: &str, stamp: Stamp) -> Failure {
    let Stamp { sender, number } = stamp;
    Failure::Wrong(format!("{what} {number} of {sender} came back as another"))
}

/// A requester: one request under way, its reply checked.
pub(crate) struct Asking {
    stage: Stage,
    tally: Arc<Tally>,
    pub(crate) bodies: Bodies,
    stamp: Stamp,
    started: Instant,
    asked: bool,
    pub(crate) counted: Counted,
}

impl Asking {
    pub(crate) fn new(stage: &Stage, number: usize, tally: Arc<Tally>) -> Self {
        Self {
            stage: stage.clone(),
            tally,
            bodies: Bodies::of_len(stage.size),
            stamp: Stamp {
                sender: number as u64,
                number: 0,
            },
            started: Instant::now(),
            asked: false,
            counted: Counted::default(),
        }
    }

    /// The next request, when it is time for one.
    pub(crate) fn begin(&mut self) -> Option<Stamp> {
        if self.asked || self.stage.finishing() {
            return None;
        }
        self.asked = true;
        self.stamp.number += 1;
        self.started = Instant::now();
        Some(self.stamp)
    }

    /// Takes a reply.
    ///
    /// # Errors
    /// When it is not that to the request under way.
    pub(crate) fn answered(&mut self, body: &[u8]) -> Result<(), Failure> {
        if !self.asked || !self.bodies.is(body, self.stamp) {
            return Err(changed("request", self.stamp));
        }
        self.asked = false;
        if self.stage.measuring() {
            let took = self.started.elapsed().as_nanos();
            self.counted
                .latencies
                .record(u64::try_from(took).unwrap_or(u64::MAX));
            self.counted.measured += 1;
        }
        self.counted.check(self.stamp);
        self.tally.add(1);
        Ok(())
    }

    pub(crate) fn is_over(&self) -> bool {
        !self.asked && self.stage.finishing()
    }
}

/// A responder: checks requests, and gives back what they hold.
pub(crate) struct Answering {
    pub(crate) stage: Stage,
    pub(crate) bodies: Bodies,
    pub(crate) counted: Counted,
}

impl Answering {
    pub(crate) fn new(stage: &Stage) -> Self {
        Self {
            bodies: Bodies::of_len(stage.size),
            stage: stage.clone(),
            counted: Counted::default(),
        }
    }

    pub(crate) fn check(&mut self, body: &[u8]) -> Result<Stamp, Failure> {
        let stamp = Stamp::read(body).filter(|stamp| self.bodies.is(body, *stamp));
        let stamp = stamp.ok_or_else(|| Failure::Wrong("a request came changed".into()))?;
        self.counted.check(stamp);
        Ok(stamp)
    }
}

/// Wakes a loop that sleeps.
pub(crate) struct Alarm(OwnedFd);

impl Alarm {
    pub(crate) fn new() -> Result<Self, Failure> {
        let made = eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK);
        made.map(Self)
            .map_err(|error| Failure::io("making an alarm")(error.into()))
    }

    pub(crate) fn fd(&self) -> &OwnedFd {
        &self.0
    }

    fn ring(&self) {
        // One that rings already is as good.
        let _ = rustix::io::write(&self.0, &1_u64.to_ne_bytes());
    }

    pub(crate) fn quiet(&self) {
        let _ = rustix::io::read(&self.0, &mut [0_u8; 8]);
    }
}

/// Between one that sends and those that receive all of it: how far ahead it is. Peers that keep nothing would
/// otherwise drop what their slowest client does not take in time.
pub(crate) struct Ahead {
    sent: AtomicU64,
    got: Vec<AtomicU64>,
    most: u64,
    /// The sender has seen no room.
    waits: AtomicBool,
    alarm: Arc<Alarm>,
}

impl Ahead {
    pub(crate) fn new(receivers: usize, most: u64, alarm: &Arc<Alarm>) -> Self {
        Self {
            sent: AtomicU64::new(0),
            got: (0..receivers).map(|_| AtomicU64::new(0)).collect(),
            most,
            waits: AtomicBool::new(false),
            alarm: Arc::clone(alarm),
        }
    }

    /// Messages the slowest has not taken.
    fn under_way(&self) -> u64 {
        let got = self.got.iter().map(|got| got.load(Ordering::SeqCst)).min();
        let sent = self.sent.load(Ordering::SeqCst);
        sent.saturating_sub(got.unwrap_or(sent))
    }

    fn has_room(&self, messages: u64) -> bool {
        if self.under_way() + messages <= self.most {
            return true;
        }
        self.waits.store(true, Ordering::SeqCst);
        // What was taken between the look and the word that it waits rings no bell.
        self.under_way() + messages <= self.most
    }

    fn told(&self, receiver: usize, got: u64) {
        self.got[receiver].store(got, Ordering::SeqCst);
        if self.waits.load(Ordering::SeqCst) && self.under_way() <= self.most / 2 {
            self.waits.store(false, Ordering::SeqCst);
            self.alarm.ring();
        }
    }
}

/// A producer or publisher.
pub(crate) struct Sending {
    pub(crate) stage: Stage,
    pub(crate) bodies: Bodies,
    ahead: Arc<Ahead>,
    stamp: Stamp,
    pub(crate) counted: Counted,
}

impl Sending {
    pub(crate) fn new(stage: &Stage, number: usize, ahead: &Arc<Ahead>) -> Self {
        Self {
            bodies: Bodies::of_len(stage.size),
            stage: stage.clone(),
            ahead: Arc::clone(ahead),
            stamp: Stamp {
                sender: number as u64,
                number: 0,
            },
            counted: Counted::default(),
        }
    }

    /// Whether so many more may be sent now.
    pub(crate) fn has_room(&self, messages: u64) -> bool {
        !self.stage.finishing() && self.ahead.has_room(messages)
    }

    /// The next message; it counts as sent.
    pub(crate) fn next(&mut self) -> Stamp {
        self.stamp.number += 1;
        self.counted.check(self.stamp);
        self.ahead.sent.store(self.stamp.number, Ordering::SeqCst);
        self.stamp
    }
}

/// A consumer or subscriber: every message of its sender, in order and once.
pub(crate) struct Receiving {
    stage: Stage,
    tally: Arc<Tally>,
    bodies: Bodies,
    ahead: Arc<Ahead>,
    /// Its place among those who receive the same.
    place: usize,
    last: Stamp,
    pub(crate) counted: Counted,
}

impl Receiving {
    pub(crate) fn new(
        stage: &Stage,
        sender: usize,
        place: usize,
        tally: Arc<Tally>,
        ahead: &Arc<Ahead>,
    ) -> Self {
        Self {
            bodies: Bodies::of_len(stage.size),
            stage: stage.clone(),
            tally,
            ahead: Arc::clone(ahead),
            place,
            last: Stamp {
                sender: sender as u64,
                number: 0,
            },
            counted: Counted::default(),
        }
    }

    /// Takes a message.
    ///
    /// # Errors
    /// When it is not the one that follows the last.
    pub(crate) fn take(&mut self, body: &[u8]) -> Result<(), Failure> {
        let due = Stamp {
            number: self.last.number + 1,
            ..self.last
        };
        if !self.bodies.is(body, due) {
            return Err(changed("message", due));
        }
        self.last = due;
        self.counted.check(due);
        self.counted.measured += u64::from(self.stage.measuring());
        self.tally.add(1);
        Ok(())
    }

    /// Tells the sender what has come, after some of it.
    pub(crate) fn tell(&self) {
        self.ahead.told(self.place, self.last.number);
    }

    /// All that was sent has come, and no more will be.
    pub(crate) fn is_over(&self) -> bool {
        self.stage.are_drivers_over() && self.last.number == self.ahead.sent.load(Ordering::SeqCst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stage() -> Stage {
        Stage {
            size: 64,
            phase: Arc::default(),
            drivers_over: Arc::default(),
        }
    }

    fn stream(most: u64) -> (Sending, Receiving, Arc<Ahead>) {
        let alarm = Arc::new(Alarm::new().expect("an alarm"));
        let ahead = Arc::new(Ahead::new(1, most, &alarm));
        let sending = Sending::new(&stage(), 3, &ahead);
        let receiving = Receiving::new(&stage(), 3, 0, Arc::default(), &ahead);
        (sending, receiving, ahead)
    }

    #[test]
    fn a_message_lost_or_doubled_is_noticed() {
        let (mut sending, mut receiving, _) = stream(10);
        let bodies: Vec<_> = (0..3)
            .map(|_| {
                let stamp = sending.next();
                sending.bodies.make(stamp)
            })
            .collect();
        receiving.take(&bodies[0]).expect("the first");
        assert!(matches!(receiving.take(&bodies[0]), Err(Failure::Wrong(_))));
        assert!(matches!(receiving.take(&bodies[2]), Err(Failure::Wrong(_))));
        receiving.take(&bodies[1]).expect("the second");
        assert!(!receiving.is_over());
    }

    #[test]
    fn one_that_is_far_ahead_waits_and_is_woken_when_half_is_taken() {
        let (mut sending, mut receiving, ahead) = stream(4);
        let bodies: Vec<_> = (0..4)
            .map(|_| {
                assert!(sending.has_room(1));
                let stamp = sending.next();
                sending.bodies.make(stamp)
            })
            .collect();
        assert!(!sending.has_room(1));
        let rings = || rustix::io::read(ahead.alarm.fd(), &mut [0_u8; 8]).is_ok();
        receiving.take(&bodies[0]).expect("taken");
        receiving.tell();
        assert!(!rings());
        receiving.take(&bodies[1]).expect("taken");
        receiving.tell();
        assert!(rings() && sending.has_room(2));
    }

    #[test]
    fn a_reply_that_is_late_doubled_or_changed_is_noticed() {
        let mut asking = Asking::new(&stage(), 1, Arc::default());
        let stamp = asking.begin().expect("a request");
        assert_eq!(asking.begin(), None);
        let reply = asking.bodies.make(stamp);
        assert!(asking.answered(&reply[1..]).is_err());
        asking.answered(&reply).expect("right");
        assert!(asking.answered(&reply).is_err(), "twice");
        asking.begin().expect("the next");
        assert!(asking.answered(&reply).is_err(), "that of another");
    }
}
