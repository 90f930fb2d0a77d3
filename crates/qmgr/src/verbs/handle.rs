//! Object handles: what a connection has open.

use crate::core::figures::message::ObjectSlot;
use crate::deliver::resolve::Resolved;
use crate::deliver::target::Target;
use crate::objects::Objects;
use crate::objects::authority::Entity;
use crate::objects::registry::FrontQueue;
use crate::publish::publisher::Publisher;
use crate::publish::subscription::Activity;
use crate::publish::topics::Audience;
use crate::store::local_queue::LocalQueue;
use crate::verbs::selector::Selecting;
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::structs::MsgDescriptor;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::ObjectHandle;
use ferromq_queue::{Cursor, GroupPosition, HandleId};
use std::sync::Arc;

/// What a handle stands for.
#[derive(Debug)]
pub(crate) enum Opened {
    /// A queue that messages go to or come from.
    Queue(Resolved),
    /// An object opened for inquiry only: the queue manager, a process, a namelist, or an
    /// alias, remote or model queue.
    Object(Definition),
    /// A topic that messages are published to.
    Topic(Box<OpenTopic>),
    /// A subscription.
    Subscription(OpenSubscription),
    /// A distribution list: the handle of each destination, or why there is none.
    List(Vec<Destination>),
}

/// A destination of a distribution list.
pub(crate) type Destination = Result<ObjectHandle, Reason>;

/// A topic opened for publishing.
#[derive(Debug)]
pub(crate) struct OpenTopic {
    /// This handle as a publisher, with the full topic string.
    pub(crate) publisher: Arc<Publisher>,
    /// The alias queue it was reached through.
    pub(crate) front: Option<Arc<FrontQueue>>,
    /// Whom the last publication met.
    pub(crate) audience: Option<Audience>,
}

/// A subscription a connection has for itself, or joins another in.
#[derive(Clone, Debug)]
pub(crate) struct OpenSubscription {
    pub(crate) id: ObjectName,
    pub(crate) durable: bool,
    pub(crate) activity: Arc<Activity>,
    /// Whose authority it was subscribed or resumed under, if that is not the connection's own.
    pub(crate) stands_in_for: Option<Arc<Entity>>,
    /// Somebody else has it: nothing becomes of it by this handle.
    pub(crate) joined: bool,
}

/// Where a sequence of logical puts stands (`MQPMO_LOGICAL_ORDER`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LogicalPut {
    pub(crate) group_id: [u8; 24],
    pub(crate) msg_seq_number: i32,
    pub(crate) offset: i32,
    pub(crate) in_group: bool,
    pub(crate) in_segments: bool,
    /// The segmented message that is open is the last of its group.
    pub(crate) last_message: bool,
    pub(crate) persistence: i32,
    pub(crate) in_syncpoint: bool,
    /// The last put was in logical order.
    pub(crate) ordered: bool,
}

impl LogicalPut {
    /// What is not complete yet.
    pub(crate) fn incomplete(self) -> Reason {
        if self.in_segments {
            Reason::INCOMPLETE_MSG
        } else {
            Reason::INCOMPLETE_GROUP
        }
    }
}

/// A group whose messages all go to one target.
pub(crate) type BoundGroup = ([u8; 24], Target);

/// Where gets from a group stand: there is one only within a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LogicalGet {
    /// The next message of the group.
    pub(crate) position: GroupPosition,
    /// Syncpoint options of the last get.
    pub(crate) syncpoints: i32,
    /// The last get was in logical order.
    pub(crate) ordered: bool,
}

/// Where browses in logical order stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LogicalBrowse {
    /// Whether the last browse was in logical order; `None` before there was one.
    pub(crate) ordered: Option<bool>,
    /// The next message of the group, within a group.
    pub(crate) expected: Option<GroupPosition>,
    /// Place of the first message of the group that was browsed last.
    pub(crate) resume: Option<Cursor>,
}

/// An open object.
#[derive(Debug)]
pub(crate) struct Handle {
    pub(crate) opened: Opened,
    pub(crate) object_name: ObjectName,
    /// `MQOO_*`, with the input type the queue's default stands for filled in.
    pub(crate) options: i32,
    pub(crate) id: HandleId,
    /// Put defaults of the first definition on the way, taken at open.
    pub(crate) default_priority: i32,
    pub(crate) default_persistence: i32,
    pub(crate) default_put_response: i32,
    /// Cap on expiry along the way, tenths of a second.
    pub(crate) cap_expiry: Option<i32>,
    pub(crate) cursor: Option<Cursor>,
    /// Where the current group stands for gets.
    pub(crate) logical_get: Option<LogicalGet>,
    /// Where the current group stands for browses.
    pub(crate) logical_browse: LogicalBrowse,
    pub(crate) logical_put: Option<LogicalPut>,
    /// The group that is bound to a target, if any is.
    pub(crate) bound_group: Option<BoundGroup>,
    /// Context of the last message got, with `MQOO_SAVE_ALL_CONTEXT`.
    pub(crate) saved_context: Option<Box<MsgDescriptor>>,
    /// The dynamic queue this handle's open made, to be deleted when temporary.
    pub(crate) made_dynamic: bool,
    /// Which messages it sees, if not all.
    pub(crate) selector: Option<Arc<Selecting>>,
    /// Generations of the definitions it was opened by.
    pub(crate) opened_as: OpenedAs,
}

/// Generations of definitions; they must not change under an open handle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct OpenedAs {
    front: u64,
    behind: u64,
    queue: u64,
    /// Of `DEFXMITQ`, if that is what led to the queue.
    default_transmission: u64,
}

impl OpenedAs {
    pub(crate) fn of(objects: &Objects, resolved: &Resolved) -> Self {
        let of =
            |front: &Option<Arc<FrontQueue>>| front.as_ref().map_or(0, |front| front.generation());
        Self {
            front: of(&resolved.front),
            behind: of(&resolved.behind),
            queue: resolved.queue().generation(),
            default_transmission: if resolved.by_default {
                objects.default_transmission_generation()
            } else {
                0
            },
        }
    }
}

impl Handle {
    /// The local queue behind the handle.
    pub(crate) fn queue(&self) -> Option<&Arc<LocalQueue>> {
        match &self.opened {
            Opened::Queue(resolved) => Some(resolved.queue()),
            _ => None,
        }
    }

    /// What its figures are of.
    pub(crate) fn slot(&self) -> ObjectSlot {
        match &self.opened {
            Opened::Queue(_) | Opened::List(_) => ObjectSlot::Queue,
            Opened::Topic(_) => ObjectSlot::Topic,
            // It has no type of object.
            Opened::Subscription(_) => ObjectSlot::Other,
            Opened::Object(definition) => match definition.kind() {
                ObjectKind::Namelist => ObjectSlot::Namelist,
                ObjectKind::Process => ObjectSlot::Process,
                ObjectKind::QMgr => ObjectSlot::QMgr,
                _ => ObjectSlot::Queue,
            },
        }
    }

    /// Refuses a handle whose queue was altered so that it would lead elsewhere now, or whose files failed.
    pub(crate) fn check_unchanged(&self, objects: &Objects) -> Result<(), Reason> {
        match &self.opened {
            Opened::Queue(resolved) if resolved.queue().is_damaged() => Err(Reason::OBJECT_DAMAGED),
            Opened::Queue(resolved) if OpenedAs::of(objects, resolved) != self.opened_as => {
                Err(Reason::OBJECT_CHANGED)
            }
            _ => Ok(()),
        }
    }

    /// True when any of the open options asked for is on.
    pub(crate) fn has(&self, options: i32) -> bool {
        self.options & options != 0
    }
}

/// The handles of a connection. Handle numbers start at 2 and are used again after close.
#[derive(Debug, Default)]
pub(crate) struct Handles {
    slots: Vec<Option<Box<Handle>>>,
    open: usize,
}

const FIRST_NUMBER: usize = 2;
/// Most handles of a connection of the queue manager's own: more than topics it keeps open to publish what came from others
/// and subscribers that go with their queues take together, each of which has a bound of its own.
pub(crate) const OWN_HANDLES_MAX: usize = 12_000;

impl Handles {
    pub(crate) fn len(&self) -> usize {
        self.open
    }

    pub(crate) fn add(&mut self, handle: Handle) -> ObjectHandle {
        let free = self.slots.iter().position(Option::is_none);
        let index = free.unwrap_or_else(|| {
            self.slots.push(None);
            self.slots.len() - 1
        });
        self.slots[index] = Some(Box::new(handle));
        self.open += 1;
        ObjectHandle(i32::try_from(index + FIRST_NUMBER).unwrap_or(i32::MAX))
    }

    pub(crate) fn get(&mut self, number: ObjectHandle) -> Result<&mut Handle, Reason> {
        usize::try_from(number.0)
            .ok()
            .and_then(|number| number.checked_sub(FIRST_NUMBER))
            .and_then(|index| self.slots.get_mut(index))
            .and_then(Option::as_deref_mut)
            .ok_or(Reason::HOBJ_ERROR)
    }

    pub(crate) fn remove(&mut self, number: ObjectHandle) -> Result<Handle, Reason> {
        self.get(number)?;
        let index = usize::try_from(number.0).unwrap_or(0) - FIRST_NUMBER;
        self.open -= 1;
        self.slots[index]
            .take()
            .map(|handle| *handle)
            .ok_or(Reason::HOBJ_ERROR)
    }

    pub(crate) fn numbers(&self) -> Vec<ObjectHandle> {
        let in_use = self
            .slots
            .iter()
            .enumerate()
            .filter(|(_, slot)| slot.is_some());
        in_use
            .map(|(index, _)| ObjectHandle(i32::try_from(index + FIRST_NUMBER).unwrap_or(0)))
            .collect()
    }
}
