//! What the commands ask of whoever keeps the repository of clusters.
//!
//! What members of clusters have told is kept as objects like any other, and commands read it as such. What changes it, and
//! tells other members, is behind [`Clusters`], which the process around the queue manager implements. Commands have looked
//! already at what definitions say: that the queue manager is a member of a cluster, or one of its full repositories.

use ferromq_mqi::name::ObjectName;
use ferromq_qmgr::Notice;

/// How a queue manager is suspended in a cluster.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SuspendMode {
    /// Other members are told, and avoid it while another one will do.
    #[default]
    Quiesce,
    /// The cluster channels to it are ended besides.
    Force,
}

/// Why a command about clusters was not carried out. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClusterError {
    /// It cannot be done here, for the reason in the text.
    NotPossible(String),
    /// It cannot be done, and a notice of its own says so.
    Notice(Notice),
}

/// Whoever keeps the repository of clusters. What a call changed is durable on return; that other members have heard of it is not
/// waited for.
pub trait Clusters: Send + Sync {
    /// Has other members avoid this queue manager in these clusters. It may be so already.
    ///
    /// # Errors
    /// See [`ClusterError`].
    fn suspend(&self, clusters: &[ObjectName], mode: SuspendMode) -> Result<(), ClusterError>;

    /// Has other members use this queue manager again. It may be so already.
    ///
    /// # Errors
    /// See [`ClusterError`].
    fn resume(&self, clusters: &[ObjectName]) -> Result<(), ClusterError>;

    /// Asks again for all that is known of these clusters, and announces again what is this queue manager's own; with
    /// `repositories` it also looks anew for full repositories, and is none itself.
    ///
    /// # Errors
    /// See [`ClusterError`].
    fn refresh(&self, clusters: &[ObjectName], repositories: bool) -> Result<(), ClusterError>;

    /// Removes another queue manager from a cluster this one is a full repository of, with `queues` what it shares there, too.
    ///
    /// # Errors
    /// See [`ClusterError`].
    fn force_remove(
        &self,
        cluster: &ObjectName,
        q_mgr_id: &str,
        queues: bool,
    ) -> Result<(), ClusterError>;
}

/// Nobody keeps a repository.
#[derive(Clone, Copy, Debug)]
pub struct NoClusters;

impl NoClusters {
    fn refused() -> Result<(), ClusterError> {
        let why = "nobody keeps a repository of clusters for this queue manager";
        Err(ClusterError::NotPossible(why.to_owned()))
    }
}

impl Clusters for NoClusters {
    fn suspend(&self, _clusters: &[ObjectName], _mode: SuspendMode) -> Result<(), ClusterError> {
        Self::refused()
    }

    fn resume(&self, _clusters: &[ObjectName]) -> Result<(), ClusterError> {
        Self::refused()
    }

    fn refresh(&self, _clusters: &[ObjectName], _repositories: bool) -> Result<(), ClusterError> {
        Self::refused()
    }

    fn force_remove(
        &self,
        _cluster: &ObjectName,
        _q_mgr_id: &str,
        _queues: bool,
    ) -> Result<(), ClusterError> {
        Self::refused()
    }
}
