//! `fteRAS`: what a maintainer asks for of file transfer, as one archive. Passwords, keys and what files had in them are left out.

use super::place::{Place, data_root};
use crate::arguments::Arguments;
use crate::diagnosis::archive::{Archive, end_of};
use crate::diagnosis::collect::moment_now;
use crate::failure::Failure;
use crate::unsecret;
use ferromq_base::output;
use ferromq_transfer::generated::notices::{BFGCL0604, BFGCL9587};
use ferromq_transfer::xml::DOCUMENT_BYTES_MAX;
use std::fs::{self, File};
use std::io::{BufWriter, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Files that are looked at.
const FILES_MAX: usize = 5_000;
/// Directories below one another.
const DEPTH_MAX: usize = 8;
/// Longest file of the configuration.
const CONFIGURATION_BYTES_MAX: u64 = DOCUMENT_BYTES_MAX as u64;
/// Of a long log the end is taken.
const LOG_BYTES_MAX: u64 = 16 << 20;
/// Variables of the environment that say where things are.
const VARIABLES: [&str; 6] = ["BFG_DATA", "MQ_DATA_PATH", "PATH", "LANG", "TZ", "HOME"];
/// What commands say of the agents, monitors and schedules there are.
const COMMANDS: [(&str, &[&str]); 5] = [
    ("version", &["fteDisplayVersion", "-v"]),
    ("agents", &["fteListAgents", "-v"]),
    ("monitors", &["fteListMonitors", "-v"]),
    ("schedules", &["fteListScheduledTransfers"]),
    ("templates", &["fteListTemplates"]),
];

/// Runs the command.
pub(crate) fn ras(arguments: &Arguments) -> Result<u8, Failure> {
    let place = Place::meant(arguments)?;
    let root = data_root()?;
    let directory = arguments
        .name(0)
        .map_or_else(|| root.clone(), PathBuf::from);
    fs::create_dir_all(&directory).map_err(|error| Failure::io(directory.display(), &error))?;
    let (moment, stamp) = moment_now();
    let path = directory.join(format!("fteras_{stamp}.zip"));
    let mut collecting = Collecting {
        archive: Archive::create(&path, moment)?,
        files: 0,
        left_out: Vec::new(),
    };
    collecting.commands(&place)?;
    collecting.add("environment.txt", environment().as_bytes())?;
    collecting.tree("config", &place.config(), 0, &configured)?;
    let logs = root.join("logs").join(&place.coordination);
    collecting.tree("logs", &logs, 0, &logged)?;
    collecting.masked(
        "installation.properties",
        &root.join("installation.properties"),
        unsecret::settings,
    )?;
    let left_out = collecting.finish(&path)?;
    output::line(&BFGCL0604.line(&[&path.display()]));
    if left_out > 0 {
        output::line(&BFGCL9587.line(&[&left_out]));
    }
    Ok(0)
}

fn environment() -> String {
    let all = VARIABLES.iter().map(|name| {
        let value = std::env::var_os(name).unwrap_or_default();
        format!("{name}={}\n", value.to_string_lossy())
    });
    all.collect()
}

/// How a file goes into the archive; not at all without.
enum How {
    /// What this makes of it.
    Masked(Masking),
    /// The end of it.
    Log,
}

/// A file without secrets, or why it is left out.
type Masking = fn(&[u8]) -> Result<String, &'static str>;

/// Files of the configuration, by their names: neither credentials nor keys. Credentials may have any name: they are known by what is in them.
fn configured(name: &str) -> Option<How> {
    let name = name.to_ascii_lowercase();
    if name.contains("credentials") {
        return None;
    }
    match name.rsplit_once('.')?.1 {
        "properties" => Some(How::Masked(unsecret::settings)),
        "xml" => Some(How::Masked(unsecret::document)),
        "mqsc" | "sql" => Some(How::Masked(unsecret::script)),
        _ => None,
    }
}

/// Logs of agents and loggers themselves: not the audit, and not the documents that were captured.
fn logged(name: &str) -> Option<How> {
    let is_log = name.starts_with("output") && name.ends_with(".log");
    is_log.then_some(How::Log)
}

struct Collecting {
    archive: Archive<BufWriter<File>>,
    files: usize,
    /// What could not be collected, and why.
    left_out: Vec<String>,
}

impl Collecting {
    fn add(&mut self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        let added = self.archive.add(name, bytes);
        if !added.map_err(|error| Failure::io("the archive", &error))? {
            self.left_out
                .push(format!("{name}: there is no room for it"));
        }
        Ok(())
    }

    fn commands(&mut self, place: &Place) -> Result<(), Failure> {
        let own =
            std::env::current_exe().map_err(|error| Failure::io("this executable", &error))?;
        for (name, words) in COMMANDS {
            let mut command = Command::new(&own);
            command.args(words).stdin(Stdio::null());
            if name != "version" {
                command.args(["-p", &place.coordination]);
            }
            match command.output() {
                Ok(said) => {
                    let text = [&said.stdout[..], &said.stderr[..]].concat();
                    self.add(&format!("{name}.txt"), &text)?;
                }
                Err(error) => self.left_out.push(format!("{name}: {error}")),
            }
        }
        Ok(())
    }

    /// The files of a directory and of those below it. Links are not followed.
    fn tree(
        &mut self,
        name: &str,
        path: &Path,
        depth: usize,
        how: &dyn Fn(&str) -> Option<How>,
    ) -> Result<(), Failure> {
        let Ok(entries) = fs::read_dir(path) else {
            return Ok(());
        };
        let mut entries: Vec<_> = entries.flatten().take(FILES_MAX).collect();
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let file_name = entry.file_name().to_string_lossy().into_owned();
            let (name, path) = (format!("{name}/{file_name}"), entry.path());
            let Ok(kind) = entry.file_type() else {
                continue;
            };
            if kind.is_dir() && depth < DEPTH_MAX {
                self.tree(&name, &path, depth + 1, how)?;
            }
            if !kind.is_file() {
                continue;
            }
            self.files += 1;
            if self.files > FILES_MAX {
                self.left_out
                    .push(format!("{name}: there are more than {FILES_MAX} files"));
                return Ok(());
            }
            match how(&file_name) {
                Some(How::Masked(masking)) => self.masked(&name, &path, masking)?,
                Some(How::Log) => self.log(&name, &path)?,
                None => {}
            }
        }
        Ok(())
    }

    /// A log; of a longer one its end.
    fn log(&mut self, name: &str, path: &Path) -> Result<(), Failure> {
        match end_of(path, LOG_BYTES_MAX) {
            Ok(bytes) => self.add(name, &bytes),
            Err(error) => {
                self.left_out.push(format!("{}: {error}", path.display()));
                Ok(())
            }
        }
    }

    fn masked(&mut self, name: &str, path: &Path, masking: Masking) -> Result<(), Failure> {
        let why = match whole(path) {
            Ok(Some(bytes)) => match masking(&bytes) {
                Ok(text) => return self.add(name, text.as_bytes()),
                Err(why) => why.to_owned(),
            },
            Ok(None) => format!("it has more than {CONFIGURATION_BYTES_MAX} bytes"),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
            Err(error) => error.to_string(),
        };
        self.left_out.push(format!("{}: {why}", path.display()));
        Ok(())
    }

    fn finish(mut self, path: &Path) -> Result<usize, Failure> {
        let left_out = self.left_out.len();
        if left_out > 0 {
            let text = format!("{}\n", self.left_out.join("\n"));
            self.add("left_out.txt", text.as_bytes())?;
        }
        let done = self.archive.finish();
        done.map_err(|error| Failure::io(path.display(), &error))?;
        Ok(left_out)
    }
}

/// All of a file, if it is not too long: a part of one may hide what a secret is.
fn whole(path: &Path) -> std::io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    let mut file = File::open(path)?.take(CONFIGURATION_BYTES_MAX + 1);
    file.read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= CONFIGURATION_BYTES_MAX).then_some(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_chosen_by_their_names() {
        assert!(configured("MQMFTCredentials.xml").is_none());
        assert!(configured("ProtocolBridgeCredentials.xml").is_none());
        assert!(configured("keys.p12").is_none() && configured("keys.pwd").is_none());
        assert!(configured("UserSandboxes.xml").is_some());
        assert!(logged("output0.log").is_some() && logged("capture0.log").is_none());
    }
}
