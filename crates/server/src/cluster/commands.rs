//! What administrators want of clusters: done by the service's thread, which alone knows how things stand.

use super::told::{Command, Told, Wanted};
use ferromq_admin::{ClusterError, Clusters, SuspendMode};
use ferromq_mqi::ObjectName;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::time::Duration;

/// How long a command waits to be carried out: a log without room may take a while.
const PATIENCE: Duration = Duration::from_secs(30);

/// The commands, as whoever carries them out is told.
pub(crate) struct RepositoryCommands(pub(crate) Arc<Told>);

impl RepositoryCommands {
    fn carry_out(&self, wanted: Wanted) -> Result<(), ClusterError> {
        let (done, outcome) = sync_channel(1);
        if !self.0.stops() {
            self.0.command(Command { wanted, done });
        }
        outcome.recv_timeout(PATIENCE).unwrap_or_else(|_| {
            let why =
                "the repository of clusters does not answer; the error log says what it waits for";
            Err(ClusterError::NotPossible(why.to_owned()))
        })
    }
}

impl Clusters for RepositoryCommands {
    fn suspend(&self, clusters: &[ObjectName], mode: SuspendMode) -> Result<(), ClusterError> {
        self.carry_out(Wanted::Suspend(clusters.to_vec(), mode))
    }

    fn resume(&self, clusters: &[ObjectName]) -> Result<(), ClusterError> {
        self.carry_out(Wanted::Resume(clusters.to_vec()))
    }

    fn refresh(&self, clusters: &[ObjectName], repositories: bool) -> Result<(), ClusterError> {
        self.carry_out(Wanted::Refresh {
            clusters: clusters.to_vec(),
            repositories,
        })
    }

    fn force_remove(
        &self,
        cluster: &ObjectName,
        q_mgr_id: &str,
        queues: bool,
    ) -> Result<(), ClusterError> {
        self.carry_out(Wanted::ForceRemove {
            cluster: *cluster,
            qmid: q_mgr_id.to_owned(),
            queues,
        })
    }
}
