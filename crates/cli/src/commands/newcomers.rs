//! Commands of ours that help who is new: completion, and a live view.

use super::{Command, flag, names, value};
use crate::failure::exit;
use crate::{completion, top};

/// The commands of this group.
pub(super) const COMMANDS: &[Command] = &[TOP, COMPLETION, COMPLETE];

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
    run: top::run,
    hidden: false,
};

const COMPLETION: Command = Command {
    name: "completion",
    summary: "Prints what has a shell complete these commands: their names, options, values and queue managers.",
    names: names("the shell", "bash|zsh|fish", 1, 1),
    about: "Called as ferromq completion. bash: source <(ferromq completion bash) in ~/.bashrc. zsh: ferromq completion zsh into a file _ferromq in a \
            directory of fpath. fish: ferromq completion fish into ~/.config/fish/completions/ferromq.fish. ferromq has to be on the PATH.",
    options: &[],
    exits: &[(0, "printed"), (exit::ARGUMENTS, "arguments are not valid")],
    arguments_code: exit::ARGUMENTS,
    run: completion::script,
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
    run: completion::complete,
    hidden: true,
};
