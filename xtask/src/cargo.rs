//! Runs of cargo.

use std::env;
use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

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
