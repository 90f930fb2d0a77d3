//! Commands that make, run, show and remove queue managers.

use crate::command::{
    Command, NO_NAMES, ON_Q_MGR, OPTIONAL_Q_MGR, Q_MGR, Run, flag, refused, repeatable, value,
};
use crate::failure::exit;
use crate::{configuration, control, mqsc};

const NO_MULTI_INSTANCE: &str = "there are no standby instances at this level";
const NO_CHANNELS: &str = "channels to other queue managers are not there at this level";

/// The commands of this group.
pub(super) const COMMANDS: &[Command] = &[
    CRTMQM, STRMQM, ENDMQM, DLTMQM, DSPMQ, DSPMQVER, RUNMQSC, DMPMQCFG, SERVE,
];

const CRTMQM: Command = Command {
    name: "crtmqm",
    summary: "Creates a queue manager.",
    names: Q_MGR,
    about: "The queue manager and its default objects are on disk when the command ends. It is not started. \
            A failed creation leaves nothing behind.",
    options: &[
        value("-c", "Text", "Description, at most 64 characters."),
        value(
            "-d",
            "DefaultTransmissionQueue",
            "Queue for messages to queue managers no other queue leads to.",
        ),
        flag(
            "-dev",
            "Also make what developers need: queues DEV.QUEUE.1 and its like, channels DEV.APP.SVRCONN and DEV.ADMIN.SVRCONN, \
             users app and admin with passwords of MQ_APP_PASSWORD and MQ_ADMIN_PASSWORD; says how to connect. With -p the \
             listener is for this machine only. See docs/manual/security.md.",
        ),
        value(
            "-g",
            "ApplicationGroup",
            "Group whose members may use it; stored.",
        ),
        value(
            "-h",
            "MaximumHandleLimit",
            "Most handles of one connection (MAXHANDS).",
        ),
        flag("-lc", "Circular log (the default)."),
        flag("-ll", "Linear log."),
        flag(
            "-lla",
            "Linear log whose extents are used again by themselves, as all linear logs are at this level.",
        ),
        flag(
            "-lln",
            "Linear log whose extents somebody else removes; extents are used again by themselves all the same.",
        ),
        value(
            "-ld",
            "LogPath",
            "Directory below which the log directory is made.",
        ),
        value(
            "-lf",
            "LogFilePages",
            "Pages of 4 KiB in a log extent, 64 to 65535.",
        ),
        value("-lp", "LogPrimaryFiles", "Primary log extents, 2 to 510."),
        value(
            "-ls",
            "LogSecondaryFiles",
            "Secondary log extents, 1 to 509.",
        ),
        value(
            "-md",
            "DataPath",
            "Directory below which the data directory is made.",
        ),
        value(
            "-p",
            "PortNumber",
            "Port, 1 to 65535: make a listener SYSTEM.LISTENER.TCP.1 that starts and ends with the queue manager.",
        ),
        flag("-q", "Make it the default queue manager."),
        value(
            "-t",
            "IntervalValue",
            "Milliseconds between trigger messages (TRIGINT).",
        ),
        value(
            "-u",
            "DeadLetterQueue",
            "Queue for messages that cannot be delivered.",
        ),
        value(
            "-x",
            "MaximumUncommittedMessages",
            "Most messages in one unit of work (MAXUMSGS).",
        ),
        value(
            "-oa",
            "group|user",
            "Whether authorities are held by group or by user; stored.",
        ),
        flag("-z", "Say nothing but errors."),
        refused("-a", "files belong to the user who runs the command"),
        value(
            "-ic",
            "Path",
            "MQSC commands to run at every start: a file, or a folder of files *.mqsc (MQSCConfig of qm.ini). See docs/manual/clusters.md.",
        ),
        value(
            "-ii",
            "Path",
            "Settings to write into qm.ini at every start: a file, or a folder of files *.ini (IniConfig of qm.ini).",
        ),
        repeatable(
            "-iv",
            "NAME=VALUE",
            "What +NAME+ stands for in the commands of -ic (Variables of qm.ini). May be given several times.",
        ),
        refused("-lr", "there are no replicated logs at this level"),
        refused(
            "-sx",
            "there are no replicated queue managers at this level",
        ),
        refused(
            "-sxs",
            "there are no replicated queue managers at this level",
        ),
        refused(
            "-rr",
            "there are no replicated queue managers at this level",
        ),
    ],
    exits: &[
        (0, "created"),
        (exit::EXISTS, "it exists already"),
        (exit::ARGUMENTS, "arguments are not valid"),
        (exit::STORAGE, "there is not enough room on the disk"),
        (exit::UNEXPECTED, "something unexpected happened"),
        (exit::NAME, "the name is not valid"),
        (exit::LOG_LOCATION, "the log location is not valid"),
        (
            exit::DEFAULT_NOT_NOTED,
            "created, and it could not be made the default",
        ),
        (exit::LOG_SIZE, "the log size is not valid"),
        (exit::NOT_AUTHORIZED, "you may not do this"),
    ],
    arguments_code: exit::ARGUMENTS,
    run: Run::Alone(control::create::run),
    hidden: false,
};

const STRMQM: Command = Command {
    name: "strmqm",
    summary: "Starts a queue manager.",
    names: OPTIONAL_Q_MGR,
    about: "It runs in a process of its own. The command ends when applications can connect. What was committed \
            before a crash is there then. One that was killed just now is waited for until its process is gone, at most \
            30 seconds. Without a name the default queue manager is meant.",
    options: &[
        flag(
            "-c",
            "Replace the default objects by new ones and stop again.",
        ),
        flag(
            "-d",
            "Accepted, and starts it as usual: there is nothing but the queue manager to start.",
        ),
        flag("-z", "Say nothing but errors."),
        value("-si", "Instance", "Accepted, and starts it as usual."),
        refused("-x", NO_MULTI_INSTANCE),
        refused("-a", "there are no shared installations at this level"),
        refused(
            "-r",
            "the log is always replayed, and media images need no flag",
        ),
        flag(
            "-ns",
            "Start no listener, no command server and no queued publish and subscribe. START LISTENER and strmqcsv start \
             the first two later; the third waits for the next start.",
        ),
        flag("-no", "The same as -ns."),
    ],
    exits: &[
        (0, "started"),
        (exit::BEING_CREATED, "it is being created"),
        (exit::RUNNING, "it is running"),
        (exit::NOT_FOUND, "it does not exist"),
        (exit::LOG_NOT_AVAILABLE, "its log is not available"),
        (
            exit::STILL_OPEN,
            "another process has it open, or its process is stopped",
        ),
        (exit::ARGUMENTS, "arguments are not valid"),
        (exit::ENDING, "it is ending"),
        (
            exit::STORAGE,
            "there is not enough room on the disk, or files may not be as large as its log files",
        ),
        (exit::UNEXPECTED, "something unexpected happened"),
        (exit::NAME, "the name is not valid"),
        (exit::LOG_LOCATION, "the log location is not valid"),
        (exit::NOT_AUTHORIZED, "you may not do this"),
    ],
    arguments_code: exit::ARGUMENTS,
    run: Run::Alone(control::start::run),
    hidden: false,
};

const ENDMQM: Command = Command {
    name: "endmqm",
    summary: "Ends a queue manager.",
    names: OPTIONAL_Q_MGR,
    about: "Without an option the end is controlled: applications may finish, new ones are refused, and the command \
            does not wait. Without a name the default queue manager is meant.",
    options: &[
        flag(
            "-c",
            "Controlled: applications may finish; the command does not wait (the default). Clients that reconnect by \
             themselves are disconnected: see -r.",
        ),
        flag("-w", "Controlled, and wait until it has ended."),
        flag(
            "-i",
            "Immediate: the verbs under way are finished and answered, waits for messages end, everything else is refused. \
             Programs and clients have 10 seconds to read their answers.",
        ),
        flag(
            "-p",
            "Preemptive: do not wait for verbs under way. The next start is like one after a crash.",
        ),
        value(
            "-t",
            "Seconds",
            "Wait at most so long, then go on as -i; with -i as -p.",
        ),
        value("-tp", "Seconds", "Wait at most so long, then go on as -p."),
        flag("-z", "Say nothing but errors."),
        flag(
            "-s",
            "Accepted: there is no standby instance to switch to, so none is.",
        ),
        flag(
            "-r",
            "Disconnect clients that reconnect by themselves at once, so that they go to another queue manager or wait for \
             this one. Without it they may finish what they are at, for 10 seconds at most. With -i and -p there is no \
             difference.",
        ),
        refused("-x", NO_MULTI_INSTANCE),
    ],
    exits: &[
        (0, "ended, or on its way"),
        (exit::BEING_CREATED, "it is being created"),
        (exit::NOT_FOUND, "it does not exist"),
        (exit::ARGUMENTS, "arguments are not valid"),
        (exit::NOT_AVAILABLE, "it is not running"),
        (exit::ENDING, "it is ending already"),
        (exit::STORAGE, "there is not enough storage"),
        (exit::UNEXPECTED, "something unexpected happened"),
        (exit::NAME, "the name is not valid"),
        (exit::NOT_AUTHORIZED, "you may not do this"),
    ],
    arguments_code: exit::ARGUMENTS,
    run: Run::Alone(control::end::run),
    hidden: false,
};

const DLTMQM: Command = Command {
    name: "dltmqm",
    summary: "Deletes a queue manager with everything in it.",
    names: Q_MGR,
    about: "Its objects, its messages and its log are gone for good. It must have been ended.",
    options: &[flag("-z", "Say nothing but errors.")],
    exits: &[
        (0, "deleted"),
        (exit::BEING_CREATED, "it is being created"),
        (exit::RUNNING, "it is running"),
        (exit::NOT_FOUND, "it does not exist"),
        (exit::STILL_OPEN, "another process has it open"),
        (33, "some of its files could not be removed"),
        (exit::ARGUMENTS, "arguments are not valid"),
        (exit::ENDING, "it is ending"),
        (exit::STORAGE, "there is not enough storage"),
        (exit::UNEXPECTED, "something unexpected happened"),
        (exit::NAME, "the name is not valid"),
        (exit::LOG_LOCATION, "the log location is not valid"),
        (
            exit::DEFAULT_NOT_REMOVED,
            "deleted, and it is still noted as the default",
        ),
        (exit::NOT_AUTHORIZED, "you may not do this"),
    ],
    arguments_code: exit::ARGUMENTS,
    run: Run::Alone(control::delete::run),
    hidden: false,
};

const DSPMQ: Command = Command {
    name: "dspmq",
    summary: "Shows the queue managers and what they are doing.",
    names: NO_NAMES,
    about: "",
    options: &[
        value("-m", "QMgrName", "Only this queue manager."),
        repeatable(
            "-o",
            "status|default|all|standby|installation|type",
            "What to show of each: its status (the default), whether it is the default one, all of it, and so on.",
        ),
        flag("-s", "Show the status; the same as -o status."),
        flag("-x", "Show also where it runs."),
        flag("-f", "Accepted: the files are always looked at."),
        flag("-n", "Show states in capitals, for programs to read."),
        flag("-i", "Show also the installation."),
    ],
    exits: &[
        (0, "shown"),
        (exit::DISPLAY_ARGUMENTS, "arguments are not valid"),
        (exit::UNEXPECTED, "something unexpected happened"),
        (exit::NAME, "the name is not valid, or not known"),
    ],
    arguments_code: exit::DISPLAY_ARGUMENTS,
    run: Run::Alone(control::display::run),
    hidden: false,
};

const DSPMQVER: Command = Command {
    name: "dspmqver",
    summary: "Shows what is installed.",
    names: NO_NAMES,
    about: "",
    options: &[
        value(
            "-f",
            "Fields",
            "Sum of the numbers of the fields to show: 1 name, 2 version, 4 level, 8 build, 16 platform, 32 mode, 64 operating system, 128 installation, 256 its description, 512 primary, 1024 its path, 2048 data path, 4096 command level, 8192 licence.",
        ),
        flag("-b", "Leave out the names of the fields."),
        flag("-v", "Show every field."),
        value("-p", "Components", "Accepted: there is one component."),
        flag("-i", "Show this installation, the only one there is."),
        flag("-a", "Show every field."),
    ],
    exits: &[(0, "shown"), (10, "arguments are not valid")],
    arguments_code: 10,
    run: Run::Alone(control::version::run),
    hidden: false,
};

const RUNMQSC: Command = Command {
    name: "runmqsc",
    summary: "Runs MQSC commands on a queue manager.",
    names: OPTIONAL_Q_MGR,
    about: "Commands come from standard input; at a terminal with a prompt, a history and completion by the Tab key. END, or the end of the \
            input, ends it. docs/manual/mqsc.md says what the commands are. MQPROMPT in the environment is the prompt; +QMNAME+ in it is the queue manager, and +NAME+ a variable of the environment.",
    options: &[
        flag("-e", "Do not repeat the commands in the output."),
        value("-f", "FileName", "Take the commands from a file."),
        flag(
            "-v",
            "Only check the commands; the queue manager need not run.",
        ),
        flag(
            "-n",
            "Only check the commands, as -v: without a connection there is nothing else to do.",
        ),
        flag(
            "-c",
            "Connect as a client, by MQSERVER or a channel table; the command server runs the commands.",
        ),
        value(
            "-u",
            "UserID",
            "Connect with this user and a password, which is asked for, or is the first line of standard input.",
        ),
        value(
            "-w",
            "WaitTime",
            "Have the command server of QMgrName run the commands, by the queues of the local queue manager, and \
             wait so many seconds for each answer.",
        ),
        refused("-x", "only queue managers on z/OS are meant by it"),
        value(
            "-m",
            "LocalQMgrName",
            "With -w: the local queue manager, if it is not the default one.",
        ),
        refused(
            "-r",
            "a client that reconnects would not know which commands were run",
        ),
    ],
    exits: &[
        (0, "every command was processed"),
        (
            10,
            "some commands were not processed, or had a syntax error",
        ),
        (20, "nothing was run"),
    ],
    arguments_code: 20,
    run: Run::Alone(mqsc::runmqsc::run),
    hidden: false,
};

const DMPMQCFG: Command = Command {
    name: "dmpmqcfg",
    summary: "Writes the definitions of a queue manager as MQSC commands.",
    names: NO_NAMES,
    about: "What it writes can be given to runmqsc, of this or of another queue manager.",
    options: &[
        ON_Q_MGR,
        value(
            "-n",
            "Name",
            "Only objects of this name; a * at the end stands for any rest. Default: all.",
        ),
        value(
            "-t",
            "all|qmgr|queue|qlocal|qmodel|qalias|qremote|process|namelist|channel|clntconn|lstener|topic",
            "Only objects of this type. Default: all.",
        ),
        value(
            "-x",
            "all|object|authrec|chlauth|sub",
            "What to write: objects, authority records, channel authentication records, or subscriptions that last. Default: all.",
        ),
        value(
            "-o",
            "mqsc|1line|2line|setmqaut|grtmqaut",
            "Over several lines (the default), each command on one line, or what an object is like on a second line; with -x authrec as commands \
             setmqaut, or as GRTMQMAUT of IBM i.",
        ),
        flag(
            "-a",
            "Write every attribute, not only those that differ from new objects and from the default object.",
        ),
        value(
            "-s",
            "Sequence",
            "Accepted: commands are always in the order in which they can be run again.",
        ),
        flag("-z", "Leave out the comments at the beginning."),
        refused(
            "-c",
            "it does not ask the command server at this level: run it where the queue manager runs",
        ),
        value(
            "-u",
            "UserID",
            "Connect with this user and a password, which is asked for, or is the first line of standard input.",
        ),
        refused("-r", NO_CHANNELS),
        refused("-q", "the command asks the queue manager itself"),
    ],
    exits: &[
        (0, "written"),
        (10, "some definitions were not written"),
        (20, "nothing was written"),
    ],
    arguments_code: 20,
    run: Run::Alone(configuration::run),
    hidden: false,
};

const SERVE: Command = Command {
    name: "serve",
    summary: "Is the process of a queue manager; strmqm starts it.",
    names: Q_MGR,
    about: "It stays in the foreground until the queue manager has ended, which makes it fit for service supervisors \
            and containers.",
    options: &[
        flag(
            "-r",
            "Tell readiness on standard output and go into the background: for strmqm.",
        ),
        flag("-c", "Replace the default objects and end."),
        flag(
            "-ns",
            "Start no listener, no command server and no queued publish and subscribe.",
        ),
    ],
    exits: &[
        (0, "ended"),
        (
            exit::UNEXPECTED,
            "it did not start, or ended with an error; other codes as strmqm",
        ),
    ],
    arguments_code: exit::ARGUMENTS,
    run: Run::Alone(control::serve::run),
    hidden: true,
};
