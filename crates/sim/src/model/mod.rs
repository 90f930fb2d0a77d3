//! The reference model: queues as sorted maps, and nothing else.
//!
//! It is told what the queue manager answered and says what the next answer must be. What
//! depends on the log becoming durable waits in [`Pending`]; after a crash [`resolve`] finds
//! out, from what the restarted queue manager shows, which of it happened.

mod attributes;
mod branches;
mod pending;
pub(crate) mod resolve;
pub(crate) mod seen;
mod topics;

pub(crate) use attributes::Attributes;
pub(crate) use branches::{
    Branch, BranchNumber, Ended, SeenBranch, SeenBranches, number_of, xid_of,
};
pub(crate) use pending::{Effect, Flag, Pending, Work};
pub(crate) use topics::{Kind, Retain, Retained, SeenRetained, Subscription, Topic, last_of_each};

use std::collections::BTreeMap;

/// Names of queues made for subscriptions begin like this.
pub(crate) const MANAGED: &str = "SYSTEM.MANAGED.";

/// Names a queue of the model for as long as the run lasts; a queue defined again under its
/// old name is another one.
pub(crate) type QueueNumber = u32;

/// The place of a message on its queue: higher classes first, then arrival.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    falling_class: u8,
    order: u64,
}

/// Who can see a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Put, not committed or not yet durable.
    Hidden,
    /// On the queue.
    Available,
    /// Got, not committed or not yet durable.
    Taken,
}

/// A message as the model knows it.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    /// What its body begins with; the rest of the body follows from it.
    pub(crate) number: u64,
    pub(crate) priority: u8,
    pub(crate) persistent: bool,
    pub(crate) expires_at_us: Option<u64>,
    pub(crate) msg_id: [u8; 24],
    pub(crate) correl_id: [u8; 24],
    pub(crate) len: usize,
    /// Least and greatest backout count it may show: a crash may lose the newest.
    pub(crate) backouts: (u32, u32),
    /// How much less than the greatest it may show at any time: a crash took counts of what was held, and is held again.
    pub(crate) backouts_unseen: u32,
    /// What the log knows of it: a full log has no room for counts, a queue file has.
    pub(crate) backouts_logged: u32,
    pub(crate) state: State,
}

impl Message {
    pub(crate) fn expired(&self, now_us: u64) -> bool {
        self.expires_at_us.is_some_and(|at_us| at_us <= now_us)
    }

    /// The backout count it shows at least while nothing stops.
    pub(crate) fn counted_at_least(&self) -> u32 {
        self.backouts.1 - self.backouts_unseen
    }

    pub(crate) fn visible(&self, now_us: u64) -> bool {
        self.state == State::Available && !self.expired(now_us)
    }
}

/// A queue of the model.
#[derive(Clone, Debug)]
pub(crate) struct Queue {
    pub(crate) name: String,
    pub(crate) attributes: Attributes,
    pub(crate) temporary: bool,
    pub(crate) messages: BTreeMap<Key, Message>,
}

impl Queue {
    /// It was made for a subscription.
    pub(crate) fn is_managed(&self) -> bool {
        self.name.starts_with(MANAGED)
    }

    /// Messages that count in the depth: what was got does not, whatever becomes of the get.
    pub(crate) fn counted(&self) -> usize {
        let messages = self.messages.values();
        messages.filter(|one| one.state != State::Taken).count()
    }

    /// Least and greatest depth it may show: an expired message counts until somebody met it.
    pub(crate) fn depth_range(&self, now_us: u64) -> (usize, usize) {
        let maybe = self
            .messages
            .values()
            .filter(|message| message.state == State::Available && message.expired(now_us))
            .count();
        let most = self.counted();
        (most - maybe, most)
    }

    /// Messages put or got and not committed.
    pub(crate) fn uncommitted(&self) -> usize {
        self.messages
            .values()
            .filter(|message| message.state != State::Available)
            .count()
    }

    /// True when an expired message may still be around, perhaps on its way out.
    pub(crate) fn has_expired(&self, now_us: u64) -> bool {
        self.messages
            .values()
            .any(|message| message.expired(now_us))
    }

    /// The first visible message behind `after` that `wanted` accepts.
    pub(crate) fn first(
        &self,
        after: Option<Key>,
        now_us: u64,
        wanted: impl Fn(&Message) -> bool,
    ) -> Option<Key> {
        let behind = |key: &Key| after.is_none_or(|after| *key > after);
        self.messages
            .iter()
            .filter(|(key, message)| behind(key) && message.visible(now_us) && wanted(message))
            .map(|(key, _)| *key)
            .next()
    }
}

/// All queues, and what waits for the log.
#[derive(Clone, Debug, Default)]
pub(crate) struct Model {
    pub(crate) queues: BTreeMap<QueueNumber, Queue>,
    pub(crate) names: BTreeMap<String, QueueNumber>,
    /// Queues out of sight whose deletion is in flight. Units of work still end on them, for the deletion may be lost.
    leaving: BTreeMap<QueueNumber, Queue>,
    /// In log order.
    pub(crate) pending: Vec<Pending>,
    /// Prepared branches nobody has decided.
    pub(crate) branches: BTreeMap<BranchNumber, Branch>,
    /// What operators decided and nobody has forgotten: whether they committed.
    pub(crate) decided: BTreeMap<BranchNumber, bool>,
    /// By name.
    pub(crate) subscriptions: BTreeMap<String, Subscription>,
    pub(crate) retained: BTreeMap<Topic, Retained>,
    /// Every publication that was retained once.
    published: BTreeMap<u64, Message>,
    last_branch: BranchNumber,
    last_event: u64,
    last_subscription: u64,
    next_queue: QueueNumber,
    next_order: u64,
    next_message: u64,
}

impl Model {
    /// A queue that must exist because a handle or the name table speaks of it.
    pub(crate) fn queue(&self, number: QueueNumber) -> &Queue {
        &self.queues[&number]
    }

    pub(crate) fn named(&self, name: &str) -> Option<QueueNumber> {
        self.names.get(name).copied()
    }

    pub(crate) fn add_queue(
        &mut self,
        name: &str,
        attributes: Attributes,
        temporary: bool,
    ) -> QueueNumber {
        self.next_queue += 1;
        let queue = Queue {
            name: name.to_owned(),
            attributes,
            temporary,
            messages: BTreeMap::new(),
        };
        self.queues.insert(self.next_queue, queue);
        self.names.insert(name.to_owned(), self.next_queue);
        self.next_queue
    }

    pub(crate) fn remove_queue(&mut self, number: QueueNumber) -> Option<Queue> {
        let queue = self.queues.remove(&number)?;
        self.names.remove(&queue.name);
        Some(queue)
    }

    /// Takes a queue out of sight whose deletion is in flight; answers whether there is one.
    pub(crate) fn leave_queue(&mut self, number: QueueNumber) -> bool {
        let queue = self.remove_queue(number);
        queue.is_some_and(|queue| self.leaving.insert(number, queue).is_none())
    }

    /// Brings a queue back whose deletion did not last.
    fn restore_queue(&mut self, number: QueueNumber) {
        if let Some(queue) = self.leaving.remove(&number) {
            self.names.insert(queue.name.clone(), number);
            self.queues.insert(number, queue);
        }
    }

    /// A queue, in sight or leaving.
    fn queue_mut(&mut self, number: QueueNumber) -> Option<&mut Queue> {
        let leaving = self.leaving.get_mut(&number);
        self.queues.get_mut(&number).or(leaving)
    }

    pub(crate) fn next_message_number(&mut self) -> u64 {
        self.next_message += 1;
        self.next_message
    }

    /// Puts a message in its place behind those of its class.
    pub(crate) fn place(&mut self, number: QueueNumber, message: Message) -> Key {
        self.next_order += 1;
        let order = self.next_order;
        let queue = self
            .queues
            .get_mut(&number)
            .expect("puts go to queues that exist");
        let class = if queue.attributes.fifo {
            queue.attributes.default_priority
        } else {
            message.priority
        };
        let key = Key {
            falling_class: 9 - class,
            order,
        };
        queue.messages.insert(key, message);
        key
    }

    pub(crate) fn message(&self, at: (QueueNumber, Key)) -> Option<&Message> {
        self.queues.get(&at.0)?.messages.get(&at.1)
    }

    pub(crate) fn message_mut(&mut self, at: (QueueNumber, Key)) -> Option<&mut Message> {
        self.queue_mut(at.0)?.messages.get_mut(&at.1)
    }

    fn set_state(&mut self, at: (QueueNumber, Key), state: State) {
        // A temporary queue may have gone with its messages.
        if let Some(message) = self.message_mut(at) {
            message.state = state;
        }
    }

    fn remove(&mut self, at: (QueueNumber, Key)) {
        if let Some(queue) = self.queue_mut(at.0) {
            queue.messages.remove(&at.1);
        }
    }

    pub(crate) fn take(&mut self, at: (QueueNumber, Key)) {
        self.set_state(at, State::Taken);
    }

    /// Makes a unit of work real.
    pub(crate) fn commit(&mut self, work: &Work) {
        for at in &work.gets {
            self.remove(*at);
        }
        for at in &work.puts {
            self.set_state(*at, State::Available);
        }
    }

    /// Undoes a unit of work. `counted` raises the backout counts of what it had got.
    pub(crate) fn back_out(&mut self, work: &Work, counted: bool) {
        for at in &work.puts {
            self.remove(*at);
        }
        for at in &work.gets {
            if let Some(message) = self.message_mut(*at) {
                message.state = State::Available;
                message.backouts.1 += u32::from(counted);
                if !message.persistent && counted {
                    message.backouts.0 = message.backouts.1;
                }
            }
        }
    }

    /// Applies what the log has made durable; answers whether anything was.
    pub(crate) fn apply_durable(&mut self) -> bool {
        let (done, left): (Vec<_>, Vec<_>) = std::mem::take(&mut self.pending)
            .into_iter()
            .partition(|pending| pending.flag.is_durable());
        self.pending = left;
        for pending in &done {
            self.apply(&pending.effect);
        }
        !done.is_empty()
    }

    pub(crate) fn apply(&mut self, effect: &Effect) {
        match effect {
            Effect::Commit(work) => {
                self.commit(work);
                self.harden_retained(&work.retains);
            }
            Effect::Counted(at, count) => {
                if let Some(message) = self.message_mut(*at) {
                    message.backouts.0 = message.backouts.0.max(*count);
                    message.backouts_logged = message.backouts_logged.max(*count);
                }
            }
            // In sight since it was asked for.
            Effect::Defined(_) | Effect::Subscribed(..) | Effect::Forgotten(..) => {}
            Effect::Prepared(number) => {
                if let Some(branch) = self.branches.get_mut(number) {
                    branch.durable = true;
                }
            }
            Effect::Ended(ended) => {
                if let Some(work) = &ended.committed {
                    self.commit(work);
                    self.harden_retained(&work.retains);
                }
            }
            Effect::Deleted(number) | Effect::Unsubscribed(_, _, number) => {
                self.leaving.remove(number);
            }
            Effect::Altered(number, _, after) => {
                if let Some(queue) = self.queues.get_mut(number) {
                    queue.attributes = after.clone();
                }
            }
            Effect::Cleared(number) => {
                if let Some(queue) = self.queues.get_mut(number) {
                    queue.messages.clear();
                }
            }
        }
    }
}
