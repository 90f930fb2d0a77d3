//! A message on its way onto a queue: its place is reserved, and nobody sees it yet.

use crate::store::Store;
use crate::store::asked_places::AskedPlaces;
use crate::store::crossing;
use crate::store::local_queue::LocalQueue;
use ferromq_mqi::Reason;
use ferromq_queue::{
    Called, Ids, LogPlace, Message, PutMeta, PutRefusal, Seq, Visibility, Wakeups,
};
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
    /// It is the duplicate a streaming queue gets, which `MAXUMSGS` does not count.
    pub(crate) is_duplicate: bool,
}

impl Placement {
    /// Gives the place back.
    pub(crate) fn release(self) {
        let kept =
            self.queue.is_elsewhere() && AskedPlaces::keep(&self.queue, self.persistent, self.seq);
        if !kept {
            self.queue.queue.release(self.seq).unattended();
        }
    }

    /// Shows the message on its queue and tells those who wait for it. Answers when that is done.
    pub(crate) fn show(self, store: &Store, log: Option<LogPlace>) -> Called<()> {
        let (queue, _, shown) = self.insert(store, log, Visibility::Now);
        store.announce_called(&queue, shown)
    }

    pub(crate) fn insert(
        self,
        store: &Store,
        log: Option<LogPlace>,
        seen: Visibility,
    ) -> (Arc<LocalQueue>, Seq, Called<Wakeups>) {
        let meta = meta_of(&self, log);
        let Self {
            queue,
            seq,
            message,
            ids,
            ..
        } = self;
        let inserted = match &ids {
            Some(ids) => queue.queue.insert_copy(seq, message, ids, &meta, seen),
            None => queue.queue.insert(seq, message, &meta, seen),
        };
        store.spills.note(&queue);
        if queue.is_watched() {
            crossing::put(store, &queue);
        }
        (queue, seq, inserted)
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

/// # Errors
/// `MQRC_RESOURCE_PROBLEM` while an engine is asked and the verb under way waits for that ([`AskedPlaces`]).
pub(crate) fn reserve(
    store: &Store,
    queue: &Arc<LocalQueue>,
    message: Arc<Message>,
    terms: Terms,
) -> Result<Placement, Reason> {
    if queue.is_damaged() {
        return Err(Reason::OBJECT_DAMAGED);
    }
    let seq = place_on(queue, terms.persistent).inspect_err(|reason| {
        if *reason == Reason::Q_FULL {
            crossing::refused(store, queue);
        }
    })?;
    // It may have been taken out of use since whoever puts looked; from now on it is not, for there is something uncommitted.
    if queue.is_deleted() {
        queue.queue.release(seq).unattended();
        return Err(Reason::Q_DELETED);
    }
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
        is_duplicate: false,
    })
}

fn place_on(queue: &Arc<LocalQueue>, persistent: bool) -> Result<Seq, Reason> {
    let given = match queue.is_elsewhere() {
        true => AskedPlaces::given(queue, persistent),
        false => None,
    };
    let outcome = match given {
        Some(outcome) => outcome,
        None => {
            let called = match persistent {
                true => queue.queue.reserve_logged(),
                false => queue.queue.reserve(),
            };
            match called {
                Called::Done(outcome) => outcome,
                Called::Pending(pending) => {
                    let waits = AskedPlaces::wait_for(queue, persistent, pending);
                    return Err(match waits {
                        true => Reason::RESOURCE_PROBLEM,
                        false => Reason::Q_SPACE_NOT_AVAILABLE,
                    });
                }
            }
        }
    };
    outcome.map_err(|refusal| match refusal {
        PutRefusal::Full => Reason::Q_FULL,
        PutRefusal::NoSpace => Reason::Q_SPACE_NOT_AVAILABLE,
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
