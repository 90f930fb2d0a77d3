//! Clusters, as the repository service and the channels see them.

use crate::core::job::{NextTurn, Turn};
use crate::core::latch::Forced;
use crate::deliver::reallocate::{Progress, Reallocation, strays};
use crate::objects::Objects;
use crate::objects::asked::AskedName;
use crate::objects::cluster::WorkloadOptions;
use crate::objects::cluster_queues::{
    cluster_transmission_queue, provide_own_queue, queue_to_put_on, start_channel,
};
use crate::objects::failure::ObjectError;
use crate::objects::logged::{Logged, log_change};
use crate::objects::registry::QueueObject;
use crate::objects::transmitting::Misplaced;
use crate::queue_manager::QueueManager;
use crate::record::{QueueId, RecordKind};
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{
    MQCHS_BINDING, MQCHS_INACTIVE, MQCHS_INITIALIZING, MQCHS_RETRYING, MQCHS_RUNNING,
    MQCHS_STARTING, MQCHS_STOPPED,
};
use ferromq_mqi::name::ObjectName;
use std::sync::Arc;

/// A change of what is known of clusters. Records are of the kinds `ClusQMgr`, `ClusQ` and `ClusTopic`.
#[derive(Clone, Debug)]
pub enum ClusterRecord {
    /// Is kept from now on, in place of the one of its name.
    Keep(Definition),
    /// Is kept no longer.
    Drop(ObjectKind, ObjectName),
}

impl ClusterRecord {
    fn kind(&self) -> ObjectKind {
        match self {
            Self::Keep(record) => record.kind(),
            Self::Drop(kind, _) => *kind,
        }
    }
}

/// How a member of a cluster is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClusterWay {
    /// The channel.
    pub channel: ObjectName,
    /// Name of the queue manager.
    pub q_mgr: ObjectName,
    /// How the channel is, `MQCHS_*`.
    pub state: i32,
    /// The queue manager was suspended from the cluster.
    pub is_suspended: bool,
}

fn is_of_cluster(kind: ObjectKind) -> bool {
    matches!(
        kind,
        ObjectKind::ClusQMgr | ObjectKind::ClusQ | ObjectKind::ClusTopic
    )
}

impl QueueManager {
    /// Keeps and drops records, in this order, with one force: in force and durable on return. What is dropped need not be there.
    ///
    /// # Errors
    /// `WrongKind` if one is no record of a cluster; then nothing is done. Those of a log that takes no more: the first ones may be in force then, and it may be
    /// called again with all of them.
    pub fn keep_cluster_records(&self, changes: &[ClusterRecord]) -> Result<(), ObjectError> {
        let wrong = changes.iter().find(|change| !is_of_cluster(change.kind()));
        if let Some(wrong) = wrong {
            return Err(ObjectError::WrongKind(wrong.kind()));
        }
        let channels = self.channels_of(changes);
        let mut done = 0;
        let mut logged = None;
        let bytes = |change: &ClusterRecord| match change {
            ClusterRecord::Keep(record) => record.encode().len(),
            ClusterRecord::Drop(..) => 0,
        };
        let longest = changes.iter().map(bytes).max().unwrap_or(0);
        self.once_there_is_room(
            || longest,
            || {
                let _one_at_a_time = self.engine.administer();
                while let Some(change) = changes.get(done) {
                    logged = keep_one(&self.engine, change)?.or(logged.take());
                    self.tell_topics(change);
                    done += 1;
                }
                Ok::<(), ObjectError>(())
            },
        )?;
        let gone = {
            let registry = self.engine.registry();
            let is_gone = |name: &ObjectName| registry.clusters.channel(name).is_none();
            let gone = channels.into_iter().filter(is_gone);
            gone.map(Misplaced::of_channel).collect()
        };
        self.route_again(gone);
        if changes
            .iter()
            .any(|change| change.kind() == ObjectKind::ClusQMgr)
        {
            self.engine.topics.members_changed();
        }
        for change in changes {
            if let ClusterRecord::Keep(record) = change
                && let Some(channel) = record.find_text(Attr::Channel)
                && record.find_text(Attr::Qmid)
                    != Some(self.engine.registry().clusters.own().as_str())
            {
                // Without one messages go on the queue all channels share.
                let _ = provide_own_queue(&self.engine, &ObjectName::truncated(channel));
            }
        }
        match logged {
            Some(logged) => self.settle(&logged),
            None => Ok(()),
        }
    }

    /// The tree of topics has those that others share.
    fn tell_topics(&self, change: &ClusterRecord) {
        match change {
            ClusterRecord::Keep(record) if record.kind() == ObjectKind::ClusTopic => {
                self.engine.topics.note_shared(record);
            }
            ClusterRecord::Drop(ObjectKind::ClusTopic, name) => {
                self.engine.topics.remove_shared(name);
            }
            _ => {}
        }
    }

    /// The queues of this queue manager that are shared in clusters by their definitions (`CLUSTER`, `CLUSNL`), without live values.
    #[must_use]
    pub fn shared_queues(&self) -> Vec<Definition> {
        let is_shared = |definition: &Definition| {
            let text = |attr| definition.find_text(attr).unwrap_or_default();
            !text(Attr::Cluster).is_empty() || !text(Attr::Clusnl).is_empty()
        };
        let registry = self.engine.registry();
        let queues = registry.queues.values();
        queues
            .map(QueueObject::definition)
            .filter(is_shared)
            .collect()
    }

    /// Which of several destinations a message for a cluster goes to: options of ours, in force from now on.
    pub fn set_workload_options(&self, options: WorkloadOptions) {
        self.engine.clusters.set_options(options);
    }

    /// The same, as they are in force.
    #[must_use]
    pub fn workload_options(&self) -> WorkloadOptions {
        self.engine.clusters.options()
    }

    /// The queue manager is a member of a uniform cluster: clients that reconnect are moved from member to member.
    pub fn join_uniform_cluster(&self) {
        self.engine.clusters.set_uniform();
    }

    /// How often this queue manager has chosen that one for a queue of a cluster, since it started or that one shares it; 0 where uses are not counted for
    /// each queue.
    #[must_use]
    pub fn cluster_queue_uses(&self, queue: &ObjectName, qmid: &ObjectName) -> u64 {
        self.engine.registry().clusters.uses(queue, qmid)
    }

    /// Whether somebody has a local queue open for input; `None` of what is none here.
    #[must_use]
    pub fn is_read(&self, queue: &ObjectName) -> Option<bool> {
        self.engine.registry().queue(queue)?.is_read()
    }

    /// The records of a kind that are kept, in the order of their names; also those their owners have withdrawn.
    #[must_use]
    pub fn cluster_records(&self, kind: ObjectKind) -> Vec<Arc<Definition>> {
        let registry = self.engine.registry();
        let all = registry.plain.of_type(kind.object_type());
        all.filter(|record| record.kind() == kind)
            .cloned()
            .collect()
    }

    /// How the queue manager with that identifier is reached in a cluster: channels that carry messages first, and of those that of the highest `NETPRTY`.
    /// Empty where it is no member of it.
    #[must_use]
    pub fn cluster_ways(&self, cluster: &ObjectName, qmid: &ObjectName) -> Vec<ClusterWay> {
        let registry = self.engine.registry();
        let ways = registry.clusters.ways(cluster, qmid).into_iter();
        let ways = ways.map(|member| ClusterWay {
            channel: member.channel.name,
            q_mgr: member.q_mgr,
            state: member.channel.state(),
            is_suspended: member.is_suspended,
        });
        ways.collect()
    }

    /// The channels to the queue manager with that identifier, in all clusters.
    #[must_use]
    pub fn cluster_channels_to(&self, qmid: &ObjectName) -> Vec<ObjectName> {
        let registry = self.engine.registry();
        let members = registry.clusters.identified(qmid).iter();
        members.map(|member| member.channel.name).collect()
    }

    /// A channel to a member of a cluster, or this queue manager's own receiver there, is in another state (`MQCHS_*`): destinations are chosen by it from now on.
    /// One that starts has the transmission queue `CLCHNAME` and `DEFCLXQ` give it now, or keeps the one it is still being switched to; what stands on another one for it is moved there, by a background job; what is put
    /// meanwhile follows it. In `MQCHS_RETRYING` messages that wait for it are routed again, by a background job; when
    /// another one runs, those of channels that are `MQCHS_STOPPED` as well. False of a channel no record
    /// names or has named since it was inactive.
    pub fn channel_state(&self, channel: &ObjectName, state: i32) -> bool {
        let engine = &self.engine;
        let before = engine.registry().clusters.set_state(channel, state);
        let Some(before) = before else {
            let is_leaving = engine.registry().clusters.set_leaving(channel, state);
            if is_leaving && state == MQCHS_INACTIVE {
                engine.registry_mut().clusters.forget_channel(channel);
            }
            return is_leaving;
        };
        // It may run already when the first record of its member comes.
        let runs = [
            MQCHS_BINDING,
            MQCHS_INITIALIZING,
            MQCHS_STARTING,
            MQCHS_RUNNING,
        ];
        let mut misplaced = Vec::new();
        if runs.contains(&state) && !runs.contains(&before) {
            misplaced = start_channel(engine, channel);
        }
        if state == MQCHS_RETRYING && before != MQCHS_RETRYING {
            misplaced.push(Misplaced::of_channel(*channel));
        }
        if state == MQCHS_RUNNING && before != MQCHS_RUNNING {
            // What found no better way when its own channel failed may have one now.
            let registry = engine.registry();
            for state in [MQCHS_RETRYING, MQCHS_STOPPED] {
                let failed = registry.clusters.in_state(state);
                misplaced.extend(failed.map(Misplaced::of_channel));
            }
        }
        self.route_again(misplaced);
        true
    }

    /// The channels of the records that are changed, as they are now.
    fn channels_of(&self, changes: &[ClusterRecord]) -> Vec<ObjectName> {
        let registry = self.engine.registry();
        let names = changes.iter().filter_map(|change| {
            let name = match change {
                ClusterRecord::Keep(record) => record.name(),
                ClusterRecord::Drop(_, name) => *name,
            };
            let before = registry.plain(change.kind(), &name)?;
            before.find_text(Attr::Channel).map(ObjectName::truncated)
        });
        names.collect()
    }

    pub(crate) fn route_again(&self, misplaced: Vec<Misplaced>) {
        if !misplaced.is_empty() {
            let mut waiting = self.engine.misplaced.lock();
            for one in misplaced {
                // A channel that fails again and again is looked at once.
                if !waiting.iter().any(|other| other.is_same(&one)) {
                    waiting.push_back(one);
                }
            }
            drop(waiting);
            self.engine.wake_housekeeper();
        }
    }

    /// The transmission queue of a channel to a member of a cluster: the one `CLCHNAME` and `DEFCLXQ` gave it when it started last, or would if it did; `None` if
    /// there is none that can be used.
    #[must_use]
    pub fn cluster_transmission_queue(&self, channel: &ObjectName) -> Option<ObjectName> {
        let default_type = self.engine.q_mgr_int(Attr::Defclxq);
        let registry = self.engine.registry();
        let queue = cluster_transmission_queue(&registry, default_type, channel);
        queue.map(|queue| queue.name)
    }

    /// The transmission queue messages for such a channel are put on: the same, or the one it had before as long as messages for it stand there.
    #[must_use]
    pub fn cluster_queue_to_put_on(&self, channel: &ObjectName) -> Option<ObjectName> {
        let default_type = self.engine.q_mgr_int(Attr::Defclxq);
        let registry = self.engine.registry();
        let queue = queue_to_put_on(&registry, default_type, channel);
        queue.map(|queue| queue.name)
    }

    /// Names nobody has here are asked for from now on by whoever `wake` wakes, who calls [`Self::take_asked`] and [`Self::answer_asked`]; with `None` by nobody:
    /// verbs do not wait for them then, and those that do fail. `wake` must be short and must not call the queue manager.
    pub fn set_asker(&self, wake: Option<Box<dyn Fn() + Send + Sync>>) {
        self.engine.asked.set_service(wake);
    }

    /// The names verbs wait for that were not taken before, each once.
    #[must_use]
    pub fn take_asked(&self) -> Vec<AskedName> {
        self.engine.asked.take()
    }

    /// The names of queues and queue managers that were resolved to members of clusters since this was asked last, and those programs have open.
    #[must_use]
    pub fn take_used_names(&self) -> Vec<AskedName> {
        self.engine.registry().clusters.take_used()
    }

    /// Ends the waits for a name. If it was `answered` what is known of it is kept by now, or nobody has it; otherwise nobody could be asked, or nobody
    /// has answered, and the verbs fail with `MQRC_CLUSTER_RESOLUTION_ERROR`.
    pub fn answer_asked(&self, name: &AskedName, answered: bool) {
        let outcome = match answered {
            true => Forced::Durable,
            false => Forced::Failed,
        };
        self.engine.asked.answer(name, outcome);
    }

    /// Ends waits for names that took longer than 10 seconds. To be called about every second; waits for nothing.
    pub fn end_overdue_names(&self) {
        let now_ns = self.engine.clock.monotonic_ns();
        self.engine.asked.end_overdue(now_ns);
    }
}

/// The job that takes messages off cluster transmission queues where they are not to be any more: they are routed again if their channel cannot reach its partner, or
/// moved to the transmission queue the channel has now.
#[derive(Debug, Default)]
pub struct Reallocations {
    under_way: Option<Reallocation>,
    /// What is looked through again in the first turn after all is done.
    later: Vec<Misplaced>,
    /// When strays are looked for next: at once in the beginning.
    strays_at_ns: u64,
    /// What was known of clusters then: only what has changed since may be a way for those whose channel fails.
    generation: u64,
}

/// How often strays are looked for.
const STRAYS_EVERY_NS: u64 = 60_000_000_000;

impl Reallocations {
    /// Goes on, or begins with the next channel. Whoever keeps house is woken when there is one.
    pub fn turn(&mut self, manager: &QueueManager) -> Turn {
        let engine = &manager.engine;
        let next = || engine.misplaced.lock().pop_front().map(Reallocation::of);
        let mut done = 0;
        if let Some(mut under_way) = self.under_way.take().or_else(next) {
            match under_way.turn(engine, &mut done) {
                Progress::More => self.under_way = Some(under_way),
                Progress::Over => self.later.extend(under_way.rest(engine)),
            }
        } else {
            // Nobody is woken for that: it is once in a while.
            engine.misplaced.lock().extend(self.later.drain(..));
            let now_ns = engine.clock.monotonic_ns();
            if now_ns >= self.strays_at_ns {
                let generation = engine.clusters.generation();
                let has_changed = generation != self.generation;
                manager.route_again(strays(engine, has_changed));
                self.generation = generation;
                self.strays_at_ns = engine.clock.monotonic_ns() + STRAYS_EVERY_NS;
            }
        }
        let has_more = self.under_way.is_some() || !engine.misplaced.lock().is_empty();
        let next = match has_more && !engine.is_stopping() {
            true => NextTurn::Soon,
            false => NextTurn::Later,
        };
        Turn { done, next }
    }
}

/// Logs a change and applies it. Nothing if there is nothing to drop. The caller administers.
fn keep_one(objects: &Objects, change: &ClusterRecord) -> Result<Option<Logged>, ObjectError> {
    match change {
        ClusterRecord::Keep(record) => {
            let applied = record.clone();
            let apply = |_| objects.registry_mut().set_plain(applied);
            let kind = RecordKind::Object;
            log_change(objects, kind, QueueId(0), record, apply, || {}).map(Some)
        }
        ClusterRecord::Drop(kind, name) => {
            let found = objects.registry().definition(*kind, name);
            let Some(found) = found else {
                return Ok(None);
            };
            let apply = |_| objects.registry_mut().remove_plain(*kind, name);
            let record = RecordKind::ObjectDeleted;
            log_change(objects, record, QueueId(0), &found, apply, || {}).map(Some)
        }
    }
}
