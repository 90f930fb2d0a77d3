//! From words to a command.

use super::words::{MqscCommand, MqscObject, verb};
use super::{Command, Rest, help};
use crate::syntax::clause::{Clause, Clauses};
use crate::syntax::{Fault, SyntaxError};

/// What a line asks for.
pub(crate) enum Asked {
    /// To do something.
    Command(Command),
    /// What may be said: the answer, or nothing for every command there is.
    Help(Option<String>),
}

/// Understands one command.
///
/// # Errors
/// The first place, in reading order, where it stops making sense.
pub(crate) fn parse(text: &str) -> Result<Asked, SyntaxError> {
    let mut clauses = Clauses::new(text);
    let Some((word, end)) = clauses.next_word()? else {
        return Err(SyntaxError::malformed(clauses.text_end()));
    };
    if word == "?" {
        return Ok(Asked::Help(None));
    }
    let verb = verb(&word).ok_or(SyntaxError::new(end, Fault::UnknownVerb))?;
    let object = match clauses.next_clause()? {
        None => return Err(SyntaxError::malformed(clauses.text_end())),
        Some(clause) => clause,
    };
    if object.keyword == "?" {
        return Ok(Asked::Help(Some(help::of_verb(verb))));
    }
    let row = MqscObject::from_word(&object.keyword)
        .and_then(|object| MqscCommand::find(verb, object))
        .ok_or(SyntaxError::malformed(object.end))?;
    let mut rest = Rest::collect(clauses);
    if rest.clauses.iter().any(|clause| clause.keyword == "?") {
        return Ok(Asked::Help(Some(help::of_command(row))));
    }
    understand(row, &object, &mut rest).map(Asked::Command)
}

/// Understands the clauses of a command, whatever they were read from.
///
/// # Errors
/// The first place, in reading order, where it stops making sense.
pub(crate) fn understand(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let command = match row.read {
        Some(read) => read(row, object, rest)?,
        None => Command::not_built(row, row.object.word),
    };
    rest.check_only()?;
    Ok(command)
}
