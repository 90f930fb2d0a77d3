//! Trigger monitors.

use crate::command::{Command, NO_NAMES, ON_Q_MGR, OptionInfo, Run, refused, value};
use crate::trigger_monitor::{self, INTERRUPTED, NOT_RUN};

/// The commands of this group.
pub(super) const COMMANDS: &[Command] = &[RUNMQTRM, RUNMQTMC];

const Q: OptionInfo = value(
    "-q",
    "InitiationQName",
    "Where trigger messages come; SYSTEM.DEFAULT.INITIATION.QUEUE otherwise.",
);
const USER: OptionInfo = value(
    "-u",
    "UserId",
    "The user to connect as; asks for a password.",
);

const EXITS: &[(u8, &str)] = &[
    (0, "the queue manager ends, or a signal came"),
    (INTERRUPTED, "an error has ended it"),
    (NOT_RUN, "it could not begin, or arguments are not valid"),
];

const RUNMQTRM: Command = Command {
    name: "runmqtrm",
    summary: "Starts programs that trigger messages ask for.",
    names: NO_NAMES,
    about: "The program of a process definition (APPLICID) is run by the shell with the trigger message (MQTMC2) as its argument and ENVRDATA behind it. The \
            next one waits for its end, unless ENVRDATA ends with &. See docs/manual/services.md.",
    options: &[ON_Q_MGR, Q, USER],
    exits: EXITS,
    arguments_code: NOT_RUN,
    run: Run::Alone(trigger_monitor::run),
    hidden: false,
};

const RUNMQTMC: Command = Command {
    name: "runmqtmc",
    summary: "Starts programs that trigger messages ask for, as a client.",
    about: "The same as runmqtrm. It connects by MQSERVER or a channel table: see docs/manual/client.md.",
    options: &[
        ON_Q_MGR,
        Q,
        USER,
        refused(
            "-r",
            "it ends with its connection; let a supervisor start it again",
        ),
    ],
    run: Run::Alone(trigger_monitor::run_as_client),
    ..RUNMQTRM
};
