//! Channels of clusters between two transmission queues, as `runswchl` shows and switches them.

use crate::deliver::expiry::discard;
use crate::deliver::transmit::channel_correl_id;
use crate::objects::cluster_queues::{
    by_the_rules, cluster_transmission_queue, others_with_messages, own_queue_to_come,
    start_channel, switch_without_messages,
};
use crate::queue_manager::QueueManager;
use crate::store::local_queue::LocalQueue;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::name::ObjectName;
use ferromq_queue::{Position, Selected, Selection, Take};
use std::sync::Arc;

/// Messages of one channel on one queue that are counted at most.
const COUNTED_MAX: u64 = 1_000_000;

/// The transmission queues of a channel of a cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChannelQueues {
    /// The one it gets from; `None` where there is none that can be used.
    pub has: Option<ObjectName>,
    /// The one it has from its next start on.
    pub next: Option<ObjectName>,
    /// Messages for it on the one it has, at most a million.
    pub waiting: u64,
    /// Others on which messages for it stand, and how many.
    pub elsewhere: Vec<(ObjectName, u64)>,
}

impl ChannelQueues {
    /// Whether there is anything to switch, or to move.
    #[must_use]
    pub fn is_pending(&self) -> bool {
        self.has != self.next || !self.elsewhere.is_empty()
    }
}

impl QueueManager {
    /// The transmission queues of a channel to a member of a cluster, with the messages that stand on them for it. Counts one after the other: takes as long as
    /// they are many.
    #[must_use]
    pub fn cluster_channel_queues(&self, channel: &ObjectName) -> ChannelQueues {
        let default_type = self.engine.q_mgr_int(Attr::Defclxq);
        let (has, next, others) = {
            let registry = self.engine.registry();
            let has = cluster_transmission_queue(&registry, default_type, channel);
            let next = by_the_rules(&registry, default_type, channel);
            let others = has
                .as_ref()
                .map(|has| others_with_messages(&registry, channel, has));
            (has, next, others.unwrap_or_default())
        };
        let elsewhere = others
            .iter()
            .map(|other| (other.name, self.waiting_on(other, channel)));
        ChannelQueues {
            waiting: has.as_ref().map_or(0, |has| self.waiting_on(has, channel)),
            has: has.map(|has| has.name),
            next: own_queue_to_come(&self.engine, channel).or(next.map(|next| next.name)),
            elsewhere: elsewhere.filter(|(_, messages)| *messages > 0).collect(),
        }
    }

    /// Gives a channel that does not run the transmission queue `CLCHNAME` and `DEFCLXQ` give it now, as its next start would. With `moves` what stands on others
    /// for it is moved there, by a background job, and what is put meanwhile follows; otherwise it stays.
    pub fn switch_cluster_channel(&self, channel: &ObjectName, moves: bool) {
        match moves {
            true => {
                let misplaced = start_channel(&self.engine, channel);
                self.route_again(misplaced);
            }
            false => switch_without_messages(&self.engine, channel),
        }
    }

    /// The channels of clusters whose messages are being moved to another transmission queue.
    #[must_use]
    pub fn switching_channels(&self) -> Vec<ObjectName> {
        let registry = self.engine.registry();
        registry.clusters.switching().copied().collect()
    }

    fn waiting_on(&self, queue: &Arc<LocalQueue>, channel: &ObjectName) -> u64 {
        let mut after = None;
        let mut count = 0;
        while count < COUNTED_MAX {
            let selection = Selection {
                correl_id: Some(channel_correl_id(channel)),
                position: after.map_or(Position::First, Position::After),
                ..Selection::default()
            };
            let now_us = self.engine.clock.wall_us();
            let Selected {
                found,
                expired,
                wakeups,
                ..
            } = queue.select_now(&selection, Take::PEEK, now_us);
            wakeups.wake();
            for one in expired {
                discard(&self.engine, queue, one);
            }
            let Some(found) = found else {
                break;
            };
            after = Some(found.cursor);
            count += 1;
        }
        count
    }
}
