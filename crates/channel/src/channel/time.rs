//! What time does: heartbeats, disconnect interval, the ends of waits.

use super::{Core, LOGON_NS_MAX, RECONNECT_NS_MAX, REST_NS_MAX, Stage, VERDICT_NS_MAX};
use crate::conversation::Conversation;
use crate::line::{Beat, Hearing};
use ferromq_mqi::generated::notices::AMQ9259;
use ferromq_qmgr::Notice;
use ferromq_wire::control::StatusCode;

impl Core {
    pub(super) fn deadline_ns(&self) -> Option<u64> {
        match self.stage {
            Stage::Over => return self.client.line.farewell_due_ns(),
            Stage::Negotiating(..) => return self.logon_due_ns(),
            // Those who are waited for are woken.
            Stage::Ending => return None,
            Stage::Running => {}
        }
        if !self.client.is_full() && self.all().any(Conversation::has_more_to_do) {
            return Some(0);
        }
        let of_the_channel = [
            self.heartbeat_due_ns(),
            self.disconnect_due_ns(),
            self.unread_due_ns(),
            self.rest_due_ns(),
            self.reconnect_due_ns(),
            self.leaving.as_ref().and_then(|leaving| leaving.latest_ns),
            self.flow.due_ns(),
            self.logon_due_ns(),
        ];
        let waits = self.all().filter_map(Conversation::deadline_ns);
        of_the_channel.into_iter().flatten().chain(waits).min()
    }

    /// When a client that has not connected is given up. Nothing it says but that it connects puts it off.
    fn logon_due_ns(&self) -> Option<u64> {
        if self.client.logged_on {
            return None;
        }
        let latest_ns = self.began_ns + LOGON_NS_MAX;
        Some(match self.all().any(Conversation::awaits_verdict) {
            true => latest_ns + VERDICT_NS_MAX,
            false => latest_ns,
        })
    }

    /// When a client that takes nothing of what is sent is given up.
    fn unread_due_ns(&self) -> Option<u64> {
        let line = &self.client.line;
        line.liveness.unread_due_ns(&line.outbound)
    }

    /// When a client with an idle listener is hung up on because of the end.
    fn rest_due_ns(&self) -> Option<u64> {
        let sleeps = self.client.quiescing
            && self.all().all(Conversation::is_at_rest)
            && self.all().any(Conversation::sleeps_through_the_end);
        sleeps.then(|| self.quiesced_ns + REST_NS_MAX)
    }

    /// When a client that reconnects by itself is hung up on because of the end: once it is at rest, or has had its time.
    /// It would otherwise stay for ever, for it does not know that it should go.
    fn reconnect_due_ns(&self) -> Option<u64> {
        let announced_ns = self.announced_ns.filter(|_| self.reconnects())?;
        let latest_ns = announced_ns + RECONNECT_NS_MAX;
        Some(if self.all().all(Conversation::is_at_rest) {
            latest_ns.min(self.quiesced_ns + REST_NS_MAX)
        } else {
            latest_ns
        })
    }

    /// A client that reconnects by itself and is always at something is at rest for a moment only, between one unit of work
    /// and the next: whoever looks at the clock now and then would miss it.
    pub(super) fn let_go_at_rest(&mut self) {
        self.let_leave();
        let now_ns = self.client.line.now_ns;
        let is_due = |announced_ns| announced_ns + REST_NS_MAX <= now_ns;
        if self.announced_ns.is_some_and(is_due)
            && matches!(self.stage, Stage::Running)
            && self.reconnects()
            // Who has just disconnected has more to say.
            && self.all().all(|one| one.connection.is_some() && one.is_at_rest())
        {
            self.hang_up();
        }
    }

    /// Whether the answer to a heartbeat would be heard.
    fn hearing(&self) -> Hearing {
        // With plain headers a client listens during calls only.
        let listens = self.client.line.multiplexed || self.all().any(Conversation::is_busy);
        if !listens || self.client.is_full() {
            Hearing::Nobody
        } else if self.takes_input() {
            Hearing::Both
        } else {
            Hearing::OtherEnd
        }
    }

    /// When the other end has to give a sign of life, or to be asked for one.
    fn heartbeat_due_ns(&self) -> Option<u64> {
        self.client.line.liveness.heartbeat_due_ns(self.hearing())
    }

    fn disconnect_due_ns(&self) -> Option<u64> {
        let idle = !self.all().any(Conversation::waits_for_messages);
        (self.disconnect_ns > 0 && idle).then(|| self.called_ns + self.disconnect_ns)
    }

    pub(super) fn tick(&mut self) {
        let now_ns = self.client.line.now_ns;
        let is_due = |due_ns: Option<u64>| due_ns.is_some_and(|due_ns| due_ns <= now_ns);
        match self.stage {
            Stage::Over => return self.client.line.drop_late_farewell(),
            Stage::Negotiating(..) => {
                if is_due(self.logon_due_ns()) {
                    self.finish();
                }
                return;
            }
            Stage::Ending => return,
            Stage::Running => {}
        }
        self.check_flow();
        self.let_leave();
        for slot in 0..self.conversations.len() as u32 {
            self.visit(slot, Conversation::tick);
        }
        // A call that waited behind the one that ended may have broken the protocol: then everything is said.
        if !matches!(self.stage, Stage::Running) {
            return;
        }
        if is_due(self.logon_due_ns()) {
            self.tell_timeout();
            self.close(StatusCode::TIMEOUT);
        } else if is_due(self.unread_due_ns()) {
            self.time_out();
            self.client.line.outbound.clear();
        } else if is_due(self.rest_due_ns()) {
            self.close_for_the_end();
        } else if is_due(self.reconnect_due_ns()) {
            self.hang_up();
        } else if is_due(self.disconnect_due_ns()) {
            self.close(StatusCode::TIMEOUT);
        } else if is_due(self.heartbeat_due_ns()) {
            let hearing = self.hearing();
            let line = &mut self.client.line;
            match line.liveness.beat(hearing, now_ns) {
                Beat::Send => line.send_heartbeat(),
                Beat::GiveUp => self.time_out(),
            }
        }
    }

    fn time_out(&mut self) {
        self.tell_timeout();
        self.finish();
    }

    fn tell_timeout(&self) {
        let (channel, host) = (self.channel_name(), &self.client.line.peer.address);
        self.client
            .host
            .notice(Notice::of(&AMQ9259, &[&channel, host]));
    }
}
