//! A participant of units of work as a test plays it: it refuses, and has a commit wait, when it is told to.

use crate::core::latch::{Forced, Latch};
use crate::queue_manager::QueueManager;
use crate::uow::participant::{Answer, Following, Participant, Vote};
use crate::uow::unit::UnitOfWork;
use crate::verbs::connection::Connection;
use ferromq_log::Lsn;
use ferromq_mqi::xa::{XaCode, Xid};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};

const READY: u8 = 0;
const REFUSES: u8 = 1;
const WAITS: u8 = 2;

/// See the module. Clones are the same participant.
#[derive(Clone, Debug, Default)]
pub struct SimulatedParticipant(Arc<Played>);

#[derive(Debug, Default)]
struct Played {
    says: AtomicU8,
    decided: Latch,
    asked: AtomicU32,
    committed: AtomicU32,
    backed_out: AtomicU32,
}

impl SimulatedParticipant {
    /// One that is ready when it is asked.
    #[must_use]
    pub fn ready() -> Self {
        Self::default()
    }

    /// One that has commits wait until [`Self::decide`].
    #[must_use]
    pub fn waiting() -> Self {
        let one = Self::default();
        one.0.says.store(WAITS, Ordering::Release);
        one
    }

    /// Is ready from now on, or refuses, unless that was decided before. Who waited is woken.
    pub fn decide(&self, ready: bool) {
        let says = if ready { READY } else { REFUSES };
        let (was, order) = (WAITS, Ordering::AcqRel);
        let _ = (self.0.says).compare_exchange(was, says, order, Ordering::Acquire);
        self.0.decided.open(Forced::Durable);
    }

    /// True when it has decided to refuse.
    #[must_use]
    pub fn refuses(&self) -> bool {
        self.0.says.load(Ordering::Acquire) == REFUSES
    }

    /// How often it was asked, was told of a commit, and was told that all was backed out.
    #[must_use]
    pub fn heard(&self) -> (u32, u32, u32) {
        let read = |count: &AtomicU32| count.load(Ordering::Acquire);
        let Played {
            asked,
            committed,
            backed_out,
            ..
        } = &*self.0;
        (read(asked), read(committed), read(backed_out))
    }
}

impl Participant for SimulatedParticipant {
    fn prepare(&mut self, _: &mut UnitOfWork) -> Vote {
        self.0.asked.fetch_add(1, Ordering::AcqRel);
        match self.0.says.load(Ordering::Acquire) {
            READY => Vote::Ready,
            REFUSES => Vote::Refused(XaCode::RBTRANSIENT),
            _ => Vote::Waits(self.0.decided.clone()),
        }
    }

    fn before_commit(&mut self, _: &mut UnitOfWork, _: bool) {}

    fn commit(&mut self, _: Lsn) -> Vec<Following> {
        Vec::new()
    }

    fn committed(&mut self, _: &Answer) {
        self.0.committed.fetch_add(1, Ordering::AcqRel);
    }

    fn back_out(&mut self, _: &Answer) {
        self.0.backed_out.fetch_add(1, Ordering::AcqRel);
    }
}

impl Connection {
    /// Has a simulated participant take part in the unit of work in progress. False if there is none, or if it has one already.
    pub fn enlist_simulated(&self, participant: &SimulatedParticipant) -> bool {
        match self.state.branch() {
            Some(branch) => enlist(branch.work().as_mut(), participant),
            None => enlist(self.state.work().as_mut(), participant),
        }
    }
}

impl QueueManager {
    /// Has a simulated participant take part in the unit of work of a branch: of one that is at work, or of one a restart has found in doubt,
    /// as its resource does then. False if there is none, or if it has one already.
    #[must_use]
    pub fn enlist_simulated(&self, xid: &Xid, participant: &SimulatedParticipant) -> bool {
        let branches = self.engine.branches.all();
        let found = branches.iter().find(|one| one.branch.xid == *xid);
        found.is_some_and(|one| enlist(one.branch.work().as_mut(), participant))
    }
}

fn enlist(work: Option<&mut UnitOfWork>, participant: &SimulatedParticipant) -> bool {
    let mut is_new = false;
    if let Some(work) = work {
        work.participant(|| {
            is_new = true;
            participant.clone()
        });
    }
    is_new
}
