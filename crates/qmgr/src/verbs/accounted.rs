//! Calls of a connection, as its accounts see them (`verbs/accounting.rs`).

use crate::core::RunState;
use crate::record::QueueId;
use crate::store::local_queue::LocalQueue;
use crate::verbs::accounting::{Accounting, Ended, QUEUES_MAX, QueueAccount};
use crate::verbs::call::Call;
use crate::verbs::connection::Connection;
use crate::verbs::handle::Handle;
use ferromq_mqi::generated::constants::{MQMON_NONE, MQPER_PERSISTENT};
use ferromq_mqi::options::ObjectHandle;
use std::sync::Arc;

impl Connection {
    /// A queue was opened: there is an account of it from now on, if that is asked for.
    pub(super) fn account_open(&mut self, handle: &Handle) {
        if self.accounts.queues == MQMON_NONE || !matches!(self.call, Call::Open { .. }) {
            return;
        }
        let Some(queue) = handle.queue() else {
            return;
        };
        let queue = Arc::clone(queue);
        let now_us = self.engine.clock.wall_us();
        if let Some(account) = self.account_of(&queue) {
            if account.opens == 0 && account.handles == 0 {
                account.opened_us = now_us;
            }
            account.opens += 1;
            account.handles += 1;
        }
    }

    /// The account of a queue, made where there is to be one.
    fn account_of(&mut self, queue: &LocalQueue) -> Option<&mut QueueAccount> {
        let known = self.accounting.as_ref();
        let is_known = known.is_some_and(|known| known.queues.contains_key(&queue.id));
        if !is_known && !self.accounts.keeps(queue) {
            return None;
        }
        let engine = &self.engine;
        let accounting = self
            .accounting
            .get_or_insert_with(|| Box::new(Accounting::begin(engine)));
        if !is_known && accounting.queues.len() >= QUEUES_MAX {
            accounting.write(engine, &self.state, None);
            if accounting.queues.len() >= QUEUES_MAX {
                // All of them are open.
                return None;
            }
        }
        let new = || Box::new(QueueAccount::of(queue));
        Some(accounting.queues.entry(queue.id).or_insert_with(new))
    }

    /// The account of the queue behind a handle, if there is one.
    fn account_at(&mut self, handle: ObjectHandle) -> Option<&mut QueueAccount> {
        let accounting = self.accounting.as_mut()?;
        let id = self.handles.get(handle).ok()?.queue()?.id;
        accounting.queues.get_mut(&id).map(|account| &mut **account)
    }

    pub(super) fn account_close(&mut self, queue: QueueId) {
        if let Some(accounting) = &mut self.accounting
            && let Some(account) = accounting.queues.get_mut(&queue)
            && account.handles > 0
        {
            account.handles -= 1;
            account.closed_us = self.engine.clock.wall_us();
        }
    }

    /// Something was put, or not: then there is no persistence.
    pub(super) fn account_put(
        &mut self,
        handle: ObjectHandle,
        persistence: Option<i32>,
        bytes: usize,
    ) {
        if let Some(account) = self.account_at(handle) {
            match persistence {
                Some(kind) => account.puts.add(kind == MQPER_PERSISTENT, bytes as u64),
                None => account.puts.failed += 1,
            }
        }
    }

    /// The same of a queue that was opened for this alone.
    pub(super) fn account_put1(
        &mut self,
        queue: &LocalQueue,
        persistent: Option<bool>,
        bytes: usize,
    ) {
        if self.accounts.queues == MQMON_NONE {
            return;
        }
        if let Some(account) = self.account_of(queue) {
            match persistent {
                Some(persistent) => {
                    account.puts.add(persistent, bytes as u64);
                    account.put1s[usize::from(persistent)] += 1;
                }
                None => account.put1s_failed += 1,
            }
        }
    }

    pub(super) fn account_get(
        &mut self,
        handle: ObjectHandle,
        browses: bool,
        persistent: bool,
        bytes: u64,
    ) {
        if self.accounting.is_none() {
            return;
        }
        let now_us = self.engine.clock.wall_us();
        let time_us = now_us.saturating_sub(self.got_put_at_us);
        if let Some(account) = self.account_at(handle) {
            if browses {
                account.browses.add(persistent, bytes);
            } else {
                account.gets.add(persistent, bytes);
                account.times.add(persistent, time_us);
            }
        }
    }

    pub(super) fn account_get_failed(&mut self, handle: ObjectHandle, browses: bool) {
        if let Some(account) = self.account_at(handle) {
            let volume = match browses {
                true => &mut account.browses,
                false => &mut account.gets,
            };
            volume.failed += 1;
        }
    }

    /// A call is answered: writes interim records if the interval is over.
    pub(super) fn account_interval(&mut self) {
        let Some(accounting) = &mut self.accounting else {
            return;
        };
        let now_ns = self.engine.clock.monotonic_ns();
        if now_ns >= accounting.due_ns && self.engine.state() == RunState::Running {
            accounting.write(&self.engine, &self.state, None);
        }
    }

    /// The connection ends: writes its last records.
    pub(super) fn account_end(&mut self, ended: Ended) {
        if let Some(mut accounting) = self.accounting.take() {
            accounting.write(&self.engine, &self.state, Some(ended));
        }
    }
}
