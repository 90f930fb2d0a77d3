//! What arrives: negotiation, control segments, and what belongs to conversations.

use super::{After, Core, STRANGERS_CONVERSATIONS_MAX, Stage};
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
        (self.order, self.ccsid) = (head.order, head.ccsid);
        let form = head.form(self.line.fap);
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
            match self.line.host.offer(name.as_str(), &self.line.peer) {
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
        self.line.status = Some(Arc::clone(&made.status));
        let step = match negotiation.initial(head, &asked, &made.terms) {
            Ok(step) => step,
            Err(refusal) => {
                self.refuse(head, refusal.status());
                return Ok(After::Nothing);
            }
        };
        self.line.q_mgr_name = made.terms.q_mgr_name;
        self.line.send(&step.head, &Segment::Initial(step.answer));
        match step.agreed {
            None => Ok(After::Nothing),
            Some(agreed) => Ok(self.agree(&agreed)),
        }
    }

    fn agree(&mut self, agreed: &Agreed) -> After {
        agreed.apply(&mut self.line.outbound);
        self.line.fap = agreed.fap;
        self.line.message_bytes_max = agreed.message_bytes_max;
        self.line.quiet_puts = agreed.capabilities[1] & capability::SPI != 0;
        self.line.protects_passwords =
            agreed.has_protected_passwords() && self.line.peer.tls.is_none();
        self.line.process_id = agreed.partner.process_id;
        self.line.thread_id = agreed.partner.thread_id;
        self.multiplexed = agreed.is_multiplexed();
        self.conversations_max = agreed.conversations.max(1);
        self.heartbeat_ns = u64::from(agreed.heartbeat_s) * 1_000_000_000;
        (self.order, self.ccsid) = (agreed.order, agreed.ccsid);
        if let Some(status) = &self.line.status {
            self.disconnect_ns = u64::from(status.definition.disconnect_s) * 1_000_000_000;
            note_partner(status, agreed);
            status.set_state(MQCHS_RUNNING);
            status.set_substate(MQCHSSTATE_RECEIVING);
        }
        self.stage = Stage::Running;
        self.called_ns = self.line.now_ns;
        self.begin_conversation(u32::from(self.multiplexed));
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
            Family::Plain => !self.multiplexed,
            Family::Multiplexed { .. } => self.multiplexed,
            Family::Socket => self.multiplexed && for_socket,
        };
        if !fits {
            return Err(wrong_kind(head));
        }
        match head.kind {
            Kind::Heartbeat => {
                if head.has(flag::CONFIRM) {
                    self.line
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
        self.called_ns = self.line.now_ns;
        self.quiesced_ns = self.line.now_ns;
        let Some(conversation) = &mut self.conversations[slot as usize] else {
            return Ok(After::Nothing);
        };
        match conversation.receive(&mut self.line, head, payload) {
            Err(Malformed {
                why: Why::Unsupported,
                ..
            }) => conversation.refuse_unsupported(&mut self.line, head),
            done => done?,
        }
        self.note_substate(slot);
        Ok(After::Nothing)
    }

    /// What is no call.
    fn control(&mut self, head: &Head, payload: &Payload<'_>) -> Result<After, Malformed> {
        match Segment::decode(head.kind, payload.bytes(), head.form(self.line.fap))? {
            Segment::UserId(it) => self.line.user_id(&it),
            Segment::Credentials(it) => {
                let slot = self.slot_of(head.family.conversation());
                let slot = slot.ok_or_else(|| wrong_kind(head))?;
                if let Some(conversation) = &mut self.conversations[slot as usize] {
                    conversation.credentials(&mut self.line, head, &it);
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
                let most = match self.line.logged_on {
                    true => self.conversations_max,
                    false => self.conversations_max.min(STRANGERS_CONVERSATIONS_MAX),
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
                self.line.send(&answer, &Segment::Status(Some(status)));
            }
            SocketAction::END => {
                self.end_conversation(it.conversation);
                if head.has(flag::CLOSE) || (self.line.quiescing && self.slots.is_empty()) {
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
