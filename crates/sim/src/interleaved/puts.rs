//! What programs put, and what they are told of it: at once, or when they ask.

use super::history::Sent;
use super::objects::{
    DEAD_LETTERS, DELIVERIES, ELSEWHERE, NOBODY_HAS, QUEUES, REMOTE, REPORTS, TOPIC_QUEUES,
    TRANSMISSION, is_put_to,
};
use super::program::{Program, said};
use crate::body;
use bytes::Bytes;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle, PutOptions};
use ferromq_mqi::{MsgDescriptor, Reason};

/// What to put, and what is written down of it.
pub(super) struct Message {
    pub(super) descriptor: MsgDescriptor,
    pub(super) options: PutOptions,
    pub(super) body: Bytes,
    pub(super) note: Note,
}

/// A put as it is written down, once for each queue it goes to.
pub(super) struct Note {
    pub(super) number: u64,
    asynchronous: bool,
    pub(super) sent: Vec<usize>,
}

/// What programs choose of a message.
#[derive(Clone, Copy)]
pub(super) struct Traits {
    pub(super) persistent: bool,
    pub(super) asynchronous: bool,
    pub(super) len: usize,
    pub(super) priority: i32,
}

impl Program<'_> {
    /// What to put: descriptor, options, body; and the same as it is written down, for each queue it goes to.
    pub(super) fn message(&mut self, queues: &[usize], in_work: bool) -> Message {
        // A queue that goes with the life takes none that outlives it.
        let persistent = self.random.chance(70) && !queues.contains(&ELSEWHERE);
        let is_client = self.network.is_some();
        let asynchronous = is_client && self.random.chance(25);
        // Longer than a segment, and than the network has room for.
        let is_long = is_client && !persistent && self.random.chance(8);
        let len = 8 + self.random.below(if is_long { 40_000 } else { 300 }) as usize;
        let priority = self.random.below(3) as i32;
        let traits = Traits {
            persistent,
            asynchronous,
            len,
            priority,
        };
        self.message_as(queues, in_work, traits)
    }

    /// The same of one that is like this.
    pub(super) fn message_as(
        &mut self,
        queues: &[usize],
        in_work: bool,
        traits: Traits,
    ) -> Message {
        let Traits {
            persistent,
            asynchronous,
            len,
            priority,
        } = traits;
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
                due_us: None,
                tells_delivery: false,
                member: None,
            });
        }
        drop(events);
        let mut descriptor = MsgDescriptor {
            persistence: if persistent {
                MQPER_PERSISTENT
            } else {
                MQPER_NOT_PERSISTENT
            },
            priority,
            ..MsgDescriptor::default()
        };
        // Clients name messages they get no answer about.
        if !asynchronous || self.random.chance(50) {
            descriptor.msg_id = body::msg_id(number);
        }
        let syncpoint = if in_work {
            MQPMO_SYNCPOINT
        } else {
            MQPMO_NO_SYNCPOINT
        };
        let response = if asynchronous {
            MQPMO_ASYNC_RESPONSE
        } else {
            MQPMO_SYNC_RESPONSE
        };
        Message {
            descriptor,
            options: PutOptions {
                options: syncpoint | response,
                ..PutOptions::default()
            },
            body: body::make(number, len),
            note: Note {
                number,
                asynchronous,
                sent: (first..first + queues.len()).collect(),
            },
        }
    }

    pub(super) fn after_put(&mut self, what: &str, note: &Note, answer: Option<Reply>) {
        let done = matches!(answer, Some(Reply::Put(_)));
        let unknown = answer.is_none();
        let heard = done && !note.asynchronous;
        let mut events = self.history.lock();
        let to = events.tick();
        for one in &note.sent {
            let sent = &mut events.sent[*one];
            sent.put.to = heard.then_some(to);
            sent.refused = !done && !unknown;
        }
        let (persistent, work) = {
            let first = &events.sent[note.sent[0]];
            (first.persistent, first.work)
        };
        drop(events);
        if done && note.asynchronous {
            self.unheard.extend(&note.sent);
            self.unheard_puts += 1;
        }
        self.note(format!(
            "{what} {}, persistent {persistent}, work {work:?}: {}{}",
            note.number,
            said(&answer),
            if done && !heard { ", perhaps" } else { "" }
        ));
        match answer {
            Some(Reply::Put(_)) | None => {}
            Some(Reply::Failed(Reason::RESOURCE_PROBLEM)) => {}
            Some(Reply::Failed(Reason::NOT_AUTHORIZED)) if self.is_guest => {}
            other => self.unless_over(what, &other),
        }
    }

    /// Asks what became of the puts it did not wait for. If all were made, they are on their queues.
    pub(super) fn ask_status(&mut self) {
        let answer = self.call(Request::Stat {
            kind: MQSTAT_TYPE_ASYNC_ERROR,
        });
        let Some(Reply::Status(report)) = &answer else {
            return self.unless_over("MQSTAT", &answer);
        };
        let made = report.put_success_count + report.put_warning_count;
        let failed = report.put_failure_count;
        let asked = std::mem::take(&mut self.unheard_puts);
        if made + failed != asked {
            self.history.wrong(format!(
                "MQSTAT tells {made} of {asked} puts made and {failed} failed"
            ));
        }
        let unheard = std::mem::take(&mut self.unheard);
        if failed == 0 {
            self.made(unheard);
        }
        self.note(format!("MQSTAT: {made} puts made, {failed} failed"));
    }

    pub(super) fn made(&self, sent: Vec<usize>) {
        let mut events = self.history.lock();
        let to = Some(events.tick());
        for one in sent {
            events.sent[one].put.to = to;
        }
    }

    /// Puts of persistent messages in a unit of work it was not told the outcome of. If it is committed, they were made.
    pub(super) fn unheard_of(&mut self, work: usize) -> Vec<usize> {
        let events = self.history.lock();
        let is_of = |one: &usize| {
            let sent = &events.sent[*one];
            sent.work == Some(work) && sent.persistent
        };
        self.unheard.iter().copied().filter(is_of).collect()
    }

    /// A message for one queue, which now and then asks for a report with all its data: of its arrival, which is put as the message is or
    /// not at all, or of its delivery, which is put as the message is got.
    fn message_to(&mut self, queue: usize, in_work: bool) -> Message {
        // What travels on arrives elsewhere.
        if self.plain || queue == TRANSMISSION || !self.random.chance(25) {
            return self.message(&[queue], in_work);
        }
        let (report, reply_to, arrives_on) = match self.random.below(5) {
            0..2 => (MQRO_COA_WITH_FULL_DATA, QUEUES[REPORTS], Some(REPORTS)),
            2 => (MQRO_COA_WITH_FULL_DATA, NOBODY_HAS, Some(DEAD_LETTERS)),
            _ => (MQRO_COD_WITH_FULL_DATA, QUEUES[DELIVERIES], None),
        };
        let queues: Vec<usize> = [queue].into_iter().chain(arrives_on).collect();
        let mut message = self.message(&queues, in_work);
        message.descriptor.report = report;
        message.descriptor.reply_to_q = *ObjectName::truncated(reply_to).bytes();
        if arrives_on.is_none() {
            let mut events = self.history.lock();
            events.sent[message.note.sent[0]].tells_delivery = true;
        }
        message
    }

    pub(super) fn put(&mut self, queue: usize, handle: ObjectHandle) {
        let in_work = self.in_work(queue);
        let message = self.message_to(queue, in_work);
        let answer = self.call(Request::Put {
            handle,
            descriptor: message.descriptor,
            options: message.options,
            body: message.body,
        });
        let what = format!("puts to {}", QUEUES[queue]);
        self.after_put(&what, &message.note, answer);
    }

    pub(super) fn put_one(&mut self) {
        let queue = self.single_queue();
        if !is_put_to(queue) {
            return;
        }
        let in_work = self.in_work(queue);
        let message = self.message_to(queue, in_work);
        let what = format!("puts to {}", QUEUES[queue]);
        let name = match queue {
            TRANSMISSION => REMOTE,
            _ => self.name_of(queue),
        };
        self.put_by_name(&what, ObjectDescriptor::queue(name), message);
    }

    pub(super) fn publish(&mut self) {
        let in_work = match self.branch {
            Some(_) => self.in_work(TOPIC_QUEUES[0]),
            None => self.random.chance(30),
        };
        let message = self.message(&TOPIC_QUEUES, in_work);
        self.put_by_name("publishes", ObjectDescriptor::topic("t/1"), message);
    }

    pub(super) fn put_by_name(&mut self, what: &str, object: ObjectDescriptor, message: Message) {
        let answer = self.call(Request::Put1 {
            object: Box::new(object),
            descriptor: message.descriptor,
            options: message.options,
            body: message.body,
        });
        self.after_put(what, &message.note, answer);
    }
}
