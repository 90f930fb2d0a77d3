//! Applications spread over the members of a uniform cluster.
//!
//! What is decided is in `ferromq_cluster::balance`. [`balancer::Balancer`] is what the thread of the repository of clusters does with it, for it is
//! the one that hears of members; [`Spread`] is what everybody else sees of it: displays, and sockets that clients come over.

pub(crate) mod balancer;
mod choice;

use crate::lock_order;
use ferromq_admin::applications::{ApplicationMember, Applications, ToldToMove};
use ferromq_base::lock::{Mutex, MutexGuard};
use std::collections::BTreeMap;
use std::sync::Arc;

/// So long a connection that was hung up on to be made elsewhere is not let in here again: it takes another queue manager by then,
/// if it knows one.
const BARRED_NS: u64 = 5_000_000_000;
/// Most of them that are known: more are let in again.
const BARRED_MAX: usize = 100_000;

/// See the module.
pub(crate) struct Spread {
    cluster: String,
    seen: Mutex<Seen, lock_order::Spread>,
}

#[derive(Default)]
struct Seen {
    members: Vec<ApplicationMember>,
    told: BTreeMap<[u8; 24], MoveRequest>,
    /// Until when, by the monotonic clock, and which queue manager is to have them.
    barred: BTreeMap<[u8; 24], (u64, Arc<str>)>,
}

/// When a connection was asked to move to another queue manager, and where to.
#[derive(Clone)]
struct MoveRequest {
    times: u32,
    last_us: u64,
    /// It moves until then, by the monotonic clock in nanoseconds, or stays.
    until_ns: u64,
    moving: bool,
    /// Where to.
    to: Arc<str>,
}

impl Spread {
    /// Of a cluster.
    pub(crate) fn over(cluster: &str) -> Self {
        Self {
            cluster: cluster.to_owned(),
            seen: Mutex::default(),
        }
    }

    /// These connections were hung up on, to be made elsewhere.
    pub(crate) fn bar(&self, connection_ids: &[[u8; 24]], now_ns: u64) {
        let mut seen = self.seen();
        seen.barred.retain(|_, (until_ns, _)| *until_ns > now_ns);
        // What shares a socket with those that were told goes with them.
        let mut told = connection_ids.iter().filter_map(|id| seen.told.get(id));
        let Some(to) = told.next().map(|told| Arc::clone(&told.to)) else {
            return;
        };
        let until_ns = now_ns.saturating_add(BARRED_NS);
        for id in connection_ids {
            if seen.barred.len() < BARRED_MAX {
                seen.barred.insert(*id, (until_ns, Arc::clone(&to)));
            }
        }
    }

    /// The queue manager that is to have the connection that comes in place of this one.
    pub(crate) fn sent_to(&self, lost: &[u8; 24], now_ns: u64) -> Option<Arc<str>> {
        let seen = self.seen();
        let barred = seen.barred.get(lost);
        let barred = barred.filter(|(until_ns, _)| *until_ns > now_ns);
        barred.map(|(_, to)| Arc::clone(to))
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock()
    }
}

impl Applications for Spread {
    fn cluster(&self) -> String {
        self.cluster.clone()
    }

    fn members(&self) -> Vec<ApplicationMember> {
        self.seen().members.clone()
    }

    fn told(&self, connection: &[u8; 24]) -> ToldToMove {
        let told = self.seen().told.get(connection).cloned();
        told.map_or_else(ToldToMove::default, |told| ToldToMove {
            times: told.times,
            last_us: told.last_us,
            moving: told.moving,
        })
    }
}
