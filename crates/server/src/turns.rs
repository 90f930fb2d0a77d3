//! Those who wait, by where they come from.
//!
//! What they wait for may take long, and whoever may do nothing at all can ask for it. So each place has its turn, however many come from
//! another one; and when all that may wait do, one from a place with fewer may take the place of the last from the one with most.

use std::collections::{BTreeMap, VecDeque};

/// See the module.
#[derive(Debug)]
pub(crate) struct Turns<P, T> {
    of_place: BTreeMap<P, VecDeque<T>>,
    /// Places where some wait, the one whose turn it is first.
    turns: VecDeque<P>,
    len: usize,
}

impl<P, T> Default for Turns<P, T> {
    fn default() -> Self {
        Self {
            of_place: BTreeMap::new(),
            turns: VecDeque::new(),
            len: 0,
        }
    }
}

impl<P: Ord + Copy, T> Turns<P, T> {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// From how many places some wait.
    pub(crate) fn places(&self) -> usize {
        self.turns.len()
    }

    /// Those of one place.
    pub(crate) fn len_of(&self, place: P) -> usize {
        self.of_place.get(&place).map_or(0, VecDeque::len)
    }

    pub(crate) fn push(&mut self, place: P, one: T) {
        let waiting = self.of_place.entry(place).or_default();
        if waiting.is_empty() {
            self.turns.push_back(place);
        }
        waiting.push_back(one);
        self.len += 1;
    }

    /// The first one of the place whose turn it is.
    pub(crate) fn pop(&mut self) -> Option<T> {
        let place = self.turns.pop_front()?;
        let waiting = self.of_place.get_mut(&place)?;
        let one = waiting.pop_front()?;
        self.len -= 1;
        match waiting.is_empty() {
            true => drop(self.of_place.remove(&place)),
            false => self.turns.push_back(place),
        }
        Some(one)
    }

    /// Takes the last one out of the place where most wait, if that is fair to it: from `place` there are fewer, with one more too.
    pub(crate) fn make_room(&mut self, place: P) -> Option<T> {
        let own = self.len_of(place);
        let most = self
            .of_place
            .iter()
            .max_by_key(|(_, waiting)| waiting.len());
        let most = most.filter(|(_, waiting)| waiting.len() > own + 1);
        let from = *most?.0;
        // There are two at least, so the place keeps its turn.
        let one = self.of_place.get_mut(&from)?.pop_back();
        self.len -= usize::from(one.is_some());
        one
    }

    pub(crate) fn retain(&mut self, keeps: impl Fn(&T) -> bool) {
        self.of_place.retain(|_, waiting| {
            waiting.retain(&keeps);
            !waiting.is_empty()
        });
        let of_place = &self.of_place;
        self.turns.retain(|place| of_place.contains_key(place));
        self.len = self.of_place.values().map(VecDeque::len).sum();
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rest(turns: &mut Turns<Option<u32>, &'static str>) -> String {
        let mut all = String::new();
        while let Some(one) = turns.pop() {
            all.push_str(one);
        }
        assert_eq!(turns.len(), 0);
        all
    }

    #[test]
    fn each_place_has_its_turn_and_its_own_order() {
        let mut turns = Turns::default();
        for (place, one) in [
            (1, "a"),
            (1, "b"),
            (1, "c"),
            (2, "x"),
            (1, "d"),
            (3, "u"),
            (2, "y"),
        ] {
            turns.push(Some(place), one);
        }
        turns.push(None, "?");
        assert_eq!((turns.pop(), turns.len()), (Some("a"), 7));
        turns.push(Some(2), "z");
        assert_eq!(rest(&mut turns), "xu?byczd");
    }

    #[test]
    fn one_from_a_place_with_fewer_takes_the_place_of_the_last_of_many() {
        let mut turns = Turns::default();
        for one in ["a", "b", "c"] {
            turns.push(Some(1), one);
        }
        assert_eq!(turns.make_room(Some(1)), None, "it has them all itself");
        assert_eq!(turns.make_room(Some(2)), Some("c"));
        turns.push(Some(2), "x");
        assert_eq!(turns.make_room(Some(2)), None, "it would have more then");
        assert_eq!(turns.make_room(Some(3)), Some("b"));
        assert_eq!(turns.make_room(Some(3)), None, "nobody has two");
        assert_eq!(rest(&mut turns), "ax");
    }

    #[test]
    fn who_has_waited_too_long_leaves_no_gap() {
        let mut turns = Turns::default();
        for (place, one) in [(1, "a"), (2, "x"), (1, "b"), (3, "u")] {
            turns.push(Some(place), one);
        }
        turns.retain(|one| !matches!(*one, "x" | "a"));
        assert_eq!(turns.len(), 2);
        turns.push(Some(2), "y");
        assert_eq!(rest(&mut turns), "buy");
    }
}
