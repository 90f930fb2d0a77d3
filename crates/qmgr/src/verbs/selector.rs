//! Selectors of open queues: the selection string of an open, and the searches it takes part in.
//!
//! A selector is checked once, when the queue is opened, and evaluated while the queue is locked, against the message
//! in memory. A message that is not in memory is read with nothing locked; what the selector says of it is
//! remembered by its arrival number, which no other message will have.

use crate::deliver::Delivery;
use crate::deliver::expiry::discard;
use crate::lock_order;
use crate::store::judged::Judged;
use crate::store::local_queue::LocalQueue;
use crate::store::read::{not_loaded, read_log};
use ferromq_base::lock::Mutex;
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::ObjectDescriptor;
use ferromq_queue::{
    Filter, LateSearch, LoadError, MessageView, Pending, Searched, Selected, Selection, Take,
    TooManyWaiters, Unread, Verdict, WaiterId,
};
use ferromq_selector::{Ids, Selector};
use std::collections::HashMap;
use std::sync::Arc;
use std::task::Waker;

/// Messages read at once because the selector must see them: few first, as the first one may be selected.
const UNREAD_MAX: [usize; 4] = [4, 32, 256, 2048];

/// How many are read at once when it stopped so often to read before.
pub(super) fn unread_max(rounds: usize) -> usize {
    UNREAD_MAX[rounds.min(UNREAD_MAX.len() - 1)]
}
/// Verdicts kept beyond those a queue has messages for.
const VERDICTS_SPARE: usize = 1024;

/// A selector at work for a handle.
#[derive(Debug)]
pub(crate) struct Selecting {
    selector: Selector,
    ids: Ids,
    /// Of messages that are not in memory.
    verdicts: Mutex<HashMap<u64, bool>, lock_order::Verdicts>,
}

/// The selector an open asks for.
///
/// # Errors
/// `MQRC_SELECTOR_INVALID_FOR_TYPE` when nothing can be selected from what is opened, `MQRC_SELECTOR_SYNTAX_ERROR`,
/// `MQRC_SELECTION_STRING_ERROR`, `MQRC_SELECTOR_ALWAYS_FALSE`.
pub(crate) fn of_open(
    object: &ObjectDescriptor,
    options: i32,
) -> Result<Option<Arc<Selecting>>, Reason> {
    const GETS: i32 = MQOO_INPUT_AS_Q_DEF | MQOO_INPUT_SHARED | MQOO_INPUT_EXCLUSIVE | MQOO_BROWSE;
    if object.version < MQOD_VERSION_4 || object.selection_string.is_empty() {
        return Ok(None);
    }
    if object.object_type != MQOT_Q || options & GETS == 0 {
        return Err(Reason::SELECTOR_INVALID_FOR_TYPE);
    }
    let selector = Selector::parse(&object.selection_string).map_err(|error| error.reason())?;
    match selector.always() {
        Some(true) => Ok(None),
        Some(false) => Err(Reason::SELECTOR_ALWAYS_FALSE),
        None => Ok(Some(Arc::new(Selecting {
            ids: selector.ids(),
            selector,
            verdicts: Mutex::default(),
        }))),
    }
}

impl Selecting {
    fn verdicts(&self) -> ferromq_base::lock::MutexGuard<'_, HashMap<u64, bool>> {
        self.verdicts.lock()
    }

    /// Forgets what is not true any more, and what there is too much of.
    pub(super) fn begin(&self, depth: u32) {
        let mut verdicts = self.verdicts();
        if !self.selector.is_steady() || verdicts.len() > depth as usize * 2 + VERDICTS_SPARE {
            verdicts.clear();
        }
    }

    /// Reads messages and remembers what the selector says of them.
    pub(super) fn read(
        &self,
        delivery: &Delivery,
        queue: &Arc<LocalQueue>,
        unread: &[Unread],
    ) -> Result<(), Reason> {
        for one in unread {
            let loaded = queue
                .queue
                .load(one.seq, &one.payload, &|place| read_log(delivery, place));
            let says = match loaded {
                Ok(message) => self
                    .selector
                    .matches(&Judged::new(&message, one.backout_count)),
                Err(LoadError::Gone) => false,
                Err(error) => return Err(not_loaded(delivery, queue, error)),
            };
            self.verdicts().insert(one.seq.0, says);
        }
        Ok(())
    }
}

impl Filter for Selecting {
    fn judge(&self, view: &MessageView<'_>) -> Verdict {
        let says = match view.message {
            Some(message) => self.selector.matches(&Judged::seen(message, view)),
            None => match self.verdicts().get(&view.seq.0) {
                Some(says) => *says,
                None => return Verdict::Unknown,
            },
        };
        if says {
            Verdict::Passes
        } else {
            Verdict::Fails
        }
    }
}

/// How a search went on.
pub(super) enum Sought {
    /// It is over. What was selected has to be seen to.
    Over(Option<WaiterId>),
    /// An engine answers later.
    Asked(Pending<LateSearch>),
}

impl Sought {
    fn of(waiter: Result<Option<WaiterId>, TooManyWaiters>) -> Result<Self, Reason> {
        let waiter = waiter.map_err(|_| Reason::RESOURCE_PROBLEM)?;
        Ok(Self::Over(waiter))
    }
}

/// Searches a queue, with a waker so that a waiter is registered when nothing is found, and with a selector if the
/// handle has one. It may stop before its end, as the selection says or to have messages read. What was selected has to
/// be seen to also where no more can wait.
pub(super) fn once(
    queue: &LocalQueue,
    selecting: Option<&Arc<Selecting>>,
    mut selection: Selection<'_>,
    how: (Take, u64),
    waker: Option<&Waker>,
    selected: &mut Selected,
) -> Result<Sought, Reason> {
    let mut search = |selection: &Selection<'_>| match queue
        .queue
        .select_into(selection, how, waker, selected)
    {
        Searched::Done(waiter) => Sought::of(waiter),
        Searched::Pending(pending) => Ok(Sought::Asked(pending)),
    };
    let Some(selecting) = selecting else {
        return search(&selection);
    };
    let filter: Arc<dyn Filter> = Arc::clone(selecting) as _;
    let ids = &selecting.ids;
    // What the get itself asks for goes first; the selector then has its say on what is found.
    let free = (ids.msg_id.is_none() || selection.msg_id.is_none())
        && (ids.correl_id.is_none() || selection.correl_id.is_none());
    selection.msg_id = selection.msg_id.or(ids.msg_id);
    selection.correl_id = selection.correl_id.or(ids.correl_id);
    if ids.suffices && free {
        return search(&selection);
    }
    search(&Selection {
        filter: Some(&filter),
        ..selection
    })
}

/// Searches a queue to its end, and reads what the selector must see on the way. `late` is what came of a search an engine was asked for before.
/// What was selected has to be seen to also after an error.
pub(super) fn search(
    delivery: &Delivery,
    queue: &Arc<LocalQueue>,
    selecting: Option<&Arc<Selecting>>,
    mut selection: Selection<'_>,
    how: (Take, u64),
    (waker, late): (Option<&Waker>, Option<LateSearch>),
    selected: &mut Selected,
) -> Result<Sought, Reason> {
    let mut late = late;
    let mut sought = |selection: Selection<'_>, selected: &mut Selected| match late.take() {
        Some(late) => {
            *selected = late.selected;
            Sought::of(late.waiter)
        }
        None => once(queue, selecting, selection, how, waker, selected),
    };
    let Some(selector) = selecting else {
        return sought(selection, selected);
    };
    selector.begin(queue.queue.depth());
    let mut rounds = 0;
    loop {
        selection.unread_max = unread_max(rounds);
        rounds += 1;
        let waiter = sought(selection, selected);
        if selected.unread.is_empty() {
            return waiter;
        }
        let before = std::mem::take(selected);
        before.wakeups.wake();
        for expired in before.expired {
            discard(delivery, queue, expired);
        }
        selection.rest = before.rest;
        if let Err(reason) = selector.read(delivery, queue, &before.unread) {
            if let Some(rest) = before.rest {
                queue.queue.forget_search(rest);
            }
            return Err(reason);
        }
    }
}
