//! Messages in files.

use crate::command::{Command, NO_NAMES, ON_Q_MGR, Run, flag, refused, value};
use crate::failure::exit;
use crate::message_files;

/// The commands of this group.
pub(super) const COMMANDS: &[Command] = &[Command {
    name: "dmpmqmsg",
    summary: "Copies and moves messages between queues and files.",
    names: NO_NAMES,
    about: "Files are lines of text, as those of QLOAD: see docs/manual/diagnosis.md. Messages are got and put in units of work; a get is committed behind what it is written to.",
    options: &[
        ON_Q_MGR,
        value("-i", "QName", "Browse this queue."),
        value("-I", "QName", "Get from this queue."),
        value("-o", "QName", "Put on this queue."),
        value(
            "-f",
            "File",
            "The file, which may not be there yet; stdout and stdin are files as well.",
        ),
        value("-F", "File", "The same, written over what is there."),
        value(
            "-a",
            "Mode",
            "a adds to the file; b is taken and changes nothing.",
        ),
        flag("-c", "Connect as a client: by MQSERVER or a channel table."),
        value(
            "-u",
            "UserId",
            "The user to connect as; asks for a password.",
        ),
        value(
            "-C",
            "Context",
            "A all context of the message (the default), I that of identity, d the default, n none.",
        ),
        value(
            "-d",
            "Form",
            "a text beside data, A or p strings, t lines of text, i numbers of messages, N no descriptors, H no head, w<n> bytes of a line.",
        ),
        value(
            "-g",
            "Id",
            "By identifier: [x] for hexadecimal, then m, c or g for message, correlation or group, then the identifier.",
        ),
        flag("-h", "Take headers of dead letters off."),
        flag("-p", "Remove the messages."),
        value("-P", "CCSID[:Encoding]", "Convert."),
        flag("-q", "Say nothing but errors."),
        value(
            "-r",
            "Range",
            "x, x..y, x#y (y messages from x on) or #x (the first x).",
        ),
        value("-s", "Text", "Only messages with this text."),
        value("-S", "Text", "Only messages without it."),
        value("-x", "Hex", "Only messages with these bytes."),
        value("-X", "Hex", "Only messages without them."),
        value("-t", "Count", "Messages of a unit of work; 200 otherwise."),
        value("-w", "Seconds", "Wait for messages."),
        refused("-b", "buffers are as large as messages are"),
        refused("-D", "messages are not delayed"),
        refused("-e", "EBCDIC text is given by -x"),
        refused("-E", "EBCDIC text is given by -X"),
        refused("-l", "there is one library"),
        refused("-T", "messages are not chosen by their age"),
    ],
    exits: &[
        (0, "done"),
        (exit::NOT_FOUND, "the queue manager does not exist"),
        (exit::ARGUMENTS, "arguments are not valid"),
        (exit::NOT_AVAILABLE, "the queue manager does not run"),
        (exit::ENDING, "the queue manager ends"),
        (exit::STORAGE, "there is no room for the file"),
        (
            exit::UNEXPECTED,
            "a verb failed, or a file is not valid; what was not committed is as it was",
        ),
        (exit::NAME, "the name of the queue manager is not valid"),
        (exit::NOT_AUTHORIZED, "you may not do this"),
    ],
    arguments_code: exit::ARGUMENTS,
    run: Run::Alone(message_files::run),
    hidden: false,
}];
