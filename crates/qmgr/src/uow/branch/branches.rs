//! The branches there are, by name, with their work.

use crate::core::Core;
use crate::core::pins::Pin;
use crate::lock_order;
use crate::objects::{Objects, failed_queues};
use crate::record::{UowId, branch_bytes, numbers};
use crate::store::Store;
use crate::uow::branch::states::{BranchState, Ending, Left, Outcome, Who};
use crate::uow::branch::users::{Counted, User, Users};
use crate::uow::participant::Resource;
use crate::uow::unit::UnitOfWork;
use ferromq_base::lock::{Mutex, MutexGuard};
use ferromq_log::{Lsn, SetAside, Urgency};
use ferromq_mqi::xa::{XaCode, Xid};
use ferromq_queue::LoadError;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Most branches at a time: those at work, in doubt, and decided by an operator.
pub(crate) const BRANCHES_MAX: usize = 65_536;
/// And of one user, who may have more after a restart only.
pub(crate) const OF_USER_MAX: usize = BRANCHES_MAX / 4;

/// A branch as connections see it that work in it.
#[derive(Debug)]
pub(crate) struct Branch {
    pub(crate) xid: Xid,
    work: Mutex<Option<UnitOfWork>, lock_order::BranchWork>,
    /// It can only be backed out: what is put and got in it is undone.
    doomed: AtomicBool,
    /// A message is missing of which an application believes that it was put. Doomed when a connection ends its work.
    rollback_only: AtomicBool,
}

impl Branch {
    fn new(xid: Xid, work: Option<UnitOfWork>) -> Arc<Self> {
        Arc::new(Self {
            xid,
            work: Mutex::new(work),
            doomed: AtomicBool::new(false),
            rollback_only: AtomicBool::new(false),
        })
    }

    /// Its unit of work, locked.
    pub(crate) fn work(&self) -> MutexGuard<'_, Option<UnitOfWork>> {
        self.work.lock()
    }

    pub(crate) fn is_doomed(&self) -> bool {
        self.doomed.load(Ordering::Acquire)
    }

    /// Work in it goes on, and nobody can prepare or commit it.
    pub(crate) fn set_rollback_only(&self) {
        self.rollback_only.store(true, Ordering::Release);
    }

    fn is_rollback_only(&self) -> bool {
        self.rollback_only.load(Ordering::Acquire)
    }

    /// Where it holds the log, if it does.
    pub(crate) fn pinned_at(&self, core: &Core) -> Option<Lsn> {
        let work = self.work();
        let pin = work.as_ref()?.pin.as_ref()?;
        Some(core.pins.position(pin))
    }
}

#[derive(Debug)]
pub(super) struct Known {
    pub(super) state: BranchState,
    pub(super) branch: Arc<Branch>,
    /// Of what an operator decided.
    pub(super) decided: Option<Decided>,
    /// Counts it with those of the user who began it; `None` where an earlier build has logged it without one.
    counted: Option<Counted>,
}

impl Known {
    /// Who began it.
    pub(super) fn user(&self) -> Option<&User> {
        self.counted.as_ref().map(Counted::user)
    }
}

/// Who wants to know of branches that are left, and to end them.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Asker<'a> {
    /// A user, for what that user began. What an earlier build has logged without a user is anybody's: it would be left for ever
    /// to a transaction manager that is told of nothing and believes that nothing is left.
    User(&'a str),
    /// One who may for everybody, or the queue manager itself.
    OfAll,
}

impl Asker<'_> {
    fn may_end(self, known: &Known) -> bool {
        match self {
            Self::OfAll => true,
            Self::User(name) => known.user().is_none_or(|user| **user == *name),
        }
    }
}

/// Why there is no new branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotBegun {
    /// There is one of this name.
    Duplicate,
    /// There are as many as there may be.
    Full,
    /// There are as many of this user as there may be.
    UserHasTooMany,
}

impl From<NotBegun> for XaCode {
    fn from(why: NotBegun) -> Self {
        match why {
            NotBegun::Duplicate => Self::DUPID,
            // What the specification has for a resource manager that cannot. RMFAIL would say that it is gone.
            NotBegun::Full | NotBegun::UserHasTooMany => Self::RMERR,
        }
    }
}

/// A branch an operator has decided.
#[derive(Debug)]
pub(super) struct Decided {
    /// The number its unit of work had.
    pub(super) uow: UowId,
    /// Keeps the record of the decision in the log.
    pub(super) pin: Pin,
    /// Room for the record by which it is forgotten, if that could be set aside.
    pub(super) to_forget: Option<SetAside>,
}

impl Decided {
    /// How urgent the record is by which it is forgotten.
    pub(super) fn urgency(&self) -> Urgency {
        match self.to_forget {
            Some(_) => Urgency::Promised,
            None => Urgency::Completing,
        }
    }
}

/// How the record of a decision begins.
pub(super) fn decided_record(uow: UowId, outcome: Outcome) -> Vec<u8> {
    numbers(&[uow.0, u64::from(outcome == Outcome::Committed)])
}

/// Every branch there is.
#[derive(Debug, Default)]
pub(crate) struct Branches {
    known: Mutex<BTreeMap<Xid, Known>, lock_order::Branches>,
    users: Arc<Users>,
}

/// A branch somebody may have to look after.
#[derive(Clone, Debug)]
pub(crate) struct Unfinished {
    pub(crate) branch: Arc<Branch>,
    pub(crate) in_doubt: bool,
    /// What an operator decided, and the number of the unit of work that was.
    pub(crate) decided: Option<(Outcome, UowId)>,
}

impl Branches {
    pub(super) fn lock(&self) -> MutexGuard<'_, BTreeMap<Xid, Known>> {
        self.known.lock()
    }

    /// A new branch.
    pub(crate) fn begin(&self, xid: Xid, who: Who, user: User) -> Result<Arc<Branch>, NotBegun> {
        let mut known = self.lock();
        if known.len() >= BRANCHES_MAX {
            return Err(NotBegun::Full);
        }
        let Entry::Vacant(place) = known.entry(xid) else {
            return Err(NotBegun::Duplicate);
        };
        let counted = self.users.count(user, OF_USER_MAX);
        let counted = counted.ok_or(NotBegun::UserHasTooMany)?;
        let branch = Branch::new(place.key().clone(), None);
        place.insert(Known {
            state: BranchState::begun(who),
            branch: Arc::clone(&branch),
            decided: None,
            counted: Some(counted),
        });
        Ok(branch)
    }

    /// A branch that is there already, joined or taken up again.
    pub(crate) fn take_up(&self, xid: &Xid, who: Who, resume: bool) -> Result<Arc<Branch>, XaCode> {
        self.with(xid, |known| {
            if resume {
                known.state.resume(who)?;
            } else {
                known.state.join(who)?;
            }
            Ok(Arc::clone(&known.branch))
        })
    }

    /// A connection ends its work in a branch. `Ok` with a code of `XA_RB*` when the branch can
    /// only be backed out.
    pub(crate) fn end(&self, xid: &Xid, who: Who, how: Ending) -> Result<XaCode, XaCode> {
        self.with(xid, |known| {
            let lacks_a_put = known.branch.is_rollback_only();
            if lacks_a_put {
                known.state.doom(XaCode::RBOTHER);
            }
            let code = known.state.end(who, how)?;
            if how == Ending::Failure || lacks_a_put {
                known.branch.doomed.store(true, Ordering::Release);
            }
            Ok(code)
        })
    }

    pub(super) fn with<T>(
        &self,
        xid: &Xid,
        act: impl FnOnce(&mut Known) -> Result<T, XaCode>,
    ) -> Result<T, XaCode> {
        act(self.lock().get_mut(xid).ok_or(XaCode::NOTA)?)
    }

    /// The same for somebody who asks, and for whom others' branches are not there.
    pub(super) fn with_for<T>(
        &self,
        asker: Asker<'_>,
        xid: &Xid,
        act: impl FnOnce(&mut Known) -> Result<T, XaCode>,
    ) -> Result<T, XaCode> {
        self.with(xid, |known| match asker.may_end(known) {
            true => act(known),
            false => Err(XaCode::NOTA),
        })
    }

    /// Whether there is one of that name which a user may not end, for it is another one's.
    pub(crate) fn is_of_another(&self, xid: &Xid, user: &str) -> bool {
        let known = self.lock();
        let known = known.get(xid);
        known.is_some_and(|known| !Asker::User(user).may_end(known))
    }

    pub(super) fn remove(&self, xid: &Xid) -> Option<Known> {
        self.lock().remove(xid)
    }

    /// The names `xa_recover` tells of, in order.
    pub(crate) fn recoverable(&self, asker: Asker<'_>) -> Vec<Xid> {
        let known = self.lock();
        let told = known
            .iter()
            .filter(|(xid, _)| xid.channel().is_none())
            .filter(|(_, known)| known.state.is_recoverable() && asker.may_end(known));
        told.map(|(xid, _)| xid.clone()).collect()
    }

    /// Every branch, for displays and for operators.
    pub(crate) fn all(&self) -> Vec<Unfinished> {
        let known = self.lock();
        let all = known.values().map(|known| Unfinished {
            branch: Arc::clone(&known.branch),
            in_doubt: known.state.is_in_doubt(),
            decided: known
                .state
                .decision()
                .zip(known.decided.as_ref().map(|decided| decided.uow)),
        });
        all.collect()
    }

    /// Number of branches in doubt.
    pub(crate) fn in_doubt_count(&self) -> usize {
        let known = self.lock();
        known
            .values()
            .filter(|known| known.state.is_in_doubt())
            .count()
    }

    /// Takes over what restart found in doubt.
    pub(crate) fn keep_prepared(&self, xid: Xid, work: UnitOfWork, user: Option<User>) {
        let known = Known {
            state: BranchState::prepared(),
            branch: Branch::new(xid.clone(), Some(work)),
            decided: None,
            counted: self.count_again(user),
        };
        self.lock().insert(xid, known);
    }

    /// However many there are: they are not begun.
    fn count_again(&self, user: Option<User>) -> Option<Counted> {
        self.users.count(user?, usize::MAX)
    }

    /// Takes over what an operator decided in an earlier life.
    pub(crate) fn keep_decided(
        &self,
        (xid, user): (Xid, Option<User>),
        (outcome, uow): (Outcome, UowId),
        pin: Pin,
        to_forget: SetAside,
    ) {
        let known = Known {
            state: BranchState::decided(outcome),
            branch: Branch::new(xid.clone(), None),
            decided: Some(Decided {
                uow,
                pin,
                to_forget: Some(to_forget),
            }),
            counted: self.count_again(user),
        };
        self.lock().insert(xid, known);
    }

    /// What operators decided, oldest first: where the record lies, the name of the branch, and the two parts of the record.
    pub(super) fn decided_at(&self, core: &Core) -> Vec<(Lsn, Xid, Vec<u8>, Vec<u8>)> {
        let known = self.lock();
        let decided = known.iter().filter_map(|(xid, known)| {
            let decided = known.decided.as_ref()?;
            let position = core.pins.position(&decided.pin);
            let record = decided_record(decided.uow, known.state.decision()?);
            let name = branch_bytes(xid, known.user().map(|user| &**user));
            Some((position, xid.clone(), record, name))
        });
        let mut decided: Vec<_> = decided.collect();
        decided.sort_by_key(|(position, ..)| *position);
        decided
    }

    /// The oldest position of the log that is kept by something else than what operators decided, or its head.
    pub(super) fn kept_besides_decided(&self, objects: &Objects) -> Lsn {
        let known = self.lock();
        let decided = known.values().filter_map(|known| known.decided.as_ref());
        let pins = decided.map(|decided| &decided.pin);
        let kept = objects.pins.oldest_besides(pins, || objects.log.head());
        drop(known);
        let failed = failed_queues::oldest_holder(objects);
        failed.map_or(kept, |(from, _)| kept.min(from))
    }

    /// An operator has decided one that is not forgotten yet.
    pub(crate) fn any_decided(&self) -> bool {
        self.lock().values().any(|known| known.decided.is_some())
    }

    /// Decided branches without room for the record by which they are forgotten.
    pub(super) fn without_room(&self) -> Vec<Xid> {
        let known = self.lock();
        let without = known.iter().filter(|(_, known)| {
            let decided = known.decided.as_ref();
            decided.is_some_and(|decided| decided.to_forget.is_none())
        });
        without.map(|(xid, _)| xid.clone()).collect()
    }

    pub(super) fn give_room(&self, xid: &Xid, room: SetAside) {
        // One that was forgotten meanwhile needs none.
        if let Some(decided) = self
            .lock()
            .get_mut(xid)
            .and_then(|known| known.decided.as_mut())
        {
            decided.to_forget = Some(room);
        }
    }

    pub(super) fn take_room(&self, xid: &Xid) -> Option<SetAside> {
        let mut known = self.lock();
        known.get_mut(xid)?.decided.as_mut()?.to_forget.take()
    }

    /// A branch can only be backed out from now on; its work is backed out at once. False when
    /// it is prepared, or has nothing to back out.
    pub(crate) fn doom(&self, store: &Store, branch: &Arc<Branch>, code: XaCode) -> bool {
        {
            let mut all = self.lock();
            // Another branch may have its name by now.
            let same = all
                .get_mut(&branch.xid)
                .filter(|known| Arc::ptr_eq(&known.branch, branch) && known.state.is_unprepared());
            let Some(known) = same else {
                return false;
            };
            known.state.doom(code);
            branch.doomed.store(true, Ordering::Release);
        }
        undo(store, branch)
    }

    /// A connection goes: what is not prepared and bound to it is backed out.
    pub(crate) fn leave(&self, store: &Store, who: Who) {
        let mut touched = Vec::new();
        self.lock().retain(|_, known| {
            let left = known.state.leave(who, XaCode::RBCOMMFAIL);
            if left != Left::Stays {
                known.branch.doomed.store(true, Ordering::Release);
                touched.push(Arc::clone(&known.branch));
            }
            left != Left::Gone
        });
        for branch in touched {
            undo(store, &branch);
        }
    }

    /// Has a resource enlist its participants in the units of work restart has found in doubt.
    pub(crate) fn redo(&self, resource: &impl Resource) -> Result<(), LoadError> {
        for one in self.all() {
            if let Some(work) = one.branch.work().as_mut() {
                resource.redo(work)?;
            }
        }
        Ok(())
    }

    /// True when a branch has put to or got from a queue.
    pub(crate) fn hold(&self, queue: crate::record::QueueId) -> bool {
        // The branches are not locked meanwhile: the holder of a unit of work may be appending to the log.
        self.all().iter().any(|one| {
            let work = one.branch.work();
            work.as_ref().is_some_and(|work| work.touches(queue))
        })
    }
}

/// Backs out what a branch has done so far; nobody waits for it.
fn undo(store: &Store, branch: &Branch) -> bool {
    let Some(work) = branch.work().take() else {
        return false;
    };
    if let Some(end) = work.back_out(store).hardened {
        store.log.request_force(end);
    }
    true
}
