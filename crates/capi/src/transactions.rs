//! Resource managers that a transaction manager has opened, per thread.

use crate::connect::{ConnectRequest, connect};
use crate::connection::Connection;
use crate::handles;
use ferromq_mqi::ObjectName;
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::{MQCNO_RECONNECT_DISABLED, TMENDRSCAN, TMNOFLAGS};
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

/// The resource manager is not open any more, whatever becomes of its connection.
fn forget(number: i32, connection: &Arc<Connection>) {
    let _ = OPEN.try_with(|open| open.borrow_mut().retain(|(other, _)| *other != number));
    if connection.is_usable() {
        let _ = handles::disconnect(connection);
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

/// `xa_close`: the connection ends with it.
pub(crate) fn close(number: i32, text: &[u8], flags: i32) -> i32 {
    let Some(connection) = opened(number) else {
        // Closing what is not open is no error.
        return XaCode::OK.0;
    };
    if !connection.is_usable() {
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
    let name = q_mgr_name(text).ok_or(Reason::Q_MGR_NAME_ERROR)?;
    let (connection, _) = connect(ConnectRequest {
        options: ConnectOptions {
            q_mgr_name: name,
            // On a connection that is made again nothing is open, and what is put would be in no branch.
            options: MQCNO_RECONNECT_DISABLED,
            ..ConnectOptions::default()
        },
        ..ConnectRequest::default()
    })?;
    Ok(connection)
}

/// The queue manager of an open string: the string itself, or what stands behind `QMNAME=` in a list.
fn q_mgr_name(text: &[u8]) -> Option<ObjectName> {
    let text = std::str::from_utf8(text).ok()?.trim();
    if !text.contains('=') {
        return Some(ObjectName::truncated(text));
    }
    let mut pairs = text.split(',').filter_map(|pair| pair.split_once('='));
    let named = pairs.find(|(key, _)| key.trim().eq_ignore_ascii_case("QMNAME"));
    Some(named.map_or(ObjectName::BLANK, |(_, name)| {
        ObjectName::truncated(name.trim())
    }))
}

#[cfg(test)]
mod tests {
    use super::q_mgr_name;

    #[test]
    fn an_open_string_is_a_name_or_a_list_with_one() {
        let name = |text: &str| q_mgr_name(text.as_bytes()).map(|name| name.to_string());
        assert_eq!(name("QM1"), Some("QM1".to_owned()));
        assert_eq!(
            name("axlib=x, qmname = QM2,tpm=cics"),
            Some("QM2".to_owned())
        );
        assert_eq!(name("TPM=cics"), Some(String::new()));
    }
}
