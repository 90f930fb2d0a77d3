//! Understanding SET CHLAUTH and DISPLAY CHLAUTH.

use super::{Match, RuleCommand, RuleQuery};
use crate::command::asked::{Asked, Fields};
use crate::command::change::attribute_value;
use crate::command::words::MqscCommand;
use crate::command::{About, Command, Rest, Seen};
use crate::syntax::clause::Clause;
use crate::syntax::{Fault, SyntaxError};
use ferromq_mqi::attribute::{Attr, AttributeInfo, Form, ObjectKind, Value};
use ferromq_mqi::generated::constants::{MQUSRC_CHANNEL, MQUSRC_NOACCESS};
use ferromq_qmgr::RuleAction;

/// `SET CHLAUTH(profile) TYPE(type) ACTION(action) ...`.
pub(crate) fn set(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let mut seen = Seen::default();
    let mut changes = vec![(Attr::Chlauth, value(Attr::Chlauth, object)?)];
    let mut action = RuleAction::Add;
    for clause in &rest.clauses {
        if clause.keyword == "ACTION" {
            seen.once("ACTION", clause)?;
            action = action_of(clause)?;
            continue;
        }
        let info = attribute(clause)?;
        seen.once(info.attr.keyword(), clause)?;
        changes.push((info.attr, attribute_value(info, clause)?));
    }
    if !changes.iter().any(|(attr, _)| *attr == Attr::Type) {
        return Err(SyntaxError::new(rest.text_end, Fault::Missing("TYPE")));
    }
    Ok(about_rules(row, RuleCommand::Set { changes, action }))
}

fn about_rules(row: &'static MqscCommand, command: RuleCommand) -> Command {
    Command::new(row, About::QMgr, move |operations| {
        super::execute(operations, command)
    })
}

fn attribute(clause: &Clause) -> Result<&'static AttributeInfo, SyntaxError> {
    let found = ObjectKind::ChlAuth.by_keyword(&clause.keyword);
    found
        .map(|found| found.info)
        .filter(|info| info.uses.definable && info.attr != Attr::Chlauth)
        .ok_or(SyntaxError::malformed(clause.end))
}

fn value(attr: Attr, clause: &Clause) -> Result<Value, SyntaxError> {
    match ObjectKind::ChlAuth.attribute(attr) {
        Some(info) => attribute_value(info, clause),
        None => Err(SyntaxError::malformed(clause.end)),
    }
}

fn action_of(clause: &Clause) -> Result<RuleAction, SyntaxError> {
    let argument = clause.single()?;
    Ok(match argument.text.as_str() {
        "ADD" => RuleAction::Add,
        "REPLACE" => RuleAction::Replace,
        "REMOVE" => RuleAction::Remove,
        "REMOVEALL" => RuleAction::RemoveAll,
        _ => return Err(clause.bad_value("ADD, REMOVE, REMOVEALL or REPLACE")),
    })
}

/// `DISPLAY CHLAUTH(profile) MATCH(match) TYPE(type) ...`.
pub(crate) fn display(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let Value::Text(profile) = value(Attr::Chlauth, object)? else {
        return Err(SyntaxError::malformed(object.end));
    };
    if profile.is_empty() {
        let fault = Fault::BadName("CHLAUTH".to_string());
        return Err(SyntaxError::new(object.single()?.end, fault));
    }
    let mut asked = Asked::new(Fields::Attributes(&[ObjectKind::ChlAuth]));
    let mut query = RuleQuery {
        profile,
        kind: None,
        matching: Match::Generic,
        address: String::new(),
        client_user: String::new(),
        queue_manager: String::new(),
        peer: String::new(),
        issuer: String::new(),
        query: crate::display::query::Query::default(),
    };
    for clause in &rest.clauses {
        let given = clause.arguments.is_some();
        match clause.keyword.as_str() {
            "MATCH" => {
                asked.seen.once("MATCH", clause)?;
                query.matching = match_of(clause)?;
            }
            "TYPE" if given => {
                asked.seen.once("TYPE", clause)?;
                query.kind = kind_of(clause)?;
            }
            keyword if given && keyword != "WHERE" => {
                let place = match keyword {
                    "ADDRESS" => &mut query.address,
                    "CLNTUSER" => &mut query.client_user,
                    "QMNAME" => &mut query.queue_manager,
                    "SSLPEER" => &mut query.peer,
                    "SSLCERTI" => &mut query.issuer,
                    _ => return Err(SyntaxError::malformed(clause.end)),
                };
                asked.seen.once(attribute(clause)?.attr.keyword(), clause)?;
                clause.single()?.text.trim_end().clone_into(place);
            }
            _ => asked.take(clause)?,
        }
    }
    if query.matching == Match::RunCheck && query.address.is_empty() {
        return Err(SyntaxError::new(rest.text_end, Fault::Missing("ADDRESS")));
    }
    query.query = asked.finish(false);
    Ok(about_rules(row, RuleCommand::Display(query)))
}

fn match_of(clause: &Clause) -> Result<Match, SyntaxError> {
    Ok(match clause.single()?.text.as_str() {
        "EXACT" => Match::Exact,
        "GENERIC" => Match::Generic,
        "ALL" => Match::All,
        "RUNCHECK" => Match::RunCheck,
        _ => return Err(clause.bad_value("ALL, EXACT, GENERIC or RUNCHECK")),
    })
}

/// The type; none for `ALL`.
fn kind_of(clause: &Clause) -> Result<Option<i32>, SyntaxError> {
    if clause.single()?.text == "ALL" {
        return Ok(None);
    }
    match value(Attr::Type, clause)? {
        Value::Int(kind) => Ok(Some(kind)),
        _ => Err(SyntaxError::malformed(clause.end)),
    }
}

/// True for words that go without `MCAUSER`.
pub(super) fn maps_to_nobody(source: i32) -> bool {
    matches!(source, MQUSRC_CHANNEL | MQUSRC_NOACCESS)
}

/// True for attributes that are lists.
pub(super) fn is_list(info: &AttributeInfo) -> bool {
    matches!(info.form, Form::Texts { .. })
}
