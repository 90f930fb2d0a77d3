//! What is known of clusters, with the states channels have now.

use super::Administered;
use crate::network::Network;
use crate::operations::ObjectOperations;
use ferromq_cluster::Kept;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{
    MQCHS_INACTIVE, MQCHS_RUNNING, MQQMDT_AUTO_CLUSTER_SENDER, MQQMDT_AUTO_EXP_CLUSTER_SENDER,
    MQQMDT_CLUSTER_RECEIVER,
};
use ferromq_mqi::name::ObjectName;
use std::collections::HashMap;

impl Administered {
    /// See [`ObjectOperations::cluster_records`].
    pub(super) fn cluster_records_now(&self, kind: ObjectKind) -> Vec<Definition> {
        let mut records = self.queue_manager.definitions(kind);
        records.retain(Kept::is_live);
        if kind == ObjectKind::ClusQMgr {
            let states = states(self.network());
            for record in &mut records {
                let state = states.get(record.text(Attr::Channel)).copied();
                // Not refused: it is one of the values.
                let _ = record.set_internal(Attr::Status, state.unwrap_or(MQCHS_INACTIVE));
                self.show_way(record);
            }
        }
        if kind == ObjectKind::ClusTopic {
            for record in &mut records {
                let state = self.queue_manager.cluster_topic_state(record);
                let _ = record.set_internal(Attr::Clstate, state);
            }
        }
        records
    }

    /// How a member is reached: `DEFTYPE`, how the channel to it came to be, and `XMITQ`, where messages for it wait. Nothing is sent
    /// to the queue manager itself.
    fn show_way(&self, record: &mut Definition) {
        let own = self.queue_manager.q_mgr_definition();
        let channel = ObjectName::truncated(record.text(Attr::Channel));
        let by_hand = || self.queue_manager.definition(ObjectKind::ClusSdr, &channel);
        let made = match record.text(Attr::Qmid) == own.text(Attr::Qmid) {
            true => MQQMDT_CLUSTER_RECEIVER,
            false if by_hand().is_some() => MQQMDT_AUTO_EXP_CLUSTER_SENDER,
            false => MQQMDT_AUTO_CLUSTER_SENDER,
        };
        // Not refused, nor is the name below: they are what the attributes take.
        let _ = record.set_internal(Attr::Deftype, made);
        if made != MQQMDT_CLUSTER_RECEIVER
            && let Some(queue) = self.queue_manager.cluster_transmission_queue(&channel)
        {
            let _ = record.set_internal(Attr::Xmitq, queue.as_str());
        }
    }
}

/// What channels are at, by their names. Of several instances of a receiver one that runs counts.
fn states(network: &dyn Network) -> HashMap<String, i32> {
    let mut states = HashMap::new();
    for channel in network.channels() {
        let state = channel.state.number();
        let known = states.entry(channel.channel).or_insert(state);
        if state == MQCHS_RUNNING {
            *known = state;
        }
    }
    states
}
