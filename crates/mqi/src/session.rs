//! The verbs as methods, over any road.
//!
//! A road implements one method, [`Connected::call`], which blocks until the verb is
//! answered. [`Session`] gives it the face applications see, so that the same program and
//! the same tests run over every road.

use crate::call::{CommandOutcome, GetReply, PutReply, Reply, Request};
use crate::distribution::{ListPut, OpenedList};
use crate::generated::structs::MsgDescriptor;
use crate::local::{LocalAnswer, LocalOrder};
use crate::options::{
    GetOptions, ObjectDescriptor, ObjectHandle, PutOptions, StatusReport, SubscriptionDescriptor,
};
use crate::q_mgr_ccsid::QMgrCcsid;
use crate::reason::Reason;
use crate::xa::{XaCall, XaCode, XaReply};
use bytes::Bytes;
use std::fmt;

/// A connection to a queue manager, by whatever road.
pub trait Connected {
    /// Carries out one verb and waits for its answer. What the answer says is durable is
    /// durable when this returns. A broken road answers `Reply::Failed` with
    /// `MQRC_CONNECTION_BROKEN`.
    fn call(&mut self, request: Request) -> Reply;

    /// How often the connection was made again: what was learned of the queue manager before may not be so of the one there is now. Of
    /// a road that stays broken when it breaks this is 0; one around another says what that one says.
    fn times_made_again(&self) -> u64 {
        0
    }
}

impl<C: Connected + ?Sized> Connected for Box<C> {
    fn call(&mut self, request: Request) -> Reply {
        (**self).call(request)
    }

    fn times_made_again(&self) -> u64 {
        (**self).times_made_again()
    }
}

/// A verb that failed: which one, on what, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MqError {
    /// Name of the verb.
    pub verb: &'static str,
    /// Name of the object it was for; empty when there is none.
    pub object: String,
    /// Why. Its display form says what to do.
    pub reason: Reason,
}

impl fmt::Display for MqError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.object.is_empty() {
            write!(f, "{} failed: {}", self.verb, self.reason)
        } else {
            write!(
                f,
                "{} of {} failed: {}",
                self.verb, self.object, self.reason
            )
        }
    }
}

impl std::error::Error for MqError {}

impl From<MqError> for Reason {
    fn from(error: MqError) -> Self {
        error.reason
    }
}

/// The verbs over one connection.
#[derive(Debug)]
pub struct Session<C> {
    road: C,
    ccsid: QMgrCcsid,
    /// How often the road had been made again when that was looked at.
    made_again: u64,
}

impl<C: Connected> Session<C> {
    /// Offers the verbs over `road`.
    pub fn new(road: C) -> Self {
        Self {
            made_again: road.times_made_again(),
            ccsid: QMgrCcsid::default(),
            road,
        }
    }

    /// The code page of the queue manager, which is asked for once for each connection that is made; `None` where the user may not ask.
    pub fn q_mgr_ccsid(&mut self) -> Option<i32> {
        self.forget_another_ccsid();
        let known = self.ccsid.known(|request| self.road.call(request));
        self.forget_another_ccsid();
        known
    }

    /// Forgets the code page if it may be that of a queue manager this one was connected to before.
    fn forget_another_ccsid(&mut self) {
        let made_again = self.road.times_made_again();
        if std::mem::replace(&mut self.made_again, made_again) != made_again {
            self.ccsid.forget();
        }
    }

    /// The road itself.
    pub fn road(&mut self) -> &mut C {
        &mut self.road
    }

    /// `MQOPEN` of a queue by name. Options are `MQOO_*`.
    ///
    /// # Errors
    /// The reason of the failed verb, such as `MQRC_UNKNOWN_OBJECT_NAME`.
    pub fn open(&mut self, queue: &str, options: i32) -> Result<ObjectHandle, MqError> {
        self.open_object(&mut ObjectDescriptor::queue(queue), options)
    }

    /// `MQOPEN`. The descriptor's returned fields are filled in.
    ///
    /// # Errors
    /// The reason of the failed verb.
    pub fn open_object(
        &mut self,
        object: &mut ObjectDescriptor,
        options: i32,
    ) -> Result<ObjectHandle, MqError> {
        match self.road.call(Request::Open {
            descriptor: object.clone(),
            options,
        }) {
            Reply::Opened { handle, descriptor } => {
                *object = *descriptor;
                Ok(handle)
            }
            other => Err(unexpected("MQOPEN", object.object_name.as_str(), &other)),
        }
    }

    /// `MQCLOSE`. Options are `MQCO_*`.
    ///
    /// # Errors
    /// The reason of the failed verb.
    pub fn close(&mut self, handle: ObjectHandle, options: i32) -> Result<Reason, MqError> {
        self.simple("MQCLOSE", Request::Close { handle, options })
    }

    /// `MQPUT`. The descriptor is updated with what the queue manager filled in.
    ///
    /// # Errors
    /// The reason of the failed verb.
    pub fn put(
        &mut self,
        handle: ObjectHandle,
        descriptor: &mut MsgDescriptor,
        options: &mut PutOptions,
        body: impl Into<Bytes>,
    ) -> Result<Reason, MqError> {
        let request = Request::Put {
            handle,
            descriptor: descriptor.clone(),
            options: options.clone(),
            body: body.into(),
        };
        match self.road.call(request) {
            Reply::Put(reply) => Ok(take_put(*reply, descriptor, options)),
            other => Err(unexpected("MQPUT", "", &other)),
        }
    }

    /// `MQPUT1`: open, put, close in one verb.
    ///
    /// # Errors
    /// The reason of the failed verb.
    pub fn put1(
        &mut self,
        object: &ObjectDescriptor,
        descriptor: &mut MsgDescriptor,
        options: &mut PutOptions,
        body: impl Into<Bytes>,
    ) -> Result<Reason, MqError> {
        let request = Request::Put1 {
            object: Box::new(object.clone()),
            descriptor: descriptor.clone(),
            options: options.clone(),
            body: body.into(),
        };
        match self.road.call(request) {
            Reply::Put(reply) => Ok(take_put(*reply, descriptor, options)),
            other => Err(unexpected("MQPUT1", object.object_name.as_str(), &other)),
        }
    }

    /// `MQOPEN` of a distribution list. A list none of whose destinations could be opened is an outcome, too.
    ///
    /// # Errors
    /// The reason when the call itself is refused, `MQRC_RECS_PRESENT_ERROR` for one.
    pub fn open_list(
        &mut self,
        list: &ObjectDescriptor,
        options: i32,
    ) -> Result<OpenedList, MqError> {
        match self.road.call(Request::Open {
            descriptor: list.clone(),
            options,
        }) {
            Reply::OpenedList(opened) => Ok(*opened),
            other => Err(unexpected("MQOPEN", "", &other)),
        }
    }

    /// `MQPUT` to a distribution list. A put none of whose messages went anywhere is an outcome, too.
    ///
    /// # Errors
    /// The reason when the call itself is refused, `MQRC_PMO_RECORD_FLAGS_ERROR` for one.
    pub fn put_list(
        &mut self,
        list: ObjectHandle,
        descriptor: &MsgDescriptor,
        options: &PutOptions,
        body: impl Into<Bytes>,
    ) -> Result<ListPut, MqError> {
        let request = Request::Put {
            handle: list,
            descriptor: descriptor.clone(),
            options: options.clone(),
            body: body.into(),
        };
        match self.road.call(request) {
            Reply::ListPut(put) => Ok(*put),
            other => Err(unexpected("MQPUT", "", &other)),
        }
    }

    /// `MQPUT1` to a distribution list: as [`Self::open_list`], [`Self::put_list`] and close in one verb. A
    /// destination that could not be opened has the reason of that.
    ///
    /// # Errors
    /// As those.
    pub fn put1_list(
        &mut self,
        list: &ObjectDescriptor,
        descriptor: &MsgDescriptor,
        options: &PutOptions,
        body: impl Into<Bytes>,
    ) -> Result<ListPut, MqError> {
        let request = Request::Put1 {
            object: Box::new(list.clone()),
            descriptor: descriptor.clone(),
            options: options.clone(),
            body: body.into(),
        };
        match self.road.call(request) {
            Reply::ListPut(put) => Ok(*put),
            other => Err(unexpected("MQPUT1", "", &other)),
        }
    }

    /// `MQGET` into a buffer of `buffer_len` bytes. A warning (truncation) is in the
    /// reply's reason; the reply's body is what the buffer would hold.
    ///
    /// # Errors
    /// The reason of the failed verb, `MQRC_NO_MSG_AVAILABLE` for one.
    pub fn get(
        &mut self,
        handle: ObjectHandle,
        descriptor: &MsgDescriptor,
        options: &GetOptions,
        buffer_len: u32,
    ) -> Result<GetReply, MqError> {
        let request = Request::Get {
            handle,
            descriptor: descriptor.clone(),
            options: options.clone(),
            buffer_len,
        };
        match self.road.call(request) {
            Reply::Got(reply) => Ok(*reply),
            other => Err(unexpected("MQGET", "", &other)),
        }
    }

    /// `MQINQ`: integer values and character values, each in the order of their selectors.
    ///
    /// # Errors
    /// The reason of the failed verb.
    pub fn inquire(
        &mut self,
        handle: ObjectHandle,
        selectors: &[i32],
        int_count: u32,
        char_len: u32,
    ) -> Result<(Vec<i32>, Bytes, Reason), MqError> {
        let request = Request::Inquire {
            handle,
            selectors: selectors.to_vec(),
            int_count,
            char_len,
        };
        match self.road.call(request) {
            Reply::Inquired {
                ints,
                chars,
                reason,
            } => Ok((ints, chars, reason)),
            other => Err(unexpected("MQINQ", "", &other)),
        }
    }

    /// `MQSET`.
    ///
    /// # Errors
    /// The reason of the failed verb.
    pub fn set(
        &mut self,
        handle: ObjectHandle,
        selectors: &[i32],
        ints: &[i32],
        chars: &[u8],
    ) -> Result<Reason, MqError> {
        let request = Request::Set {
            handle,
            selectors: selectors.to_vec(),
            ints: ints.to_vec(),
            chars: Bytes::copy_from_slice(chars),
        };
        self.simple("MQSET", request)
    }

    /// `MQBEGIN`.
    ///
    /// # Errors
    /// The reason of the failed verb.
    pub fn begin(&mut self) -> Result<Reason, MqError> {
        self.simple("MQBEGIN", Request::Begin { options: 0 })
    }

    /// `MQCMIT`: when it returns, the unit of work is durable and its messages are visible.
    ///
    /// # Errors
    /// The reason of the failed verb.
    pub fn commit(&mut self) -> Result<Reason, MqError> {
        self.simple("MQCMIT", Request::Commit)
    }

    /// `MQBACK`.
    ///
    /// # Errors
    /// The reason of the failed verb.
    pub fn back_out(&mut self) -> Result<Reason, MqError> {
        self.simple("MQBACK", Request::BackOut)
    }

    /// `MQSTAT`.
    ///
    /// # Errors
    /// The reason of the failed verb.
    pub fn status(&mut self, kind: i32) -> Result<StatusReport, MqError> {
        match self.road.call(Request::Stat { kind }) {
            Reply::Status(report) => Ok(*report),
            other => Err(unexpected("MQSTAT", "", &other)),
        }
    }

    /// `MQSUB`: the handle of the queue publications are got from, and that of the subscription. The descriptor's
    /// returned fields are filled in. With `MQSO_MANAGED` pass [`ObjectHandle::NONE`].
    ///
    /// # Errors
    /// The reason of the failed verb, such as `MQRC_SUB_ALREADY_EXISTS`.
    pub fn subscribe(
        &mut self,
        subscription: &mut SubscriptionDescriptor,
        queue: ObjectHandle,
    ) -> Result<(ObjectHandle, ObjectHandle), MqError> {
        match self.road.call(Request::Subscribe {
            descriptor: Box::new(subscription.clone()),
            queue,
        }) {
            Reply::Subscribed(reply) => {
                *subscription = reply.descriptor;
                Ok((reply.queue, reply.subscription))
            }
            other => Err(unexpected("MQSUB", &subscription.sub_name, &other)),
        }
    }

    /// `MQSUBRQ`: how many retained publications were put on the subscription's queue. Action and options are
    /// `MQSR_*` and `MQSRO_*`.
    ///
    /// # Errors
    /// The reason of the failed verb, such as `MQRC_NO_RETAINED_MSG`.
    pub fn subscription_request(
        &mut self,
        subscription: ObjectHandle,
        action: i32,
        options: i32,
    ) -> Result<i32, MqError> {
        match self.road.call(Request::SubscriptionRequest {
            handle: subscription,
            action,
            options,
        }) {
            Reply::Requested(publications) => Ok(publications),
            other => Err(unexpected("MQSUBRQ", "", &other)),
        }
    }

    /// A call of a transaction manager. A connection that answers nothing any more is a
    /// resource manager that failed: `XAER_RMFAIL`.
    pub fn xa(&mut self, call: XaCall) -> XaReply {
        match self.road.call(Request::Xa(call)) {
            Reply::Xa(reply) => reply,
            Reply::Failed(Reason::CALL_IN_PROGRESS) => XaCode::PROTO.into(),
            _ => XaCode::RMFAIL.into(),
        }
    }

    /// Runs one MQSC command and returns what it prints and how it ended.
    ///
    /// # Errors
    /// The reason when the command could not be handed over at all.
    pub fn command(&mut self, text: &str) -> Result<(String, CommandOutcome), MqError> {
        let mut printed = String::new();
        let outcome = self.command_in_pieces(text, |piece| printed.push_str(piece))?;
        Ok((printed, outcome))
    }

    /// The same for what a program does not want to hold at once: `print` is given one piece after the other.
    ///
    /// # Errors
    /// The reason when the command could not be handed over, or its output breaks off.
    pub fn command_in_pieces(
        &mut self,
        text: &str,
        mut print: impl FnMut(&str),
    ) -> Result<CommandOutcome, MqError> {
        let mut request = Request::Command {
            text: text.to_owned(),
        };
        loop {
            match self.road.call(request) {
                Reply::CommandOutput { text, outcome } => {
                    print(&text);
                    if let Some(outcome) = outcome {
                        return Ok(outcome);
                    }
                }
                other => return Err(unexpected("MQSC command", "", &other)),
            }
            request = Request::MoreOutput;
        }
    }

    /// Has an order of our own carried out, and gives back its answers and how it ended.
    ///
    /// # Errors
    /// The reason when it could not be handed over, or its answers break off.
    pub fn local(
        &mut self,
        order: LocalOrder,
    ) -> Result<(Vec<LocalAnswer>, CommandOutcome), MqError> {
        let mut all = Vec::new();
        let mut request = Request::Local(Box::new(order));
        loop {
            match self.road.call(request) {
                Reply::LocalAnswers { answers, outcome } => {
                    all.extend(answers);
                    if let Some(outcome) = outcome {
                        return Ok((all, outcome));
                    }
                }
                other => return Err(unexpected("local order", "", &other)),
            }
            request = Request::MoreOutput;
        }
    }

    /// `MQDISC`: commits what is uncommitted, closes every handle, ends the connection.
    ///
    /// # Errors
    /// The reason of the failed verb; the connection is gone all the same.
    pub fn disconnect(mut self) -> Result<Reason, MqError> {
        self.simple("MQDISC", Request::Disconnect)
    }

    fn simple(&mut self, verb: &'static str, request: Request) -> Result<Reason, MqError> {
        match self.road.call(request) {
            Reply::Done(reason) => Ok(reason),
            other => Err(unexpected(verb, "", &other)),
        }
    }
}

fn take_put(reply: PutReply, descriptor: &mut MsgDescriptor, options: &mut PutOptions) -> Reason {
    *descriptor = reply.descriptor;
    options.resolved_q_name = reply.resolved_q_name;
    options.resolved_q_mgr_name = reply.resolved_q_mgr_name;
    reply.reason
}

/// The failure a reply stands for. An answer of the wrong kind is a broken road.
fn unexpected(verb: &'static str, object: &str, reply: &Reply) -> MqError {
    let reason = match reply {
        Reply::Failed(reason) => *reason,
        _ => Reason::UNEXPECTED_ERROR,
    };
    MqError {
        verb,
        object: object.to_owned(),
        reason,
    }
}
