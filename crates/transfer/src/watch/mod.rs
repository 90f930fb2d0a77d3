//! What monitors decide: which of the files that were found are to be dealt with, what of them is remembered, and what is asked then. It is
//! fed with what a directory has, a few files at a time, and knows no directory itself.

mod contents;
mod history;
mod matching;
mod task;

pub use contents::{CONTENT_BYTES_MAX, ContentProblem, Contents, LINES_MAX};
pub use history::{CHUNK_ENTRIES, Entry, History, Key};
pub use matching::{Matcher, PatternProblem};
pub use task::{TaskProblem, TaskTemplate, Values, unknown_variables};

use crate::monitor::{Condition, Conditions};
use std::collections::BTreeMap;

/// Files whose size is watched over several polls, at most; more of them are looked at when some are done.
const GROWING_MAX: usize = 1_000_000;

/// A file that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its path.
    pub path: String,
    /// Bytes.
    pub length: u64,
    /// When its data last changed, in milliseconds since 1970.
    pub modified_ms: i64,
}

impl Found {
    /// The last part of its path.
    #[must_use]
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }
}

/// Why conditions cannot be watched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionProblem {
    /// A pattern.
    Pattern(PatternProblem),
    /// `fileNoMatch` beside others: it is not of a file.
    NoMatchTogether,
    /// Conditions of directories for a queue, or the other way round.
    Resource,
}

impl std::fmt::Display for ConditionProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Pattern(problem) => problem.fmt(f),
            Self::NoMatchTogether => f.write_str("fileNoMatch stands alone: it is about no file"),
            Self::Resource => f.write_str("the condition is not one of this kind of resource"),
        }
    }
}

impl std::error::Error for ConditionProblem {}

/// One condition of a file.
#[derive(Debug)]
struct Test {
    names: Matcher,
    at_least_bytes: u64,
    /// So many polls in a row with the same size; 0 for none.
    polls: u32,
}

/// A file whose size is watched.
#[derive(Clone, Copy, Debug)]
struct Growing {
    length: u64,
    /// Polls in a row that found this size after the first.
    polls: u32,
    /// The poll that has found it last.
    seen: u32,
}

/// What is watched in a directory, and what has become of it.
#[derive(Debug)]
pub struct Watch {
    tests: Vec<Test>,
    /// All of the tests have to hold rather than any.
    all: bool,
    /// It is met when no file is there.
    no_match: bool,
    growing: BTreeMap<Key, Growing>,
    /// What has been dealt with.
    pub history: History,
    poll: u32,
    /// Files of this poll that fit by their names.
    fitting: u64,
}

impl Watch {
    /// Watches for these conditions.
    ///
    /// # Errors
    /// Why that cannot be done.
    pub fn new(conditions: &Conditions, history: History) -> Result<Self, ConditionProblem> {
        let (list, all) = match conditions {
            Conditions::One(one) => (std::slice::from_ref(one), true),
            Conditions::All(list) => (list.as_slice(), true),
            Conditions::Any(list) => (list.as_slice(), false),
        };
        let mut no_match = false;
        let mut tests = Vec::new();
        for condition in list {
            let (pattern, at_least_bytes, polls) = match condition {
                Condition::FileMatch(pattern) => (pattern, 0, 0),
                Condition::FileNoMatch(pattern) => {
                    no_match = true;
                    (pattern, 0, 0)
                }
                Condition::FileSize {
                    at_least_bytes,
                    pattern,
                } => (pattern, *at_least_bytes, 0),
                Condition::FileSizeSame { polls, pattern } => (pattern, 0, *polls),
                Condition::QueueNotEmpty | Condition::CompleteGroups => {
                    return Err(ConditionProblem::Resource);
                }
            };
            tests.push(Test {
                names: Matcher::new(pattern).map_err(ConditionProblem::Pattern)?,
                at_least_bytes,
                polls,
            });
        }
        if no_match && tests.len() > 1 {
            return Err(ConditionProblem::NoMatchTogether);
        }
        Ok(Self {
            tests,
            all,
            no_match,
            growing: BTreeMap::new(),
            history,
            poll: 0,
            fitting: 0,
        })
    }

    /// A poll begins: everything there is will be seen.
    pub fn begin(&mut self) {
        self.poll = self.poll.wrapping_add(1);
        self.fitting = 0;
        self.history.begin(self.poll);
    }

    /// Whether a file can be dealt with between polls: nothing is counted by them, and nothing is to be absent.
    #[must_use]
    pub fn takes_hints(&self) -> bool {
        !self.no_match && self.tests.iter().all(|test| test.polls == 0)
    }

    /// Whether the name of a file is one that is looked for at all.
    #[must_use]
    pub fn fits(&self, name: &str) -> bool {
        let fits = |test: &Test| test.names.fits(name);
        // Asked for by that name it would stand for others as well.
        let is_one = !crate::pattern::is_pattern(name);
        is_one
            && match self.all {
                true => self.tests.iter().all(fits),
                false => self.tests.iter().any(fits),
            }
    }

    /// A file is there. Whether it is to be dealt with: it meets the conditions and is new or has changed.
    pub fn see(&mut self, found: &Found) -> bool {
        let name = found.name();
        if !self.fits(name) {
            return false;
        }
        self.fitting += 1;
        if self.no_match {
            return false;
        }
        let key = Key::of(&found.path);
        if self.history.see(key, found) {
            return false;
        }
        let same = self.same_polls(key, found);
        let holds = |test: &Test| {
            test.names.fits(name) && found.length >= test.at_least_bytes && same >= test.polls
        };
        let holds = match self.all {
            true => self.tests.iter().all(holds),
            false => self.tests.iter().any(holds),
        };
        if holds {
            self.growing.remove(&key);
        }
        holds
    }

    /// How many polls in a row have found a file with the size it has, after the first.
    fn same_polls(&mut self, key: Key, found: &Found) -> u32 {
        if self.tests.iter().all(|test| test.polls == 0) {
            return 0;
        }
        if self.growing.len() >= GROWING_MAX && !self.growing.contains_key(&key) {
            return 0;
        }
        let poll = self.poll;
        let growing = self.growing.entry(key).or_insert(Growing {
            length: found.length,
            polls: 0,
            seen: poll,
        });
        if growing.length != found.length {
            *growing = Growing {
                length: found.length,
                polls: 0,
                seen: poll,
            };
        } else if growing.seen != poll {
            growing.polls = growing.polls.saturating_add(1);
            growing.seen = poll;
        }
        growing.polls
    }

    /// Everything there is was seen. Whether the poll as a whole meets the condition: no file is there where none is wanted.
    pub fn end(&mut self) -> bool {
        let poll = self.poll;
        self.growing.retain(|_, growing| growing.seen == poll);
        self.no_match && self.fitting == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::PatternKind;
    use crate::monitor::NamePattern;

    fn pattern(pattern: &str, exclude: Option<&str>) -> NamePattern {
        NamePattern {
            pattern: pattern.to_owned(),
            kind: PatternKind::Wildcard,
            exclude: exclude.map(str::to_owned),
        }
    }

    fn found(path: &str, length: u64) -> Found {
        Found {
            path: path.to_owned(),
            length,
            modified_ms: 5,
        }
    }

    fn watch(conditions: &Conditions) -> Watch {
        Watch::new(conditions, History::default()).expect("they can be watched")
    }

    /// A poll: the paths that are to be dealt with, which are dealt with.
    fn poll(watch: &mut Watch, files: &[Found]) -> Vec<String> {
        watch.begin();
        let mut taken = Vec::new();
        for file in files {
            if watch.see(file) {
                watch.history.note(Key::of(&file.path), file);
                taken.push(file.path.clone());
            }
        }
        watch.end();
        while watch.history.sweep(1) {}
        taken
    }

    #[test]
    fn a_file_is_dealt_with_when_it_is_new_has_changed_or_comes_again() {
        let one = Conditions::One(Condition::FileMatch(pattern("*.csv", Some("tmp*"))));
        let mut watch = watch(&one);
        let files = [
            found("/d/a.csv", 1),
            found("/d/tmp.csv", 1),
            found("/d/b.txt", 1),
            found("/d/.c.csv", 1),
            found("/d/a*.csv", 1),
        ];
        assert_eq!(poll(&mut watch, &files), ["/d/a.csv"]);
        assert!(poll(&mut watch, &files).is_empty());
        assert_eq!(poll(&mut watch, &[found("/d/a.csv", 2)]), ["/d/a.csv"]);
        assert!(poll(&mut watch, &[]).is_empty());
        assert_eq!(poll(&mut watch, &[found("/d/a.csv", 2)]), ["/d/a.csv"]);
    }

    #[test]
    fn a_file_that_grows_is_left_until_it_stays_the_same_for_so_many_polls() {
        let same = Condition::FileSizeSame {
            polls: 2,
            pattern: pattern("*", None),
        };
        let mut watch = watch(&Conditions::One(same));
        for (length, taken) in [(1, 0), (2, 0), (2, 0), (3, 0), (3, 0), (3, 1), (3, 0)] {
            let found = poll(&mut watch, &[found("/d/a", length)]);
            assert_eq!(found.len(), taken, "{length}");
        }
    }

    #[test]
    fn sizes_and_several_conditions_are_all_or_any() {
        let size = Condition::FileSize {
            at_least_bytes: 10,
            pattern: pattern("*.a", None),
        };
        let other = Condition::FileMatch(pattern("x*", None));
        let files = [
            found("/d/x.a", 9),
            found("/d/y.a", 10),
            found("/d/x.b", 1),
            found("/d/x1.a", 10),
        ];
        let mut all = watch(&Conditions::All(vec![size.clone(), other.clone()]));
        assert_eq!(poll(&mut all, &files), ["/d/x1.a"]);
        let mut any = watch(&Conditions::Any(vec![size, other]));
        assert_eq!(
            poll(&mut any, &files),
            ["/d/x.a", "/d/y.a", "/d/x.b", "/d/x1.a"]
        );
    }

    #[test]
    fn that_nothing_is_there_is_said_at_the_end_of_a_poll() {
        let none = Condition::FileNoMatch(pattern("*.lock", None));
        let mut watching = watch(&Conditions::One(none.clone()));
        watching.begin();
        assert!(!watching.see(&found("/d/a.lock", 0)));
        assert!(!watching.end());
        watching.begin();
        assert!(!watching.see(&found("/d/a", 0)));
        assert!(watching.end());
        let both = Conditions::All(vec![none, Condition::FileMatch(pattern("*", None))]);
        let refused = Watch::new(&both, History::default()).map(drop);
        assert_eq!(refused, Err(ConditionProblem::NoMatchTogether));
    }
}
