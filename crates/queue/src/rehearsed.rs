//! An engine that keeps its messages itself, for tests of who asks it: in memory, without a log or files.

use crate::backend::{LateSearch, Searched};
use crate::called::under_way;
use crate::called::{Called, Pending};
use crate::failure::PutRefusal;
use crate::lock_order;
use crate::message::{Ids, Message, PutMeta, Visibility};
use crate::numbers::Seq;
use crate::queue::Queue;
use crate::selection::{Selected, Selection, Take};
use crate::status::QueueSettings;
use crate::wakeup::Wakeups;
use ferromq_base::lock::Mutex;
use std::collections::VecDeque;
use std::fmt::Debug;
use std::sync::Arc;
use std::task::Waker;

/// See the module. It answers as it is asked, or later.
pub struct RehearsedQueue {
    queue: Arc<Queue>,
    hears: Box<dyn Fn(&'static str) -> Answers + Send + Sync>,
    late: Mutex<Late, lock_order::Late>,
}

/// Calls that are not carried out yet, in the order in which they were made.
#[derive(Default)]
struct Late {
    calls: VecDeque<Box<dyn FnOnce() + Send>>,
    /// The one in front of them is just carried out.
    is_answering: bool,
}

/// When a call is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    /// As it is made, if no other is under way.
    Now,
    /// When [`RehearsedQueue::answer_next`] comes to it, if it is one that may be pending.
    Later,
}

impl Debug for RehearsedQueue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.queue.fmt(f)
    }
}

impl RehearsedQueue {
    /// `hears` is told the name of each call before it is answered, and says when that is.
    #[must_use]
    pub fn new(
        settings: QueueSettings,
        hears: impl Fn(&'static str) -> Answers + Send + Sync + 'static,
    ) -> Self {
        Self {
            queue: Arc::new(Queue::new_volatile(settings)),
            hears: Box::new(hears),
            late: Mutex::default(),
        }
    }

    /// Carries out and answers the call that waits longest. False when none does. One thread at a time may.
    pub fn answer_next(&self) -> bool {
        let next = {
            let mut late = self.late.lock();
            let next = late.calls.pop_front();
            late.is_answering = next.is_some();
            next
        };
        let waits = next.is_some();
        if let Some(call) = next {
            call();
        }
        self.late.lock().is_answering = false;
        waits
    }

    /// Never answers what waits.
    pub fn lose_all(&self) {
        let lost = std::mem::take(&mut self.late.lock().calls);
        drop(lost);
    }

    /// Of a call that is answered as it is made.
    pub(crate) fn carried_out(&self, name: &'static str) -> &Queue {
        let _ = (self.hears)(name);
        &self.queue
    }

    fn carry_out<T: Send + 'static>(
        &self,
        name: &'static str,
        call: impl FnOnce(&Queue) -> T + Send + 'static,
    ) -> Result<T, Pending<T>> {
        let answers = (self.hears)(name);
        let mut late = self.late.lock();
        let comes_next = late.calls.is_empty() && !late.is_answering;
        if comes_next && answers == Answers::Now {
            drop(late);
            return Ok(call(&self.queue));
        }
        let (completion, pending) = under_way();
        let queue = Arc::clone(&self.queue);
        late.calls
            .push_back(Box::new(move || completion.answer(call(&queue))));
        Err(pending)
    }

    fn call<T: Send + 'static>(
        &self,
        name: &'static str,
        call: impl FnOnce(&Queue) -> T + Send + 'static,
    ) -> Called<T> {
        match self.carry_out(name, call) {
            Ok(answer) => Called::Done(answer),
            Err(pending) => Called::Pending(pending),
        }
    }

    pub(crate) fn reserve(&self) -> Called<Result<Seq, PutRefusal>> {
        self.call("reserve", Queue::reserve)
    }

    pub(crate) fn reserve_logged(&self) -> Called<Result<Seq, PutRefusal>> {
        self.call("reserve_logged", Queue::reserve_logged)
    }

    pub(crate) fn release(&self, seq: Seq) -> Called<()> {
        self.call("release", move |queue| queue.release(seq))
    }

    pub(crate) fn insert(
        &self,
        seq: Seq,
        message: Arc<Message>,
        meta: &PutMeta,
        visibility: Visibility,
    ) -> Called<Wakeups> {
        let meta = *meta;
        let insert = move |queue: &Queue| queue.insert(seq, message, &meta, visibility);
        self.call("insert", insert)
    }

    pub(crate) fn insert_copy(
        &self,
        seq: Seq,
        message: Arc<Message>,
        ids: &Ids,
        meta: &PutMeta,
        visibility: Visibility,
    ) -> Called<Wakeups> {
        let (ids, meta) = (*ids, *meta);
        let insert = move |queue: &Queue| queue.insert_copy(seq, message, &ids, &meta, visibility);
        self.call("insert_copy", insert)
    }

    pub(crate) fn make_visible(&self, seq: Seq) -> Called<Wakeups> {
        self.call("make_visible", move |queue| queue.make_visible(seq))
    }

    pub(crate) fn finish(&self, seq: Seq) -> Called<()> {
        self.call("finish", move |queue| queue.finish(seq))
    }

    pub(crate) fn restore(&self, seq: Seq, count_backout: bool) -> Called<Wakeups> {
        self.call("restore", move |queue| queue.restore(seq, count_backout))
    }

    pub(crate) fn select_into(
        &self,
        selection: &Selection<'_>,
        how: (Take, u64),
        waker: Option<&Waker>,
        selected: &mut Selected,
    ) -> Searched {
        let (filter, waker) = (selection.filter.cloned(), waker.cloned());
        let free = selection.unfiltered();
        let search = move |queue: &Queue| {
            let selection = Selection {
                filter: filter.as_ref(),
                ..free
            };
            let mut selected = Selected::default();
            let waiter = queue.select_into(&selection, how, waker.as_ref(), &mut selected);
            LateSearch { selected, waiter }
        };
        match self.carry_out("select_into", search) {
            Ok(over) => {
                *selected = over.selected;
                Searched::Done(over.waiter)
            }
            Err(pending) => Searched::Pending(pending),
        }
    }
}
