//! `-?`, `ferromq help`, and the manual page of the commands.

use crate::command::{Command, Takes};
use crate::commands::{BENCH, COMMANDS, REPORT};
use crate::control::version::VERSION;
use crate::man;
use ferromq_base::output;
use ferromq_mqi::generated::notices::FMQ0023;
use std::fmt::Write;

/// Columns of a line of help.
const COLUMNS: usize = 100;

/// Says what there is. For `ferromq` without anything.
pub(crate) fn overview() -> u8 {
    output::say(&overview_text());
    0
}

fn overview_text() -> String {
    let mut text = format!(
        "FerroMQ {VERSION}, an open queue manager.\n\nUse a command by its own name, or as ferromq <command>:\n\n"
    );
    for command in COMMANDS.all().filter(|command| !command.hidden) {
        let _ = writeln!(text, "  {:9} {}", command.name, command.summary);
    }
    let _ = writeln!(
        text,
        "  {:10}Measures queue managers beside the limits of the machine.",
        BENCH
    );
    let _ = writeln!(
        text,
        "  {:10}Measures published workloads and writes a page with charts.",
        REPORT
    );
    text.push_str(
        "\n<command> -? explains one. ferromq help manual writes all of them as a page, ferromq help man NAME one for man.\n\
         Data is below $MQ_DATA_PATH, or else in a directory of the user.\n",
    );
    text
}

/// `ferromq` with a first word that is no command.
pub(crate) fn run(word: &str, rest: &[String]) -> u8 {
    match (word, rest.first().map(String::as_str)) {
        ("help" | "--help" | "-h" | "-?", None) => overview(),
        ("help", Some("manual")) => {
            output::say(&manual());
            0
        }
        ("help", Some("man")) => {
            let name = rest.get(1).map_or("ferromq", String::as_str);
            match COMMANDS.find(name) {
                Some(command) => output::say(&man::page(command)),
                None if name == "ferromq" => output::say(&man::overview()),
                None => return unknown(name),
            }
            0
        }
        ("help", Some(name)) => match COMMANDS.find(name) {
            Some(command) => {
                output::say(&of(command));
                0
            }
            None => unknown(name),
        },
        ("--version" | "-V", None) => {
            output::line(&format!("ferromq {VERSION}"));
            0
        }
        _ => unknown(word),
    }
}

fn unknown(word: &str) -> u8 {
    match crate::transfer::unbuilt(word) {
        Some(text) => output::complain(&format!("{text}\n")),
        None => output::complain(&crate::failure::notice_text(&FMQ0023, &[&word])),
    }
    1
}

/// The usage line.
pub(crate) fn usage(command: &Command) -> String {
    let mut words = vec![format!("usage: {}", command.name)];
    for option in command.all_options() {
        match option.takes {
            Takes::Nothing | Takes::Help => words.push(format!("[{}]", option.flag)),
            Takes::Value(what) => words.push(format!("[{} {what}]", option.flag)),
            Takes::MaybeNumber(what) | Takes::MaybeValue(what) => {
                words.push(format!("[{} [{what}]]", option.flag))
            }
            Takes::Refused(_) => {}
        }
    }
    if !command.names.usage.is_empty() {
        words.push(command.names.usage.to_owned());
    }
    format!("{}\n", wrapped(&words, 7))
}

/// Everything there is to say about a command.
pub(crate) fn of(command: &Command) -> String {
    let mut text = format!(
        "{}: {}\n\n{}",
        command.name,
        command.summary,
        usage(command)
    );
    if !command.about.is_empty() {
        let words: Vec<String> = command.about.split(' ').map(str::to_owned).collect();
        let _ = writeln!(text, "\n{}", wrapped(&words, 0));
    }
    if command.all_options().next().is_some() {
        text.push('\n');
    }
    for option in command.all_options() {
        let (head, said) = match option.takes {
            Takes::Nothing | Takes::Help => (option.flag.to_owned(), option.text.to_owned()),
            Takes::Value(what) => (format!("{} {what}", option.flag), option.text.to_owned()),
            Takes::MaybeNumber(what) | Takes::MaybeValue(what) => {
                (format!("{} [{what}]", option.flag), option.text.to_owned())
            }
            Takes::Refused(reason) => (option.flag.to_owned(), format!("Not supported: {reason}.")),
        };
        let words: Vec<String> = said.split(' ').map(str::to_owned).collect();
        let _ = writeln!(text, "  {head}\n      {}", wrapped(&words, 6));
    }
    text.push_str("\nExit codes:\n");
    for (code, meaning) in command.exits {
        let _ = writeln!(text, "  {code:>3}  {meaning}");
    }
    text
}

/// Words on lines; all lines but the first are indented.
fn wrapped(words: &[String], indent: usize) -> String {
    let mut text = String::new();
    let mut column = indent;
    for (at, word) in words.iter().enumerate() {
        if at > 0 && column + 1 + word.len() > COLUMNS {
            let _ = write!(text, "\n{:indent$}{word}", "");
            column = indent + word.len();
            continue;
        }
        if at > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.len();
    }
    text
}

/// The manual page `docs/manual/commands.md`.
pub(crate) fn manual() -> String {
    let mut text = String::from(
        "# Commands\n\n*Written by `ferromq help manual` from the table of commands; do not edit.*\n\n\
         One executable, `ferromq`, is every command: its name, or its first word, says which. In `dist/bin` there\n\
         is a link for each but `join` and `cluster`. `-?` explains a command in the terminal. An option's value is the next word, or\n\
         follows the option at once (`-mQM1`). Failures go to standard error with a number and what to do. A queue manager whose\n\
         process is stopped, by SIGSTOP or a debugger, is waited for ten seconds: `FMQ0110E`.\n",
    );
    for command in COMMANDS.all() {
        let _ = writeln!(
            text,
            "\n## {}\n\n{}\n\n    {}",
            command.name,
            command.summary,
            {
                let usage = usage(command);
                usage
                    .trim_start_matches("usage: ")
                    .trim_end()
                    .replace("\n       ", "\n           ")
            }
        );
        if !command.about.is_empty() {
            let words: Vec<String> = command.about.split(' ').map(str::to_owned).collect();
            let _ = writeln!(text, "\n{}", wrapped(&words, 0));
        }
        if command.all_options().next().is_some() {
            text.push_str("\n| option | at this level | what it does |\n| --- | --- | --- |\n");
        }
        for option in command.all_options() {
            let (head, status, said) = match option.takes {
                Takes::Nothing | Takes::Help => {
                    (option.flag.to_owned(), "yes", option.text.to_owned())
                }
                Takes::Value(what) => (
                    format!("{} {}", option.flag, what.replace('|', "\\|")),
                    "yes",
                    option.text.to_owned(),
                ),
                Takes::MaybeNumber(what) | Takes::MaybeValue(what) => (
                    format!("{} [{what}]", option.flag),
                    "yes",
                    option.text.to_owned(),
                ),
                Takes::Refused(reason) => (option.flag.to_owned(), "refused", format!("{reason}.")),
            };
            let _ = writeln!(text, "| `{head}` | {status} | {said} |");
        }
        text.push_str("\n| exit code | meaning |\n| --- | --- |\n");
        for (code, meaning) in command.exits {
            let _ = writeln!(text, "| {code} | {meaning} |");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{manual, overview_text};
    use crate::command::is_word_of_ferromq;
    use crate::commands::COMMANDS;
    use std::path::Path;

    #[test]
    fn a_blank_stands_between_a_command_and_what_it_does_however_long_its_name_is() {
        let text = overview_text();
        for command in COMMANDS.all().filter(|command| !command.hidden) {
            let start = format!("\n  {} ", command.name);
            assert!(text.contains(&start), "{}", command.name);
        }
    }

    #[test]
    fn the_makefile_makes_a_link_for_every_command() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Makefile");
        let makefile = std::fs::read_to_string(path).unwrap();
        let (_, after) = makefile.split_once("COMMANDS :=").unwrap();
        let (list, _) = after.split_once("\n\n").unwrap();
        let links: Vec<&str> = list
            .split([' ', '\\', '\n'])
            .filter(|word| !word.is_empty())
            .collect();
        let names: Vec<&str> = COMMANDS
            .all()
            .filter(|command| !command.hidden && !is_word_of_ferromq(command.name))
            .map(|command| command.name)
            .collect();
        for name in &names {
            assert!(links.contains(name), "no link for {name}");
        }
        assert_eq!(links.len(), names.len(), "{links:?}");
    }

    /// Set `FERROMQ_WRITE_MANUAL` to have the page written instead of compared.
    #[test]
    fn the_manual_page_says_what_the_commands_take() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/manual/commands.md");
        if std::env::var_os("FERROMQ_WRITE_MANUAL").is_some() {
            std::fs::write(&path, manual()).unwrap();
        }
        let written = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            written == manual(),
            "docs/manual/commands.md is stale: ferromq help manual > docs/manual/commands.md"
        );
    }
}
