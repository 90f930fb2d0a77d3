//! Counting calls.

use crate::core::figures::Figure;
use crate::verbs::connection::Connection;
use crate::verbs::handle::{Handle, Opened};
use crate::verbs::noted::Noted;
use crate::verbs::noted::Put;
use ferromq_mqi::Reason;
use ferromq_mqi::call::{GetReply, Reply};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::ObjectHandle;

impl Connection {
    /// Counts the call that was noted and is answered now.
    pub(crate) fn count(&mut self, reply: &Reply) {
        let failed = matches!(reply, Reply::Failed(_));
        let either = |done, lost| if failed { lost } else { done };
        let figure = match std::mem::take(&mut self.noted) {
            Noted::Nothing => return,
            Noted::Put(put) => return self.count_put(reply, put),
            Noted::Get { handle, browses } => return self.count_get(reply, handle, browses),
            Noted::Open => {
                if let Reply::Opened { handle, .. } = reply {
                    self.tally_queue(*handle, Figure::QueueOpens);
                }
                either(Figure::Opens, Figure::OpensFailed)
            }
            Noted::Close { options } => {
                if failed && options & MQCO_REMOVE_SUB != 0 {
                    self.tally(Figure::DeletesFailed);
                }
                either(Figure::Closes, Figure::ClosesFailed)
            }
            Noted::Inquire { handle } => {
                self.tally_queue(handle, Figure::QueueInquires);
                either(Figure::Inquires, Figure::InquiresFailed)
            }
            Noted::Set { handle } => {
                self.tally_queue(handle, Figure::QueueSets);
                either(Figure::Sets, Figure::SetsFailed)
            }
            Noted::Commit if failed => return,
            Noted::Commit => Figure::Commits,
            Noted::BackOut => Figure::BackOuts,
            Noted::Stat => Figure::Stats,
            // What it did was counted where it was done.
            Noted::Subscribe if !failed => return,
            Noted::Subscribe => Figure::SubscribesFailed,
            Noted::SubscriptionRequest => either(Figure::Requests, Figure::RequestsFailed),
        };
        self.tally(figure);
    }

    pub(crate) fn tally(&self, figure: Figure) {
        self.state.tally.add_own(figure, 1);
    }

    fn tally_queue(&mut self, handle: ObjectHandle, figure: Figure) {
        if let Ok(handle) = self.handles.get(handle)
            && let Some(queue) = handle.queue()
        {
            queue.tally.add(figure, 1);
        }
    }

    /// A handle is closed. Those of puts of one message do not count.
    pub(crate) fn count_close(&self, handle: &Handle) {
        if let (Noted::Close { .. }, Some(queue)) = (self.noted, handle.queue()) {
            queue.tally.add(Figure::QueueCloses, 1);
        }
    }

    fn count_put(&mut self, reply: &Reply, put: Put) {
        let topic = match put.handle {
            Some(handle) => {
                let opened = self.handles.get(handle).map(|handle| &handle.opened);
                matches!(opened, Ok(Opened::Topic(_)))
            }
            None => put.topic,
        };
        let descriptor = match reply {
            Reply::Put(reply) => &reply.descriptor,
            // To a distribution list: one call.
            Reply::ListPut(reply) => &reply.descriptor,
            _ => {
                return self.tally(match (topic, put.handle) {
                    (true, _) => Figure::PublishesFailed,
                    (false, Some(_)) => Figure::PutsFailed,
                    (false, None) => Figure::Put1sFailed,
                });
            }
        };
        let persistent = descriptor.persistence == MQPER_PERSISTENT;
        let either = |yes, no| if persistent { yes } else { no };
        let (count, bytes) = match (topic, put.handle) {
            (true, _) => (
                either(Figure::PublishesPersistent, Figure::PublishesNonPersistent),
                Figure::PublishBytesAll,
            ),
            (false, handle) => (
                match handle {
                    Some(_) => either(Figure::PutsPersistent, Figure::PutsNonPersistent),
                    None => either(Figure::Put1sPersistent, Figure::Put1sNonPersistent),
                },
                either(Figure::PutBytesPersistent, Figure::PutBytesNonPersistent),
            ),
        };
        let tally = &self.state.tally;
        tally.add_own(count, 1);
        tally.add_own(bytes, put.bytes as u64);
    }

    /// A put of one message was put where a handle leads.
    pub(crate) fn count_put1(&mut self, handle: ObjectHandle, persistent: bool) {
        let opened = self.handles.get(handle).map(|handle| &handle.opened);
        if let (Ok(Opened::Topic(_)), Noted::Put(put)) = (opened, &mut self.noted) {
            // Through an alias queue, perhaps.
            put.topic = true;
        }
        self.tally_queue(
            handle,
            match persistent {
                true => Figure::QueuePut1sPersistent,
                false => Figure::QueuePut1sNonPersistent,
            },
        );
    }

    /// A publication goes to so many subscribers.
    pub(crate) fn count_copies(&self, count: usize, bytes: usize) {
        let tally = &self.state.tally;
        tally.add_own(Figure::Delivered, count as u64);
        tally.add_own(Figure::DeliveredBytes, (bytes * count) as u64);
    }

    fn count_get(&mut self, reply: &Reply, handle: ObjectHandle, browses: bool) {
        let got = match reply {
            Reply::Got(got) if got.reason != Reason::TRUNCATED_MSG_FAILED => got,
            Reply::Got(got) => return self.count_failed_get(handle, browses, got.reason),
            Reply::Failed(reason) => return self.count_failed_get(handle, browses, *reason),
            _ => return,
        };
        let GetReply {
            descriptor, body, ..
        } = got.as_ref();
        let persistent = descriptor.persistence == MQPER_PERSISTENT;
        let (count, bytes) = match (browses, persistent) {
            (false, false) => (Figure::GetsNonPersistent, Figure::GetBytesNonPersistent),
            (false, true) => (Figure::GetsPersistent, Figure::GetBytesPersistent),
            (true, false) => (
                Figure::BrowsesNonPersistent,
                Figure::BrowseBytesNonPersistent,
            ),
            (true, true) => (Figure::BrowsesPersistent, Figure::BrowseBytesPersistent),
        };
        let tally = &self.state.tally;
        tally.add_own(count, 1);
        tally.add_own(bytes, body.len() as u64);
    }

    fn count_failed_get(&mut self, handle: ObjectHandle, browses: bool, reason: Reason) {
        let (all, queue, empty, truncated) = match browses {
            false => (
                Figure::GetsFailed,
                Figure::QueueGetsFailed,
                Figure::QueueGetsEmpty,
                Figure::QueueGetsTruncated,
            ),
            true => (
                Figure::BrowsesFailed,
                Figure::QueueBrowsesFailed,
                Figure::QueueBrowsesEmpty,
                Figure::QueueBrowsesTruncated,
            ),
        };
        self.tally(all);
        self.tally_queue(handle, queue);
        match reason {
            Reason::NO_MSG_AVAILABLE => self.tally_queue(handle, empty),
            Reason::TRUNCATED_MSG_FAILED => self.tally_queue(handle, truncated),
            _ => {}
        }
    }
}
