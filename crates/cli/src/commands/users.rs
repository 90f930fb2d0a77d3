//! The command that keeps users.

use super::{Command, flag, value};
use crate::failure::exit;
use crate::users;

/// The commands of this group.
pub(super) const COMMANDS: &[Command] = &[Command {
    name: "setmqusr",
    summary: "Sets passwords of users that the queue manager keeps itself.",
    names: "nothing",
    names_usage: "",
    names_min: 0,
    names_max: 0,
    about: "The password is asked for twice on a terminal; otherwise it is the first line of the standard input. \
            A user need not be one of the operating system. The new password counts at once.",
    options: &[
        value(
            "-m",
            "QMgrName",
            "The queue manager; without it the default one.",
        ),
        value("-u", "User", "The user, 1 to 12 characters."),
        flag("-d", "Delete the user."),
        flag("-l", "List the users."),
    ],
    exits: &[
        (0, "done"),
        (exit::NOT_FOUND, "the queue manager does not exist"),
        (exit::ARGUMENTS, "arguments are not valid"),
        (users::NO_USER, "there is no such user"),
        (exit::UNEXPECTED, "something unexpected happened"),
        (exit::NAME, "the name of the queue manager is not valid"),
    ],
    arguments_code: exit::ARGUMENTS,
    run: users::run,
    hidden: false,
}];
