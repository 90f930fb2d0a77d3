//! `dspmqinf`, `addmqinf` and `rmvmqinf`: queue managers in `mqs.ini`.

use crate::arguments::Arguments;
use crate::connection::{checked_name, installation, is_open_still};
use crate::failure::{Failure, exit};
use ferromq::installation::{InstallationError, RunStatus};
use ferromq_base::output;
use ferromq_mqi::generated::notices::{AMQ7005, AMQ8108, FMQ0377, FMQ0378, FMQ0379};
use std::path::{Path, PathBuf};

/// There is no such stanza.
pub(crate) const NO_STANZA: u8 = 44;
/// There is one already.
pub(crate) const STANZA_EXISTS: u8 = 45;
/// An attribute that has to be there is not.
pub(crate) const ATTRIBUTE_MISSING: u8 = 46;
/// The directory of the queue manager is none.
pub(crate) const LOCATION: u8 = 1;

/// Attributes of a stanza, and whether they have to be there.
const ATTRIBUTES: [(&str, bool); 4] = [
    ("Name", true),
    ("Prefix", true),
    ("Directory", true),
    ("DataPath", false),
];

/// There are stanzas of queue managers only.
fn check_kind(arguments: &Arguments) -> Result<(), Failure> {
    match arguments.value("-s") {
        Some(kind) if !kind.eq_ignore_ascii_case("QueueManager") => {
            let problem = format!("'{kind}' of option -s is not QueueManager");
            Err(arguments.refuse(&problem))
        }
        _ => Ok(()),
    }
}

/// `dspmqinf`.
pub(crate) fn display(arguments: &Arguments) -> Result<u8, Failure> {
    check_kind(arguments)?;
    let as_command = match arguments.value("-o").unwrap_or("stanza") {
        "stanza" => false,
        "command" => true,
        other => {
            let problem = format!("'{other}' of option -o is not one of stanza, command");
            return Err(arguments.refuse(&problem));
        }
    };
    let name = checked_name(arguments.name(0).unwrap_or_default())?;
    let installation = installation()?;
    let Some(attributes) = installation.stanza_of(&name) else {
        return Err(Failure::notice(&FMQ0377, &[&name], NO_STANZA));
    };
    match as_command {
        true => {
            let mut line = "addmqinf -s QueueManager".to_owned();
            for (name, value) in &attributes {
                line.push_str(&format!(" -v {name}={}", quoted(value)));
            }
            output::line(&line);
        }
        false => {
            output::line("QueueManager:");
            for (name, value) in &attributes {
                output::line(&format!("   {name}={value}"));
            }
        }
    }
    Ok(exit::OK)
}

/// A value as shells take it.
fn quoted(value: &str) -> String {
    let is_plain = |char: char| char.is_ascii_alphanumeric() || "/._-%".contains(char);
    match value.chars().all(is_plain) {
        true => value.to_owned(),
        false => format!("'{}'", value.replace('\'', "'\\''")),
    }
}

/// `addmqinf`.
pub(crate) fn add(arguments: &Arguments) -> Result<u8, Failure> {
    check_kind(arguments)?;
    let mut given: Vec<(&str, &str)> = Vec::new();
    for pair in arguments.values("-v") {
        let (name, value) = pair.split_once('=').ok_or_else(|| {
            arguments.refuse(&format!("'{pair}' of option -v is not Attribute=Value"))
        })?;
        let known = ATTRIBUTES
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name.trim()));
        let Some((known, _)) = known else {
            let problem =
                format!("'{name}' of option -v is not one of Name, Prefix, Directory, DataPath");
            return Err(arguments.refuse(&problem));
        };
        if given.iter().any(|(other, _)| other == known) {
            return Err(arguments.refuse(&format!("{known} is given twice")));
        }
        let value = value.trim();
        if value.is_empty() || value.chars().any(char::is_control) {
            return Err(arguments.refuse(&format!("{known} has no value that can be kept")));
        }
        given.push((known, value));
    }
    let of = |name: &str| {
        given
            .iter()
            .find(|(other, _)| *other == name)
            .map(|it| it.1)
    };
    for (name, has_to) in ATTRIBUTES {
        if has_to && of(name).is_none() {
            return Err(Failure::notice(&FMQ0378, &[&name], ATTRIBUTE_MISSING));
        }
    }
    let name = checked_name(of("Name").unwrap_or_default())?;
    let data = match of("DataPath") {
        Some(path) => PathBuf::from(path),
        None => Path::new(of("Prefix").unwrap_or_default())
            .join("qmgrs")
            .join(of("Directory").unwrap_or_default()),
    };
    if !data.join(ferromq_qmgr::CATALOG_FILE).is_file() {
        return Err(Failure::notice(
            &FMQ0379,
            &[&name, &data.display()],
            LOCATION,
        ));
    }
    let mut installation = installation()?;
    let lock = installation.lock()?;
    match installation.adopt(&name, &given, &lock) {
        Err(error @ InstallationError::Exists(_)) => {
            Err(Failure::from(error).with_code(STANZA_EXISTS))
        }
        done => Ok(done.map(|()| exit::OK)?),
    }
}

/// `rmvmqinf`.
pub(crate) fn remove(arguments: &Arguments) -> Result<u8, Failure> {
    check_kind(arguments)?;
    let name = checked_name(arguments.name(0).unwrap_or_default())?;
    let mut installation = installation()?;
    let lock = installation.lock()?;
    let Some(found) = installation.find(&name) else {
        return Err(Failure::notice(&FMQ0377, &[&name], NO_STANZA));
    };
    if is_open_still(&found) {
        return Err(match found.status() {
            RunStatus::Quiescing | RunStatus::EndingImmediately | RunStatus::EndingPreemptively => {
                Failure::notice(&AMQ8108, &[&name], exit::ENDING)
            }
            _ => Failure::notice(&AMQ7005, &[&name], exit::RUNNING),
        });
    }
    if installation.default_name() == Some(&name) {
        installation.set_default(None, &lock)?;
    }
    installation.remove(&name, &lock)?;
    Ok(exit::OK)
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn values_are_quoted_where_shells_would_take_them_apart() {
        assert_eq!(quoted("/var/mqm"), "/var/mqm");
        assert_eq!(quoted("QM!1"), "'QM!1'");
        assert_eq!(quoted("a'b c"), "'a'\\''b c'");
    }
}
