//! Many connections on one thread: verbs are begun, and answers looked for in turn. A thread that
//! finds none sleeps for all of its connections; over bindings it first gives the processor away
//! for a while.

use crate::crew::{Crew, Parts, on_threads};
use crate::failure::Failure;
use crate::remote::{Remote, sleep_for_any_remote};
use crate::script::{Counted, Next, Script};
use crate::share::Share;
use crate::threads::spawn;
use ferromq::Connected;
use ferromq::engine::{Reply, Request};
use ferromq_client::Patience;
use std::task::Poll;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Looks at all connections in vain before a sleep.
const PATIENCE: Patience = Patience {
    pauses: 20,
    yields: 20,
};
struct Slot {
    road: Remote,
    script: Box<dyn Script>,
    doing: Doing,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Doing {
    Nothing,
    Verb,
    Pause(Instant),
    Over,
}

/// A share of a part of a run that connects from a process of its own, on as many threads as the plan says.
pub(crate) fn crew_of(
    plan: &impl Parts,
    part: &str,
    share: Share,
    connect: impl FnMut() -> Result<Remote, Failure>,
) -> Result<Crew, Failure> {
    match plan.workers() {
        None => on_threads(plan, part, share, connect),
        Some(workers) => gathered(plan, part, share, workers, connect),
    }
}

fn gathered(
    plan: &impl Parts,
    part: &str,
    share: Share,
    workers: usize,
    mut connect: impl FnMut() -> Result<Remote, Failure>,
) -> Result<Crew, Failure> {
    let mut crew = Crew::default();
    let mut shares: Vec<Vec<(Remote, Box<dyn Script>)>> =
        (0..workers).map(|_| Vec::new()).collect();
    for number in share.numbers(plan.count_of(part)) {
        let mut road = connect()?;
        let script = plan.script_of(part, number, &mut crew, &mut road)?;
        shares[plan.place_of(number) % workers].push((road, script));
    }
    let used = shares.into_iter().filter(|share| !share.is_empty());
    for (number, share) in used.enumerate() {
        crew.running
            .push(on_one_thread(format!("{part} {number}"), share)?);
    }
    Ok(crew)
}

/// Runs each script over its connection, all on one thread, until all are over.
fn on_one_thread(
    name: String,
    share: Vec<(Remote, Box<dyn Script>)>,
) -> Result<JoinHandle<Result<Counted, Failure>>, Failure> {
    let slots = share
        .into_iter()
        .map(|(road, script)| Slot {
            road,
            script,
            doing: Doing::Nothing,
        })
        .collect();
    spawn(name, move || drive(slots))
}

fn drive(mut slots: Vec<Slot>) -> Result<Counted, Failure> {
    let mut waiting = PATIENCE.start();
    while slots.iter().any(|slot| slot.doing != Doing::Over) {
        let mut worked = false;
        for slot in &mut slots {
            worked |= slot.visit()?;
        }
        if worked {
            waiting.renew();
        } else if !slots[0].road.is_cheap_to_poll() || !waiting.pass() {
            sleep(&mut slots);
            waiting.renew();
        }
    }
    let mut counted = Counted::default();
    for slot in &mut slots {
        counted.merge(&slot.script.result());
    }
    Ok(counted)
}

/// Until an answer comes or the next pause is over.
fn sleep(slots: &mut [Slot]) {
    let until = slots.iter().filter_map(|slot| match slot.doing {
        Doing::Pause(until) => Some(until),
        _ => None,
    });
    let timeout: Option<Duration> = until
        .min()
        .map(|until| until.saturating_duration_since(Instant::now()));
    let pending = slots.iter_mut().filter(|slot| slot.doing == Doing::Verb);
    sleep_for_any_remote(pending.map(|slot| &mut slot.road), timeout);
}

impl Slot {
    /// Does what can be done without waiting; false when that was nothing.
    fn visit(&mut self) -> Result<bool, Failure> {
        let mut answer = match self.doing {
            Doing::Over => return Ok(false),
            Doing::Nothing => None,
            Doing::Pause(until) if until > Instant::now() => return Ok(false),
            Doing::Pause(_) => None,
            Doing::Verb => match self.road.poll() {
                Poll::Pending => return Ok(false),
                Poll::Ready(reply) => Some(reply),
            },
        };
        loop {
            match self.script.next(answer.take())? {
                Next::Call(request) => answer = self.begin(request),
                Next::Pause(until) => {
                    self.doing = Doing::Pause(until);
                    return Ok(true);
                }
                Next::End => {
                    // What ends here has nothing uncommitted; the answer changes nothing.
                    let _ = self.road.call(Request::Disconnect);
                    self.doing = Doing::Over;
                    return Ok(true);
                }
            }
            if answer.is_none() {
                return Ok(true);
            }
        }
    }

    /// The answer, when there is one at once.
    fn begin(&mut self, request: Request) -> Option<Reply> {
        match self.road.start(request) {
            Poll::Ready(reply) => Some(reply),
            Poll::Pending => {
                self.doing = Doing::Verb;
                None
            }
        }
    }
}
