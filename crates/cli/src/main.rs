//! The one executable; its name or its first argument says which command it is.

use std::process::ExitCode;

/// Messages are made on one thread and dropped on another: the system's allocator makes such threads wait for each
/// other.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let arguments = std::env::args_os().map(|argument| argument.to_string_lossy().into_owned());
    ferromq_cli::run(arguments.collect())
}
