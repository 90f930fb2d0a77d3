//! `ferromq report`: runs the steps of the report, keeps what they gave, writes the page.
//!
//! A step is this program again, as `ferromq bench`, so that each has a process of its own and can be made again by the command that stands in the
//! appendix. After each the file of results is written anew: a run that was stopped goes on where it was.

mod machine;
mod options;
mod progress;
mod steps;
mod writing;

use crate::failure::Failure;
use crate::output::say;
use ferromq_report::results::{Results, State, StepResult};
use options::{Asked, Options};
use progress::Progress;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;
use steps::Program;

/// Runs `ferromq report` with the words that follow it. `bench` are the words by which this program is the bench. The exit code is 0, 1 for a failed
/// run, 2 for a wrong command line.
#[must_use]
pub fn main(given: &[String], bench: &[&str]) -> ExitCode {
    match run(given, bench) {
        Ok(()) | Err(Failure::Unread) => ExitCode::SUCCESS,
        Err(failure) => {
            ferromq_base::output::complain(&format!("ferromq report: {}\n", explained(&failure)));
            match failure {
                Failure::Usage(_) => ExitCode::from(2),
                _ => ExitCode::FAILURE,
            }
        }
    }
}

fn explained(failure: &Failure) -> String {
    match failure {
        Failure::Usage(text) => format!("{text}; `ferromq report --help` shows what there is"),
        other => other.to_string(),
    }
}

fn run(given: &[String], bench: &[&str]) -> Result<(), Failure> {
    match options::read(given)? {
        Asked::Help => say(&options::help()),
        Asked::Compare(first, second) => {
            let (first, second) = (writing::read(&first)?, writing::read(&second)?);
            say(&ferromq_report::changes_as_text(&first, &second))?;
            match ferromq_report::only_in_one(&first, &second) {
                (0, 0) => Ok(()),
                (gone, new) => Err(Failure::NotCompared { gone, new }),
            }
        }
        Asked::Page { from, to, readme } => {
            let results = writing::read(&from)?;
            writing::beside(&results, &from, &to)?;
            writing::page(&results, &to, readme.as_deref())?;
            said(&results, &to)
        }
        Asked::Measure(options) => measure(&options, bench),
    }
}

/// Measures what is not there yet, and writes the page.
fn measure(options: &Options, bench: &[&str]) -> Result<(), Failure> {
    let file = options.to.join(writing::RESULTS);
    let mut results = begun(options, &file)?;
    writing::keep(&results, &file)?;
    machine::room(&options.data)?;
    let program = Program::find(bench, options)?;
    let todo = options.todo(&results);
    let mut progress = Progress::new(&todo, options.quick, options.quiet);
    progress.begin(&todo, options)?;
    let began = Instant::now();
    let mut since_limits = LIMITS_EVERY;
    for (round, step) in todo {
        if since_limits >= LIMITS_EVERY {
            limits(&program, &mut results, began);
            since_limits = 0;
        }
        since_limits += 1;
        progress.step(step);
        let result = program.run(step, options, &mut |elapsed| progress.tick(elapsed));
        progress.done(step, &result.state);
        add(&mut results, result, round);
        writing::keep(&results, &file)?;
    }
    limits(&program, &mut results, began);
    writing::keep(&results, &file)?;
    progress.end();
    writing::page(&results, &options.to, None)?;
    said(&results, &options.to)
}

/// Steps between two measurements of the machine's limits.
const LIMITS_EVERY: usize = 12;

/// That they could not be measured ends the run no more than a step that fails: they were before, or will be.
fn limits(program: &Program, results: &mut Results, began: Instant) {
    match program.limits() {
        Ok(record) => results.limits.push((began.elapsed().as_secs_f64(), record)),
        Err(failure) => ferromq_base::output::complain(&format!(
            "The limits of the machine were not measured this time: {failure}\n"
        )),
    }
}

/// What was begun there before with the same plan on the same machine and disk, or nothing yet.
fn begun(options: &Options, file: &Path) -> Result<Results, Failure> {
    let (machine, cores) = machine::about(&options.data);
    let fresh = |machine| Results {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        taken: machine::now(),
        plan: options.plan().to_owned(),
        machine,
        cores,
        remark: options.remark.clone(),
        limits: Vec::new(),
        steps: Vec::new(),
    };
    if options.again || !file.exists() {
        return Ok(fresh(machine));
    }
    let mut known = writing::read(file)?;
    let what = file.display();
    if known.plan != options.plan() || known.version != env!("CARGO_PKG_VERSION") {
        return Err(Failure::Usage(format!(
            "{what} has a run of plan {} by version {}: give another directory with -o, or --again to measure anew",
            known.plan, known.version
        )));
    }
    if let Some((name, then, now)) = machine::difference(&known.machine, &machine) {
        return Err(Failure::Usage(format!(
            "{what} was measured where {name} is '{then}', and here it is '{now}', which one page cannot have both: give another directory with -o, or --again to measure anew"
        )));
    }
    if options.todo(&known).is_empty() {
        return Err(Failure::Usage(format!(
            "{what} has all that is asked for: --again measures anew, --from {what} makes the page of it"
        )));
    }
    ferromq_base::output::complain(&format!("Going on with {what}, begun {}.\n", known.taken));
    if !options.remark.is_empty() {
        known.remark.clone_from(&options.remark);
    }
    Ok(known)
}

/// Puts a round of a step with those before it. One that failed is in the way of none that did not.
fn add(results: &mut Results, result: StepResult, round: usize) {
    let Some(known) = results
        .steps
        .iter_mut()
        .find(|known| known.step == result.step)
    else {
        results.steps.push(result);
        return;
    };
    if result.state == State::Done {
        if let State::Failed(why) = std::mem::replace(&mut known.state, State::Done) {
            known.note_failed_round(why);
        }
        known.command = result.command;
        known.rounds.truncate(round);
        known.seconds.truncate(round);
        known.rounds.extend(result.rounds);
        // To the millisecond: with more digits a number read back is not always the one that was written.
        let in_ms = |seconds: f64| (seconds * 1e3).round() / 1e3;
        known.seconds.extend(result.seconds.into_iter().map(in_ms));
    } else if known.rounds.is_empty() {
        known.state = result.state;
    } else if let State::Failed(why) = result.state {
        known.note_failed_round(why);
    }
}

fn said(results: &Results, to: &Path) -> Result<(), Failure> {
    let failed = results
        .steps
        .iter()
        .filter(|step| matches!(step.state, State::Failed(_)));
    let failed: Vec<&str> = failed.map(|step| step.step.as_str()).collect();
    let mut text = format!(
        "The report is in {0}: report.html for a browser, README.md for a code host, charts/ and {1} beside them.\n",
        to.display(),
        writing::RESULTS
    );
    if !failed.is_empty() {
        text.push_str(&format!(
            "Steps that failed, and are said to have: {}. The same command tries them again.\n",
            failed.join(", ")
        ));
    }
    say(&text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferromq_report::results::Record;

    #[test]
    fn a_round_that_failed_is_in_the_way_of_none_and_is_not_forgotten() {
        let result = |state: State| StepResult {
            step: "rr-bb".into(),
            command: String::new(),
            rounds: match state {
                State::Done => vec![vec![Record::default()]],
                _ => Vec::new(),
            },
            state,
            seconds: Vec::new(),
            failed_rounds: Vec::new(),
        };
        let mut results = Results::default();
        let rounds = [
            State::Failed("first".into()),
            State::Done,
            State::Failed("lost".into()),
            State::Done,
        ];
        for (round, state) in rounds.into_iter().enumerate() {
            add(&mut results, result(state), round);
        }
        let step = &results.steps[0];
        assert_eq!((&step.state, step.rounds.len()), (&State::Done, 2));
        assert_eq!(step.failed_rounds, ["first", "lost"]);
    }
}
