//! A message for several queues that has come as one: it is parted here. It is put with one verb for many of its queues, so that those which are
//! elsewhere again may go on together; a queue that does not take its message then has it put alone, as one that came alone would be.

use super::targets::Targets;
use super::verbs::Verbs;
use crate::message::receiving::Incoming;
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::distribution_header::{Destinations, is_distribution};
use ferromq_mqi::extension::take_extension;
use ferromq_mqi::generated::constants::MQMI_NONE;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::reason::CompCode;
use ferromq_wire::message_channel::Envelope;
use ferromq_wire::text::Text;
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

/// Whether a message is for several queues. A program may also put one that only looks so on a queue: its envelope names that.
pub(super) fn is_for_several(envelope: &Envelope) -> bool {
    let is_blank = |name: &Text<48>| ObjectName::from_field(&name.0).is_blank();
    is_distribution(&envelope.descriptor.format)
        && is_blank(&envelope.q_name)
        && is_blank(&envelope.q_mgr_name)
}

/// Queues one verb puts on at most: each is open meanwhile.
const TOGETHER_MAX: usize = 100;

/// What is next.
pub(super) enum Next {
    /// This puts it on some of its queues: [`Parting::answered`].
    Together(Box<Request>),
    /// Alone on one, which has not been tried, or has refused it for this reason.
    Alone(Incoming, Option<Reason>),
    /// All have it, or it is elsewhere for them.
    Done,
}

/// See the module.
#[derive(Debug)]
pub(super) struct Parting {
    destinations: Destinations,
    /// What its messages have in common.
    common: Incoming,
    /// Those that are being put on, and those behind.
    together: Range<usize>,
    alone: VecDeque<(usize, Option<Reason>)>,
    /// One of its messages went to the dead-letter queue.
    pub(super) is_dead_lettered: bool,
}

impl Parting {
    /// Begins.
    ///
    /// # Errors
    /// What is wrong with the message.
    pub(super) fn of(message: &Incoming) -> Result<Self, Reason> {
        let mut descriptor = message.envelope.descriptor.clone();
        let mut data = message.data.clone();
        let destinations = Destinations::take(&mut descriptor, &mut data)?;
        take_extension(&mut descriptor, &mut data)?;
        let envelope = Envelope {
            descriptor,
            ..Envelope::clone(&message.envelope)
        };
        Ok(Self {
            destinations,
            common: Incoming {
                envelope: Arc::new(envelope),
                data,
                under_syncpoint: message.under_syncpoint,
            },
            together: 0..0,
            alone: VecDeque::new(),
            is_dead_lettered: false,
        })
    }

    /// What is to be done now.
    pub(super) fn next(&mut self, targets: &Targets, verbs: &Verbs) -> Next {
        if let Some((index, refused)) = self.alone.pop_front() {
            return Next::Alone(self.alone(index, verbs), refused);
        }
        let from = self.together.end;
        let to = self.destinations.objects.len().min(from + TOGETHER_MAX);
        if from == to {
            return Next::Done;
        }
        self.together = from..to;
        let part = self.destinations.part(from..to);
        let mut descriptor = self.common.envelope.descriptor.clone();
        if part.new_msg_ids {
            descriptor.msg_id = MQMI_NONE;
        }
        Next::Together(Box::new(targets.together(&self.common, descriptor, part)))
    }

    /// The first of the queues it is being put on.
    pub(super) fn queue(&self) -> ObjectName {
        let first = self.destinations.objects.get(self.together.start);
        first.map_or(ObjectName::BLANK, |object| object.object_name)
    }

    /// The verb that puts it on some queues is answered.
    ///
    /// # Errors
    /// Why nothing can be put.
    pub(super) fn answered(&mut self, reply: Reply) -> Result<(), Reason> {
        let outcome = match reply {
            Reply::ListPut(put) => put.outcome,
            // It is not for one of its queues that the verb failed: each may take it alone.
            Reply::Failed(reason) if !super::undelivered::is_general(reason) => {
                self.alone
                    .extend(self.together.clone().map(|index| (index, None)));
                return Ok(());
            }
            Reply::Failed(reason) => return Err(reason),
            _ => return Err(Reason::UNEXPECTED_ERROR),
        };
        for (at, index) in self.together.clone().enumerate() {
            let (comp_code, reason) = match outcome.responses.get(at) {
                Some(own) => (own.comp_code, own.reason),
                None => (outcome.comp_code, outcome.reason),
            };
            if comp_code == CompCode::Failed {
                // So many queues cannot be open at a time.
                let refused = (reason != Reason::HANDLE_NOT_AVAILABLE).then_some(reason);
                self.alone.push_back((index, refused));
            }
        }
        Ok(())
    }

    /// The message for one of its queues. A report about it tells its identifier, so that it has one now.
    fn alone(&self, index: usize, verbs: &Verbs) -> Incoming {
        let object = &self.destinations.objects[index];
        let common = &self.common.envelope.descriptor;
        let mut descriptor = self.destinations.descriptor_of(index, common);
        if descriptor.msg_id == MQMI_NONE {
            descriptor.msg_id = verbs.new_message_id();
        }
        let envelope = Envelope {
            q_name: Text(*object.object_name.bytes()),
            q_mgr_name: Text(*object.object_q_mgr_name.bytes()),
            descriptor,
        };
        Incoming {
            envelope: Arc::new(envelope),
            data: self.common.data.clone(),
            under_syncpoint: self.common.under_syncpoint,
        }
    }
}
