//! How a channel ends, from this side or the other.

use super::{Core, Ending, Leave, Leaving, Stage};
use crate::conversation::Conversation;
use ferromq_mqi::generated::constants::MQCHS_STOPPING;
use ferromq_mqi::generated::notices::AMQ9504;
use ferromq_qmgr::{Connection, Notice};
use ferromq_wire::control::StatusCode;
use ferromq_wire::{Head, Malformed};

impl Core {
    pub(super) fn channel_name(&self) -> String {
        let status = self.client.status.as_ref();
        status.map_or_else(String::new, |status| {
            status.definition.channel_name.as_str().to_owned()
        })
    }

    /// Refuses a segment in its own form, and ends.
    pub(super) fn refuse(&mut self, head: &Head, code: StatusCode) {
        self.client.line.send_refusal(head, code);
        self.finish();
    }

    /// The client broke the protocol.
    pub(super) fn break_off(&mut self, malformed: &Malformed) {
        let (channel, host) = (self.channel_name(), &self.client.line.peer.address);
        let notice = Notice::of(&AMQ9504, &[&channel, host, malformed]);
        self.client.host.notice(notice);
        self.close(malformed.status());
    }

    /// Tells the client why, and ends.
    pub(super) fn close(&mut self, code: StatusCode) {
        self.client.line.send_close(code);
        self.finish();
    }

    /// Nothing more happens here. What is not committed is backed out.
    pub(super) fn finish(&mut self) {
        self.stage = Stage::Over;
        self.conversations.clear();
        self.slots.clear();
        self.last = None;
        self.note_count();
        if let Some(status) = &self.client.status {
            status.activity.set_state(MQCHS_STOPPING);
        }
    }

    pub(super) fn end(&mut self, how: Ending) {
        match self.stage {
            Stage::Over | Stage::Ending => return,
            // Nobody has begun anything.
            Stage::Negotiating(..) => return self.close(StatusCode::Q_MGR_ENDING),
            Stage::Running => {}
        }
        self.client.quiescing = true;
        self.quiesced_ns = self.client.line.now_ns;
        self.announced_ns.get_or_insert(self.client.line.now_ns);
        if let Some(status) = &self.client.status {
            status.activity.set_state(MQCHS_STOPPING);
        }
        if how == Ending::Immediate || (how == Ending::Reconnect && self.reconnects()) {
            return self.hang_up();
        }
        for slot in 0..self.conversations.len() as u32 {
            self.visit(slot, Conversation::quiesce);
        }
        // A call that waited behind the one that ended may have broken the protocol.
        if !matches!(self.stage, Stage::Running) {
            return;
        }
        if self.all().all(|one| one.connection.is_none()) {
            self.close(StatusCode::USER_CLOSED);
        }
    }

    /// Whether the client connects again by itself when this socket is closed, with all its connections.
    pub(super) fn reconnects(&self) -> bool {
        let mut connected = self.all().filter(|one| one.connection.is_some()).peekable();
        connected.peek().is_some() && connected.all(|one| one.reconnects)
    }

    pub(super) fn leave(&mut self, leave: &Leave) {
        let is_meant = |one: &Conversation| {
            let connection = one.connection.as_ref();
            connection.is_some_and(|it| leave.connection_ids.contains(&it.connection_id()))
        };
        if matches!(self.stage, Stage::Running) && self.reconnects() && self.all().any(is_meant) {
            let now_ns = self.client.line.now_ns;
            self.leaving = Some(Leaving {
                latest_ns: leave
                    .patience_ns
                    .map(|patience| now_ns.saturating_add(patience)),
                in_unit_of_work: leave.in_unit_of_work,
            });
            self.let_leave();
        }
    }

    /// Hangs up on a client that is to connect elsewhere, once nothing is lost by that or it has had its time.
    pub(super) fn let_leave(&mut self) {
        let Some(leaving) = &self.leaving else {
            return;
        };
        let now_ns = self.client.line.now_ns;
        let is_late = leaving.latest_ns.is_some_and(|latest| latest <= now_ns);
        let in_work = leaving.in_unit_of_work;
        if !matches!(self.stage, Stage::Running)
            || !self.reconnects()
            || !(is_late || self.all().all(|one| one.may_leave(in_work)))
        {
            return;
        }
        let connections = self.all().filter_map(|one| one.connection.as_ref());
        let ids: Vec<[u8; 24]> = connections.map(Connection::connection_id).collect();
        self.client.host.leaves(&ids);
        self.leaving = None;
        self.client.leaves = true;
        self.hang_up();
    }

    /// Begins nothing more. The channel is over when the verbs are answered that wait for the log.
    pub(super) fn hang_up(&mut self) {
        for conversation in self.conversations.iter_mut().flatten() {
            conversation.stop(&mut self.client);
        }
        self.stage = Stage::Ending;
        self.close_when_answered();
    }

    /// A channel that ends is over when nothing waits for its answer.
    pub(super) fn close_when_answered(&mut self) {
        if matches!(self.stage, Stage::Ending) && !self.all().any(Conversation::is_busy) {
            self.close_for_the_end();
        }
    }

    /// Says whether it is the queue manager or the channel that ends.
    pub(super) fn close_for_the_end(&mut self) {
        let q_mgr_ends = self.all().any(Conversation::is_q_mgr_ending);
        self.close(if q_mgr_ends || self.client.leaves {
            StatusCode::Q_MGR_ENDING
        } else {
            StatusCode::USER_CLOSED
        });
    }
}
