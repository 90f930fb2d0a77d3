//! A running queue manager, as commands see it.

mod clusters;
mod connections;
mod log;
mod operations;
mod queues;
mod topics;

use crate::applications::Applications;
use crate::client_table::client_table;
use crate::clusters::Clusters;
use crate::command_server::CommandServerControl;
use crate::lease::Leases;
use crate::neighbours::NeighboursControl;
use crate::network::Network;
use crate::operations::ObjectOperations;
use crate::queued::QueuedControl;
use crate::services::Services;
use ferromq_base::clock::Clock;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::generated::constants::{MQEVO_CONSOLE, MQEVO_MSG, MQEVO_OTHER};
use ferromq_mqi::options::Origin;
use ferromq_qmgr::{Cause, Entity, MessageContext, QueueManager};
pub(crate) use operations::refusal;
use std::sync::{Arc, OnceLock};

/// How a queue manager's log is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogLayout {
    /// Linear, or else circular.
    pub linear: bool,
    /// Size of an extent.
    pub extent_bytes: u64,
    /// Extents made at creation.
    pub primary_extents: u32,
    /// Extents that may be added.
    pub secondary_extents: u32,
}

/// What displays show that a queue manager does not know of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surroundings {
    /// Directory of its data.
    pub data_path: String,
    /// Directory of its log.
    pub log_path: String,
    /// Name of the machine.
    pub host_name: String,
    /// Installation's name, description and directory.
    pub installation: (String, String, String),
    /// Its log.
    pub log: LogLayout,
}

/// A running queue manager and its surroundings: what commands are run on.
#[derive(Clone)]
pub struct Administered {
    queue_manager: QueueManager,
    surroundings: Surroundings,
    clock: Arc<dyn Clock>,
    /// Given once the process around the queue manager has one.
    network: OnceLock<Arc<dyn Network>>,
    /// Whose commands they are; `None` for those of an administrator.
    user: Option<Arc<Entity>>,
    /// The same as events tell it.
    cause: Cause,
    /// Listeners that belong to programs.
    leases: Arc<Leases>,
    /// Who keeps the client channel definition table.
    client_table: OnceLock<ClientTableKeeper>,
    /// Who starts and stops the command server.
    command_server: OnceLock<Arc<dyn CommandServerControl>>,
    /// Who runs the queued interface of publish and subscribe.
    queued: OnceLock<Arc<dyn QueuedControl>>,
    /// Who exchanges publications with other queue managers.
    neighbours: OnceLock<Arc<dyn NeighboursControl>>,
    /// Who runs the programs of services.
    services: OnceLock<Arc<dyn Services>>,
    /// Who keeps the repository of clusters.
    clusters: OnceLock<Arc<dyn Clusters>>,
    /// Who spreads applications over a uniform cluster.
    applications: OnceLock<Arc<dyn Applications>>,
}

/// Hears the client channel definition table whenever it changes. It tells operators itself if it cannot keep it.
pub type ClientTableKeeper = Arc<dyn Fn(&str) -> Result<(), TableNotKept> + Send + Sync>;

/// The client channel definition table could not be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableNotKept {
    /// The file it was to be in.
    pub path: String,
    /// Why it is not.
    pub reason: String,
}

impl std::fmt::Debug for Administered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Administered")
            .field("queue_manager", &self.queue_manager)
            .finish_non_exhaustive()
    }
}

impl Administered {
    /// Puts the two together. The clock is the one the queue manager was started with.
    #[must_use]
    pub fn new(
        queue_manager: QueueManager,
        surroundings: Surroundings,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self {
            queue_manager,
            surroundings,
            clock,
            network: OnceLock::new(),
            user: None,
            cause: Cause::of(MQEVO_CONSOLE, ""),
            leases: Arc::default(),
            client_table: OnceLock::new(),
            command_server: OnceLock::new(),
            queued: OnceLock::new(),
            neighbours: OnceLock::new(),
            services: OnceLock::new(),
            clusters: OnceLock::new(),
            applications: OnceLock::new(),
        }
    }

    /// Has the client channel definition table (see [`crate::client_table`]) kept: as it is now, and
    /// whenever a command changes it. Only the first call counts.
    pub fn keep_client_table(&self, keeper: ClientTableKeeper) {
        if self.client_table.set(keeper).is_ok() {
            self.client_channels_changed(ObjectKind::ClntConn);
        }
    }

    /// Has the client channel definition table kept as it is now.
    pub(crate) fn write_client_table(&self) -> Result<(), TableNotKept> {
        let Some(keeper) = self.client_table.get() else {
            return Ok(());
        };
        let channels = self.queue_manager.definitions(ObjectKind::ClntConn);
        keeper(&client_table(&channels))
    }

    /// Tells those who follow them that objects of a kind have changed.
    fn changed(&self, kind: ObjectKind) {
        self.client_channels_changed(kind);
        if let Some(queued) = self.queued() {
            queued.changed(kind);
        }
        if let Some(neighbours) = self.neighbours() {
            neighbours.changed(kind);
        }
        self.network().changed(kind);
    }

    /// Tells the keeper of the table, if a change of objects of that kind changes the table.
    fn client_channels_changed(&self, kind: ObjectKind) {
        if kind == ObjectKind::ClntConn {
            // Operators were told, and the command did what it is about.
            let _ = self.write_client_table();
        }
    }

    /// Stops the listeners of programs that are gone. To be called every second or so.
    pub fn stop_orphaned_listeners(&self) {
        for listener in self.leases.take_silent(self.clock.monotonic_ns()) {
            // It may have been stopped otherwise.
            let _ = self.network().stop_listener(&listener);
        }
    }

    pub(crate) fn leases(&self) -> &Leases {
        &self.leases
    }

    pub(crate) fn monotonic_ns(&self) -> u64 {
        self.clock.monotonic_ns()
    }

    /// Listeners and channels from now on: there were none before. Only the first call counts.
    pub fn set_network(&self, network: Arc<dyn Network>) {
        // A process has one network side for its queue manager.
        let _ = self.network.set(network);
    }

    /// The same, for commands of the user a connection comes from. Administrators may do
    /// everything; what others may do is in authority records.
    #[must_use]
    pub fn on_behalf_of(&self, origin: &Origin) -> Self {
        let user = self.queue_manager.entity_of(origin);
        Self {
            cause: Cause::of(MQEVO_CONSOLE, origin.user_id.as_str()),
            user: user.filter(|user| !user.is_administrator()),
            ..self.clone()
        }
    }

    /// The same for commands of a user, who is known by name alone: `message` is what is said of the message they came in.
    #[must_use]
    pub fn on_behalf_of_user(&self, name: &str, message: Option<MessageContext>) -> Self {
        let user = self.queue_manager.entity_named(name);
        let origin = match message {
            Some(_) => MQEVO_MSG,
            None => MQEVO_OTHER,
        };
        Self {
            cause: Cause {
                message,
                ..Cause::of(origin, name)
            },
            user: user.filter(|user| !user.is_administrator()),
            ..self.clone()
        }
    }

    /// Has a command server, which may be started and stopped. Only the first call counts.
    pub fn set_command_server(&self, control: Arc<dyn CommandServerControl>) {
        // A queue manager has one.
        let _ = self.command_server.set(control);
    }

    /// The command server, where there may be one.
    #[must_use]
    pub fn command_server(&self) -> Option<&dyn CommandServerControl> {
        self.command_server.get().map(|control| &**control)
    }

    /// Has a queued interface of publish and subscribe, which follows `PSMODE`. Only the first call counts.
    pub fn set_queued(&self, control: Arc<dyn QueuedControl>) {
        // A queue manager has one.
        let _ = self.queued.set(control);
    }

    /// The queued interface, where there may be one.
    #[must_use]
    pub fn queued(&self) -> Option<&dyn QueuedControl> {
        self.queued.get().map(|control| &**control)
    }

    /// Has somebody who exchanges publications with other queue managers. Only the first call counts.
    pub fn set_neighbours(&self, control: Arc<dyn NeighboursControl>) {
        // A queue manager has one.
        let _ = self.neighbours.set(control);
    }

    /// Who exchanges publications with other queue managers, where there may be somebody.
    #[must_use]
    pub fn neighbours(&self) -> Option<&dyn NeighboursControl> {
        self.neighbours.get().map(|control| &**control)
    }

    /// Has somebody who runs the programs of services. Only the first call counts.
    pub fn set_services(&self, services: Arc<dyn Services>) {
        // A process runs them for its queue manager.
        let _ = self.services.set(services);
    }

    /// Has somebody who keeps the repository of clusters. Only the first call counts.
    pub fn set_clusters(&self, clusters: Arc<dyn Clusters>) {
        // A process keeps one for its queue manager.
        let _ = self.clusters.set(clusters);
    }

    /// Has somebody who spreads applications over a uniform cluster. Only the first call counts.
    pub fn set_applications(&self, applications: Arc<dyn Applications>) {
        // A queue manager is in one.
        let _ = self.applications.set(applications);
    }

    /// Who spreads applications, where the queue manager is in a uniform cluster.
    pub(crate) fn applications(&self) -> Option<&dyn Applications> {
        self.applications.get().map(|applications| &**applications)
    }

    /// Where the queue manager runs.
    #[must_use]
    pub fn surroundings(&self) -> &Surroundings {
        &self.surroundings
    }

    pub(crate) fn user(&self) -> Option<&Arc<Entity>> {
        self.user.as_ref()
    }

    pub(crate) fn queue_manager(&self) -> &QueueManager {
        &self.queue_manager
    }
}
