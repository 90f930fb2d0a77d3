//! What this queue manager is in its clusters, by its definitions.

use ferromq_cluster::{Name, OwnCluster, RecordKind, StoredRecord};
use ferromq_mqi::ObjectName;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::clusters;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::Q_MGR_INSERT;
use ferromq_qmgr::{ClusterRecord, QueueManager as Engine};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What other members are told this level is.
const VERSION: &str = "09040000";

/// Everything that is shared, by cluster. `published` makes a `CONNAME` others can use of the one a receiver gives. Where it cannot, what was published before
/// stays, and a receiver of which nothing was is left out and added to `unpublished`.
pub(super) fn own_clusters(
    engine: &Engine,
    suspended: &BTreeSet<String>,
    published: impl Fn(&str) -> Option<String>,
    unpublished: &mut BTreeSet<String>,
) -> BTreeMap<String, OwnCluster> {
    let q_mgr = engine.q_mgr_definition();
    let full =
        clusters::repositories_of(&q_mgr, |list| engine.definition(ObjectKind::Namelist, list));
    let full: BTreeSet<String> = full.iter().map(ToString::to_string).collect();
    let mut own = BTreeMap::<String, OwnCluster>::new();
    for receiver in engine.definitions(ObjectKind::ClusRcvr) {
        for cluster in clusters_of(engine, &receiver) {
            let there = own.entry(cluster.clone()).or_default();
            let connection = published(receiver.text(Attr::Conname));
            let connection = connection.or_else(|| before(engine, &receiver, &cluster, &q_mgr));
            let Some(connection) = connection else {
                unpublished.insert(name_of(&receiver));
                continue;
            };
            there.full = full.contains(&cluster);
            let mut record = shared(ObjectKind::ClusQMgr, &receiver, &cluster, &q_mgr);
            let (kind, state) = (
                if there.full {
                    MQQMT_REPOSITORY
                } else {
                    MQQMT_NORMAL
                },
                if suspended.contains(&cluster) {
                    MQSUS_YES
                } else {
                    MQSUS_NO
                },
            );
            set(&mut record, Attr::Channel, name_of(&receiver).as_str());
            set(&mut record, Attr::Conname, connection.as_str());
            set(&mut record, Attr::Version, VERSION);
            set(&mut record, Attr::Qmtype, kind);
            set(&mut record, Attr::Suspend, state);
            there.shared.push(record);
        }
    }
    // No message is sent to one whose whole name is not known yet.
    let senders = engine.definitions(ObjectKind::ClusSdr).into_iter();
    for sender in senders.filter(|sender| !sender.name().as_str().contains(Q_MGR_INSERT)) {
        for cluster in clusters_of(engine, &sender) {
            own.entry(cluster)
                .or_default()
                .channels
                .insert(name_of(&sender));
        }
    }
    if own.is_empty() {
        // A member of none shares nothing.
        return own;
    }
    for definition in engine.shared_queues() {
        for cluster in clusters_of(engine, &definition) {
            let record = own_queue(engine, &definition, &cluster, &q_mgr);
            own.entry(cluster).or_default().shared.push(record);
        }
    }
    for topic in engine.definitions(ObjectKind::Topic) {
        for cluster in clusters_of(engine, &topic) {
            let mut record = shared(ObjectKind::ClusTopic, &topic, &cluster, &q_mgr);
            set(&mut record, Attr::Topic, name_of(&topic).as_str());
            own.entry(cluster).or_default().shared.push(record);
        }
    }
    own
}

/// What others are told of a queue.
fn own_queue(engine: &Engine, queue: &Definition, cluster: &str, q_mgr: &Definition) -> Definition {
    let mut record = shared(ObjectKind::ClusQ, queue, cluster, q_mgr);
    set(&mut record, Attr::Queue, name_of(queue).as_str());
    set(&mut record, Attr::Clusqt, cluster_type(queue));
    if engine.workload_options().prefers_readers
        && let Some(is_read) = engine.is_read(&queue.name())
    {
        let readers = if is_read { MQSUS_YES } else { MQSUS_NO };
        set(&mut record, Attr::Readers, readers);
    }
    record
}

/// Queues shared here of which any instance will do (`CLWLUSEQ(ANY)`): programs open them without asking where else they are.
pub(super) fn used_everywhere(engine: &Engine) -> BTreeSet<Name> {
    let of_q_mgr = engine.q_mgr_definition().int(Attr::Clwluseq);
    let shared = engine.shared_queues();
    let any = shared
        .iter()
        .filter(|queue| match queue.find_int(Attr::Clwluseq) {
            Some(MQCLWL_USEQ_AS_Q_MGR) => of_q_mgr == MQCLWL_USEQ_ANY,
            said => said == Some(MQCLWL_USEQ_ANY),
        });
    any.filter_map(|queue| Name::new(RecordKind::Queue, &name_of(queue)))
        .collect()
}

/// What was published of a receiver before.
fn before(
    engine: &Engine,
    receiver: &Definition,
    cluster: &str,
    q_mgr: &Definition,
) -> Option<String> {
    let name = name_of(receiver);
    let is_it = |record: &&Arc<Definition>| {
        StoredRecord::is_live(record)
            && record.text(Attr::Qmid) == q_mgr.text(Attr::Qmid)
            && record.text(Attr::Cluster) == cluster
            && record.text(Attr::Channel) == name
    };
    let records = engine.cluster_records(ObjectKind::ClusQMgr);
    let found = records.iter().find(is_it)?;
    Some(found.text(Attr::Conname).to_owned())
}

/// The clusters of which the receivers of this queue manager say that it is suspended there, of what is kept.
pub(super) fn suspended(records: &[Definition], qmid: &str) -> BTreeSet<String> {
    let own = records.iter().filter(|record| {
        record.find_text(Attr::Qmid) == Some(qmid)
            && record.find_int(Attr::Suspend) == Some(MQSUS_YES)
    });
    own.map(|record| record.text(Attr::Cluster).to_owned())
        .collect()
}

/// The identifiers of members that are suspended and by these records will not be any more.
pub(super) fn resumed(engine: &Engine, records: &[ClusterRecord]) -> BTreeSet<String> {
    let name = |record: &Definition, attr| {
        ObjectName::truncated(record.find_text(attr).unwrap_or_default())
    };
    let kept = records.iter().filter_map(|record| match record {
        ClusterRecord::Keep(record) if record.kind() == ObjectKind::ClusQMgr => Some(record),
        _ => None,
    });
    let take_part = kept.filter(|it| it.find_int(Attr::Suspend) != Some(MQSUS_YES));
    let were_suspended = take_part.filter(|it| {
        let ways = engine.cluster_ways(&name(it, Attr::Cluster), &name(it, Attr::Qmid));
        ways.iter().any(|way| way.is_suspended)
    });
    were_suspended
        .map(|it| name(it, Attr::Qmid).to_string())
        .collect()
}

/// A record of that kind with what the definition says. What the record does not have is passed over.
fn shared(kind: ObjectKind, of: &Definition, cluster: &str, q_mgr: &Definition) -> Definition {
    let mut record = Definition::new(kind, ObjectName::BLANK);
    for info in kind.attributes() {
        if info.attr != Attr::Type
            && let Some(value) = of.get(info.attr)
        {
            // Refused where the record means something else by it.
            let _ = record.set_internal(info.attr, value.clone());
        }
    }
    set(&mut record, Attr::Cluster, cluster);
    set(&mut record, Attr::Clusqmgr, name_of(q_mgr).as_str());
    set(&mut record, Attr::Qmid, q_mgr.text(Attr::Qmid));
    record
}

fn set(record: &mut Definition, attr: Attr, value: impl Into<Value>) {
    // Names and numbers of definitions are values of records.
    let _ = record.set_internal(attr, value);
}

fn name_of(definition: &Definition) -> String {
    definition.name().to_string()
}

/// What a queue is to others.
fn cluster_type(queue: &Definition) -> i32 {
    match queue.kind() {
        ObjectKind::QAlias => MQCQT_ALIAS_Q,
        ObjectKind::QRemote if queue.text(Attr::Rname).is_empty() => MQCQT_Q_MGR_ALIAS,
        ObjectKind::QRemote => MQCQT_REMOTE_Q,
        _ => MQCQT_LOCAL_Q,
    }
}

/// The clusters an object is in.
pub(super) fn clusters_of(engine: &Engine, object: &Definition) -> Vec<String> {
    let named = clusters::clusters_of(object, |list| engine.definition(ObjectKind::Namelist, list));
    named.iter().map(ToString::to_string).collect()
}
