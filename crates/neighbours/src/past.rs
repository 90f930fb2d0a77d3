//! Publishing what others sent than who sent a publication that fails, so that they do not wait for it.

use crate::exchange::{Exchange, PUBLICATIONS, Republishes};
use crate::publishing::{BATCH, BATCH_BYTES};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::ObjectHandle;
use ferromq_mqi::session::{Connected, Session};
use ferromq_mqi::{ObjectName, Reason};
use std::collections::BTreeSet;

/// Messages that are looked at in one turn, unless it ends before: by as many publications and bytes as a unit of work may have.
const LOOKS: usize = 1_000;
/// Messages that wait and are passed: each has a mark, and all are stepped over for each that is published behind them.
const MARKED_MAX: usize = 500_000;
/// What was looked at has a mark, and is not found again.
const LOOK: i32 = MQGMO_NO_SYNCPOINT | MQGMO_UNMARKED_BROWSE_MSG | MQGMO_MARK_BROWSE_HANDLE;

/// What was looked at because one fails.
pub(crate) struct Past {
    /// The queue once more. What waits has a mark of this handle.
    handle: ObjectHandle,
    /// Who sent the one that fails.
    first: ObjectName,
    /// Whose publications wait so that they stay in order: those of who sent it, and of whoever sent another one that failed since.
    waiting: BTreeSet<ObjectName>,
    marked: usize,
    /// Whether all that was there was looked at.
    all_seen: bool,
}

impl Past {
    fn begin<C: Connected>(session: &mut Session<C>, first: ObjectName) -> Result<Self, Reason> {
        let options = MQOO_INPUT_SHARED | MQOO_BROWSE | MQOO_FAIL_IF_QUIESCING;
        let handle = session.open(PUBLICATIONS, options);
        Ok(Self {
            handle: handle.map_err(|error| error.reason)?,
            first,
            waiting: BTreeSet::from([first]),
            marked: 0,
            all_seen: false,
        })
    }

    /// The get that finds what came since all was looked at; none where something may be left.
    pub(crate) fn awaited(&self) -> Option<(ObjectHandle, i32)> {
        self.all_seen
            .then_some((self.handle, LOOK | MQGMO_BROWSE_FIRST))
    }
}

impl<C: Connected + Republishes> Exchange<C> {
    /// Publishes some of what others sent than who sent the one that fails, each in a unit of work of its own. Of who sent one that
    /// fails as well, nothing more is published until `tried`: until the first one was tried once more. Whether there may be more.
    pub(crate) fn publish_past_failing(&mut self, tried: bool) -> Result<bool, Reason> {
        let Some(first) = self.tries.waits_for() else {
            self.end_past();
            return Ok(false);
        };
        let ends = |past: &Past| past.first != first || tried && past.waiting.len() > 1;
        if self.past.as_ref().is_some_and(ends) {
            self.end_past();
        }
        let mut past = match self.past.take() {
            Some(past) => past,
            None => Past::begin(&mut self.session, first)?,
        };
        let more = self.look_past(&mut past);
        self.past = Some(past);
        more
    }

    /// The next look finds all that is there.
    pub(crate) fn end_past(&mut self) {
        if let Some(past) = self.past.take() {
            let _ = self.session.close(past.handle, MQCO_NONE);
        }
    }

    fn look_past(&mut self, past: &mut Past) -> Result<bool, Reason> {
        past.all_seen = false;
        let (mut looks, mut count, mut bytes) = (0, 0, 0);
        let mut browse = MQGMO_BROWSE_FIRST;
        while looks < LOOKS && count < BATCH && bytes < BATCH_BYTES && !self.control.stops() {
            if past.marked >= MARKED_MAX {
                return Ok(false);
            }
            let Some(seen) = self.get_as(past.handle, LOOK | browse)? else {
                if browse == MQGMO_BROWSE_FIRST {
                    past.all_seen = true;
                    return Ok(false);
                }
                browse = MQGMO_BROWSE_FIRST;
                continue;
            };
            looks += 1;
            bytes += seen.body.len();
            let from = self.sender_of(&seen);
            let Some(from) = from.filter(|from| !past.waiting.contains(from)) else {
                // Each try takes the mark from the one that fails.
                past.marked += usize::from(!self.tries.is_failing(&seen.descriptor));
                browse = MQGMO_BROWSE_NEXT;
                continue;
            };
            if browse == MQGMO_BROWSE_NEXT {
                // What the same one sent before it may have come in front of what was looked at: messages are in the order of
                // their puts, and may be committed in another one.
                self.get_as(past.handle, MQGMO_UNMARK_BROWSE_HANDLE)?;
                browse = MQGMO_BROWSE_FIRST;
                continue;
            }
            let options = MQGMO_SYNCPOINT | MQGMO_MSG_UNDER_CURSOR;
            let Some(message) = self.get_as(past.handle, options)? else {
                continue;
            };
            count += 1;
            self.retained_in_unit.clear();
            match self.publish(&message) {
                Ok(()) => self.session.commit(),
                Err(reason) if reason.ends_service() => return Err(reason),
                Err(_) => {
                    past.waiting.insert(from);
                    self.session.back_out()
                }
            }
            .map_err(|error| error.reason)?;
        }
        Ok(true)
    }
}
