//! `MQPUT`, `MQPUT1`, `MQGET`.

use super::codes::{Outcome, answer};
use super::memory::{Block, buffer, fill, store};
use super::objects::{give_descriptor, read_descriptor};
use super::shapes::{GMO, MD, OD, PMO};
use crate::connection::Connection;
use crate::handles;
use bytes::Bytes;
use ferromq_mqi::call::{GetReply, PutReply, Reply, Request};
use ferromq_mqi::generated::constants::MQHM_NONE;
use ferromq_mqi::generated::layout::{mqgmo, mqmd, mqod, mqpmo};
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::options::{GetOptions, ObjectHandle, PutOptions};
use ferromq_mqi::{MsgDescriptor, Reason};
use std::ffi::c_void;

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
            let md = Descriptor::read(msg_desc, &MD)?;
            let pmo = PutBlock::read(put_msg_opts, &PMO)?;
            let request = Request::Put {
                handle: ObjectHandle(hobj),
                descriptor: descriptor(&md)?,
                options: put_options(&pmo)?,
                body: Bytes::copy_from_slice(buffer(data, buffer_length)?),
            };
            match connection.call(request)? {
                Reply::Put(reply) => Ok(give_put(&connection, &md, &pmo, &reply)),
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
            let md = Descriptor::read(msg_desc, &MD)?;
            let pmo = PutBlock::read(put_msg_opts, &PMO)?;
            let object = read_descriptor(&od)?;
            let request = Request::Put1 {
                object: object.clone(),
                descriptor: descriptor(&md)?,
                options: put_options(&pmo)?,
                body: Bytes::copy_from_slice(buffer(data, buffer_length)?),
            };
            match connection.call(request)? {
                Reply::Put(reply) => {
                    let mut object = object;
                    object.resolved_q_name = reply.resolved_q_name;
                    object.resolved_q_mgr_name = reply.resolved_q_mgr_name;
                    give_descriptor(&od, &object);
                    Ok(give_put(&connection, &md, &pmo, &reply))
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
            let md = Descriptor::read(msg_desc, &MD)?;
            let gmo = GetBlock::read(get_msg_opts, &GMO)?;
            let buffer_len =
                u32::try_from(buffer_length).map_err(|_| Reason::BUFFER_LENGTH_ERROR)?;
            if buffer_len > 0 && data.is_null() {
                return Err(Reason::BUFFER_ERROR);
            }
            if data_length.is_null() {
                return Err(Reason::DATA_LENGTH_ERROR);
            }
            // Callers pass on the length of a get that found nothing, which nobody else has set.
            store(data_length, 0);
            let request = Request::Get {
                handle: ObjectHandle(hobj),
                descriptor: descriptor(&md)?,
                options: get_options(&gmo)?,
                buffer_len,
            };
            match connection.call(request)? {
                Reply::Got(reply) => {
                    give_descriptor_fields(&md, &reply.descriptor);
                    give_get(&gmo, &reply.options);
                    let length = i32::try_from(reply.data_length).unwrap_or(i32::MAX);
                    store(data_length, length);
                    give_body(&reply, data, buffer_len)
                }
                _ => Err(Reason::UNEXPECTED_ERROR),
            }
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

fn put_options(pmo: &PutBlock) -> Result<PutOptions, Reason> {
    let mut options = PutOptions {
        options: pmo.int(mqpmo::OPTIONS_OFFSET),
        context: ObjectHandle(pmo.int(mqpmo::CONTEXT_OFFSET)),
        ..PutOptions::default()
    };
    if pmo.version() >= 3 {
        for offset in [
            mqpmo::ORIGINAL_MSG_HANDLE_OFFSET,
            mqpmo::NEW_MSG_HANDLE_OFFSET,
        ] {
            if pmo.long(offset) != i64::from(MQHM_NONE) {
                return Err(Reason::HMSG_ERROR);
            }
        }
        options.action = pmo.int(mqpmo::ACTION_OFFSET);
        options.pub_level = pmo.int(mqpmo::PUB_LEVEL_OFFSET);
    }
    Ok(options)
}

fn give_put(connection: &Connection, md: &Descriptor, pmo: &PutBlock, reply: &PutReply) -> Reason {
    give_descriptor_fields(md, &reply.descriptor);
    let is_local = reply.resolved_q_mgr_name == connection.q_mgr_name();
    pmo.set_int(mqpmo::KNOWN_DEST_COUNT_OFFSET, i32::from(is_local));
    pmo.set_int(mqpmo::UNKNOWN_DEST_COUNT_OFFSET, i32::from(!is_local));
    pmo.set_int(mqpmo::INVALID_DEST_COUNT_OFFSET, 0);
    pmo.set(mqpmo::RESOLVED_Q_NAME_OFFSET, reply.resolved_q_name.bytes());
    pmo.set(
        mqpmo::RESOLVED_Q_MGR_NAME_OFFSET,
        reply.resolved_q_mgr_name.bytes(),
    );
    reply.reason
}

pub(super) fn get_options(gmo: &GetBlock) -> Result<GetOptions, Reason> {
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
    if gmo.version() >= 4 && gmo.long(mqgmo::MSG_HANDLE_OFFSET) != i64::from(MQHM_NONE) {
        return Err(Reason::HMSG_ERROR);
    }
    Ok(options)
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
