//! Commands that help to find out what is wrong.

use super::{Command, NO_NAMES, flag, names, refused, repeatable, value};
use crate::diagnosis::{failure_records, mqrc, trace};
use crate::failure::exit;

/// The commands of this group.
pub(super) const COMMANDS: &[Command] = &[MQRC, FFSTSUMMARY, STRMQTRC, ENDMQTRC, DSPMQTRC];

const MQRC: Command = Command {
    name: "mqrc",
    summary: "Explains reason codes and messages.",
    names: names("a code", "[Code|AMQnnnn|Symbol|-]", 0, 1),
    about: "Numbers are decimal, or hexadecimal behind 0x. A name may be without its MQRC_. A dash takes codes from standard input. In \
            messages <name> stands for a value. Messages whose numbers begin with FMQ are FerroMQ's own.",
    options: &[
        flag("-a", "Takes messages of all severities; it always does."),
        flag("-b", "Leave explanations out."),
        value("-r", "Code", "Explain a reason code."),
        value("-m", "AMQnnnn", "Explain a message."),
        value("-s", "Symbol", "Explain a name."),
        flag("-R", "All reason codes, or those from -f to -l."),
        flag("-M", "All messages, or those from -f to -l."),
        value("-f", "First", "First number of a range."),
        value("-l", "Last", "Last number of a range."),
        value(
            "-i",
            "text|json",
            "Explain what stands in an error log, on standard input: AMQERR01.LOG or AMQERR01.json.",
        ),
        refused("-d", "messages are in English"),
        refused("-o", "there is one form of output"),
        refused("-p", "values are shown by their names"),
        refused("-u", "there is one form of output"),
        refused("-x", "values are shown by their names"),
    ],
    exits: &[
        (0, "explained"),
        (
            mqrc::NOTHING,
            "nothing is known of it, or arguments are not valid",
        ),
    ],
    arguments_code: mqrc::ARGUMENTS,
    run: mqrc::run,
    hidden: false,
};

const TRACE_EXITS: &[(u8, &str)] = &[
    (0, "done"),
    (exit::NOT_FOUND, "the queue manager does not exist"),
    (exit::ARGUMENTS, "arguments are not valid"),
    (exit::NOT_AVAILABLE, "the queue manager does not run"),
    (exit::UNEXPECTED, "something unexpected happened"),
    (exit::NAME, "the name is not valid"),
    (exit::NOT_AUTHORIZED, "you may not do this"),
];

const STRMQTRC: Command = Command {
    name: "strmqtrc",
    summary: "Traces what programs call: each verb with its options, its result and the time it took.",
    names: NO_NAMES,
    about: "It goes on until endmqtrc, or the end of the queue manager. Files are in trace at the top of the data path; dspmqtrc shows them. See \
            docs/manual/diagnosis.md.",
    options: &[
        value(
            "-m",
            "QMgrName",
            "The queue manager, perhaps with * and ?; without it all that run.",
        ),
        repeatable(
            "-t",
            "Type",
            "What is traced. all and detail add fields of message descriptors; the other documented types are taken and add nothing to api.",
        ),
        repeatable("-x", "Type", "What is not."),
        value(
            "-l",
            "MB",
            "Megabytes of a file, of which there are two; 64 otherwise.",
        ),
        value(
            "-d",
            "Bytes",
            "So many bytes of message data, up to 2048; -1 for as many as there may be; none otherwise.",
        ),
        value(
            "-p",
            "Programs",
            "Names of programs with commas between, perhaps with * and ?.",
        ),
        flag("-s", "Say what is traced."),
        refused(
            "-e",
            "the start of a queue manager is told in its error log",
        ),
        refused("-i", "programs are named by -p"),
        refused("-b", "a trace begins with the command"),
        refused("-c", "a trace ends with endmqtrc"),
        refused("-o", "traces go to files"),
    ],
    exits: TRACE_EXITS,
    arguments_code: exit::ARGUMENTS,
    run: trace::start,
    hidden: false,
};

const ENDMQTRC: Command = Command {
    name: "endmqtrc",
    summary: "Ends traces.",
    names: NO_NAMES,
    about: "Without -m all of them end. What was recorded is in the files when the command ends.",
    options: &[
        value("-m", "QMgrName", "The queue manager, perhaps with * and ?."),
        flag("-a", "All traces; that is so without -m."),
        refused("-e", "there is no early trace"),
        refused("-i", "a trace ends as a whole"),
        refused("-p", "a trace ends as a whole"),
    ],
    exits: TRACE_EXITS,
    arguments_code: exit::ARGUMENTS,
    run: trace::end,
    hidden: false,
};

const DSPMQTRC: Command = Command {
    name: "dspmqtrc",
    summary: "Shows traces.",
    names: names("the file", "File...", 1, 1_000),
    about: "-- { is a verb that begins, --} one that is answered, with its reason code and the microseconds it took.",
    options: &[
        flag("-h", "Leave the head out."),
        value("-o", "File", "Add it to a file."),
        refused("-t", "there is one form of output"),
        refused("-s", "there is one form of output"),
    ],
    exits: &[
        (0, "shown"),
        (exit::ARGUMENTS, "arguments are not valid"),
        (exit::UNEXPECTED, "a file cannot be read"),
    ],
    arguments_code: exit::ARGUMENTS,
    run: trace::display,
    hidden: false,
};

const FFSTSUMMARY: Command = Command {
    name: "ffstsummary",
    summary: "Lists failure records: when, file, process, program, probe, component, error, and what happened.",
    names: names("the directory", "[Directory]", 0, 1),
    about: "Without a directory it looks where failure records of this installation are. See docs/manual/diagnosis.md.",
    options: &[],
    exits: &[(0, "listed"), (exit::ARGUMENTS, "arguments are not valid")],
    arguments_code: exit::ARGUMENTS,
    run: failure_records::run,
    hidden: false,
};
