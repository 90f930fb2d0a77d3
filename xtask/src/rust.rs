//! The Rust tests: built by cargo, then run as many programs at a time as there are processors.
//!
//! Most of them wait for disks, time-outs and other processes more than they compute; one program after the other, as cargo runs
//! them, leaves the processors idle for half of the time.

use crate::counts::Counts;
use std::env;
use std::io::{BufRead, BufReader};
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

    fn bytes(&self) -> u64 {
        std::fs::metadata(&self.executable).map_or(0, |file| file.len())
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
pub(crate) struct Built(Vec<Program>);

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

/// What came of tests.
#[derive(Default)]
struct Outcome {
    counts: Counts,
    /// Names of what failed.
    failed: Vec<String>,
}

/// Runs the tests, shows what the runners print, and adds their counts up. `meanwhile` runs beside them; the examples in the
/// documentation follow it, so that what a test runner says comes last.
///
/// # Errors
/// What failed, and the counts.
pub(crate) fn run<T: Send>(
    root: &Path,
    Built(programs): Built,
    meanwhile: impl FnOnce() -> T + Send,
) -> (Result<Counts, String>, thread::Result<T>) {
    let began = Instant::now();
    let list = root.join("target").join("skipped");
    let _ = std::fs::remove_file(&list);
    let (mut outcome, beside) = thread::scope(|scope| {
        let beside = scope.spawn(meanwhile);
        (run_programs(programs, &list), beside.join())
    });
    if let Err(failure) = examples(root, &list, &mut outcome.counts) {
        outcome.failed.push(failure);
    }
    let mut counts = outcome.counts;
    counts.note_skipped(&std::fs::read_to_string(&list).unwrap_or_default());
    println!("tests: run in {} s", began.elapsed().as_secs());
    if outcome.failed.is_empty() && counts.failed == 0 {
        return (Ok(counts), beside);
    }
    let failed = outcome.failed.join(", ");
    (Err(format!("tests: failed: {failed}\n{counts}")), beside)
}

fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Reads what cargo says it has built.
fn programs(said: &str) -> Result<Vec<Program>, String> {
    let built = said.lines().filter(|line| line.contains(OF_A_TEST));
    let programs: Vec<Program> = said.lines().filter_map(Program::of_line).collect();
    // A line that is not understood would be a test that nobody misses.
    if programs.is_empty() || programs.len() != built.count() {
        return Err("tests: what cargo says it has built is not understood".to_owned());
    }
    Ok(programs)
}

/// Runs all programs, those first that have most in them: a long one that came last would run alone.
fn run_programs(mut programs: Vec<Program>, list: &Path) -> Outcome {
    programs.sort_by_key(Program::bytes);
    let number = programs.len();
    let waiting = Mutex::new(programs);
    let outcome = Mutex::new(Outcome::default());
    let next = || {
        let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let program = waiting.pop()?;
        // Whoever waits for one that does not end sees which.
        println!(
            "tests: {} of {number}: {}",
            number - waiting.len(),
            program.name()
        );
        Some(program)
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
            let seconds = began.elapsed().as_secs_f64();
            let (said, success) = said(output);
            // At once: others print too.
            print!("\n{}, {seconds:.1} s\n{said}", program.name());
            let mut outcome = outcome.lock().unwrap_or_else(PoisonError::into_inner);
            said.lines().for_each(|line| outcome.counts.add_line(line));
            if !success {
                outcome.failed.push(program.name());
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZeroUsize::get) {
            scope.spawn(work);
        }
    });
    outcome.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// All a program printed, and whether it ended well.
fn said(output: std::io::Result<Output>) -> (String, bool) {
    let output = match output {
        Ok(output) => output,
        Err(error) => return (format!("did not start: {error}\n"), false),
    };
    let mut said = String::from_utf8_lossy(&output.stdout).into_owned();
    said.push_str(&String::from_utf8_lossy(&output.stderr));
    if !output.status.success() {
        said.push_str(&format!("ended: {}\n", output.status));
    }
    (said, output.status.success())
}

/// Runs the examples in the documentation, and shows what is printed as it is printed.
fn examples(root: &Path, list: &Path, counts: &mut Counts) -> Result<(), String> {
    println!("\ntests: cargo {}", EXAMPLES.join(" "));
    let mut child = cargo()
        .args(EXAMPLES)
        .current_dir(root)
        .env("FERROMQ_SKIPPED", list)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("examples: cargo did not start: {error}"))?;
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).lines() {
            let line = line.map_err(|error| format!("examples: output cannot be read: {error}"))?;
            println!("{line}");
            counts.add_line(&line);
        }
    }
    match child.wait() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("examples in the documentation ({status})")),
        Err(error) => Err(format!("examples: {error}")),
    }
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
        assert_eq!(programs(&said), Ok(vec![wanted]));
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
