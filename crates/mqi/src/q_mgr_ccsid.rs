//! The code page of the queue manager, for programs' side of the verbs.

use crate::call::{Reply, Request};
use crate::generated::constants::{MQCO_NONE, MQIA_CODED_CHAR_SET_ID, MQOO_INQUIRE, MQOT_Q_MGR};
use crate::options::ObjectDescriptor;
use crate::reason::Reason;
use std::sync::{Mutex, PoisonError};

/// What `MQCCSI_Q_MGR` stands for on a connection: asked for once. Who may not inquire is told so by a notice and an event each time.
#[derive(Debug, Default)]
pub struct QMgrCcsid(Mutex<Option<Option<i32>>>);

impl QMgrCcsid {
    /// The code page; `None` where the user may not ask for it, or it could not be learned now. `call` is used until there was an answer.
    pub fn known(&self, call: impl FnMut(Request) -> Reply) -> Option<i32> {
        let held = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = *held() {
            return known;
        }
        let answer = inquire(call);
        if matches!(answer, Ok(_) | Err(Reason::NOT_AUTHORIZED)) {
            *held() = Some(answer.ok());
        }
        answer.ok()
    }

    /// For a connection that was made again: the queue manager may be another one.
    pub fn forget(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

fn inquire(mut call: impl FnMut(Request) -> Reply) -> Result<i32, Reason> {
    let failure = |reply: &Reply| match reply {
        Reply::Failed(reason) => *reason,
        _ => Reason::UNEXPECTED_ERROR,
    };
    let descriptor = ObjectDescriptor {
        object_type: MQOT_Q_MGR,
        ..ObjectDescriptor::default()
    };
    let handle = match call(Request::Open {
        descriptor,
        options: MQOO_INQUIRE,
    }) {
        Reply::Opened { handle, .. } => handle,
        other => return Err(failure(&other)),
    };
    let answer = call(Request::Inquire {
        handle,
        selectors: vec![MQIA_CODED_CHAR_SET_ID],
        int_count: 1,
        char_len: 0,
    });
    call(Request::Close {
        handle,
        options: MQCO_NONE,
    });
    match answer {
        Reply::Inquired { ints, .. } => ints.first().copied().ok_or(Reason::UNEXPECTED_ERROR),
        other => Err(failure(&other)),
    }
}
