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

use crate::command::Commands;

/// The measuring program, which has a command line of its own.
pub(crate) const BENCH: &str = "bench";
/// What writes a report of what it measures.
pub(crate) const REPORT: &str = "report";

/// Every command, in the order of the manual.
pub(crate) const COMMANDS: Commands = Commands(&[
    operation::COMMANDS,
    recovery::COMMANDS,
    network::COMMANDS,
    transactions::COMMANDS,
    authority::COMMANDS,
    command_server::COMMANDS,
    users::COMMANDS,
    dead_letters::COMMANDS,
    diagnosis::COMMANDS,
    message_files::COMMANDS,
    routes::COMMANDS,
    stanzas::COMMANDS,
    triggers::COMMANDS,
    newcomers::COMMANDS,
    applications::COMMANDS,
    containers::COMMANDS,
    transfer::COMMANDS,
    transfer_later::COMMANDS,
    transfer_loggers::COMMANDS,
    replicate::COMMANDS,
]);

#[cfg(test)]
mod tests {
    use super::COMMANDS;
    use crate::command::Takes;
    use std::collections::BTreeSet;

    #[test]
    fn every_command_is_there_once_and_says_what_it_does() {
        let mut names = BTreeSet::new();
        for command in COMMANDS.all() {
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
