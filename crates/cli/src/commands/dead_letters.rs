//! The dead-letter queue handler.

use crate::command::{Command, Names, Run, flag, names, value};
use crate::dead_letters;
use crate::failure::exit;

/// The commands of this group.
pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "runmqdlq",
        summary: "Handles the messages of a dead-letter queue as rules on standard input say.",
        names: NAMES,
        about: "Rules are in docs/manual/dead-letters.md. Without a queue, and without INPUTQ in the rules, it is the dead-letter queue \
                of the queue manager. What is given here counts more than what is in the rules.",
        options: &[
            value(
                "-u",
                "UserId",
                "The user to connect as; asks for a password, which comes before the rules.",
            ),
            flag("-c", "Connect as a client: by MQSERVER or a channel table."),
        ],
        exits: EXITS,
        arguments_code: exit::ARGUMENTS,
        run: Run::Alone(dead_letters::run),
        hidden: false,
    },
    Command {
        name: "amqsdlq",
        summary: "The same as runmqdlq, under the name of the sample.",
        names: NAMES,
        about: "With ODQ_MSG=YES in its environment it tells what runmqdlq tells, and with ODQ_TRACE=YES what becomes of each message; without \
                them what is wrong with rules, and nothing else.",
        options: &[],
        exits: EXITS,
        arguments_code: exit::ARGUMENTS,
        run: Run::Alone(dead_letters::sample),
        hidden: false,
    },
    Command {
        name: "amqsdlqc",
        summary: "The same as amqsdlq, as a client.",
        names: NAMES,
        about: "ODQ_MSG and ODQ_TRACE as for amqsdlq. It connects by MQSERVER (CHANNEL/TCP/host(port)) or a channel table (MQCCDTURL, or MQCHLTAB in MQCHLLIB).",
        options: &[],
        exits: EXITS,
        arguments_code: exit::ARGUMENTS,
        run: Run::Alone(dead_letters::sample_as_client),
        hidden: false,
    },
];

const NAMES: Names = names("the dead-letter queue", "[QName [QMgrName]]", 0, 2);

const EXITS: &[(u8, &str)] = &[
    (0, "there was nothing to do any more, or a signal ended it"),
    (
        dead_letters::RULES,
        "the rules are not valid, or there are none",
    ),
    (exit::NOT_FOUND, "the queue manager does not exist"),
    (exit::ARGUMENTS, "arguments are not valid"),
    (exit::NOT_AVAILABLE, "the queue manager does not run"),
    (exit::ENDING, "the queue manager is ending"),
    (exit::UNEXPECTED, "a verb failed; its reason is printed"),
    (exit::NAME, "the name is not valid"),
    (exit::NOT_AUTHORIZED, "the user is not authorized"),
];
