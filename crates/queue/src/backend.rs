//! What a queue manager asks of whoever has the messages of a queue.
//!
//! [`Queue`] is one answer: messages in this process, kept by the queue manager's log, its checkpoints and the files of the queue
//! (`harden`, `spill`, `redo_put` and the like are its own and not in here). Another engine that keeps its messages itself can
//! stand behind the same definitions, handles and verbs.
//!
//! The rules are those of the life of a message (`README.md`), whoever answers:
//!
//! - A number given by `reserve` is never given twice. What is inserted is seen by nobody before `make_visible`, if it was not
//!   inserted visible.
//! - What `select` holds nobody else finds until `restore`; `finish` removes it for good.
//! - A call that does not fit the state of its message does nothing.
//! - No call waits: not for a disk, not for a peer, not for another call. `load` alone may read, and verbs leave it to workers.
//! - What needs the engine's word may be answered later: places, searches, and what gives, shows, takes off or brings back a message
//!   ([`Called`], [`Searched`]). Calls are carried out in the order in which they were made, whenever they are answered, so that nobody has
//!   to wait for one to make the next. Whoever made a call that gives something (a place, a held message) and wants it no more waits
//!   for the answer all the same, and gives it back.
//! - An engine that will never answer, as it is gone, drops the [`crate::Completion`]. Before anything of a verb is done that is a refusal;
//!   behind a commit record it is not known what became of the message, and the verb says so.
//! - Nobody is woken within a call: it answers whom to wake.

use crate::called::{Called, Pending};
use crate::failure::{LoadError, PutRefusal, TooManyWaiters};
use crate::load::UncommittedPut;
use crate::message::{Id, Ids, Message, PutMeta, Visibility};
use crate::numbers::{HandleId, Holder, Seq, WaiterId};
use crate::queue::{Queue, ReadLog};
use crate::rehearsed::RehearsedQueue;
use crate::selection::{Expired, ExpiryCursor, Interest, Payload, Rest, Selected, Selection, Take};
use crate::status::{Backlog, DepthMarks, QueueSettings, QueueStatistics, QueueStatus};
use crate::wakeup::Wakeups;
use std::fmt::Debug;
use std::sync::Arc;
use std::task::Waker;

/// How a search went on.
#[derive(Debug)]
#[must_use = "what was selected is held"]
pub enum Searched {
    /// It is over. What was selected is in the caller's place, whatever came of the waiter.
    Done(Result<Option<WaiterId>, TooManyWaiters>),
    /// What is selected comes later, and the caller's place stays as it was.
    Pending(Pending<LateSearch>),
}

impl From<Result<Option<WaiterId>, TooManyWaiters>> for Searched {
    fn from(waiter: Result<Option<WaiterId>, TooManyWaiters>) -> Self {
        Self::Done(waiter)
    }
}

/// What came of a search later.
#[derive(Debug)]
pub struct LateSearch {
    /// What was selected.
    pub selected: Selected,
    /// The waiter that was registered, if nothing was found.
    pub waiter: Result<Option<WaiterId>, TooManyWaiters>,
}

/// A row for each call: what it promises, and its signature. [`Queue`] answers with its method of the same name. First those that may be answered later;
/// [`RehearsedQueue`] has methods of its own for them.
macro_rules! backend {
    (
        late {
            $($(#[$late_doc:meta])* fn $late:ident($($passed:ident: $passed_of:ty),*) -> $comes:ty;)*
        }
        at_once {
            $($(#[$doc:meta])* fn $name:ident($($argument:ident: $of:ty),*) $(-> $answer:ty)?;)*
        }
    ) => {
        /// See the module.
        pub trait QueueBackend: Debug + Send + Sync {
            $($(#[$late_doc])* fn $late(&self $(, $passed: $passed_of)*) -> $comes;)*
            $($(#[$doc])* fn $name(&self $(, $argument: $of)*) $(-> $answer)?;)*
        }

        impl QueueBackend for Queue {
            $(fn $late(&self $(, $passed: $passed_of)*) -> $comes {
                Queue::$late(self $(, $passed)*).into()
            })*
            $(fn $name(&self $(, $argument: $of)*) $(-> $answer)? {
                Queue::$name(self $(, $argument)*)
            })*
        }

        impl QueueBackend for RehearsedQueue {
            $(fn $late(&self $(, $passed: $passed_of)*) -> $comes {
                RehearsedQueue::$late(self $(, $passed)*)
            })*
            $(fn $name(&self $(, $argument: $of)*) $(-> $answer)? {
                Queue::$name(self.carried_out(stringify!($name)) $(, $argument)*)
            })*
        }
    };
}

backend! {
    late {
        /// Makes room for a message, which counts in the depth from now on. Ended by `insert` or `release`.
        ///
        /// # Errors
        /// [`PutRefusal`].
        fn reserve() -> Called<Result<Seq, PutRefusal>>;
        /// The same for a message that rests in the log and needs no room anywhere else.
        ///
        /// # Errors
        /// [`PutRefusal::Full`].
        fn reserve_logged() -> Called<Result<Seq, PutRefusal>>;
        /// Gives up a reservation, or backs out a put that was never visible.
        fn release(seq: Seq) -> Called<()>;
        /// Puts the message into its reservation.
        fn insert(
            seq: Seq, message: Arc<Message>, meta: &PutMeta, visibility: Visibility
        ) -> Called<Wakeups>;
        /// The same of a message that shares all but its identifiers with others.
        fn insert_copy(
            seq: Seq, message: Arc<Message>, ids: &Ids, meta: &PutMeta, visibility: Visibility
        ) -> Called<Wakeups>;
        /// Commits a put.
        fn make_visible(seq: Seq) -> Called<Wakeups>;
        /// Looks for a message and takes it as the first part of `how` says. The second is wall clock, microseconds since 1970. What was
        /// selected is put into an empty place of the caller's; expired messages met on the way are held and handed out. With a waker
        /// it registers a waiter if nothing is found, so that no message slips in between.
        fn select_into(
            selection: &Selection<'_>, how: (Take, u64), waker: Option<&Waker>, selected: &mut Selected
        ) -> Searched;
        /// Removes a message that was held.
        fn finish(seq: Seq) -> Called<()>;
        /// Backs out a get. With `count_backout` the backout count grows by one.
        fn restore(seq: Seq, count_backout: bool) -> Called<Wakeups>;
    }

    at_once {
        /// Takes over changed attributes. Those about puts count for later puts.
        fn update_settings(settings: QueueSettings);
        /// A message that is put and not committed.
        fn uncommitted_put(seq: Seq) -> Option<UncommittedPut>;
        /// Tells that a message with one of these ids will be looked for or put soon. Promises nothing.
        fn expect(msg_id: Option<&Id>, correl_id: Option<&Id>);
        /// Registers a waiter. A message that became visible before wakes nobody: select once more after registering.
        ///
        /// # Errors
        /// [`TooManyWaiters`].
        fn wait(interest: Interest, waker: Waker, handle: HandleId) -> Result<WaiterId, TooManyWaiters>;
        /// A search that stopped before its end does not go on.
        fn forget_search(rest: Rest);
        /// Ends a waiter, woken or not.
        fn cancel_wait(waiter: WaiterId) -> Wakeups;
        /// All who wait look again.
        fn wake_all() -> Wakeups;
        /// The message behind a payload. May read a disk; a held message can always be loaded, one only browsed may be gone.
        ///
        /// # Errors
        /// [`LoadError`].
        fn load(seq: Seq, payload: &Payload, read_log: ReadLog<'_>) -> Result<Arc<Message>, LoadError>;
        /// How often a message was backed out.
        fn backout_count(seq: Seq) -> Option<u32>;
        /// Whether a handle has a message locked.
        fn has_lock(handle: HandleId) -> bool;
        /// Frees the message a handle has locked.
        fn unlock(handle: HandleId) -> Wakeups;
        /// Ends what a browse began that found a message while the handle had another one locked.
        fn settle_lock(handle: HandleId, before: Seq, accepted: bool) -> Wakeups;
        /// Takes a handle's mark from one message, or from all.
        fn unmark(handle: HandleId, seq: Option<Seq>) -> Wakeups;
        /// Takes the cooperative mark from one message, or from all.
        fn unmark_cooperative(seq: Option<Seq>) -> Wakeups;
        /// When the next cooperative mark falls off by itself: wall clock, microseconds since 1970.
        fn next_mark_end_us(now_us: u64) -> Option<u64>;
        /// Forgets a handle: its lock, its marks, its waiters.
        fn drop_handle(handle: HandleId) -> Wakeups;
        /// Takes at most `limit` messages that have expired out of sight, and moves `after` to the last of them.
        fn expire_sweep(after: &mut ExpiryCursor, now_us: u64, limit: usize) -> Vec<Expired>;
        /// When the next available message expires, wall clock, microseconds since 1970. Those that are put off do not count.
        fn next_expiry_us() -> Option<u64>;
        /// Gives back an expired message whose removal could not be logged. Nobody sees it.
        fn restore_expired(seq: Seq);
        /// Gives back an expired message that does not expire until it is tried again.
        fn put_off(seq: Seq) -> Wakeups;
        /// Takes a message that is put off out of sight once more.
        fn expire_put_off(seq: Seq) -> Option<Expired>;
        /// Takes every available message out of sight for `holder`.
        fn purge(holder: Holder) -> Vec<Seq>;
        /// The numbers of purged messages as ranges that go over no other message.
        fn ranges_of(purged: &[Seq]) -> Vec<(u64, u64)>;
        /// `CURDEPTH`: messages on the queue, with those of puts that are not committed, without those of gets that are not.
        fn depth() -> u32;
        /// Nothing is on the queue, and nobody has got or put what may yet be there.
        fn is_empty() -> bool;
        /// Puts and gets that are not committed.
        fn uncommitted() -> u32;
        /// Messages on the queue, and how many have been got from it.
        fn backlog() -> Backlog;
        /// Messages of at least this priority a getter could take now.
        fn available_at_or_above(priority: u8) -> u32;
        /// All figures at one moment.
        fn status() -> QueueStatus;
        /// What went on since this was called last, or since the queue was opened. Counts anew.
        fn reset_statistics(opened_us: u64, now_us: u64) -> QueueStatistics;
        /// The lowest and the highest depth since this was called last. Both begin anew with the depth there is.
        fn take_depth_marks() -> DepthMarks;
    }
}
