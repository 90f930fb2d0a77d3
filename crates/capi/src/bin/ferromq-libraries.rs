//! Writes the C library under all its names: `ferromq-libraries BUILT DIRECTORY [NAME ...]`.

use ferromq_capi::copies::{NAMES, install};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (built, directory, names) = match &arguments[..] {
        [built, directory, names @ ..] => (built, directory, names),
        _ => {
            eprintln!("usage: ferromq-libraries BUILT DIRECTORY [NAME ...]");
            return ExitCode::FAILURE;
        }
    };
    let given: Vec<&str> = names.iter().map(String::as_str).collect();
    let names = if given.is_empty() { &NAMES[..] } else { &given };
    match install(Path::new(built), Path::new(directory), names) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ferromq-libraries: {error}");
            ExitCode::FAILURE
        }
    }
}
