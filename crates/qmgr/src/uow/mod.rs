//! Units of work: what is put and got in them, how they end, and what restart makes of those in doubt.

pub(crate) mod alone;
pub(crate) mod branch;
pub(crate) mod participant;
pub(crate) mod unit;

use crate::objects::Objects;
use crate::uow::branch::branches::Branches;
use std::ops::Deref;
use std::sync::Arc;

/// The units of work of transaction managers. Those of connections are theirs.
pub(crate) struct Units {
    objects: Objects,
    pub(crate) branches: Arc<Branches>,
}

impl Units {
    pub(crate) fn new(objects: Objects) -> Self {
        Self {
            objects,
            branches: Arc::default(),
        }
    }
}

impl Deref for Units {
    type Target = Objects;

    fn deref(&self) -> &Objects {
        &self.objects
    }
}
