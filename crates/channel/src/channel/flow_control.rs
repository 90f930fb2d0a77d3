//! Flow control of clients that put and wait for no answer.
//!
//! Nothing but the socket keeps such a client back. Where it puts faster than others get, its messages pile up: they
//! leave the caches and then memory, and each get costs more than it would have. So a client that is far ahead of
//! those who get from its queue is not read for a while: its puts wait in the network, which slows it down. This
//! is worth it only after a read that brought such puts, and while somebody gets. Where nobody got anything during a pause, the client is filling a queue for
//! later, and is left alone for a time.

use super::Core;
use crate::conversation::Conversation;
use ferromq_qmgr::Backlog;

/// More messages on the queue than this: the client is ahead.
const AHEAD_DEPTH: u32 = 400;
/// No more than this: it is not any more.
const LEVEL_DEPTH: u32 = 300;
/// How often the depth is looked at during a pause.
const LOOK_NS: u64 = 250_000;
/// The longest pause.
const PAUSE_NS_MAX: u64 = 5_000_000;
/// How long there is no pause after one that was of no use.
const ALONE_NS: u64 = 100_000_000;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct FlowControl {
    /// The pause there is.
    pause: Option<Pause>,
    /// There is no pause before.
    alone_until_ns: u64,
}

#[derive(Clone, Copy, Debug)]
struct Pause {
    look_at_ns: u64,
    end_ns: u64,
    /// Messages got when it began.
    taken: u64,
}

impl FlowControl {
    /// The client is not to be read.
    pub(super) fn is_paused(&self) -> bool {
        self.pause.is_some()
    }

    /// When the pause is to be looked at.
    pub(super) fn due_ns(&self) -> Option<u64> {
        self.pause.map(|pause| pause.look_at_ns)
    }

    /// The client has put: begins a pause if it is ahead.
    fn begin(&mut self, backlog: Backlog, now_ns: u64) {
        if backlog.depth > AHEAD_DEPTH && now_ns >= self.alone_until_ns {
            self.pause = Some(Pause {
                look_at_ns: now_ns + LOOK_NS,
                end_ns: now_ns + PAUSE_NS_MAX,
                taken: backlog.taken,
            });
        }
    }

    /// Time has passed: goes on with the pause or ends it.
    fn look(&mut self, backlog: Option<Backlog>, now_ns: u64) {
        let Some(pause) = &mut self.pause else {
            return;
        };
        match backlog {
            Some(backlog) if backlog.depth > LEVEL_DEPTH => {
                if now_ns < pause.end_ns {
                    pause.look_at_ns = now_ns + LOOK_NS;
                    return;
                }
                if backlog.taken == pause.taken {
                    self.alone_until_ns = now_ns + ALONE_NS;
                }
            }
            _ => {}
        }
        self.pause = None;
    }
}

impl Core {
    /// The deepest of the queues that are put to without an answer.
    fn put_backlog(&self) -> Option<Backlog> {
        let backlogs = self.all().filter_map(Conversation::put_backlog);
        backlogs.max_by_key(|backlog| backlog.depth)
    }

    /// After what a read brought: whether the client is to be read on.
    pub(super) fn hold_back(&mut self) {
        let now_ns = self.client.line.now_ns;
        let conversations = self.conversations.iter_mut().flatten();
        let backlogs = conversations.filter_map(|one| one.take_put_backlog());
        if let Some(backlog) = backlogs.max_by_key(|backlog| backlog.depth) {
            self.flow.begin(backlog, now_ns);
        }
    }

    /// At a tick: whether a client that is not read is to be read again.
    pub(super) fn check_flow(&mut self) {
        let now_ns = self.client.line.now_ns;
        if self.flow.due_ns().is_some_and(|due_ns| due_ns <= now_ns) {
            let backlog = self.put_backlog();
            self.flow.look(backlog, now_ns);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn backlog(depth: u32, taken: u64) -> Option<Backlog> {
        Some(Backlog { depth, taken })
    }

    fn paused(depth: u32) -> FlowControl {
        let mut flow = FlowControl::default();
        flow.begin(Backlog { depth, taken: 10 }, 1_000);
        flow
    }

    #[test]
    fn who_is_level_is_read_on_and_who_is_ahead_is_not() {
        assert!(!paused(AHEAD_DEPTH).is_paused());
        let mut flow = paused(AHEAD_DEPTH + 1);
        assert_eq!(flow.due_ns(), Some(1_000 + LOOK_NS));
        flow.look(backlog(LEVEL_DEPTH + 1, 110), 1_000 + LOOK_NS);
        assert!(flow.is_paused());
        flow.look(backlog(LEVEL_DEPTH, 111), 1_000 + 2 * LOOK_NS);
        assert!(!flow.is_paused());
    }

    #[test]
    fn a_pause_ends_in_any_case_and_does_not_come_again_at_once_where_nobody_gets() {
        let end_ns = 1_000 + PAUSE_NS_MAX;
        let deep = Backlog {
            depth: AHEAD_DEPTH * 2,
            taken: 10,
        };
        let mut useless = paused(deep.depth);
        useless.look(Some(deep), end_ns);
        assert!(!useless.is_paused());
        useless.begin(deep, end_ns + 1);
        assert!(!useless.is_paused());
        useless.begin(deep, end_ns + ALONE_NS);
        assert!(useless.is_paused());
        let mut useful = paused(deep.depth);
        useful.look(Some(Backlog { taken: 11, ..deep }), end_ns);
        assert!(!useful.is_paused());
        useful.begin(deep, end_ns + 1);
        assert!(useful.is_paused());
    }

    #[test]
    fn a_conversation_that_is_gone_ends_its_pause() {
        let mut flow = paused(AHEAD_DEPTH + 1);
        flow.look(None, 1_000 + LOOK_NS);
        assert!(!flow.is_paused());
    }
}
