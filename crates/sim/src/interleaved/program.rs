//! A program: a thread with a connection of its own, which makes verbs and writes down what it is told.

use super::history::{End, Got, History, Sent, Span};
use super::{QUEUES, TOPIC_QUEUES, TRIGGERED};
use crate::body;
use ferromq_base::random::SplitMix64;
use ferromq_base::schedule;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, ObjectHandle, PutOptions};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::{Connection, QueueManager, WaitingFor};
use std::task::{Poll, Waker};

/// Times a verb is asked for its answer, at most.
const LOOKS_MAX: u32 = 20_000;

/// See the module.
pub(super) struct Program<'a> {
    pub(super) number: usize,
    pub(super) engine: &'a QueueManager,
    pub(super) history: &'a History,
    pub(super) random: SplitMix64,
    pub(super) connection: Connection,
    work: Option<usize>,
    /// It may be killed while a worker works for it. What it held then arrives once more, and where triggers are counted that
    /// would count.
    may_be_killed: bool,
    over: bool,
}

impl<'a> Program<'a> {
    pub(super) fn new(
        number: usize,
        engine: &'a QueueManager,
        history: &'a History,
        connection: Connection,
        seed: u64,
    ) -> Self {
        Self {
            number,
            engine,
            history,
            random: SplitMix64::new(seed),
            connection,
            work: None,
            may_be_killed: false,
            over: false,
        }
    }

    /// Does so many verbs, then goes. What is not committed then never happened.
    pub(super) fn live(mut self, verbs: u64) {
        let mut left = verbs;
        while left > 0 && !self.over {
            left -= 1;
            match self.random.below(100) {
                0..12 => self.publish(),
                12..24 => self.put_one(),
                24..34 => self.end_work(),
                _ => left = left.saturating_sub(self.visit()),
            }
        }
        self.leave();
    }

    fn leave(mut self) {
        let span = self.history.lock().begin();
        let work = self.work.take();
        drop(self.connection);
        let mut events = self.history.lock();
        if let Some(work) = work {
            let to = Some(events.tick());
            events.works[work] = End::BackedOut(Span { to, ..span });
        }
    }

    // ---- verbs

    /// Opens a queue, does something with it, and closes it. Answers how many verbs that were.
    fn visit(&mut self) -> u64 {
        let queue = self.random.below(QUEUES.len() as u64) as usize;
        let puts = !TOPIC_QUEUES.contains(&queue) && self.random.chance(60);
        let gets = !puts || self.random.chance(60);
        let mut options = MQOO_BROWSE;
        options |= if puts { MQOO_OUTPUT } else { 0 };
        options |= if gets { MQOO_INPUT_SHARED } else { 0 };
        let request = Request::Open {
            descriptor: ObjectDescriptor::queue(QUEUES[queue]),
            options,
        };
        let handle = match self.call(request) {
            Some(Reply::Opened { handle, .. }) => handle,
            other => {
                self.unless_over("open", &other);
                return 1;
            }
        };
        let verbs = 1 + self.random.below(5);
        for _ in 0..verbs {
            match self.random.below(10) {
                0..5 if puts => self.put(queue, handle),
                0..8 if gets => self.get(queue, handle),
                _ => self.browse(queue, handle),
            }
            if self.over {
                return verbs;
            }
        }
        let answer = self.call(Request::Close { handle, options: 0 });
        if !matches!(answer, Some(Reply::Done(Reason::NONE))) {
            self.unless_over("close", &answer);
        }
        verbs
    }

    fn in_work(&mut self, queue: usize) -> bool {
        // What is given back to a queue counts as no arrival: there triggers are counted.
        queue != TRIGGERED && self.random.chance(40)
    }

    /// The unit of work under way, begun if there is none.
    fn work(&mut self) -> usize {
        let mut events = self.history.lock();
        *self.work.get_or_insert_with(|| {
            events.works.push(End::None);
            events.works.len() - 1
        })
    }

    /// What to put: descriptor, options, body; and the same as it is written down, for each queue it goes to.
    fn message(
        &mut self,
        queues: &[usize],
        in_work: bool,
    ) -> (MsgDescriptor, PutOptions, u64, Vec<usize>) {
        let persistent = self.random.chance(70);
        let priority = self.random.below(3) as i32;
        let work = in_work.then(|| self.work());
        let mut events = self.history.lock();
        events.next_number += 1;
        let number = events.next_number;
        let put = events.begin();
        let first = events.sent.len();
        for queue in queues {
            events.sent.push(Sent {
                number,
                queue: *queue,
                persistent,
                priority,
                put,
                refused: false,
                work,
            });
        }
        let descriptor = MsgDescriptor {
            persistence: if persistent {
                MQPER_PERSISTENT
            } else {
                MQPER_NOT_PERSISTENT
            },
            priority,
            msg_id: body::msg_id(number),
            ..MsgDescriptor::default()
        };
        let options = PutOptions {
            options: if in_work {
                MQPMO_SYNCPOINT
            } else {
                MQPMO_NO_SYNCPOINT
            },
            ..PutOptions::default()
        };
        (
            descriptor,
            options,
            number,
            (first..first + queues.len()).collect(),
        )
    }

    fn after_put(&mut self, what: &str, number: u64, sent: &[usize], answer: Option<Reply>) {
        let done = matches!(answer, Some(Reply::Put(_)));
        let unknown = answer.is_none();
        let mut events = self.history.lock();
        let to = events.tick();
        for one in sent {
            let sent = &mut events.sent[*one];
            sent.put.to = done.then_some(to);
            sent.refused = !done && !unknown;
        }
        let persistent = events.sent[sent[0]].persistent;
        let work = events.sent[sent[0]].work;
        drop(events);
        self.note(format!(
            "{what} {number}, persistent {persistent}, work {work:?}: {}",
            said(&answer)
        ));
        match answer {
            Some(Reply::Put(_)) | None => {}
            Some(Reply::Failed(Reason::RESOURCE_PROBLEM)) => {}
            other => self.unless_over(what, &other),
        }
    }

    fn put(&mut self, queue: usize, handle: ObjectHandle) {
        let in_work = self.in_work(queue);
        let (descriptor, options, number, sent) = self.message(&[queue], in_work);
        let body = body::make(number, 8 + self.random.below(300) as usize);
        let answer = self.call(Request::Put {
            handle,
            descriptor,
            options,
            body,
        });
        self.after_put(&format!("puts to {}", QUEUES[queue]), number, &sent, answer);
    }

    fn put_one(&mut self) {
        let queue = self.random.below(QUEUES.len() as u64) as usize;
        if TOPIC_QUEUES.contains(&queue) {
            return;
        }
        let in_work = self.in_work(queue);
        let (descriptor, options, number, sent) = self.message(&[queue], in_work);
        let body = body::make(number, 8 + self.random.below(300) as usize);
        let object = ObjectDescriptor::queue(QUEUES[queue]);
        let answer = self.call(Request::Put1 {
            object,
            descriptor,
            options,
            body,
        });
        self.after_put(&format!("puts to {}", QUEUES[queue]), number, &sent, answer);
    }

    fn publish(&mut self) {
        let in_work = self.random.chance(30);
        let (descriptor, options, number, sent) = self.message(&TOPIC_QUEUES, in_work);
        let body = body::make(number, 8 + self.random.below(300) as usize);
        let object = ObjectDescriptor::topic("t/1");
        let answer = self.call(Request::Put1 {
            object,
            descriptor,
            options,
            body,
        });
        self.after_put("publishes", number, &sent, answer);
    }

    fn get(&mut self, queue: usize, handle: ObjectHandle) {
        let work = self.in_work(queue).then(|| self.work());
        let wait = self.random.chance(30);
        let mut options = if work.is_some() {
            MQGMO_SYNCPOINT
        } else {
            MQGMO_NO_SYNCPOINT
        };
        options |= MQGMO_NO_PROPERTIES | if wait { MQGMO_WAIT } else { 0 };
        self.take(queue, handle, options, work);
    }

    fn browse(&mut self, queue: usize, handle: ObjectHandle) {
        let mut position = MQGMO_BROWSE_FIRST;
        while self.take(queue, handle, position | MQGMO_NO_PROPERTIES, None)
            && self.random.chance(80)
        {
            position = MQGMO_BROWSE_NEXT;
        }
    }

    /// A get or a browse; answers whether it found something.
    fn take(
        &mut self,
        queue: usize,
        handle: ObjectHandle,
        options: i32,
        work: Option<usize>,
    ) -> bool {
        let browse = options & (MQGMO_BROWSE_FIRST | MQGMO_BROWSE_NEXT) != 0;
        let at = {
            let mut events = self.history.lock();
            let span = events.begin();
            events.got.push(Got {
                queue,
                span,
                number: None,
                browse,
                work,
            });
            events.got.len() - 1
        };
        let get = Request::Get {
            handle,
            descriptor: MsgDescriptor::default(),
            options: GetOptions {
                options,
                match_options: MQMO_NONE,
                wait_interval_ms: 1_000,
                ..GetOptions::default()
            },
            buffer_len: 100_000,
        };
        self.may_be_killed = queue != TRIGGERED;
        let answer = self.call(get);
        let (mut found, mut known) = (None, true);
        match &answer {
            Some(Reply::Got(reply)) => match body::number(&reply.body) {
                Ok(number) => {
                    found = Some(number);
                    if let Err(text) = body::check(&reply.body, number, reply.data_length as usize)
                    {
                        self.history.wrong(text);
                    }
                }
                Err(text) => self.history.wrong(text),
            },
            Some(Reply::Failed(Reason::NO_MSG_AVAILABLE)) => {}
            Some(Reply::Failed(Reason::RESOURCE_PROBLEM)) => {
                self.history.lock().got[at].browse = true;
                known = false;
            }
            None => known = false,
            other => {
                known = false;
                self.unless_over("get", &(*other).clone());
            }
        }
        let mut events = self.history.lock();
        let to = events.tick();
        let got = &mut events.got[at];
        got.number = found;
        got.span.to = known.then_some(to);
        drop(events);
        let verb = if browse { "browses" } else { "gets from" };
        self.note(format!(
            "{verb} {}, work {work:?}: {found:?} {}",
            QUEUES[queue],
            said(&answer)
        ));
        found.is_some()
    }

    fn end_work(&mut self) {
        let Some(work) = self.work.take() else { return };
        let commit = self.random.chance(75);
        {
            let mut events = self.history.lock();
            let span = events.begin();
            events.works[work] = if commit {
                End::Committed(span)
            } else {
                End::BackedOut(span)
            };
        }
        let answer = self.call(if commit {
            Request::Commit
        } else {
            Request::BackOut
        });
        let mut events = self.history.lock();
        let to = events.tick();
        match (&answer, &mut events.works[work]) {
            (Some(Reply::Done(Reason::NONE)), End::Committed(span) | End::BackedOut(span)) => {
                span.to = Some(to)
            }
            (Some(Reply::Failed(Reason::BACKED_OUT)), end) => {
                if let End::Committed(span) = *end {
                    *end = End::BackedOut(Span {
                        to: Some(to),
                        ..span
                    });
                }
            }
            _ => {}
        }
        drop(events);
        let verb = if commit { "commits" } else { "backs out" };
        self.note(format!("{verb} work {work}: {}", said(&answer)));
        if answer.is_some()
            && !matches!(
                answer,
                Some(Reply::Done(_) | Reply::Failed(Reason::BACKED_OUT))
            )
        {
            self.unless_over(verb, &answer);
        }
    }

    // ---- calls

    /// Makes a call and sees to it that it is answered. `None` when nobody knows what became of it: the program is over then.
    fn call(&mut self, request: Request) -> Option<Reply> {
        schedule::yield_point();
        let mut answer = self.connection.start(request, Waker::noop());
        let mut looks = 0;
        loop {
            match answer {
                Poll::Ready(Reply::Failed(Reason::CONNECTION_BROKEN | Reason::Q_MGR_STOPPING)) => {
                    self.over = true;
                    return None;
                }
                Poll::Ready(reply) => return Some(reply),
                Poll::Pending => {}
            }
            looks += 1;
            let at_worker = self.connection.waiting_for() == Some(WaitingFor::Worker);
            if at_worker && self.may_be_killed && self.random.chance(2) {
                self.over = true;
                return None;
            }
            if looks > LOOKS_MAX {
                self.history.wrong(format!(
                    "a verb is not answered: {:?}",
                    self.connection.waiting_for()
                ));
                self.over = true;
                return None;
            }
            self.help(looks);
            answer = self.connection.poll(Waker::noop());
        }
    }

    /// What a thread does for the verb it waits for.
    fn help(&mut self, looks: u32) {
        // Others may come first.
        for _ in 0..self.random.below(4) {
            schedule::yield_point();
        }
        match self.connection.waiting_for() {
            Some(WaitingFor::Log(end)) if !self.connection.is_durable(end) => {
                self.connection.wait_for_log(end)
            }
            Some(WaitingFor::Message { .. }) if looks > 8 => self.connection.cancel_wait(),
            Some(WaitingFor::Room) => drop(self.engine.keep_house()),
            _ => schedule::yield_point(),
        }
    }

    /// An answer that was not to be.
    fn unless_over(&mut self, verb: &str, answer: &Option<Reply>) {
        self.over = true;
        let of_the_disk = [
            Reason::PUBLICATION_FAILURE,
            Reason::Q_SPACE_NOT_AVAILABLE,
            Reason::OBJECT_DAMAGED,
            Reason::RESOURCE_PROBLEM,
        ];
        match answer {
            None => {}
            Some(Reply::Failed(reason))
                if self.history.lock().in_trouble && of_the_disk.contains(reason) => {}
            Some(answer) => self.history.wrong(format!(
                "program {}: {verb} answered {answer:?}",
                self.number
            )),
        }
    }

    fn note(&self, text: String) {
        self.history
            .note(format!("program {}: {text}", self.number));
    }
}

fn said(answer: &Option<Reply>) -> &'static str {
    match answer {
        None => "the queue manager is gone",
        Some(Reply::Failed(reason)) => reason.name(),
        Some(_) => "done",
    }
}
