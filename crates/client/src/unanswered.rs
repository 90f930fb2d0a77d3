//! Puts that ask for no answer.

use ferromq_mqi::call::{PutReply, Reply, Request};
use ferromq_mqi::{ObjectName, Reason};

/// The answer to a put that asks for none: what the application passed, as it was.
pub(crate) fn not_waited_for(request: Request) -> Reply {
    match request {
        Request::Put { descriptor, .. } | Request::Put1 { descriptor, .. } => {
            Reply::Put(Box::new(PutReply {
                reason: Reason::NONE,
                descriptor,
                resolved_q_name: ObjectName::BLANK,
                resolved_q_mgr_name: ObjectName::BLANK,
            }))
        }
        _ => Reply::Failed(Reason::UNEXPECTED_ERROR),
    }
}
