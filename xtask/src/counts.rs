//! What test runners count.

use std::fmt;

/// What the test runners counted, added up.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) ignored: u64,
    /// What was not tried and why, shown above the counts. All are among the ignored.
    pub(crate) skipped: Vec<String>,
}

impl Counts {
    pub(crate) fn total(&self) -> u64 {
        self.passed + self.failed + self.ignored
    }

    pub(crate) fn add(&mut self, more: Self) {
        self.passed += more.passed;
        self.failed += more.failed;
        self.ignored += more.ignored;
        self.skipped.extend(more.skipped);
    }

    /// A test, or a whole suite, that is not tried here: it counts as one.
    pub(crate) fn skip(&mut self, what: &str, why: &str) {
        println!("tests: SKIPPED {what}: {why}");
        self.ignored += 1;
        self.skipped.push(format!("{what}: {why}"));
    }

    /// Adds a line such as `test result: ok. 5 passed; 0 failed; 1 ignored; ...`.
    pub(crate) fn add_line(&mut self, line: &str) {
        let Some(result) = line.strip_prefix("test result: ") else {
            return;
        };
        for part in result.split(['.', ';']) {
            let Some((number, what)) = part.trim().split_once(' ') else {
                continue;
            };
            let number = number.parse::<u64>().unwrap_or(0);
            match what {
                "passed" => self.passed += number,
                "failed" => self.failed += number,
                "ignored" => self.ignored += number,
                _ => {}
            }
        }
    }

    /// Tests that passed because they tried nothing (crate `base`, `skipped`): counted as what they are.
    pub(crate) fn note_skipped(&mut self, list: &str) {
        for line in list.lines() {
            self.passed = self.passed.saturating_sub(1);
            self.ignored += 1;
            let what = line.strip_prefix("SKIPPED ").unwrap_or(line);
            self.skipped.push(what.to_owned());
        }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            passed,
            failed,
            ignored,
            skipped,
        } = self;
        for what in skipped {
            writeln!(f, "tests: SKIPPED {what}")?;
        }
        write!(
            f,
            "tests: {passed} passed, {failed} failed, {ignored} skipped"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::Counts;

    #[test]
    fn counts_of_several_runners_add_up() {
        let mut counts = Counts::default();
        counts.add_line("running 3 tests");
        counts.add_line("test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.10s");
        counts.add_line("test result: FAILED. 2 passed; 4 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.10s");
        let wanted = Counts {
            passed: 5,
            failed: 4,
            ignored: 1,
            skipped: Vec::new(),
        };
        assert_eq!(counts, wanted);
        counts.note_skipped("SKIPPED one: why\nSKIPPED other: why\n");
        assert_eq!((counts.passed, counts.ignored), (3, 3));
        assert_eq!(counts.skipped, ["one: why", "other: why"]);
    }

    #[test]
    fn a_suite_that_cannot_be_tried_counts_as_one_skipped() {
        let mut whole = Counts::default();
        let mut suite = Counts::default();
        suite.skip("java clients", "there is no Maven");
        whole.add(suite);
        assert_eq!((whole.passed, whole.ignored), (0, 1));
        assert_eq!(
            whole.to_string(),
            "tests: SKIPPED java clients: there is no Maven\ntests: 0 passed, 0 failed, 1 skipped"
        );
    }
}
