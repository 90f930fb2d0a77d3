//! Names that are asked for: by programs here, and by other members.

use crate::limits::{ANSWER_MS, NAMES_ALL_MAX, NAMES_MAX, TOLD_MS, WAITING_MAX};
use crate::member::Member;
use crate::member::action::{Action, Answer, Destination};
use crate::member::action::{Limit, Notice};
use crate::member::cluster::{Cluster, Subscription};
use crate::member::env::Env;
use crate::message::Question;
use crate::record::Name;
use std::collections::BTreeSet;
use std::sync::Arc;

/// So many names make room together when there are too many.
const FORGOTTEN_AT_ONCE: usize = NAMES_MAX / 50;

/// Somebody waits for what is known of a name.
#[derive(Debug)]
pub(crate) struct Waiting {
    pub(crate) until_ms: u64,
    /// Who was asked in which cluster, and did not answer yet.
    awaited: BTreeSet<(Box<str>, Destination)>,
    heard: bool,
}

impl Waiting {
    /// A full repository answered. It counts once, however often it says so.
    pub(crate) fn answered(&mut self, cluster: &Cluster, from: &str) {
        self.heard = true;
        let is_meant = |to: &Destination, unknown: bool| match to {
            Destination::QMgr(qmid) => **qmid == *from,
            Destination::Channel(name) => match cluster.channels.get(name) {
                Some(Some(reached)) => **reached == *from,
                _ => unknown,
            },
        };
        // The answer may be here before it is known whom the channel reached.
        for unknown in [false, true] {
            let mut awaited = self.awaited.iter();
            let found = awaited.find(|(of, to)| *of == cluster.name && is_meant(to, unknown));
            if let Some(found) = found.cloned() {
                self.awaited.remove(&found);
                return;
            }
        }
    }
}

impl Member {
    /// A program uses a name nobody has here. [`Action::Answered`] follows, with the same event or a later one.
    #[must_use]
    pub fn ask(&mut self, name: &Name, now: u64) -> Vec<Action> {
        self.env.now = now;
        if !self.waiting.contains_key(name) {
            let mut awaited = BTreeSet::new();
            if self.waiting.len() < WAITING_MAX && !self.knows(name) {
                for (of, cluster) in &mut self.clusters {
                    let asked = cluster.ask(&mut self.env, name).into_iter();
                    awaited.extend(asked.map(|to| (of.clone(), to)));
                }
            }
            let mut members = self.clusters.values().filter(|cluster| cluster.is_member());
            let waiting = Waiting {
                until_ms: now.saturating_add(ANSWER_MS),
                // A full repository knows that nobody shares it.
                heard: awaited.is_empty() && members.any(|cluster| cluster.full),
                awaited,
            };
            self.waiting.insert(name.clone(), waiting);
        }
        self.done()
    }

    /// Programs here may use these names at any time without asking, for this queue manager shares them itself: it hears of all who share them.
    #[must_use]
    pub fn want(&mut self, names: &BTreeSet<Name>, now: u64) -> Vec<Action> {
        self.env.now = now;
        for cluster in self.clusters.values_mut() {
            for name in names {
                if !cluster.own.contains_key(name) {
                    continue;
                }
                if !cluster.asked.contains_key(name) {
                    cluster.ask(&mut self.env, name);
                }
                if let Some(asked) = cluster.asked.get_mut(name) {
                    asked.used = true;
                }
            }
        }
        self.done()
    }

    /// These names were used: they are asked for again when it is time.
    pub fn used<'a>(&mut self, names: impl IntoIterator<Item = &'a Name>) {
        for name in names {
            for cluster in self.clusters.values_mut() {
                if let Some(asked) = cluster.asked.get_mut(name) {
                    asked.used = true;
                }
            }
        }
    }

    /// Answers what can be answered now.
    pub(crate) fn finish_waiting(&mut self) {
        let now = self.env.now;
        let mut waiting = std::mem::take(&mut self.waiting);
        waiting.retain(|name, waiting| {
            let over = waiting.awaited.is_empty() || waiting.until_ms <= now;
            // A clock that is set back must not make anybody wait for longer.
            let over = over || waiting.until_ms > now.saturating_add(ANSWER_MS);
            let answer = match (self.knows(name), over, waiting.heard) {
                (true, ..) => Answer::Known,
                (false, true, true) => Answer::Unknown,
                (false, true, false) => Answer::Nobody,
                (false, false, _) => return true,
            };
            let name = name.clone();
            self.env.out.push(Action::Answered { name, answer });
            false
        });
        self.waiting = waiting;
    }
}

impl Cluster {
    /// Asks two full repositories, and keeps that we did. Gives back who was asked.
    fn ask(&mut self, env: &mut Env, name: &Name) -> Vec<Destination> {
        if !self.is_member() || self.full {
            return Vec::new();
        }
        if !self.asked.contains_key(name) && self.asked.len() >= NAMES_MAX {
            self.forget_unknown(env);
        }
        if !self.asked.contains_key(name) && self.asked.len() >= NAMES_MAX {
            env.show(Notice::TooMuch {
                cluster: self.name.to_string(),
                from: env.qmid.to_string(),
                limit: Limit::NamesOfOne,
            });
            return Vec::new();
        }
        self.ask_again(env, name)
    }

    /// True of a name that was asked for if nobody shares it, or did a while ago: who has such a queue open waits for it to be there again.
    pub(crate) fn is_unknown(&self, name: &Name) -> bool {
        !name.is_all() && !self.store.has(name)
    }

    /// Programs asked for many names that nobody shares: those that were asked for first make room. Who uses one asks again.
    fn forget_unknown(&mut self, env: &mut Env) {
        let names = self.asked.iter().filter(|(name, _)| self.is_unknown(name));
        let mut unknown: Vec<(u64, Name)> = names
            .map(|(name, asked)| (asked.expires_ms, name.clone()))
            .collect();
        unknown.sort();
        unknown.truncate(FORGOTTEN_AT_ONCE);
        self.unask(env, unknown.into_iter().map(|(_, name)| name));
    }

    /// Wants to hear of names no more.
    pub(crate) fn unask(&mut self, env: &mut Env, names: impl IntoIterator<Item = Name>) {
        let two = self.two(&env.qmid);
        for name in names {
            let Some(asked) = self.asked.remove(&name) else {
                continue;
            };
            env.drop_object(&name, asked.number);
            for to in &two {
                self.outbox.unask(to.clone(), name.clone());
            }
        }
    }

    /// Asks two full repositories for a name, for a time that begins now.
    pub(crate) fn ask_again(&mut self, env: &mut Env, name: &Name) -> Vec<Destination> {
        let number = match self.asked.get(name) {
            Some(asked) => asked.number,
            None => env.new_number(),
        };
        let subscription = Subscription {
            expires_ms: env.now.saturating_add(TOLD_MS),
            number,
            used: false,
        };
        let me = Arc::clone(&env.qmid);
        self.keep_subscription(env, &me, name, subscription);
        self.asked.insert(name.clone(), subscription);
        let two = self.two(&me);
        for to in &two {
            self.outbox.ask(to.clone(), name.clone());
        }
        two
    }

    /// A member asks for names.
    pub(crate) fn asked_by(&mut self, env: &mut Env, from: &str, names: Vec<Question>) {
        if !self.full || self.store.q_mgr_name(from).is_none() {
            return env.show(Notice::Stranger {
                cluster: self.name.to_string(),
                from: from.to_owned(),
            });
        }
        let from: Arc<str> = Arc::from(from);
        // Those that make room come first.
        let (over, wanted): (Vec<_>, Vec<_>) = names.into_iter().partition(|it| it.life_ms == 0);
        for Question { name, .. } in over {
            if let Some(told) = self.subscribers.remove(&from, &name) {
                env.drop_object(&name, told.number);
            }
        }
        for question in wanted {
            self.tell_from_now_on(env, &from, &question);
            self.answer(&from, question);
        }
    }

    /// Keeps that a member is told of a name. Where that is too much it is answered all the same, and not told of changes.
    fn tell_from_now_on(&mut self, env: &mut Env, from: &Arc<str>, question: &Question) {
        let all = env.elsewhere + self.amount();
        let before = self.subscribers.get(from, &question.name).copied();
        let limit = match before {
            Some(_) => None,
            None if self.subscribers.of(from) >= NAMES_MAX => Some(Limit::NamesOfOne),
            None => (all.told >= NAMES_ALL_MAX).then_some(Limit::NamesOfAll),
        };
        if let Some(limit) = limit {
            return env.show(Notice::TooMuch {
                cluster: self.name.to_string(),
                from: from.to_string(),
                limit,
            });
        }
        let subscription = Subscription {
            expires_ms: env.now.saturating_add(question.life_ms.min(TOLD_MS)),
            number: before.map_or_else(|| env.new_number(), |before| before.number),
            used: false,
        };
        let name = question.name.clone();
        self.keep_subscription(env, from, &name, subscription);
        self.subscribers
            .insert(Arc::clone(from), name, subscription);
    }

    /// Tells what is known of a name, if that is not known there.
    fn answer(&mut self, from: &Arc<str>, question: Question) {
        let to = Destination::QMgr(Arc::clone(from));
        if self.store.name_hash(&question.name) != question.hash {
            let mut owners = BTreeSet::new();
            for (owner, name) in self.store.under(&question.name) {
                self.outbox.tell(to.clone(), Arc::clone(&owner), name);
                owners.insert(owner);
            }
            for owner in owners {
                if let Some(q_mgr) = self.store.q_mgr_name(&owner) {
                    self.outbox.tell(to.clone(), owner, q_mgr);
                }
            }
        }
        self.outbox.answer(to, question.name);
    }
}
