//! Verbs that wait until the full repositories of a cluster have said where a queue is.
//!
//! Documented: a queue manager that does not know a queue asks for it, and the open waits a moment. So an open for output or inquiry, and `MQPUT1`, of a name
//! nobody has here is begun when that was answered, or fails with `MQRC_CLUSTER_RESOLUTION_ERROR` when nobody answers in time.

use crate::core::latch::Latch;
use crate::objects::asked::AskedName;
use crate::objects::registry::{QueueObject, Registry};
use crate::verbs::connection::Connection;
use crate::verbs::open::INPUT;
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::call::Request;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{MQOO_BROWSE, MQOO_SET, MQOT_Q};
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::ObjectDescriptor;

/// Aliases and remote queues on the way from one name to the next, more than a name that resolves has.
const STEPS_MAX: usize = 4;

/// The object a verb opens for something a cluster may do.
fn opened(request: &Request) -> Option<&ObjectDescriptor> {
    match request {
        Request::Open {
            descriptor,
            options,
        } => Some(descriptor).filter(|_| options & (INPUT | MQOO_BROWSE | MQOO_SET) == 0),
        Request::Put1 { object, .. } => Some(object.as_ref()),
        _ => None,
    }
    .filter(|descriptor| descriptor.object_type == MQOT_Q)
}

impl Connection {
    /// A latch that opens when the next name of a verb was answered that nobody has here and that was not asked for yet; `None` when there is none,
    /// or nobody who would ask. What was asked for is added to `asked`.
    ///
    /// # Errors
    /// `MQRC_RESOURCE_PROBLEM`: too many verbs wait for names.
    pub(super) fn latch_for_name(
        &self,
        request: &Request,
        asked: &mut Vec<AskedName>,
    ) -> Result<Option<Latch>, Reason> {
        if !self.engine.asked.has_service() {
            return Ok(None);
        }
        let Some(descriptor) = opened(request) else {
            return Ok(None);
        };
        let missing = {
            let registry = self.engine.registry();
            let missing = |(name, q_mgr)| self.missing(&registry, name, q_mgr);
            let new = |name: &AskedName| !asked.contains(name);
            if descriptor.records.is_empty() {
                missing((descriptor.object_name, descriptor.object_q_mgr_name)).filter(new)
            } else {
                let records = descriptor.records.iter();
                let mut names = records
                    .map(|record| (record.object_name, record.object_q_mgr_name))
                    .filter_map(missing);
                names.find(new)
            }
        };
        let Some(name) = missing else {
            return Ok(None);
        };
        asked.push(name);
        let now_ns = self.engine.clock.monotonic_ns();
        let latch = self.engine.asked.latch(name, now_ns);
        latch.map_err(|_| Reason::RESOURCE_PROBLEM)
    }

    /// The name on the way to a queue's target that nobody has here.
    fn missing(
        &self,
        registry: &Registry,
        name: ObjectName,
        q_mgr: ObjectName,
    ) -> Option<AskedName> {
        let (mut name, mut q_mgr) = (name, q_mgr);
        let own = &self.engine.name;
        for _ in 0..STEPS_MAX {
            if name.is_blank() {
                return None;
            }
            if !q_mgr.is_blank() && q_mgr != *own {
                return self.missing_queue_manager(registry, name, q_mgr);
            }
            match registry.queue(&name) {
                Some(QueueObject::Alias(front)) => {
                    let definition = front.definition();
                    if definition.int(Attr::Targtype) != MQOT_Q {
                        return None;
                    }
                    name = text(&definition, Attr::Target);
                }
                Some(QueueObject::Remote(front)) => {
                    let definition = front.definition();
                    if !definition.text(Attr::Xmitq).is_empty() {
                        return None;
                    }
                    q_mgr = text(&definition, Attr::Rqmname);
                    name = text(&definition, Attr::Rname);
                }
                Some(QueueObject::Local(_) | QueueObject::Model(_)) => return None,
                None => {
                    let known = registry.clusters.instances(&name).next().is_some();
                    let is_elsewhere = q_mgr.is_blank() && !known;
                    return is_elsewhere.then_some(AskedName::Queue(name));
                }
            }
        }
        None
    }

    /// The queue manager of a fully qualified name, if neither a transmission queue nor a cluster leads there.
    fn missing_queue_manager(
        &self,
        registry: &Registry,
        name: ObjectName,
        q_mgr: ObjectName,
    ) -> Option<AskedName> {
        let renamed = match registry.queue(&q_mgr) {
            None => q_mgr,
            Some(QueueObject::Remote(alias)) => {
                let definition = alias.definition();
                let is_alias = definition.text(Attr::Rname).is_empty();
                if !is_alias || !definition.text(Attr::Xmitq).is_empty() {
                    return None;
                }
                let renamed = text(&definition, Attr::Rqmname);
                if renamed.is_blank() {
                    // The queue may be anywhere.
                    return self.missing(registry, name, ObjectName::BLANK);
                }
                renamed
            }
            Some(_) => return None,
        };
        let leads = renamed == self.engine.name
            || registry.queue(&renamed).is_some()
            || !registry.clusters.named(&renamed).is_empty()
            || registry.clusters.instances(&renamed).next().is_some()
            || !self.engine.q_mgr().text(Attr::Defxmitq).is_empty();
        (!leads).then_some(AskedName::QueueManager(renamed))
    }
}

fn text(definition: &Definition, attr: Attr) -> ObjectName {
    ObjectName::truncated(definition.text(attr))
}
