//! What is said of commands that are no MQSC, and to those who ask what is.

use crate::command::{help, table};
use crate::message::{line, segment};
use crate::syntax::clause::Clauses;
use crate::syntax::{Fault, SyntaxError};
use ferromq_mqi::generated::notices::{
    AMQ8411, AMQ8412, AMQ8413, AMQ8421, AMQ8424, AMQ8425, AMQ8426, AMQ8427, AMQ8460, AMQ8569,
    FMQ0033, FMQ0034,
};

/// Everything there is to say about a command that is no MQSC: where it stopped making sense,
/// and what was wrong there.
pub(crate) fn syntax_error(text: &str, error: &SyntaxError) -> String {
    let mut output = segment(&text[..error.end]);
    match &error.fault {
        Fault::Malformed => output.push_str(&where_to_look(text)),
        Fault::Unfinished => output.push_str(&line(&FMQ0034, &[])),
        Fault::UnknownVerb => output.push_str(&valid_commands()),
        Fault::Duplicate(keyword) => output.push_str(&line(&AMQ8411, &[keyword])),
        Fault::OutOfRange { keyword, min, max } => {
            output.push_str(&line(
                &AMQ8412,
                &[&format!("{keyword} takes {min} to {max}")],
            ));
        }
        Fault::TooLong { keyword, max } => {
            output.push_str(&line(
                &AMQ8413,
                &[&format!("{keyword} holds at most {max}")],
            ));
        }
        Fault::BadValue { keyword, expected } => {
            output.push_str(&line(&AMQ8425, &[&format!("{keyword} takes {expected}")]));
        }
        Fault::BadName(keyword) => output.push_str(&line(&AMQ8424, &[keyword])),
        Fault::Missing(keyword) => output.push_str(&line(&AMQ8421, &[keyword])),
        Fault::BadFilter => output.push_str(&line(&AMQ8569, &[])),
        Fault::BadConnection => output.push_str(&line(&AMQ8460, &[])),
    }
    output
}

/// What to type to learn what may stand in a command, as far as its beginning makes sense.
fn where_to_look(text: &str) -> String {
    let mut clauses = Clauses::new(text);
    let Ok(Some((word, _))) = clauses.next_word() else {
        return String::new();
    };
    let Some(verb) = table::verb(&word) else {
        return String::new();
    };
    let object = clauses.next_clause().ok().flatten();
    let row = object
        .and_then(|clause| table::object(&clause.keyword))
        .and_then(|object| table::command(verb, object));
    let command = match row {
        Some(row) if row.object.absent => return String::new(),
        Some(row) => row.words(),
        None => verb.to_owned(),
    };
    line(&FMQ0033, &[&command])
}

/// Which commands there are.
pub(crate) fn valid_commands() -> String {
    format!("{}\n{}\n", line(&AMQ8426, &[]), help::verbs())
}

/// What a command takes.
pub(crate) fn syntax_help(text: &str) -> String {
    format!("{}\n{text}\n", line(&AMQ8427, &[]))
}
