//! Commands for transactions.

use crate::command::{Command, NO_NAMES, ON_Q_MGR, Run, flag, names, value};
use crate::failure::exit;
use crate::transactions;

/// The commands of this group.
pub(super) const COMMANDS: &[Command] = &[DSPMQTRN, RSVMQTRN];

const DSPMQTRN: Command = Command {
    name: "dspmqtrn",
    summary: "Shows transactions that are not finished.",
    names: NO_NAMES,
    about: "Without -e, -h, -i, -a and -q it shows every transaction in doubt. docs/manual/transactions.md says what \
            to do about one.",
    options: &[
        flag(
            "-e",
            "Transactions in doubt that a transaction manager coordinates.",
        ),
        flag(
            "-h",
            "Transactions an operator has decided and whose manager does not know yet.",
        ),
        flag(
            "-i",
            "Transactions in doubt that the queue manager coordinates: there are none at this level.",
        ),
        flag("-a", "Every transaction, with those still at work."),
        flag(
            "-q",
            "The same, with the queues each has put to or got from.",
        ),
        ON_Q_MGR,
    ],
    exits: &[
        (0, "shown"),
        (exit::NOT_FOUND, "the queue manager does not exist"),
        (transactions::ARGUMENTS, "arguments are not valid"),
        (exit::NOT_AVAILABLE, "the queue manager is not running"),
        (exit::ENDING, "the queue manager is ending"),
        (exit::STORAGE, "there is not enough storage"),
        (exit::UNEXPECTED, "something unexpected happened"),
        (exit::NAME, "the name is not valid"),
        (transactions::NONE_FOUND, "there are no such transactions"),
        (exit::NOT_AUTHORIZED, "you may not do this"),
    ],
    arguments_code: transactions::ARGUMENTS,
    run: Run::Alone(transactions::display),
    hidden: false,
};

const RSVMQTRN: Command = Command {
    name: "rsvmqtrn",
    summary: "Ends a transaction in doubt in its manager's place.",
    names: names("the transaction number", "[Transaction]", 0, 1),
    about: "Only where its manager cannot do it any more: if that decides otherwise, the transaction is half done. \
            What was decided is kept until the manager, or -f, forgets it. The number is that of dspmqtrn.",
    options: &[
        value("-m", "QMgrName", "The queue manager; it must be given."),
        flag(
            "-a",
            "End what the queue manager itself coordinates: there is nothing at this level.",
        ),
        flag("-b", "Back it out."),
        flag("-c", "Commit it."),
        flag("-f", "Forget what was decided about it."),
        value(
            "-r",
            "RMID",
            "Go on without this resource manager: there are none at this level.",
        ),
    ],
    exits: &[
        (0, "done"),
        (exit::NOT_FOUND, "the queue manager does not exist"),
        (transactions::NOT_RESOLVED, "it could not be done"),
        (
            transactions::NO_RESOURCE_MANAGER,
            "there is no such resource manager",
        ),
        (transactions::ARGUMENTS, "arguments are not valid"),
        (exit::NOT_AVAILABLE, "the queue manager is not running"),
        (exit::ENDING, "the queue manager is ending"),
        (exit::STORAGE, "there is not enough storage"),
        (exit::UNEXPECTED, "something unexpected happened"),
        (exit::NAME, "the name is not valid"),
        (transactions::NOT_KNOWN, "there is no such transaction"),
        (exit::NOT_AUTHORIZED, "you may not do this"),
    ],
    arguments_code: transactions::ARGUMENTS,
    run: Run::Alone(transactions::resolve),
    hidden: false,
};
