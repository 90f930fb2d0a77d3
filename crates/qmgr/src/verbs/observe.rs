//! What calls came to, observed when they are answered.
//!
//! A connection counts what it observes in cells of its own (`core/figures/cells.rs`).

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
            Call::Open => match reply {
                Reply::Opened { handle, .. } => self.observe_of(*handle, Observed::Opened),
                _ => self.observe(either(Observed::Opened, Observed::OpenFailed)),
            },
            Call::Close { options } => {
                if failed && options & MQCO_REMOVE_SUB != 0 {
                    self.observe(Observed::UnsubscribeFailed);
                }
                self.observe(either(Observed::Closed, Observed::CloseFailed));
            }
            Call::Inquire { handle } => {
                self.observe_of(handle, either(Observed::Inquired, Observed::InquireFailed));
            }
            Call::Set { handle } => {
                self.observe_of(handle, either(Observed::WasSet, Observed::SetFailed));
            }
            // There is no figure of commits that failed.
            Call::Commit if failed => {}
            Call::Commit => self.observe(Observed::Committed),
            Call::BackOut => self.observe(Observed::BackedOut),
            Call::Stat => self.observe(Observed::AskedStatus),
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
    }

    pub(crate) fn observe(&self, what: Observed) {
        self.state.tally.observe_own(what, 1, 0);
    }

    /// It is of the queue as well, if the handle is of one.
    fn observe_of(&mut self, handle: ObjectHandle, what: Observed) {
        self.observe(what);
        if let Ok(handle) = self.handles.get(handle)
            && let Some(queue) = handle.queue()
        {
            queue.tally.observe(what);
        }
    }

    /// A handle is closed. Those of puts of one message do not count.
    pub(crate) fn observe_close(&self, handle: &Handle) {
        if let (Call::Close { .. }, Some(queue)) = (self.call, handle.queue()) {
            queue.tally.observe(Observed::HandleClosed);
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
        let what = match (topic, put.handle, persistence) {
            (true, _, None) => Observed::PublishFailed,
            (false, Some(_), None) => Observed::PutFailed,
            (false, None, None) => Observed::Put1Failed,
            (true, ..) => either(
                Observed::PublishedPersistent,
                Observed::PublishedNonPersistent,
            ),
            (false, Some(_), _) => either(Observed::PutPersistent, Observed::PutNonPersistent),
            (false, None, _) => either(Observed::Put1Persistent, Observed::Put1NonPersistent),
        };
        self.state.tally.observe_own(what, 1, put.bytes as u64);
    }

    /// A put of one message was put where a handle leads.
    pub(crate) fn observe_put1(&mut self, handle: ObjectHandle, persistent: bool) {
        let opened = self.handles.get(handle).map(|handle| &handle.opened);
        if let (Ok(Opened::Topic(_)), Call::Put(put)) = (opened, &mut self.call) {
            // Through an alias queue, perhaps.
            put.topic = true;
        }
        self.observe_of(
            handle,
            match persistent {
                true => Observed::QueuePut1Persistent,
                false => Observed::QueuePut1NonPersistent,
            },
        );
    }

    /// A publication goes to so many subscribers.
    pub(crate) fn observe_copies(&self, count: usize, bytes: usize) {
        let (count, bytes) = (count as u64, (bytes * count) as u64);
        let tally = &self.state.tally;
        tally.observe_own(Observed::PublicationDelivered, count, bytes);
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
        self.observe_of(handle, what);
    }
}
