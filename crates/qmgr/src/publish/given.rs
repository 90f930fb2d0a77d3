//! What is retained for a subscription: given when it is made, and when it is asked for (`MQSUBRQ`).

use crate::deliver::placing::{Placements, put_outside_syncpoint};
use crate::objects::logged::Logged;
use crate::publish::Publishing;
use crate::publish::copy::{Copies, Publication};
use crate::publish::distribute::{Failure, copy_for, is_selected, undelivered};
use crate::publish::keep::{Given, LoggedSubscription, keep};
use crate::publish::subscription::{Activity, Subscription};
use crate::store::long_put::LongPut;
use crate::store::placement::Placement;
use ferromq_base::disk::access;
use ferromq_log::Lsn;
use ferromq_mqi::Reason;
use std::sync::Arc;

/// What is retained for a subscription, with its places on the queue reserved.
struct Retained<'a> {
    publishing: &'a Publishing,
    activity: Arc<Activity>,
    copies: Placements,
    count: usize,
    /// The log position some of it lies behind.
    behind: Lsn,
}

impl<'a> Retained<'a> {
    /// Reserves the places, of all of it or of nothing; `None` when there is nothing. The caller holds the order of commits, so that nothing
    /// else is retained meanwhile.
    ///
    /// # Errors
    /// `MQRC_RETAINED_NOT_DELIVERED` when one can be put neither there nor, where that is used, on the dead-letter queue;
    /// `MQRC_RESOURCE_PROBLEM` while workers are to copy what is long.
    fn place(
        publishing: &'a Publishing,
        subscription: &Subscription,
    ) -> Result<Option<Self>, Reason> {
        let now_us = publishing.clock.wall_us();
        let mut copies: Vec<Placement> = Vec::new();
        let mut behind = Lsn::NONE;
        for publication in publishing.topics.retained(&subscription.pattern) {
            let copy = match retained_copy(publishing, subscription, &publication, now_us) {
                None => continue,
                Some(Ok(copy)) => Some(copy),
                Some(Err(failure)) => {
                    let inherited = publishing.topics.inherited(&publication.topic);
                    let uses = inherited.use_dead_letter_queue.then_some(failure);
                    uses.and_then(|failure| undelivered(publishing, subscription, failure, now_us))
                }
            };
            let Some(copy) = copy else {
                copies.into_iter().for_each(Placement::release);
                return Err(Reason::RETAINED_NOT_DELIVERED);
            };
            copies.push(copy);
            behind = behind.max(publication.behind);
        }
        if LongPut::lacks_copies() {
            // Nothing is logged before they are there.
            copies.into_iter().for_each(Placement::release);
            return Err(Reason::RESOURCE_PROBLEM);
        }
        let count = copies.len();
        Ok(Placements::of(copies).map(|copies| Self {
            publishing,
            activity: Arc::clone(&subscription.activity),
            copies,
            count,
            behind,
        }))
    }
}

impl Given for Retained<'_> {
    fn is_logged(&self) -> bool {
        self.copies.any_persistent()
    }

    /// # Errors
    /// `MQRC_RETAINED_NOT_DELIVERED` when the log does not take it; `MQRC_RESOURCE_PROBLEM` while it is being staged.
    fn put(self) -> Result<Option<Logged>, Reason> {
        let behind = (self.behind > self.publishing.log.durable()).then_some(self.behind);
        let copies = self.copies.staged(self.publishing);
        let copies = copies.map_err(|reason| match LongPut::awaited_by_verb() {
            Some(_) => reason,
            None => Reason::RETAINED_NOT_DELIVERED,
        })?;
        let _access = access::allow("what is retained is staged in place");
        let forced = put_outside_syncpoint(self.publishing, copies, behind)
            .map_err(|_| Reason::RETAINED_NOT_DELIVERED)?;
        let now_us = self.publishing.clock.wall_us();
        (0..self.count).for_each(|_| self.activity.count(now_us));
        Ok(forced)
    }

    fn release(self) {
        self.copies.release();
    }
}

/// Puts what is retained for a subscription on its queue, all of it or nothing. Answers how many, and what to wait for until
/// they are there. The caller holds the order of commits.
///
/// # Errors
/// As [`Retained::place`] and `put`.
pub(crate) fn send_retained(
    publishing: &Publishing,
    subscription: &Subscription,
) -> Result<(i32, Option<Logged>), Reason> {
    let Some(retained) = Retained::place(publishing, subscription)? else {
        return Ok((0, None));
    };
    let count = i32::try_from(retained.count).unwrap_or(i32::MAX);
    Ok((count, retained.put()?))
}

/// A subscription takes part from now on, and is given what is retained unless it does not want that. Answers what to wait
/// for until all of that is durable.
///
/// # Errors
/// As [`keep`] and [`send_retained`]; then there is no subscription.
pub(crate) fn keep_with_retained(
    publishing: &Publishing,
    subscription: Subscription,
    wanted: bool,
) -> Result<LoggedSubscription, Reason> {
    let wanted = wanted && !subscription.on_request;
    keep(publishing, subscription, |subscription| match wanted {
        true => Retained::place(publishing, subscription),
        false => Ok(None),
    })
}

/// The place of one copy, or why there is none; nothing when it has expired or is not selected, or nothing that is retained is given.
pub(crate) fn retained_copy(
    publishing: &Publishing,
    subscription: &Subscription,
    publication: &Publication,
    now_us: u64,
) -> Option<Result<Placement, Failure>> {
    let expired = publication
        .expires_at_us
        .is_some_and(|at_us| at_us <= now_us);
    let stays = publication.stays && subscription.neighbour.is_some();
    if expired || stays || subscription.level > 1 || !is_selected(subscription, publication) {
        return None;
    }
    let to = (subscription, 0);
    Some(copy_for(
        publishing,
        publication,
        to,
        &mut Copies::default(),
    ))
}
