//! Commands of managed file transfer for what happens later and by itself: schedules and monitors; and templates.

use super::transfer::{CREATE_TRANSFER_OPTIONS, EXITS, OF};
use crate::command::{Command, NO_NAMES, OptionInfo, Run, flag, names, value};
use crate::transfer;

/// The commands of this group.
pub(super) const COMMANDS: &[Command] = &[
    LIST_SCHEDULED_TRANSFERS,
    DELETE_SCHEDULED_TRANSFER,
    CREATE_MONITOR,
    DELETE_MONITOR,
    LIST_MONITORS,
    START_MONITOR,
    STOP_MONITOR,
    CLEAR_MONITOR_HISTORY,
    CREATE_TEMPLATE,
    LIST_TEMPLATES,
    DELETE_TEMPLATES,
];

const LIST_SCHEDULED_TRANSFERS: Command = Command {
    name: "fteListScheduledTransfers",
    summary: "Lists the transfers that agents are to begin later, as the coordination queue manager knows them.",
    names: names("a pattern of agents", "[Pattern]", 0, 1),
    about: "They are made with fteCreateTransfer -ss. Times are those of the time base, with how far its clocks are ahead of UTC.",
    options: &[OF],
    exits: EXITS,
    arguments_code: 1,
    run: Run::Alone(transfer::list_schedules),
    hidden: false,
};

const DELETE_SCHEDULED_TRANSFER: Command = Command {
    name: "fteDeleteScheduledTransfer",
    summary: "Deletes a scheduled transfer. What it has begun goes on.",
    names: names("the schedule", "ScheduleId", 1, 1),
    about: "fteListScheduledTransfers tells the numbers of schedules.",
    options: &[
        value(
            "-agentName",
            "AgentName",
            "The source agent, which keeps the schedule.",
        ),
        value(
            "-agentQMgr",
            "QMgrName",
            "Its queue manager; without it looked up.",
        ),
        OF,
    ],
    exits: &[
        (0, "it is deleted"),
        (1, "it failed: the message says why"),
        (2, "the agent did not answer in time; it does when it runs"),
    ],
    arguments_code: 1,
    run: Run::Alone(transfer::delete_schedule),
    hidden: false,
};

/// Exit codes of commands that ask an agent about its monitors.
const MONITOR_EXITS: &[(u8, &str)] = &[
    (0, "done"),
    (1, "it failed: the message says why"),
    (2, "the agent did not answer in time; it does when it runs"),
    (4, "the monitor is one of another agent"),
    (101, "the directory is not there"),
    (102, "the condition is not valid"),
    (103, "the task is not valid"),
    (104, "there is no such monitor"),
    (105, "there is a monitor of that name already"),
    (110, "the task has a variable nobody knows"),
    (
        111,
        "the source agent of the task is not that of the monitor",
    ),
    (112, "its queue manager is not"),
    (115, "the queue is open elsewhere for one program only"),
    (116, "the queue is not there"),
    (
        120,
        "the agent takes no queues as ends: enableQueueInputOutput",
    ),
];
const MONITOR_AGENT: OptionInfo = value("-ma", "AgentName", "The agent of the monitor.");
const MONITOR_Q_MGR: OptionInfo = value(
    "-mm",
    "QMgrName",
    "Its queue manager; without it looked up.",
);
const MONITOR_NAME: OptionInfo = value("-mn", "MonitorName", "The monitor.");

const CREATE_MONITOR: Command = Command {
    name: "fteCreateMonitor",
    summary: "Has an agent watch a directory or a queue, and transfer what it finds there.",
    names: NO_NAMES,
    about: "The task is a request that fteCreateTransfer -gt has written; variables in it, such as ${FilePath} and ${FileName}, are replaced by what was \
            found. The agent remembers what it has dealt with, and deals with it again when it has changed.",
    options: &[
        value(
            "-ma",
            "AgentName",
            "The agent, which is the source agent of the task.",
        ),
        MONITOR_Q_MGR,
        value("-mn", "MonitorName", "Name of the monitor."),
        value("-md", "Directory", "Watches this directory at the agent."),
        value(
            "-mq",
            "QueueName",
            "Watches this queue at the agent's queue manager.",
        ),
        value("-mt", "TaskFile", "The request that is made."),
        value(
            "-tn",
            "TemplateName",
            "The request of this template is made (FerroMQ's own).",
        ),
        value(
            "-pi",
            "Interval",
            "How many units lie between two looks; 1 without.",
        ),
        value(
            "-pu",
            "seconds|minutes|hours|days|weeks|months|years",
            "The unit; minutes without. Months are 30 days, years 365.",
        ),
        value(
            "-tr",
            "Condition",
            "match,PATTERN (every file without), noMatch,PATTERN, noSizeChange=POLLS,PATTERN or fileSize>=SIZE,PATTERN; for queues queueNotEmpty \
             (without) or completeGroups.",
        ),
        value(
            "-pt",
            "wildcard|regex",
            "What patterns are written in; wildcard without.",
        ),
        value("-x", "Pattern", "Names that are left out."),
        value(
            "-rl",
            "Levels",
            "How many levels of directories below are watched; 0 without.",
        ),
        value(
            "-bs",
            "Number",
            "How many files one transfer takes at most; 1 without.",
        ),
        flag(
            "-tc",
            "What is found lists what is to be transferred: source[,destination] in each line.",
        ),
        value(
            "-tcr",
            "Regex",
            "How a line is read: a regular expression with one or two groups.",
        ),
        value(
            "-tcc",
            "srcDest|destSrc",
            "Which comes first in a line; srcDest without.",
        ),
        value(
            "-dv",
            "Name=Value,...",
            "What variables are when nothing else sets them.",
        ),
        value("-jn", "JobName", "Name of the job."),
        value(
            "-ix",
            "File",
            "The monitor of this file, which -ox or fteListMonitors has written.",
        ),
        value(
            "-ox",
            "File",
            "Writes the monitor there instead of making it.",
        ),
        flag(
            "-c",
            "Replaces one of its name and has it forget what it has dealt with.",
        ),
        flag("-f", "Replaces one of its name."),
        OF,
        crate::command::refused("-mmd", "exits of monitors are not run here"),
    ],
    exits: MONITOR_EXITS,
    arguments_code: 1,
    run: Run::Alone(transfer::create_monitor),
    hidden: false,
};

const DELETE_MONITOR: Command = Command {
    name: "fteDeleteMonitor",
    summary: "Deletes a monitor. Transfers it has asked for go on.",
    names: NO_NAMES,
    about: "",
    options: &[MONITOR_AGENT, MONITOR_Q_MGR, MONITOR_NAME, OF],
    exits: MONITOR_EXITS,
    arguments_code: 1,
    run: Run::Alone(transfer::delete_monitor),
    hidden: false,
};

const LIST_MONITORS: Command = Command {
    name: "fteListMonitors",
    summary: "Lists the monitors the coordination queue manager knows of.",
    names: NO_NAMES,
    about: "",
    options: &[
        value("-ma", "Pattern", "Of agents with such names."),
        value("-mn", "Pattern", "With such names."),
        flag("-v", "Shows each with everything."),
        value(
            "-ox",
            "File",
            "Writes the one that fits there, for fteCreateMonitor -ix.",
        ),
        value(
            "-od",
            "Directory",
            "Writes all that fit there, each to AGENT.MONITOR.xml.",
        ),
        OF,
    ],
    exits: EXITS,
    arguments_code: 1,
    run: Run::Alone(transfer::list_monitors),
    hidden: false,
};

const START_MONITOR: Command = Command {
    name: "fteStartMonitor",
    summary: "Starts a monitor that was stopped.",
    names: NO_NAMES,
    about: "",
    options: &[MONITOR_AGENT, MONITOR_Q_MGR, MONITOR_NAME, OF],
    exits: MONITOR_EXITS,
    arguments_code: 1,
    run: Run::Alone(transfer::start_monitor),
    hidden: false,
};

const STOP_MONITOR: Command = Command {
    name: "fteStopMonitor",
    summary: "Stops a monitor: it stays and looks no more until it is started, also when its agent is started again.",
    names: NO_NAMES,
    about: "",
    options: &[MONITOR_AGENT, MONITOR_Q_MGR, MONITOR_NAME, OF],
    exits: MONITOR_EXITS,
    arguments_code: 1,
    run: Run::Alone(transfer::stop_monitor),
    hidden: false,
};

const CLEAR_MONITOR_HISTORY: Command = Command {
    name: "fteClearMonitorHistory",
    summary: "Has a monitor forget what it has dealt with: everything that is there is dealt with again.",
    names: NO_NAMES,
    about: "",
    options: &[MONITOR_AGENT, MONITOR_Q_MGR, MONITOR_NAME, OF],
    exits: MONITOR_EXITS,
    arguments_code: 1,
    run: Run::Alone(transfer::clear_monitor),
    hidden: false,
};

const CREATE_TEMPLATE: Command = Command {
    name: "fteCreateTemplate",
    summary: "Keeps a request for a transfer under a name, at the coordination queue manager.",
    names: names("a file", "SourceFile...", 0, 10_000),
    about: "The options are those of fteCreateTransfer; -w and -gt have no effect. fteCreateTransfer -tn and fteCreateMonitor -tn use the template.",
    options: CREATE_TRANSFER_OPTIONS,
    exits: EXITS,
    arguments_code: 1,
    run: Run::Alone(transfer::create_template),
    hidden: false,
};

const LIST_TEMPLATES: Command = Command {
    name: "fteListTemplates",
    summary: "Lists templates of transfers.",
    names: names("patterns of names", "[TemplateName...]", 0, 1_000),
    about: "",
    options: &[
        flag("-v", "Shows each with everything."),
        flag(
            "-x",
            "Writes each to a file NAME.xml, which fteCreateMonitor -mt takes.",
        ),
        value(
            "-o",
            "Directory",
            "Where -x writes; the current directory without.",
        ),
        flag("-f", "-x replaces what is there."),
        OF,
    ],
    exits: EXITS,
    arguments_code: 1,
    run: Run::Alone(transfer::list_templates),
    hidden: false,
};

const DELETE_TEMPLATES: Command = Command {
    name: "fteDeleteTemplates",
    summary: "Deletes templates of transfers.",
    names: names("a template", "TemplateName...", 1, 1_000),
    about: "Names may be patterns. If one fits nothing, nothing is deleted.",
    options: &[OF],
    exits: EXITS,
    arguments_code: 1,
    run: Run::Alone(transfer::delete_templates),
    hidden: false,
};
