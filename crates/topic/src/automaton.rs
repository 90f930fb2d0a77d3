//! One pattern against strings: which of its steps can have been taken after each symbol, 64 of them at a time.
//!
//! Bit `n` says that the first `n` steps can have been taken. A symbol moves bits whose next step it fits up by one; those behind a step for any
//! number of symbols stay as well. So a string costs its length times a 64th of that of the pattern, whatever both are made of.

use crate::trie::Step;
use std::collections::HashMap;
use std::hash::Hash;

const BITS: usize = 64;

/// Where in a pattern a symbol is written out.
#[derive(Debug)]
enum Places {
    /// These bits.
    Few(Vec<usize>),
    /// As many words as the pattern has.
    Many(Vec<u64>),
}

/// See the module. `S` is a symbol.
#[derive(Debug)]
pub(crate) struct Automaton<S> {
    is: HashMap<S, Places>,
    /// Bits whose next step is any symbol.
    one: Vec<u64>,
    /// Bits whose next step is any number of symbols.
    many: Vec<u64>,
    /// The bit of the whole pattern.
    last: usize,
}

impl<S: Eq + Hash> Automaton<S> {
    /// That of a pattern. `symbol` is what is written out in a step.
    pub(crate) fn of<'a, L>(steps: &'a [Step<L>], symbol: impl Fn(&'a L) -> S) -> Self {
        let words = steps.len() / BITS + 1;
        let (mut one, mut many) = (vec![0; words], vec![0; words]);
        let mut is: HashMap<S, Vec<usize>> = HashMap::new();
        for (at, step) in steps.iter().enumerate() {
            match step {
                Step::Is(literal) => is.entry(symbol(literal)).or_default().push(at),
                Step::One => set(&mut one, at),
                Step::Many => set(&mut many, at),
            }
        }
        let places = |found: Vec<usize>| {
            // Then a look at each word is no more than one at each bit, and there are few such symbols.
            if found.len() <= words {
                return Places::Few(found);
            }
            let mut all = vec![0; words];
            found.into_iter().for_each(|at| set(&mut all, at));
            Places::Many(all)
        };
        Self {
            is: is
                .into_iter()
                .map(|(symbol, found)| (symbol, places(found)))
                .collect(),
            one,
            many,
            last: steps.len(),
        }
    }

    /// Whether the pattern stands for a string.
    pub(crate) fn matches(&self, symbols: impl Iterator<Item = S>) -> bool {
        let words = self.one.len();
        let (mut here, mut next) = (vec![0; words], vec![0; words]);
        set(&mut here, 0);
        skip(&mut here, &self.many, 0);
        // No bit is set in the words before and behind these.
        let (mut first, mut end) = (0, 1);
        for symbol in symbols {
            let places = self.is.get(&symbol);
            let to = words.min(end + 1);
            let mut carry = 0;
            for at in first..to {
                let written = match places {
                    Some(Places::Many(all)) => all[at],
                    _ => 0,
                };
                let moved = here[at] & (self.one[at] | written);
                // What is behind any number of symbols stays.
                let before = if at > 0 {
                    self.many[at - 1] >> (BITS - 1)
                } else {
                    0
                };
                let stays = here[at] & (self.many[at] << 1 | before);
                next[at] = moved << 1 | carry | stays;
                carry = moved >> (BITS - 1);
            }
            if let Some(Places::Few(few)) = places {
                for at in few.iter().filter(|at| is_set(&here, **at)) {
                    set(&mut next, at + 1);
                }
            }
            skip(&mut next[..to], &self.many, first);
            while first < to && next[first] == 0 {
                first += 1;
            }
            if first == to {
                return false;
            }
            end = to;
            while next[end - 1] == 0 {
                end -= 1;
            }
            std::mem::swap(&mut here, &mut next);
            next[..to].fill(0);
        }
        is_set(&here, self.last)
    }
}

/// Any number may be none: the bit behind is set with this one. There are never two such steps in a row.
fn skip(bits: &mut [u64], many: &[u64], first: usize) {
    let mut carry = 0;
    for at in first..bits.len() {
        let passed = bits[at] & many[at];
        bits[at] |= passed << 1 | carry;
        carry = passed >> (BITS - 1);
    }
}

fn set(bits: &mut [u64], at: usize) {
    bits[at / BITS] |= 1 << (at % BITS);
}

fn is_set(bits: &[u64], at: usize) -> bool {
    bits[at / BITS] >> (at % BITS) & 1 == 1
}
