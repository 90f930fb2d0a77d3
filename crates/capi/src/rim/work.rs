//! Units of work, and what became of asynchronous puts: `MQBEGIN`, `MQCMIT`, `MQBACK`, `MQSTAT`.

use super::codes::answer;
use super::memory::Block;
use super::shapes::{BO, STS};
use super::strings::set_text;
use crate::handles;
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::{MQSTAT_TYPE_RECONNECTION, MQSTAT_TYPE_RECONNECTION_ERROR};
use ferromq_mqi::generated::layout::{mqbo, mqsts};
use ferromq_mqi::options::StatusReport;
use std::ffi::c_void;

/// `MQBEGIN`: begins a unit of work the queue manager would coordinate. The options may be null.
///
/// # Safety
/// The pointers are as the MQI asks: see the module.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MQBEGIN(
    hconn: i32,
    begin_options: *mut c_void,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            let connection = handles::find(hconn)?;
            let options = if begin_options.is_null() {
                0
            } else {
                Block::<{ mqbo::SIZE }>::read(begin_options, &BO)?.int(mqbo::OPTIONS_OFFSET)
            };
            connection.simple(Request::Begin { options })
        });
    }
}

/// `MQCMIT`: when it returns, the unit of work is durable and its messages are visible.
///
/// # Safety
/// As [`MQBEGIN`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MQCMIT(hconn: i32, comp_code: *mut i32, reason: *mut i32) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            handles::find(hconn)?.simple(Request::Commit)
        });
    }
}

/// `MQBACK`: undoes the unit of work.
///
/// # Safety
/// As [`MQBEGIN`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MQBACK(hconn: i32, comp_code: *mut i32, reason: *mut i32) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            handles::find(hconn)?.simple(Request::BackOut)
        });
    }
}

/// `MQSTAT`: what became of asynchronous puts since the last call.
///
/// # Safety
/// As [`MQBEGIN`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MQSTAT(
    hconn: i32,
    kind: i32,
    status: *mut c_void,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            let connection = handles::find(hconn)?;
            let sts = Block::<{ mqsts::SIZE }>::read(status, &STS)?;
            let reconnection = matches!(
                kind,
                MQSTAT_TYPE_RECONNECTION | MQSTAT_TYPE_RECONNECTION_ERROR
            );
            if reconnection && !connection.is_client() {
                return Err(Reason::ENVIRONMENT_ERROR);
            }
            match connection.call(Request::Stat { kind })? {
                Reply::Status(report) => {
                    give_status(&sts, &report);
                    Ok(Reason::NONE)
                }
                _ => Err(Reason::UNEXPECTED_ERROR),
            }
        });
    }
}

unsafe fn give_status(sts: &Block<{ mqsts::SIZE }>, report: &StatusReport) {
    sts.set_int(mqsts::COMP_CODE_OFFSET, report.comp_code);
    sts.set_int(mqsts::REASON_OFFSET, report.reason);
    sts.set_int(mqsts::PUT_SUCCESS_COUNT_OFFSET, report.put_success_count);
    sts.set_int(mqsts::PUT_WARNING_COUNT_OFFSET, report.put_warning_count);
    sts.set_int(mqsts::PUT_FAILURE_COUNT_OFFSET, report.put_failure_count);
    sts.set_int(mqsts::OBJECT_TYPE_OFFSET, report.object_type);
    sts.set(mqsts::OBJECT_NAME_OFFSET, report.object_name.bytes());
    sts.set(
        mqsts::OBJECT_Q_MGR_NAME_OFFSET,
        report.object_q_mgr_name.bytes(),
    );
    sts.set(
        mqsts::RESOLVED_OBJECT_NAME_OFFSET,
        report.resolved_object_name.bytes(),
    );
    sts.set(
        mqsts::RESOLVED_Q_MGR_NAME_OFFSET,
        report.resolved_q_mgr_name.bytes(),
    );
    if sts.version() >= 2 {
        // SAFETY: the caller's promise is passed on.
        unsafe {
            set_text(sts, mqsts::OBJECT_STRING_OFFSET, "");
            set_text(sts, mqsts::SUB_NAME_OFFSET, "");
        }
        sts.set_int(mqsts::OPEN_OPTIONS_OFFSET, report.open_options);
        sts.set_int(mqsts::SUB_OPTIONS_OFFSET, 0);
    }
}
