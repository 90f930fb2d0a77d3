//! Conversations with the commands, as text: `tests/transcripts/*.txt`.
//!
//! A line that begins with `$ ` is a command; after ` < ` its standard input, with `|` for a
//! line end. What it prints follows: lines of standard output as they are, lines of standard
//! error after `! `. In a line, `{}` stands for anything; a line `...` for any lines.
//! `(exit N)` ends it where the exit code is not 0. Everything else is prose, and separated
//! from commands by an empty line.

use crate::support::Room;

struct Step {
    line: usize,
    command: String,
    input: String,
    expected: Vec<String>,
    code: i32,
}

fn steps(text: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut inside = false;
    for (at, line) in text.lines().enumerate() {
        if let Some(command) = line.strip_prefix("$ ") {
            let (command, input) = command.split_once(" < ").unwrap_or((command, ""));
            let input = match input {
                "" => String::new(),
                text => format!("{}\n", text.replace('|', "\n")),
            };
            steps.push(Step {
                line: at + 1,
                command: command.to_owned(),
                input,
                expected: Vec::new(),
                code: 0,
            });
            inside = true;
            continue;
        }
        if line.is_empty() {
            inside = false;
        }
        let Some(step) = steps.last_mut().filter(|_| inside) else {
            continue;
        };
        match line
            .strip_prefix("(exit ")
            .and_then(|rest| rest.strip_suffix(')'))
        {
            Some(code) => step.code = code.parse().expect("an exit code is a number"),
            None => step.expected.push(line.to_owned()),
        }
    }
    steps
}

/// Whether a line fits an expected one, in which `{}` stands for anything.
fn line_fits(expected: &str, line: &str) -> bool {
    let parts: Vec<&str> = expected.split("{}").collect();
    let (first, last) = (parts[0], parts[parts.len() - 1]);
    if parts.len() == 1 {
        return expected == line;
    }
    if line.len() < first.len() + last.len() || !line.starts_with(first) || !line.ends_with(last) {
        return false;
    }
    let mut rest = &line[first.len()..line.len() - last.len()];
    for part in &parts[1..parts.len() - 1] {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    true
}

/// Whether lines fit the expected ones, among which `...` stands for any lines.
fn lines_fit(expected: &[String], lines: &[String]) -> bool {
    match expected.split_first() {
        None => lines.is_empty(),
        Some((any, rest)) if any == "..." => {
            (0..=lines.len()).any(|skipped| lines_fit(rest, &lines[skipped..]))
        }
        Some((line, rest)) => {
            lines.first().is_some_and(|first| line_fits(line, first))
                && lines_fit(rest, &lines[1..])
        }
    }
}

fn play(name: &str, text: &str) {
    let room = Room::new();
    for step in steps(text) {
        let words: Vec<&str> = step.command.split_whitespace().collect();
        let said = room.run_with(&words, &step.input);
        // Empty lines would end the step in the text.
        let lines = said.out.lines().map(str::to_owned);
        let complaints = said.err.lines().map(|line| format!("! {line}"));
        let lines: Vec<String> = lines
            .chain(complaints)
            .filter(|line| !line.trim().is_empty())
            .collect();
        assert!(
            lines_fit(&step.expected, &lines) && said.code == step.code,
            "{name}:{}: {}\nprinted, with exit code {}:\n{}\n",
            step.line,
            step.command,
            said.code,
            lines.join("\n")
        );
    }
}

macro_rules! transcript {
    ($test:ident, $file:literal) => {
        #[test]
        fn $test() {
            play($file, include_str!(concat!("transcripts/", $file)));
        }
    };
}

transcript!(a_queue_manager_lives_from_creation_to_deletion, "life.txt");
transcript!(
    what_cannot_be_done_is_told_with_a_number_and_an_exit_code,
    "refusals.txt"
);
transcript!(help_is_there_and_settings_are_stored, "settings.txt");
transcript!(scripts_are_run_and_counted, "scripts.txt");
transcript!(definitions_are_written_and_made_again, "configuration.txt");
transcript!(images_are_recorded_in_a_linear_log_only, "media.txt");
transcript!(requests_are_answered_and_queues_browsed, "samples.txt");
transcript!(authority_is_set_and_shown, "authority.txt");
