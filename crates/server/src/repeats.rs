//! Notices anybody can bring about, as often as he likes: the first of equal ones is written whole, and then their count.
//!
//! Else whoever is refused a few thousand times has pushed everything else out of the error log, first of all what he did
//! before. What is equal says [`Subject`]. Of unequal ones a place can make many, for it chooses names of channels and users,
//! and an attacker can have many places; so only so many of a number are written of a place, and so many of all, and then
//! a few more each minute. Those beyond are counted together. There is no clock in here: callers say what time it is.

use crate::lock_order;
use ferromq_base::calendar::UtcMoment;
use ferromq_base::lock::{Mutex, MutexGuard};
use ferromq_mqi::generated::notices::FMQ0161;
use ferromq_qmgr::{Notice, NoticeSink, QueueManager as Engine};
use ferromq_security::{Line, Place};
use std::collections::BTreeMap;

const MINUTE_US: u64 = 60 * 1_000_000;
/// How long equal ones are only counted before their count is written for the first time.
const QUIET_US: u64 = 5 * MINUTE_US;
/// After so long counts are written again, and everything begins anew.
const WINDOW_US: u64 = 60 * MINUTE_US;
/// Different ones of a number and place at the beginning of that time, and one more every five minutes.
const OF_PLACE_MAX: u64 = 16;
/// Different ones of a number and all places at the beginning of that time, and one more every minute.
const IN_ALL_MAX: u64 = 64;

/// What makes two of them equal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Subject {
    /// The number of the notice, or of the first if there are several about one thing.
    pub(crate) number: &'static str,
    /// Where it came from; `None` for no place in particular.
    pub(crate) place: Option<Place>,
    /// What it was, in any words that say no more than what counts.
    pub(crate) what: String,
}

/// A number, and what is to be written under it.
type NumberedText = (&'static str, String);

#[derive(Debug, Default)]
struct Count {
    times: u64,
    /// Of these, how many have been written.
    told_times: u64,
    since_us: u64,
    /// Whether a count has been written.
    was_told: bool,
}

impl Count {
    fn is_due(&self, now_us: u64, all: bool) -> bool {
        let is_long = now_us.saturating_sub(self.since_us) >= QUIET_US;
        self.times > self.told_times && (all || (is_long && !self.was_told))
    }

    fn tell(&mut self) -> u64 {
        (self.told_times, self.was_told) = (self.times, true);
        self.times
    }
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Repeats {
    /// With what is written when the count is.
    subjects: BTreeMap<Subject, (NumberedText, Count)>,
    of_place: BTreeMap<(&'static str, Place), u64>,
    in_all: BTreeMap<&'static str, u64>,
    /// Those beyond what is written.
    others: Count,
    window_us: u64,
}

impl Repeats {
    /// One came. Answers whether it is to be written: `false` when it is counted, later under `told`.
    pub(crate) fn note(
        &mut self,
        subject: Subject,
        told: (&'static str, &str),
        now_us: u64,
    ) -> bool {
        if let Some((_, count)) = self.subjects.get_mut(&subject) {
            count.times += 1;
            return false;
        }
        if self.subjects.is_empty() {
            self.window_us = now_us;
        }
        if !self.has_room_for(&subject, now_us) {
            if self.others.times == 0 {
                self.others.since_us = now_us;
            }
            self.others.times += 1;
            return false;
        }
        *self.in_all.entry(subject.number).or_default() += 1;
        if let Some(place) = subject.place {
            *self.of_place.entry((subject.number, place)).or_default() += 1;
        }
        let count = Count {
            times: 1,
            told_times: 1,
            since_us: now_us,
            was_told: false,
        };
        let told = (told.0, told.1.to_owned());
        self.subjects.insert(subject, (told, count));
        true
    }

    fn has_room_for(&self, subject: &Subject, now_us: u64) -> bool {
        let minutes = now_us.saturating_sub(self.window_us) / MINUTE_US;
        let in_all = self.in_all.get(subject.number).copied().unwrap_or(0);
        let of_place = subject.place.map_or(0, |place| {
            let of_place = self.of_place.get(&(subject.number, place));
            of_place.copied().unwrap_or(0)
        });
        in_all < IN_ALL_MAX + minutes && of_place < OF_PLACE_MAX + minutes / 5
    }

    /// The counts that are to be written: those that have waited for long enough, or all when nothing more comes.
    pub(crate) fn due(&mut self, now_us: u64, all: bool) -> Vec<NumberedText> {
        // A clock that was set back ends it, too; not one that another thread has read a little later.
        let over = now_us.saturating_sub(self.window_us) >= WINDOW_US
            || self.window_us.saturating_sub(now_us) >= MINUTE_US;
        let all = all || over;
        let mut due = Vec::new();
        for ((number, text), count) in self.subjects.values_mut() {
            if count.is_due(now_us, all) {
                let (times, since) = (count.tell(), UtcMoment::at(count.since_us));
                due.push((*number, format!("{text} ({times} times since {since})")));
            }
        }
        if self.others.is_due(now_us, all) {
            let times = self.others.tell();
            let since = UtcMoment::at(self.others.since_us);
            due.push((FMQ0161.label, FMQ0161.sentence(&[&times, &since])));
        }
        if over && !self.subjects.is_empty() {
            *self = Self::default();
        }
        due
    }
}

/// A line about a refusal, for the error log.
#[track_caller]
pub(crate) fn notice_of(line: &Line) -> Notice {
    Notice {
        values: line.values.clone(),
        ..Notice::told(line.number, line.text.clone())
    }
}

/// Where what clients and local programs are refused is told.
pub(crate) struct Refusals {
    engine: Engine,
    notices: NoticeSink,
    repeats: Mutex<Repeats, lock_order::Repeats>,
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
        self.repeats.lock()
    }

    /// Tells the operator of one thing, or counts it.
    #[track_caller]
    pub(crate) fn tell(&self, place: Option<Place>, notice: Notice) {
        let subject = Subject {
            number: notice.number,
            place,
            what: notice.text.clone(),
        };
        self.tell_notices(subject, vec![notice]);
    }

    /// Tells the operator of something that takes several lines, or counts it. The first one says what happened.
    #[track_caller]
    pub(crate) fn tell_lines(&self, subject: Subject, lines: &[Line]) {
        self.tell_notices(subject, lines.iter().map(notice_of).collect());
    }

    fn tell_notices(&self, subject: Subject, notices: Vec<Notice>) {
        let Some(first) = notices.first() else {
            return;
        };
        let told = (first.number, first.text.as_str());
        let subject_place = subject.place;
        if !self.repeats().note(subject, told, self.engine.wall_us()) {
            return;
        }
        let remote_host = match subject_place {
            Some(Place::Address(address)) => Some(address.to_string()),
            _ => None,
        };
        for notice in notices {
            (self.notices)(Notice {
                remote_host: remote_host.clone(),
                ..notice
            });
        }
    }

    /// Writes the counts that are due; `all` of them at the end.
    pub(crate) fn tell_counts(&self, all: bool) {
        let due = self.repeats().due(self.engine.wall_us(), all);
        for (number, text) in due {
            (self.notices)(Notice::told(number, text));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A day in February 2024, 12:34:56.
    const NOW_US: u64 = 1_709_210_096_000_000;

    fn note(
        repeats: &mut Repeats,
        from: u32,
        number: &'static str,
        what: &str,
        now_us: u64,
    ) -> bool {
        let subject = Subject {
            number,
            place: Some(Place::User(from)),
            what: what.to_owned(),
        };
        repeats.note(subject, (number, what), now_us)
    }

    #[test]
    fn the_first_is_written_and_then_the_count() {
        let mut repeats = Repeats::default();
        let mut note =
            |from, number, now_us| note(&mut repeats, from, number, "No such channel.", now_us);
        assert!(note(1, "AMQ9519E", NOW_US));
        for after_us in 1..8_000 {
            assert!(!note(1, "AMQ9519E", NOW_US + after_us));
        }
        assert!(note(2, "AMQ9519E", NOW_US), "from elsewhere");
        assert!(note(1, "AMQ9558E", NOW_US), "something else");
        assert!(repeats.due(NOW_US + QUIET_US - 1, false).is_empty());
        let due = repeats.due(NOW_US + QUIET_US, false);
        let counted = "No such channel. (8000 times since 2024-02-29 12:34:56 UTC)";
        assert_eq!(due, [("AMQ9519E", counted.to_owned())]);
    }

    /// Counts are few themselves, or who keeps coming fills the log with them.
    #[test]
    fn a_count_is_written_twice_in_an_hour_and_at_the_end() {
        let mut repeats = Repeats::default();
        let mut written = Vec::new();
        for minute in 0..=60 {
            let now_us = NOW_US + minute * MINUTE_US;
            written.extend(repeats.due(now_us, false));
            note(&mut repeats, 1, "AMQ9519E", "No such channel.", now_us);
        }
        let counts = |told: &[NumberedText]| -> Vec<String> {
            let words = told.iter().map(|(_, text)| text.split_once('(').unwrap().1);
            words
                .map(|text| text.split(' ').next().unwrap().to_owned())
                .collect()
        };
        assert_eq!(counts(&written), ["5", "60"]);
        let end_us = NOW_US + 61 * MINUTE_US;
        assert!(repeats.due(end_us, true).is_empty(), "that one is written");
        note(&mut repeats, 1, "AMQ9519E", "No such channel.", end_us);
        assert_eq!(counts(&repeats.due(end_us, true)), ["2"]);
    }

    #[test]
    fn a_place_has_its_number_and_all_have_theirs() {
        let mut repeats = Repeats::default();
        let mut written = 0;
        let mut note = |from: u32, number: &'static str, text: u64| {
            let is_written = note(&mut repeats, from, number, &text.to_string(), NOW_US);
            written += u64::from(is_written);
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

    /// Who uses up what is written cannot go on unseen.
    #[test]
    fn a_few_more_are_written_each_minute() {
        let mut repeats = Repeats::default();
        let mut written = 0;
        for minute in 0..60 {
            for from in 0..1_000 {
                let what = (minute * 1_000 + u64::from(from)).to_string();
                let now_us = NOW_US + minute * MINUTE_US;
                written += u64::from(note(&mut repeats, from, "AMQ9519E", &what, now_us));
            }
            assert_eq!(written, IN_ALL_MAX + minute);
        }
    }

    #[test]
    fn after_an_hour_it_begins_anew_and_nothing_is_forgotten() {
        let mut repeats = Repeats::default();
        for _ in 0..3 {
            note(&mut repeats, 1, "FMQ0177W", "Full.", NOW_US);
        }
        assert_eq!(repeats.due(NOW_US + WINDOW_US, false).len(), 1);
        assert!(repeats.subjects.is_empty() && repeats.of_place.is_empty());
        assert!(note(
            &mut repeats,
            1,
            "FMQ0177W",
            "Full.",
            NOW_US + WINDOW_US
        ));
        assert!(repeats.due(NOW_US + WINDOW_US - 1, false).is_empty());
        assert!(!repeats.subjects.is_empty(), "only a little before");
        // A clock that was set back does not stop the counts.
        note(&mut repeats, 1, "FMQ0177W", "Full.", NOW_US + WINDOW_US);
        assert_eq!(repeats.due(NOW_US, false).len(), 1);
    }
}
