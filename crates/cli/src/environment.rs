//! `crtmqenv`: the variables of an environment in which this installation is used. `setmqenv`, a script, has a shell take them.

use crate::arguments::Arguments;
use crate::control::installation_path;
use crate::failure::{Failure, exit};
use ferromq_base::output;
use std::env;
use std::path::Path;

/// Directories of commands and samples, of which another installation's go away.
const BIN: [&str; 2] = ["bin", "samp/bin"];

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let wrong = |problem: String| Failure::text(format!("{problem}\n"), exit::ARGUMENTS);
    if let Some(second) = arguments.second_of(&["-s", "-r", "-n", "-p", "-m"]) {
        return Err(wrong(format!(
            "option {second} is one too many: one of -s, -m, -n, -p and -r"
        )));
    }
    let own = installation_path();
    if let Some(name) = arguments.value("-n")
        && !name.eq_ignore_ascii_case(crate::control::INSTALLATION)
    {
        return Err(wrong(format!(
            "there is no installation '{name}', only {}",
            crate::control::INSTALLATION
        )));
    }
    if let Some(path) = arguments.value("-p")
        && Path::new(path) != own
    {
        return Err(wrong(format!(
            "there is no installation in {path}, only in {}",
            own.display()
        )));
    }
    if let Some(bits) = arguments.value("-x")
        && bits != "64"
    {
        return Err(wrong("libraries are of 64 bits".to_owned()));
    }
    let removes = arguments.has("-r");
    let around = Around {
        path: env::var("PATH").unwrap_or_default(),
        libraries: env::var("LD_LIBRARY_PATH").unwrap_or_default(),
        installed: env::var("MQ_INSTALLATION_PATH").ok(),
    };
    let wants_libraries = arguments.has("-k") || arguments.has("-l");
    for (name, value) in variables(&own, &around, removes, wants_libraries) {
        match (value, arguments.has("-shell")) {
            (Some(value), false) => output::line(&format!("{name}={value}")),
            (None, false) => output::line(&format!("{name}=")),
            (Some(value), true) => output::line(&format!("export {name}={}", quoted(&value))),
            (None, true) => output::line(&format!("unset {name}")),
        }
    }
    Ok(0)
}

/// The environment there is.
struct Around {
    path: String,
    libraries: String,
    installed: Option<String>,
}

/// Each variable and its value; `None` for one that goes.
fn variables(
    own: &Path,
    around: &Around,
    removes: bool,
    wants_libraries: bool,
) -> Vec<(&'static str, Option<String>)> {
    let own = own.display().to_string();
    let gone: Vec<String> = around
        .installed
        .iter()
        .cloned()
        .chain([own.clone()])
        .collect();
    let without = |list: &str, parts: &[&str]| -> Vec<String> {
        let is_gone = |entry: &str| {
            gone.iter()
                .any(|place| parts.iter().any(|part| entry == format!("{place}/{part}")))
        };
        let entries = list
            .split(':')
            .filter(|entry| !entry.is_empty() && !is_gone(entry));
        entries.map(str::to_owned).collect()
    };
    let joined = |front: Vec<String>, rest: Vec<String>| {
        front.into_iter().chain(rest).collect::<Vec<_>>().join(":")
    };
    let rest = without(&around.path, &BIN);
    let libraries = without(&around.libraries, &["lib64", "lib"]);
    if removes {
        let libraries = libraries.join(":");
        return vec![
            ("PATH", Some(rest.join(":"))),
            (
                "LD_LIBRARY_PATH",
                (!libraries.is_empty()).then_some(libraries),
            ),
            ("MQ_INSTALLATION_NAME", None),
            ("MQ_INSTALLATION_PATH", None),
            ("MQ_ENV_MODE", None),
        ];
    }
    let bin = BIN.iter().map(|part| format!("{own}/{part}"));
    let mut all = vec![
        (
            "MQ_INSTALLATION_NAME",
            Some(crate::control::INSTALLATION.to_owned()),
        ),
        ("MQ_INSTALLATION_PATH", Some(own.clone())),
        ("MQ_ENV_MODE", Some("64".to_owned())),
        ("PATH", Some(joined(bin.collect(), rest))),
    ];
    if wants_libraries {
        let front = vec![format!("{own}/lib64"), format!("{own}/lib")];
        all.push(("LD_LIBRARY_PATH", Some(joined(front, libraries))));
    }
    all
}

/// As a shell takes it.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(
        path: &str,
        installed: Option<&str>,
        removes: bool,
    ) -> Vec<(&'static str, Option<String>)> {
        let around = Around {
            path: path.into(),
            libraries: String::new(),
            installed: installed.map(str::to_owned),
        };
        variables(Path::new("/opt/new"), &around, removes, true)
    }

    fn value(all: &[(&'static str, Option<String>)], name: &str) -> Option<String> {
        all.iter()
            .find(|(one, _)| *one == name)
            .and_then(|(_, value)| value.clone())
    }

    #[test]
    fn another_installation_goes_and_this_one_is_there_once() {
        let all = of(
            "/opt/old/bin:/usr/bin:/opt/new/bin",
            Some("/opt/old"),
            false,
        );
        let path = value(&all, "PATH");
        assert_eq!(
            path.as_deref(),
            Some("/opt/new/bin:/opt/new/samp/bin:/usr/bin")
        );
        let libraries = value(&all, "LD_LIBRARY_PATH");
        assert_eq!(libraries.as_deref(), Some("/opt/new/lib64:/opt/new/lib"));
    }

    #[test]
    fn what_was_set_can_be_taken_back() {
        let all = of(
            "/opt/new/bin:/opt/new/samp/bin:/usr/bin",
            Some("/opt/new"),
            true,
        );
        assert_eq!(value(&all, "PATH").as_deref(), Some("/usr/bin"));
        assert_eq!(value(&all, "MQ_INSTALLATION_PATH"), None);
        assert_eq!(quoted("a'b"), "'a'\\''b'");
    }
}
