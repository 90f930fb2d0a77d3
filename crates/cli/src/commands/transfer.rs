//! Commands of managed file transfer.

use crate::command::{
    Command, NO_NAMES, Names, OptionInfo, Run, flag, maybe_number, names, refused, value,
};
use crate::transfer;

/// The commands of this group.
pub(super) const COMMANDS: &[Command] = &[
    SETUP_COORDINATION,
    SETUP_COMMANDS,
    CREATE_AGENT,
    CREATE_BRIDGE_AGENT,
    DELETE_AGENT,
    START_AGENT,
    STOP_AGENT,
    PING_AGENT,
    LIST_AGENTS,
    SHOW_AGENT_DETAILS,
    CREATE_TRANSFER,
    CANCEL_TRANSFER,
    PAUSE_TRANSFER,
    RESUME_TRANSFER,
    OBFUSCATE,
    CLEAN_AGENT,
    DISPLAY_VERSION,
    RAS,
    CHANGE_DEFAULT,
    AGENT_CONTROLLER,
    SET_AGENT_LOG_LEVEL,
    SET_AGENT_TRACE_LEVEL,
];

const AGENT: Names = names("the agent", "AgentName", 1, 1);
pub(super) const OF: OptionInfo = value(
    "-p",
    "CoordinationQMgr",
    "The configuration: that of this coordination queue manager; without it the default one.",
);
// What every command that traces a process is told.
pub(super) const TRACE_ENDS: OptionInfo = flag(
    "-disableOnAnyFFDC",
    "The trace ends with the first failure after which the process connects anew or ends.",
);
pub(super) const TRACE_ENDS_WITH: OptionInfo = refused(
    "-disableOnFFDC",
    "failures here have no classes and probes; -disableOnAnyFFDC ends the trace with the first one",
);
pub(super) const CORE: OptionInfo = refused(
    "-jc",
    "there is no Java in the process; the system makes a core of it (gcore)",
);
const CREDENTIALS: OptionInfo = value(
    "-credentialsFile",
    "File",
    "File of users and passwords for the queue manager; without it MQMFTCredentials.xml in the home directory, if that is there.",
);
const REPLACE: OptionInfo = flag("-f", "Replaces what is there.");
// What every agent that is made is told.
const AGENT_NAME: OptionInfo = value(
    "-agentName",
    "AgentName",
    "Name of the agent, up to 28 characters.",
);
const AGENT_Q_MGR: OptionInfo = value("-agentQMgr", "QMgrName", "Its queue manager.");
const AGENT_Q_MGR_HOST: OptionInfo = value(
    "-agentQMgrHost",
    "Host",
    "Where that is, if the agent is to be a client of it.",
);
const AGENT_Q_MGR_PORT: OptionInfo = value("-agentQMgrPort", "Port", "Its port; 1414 without.");
const AGENT_Q_MGR_CHANNEL: OptionInfo = value(
    "-agentQMgrChannel",
    "Channel",
    "The channel; SYSTEM.DEF.SVRCONN without.",
);
const DESCRIPTION: OptionInfo = value("-agentDesc", "Text", "What is said of the agent.");
const DEFINE: OptionInfo = flag(
    "-define",
    "Has the queue manager, which is one of this machine and runs, define the queues at once (FerroMQ's own).",
);
const AUTHORITY: OptionInfo = flag(
    "-ac",
    "The authority queues of the agent decide who may ask it for what (authorityChecking).",
);
const USER_CREDENTIALS: OptionInfo = value(
    "-userCredentialsFile",
    "File",
    "The same as -credentialsFile, for generators that write it.",
);
const INSTANCES: OptionInfo = flag(
    "-x",
    "The agent may have several instances, one on each of several machines, of which one works and the others wait to take over (highlyAvailable).",
);
pub(super) const EXITS: &[(u8, &str)] = &[
    (0, "done"),
    (1, "it failed: the message says why"),
    (78, "the configuration of the agent does not allow a start"),
];

const SETUP_COORDINATION: Command = Command {
    name: "fteSetupCoordination",
    summary: "Makes the configuration of a coordination queue manager of file transfer, and prints the MQSC it needs.",
    names: NO_NAMES,
    about: "Agents tell the coordination queue manager what they are at, and programs subscribe there. The first one that is set up is the \
            default for all commands.",
    options: &[
        value("-coordinationQMgr", "QMgrName", "The queue manager."),
        value(
            "-coordinationQMgrHost",
            "Host",
            "Where it is, if it is reached as a client.",
        ),
        value("-coordinationQMgrPort", "Port", "Its port; 1414 without."),
        value(
            "-coordinationQMgrChannel",
            "Channel",
            "The channel; SYSTEM.DEF.SVRCONN without.",
        ),
        flag("-default", "Makes it the default for all commands."),
        REPLACE,
        CREDENTIALS,
    ],
    exits: EXITS,
    arguments_code: 1,
    run: Run::Alone(transfer::coordination),
    hidden: false,
};

const SETUP_COMMANDS: Command = Command {
    name: "fteSetupCommands",
    summary: "Says which queue manager the commands of file transfer connect to.",
    names: NO_NAMES,
    about: "Requests are put there and go to the agents by the usual ways between queue managers. Without this the coordination queue manager \
            is used.",
    options: &[
        value("-connectionQMgr", "QMgrName", "The queue manager."),
        value(
            "-connectionQMgrHost",
            "Host",
            "Where it is, if it is reached as a client.",
        ),
        value("-connectionQMgrPort", "Port", "Its port; 1414 without."),
        value(
            "-connectionQMgrChannel",
            "Channel",
            "The channel; SYSTEM.DEF.SVRCONN without.",
        ),
        OF,
        REPLACE,
        CREDENTIALS,
    ],
    exits: EXITS,
    arguments_code: 1,
    run: Run::Alone(transfer::commands),
    hidden: false,
};

const CREATE_AGENT: Command = Command {
    name: "fteCreateAgent",
    summary: "Makes the configuration of an agent of file transfer, and prints the MQSC of its queues.",
    names: NO_NAMES,
    about: "The agent is started with fteStartAgent when its queues are defined.",
    options: &[
        AGENT_NAME,
        AGENT_Q_MGR,
        AGENT_Q_MGR_HOST,
        AGENT_Q_MGR_PORT,
        AGENT_Q_MGR_CHANNEL,
        DESCRIPTION,
        DEFINE,
        AUTHORITY,
        OF,
        REPLACE,
        CREDENTIALS,
        USER_CREDENTIALS,
        INSTANCES,
    ],
    exits: EXITS,
    arguments_code: 1,
    run: Run::Alone(transfer::create),
    hidden: false,
};

const CREATE_BRIDGE_AGENT: Command = Command {
    name: "fteCreateBridgeAgent",
    summary: "Makes the configuration of an agent that transfers files of FTP, FTPS and SFTP servers, and prints the MQSC of its queues.",
    names: NO_NAMES,
    about: "The servers are in ProtocolBridgeProperties.xml, users and passwords for them in ProtocolBridgeCredentials.xml. Files are named server:path.",
    options: &[
        AGENT_NAME,
        AGENT_Q_MGR,
        AGENT_Q_MGR_HOST,
        AGENT_Q_MGR_PORT,
        AGENT_Q_MGR_CHANNEL,
        value(
            "-bt",
            "FTP|FTPS|SFTP",
            "What the default server speaks: FTP, FTPS or SFTP. Without it servers are written into the file by hand.",
        ),
        value(
            "-bh",
            "Host",
            "Where the default server is; its name is the same.",
        ),
        value("-bp", "Port", "Its port; that of the protocol without."),
        value("-bm", "UNIX|WINDOWS", "What the server runs on."),
        value(
            "-btz",
            "TimeZone",
            "Time zone of times in its listings, such as Europe/London; UTC without.",
        ),
        value("-bsl", "Locale", "Language of its listings, such as en_GB."),
        value("-bfe", "Encoding", "Code page of its text, such as UTF-8."),
        value("-blf", "UNIX|WINDOWS", "Format of its listings."),
        flag(
            "-blw",
            "The server lets files be written only: under their own names, and nothing is renamed.",
        ),
        value(
            "-bts",
            "File",
            "File of the certificates that are trusted, for FTPS.",
        ),
        value("-btsp", "Password", "Its password."),
        DESCRIPTION,
        DEFINE,
        AUTHORITY,
        OF,
        REPLACE,
        CREDENTIALS,
        USER_CREDENTIALS,
        INSTANCES,
    ],
    exits: EXITS,
    arguments_code: 1,
    run: Run::Alone(transfer::create_bridge),
    hidden: false,
};

const DELETE_AGENT: Command = Command {
    name: "fteDeleteAgent",
    summary: "Deletes the configuration of an agent, and prints the MQSC that deletes its queues.",
    names: AGENT,
    about: "Lists of agents, monitors and schedules no longer have what was its.",
    options: &[
        OF,
        flag(
            "-f",
            "Also when its files are gone: has the coordination queue manager forget what it has told of itself.",
        ),
    ],
    exits: EXITS,
    arguments_code: 1,
    run: Run::Alone(transfer::delete),
    hidden: false,
};

const START_AGENT: Command = Command {
    name: "fteStartAgent",
    summary: "Starts an agent of this machine.",
    names: AGENT,
    about: "It goes on with the transfers it was at. When its queue manager ends it waits and connects again. A controller starts it again when it ends by itself, as \
            maxRestartCount, maxRestartInterval and maxRestartDelay say.",
    options: &[
        flag(
            "-F",
            "In the foreground: the command is the agent, and ends it when it gets SIGTERM or SIGINT.",
        ),
        OF,
    ],
    exits: EXITS,
    arguments_code: 1,
    run: Run::Alone(transfer::start),
    hidden: false,
};

const STOP_AGENT: Command = Command {
    name: "fteStopAgent",
    summary: "Stops an agent.",
    names: AGENT,
    about: "The agent begins nothing new and ends when the transfers that run have ended. With -m the agent may be anywhere: it is asked by its command queue, \
            and AUTHADM1 says who may. Without, its process on this machine is ended.",
    options: &[
        flag(
            "-i",
            "At once: transfers that run go on when the agent is started again.",
        ),
        OF,
        value(
            "-m",
            "QMgrName",
            "Queue manager of the agent, wherever it runs.",
        ),
    ],
    exits: EXITS,
    arguments_code: 1,
    run: Run::Alone(transfer::stop),
    hidden: false,
};

const PING_AGENT: Command = Command {
    name: "ftePingAgent",
    summary: "Asks an agent whether it is there.",
    names: AGENT,
    about: "",
    options: &[
        value(
            "-m",
            "QMgrName",
            "Queue manager of the agent; without it looked up.",
        ),
        value(
            "-w",
            "Seconds",
            "How long to wait for the answer; 5 without.",
        ),
        OF,
    ],
    exits: &[
        (0, "it is there"),
        (1, "it failed: the message says why"),
        (2, "it did not answer in time"),
    ],
    arguments_code: 1,
    run: Run::Alone(transfer::ping),
    hidden: false,
};

const LIST_AGENTS: Command = Command {
    name: "fteListAgents",
    summary: "Lists the agents the coordination queue manager knows of, with what they said last.",
    names: names("a pattern", "[Pattern]", 0, 1),
    about: "",
    options: &[flag("-v", "Accepted: there is no more to be shown."), OF],
    exits: EXITS,
    arguments_code: 1,
    run: Run::Alone(transfer::list),
    hidden: false,
};

const SHOW_AGENT_DETAILS: Command = Command {
    name: "fteShowAgentDetails",
    summary: "Shows what an agent said last of itself.",
    names: AGENT,
    about: "",
    options: &[flag("-v", "Shows the transfers it is at, too."), OF],
    exits: EXITS,
    arguments_code: 1,
    run: Run::Alone(transfer::show),
    hidden: false,
};

/// Options of what asks for a transfer.
pub(super) const CREATE_TRANSFER_OPTIONS: &[OptionInfo] = &[
    value("-sa", "AgentName", "Source agent."),
    value(
        "-sm",
        "QMgrName",
        "Its queue manager; without it looked up.",
    ),
    value(
        "-da",
        "AgentName",
        "Destination agent. fteCreateTransfer takes several with commas between them (FerroMQ's own): a transfer to each.",
    ),
    value(
        "-dm",
        "QMgrName",
        "Its queue manager; without it looked up.",
    ),
    value("-df", "File", "Destination: this file."),
    value(
        "-dd",
        "Directory",
        "Destination: this directory; files keep their names.",
    ),
    value(
        "-dq",
        "Queue[@QMgrName]",
        "Destination: this queue. A file becomes a message, or a group of them with -qs, -dqdb or -dqdt.",
    ),
    value("-qs", "Size", "Bytes of each message: 1000, 10K, 1M."),
    value(
        "-dqdb",
        "xHH,...",
        "Files are cut into messages where these bytes are: x0D,x0A.",
    ),
    value(
        "-dqdt",
        "Pattern",
        "Text is cut into messages where this regular expression fits.",
    ),
    value(
        "-dqdp",
        "prefix|postfix",
        "The delimiter stands in front of a message or behind it; postfix without.",
    ),
    flag("-qi", "The delimiter stays in the message."),
    value(
        "-qmp",
        "true|false",
        "Properties of the first message say where it comes from; false without.",
    ),
    value(
        "-dqp",
        "true|false|qdef",
        "Messages are persistent, are not, or as the queue says; true without.",
    ),
    flag(
        "-sq",
        "The source is a queue: its messages become the file -df, and are taken off the queue then.",
    ),
    flag(
        "-sqgi",
        "One complete group of messages rather than all there are.",
    ),
    value(
        "-sqwt",
        "Seconds",
        "How long to wait for a message, each time there is none, or for a group to be complete; 0 without.",
    ),
    value(
        "-sqdb",
        "xHH,...",
        "These bytes are put between messages in the file.",
    ),
    value(
        "-sqdt",
        "Text",
        "This text is, with \\n, \\t and \\u002D as Java has them.",
    ),
    value(
        "-sqdp",
        "prefix|postfix",
        "In front of each message or behind it; postfix without.",
    ),
    value(
        "-de",
        "error|overwrite|update|append",
        "What to do when the destination is there; error without. With update, which is FerroMQ's own, it is replaced, and what it or a cancelled transfer has of the file is not sent again; with append, FerroMQ's own too, what comes is put behind what it has.",
    ),
    value(
        "-sd",
        "leave|delete",
        "What becomes of sources that were transferred; leave without.",
    ),
    value(
        "-t",
        "binary|text",
        "binary without. Of text the code page and the line ends may change: -sce, -dce, -dle.",
    ),
    value(
        "-sce",
        "CodePage",
        "Code page of sources that are text: UTF-8, ISO-8859-15, IBM-1047, Cp1252, a CCSID; UTF-8 without.",
    ),
    value(
        "-dce",
        "CodePage",
        "Code page of text at the destination; UTF-8 without.",
    ),
    value(
        "-dle",
        "LF|CRLF",
        "Line ends of text at the destination; LF without.",
    ),
    value(
        "-cs",
        "MD5|none|BLAKE3|XXH3",
        "Checksum of each file; MD5 without. BLAKE3 and XXH3 are FerroMQ's own.",
    ),
    flag(
        "-atomic",
        "All files of the transfer appear at the destination together when the last one is whole, or none does; FerroMQ's own.",
    ),
    value(
        "-compress",
        "auto|zstd|none",
        "Whether files are compressed on their way, which is FerroMQ's own: while it makes them arrive earlier, always but for what does not become shorter, or never; as the source agent's transferCompression says without.",
    ),
    flag("-r", "Directories below are transferred, too."),
    value("-pr", "Priority", "0 to 9; 0 without."),
    maybe_number(
        "-w",
        "Seconds",
        "Waits for the end, at most so long; without a number for as long as it takes.",
    ),
    value(
        "-rt",
        "Seconds",
        "How long it may try to recover; -1 for ever.",
    ),
    value("-jn", "JobName", "Name of the job."),
    value(
        "-tn",
        "TemplateName",
        "The template that is made by fteCreateTemplate; fteCreateTransfer makes the request of that template, and takes no sources then.",
    ),
    value("-md", "Key=Value,...", "What is kept with the transfer."),
    value(
        "-gt",
        "File",
        "Writes the request there instead of sending it.",
    ),
    value(
        "-td",
        "File",
        "Transfers what this definition file says: its root is transferSpecifications, with items as requests have them.",
    ),
    refused("-srdb", "there are no data sets here"),
    refused("-srdp", "there are no data sets here"),
    flag(
        "-dtr",
        "Accepted: there are no records here that could be cut off.",
    ),
    value(
        "-skeep",
        "true|false",
        "Accepted: blanks at the end of lines stay, there are no records of fixed length here.",
    ),
    refused("-dfa", "there are no data sets here"),
    OF,
    value(
        "-ss",
        "Time",
        "Not now but at this time, the first of several with -oi: yyyy-MM-ddThh:mm, or hh:mm for the next time clocks show that.",
    ),
    value(
        "-tb",
        "admin|source|UTC",
        "Whose time that is: that of this machine, of the source agent, or UTC; admin without.",
    ),
    value(
        "-oi",
        "minutes|hours|days|weeks|months|years",
        "Again and again, with so many of these between two times as -of says.",
    ),
    value("-of", "Number", "How many of them; 1 without."),
    value(
        "-oc",
        "Number",
        "How often at most; for ever without -oc and -es.",
    ),
    value("-es", "Time", "Not after this time: yyyy-MM-ddThh:mm."),
    value(
        "-tr",
        "Condition,File,...",
        "Transfers only if this is so of the files at the source agent: file=exist, file!=exist or filesize>=SIZE (10MB, 5KB), and their names.",
    ),
    value(
        "-tl",
        "yes|no",
        "Whether the audit tells that it was not so; yes without.",
    ),
    refused("-ds", "there are no data sets here"),
    refused("-dp", "there are no data sets here"),
    refused("-du", "there are no file spaces here"),
    value(
        "-presrc",
        "Program",
        "Runs at the source agent before anything is read: [executable:]command[(argument,...)][,retries][,wait in seconds][,success codes], of a directory of its commandPath.",
    ),
    value(
        "-postsrc",
        "Program",
        "Runs there when everything is done, written as for -presrc.",
    ),
    value(
        "-predst",
        "Program",
        "Runs at the destination agent before anything is written, written as for -presrc.",
    ),
    value(
        "-postdst",
        "Program",
        "Runs there when everything is written, written as for -presrc.",
    ),
];

const CREATE_TRANSFER: Command = Command {
    name: "fteCreateTransfer",
    summary: "Asks an agent to transfer files to another.",
    names: names("a file", "SourceFile...", 0, 10_000),
    about: "Sources are files, patterns (* and ? in the last part) or directories at the source agent; paths that do not begin with / are below \
            its transferRoot.",
    options: CREATE_TRANSFER_OPTIONS,
    exits: &[
        (
            0,
            "the request was put; with -w, all files were transferred",
        ),
        (1, "it failed: the message says why"),
        (2, "the agent did not tell in time how it went"),
        (
            20,
            "some files were transferred; or to some of several agents",
        ),
        (40, "no file was transferred"),
        (41, "it was cancelled"),
        (42, "what -tr asks was not so"),
    ],
    arguments_code: 1,
    run: Run::Alone(transfer::create_transfer),
    hidden: false,
};

const CANCEL_TRANSFER: Command = Command {
    name: "fteCancelTransfer",
    summary: "Cancels a transfer. Files that are complete stay; what is half written is removed.",
    names: names("the transfer", "TransferId", 1, 1),
    about: "",
    options: &[
        value(
            "-a",
            "AgentName",
            "Source or destination agent of the transfer.",
        ),
        value("-m", "QMgrName", "Its queue manager; without it looked up."),
        OF,
    ],
    exits: &[
        (0, "it is being cancelled"),
        (1, "it failed: the message says why"),
        (22, "it was not cancelled within 30 seconds"),
        (26, "the agent does not know it"),
        (27, "it is being cancelled already"),
    ],
    arguments_code: 1,
    run: Run::Alone(transfer::cancel),
    hidden: false,
};

/// Options of commands for a transfer that its source agent takes.
const OF_SOURCE: &[OptionInfo] = &[
    value("-a", "AgentName", "Source agent of the transfer."),
    value("-m", "QMgrName", "Its queue manager; without it looked up."),
    OF,
];

const PAUSE_TRANSFER: Command = Command {
    name: "ftePauseTransfer",
    summary: "Has a transfer rest: nothing more of it is sent until fteResumeTransfer. FerroMQ's own.",
    names: names("the transfer", "TransferId", 1, 1),
    about: "What has arrived stays, also of a file that is half there; what is on its way arrives. Others have its place, once no program of it runs. That it rests \
            outlives both agents.",
    options: OF_SOURCE,
    exits: &[
        (0, "it rests"),
        (1, "it failed: the message says why"),
        (
            2,
            "the agent did not answer within 30 seconds; it may still do it",
        ),
        (26, "the agent does not send it"),
        (27, "it is about to end"),
    ],
    arguments_code: 1,
    run: Run::Alone(transfer::pause),
    hidden: false,
};

const RESUME_TRANSFER: Command = Command {
    name: "fteResumeTransfer",
    summary: "Has a transfer go on that ftePauseTransfer had rest, from where it was. FerroMQ's own.",
    names: names("the transfer", "TransferId", 1, 1),
    about: "A transfer that does not rest goes on as it does.",
    options: OF_SOURCE,
    exits: &[
        (0, "it goes on"),
        (1, "it failed: the message says why"),
        (
            2,
            "the agent did not answer within 30 seconds; it may still do it",
        ),
        (26, "the agent does not send it"),
        (27, "it is about to end"),
    ],
    arguments_code: 1,
    run: Run::Alone(transfer::resume),
    hidden: false,
};

const OBFUSCATE: Command = Command {
    name: "fteObfuscate",
    summary: "Makes the users and passwords of a credentials file unreadable at a glance.",
    names: NO_NAMES,
    about: "This is no protection from who has the file: keep it readable for its owner only, which is checked whenever it is used.",
    options: &[value("-f", "File", "The credentials file.")],
    exits: EXITS,
    arguments_code: 1,
    run: Run::Alone(transfer::obfuscate),
    hidden: false,
};

const CLEAN_AGENT: Command = Command {
    name: "fteCleanAgent",
    summary: "Takes away what is kept of an agent that does not run: it does not go on with that when it starts again.",
    names: AGENT,
    about: "At least one option has to be given.",
    options: &[
        flag(
            "-trs",
            "Transfers, and temporary files of those to this agent.",
        ),
        flag("-ms", "Monitors and their histories."),
        flag("-ss", "Schedules."),
        flag("-ims", "Messages nobody understands."),
        flag("-all", "All of these."),
        OF,
    ],
    exits: EXITS,
    arguments_code: 1,
    run: Run::Alone(transfer::clean),
    hidden: false,
};

const SET_AGENT_LOG_LEVEL: Command = Command {
    name: "fteSetAgentLogLevel",
    summary: "Says what an agent of this machine that runs writes down besides its log.",
    names: AGENT,
    about: "It counts at once, and until the process of the agent ends; agentLog, resourceMonitorLog and logTransfer of agent.properties say it for each start. A + in front \
            leaves what is not named as it is. The command is for the user of the agent, and root.",
    options: &[
        value(
            "-logAgent",
            "Component=Operation",
            "What a bridge and servers say to each other, in agentevent0.log: ftp, ftps and sftp, each =on or =off, with commas between; =on and =off are for all.",
        ),
        value(
            "-logMonitor",
            "Monitor=Level",
            "What monitors do, in resmonevent0.log: names of monitors with commas between, then =off, =info, =moderate or =verbose; without names for all.",
        ),
        value(
            "-logTransfer",
            "off|info|moderate|verbose",
            "The course of transfers, in transferlog0.json: off, info, moderate or verbose.",
        ),
        OF,
    ],
    exits: EXITS,
    arguments_code: 1,
    run: Run::Alone(transfer::set_agent_log_level),
    hidden: false,
};

const SET_AGENT_TRACE_LEVEL: Command = Command {
    name: "fteSetAgentTraceLevel",
    summary: "Has an agent of this machine that runs, and its controller, write down all they call, or no longer.",
    names: AGENT,
    about: "The trace is in trace%PID%/trace%PID%.txt and pctrace%PID%/pctrace%PID%.txt beside the log of the agent. It goes on until the process ends; trace of agent.properties says it for each start. \
            The command is for the user of the agent, and root.",
    options: &[
        value(
            "-traceAgent",
            "Classes=Level",
            "com.ibm.wmqfte is everything, ferromq.mqi, ferromq.files and ferromq.events its parts; off, flow, moderate, verbose or all. =off ends the trace.",
        ),
        TRACE_ENDS,
        TRACE_ENDS_WITH,
        CORE,
        OF,
    ],
    exits: EXITS,
    arguments_code: 1,
    run: Run::Alone(transfer::set_agent_trace_level),
    hidden: false,
};

const DISPLAY_VERSION: Command = Command {
    name: "fteDisplayVersion",
    summary: "Says which version of file transfer this is.",
    names: NO_NAMES,
    about: "",
    options: &[flag(
        "-v",
        "Says where it runs and where its data are, too.",
    )],
    exits: EXITS,
    arguments_code: 1,
    run: Run::Alone(transfer::version),
    hidden: false,
};

const RAS: Command = Command {
    name: "fteRAS",
    summary: "Collects what a maintainer asks for of file transfer in one archive.",
    names: names("the directory", "[OutputDirectory]", 0, 1),
    about: "The configuration, the logs of agents and loggers, and what is known of agents, monitors, schedules and templates. Passwords, keys and \
            documents that were captured are left out. The archive is fteras_DATE_TIME.zip in that directory, or in that of file transfer. runmqras \
            has what belongs to queue managers.",
    options: &[OF],
    exits: EXITS,
    arguments_code: 1,
    run: Run::Alone(transfer::ras),
    hidden: false,
};

const CHANGE_DEFAULT: Command = Command {
    name: "fteChangeDefaultConfigurationOptions",
    summary: "Says which configuration commands mean that name none.",
    names: names("the configuration", "ConfigurationOptions", 1, 1),
    about: "A configuration has the name of its coordination queue manager.",
    options: &[],
    exits: EXITS,
    arguments_code: 1,
    run: Run::Alone(transfer::change_default),
    hidden: false,
};

const AGENT_CONTROLLER: Command = Command {
    name: "fteAgentController",
    summary: "Starts an agent again when it ends by itself; fteStartAgent starts this.",
    names: AGENT,
    about: "",
    options: &[OF],
    exits: EXITS,
    arguments_code: 1,
    run: Run::Alone(transfer::controller),
    hidden: true,
};
