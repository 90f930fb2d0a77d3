//! The switches of a transaction manager: `MQRMIXASwitch` and `MQRMIXASwitchDynamic`.
//!
//! A thread that opens a resource manager through a switch has a connection of its own. `MQCONN` on that thread
//! answers with it (again `MQRC_ALREADY_CONNECTED`), and what the program does under syncpoint belongs to the branch that
//! was started. Both switches are the same: a branch is always started by the transaction manager.

use crate::transactions;
use crate::within::Call;
use ferromq_mqi::generated::constants::{
    TMASYNC, TMNOMIGRATE, XA_OK, XAER_ASYNC, XAER_INVAL, XAER_PROTO, XAER_RMERR,
};
use ferromq_mqi::xa::{XaCall, Xid};
use std::ffi::{CStr, c_char, c_int, c_long};
use std::panic::catch_unwind;

/// `struct xid_t` of the X/Open interface.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CXid {
    format_id: c_long,
    gtrid_length: c_long,
    bqual_length: c_long,
    data: [u8; 128],
}

type Info = unsafe extern "C" fn(*const c_char, c_int, c_long) -> c_int;
type Branch = unsafe extern "C" fn(*const CXid, c_int, c_long) -> c_int;

/// `struct xa_switch_t` of the X/Open interface.
#[repr(C)]
pub struct XaSwitch {
    name: [u8; 32],
    flags: c_long,
    version: c_long,
    open: Info,
    close: Info,
    start: Branch,
    end: Branch,
    rollback: Branch,
    prepare: Branch,
    commit: Branch,
    recover: unsafe extern "C" fn(*mut CXid, c_long, c_int, c_long) -> c_int,
    forget: Branch,
    complete: unsafe extern "C" fn(*mut c_int, *mut c_int, c_int, c_long) -> c_int,
}

const SWITCH: XaSwitch = XaSwitch {
    name: *b"MQSeries_XA_RMI\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
    // A branch belongs to the thread that started it until it ends.
    flags: TMNOMIGRATE as c_long,
    version: 0,
    open,
    close,
    start,
    end,
    rollback,
    prepare,
    commit,
    recover,
    forget,
    complete,
};

/// The switch of static registration.
#[unsafe(no_mangle)]
pub static MQRMIXASwitch: XaSwitch = SWITCH;

/// The switch under the name of the dynamic one.
#[unsafe(no_mangle)]
pub static MQRMIXASwitchDynamic: XaSwitch = SWITCH;

/// Carries out a call, unless it interrupts another of the thread; no panic gets out.
fn guarded(call: impl FnOnce() -> c_int + std::panic::UnwindSafe) -> c_int {
    let Some(_call) = Call::begin() else {
        return XAER_PROTO;
    };
    catch_unwind(call).unwrap_or(XAER_RMERR)
}

fn flags_of(flags: c_long) -> Result<i32, c_int> {
    // The flag of asynchronous calls is the sign bit of an `int`, and of some transaction managers a bit of a `long`.
    let flags = flags as i32;
    if flags & TMASYNC != 0 {
        return Err(XAER_ASYNC);
    }
    Ok(flags)
}

/// The text of an open or close string; at most its documented length is looked at.
unsafe fn info<'a>(at: *const c_char) -> Result<&'a [u8], c_int> {
    if at.is_null() {
        return Ok(&[]);
    }
    // SAFETY: the caller passes a string with a NUL at its end.
    let text = unsafe { CStr::from_ptr(at) }.to_bytes();
    if text.len() > ferromq_mqi::xa::OPEN_STRING_BYTES_MAX {
        return Err(XAER_INVAL);
    }
    Ok(text)
}

unsafe fn xid(at: *const CXid) -> Result<Xid, c_int> {
    // SAFETY: the caller passes null or a name.
    let found = unsafe { super::memory::load(at) }.ok_or(XAER_INVAL)?;
    let length = |length: c_long| usize::try_from(length).map_err(|_| XAER_INVAL);
    let (global, qualifier) = (length(found.gtrid_length)?, length(found.bqual_length)?);
    if global > Xid::PART_BYTES_MAX || qualifier > Xid::PART_BYTES_MAX {
        return Err(XAER_INVAL);
    }
    let format = i32::try_from(found.format_id).map_err(|_| XAER_INVAL)?;
    let (global, rest) = found.data.split_at(global);
    Xid::new(format, global, &rest[..qualifier]).ok_or(XAER_INVAL)
}

unsafe extern "C" fn open(text: *const c_char, rmid: c_int, flags: c_long) -> c_int {
    guarded(|| {
        super::forking::watch();
        // SAFETY: the caller's promise is passed on.
        let done = unsafe { info(text) }
            .and_then(|text| Ok(transactions::open(rmid, text, flags_of(flags)?)));
        done.unwrap_or_else(|code| code)
    })
}

unsafe extern "C" fn close(text: *const c_char, rmid: c_int, flags: c_long) -> c_int {
    guarded(|| {
        // SAFETY: the caller's promise is passed on.
        let done = unsafe { info(text) }
            .and_then(|text| Ok(transactions::close(rmid, text, flags_of(flags)?)));
        done.unwrap_or_else(|code| code)
    })
}

unsafe fn branch(
    at: *const CXid,
    rmid: c_int,
    flags: c_long,
    call: fn(Xid, i32) -> XaCall,
) -> c_int {
    guarded(|| {
        // SAFETY: the caller's promise is passed on.
        let named = unsafe { xid(at) };
        let done =
            named.and_then(|xid| Ok(transactions::call(rmid, call(xid, flags_of(flags)?)).code.0));
        done.unwrap_or_else(|code| code)
    })
}

/// A function of the switch that names a branch.
macro_rules! of_a_branch {
    ($($name:ident => $call:ident),+ $(,)?) => {
        $(unsafe extern "C" fn $name(at: *const CXid, rmid: c_int, flags: c_long) -> c_int {
            // SAFETY: the caller's promise is passed on.
            unsafe { branch(at, rmid, flags, |xid, flags| XaCall::$call { xid, flags }) }
        })+
    };
}

of_a_branch! {
    start => Start,
    end => End,
    rollback => RollBack,
    prepare => Prepare,
    commit => Commit,
    forget => Forget,
}

unsafe extern "C" fn recover(xids: *mut CXid, count: c_long, rmid: c_int, flags: c_long) -> c_int {
    guarded(|| {
        let flags = match flags_of(flags) {
            Ok(flags) => flags,
            Err(code) => return code,
        };
        let wanted = match i32::try_from(count) {
            Ok(wanted @ 0..) if wanted == 0 || !xids.is_null() => wanted,
            _ => return XAER_INVAL,
        };
        transactions::recover(rmid, wanted, flags, |at, xid| {
            // SAFETY: the caller has room for as many names as it asks for, and is told no more.
            unsafe { super::memory::store(xids.add(at), laid(xid)) };
        })
    })
}

fn laid(xid: &Xid) -> CXid {
    let (global, qualifier) = (xid.global(), xid.qualifier());
    let mut data = [0; 128];
    data[..global.len()].copy_from_slice(global);
    data[global.len()..global.len() + qualifier.len()].copy_from_slice(qualifier);
    CXid {
        format_id: xid.format_id().into(),
        gtrid_length: global.len() as c_long,
        bqual_length: qualifier.len() as c_long,
        data,
    }
}

unsafe extern "C" fn complete(
    _handle: *mut c_int,
    _result: *mut c_int,
    rmid: c_int,
    flags: c_long,
) -> c_int {
    guarded(|| match flags_of(flags) {
        Ok(flags) => transactions::call(rmid, XaCall::Complete { flags }).code.0,
        Err(code) => code,
    })
}

// Calls never complete later, so nothing is ever left to be asked for.
const _: () = assert!(XA_OK == 0);
