//! What takes part in units of work besides queues.
//!
//! A participant is enlisted by whoever changes its resource in a unit of work ([`UnitOfWork::participant`]). What is retained
//! (`publish/retention.rs`) is the first one.

use crate::core::latch::{Forced, Latch};
use crate::store::Store;
use crate::store::deferred::DeferredAction;
use crate::uow::unit::UnitOfWork;
use ferromq_log::Lsn;
use ferromq_mqi::xa::XaCode;
use ferromq_queue::LoadError;
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// The part of a unit of work that changes a resource.
///
/// The unit of work it is given lacks its participants meanwhile. What it puts or gets in that is logged as any put or get, so
/// what a participant changes may be kept in messages, and is then durable with the commit record and no other.
///
/// One that is elsewhere, on another machine, has to be asked before there is a commit record, and told behind it: each of that may
/// take a while. None of these calls blocks. Before the record it says that it waits ([`Vote::Waits`]), and the verb is pending
/// and asks again; behind it, it holds back the answer of the verb ([`Answer`]).
///
/// Order of locks: a unit of work that has participants is committed under `commit_order`, taken after the unit of work was
/// taken from its connection or branch, from [`Self::before_commit`] until [`Self::commit`] has returned. So what participants
/// show changes in the order of the commit records, and a participant takes no lock above `commit_order`. Of
/// [`Self::prepare`] the caller holds the lock of the unit of work, of [`Self::back_out`] it may.
pub(crate) trait Participant: Any + fmt::Debug + Send {
    /// What it keeps that `MAXUMSGS` bounds, besides the messages that the unit of work has put and got for it.
    fn message_count(&self) -> usize {
        0
    }

    /// The unit of work is about to be promised, or to be committed without a promise: whether that may be. If it is promised, what is
    /// in the log then is all a restart finds. Asked again, of whatever the unit of work is by then, as long as one waits; and not
    /// any more when all are ready.
    fn prepare(&mut self, work: &mut UnitOfWork) -> Vote;

    /// The unit of work is about to be committed, and the log may still refuse that; then it is backed out or, if it was `promised`,
    /// committed later, and this is called again.
    fn before_commit(&mut self, work: &mut UnitOfWork, promised: bool);

    /// The commit record is in the log up to `end`, which is `NONE` for work of which nothing is logged. Shows what was
    /// changed, and answers what follows from it. Nothing waits for the log in here.
    fn commit(&mut self, end: Lsn) -> Vec<Following>;

    /// The commit is durable, if anything of it was logged. Runs after a force: what may be done there is in this crate's README.
    fn committed(&mut self, _answer: &Answer) {}

    /// The unit of work is backed out; of what was promised the record of that is durable. Not called of one that a restart finds as it
    /// was before it was promised, nor when the queue manager has failed: whoever is elsewhere has to ask then, and what is not known
    /// was backed out. What it put is backed out with the rest.
    fn back_out(&mut self, _answer: &Answer) {}
}

/// What a participant says to a commit that is to come.
#[derive(Debug)]
pub(crate) enum Vote {
    /// The unit of work may be promised or committed: this participant can do either from now on.
    Ready,
    /// The unit of work is to be backed out. The code, of `XA_RB*`, is what a transaction manager is answered.
    Refused(XaCode),
    /// It is to be asked again when this opens.
    Waits(Latch),
}

/// The answer of the verb that ends a unit of work. It is given when nobody keeps a clone of this any more.
#[derive(Clone)]
pub(crate) struct Answer(Arc<HeldBack>);

struct HeldBack {
    latch: Latch,
    /// Of one that has put: the answer may have to wait for room in the log besides.
    store: Option<Arc<Store>>,
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Answer").field(&self.0.latch).finish()
    }
}

impl Answer {
    /// An answer that waits behind this latch.
    pub(super) fn behind(latch: &Latch) -> Self {
        Self::of_put(latch, None)
    }

    pub(super) fn of_put(latch: &Latch, store: Option<Arc<Store>>) -> Self {
        let latch = latch.clone();
        Self(Arc::new(HeldBack { latch, store }))
    }
}

impl Drop for HeldBack {
    fn drop(&mut self) {
        // One that failed is open already.
        if self.latch.is_open() {
            return;
        }
        match self.store.take() {
            Some(store) => store.back_pressure.open(self.latch.clone(), &store.log),
            None => self.latch.open(Forced::Durable),
        }
    }
}

/// What follows from a commit.
pub(crate) struct Following {
    /// It may be done once the log is durable up to here.
    pub(crate) behind: Lsn,
    pub(crate) action: DeferredAction,
}

/// Whoever keeps a resource, and makes its participants.
pub(crate) trait Resource {
    /// Redo: restart has found a unit of work in doubt. If it changes the resource a participant is enlisted again, which
    /// knows what the one of the earlier life has put, is not asked to prepare any more, and hears how the unit of work ends. Nobody
    /// else enlists one: without this the resource would not hear of it. Called before any verb.
    ///
    /// # Errors
    /// What it put cannot be read, though nothing says that it is damaged: the queue manager does not start.
    fn redo(&self, work: &mut UnitOfWork) -> Result<(), LoadError>;
}

#[cfg(test)]
#[path = "participant_tests.rs"]
mod tests;
