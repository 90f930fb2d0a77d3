//! Connections: showing and breaking them.

use super::{answer, failed};
use crate::display::connection::{connection_record, open_object_record};
use crate::display::query::Query;
use crate::display::record::Record;
use crate::generated::status::{CONNECTION_HEAD, OPEN_OBJECT_HEAD};
use crate::message;
use crate::operations::ObjectOperations;
use crate::outcome::ObjectError;
use crate::pattern::NamePattern;
use crate::reply::{Reply, Shown};
use crate::status::ConnectionStatus;
use ferromq_mqi::generated::notices::{AMQ8276, AMQ8457, AMQ8461};
use ferromq_mqi::hex::hex;

/// What `DISPLAY CONN` asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ConnectionQuery {
    /// The digits of `CONN`.
    pub(crate) ids: NamePattern,
    /// The digits of `EXTCONN`.
    pub(crate) external: NamePattern,
    pub(crate) scope: ConnectionScope,
    /// What is asked of the connections.
    pub(crate) query: Query,
    /// What is asked of what they have open.
    pub(crate) open_query: Query,
}

/// Whether connections, what they have open, or both are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConnectionScope {
    Connections,
    Handles,
    Both,
}

/// `DISPLAY CONN`
pub(crate) fn display(operations: &dyn ObjectOperations, asked: &ConnectionQuery) -> Reply {
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

/// `STOP CONN`
pub(crate) fn stop(
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
