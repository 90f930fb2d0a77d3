//! Commands about network connections.

use crate::command::{Command, NO_NAMES, ON_Q_MGR, Run, choice, flag, names, refused, value};
use crate::failure::exit;
use crate::{channel, cluster, join, listener};

/// The commands of this group.
pub(super) const COMMANDS: &[Command] = &[
    RUNMQLSR, ENDMQLSR, RUNMQCHL, RUNMQCHI, RUNSWCHL, JOIN, CLUSTER,
];

const RUNMQLSR: Command = Command {
    name: "runmqlsr",
    summary: "Has a queue manager accept network connections for as long as the command runs.",
    names: NO_NAMES,
    about: "The queue manager listens itself; the command stays until it is ended by a signal, the listener by endmqlsr \
            or STOP LISTENER, or the queue manager. The listener is called RUNMQLSR and the process number, and is gone \
            some seconds after a command that was killed. Listeners that are to run with the queue manager are \
            better defined: DEFINE LISTENER in docs/manual/channels.md.",
    options: &[
        choice(
            "-t",
            "TCP",
            &["TCP"],
            "Kind of network; TCP is the only one.",
        ),
        value(
            "-p",
            "Port",
            "Port; without it the one of the TCP stanza of qm.ini, which is 1414 where nothing else is said.",
        ),
        value(
            "-i",
            "IPAddress",
            "Address of this machine; without it every one.",
        ),
        value("-b", "Backlog", "Connections that may wait to be accepted."),
        ON_Q_MGR,
        refused("-n", "there are no SNA networks"),
        refused("-l", "there is no NetBIOS"),
        refused("-e", "there is no NetBIOS"),
        refused("-s", "there is no NetBIOS"),
        refused("-o", "there is no NetBIOS"),
    ],
    exits: &[
        (0, "ended by a signal"),
        (
            listener::ENDED,
            "the listener was ended, or the queue manager",
        ),
        (
            listener::FAILED,
            "it could not be done: the queue manager does not run, the port cannot be used, arguments are not valid",
        ),
    ],
    arguments_code: listener::FAILED,
    run: Run::Alone(listener::run),
    hidden: false,
};

const ENDMQLSR: Command = Command {
    name: "endmqlsr",
    summary: "Ends every listener of a queue manager.",
    names: NO_NAMES,
    about: "No connection is accepted any more when the command ends. Channels that run go on.",
    options: &[
        flag(
            "-w",
            "Accepted: the command always waits until they have ended.",
        ),
        ON_Q_MGR,
    ],
    exits: &[
        (0, "there is no listener any more"),
        (
            listener::FAILED,
            "it could not be done: the queue manager does not run, or arguments are not valid",
        ),
    ],
    arguments_code: listener::FAILED,
    run: Run::Alone(listener::end),
    hidden: false,
};

const RUNMQCHL: Command = Command {
    name: "runmqchl",
    summary: "Starts a channel to another queue manager, and stays as long as it is to run.",
    names: NO_NAMES,
    about: "As START CHANNEL in runmqsc; the channel runs in the queue manager and goes on when the command is ended by a signal. The command ends \
            when the channel has ended, because it had nothing to send for DISCINT or was stopped. While it is tried again \
            (SHORTRTY, LONGRTY) the command stays.",
    options: &[value("-c", "ChannelName", "The channel."), ON_Q_MGR],
    exits: &[
        (0, "the channel has ended"),
        (
            channel::ENDED_OTHERWISE,
            "the channel has ended with a failure, and is not tried again",
        ),
        (
            channel::FAILED,
            "the channel was not started or is stopped, the queue manager does not run, or arguments are not valid",
        ),
    ],
    arguments_code: listener::FAILED,
    run: Run::Alone(channel::run_channel),
    hidden: false,
};

const RUNMQCHI: Command = Command {
    name: "runmqchi",
    summary: "Has a queue manager start channels for which messages have come.",
    names: NO_NAMES,
    about: "Trigger messages of transmission queues that name this initiation queue start their channels from now on, until the queue manager \
            ends. The queue manager does so itself: the command ends at once. With SCHINIT(QMGR), which is the default, \
            SYSTEM.CHANNEL.INITQ is looked after without it.",
    options: &[
        value(
            "-q",
            "InitiationQName",
            "The initiation queue; without it SYSTEM.CHANNEL.INITQ.",
        ),
        ON_Q_MGR,
    ],
    exits: &[
        (0, "the queue is looked after"),
        (
            channel::FAILED,
            "it is not, for there is no such queue, the queue manager does not run, or arguments are not valid",
        ),
    ],
    arguments_code: listener::FAILED,
    run: Run::Alone(channel::run_initiator),
    hidden: false,
};

const RUNSWCHL: Command = Command {
    name: "runswchl",
    summary: "Switches cluster-sender channels that do not run to the transmission queues they are to have, or shows which would be.",
    names: NO_NAMES,
    about: "Which transmission queue a cluster-sender channel has is looked at when it starts: by CLCHNAME of transmission queues and DEFCLXQ of the \
            queue manager. This command does the same for channels that are stopped or inactive, moves the messages that wait for them, and stays until that \
            is done. Messages that are put meanwhile stand behind those, so that their order is kept.",
    options: &[
        value("-m", "QMgrName", "The queue manager; it has to run."),
        value(
            "-c",
            "ChannelName",
            "The channel; * stands for any text in it, also alone.",
        ),
        flag(
            "-q",
            "Only show what would be switched, and what is still being moved.",
        ),
        flag(
            "-n",
            "Leave the messages that wait on the queues the channels had before.",
        ),
    ],
    exits: &[
        (0, "done, or shown"),
        (
            channel::ENDED_OTHERWISE,
            "a channel runs and was not switched, or messages could not be moved",
        ),
        (
            channel::FAILED,
            "there is no such channel, the queue manager does not run, or arguments are not valid",
        ),
    ],
    arguments_code: listener::FAILED,
    run: Run::Alone(channel::switch_channels),
    hidden: false,
};

const JOIN: Command = Command {
    name: "join",
    summary: "Joins two running queue managers of this machine by channels both ways.",
    names: names("the queue managers", "QMgrName QMgrName", 2, 2),
    about: "Given as 'ferromq join QM1 QM2'. At each it makes a transmission queue called like the other one, a sender that is triggered by it, and \
            the receiver of the other's sender, shows the MQSC commands it runs, starts both and waits until they run. Nothing that is \
            there is changed: if one of the names is taken, nothing is done. docs/manual/distributed.md explains what it makes.",
    options: &[
        value(
            "-c",
            "ConnectionName",
            "Where the second reaches the first, such as 'host(1414)'; without it the port of a listener that runs.",
        ),
        value(
            "-d",
            "ConnectionName",
            "Where the first reaches the second.",
        ),
    ],
    exits: &[
        (0, "both channels run"),
        (exit::EXISTS, "one of the names is taken"),
        (exit::NOT_FOUND, "a queue manager does not exist"),
        (exit::ARGUMENTS, "arguments are not valid"),
        (
            exit::NOT_AVAILABLE,
            "a queue manager does not run, or none of its listeners",
        ),
        (
            exit::UNEXPECTED,
            "a channel does not run, or something unexpected happened",
        ),
        (exit::NAME, "a name is not valid, or both are the same"),
    ],
    arguments_code: exit::ARGUMENTS,
    run: Run::Alone(join::run),
    hidden: false,
};

const CLUSTER: Command = Command {
    name: "cluster",
    summary: "Makes queue managers of this machine that are a cluster, or shows what one knows of its clusters.",
    names: names("the cluster", "ClusterName [Number] | show QMgrName", 1, 2),
    about: "Given as 'ferromq cluster DEMO 3': makes and starts DEMO1, DEMO2 and DEMO3 with a listener each, as one uniform cluster, and waits until they know one \
            another. What they have in common, commands and settings they read at every start, and a channel table for programs, is in files below the \
            data path; the command says where. Nothing is made if one of the queue managers is there. 'ferromq cluster show DEMO1' shows the members of \
            its clusters, how their channels are, and what they share. docs/manual/clusters.md explains what it makes.",
    options: &[
        value(
            "-p",
            "Port",
            "Port of the first queue manager, the others have those behind it; without it free ones from 1421 on.",
        ),
        flag(
            "-dev",
            "Makes each with what developers need, as crtmqm -dev; programs connect by DEV.APP.SVRCONN then, from this machine only.",
        ),
        flag("-dot", "Shows it in the language of Graphviz."),
    ],
    exits: &[
        (0, "the members know one another, or were shown"),
        (exit::EXISTS, "one of the queue managers is there already"),
        (exit::NOT_FOUND, "the queue manager does not exist"),
        (exit::ARGUMENTS, "arguments are not valid"),
        (
            exit::NOT_AVAILABLE,
            "the queue manager does not run, or there are no ports",
        ),
        (
            exit::UNEXPECTED,
            "the members do not know one another, or something unexpected happened",
        ),
        (exit::NAME, "a name is not valid"),
    ],
    arguments_code: exit::ARGUMENTS,
    run: Run::WithOthers(cluster::run),
    hidden: false,
};
