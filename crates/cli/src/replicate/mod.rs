//! Replication of databases: `ferromq replicate`, and the programs under the names they are documented by.

mod apply;
mod apply_commands;
mod attempts;
mod capture;
mod command;
mod compare;
mod demo;
mod format;
mod script;
mod status;
mod words;

use crate::arguments::Arguments;
use crate::failure::Failure;
use attempts::refuse;

/// What `ferromq replicate` can do: word, and what carries it out.
const PROGRAMS: &[(&str, Program)] = &[
    ("apply", apply::run),
    ("capture", capture::run),
    ("command", run_command),
    ("compare", compare::run),
    ("demo", demo::run),
    ("format", format::run),
    ("repair", compare::run_repair),
    ("script", script::run),
    ("status", status::run),
];

/// Carries out what is said behind the word.
type Program = fn(&[String]) -> Result<u8, Failure>;

/// `ferromq replicate WORD ...`.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let given = arguments.names();
    let word = given.first().map_or("", String::as_str);
    match PROGRAMS.iter().find(|(name, _)| *name == word) {
        Some((_, run)) => run(&given[1..]),
        None => {
            let known: Vec<&str> = PROGRAMS.iter().map(|(name, _)| *name).collect();
            let problem = format!("'{word}' is not one of {}", known.join(", "));
            Err(refuse("replicate", &problem))
        }
    }
}

/// `ferromq replicate command capture|apply ...`.
fn run_command(given: &[String]) -> Result<u8, Failure> {
    match given.first().map(String::as_str) {
        Some("capture") => command::run_capture(&given[1..]),
        Some("apply") => command::run_apply(&given[1..]),
        _ => Err(refuse(
            "replicate",
            "command is followed by capture or apply",
        )),
    }
}

/// `asnqccmd`.
pub(crate) fn asnqccmd(arguments: &Arguments) -> Result<u8, Failure> {
    command::run_capture(arguments.names())
}

/// `asnqacmd`.
pub(crate) fn asnqacmd(arguments: &Arguments) -> Result<u8, Failure> {
    command::run_apply(arguments.names())
}

/// `asnqcap`.
pub(crate) fn asnqcap(arguments: &Arguments) -> Result<u8, Failure> {
    capture::run(arguments.names())
}

/// `asnqapp`.
pub(crate) fn asnqapp(arguments: &Arguments) -> Result<u8, Failure> {
    apply::run(arguments.names())
}

/// `asnclp`.
pub(crate) fn asnclp(arguments: &Arguments) -> Result<u8, Failure> {
    script::run(arguments.names())
}

/// `asntdiff`.
pub(crate) fn asntdiff(arguments: &Arguments) -> Result<u8, Failure> {
    compare::run(arguments.names())
}

/// `asntrep`.
pub(crate) fn asntrep(arguments: &Arguments) -> Result<u8, Failure> {
    compare::run_repair(arguments.names())
}

/// `asnqmfmt`.
pub(crate) fn asnqmfmt(arguments: &Arguments) -> Result<u8, Failure> {
    format::run(arguments.names())
}
