//! Commands that help to find out what is wrong.

use super::{Command, flag, names, refused, value};
use crate::diagnosis::{failure_records, mqrc};
use crate::failure::exit;

/// The commands of this group.
pub(super) const COMMANDS: &[Command] = &[MQRC, FFSTSUMMARY];

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
