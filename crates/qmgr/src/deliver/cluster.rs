//! Targets in clusters: a queue that members share, or a queue manager of a cluster.
//!
//! What may be chosen from is gathered from the records when a name is resolved, and again when one of them has changed since. A message that is
//! put meanwhile asks no lock that others have: it reads how the channels are, chooses (`ferromq_cluster::workload`), and counts the use.

use crate::deliver::resolve::{Guard, Purpose, Resolved, Seen};
use crate::deliver::target::{ClusterRoute, Onward, Target, Targets};
use crate::lock_order;
use crate::objects::Objects;
use crate::objects::cluster::{Channel, InUse, Member, WorkloadOptions};
use crate::objects::cluster_queues::{clusters_of, queue_to_put_on};
use crate::objects::registry::{QueueObject, Registry};
use ferromq_base::lock::Mutex;
use ferromq_cluster::workload::{
    Candidate, ChannelUse, DEFAULT_WEIGHT, NoDestination, Wanted, choose,
};
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// What a program named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Sought {
    /// A queue by its name alone.
    Queue(ObjectName),
    /// A queue of a queue manager, or of an alias of one.
    QueueOf {
        q_name: ObjectName,
        q_mgr: ObjectName,
    },
    /// Any of these queue managers.
    QueueManagers(Vec<ObjectName>),
}

/// One way to one destination.
#[derive(Debug)]
struct Way {
    /// Without what changes from one message to the next.
    candidate: Candidate,
    /// `None` of what is here, where no channel of ours is in its cluster.
    channel: Option<Arc<Channel>>,
    /// How often it was used for this queue, where that counts and not what the channel was used for.
    used: Option<Arc<ChannelUse>>,
    to: To,
}

#[derive(Debug)]
enum To {
    /// An object of this queue manager: a queue, or an alias or remote queue that leads on.
    Here(QueueObject, Arc<dyn Targets>),
    Elsewhere(Target),
}

impl To {
    /// Whether somebody has the queue here open for input; `None` of what others have.
    fn is_read(&self) -> Option<bool> {
        match self {
            Self::Here(queue, _) => queue.is_read(),
            Self::Elsewhere(_) => None,
        }
    }

    fn put_enabled(&self) -> Option<bool> {
        match self {
            Self::Here(QueueObject::Local(queue), _) => Some(queue.hot().put_enabled),
            Self::Here(QueueObject::Alias(front) | QueueObject::Remote(front), to) => {
                Some(front.put_enabled() && to.bound().queue().hot().put_enabled)
            }
            // What others have is in the record.
            Self::Here(QueueObject::Model(_), _) | Self::Elsewhere(_) => None,
        }
    }
}

/// All ways, as of a generation of the records.
struct Ways {
    generation: u64,
    all: Vec<Way>,
    wanted: Wanted,
    prefers_readers: bool,
    /// Kept from one choice to the next for its memory.
    candidates: Vec<Candidate>,
    /// The names it is of are used as long as this is there.
    _in_use: Vec<InUse>,
}

/// Targets of a queue that members of a cluster share, or of a queue manager of one.
pub(crate) struct ClusterTargets {
    sought: Sought,
    purpose: Purpose,
    bound: Target,
    ways: Mutex<Ways, lock_order::ClusterWays>,
}

impl fmt::Debug for ClusterTargets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClusterTargets")
            .field("sought", &self.sought)
            .field("bound", &self.bound)
            .finish_non_exhaustive()
    }
}

/// What was chosen.
enum Chosen {
    There(Target),
    /// It may lead on, which is asked without the lock.
    Here(Arc<dyn Targets>),
}

impl ClusterTargets {
    /// The targets of a name as the records stand; `None` if no cluster has it.
    ///
    /// # Errors
    /// `MQRC_CLUSTER_RESOURCE_ERROR` if there is no transmission queue for any of them, or their channels lead to others that have receivers of the same
    /// names.
    pub(crate) fn find(seen: &Seen<'_>, sought: Sought) -> Result<Option<Self>, Reason> {
        let ways = gather(seen, &sought)?;
        let Some(first) = ways.all.first() else {
            return Ok(None);
        };
        // What is here is opened, if anything is.
        let here = ways.all.iter().find(|way| way.candidate.is_local);
        let bound = match &here.unwrap_or(first).to {
            To::Here(_, targets) => targets.bound().clone(),
            To::Elsewhere(target) => target.clone(),
        };
        Ok(Some(Self {
            sought,
            purpose: seen.purpose,
            bound,
            ways: Mutex::new(ways),
        }))
    }

    /// The target of a message that is put now. Counts as a use.
    ///
    /// # Errors
    /// As [`Targets::choose`].
    pub(crate) fn choose_one(&self, objects: &Objects) -> Result<Target, Reason> {
        let chosen = {
            let mut ways = self.ways.lock();
            if ways.generation != objects.clusters.generation() {
                let registry = objects.registry();
                let seen = Seen {
                    purpose: self.purpose,
                    ..Seen::of(objects, &registry)
                };
                *ways = gather(&seen, &self.sought)?;
            }
            let here = ways.here().filter(|_| self.purpose.is_unbound);
            match here {
                Some((targets, true)) => Chosen::Here(targets),
                None => ways.choose(objects)?,
                // Where nobody takes it, it is refused here.
                Some((targets, false)) => match ways.choose(objects) {
                    Err(Reason::CLUSTER_PUT_INHIBITED) => Chosen::Here(targets),
                    chosen => chosen?,
                },
            }
        };
        match chosen {
            Chosen::There(target) if self.purpose.is_unbound => Ok(target.held()),
            Chosen::There(target) => Ok(target),
            Chosen::Here(targets) => Ok(targets.choose(objects)?.into_owned()),
        }
    }
}

impl Ways {
    /// What is here, if anything is, and whether it takes messages.
    fn here(&self) -> Option<(Arc<dyn Targets>, bool)> {
        self.all.iter().find_map(|way| match &way.to {
            To::Here(_, targets) => {
                let put_enabled = way.to.put_enabled().unwrap_or(true);
                Some((Arc::clone(targets), put_enabled))
            }
            To::Elsewhere(_) => None,
        })
    }

    fn choose(&mut self, objects: &Objects) -> Result<Chosen, Reason> {
        let now = |way: &Way| {
            let mut now = way.candidate;
            if let Some(channel) = &way.channel {
                let used = way.used.as_deref().unwrap_or(&channel.used);
                now.state = channel.state();
                now.sequence = used.sequence();
                now.last_turn = used.last_turn();
            }
            if self.prefers_readers
                && let Some(is_read) = way.to.is_read()
            {
                now.may_be_read = is_read;
            }
            now.put_enabled = way.to.put_enabled().unwrap_or(now.put_enabled);
            now
        };
        self.candidates.clear();
        self.candidates.extend(self.all.iter().map(now));
        let at = choose(&self.candidates, &self.wanted).map_err(|none| match none {
            NoDestination::NoneInCluster => Reason::NO_DESTINATIONS_AVAILABLE,
            NoDestination::PutInhibited => Reason::CLUSTER_PUT_INHIBITED,
        })?;
        let way = &self.all[at];
        if let Some(channel) = &way.channel {
            let turn = objects.clusters.next_turn();
            channel.used.note(way.candidate.weight, turn);
            if let Some(used) = &way.used {
                used.note(way.candidate.weight, turn);
            }
        }
        Ok(match &way.to {
            To::Elsewhere(target) => Chosen::There(target.clone()),
            To::Here(_, targets) => Chosen::Here(Arc::clone(targets)),
        })
    }
}

impl Targets for ClusterTargets {
    fn bound(&self) -> &Target {
        &self.bound
    }

    fn choose(&self, objects: &Objects) -> Result<Cow<'_, Target>, Reason> {
        self.choose_one(objects).map(Cow::Owned)
    }

    fn fixed(&self, objects: &Objects) -> Result<Option<Target>, Reason> {
        match self.choose_one(objects) {
            // Documented with 2268: what is here is opened, and the put refused.
            Err(Reason::CLUSTER_PUT_INHIBITED) => {
                let here = self.ways.lock().here();
                let (targets, _) = here.ok_or(Reason::CLUSTER_PUT_INHIBITED)?;
                Ok(Some(targets.choose(objects)?.into_owned()))
            }
            chosen => chosen.map(|target| Some(target.held())),
        }
    }
}

impl Target {
    /// The same for a message, or for all of a handle, that stays with it.
    pub(crate) fn held(mut self) -> Self {
        if let Self::Remote(
            _,
            Onward {
                route: Some(route), ..
            },
        ) = &mut self
        {
            route.is_free = false;
        }
        self
    }
}

fn gather(seen: &Seen<'_>, sought: &Sought) -> Result<Ways, Reason> {
    let generation = seen.objects.clusters.generation();
    let options = seen.objects.clusters.options();
    let mut found = Found {
        seen,
        options,
        counted: match sought {
            Sought::Queue(name) if options.counts_per_queue => Some(*name),
            _ => None,
        },
        default_type: seen.objects.q_mgr_int(Attr::Defclxq),
        ways: BTreeMap::new(),
        without_queue: false,
    };
    let clusters = &seen.registry.clusters;
    let mut in_use = Vec::new();
    let mut is_used = |name| in_use.extend(clusters.use_name(name).into_iter().flatten());
    let mut prefers_local = seen.purpose.over_cluster_channel;
    match sought {
        Sought::Queue(name) => {
            is_used(name);
            prefers_local |= found.add_own(name)?;
            found.add_instances(name);
        }
        Sought::QueueOf { q_name, q_mgr } => {
            is_used(q_mgr);
            found.add_queue_manager(q_name, q_mgr);
            found.add_aliases(q_name, q_mgr);
        }
        Sought::QueueManagers(all) => {
            for q_mgr in all {
                is_used(q_mgr);
                found.add_queue_manager(&ObjectName::BLANK, q_mgr);
            }
        }
    }
    if found.ways.is_empty() && found.without_queue {
        return Err(Reason::CLUSTER_RESOURCE_ERROR);
    }
    let channels_max = seen.objects.q_mgr_int(Attr::Clwlmruc);
    Ok(Ways {
        generation,
        all: found.numbered(),
        wanted: Wanted {
            is_queue: matches!(sought, Sought::Queue(_)),
            prefers_local,
            channels_max: u32::try_from(channels_max).unwrap_or(u32::MAX),
        },
        prefers_readers: options.prefers_readers,
        candidates: Vec::new(),
        _in_use: in_use,
    })
}

/// What is gathered, by queue manager and channel, so that what belongs to one queue manager stands together.
struct Found<'a> {
    seen: &'a Seen<'a>,
    options: WorkloadOptions,
    /// The queue whose uses count by themselves.
    counted: Option<ObjectName>,
    default_type: i32,
    ways: BTreeMap<(ObjectName, ObjectName), Way>,
    /// Something was left out for want of a transmission queue, or because its channel leads to another queue manager.
    without_queue: bool,
}

impl Found<'_> {
    fn registry(&self) -> &Registry {
        self.seen.registry
    }

    /// The instance here, if it is shared. Answers whether it is preferred to others (`CLWLUSEQ`).
    fn add_own(&mut self, name: &ObjectName) -> Result<bool, Reason> {
        let Some(object) = self.registry().queue(name) else {
            return Ok(false);
        };
        let definition = object.definition();
        let clusters = clusters_of(self.registry(), &definition);
        if clusters.is_empty() || matches!(object, QueueObject::Model(_)) {
            return Ok(false);
        }
        let targets = self.seen.here(&object)?.targets;
        let queue = Shared::of(&definition);
        let own = *self.registry().clusters.own();
        let members = self.registry().clusters.identified(&own).to_vec();
        let mut any = false;
        for member in &members {
            if clusters.contains(&member.cluster) {
                any = true;
                let to = To::Here(object.clone(), Arc::clone(&targets));
                let candidate = Candidate {
                    is_local: true,
                    ..candidate_of(member, queue)
                };
                self.add(member, candidate, to);
            }
        }
        if !any {
            // Nobody has been told of it yet, or no receiver channel of ours is in its cluster.
            let to = To::Here(object, targets);
            let way = Way {
                candidate: Candidate {
                    is_local: true,
                    ..without_channel(queue)
                },
                channel: None,
                used: None,
                to,
            };
            self.ways.insert((own, ObjectName::BLANK), way);
        }
        let said = definition.find_int(Attr::Clwluseq);
        let of_q_mgr = || self.seen.objects.q_mgr_int(Attr::Clwluseq);
        let used = said.filter(|said| *said != MQCLWL_USEQ_AS_Q_MGR);
        Ok(used.unwrap_or_else(of_q_mgr) == MQCLWL_USEQ_LOCAL)
    }

    /// The instances others share.
    fn add_instances(&mut self, name: &ObjectName) {
        let clusters = &self.seen.registry.clusters;
        for instance in clusters.instances(name) {
            if instance.find_int(Attr::Clusqt) == Some(MQCQT_Q_MGR_ALIAS) {
                continue;
            }
            let (cluster, queue) = (text(instance, Attr::Cluster), Shared::of(instance));
            let is_unread = instance.find_int(Attr::Readers) == Some(MQSUS_NO);
            let may_be_read = !(self.options.prefers_readers && is_unread);
            let qmid = text(instance, Attr::Qmid);
            if qmid == *clusters.own() || !clusters.is_member(&cluster) {
                continue;
            }
            for member in clusters.identified(&qmid) {
                let onward = Onward::to(*name, member.q_mgr);
                let in_cluster = member.cluster == cluster;
                let candidate = Candidate {
                    is_in_cluster_of_queue: in_cluster,
                    may_be_read,
                    ..candidate_of(member, queue)
                };
                self.add_elsewhere(member, candidate, onward, true);
            }
        }
    }

    fn add_queue_manager(&mut self, q_name: &ObjectName, q_mgr: &ObjectName) {
        let clusters = &self.seen.registry.clusters;
        for member in clusters.named(q_mgr) {
            let candidate = candidate_of(member, Shared::default());
            let onward = Onward::to(*q_name, *q_mgr);
            self.add_elsewhere(member, candidate, onward, false);
        }
    }

    /// The queue managers that answer to an alias. It is theirs to say what it stands for.
    fn add_aliases(&mut self, q_name: &ObjectName, q_mgr: &ObjectName) {
        let clusters = &self.seen.registry.clusters;
        for alias in clusters.instances(q_mgr) {
            if alias.find_int(Attr::Clusqt) != Some(MQCQT_Q_MGR_ALIAS) {
                continue;
            }
            let (cluster, said) = (text(alias, Attr::Cluster), Shared::of(alias));
            for member in clusters.identified(&text(alias, Attr::Qmid)) {
                if member.cluster != cluster {
                    continue;
                }
                let candidate = Candidate {
                    rank: said.rank,
                    priority: said.priority,
                    ..candidate_of(member, Shared::default())
                };
                let onward = Onward::to(*q_name, *q_mgr);
                self.add_elsewhere(member, candidate, onward, false);
            }
        }
    }

    /// Another queue manager. A message that `is_free` may go to another one while it waits for the channel.
    fn add_elsewhere(
        &mut self,
        member: &Arc<Member>,
        candidate: Candidate,
        onward: Onward,
        is_free: bool,
    ) {
        let is_shared = self.registry().clusters.is_member(&member.cluster);
        if member.qmid == *self.registry().clusters.own() || !is_shared {
            return;
        }
        if !self.registry().clusters.is_led_to(member) {
            self.without_queue = true;
            return;
        }
        let channel = member.channel.name;
        let queue = queue_to_put_on(self.registry(), self.default_type, &channel);
        let Some(queue) = queue else {
            self.without_queue = true;
            return;
        };
        let route = Some(ClusterRoute {
            channel,
            is_free,
            switches: self.registry().clusters.switches(),
        });
        let to = To::Elsewhere(Target::Remote(queue, Onward { route, ..onward }));
        self.add(member, candidate, to);
    }

    /// Each channel once, in the cluster of the queue if it is in that at all.
    fn add(&mut self, member: &Arc<Member>, candidate: Candidate, to: To) {
        let key = (member.qmid, member.channel.name);
        let is_better = candidate.is_in_cluster_of_queue;
        let known = self.ways.get(&key);
        if known.is_some_and(|known| known.candidate.is_in_cluster_of_queue || !is_better) {
            return;
        }
        let channel = Some(Arc::clone(&member.channel));
        let clusters = &self.registry().clusters;
        let used = (self.counted.as_ref())
            .and_then(|queue| clusters.use_of(queue, &member.qmid, &member.channel.name));
        let way = Way {
            candidate,
            channel,
            used,
            to,
        };
        self.ways.insert(key, way);
    }

    /// All of them, each queue manager with a number of its own.
    fn numbered(self) -> Vec<Way> {
        let mut number = 0;
        let mut last = None;
        let mut all = Vec::with_capacity(self.ways.len());
        for ((qmid, _), mut way) in self.ways {
            if last != Some(qmid) {
                (number, last) = (number + 1, Some(qmid));
            }
            way.candidate.q_mgr = number;
            all.push(way);
        }
        all
    }
}

/// One of these queue managers of clusters, as the workload has it. Counts as a use.
pub(crate) fn choose_queue_manager(objects: &Objects, all: &[ObjectName]) -> Option<ObjectName> {
    let mut ways = {
        let registry = objects.registry();
        let seen = Seen::of(objects, &registry);
        gather(&seen, &Sought::QueueManagers(all.to_vec())).ok()?
    };
    match ways.choose(objects).ok()? {
        Chosen::There(target) => target.remote().map(|onward| onward.q_mgr),
        Chosen::Here(_) => None,
    }
}

fn text(record: &Definition, attr: Attr) -> ObjectName {
    ObjectName::truncated(record.find_text(attr).unwrap_or_default())
}

/// What a queue says of itself as a destination.
#[derive(Clone, Copy, Debug, Default)]
struct Shared {
    put_enabled: bool,
    rank: u8,
    priority: u8,
}

impl Shared {
    fn of(definition: &Definition) -> Self {
        let small = |attr| {
            let number = definition.find_int(attr).unwrap_or(0);
            u8::try_from(number).unwrap_or(0)
        };
        Self {
            put_enabled: definition.find_int(Attr::Put) == Some(MQQA_PUT_ALLOWED),
            rank: small(Attr::Clwlrank),
            priority: small(Attr::Clwlprty),
        }
    }
}

fn candidate_of(member: &Member, queue: Shared) -> Candidate {
    Candidate {
        is_suspended: member.is_suspended,
        rank: member.rank,
        priority: member.priority,
        network_priority: member.network_priority,
        weight: member.weight,
        ..without_channel(queue)
    }
}

fn without_channel(queue: Shared) -> Candidate {
    Candidate {
        q_mgr: 0,
        is_local: false,
        shares_cluster: true,
        is_in_cluster_of_queue: true,
        put_enabled: queue.put_enabled,
        may_be_read: true,
        is_suspended: false,
        rank: 0,
        priority: 0,
        queue_rank: queue.rank,
        queue_priority: queue.priority,
        network_priority: 0,
        weight: DEFAULT_WEIGHT,
        state: MQCHS_INACTIVE,
        sequence: 0,
        last_turn: 0,
    }
}

/// A name as a queue of a cluster, if it is one: members share it, and what is here of that name, if anything, is shared as well.
///
/// # Errors
/// As [`ClusterTargets::find`].
pub(crate) fn cluster_queue(
    seen: &Seen<'_>,
    name: &ObjectName,
) -> Result<Option<Resolved>, Reason> {
    let clusters = &seen.registry.clusters;
    let mut instances = clusters.instances(name);
    let Some(first) = instances.next() else {
        return Ok(None);
    };
    let first = match seen.registry.queue(name) {
        None => (**first).clone(),
        Some(here) => {
            let definition = here.definition();
            if clusters_of(seen.registry, &definition).is_empty() {
                return Ok(None);
            }
            definition
        }
    };
    let found = ClusterTargets::find(seen, Sought::Queue(*name))?;
    Ok(found.map(|targets| Resolved {
        guard: Guard::Queue(*name),
        chosen_from: None,
        targets: Arc::new(targets),
        front: None,
        behind: None,
        by_default: false,
        first,
        is_of_cluster: true,
        binds_groups: false,
        resolved_q_name: *name,
        resolved_q_mgr_name: ObjectName::BLANK,
    }))
}
