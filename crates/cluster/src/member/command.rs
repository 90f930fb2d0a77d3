//! Commands of administrators: REFRESH CLUSTER, RESET CLUSTER.

use crate::limits::{LIFE_MS, VERSION_MAX};
use crate::member::Member;
use crate::member::action::Action;
use crate::member::cluster::Cluster;
use crate::member::env::Env;
use crate::record::{Contents, Record, State};
use std::fmt;
use std::sync::Arc;

/// Why a command is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// This queue manager is no member of the cluster.
    NoMember,
    /// It is a full repository of the cluster, which cannot forget the full repositories (AMQ9406).
    FullRepository,
    /// It is no full repository of the cluster.
    NotFullRepository,
    /// No such queue manager is a member.
    Unknown,
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoMember => "this queue manager is no member of the cluster",
            Self::FullRepository => "this queue manager is a full repository of the cluster",
            Self::NotFullRepository => "this queue manager is no full repository of the cluster",
            Self::Unknown => "no such queue manager is a member of the cluster",
        })
    }
}

impl std::error::Error for CommandError {}

impl Member {
    /// A cluster this queue manager is a member of.
    fn joined(
        &mut self,
        cluster: &str,
        now: u64,
    ) -> Result<(&mut Env, &mut Cluster), CommandError> {
        self.env.now = now;
        let found = self.clusters.get_mut(cluster);
        let cluster = found
            .filter(|cluster| cluster.is_member())
            .ok_or(CommandError::NoMember)?;
        Ok((&mut self.env, cluster))
    }

    /// REFRESH CLUSTER: says everything of its own anew, compares with the full repositories and asks again for every name. Nothing
    /// that is in use is dropped. With `repositories` what others said is forgotten, and the full repositories
    /// with it. A queue manager that was forced out joins again.
    ///
    /// # Errors
    /// [`CommandError::NoMember`], [`CommandError::FullRepository`].
    pub fn refresh(
        &mut self,
        cluster: &str,
        repositories: bool,
        now: u64,
    ) -> Result<Vec<Action>, CommandError> {
        let (env, cluster) = self.joined(cluster, now)?;
        if repositories && cluster.full {
            return Err(CommandError::FullRepository);
        }
        cluster.forced_out = false;
        if repositories {
            let me = Arc::clone(&env.qmid);
            cluster.forget_others(env, |_, owner, _| *owner == me);
            env.settle();
            // Whom CLUSSDRs lead to is known from the channels, which may go on running, and not from what anybody said.
            cluster.failing.clear();
        }
        for name in cluster.own.keys().cloned().collect::<Vec<_>>() {
            cluster.write(env, &name, 0);
        }
        cluster.greet_all(env);
        Ok(self.done())
    }

    /// RESET CLUSTER ACTION(FORCEREMOVE): takes the queue manager with that QMID, which cannot leave itself, out of the cluster, and with `queues` what
    /// it shared. What it says in the next ten seconds is not heard.
    ///
    /// # Errors
    /// All but [`CommandError::FullRepository`].
    pub fn force_remove(
        &mut self,
        cluster: &str,
        qmid: &str,
        queues: bool,
        now: u64,
    ) -> Result<Vec<Action>, CommandError> {
        let (env, cluster) = self.joined(cluster, now)?;
        if !cluster.full {
            return Err(CommandError::NotFullRepository);
        }
        let is_meant = |member: &&Arc<str>| ***member == *qmid && **member != env.qmid;
        let meant: Option<Arc<str>> = {
            let mut members = cluster.store.members().map(|(member, _)| member);
            members.find(is_meant).cloned()
        };
        let owner = meant.ok_or(CommandError::Unknown)?;
        let of = cluster.store.owners.get(&owner);
        let live = of.into_iter().flat_map(|of| &of.records);
        let removed: Vec<_> = live
            .filter(|(name, record)| {
                record.state == State::Live && (queues || name.kind.is_of_q_mgr())
            })
            .map(|(name, record)| (name.clone(), record.version))
            .collect();
        let was_full = cluster.store.is_full(&owner);
        cluster.forced_at.insert(Arc::clone(&owner), now);
        for (name, version) in removed {
            let record = Record {
                // Above what it said to others, too, which may not have come here.
                version: now.max(version + 1).min(VERSION_MAX),
                expires_ms: now.saturating_add(LIFE_MS),
                state: State::ForcedOut,
                trusted: false,
                number: 0,
                contents: Contents::none(),
            };
            cluster.keep(env, &owner, name.clone(), record);
            cluster.pass_on_of(env, (&owner, was_full), &name, None);
        }
        Ok(self.done())
    }
}
