//! `MQPUT` and `MQPUT1`.
//!
//! The order is: check everything, reserve a place on the queue, append to the log, insert.
//! Outside syncpoint a persistent put is a unit of work of its own: one record, and nothing
//! is locked while the log is forced; the message becomes visible when it is durable.

use crate::core::RunState;
use crate::core::identity::clear_context;
use crate::core::latch::Latch;
use crate::deliver::delay;
use crate::deliver::parted::placements_of_program;
use crate::deliver::placing::{
    Outgoing, Placements, PutFailure, put_all, put_outside_syncpoint, shorter,
};
use crate::deliver::resolve::reply_address;
use crate::deliver::segmented::{Segmenting, check_target_in_segments};
use crate::deliver::target::Target;
use crate::store::local_queue::LocalQueue;
use crate::store::placement::Terms;
use crate::verbs::async_put::{self, Unheard};
use crate::verbs::connection::Connection;
use crate::verbs::group_put::{bind_group, number_put, target_of};
use crate::verbs::handle::{BoundGroup, LogicalPut, Opened};
use crate::verbs::put_checks::{
    check_descriptor, check_options, check_properties, check_suppressed, check_unless_remote,
    is_blank_field, settle_segment,
};
use crate::verbs::step::Step;
use bytes::Bytes;
use ferromq_log::Lsn;
use ferromq_mqi::call::{PutReply, Reply};
use ferromq_mqi::extension::{is_extended, take_extension};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle, PutOptions};
use ferromq_mqi::{MsgDescriptor, Reason};
use std::sync::Arc;

/// What is known of a message that was checked.
pub(super) struct Prepared {
    pub(super) warning: Reason,
    /// Where its handle stands in logical order when it is put.
    pub(super) next: Option<LogicalPut>,
    pub(super) target: Target,
    /// The group its handle is in then, and where it goes.
    pub(super) bound_group: Option<BoundGroup>,
    pub(super) terms: Terms,
    /// How it is broken into segments, if it is too long for its target.
    pub(super) segmenting: Option<Segmenting>,
}

/// The program's descriptor goes on describing the extension in front of its data: the next put of a loop has the same. What the
/// extension says is where getters see it.
fn describe_extension(answered: &mut MsgDescriptor, passed: &MsgDescriptor) {
    *answered = MsgDescriptor {
        version: passed.version,
        encoding: passed.encoding,
        coded_char_set_id: passed.coded_char_set_id,
        format: passed.format,
        group_id: passed.group_id,
        msg_seq_number: passed.msg_seq_number,
        offset: passed.offset,
        msg_flags: passed.msg_flags,
        original_length: passed.original_length,
        ..answered.clone()
    };
}

impl Connection {
    /// Fills `descriptor` in.
    pub(crate) fn put(
        &mut self,
        number: ObjectHandle,
        descriptor: &mut MsgDescriptor,
        options: &PutOptions,
        body: Bytes,
    ) -> Result<Step, Reason> {
        let asynchronous = self.wants_async(number, options);
        let for_output_only = options.options & MQPMO_MD_FOR_OUTPUT_ONLY != 0;
        let is_extended = is_extended(descriptor);
        if !asynchronous && !for_output_only && !is_extended {
            return (self.put_checked(number, descriptor, options, body, false))
                .inspect_err(|reason| self.note_refused(number, *reason));
        }
        let passed = descriptor.clone();
        let put = Unheard {
            options: options.options,
            persistence: descriptor.persistence,
            through: Some(number),
        };
        let mut outcome = self.put_checked(number, descriptor, options, body, asynchronous);
        if let Err(reason) = outcome {
            self.note_refused(number, reason);
        }
        if let Ok(Step::Done(Reply::Put(reply)) | Step::Forced(_, _, Reply::Put(reply))) =
            &mut outcome
        {
            if for_output_only {
                reply.descriptor = passed.clone();
            } else if is_extended {
                describe_extension(&mut reply.descriptor, &passed);
            }
        }
        // What is put to a list was settled destination by destination.
        if !asynchronous || (outcome.is_ok() && self.is_list(number)) {
            return outcome;
        }
        self.settle_async(put, |it| it.target_of(number), passed, outcome)
    }

    fn put_checked(
        &mut self,
        number: ObjectHandle,
        descriptor: &mut MsgDescriptor,
        options: &PutOptions,
        mut body: Bytes,
        asynchronous: bool,
    ) -> Result<Step, Reason> {
        if self.list_under_way.is_some() {
            // It goes on, whatever has begun meanwhile.
            return self.put_list(number, descriptor.clone(), options.clone(), body);
        }
        self.check_put(number, options)?;
        let handle = self.handles.get(number)?;
        let is_list = matches!(handle.opened, Opened::List(_));
        let is_topic = matches!(handle.opened, Opened::Topic(_));
        descriptor.fill_with_blanks();
        if is_list {
            return self.put_list(number, descriptor.clone(), options.clone(), body);
        }
        if options.records.is_some() {
            return Err(Reason::RECS_PRESENT_ERROR);
        }
        if is_topic {
            return self.publish(number, descriptor.clone(), options, body, asynchronous);
        }
        let prepared = self.prepare(number, descriptor, options, &mut body)?;
        let message = Outgoing {
            descriptor,
            terms: prepared.terms,
            body,
        };
        self.place(number, prepared, message, options, asynchronous)
    }

    /// Whether a handle takes puts with these options now.
    pub(super) fn check_put(
        &mut self,
        number: ObjectHandle,
        options: &PutOptions,
    ) -> Result<(), Reason> {
        let handle = self.handles.get(number)?;
        if !handle.has(MQOO_OUTPUT) {
            return Err(Reason::NOT_OPEN_FOR_OUTPUT);
        }
        check_options(handle, options)?;
        handle.check_unchanged(&self.engine)?;
        self.check_quiescing(options.options)
    }

    /// One put to a queue that is opened and closed around it.
    pub(crate) fn put1(
        &mut self,
        object: ObjectDescriptor,
        descriptor: MsgDescriptor,
        mut options: PutOptions,
        body: Bytes,
    ) -> Result<Step, Reason> {
        const RESPONSES: i32 = MQPMO_SYNC_RESPONSE | MQPMO_ASYNC_RESPONSE;
        if options.options & RESPONSES == 0 {
            options.options |= MQPMO_SYNC_RESPONSE;
        }
        if options.options & RESPONSES != MQPMO_ASYNC_RESPONSE {
            return self.put1_checked(object, descriptor, options, body);
        }
        let target = async_put::Target::of(&object);
        let passed = descriptor.clone();
        let put = Unheard {
            options: options.options,
            persistence: descriptor.persistence,
            through: None,
        };
        // What could be opened was settled as it was put to.
        self.put1_checked(object, descriptor, options, body)
            .or_else(|reason| self.settle_async(put, |_| target, passed, Err(reason)))
    }

    fn put1_checked(
        &mut self,
        object: ObjectDescriptor,
        mut descriptor: MsgDescriptor,
        options: PutOptions,
        body: Bytes,
    ) -> Result<Step, Reason> {
        if self.list_under_way.is_none() {
            self.check_quiescing(options.options)?;
        }
        if options.options & MQPMO_LOGICAL_ORDER != 0 {
            return Err(Reason::OPTIONS_ERROR);
        }
        // Open checks context and alternate-user options; put1 carries them in its own.
        let passed = options.options
            & (MQPMO_PASS_IDENTITY_CONTEXT
                | MQPMO_PASS_ALL_CONTEXT
                | MQPMO_SET_IDENTITY_CONTEXT
                | MQPMO_SET_ALL_CONTEXT
                | MQPMO_ALTERNATE_USER_AUTHORITY);
        // The put options' bits for these equal the open options' bits.
        if !object.records.is_empty() {
            descriptor.fill_with_blanks();
            return self.put1_list(&object, MQOO_OUTPUT | passed, descriptor, options, body);
        }
        let handle = match self.open_object(object, MQOO_OUTPUT | passed)? {
            Step::Done(Reply::Opened { handle, .. }) => handle,
            _ => return Err(Reason::UNEXPECTED_ERROR),
        };
        let put = self.put(handle, &mut descriptor, &options, body);
        if let Ok(Step::Done(Reply::Put(reply)) | Step::Forced(_, _, Reply::Put(reply))) = &put {
            self.observe_put1(handle, reply.descriptor.persistence == MQPER_PERSISTENT);
        }
        if put.is_err() {
            self.observe_put1_failed(handle);
        }
        let closed = self.close(handle, MQCO_NONE);
        put.and_then(|step| closed.map(|_| step))
    }

    fn check_quiescing(&self, options: i32) -> Result<(), Reason> {
        if options & MQPMO_FAIL_IF_QUIESCING != 0 && self.engine.state() != RunState::Running {
            return Err(Reason::Q_MGR_QUIESCING);
        }
        Ok(())
    }

    /// Checks a message and fills its descriptor in.
    pub(super) fn prepare(
        &mut self,
        number: ObjectHandle,
        descriptor: &mut MsgDescriptor,
        options: &PutOptions,
        body: &mut Bytes,
    ) -> Result<Prepared, Reason> {
        let limits = self.engine.limits();
        take_extension(descriptor, body)?;
        let ordered = options.options & MQPMO_LOGICAL_ORDER != 0;
        let warning = check_descriptor(descriptor, limits.max_priority, ordered)?;
        check_suppressed(descriptor, options)?;
        settle_segment(descriptor, body)?;
        check_properties(descriptor, body, limits.max_properties_length)?;
        let put_at_us = self.stamp.refresh(self.engine.clock.as_ref());
        let context = self.passed_context(options)?;
        let handle = self.handles.get(number)?;
        let Opened::Queue(resolved) = &handle.opened else {
            return Err(Reason::NOT_OPEN_FOR_OUTPUT);
        };
        let target = target_of(handle, resolved, descriptor, ordered, &self.engine)?;
        let message = (&*descriptor, &body[..]);
        let segmenting =
            check_target_in_segments(resolved, &target, message, limits.max_msg_length)?;
        if target.remote().is_none() {
            check_unless_remote(descriptor)?;
        }
        if descriptor.persistence == MQPER_PERSISTENCE_AS_Q_DEF {
            descriptor.persistence = handle.default_persistence;
        }
        if descriptor.priority == MQPRI_PRIORITY_AS_Q_DEF {
            descriptor.priority = handle.default_priority;
        }
        let persistent = descriptor.persistence == MQPER_PERSISTENT;
        if persistent && target.queue().is_temporary() {
            return Err(Reason::PERSISTENT_NOT_ALLOWED);
        }
        let expires_at_us = cap_expiry(descriptor, handle.cap_expiry)
            .map(|tenths| put_at_us + u64::from(tenths) * 100_000);
        if matches!(descriptor.coded_char_set_id, MQCCSI_Q_MGR | MQCCSI_INHERIT) {
            descriptor.coded_char_set_id = limits.ccsid;
        }
        descriptor.backout_count = 0;
        let numbered = number_put(
            handle.logical_put,
            descriptor,
            options.options,
            body.len(),
            &self.engine.identifiers,
        )?;
        let (target, bound_group) = bind_group(handle, resolved, descriptor, target);
        self.fill_context(descriptor, options, context);
        self.sign_for_partner(&target, descriptor);
        self.fill_identifiers(descriptor, options);
        let priority = descriptor.priority.clamp(0, limits.max_priority.min(9));
        Ok(Prepared {
            warning: if warning == Reason::NONE {
                numbered.warning
            } else {
                warning
            },
            next: numbered.next,
            target,
            bound_group,
            terms: Terms {
                persistent,
                priority: u8::try_from(priority).unwrap_or(0),
                expires_at_us,
                put_at_us,
            },
            segmenting,
        })
    }

    pub(super) fn fill_identifiers(
        &mut self,
        descriptor: &mut MsgDescriptor,
        options: &PutOptions,
    ) {
        if options.options & MQPMO_NEW_MSG_ID != 0 || descriptor.msg_id == MQMI_NONE {
            descriptor.msg_id = self.engine.identifiers.message_id();
        }
        if options.options & MQPMO_NEW_CORREL_ID != 0 {
            descriptor.correl_id = self.engine.identifiers.message_id();
        }
        if options.options & MQPMO_SUPPRESS_REPLYTO != 0 {
            descriptor.reply_to_q = *ObjectName::BLANK.bytes();
            descriptor.reply_to_q_mgr = *ObjectName::BLANK.bytes();
        } else if is_blank_field(&descriptor.reply_to_q_mgr)
            && !is_blank_field(&descriptor.reply_to_q)
        {
            // A reply queue without a queue manager is on this one.
            let seen = &mut self.seen_remotes;
            let (q_name, q_mgr) = reply_address(&self.engine, seen, &descriptor.reply_to_q);
            descriptor.reply_to_q = *q_name.bytes();
            descriptor.reply_to_q_mgr = *q_mgr.bytes();
        }
    }

    /// The context a pass-context put takes from another handle.
    pub(super) fn passed_context(
        &mut self,
        options: &PutOptions,
    ) -> Result<Option<Box<MsgDescriptor>>, Reason> {
        if options.options & (MQPMO_PASS_IDENTITY_CONTEXT | MQPMO_PASS_ALL_CONTEXT) == 0 {
            return Ok(None);
        }
        let from = self
            .handles
            .get(options.context)
            .map_err(|_| Reason::CONTEXT_HANDLE_ERROR)?;
        if !from.has(MQOO_SAVE_ALL_CONTEXT) {
            return Err(Reason::CONTEXT_HANDLE_ERROR);
        }
        from.saved_context
            .clone()
            .ok_or(Reason::CONTEXT_NOT_AVAILABLE)
            .map(Some)
    }

    pub(super) fn fill_context(
        &self,
        descriptor: &mut MsgDescriptor,
        options: &PutOptions,
        passed: Option<Box<MsgDescriptor>>,
    ) {
        let asked = options.options;
        if asked & MQPMO_SET_ALL_CONTEXT != 0 {
            return;
        }
        if asked & MQPMO_NO_CONTEXT != 0 {
            clear_context(descriptor);
        } else if asked & MQPMO_SET_IDENTITY_CONTEXT != 0 {
            self.context.fill_origin(descriptor, &self.stamp);
        } else if let Some(from) = passed {
            if asked & MQPMO_PASS_ALL_CONTEXT != 0 {
                descriptor.put_appl_type = from.put_appl_type;
                descriptor.put_appl_name = from.put_appl_name;
                descriptor.put_date = from.put_date;
                descriptor.put_time = from.put_time;
                descriptor.appl_origin_data = from.appl_origin_data;
            } else {
                self.context.fill_origin(descriptor, &self.stamp);
            }
            descriptor.user_identifier = from.user_identifier;
            descriptor.accounting_token = from.accounting_token;
            descriptor.appl_identity_data = from.appl_identity_data;
        } else {
            self.context.fill_all(descriptor, &self.stamp);
        }
    }

    /// Puts a prepared message where its handle leads.
    fn place(
        &mut self,
        number: ObjectHandle,
        prepared: Prepared,
        message: Outgoing<'_>,
        options: &PutOptions,
        asynchronous: bool,
    ) -> Result<Step, Reason> {
        let handle = self.handles.get(number)?;
        let Opened::Queue(resolved) = &handle.opened else {
            return Err(Reason::NOT_OPEN_FOR_OUTPUT);
        };
        let Prepared {
            warning,
            next,
            target,
            bound_group,
            segmenting,
            ..
        } = prepared;
        let (resolved_q_name, resolved_q_mgr_name) = resolved.told_at_put(&self.engine, &target);
        let reply = Reply::Put(Box::new(PutReply {
            reason: warning,
            descriptor: message.descriptor.clone(),
            resolved_q_name,
            resolved_q_mgr_name,
        }));
        let delay_ms = delay::delay_ms(message.descriptor, &message.body, options);
        let placements = if delay_ms > 0 {
            let to = target.names(&self.engine);
            let Outgoing {
                descriptor,
                body,
                terms,
            } = message;
            let message = (descriptor.clone(), body);
            Placements::alone(delay::stage(&self.engine, to, message, terms, delay_ms)?)
        } else if let Some(segmenting) = segmenting {
            if segmenting.count > self.uncommitted_max() {
                // They are put in a unit of work, also if the program has none.
                return Err(Reason::SYNCPOINT_LIMIT_REACHED);
            }
            segmenting.placements(&self.engine, &target, &message)?
        } else {
            placements_of_program(&self.engine, &target, message)?
        };
        let forced = if options.options & MQPMO_SYNCPOINT != 0 {
            self.place_in_work(placements, 0)?;
            None
        } else {
            self.place_alone(placements)?
        };
        let handle = self.handles.get(number)?;
        (handle.logical_put, handle.bound_group) = (next, bound_group);
        if asynchronous {
            self.note_unanswered(target.queue());
        }
        Ok(self.answer_put(forced, asynchronous, reply))
    }

    /// Remembers where a put goes that nobody waits for.
    pub(super) fn note_unanswered(&mut self, queue: &Arc<LocalQueue>) {
        let known = self.unanswered.as_ref();
        if known.is_none_or(|known| !Arc::ptr_eq(known, queue)) {
            self.unanswered = Some(Arc::clone(queue));
        }
        self.has_put_unanswered = true;
    }

    /// Places outside syncpoint, behind what this connection has put before and nobody waited for. Returns what to
    /// wait for, if anything.
    pub(super) fn place_alone(
        &mut self,
        placements: Placements,
    ) -> Result<Option<(Lsn, Latch)>, Reason> {
        let placements = placements.staged(&self.engine)?;
        let before = self.unforced.take().filter(|(_, latch)| !latch.is_open());
        let behind = before.as_ref().map(|(end, _)| *end);
        self.unforced = before;
        put_outside_syncpoint(&self.engine, placements, behind)
    }

    /// The answer to a put: an asynchronous one is answered before it is durable.
    pub(super) fn answer_put(
        &mut self,
        forced: Option<(Lsn, Latch)>,
        asynchronous: bool,
        reply: Reply,
    ) -> Step {
        match forced {
            None => Step::Done(reply),
            Some((end, latch)) if asynchronous => {
                self.unforced = Some((end, latch));
                self.engine.log.request_force(end);
                Step::Done(reply)
            }
            Some((end, latch)) => Step::Forced(end, latch, reply),
        }
    }

    /// Whether the unit of work may get so many messages more.
    pub(super) fn check_room_in_work(&self, more: usize) -> Result<(), Reason> {
        self.check_branch()?;
        match self.uncommitted() + more > self.uncommitted_max() {
            true => Err(Reason::SYNCPOINT_LIMIT_REACHED),
            false => Ok(()),
        }
    }

    /// Puts in the unit of work, which is to keep so many `besides`.
    pub(super) fn place_in_work(
        &mut self,
        placements: Placements,
        besides: usize,
    ) -> Result<(), Reason> {
        if let Err(reason) = self.check_room_in_work(placements.counted() + besides) {
            placements.release();
            return Err(reason);
        }
        let placements = placements.staged(&self.engine)?;
        let put = self.in_work(|work| put_all(work, &self.engine, placements));
        put.map_err(|failure| {
            if failure == PutFailure::Half {
                self.back_out_unattended();
            }
            failure.reason()
        })
    }
}

/// Applies the cap on expiry and returns the tenths of a second the message has to live.
pub(super) fn cap_expiry(descriptor: &mut MsgDescriptor, cap: Option<i32>) -> Option<u32> {
    descriptor.expiry = shorter(descriptor.expiry, cap).unwrap_or(descriptor.expiry);
    u32::try_from(descriptor.expiry).ok()
}

#[cfg(test)]
#[path = "targets_tests.rs"]
mod targets_tests;
