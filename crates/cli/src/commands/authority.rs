//! Commands that set and show who may do what.

use crate::authority::{self, exits};
use crate::command::{Command, NO_NAMES, ON_Q_MGR, OptionInfo, Run, choice, flag, names, value};
use crate::failure::exit;

/// The commands of this group.
pub(super) const COMMANDS: &[Command] = &[SETMQAUT, DSPMQAUT, DMPMQAUT];

const N: OptionInfo = value(
    "-n",
    "Profile",
    "The object, or a generic profile. Not for the queue manager itself.",
);
const T: OptionInfo = choice(
    "-t",
    "ObjectType",
    authority::TYPES,
    "Type of the objects: queue (q), qmgr, process (prcs), namelist (nl), channel (chl), clntconn (clcn), \
     listener (lstr), authinfo, service (srvc), topic (top), comminfo, rqmname (rqmn).",
);
const S: OptionInfo = value("-s", "ServiceComponent", "Accepted: there is one service.");

const fn several(flag: &'static str, what: &'static str, text: &'static str) -> OptionInfo {
    OptionInfo {
        repeats: true,
        ..value(flag, what, text)
    }
}

const SETMQAUT: Command = Command {
    name: "setmqaut",
    summary: "Allows users and groups to do things with objects, or forbids it.",
    names: names("the authorizations", "+Auth|-Auth ...", 0, 64),
    about: "Authorizations are get, browse, put, inq, set, connect, altusr, passid, passall, setid, setall, pub, sub, \
            resume; crt, dlt, chg, dsp, clr, ctrl, ctrlx; system; and all, alladm, allmqi, none. Each has a + or a - \
            in front; a later one outdoes an earlier one. -remove deletes the record.",
    options: &[
        ON_Q_MGR,
        N,
        T,
        several("-p", "PrincipalName", "A user; may be repeated."),
        several("-g", "GroupName", "A group; may be repeated."),
        S,
    ],
    exits: &[
        (0, "done"),
        (exits::ARGUMENTS, "arguments are not valid"),
        (exit::NOT_FOUND, "the queue manager does not exist"),
        (exit::NOT_AVAILABLE, "the queue manager is not running"),
        (exit::ENDING, "the queue manager is ending"),
        (exit::UNEXPECTED, "something unexpected happened"),
        (exit::NAME, "the name of the queue manager is not valid"),
        (exits::UNKNOWN_OBJECT, "there is no such object"),
        (exits::OBJECT_NAME, "an object is named and must not be"),
        (exits::NO_OBJECT_NAME, "the object is missing"),
        (exits::NO_OBJECT_TYPE, "the type is missing"),
        (exits::OBJECT_TYPE, "the type is not valid"),
        (
            exits::NO_ENTITY,
            "the user or group is missing or not known",
        ),
        (exits::NO_AUTHORIZATION, "no authorization is given"),
        (
            exits::AUTHORIZATION,
            "an authorization is not valid for the type",
        ),
        (exit::NOT_AUTHORIZED, "you may not do this"),
    ],
    arguments_code: exits::ARGUMENTS,
    run: Run::Alone(authority::set),
    hidden: false,
};

const DSPMQAUT: Command = Command {
    name: "dspmqaut",
    summary: "Shows what a user or group may do with an object.",
    names: NO_NAMES,
    about: "What a user is allowed and what the groups of the user are allowed adds up.",
    options: &[
        ON_Q_MGR,
        N,
        T,
        value("-p", "PrincipalName", "The user."),
        value("-g", "GroupName", "The group."),
        S,
    ],
    exits: &[
        (0, "shown"),
        (exits::ARGUMENTS, "arguments are not valid"),
        (exit::NOT_FOUND, "the queue manager does not exist"),
        (exit::NOT_AVAILABLE, "the queue manager is not running"),
        (exit::UNEXPECTED, "something unexpected happened"),
        (exit::NAME, "the name of the queue manager is not valid"),
        (exits::UNKNOWN_OBJECT, "there is no such object"),
        (exits::OBJECT_NAME, "an object is named and must not be"),
        (exits::NO_OBJECT_NAME, "the object is missing"),
        (exits::NO_OBJECT_TYPE, "the type is missing"),
        (exits::OBJECT_TYPE, "the type is not valid"),
        (
            exits::NO_ENTITY,
            "the user or group is missing or not known",
        ),
        (exit::NOT_AUTHORIZED, "you may not do this"),
    ],
    arguments_code: exits::ARGUMENTS,
    run: Run::Alone(authority::display),
    hidden: false,
};

const DMPMQAUT: Command = Command {
    name: "dmpmqaut",
    summary: "Writes authority records.",
    names: NO_NAMES,
    about: "Without options every record is written. With -n also those of generic profiles the name fits.",
    options: &[
        ON_Q_MGR,
        value(
            "-n",
            "Profile",
            "Only records of this profile and of those it fits.",
        ),
        T,
        value("-p", "PrincipalName", "Only records of this user."),
        value("-g", "GroupName", "Only records of this group."),
        S,
        flag("-l", "Only profiles and types."),
        flag(
            "-e",
            "The records that make up what the user of -p may do with the object of -n.",
        ),
        flag("-x", "Only records of exactly the profile of -n."),
        flag("-a", "Write setmqaut commands."),
    ],
    exits: &[
        (0, "written"),
        (exits::ARGUMENTS, "arguments are not valid"),
        (exit::NOT_FOUND, "the queue manager does not exist"),
        (exit::NOT_AVAILABLE, "the queue manager is not running"),
        (exit::UNEXPECTED, "something unexpected happened"),
        (exit::NAME, "the name of the queue manager is not valid"),
        (exits::NO_OBJECT_TYPE, "the type is missing"),
        (exits::OBJECT_TYPE, "the type is not valid"),
        (exits::NO_ENTITY, "the user is missing"),
        (exit::NOT_AUTHORIZED, "you may not do this"),
    ],
    arguments_code: exits::ARGUMENTS,
    run: Run::Alone(authority::dump),
    hidden: false,
};
