//! What is known of clusters, with the states channels have now.

use super::Administered;
use super::queues::SHOWN_MAX;
use crate::network::Network;
use crate::operations::ObjectOperations;
use ferromq_cluster::StoredRecord;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::clusters::clusters_of;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{
    MQCHS_INACTIVE, MQCHS_RUNNING, MQQMDT_AUTO_CLUSTER_SENDER, MQQMDT_AUTO_EXP_CLUSTER_SENDER,
    MQQMDT_CLUSTER_RECEIVER, MQQMDT_EXPLICIT_CLUSTER_SENDER, MQQMT_REPOSITORY,
};
use ferromq_mqi::name::ObjectName;
use std::collections::HashMap;

impl Administered {
    /// See [`ObjectOperations::cluster_records`].
    pub(super) fn cluster_records_now(&self, kind: ObjectKind) -> Vec<Definition> {
        let mut records = self.queue_manager.definitions(kind);
        records.retain(StoredRecord::is_live);
        if kind == ObjectKind::ClusQMgr {
            let unknown = self.unknown_partners(&records);
            records.extend(unknown);
            let states = states(self.network());
            for record in &mut records {
                let state = states.get(record.text(Attr::Channel)).copied();
                // Not refused: it is one of the values.
                let _ = record.set_internal(Attr::Status, state.unwrap_or(MQCHS_INACTIVE));
                self.show_way(record);
            }
        }
        if kind == ObjectKind::ClusQ {
            for record in &mut records {
                let name = |attr| ObjectName::truncated(record.text(attr));
                let (queue, qmid) = (name(Attr::Queue), name(Attr::Qmid));
                let uses = self.queue_manager.cluster_queue_uses(&queue, &qmid);
                let shown = i32::try_from(uses.min(SHOWN_MAX)).unwrap_or(i32::MAX);
                let _ = record.set_internal(Attr::Uses, shown);
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

    /// The partners of hand-made senders of which nothing is known yet, by names made of where they are. Documented.
    fn unknown_partners(&self, known: &[Definition]) -> Vec<Definition> {
        let mut made = Vec::new();
        for sender in self.queue_manager.definitions(ObjectKind::ClusSdr) {
            let channel = sender.name();
            let channel = channel.as_str().trim_end();
            let has = |cluster: &str| {
                let mut known = known.iter();
                known.any(|record| {
                    record.text(Attr::Channel) == channel && record.text(Attr::Cluster) == cluster
                })
            };
            let connection = sender.text(Attr::Conname);
            let clusters = clusters_of(&sender, |list| {
                self.queue_manager.definition(ObjectKind::Namelist, list)
            });
            for cluster in clusters {
                let cluster = cluster.as_str().trim_end();
                if has(cluster) {
                    continue;
                }
                let mut record = Definition::new(ObjectKind::ClusQMgr, ObjectName::BLANK);
                record.copy_definable(&sender);
                let q_mgr = ObjectName::truncated(&format!("SYSTEM.TEMPQMGR.{connection}"));
                let qmid = ObjectName::truncated(&format!("SYSTEM.TEMPUUID.{connection}"));
                // There are parentheses in it.
                record.set_shown_name(Attr::Clusqmgr, q_mgr.as_str());
                for (attr, text) in [
                    (Attr::Qmid, qmid.as_str()),
                    (Attr::Channel, channel),
                    (Attr::Cluster, cluster),
                ] {
                    // Not refused: they are texts, and not too long.
                    let _ = record.set_internal(attr, text.trim_end());
                }
                // It is one, if the sender leads where it is to lead.
                let _ = record.set_internal(Attr::Qmtype, MQQMT_REPOSITORY);
                made.push(record);
            }
        }
        made
    }

    /// How a member is reached: `DEFTYPE`, how the channel to it came to be, and `XMITQ`, where messages for it wait. Nothing is sent
    /// to the queue manager itself.
    fn show_way(&self, record: &mut Definition) {
        let own = self.queue_manager.q_mgr_definition();
        let channel = ObjectName::truncated(record.text(Attr::Channel));
        let by_hand = || self.queue_manager.definition(ObjectKind::ClusSdr, &channel);
        let made = match record.text(Attr::Qmid) == own.text(Attr::Qmid) {
            true => MQQMDT_CLUSTER_RECEIVER,
            false if record.name().is_blank() => MQQMDT_EXPLICIT_CLUSTER_SENDER,
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
