//! The definitions of remote queues: any of them may be what a reply-to queue is named by, so that puts ask for them.
//!
//! A connection keeps what it has seen of them. It asks the registry, whose lock all connections share, only when one was made or
//! deleted since. What a definition says is in the definition, which stays the same object while it is changed.

use crate::objects::registry::FrontQueue;
use ferromq_mqi::name::ObjectName;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Those of a queue manager: a part of the registry.
#[derive(Debug, Default)]
pub(crate) struct Remotes {
    by_name: Arc<HashMap<ObjectName, Arc<FrontQueue>>>,
    generation: RemotesGeneration,
}

impl Remotes {
    pub(crate) fn insert(&mut self, name: ObjectName, remote: Arc<FrontQueue>) {
        Arc::make_mut(&mut self.by_name).insert(name, remote);
        self.generation.grow();
    }

    pub(crate) fn remove(&mut self, name: &ObjectName) {
        if self.by_name.contains_key(name) {
            Arc::make_mut(&mut self.by_name).remove(name);
            self.generation.grow();
        }
    }

    pub(crate) fn generation(&self) -> &RemotesGeneration {
        &self.generation
    }
}

/// Grows when a remote queue is made or deleted. It is read without the registry.
#[derive(Clone, Debug, Default)]
pub(crate) struct RemotesGeneration(Arc<AtomicU64>);

impl RemotesGeneration {
    fn grow(&self) {
        self.0.fetch_add(1, Ordering::AcqRel);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Acquire)
    }
}

/// What a connection has seen of them.
#[derive(Debug, Default)]
pub(crate) struct SeenRemotes {
    by_name: Arc<HashMap<ObjectName, Arc<FrontQueue>>>,
    generation: u64,
}

impl SeenRemotes {
    /// Of which generation it is.
    pub(crate) fn generation(&self) -> u64 {
        self.generation
    }

    /// Sees them anew. `generation` was read before `remotes`: what changed in between is seen the next time.
    pub(crate) fn renew(&mut self, remotes: &Remotes, generation: u64) {
        self.by_name = Arc::clone(&remotes.by_name);
        self.generation = generation;
    }

    pub(crate) fn get(&self, name: &ObjectName) -> Option<&FrontQueue> {
        self.by_name.get(name).map(Arc::as_ref)
    }
}

#[cfg(test)]
#[path = "remotes_tests.rs"]
mod tests;
