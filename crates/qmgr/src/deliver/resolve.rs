//! Name resolution: from what an application names to the targets of its messages.
//!
//! The one place where a name becomes targets. The order is that of the MQI reference,
//! "Name resolution".

use crate::deliver::cluster::{ClusterTargets, Sought, cluster_queue};
use crate::deliver::target::{Onward, Target, Targets};
use crate::objects::Objects;
use crate::objects::registry::{FrontQueue, QueueObject, Registry};
use crate::objects::remotes::SeenRemotes;
use crate::store::local_queue::LocalQueue;
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{
    MQBND_BIND_NOT_FIXED, MQBND_BIND_ON_GROUP, MQBND_BIND_ON_OPEN, MQOO_BIND_AS_Q_DEF,
    MQOO_BIND_NOT_FIXED, MQOO_BIND_ON_GROUP, MQOO_BIND_ON_OPEN, MQOT_Q,
};
use ferromq_mqi::name::ObjectName;
use std::sync::Arc;

/// Whose authority records say who may open something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guard {
    /// Those of this queue, here or of a cluster.
    Queue(ObjectName),
    /// Those of this queue manager of a cluster, not of the transmission queue that serves all of them.
    QueueManager(ObjectName),
}

/// What an open by name found.
#[derive(Clone, Debug)]
pub(crate) struct Resolved {
    /// The first definition on the way that is no queue manager alias: what authority is asked about.
    ///
    /// Source: "Authorizations for MQI calls".
    pub(crate) guard: Guard,
    /// What a fixed target was chosen from: it is used as long as whoever chose has it.
    pub(crate) chosen_from: Option<Arc<dyn Targets>>,
    /// Where messages go.
    pub(crate) targets: Arc<dyn Targets>,
    /// The alias or remote queue it was reached through.
    pub(crate) front: Option<Arc<FrontQueue>>,
    /// What it was reached through besides: the remote queue an alias led to, or the queue
    /// manager alias that led back here.
    pub(crate) behind: Option<Arc<FrontQueue>>,
    /// Its transmission queue is the default one, for want of another.
    pub(crate) by_default: bool,
    /// The first definition on the way, whose put defaults count.
    pub(crate) first: Definition,
    /// It is a queue that members of a cluster share, named without a queue manager.
    pub(crate) is_of_cluster: bool,
    /// All messages of a group go to one target.
    pub(crate) binds_groups: bool,
    /// Name of the queue after resolution.
    pub(crate) resolved_q_name: ObjectName,
    /// Queue manager after resolution.
    pub(crate) resolved_q_mgr_name: ObjectName,
}

impl Resolved {
    /// The local queue messages come from: the queue itself, or a transmission queue.
    pub(crate) fn queue(&self) -> &Arc<LocalQueue> {
        self.targets.bound().queue()
    }

    /// Messages leave this queue manager.
    pub(crate) fn is_remote(&self) -> bool {
        self.targets.bound().remote().is_some()
    }

    /// The queue and queue manager an open names. Documented: none, where each message may go to another one.
    pub(crate) fn told_at_open(&self) -> (ObjectName, ObjectName) {
        match self.resolved_q_mgr_name.is_blank() {
            true => (ObjectName::BLANK, ObjectName::BLANK),
            false => (self.resolved_q_name, self.resolved_q_mgr_name),
        }
    }

    /// The same of a message that was put to `target`.
    pub(crate) fn told_at_put(
        &self,
        objects: &Objects,
        target: &Target,
    ) -> (ObjectName, ObjectName) {
        match self.is_of_cluster {
            true => target.names(objects),
            false => (self.resolved_q_name, self.resolved_q_mgr_name),
        }
    }

    /// Opened for output with `options`: if these, or else `DEFBIND`, fix the binding, all messages go to one target.
    ///
    /// # Errors
    /// As [`Targets::fixed`].
    pub(crate) fn bind(mut self, objects: &Objects, options: i32) -> Result<Self, Reason> {
        let said = options & (MQOO_BIND_ON_OPEN | MQOO_BIND_NOT_FIXED | MQOO_BIND_ON_GROUP);
        let binding = match said {
            MQOO_BIND_AS_Q_DEF => self.first.int(Attr::Defbind),
            MQOO_BIND_ON_OPEN => MQBND_BIND_ON_OPEN,
            MQOO_BIND_ON_GROUP => MQBND_BIND_ON_GROUP,
            _ => MQBND_BIND_NOT_FIXED,
        };
        self.binds_groups = binding == MQBND_BIND_ON_GROUP;
        if binding == MQBND_BIND_ON_OPEN
            && let Some(one) = self.targets.fixed(objects)?
        {
            (self.resolved_q_name, self.resolved_q_mgr_name) = one.names(objects);
            let all = std::mem::replace(&mut self.targets, Arc::new(one));
            self.chosen_from = Some(all);
        }
        Ok(self)
    }

    /// The same, with the queue manager alias that led to it.
    fn led_by(self, alias: Arc<FrontQueue>) -> Self {
        match self.front {
            None => Self {
                front: Some(alias),
                ..self
            },
            Some(_) => Self {
                behind: self.behind.or(Some(alias)),
                ..self
            },
        }
    }

    /// One instance of a queue of a cluster was chosen for all messages.
    pub(crate) fn is_bound_in_cluster(&self) -> bool {
        self.is_of_cluster && self.chosen_from.is_some()
    }

    /// The definitions on the way to the queue.
    pub(crate) fn path(&self) -> impl Iterator<Item = &FrontQueue> {
        self.front.iter().chain(&self.behind).map(Arc::as_ref)
    }
}

/// What a name is resolved for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Purpose {
    /// For what can only be done with what is here: gets, browses, `MQSET`.
    pub(crate) here_only: bool,
    /// For a message that came over a channel of a cluster: it stays here if it can.
    pub(crate) over_cluster_channel: bool,
    /// Besides, nothing binds it to this queue manager, to which it was sent: where it cannot stay it goes to another instance of its queue, and stays
    /// bound to that, or it might go round.
    pub(crate) is_unbound: bool,
}

/// Resolves a queue for puts. `QueueObject::Model` is not resolved here.
pub(crate) fn resolve(
    objects: &Objects,
    name: &ObjectName,
    q_mgr: &ObjectName,
) -> Result<Resolved, Reason> {
    resolve_for(objects, name, q_mgr, Purpose::default())
}

/// Resolves a queue for a purpose.
pub(crate) fn resolve_for(
    objects: &Objects,
    name: &ObjectName,
    q_mgr: &ObjectName,
    purpose: Purpose,
) -> Result<Resolved, Reason> {
    let registry = objects.registry();
    let seen = Seen {
        objects,
        registry: &registry,
        purpose: Purpose {
            is_unbound: purpose.over_cluster_channel && q_mgr.is_blank(),
            ..purpose
        },
    };
    let resolved = if q_mgr.is_blank() {
        seen.named_alone(name)?
    } else if *q_mgr == objects.name {
        seen.named_here(name)?
    } else {
        return seen.foreign(name, q_mgr);
    };
    // What is met first has that name, wherever it leads.
    Ok(Resolved {
        guard: Guard::Queue(*name),
        ..resolved
    })
}

/// What is defined while a name is resolved.
pub(crate) struct Seen<'a> {
    pub(crate) objects: &'a Objects,
    pub(crate) registry: &'a Registry,
    pub(crate) purpose: Purpose,
}

impl<'a> Seen<'a> {
    /// For a message that is put.
    pub(crate) fn of(objects: &'a Objects, registry: &'a Registry) -> Self {
        Self {
            objects,
            registry,
            purpose: Purpose::default(),
        }
    }

    /// A queue by its name and no other: here, or anywhere in a cluster.
    fn named_alone(&self, name: &ObjectName) -> Result<Resolved, Reason> {
        let asks_clusters = !self.purpose.here_only && !self.registry.clusters.is_empty();
        if asks_clusters && let Some(found) = cluster_queue(self, name)? {
            return Ok(found);
        }
        self.named_here(name)
    }

    fn named_here(&self, name: &ObjectName) -> Result<Resolved, Reason> {
        let found = self.registry.queue(name);
        self.here(&found.ok_or(Reason::UNKNOWN_OBJECT_NAME)?)
    }

    /// An object of this queue manager.
    pub(crate) fn here(&self, found: &QueueObject) -> Result<Resolved, Reason> {
        match found {
            QueueObject::Local(queue) => Ok(local(self.objects, Arc::clone(queue), None)),
            QueueObject::Alias(front) => self.alias(Arc::clone(front)),
            QueueObject::Remote(front) => self.remote(Arc::clone(front)),
            QueueObject::Model(_) => Err(Reason::OBJECT_TYPE_ERROR),
        }
    }

    fn alias(&self, front: Arc<FrontQueue>) -> Result<Resolved, Reason> {
        let definition = front.definition();
        if definition.int(Attr::Targtype) != MQOT_Q {
            // Publishing through an alias goes by its handle; nothing else can be done with a topic.
            return Err(Reason::ALIAS_BASE_Q_TYPE_ERROR);
        }
        let base = ObjectName::truncated(definition.text(Attr::Target));
        let asks_clusters = !self.purpose.here_only && !self.registry.clusters.is_empty();
        if asks_clusters && let Some(mut resolved) = cluster_queue(self, &base)? {
            resolved.first = definition;
            resolved.front = Some(front);
            return Ok(resolved);
        }
        match self
            .registry
            .queue(&base)
            .ok_or(Reason::UNKNOWN_ALIAS_BASE_Q)?
        {
            QueueObject::Local(queue) => Ok(local(self.objects, queue, Some(front))),
            QueueObject::Remote(remote) => {
                let mut resolved = self.remote(remote)?;
                resolved.first = definition;
                resolved.behind = resolved.front.replace(front);
                Ok(resolved)
            }
            QueueObject::Alias(_) | QueueObject::Model(_) => Err(Reason::ALIAS_BASE_Q_TYPE_ERROR),
        }
    }

    fn remote(&self, front: Arc<FrontQueue>) -> Result<Resolved, Reason> {
        let definition = front.definition();
        let q_name = ObjectName::truncated(definition.text(Attr::Rname));
        let q_mgr = ObjectName::truncated(definition.text(Attr::Rqmname));
        if q_name.is_blank() {
            // A queue manager alias: it names no queue.
            return Err(Reason::REMOTE_Q_NAME_ERROR);
        }
        // Documented: a definition opened as a queue must name another queue manager.
        if q_mgr.is_blank() || q_mgr == self.objects.name {
            return Err(Reason::UNKNOWN_REMOTE_Q_MGR);
        }
        let named = ObjectName::truncated(definition.text(Attr::Xmitq));
        let resolved = self.elsewhere(&named, q_name, q_mgr)?;
        Ok(Resolved {
            chosen_from: None,
            first: definition,
            front: Some(front),
            ..resolved
        })
    }

    /// A name with another queue manager's name: directly, or through a queue manager alias.
    fn foreign(&self, name: &ObjectName, q_mgr: &ObjectName) -> Result<Resolved, Reason> {
        if name.is_blank() {
            return Err(Reason::REMOTE_Q_NAME_ERROR);
        }
        let mut target = *q_mgr;
        let mut named = ObjectName::BLANK;
        let mut front = None;
        if let Some(QueueObject::Remote(alias)) = self.registry.queue(q_mgr) {
            let definition = alias.definition();
            if definition.text(Attr::Rname).is_empty() {
                let renamed = ObjectName::truncated(definition.text(Attr::Rqmname));
                named = ObjectName::truncated(definition.text(Attr::Xmitq));
                // Documented for gateways of clusters: with an alias that names nobody it is as if no queue manager had been named.
                if renamed.is_blank() && named.is_blank() {
                    return Ok(self.named_alone(name)?.led_by(alias));
                }
                target = if renamed.is_blank() { target } else { renamed };
                front = Some(alias);
            } else {
                return Err(Reason::UNKNOWN_REMOTE_Q_MGR);
            }
        }
        if target == self.objects.name {
            let mut resolved = match self
                .registry
                .queue(name)
                .ok_or(Reason::UNKNOWN_OBJECT_NAME)?
            {
                QueueObject::Local(queue) => local(self.objects, queue, None),
                QueueObject::Alias(alias) => self.alias(alias)?,
                QueueObject::Model(_) => return Err(Reason::Q_TYPE_ERROR),
                QueueObject::Remote(_) => return Err(Reason::UNKNOWN_REMOTE_Q_MGR),
            };
            resolved.behind = resolved.behind.or(front);
            resolved.guard = Guard::Queue(*name);
            return Ok(resolved);
        }
        let resolved = self.elsewhere(&named, *name, target)?;
        Ok(Resolved { front, ..resolved })
    }

    /// A queue of another queue manager: by the transmission queue named, else by the one of the queue manager's name, else in a cluster, else by the
    /// default one.
    fn elsewhere(
        &self,
        named: &ObjectName,
        q_name: ObjectName,
        q_mgr: ObjectName,
    ) -> Result<Resolved, Reason> {
        let asks_clusters = named.is_blank()
            && !self.registry.clusters.is_empty()
            && self.registry.queue(&q_mgr).is_none();
        if asks_clusters
            && let Some(targets) = ClusterTargets::find(self, Sought::QueueOf { q_name, q_mgr })?
        {
            let targets: Arc<dyn Targets> = Arc::new(targets);
            let guard = Guard::QueueManager(q_mgr);
            return Ok(to_elsewhere(targets, (q_name, q_mgr), false, guard));
        }
        let (queue, by_default) = self.transmission_queue(named, &q_mgr)?;
        let guard = Guard::Queue(queue.name);
        let target = Arc::new(Target::Remote(queue, Onward::to(q_name, q_mgr)));
        Ok(to_elsewhere(target, (q_name, q_mgr), by_default, guard))
    }

    /// The transmission queue to a queue manager: the one named, else the local queue of the
    /// queue manager's name, else the default one; and whether it is that.
    fn transmission_queue(
        &self,
        named: &ObjectName,
        q_mgr: &ObjectName,
    ) -> Result<(Arc<LocalQueue>, bool), Reason> {
        let registry = self.registry;
        let default = ObjectName::truncated(self.objects.q_mgr().text(Attr::Defxmitq));
        let mut by_default = false;
        let (name, unknown, wrong_type, wrong_usage) = if !named.is_blank() {
            let reasons = (Reason::UNKNOWN_XMIT_Q, Reason::XMIT_Q_TYPE_ERROR);
            (*named, reasons.0, reasons.1, Reason::XMIT_Q_USAGE_ERROR)
        } else if registry.queue(q_mgr).is_some() {
            let reasons = (Reason::UNKNOWN_REMOTE_Q_MGR, Reason::XMIT_Q_TYPE_ERROR);
            (*q_mgr, reasons.0, reasons.1, Reason::XMIT_Q_USAGE_ERROR)
        } else if !default.is_blank() {
            by_default = true;
            let reasons = (Reason::UNKNOWN_DEF_XMIT_Q, Reason::DEF_XMIT_Q_TYPE_ERROR);
            (
                default,
                reasons.0,
                reasons.1,
                Reason::DEF_XMIT_Q_USAGE_ERROR,
            )
        } else {
            return Err(Reason::UNKNOWN_REMOTE_Q_MGR);
        };
        match registry.queue(&name).ok_or(unknown)? {
            // Documented with 2087: a model queue is none whose name another queue manager could have.
            QueueObject::Model(_) if name == *q_mgr && named.is_blank() => Err(unknown),
            QueueObject::Local(queue) if queue.hot().transmission => Ok((queue, by_default)),
            QueueObject::Local(_) => Err(wrong_usage),
            _ => Err(wrong_type),
        }
    }
}

fn local(objects: &Objects, queue: Arc<LocalQueue>, front: Option<Arc<FrontQueue>>) -> Resolved {
    Resolved {
        guard: Guard::Queue(queue.name),
        chosen_from: None,
        first: front
            .as_ref()
            .map_or_else(|| queue.definition(), |front| front.definition()),
        resolved_q_name: queue.name,
        resolved_q_mgr_name: objects.name,
        targets: Arc::new(Target::Local(queue)),
        front,
        behind: None,
        by_default: false,
        is_of_cluster: false,
        binds_groups: false,
    }
}

/// What is reached through a transmission queue, whose put defaults count if nothing stands before it.
fn to_elsewhere(
    targets: Arc<dyn Targets>,
    (resolved_q_name, resolved_q_mgr_name): (ObjectName, ObjectName),
    by_default: bool,
    guard: Guard,
) -> Resolved {
    Resolved {
        guard,
        chosen_from: None,
        first: targets.bound().queue().definition(),
        targets,
        front: None,
        behind: None,
        by_default,
        is_of_cluster: false,
        binds_groups: false,
        resolved_q_name,
        resolved_q_mgr_name,
    }
}

/// Where replies to a queue named without its queue manager go: to what the local definition
/// of a remote queue says, if the name is one (a reply-to queue alias), else to that queue here.
pub(crate) fn reply_address(
    objects: &Objects,
    seen: &mut SeenRemotes,
    field: &[u8; 48],
) -> (ObjectName, ObjectName) {
    let name = ObjectName::from_field(field);
    if let Some(alias) = objects.remote_queue(seen, &name) {
        let definition = alias.definition();
        let q_name = ObjectName::truncated(definition.text(Attr::Rname));
        let q_mgr = ObjectName::truncated(definition.text(Attr::Rqmname));
        return (if q_name.is_blank() { name } else { q_name }, q_mgr);
    }
    (name, objects.name)
}
