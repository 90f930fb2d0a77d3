//! What commands know of the exchange of publications with other queue managers.

use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::name::ObjectName;

/// A queue manager publications are exchanged with, or are to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RelationStatus {
    /// Its name.
    pub q_mgr: ObjectName,
    /// Whether it is the parent; else it is a child.
    pub is_parent: bool,
    /// `MQPS_STATUS_*`.
    pub status: i32,
}

/// Starts and stops the exchange of publications with other queue managers. It runs unless `PSMODE` is `DISABLED`.
pub trait NeighboursControl: Send + Sync {
    /// Objects of this kind have changed: of the queue manager itself, for one.
    fn changed(&self, kind: ObjectKind);

    /// Stops it, for good, and waits for that.
    fn stop(&self);

    /// The neighbours, in the order of their names.
    fn relations(&self) -> Vec<RelationStatus>;

    /// Has all neighbours told anew what is wanted here. False when it does not run.
    fn refresh(&self) -> bool;

    /// Ends a relation. False when there is none such.
    fn cancel(&self, q_mgr: &ObjectName, is_parent: bool) -> bool;
}
