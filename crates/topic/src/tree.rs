//! The tree of topics: a node for each topic somebody has something to do with, and those above it.
//!
//! A node is there while a topic object, a retained publication, a publisher, a subscriber without wildcards or a
//! node below needs it. The base topic is the root, which is no topic itself.

use crate::inherit::{Hosts, Inherited};
use crate::pattern::Pattern;
use crate::string::levels;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::MQCLROUTE_TOPIC_HOST;
use ferromq_mqi::name::ObjectName;
use std::collections::BTreeMap;
use std::sync::Arc;

const ROOT: u32 = 0;

/// Above all topics the queue manager publishes on itself.
const OF_QUEUE_MANAGER: &str = "$SYS/MQ";

/// A topic object that other members of a cluster share.
#[derive(Clone, Debug)]
pub struct Shared {
    /// What it says, as a topic object.
    pub object: Arc<Definition>,
    /// The members that host it, where publications go by way of these (`CLROUTE(TOPICHOST)`).
    pub hosts: Arc<[ObjectName]>,
}

#[derive(Debug)]
struct Node<R> {
    level: Box<str>,
    parent: u32,
    children: BTreeMap<Box<str>, u32>,
    object: Option<Arc<Definition>>,
    shared: Option<Shared>,
    /// What the object says of a cluster does not count.
    is_invalid: bool,
    retained: Option<R>,
    /// How many publications are retained at it and below.
    retained_below: usize,
    publishers: u32,
    subscribers: u32,
}

/// What a node is like, as displays show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeState {
    /// Its topic string; empty for the root.
    pub topic: String,
    /// Its topic object, or that of others in a cluster.
    pub object: Option<ObjectName>,
    /// Handles open for publishing.
    pub publishers: u32,
    /// Subscribers, those with wildcards not counted.
    pub subscribers: u32,
    /// There is a retained publication.
    pub retained: bool,
}

/// See the module. `R` is a retained publication.
#[derive(Debug)]
pub struct Tree<R> {
    nodes: Vec<Node<R>>,
    free: Vec<u32>,
    /// Grows when what topics inherit may be another.
    generation: u64,
}

impl<R> Default for Tree<R> {
    fn default() -> Self {
        Self::new()
    }
}

impl<R> Tree<R> {
    /// The root alone.
    #[must_use]
    pub fn new() -> Self {
        Self {
            nodes: vec![node("", ROOT)],
            free: Vec::new(),
            generation: 0,
        }
    }

    /// Differs from what it was when a topic object came, went or changed in between.
    #[must_use]
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Nodes, the root not counted.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len() - 1 - self.free.len()
    }

    /// True when there is the root only.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The topic object of a topic string, if there is one. The base topic has the empty string.
    #[must_use]
    pub fn object(&self, topic: &str) -> Option<&Arc<Definition>> {
        self.nodes[self.find(topic)? as usize].object.as_ref()
    }

    /// Puts a topic object in the place its topic string says, or another definition of it.
    pub fn set_object(&mut self, topic: &str, object: Arc<Definition>) {
        let at = self.find_or_add(topic);
        self.nodes[at as usize].object = Some(object);
        self.generation += 1;
    }

    /// Takes the topic object of a topic string away.
    pub fn remove_object(&mut self, topic: &str) {
        if let Some(at) = self.find(topic) {
            self.nodes[at as usize].object = None;
            self.generation += 1;
            self.prune(at);
        }
    }

    /// Has others in a cluster share a topic object, or no longer. It counts where no topic object of this queue manager stands.
    pub fn set_shared(&mut self, topic: &str, shared: Option<Shared>) {
        let at = match &shared {
            Some(_) => self.find_or_add(topic),
            None => match self.find(topic) {
                Some(at) => at,
                None => return,
            },
        };
        self.nodes[at as usize].shared = shared;
        self.generation += 1;
        self.prune(at);
    }

    /// Has what a topic object of this queue manager says of its cluster count or not.
    pub fn set_invalid(&mut self, topic: &str, is_invalid: bool) {
        if let Some(at) = self.find(topic) {
            self.nodes[at as usize].is_invalid = is_invalid;
            self.generation += 1;
        }
    }

    /// The topic object of a topic string that counts: that of this queue manager, or that of others.
    #[must_use]
    pub fn object_in_force(&self, topic: &str) -> Option<&Arc<Definition>> {
        self.nodes[self.find(topic)? as usize].in_force()
    }

    /// The members that host the topic object of a topic string.
    #[must_use]
    pub fn hosts(&self, topic: &str) -> Option<Hosts> {
        let node = &self.nodes[self.find(topic)? as usize];
        node.in_force().and_then(|object| node.hosts(object))
    }

    /// What holds for a topic, whether or not there is a node for it.
    ///
    /// Topics of the queue manager itself inherit from no object above theirs, attributes or authority: what it tells of
    /// itself and of others' calls is not for everybody who may use the base topic.
    /// Source: "System topics for monitoring and activity trace".
    #[must_use]
    pub fn inherited(&self, topic: &str) -> Inherited {
        let mut inherited = Inherited::default();
        let is_of_q_mgr = topic
            .strip_prefix(OF_QUEUE_MANAGER)
            .is_some_and(|below| below.is_empty() || below.starts_with('/'));
        let counts_from = if is_of_q_mgr {
            levels(OF_QUEUE_MANAGER).count()
        } else {
            0
        };
        if let Some(base) = (self.nodes[ROOT as usize].object.as_ref()).filter(|_| !is_of_q_mgr) {
            inherited.lay_over(base, 0);
        }
        let mut at = ROOT;
        for (above, level) in levels(topic).enumerate() {
            let Some(next) = self.nodes[at as usize].children.get(level) else {
                break;
            };
            at = *next;
            let node = &self.nodes[at as usize];
            if let Some(object) = node.in_force().filter(|_| above + 1 >= counts_from) {
                let cluster = inherited.cluster;
                inherited.lay_over(object, above + 1);
                if node.is_invalid {
                    inherited.cluster = cluster;
                } else if is_of_cluster(object) {
                    inherited.hosts = node.hosts(object);
                }
            }
        }
        inherited
    }

    /// Counts a handle opened for publishing to a topic.
    pub fn add_publisher(&mut self, topic: &str) {
        let at = self.find_or_add(topic);
        self.nodes[at as usize].publishers += 1;
    }

    /// A handle that was counted is closed.
    pub fn remove_publisher(&mut self, topic: &str) {
        if let Some(at) = self.find(topic) {
            let count = &mut self.nodes[at as usize].publishers;
            *count = count.saturating_sub(1);
            self.prune(at);
        }
    }

    /// Counts a subscriber to a topic.
    pub fn add_subscriber(&mut self, topic: &str) {
        let at = self.find_or_add(topic);
        self.nodes[at as usize].subscribers += 1;
    }

    /// A subscriber that was counted is gone.
    pub fn remove_subscriber(&mut self, topic: &str) {
        if let Some(at) = self.find(topic) {
            let count = &mut self.nodes[at as usize].subscribers;
            *count = count.saturating_sub(1);
            self.prune(at);
        }
    }

    /// Keeps a publication for subscribers to come, and gives back the one it takes the place of.
    pub fn retain(&mut self, topic: &str, publication: R) -> Option<R> {
        let at = self.find_or_add(topic);
        let before = self.nodes[at as usize].retained.replace(publication);
        if before.is_none() {
            self.count_retained(at, |count| count + 1);
        }
        before
    }

    /// The retained publication of a topic.
    #[must_use]
    pub fn retained(&self, topic: &str) -> Option<&R> {
        self.nodes[self.find(topic)? as usize].retained.as_ref()
    }

    /// Forgets the retained publication of a topic.
    pub fn forget_retained(&mut self, topic: &str) -> Option<R> {
        let at = self.find(topic)?;
        let forgotten = self.nodes[at as usize].retained.take();
        if forgotten.is_some() {
            self.count_retained(at, |count| count.saturating_sub(1));
        }
        self.prune(at);
        forgotten
    }

    /// How many publications are retained.
    #[must_use]
    pub fn retained_count(&self) -> usize {
        self.nodes[ROOT as usize].retained_below
    }

    fn count_retained(&mut self, mut at: u32, changed: impl Fn(usize) -> usize) {
        loop {
            let node = &mut self.nodes[at as usize];
            node.retained_below = changed(node.retained_below);
            if at == ROOT {
                return;
            }
            at = node.parent;
        }
    }

    /// Calls `found` with the retained publications of the topics a pattern stands for, in the order of the topic
    /// strings' levels, except where `WILDCARD(BLOCK)` hides them.
    pub fn retained_matching(&self, pattern: &Pattern, mut found: impl FnMut(&str, &R)) {
        if let Some(topic) = pattern.exact() {
            if let Some(publication) = self.retained(topic) {
                found(topic, publication);
            }
            return;
        }
        let literal = pattern.literal_levels();
        let matcher = pattern.matcher();
        let prefix = pattern.literal_prefix();
        let leads_on = |node: &Node<R>| node.retained_below > 0;
        self.walk(&prefix, leads_on, |node, topic, blocked| {
            if blocked <= literal
                && let Some(publication) = &node.retained
                && matcher.matches(topic)
            {
                found(topic, publication);
            }
        });
    }

    /// The nodes a pattern stands for, in the order of their levels; with the empty pattern the root.
    #[must_use]
    pub fn states(&self, pattern: &Pattern) -> Vec<NodeState> {
        let state = |node: &Node<R>, topic: &str| NodeState {
            topic: topic.to_owned(),
            object: node.in_force().map(|object| object.name()),
            publishers: node.publishers,
            subscribers: node.subscribers,
            retained: node.retained.is_some(),
        };
        if let Some(topic) = pattern.exact() {
            let found = self.find(topic).map(|at| &self.nodes[at as usize]);
            return found.map(|node| state(node, topic)).into_iter().collect();
        }
        let mut states = Vec::new();
        let matcher = pattern.matcher();
        self.walk(
            &pattern.literal_prefix(),
            |_| true,
            |node, topic, _| {
                if matcher.matches(topic) {
                    states.push(state(node, topic));
                }
            },
        );
        states
    }

    /// Visits every node below the one the whole levels of `prefix` lead to, and that one, as far as they lead on, each with its topic
    /// string and the levels of the closest object above that blocks wildcards.
    fn walk(
        &self,
        prefix: &str,
        leads_on: impl Fn(&Node<R>) -> bool,
        mut visit: impl FnMut(&Node<R>, &str, usize),
    ) {
        let whole = prefix.rfind('/').map_or("", |end| &prefix[..end]);
        let (top, depth) = if prefix.contains('/') {
            let Some(top) = self.find_level(whole) else {
                return;
            };
            (top, levels(whole).count())
        } else {
            (ROOT, 0)
        };
        let blocked = if depth == 0 {
            0
        } else {
            self.inherited(whole).blocked_levels
        };
        // Each has the string of the one above it, so long, and its own level behind: topics may be very deep.
        let mut topic = whole.to_owned();
        let mut waiting = vec![(top, topic.len(), depth, blocked)];
        while let Some((at, above, depth, mut blocked)) = waiting.pop() {
            let node = &self.nodes[at as usize];
            if !leads_on(node) {
                continue;
            }
            topic.truncate(above);
            if at != top {
                if node.parent != ROOT {
                    topic.push('/');
                }
                topic.push_str(&node.level);
            }
            if let Some(object) = node.in_force() {
                let mut own = Inherited::default();
                own.lay_over(object, depth);
                blocked = blocked.max(own.blocked_levels);
            }
            if at != ROOT {
                visit(node, &topic, blocked);
            }
            let children = node.children.values().rev();
            waiting.extend(children.map(|child| (*child, topic.len(), depth + 1, blocked)));
        }
    }

    /// The node of a topic string; the root for the empty one.
    fn find(&self, topic: &str) -> Option<u32> {
        if topic.is_empty() {
            return Some(ROOT);
        }
        self.find_level(topic)
    }

    /// The same, but the empty string is an empty level.
    fn find_level(&self, topic: &str) -> Option<u32> {
        levels(topic).try_fold(ROOT, |at, level| {
            self.nodes[at as usize].children.get(level).copied()
        })
    }

    fn find_or_add(&mut self, topic: &str) -> u32 {
        if topic.is_empty() {
            return ROOT;
        }
        let mut at = ROOT;
        for level in levels(topic) {
            at = match self.nodes[at as usize].children.get(level) {
                Some(next) => *next,
                None => self.add(at, level),
            };
        }
        at
    }

    fn add(&mut self, parent: u32, level: &str) -> u32 {
        let added = node(level, parent);
        let at = match self.free.pop() {
            Some(at) => {
                self.nodes[at as usize] = added;
                at
            }
            None => {
                self.nodes.push(added);
                // invariant: a node takes more memory than its number counts
                u32::try_from(self.nodes.len() - 1).expect("memory ends before the numbers do")
            }
        };
        self.nodes[parent as usize]
            .children
            .insert(level.into(), at);
        at
    }

    /// Takes a node away that nobody needs, and those above it that are not needed then.
    fn prune(&mut self, mut at: u32) {
        while at != ROOT {
            let node = &mut self.nodes[at as usize];
            let needed = !node.children.is_empty()
                || node.object.is_some()
                || node.shared.is_some()
                || node.retained.is_some()
                || node.publishers > 0
                || node.subscribers > 0;
            if needed {
                return;
            }
            let (parent, level) = (node.parent, std::mem::take(&mut node.level));
            self.nodes[parent as usize].children.remove(&level);
            self.free.push(at);
            at = parent;
        }
    }
}

impl<R> Node<R> {
    fn in_force(&self) -> Option<&Arc<Definition>> {
        let shared = self.shared.as_ref().map(|shared| &shared.object);
        self.object.as_ref().or(shared)
    }

    /// Who hosts the object that counts here; `None` where publications go straight to whoever wants them.
    fn hosts(&self, object: &Definition) -> Option<Hosts> {
        if self.is_invalid
            || !is_of_cluster(object)
            || object.int(Attr::Clroute) != MQCLROUTE_TOPIC_HOST
        {
            return None;
        }
        let same =
            |shared: &&Shared| shared.object.text(Attr::Cluster) == object.text(Attr::Cluster);
        let shared = self.shared.as_ref().filter(same);
        Some(Hosts {
            here: self.object.is_some(),
            others: shared
                .map(|shared| Arc::clone(&shared.hosts))
                .unwrap_or_default(),
        })
    }
}

fn is_of_cluster(object: &Definition) -> bool {
    !object.text(Attr::Cluster).is_empty()
}

fn node<R>(level: &str, parent: u32) -> Node<R> {
    Node {
        level: level.into(),
        parent,
        children: BTreeMap::new(),
        object: None,
        shared: None,
        is_invalid: false,
        retained: None,
        retained_below: 0,
        publishers: 0,
        subscribers: 0,
    }
}
