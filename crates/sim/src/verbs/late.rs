//! What a commit retains is given to those who subscribed since it was published.
//!
//! The copies of one publication come together: a log that refuses those that last leaves all of them out. The others of the
//! same commit may find room all the same. Until the commit is durable nobody sees which; but each queue counts what is put to it,
//! messages and bytes.

use super::put::Refusal;
use crate::model::{Kind, Message, QueueNumber, Retain, State, Subscription, Work, last_of_each};
use crate::world::{Filled, Verdict, World};
use ferromq_log::Lsn;
use ferromq_mqi::Reason;
use std::collections::{BTreeMap, BTreeSet};

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
        self.settle_depths(all.iter().map(|(_, one)| one.queue.clone()));
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
    pub(crate) fn retain_all(&mut self, work: &mut Work, late: Vec<Late>, end: Lsn) -> Verdict {
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
            let gained = self.gained(&one.queue, *before);
            left.entry(one.queue.clone()).or_insert(Gained {
                messages: gained,
                bytes: self.gained_bytes(&one.queue, *before, gained),
            });
        }
        let passed_over = passed_over(&late, &left, crowded).unwrap_or_default();
        for (at, one) in late.into_iter().enumerate() {
            if passed_over.contains(&at) {
                continue;
            }
            let Late {
                message,
                one,
                refusal,
                ..
            } = one;
            let gained = left.get_mut(&one.queue).ok_or("it was counted")?;
            let gained = &mut gained.messages;
            let Some(key) = self.place_given(&one, message, refusal, gained)? else {
                continue;
            };
            work.puts.push(key);
        }
        match left.into_iter().find(|(_, gained)| gained.messages > 0) {
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

/// Bytes of the header with the properties of a publication, at most.
const HEADER_BYTES_MAX: usize = 128;

impl Late {
    /// Copies for programs have such a header in front, which counts as data.
    fn header_bytes_max(&self) -> usize {
        match self.one.kind {
            Kind::Provided => 0,
            Kind::Durable | Kind::Volatile => HEADER_BYTES_MAX,
        }
    }
}

/// What a queue was given by a commit.
#[derive(Clone, Copy, Debug)]
struct Gained {
    messages: usize,
    /// Of their data; `None` if that is not known.
    bytes: Option<usize>,
}

impl Gained {
    fn is_made_of(&self, copies: &[&Late]) -> bool {
        let bytes: usize = copies.iter().map(|one| one.message.len).sum();
        let headers: usize = copies.iter().map(|one| one.header_bytes_max()).sum();
        let range = bytes..=bytes + headers;
        self.messages == copies.len() && self.bytes.is_none_or(|own| range.contains(&own))
    }
}

/// The copies that were not given, by their places in `late`: the fewest publications of which a full log refused all copies, if
/// it is `crowded`, and of the others those copies a queue refused, that explain what each queue has `gained`. `None` if nothing
/// explains it.
fn passed_over(
    late: &[Late],
    gained: &BTreeMap<String, Gained>,
    crowded: bool,
) -> Option<BTreeSet<usize>> {
    let lasting = late.iter().filter(|one| one.lasts && crowded);
    let refusable: Vec<u64> = BTreeSet::from_iter(lasting.map(|one| one.message.number))
        .into_iter()
        .collect();
    let mut choices: Vec<BTreeSet<u64>> = subsets(&refusable).collect();
    // Of equally many, and equally long, those that were published later: the log has less room then.
    choices.sort_by_key(|choice| (choice.len(), std::cmp::Reverse(choice.iter().sum::<u64>())));
    let explains = |refused: &BTreeSet<u64>| {
        let mut left_out = BTreeSet::new();
        for (queue, gained) in gained {
            let of_queue = |at: &usize| late[*at].one.queue == *queue;
            let copies: Vec<usize> = (0..late.len()).filter(of_queue).collect();
            let is_refused = |at: &usize| refused.contains(&late[*at].message.number);
            let may_be_left = |at: &usize| is_refused(at) || late[*at].refusal.is_some();
            let left = subsets(&copies).find(|left| {
                let given = copies.iter().filter(|at| !left.contains(at));
                let given: Vec<&Late> = given.map(|at| &late[*at]).collect();
                let refused = copies.iter().filter(|at| is_refused(at));
                left.iter().all(may_be_left)
                    && refused.into_iter().all(|at| left.contains(at))
                    && gained.is_made_of(&given)
            })?;
            left_out.extend(left);
        }
        Some(left_out)
    };
    choices.iter().find_map(explains)
}

/// Of a handful of things, each choice.
fn subsets<T: Copy + Ord>(all: &[T]) -> impl Iterator<Item = BTreeSet<T>> + '_ {
    (0..1_usize << all.len()).map(|choice| {
        let chosen = all.iter().enumerate();
        let chosen = chosen.filter(|(at, _)| choice >> at & 1 == 1);
        chosen.map(|(_, one)| *one).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::{Gained, Late, Refusal, passed_over};
    use crate::model::{Kind, Message, State, Subscription};
    use std::collections::{BTreeMap, BTreeSet};

    /// A copy of a publication for the subscriber that has queue `Q`.
    fn late(number: u64, len: usize) -> Late {
        Late {
            message: Message {
                number,
                priority: 0,
                persistent: true,
                expires_at_us: None,
                msg_id: [0; 24],
                correl_id: [0; 24],
                len,
                backouts: (0, 0),
                backouts_unseen: 0,
                backouts_logged: 0,
                state: State::Hidden,
            },
            lasts: true,
            one: Subscription {
                number: 1,
                topic: None,
                queue: "Q".to_owned(),
                kind: Kind::Durable,
                takes_retained: true,
                held: false,
                certain: true,
            },
            before: Default::default(),
            refusal: Refusal::default(),
        }
    }

    fn left_out(bytes: usize, crowded: bool) -> Option<BTreeSet<usize>> {
        let gained = Gained {
            messages: 1,
            bytes: Some(bytes),
        };
        let all = [late(40, 62_613), late(42, 37_330)];
        passed_over(&all, &BTreeMap::from([("Q".to_owned(), gained)]), crowded)
    }

    /// As seed 8610827 had it: not the longest was refused, but that for which the first had left no room.
    #[test]
    fn the_bytes_a_queue_took_tell_which_publication_a_full_log_refused() {
        // With the header of a copy for a program.
        assert_eq!(left_out(62_613 + 92, true), Some(BTreeSet::from([1])));
        assert_eq!(left_out(37_330 + 92, true), Some(BTreeSet::from([0])));
        assert_eq!(left_out(37_329, true), None, "it took another message");
        assert_eq!(left_out(62_613 + 92, false), None, "nothing may be refused");
    }
}
