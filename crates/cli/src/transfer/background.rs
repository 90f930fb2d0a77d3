//! Commands of this executable as processes of their own.

use super::configured::START_UP;
use crate::failure::Failure;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// One that works on has so long to begin.
const WITHIN: Duration = Duration::from_secs(30);
const LOOK: Duration = Duration::from_millis(20);

/// Starts a command, with no terminal. It gets the signals of this process's terminal unless it is `apart`.
///
/// # Errors
/// Those of the system.
pub(super) fn spawn(words: &[&str], apart: bool) -> Result<Child, Failure> {
    let own = std::env::current_exe().map_err(|error| Failure::io("this executable", &error))?;
    let mut command = Command::new(&own);
    command
        .arg0("ferromq")
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if apart {
        command.process_group(0);
    }
    let spawned = command.spawn();
    spawned.map_err(|error| Failure::not_started(&own, &error))
}

/// Starts one that works on when this command has ended, and waits until it `runs`. `ended` and `late` are what is said of one that ends
/// instead, or takes too long.
///
/// # Errors
/// Those, and what `runs` failed with.
pub(super) fn begin(
    words: &[&str],
    runs: impl Fn() -> Result<bool, Failure>,
    ended: impl Fn(ExitStatus) -> String,
    late: impl Fn() -> String,
) -> Result<(), Failure> {
    let mut child = spawn(words, true)?;
    let began = Instant::now();
    while began.elapsed() < WITHIN {
        let status = child.try_wait();
        if let Some(status) = status.map_err(|error| Failure::io("the new process", &error))? {
            return Err(Failure::text(format!("{}\n", ended(status)), START_UP));
        }
        if runs()? {
            return Ok(());
        }
        std::thread::sleep(LOOK);
    }
    Err(Failure::text(format!("{}\n", late()), 1))
}
