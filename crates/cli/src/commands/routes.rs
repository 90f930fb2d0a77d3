//! Commands that show what becomes of messages.

use crate::command::{Command, Run, flag, names, value};
use crate::route;

/// The commands of this group.
pub(super) const COMMANDS: &[Command] = &[DSPMQRTE];

const DSPMQRTE: Command = Command {
    name: "dspmqrte",
    summary: "Puts a trace-route message and shows the way it takes, or shows what was gathered of one before.",
    names: names("what is shown", "[DisplayOption,...]", 0, 1),
    about: "Queue managers on the way tell of it as their ACTIVREC and ROUTEREC say. With -v outline the groups activity, identifiers, message, \
            operation and traceroute are named behind it, with commas between. It ends when the message has arrived, has been thrown away, or \
            nothing was heard of it for as long as -w says.",
    options: &[
        value(
            "-q",
            "TargetQName",
            "The queue the message is for; with -i the queue to read.",
        ),
        value(
            "-ts",
            "TopicString",
            "The topic it is published to instead.",
        ),
        value("-qm", "TargetQMgrName", "The queue manager of that queue."),
        value(
            "-m",
            "QMgrName",
            "The queue manager to connect to; without it the default one.",
        ),
        flag("-c", "Connect as a client."),
        value(
            "-u",
            "UserId",
            "Connect as this user, whose password is asked for.",
        ),
        value(
            "-i",
            "CorrelId",
            "Show what was gathered of the message with this identifier, 48 hexadecimal digits.",
        ),
        flag(
            "-ac",
            "Gather what is done with the message in the message.",
        ),
        flag(
            "-ar",
            "Have an answer with all of that where the message ends; with -ac only.",
        ),
        value(
            "-d",
            "yes|no",
            "Whether the message stays on the queue where it arrives; no otherwise.",
        ),
        value(
            "-f",
            "all|supported",
            "Which queue managers it may go to; all otherwise.",
        ),
        value(
            "-l",
            "yes|no",
            "Whether it is persistent; as the queue says otherwise.",
        ),
        flag("-o", "Do not bind it to one instance of its queue."),
        value(
            "-p",
            "Priority",
            "Its priority, 0 to 9; as the queue says otherwise.",
        ),
        value(
            "-ro",
            "Report,...",
            "Reports it asks for: none, activity, coa, cod, exception, expiration, discard; activity and discard otherwise.",
        ),
        value(
            "-rq",
            "ReplyToQ",
            "Where reports and the answer go; a temporary queue otherwise. -l yes and -n need it where any are asked for, as they are without -ro none.",
        ),
        value("-rqm", "ReplyToQMgr", "The queue manager of that queue."),
        value(
            "-s",
            "Activities",
            "How much may be done with it before it is thrown away; unlimited otherwise.",
        ),
        value(
            "-t",
            "low|medium|high",
            "How much is told of: what programs do, or agents too; medium otherwise.",
        ),
        value(
            "-xs",
            "Expiry",
            "Seconds it may be under way; 60 otherwise.",
        ),
        value(
            "-xp",
            "yes|no",
            "Whether reports expire as it does; yes otherwise.",
        ),
        flag("-n", "Do not wait: say its identifier, for -i."),
        flag("-b", "Leave reports and answers on their queue."),
        value(
            "-v",
            "summary|all|none|outline",
            "How much is shown; the queues it was on otherwise.",
        ),
        value(
            "-w",
            "Seconds",
            "How long to wait; as long as it may be under way and 60 seconds otherwise.",
        ),
    ],
    exits: &[
        (0, "done"),
        (route::ARGUMENTS, "arguments are not valid"),
        (route::FAILED, "it failed"),
    ],
    arguments_code: route::ARGUMENTS,
    run: Run::Alone(route::run),
    hidden: false,
};
