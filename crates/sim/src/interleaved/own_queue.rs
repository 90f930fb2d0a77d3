//! Queues programs make for themselves: temporary dynamic ones, which nobody else knows and which go with their handle.

use super::program::Program;
use crate::body;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, ObjectHandle, PutOptions};
use ferromq_mqi::{MsgDescriptor, Reason};

/// What they are made of.
const MODEL: &str = "SYSTEM.DEFAULT.MODEL.QUEUE";
/// How their names begin.
pub(super) const OWN: &str = "OWN.";

impl Program<'_> {
    /// Makes a queue, puts messages to it and gets them, and closes it, which ends it. Answers how many verbs that were.
    pub(super) fn use_own_queue(&mut self) -> u64 {
        let mut descriptor = ObjectDescriptor::queue(MODEL);
        descriptor.dynamic_q_name = ObjectName::truncated(&format!("{OWN}*"));
        let open = Request::Open {
            descriptor,
            options: MQOO_OUTPUT | MQOO_INPUT_EXCLUSIVE,
        };
        let handle = match self.call(open) {
            Some(Reply::Opened { handle, .. }) => handle,
            other => {
                self.unless_over("open of a temporary queue", &other);
                return 1;
            }
        };
        let messages = self.random.below(4);
        let mut numbers = Vec::new();
        for _ in 0..messages {
            match self.put_to_own(handle) {
                Some(number) => numbers.push(number),
                None => return messages + 1,
            }
        }
        self.note(format!("put {numbers:?} to a queue of its own"));
        // Some it leaves there; one more than there are is nothing.
        let gets = self.random.below(messages + 2);
        for at in 0..gets {
            let wanted = numbers.get(at as usize).copied();
            if !self.get_from_own(handle, wanted) {
                return messages + gets + 1;
            }
        }
        let answer = self.call(Request::Close { handle, options: 0 });
        if !matches!(answer, Some(Reply::Done(Reason::NONE))) {
            self.unless_over("close of a temporary queue", &answer);
        }
        messages + gets + 1
    }

    fn put_to_own(&mut self, handle: ObjectHandle) -> Option<u64> {
        let number = {
            let mut events = self.history.lock();
            events.next_number += 1;
            events.next_number
        };
        let len = body::NUMBER_BYTES + self.random.below(3_000) as usize;
        let put = Request::Put {
            handle,
            descriptor: MsgDescriptor {
                persistence: MQPER_NOT_PERSISTENT,
                priority: 0,
                msg_id: body::msg_id(number),
                ..MsgDescriptor::default()
            },
            options: PutOptions {
                options: MQPMO_NO_SYNCPOINT,
                ..PutOptions::default()
            },
            body: body::make(number, len),
        };
        match self.call(put) {
            Some(Reply::Put(_)) => Some(number),
            other => {
                self.unless_over("a put to a temporary queue", &other);
                None
            }
        }
    }

    /// Whether it was answered rightly.
    fn get_from_own(&mut self, handle: ObjectHandle, wanted: Option<u64>) -> bool {
        let get = Request::Get {
            handle,
            descriptor: MsgDescriptor::default(),
            options: GetOptions {
                options: MQGMO_NO_SYNCPOINT | MQGMO_NO_PROPERTIES,
                match_options: MQMO_NONE,
                ..GetOptions::default()
            },
            buffer_len: 100_000,
        };
        let answer = self.call(get);
        let found = match &answer {
            Some(Reply::Got(reply)) => body::number(&reply.body).ok(),
            Some(Reply::Failed(Reason::NO_MSG_AVAILABLE)) => None,
            // A client's wait that was ended says nothing of what there is. The queue goes with the connection.
            Some(Reply::Failed(Reason::XWAIT_CANCELED)) => return false,
            _ => {
                self.unless_over("a get from a temporary queue", &answer);
                return false;
            }
        };
        if found != wanted {
            self.history.wrong(format!(
                "program {}: a queue of its own has {found:?} first and not {wanted:?}",
                self.number
            ));
        }
        found == wanted
    }
}
