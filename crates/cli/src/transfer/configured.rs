//! Files of the configuration: read, made, replaced; and what is wrong with them.

use crate::failure::{Failure, exit};
use ferromq_transfer::generated::notices::BFGCL9560;
use ferromq_transfer::properties::Properties;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// Exit code: the configuration does not allow a start.
pub(super) const START_UP: u8 = 78;

/// A file of properties; none if there is no file.
pub(super) fn read(path: &Path) -> Result<Option<Properties>, Failure> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Failure::io(path.display(), &error).with_code(exit::UNEXPECTED)),
    };
    let parsed = Properties::parse(&bytes);
    parsed
        .map(Some)
        .map_err(|problem| wrong(path, &[&problem], 1))
}

/// What is wrong with a file, each in a line.
pub(super) fn wrong<T: Display>(path: &Path, problems: &[T], code: u8) -> Failure {
    let lines = problems
        .iter()
        .map(|problem| format!("{}\n", BFGCL9560.line(&[&path.display(), problem])));
    Failure::text(lines.collect(), code)
}

/// What the environment says of a variable in a property.
pub(super) fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Makes a file of properties, and the directories on the way to it.
pub(super) fn write(path: &Path, properties: &[(&str, &str)]) -> Result<(), Failure> {
    let mut file = Properties::new();
    for (key, value) in properties.iter().filter(|(_, value)| !value.is_empty()) {
        file.set(key, *value);
    }
    write_text(path, &file.to_text())
}

/// Makes a file, and the directories on the way to it.
pub(super) fn write_text(path: &Path, text: &str) -> Result<(), Failure> {
    let made = path.parent().map_or(Ok(()), fs::create_dir_all);
    made.and_then(|()| fs::write(path, text))
        .map_err(|error| Failure::io(path.display(), &error))
}

/// Replaces a file that only its owner may read: whoever reads meanwhile gets the old one or the new one.
pub(super) fn replace_private(path: &Path, text: &str) -> Result<(), Failure> {
    let failed = |error: std::io::Error| wrong(path, &[error], 1);
    let mut new = path.as_os_str().to_owned();
    new.push(".new");
    let _ = fs::remove_file(&new);
    let made = File::options()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&new);
    let mut file = made.map_err(failed)?;
    let written = file
        .write_all(text.as_bytes())
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&new, path));
    written.map_err(|error| {
        let _ = fs::remove_file(&new);
        failed(error)
    })
}

/// Name of this machine.
pub(super) fn host() -> String {
    rustix::system::uname()
        .nodename()
        .to_string_lossy()
        .into_owned()
}
