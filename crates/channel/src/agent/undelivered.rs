//! Messages that cannot go where they should: reported to whoever asked for that, returned or thrown away if they ask for it, and
//! otherwise put on the dead-letter queue.
//!
//! Source: "Undelivered messages" of the distributed queuing manuals, `Report` of the message descriptor, `MQDLH`.

use super::fronted::FrontedPut;
use bytes::Bytes;
use ferromq_base::calendar::date_and_time;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::dead_letter::PutAside;
use ferromq_mqi::extension::take_extension;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::notices::{AMQ9548, AMQ9565, FMQ0190};
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{ObjectDescriptor, PutOptions};
use ferromq_mqi::report::{Event, report};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::Notice;
use ferromq_wire::message_channel::Envelope;
use std::fmt::Display;

/// What stands in front of data, and the data.
type InTwo = (Vec<u8>, Bytes);

/// A message as it should have gone.
#[derive(Clone, Debug)]
pub(crate) struct Letter {
    pub(crate) descriptor: MsgDescriptor,
    pub(crate) data: Bytes,
    /// Queue and queue manager.
    pub(crate) to: (ObjectName, ObjectName),
    pub(crate) under_syncpoint: bool,
}

impl Letter {
    /// One that came in this envelope. What an extension in front of its data says is in the descriptor, as with one that is put.
    pub(crate) fn of_envelope(envelope: &Envelope, data: &Bytes, under_syncpoint: bool) -> Self {
        let (mut descriptor, mut data) = (envelope.descriptor.clone(), data.clone());
        // One that is none stays where it is.
        let _ = take_extension(&mut descriptor, &mut data);
        let to = [&envelope.q_name, &envelope.q_mgr_name];
        let [q_name, q_mgr_name] = to.map(|name| ObjectName::from_field(&name.0));
        Self {
            descriptor,
            data,
            to: (q_name, q_mgr_name),
            under_syncpoint,
        }
    }

    /// One that came over a channel of a cluster without a queue manager was for this one.
    pub(crate) fn for_here(mut self, own: ObjectName) -> Self {
        if self.to.1.is_blank() {
            self.to.1 = own;
        }
        self
    }

    /// The queue it is for, as notices say it.
    pub(crate) fn queue(&self) -> &str {
        self.to.0.as_str().trim_end()
    }
}

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It is on the dead-letter queue.
    DeadLettered,
    /// It has gone back in a report, with all its data, as it asks for.
    Returned,
    /// It is thrown away, as it asks for.
    Discarded,
    /// Nobody takes it: the dead-letter queue refuses it, or there is none.
    Nowhere(Option<Reason>),
}

/// What is next.
#[derive(Debug)]
pub(crate) enum Next {
    Put(Box<Undelivered>, Box<FrontedPut>),
    Done(Box<Done>),
}

/// A message that is done with.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) letter: Letter,
    pub(crate) outcome: Outcome,
    why: i32,
    dead_letter_queue: ObjectName,
}

impl Done {
    /// Whether the channel must end for it: it may not be lost, and nobody takes it.
    pub(crate) fn blocks(&self) -> bool {
        matches!(self.outcome, Outcome::Nowhere(_)) && self.letter.under_syncpoint
    }

    /// What is to be said of it. `copied_to` is the queue that has to take a copy of what its queue takes, if there is one.
    pub(crate) fn notice(&self, channel: &str, copied_to: Option<&ObjectName>) -> Notice {
        let (queue, why) = (self.letter.queue(), Reason(self.why));
        let why = match copied_to.filter(|_| may_be_of_another(why)) {
            None => why.to_string(),
            // Both are put on with one verb, which does not say which of them it was.
            Some(other) => format!(
                "{}. So it is there, or at queue '{other}', which has to take a copy (STREAMQ with STRMQOS(MUSTDUP))",
                why.to_string().trim_end_matches('.')
            ),
        };
        let what = match self.outcome {
            Outcome::DeadLettered => return Notice::of(&AMQ9548, &[&channel, &queue, &why]),
            Outcome::Nowhere(refused) if self.blocks() => {
                let refused: Box<dyn Display> = match refused {
                    None => Box::new("there is no dead-letter queue for it"),
                    Some(refused) => {
                        let name = self.dead_letter_queue.as_str().trim_end();
                        Box::new(format!("dead-letter queue '{name}' refuses it ({refused})"))
                    }
                };
                return Notice::of(&AMQ9565, &[&channel, &queue, &refused, &why]);
            }
            Outcome::Nowhere(_) => {
                "It was not persistent, no dead-letter queue takes it, and it is thrown away"
            }
            Outcome::Returned => "It goes back in a report, as it asks for",
            Outcome::Discarded => "It is thrown away, as it asks for",
        };
        Notice::of(&FMQ0190, &[&channel, &queue, &why, &what])
    }
}

/// The put under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doing {
    /// A report, to whom the message says.
    Report,
    /// The same, to the dead-letter queue.
    ReportAside,
    DeadLetter,
}

/// A message that is being put elsewhere.
#[derive(Debug)]
pub(crate) struct Undelivered {
    letter: Letter,
    /// An `MQRC_*` or `MQFB_*`.
    why: i32,
    /// Blank where there is none, or it may not be used.
    dead_letter_queue: ObjectName,
    by: Reporter,
    doing: Doing,
}

/// Who reports, and when.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reporter {
    pub(crate) q_mgr_name: ObjectName,
    pub(crate) wall_us: u64,
}

impl Undelivered {
    /// A message that cannot be put, for this reason.
    pub(crate) fn begin(
        letter: Letter,
        why: i32,
        dead_letter_queue: ObjectName,
        by: Reporter,
    ) -> Next {
        let it = Self {
            letter,
            why,
            dead_letter_queue,
            by,
            doing: Doing::Report,
        };
        let event = Event::Exception(why);
        if event.is_asked_for(it.letter.descriptor.report) {
            let reply_to = it.letter.descriptor.reply_target();
            it.put_report(Doing::Report, reply_to)
        } else {
            it.reported()
        }
    }

    fn done(self, outcome: Outcome) -> Next {
        Next::Done(Box::new(Done {
            letter: self.letter,
            outcome,
            why: self.why,
            dead_letter_queue: self.dead_letter_queue,
        }))
    }

    /// The queue it is being put on.
    pub(crate) fn queue(&self) -> ObjectName {
        match self.doing {
            Doing::Report => self.letter.descriptor.reply_target().object_name,
            Doing::ReportAside | Doing::DeadLetter => self.dead_letter_queue,
        }
    }

    /// The put was answered.
    ///
    /// # Errors
    /// It is not this message or its queues that failed.
    pub(crate) fn answered(self, reply: &Reply) -> Result<Next, Reason> {
        let refused = match reply {
            Reply::Put(_) => None,
            Reply::Failed(reason) if is_general(*reason) => return Err(*reason),
            Reply::Failed(reason) => Some(*reason),
            _ => return Err(Reason::UNEXPECTED_ERROR),
        };
        Ok(match (self.doing, refused) {
            (Doing::DeadLetter, None) => self.done(Outcome::DeadLettered),
            (Doing::DeadLetter, why) => self.done(Outcome::Nowhere(why)),
            (Doing::Report | Doing::ReportAside, None) => self.reported(),
            // What cannot be returned stays here, so that there is one of it.
            (Doing::Report, Some(_)) if self.returns() => self.dead_letter(),
            (Doing::Report, Some(why)) if !self.dead_letter_queue.is_blank() => {
                self.report_aside(why)
            }
            (Doing::Report | Doing::ReportAside, Some(_)) => self.dead_letter(),
        })
    }

    fn asks(&self, options: i32) -> bool {
        self.letter.descriptor.report & options == options
    }

    /// Whether the report of it is the message itself.
    fn returns(&self) -> bool {
        self.asks(MQRO_EXCEPTION_WITH_FULL_DATA | MQRO_DISCARD_MSG)
    }

    /// The report is put, or none is wanted.
    fn reported(self) -> Next {
        if self.returns() {
            self.done(Outcome::Returned)
        } else if self.asks(MQRO_DISCARD_MSG) {
            self.done(Outcome::Discarded)
        } else {
            self.dead_letter()
        }
    }

    fn put_report(mut self, doing: Doing, to: ObjectDescriptor) -> Next {
        self.doing = doing;
        let (descriptor, body) = self.report();
        let to = ObjectDescriptor {
            object_name: to.object_name,
            object_q_mgr_name: to.object_q_mgr_name,
            ..ObjectDescriptor::default()
        };
        let put = put(to, descriptor, body, self.letter.under_syncpoint);
        Next::Put(Box::new(self), Box::new(put))
    }

    /// The report cannot be put either.
    fn report_aside(mut self, why: Reason) -> Next {
        self.doing = Doing::ReportAside;
        let (descriptor, body) = self.report();
        let reply_to = self.letter.descriptor.reply_target();
        let to = (reply_to.object_name, reply_to.object_q_mgr_name);
        let (descriptor, body) = self.dead(why.0, &to, &descriptor, body);
        let queue = ObjectDescriptor::queue(self.dead_letter_queue.as_str());
        let put = put(queue, descriptor, body, self.letter.under_syncpoint);
        Next::Put(Box::new(self), Box::new(put))
    }

    fn dead_letter(mut self) -> Next {
        if self.dead_letter_queue.is_blank() {
            return self.done(Outcome::Nowhere(None));
        }
        self.doing = Doing::DeadLetter;
        let letter = &self.letter;
        let whole = (Vec::new(), letter.data.clone());
        let (descriptor, body) = self.dead(self.why, &letter.to, &letter.descriptor, whole);
        let queue = ObjectDescriptor::queue(self.dead_letter_queue.as_str());
        let put = put(queue, descriptor, body, letter.under_syncpoint);
        Next::Put(Box::new(self), Box::new(put))
    }

    /// The exception report about it.
    fn report(&self) -> (MsgDescriptor, InTwo) {
        let about = &self.letter.descriptor;
        let event = Event::Exception(self.why);
        let (descriptor, data) = report(event, about, &self.letter.data, about.expiry);
        (self.signed(descriptor), (data.front, data.rest))
    }

    fn signed(&self, descriptor: MsgDescriptor) -> MsgDescriptor {
        let (put_date, put_time) = date_and_time(self.by.wall_us);
        MsgDescriptor {
            reply_to_q_mgr: *self.by.q_mgr_name.bytes(),
            put_appl_type: MQAT_QMGR,
            put_appl_name: application(),
            put_date,
            put_time,
            ..descriptor
        }
    }

    /// A message in the form it has on the dead-letter queue.
    fn dead(
        &self,
        why: i32,
        to: &(ObjectName, ObjectName),
        descriptor: &MsgDescriptor,
        (front, data): InTwo,
    ) -> (MsgDescriptor, InTwo) {
        let aside = PutAside {
            reason: why,
            to: *to,
            appl_type: MQAT_QMGR,
            appl_name: application(),
            put_at: date_and_time(self.by.wall_us),
        };
        let front = [&aside.header(descriptor)[..], &front].concat();
        let descriptor = MsgDescriptor {
            format: *b"MQDEAD  ",
            encoding: MQENC_NATIVE,
            coded_char_set_id: MQCCSI_Q_MGR,
            ..descriptor.clone()
        };
        (descriptor, (front, data))
    }
}

fn put(
    object: ObjectDescriptor,
    descriptor: MsgDescriptor,
    (front, body): InTwo,
    under_syncpoint: bool,
) -> FrontedPut {
    let syncpoint = match under_syncpoint {
        true => MQPMO_SYNCPOINT,
        false => MQPMO_NO_SYNCPOINT,
    };
    let request = Request::Put1 {
        object: Box::new(object),
        descriptor,
        options: PutOptions {
            options: syncpoint | MQPMO_SET_ALL_CONTEXT,
            ..PutOptions::default()
        },
        body,
    };
    FrontedPut { request, front }
}

/// Whether a queue may be refused for another one, on which the same put puts a copy.
fn may_be_of_another(why: Reason) -> bool {
    matches!(
        why,
        Reason::Q_FULL
            | Reason::PUT_INHIBITED
            | Reason::MSG_TOO_BIG_FOR_Q
            | Reason::Q_SPACE_NOT_AVAILABLE
    )
}

/// Whether it is the queue manager that cannot go on, or the unit of work is gone with all that came in it, and not this message or its
/// queue.
pub(crate) fn is_general(why: Reason) -> bool {
    matches!(
        why,
        Reason::BACKED_OUT
            | Reason::Q_MGR_QUIESCING
            | Reason::Q_MGR_STOPPING
            | Reason::CONNECTION_BROKEN
            | Reason::RESOURCE_PROBLEM
            | Reason::UNEXPECTED_ERROR
    )
}

/// `PutApplName` of what an agent puts by itself.
fn application() -> [u8; 28] {
    PutAside::appl_name("FerroMQ channel")
}
