//! What the engine works with: transactions and groups, what it asks for, why it stops, and how it is set up.

use super::ring::size_of;
use crate::message::{Kind, Message};
use std::sync::Arc;

/// What a queue calls a message: `MsgToken`.
pub type Token = [u8; 16];

/// In which order transactions are committed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommitOrder {
    /// As at the source. The position is an origin's.
    Ordered,
    /// As they are ready. What is done is in a table.
    Relaxed,
}

/// How apply works.
#[derive(Clone, Debug)]
pub struct Settings {
    /// In which order transactions are committed.
    pub order: CommitOrder,
    /// Sessions at the target, 1 to 128.
    pub agents: usize,
    /// Transactions that become one at the target, at most; 1 is one to one.
    pub group_transactions: usize,
    /// Bytes of such a group after which no more is added.
    pub group_bytes: usize,
    /// Bytes of messages that are held, about.
    pub memory_bytes: usize,
    /// How long a missing message is waited for.
    pub gap_timeout_ms: u64,
    /// How often a group is tried again after deadlocks and the like.
    pub deadlock_retries: u32,
    /// Messages that are purged in one unit of work.
    pub purge_batch: usize,
    /// How often the target is asked to force what is committed, so that messages may be purged.
    pub flush_interval_ms: u64,
    /// Everything from here on is executed statement by statement, with conflicts resolved; after a long transaction failed.
    pub careful_from: Option<u64>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            order: CommitOrder::Ordered,
            agents: 1,
            group_transactions: 100,
            group_bytes: 1 << 20,
            memory_bytes: 64 << 20,
            gap_timeout_ms: 60_000,
            deadlock_retries: 3,
            purge_batch: 200,
            flush_interval_ms: 100,
            careful_from: None,
        }
    }
}

/// A transaction of the source, or a message that is none and is done as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transaction {
    /// Sequence number of its first message.
    pub first: u64,
    /// And of its last.
    pub last: u64,
    /// Sequence number with which the source's transaction begins; another than `first` for later parts of a long one.
    pub begin: u64,
    /// The source's transaction ends with it; another part follows where not.
    pub ends: bool,
    /// Its messages, in order; schemas may be among them.
    pub messages: Vec<Message>,
}

impl Transaction {
    pub(super) fn bytes(&self) -> usize {
        self.messages.iter().map(size_of).sum()
    }

    pub(super) fn from(sequence: u64, begin: u64) -> Self {
        Self {
            first: sequence,
            last: sequence,
            begin,
            ends: false,
            messages: Vec::new(),
        }
    }

    /// Whether it is a part of a long one.
    pub(super) fn is_part(&self) -> bool {
        !self.ends || self.begin != self.first
    }

    /// Whether it is rows only, which a group may have more of.
    pub(super) fn is_rows(&self) -> bool {
        let is_rows = |message: &Message| message.header.kind == Kind::Transaction;
        self.messages.iter().all(is_rows)
    }
}

/// How a group is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// All statements at once; whatever is not as expected is a failure.
    Fast,
    /// Row by row: conflicts are resolved as the subscription says, and told in `IBMQREP_EXCEPTIONS`.
    Careful,
}

/// What becomes one transaction at the target, or a part of a long one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Sequence number of its first message.
    pub first: u64,
    /// And of its last: the position, once it is committed.
    pub last: u64,
    /// Its transactions.
    pub transactions: Vec<Transaction>,
    /// It begins a transaction of the target; else it goes on with the open one.
    pub begins: bool,
    /// It ends it: a commit follows.
    pub ends: bool,
    /// How it is executed.
    pub manner: Manner,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// An agent executes a group and leaves the transaction open: [`super::engine::Engine::executed`] or [`super::engine::Engine::failed`].
    Execute {
        /// Which agent.
        agent: usize,
        /// How often the agent has failed so far: a command of an earlier turn is void.
        turn: u64,
        /// What.
        group: Arc<Group>,
    },
    /// An agent commits: [`super::engine::Engine::committed`] or [`super::engine::Engine::failed`].
    Commit {
        /// Which agent.
        agent: usize,
        /// As above.
        turn: u64,
    },
    /// An agent gives up what it has executed: [`super::engine::Engine::rolled_back`].
    RollBack {
        /// Which agent.
        agent: usize,
        /// As above.
        turn: u64,
    },
    /// What an agent executes is to be cancelled at the target; it fails then.
    Cancel {
        /// Which agent.
        agent: usize,
    },
    /// Somebody looks which agents an agent waits for: [`super::engine::Engine::blocked`].
    AskBlocked {
        /// Which agent.
        agent: usize,
    },
    /// What is committed is forced to the target's disk: [`super::engine::Engine::flushed`].
    Flush,
    /// These are deleted from the queue in one unit of work: [`super::engine::Engine::purged`].
    Purge(Vec<(u64, Token)>),
    /// A message is browsed by its key: [`super::engine::Engine::arrived`] or [`super::engine::Engine::absent`].
    Fetch(u64),
    /// With relaxed commits: what is below this number need not be remembered as done.
    Forget(u64),
}

/// Why apply goes no further with this run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Messages are missing: the first, and the first that is there after it.
    Gap {
        /// First number that is missing.
        from: u64,
        /// First number that is there after it.
        to: u64,
        /// Nothing was applied in this run: the target may be older than the queue.
        at_start: bool,
    },
    /// A group cannot be applied, and the subscription says that this stops the queue.
    Refused {
        /// Its first message.
        sequence: u64,
        /// Why.
        reason: Refusal,
    },
    /// A message is of another map, or of an epoch before this one that the map has not been in, or was committed since this one began.
    Foreign {
        /// Its map.
        map: u32,
        /// Its epoch.
        epoch: u64,
        /// Its number.
        sequence: u64,
    },
    /// A message is out of its transaction.
    OutOfPlace {
        /// Its number.
        sequence: u64,
    },
    /// Everything of this epoch is applied and another has begun.
    NextEpoch(u64),
    /// A long transaction failed: the next run executes it carefully, from this number on.
    Again {
        /// Its first message.
        careful_from: u64,
        /// Why.
        reason: Refusal,
    },
}

/// Why an agent could not do something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// It may do the next time: deadlock, serialization, cancellation.
    pub passes: bool,
    /// The program ends, and not only the queue (`ERROR_ACTION` S).
    pub ends_program: bool,
    /// What the target said.
    pub text: String,
}

/// Which rule was broken on purpose, to see that tests notice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mutant {
    /// Messages are purged when their transaction is committed and not yet forced.
    pub purges_before_flush: bool,
    /// Groups are committed as they are executed, while the position is an origin's.
    pub commits_as_executed: bool,
}

/// How much was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Source transactions committed.
    pub transactions: u64,
    /// Messages that came twice.
    pub twins: u64,
    /// Times a missing message was looked for.
    pub searches: u64,
    /// Times something was tried again after a deadlock or the like.
    pub deadlock_retries: u64,
    /// Groups that were parted, or tried again with care, after a failure.
    pub careful: u64,
    /// Transactions that were executed while they came.
    pub long: u64,
    /// Transactions that waited for another.
    pub dependencies: u64,
    /// Messages purged.
    pub purged: u64,
    /// Bodies that were read again, because memory was short.
    pub fetched: u64,
}
