//! Puts whose application does not wait for the outcome (`MQPMO_ASYNC_RESPONSE`).
//!
//! Such a put answers that it is done, whatever became of it: outcomes are counted for `MQSTAT`,
//! with what is known of the first failure, or of the first warning while there is no failure.
//!
//! A persistent message that should have joined a unit of work and did not is too much to leave to
//! `MQSTAT`: the unit of work can only be backed out then, whoever ends it. One that is not persistent
//! may be lost, and the rest is committed. Source: MQPMO, `MQPMO_ASYNC_RESPONSE`; "Putting messages
//! asynchronously in IBM MQ classes for JMS".

use crate::verbs::connection::Connection;
use crate::verbs::handle::Opened;
use crate::verbs::step::Step;
use ferromq_mqi::call::{PutReply, Reply, Request};
use ferromq_mqi::codec::wants_no_reply;
use ferromq_mqi::distribution::ObjectRecord;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle, PutOptions, StatusReport};
use ferromq_mqi::reason::CompCode;
use ferromq_mqi::{MsgDescriptor, Reason};

/// What an object that was put to is called, for a status report.
#[derive(Clone, Copy)]
pub(super) struct Target {
    object_type: i32,
    name: ObjectName,
    q_mgr: ObjectName,
    resolved_name: ObjectName,
    resolved_q_mgr: ObjectName,
    open_options: i32,
}

impl Default for Target {
    fn default() -> Self {
        Self {
            object_type: MQOT_Q,
            name: ObjectName::BLANK,
            q_mgr: ObjectName::BLANK,
            resolved_name: ObjectName::BLANK,
            resolved_q_mgr: ObjectName::BLANK,
            open_options: 0,
        }
    }
}

impl Target {
    /// The object of a `MQPUT1`.
    pub(super) fn of(object: &ObjectDescriptor) -> Self {
        Self {
            object_type: object.object_type,
            name: object.object_name,
            q_mgr: object.object_q_mgr_name,
            open_options: MQOO_OUTPUT,
            ..Self::default()
        }
    }

    /// A destination of a distribution list.
    pub(super) fn listed(record: &ObjectRecord) -> Self {
        Self {
            name: record.object_name,
            q_mgr: record.object_q_mgr_name,
            open_options: MQOO_OUTPUT,
            ..Self::default()
        }
    }
}

/// What matters of a put that nobody waits for when it fails.
#[derive(Clone, Copy)]
pub(super) struct Unheard {
    /// `MQPMO_*`.
    pub(super) options: i32,
    /// `MQPER_*`, as the application passed it.
    pub(super) persistence: i32,
    /// What it was put through; `None` where nothing could be opened.
    pub(super) through: Option<ObjectHandle>,
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
            asked => asked == MQPMO_ASYNC_RESPONSE,
        }
    }

    /// What a handle stands for.
    pub(super) fn target_of(&mut self, number: ObjectHandle) -> Target {
        let Ok(handle) = self.handles.get(number) else {
            return Target::default();
        };
        let mut target = Target {
            name: handle.object_name,
            open_options: handle.options,
            ..Target::default()
        };
        match &handle.opened {
            Opened::Queue(resolved) => {
                target.resolved_name = resolved.resolved_q_name;
                target.resolved_q_mgr = resolved.resolved_q_mgr_name;
            }
            Opened::Topic(_) => target.object_type = MQOT_TOPIC,
            _ => {}
        }
        target
    }

    /// Counts a put that was not waited for and answers that it is done, unless it waits for room in the log. `passed` is
    /// the descriptor as the application passed it.
    pub(super) fn settle_async(
        &mut self,
        put: Unheard,
        target: impl FnOnce(&mut Self) -> Target,
        passed: MsgDescriptor,
        outcome: Result<Step, Reason>,
    ) -> Result<Step, Reason> {
        if self.waits_for_room(&outcome) {
            return outcome;
        }
        Ok(match outcome {
            Ok(step) => {
                let (comp_code, reason) = match &step {
                    Step::Done(Reply::Put(reply)) if reply.reason != Reason::NONE => {
                        (CompCode::Warning, reply.reason)
                    }
                    _ => (CompCode::Ok, Reason::NONE),
                };
                self.count_async(comp_code, reason, target);
                step
            }
            Err(reason) => {
                self.fail_async(put, target, reason);
                Step::Done(Reply::Put(Box::new(unanswered(passed))))
            }
        })
    }

    /// A put has failed and nobody is told.
    pub(super) fn fail_async(
        &mut self,
        put: Unheard,
        target: impl FnOnce(&mut Self) -> Target,
        reason: Reason,
    ) {
        if reason == Reason::BACKED_OUT {
            // What was got is back on its queues: the next verb that is heard says so.
            self.state.tell_rolled_back();
        } else if put.options & MQPMO_SYNCPOINT != 0 && self.may_be_persistent(put) {
            self.set_rollback_only();
        }
        self.observe_answer(&Reply::Failed(reason));
        self.count_async(CompCode::Failed, reason, target);
    }

    /// A put nobody waits for that the edge cannot pass on. It counts for `MQSTAT` and for its unit of work as
    /// one that has failed here. Nothing happens for any other verb: the edge answers those.
    pub fn fail_unanswered(&mut self, request: &Request, reason: Reason) {
        if !wants_no_reply(request) {
            return;
        }
        let unheard = |options: &PutOptions, descriptor: &MsgDescriptor, through| Unheard {
            options: options.options,
            persistence: descriptor.persistence,
            through,
        };
        match request {
            Request::Put {
                handle,
                descriptor,
                options,
                ..
            } => {
                let put = unheard(options, descriptor, Some(*handle));
                self.fail_async(put, |it| it.target_of(*handle), reason);
            }
            Request::Put1 {
                object,
                descriptor,
                options,
                ..
            } => {
                let put = unheard(options, descriptor, None);
                self.fail_async(put, |_| Target::of(object), reason);
            }
            _ => {}
        }
    }

    /// Nobody can say that a message is not persistent that leaves it to a queue which could not be opened.
    fn may_be_persistent(&mut self, put: Unheard) -> bool {
        if put.persistence != MQPER_PERSISTENCE_AS_Q_DEF {
            return put.persistence != MQPER_NOT_PERSISTENT;
        }
        let opened = put.through.map(|number| self.handles.get(number));
        let Some(Ok(handle)) = opened else {
            return true;
        };
        match &handle.opened {
            Opened::Queue(_) => handle.default_persistence != MQPER_NOT_PERSISTENT,
            Opened::Topic(open) => {
                let topic = &open.publisher.topic;
                let audience = self.engine.topics.audience(topic, open.audience.clone());
                audience.inherited.persistence != MQPER_NOT_PERSISTENT
            }
            _ => true,
        }
    }

    /// The unit of work lacks a message of which the application believes that it was put.
    fn set_rollback_only(&self) {
        match &self.transactions.branch {
            Some(branch) => branch.set_rollback_only(),
            None => self.in_work(|work| work.rollback_only = true),
        }
    }

    /// Counts the outcome of a put that was not waited for.
    pub(super) fn count_async(
        &mut self,
        comp_code: CompCode,
        reason: Reason,
        target: impl FnOnce(&mut Self) -> Target,
    ) {
        let target = (reason != Reason::NONE).then(|| target(self));
        let mut status = self.async_status.lock();
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
    status.object_type = target.object_type;
    status.object_name = target.name;
    status.object_q_mgr_name = target.q_mgr;
    status.resolved_object_name = target.resolved_name;
    status.resolved_q_mgr_name = target.resolved_q_mgr;
    status.open_options = target.open_options;
}
