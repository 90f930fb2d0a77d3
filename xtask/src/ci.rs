//! Everything a change must pass, in the order in which it fails fastest.

use std::env;
use std::ffi::OsStr;
use std::fmt;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use crate::dist::Dist;
use crate::{java, languages, rust_tests, tidy};

/// Cargo's arguments and the environment variable a step needs, if any.
type Step = (
    &'static str,
    &'static [&'static str],
    Option<(&'static str, &'static str)>,
);

const STEPS: &[Step] = &[
    ("formatting", &["fmt", "--all", "--check"], None),
    (
        "lints",
        &[
            "clippy",
            "--workspace",
            "--all-targets",
            "--quiet",
            "--",
            "-D",
            "warnings",
        ],
        None,
    ),
    (
        "documentation",
        &["doc", "--workspace", "--no-deps", "--quiet"],
        Some(("RUSTDOCFLAGS", "-D warnings")),
    ),
];

/// Runs every step, and stops at the first that fails. The tests come last, so that what their runners say ends the output.
pub(crate) fn run(root: &Path) -> Result<String, String> {
    let began = Instant::now();
    println!("{}", tidy::run(root)?);
    for (name, arguments, variable) in STEPS {
        cargo(root, name, arguments, *variable)?;
    }
    let built = rust_tests::build(root)?;
    let dist = Dist::of_this_build(root)?;
    // Those for other languages wait for other people's servers and tools, while the others need the processors.
    let others = || [java::run(root, &dist), languages::run(root, &dist)];
    let (rust, others) = rust_tests::run(root, built, others);
    let others = others.map_err(|_| "the tests of other languages ended early".to_owned())?;
    let mut counts = Counts::default();
    let mut failures = Vec::new();
    for result in [rust].into_iter().chain(others) {
        match result {
            Ok(more) => counts.add(more),
            Err(failure) => failures.push(failure),
        }
    }
    println!("ci: all steps done in {} s", began.elapsed().as_secs());
    if failures.is_empty() {
        return Ok(counts.to_string());
    }
    Err(failures.join("\n"))
}

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

/// Runs cargo in the repository root and shows what it prints.
pub(crate) fn cargo(
    root: &Path,
    name: &str,
    arguments: &[&str],
    variable: Option<(&str, &str)>,
) -> Result<(), String> {
    let variables: Vec<_> = variable
        .into_iter()
        .map(|(name, value)| (name, OsStr::new(value)))
        .collect();
    cargo_with(root, name, arguments, &variables)
}

/// The same with any number of environment variables.
pub(crate) fn cargo_with(
    root: &Path,
    name: &str,
    arguments: &[&str],
    variables: &[(&str, &OsStr)],
) -> Result<(), String> {
    let began = Instant::now();
    println!("{name}: cargo {}", arguments.join(" "));
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(program)
        .args(arguments)
        .envs(variables.iter().copied())
        .current_dir(root)
        .status();
    match status {
        Ok(status) if status.success() => {
            println!("{name}: passed in {} s", began.elapsed().as_secs());
            Ok(())
        }
        Ok(status) => Err(format!("{name}: {status}")),
        Err(error) => Err(format!("{name}: cargo did not start: {error}")),
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
