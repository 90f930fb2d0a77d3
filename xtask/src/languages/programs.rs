//! One program for each language or package: how it is fetched, built and started.

use super::{Road, SOURCES};
use crate::counts::Counts;
use crate::dist::Dist;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A program that is ready to run.
pub(super) struct Program {
    /// As it is called in names of queues and in reports.
    pub(super) name: &'static str,
    /// Program and first arguments.
    start: Vec<OsString>,
    directory: PathBuf,
    /// Where modules of Python are, over bindings and as a client; pymqi is built for one or the other.
    python_path: Option<[PathBuf; 2]>,
    /// Properties its package cannot set.
    cannot_set: &'static [&'static str],
}

impl Program {
    pub(super) fn command(&self, road: Road) -> Command {
        let mut command = Command::new(&self.start[0]);
        command.args(&self.start[1..]).current_dir(&self.directory);
        if let Some([bindings, client]) = &self.python_path {
            let path = if road == Road::Client {
                client
            } else {
                bindings
            };
            command.env("PYTHONPATH", path);
        }
        command
    }

    /// The lines that others print who get what this program put.
    pub(super) fn arrives(&self, pair: &str) -> Vec<String> {
        let lines = pair.lines().map(|line| {
            let name = line.split(' ').next().unwrap_or_default();
            if self.cannot_set.contains(&name) {
                format!("{name} absent")
            } else {
                line.to_owned()
            }
        });
        lines.collect()
    }
}

/// Why a program is not there: its toolchain or a package cannot be had, or it was not built.
enum Missing {
    Outside(String),
    Failed(String),
}

/// Where everything is, and what a build leaves.
struct Place<'p> {
    sources: PathBuf,
    dist: &'p Dist,
    work: &'p Path,
}

type Builder = fn(&Place<'_>) -> Result<Vec<Program>, Missing>;

/// Fetches and builds all programs that can be had; each that cannot counts as one skipped.
///
/// # Errors
/// What was not built although all it needs was there.
pub(super) fn build(
    root: &Path,
    dist: &Dist,
    work: &Path,
    counts: &mut Counts,
) -> Result<Vec<Program>, String> {
    let place = Place {
        sources: root.join(SOURCES),
        dist,
        work,
    };
    let builders: [(&str, Builder); 4] = [
        ("go", go),
        ("python", python),
        ("node", node),
        ("rust", rust),
    ];
    let mut programs = Vec::new();
    for (name, builder) in builders {
        match builder(&place) {
            Ok(built) => programs.extend(built),
            Err(Missing::Outside(what)) => counts.skip(&format!("languages: {name}"), &what),
            Err(Missing::Failed(what)) => return Err(format!("languages: {name}: {what}")),
        }
    }
    Ok(programs)
}

/// Runs a step and gives what it said when it failed.
fn step(command: &mut Command) -> Result<(), String> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{}: {error}", command.get_program().display()))?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].concat();
    Err(format!("{command:?}\n{}", String::from_utf8_lossy(&said)))
}

/// A step that brings something from outside; what it says on failure fits one line.
fn fetch(what: &str, command: &mut Command) -> Result<(), Missing> {
    step(command).map_err(|said| {
        let last = said.lines().rev().find(|line| !line.trim().is_empty());
        Missing::Outside(format!(
            "{what} cannot be had: {}",
            last.unwrap_or_default()
        ))
    })
}

fn make(command: &mut Command) -> Result<(), Missing> {
    step(command).map_err(Missing::Failed)
}

/// The first numbers of a version such as `v20.20.2` or `Python 3.11.7`.
fn version_of(program: &str, argument: &str) -> Option<(u32, u32)> {
    let output = Command::new(program).arg(argument).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    numbers(&text)
}

fn numbers(text: &str) -> Option<(u32, u32)> {
    let begin = text.find(|c: char| c.is_ascii_digit())?;
    let mut parts = text[begin..].split(|c: char| !c.is_ascii_digit());
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

fn needs(program: &str, argument: &str, least: (u32, u32)) -> Result<(), Missing> {
    match version_of(program, argument) {
        Some(version) if version >= least => Ok(()),
        found => Err(Missing::Outside(format!(
            "{program} {}.{} or later is needed, {} was found",
            least.0,
            least.1,
            found.map_or_else(|| "none".to_owned(), |(a, b)| format!("{a}.{b}"))
        ))),
    }
}

fn go(place: &Place<'_>) -> Result<Vec<Program>, Missing> {
    needs("go", "version", (1, 18))?;
    let directory = place.sources.join("go");
    fetch(
        "mq-golang",
        Command::new("go")
            .args(["mod", "download"])
            .current_dir(&directory),
    )?;
    let program = place.work.join("go-languages");
    let dist = place.dist.path.display();
    make(
        Command::new("go")
            .args(["build", "-mod=readonly", "-o"])
            .arg(&program)
            .arg(".")
            .env("CGO_ENABLED", "1")
            .env("CGO_CFLAGS", format!("-I{dist}/inc"))
            .env("CGO_LDFLAGS", format!("-L{dist}/lib"))
            .current_dir(&directory),
    )?;
    Ok(vec![Program {
        name: "go",
        start: vec![program.into()],
        directory,
        python_path: None,
        cannot_set: &[],
    }])
}

/// Both packages, from source: ibmmq serves both roads, pymqi is built once for each.
fn python(place: &Place<'_>) -> Result<Vec<Program>, Missing> {
    needs("python3", "--version", (3, 9))?;
    let directory = place.sources.join("python");
    let interpreter = place.work.join("python-environment/bin/python");
    let sources = python_sources(place, &directory, &interpreter)?;
    let built = |package: &str, kind: Option<&str>| -> Result<PathBuf, Missing> {
        let library = place
            .work
            .join(format!("python-{package}-{}", kind.unwrap_or("both")));
        let unpacked = sources_of(&sources, package)?;
        let setup = |step: &[&str], kind: Option<&str>| {
            make(
                Command::new(&interpreter)
                    .args(["setup.py", "--quiet"])
                    .args(step)
                    .arg(&library)
                    .args(kind)
                    .env("MQ_FILE_PATH", &place.dist.path)
                    .current_dir(&unpacked),
            )
        };
        setup(&["build", "--force", "--build-lib"], kind)?;
        // ibmmq asks for its own version, which is beside a package only.
        setup(&["egg_info", "--egg-base"], None)?;
        Ok(library)
    };
    let ibmmq = built("ibmmq", None)?;
    let pymqi = [
        built("pymqi", Some("server"))?,
        built("pymqi", Some("client"))?,
    ];
    let program = |name: &'static str, python_path| Program {
        name,
        start: [
            interpreter.as_os_str(),
            OsStr::new("languages.py"),
            OsStr::new(name),
        ]
        .map(OsStr::to_owned)
        .to_vec(),
        directory: directory.clone(),
        python_path: Some(python_path),
        cannot_set: &[],
    };
    Ok(vec![
        program("ibmmq", [ibmmq.clone(), ibmmq]),
        program("pymqi", pymqi),
    ])
}

/// Makes an environment that has what the packages are built with, and unpacks their sources.
fn python_sources(
    place: &Place<'_>,
    directory: &Path,
    interpreter: &Path,
) -> Result<PathBuf, Missing> {
    if !interpreter.exists() {
        fetch(
            "a virtual environment of Python",
            Command::new("python3")
                .args(["-m", "venv"])
                .arg(place.work.join("python-environment")),
        )?;
    }
    let pip = |arguments: &[&str], requirements: &str| {
        let mut command = Command::new(interpreter);
        command
            .args(["-m", "pip", "--quiet", "--disable-pip-version-check"])
            .args(arguments)
            .args(["--require-hashes", "-r", requirements])
            .env("MQ_FILE_PATH", &place.dist.path)
            .current_dir(directory);
        command
    };
    fetch(
        "setuptools",
        &mut pip(&["install"], "requirements-build.txt"),
    )?;
    let sources = place.work.join("python-sources");
    let into = sources.to_string_lossy();
    let download = ["download", "--no-deps", "--no-build-isolation", "-d", &into];
    fetch("ibmmq or pymqi", &mut pip(&download, "requirements.txt"))?;
    unpack(&sources)?;
    Ok(sources)
}

fn entries(directory: &Path) -> Result<Vec<PathBuf>, Missing> {
    let entries = fs::read_dir(directory)
        .map_err(|error| Missing::Failed(format!("{}: {error}", directory.display())))?;
    Ok(entries.flatten().map(|entry| entry.path()).collect())
}

fn unpack(sources: &Path) -> Result<(), Missing> {
    for archive in entries(sources)? {
        if archive
            .extension()
            .is_some_and(|extension| extension == "gz")
        {
            make(
                Command::new("tar")
                    .arg("-xzf")
                    .arg(archive)
                    .arg("-C")
                    .arg(sources),
            )?;
        }
    }
    Ok(())
}

/// The directory that was unpacked from a package's archive.
fn sources_of(sources: &Path, package: &str) -> Result<PathBuf, Missing> {
    let named = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        path.is_dir() && name.starts_with(&format!("{package}-"))
    };
    let found = entries(sources)?.into_iter().find(named);
    found.ok_or_else(|| Missing::Failed(format!("no sources of {package}")))
}

/// The prebuilt part of the package opens the library at run time; nothing is compiled or downloaded by its scripts.
fn node(place: &Place<'_>) -> Result<Vec<Program>, Missing> {
    needs("node", "--version", (20, 0))?;
    let directory = place.work.join("node");
    fs::create_dir_all(&directory).map_err(|error| Missing::Failed(error.to_string()))?;
    for file in entries(&place.sources.join("node"))? {
        if file.is_file() {
            let name = file.file_name().unwrap_or_default();
            fs::copy(&file, directory.join(name))
                .map_err(|error| Missing::Failed(error.to_string()))?;
        }
    }
    fetch(
        "the npm package ibmmq",
        Command::new("npm")
            .args([
                "ci",
                "--ignore-scripts",
                "--no-audit",
                "--no-fund",
                "--silent",
            ])
            .env("MQIJS_NOREDIST", "true")
            .current_dir(&directory),
    )?;
    Ok(vec![Program {
        name: "node",
        start: vec!["node".into(), "languages.js".into()],
        directory,
        python_path: None,
        cannot_set: &["int64", "double"],
    }])
}

fn rust(place: &Place<'_>) -> Result<Vec<Program>, Missing> {
    let directory = place.sources.join("rust");
    let target = place.work.join("rust");
    let cargo = || Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    fetch(
        "the crate mqi",
        cargo()
            .args(["fetch", "--quiet", "--locked"])
            .current_dir(&directory),
    )?;
    make(
        cargo()
            .args(["build", "--quiet", "--locked", "--target-dir"])
            .arg(&target)
            .env("MQ_HOME", &place.dist.path)
            .current_dir(&directory),
    )?;
    Ok(vec![Program {
        name: "rust",
        start: vec![target.join("debug/languages").into()],
        directory,
        python_path: None,
        cannot_set: &[],
    }])
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn versions_are_read_from_what_toolchains_say() {
        assert_eq!(numbers("v20.20.2\n"), Some((20, 20)));
        assert_eq!(numbers("go version go1.18.1 linux/amd64"), Some((1, 18)));
        assert_eq!(numbers("Python 3.11.7"), Some((3, 11)));
        assert_eq!(numbers("none"), None);
    }
}
