//! What `ferromq report` is told.

use crate::failure::Failure;
use ferromq_report::generated::tables::{STEP_ROWS, Step, WORKLOAD_ROWS};
use ferromq_report::results::{Results, State};
use std::path::PathBuf;

/// What somebody asked for.
#[derive(Debug)]
pub(super) enum Asked {
    Help,
    Measure(Options),
    Page {
        from: PathBuf,
        to: PathBuf,
        readme: Option<PathBuf>,
    },
    Compare(PathBuf, PathBuf),
}

/// How to measure.
#[derive(Debug)]
pub(super) struct Options {
    pub(super) quick: bool,
    /// Workloads or steps; empty for all.
    only: Vec<String>,
    pub(super) to: PathBuf,
    pub(super) data: PathBuf,
    rounds: usize,
    pub(super) classpath: Option<String>,
    pub(super) remark: String,
    pub(super) again: bool,
    pub(super) quiet: bool,
}

/// Rounds of a whole report; a quick one has one.
const ROUNDS: usize = 3;
const ROUNDS_MAX: usize = 100;
/// Where the report goes unless told.
const TO: &str = "ferromq-report";

pub(super) fn help() -> String {
    let time = |quick: bool| {
        let minutes = estimate_s(
            STEP_ROWS
                .iter()
                .filter(|step| !quick || step.plan == "quick"),
            quick,
        ) / 60.0;
        if quick {
            minutes
        } else {
            minutes * ROUNDS as f64
        }
    };
    format!(
        "ferromq report [--quick] [--only NAMES] [-o DIRECTORY] ...\n\n\
         Measures the workloads of five published performance reports on this machine, and writes a page\n\
         with charts, what bounds each, and the published figures beside ours. Run again after a stop it goes on.\n\n\
         \x20 --quick            one short round of the most important steps: about {:.0} minutes\n\
         \x20                    (without: {ROUNDS} rounds of all, about {:.0} minutes)\n\
         \x20 --only NAMES       workloads (W1 to W29) or steps, with commas between them\n\
         \x20 --rounds N         rounds of each step; with more than one, figures have a range\n\
         \x20 -o DIRECTORY       where the report goes (default {TO})\n\
         \x20 --data PATH        where queue managers are made: the disk that is measured (default: the temporary directory)\n\
         \x20 --classpath PATHS  the Java client classes and the JMS API, yours to fetch, for W6\n\
         \x20 --remark TEXT      what readers should know of the machine; stands at the top\n\
         \x20 --again            measure anew what is there already\n\
         \x20 --quiet            no progress\n\
         \x20 --from FILE        make the page from results.json, measuring nothing\n\
         \x20 --readme FILE      with --from: put the three best charts between its marks as well\n\n\
         ferromq report compare FIRST SECOND   two files of results: better, worse, or noise\n\n\
         Steps: {}\n",
        time(true),
        time(false),
        STEP_ROWS
            .iter()
            .map(|step| step.step)
            .collect::<Vec<_>>()
            .join(" "),
    )
}

/// How long one round of steps takes, about, seconds.
pub(super) fn estimate_s<'a>(steps: impl Iterator<Item = &'a Step>, quick: bool) -> f64 {
    steps
        .map(|step| {
            if quick {
                step.quick_seconds
            } else {
                step.seconds
            }
        })
        .sum()
}

pub(super) fn read(given: &[String]) -> Result<Asked, Failure> {
    if given.first().is_some_and(|word| word == "compare") {
        return match &given[1..] {
            [first, second] => Ok(Asked::Compare(first.into(), second.into())),
            _ => Err(Failure::Usage("compare wants two files of results".into())),
        };
    }
    let mut options = Options {
        quick: false,
        only: Vec::new(),
        to: TO.into(),
        data: std::env::temp_dir(),
        rounds: 0,
        classpath: None,
        remark: String::new(),
        again: false,
        quiet: false,
    };
    let (mut from, mut readme) = (None, None);
    let mut of_measuring = None;
    let mut words = given.iter();
    while let Some(word) = words.next() {
        let (name, inline) = match word.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value.to_owned())),
            _ => (word.as_str(), None),
        };
        if !["--from", "--readme", "-o", "--quiet"].contains(&name) {
            of_measuring.get_or_insert(name);
        }
        if let Some(flag) = flag(&mut options, name) {
            *flag = no_value(name, inline.as_deref())?;
            continue;
        }
        if ["--help", "-h", "-?", "help"].contains(&name) {
            return Ok(Asked::Help);
        }
        if !VALUES.contains(&name) {
            return Err(Failure::Usage(format!("{word} is not known")));
        }
        let value = inline.or_else(|| words.next().cloned());
        let value = value.ok_or_else(|| Failure::Usage(format!("{name} needs a value")))?;
        match name {
            "--only" => options.only = only(&value)?,
            "--rounds" => options.rounds = rounds(&value)?,
            "--data" => options.data = value.into(),
            "--classpath" => options.classpath = Some(value),
            "--remark" => options.remark = value,
            "--from" => from = Some(PathBuf::from(value)),
            "--readme" => readme = Some(PathBuf::from(value)),
            _ => options.to = value.into(),
        }
    }
    if options.rounds == 0 {
        options.rounds = if options.quick { 1 } else { ROUNDS };
    }
    match (from, of_measuring) {
        (Some(_), Some(name)) => Err(Failure::Usage(format!(
            "{name} is for measuring, and --from measures nothing"
        ))),
        (Some(from), None) => Ok(Asked::Page {
            from,
            to: options.to,
            readme,
        }),
        _ if readme.is_some() => Err(Failure::Usage("--readme goes with --from".into())),
        _ => Ok(Asked::Measure(options)),
    }
}

const VALUES: [&str; 8] = [
    "--only",
    "--rounds",
    "-o",
    "--data",
    "--classpath",
    "--remark",
    "--from",
    "--readme",
];

fn flag<'a>(options: &'a mut Options, name: &str) -> Option<&'a mut bool> {
    match name {
        "--quick" => Some(&mut options.quick),
        "--again" => Some(&mut options.again),
        "--quiet" => Some(&mut options.quiet),
        _ => None,
    }
}

/// True; a flag that is given a value was meant in another way.
fn no_value(name: &str, given: Option<&str>) -> Result<bool, Failure> {
    match given {
        None => Ok(true),
        Some(_) => Err(Failure::Usage(format!("{name} has no value"))),
    }
}

fn only(value: &str) -> Result<Vec<String>, Failure> {
    let each = value
        .split(',')
        .map(str::trim)
        .filter(|name| !name.is_empty());
    let each = each.map(|name| {
        let workload = WORKLOAD_ROWS
            .iter()
            .find(|row| row.workload.eq_ignore_ascii_case(name));
        let step = STEP_ROWS
            .iter()
            .find(|row| row.step.eq_ignore_ascii_case(name));
        match (workload, step) {
            (Some(row), _) if !row.unbuilt.is_empty() => Err(Failure::Usage(format!(
                "{} cannot be measured: {}",
                row.workload, row.unbuilt
            ))),
            (Some(row), _) => Ok(row.workload.to_owned()),
            (None, Some(row)) => Ok(row.step.to_owned()),
            (None, None) => Err(Failure::Usage(format!(
                "{name} is no workload (W1 to W29) and no step"
            ))),
        }
    });
    let each: Vec<String> = each.collect::<Result<_, _>>()?;
    match each.is_empty() {
        true => Err(Failure::Usage("--only needs names".into())),
        false => Ok(each),
    }
}

fn rounds(value: &str) -> Result<usize, Failure> {
    let rounds = value
        .parse()
        .ok()
        .filter(|rounds| (1..=ROUNDS_MAX).contains(rounds));
    rounds.ok_or_else(|| Failure::Usage(format!("--rounds is 1 to {ROUNDS_MAX}")))
}

impl Options {
    pub(super) fn plan(&self) -> &'static str {
        if self.quick { "quick" } else { "whole" }
    }

    fn wants(&self, step: &Step) -> bool {
        if self.only.is_empty() {
            return !self.quick || step.plan == "quick";
        }
        self.only.iter().any(|name| {
            name == step.step || step.workloads.split(' ').any(|workload| workload == name)
        })
    }

    /// Rounds and steps that are still to run, round after round.
    pub(super) fn todo(&self, results: &Results) -> Vec<(usize, &'static Step)> {
        let rounds = |step: &Step| match results.step(step.step) {
            // Peers have rounds of their own.
            _ if step.step == "peers"
                && results
                    .step("peers")
                    .is_some_and(|known| known.state == State::Done) =>
            {
                usize::MAX
            }
            Some(known) if known.state == State::Done => known.rounds.len(),
            Some(known) if matches!(known.state, State::LeftOut(_)) => usize::MAX,
            _ => 0,
        };
        let wanted: Vec<&Step> = STEP_ROWS.iter().filter(|step| self.wants(step)).collect();
        let each = (0..self.rounds).flat_map(|round| wanted.iter().map(move |step| (round, *step)));
        let each = each.filter(|(round, step)| {
            let once = step.step == "peers" && *round > 0;
            rounds(step) <= *round && !once
        });
        each.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_line(line: &str) -> Result<Asked, Failure> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        read(&words)
    }

    #[test]
    fn what_is_asked_for_is_read_and_what_is_wrong_is_said() {
        let Ok(Asked::Measure(options)) = read_line("--quick --only w3,rr-bb -o there --rounds=2")
        else {
            panic!("it is right");
        };
        let todo = options.todo(&Results::default());
        let names: Vec<&str> = todo.iter().map(|(_, step)| step.step).collect();
        assert!(
            names.contains(&"rr-cb") && names.contains(&"rr-bb") && !names.contains(&"tls"),
            "{names:?}"
        );
        assert_eq!(
            todo.iter().filter(|(_, step)| step.step == "rr-bb").count(),
            2
        );
        for (line, about) in [
            ("--only W99", "no workload"),
            ("--only W22", "cannot be measured"),
            ("--rounds 0", "1 to"),
            ("--fast", "not known"),
            ("-o", "needs a value"),
            ("compare a", "two files"),
            ("--readme x", "goes with"),
            ("--quick=no", "has no value"),
            ("--only ,", "needs names"),
            ("--only=", "needs names"),
            ("--from x --rounds 2", "measures nothing"),
            ("--quick --from x", "measures nothing"),
        ] {
            let failure = read_line(line).expect_err(line).to_string();
            assert!(failure.contains(about), "{line}: {failure}");
        }
    }
}
