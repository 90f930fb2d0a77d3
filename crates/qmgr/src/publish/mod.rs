//! Topics of the queue manager: topic objects and what hangs on them.

mod object;

pub(crate) use object::check_object;

use crate::object::registry::Registry;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::definition::Definition;
use ferromq_topic::Tree;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// A retained publication.
type Retained = ();

/// The tree of topics.
#[derive(Debug)]
pub(crate) struct Topics {
    tree: RwLock<Tree<Retained>>,
}

impl Topics {
    /// With the topic objects that are defined.
    pub(crate) fn of(registry: &Registry) -> Self {
        let topics = Self {
            tree: RwLock::new(Tree::new()),
        };
        for object in registry.plain.values() {
            if object.kind() == ObjectKind::Topic {
                topics.set_object(object);
            }
        }
        topics
    }

    pub(crate) fn tree(&self) -> RwLockReadGuard<'_, Tree<Retained>> {
        self.tree.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn tree_mut(&self) -> RwLockWriteGuard<'_, Tree<Retained>> {
        self.tree.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a topic object in its place in the tree. Objects without a topic string have none, but the base topic.
    pub(crate) fn set_object(&self, object: &Arc<Definition>) {
        if object::has_place(object) {
            let place = object::place_of(object);
            self.tree_mut().set_object(place, Arc::clone(object));
        }
    }

    pub(crate) fn remove_object(&self, object: &Definition) {
        if object::has_place(object) {
            self.tree_mut().remove_object(object::place_of(object));
        }
    }
}
