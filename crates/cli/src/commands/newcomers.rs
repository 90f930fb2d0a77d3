//! Commands of ours that help who is new: completion, and a live view.

use crate::command::{Command, NO_NAMES, Run, flag, names, repeatable, value};
use crate::failure::exit;
use crate::{completion, migrate, top};

/// The commands of this group.
pub(super) const COMMANDS: &[Command] = &[MIGRATE, TOP, COMPLETION, COMPLETE];

const MIGRATE: Command = Command {
    name: "migrate",
    summary: "Lists what becomes of definitions and settings of another installation, and takes them over.",
    names: NO_NAMES,
    about: "Called as ferromq migrate. Without -x nothing is changed, and no queue manager has to be there: each command and each setting is listed as in \
            force, as kept without effect, with the attributes that have none, or as refused, with what is wrong. With -x commands that are not refused are run by \
            the queue manager, which has to run, and settings go to its qm.ini; what is fixed when a queue manager is created, and what names a place of \
            the other machine, is not taken over. Scripts as dmpmqcfg writes them can be run again; others should say REPLACE.",
    options: &[
        repeatable("-f", "Script", "A file of MQSC commands."),
        value("-i", "File", "A qm.ini."),
        value("-s", "File", "An mqs.ini, which is only listed."),
        flag("-x", "Do it."),
        value(
            "-m",
            "QMgrName",
            "The queue manager that takes them over; the default one otherwise.",
        ),
        flag("-q", "Do not list what is in force, only how many."),
    ],
    exits: &[
        (0, "nothing was refused"),
        (migrate::SOME_REFUSED, "something was refused, or failed"),
        (migrate::NOT_RUN, "nothing was done"),
    ],
    arguments_code: migrate::NOT_RUN,
    run: Run::Alone(migrate::run),
    hidden: false,
};

const TOP: Command = Command {
    name: "top",
    summary: "Shows a queue manager as it runs: queues, channels, programs and the log, over and over again.",
    names: names("the queue manager", "[QMgrName]", 0, 1),
    about: "Called as ferromq top. On a terminal d, r and n order queues by depth, rate and name, s shows those of the system, p pauses, the space \
            bar looks at once, q ends. Yellow is what wants looking at: a queue that is nearly full or that nobody reads, a channel that does not \
            run. Elsewhere each look is printed behind the one before. The command server has to run; puts and gets are of the last ten seconds \
            or so, and a ? stands where they may not be subscribed to.",
    options: &[
        value(
            "-m",
            "QMgrName",
            "The queue manager; the default one otherwise.",
        ),
        flag("-c", "Connect as a client."),
        value(
            "-u",
            "UserId",
            "Connect as this user, whose password is asked for.",
        ),
        value("-i", "Seconds", "How long from look to look; 2 otherwise."),
        value("-n", "Count", "End after so many looks."),
        value(
            "-s",
            "rate|depth|name",
            "What queues are ordered by; rate otherwise.",
        ),
        flag("-a", "Show queues and channels of the system, too."),
        flag(
            "-b",
            "Print each look behind the one before, on a terminal as well.",
        ),
    ],
    exits: &[
        (0, "ended"),
        (1, "a verb failed"),
        (top::ARGUMENTS, "arguments are not valid"),
    ],
    arguments_code: top::ARGUMENTS,
    run: Run::Alone(top::run),
    hidden: false,
};

const COMPLETION: Command = Command {
    name: "completion",
    summary: "Prints what has a shell complete these commands: their names, options, values and queue managers.",
    names: names("the shell", "bash|zsh|fish", 1, 1),
    about: "Called as ferromq completion. bash: source <(ferromq completion bash) in ~/.bashrc. zsh: ferromq completion zsh into a file _ferromq in a \
            directory of fpath. fish: ferromq completion fish into ~/.config/fish/conf.d/ferromq.fish. ferromq has to be on the PATH.",
    options: &[],
    exits: &[(0, "printed"), (exit::ARGUMENTS, "arguments are not valid")],
    arguments_code: exit::ARGUMENTS,
    run: Run::WithOthers(completion::script),
    hidden: false,
};

const COMPLETE: Command = Command {
    name: "complete",
    summary: "Says what fits at the end of a command line.",
    names: names("the words", "-- [Word...]", 0, 1_000),
    about: "What the scripts of ferromq completion call.",
    options: &[],
    exits: &[(0, "said")],
    arguments_code: exit::ARGUMENTS,
    run: Run::WithOthers(completion::complete),
    hidden: true,
};
