//! The project's own commands. Run one with `cargo xtask <command>`.
//!
//! `generate` turns the tables into source, `tidy` checks the rules no compiler knows,
//! `ci` runs everything a change must pass.

mod cargo;
mod ci;
mod counts;
mod csv;
mod dist;
mod generate;
mod image;
mod java;
mod languages;
mod mutants;
mod rust;
mod tidy;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask <command>

  generate           write the sources that the tables in tables/ describe
  generate --check   fail if those sources are not what the tables say
  tidy               check the rules no compiler knows: floors, sizes, names, unsafe code
  ci                 everything a change must pass: tidy, formatting, lints, tests, documentation
  tests              the Rust tests alone, several programs at a time, as ci runs them
  languages          the programs in other languages and the C samples alone, of what ci runs
  image              an image for containers of what `make build` left in dist/, as an OCI layout and an archive
  simulate ...       run the simulator; what follows is for it, such as --seed 7
  mutants ...        run the simulator over faults made on purpose, which it must notice: all, or those named;
                     --seeds N seeds each (2000), from --seed N on (1), with --faults-only none without a fault
                     before; takes some minutes
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let root = repository_root();
    let outcome = match words.as_slice() {
        ["generate"] => generate::write(&root),
        ["generate", "--check"] => generate::check(&root),
        ["tidy"] => tidy::run(&root),
        ["ci"] => ci::run(&root),
        ["tests"] => tests_alone(&root),
        ["languages"] => languages_alone(&root),
        ["image"] => image::build(&root),
        ["mutants", rest @ ..] => mutants::run(&root, rest),
        ["simulate", rest @ ..] => simulate(&root, rest),
        _ => Err(USAGE.to_owned()),
    };
    match outcome {
        Ok(summary) => {
            println!("{summary}");
            ExitCode::SUCCESS
        }
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

/// Builds the simulator with optimization, so that a seed runs quickly, and with debug assertions, without which threads have no
/// points to take turns at; and runs it.
fn simulate(root: &Path, arguments: &[&str]) -> Result<String, String> {
    let mut all = vec![
        "run",
        "--profile",
        "simulate",
        "--quiet",
        "--package",
        "ferromq-sim",
        "--",
    ];
    all.extend(arguments);
    cargo::cargo(root, "simulate", &all, None)?;
    Ok("simulate: done".to_owned())
}

fn tests_alone(root: &Path) -> Result<String, String> {
    let built = rust::build(root)?;
    let (counts, _nothing_beside) = rust::run(root, built, || ());
    counts.map(|counts| counts.to_string())
}

fn languages_alone(root: &Path) -> Result<String, String> {
    let dist = dist::Dist::of_this_build(root)?;
    let mut counts = java::run(root, &dist)?;
    counts.add(languages::run(root, &dist)?);
    Ok(counts.to_string())
}

/// The directory that holds the workspace manifest.
fn repository_root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own).to_path_buf()
}
