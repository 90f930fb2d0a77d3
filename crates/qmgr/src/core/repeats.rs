//! Notices that would come again and again: what is told is told once, then counted, and told again with the count after a
//! while.
//!
//! Thousands of equal notices push out of the error log what came before them, which is mostly why they came.

use crate::lock_order;
use ferromq_base::calendar::UtcMoment;
use ferromq_base::lock::{Mutex, MutexGuard};
use std::collections::BTreeMap;

/// How long what was told is only counted.
const QUIET_US: u64 = 5 * 60 * 1_000_000;

/// It is over when it has not happened for so long: what comes and goes many times a second is one thing.
const CALM_US: u64 = 10 * 1_000_000;

/// Subjects that are known at a time; of more the one told longest ago is forgotten, and told anew.
const SUBJECTS_MAX: usize = 64;

/// A notice and what it is about.
type Subject = (&'static str, String);

#[derive(Debug)]
struct Repeat {
    first_us: u64,
    told_us: u64,
    last_us: u64,
    times: u64,
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Repeats(Mutex<BTreeMap<Subject, Repeat>, lock_order::Repeats>);

impl Repeats {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<Subject, Repeat>> {
        self.0.lock()
    }

    /// It happened so many times more. Answers what to tell, if anything.
    pub(crate) fn tell(
        &self,
        number: &'static str,
        subject: &str,
        times: u64,
        text: String,
        now_us: u64,
    ) -> Option<String> {
        let mut known = self.lock();
        let key = (number, subject.to_owned());
        let Some(repeat) = known.get_mut(&key) else {
            if known.len() >= SUBJECTS_MAX {
                forget_oldest(&mut known);
            }
            let first = Repeat {
                first_us: now_us,
                told_us: now_us,
                last_us: now_us,
                times,
            };
            known.insert(key, first);
            return Some(text);
        };
        repeat.times += times;
        repeat.last_us = now_us;
        if now_us.saturating_sub(repeat.told_us) < QUIET_US {
            return None;
        }
        repeat.told_us = now_us;
        Some(format!("{text} {}", repeat.count()))
    }

    /// It is over: forgets it, so that it is told at once when it happens again. Answers how often it happened, in words, if
    /// it was told at all.
    pub(crate) fn over(&self, number: &'static str, subject: &str) -> Option<String> {
        let repeat = self.lock().remove(&(number, subject.to_owned()))?;
        Some(repeat.count())
    }

    /// It does not happen now, but may again at once. Once it has not for some seconds it is over: forgets it, so that it is told at once when it
    /// happens again, and answers how often it happened, in words. `None` if it was not told, or may not be over.
    pub(crate) fn calm(&self, number: &'static str, subject: &str, now_us: u64) -> Option<String> {
        let mut known = self.lock();
        let key = (number, subject.to_owned());
        let repeat = known.get(&key)?;
        if now_us.saturating_sub(repeat.last_us) < CALM_US {
            return None;
        }
        known.remove(&key).map(|repeat| repeat.count())
    }

    /// None of these happens now: forgets those that are over.
    pub(crate) fn forget(&self, number: &'static str, now_us: u64) {
        let recent = |repeat: &Repeat| now_us.saturating_sub(repeat.last_us) < CALM_US;
        self.lock()
            .retain(|(known, _), repeat| *known != number || recent(repeat));
    }
}

impl Repeat {
    fn count(&self) -> String {
        let at = UtcMoment::at(self.first_us);
        // What lasts without happening again has no number.
        let times = match self.times {
            0 | 1 => String::new(),
            times => format!("{times} times "),
        };
        format!("({times}since {at})")
    }
}

fn forget_oldest(known: &mut BTreeMap<Subject, Repeat>) {
    let oldest = known.iter().min_by_key(|(_, repeat)| repeat.told_us);
    if let Some(oldest) = oldest.map(|(subject, _)| subject.clone()) {
        known.remove(&oldest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A day in February 2024, 12:34:56.
    const NOW_US: u64 = 1_709_210_096_000_000;

    fn tell(repeats: &Repeats, subject: &str, after_us: u64) -> Option<String> {
        repeats.tell(
            "AMQ7463E",
            subject,
            1,
            "It is full.".into(),
            NOW_US + after_us,
        )
    }

    #[test]
    fn what_was_told_is_counted_and_told_again_after_a_while() {
        let repeats = Repeats::default();
        assert_eq!(tell(&repeats, "a", 0).as_deref(), Some("It is full."));
        for after_us in 1..1000 {
            assert_eq!(tell(&repeats, "a", after_us), None);
        }
        assert!(tell(&repeats, "b", 5).is_some(), "that is something else");
        let again = tell(&repeats, "a", QUIET_US).expect("a while has passed");
        assert_eq!(
            again,
            "It is full. (1001 times since 2024-02-29 12:34:56 UTC)"
        );
        assert_eq!(tell(&repeats, "a", QUIET_US + 1), None);
        let over = |after_us| repeats.calm("AMQ7463E", "a", NOW_US + after_us);
        let count = over(QUIET_US + 1 + CALM_US).expect("it was told");
        assert_eq!(count, "(1002 times since 2024-02-29 12:34:56 UTC)");
        assert_eq!(over(QUIET_US + 1 + CALM_US), None);
        assert!(
            tell(&repeats, "a", QUIET_US + 2 + CALM_US).is_some(),
            "it begins anew"
        );
    }

    #[test]
    fn what_comes_and_goes_many_times_a_second_is_told_once() {
        let repeats = Repeats::default();
        let mut told = 0;
        for number in 0..10_000 {
            let after_us = number * 1_000;
            told += usize::from(tell(&repeats, "a", after_us).is_some());
            assert_eq!(repeats.calm("AMQ7463E", "a", NOW_US + after_us + 500), None);
            repeats.forget("AMQ7463E", NOW_US + after_us + 500);
        }
        assert_eq!(told, 1);
        let after_us = 10_000 * 1_000 + CALM_US;
        assert!(repeats.calm("AMQ7463E", "a", NOW_US + after_us).is_some());
    }

    #[test]
    fn no_more_is_remembered_than_so_much() {
        let repeats = Repeats::default();
        for number in 0..10 * SUBJECTS_MAX as u64 {
            assert!(tell(&repeats, &number.to_string(), number).is_some());
        }
        assert_eq!(repeats.lock().len(), SUBJECTS_MAX);
        assert!(tell(&repeats, "0", 0).is_some(), "it was forgotten");
    }
}
