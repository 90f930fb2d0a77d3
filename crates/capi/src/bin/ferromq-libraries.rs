//! Writes the C library under all its names: `ferromq-libraries BUILT DIRECTORY [NAME ...]`. With `--embedded` the
//! one built is that with the queue manager inside.

use ferromq_capi::copies::{NAMES, install, install_embedded};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match &words[..] {
        ["--embedded", built, directory] => {
            install_embedded(Path::new(built), Path::new(directory))
        }
        [built, directory] => install(Path::new(built), Path::new(directory), &NAMES),
        [built, directory, names @ ..] => install(Path::new(built), Path::new(directory), names),
        _ => {
            ferromq_base::output::complain(
                "usage: ferromq-libraries BUILT DIRECTORY [NAME ...]\n       \
                 ferromq-libraries --embedded BUILT DIRECTORY\n",
            );
            return ExitCode::FAILURE;
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            ferromq_base::output::complain(&format!("ferromq-libraries: {error}\n"));
            ExitCode::FAILURE
        }
    }
}
