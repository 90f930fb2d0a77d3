//! How channels of clusters stand, as the queue manager is told, which chooses among them.

use super::touched::Touched;
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

    /// Tells what has changed of these channels.
    pub(super) fn tell(&mut self, touched: &Touched) {
        match touched {
            Touched::All => self.tell_all(),
            Touched::Some(names) => names.iter().for_each(|name| self.tell_of(name)),
        }
    }

    fn tell_of(&mut self, name: &str) {
        let state = self.edge.cluster_state(name);
        let told = self.told.get(name).copied();
        if state == told {
            return;
        }
        let channel = ObjectName::truncated(name);
        match state.filter(|state| self.edge.engine().channel_state(&channel, *state)) {
            Some(state) => drop(self.told.insert(name.to_owned(), state)),
            None => drop(self.told.remove(name)),
        }
    }

    /// What is told of a channel no member speaks of is told again when one does.
    fn tell_all(&mut self) {
        let mut states = self.edge.cluster_states();
        states.retain(|name, state| {
            let channel = ObjectName::truncated(name);
            self.told.get(name) == Some(state) || self.edge.engine().channel_state(&channel, *state)
        });
        self.told = states;
    }
}
