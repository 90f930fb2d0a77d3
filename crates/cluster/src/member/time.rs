//! What is done because time went by.

use crate::limits::{
    COMPARE_MS, COMPARE_PARTIAL_MS, FORCED_MS, LIFE_MS, RENEW_MS, TOLD_MS, UNKNOWN_MS,
};
use crate::member::Member;
use crate::member::action::Destination;
use crate::member::action::Notice;
use crate::member::cluster::Cluster;
use crate::member::env::Env;
use crate::record::{Name, Record, RecordKind, State};
use std::sync::Arc;

/// Records are looked through as often: what has an age has it in days.
const SWEEP_MS: u64 = 60 * 60 * 1000;

impl Member {
    pub(crate) fn pass_time(&mut self) {
        let now = self.env.now;
        let is_due = |at: &mut u64, every: u64| {
            // A clock that was set back does not put off what is due.
            let due = *at <= now || *at > now.saturating_add(every);
            if due {
                *at = now.saturating_add(every);
            }
            due
        };
        if is_due(&mut self.env.sweep_at, SWEEP_MS) {
            self.env.forget_shown();
            for cluster in self.clusters.values_mut() {
                cluster.sweep(&mut self.env);
            }
        }
        for doubt in self.env.take_doubts() {
            let (Notice::Refused { cluster, from, .. }
            | Notice::NotTrusted {
                cluster,
                qmid: from,
            }) = &doubt
            else {
                continue;
            };
            let of = self.clusters.get(cluster.as_str());
            if of.is_some_and(|of| !of.store.is_full(from)) {
                self.env.show(doubt);
            }
        }
        let full = is_due(&mut self.env.compare_at, COMPARE_MS);
        let partial = is_due(&mut self.env.compare_partial_at, COMPARE_PARTIAL_MS);
        for cluster in self.clusters.values_mut() {
            if full && cluster.full && cluster.is_member() {
                cluster.compare_with_fulls(&self.env);
            }
            if partial && !cluster.full {
                cluster.greet_all(&mut self.env);
            }
        }
        self.clusters.retain(|_, cluster| !cluster.is_forgotten());
    }
}

impl Cluster {
    fn compare_with_fulls(&mut self, env: &Env) {
        let fulls: Vec<Arc<str>> = self.store.fulls().cloned().collect();
        for full in fulls.into_iter().filter(|full| *full != env.qmid) {
            self.outbox.digest(Destination::QMgr(full), false);
        }
    }

    /// Writes again what is ours and due, drops what is over.
    fn sweep(&mut self, env: &mut Env) {
        let now = env.now;
        self.forced_at
            .retain(|_, at| now.saturating_sub(*at) < FORCED_MS);
        let mut renewed = Vec::new();
        let mut over = Vec::new();
        let mut too_late = Vec::new();
        for of in self.store.owners.values() {
            let own = of.qmid == env.qmid;
            for (name, record) in &of.records {
                let key = || (Arc::clone(&of.qmid), name.clone());
                let live = record.state == State::Live;
                let age = (now + LIFE_MS).saturating_sub(record.expires_ms);
                if own && live {
                    if age >= RENEW_MS || record.expires_ms > now + LIFE_MS {
                        renewed.push(name.clone());
                    }
                } else if record.expires_ms <= now {
                    over.push(key());
                } else if record.expires_ms > now + LIFE_MS {
                    // The clock was set back.
                    too_late.push(key());
                }
            }
        }
        if !self.forced_out {
            for name in &renewed {
                self.write(env, name, 0);
            }
        }
        for (owner, name) in over {
            self.forget(env, &owner, &name);
        }
        for (owner, name) in too_late {
            if let Some(mut record) = self.store.get(&owner, &name).cloned() {
                record.expires_ms = now + LIFE_MS;
                self.keep(env, &owner, name, record);
            }
        }
        self.sweep_subscribers(env);
        self.sweep_asked(env);
        self.sweep_q_mgrs(env);
    }

    /// Drops subscriptions of others that are over. One that would last for longer than any may was made before the clock was set
    /// back: it begins anew.
    fn sweep_subscribers(&mut self, env: &mut Env) {
        let now = env.now;
        let mut too_late = Vec::new();
        let over = self.subscribers.retain(|who, name, told| {
            if told.expires_ms > now + TOLD_MS {
                told.expires_ms = now + TOLD_MS;
                too_late.push((Arc::clone(who), name.clone(), *told));
            }
            told.expires_ms >= now
        });
        for (name, told) in over {
            env.drop_object(&name, told.number);
        }
        for (who, name, told) in too_late {
            self.keep_subscription(env, &who, &name, told);
        }
    }

    /// Asks again for names that are used; those that are not are over when their time is.
    fn sweep_asked(&mut self, env: &mut Env) {
        let now = env.now;
        let mut again = Vec::new();
        let mut over = Vec::new();
        let mut unknown = Vec::new();
        for (name, asked) in &self.asked {
            let used = match name.is_all() {
                true => name.kind == RecordKind::Topic || self.needs_all(env),
                false => asked.used,
            };
            let age = (now + TOLD_MS).saturating_sub(asked.expires_ms);
            if age >= UNKNOWN_MS && self.is_unknown(name) {
                unknown.push(name.clone());
            } else if used && (age >= RENEW_MS || asked.expires_ms > now + TOLD_MS) {
                again.push(name.clone());
            } else if asked.expires_ms <= now {
                over.push((name.clone(), asked.number));
            }
        }
        self.unask(env, unknown);
        if self.is_member() {
            for name in again {
                self.ask_again(env, &name);
            }
        }
        for (name, number) in over {
            self.asked.remove(&name);
            env.drop_object(&name, number);
            if !self.full && name.kind == RecordKind::Queue {
                self.forget_unasked(env, &name);
            }
        }
    }

    /// Drops what others share under a name nobody uses here, so that it does not grow old unnoticed. Topic objects are asked for by
    /// another name as well, all together.
    fn forget_unasked(&mut self, env: &mut Env, name: &Name) {
        for (owner, name) in self.store.under(name) {
            if owner != env.qmid {
                self.forget(env, &owner, &name);
            }
        }
    }

    /// Drops queue managers this one has nothing to do with any more: it is not told when they change. One that was asked for by its name, or
    /// shares something that was, stays.
    fn sweep_q_mgrs(&mut self, env: &mut Env) {
        if self.full || self.asked.contains_key(&Name::all_q_mgrs()) {
            return;
        }
        let mut over = Vec::new();
        for of in self.store.owners.values() {
            let reached = self
                .channels
                .values()
                .flatten()
                .any(|qmid| *qmid == of.qmid);
            let claims = of.profile.as_ref().is_some_and(|profile| profile.full);
            let is_needed = |(name, record): (&Name, &Record)| {
                let shared = !name.kind.is_of_q_mgr() && record.state == State::Live;
                shared || self.asked.contains_key(name)
            };
            if reached || claims || of.qmid == env.qmid || of.records.iter().any(is_needed) {
                continue;
            }
            let live = of
                .records
                .iter()
                .filter(|(_, record)| record.state == State::Live);
            over.extend(live.map(|(name, _)| (Arc::clone(&of.qmid), name.clone())));
        }
        for (owner, name) in over {
            self.forget(env, &owner, &name);
        }
    }
}
