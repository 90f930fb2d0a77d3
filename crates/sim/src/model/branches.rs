//! Branches of transactions: what is prepared, what an operator decided, and what ends them.

use super::{Effect, Key, Message, Model, QueueNumber, Work};
use ferromq_mqi::xa::Xid;
use std::collections::{BTreeMap, BTreeSet};

/// A branch, by the number its name has.
pub(crate) type BranchNumber = u64;

/// A prepared branch nobody has decided.
#[derive(Clone, Debug)]
pub(crate) struct Branch {
    pub(crate) work: Work,
    /// Every restart finds it.
    pub(crate) durable: bool,
    /// It was prepared before the last start.
    pub(crate) found: bool,
}

/// The end of a prepared branch, on its way to the log.
#[derive(Clone, Debug)]
pub(crate) struct Ended {
    pub(crate) branch: BranchNumber,
    /// As it was while in doubt.
    before: Work,
    /// What it had put and held, as it was then.
    messages: Vec<((QueueNumber, Key), Message)>,
    /// What is committed, with what its commit gave to late subscribers; `None` when it is backed out.
    pub(crate) committed: Option<Work>,
}

/// A branch as the queue manager lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SeenBranch {
    InDoubt,
    /// By an operator.
    Decided {
        committed: bool,
    },
}

/// All branches that are listed.
pub(crate) type SeenBranches = BTreeMap<BranchNumber, SeenBranch>;

/// What transaction managers call a branch.
pub(crate) fn xid_of(number: BranchNumber) -> Xid {
    Xid::new(1, b"a transaction", &number.to_be_bytes()).expect("it fits")
}

/// The number of a branch of the run.
pub(crate) fn number_of(xid: &Xid) -> Option<BranchNumber> {
    let number = BranchNumber::from_be_bytes(xid.qualifier().try_into().ok()?);
    (*xid == xid_of(number)).then_some(number)
}

impl Model {
    pub(crate) fn next_branch(&mut self) -> BranchNumber {
        self.last_branch += 1;
        self.last_branch
    }

    /// Takes a branch out of doubt; what ends it is on its way. `None` when there is no such branch.
    pub(crate) fn end_branch(&mut self, number: BranchNumber) -> Option<Ended> {
        let before = self.branches.remove(&number)?.work;
        let touched = before.puts.iter().chain(&before.gets);
        let messages = touched.filter_map(|at| Some((*at, self.message(*at)?.clone())));
        Some(Ended {
            branch: number,
            messages: messages.collect(),
            before,
            committed: None,
        })
    }

    /// The branches as the queue manager must list them.
    pub(crate) fn listed_branches(&self) -> SeenBranches {
        let in_doubt = self.branches.keys().map(|one| (*one, SeenBranch::InDoubt));
        let decided = self.decided.iter().map(|(one, committed)| {
            let committed = *committed;
            (*one, SeenBranch::Decided { committed })
        });
        in_doubt.chain(decided).collect()
    }

    /// What branches hold whose backing out was lost: nobody can see that it was got by anybody else.
    pub(super) fn held_again(&self, seen: &SeenBranches) -> BTreeSet<(QueueNumber, Key)> {
        let lost = self
            .pending
            .iter()
            .filter_map(|pending| match &pending.effect {
                Effect::Ended(ended) if ended.was_lost(seen) => Some(&ended.before.gets),
                _ => None,
            });
        lost.flatten().copied().collect()
    }

    /// The end of a branch did not last: it is in doubt as before.
    pub(super) fn doubt_again(&mut self, ended: Ended) {
        let late = ended.committed.iter().flat_map(|work| &work.puts);
        for at in late.filter(|at| !ended.before.puts.contains(at)) {
            self.remove(*at);
        }
        for (at, mut message) in ended.messages {
            if let Some(queue) = self.queue_mut(at.0) {
                // The file of the queue may have counts of which the log knows nothing.
                let now = queue.messages.get(&at.1);
                let counted = now.map_or(0, |now| now.backouts.1);
                message.backouts.1 = message.backouts.1.max(counted);
                queue.messages.insert(at.1, message);
            }
        }
        self.decided.remove(&ended.branch);
        let branch = Branch {
            work: ended.before,
            durable: true,
            found: true,
        };
        self.branches.insert(ended.branch, branch);
    }

    /// After a start: the branches listed must be those there are.
    pub(super) fn compare_branches(&mut self, seen: &SeenBranches) -> Result<(), String> {
        let expected = self.listed_branches();
        if *seen != expected {
            return Err(format!(
                "the branches are {seen:?} and should be {expected:?}"
            ));
        }
        for branch in self.branches.values_mut() {
            branch.found = true;
        }
        Ok(())
    }
}

impl Ended {
    /// What the branch had put and got.
    pub(crate) fn work(&self) -> &Work {
        &self.before
    }

    /// After a crash the branch is in doubt.
    pub(super) fn was_lost(&self, seen: &SeenBranches) -> bool {
        seen.get(&self.branch) == Some(&SeenBranch::InDoubt)
    }
}
