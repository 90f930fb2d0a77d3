//! How channels of clusters stand, as the queue manager is told, which chooses among them.

use crate::tcp::edge::Edge;
use ferromq_mqi::ObjectName;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What the queue manager was told last.
pub(super) struct States {
    edge: Arc<Edge>,
    told: BTreeMap<String, i32>,
}

impl States {
    pub(super) fn new(edge: Arc<Edge>) -> Self {
        Self {
            edge,
            told: BTreeMap::new(),
        }
    }

    /// Tells what has changed. What is told of a channel no member speaks of is told again when one does.
    pub(super) fn tell(&mut self) {
        let mut states = self.edge.cluster_states();
        states.retain(|name, state| {
            let channel = ObjectName::truncated(name);
            self.told.get(name) == Some(state) || self.edge.engine().channel_state(&channel, *state)
        });
        self.told = states;
    }
}
