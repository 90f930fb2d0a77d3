//! What the table says of a command: its words, who may give it, and the function that reads it. `tables/mqsc_*.csv` lists
//! them; `table` finds them.

use super::{Command, Rest};
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
    /// The kind of object it is about, if that is one.
    pub(crate) fn kind(&self) -> Option<ObjectKind> {
        match self.kinds {
            [kind] => Some(*kind),
            _ => None,
        }
    }
}

impl MqscCommand {
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
