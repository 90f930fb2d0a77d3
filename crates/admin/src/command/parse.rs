//! From words to a command.

use super::words::{Noun, Verb};
use super::{Command, Rest, absent, authinfo, change, channel, help, inquire, operate};
use crate::syntax::clause::{Clause, Clauses};
use crate::syntax::{Fault, SyntaxError};

/// Understands one command.
///
/// # Errors
/// The first place, in reading order, where it stops making sense.
pub(crate) fn parse(text: &str) -> Result<Command, SyntaxError> {
    let mut clauses = Clauses::new(text);
    let Some((word, end)) = clauses.next_word()? else {
        return Err(SyntaxError::malformed(clauses.text_end()));
    };
    if word == "?" {
        return Ok(Command::Help(None));
    }
    let verb = Verb::from_word(&word).ok_or(SyntaxError::new(end, Fault::UnknownVerb))?;
    let noun_clause = match clauses.next_clause()? {
        None => return Err(SyntaxError::malformed(clauses.text_end())),
        Some(clause) => clause,
    };
    if noun_clause.keyword == "?" {
        return Ok(Command::Help(Some(help::of_verb(verb))));
    }
    let noun =
        Noun::from_word(&noun_clause.keyword).ok_or(SyntaxError::malformed(noun_clause.end))?;
    if !verb.takes(noun) {
        return Err(SyntaxError::malformed(noun_clause.end));
    }
    let mut rest = Rest::collect(clauses);
    if rest.clauses.iter().any(|clause| clause.keyword == "?") {
        return Ok(Command::Help(Some(help::of_command(verb, noun))));
    }
    understand(verb, noun, &noun_clause, &mut rest)
}

/// Understands the clauses of a command, whatever they were read from.
///
/// # Errors
/// The first place, in reading order, where it stops making sense.
pub(crate) fn understand(
    verb: Verb,
    noun: Noun,
    noun_clause: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    if let Noun::NotBuilt(noun) = noun {
        let shown = match verb {
            Verb::Display => absent::display(noun, noun_clause, rest)?,
            _ => None,
        };
        rest.check_only()?;
        if let Some(command) = shown {
            return Ok(command);
        }
        return Ok(Command::NotBuilt {
            verb: verb.word(),
            noun: noun.to_string(),
        });
    }
    let command = match verb {
        Verb::Define | Verb::Alter | Verb::Delete if noun == Noun::AuthInfo => {
            authinfo::change(verb, noun_clause, rest)
        }
        Verb::Define | Verb::Alter | Verb::Delete if noun == Noun::Channel => {
            channel::change(verb, noun_clause, rest)
        }
        Verb::Define | Verb::Alter | Verb::Delete if noun == Noun::Sub => {
            crate::topics::parse(verb, noun_clause, rest)
        }
        Verb::Clear if noun == Noun::TopicString => crate::topics::clear(noun_clause, rest),
        Verb::Define => change::define(noun, noun_clause, rest),
        Verb::Alter => change::alter(noun, noun_clause, rest),
        Verb::Delete => change::delete(noun, noun_clause, rest),
        Verb::Clear => change::clear(noun_clause, rest),
        Verb::Display => inquire::display(noun, noun_clause, rest),
        _ => operate::operate(verb, noun, noun_clause, rest),
    }?;
    rest.check_only()?;
    Ok(command)
}
