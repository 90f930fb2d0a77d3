//! The one executable; its name or its first argument says which command it is.

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = std::env::args_os().map(|argument| argument.to_string_lossy().into_owned());
    ferromq_cli::run(arguments.collect())
}
