//! `MQPUT`, `MQPUT1`, `MQGET`.

use super::codes::{Outcome, answer};
use super::lists::{self, Counts, PutArray, Responses};
use super::memory::{Block, buffer, fill, room, store};
use super::objects::{give_descriptor, read_descriptor};
use super::shapes::{GMO, MD, OD, PMO};
use crate::connection::Connection;
use crate::handles;
use crate::held_message::{Held, get_message};
use crate::message_handles;
use bytes::Bytes;
use ferromq_mqi::call::{GetReply, PutReply, Reply, Request};
use ferromq_mqi::distribution::ListPut;
use ferromq_mqi::generated::constants::{
    MQGMO_PROPERTIES_FORCE_MQRFH2, MQGMO_PROPERTIES_IN_HANDLE, MQGMO_VERSION_4, MQHM_NONE,
    MQPMO_MD_FOR_OUTPUT_ONLY, MQPMO_VERSION_3,
};
use ferromq_mqi::generated::layout::{mqgmo, mqmd, mqod, mqpmo};
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::message_handle::{Outgoing, compose};
use ferromq_mqi::options::{GetOptions, ObjectHandle, PutOptions};
use ferromq_mqi::{MsgDescriptor, Reason};
use std::ffi::c_void;
use std::sync::Arc;

pub(super) type Descriptor = Block<{ mqmd::SIZE }>;
type PutBlock = Block<{ mqpmo::SIZE }>;
pub(super) type GetBlock = Block<{ mqgmo::SIZE }>;

/// `MQPUT`: puts a message on an open queue.
///
/// # Safety
/// The pointers are as the MQI asks: see the module.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)] // As the MQI has it.
pub unsafe extern "C" fn MQPUT(
    hconn: i32,
    hobj: i32,
    msg_desc: *mut c_void,
    put_msg_opts: *mut c_void,
    buffer_length: i32,
    data: *const c_void,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            let connection = handles::find(hconn)?;
            let pmo = PutBlock::read(put_msg_opts, &PMO)?;
            let mut body = Bytes::copy_from_slice(buffer(data, buffer_length)?);
            let mut options = put_options(&pmo);
            let (message, descriptor) =
                message(&connection, msg_desc, &pmo, &mut options, &mut body)?;
            let list = ListMemory::of(&pmo, Responses::of_put(&pmo)?, &mut options)?;
            let request = Request::Put {
                handle: ObjectHandle(hobj),
                descriptor,
                options,
                body,
            };
            match connection.call(request)? {
                Reply::Put(reply) => Ok(give_put(&connection, message, &pmo, *reply)),
                Reply::ListPut(put) => give_list_put(message, &pmo, &list, *put),
                _ => Err(Reason::UNEXPECTED_ERROR),
            }
        });
    }
}

/// `MQPUT1`: opens a queue, puts one message, closes it.
///
/// # Safety
/// As [`MQPUT`].
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)] // As the MQI has it.
pub unsafe extern "C" fn MQPUT1(
    hconn: i32,
    obj_desc: *mut c_void,
    msg_desc: *mut c_void,
    put_msg_opts: *mut c_void,
    buffer_length: i32,
    data: *const c_void,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            let connection = handles::find(hconn)?;
            let od = Block::<{ mqod::SIZE }>::read(obj_desc, &OD)?;
            let pmo = PutBlock::read(put_msg_opts, &PMO)?;
            let object = read_descriptor(&od)?;
            let mut body = Bytes::copy_from_slice(buffer(data, buffer_length)?);
            let mut options = put_options(&pmo);
            let (message, descriptor) =
                message(&connection, msg_desc, &pmo, &mut options, &mut body)?;
            let list = ListMemory::of(&pmo, Responses::of_object(&od)?, &mut options)?;
            let request = Request::Put1 {
                object: Box::new(object.clone()),
                descriptor,
                options,
                body,
            };
            match connection.call(request)? {
                Reply::Put(reply) => {
                    let mut object = object;
                    object.resolved_q_name = reply.resolved_q_name;
                    object.resolved_q_mgr_name = reply.resolved_q_mgr_name;
                    give_descriptor(&od, &object);
                    Ok(give_put(&connection, message, &pmo, *reply))
                }
                Reply::ListPut(put) => {
                    Counts::OF_OBJECT.give(&od, &put.outcome);
                    give_list_put(message, &pmo, &list, *put)
                }
                _ => Err(Reason::UNEXPECTED_ERROR),
            }
        });
    }
}

/// `MQGET`: takes or browses a message.
///
/// # Safety
/// As [`MQPUT`].
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)] // As the MQI has it.
pub unsafe extern "C" fn MQGET(
    hconn: i32,
    hobj: i32,
    msg_desc: *mut c_void,
    get_msg_opts: *mut c_void,
    buffer_length: i32,
    data: *mut c_void,
    data_length: *mut i32,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            let connection = handles::find(hconn)?;
            let md = (!msg_desc.is_null()).then(|| Descriptor::read(msg_desc, &MD));
            let md = md.transpose()?;
            let gmo = GetBlock::read(get_msg_opts, &GMO)?;
            room(data, buffer_length)?;
            let buffer_len = buffer_length.unsigned_abs();
            if data_length.is_null() {
                return Err(Reason::DATA_LENGTH_ERROR);
            }
            // Callers pass on the length of a get that found nothing, which nobody else has set.
            store(data_length, 0);
            let options = get_options(&gmo);
            let descriptor = md.as_ref().map(descriptor).transpose()?;
            let queue = ObjectHandle(hobj);
            let handle = msg_handle(&connection, &gmo, &options)?;
            let handle = handle.as_deref();
            // A handle stands for the descriptor only where it gets the properties.
            let in_data = options.options & MQGMO_PROPERTIES_FORCE_MQRFH2 != 0;
            if md.is_none() && in_data {
                return Err(Reason::MD_ERROR);
            }
            let call = |request| connection.call(request);
            let ccsid = connection.q_mgr_ccsid();
            let reply = get_message(handle, queue, descriptor, options, buffer_len, ccsid, call)?;
            if let Some(md) = &md {
                give_descriptor_fields(md, &reply.descriptor);
            }
            give_get(&gmo, &reply.options);
            let length = i32::try_from(reply.data_length).unwrap_or(i32::MAX);
            store(data_length, length);
            give_body(&reply, data, buffer_len)
        });
    }
}

/// Copies the message data. The road never returns more than was asked for; if one did, the rest would be left.
unsafe fn give_body(reply: &GetReply, data: *mut c_void, buffer_len: u32) -> Outcome {
    let fits = reply.body.len().min(buffer_len as usize);
    // SAFETY: the buffer is as long as the caller said.
    unsafe { fill(data, &reply.body[..fits]) };
    Ok(reply.reason)
}

/// The message descriptor; the fields a version has not take their defaults.
pub(super) fn descriptor(md: &Descriptor) -> Result<MsgDescriptor, Reason> {
    MsgDescriptor::decode(md.bytes(), ByteOrder::NATIVE).map_err(|_| Reason::MD_ERROR)
}

/// Returns every field but identifier and version, which stay the caller's.
pub(super) fn give_descriptor_fields(md: &Descriptor, descriptor: &MsgDescriptor) {
    let mut bytes = [0; mqmd::SIZE];
    descriptor.encode_into(&mut bytes, ByteOrder::NATIVE);
    let length = md.bytes().len();
    md.set(mqmd::REPORT_OFFSET, &bytes[mqmd::REPORT_OFFSET..length]);
}

/// The handle that belongs to a get, if it has one.
pub(super) fn msg_handle(
    connection: &Connection,
    gmo: &GetBlock,
    options: &GetOptions,
) -> Result<Option<Arc<Held>>, Reason> {
    match hmsg(gmo) {
        number if number != i64::from(MQHM_NONE) => {
            message_handles::find(connection.number(), number).map(Some)
        }
        _ if options.options & MQGMO_PROPERTIES_IN_HANDLE != 0 => Err(Reason::HMSG_ERROR),
        _ => Ok(None),
    }
}

/// The message handle of a get; `MQHM_NONE` where its version has none.
pub(super) fn hmsg(gmo: &GetBlock) -> i64 {
    if gmo.version() >= MQGMO_VERSION_4 {
        gmo.long(mqgmo::MSG_HANDLE_OFFSET)
    } else {
        MQHM_NONE.into()
    }
}

/// What a message on its way leaves to be answered. Small, but for the copy of the caller's descriptor: every put has
/// one.
struct Message {
    /// The caller's descriptor; there need be none where handles have it.
    md: Option<Descriptor>,
    /// What was made of handles.
    composed: Option<Box<Composed>>,
}

struct Composed {
    /// The descriptor as the caller gave it, where it counts.
    given: Option<MsgDescriptor>,
    outgoing: Outgoing,
    /// The handle that is to remember it.
    new: Option<Arc<Held>>,
}

/// The message, and the descriptor that travels; with handles, another body.
unsafe fn message(
    connection: &Connection,
    msg_desc: *mut c_void,
    pmo: &PutBlock,
    options: &mut PutOptions,
    body: &mut Bytes,
) -> Result<(Message, MsgDescriptor), Reason> {
    let handle = |offset| match pmo.long(offset) {
        _ if pmo.version() < MQPMO_VERSION_3 => Ok(None),
        number if number == i64::from(MQHM_NONE) => Ok(None),
        number => message_handles::find(connection.number(), number).map(Some),
    };
    let original = handle(mqpmo::ORIGINAL_MSG_HANDLE_OFFSET)?;
    let new = handle(mqpmo::NEW_MSG_HANDLE_OFFSET)?;
    if original.is_none() && new.is_none() {
        // SAFETY: the caller's promise is passed on.
        let md = unsafe { Descriptor::read(msg_desc, &MD) }?;
        let travels = descriptor(&md)?;
        let message = Message {
            md: Some(md),
            composed: None,
        };
        return Ok((message, travels));
    }
    let md = if msg_desc.is_null() {
        None
    } else {
        // SAFETY: as above.
        Some(unsafe { Descriptor::read(msg_desc, &MD) }?)
    };
    // Handles have the descriptor then; without handles the option is the queue manager's.
    let for_output = options.options & MQPMO_MD_FOR_OUTPUT_ONLY != 0;
    options.options &= !MQPMO_MD_FOR_OUTPUT_ONLY;
    let given = md.as_ref().filter(|_| !for_output).map(descriptor);
    let given = given.transpose()?;
    let outgoing = composed(
        options,
        original.as_ref(),
        new.as_ref(),
        given.as_ref(),
        std::mem::take(body),
    )?;
    *body = outgoing.body.clone();
    let travels = outgoing.descriptor.clone();
    let composed = Composed {
        given,
        outgoing,
        new,
    };
    let message = Message {
        md,
        composed: Some(Box::new(composed)),
    };
    Ok((message, travels))
}

fn composed(
    options: &PutOptions,
    original: Option<&Arc<Held>>,
    new: Option<&Arc<Held>>,
    given: Option<&MsgDescriptor>,
    body: Bytes,
) -> Result<Outgoing, Reason> {
    // One handle may be both.
    let same = original
        .zip(new)
        .is_some_and(|(one, other)| Arc::ptr_eq(one, other));
    let mut original = original.map(|held| held.lock()).transpose()?;
    let new = new.filter(|_| !same).map(|held| held.lock());
    let mut new = new.transpose()?;
    let outgoing = compose(
        options.action,
        original.as_deref(),
        new.as_deref(),
        given,
        body,
    )?;
    for handle in [&mut original, &mut new].into_iter().flatten() {
        handle.reset_cursor();
    }
    Ok(outgoing)
}

fn put_options(pmo: &PutBlock) -> PutOptions {
    let mut options = PutOptions {
        options: pmo.int(mqpmo::OPTIONS_OFFSET),
        context: ObjectHandle(pmo.int(mqpmo::CONTEXT_OFFSET)),
        ..PutOptions::default()
    };
    if pmo.version() >= MQPMO_VERSION_3 {
        options.action = pmo.int(mqpmo::ACTION_OFFSET);
        options.pub_level = pmo.int(mqpmo::PUB_LEVEL_OFFSET);
    }
    options
}

fn give_put(connection: &Connection, message: Message, pmo: &PutBlock, reply: PutReply) -> Reason {
    give_message(message, reply.descriptor);
    let is_local = reply.resolved_q_mgr_name == connection.q_mgr_name();
    Counts::OF_PUT.give_single(pmo, is_local);
    pmo.set(mqpmo::RESOLVED_Q_NAME_OFFSET, reply.resolved_q_name.bytes());
    pmo.set(
        mqpmo::RESOLVED_Q_MGR_NAME_OFFSET,
        reply.resolved_q_mgr_name.bytes(),
    );
    reply.reason
}

/// Memory of the caller that a put to a list fills.
struct ListMemory {
    records: Option<PutArray>,
    responses: Responses,
}

impl ListMemory {
    /// Reads the put message records into the options.
    unsafe fn of(
        pmo: &PutBlock,
        responses: Responses,
        options: &mut PutOptions,
    ) -> Result<Self, Reason> {
        // SAFETY: the caller's promise is passed on.
        let records = unsafe { lists::put_records(pmo) }?;
        options.records = records
            .as_ref()
            .map(|given| Box::new(given.records.clone()));
        Ok(Self { records, responses })
    }
}

unsafe fn give_list_put(
    message: Message,
    pmo: &PutBlock,
    list: &ListMemory,
    put: ListPut,
) -> Outcome {
    Counts::OF_PUT.give(pmo, &put.outcome);
    // SAFETY: the arrays are those the call was checked with.
    unsafe {
        list.responses.give(&put.outcome);
        if let Some(records) = &list.records {
            records.give(&put.records);
        }
    }
    let outcome = put.outcome.result()?;
    give_message(message, put.descriptor);
    Ok(outcome)
}

fn give_message(message: Message, mut returned: MsgDescriptor) {
    if let Some(composed) = &message.composed {
        // Another thread that has the handle just now has it as it was.
        if let Some(Ok(mut handle)) = composed.new.as_ref().map(|held| held.lock()) {
            handle.remember_put(&composed.outgoing, &returned);
        }
        // The caller's descriptor describes the caller's data, not what was put in front of it.
        if let Some(given) = &composed.given {
            returned.format = given.format;
            returned.encoding = given.encoding;
            returned.coded_char_set_id = given.coded_char_set_id;
        }
    }
    if let Some(md) = &message.md {
        give_descriptor_fields(md, &returned);
    }
}

pub(super) fn get_options(gmo: &GetBlock) -> GetOptions {
    let mut options = GetOptions {
        version: gmo.version(),
        options: gmo.int(mqgmo::OPTIONS_OFFSET),
        wait_interval_ms: gmo.int(mqgmo::WAIT_INTERVAL_OFFSET),
        ..GetOptions::default()
    };
    if gmo.version() >= 2 {
        options.match_options = gmo.int(mqgmo::MATCH_OPTIONS_OFFSET);
    }
    if gmo.version() >= 3 {
        options.msg_token = gmo.array(mqgmo::MSG_TOKEN_OFFSET);
    }
    options
}

pub(super) fn give_get(gmo: &GetBlock, options: &GetOptions) {
    gmo.set(
        mqgmo::RESOLVED_Q_NAME_OFFSET,
        options.resolved_q_name.bytes(),
    );
    gmo.set(mqgmo::GROUP_STATUS_OFFSET, &[options.group_status]);
    gmo.set(mqgmo::SEGMENT_STATUS_OFFSET, &[options.segment_status]);
    gmo.set(mqgmo::SEGMENTATION_OFFSET, &[options.segmentation]);
    gmo.set(mqgmo::MSG_TOKEN_OFFSET, &options.msg_token);
    gmo.set_int(mqgmo::RETURNED_LENGTH_OFFSET, options.returned_length);
}
