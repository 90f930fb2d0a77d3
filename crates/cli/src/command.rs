//! What a command is: a row of the table of commands.

use crate::arguments::Arguments;
use crate::failure::Failure;

/// One command.
pub(crate) struct Command {
    /// Its name.
    pub(crate) name: &'static str,
    /// One line on what it does.
    pub(crate) summary: &'static str,
    /// The names it takes.
    pub(crate) names: Names,
    /// What there is to say beyond the options; may be empty.
    pub(crate) about: &'static str,
    /// Its options.
    pub(crate) options: &'static [OptionInfo],
    /// Its exit codes.
    pub(crate) exits: &'static [(u8, &'static str)],
    /// Exit code for arguments that are not valid.
    pub(crate) arguments_code: u8,
    /// How it is carried out.
    pub(crate) run: Run,
    /// Part of the works: not listed.
    pub(crate) hidden: bool,
}

/// How a command is carried out. Answers the exit code.
pub(crate) enum Run {
    Alone(fn(&Arguments) -> Result<u8, Failure>),
    /// It runs others, or tells of them.
    WithOthers(fn(&Arguments, Commands) -> Result<u8, Failure>),
}

/// The table of commands, in groups.
#[derive(Clone, Copy)]
pub(crate) struct Commands(pub(crate) &'static [&'static [Command]]);

impl Commands {
    /// Every command, in the order of the manual.
    pub(crate) fn all(self) -> impl Iterator<Item = &'static Command> {
        self.0.iter().copied().flatten()
    }

    /// The command of that name.
    pub(crate) fn find(self, name: &str) -> Option<&'static Command> {
        self.all().find(|command| command.name == name)
    }
}

/// What a command takes that is no option.
pub(crate) struct Names {
    /// As messages call them.
    pub(crate) what: &'static str,
    /// As a usage line shows them.
    pub(crate) usage: &'static str,
    /// Fewest.
    pub(crate) min: usize,
    /// Most.
    pub(crate) max: usize,
}

pub(crate) const fn names(
    what: &'static str,
    usage: &'static str,
    min: usize,
    max: usize,
) -> Names {
    Names {
        what,
        usage,
        min,
        max,
    }
}

pub(crate) const NO_NAMES: Names = names("a name", "", 0, 0);
pub(crate) const Q_MGR: Names = names("the queue manager", "QMgrName", 1, 1);
pub(crate) const OPTIONAL_Q_MGR: Names = names("the queue manager", "[QMgrName]", 0, 1);

/// An option of a command.
pub(crate) struct OptionInfo {
    /// With its dash.
    pub(crate) flag: &'static str,
    /// Whether a value follows.
    pub(crate) takes: Takes,
    /// What it does.
    pub(crate) text: &'static str,
    /// It may be given several times.
    pub(crate) repeats: bool,
    /// Values there are, for shells that complete them; none where the usage line has them, or nobody can list them.
    pub(crate) words: &'static [&'static str],
}

/// What follows an option.
#[derive(Clone, Copy)]
pub(crate) enum Takes {
    /// Nothing.
    Nothing,
    /// Nothing: it explains the command, as `-?` does.
    Help,
    /// A value, called this in a usage line.
    Value(&'static str),
    /// A number, called this in a usage line, which may be left out.
    MaybeNumber(&'static str),
    /// A value, called this in a usage line, which may be left out: the next word, if that is no option.
    MaybeValue(&'static str),
    /// The option is documented and refused, for this reason.
    Refused(&'static str),
}

const fn option(flag: &'static str, takes: Takes, text: &'static str) -> OptionInfo {
    OptionInfo {
        flag,
        takes,
        text,
        repeats: false,
        words: &[],
    }
}

/// An option without a value.
pub(crate) const fn flag(flag: &'static str, text: &'static str) -> OptionInfo {
    option(flag, Takes::Nothing, text)
}

/// An option with a value.
pub(crate) const fn value(
    flag: &'static str,
    what: &'static str,
    text: &'static str,
) -> OptionInfo {
    option(flag, Takes::Value(what), text)
}

/// An option with one of these values.
pub(crate) const fn choice(
    flag: &'static str,
    what: &'static str,
    words: &'static [&'static str],
    text: &'static str,
) -> OptionInfo {
    OptionInfo {
        words,
        ..value(flag, what, text)
    }
}

/// An option with a number that may be left out.
pub(crate) const fn maybe_number(
    flag: &'static str,
    what: &'static str,
    text: &'static str,
) -> OptionInfo {
    option(flag, Takes::MaybeNumber(what), text)
}

/// An option with a value that may be left out.
pub(crate) const fn maybe_value(
    flag: &'static str,
    what: &'static str,
    text: &'static str,
) -> OptionInfo {
    option(flag, Takes::MaybeValue(what), text)
}

/// An option with a value that may be given several times.
pub(crate) const fn repeatable(
    flag: &'static str,
    what: &'static str,
    text: &'static str,
) -> OptionInfo {
    OptionInfo {
        repeats: true,
        ..value(flag, what, text)
    }
}

/// An option that is documented and refused.
pub(crate) const fn refused(flag: &'static str, reason: &'static str) -> OptionInfo {
    option(flag, Takes::Refused(reason), "")
}

/// Which queue manager a command means.
pub(crate) const ON_Q_MGR: OptionInfo = value(
    "-m",
    "QMgrName",
    "The queue manager; without it the default one.",
);

pub(crate) const USER: OptionInfo = value(
    "-mquserid",
    "UserId",
    "The user to connect to queue managers as, instead of what the credentials file says.",
);
pub(crate) const PASSWORD: OptionInfo = value(
    "-mqpassword",
    "Password",
    "Its password; asked for if only the user is given. Other users of the machine may see it.",
);

/// Options of every command of file transfer.
pub(crate) const OF_TRANSFERS: &[OptionInfo] = &[
    USER,
    PASSWORD,
    flag("-nolpw", "Accepted, and means nothing here."),
    value(
        "-trace",
        "Component=Level",
        "Accepted, and means nothing here.",
    ),
    value(
        "-tracePath",
        "Directory",
        "Accepted, and means nothing here.",
    ),
    option("-h", Takes::Help, "Explains the command."),
];

impl Command {
    /// Carries it out and answers the exit code.
    pub(crate) fn carry_out(&self, arguments: &Arguments, all: Commands) -> Result<u8, Failure> {
        match self.run {
            Run::Alone(run) => run(arguments),
            Run::WithOthers(run) => run(arguments, all),
        }
    }

    /// Arguments that make no sense.
    pub(crate) fn refuse(&self, problem: &str) -> Failure {
        Failure::arguments(self.name, &problem, self.arguments_code)
    }

    /// Its options, with those it shares with others.
    pub(crate) fn all_options(&self) -> impl Iterator<Item = &'static OptionInfo> {
        let shared = match self.name.starts_with("fte") {
            true => OF_TRANSFERS,
            false => &[],
        };
        self.options.iter().chain(shared)
    }

    /// Whether words such as `-put` are no options.
    pub(crate) fn takes_authorizations(&self) -> bool {
        self.name == "setmqaut"
    }
}

/// Whether a command is called as `ferromq name` alone: a link of its name would stand before another program of every system, `join` or
/// `top`, or say nothing of what cluster or transfers are meant.
pub(crate) fn is_word_of_ferromq(name: &str) -> bool {
    [
        "join",
        "cluster",
        "transfers",
        "replicate",
        "top",
        "migrate",
        "completion",
        "complete",
    ]
    .contains(&name)
}
