//! Reports the queue manager makes about messages: expiration.

use crate::object::local_queue::LocalQueue;
use crate::shared::Shared;
use crate::verb::get_reply::read_log;
use bytes::Bytes;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_queue::Expired;
use std::sync::Arc;

/// Bytes of the message a `WITH_DATA` report carries.
const DATA_BYTES: usize = 100;

/// Makes the expiration report of a message that asked for one. A report that cannot be put
/// goes to the dead-letter queue, and if there is none it is lost, as documented.
pub(crate) fn expired(shared: &Arc<Shared>, queue: &Arc<LocalQueue>, expired: &Expired) {
    let message = match queue.queue.load(expired.seq, &expired.payload, &|place| {
        read_log(shared, place)
    }) {
        Ok(message) => message,
        // Its queue will say that it is damaged when it is read for its own sake.
        Err(_) => return,
    };
    let original = &message.descriptor;
    if original.report & MQRO_EXPIRATION == 0 {
        return;
    }
    let body = if original.report & MQRO_EXPIRATION_WITH_FULL_DATA == MQRO_EXPIRATION_WITH_FULL_DATA
    {
        message.body.clone()
    } else if original.report & MQRO_EXPIRATION_WITH_DATA == MQRO_EXPIRATION_WITH_DATA {
        message.body.slice(..message.body.len().min(DATA_BYTES))
    } else {
        Bytes::new()
    };
    send(shared, original, MQFB_EXPIRATION, body);
}

/// Puts a report about `original` to its reply queue.
fn send(shared: &Arc<Shared>, original: &MsgDescriptor, feedback: i32, body: Bytes) {
    let mut descriptor = MsgDescriptor {
        msg_type: MQMT_REPORT,
        feedback,
        format: original.format,
        encoding: original.encoding,
        coded_char_set_id: original.coded_char_set_id,
        priority: original.priority,
        persistence: original.persistence,
        correl_id: original.msg_id,
        ..MsgDescriptor::default()
    };
    if original.report & MQRO_PASS_CORREL_ID != 0 {
        descriptor.correl_id = original.correl_id;
    }
    let reply_to = ObjectName::from_field(&original.reply_to_q);
    let q_mgr = ObjectName::from_field(&original.reply_to_q_mgr);
    if let Ok(target) = crate::resolve::resolve(shared, &reply_to, &q_mgr)
        && target.remote.is_none()
        && target.queue.hot().put_enabled
        && crate::verb::placing::put_internally(
            shared,
            &target.queue,
            descriptor.clone(),
            body.clone(),
        )
        .is_ok()
    {
        return;
    }
    let dead = ObjectName::truncated(shared.q_mgr().text(ferromq_mqi::attribute::Attr::Deadq));
    let dead_queue = shared.registry().local_queue(&dead);
    if let Some(queue) = dead_queue {
        let _ = crate::verb::placing::put_internally(shared, &queue, descriptor, body);
    }
}
