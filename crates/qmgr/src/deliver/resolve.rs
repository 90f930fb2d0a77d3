//! Name resolution: from what an application names to the targets of its messages.
//!
//! The one place where a name becomes targets. The order is that of the MQI reference,
//! "Name resolution".

use crate::deliver::target::{Target, Targets};
use crate::objects::Objects;
use crate::objects::registry::{FrontQueue, QueueObject, Registry};
use crate::objects::remotes::SeenRemotes;
use crate::store::local_queue::LocalQueue;
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{
    MQBND_BIND_ON_OPEN, MQOO_BIND_AS_Q_DEF, MQOO_BIND_NOT_FIXED, MQOO_BIND_ON_GROUP,
    MQOO_BIND_ON_OPEN, MQOT_Q,
};
use ferromq_mqi::name::ObjectName;
use std::sync::Arc;

/// What an open by name found.
#[derive(Clone, Debug)]
pub(crate) struct Resolved {
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

    /// Opened with `options`: if these, or else `DEFBIND`, fix the binding, all messages go to one target.
    pub(crate) fn bind(mut self, options: i32) -> Self {
        let said = options & (MQOO_BIND_ON_OPEN | MQOO_BIND_NOT_FIXED | MQOO_BIND_ON_GROUP);
        let is_fixed = match said {
            MQOO_BIND_AS_Q_DEF => self.first.int(Attr::Defbind) == MQBND_BIND_ON_OPEN,
            said => said == MQOO_BIND_ON_OPEN,
        };
        if is_fixed && let Some(one) = self.targets.fixed() {
            self.targets = Arc::new(one);
        }
        self
    }

    /// The definitions on the way to the queue.
    pub(crate) fn path(&self) -> impl Iterator<Item = &FrontQueue> {
        self.front.iter().chain(&self.behind).map(Arc::as_ref)
    }
}

/// Resolves a queue for puts or gets. `QueueObject::Model` is not resolved here.
pub(crate) fn resolve(
    objects: &Objects,
    name: &ObjectName,
    q_mgr: &ObjectName,
) -> Result<Resolved, Reason> {
    let registry = objects.registry();
    if !q_mgr.is_blank() && *q_mgr != objects.name {
        return resolve_foreign(objects, &registry, name, q_mgr);
    }
    match registry.queue(name).ok_or(Reason::UNKNOWN_OBJECT_NAME)? {
        QueueObject::Local(queue) => Ok(local(objects, queue, None)),
        QueueObject::Alias(front) => resolve_alias(objects, &registry, front),
        QueueObject::Remote(front) => resolve_remote(objects, &registry, front),
        QueueObject::Model(_) => Err(Reason::OBJECT_TYPE_ERROR),
    }
}

fn local(objects: &Objects, queue: Arc<LocalQueue>, front: Option<Arc<FrontQueue>>) -> Resolved {
    Resolved {
        first: front
            .as_ref()
            .map_or_else(|| queue.definition(), |front| front.definition()),
        resolved_q_name: queue.name,
        resolved_q_mgr_name: objects.name,
        targets: Arc::new(Target::Local(queue)),
        front,
        behind: None,
        by_default: false,
    }
}

fn resolve_alias(
    objects: &Objects,
    registry: &Registry,
    front: Arc<FrontQueue>,
) -> Result<Resolved, Reason> {
    let definition = front.definition();
    if definition.int(Attr::Targtype) != MQOT_Q {
        // Publishing through an alias goes by its handle; nothing else can be done with a topic.
        return Err(Reason::ALIAS_BASE_Q_TYPE_ERROR);
    }
    let base = ObjectName::truncated(definition.text(Attr::Target));
    match registry.queue(&base).ok_or(Reason::UNKNOWN_ALIAS_BASE_Q)? {
        QueueObject::Local(queue) => Ok(local(objects, queue, Some(front))),
        QueueObject::Remote(remote) => {
            let mut resolved = resolve_remote(objects, registry, remote)?;
            resolved.first = definition;
            resolved.behind = resolved.front.replace(front);
            Ok(resolved)
        }
        QueueObject::Alias(_) | QueueObject::Model(_) => Err(Reason::ALIAS_BASE_Q_TYPE_ERROR),
    }
}

fn resolve_remote(
    objects: &Objects,
    registry: &Registry,
    front: Arc<FrontQueue>,
) -> Result<Resolved, Reason> {
    let definition = front.definition();
    let q_name = ObjectName::truncated(definition.text(Attr::Rname));
    let q_mgr = ObjectName::truncated(definition.text(Attr::Rqmname));
    if q_name.is_blank() {
        // A queue manager alias: it names no queue.
        return Err(Reason::REMOTE_Q_NAME_ERROR);
    }
    // Documented: a definition opened as a queue must name another queue manager.
    if q_mgr.is_blank() || q_mgr == objects.name {
        return Err(Reason::UNKNOWN_REMOTE_Q_MGR);
    }
    let named = ObjectName::truncated(definition.text(Attr::Xmitq));
    let (queue, by_default) = transmission_queue(objects, registry, &named, &q_mgr)?;
    Ok(Resolved {
        targets: Arc::new(Target::Remote(queue, (q_name, q_mgr))),
        first: definition,
        front: Some(front),
        behind: None,
        by_default,
        resolved_q_name: q_name,
        resolved_q_mgr_name: q_mgr,
    })
}

/// A name with another queue manager's name: directly, or through a queue manager alias.
fn resolve_foreign(
    objects: &Objects,
    registry: &Registry,
    name: &ObjectName,
    q_mgr: &ObjectName,
) -> Result<Resolved, Reason> {
    if name.is_blank() {
        return Err(Reason::REMOTE_Q_NAME_ERROR);
    }
    let mut target = *q_mgr;
    let mut named = ObjectName::BLANK;
    let mut front = None;
    if let Some(QueueObject::Remote(alias)) = registry.queue(q_mgr) {
        let definition = alias.definition();
        if definition.text(Attr::Rname).is_empty() {
            let renamed = ObjectName::truncated(definition.text(Attr::Rqmname));
            target = if renamed.is_blank() { target } else { renamed };
            named = ObjectName::truncated(definition.text(Attr::Xmitq));
            front = Some(alias);
        } else {
            return Err(Reason::UNKNOWN_REMOTE_Q_MGR);
        }
    }
    if target == objects.name {
        let mut resolved = match registry.queue(name).ok_or(Reason::UNKNOWN_OBJECT_NAME)? {
            QueueObject::Local(queue) => local(objects, queue, None),
            QueueObject::Alias(alias) => resolve_alias(objects, registry, alias)?,
            _ => return Err(Reason::UNKNOWN_REMOTE_Q_MGR),
        };
        resolved.behind = resolved.behind.or(front);
        return Ok(resolved);
    }
    let (queue, by_default) = transmission_queue(objects, registry, &named, &target)?;
    Ok(Resolved {
        first: queue.definition(),
        targets: Arc::new(Target::Remote(queue, (*name, target))),
        front,
        behind: None,
        by_default,
        resolved_q_name: *name,
        resolved_q_mgr_name: target,
    })
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

/// The transmission queue to a queue manager: the one named, else the local queue of the
/// queue manager's name, else the default one; and whether it is that.
fn transmission_queue(
    objects: &Objects,
    registry: &Registry,
    named: &ObjectName,
    q_mgr: &ObjectName,
) -> Result<(Arc<LocalQueue>, bool), Reason> {
    let default = ObjectName::truncated(objects.q_mgr().text(Attr::Defxmitq));
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
