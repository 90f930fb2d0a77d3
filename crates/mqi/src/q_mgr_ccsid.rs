//! The code page of the queue manager, for programs' side of the verbs.

use crate::call::{Reply, Request};
use crate::generated::constants::{MQCO_NONE, MQIA_CODED_CHAR_SET_ID, MQOO_INQUIRE, MQOT_Q_MGR};
use crate::options::ObjectDescriptor;
use crate::reason::Reason;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What `MQCCSI_Q_MGR` stands for on a connection: asked for once. Who may not inquire is told so by a notice and an event each time.
#[derive(Debug, Default)]
pub struct QMgrCcsid(Mutex<Learned>);

#[derive(Debug, Default)]
struct Learned {
    /// The answer, if there was one.
    answer: Option<Option<i32>>,
    /// How often it was forgotten.
    forgotten: u64,
}

impl QMgrCcsid {
    /// The code page; `None` where the user may not ask for it, or it could not be learned now. `call` is used until there was an answer.
    pub fn known(&self, call: impl FnMut(Request) -> Reply) -> Option<i32> {
        let before = {
            let learned = self.learned();
            if let Some(known) = learned.answer {
                return known;
            }
            learned.forgotten
        };
        let answer = inquire(call);
        let mut learned = self.learned();
        // What was forgotten meanwhile may be this: the connection is made again within any of the calls.
        let is_of_now = learned.forgotten == before;
        if is_of_now && matches!(answer, Ok(_) | Err(Reason::NOT_AUTHORIZED)) {
            learned.answer = Some(answer.ok());
        }
        answer.ok()
    }

    /// For a connection that was made again: the queue manager may be another one.
    pub fn forget(&self) {
        let mut learned = self.learned();
        learned.answer = None;
        learned.forgotten += 1;
    }

    fn learned(&self) -> MutexGuard<'_, Learned> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::ObjectHandle;

    /// Answers every question with a code page; `closes` is called when the object is closed.
    fn of(ccsid: i32, closes: impl Fn()) -> impl FnMut(Request) -> Reply {
        move |request| match request {
            Request::Open { descriptor, .. } => Reply::Opened {
                handle: ObjectHandle(1),
                descriptor: Box::new(descriptor),
            },
            Request::Inquire { .. } => Reply::Inquired {
                ints: vec![ccsid],
                chars: bytes::Bytes::new(),
                reason: Reason::NONE,
            },
            _ => {
                closes();
                Reply::Done(Reason::NONE)
            }
        }
    }

    /// The connection is made again behind the answer, with another queue manager.
    #[test]
    fn an_answer_that_was_forgotten_before_it_was_kept_is_not_kept() {
        let ccsid = QMgrCcsid::default();
        assert_eq!(ccsid.known(of(850, || ccsid.forget())), Some(850));
        for _ in 0..2 {
            assert_eq!(ccsid.known(of(1208, || ())), Some(1208));
        }
        assert_eq!(ccsid.known(of(850, || ())), Some(1208));
        ccsid.forget();
        assert_eq!(ccsid.known(of(850, || ())), Some(850));
    }
}
