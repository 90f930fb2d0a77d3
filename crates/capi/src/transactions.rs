//! Resource managers that a transaction manager has opened, per thread.

use crate::connect::{ConnectRequest, connect};
use crate::connection::Connection;
use crate::handles;
use ferromq_client::{ClientChannel, addresses};
use ferromq_mqi::ObjectName;
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::{
    MQCNO_CLIENT_BINDING, MQCNO_RECONNECT_DISABLED, TMENDRSCAN, TMNOFLAGS,
};
use ferromq_mqi::options::ConnectOptions;
use ferromq_mqi::xa::{RECOVER_MAX, XaCall, XaCode, XaReply, Xid};
use std::cell::RefCell;
use std::sync::Arc;

thread_local! {
    /// By resource manager number. A connection that has ended stays until it is opened anew or closed.
    static OPEN: RefCell<Vec<(i32, Arc<Connection>)>> = const { RefCell::new(Vec::new()) };
}

fn opened(number: i32) -> Option<Arc<Connection>> {
    let found = OPEN.try_with(|open| {
        let open = open.borrow();
        let mut all = open.iter();
        let one = all.find(|(other, _)| *other == number);
        one.map(|(_, one)| Arc::clone(one))
    });
    found.ok().flatten()
}

/// Whether the thread has opened another resource manager on the same connection.
fn is_shared(number: i32, connection: &Connection) -> bool {
    let found = OPEN.try_with(|open| {
        let open = open.borrow();
        let mut others = open.iter().filter(|(other, _)| *other != number);
        others.any(|(_, other)| other.number() == connection.number())
    });
    found.unwrap_or(false)
}

/// The resource manager is not open any more, whatever becomes of its connection. That ends if it was made by `xa_open`, and nobody else has it open.
fn forget(number: i32, connection: &Arc<Connection>) {
    let _ = OPEN.try_with(|open| open.borrow_mut().retain(|(other, _)| *other != number));
    if connection.is_usable() {
        if connection.was_made_by_switch() && !is_shared(number, connection) {
            let _ = handles::disconnect(connection);
        }
    } else {
        // What the child of a fork has from its parent goes on there.
        connection.abandon();
    }
}

/// `xa_open`: connects the thread, or takes the connection it has, unless that is broken or was ended by the program. Again is no error.
pub(crate) fn open(number: i32, text: &[u8], flags: i32) -> i32 {
    let call = || XaCall::Open {
        name: text.to_vec(),
        flags,
    };
    if let Some(connection) = opened(number) {
        let code = xa(&connection, call()).code;
        if code != XaCode::RMFAIL {
            return code.0;
        }
        forget(number, &connection);
    }
    let connection = match connect_to(text) {
        Ok(connection) => connection,
        Err(Reason::Q_MGR_NAME_ERROR) => return XaCode::INVAL.0,
        Err(_) => return XaCode::RMERR.0,
    };
    let code = xa(&connection, call()).code;
    if code == XaCode::OK {
        // A thread that is ending opens nothing any more.
        let _ = OPEN.try_with(|open| {
            let mut open = open.borrow_mut();
            open.retain(|(other, _)| *other != number);
            open.push((number, connection));
        });
    }
    code.0
}

/// `xa_close`: a connection that `xa_open` has made ends with it. One the program has made stays, with what is under way on it.
pub(crate) fn close(number: i32, text: &[u8], flags: i32) -> i32 {
    let Some(connection) = opened(number) else {
        // Closing what is not open is no error.
        return XaCode::OK.0;
    };
    // The queue manager knows one of them.
    if !connection.is_usable() || is_shared(number, &connection) {
        forget(number, &connection);
        return XaCode::OK.0;
    }
    let name = text.to_vec();
    let code = xa(&connection, XaCall::Close { name, flags }).code;
    if code == XaCode::OK || code == XaCode::RMFAIL {
        forget(number, &connection);
    }
    code.0
}

/// Any other call.
pub(crate) fn call(number: i32, call: XaCall) -> XaReply {
    match opened(number) {
        Some(connection) => xa(&connection, call),
        None => XaCode::PROTO.into(),
    }
}

/// `xa_recover`. Asks again while answers are full: fewer than were asked for would be taken as the last. Answers how many
/// `found` was given, with the place of each, or the code of an error.
pub(crate) fn recover(
    number: i32,
    count: i32,
    flags: i32,
    mut found: impl FnMut(usize, &Xid),
) -> i32 {
    let ends = flags & TMENDRSCAN;
    let mut flags = flags & !TMENDRSCAN;
    let mut told = 0;
    loop {
        let left = count - told;
        let piece = left.min(RECOVER_MAX as i32);
        let last = piece == left;
        if last {
            flags |= ends;
        }
        let reply = call(
            number,
            XaCall::Recover {
                count: piece,
                flags,
            },
        );
        if reply.code.is_error() {
            return reply.code.0;
        }
        flags = TMNOFLAGS;
        let before = told;
        for xid in reply.branches.iter().take(piece as usize) {
            found(told as usize, xid);
            told += 1;
        }
        if last {
            return told;
        }
        if told - before < piece {
            if ends != 0 {
                let (count, flags) = (0, ends);
                call(number, XaCall::Recover { count, flags });
            }
            return told;
        }
    }
}

fn xa(connection: &Connection, call: XaCall) -> XaReply {
    if !connection.is_usable() {
        // The program has disconnected: its transaction manager opens anew when it hears that, and not when it hears XAER_PROTO.
        return XaCode::RMFAIL.into();
    }
    match connection.call(Request::Xa(call)) {
        Ok(Reply::Xa(reply)) => reply,
        Err(Reason::CALL_IN_PROGRESS | Reason::HCONN_ASYNC_ACTIVE) => XaCode::PROTO.into(),
        _ => XaCode::RMFAIL.into(),
    }
}

fn connect_to(text: &[u8]) -> Result<Arc<Connection>, Reason> {
    let OpenString {
        q_mgr_name,
        channel,
    } = OpenString::read(text).ok_or(Reason::Q_MGR_NAME_ERROR)?;
    // A channel that is named is the way, whatever the environment says of others.
    let client = channel.as_ref().map_or(0, |_| MQCNO_CLIENT_BINDING);
    let (connection, reason) = connect(ConnectRequest {
        options: ConnectOptions {
            q_mgr_name,
            // On a connection that is made again nothing is open, and what is put would be in no branch.
            options: MQCNO_RECONNECT_DISABLED | client,
            ..ConnectOptions::default()
        },
        channel,
        ..ConnectRequest::default()
    })?;
    if reason != Reason::ALREADY_CONNECTED {
        connection.note_made_by_switch();
    }
    Ok(connection)
}

/// What an open string says.
#[derive(Debug)]
struct OpenString {
    q_mgr_name: ObjectName,
    /// The channel to it, where one is named.
    channel: Option<ClientChannel>,
}

/// The parameters of an open string.
const PARAMETERS: [&str; 6] = ["CHANNEL", "TRPTYPE", "CONNAME", "QMNAME", "TPM", "AXLIB"];

impl OpenString {
    /// Reads one: a name, or a list of parameters with a value each; `None` when it is neither. Parameters that are not known, or are there twice,
    /// are wrong, and a channel needs a place, as a place needs a channel. Source: "The format of an xa_open string".
    fn read(text: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(text).ok()?.trim();
        let name = |text: &str| match text {
            "" => Some(ObjectName::BLANK),
            text => ObjectName::parse(text).ok(),
        };
        if !text.contains('=') {
            let q_mgr_name = name(text)?;
            return Some(Self {
                q_mgr_name,
                channel: None,
            });
        }
        let mut values = [None; PARAMETERS.len()];
        for pair in text.split(',') {
            let (parameter, value) = pair.split_once('=')?;
            let is_it = |known: &&str| known.eq_ignore_ascii_case(parameter.trim());
            let at = PARAMETERS.iter().position(is_it)?;
            if values[at].replace(value.trim()).is_some() {
                return None;
            }
        }
        let [channel, transport, places, q_mgr_name, _, _] = values;
        if transport.is_some_and(|transport| !transport.eq_ignore_ascii_case("TCP")) {
            return None;
        }
        let channel = match (channel, places) {
            (None, None) => None,
            (Some(channel), Some(places)) if (1..=20).contains(&channel.len()) => {
                // Commas part the parameters.
                let places = addresses(&places.replace(';', ",")).ok()?;
                Some(ClientChannel::new(channel, places))
            }
            _ => return None,
        };
        Some(Self {
            q_mgr_name: name(q_mgr_name.unwrap_or_default())?,
            channel,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::OpenString;

    #[test]
    fn an_open_string_is_a_name_or_a_list_with_one() {
        let name = |text: &str| {
            let read = OpenString::read(text.as_bytes());
            read.map(|read| read.q_mgr_name.to_string())
        };
        assert_eq!(name("QM1"), Some("QM1".to_owned()));
        assert_eq!(
            name("axlib=x, qmname = QM2,tpm=cics"),
            Some("QM2".to_owned())
        );
        assert_eq!(name("TPM=cics"), Some(String::new()));
        assert_eq!(name(""), Some(String::new()));
        for wrong in [
            "no name",
            "QMNAME=no name",
            "QMNAME=QM1,",
            "QMNAME=QM1,QM2",
            "QMNAME=QM1,QMNAME=QM1",
            "QMNAME=QM1,COLOUR=RED",
        ] {
            assert_eq!(name(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn an_open_string_names_channel_and_places_or_neither() {
        let channel = |text: &str| {
            let read = OpenString::read(text.as_bytes());
            read.map(|read| read.channel)
        };
        let named = "channel = C.D, TRPTYPE=tcp, CONNAME=here(1);there(2), QMNAME=QM1";
        let found = channel(named).flatten().expect("a channel");
        assert_eq!((found.name.as_str(), found.addresses.len()), ("C.D", 2));
        assert_eq!(channel("TRPTYPE=TCP,QMNAME=QM1"), Some(None));
        for wrong in [
            "CHANNEL=C.D,QMNAME=QM1",
            "CONNAME=here,QMNAME=QM1",
            "CHANNEL=,CONNAME=here",
            "CHANNEL=ABCDEFGHIJKLMNOPQRSTU,CONNAME=here",
            "CHANNEL=C.D,CONNAME=",
            "CHANNEL=C.D,CONNAME=here(x)",
            "CHANNEL=C.D,CONNAME=here,TRPTYPE=LU62",
        ] {
            assert_eq!(channel(wrong), None, "{wrong}");
        }
    }
}
