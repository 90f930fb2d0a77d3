//! Carrying out commands.

pub(crate) mod applications;
pub(crate) mod cluster;
pub(crate) mod connections;
pub(crate) mod network;

use crate::authority::permit_stream;
use crate::command::{Act, Command, Defining};
use crate::display::cluster as cluster_records;
use crate::display::object;
use crate::display::query::Query;
use crate::display::record::{FieldValue, Head, Record};
use crate::display::status::{handle_record, q_mgr_record, queue_record, statistics_record};
use crate::generated::status::{HANDLE_HEAD, QMGR_HEAD, QUEUE_HEAD, STATISTICS_HEAD};
use crate::message;
use crate::network::NetworkError;
use crate::operations::{LogReduction, ObjectOperations};
use crate::outcome::ObjectError;
use crate::pattern::NamePattern;
use crate::reply::{Reply, ReplyItem, Shown};
use crate::services::ServiceStatus;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{
    MQCMD_CHANGE_Q, MQCMD_CREATE_Q, MQEVR_ENABLED, MQQMDT_AUTO_CLUSTER_SENDER,
};
use ferromq_mqi::generated::notices::{
    AMQ8022, AMQ8152, AMQ8214, AMQ8415, AMQ8421, AMQ8450, AMQ8560, AMQ8565, AMQ8686, AMQ8705,
    AMQ8730, AMQ8737, FMQ0330, FMQ0331,
};
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::notice::Notice;
use std::collections::BTreeMap;

/// Carries out a command and says how it went.
pub(crate) fn execute(operations: &dyn ObjectOperations, command: Command) -> Reply {
    if let Err(error) = crate::authority::permit(operations, &command) {
        return failed(message::refused(&error, ""));
    }
    match command.act {
        Act::Define(defining) => define(operations, defining),
        Act::NotBuilt(words) => failed(message::command_failed(&format!(
            "{words} is not available at this level of FerroMQ"
        ))),
        Act::Do(act) => act(operations),
    }
}

/// `ALTER`
pub(crate) fn alter(
    operations: &dyn ObjectOperations,
    kind: ObjectKind,
    name: &ObjectName,
    changes: Vec<(Attr, Value)>,
    force: bool,
) -> Reply {
    let blank = |attr: Attr| {
        let is_blank = |(changed, value): &(Attr, Value)| {
            *changed == attr && matches!(value, Value::Text(text) if text.is_empty())
        };
        changes.iter().any(is_blank)
    };
    if let Some(missing) = missing_of_channel(kind, name, blank) {
        return failed(missing);
    }
    if let Err(error) = check_attributes(operations, name, &changes) {
        return failed(network::refused(&error, name));
    }
    let moves = changes.iter().any(|(attr, _)| *attr == Attr::Xmitq);
    if kind.is_message_channel()
        && moves
        && let Err(error) = operations.network().check_decided(name)
    {
        return failed(network::refused(&error, name));
    }
    let stream = changes.iter().find_map(|(attr, value)| match value {
        Value::Text(streaming) if *attr == Attr::Streamq => Some(streaming.as_str()),
        _ => None,
    });
    let there = || operations.definition(kind, name);
    let permitted = permit_stream(
        operations,
        there,
        stream.unwrap_or_default(),
        MQCMD_CHANGE_Q,
    );
    if let Err(error) = permitted {
        return failed(message::refused(&error, ""));
    }
    let result = operations.alter(kind, name, changes, force);
    answer_for(kind, result, message::changed(kind), name)
}

/// `DELETE`
pub(crate) fn delete(
    operations: &dyn ObjectOperations,
    kind: ObjectKind,
    name: &ObjectName,
    purge: bool,
    ignore_missing: bool,
) -> Reply {
    let there = kind_there(operations, kind, name);
    if let Some(running) = running(operations, kind, name) {
        return failed(message::line(running, &[]));
    }
    // What was made of what a member of a cluster says is no object, and there is nothing to delete.
    let is_object = |definition: Definition| {
        definition.find_int(Attr::Deftype) != Some(MQQMDT_AUTO_CLUSTER_SENDER)
    };
    if there.is_message_channel() && operations.definition(there, name).is_some_and(is_object) {
        let network = operations.network();
        let checked = network.check_idle(name);
        if let Err(error) = checked.and_then(|()| network.check_decided(name)) {
            return failed(network::refused(&error, name));
        }
    }
    let deleted = operations.delete(there, name, purge);
    if there.is_message_channel() && deleted.is_ok() {
        operations.network().forget_channel(name);
    }
    match deleted {
        Err(ObjectError::NotFound) if ignore_missing => done(message::deleted(kind)),
        result => answer_for(kind, result, message::deleted(kind), name),
    }
}

/// What is said of a listener or service that is there and cannot be deleted, because it runs.
fn running(
    operations: &dyn ObjectOperations,
    kind: ObjectKind,
    name: &ObjectName,
) -> Option<&'static Notice> {
    operations.definition(kind, name)?;
    let name = name.as_str().trim_end();
    match kind {
        ObjectKind::Listener => {
            let listeners = operations.network().listeners();
            let runs = listeners.iter().any(|one| one.on.listener == name);
            runs.then_some(&AMQ8730)
        }
        ObjectKind::Service => {
            let services = operations.services().running();
            let is_it = |one: &ServiceStatus| one.definition.name().as_str().trim_end() == name;
            services.iter().any(is_it).then_some(&AMQ8737)
        }
        _ => None,
    }
}

/// `CLEAR QLOCAL`
pub(crate) fn clear(operations: &dyn ObjectOperations, name: &ObjectName) -> Reply {
    let cleared = message::line(&AMQ8022, &[]);
    answer(operations.clear(name), cleared, name.as_str())
}

/// `PING QMGR`
pub(crate) fn ping() -> Reply {
    done(message::line(&AMQ8415, &[]))
}

/// `REFRESH QMGR TYPE(CONFIGEV)`: tells what objects are like, all or those that were changed within so many minutes.
pub(crate) fn refresh_configuration(
    operations: &dyn ObjectOperations,
    kinds: &[ObjectKind],
    names: &NamePattern,
    minutes: u32,
) -> Reply {
    let q_mgr = operations.q_mgr_definition();
    if q_mgr.int(Attr::Configev) != MQEVR_ENABLED {
        return failed(message::line(&FMQ0330, &[]));
    }
    // There is one, whatever it is called.
    let own = kinds.contains(&ObjectKind::QMgr) && names.matches(q_mgr.name().as_str());
    if own {
        operations.tell_as_it_is(&q_mgr, minutes);
    }
    let others: Vec<ObjectKind> = (kinds.iter().copied())
        .filter(|kind| *kind != ObjectKind::QMgr)
        .collect();
    for definition in operations.definitions(&others, names) {
        operations.tell_as_it_is(&definition, minutes);
    }
    done(message::line(&FMQ0331, &[]))
}

/// `RESET QMGR TYPE(ADVANCELOG)`
pub(crate) fn advance_log(operations: &dyn ObjectOperations) -> Reply {
    answer(operations.advance_log(), reset_done(), "")
}

/// `RESET QMGR TYPE(STATISTICS)`
pub(crate) fn write_statistics(operations: &dyn ObjectOperations) -> Reply {
    answer(operations.write_statistics(), reset_done(), "")
}

/// `RESET QMGR TYPE(REDUCELOG)`
pub(crate) fn reduce_log(operations: &dyn ObjectOperations, how_far: LogReduction) -> Reply {
    answer(operations.reduce_log(how_far), reset_done(), "")
}

/// `SET LOG ARCHIVED`, `RESET QMGR TYPE(ARCHLOG)`
pub(crate) fn set_log_archived(operations: &dyn ObjectOperations, extent: &str) -> Reply {
    answer(operations.set_log_archived(extent), reset_done(), extent)
}

/// Has what is known of users, rules or certificates read again, or all of it.
pub(crate) fn refresh_security(operations: &dyn ObjectOperations, what: Option<&str>) -> Reply {
    let is = |word| what.is_none_or(|asked| asked == word);
    if is("CONNAUTH") {
        operations.refresh_connection_authentication();
    }
    // Whoever does not name it does not mean to take connections from others.
    if what == Some("SSL") {
        operations.network().refresh_tls();
    }
    if is("AUTHSERV")
        && let Some(authorities) = operations.authorities()
    {
        authorities.refresh();
    }
    done(message::line(&AMQ8560, &[]))
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

/// The complaint if a channel would lack what it cannot be used without. What others are made like may lack it.
fn missing_of_channel(
    kind: ObjectKind,
    name: &ObjectName,
    is_blank: impl Fn(Attr) -> bool,
) -> Option<String> {
    use ObjectKind::{ClntConn, ClusSdr, Requester, Sender, Server};
    if name.as_str() == kind.info().default_object {
        return None;
    }
    if matches!(kind, ClntConn | Sender | Requester | ClusSdr) && is_blank(Attr::Conname) {
        return Some(message::line(&AMQ8214, &[]));
    }
    let lacks_queue = matches!(kind, Sender | Server) && is_blank(Attr::Xmitq);
    lacks_queue.then(|| message::line(&AMQ8421, &[&Attr::Xmitq.keyword()]))
}

/// Whether a channel could start with what it is given. What it has already is not looked at again.
fn check_attributes(
    operations: &dyn ObjectOperations,
    channel: &ObjectName,
    changes: &[(Attr, Value)],
) -> Result<(), NetworkError> {
    changes.iter().try_for_each(|(attr, value)| match value {
        Value::Text(text) if !text.is_empty() => {
            operations.network().check_attribute(channel, *attr, text)
        }
        _ => Ok(()),
    })
}

fn define(operations: &dyn ObjectOperations, defining: Defining) -> Reply {
    let Defining {
        kind,
        name,
        like,
        replace,
        changes,
    } = defining;
    let base = match &like {
        Some(like) => match operations.definition(kind, like) {
            Some(base) => Some(base),
            None => return failed(no_source(operations, kind, like)),
        },
        None => operations.definition(kind, &ObjectName::truncated(kind.info().default_object)),
    };
    if let Err(error) = check_attributes(operations, &name, &changes) {
        return failed(network::refused(&error, &name));
    }
    let mut definition = match base {
        Some(base) => Definition::like(&base, name),
        None => Definition::new(kind, name),
    };
    for (attr, value) in changes {
        if let Err(error) = definition.set(attr, value) {
            return failed(message::command_failed(&error.to_string()));
        }
    }
    let blank = |attr: Attr| definition.text(attr).is_empty();
    if let Some(missing) = missing_of_channel(kind, &name, blank) {
        return failed(missing);
    }
    if kind.is_message_channel()
        && replace
        && moves_queue(operations, &definition)
        && let Err(error) = operations.network().check_decided(&name)
    {
        return failed(network::refused(&error, &name));
    }
    let there = || operations.definition(kind, &name).filter(|_| replace);
    let streaming = definition.find_text(Attr::Streamq).unwrap_or_default();
    if let Err(error) = permit_stream(operations, there, streaming, MQCMD_CREATE_Q) {
        return failed(message::refused(&error, ""));
    }
    let result = operations.define(definition, replace).map(|_| ());
    answer_for(kind, result, message::created(kind), &name)
}

/// Whether a channel that is there would have another transmission queue.
fn moves_queue(operations: &dyn ObjectOperations, definition: &Definition) -> bool {
    let (kind, name) = (definition.kind(), definition.name());
    let there = operations.definition(kind_there(operations, kind, &name), &name);
    there.is_some_and(|there| there.find_text(Attr::Xmitq) != definition.find_text(Attr::Xmitq))
}

/// The type of authentication information, or of a channel of the queue manager, is not given when it is deleted.
fn kind_there(
    operations: &dyn ObjectOperations,
    kind: ObjectKind,
    name: &ObjectName,
) -> ObjectKind {
    if !kind.is_authentication() && !kind.is_channel() {
        return kind;
    }
    let there = |other: &ObjectKind| {
        other.object_type() == kind.object_type() && operations.definition(*other, name).is_some()
    };
    ObjectKind::ALL.into_iter().find(there).unwrap_or(kind)
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

pub(crate) fn display_objects(
    operations: &dyn ObjectOperations,
    kinds: &[ObjectKind],
    names: &NamePattern,
    query: &Query,
) -> Reply {
    let (told, own): (Vec<ObjectKind>, Vec<ObjectKind>) = kinds
        .iter()
        .partition(|kind| cluster_records::is_told(**kind));
    let told = cluster_records::shown(operations, &told, names, query);
    let nothing = message::not_found(names.as_str());
    if own.is_empty() {
        return Reply::shown(told, || nothing);
    }
    let resets = pending_resets(operations, &own, names, query);
    let mut told = told.into_iter();
    let mut found = operations.names(&own, names).into_iter();
    let query = query.clone();
    let next = move |operations: &dyn ObjectOperations| {
        let own = found.find_map(|(kind, name)| {
            // It may be gone by now.
            let mut record = object::record(&operations.definition(kind, &name)?);
            if kind == ObjectKind::QLocal && operations.is_damaged(&name) {
                record.remove("CURDEPTH");
            }
            match &resets {
                Some(resets) => {
                    if let Some(number) = resets.get(name.as_str().trim_end()) {
                        record.replace("RESETSEQ", FieldValue::Int((*number).into(), None));
                    }
                }
                None => record.remove("RESETSEQ"),
            }
            if !query.lets_through(&record) {
                return None;
            }
            let (heading, head) = (kind.info().heading, object::head(kind));
            Some(Shown::new(heading, head, record, &query))
        });
        own.or_else(|| told.next()).map(ReplyItem::Shown)
    };
    Reply::more(Box::new(next), Some(nothing))
}

/// `RESETSEQ` of the channels of which it is not `NO`, where it is asked for; `None` where nobody can say.
fn pending_resets(
    operations: &dyn ObjectOperations,
    kinds: &[ObjectKind],
    names: &NamePattern,
    query: &Query,
) -> Option<BTreeMap<String, u32>> {
    let is_asked_for = query.choice.takes("RESETSEQ")
        || (query.filters.iter()).any(|filter| filter.keyword == "RESETSEQ");
    if !is_asked_for || !kinds.iter().any(|kind| kind.is_message_channel()) {
        return Some(BTreeMap::new());
    }
    operations.network().pending_resets(names).ok()
}

/// `DISPLAY QMGR`
pub(crate) fn display_q_mgr(operations: &dyn ObjectOperations, query: &Query) -> Reply {
    let definition = &operations.q_mgr_definition();
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

/// `DISPLAY QMSTATUS`
pub(crate) fn display_q_mgr_status(operations: &dyn ObjectOperations, query: &Query) -> Reply {
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

/// `RESET QSTATS`
pub(crate) fn reset_queue_statistics(
    operations: &dyn ObjectOperations,
    names: &NamePattern,
) -> Reply {
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

/// `DISPLAY QSTATUS TYPE(HANDLE)`
pub(crate) fn display_handles(
    operations: &dyn ObjectOperations,
    names: &NamePattern,
    query: &Query,
) -> Reply {
    let found = operations.queue_handles(names);
    let records = found.iter().map(handle_record).collect();
    show_all(&AMQ8450, HANDLE_HEAD, records, query, || {
        message::line(&AMQ8565, &[])
    })
}

/// `DISPLAY QSTATUS TYPE(QUEUE)`. Of a damaged queue nothing is known but that.
pub(crate) fn display_queue_status(
    operations: &dyn ObjectOperations,
    names: &NamePattern,
    query: &Query,
) -> Reply {
    let found = operations.queue_status(names);
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
