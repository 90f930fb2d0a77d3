//! Notices about messages that cannot go where they should. Thousands may come in a second, all for the same reason: the first is told
//! at once, and after a minute how many more there were.

use super::definition::MessageHost;
use super::undelivered::Done;
use ferromq_mqi::generated::notices::FMQ0197;
use ferromq_qmgr::Notice;

/// How long equal notices are only counted.
const COUNTED_NS: u64 = 60_000_000_000;
/// Most different notices that are counted at a time. The one told first makes room for another.
const COUNTED_MAX: usize = 16;

#[derive(Debug)]
struct CountedNotice {
    notice: Notice,
    since_ns: u64,
    more: u64,
}

/// The notices one agent has given within the last minute, and how often each came again.
#[derive(Debug, Default)]
pub(crate) struct RepeatedNotices {
    counted: Vec<CountedNotice>,
    /// What was told of the message for which the channel ends.
    blocking: Option<Notice>,
}

impl RepeatedNotices {
    /// Tells something, or counts it.
    pub(crate) fn tell(&mut self, host: &dyn MessageHost, notice: Notice, now_ns: u64) {
        self.tell_counted(host, now_ns);
        let same = |counted: &&mut CountedNotice| counted.notice.text == notice.text;
        if let Some(counted) = self.counted.iter_mut().find(same) {
            counted.more += 1;
            return;
        }
        if self.counted.len() == COUNTED_MAX {
            self.counted.remove(0).tell_more(host, now_ns);
        }
        host.notice(notice.clone());
        self.counted.push(CountedNotice {
            notice,
            since_ns: now_ns,
            more: 0,
        });
    }

    /// Tells what became of a message. Of one for which the channel ends there is nothing to count.
    pub(crate) fn tell_done(
        &mut self,
        host: &dyn MessageHost,
        done: &Done,
        channel: &str,
        now_ns: u64,
    ) {
        let copied_to = host.copied_to(&done.letter.to.0);
        let notice = done.notice(channel, copied_to.as_ref());
        match done.blocks() {
            true => {
                self.blocking = Some(notice.clone());
                host.notice(notice);
            }
            false => self.tell(host, notice, now_ns),
        }
    }

    /// Why the channel ends, where it does for a message nobody takes.
    pub(crate) fn take_blocking(&mut self) -> Option<Notice> {
        self.blocking.take()
    }

    /// Tells of what was counted for long enough.
    pub(crate) fn tell_counted(&mut self, host: &dyn MessageHost, now_ns: u64) {
        while self
            .counted
            .first()
            .is_some_and(|counted| counted.is_due(now_ns))
        {
            self.counted.remove(0).tell_more(host, now_ns);
        }
    }

    /// Tells of all that was counted.
    pub(crate) fn tell_all(&mut self, host: &dyn MessageHost, now_ns: u64) {
        for counted in self.counted.drain(..) {
            counted.tell_more(host, now_ns);
        }
    }

    /// When [`Self::tell_counted`] is wanted.
    pub(crate) fn due_ns(&self) -> Option<u64> {
        let counted = self.counted.iter().any(|counted| counted.more > 0);
        let first = self.counted.first().filter(|_| counted);
        first.map(|counted| counted.since_ns + COUNTED_NS)
    }
}

impl CountedNotice {
    fn is_due(&self, now_ns: u64) -> bool {
        now_ns >= self.since_ns + COUNTED_NS
    }

    fn tell_more(self, host: &dyn MessageHost, now_ns: u64) {
        if self.more > 0 {
            let seconds = now_ns.saturating_sub(self.since_ns).div_ceil(1_000_000_000);
            let (number, text) = (self.notice.number, &self.notice.text);
            let values: [&dyn std::fmt::Display; 4] = [&self.more, &seconds, &number, text];
            host.notice(Notice::of(&FMQ0197, &values));
        }
    }
}
