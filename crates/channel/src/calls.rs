//! Calls into requests. What becomes of them is in `answers`.

use ferromq_mqi::call::Request;
use ferromq_mqi::generated::constants::{
    MQGMO_FAIL_IF_QUIESCING, MQOO_CO_OP, MQOO_FAIL_IF_QUIESCING, MQOO_INPUT_AS_Q_DEF,
    MQOO_INPUT_EXCLUSIVE, MQOO_INPUT_SHARED, MQOO_SAVE_ALL_CONTEXT, MQPMO_ASYNC_RESPONSE,
    MQPMO_FAIL_IF_QUIESCING, MQPMO_SYNC_RESPONSE, MQSO_ALTER, MQSO_CREATE, MQSO_FAIL_IF_QUIESCING,
    MQSO_RESUME, MQSRO_FAIL_IF_QUIESCING,
};
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle, Sharing};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_wire::Call;
use ferromq_wire::call::{Open, Put, Put1, Stat, SubscribeRequest};
use ferromq_wire::inbound::Payload;
use ferromq_wire::spi::{Spi, SpiBody};
use ferromq_wire::structure::{
    GetMessage, LocalOpen, LocalSubscription, Object, OpenAttributes, PutMessage, StatusStructure,
    StringBuffers, Subscription, keeps_context,
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
    pub(crate) fn object(self, descriptor: &ObjectDescriptor) -> Object<'_> {
        let mut object = Object::of(descriptor);
        if !self.0 {
            object.list.responses.clear();
        }
        object
    }
}

/// The buffers a request offers for the object string and the full one, which the answer repeats.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Buffers {
    object_string_bytes: i32,
    res_object_string_bytes: i32,
}

impl Buffers {
    fn of(object: &Object<'_>) -> Self {
        Self {
            object_string_bytes: object.object_string.buffer_bytes,
            res_object_string_bytes: object.res_object_string.buffer_bytes,
        }
    }

    /// Repeats them, and cuts the full string to its buffer between characters.
    pub(crate) fn repeat_in(self, object: &mut Object<'_>) {
        object.object_string.buffer_bytes = self.object_string_bytes;
        let full = &mut object.res_object_string;
        full.buffer_bytes = self.res_object_string_bytes;
        let room = usize::try_from(self.res_object_string_bytes).unwrap_or(0);
        let mut len = full.text.len().min(room);
        while full.text.get(len).is_some_and(|byte| byte & 0xc0 == 0x80) {
            len -= 1;
        }
        full.text = &full.text[..len];
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
        buffers: Buffers,
        options: i32,
        attributes: Option<OpenAttributes>,
        responses: Responses,
    },
    SpiOpen {
        descriptor: ObjectDescriptor,
        buffers: Buffers,
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
    /// A put nobody waits for has failed. This is what could be read of it.
    Lost(Request, Reason),
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
        Call::Put(put) => translate_put(handle, put, payload, quiet_puts),
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
        Call::Stat(stat) => translate_stat(&stat),
        Call::Subscribe(subscribe) => {
            let buffers = StringBuffers::of(&subscribe.subscription);
            let echo = Echo::Subscribe(subscribe.options, buffers);
            translate_subscribe(handle, &subscribe.subscription, Beside::default(), echo)
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

/// Who asks for both responses is told that this makes no sense.
fn is_async(options: i32) -> bool {
    options & (MQPMO_ASYNC_RESPONSE | MQPMO_SYNC_RESPONSE) == MQPMO_ASYNC_RESPONSE
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
        buffers: Buffers::of(&open.object),
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
                options: with_context(local.options, local.local_options),
            };
            let echo = Echo::SpiOpen {
                descriptor,
                buffers: Buffers::of(&object),
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
            let sharing = if local.options & LocalSubscription::JOINS != 0 {
                Sharing::Joins
            } else if local.options & LocalSubscription::SHARED != 0 {
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
            let options = with_context(local.open_options, local.local_options);
            let buffers = StringBuffers::of(&subscription);
            let echo = Echo::SpiSubscribe(local.without_string(), buffers);
            let beside = Beside {
                sharing,
                sub_id: local.sub_id,
                open_options: options & (MQOO_CO_OP | MQOO_SAVE_ALL_CONTEXT),
            };
            translate_subscribe(handle, &subscription, beside, echo)
        }
        SpiBody::Query | SpiBody::Reserve { .. } | SpiBody::Notify { .. } => Translated::Other,
        _ => Translated::Refused(Reason::FUNCTION_NOT_SUPPORTED),
    }
}

/// Open options in those of the MQI, where local options ask to keep what is passed on.
fn with_context(options: i32, local_options: i32) -> i32 {
    const INPUT: i32 = MQOO_INPUT_AS_Q_DEF | MQOO_INPUT_SHARED | MQOO_INPUT_EXCLUSIVE;
    if options & INPUT != 0 && keeps_context(local_options) {
        options | MQOO_SAVE_ALL_CONTEXT
    } else {
        options
    }
}

/// What a subscription beside the MQI says more than `MQSUB`.
#[derive(Default)]
struct Beside {
    sharing: Sharing,
    sub_id: [u8; 24],
    open_options: i32,
}

fn translate_subscribe(
    handle: ObjectHandle,
    subscription: &Subscription<'_>,
    beside: Beside,
    echo: Echo,
) -> Translated {
    let Ok(mut descriptor) = subscription.to_descriptor() else {
        return Translated::Refused(Reason::OBJECT_STRING_ERROR);
    };
    descriptor.sharing = beside.sharing;
    descriptor.sub_id = beside.sub_id;
    descriptor.open_options = beside.open_options;
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

fn translate_stat(stat: &Stat<'_>) -> Translated {
    let status = StatusStructure {
        version: stat.status.version,
        ..StatusStructure::default()
    };
    let request = Request::Stat { kind: stat.kind };
    Translated::Verb(request, Echo::Stat(status, stat.kind))
}

fn translate_put(
    handle: ObjectHandle,
    put: Put<'_>,
    payload: &Payload<'_>,
    quiet_puts: bool,
) -> Translated {
    let has_wrong_list = put.options.list.is_wrong;
    let options = put.options.to_options();
    let is_quiet = quiet_puts && is_async(options.options);
    let echo = if is_quiet {
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
    if has_wrong_list {
        return refused(request, Reason::RECS_PRESENT_ERROR, is_quiet);
    }
    Translated::Verb(request, echo)
}

fn translate_put1(put1: Put1<'_>, payload: &Payload<'_>, quiet_puts: bool) -> Translated {
    let put = put1.put;
    let (object, wrong) = match descriptor_of(&put1.object) {
        Ok(object) if put.options.list.is_wrong => (object, Some(Reason::RECS_PRESENT_ERROR)),
        Ok(object) => (object, None),
        Err(reason) => (ObjectDescriptor::default(), Some(reason)),
    };
    let options = put.options.to_options();
    let is_quiet = quiet_puts && is_async(options.options);
    let echo = if is_quiet {
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
        object: Box::new(object),
        options,
        descriptor: put.descriptor,
        body: payload.share(put.data),
    };
    match wrong {
        Some(reason) => refused(request, reason, is_quiet),
        None => Translated::Verb(request, echo),
    }
}

/// What came of a put that makes none. An answer nobody waits for would be taken for that of the next call.
fn refused(request: Request, reason: Reason, is_quiet: bool) -> Translated {
    match is_quiet {
        true => Translated::Lost(request, reason),
        false => Translated::Refused(reason),
    }
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
