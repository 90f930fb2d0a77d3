//! Commands: what a line of MQSC asks for.

pub(crate) mod applications;
pub(crate) mod asked;
pub(crate) mod authinfo;
pub(crate) mod change;
pub(crate) mod channel;
pub(crate) mod cluster;
pub(crate) mod completion;
pub(crate) mod help;
pub(crate) mod inquire;
pub(crate) mod network;
pub(crate) mod objects;
pub(crate) mod operate;
pub(crate) mod parse;
pub(crate) mod service;
pub(crate) mod stored;
pub(crate) mod table;
pub(crate) mod words;

use crate::operations::ObjectOperations;
use crate::pattern::NamePattern;
use crate::reply::Reply;
use crate::syntax::clause::{Argument, Clause, Clauses};
use crate::syntax::{Fault, SyntaxError};
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::name::{NameError, ObjectName, Q_MGR_INSERT};
use words::MqscCommand;

/// A command that has been understood.
pub(crate) struct Command {
    pub(crate) row: &'static MqscCommand,
    pub(crate) about: About,
    pub(crate) act: Act,
}

/// What a command is about: what its user needs leave for, besides leave to ask the queue manager anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum About {
    /// Nobody needs leave, not even to ask.
    Nothing,
    /// Several objects: those are left out that the user may not see.
    Several,
    /// The queue manager.
    QMgr,
    /// An object.
    Object(ObjectKind, ObjectName),
}

impl About {
    /// The object of a name, or several.
    pub(crate) fn names(kind: ObjectKind, names: &NamePattern) -> Self {
        match names.is_generic() {
            true => Self::Several,
            false => Self::Object(kind, ObjectName::truncated(names.as_str())),
        }
    }
}

/// What a command does.
pub(crate) enum Act {
    /// Makes an object.
    Define(Defining),
    /// It is documented, and its subject is not there at this level.
    NotBuilt(String),
    /// This.
    Do(Deed),
}

/// Carries a command out.
pub(crate) type Deed = Box<dyn FnOnce(&dyn ObjectOperations) -> Reply + Send>;

/// What is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Defining {
    pub(crate) kind: ObjectKind,
    pub(crate) name: ObjectName,
    pub(crate) like: Option<ObjectName>,
    pub(crate) replace: bool,
    pub(crate) changes: Vec<(Attr, Value)>,
}

impl Command {
    /// Does something.
    pub(crate) fn new(
        row: &'static MqscCommand,
        about: About,
        act: impl FnOnce(&dyn ObjectOperations) -> Reply + Send + 'static,
    ) -> Self {
        Self {
            row,
            about,
            act: Act::Do(Box::new(act)),
        }
    }

    /// Something that is not there at this level; `noun` is what it is about.
    pub(crate) fn not_built(row: &'static MqscCommand, noun: &str) -> Self {
        Self {
            row,
            about: About::Nothing,
            act: Act::NotBuilt(format!("{} {noun}", row.verb)),
        }
    }
}

/// The clauses after the object, as far as they could be read, and what stopped the reading.
#[derive(Debug)]
pub(crate) struct Rest {
    pub(crate) clauses: Vec<Clause>,
    stopped: Option<SyntaxError>,
    pub(crate) text_end: usize,
}

impl Rest {
    /// Clauses that were not read from text; `text_end` is where one that is missing would be.
    pub(crate) fn of(clauses: Vec<Clause>, text_end: usize) -> Self {
        Self {
            clauses,
            stopped: None,
            text_end,
        }
    }

    /// Takes the clause with one of the keywords out; there may be one.
    pub(crate) fn take(&mut self, keywords: &[&str]) -> Result<Option<Clause>, SyntaxError> {
        let named = |clause: &Clause| keywords.contains(&clause.keyword.as_str());
        let Some(at) = self.clauses.iter().position(named) else {
            return Ok(None);
        };
        let clause = self.clauses.remove(at);
        match self.clauses.iter().find(|clause| named(clause)) {
            Some(second) => Err(SyntaxError::new(
                second.end,
                Fault::Duplicate(second.keyword.clone()),
            )),
            None => Ok(Some(clause)),
        }
    }

    fn collect(mut reader: Clauses<'_>) -> Self {
        let mut clauses = Vec::new();
        let text_end = reader.text_end();
        loop {
            match reader.next_clause() {
                Ok(Some(clause)) => clauses.push(clause),
                Ok(None) => {
                    return Self {
                        clauses,
                        stopped: None,
                        text_end,
                    };
                }
                Err(error) => {
                    return Self {
                        clauses,
                        stopped: Some(error),
                        text_end,
                    };
                }
            }
        }
    }

    /// The error that stopped the reading, if one did.
    fn check_only(&mut self) -> Result<(), SyntaxError> {
        self.stopped.take().map_or(Ok(()), Err)
    }

    /// There must be no clause.
    pub(crate) fn nothing_more(&self) -> Result<(), SyntaxError> {
        self.clauses
            .first()
            .map_or(Ok(()), |clause| Err(SyntaxError::malformed(clause.end)))
    }
}

/// Keywords that were there already; an opposite counts as the same keyword.
#[derive(Debug, Default)]
pub(crate) struct Seen(Vec<String>);

impl Seen {
    pub(crate) fn once(&mut self, keyword: &str, clause: &Clause) -> Result<(), SyntaxError> {
        if self.0.iter().any(|seen| seen == keyword) {
            return Err(SyntaxError::new(
                clause.end,
                Fault::Duplicate(clause.keyword.clone()),
            ));
        }
        self.0.push(keyword.to_string());
        Ok(())
    }
}

/// The name in parentheses after the word for the object.
pub(crate) fn object_name(clause: &Clause) -> Result<ObjectName, SyntaxError> {
    name_by(clause, ObjectName::parse)
}

/// The name of an object that is made: what only the names of some types of channels may hold is refused to the others.
pub(crate) fn new_name_of_kind(
    kind: ObjectKind,
    clause: &Clause,
) -> Result<ObjectName, SyntaxError> {
    let name = name_of_kind(kind, clause)?;
    name_by(clause, |text| kind.parse_name(text)).and(Ok(name))
}

fn name_by(
    clause: &Clause,
    parse: impl FnOnce(&str) -> Result<ObjectName, NameError>,
) -> Result<ObjectName, SyntaxError> {
    let argument = clause.single()?;
    parse(argument.text.trim_end()).map_err(|error| name_error(error, argument, &clause.keyword))
}

/// The same for a kind whose names may be shorter. Which type a channel has is not always known here: each may be named by
/// what only the names of some may hold.
pub(crate) fn name_of_kind(kind: ObjectKind, clause: &Clause) -> Result<ObjectName, SyntaxError> {
    let name = match kind.is_channel() {
        true => name_by(clause, ObjectName::parse_with_insert)?,
        false => object_name(clause)?,
    };
    let max = kind.name_bytes_max();
    if name.as_str().len() > max {
        let keyword = clause.keyword.clone();
        let fault = Fault::TooLong { keyword, max };
        return Err(SyntaxError::new(clause.single()?.end, fault));
    }
    Ok(name)
}

/// The generic name in parentheses after the word for the object.
pub(crate) fn name_pattern(clause: &Clause) -> Result<NamePattern, SyntaxError> {
    let argument = clause.single()?;
    let text = argument.text.trim_end();
    let name = text.strip_suffix('*').unwrap_or(text);
    // Of channels it may hold an insert, or the beginning of one; nothing else has such a name.
    let begins_insert = |at: &usize| name != text && Q_MGR_INSERT.starts_with(&name[*at..]);
    let before_insert = name.rfind('+').filter(begins_insert).map(|at| &name[..at]);
    if !name.is_empty() || text.is_empty() {
        let whole = ObjectName::parse_with_insert(name);
        let cut =
            before_insert.filter(|before| before.is_empty() || ObjectName::parse(before).is_ok());
        if let (Err(error), None) = (whole, cut) {
            return Err(name_error(error, argument, &clause.keyword));
        }
    }
    Ok(NamePattern::new(text))
}

fn name_error(error: NameError, argument: &Argument, keyword: &str) -> SyntaxError {
    let keyword = keyword.to_string();
    SyntaxError::new(
        argument.end,
        match error {
            NameError::TooLong => Fault::TooLong { keyword, max: 48 },
            NameError::Empty | NameError::BadCharacter(_) => Fault::BadName(keyword),
        },
    )
}
