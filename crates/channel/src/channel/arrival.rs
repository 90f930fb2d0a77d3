//! What arrives: negotiation, control segments, and what belongs to conversations.

use super::{After, Core, Stage, UNAUTHENTICATED_CONVERSATIONS_MAX};
use crate::status::ChannelStatus;
use ferromq_mqi::generated::constants::{MQCHS_RUNNING, MQCHSSTATE_RECEIVING};
use ferromq_mqi::name::FixedText;
use ferromq_wire::control::{SocketAction, Status, StatusCode};
use ferromq_wire::head::flag;
use ferromq_wire::inbound::Payload;
use ferromq_wire::initial::capability;
use ferromq_wire::negotiate::Agreed;
use ferromq_wire::{Family, Head, Kind, Malformed, Segment, Why};
use std::sync::Arc;

impl Core {
    pub(super) fn arrive(&mut self, head: &Head, payload: &Payload<'_>) -> After {
        let done = match self.stage {
            Stage::Over | Stage::Ending => Ok(After::Nothing),
            Stage::Negotiating(..) => self.negotiate(head, payload),
            Stage::Running => self.take(head, payload),
        };
        done.unwrap_or_else(|malformed| {
            self.break_off(&malformed);
            After::Nothing
        })
    }

    fn negotiate(&mut self, head: &Head, payload: &Payload<'_>) -> Result<After, Malformed> {
        self.client.line.follow_form(head);
        let form = head.form(self.client.line.fap);
        let Segment::Initial(asked) = Segment::decode(head.kind, payload.bytes(), form)? else {
            // Whoever begins otherwise does not speak this protocol, or wants something else of it.
            self.refuse(head, StatusCode::SEGMENT_TYPE);
            return Ok(After::Nothing);
        };
        let Stage::Negotiating(negotiation, offer) = &mut self.stage else {
            return Ok(After::Nothing);
        };
        if offer.is_none() {
            let name = asked.channel_name.name();
            match self
                .client
                .host
                .offer(name.as_str(), &self.client.line.peer)
            {
                Ok(made) => *offer = Some(Box::new(made)),
                Err(refusal) => {
                    self.refuse(head, refusal.status);
                    return Ok(After::Nothing);
                }
            }
        }
        let Some(made) = offer else {
            return Ok(After::Nothing);
        };
        self.client.status = Some(Arc::clone(&made.status));
        let step = match negotiation.initial(head, &asked, &made.terms) {
            Ok(step) => step,
            Err(refusal) => {
                self.refuse(head, refusal.status());
                return Ok(After::Nothing);
            }
        };
        self.client.line.q_mgr_name = made.terms.q_mgr_name;
        // Whoever is answered with conversations reads shared headers from now on, also where another round follows.
        self.client.line.multiplexed = step.answer.conversations_max > 0;
        self.client.send(&step.head, &Segment::Initial(step.answer));
        match step.agreed {
            None => Ok(After::Nothing),
            Some(agreed) => Ok(self.agree(&agreed)),
        }
    }

    fn agree(&mut self, agreed: &Agreed) -> After {
        self.client.line.agree(agreed);
        self.client.quiet_puts = agreed.capabilities[1] & capability::SPI != 0;
        self.client.protects_passwords =
            agreed.has_protected_passwords() && self.client.line.peer.tls.is_none();
        self.conversations_max = agreed.conversations.max(1);
        if let Some(status) = &self.client.status {
            self.disconnect_ns = u64::from(status.definition.disconnect_s) * 1_000_000_000;
            note_partner(status, agreed);
            status.activity.set_state(MQCHS_RUNNING);
            status.activity.set_substate(MQCHSSTATE_RECEIVING);
        }
        self.stage = Stage::Running;
        self.called_ns = self.client.line.now_ns;
        self.begin_conversation(u32::from(self.client.line.multiplexed));
        let limits = agreed.limits();
        self.agreed_limits = Some(limits);
        After::Limits(limits.until_logon())
    }

    fn take(&mut self, head: &Head, payload: &Payload<'_>) -> Result<After, Malformed> {
        let for_socket = matches!(
            head.kind,
            Kind::Heartbeat | Kind::Status | Kind::SocketAction
        );
        let fits = match head.family {
            Family::Plain => !self.client.line.multiplexed,
            Family::Multiplexed { .. } => self.client.line.multiplexed,
            Family::Socket => self.client.line.multiplexed && for_socket,
        };
        if !fits {
            return Err(wrong_kind(head));
        }
        match head.kind {
            Kind::Heartbeat => {
                if head.has(flag::CONFIRM) {
                    self.client
                        .send(&head.answer(Kind::Heartbeat), &Segment::Heartbeat);
                }
                Ok(After::Nothing)
            }
            Kind::Status => {
                if head.has(flag::CLOSE) {
                    self.finish();
                }
                Ok(After::Nothing)
            }
            kind if kind.is_reply() => Err(wrong_kind(head)),
            Kind::RequestMessages | Kind::Notification => self.converse(head, payload),
            kind if kind.is_call() => self.converse(head, payload),
            _ => self.control(head, payload),
        }
    }

    /// What belongs to a conversation.
    fn converse(&mut self, head: &Head, payload: &Payload<'_>) -> Result<After, Malformed> {
        let Some(slot) = self.slot_of(head.family.conversation()) else {
            // It has ended on this side, or never began.
            return Err(wrong_kind(head));
        };
        self.called_ns = self.client.line.now_ns;
        self.quiesced_ns = self.client.line.now_ns;
        let Some(conversation) = &mut self.conversations[slot as usize] else {
            return Ok(After::Nothing);
        };
        match conversation.receive(&mut self.client, head, payload) {
            Err(Malformed {
                why: Why::Unsupported,
                ..
            }) => conversation.refuse_unsupported(&mut self.client, head),
            done => done?,
        }
        self.note_substate(slot);
        Ok(After::Nothing)
    }

    /// What is no call.
    fn control(&mut self, head: &Head, payload: &Payload<'_>) -> Result<After, Malformed> {
        match Segment::decode(head.kind, payload.bytes(), head.form(self.client.line.fap))? {
            Segment::UserId(it) => self.client.user_id(&it),
            Segment::Credentials(it) => {
                let slot = self.slot_of(head.family.conversation());
                let slot = slot.ok_or_else(|| wrong_kind(head))?;
                if let Some(conversation) = &mut self.conversations[slot as usize] {
                    conversation.credentials(&mut self.client, head, &it);
                }
            }
            Segment::SocketAction(it) => return self.socket_action(head, it),
            // There are no exits here that could say anything to this.
            Segment::Opaque(_) if head.kind == Kind::Security => {
                self.refuse(head, StatusCode::SECURITY);
            }
            _ => return Err(wrong_kind(head)),
        }
        Ok(After::Nothing)
    }

    fn socket_action(&mut self, head: &Head, it: SocketAction) -> Result<After, Malformed> {
        match it.action {
            SocketAction::START => {
                let family = Family::Multiplexed {
                    conversation: it.conversation,
                    request: it.request,
                };
                let count = self.slots.len() as u32;
                let known = self.slots.contains_key(&it.conversation);
                let most = match self.client.logged_on {
                    true => self.conversations_max,
                    false => self
                        .conversations_max
                        .min(UNAUTHENTICATED_CONVERSATIONS_MAX),
                };
                if known || it.conversation == 0 || count >= most {
                    return Err(wrong_kind(head));
                }
                self.begin_conversation(it.conversation);
                let answer = Head {
                    family,
                    ..head.answer(Kind::Status)
                };
                let status = Status::new(StatusCode::OK);
                self.client.send(&answer, &Segment::Status(Some(status)));
            }
            SocketAction::END => {
                self.end_conversation(it.conversation);
                if head.has(flag::CLOSE) || (self.client.quiescing && self.slots.is_empty()) {
                    self.finish();
                }
                return Ok(After::Forget(it.conversation));
            }
            // Others belong to TLS key changes, which are not made here.
            _ => return Err(wrong_kind(head)),
        }
        Ok(After::Nothing)
    }
}

fn note_partner(status: &ChannelStatus, agreed: &Agreed) {
    let product = agreed.partner.product_id.name();
    let (name, version) = product.as_str().split_at_checked(4).unwrap_or_default();
    let mut remote = status.remote_guard();
    remote.product = FixedText::truncated(name);
    remote.version = FixedText::truncated(version);
    remote.heartbeat_s = agreed.heartbeat_s;
    remote.message_bytes_max = agreed.message_bytes_max;
    remote.conversations_max = agreed.conversations;
}

fn wrong_kind(head: &Head) -> Malformed {
    Malformed {
        what: "Head",
        at: 0,
        why: Why::Kind(head.kind.code()),
    }
}
