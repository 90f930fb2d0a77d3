//! What a command says that is kept and has no effect at this level: for who brings definitions from elsewhere.

use super::table;
use crate::generated::mqsc::STORED;
use crate::syntax::clause::{Clause, Clauses};
use ferromq_mqi::attribute::{AttributeInfo, Form, Initial, ObjectKind};

/// Keywords of a command that are kept without effect, in its order. Those that say what holds anyway, the default or nothing, are left out; so is
/// what is no command.
#[must_use]
pub fn stored_without_effect(text: &str) -> Vec<String> {
    let Some((kinds, given)) = taken_apart(text) else {
        return Vec::new();
    };
    let type_given = |kind: &ObjectKind| match kind.info().always {
        [_, word] => {
            let said = given.iter().find(|clause| clause.keyword == *word);
            said.is_none_or(|clause| only(clause).is_some_and(|said| said == kind.keyword()))
        }
        _ => true,
    };
    let meant: Vec<ObjectKind> = kinds.iter().copied().filter(type_given).collect();
    let is_stored = |clause: &&Clause| {
        let of = |kind: &ObjectKind| Some((*kind, kind.by_keyword(&clause.keyword)?.info));
        let mut infos = meant.iter().filter_map(of).peekable();
        // Where the type is not said it has to be true of all.
        infos.peek().is_some()
            && infos.all(|(kind, info)| is_kept(kind, info) && !says_what_holds(info, clause))
    };
    let stored = given.iter().filter(is_stored);
    stored.map(|clause| clause.keyword.clone()).collect()
}

/// The verb and what a command is about, with its name: `DEFINE QLOCAL(ORDERS)`. What is no command is given as it begins.
#[must_use]
pub fn command_head(text: &str) -> String {
    const SHOWN: usize = 60;
    let mut clauses = Clauses::new(text);
    let verb = clauses.next_word().ok().flatten();
    let object = clauses.next_clause().ok().flatten();
    match (verb, object) {
        (Some((verb, _)), Some(object)) => {
            let verb = table::verb(&verb).map_or(verb.clone(), str::to_owned);
            let word = table::object(&object.keyword).map_or(&*object.keyword, |it| it.word);
            match only(&object) {
                Some(name) => format!("{verb} {word}({name})"),
                None => format!("{verb} {word}"),
            }
        }
        _ => text.chars().take(SHOWN).collect(),
    }
}

/// The kinds of objects a command may be about, and its clauses.
fn taken_apart(text: &str) -> Option<(&'static [ObjectKind], Vec<Clause>)> {
    let mut clauses = Clauses::new(text);
    let (verb, _) = clauses.next_word().ok()??;
    if !matches!(table::verb(&verb)?, "DEFINE" | "ALTER" | "SET") {
        return None;
    }
    let object = table::object(&clauses.next_clause().ok()??.keyword)?;
    let mut given = Vec::new();
    while let Some(clause) = clauses.next_clause().ok()? {
        given.push(clause);
    }
    Some((object.kinds, given))
}

fn only(clause: &Clause) -> Option<&str> {
    Some(clause.single().ok()?.text.as_str())
}

fn is_kept(kind: ObjectKind, info: &AttributeInfo) -> bool {
    let mut stored = STORED.iter().filter(|(of, _)| *of == kind.keyword());
    stored.any(|(_, words)| words.contains(&info.attr.keyword()))
}

/// Whether the clause gives the value an object has anyway.
fn says_what_holds(info: &AttributeInfo, clause: &Clause) -> bool {
    let Ok(values) = clause.many() else {
        return false;
    };
    let said: Vec<&str> = values.iter().map(|value| value.text.trim()).collect();
    let said = said.join(",");
    let usual = match info.initial {
        Initial::Text(text) => text.to_owned(),
        Initial::List(entries) => entries.join(","),
        Initial::Int(number) => {
            let words = match info.form {
                Form::Int { words, .. } | Form::Word { words } => words,
                _ => &[],
            };
            let word = words.iter().find(|(_, value)| *value == number);
            word.map_or(number.to_string(), |(word, _)| (*word).to_owned())
        }
    };
    said.is_empty() || said.eq_ignore_ascii_case(&usual)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_without_effect_is_named_unless_it_is_the_default() {
        let stored = stored_without_effect;
        assert_eq!(
            stored("DEFINE QLOCAL(A) MAXDEPTH(5) SCOPE(CELL)"),
            ["SCOPE"]
        );
        assert!(stored("DEFINE QLOCAL(A) SCOPE(QMGR) MAXDEPTH(5)").is_empty());
        let channel = "DEFINE CHANNEL(A) CHLTYPE(SVRCONN) TRPTYPE(TCP)";
        assert_eq!(stored(&format!("{channel} SCYEXIT('x(y)')")), ["SCYEXIT"]);
        assert!(stored(&format!("{channel} SCYEXIT('') COMPHDR(NONE)")).is_empty());
        // A client has exits, so without the type it is not said that they have no effect.
        assert!(stored("ALTER CHANNEL(A) CHLTYPE(CLNTCONN) SCYEXIT('x(y)')").is_empty());
        assert!(stored("no command").is_empty());
        assert!(stored("DISPLAY QLOCAL(A) SCOPE").is_empty());
    }

    #[test]
    fn every_stored_attribute_is_one_of_its_kind() {
        for (kind, words) in &STORED {
            let kind = ObjectKind::from_keyword(kind).expect("a kind");
            for word in *words {
                assert!(kind.by_keyword(word).is_some(), "{kind} {word}");
            }
        }
    }

    #[test]
    fn a_command_is_called_by_what_it_is_about() {
        assert_eq!(
            command_head("def ql('Orders') maxdepth(5)"),
            "DEFINE QLOCAL(Orders)"
        );
        assert_eq!(command_head("ALTER QMGR CHLEV(ENABLED)"), "ALTER QMGR");
        assert_eq!(command_head("DEFINE STGCLASS(X)"), "DEFINE STGCLASS(X)");
        assert_eq!(command_head("'"), "'");
    }
}
