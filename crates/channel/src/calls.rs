//! Calls into requests, replies into answers.

use crate::line::{Ask, Line, Outcome};
use ferromq_mqi::call::{PutReply, Reply, Request, SubscribeReply};
use ferromq_mqi::distribution::{ListPut, OpenedList, Outcome as ListOutcome};
use ferromq_mqi::generated::constants::{
    MQGMO_FAIL_IF_QUIESCING, MQOO_FAIL_IF_QUIESCING, MQPMO_ASYNC_RESPONSE, MQPMO_FAIL_IF_QUIESCING,
    MQSO_ALTER, MQSO_CREATE, MQSO_FAIL_IF_QUIESCING, MQSO_RESUME, MQSRO_FAIL_IF_QUIESCING,
};
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle, Sharing};
use ferromq_mqi::xa::XaCode;
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::{Connection, OpenDefaults};
use ferromq_wire::Call;
use ferromq_wire::call::{
    Attributes, GetReply, Open, Put, Put1, Stat, Subscribe, SubscribeRequest,
};
use ferromq_wire::inbound::Payload;
use ferromq_wire::spi::{Spi, SpiBody};
use ferromq_wire::structure::{
    GetMessage, LocalOpen, LocalSubscription, Object, OpenAttributes, PutMessage, StatusStructure,
    StringBuffers, Subscription,
};
use ferromq_wire::text::CodePage;
use ferromq_wire::xa::XaHead;

/// Whether the sender of a list wants response records.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Responses(bool);

impl Responses {
    fn of(object: &Object<'_>) -> Self {
        Self(!object.list.responses.is_empty())
    }

    /// The structure for a descriptor, with response records where they are wanted.
    fn object(self, descriptor: &ObjectDescriptor) -> Object<'_> {
        let mut object = Object::of(descriptor);
        if !self.0 {
            object.list.responses.clear();
        }
        object
    }
}

/// What an answer repeats of its request.
// Kept in place: a put that waits for the log would pay for a box.
#[allow(clippy::large_enum_variant)]
#[derive(Debug)]
pub(crate) enum Echo {
    /// Nothing.
    Bare,
    /// Nobody reads the answer.
    Unread,
    Open {
        descriptor: ObjectDescriptor,
        /// Buffer offered for the object string, which the answer repeats.
        buffer_bytes: i32,
        options: i32,
        attributes: Option<OpenAttributes>,
        responses: Responses,
    },
    SpiOpen {
        descriptor: ObjectDescriptor,
        buffer_bytes: i32,
        local: LocalOpen,
        responses: Responses,
    },
    Put(MsgDescriptor, PutMessage),
    Put1(ObjectDescriptor, Responses, MsgDescriptor, PutMessage),
    SpiPut(MsgDescriptor, PutMessage),
    Get(MsgDescriptor, GetMessage),
    /// Selectors of an inquiry.
    Inquire(Vec<i32>),
    Stat(StatusStructure<'static>, i32),
    /// Options of a subscription.
    Subscribe(i32, StringBuffers),
    SpiSubscribe(LocalSubscription<'static>, StringBuffers),
    SubscriptionRequest(SubscribeRequest),
    /// Header of the call of a transaction manager.
    Xa(XaHead),
}

/// A verb to run, and how to answer it.
#[allow(clippy::large_enum_variant)]
pub(crate) enum Translated {
    Verb(Request, Echo),
    /// It has failed.
    Failed(Reason, Echo),
    /// It is answered with this reason and no body.
    Refused(Reason),
    /// A call that other parts see to.
    Other,
}

/// Turns a call into a request. `payload` is what `call` was read from: message data is taken out of it.
pub(crate) fn translate(
    handle: i32,
    call: Call<'_>,
    payload: &Payload<'_>,
    quiet_puts: bool,
    page: CodePage,
) -> Translated {
    let handle = ObjectHandle(handle);
    match call {
        Call::Open(open) => translate_open(&open),
        Call::Spi(spi) => translate_spi(handle, spi, payload),
        Call::Close(options) => Translated::Verb(Request::Close { handle, options }, Echo::Bare),
        Call::Put(put) if put.options.list.is_wrong => {
            Translated::Refused(Reason::RECS_PRESENT_ERROR)
        }
        Call::Put(put) => {
            let options = put.options.to_options();
            let echo = if quiet_puts && is_async(options.options) {
                Echo::Unread
            } else {
                Echo::Put(put.descriptor.clone(), put.options)
            };
            let request = Request::Put {
                handle,
                options,
                descriptor: put.descriptor,
                body: payload.share(put.data),
            };
            Translated::Verb(request, echo)
        }
        Call::Put1(put1) => translate_put1(put1, payload, quiet_puts),
        Call::Get(get) => {
            let request = Request::Get {
                handle,
                descriptor: get.descriptor.clone(),
                options: get.options.to_options(),
                buffer_len: get.buffer_bytes,
            };
            Translated::Verb(request, Echo::Get(get.descriptor, get.options))
        }
        Call::Inquire(inquire) => {
            let echo = Echo::Inquire(inquire.selectors.clone());
            let request = Request::Inquire {
                handle,
                selectors: inquire.selectors,
                int_count: inquire.int_count,
                char_len: inquire.char_bytes,
            };
            Translated::Verb(request, echo)
        }
        Call::Attributes(set) => {
            let mut chars = set.chars.to_vec();
            page.decode(&mut chars);
            let request = Request::Set {
                handle,
                selectors: set.selectors,
                ints: set.ints,
                chars: chars.into(),
            };
            Translated::Verb(request, Echo::Bare)
        }
        Call::Stat(stat) => {
            let status = StatusStructure {
                version: stat.status.version,
                ..StatusStructure::default()
            };
            Translated::Verb(
                Request::Stat { kind: stat.kind },
                Echo::Stat(status, stat.kind),
            )
        }
        Call::Subscribe(subscribe) => {
            let buffers = StringBuffers::of(&subscribe.subscription);
            let echo = Echo::Subscribe(subscribe.options, buffers);
            translate_subscribe(handle, &subscribe.subscription, Sharing::No, echo)
        }
        Call::SubscribeRequest(asked) => {
            let request = Request::SubscriptionRequest {
                handle,
                action: asked.action,
                options: asked.options.options,
            };
            Translated::Verb(request, Echo::SubscriptionRequest(asked))
        }
        Call::Connect(_) | Call::Empty | Call::GetReply(_) => Translated::Other,
    }
}

fn is_async(options: i32) -> bool {
    options & MQPMO_ASYNC_RESPONSE != 0
}

/// Clients look into this queue for what is to be encrypted before they use another. Messages are not
/// encrypted here; a client that finds no such queue goes on at once.
const POLICY_QUEUE: &str = "SYSTEM.PROTECTION.POLICY.QUEUE";

/// The descriptor of what is to be opened, or why there is none.
fn descriptor_of(object: &Object<'_>) -> Result<ObjectDescriptor, Reason> {
    if object.list.is_wrong {
        return Err(Reason::RECS_PRESENT_ERROR);
    }
    object
        .to_descriptor()
        .map_err(|_| Reason::OBJECT_STRING_ERROR)
}

fn translate_open(open: &Open<'_>) -> Translated {
    let descriptor = match descriptor_of(&open.object) {
        Ok(descriptor) => descriptor,
        Err(reason) => return Translated::Refused(reason),
    };
    let request = Request::Open {
        descriptor: descriptor.clone(),
        options: open.options,
    };
    let is_policy = descriptor.object_name.as_str() == POLICY_QUEUE;
    let echo = Echo::Open {
        descriptor,
        buffer_bytes: open.object.object_string.buffer_bytes,
        options: open.options,
        attributes: open.attributes.clone(),
        responses: Responses::of(&open.object),
    };
    if is_policy {
        return Translated::Failed(Reason::UNKNOWN_OBJECT_NAME, echo);
    }
    Translated::Verb(request, echo)
}

fn translate_spi(handle: ObjectHandle, spi: Spi<'_>, payload: &Payload<'_>) -> Translated {
    match spi.body {
        SpiBody::Put { put, .. } => {
            let mut options = put.options.to_options();
            options.may_delay = true;
            let echo = Echo::SpiPut(put.descriptor.clone(), put.options);
            let request = Request::Put {
                handle,
                options,
                descriptor: put.descriptor,
                body: payload.share(put.data),
            };
            Translated::Verb(request, echo)
        }
        SpiBody::Open { local, object } => {
            let descriptor = match descriptor_of(&object) {
                Ok(descriptor) => descriptor,
                Err(reason) => return Translated::Refused(reason),
            };
            let request = Request::Open {
                descriptor: descriptor.clone(),
                options: local.options,
            };
            let echo = Echo::SpiOpen {
                descriptor,
                buffer_bytes: object.object_string.buffer_bytes,
                local,
                responses: Responses::of(&object),
            };
            Translated::Verb(request, echo)
        }
        SpiBody::Subscribe {
            local,
            mut subscription,
            ..
        } => {
            let sharing = if local.options & LocalSubscription::SHARED != 0 {
                Sharing::Yes
            } else if local.open_options == LocalSubscription::OPEN_TO_REMOVE {
                Sharing::Either
            } else {
                Sharing::No
            };
            // A client of JMS that subscribes again adds the one to the other, which `MQSUB` does not take.
            const AGAIN: i32 = MQSO_CREATE | MQSO_ALTER | MQSO_RESUME;
            if subscription.options & AGAIN == AGAIN {
                subscription.options &= !MQSO_RESUME;
            }
            let buffers = StringBuffers::of(&subscription);
            let echo = Echo::SpiSubscribe(local.without_string(), buffers);
            translate_subscribe(handle, &subscription, sharing, echo)
        }
        SpiBody::Query | SpiBody::Reserve { .. } | SpiBody::Notify { .. } => Translated::Other,
        _ => Translated::Refused(Reason::FUNCTION_NOT_SUPPORTED),
    }
}

fn translate_subscribe(
    handle: ObjectHandle,
    subscription: &Subscription<'_>,
    sharing: Sharing,
    echo: Echo,
) -> Translated {
    let Ok(mut descriptor) = subscription.to_descriptor() else {
        return Translated::Refused(Reason::OBJECT_STRING_ERROR);
    };
    descriptor.sharing = sharing;
    let queue = match handle {
        ObjectHandle::UNUSABLE => ObjectHandle::NONE,
        given => given,
    };
    let request = Request::Subscribe {
        descriptor: Box::new(descriptor),
        queue,
    };
    Translated::Verb(request, echo)
}

fn translate_put1(put1: Put1<'_>, payload: &Payload<'_>, quiet_puts: bool) -> Translated {
    let object = match descriptor_of(&put1.object) {
        Ok(descriptor) => descriptor,
        Err(reason) => return Translated::Refused(reason),
    };
    let put = put1.put;
    if put.options.list.is_wrong {
        return Translated::Refused(Reason::RECS_PRESENT_ERROR);
    }
    let options = put.options.to_options();
    let echo = if quiet_puts && is_async(options.options) {
        Echo::Unread
    } else {
        let responses = Responses::of(&put1.object);
        Echo::Put1(
            object.clone(),
            responses,
            put.descriptor.clone(),
            put.options,
        )
    };
    let request = Request::Put1 {
        object,
        options,
        descriptor: put.descriptor,
        body: payload.share(put.data),
    };
    Translated::Verb(request, echo)
}

/// True for a verb that asked to fail while things are coming to an end.
pub(crate) fn fails_if_quiescing(request: &Request) -> bool {
    match request {
        Request::Open { options, .. } => options & MQOO_FAIL_IF_QUIESCING != 0,
        Request::Put { options, .. } | Request::Put1 { options, .. } => {
            options.options & MQPMO_FAIL_IF_QUIESCING != 0
        }
        Request::Get { options, .. } => options.options & MQGMO_FAIL_IF_QUIESCING != 0,
        Request::Subscribe { descriptor, .. } => descriptor.options & MQSO_FAIL_IF_QUIESCING != 0,
        Request::SubscriptionRequest { options, .. } => options & MQSRO_FAIL_IF_QUIESCING != 0,
        _ => false,
    }
}

impl Line {
    /// Answers a verb. `connection` is the one it ran on.
    pub(crate) fn answer_verb(
        &mut self,
        ask: Ask,
        echo: Echo,
        reply: Reply,
        connection: &mut Connection,
    ) {
        match reply {
            Reply::Failed(reason) => self.answer_failed(ask, echo, reason),
            Reply::Done(reason) => self.answer(&ask, Outcome::Done(reason), Call::Empty),
            Reply::Opened { handle, descriptor } => {
                let defaults = connection.open_defaults(handle);
                let ask = Ask {
                    handle: handle.0,
                    ..ask
                };
                self.answer_opened(&ask, echo, &descriptor, defaults, None, Outcome::OK);
            }
            Reply::Put(reply) => self.answer_put(&ask, echo, reply),
            Reply::Got(reply) => {
                let Echo::Get(_, mut options) = echo else {
                    return;
                };
                options.set_returned(&reply.options);
                let got = GetReply {
                    descriptor: reply.descriptor,
                    options,
                    message_bytes: reply.data_length,
                    data: &reply.body,
                };
                let outcome = Outcome::Done(reply.reason);
                self.answer_with(&ask, outcome, Call::GetReply(got), Some(&reply.body));
            }
            Reply::Inquired {
                ints,
                chars,
                reason,
            } => {
                let Echo::Inquire(selectors) = echo else {
                    return;
                };
                let mut converted = chars.to_vec();
                ask.head.form(self.fap).page.encode(&mut converted);
                let attributes = Attributes {
                    selectors,
                    ints,
                    chars: &converted,
                };
                self.answer(&ask, Outcome::Done(reason), Call::Attributes(attributes));
            }
            Reply::Status(report) => {
                let Echo::Stat(mut status, kind) = echo else {
                    return;
                };
                status.set_returned(&report);
                self.answer(&ask, Outcome::OK, Call::Stat(Stat { kind, status }));
            }
            Reply::Xa(reply) => {
                if let Echo::Xa(head) = echo {
                    self.answer_xa(&ask, head, &reply);
                }
            }
            Reply::Subscribed(reply) => self.answer_subscribed(ask, echo, &reply),
            Reply::Requested(publications) => {
                if let Echo::SubscriptionRequest(mut asked) = echo {
                    asked.options.publications = publications;
                    self.answer(&ask, Outcome::OK, Call::SubscribeRequest(asked));
                }
            }
            Reply::OpenedList(opened) => self.answer_opened_list(ask, echo, &opened),
            Reply::ListPut(put) => self.answer_list_put(&ask, echo, *put),
            // No call with an API header ends like this.
            Reply::CommandOutput { .. } => {
                self.answer(&ask, Outcome::Failed(Reason::UNEXPECTED_ERROR), Call::Empty);
            }
        }
    }

    fn answer_put(&mut self, ask: &Ask, echo: Echo, reply: PutReply) {
        let outcome = Outcome::Done(reply.reason);
        let (q_name, q_mgr_name) = (reply.resolved_q_name, reply.resolved_q_mgr_name);
        match echo {
            Echo::Put(_, mut options) => {
                options.set_returned(q_name, q_mgr_name);
                let put = put_answer(reply.descriptor, options);
                self.answer(ask, outcome, Call::Put(put));
            }
            Echo::SpiPut(_, mut options) => {
                options.set_returned(q_name, q_mgr_name);
                let put = put_answer(reply.descriptor, options);
                self.answer(ask, outcome, spi_put_answer(put));
            }
            Echo::Put1(mut object, _, _, mut options) => {
                options.set_returned(q_name, q_mgr_name);
                (object.resolved_q_name, object.resolved_q_mgr_name) = (q_name, q_mgr_name);
                let put = put_answer(reply.descriptor, options);
                let object = Object::of(&object);
                self.answer(ask, outcome, Call::Put1(Put1 { object, put }));
            }
            // Nobody reads it.
            _ => {}
        }
    }

    fn answer_opened_list(&mut self, ask: Ask, echo: Echo, opened: &OpenedList) {
        let (Echo::Open { descriptor, .. } | Echo::SpiOpen { descriptor, .. }) = &echo else {
            return;
        };
        let descriptor = descriptor.clone();
        let ask = Ask {
            handle: opened.handle.0,
            ..ask
        };
        let (defaults, list) = (OpenDefaults::default(), Some(&opened.outcome));
        let outcome = outcome_of(&opened.outcome);
        self.answer_opened(&ask, echo, &descriptor, defaults, list, outcome);
    }

    fn answer_list_put(&mut self, ask: &Ask, echo: Echo, put: ListPut) {
        let outcome = outcome_of(&put.outcome);
        match echo {
            Echo::Put(_, mut options) => {
                options.set_list_returned(&put);
                let put = put_answer(put.descriptor, options);
                self.answer(ask, outcome, Call::Put(put));
            }
            Echo::SpiPut(_, mut options) => {
                options.set_list_returned(&put);
                let put = put_answer(put.descriptor, options);
                self.answer(ask, outcome, spi_put_answer(put));
            }
            Echo::Put1(object, responses, _, mut options) => {
                options.set_list_returned(&put);
                let object = returned(responses.object(&object), Some(&put.outcome));
                let put = put_answer(put.descriptor, options);
                self.answer(ask, outcome, Call::Put1(Put1 { object, put }));
            }
            // Nobody reads it.
            _ => {}
        }
    }

    fn answer_subscribed(&mut self, ask: Ask, echo: Echo, reply: &SubscribeReply) {
        let ask = Ask {
            handle: reply.queue.0,
            ..ask
        };
        let outcome = Outcome::Done(reply.reason);
        let mut subscription = Subscription::of(&reply.descriptor);
        match echo {
            Echo::Subscribe(options, buffers) => {
                buffers.repeat_in(&mut subscription);
                let subscribe = Subscribe {
                    subscription_handle: reply.subscription.0,
                    options,
                    subscription,
                };
                self.answer(&ask, outcome, Call::Subscribe(subscribe));
            }
            Echo::SpiSubscribe(local, buffers) => {
                buffers.repeat_in(&mut subscription);
                let body = SpiBody::Subscribe {
                    handle: reply.subscription.0,
                    local,
                    subscription,
                };
                self.answer(&ask, outcome, Call::Spi(Spi::new(0, body)));
            }
            _ => {}
        }
    }

    /// Answers a verb that failed. Clients want the body back with most of them.
    pub(crate) fn answer_failed(&mut self, mut ask: Ask, echo: Echo, reason: Reason) {
        let outcome = Outcome::Failed(reason);
        match echo {
            Echo::Unread => {}
            Echo::Bare
            | Echo::Inquire(_)
            | Echo::Subscribe(..)
            | Echo::SpiSubscribe(..)
            | Echo::SubscriptionRequest(_) => self.answer(&ask, outcome, Call::Empty),
            Echo::Open { ref descriptor, .. } | Echo::SpiOpen { ref descriptor, .. } => {
                ask.handle = ObjectHandle::UNUSABLE.0;
                let descriptor = descriptor.clone();
                let defaults = OpenDefaults::default();
                self.answer_opened(&ask, echo, &descriptor, defaults, None, outcome);
            }
            Echo::Put(descriptor, options) => {
                self.answer(&ask, outcome, Call::Put(put_answer(descriptor, options)));
            }
            Echo::SpiPut(descriptor, options) => {
                let put = put_answer(descriptor, options);
                self.answer(&ask, outcome, spi_put_answer(put));
            }
            Echo::Put1(object, responses, descriptor, options) => {
                let put = put_answer(descriptor, options);
                let object = responses.object(&object);
                self.answer(&ask, outcome, Call::Put1(Put1 { object, put }));
            }
            Echo::Get(descriptor, options) => {
                let got = GetReply {
                    descriptor,
                    options,
                    message_bytes: 0,
                    data: &[],
                };
                self.answer(&ask, outcome, Call::GetReply(got));
            }
            // The connection is gone, or the queue manager is.
            Echo::Xa(head) => self.answer_xa(&ask, head, &XaCode::RMFAIL.into()),
            Echo::Stat(status, kind) => {
                self.answer(&ask, outcome, Call::Stat(Stat { kind, status }));
            }
        }
    }

    fn answer_opened(
        &mut self,
        ask: &Ask,
        echo: Echo,
        descriptor: &ObjectDescriptor,
        defaults: OpenDefaults,
        list: Option<&ListOutcome>,
        outcome: Outcome,
    ) {
        match echo {
            Echo::Open {
                buffer_bytes,
                options,
                attributes,
                responses,
                ..
            } => {
                let mut object = returned(responses.object(descriptor), list);
                object.object_string.buffer_bytes = buffer_bytes;
                let attributes = attributes.map(|_| OpenAttributes {
                    def_persistence: defaults.persistence,
                    def_put_response: defaults.put_response,
                    def_read_ahead: defaults.read_ahead,
                    property_control: defaults.property_control,
                });
                let open = Open {
                    object,
                    options,
                    attributes,
                };
                self.answer(ask, outcome, Call::Open(open));
            }
            Echo::SpiOpen {
                buffer_bytes,
                local,
                responses,
                ..
            } => {
                let mut object = returned(responses.object(descriptor), list);
                object.object_string.buffer_bytes = buffer_bytes;
                let local = LocalOpen {
                    def_persistence: defaults.persistence,
                    def_put_response: defaults.put_response,
                    def_read_ahead: defaults.read_ahead,
                    property_control: defaults.property_control,
                    ..local
                };
                let spi = Spi::new(0, SpiBody::Open { local, object });
                self.answer(ask, outcome, Call::Spi(spi));
            }
            _ => {}
        }
    }
}

/// With what became of its destinations.
fn returned<'a>(mut object: Object<'a>, list: Option<&ListOutcome>) -> Object<'a> {
    if let Some(outcome) = list {
        object.list.set_returned(outcome);
    }
    object
}

fn outcome_of(list: &ListOutcome) -> Outcome {
    match list.result() {
        Ok(reason) => Outcome::Done(reason),
        Err(reason) => Outcome::Failed(reason),
    }
}

fn spi_put_answer(put: Put<'static>) -> Call<'static> {
    Call::Spi(Spi::new(0, SpiBody::Put { flags: 0, put }))
}

fn put_answer(descriptor: MsgDescriptor, options: PutMessage) -> Put<'static> {
    Put {
        descriptor,
        options,
        data: &[],
    }
}
