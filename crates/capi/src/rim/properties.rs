//! Message handles and properties: `MQCRTMH`, `MQDLTMH`, `MQSETMP`, `MQINQMP`, `MQDLTMP`, `MQBUFMH`, `MQMHBUF`.

use super::codes::answer;
use super::memory::{Block, buffer, fill, load, room, store};
use super::messages::{Descriptor, descriptor, give_descriptor_fields};
use super::shapes::{BMHO, CMHO, DMHO, DMPO, IMPO, MD, MHBO, PD, SMPO};
use super::strings::{STRING_BYTES_MAX, bytes, decode};
use crate::message_handles;
use bytes::Bytes;
use ferromq_mqi::Reason;
use ferromq_mqi::convert::Described;
use ferromq_mqi::generated::constants::{
    MQHM_UNUSABLE_HMSG, MQTYPE_AS_SET, MQTYPE_STRING, MQVL_NULL_TERMINATED, MQVS_NULL_TERMINATED,
};
use ferromq_mqi::generated::layout::{
    mqbmho, mqcharv, mqcmho, mqdmho, mqdmpo, mqimpo, mqmhbo, mqpd, mqsmpo,
};
use ferromq_mqi::header::blank_filled;
use ferromq_mqi::message_handle::{Answer, Inquiry, MessageHandle, PropertyDescriptor, read_value};
use std::ffi::c_void;

type InquireBlock = Block<{ mqimpo::SIZE }>;
type PropertyBlock = Block<{ mqpd::SIZE }>;

/// `MQCRTMH`: makes a message handle, for a connection or for none.
///
/// # Safety
/// The pointers are as the MQI asks: see the module.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MQCRTMH(
    hconn: i32,
    crt_msg_h_opts: *const c_void,
    hmsg: *mut i64,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            let options = Block::<{ mqcmho::SIZE }>::read(crt_msg_h_opts, &CMHO)?;
            if hmsg.is_null() {
                return Err(Reason::HMSG_ERROR);
            }
            let handle = MessageHandle::with_options(options.int(mqcmho::OPTIONS_OFFSET))?;
            store(hmsg, message_handles::add(hconn, handle)?);
            Ok(Reason::NONE)
        });
    }
}

/// `MQDLTMH`: deletes a message handle; the variable holds the unusable value on return.
///
/// # Safety
/// As [`MQCRTMH`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MQDLTMH(
    hconn: i32,
    hmsg: *mut i64,
    dlt_msg_h_opts: *const c_void,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            let options = Block::<{ mqdmho::SIZE }>::read(dlt_msg_h_opts, &DMHO)?;
            if options.int(mqdmho::OPTIONS_OFFSET) != 0 {
                return Err(Reason::OPTIONS_ERROR);
            }
            let number = load(hmsg).ok_or(Reason::HMSG_ERROR)?;
            message_handles::remove(hconn, number)?;
            store(hmsg, i64::from(MQHM_UNUSABLE_HMSG));
            Ok(Reason::NONE)
        });
    }
}

/// `MQSETMP`: gives a property a value. The descriptor is returned as it is kept.
///
/// # Safety
/// As [`MQCRTMH`].
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)] // As the MQI has it.
pub unsafe extern "C" fn MQSETMP(
    hconn: i32,
    hmsg: i64,
    set_prop_opts: *const c_void,
    name: *const c_void,
    prop_desc: *mut c_void,
    kind: i32,
    value_length: i32,
    value: *const c_void,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            let held = message_handles::find(hconn, hmsg)?;
            let options = Block::<{ mqsmpo::SIZE }>::read(set_prop_opts, &SMPO)?;
            let name = property_name(name)?;
            let described = PropertyBlock::read(prop_desc, &PD)?;
            let raw = if kind == MQTYPE_STRING && value_length == MQVL_NULL_TERMINATED {
                let found = bytes(value.cast(), value_length, i32::MAX as usize);
                found.map_err(|_| Reason::BUFFER_ERROR)?
            } else {
                buffer(value, value_length)?.to_vec()
            };
            let coded = Described {
                ccsid: options.int(mqsmpo::VALUE_CCSID_OFFSET),
                encoding: options.int(mqsmpo::VALUE_ENCODING_OFFSET),
            };
            let value = read_value(kind, &raw, coded)?;
            let wanted = property_descriptor(&described);
            let kept =
                held.lock()?
                    .set(options.int(mqsmpo::OPTIONS_OFFSET), &name, wanted, value)?;
            give_property_descriptor(&described, kept);
            Ok(Reason::NONE)
        });
    }
}

/// `MQINQMP`: tells name, type and value of a property.
///
/// # Safety
/// As [`MQCRTMH`].
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)] // As the MQI has it.
pub unsafe extern "C" fn MQINQMP(
    hconn: i32,
    hmsg: i64,
    inq_prop_opts: *mut c_void,
    name: *const c_void,
    prop_desc: *mut c_void,
    kind: *mut i32,
    value_length: i32,
    value: *mut c_void,
    data_length: *mut i32,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            let held = message_handles::find(hconn, hmsg)?;
            let options = InquireBlock::read(inq_prop_opts, &IMPO)?;
            let name = property_name(name)?;
            let described = PropertyBlock::read(prop_desc, &PD)?;
            let room = room(value, value_length)?;
            let inquiry = Inquiry {
                name: &name,
                options: options.int(mqimpo::OPTIONS_OFFSET),
                kind: load(kind).unwrap_or(MQTYPE_AS_SET),
                requested: Described {
                    ccsid: options.int(mqimpo::REQUESTED_CCSID_OFFSET),
                    encoding: options.int(mqimpo::REQUESTED_ENCODING_OFFSET),
                },
                value_room: room,
                name_room: name_room(&options),
            };
            match held.lock()?.inquire(&inquiry) {
                Ok(told) => {
                    store(data_length, length(told.data_length));
                    store(kind, told.kind);
                    fill(value, &told.value);
                    give_answer(&options, &told);
                    give_property_descriptor(&described, told.descriptor);
                    Ok(told.reason)
                }
                Err(failure) => {
                    store(data_length, length(failure.data_length));
                    if let Some(found) = failure.kind {
                        store(kind, found);
                    }
                    fill(value, &failure.value);
                    let at = mqimpo::RETURNED_NAME_OFFSET + mqcharv::VS_LENGTH_OFFSET;
                    options.set_int(at, length(failure.name_length));
                    Err(failure.reason)
                }
            }
        });
    }
}

/// `MQDLTMP`: deletes a property.
///
/// # Safety
/// As [`MQCRTMH`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MQDLTMP(
    hconn: i32,
    hmsg: i64,
    dlt_prop_opts: *const c_void,
    name: *const c_void,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            let held = message_handles::find(hconn, hmsg)?;
            let options = Block::<{ mqdmpo::SIZE }>::read(dlt_prop_opts, &DMPO)?;
            let name = property_name(name)?;
            held.lock()?
                .delete(options.int(mqdmpo::OPTIONS_OFFSET), &name)?;
            Ok(Reason::NONE)
        });
    }
}

/// `MQBUFMH`: takes the properties out of a buffer into a handle.
///
/// # Safety
/// As [`MQCRTMH`].
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)] // As the MQI has it.
pub unsafe extern "C" fn MQBUFMH(
    hconn: i32,
    hmsg: i64,
    buf_msg_h_opts: *const c_void,
    msg_desc: *mut c_void,
    buffer_length: i32,
    data: *mut c_void,
    data_length: *mut i32,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            let held = message_handles::find(hconn, hmsg)?;
            let options = Block::<{ mqbmho::SIZE }>::read(buf_msg_h_opts, &BMHO)?;
            let md = Descriptor::read(msg_desc, &MD)?;
            let whole = Bytes::copy_from_slice(buffer(data, buffer_length)?);
            let mut described = descriptor(&md)?;
            let left = held.lock()?.read_buffer(
                options.int(mqbmho::OPTIONS_OFFSET),
                &mut described,
                whole,
            )?;
            give_descriptor_fields(&md, &described);
            fill(data, &left);
            store(data_length, length(left.len()));
            Ok(Reason::NONE)
        });
    }
}

/// `MQMHBUF`: makes a buffer of the properties of a handle.
///
/// # Safety
/// As [`MQCRTMH`].
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)] // As the MQI has it.
pub unsafe extern "C" fn MQMHBUF(
    hconn: i32,
    hmsg: i64,
    msg_h_buf_opts: *const c_void,
    name: *const c_void,
    msg_desc: *mut c_void,
    buffer_length: i32,
    data: *mut c_void,
    data_length: *mut i32,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            let held = message_handles::find(hconn, hmsg)?;
            let options = Block::<{ mqmhbo::SIZE }>::read(msg_h_buf_opts, &MHBO)?;
            let name = property_name(name)?;
            let md = Descriptor::read(msg_desc, &MD)?;
            let room = room(data, buffer_length)?;
            let mut described = descriptor(&md)?;
            let written = held.lock()?.write_buffer(
                options.int(mqmhbo::OPTIONS_OFFSET),
                &name,
                &mut described,
                room,
            );
            match written {
                Ok(header) => {
                    give_descriptor_fields(&md, &described);
                    fill(data, &header);
                    store(data_length, length(header.len()));
                    Ok(Reason::NONE)
                }
                Err((failure, needed)) => {
                    store(data_length, length(needed));
                    Err(failure)
                }
            }
        });
    }
}

fn length(bytes: usize) -> i32 {
    i32::try_from(bytes).unwrap_or(i32::MAX)
}

/// The name in an `MQCHARV`.
///
/// # Safety
/// `at` is null or leads to an `MQCHARV`, and that to what it says.
unsafe fn property_name(at: *const c_void) -> Result<String, Reason> {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        let string = Block::<{ mqcharv::SIZE }>::plain(at).ok_or(Reason::PROPERTY_NAME_ERROR)?;
        let length = string.int(mqcharv::VS_LENGTH_OFFSET);
        if length > STRING_BYTES_MAX as i32 || length < MQVS_NULL_TERMINATED {
            return Err(Reason::PROPERTY_NAME_LENGTH_ERR);
        }
        let place = string.target(mqcharv::VS_PTR_OFFSET, mqcharv::VS_OFFSET_OFFSET);
        let found = bytes(place, length, STRING_BYTES_MAX).map_err(|_| match place.is_null() {
            true => Reason::PROPERTY_NAME_ERROR,
            // No end was met.
            false => Reason::PROPERTY_NAME_LENGTH_ERR,
        })?;
        decode(&found, string.int(mqcharv::VSCCSID_OFFSET)).map_err(|_| Reason::PROPERTY_NAME_ERROR)
    }
}

/// The room for the name of what is inquired; `None` where it is not wanted.
fn name_room(options: &InquireBlock) -> Option<usize> {
    let at = mqimpo::RETURNED_NAME_OFFSET;
    let place = options.target(at + mqcharv::VS_PTR_OFFSET, at + mqcharv::VS_OFFSET_OFFSET);
    let room = options.int(at + mqcharv::VS_BUF_SIZE_OFFSET);
    (!place.is_null()).then(|| usize::try_from(room).unwrap_or(0))
}

/// Returns name, code page and encoding of what was inquired.
///
/// # Safety
/// The buffer of the name is as large as it says.
unsafe fn give_answer(options: &InquireBlock, told: &Answer) {
    options.set_int(mqimpo::RETURNED_ENCODING_OFFSET, told.returned.encoding);
    options.set_int(mqimpo::RETURNED_CCSID_OFFSET, told.returned.ccsid);
    let at = mqimpo::RETURNED_NAME_OFFSET;
    let place = options.target(at + mqcharv::VS_PTR_OFFSET, at + mqcharv::VS_OFFSET_OFFSET);
    if !place.is_null() {
        // SAFETY: the handle was told the room, and gives no more.
        unsafe { fill(place.cast(), &told.name_bytes) };
    }
    options.set_int(at + mqcharv::VS_LENGTH_OFFSET, length(told.name_length));
    options.set_int(at + mqcharv::VSCCSID_OFFSET, told.name_ccsid);
    let said = told.foreign_type.as_deref().unwrap_or_default();
    options.set(mqimpo::TYPE_STRING_OFFSET, &blank_filled::<8>(said));
}

fn property_descriptor(block: &PropertyBlock) -> PropertyDescriptor {
    PropertyDescriptor {
        options: block.int(mqpd::OPTIONS_OFFSET),
        support: block.int(mqpd::SUPPORT_OFFSET),
        context: block.int(mqpd::CONTEXT_OFFSET),
        copy: block.int(mqpd::COPY_OPTIONS_OFFSET),
    }
}

fn give_property_descriptor(block: &PropertyBlock, kept: PropertyDescriptor) {
    block.set_int(mqpd::SUPPORT_OFFSET, kept.support);
    block.set_int(mqpd::CONTEXT_OFFSET, kept.context);
    block.set_int(mqpd::COPY_OPTIONS_OFFSET, kept.copy);
}
