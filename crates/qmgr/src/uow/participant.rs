//! What takes part in units of work besides queues.
//!
//! A participant is enlisted by whoever changes its resource in a unit of work ([`UnitOfWork::participant`]). What is retained
//! (`publish/retention.rs`) is the first one.

use crate::store::errands::Errand;
use crate::uow::unit::UnitOfWork;
use ferromq_log::Lsn;
use ferromq_queue::LoadError;
use std::any::Any;
use std::fmt;

/// The part of a unit of work that changes a resource.
///
/// The unit of work it is given lacks its participants meanwhile. What it puts or gets in that is logged as any put or get, so
/// what a participant changes may be kept in messages, and is then durable with the commit record and no other.
///
/// Order of locks: a unit of work that has participants is committed under `administration`, taken after the unit of work was
/// taken from its connection or branch, from [`Self::before_commit`] until [`Self::commit`] has returned. So what participants
/// show changes in the order of the commit records, and a participant takes no lock above `administration`. Of
/// [`Self::prepare`] the caller may hold the lock of the branch's unit of work.
pub(crate) trait Participant: Any + fmt::Debug + Send {
    /// The unit of work is about to be promised: from the record of that on, what is in the log is all a restart finds.
    fn prepare(&mut self, work: &mut UnitOfWork);

    /// The unit of work is about to be committed, and may still be refused; then it is backed out or, if it was `promised`,
    /// committed later, and this is called again.
    fn before_commit(&mut self, work: &mut UnitOfWork, promised: bool);

    /// The commit record is in the log up to `end`, which is `NONE` for work of which nothing is logged. Shows what was
    /// changed, and answers what follows from it. Nothing waits for the log in here.
    fn commit(&mut self, end: Lsn) -> Vec<Following>;

    // Back out: a participant that is dropped without a commit has changed nothing. What it put is backed out with the rest.
}

/// What follows from a commit.
pub(crate) struct Following {
    /// It may be done once the log is durable up to here.
    pub(crate) behind: Lsn,
    pub(crate) errand: Errand,
}

/// Whoever keeps a resource, and makes its participants.
pub(crate) trait Resource {
    /// Redo: restart has found a unit of work in doubt. If it changes the resource a participant is enlisted again, which
    /// knows what the one of the earlier life has put. Called before any verb.
    ///
    /// # Errors
    /// What it put cannot be read, though nothing says that it is damaged: the queue manager does not start.
    fn redo(&self, work: &mut UnitOfWork) -> Result<(), LoadError>;
}

#[cfg(test)]
#[path = "participant_tests.rs"]
mod tests;
