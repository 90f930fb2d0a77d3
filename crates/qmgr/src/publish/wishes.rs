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
pub struct Wish {
    /// The topic string, with wildcards or without.
    pub topic: Arc<str>,
    /// Its wildcards are characters (`WSCHEMA(CHAR)`).
    pub characters: bool,
    /// Not for somebody who subscribed, but to be sent on: whoever wants it hosts the topic (`CLROUTE(TOPICHOST)`).
    pub onward: bool,
}

impl Wish {
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
pub struct WishState {
    /// The topic string.
    pub wish: Wish,
    /// Somebody here is, and others may know of it.
    pub here: bool,
    /// These queue managers of the hierarchy are, in the order of their names.
    pub neighbours: Vec<ObjectName>,
    /// These members of clusters are, the same. Nobody here and nobody there: it is gone.
    pub members: Vec<ObjectName>,
    /// The cluster whose members may know of it, with those that host its topic if it goes by way of hosts.
    pub cluster: Option<(ObjectName, Option<Hosts>)>,
}

/// What has changed of all wishes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WishChanges {
    /// These are all there are: what is not here is gone.
    pub whole: bool,
    /// Those that changed, in their order.
    pub states: Vec<WishState>,
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

/// Called when wishes change. It must not wait.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// See the module.
pub(crate) struct Wishes {
    sources: BTreeMap<Wish, Sources>,
    changed: BTreeSet<Wish>,
    /// What topic objects say of all of them may be another.
    whole: bool,
    wake: Wake,
}

impl fmt::Debug for Wishes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Wishes")
            .field("sources", &self.sources.len())
            .field("changed", &self.changed.len())
            .finish_non_exhaustive()
    }
}

impl Wishes {
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
        let Some(wish) = wish_of(subscription) else {
            return;
        };
        let sources = self.sources.entry(wish.clone()).or_default();
        let count = match subscription.neighbour {
            None => &mut sources.here,
            Some(neighbour) => sources.of(subscription).entry(neighbour).or_default(),
        };
        *count += 1;
        if *count == 1 {
            self.note(wish);
        }
    }

    /// A subscription takes part no longer.
    pub(crate) fn leave(&mut self, subscription: &Subscription) {
        let Some(wish) = wish_of(subscription) else {
            return;
        };
        let Some(sources) = self.sources.get_mut(&wish) else {
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
            self.sources.remove(&wish);
        }
        if gone {
            self.note(wish);
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
                .range(Wish::levels(place)..)
                .map(|(wish, _)| wish);
            let below = from.take_while(|wish| wish.topic.starts_with(place));
            self.changed.extend(below.cloned());
            self.changed.insert(below_of(place, false));
            self.changed.insert(below_of(place, true));
        }
        (self.wake)();
    }

    fn note(&mut self, wish: Wish) {
        if !self.whole {
            self.changed.insert(wish);
        }
        (self.wake)();
    }

    fn take<R>(&mut self, places: &Places<'_, R>) -> WishChanges {
        let Places {
            tree,
            forced,
            of_clusters,
        } = places;
        let none = Sources::default();
        let state = |wish: &Wish, sources: &Sources| {
            if wish.onward {
                return hosted(tree, wish);
            }
            let inherited = tree.inherited(&wish.topic);
            let place = place_above(wish);
            let is_forced = place.is_some_and(|place| !wish.characters && forced.contains(place));
            let is_in_cluster = !inherited.cluster.is_blank();
            WishState {
                wish: wish.clone(),
                here: sources.here > 0 && inherited.subscribe_scope != MQSCOPE_QMGR || is_forced,
                neighbours: sources.neighbours.keys().copied().collect(),
                members: sources.members.keys().copied().collect(),
                cluster: is_in_cluster.then_some((inherited.cluster, inherited.hosts)),
            }
        };
        let whole = std::mem::replace(&mut self.whole, false);
        let mut wishes = std::mem::take(&mut self.changed);
        if whole {
            wishes = forced.iter().map(|place| below_of(place, false)).collect();
            wishes.extend(of_clusters.iter().map(|place| below_of(place, true)));
            wishes.extend(self.sources.keys().cloned());
        }
        let sources = |wish: &Wish| self.sources.get(wish).unwrap_or(&none);
        WishChanges {
            whole,
            states: wishes
                .iter()
                .map(|wish| state(wish, sources(wish)))
                .collect(),
        }
    }
}

fn wish_of(subscription: &Subscription) -> Option<Wish> {
    subscription.reaches_others().then(|| Wish {
        topic: subscription.definition.text(Attr::Topicstr).into(),
        characters: subscription.definition.int(Attr::Wschema) == MQWS_CHAR,
        // Who hosts a topic wants it as anybody does, as far as the hierarchy goes.
        onward: false,
    })
}

/// A topic and all below: what a topic object with `PROXYSUB(FORCE)` asks for, whoever subscribes, and, to be sent on, whoever hosts it.
fn below_of(place: &str, onward: bool) -> Wish {
    let topic = match place {
        "" => "#".to_owned(),
        topic => format!("{topic}/#"),
    };
    Wish {
        onward,
        ..Wish::levels(&topic)
    }
}

/// Where [`below_of`] was said of.
fn place_above(wish: &Wish) -> Option<&str> {
    let above = wish.topic.strip_suffix('#')?;
    Some(above.strip_suffix('/').unwrap_or(above))
}

/// What becomes of a topic this queue manager hosts, or does no longer.
fn hosted<R>(tree: &Tree<R>, wish: &Wish) -> WishState {
    let place = place_above(wish).unwrap_or_default();
    let hosts = tree.hosts(place).filter(|hosts| hosts.here);
    let cluster = tree.object_in_force(place);
    let cluster = cluster.map(|object| ObjectName::truncated(object.text(Attr::Cluster)));
    WishState {
        wish: wish.clone(),
        here: hosts.is_some(),
        neighbours: Vec::new(),
        members: Vec::new(),
        cluster: cluster.filter(|_| hosts.is_some()).zip(Some(hosts)),
    }
}

/// What the tree of topics says of wishes.
struct Places<'a, R> {
    tree: &'a Tree<R>,
    forced: &'a BTreeSet<String>,
    of_clusters: &'a BTreeSet<String>,
}

impl Topics {
    /// Follows who is interested in what: `wake` is called when that changes. Looks at all subscriptions once.
    pub(crate) fn follow_wishes(&self, wake: Wake) {
        let mut space = self.space_unchanged();
        let mut wishes = Wishes::new(Arc::clone(&wake));
        for subscription in space.by_id.values() {
            wishes.enter(subscription);
        }
        space.wishes = Some(wishes);
        drop(space);
        wake();
    }

    /// Nobody follows any more.
    pub(crate) fn forget_wishes(&self) {
        self.space_unchanged().wishes = None;
    }

    /// What has changed since somebody asked. Publishers find the same audience as before.
    pub(crate) fn take_wish_changes(&self) -> WishChanges {
        let mut space = self.space_unchanged();
        let space = &mut *space;
        match &mut space.wishes {
            Some(wishes) => wishes.take(&Places {
                tree: &space.tree,
                forced: &space.forced,
                of_clusters: &space.of_clusters,
            }),
            None => WishChanges {
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
