//! `MQOPEN`, `MQCLOSE`, `MQINQ`, `MQSET`.

use super::codes::answer;
use super::lists::{self, Counts, Responses};
use super::memory::{Block, buffer, fill, integers, load, store};
use super::shapes::OD;
use super::strings;
use crate::handles;
use bytes::Bytes;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::{MQHO_UNUSABLE_HOBJ, MQOT_Q};
use ferromq_mqi::generated::layout::mqod;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle};
use ferromq_mqi::{ObjectName, Reason};
use std::ffi::c_void;

/// `MQOPEN`: opens an object for what the options say.
///
/// # Safety
/// The pointers are as the MQI asks: see the module.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MQOPEN(
    hconn: i32,
    obj_desc: *mut c_void,
    options: i32,
    hobj: *mut i32,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            let connection = handles::find(hconn)?;
            let od = Block::<{ mqod::SIZE }>::read(obj_desc, &OD)?;
            if hobj.is_null() {
                return Err(Reason::HOBJ_ERROR);
            }
            let descriptor = read_descriptor(&od)?;
            let responses = Responses::of_object(&od)?;
            match connection.call(Request::Open {
                descriptor,
                options,
            })? {
                Reply::Opened { handle, descriptor } => {
                    connection.opened(handle.0, options);
                    store(hobj, handle.0);
                    give_descriptor(&od, &descriptor);
                    let full = &descriptor.res_object_string;
                    strings::set_text(&od, mqod::RES_OBJECT_STRING_OFFSET, full);
                    let is_local = descriptor.resolved_q_mgr_name == connection.q_mgr_name();
                    if descriptor.object_type == MQOT_Q {
                        Counts::OF_OBJECT.give_single(&od, is_local);
                    }
                    Ok(Reason::NONE)
                }
                Reply::OpenedList(opened) => {
                    Counts::OF_OBJECT.give(&od, &opened.outcome);
                    responses.give(&opened.outcome);
                    let reason = opened.outcome.result()?;
                    connection.opened(opened.handle.0, options);
                    store(hobj, opened.handle.0);
                    Ok(reason)
                }
                _ => Err(Reason::UNEXPECTED_ERROR),
            }
        });
    }
}

/// `MQCLOSE`: closes an object; the handle is unusable on return, but for `MQRC_READ_AHEAD_MSGS`, a warning.
///
/// # Safety
/// As [`MQOPEN`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MQCLOSE(
    hconn: i32,
    hobj: *mut i32,
    options: i32,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            let connection = handles::find(hconn)?;
            let handle = load(hobj).filter(|handle| *handle > 0);
            let handle = ObjectHandle(handle.ok_or(Reason::HOBJ_ERROR)?);
            let done = connection.simple(Request::Close { handle, options })?;
            if done == Reason::READ_AHEAD_MSGS {
                // It stays open until these are got.
                return Ok(done);
            }
            connection.closed(handle.0);
            store(hobj, MQHO_UNUSABLE_HOBJ);
            Ok(done)
        });
    }
}

/// `MQINQ`: attributes of an object.
///
/// # Safety
/// As [`MQOPEN`].
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)] // As the MQI has it.
pub unsafe extern "C" fn MQINQ(
    hconn: i32,
    hobj: i32,
    selector_count: i32,
    selectors: *const i32,
    int_attr_count: i32,
    int_attrs: *mut i32,
    char_attr_length: i32,
    char_attrs: *mut u8,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            let connection = handles::find(hconn)?;
            let selectors = read_selectors(selector_count, selectors)?;
            let int_count = room(int_attr_count, int_attrs, INT_ATTRS)?;
            let char_len = room(char_attr_length, char_attrs, CHAR_ATTRS)?;
            match connection.call(Request::Inquire {
                handle: ObjectHandle(hobj),
                selectors,
                int_count,
                char_len,
            })? {
                Reply::Inquired {
                    ints,
                    chars,
                    reason,
                } => {
                    for (index, value) in ints.iter().take(int_count as usize).enumerate() {
                        store(int_attrs.add(index), *value);
                    }
                    let fits = chars.len().min(char_len as usize);
                    fill(char_attrs.cast(), &chars[..fits]);
                    Ok(reason)
                }
                _ => Err(Reason::UNEXPECTED_ERROR),
            }
        });
    }
}

/// `MQSET`: changes attributes of an object.
///
/// # Safety
/// As [`MQOPEN`].
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)] // As the MQI has it.
pub unsafe extern "C" fn MQSET(
    hconn: i32,
    hobj: i32,
    selector_count: i32,
    selectors: *const i32,
    int_attr_count: i32,
    int_attrs: *const i32,
    char_attr_length: i32,
    char_attrs: *const u8,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            let connection = handles::find(hconn)?;
            let selectors = read_selectors(selector_count, selectors)?;
            let count = room(int_attr_count, int_attrs, INT_ATTRS)?;
            room(char_attr_length, char_attrs, CHAR_ATTRS)?;
            connection.simple(Request::Set {
                handle: ObjectHandle(hobj),
                selectors,
                ints: integers(int_attrs, count as usize),
                chars: Bytes::copy_from_slice(buffer(char_attrs.cast(), char_attr_length)?),
            })
        });
    }
}

/// The descriptor a program passed, for the verbs that open.
///
/// # Errors
/// `MQRC_OBJECT_STRING_ERROR`, `MQRC_SELECTION_STRING_ERROR`, and those of [`lists::object_records`].
///
/// # Safety
/// What the strings in it point to is as long as they say, and there are as many object records as it says.
pub(super) unsafe fn read_descriptor(
    od: &Block<{ mqod::SIZE }>,
) -> Result<ObjectDescriptor, Reason> {
    let name = |offset| ObjectName::from_field(&od.array(offset));
    // SAFETY: as promised.
    let records = unsafe { lists::object_records(od) }?;
    // SAFETY: as promised. Both are empty below version 4.
    let object_string = unsafe { strings::text(od, mqod::OBJECT_STRING_OFFSET) };
    // SAFETY: as promised.
    let selection_string = unsafe { strings::text(od, mqod::SELECTION_STRING_OFFSET) };
    Ok(ObjectDescriptor {
        version: od.version(),
        object_type: od.int(mqod::OBJECT_TYPE_OFFSET),
        object_name: name(mqod::OBJECT_NAME_OFFSET),
        object_q_mgr_name: name(mqod::OBJECT_Q_MGR_NAME_OFFSET),
        dynamic_q_name: name(mqod::DYNAMIC_Q_NAME_OFFSET),
        alternate_user_id: FixedText::from_field(&od.array(mqod::ALTERNATE_USER_ID_OFFSET)),
        object_string: object_string.map_err(|_| Reason::OBJECT_STRING_ERROR)?,
        selection_string: selection_string.map_err(|_| Reason::SELECTION_STRING_ERROR)?,
        records,
        ..ObjectDescriptor::default()
    })
}

/// Returns what an open found.
pub(super) fn give_descriptor(od: &Block<{ mqod::SIZE }>, opened: &ObjectDescriptor) {
    // The name is the program's own unless a dynamic queue was made.
    if ObjectName::from_field(&od.array(mqod::OBJECT_NAME_OFFSET)) != opened.object_name {
        od.set(mqod::OBJECT_NAME_OFFSET, opened.object_name.bytes());
        od.set(
            mqod::OBJECT_Q_MGR_NAME_OFFSET,
            opened.object_q_mgr_name.bytes(),
        );
    }
    od.set(mqod::RESOLVED_Q_NAME_OFFSET, opened.resolved_q_name.bytes());
    od.set(
        mqod::RESOLVED_Q_MGR_NAME_OFFSET,
        opened.resolved_q_mgr_name.bytes(),
    );
    od.set_int(mqod::RESOLVED_TYPE_OFFSET, opened.resolved_type);
}

unsafe fn read_selectors(count: i32, selectors: *const i32) -> Result<Vec<i32>, Reason> {
    let count = usize::try_from(count).map_err(|_| Reason::SELECTOR_COUNT_ERROR)?;
    if count > SELECTORS_MAX {
        return Err(Reason::SELECTOR_LIMIT_EXCEEDED);
    }
    if count > 0 && selectors.is_null() {
        return Err(Reason::SELECTOR_ERROR);
    }
    // SAFETY: the caller's promise is passed on.
    Ok(unsafe { integers(selectors, count) })
}

/// What to answer to a negative count, and to no array where there should be one.
type Wrong = (Reason, Reason);

const INT_ATTRS: Wrong = (Reason::INT_ATTR_COUNT_ERROR, Reason::INT_ATTRS_ARRAY_ERROR);
const CHAR_ATTRS: Wrong = (Reason::CHAR_ATTR_LENGTH_ERROR, Reason::CHAR_ATTRS_ERROR);

fn room<T>(count: i32, at: *const T, wrong: Wrong) -> Result<u32, Reason> {
    let count = u32::try_from(count).map_err(|_| wrong.0)?;
    if count > 0 && at.is_null() {
        return Err(wrong.1);
    }
    Ok(count)
}

/// Selectors of one call; the documented limit.
const SELECTORS_MAX: usize = 256;
