//! DEFINE, ALTER, DELETE and CLEAR.

use super::words::MqscCommand;
use super::{
    About, Act, Command, Defining, Rest, Seen, name_of_kind, new_name_of_kind, object_name,
};
use crate::execute;
use crate::syntax::clause::Clause;
use crate::syntax::{Fault, SyntaxError};
use ferromq_mqi::attribute::{Attr, AttributeError, AttributeInfo, Form, ObjectKind, Value};
use ferromq_mqi::name::ObjectName;

/// `DEFINE`
pub(crate) fn define(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    define_kind(row, row.kind(object)?, object, rest)
}

pub(crate) fn define_kind(
    row: &'static MqscCommand,
    kind: ObjectKind,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let name = new_name_of_kind(kind, object)?;
    let said = defined(kind, rest, |clause| name_of_kind(kind, clause))?;
    let defining = Defining {
        kind,
        name,
        like: said.like,
        replace: said.replace,
        changes: said.changes,
    };
    Ok(Command {
        row,
        about: About::Object(kind, name),
        act: Act::Define(defining),
    })
}

/// What a DEFINE says beside the name.
pub(crate) struct Defined<N> {
    /// What to copy from.
    pub(crate) like: Option<N>,
    pub(crate) replace: bool,
    pub(crate) changes: Vec<(Attr, Value)>,
}

/// Reads the clauses of a DEFINE; `name_of` reads what it is to be like.
pub(crate) fn defined<N>(
    kind: ObjectKind,
    rest: &Rest,
    name_of: impl Fn(&Clause) -> Result<N, SyntaxError>,
) -> Result<Defined<N>, SyntaxError> {
    let mut changes = Changes::new(kind, |info| info.uses.definable);
    let (mut replace, mut like) = (false, None);
    for clause in &rest.clauses {
        match clause.keyword.as_str() {
            "REPLACE" | "NOREPLACE" => {
                changes.seen.once("REPLACE", clause)?;
                clause.bare()?;
                replace = clause.keyword == "REPLACE";
            }
            "LIKE" => {
                changes.seen.once("LIKE", clause)?;
                like = Some(name_of(clause)?);
            }
            _ => changes.add(clause)?,
        }
    }
    Ok(Defined {
        like,
        replace,
        changes: changes.list,
    })
}

/// `ALTER`
pub(crate) fn alter(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    alter_kind(row, row.kind(object)?, object, rest)
}

pub(crate) fn alter_kind(
    row: &'static MqscCommand,
    kind: ObjectKind,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let name = if kind == ObjectKind::QMgr {
        object.bare()?;
        ObjectName::BLANK
    } else {
        name_of_kind(kind, object)?
    };
    let mut changes = Changes::new(kind, |info| info.uses.alterable);
    let mut force = false;
    for clause in &rest.clauses {
        match clause.keyword.as_str() {
            "FORCE" | "NOFORCE" if kind.is_queue() || kind == ObjectKind::QMgr => {
                changes.seen.once("FORCE", clause)?;
                clause.bare()?;
                force = clause.keyword == "FORCE";
            }
            _ => changes.add(clause)?,
        }
    }
    let (changes, about) = (changes.list, About::Object(kind, name));
    Ok(Command::new(row, about, move |operations| {
        execute::alter(operations, kind, &name, changes, force)
    }))
}

/// `DELETE`
pub(crate) fn delete(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    delete_kind(row, row.kind(object)?, object, rest)
}

pub(crate) fn delete_kind(
    row: &'static MqscCommand,
    kind: ObjectKind,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let name = name_of_kind(kind, object)?;
    let mut seen = Seen::default();
    let (mut purge, mut ignore_missing) = (false, false);
    for clause in &rest.clauses {
        match clause.keyword.as_str() {
            "PURGE" | "NOPURGE" if kind == ObjectKind::QLocal => {
                seen.once("PURGE", clause)?;
                clause.bare()?;
                purge = clause.keyword == "PURGE";
            }
            "IGNSTATE" => {
                seen.once("IGNSTATE", clause)?;
                ignore_missing = yes_no(clause)?;
            }
            // Authority records go with the object; there is nothing to choose yet.
            "AUTHREC" => {
                seen.once("AUTHREC", clause)?;
                yes_no(clause)?;
            }
            _ => return Err(SyntaxError::malformed(clause.end)),
        }
    }
    let about = About::Object(kind, name);
    Ok(Command::new(row, about, move |operations| {
        execute::delete(operations, kind, &name, purge, ignore_missing)
    }))
}

/// `CLEAR QLOCAL`
pub(crate) fn clear(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let name = object_name(object)?;
    rest.nothing_more()?;
    let about = About::Object(ObjectKind::QLocal, name);
    Ok(Command::new(row, about, move |operations| {
        execute::clear(operations, &name)
    }))
}

pub(crate) fn yes_no(clause: &Clause) -> Result<bool, SyntaxError> {
    let argument = clause.single()?;
    match argument.text.as_str() {
        "YES" => Ok(true),
        "NO" => Ok(false),
        _ => Err(clause.bad_value("YES or NO")),
    }
}

/// The attributes a command gives.
pub(crate) struct Changes {
    kind: ObjectKind,
    allowed: fn(&AttributeInfo) -> bool,
    pub(crate) seen: Seen,
    pub(crate) list: Vec<(Attr, Value)>,
}

impl Changes {
    pub(crate) fn new(kind: ObjectKind, allowed: fn(&AttributeInfo) -> bool) -> Self {
        Self {
            kind,
            allowed,
            seen: Seen::default(),
            list: Vec::new(),
        }
    }

    pub(crate) fn add(&mut self, clause: &Clause) -> Result<(), SyntaxError> {
        let found = self.kind.by_keyword(&clause.keyword);
        let found = found.filter(|found| (self.allowed)(found.info));
        let Some(found) = found else {
            return Err(SyntaxError::malformed(clause.end));
        };
        let info = found.info;
        self.seen.once(info.attr.keyword(), clause)?;
        let value = match found.flag {
            Some(flag) => {
                clause.bare()?;
                Value::Int(i32::from(flag))
            }
            None => attribute_value(info, clause)?,
        };
        self.list.push((info.attr, value));
        Ok(())
    }
}

pub(crate) fn attribute_value(info: &AttributeInfo, clause: &Clause) -> Result<Value, SyntaxError> {
    let (texts, end) = match info.form {
        form if form.is_list() => {
            let arguments = clause.many()?;
            let texts: Vec<&str> = arguments
                .iter()
                .map(|argument| argument.text.as_str())
                .collect();
            (
                texts,
                arguments.last().map_or(clause.end, |argument| argument.end),
            )
        }
        _ => {
            let argument = clause.single()?;
            (vec![argument.text.as_str()], argument.end)
        }
    };
    info.parse(&texts)
        .map_err(|error| SyntaxError::new(end, fault_of(info, error)))
}

fn fault_of(info: &AttributeInfo, error: AttributeError) -> Fault {
    let keyword = info.attr.keyword().to_string();
    match (error, info.form) {
        (AttributeError::OutOfRange { .. }, Form::Int { min, max, .. }) => Fault::OutOfRange {
            keyword,
            min: i64::from(min),
            max: i64::from(max),
        },
        (AttributeError::TooLong { length_max, .. }, _) => Fault::TooLong {
            keyword,
            max: length_max,
        },
        (AttributeError::TooMany { count_max, .. }, _) => Fault::TooLong {
            keyword,
            max: count_max,
        },
        (AttributeError::BadName { .. }, _) => Fault::BadName(keyword),
        (_, form) => Fault::BadValue {
            keyword,
            expected: expected(form),
        },
    }
}

/// What values of a form look like, for the reader of a message.
pub(crate) fn expected(form: Form) -> String {
    match form {
        Form::Int {
            min,
            max,
            words: [],
        } => format!("a number from {min} to {max}"),
        Form::Int { min, max, words } => {
            format!("a number from {min} to {max}, or {}", join(words))
        }
        Form::Word { words } => join(words),
        Form::Text { length_max } | Form::Secret { length_max } => {
            format!("text of at most {length_max} bytes")
        }
        Form::Name { .. } | Form::Key => "a name".to_string(),
        Form::Pattern { .. } => "a name that may end in *".to_string(),
        Form::Names { count_max } => format!("at most {count_max} names"),
        Form::Texts {
            count_max,
            length_max,
        } => format!("at most {count_max} texts of at most {length_max} bytes each"),
        Form::Choices { words, count_max } => {
            format!("at most {count_max} of {}", join(words))
        }
        Form::Flag => "no value".to_string(),
        Form::Date | Form::Time => "nothing".to_string(),
    }
}

fn join(words: &[(&str, i32)]) -> String {
    let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
    words.join(", ")
}
