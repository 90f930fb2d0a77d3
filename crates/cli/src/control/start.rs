//! `strmqm`: starts the process of a queue manager and waits until it serves.

use crate::arguments::Arguments;
use crate::connection::{
    held, installation, is_open_still, is_stopped, listed, name_meant, stopped,
};
use crate::failure::{Failure, exit};
use ferromq::installation::{Listed, RunStatus};
use ferromq_base::output;
use ferromq_mqi::generated::notices::{AMQ7005, AMQ8108};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Instant;

/// What the starting process tells on its standard output: one word, a blank, and text.
pub(super) mod word {
    /// A line to print.
    pub(in crate::control) const SAY: &str = "say";
    /// A line to print as part of a failure.
    pub(in crate::control) const COMPLAIN: &str = "complain";
    /// It serves; nothing follows.
    pub(in crate::control) const READY: &str = "ready";
    /// It does not; the exit code follows.
    pub(in crate::control) const FAILED: &str = "failed";
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let installation = installation()?;
    let name = name_meant(&installation, arguments.name(0))?;
    let found = listed(&installation, &name)?;
    if is_open_still(&found) {
        let status = super::display::status_of(&installation, &found);
        // It may have ended while it was asked.
        if is_open_still(&found) {
            return Err(not_now(&found, status));
        }
    }
    // What is wrong with the settings is told here, in the user's terminal.
    installation.stored(&name)?;
    let quiet = arguments.has("-z");
    if !quiet {
        output::line(&format!("Queue manager '{name}' starting."));
    }
    let mut child = spawn(&installation, &name, arguments)?;
    let Some(told) = child.stdout.take() else {
        return Err(Failure::unexpected(
            "the new process has no standard output",
        ));
    };
    listen(&mut child, told, quiet)
}

/// Why a queue manager that a process has open cannot be started.
fn not_now(found: &Listed, status: RunStatus) -> Failure {
    let name = &found.name;
    match status {
        RunStatus::Running | RunStatus::Starting if found.holder().is_none_or(is_server) => {
            Failure::notice(&AMQ7005, &[name], exit::RUNNING)
        }
        RunStatus::Quiescing | RunStatus::EndingImmediately | RunStatus::EndingPreemptively => {
            Failure::notice(&AMQ8108, &[name], exit::ENDING)
        }
        RunStatus::NotAvailable if is_stopped(name) => stopped(name, exit::STILL_OPEN),
        _ => held(found),
    }
}

/// Whether the holder is a process this executable runs for a queue manager.
#[allow(clippy::needless_pass_by_value)] // as `is_none_or` hands it over
fn is_server(holder: ferromq::Holder) -> bool {
    let own = std::env::current_exe().unwrap_or_default();
    let own = own.file_name().unwrap_or_default().to_string_lossy();
    holder.program == own || holder.program.trim_end_matches(" (deleted)") == own
}

fn spawn(
    installation: &ferromq::Installation,
    name: &str,
    arguments: &Arguments,
) -> Result<Child, Failure> {
    let own = std::env::current_exe().map_err(|error| Failure::io("this executable", &error))?;
    let mut command = Command::new(&own);
    command
        .arg0("ferromq")
        .arg("serve")
        .arg("-r")
        .env(
            ferromq_mqi::place::DATA_PATH_VARIABLE,
            installation.data_path(),
        )
        .stdin(Stdio::null())
        .stdout(Stdio::piped());
    let alone = ["-ns", "-no"].iter().any(|flag| arguments.has(flag));
    let passed_on = [("-c", arguments.has("-c")), ("-ns", alone)];
    let passed_on = passed_on.into_iter().filter(|(_, given)| *given);
    let spawned = command
        .args(passed_on.map(|(flag, _)| flag))
        .arg(name)
        .spawn();
    spawned.map_err(|error| Failure::not_started(&own, &error))
}

/// Passes on what the process tells until it serves or gives up.
fn listen(child: &mut Child, told: ChildStdout, quiet: bool) -> Result<u8, Failure> {
    let mut told = BufReader::new(told);
    let mut complaint = String::new();
    let began = Instant::now();
    let mut line = String::new();
    loop {
        if told.buffer().is_empty() {
            wait_for_word(told.get_ref(), began, quiet);
        }
        line.clear();
        let read = told.read_line(&mut line);
        if !matches!(read, Ok(1..)) {
            // It ended without a word: its own standard error, which is ours, says why.
            let status = child.wait();
            let reason = match status {
                Ok(status) => format!("its process ended too early ({status})"),
                Err(error) => format!("its process cannot be waited for: {error}"),
            };
            return Err(Failure::unexpected(reason));
        }
        let (word, text) = line
            .trim_end_matches('\n')
            .split_once(' ')
            .unwrap_or((line.trim_end(), ""));
        match word {
            word::SAY if !quiet => output::line(text),
            word::COMPLAIN => complaint.push_str(&format!("{text}\n")),
            word::READY => return Ok(exit::OK),
            word::FAILED => {
                let code = text.parse().unwrap_or(exit::UNEXPECTED);
                // Its exit code is the one it told.
                let _ = child.wait();
                return match code {
                    exit::OK => Ok(exit::OK),
                    code => Err(Failure::text(complaint, code)),
                };
            }
            _ => {}
        }
    }
}

/// Waits for the next word, and tells once a second that it is still awaited.
fn wait_for_word(told: &ChildStdout, began: Instant, quiet: bool) {
    let second = Timespec {
        tv_sec: 1,
        tv_nsec: 0,
    };
    loop {
        let mut watched = [PollFd::new(told, PollFlags::IN)];
        match poll(&mut watched, Some(&second)) {
            Ok(0) if !quiet => {
                output::line(&format!(
                    "Still reading the log after {} s.",
                    began.elapsed().as_secs()
                ));
            }
            Ok(0) | Err(rustix::io::Errno::INTR) => {}
            Ok(_) | Err(_) => return,
        }
    }
}
