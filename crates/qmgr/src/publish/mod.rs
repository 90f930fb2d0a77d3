//! Publish and subscribe.
//!
//! A subscription is a [`Definition`](ferromq_mqi::definition::Definition) whose name is its identifier. One that
//! lasts is logged and checkpointed as any object; others are here only, and go with the handle that made them.

pub(crate) mod copy;
pub(crate) mod distribute;
pub(crate) mod given;
pub(crate) mod interests;
pub(crate) mod keep;
pub(crate) mod publisher;
pub(crate) mod retained_room;
pub(crate) mod retention;
pub(crate) mod shared_topics;
pub(crate) mod subscription;
pub(crate) mod topic_objects;
pub(crate) mod topics;

use crate::deliver::Delivery;
use crate::publish::topics::Topics;
use std::ops::Deref;
use std::sync::Arc;

/// Topics, subscriptions and what is retained.
pub(crate) struct Publishing {
    delivery: Delivery,
    pub(crate) topics: Arc<Topics>,
}

impl Publishing {
    pub(crate) fn new(delivery: Delivery, topics: Arc<Topics>) -> Arc<Self> {
        Arc::new(Self { delivery, topics })
    }
}

impl Deref for Publishing {
    type Target = Delivery;

    fn deref(&self) -> &Delivery {
        &self.delivery
    }
}
