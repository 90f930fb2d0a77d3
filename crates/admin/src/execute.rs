//! Carrying out commands.

mod network;

use crate::authority::AuthorityCommand;
use crate::command::{Command, ConnectionQuery, ConnectionScope};
use crate::display::connection::{
    CONNECTION_HEAD, OPEN_OBJECT_HEAD, connection_record, open_object_record,
};
use crate::display::object;
use crate::display::query::Query;
use crate::display::record::{Head, Record};
use crate::display::status::{
    HANDLE_HEAD, QMGR_HEAD, QUEUE_HEAD, STATISTICS_HEAD, handle_record, q_mgr_record, queue_record,
    statistics_record,
};
use crate::message;
use crate::operations::ObjectOperations;
use crate::outcome::ObjectError;
use crate::pattern::NamePattern;
use crate::reply::{Reply, Said, Shown};
use crate::status::{ConnectionStatus, QueueStatus};
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::notices::{
    AMQ8022, AMQ8152, AMQ8214, AMQ8276, AMQ8415, AMQ8450, AMQ8457, AMQ8461, AMQ8560, AMQ8565,
    AMQ8686, AMQ8705,
};
use ferromq_mqi::hex::hex;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::notice::Notice;

/// Carries out a command and says how it went.
// tidy: one arm per command
pub(crate) fn execute(operations: &dyn ObjectOperations, command: Command) -> Reply {
    if let Err(error) = crate::authority::permit(operations, &command) {
        return failed(message::refused(&error, ""));
    }
    match command {
        Command::Define {
            kind,
            name,
            like,
            replace,
            changes,
        } => define(operations, kind, name, like.as_ref(), replace, changes),
        Command::Alter {
            kind,
            name,
            changes,
            force,
        } => {
            if kind == ObjectKind::ClntConn && takes_address_away(&name, &changes) {
                return failed(message::line(&AMQ8214, &[]));
            }
            let result = operations.alter(kind, &name, changes, force);
            answer_for(kind, result, message::changed(kind), &name)
        }
        Command::Delete {
            kind,
            name,
            purge,
            ignore_missing,
        } => match operations.delete(kind_there(operations, kind, &name), &name, purge) {
            Err(ObjectError::NotFound) if ignore_missing => done(message::deleted(kind)),
            result => answer_for(kind, result, message::deleted(kind), &name),
        },
        Command::Clear { name } => answer(
            operations.clear(&name),
            message::line(&AMQ8022, &[]),
            name.as_str(),
        ),
        Command::DisplayObjects {
            kinds,
            names,
            query,
        } => display_objects(operations, &kinds, &names, &query),
        Command::DisplayAbsent { names, .. } => failed(message::not_found(names.as_str())),
        Command::DisplayQMgr(query) => display_definition(&operations.q_mgr_definition(), &query),
        Command::DisplayQueueStatus { names, query } => {
            display_queue_status(operations.queue_status(&names), &names, &query)
        }
        Command::DisplayHandles { names, query } => {
            let found = operations.queue_handles(&names);
            let records = found.iter().map(handle_record).collect();
            show_all(&AMQ8450, HANDLE_HEAD, records, &query, || {
                message::line(&AMQ8565, &[])
            })
        }
        Command::ResetQueueStatistics { names } => reset_queue_statistics(operations, &names),
        Command::DisplayQMgrStatus(query) => display_q_mgr_status(operations, &query),
        Command::DisplayConnections(query) => display_connections(operations, &query),
        Command::StopConnection { own, external } => stop_connection(operations, own, external),
        Command::StartListener { name, ignore_state } => {
            network::start_listener(operations, &name, ignore_state)
        }
        Command::StopListener { name, ignore_state } => {
            network::stop_listener(operations, &name, ignore_state)
        }
        Command::DisplayListenerStatus { names, query } => {
            network::display_listeners(operations, &names, &query)
        }
        Command::StartChannel { name, ignore_state } => {
            network::start_channel(operations, &name, ignore_state)
        }
        Command::StopChannel { stop, ignore_state } => {
            network::stop_channel(operations, &stop, ignore_state)
        }
        Command::DisplayChannelStatus {
            names,
            query,
            nothing,
        } => network::display_channels(operations, &names, &query, nothing),
        Command::NotForServerConnections { name } => network::not_suited(operations, &name),
        Command::PingQMgr => done(message::line(&AMQ8415, &[])),
        Command::RefreshSecurity(what) => refresh_security(operations, what.as_deref()),
        Command::Authority(command) => on_authority(operations, command),
        Command::Rules(command) => crate::rules::execute(operations, command),
        Command::Topics(command) => crate::topics::execute(operations, command),
        Command::AdvanceLog => answer(operations.advance_log(), reset_done(), ""),
        Command::ReduceLog(how_far) => answer(operations.reduce_log(how_far), reset_done(), ""),
        Command::SetLogArchived(extent) => {
            answer(operations.set_log_archived(&extent), reset_done(), &extent)
        }
        Command::NotBuilt { verb, noun } => failed(message::command_failed(&format!(
            "{verb} {noun} is not available at this level of FerroMQ"
        ))),
        Command::Help(None) => done(message::valid_commands()),
        Command::Help(Some(text)) => done(message::syntax_help(&text)),
    }
}

/// Has what is known of users, rules or certificates read again, or all of it.
fn refresh_security(operations: &dyn ObjectOperations, what: Option<&str>) -> Reply {
    let is = |word| what.is_none_or(|asked| asked == word);
    if is("CONNAUTH") {
        operations.refresh_connection_authentication();
    }
    if is("SSL") {
        operations.network().refresh_tls();
    }
    if is("AUTHSERV")
        && let Some(authorities) = operations.authorities()
    {
        authorities.refresh();
    }
    done(message::line(&AMQ8560, &[]))
}

fn on_authority(operations: &dyn ObjectOperations, command: AuthorityCommand) -> Reply {
    match operations.authorities() {
        Some(authorities) => crate::authority::execute(authorities, command),
        None => failed(message::command_failed("nobody keeps authority records")),
    }
}

fn done(text: String) -> Reply {
    Reply::done(text)
}

fn failed(text: String) -> Reply {
    Reply::failed(text)
}

fn answer(result: Result<(), ObjectError>, success: String, object: &str) -> Reply {
    match result {
        Ok(()) => done(success),
        Err(error) => failed(message::refused(&error, object)),
    }
}

fn answer_for(
    kind: ObjectKind,
    result: Result<(), ObjectError>,
    success: String,
    object: &ObjectName,
) -> Reply {
    match result {
        Ok(()) => done(success),
        Err(error) => failed(message::refused_for(kind, &error, object.as_str())),
    }
}

fn reset_done() -> String {
    message::line(&AMQ8686, &[])
}

/// What client-connection channels are made like. It alone needs no `CONNAME`.
const CLIENT_DEFAULTS: &str = ObjectKind::ClntConn.info().default_object;

/// Whether changes leave a client-connection channel without an address.
fn takes_address_away(name: &ObjectName, changes: &[(Attr, Value)]) -> bool {
    let blank = |(attr, value): &(Attr, Value)| {
        *attr == Attr::Conname && matches!(value, Value::Text(text) if text.is_empty())
    };
    name.as_str() != CLIENT_DEFAULTS && changes.iter().any(blank)
}

fn define(
    operations: &dyn ObjectOperations,
    kind: ObjectKind,
    name: ObjectName,
    like: Option<&ObjectName>,
    replace: bool,
    changes: Vec<(Attr, Value)>,
) -> Reply {
    let base = match like {
        Some(like) => match operations.definition(kind, like) {
            Some(base) => Some(base),
            None => return failed(no_source(operations, kind, like)),
        },
        None => operations.definition(kind, &ObjectName::truncated(kind.info().default_object)),
    };
    let mut definition = match base {
        Some(base) => Definition::like(&base, name),
        None => Definition::new(kind, name),
    };
    for (attr, value) in changes {
        if let Err(error) = definition.set(attr, value) {
            return failed(message::command_failed(&error.to_string()));
        }
    }
    if kind == ObjectKind::ClntConn
        && definition.text(Attr::Conname).is_empty()
        && name.as_str() != CLIENT_DEFAULTS
    {
        return failed(message::line(&AMQ8214, &[]));
    }
    let result = operations.define(definition, replace).map(|_| ());
    answer_for(kind, result, message::created(kind), &name)
}

/// The type of authentication information is not given when it is deleted.
fn kind_there(
    operations: &dyn ObjectOperations,
    kind: ObjectKind,
    name: &ObjectName,
) -> ObjectKind {
    let mut kinds = crate::command::authinfo::KINDS.into_iter();
    match kind.is_authentication() {
        true => kinds
            .find(|kind| operations.definition(*kind, name).is_some())
            .unwrap_or(kind),
        false => kind,
    }
}

/// Why an object cannot be made like another one.
fn no_source(operations: &dyn ObjectOperations, kind: ObjectKind, like: &ObjectName) -> String {
    let same_type = |other: &ObjectKind| other.object_type() == kind.object_type();
    let mut others = ObjectKind::ALL.into_iter().filter(same_type);
    if others.any(|other| operations.definition(other, like).is_some()) {
        message::line(&AMQ8152, &[like])
    } else {
        message::not_found(like.as_str())
    }
}

fn display_objects(
    operations: &dyn ObjectOperations,
    kinds: &[ObjectKind],
    names: &NamePattern,
    query: &Query,
) -> Reply {
    let mut found = operations.names(kinds, names).into_iter();
    let query = query.clone();
    let next = move |operations: &dyn ObjectOperations| {
        found.find_map(|(kind, name)| {
            // It may be gone by now.
            let record = object::record(&operations.definition(kind, &name)?);
            if !query.lets_through(&record) {
                return None;
            }
            let (heading, head) = (kind.info().heading, object::head(kind));
            Some(Said::Shown(Shown::new(heading, head, record, &query)))
        })
    };
    Reply::more(Box::new(next), Some(message::not_found(names.as_str())))
}

fn display_definition(definition: &Definition, query: &Query) -> Reply {
    let kind = definition.kind();
    let record = object::record(definition);
    show_all(
        kind.info().heading,
        object::head(kind),
        vec![record],
        query,
        || message::command_failed("the condition is not fulfilled"),
    )
}

fn display_q_mgr_status(operations: &dyn ObjectOperations, query: &Query) -> Reply {
    let record = q_mgr_record(&operations.q_mgr_status());
    show_all(&AMQ8705, QMGR_HEAD, vec![record], query, || {
        message::command_failed("the condition is not fulfilled")
    })
}

fn show_all(
    heading: &'static Notice,
    head: Head,
    records: Vec<Record>,
    query: &Query,
    nothing: impl FnOnce() -> String,
) -> Reply {
    let chosen = records
        .into_iter()
        .filter(|record| query.lets_through(record));
    let found = chosen.map(|record| Shown::new(heading, head, record, query));
    Reply::shown(found.collect(), nothing)
}

fn reset_queue_statistics(operations: &dyn ObjectOperations, names: &NamePattern) -> Reply {
    let found = operations.reset_queue_statistics(names);
    let records = found.iter().map(statistics_record).collect();
    show_all(
        &AMQ8450,
        STATISTICS_HEAD,
        records,
        &Query::default(),
        || message::not_found(names.as_str()),
    )
}

/// Of a damaged queue nothing is known but that.
fn display_queue_status(found: Vec<QueueStatus>, names: &NamePattern, query: &Query) -> Reply {
    let (damaged, whole): (Vec<_>, Vec<_>) = found.into_iter().partition(|queue| queue.damaged);
    let complaints: String = damaged
        .iter()
        .map(|queue| message::refused(&ObjectError::Damaged, &queue.queue))
        .collect();
    if whole.is_empty() && !complaints.is_empty() {
        return failed(complaints);
    }
    let records = whole.into_iter().map(|queue| queue_record(&queue));
    let nothing = message::not_found(names.as_str());
    let mut reply = Reply::records(&AMQ8450, QUEUE_HEAD, records, query, nothing);
    if !complaints.is_empty() {
        reply.complain(complaints);
    }
    reply
}

fn display_connections(operations: &dyn ObjectOperations, asked: &ConnectionQuery) -> Reply {
    let mut found = Vec::new();
    for connection in operations.connections() {
        let (external, own) = connection.id.split_at(16);
        if asked.ids.matches(&hex(own)) && asked.external.matches(&hex(external)) {
            found.extend(show_connection(&connection, asked));
        }
    }
    Reply::shown(found, || message::line(&AMQ8461, &[]))
}

/// Nothing if a filter does not let it through, or if handles are asked for and none is.
fn show_connection(connection: &ConnectionStatus, asked: &ConnectionQuery) -> Option<Shown> {
    let shown = match asked.scope {
        ConnectionScope::Connections => "CONN",
        ConnectionScope::Handles => "HANDLE",
        ConnectionScope::Both => "*",
    };
    let record = connection_record(connection, shown);
    if !asked.query.lets_through(&record) {
        return None;
    }
    let mut choice = asked.query.choice.clone();
    if asked.scope == ConnectionScope::Handles {
        choice.all = false;
    }
    let mut shown = Shown::chosen(&AMQ8276, CONNECTION_HEAD, record, choice);
    if asked.scope != ConnectionScope::Connections {
        let objects = connection.open_objects.iter().map(open_object_record);
        let objects: Vec<Record> = objects
            .filter(|object| asked.open_query.lets_through(object))
            .collect();
        if objects.is_empty() && !asked.open_query.filters.is_empty() {
            return None;
        }
        for object in objects {
            shown.with(OPEN_OBJECT_HEAD, object, asked.open_query.choice.clone());
        }
    }
    Some(shown)
}

fn stop_connection(
    operations: &dyn ObjectOperations,
    own: [u8; 8],
    external: Option<[u8; 16]>,
) -> Reply {
    let found = operations
        .connections()
        .into_iter()
        .map(|connection| connection.id)
        .find(|id| id[16..] == own && external.is_none_or(|external| id[..16] == external));
    let result = found
        .ok_or(ObjectError::NotFound)
        .and_then(|id| operations.stop_connection(&id));
    match result {
        Err(ObjectError::NotFound) => failed(message::line(&AMQ8461, &[])),
        result => answer(result, message::line(&AMQ8457, &[]), ""),
    }
}
