//! A message on its way onto a queue: its place is reserved, and nobody sees it yet.

use crate::store::Store;
use crate::store::local_queue::LocalQueue;
use ferromq_mqi::Reason;
use ferromq_queue::{Ids, LogPlace, Message, PutMeta, PutRefusal, Seq, Visibility, Wakeups};
use std::sync::Arc;

/// A message that can be put: everything checked, its place on the queue reserved.
pub(crate) struct Placement {
    pub(crate) queue: Arc<LocalQueue>,
    pub(crate) seq: Seq,
    pub(crate) message: Arc<Message>,
    /// Its identifiers, if the message is shared with copies that have others: no persistent one is.
    pub(crate) ids: Option<Ids>,
    pub(crate) priority: u8,
    pub(crate) class: u8,
    pub(crate) persistent: bool,
    pub(crate) expires_at_us: Option<u64>,
    pub(crate) put_at_us: u64,
}

impl Placement {
    /// Gives the place back.
    pub(crate) fn release(self) {
        self.queue.queue.release(self.seq);
    }

    /// Shows the message on its queue and tells those who wait for it.
    pub(crate) fn show(self, store: &Store, log: Option<LogPlace>) {
        let (queue, _, wakeups) = self.insert(store, log, Visibility::Now);
        store.announce(&queue, wakeups);
    }

    pub(crate) fn insert(
        self,
        store: &Store,
        log: Option<LogPlace>,
        seen: Visibility,
    ) -> (Arc<LocalQueue>, Seq, Wakeups) {
        let meta = meta_of(&self, log);
        let Self {
            queue,
            seq,
            message,
            ids,
            ..
        } = self;
        let wakeups = match &ids {
            Some(ids) => queue.queue.insert_copy(seq, message, ids, &meta, seen),
            None => queue.queue.insert(seq, message, &meta, seen),
        };
        store.spills.note(&queue);
        (queue, seq, wakeups)
    }
}

/// On what terms a message stands on a queue.
#[derive(Clone, Copy)]
pub(crate) struct Terms {
    pub(crate) persistent: bool,
    pub(crate) priority: u8,
    pub(crate) expires_at_us: Option<u64>,
    pub(crate) put_at_us: u64,
}

pub(crate) fn reserve(
    queue: &Arc<LocalQueue>,
    message: Arc<Message>,
    terms: Terms,
) -> Result<Placement, Reason> {
    if queue.is_damaged() {
        return Err(Reason::OBJECT_DAMAGED);
    }
    let seq = match terms.persistent {
        true => queue.queue.reserve_logged(),
        false => queue.queue.reserve(),
    };
    let seq = seq.map_err(|refusal| match refusal {
        PutRefusal::Full => Reason::Q_FULL,
        PutRefusal::NoSpace => Reason::Q_SPACE_NOT_AVAILABLE,
    })?;
    Ok(Placement {
        queue: Arc::clone(queue),
        seq,
        message,
        ids: None,
        priority: terms.priority,
        class: queue.hot().fifo_class.unwrap_or(terms.priority),
        persistent: terms.persistent,
        expires_at_us: terms.expires_at_us,
        put_at_us: terms.put_at_us,
    })
}

fn meta_of(placement: &Placement, log: Option<LogPlace>) -> PutMeta {
    PutMeta {
        priority: placement.priority,
        class: Some(placement.class),
        persistent: placement.persistent,
        expires_at_us: placement.expires_at_us,
        put_at_us: placement.put_at_us,
        log,
    }
}
