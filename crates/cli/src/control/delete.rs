//! `dltmqm`.

use crate::arguments::Arguments;
use crate::connection::{checked_name, held, installation, is_open_still, listed};
use crate::failure::{Failure, exit};
use ferromq::installation::RunStatus;
use ferromq_base::output;
use ferromq_mqi::generated::notices::{AMQ5605, AMQ8108, AMQ8117};
use std::io;
use std::path::Path;

/// Some of its files could not be removed.
const INCOMPLETE: u8 = 33;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let name = checked_name(arguments.name(0).unwrap_or_default())?;
    let mut installation = installation()?;
    if installation.find(&name).is_none() && installation.noted_creation().as_ref() == Some(&name) {
        // Waits while it is being created; then it is there, or its creation was cut short.
        let lock = installation.lock()?;
        if installation.clear_cut_short(&lock)?.as_ref() == Some(&name) {
            tell(arguments, &name);
            return Ok(exit::OK);
        }
    }
    // Without a data path there is nothing to lock, and nothing to make one for.
    let found = listed(&installation, &name)?;
    let lock = installation.lock()?;
    if is_open_still(&found) {
        return Err(match found.status() {
            RunStatus::Running | RunStatus::Starting => {
                Failure::notice(&AMQ5605, &[&name], exit::RUNNING)
            }
            status if status.is_up() => Failure::notice(&AMQ8108, &[&name], exit::ENDING),
            _ => held(&found),
        });
    }
    let directories = installation.directories(&name)?;
    let of_sockets = ferromq_mqi::place::q_mgr_directory(installation.data_path(), &name);
    // The list goes last: until then the command can be repeated.
    for directory in [&directories.log, &directories.data, &of_sockets] {
        remove(directory).map_err(|error| {
            let reason = format!("{}: {error}", directory.display());
            Failure::notice(&AMQ8117, &[&name, &reason], INCOMPLETE)
        })?;
    }
    installation.remove(&name, &lock)?;
    tell(arguments, &name);
    if installation.default_name() == Some(&name)
        && let Err(error) = installation.set_default(None, &lock)
    {
        return Err(Failure::from(error).with_code(exit::DEFAULT_NOT_REMOVED));
    }
    Ok(exit::OK)
}

fn tell(arguments: &Arguments, name: &str) {
    if !arguments.has("-z") {
        output::line(&format!("Queue manager '{name}' deleted."));
    }
}

fn remove(directory: &Path) -> io::Result<()> {
    match std::fs::remove_dir_all(directory) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
