//! What a commit retains is given to those who subscribed since it was published.
//!
//! The copies of one publication come together: a log that refuses those that last leaves all of them out. The others of the
//! same commit may find room all the same. Until the commit is durable nobody sees which, only how many each queue has taken.

use super::put::Refusal;
use crate::model::{Kind, Message, QueueNumber, Retain, State, Subscription, Work, last_of_each};
use crate::world::{Filled, Verdict, World};
use ferromq_log::Lsn;
use ferromq_mqi::Reason;
use std::collections::BTreeMap;

/// What a subscriber who came after a publication is to be given when that is retained.
pub(crate) struct Late {
    message: Message,
    /// The log has to take the copy.
    lasts: bool,
    pub(super) one: Subscription,
    before: Filled,
    refusal: Refusal,
}

impl World {
    /// Who subscribed since what a unit of work retains was published: they are given it at the commit.
    pub(crate) fn late(&mut self, retains: &[Retain]) -> Vec<Late> {
        let now_us = self.now_us();
        let mut all = Vec::new();
        for retain in last_of_each(retains).filter(|one| !one.message.expired(now_us)) {
            let audience = self.model.audience(retain.topic).into_iter();
            let late = audience.filter(|one| one.number > retain.met && one.takes_retained);
            all.extend(late.map(|one| (retain.message.clone(), one)));
        }
        self.settle_expired(all.iter().map(|(_, one)| one.queue.clone()));
        let late = all.into_iter().map(|(message, one)| Late {
            lasts: message.persistent && one.kind != Kind::Volatile,
            before: self.filled(&one.queue),
            refusal: self.takes_message(&one.queue, message.len),
            message,
            one,
        });
        late.collect()
    }

    /// The commit of a unit of work was taken: what it retains is, and those were given it.
    /// `done`: what it got is gone by now, and what it put is there.
    pub(crate) fn retain_all(
        &mut self,
        work: &mut Work,
        late: Vec<Late>,
        end: Lsn,
        done: bool,
    ) -> Verdict {
        let crowded = self.excused(Reason::RESOURCE_PROBLEM);
        for at in 0..work.retains.len() {
            let is_last = {
                let one = &work.retains[at];
                last_of_each(&work.retains).any(|last| std::ptr::eq(last, one))
            };
            if is_last {
                let Retain { topic, message, .. } = work.retains[at].clone();
                work.retains[at].event = self.model.retain(topic, message, end);
                work.retains[at].crowded = crowded;
            }
        }
        let mut left = BTreeMap::new();
        for Late { one, before, .. } in &late {
            let queue = self.model.named(&one.queue);
            let gone = work
                .gets
                .iter()
                .filter(|at| Some(at.0) == queue && done && self.model.message(**at).is_some())
                .count();
            let gained = self.gained_besides(&one.queue, *before, gone);
            left.entry(one.queue.clone()).or_insert(gained);
        }
        let passed_over = match crowded {
            true => passed_over(&late, &left),
            false => Vec::new(),
        };
        for Late {
            message,
            one,
            refusal,
            ..
        } in late
        {
            if passed_over.contains(&message.number) {
                continue;
            }
            let gained = left.get_mut(&one.queue).ok_or("it was counted")?;
            let Some(key) = self.place_given(&one, message, refusal, gained)? else {
                continue;
            };
            work.puts.push(key);
        }
        match left.into_iter().find(|(_, gained)| *gained > 0) {
            Some((queue, _)) => Err(format!("{queue} was given what nobody retains")),
            None => Ok(()),
        }
    }

    /// A subscriber is given what is retained, if the queue takes it: `before` says whether it had to, when that was asked
    /// for. `gained` is how many messages it took and nobody has accounted for.
    pub(super) fn place_given(
        &mut self,
        one: &Subscription,
        message: Message,
        before: Refusal,
        gained: &mut usize,
    ) -> Result<Option<(QueueNumber, crate::model::Key)>, String> {
        let after = self.takes_message(&one.queue, message.len);
        let too_big = after.must == Some(Reason::MSG_TOO_BIG_FOR_Q);
        if *gained == 0 || too_big {
            let reasons = [before.must, before.may, after.must, after.may];
            let excused = reasons.iter().any(Option::is_some);
            if !excused && !self.excused(Reason::RESOURCE_PROBLEM) && !self.in_trouble() {
                let known = self.model.named(&one.queue).map(|queue| {
                    let all = self.model.queue(queue).messages.values();
                    all.map(|one| (one.number, one.state)).collect::<Vec<_>>()
                });
                return Err(format!(
                    "message {} is retained and was not given to {}, which has {} messages: {known:?}",
                    message.number,
                    one.queue,
                    self.depth(&one.queue),
                ));
            }
            return Ok(None);
        }
        *gained -= 1;
        let queue = self.model.named(&one.queue).ok_or("it takes messages")?;
        let copy = Message {
            persistent: message.persistent && !self.model.queue(queue).temporary,
            state: State::Hidden,
            ..message
        };
        let key = self.model.place(queue, copy);
        Ok(Some((queue, key)))
    }
}

/// The publications a full log refused: the fewest that explain how many copies each queue has `gained`, and the longest.
fn passed_over(late: &[Late], gained: &BTreeMap<String, usize>) -> Vec<u64> {
    let mut refusable: Vec<&Message> = Vec::new();
    for Late { message, .. } in late.iter().filter(|one| one.lasts) {
        if refusable.iter().all(|one| one.number != message.number) {
            refusable.push(message);
        }
    }
    refusable.sort_by_key(|message| message.len);
    let choices = (0..1_usize << refusable.len()).map(|choice| -> Vec<u64> {
        let chosen = refusable.iter().enumerate();
        let chosen = chosen.filter(|(at, _)| choice >> at & 1 == 1);
        chosen.map(|(_, message)| message.number).collect()
    });
    let explains = |choice: &Vec<u64>| {
        gained.iter().all(|(queue, gained)| {
            let copies = late.iter().filter(|one| one.one.queue == *queue);
            let given = copies.filter(|one| !choice.contains(&one.message.number));
            let (bound, free): (Vec<_>, Vec<_>) = given.partition(|one| !one.refusal.is_some());
            (bound.len()..=bound.len() + free.len()).contains(gained)
        })
    };
    let mut explaining: Vec<Vec<u64>> = choices.filter(explains).collect();
    // Of equally many the longest come last.
    explaining.reverse();
    let fewest = explaining.into_iter().min_by_key(Vec::len);
    fewest.unwrap_or_default()
}
