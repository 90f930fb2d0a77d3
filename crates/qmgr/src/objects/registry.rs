//! Every object defined on the queue manager, by name.

use crate::lock_order;
use crate::objects::cluster::Clusters;
use crate::objects::remotes::Remotes;
use crate::objects::transmitting::Transmitting;
use crate::objects::triggered::Triggered;
use crate::record::QueueId;
use crate::store::local_queue::LocalQueue;
use ferromq_base::lock::RwLock;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{MQQA_GET_ALLOWED, MQQA_PUT_ALLOWED};
use ferromq_mqi::name::ObjectName;
use std::collections::{BTreeMap, HashMap};
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// A queue without messages of its own: alias, remote or model.
#[derive(Debug)]
pub(crate) struct FrontQueue {
    definition: RwLock<Definition, lock_order::ObjectDefinition>,
    put_enabled: AtomicBool,
    get_enabled: AtomicBool,
    /// Handles opened by this definition.
    opens: AtomicU32,
    /// Grows when the definition begins to lead elsewhere.
    generation: AtomicU64,
}

/// Attributes that say where an alias or remote queue leads.
const LEADS: [Attr; 5] = [
    Attr::Target,
    Attr::Targtype,
    Attr::Rname,
    Attr::Rqmname,
    Attr::Xmitq,
];

impl FrontQueue {
    pub(crate) fn new(definition: Definition) -> Self {
        let front = Self {
            definition: RwLock::new(definition.clone()),
            put_enabled: AtomicBool::new(true),
            get_enabled: AtomicBool::new(true),
            opens: AtomicU32::new(0),
            generation: AtomicU64::new(0),
        };
        front.redefine(definition);
        front
    }

    pub(crate) fn definition(&self) -> Definition {
        self.definition.read().clone()
    }

    pub(crate) fn redefine(&self, definition: Definition) {
        let kind = definition.kind();
        let put = kind != ObjectKind::QModel && definition.int(Attr::Put) != MQQA_PUT_ALLOWED;
        let get = kind == ObjectKind::QAlias && definition.int(Attr::Get) != MQQA_GET_ALLOWED;
        self.put_enabled.store(!put, Ordering::Relaxed);
        self.get_enabled.store(!get, Ordering::Relaxed);
        let mut current = self.definition.write();
        if LEADS
            .iter()
            .any(|attr| current.get(*attr) != definition.get(*attr))
        {
            self.generation.fetch_add(1, Ordering::AcqRel);
        }
        *current = definition;
    }

    /// Counts a handle opened by this definition.
    pub(crate) fn enter(&self) {
        self.opens.fetch_add(1, Ordering::AcqRel);
    }

    /// A handle counted is closed.
    pub(crate) fn leave(&self) {
        self.opens.fetch_sub(1, Ordering::AcqRel);
    }

    pub(crate) fn is_open(&self) -> bool {
        self.opens.load(Ordering::Acquire) > 0
    }

    /// Differs from what it was once the definition leads elsewhere.
    pub(crate) fn generation(&self) -> u64 {
        self.generation.load(Ordering::Acquire)
    }

    pub(crate) fn put_enabled(&self) -> bool {
        self.put_enabled.load(Ordering::Relaxed)
    }

    pub(crate) fn get_enabled(&self) -> bool {
        self.get_enabled.load(Ordering::Relaxed)
    }
}

/// What a queue name stands for.
#[derive(Clone, Debug)]
pub(crate) enum QueueObject {
    Local(Arc<LocalQueue>),
    Alias(Arc<FrontQueue>),
    Remote(Arc<FrontQueue>),
    Model(Arc<FrontQueue>),
}

impl QueueObject {
    pub(crate) fn definition(&self) -> Definition {
        match self {
            Self::Local(queue) => queue.definition(),
            Self::Alias(front) | Self::Remote(front) | Self::Model(front) => front.definition(),
        }
    }

    /// Whether somebody has it open for input; `None` of what is no local queue.
    pub(crate) fn is_read(&self) -> Option<bool> {
        match self {
            Self::Local(queue) => Some(queue.opens().input() > 0),
            _ => None,
        }
    }

    pub(crate) fn kind(&self) -> ObjectKind {
        match self {
            Self::Local(_) => ObjectKind::QLocal,
            Self::Alias(_) => ObjectKind::QAlias,
            Self::Remote(_) => ObjectKind::QRemote,
            Self::Model(_) => ObjectKind::QModel,
        }
    }
}

/// Objects that are nothing but a definition, by object type and name. The changes of each type are counted: what was made of
/// all objects of a type is up to date as long as their count is the same.
#[derive(Debug, Default)]
pub(crate) struct Plain {
    objects: BTreeMap<(i32, ObjectName), Arc<Definition>>,
    versions: BTreeMap<i32, u64>,
}

impl Plain {
    fn insert(
        &mut self,
        key: (i32, ObjectName),
        definition: Arc<Definition>,
    ) -> Option<Arc<Definition>> {
        self.note_change(key.0);
        self.objects.insert(key, definition)
    }

    fn remove(&mut self, key: &(i32, ObjectName)) -> Option<Arc<Definition>> {
        self.note_change(key.0);
        self.objects.remove(key)
    }

    fn note_change(&mut self, object_type: i32) {
        *self.versions.entry(object_type).or_default() += 1;
    }

    /// Differs once an object of this type was defined, changed or deleted.
    pub(crate) fn version(&self, object_type: i32) -> u64 {
        self.versions.get(&object_type).copied().unwrap_or(0)
    }

    /// All of a type, by name.
    pub(crate) fn of_type(&self, object_type: i32) -> impl Iterator<Item = &Arc<Definition>> {
        let from = self.objects.range((object_type, ObjectName::BLANK)..);
        let of_type = from.take_while(move |((found, _), _)| *found == object_type);
        of_type.map(|(_, definition)| definition)
    }
}

impl Deref for Plain {
    type Target = BTreeMap<(i32, ObjectName), Arc<Definition>>;

    fn deref(&self) -> &Self::Target {
        &self.objects
    }
}

/// See the module. All queue kinds share one name space; other kinds share theirs with those
/// of the same object type. Sorted by name, because displays are.
#[derive(Debug, Default)]
pub(crate) struct Registry {
    pub(crate) queues: BTreeMap<ObjectName, QueueObject>,
    /// Objects that are nothing but a definition (processes, namelists, channels and so on),
    /// by object type and name.
    pub(crate) plain: Plain,
    /// Hot look-ups by name go here first.
    local: HashMap<ObjectName, Arc<LocalQueue>>,
    /// Ordered, so that checkpoints and sweeps go through the queues in the same order in
    /// every run from one seed.
    pub(crate) by_id: BTreeMap<QueueId, Arc<LocalQueue>>,
    /// The remote queues among them.
    pub(crate) remotes: Remotes,
    /// By the initiation queues they name.
    pub(crate) triggered: Triggered,
    /// Transmission queues that name the cluster channels they serve.
    pub(crate) transmitting: Transmitting,
    /// What the records of clusters among the objects say.
    pub(crate) clusters: Clusters,
    /// The last queue number given out.
    pub(crate) last_queue_id: u64,
    /// True when something changed since the catalog was last written.
    pub(crate) changed: bool,
}

impl Registry {
    pub(crate) fn queue(&self, name: &ObjectName) -> Option<QueueObject> {
        if let Some(queue) = self.local.get(name) {
            return Some(QueueObject::Local(Arc::clone(queue)));
        }
        self.queues.get(name).cloned()
    }

    pub(crate) fn local_queue(&self, name: &ObjectName) -> Option<Arc<LocalQueue>> {
        self.local.get(name).cloned()
    }

    pub(crate) fn add_local(&mut self, queue: Arc<LocalQueue>) {
        self.changed = true;
        self.last_queue_id = self.last_queue_id.max(queue.id.0);
        self.by_id.insert(queue.id, Arc::clone(&queue));
        self.note_changed(&queue);
        self.local.insert(queue.name, Arc::clone(&queue));
        self.queues.insert(queue.name, QueueObject::Local(queue));
    }

    /// A local queue is there, or has another definition.
    pub(crate) fn note_changed(&mut self, queue: &Arc<LocalQueue>) {
        self.triggered.note(queue);
        self.transmitting.note(queue);
        if queue.hot().transmission {
            self.clusters.shared().grow();
        }
        self.clusters.note_queue(&queue.name);
    }

    pub(crate) fn add_front(&mut self, definition: Definition) {
        self.changed = true;
        let name = definition.name();
        let kind = definition.kind();
        self.clusters.note_queue(&name);
        let front = Arc::new(FrontQueue::new(definition));
        let object = match kind {
            ObjectKind::QAlias => QueueObject::Alias(front),
            ObjectKind::QRemote => {
                self.remotes.insert(name, Arc::clone(&front));
                QueueObject::Remote(front)
            }
            _ => QueueObject::Model(front),
        };
        self.queues.insert(name, object);
    }

    pub(crate) fn remove_queue(&mut self, name: &ObjectName) -> Option<QueueObject> {
        self.changed = true;
        if let Some(queue) = self.local.remove(name) {
            self.by_id.remove(&queue.id);
            self.triggered.remove(queue.id);
            self.transmitting.remove(queue.id);
            if queue.hot().transmission {
                self.clusters.shared().grow();
            }
        }
        self.clusters.note_queue(name);
        self.remotes.remove(name);
        self.queues.remove(name)
    }

    /// A number for a new queue.
    pub(crate) fn new_queue_id(&mut self) -> QueueId {
        self.last_queue_id += 1;
        QueueId(self.last_queue_id)
    }

    /// An object that is nothing but its definition.
    pub(crate) fn plain(&self, kind: ObjectKind, name: &ObjectName) -> Option<&Arc<Definition>> {
        let found = self.plain.get(&(kind.object_type(), *name));
        found.filter(|found| found.kind() == kind)
    }

    /// Puts an object that is nothing but its definition in place of the one of that name.
    pub(crate) fn set_plain(&mut self, definition: Definition) {
        self.changed = true;
        let key = (definition.kind().object_type(), definition.name());
        let now = Arc::new(definition);
        let before = self.plain.insert(key, Arc::clone(&now));
        self.clusters.note(before.as_deref(), &now);
    }

    /// Takes an object out that is nothing but its definition.
    pub(crate) fn remove_plain(&mut self, kind: ObjectKind, name: &ObjectName) {
        self.changed = true;
        if let Some(gone) = self.plain.remove(&(kind.object_type(), *name)) {
            self.clusters.remove(&gone);
        }
    }

    /// The kind of the object that has the name where `kind` would have it.
    pub(crate) fn kind_of(&self, kind: ObjectKind, name: &ObjectName) -> Option<ObjectKind> {
        if kind.is_queue() {
            return self.queues.get(name).map(QueueObject::kind);
        }
        let found = self.plain.get(&(kind.object_type(), *name));
        found.map(|found| found.kind())
    }

    /// The definition of an object of a kind, if there is one.
    pub(crate) fn definition(&self, kind: ObjectKind, name: &ObjectName) -> Option<Definition> {
        if kind.is_queue() {
            let found = self.queues.get(name).filter(|found| found.kind() == kind);
            return found.map(QueueObject::definition);
        }
        self.plain(kind, name).map(|found| (**found).clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn definition(kind: ObjectKind, name: &str) -> Definition {
        Definition::new(kind, ObjectName::truncated(name))
    }

    #[test]
    fn changes_of_a_type_are_seen_without_a_look_at_its_objects() {
        let mut registry = Registry::default();
        let channels = ObjectKind::SvrConn.object_type();
        let before = registry.plain.version(channels);
        registry.set_plain(definition(ObjectKind::SvrConn, "B"));
        registry.set_plain(definition(ObjectKind::SvrConn, "A"));
        let two = registry.plain.version(channels);
        assert_ne!(before, two);
        for kind in [
            ObjectKind::Topic,
            ObjectKind::Listener,
            ObjectKind::Namelist,
        ] {
            registry.set_plain(definition(kind, "A"));
        }
        assert_eq!(registry.plain.version(channels), two, "others");
        let names: Vec<_> = registry
            .plain
            .of_type(channels)
            .map(|found| found.name().to_string())
            .collect();
        assert_eq!(names, ["A", "B"]);
        registry.set_plain(definition(ObjectKind::SvrConn, "A"));
        let changed = registry.plain.version(channels);
        assert_ne!(changed, two);
        registry.remove_plain(ObjectKind::SvrConn, &ObjectName::truncated("A"));
        assert_ne!(registry.plain.version(channels), changed);
    }
}
