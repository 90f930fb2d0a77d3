//! Queues that messages of a channel were put on lately. They stay open, so that a message costs one verb and no name is resolved for
//! it, until nothing has come for a second: an administrator who wants to delete one does not wait long.

use crate::message::receiving::Incoming;
use ferromq_mqi::call::Request;
use ferromq_mqi::distribution_header::Destinations;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle, PutOptions};
use ferromq_mqi::{MsgDescriptor, Reason};

/// So many are open at most.
const OPEN_MAX: usize = 16;
/// They are closed when nothing was put for so long.
const IDLE_NS: u64 = 1_000_000_000;

/// Where a message goes, and by whose authority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Target {
    q_name: [u8; 48],
    q_mgr_name: [u8; 48],
    /// The user of the message, blank where it names nobody; `None` for that of the channel.
    author: Option<FixedText<12>>,
}

impl Target {
    fn of(message: &Incoming, by_context: bool) -> Self {
        let envelope = &message.envelope;
        // Documented: a message without context is put with the authority of a blank user, whom nothing can be granted. What the
        // channel may is not for whoever leaves the context out.
        let user = || FixedText::from_field(&envelope.descriptor.user_identifier);
        let author = by_context.then(user);
        Self {
            q_name: envelope.q_name.0,
            q_mgr_name: envelope.q_mgr_name.0,
            author,
        }
    }

    fn stands_in_to_put(&self) -> i32 {
        match self.author {
            Some(_) => MQPMO_ALTERNATE_USER_AUTHORITY,
            None => MQPMO_NONE,
        }
    }

    fn object(&self) -> ObjectDescriptor {
        ObjectDescriptor {
            alternate_user_id: self.author.unwrap_or(FixedText::BLANK),
            object_name: ObjectName::from_field(&self.q_name),
            object_q_mgr_name: ObjectName::from_field(&self.q_mgr_name),
            ..ObjectDescriptor::default()
        }
    }
}

/// The verb a message wants next.
pub(super) enum Step {
    /// This puts it: [`Targets::failed`] if it does not.
    Put(Request),
    /// Its queue is opened: [`Targets::opened`].
    Open(Request),
    /// Another one is closed first: then it is asked again.
    Close(Request),
}

/// See the module.
#[derive(Default)]
pub(super) struct Targets {
    /// `PUTAUT(CTX)`: a message is put with the authority of the user it names.
    by_context: bool,
    /// The one used last is the last.
    open: Vec<(Target, ObjectHandle)>,
    /// Where the last message went that none of these were for.
    other: Option<Target>,
    put_ns: u64,
}

impl Targets {
    pub(super) fn new(by_context: bool) -> Self {
        Self {
            by_context,
            ..Self::default()
        }
    }

    /// What is to be done for a message at this time. A queue is opened with the second message for it.
    pub(super) fn next(&mut self, message: &Incoming, now_ns: u64) -> Step {
        self.put_ns = now_ns;
        let target = Target::of(message, self.by_context);
        if let Some(at) = self.open.iter().rposition(|(known, _)| *known == target) {
            let found = self.open.remove(at);
            self.open.push(found);
            return Step::Put(Request::Put {
                handle: found.1,
                descriptor: message.envelope.descriptor.clone(),
                options: put_options(message, MQPMO_NONE),
                body: message.data.clone(),
            });
        }
        if self.other != Some(target) {
            self.other = Some(target);
            return Step::Put(Request::Put1 {
                object: Box::new(target.object()),
                descriptor: message.envelope.descriptor.clone(),
                options: put_options(message, target.stands_in_to_put()),
                body: message.data.clone(),
            });
        }
        if self.open.len() >= OPEN_MAX {
            let (_, oldest) = self.open.remove(0);
            return Step::Close(close(oldest));
        }
        let stands_in = match target.author {
            Some(_) => MQOO_ALTERNATE_USER_AUTHORITY,
            None => 0,
        };
        Step::Open(Request::Open {
            descriptor: target.object(),
            options: MQOO_OUTPUT
                | MQOO_SET_ALL_CONTEXT
                | MQOO_BIND_NOT_FIXED
                | MQOO_FAIL_IF_QUIESCING
                | stands_in,
        })
    }

    /// Puts a message on several queues, with this descriptor and what is different about each.
    pub(super) fn together(
        &self,
        message: &Incoming,
        descriptor: MsgDescriptor,
        destinations: Destinations,
    ) -> Request {
        let target = Target::of(message, self.by_context);
        let records = &destinations.records;
        let has_records = !records.records.is_empty();
        Request::Put1 {
            object: Box::new(ObjectDescriptor {
                alternate_user_id: target.object().alternate_user_id,
                records: destinations.objects,
                ..ObjectDescriptor::default()
            }),
            descriptor,
            options: PutOptions {
                records: has_records.then(|| Box::new(records.clone())),
                ..put_options(message, target.stands_in_to_put())
            },
            body: message.data.clone(),
        }
    }

    /// The queue of a message is open.
    pub(super) fn opened(&mut self, message: &Incoming, handle: ObjectHandle) {
        self.other = None;
        let target = Target::of(message, self.by_context);
        self.open.push((target, handle));
    }

    /// A put failed. If its queue is open here and that may be why, for another one may have that name now, it is closed with this:
    /// then the message is put by name.
    pub(super) fn failed(&mut self, message: &Incoming, why: Reason) -> Option<Request> {
        if !matches!(
            why,
            Reason::OBJECT_CHANGED | Reason::Q_DELETED | Reason::HOBJ_ERROR
        ) {
            return None;
        }
        let target = Target::of(message, self.by_context);
        let at = self.open.iter().position(|(known, _)| *known == target)?;
        let (_, handle) = self.open.remove(at);
        Some(close(handle))
    }

    /// Closes one nobody has used for a while.
    pub(super) fn rest(&mut self, now_ns: u64) -> Option<Request> {
        let (_, handle) = self.open.pop_if(|_| self.put_ns + IDLE_NS <= now_ns)?;
        Some(close(handle))
    }

    /// When [`Self::rest`] is wanted.
    pub(super) fn rest_due_ns(&self) -> Option<u64> {
        (!self.open.is_empty()).then_some(self.put_ns + IDLE_NS)
    }
}

fn close(handle: ObjectHandle) -> Request {
    Request::Close {
        handle,
        options: MQCO_NONE,
    }
}

fn put_options(message: &Incoming, more: i32) -> PutOptions {
    let syncpoint = match message.under_syncpoint {
        true => MQPMO_SYNCPOINT,
        false => MQPMO_NO_SYNCPOINT,
    };
    PutOptions {
        options: syncpoint | more | MQPMO_SET_ALL_CONTEXT | MQPMO_FAIL_IF_QUIESCING,
        ..PutOptions::default()
    }
}
