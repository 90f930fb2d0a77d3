//! Whether the simulator notices what it should: faults on purpose, and the seed that finds each.
//!
//! `crates/sim/mutants` has one patch for each fault. Its first line says what is wrong then, and a second one may say which kinds of
//! runs come to it (`runs: channel`), so that no others are made; behind a blank line follows a unified diff, of which line numbers do not count: what is to be changed must be in its file exactly once. A mutant is the
//! source with one patch, built in a directory of its own, and the simulator runs over it seed by seed until a judge
//! notices. One that nobody notices survives: then the runs do not come to where the fault does harm, or nobody judges there.
//!
//! Faults of replication are in `crates/replicate/mutants`. The tests of that crate are their judge: it has models of sources, queues and
//! targets that crash, and tries what no model has with a real PostgreSQL.

use crate::cargo::cargo_with;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// Where the patches are, from the repository root.
const DIRECTORY: &str = "crates/sim/mutants";
/// Where those are that the tests of replication notice.
const OF_REPLICATION: &str = "crates/replicate/mutants";
/// What is not part of the source.
const NOT_SOURCE: [&str; 4] = [".git", ".data", "target", "dist"];
/// Seeds a mutant is given.
const SEEDS: u64 = 2_000;
/// Seeds the simulator is given at a time.
const SEEDS_AT_A_TIME: u64 = 50;
/// The kinds of runs. Those that take longest come last: the mutants that want them say so.
const QUICK_KINDS: [&str; 5] = ["single", "interleaved", "clients", "delivery", "channel"];
const SLOW_KINDS: [&str; 1] = ["cluster"];
/// A mutant may also stop doing anything at all: so long those take at most, many times what they do.
const HANGS_AFTER: Duration = Duration::from_secs(900);

/// How to run.
struct Options {
    seeds: u64,
    first_seed: u64,
    /// Nothing is run without a fault: somebody has done that.
    faults_only: bool,
    /// Those wanted; all if none is named.
    names: Vec<String>,
}

/// A fault on purpose.
struct Mutant {
    name: String,
    /// What is wrong with it.
    what: String,
    /// The kinds of runs that come to it; all if none is named.
    kinds: Vec<&'static str>,
    changes: Vec<Change>,
    judge: Judge,
}

/// Who is to notice.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Judge {
    Simulator,
    TestsOfReplication,
}

/// Lines of a file, as they are and as the mutant has them.
struct Change {
    path: String,
    before: String,
    after: String,
}

/// How a mutant fared.
enum Fate {
    /// This seed found it, and a judge said so.
    Killed {
        seed: u64,
        verdict: String,
    },
    /// It stopped in a way that says no seed.
    Stopped,
    /// This test failed.
    Failed {
        test: String,
    },
    /// One of the seeds from this one on does not end.
    Hangs {
        seed: u64,
    },
    Survived,
}

/// Builds and runs the mutants. An error when one survives.
pub(crate) fn run(root: &Path, arguments: &[&str]) -> Result<String, String> {
    let options = parse(arguments)?;
    let mutants: Vec<Mutant> = read_all(root)?
        .into_iter()
        .filter(|one| options.names.is_empty() || options.names.contains(&one.name))
        .collect();
    if mutants.is_empty() {
        return Err(format!(
            "no mutant of that name is in {DIRECTORY} or {OF_REPLICATION}"
        ));
    }
    let scratch = root.join("target").join("mutants");
    let source = scratch.join("source");
    copy(root, &source, &NOT_SOURCE).map_err(|error| format!("copying the source: {error}"))?;
    let mut table = String::new();
    let mut survivors = 0;
    // Without a fault nobody may complain, or all that follows says nothing.
    for judge in [Judge::Simulator, Judge::TestsOfReplication] {
        if !options.faults_only && mutants.iter().any(|one| one.judge == judge) {
            is_quiet(try_out(&scratch, &options, judge, &[])?)?;
        }
    }
    for mutant in &mutants {
        let began = Instant::now();
        let changed = write_mutant(root, &source, mutant)?;
        let fate = try_out(&scratch, &options, mutant.judge, &mutant.kinds)
            .map_err(|error| format!("{}: {error}", mutant.name));
        restore(root, &source, &changed)?;
        let fate = fate?;
        let told = match &fate {
            Fate::Killed { seed, verdict } => {
                format!("killed by seed {seed}: {verdict}")
            }
            Fate::Stopped => "killed: the simulator stopped".to_owned(),
            Fate::Failed { test } => format!("killed by test {test}"),
            Fate::Hangs { seed } => format!("killed by a seed from {seed} on: it does not end"),
            Fate::Survived if mutant.judge == Judge::Simulator => {
                format!("SURVIVED {} seeds", options.seeds)
            }
            Fate::Survived => "SURVIVED the tests".to_owned(),
        };
        survivors += u32::from(matches!(fate, Fate::Survived));
        println!("{}: {told} ({} s)", mutant.name, began.elapsed().as_secs());
        let _ = writeln!(
            table,
            "{:<34} {}",
            mutant.name,
            told.chars().take(90).collect::<String>()
        );
    }
    if survivors == 0 {
        return Ok(format!("{table}mutants: {} killed", mutants.len()));
    }
    Err(format!(
        "{table}mutants: {survivors} of {} survived",
        mutants.len()
    ))
}

/// Without a fault nobody complains.
fn is_quiet(fate: Fate) -> Result<(), String> {
    match fate {
        Fate::Survived => Ok(()),
        Fate::Killed { seed, verdict } => {
            Err(format!("without any fault seed {seed} fails: {verdict}"))
        }
        Fate::Failed { test } => Err(format!("without any fault test {test} fails")),
        Fate::Stopped => Err("without any fault the simulator stops".to_owned()),
        Fate::Hangs { seed } => Err(format!(
            "without any fault a seed from {seed} on does not end"
        )),
    }
}

fn parse(arguments: &[&str]) -> Result<Options, String> {
    let mut options = Options {
        seeds: SEEDS,
        first_seed: 1,
        faults_only: false,
        names: Vec::new(),
    };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let mut number = || {
            let number = rest.next().and_then(|text| text.parse().ok());
            number.ok_or(format!("{argument} wants a number"))
        };
        match *argument {
            "--seeds" => options.seeds = number()?,
            "--seed" => options.first_seed = number()?,
            "--faults-only" => options.faults_only = true,
            option if option.starts_with('-') => return Err(format!("{option} is no option")),
            name => options.names.push(name.to_owned()),
        }
    }
    Ok(options)
}

// ---- patches

/// Every mutant, by name.
fn read_all(root: &Path) -> Result<Vec<Mutant>, String> {
    let mut mutants = read_directory(root, DIRECTORY, Judge::Simulator)?;
    mutants.extend(read_directory(
        root,
        OF_REPLICATION,
        Judge::TestsOfReplication,
    )?);
    mutants.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(mutants)
}

fn read_directory(root: &Path, name: &str, judge: Judge) -> Result<Vec<Mutant>, String> {
    let directory = root.join(name);
    let failed = |error: io::Error| format!("{name}: {error}");
    let mut mutants = Vec::new();
    for entry in fs::read_dir(directory).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        if path
            .extension()
            .is_some_and(|extension| extension == "patch")
        {
            let text = fs::read_to_string(&path).map_err(failed)?;
            mutants.push(Mutant {
                judge,
                ..read(&name, &text)?
            });
        }
    }
    Ok(mutants)
}

fn read(name: &str, text: &str) -> Result<Mutant, String> {
    let wrong = |what: &str| format!("{DIRECTORY}/{name}.patch: {what}");
    let (what, diff) = text
        .split_once("\n\n")
        .filter(|(what, _)| !what.trim().is_empty())
        .ok_or(wrong("no line says what is wrong with it"))?;
    let (what, kinds) = match what.split_once("\nruns: ") {
        None => (what, Vec::new()),
        Some((what, named)) => {
            let known = |name: &str| {
                let mut all = QUICK_KINDS.iter().chain(&SLOW_KINDS);
                all.find(|kind| **kind == name.trim()).copied()
            };
            let kinds: Option<Vec<_>> = named.split(',').map(known).collect();
            (what, kinds.ok_or(wrong("it names runs of no known kind"))?)
        }
    };
    let mut changes: Vec<Change> = Vec::new();
    let mut path = None;
    for line in diff.lines() {
        if line.starts_with("--- ") {
            continue;
        }
        if let Some(named) = line.strip_prefix("+++ b/") {
            path = Some(named.to_owned());
            continue;
        }
        if line.starts_with("@@") {
            let path = path
                .clone()
                .ok_or(wrong("a change comes before its file"))?;
            let (before, after) = Default::default();
            changes.push(Change {
                path,
                before,
                after,
            });
            continue;
        }
        let change = changes
            .last_mut()
            .ok_or(wrong("a line belongs to no change"))?;
        // An editor may have taken the blank of an empty line.
        let (sign, rest) = line.split_at_checked(1).unwrap_or((" ", ""));
        let (was, is) = match sign {
            " " => (true, true),
            "-" => (true, false),
            "+" => (false, true),
            _ => return Err(wrong("a line is neither kept, removed nor added")),
        };
        for (wanted, side) in [(was, &mut change.before), (is, &mut change.after)] {
            if wanted {
                side.push_str(rest);
                side.push('\n');
            }
        }
    }
    if changes.is_empty() || changes.iter().any(|change| change.before == change.after) {
        return Err(wrong("it changes nothing"));
    }
    Ok(Mutant {
        name: name.to_owned(),
        what: what.to_owned(),
        kinds,
        changes,
        judge: Judge::Simulator,
    })
}

/// A file with a change.
fn apply(text: &str, change: &Change) -> Result<String, String> {
    // Whole lines only: the end of a longer one is no match.
    let (text, before) = (format!("\n{text}"), format!("\n{}", change.before));
    let (Some(first), last) = (text.find(&before), text.rfind(&before)) else {
        return Err(format!("what it changes is not in {}", change.path));
    };
    if last != Some(first) {
        return Err(format!("what it changes is in {} twice", change.path));
    }
    let rest = &text[first + before.len()..];
    Ok(format!("{}\n{}{rest}", &text[..first], change.after)[1..].to_owned())
}

// ---- the scratch copy

/// Writes a mutant over the scratch copy. Answers the paths it changed.
fn write_mutant(root: &Path, source: &Path, mutant: &Mutant) -> Result<BTreeSet<String>, String> {
    let failed = |what: String| format!("{}: {what}", mutant.name);
    println!("{}: {}", mutant.name, mutant.what);
    let paths: BTreeSet<String> = mutant.changes.iter().map(|one| one.path.clone()).collect();
    for path in &paths {
        let text = fs::read_to_string(root.join(path));
        let mut text = text.map_err(|error| failed(format!("{path}: {error}")))?;
        for change in mutant.changes.iter().filter(|one| one.path == *path) {
            text = apply(&text, change).map_err(failed)?;
        }
        fs::write(source.join(path), text).map_err(|error| failed(error.to_string()))?;
    }
    Ok(paths)
}

fn restore(root: &Path, source: &Path, paths: &BTreeSet<String>) -> Result<(), String> {
    for path in paths {
        let text = fs::read(root.join(path));
        let written = text.and_then(|text| fs::write(source.join(path), text));
        written.map_err(|error| format!("{path}: {error}"))?;
    }
    Ok(())
}

/// Makes one directory what the other is. What is the same already keeps its time, so that little is built again.
fn copy(from: &Path, to: &Path, except: &[&str]) -> io::Result<()> {
    fs::create_dir_all(to)?;
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (name, kind) = (entry.file_name(), entry.file_type()?);
        if except.iter().any(|one| name == *one) {
            continue;
        }
        let (source, target) = (entry.path(), to.join(&name));
        names.insert(name);
        if kind.is_dir() {
            copy(&source, &target, &[])?;
        } else if kind.is_file() {
            copy_file(&source, &target)?;
        }
    }
    for entry in fs::read_dir(to)? {
        let entry = entry?;
        if names.contains(&entry.file_name()) {
            continue;
        }
        match entry.file_type()?.is_dir() {
            true => fs::remove_dir_all(entry.path())?,
            false => fs::remove_file(entry.path())?,
        }
    }
    Ok(())
}

/// Copies what is in a file and who may run it, if either differs.
fn copy_file(from: &Path, to: &Path) -> io::Result<()> {
    let allowed = |path: &Path| fs::metadata(path).map(|metadata| metadata.permissions());
    if fs::read(to).ok() != Some(fs::read(from)?) {
        fs::copy(from, to)?;
    } else if allowed(from)? != allowed(to)? {
        fs::set_permissions(to, allowed(from)?)?;
    }
    Ok(())
}

// ---- runs

/// Builds the simulator of the scratch copy and runs it over the seeds.
fn try_out(
    scratch: &Path,
    options: &Options,
    judge: Judge,
    kinds: &[&str],
) -> Result<Fate, String> {
    match judge {
        Judge::Simulator => try_seeds(scratch, options, kinds),
        Judge::TestsOfReplication => try_tests(scratch),
    }
}

/// Builds the tests of replication of the scratch copy and runs them.
fn try_tests(scratch: &Path) -> Result<Fate, String> {
    let target = scratch.join("target");
    let source = scratch.join("source");
    let variables = [
        ("CARGO_TARGET_DIR", target.as_os_str()),
        // What a fault leaves unused is no matter.
        ("RUSTFLAGS", "-A unused".as_ref()),
    ];
    let build = [
        "test",
        "--quiet",
        "--package",
        "ferromq-replicate",
        "--no-run",
    ];
    // What is not built is no mutant.
    cargo_with(&source, "build", &build, &variables)?;
    let out = Command::new("cargo")
        .args(["test", "--package", "ferromq-replicate", "--no-fail-fast"])
        .envs(variables)
        .current_dir(&source)
        .output()
        .map_err(|error| format!("cargo test: {error}"))?;
    if out.status.success() {
        return Ok(Fate::Survived);
    }
    let said = String::from_utf8_lossy(&out.stdout).into_owned();
    let failed = said
        .lines()
        .find_map(|line| line.strip_prefix("test ")?.strip_suffix(" ... FAILED"));
    Ok(match failed {
        Some(test) => Fate::Failed {
            test: test.to_owned(),
        },
        None => Fate::Stopped,
    })
}

fn try_seeds(scratch: &Path, options: &Options, wanted: &[&str]) -> Result<Fate, String> {
    let target = scratch.join("target");
    let build = [
        "build",
        "--quiet",
        "--profile",
        "simulate",
        "--package",
        "ferromq-sim",
        "--bin",
        "ferromq-sim",
    ];
    let variables = [
        ("CARGO_TARGET_DIR", target.as_os_str()),
        // What a fault leaves unused is no matter.
        ("RUSTFLAGS", "-A unused".as_ref()),
        // One small change after the other.
        ("CARGO_INCREMENTAL", "1".as_ref()),
    ];
    cargo_with(&scratch.join("source"), "build", &build, &variables)?;
    let program = target.join("simulate").join("ferromq-sim");
    let out = scratch.join("output");
    let end = options.first_seed.saturating_add(options.seeds);
    let seeds = options.first_seed..end;
    for kinds in [&QUICK_KINDS[..], &SLOW_KINDS[..]] {
        for seed in seeds.clone().step_by(SEEDS_AT_A_TIME as usize) {
            let count = SEEDS_AT_A_TIME.min(seeds.end - seed);
            let all = wanted.is_empty();
            for kind in kinds.iter().filter(|kind| all || wanted.contains(kind)) {
                let ended = run_seeds(&program, &out, kind, seed, count);
                match ended.map_err(|error| error.to_string())? {
                    Ended::Well => {}
                    Ended::Failed => {
                        let said = fs::read(&out).unwrap_or_default();
                        return Ok(fate_of(&String::from_utf8_lossy(&said)));
                    }
                    Ended::Never => return Ok(Fate::Hangs { seed }),
                }
            }
        }
    }
    Ok(Fate::Survived)
}

/// How the simulator ended.
enum Ended {
    Well,
    Failed,
    /// It was ended, for it took too long.
    Never,
}

/// Runs the simulator over so many seeds of a kind.
fn run_seeds(
    program: &PathBuf,
    out: &Path,
    kind: &str,
    first_seed: u64,
    seeds: u64,
) -> io::Result<Ended> {
    let file = fs::File::create(out)?;
    let mut child = Command::new(program)
        .args(["--seed", &first_seed.to_string()])
        .args(["--runs", &seeds.to_string()])
        .args(["--kind", kind])
        .stdout(file.try_clone()?)
        .stderr(file)
        .spawn()?;
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(match status.success() {
                true => Ended::Well,
                false => Ended::Failed,
            });
        }
        if began.elapsed() > HANGS_AFTER {
            child.kill()?;
            child.wait()?;
            return Ok(Ended::Never);
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// What a run that failed said: `seed 7 step 8: what is wrong`.
fn fate_of(said: &str) -> Fate {
    let verdict = |line: &str| {
        let (seed, rest) = line.strip_prefix("seed ")?.split_once(" step ")?;
        let (_, verdict) = rest.split_once(": ")?;
        Some(Fate::Killed {
            seed: seed.parse().ok()?,
            verdict: verdict.to_owned(),
        })
    };
    said.lines()
        .rev()
        .find_map(verdict)
        .unwrap_or(Fate::Stopped)
}

#[cfg(test)]
mod tests {
    use super::{Fate, apply, copy, fate_of, read, read_all};
    use std::fs;

    const PATCH: &str = "It is wrong.\n\n--- a/one\n+++ b/one\n@@ -1,2 +1,2 @@\n kept\n-was\n+is\n";

    /// Whoever changes what a patch changes has to mend the patch.
    #[test]
    fn every_mutant_can_be_made_of_the_source() {
        let root = crate::repository_root();
        let mutants = read_all(&root).expect("the patches make sense");
        assert!(mutants.len() >= 10, "{}", mutants.len());
        for mutant in mutants {
            for path in mutant.changes.iter().map(|change| &change.path) {
                let mut text = fs::read_to_string(root.join(path)).expect("the file is there");
                for change in mutant.changes.iter().filter(|one| one.path == *path) {
                    text = apply(&text, change)
                        .unwrap_or_else(|error| panic!("{}: {error}", mutant.name));
                }
            }
        }
    }

    #[test]
    fn a_patch_is_found_by_its_lines_and_not_by_their_numbers() {
        let mutant = read("one", PATCH).expect("a patch");
        let [change] = &mutant.changes[..] else {
            panic!("it has one change");
        };
        let applied = apply("first\nkept\nwas\nlast\n", change);
        assert_eq!(applied.as_deref(), Ok("first\nkept\nis\nlast\n"));
        apply("first\nkept\nlast\n", change).expect_err("it is not there");
        apply("kept\nwas\nkept\nwas\n", change).expect_err("it is there twice");
        apply("not kept\nwas\n", change).expect_err("it is the end of a line");
    }

    #[test]
    fn patches_that_say_or_do_nothing_are_refused() {
        for text in [
            "--- a/one\n+++ b/one\n@@\n-was\n+is\n",
            "What.\n\n",
            "What.\n\n--- a/one\n+++ b/one\n@@\n same\n",
        ] {
            assert!(read("one", text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_may_be_run_may_be_run_in_the_copy_as_well() {
        use std::os::unix::fs::PermissionsExt;
        let place = std::env::temp_dir().join(format!("mutants-{}", std::process::id()));
        let (from, to) = (place.join("from"), place.join("to"));
        fs::create_dir_all(from.join("scripts")).expect("a directory");
        fs::create_dir_all(&to).expect("a directory");
        let script = from.join("scripts/run");
        fs::write(&script, "#!/bin/sh\n").expect("a file");
        fs::write(from.join("empty"), "").expect("a file");
        let mode = |path| fs::metadata(path).map(|it| it.permissions().mode() & 0o777);
        for wanted in [0o644, 0o755] {
            fs::set_permissions(&script, fs::Permissions::from_mode(wanted)).expect("allowed");
            copy(&from, &to, &[]).expect("copied");
            assert_eq!(mode(to.join("scripts/run")).ok(), Some(wanted));
        }
        assert!(to.join("empty").exists());
        fs::remove_dir_all(place).expect("removed");
    }

    #[test]
    fn the_seed_that_kills_is_read_from_the_last_verdict() {
        let said = "  5  a step\nseed 12 step 34: it is lost\nrepeat it with: seed\n";
        let Fate::Killed { seed, verdict } = fate_of(said) else {
            panic!("a judge spoke");
        };
        assert_eq!((seed, verdict.as_str()), (12, "it is lost"));
        assert!(matches!(fate_of("out of memory"), Fate::Stopped));
    }
}
