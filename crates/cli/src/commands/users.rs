//! The command that keeps users.

use crate::command::{Command, NO_NAMES, ON_Q_MGR, Run, flag, value};
use crate::failure::exit;
use crate::users;

/// The commands of this group.
pub(super) const COMMANDS: &[Command] = &[Command {
    name: "setmqusr",
    summary: "Sets passwords of users that the queue manager keeps itself.",
    names: NO_NAMES,
    about: "The password is asked for twice on a terminal; otherwise it is the first line of the standard input. \
            A user need not be one of the operating system. The new password counts at once.",
    options: &[
        ON_Q_MGR,
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
    run: Run::Alone(users::run),
    hidden: false,
}];
