//! The Rust tests: built by cargo, then run as many programs at a time as there are processors.
//!
//! Most of them wait for disks, time-outs and other processes more than they compute; one program after the other, as cargo runs
//! them, leaves the processors idle for a good part of the time.

use crate::ci::Counts;
use std::collections::VecDeque;
use std::env;
use std::io::{BufRead, BufReader, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

/// Builds every test, and says as a line of JSON each what was built.
const BUILD: &[&str] = &[
    "test",
    "--workspace",
    "--quiet",
    "--no-run",
    "--message-format=json-render-diagnostics",
];

/// Cargo itself builds and runs the examples in the documentation.
const EXAMPLES: &[&str] = &["test", "--workspace", "--quiet", "--no-fail-fast", "--doc"];

/// How the profile of a test program ends in those lines; what comes before is no matter here.
const OF_A_TEST: &str = "\"test\":true},\"features\":";

/// A test program.
#[derive(Debug, PartialEq, Eq)]
struct Program {
    executable: PathBuf,
    /// The directory of its package, in which cargo runs tests.
    directory: PathBuf,
}

impl Program {
    /// Reads what cargo says of something it has built; `None` when that is no test program.
    fn of_line(line: &str) -> Option<Self> {
        if !line.contains(OF_A_TEST) {
            return None;
        }
        let manifest = PathBuf::from(text_of(line, "manifest_path")?);
        Some(Self {
            executable: text_of(line, "executable")?.into(),
            directory: manifest.parent()?.to_owned(),
        })
    }

    /// Package and program, without the mark that cargo gives it.
    fn name(&self) -> String {
        let part = |path: &Path| {
            let name = path.file_name().unwrap_or_default();
            name.to_string_lossy().into_owned()
        };
        let executable = part(&self.executable);
        let name = executable
            .rsplit_once('-')
            .map_or(&*executable, |(name, _)| name);
        format!("{} {name}", part(&self.directory))
    }
}

/// The value of a member of a line of JSON; `None` when there is none, or one that holds an escape.
fn text_of<'l>(line: &'l str, member: &str) -> Option<&'l str> {
    let (_, rest) = line.split_once(&format!("\"{member}\":\""))?;
    let (value, _) = rest.split_once('"')?;
    (!value.contains('\\')).then_some(value)
}

/// Test programs that are ready to run.
pub(crate) struct Built(VecDeque<Program>);

/// Builds the tests.
///
/// # Errors
/// What was not built.
pub(crate) fn build(root: &Path) -> Result<Built, String> {
    let began = Instant::now();
    println!("tests: cargo {}", BUILD.join(" "));
    let output = cargo()
        .args(BUILD)
        .current_dir(root)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("tests: cargo did not start: {error}"))?;
    if !output.status.success() {
        return Err(format!("tests: not built: {}", output.status));
    }
    let programs = programs(&String::from_utf8_lossy(&output.stdout))?;
    println!(
        "tests: {} programs built in {} s",
        programs.len(),
        began.elapsed().as_secs()
    );
    Ok(Built(programs))
}

/// Runs the tests, shows what the runners print, and adds their counts up.
///
/// # Errors
/// What failed, and the counts.
pub(crate) fn run(root: &Path, Built(programs): Built) -> Result<Counts, String> {
    let began = Instant::now();
    let list = root.join("target").join("skipped");
    let _ = std::fs::remove_file(&list);
    let (mut counts, mut failed) = run_programs(programs, &list);
    if !examples(root, &list, &mut counts)? {
        failed.push("examples in the documentation".to_owned());
    }
    counts.note_skipped(&std::fs::read_to_string(&list).unwrap_or_default());
    println!("tests: run in {} s", began.elapsed().as_secs());
    if failed.is_empty() && counts.failed == 0 {
        return Ok(counts);
    }
    Err(format!("tests: failed: {}\n{counts}", failed.join(", ")))
}

fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Reads what cargo says it has built.
fn programs(said: &str) -> Result<VecDeque<Program>, String> {
    let built = said.lines().filter(|line| line.contains(OF_A_TEST));
    let programs: VecDeque<Program> = said.lines().filter_map(Program::of_line).collect();
    // A line that is not understood would be a test that nobody misses.
    if programs.is_empty() || programs.len() != built.count() {
        return Err("tests: what cargo says it has built is not understood".to_owned());
    }
    Ok(programs)
}

/// Runs all programs. Gives the counts, and the names of those that failed.
fn run_programs(programs: VecDeque<Program>, list: &Path) -> (Counts, Vec<String>) {
    let waiting = Mutex::new(programs);
    let results = Mutex::new((Counts::default(), Vec::new()));
    let next = || {
        let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.pop_front()
    };
    let work = || {
        while let Some(program) = next() {
            let began = Instant::now();
            let output = Command::new(&program.executable)
                .arg("--quiet")
                .current_dir(&program.directory)
                .env("FERROMQ_SKIPPED", list)
                .stdin(Stdio::null())
                .output();
            let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
            println!(
                "\n{}, {:.1} s",
                program.name(),
                began.elapsed().as_secs_f64()
            );
            if !shown(output, &mut results.0) {
                results.1.push(program.name());
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZeroUsize::get) {
            scope.spawn(work);
        }
    });
    results.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Prints what a program printed and counts its tests. False when it failed.
fn shown(output: std::io::Result<Output>, counts: &mut Counts) -> bool {
    let output = match output {
        Ok(output) => output,
        Err(error) => {
            println!("did not start: {error}");
            return false;
        }
    };
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        println!("{line}");
        counts.add_line(line);
    }
    // What cannot be shown is lost; whether the program failed is not.
    let _ = std::io::stderr().write_all(&output.stderr);
    if !output.status.success() {
        println!("ended: {}", output.status);
    }
    output.status.success()
}

/// Runs the examples in the documentation, and shows what is printed as it is printed. False when one failed.
fn examples(root: &Path, list: &Path, counts: &mut Counts) -> Result<bool, String> {
    println!("\ntests: cargo {}", EXAMPLES.join(" "));
    let mut child = cargo()
        .args(EXAMPLES)
        .current_dir(root)
        .env("FERROMQ_SKIPPED", list)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("tests: cargo did not start: {error}"))?;
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).lines() {
            let line = line.map_err(|error| format!("tests: output cannot be read: {error}"))?;
            println!("{line}");
            counts.add_line(&line);
        }
    }
    let status = child.wait().map_err(|error| format!("tests: {error}"))?;
    Ok(status.success())
}

#[cfg(test)]
mod tests {
    use super::{Program, programs};

    const TEST: &str = "{\"reason\":\"compiler-artifact\",\"package_id\":\"path+file:///r/crates/log#ferromq-log@0.1.0\",\
         \"manifest_path\":\"/r/crates/log/Cargo.toml\",\"target\":{\"kind\":[\"test\"],\"name\":\"crash\",\"test\":true},\
         \"profile\":{\"opt_level\":\"1\",\"test\":true},\"features\":[],\"filenames\":[\"/r/target/debug/deps/crash-0f\"],\
         \"executable\":\"/r/target/debug/deps/crash-0f\",\"fresh\":true}";

    #[test]
    fn programs_of_tests_are_told_from_what_else_was_built() {
        let library = TEST.replace(
            "\"test\":true},\"features\"",
            "\"test\":false},\"features\"",
        );
        let said =
            format!("{library}\n{TEST}\n{{\"reason\":\"build-finished\",\"success\":true}}\n");
        let wanted = Program {
            executable: "/r/target/debug/deps/crash-0f".into(),
            directory: "/r/crates/log".into(),
        };
        assert_eq!(wanted.name(), "log crash");
        assert_eq!(programs(&said), Ok([wanted].into()));
    }

    #[test]
    fn a_test_that_is_not_understood_is_an_error() {
        let strange = TEST.replace("\"executable\":", "\"program\":");
        assert!(programs(&format!("{TEST}\n{strange}\n")).is_err());
        let escaped = TEST.replace("/r/target", "/r\\\\u00e4/target");
        assert!(programs(&escaped).is_err());
        assert!(programs("").is_err());
    }
}
