//! Which queues name which initiation queue.
//!
//! Whoever opens a queue for input may be a trigger monitor. That is found out by the name of the queue, and costs what is
//! triggered by it: looking at all queues would make each such open slower the more of them there are.

use crate::record::QueueId;
use crate::store::local_queue::LocalQueue;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::name::ObjectName;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// See the module. In order, so that every run from one seed is the same.
#[derive(Debug, Default)]
pub(crate) struct Triggered {
    by: HashMap<ObjectName, BTreeMap<QueueId, Arc<LocalQueue>>>,
    /// The initiation queue each of them names.
    names: HashMap<QueueId, ObjectName>,
}

impl Triggered {
    /// A queue is there, or has another definition.
    pub(crate) fn note(&mut self, queue: &Arc<LocalQueue>) {
        self.remove(queue.id);
        let name = queue.with_definition(|found| ObjectName::truncated(found.text(Attr::Initq)));
        if name.is_blank() {
            return;
        }
        self.names.insert(queue.id, name);
        let named = self.by.entry(name).or_default();
        named.insert(queue.id, Arc::clone(queue));
    }

    /// A queue is gone.
    pub(crate) fn remove(&mut self, id: QueueId) {
        let Some(name) = self.names.remove(&id) else {
            return;
        };
        if let Some(named) = self.by.get_mut(&name) {
            named.remove(&id);
            if named.is_empty() {
                self.by.remove(&name);
            }
        }
    }

    /// The queues that name this one.
    pub(crate) fn by(&self, name: &ObjectName) -> Vec<Arc<LocalQueue>> {
        let named = self.by.get(name);
        named.map_or_else(Vec::new, |named| named.values().cloned().collect())
    }
}

#[cfg(test)]
mod tests {
    use crate::{QueueManager, SimulatedPlace};
    use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
    use ferromq_mqi::definition::Definition;
    use ferromq_mqi::name::ObjectName;

    fn name(text: &str) -> ObjectName {
        ObjectName::truncated(text)
    }

    fn define(manager: &QueueManager, queue: &str, initq: &str, replace: bool) {
        let mut definition = Definition::new(ObjectKind::QLocal, name(queue));
        let set = definition.set(Attr::Initq, Value::Text(initq.into()));
        set.expect("a name");
        manager.define(definition, replace).expect("defined");
    }

    fn alter(manager: &QueueManager, queue: &str, initq: &str) {
        let changes = [(Attr::Initq, Value::Text(initq.into()))];
        let altered = manager.alter(ObjectKind::QLocal, &name(queue), &changes, false);
        altered.expect("altered");
    }

    fn by(manager: &QueueManager, initq: &str) -> Vec<String> {
        let registry = manager.engine.registry();
        let named = registry.triggered.by(&name(initq));
        named.iter().map(|queue| queue.name.to_string()).collect()
    }

    /// Goal: whoever opens an initiation queue finds the queues that name it, and no others, after every change there is.
    #[test]
    fn queues_are_found_by_the_initiation_queue_they_name() {
        let place = SimulatedPlace::with_queue_manager(64, 1 << 20);
        let manager = place.start();
        define(&manager, "B", "FIRST", false);
        define(&manager, "A", "FIRST", false);
        define(&manager, "C", "", false);
        assert_eq!(by(&manager, "FIRST"), ["B", "A"], "as they were made");
        alter(&manager, "B", "SECOND");
        alter(&manager, "C", "SECOND");
        define(&manager, "A", "", true);
        assert!(by(&manager, "FIRST").is_empty());
        assert_eq!(by(&manager, "SECOND"), ["B", "C"]);
        drop(manager);
        let manager = place.start();
        assert_eq!(by(&manager, "SECOND"), ["B", "C"], "after a crash");
        let deleted = manager.delete(ObjectKind::QLocal, &name("B"), false);
        deleted.expect("deleted");
        assert_eq!(by(&manager, "SECOND"), ["C"]);
        assert!(by(&manager, "").is_empty());
    }
}
