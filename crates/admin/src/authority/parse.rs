//! The syntax of the commands about authority.

use super::{AuthorityCommand, Matching, RecordChange, RecordQuery, Shown};
use crate::command::words::MqscCommand;
use crate::command::{About, Command, Rest, Seen};
use crate::syntax::clause::{Argument, Clause};
use crate::syntax::{Fault, SyntaxError};
use ferromq_qmgr::{EntityName, Permissions, Profile, ProtectedKind, SELF_PROFILE};

/// What the clauses of a command say.
#[derive(Default)]
struct Given {
    seen: Seen,
    name: Option<Argument>,
    kind: Option<ProtectedKind>,
    entity: Option<EntityName>,
    add: Vec<Argument>,
    remove: Vec<Argument>,
    matching: Option<Argument>,
    shown: Shown,
}

/// Keywords that say what is shown.
const SHOWN: [&str; 3] = ["AUTHLIST", "ENTITY", "ENTTYPE"];

impl Given {
    /// Takes what every command about authority has. `name` is the keyword of the object.
    fn take(&mut self, clause: &Clause, name: &'static str) -> Result<bool, SyntaxError> {
        match clause.keyword.as_str() {
            keyword if keyword == name => {
                self.seen.once(name, clause)?;
                self.name = Some(clause.single()?.clone());
            }
            "OBJTYPE" if clause.arguments.is_some() => {
                self.seen.once("OBJTYPE", clause)?;
                self.kind = Some(kind(clause)?);
            }
            "PRINCIPAL" | "GROUP" => {
                // One of the two.
                self.seen.once("ENTITY()", clause)?;
                let text = clause.single()?.text.trim_end();
                self.entity = Some(match clause.keyword.as_str() {
                    "PRINCIPAL" => EntityName::principal(text),
                    _ => EntityName::group(text),
                });
            }
            // There is one service, and it is called for anyway.
            "SERVCOMP" => {
                self.seen.once("SERVCOMP", clause)?;
                clause.single()?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Takes what a change has besides.
    fn take_change(&mut self, clause: &Clause) -> Result<bool, SyntaxError> {
        let list = match clause.keyword.as_str() {
            "AUTHADD" => &mut self.add,
            "AUTHRMV" => &mut self.remove,
            _ => return Ok(false),
        };
        self.seen.once(&clause.keyword, clause)?;
        *list = clause.many()?.to_vec();
        Ok(true)
    }

    /// Takes what a display has besides.
    fn take_shown(&mut self, clause: &Clause, known: &[&'static str]) -> Result<(), SyntaxError> {
        let keyword = clause.keyword.as_str();
        if keyword == "ALL" {
            self.seen.once("ALL", clause)?;
            return clause.bare();
        }
        let Some(known) = known.iter().find(|known| **known == keyword) else {
            return Err(SyntaxError::malformed(clause.end));
        };
        self.seen.once(known, clause)?;
        clause.bare()?;
        self.shown.push(known);
        Ok(())
    }

    fn kind(&self, rest: &Rest) -> Result<ProtectedKind, SyntaxError> {
        self.kind.ok_or(missing(rest, "OBJTYPE"))
    }

    fn entity(&self, rest: &Rest) -> Result<EntityName, SyntaxError> {
        let entity = self.entity.clone();
        entity.ok_or(missing(rest, "PRINCIPAL or GROUP"))
    }

    fn change(self, rest: &Rest) -> Result<RecordChange, SyntaxError> {
        let kind = self.kind(rest)?;
        let profile = match &self.name {
            _ if kind == ProtectedKind::QMgr => profile(SELF_PROFILE, rest.text_end)?,
            Some(given) => profile(given.text.trim_end(), given.end)?,
            None => return Err(missing(rest, "PROFILE")),
        };
        Ok(RecordChange {
            kind,
            profile,
            entity: self.entity(rest)?,
            add: permissions(&self.add, "AUTHADD", kind)?,
            remove: permissions(&self.remove, "AUTHRMV", kind)?,
        })
    }
}

/// `SET AUTHREC`
pub(crate) fn set(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    object.bare()?;
    let mut given = Given::default();
    for clause in &rest.clauses {
        if !given.take(clause, "PROFILE")? && !given.take_change(clause)? {
            return Err(SyntaxError::malformed(clause.end));
        }
    }
    let change = given.change(rest)?;
    Ok(about_authority(row, AuthorityCommand::Set(change)))
}

/// `DELETE AUTHREC`
pub(crate) fn delete(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    object.bare()?;
    let mut given = Given::default();
    for clause in &rest.clauses {
        if !given.take(clause, "PROFILE")? {
            return Err(SyntaxError::malformed(clause.end));
        }
    }
    let change = given.change(rest)?;
    Ok(about_authority(row, AuthorityCommand::Delete(change)))
}

fn about_authority(row: &'static MqscCommand, command: AuthorityCommand) -> Command {
    Command::new(row, About::QMgr, move |operations| {
        super::execute(operations, command)
    })
}

/// `DISPLAY AUTHSERV`
pub(crate) fn display_service(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    object.bare()?;
    let mut given = Given::default();
    for clause in &rest.clauses {
        given.take_shown(clause, &["IFVER", "UIDSUPP"])?;
    }
    let command = AuthorityCommand::DisplayService(given.shown);
    Ok(about_authority(row, command))
}

/// `DISPLAY AUTHREC`
pub(crate) fn display_records(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    object.bare()?;
    let mut given = Given::default();
    for clause in &rest.clauses {
        if clause.keyword == "MATCH" {
            given.seen.once("MATCH", clause)?;
            given.matching = Some(clause.single()?.clone());
        } else if !given.take(clause, "PROFILE")? {
            given.take_shown(clause, &SHOWN)?;
        }
    }
    let matching = match &given.matching {
        None => Matching::Profile,
        Some(asked) => match asked.text.as_str() {
            "PROFILE" => Matching::Profile,
            "MEMBERSHIP" => Matching::Membership,
            "EXACT" => Matching::Exact,
            _ => {
                let expected = "PROFILE, MEMBERSHIP or EXACT";
                return Err(SyntaxError::bad_value(asked.end, "MATCH", expected));
            }
        },
    };
    let name = match &given.name {
        Some(name) => Some(profile(name.text.trim_end(), name.end)?),
        None => None,
    };
    if matching == Matching::Membership {
        given.entity(rest)?;
        given.kind(rest)?;
        if name.is_none() && given.kind != Some(ProtectedKind::QMgr) {
            return Err(missing(rest, "PROFILE"));
        }
    }
    let query = RecordQuery {
        profile: name.map(|name| name.as_str().to_owned()),
        kind: given.kind,
        entity: given.entity,
        matching,
        shown: given.shown,
    };
    Ok(about_authority(row, AuthorityCommand::Display(query)))
}

/// `DISPLAY ENTAUTH`
pub(crate) fn display_entity(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    object.bare()?;
    let mut given = Given::default();
    for clause in &rest.clauses {
        if !given.take(clause, "OBJNAME")? {
            given.take_shown(clause, &["AUTHLIST", "ENTITY", "ENTTYPE", "OBJTYPE"])?;
        }
    }
    let kind = given.kind(rest)?;
    let name = match &given.name {
        _ if kind == ProtectedKind::QMgr => SELF_PROFILE.to_owned(),
        Some(name) => profile(name.text.trim_end(), name.end)?.as_str().to_owned(),
        None => return Err(missing(rest, "OBJNAME")),
    };
    let command = AuthorityCommand::DisplayEntity {
        entity: given.entity(rest)?,
        kind,
        name,
        shown: given.shown,
    };
    Ok(about_authority(row, command))
}

fn missing(rest: &Rest, keyword: &'static str) -> SyntaxError {
    SyntaxError::new(rest.text_end, Fault::Missing(keyword))
}

fn kind(clause: &Clause) -> Result<ProtectedKind, SyntaxError> {
    let argument = clause.single()?;
    let kinds = ProtectedKind::ALL;
    let found = kinds.into_iter().find(|kind| kind.word() == argument.text);
    found.ok_or_else(|| {
        let words: Vec<&str> = kinds.iter().map(|kind| kind.word()).collect();
        SyntaxError::bad_value(argument.end, "OBJTYPE", &words.join(", "))
    })
}

fn profile(text: &str, end: usize) -> Result<Profile, SyntaxError> {
    Profile::parse(text).map_err(|error| {
        let expected = format!("the name of an object or a generic name: {error}");
        SyntaxError::bad_value(end, "PROFILE", &expected)
    })
}

fn permissions(
    list: &[Argument],
    keyword: &str,
    kind: ProtectedKind,
) -> Result<Permissions, SyntaxError> {
    let mut all = Permissions::NONE;
    for argument in list {
        let Some(found) = Permissions::from_word(&argument.text, kind) else {
            let words = kind.applicable().words().join(", ");
            let expected = format!("for {kind}: {words}, ALL, ALLADM, ALLMQI or NONE");
            return Err(SyntaxError::bad_value(argument.end, keyword, &expected));
        };
        all |= found;
    }
    Ok(all)
}
