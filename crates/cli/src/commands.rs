//! The table of commands. Parsing, help and the manual all read these rows.

mod applications;
mod authority;
mod command_server;
mod containers;
mod dead_letters;
mod diagnosis;
mod message_files;
mod network;
mod newcomers;
mod operation;
mod recovery;
mod replicate;
mod routes;
mod stanzas;
mod transactions;
mod transfer;
mod transfer_later;
mod transfer_loggers;
mod triggers;
mod users;

use crate::arguments::Arguments;
use crate::failure::Failure;
use ferromq_mqi::generated::notices::AMQ7024;

/// One command.
pub(crate) struct Command {
    /// Its name.
    pub(crate) name: &'static str,
    /// One line on what it does.
    pub(crate) summary: &'static str,
    /// The names it takes.
    pub(crate) names: Names,
    /// What there is to say beyond the options; may be empty.
    pub(crate) about: &'static str,
    /// Its options.
    pub(crate) options: &'static [OptionInfo],
    /// Its exit codes.
    pub(crate) exits: &'static [(u8, &'static str)],
    /// Exit code for arguments that are not valid.
    pub(crate) arguments_code: u8,
    /// Carries it out and answers the exit code.
    pub(crate) run: fn(&Arguments) -> Result<u8, Failure>,
    /// Part of the works: not listed.
    pub(crate) hidden: bool,
}

/// What a command takes that is no option.
pub(crate) struct Names {
    /// As messages call them.
    pub(crate) what: &'static str,
    /// As a usage line shows them.
    pub(crate) usage: &'static str,
    /// Fewest.
    pub(crate) min: usize,
    /// Most.
    pub(crate) max: usize,
}

const fn names(what: &'static str, usage: &'static str, min: usize, max: usize) -> Names {
    Names {
        what,
        usage,
        min,
        max,
    }
}

const NO_NAMES: Names = names("a name", "", 0, 0);
const Q_MGR: Names = names("the queue manager", "QMgrName", 1, 1);
const OPTIONAL_Q_MGR: Names = names("the queue manager", "[QMgrName]", 0, 1);

/// An option of a command.
pub(crate) struct OptionInfo {
    /// With its dash.
    pub(crate) flag: &'static str,
    /// Whether a value follows.
    pub(crate) takes: Takes,
    /// What it does.
    pub(crate) text: &'static str,
    /// It may be given several times.
    pub(crate) repeats: bool,
}

/// What follows an option.
#[derive(Clone, Copy)]
pub(crate) enum Takes {
    /// Nothing.
    Nothing,
    /// Nothing: it explains the command, as `-?` does.
    Help,
    /// A value, called this in a usage line.
    Value(&'static str),
    /// A number, called this in a usage line, which may be left out.
    MaybeNumber(&'static str),
    /// A value, called this in a usage line, which may be left out: the next word, if that is no option.
    MaybeValue(&'static str),
    /// The option is documented and refused, for this reason.
    Refused(&'static str),
}

/// An option without a value.
const fn flag(flag: &'static str, text: &'static str) -> OptionInfo {
    OptionInfo {
        flag,
        takes: Takes::Nothing,
        text,
        repeats: false,
    }
}

/// An option with a value.
const fn value(flag: &'static str, what: &'static str, text: &'static str) -> OptionInfo {
    OptionInfo {
        flag,
        takes: Takes::Value(what),
        text,
        repeats: false,
    }
}

/// An option with a number that may be left out.
const fn maybe_number(flag: &'static str, what: &'static str, text: &'static str) -> OptionInfo {
    OptionInfo {
        flag,
        takes: Takes::MaybeNumber(what),
        text,
        repeats: false,
    }
}

/// An option with a value that may be left out.
const fn maybe_value(flag: &'static str, what: &'static str, text: &'static str) -> OptionInfo {
    OptionInfo {
        flag,
        takes: Takes::MaybeValue(what),
        text,
        repeats: false,
    }
}

/// An option with a value that may be given several times.
const fn repeatable(flag: &'static str, what: &'static str, text: &'static str) -> OptionInfo {
    OptionInfo {
        repeats: true,
        ..value(flag, what, text)
    }
}

/// An option that is documented and refused.
const fn refused(flag: &'static str, reason: &'static str) -> OptionInfo {
    OptionInfo {
        flag,
        takes: Takes::Refused(reason),
        text: "",
        repeats: false,
    }
}

/// Which queue manager a command means.
const ON_Q_MGR: OptionInfo = value(
    "-m",
    "QMgrName",
    "The queue manager; without it the default one.",
);

impl Command {
    /// Arguments that make no sense.
    pub(crate) fn refuse(&self, problem: &str) -> Failure {
        Failure::notice(&AMQ7024, &[&self.name, &problem], self.arguments_code)
    }

    /// Its options, with those it shares with others.
    pub(crate) fn all_options(&self) -> impl Iterator<Item = &'static OptionInfo> {
        let shared: &[OptionInfo] = match self.name.starts_with("fte") {
            true => transfer::SHARED,
            false => &[],
        };
        self.options.iter().chain(shared)
    }

    /// Every command, in the order of the manual.
    pub(crate) fn all() -> impl Iterator<Item = &'static Command> {
        operation::COMMANDS
            .iter()
            .chain(recovery::COMMANDS)
            .chain(network::COMMANDS)
            .chain(transactions::COMMANDS)
            .chain(authority::COMMANDS)
            .chain(command_server::COMMANDS)
            .chain(users::COMMANDS)
            .chain(dead_letters::COMMANDS)
            .chain(diagnosis::COMMANDS)
            .chain(message_files::COMMANDS)
            .chain(routes::COMMANDS)
            .chain(stanzas::COMMANDS)
            .chain(triggers::COMMANDS)
            .chain(newcomers::COMMANDS)
            .chain(applications::COMMANDS)
            .chain(containers::COMMANDS)
            .chain(transfer::COMMANDS)
            .chain(transfer_later::COMMANDS)
            .chain(transfer_loggers::COMMANDS)
            .chain(replicate::COMMANDS)
    }

    /// Whether words such as `-put` are no options.
    pub(crate) fn takes_authorizations(&self) -> bool {
        self.name == "setmqaut"
    }

    /// The command of that name.
    pub(crate) fn find(name: &str) -> Option<&'static Command> {
        Self::all().find(|command| command.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::{Command, Takes};
    use std::collections::BTreeSet;

    #[test]
    fn every_command_is_there_once_and_says_what_it_does() {
        let mut names = BTreeSet::new();
        for command in Command::all() {
            assert!(
                names.insert(command.name),
                "{} is there twice",
                command.name
            );
            assert!(command.summary.ends_with('.'), "{}", command.name);
            assert!(command.names.min <= command.names.max, "{}", command.name);
            assert_eq!(
                command.exits.first().map(|(code, _)| *code),
                Some(0),
                "{}",
                command.name
            );
            let mut flags = BTreeSet::new();
            for option in command.all_options() {
                assert!(
                    flags.insert(option.flag),
                    "{} {}",
                    command.name,
                    option.flag
                );
                let told = matches!(option.takes, Takes::Refused(_)) || option.text.ends_with('.');
                assert!(told, "{} {}", command.name, option.flag);
            }
        }
    }
}
