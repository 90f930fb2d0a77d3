//! START SERVICE, STOP SERVICE and DISPLAY SVSTATUS.

use super::asked::{Asked, Fields};
use super::network::ignores_state;
use super::words::MqscCommand;
use super::{About, Command, Rest, name_of_kind, name_pattern};
use crate::display::query::Query;
use crate::display::record::Record;
use crate::display::status::moment;
use crate::generated::status::{SERVICE_FIELDS, SERVICE_HEAD};
use crate::message;
use crate::operations::ObjectOperations;
use crate::pattern::NamePattern;
use crate::reply::Reply;
use crate::services::{ServiceError, ServiceStatus};
use crate::syntax::SyntaxError;
use crate::syntax::clause::Clause;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::notices::{
    AMQ8404, AMQ8632, AMQ8732, AMQ8733, AMQ8734, AMQ8735, AMQ8737, AMQ8738, AMQ8739, AMQ8740,
};
use ferromq_mqi::name::ObjectName;

/// `START SERVICE`
pub(crate) fn start(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let (name, ignore_state) = named(object, rest)?;
    let about = About::Object(ObjectKind::Service, name);
    Ok(Command::new(row, about, move |operations| {
        let accepted = message::line(&AMQ8733, &[]);
        let start = |service: &Definition| match operations.services().start(service) {
            Err(ServiceError::AlreadyActive) if ignore_state => Ok(()),
            Err(ServiceError::NoCommand) => Err(message::line(&AMQ8740, &[])),
            other => other.map_err(|error| refused(&error)),
        };
        with_service(operations, &name, accepted, start)
    }))
}

/// `STOP SERVICE`
pub(crate) fn stop(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let (name, ignore_state) = named(object, rest)?;
    let about = About::Object(ObjectKind::Service, name);
    Ok(Command::new(row, about, move |operations| {
        let accepted = message::line(&AMQ8732, &[]);
        let stop = |service: &Definition| match operations.services().stop(service) {
            Err(ServiceError::NotActive) if ignore_state => Ok(()),
            Err(ServiceError::NoCommand) => Err(message::line(&AMQ8739, &[])),
            other => other.map_err(|error| refused(&error)),
        };
        with_service(operations, &name, accepted, stop)
    }))
}

/// The service that is meant, and whether it does not matter that it is so already.
fn named(object: &Clause, rest: &mut Rest) -> Result<(ObjectName, bool), SyntaxError> {
    let name = name_of_kind(ObjectKind::Service, object)?;
    let ignore_state = ignores_state(rest)?;
    rest.nothing_more()?;
    Ok((name, ignore_state))
}

fn with_service(
    operations: &dyn ObjectOperations,
    name: &ObjectName,
    done: String,
    act: impl FnOnce(&Definition) -> Result<(), String>,
) -> Reply {
    let Some(definition) = operations.definition(ObjectKind::Service, name) else {
        return Reply::failed(message::not_found(name.as_str()));
    };
    match act(&definition) {
        Ok(()) => Reply::done(done),
        Err(complaint) => Reply::failed(complaint),
    }
}

fn refused(error: &ServiceError) -> String {
    match error {
        ServiceError::AlreadyActive => message::line(&AMQ8737, &[]),
        ServiceError::NotActive => message::line(&AMQ8738, &[]),
        ServiceError::NoCommand => message::line(&AMQ8740, &[]),
        ServiceError::NotStarted(reason) => message::line(&AMQ8734, &[reason]),
        ServiceError::Denied(reason) => message::line(&AMQ8735, &[reason]),
        ServiceError::NotPossible(reason) => message::line(&AMQ8404, &[reason]),
    }
}

/// `DISPLAY SVSTATUS`
pub(crate) fn display(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let names = name_pattern(object)?;
    let mut asked = Asked::new(Fields::Table(SERVICE_FIELDS));
    for clause in &rest.clauses {
        asked.take(clause)?;
    }
    let query = asked.finish(!names.is_generic());
    let about = About::names(ObjectKind::Service, &names);
    Ok(Command::new(row, about, move |operations| {
        shown(operations, &names, &query)
    }))
}

fn shown(operations: &dyn ObjectOperations, names: &NamePattern, query: &Query) -> Reply {
    let mut found = operations.services().running();
    found.retain(|status| {
        let name = status.definition.name();
        names.matches(name.as_str()) && operations.may_display(ObjectKind::Service, name.as_str())
    });
    found.sort_by_key(|status| status.definition.name());
    let records = found.into_iter().map(|status| record(&status));
    let nothing = message::not_found(names.as_str());
    Reply::records(&AMQ8632, SERVICE_HEAD, records, query, nothing)
}

fn record(status: &ServiceStatus) -> Record {
    let definition = &status.definition;
    let mut record = Record::default();
    record.text("SERVICE", definition.name().as_str());
    record.text("STATUS", status.state.word());
    record.int("PID", status.process_id);
    moment(&mut record, ["STARTDA", "STARTTI"], &status.start);
    // What it is defined as is shown as DISPLAY SERVICE shows it.
    for attr in [
        Attr::Control,
        Attr::Servtype,
        Attr::Startcmd,
        Attr::Startarg,
        Attr::Stopcmd,
        Attr::Stoparg,
        Attr::Stdout,
        Attr::Stderr,
        Attr::Descr,
    ] {
        let info = ObjectKind::Service.attribute(attr);
        if let (Some(info), Some(value)) = (info, definition.get(attr)) {
            record.text(attr.keyword(), info.show_value(value).trim_end());
        }
    }
    record
}
