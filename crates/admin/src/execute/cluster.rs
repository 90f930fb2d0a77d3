//! Clusters: what commands have the repository do, once definitions allow it.

use super::{Reply, done, failed};
use crate::clusters::{ClusterError, SuspendMode};
use crate::message;
use crate::operations::ObjectOperations;
use crate::pattern::NamePattern;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::clusters::{clusters_of, names_in, repositories_of};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::notices::{
    AMQ9406, FMQ0246, FMQ0247, FMQ0248, FMQ0249, FMQ0250, FMQ0251, FMQ0252, FMQ0253,
};
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::notice::Notice;

/// Which clusters a command is about.
pub(crate) enum Meant {
    /// All this queue manager is a member of.
    All,
    /// This one.
    Cluster(ObjectName),
    /// Those in a namelist.
    Listed(ObjectName),
}

/// Who is removed from a cluster.
pub(crate) enum Removed {
    /// The only queue manager of that name.
    Named(ObjectName),
    /// The one with that identifier.
    Identified(String),
}

/// `SUSPEND QMGR`
pub(crate) fn suspend(
    operations: &dyn ObjectOperations,
    meant: &Meant,
    mode: SuspendMode,
) -> Reply {
    match memberships(operations, meant) {
        Ok(clusters) => answer(operations.clusters().suspend(&clusters, mode), &FMQ0246),
        Err(complaint) => failed(complaint),
    }
}

/// `RESUME QMGR`
pub(crate) fn resume(operations: &dyn ObjectOperations, meant: &Meant) -> Reply {
    match memberships(operations, meant) {
        Ok(clusters) => answer(operations.clusters().resume(&clusters), &FMQ0247),
        Err(complaint) => failed(complaint),
    }
}

/// `REFRESH CLUSTER`
pub(crate) fn refresh(
    operations: &dyn ObjectOperations,
    meant: &Meant,
    repositories: bool,
) -> Reply {
    let clusters = match memberships(operations, meant) {
        Ok(clusters) => clusters,
        Err(complaint) => return failed(complaint),
    };
    let full = |cluster: &&ObjectName| is_repository_of(operations, cluster);
    if repositories && let Some(cluster) = clusters.iter().find(full) {
        return failed(message::line(&AMQ9406, &[cluster]));
    }
    let refreshed = operations.clusters().refresh(&clusters, repositories);
    answer(refreshed, &FMQ0248)
}

/// `RESET CLUSTER`
pub(crate) fn reset(
    operations: &dyn ObjectOperations,
    cluster: &ObjectName,
    removed: &Removed,
    queues: bool,
) -> Reply {
    if !is_repository_of(operations, cluster) {
        return failed(message::line(&FMQ0250, &[cluster]));
    }
    let own = operations.q_mgr_definition();
    let is_own = match removed {
        Removed::Named(name) => *name == own.name(),
        Removed::Identified(id) => id == own.text(Attr::Qmid),
    };
    if is_own {
        return failed(message::line(&FMQ0252, &[cluster]));
    }
    let id = match member(operations, cluster, removed) {
        Ok(id) => id,
        Err(complaint) => return failed(complaint),
    };
    let removed = operations.clusters().force_remove(cluster, &id, queues);
    answer(removed, &FMQ0249)
}

/// The identifier of the member that is meant. Otherwise, what is wrong.
fn member(
    operations: &dyn ObjectOperations,
    cluster: &ObjectName,
    removed: &Removed,
) -> Result<String, String> {
    let is_meant = |record: &Definition| match removed {
        Removed::Named(name) => record.text(Attr::Clusqmgr) == name.as_str(),
        Removed::Identified(id) => record.text(Attr::Qmid) == id,
    };
    let mut records = operations.cluster_records(ObjectKind::ClusQMgr);
    records.retain(|record| record.text(Attr::Cluster) == cluster.as_str() && is_meant(record));
    let mut ids: Vec<&str> = records.iter().map(|one| one.text(Attr::Qmid)).collect();
    ids.sort_unstable();
    ids.dedup();
    match (ids.as_slice(), removed) {
        ([id], _) => Ok((*id).to_owned()),
        ([], Removed::Named(name)) => Err(message::not_found(name.as_str())),
        ([], Removed::Identified(id)) => Err(message::not_found(id)),
        (_, _) => Err(message::line(&FMQ0253, &[cluster])),
    }
}

fn answer(result: Result<(), ClusterError>, accepted: &'static Notice) -> Reply {
    match result {
        Ok(()) => done(message::line(accepted, &[])),
        Err(ClusterError::NotPossible(why)) => failed(message::command_failed(&why)),
        Err(ClusterError::Notice(notice)) => {
            failed(format!("{}: {}\n", notice.number, notice.text))
        }
    }
}

/// The clusters that are meant. Otherwise, what is wrong: this queue manager is a member of each of them.
fn memberships(
    operations: &dyn ObjectOperations,
    meant: &Meant,
) -> Result<Vec<ObjectName>, String> {
    let own = own_clusters(operations);
    let outside = |cluster: &dyn std::fmt::Display| message::line(&FMQ0251, &[cluster]);
    let clusters = match meant {
        Meant::All => own.clone(),
        Meant::Cluster(cluster) => vec![*cluster],
        Meant::Listed(list) => {
            let found = operations.definition(ObjectKind::Namelist, list);
            let found = found.ok_or_else(|| message::not_found(list.as_str()))?;
            names_in(&found)
        }
    };
    match clusters.iter().find(|cluster| !own.contains(cluster)) {
        Some(cluster) => Err(outside(cluster)),
        None if clusters.is_empty() => Err(outside(&"*")),
        None => Ok(clusters),
    }
}

/// The clusters this queue manager is a member of, or means to be: those its receivers name. A sender alone only knows the way.
fn own_clusters(operations: &dyn ObjectOperations) -> Vec<ObjectName> {
    let receivers = operations.definitions(&[ObjectKind::ClusRcvr], &NamePattern::any());
    let named = receivers.iter().flat_map(|receiver| {
        clusters_of(receiver, |list| {
            operations.definition(ObjectKind::Namelist, list)
        })
    });
    let mut clusters: Vec<ObjectName> = named.collect();
    clusters.sort_unstable();
    clusters.dedup();
    clusters
}

/// Whether this queue manager is a full repository of a cluster.
fn is_repository_of(operations: &dyn ObjectOperations, cluster: &ObjectName) -> bool {
    let q_mgr = operations.q_mgr_definition();
    let namelist = |list: &ObjectName| operations.definition(ObjectKind::Namelist, list);
    repositories_of(&q_mgr, namelist).contains(cluster)
}
