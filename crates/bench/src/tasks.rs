//! Many connections to a thread: verbs that have to wait register and return.
//!
//! Each worker owns its tasks and their connections. A task's waker puts it on the worker's
//! list (`wake_list.rs`). A worker with nothing ready forces the log for all who wait for it;
//! with nothing to force it sleeps.

use crate::failure::Failure;
use crate::script::{Counted, Next, Script};
use crate::threads::spawn;
use crate::wake_list::{TaskWaker, WakeList};
use ferromq::Connected;
use ferromq::engine::{Connection, QueueManager, Reply, Request, WaitingFor};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;
use std::task::{Poll, Waker};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A connection and its program.
pub(crate) struct Task {
    pub(crate) connection: Connection,
    pub(crate) script: Box<dyn Script>,
    /// The worker is done when all tasks that count are over; the others are dropped then.
    pub(crate) counts: bool,
}

/// A connection for calls that are answered at once, such as opens.
pub(crate) struct AtOnce<'a>(pub(crate) &'a mut Connection);

impl Connected for AtOnce<'_> {
    fn call(&mut self, request: Request) -> Reply {
        let mut answer = self.0.start(request, Waker::noop());
        loop {
            match (answer, self.0.waiting_for()) {
                (Poll::Ready(reply), _) => return reply,
                // Making something that lasts.
                (Poll::Pending, Some(WaitingFor::Log(end))) => self.0.wait_for_log(end),
                (Poll::Pending, _) => return Reply::Failed(ferromq::Reason::UNEXPECTED_ERROR),
            }
            answer = self.0.poll(Waker::noop());
        }
    }
}

/// Calls a task may make in a row before others get their turn.
const CALLS_IN_A_ROW: usize = 64;

struct Slot {
    task: Task,
    waker: Arc<TaskWaker>,
    as_waker: Waker,
    /// Its last call has not been answered.
    pending: bool,
    /// There is a timer of a wait of it.
    timed: bool,
    /// An answer its script has not seen, because its turn was over.
    answer: Option<Reply>,
    over: bool,
}

struct Worker {
    slots: Vec<Slot>,
    list: WakeList,
    engine: QueueManager,
    timers: BinaryHeap<Reverse<(Instant, u32)>>,
    /// The task that came to wait for the log last: its position is the highest.
    log_waiter: Option<u32>,
    left: usize,
    counted: Counted,
}

/// Runs `tasks` on `workers` threads.
pub(crate) fn on_workers(
    part: &str,
    tasks: Vec<Task>,
    workers: usize,
    engine: &QueueManager,
) -> Result<Vec<JoinHandle<Result<Counted, Failure>>>, Failure> {
    let mut shares: Vec<Vec<Task>> = (0..workers).map(|_| Vec::new()).collect();
    for (number, task) in tasks.into_iter().enumerate() {
        shares[number % workers].push(task);
    }
    let used = shares.into_iter().filter(|share| !share.is_empty());
    let start = |(number, share)| on_a_worker(format!("{part} {number}"), share, engine.clone());
    used.enumerate().map(start).collect()
}

/// Runs `tasks` on one thread until all that count are over.
pub(crate) fn on_a_worker(
    name: String,
    tasks: Vec<Task>,
    engine: QueueManager,
) -> Result<JoinHandle<Result<Counted, Failure>>, Failure> {
    spawn(name, move || Worker::new(tasks, engine).run())
}

impl Worker {
    fn new(tasks: Vec<Task>, engine: QueueManager) -> Self {
        let list = WakeList::default();
        let left = tasks.iter().filter(|task| task.counts).count();
        let slot = |(task, number)| {
            let waker = list.waker(number);
            let as_waker = Waker::from(Arc::clone(&waker));
            Slot {
                task,
                waker,
                as_waker,
                pending: false,
                timed: false,
                answer: None,
                over: false,
            }
        };
        let slots = tasks.into_iter().zip(0_u32..).map(slot).collect();
        let timers = BinaryHeap::new();
        Self {
            slots,
            list,
            engine,
            timers,
            log_waiter: None,
            left,
            counted: Counted::default(),
        }
    }

    fn run(mut self) -> Result<Counted, Failure> {
        self.list.begin(self.slots.len() as u32);
        while self.left > 0 {
            match self.list.next() {
                Some(number) => self.visit(number)?,
                None => self.idle(),
            }
        }
        Ok(self.counted)
    }

    /// Lets a task run until it waits or has had its turn.
    fn visit(&mut self, number: u32) -> Result<(), Failure> {
        let slot = &mut self.slots[number as usize];
        slot.waker.begin_look();
        if slot.over {
            return Ok(());
        }
        let Slot { task, as_waker, .. } = slot;
        let mut answer = slot.answer.take();
        if slot.pending {
            let Poll::Ready(reply) = task.connection.poll(as_waker) else {
                self.waits(number);
                return Ok(());
            };
            answer = Some(reply);
            slot.pending = false;
        }
        for _ in 0..CALLS_IN_A_ROW {
            match task.script.next(answer.take())? {
                Next::Call(request) => {
                    let Poll::Ready(reply) = task.connection.start(request, as_waker) else {
                        self.waits(number);
                        return Ok(());
                    };
                    answer = Some(reply);
                }
                Next::Pause(until) => {
                    self.timers.push(Reverse((until, number)));
                    return Ok(());
                }
                Next::End => {
                    self.end(number);
                    return Ok(());
                }
            }
        }
        slot.answer = answer;
        slot.as_waker.wake_by_ref();
        Ok(())
    }

    fn waits(&mut self, number: u32) {
        let slot = &mut self.slots[number as usize];
        slot.pending = true;
        match slot.task.connection.waiting_for() {
            Some(WaitingFor::Log(_)) => self.log_waiter = Some(number),
            // Its wait interval: one timer at a time, which comes again when it was that of an earlier wait.
            Some(WaitingFor::Message {
                deadline_ns: Some(deadline_ns),
            }) if !slot.timed => {
                slot.timed = true;
                let left_ns = deadline_ns.saturating_sub(self.engine.monotonic_ns());
                let until = Instant::now() + Duration::from_nanos(left_ns);
                self.timers.push(Reverse((until, number)));
            }
            _ => {}
        }
    }

    fn end(&mut self, number: u32) {
        let slot = &mut self.slots[number as usize];
        slot.over = true;
        self.counted.merge(&slot.task.script.result());
        self.left -= usize::from(slot.task.counts);
    }

    /// Nothing is ready: looks for wake-ups from outside, for time that has come, forces the
    /// log, and sleeps when there is none of that.
    fn idle(&mut self) {
        if self.list.empty_inbox() || self.due() {
            return;
        }
        if let Some(number) = self.log_waiter.take() {
            // The completions of this force run here and make their tasks ready.
            if self.engine.log().lead() {
                return;
            }
            let connection = &self.slots[number as usize].task.connection;
            if let Some(WaitingFor::Log(end)) = connection.waiting_for() {
                connection.request_force(end);
            }
        }
        let until = self.timers.peek().map(|Reverse((until, _))| *until);
        self.list.sleep(until);
    }

    /// Makes the tasks ready whose pause is over; false when there are none.
    fn due(&mut self) -> bool {
        let now = Instant::now();
        let mut any = false;
        while let Some(Reverse((until, number))) = self.timers.peek().copied() {
            if until > now {
                break;
            }
            self.timers.pop();
            let slot = &mut self.slots[number as usize];
            slot.timed = false;
            slot.as_waker.wake_by_ref();
            any = true;
        }
        any
    }
}
