//! Commands that start and end the command server.

use crate::command::{Command, OPTIONAL_Q_MGR, OptionInfo, Run, flag};
use crate::command_server::{self, exit};

/// The commands of this group.
pub(super) const COMMANDS: &[Command] = &[
    Command {
        summary: "Starts the command server of a queue manager.",
        about: "It works on the commands that are put on SYSTEM.ADMIN.COMMAND.QUEUE. With SCMDSERV(QMGR), which \
                is usual, it starts with the queue manager.",
        run: Run::Alone(command_server::start),
        ..command(
            "strmqcsv",
            &[flag(
                "-a",
                "Accepted: the queue manager keeps no other tools out.",
            )],
        )
    },
    Command {
        summary: "Ends the command server of a queue manager.",
        about: "The command under way is finished first. Commands that are put on the queue then wait.",
        run: Run::Alone(command_server::end),
        ..command(
            "endmqcsv",
            &[
                flag("-c", "Finish the command under way (the usual way)."),
                flag("-i", "The same: no command is broken off."),
            ],
        )
    },
    Command {
        summary: "Shows whether the command server of a queue manager runs.",
        about: "",
        run: Run::Alone(command_server::display),
        ..command("dspmqcsv", &[])
    },
];

const fn command(name: &'static str, options: &'static [OptionInfo]) -> Command {
    Command {
        name,
        summary: "",
        names: OPTIONAL_Q_MGR,
        about: "",
        options,
        exits: &[
            (exit::DONE, "done"),
            (
                exit::FAILED,
                "it could not be done, or arguments are not valid",
            ),
        ],
        arguments_code: exit::FAILED,
        run: Run::Alone(command_server::display),
        hidden: false,
    }
}
