//! How often each destination of one queue of a cluster was used, counted apart from other queues: an option of ours
//! ([`WorkloadOptions::counts_per_queue`](super::cluster::WorkloadOptions)).

use crate::lock_order;
use ferromq_base::lock::Mutex;
use ferromq_cluster::workload::ChannelUse;
use ferromq_mqi::name::ObjectName;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A destination: the identifier of its queue manager, and the channel to it.
pub(crate) type Destination = (ObjectName, ObjectName);

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct QueueUses(Mutex<BTreeMap<Destination, Arc<ChannelUse>>, lock_order::QueueUses>);

impl QueueUses {
    /// The use of a destination. One that joins the others begins at their mean, with this turn.
    pub(crate) fn of(&self, to: Destination, turn: impl FnOnce() -> u64) -> Arc<ChannelUse> {
        let mut all = self.0.lock();
        if let Some(known) = all.get(&to) {
            return Arc::clone(known);
        }
        let joined = ChannelUse::beside(all.values().map(Arc::as_ref), turn());
        let joined = Arc::new(joined);
        all.insert(to, Arc::clone(&joined));
        joined
    }

    /// Destinations that could not be used for a time go on at the mean of the others that are used.
    pub(crate) fn catch_up(
        &self,
        returns: impl Fn(&Destination) -> bool,
        is_used: impl Fn(&Destination) -> bool,
    ) {
        let all = self.0.lock();
        for (_, own) in all.iter().filter(|(to, _)| returns(to)) {
            let others = all.iter().filter(|(to, _)| !returns(to) && is_used(to));
            own.catch_up(others.map(|(_, other)| other.as_ref()));
        }
    }

    /// A queue manager does not share the queue any more.
    pub(crate) fn forget(&self, qmid: &ObjectName) {
        self.0.lock().retain(|(owner, _), _| owner != qmid);
    }

    /// How often a queue manager was chosen for the queue.
    pub(crate) fn uses(&self, qmid: &ObjectName) -> u64 {
        let all = self.0.lock();
        let own = all.iter().filter(|((owner, _), _)| owner == qmid);
        own.map(|(_, used)| used.uses()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn to(name: &str) -> Destination {
        let name = ObjectName::truncated(name);
        (name, name)
    }

    #[test]
    fn who_joins_or_returns_takes_a_share_and_not_everything() {
        let uses = QueueUses::default();
        let (a, b) = (uses.of(to("A"), || 1), uses.of(to("B"), || 2));
        for turn in 10..20 {
            a.note(50, turn);
            b.note(50, turn);
        }
        let c = uses.of(to("C"), || 3);
        assert_eq!(c.sequence(), a.sequence(), "the mean");
        for turn in 20..40 {
            a.note(50, turn);
            b.note(50, turn);
        }
        uses.catch_up(|it| *it == to("C"), |it| *it != to("B"));
        assert_eq!(c.sequence(), a.sequence());
        assert_eq!(uses.uses(&ObjectName::truncated("A")), 30);
        assert_eq!(uses.uses(&ObjectName::truncated("C")), 0);
        uses.forget(&ObjectName::truncated("A"));
        assert_eq!(uses.uses(&ObjectName::truncated("A")), 0);
    }
}
