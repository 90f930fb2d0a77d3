//! The tables: which command is which, and which parameter is which keyword.

use crate::generated::pcf::{ABSENT, COMMANDS, PARAMETERS, REASONS};
use ferromq_mqi::generated::constants::MQRCCF_CFH_COMMAND_ERROR;

/// A command and the MQSC command that does the same.
#[derive(Debug)]
pub(crate) struct CommandRow {
    /// `MQCMD_*`.
    pub(crate) command: i32,
    pub(crate) verb: &'static str,
    pub(crate) noun: &'static str,
    /// The word of the object in what MQSC says of it.
    pub(crate) keyword: &'static str,
    /// What parameters say beside keywords and values.
    pub(crate) operands: &'static [Operand],
    /// A keyword that is in every answer where the object has no name; blank for none.
    pub(crate) always: &'static str,
    /// Parameter with the object's name; 0 for none, as below.
    pub(crate) name: i32,
    /// Parameter with the name of the object to copy.
    pub(crate) like: i32,
    /// Parameter with the names, where those are the answer.
    pub(crate) names: i32,
    /// Parameter with the types of the named.
    pub(crate) types: i32,
    /// Parameter that lists what is asked for.
    pub(crate) attributes: i32,
    /// Groups of parameters.
    pub(crate) groups: &'static [&'static str],
}

/// What parameters of a command say that is no keyword with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operand {
    /// Users and groups.
    Entity,
    /// Which authority records are meant.
    Match,
    /// The identifier of a connection.
    Connection,
    /// Without a name the default object is meant.
    Nameless,
    /// The answer is what is always there, and nothing else.
    Only,
}

/// A number of a command that is not carried out.
#[derive(Debug)]
pub(crate) struct AbsentRow {
    /// `MQCMD_*`.
    pub(crate) command: i32,
    /// Reason of the answer.
    pub(crate) reason: i32,
}

/// The reason for a command that is not carried out.
pub(crate) fn absent_reason(command: i32) -> i32 {
    let row = ABSENT.iter().find(|row| row.command == command);
    row.map_or(MQRCCF_CFH_COMMAND_ERROR, |row| row.reason)
}

/// A parameter that is no attribute of an object.
#[derive(Debug)]
pub(crate) struct ParameterRow {
    pub(crate) group: &'static str,
    pub(crate) keyword: &'static str,
    pub(crate) parameter: i32,
    pub(crate) form: Form,
    /// Bytes of text in answers; 0 where it is as long as it is.
    pub(crate) length: usize,
    /// Words and numbers.
    pub(crate) words: &'static [(&'static str, i32)],
    /// It is in every answer.
    pub(crate) always: bool,
    /// Reason for a value that is not valid; 0 for the general one.
    pub(crate) error: i32,
}

/// What values of a parameter are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// A number.
    Int,
    /// Numbers.
    Ints,
    /// One of several words.
    Word,
    /// Several of them.
    Words,
    /// The keyword itself depends on the value.
    Flag,
    /// Text.
    Text,
    /// Bytes, shown as text or as a number of a unit of work.
    Bytes,
    /// Bytes, shown as hexadecimal digits.
    Hex,
    /// Taken, and of no effect.
    Ignored,
}

/// The reason that goes with a notice or with the value of a keyword.
#[derive(Debug)]
pub(crate) struct ReasonRow {
    pub(crate) about: &'static str,
    /// For this command alone; 0 for all.
    pub(crate) command: i32,
    pub(crate) reason: i32,
}

impl CommandRow {
    /// The row of a command.
    pub(crate) fn find(command: i32) -> Option<&'static Self> {
        COMMANDS.iter().find(|row| row.command == command)
    }

    /// Whether its parameters say such a thing.
    pub(crate) fn takes(&self, operand: Operand) -> bool {
        self.operands.contains(&operand)
    }

    /// The parameter with a number.
    pub(crate) fn parameter(&self, id: i32) -> Option<&'static ParameterRow> {
        PARAMETERS
            .iter()
            .find(|row| row.parameter == id && self.groups.contains(&row.group))
    }

    /// Its groups of parameters as far as they are about what a command shows: the thing itself, or
    /// what belongs to it.
    pub(crate) fn shown_groups(&self, section: usize) -> &'static [&'static str] {
        match self.groups {
            [own, beneath] if *beneath == "CONN_HANDLE" => match section {
                0 => std::slice::from_ref(own),
                _ => std::slice::from_ref(beneath),
            },
            groups => groups,
        }
    }
}

/// The parameters of groups.
pub(crate) fn parameters_of(
    groups: &'static [&'static str],
) -> impl Iterator<Item = &'static ParameterRow> {
    PARAMETERS
        .iter()
        .filter(move |row| groups.contains(&row.group) && !row.keyword.is_empty())
}

/// The reason that goes with a notice or with the value of a keyword.
pub(crate) fn reason_for(about: &str, command: i32) -> Option<i32> {
    let fits =
        |row: &&ReasonRow| row.about == about && (row.command == 0 || row.command == command);
    let row = REASONS.iter().find(fits);
    row.map(|row| row.reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::table;
    use ferromq_mqi::generated::constants::MQCMD_ESCAPE;

    #[test]
    fn every_command_is_one_of_mqsc() {
        for row in &COMMANDS {
            assert_eq!(table::verb(row.verb), Some(row.verb));
            let object = table::object(row.noun).expect(row.noun);
            // Of queues of any kind MQSC commands name the kind.
            let of_a_kind = object.kinds.len() > 1;
            let there = table::command(row.verb, object).is_some();
            assert!(there || of_a_kind, "{} {}", row.verb, row.noun);
            for group in row.groups {
                let known = PARAMETERS.iter().any(|row| row.group == *group);
                assert!(known, "{group}");
            }
        }
    }

    /// Each number of the constants is in one of the tables, once.
    #[test]
    fn every_command_is_there_once() {
        let families = &ferromq_mqi::generated::names::FAMILIES;
        let found = families.iter().find(|(name, _)| *name == "MQCMD");
        let (_, numbers) = *found.expect("commands have names");
        assert!(numbers.len() > 150);
        for &(command, name) in numbers {
            let served = COMMANDS.iter().filter(|row| row.command == command).count();
            let absent = ABSENT.iter().filter(|row| row.command == command).count();
            let text = usize::from(command == MQCMD_ESCAPE);
            assert_eq!(served + absent + text, 1, "{command} {name}");
        }
    }
}
