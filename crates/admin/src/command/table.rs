//! Finding commands by their words, in the tables made from `tables/mqsc_*.csv`.

use super::words::{MqscCommand, MqscObject};
use crate::generated::mqsc::{COMMANDS, OBJECTS, VERBS};
use ferromq_mqi::attribute::ObjectKind;

/// The verb a word, or its short form, stands for.
pub(crate) fn verb(word: &str) -> Option<&'static str> {
    let found = VERBS
        .iter()
        .find(|(verb, short)| *verb == word || short.contains(&word));
    found.map(|(verb, _)| *verb)
}

/// What a second word, or its short form, stands for.
pub(crate) fn object(word: &str) -> Option<&'static MqscObject> {
    let named = |object: &&MqscObject| {
        object.word == word || (!object.short.is_empty() && object.short == word)
    };
    OBJECTS.iter().find(named)
}

/// The word of a kind of object that has one of its own.
pub(crate) fn object_of(kind: ObjectKind) -> Option<&'static MqscObject> {
    OBJECTS
        .iter()
        .find(|object| object.word == kind.keyword() && object.kind() == Some(kind))
}

/// The command of a verb with an object, if there is one.
pub(crate) fn command(verb: &str, object: &MqscObject) -> Option<&'static MqscCommand> {
    COMMANDS
        .iter()
        .find(|row| row.verb == verb && row.object.word == object.word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_forms_mean_the_same() {
        assert_eq!(verb("DIS"), Some("DISPLAY"));
        assert_eq!(verb("DISPLAY"), Some("DISPLAY"));
        assert_eq!(verb("DISPLA"), None);
        let word = |word| object(word).map(|object| object.word);
        assert_eq!(word("QL"), Some("QLOCAL"));
        assert_eq!(word("CHL"), Some("CHANNEL"));
        assert_eq!(word("SBS"), Some("SBSTATUS"));
        assert_eq!(word(""), None);
    }

    #[test]
    fn every_command_is_found_by_its_words() {
        for row in &COMMANDS {
            let found = command(row.verb, row.object).expect("a command");
            assert!(std::ptr::eq(found, row), "{} is there twice", row.words());
            assert_eq!(verb(row.verb), Some(row.verb));
            let found = object(row.object.word).expect("an object");
            assert_eq!(found.word, row.object.word);
        }
    }
}
