//! The commands: one executable under many names.
//!
//! Each command is a row of the table in `commands` with its options, its exit codes and the
//! function that runs it; `-?`, `ferromq help` and the manual are written from the same rows.
//! Commands are applications: they reach a running queue manager as every other local program
//! does, and its files only when it does not run.

mod arguments;
mod authority;
mod channel;
mod cluster;
mod command;
mod command_server;
mod commands;
mod completion;
mod configuration;
mod connection;
mod container;
mod control;
mod dead_letters;
mod diagnosis;
mod display;
mod environment;
mod failure;
mod help;
mod join;
mod json;
mod listener;
mod log_dump;
mod man;
mod media;
mod message_files;
mod migrate;
mod mqsc;
mod password;
mod replicate;
mod route;
mod sample;
mod signals;
mod stanzas;
mod supervisor;
mod top;
mod transactions;
mod transfer;
mod trigger_monitor;
mod uniform;
mod unsecret;
mod users;

use arguments::Arguments;
use command::Command;
use commands::{BENCH, COMMANDS, REPORT};
use failure::Failure;
use ferromq_base::output;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

/// Runs the command that the arguments, the program's name first, ask for.
#[must_use]
pub fn run(arguments: Vec<String>) -> ExitCode {
    take_file_size_limit_as_error();
    let code = carry_out(arguments);
    match output::failure() {
        // What it has printed is not whole.
        Some(error) if code == ExitCode::SUCCESS => {
            ExitCode::from(Failure::io("standard output", error).tell())
        }
        _ => code,
    }
}

fn carry_out(arguments: Vec<String>) -> ExitCode {
    let mut arguments = arguments.into_iter();
    let program = arguments.next().unwrap_or_default();
    let program = Path::new(&program)
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let mut rest: Vec<String> = arguments.collect();
    if rest.first().is_some_and(|word| word == BENCH) {
        rest.remove(0);
        return ferromq_bench::main(&rest);
    }
    if rest.first().is_some_and(|word| word == REPORT) {
        rest.remove(0);
        return ferromq_bench::report(&rest, &[BENCH]);
    }
    if let Some(command) = COMMANDS.find(&program) {
        return ExitCode::from(run_command(command, &rest));
    }
    if let Some(text) = transfer::unbuilt(&program) {
        output::complain(&format!("{text}\n"));
        return ExitCode::FAILURE;
    }
    if rest.is_empty() {
        return ExitCode::from(help::overview());
    }
    let name = rest.remove(0);
    ExitCode::from(match COMMANDS.find(&name) {
        Some(command) => run_command(command, &rest),
        None => help::run(&name, &rest),
    })
}

/// A file that would become larger than the limit of the process (`ulimit -f`) is an error of the write, as a full disk
/// is, and not the end of the process.
fn take_file_size_limit_as_error() {
    // Where the signal cannot be caught it ends the process as before.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

fn run_command(command: &'static Command, given: &[String]) -> u8 {
    match Arguments::read(command, given) {
        Ok(arguments) if arguments.wants_help => {
            output::say(&help::of(command));
            0
        }
        Ok(arguments) => match command.carry_out(&arguments, COMMANDS) {
            Ok(code) => code,
            Err(failure) => failure.tell(),
        },
        Err(problem) => {
            let failure = command.refuse(&problem);
            let code = failure.tell();
            output::complain(&help::usage(command));
            code
        }
    }
}
