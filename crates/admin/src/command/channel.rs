//! Definitions of channels, whose kind is in a clause of its own.

use super::objects::display_objects;
use super::words::MqscCommand;
use super::{About, Act, Command, Rest, change};
use crate::message;
use crate::reply::Reply;
use crate::syntax::clause::{Argument, Clause};
use crate::syntax::{Fault, SyntaxError};
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::generated::notices::AMQ8227;

/// Types of channels that are documented and not there at this level.
const NOT_BUILT: [&str; 2] = ["AMQP", "MQTT"];

/// What `CHLTYPE` and `TYPE` take.
const TYPES: &str = "AMQP, CLNTCONN, CLUSRCVR, CLUSSDR, MQTT, RCVR, RQSTR, SDR, SVR or SVRCONN";

/// `DEFINE CHANNEL`
pub(crate) fn define(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    change(row, object, rest, change::define_kind)
}

/// `ALTER CHANNEL`
pub(crate) fn alter(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    change(row, object, rest, change::alter_kind)
}

/// `DELETE CHANNEL`
pub(crate) fn delete(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let table = table(rest)?;
    let meant = match rest.take(&["CHLTYPE"])? {
        Some(clause) => Some(kind(&clause, clause.single()?)?),
        None => None,
    };
    let of_clients = meant == Some(Some(ObjectKind::ClntConn));
    let looked = table.unwrap_or(match of_clients {
        true => ObjectKind::ClntConn,
        false => ObjectKind::SvrConn,
    });
    let ignored = |clause: &Clause| {
        clause.keyword == "IGNSTATE" && matches!(change::yes_no(clause), Ok(true))
    };
    let ignores_missing = rest.clauses.iter().any(ignored);
    let mut command = change::delete_kind(row, looked, object, rest)?;
    let (Some(meant), About::Object(_, name)) = (meant, &command.about) else {
        return Ok(command);
    };
    // One of another type that has the name is not the one that is meant.
    let (meant, name) = (
        meant.filter(|_| of_clients == (looked == ObjectKind::ClntConn)),
        *name,
    );
    if let Act::Do(delete) = command.act {
        command.act = Act::Do(Box::new(move |operations| {
            let is_there = |kind| operations.definition(kind, &name).is_some();
            match meant.is_some_and(is_there) {
                true => delete(operations),
                false if ignores_missing => Reply::done(message::deleted(looked)),
                false => Reply::failed(message::line(&AMQ8227, &[&name])),
            }
        }));
    }
    Ok(command)
}

/// Reads a command about a channel of one kind.
pub(super) type ReadKind =
    fn(&'static MqscCommand, ObjectKind, &Clause, &mut Rest) -> Result<Command, SyntaxError>;

fn change(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
    read: ReadKind,
) -> Result<Command, SyntaxError> {
    let Some(clause) = rest.take(&["CHLTYPE"])? else {
        let fault = Fault::Missing("CHLTYPE");
        return Err(SyntaxError::new(rest.text_end, fault));
    };
    match kind(&clause, clause.single()?)? {
        None => {
            let noun = format!("CHANNEL CHLTYPE({})", clause.single()?.text);
            Ok(Command::not_built(row, &noun))
        }
        Some(kind) => read(row, kind, object, rest),
    }
}

/// The kinds a channel type stands for: none for a type that is not there at this level.
pub(crate) fn kind(
    clause: &Clause,
    argument: &Argument,
) -> Result<Option<ObjectKind>, SyntaxError> {
    let word = argument.text.as_str();
    let mut channels = ObjectKind::ALL.into_iter().filter(|kind| kind.is_channel());
    match channels.find(|kind| kind.keyword() == word) {
        None if !NOT_BUILT.contains(&word) => Err(clause.bad_value(TYPES)),
        found => Ok(found),
    }
}

/// `DISPLAY CHANNEL`
pub(crate) fn display(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let mut kinds = row.object.kinds.to_vec();
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
    display_objects(row, &kinds, row.object.kinds, object, rest)
}

/// Where DELETE looks: among the channels of the queue manager, or among those of clients.
fn table(rest: &mut Rest) -> Result<Option<ObjectKind>, SyntaxError> {
    let Some(clause) = rest.take(&["CHLTABLE"])? else {
        return Ok(None);
    };
    let argument = clause.single()?;
    match argument.text.as_str() {
        "QMGRTBL" => Ok(Some(ObjectKind::SvrConn)),
        "CLNTTBL" => Ok(Some(ObjectKind::ClntConn)),
        _ => Err(clause.bad_value("QMGRTBL or CLNTTBL")),
    }
}
