//! Which topics other queue managers are to be asked for: those somebody here subscribed to, counted as subscriptions come and
//! go. Nothing is counted until somebody follows it.

use crate::publish::subscription::Subscription;
use crate::publish::topics::Topics;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_topic::{Hosts, Tree};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

/// A topic string somebody is interested in.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TopicInterest {
    /// The topic string, with wildcards or without.
    pub topic: Arc<str>,
    /// Its wildcards are characters (`WSCHEMA(CHAR)`).
    pub characters: bool,
    /// Not for somebody who subscribed, but to be sent on: whoever wants it hosts the topic (`CLROUTE(TOPICHOST)`).
    pub onward: bool,
}

impl TopicInterest {
    /// To a topic string with wildcards for levels.
    #[must_use]
    pub fn levels(topic: &str) -> Self {
        Self {
            topic: topic.into(),
            characters: false,
            onward: false,
        }
    }
}

/// Who is interested in a topic string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopicInterestState {
    /// The topic string.
    pub interest: TopicInterest,
    /// Somebody here is, and others may know of it.
    pub here: bool,
    /// These queue managers of the hierarchy are, in the order of their names.
    pub neighbours: Vec<ObjectName>,
    /// These members of clusters are, the same. Nobody here and nobody there: it is gone.
    pub members: Vec<ObjectName>,
    /// The cluster whose members may know of it, with those that host its topic if it goes by way of hosts.
    pub cluster: Option<(ObjectName, Option<Hosts>)>,
}

/// What has changed of all interests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopicInterestChanges {
    /// These are all there are: what is not here is gone.
    pub whole: bool,
    /// Those that changed, in their order.
    pub states: Vec<TopicInterestState>,
}

#[derive(Clone, Debug, Default)]
struct Sources {
    here: u64,
    /// Those of the hierarchy.
    neighbours: BTreeMap<ObjectName, u64>,
    /// Members of clusters.
    members: BTreeMap<ObjectName, u64>,
}

impl Sources {
    fn is_empty(&self) -> bool {
        self.here == 0 && self.neighbours.is_empty() && self.members.is_empty()
    }

    fn of(&mut self, subscription: &Subscription) -> &mut BTreeMap<ObjectName, u64> {
        match subscription.of_member {
            true => &mut self.members,
            false => &mut self.neighbours,
        }
    }
}

/// Called when interests change. It must not wait.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// See the module.
pub(crate) struct TopicInterests {
    sources: BTreeMap<TopicInterest, Sources>,
    changed: BTreeSet<TopicInterest>,
    /// What topic objects say of all of them may be another.
    whole: bool,
    wake: Wake,
}

impl fmt::Debug for TopicInterests {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TopicInterests")
            .field("sources", &self.sources.len())
            .field("changed", &self.changed.len())
            .finish_non_exhaustive()
    }
}

impl TopicInterests {
    pub(crate) fn new(wake: Wake) -> Self {
        Self {
            sources: BTreeMap::new(),
            changed: BTreeSet::new(),
            whole: true,
            wake,
        }
    }

    /// A subscription takes part from now on.
    pub(crate) fn enter(&mut self, subscription: &Subscription) {
        let Some(interest) = interest_of(subscription) else {
            return;
        };
        let sources = self.sources.entry(interest.clone()).or_default();
        let count = match subscription.neighbour {
            None => &mut sources.here,
            Some(neighbour) => sources.of(subscription).entry(neighbour).or_default(),
        };
        *count += 1;
        if *count == 1 {
            self.note(interest);
        }
    }

    /// A subscription takes part no longer.
    pub(crate) fn leave(&mut self, subscription: &Subscription) {
        let Some(interest) = interest_of(subscription) else {
            return;
        };
        let Some(sources) = self.sources.get_mut(&interest) else {
            return;
        };
        let gone = match subscription.neighbour {
            None => {
                sources.here = sources.here.saturating_sub(1);
                sources.here == 0
            }
            Some(neighbour) => {
                let all = sources.of(subscription);
                let count = all.entry(neighbour).or_default();
                *count = count.saturating_sub(1);
                let gone = *count == 0;
                if gone {
                    all.remove(&neighbour);
                }
                gone
            }
        };
        if sources.is_empty() {
            self.sources.remove(&interest);
        }
        if gone {
            self.note(interest);
        }
    }

    /// Another topic object counts at a place: what holds for topic strings there and below may be another.
    pub(crate) fn note_object(&mut self, place: &str) {
        if place.is_empty() {
            self.whole = true;
        }
        if !self.whole {
            let from = self
                .sources
                .range(TopicInterest::levels(place)..)
                .map(|(interest, _)| interest);
            let below = from.take_while(|interest| interest.topic.starts_with(place));
            self.changed.extend(below.cloned());
            self.changed.insert(below_of(place, false));
            self.changed.insert(below_of(place, true));
        }
        (self.wake)();
    }

    fn note(&mut self, interest: TopicInterest) {
        if !self.whole {
            self.changed.insert(interest);
        }
        (self.wake)();
    }

    fn take<R>(&mut self, places: &Places<'_, R>) -> TopicInterestChanges {
        let Places {
            tree,
            forced,
            of_clusters,
        } = places;
        let none = Sources::default();
        let state = |interest: &TopicInterest, sources: &Sources| {
            if interest.onward {
                return hosted(tree, interest);
            }
            let inherited = tree.inherited(&interest.topic);
            let place = place_above(interest);
            let is_forced =
                place.is_some_and(|place| !interest.characters && forced.contains(place));
            let is_in_cluster = !inherited.cluster.is_blank();
            TopicInterestState {
                interest: interest.clone(),
                here: sources.here > 0 && inherited.subscribe_scope != MQSCOPE_QMGR || is_forced,
                neighbours: sources.neighbours.keys().copied().collect(),
                members: sources.members.keys().copied().collect(),
                cluster: is_in_cluster.then_some((inherited.cluster, inherited.hosts)),
            }
        };
        let whole = std::mem::replace(&mut self.whole, false);
        let mut interests = std::mem::take(&mut self.changed);
        if whole {
            interests = forced.iter().map(|place| below_of(place, false)).collect();
            interests.extend(of_clusters.iter().map(|place| below_of(place, true)));
            interests.extend(self.sources.keys().cloned());
        }
        let sources = |interest: &TopicInterest| self.sources.get(interest).unwrap_or(&none);
        TopicInterestChanges {
            whole,
            states: interests
                .iter()
                .map(|interest| state(interest, sources(interest)))
                .collect(),
        }
    }
}

fn interest_of(subscription: &Subscription) -> Option<TopicInterest> {
    subscription.reaches_others().then(|| TopicInterest {
        topic: subscription.definition.text(Attr::Topicstr).into(),
        characters: subscription.definition.int(Attr::Wschema) == MQWS_CHAR,
        // Who hosts a topic wants it as anybody does, as far as the hierarchy goes.
        onward: false,
    })
}

/// A topic and all below: what a topic object with `PROXYSUB(FORCE)` asks for, whoever subscribes, and, to be sent on, whoever hosts it.
fn below_of(place: &str, onward: bool) -> TopicInterest {
    let topic = match place {
        "" => "#".to_owned(),
        topic => format!("{topic}/#"),
    };
    TopicInterest {
        onward,
        ..TopicInterest::levels(&topic)
    }
}

/// Where [`below_of`] was said of.
fn place_above(interest: &TopicInterest) -> Option<&str> {
    let above = interest.topic.strip_suffix('#')?;
    Some(above.strip_suffix('/').unwrap_or(above))
}

/// What becomes of a topic this queue manager hosts, or does no longer.
fn hosted<R>(tree: &Tree<R>, interest: &TopicInterest) -> TopicInterestState {
    let place = place_above(interest).unwrap_or_default();
    let hosts = tree.hosts(place).filter(|hosts| hosts.here);
    let cluster = tree.object_in_force(place);
    let cluster = cluster.map(|object| ObjectName::truncated(object.text(Attr::Cluster)));
    TopicInterestState {
        interest: interest.clone(),
        here: hosts.is_some(),
        neighbours: Vec::new(),
        members: Vec::new(),
        cluster: cluster.filter(|_| hosts.is_some()).zip(Some(hosts)),
    }
}

/// What the tree of topics says of interests.
struct Places<'a, R> {
    tree: &'a Tree<R>,
    forced: &'a BTreeSet<String>,
    of_clusters: &'a BTreeSet<String>,
}

impl Topics {
    /// Follows who is interested in what: `wake` is called when that changes. Looks at all subscriptions once.
    pub(crate) fn follow_interests(&self, wake: Wake) {
        let mut space = self.space_unchanged();
        let mut interests = TopicInterests::new(Arc::clone(&wake));
        for subscription in space.by_id.values() {
            interests.enter(subscription);
        }
        space.interests = Some(interests);
        drop(space);
        wake();
    }

    /// Nobody follows any more.
    pub(crate) fn forget_interests(&self) {
        self.space_unchanged().interests = None;
    }

    /// What has changed since somebody asked. Publishers find the same audience as before.
    pub(crate) fn take_interest_changes(&self) -> TopicInterestChanges {
        let mut space = self.space_unchanged();
        let space = &mut *space;
        match &mut space.interests {
            Some(interests) => interests.take(&Places {
                tree: &space.tree,
                forced: &space.forced,
                of_clusters: &space.of_clusters,
            }),
            None => TopicInterestChanges {
                whole: false,
                states: Vec::new(),
            },
        }
    }

    /// Has `wake` called when topic objects, or members, of clusters come, change or go; nobody with `None`. Called once at once.
    pub(crate) fn follow_clusters(&self, wake: Option<Wake>) {
        let mut space = self.space_unchanged();
        space.cluster_wake = wake;
        space.wake_for_clusters();
    }
}
