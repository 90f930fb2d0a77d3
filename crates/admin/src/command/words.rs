//! The words commands begin with: which there are, and which command they make. All are in `tables/mqsc_*.csv`.

use super::{Command, Rest};
use crate::generated::mqsc::{COMMANDS, OBJECTS, VERBS};
use crate::syntax::SyntaxError;
use crate::syntax::clause::Clause;
use ferromq_mqi::attribute::ObjectKind;

/// What a command is about, by its second word.
#[derive(Debug)]
pub(crate) struct MqscObject {
    pub(crate) word: &'static str,
    /// The short form; blank for none.
    pub(crate) short: &'static str,
    /// The kinds of objects whose attributes it takes.
    pub(crate) kinds: &'static [ObjectKind],
    /// What stands in parentheses behind it; blank for nothing.
    pub(crate) argument: &'static str,
    /// Documented, and never there at this level.
    pub(crate) absent: bool,
}

/// A command: a verb with what it is about.
#[derive(Debug)]
pub(crate) struct MqscCommand {
    pub(crate) verb: &'static str,
    pub(crate) object: &'static MqscObject,
    /// Nothing for what is documented and not there at this level.
    pub(crate) read: Option<Read>,
    /// `MQZAO_*` a user needs on the object, or on the queue manager where it is about none.
    pub(crate) permission: i32,
    /// `MQCMD_*`, for events.
    pub(crate) number: i32,
    /// Clauses that are no attributes of objects.
    pub(crate) clauses: &'static [&'static str],
}

/// Reads the second word with its argument and the clauses, and says what is to be done.
pub(crate) type Read = fn(&'static MqscCommand, &Clause, &mut Rest) -> Result<Command, SyntaxError>;

impl MqscObject {
    /// What a word, or its short form, stands for.
    pub(crate) fn from_word(word: &str) -> Option<&'static Self> {
        let named = |object: &&Self| {
            object.word == word || (!object.short.is_empty() && object.short == word)
        };
        OBJECTS.iter().find(named)
    }

    /// The kind of object it is about, if that is one.
    pub(crate) fn kind(&self) -> Option<ObjectKind> {
        match self.kinds {
            [kind] => Some(*kind),
            _ => None,
        }
    }

    /// The word of a kind of object that has one of its own.
    pub(crate) fn of_kind(kind: ObjectKind) -> Option<&'static Self> {
        OBJECTS
            .iter()
            .find(|object| object.word == kind.keyword() && object.kind() == Some(kind))
    }
}

impl MqscCommand {
    /// The command of a verb with an object, if there is one.
    pub(crate) fn find(verb: &str, object: &MqscObject) -> Option<&'static Self> {
        COMMANDS
            .iter()
            .find(|row| row.verb == verb && row.object.word == object.word)
    }

    /// The kind of object it is about.
    ///
    /// # Errors
    /// A mistake at the word, if it is not about one kind.
    pub(crate) fn kind(&self, object: &Clause) -> Result<ObjectKind, SyntaxError> {
        self.object.kind().ok_or(SyntaxError::malformed(object.end))
    }

    /// Its two words.
    pub(crate) fn words(&self) -> String {
        format!("{} {}", self.verb, self.object.word)
    }
}

/// The verb a word, or its short form, stands for.
pub(crate) fn verb(word: &str) -> Option<&'static str> {
    let found = VERBS
        .iter()
        .find(|(verb, short)| *verb == word || short.contains(&word));
    found.map(|(verb, _)| *verb)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_forms_mean_the_same() {
        assert_eq!(verb("DIS"), Some("DISPLAY"));
        assert_eq!(verb("DISPLAY"), Some("DISPLAY"));
        assert_eq!(verb("DISPLA"), None);
        let word = |word| MqscObject::from_word(word).map(|object| object.word);
        assert_eq!(word("QL"), Some("QLOCAL"));
        assert_eq!(word("CHL"), Some("CHANNEL"));
        assert_eq!(word("SBS"), Some("SBSTATUS"));
        assert_eq!(word(""), None);
    }

    #[test]
    fn every_command_is_found_by_its_words() {
        for row in &COMMANDS {
            let found = MqscCommand::find(row.verb, row.object).expect("a command");
            assert!(std::ptr::eq(found, row), "{} is there twice", row.words());
            assert_eq!(verb(row.verb), Some(row.verb));
            let object = MqscObject::from_word(row.object.word).expect("an object");
            assert_eq!(object.word, row.object.word);
        }
    }
}
