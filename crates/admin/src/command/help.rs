//! What `?` answers.

use super::change::expected;
use super::words::MqscCommand;
use crate::generated::mqsc::{COMMANDS, VERBS};
use ferromq_mqi::attribute::{Form, ObjectKind};
use std::fmt::Write;

/// Every verb, and what ends a script.
pub(crate) fn verbs() -> String {
    const IN_A_LINE: usize = 7;
    let words: Vec<&str> = VERBS.iter().map(|(verb, _)| *verb).chain(["END"]).collect();
    let mut text = String::new();
    for line in words.chunks(IN_A_LINE) {
        let shown: String = line.iter().map(|word| format!("{word:<11}")).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "   {}", shown.trim_end());
    }
    text
}

/// The objects a verb can be used with.
pub(crate) fn of_verb(verb: &str) -> String {
    let mut text = String::new();
    let rows = COMMANDS.iter();
    for row in rows.filter(|row| row.verb == verb && !row.object.absent) {
        line(&mut text, &beginning(row));
    }
    text
}

/// What a command takes.
pub(crate) fn of_command(row: &MqscCommand) -> String {
    let mut text = String::new();
    line(&mut text, &beginning(row));
    let several = row.object.kinds.len() > 1;
    for kind in row.object.kinds {
        // The type of an object that shares its word with others.
        if let ([_, keyword], true, "DEFINE" | "ALTER") = (kind.info().always, several, row.verb) {
            line(&mut text, &format!("   {keyword}({kind})"));
        }
        match row.verb {
            "DEFINE" => {
                line(&mut text, "   LIKE(name)");
                line(&mut text, "   REPLACE | NOREPLACE");
                attributes(&mut text, *kind, |uses| uses.definable);
            }
            "SET" => attributes(&mut text, *kind, |uses| uses.definable),
            "ALTER" => {
                if kind.is_queue() || *kind == ObjectKind::QMgr {
                    line(&mut text, "   FORCE | NOFORCE");
                }
                attributes(&mut text, *kind, |uses| uses.alterable);
            }
            "DELETE" if *kind == ObjectKind::QLocal => line(&mut text, "   PURGE | NOPURGE"),
            _ => {}
        }
    }
    for clause in row.clauses {
        line(&mut text, &format!("   {clause}"));
    }
    if row.verb == "DISPLAY" {
        line(&mut text, "   WHERE(keyword operator value)");
        line(&mut text, "   ALL");
        line(&mut text, "   any of the attributes");
    }
    text
}

/// A command as far as the object.
fn beginning(row: &MqscCommand) -> String {
    match row.object.argument {
        "" => row.words(),
        argument => format!("{}({argument})", row.words()),
    }
}

fn attributes(
    text: &mut String,
    kind: ObjectKind,
    chosen: fn(&ferromq_mqi::attribute::Uses) -> bool,
) {
    for info in kind.attributes().iter().filter(|info| chosen(&info.uses)) {
        let keyword = info.attr.keyword();
        match info.form {
            Form::Flag => line(text, &format!("   {keyword} | NO{keyword}")),
            form => line(text, &format!("   {keyword}({})", expected(form))),
        }
    }
}

fn line(text: &mut String, shown: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "   {shown}");
}
