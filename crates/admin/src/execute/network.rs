//! Listeners and channels that run: starting, stopping and showing them.

use super::{Reply, done, failed, show_all};
use crate::display::channel_status::channel_record;
use crate::display::network::listener_record;
use crate::display::query::Query;
use crate::generated::status::{CHANNEL_HEAD, LISTENER_HEAD};
use crate::message;
use crate::network::{ListenOn, NetworkError, StopChannel};
use crate::operations::ObjectOperations;
use crate::pattern::NamePattern;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::generated::notices::{
    AMQ8018, AMQ8019, AMQ8020, AMQ8021, AMQ8023, AMQ8024, AMQ8025, AMQ8227, AMQ8412, AMQ8417,
    AMQ8420, AMQ8631, AMQ8706, AMQ8730, AMQ8731, AMQ9218, AMQ9502, AMQ9514, AMQ9533,
};
use ferromq_mqi::name::ObjectName;

pub(crate) fn start_listener(
    operations: &dyn ObjectOperations,
    name: &ObjectName,
    ignore_state: bool,
) -> Reply {
    let Some(definition) = operations.definition(ObjectKind::Listener, name) else {
        return failed(message::not_found(name.as_str()));
    };
    let on = ListenOn::from_definition(&definition);
    match operations.network().start_listener(&on) {
        Err(NetworkError::AlreadyActive) if !ignore_state => failed(message::line(&AMQ8730, &[])),
        Ok(()) | Err(NetworkError::AlreadyActive) => done(message::line(&AMQ8021, &[])),
        Err(error) => failed(refused(&error, name)),
    }
}

pub(crate) fn stop_listener(
    operations: &dyn ObjectOperations,
    name: &ObjectName,
    ignore_state: bool,
) -> Reply {
    // One that runs can be stopped even if its definition is gone.
    let stopped = operations.network().stop_listener(name.as_str());
    let defined = operations.definition(ObjectKind::Listener, name);
    match stopped {
        Err(NetworkError::NotActive) if defined.is_none() => {
            failed(message::not_found(name.as_str()))
        }
        Err(NetworkError::NotActive) if !ignore_state => failed(message::line(&AMQ8731, &[])),
        Ok(()) | Err(NetworkError::NotActive) => done(message::line(&AMQ8706, &[])),
        Err(error) => failed(refused(&error, name)),
    }
}

pub(crate) fn display_listeners(
    operations: &dyn ObjectOperations,
    names: &NamePattern,
    query: &Query,
) -> Reply {
    let mut found = operations.network().listeners();
    found.retain(|status| {
        let name = &status.on.listener;
        names.matches(name) && operations.may_display(ObjectKind::Listener, name)
    });
    found.sort_by(|one, other| one.on.listener.cmp(&other.on.listener));
    let records = found.iter().map(listener_record).collect();
    show_all(&AMQ8631, LISTENER_HEAD, records, query, || {
        message::not_found(names.as_str())
    })
}

pub(crate) fn start_channel(
    operations: &dyn ObjectOperations,
    name: &ObjectName,
    ignore_state: bool,
) -> Reply {
    if let Err(complaint) = channel_that_runs(operations, name) {
        return failed(complaint);
    }
    match operations.network().start_channel(name) {
        Ok(()) => done(message::line(&AMQ8018, &[])),
        Err(NetworkError::AlreadyActive | NetworkError::InUse) if ignore_state => {
            done(message::line(&AMQ8018, &[]))
        }
        Err(error) => failed(refused(&error, name)),
    }
}

pub(crate) fn stop_channel(
    operations: &dyn ObjectOperations,
    stop: &StopChannel,
    ignore_state: bool,
) -> Reply {
    // One that runs can be stopped even if its definition is gone.
    let runs = || {
        let running = operations.network().channels();
        running
            .iter()
            .any(|one| stop.channel.as_str().trim_end() == one.channel)
    };
    if let Err(complaint) = channel_that_runs(operations, &stop.channel)
        && !runs()
    {
        return failed(complaint);
    }
    match operations.network().stop_channel(stop) {
        Err(NetworkError::NotActive) if !ignore_state => {
            failed(message::line(&AMQ9533, &[&stop.channel]))
        }
        Ok(()) | Err(NetworkError::NotActive) => done(message::line(&AMQ8019, &[])),
        Err(error) => failed(refused(&error, &stop.channel)),
    }
}

/// `START CHINIT`
pub(crate) fn start_initiator(operations: &dyn ObjectOperations, queue: &ObjectName) -> Reply {
    match operations.network().start_channel_initiator(queue) {
        Ok(()) => done(message::line(&AMQ8024, &[])),
        Err(error) => failed(refused(&error, queue)),
    }
}

/// `RESET CHANNEL`
pub(crate) fn reset_channel(
    operations: &dyn ObjectOperations,
    name: &ObjectName,
    sequence: u32,
) -> Reply {
    if let Err(complaint) = message_channel(operations, name, ObjectKind::is_message_channel) {
        return failed(complaint);
    }
    // Numbers begin again at 1 behind SEQWRAP: both ends would come to another one.
    let channel = ObjectKind::ALL
        .into_iter()
        .filter(|kind| kind.is_message_channel())
        .find_map(|kind| operations.definition(kind, name));
    let wrap = channel.and_then(|channel| channel.find_int(Attr::Seqwrap));
    if let Some(wrap) = wrap
        && i64::from(sequence) > i64::from(wrap)
    {
        let takes = format!("SEQNUM takes 1 to {wrap}, which is SEQWRAP of the channel");
        return failed(message::line(&AMQ8412, &[&takes]));
    }
    match operations.network().reset_channel(name, sequence) {
        Ok(()) => done(message::line(&AMQ8023, &[])),
        Err(error) => failed(refused(&error, name)),
    }
}

/// `RESOLVE CHANNEL`
pub(crate) fn resolve_channel(
    operations: &dyn ObjectOperations,
    name: &ObjectName,
    keeps: bool,
    last: Option<&str>,
) -> Reply {
    if let Err(complaint) = message_channel(operations, name, ObjectKind::sends_messages) {
        return failed(complaint);
    }
    match operations.network().resolve_channel(name, keeps, last) {
        Ok(()) => done(message::line(&AMQ8025, &[])),
        Err(error) => failed(refused(&error, name)),
    }
}

/// `PING CHANNEL`
pub(crate) fn ping_channel(
    operations: &dyn ObjectOperations,
    name: &ObjectName,
    data_bytes: u32,
) -> Reply {
    if let Err(complaint) = message_channel(operations, name, ObjectKind::sends_messages) {
        return failed(complaint);
    }
    match operations.network().ping_channel(name, data_bytes) {
        Ok(()) => done(message::line(&AMQ8020, &[])),
        Err(error) => failed(refused(&error, name)),
    }
}

/// The complaint if there is no channel of that name, or none of a type that is suited.
fn message_channel(
    operations: &dyn ObjectOperations,
    name: &ObjectName,
    suits: impl Fn(ObjectKind) -> bool,
) -> Result<(), String> {
    channel_that_runs(operations, name)?;
    let mut kinds = ObjectKind::ALL.into_iter();
    match kinds.any(|kind| suits(kind) && operations.definition(kind, name).is_some()) {
        true => Ok(()),
        false => Err(message::line(&AMQ9502, &[name])),
    }
}

/// Which rows of channels are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChannelRows {
    /// Those of channels that run, are to run, or are stopped.
    Current,
    /// What is kept of channels between queue managers.
    Saved,
    /// What is asked for is there for channels of other types only.
    None,
}

/// Shows channels.
pub(crate) fn display_channels(
    operations: &dyn ObjectOperations,
    names: &NamePattern,
    query: &Query,
    shows: ChannelRows,
) -> Reply {
    let found = match shows {
        ChannelRows::Current => Ok(operations.network().channels()),
        ChannelRows::Saved => operations.network().saved_channels(names),
        ChannelRows::None => Ok(Vec::new()),
    };
    let mut found = match found {
        Ok(found) => found,
        Err(error) => return failed(refused(&error, &ObjectName::BLANK)),
    };
    found.retain(|status| {
        let name = &status.channel;
        names.matches(name) && operations.may_display(ObjectKind::SvrConn, name)
    });
    // Instances of one channel stay in the order they began.
    found.sort_by(|one, other| one.channel.cmp(&other.channel));
    let records = found.iter().map(channel_record).collect();
    show_all(&AMQ8417, CHANNEL_HEAD, records, query, || {
        message::line(&AMQ8420, &[])
    })
}

/// The complaint if there is no channel of that name that could run here.
fn channel_that_runs(operations: &dyn ObjectOperations, name: &ObjectName) -> Result<(), String> {
    let defined = |kind| operations.definition(kind, name).is_some();
    if defined(ObjectKind::SvrConn) || is_message_channel(operations, name) {
        Ok(())
    } else if defined(ObjectKind::ClntConn) {
        Err(message::line(&AMQ9502, &[name]))
    } else {
        Err(message::line(&AMQ8227, &[name]))
    }
}

fn is_message_channel(operations: &dyn ObjectOperations, name: &ObjectName) -> bool {
    let mut kinds = ObjectKind::ALL.into_iter();
    kinds.any(|kind| kind.is_message_channel() && operations.definition(kind, name).is_some())
}

pub(super) fn refused(error: &NetworkError, object: &ObjectName) -> String {
    match error {
        NetworkError::AlreadyActive => message::line(&AMQ8730, &[]),
        NetworkError::InUse => message::line(&AMQ9514, &[object]),
        NetworkError::NotActive => message::line(&AMQ9533, &[object]),
        NetworkError::Bind { port, reason } => message::line(&AMQ9218, &[port, reason]),
        NetworkError::NotPossible(reason) => message::command_failed(reason),
        NetworkError::Notice(notice) => format!("{}: {}\n", notice.number, notice.text),
    }
}
