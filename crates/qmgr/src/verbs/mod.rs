//! The verbs, a file each: what is asked is parsed and checked, and the floors below do it.

mod accounted;
pub(crate) mod accounting;
mod activity;
pub(crate) mod applications;
mod async_put;
mod at_worker;
pub(crate) mod authority;
pub(crate) mod await_any;
pub(crate) mod call;
pub(crate) mod channel_partner;
mod cluster_names;
pub(crate) mod connection;
pub(crate) mod connection_state;
pub(crate) mod deferred;
pub(crate) mod dispatch;
mod followed;
pub(crate) mod get;
pub(crate) mod get_checks;
mod get_convert;
mod get_properties;
mod get_reply;
mod group_get;
mod group_put;
pub(crate) mod handle;
pub(crate) mod holders;
mod inquire;
pub(crate) mod left_work;
mod list;
mod list_put;
mod list_together;
pub(crate) mod observe;
mod open;
mod open_topic;
mod promise;
mod publish;
mod put;
mod put_checks;
pub(crate) mod refusals;
mod refused;
pub(crate) mod room;
mod route;
pub(crate) mod selector;
pub(crate) mod standing;
pub(crate) mod step;
mod subscribe;
mod syncpoint;
pub(crate) mod traced;
pub(crate) mod transactions;
pub(crate) mod users;
pub(crate) mod waiting_get;
pub(crate) mod xa;

use crate::core::RunState;
use crate::lock_order;
use crate::publish::Publishing;
use crate::verbs::applications::Applications;
use crate::verbs::connection_state::ConnectionState;
use ferromq_base::lock::{Mutex, MutexGuard};
use std::collections::BTreeMap;
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What every connection stands on, and the connections there are.
pub(crate) struct Engine {
    pub(crate) publishing: Arc<Publishing>,
    connections: Mutex<BTreeMap<u64, Arc<ConnectionState>>, lock_order::Connections>,
    /// Those among them that are not the queue manager's own: event loops ask for each force.
    pub(crate) application_count: AtomicUsize,
    /// The most there were since this was published.
    pub(crate) connections_most: AtomicUsize,
    /// The most there were since statistics were written.
    pub(crate) connections_most_of_interval: AtomicUsize,
    /// Who is connected, by the names of applications.
    pub(crate) applications: Applications,
}

impl Deref for Engine {
    type Target = Publishing;

    fn deref(&self) -> &Publishing {
        &self.publishing
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl Engine {
    pub(crate) fn new(publishing: Arc<Publishing>) -> Self {
        Self {
            publishing,
            connections: Mutex::default(),
            application_count: AtomicUsize::new(0),
            connections_most: AtomicUsize::new(0),
            connections_most_of_interval: AtomicUsize::new(0),
            applications: Applications::default(),
        }
    }

    pub(crate) fn connections(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<ConnectionState>>> {
        self.connections.lock()
    }

    /// There are so many connections now.
    pub(crate) fn count_most(&self, count: usize) {
        self.connections_most.fetch_max(count, Ordering::Relaxed);
        let most = &self.connections_most_of_interval;
        most.fetch_max(count, Ordering::Relaxed);
    }

    /// Goes further down; never back up. Wakes every wait so that it can see the new state.
    pub(crate) fn advance_state(&self, to: RunState) {
        self.go_down(to);
        let waiting: Vec<_> = self.connections().values().cloned().collect();
        for connection in waiting {
            // On its way down: one that cannot be told keeps nobody else from it.
            let _ = catch_unwind(AssertUnwindSafe(|| connection.interrupt()));
        }
    }
}
