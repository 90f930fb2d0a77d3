//! After a crash: which of the operations in flight happened, and is all the rest as it must be.
//!
//! The log is durable up to some position and not behind it, so the operations in flight
//! survive in the order they were logged: none may be there when one before it is not.

use super::seen::{Seen, compare_message};
use super::{
    Attributes, Effect, Key, Message, Model, Pending, Queue, QueueNumber, SeenBranches,
    SeenRetained, State, Work,
};
use std::collections::{BTreeMap, BTreeSet};

/// One queue as it can be seen from outside.
#[derive(Clone, Debug)]
pub(crate) struct SeenQueue {
    pub(crate) attributes: Attributes,
    pub(crate) depth: usize,
    pub(crate) messages: Vec<Seen>,
}

/// Every queue of the run, by name.
pub(crate) type Snapshot = BTreeMap<String, SeenQueue>;

/// Everything that can be seen after a start.
#[derive(Debug)]
pub(crate) struct SeenAll {
    pub(crate) queues: Snapshot,
    pub(crate) retained: SeenRetained,
    pub(crate) branches: SeenBranches,
}

/// What the votes on operations in flight go by.
struct Evidence<'a> {
    seen: &'a SeenAll,
    /// Queues whose definition is in flight as well.
    undefined: BTreeSet<QueueNumber>,
    /// Messages that say nothing of who got them.
    held_again: BTreeSet<(QueueNumber, Key)>,
    now_us: u64,
}

/// What is seen of an operation in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Vote {
    Happened,
    Lost,
    /// Nothing shows it.
    Unseen,
    /// It may be this one that happened or another: what both did looks alike.
    Either,
}

impl Vote {
    fn of(happened: Option<bool>) -> Self {
        match happened {
            Some(true) => Self::Happened,
            Some(false) => Self::Lost,
            None => Self::Unseen,
        }
    }
}

/// What became of non-persistent messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Survivors {
    /// Nothing stopped.
    All,
    /// A clean end: those of queues with `NPMCLASS(HIGH)` are there.
    High,
    /// A crash while ending or starting: those, or none.
    HighOrNone,
    /// An end that is not clean for some queue: of each of them those, or none.
    HighOrNoneOfEach,
    /// A crash: none.
    None,
}

impl Model {
    /// Settles everything in flight by what `seen` shows of it, then compares.
    pub(crate) fn resolve(
        &mut self,
        seen: &SeenAll,
        now_us: u64,
        survivors: Survivors,
    ) -> Result<(), String> {
        let held_again = self.held_again(&seen.branches);
        let pending = std::mem::take(&mut self.pending);
        let undefined = pending
            .iter()
            .filter_map(|pending| match pending.effect {
                Effect::Defined(number) | Effect::Subscribed(_, number) => Some(number),
                _ => None,
            })
            .collect();
        let evidence = Evidence {
            seen,
            undefined,
            held_again,
            now_us,
        };
        let votes: Vec<_> = pending
            .iter()
            .map(|pending| self.vote(pending, &evidence))
            .collect::<Result<_, _>>()?;
        let last_yes = votes.iter().rposition(|vote| *vote == Vote::Happened);
        let first_no = votes.iter().position(|vote| *vote == Vote::Lost);
        if let (Some(yes), Some(no)) = (last_yes, first_no)
            && no < yes
        {
            return Err(format!(
                "an operation survived the crash though one logged before it did not:\n  lost {:?}\n  kept {:?}",
                pending[no], pending[yes]
            ));
        }
        let first_open = last_yes.map_or(0, |yes| yes + 1);
        let first_lost = first_no.unwrap_or(pending.len());
        // Of those that look alike as many happened as leave what is seen.
        let alike = (first_open..first_lost).filter(|at| votes[*at] == Vote::Either);
        for lost_from in alike {
            let mut tried = self.clone();
            let in_flight = pending.clone().into_iter().zip(votes.clone());
            if tried
                .settle_all(in_flight, lost_from, seen, now_us, survivors)
                .is_ok()
            {
                *self = tried;
                return Ok(());
            }
        }
        let in_flight = pending.into_iter().zip(votes);
        self.settle_all(in_flight, first_lost, seen, now_us, survivors)
    }

    /// Settles everything in flight, of what could be the one or the other that before `lost_from` as what happened, then
    /// compares.
    fn settle_all(
        &mut self,
        in_flight: impl Iterator<Item = (Pending, Vote)>,
        lost_from: usize,
        seen: &SeenAll,
        now_us: u64,
        survivors: Survivors,
    ) -> Result<(), String> {
        let mut undecided = Vec::new();
        for (at, (pending, vote)) in in_flight.enumerate() {
            let happened = match vote {
                Vote::Happened | Vote::Unseen => true,
                Vote::Lost => false,
                Vote::Either => at < lost_from,
            };
            match (pending.effect, vote) {
                // A backout count not known to be durable may be lost.
                (Effect::Counted(..), _) => {}
                // All of it has expired: it may count in the depth or not.
                (Effect::Commit(work), Vote::Unseen) => {
                    self.leave_to_expire(&work);
                    self.doubt_retained(&work.retains);
                }
                // So has all that was to be cleared.
                (Effect::Cleared(_), Vote::Unseen) => {}
                (Effect::Ended(ended), Vote::Lost) => undecided.push(*ended),
                (effect, _) => self.settle(effect, happened),
            }
        }
        // Behind what others did since to what these hold again.
        for ended in undecided.into_iter().rev() {
            self.doubt_again(ended);
        }
        self.forget_volatile(&seen.queues, survivors);
        self.leave_counts_open();
        self.compare(&seen.queues, now_us, true)?;
        self.compare_branches(&seen.branches)?;
        self.compare_retained(&seen.retained, now_us)
    }

    /// Whether an operation in flight happened.
    fn vote(&self, pending: &Pending, evidence: &Evidence<'_>) -> Result<Vote, String> {
        let seen = &evidence.seen.queues;
        let known = |number| self.queues.get(number);
        let branch = |number| evidence.seen.branches.get(number);
        let vote = match &pending.effect {
            Effect::Commit(work) => return self.vote_work(work, evidence),
            // A lost count is noticed when the message is compared.
            Effect::Counted(..) => None,
            // If it was deleted since, its absence says nothing.
            Effect::Defined(number) | Effect::Subscribed(_, number) => {
                known(number).map(|queue| seen.contains_key(&queue.name))
            }
            // Nor if its definition is in flight as well.
            Effect::Deleted(number) | Effect::Unsubscribed(_, _, number) => {
                let name = self.leaving.get(number).map(|queue| &queue.name);
                match name.is_some_and(|name| seen.contains_key(name)) {
                    true => Some(false),
                    false => (!evidence.undefined.contains(number)).then_some(true),
                }
            }
            Effect::Altered(number, before, after) => {
                let shown = known(number).and_then(|queue| seen.get(&queue.name));
                shown
                    .filter(|_| before != after)
                    .map(|queue| queue.attributes == *after)
            }
            Effect::Cleared(number) => {
                let Some(queue) = known(number) else {
                    return Ok(Vote::Unseen);
                };
                let visible = queue.messages.iter().any(|(key, message)| {
                    let told = !evidence.held_again.contains(&(*number, *key));
                    told && message.persistent && message.visible(evidence.now_us)
                });
                let shown = seen.get(&queue.name);
                shown
                    .filter(|_| visible)
                    .map(|shown| shown.messages.is_empty())
            }
            // Nobody decides a branch before that is durable.
            Effect::Prepared(number) => Some(branch(number).is_some()),
            Effect::Ended(ended) => Some(!ended.was_lost(&evidence.seen.branches)),
            Effect::Forgotten(number, _) => Some(branch(number).is_none()),
        };
        Ok(Vote::of(vote))
    }

    fn vote_work(&self, work: &Work, evidence: &Evidence<'_>) -> Result<Vote, String> {
        let (seen, now_us) = (&evidence.seen.queues, evidence.now_us);
        let retained = self.vote_retained(&work.retains, &evidence.seen.retained, now_us);
        let mut votes = BTreeSet::from_iter(retained);
        let mut is_open = false;
        for (at, put) in
            (work.puts.iter().map(|at| (at, true))).chain(work.gets.iter().map(|at| (at, false)))
        {
            // A queue that went shows nothing; one whose deletion was lost does.
            let lost = |queue: &&Queue| {
                seen.contains_key(&queue.name) && !self.names.contains_key(&queue.name)
            };
            let left = self.leaving.get(&at.0).filter(lost);
            let Some(queue) = self.queues.get(&at.0).or(left) else {
                continue;
            };
            let Some(message) = queue.messages.get(&at.1) else {
                continue;
            };
            let untold = evidence.held_again.contains(at);
            if untold || !message.persistent || message.expired(now_us) {
                continue;
            }
            // The same publication may be there twice, for another subscription, or be got while another comes.
            let shown = seen.get(&queue.name).map_or(0, |shown| {
                let same = |one: &&Seen| one.number == message.number;
                shown.messages.iter().filter(same).count()
            });
            let all = queue.messages.values();
            let same = all.filter(|one| one.number == message.number && !one.expired(now_us));
            let (certain, in_flight): (Vec<_>, Vec<_>) = same.partition(|one| one.visible(now_us));
            let present = shown.saturating_sub(certain.len());
            match present > 0 && present < in_flight.len() {
                true => is_open = true,
                false => drop(votes.insert((present > 0) == put)),
            }
        }
        if votes.len() > 1 {
            return Err(format!("a unit of work is committed in part: {work:?}"));
        }
        Ok(match votes.first() {
            None if is_open => Vote::Either,
            vote => Vote::of(vote.copied()),
        })
    }

    fn settle(&mut self, effect: Effect, happened: bool) {
        if happened {
            self.apply(&effect);
            return;
        }
        match effect {
            Effect::Commit(work) => self.back_out(&work, false),
            Effect::Defined(number) => drop(self.remove_queue(number)),
            Effect::Deleted(number) => self.restore_queue(number),
            Effect::Subscribed(name, number) => {
                self.subscriptions.remove(&name);
                self.remove_queue(number);
            }
            Effect::Unsubscribed(name, one, number) => {
                self.subscriptions.insert(name, *one);
                self.restore_queue(number);
            }
            Effect::Prepared(number) => {
                if let Some(branch) = self.branches.remove(&number) {
                    self.back_out(&branch.work, false);
                }
            }
            Effect::Ended(ended) => self.doubt_again(*ended),
            Effect::Forgotten(number, committed) => drop(self.decided.insert(number, committed)),
            Effect::Altered(..) | Effect::Cleared(_) | Effect::Counted(..) => {}
        }
    }

    fn leave_to_expire(&mut self, work: &Work) {
        for at in work.puts.iter().chain(&work.gets) {
            if let Some(message) = self.message_mut(*at) {
                message.state = State::Available;
            }
        }
    }

    /// Drops what does not outlive a stop.
    fn forget_volatile(&mut self, seen: &Snapshot, survivors: Survivors) {
        if survivors == Survivors::All {
            return;
        }
        let temporary: Vec<QueueNumber> = self
            .queues
            .iter()
            .filter(|(_, queue)| queue.temporary)
            .map(|(number, _)| *number)
            .collect();
        for number in temporary {
            self.remove_queue(number);
        }
        self.subscriptions.retain(|_, one| one.lasts());
        for one in self.subscriptions.values_mut() {
            one.held = false;
        }
        // Units of work in doubt retain what is logged only.
        for branch in self.branches.values_mut() {
            branch.work.retains.retain(|one| one.message.persistent);
        }
        let shows = |queue: &SeenQueue| queue.messages.iter().any(|message| !message.persistent);
        let by_name = seen.iter().filter(|(_, queue)| shows(queue));
        let shown: Vec<QueueNumber> = by_name
            .filter_map(|(name, _)| self.names.get(name).copied())
            .collect();
        for (number, queue) in &mut self.queues {
            let high = match survivors {
                Survivors::All | Survivors::High => true,
                Survivors::HighOrNone => !shown.is_empty(),
                Survivors::HighOrNoneOfEach => shown.contains(number),
                Survivors::None => false,
            };
            let keep = high && queue.attributes.class_high;
            queue.messages.retain(|_, message| {
                message.persistent || (keep && message.state == State::Available)
            });
        }
    }

    /// What branches in doubt hold shows its backout count when they are backed out only.
    fn leave_counts_open(&mut self) {
        let messages = self.queues.values_mut();
        let messages = messages.flat_map(|queue| queue.messages.values_mut());
        for message in messages.filter(|message| message.state == State::Taken) {
            message.backouts_unseen = message.backouts.1 - message.backouts.0;
        }
    }

    /// Compares everything that can be seen. With `learn`, backout counts a crash left open
    /// are learnt.
    pub(crate) fn compare(
        &mut self,
        seen: &Snapshot,
        now_us: u64,
        learn: bool,
    ) -> Result<(), String> {
        let expected: Vec<&String> = self.names.keys().collect();
        let found: Vec<&String> = seen.keys().collect();
        if expected != found {
            return Err(format!(
                "the queues are {found:?} and should be {expected:?}"
            ));
        }
        for (name, shown) in seen {
            let number = self.names[name];
            let queue = self.queues.get_mut(&number).expect("names name queues");
            compare_queue(queue, shown, now_us, learn)
                .map_err(|text| format!("queue {name}: {text}"))?;
        }
        Ok(())
    }
}

pub(crate) fn compare_queue(
    queue: &mut Queue,
    shown: &SeenQueue,
    now_us: u64,
    learn: bool,
) -> Result<(), String> {
    if shown.attributes != queue.attributes {
        return Err(format!(
            "its definition is {:?} and should be {:?}",
            shown.attributes, queue.attributes
        ));
    }
    let expected: Vec<&mut Message> = queue
        .messages
        .values_mut()
        .filter(|message| message.visible(now_us))
        .collect();
    let numbers: Vec<u64> = expected.iter().map(|message| message.number).collect();
    let found: Vec<u64> = shown.messages.iter().map(|seen| seen.number).collect();
    if numbers != found {
        return Err(format!(
            "its messages are {found:?} and should be {numbers:?}"
        ));
    }
    for (message, seen) in expected.into_iter().zip(&shown.messages) {
        compare_message(message, seen, learn)?;
    }
    let (least, most) = queue.depth_range(now_us);
    if !(least..=most).contains(&shown.depth) {
        return Err(format!(
            "its depth is {} and should be {least} to {most}",
            shown.depth
        ));
    }
    Ok(())
}
