//! What is known of clusters, with the states channels have now.

use super::Administered;
use crate::network::{ChannelState, Network};
use crate::operations::ObjectOperations;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{
    MQCHS_BINDING, MQCHS_INACTIVE, MQCHS_INITIALIZING, MQCHS_PAUSED, MQCHS_REQUESTING,
    MQCHS_RETRYING, MQCHS_RUNNING, MQCHS_STARTING, MQCHS_STOPPED, MQCHS_STOPPING,
};
use std::collections::HashMap;

impl Administered {
    /// See [`ObjectOperations::cluster_records`].
    pub(super) fn cluster_records_now(&self, kind: ObjectKind) -> Vec<Definition> {
        let mut records = self.queue_manager.definitions(kind);
        records.retain(is_live);
        if kind == ObjectKind::ClusQMgr {
            let states = states(self.network());
            for record in &mut records {
                let state = states.get(record.text(Attr::Channel)).copied();
                // Not refused: it is one of the values.
                let _ = record.set_internal(Attr::Status, state.unwrap_or(MQCHS_INACTIVE));
            }
        }
        records
    }
}

/// Whether a record is part of its cluster: no subscription, and not withdrawn. The letters of its state are the last word of it.
fn is_live(record: &Definition) -> bool {
    let state = record.text(Attr::Record).rsplit(' ').next();
    state.is_some_and(|letters| letters.starts_with('l'))
}

/// What channels are at, by their names. Of several instances of a receiver one that runs counts.
fn states(network: &dyn Network) -> HashMap<String, i32> {
    let mut states = HashMap::new();
    for channel in network.channels() {
        let state = number(channel.state);
        let known = states.entry(channel.channel).or_insert(state);
        if state == MQCHS_RUNNING {
            *known = state;
        }
    }
    states
}

fn number(state: ChannelState) -> i32 {
    match state {
        ChannelState::Binding => MQCHS_BINDING,
        ChannelState::Initializing => MQCHS_INITIALIZING,
        ChannelState::Starting => MQCHS_STARTING,
        ChannelState::Running => MQCHS_RUNNING,
        ChannelState::Stopping => MQCHS_STOPPING,
        ChannelState::Stopped => MQCHS_STOPPED,
        ChannelState::Retrying => MQCHS_RETRYING,
        ChannelState::Requesting => MQCHS_REQUESTING,
        ChannelState::Paused => MQCHS_PAUSED,
    }
}
