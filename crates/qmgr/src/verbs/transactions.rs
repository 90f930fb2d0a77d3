//! What a connection is to transaction managers.

use crate::uow::branch::branches::Branch;
use ferromq_mqi::xa::Xid;
use std::sync::Arc;

/// What a connection is to transaction managers.
#[derive(Debug, Default)]
pub(crate) struct Transactions {
    /// R1: `xa_open` was called.
    pub(super) opened: bool,
    /// It has been in a branch, and may have to be taken out of some.
    pub(super) has_worked: bool,
    /// T1: the branch it works in.
    pub(crate) branch: Option<Arc<Branch>>,
    /// The names a recovery scan has not told of yet, the next one last.
    pub(super) scan: Option<Vec<Xid>>,
}
