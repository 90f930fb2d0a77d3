//! DEFINE, ALTER, DELETE and DISPLAY of authentication information, whose type is in a clause of
//! its own.

use super::objects::display_objects;
use super::words::Verb;
use super::{Command, Rest, change};
use crate::syntax::clause::{Argument, Clause};
use crate::syntax::{Fault, SyntaxError};
use ferromq_mqi::attribute::ObjectKind;

/// The types there are.
pub(crate) const KINDS: [ObjectKind; 4] = [
    ObjectKind::AuthInfoOs,
    ObjectKind::AuthInfoLdap,
    ObjectKind::AuthInfoCrl,
    ObjectKind::AuthInfoOcsp,
];

/// `DEFINE`, `ALTER` or `DELETE AUTHINFO`.
pub(crate) fn change(verb: Verb, object: &Clause, rest: &mut Rest) -> Result<Command, SyntaxError> {
    if verb == Verb::Delete {
        // One name belongs to one object, whatever its type.
        return change::delete_kind(ObjectKind::AuthInfoOs, object, rest);
    }
    let Some(clause) = rest.take(&["AUTHTYPE"])? else {
        let fault = Fault::Missing("AUTHTYPE");
        return Err(SyntaxError::new(rest.text_end, fault));
    };
    let kind = kind(&clause, clause.single()?)?;
    match verb {
        Verb::Define => change::define_kind(kind, object, rest),
        _ => change::alter_kind(kind, object, rest),
    }
}

/// `DISPLAY AUTHINFO(name) AUTHTYPE(type)`.
pub(crate) fn display(object: &Clause, rest: &mut Rest) -> Result<Command, SyntaxError> {
    let typed = |clause: &Clause| clause.keyword == "AUTHTYPE" && clause.arguments.is_some();
    let mut kinds = KINDS.to_vec();
    if rest.clauses.iter().any(typed)
        && let Some(clause) = rest.take(&["AUTHTYPE"])?
    {
        kinds = vec![kind(&clause, clause.single()?)?];
    }
    display_objects(&kinds, &KINDS, object, rest)
}

fn kind(clause: &Clause, argument: &Argument) -> Result<ObjectKind, SyntaxError> {
    let found = KINDS
        .into_iter()
        .find(|kind| kind.keyword() == argument.text);
    found.ok_or_else(|| clause.bad_value("CRLLDAP, IDPWLDAP, IDPWOS or OCSP"))
}
