//! The project's own commands. Run one with `cargo xtask <command>`.
//!
//! `generate` turns the tables into source, `tidy` checks the rules no compiler knows,
//! `ci` runs everything a change must pass.

mod csv;
mod generate;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask <command>

  generate           write the sources that the tables in tables/ describe
  generate --check   fail if those sources are not what the tables say
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let root = repository_root();
    let outcome = match words.as_slice() {
        ["generate"] => generate::write(&root),
        ["generate", "--check"] => generate::check(&root),
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

/// The directory that holds the workspace manifest.
fn repository_root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own).to_path_buf()
}
