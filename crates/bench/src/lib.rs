//! `ferromq bench`: load, measure, report.
//!
//! An ordinary MQI application. Every figure is printed beside the limit of the machine that
//! binds it, measured in the same run; every message is checked, so that a fast wrong answer
//! is a failure and not a record. `docs/manual/bench.md` describes the modes.

mod arguments;
mod beside;
mod c_library;
mod certificates;
mod cluster;
mod conduct;
mod connections;
mod cores;
mod crew;
mod databases;
mod deep;
mod echo;
mod elsewhere;
mod failure;
mod figures;
mod flow;
mod gathered;
mod goals;
mod histogram;
mod host;
mod images;
mod jms;
mod joined;
mod limits;
mod locks;
mod members;
mod message;
mod meter;
mod mode;
mod output;
mod pair;
mod party;
mod peers;
mod place;
mod processes;
mod publish;
mod relay;
mod remote;
mod repeated;
mod replication;
mod report;
mod restart;
mod round_trip;
mod run_directory;
mod script;
mod share;
mod slow_device;
mod standing;
mod stream;
mod streaming;
mod sweep;
mod syncpoint;
mod tasks;
mod threads;
mod transfer;
mod wake_list;

pub use failure::Failure;
pub use figures::{Bound, Record, Value, document, rows, shown};
pub use histogram::Histogram;
pub use limits::Limits;
pub use report::main as report;

use std::process::ExitCode;

/// Runs `ferromq bench` with the words that follow it. Prints to standard output, progress and
/// failures to standard error; the exit code is 0, 1 for a failed run, 2 for a wrong command
/// line.
#[must_use]
pub fn main(given: &[String]) -> ExitCode {
    let ended = mode::run(given);
    if let Some(report) = locks::report() {
        let text = format!("\nlocks of this process, all of its runs together:\n{report}");
        ferromq_base::output::complain(&text);
    }
    match ended {
        // Who listened has heard enough, which is no failure of the run.
        Ok(()) | Err(Failure::Unread) => ExitCode::SUCCESS,
        Err(failure) => {
            ferromq_base::output::complain(&format!("ferromq bench: {failure}\n"));
            match failure {
                Failure::Usage(_) => ExitCode::from(2),
                _ => ExitCode::FAILURE,
            }
        }
    }
}
