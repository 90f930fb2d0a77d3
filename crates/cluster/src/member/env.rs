//! What all clusters of a member have in common: who and when, what is to be done, what was shown.

use crate::limits::{COMPARE_MS, COMPARE_PARTIAL_MS, OWNERS_MAX, VERSION_AHEAD_MS, VERSION_MAX};
use crate::member::action::{Action, Notice};
use crate::record::{self, Contents, Name, Record, State};
use crate::store::Amount;
use ferromq_mqi::definition::Definition;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Most different notices between two times that all may be shown again: of what is found here.
const SHOWN_MAX: usize = 1_000;
/// And of what comes of messages of one queue manager: nobody keeps what others do from being shown.
const SHOWN_OF_ONE_MAX: usize = 20;
/// Most queue managers of whose messages something is shown.
const SPEAKERS_MAX: usize = 500;

/// How long it may take until it is known who the full repositories of a cluster are: the word of one often comes a moment before our channel has reached it,
/// or before another one vouches for it.
pub(crate) const SETTLE_MS: u64 = 10_000;
/// What is in doubt at most at a time.
const DOUBTS_MAX: usize = 32;

/// See the module.
#[derive(Debug)]
pub(crate) struct Env {
    pub(crate) qmid: Arc<str>,
    pub(crate) now: u64,
    pub(crate) out: Vec<Action>,
    /// How much is known of other clusters than the one a message is about.
    pub(crate) elsewhere: Amount,
    /// The last number of an object.
    pub(crate) last_number: u32,
    /// Whom CLUSSDRs reached where an administrator said, also those that are in no cluster: one that runs may come to be in another one.
    pub(crate) reached: BTreeMap<Box<str>, Arc<str>>,
    /// Name of the queue manager whose message is taken in; empty of all else.
    pub(crate) speaker: Box<str>,
    /// What was shown, by speaker.
    shown: BTreeMap<Box<str>, BTreeSet<Notice>>,
    /// Until then who is a full repository may not be known yet, and what looks wrong for want of that is kept.
    settles_at: u64,
    doubts: BTreeSet<Notice>,
    pub(crate) sweep_at: u64,
    pub(crate) compare_at: u64,
    pub(crate) compare_partial_at: u64,
}

impl Env {
    pub(crate) fn new(qmid: &str, now: u64) -> Self {
        Self {
            qmid: qmid.into(),
            now,
            out: Vec::new(),
            elsewhere: Amount::default(),
            last_number: 0,
            reached: BTreeMap::new(),
            speaker: Box::default(),
            shown: BTreeMap::new(),
            settles_at: now.saturating_add(SETTLE_MS),
            doubts: BTreeSet::new(),
            sweep_at: now,
            compare_at: now.saturating_add(COMPARE_MS),
            compare_partial_at: now.saturating_add(COMPARE_PARTIAL_MS),
        }
    }

    /// A channel reached a queue manager, where an administrator said or elsewhere.
    pub(crate) fn note_reached(&mut self, channel: &str, qmid: &str, by_hand: bool) {
        if !by_hand {
            self.reached.remove(channel);
        } else if self.reached.len() < OWNERS_MAX || self.reached.contains_key(channel) {
            self.reached.insert(channel.into(), Arc::from(qmid));
        }
    }

    /// Shows a notice, once until all are forgotten.
    pub(crate) fn show(&mut self, notice: Notice) {
        if self.shown.values().any(|shown| shown.contains(&notice)) {
            return;
        }
        let own = self.speaker.is_empty() || matches!(notice, Notice::ForcedOut { .. });
        let (of, most) = match own {
            true => (Box::default(), SHOWN_MAX),
            false => (self.speaker.clone(), SHOWN_OF_ONE_MAX),
        };
        if !own && self.shown.len() >= SPEAKERS_MAX && !self.shown.contains_key(&of) {
            return;
        }
        let shown = self.shown.entry(of).or_default();
        if shown.len() < most && shown.insert(notice.clone()) {
            self.out.push(Action::Notice(notice));
        }
    }

    /// A cluster is joined, or what was known of it is forgotten: what its members say comes in any order.
    pub(crate) fn settle(&mut self) {
        self.settles_at = self.now.saturating_add(SETTLE_MS);
    }

    /// Shows a notice of somebody who may turn out to be a full repository: not before that would be known.
    pub(crate) fn doubt(&mut self, notice: Notice) {
        if self.is_settling() && self.doubts.len() < DOUBTS_MAX {
            self.doubts.insert(notice);
        } else {
            self.show(notice);
        }
    }

    /// What was in doubt, once it need not be any more.
    pub(crate) fn take_doubts(&mut self) -> BTreeSet<Notice> {
        match self.is_settling() {
            true => BTreeSet::new(),
            false => std::mem::take(&mut self.doubts),
        }
    }

    /// Who is a full repository may not be known yet. A clock that was set back does not make this longer.
    fn is_settling(&self) -> bool {
        (1..=SETTLE_MS).contains(&self.settles_at.saturating_sub(self.now))
    }

    pub(crate) fn forget_shown(&mut self) {
        self.shown.clear();
    }

    pub(crate) fn new_number(&mut self) -> u32 {
        self.last_number = self.last_number.wrapping_add(1);
        self.last_number
    }

    pub(crate) fn keep(&mut self, definition: Definition) {
        self.out.push(Action::Keep(definition));
    }

    pub(crate) fn drop_object(&mut self, name: &Name, number: u32) {
        let object = record::object_name(number);
        self.out.push(Action::Drop(name.kind.object(), object));
    }

    /// The greatest version that is believed now. Nobody can use versions up: there is always room above what is believed.
    pub(crate) fn believed_max(&self) -> u64 {
        let most = self.now.saturating_add(VERSION_AHEAD_MS);
        most.min(VERSION_MAX - VERSION_AHEAD_MS)
    }

    /// A record of our own with a version greater than those there were. One that nobody believes does not count: our clock was wrong.
    pub(crate) fn written(&self, above: u64, state: State, contents: Contents) -> Record {
        let above = if above > self.believed_max() {
            0
        } else {
            above
        };
        let version = self.now.max(above.saturating_add(1));
        Record {
            version: version.clamp(1, VERSION_MAX),
            expires_ms: self.now.saturating_add(crate::limits::LIFE_MS),
            state,
            trusted: false,
            number: 0,
            contents,
        }
    }
}
