//! A get that waits for its message.

use crate::core::Core;
use crate::store::local_queue::LocalQueue;
use crate::verbs::call::Call;
use crate::verbs::handle::{Handles, Opened};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::{GetOptions, ObjectHandle};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_queue::{HandleId, Interest, Unmarked, WaiterId};
use std::any::Any;
use std::sync::Arc;
use std::task::Waker;

pub(crate) const BROWSES: i32 =
    MQGMO_BROWSE_FIRST | MQGMO_BROWSE_NEXT | MQGMO_BROWSE_MSG_UNDER_CURSOR;

pub(super) const UNDER_CURSOR: i32 = MQGMO_MSG_UNDER_CURSOR | MQGMO_BROWSE_MSG_UNDER_CURSOR;

/// What a get asks for with its descriptor: a get is moved now and then, and the whole would be four times as long.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    pub(super) version: i32,
    pub(super) encoding: i32,
    pub(super) coded_char_set_id: i32,
    pub(super) msg_id: [u8; 24],
    pub(super) correl_id: [u8; 24],
    pub(super) group_id: [u8; 24],
    pub(super) msg_seq_number: i32,
    pub(super) offset: i32,
}

impl From<&MsgDescriptor> for Wanted {
    fn from(asked: &MsgDescriptor) -> Self {
        Self {
            version: asked.version,
            encoding: asked.encoding,
            coded_char_set_id: asked.coded_char_set_id,
            msg_id: asked.msg_id,
            correl_id: asked.correl_id,
            group_id: asked.group_id,
            msg_seq_number: asked.msg_seq_number,
            offset: asked.offset,
        }
    }
}

/// What a worker does for a get; `at_worker.rs` knows what that is.
pub(super) trait Away: Any + Send {
    /// Whether the message was found and is being read.
    fn reads(&self) -> bool;
}

/// A get that found nothing yet.
pub(crate) struct WaitingGet {
    pub(super) number: ObjectHandle,
    /// The handle behind the number, which may be used again.
    pub(super) id: HandleId,
    pub(super) wanted: Wanted,
    pub(super) options: GetOptions,
    pub(super) buffer_len: u32,
    /// Bytes the road to the program carries: [`crate::Connection::limit_gets`].
    pub(crate) bytes_max: u32,
    /// A persistent message is none for it: [`crate::StandingGetRequest`].
    pub(super) not_persistent: bool,
    pub(super) queue: Arc<LocalQueue>,
    /// What the get warns of if it returns a message and nothing else is to be said.
    pub(super) warning: Reason,
    pub(super) waiter: Option<WaiterId>,
    /// What a worker does for it: then it waits for nothing else.
    pub(super) at_worker: Option<Box<dyn Away>>,
    pub(super) limit: WaitLimit,
    /// When a cooperative mark falls off that may hide what is waited for, monotonic time.
    pub(super) look_again_ns: Option<u64>,
}

/// How long a get may wait. The clock is read only once there is something to wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WaitLimit {
    /// Not at all, or not any more.
    Over,
    /// This long from the first attempt on.
    Interval { wait_ms: u64 },
    /// Until this monotonic time.
    Until { deadline_ns: u64 },
    /// For ever.
    Never,
}

impl WaitingGet {
    /// The same get, as a worker has it: it looks for nothing and waits for nothing.
    pub(super) fn for_worker(&self) -> Self {
        Self {
            number: self.number,
            id: self.id,
            wanted: self.wanted,
            options: self.options.clone(),
            buffer_len: self.buffer_len,
            bytes_max: self.bytes_max,
            not_persistent: self.not_persistent,
            queue: Arc::clone(&self.queue),
            warning: self.warning,
            waiter: None,
            at_worker: None,
            limit: WaitLimit::Over,
            look_again_ns: None,
        }
    }

    /// Whether a worker is at it.
    pub(super) fn is_at_worker(&self) -> bool {
        self.at_worker.is_some()
    }

    /// Whether its message was found and a worker reads it.
    pub(super) fn is_being_read(&self) -> bool {
        self.at_worker.as_ref().is_some_and(|away| away.reads())
    }

    /// What is observed once it is answered.
    pub(crate) fn call(&self) -> Call {
        Call::get(self.number, self.options.options)
    }

    /// Bytes of data it may return.
    pub(super) fn room(&self) -> u32 {
        self.buffer_len.min(self.bytes_max)
    }

    /// Takes the registration back; a wake-up meant for it goes to the next waiter.
    pub(crate) fn give_up(mut self: Box<Self>) {
        self.unregister();
    }

    /// Ends the wait at the next attempt.
    pub(crate) fn end_wait(&mut self) {
        self.limit = WaitLimit::Over;
    }

    /// Monotonic time at which the get must be tried again at the latest, because the wait is
    /// over or a mark has fallen off; `None` for never.
    pub(crate) fn deadline_ns(&self) -> Option<u64> {
        if self.is_at_worker() {
            return None;
        }
        let end_ns = match self.limit {
            WaitLimit::Over | WaitLimit::Interval { .. } => return Some(0),
            WaitLimit::Until { deadline_ns } => Some(deadline_ns),
            WaitLimit::Never => None,
        };
        end_ns.into_iter().chain(self.look_again_ns).min()
    }

    /// A mark that falls off makes no event, so its time is an end of the wait, too.
    pub(super) fn watch_marks(&mut self, core: &Core, unmarked: Unmarked, now_us: u64) {
        self.look_again_ns = None;
        if unmarked != Unmarked::ByHandleOrCooperative {
            return;
        }
        if let Some(end_us) = self.queue.queue.next_mark_end_us(now_us) {
            let left_ns = end_us
                .saturating_sub(core.clock.wall_us())
                .saturating_add(1)
                .saturating_mul(1_000);
            let now_ns = core.clock.monotonic_ns();
            self.look_again_ns = Some(now_ns.saturating_add(left_ns));
        }
    }

    /// Whether the same get can look for the next message: what it selects does not depend on the one it has found.
    pub(super) fn repeats(&self) -> bool {
        const DEPENDS: i32 = BROWSES | UNDER_CURSOR | MQGMO_LOGICAL_ORDER | MQGMO_COMPLETE_MSG;
        self.options.options & DEPENDS == 0
            && self.limit == WaitLimit::Never
            && !self.is_at_worker()
    }

    /// It waits no longer than for the message it has found.
    pub(super) fn become_verb(&mut self) {
        self.limit = WaitLimit::Over;
    }

    pub(crate) fn is_over(&self, core: &Core) -> bool {
        match self.limit {
            WaitLimit::Over => true,
            WaitLimit::Until { deadline_ns } => core.clock.monotonic_ns() >= deadline_ns,
            WaitLimit::Interval { .. } | WaitLimit::Never => false,
        }
    }

    /// The get is registered with its queue.
    pub(super) fn start_waiting(&mut self, core: &Core) -> Result<(), Reason> {
        if self.queue.is_damaged() {
            // It may have been marked before there was anybody to wake.
            self.unregister();
            return Err(Reason::OBJECT_DAMAGED);
        }
        if let WaitLimit::Interval { wait_ms } = self.limit {
            let deadline_ns = core
                .clock
                .monotonic_ns()
                .saturating_add(wait_ms * 1_000_000);
            self.limit = WaitLimit::Until { deadline_ns };
        }
        Ok(())
    }

    /// Has `waker` woken by whatever happens to the queue, while nothing can be got from it.
    ///
    /// # Errors
    /// `MQRC_RESOURCE_PROBLEM` when no more can wait at the queue.
    pub(crate) fn watch(&mut self, waker: &Waker) -> Result<(), Reason> {
        self.unregister();
        let interest = Interest {
            browse: true,
            ..Interest::default()
        };
        let queue = &self.queue.queue;
        let waiter = queue.wait(interest, waker.clone(), self.id);
        self.waiter = Some(waiter.map_err(|_| Reason::RESOURCE_PROBLEM)?);
        Ok(())
    }

    /// False while gets by this handle are inhibited.
    pub(crate) fn may_get(&self, handles: &mut Handles) -> bool {
        let front = match handles.get(self.number).map(|handle| &handle.opened) {
            Ok(Opened::Queue(resolved)) => resolved.front.as_ref(),
            _ => None,
        };
        self.queue.hot().get_enabled && front.is_none_or(|front| front.get_enabled())
    }

    /// False when the handle was closed, though its number may be in use again.
    pub(crate) fn is_of(&self, handles: &mut Handles) -> bool {
        let handle = handles.get(self.number);
        handle.is_ok_and(|handle| handle.id == self.id)
    }

    pub(crate) fn unregister(&mut self) {
        if let Some(waiter) = self.waiter.take() {
            self.queue.queue.cancel_wait(waiter).wake();
        }
    }
}

/// Takes the registrations of all of them back.
pub(crate) fn give_all_up(gets: Vec<WaitingGet>) {
    for mut get in gets {
        get.unregister();
    }
}
