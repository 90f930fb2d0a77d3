//! Everything a change must pass, in the order in which it fails fastest.

use std::env;
use std::ffi::OsStr;
use std::fmt;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::{java, languages, tidy};

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

/// Last, so that what the test runners say of themselves ends the output.
const TESTS: &[&str] = &["test", "--workspace", "--quiet", "--no-fail-fast"];

/// Runs every step, and stops at the first that fails.
pub(crate) fn run(root: &Path) -> Result<String, String> {
    let began = Instant::now();
    println!("{}", tidy::run(root)?);
    for (name, arguments, variable) in STEPS {
        cargo(root, name, arguments, *variable)?;
    }
    let mut counts = run_tests(root)?;
    for others in [java::run(root)?, languages::run(root)?] {
        counts.passed += others.passed;
        counts.ignored += others.ignored;
    }
    println!("ci: all steps done in {} s", began.elapsed().as_secs());
    Ok(counts.to_string())
}

/// What the test runners counted, added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) ignored: u64,
}

impl Counts {
    pub(crate) fn total(self) -> u64 {
        self.passed + self.failed + self.ignored
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            passed,
            failed,
            ignored,
        } = self;
        write!(
            f,
            "tests: {passed} passed, {failed} failed, {ignored} skipped"
        )
    }
}

/// Runs the tests, shows what the runners print as they print it, and adds their counts up.
fn run_tests(root: &Path) -> Result<Counts, String> {
    println!("tests: cargo {}", TESTS.join(" "));
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let list = root.join("target").join("skipped");
    let _ = std::fs::remove_file(&list);
    let mut child = Command::new(program)
        .args(TESTS)
        .current_dir(root)
        .env("FERROMQ_SKIPPED", &list)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("tests: cargo did not start: {error}"))?;
    let mut counts = Counts::default();
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).lines() {
            let line = line.map_err(|error| format!("tests: output cannot be read: {error}"))?;
            println!("{line}");
            add_counts(&mut counts, &line);
        }
    }
    let status = child.wait().map_err(|error| format!("tests: {error}"))?;
    note_skipped(
        &mut counts,
        &std::fs::read_to_string(&list).unwrap_or_default(),
    );
    if status.success() && counts.failed == 0 {
        return Ok(counts);
    }
    Err(counts.to_string())
}

/// Tests that passed because they tried nothing (crate `base`, `skipped`): shown again, and counted as what they are.
fn note_skipped(counts: &mut Counts, list: &str) {
    for line in list.lines() {
        println!("tests: {line}");
        counts.passed = counts.passed.saturating_sub(1);
        counts.ignored += 1;
    }
}

/// Adds a line such as `test result: ok. 5 passed; 0 failed; 1 ignored; ...`.
fn add_counts(counts: &mut Counts, line: &str) {
    let Some(result) = line.strip_prefix("test result: ") else {
        return;
    };
    for part in result.split(['.', ';']) {
        let Some((number, what)) = part.trim().split_once(' ') else {
            continue;
        };
        let number = number.parse::<u64>().unwrap_or(0);
        match what {
            "passed" => counts.passed += number,
            "failed" => counts.failed += number,
            "ignored" => counts.ignored += number,
            _ => {}
        }
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
    use super::{Counts, add_counts, note_skipped};

    #[test]
    fn counts_of_several_runners_add_up() {
        let mut counts = Counts::default();
        add_counts(&mut counts, "running 3 tests");
        add_counts(
            &mut counts,
            "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.10s",
        );
        add_counts(
            &mut counts,
            "test result: FAILED. 2 passed; 4 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.10s",
        );
        let wanted = Counts {
            passed: 5,
            failed: 4,
            ignored: 1,
        };
        assert_eq!(counts, wanted);
        note_skipped(&mut counts, "SKIPPED one: why\nSKIPPED other: why\n");
        assert_eq!((counts.passed, counts.ignored), (3, 3));
    }
}
