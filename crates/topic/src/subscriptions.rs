//! Who subscribed to what.

use crate::automaton::Automaton;
use crate::pattern::{Form, Pattern};
use crate::string::levels;
use crate::trie::{Step, Trie};
use std::collections::{BTreeMap, HashMap};

#[derive(Debug)]
struct Entry<T> {
    id: u64,
    /// See [`Pattern::literal_levels`].
    literal_levels: usize,
    subscriber: T,
}

/// Subscribers by what they subscribed to. `T` is whatever the caller needs to reach one.
#[derive(Debug)]
pub struct Subscriptions<T> {
    exact: HashMap<Box<str>, Vec<(u64, T)>>,
    levels: Trie<Box<str>, Entry<T>>,
    characters: Trie<char, Entry<T>>,
    /// Those of long patterns, which are looked at one by one, by number.
    long: BTreeMap<u64, Long<T>>,
    count: usize,
}

/// See [`Pattern::is_long`].
#[derive(Debug)]
struct Long<T> {
    pattern: Pattern,
    /// Of one by characters, made once.
    characters: Option<Automaton<char>>,
    /// Its topics begin with this.
    front: Box<str>,
    entry: Entry<T>,
}

impl<T> Default for Subscriptions<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Subscriptions<T> {
    /// Nobody.
    #[must_use]
    pub fn new() -> Self {
        Self {
            exact: HashMap::new(),
            levels: Trie::new(),
            characters: Trie::new(),
            long: BTreeMap::new(),
            count: 0,
        }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// True when there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Adds a subscriber under a number of its own.
    pub fn insert(&mut self, pattern: &Pattern, id: u64, subscriber: T) {
        self.count += 1;
        let entry = |subscriber| Entry {
            id,
            literal_levels: pattern.literal_levels(),
            subscriber,
        };
        if pattern.is_long() {
            let long = Long {
                pattern: pattern.clone(),
                characters: match &pattern.form {
                    Form::Characters(steps) => Some(Automaton::of(steps, |c| *c)),
                    Form::Exact(_) | Form::Levels(_) => None,
                },
                front: pattern.literal_prefix().trim_end_matches('/').into(),
                entry: entry(subscriber),
            };
            self.long.insert(id, long);
            return;
        }
        match &pattern.form {
            Form::Exact(topic) => match self.exact.get_mut(topic) {
                Some(there) => there.push((id, subscriber)),
                None => drop(self.exact.insert(topic.clone(), vec![(id, subscriber)])),
            },
            Form::Levels(steps) => self.levels.insert(steps, entry(subscriber)),
            Form::Characters(steps) => self.characters.insert(steps, entry(subscriber)),
        }
    }

    /// Takes a subscriber out, given the pattern it came with.
    pub fn remove(&mut self, pattern: &Pattern, id: u64) -> Option<T> {
        let removed = match &pattern.form {
            _ if pattern.is_long() => self.long.remove(&id).map(|long| long.entry.subscriber),
            Form::Exact(topic) => self.remove_exact(topic, id),
            Form::Levels(steps) => remove(&mut self.levels, steps, id),
            Form::Characters(steps) => remove(&mut self.characters, steps, id),
        };
        self.count -= usize::from(removed.is_some());
        removed
    }

    fn remove_exact(&mut self, topic: &str, id: u64) -> Option<T> {
        let there = self.exact.get_mut(topic)?;
        let at = there.iter().position(|(other, _)| *other == id)?;
        let (_, subscriber) = there.remove(at);
        if there.is_empty() {
            self.exact.remove(topic);
        }
        Some(subscriber)
    }

    /// Calls `found` with every subscriber to a topic. Those with wildcards must write out `blocked_levels` levels at
    /// least; see [`Pattern::literal_levels`] and [`crate::Inherited::blocked_levels`]. The order depends on nothing
    /// but what was inserted and removed, and in which order.
    pub fn matching(&self, topic: &str, blocked_levels: usize, mut found: impl FnMut(u64, &T)) {
        if let Some(there) = self.exact.get(topic) {
            there
                .iter()
                .for_each(|(id, subscriber)| found(*id, subscriber));
        }
        let mut passes = |entry: &Entry<T>| {
            if entry.literal_levels >= blocked_levels {
                found(entry.id, &entry.subscriber);
            }
        };
        if !self.levels.is_empty() {
            self.levels.search::<str, _>(levels(topic), &mut passes);
        }
        if !self.characters.is_empty() {
            self.characters
                .search::<char, _>(topic.chars(), &mut passes);
        }
        for long in self.long.values() {
            let fits = || match &long.characters {
                Some(automaton) => automaton.matches(topic.chars()),
                None => long.pattern.matches(topic),
            };
            if topic.starts_with(&*long.front) && fits() {
                passes(&long.entry);
            }
        }
    }
}

fn remove<L: Clone + Eq + std::hash::Hash, T>(
    trie: &mut Trie<L, Entry<T>>,
    steps: &[Step<L>],
    id: u64,
) -> Option<T> {
    let removed = trie.remove(steps, |entry| entry.id == id)?;
    Some(removed.subscriber)
}
