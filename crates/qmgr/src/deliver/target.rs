//! What the target of a put refuses.

use crate::deliver::resolve::Resolved;
use crate::store::local_queue::LocalQueue;
use ferromq_mqi::Reason;

/// What the target queue refuses.
pub(crate) fn check_target(
    resolved: &Resolved,
    length: usize,
    q_mgr_limit: u32,
) -> Result<(), Reason> {
    if resolved.path().any(|front| !front.put_enabled()) {
        return Err(Reason::PUT_INHIBITED);
    }
    let too_big = u64::try_from(length).unwrap_or(u64::MAX) > u64::from(q_mgr_limit);
    match check_queue(&resolved.queue, length) {
        Err(Reason::MSG_TOO_BIG_FOR_Q) | Ok(()) if too_big => Err(Reason::MSG_TOO_BIG_FOR_Q_MGR),
        checked => checked,
    }
}

/// What a queue refuses.
pub(crate) fn check_queue(queue: &LocalQueue, length: usize) -> Result<(), Reason> {
    let hot = queue.hot();
    if !hot.put_enabled {
        return Err(Reason::PUT_INHIBITED);
    }
    if queue.is_deleted() {
        return Err(Reason::Q_DELETED);
    }
    if u64::try_from(length).unwrap_or(u64::MAX) > u64::from(hot.max_msg_length) {
        return Err(Reason::MSG_TOO_BIG_FOR_Q);
    }
    Ok(())
}
