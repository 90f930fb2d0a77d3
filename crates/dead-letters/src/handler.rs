//! Which rule is to be tried with a message, and what was tried before.

use crate::action::{Action, Rule};
use crate::letter::DeadLetter;
use crate::table::RulesTable;
use std::collections::HashMap;

/// Most messages whose attempts are remembered at a time. Others that fail are tried again each round, as if for the first time.
pub const SEEN_MAX: usize = 100_000;

/// What tells a message from others: message id, correlation id, when it became a dead letter, and for what queue it was.
type Key = ([u8; 24], [u8; 24], [u8; 16], [u8; 48]);

/// Messages with the same key, in the order they have on the queue. Mostly there is one.
#[derive(Debug, Default)]
struct Twins {
    each: Vec<Seen>,
    /// How many were shown, and in which round.
    shown: usize,
    round: u64,
}

/// What was tried with a message.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// The rule that is being tried; that many where all were.
    rule: usize,
    /// How often.
    attempts: u32,
    due_ms: u64,
}

/// A message of the queue, shown in this round.
#[derive(Clone, Debug)]
pub struct Shown<'a> {
    letter: &'a DeadLetter,
    key: Key,
    /// Which of those with its key.
    at: usize,
}

/// A failed attempt, and what follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure {
    /// How often the rule was tried with the message.
    pub attempts: u32,
    /// The rule is not tried again with it.
    pub is_last: bool,
    /// Another rule may be for it now: [`Handler::decide`] is to be called again. Otherwise it stays for this round.
    pub goes_on: bool,
}

/// The rules at work. Times are milliseconds of any clock that does not go back.
#[derive(Debug)]
pub struct Handler {
    rules: Vec<Rule>,
    retry_interval_ms: u64,
    seen: HashMap<Key, Twins>,
    /// Messages in it.
    seen_count: usize,
    round: u64,
}

impl Handler {
    /// Begins with nothing seen.
    #[must_use]
    pub fn new(table: &RulesTable) -> Self {
        Self {
            rules: table.rules.clone(),
            retry_interval_ms: u64::from(table.control.retry_interval_s) * 1_000,
            seen: HashMap::new(),
            seen_count: 0,
            round: 0,
        }
    }

    /// A message, when its turn has come in this round.
    pub fn show<'a>(&mut self, letter: &'a DeadLetter) -> Shown<'a> {
        let key = key(letter);
        let at = match self.seen.get_mut(&key) {
            None => 0,
            Some(twins) => {
                if twins.round != self.round {
                    (twins.round, twins.shown) = (self.round, 0);
                }
                twins.shown += 1;
                twins.shown - 1
            }
        };
        Shown { letter, key, at }
    }

    /// The rule that is to be tried with a message now. `None` where it stays: no rule is for it, or one that ignores it, all that are
    /// have failed, or it is not time yet. After an attempt [`Self::failed`] or [`Self::done`] is called.
    #[must_use]
    pub fn decide(&self, shown: &Shown<'_>, now_ms: u64) -> Option<Rule> {
        let from = match self.find(shown) {
            None => self.next_from(0, shown.letter),
            Some(seen) if seen.due_ms > now_ms => return None,
            Some(seen) => seen.rule,
        };
        let rule = self.rules.get(from)?;
        (rule.action != Action::Ignore).then(|| rule.clone())
    }

    /// The attempt did not go well.
    pub fn failed(&mut self, shown: &Shown<'_>, now_ms: u64) -> Failure {
        let before = self.find(shown).copied().unwrap_or_else(|| Seen {
            rule: self.next_from(0, shown.letter),
            attempts: 0,
            due_ms: 0,
        });
        let attempts = before.attempts.saturating_add(1);
        let most = self.rules.get(before.rule).map_or(0, |rule| rule.attempts);
        let is_last = attempts >= most;
        let after = match is_last {
            false => Seen {
                attempts,
                due_ms: now_ms.saturating_add(self.retry_interval_ms),
                ..before
            },
            true => Seen {
                rule: self.next_from(before.rule + 1, shown.letter),
                attempts: 0,
                due_ms: now_ms,
            },
        };
        Failure {
            attempts,
            is_last,
            goes_on: self.keep(shown, after) && is_last,
        }
    }

    /// The message is gone.
    pub fn done(&mut self, shown: &Shown<'_>) {
        let Some(twins) = self.seen.get_mut(&shown.key) else {
            return;
        };
        twins.shown = twins.shown.saturating_sub(1);
        if shown.at < twins.each.len() {
            twins.each.remove(shown.at);
            self.seen_count -= 1;
        }
        if twins.each.is_empty() {
            self.seen.remove(&shown.key);
        }
    }

    /// Every message of the queue will be shown, from the first on.
    pub fn begin_round(&mut self) {
        self.round += 1;
    }

    /// Every message of the queue was shown since the round began: those that were not are forgotten. What is shown before the next
    /// round begins has come since then, and is behind all others.
    pub fn end_round(&mut self) {
        let round = self.round;
        self.seen.retain(|_, twins| {
            twins.each.truncate(twins.shown);
            twins.round == round && !twins.each.is_empty()
        });
        self.seen_count = self.seen.values().map(|twins| twins.each.len()).sum();
    }

    /// When a message is to be tried again; `None` where none is.
    #[must_use]
    pub fn next_due_ms(&self) -> Option<u64> {
        let is_open = |seen: &&Seen| {
            let rule = self.rules.get(seen.rule);
            rule.is_some_and(|rule| rule.action != Action::Ignore)
        };
        let all = self.seen.values().flat_map(|twins| &twins.each);
        all.filter(is_open).map(|seen| seen.due_ms).min()
    }

    fn find(&self, shown: &Shown<'_>) -> Option<&Seen> {
        self.seen.get(&shown.key)?.each.get(shown.at)
    }

    /// Remembers what was tried with a message, if there is room for it.
    fn keep(&mut self, shown: &Shown<'_>, seen: Seen) -> bool {
        let has_room = self.seen_count < SEEN_MAX;
        let round = self.round;
        if !has_room && self.find(shown).is_none() {
            return false;
        }
        let twins = self.seen.entry(shown.key).or_insert_with(|| Twins {
            each: Vec::new(),
            // It was shown before anything was known of it.
            shown: 1,
            round,
        });
        match twins.each.get_mut(shown.at) {
            Some(one) => *one = seen,
            None => {
                twins.each.push(seen);
                self.seen_count += 1;
            }
        }
        true
    }

    /// The first rule from there on that is for the message; the number of rules where none is.
    fn next_from(&self, from: usize, letter: &DeadLetter) -> usize {
        let mut rules = self.rules.iter().enumerate().skip(from);
        let found = rules.find(|(_, rule)| rule.pattern.matches(letter));
        found.map_or(self.rules.len(), |(at, _)| at)
    }
}

fn key(letter: &DeadLetter) -> Key {
    let (descriptor, header) = (&letter.descriptor, &letter.header);
    let mut put = [0; 16];
    put[..8].copy_from_slice(&header.put_date);
    put[8..].copy_from_slice(&header.put_time);
    (
        descriptor.msg_id,
        descriptor.correl_id,
        put,
        header.dest_q_name,
    )
}
