//! Notices anybody can bring about, as often as he likes: the first of equal ones is written, and then their count.
//!
//! Else whoever is refused a few thousand times has pushed everything else out of the error log, first of all what he did
//! before. What is equal has the same number and text and comes from the same place. A place can have many texts, for it
//! chooses names of channels and users, and an attacker can have many places; so within an hour only so many of a number are
//! written of a place, and so many of all. Those beyond are counted together. There is no clock in here: callers say what time it is.

use ferromq_base::calendar::UtcMoment;
use ferromq_mqi::generated::notices::FMQ0161;
use ferromq_qmgr::{Notice, NoticeSink, QueueManager as Engine};
use ferromq_security::Place;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How long equal ones are only counted before their count is written.
const QUIET_US: u64 = 5 * 60 * 1_000_000;
/// After so long everything begins anew.
const WINDOW_US: u64 = 12 * QUIET_US;
/// Different ones of a number and place in that time.
const OF_PLACE_MAX: u32 = 16;
/// Different ones of a number and all places in that time.
const IN_ALL_MAX: u32 = 64;

/// What makes two of them equal. What comes from no place in particular has none.
type Subject = (Option<Place>, &'static str, String);

/// A number, and what is to be written under it.
type Told = (&'static str, String);

#[derive(Debug, Default)]
struct Count {
    times: u64,
    /// Of these, how many have been written.
    told_times: u64,
    since_us: u64,
    told_us: u64,
}

impl Count {
    fn is_due(&self, now_us: u64) -> bool {
        self.times > self.told_times && now_us.saturating_sub(self.told_us) >= QUIET_US
    }

    fn tell(&mut self, now_us: u64) -> u64 {
        (self.told_times, self.told_us) = (self.times, now_us);
        self.times
    }
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Repeats {
    subjects: BTreeMap<Subject, Count>,
    of_place: BTreeMap<(&'static str, Option<Place>), u32>,
    in_all: BTreeMap<&'static str, u32>,
    /// Those beyond what is written.
    others: Count,
    window_us: u64,
}

impl Repeats {
    /// One came. Answers whether it is to be written: `false` when it is counted.
    pub(crate) fn note(
        &mut self,
        place: Option<Place>,
        number: &'static str,
        text: &str,
        now_us: u64,
    ) -> bool {
        let subject = (place, number, text.to_owned());
        if let Some(count) = self.subjects.get_mut(&subject) {
            count.times += 1;
            return false;
        }
        let of_place = self.of_place.get(&(number, place)).copied().unwrap_or(0);
        let in_all = self.in_all.get(number).copied().unwrap_or(0);
        if in_all >= IN_ALL_MAX || of_place >= OF_PLACE_MAX {
            if self.others.times == 0 {
                (self.others.since_us, self.others.told_us) = (now_us, now_us);
            }
            self.others.times += 1;
            return false;
        }
        if self.subjects.is_empty() {
            self.window_us = now_us;
        }
        self.of_place.insert((number, place), of_place + 1);
        self.in_all.insert(number, in_all + 1);
        let count = Count {
            times: 1,
            told_times: 1,
            since_us: now_us,
            told_us: now_us,
        };
        self.subjects.insert(subject, count);
        true
    }

    /// The counts that are to be written: those that have not been for a while, or all when nothing more comes.
    pub(crate) fn due(&mut self, now_us: u64, all: bool) -> Vec<Told> {
        let over = now_us.saturating_sub(self.window_us) >= WINDOW_US;
        let is_due = |count: &Count| {
            count.is_due(now_us) || ((all || over) && count.times > count.told_times)
        };
        let mut due = Vec::new();
        for ((_, number, text), count) in &mut self.subjects {
            if is_due(count) {
                let times = count.tell(now_us);
                due.push((
                    *number,
                    format!("{text} ({times} times since {})", utc(count.since_us)),
                ));
            }
        }
        if is_due(&self.others) {
            let times = self.others.tell(now_us);
            let since = utc(self.others.since_us);
            due.push(("FMQ0161W", FMQ0161.sentence(&[&times, &since])));
        }
        if over && !self.subjects.is_empty() {
            *self = Self::default();
        }
        due
    }
}

fn utc(at_us: u64) -> String {
    let at = UtcMoment::at(at_us);
    format!(
        "{:04}-{:02}-{:02} {:02}:{:02}:{:02} UTC",
        at.year, at.month, at.day, at.hour, at.minute, at.second
    )
}

/// Where what clients and local programs are refused is told.
pub(crate) struct Refusals {
    engine: Engine,
    notices: NoticeSink,
    repeats: Mutex<Repeats>,
}

impl Refusals {
    pub(crate) fn new(engine: Engine, notices: NoticeSink) -> Self {
        Self {
            engine,
            notices,
            repeats: Mutex::default(),
        }
    }

    fn repeats(&self) -> MutexGuard<'_, Repeats> {
        self.repeats.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells the operator, or counts it.
    pub(crate) fn tell(&self, place: Option<Place>, number: &'static str, text: String) {
        let now_us = self.engine.wall_us();
        if self.repeats().note(place, number, &text, now_us) {
            (self.notices)(Notice { number, text });
        }
    }

    /// Writes the counts that are due; `all` of them at the end.
    pub(crate) fn tell_counts(&self, all: bool) {
        let due = self.repeats().due(self.engine.wall_us(), all);
        for (number, text) in due {
            (self.notices)(Notice { number, text });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A day in February 2024, 12:34:56.
    const NOW_US: u64 = 1_709_210_096_000_000;

    fn place(number: u32) -> Option<Place> {
        Some(Place::User(number))
    }

    #[test]
    fn the_first_is_written_and_then_the_count() {
        let mut repeats = Repeats::default();
        assert!(repeats.note(place(1), "AMQ9519E", "No such channel.", NOW_US));
        for after_us in 1..8_000 {
            assert!(!repeats.note(place(1), "AMQ9519E", "No such channel.", NOW_US + after_us));
        }
        assert!(
            repeats.note(place(2), "AMQ9519E", "No such channel.", NOW_US),
            "from elsewhere"
        );
        assert!(
            repeats.note(place(1), "AMQ9558E", "No such channel.", NOW_US),
            "something else"
        );
        assert!(repeats.due(NOW_US + QUIET_US - 1, false).is_empty());
        let due = repeats.due(NOW_US + QUIET_US, false);
        let counted = "No such channel. (8000 times since 2024-02-29 12:34:56 UTC)";
        assert_eq!(due, [("AMQ9519E", counted.to_owned())]);
        // Nothing came since.
        assert!(repeats.due(NOW_US + 3 * QUIET_US, true).is_empty());
        assert!(!repeats.note(
            place(1),
            "AMQ9519E",
            "No such channel.",
            NOW_US + 3 * QUIET_US
        ));
        assert!(
            repeats.due(NOW_US + 3 * QUIET_US, true)[0]
                .1
                .contains("(8001 times")
        );
    }

    #[test]
    fn a_place_has_its_number_and_all_have_theirs() {
        let mut repeats = Repeats::default();
        let mut written = 0;
        let mut note = |from: u32, number: &'static str, text: u32| {
            let is_written = repeats.note(place(from), number, &text.to_string(), NOW_US);
            written += u32::from(is_written);
            is_written
        };
        for text in 0..1_000 {
            assert_eq!(note(1, "AMQ9519E", text), text < OF_PLACE_MAX);
        }
        assert!(note(2, "AMQ9519E", 0), "others are heard");
        for from in 3..1_000 {
            note(from, "AMQ9519E", 0);
        }
        assert!(note(1, "AMQ9504E", 0), "so is something else");
        assert_eq!(written, IN_ALL_MAX + 1);
        let due = repeats.due(NOW_US + QUIET_US, false);
        let (number, text) = &due[0];
        assert!(due.len() == 1 && *number == "FMQ0161W", "{due:?}");
        let uncounted = 1_000 + 998 - IN_ALL_MAX;
        let wanted = format!("{uncounted} more refusals since 2024-02-29 12:34:56 UTC");
        assert!(text.starts_with(&wanted), "{text}");
    }

    #[test]
    fn after_an_hour_it_begins_anew_and_nothing_is_forgotten() {
        let mut repeats = Repeats::default();
        for _ in 0..3 {
            repeats.note(None, "AMQ9209E", "Full.", NOW_US);
        }
        assert_eq!(repeats.due(NOW_US + WINDOW_US, false).len(), 1);
        assert!(repeats.subjects.is_empty() && repeats.of_place.is_empty());
        assert!(repeats.note(None, "AMQ9209E", "Full.", NOW_US + WINDOW_US));
    }
}
