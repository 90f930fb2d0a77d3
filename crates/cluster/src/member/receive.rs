//! What a member hears: whom it believes, and what it does with a record.

use crate::limits::{
    CONTENTS_ALL_MAX, FORCED_MS, LIFE_MS, OWNERS_MAX, RECORDS_ALL_MAX, RECORDS_MAX,
};
use crate::member::Member;
use crate::member::action::{Destination, Partner};
use crate::member::action::{Limit, Notice};
use crate::member::cluster::Cluster;
use crate::member::env::Env;
use crate::member::own::is_direct;
use crate::message::{Body, Message, RecordUpdate};
use crate::record::{self, Name, Record, RecordKind, State};
use crate::store::{Amount, claims_full};
use ferromq_mqi::ObjectName;
use ferromq_mqi::attribute::Attr;
use std::cmp::Ordering;
use std::sync::Arc;

impl Member {
    /// Takes in a message from that queue manager.
    pub(crate) fn hear(&mut self, partner: Partner<'_>, message: Message) {
        let from = partner.qmid;
        let Message {
            cluster: name,
            sender,
            body,
        } = message;
        let env = &mut self.env;
        let others = self.clusters.iter().filter(|(other, _)| ***other != *name);
        env.elsewhere = others.fold(Amount::default(), |sum, (_, of)| sum + of.amount());
        let known = self.clusters.get_mut(name.as_str());
        let known = known.filter(|_| *env.qmid != *from);
        let heard = known.and_then(|cluster| {
            let body = match cluster.is_member() {
                true => Some(body),
                false => about(body, &env.qmid).filter(|_| cluster.has_left(&env.qmid)),
            };
            Some((cluster, body?))
        });
        let Some((cluster, body)) = heard else {
            let from = from.to_owned();
            return env.show(Notice::Stranger {
                cluster: name,
                from,
            });
        };
        if sender != *from {
            return env.show(Notice::Refused {
                cluster: name,
                from: from.to_owned(),
                owner: sender,
            });
        }
        let known = cluster.store.name_of_another(partner);
        let known = known.map(str::to_owned);
        if let Some(known) = known.or_else(|| other_name(&body, partner)) {
            return env.show(Notice::Impostor {
                cluster: name,
                q_mgr: partner.q_mgr.to_owned(),
                qmid: from.to_owned(),
                known,
            });
        }
        match body {
            Body::Tell {
                mut records,
                answered,
                owners,
            } => {
                // Whoever speaks for others says with it who it is, and has to be believed first.
                records.sort_by_key(|update| *update.owner != *from);
                for update in records {
                    cluster.take(env, from, update);
                }
                for owner in &owners {
                    cluster.compare(env, from, owner);
                }
                if cluster.store.is_full(from) {
                    for of in answered {
                        if let Some(waiting) = self.waiting.get_mut(&of.name) {
                            waiting.answered(cluster, from);
                        }
                    }
                }
            }
            Body::Ask { names } => cluster.asked_by(env, from, names),
            Body::Digest { owners, answer } => cluster.digest_of(env, from, &owners, answer),
            Body::Want { owners } => cluster.wanted_by(env, from, &owners),
        }
    }
}

/// A name a queue manager gives itself that is not its name: in the record of itself, or in one of what it shares, of which others would
/// send what is for the queue manager of that name to this one.
fn other_name(body: &Body, partner: Partner<'_>) -> Option<String> {
    let Body::Tell { records, .. } = body else {
        return None;
    };
    let own = records
        .iter()
        .filter(|update| *update.owner == *partner.qmid);
    let mut names = own.map(|update| match update.name.kind {
        RecordKind::QMgr => update.name.name.to_string(),
        kind => {
            let name = ObjectName::truncated(&update.name.name);
            let says = update.contents.definition(kind, name);
            says.text(Attr::Clusqmgr).to_owned()
        }
    });
    names.find(|name| !name.is_empty() && *name != partner.q_mgr)
}

/// What a message says of one queue manager: all that concerns one that has left the cluster.
fn about(mut body: Body, owner: &str) -> Option<Body> {
    let some = match &mut body {
        Body::Tell {
            records,
            answered,
            owners,
        } => {
            records.retain(|update| *update.owner == *owner);
            answered.clear();
            owners.retain(|one| *one.owner == *owner);
            !records.is_empty() || !owners.is_empty()
        }
        Body::Digest { owners, .. } | Body::Want { owners } => {
            owners.retain(|one| *one.owner == *owner);
            !owners.is_empty()
        }
        Body::Ask { .. } => false,
    };
    some.then_some(body)
}

/// Which of two records with one key is newer. With one version what takes away comes after what is live, and then the hash
/// decides: everybody decides alike.
fn newer(update: &RecordUpdate, stored: &Record) -> Ordering {
    let hash = |version, contents| record::hash(&update.owner, &update.name, version, contents);
    let versions = update.version.cmp(&stored.version);
    let states = versions.then(update.state.cmp(&stored.state));
    states.then_with(|| {
        hash(update.version, &update.contents).cmp(&hash(stored.version, &stored.contents))
    })
}

impl Cluster {
    /// Takes in a record, if it is newer and comes from somebody who may say it.
    pub(crate) fn take(&mut self, env: &mut Env, from: &str, update: RecordUpdate) {
        let by_owner = *update.owner == *from;
        if !by_owner && !self.store.is_full(from) {
            let refused = Notice::Refused {
                cluster: self.name.to_string(),
                from: from.to_owned(),
                owner: update.owner.to_string(),
            };
            let profile = (self.store.owners.get(from)).and_then(|of| of.profile.as_ref());
            return match profile.is_some_and(|profile| !profile.full) {
                true => env.show(refused),
                // It is told again when it is known who it is.
                false => env.doubt(refused),
            };
        }
        if update.version > env.believed_max() {
            return env.show(Notice::Ahead {
                cluster: self.name.to_string(),
                from: from.to_owned(),
                owner: update.owner.to_string(),
            });
        }
        if update.owner == env.qmid {
            return self.take_own_record(env, from, update);
        }
        let forced = self.forced_at.get(&update.owner);
        let unheard = |at: &u64| env.now.saturating_sub(*at) < FORCED_MS;
        if update.life_ms == 0 || (by_owner && forced.is_some_and(unheard)) {
            return;
        }
        let stored = self.store.get(&update.owner, &update.name);
        if stored.is_none() && !self.hears_of(&update.name) {
            // Nobody would tell when it changes.
            return;
        }
        if let Some(stored) = stored {
            match newer(&update, stored) {
                Ordering::Greater => {}
                Ordering::Equal => return self.trust_if_said(env, from, &update),
                // The owner was restored, and said both. Full repositories settle it with the owner, and their word is what stands.
                Ordering::Less if !self.full && self.settles(from, &update, stored) => {}
                // They hear what is newer, so that a restored back-up is repaired; of others from full repositories only.
                Ordering::Less if !self.full => return self.trust_if_said(env, from, &update),
                Ordering::Less => {
                    let is_gone = stored.state != State::Live;
                    self.trust_if_said(env, from, &update);
                    if by_owner && is_gone {
                        // It was forced out, or was restored and left before. It hears that from a full repository, and may not
                        // know who is one.
                        self.welcome(env, &update.owner);
                    }
                    let to = Destination::QMgr(Arc::from(from));
                    return self.outbox.tell(to, update.owner, update.name);
                }
            }
        }
        if let Some(limit) = self.too_much(env, &update) {
            return env.show(Notice::TooMuch {
                cluster: self.name.to_string(),
                from: from.to_owned(),
                limit,
            });
        }
        self.store_update(env, from, update);
    }

    /// Whether somebody's word counts against another record of the same version.
    fn settles(&self, from: &str, update: &RecordUpdate, stored: &Record) -> bool {
        update.version == stored.version
            && stored.state != State::ForcedOut
            && self.store.is_full(from)
    }

    /// Whether this queue manager is told of changes of what others share under the name: a full repository of all, another of what it asked
    /// for. A name may come behind the end of a question: a full repository counts by its own clock, and a restored one knows
    /// questions that are over. With queues come their queue managers, which are looked at when time goes by.
    fn hears_of(&self, name: &Name) -> bool {
        self.full || name.kind != RecordKind::Queue || self.asked.contains_key(name)
    }

    /// What there would be too much of with that record. Queue managers find room longer than what they share: one that shares too
    /// much does not keep another from joining.
    fn too_much(&self, env: &Env, update: &RecordUpdate) -> Option<Limit> {
        let of = self.store.owners.get(&update.owner);
        let before = of.and_then(|of| of.records.get(&update.name));
        let more = usize::from(update.name.kind == RecordKind::QMgr);
        let most = |limit: usize| limit + more * (limit / 8);
        let all = env.elsewhere + self.amount();
        let (had, has) = (
            before.map_or(0, |before| before.contents.bytes().len()),
            update.contents.bytes().len(),
        );
        if has > had && all.bytes + has - had > most(CONTENTS_ALL_MAX) {
            return Some(Limit::ContentsOfAll);
        }
        if before.is_some() {
            return None;
        }
        if all.records >= most(RECORDS_ALL_MAX) {
            return Some(Limit::RecordsOfAll);
        }
        match of {
            Some(of) => (of.records.len() >= RECORDS_MAX).then_some(Limit::RecordsOfOne),
            None => (self.store.owners.len() >= OWNERS_MAX).then_some(Limit::Owners),
        }
    }

    /// Keeps a record that is newer, and passes it on.
    fn store_update(&mut self, env: &mut Env, from: &str, update: RecordUpdate) {
        let was_full = self.store.is_full(&update.owner);
        let RecordUpdate {
            owner,
            name,
            state,
            vouched,
            ..
        } = update;
        let routes_directly =
            name.kind == RecordKind::Topic && state == State::Live && is_direct(&update.contents);
        let before = self.store.get(&owner, &name);
        let record = Record {
            version: update.version,
            expires_ms: env.now.saturating_add(update.life_ms.min(LIFE_MS)),
            state,
            // Who stops being a full repository has to be trusted anew when it is one again.
            trusted: state == State::Live
                && before.is_some_and(|before| before.trusted)
                && claims_full(&update.contents),
            number: 0,
            contents: update.contents,
        };
        self.keep(env, &owner, name.clone(), record);
        if name.kind == RecordKind::QMgr && state == State::Live {
            self.decide_trust(env, from, &owner, vouched);
            self.show_conflicts(env, &owner);
            if self.full && *owner == *from {
                self.welcome(env, &owner);
            }
        }
        self.pass_on_of(env, (&owner, was_full), &name, Some(from));
        if routes_directly {
            self.want_all(env);
        }
        if was_full && !self.store.is_full(&owner) {
            // Another comes in its place.
            self.greet_all(env);
        }
    }

    /// A queue manager that says it is a full repository is one if a CLUSSDR of ours leads to it, or another full repository
    /// vouches for it. That one passes it on is not enough: full repositories pass on what any member says of itself.
    fn decide_trust(&mut self, env: &mut Env, from: &str, owner: &Arc<str>, vouched: bool) {
        let by_hand = self
            .channels
            .values()
            .flatten()
            .any(|reached| reached == owner);
        if by_hand || (vouched && **owner != *from && self.store.is_full(from)) {
            self.trust(env, owner);
        }
        let profile = self
            .store
            .owners
            .get(owner)
            .and_then(|of| of.profile.as_ref());
        if profile.is_some_and(|profile| profile.full && !profile.trusted) {
            self.show_untrusted(env);
        }
    }

    fn trust_if_said(&mut self, env: &mut Env, from: &str, update: &RecordUpdate) {
        if update.name.kind == RecordKind::QMgr && update.state == State::Live {
            self.decide_trust(env, from, &update.owner, update.vouched);
        }
    }

    /// A member is told who the full repositories are.
    pub(crate) fn welcome(&mut self, env: &Env, member: &Arc<str>) {
        let fulls: Vec<Arc<str>> = self.store.fulls().cloned().collect();
        for full in fulls.into_iter().chain([Arc::clone(&env.qmid)]) {
            if let Some(name) = self.store.q_mgr_name(&full)
                && full != *member
            {
                let to = Destination::QMgr(Arc::clone(member));
                self.outbox.tell(to, full, name);
            }
        }
    }

    /// Somebody says something of this queue manager.
    fn take_own_record(&mut self, env: &mut Env, from: &str, update: RecordUpdate) {
        let me = Arc::clone(&env.qmid);
        let stored = self.store.get(&me, &update.name);
        let order = stored.map_or(Ordering::Greater, |stored| newer(&update, stored));
        match order {
            Ordering::Equal => return,
            Ordering::Less => {
                let to = Destination::QMgr(Arc::from(from));
                return self.outbox.tell(to, me, update.name);
            }
            Ordering::Greater => {}
        }
        if update.state == State::ForcedOut {
            self.forced_out = true;
            env.show(Notice::ForcedOut {
                cluster: self.name.to_string(),
            });
            let mut record = env.written(0, State::ForcedOut, update.contents);
            record.version = update.version;
            return self.keep(env, &me, update.name, record);
        }
        if !self.forced_out || !self.own.contains_key(&update.name) {
            // A back-up was restored, or a clock set back: what is so now is newer than that.
            self.write(env, &update.name, update.version);
            let to = Destination::QMgr(Arc::from(from));
            self.outbox.tell(to, me, update.name);
        }
    }
}
