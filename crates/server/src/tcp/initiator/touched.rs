//! Which channels are looked at after an event: those it was about, and not the thousand others.

use std::collections::BTreeSet;

/// See the module.
pub(super) enum Touched {
    /// Senders have come or gone, or nobody knows.
    All,
    Some(BTreeSet<String>),
}

impl Touched {
    pub(super) fn none() -> Self {
        Self::Some(BTreeSet::new())
    }

    /// This one as well.
    pub(super) fn add(&mut self, name: &str) {
        if let Self::Some(names) = self {
            names.insert(name.to_owned());
        }
    }

    /// And all of these.
    pub(super) fn extend(&mut self, more: BTreeSet<String>) {
        if let Self::Some(names) = self {
            names.extend(more);
        }
    }
}
