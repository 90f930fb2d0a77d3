//! What calls came to, observed when they are answered.
//!
//! A connection counts what it observes in cells of its own (`core/figures/cells.rs`).

use crate::core::figures::message::ObjectSlot;
use crate::core::observation::Observed;
use crate::verbs::call::{Call, Put};
use crate::verbs::connection::Connection;
use crate::verbs::handle::{Handle, Opened};
use ferromq_mqi::Reason;
use ferromq_mqi::call::Reply;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::ObjectHandle;

impl Connection {
    /// The call under way is answered.
    pub(crate) fn observe_answer(&mut self, reply: &Reply) {
        let failed = matches!(reply, Reply::Failed(_));
        let either = |done, lost| if failed { lost } else { done };
        match std::mem::take(&mut self.call) {
            Call::Unobserved => {}
            Call::Put(put) => self.observe_put(reply, put),
            Call::Get { handle, browses } => self.observe_get(reply, handle, browses),
            Call::Open { slot } => match reply {
                Reply::Opened { handle, .. } => self.observe_of(*handle, Observed::Opened),
                _ => self.observe_at(slot, either(Observed::Opened, Observed::OpenFailed)),
            },
            Call::Close { options, slot } => {
                if failed && options & MQCO_REMOVE_SUB != 0 {
                    self.observe(Observed::UnsubscribeFailed);
                }
                self.observe_at(slot, either(Observed::Closed, Observed::CloseFailed));
            }
            Call::Inquire { handle } => {
                self.observe_of(handle, either(Observed::Inquired, Observed::InquireFailed));
            }
            Call::Set { handle } => {
                self.observe_of(handle, either(Observed::WasSet, Observed::SetFailed));
            }
            Call::Commit => self.observe(either(Observed::Committed, Observed::CommitFailed)),
            Call::BackOut => self.observe(Observed::BackedOut),
            Call::Stat => {
                self.observe(either(Observed::AskedStatus, Observed::AskingStatusFailed));
            }
            // What it did was observed where it was done.
            Call::Subscribe if !failed => {}
            Call::Subscribe => self.observe(Observed::SubscribeFailed),
            Call::SubscriptionRequest => {
                self.observe(either(
                    Observed::PublicationsRequested,
                    Observed::RequestFailed,
                ));
            }
        }
        if self.accounting.is_some() {
            self.account_interval();
        }
    }

    pub(crate) fn observe(&self, what: Observed) {
        self.state.tally.observe_own(what, 1, 0);
    }

    fn observe_at(&self, slot: ObjectSlot, what: Observed) {
        self.state.tally.observe_own_of(what, slot);
    }

    /// It is of the queue as well, if the handle is of one.
    fn observe_of(&mut self, handle: ObjectHandle, what: Observed) {
        let Ok(handle) = self.handles.get(handle) else {
            return self.observe_at(ObjectSlot::Other, what);
        };
        self.state.tally.observe_own_of(what, handle.slot());
        if let Some(queue) = handle.queue() {
            queue.tally.observe(what);
        }
    }

    /// A handle is closed. Those of puts of one message do not count.
    pub(crate) fn observe_close(&mut self, handle: &Handle) {
        if let (Call::Close { .. }, Some(queue)) = (self.call, handle.queue()) {
            queue.tally.observe(Observed::HandleClosed);
            self.account_close(queue.id);
        }
    }

    fn observe_put(&mut self, reply: &Reply, put: Put) {
        let topic = match put.handle {
            Some(handle) => {
                let opened = self.handles.get(handle).map(|handle| &handle.opened);
                matches!(opened, Ok(Opened::Topic(_)))
            }
            None => put.topic,
        };
        let persistence = match reply {
            Reply::Put(reply) => Some(reply.descriptor.persistence),
            // To a distribution list: one call.
            Reply::ListPut(reply) => Some(reply.descriptor.persistence),
            _ => None,
        };
        let either = |yes, no| match persistence {
            Some(MQPER_PERSISTENT) => yes,
            _ => no,
        };
        use Observed as O;
        let what = match (topic, put.handle, persistence) {
            (true, Some(_), None) => O::PublishFailed,
            (true, None, None) => O::Publish1Failed,
            (false, Some(handle), None) => {
                self.account_put(handle, None, 0);
                return self.observe_of(handle, O::PutFailed);
            }
            (false, None, None) => O::Put1Failed,
            (true, Some(_), _) => either(O::PublishedPersistent, O::PublishedNonPersistent),
            (true, None, _) => either(O::Published1Persistent, O::Published1NonPersistent),
            (false, Some(handle), persistence) => {
                self.account_put(handle, persistence, put.bytes);
                either(O::PutPersistent, O::PutNonPersistent)
            }
            (false, None, _) => either(O::Put1Persistent, O::Put1NonPersistent),
        };
        self.state.tally.observe_own(what, 1, put.bytes as u64);
    }

    /// A put of one message failed though what it goes to could be opened.
    pub(crate) fn observe_put1_failed(&mut self, handle: ObjectHandle) {
        if let Ok(handle) = self.handles.get(handle)
            && let Some(queue) = handle.queue().cloned()
        {
            queue.tally.observe(Observed::QueuePut1Failed);
            self.account_put1(&queue, None, 0);
        }
    }

    /// A put of one message was put where a handle leads.
    pub(crate) fn observe_put1(&mut self, handle: ObjectHandle, persistent: bool) {
        let Ok(handle) = self.handles.get(handle) else {
            return;
        };
        if let (Opened::Topic(_), Call::Put(put)) = (&handle.opened, &mut self.call) {
            // Through an alias queue, perhaps.
            put.topic = true;
        }
        let bytes = match self.call {
            Call::Put(put) => put.bytes,
            _ => 0,
        };
        if let Some(queue) = handle.queue().cloned() {
            queue.tally.observe(match persistent {
                true => Observed::QueuePut1Persistent,
                false => Observed::QueuePut1NonPersistent,
            });
            self.account_put1(&queue, Some(persistent), bytes);
        }
    }

    /// A publication goes to so many subscribers.
    pub(crate) fn observe_copies(&self, persistent: bool, count: usize, bytes: usize) {
        let (count, bytes) = (count as u64, (bytes * count) as u64);
        let what = match persistent {
            true => Observed::DeliveredPersistent,
            false => Observed::DeliveredNonPersistent,
        };
        self.state.tally.observe_own(what, count, bytes);
    }

    fn observe_get(&mut self, reply: &Reply, handle: ObjectHandle, browses: bool) {
        let reason = match reply {
            Reply::Got(got) if got.reason != Reason::TRUNCATED_MSG_FAILED => {
                let persistent = got.descriptor.persistence == MQPER_PERSISTENT;
                let what = match (browses, persistent) {
                    (false, false) => Observed::GotNonPersistent,
                    (false, true) => Observed::GotPersistent,
                    (true, false) => Observed::BrowsedNonPersistent,
                    (true, true) => Observed::BrowsedPersistent,
                };
                let bytes = got.body.len() as u64;
                self.account_get(handle, browses, persistent, bytes);
                return self.state.tally.observe_own(what, 1, bytes);
            }
            Reply::Got(got) => got.reason,
            Reply::Failed(reason) => *reason,
            _ => return,
        };
        let what = match (browses, reason) {
            (false, Reason::NO_MSG_AVAILABLE) => Observed::GetFoundNothing,
            (false, Reason::TRUNCATED_MSG_FAILED) => Observed::GetTruncated,
            (false, _) => Observed::GetFailed,
            (true, Reason::NO_MSG_AVAILABLE) => Observed::BrowseFoundNothing,
            (true, Reason::TRUNCATED_MSG_FAILED) => Observed::BrowseTruncated,
            (true, _) => Observed::BrowseFailed,
        };
        self.account_get_failed(handle, browses);
        self.observe_of(handle, what);
    }
}
