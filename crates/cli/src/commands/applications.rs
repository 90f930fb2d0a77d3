//! Small applications to try a queue manager out with.

use crate::command::{Command, NO_NAMES, OptionInfo, Run, flag, maybe_value, names, value};
use crate::sample;

/// The commands of this group.
pub(super) const COMMANDS: &[Command] = &[
    AMQSPUT, AMQSPUTC, AMQSGET, AMQSGETC, AMQSBCG, AMQSBCGC, AMQSGBR, AMQSGBRC, AMQSREQ, AMQSREQC,
    AMQSECH, AMQSECHC, AMQSRUA, AMQSRUAC, AMQSMON, AMQSACT, AMQSBLST, AMQSBLSTC, AMQSEVT,
];

/// `amqsput` and its like take no options; `-?` explains all the same.
const ABOUT: &str = "MQSAMP_USER_ID in the environment is the user to connect as, and asks for a password. \
                     MQ_CONNECT_TYPE=CLIENT connects as a client, as amqsputc and its like do.";
/// How the client versions connect.
const AS_CLIENT: &str = "It connects as a client: by MQSERVER (CHANNEL/TCP/host(port)) or a channel table (MQCCDTURL, or MQCHLTAB in \
                         MQCHLLIB). MQSAMP_USER_ID in the environment is the user to connect as, and asks for a password. See \
                         docs/manual/client.md.";
const EXITS: &[(u8, &str)] = &[
    (0, "done"),
    (1, "a verb failed; its reason code is printed"),
    (99, "arguments are not valid"),
];
const QUEUE: &str = "the queue";

const AMQSPUT: Command = Command {
    name: "amqsput",
    summary: "Puts each line of standard input on a queue as a message.",
    names: names(
        QUEUE,
        "QName [QMgrName [OpenOptions [CloseOptions [TargetQMgrName [DynamicQName]]]]]",
        1,
        6,
    ),
    about: "An empty line ends it. Options are the numbers of the MQI. MQSAMP_USER_ID in the environment is the \
            user to connect as, and asks for a password.",
    options: &[],
    exits: EXITS,
    arguments_code: 99,
    run: Run::Alone(sample::put::run),
    hidden: false,
};

const AMQSGET: Command = Command {
    name: "amqsget",
    summary: "Gets the messages of a queue and prints them.",
    names: names(QUEUE, "QName [QMgrName [OpenOptions [CloseOptions]]]", 1, 4),
    about: "It waits 15 seconds for the next message before it ends; MQSAMP_WAIT in the environment is another number of \
            seconds. Options are the numbers of the MQI.",
    options: &[],
    exits: EXITS,
    arguments_code: 99,
    run: Run::Alone(sample::get::run),
    hidden: false,
};

const AMQSBCG: Command = Command {
    name: "amqsbcg",
    summary: "Browses a queue and prints descriptor and contents of each message.",
    names: names(QUEUE, "QName [QMgrName [PropertyOption]]", 1, 3),
    about: "PropertyOption says what becomes of properties of messages: 0 what PROPCTL of the queue says (the default), \
            1 they are shown by name and value, 2 they are left out, 3 they are shown as an MQRFH2 header in front of \
            the data, 4 the same where JMS or an application set any. MQSAMP_USER_ID in the environment is the user \
            to connect as, and asks for a password. MQ_CONNECT_TYPE=CLIENT connects as a client, as amqsputc and its \
            like do.",
    options: &[],
    exits: EXITS,
    arguments_code: 99,
    run: Run::Alone(sample::browse::run),
    hidden: false,
};

const AMQSGBR: Command = Command {
    name: "amqsgbr",
    summary: "Browses a queue and prints the text of each message.",
    names: names(QUEUE, "QName [QMgrName]", 1, 2),
    about: ABOUT,
    options: &[],
    exits: EXITS,
    arguments_code: 99,
    run: Run::Alone(sample::browse_text::run),
    hidden: false,
};

const AMQSREQ: Command = Command {
    name: "amqsreq",
    summary: "Puts each line of standard input as a request and prints the replies.",
    names: names(QUEUE, "QName [QMgrName [ReplyQName]]", 1, 3),
    about: "Without a reply queue it makes a temporary one from SYSTEM.DEFAULT.MODEL.QUEUE. It waits 60 seconds for the first \
            reply and 15 for each further one; MQSAMP_WAIT in the environment is another number of seconds.",
    options: &[],
    exits: EXITS,
    arguments_code: 99,
    run: Run::Alone(sample::request::run),
    hidden: false,
};

const AMQSECH: Command = Command {
    name: "amqsech",
    summary: "Answers each request of a queue with its own contents.",
    names: names(
        "the queue, or the trigger message",
        "QName|TriggerMessage [QMgrName]",
        1,
        2,
    ),
    about: "Started by a trigger monitor it is given the trigger message (MQTMC2). It ends when no request has come for 5 \
            seconds; MQSAMP_WAIT in the environment is another number of seconds.",
    options: &[
        flag(
            "-k",
            "Keep waiting for requests until the queue manager ends.",
        ),
        value("-n", "Count", "End after so many requests."),
    ],
    exits: EXITS,
    arguments_code: 99,
    run: Run::Alone(sample::echo::run),
    hidden: false,
};

const AMQSPUTC: Command = Command {
    name: "amqsputc",
    summary: "Puts each line of standard input on a queue as a message, as a client.",
    about: AS_CLIENT,
    run: Run::Alone(sample::put_as_client),
    ..AMQSPUT
};

const AMQSGETC: Command = Command {
    name: "amqsgetc",
    summary: "Gets the messages of a queue and prints them, as a client.",
    about: AS_CLIENT,
    run: Run::Alone(sample::get_as_client),
    ..AMQSGET
};

const AMQSBCGC: Command = Command {
    name: "amqsbcgc",
    summary: "Browses a queue and prints descriptor and contents of each message, as a client.",
    about: AS_CLIENT,
    run: Run::Alone(sample::browse_as_client),
    ..AMQSBCG
};

const AMQSGBRC: Command = Command {
    name: "amqsgbrc",
    summary: "Browses a queue and prints the text of each message, as a client.",
    about: AS_CLIENT,
    run: Run::Alone(sample::browse_text_as_client),
    ..AMQSGBR
};

const AMQSREQC: Command = Command {
    name: "amqsreqc",
    summary: "Puts each line of standard input as a request and prints the replies, as a client.",
    about: AS_CLIENT,
    run: Run::Alone(sample::request_as_client),
    ..AMQSREQ
};

const AMQSECHC: Command = Command {
    name: "amqsechc",
    summary: "Answers each request of a queue with its own contents, as a client.",
    about: AS_CLIENT,
    run: Run::Alone(sample::echo_as_client),
    ..AMQSECH
};

const AMQSRUA: Command = Command {
    name: "amqsrua",
    summary: "Shows figures a queue manager publishes: of its calls, queues, log and machine.",
    names: NO_NAMES,
    about: "What is not said by options is asked for. It goes on until it is interrupted, or has shown as many publications \
            as -n says; they come every ten seconds. See docs/manual/monitoring.md. MQSAMP_USER_ID in the environment is the \
            user to connect as, and asks for a password.",
    options: USAGE_OPTIONS,
    exits: EXITS,
    arguments_code: 99,
    run: Run::Alone(sample::usage::run),
    hidden: false,
};

const USAGE_OPTIONS: &[OptionInfo] = &[
    value(
        "-m",
        "QMgrName",
        "The queue manager; the default one otherwise.",
    ),
    several(
        "-c",
        "Class",
        "A class: CPU, DISK, STATMQI, STATQ, STATAPP.",
    ),
    several("-t", "Type", "A type of the classes, such as PUT."),
    several(
        "-o",
        "ObjectName",
        "A queue, or an application, for classes that are about one.",
    ),
    value("-n", "Count", "End after so many publications."),
    value(
        "-p",
        "Prefix",
        "Where the figures are, for other programs that publish some; $SYS/MQ otherwise.",
    ),
    value(
        "-s",
        "ModelQName",
        "The model of the queue publications come on; SYSTEM.DEFAULT.MODEL.QUEUE otherwise.",
    ),
    value("-d", "Level", "From 1 on, tell the topics subscribed to."),
];

/// An option with a value that may be given several times.
const fn several(flag: &'static str, what: &'static str, text: &'static str) -> OptionInfo {
    OptionInfo {
        repeats: true,
        ..value(flag, what, text)
    }
}

const AMQSEVT: Command = Command {
    name: "amqsevt",
    summary: "Shows event messages as text or as JSON as they come.",
    names: NO_NAMES,
    about: "Without -q and -t it reads the queues SYSTEM.ADMIN.*.EVENT that are there. Messages are taken off unless -b is given. It \
            goes on until Enter is pressed, or with -w until none has come for so long. Standard output has nothing but JSON \
            where that is asked for. See docs/manual/events.md.",
    options: &[
        value(
            "-m",
            "QMgrName",
            "The queue manager; the default one otherwise.",
        ),
        value(
            "-r",
            "d|r|m",
            "d: a lost connection is not made again, as otherwise; r: to whichever queue manager answers; m: to the same.",
        ),
        flag("-b", "Browse messages and leave them."),
        flag("-c", "Connect as a client."),
        flag("-d", "Show the names of constants as they are."),
        value(
            "-u",
            "UserId",
            "The user to connect as; asks for a password.",
        ),
        value("-w", "Seconds", "End when no message has come for so long."),
        several("-t", "Topic", "A topic string to subscribe to."),
        several("-q", "QName", "A queue to read."),
        value(
            "-o",
            "text|json|json_compact",
            "What is printed; text otherwise.",
        ),
    ],
    exits: EXITS,
    arguments_code: 99,
    run: Run::Alone(sample::events::run),
    hidden: false,
};

const AMQSRUAC: Command = Command {
    name: "amqsruac",
    summary: "Shows figures a queue manager publishes, as a client.",
    about: AS_CLIENT,
    run: Run::Alone(sample::usage_as_client),
    ..AMQSRUA
};

const AMQSMON: Command = Command {
    name: "amqsmon",
    summary: "Shows statistics and accounting messages.",
    names: NO_NAMES,
    about: "Messages that are shown are taken off the queue, but with -b; others stay. Times are Greenwich time. At the end it says \
            how many were shown. See docs/manual/statistics.md. MQSAMP_USER_ID in the environment is the user to connect as, and asks \
            for a password. MQ_CONNECT_TYPE=CLIENT connects as a client.",
    options: MONITORING_OPTIONS,
    exits: EXITS,
    arguments_code: 99,
    run: Run::Alone(sample::monitoring::run),
    hidden: false,
};

const AMQSACT: Command = Command {
    name: "amqsact",
    summary: "Shows application activity trace.",
    names: NO_NAMES,
    about: "Messages of SYSTEM.ADMIN.TRACE.ACTIVITY.QUEUE (ACTVTRC(ON)) are shown and taken away; with -t or -a it subscribes, which has the queue \
            manager trace what the topic names: '$SYS/MQ/INFO/QMGR/QMgrName/ActivityTrace/ApplName/Program', ChannelName or ConnectionId. \
            MQSAMP_USER_ID in the environment is the user to connect as, and asks for a password. MQ_CONNECT_TYPE=CLIENT connects as a client.",
    options: &[
        value(
            "-m",
            "QMgrName",
            "The queue manager; the default one otherwise.",
        ),
        value("-q", "QName", "Read this queue."),
        value("-t", "TopicString", "Subscribe to this topic."),
        value(
            "-a",
            "ApplName",
            "Subscribe to what programs of this name do.",
        ),
        flag("-b", "Browse: the messages stay."),
        flag("-v", "Show every parameter of each call."),
        value("-d", "Depth", "End after so many messages."),
        value(
            "-w",
            "TimeOut",
            "Wait so many seconds for the next message; with -t or -a 30 otherwise.",
        ),
        value(
            "-s",
            "StartTime",
            "Only intervals that began then or later: 'yyyy-mm-dd hh.mm.ss'.",
        ),
        value("-e", "EndTime", "Only intervals that ended by then."),
    ],
    exits: EXITS,
    arguments_code: 99,
    run: Run::Alone(sample::activity::run),
    hidden: false,
};

const AMQSBLST: Command = Command {
    name: "amqsblst",
    summary: "Writes or reads many messages, and says how fast that went.",
    names: names("the queue manager and the queue", "QMgrName QName", 2, 2),
    about: "The queue manager comes first here. Reading waits five seconds for the next message and ends then. MQSAMP_USER_ID in the environment is \
            the user to connect as, and asks for a password. MQ_CONNECT_TYPE=CLIENT connects as a client.",
    options: &[
        flag("-W", "Write messages."),
        flag("-R", "Read messages."),
        value(
            "-s",
            "Sizes",
            "Bytes of messages, with commas between, one after the other; or random. 1 to 262144; 1024 otherwise.",
        ),
        value(
            "-c",
            "Count",
            "How many messages; to write 1, to read all otherwise.",
        ),
        value("-C", "CorrelId", "Correlation identifier, as text."),
        value(
            "-u",
            "Messages",
            "So many in a unit of work; outside otherwise.",
        ),
        flag("-v", "Say each message."),
    ],
    exits: EXITS,
    arguments_code: 99,
    run: Run::Alone(sample::blast::run),
    hidden: false,
};

const AMQSBLSTC: Command = Command {
    name: "amqsblstc",
    summary: "Writes or reads many messages, as a client.",
    about: AS_CLIENT,
    run: Run::Alone(sample::blast_as_client),
    ..AMQSBLST
};

const MONITORING_OPTIONS: &[OptionInfo] = &[
    value("-t", "statistics|accounting", "What is shown."),
    value(
        "-m",
        "QMgrName",
        "The queue manager; the default one otherwise.",
    ),
    flag("-a", "Only messages about calls."),
    maybe_value("-q", "QName", "Only those about queues, or that queue."),
    maybe_value(
        "-c",
        "ChannelName",
        "Only those about channels, or that channel.",
    ),
    value("-i", "ConnectionId", "Only accounts of that connection."),
    flag("-b", "Browse: the messages stay."),
    value("-d", "Depth", "End after so many messages."),
    value(
        "-w",
        "TimeOut",
        "Wait so many seconds for the next message.",
    ),
    value(
        "-s",
        "StartTime",
        "Only intervals that began then or later: 'yyyy-mm-dd hh.mm.ss'.",
    ),
    value("-e", "EndTime", "Only intervals that ended by then."),
    value("-l", "Field[,Field...]", "Show only these fields."),
    value(
        "-n",
        "QName",
        "Read this queue; SYSTEM.ADMIN.STATISTICS.QUEUE or SYSTEM.ADMIN.ACCOUNTING.QUEUE otherwise.",
    ),
];
