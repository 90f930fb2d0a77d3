//! What is known of clusters, as verbs ask for it: who has a queue, by which channels a queue manager is reached, how these are.
//!
//! The records of the repository are objects (`ClusQMgr`, `ClusQ`); this is what is made of them as they come and go. It is a part of the registry.
//! Whoever has chosen once keeps the channels and asks the registry again only when [`Generation`] has grown: what changes from one message to the
//! next, a channel's state and how much it was used, is in cells all share ([`Channel`]).

use crate::objects::asked::AskedName;
use crate::objects::queue_uses::QueueUses;
use ferromq_base::hash::fnv_1a;
use ferromq_cluster::StoredRecord;
use ferromq_cluster::workload::{ChannelUse, Readiness, readiness};
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{
    MQCHS_INACTIVE, MQCHS_STOPPED, MQCHS_SWITCHING, MQQA_PUT_ALLOWED, MQSUS_YES,
};
use ferromq_mqi::name::ObjectName;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};

/// The first turns are given out by chance, below this: members of a cluster that start together do not all begin with the same destination.
const FIRST_TURN: u64 = 1 << 16;

/// A channel to a queue manager of a cluster, or this queue manager's own receiver there.
#[derive(Debug)]
pub(crate) struct Channel {
    pub(crate) name: ObjectName,
    /// `MQCHS_*`.
    state: AtomicI32,
    /// Messages for it are being moved to another transmission queue.
    is_switching: AtomicBool,
    pub(crate) used: ChannelUse,
}

impl Channel {
    fn is_inactive(&self) -> bool {
        self.state.load(Ordering::Relaxed) == MQCHS_INACTIVE
    }

    /// `MQCHS_*`. One that does not run and whose messages are being moved is switching; one that runs goes on meanwhile.
    pub(crate) fn state(&self) -> i32 {
        match self.state.load(Ordering::Relaxed) {
            MQCHS_INACTIVE | MQCHS_STOPPED if self.is_switching.load(Ordering::Relaxed) => {
                MQCHS_SWITCHING
            }
            state => state,
        }
    }
}

/// A queue manager in a cluster.
#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) cluster: ObjectName,
    pub(crate) q_mgr: ObjectName,
    /// Its identifier.
    pub(crate) qmid: ObjectName,
    pub(crate) is_suspended: bool,
    pub(crate) rank: u8,
    pub(crate) priority: u8,
    pub(crate) network_priority: u8,
    pub(crate) weight: u8,
    pub(crate) channel: Arc<Channel>,
    /// Where it stands among those who say that they have a receiver of that name: one that is trusted as a full repository first, then by how long it is
    /// known.
    precedence: (bool, u32),
}

/// The instances of a queue, by the names of their records, and how often each was used.
#[derive(Debug, Default)]
struct Instances {
    records: BTreeMap<ObjectName, Arc<Definition>>,
    uses: QueueUses,
}

/// Options of ours about which destination a message goes to (stanza `Cluster` of `qm.ini`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkloadOptions {
    /// `WorkloadCount=QUEUE`: uses are counted for each queue, and not only for each channel over all queues.
    pub counts_per_queue: bool,
    /// `WorkloadReaders=YES`: of destinations that are equal otherwise those are left out which nobody has open for input; and others are told who
    /// has the queues of this queue manager open.
    pub prefers_readers: bool,
}

/// What is known under a name, and whether it is used.
#[derive(Debug)]
struct Named<T> {
    known: T,
    used: InUse,
}

impl<T: Default> Default for Named<T> {
    fn default() -> Self {
        Self {
            known: T::default(),
            used: InUse::default(),
        }
    }
}

/// A name is used: it was resolved since somebody looked, or whoever has one of these has it open.
#[derive(Clone, Debug, Default)]
pub(crate) struct InUse(Arc<AtomicBool>);

impl InUse {
    /// Whether it was used since this was asked last, or is open now.
    fn take(&self) -> bool {
        self.0.swap(false, Ordering::Relaxed) || Arc::strong_count(&self.0) > 1
    }

    fn now(&self) -> Self {
        self.0.store(true, Ordering::Relaxed);
        self.clone()
    }
}

/// See the module. Lists are ordered by the names of records, so that each run from one seed is the same.
#[derive(Debug, Default)]
pub(crate) struct Clusters {
    /// Instances of queues, by the queue's name.
    instances: HashMap<ObjectName, Named<Instances>>,
    /// By the name of the record.
    members: BTreeMap<ObjectName, Arc<Member>>,
    /// Records by the name of the queue manager, and by its identifier.
    by_name: HashMap<ObjectName, Named<Vec<Arc<Member>>>>,
    by_qmid: HashMap<ObjectName, Vec<Arc<Member>>>,
    /// Records by the name of the receiver they speak of.
    by_channel: HashMap<ObjectName, Vec<Arc<Member>>>,
    channels: BTreeMap<ObjectName, Arc<Channel>>,
    /// Channels no record names any more that are not inactive: one that still gets from its transmission queue, or is stopped, is the same when a record
    /// names it again.
    leaving: BTreeMap<ObjectName, Arc<Channel>>,
    /// The transmission queues of channels that have started.
    transmission: HashMap<ObjectName, ObjectName>,
    /// The transmission queues channels had before, as long as messages for them stand there. Others are put behind those.
    switching: HashMap<ObjectName, ObjectName>,
    /// This queue manager's identifier.
    own: ObjectName,
    shared: Shared,
}

/// What is read without the registry.
#[derive(Clone, Debug)]
pub(crate) struct Shared {
    generation: Arc<AtomicU64>,
    switches: Arc<AtomicU64>,
    turns: Arc<AtomicU64>,
    counts_per_queue: Arc<AtomicBool>,
    prefers_readers: Arc<AtomicBool>,
    is_uniform: Arc<AtomicBool>,
}

impl Default for Shared {
    fn default() -> Self {
        Self {
            generation: Arc::default(),
            switches: Arc::default(),
            turns: Arc::new(AtomicU64::new(FIRST_TURN)),
            counts_per_queue: Arc::default(),
            prefers_readers: Arc::default(),
            is_uniform: Arc::default(),
        }
    }
}

impl Shared {
    /// Grows when a record comes, changes or goes, and when anything else changes that may lead messages elsewhere.
    pub(crate) fn generation(&self) -> u64 {
        self.generation.load(Ordering::Acquire)
    }

    pub(crate) fn grow(&self) {
        self.generation.fetch_add(1, Ordering::AcqRel);
    }

    /// Grows when messages for a channel are put on another transmission queue than before.
    pub(crate) fn switches(&self) -> u64 {
        self.switches.load(Ordering::SeqCst)
    }

    fn note_switch(&self) {
        self.switches.fetch_add(1, Ordering::SeqCst);
        self.grow();
    }

    /// What is in force.
    pub(crate) fn options(&self) -> WorkloadOptions {
        WorkloadOptions {
            counts_per_queue: self.counts_per_queue.load(Ordering::Relaxed),
            prefers_readers: self.prefers_readers.load(Ordering::Relaxed),
        }
    }

    /// Is in force for what is chosen from now on.
    pub(crate) fn set_options(&self, options: WorkloadOptions) {
        let WorkloadOptions {
            counts_per_queue,
            prefers_readers,
        } = options;
        (self.counts_per_queue).store(counts_per_queue, Ordering::Relaxed);
        (self.prefers_readers).store(prefers_readers, Ordering::Relaxed);
        self.grow();
    }

    /// Whether the queue manager is a member of a uniform cluster, whose clients are moved from member to member.
    pub(crate) fn is_uniform(&self) -> bool {
        self.is_uniform.load(Ordering::Relaxed)
    }

    pub(crate) fn set_uniform(&self) {
        self.is_uniform.store(true, Ordering::Relaxed);
    }

    /// The turn of a use.
    pub(crate) fn next_turn(&self) -> u64 {
        self.turns.fetch_add(1, Ordering::Relaxed)
    }
}

fn name_of(record: &Definition, attr: Attr) -> ObjectName {
    ObjectName::truncated(record.find_text(attr).unwrap_or_default())
}

fn small(record: &Definition, attr: Attr) -> u8 {
    u8::try_from(record.find_int(attr).unwrap_or(0)).unwrap_or(0)
}

impl Clusters {
    /// Of the queue manager with this identifier. Nothing is known as yet.
    pub(crate) fn of(own: ObjectName) -> Self {
        Self {
            own,
            ..Self::default()
        }
    }

    /// The identifier of this queue manager.
    pub(crate) fn own(&self) -> &ObjectName {
        &self.own
    }

    /// An object is there, or has another definition. `before` is what it was.
    pub(crate) fn note(&mut self, before: Option<&Definition>, now: &Arc<Definition>) {
        if !matches!(now.kind(), ObjectKind::ClusQ | ObjectKind::ClusQMgr) {
            return;
        }
        if let Some(before) = before {
            self.take_out(before, Some(now));
        }
        if StoredRecord::is_live(now) {
            match now.kind() {
                ObjectKind::ClusQ => {
                    let queue = self.instances.entry(name_of(now, Attr::Queue));
                    let known = &mut queue.or_default().known;
                    known.records.insert(now.name(), Arc::clone(now));
                    let takes = |it: &Definition| it.find_int(Attr::Put) == Some(MQQA_PUT_ALLOWED);
                    if before.is_some_and(|before| !takes(before)) && takes(now) {
                        let qmid = name_of(now, Attr::Qmid);
                        (known.uses).catch_up(|(owner, _)| *owner == qmid, |_| true);
                    }
                }
                _ => self.add_member(now),
            }
        }
        self.shared.grow();
    }

    /// An object is gone.
    pub(crate) fn remove(&mut self, gone: &Definition) {
        if matches!(gone.kind(), ObjectKind::ClusQ | ObjectKind::ClusQMgr) {
            self.take_out(gone, None);
            self.shared.grow();
        }
    }

    fn add_member(&mut self, record: &Definition) {
        let channel = self.channel_of(&name_of(record, Attr::Channel));
        let kept = StoredRecord::of(record);
        let precedence = kept.map_or((true, u32::MAX), |kept| (!kept.trusted, kept.number()));
        let member = Arc::new(Member {
            cluster: name_of(record, Attr::Cluster),
            q_mgr: name_of(record, Attr::Clusqmgr),
            qmid: name_of(record, Attr::Qmid),
            is_suspended: record.find_int(Attr::Suspend) == Some(MQSUS_YES),
            rank: small(record, Attr::Clwlrank),
            priority: small(record, Attr::Clwlprty),
            network_priority: small(record, Attr::Netprty),
            weight: small(record, Attr::Clwlwght),
            channel,
            precedence,
        });
        let of_channel = self.by_channel.entry(member.channel.name);
        of_channel.or_default().push(Arc::clone(&member));
        let of_name = self.by_name.entry(member.q_mgr).or_default();
        of_name.known.push(Arc::clone(&member));
        let of_qmid = self.by_qmid.entry(member.qmid).or_default();
        of_qmid.push(Arc::clone(&member));
        self.members.insert(record.name(), member);
    }

    fn channel_of(&mut self, name: &ObjectName) -> Arc<Channel> {
        if let Some(channel) = self.channels.get(name) {
            return Arc::clone(channel);
        }
        if let Some(channel) = self.leaving.remove(name) {
            self.channels.insert(*name, Arc::clone(&channel));
            self.catch_up(&channel);
            return channel;
        }
        let others = self.channels.values().map(|channel| &channel.used);
        let used = ChannelUse::beside(others, self.first_turn([name]));
        let channel = Arc::new(Channel {
            name: *name,
            state: AtomicI32::new(MQCHS_INACTIVE),
            is_switching: AtomicBool::new(self.switching.contains_key(name)),
            used,
        });
        self.channels.insert(*name, Arc::clone(&channel));
        channel
    }

    /// Where what has these names stands before it was used: somewhere else on each queue manager, and the same each time.
    fn first_turn<'a>(&self, names: impl IntoIterator<Item = &'a ObjectName>) -> u64 {
        let names = names.into_iter().flat_map(|name| name.bytes());
        let bytes = self.own.bytes().iter().chain(names);
        fnv_1a(bytes.copied()) % FIRST_TURN
    }

    /// Takes a record out. One that `follows` it has the same name, which stays in use, and may have the same channel, which goes on then.
    fn take_out(&mut self, record: &Definition, follows: Option<&Definition>) {
        if record.kind() == ObjectKind::ClusQ {
            let queue = name_of(record, Attr::Queue);
            if let Some(instances) = self.instances.get_mut(&queue) {
                instances.known.records.remove(&record.name());
                let stays = follows.is_some_and(StoredRecord::is_live);
                if instances.known.records.is_empty() && !stays {
                    self.instances.remove(&queue);
                } else if !stays {
                    let qmid = name_of(record, Attr::Qmid);
                    let mut others = instances.known.records.values();
                    if !others.any(|other| name_of(other, Attr::Qmid) == qmid) {
                        instances.known.uses.forget(&qmid);
                    }
                }
            }
            return;
        }
        let Some(member) = self.members.remove(&record.name()) else {
            return;
        };
        if let Some(of_name) = self.by_name.get_mut(&member.q_mgr) {
            of_name.known.retain(|other| !Arc::ptr_eq(other, &member));
            if of_name.known.is_empty() && !follows.is_some_and(StoredRecord::is_live) {
                self.by_name.remove(&member.q_mgr);
            }
        }
        if let Some(of_qmid) = self.by_qmid.get_mut(&member.qmid) {
            of_qmid.retain(|other| !Arc::ptr_eq(other, &member));
            if of_qmid.is_empty() {
                self.by_qmid.remove(&member.qmid);
            }
        }
        let name = member.channel.name;
        if let Some(of_channel) = self.by_channel.get_mut(&name) {
            of_channel.retain(|other| !Arc::ptr_eq(other, &member));
            if of_channel.is_empty() {
                self.by_channel.remove(&name);
            }
        }
        let goes_on = follows.is_some_and(|next| name_of(next, Attr::Channel) == name);
        if !goes_on && !self.by_channel.contains_key(&name) {
            let gone = self.channels.remove(&name);
            match gone.filter(|channel| !channel.is_inactive()) {
                Some(channel) => drop(self.leaving.insert(name, channel)),
                None => self.forget_channel(&name),
            }
        }
        let was_suspended = member.is_suspended;
        if goes_on && was_suspended {
            self.catch_up(&member.channel);
        }
    }

    /// A channel no record names is inactive now.
    pub(crate) fn forget_channel(&mut self, name: &ObjectName) {
        let is_needed = self.leaving.get(name).is_some_and(|it| !it.is_inactive());
        if !self.channels.contains_key(name) && !is_needed {
            self.leaving.remove(name);
            self.transmission.remove(name);
            self.switching.remove(name);
        }
    }

    /// A queue of this name was defined here, changed or deleted.
    pub(crate) fn note_queue(&self, name: &ObjectName) {
        if self.instances.contains_key(name) || self.by_name.contains_key(name) {
            self.shared.grow();
        }
    }

    /// What is read without the registry.
    pub(crate) fn shared(&self) -> &Shared {
        &self.shared
    }

    /// Nothing is known of any cluster.
    pub(crate) fn is_empty(&self) -> bool {
        self.members.is_empty() && self.instances.is_empty()
    }

    /// The records of a queue, by which others share it.
    pub(crate) fn instances(&self, queue: &ObjectName) -> impl Iterator<Item = &Arc<Definition>> {
        let named = self.instances.get(queue).into_iter();
        named.flat_map(|named| named.known.records.values())
    }

    /// How often a destination of a queue was used, counted for that queue alone. `None` of a queue nobody shares.
    pub(crate) fn use_of(
        &self,
        queue: &ObjectName,
        qmid: &ObjectName,
        channel: &ObjectName,
    ) -> Option<Arc<ChannelUse>> {
        let instances = self.instances.get(queue)?;
        // Each queue begins somewhere else.
        let turn = || self.first_turn([queue, channel]);
        Some(instances.known.uses.of((*qmid, *channel), turn))
    }

    /// How often a queue manager was chosen for a queue; 0 where that is not counted.
    pub(crate) fn uses(&self, queue: &ObjectName, qmid: &ObjectName) -> u64 {
        let instances = self.instances.get(queue);
        instances.map_or(0, |named| named.known.uses.uses(qmid))
    }

    /// A queue or queue manager of this name is used now, and until what comes back is gone.
    pub(crate) fn use_name(&self, name: &ObjectName) -> [Option<InUse>; 2] {
        let queue = self.instances.get(name).map(|it| it.used.now());
        [queue, self.by_name.get(name).map(|it| it.used.now())]
    }

    /// The names that were used since this was asked last, and those that are open.
    pub(crate) fn take_used(&self) -> Vec<AskedName> {
        let queues = self.instances.iter().filter(|(_, it)| it.used.take());
        let q_mgrs = self.by_name.iter().filter(|(_, it)| it.used.take());
        let queues = queues.map(|(name, _)| AskedName::Queue(*name));
        let q_mgrs = q_mgrs.map(|(name, _)| AskedName::QueueManager(*name));
        queues.chain(q_mgrs).collect()
    }

    /// The queue managers of a name, once for each cluster and channel.
    pub(crate) fn named(&self, q_mgr: &ObjectName) -> &[Arc<Member>] {
        self.by_name.get(q_mgr).map_or(&[], |it| &it.known)
    }

    /// The queue manager with this identifier, the same.
    pub(crate) fn identified(&self, qmid: &ObjectName) -> &[Arc<Member>] {
        self.by_qmid.get(qmid).map_or(&[], Vec::as_slice)
    }

    /// Whether the sender that is made by the name of its channel leads to this queue manager. Where several say that they have a receiver of one name it leads
    /// to one of them, and to those of that one's name (`senders_of` of the server makes it by the same rule); nothing that is for another one may be
    /// put there.
    pub(crate) fn is_led_to(&self, member: &Member) -> bool {
        let claims = self.by_channel.get(&member.channel.name).into_iter();
        let others = claims.flatten().filter(|claim| claim.qmid != self.own);
        let first = others.min_by_key(|claim| claim.precedence);
        first.is_none_or(|first| first.q_mgr == member.q_mgr)
    }

    /// How a queue manager is reached in a cluster: the channels that do best first, and of those that of the highest `NETPRTY`.
    pub(crate) fn ways(&self, cluster: &ObjectName, qmid: &ObjectName) -> Vec<&Arc<Member>> {
        let all = self.identified(qmid).iter();
        let mut ways: Vec<_> = all
            .filter(|member| member.cluster == *cluster && self.is_led_to(member))
            .collect();
        ways.sort_by_key(|member| {
            let ready = readiness(member.channel.state());
            std::cmp::Reverse((ready, member.network_priority))
        });
        ways
    }

    /// Every queue manager, once for each cluster.
    pub(crate) fn members(&self) -> impl Iterator<Item = &Arc<Member>> {
        self.members.values()
    }

    /// Whether this queue manager is in a cluster.
    pub(crate) fn is_member(&self, cluster: &ObjectName) -> bool {
        let mut own = self.identified(&self.own).iter();
        own.any(|member| member.cluster == *cluster)
    }

    pub(crate) fn channel(&self, name: &ObjectName) -> Option<&Arc<Channel>> {
        self.channels.get(name)
    }

    /// The channels that are in this state.
    pub(crate) fn in_state(&self, state: i32) -> impl Iterator<Item = ObjectName> {
        let all = self.channels.values();
        let those = all.filter(move |channel| channel.state() == state);
        those.map(|channel| channel.name)
    }

    /// The transmission queue a channel had when it started last.
    pub(crate) fn transmission_queue(&self, channel: &ObjectName) -> Option<&ObjectName> {
        self.transmission.get(channel)
    }

    /// A channel starts with this transmission queue. Messages for it are put there from now on.
    pub(crate) fn start_with(&mut self, channel: ObjectName, queue: ObjectName) {
        if self.transmission.insert(channel, queue) != Some(queue) {
            self.shared.note_switch();
        }
    }

    /// The transmission queue messages for a channel are still put on, which is not the one it gets from any more.
    pub(crate) fn switching_from(&self, channel: &ObjectName) -> Option<&ObjectName> {
        self.switching.get(channel)
    }

    /// The channels that are given another transmission queue, as long as messages for them stand on the one they had.
    pub(crate) fn switching(&self) -> impl Iterator<Item = &ObjectName> {
        self.switching.keys()
    }

    /// [`Shared::switches`]
    pub(crate) fn switches(&self) -> u64 {
        self.shared.switches()
    }

    /// Messages for a channel are put on the transmission queue it had before, until those that stand there are moved; with `None` they are put where it gets
    /// from.
    pub(crate) fn put_on(&mut self, channel: ObjectName, before: Option<ObjectName>) {
        let known = match before {
            Some(queue) => self.switching.insert(channel, queue),
            None => self.switching.remove(&channel),
        };
        if let Some(known) = self.channels.get(&channel) {
            (known.is_switching).store(before.is_some(), Ordering::Relaxed);
        }
        if known != before {
            self.shared.note_switch();
        }
    }

    /// A channel no record names any more is in another state, `MQCHS_*`. False if there is none such. One that is inactive is to be forgotten.
    pub(crate) fn set_leaving(&self, name: &ObjectName, state: i32) -> bool {
        let channel = self.leaving.get(name);
        if let Some(channel) = channel {
            channel.state.store(state, Ordering::Relaxed);
        }
        channel.is_some()
    }

    /// A channel is in another state, `MQCHS_*`. Answers what it was; `None` of a channel no record names.
    pub(crate) fn set_state(&self, name: &ObjectName, state: i32) -> Option<i32> {
        let channel = self.channels.get(name)?;
        let before = channel.state.swap(state, Ordering::Relaxed);
        if readiness(before) <= Readiness::Retrying && readiness(state) > Readiness::Retrying {
            self.catch_up(channel);
        }
        Some(before)
    }

    /// A channel that was left out is not given all at once what it has missed.
    fn catch_up(&self, channel: &Channel) {
        let is_used = |other: &&Arc<Channel>| {
            other.name != channel.name && readiness(other.state()) > Readiness::Retrying
        };
        let others = self.channels.values().filter(is_used);
        channel.used.catch_up(others.map(|other| &other.used));
        if self.shared.options().counts_per_queue {
            let runs = |name: &ObjectName| {
                let other = self.channels.get(name);
                other.is_some_and(|other| readiness(other.state()) > Readiness::Retrying)
            };
            for named in self.instances.values() {
                let uses = &named.known.uses;
                uses.catch_up(|(_, own)| *own == channel.name, |(_, other)| runs(other));
            }
        }
    }
}

#[cfg(test)]
#[path = "cluster_tests.rs"]
mod tests;
