//! One cluster of a member: what it knows, what it says, whom it tells.

use crate::member::action::Notice;
use crate::member::action::{Destination, OwnCluster};
use crate::member::env::Env;
use crate::member::outbox::Outbox;
use crate::record::{self, Contents, Name, Record, RecordKind, State, StoredRecord};
use crate::store::{Amount, Store};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Somebody is told of a name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subscription {
    pub(crate) expires_ms: u64,
    pub(crate) number: u32,
    /// Of our own: the name was used since it was asked for.
    pub(crate) used: bool,
}

/// Who is told of which names.
#[derive(Debug, Default)]
pub(crate) struct Subscribers {
    by_name: BTreeMap<Name, BTreeMap<Arc<str>, Subscription>>,
    /// How many names each is told of.
    counts: BTreeMap<Arc<str>, usize>,
    all: usize,
}

impl Subscribers {
    /// How many names somebody is told of.
    pub(crate) fn of(&self, who: &str) -> usize {
        self.counts.get(who).copied().unwrap_or(0)
    }

    pub(crate) fn get(&self, who: &str, name: &Name) -> Option<&Subscription> {
        self.by_name.get(name)?.get(who)
    }

    /// Who is told of the name.
    pub(crate) fn listening(
        &self,
        name: &Name,
    ) -> impl Iterator<Item = (&Arc<str>, &Subscription)> + use<'_> {
        self.by_name.get(name).into_iter().flatten()
    }

    pub(crate) fn insert(&mut self, who: Arc<str>, name: Name, subscription: Subscription) {
        let told = self.by_name.entry(name).or_default();
        if told.insert(Arc::clone(&who), subscription).is_none() {
            *self.counts.entry(who).or_default() += 1;
            self.all += 1;
        }
    }

    /// Keeps those that are wanted; gives back the others.
    pub(crate) fn retain(
        &mut self,
        mut wanted: impl FnMut(&Arc<str>, &Name, &mut Subscription) -> bool,
    ) -> Vec<(Name, Subscription)> {
        let mut dropped = Vec::new();
        let mut gone = Vec::new();
        for (name, told) in &mut self.by_name {
            told.retain(|who, subscription| {
                let kept = wanted(who, name, subscription);
                if !kept {
                    gone.push(Arc::clone(who));
                    dropped.push((name.clone(), *subscription));
                }
                kept
            });
        }
        self.by_name.retain(|_, told| !told.is_empty());
        gone.iter().for_each(|who| self.count_down(who));
        dropped
    }

    pub(crate) fn remove(&mut self, who: &str, name: &Name) -> Option<Subscription> {
        let told = self.by_name.get_mut(name)?;
        let subscription = told.remove(who)?;
        if told.is_empty() {
            self.by_name.remove(name);
        }
        self.count_down(who);
        Some(subscription)
    }

    fn count_down(&mut self, who: &str) {
        self.all -= 1;
        if let Some(count) = self.counts.get_mut(who) {
            *count -= 1;
            if *count == 0 {
                self.counts.remove(who);
            }
        }
    }
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Cluster {
    pub(crate) name: Box<str>,
    pub(crate) store: Store,
    /// This queue manager is a full repository.
    pub(crate) full: bool,
    /// It has to know all members.
    pub(crate) everybody: bool,
    /// What it shares.
    pub(crate) own: BTreeMap<Name, Contents>,
    /// CLUSSDRs that were defined by hand, and whom they reach once that is known.
    pub(crate) channels: BTreeMap<Box<str>, Option<Arc<str>>>,
    /// Queue managers whose channels fail.
    pub(crate) failing: BTreeSet<Arc<str>>,
    /// Who is told of a name by us.
    pub(crate) subscribers: Subscribers,
    /// Names we are told of.
    pub(crate) asked: BTreeMap<Name, Subscription>,
    /// Who was forced out, and when.
    pub(crate) forced_at: BTreeMap<Arc<str>, u64>,
    /// This queue manager was forced out.
    pub(crate) forced_out: bool,
    pub(crate) outbox: Outbox,
}

impl Cluster {
    /// True if this queue manager is a member, or means to be one.
    pub(crate) fn is_member(&self) -> bool {
        let mut kinds = self.own.keys().map(|name| name.kind);
        kinds.any(|kind| kind == RecordKind::QMgr)
    }

    /// True if this queue manager was a member, and speaks for what it withdrew as long as that is kept.
    pub(crate) fn has_left(&self, me: &str) -> bool {
        !self.is_member() && self.store.owners.contains_key(me)
    }

    /// How much is known.
    pub(crate) fn amount(&self) -> Amount {
        Amount {
            told: self.subscribers.all,
            ..self.store.amount()
        }
    }

    /// True if nothing is left to be known of it.
    pub(crate) fn is_forgotten(&self) -> bool {
        self.own.is_empty() && self.channels.is_empty() && self.store.owners.is_empty()
    }

    /// Takes back what was kept.
    pub(crate) fn restore(&mut self, me: &str, kept: StoredRecord, contents: Contents) {
        self.name = kept.cluster.as_str().into();
        let Some(state) = kept.state else {
            let subscription = Subscription {
                expires_ms: kept.expires_ms,
                number: kept.number,
                used: true,
            };
            if *kept.owner == *me {
                self.asked.insert(kept.name, subscription);
            } else {
                self.subscribers.insert(kept.owner, kept.name, subscription);
            }
            return;
        };
        let own = *kept.owner == *me && kept.name.kind == RecordKind::QMgr;
        self.forced_out |= own && state == State::ForcedOut;
        let record = Record {
            version: kept.version,
            expires_ms: kept.expires_ms,
            state,
            trusted: kept.trusted,
            number: kept.number,
            contents: if state == State::Live {
                contents
            } else {
                Contents::none()
            },
        };
        self.store.insert(&kept.owner, kept.name, record);
    }

    /// What this queue manager is, before anything is compared with what it was.
    pub(crate) fn take_own(&mut self, own: Option<&OwnCluster>) {
        self.full = own.is_some_and(|own| own.full);
    }

    /// Keeps a record in place of the one with its key.
    pub(crate) fn keep(&mut self, env: &mut Env, owner: &str, name: Name, mut record: Record) {
        record.number = match self.store.get(owner, &name) {
            Some(before) => before.number,
            None => env.new_number(),
        };
        env.keep(record.object(&self.name, owner, &name, env.now));
        self.store.insert(owner, name, record);
    }

    pub(crate) fn forget(&mut self, env: &mut Env, owner: &str, name: &Name) {
        if let Some(record) = self.store.remove(owner, name) {
            env.drop_object(name, record.number);
        }
    }

    /// Keeps that a queue manager is told of a name, or that we are.
    pub(crate) fn keep_subscription(
        &self,
        env: &mut Env,
        who: &str,
        name: &Name,
        subscription: Subscription,
    ) {
        let Subscription {
            expires_ms, number, ..
        } = subscription;
        env.keep(record::subscription(
            &self.name, who, name, expires_ms, number,
        ));
    }

    /// The full repositories that are told what is ours: two by QMID, those that do not fail first. Until one is known, whoever
    /// our CLUSSDRs lead to.
    pub(crate) fn two(&self, me: &str) -> Vec<Destination> {
        let others = || self.store.fulls().filter(|qmid| ***qmid != *me);
        let reached = others().filter(|qmid| !self.failing.contains(*qmid));
        let failing = others().filter(|qmid| self.failing.contains(*qmid));
        let mut two: Vec<Destination> = reached
            .chain(failing)
            .take(2)
            .map(|qmid| Destination::QMgr(Arc::clone(qmid)))
            .collect();
        if two.is_empty() {
            let channels = self.channels.keys().take(2).cloned();
            two.extend(channels.map(Destination::Channel));
        }
        two
    }

    /// Says who is who: our own record, what we know as a number, and which names we ask for. Who has left compares what it
    /// withdrew: a full repository that was restored may not know of it.
    pub(crate) fn greet(&mut self, env: &Env, to: &Destination) {
        if self.has_left(&env.qmid) {
            self.outbox.digest(to.clone(), false);
        }
        if !self.is_member() {
            return;
        }
        if let Some(name) = self.store.q_mgr_name(&env.qmid) {
            self.outbox.tell(to.clone(), Arc::clone(&env.qmid), name);
        }
        self.outbox.digest(to.clone(), true);
        if !self.full {
            for name in self.asked.keys().cloned().collect::<Vec<_>>() {
                self.outbox.ask(to.clone(), name);
            }
        }
    }

    /// Greets whom we depend on; a full repository all the others.
    pub(crate) fn greet_all(&mut self, env: &mut Env) {
        for to in self.partners(env) {
            self.greet(env, &to);
        }
    }

    /// The other full repositories for one, two of them for another; and the ends of CLUSSDRs nobody answered over.
    pub(crate) fn partners(&self, env: &Env) -> Vec<Destination> {
        let mut partners = self.two(&env.qmid);
        if self.full {
            let all = self.store.fulls().filter(|qmid| **qmid != env.qmid);
            partners.extend(all.map(|qmid| Destination::QMgr(Arc::clone(qmid))));
        }
        let unknown = self.channels.iter().filter(|(_, reached)| match reached {
            Some(qmid) => !self.store.is_full(qmid),
            None => true,
        });
        partners.extend(unknown.map(|(channel, _)| Destination::Channel(channel.clone())));
        partners.sort();
        partners.dedup();
        partners
    }

    /// A channel reached a queue manager.
    pub(crate) fn reached(&mut self, env: &mut Env, channel: &str, qmid: &str, by_hand: bool) {
        let is_way = self.store.is_way(qmid, channel) || self.channels.contains_key(channel);
        if is_way {
            self.failing.remove(qmid);
        }
        let by_hand = by_hand && self.channels.contains_key(channel);
        let unresolved = self.has_unresolved();
        if let Some(reached) = self.channels.get_mut(channel).filter(|_| by_hand) {
            *reached = Some(Arc::from(qmid));
        }
        if by_hand {
            self.trust(env, qmid);
        }
        if unresolved {
            self.show_untrusted(env);
        }
        if is_way && self.store.is_full(qmid) {
            self.greet(env, &Destination::QMgr(Arc::from(qmid)));
        } else if by_hand {
            self.greet(env, &Destination::Channel(channel.into()));
        }
    }

    /// True if it is not known yet whom each CLUSSDR leads to.
    fn has_unresolved(&self) -> bool {
        self.channels.values().any(Option::is_none)
    }

    /// Shows who says that it is a full repository, and is none here. Not before it is known whom CLUSSDRs lead to: when a cluster
    /// starts, the word of a full repository may come before our channel has reached it.
    pub(crate) fn show_untrusted(&self, env: &mut Env) {
        if self.has_unresolved() {
            return;
        }
        for (qmid, profile) in self.store.members() {
            if profile.full && !profile.trusted && *qmid != env.qmid {
                env.doubt(Notice::NotTrusted {
                    cluster: self.name.to_string(),
                    qmid: qmid.to_string(),
                });
            }
        }
    }

    /// A queue manager is a full repository here if it says so.
    pub(crate) fn trust(&mut self, env: &mut Env, qmid: &str) {
        let Some(name) = self.store.q_mgr_name(qmid) else {
            return;
        };
        let found = self.store.get(qmid, &name).cloned();
        let claims = self
            .store
            .owners
            .get(qmid)
            .and_then(|of| of.profile.as_ref());
        if let Some(mut record) = found
            && claims.is_some_and(|profile| profile.full && !profile.trusted)
        {
            record.trusted = true;
            self.keep(env, qmid, name.clone(), record);
            self.greet_new(env, qmid);
            // Whoever joined before was not told of it as a full repository.
            self.pass_on(env, &Arc::from(qmid), &name, None);
        }
    }

    /// A full repository is new here. It is greeted if we depend on it.
    pub(crate) fn greet_new(&mut self, env: &mut Env, qmid: &str) {
        let to = Destination::QMgr(Arc::from(qmid));
        if self.full || self.two(&env.qmid).contains(&to) {
            self.greet(env, &to);
        }
    }

    /// A queue manager is not to be reached: others come in its place.
    pub(crate) fn lost(&mut self, env: &mut Env, qmid: &str) {
        let before = self.two(&env.qmid);
        if !self.failing.insert(Arc::from(qmid)) {
            return;
        }
        for to in self.two(&env.qmid) {
            if !before.contains(&to) {
                self.greet(env, &to);
            }
        }
    }

    /// Shows members that cannot be told apart.
    pub(crate) fn show_conflicts(&self, env: &mut Env, owner: &str) {
        let Some(new) = self
            .store
            .owners
            .get(owner)
            .and_then(|of| of.profile.clone())
        else {
            return;
        };
        for (qmid, profile) in self.store.members() {
            let cluster = self.name.to_string();
            let (first, second) = (qmid.to_string(), owner.to_owned());
            if **qmid == *owner {
                continue;
            }
            if profile.channel == new.channel {
                env.show(Notice::ChannelTwice {
                    cluster,
                    channel: new.channel.to_string(),
                    first,
                    second,
                });
            } else if profile.q_mgr == new.q_mgr {
                env.show(Notice::NameTwice {
                    cluster,
                    q_mgr: new.q_mgr.to_string(),
                    first,
                    second,
                });
            }
        }
    }
}
