//! `MQCB` and `MQCTL`: callbacks into the program.

use super::codes::answer;
use super::memory::{Block, name};
use super::messages::{Descriptor, GetBlock, descriptor, get_options, hmsg, msg_handle};
use super::shapes::{CBD, CTLO, GMO, MD};
use crate::connection::Connection;
use crate::consume::{Consumer, Event, Handler, Receiver, Registration};
use crate::handles;
use crate::held_message::Held;
use crate::within::call_out;
use ferromq_mqi::call::GetReply;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::layout::{mqcbc, mqcbd, mqctlo, mqgmo, mqmd};
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::options::GetOptions;
use ferromq_mqi::{MsgDescriptor, Reason};
use libloading::Library;
use std::cell::Cell;
use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::Arc;

/// `MQ_CB_FUNCTION`, as the C header has it.
type CallbackFunction =
    unsafe extern "C" fn(i32, *mut c_void, *mut c_void, *mut c_void, *mut c_void);

/// `MQCB`: registers, suspends and resumes callbacks.
///
/// # Safety
/// The pointers are as the MQI asks: see the module. The function registered stays callable until it is
/// deregistered, from a thread of the library.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)] // As the MQI has it.
pub unsafe extern "C" fn MQCB(
    hconn: i32,
    operation: i32,
    callback_desc: *mut c_void,
    hobj: i32,
    msg_desc: *mut c_void,
    get_msg_opts: *mut c_void,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            let connection = handles::find(hconn)?;
            let flow = connection.flow();
            flow.check_caller(&connection)?;
            check_operation(operation)?;
            let whom = whom(operation, callback_desc, hobj)?;
            if operation & MQOP_REGISTER != 0 {
                let what = registration(&connection, callback_desc, whom, msg_desc, get_msg_opts)?;
                flow.register(&connection, what, operation & MQOP_SUSPEND != 0);
            } else if operation & MQOP_DEREGISTER != 0 {
                flow.deregister(&connection, whom)?;
            } else {
                flow.set_suspended(whom, operation & MQOP_SUSPEND != 0)?;
            }
            Ok(Reason::NONE)
        });
    }
}

/// `MQCTL`: starts, stops, suspends and resumes consumption.
///
/// # Safety
/// As [`MQCB`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MQCTL(
    hconn: i32,
    operation: i32,
    control_opts: *mut c_void,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            let connection = handles::find(hconn)?;
            let flow = connection.flow();
            let ctlo = Block::<{ mqctlo::SIZE }>::read(control_opts, &CTLO)?;
            let known = MQCTLO_THREAD_AFFINITY | MQCTLO_FAIL_IF_QUIESCING;
            if ctlo.int(mqctlo::OPTIONS_OFFSET) & !known != 0 {
                return Err(Reason::OPTIONS_ERROR);
            }
            let area = ctlo
                .pointer(mqctlo::CONNECTION_AREA_OFFSET)
                .expose_provenance();
            match operation {
                MQOP_START => return flow.start(&connection, area, false),
                MQOP_START_WAIT => return flow.start(&connection, area, true),
                MQOP_STOP => flow.stop(&connection),
                MQOP_SUSPEND => flow.suspend(&connection)?,
                MQOP_RESUME => flow.resume(&connection)?,
                _ => return Err(Reason::OPERATION_ERROR),
            }
            Ok(Reason::NONE)
        });
    }
}

fn check_operation(operation: i32) -> Result<(), Reason> {
    let (change, pace) = (
        operation & (MQOP_REGISTER | MQOP_DEREGISTER),
        operation & (MQOP_SUSPEND | MQOP_RESUME),
    );
    let known = change | pace == operation;
    let sensible = match change {
        0 => pace == MQOP_SUSPEND || pace == MQOP_RESUME,
        MQOP_REGISTER => pace != MQOP_SUSPEND | MQOP_RESUME,
        MQOP_DEREGISTER => pace == 0,
        _ => false,
    };
    if known && sensible {
        Ok(())
    } else {
        Err(Reason::OPERATION_ERROR)
    }
}

/// The object handle of a consumer; `None` for the event handler. Without a description it is a consumer, if there
/// is a handle.
unsafe fn whom(
    operation: i32,
    callback_desc: *mut c_void,
    hobj: i32,
) -> Result<Option<i32>, Reason> {
    if callback_desc.is_null() && operation & MQOP_REGISTER == 0 {
        return Ok((hobj != MQHO_NONE && hobj != MQHO_UNUSABLE_HOBJ).then_some(hobj));
    }
    // SAFETY: the caller's promise is passed on.
    let cbd = unsafe { Block::<{ mqcbd::SIZE }>::read(callback_desc, &CBD) }?;
    match cbd.int(mqcbd::CALLBACK_TYPE_OFFSET) {
        MQCBT_EVENT_HANDLER => Ok(None),
        MQCBT_MESSAGE_CONSUMER => Ok(Some(hobj)),
        _ => Err(Reason::CALLBACK_TYPE_ERROR),
    }
}

unsafe fn registration(
    connection: &Connection,
    callback_desc: *mut c_void,
    whom: Option<i32>,
    msg_desc: *mut c_void,
    get_msg_opts: *mut c_void,
) -> Result<Registration, Reason> {
    // SAFETY: the caller's promise is passed on.
    let cbd = unsafe { Block::<{ mqcbd::SIZE }>::read(callback_desc, &CBD) }?;
    let callback_options = cbd.int(mqcbd::OPTIONS_OFFSET);
    if callback_options & !CALLBACK_OPTIONS != 0 {
        return Err(Reason::CBD_OPTIONS_ERROR);
    }
    // SAFETY: as above.
    let function = unsafe { function(&cbd) }?;
    let area = cbd.pointer(mqcbd::CALLBACK_AREA_OFFSET).expose_provenance();
    let Some(hobj) = whom else {
        let receiver = Arc::new(Callback {
            function,
            area,
            md_version: None,
            hmsg: MQHM_NONE.into(),
        });
        return Ok(Registration::Handler(Handler {
            receiver,
            callback_options,
        }));
    };
    let open_options = connection.open_options(hobj).ok_or(Reason::HOBJ_ERROR)?;
    // SAFETY: as above.
    let md = (!msg_desc.is_null()).then(|| unsafe { Descriptor::read(msg_desc, &MD) });
    let md = md.transpose()?;
    // SAFETY: as above.
    let gmo = unsafe { GetBlock::read(get_msg_opts, &GMO) }?;
    let options = get_options(&gmo);
    let handle = msg_handle(connection, &gmo, &options)?;
    let descriptor = wanted(md.as_ref(), handle.as_deref(), &options)?;
    check_open(open_options, options.options)?;
    let bytes_max = match cbd.int(mqcbd::MAX_MSG_LENGTH_OFFSET) {
        MQCBD_FULL_MSG_LENGTH => MESSAGE_BYTES_MAX,
        length => u32::try_from(length).map_err(|_| Reason::MAX_MSG_LENGTH_ERROR)?,
    };
    Ok(Registration::Consumer(Box::new(Consumer {
        hobj,
        receiver: Arc::new(Callback {
            function,
            area,
            md_version: md.as_ref().map(Descriptor::version),
            hmsg: hmsg(&gmo),
        }),
        handle,
        callback_options,
        descriptor,
        options,
        bytes_max,
    })))
}

/// Which messages a consumer wants. Without a descriptor that of its message handle says so, as it is now.
fn wanted(
    md: Option<&Descriptor>,
    handle: Option<&Held>,
    options: &GetOptions,
) -> Result<MsgDescriptor, Reason> {
    if let Some(md) = md {
        return descriptor(md);
    }
    // A handle stands for the descriptor only where it gets the properties.
    if options.options & MQGMO_PROPERTIES_FORCE_MQRFH2 != 0 {
        return Err(Reason::MD_ERROR);
    }
    let handle = handle.ok_or(Reason::MD_ERROR)?.lock()?;
    Ok(handle.descriptor().clone())
}

/// Whether messages can be got this way from an object that is open that way.
fn check_open(open_options: i32, get_options: i32) -> Result<(), Reason> {
    let inputs = MQOO_INPUT_AS_Q_DEF | MQOO_INPUT_SHARED | MQOO_INPUT_EXCLUSIVE;
    let browses = MQGMO_BROWSE_FIRST | MQGMO_BROWSE_NEXT | MQGMO_BROWSE_MSG_UNDER_CURSOR;
    if get_options & MQGMO_SET_SIGNAL != 0 {
        return Err(Reason::OPTIONS_ERROR);
    }
    if get_options & browses != 0 {
        return if open_options & MQOO_BROWSE == 0 {
            Err(Reason::NOT_OPEN_FOR_BROWSE)
        } else {
            Ok(())
        };
    }
    if open_options & inputs == 0 {
        return Err(Reason::NOT_OPEN_FOR_INPUT);
    }
    Ok(())
}

/// The function a description names: its address, or library and name.
///
/// # Errors
/// `MQRC_CALLBACK_ROUTINE_ERROR` for none of them, or both; those of [`load_function`].
unsafe fn function(cbd: &Block<{ mqcbd::SIZE }>) -> Result<Function, Reason> {
    let at = cbd.pointer(mqcbd::CALLBACK_FUNCTION_OFFSET);
    // SAFETY: the field lies in our copy, and ends within it.
    let named = unsafe { name::<128>(cbd.bytes()[mqcbd::CALLBACK_NAME_OFFSET..].as_ptr()) };
    let named = named.unwrap_or([b' '; 128]);
    let named = std::str::from_utf8(&named).map_err(|_| Reason::MODULE_NOT_FOUND)?;
    match (at.is_null(), named.trim_end_matches([' ', '\0'])) {
        (true, "") => Err(Reason::CALLBACK_ROUTINE_ERROR),
        (false, "") => Ok(Function {
            // SAFETY: the caller registers the address of such a function and keeps it callable.
            call: unsafe { std::mem::transmute::<*mut c_void, CallbackFunction>(at) },
            _library: None,
        }),
        // SAFETY: the program names a library of its own, whose function it declared to be one.
        (true, named) => unsafe { load_function(named) },
        (false, _) => Err(Reason::CALLBACK_ROUTINE_ERROR),
    }
}

/// Loads `[path]library(function)`; without a path the loader searches as it does for programs.
///
/// # Errors
/// `MQRC_MODULE_NOT_FOUND`; `MQRC_MODULE_INVALID` when it is no library, or nothing is named in brackets;
/// `MQRC_MODULE_ENTRY_NOT_FOUND`.
///
/// # Safety
/// The library may be loaded, and the function is one for callbacks.
unsafe fn load_function(named: &str) -> Result<Function, Reason> {
    let (path, function) = named
        .strip_suffix(')')
        .and_then(|named| named.split_once('('))
        .filter(|(path, function)| !path.is_empty() && !function.is_empty())
        .ok_or(Reason::MODULE_INVALID)?;
    // SAFETY: the caller's promise is passed on.
    let library = unsafe { Library::new(path) }.map_err(|error| {
        // The loader says why in words only.
        if format!("{error:?}").contains("cannot open shared object file") {
            Reason::MODULE_NOT_FOUND
        } else {
            Reason::MODULE_INVALID
        }
    })?;
    // SAFETY: the caller's promise is passed on; the library stays as long as the function may be called.
    let call = unsafe { library.get::<CallbackFunction>(function) };
    let call = *call.map_err(|_| Reason::MODULE_ENTRY_NOT_FOUND)?;
    Ok(Function {
        call,
        _library: Some(library),
    })
}

/// A function that can be called, and the library it is in, which is given back when nobody calls it any more.
struct Function {
    call: CallbackFunction,
    _library: Option<Library>,
}

/// A function of the program and the address it wants to see again.
struct Callback {
    function: Function,
    area: usize,
    /// Version of the descriptor it was registered with; `None` without one, and it is called without one.
    md_version: Option<i32>,
    /// The message handle of its get options.
    hmsg: i64,
}

impl Receiver for Callback {
    fn receive(&self, event: &Event<'_>) {
        let mut cbc = self.context(event);
        let mut body = event
            .message
            .map(|reply| reply.body.to_vec())
            .unwrap_or_default();
        let (mut md, mut gmo) = ([0; mqmd::SIZE], [0; mqgmo::SIZE]);
        let md_version = self.md_version.unwrap_or(MQMD_VERSION_1);
        let has_structures = match (event.message, event.asked) {
            (Some(reply), asked) => {
                lay_md(&mut md, &reply.descriptor, md_version);
                let mut options = reply.options.clone();
                if let Some((_, asked)) = asked {
                    // Not how the dispatcher waits, but what the program said.
                    options.options = asked.options;
                    options.wait_interval_ms = asked.wait_interval_ms;
                }
                lay_gmo(&mut gmo, &options, event.message, self.hmsg);
                true
            }
            (None, Some((descriptor, options))) => {
                lay_md(&mut md, descriptor, md_version);
                lay_gmo(&mut gmo, options, None, self.hmsg);
                true
            }
            (None, None) => false,
        };
        // Source: MQCB_FUNCTION, MsgDesc.
        let has_md = has_structures && self.md_version.is_some();
        let or_null = |at: *mut c_void, there: bool| if there { at } else { null_mut() };
        // SAFETY: the function was registered as one of this type and stays callable; each pointer leads to memory
        // of this function that is as long as its structure's full length, or is null as documented.
        call_out(|| unsafe {
            (self.function.call)(
                event.hconn,
                or_null(md.as_mut_ptr().cast(), has_md),
                or_null(gmo.as_mut_ptr().cast(), has_structures),
                or_null(body.as_mut_ptr().cast(), !body.is_empty()),
                cbc.as_mut_ptr().cast(),
            );
        });
        if let Some(delay_ms) = event.reconnect_delay_ms {
            let at = mqcbc::RECONNECT_DELAY_OFFSET;
            let mut bytes = [0; 4];
            bytes.copy_from_slice(&cbc[at..at + 4]);
            delay_ms.set(i32::from_ne_bytes(bytes));
        }
    }
}

impl Callback {
    /// The `MQCBC` of a call.
    fn context(&self, event: &Event<'_>) -> [u8; mqcbc::SIZE] {
        let mut cbc = [0; mqcbc::SIZE];
        let mut set = |offset: usize, bytes: &[u8]| {
            cbc[offset..offset + bytes.len()].copy_from_slice(bytes);
        };
        let (comp_code, reason) = match event.outcome {
            Ok(fine @ (Reason::NONE | Reason::RECONNECTED)) => (MQCC_OK, fine.0),
            Ok(warning) => (MQCC_WARNING, warning.0),
            Err(failure) => (MQCC_FAILED, failure.0),
        };
        let length = |bytes: u32| i32::try_from(bytes).unwrap_or(i32::MAX);
        let whole = event.message.map_or(0, |reply| length(reply.data_length));
        let there = event.message.map_or(0, |reply| {
            length(u32::try_from(reply.body.len()).unwrap_or(u32::MAX))
        });
        set(mqcbc::STRUC_ID_OFFSET, b"CBC ");
        for (offset, value) in [
            (mqcbc::VERSION_OFFSET, MQCBC_VERSION_2),
            (mqcbc::CALL_TYPE_OFFSET, event.call_type),
            (mqcbc::HOBJ_OFFSET, event.hobj),
            (mqcbc::COMP_CODE_OFFSET, comp_code),
            (mqcbc::REASON_OFFSET, reason),
            (mqcbc::STATE_OFFSET, event.state),
            (mqcbc::DATA_LENGTH_OFFSET, whole),
            (mqcbc::BUFFER_LENGTH_OFFSET, there),
            (mqcbc::FLAGS_OFFSET, MQCBCF_NONE),
            (
                mqcbc::RECONNECT_DELAY_OFFSET,
                event.reconnect_delay_ms.map_or(0, Cell::get),
            ),
        ] {
            set(offset, &value.to_ne_bytes());
        }
        set(mqcbc::CALLBACK_AREA_OFFSET, &self.area.to_ne_bytes());
        set(
            mqcbc::CONNECTION_AREA_OFFSET,
            &event.connection_area.to_ne_bytes(),
        );
        cbc
    }
}

/// Callers copy the structure at full length whatever version they registered.
fn lay_md(md: &mut [u8; mqmd::SIZE], descriptor: &MsgDescriptor, version: i32) {
    descriptor.encode_into(md, ByteOrder::NATIVE);
    md[mqmd::VERSION_OFFSET..mqmd::REPORT_OFFSET].copy_from_slice(&version.to_ne_bytes());
}

fn lay_gmo(
    gmo: &mut [u8; mqgmo::SIZE],
    options: &GetOptions,
    message: Option<&GetReply>,
    hmsg: i64,
) {
    let mut set = |offset: usize, bytes: &[u8]| {
        gmo[offset..offset + bytes.len()].copy_from_slice(bytes);
    };
    // Known at every version here, and looked at where the message length is wanted.
    let returned = message.map_or(0, |reply| {
        i32::try_from(reply.body.len()).unwrap_or(i32::MAX)
    });
    set(mqgmo::STRUC_ID_OFFSET, b"GMO ");
    for (offset, value) in [
        (mqgmo::VERSION_OFFSET, MQGMO_VERSION_4),
        (mqgmo::OPTIONS_OFFSET, options.options),
        (mqgmo::WAIT_INTERVAL_OFFSET, options.wait_interval_ms),
        (mqgmo::MATCH_OPTIONS_OFFSET, options.match_options),
        (mqgmo::RETURNED_LENGTH_OFFSET, returned),
    ] {
        set(offset, &value.to_ne_bytes());
    }
    set(
        mqgmo::RESOLVED_Q_NAME_OFFSET,
        options.resolved_q_name.bytes(),
    );
    set(
        mqgmo::GROUP_STATUS_OFFSET,
        &[
            options.group_status,
            options.segment_status,
            options.segmentation,
        ],
    );
    set(mqgmo::MSG_TOKEN_OFFSET, &options.msg_token);
    set(mqgmo::MSG_HANDLE_OFFSET, &hmsg.to_ne_bytes());
}

const CALLBACK_OPTIONS: i32 = MQCBDO_START_CALL
    | MQCBDO_STOP_CALL
    | MQCBDO_REGISTER_CALL
    | MQCBDO_DEREGISTER_CALL
    | MQCBDO_FAIL_IF_QUIESCING
    | MQCBDO_EVENT_CALL
    | MQCBDO_MC_EVENT_CALL;

/// The longest message there can be.
const MESSAGE_BYTES_MAX: u32 = 104_857_600;
