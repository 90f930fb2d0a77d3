//! A table whose places are used again, named by tokens that are not.

use ferromq_base::poll::Token;

const INDEX_BITS: u32 = 24;
const INDEX_MASK: u64 = (1 << INDEX_BITS) - 1;
/// Tokens stay below 2^60.
const GENERATION_MASK: u64 = (1 << (60 - INDEX_BITS)) - 1;

/// At most this many things at a time.
pub(crate) const SLOTS_MAX: usize = 1 << INDEX_BITS;

struct Slot<T> {
    generation: u64,
    content: Option<T>,
}

/// See the module. Looking up a token whose thing is gone finds nothing, even when its place
/// was taken again.
pub(crate) struct Slots<T> {
    slots: Vec<Slot<T>>,
    free: Vec<u32>,
}

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Self {
            slots: Vec::new(),
            free: Vec::new(),
        }
    }
}

impl<T> Slots<T> {
    /// Things in the table.
    pub(crate) fn len(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    /// Makes a thing that knows its token and puts it in. The table must not be full.
    pub(crate) fn insert_with(&mut self, make: impl FnOnce(Token) -> T) -> Token {
        let index = self.free.pop().unwrap_or_else(|| {
            // invariant: each thing has a descriptor, and a process has fewer of those
            assert!(self.slots.len() < SLOTS_MAX, "the owner bounds the table");
            self.slots.push(Slot {
                generation: 0,
                content: None,
            });
            (self.slots.len() - 1) as u32
        });
        let slot = &mut self.slots[index as usize];
        slot.generation = (slot.generation + 1) & GENERATION_MASK;
        let token = Token(slot.generation << INDEX_BITS | u64::from(index));
        slot.content = Some(make(token));
        token
    }

    pub(crate) fn get_mut(&mut self, token: Token) -> Option<&mut T> {
        let slot = self.slots.get_mut((token.0 & INDEX_MASK) as usize)?;
        if slot.generation != token.0 >> INDEX_BITS {
            return None;
        }
        slot.content.as_mut()
    }

    pub(crate) fn remove(&mut self, token: Token) -> Option<T> {
        self.get_mut(token)?;
        let index = token.0 & INDEX_MASK;
        self.free.push(index as u32);
        self.slots[index as usize].content.take()
    }

    /// The tokens of everything in the table.
    pub(crate) fn tokens(&self) -> Vec<Token> {
        let taken = self.slots.iter().enumerate();
        taken
            .filter(|(_, slot)| slot.content.is_some())
            .map(|(index, slot)| Token(slot.generation << INDEX_BITS | index as u64))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_does_not_find_who_came_after() {
        let mut slots = Slots::default();
        let first = slots.insert_with(|_| "a");
        assert_eq!(slots.remove(first), Some("a"));
        let second = slots.insert_with(|_| "b");
        assert_ne!(first, second);
        assert_eq!(slots.get_mut(first), None);
        assert_eq!(slots.remove(first), None);
        assert_eq!(slots.get_mut(second), Some(&mut "b"));
        assert_eq!((slots.len(), slots.tokens()), (1, vec![second]));
        assert_eq!(slots.get_mut(Token(77)), None);
    }
}
