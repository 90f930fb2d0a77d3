//! The tests under `tests/clients` for the languages that sit on the C library, and the C samples.
//!
//! Each program knows the same modes: `scenarios` tries what its package offers, `connect` tells how a connection
//! goes, `put` and `get` carry messages between each two languages. What a program needs from outside is fetched
//! first; where that cannot be had the program is left out, counted as one that is skipped.

mod programs;
mod samples;
mod server;

use crate::counts::Counts;
use crate::dist::Dist;
use programs::Program;
use server::{Road, Server};
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Instant;

/// Where the programs are.
const SOURCES: &str = "tests/clients";

/// What a program must be given before it is ended. Far more than it needs: it only keeps a hang from staying.
const SECONDS_MAX: &str = "120";

/// What a message of another language looks like when it arrives.
const PAIR: &str = "tests/clients/pair.txt";

/// What does not work yet, with the reason. Each is reported as skipped, and as failed once it works.
const AWAITED: &[(&str, &str)] = &[];

/// Runs the programs and the samples against this build, and adds their counts up.
///
/// # Errors
/// What failed, when it is not the absence of a toolchain or of a package.
pub(crate) fn run(root: &Path, dist: &Dist) -> Result<Counts, String> {
    let began = Instant::now();
    let work = dist.target.join("languages");
    fs::create_dir_all(&work).map_err(|error| format!("languages: {}: {error}", work.display()))?;
    let server = Server::start(dist)?;
    let mut counts = Counts::default();
    samples::run(root, dist, &server, &mut counts)?;
    let programs = programs::build(root, dist, &work, &mut counts)?;
    for program in &programs {
        for road in Road::ALL {
            run_scenarios(program, &server, road, &mut counts);
            run_refusals(program, &server, road, &mut counts);
        }
    }
    run_pairs(root, &programs, &server, &mut counts)?;
    server.end()?;
    if counts.failed > 0 {
        return Err(format!(
            "languages: {} passed, {} failed",
            counts.passed, counts.failed
        ));
    }
    println!(
        "languages: {} passed, {} skipped in {} s",
        counts.passed,
        counts.ignored,
        began.elapsed().as_secs()
    );
    Ok(counts)
}

/// What a program printed, and whether it ended well.
struct Printed {
    success: bool,
    out: String,
    err: String,
}

impl Printed {
    fn of(output: Output) -> Self {
        Self {
            success: output.status.success(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

/// The same command with an end to its time.
fn with_end(command: &Command) -> Command {
    let mut limited = Command::new("timeout");
    limited
        .args(["-k", "5", SECONDS_MAX])
        .arg(command.get_program())
        .args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => limited.env(name, value),
            None => limited.env_remove(name),
        };
    }
    if let Some(directory) = command.get_current_dir() {
        limited.current_dir(directory);
    }
    limited
}

fn run_program(command: &Command, input: Stdio) -> Result<Printed, String> {
    let output = with_end(command)
        .stdin(input)
        .output()
        .map_err(|error| format!("{}: {error}", command.get_program().display()))?;
    Ok(Printed::of(output))
}

/// Counts one thing tried, under its full name.
fn tell(counts: &mut Counts, name: &str, outcome: Result<(), String>) {
    let awaited = AWAITED.iter().find(|(awaited, _)| *awaited == name);
    match (outcome, awaited) {
        (Ok(()), None) => counts.passed += 1,
        (Ok(()), Some(_)) => {
            counts.failed += 1;
            println!("languages: FAILED {name}: works now; take it from the list of what does not");
        }
        (Err(what), Some((_, reason))) => {
            counts.skip(name, &format!("{reason} ({what})"));
        }
        (Err(what), None) => {
            counts.failed += 1;
            println!("languages: FAILED {name}: {what}");
        }
    }
}

/// Runs all scenarios of a program over a road, and counts each.
fn run_scenarios(program: &Program, server: &Server, road: Road, counts: &mut Counts) {
    let whole = format!("{} {road}", program.name);
    let queue = format!("LANG.{}", program.name.to_uppercase());
    let mut command = program.command(road);
    server.prepare(&mut command, road);
    command.args(["scenarios", server::NAME, &queue]);
    let printed = match run_program(&command, Stdio::null()) {
        Ok(printed) => printed,
        Err(what) => return tell(counts, &whole, Err(what)),
    };
    let (passed, failed) = (counts.passed, counts.failed);
    let mut ended = false;
    for line in printed.out.lines() {
        if let Some(name) = line.strip_prefix("ok ") {
            tell(counts, &format!("{whole}: {name}"), Ok(()));
        } else if let Some(failure) = line.strip_prefix("FAILED ") {
            let (name, what) = failure.split_once(": ").unwrap_or((failure, ""));
            tell(counts, &format!("{whole}: {name}"), Err(what.to_owned()));
        }
        ended |= line.contains(" passed, ") && line.ends_with(" failed");
    }
    if !ended {
        let what = format!("ended early: {}", last_lines(&printed.err));
        tell(counts, &whole, Err(what));
    }
    println!(
        "languages: {whole}: {} passed, {} failed",
        counts.passed - passed,
        counts.failed - failed
    );
}

fn last_lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(5)..].join(" | ")
}

/// Connections that must be refused, each with its own reason code.
fn run_refusals(program: &Program, server: &Server, road: Road, counts: &mut Counts) {
    for refusal in server.refusals(road) {
        let mut command = program.command(road);
        server.prepare(&mut command, road);
        command.envs(
            refusal
                .environment
                .iter()
                .map(|(name, value)| (name, value)),
        );
        command.args(["connect", refusal.manager]);
        let wanted = format!("reason {}", refusal.reason);
        let name = format!("{} {road}: {}", program.name, refusal.what);
        let outcome = run_program(&command, Stdio::null()).and_then(|printed| {
            let got = printed.out.trim();
            if got == wanted {
                return Ok(());
            }
            Err(format!(
                "'{got}' instead of '{wanted}' {}",
                last_lines(&printed.err)
            ))
        });
        tell(counts, &name, outcome);
    }
}

/// Each language puts over one road, and each gets over the other.
fn run_pairs(
    root: &Path,
    programs: &[Program],
    server: &Server,
    counts: &mut Counts,
) -> Result<(), String> {
    let pair = fs::read_to_string(root.join(PAIR)).map_err(|error| format!("{PAIR}: {error}"))?;
    for (there, back) in [
        (Road::Bindings, Road::Client),
        (Road::Client, Road::Bindings),
    ] {
        for putter in programs {
            put_then_get(&pair, putter, programs, (there, back), server, counts);
        }
    }
    Ok(())
}

fn put_then_get(
    pair: &str,
    putter: &Program,
    programs: &[Program],
    (there, back): (Road, Road),
    server: &Server,
    counts: &mut Counts,
) {
    let mut command = putter.command(there);
    server.prepare(&mut command, there);
    command.args(["put", server::NAME, server::PAIRS]);
    command.arg(programs.len().to_string());
    let put = run_program(&command, Stdio::null());
    if !put.as_ref().is_ok_and(|printed| printed.success) {
        let what = put.map_or_else(|what| what, |printed| last_lines(&printed.err));
        return tell(counts, &format!("{} {there}: put", putter.name), Err(what));
    }
    let wanted = putter.arrives(pair);
    for getter in programs {
        let mut command = getter.command(back);
        server.prepare(&mut command, back);
        command.args(["get", server::NAME, server::PAIRS]);
        let name = format!("{} {there} to {} {back}", putter.name, getter.name);
        let outcome = run_program(&command, Stdio::null()).and_then(|printed| {
            let got: Vec<&str> = printed.out.lines().collect();
            if got == wanted {
                return Ok(());
            }
            let different: Vec<&str> = got
                .iter()
                .filter(|line| !wanted.iter().any(|wanted| wanted == *line))
                .copied()
                .collect();
            Err(format!(
                "came as {different:?} {}",
                last_lines(&printed.err)
            ))
        });
        tell(counts, &name, outcome);
    }
}
