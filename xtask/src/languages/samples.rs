//! The C samples: built as their readers build them, and run with what they print.

use super::server::{NAME, Road, Server};
use super::{Printed, run_program, tell, with_end};
use crate::counts::Counts;
use crate::dist::Dist;
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// A sample, its arguments, what it reads, and the lines it must print.
type Try = (
    &'static str,
    &'static [&'static str],
    &'static str,
    &'static [&'static str],
);

/// In this order: each finds on the queue what those before it left there.
const TRIES: &[Try] = &[
    ("put", &["LANG.C", NAME], "one\ntwo\n", &["2 messages put"]),
    ("browse", &["LANG.C", NAME], "", &["'one'", "'two'"]),
    (
        "inquire",
        &["LANG.C", NAME],
        "",
        &[
            "queue manager           QMLANG",
            "messages                2",
        ],
    ),
    ("get", &["LANG.C", NAME], "", &["one", "two"]),
    (
        "set",
        &["LANG.C", "put", "inhibit", NAME],
        "",
        &["put of LANG.C: inhibited"],
    ),
    (
        "set",
        &["LANG.C", "put", "allow", NAME],
        "",
        &["put of LANG.C: allowed"],
    ),
    (
        "put",
        &["LANG.C", NAME],
        "three\nfour\n",
        &["2 messages put"],
    ),
    ("consume", &["LANG.C", NAME], "", &["three", "four"]),
    (
        "properties",
        &["LANG.C", NAME],
        "",
        &[
            "a dozen pencils",
            "shop.colour = 'green'",
            "shop.count = 12",
            "shop.number = 9007199254740993",
            "shop.price = 2.5",
            "shop.paid = true",
        ],
    ),
    (
        "pcf",
        &["LANG.C*", NAME],
        "",
        &["LANG.C ", "LANG.C.REPLIES "],
    ),
    (
        "bench",
        &["LANG.C.BENCH", "LANG.C.REPLIES", NAME, "2", "1"],
        "",
        &["2 requesters, 2 responders, 100 bytes: "],
    ),
];

/// Pairs of which the first waits for the second.
const TOGETHER: &[(Try, Try)] = &[
    (
        ("echo", &["LANG.C", NAME], "", &["1 requests answered"]),
        ("request", &["LANG.C", NAME], "ping\n", &["ping"]),
    ),
    (
        ("subscribe", &["lang/c", NAME], "", &["news"]),
        (
            "publish",
            &["lang/c", NAME],
            "news\n",
            &["1 messages published"],
        ),
    ),
];

/// Builds all samples with every warning an error, and runs them over both roads.
pub(super) fn run(
    root: &Path,
    dist: &Dist,
    server: &Server,
    counts: &mut Counts,
) -> Result<(), String> {
    let out = dist.target.join("languages/samples");
    fs::create_dir_all(&out).map_err(|error| format!("languages: {}: {error}", out.display()))?;
    let output = Command::new("make")
        .args([
            "--always-make",
            "CFLAGS=-O1 -Wall -Wextra -pedantic -Werror",
        ])
        .arg(format!("MQ_HOME={}", dist.path.display()))
        .arg(format!("OUT={}", out.display()))
        .current_dir(root.join("samples"))
        .output()
        .map_err(|error| format!("languages: samples: make: {error}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("languages: samples were not built:\n{said}"));
    }
    let (passed, failed) = (counts.passed, counts.failed);
    for road in Road::BOTH {
        for attempt in TRIES {
            let name = format!("sample {} {road}", attempt.0);
            tell(counts, &name, run_one(&out, attempt, server, road));
        }
        for (first, second) in TOGETHER {
            let name = format!("samples {} and {} {road}", first.0, second.0);
            tell(counts, &name, run_both(&out, first, second, server, road));
        }
    }
    println!(
        "languages: samples: {} passed, {} failed",
        counts.passed - passed,
        counts.failed - failed
    );
    Ok(())
}

fn command_of(out: &Path, attempt: &Try, server: &Server, road: Road) -> Command {
    let mut command = Command::new(out.join(attempt.0));
    command
        .args(attempt.1)
        .env("SAMPLE_WAIT", seconds_of(attempt.0));
    server.prepare(&mut command, road);
    command
}

fn run_one(out: &Path, attempt: &Try, server: &Server, road: Road) -> Result<(), String> {
    let (reader, mut writer) = std::io::pipe().map_err(|error| error.to_string())?;
    let input = writer.write_all(attempt.2.as_bytes());
    input.map_err(|error| error.to_string())?;
    drop(writer);
    let command = command_of(out, attempt, server, road);
    as_wanted(attempt, &run_program(&command, Stdio::from(reader))?)
}

fn as_wanted(attempt: &Try, printed: &Printed) -> Result<(), String> {
    let missing: Vec<&str> = attempt
        .3
        .iter()
        .filter(|wanted| !printed.out.contains(**wanted))
        .copied()
        .collect();
    if missing.is_empty() && printed.success {
        return Ok(());
    }
    Err(format!(
        "{missing:?} is missing in '{}' {}",
        printed.out.trim(),
        printed.err.trim()
    ))
}

/// Runs the second sample as soon as the first has said that it waits.
fn run_both(
    out: &Path,
    first: &Try,
    second: &Try,
    server: &Server,
    road: Road,
) -> Result<(), String> {
    let text = |error: std::io::Error| error.to_string();
    let mut waiting = with_end(&command_of(out, first, server, road))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(text)?;
    if let Some(output) = &mut waiting.stdout {
        // One byte at a time, so that nothing of what follows is taken from the output below.
        let mut byte = [0];
        while output.read(&mut byte).map_err(text)? == 1 && byte != *b"\n" {}
    }
    let outcome = run_one(out, second, server, road);
    let printed = Printed::of(waiting.wait_with_output().map_err(text)?);
    outcome.and_then(|()| as_wanted(first, &printed))
}

/// How long a sample waits for messages: not long where nothing more comes, long where something must.
fn seconds_of(sample: &str) -> &'static str {
    match sample {
        "get" | "consume" => "1",
        "echo" | "subscribe" => "5",
        _ => "30",
    }
}
