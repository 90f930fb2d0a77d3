//! Who is connected, by the names of applications: the figures of class `STATAPP`.
//!
//! An instance of an application is a process of it: connections of one name that come by one road from one process of one
//! machine are one instance, however many there are. What the queue manager runs itself is none.

use crate::core::figures::Figure;
use crate::core::figures::table::Figures;
use crate::lock_order;
use ferromq_base::lock::{Mutex, MutexGuard};
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{Origin, Road};
use std::collections::{BTreeSet, HashMap};

/// The name of an application.
type Name = FixedText<28>;

/// Names kept of applications that have no instance: more are forgotten before the next round of publications does it.
const IDLE_NAMES_MAX: usize = 4096;

/// A process.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Process {
    road: Road,
    id: u32,
    /// Where it is, when it is not on this machine.
    address: String,
}

impl Process {
    fn of(origin: &Origin) -> Self {
        let client = origin.client.as_ref();
        Self {
            road: origin.road,
            id: origin.process_id,
            address: client.map_or_else(String::new, |at| at.address.clone()),
        }
    }
}

/// One application.
#[derive(Debug, Default)]
struct Application {
    /// How many connections each instance has.
    instances: HashMap<Process, u32>,
    started: u64,
    ended: u64,
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Applications(Mutex<HashMap<Name, Application>, lock_order::Applications>);

impl Applications {
    fn lock(&self) -> MutexGuard<'_, HashMap<Name, Application>> {
        self.0.lock()
    }

    /// A connection is there.
    pub(crate) fn joined(&self, name: &Name, origin: &Origin) {
        let mut all = self.lock();
        if all.len() >= IDLE_NAMES_MAX && !all.contains_key(name) {
            all.retain(|_, one| !one.instances.is_empty());
        }
        let application = all.entry(*name).or_default();
        let connections = application.instances.entry(Process::of(origin));
        let connections = connections.or_insert_with(|| {
            application.started += 1;
            0
        });
        *connections += 1;
    }

    /// A connection is gone.
    pub(crate) fn left(&self, name: &Name, origin: &Origin) {
        let mut all = self.lock();
        let Some(application) = all.get_mut(name) else {
            return;
        };
        let process = Process::of(origin);
        let Some(connections) = application.instances.get_mut(&process) else {
            return;
        };
        *connections -= 1;
        if *connections == 0 {
            application.instances.remove(&process);
            application.ended += 1;
        }
    }

    /// The names of all that are known.
    pub(crate) fn names(&self) -> Vec<Name> {
        self.lock().keys().copied().collect()
    }

    /// Forgets what has no instance and is not among these.
    pub(crate) fn forget_all_but(&self, watched: &BTreeSet<Name>) {
        let mut all = self.lock();
        all.retain(|name, one| !one.instances.is_empty() || watched.contains(name));
    }

    /// The figures of one; noughts where nobody of the name was there.
    pub(crate) fn figures(&self, name: &Name) -> Figures {
        let all = self.lock();
        let (instances, started, ended) = all.get(name).map_or((0, 0, 0), |one| {
            (one.instances.len() as u64, one.started, one.ended)
        });
        let mut figures = Figures::default();
        figures.set(Figure::Instances, instances);
        figures.set(Figure::InstancesStarted, started);
        figures.set(Figure::InstancesEnded, ended);
        figures
    }
}
