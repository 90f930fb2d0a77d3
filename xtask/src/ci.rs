//! Everything a change must pass, in the order in which it fails fastest.

use std::env;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use crate::tidy;

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
    ("tests", &["test", "--workspace", "--quiet"], None),
    (
        "documentation",
        &["doc", "--workspace", "--no-deps", "--quiet"],
        Some(("RUSTDOCFLAGS", "-D warnings")),
    ),
];

/// Runs every step, and stops at the first that fails.
pub(crate) fn run(root: &Path) -> Result<String, String> {
    let began = Instant::now();
    println!("{}", tidy::run(root)?);
    for (name, arguments, variable) in STEPS {
        cargo(root, name, arguments, *variable)?;
    }
    Ok(format!(
        "ci: all steps passed in {} s",
        began.elapsed().as_secs()
    ))
}

/// Runs cargo in the repository root and shows what it prints.
pub(crate) fn cargo(
    root: &Path,
    name: &str,
    arguments: &[&str],
    variable: Option<(&str, &str)>,
) -> Result<(), String> {
    let began = Instant::now();
    println!("{name}: cargo {}", arguments.join(" "));
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(program)
        .args(arguments)
        .envs(variable)
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
