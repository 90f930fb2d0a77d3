//! What an earlier run put on spill queues and did not commit is deleted before this one begins: it comes again, and nobody may take it from there before. A queue
//! that has room for it once would never take what comes.
//!
//! It comes again if the receive queue has it still. Where the target is older than what was deleted there, because it was put back or another took its place, what was put
//! aside is nowhere else: nothing is deleted then.

use super::browser::{Browsed, Browser, UNIT_MAX};
use super::setup::{Setup, lost};
use super::spill::is_gone;
use super::work::Token;
use crate::target::spilling::Load;
use crate::trouble::Trouble;
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::{
    MQIA_CURRENT_Q_DEPTH, MQIA_MAX_Q_DEPTH, MQOO_INPUT_SHARED, MQOO_INQUIRE,
};
use ferromq_mqi::session::MqError;

/// A queue with fewer messages is read; a longer one only where it is more than half full, for a start is to be quick.
const READ_MAX: i32 = 20_000;
/// Messages of the receive queue that are looked at for what comes again, at most: where that is not enough nothing is deleted.
const COMES_MAX: usize = 100_000;

/// Up to where the stream is committed.
pub(super) struct Committed<'a> {
    pub(super) epoch: u64,
    pub(super) position: u64,
    /// Numbers behind that which are, too, ascending: with relaxed commits.
    pub(super) besides: &'a [u64],
}

impl Committed<'_> {
    fn has(&self, epoch: u64, sequence: u64) -> bool {
        epoch != self.epoch
            || sequence <= self.position
            || self.besides.binary_search(&sequence).is_ok()
    }

    /// Whether each number up to `last` is committed or within one of these ranges, which ascend.
    fn has_or_finds(&self, ranges: &[(u64, u64)], last: u64) -> bool {
        let next_open = |mut number: u64| {
            while number <= last && self.has(self.epoch, number) {
                number += 1;
            }
            number
        };
        let mut next = next_open(self.position.saturating_add(1));
        for (first, end) in ranges {
            if *first > next {
                break;
            }
            next = next_open(next.max(end.saturating_add(1)));
        }
        next > last
    }
}

/// Deletes it from the spill queues of these loads. No agent is at work, nobody drains, and nobody of an earlier run is at anything any more. A queue that does not let
/// itself be read holds up only what is for it: it is told of, and passed over.
///
/// # Errors
/// FMQ0428: the queue manager is away, or the receive queue cannot be read.
pub(super) fn delete(
    setup: &Setup<'_>,
    loads: &[Load],
    committed: &Committed<'_>,
) -> Result<(), Trouble> {
    for load in loads {
        let queue = &load.spill_queue;
        match delete_from(setup, queue, committed)? {
            Ok(()) => {}
            // Whoever drains it, or puts there, sees what that means.
            Err(error) if is_gone(&error) => {}
            Err(error) if is_away(&error) => return Err(lost(queue, &error)),
            Err(error) => (setup.tell)(&lost(queue, &error).line),
        }
    }
    Ok(())
}

/// Whether it is not the queue but the queue manager, or the way to it.
fn is_away(error: &MqError) -> bool {
    matches!(
        error.reason,
        Reason::CONNECTION_BROKEN
            | Reason::CONNECTION_QUIESCING
            | Reason::CONNECTION_STOPPING
            | Reason::HCONN_ERROR
            | Reason::Q_MGR_NOT_AVAILABLE
            | Reason::Q_MGR_QUIESCING
            | Reason::Q_MGR_STOPPING
    )
}

/// What the queue manager says of the spill queue is in the inner result.
fn delete_from(
    setup: &Setup<'_>,
    queue: &str,
    committed: &Committed<'_>,
) -> Result<Result<(), MqError>, Trouble> {
    let mut browser = match Browser::open(setup, queue, MQOO_INPUT_SHARED | MQOO_INQUIRE)? {
        Ok(browser) => browser,
        Err(error) => return Ok(Err(error)),
    };
    let (tokens, last) = match find(setup, &mut browser, committed) {
        Ok(found) => found,
        Err(error) => {
            browser.end();
            return Ok(Err(error));
        }
    };
    if !tokens.is_empty()
        && comes_again(setup, committed, last)?
        && let Err(error) = browser.purge(&tokens, UNIT_MAX)
    {
        // Its unit of work goes with the session.
        return Ok(Err(error));
    }
    browser.end();
    Ok(Ok(()))
}

/// What is not committed on a spill queue, and the last number of it.
fn find(
    setup: &Setup<'_>,
    browser: &mut Browser,
    committed: &Committed<'_>,
) -> Result<(Vec<Token>, u64), MqError> {
    let asked = [MQIA_CURRENT_Q_DEPTH, MQIA_MAX_Q_DEPTH];
    let (found, _, _) = browser.session.inquire(browser.handle, &asked, 2, 0)?;
    let (depth, most) = match found[..] {
        [depth, most] => (depth, most),
        _ => (0, 0),
    };
    let (mut tokens, mut last) = (Vec::new(), 0);
    if depth > READ_MAX && depth <= most / 2 {
        return Ok((tokens, last));
    }
    while !(setup.ends)() {
        match browser.next(0)? {
            Browsed::Message(message, token, _) => {
                let key = message.header.key;
                if !committed.has(key.epoch, key.sequence) {
                    tokens.push(token);
                    last = last.max(key.sequence);
                }
            }
            // Whoever drains the queue tells of it.
            Browsed::Heartbeat(..) | Browsed::Foreign(_) => {}
            Browsed::Nothing => break,
        }
    }
    Ok((tokens, last))
}

/// Whether everything up to this number that is not committed is on the receive queue.
fn comes_again(setup: &Setup<'_>, committed: &Committed<'_>, last: u64) -> Result<bool, Trouble> {
    let queue = &setup.map.receive_queue;
    let opened = Browser::open(setup, queue, 0)?;
    let mut browser = opened.map_err(|error| lost(queue, &error))?;
    let mut ranges = Vec::new();
    while ranges.len() < COMES_MAX && !(setup.ends)() {
        match browser.next(0).map_err(|error| browser.lost(&error))? {
            Browsed::Message(message, ..) => {
                let (key, end) = (message.header.key, message.last_sequence());
                if (key.map, key.epoch) != (setup.map.number, committed.epoch) {
                    continue;
                }
                if key.sequence > last {
                    break;
                }
                ranges.push((key.sequence, end));
            }
            // Who browses for the stream tells of it.
            Browsed::Heartbeat(..) | Browsed::Foreign(_) => {}
            Browsed::Nothing => break,
        }
    }
    browser.end();
    ranges.sort_unstable();
    Ok(committed.has_or_finds(&ranges, last))
}

#[cfg(test)]
mod tests {
    use super::Committed;

    #[test]
    fn all_that_is_not_committed_has_to_be_found() {
        let committed = Committed {
            epoch: 4,
            position: 10,
            besides: &[9, 10, 12, 15],
        };
        let finds = |ranges: &[(u64, u64)], last| committed.has_or_finds(ranges, last);
        assert!(finds(&[(11, 11), (13, 14)], 15), "with packs");
        assert!(finds(&[(2, 3), (8, 11), (11, 20)], 17), "again, and before");
        assert!(finds(&[], 10));
        assert!(!finds(&[], 11));
        assert!(!finds(&[(13, 14)], 15), "the first is not there");
        assert!(
            !finds(&[(11, 11), (14, 20)], 17),
            "one between is not there"
        );
        assert!(!finds(&[(11, 11), (13, 14)], 16), "the last is not there");
        assert!(
            !finds(&[(11, u64::MAX)], u64::MAX),
            "there is no such number"
        );
    }

    #[test]
    fn what_is_not_committed_is_of_this_epoch_and_behind_the_position() {
        let committed = Committed {
            epoch: 4,
            position: 10,
            besides: &[9, 10, 12, 15],
        };
        let kept: Vec<u64> = (8..18).filter(|it| committed.has(4, *it)).collect();
        assert_eq!(kept, [8, 9, 10, 12, 15]);
        assert!(committed.has(3, 17), "all of an epoch before is committed");
    }
}
