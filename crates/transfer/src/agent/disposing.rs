//! How far the removal of sources is.

use super::files::FileId;
use std::collections::BTreeSet;

/// See the module.
#[derive(Debug)]
pub(crate) struct Disposing {
    /// Items in front of this one are done.
    pub(crate) done: usize,
    /// Files of which something has not arrived: they stay.
    pub(crate) missing: BTreeSet<FileId>,
}

impl Disposing {
    /// At its beginning.
    pub(crate) fn without(missing: BTreeSet<FileId>) -> Self {
        Self { done: 0, missing }
    }
}
