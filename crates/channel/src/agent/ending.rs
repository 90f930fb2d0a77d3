//! How a message channel ends: with a fault, because somebody wants it to, or by itself; and who is told.

use super::definition::{End, Ended, MessageOffer};
use super::end_notice::EndingChannel;
use super::failed::{Failed, What};
use super::turns::Turns;
use super::{Core, Stage};
use crate::channel::Ending;
use crate::message::{Fault, Sending};
use ferromq_mqi::generated::constants::MQCHS_STOPPING;
use ferromq_mqi::generated::notices::{
    AMQ9209, AMQ9509, AMQ9510, AMQ9511, AMQ9531, AMQ9540, AMQ9557, AMQ9999,
};
use ferromq_mqi::notice::Notice as Entry;
use ferromq_qmgr::Notice;
use ferromq_wire::control::{Status, StatusCode};
use ferromq_wire::message_channel::Luwid;
use std::fmt::Display;

impl Core {
    /// The other end broke a rule, or refuses.
    pub(super) fn fail(&mut self, fault: Fault) {
        match &mut self.stage {
            Stage::Sending(agent) if agent.sending().is_some() => {
                agent.fail(&mut self.line, fault);
            }
            Stage::Receiving(agent) if agent.receiving().is_some() => {
                agent.fail(&mut self.line, fault);
            }
            Stage::Over => {}
            _ => {
                if let Some(status) = fault.status() {
                    self.line.send_last_words(status, Luwid::NONE);
                }
                self.finish(Some(fault));
            }
        }
    }

    /// A verb failed: what is not promised is backed out.
    pub(super) fn trouble(&mut self, failed: Failed) {
        let channel = self.channel_name();
        let queue = match (&self.offer, failed.what) {
            _ if !failed.queue.is_blank() => failed.queue.to_string(),
            (Some(offer), What::OpenTransmissionQueue | What::UseQueue | What::Get) => {
                offer.definition.transmission_queue.to_string()
            }
            _ => "SYSTEM.CHANNEL.SYNCQ".to_owned(),
        };
        let user = self.offer.as_ref().map(|offer| offer.user);
        let user = user.unwrap_or_default();
        let place = format!("on channel '{channel}'");
        let (entry, values): (&'static Entry, [&dyn Display; 3]) = match failed.what {
            What::Undelivered => return self.blocked(),
            What::ActForUser => (&AMQ9557, [&user, &place, &failed.reason]),
            What::OpenRecords | What::OpenTransmissionQueue => {
                (&AMQ9509, [&channel, &queue, &failed.reason])
            }
            What::UseQueue => (&AMQ9531, [&channel, &queue, &failed.reason]),
            What::Get => (&AMQ9510, [&channel, &queue, &failed.reason]),
            What::Put | What::Records => (&AMQ9511, [&channel, &queue, &failed.reason]),
            What::Commit => (&AMQ9540, [&channel, &queue, &failed.reason]),
        };
        self.tell(Notice::of(entry, &values));
        let is_ending = match &mut self.stage {
            Stage::Sending(agent) => agent.verbs().is_ending(),
            Stage::Receiving(agent) => agent.verbs().is_ending(),
            _ => false,
        };
        let code = match failed.what {
            _ if is_ending => StatusCode::Q_MGR_ENDING,
            // The queue manager is there: somebody has its transmission queue, or does not let it be got from.
            What::OpenTransmissionQueue | What::UseQueue | What::Get => StatusCode::USER_CLOSED,
            // It may be its log that is full, or its disk.
            What::Put | What::Records | What::Commit if self.receives() => StatusCode::CANNOT_STORE,
            _ => StatusCode::Q_MGR_UNAVAILABLE,
        };
        // Of a commit that failed, nobody knows here what became of it.
        if failed.what == What::Put
            && let Stage::Receiving(agent) = &mut self.stage
            && agent.refuse(&mut self.line, code)
        {
            return self.over(Ended::WithFault);
        }
        self.give_up(code);
    }

    /// Nobody takes a message that may not be lost, as has been said: that is why the channel ends.
    fn blocked(&mut self) {
        match &mut self.stage {
            Stage::Sending(agent) => self.why = agent.telling().take_blocking(),
            Stage::Receiving(agent) => {
                self.why = agent.telling().take_blocking();
                if agent.refuse(&mut self.line, StatusCode::CANNOT_STORE) {
                    return self.over(Ended::WithFault);
                }
            }
            _ => {}
        }
        self.give_up(StatusCode::USER_CLOSED);
    }

    /// Messages have come, or could.
    fn receives(&self) -> bool {
        matches!(&self.stage, Stage::Receiving(agent) if agent.receiving().is_some())
    }

    pub(super) fn give_up(&mut self, code: StatusCode) {
        self.line.send_last_words(Status::new(code), Luwid::NONE);
        self.over(Ended::WithFault);
    }

    /// It is over, as it should be or with a fault.
    pub(super) fn finish(&mut self, fault: Option<Fault>) {
        let channel = self.channel_name();
        let offer = self.offer.as_ref();
        let in_doubt = self.sending().map(Sending::in_doubt).unwrap_or_default();
        let ending = EndingChannel {
            channel: &channel,
            host: &self.line.peer.address,
            kind: offer.map_or("", |offer| offer.definition.kind.keyword()),
            wrap: offer.map_or(0, |offer| offer.terms.wrap),
            cipher: offer.map_or("", |offer| offer.definition.cipher_spec.as_str()),
            cipher_spec: &|suite| self.host.cipher_spec(suite),
            sent: self.unconfirmed(),
            sent_batch: self.unconfirmed_batch(),
            in_doubt: &in_doubt,
            confirmed: self.sending().map_or(Luwid::NONE, Sending::confirmed),
        };
        match ending.notice(fault.as_ref()) {
            notice if fault.is_some() => self.tell(notice),
            notice => self.say(notice),
        }
        self.refused = match fault {
            Some(Fault::Refused(status)) => Some(status.code),
            _ => None,
        };
        let by_partner = matches!(&self.stage, Stage::Sending(agent)
            if agent.sending().is_some_and(Sending::is_asked_to_close) && !self.stops);
        self.over(match fault {
            None if by_partner => Ended::ByPartner,
            None => Ended::Normally,
            Some(_) => Ended::WithFault,
        });
    }

    /// Tells why it ended.
    pub(super) fn tell(&mut self, notice: Notice) {
        self.why = Some(notice.clone());
        self.say(notice);
    }

    /// Tells whoever is to know: the operator, or who has asked for a ping.
    fn say(&self, notice: Notice) {
        match self.offer.as_ref().map(|offer| offer.ping.as_ref()) {
            Some(Some(ping)) => ping.tell(Err(notice)),
            Some(None) => self.host.notice(notice),
            None => self.host.notice_of_caller(notice),
        }
    }

    fn sending(&self) -> Option<&Sending> {
        match &self.stage {
            Stage::Sending(agent) => agent.sending(),
            _ => None,
        }
    }

    /// Number of the first message the other end has not confirmed.
    pub(super) fn unconfirmed(&self) -> u32 {
        self.sending().map_or(0, Sending::unconfirmed)
    }

    /// The batch of that message.
    fn unconfirmed_batch(&self) -> Luwid {
        self.sending()
            .map_or(Luwid::NONE, Sending::unconfirmed_batch)
    }

    /// The connection is gone.
    pub(super) fn lost(&mut self) {
        if !matches!(self.stage, Stage::Over) {
            let is_clean = matches!(&self.stage, Stage::Receiving(agent)
                if agent.receiving().is_some_and(|it| it.is_between_batches()));
            let how = match is_clean {
                true => Ended::Normally,
                false => {
                    let (channel, host) = (self.channel_name(), &self.line.peer.address);
                    let notice = Notice::of(&AMQ9209, &[&channel, host]);
                    self.tell(notice);
                    Ended::WithFault
                }
            };
            self.over(how);
        }
    }

    pub(super) fn over(&mut self, how: Ended) {
        let channel = self.channel_name();
        if let Stage::Sending(agent) = &mut self.stage {
            agent.abandon();
            let decided = agent.verbs().take_force_wanted();
            self.force_wanted = self.force_wanted.max(decided);
        }
        self.stage = Stage::Over;
        if let Some(offer) = self.offer.as_ref().filter(|offer| offer.ping.is_none()) {
            offer.status.activity.set_state(MQCHS_STOPPING);
            if how == Ended::WithFault {
                let host = &self.line.peer.address;
                self.host.notice(Notice::of(&AMQ9999, &[&channel, host]));
            }
            let end = End {
                how,
                was_started: self.was_started,
                why: self.why.take(),
                refused: self.refused.take(),
            };
            self.host.ended(offer, end);
        }
    }

    pub(super) fn channel_name(&self) -> String {
        let name = |offer: &MessageOffer| {
            let name = &offer.definition.channel_name;
            name.as_str().trim_end().to_owned()
        };
        self.offer.as_ref().map_or_else(String::new, name)
    }

    pub(super) fn close(&mut self) {
        match &mut self.stage {
            Stage::Sending(agent) => agent.close(),
            Stage::Receiving(agent) => agent.close(&mut self.line),
            _ => {}
        }
    }

    pub(super) fn end(&mut self, how: Ending) {
        self.stops = true;
        if let Some(offer) = &self.offer {
            offer.status.activity.set_state(MQCHS_STOPPING);
        }
        match (&self.stage, how) {
            (Stage::Over, _) => {}
            (Stage::Proposing(_) | Stage::Called(_) | Stage::Pinging(..), _)
            | (_, Ending::Immediate) => {
                self.line
                    .send_last_words(Status::new(StatusCode::USER_CLOSED), Luwid::NONE);
                self.over(Ended::Normally);
            }
            _ => self.close(),
        }
    }

    pub(super) fn tick(&mut self) {
        let now_ns = self.line.now_ns;
        match &mut self.stage {
            Stage::Proposing(_) | Stage::Called(_) | Stage::Pinging(..) => {
                if now_ns >= self.terms_until_ns {
                    self.finish(Some(Fault::Silence));
                }
            }
            Stage::Sending(agent) => agent.tick(&mut self.line),
            Stage::Receiving(agent) => agent.tick(&mut self.line),
            Stage::Over => self.line.drop_late_farewell(),
        }
    }
}
