//! Which messages of a spill queue are applied: a few ranges of numbers.
//!
//! A message says, beside its own number, up to which one everything was committed when it was put ([`Done::all_to`]). Whatever there is of the subscription up to there
//! lies in front of it, and was applied before it. So that what has to be told apart one by one is no more than the transactions that are under way at a time.

use std::collections::BTreeMap;

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Done {
    /// First number of each range, and its last. Between two there is a number that is in none.
    ranges: BTreeMap<u64, u64>,
}

impl Done {
    pub(super) fn has(&self, number: u64) -> bool {
        let before = self.ranges.range(..=number).next_back();
        before.is_some_and(|(_, last)| *last >= number)
    }

    /// These are done, too.
    pub(super) fn add(&mut self, first: u64, last: u64) {
        let (mut first, mut last) = (first, last.max(first));
        // Those that overlap, or are next to it.
        while let Some((from, to)) = self.ranges.range(..=last.saturating_add(1)).next_back() {
            let (from, to) = (*from, *to);
            if to.saturating_add(1) < first {
                break;
            }
            self.ranges.remove(&from);
            (first, last) = (first.min(from), last.max(to));
        }
        self.ranges.insert(first, last);
    }

    /// All up to this one are done, or will never come.
    pub(super) fn all_to(&mut self, number: u64) {
        if number > 0 {
            self.add(0, number);
        }
    }

    /// Up to where nothing is to come.
    pub(super) fn floor(&self) -> u64 {
        self.ranges.get(&0).copied().unwrap_or(0)
    }

    /// Ranges that the other has not got.
    pub(super) fn beyond(&self, other: &Self) -> Vec<(u64, u64)> {
        let is_new = |range: &(&u64, &u64)| other.ranges.get(range.0) != Some(range.1);
        let new = self.ranges.iter().filter(is_new);
        new.map(|(first, last)| (*first, *last)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Done;
    use ferromq_base::random::SplitMix64;
    use std::collections::BTreeSet;

    #[test]
    fn ranges_have_what_a_set_has() {
        let mut random = SplitMix64::new(7);
        let mut below = |bound: u64| random.next_u64() % bound;
        for _ in 0..300 {
            let (mut done, mut set) = (Done::default(), BTreeSet::new());
            for _ in 0..30 {
                let before = done.clone();
                let first = 1 + below(60);
                let last = first + below(4);
                match below(8) {
                    0 => {
                        done.all_to(first);
                        set.extend(0..=first);
                    }
                    _ => {
                        done.add(first, last);
                        set.extend(first..=last);
                    }
                }
                for number in 0..70 {
                    assert_eq!(done.has(number), set.contains(&number), "{number} {done:?}");
                }
                // What is written of a change is the change.
                let gone = before.beyond(&done);
                let kept = before.ranges.clone().into_iter();
                let kept = kept.filter(|range| !gone.contains(range));
                let now: Vec<(u64, u64)> = kept.chain(done.beyond(&before)).collect();
                assert_eq!(now.len(), done.ranges.len());
                let mut again = Done::default();
                now.into_iter()
                    .for_each(|(first, last)| again.add(first, last));
                assert_eq!(again, done);
            }
        }
    }

    #[test]
    fn a_long_queue_is_one_range() {
        let mut done = Done::default();
        // Every third message is of this subscription; thirty are under way.
        for number in (3..300_000).step_by(3) {
            done.all_to(number - 30.min(number));
            done.add(number, number);
            assert!(done.ranges.len() <= 11, "{done:?}");
        }
        assert_eq!(done.floor(), 299_967);
    }

    /// A stream of several agents puts numbers on a queue before it commits them, dies, and begins anew where it is committed. Whoever takes them from the queue goes no
    /// further than that, and dies, too.
    #[test]
    fn whatever_is_put_again_is_done_once() {
        for seed in 0..400 {
            let mut random = SplitMix64::new(seed);
            let mut below = |bound: u64| random.next_u64() % bound;
            let (mut queue, mut committed) = (Vec::<(u64, u64)>::new(), 0);
            let (mut taken, mut written) = (0, Done::default());
            let mut applied: Vec<u64> = Vec::new();
            let last = 120;
            let mut under_way: Vec<(u64, bool)> = Vec::new();
            while committed < last || taken < queue.len() {
                match below(12) {
                    // Begun in order, put in any order, committed in order.
                    0..4 => {
                        let begun = under_way.last().map_or(committed, |it| it.0);
                        if under_way.len() < 6 && begun < last {
                            under_way.push((begun + 1, false));
                        }
                    }
                    4..8 if !under_way.is_empty() => {
                        let at = below(under_way.len() as u64) as usize;
                        let (number, is_put) = &mut under_way[at];
                        // Some numbers are of other subscriptions.
                        if !*is_put && *number % 3 > 0 {
                            queue.push((*number, committed));
                        }
                        *is_put = true;
                        while under_way.first().is_some_and(|it| it.1) && below(2) == 0 {
                            committed = under_way.remove(0).0;
                        }
                    }
                    8 if below(4) == 0 => under_way.clear(),
                    // Applied with what is written of it; deleting may not come to be.
                    9..12 => {
                        let mut done = written.clone();
                        let mut at = taken;
                        while let Some((number, low)) = queue.get(at)
                            && *number <= committed
                        {
                            done.all_to(*low);
                            if !done.has(*number) {
                                applied.push(*number);
                                done.add(*number, *number);
                                written = done.clone();
                            }
                            at += 1;
                        }
                        assert!(written.ranges.len() <= 8, "{seed}: {written:?}");
                        taken = if below(3) == 0 { taken } else { at };
                    }
                    _ => {}
                }
            }
            applied.sort_unstable();
            let all: Vec<u64> = (1..=last).filter(|number| number % 3 > 0).collect();
            assert_eq!(applied, all, "{seed}");
        }
    }
}
