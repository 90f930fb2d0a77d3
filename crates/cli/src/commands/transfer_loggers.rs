//! Commands of managed file transfer: loggers, which keep what agents tell of transfers.

use super::transfer::{CORE, EXITS, OF, TRACE_ENDS, TRACE_ENDS_WITH};
use crate::command::{Command, Names, PASSWORD, Run, USER, flag, names, refused, value};
use crate::transfer;

/// The commands of this group.
pub(super) const COMMANDS: &[Command] = &[
    CREATE_LOGGER,
    START_LOGGER,
    STOP_LOGGER,
    SHOW_LOGGER_DETAILS,
    DELETE_LOGGER,
    MODIFY_LOGGER,
    TRANSFERS,
    SET_LOGGER_TRACE_LEVEL,
];

const LOGGER: Names = names("the logger", "LoggerName", 1, 1);
const BY_USER: &str = "the user of the logger is who connects";

const CREATE_LOGGER: Command = Command {
    name: "fteCreateLogger",
    summary: "Makes the configuration of a logger of file transfer, and prints the MQSC of its queues.",
    names: LOGGER,
    about: "The logger is started with fteStartLogger when its queues are defined. It keeps what agents tell of transfers, schedules and monitors from \
            its first start on.",
    options: &[
        value(
            "-loggerType",
            "FILE|DATABASE",
            "Where it keeps it: in files, or in a database, with the documented tables.",
        ),
        value(
            "-loggerQMgr",
            "QMgrName",
            "Its queue manager; without it the coordination queue manager.",
        ),
        value(
            "-loggerQMgrHost",
            "Host",
            "Where that is, if the logger is to be a client of it.",
        ),
        value("-loggerQMgrPort", "Port", "Its port; 1414 without."),
        value(
            "-loggerQMgrChannel",
            "Channel",
            "The channel; SYSTEM.DEF.SVRCONN without.",
        ),
        value(
            "-fileLoggerMode",
            "CIRCULAR|LINEAR",
            "Whether the oldest file goes when there are as many as -fileCount says, or none ever; CIRCULAR without.",
        ),
        value(
            "-fileSize",
            "Size",
            "How long a file becomes before the next begins: 1KB to 1024GB; 10MB without.",
        ),
        value(
            "-fileCount",
            "Number",
            "Files there are in mode CIRCULAR; 3 without.",
        ),
        value(
            "-dbType",
            "POSTGRESQL|SQLITE",
            "The database; others are refused.",
        ),
        value(
            "-dbName",
            "Name",
            "Of PostgreSQL the name of the database, or all that libpq connects by; of SQLite a file, LoggerName.sqlite in the directory of its log without.",
        ),
        value("-dbDriver", "File", "Accepted: none is needed."),
        value("-dbLib", "Directory", "Accepted: none is needed."),
        flag(
            "-define",
            "Has the queue manager, which is one of this machine and runs, define the queues at once (FerroMQ's own).",
        ),
        OF,
        flag("-f", "Replaces what is there."),
        refused("-credentialsFile", BY_USER),
        refused("-userCredentialsFile", BY_USER),
    ],
    exits: EXITS,
    arguments_code: 1,
    run: Run::Alone(transfer::create_logger),
    hidden: false,
};

const SET_LOGGER_TRACE_LEVEL: Command = Command {
    name: "fteSetLoggerTraceLevel",
    summary: "Has a logger of this machine that runs write down all it calls, or no longer.",
    names: LOGGER,
    about: "The trace is in trace%PID%/trace%PID%.txt beside the log of the logger. It goes on until the process ends; trace of logger.properties says it for each start. \
            The command is for the user of the logger, and root.",
    options: &[
        value(
            "-traceLogger",
            "Classes=Level",
            "com.ibm.wmqfte is everything, ferromq.mqi and ferromq.events its parts; off, flow, moderate, verbose or all. =off ends the trace.",
        ),
        TRACE_ENDS,
        TRACE_ENDS_WITH,
        CORE,
        OF,
    ],
    exits: EXITS,
    arguments_code: 1,
    run: Run::Alone(transfer::set_logger_trace_level),
    hidden: false,
};

const START_LOGGER: Command = Command {
    name: "fteStartLogger",
    summary: "Starts a logger of this machine.",
    names: LOGGER,
    about: "When its queue manager or its database ends, or its disk is full, it waits and tries again; what agents tell meanwhile stays on the queue of its subscription.",
    options: &[
        flag(
            "-F",
            "In the foreground: the command is the logger, and ends it when it gets SIGTERM or SIGINT.",
        ),
        OF,
    ],
    exits: EXITS,
    arguments_code: 1,
    run: Run::Alone(transfer::start_logger),
    hidden: false,
};

const STOP_LOGGER: Command = Command {
    name: "fteStopLogger",
    summary: "Stops a logger of this machine.",
    names: LOGGER,
    about: "What agents tell meanwhile is kept for it.",
    options: &[
        OF,
        refused("-cqm", "loggers are stopped on their machine only"),
        refused("-cq", "loggers are stopped on their machine only"),
    ],
    exits: EXITS,
    arguments_code: 1,
    run: Run::Alone(transfer::stop_logger),
    hidden: false,
};

const SHOW_LOGGER_DETAILS: Command = Command {
    name: "fteShowLoggerDetails",
    summary: "Shows a logger of this machine: whether it runs, its queue manager, its files or its database.",
    names: LOGGER,
    about: "",
    options: &[flag("-v", "Accepted: there is no more to be shown."), OF],
    exits: EXITS,
    arguments_code: 1,
    run: Run::Alone(transfer::show_logger),
    hidden: false,
};

const DELETE_LOGGER: Command = Command {
    name: "fteDeleteLogger",
    summary: "Deletes the configuration of a logger, and prints the MQSC that deletes its queues and its subscription.",
    names: LOGGER,
    about: "What it wrote stays.",
    options: &[OF],
    exits: EXITS,
    arguments_code: 1,
    run: Run::Alone(transfer::delete_logger),
    hidden: false,
};

const MODIFY_LOGGER: Command = Command {
    name: "fteModifyLogger",
    summary: "Refused: it makes a logger a service of Windows.",
    names: names("the logger", "[LoggerName]", 0, 1),
    about: "Have the service manager of this machine run fteStartLogger -F instead.",
    options: &[],
    exits: &[(0, "never"), (1, "always")],
    arguments_code: 1,
    run: Run::Alone(transfer::modify_logger),
    hidden: false,
};

const TRANSFERS: Command = Command {
    name: "transfers",
    summary: "Shows transfers of files that ran, run and failed, from the files or the database of a logger and from what agents tell (FerroMQ's own).",
    names: names("the transfer", "[TransferId]", 0, 1),
    about: "Given as 'ferromq transfers': the newest first, with what was said at the end of those that are not all done. With an identifier it shows that transfer and its items. \
            Times are UTC. It asks agents for a second or two how far they are, but for --failed. It needs a logger on this machine (fteCreateLogger), and \
            whoever asks has to be able to read its files, or its database.",
    options: &[
        OF,
        value(
            "--logger",
            "LoggerName",
            "The logger whose files or database are read; without it the only one there is.",
        ),
        flag(
            "--failed",
            "Only those that ended and of which not all is done: failed, partly, cancelled.",
        ),
        value(
            "--since",
            "Time",
            "Only those that began or ended since then: a time such as 2026-11-26T20:00Z, or an age such as 90s, 30m, 12h or 7d, at most 10000d.",
        ),
        value(
            "--limit",
            "Number",
            "So many at most, from 1 to 10000; 100 without. The last 100,000 of the files are looked at.",
        ),
        flag("--json", "One JSON document instead of a table."),
        USER,
        PASSWORD,
    ],
    exits: EXITS,
    arguments_code: 1,
    run: Run::Alone(transfer::transfers),
    hidden: false,
};
