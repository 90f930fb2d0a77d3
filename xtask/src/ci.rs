//! Everything a change must pass, in the order in which it fails fastest.

use std::path::Path;
use std::time::Instant;

use crate::cargo::cargo;
use crate::counts::Counts;
use crate::dist::Dist;
use crate::{java, languages, rust, tidy};

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
    (
        // The feature is of this crate; those above only hand it on.
        "locks with figures",
        &[
            "test",
            "--quiet",
            "-p",
            "ferromq-base",
            "--features",
            "lock-figures",
            "--lib",
            "lock::",
        ],
        None,
    ),
];

/// Runs every step, and stops at the first that fails. The tests come last, so that what their runners say ends the output.
pub(crate) fn run(root: &Path) -> Result<String, String> {
    let began = Instant::now();
    println!("{}", tidy::run(root)?);
    for (name, arguments, variable) in STEPS {
        cargo(root, name, arguments, *variable)?;
    }
    let built = rust::build(root)?;
    let dist = Dist::of_this_build(root)?;
    // Those for other languages wait for other people's servers and tools, while the others need the processors.
    let others = || [java::run(root, &dist), languages::run(root, &dist)];
    let (rust, others) = rust::run(root, built, others);
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
