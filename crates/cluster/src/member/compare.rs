//! Digests: what two members know of an owner, compared as numbers, and only what differs told.

use crate::member::action::Destination;
use crate::member::cluster::Cluster;
use crate::member::env::Env;
use crate::message::OwnerHash;
use std::sync::Arc;

impl Cluster {
    /// Somebody says what it knows.
    pub(crate) fn digest_of(
        &mut self,
        env: &mut Env,
        from: &str,
        owners: &[OwnerHash],
        answer: bool,
    ) {
        for owner in owners {
            self.compare(env, from, owner);
        }
        if !self.full || !answer {
            return;
        }
        let from: Arc<str> = Arc::from(from);
        if self.store.q_mgr_name(&from).is_some() {
            // Digests do not say who is trusted.
            self.welcome(env, &from);
        }
        if self.store.is_full(&from) {
            self.outbox.digest(Destination::QMgr(from), false);
        }
    }

    /// Compares what somebody knows of an owner with what is known here. Whoever knows less asks: first for what is newer, then
    /// for all. What an owner does not know of itself it is told; what it withdrew, and does not know any more, is over.
    pub(crate) fn compare(&mut self, env: &Env, from: &str, other: &OwnerHash) {
        let of_full = self.store.is_full(from);
        let by_owner = *other.owner == *from;
        let of_us = other.owner == env.qmid;
        if !(of_us && of_full || self.full && (of_full || by_owner)) {
            return;
        }
        let of = self.store.owners.get(&other.owner);
        let is_known = of.map_or(0, |of| of.hash) == other.hash;
        let gone = other.gone.filter(|_| by_owner);
        if is_known && gone.is_none_or(|gone| of.map_or(0, |of| of.gone) == gone) {
            return;
        }
        let to = Destination::QMgr(Arc::from(from));
        let owner = Arc::clone(&other.owner);
        match other.since {
            None => {
                let newest = of.map_or(0, |of| of.newest);
                self.outbox.want(to, owner, newest);
            }
            Some(0) if by_owner && !is_known => {
                let names: Vec<_> = of
                    .into_iter()
                    .flat_map(|of| of.records.keys().cloned())
                    .collect();
                for name in names {
                    self.outbox.tell(to.clone(), Arc::clone(&owner), name);
                }
            }
            Some(0) => {}
            Some(_) => self.outbox.want(to, owner, 0),
        }
    }

    /// Somebody wants what is known of owners. A full repository speaks for all, another for itself, and an owner hears what is
    /// said of it.
    pub(crate) fn wanted_by(&mut self, env: &Env, from: &str, owners: &[OwnerHash]) {
        let of_full = self.store.is_full(from);
        let from: Arc<str> = Arc::from(from);
        for wanted in owners {
            let of_us = wanted.owner == env.qmid;
            let may = of_full || wanted.owner == from;
            if !(of_us && (of_full || self.store.q_mgr_name(&from).is_some()) || self.full && may) {
                continue;
            }
            let since = wanted.since.unwrap_or(0);
            let to = Destination::QMgr(Arc::clone(&from));
            let of = self.store.owners.get(&wanted.owner);
            let records = of.into_iter().flat_map(|of| &of.records);
            let newer = records.filter(|(_, record)| record.version > since);
            for name in newer.map(|(name, _)| name.clone()).collect::<Vec<_>>() {
                self.outbox
                    .tell(to.clone(), Arc::clone(&wanted.owner), name);
            }
            self.outbox.complete(to, Arc::clone(&wanted.owner), since);
        }
    }
}
