//! Names that are asked for: by programs here, and by other members.

use crate::member::cluster::{Cluster, Subscription};
use crate::member::env::{Env, Notice};
use crate::member::{Action, Answer, Destination, Member};
use crate::message::Question;
use crate::record::Name;
use crate::{ANSWER_MS, NAMES_MAX, TOLD_MS, WAITING_MAX};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Somebody waits for what is known of a name.
#[derive(Debug)]
pub(crate) struct Waiting {
    pub(crate) until_ms: u64,
    /// Full repositories that did not answer yet.
    left: usize,
    heard: bool,
}

impl Waiting {
    /// A full repository answered.
    pub(crate) fn answered(&mut self) {
        self.heard = true;
        self.left = self.left.saturating_sub(1);
    }
}

impl Member {
    /// A program uses a name nobody has here. [`Action::Answered`] follows, with the same event or a later one.
    #[must_use]
    pub fn ask(&mut self, name: &Name, now: u64) -> Vec<Action> {
        self.env.now = now;
        if !self.waiting.contains_key(name) {
            let mut left = 0;
            if self.waiting.len() < WAITING_MAX && !self.knows(name) {
                for cluster in self.clusters.values_mut() {
                    left += cluster.ask(&mut self.env, name);
                }
            }
            let mut members = self.clusters.values().filter(|cluster| cluster.is_member());
            let waiting = Waiting {
                until_ms: now.saturating_add(ANSWER_MS),
                left,
                // A full repository knows that nobody shares it.
                heard: left == 0 && members.any(|cluster| cluster.full),
            };
            self.waiting.insert(name.clone(), waiting);
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
            let over = waiting.left == 0 || waiting.until_ms <= now;
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
    /// Asks two full repositories, and keeps that we did. Gives back how many were asked.
    fn ask(&mut self, env: &mut Env, name: &Name) -> usize {
        if !self.is_member() || self.full {
            return 0;
        }
        if !self.asked.contains_key(name) && self.asked.len() >= NAMES_MAX {
            env.show(Notice::TooMuch {
                cluster: self.name.to_string(),
                from: env.qmid.to_string(),
            });
            return 0;
        }
        self.ask_again(env, name)
    }

    /// Asks two full repositories for a name, for a time that begins now.
    pub(crate) fn ask_again(&mut self, env: &mut Env, name: &Name) -> usize {
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
        let asked = two.len();
        for to in two {
            self.outbox.ask(to, name.clone());
        }
        asked
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
        let has =
            |told: &&std::collections::BTreeMap<Arc<str>, Subscription>| told.contains_key(&from);
        let mut room = NAMES_MAX.saturating_sub(self.told.values().filter(has).count());
        for question in names {
            let told = self.told.entry(question.name.clone()).or_default();
            let number = match told.get(&from) {
                Some(before) => before.number,
                None if room == 0 => {
                    env.show(Notice::TooMuch {
                        cluster: self.name.to_string(),
                        from: from.to_string(),
                    });
                    break;
                }
                None => {
                    room -= 1;
                    env.new_number()
                }
            };
            let subscription = Subscription {
                expires_ms: env.now.saturating_add(question.life_ms.min(TOLD_MS)),
                number,
                used: false,
            };
            told.insert(Arc::clone(&from), subscription);
            self.keep_subscription(env, &from, &question.name, subscription);
            self.answer(&from, question);
        }
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
