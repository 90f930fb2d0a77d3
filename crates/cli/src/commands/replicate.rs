//! Replication of databases.

use crate::command::{Command, Names, Run, names};
use crate::failure::exit;
use crate::replicate;

/// The commands of this group.
pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "replicate",
        summary: "Replicates databases over queues: docs/manual/replication.md.",
        names: names(
            "what to do",
            "capture|apply|command|script|status|compare|repair|format|demo [name=value ...]",
            1,
            64,
        ),
        about: "What follows the word is explained by the command that has it under its documented name: capture is asnqcap, apply is asnqapp, script is asnclp, command capture is asnqccmd, command apply is asnqacmd, format is asnqmfmt, compare is asntdiff, repair is asntrep. demo [seconds=N] [kills=y] shows all of it with two servers of \
                PostgreSQL and two queue managers of its own, in a directory it makes and removes. status apply_server=ConnectionString shows how far apply is, with the state of each subscription.",
        options: &[],
        exits: EXITS,
        arguments_code: exit::ARGUMENTS,
        run: Run::Alone(replicate::run),
        hidden: false,
    },
    Command {
        name: "asnqcap",
        summary: "Captures what is committed at a PostgreSQL database and puts it on send queues, once.",
        names: names(
            "a parameter",
            "capture_server=ConnectionString [name=value ...]",
            0,
            64,
        ),
        about: "capture_server is a connection string or URI, as psql takes it; passwords belong in ~/.pgpass. capture_schema (asn) has the control \
                tables. They say the rest, and what is given here counts more: qmgr, startmode (cold, warmsi, warmns), autostop (y, n), \
                commit_interval and monitor_interval (milliseconds), memory_limit (MB), trans_batch_sz (short transactions in a message). client=y connects to the queue manager by MQSERVER or a \
                channel table. It runs until SIGTERM, SIGINT or a command on its administration queue ends it.",
        options: &[],
        exits: EXITS,
        arguments_code: exit::ARGUMENTS,
        run: Run::Alone(replicate::asnqcap),
        hidden: false,
    },
    Command {
        name: "asnqapp",
        summary: "Applies what comes over receive queues at a PostgreSQL database, once and in order.",
        names: names(
            "a parameter",
            "apply_server=ConnectionString [name=value ...]",
            0,
            64,
        ),
        about: "apply_server is a connection string or URI, as psql takes it; passwords belong in ~/.pgpass. apply_schema (asn) has the control \
                tables. They say the rest, and what is given here counts more: qmgr, autostop (y, n), monitor_interval (milliseconds), \
                num_apply_agents, group_trans, max_parallel_loads. client=y connects to the queue manager by MQSERVER or a channel table. It runs until SIGTERM or \
                SIGINT ends it, and can be killed at any moment.",
        options: &[],
        exits: EXITS,
        arguments_code: exit::ARGUMENTS,
        run: Run::Alone(replicate::asnqapp),
        hidden: false,
    },
    Command {
        name: "asnqccmd",
        summary: "Gives a command to a running capture, and shows its answer.",
        names: names(
            "a parameter, or the command",
            "capture_server=ConnectionString [name=value ...] command",
            0,
            64,
        ),
        about: "The command is one of: status; qryparms; chgparms name=value ...; prune; stop [captureupto=Time|eol] [stopafter=data_sent|data_applied]; stopq=Queue|all with the same, and \
                startq=Queue|all; reinitq=Queue and reinit, which read attributes of queues, and parameters, anew; capstart, capstop, loaddone and reinit_sub with a subscription. \
                capture_schema (asn) has the control tables, which say queue manager and administration queue; qmgr says another. client=y connects by MQSERVER or a channel \
                table. An answer is waited for up to timeout=N seconds (60).",
        options: &[],
        exits: EXITS,
        arguments_code: exit::ARGUMENTS,
        run: Run::Alone(replicate::asnqccmd),
        hidden: false,
    },
    Command {
        name: "asnqacmd",
        summary: "Gives a command to a running apply, and shows its answer.",
        names: names(
            "a parameter, or the command",
            "apply_server=ConnectionString [name=value ...] command",
            0,
            64,
        ),
        about: "The command is one of: status; qryparms; chgparms monitor_interval=N; stop; stopq=Queue and startq=Queue; reinitq=Queue, which reads what the control tables say of the map \
                anew; loaddonesub=Subscription. apply_schema (asn) has the control tables, which say queue manager and command queue (CREATE CONTROL TABLES FOR APPLY SERVER USING \
                COMMANDQ); qmgr says another queue manager. client=y connects by MQSERVER or a channel table. An answer is waited for up to timeout=N seconds (60).",
        options: &[],
        exits: EXITS,
        arguments_code: exit::ARGUMENTS,
        run: Run::Alone(replicate::asnqacmd),
        hidden: false,
    },
    Command {
        name: "asnclp",
        summary: "Makes control tables, maps and subscriptions of replication by a script.",
        names: names("the script", "script=File [name=value ...]", 0, 8),
        about: "The whole script is checked before the first statement is carried out; dry_run=y prints the SQL and does nothing. \
                docs/manual/replication.md has the statements.",
        options: &[],
        exits: EXITS,
        arguments_code: exit::ARGUMENTS,
        run: Run::Alone(replicate::asnclp),
        hidden: false,
    },
    Command {
        name: "asntdiff",
        summary: "Compares the tables of subscriptions at source and target, and lists the rows that differ.",
        names: DIFF_NAMES,
        about: "where=Condition says which subscriptions, by columns of IBMQREP_SUBS: where=\"subname = 'ORDERS'\"; else all are. What differs is in table \
                diff (asntdiff) of schema diff_schema (that of the control tables) at the source: U other values, I missing at the target, D too \
                many there; diff_drop=y makes it anew. maxdiff=N ends a table after so many (10000). live=y: changes are under way; rows that differ are \
                looked at again up to retry_compare=N times (10), each after compare_delay=N milliseconds (1000), and only what stays is \
                listed. capture_schema and apply_schema (asn) have the control tables.",
        options: &[],
        exits: &[
            (0, "all tables are equal"),
            (1, "somebody has to mend what the message says"),
            (2, "rows differ"),
            (exit::ARGUMENTS, "arguments are not valid"),
        ],
        arguments_code: exit::ARGUMENTS,
        run: Run::Alone(replicate::asntdiff),
        hidden: false,
    },
    Command {
        name: "asntrep",
        summary: "Has tables of the target be as those of the source, by what asntdiff found.",
        names: DIFF_NAMES,
        about: "where, diff, diff_schema, capture_schema and apply_schema as with asntdiff. Rows are taken from the source as they are now; each table is \
                one transaction, in which triggers and references of the target rest. Nothing should be changing meanwhile.",
        options: &[],
        exits: EXITS,
        arguments_code: exit::ARGUMENTS,
        run: Run::Alone(replicate::asntrep),
        hidden: false,
    },
    Command {
        name: "asnqmfmt",
        summary: "Shows messages of replication that are on a queue, which stay there.",
        names: FORMAT_NAMES,
        about: "json=y prints one JSON object for each message, limit=N the first N messages only; client=y connects by MQSERVER or a channel table. \
                It reads restart queues and dead-letter queues, too.",
        options: &[],
        exits: EXITS,
        arguments_code: exit::ARGUMENTS,
        run: Run::Alone(replicate::asnqmfmt),
        hidden: false,
    },
];

const DIFF_NAMES: Names = names(
    "a parameter",
    "capture_server=ConnectionString apply_server=ConnectionString [name=value ...]",
    0,
    64,
);

const FORMAT_NAMES: Names = names("the queue", "QName [QMgrName] [name=value ...]", 1, 8);

const EXITS: &[(u8, &str)] = &[
    (0, "done, or ended in good order"),
    (1, "somebody has to mend what the message says"),
    (exit::ARGUMENTS, "arguments are not valid"),
];
