//! Puts whose application does not wait for the outcome (`MQPMO_ASYNC_RESPONSE`).
//!
//! Such a put answers that it is done, whatever became of it: outcomes are counted for `MQSTAT`,
//! with what is known of the first failure, or of the first warning while there is no failure.

use crate::connection::{Connection, Step};
use crate::handle::Opened;
use ferromq_mqi::call::{PutReply, Reply};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{ObjectHandle, PutOptions, StatusReport};
use ferromq_mqi::reason::CompCode;
use ferromq_mqi::{MsgDescriptor, Reason};
use std::sync::PoisonError;

/// What an object that was put to is called, for a status report.
#[derive(Clone, Copy, Default)]
pub(super) struct Target {
    name: ObjectName,
    q_mgr: ObjectName,
    resolved_name: ObjectName,
    resolved_q_mgr: ObjectName,
    open_options: i32,
}

impl Target {
    /// The object of a `MQPUT1`.
    pub(super) fn named(name: ObjectName, q_mgr: ObjectName) -> Self {
        Self {
            name,
            q_mgr,
            open_options: MQOO_OUTPUT,
            ..Self::default()
        }
    }
}

impl Connection {
    /// Whether a put through this handle is not waited for: its options say so, or, where they
    /// leave it open, the queue's default.
    pub(super) fn wants_async(&mut self, number: ObjectHandle, options: &PutOptions) -> bool {
        match options.options & (MQPMO_ASYNC_RESPONSE | MQPMO_SYNC_RESPONSE) {
            0 => {
                let handle = self.handles.get(number);
                handle.is_ok_and(|handle| handle.default_put_response == MQPRT_ASYNC_RESPONSE)
            }
            asked => asked & MQPMO_ASYNC_RESPONSE != 0,
        }
    }

    /// What a handle stands for.
    pub(super) fn target_of(&mut self, number: ObjectHandle) -> Target {
        let Ok(handle) = self.handles.get(number) else {
            return Target::default();
        };
        let mut target = Target::named(handle.object_name, ObjectName::BLANK);
        target.open_options = handle.options;
        if let Opened::Queue(resolved) = &handle.opened {
            target.resolved_name = resolved.resolved_q_name;
            target.resolved_q_mgr = resolved.resolved_q_mgr_name;
        }
        target
    }

    /// Counts a put that was not waited for and answers that it is done. `passed` is the
    /// descriptor as the application passed it.
    pub(super) fn settle_async(
        &mut self,
        target: impl FnOnce(&mut Self) -> Target,
        passed: MsgDescriptor,
        outcome: Result<Step, Reason>,
    ) -> Step {
        let (comp_code, reason) = match &outcome {
            Ok(Step::Done(Reply::Put(reply))) if reply.reason != Reason::NONE => {
                (CompCode::Warning, reply.reason)
            }
            Ok(_) => (CompCode::Ok, Reason::NONE),
            Err(reason) => (CompCode::Failed, *reason),
        };
        if reason == Reason::BACKED_OUT {
            // Too much to leave to MQSTAT.
            self.state.tell_rolled_back();
        }
        self.count_async(comp_code, reason, target);
        outcome.unwrap_or_else(|_| Step::Done(Reply::Put(unanswered(passed))))
    }

    /// Counts the outcome of a put that was not waited for.
    pub(super) fn count_async(
        &mut self,
        comp_code: CompCode,
        reason: Reason,
        target: impl FnOnce(&mut Self) -> Target,
    ) {
        let target = (reason != Reason::NONE).then(|| target(self));
        let mut status = self
            .async_status
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let count = match comp_code {
            CompCode::Failed => &mut status.put_failure_count,
            CompCode::Ok => &mut status.put_success_count,
            CompCode::Warning => &mut status.put_warning_count,
        };
        *count = count.saturating_add(1);
        if let Some(target) = target
            && comp_code as i32 > status.comp_code
        {
            note(&mut status, comp_code as i32, reason, &target);
        }
    }
}

/// What a put answers of which nothing is said. `passed` is the descriptor as the application passed it.
pub(super) fn unanswered(passed: MsgDescriptor) -> PutReply {
    PutReply {
        reason: Reason::NONE,
        descriptor: passed,
        resolved_q_name: ObjectName::BLANK,
        resolved_q_mgr_name: ObjectName::BLANK,
    }
}

fn note(status: &mut StatusReport, comp_code: i32, reason: Reason, target: &Target) {
    status.comp_code = comp_code;
    status.reason = reason.0;
    status.object_type = MQOT_Q;
    status.object_name = target.name;
    status.object_q_mgr_name = target.q_mgr;
    status.resolved_object_name = target.resolved_name;
    status.resolved_q_mgr_name = target.resolved_q_mgr;
    status.open_options = target.open_options;
}
