//! Authority checks of verbs, and what a refusal leaves behind: a notice that names user, object and permissions, and an
//! event message.
//!
//! Source: "Authorizations for MQI calls", tables 1 to 4.

use crate::core::latch::Forced;
use crate::core::observation::Observed;
use crate::deliver::event::{EventDetails, client_of, fixed_text, observe};
use crate::deliver::name_facts::told_of_topic;
use crate::deliver::resolve::Guard;
use crate::objects::Objects;
use crate::objects::authority::check::{Need, check, wanted_by};
use crate::objects::authority::{AskedUser, Entity};
use crate::record::authority::profile::SELF_PROFILE;
use crate::uow::branch::users::User;
use crate::verbs::connection::Connection;
use crate::verbs::handle::OpenSubscription;
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::authority::{Permissions, ProtectedKind};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_mqi::options::{ObjectDescriptor, Origin, SubscriptionDescriptor};
use ferromq_mqi::pcf::Parameter;
use std::sync::Arc;
use std::task::{Poll, Waker};

/// Checks, and tells the operator and the event queue of a refusal.
pub(crate) fn require(
    objects: &Objects,
    user: &Entity,
    needs: &[Need],
    qualifier: i32,
    parameters: impl FnOnce() -> Vec<Parameter>,
) -> Result<(), Reason> {
    let Err(denial) = check(objects, user, needs) else {
        return Ok(());
    };
    objects.notice(denial.notice());
    observe(objects, Observed::NotAuthorized, || {
        EventDetails::default()
            .int(MQIACF_REASON_QUALIFIER, qualifier)
            .and(parameters())
    });
    Err(Reason::NOT_AUTHORIZED)
}

fn queue_manager(wanted: i32) -> Need {
    let name = SELF_PROFILE.to_owned();
    (ProtectedKind::QMgr, name, Permissions::of(wanted))
}

/// Who asked, as events tell it.
fn asker(user: &str, origin: &Origin, appl_name: &str) -> Vec<Parameter> {
    vec![
        fixed_text(MQCACF_USER_IDENTIFIER, user, MQ_USER_ID_LENGTH),
        Parameter::int(MQIA_APPL_TYPE, origin.appl_type),
        fixed_text(MQCACF_APPL_NAME, appl_name, MQ_APPL_NAME_LENGTH),
    ]
}

/// Whether the user a connection comes from may connect.
pub(crate) fn check_connect(
    objects: &Objects,
    origin: &Origin,
    appl_name: &str,
    asked: &AskedUser,
) -> Result<(), Reason> {
    if let Some(user) = &asked.entity {
        require(
            objects,
            user,
            &[queue_manager(MQZAO_CONNECT)],
            MQRQ_CONN_NOT_AUTHORIZED,
            || {
                let mut told = asker(user.user(), origin, appl_name);
                told.extend(client_of(origin));
                told
            },
        )?;
    }
    Ok(())
}

/// What is asked of the user a connection acts for, also while it stands in for another one.
const CONTEXT: i32 = MQZAO_PASS_IDENTITY_CONTEXT
    | MQZAO_PASS_ALL_CONTEXT
    | MQZAO_SET_IDENTITY_CONTEXT
    | MQZAO_SET_ALL_CONTEXT;

impl Connection {
    /// Acts for this user from now on, and for that user alone: what is open stays open. Waits until the system has said who that is; the
    /// waker is woken when this is to be called again.
    ///
    /// # Errors
    /// `MQRC_NOT_AUTHORIZED` for one who may not connect, `MQRC_RESOURCE_PROBLEM` where too many wait for that, and
    /// `MQRC_SECURITY_ERROR` where the system does not say it in time.
    pub fn act_for(&mut self, user: FixedText<12>, waker: &Waker) -> Poll<Result<(), Reason>> {
        if self.acts_for != Some(user) {
            self.acts_for = Some(user);
            // Whoever it was, the next verb asks who it is.
            self.entity.generation = u64::MAX;
        }
        // Whoever asks the system leaves out what nobody waits for any more.
        self.becomes = match self.latch_for_own() {
            Ok(latch) => latch,
            Err(reason) => return Poll::Ready(Err(reason)),
        };
        match self.becomes.as_ref().map(|latch| latch.poll(waker)) {
            None => {}
            Some(Poll::Pending) => return Poll::Pending,
            Some(Poll::Ready(Forced::Failed)) => {
                return Poll::Ready(Err(Reason::SECURITY_ERROR));
            }
            Some(Poll::Ready(Forced::Durable)) => {
                // It was told, and forgotten again.
                waker.wake_by_ref();
                return Poll::Pending;
            }
        }
        let asked = self.entity.clone();
        let appl_name = self.state.appl_name.as_str();
        let checked = check_connect(&self.engine, &self.state.origin, appl_name, &asked);
        Poll::Ready(checked)
    }

    /// Whom the connection acts for. Asked for again after a refresh of security, before the verb began (`verbs/users.rs`).
    fn entity(&self) -> Option<Arc<Entity>> {
        self.entity.entity.clone()
    }

    /// Whose a branch is that the connection begins.
    pub(super) fn branch_user(&self) -> User {
        match &self.entity.entity {
            Some(own) => own.user().into(),
            None => self.state.origin.user_id.as_str().trim_end().into(),
        }
    }

    /// Whether the connection may end branches of other users. Whoever may use everybody's authority may; so may anybody where
    /// users are not told apart.
    pub(super) fn ends_branches_of_all(&self) -> bool {
        let Some(own) = &self.entity.entity else {
            return true;
        };
        let need = queue_manager(MQZAO_ALTERNATE_USER_AUTHORITY);
        check(&self.engine, own, &[need]).is_ok()
    }

    /// Whose authority an open is under: the connection's user, or another one that this user
    /// may stand in for.
    fn opener(
        &self,
        descriptor: &ObjectDescriptor,
        options: i32,
    ) -> Result<Option<Arc<Entity>>, Reason> {
        let Some(own) = self.entity() else {
            return Ok(None);
        };
        if options & MQOO_ALTERNATE_USER_AUTHORITY == 0 {
            return Ok(Some(own));
        }
        let need = queue_manager(MQZAO_ALTERNATE_USER_AUTHORITY);
        self.require_open(&own, &[need], descriptor, options)?;
        // A right to stand in that was given since the verb began counts for the next one.
        let other = self.stands_in_for.clone();
        other.map(Some).ok_or(Reason::NOT_AUTHORIZED)
    }

    fn require_open(
        &self,
        user: &Entity,
        needs: &[Need],
        descriptor: &ObjectDescriptor,
        options: i32,
    ) -> Result<(), Reason> {
        let appl_name = self.state.appl_name.as_str();
        require(&self.engine, user, needs, MQRQ_OPEN_NOT_AUTHORIZED, || {
            let mut told = vec![Parameter::int(MQIACF_OPEN_OPTIONS, options)];
            told.extend(asker(user.user(), &self.state.origin, appl_name));
            told.extend(self.named_by(descriptor));
            told.extend(client_of(&self.state.origin));
            told
        })
    }

    /// Whether the user may open an object for these options. `name` is the first definition
    /// met on the way to it; `more` is what is needed besides. Answers whose authority counted.
    pub(crate) fn check_open(
        &mut self,
        descriptor: &ObjectDescriptor,
        options: i32,
        kind: ProtectedKind,
        name: &str,
        more: i32,
    ) -> Result<Option<Arc<Entity>>, Reason> {
        let Some(user) = self.opener(descriptor, options)? else {
            return Ok(None);
        };
        let wanted = wanted_by(options) | Permissions::of(more);
        let context = Permissions::of(wanted.bits() & CONTEXT);
        // Documented: setting context needs the queue manager's leave as well.
        let sets = wanted.bits() & (MQZAO_SET_IDENTITY_CONTEXT | MQZAO_SET_ALL_CONTEXT);
        let of_q_mgr = (sets != 0 && kind == ProtectedKind::Queue).then(|| queue_manager(sets));
        let need = |wanted: Permissions| (kind, name.to_owned(), wanted);
        // Who stands in for another one uses that one's authority; what becomes of the context is still a matter of its own.
        let own = self
            .entity()
            .filter(|_| options & MQOO_ALTERNATE_USER_AUTHORITY != 0);
        let Some(own) = own else {
            let needs: Vec<Need> = std::iter::once(need(wanted)).chain(of_q_mgr).collect();
            self.require_open(&user, &needs, descriptor, options)?;
            return Ok(Some(user));
        };
        if !context.is_empty() {
            let needs: Vec<Need> = std::iter::once(need(context)).chain(of_q_mgr).collect();
            self.require_open(&own, &needs, descriptor, options)?;
        }
        self.require_open(&user, &[need(wanted.without(context))], descriptor, options)?;
        Ok(Some(user))
    }

    /// Whether the user may open a queue of another queue manager of a cluster, named with that queue manager.
    pub(crate) fn check_open_at(
        &mut self,
        descriptor: &ObjectDescriptor,
        options: i32,
        q_mgr: &str,
    ) -> Result<(), Reason> {
        let Some(user) = self.opener(descriptor, options)? else {
            return Ok(());
        };
        let kind = ProtectedKind::RqmName;
        let wanted = Permissions::of(MQZAO_OUTPUT);
        self.require_open(
            &user,
            &[(kind, q_mgr.to_owned(), wanted)],
            descriptor,
            options,
        )?;
        // What becomes of the context is a matter of the user the connection comes from.
        let sets = wanted_by(options).bits() & (MQZAO_SET_IDENTITY_CONTEXT | MQZAO_SET_ALL_CONTEXT);
        match self.entity().filter(|_| sets != 0) {
            Some(own) => self.require_open(&own, &[queue_manager(sets)], descriptor, options),
            None => Ok(()),
        }
    }

    /// Whether the user may open a topic to publish to it. `objects` are the topic objects above it, from the root
    /// down: authority over any of them will do.
    pub(crate) fn check_publish(
        &mut self,
        descriptor: &ObjectDescriptor,
        options: i32,
        objects: &[ObjectName],
    ) -> Result<(), Reason> {
        let Some(user) = self.opener(descriptor, options)? else {
            return Ok(());
        };
        let context = wanted_by(options & !MQOO_OUTPUT);
        let publish = Permissions::of(MQZAO_PUBLISH);
        // As for queues: the context is a matter of the user the connection comes from.
        let own = self
            .entity()
            .filter(|_| options & MQOO_ALTERNATE_USER_AUTHORITY != 0);
        let asked = match own {
            None => vec![(user, publish | context)],
            Some(own) => vec![(own, context), (user, publish)],
        };
        for (user, wanted) in asked {
            if wanted.is_empty() {
                continue;
            }
            if let Some(need) = self.topic_needs(&user, objects, wanted) {
                self.require_open(&user, &[need], descriptor, options)?;
            }
        }
        Ok(())
    }

    /// Whether the user may subscribe, or resume: one of the permissions in `allowing` is enough. Answers whose subscription it is.
    pub(crate) fn check_subscribe(
        &mut self,
        asked: &SubscriptionDescriptor,
        objects: &[ObjectName],
        allowing: &[i32],
    ) -> Result<FixedText<12>, Reason> {
        let name = match asked.options & MQSO_ALTERNATE_USER_AUTHORITY {
            0 => self.state.origin.user_id,
            _ => asked.alternate_user_id,
        };
        let Some(user) = self.subscriber(asked)? else {
            return Ok(name);
        };
        let mut needs = Vec::new();
        for wanted in allowing {
            match self.topic_needs(&user, objects, Permissions::of(*wanted)) {
                Some(need) => needs = vec![need],
                None => return Ok(name),
            }
        }
        let refused = require(&self.engine, &user, &needs, MQRQ_SUB_NOT_AUTHORIZED, || {
            let mut told = self.told_of_subscriber(&user, asked, Some(objects));
            told.extend(client_of(&self.state.origin));
            told
        });
        refused.map(|()| name)
    }

    /// Whether the user may have the publications of a subscription put on a queue, or sent to a queue manager, and do with it what
    /// these open options say. Not asked of managed queues.
    ///
    /// Source: MQSUB, "Not Authorized (type 6)".
    pub(crate) fn check_destination(
        &mut self,
        asked: &SubscriptionDescriptor,
        guard: Guard,
        options: i32,
    ) -> Result<(), Reason> {
        let Some(user) = self.subscriber(asked)? else {
            return Ok(());
        };
        let resumes = asked.options & MQSO_RESUME != 0;
        let sets = asked.options & MQSO_SET_IDENTITY_CONTEXT != 0 && !resumes;
        let options = match sets {
            true => options | MQOO_SET_IDENTITY_CONTEXT,
            false => options,
        };
        let (kind, name, wanted) = match guard {
            Guard::Queue(name) => (ProtectedKind::Queue, name, wanted_by(options)),
            Guard::QueueManager(name) => {
                let wanted = Permissions::of(MQZAO_OUTPUT);
                (ProtectedKind::RqmName, name, wanted)
            }
        };
        let mut needs = vec![(kind, name.as_str().to_owned(), wanted)];
        if sets {
            needs.push(queue_manager(MQZAO_SET_IDENTITY_CONTEXT));
        }
        let qualifier = MQRQ_SUB_DEST_NOT_AUTHORIZED;
        require(&self.engine, &user, &needs, qualifier, || {
            let mut told = self.told_of_subscriber(&user, asked, None);
            let q_mgr = self.engine.name;
            told.push(fixed_text(
                MQCACF_OBJECT_Q_MGR_NAME,
                q_mgr.as_str(),
                MQ_Q_MGR_NAME_LENGTH,
            ));
            told.push(fixed_text(MQCA_Q_NAME, name.as_str(), MQ_Q_NAME_LENGTH));
            told.push(Parameter::int(MQIACF_OPEN_OPTIONS, options));
            told.extend(client_of(&self.state.origin));
            told
        })
    }

    /// Whose authority a subscription is made under.
    fn subscriber(&self, asked: &SubscriptionDescriptor) -> Result<Option<Arc<Entity>>, Reason> {
        let descriptor = ObjectDescriptor {
            object_name: asked.object_name,
            object_type: MQOT_TOPIC,
            alternate_user_id: asked.alternate_user_id,
            ..ObjectDescriptor::default()
        };
        let options = match asked.options & MQSO_ALTERNATE_USER_AUTHORITY {
            0 => 0,
            _ => MQOO_ALTERNATE_USER_AUTHORITY,
        };
        self.opener(&descriptor, options)
    }

    /// Who subscribes and to what, with the topic objects whose authority counted.
    fn told_of_subscriber(
        &self,
        user: &Entity,
        asked: &SubscriptionDescriptor,
        objects: Option<&[ObjectName]>,
    ) -> Vec<Parameter> {
        let mut told = vec![Parameter::int(MQIACF_SUB_OPTIONS, asked.options)];
        let appl_name = self.state.appl_name.as_str();
        told.extend(asker(user.user(), &self.state.origin, appl_name));
        let topic = self.full_topic(&asked.object_name, &asked.object_string);
        let topic = topic.unwrap_or_default();
        told.extend(told_of_topic(&topic, objects.unwrap_or_default()));
        told
    }

    /// What is missing to do something with a topic: nothing, or authority over the closest of these objects.
    fn topic_needs(
        &self,
        user: &Entity,
        objects: &[ObjectName],
        wanted: Permissions,
    ) -> Option<Need> {
        let need = |object: &ObjectName| {
            let name = object.as_str().to_owned();
            (ProtectedKind::Topic, name, wanted)
        };
        let mut needs = objects.iter().rev().map(need);
        let closest = needs.next().unwrap_or_else(|| need(&ObjectName::BLANK));
        let all = std::iter::once(closest.clone()).chain(needs);
        let met = |need: &Need| check(&self.engine, user, std::slice::from_ref(need)).is_ok();
        (!all.into_iter().any(|need| met(&need))).then_some(closest)
    }

    /// Whether the user may delete a permanent dynamic queue that another open made.
    pub(crate) fn check_close_delete(&mut self, queue: &str) -> Result<(), Reason> {
        let Some(user) = self.entity() else {
            return Ok(());
        };
        let wanted = Permissions::of(MQZAO_DELETE);
        let needs = [(ProtectedKind::Queue, queue.to_owned(), wanted)];
        let appl_name = self.state.appl_name.as_str();
        require(
            &self.engine,
            &user,
            &needs,
            MQRQ_CLOSE_NOT_AUTHORIZED,
            || {
                let mut told = asker(user.user(), &self.state.origin, appl_name);
                told.push(fixed_text(MQCA_Q_NAME, queue, MQ_Q_NAME_LENGTH));
                told.extend(client_of(&self.state.origin));
                told
            },
        )
    }

    /// Whether the user may remove a subscription that lasts. Whose it is was settled when it was subscribed or resumed.
    ///
    /// Source: MQCLOSE, "Not Authorized (type 3)".
    pub(crate) fn check_remove_subscription(&self, open: &OpenSubscription) -> Result<(), Reason> {
        let Some(user) = open.stands_in_for.clone().or_else(|| self.entity()) else {
            return Ok(());
        };
        // One that is gone is removed by nobody.
        let Some(subscription) = self.engine.topics.by_id(&open.id) else {
            return Ok(());
        };
        let topic = subscription.definition.text(Attr::Topicstr);
        let objects = self.engine.topics.inherited(topic).objects;
        let wanted = Permissions::of(MQZAO_SUBSCRIBE);
        let Some(need) = self.topic_needs(&user, &objects, wanted) else {
            return Ok(());
        };
        let appl_name = self.state.appl_name.as_str();
        require(
            &self.engine,
            &user,
            &[need],
            MQRQ_CLOSE_NOT_AUTHORIZED,
            || {
                let mut told = asker(user.user(), &self.state.origin, appl_name);
                told.push(Parameter::text(MQCACF_SUB_NAME, subscription.name()));
                told.extend(told_of_topic(topic, &objects));
                told.extend(client_of(&self.state.origin));
                told
            },
        )
    }

    /// Where the connection comes from: whose commands it may run.
    #[must_use]
    pub fn origin(&self) -> &Origin {
        &self.state.origin
    }

    /// Whether the user may do everything with the queue manager, as far as is known without asking the system again.
    #[must_use]
    pub fn administers(&self) -> bool {
        let own = self.entity.entity.as_ref();
        own.is_none_or(|own| own.is_administrator())
    }

    /// The object of a descriptor, as events tell it.
    fn named_by(&self, descriptor: &ObjectDescriptor) -> Vec<Parameter> {
        let mut told = Vec::new();
        let q_mgr = &descriptor.object_q_mgr_name;
        if !q_mgr.is_blank() && *q_mgr != self.engine.name {
            let name = q_mgr.as_str();
            told.push(fixed_text(
                MQCACF_OBJECT_Q_MGR_NAME,
                name,
                MQ_Q_MGR_NAME_LENGTH,
            ));
        }
        let (parameter, length) = match descriptor.object_type {
            MQOT_Q => (MQCA_Q_NAME, MQ_Q_NAME_LENGTH),
            MQOT_PROCESS => (MQCA_PROCESS_NAME, MQ_PROCESS_NAME_LENGTH),
            MQOT_NAMELIST => (MQCA_NAMELIST_NAME, MQ_NAMELIST_NAME_LENGTH),
            MQOT_TOPIC => {
                let string = match descriptor.version {
                    MQOD_VERSION_4 => descriptor.object_string.as_str(),
                    _ => "",
                };
                if let Ok(topic) = self.full_topic(&descriptor.object_name, string) {
                    told.extend(self.told_of_topic(&topic));
                }
                return told;
            }
            _ => return told,
        };
        let name = descriptor.object_name.as_str();
        told.push(fixed_text(parameter, name, length));
        told
    }
}
