//! What a member says of itself, and whom it tells.

use crate::limits::{RECORDS_MAX, TOLD_MS};
use crate::member::action::{Destination, OwnCluster};
use crate::member::action::{Limit, Notice};
use crate::member::cluster::{Cluster, Subscription};
use crate::member::env::Env;
use crate::record::{Contents, Name, RecordKind, State, object_name};
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::generated::constants::MQCLROUTE_DIRECT;
use std::collections::BTreeSet;
use std::sync::Arc;

impl Cluster {
    /// Takes in what this queue manager is now: tells what is new or changed, withdraws what is gone.
    pub(crate) fn change_own(&mut self, env: &mut Env, own: Option<&OwnCluster>) {
        let none = OwnCluster::default();
        let own = own.unwrap_or(&none);
        let (was_member, was_full) = (self.is_member(), self.full);
        self.own = own.named();
        if own.shared.len() > RECORDS_MAX {
            env.show(Notice::TooMuch {
                cluster: self.name.to_string(),
                from: env.qmid.to_string(),
                limit: Limit::RecordsOfOne,
            });
        }
        self.full = own.full;
        self.everybody = own.everybody;
        let is_new = |channel: &&String| !self.channels.contains_key(channel.as_str());
        let new: Vec<Box<str>> = own
            .channels
            .iter()
            .filter(is_new)
            .map(|name| name.as_str().into())
            .collect();
        for channel in &new {
            let reached = env.reached.get(channel).cloned();
            self.channels.insert(channel.clone(), reached.clone());
            if let Some(qmid) = reached {
                self.trust(env, &qmid);
            }
        }
        self.tell_changes(env);
        match self.is_member() {
            true => {
                self.want_topics(env, !was_member);
                self.want_all(env);
            }
            false if was_member => self.leave(env),
            false => {}
        }
        // Not before: who leaves without knowing a full repository says so over them.
        self.channels
            .retain(|channel, _| own.channels.contains(&**channel));
        for channel in new {
            self.greet(env, &Destination::Channel(channel));
        }
        if self.full && !was_full {
            self.greet_all(env);
        }
        if was_full && !self.full {
            self.become_partial(env);
        }
    }

    /// Who was forced out says nothing anew, but withdraws what others may still know.
    fn tell_changes(&mut self, env: &mut Env) {
        let me = Arc::clone(&env.qmid);
        let own = std::mem::take(&mut self.own);
        let is_told = |name: &Name, contents: &Contents| {
            let record = self.store.get(&me, name);
            record.is_some_and(|record| record.state == State::Live && record.contents == *contents)
        };
        // The queue manager's own record is the first of its kind, so that nobody hears of queues of a stranger.
        let changed: Vec<Name> = own
            .iter()
            .filter(|(name, contents)| !self.forced_out && !is_told(name, contents))
            .map(|(name, _)| name.clone())
            .collect();
        let told = self.store.owners.get(&me);
        let live = told.into_iter().flat_map(|of| &of.records);
        let gone: Vec<Name> = live
            .filter(|(name, record)| record.state == State::Live && !own.contains_key(*name))
            .map(|(name, _)| name.clone())
            .collect();
        self.own = own;
        for name in changed.iter().chain(&gone) {
            self.write(env, name, 0);
        }
    }

    /// Says anew what is so of something of ours, with a version above that one and the one that was known.
    pub(crate) fn write(&mut self, env: &mut Env, name: &Name, above: u64) {
        let me = Arc::clone(&env.qmid);
        let known = self.store.get(&me, name).map_or(0, |record| record.version);
        let above = above.max(known);
        let record = match self.own.get(name) {
            Some(contents) => {
                let mut record = env.written(above, State::Live, contents.clone());
                record.trusted = name.kind == RecordKind::QMgr && self.full;
                record
            }
            None => env.written(above, State::Withdrawn, Contents::none()),
        };
        self.keep(env, &me, name.clone(), record);
        self.pass_on(env, &me, name, None);
        if name.kind == RecordKind::Topic && self.own.contains_key(name) {
            self.want_all(env);
        }
    }

    /// Tells whoever is to know that a record changed, but for whoever it came from and its owner.
    pub(crate) fn pass_on(&mut self, env: &Env, owner: &Arc<str>, name: &Name, from: Option<&str>) {
        let was_full = self.store.is_full(owner);
        self.pass_on_of(env, (owner, was_full), name, from);
    }

    /// The same of an owner that was a full repository before: all members know it as one.
    pub(crate) fn pass_on_of(
        &mut self,
        env: &Env,
        (owner, was_full): (&Arc<str>, bool),
        name: &Name,
        from: Option<&str>,
    ) {
        let mut targets = BTreeSet::new();
        if **owner == *env.qmid {
            targets.extend(self.two(&env.qmid));
        }
        if self.full {
            let fulls = self.store.fulls().cloned();
            let whoever: BTreeSet<Arc<str>> = fulls
                .chain(self.listening(env, (owner, was_full), name))
                .collect();
            targets.extend(whoever.into_iter().map(Destination::QMgr));
        }
        let q_mgr = self.store.q_mgr_name(owner);
        for to in targets {
            if let Destination::QMgr(qmid) = &to
                && (**qmid == **owner || *qmid == env.qmid || from == Some(qmid))
            {
                continue;
            }
            self.outbox
                .tell(to.clone(), Arc::clone(owner), name.clone());
            if name.kind != RecordKind::QMgr
                && let Some(q_mgr) = &q_mgr
            {
                self.outbox.tell(to, Arc::clone(owner), q_mgr.clone());
            }
        }
    }

    /// Who asked for the name, or for anything of its owner if it is the record of a queue manager.
    fn listening(
        &self,
        env: &Env,
        (owner, was_full): (&Arc<str>, bool),
        name: &Name,
    ) -> BTreeSet<Arc<str>> {
        let mut names = vec![name.clone()];
        let mut listening = BTreeSet::new();
        match name.kind {
            RecordKind::QMgr | RecordKind::Channel => {
                if was_full || self.store.is_full(owner) {
                    listening.extend(self.store.members().map(|(qmid, _)| Arc::clone(qmid)));
                }
                let of = self.store.owners.get(owner);
                names.extend(of.into_iter().flat_map(|of| of.records.keys().cloned()));
                let topic = |name: &Name| name.kind == RecordKind::Topic;
                if names.iter().any(topic) {
                    names.push(Name::all_topics());
                }
                names.push(Name::all_q_mgrs());
            }
            RecordKind::Topic => names.push(Name::all_topics()),
            RecordKind::Queue => {}
        }
        for name in &names {
            let told = self.subscribers.listening(name);
            let current = told.filter(|(_, told)| told.expires_ms > env.now);
            listening.extend(current.map(|(who, _)| Arc::clone(who)));
        }
        listening
    }

    /// Every member is told of topic objects.
    fn want_topics(&mut self, env: &mut Env, joined: bool) {
        let name = Name::all_topics();
        if !joined || self.asked.contains_key(&name) {
            return;
        }
        let subscription = Subscription {
            expires_ms: env.now.saturating_add(TOLD_MS),
            number: env.new_number(),
            used: true,
        };
        self.keep_subscription(env, &Arc::clone(&env.qmid), &name, subscription);
        self.asked.insert(name, subscription);
    }

    /// Who exchanges publications with all members asks for all of them: `CLROUTE(DIRECT)` is between each two, and who hosts a topic
    /// serves everybody.
    pub(crate) fn needs_all(&self, env: &Env) -> bool {
        self.everybody
            || self
                .store
                .has_topic(|owner, contents| *owner == *env.qmid || is_direct(contents))
    }

    /// Asks for all members, if they are needed and nobody did before.
    pub(crate) fn want_all(&mut self, env: &mut Env) {
        let name = Name::all_q_mgrs();
        if self.is_member() && !self.full && !self.asked.contains_key(&name) && self.needs_all(env)
        {
            self.ask_again(env, &name);
        }
    }

    /// Nothing is known any more but what was withdrawn, and the full repositories that are told so.
    fn leave(&mut self, env: &mut Env) {
        let me = Arc::clone(&env.qmid);
        self.forget_others(env, |cluster, owner, name| {
            *owner == me || (name.kind.is_of_q_mgr() && cluster.store.is_full(owner))
        });
        self.forget_subscriptions(env);
        for (name, asked) in std::mem::take(&mut self.asked) {
            env.drop_object(&name, asked.number);
        }
    }

    /// Only full repositories know all.
    fn become_partial(&mut self, env: &mut Env) {
        let me = Arc::clone(&env.qmid);
        self.forget_others(env, |cluster, owner, name| {
            *owner == me || cluster.asked.contains_key(name) || name.kind != RecordKind::Queue
        });
        self.forget_subscriptions(env);
    }

    /// Drops the records for which `keep` does not hold.
    pub(crate) fn forget_others(
        &mut self,
        env: &mut Env,
        keep: impl Fn(&Self, &Arc<str>, &Name) -> bool,
    ) {
        let mut dropped = Vec::new();
        for of in self.store.owners.values() {
            let names = of.records.keys();
            let unwanted = names.filter(|name| !keep(self, &of.qmid, name));
            dropped.extend(unwanted.map(|name| (Arc::clone(&of.qmid), name.clone())));
        }
        for (owner, name) in dropped {
            self.forget(env, &owner, &name);
        }
    }

    fn forget_subscriptions(&mut self, env: &mut Env) {
        for (name, told) in self.subscribers.retain(|_, _, _| false) {
            env.drop_object(&name, told.number);
        }
    }
}

/// Whether a topic object says that publications go straight to whoever wants them.
pub(crate) fn is_direct(contents: &Contents) -> bool {
    let said = contents.definition(RecordKind::Topic, object_name(0));
    said.int(Attr::Clroute) == MQCLROUTE_DIRECT
}
