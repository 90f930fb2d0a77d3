//! Where messages go: the targets a name leads to, and what they refuse.

use crate::deliver::resolve::Resolved;
use crate::objects::Objects;
use crate::store::local_queue::LocalQueue;
use ferromq_mqi::Reason;
use ferromq_mqi::name::ObjectName;
use std::borrow::Cow;
use std::fmt::Debug;
use std::sync::Arc;

/// Where a message is put.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    /// On a queue of this queue manager.
    Local(Arc<LocalQueue>),
    /// On a transmission queue, for this queue of this queue manager.
    Remote(Arc<LocalQueue>, (ObjectName, ObjectName)),
}

impl Target {
    /// The local queue it is put on.
    pub(crate) fn queue(&self) -> &Arc<LocalQueue> {
        match self {
            Self::Local(queue) | Self::Remote(queue, _) => queue,
        }
    }

    /// Where it goes from a transmission queue.
    pub(crate) fn remote(&self) -> Option<&(ObjectName, ObjectName)> {
        match self {
            Self::Local(_) => None,
            Self::Remote(_, to) => Some(to),
        }
    }
}

/// The targets a name leads to, of which each message put goes to one. A queue, and a definition of one elsewhere, leads to
/// itself; a queue with several instances leads to all of them.
pub(crate) trait Targets: Debug + Send + Sync {
    /// What everything but puts goes by: opens, gets, inquiries.
    fn bound(&self) -> &Target;

    /// The target of a message that is put now. Asked once for each: a binding need not be fixed by the open.
    fn choose(&self) -> Cow<'_, Target>;

    /// One of them for all messages to come; `None` where there is nothing to choose.
    fn fixed(&self) -> Option<Target>;
}

impl Targets for Target {
    fn bound(&self) -> &Target {
        self
    }

    fn choose(&self) -> Cow<'_, Target> {
        Cow::Borrowed(self)
    }

    fn fixed(&self) -> Option<Target> {
        None
    }
}

/// What a target refuses, and the definitions on the way to it.
pub(crate) fn check_target(
    resolved: &Resolved,
    target: &Target,
    length: usize,
    q_mgr_limit: u32,
) -> Result<(), Reason> {
    if resolved.path().any(|front| !front.put_enabled()) {
        return Err(Reason::PUT_INHIBITED);
    }
    let too_big = u64::try_from(length).unwrap_or(u64::MAX) > u64::from(q_mgr_limit);
    match check_queue(target.queue(), length) {
        Err(Reason::MSG_TOO_BIG_FOR_Q) | Ok(()) if too_big => Err(Reason::MSG_TOO_BIG_FOR_Q_MGR),
        checked => checked,
    }
}

/// A queue of this queue manager that it puts messages on by itself: of initiation, of dead letters, of what is delayed or
/// retained. None while it is rebuilt.
pub(crate) fn own_target(objects: &Objects, name: &ObjectName) -> Option<Arc<LocalQueue>> {
    let found = objects.registry().local_queue(name);
    found.filter(|queue| !queue.is_deleted())
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
