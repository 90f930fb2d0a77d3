//! Which topics other queue managers are to be asked for: those somebody here subscribed to, counted as subscriptions come and
//! go. Nothing is counted until somebody follows it.

use crate::publish::subscription::Subscription;
use crate::publish::topics::{Topics, place_of};
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_topic::Tree;
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
}

/// Who is interested in a topic string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WishState {
    /// The topic string.
    pub wish: Wish,
    /// Somebody here is, and others may know of it.
    pub here: bool,
    /// These queue managers are, in the order of their names. Nobody here and nobody there: it is gone.
    pub neighbours: Vec<ObjectName>,
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
    neighbours: BTreeMap<ObjectName, u64>,
}

impl Sources {
    fn is_empty(&self) -> bool {
        self.here == 0 && self.neighbours.is_empty()
    }
}

/// Called when wishes change. It must not wait.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// See the module.
pub(crate) struct Wishes {
    sources: BTreeMap<Wish, Sources>,
    changed: BTreeSet<Wish>,
    /// Topic objects have changed: what they say of topic strings may be another.
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
            Some(neighbour) => sources.neighbours.entry(neighbour).or_default(),
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
                let count = sources.neighbours.entry(neighbour).or_default();
                *count = count.saturating_sub(1);
                let gone = *count == 0;
                if gone {
                    sources.neighbours.remove(&neighbour);
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

    /// Topic objects have changed.
    pub(crate) fn note_objects(&mut self) {
        self.whole = true;
        (self.wake)();
    }

    fn note(&mut self, wish: Wish) {
        if !self.whole {
            self.changed.insert(wish);
        }
        (self.wake)();
    }

    fn take<R>(&mut self, tree: &Tree<R>, forced: &[Arc<Definition>]) -> WishChanges {
        let state = |wish: Wish, sources: &Sources| WishState {
            here: sources.here > 0 && tree.inherited(&wish.topic).subscribe_scope != MQSCOPE_QMGR,
            neighbours: sources.neighbours.keys().copied().collect(),
            wish,
        };
        let whole = std::mem::replace(&mut self.whole, false);
        let changed = std::mem::take(&mut self.changed);
        let mut states: BTreeMap<Wish, WishState> = BTreeMap::new();
        if whole {
            for (wish, sources) in &self.sources {
                states.insert(wish.clone(), state(wish.clone(), sources));
            }
        } else {
            for wish in changed {
                let none = Sources::default();
                let sources = self.sources.get(&wish).unwrap_or(&none);
                states.insert(wish.clone(), state(wish, sources));
            }
        }
        for wish in forced.iter().map(|object| forced_wish(object)) {
            match states.get_mut(&wish) {
                Some(known) => known.here = true,
                None if whole => {
                    let neighbours = Vec::new();
                    let forced = WishState {
                        here: true,
                        neighbours,
                        wish: wish.clone(),
                    };
                    states.insert(wish, forced);
                }
                None => {}
            }
        }
        WishChanges {
            whole,
            states: states.into_values().collect(),
        }
    }
}

fn wish_of(subscription: &Subscription) -> Option<Wish> {
    subscription.reaches_others().then(|| Wish {
        topic: subscription.definition.text(Attr::Topicstr).into(),
        characters: subscription.definition.int(Attr::Wschema) == MQWS_CHAR,
    })
}

/// What a topic object with `PROXYSUB(FORCE)` asks for, whoever subscribes: its topic and all below.
fn forced_wish(object: &Definition) -> Wish {
    let topic = match place_of(object) {
        "" => "#".to_owned(),
        topic => format!("{topic}/#"),
    };
    Wish {
        topic: topic.into(),
        characters: false,
    }
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

    /// What has changed since somebody asked. `forced` are the topic objects with `PROXYSUB(FORCE)`. Publishers find the same
    /// audience as before.
    pub(crate) fn take_wish_changes(&self, forced: &[Arc<Definition>]) -> WishChanges {
        let mut space = self.space_unchanged();
        let space = &mut *space;
        match &mut space.wishes {
            Some(wishes) => wishes.take(&space.tree, forced),
            None => WishChanges {
                whole: false,
                states: Vec::new(),
            },
        }
    }
}
