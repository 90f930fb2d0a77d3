//! Definitions of channels, whose kind is in a clause of its own.

use super::objects::display_objects;
use super::words::Verb;
use super::{Command, Rest, change};
use crate::syntax::clause::{Argument, Clause};
use crate::syntax::{Fault, SyntaxError};
use ferromq_mqi::attribute::ObjectKind;

/// Types of channels that are documented and not there at this level.
const NOT_BUILT: [&str; 8] = [
    "SDR", "SVR", "RCVR", "RQSTR", "CLUSSDR", "CLUSRCVR", "AMQP", "MQTT",
];

/// What `CHLTYPE` and `TYPE` take.
const TYPES: &str = "AMQP, CLNTCONN, CLUSRCVR, CLUSSDR, MQTT, RCVR, RQSTR, SDR, SVR or SVRCONN";

/// `DEFINE`, `ALTER` or `DELETE CHANNEL`.
pub(crate) fn change(verb: Verb, object: &Clause, rest: &mut Rest) -> Result<Command, SyntaxError> {
    if verb == Verb::Delete {
        let kind = table(rest)?;
        return change::delete_kind(kind, object, rest);
    }
    let kind_clause = rest.take(&["CHLTYPE"])?;
    let Some(clause) = kind_clause else {
        let fault = Fault::Missing("CHLTYPE");
        return Err(SyntaxError::new(rest.text_end, fault));
    };
    match kind(&clause, clause.single()?)? {
        None => Ok(Command::NotBuilt {
            verb: verb.word(),
            noun: format!("CHANNEL CHLTYPE({})", clause.single()?.text),
        }),
        Some(kind) if verb == Verb::Define => change::define_kind(kind, object, rest),
        Some(kind) => change::alter_kind(kind, object, rest),
    }
}

/// The kinds a channel type stands for: none for a type that is not there at this level.
pub(crate) fn kind(
    clause: &Clause,
    argument: &Argument,
) -> Result<Option<ObjectKind>, SyntaxError> {
    match argument.text.as_str() {
        "SVRCONN" => Ok(Some(ObjectKind::SvrConn)),
        "CLNTCONN" => Ok(Some(ObjectKind::ClntConn)),
        word if NOT_BUILT.contains(&word) => Ok(None),
        _ => Err(clause.bad_value(TYPES)),
    }
}

/// Both types there are.
const CHANNELS: [ObjectKind; 2] = [ObjectKind::SvrConn, ObjectKind::ClntConn];

/// `DISPLAY CHANNEL`
pub(crate) fn display(object: &Clause, rest: &mut Rest) -> Result<Command, SyntaxError> {
    let mut kinds = CHANNELS.to_vec();
    let types = |clause: &Clause| {
        clause.arguments.is_some() && matches!(clause.keyword.as_str(), "TYPE" | "CHLTYPE")
    };
    let mut chosen = rest.clauses.iter().filter(|clause| types(clause));
    if let Some(clause) = chosen.next() {
        if let Some(second) = chosen.next() {
            let fault = Fault::Duplicate(second.keyword.clone());
            return Err(SyntaxError::new(second.end, fault));
        }
        let argument = clause.single()?;
        if argument.text != "ALL" {
            kinds = Vec::from_iter(kind(clause, argument)?);
        }
    }
    rest.clauses.retain(|clause| !types(clause));
    display_objects(&kinds, &CHANNELS, object, rest)
}

/// Where DELETE looks: among the channels of the queue manager, or among those of clients.
fn table(rest: &mut Rest) -> Result<ObjectKind, SyntaxError> {
    let Some(clause) = rest.take(&["CHLTABLE"])? else {
        return Ok(ObjectKind::SvrConn);
    };
    let argument = clause.single()?;
    match argument.text.as_str() {
        "QMGRTBL" => Ok(ObjectKind::SvrConn),
        "CLNTTBL" => Ok(ObjectKind::ClntConn),
        _ => Err(clause.bad_value("QMGRTBL or CLNTTBL")),
    }
}
