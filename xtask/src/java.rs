//! The tests under `tests/clients/java`: programs written for the Java and JMS clients, run by Maven.
//!
//! Maven and the clients come from outside. Where they cannot be had the tests are left out, counted as
//! one that is skipped.

use crate::counts::Counts;
use crate::dist::Dist;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// Where the Maven modules are.
const MODULES: &str = "tests/clients/java";

/// What Maven says when something cannot be fetched.
const NOT_TO_BE_HAD: &[&str] = &[
    "Could not transfer artifact",
    "Could not resolve dependencies",
    "could not be resolved",
    "Could not find artifact",
];

/// Runs the tests against the executable of this build, and adds their counts up.
///
/// # Errors
/// What failed, when it is not the absence of Maven or of the clients.
pub(crate) fn run(root: &Path, dist: &Dist) -> Result<Counts, String> {
    let Some(maven) = version_of("mvn") else {
        let mut counts = Counts::default();
        let why = "Maven was not found; install maven and a JDK 17 or later";
        counts.skip("java clients", why);
        return Ok(counts);
    };
    let began = Instant::now();
    let bin = dist.path.join("bin");
    let modules = root.join(MODULES);
    remove_reports(&modules);
    println!("java clients: mvn test ({maven})");
    let (success, not_to_be_had) = maven_test(&modules, &bin)?;
    let mut counts = reports(&modules);
    if !success && counts.total() == 0 && not_to_be_had {
        counts.skip(
            "java clients",
            "Maven cannot fetch the clients or what they need",
        );
        return Ok(counts);
    }
    if !success || counts.failed > 0 {
        return Err(format!(
            "java clients: {} passed, {} failed; see {MODULES}/*/target/surefire-reports",
            counts.passed, counts.failed
        ));
    }
    println!(
        "java clients: {} passed, {} skipped in {} s",
        counts.passed,
        counts.ignored,
        began.elapsed().as_secs()
    );
    Ok(counts)
}

/// The first line of what a program says of its version; `None` when it cannot be run.
fn version_of(program: &str) -> Option<String> {
    let output = Command::new(program).args(["-B", "--version"]).output();
    let output = output.ok().filter(|output| output.status.success())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Some(text.lines().next().unwrap_or_default().to_owned())
}

/// Runs Maven and shows what it prints. Gives whether it succeeded, and whether it missed something from outside.
fn maven_test(modules: &Path, bin: &Path) -> Result<(bool, bool), String> {
    let mut child = Command::new("mvn")
        .args(["-q", "-B", "-Dstyle.color=never", "--fail-at-end"])
        .arg(format!("-Dferromq.bin={}", bin.display()))
        .arg("test")
        .current_dir(modules)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("java clients: mvn did not start: {error}"))?;
    let mut not_to_be_had = false;
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).split(b'\n') {
            let line = line.map_err(|error| format!("java clients: output: {error}"))?;
            let line = String::from_utf8_lossy(&line);
            not_to_be_had |= NOT_TO_BE_HAD.iter().any(|words| line.contains(words));
            println!("{line}");
        }
    }
    let status = child
        .wait()
        .map_err(|error| format!("java clients: {error}"))?;
    Ok((status.success(), not_to_be_had))
}

fn report_directories(modules: &Path) -> Vec<PathBuf> {
    let children = |directory: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(directory).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect()
    };
    let top = children(modules);
    let examples = children(&modules.join("examples"));
    let all = top.into_iter().chain(examples);
    all.map(|module| module.join("target/surefire-reports"))
        .filter(|reports| reports.is_dir())
        .collect()
}

/// What is left of an earlier run must not be counted.
fn remove_reports(modules: &Path) {
    for directory in report_directories(modules) {
        // One that stays is of no harm unless Maven fails before its tests, which is an error anyway.
        let _ = fs::remove_dir_all(directory);
    }
}

fn reports(modules: &Path) -> Counts {
    let mut counts = Counts::default();
    for directory in report_directories(modules) {
        for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with("TEST-")
                && name.ends_with(".xml")
                && let Ok(text) = fs::read_to_string(entry.path())
            {
                add_suite(&mut counts, &text);
            }
        }
    }
    counts
}

/// Adds the attributes of a report's `<testsuite>`.
fn add_suite(counts: &mut Counts, report: &str) {
    let Some(begin) = report.find("<testsuite ") else {
        return;
    };
    let element = report[begin..].split('>').next().unwrap_or_default();
    let number = |attribute: &str| -> u64 {
        let value = element.split_once(&format!(" {attribute}=\""));
        value
            .and_then(|(_, rest)| rest.split('"').next()?.parse().ok())
            .unwrap_or(0)
    };
    let (failed, skipped) = (number("failures") + number("errors"), number("skipped"));
    counts.passed += number("tests").saturating_sub(failed + skipped);
    counts.failed += failed;
    counts.ignored += skipped;
}

#[cfg(test)]
mod tests {
    use super::add_suite;
    use crate::counts::Counts;

    #[test]
    fn a_report_counts_what_neither_failed_nor_was_skipped_as_passed() {
        let mut counts = Counts::default();
        add_suite(
            &mut counts,
            "<?xml version=\"1.0\"?>\n<testsuite xmlns:x=\"y\" name=\"a.b\" time=\"1.5\" tests=\"9\" errors=\"1\" \
             skipped=\"2\" failures=\"3\">\n<testcase tests=\"100\"/>",
        );
        assert_eq!((counts.passed, counts.failed, counts.ignored), (3, 4, 2));
        add_suite(&mut counts, "not a report");
        assert_eq!(counts.total(), 9);
    }
}
