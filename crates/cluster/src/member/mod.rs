//! One queue manager in all its clusters.

mod action;
#[cfg(test)]
mod asked_tests;
mod cluster;
mod command;
mod compare;
mod env;
mod outbox;
mod own;
mod question;
mod receive;
#[cfg(test)]
mod tests;
mod time;
#[cfg(test)]
mod trust_tests;

use crate::limits::CLUSTERS_MAX;
use crate::record::{Contents, Name, StoredRecord};
use cluster::Cluster;
use env::Env;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::name::ObjectName;
use question::Waiting;
use std::collections::BTreeMap;

pub use action::{Action, Answer, Destination, OwnCluster, Partner};
pub use action::{Limit, Notice};
pub use command::CommandError;

/// How much is known.
#[cfg(test)]
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// Records, what was withdrawn among them.
    records: usize,
    /// Names others are told of.
    subscriptions: usize,
}

/// See the module.
#[derive(Debug)]
pub struct Member {
    env: Env,
    clusters: BTreeMap<Box<str>, Cluster>,
    waiting: BTreeMap<Name, Waiting>,
}

impl Member {
    /// The queue manager with that QMID as it was when `kept` was kept, and as it is now. Objects that are no records are
    /// passed over.
    #[must_use]
    pub fn new(
        qmid: &str,
        kept: impl IntoIterator<Item = Definition>,
        own: &BTreeMap<String, OwnCluster>,
        now: u64,
    ) -> (Self, Vec<Action>) {
        let mut member = Self {
            env: Env::new(qmid, now),
            clusters: BTreeMap::new(),
            waiting: BTreeMap::new(),
        };
        for definition in kept {
            if let Some(kept) = StoredRecord::of(&definition) {
                member.env.last_number = member.env.last_number.max(kept.number);
                let cluster = kept.cluster.as_str().into();
                let cluster: &mut Cluster = member.clusters.entry(cluster).or_default();
                let contents = Contents::of(kept.name.kind, &definition);
                cluster.restore(&member.env.qmid, kept, contents);
            }
        }
        for cluster in member.clusters.values_mut() {
            cluster.take_own(own.get(&*cluster.name));
        }
        let mut actions = member.set_own(own, now);
        for cluster in member.clusters.values_mut() {
            cluster.greet_all(&mut member.env);
        }
        actions.extend(member.done());
        (member, actions)
    }

    /// What this queue manager is in each of its clusters is now that.
    #[must_use]
    pub fn set_own(&mut self, own: &BTreeMap<String, OwnCluster>, now: u64) -> Vec<Action> {
        self.env.now = now;
        for name in own.keys() {
            if ObjectName::parse(name).is_err() || self.clusters.contains_key(name.as_str()) {
                continue;
            }
            if self.clusters.len() >= CLUSTERS_MAX {
                let from = self.env.qmid.to_string();
                self.env.show(Notice::TooMuch {
                    cluster: name.clone(),
                    from,
                    limit: Limit::Clusters,
                });
                continue;
            }
            let cluster = self.clusters.entry(name.as_str().into()).or_default();
            cluster.name = name.as_str().into();
            self.env.settle();
        }
        for (name, cluster) in &mut self.clusters {
            cluster.change_own(&mut self.env, own.get(&**name));
        }
        self.clusters.retain(|_, cluster| !cluster.is_forgotten());
        self.done()
    }

    /// A message came over a channel from that queue manager.
    #[must_use]
    pub fn received(&mut self, from: Partner<'_>, bytes: &[u8], now: u64) -> Vec<Action> {
        self.env.now = now;
        self.env.speaker = from.q_mgr.into();
        match crate::message::Message::decode(bytes) {
            Ok(message) => self.hear(from, message),
            Err(error) => self.env.show(Notice::Malformed {
                from: from.qmid.to_owned(),
                error: error.to_string(),
            }),
        }
        let actions = self.done();
        self.env.speaker = Box::default();
        actions
    }

    /// A CLUSSDR, made by hand or not, reached the queue manager with that QMID. It did so `by_hand` if it was found where an
    /// administrator said: one that a CLUSSDR of ours leads to is trusted, and not where a member says that it leads.
    #[must_use]
    pub fn channel_started(
        &mut self,
        channel: &str,
        qmid: &str,
        by_hand: bool,
        now: u64,
    ) -> Vec<Action> {
        self.env.now = now;
        self.env.note_reached(channel, qmid, by_hand);
        for cluster in self.clusters.values_mut() {
            cluster.reached(&mut self.env, channel, qmid, by_hand);
        }
        self.done()
    }

    /// The channel of a cluster to a queue manager ended; `failing` if it is not to be reached there. It may be in another cluster, over another channel.
    #[must_use]
    pub fn channel_ended(
        &mut self,
        cluster: &str,
        qmid: &str,
        failing: bool,
        now: u64,
    ) -> Vec<Action> {
        self.env.now = now;
        if let Some(cluster) = self.clusters.get_mut(cluster).filter(|_| failing) {
            cluster.lost(&mut self.env, qmid);
        }
        self.done()
    }

    /// The time is now that.
    #[must_use]
    pub fn tick(&mut self, now: u64) -> Vec<Action> {
        self.env.now = now;
        self.pass_time();
        self.done()
    }

    #[cfg(test)]
    fn known(&self) -> Known {
        let mut known = Known::default();
        for cluster in self.clusters.values() {
            let amount = cluster.amount();
            known.records += amount.records;
            known.subscriptions += amount.told;
        }
        known
    }

    /// True if somebody shares the name in a cluster of ours.
    #[must_use]
    pub fn knows(&self, name: &Name) -> bool {
        let mut clusters = self.clusters.values();
        clusters.any(|cluster| cluster.store.sharing(name).next().is_some())
    }

    /// The clusters this queue manager is a member of.
    pub fn clusters(&self) -> impl Iterator<Item = &str> {
        let joined = |cluster: &&Cluster| cluster.is_member() && !cluster.forced_out;
        let joined = self.clusters.values().filter(joined);
        joined.map(|cluster| &*cluster.name)
    }

    /// What was brought about.
    fn done(&mut self) -> Vec<Action> {
        for cluster in self.clusters.values_mut() {
            cluster.flush(&mut self.env);
        }
        self.finish_waiting();
        std::mem::take(&mut self.env.out)
    }
}
