//! What members of clusters share, as records.

use super::object;
use super::query::Query;
use crate::operations::ObjectOperations;
use crate::pattern::NamePattern;
use crate::reply::Shown;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;

/// The kind of object what others share is kept as, where a display of these kinds may show that, too.
pub(crate) fn shared_beside(kinds: &[ObjectKind]) -> Option<ObjectKind> {
    kinds.iter().find_map(|kind| match kind {
        kind if kind.is_queue() => Some(ObjectKind::ClusQ),
        ObjectKind::Topic => Some(ObjectKind::ClusTopic),
        _ => None,
    })
}

/// Whether objects of a kind are what members of clusters have told: their names mean nothing then.
pub(crate) fn is_told(kind: ObjectKind) -> bool {
    name_of(kind).is_some()
}

/// The attribute that has the name.
fn name_of(kind: ObjectKind) -> Option<Attr> {
    match kind {
        ObjectKind::ClusQMgr => Some(Attr::Clusqmgr),
        ObjectKind::ClusQ => Some(Attr::Queue),
        ObjectKind::ClusTopic => Some(Attr::Topic),
        _ => None,
    }
}

/// What is shown of those kinds: the ones whose names fit and whose records the query lets through, by name, queue manager and
/// cluster.
pub(crate) fn shown(
    operations: &dyn ObjectOperations,
    kinds: &[ObjectKind],
    names: &NamePattern,
    query: &Query,
) -> Vec<Shown> {
    let mut found = Vec::new();
    for kind in kinds {
        let Some(name) = name_of(*kind) else { continue };
        let mut records = operations.cluster_records(*kind);
        records.retain(|record| names.matches(record.text(name)));
        let order = |record: &Definition| {
            let parts = [name, Attr::Qmid, Attr::Cluster];
            parts.map(|attr| record.text(attr).to_owned())
        };
        records.sort_by_cached_key(order);
        let (heading, head) = (kind.info().heading, object::head(*kind));
        let shown = records.iter().map(object::record);
        let shown = shown.filter(|record| query.lets_through(record));
        found.extend(shown.map(|record| Shown::new(heading, head, record, query)));
    }
    found
}
