//! `MQSUB`, `MQSUBRQ`, and closing a subscription's handle.
//!
//! Source: MQSUB, MQSD "Options", MQSUBRQ, MQCLOSE.

mod description;

use crate::core::RunState;
use crate::core::observation::Observed;
use crate::deliver::resolve::{Guard, Purpose, resolve, resolve_for};
use crate::objects::dynamic;
use crate::objects::failure::ObjectError;
use crate::objects::logged::Logged;
use crate::publish::given::{keep_with_retained, send_retained};
use crate::publish::keep::leave_queue;
use crate::publish::keep::make_managed;
use crate::publish::keep::remove;
use crate::publish::keep::replace;
use crate::publish::retention::NO_RETAINED;
use crate::publish::subscription::Destination;
use crate::publish::subscription::Held;
use crate::publish::subscription::Subscription;
use crate::store::long_put::LongPut;
use crate::verbs::connection::Connection;
use crate::verbs::connection_state::OpenHandle;
use crate::verbs::handle::{Handle, OpenSubscription, Opened};
use crate::verbs::open::{enter_queue, object_handle, queue_handle};
use crate::verbs::step::Step;
use description::{fill, set, set_destination};
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::call::{Reply, SubscribeReply};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::hex::hex;
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle, Sharing, SubscriptionDescriptor};
use ferromq_topic::TOPIC_BYTES_MAX;
use std::sync::Arc;

const ACCESS: i32 = MQSO_CREATE | MQSO_RESUME | MQSO_ALTER;
const KNOWN: i32 = ACCESS
    | MQSO_DURABLE
    | MQSO_GROUP_SUB
    | MQSO_MANAGED
    | MQSO_SET_IDENTITY_CONTEXT
    | MQSO_NO_MULTICAST
    | MQSO_FIXED_USERID
    | MQSO_ANY_USERID
    | MQSO_PUBLICATIONS_ON_REQUEST
    | MQSO_NEW_PUBLICATIONS_ONLY
    | MQSO_FAIL_IF_QUIESCING
    | MQSO_ALTERNATE_USER_AUTHORITY
    | MQSO_WILDCARD_CHAR
    | MQSO_WILDCARD_TOPIC
    | MQSO_SET_CORREL_ID
    | MQSO_SCOPE_QMGR
    | MQSO_NO_READ_AHEAD
    | MQSO_READ_AHEAD;
/// A subscription that was altered so often while it was being resumed is left to the others.
const RESUMES_MAX: usize = 10;
/// How the queue of a managed subscription is open.
const MANAGED_OPEN: i32 = MQOO_INPUT_AS_Q_DEF | MQOO_BROWSE | MQOO_INQUIRE;

impl Connection {
    pub(crate) fn subscribe(
        &mut self,
        asked: SubscriptionDescriptor,
        queue: ObjectHandle,
    ) -> Result<Step, Reason> {
        check(&asked)?;
        let options = asked.options;
        if options & MQSO_FAIL_IF_QUIESCING != 0 && self.engine.state() != RunState::Running {
            return Err(Reason::Q_MGR_QUIESCING);
        }
        let limits = self.engine.limits();
        if !limits.publishes {
            return Err(Reason::PUBSUB_INHIBITED);
        }
        if self.handles.len() + 2 > self.handles_max() {
            return Err(Reason::HANDLE_NOT_AVAILABLE);
        }
        let existing = match asked.sub_name.as_str() {
            _ if asked.sharing == Sharing::Joins => self.engine.topics.by_id(&id_of(&asked.sub_id)),
            "" => None,
            name => self.engine.topics.by_name(name),
        };
        let existing = existing.filter(|found| !self.is_leftover(found));
        match existing {
            Some(found) if options & (MQSO_RESUME | MQSO_ALTER) != 0 => {
                self.resume(&found, &asked, queue)
            }
            Some(_) => Err(Reason::SUB_ALREADY_EXISTS),
            None if options & MQSO_CREATE == 0 => Err(Reason::NO_SUBSCRIPTION),
            None => self.create_subscription(asked, queue),
        }
    }

    /// True for a subscription whose last handle is being given back by somebody else, and for one whose time is over and
    /// that nobody has open: it is gone after this.
    fn is_leftover(&self, found: &Subscription) -> bool {
        let given_back = found.activity.is_removed() && !found.is_durable();
        let over =
            found.is_expired(self.engine.clock.wall_us()) && found.activity.holder().is_none();
        if given_back || over {
            let _ = remove(&self.engine, &found.id());
            return true;
        }
        false
    }

    fn create_subscription(
        &mut self,
        asked: SubscriptionDescriptor,
        queue: ObjectHandle,
    ) -> Result<Step, Reason> {
        let topic = self.full_topic(&asked.object_name, &asked.object_string);
        let topic = topic.inspect_err(|reason| {
            let named = ObjectDescriptor {
                object_type: MQOT_TOPIC,
                object_name: asked.object_name,
                ..ObjectDescriptor::default()
            };
            self.note_unopened(&named, *reason);
        })?;
        let inherited = self.engine.topics.inherited(&topic);
        let user = self.check_subscribe(&asked, &inherited.objects, &[MQZAO_SUBSCRIBE])?;
        let durable = asked.options & MQSO_DURABLE != 0;
        if !inherited.subscribe {
            return Err(Reason::SUB_INHIBITED);
        }
        if durable && !inherited.durable {
            return Err(Reason::DURABILITY_NOT_ALLOWED);
        }
        let id = id_of(&self.engine.identifiers.message_id());
        let mut definition = Definition::new(ObjectKind::Sub, id);
        self.describe(&mut definition, &asked, &topic, user)?;
        set(&mut definition, Attr::Psprop, asked.properties)?;
        // Everything is checked before a queue is made.
        let dry = definition.clone();
        Subscription::of(dry, |_| None, 0)?;
        let made = if asked.options & MQSO_MANAGED != 0 {
            let model = match durable {
                true => inherited.durable_model,
                false => inherited.non_durable_model,
            };
            let made = make_managed(&self.engine, &model, durable);
            Some(made.map_err(|error| error.reason())?)
        } else {
            self.check_provided(queue, durable, &asked)?;
            None
        };
        let destination = match &made {
            Some(made) => (made.name, ObjectName::BLANK),
            None => self.provided(queue)?,
        };
        set_destination(&mut definition, destination, made.is_some())?;
        let kept = Subscription::of(definition, |_| made.clone(), self.engine.clock.wall_us())
            .and_then(|subscription| {
                let wants_retained = asked.options & NO_RETAINED == 0;
                keep_with_retained(&self.engine, subscription, wants_retained)
            });
        let staged = LongPut::awaited_by_verb().is_some();
        let (subscription, logged) = kept.inspect_err(|reason| {
            match &made {
                // A log that has no room for a subscription has none for this either.
                Some(made) if *reason == Reason::RESOURCE_PROBLEM && !staged => {
                    leave_queue(&self.engine, made);
                }
                Some(made) => drop(dynamic::delete_dynamic(&self.engine, made, true)),
                None => {}
            }
        })?;
        self.observe(match durable {
            true => Observed::DurableSubscribed,
            false => Observed::NonDurableSubscribed,
        });
        let queue = self.take(&subscription, queue, &asked)?;
        Ok(self.answer(&subscription, queue, asked, logged, false))
    }

    fn resume(
        &mut self,
        found: &Arc<Subscription>,
        asked: &SubscriptionDescriptor,
        queue: ObjectHandle,
    ) -> Result<Step, Reason> {
        let mut found = Arc::clone(found);
        for _ in 0..RESUMES_MAX {
            if let Some(step) = self.resume_unchanged(&found, asked, queue)? {
                return Ok(step);
            }
            let now = self.engine.topics.by_id(&found.id());
            found = now.ok_or(Reason::NO_SUBSCRIPTION)?;
        }
        Err(Reason::SUBSCRIPTION_IN_USE)
    }

    /// `None` where it was altered meanwhile, by an operator or by somebody who shares it, so that it is to be looked at again. Nothing
    /// has become of it then, nor where this fails.
    fn resume_unchanged(
        &mut self,
        found: &Arc<Subscription>,
        asked: &SubscriptionDescriptor,
        queue: ObjectHandle,
    ) -> Result<Option<Step>, Reason> {
        let user = self.check_resume(found, asked, queue)?;
        let joins = asked.sharing == Sharing::Joins;
        let after = match asked.options & MQSO_ALTER {
            0 if joins => None,
            0 => self.taken_over(found, user)?,
            _ => self.altered(found, asked, queue, user)?,
        };
        let own_queue = self.take(found, queue, asked)?;
        // Last of all: whoever has no use of it does not become whose it is.
        let changed = match after {
            None => Ok(Some((Arc::clone(found), None))),
            Some(after) => replace(&self.engine, found, after),
        };
        let (subscription, logged) = match changed {
            Ok(Some(changed)) => changed,
            nothing => {
                if !joins {
                    found.activity.let_go(self.state.number);
                }
                if own_queue != queue {
                    let handle = self.forget_handle(own_queue)?;
                    let _ = self.leave(handle, MQCO_NONE);
                }
                return nothing.map(|_| None);
            }
        };
        if found.is_durable() && !joins {
            self.observe(match asked.options & MQSO_ALTER {
                0 => Observed::DurableSubscriptionResumed,
                _ => Observed::DurableSubscriptionAltered,
            });
        }
        let resumed = asked.options & MQSO_ALTER == 0;
        let asked = asked.clone();
        let answer = self.answer(&subscription, own_queue, asked, logged, resumed);
        Ok(Some(answer))
    }

    /// Whether the user may resume or alter a subscription, as it is; answers who that is.
    fn check_resume(
        &mut self,
        found: &Subscription,
        asked: &SubscriptionDescriptor,
        queue: ObjectHandle,
    ) -> Result<FixedText<12>, Reason> {
        // A proxy is the queue manager's own.
        if found.neighbour.is_some() {
            return Err(Reason::INVALID_SUBSCRIPTION);
        }
        let managed = matches!(found.destination, Destination::Managed(..));
        let wants_managed = asked.options & MQSO_MANAGED != 0;
        if (wants_managed && !managed) || (managed && !wants_managed && queue != ObjectHandle::NONE)
        {
            return Err(Reason::DEST_CLASS_NOT_ALTERABLE);
        }
        let inherited = self
            .engine
            .topics
            .inherited(found.definition.text(Attr::Topicstr));
        // Documented: `sub` is enough for all, `resume` for resuming.
        let allowing: &[i32] = match asked.options & MQSO_ALTER {
            0 => &[MQZAO_SUBSCRIBE, MQZAO_RESUME],
            _ => &[MQZAO_SUBSCRIBE],
        };
        let user = self.check_subscribe(asked, &inherited.objects, allowing)?;
        let fixed = found.definition.int(Attr::Varuser) == MQVU_FIXED_USER;
        if fixed && found.definition.text(Attr::Subuser) != user.as_str() {
            return Err(Reason::IDENTITY_MISMATCH);
        }
        if let Destination::Provided(name, q_mgr) = &found.destination {
            // Where it leads nowhere any more, its name is all that can be asked about.
            let guard =
                resolve(&self.engine, name, q_mgr).map_or(Guard::Queue(*name), |it| it.guard);
            let uses = match queue {
                ObjectHandle::NONE => MQOO_OUTPUT | MQOO_INPUT_SHARED | MQOO_BROWSE,
                _ => MQOO_OUTPUT,
            };
            self.check_destination(asked, guard, uses)?;
        }
        let shared = match asked.sharing {
            Sharing::No => false,
            Sharing::Yes => true,
            Sharing::Either | Sharing::Joins => found.is_shared(),
        };
        if shared != found.is_shared() {
            return Err(Reason::SUB_JOIN_NOT_ALTERABLE);
        }
        Ok(user)
    }

    /// A handle publications can go to: of a queue, and of one that lasts if the subscription does.
    fn check_provided(
        &mut self,
        queue: ObjectHandle,
        durable: bool,
        asked: &SubscriptionDescriptor,
    ) -> Result<(), Reason> {
        let handle = self.handles.get(queue)?;
        let Opened::Queue(resolved) = &handle.opened else {
            return Err(Reason::HOBJ_ERROR);
        };
        let guard = resolved.guard;
        if durable && !resolved.is_remote() && resolved.queue().is_temporary() {
            return Err(Reason::INVALID_DESTINATION);
        }
        self.check_destination(asked, guard, MQOO_OUTPUT)
    }

    /// The queue and queue manager of a handle, as publications are to find them.
    fn provided(&mut self, queue: ObjectHandle) -> Result<(ObjectName, ObjectName), Reason> {
        match &self.handles.get(queue)?.opened {
            Opened::Queue(resolved) => Ok((resolved.resolved_q_name, resolved.resolved_q_mgr_name)),
            _ => Err(Reason::HOBJ_ERROR),
        }
    }

    /// Takes the subscription for this connection: the handle publications are got by.
    ///
    /// # Errors
    /// `MQRC_SUBSCRIPTION_IN_USE`, `MQRC_NO_SUBSCRIPTION`, and those of its queue. It is not taken then.
    fn take(
        &mut self,
        subscription: &Subscription,
        queue: ObjectHandle,
        asked: &SubscriptionDescriptor,
    ) -> Result<ObjectHandle, Reason> {
        let joins = asked.sharing == Sharing::Joins;
        let (own, shared) = (self.state.number, asked.sharing == Sharing::Yes);
        if !joins {
            match subscription.activity.hold(own, shared) {
                Held::Yes => {}
                Held::InUse => return Err(Reason::SUBSCRIPTION_IN_USE),
                Held::Gone => return Err(Reason::NO_SUBSCRIPTION),
            }
        }
        self.queue_of(subscription, queue, asked.open_options)
            .inspect_err(|_| {
                if !joins {
                    subscription.activity.let_go(own);
                }
            })
    }

    /// Answers with the handles of a subscription that is taken.
    fn answer(
        &mut self,
        subscription: &Arc<Subscription>,
        queue: ObjectHandle,
        mut asked: SubscriptionDescriptor,
        logged: Option<Logged>,
        resumed: bool,
    ) -> Step {
        let joined = asked.sharing == Sharing::Joins;
        if !joined {
            let now_us = self.engine.clock.wall_us();
            subscription.activity.note_resumed(now_us);
        }
        let definition = subscription.definition.clone();
        let name = ObjectName::truncated(definition.text(Attr::Topicobj));
        let mut handle = object_handle(self, definition, name, 0);
        handle.opened = Opened::Subscription(OpenSubscription {
            id: subscription.id(),
            durable: subscription.is_durable(),
            activity: Arc::clone(&subscription.activity),
            stands_in_for: match asked.options & MQSO_ALTERNATE_USER_AUTHORITY {
                0 => None,
                _ => self.stands_in_for.clone(),
            },
            joined,
        });
        let number = self.add_handle(handle, MQOT_TOPIC);
        fill(&mut asked, subscription, resumed);
        let reply = Reply::Subscribed(Box::new(SubscribeReply {
            reason: Reason::NONE,
            descriptor: asked,
            queue,
            subscription: number,
        }));
        match logged {
            Some((end, latch)) => Step::Forced(end, latch, reply),
            None => Step::Done(reply),
        }
    }

    /// The handle publications are got by: the one given, or a new one.
    ///
    /// # Errors
    /// `MQRC_INVALID_DESTINATION` where a new one is wanted and the queue is not here, and those of entering a queue.
    fn queue_of(
        &mut self,
        subscription: &Subscription,
        given: ObjectHandle,
        more_options: i32,
    ) -> Result<ObjectHandle, Reason> {
        let (name, q_mgr) = match &subscription.destination {
            Destination::Managed(name, _) => (*name, ObjectName::BLANK),
            Destination::Provided(name, q_mgr) if given == ObjectHandle::NONE => (*name, *q_mgr),
            Destination::Provided(..) => return Ok(given),
        };
        let here = Purpose {
            here_only: true,
            ..Purpose::default()
        };
        let resolved = resolve_for(&self.engine, &name, &q_mgr, here);
        let resolved = resolved.map_err(|_| Reason::INVALID_DESTINATION)?;
        if resolved.is_remote() {
            // Got by this handle would be what others have put on the transmission queue.
            return Err(Reason::INVALID_DESTINATION);
        }
        let more_options = more_options & (MQOO_CO_OP | MQOO_SAVE_ALL_CONTEXT);
        let options = enter_queue(&resolved, MANAGED_OPEN | more_options)?;
        let handle = queue_handle(self, resolved, name, options, false);
        Ok(self.add_handle(handle, MQOT_Q))
    }

    fn add_handle(&mut self, handle: Handle, object_type: i32) -> ObjectHandle {
        let shown = OpenHandle {
            object_name: handle.object_name,
            queue_name: handle.queue().map_or(ObjectName::BLANK, |queue| queue.name),
            object_type,
            options: handle.options,
        };
        let number = self.handles.add(handle);
        self.state.open_handles.lock().insert(number.0, shown);
        number
    }

    /// `MQSUBRQ`.
    pub(crate) fn request_publications(
        &mut self,
        number: ObjectHandle,
        action: i32,
        options: i32,
    ) -> Result<Step, Reason> {
        if options & !MQSRO_FAIL_IF_QUIESCING != 0 {
            return Err(Reason::OPTIONS_ERROR);
        }
        if options & MQSRO_FAIL_IF_QUIESCING != 0 && self.engine.state() != RunState::Running {
            return Err(Reason::Q_MGR_QUIESCING);
        }
        if action != MQSR_ACTION_PUBLICATION {
            return Err(Reason::ACTION_ERROR);
        }
        let Opened::Subscription(open) = &self.handles.get(number)?.opened else {
            return Err(Reason::HOBJ_ERROR);
        };
        let found = self.engine.topics.by_id(&open.id);
        let subscription = found.ok_or(Reason::NO_SUBSCRIPTION)?;
        let topic = subscription.definition.text(Attr::Topicstr);
        if !self.engine.topics.inherited(topic).subscribe {
            return Err(Reason::SUB_INHIBITED);
        }
        let (sent, logged) = {
            let _nothing_else_is_retained = self.engine.order_commits();
            send_retained(&self.engine, &subscription)?
        };
        if sent == 0 {
            return Err(Reason::NO_RETAINED_MSG);
        }
        let reply = Reply::Requested(sent);
        Ok(match logged {
            None => Step::Done(reply),
            Some((end, latch)) => Step::Forced(end, latch, reply),
        })
    }

    /// Closes the handle of a subscription. One that does not last goes with it.
    pub(super) fn close_subscription(
        &mut self,
        number: ObjectHandle,
        options: i32,
    ) -> Result<Step, Reason> {
        let own = self.state.number;
        let handle = self.handles.get(number)?;
        let Opened::Subscription(open) = &handle.opened else {
            return Err(Reason::HOBJ_ERROR);
        };
        let removes = match options & !MQCO_QUIESCE {
            MQCO_KEEP_SUB if !open.durable => return Err(Reason::OPTION_NOT_VALID_FOR_TYPE),
            MQCO_REMOVE_SUB if open.joined => return Err(Reason::SUBSCRIPTION_IN_USE),
            MQCO_NONE | MQCO_KEEP_SUB => !open.durable,
            // Others share the subscription and still need it.
            MQCO_REMOVE_SUB if open.durable && open.activity.is_held_besides(own) => {
                return Err(Reason::SUBSCRIPTION_IN_USE);
            }
            MQCO_REMOVE_SUB => true,
            MQCO_DELETE | MQCO_DELETE_PURGE => return Err(Reason::OPTION_NOT_VALID_FOR_TYPE),
            _ => return Err(Reason::OPTIONS_ERROR),
        };
        let open = open.clone();
        // One that does not last goes with its handle, however that is closed.
        if removes && open.durable {
            self.check_remove_subscription(&open)?;
        }
        let mut logged = None;
        if open.joined {
            // It is somebody else's.
        } else if !removes {
            open.activity.let_go(own);
        } else if open.activity.retire(own) {
            logged = remove(&self.engine, &open.id).or_else(|error| match error {
                // It was deleted by command.
                ObjectError::NotFound => Ok(None),
                error => {
                    open.activity.revive(own);
                    Err(error.reason())
                }
            })?;
        }
        if open.durable && !removes {
            self.observe(Observed::DurableSubscriptionClosed);
        }
        self.forget_handle(number)?;
        let reply = Reply::Done(Reason::NONE);
        Ok(match logged {
            Some((end, latch)) => Step::Forced(end, latch, reply),
            None => Step::Done(reply),
        })
    }

    /// The handle of a subscription goes with its connection.
    pub(super) fn leave_subscription(&self, open: &OpenSubscription) {
        if open.joined {
            // It is somebody else's.
        } else if open.durable {
            open.activity.let_go(self.state.number);
        } else if open.activity.retire(self.state.number) {
            let _ = remove(&self.engine, &open.id);
        }
    }
}

/// The name of a subscription by its identifier.
fn id_of(id: &[u8]) -> ObjectName {
    ObjectName::truncated(&hex(id))
}

/// Options and fields that cannot be together, or at all.
fn check(asked: &SubscriptionDescriptor) -> Result<(), Reason> {
    let options = asked.options;
    let both = |one: i32, other: i32| options & one != 0 && options & other != 0;
    let access = options & ACCESS;
    if options & !KNOWN != 0
        || access == 0
        || both(MQSO_ALTER, MQSO_RESUME)
        || both(MQSO_ANY_USERID, MQSO_FIXED_USERID)
        || both(MQSO_WILDCARD_CHAR, MQSO_WILDCARD_TOPIC)
        || both(MQSO_READ_AHEAD, MQSO_NO_READ_AHEAD)
        || both(MQSO_NEW_PUBLICATIONS_ONLY, MQSO_PUBLICATIONS_ON_REQUEST)
        || both(MQSO_GROUP_SUB, MQSO_MANAGED)
        || (options & MQSO_GROUP_SUB != 0 && options & MQSO_SET_CORREL_ID == 0)
        || (options & MQSO_NEW_PUBLICATIONS_ONLY != 0 && options & MQSO_CREATE == 0)
        // Nothing that is retained is given at higher levels.
        || (both(MQSO_PUBLICATIONS_ON_REQUEST, MQSO_CREATE) && asked.sub_level > 1)
    {
        return Err(Reason::OPTIONS_ERROR);
    }
    let joins = asked.sharing == Sharing::Joins;
    if joins && access != MQSO_RESUME {
        return Err(Reason::OPTIONS_ERROR);
    }
    let needs_name = (options & MQSO_DURABLE != 0 || options & MQSO_CREATE == 0) && !joins;
    if asked.sub_name.len() > TOPIC_BYTES_MAX || (needs_name && asked.sub_name.is_empty()) {
        return Err(Reason::SUB_NAME_ERROR);
    }
    if asked.sub_user_data.len() > TOPIC_BYTES_MAX {
        return Err(Reason::SUB_USER_DATA_ERROR);
    }
    if asked.object_string.len() > TOPIC_BYTES_MAX {
        return Err(Reason::OBJECT_STRING_ERROR);
    }
    if asked.selection_string.len() > TOPIC_BYTES_MAX {
        return Err(Reason::SELECTION_STRING_ERROR);
    }
    if asked.sub_expiry != MQEI_UNLIMITED && asked.sub_expiry <= 0 {
        return Err(Reason::EXPIRY_ERROR);
    }
    let special = [MQPRI_PRIORITY_AS_PUBLISHED, MQPRI_PRIORITY_AS_Q_DEF];
    if !(0..=9).contains(&asked.pub_priority) && !special.contains(&asked.pub_priority) {
        return Err(Reason::PRIORITY_ERROR);
    }
    match asked.sub_level {
        0..=9 => Ok(()),
        _ => Err(Reason::SD_ERROR),
    }
}

#[cfg(test)]
mod tests;
