//! Messages that are to be delivered later: put like others, they stand aside until they are due, and whoever keeps house puts them
//! on their queues.

use super::history::Events;
use super::objects::{FIFO, QUEUES};
use super::program::Program;
use ferromq_base::clock::{Clock, SimulatedClock};
use ferromq_mqi::convert::Described;
use ferromq_mqi::generated::constants::MQENC_NATIVE;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::options::ObjectDescriptor;

use ferromq_mqi::rfh2;
use ferromq_qmgr::QueueManager;

/// Where they stand.
const STAGING: &str = "SYSTEM.DDELAY.LOCAL.QUEUE";
/// Milliseconds they are delayed by, at most: some are due while the programs are at work.
const DELAY_MS_MAX: u64 = 200;
/// Turns it takes until all that is due was delivered, at most; a log without room gets some each time.
const TURNS_MAX: u32 = 50;
/// Milliseconds between two of them: what was refused is tried again after a while.
const TURN_MS: u64 = 10_000;

impl Program<'_> {
    /// Puts a message that is to be delivered later. Answers how many verbs that were.
    pub(super) fn put_delayed(&mut self) -> u64 {
        let queue = [0, FIFO][self.random.below(2) as usize];
        let in_work = self.in_work(queue);
        let delay_ms = 1 + self.random.below(DELAY_MS_MAX);
        let mut message = self.message(&[queue], in_work);
        let described = Described {
            ccsid: 1208,
            encoding: MQENC_NATIVE,
        };
        let folder = format!("<mqext><Dly>{delay_ms}</Dly></mqext>");
        let fixed = rfh2::fixed("", described);
        let mut whole = rfh2::write(&fixed, ByteOrder::NATIVE, &[&folder]);
        whole.extend_from_slice(&message.body);
        message.body = whole.into();
        message.descriptor.format = rfh2::FORMAT;
        message.options.may_delay = true;
        let due_us = self.clock.wall_us() + delay_ms * 1_000;
        for sent in &message.note.sent {
            self.history.lock().sent[*sent].due_us = Some(due_us);
        }
        let what = format!("puts to {}, {delay_ms} ms later,", QUEUES[queue]);
        self.put_by_name(&what, ObjectDescriptor::queue(QUEUES[queue]), message);
        1
    }
}

/// Nobody is at work any more: waits until all is due, and has it delivered.
pub(super) fn deliver_all(
    engine: &QueueManager,
    clock: &SimulatedClock,
    events: &mut Events,
) -> Result<(), String> {
    if events.sent.iter().all(|sent| sent.due_us.is_none()) {
        return Ok(());
    }
    clock.advance_ns(DELAY_MS_MAX * 1_000_000);
    for _ in 0..TURNS_MAX {
        engine.deliver_delayed();
        engine.log().lead();
        engine.run_deferred();
        let statuses = engine.queue_statuses();
        let staging = statuses.iter().find(|one| one.name.as_str() == STAGING);
        if staging.is_none_or(|one| one.queue.available == 0) {
            events.delivered = Some(events.tick());
            return Ok(());
        }
        engine.keep_house();
        clock.advance_ns(TURN_MS * 1_000_000);
    }
    Err("messages are due and are not delivered".to_owned())
}
