//! Pages for `man`, from the table of commands.

use crate::command::{Command, Takes, is_word_of_ferromq};
use crate::commands::COMMANDS;
use crate::control::version::VERSION;
use std::fmt::Write;

/// The page of a command, in the language of `man`.
pub(crate) fn page(command: &Command) -> String {
    let name = command.name;
    let mut text = format!(
        ".TH {} 1 \"\" \"FerroMQ {VERSION}\" \"FerroMQ\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n",
        name.to_uppercase(),
        plain(name),
        plain(command.summary.trim_end_matches('.'))
    );
    // Writing to a string cannot fail.
    let _ = writeln!(text, ".B {}", called(name));
    for option in command.all_options() {
        let flag = plain(option.flag);
        let _ = match option.takes {
            Takes::Nothing | Takes::Help => writeln!(text, "[\\fB{flag}\\fR]"),
            Takes::Value(what) => writeln!(text, "[\\fB{flag}\\fR \\fI{}\\fR]", plain(what)),
            Takes::MaybeNumber(what) | Takes::MaybeValue(what) => {
                writeln!(text, "[\\fB{flag}\\fR [\\fI{}\\fR]]", plain(what))
            }
            Takes::Refused(_) => Ok(()),
        };
    }
    if !command.names.usage.is_empty() {
        let _ = writeln!(text, "{}", line(command.names.usage));
    }
    let _ = writeln!(text, ".SH DESCRIPTION\n{}", line(command.summary));
    if !command.about.is_empty() {
        let _ = writeln!(text, ".PP\n{}", line(command.about));
    }
    if command.all_options().next().is_some() {
        text.push_str(".SH OPTIONS\n");
    }
    for option in command.all_options() {
        let flag = plain(option.flag);
        let (what, said) = match option.takes {
            Takes::Nothing | Takes::Help => (String::new(), option.text.to_owned()),
            Takes::Value(what) => (format!(" \\fI{}\\fR", plain(what)), option.text.to_owned()),
            Takes::MaybeNumber(what) | Takes::MaybeValue(what) => (
                format!(" [\\fI{}\\fR]", plain(what)),
                option.text.to_owned(),
            ),
            Takes::Refused(reason) => (String::new(), format!("Not supported: {reason}.")),
        };
        let _ = writeln!(text, ".TP\n\\fB{flag}\\fR{what}\n{}", line(&said));
    }
    text.push_str(".SH EXIT STATUS\n");
    for (code, meaning) in command.exits {
        let _ = writeln!(text, ".TP\n.B {code}\n{}", line(meaning));
    }
    text.push_str(".SH SEE ALSO\n.BR ferromq (1)\n");
    text
}

/// The page of the executable: every command in a line.
pub(crate) fn overview() -> String {
    let mut text = format!(
        ".TH FERROMQ 1 \"\" \"FerroMQ {VERSION}\" \"FerroMQ\"\n.SH NAME\nferromq \\- an open queue manager\n.SH SYNOPSIS\n\
         .B ferromq\n\\fICommand\\fR [\\fIArguments\\fR]\n.SH DESCRIPTION\n\
         One executable is every command: its name, or its first word, says which. Data is below $MQ_DATA_PATH, or else in a directory of the user.\n\
         .SH COMMANDS\n"
    );
    for command in COMMANDS.all().filter(|command| !command.hidden) {
        let _ = writeln!(
            text,
            ".TP\n.B {}\n{}",
            plain(command.name),
            line(command.summary)
        );
    }
    text
}

fn called(name: &str) -> String {
    match is_word_of_ferromq(name) {
        true => format!("ferromq {}", plain(name)),
        false => plain(name),
    }
}

/// Text whose characters mean nothing to `man`.
fn plain(text: &str) -> String {
    text.replace('\\', "\\e").replace('-', "\\-")
}

/// Text at the beginning of a line, where a full stop or an apostrophe would make it a request.
fn line(text: &str) -> String {
    let plain = plain(text);
    match plain.starts_with(['.', '\'']) {
        true => format!("\\&{plain}"),
        false => plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_page_whose_requests_are_known() {
        let pages = COMMANDS.all().map(page).chain([overview()]);
        for text in pages {
            for line in text.lines().filter(|line| line.starts_with(['.', '\''])) {
                let request = line.split(' ').next().unwrap_or_default();
                let known = [".TH", ".SH", ".B", ".BR", ".TP", ".PP"];
                assert!(known.contains(&request), "{line}");
            }
            assert!(
                text.contains(".SH NAME\n") && !text.contains("\n\n"),
                "{text}"
            );
        }
    }

    #[test]
    fn options_stand_in_the_page_of_their_command() {
        let text = page(COMMANDS.find("dspmq").expect("a command"));
        assert!(text.starts_with(".TH DSPMQ 1 "), "{text}");
        assert!(
            text.contains("\n.TP\n\\fB\\-m\\fR \\fIQMgrName\\fR\n"),
            "{text}"
        );
        assert_eq!(line(".a\\b"), "\\&.a\\eb");
    }
}
