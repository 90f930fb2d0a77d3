//! DEFINE, ALTER, DELETE and DISPLAY of authentication information, whose type is in a clause of
//! its own.

use super::objects::display_objects;
use super::words::MqscCommand;
use super::{Command, Rest, change};
use crate::syntax::clause::{Argument, Clause};
use crate::syntax::{Fault, SyntaxError};
use ferromq_mqi::attribute::ObjectKind;

/// `DEFINE AUTHINFO`
pub(crate) fn define(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    change::define_kind(row, type_of(row, rest)?, object, rest)
}

/// `ALTER AUTHINFO`
pub(crate) fn alter(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    change::alter_kind(row, type_of(row, rest)?, object, rest)
}

/// `DELETE AUTHINFO`. One name belongs to one object, whatever its type.
pub(crate) fn delete(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    change::delete_kind(row, ObjectKind::AuthInfoOs, object, rest)
}

/// What the clause `AUTHTYPE` says, which must be there.
fn type_of(row: &MqscCommand, rest: &mut Rest) -> Result<ObjectKind, SyntaxError> {
    let Some(clause) = rest.take(&["AUTHTYPE"])? else {
        let fault = Fault::Missing("AUTHTYPE");
        return Err(SyntaxError::new(rest.text_end, fault));
    };
    kind(row, &clause, clause.single()?)
}

/// `DISPLAY AUTHINFO(name) AUTHTYPE(type)`.
pub(crate) fn display(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let typed = |clause: &Clause| clause.keyword == "AUTHTYPE" && clause.arguments.is_some();
    let mut kinds = row.object.kinds.to_vec();
    if rest.clauses.iter().any(typed)
        && let Some(clause) = rest.take(&["AUTHTYPE"])?
    {
        kinds = vec![kind(row, &clause, clause.single()?)?];
    }
    display_objects(row, &kinds, row.object.kinds, object, rest)
}

fn kind(
    row: &MqscCommand,
    clause: &Clause,
    argument: &Argument,
) -> Result<ObjectKind, SyntaxError> {
    let mut kinds = row.object.kinds.iter();
    let found = kinds.find(|kind| kind.keyword() == argument.text);
    found
        .copied()
        .ok_or_else(|| clause.bad_value("CRLLDAP, IDPWLDAP, IDPWOS or OCSP"))
}
