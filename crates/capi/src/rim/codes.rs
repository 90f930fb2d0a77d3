//! How every verb ends.

use super::memory::store;
use crate::within::Call;
use ferromq_mqi::Reason;
use ferromq_mqi::reason::CompCode;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// `Ok` with `NONE`, `Ok` with a warning, or why the verb failed.
pub(super) type Outcome = Result<Reason, Reason>;

/// Carries out a verb and stores its completion and reason codes. Either pointer may be null. Within another call of the thread nothing
/// is carried out: `MQRC_CALL_IN_PROGRESS`.
///
/// # Safety
/// The pointers are null or lead to an `MQLONG` each.
pub(super) unsafe fn answer(comp_code: *mut i32, reason: *mut i32, verb: impl FnOnce() -> Outcome) {
    let outcome = match Call::begin() {
        Some(_call) => {
            catch_unwind(AssertUnwindSafe(verb)).unwrap_or(Err(Reason::UNEXPECTED_ERROR))
        }
        None => Err(Reason::CALL_IN_PROGRESS),
    };
    let (code, why) = match outcome {
        Ok(Reason::NONE) => (CompCode::Ok, Reason::NONE),
        Ok(warning) => (CompCode::Warning, warning),
        Err(failure) => (CompCode::Failed, failure),
    };
    // SAFETY: as the caller of this function promises.
    unsafe {
        store(comp_code, code as i32);
        store(reason, why.0);
    }
}
