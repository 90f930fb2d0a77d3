//! Queue managers in `mqs.ini`.

use crate::command::{Command, NO_NAMES, OptionInfo, Run, names, repeatable, value};
use crate::failure::exit;
use crate::stanzas;

/// The commands of this group.
pub(super) const COMMANDS: &[Command] = &[DSPMQINF, ADDMQINF, RMVMQINF];

const KIND: OptionInfo = value("-s", "QueueManager", "Kind of the stanza; there is one.");

const DSPMQINF: Command = Command {
    name: "dspmqinf",
    summary: "Shows what mqs.ini says of a queue manager.",
    names: names("the queue manager", "QMgrName", 1, 1),
    about: "With -o command it is a command that adds the queue manager to another installation.",
    options: &[
        KIND,
        value(
            "-o",
            "stanza|command",
            "As it stands in the file, or as a command.",
        ),
    ],
    exits: &[
        (0, "shown"),
        (exit::ARGUMENTS, "arguments are not valid"),
        (
            stanzas::NO_STANZA,
            "there is no such queue manager in mqs.ini",
        ),
        (exit::UNEXPECTED, "something unexpected happened"),
        (exit::NAME, "the name is not valid"),
    ],
    arguments_code: exit::ARGUMENTS,
    run: Run::Alone(stanzas::display),
    hidden: false,
};

const ADDMQINF: Command = Command {
    name: "addmqinf",
    summary: "Adds a queue manager whose directories are there already to mqs.ini.",
    names: NO_NAMES,
    about: "Where its log is stands in its qm.ini. It may run at one place at a time only.",
    options: &[
        KIND,
        repeatable(
            "-v",
            "Attribute=Value",
            "Name, Prefix and Directory, which have to be there, and DataPath.",
        ),
    ],
    exits: &[
        (0, "added"),
        (stanzas::LOCATION, "there is no queue manager at that place"),
        (exit::ARGUMENTS, "arguments are not valid"),
        (
            stanzas::STANZA_EXISTS,
            "there is a queue manager of that name already",
        ),
        (stanzas::ATTRIBUTE_MISSING, "an attribute is missing"),
        (exit::UNEXPECTED, "something unexpected happened"),
        (exit::NAME, "the name is not valid"),
        (exit::NOT_AUTHORIZED, "you may not do this"),
    ],
    arguments_code: exit::ARGUMENTS,
    run: Run::Alone(stanzas::add),
    hidden: false,
};

const RMVMQINF: Command = Command {
    name: "rmvmqinf",
    summary: "Takes a queue manager off mqs.ini; its files stay.",
    names: names("the queue manager", "QMgrName", 1, 1),
    about: "addmqinf adds it again.",
    options: &[KIND],
    exits: &[
        (0, "removed"),
        (exit::RUNNING, "it is running"),
        (exit::ARGUMENTS, "arguments are not valid"),
        (
            stanzas::NO_STANZA,
            "there is no such queue manager in mqs.ini",
        ),
        (exit::ENDING, "it is ending"),
        (exit::UNEXPECTED, "something unexpected happened"),
        (exit::NAME, "the name is not valid"),
        (exit::NOT_AUTHORIZED, "you may not do this"),
    ],
    arguments_code: exit::ARGUMENTS,
    run: Run::Alone(stanzas::remove),
    hidden: false,
};
