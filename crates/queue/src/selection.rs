//! What a get or a browse asks for, and what it is given.

use crate::filter::Filter;
use crate::key::Key;
use crate::message::{Id, Ids, Location, Message};
use crate::numbers::{HandleId, Holder, Seq};
use crate::walk::WalkId;
use ferromq_mqi::property::PropertyControl;
use std::sync::Arc;

/// A place in the order of the queue. Stays meaningful when its message is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cursor {
    pub(crate) class: u8,
    pub(crate) seq: u64,
}

impl Cursor {
    /// The message the cursor was taken from.
    #[must_use]
    pub fn seq(self) -> Seq {
        Seq(self.seq)
    }
}

/// Where a search begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Position {
    /// At the head of the queue.
    #[default]
    First,
    /// Behind the cursor, in delivery order.
    After(Cursor),
    /// Only the message under the cursor. The other criteria are not looked at.
    At(Cursor),
}

/// Which marks hide a message from a browse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unmarked {
    /// None: marks are not looked at.
    #[default]
    Ignore,
    /// The mark of the browsing handle.
    ByHandle,
    /// The mark of the browsing handle and a live cooperative mark.
    ByHandleOrCooperative,
}

/// The mark a browse leaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    /// None.
    #[default]
    None,
    /// For this handle, until it is closed or the mark is taken away.
    Handle,
    /// For all cooperating handles, until `until_us` (wall clock, microseconds since 1970).
    Cooperative {
        /// When the mark falls off by itself.
        until_us: u64,
    },
}

/// Position within a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupPosition {
    /// The group.
    pub group_id: Id,
    /// Logical message, from 1.
    pub msg_seq_number: i32,
    /// Byte offset of the segment within the logical message, from 0.
    pub offset: i32,
}

/// Rules about groups and segments.
#[derive(Clone, Copy, Debug, Default)]
pub struct LogicalRule {
    /// Logical order: outside a group, only a message that begins one (or belongs to none)
    /// may be returned; with `expected`, only that one.
    pub ordered: bool,
    /// With `ordered`: what the handle must get next, because it is within a group.
    pub expected: Option<GroupPosition>,
    /// Only messages of groups that are wholly available.
    pub all_messages: bool,
    /// Only segments of logical messages that are wholly available.
    pub all_segments: bool,
    /// Only whole logical messages: the first segment is returned, and held with it all the
    /// others, in [`Found::rest`].
    pub complete_message: bool,
}

/// What a [`Filter`] may look at. The queue is locked meanwhile.
#[derive(Clone, Copy, Debug)]
pub struct MessageView<'a> {
    /// Which message.
    pub seq: Seq,
    /// Its message id.
    pub msg_id: &'a Id,
    /// Its correlation id.
    pub correl_id: &'a Id,
    /// Its priority.
    pub priority: u8,
    /// Whether it is persistent.
    pub persistent: bool,
    /// How often it was backed out.
    pub backout_count: u32,
    /// The message, unless its payload is not in memory. It may be shared with others: the identifiers are those
    /// above.
    pub message: Option<&'a Arc<Message>>,
}

/// What to look for. All criteria that are present must hold.
#[derive(Clone, Copy, Default)]
pub struct Selection<'a> {
    /// Message id. All zeros match nothing but messages without one.
    pub msg_id: Option<Id>,
    /// Correlation id.
    pub correl_id: Option<Id>,
    /// Group id.
    pub group_id: Option<Id>,
    /// Number within the group; 1 for messages in none.
    pub msg_seq_number: Option<i32>,
    /// Segment offset; 0 for whole messages.
    pub offset: Option<i32>,
    /// The token of an earlier [`Found`].
    pub token: Option<[u8; 16]>,
    /// Where to begin.
    pub position: Position,
    /// Who asks: sees its own browse lock and its own marks.
    pub handle: HandleId,
    /// Which marked messages to skip.
    pub unmarked: Unmarked,
    /// Groups and segments.
    pub logical: Option<LogicalRule>,
    /// Goes on with a search that stopped before its end; everything else is as it was then.
    pub rest: Option<Rest>,
    /// About so many messages are stepped over before the search stops, for who may not take longer:
    /// [`Selected::stopped`]. `None`: it goes to its end, letting others in now and then.
    pub steps_max: Option<usize>,
    /// A last say.
    pub filter: Option<&'a Arc<dyn Filter>>,
    /// How many messages the filter cannot judge are passed over before a search stops to have
    /// them read: [`Selected::unread`].
    pub unread_max: usize,
    /// Where a persistent message is found it is left where it is, seen by all: [`Found::left`].
    pub leaves_persistent: bool,
}

impl std::fmt::Debug for Selection<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Selection")
            .field("msg_id", &self.msg_id)
            .field("correl_id", &self.correl_id)
            .field("group_id", &self.group_id)
            .field("token", &self.token)
            .field("position", &self.position)
            .field("handle", &self.handle)
            .finish_non_exhaustive()
    }
}

impl Selection<'_> {
    /// The same without its filter, for who keeps it.
    pub(crate) fn unfiltered(&self) -> Selection<'static> {
        Selection {
            filter: None,
            msg_id: self.msg_id,
            correl_id: self.correl_id,
            group_id: self.group_id,
            msg_seq_number: self.msg_seq_number,
            offset: self.offset,
            token: self.token,
            position: self.position,
            handle: self.handle,
            unmarked: self.unmarked,
            logical: self.logical,
            rest: self.rest,
            steps_max: self.steps_max,
            leaves_persistent: self.leaves_persistent,
            unread_max: self.unread_max,
        }
    }

    /// What a waiter registers so that messages this selection could take wake it.
    #[must_use]
    pub fn interest(&self, browse: bool) -> Interest {
        Interest {
            msg_id: self.msg_id,
            correl_id: self.correl_id,
            group_id: self.group_id,
            whole: (self.logical).is_some_and(|rule| {
                rule.all_messages || rule.all_segments || rule.complete_message
            }),
            browse,
        }
    }
}

/// The part of a [`Selection`] that decides which new messages wake a waiter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Interest {
    /// Only messages with this message id.
    pub msg_id: Option<Id>,
    /// Only messages with this correlation id.
    pub correl_id: Option<Id>,
    /// Only messages of this group.
    pub group_id: Option<Id>,
    /// Only what is there as a whole: any message of a group may be the one that was missing, and have other ids than the first one.
    pub whole: bool,
    /// A browse: does not use the message up, so others are woken as well.
    pub browse: bool,
}

/// What to do with the message found.
#[derive(Clone, Copy, Debug)]
pub enum Take {
    /// Take it off the queue for a unit of work: invisible until `finish` or `restore`.
    Hold(Holder),
    /// Take it off for good, at once, if it is non-persistent, nothing is taken along with it ([`Found::rest`]), its payload
    /// is in memory and what the getter is given of it is known to fit the buffer: [`Found::finished`] says so. Otherwise the
    /// same as `Hold`: also where it turns out to fit once it is read.
    Remove {
        /// Who holds it if it cannot be taken off at once.
        holder: Holder,
        /// Bytes of the getter's buffer. A body may be longer: by the properties the getter does not take.
        body_bytes_max: u32,
        /// Bytes of the buffer an extension in front of the data takes, which a message has if
        /// [`ferromq_mqi::extension::has_more_than_version_1`] says so; 0 for getters of version 2.
        extension_bytes: u32,
        /// By which rule messages keep their properties on the way to the getter; `None` for all of them.
        property_control: Option<PropertyControl>,
    },
    /// Leave it where it is. When nothing is found, what the handle had locked before is free
    /// again; when something is, [`Found::lock_before`] is to be settled.
    Peek {
        /// Hide it from everybody but this handle.
        lock: Option<HandleId>,
        /// Mark it.
        mark: Mark,
        /// A program browses, and is counted.
        counts: bool,
    },
    /// Take nothing, not even a look: the search stops in front of what it would find, or at its end, and a search that takes
    /// goes on from there ([`Selected::rest`]). So one thread may step over messages for another that gets what is found.
    Nothing,
}

impl Take {
    /// A look that nobody counts.
    pub const PEEK: Self = Self::Peek {
        lock: None,
        mark: Mark::None,
        counts: false,
    };
}

/// Where the payload of a found message is.
#[derive(Clone, Debug)]
pub enum Payload {
    /// Here.
    Memory(Arc<Message>),
    /// Here, shared with messages that have other identifiers: those of the message itself say nothing.
    Shared(Arc<Message>, Ids),
    /// On disk: ask `Queue::load`, which does not lock the queue while it reads.
    Stored(Location),
}

impl Payload {
    /// Bytes of descriptor and body, which are not read for that.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Memory(message) | Self::Shared(message, _) => message.payload_len() as u64,
            Self::Stored(Location { log, file }) => {
                let len = log.map(|place| place.len).or(file.map(|place| place.len));
                u64::from(len.unwrap_or(0))
            }
        }
    }
}

/// What a message in a group, or a segment, says about itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupInfo {
    /// The group.
    pub group_id: Id,
    /// Logical message within the group, from 1.
    pub msg_seq_number: i32,
    /// Offset of the segment within the logical message.
    pub offset: i32,
    /// MQMF_ flags.
    pub flags: i32,
    /// Length of the body in bytes.
    pub body_len: u32,
}

/// A message found by `Queue::select`.
#[derive(Clone, Debug)]
pub struct Found {
    /// Which message.
    pub seq: Seq,
    /// Its place in the order.
    pub cursor: Cursor,
    /// Names this message in this queue for as long as it exists.
    pub token: [u8; 16],
    /// Its payload.
    pub payload: Payload,
    /// How often it was backed out.
    pub backout_count: u32,
    /// Priority.
    pub priority: u8,
    /// Whether it is persistent.
    pub persistent: bool,
    /// When it was put (wall clock, microseconds since 1970).
    pub put_at_us: u64,
    /// When it expires (wall clock, microseconds since 1970).
    pub expires_at_us: Option<u64>,
    /// Group and segment fields, when it has any.
    pub group: Option<GroupInfo>,
    /// It is off the queue for good ([`Take::Remove`]): neither `finish` nor `restore` it.
    pub finished: bool,
    /// Nothing was taken or marked ([`Selection::leaves_persistent`]): neither `finish` nor `restore` it.
    pub left: bool,
    /// A browse: what the handle had locked before. Still locked, until `settle_lock`.
    pub lock_before: Option<Seq>,
    /// With [`LogicalRule::complete_message`]: the further segments, in order, taken likewise.
    pub rest: Vec<Found>,
}

/// How far a walk over what has expired is: behind the message it met last. The default is the beginning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExpiryCursor {
    pub(crate) at_us: u64,
    pub(crate) seq: u64,
}

/// A message that expired and was taken out of sight. The caller sends reports, logs the
/// removal of persistent ones and calls `Queue::finish`; or gives it back with `Queue::restore_expired` or
/// `Queue::put_off`.
#[derive(Clone, Debug)]
pub struct Expired {
    /// Which message.
    pub seq: Seq,
    /// When it expired (wall clock, microseconds since 1970).
    pub at_us: u64,
    /// Its payload, for a report.
    pub payload: Payload,
    /// Whether its removal must be logged.
    pub persistent: bool,
    /// False when it is known to ask for no expiration report: its payload is not needed.
    pub may_report: bool,
}

/// A message a filter could not judge, because it is not in memory.
#[derive(Clone, Debug)]
pub struct Unread {
    /// Which message.
    pub seq: Seq,
    /// Where it is.
    pub payload: Payload,
    /// How often it was backed out.
    pub backout_count: u32,
}

/// What is left of a search that stopped before its end: everything behind what it stepped over. The
/// queue writes down what becomes available before that place, until the search goes on or is forgotten (`Queue::forget_search`).
#[derive(Clone, Copy, Debug)]
pub struct Rest {
    pub(crate) after: Key,
    pub(crate) walk: WalkId,
    /// How often it began again because of that.
    pub(crate) restarts: u32,
}

/// The answer of `Queue::select`.
#[derive(Debug, Default)]
pub struct Selected {
    /// The message, if one matched.
    pub found: Option<Box<Found>>,
    /// Expired messages met on the way.
    pub expired: Vec<Expired>,
    /// Messages the filter has to be told of before the search can go on: nothing was found,
    /// nor a waiter registered. Load them, tell the filter, and search again from [`Self::rest`] on.
    pub unread: Vec<Unread>,
    /// It has used up its steps ([`Selection::steps_max`]): nothing was found, nor a waiter registered.
    pub stopped: bool,
    /// With `unread`, `stopped` or [`Take::Nothing`]: where the search goes on, if not at the beginning.
    pub rest: Option<Rest>,
    pub(crate) before_unread: Option<Key>,
    /// Who to wake because a browse lock was freed.
    pub wakeups: crate::wakeup::Wakeups,
}
