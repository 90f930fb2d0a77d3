//! Options and names on a command line, the way MQ commands take them.
//!
//! An option is a dash and one or more letters. Its value is the next word, or follows at
//! once where that is not another option (`-mQM1`). Names may stand before or after options.

use crate::command::{Command, OptionInfo, Takes};
use crate::failure::Failure;
use ferromq_qmgr::{Permissions, ProtectedKind};
use std::str::FromStr;

/// What was given to a command.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arguments {
    /// Of the command, and its exit code for what makes no sense.
    command: (&'static str, u8),
    options: Vec<(&'static str, String)>,
    names: Vec<String>,
    /// `-?` was there.
    pub(crate) wants_help: bool,
    /// The command is to connect as a client.
    pub(crate) as_client: bool,
}

impl Arguments {
    /// Sorts the words of a command line.
    ///
    /// # Errors
    /// What is wrong, without a full stop.
    pub(crate) fn read(command: &Command, given: &[String]) -> Result<Self, String> {
        let mut arguments = Self {
            command: (command.name, command.arguments_code),
            ..Self::default()
        };
        let mut words = given.iter();
        let mut options_over = false;
        while let Some(word) = words.next() {
            let authorization = command.takes_authorizations() && is_authorization(word);
            if options_over || authorization || !word.starts_with('-') || word.len() < 2 {
                arguments.names.push(word.clone());
                continue;
            }
            if word == "--" {
                options_over = true;
                continue;
            }
            let asks = |info: (&OptionInfo, Option<&str>)| {
                matches!(info.0.takes, Takes::Help) && info.1.is_none()
            };
            if matches!(word.as_str(), "-?" | "--help") || find(command, word).is_some_and(asks) {
                arguments.wants_help = true;
                return Ok(arguments);
            }
            let (info, attached) =
                find(command, word).ok_or_else(|| format!("there is no option {word}"))?;
            if let Takes::Refused(reason) = info.takes {
                return Err(format!("option {} is not supported: {reason}", info.flag));
            }
            if arguments.has(info.flag) && !info.repeats {
                return Err(format!("option {} is given twice", info.flag));
            }
            let value = value_of(info, attached, &mut words)?;
            arguments.options.push((info.flag, value));
        }
        if arguments.names.len() > command.names.max {
            let extra = &arguments.names[command.names.max];
            return Err(format!("'{extra}' is one name too many"));
        }
        if arguments.names.len() < command.names.min {
            let what = command.names.what;
            let are = match what.contains(" and ") || what.ends_with("managers") {
                true => "are",
                false => "is",
            };
            return Err(format!("{what} {are} missing"));
        }
        Ok(arguments)
    }

    /// They make no sense.
    pub(crate) fn refuse(&self, problem: &str) -> Failure {
        let (command, code) = self.command;
        Failure::arguments(command, &problem, code)
    }

    /// True when the option is there.
    pub(crate) fn has(&self, flag: &str) -> bool {
        self.options.iter().any(|(name, _)| *name == flag)
    }

    /// The value of an option.
    pub(crate) fn value(&self, flag: &str) -> Option<&str> {
        let found = self.options.iter().find(|(name, _)| *name == flag);
        found.map(|(_, value)| value.as_str())
    }

    /// Every value of an option that may be repeated.
    pub(crate) fn values<'a>(&'a self, flag: &'a str) -> impl Iterator<Item = &'a str> {
        let all = self.options.iter().filter(move |(name, _)| *name == flag);
        all.map(|(_, value)| value.as_str())
    }

    /// The value of an option as a number within bounds.
    ///
    /// # Errors
    /// What is wrong, without a full stop.
    pub(crate) fn number<N>(&self, flag: &str, low: N, high: N) -> Result<Option<N>, String>
    where
        N: FromStr + PartialOrd + std::fmt::Display,
    {
        let Some(value) = self.value(flag) else {
            return Ok(None);
        };
        match value.parse::<N>() {
            Ok(number) if number >= low && number <= high => Ok(Some(number)),
            _ => Err(format!(
                "{value} of option {flag} is not a number from {low} to {high}"
            )),
        }
    }

    /// The command line as it was read.
    pub(crate) fn told(&self) -> String {
        let options = self
            .options
            .iter()
            .map(|(flag, value)| match value.is_empty() {
                true => (*flag).to_owned(),
                false => format!("{flag} {value}"),
            });
        let words: Vec<String> = options.chain(self.names.iter().cloned()).collect();
        words.join(" ")
    }

    /// Every name.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// The name at a place, from 0.
    pub(crate) fn name(&self, at: usize) -> Option<&str> {
        self.names.get(at).map(String::as_str)
    }

    /// More than one of these options is there: the second of them.
    pub(crate) fn second_of(&self, flags: &[&'static str]) -> Option<&'static str> {
        let mut given = flags.iter().filter(|flag| self.has(flag));
        given.next()?;
        given.next().copied()
    }
}

/// Whether a word of a command line allows or forbids something, and so is no option.
fn is_authorization(word: &str) -> bool {
    let Some(name) = word.strip_prefix(['+', '-']) else {
        return false;
    };
    let kinds = ProtectedKind::ALL;
    name == "remove"
        || kinds
            .iter()
            .any(|kind| name.len() > 1 && Permissions::from_word(name, *kind).is_some())
}

/// The value of an option: attached to it, or the words behind it that are its value.
fn value_of(
    info: &OptionInfo,
    attached: Option<&str>,
    words: &mut std::slice::Iter<'_, String>,
) -> Result<String, String> {
    let is_value: fn(&&String) -> bool = match (info.takes, attached) {
        (Takes::Nothing | Takes::Help | Takes::Refused(_), _) => return Ok(String::new()),
        (Takes::Value(_) | Takes::MaybeNumber(_) | Takes::MaybeValue(_), Some(value)) => {
            return Ok(value.to_owned());
        }
        (Takes::Value(what), None) => {
            let missing = || format!("option {} needs a value: {what}", info.flag);
            return words.next().cloned().ok_or_else(missing);
        }
        (Takes::MaybeValue(_), None) => |word| !word.starts_with('-'),
        (Takes::MaybeNumber(_), None) => |word| word.bytes().all(|byte| byte.is_ascii_digit()),
    };
    let value = words.as_slice().first().filter(is_value).cloned();
    if value.is_some() {
        words.next();
    }
    Ok(value.unwrap_or_default())
}

/// The option a word begins, and the value attached to it.
fn find<'a>(command: &Command, word: &'a str) -> Option<(&'static OptionInfo, Option<&'a str>)> {
    if let Some(info) = command.all_options().find(|info| info.flag == word) {
        return Some((info, None));
    }
    let takes_value =
        |info: &&OptionInfo| matches!(info.takes, Takes::Value(_) | Takes::MaybeNumber(_));
    command
        .all_options()
        .filter(takes_value)
        .filter_map(|info| Some((info, word.strip_prefix(info.flag)?)))
        .max_by_key(|(info, _)| info.flag.len())
        .map(|(info, attached)| (info, Some(attached)))
}

#[cfg(test)]
mod tests {
    use super::{Arguments, is_authorization};
    use crate::commands::COMMANDS;

    fn read(command: &str, words: &[&str]) -> Result<Arguments, String> {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        Arguments::read(COMMANDS.find(command).unwrap(), &words)
    }

    #[test]
    fn values_stand_apart_or_attached_and_the_longest_option_wins() {
        let given = read("crtmqm", &["-lp", "7", "-ls3", "-q", "QM1", "-u", "DLQ"]).unwrap();
        assert_eq!(
            (given.value("-lp"), given.value("-ls")),
            (Some("7"), Some("3"))
        );
        assert!(given.has("-q") && !given.has("-lc"));
        assert_eq!(
            (given.name(0), given.value("-u")),
            (Some("QM1"), Some("DLQ"))
        );
        let given = read("dspmq", &["-mQM1", "-ostatus"]).unwrap();
        assert_eq!(
            (given.value("-m"), given.value("-o")),
            (Some("QM1"), Some("status"))
        );
    }

    #[test]
    fn several_things_that_are_missing_are_told_of_as_several() {
        let error = read("amqsblst", &[]).unwrap_err();
        assert!(
            error.starts_with("the queue manager and the queue are missing"),
            "{error}"
        );
        let error = read("join", &["QM1"]).unwrap_err();
        assert!(
            error.starts_with("the queue managers are missing"),
            "{error}"
        );
    }

    #[test]
    fn what_makes_no_sense_is_named() {
        for (words, said) in [
            (vec!["-zz", "QM1"], "there is no option -zz"),
            (vec!["QM1", "QM2"], "'QM2' is one name too many"),
            (vec!["-q"], "the queue manager is missing"),
            (vec!["QM1", "-lp"], "option -lp needs a value"),
            (vec!["-q", "-q", "QM1"], "option -q is given twice"),
        ] {
            let error = read("crtmqm", &words).unwrap_err();
            assert!(error.starts_with(said), "{error}");
        }
    }

    #[test]
    fn help_wins_over_everything_after_it() {
        assert!(read("crtmqm", &["-?", "-nonsense"]).unwrap().wants_help);
    }

    #[test]
    fn numbers_are_held_to_their_bounds() {
        let given = read("crtmqm", &["-h", "x", "QM1"]).unwrap();
        assert!(given.number("-h", 1, 999_999_999).is_err());
        let given = read("crtmqm", &["-h", "5", "QM1"]).unwrap();
        assert_eq!(given.number("-h", 1, 999_999_999), Ok(Some(5)));
        assert_eq!(given.number("-x", 1, 9), Ok(None));
    }

    #[test]
    fn authorizations_are_no_options() {
        for word in ["-passid", "-set", "+all", "-remove", "-sub"] {
            assert!(is_authorization(word), "{word}");
        }
        for word in ["-p", "-g", "-s", "-pfred", "put"] {
            assert!(!is_authorization(word), "{word}");
        }
    }
}
