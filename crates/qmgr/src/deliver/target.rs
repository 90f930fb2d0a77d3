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
    /// On a transmission queue, for somewhere else.
    Remote(Arc<LocalQueue>, Onward),
}

/// Where a message goes from a transmission queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Onward {
    pub(crate) q_name: ObjectName,
    pub(crate) q_mgr: ObjectName,
    /// In a cluster, how.
    pub(crate) route: Option<ClusterRoute>,
}

/// The channel of a cluster that takes a message from its transmission queue, which serves many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClusterRoute {
    pub(crate) channel: ObjectName,
    /// The message may go to another instance of its queue while it waits for the channel: nothing binds it to this one.
    pub(crate) is_free: bool,
    /// How often a channel had been given another transmission queue when this one's was found out.
    pub(crate) switches: u64,
}

impl Onward {
    /// To a queue of a queue manager, by whatever channel reads the transmission queue.
    pub(crate) fn to(q_name: ObjectName, q_mgr: ObjectName) -> Self {
        let route = None;
        Self {
            q_name,
            q_mgr,
            route,
        }
    }
}

impl Target {
    /// The local queue it is put on.
    pub(crate) fn queue(&self) -> &Arc<LocalQueue> {
        match self {
            Self::Local(queue) | Self::Remote(queue, _) => queue,
        }
    }

    /// The queue and the queue manager a message put here is for.
    pub(crate) fn names(&self, objects: &Objects) -> (ObjectName, ObjectName) {
        match self {
            Self::Local(queue) => (queue.name, objects.name),
            Self::Remote(_, onward) => (onward.q_name, onward.q_mgr),
        }
    }

    /// Where it goes from a transmission queue.
    pub(crate) fn remote(&self) -> Option<&Onward> {
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
    ///
    /// # Errors
    /// Of a queue of a cluster: there is no instance any more, or none that takes messages.
    fn choose(&self, objects: &Objects) -> Result<Cow<'_, Target>, Reason>;

    /// One of them for all messages to come; `None` where there is nothing to choose.
    ///
    /// # Errors
    /// As [`Self::choose`].
    fn fixed(&self, objects: &Objects) -> Result<Option<Target>, Reason>;
}

impl Targets for Target {
    fn bound(&self) -> &Target {
        self
    }

    fn choose(&self, _: &Objects) -> Result<Cow<'_, Target>, Reason> {
        Ok(Cow::Borrowed(self))
    }

    fn fixed(&self, _: &Objects) -> Result<Option<Target>, Reason> {
        Ok(None)
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
