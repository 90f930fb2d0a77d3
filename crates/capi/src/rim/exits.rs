//! Calls for exits and installable services. Neither is loaded here, so nobody can have the configuration handle
//! these calls need: `MQXEP` and `MQZEP` answer `MQRC_HCONFIG_ERROR`, `MQXCLWLN` that there are no clusters.

use super::codes::answer;
use ferromq_mqi::Reason;
use std::ffi::c_void;

/// `MQXEP`: registers a function of an API exit.
///
/// # Safety
/// The pointers are as the MQI asks: see the module.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MQXEP(
    _hconfig: *mut c_void,
    _exit_reason: i32,
    _function: i32,
    _entry_point: *mut c_void,
    _exit_opts: *mut c_void,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe { answer(comp_code, reason, || Err(Reason::HCONFIG_ERROR)) };
}

/// `MQZEP`: registers a function of an installable service.
///
/// # Safety
/// As [`MQXEP`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MQZEP(
    _hconfig: *mut c_void,
    _function: i32,
    _entry_point: *mut c_void,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe { answer(comp_code, reason, || Err(Reason::HCONFIG_ERROR)) };
}

/// `MQXCLWLN`: walks the records of a cluster workload exit.
///
/// # Safety
/// As [`MQXEP`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MQXCLWLN(
    _exit_parms: *mut c_void,
    _current_record: *mut c_void,
    _next_offset: i32,
    _next_record: *mut *mut c_void,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe { answer(comp_code, reason, || Err(Reason::FUNCTION_NOT_SUPPORTED)) };
}
