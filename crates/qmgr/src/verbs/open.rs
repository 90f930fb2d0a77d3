//! `MQOPEN` and `MQCLOSE`, and dynamic queues, which come and go with them.

use crate::core::RunState;
use crate::deliver::resolve::{Guard, Purpose, Resolved, resolve_for};
use crate::objects::authority::{Entity, grant_to_maker};
use crate::objects::dynamic;
use crate::objects::registry::{FrontQueue, QueueObject};
use crate::record::authority::profile::SELF_PROFILE;
use crate::store::local_queue::LocalQueue;
use crate::store::trigger::reconsider;
use crate::verbs::call::Call;
use crate::verbs::connection::Connection;
use crate::verbs::connection_state::OpenHandle;
use crate::verbs::handle::{Handle, LogicalBrowse, Opened, OpenedAs};
use crate::verbs::selector;
use crate::verbs::step::Step;
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::authority::ProtectedKind;
use ferromq_mqi::call::Reply;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle};
use std::sync::Arc;

pub(super) const INPUT: i32 = MQOO_INPUT_AS_Q_DEF | MQOO_INPUT_SHARED | MQOO_INPUT_EXCLUSIVE;
const CONTEXT: i32 = MQOO_SAVE_ALL_CONTEXT
    | MQOO_PASS_IDENTITY_CONTEXT
    | MQOO_PASS_ALL_CONTEXT
    | MQOO_SET_IDENTITY_CONTEXT
    | MQOO_SET_ALL_CONTEXT;
/// Options that ask for access to messages; at least one of these, inquire or set is needed.
const ACCESS: i32 = INPUT | MQOO_BROWSE | MQOO_OUTPUT | MQOO_INQUIRE | MQOO_SET;
const KNOWN: i32 = ACCESS
    | CONTEXT
    | MQOO_ALTERNATE_USER_AUTHORITY
    | MQOO_FAIL_IF_QUIESCING
    | MQOO_BIND_ON_OPEN
    | MQOO_BIND_NOT_FIXED
    | MQOO_BIND_ON_GROUP
    | MQOO_RESOLVE_NAMES
    | MQOO_CO_OP
    | MQOO_RESOLVE_LOCAL_Q
    | MQOO_NO_READ_AHEAD
    | MQOO_READ_AHEAD
    | MQOO_NO_MULTICAST;

impl Connection {
    pub(crate) fn open_object(
        &mut self,
        mut descriptor: ObjectDescriptor,
        options: i32,
    ) -> Result<Step, Reason> {
        check_options(options)?;
        if !(MQOD_VERSION_1..=MQOD_VERSION_4).contains(&descriptor.version) {
            return Err(Reason::OD_ERROR);
        }
        if !descriptor.records.is_empty() {
            let opened = self.open_list(&descriptor, options)?;
            return Ok(Step::Done(Reply::OpenedList(Box::new(opened))));
        }
        let handle = self.open_one(&mut descriptor, options);
        let handle = handle.inspect_err(|reason| self.note_unopened(&descriptor, *reason))?;
        let is_alone = self.has_to_itself(handle);
        let opened = Reply::Opened {
            handle,
            descriptor: Box::new(descriptor),
        };
        Ok(match is_alone {
            true => self.behind_log(opened),
            false => Step::Done(opened),
        })
    }

    /// `MQOPEN`. A client that may be moved to another member of a uniform cluster is not bound to the instance this one has chosen. `MQPUT1`, which
    /// keeps nothing open, may be. Source: 2547.
    pub(super) fn open_for_program(
        &mut self,
        descriptor: ObjectDescriptor,
        options: i32,
    ) -> Result<Step, Reason> {
        let step = self.open_object(descriptor, options)?;
        // Of a local program the option means nothing.
        let moves = self.state.options & MQCNO_RECONNECT != 0
            && self.state.origin.client.is_some()
            && self.engine.clusters.is_uniform();
        if let Step::Done(Reply::Opened { handle, .. })
        | Step::Forced(_, _, Reply::Opened { handle, .. }) = &step
            && moves
            && self.is_bound_in_cluster(*handle)
        {
            self.close(*handle, MQCO_NONE)?;
            return Err(Reason::RECONNECT_INCOMPATIBLE);
        }
        Ok(step)
    }

    fn is_bound_in_cluster(&mut self, handle: ObjectHandle) -> bool {
        let handle = self.handles.get(handle).map(|handle| &handle.opened);
        matches!(handle, Ok(Opened::Queue(resolved)) if resolved.is_bound_in_cluster())
    }

    /// Whether this handle has a queue to itself that was there before. A program that had it may have ended in the middle of a
    /// commit: until that is shown there is neither what it took away nor what it put, and what a program keeps there, and replaces in
    /// its units of work, would seem to be gone. So the answer waits for that: where the log is being written to, a force more
    /// for each such open.
    fn has_to_itself(&mut self, handle: ObjectHandle) -> bool {
        let handle = self.handles.get(handle);
        handle.is_ok_and(|handle| handle.has(MQOO_INPUT_EXCLUSIVE) && !handle.made_dynamic)
    }

    /// Opens one object, and fills its descriptor in.
    fn open_one(
        &mut self,
        descriptor: &mut ObjectDescriptor,
        options: i32,
    ) -> Result<ObjectHandle, Reason> {
        if options & MQOO_FAIL_IF_QUIESCING != 0 && self.engine.state() != RunState::Running {
            return Err(Reason::Q_MGR_QUIESCING);
        }
        if self.handles.len() >= self.handles_max() {
            return Err(Reason::HANDLE_NOT_AVAILABLE);
        }
        let selector = selector::of_open(descriptor, options)?;
        let mut handle = match descriptor.object_type {
            MQOT_Q => self.open_queue(descriptor, options)?,
            MQOT_Q_MGR | MQOT_PROCESS | MQOT_NAMELIST => self.open_other(descriptor, options)?,
            MQOT_TOPIC => self.open_topic(descriptor, options, None)?,
            _ => return Err(Reason::OBJECT_TYPE_ERROR),
        };
        handle.selector = selector;
        let shown = OpenHandle {
            object_name: handle.object_name,
            queue_name: handle.queue().map_or(ObjectName::BLANK, |queue| queue.name),
            object_type: descriptor.object_type,
            options: handle.options,
        };
        self.account_open(&handle);
        let number = self.handles.add(handle);
        let mut open = self.state.open_handles.lock();
        open.insert(number.0, shown);
        Ok(number)
    }

    fn open_queue(
        &mut self,
        descriptor: &mut ObjectDescriptor,
        options: i32,
    ) -> Result<Handle, Reason> {
        let asked_for = descriptor.object_name;
        let local = descriptor.object_q_mgr_name.is_blank()
            || descriptor.object_q_mgr_name == self.engine.name;
        let found = if local {
            self.engine.registry().queue(&asked_for)
        } else {
            None
        };
        let mut made_dynamic = false;
        let found = match found {
            Some(QueueObject::Model(model)) => {
                made_dynamic = true;
                let made = self.open_model(&model, descriptor, options)?;
                Some(QueueObject::Local(made))
            }
            Some(QueueObject::Alias(front) | QueueObject::Remote(front))
                if options & (INPUT | MQOO_BROWSE | MQOO_OUTPUT) == 0 =>
            {
                // Inquire and set of an alias or remote queue act on that definition itself.
                let name = asked_for.as_str();
                self.check_open(descriptor, options, ProtectedKind::Queue, name, 0)?;
                return Ok(object_handle(self, front.definition(), asked_for, options));
            }
            Some(QueueObject::Alias(front)) if leads_to_topic(&front) => {
                if options & (INPUT | MQOO_BROWSE) != 0 {
                    return Err(Reason::OPTION_NOT_VALID_FOR_TYPE);
                }
                let name = asked_for.as_str();
                self.check_open(descriptor, options, ProtectedKind::Queue, name, 0)?;
                return self.open_topic(descriptor, options, Some(front));
            }
            other => other,
        };
        let name = descriptor.object_name;
        let mut resolved = self.resolve_open(&name, &descriptor.object_q_mgr_name, options)?;
        drop(found);
        if resolved.is_remote() && options & not_elsewhere(&resolved, &name) != 0 {
            return Err(Reason::OPTION_NOT_VALID_FOR_TYPE);
        }
        if !made_dynamic {
            self.check_open_queue(descriptor, &resolved, options)?;
        }
        if options & MQOO_OUTPUT != 0 {
            // Whoever may not open it does not count as a use of the destination.
            resolved = resolved.bind(&self.engine, options)?;
        }
        let options = enter_queue(&resolved, options)?;
        (descriptor.resolved_q_name, descriptor.resolved_q_mgr_name) = resolved.told_at_open();
        descriptor.resolved_type = MQOT_Q;
        descriptor.res_object_string.clear();
        let handle = queue_handle(self, resolved, name, options, made_dynamic);
        if handle.has(INPUT)
            && let Some(queue) = handle.queue()
        {
            // An initiation queue somebody reads again may have triggers due.
            crate::deliver::trigger::initiation_queue_opened(&self.engine, &queue.name);
        }
        Ok(handle)
    }

    fn resolve_open(
        &self,
        name: &ObjectName,
        q_mgr: &ObjectName,
        options: i32,
    ) -> Result<Resolved, Reason> {
        let purpose = Purpose {
            here_only: options & (INPUT | MQOO_BROWSE | MQOO_SET) != 0,
            over_cluster_channel: self.over_cluster_channel,
            ..Purpose::default()
        };
        resolve_for(&self.engine, name, q_mgr, purpose)
    }

    /// Makes a dynamic queue, which the descriptor then names, if the user may.
    fn open_model(
        &mut self,
        model: &FrontQueue,
        descriptor: &mut ObjectDescriptor,
        options: i32,
    ) -> Result<Arc<LocalQueue>, Reason> {
        if options & ACCESS == 0 {
            return Err(Reason::OPTION_NOT_VALID_FOR_TYPE);
        }
        let kind = ProtectedKind::Queue;
        let name = descriptor.object_name;
        let maker = self.check_open(descriptor, options, kind, name.as_str(), MQZAO_DISPLAY)?;
        let made = self.make_dynamic(&model.definition(), descriptor)?;
        if let Some(maker) = maker {
            self.grant_dynamic(&made, &maker)?;
        }
        descriptor.object_name = made.name;
        descriptor.object_q_mgr_name = self.engine.name;
        Ok(made)
    }

    /// Documented: the first definition met while the name is resolved is the one that counts,
    /// unless it is a queue manager alias.
    fn check_open_queue(
        &mut self,
        descriptor: &ObjectDescriptor,
        resolved: &Resolved,
        options: i32,
    ) -> Result<(), Reason> {
        let name = match resolved.guard {
            Guard::QueueManager(name) => {
                return self.check_open_at(descriptor, options, name.as_str());
            }
            Guard::Queue(name) => name,
        };
        // Messages put straight to a transmission queue carry a header that says who they are from.
        let queue = resolved.queue();
        let straight = !resolved.is_remote() && name == queue.name && queue.hot().transmission;
        let more = if straight && options & MQOO_OUTPUT != 0 {
            MQZAO_SET_ALL_CONTEXT
        } else {
            0
        };
        let kind = ProtectedKind::Queue;
        self.check_open(descriptor, options, kind, name.as_str(), more)
            .map(drop)
    }

    /// Whoever makes a dynamic queue may do everything with it.
    fn grant_dynamic(&mut self, made: &Arc<LocalQueue>, maker: &Entity) -> Result<(), Reason> {
        let logged = !made.is_temporary();
        let name = made.name;
        let granted = grant_to_maker(
            &self.engine,
            ProtectedKind::Queue,
            name.as_str(),
            maker,
            logged,
        );
        match granted {
            Ok((end, _)) => {
                self.engine.log.request_force(end);
                Ok(())
            }
            Err(error) => {
                // Without the record nobody but administrators could use it.
                let _ = dynamic::delete_dynamic(&self.engine, made, true);
                Err(error.reason())
            }
        }
    }

    fn open_other(
        &mut self,
        descriptor: &ObjectDescriptor,
        options: i32,
    ) -> Result<Handle, Reason> {
        if options & (INPUT | MQOO_BROWSE | MQOO_OUTPUT | MQOO_SET | CONTEXT) != 0 {
            return Err(Reason::OPTION_NOT_VALID_FOR_TYPE);
        }
        let name = descriptor.object_name;
        let q_mgr = descriptor.object_q_mgr_name;
        if !q_mgr.is_blank() && q_mgr != self.engine.name {
            return Err(Reason::UNKNOWN_OBJECT_Q_MGR);
        }
        let (definition, own) = match descriptor.object_type {
            MQOT_Q_MGR => {
                if !name.is_blank() && name != self.engine.name {
                    return Err(Reason::UNKNOWN_OBJECT_NAME);
                }
                (self.engine.q_mgr(), SELF_PROFILE)
            }
            other => {
                let kind = if other == MQOT_PROCESS {
                    ObjectKind::Process
                } else {
                    ObjectKind::Namelist
                };
                let found = self.engine.registry().definition(kind, &name);
                (found.ok_or(Reason::UNKNOWN_OBJECT_NAME)?, name.as_str())
            }
        };
        let kind = ProtectedKind::of(definition.kind());
        self.check_open(descriptor, options, kind, own, 0)?;
        Ok(object_handle(self, definition, name, options))
    }

    /// Makes the queue that opening a model queue asks for.
    fn make_dynamic(
        &mut self,
        model: &Definition,
        descriptor: &ObjectDescriptor,
    ) -> Result<Arc<LocalQueue>, Reason> {
        let wanted = descriptor.dynamic_q_name;
        let text = wanted.as_str();
        if text.is_empty() {
            return Err(Reason::DYNAMIC_Q_NAME_ERROR);
        }
        let name = match text.strip_suffix('*') {
            None => ObjectName::parse(text).map_err(|_| Reason::DYNAMIC_Q_NAME_ERROR)?,
            Some(prefix) => {
                // Documented: the asterisk stands in one of the first 33 places, so that
                // there is room for what makes the name unique.
                if prefix.len() > 32 {
                    return Err(Reason::DYNAMIC_Q_NAME_ERROR);
                }
                let unique = format!("{prefix}{:014X}", self.engine.identifiers.number());
                ObjectName::parse(&unique).map_err(|_| Reason::DYNAMIC_Q_NAME_ERROR)?
            }
        };
        dynamic::make_dynamic(&self.engine, model, name).map_err(|error| error.reason())
    }

    pub(crate) fn close(&mut self, number: ObjectHandle, options: i32) -> Result<Step, Reason> {
        let handle = self.handles.get(number)?;
        if let Call::Close { slot, .. } = &mut self.call {
            *slot = handle.slot();
        }
        if matches!(handle.opened, Opened::Subscription(_)) {
            return self.close_subscription(number, options);
        }
        match options & !MQCO_QUIESCE {
            MQCO_NONE => {}
            MQCO_KEEP_SUB | MQCO_REMOVE_SUB => return Err(Reason::OPTION_NOT_VALID_FOR_TYPE),
            MQCO_DELETE | MQCO_DELETE_PURGE => {
                check_delete(handle, options)?;
                if let Some(queue) = handle.queue()
                    && !handle.made_dynamic
                {
                    let name = queue.name;
                    // It goes with the subscription it was made for.
                    if self.engine.topics.owns_queue(&name) {
                        return Err(Reason::OPTION_NOT_VALID_FOR_TYPE);
                    }
                    self.check_close_delete(name.as_str())?;
                }
            }
            _ => return Err(Reason::OPTIONS_ERROR),
        }
        let handle = self.forget_handle(number)?;
        self.observe_close(&handle);
        let reason = self.leave(handle, options)?;
        Ok(Step::Done(Reply::Done(reason)))
    }

    pub(super) fn forget_handle(&mut self, number: ObjectHandle) -> Result<Handle, Reason> {
        let handle = self.handles.remove(number)?;
        self.state.open_handles.lock().remove(&number.0);
        Ok(handle)
    }

    pub(crate) fn close_all(&mut self) {
        for number in self.handles.numbers() {
            if let Ok(handle) = self.handles.remove(number) {
                // Nobody is left to tell.
                let _ = self.leave(handle, MQCO_NONE);
            }
        }
        self.state.open_handles.lock().clear();
    }

    /// Takes a handle off its queue.
    pub(super) fn leave(&mut self, handle: Handle, options: i32) -> Result<Reason, Reason> {
        match &handle.opened {
            Opened::Topic(open) => {
                self.engine.topics.leave_publisher(&open.publisher);
                open.front.iter().for_each(|front| front.leave());
                return Ok(crate::verbs::group_put::left_open(&handle));
            }
            Opened::Subscription(open) => {
                self.leave_subscription(open);
                return Ok(Reason::NONE);
            }
            Opened::List(destinations) => return Ok(self.close_destinations(destinations)),
            _ => {}
        }
        let Some(queue) = handle.queue().cloned() else {
            return Ok(Reason::NONE);
        };
        if let Opened::Queue(resolved) = &handle.opened {
            resolved.path().for_each(FrontQueue::leave);
        }
        queue.queue.drop_handle(handle.id).wake();
        let last_input = {
            let mut opens = queue.opens();
            if handle.has(MQOO_INPUT_SHARED) {
                opens.input_shared -= 1;
            } else if handle.has(MQOO_INPUT_EXCLUSIVE) {
                opens.input_exclusive -= 1;
            }
            if handle.has(MQOO_OUTPUT) {
                opens.output -= 1;
            }
            if !handle.has(INPUT | MQOO_OUTPUT) {
                opens.other -= 1;
            }
            handle.has(INPUT) && opens.input() == 0
        };
        let left_open = crate::verbs::group_put::left_open(&handle);
        if last_input {
            reconsider(&self.engine, &queue);
        }
        if options & (MQCO_DELETE | MQCO_DELETE_PURGE) != 0
            || (handle.made_dynamic && queue.is_temporary())
        {
            let purge = options & MQCO_DELETE == 0;
            dynamic::delete_dynamic(&self.engine, &queue, purge)?;
        } else if queue.is_deleted() && !queue.opens().any() {
            dynamic::delete_dynamic(&self.engine, &queue, true)?;
        }
        Ok(left_open)
    }
}

/// Whether an alias queue stands for a topic.
fn leads_to_topic(front: &FrontQueue) -> bool {
    front.definition().int(Attr::Targtype) == MQOT_TOPIC
}

fn check_options(options: i32) -> Result<(), Reason> {
    let input = options & INPUT;
    let bind = options & (MQOO_BIND_ON_OPEN | MQOO_BIND_NOT_FIXED | MQOO_BIND_ON_GROUP);
    let read_ahead = options & (MQOO_READ_AHEAD | MQOO_NO_READ_AHEAD);
    if options & !KNOWN != 0
        || input.count_ones() > 1
        || bind.count_ones() > 1
        || read_ahead.count_ones() > 1
        || options & ACCESS == 0
    {
        return Err(Reason::OPTIONS_ERROR);
    }
    if options & MQOO_SAVE_ALL_CONTEXT != 0 && input == 0 {
        return Err(Reason::OPTIONS_ERROR);
    }
    if options & MQOO_CO_OP != 0 && options & MQOO_BROWSE == 0 {
        return Err(Reason::OPTIONS_ERROR);
    }
    let puts_context = CONTEXT & !MQOO_SAVE_ALL_CONTEXT;
    if options & puts_context != 0 && options & MQOO_OUTPUT == 0 {
        return Err(Reason::OPTIONS_ERROR);
    }
    Ok(())
}

/// Options that make no sense for a queue elsewhere. What is there of it is its definition here, if it was
/// opened by one.
fn not_elsewhere(resolved: &Resolved, name: &ObjectName) -> i32 {
    if resolved.is_of_cluster {
        // What members share of it can be inquired.
        return INPUT | MQOO_BROWSE | MQOO_SET;
    }
    let front = resolved.front.as_ref();
    match front.is_some_and(|front| front.definition().name() == *name) {
        true => INPUT | MQOO_BROWSE,
        false => INPUT | MQOO_BROWSE | MQOO_SET | MQOO_INQUIRE,
    }
}

/// Counts an open on its queue, if sharing allows it, and says what the input option
/// `AS_Q_DEF` stands for.
///
/// # Errors
/// `MQRC_OPTION_NOT_VALID_FOR_TYPE` for input or browse of a queue elsewhere, whoever opens it: what could be got is on its transmission
/// queue and everybody's.
pub(super) fn enter_queue(resolved: &Resolved, options: i32) -> Result<i32, Reason> {
    if options & (INPUT | MQOO_BROWSE) != 0 && resolved.is_remote() {
        return Err(Reason::OPTION_NOT_VALID_FOR_TYPE);
    }
    let queue = resolved.queue();
    if queue.is_damaged() {
        return Err(Reason::OBJECT_DAMAGED);
    }
    let mut options = options;
    let (shareable, default_exclusive) = queue.with_definition(|definition| {
        let shareable = definition.int(Attr::Share) == MQQA_SHAREABLE;
        (
            shareable,
            definition.int(Attr::Defsopt) == MQOO_INPUT_EXCLUSIVE,
        )
    });
    if options & MQOO_INPUT_AS_Q_DEF != 0 {
        options &= !MQOO_INPUT_AS_Q_DEF;
        options |= if default_exclusive {
            MQOO_INPUT_EXCLUSIVE
        } else {
            MQOO_INPUT_SHARED
        };
    }
    if options & MQOO_INPUT_SHARED != 0 && !shareable {
        options = options & !MQOO_INPUT_SHARED | MQOO_INPUT_EXCLUSIVE;
    }
    let mut opens = queue.opens();
    if queue.is_deleted() {
        return Err(Reason::Q_DELETED);
    }
    if options & MQOO_INPUT_EXCLUSIVE != 0 {
        if opens.input() > 0 {
            return Err(Reason::OBJECT_IN_USE);
        }
        opens.input_exclusive += 1;
    } else if options & MQOO_INPUT_SHARED != 0 {
        if opens.input_exclusive > 0 {
            return Err(Reason::OBJECT_IN_USE);
        }
        opens.input_shared += 1;
    }
    if options & MQOO_OUTPUT != 0 {
        opens.output += 1;
    }
    if options & (INPUT | MQOO_OUTPUT) == 0 {
        opens.other += 1;
    }
    Ok(options)
}

fn check_delete(handle: &Handle, options: i32) -> Result<(), Reason> {
    let Some(queue) = handle.queue() else {
        return Err(Reason::OPTION_NOT_VALID_FOR_TYPE);
    };
    match queue.definition_type() {
        MQQDT_PERMANENT_DYNAMIC => {}
        MQQDT_TEMPORARY_DYNAMIC if handle.made_dynamic => {}
        _ => return Err(Reason::OPTION_NOT_VALID_FOR_TYPE),
    }
    if queue.queue.uncommitted() > 0 {
        return Err(Reason::Q_NOT_EMPTY);
    }
    if options & MQCO_DELETE != 0 && queue.queue.depth() > 0 {
        return Err(Reason::Q_NOT_EMPTY);
    }
    Ok(())
}

pub(super) fn object_handle(
    connection: &Connection,
    definition: Definition,
    name: ObjectName,
    options: i32,
) -> Handle {
    bare_handle(connection, Opened::Object(definition), name, options)
}

/// A handle nothing is put to or got from by itself.
pub(super) fn bare_handle(
    connection: &Connection,
    opened: Opened,
    name: ObjectName,
    options: i32,
) -> Handle {
    Handle {
        opened,
        object_name: name,
        options,
        id: connection.engine.new_handle(),
        default_priority: 0,
        default_persistence: MQPER_NOT_PERSISTENT,
        default_put_response: MQPRT_SYNC_RESPONSE,
        cap_expiry: None,
        cursor: None,
        logical_get: None,
        logical_browse: LogicalBrowse::default(),
        logical_put: None,
        bound_group: None,
        saved_context: None,
        made_dynamic: false,
        selector: None,
        opened_as: OpenedAs::default(),
    }
}

pub(crate) fn queue_handle(
    connection: &Connection,
    resolved: Resolved,
    name: ObjectName,
    options: i32,
    made_dynamic: bool,
) -> Handle {
    resolved.path().for_each(FrontQueue::enter);
    let first = &resolved.first;
    let caps = [first.cap_expiry_tenths(), resolved.queue().hot().cap_expiry];
    Handle {
        object_name: name,
        options,
        id: connection.engine.new_handle(),
        default_priority: first.int(Attr::Defprty),
        default_persistence: first.int(Attr::Defpsist),
        default_put_response: first.int(Attr::Defpresp),
        cap_expiry: caps.into_iter().flatten().min(),
        cursor: None,
        logical_get: None,
        logical_browse: LogicalBrowse::default(),
        logical_put: None,
        bound_group: None,
        saved_context: None,
        made_dynamic,
        selector: None,
        opened_as: OpenedAs::of(&connection.engine, &resolved),
        opened: Opened::Queue(resolved),
    }
}
