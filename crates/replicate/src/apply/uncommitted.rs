//! What an earlier run put on spill queues and did not commit is deleted before this one begins: it comes again, and nobody may take it from there before. A queue
//! that has room for it once would never take what comes.

use super::browser::{Browsed, Browser};
use super::setup::{Setup, lost};
use super::spill::is_gone;
use crate::target::spilling::Load;
use crate::trouble::Trouble;
use ferromq_mqi::generated::constants::{
    MQIA_CURRENT_Q_DEPTH, MQIA_MAX_Q_DEPTH, MQOO_INPUT_SHARED, MQOO_INQUIRE,
};

/// A queue with fewer messages is read; a longer one only where it is more than half full, for a start is to be quick.
const READ_MAX: i32 = 20_000;
/// Messages that are deleted in one unit of work.
const UNIT_MAX: usize = 500;

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
}

/// Deletes it from the spill queues of these loads. No agent is at work, nobody drains, and nobody of an earlier run is at anything any more.
///
/// # Errors
/// FMQ0428: the queue manager is away.
pub(super) fn delete(
    setup: &Setup<'_>,
    loads: &[Load],
    committed: &Committed<'_>,
) -> Result<(), Trouble> {
    for load in loads {
        let queue = &load.spill_queue;
        match Browser::open(setup, queue, MQOO_INPUT_SHARED | MQOO_INQUIRE)? {
            Ok(browser) => delete_from(setup, browser, committed)?,
            // Whoever drains it, or puts there, sees what that means.
            Err(error) if is_gone(&error) => {}
            Err(error) => return Err(lost(queue, &error)),
        }
    }
    Ok(())
}

fn delete_from(
    setup: &Setup<'_>,
    mut browser: Browser,
    committed: &Committed<'_>,
) -> Result<(), Trouble> {
    let asked = [MQIA_CURRENT_Q_DEPTH, MQIA_MAX_Q_DEPTH];
    let found = browser.session.inquire(browser.handle, &asked, 2, 0);
    let (found, _, _) = found.map_err(|error| browser.lost(&error))?;
    let (depth, most) = match found[..] {
        [depth, most] => (depth, most),
        _ => (0, 0),
    };
    if depth > READ_MAX && depth <= most / 2 {
        return Ok(());
    }
    let mut tokens = Vec::new();
    while !(setup.ends)() {
        match browser.next(0).map_err(|error| browser.lost(&error))? {
            Browsed::Message(message, token, _) => {
                let key = message.header.key;
                if !committed.has(key.epoch, key.sequence) {
                    tokens.push(token);
                }
            }
            // Whoever drains the queue tells of it.
            Browsed::Heartbeat(_) | Browsed::Foreign(_) => {}
            Browsed::Nothing => break,
        }
    }
    for unit in tokens.chunks(UNIT_MAX) {
        let deleted = unit.iter().try_for_each(|it| browser.purge(*it));
        let deleted = deleted.and_then(|()| browser.session.commit());
        deleted.map_err(|error| browser.lost(&error))?;
    }
    browser.end();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::Committed;

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
