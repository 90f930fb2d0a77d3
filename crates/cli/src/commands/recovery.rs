//! Commands about the recovery log and what can be rebuilt from it.

use crate::command::{Command, NO_NAMES, ON_Q_MGR, Run, flag, names, value};
use crate::failure::exit;
use crate::{log_dump, media};

/// The commands of this group.
pub(super) const COMMANDS: &[Command] = &[DMPMQLOG, RCDMQIMG, RCRMQOBJ];

const DMPMQLOG: Command = Command {
    name: "dmpmqlog",
    summary: "Writes the recovery log of a queue manager for people.",
    names: NO_NAMES,
    about: "It reads the files and changes nothing. On a log that is being written it shows what was there when it looked.",
    options: &[
        flag("-b", "Begin with the oldest record there is."),
        value(
            "-s",
            "StartLSN",
            "Begin with this record: a position, as <0:0:extent:offset> or as a number.",
        ),
        value("-n", "ExtentNumber", "Begin with this extent."),
        value("-e", "EndLSN", "End with this record."),
        value(
            "-f",
            "LogPath",
            "Directory of the log, where it is not that of a queue manager here.",
        ),
        ON_Q_MGR,
    ],
    exits: &[
        (0, "written"),
        (exit::NOT_FOUND, "the queue manager does not exist"),
        (exit::ARGUMENTS, "arguments are not valid"),
        (exit::UNEXPECTED, "the log cannot be read"),
        (exit::NAME, "the name is not valid"),
    ],
    arguments_code: exit::ARGUMENTS,
    run: Run::Alone(log_dump::run),
    hidden: false,
};

const RCDMQIMG: Command = Command {
    name: "rcdmqimg",
    summary: "Records media images of objects in a linear log.",
    names: names("the name of the objects", "[GenericObjName]", 0, 1),
    about: "Local queues are the objects that have images; of others it says that they need none (FMQ0382I). Types qmgr, catalog and syncfile need no \
            name.",
    options: &[
        ON_Q_MGR,
        value("-t", "ObjectType", RECORD_TYPES),
        flag("-l", "Say which log extents are still needed."),
        flag("-z", "Say nothing but errors."),
    ],
    exits: MEDIA_EXITS,
    arguments_code: media::ARGUMENTS,
    run: Run::Alone(media::record::run),
    hidden: false,
};

const RCRMQOBJ: Command = Command {
    name: "rcrmqobj",
    summary: "Rebuilds damaged objects from their media images.",
    names: names("the name of the objects", "[GenericObjName]", 0, 1),
    about: "The queue must not be in use. Its contents are those of the log: everything persistent that was committed. What is not damaged stays as it \
            is (AMQ7082I); a queue is if it cannot be used, or its file does not have a message any more, for which all of them are read. Type clchltab \
            writes the client channel definition table again. Types qmgr, catalog, clchltab and syncfile need no name.",
    options: &[
        ON_Q_MGR,
        value("-t", "ObjectType", REBUILD_TYPES),
        flag("-z", "Say nothing but errors."),
    ],
    exits: MEDIA_EXITS,
    arguments_code: media::ARGUMENTS,
    run: Run::Alone(media::rebuild::run),
    hidden: false,
};

const RECORD_TYPES: &str = "Type of the objects: all, *, authinfo, catalog, channel, clntconn, comminfo, listener, namelist, process, queue, qalias, \
                            qlocal, qmodel, qremote, qmgr, service, syncfile or topic, or as short as ql.";
const REBUILD_TYPES: &str = "Type of the objects: as of rcdmqimg, or clchltab.";

const MEDIA_EXITS: &[(u8, &str)] = &[
    (0, "done"),
    (exit::NOT_FOUND, "the queue manager does not exist"),
    (
        exit::STILL_OPEN,
        "another process has the queue manager open",
    ),
    (media::ARGUMENTS, "arguments are not valid"),
    (exit::ENDING, "the queue manager is ending"),
    (media::NO_IMAGE, "the object has no media images"),
    (
        media::NO_LINEAR_LOG,
        "the log is circular and holds no images",
    ),
    (exit::STORAGE, "there is not enough storage"),
    (exit::UNEXPECTED, "something unexpected happened"),
    (exit::NAME, "the name is not valid"),
    (exit::NOT_AUTHORIZED, "you may not do this"),
    (media::NO_OBJECTS, "no object has that name and type"),
    (media::IN_USE, "the object is in use"),
];
