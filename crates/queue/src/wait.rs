//! Getters that wait.
//!
//! Each message that becomes visible wakes one waiter it would serve, the one that waits
//! longest, and every browser it would serve. A waiter that was woken and ends without
//! having taken the message hands the wake-up on, to those that waited when the message
//! appeared and were not asked yet: so no wake-up is lost and none goes round in circles.

use crate::failure::TooManyWaiters;
use crate::filter::{Filter, Verdict};
use crate::index::IdHasher;
use crate::message::Id;
use crate::numbers::{HandleId, WaiterId};
use crate::selection::{Interest, MessageView};
use crate::wakeup::Wakeups;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::task::Waker;

/// What a message offers to waiters.
#[derive(Clone, Copy)]
pub(crate) struct Offer<'a> {
    pub(crate) seq: u64,
    pub(crate) msg_id: &'a Id,
    pub(crate) correl_id: &'a Id,
    pub(crate) group_id: Option<&'a Id>,
    pub(crate) view: MessageView<'a>,
}

impl Offer<'_> {
    fn suits(&self, waiter: &Waiter) -> bool {
        let interest = &waiter.interest;
        if interest.whole && self.group_id.is_some() {
            // Whether all is there now it sees itself.
            return interest.group_id.is_none() || interest.group_id.as_ref() == self.group_id;
        }
        let ids = interest.msg_id.is_none_or(|id| id == *self.msg_id)
            && interest.correl_id.is_none_or(|id| id == *self.correl_id)
            && interest
                .group_id
                .is_none_or(|id| self.group_id == Some(&id));
        // A waiter whose filter cannot judge the message without its body looks itself.
        let passes = |filter: &Arc<dyn Filter>| filter.judge(&self.view) != Verdict::Fails;
        ids && waiter.filter.as_ref().is_none_or(passes)
    }
}

struct Waiter {
    id: u64,
    interest: Interest,
    filter: Option<Arc<dyn Filter>>,
    handle: HandleId,
    /// Present until the waiter is woken.
    waker: Option<Waker>,
    /// The message it was woken for; `None` if it was woken for another reason.
    woken_for: Option<u64>,
    /// Waiters from this number on registered after that message appeared.
    limit: u64,
}

/// A woken waiter that ended.
pub(crate) struct Ended {
    pub(crate) seq: u64,
    pub(crate) after: u64,
    pub(crate) limit: u64,
}

const SLOT_BITS: u32 = 20;
const SLOT_MASK: u64 = (1 << SLOT_BITS) - 1;
/// Waiters of one queue at most: as many as there are slots.
const WAITERS_MAX: usize = 1 << SLOT_BITS;

/// All waiters of a queue. A waiter's number is its arrival and, in the low bits, its slot.
pub(crate) struct Waiters {
    slots: Vec<Option<Waiter>>,
    /// How many slots there may be.
    slots_max: usize,
    free: Vec<u32>,
    arrivals: u64,
    /// Waiting getters without an id, or for what is there as a whole, longest first.
    plain: VecDeque<u64>,
    /// Waiting browsers.
    browsers: VecDeque<u64>,
    /// Waiting getters with an id, by its hash, longest first.
    by_id: Lists,
    hasher: IdHasher,
}

/// Short lists of waiters by the keyed hash of their id; one waiter to an id is the rule.
type Lists = HashMap<u64, VecDeque<u64>>;

impl Waiters {
    pub(crate) fn new() -> Self {
        Self::at_most(WAITERS_MAX)
    }

    fn at_most(slots_max: usize) -> Self {
        Self {
            slots: Vec::new(),
            slots_max,
            free: Vec::new(),
            arrivals: 0,
            plain: VecDeque::new(),
            browsers: VecDeque::new(),
            by_id: Lists::new(),
            hasher: IdHasher::new(),
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    pub(crate) fn add(
        &mut self,
        interest: Interest,
        filter: Option<Arc<dyn Filter>>,
        handle: HandleId,
        waker: Waker,
    ) -> Result<WaiterId, TooManyWaiters> {
        let slot = match self.free.pop() {
            Some(slot) => slot,
            None if self.slots.len() >= self.slots_max => return Err(TooManyWaiters),
            None => {
                self.slots.push(None);
                (self.slots.len() - 1) as u32
            }
        };
        self.arrivals += 1;
        let id = self.arrivals << SLOT_BITS | u64::from(slot);
        self.slots[slot as usize] = Some(Waiter {
            id,
            interest,
            filter,
            handle,
            waker: Some(waker),
            woken_for: None,
            limit: 0,
        });
        self.enlist(id, &interest);
        Ok(WaiterId(id))
    }

    /// `None` where messages with other ids serve it as well.
    fn hash_of(&self, interest: &Interest) -> Option<u64> {
        if interest.whole {
            return None;
        }
        let (id, kind) = match (interest.correl_id, interest.msg_id, interest.group_id) {
            (Some(id), _, _) => (id, 1),
            (None, Some(id), _) => (id, 2),
            (None, None, Some(id)) => (id, 3),
            (None, None, None) => return None,
        };
        Some(self.hasher.hash(&id).wrapping_add(kind))
    }

    fn enlist(&mut self, id: u64, interest: &Interest) {
        if interest.browse {
            self.browsers.push_back(id);
        } else if let Some(hash) = self.hash_of(interest) {
            self.by_id.entry(hash).or_default().push_back(id);
        } else {
            self.plain.push_back(id);
        }
    }

    fn delist(&mut self, id: u64, interest: &Interest) {
        if interest.browse {
            take_out(&mut self.browsers, id);
        } else if let Some(hash) = self.hash_of(interest) {
            if let Entry::Occupied(mut list) = self.by_id.entry(hash) {
                take_out(list.get_mut(), id);
                if list.get().is_empty() {
                    list.remove();
                }
            }
        } else {
            take_out(&mut self.plain, id);
        }
    }

    fn get(&self, id: u64) -> Option<&Waiter> {
        self.slots
            .get((id & SLOT_MASK) as usize)?
            .as_ref()
            .filter(|waiter| waiter.id == id)
    }

    /// Ends a waiter. If it was woken for a message, says so.
    pub(crate) fn end(&mut self, id: WaiterId) -> Option<Ended> {
        self.get(id.0)?;
        let slot = id.0 & SLOT_MASK;
        let waiter = self.slots[slot as usize].take().expect("just seen");
        self.free.push(slot as u32);
        if waiter.waker.is_some() {
            self.delist(id.0, &waiter.interest);
            return None;
        }
        let seq = waiter.woken_for.filter(|_| !waiter.interest.browse)?;
        Some(Ended {
            seq,
            after: waiter.id,
            limit: waiter.limit,
        })
    }

    /// Wakes whom a message that just became visible serves.
    pub(crate) fn offer(&mut self, offer: &Offer<'_>, wakeups: &mut Wakeups) {
        if self.count() == 0 {
            return;
        }
        while let Some(id) = self.first_browser(offer) {
            self.wake(id, offer.seq, 0, wakeups);
        }
        let limit = (self.arrivals + 1) << SLOT_BITS;
        self.offer_between(offer, 0, limit, wakeups);
    }

    /// Wakes the first getter the message serves that registered between the two numbers.
    pub(crate) fn offer_between(
        &mut self,
        offer: &Offer<'_>,
        after: u64,
        limit: u64,
        wakeups: &mut Wakeups,
    ) {
        let mut chosen = self.first_in(&self.plain, offer, after, limit);
        if !self.by_id.is_empty() {
            let keys = [
                Interest {
                    correl_id: Some(*offer.correl_id),
                    ..Interest::default()
                },
                Interest {
                    msg_id: Some(*offer.msg_id),
                    ..Interest::default()
                },
                Interest {
                    group_id: offer.group_id.copied(),
                    ..Interest::default()
                },
            ];
            for key in keys {
                let Some(hash) = self.hash_of(&key) else {
                    continue;
                };
                let Some(list) = self.by_id.get(&hash) else {
                    continue;
                };
                let found = self.first_in(list, offer, after, limit);
                chosen = chosen.into_iter().chain(found).min();
            }
        }
        if let Some(id) = chosen {
            self.wake(id, offer.seq, limit, wakeups);
        }
    }

    fn first_in(
        &self,
        list: &VecDeque<u64>,
        offer: &Offer<'_>,
        after: u64,
        limit: u64,
    ) -> Option<u64> {
        let from = if after == 0 {
            0
        } else {
            list.partition_point(|id| *id <= after)
        };
        list.range(from..)
            .copied()
            .take_while(|id| *id < limit)
            .find(|id| self.get(*id).is_some_and(|waiter| offer.suits(waiter)))
    }

    fn first_browser(&self, offer: &Offer<'_>) -> Option<u64> {
        self.first_in(&self.browsers, offer, 0, u64::MAX)
    }

    fn wake(&mut self, id: u64, seq: u64, limit: u64, wakeups: &mut Wakeups) {
        let waiter = self.slots[(id & SLOT_MASK) as usize]
            .as_mut()
            .expect("listed waiters exist");
        waiter.woken_for = Some(seq);
        waiter.limit = limit;
        let interest = waiter.interest;
        if let Some(waker) = waiter.waker.take() {
            wakeups.push(waker);
        }
        self.delist(id, &interest);
    }

    /// Wakes everybody.
    pub(crate) fn wake_all(&mut self, wakeups: &mut Wakeups) {
        self.plain.clear();
        self.browsers.clear();
        self.by_id.clear();
        for waiter in self.slots.iter_mut().flatten() {
            if let Some(waker) = waiter.waker.take() {
                wakeups.push(waker);
            }
        }
    }

    /// Wakes the browsers a message serves: it lost a mark.
    pub(crate) fn wake_browsers(&mut self, offer: &Offer<'_>, wakeups: &mut Wakeups) {
        while let Some(id) = self.first_browser(offer) {
            self.wake(id, offer.seq, 0, wakeups);
        }
    }

    /// The waiters of a handle.
    pub(crate) fn of_handle(&self, handle: HandleId) -> Vec<WaiterId> {
        let waiters = self
            .slots
            .iter()
            .flatten()
            .filter(|waiter| waiter.handle == handle);
        waiters.map(|waiter| WaiterId(waiter.id)).collect()
    }
}

fn take_out(list: &mut VecDeque<u64>, id: u64) {
    if list.front() == Some(&id) {
        list.pop_front();
    } else if let Ok(at) = list.binary_search(&id) {
        list.remove(at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_waiter_too_many_is_refused_until_another_ends() {
        let mut waiters = Waiters::at_most(3);
        let add = |waiters: &mut Waiters| {
            let interest = Interest::default();
            waiters.add(interest, None, HandleId(1), Waker::noop().clone())
        };
        let known: Vec<_> = (0..3).map(|_| add(&mut waiters)).collect();
        assert_eq!(add(&mut waiters), Err(TooManyWaiters));
        assert_eq!(waiters.count(), 3);
        waiters.end(known[1].expect("one of three"));
        assert!(add(&mut waiters).is_ok());
        assert_eq!(add(&mut waiters), Err(TooManyWaiters));
    }
}
