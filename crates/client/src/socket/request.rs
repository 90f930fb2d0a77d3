//! Verbs as calls: what travels of a request.

use bytes::Bytes;
use ferromq_mqi::call::Request;
use ferromq_mqi::distribution::{DESTINATIONS_MAX, PUT_RECORD_FIELDS};
use ferromq_mqi::generated::constants::{
    MQGMO_ACCEPT_TRUNCATED_MSG, MQPMO_ASYNC_RESPONSE, MQPMO_NO_SYNCPOINT, MQPMO_SYNC_RESPONSE,
    MQPMO_SYNCPOINT, MQPMRF_NONE,
};
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle, PutOptions, SubscriptionDescriptor};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_wire::call::{
    Attributes, CallHead, Get, Inquire, Open, Put, Put1, Stat, Subscribe, SubscribeRequest,
};
use ferromq_wire::field::{CharString, STRING_BYTES_MAX};
use ferromq_wire::outbound::Outbound;
use ferromq_wire::structure::{
    GetMessage, Object, OpenAttributes, PutList, PutMessage, StatusStructure, Subscription,
    SubscriptionRequest,
};
use ferromq_wire::{Call, Head, Kind, Segment, level};

/// What the answer to a call will be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    Done,
    Opened {
        options: i32,
    },
    OpenedList {
        destinations: usize,
    },
    Closed {
        handle: i32,
    },
    Put,
    ListPut,
    Got {
        buffer_bytes: u32,
        /// The application's buffer takes more than travels: see [`within`].
        wanted_more: bool,
    },
    Inquired,
    Status,
    Subscribed {
        options: i32,
    },
    Requested,
    /// The end of the connection.
    Disconnected,
}

/// Most selectors of one call.
const SELECTORS_MAX: usize = 256;

/// What never travels: requests that cannot be written, and those the client itself has to refuse.
pub(super) fn check(request: &Request, message_bytes_max: u32) -> Result<(), Reason> {
    match request {
        Request::Open { descriptor, .. } => check_object(descriptor),
        Request::Put {
            descriptor,
            options,
            body,
            ..
        } => check_message(descriptor, options, body, message_bytes_max),
        Request::Put1 {
            object,
            descriptor,
            options,
            body,
        } => {
            check_object(object)?;
            check_message(descriptor, options, body, message_bytes_max)
        }
        Request::Get {
            descriptor,
            options,
            ..
        } => {
            check_descriptor(descriptor)?;
            match GetMessage::length(options.version) {
                Some(_) => Ok(()),
                None => Err(Reason::GMO_ERROR),
            }
        }
        Request::Inquire { selectors, .. } | Request::Set { selectors, .. } => {
            if selectors.len() > SELECTORS_MAX {
                return Err(Reason::SELECTOR_LIMIT_EXCEEDED);
            }
            Ok(())
        }
        // A client has no transaction manager of the queue manager's to begin with.
        Request::Begin { .. } => Err(Reason::ENVIRONMENT_ERROR),
        // The protocol has no such call.
        Request::AwaitAny { .. } => Err(Reason::FUNCTION_NOT_SUPPORTED),
        // Commands are a queue manager's own affair; remote ones are messages to its command server.
        Request::Command { .. } | Request::Local(_) | Request::MoreOutput => {
            Err(Reason::FUNCTION_NOT_SUPPORTED)
        }
        Request::Subscribe { descriptor, .. } => check_subscription(descriptor),
        Request::Close { .. }
        | Request::SubscriptionRequest { .. }
        | Request::Commit
        | Request::BackOut
        | Request::Stat { .. }
        | Request::Xa(_)
        | Request::Disconnect => Ok(()),
    }
}

fn check_object(object: &ObjectDescriptor) -> Result<(), Reason> {
    // Version 1 has no place for records, and no list is longer.
    if object.version < 2 && !object.records.is_empty() {
        return Err(Reason::OD_ERROR);
    }
    if object.records.len() > DESTINATIONS_MAX {
        return Err(Reason::HANDLE_NOT_AVAILABLE);
    }
    if Object::length(object.version).is_none() {
        return Err(Reason::OD_ERROR);
    }
    if object.object_string.len() > STRING_BYTES_MAX {
        return Err(Reason::OBJECT_STRING_ERROR);
    }
    if object.selection_string.len() > STRING_BYTES_MAX {
        return Err(Reason::SELECTION_STRING_ERROR);
    }
    Ok(())
}

fn check_subscription(descriptor: &SubscriptionDescriptor) -> Result<(), Reason> {
    for (string, reason) in [
        (&descriptor.object_string, Reason::OBJECT_STRING_ERROR),
        (&descriptor.sub_name, Reason::SUB_NAME_ERROR),
        (&descriptor.sub_user_data, Reason::SUB_USER_DATA_ERROR),
        (&descriptor.selection_string, Reason::SELECTION_STRING_ERROR),
        (
            &descriptor.res_object_string,
            Reason::RES_OBJECT_STRING_ERROR,
        ),
    ] {
        if string.len() > STRING_BYTES_MAX {
            return Err(reason);
        }
    }
    Ok(())
}

fn check_descriptor(descriptor: &MsgDescriptor) -> Result<(), Reason> {
    if &descriptor.struc_id == b"MD  " && matches!(descriptor.version, 1 | 2) {
        Ok(())
    } else {
        Err(Reason::MD_ERROR)
    }
}

fn check_message(
    descriptor: &MsgDescriptor,
    options: &PutOptions,
    body: &Bytes,
    bytes_max: u32,
) -> Result<(), Reason> {
    check_descriptor(descriptor)?;
    let both = MQPMO_ASYNC_RESPONSE | MQPMO_SYNC_RESPONSE;
    // Only one of them travels, so the queue manager could not tell.
    if options.options & both == both {
        return Err(Reason::OPTIONS_ERROR);
    }
    // Records without a field take no room, so they cannot travel.
    if let Some(given) = &options.records
        && (given.fields & !PUT_RECORD_FIELDS != 0
            || given.fields == MQPMRF_NONE && !given.records.is_empty())
    {
        return Err(Reason::PMO_RECORD_FLAGS_ERROR);
    }
    if body.len() > bytes_max as usize {
        return Err(Reason::DATA_LENGTH_ERROR);
    }
    Ok(())
}

/// How a put is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Response {
    Awaited,
    NotAwaited,
}

/// What the put asks for, or the object's default. With neither, `MQPUT1` under syncpoint is asynchronous
/// as `Put1DefaultAlwaysSync=NO` has it, unless `put1_always_sync`.
pub(super) fn response(options: &PutOptions, default: Option<Response>, sync1: bool) -> Response {
    if options.options & MQPMO_ASYNC_RESPONSE != 0 {
        return Response::NotAwaited;
    }
    if options.options & MQPMO_SYNC_RESPONSE != 0 {
        return Response::Awaited;
    }
    let under_syncpoint =
        options.options & MQPMO_SYNCPOINT != 0 && options.options & MQPMO_NO_SYNCPOINT == 0;
    match default {
        Some(default) => default,
        None if under_syncpoint && !sync1 => Response::NotAwaited,
        None => Response::Awaited,
    }
}

/// Destinations of the distribution list a put is to; `None` for one queue. `lists` are the handles of lists.
pub(super) fn destinations(request: &Request, lists: &[(i32, usize)]) -> Option<usize> {
    match request {
        Request::Put { handle, .. } => {
            let found = lists.iter().find(|(list, _)| *list == handle.0);
            found.map(|(_, destinations)| *destinations)
        }
        // Its response records are those of the object.
        Request::Put1 { object, .. } if !object.records.is_empty() => Some(0),
        _ => None,
    }
}

/// Writes a call that was checked; what its answer will be. `list` is what [`destinations`] says.
// tidy: one arm per verb
pub(super) fn write(
    request: &Request,
    head: &Head,
    fap: u8,
    response: Response,
    list: Option<usize>,
    outbound: &mut Outbound,
) -> Expected {
    let mut send = |kind: Kind, handle: i32, call: Call<'_>, shared: Option<&Bytes>| {
        let head = Head {
            kind,
            ..head.clone()
        };
        let segment = Segment::Call(CallHead::request(handle), call);
        outbound.send(&head, &segment, shared);
    };
    match request {
        Request::Open {
            descriptor,
            options,
        } => {
            send(Kind::Open, 0, open(descriptor, *options, fap), None);
            match descriptor.records.len() {
                0 => Expected::Opened { options: *options },
                destinations => Expected::OpenedList { destinations },
            }
        }
        Request::Close { handle, options } => {
            send(Kind::Close, handle.0, Call::Close(*options), None);
            Expected::Closed { handle: handle.0 }
        }
        Request::Put {
            handle,
            descriptor,
            options,
            body,
        } => {
            let put = put(descriptor, options, body, response, list);
            send(Kind::Put, handle.0, Call::Put(put), Some(body));
            put_expected(list, response)
        }
        Request::Put1 {
            object,
            descriptor,
            options,
            body,
        } => {
            let object = object_of(object, 1);
            let put = put(descriptor, options, body, response, list);
            send(Kind::Put1, 0, Call::Put1(Put1 { object, put }), Some(body));
            put_expected(list, response)
        }
        Request::Inquire {
            handle,
            selectors,
            int_count,
            char_len,
        } => {
            let inquire = Inquire {
                selectors: selectors.clone(),
                int_count: *int_count,
                char_bytes: *char_len,
            };
            send(Kind::Inquire, handle.0, Call::Inquire(inquire), None);
            Expected::Inquired
        }
        Request::Set {
            handle,
            selectors,
            ints,
            chars,
        } => {
            let attributes = Attributes {
                selectors: selectors.clone(),
                ints: ints.clone(),
                chars,
            };
            send(Kind::Set, handle.0, Call::Attributes(attributes), None);
            Expected::Done
        }
        Request::Get {
            handle,
            descriptor,
            options,
            buffer_len,
        } => {
            write_get(head, handle.0, descriptor, options, *buffer_len, outbound);
            Expected::Got {
                buffer_bytes: *buffer_len,
                wanted_more: false,
            }
        }
        other => write_short(other, &mut send),
    }
}

/// A get whose buffer takes more than both ends agreed on, as it travels: it asks for no more, and for no message that is
/// longer, which is told apart by its answer. `None` for all others.
pub(super) fn within(request: &Request, message_bytes_max: u32) -> Option<Request> {
    let mut within = match request {
        Request::Get { buffer_len, .. } if *buffer_len > message_bytes_max => request.clone(),
        _ => return None,
    };
    if let Request::Get {
        options,
        buffer_len,
        ..
    } = &mut within
    {
        *buffer_len = message_bytes_max;
        options.options &= !MQGMO_ACCEPT_TRUNCATED_MSG;
    }
    Some(within)
}

/// A put to a list that is not awaited is answered as one to a queue.
fn put_expected(list: Option<usize>, response: Response) -> Expected {
    match (list, response) {
        (Some(_), Response::Awaited) => Expected::ListPut,
        _ => Expected::Put,
    }
}

/// The calls without much of a body.
fn write_short(
    request: &Request,
    send: &mut impl FnMut(Kind, i32, Call<'_>, Option<&Bytes>),
) -> Expected {
    match request {
        Request::Commit => send(Kind::Commit, 0, Call::Empty, None),
        Request::Disconnect => {
            send(Kind::Disconnect, 0, Call::Empty, None);
            return Expected::Disconnected;
        }
        Request::Stat { kind } => {
            let status = StatusStructure {
                version: 2,
                ..StatusStructure::default()
            };
            let stat = Stat {
                kind: *kind,
                status,
            };
            send(Kind::Stat, 0, Call::Stat(stat), None);
            return Expected::Status;
        }
        Request::Subscribe { descriptor, queue } => {
            let subscribe = Subscribe {
                subscription_handle: ObjectHandle::UNUSABLE.0,
                options: 0,
                subscription: Subscription::of(descriptor),
            };
            send(Kind::Subscribe, queue.0, Call::Subscribe(subscribe), None);
            return Expected::Subscribed {
                options: descriptor.options,
            };
        }
        Request::SubscriptionRequest {
            handle,
            action,
            options,
        } => {
            let asked = SubscribeRequest {
                action: *action,
                options: SubscriptionRequest {
                    options: *options,
                    ..SubscriptionRequest::default()
                },
            };
            let call = Call::SubscribeRequest(asked);
            send(Kind::SubscriptionRequest, handle.0, call, None);
            return Expected::Requested;
        }
        // The check let nothing else through.
        _ => send(Kind::Back, 0, Call::Empty, None),
    }
    Expected::Done
}

fn write_get(
    head: &Head,
    handle: i32,
    descriptor: &MsgDescriptor,
    options: &ferromq_mqi::options::GetOptions,
    buffer_bytes: u32,
    outbound: &mut Outbound,
) {
    let get = Get {
        descriptor: descriptor.clone(),
        options: GetMessage::of(options),
        buffer_bytes,
    };
    let call_head = CallHead {
        // Ready for an answer of this length.
        call_bytes: buffer_bytes.saturating_add(GET_BYTES),
        ..CallHead::request(handle)
    };
    let head = Head {
        kind: Kind::Get,
        ..head.clone()
    };
    outbound.send(&head, &Segment::Call(call_head, Call::Get(get)), None);
}

/// Bytes of a get beside its buffer: headers, descriptor, options and a length.
const GET_BYTES: u32 = 36 + 16 + 364 + 112 + 4;

fn open(descriptor: &ObjectDescriptor, options: i32, fap: u8) -> Call<'_> {
    let attributes = level::has_open_attributes(fap).then_some(OpenAttributes {
        def_persistence: -1,
        def_put_response: -1,
        def_read_ahead: -1,
        property_control: -1,
    });
    Call::Open(Open {
        object: object_of(descriptor, descriptor.version),
        options,
        attributes,
    })
}

/// The structure of a descriptor in the version given, or a later one where it has strings.
fn object_of(descriptor: &ObjectDescriptor, version: i32) -> Object<'_> {
    let has_strings = descriptor.version >= 4
        && !(descriptor.object_string.is_empty() && descriptor.selection_string.is_empty());
    let version = if descriptor.records.is_empty() {
        version
    } else {
        version.max(2)
    };
    Object {
        version: if has_strings { 4 } else { version },
        // Returned, and as long as it may be.
        res_object_string: CharString {
            buffer_bytes: STRING_BYTES_MAX as i32,
            ..CharString::utf8("")
        },
        ..Object::of(descriptor)
    }
}

fn put<'a>(
    descriptor: &MsgDescriptor,
    options: &PutOptions,
    body: &'a [u8],
    response: Response,
    list: Option<usize>,
) -> Put<'a> {
    let mut message = PutMessage::of(options);
    if let Some(destinations) = list {
        message.list = PutList::of(options.records.as_deref(), destinations);
    }
    // Exactly one of the two travels.
    message.options &= !(MQPMO_ASYNC_RESPONSE | MQPMO_SYNC_RESPONSE);
    message.options |= match response {
        Response::Awaited => MQPMO_SYNC_RESPONSE,
        Response::NotAwaited => MQPMO_ASYNC_RESPONSE,
    };
    Put {
        descriptor: descriptor.clone(),
        options: message,
        data: body,
    }
}
