//! What administrators want of clusters: done by the service's thread, which alone knows how things stand.

use super::inbox::{Command, CommandTurn, RepositoryInbox, Wanted};
use ferromq_admin::{ClusterError, Clusters, SuspendMode};
use ferromq_mqi::ObjectName;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::time::Duration;

/// How long a command waits to be carried out: a log without room may take a while.
const PATIENCE: Duration = Duration::from_secs(30);

/// The commands, as whoever carries them out is told.
pub(crate) struct RepositoryCommands(pub(crate) Arc<RepositoryInbox>);

impl RepositoryCommands {
    fn carry_out(&self, wanted: Wanted) -> Result<(), ClusterError> {
        let (done, outcome) = sync_channel(1);
        let turn = Arc::new(CommandTurn::default());
        let command = Command {
            wanted,
            done,
            turn: Arc::clone(&turn),
        };
        if !self.0.command(command) {
            return Err(not_possible("the repository of clusters ends"));
        }
        outcome.recv_timeout(PATIENCE).unwrap_or_else(|_| {
            Err(not_possible(match turn.take() {
                true => {
                    "the repository of clusters does not answer, and the command will not be carried out; \
                     the error log says what it waits for"
                }
                false => {
                    "the repository of clusters has begun with it and is not done yet; the error log says what \
                     it waits for"
                }
            }))
        })
    }
}

fn not_possible(why: &str) -> ClusterError {
    ClusterError::NotPossible(why.to_owned())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_refused_where_nobody_carries_it_out_any_more() {
        let clusters = [ObjectName::truncated("SALES")];
        for end in [RepositoryInbox::stop, RepositoryInbox::close] {
            let inbox = Arc::new(RepositoryInbox::default());
            end(&inbox);
            let refused = RepositoryCommands(Arc::clone(&inbox)).resume(&clusters);
            let Err(ClusterError::NotPossible(why)) = refused else {
                panic!("{refused:?}");
            };
            assert_eq!(why, "the repository of clusters ends");
            assert!(inbox.take_commands().is_empty());
        }
    }

    #[test]
    fn a_command_that_was_given_up_is_not_begun() {
        let turn = CommandTurn::default();
        assert!(turn.take());
        assert!(!turn.take());
    }
}
