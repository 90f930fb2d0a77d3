//! Commands that help to find out what is wrong.

use crate::command::{Command, NO_NAMES, OptionInfo, Run, choice, flag, names, refused, value};
use crate::diagnosis::{collect, failure_records, files_of, mqrc, trace};
use crate::environment;
use crate::failure::exit;

/// The commands of this group.
pub(super) const COMMANDS: &[Command] = &[
    MQRC,
    FFSTSUMMARY,
    STRMQTRC,
    ENDMQTRC,
    DSPMQTRC,
    DSPMQFLS,
    RUNMQRAS,
    CRTMQENV,
];

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
    run: Run::Alone(mqrc::run),
    hidden: false,
};

const DSPMQFLS: Command = Command {
    name: "dspmqfls",
    summary: "Says where objects are on the disk.",
    names: names("the objects", "[GenericObjectName]", 0, 1),
    about: "The name may hold * and ?. Definitions are in one file, the catalog; queues have a directory once they have needed files. What was \
            made since the last checkpoint of a queue manager that runs is not told.",
    options: &[
        value(
            "-m",
            "QMgrName",
            "The queue manager; the default one otherwise.",
        ),
        choice(
            "-t",
            "ObjectType",
            &files_of::TYPES,
            "Only queue, qlocal, qalias, qremote, qmodel, process or namelist, or as short as ql; all otherwise.",
        ),
    ],
    exits: &[
        (0, "shown"),
        (
            files_of::PARTLY,
            "no object has that name, or arguments are not valid",
        ),
        (files_of::UNEXPECTED, "something unexpected happened"),
    ],
    arguments_code: files_of::PARTLY,
    run: Run::Alone(files_of::run),
    hidden: false,
};

const RUNMQRAS: Command = Command {
    name: "runmqras",
    summary: "Collects what a maintainer asks for in one archive.",
    names: NO_NAMES,
    about: "Versions, settings, the environment, error logs, failure records, traces, and of queue managers that run their definitions and \
            states. Passwords are left out; messages and keys are not looked at. Names of users, queues and machines are in it. The archive is \
            runmqras_DATE_TIME.zip.",
    options: &[
        choice(
            "-section",
            "Section,...",
            &collect::SECTIONS,
            "Only all, base, defs, logs, fdc or trace.",
        ),
        value("-qmlist", "QMgrName,...", "Only these queue managers."),
        value(
            "-caseno",
            "Number",
            "What the name of the archive begins with.",
        ),
        value("-zipfile", "File", "The archive."),
        value(
            "-workdirectory",
            "Directory",
            "Where the archive is written; the directory for temporary files otherwise.",
        ),
        flag("-demo", "Only say what would be collected."),
        refused("-ftp", "send the archive as you like"),
        refused("-pmrno", "use -caseno"),
    ],
    exits: &[
        (0, "collected"),
        (collect::PARTLY, "some of it could not be collected"),
        (exit::ARGUMENTS, "arguments are not valid"),
        (exit::UNEXPECTED, "the archive cannot be written"),
    ],
    arguments_code: exit::ARGUMENTS,
    run: Run::Alone(collect::run),
    hidden: false,
};

const CRTMQENV: Command = Command {
    name: "crtmqenv",
    summary: "Prints variables of an environment in which this installation is used.",
    names: NO_NAMES,
    about: "One a line, name and value. setmqenv beside it is read by a shell and sets them there: . setmqenv -s",
    options: &[
        flag("-s", "This installation; that is so without options, too."),
        value(
            "-m",
            "QMgrName",
            "The installation of this queue manager: there is one.",
        ),
        value("-n", "Name", "The installation of this name."),
        value("-p", "Path", "The installation in this directory."),
        flag("-r", "Take all of it out of the environment."),
        flag("-k", "LD_LIBRARY_PATH as well."),
        flag("-l", "LD_LIBRARY_PATH as well."),
        value("-x", "64", "Libraries of so many bits."),
        flag("-shell", "As commands of a shell: for setmqenv."),
    ],
    exits: &[(0, "printed"), (exit::ARGUMENTS, "arguments are not valid")],
    arguments_code: exit::ARGUMENTS,
    run: Run::Alone(environment::run),
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

const fn traced(flag: &'static str, text: &'static str) -> OptionInfo {
    OptionInfo {
        repeats: true,
        ..choice(flag, "Type", &trace::TYPES, text)
    }
}

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
        traced(
            "-t",
            "What is traced. all and detail add fields of message descriptors; the other documented types are taken and add nothing to api.",
        ),
        traced("-x", "What is not."),
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
    run: Run::Alone(trace::start),
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
    run: Run::Alone(trace::end),
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
        (exit::STORAGE, "there is no room for what is shown"),
        (exit::UNEXPECTED, "a file cannot be read"),
    ],
    arguments_code: exit::ARGUMENTS,
    run: Run::Alone(trace::display),
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
    run: Run::Alone(failure_records::run),
    hidden: false,
};
