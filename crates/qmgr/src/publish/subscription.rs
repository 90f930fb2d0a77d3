//! A subscription: what its definition says, ready for publications.

use crate::core::identity::put_moment_us;
use crate::lock_order;
use crate::store::judged::Judged;
use crate::store::local_queue::LocalQueue;
use ferromq_base::lock::{Mutex, MutexGuard};
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::blank_filled;
use ferromq_mqi::hex::from_hex;
use ferromq_mqi::name::ObjectName;
use ferromq_queue::Message;
use ferromq_selector::Selector;
use ferromq_topic::{Pattern, Scheme};
use std::hash::Hash;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Weak};

/// The level topics of the queue manager itself begin with.
pub(crate) const SYSTEM_TOPICS: &str = "$SYS";

/// `PSPROP` of a subscription that was made for a neighbour: besides the topic it says what the neighbour has to do.
pub(crate) const BETWEEN: i32 = -1;
/// The same, and the neighbour has to send it on.
pub(crate) const BETWEEN_ONWARD: i32 = -3;

/// Where the publications of a subscription go.
#[derive(Clone, Debug)]
pub(crate) enum Destination {
    /// A queue of its own, made for it. It goes with the subscription, whoever has that still at hand: publishers keep whom they met last.
    Managed(ObjectName, Weak<LocalQueue>),
    /// A queue by name, resolved at every publication.
    Provided(ObjectName, ObjectName),
}

/// Kept with the options of a subscription that is shared; no program can set it.
pub(crate) const SHARED: i32 = 0x4000_0000;

/// Kept with the options of a proxy subscription that was made for a member of a cluster; no program can set it.
pub(crate) const OF_MEMBER: i32 = 0x2000_0000;

/// The same of one whose publications that member sends on, for it hosts the topic.
pub(crate) const ONWARD: i32 = 0x0080_0000;

/// What becomes of a subscription while it is there, shared by all that it is altered to.
#[derive(Debug, Default)]
pub(crate) struct Activity {
    /// Numbers of the connections that have a handle of it, and whether they share it.
    holders: Mutex<(Vec<u64>, bool), lock_order::Holders>,
    /// It is gone: its handle is good for nothing but closing.
    removed: AtomicBool,
    /// Publications put on its queue.
    messages: AtomicU64,
    /// When the last one was, microseconds since the epoch.
    last_us: AtomicU64,
    /// When it was resumed last.
    resumed_us: AtomicU64,
}

/// Whether a program got a handle to a subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Held {
    Yes,
    /// Somebody else has one.
    InUse,
    /// The subscription is being removed.
    Gone,
}

impl Activity {
    fn holders(&self) -> MutexGuard<'_, (Vec<u64>, bool)> {
        self.holders.lock()
    }

    /// Takes a handle for a connection: one at a time, unless all share it.
    pub(crate) fn hold(&self, connection: u64, shared: bool) -> Held {
        let mut holders = self.holders();
        if self.is_removed() {
            return Held::Gone;
        }
        let joins = shared && holders.1;
        if !(holders.0.is_empty() || joins) {
            return Held::InUse;
        }
        holders.0.push(connection);
        holders.1 = shared;
        Held::Yes
    }

    /// A program has the handle it took.
    pub(crate) fn note_resumed(&self, now_us: u64) {
        self.resumed_us.store(now_us, Ordering::Relaxed);
    }

    /// Gives a handle of a connection back.
    pub(crate) fn let_go(&self, connection: u64) {
        let mut holders = self.holders();
        if let Some(at) = holders.0.iter().position(|one| *one == connection) {
            holders.0.swap_remove(at);
        }
    }

    /// Gives a handle back of a subscription that is to go with its last one. True for that one, which then removes
    /// the subscription: nobody takes a handle any more.
    pub(crate) fn retire(&self, connection: u64) -> bool {
        let mut holders = self.holders();
        if let Some(at) = holders.0.iter().position(|one| *one == connection) {
            holders.0.swap_remove(at);
        }
        holders.0.is_empty() && !self.removed.swap(true, Ordering::AcqRel)
    }

    /// Undoes [`Activity::retire`]: the subscription could not be removed.
    pub(crate) fn revive(&self, connection: u64) {
        self.holders().0.push(connection);
        self.removed.store(false, Ordering::Release);
    }

    /// A connection that has a handle of it.
    pub(crate) fn holder(&self) -> Option<u64> {
        self.holders().0.first().copied()
    }

    /// Whether it is held by others than this connection's handle alone.
    pub(crate) fn is_held_besides(&self, connection: u64) -> bool {
        self.holders().0.len() > 1 || self.holder() != Some(connection)
    }

    pub(crate) fn count(&self, now_us: u64) {
        self.messages.fetch_add(1, Ordering::Relaxed);
        self.last_us.store(now_us, Ordering::Relaxed);
    }

    /// Publications so far, when the last one was and when the subscription was resumed last (0 for never).
    pub(crate) fn counted(&self) -> (u64, u64, u64) {
        let of = |value: &AtomicU64| value.load(Ordering::Relaxed);
        (of(&self.messages), of(&self.last_us), of(&self.resumed_us))
    }

    pub(crate) fn remove(&self) {
        self.removed.store(true, Ordering::Release);
    }

    pub(crate) fn is_removed(&self) -> bool {
        self.removed.load(Ordering::Acquire)
    }
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Subscription {
    /// Its number in this life: in the order subscriptions were made.
    pub(crate) number: u64,
    pub(crate) definition: Definition,
    pub(crate) pattern: Pattern,
    pub(crate) selector: Option<Selector>,
    pub(crate) destination: Destination,
    pub(crate) level: i32,
    pub(crate) priority: i32,
    /// `CorrelId` of its publications, unless that of the publisher is kept.
    pub(crate) correl_id: Option<[u8; 24]>,
    /// `AccountingToken` of its publications, unless that of the publisher is kept.
    pub(crate) accounting_token: Option<[u8; 32]>,
    pub(crate) identity_data: [u8; 32],
    pub(crate) user: [u8; 12],
    pub(crate) expires_at_us: Option<u64>,
    /// Publications are sent when they are asked for only.
    pub(crate) on_request: bool,
    /// Of its group the one that says most of a topic gets a publication (`MQSO_GROUP_SUB`).
    pub(crate) grouped: bool,
    /// `PSPROP`, [`BETWEEN`] or [`BETWEEN_ONWARD`].
    pub(crate) form: i32,
    /// The queue manager it was made for (`SUBTYPE(PROXY)`).
    pub(crate) neighbour: Option<ObjectName>,
    /// That one is a member of a cluster, and of no hierarchy of ours.
    pub(crate) of_member: bool,
    /// It hosts the topic: of those that do one is sent a publication, and sends it on.
    pub(crate) onward: bool,
    pub(crate) activity: Arc<Activity>,
}

impl Subscription {
    /// What a definition says. `queue` finds local queues.
    ///
    /// # Errors
    /// `MQRC_TOPIC_STRING_ERROR`, the reasons of selectors, `MQRC_INVALID_DESTINATION` when its managed queue is not
    /// there.
    pub(crate) fn of(
        definition: Definition,
        queue: impl Fn(&ObjectName) -> Option<Arc<LocalQueue>>,
        now_us: u64,
    ) -> Result<Self, Reason> {
        let scheme = match definition.int(Attr::Wschema) {
            MQWS_CHAR => Scheme::Character,
            _ => Scheme::Topic,
        };
        let pattern = Pattern::parse(definition.text(Attr::Topicstr), scheme)
            .map_err(|error| error.reason())?;
        let name = ObjectName::truncated(definition.text(Attr::Dest));
        let destination = if definition.int(Attr::Destclas) == MQDC_MANAGED {
            let queue = queue(&name).ok_or(Reason::INVALID_DESTINATION)?;
            Destination::Managed(name, Arc::downgrade(&queue))
        } else {
            let q_mgr = ObjectName::truncated(definition.text(Attr::Destqmgr));
            Destination::Provided(name, q_mgr)
        };
        let is_proxy = definition.int(Attr::Subtype) == MQSUBTYPE_PROXY;
        let neighbour = is_proxy.then(|| ObjectName::truncated(definition.text(Attr::Destqmgr)));
        let onward = is_proxy && definition.int(Attr::Subopts) & ONWARD != 0;
        Ok(Self {
            number: 0,
            pattern,
            selector: selector_of(definition.text(Attr::Selector))?,
            destination,
            level: definition.int(Attr::Sublevel),
            priority: definition.int(Attr::Pubprty),
            correl_id: bytes_of(definition.text(Attr::Destcorl)),
            accounting_token: bytes_of(definition.text(Attr::Pubacct)),
            identity_data: blank_filled(definition.text(Attr::Pubappid)),
            user: blank_filled(definition.text(Attr::Subuser)),
            expires_at_us: expires_at_us(&definition, now_us),
            on_request: definition.int(Attr::Reqonly) == MQRU_PUBLISH_ON_REQUEST,
            grouped: definition.int(Attr::Subopts) & MQSO_GROUP_SUB != 0,
            form: match (is_proxy, onward) {
                (true, false) => BETWEEN,
                (true, true) => BETWEEN_ONWARD,
                (false, _) => definition.int(Attr::Psprop),
            },
            neighbour,
            of_member: is_proxy && definition.int(Attr::Subopts) & OF_MEMBER != 0,
            onward,
            activity: Arc::default(),
            definition,
        })
    }

    /// The 48 digits of its identifier.
    pub(crate) fn id(&self) -> ObjectName {
        self.definition.name()
    }

    /// The name it was given; empty for none.
    pub(crate) fn name(&self) -> &str {
        self.definition.text(Attr::Sub)
    }

    /// Its topics are those of the queue manager itself. Wildcards do not reach from above into them.
    pub(crate) fn is_to_system_topics(&self) -> bool {
        let levels = self.definition.text(Attr::Topicstr).split('/');
        levels.take(1).eq([SYSTEM_TOPICS])
    }

    pub(crate) fn is_durable(&self) -> bool {
        self.definition.int(Attr::Durable) == MQSUB_DURABLE_YES
    }

    /// Several may have a handle of it at a time and take turns.
    pub(crate) fn is_shared(&self) -> bool {
        self.options() & SHARED != 0
    }

    /// `MQSO_*` it was made with, and [`SHARED`].
    pub(crate) fn options(&self) -> i32 {
        self.definition.int(Attr::Subopts)
    }

    /// Whether it is given anything that is retained. Who subscribes at a higher level republishes what it gets, so what is retained has
    /// been there: it is what came of that.
    ///
    /// Source: MQSD `SubLevel`, MQPMO `PubLevel`; `MQSO_NEW_PUBLICATIONS_ONLY`.
    pub(crate) fn takes_retained(&self) -> bool {
        self.level <= 1 && self.options() & MQSO_NEW_PUBLICATIONS_ONLY == 0
    }

    /// Those of the same group are sent one copy of a publication, if they are [grouped](Self::grouped).
    pub(crate) fn group(&self) -> (ObjectName, Option<ObjectName>, Option<[u8; 24]>) {
        let q_mgr = match &self.destination {
            Destination::Managed(..) => None,
            Destination::Provided(_, q_mgr) => Some(*q_mgr),
        };
        (self.destination_name(), q_mgr, self.correl_id)
    }

    /// Whether other queue managers are to know of it, as far as it says so itself.
    pub(crate) fn reaches_others(&self) -> bool {
        !self.is_local() && !self.is_to_system_topics()
    }

    /// Whether it is for publications of this queue manager only. Source: subscription scope.
    pub(crate) fn is_local(&self) -> bool {
        self.definition.int(Attr::Subscope) == MQTSCOPE_QMGR
    }

    /// What it says of its copies besides their identifiers: those of subscriptions that say the same are alike.
    pub(crate) fn says(&self) -> impl Hash + Eq + use<'_> {
        (
            (self.priority, self.user, self.identity_data),
            (self.accounting_token, self.form),
            self.user_data(),
        )
    }

    /// What its publications carry as user data; empty for nothing.
    pub(crate) fn user_data(&self) -> &str {
        self.definition.text(Attr::Userdata)
    }

    pub(crate) fn is_expired(&self, now_us: u64) -> bool {
        self.expires_at_us.is_some_and(|at_us| at_us <= now_us)
    }

    /// The queue its publications go to, as it is named.
    pub(crate) fn destination_name(&self) -> ObjectName {
        match &self.destination {
            Destination::Managed(name, _) => *name,
            Destination::Provided(name, _) => *name,
        }
    }
}

/// The selector of a text; `None` when all messages are selected.
///
/// # Errors
/// `MQRC_SELECTOR_SYNTAX_ERROR`, `MQRC_SELECTION_STRING_ERROR`, `MQRC_SELECTOR_ALWAYS_FALSE`.
pub(crate) fn selector_of(text: &str) -> Result<Option<Selector>, Reason> {
    if text.is_empty() {
        return Ok(None);
    }
    let selector = Selector::parse(text).map_err(|error| error.reason())?;
    match selector.always() {
        Some(true) => Ok(None),
        Some(false) => Err(Reason::SELECTOR_ALWAYS_FALSE),
        None => Ok(Some(selector)),
    }
}

/// What a selector says of a publication.
pub(crate) fn judges(selector: &Selector, message: &Message) -> bool {
    selector.matches(&Judged::new(message, 0))
}

/// Bytes from their digits; nothing for no digits and for zeros, which stand for what the publisher set.
fn bytes_of<const N: usize>(digits: &str) -> Option<[u8; N]> {
    let bytes: [u8; N] = from_hex(digits)?.try_into().ok()?;
    (bytes != [0; N]).then_some(bytes)
}

/// When it expires: its time counts from the last change.
fn expires_at_us(definition: &Definition, now_us: u64) -> Option<u64> {
    let tenths = u64::try_from(definition.int(Attr::Expiry)).ok()?;
    let digits = |attr, more: &str| {
        let text: String = definition
            .text(attr)
            .chars()
            .filter(char::is_ascii_digit)
            .collect();
        <[u8; 8]>::try_from(format!("{text}{more}").as_bytes()).ok()
    };
    let changed = digits(Attr::Altdate, "").zip(digits(Attr::Alttime, "00"));
    let changed_us = changed.map_or(now_us, |(date, time)| put_moment_us(&date, &time));
    Some(changed_us + tenths * 100_000)
}
