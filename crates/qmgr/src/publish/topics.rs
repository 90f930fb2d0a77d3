//! The topics of the queue manager, who subscribed to them, and what is retained for them.

use crate::core::activity::ActivityTraceDemand;
use crate::lock_order;
use crate::objects::dynamic::is_managed;
use crate::objects::registry::Registry;
use crate::publish::copy::Publication;
use crate::publish::interests::{TopicInterests, Wake};
use crate::publish::publisher::Publisher;
use crate::publish::retained_room::RetainedRoom;
use crate::publish::shared_topics::{SharedTopics, TopicConflict, goes_elsewhere};
use crate::publish::subscription::{Destination, Subscription};
use crate::store::deferred::Unretained;
use crate::store::local_queue::LocalQueue;
use ferromq_base::lock::{Mutex, MutexGuard, RwLock, RwLockReadGuard, RwLockWriteGuard};
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{MQCLROUTE_TOPIC_HOST, MQTA_PROXY_SUB_FORCE};
use ferromq_mqi::generated::constants::{MQSUBTYPE_ADMIN, MQSUBTYPE_PROXY};
use ferromq_mqi::name::ObjectName;
use ferromq_topic::{Hosts, Inherited, Pattern, Subscriptions, Tree};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::ops::Bound;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What is retained is never staged if it is not longer.
const RETAINED_SHORT_BYTES: usize = 16 << 10;

/// What subscribers to come are given.
pub(crate) type Retained = Publication;

/// When the time of a subscription will be over, and its number. None is at the default.
pub(crate) type Expiring = (u64, u64);

/// The topics of a queue manager.
#[derive(Debug)]
pub(crate) struct Topics {
    space: RwLock<Space, lock_order::TopicSpace>,
    /// Grows when somebody subscribes, unsubscribes or changes a subscription, and when topic objects change.
    generation: AtomicU64,
    /// Queues of subscriptions that are not there, to be deleted when the log has room for that.
    left_queues: Mutex<Vec<Arc<LocalQueue>>, lock_order::LeftQueues>,
    /// Messages of what is not retained any more, likewise.
    left_retained: Mutex<Vec<Unretained>, lock_order::LeftRetained>,
    /// Something long has been retained.
    retains_long: AtomicBool,
    pub(crate) retained_room: Arc<RetainedRoom>,
}

pub(crate) struct Space {
    pub(crate) tree: Tree<Arc<Retained>>,
    matching: Subscriptions<Arc<Subscription>>,
    pub(crate) by_id: BTreeMap<ObjectName, Arc<Subscription>>,
    by_name: BTreeMap<String, ObjectName>,
    expiring: BTreeMap<Expiring, ObjectName>,
    /// Topics of what is retained for a time, by the end of that.
    retained_expiring: BTreeSet<(u64, Arc<str>)>,
    /// Handles that are open for publishing, by number.
    publishers: BTreeMap<u64, Arc<Publisher>>,
    last_number: u64,
    /// The greatest arrival number of a message of what was retained and forgotten.
    newest_forgotten: u64,
    /// Those to topics of the queue manager itself, by number.
    system: BTreeMap<u64, Arc<Subscription>>,
    /// Told of subscriptions to activity trace.
    activity: Arc<ActivityTraceDemand>,
    /// Of those that do not last, and of those that do.
    marks: [Marks; 2],
    /// The same of the interval of statistics, each of all, of those of programs, of administrators, and of those for other queue managers.
    interval_marks: [[Marks; 4]; 2],
    /// What other queue managers are to be asked for, where somebody follows it.
    pub(crate) interests: Option<TopicInterests>,
    /// What other members of clusters share.
    shared: SharedTopics,
    /// Places whose topic object is one of a cluster.
    pub(super) of_clusters: BTreeSet<String>,
    /// Places whose topic object has `PROXYSUB(FORCE)`.
    pub(crate) forced: BTreeSet<String>,
    /// Called when something of clusters changes. It must not wait.
    pub(crate) cluster_wake: Option<Wake>,
}

impl fmt::Debug for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Space")
            .field("subscriptions", &self.by_id.len())
            .finish_non_exhaustive()
    }
}

/// How many subscriptions there are, and the highest and the lowest that was since somebody asked.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Marks {
    now: u64,
    pub(crate) most: u64,
    pub(crate) least: u64,
}

impl Marks {
    fn set(&mut self, now: u64) {
        self.now = now;
        self.most = self.most.max(now);
        self.least = self.least.min(now);
    }
}

impl Space {
    /// The marks a subscription counts in.
    fn interval_marks_of(
        &mut self,
        subscription: &Subscription,
    ) -> impl Iterator<Item = &mut Marks> {
        let kind = match subscription.definition.int(Attr::Subtype) {
            MQSUBTYPE_ADMIN => 2,
            MQSUBTYPE_PROXY => 3,
            _ => 1,
        };
        let marks = &mut self.interval_marks[usize::from(subscription.is_durable())];
        let counts = move |(at, _): &(usize, &mut Marks)| *at == 0 || *at == kind;
        marks
            .iter_mut()
            .enumerate()
            .filter(counts)
            .map(|(_, marks)| marks)
    }
}

/// What a publication to a topic meets.
#[derive(Clone, Debug)]
pub(crate) struct Audience {
    pub(crate) inherited: Arc<Inherited>,
    pub(crate) subscriptions: Arc<[Listening]>,
    /// Subscriptions with greater numbers were made later.
    pub(crate) last_number: u64,
    generation: u64,
}

/// A subscription in an audience.
#[derive(Clone, Debug)]
pub(crate) struct Listening {
    pub(crate) subscription: Arc<Subscription>,
    /// Subscriptions with the same number get copies that differ in identifiers only, as far as their definitions decide that.
    pub(crate) audience_class: u32,
}

impl Listening {
    /// Subscriptions of an audience. What they say is compared here and not at each publication: it is far away in
    /// memory by then.
    fn all(found: &[Arc<Subscription>]) -> Arc<[Self]> {
        let mut first = HashMap::new();
        let mut all = Vec::with_capacity(found.len());
        for (subscription, number) in found.iter().zip(0..) {
            all.push(Self {
                subscription: Arc::clone(subscription),
                audience_class: *first.entry(subscription.says()).or_insert(number),
            });
        }
        all.into()
    }
}

impl Audience {
    pub(crate) fn is_empty(&self) -> bool {
        self.subscriptions.is_empty()
    }
}

impl Topics {
    /// With the topic objects and subscriptions that are defined.
    pub(crate) fn of(registry: &Registry, now_us: u64, activity: Arc<ActivityTraceDemand>) -> Self {
        let own = *registry.clusters.own();
        let topics = Self {
            space: RwLock::new(Space {
                tree: Tree::new(),
                matching: Subscriptions::new(),
                by_id: BTreeMap::new(),
                by_name: BTreeMap::new(),
                expiring: BTreeMap::new(),
                retained_expiring: BTreeSet::new(),
                publishers: BTreeMap::new(),
                last_number: 0,
                newest_forgotten: 0,
                system: BTreeMap::new(),
                activity,
                marks: <[Marks; 2]>::default(),
                interval_marks: <[[Marks; 4]; 2]>::default(),
                interests: None,
                shared: SharedTopics::of(own),
                of_clusters: BTreeSet::new(),
                forced: BTreeSet::new(),
                cluster_wake: None,
            }),
            generation: AtomicU64::new(1),
            left_queues: Mutex::default(),
            left_retained: Mutex::default(),
            retains_long: AtomicBool::new(false),
            retained_room: Arc::default(),
        };
        for object in registry.plain.values() {
            match object.kind() {
                ObjectKind::Topic => topics.set_object(object),
                ObjectKind::ClusTopic => topics.note_shared(object),
                ObjectKind::Sub => {
                    let queue = |name: &ObjectName| registry.local_queue(name);
                    // What was checked when it was logged is so again.
                    if let Ok(found) = Subscription::of((**object).clone(), queue, now_us) {
                        topics.insert(found);
                    }
                }
                _ => {}
            }
        }
        topics
    }

    pub(crate) fn left_queues(&self) -> MutexGuard<'_, Vec<Arc<LocalQueue>>> {
        self.left_queues.lock()
    }

    pub(crate) fn left_retained(&self) -> MutexGuard<'_, Vec<Unretained>> {
        self.left_retained.lock()
    }

    pub(crate) fn space(&self) -> RwLockReadGuard<'_, Space> {
        self.space.read()
    }

    /// For what no audience depends on.
    pub(super) fn space_unchanged(&self) -> RwLockWriteGuard<'_, Space> {
        self.space.write()
    }

    pub(crate) fn space_mut(&self) -> RwLockWriteGuard<'_, Space> {
        let space = self.space.write();
        // Under the lock, so that what is looked up under it belongs to the number found there.
        self.generation.fetch_add(1, Ordering::AcqRel);
        space
    }

    /// Puts a topic object in its place in the tree. Objects without a topic string have none, but the base topic.
    pub(super) fn set_object(&self, object: &Arc<Definition>) {
        if has_place(object) {
            let place = place_of(object);
            let mut space = self.space_mut();
            space.tree.set_object(place, Arc::clone(object));
            space.object_changed(place);
        }
    }

    /// A record of a topic object another member of a cluster shares is there, or says something else than before.
    pub(crate) fn note_shared(&self, record: &Definition) {
        let mut space = self.space_mut();
        let places = space.shared.note(record);
        space.shared_changed(places);
    }

    /// It is gone.
    pub(crate) fn remove_shared(&self, record: &ObjectName) {
        let mut space = self.space_mut();
        let places = space.shared.remove(record);
        space.shared_changed(places);
    }

    /// Something is known of members of clusters, or no longer.
    pub(crate) fn members_changed(&self) {
        self.space().wake_for_clusters();
    }

    pub(super) fn remove_object(&self, object: &Definition) {
        if has_place(object) {
            let mut space = self.space_mut();
            space.tree.remove_object(place_of(object));
            space.object_changed(place_of(object));
        }
    }

    /// What holds for a topic.
    pub(crate) fn inherited(&self, topic: &str) -> Inherited {
        self.space().tree.inherited(topic)
    }

    /// What a publication to a topic meets, looked up unless `known` is still so.
    pub(crate) fn audience(&self, topic: &str, known: Option<Audience>) -> Audience {
        if let Some(known) = known
            && known.generation == self.generation.load(Ordering::Acquire)
        {
            return known;
        }
        let space = self.space();
        let generation = self.generation.load(Ordering::Acquire);
        let inherited = space.tree.inherited(topic);
        let mut found = Vec::new();
        space
            .matching
            .matching(topic, inherited.blocked_levels, |_, subscription| {
                found.push(Arc::clone(subscription));
            });
        Audience {
            inherited: Arc::new(inherited),
            subscriptions: Listening::all(&found),
            last_number: space.last_number,
            generation,
        }
    }

    /// A subscription by its identifier.
    pub(crate) fn by_id(&self, id: &ObjectName) -> Option<Arc<Subscription>> {
        self.space().by_id.get(id).cloned()
    }

    /// A subscription by the name it was given.
    pub(crate) fn by_name(&self, name: &str) -> Option<Arc<Subscription>> {
        let space = self.space();
        let id = space.by_name.get(name)?;
        space.by_id.get(id).cloned()
    }

    /// The subscription a queue was made for.
    pub(crate) fn owner_of(&self, queue: &ObjectName) -> Option<Arc<Subscription>> {
        if !is_managed(queue) {
            return None;
        }
        let owns = |one: &&Arc<Subscription>| match &one.destination {
            Destination::Managed(own, _) => own == queue,
            Destination::Provided(..) => false,
        };
        self.space().by_id.values().find(owns).cloned()
    }

    /// Whether there is one to the same topic string in the group of a subscription.
    pub(crate) fn is_in_group(&self, subscription: &Subscription) -> bool {
        let of_group = |one: &Subscription| (one.group(), one.level);
        let topic = |one: &Subscription| {
            let definition = &one.definition;
            (
                definition.text(Attr::Topicstr).to_owned(),
                definition.int(Attr::Wschema),
            )
        };
        let (group, wanted) = (of_group(subscription), topic(subscription));
        let space = self.space();
        let mut grouped = space.by_id.values().filter(|one| one.grouped);
        grouped.any(|one| of_group(one) == group && topic(one) == wanted)
    }

    /// Whether a queue was made for a subscription that is there.
    pub(crate) fn owns_queue(&self, queue: &ObjectName) -> bool {
        self.owner_of(queue).is_some()
    }

    /// Those whose names begin so, in the order of the names.
    pub(crate) fn beginning(&self, beginning: &str) -> Vec<Arc<Subscription>> {
        let space = self.space();
        let from = (Bound::Included(beginning), Bound::Unbounded);
        let named = space.by_name.range::<str, _>(from);
        let meant = named.take_while(|(name, _)| name.starts_with(beginning));
        let found = meant.filter_map(|(_, id)| space.by_id.get(id));
        found.cloned().collect()
    }

    /// Those whose time is over, the longest first: so many at most, behind the last one that was found for the same time.
    pub(crate) fn expired(
        &self,
        behind: Expiring,
        now_us: u64,
        at_most: usize,
    ) -> Vec<(Expiring, ObjectName)> {
        let space = self.space();
        let due = (Bound::Excluded(behind), Bound::Included((now_us, u64::MAX)));
        let over = space.expiring.range(due).take(at_most);
        over.map(|(at, id)| (*at, *id)).collect()
    }

    /// The subscriptions to topics of the queue manager itself.
    pub(crate) fn interested_in_system(&self) -> Vec<Arc<Subscription>> {
        self.space().system.values().cloned().collect()
    }

    /// How many subscriptions there are and were: of those that do not last, and of those that do.
    pub(crate) fn marks(&self) -> [Marks; 2] {
        self.space().marks
    }

    /// The highest and the lowest number of subscriptions count from now.
    pub(crate) fn begin_marks_again(&self) {
        let mut space = self.space.write();
        for marks in &mut space.marks {
            (marks.most, marks.least) = (marks.now, marks.now);
        }
    }

    /// How many subscriptions there were in the interval of statistics, by kind, and begins the next one: of those that do not last, and of
    /// those that do.
    pub(crate) fn take_interval_marks(&self) -> [[Marks; 4]; 2] {
        let mut space = self.space.write();
        let taken = space.interval_marks;
        for marks in space.interval_marks.iter_mut().flatten() {
            (marks.most, marks.least) = (marks.now, marks.now);
        }
        taken
    }

    /// Every subscription, in the order of the identifiers.
    pub(crate) fn all(&self) -> Vec<Arc<Subscription>> {
        self.space().by_id.values().cloned().collect()
    }

    /// Lets a subscription take part from now on. False when its name is taken.
    pub(crate) fn insert(&self, mut subscription: Subscription) -> Option<Arc<Subscription>> {
        let mut space = self.space_mut();
        let name = subscription.name().to_owned();
        if !name.is_empty() {
            if space.by_name.contains_key(&name) {
                return None;
            }
            space.by_name.insert(name, subscription.id());
        }
        space.last_number += 1;
        subscription.number = space.last_number;
        let subscription = Arc::new(subscription);
        space.enter(&subscription);
        let marks = &mut space.marks[usize::from(subscription.is_durable())];
        marks.set(marks.now + 1);
        for marks in space.interval_marks_of(&subscription) {
            marks.set(marks.now + 1);
        }
        Some(subscription)
    }

    /// Puts a changed subscription in the place of what it was.
    pub(crate) fn change(
        &self,
        before: &Subscription,
        mut after: Subscription,
    ) -> Arc<Subscription> {
        let mut space = self.space_mut();
        space.leave(before);
        after.number = before.number;
        let after = Arc::new(after);
        space.enter(&after);
        after
    }

    /// Takes a subscription out; `None` when it is gone already.
    pub(crate) fn take(&self, id: &ObjectName) -> Option<Arc<Subscription>> {
        let mut space = self.space_mut();
        let found = space.by_id.get(id).cloned()?;
        space.leave(&found);
        space.by_name.remove(found.name());
        let marks = &mut space.marks[usize::from(found.is_durable())];
        marks.set(marks.now.saturating_sub(1));
        for marks in space.interval_marks_of(&found) {
            marks.set(marks.now.saturating_sub(1));
        }
        Some(found)
    }

    /// Keeps a publication for subscribers to come. Publishers find the same audience as before.
    pub(crate) fn retain(&self, mut publication: Retained) -> Option<Arc<Retained>> {
        if publication.message.body.len() > RETAINED_SHORT_BYTES {
            self.retains_long.store(true, Ordering::Release);
        }
        let mut space = self.space.write();
        let topic = Arc::clone(&publication.topic);
        publication.newest = publication.place.max(space.newest(&topic));
        if let Some(at_us) = publication.expires_at_us {
            space.retained_expiring.insert((at_us, Arc::clone(&topic)));
        }
        let before = space.tree.retain(&topic, Arc::new(publication));
        if let Some(before) = &before {
            space.expires_no_more(before);
        }
        before
    }

    /// Forgets what is retained and whose time is over: so much at most. True while there may be more. Messages of it expire where they are.
    /// The caller holds the order of commits.
    pub(crate) fn forget_expired(&self, now_us: u64, at_most: usize) -> bool {
        let over = |space: &Space| {
            let first = space.retained_expiring.first();
            first
                .filter(|(at_us, _)| *at_us <= now_us)
                .map(|(_, topic)| Arc::clone(topic))
        };
        for _ in 0..at_most {
            let Some(topic) = over(&self.space()) else {
                return false;
            };
            self.forget_retained(&topic);
        }
        true
    }

    /// The greatest arrival number of a message of what was retained for a topic: what is retained next must be behind it.
    pub(crate) fn newest(&self, topic: &str) -> u64 {
        self.space().newest(topic)
    }

    /// The number of the last subscription there was.
    pub(crate) fn last_number(&self) -> u64 {
        self.space().last_number
    }

    /// Whether what a subscriber is given may have to be staged in the log.
    pub(crate) fn retains_long(&self) -> bool {
        self.retains_long.load(Ordering::Acquire)
    }

    /// What is retained for a topic.
    pub(crate) fn retained_for(&self, topic: &str) -> Option<Arc<Retained>> {
        self.space().tree.retained(topic).cloned()
    }

    /// Forgets what is retained for a topic.
    pub(crate) fn forget_retained(&self, topic: &str) {
        let mut space = self.space_mut();
        if let Some(forgotten) = space.tree.forget_retained(topic) {
            space.expires_no_more(&forgotten);
            space.newest_forgotten = space.newest_forgotten.max(forgotten.newest);
        }
    }

    /// A connection opens a topic for publishing. Publishers find the same audience as before.
    pub(crate) fn enter_publisher(&self, topic: Arc<str>, connection: u64) -> Arc<Publisher> {
        let mut space = self.space.write();
        space.tree.add_publisher(&topic);
        space.last_number += 1;
        let publisher = Arc::new(Publisher::new(space.last_number, topic, connection));
        space
            .publishers
            .insert(publisher.number, Arc::clone(&publisher));
        publisher
    }

    /// It closes it.
    pub(crate) fn leave_publisher(&self, publisher: &Publisher) {
        let mut space = self.space.write();
        space.tree.remove_publisher(&publisher.topic);
        space.publishers.remove(&publisher.number);
    }

    /// The handles that are open for publishing, in the order they came.
    pub(crate) fn publishers(&self) -> Vec<Arc<Publisher>> {
        self.space().publishers.values().cloned().collect()
    }

    /// The retained publications a subscription is given, by their topics.
    pub(crate) fn retained(&self, pattern: &Pattern) -> Vec<Arc<Retained>> {
        let mut found = Vec::new();
        let space = self.space();
        space.tree.retained_matching(pattern, |_, publication| {
            found.push(Arc::clone(publication));
        });
        found
    }
}

impl Space {
    /// A publication is not retained any more.
    fn expires_no_more(&mut self, publication: &Publication) {
        let Some(at_us) = publication.expires_at_us else {
            return;
        };
        let topic = &publication.topic;
        let now = self.tree.retained(topic);
        // What took its place may expire at the same time.
        if now.is_none_or(|now| now.expires_at_us != Some(at_us)) {
            self.retained_expiring.remove(&(at_us, Arc::clone(topic)));
        }
    }

    fn newest(&self, topic: &str) -> u64 {
        let retained = self.tree.retained(topic).map_or(0, |one| one.newest);
        retained.max(self.newest_forgotten)
    }

    fn shared_changed(&mut self, places: BTreeSet<String>) {
        for place in places {
            let shared = self.shared.at(&place);
            self.tree.set_shared(&place, shared);
            let is_valid = self.shared.is_own_valid(&place);
            self.tree.set_invalid(&place, !is_valid);
            self.object_changed(&place);
        }
    }

    /// Another topic object counts at a place, or none.
    fn object_changed(&mut self, place: &str) {
        let object = self.tree.object_in_force(place);
        let names_cluster = |object: &Arc<Definition>| !object.text(Attr::Cluster).is_empty();
        let is_of_cluster = object.is_some_and(names_cluster) && self.shared.is_own_valid(place);
        let is_forced =
            object.is_some_and(|object| object.int(Attr::Proxysub) == MQTA_PROXY_SUB_FORCE);
        for (set, is_in) in [
            (&mut self.of_clusters, is_of_cluster),
            (&mut self.forced, is_forced),
        ] {
            match is_in {
                true => set.insert(place.to_owned()),
                false => set.remove(place),
            };
        }
        if let Some(interests) = &mut self.interests {
            interests.note_object(place);
        }
        self.wake_for_clusters();
    }

    pub(super) fn wake_for_clusters(&self) {
        if let Some(wake) = &self.cluster_wake {
            wake();
        }
    }

    /// Whether a topic object of a cluster at, above or below this place goes another way.
    pub(super) fn goes_elsewhere(&self, place: &str, object: &Definition) -> bool {
        let cluster = object.text(Attr::Cluster);
        let is_hosted = |object: &Definition| object.int(Attr::Clroute) == MQCLROUTE_TOPIC_HOST;
        let mut counting = BTreeMap::new();
        for other in &self.of_clusters {
            let there = self.tree.object_in_force(other);
            let same = |there: &&Arc<Definition>| {
                there.text(Attr::Cluster) == cluster && there.name() != object.name()
            };
            if let Some(there) = there.filter(same) {
                counting.insert(other.as_str(), is_hosted(there));
            }
        }
        goes_elsewhere(&counting, place, is_hosted(object))
    }

    /// Which definitions of topics of clusters do not count, or differ.
    pub(crate) fn topic_conflicts(&self) -> BTreeSet<TopicConflict> {
        self.shared.conflicts()
    }

    /// Whether what a record says of a topic counts.
    pub(crate) fn counts(&self, record: &ObjectName) -> bool {
        self.shared.is_valid(record)
    }

    /// The topic objects of clusters that count, and who hosts them.
    pub(crate) fn of_clusters(&self) -> impl Iterator<Item = (&Arc<Definition>, Option<Hosts>)> {
        self.of_clusters.iter().filter_map(|place| {
            let object = self.tree.object_in_force(place)?;
            Some((object, self.tree.hosts(place)))
        })
    }

    fn enter(&mut self, subscription: &Arc<Subscription>) {
        if let Some(interests) = &mut self.interests {
            interests.enter(subscription);
        }
        let number = subscription.number;
        let entry = Arc::clone(subscription);
        self.matching.insert(&subscription.pattern, number, entry);
        if let Some(topic) = subscription.pattern.exact() {
            self.tree.add_subscriber(topic);
        }
        if subscription.is_to_system_topics() {
            self.system.insert(number, Arc::clone(subscription));
            if is_to_activity(subscription) {
                self.activity.subscribed(true);
            }
        }
        if let Some(at_us) = subscription.expires_at_us {
            self.expiring.insert((at_us, number), subscription.id());
        }
        self.by_id
            .insert(subscription.id(), Arc::clone(subscription));
    }

    fn leave(&mut self, subscription: &Subscription) {
        if let Some(interests) = &mut self.interests {
            interests.leave(subscription);
        }
        let number = subscription.number;
        drop(self.matching.remove(&subscription.pattern, number));
        if self.system.remove(&number).is_some() && is_to_activity(subscription) {
            self.activity.subscribed(false);
        }
        if let Some(topic) = subscription.pattern.exact() {
            self.tree.remove_subscriber(topic);
        }
        if let Some(at_us) = subscription.expires_at_us {
            self.expiring.remove(&(at_us, number));
        }
        self.by_id.remove(&subscription.id());
    }
}

/// Whether a subscription asks for activity trace: it has to name it.
fn is_to_activity(subscription: &Subscription) -> bool {
    let topic = subscription.definition.text(Attr::Topicstr);
    topic.split('/').any(|level| level == "ActivityTrace")
}

/// The object at the root of the tree.
pub(super) const BASE: &str = "SYSTEM.BASE.TOPIC";

/// Whether an object has a place in the tree of topics.
fn has_place(object: &Definition) -> bool {
    object.name().as_str() == BASE || !object.text(Attr::Topicstr).is_empty()
}

/// Where in the tree an object stands. A `/` at the end of its topic string adds no level: `DEV.BASE.TOPIC` with
/// `dev/` is the object of `dev` and all below.
pub(super) fn place_of(object: &Definition) -> &str {
    let topic = object.text(Attr::Topicstr);
    topic.strip_suffix('/').unwrap_or(topic)
}
