//! Patterns in one structure, so that looking for those a string fits takes as long as there are that fit.
//!
//! Patterns that begin alike share nodes. A search follows every node the string could have led to: for each of
//! its symbols the node for just that symbol, the one for any symbol, and those for any number of symbols, which stay.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;

/// One step of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step<L> {
    /// This symbol.
    Is(L),
    /// Any symbol.
    One,
    /// Any number of symbols. Never twice in a row.
    Many,
}

impl<L> Step<L> {
    pub(crate) fn is_literal(&self) -> bool {
        matches!(self, Self::Is(_))
    }

    pub(crate) fn literal(&self) -> Option<&L> {
        match self {
            Self::Is(literal) => Some(literal),
            _ => None,
        }
    }
}

#[derive(Debug)]
struct Node<L, E> {
    is: HashMap<L, u32>,
    one: Option<u32>,
    many: Option<u32>,
    /// Reached by any number of symbols: further symbols may come.
    stays: bool,
    entries: Vec<E>,
}

impl<L, E> Node<L, E> {
    fn new(stays: bool) -> Self {
        Self {
            is: HashMap::new(),
            one: None,
            many: None,
            stays,
            entries: Vec::new(),
        }
    }

    fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.is.is_empty() && self.one.is_none() && self.many.is_none()
    }
}

const ROOT: u32 = 0;

/// See the module. `L` is a symbol of patterns, `E` what is kept with each.
#[derive(Debug)]
pub(crate) struct Trie<L, E> {
    nodes: Vec<Node<L, E>>,
    free: Vec<u32>,
}

impl<L: Clone + Eq + Hash, E> Trie<L, E> {
    pub(crate) fn new() -> Self {
        Self {
            nodes: vec![Node::new(false)],
            free: Vec::new(),
        }
    }

    /// True when nothing is kept.
    pub(crate) fn is_empty(&self) -> bool {
        self.nodes[ROOT as usize].is_empty()
    }

    fn next(&self, from: u32, step: &Step<L>) -> Option<u32> {
        let node = &self.nodes[from as usize];
        match step {
            Step::Is(literal) => node.is.get(literal).copied(),
            Step::One => node.one,
            Step::Many => node.many,
        }
    }

    /// Keeps an entry with a pattern.
    pub(crate) fn insert(&mut self, steps: &[Step<L>], entry: E) {
        let mut at = ROOT;
        for step in steps {
            at = match self.next(at, step) {
                Some(next) => next,
                None => self.add(at, step),
            };
        }
        self.nodes[at as usize].entries.push(entry);
    }

    fn add(&mut self, from: u32, step: &Step<L>) -> u32 {
        let node = Node::new(*step == Step::Many);
        let at = match self.free.pop() {
            Some(at) => {
                self.nodes[at as usize] = node;
                at
            }
            None => {
                self.nodes.push(node);
                // invariant: a node takes more memory than its number counts
                u32::try_from(self.nodes.len() - 1).expect("memory ends before the numbers do")
            }
        };
        let from = &mut self.nodes[from as usize];
        match step {
            Step::Is(literal) => drop(from.is.insert(literal.clone(), at)),
            Step::One => from.one = Some(at),
            Step::Many => from.many = Some(at),
        }
        at
    }

    /// Takes out the entry of a pattern that is the one looked for.
    pub(crate) fn remove(&mut self, steps: &[Step<L>], is_it: impl Fn(&E) -> bool) -> Option<E> {
        let mut path = vec![ROOT];
        for step in steps {
            path.push(self.next(path[path.len() - 1], step)?);
        }
        let entries = &mut self.nodes[path[path.len() - 1] as usize].entries;
        let at = entries.iter().position(is_it)?;
        let entry = entries.remove(at);
        for (step, pair) in steps.iter().zip(path.windows(2)).rev() {
            let [from, to] = [pair[0], pair[1]];
            if !self.nodes[to as usize].is_empty() {
                break;
            }
            self.free.push(to);
            let from = &mut self.nodes[from as usize];
            match step {
                Step::Is(literal) => drop(from.is.remove(literal)),
                Step::One => from.one = None,
                Step::Many => from.many = None,
            }
        }
        Some(entry)
    }

    /// Calls `found` with every entry whose pattern the symbols fit.
    pub(crate) fn search<Q, S>(&self, symbols: impl Iterator<Item = S>, mut found: impl FnMut(&E))
    where
        L: Borrow<Q>,
        Q: Eq + Hash + ?Sized,
        S: Borrow<Q>,
    {
        let (mut here, mut next) = (Vec::new(), Vec::new());
        self.arrive(ROOT, &mut here);
        for symbol in symbols {
            next.clear();
            for at in &here {
                let node = &self.nodes[*at as usize];
                if node.stays {
                    next.push(*at);
                }
                if let Some(to) = node.is.get(symbol.borrow()) {
                    self.arrive(*to, &mut next);
                }
                if let Some(to) = node.one {
                    self.arrive(to, &mut next);
                }
            }
            // A node for any number of symbols may have stayed and been reached anew.
            next.sort_unstable();
            next.dedup();
            std::mem::swap(&mut here, &mut next);
            if here.is_empty() {
                return;
            }
        }
        for at in here {
            self.nodes[at as usize].entries.iter().for_each(&mut found);
        }
    }

    /// Any number may be none: the node behind is reached with this one.
    fn arrive(&self, at: u32, into: &mut Vec<u32>) {
        into.push(at);
        into.extend(self.nodes[at as usize].many);
    }
}
