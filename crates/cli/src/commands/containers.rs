//! Commands of a container.

use crate::command::{Command, NO_NAMES, Run, flag};
use crate::container;

/// The commands of this group.
pub(super) const COMMANDS: &[Command] = &[
    RUNMQSERVER,
    RUNMQDEVSERVER,
    CHKMQSTARTED,
    CHKMQHEALTHY,
    CHKMQREADY,
];

const ABOUT: &str = "The environment says how it is to be: MQ_QMGR_NAME, MQ_APP_PASSWORD and others of docs/manual/containers.md. \
                     Files *.mqsc and *.ini of /etc/mqm are applied at each start. It ends with SIGTERM or SIGINT, or with its \
                     queue manager.";

const RUNMQSERVER: Command = Command {
    name: "runmqserver",
    summary: "The first process of a container: makes, starts and looks after a queue manager.",
    names: NO_NAMES,
    about: ABOUT,
    options: &[
        flag("-dev", "With objects for developers, as runmqdevserver."),
        flag(
            "-nologruntime",
            "Accepted: what the container runs in is not told.",
        ),
    ],
    exits: EXITS,
    arguments_code: 1,
    run: Run::WithOthers(container::run),
    hidden: false,
};

const RUNMQDEVSERVER: Command = Command {
    name: "runmqdevserver",
    summary: "The first process of a container for developers: as runmqserver, with objects to try things out.",
    names: NO_NAMES,
    about: ABOUT,
    options: &[],
    exits: EXITS,
    arguments_code: 1,
    run: Run::WithOthers(container::run_for_developers),
    hidden: false,
};

const EXITS: &[(u8, &str)] = &[
    (0, "ended as it was asked to"),
    (
        1,
        "the environment asks for what cannot be had, or the queue manager was not made, not started, or has ended by itself",
    ),
];

const STATE_EXITS: &[(u8, &str)] = &[
    (0, "it is"),
    (1, "it is not"),
    (2, "it cannot be found out"),
];

const CHKMQSTARTED: Command = Command {
    name: "chkmqstarted",
    summary: "Whether the queue manager of a container has started.",
    names: NO_NAMES,
    about: "",
    options: &[],
    exits: STATE_EXITS,
    arguments_code: 2,
    run: Run::Alone(container::started),
    hidden: false,
};

const CHKMQHEALTHY: Command = Command {
    name: "chkmqhealthy",
    summary: "Whether the queue manager of a container runs.",
    names: NO_NAMES,
    about: "",
    options: &[],
    exits: STATE_EXITS,
    arguments_code: 2,
    run: Run::Alone(container::healthy),
    hidden: false,
};

const CHKMQREADY: Command = Command {
    name: "chkmqready",
    summary: "Whether clients can come to the queue manager of a container.",
    names: NO_NAMES,
    about: "It is set up, and port 1414 is listened at.",
    options: &[],
    exits: STATE_EXITS,
    arguments_code: 2,
    run: Run::Alone(container::ready),
    hidden: false,
};
