//! How a socket begins: both ends agree on the form of everything that follows.

use super::way::Way;
use super::{ClientSocket, Slot, Terms, refusal};
use ferromq_wire::head::{Family, Head};
use ferromq_wire::logon::{LongUserId, UserId};
use ferromq_wire::negotiate::{Agreed, ClientStep};
use ferromq_wire::outbound::Outbound;
use ferromq_wire::text::Text;
use ferromq_wire::{Kind, Segment, level};

impl ClientSocket {
    pub(super) fn negotiate(&mut self, head: &Head, segment: &Segment<'_>) {
        let Some(negotiation) = &mut self.negotiation else {
            return;
        };
        match negotiation.answer(head, segment) {
            Ok(ClientStep::Agreed(agreed)) => self.agree(agreed),
            Ok(step) => send_step(&mut self.outbound, &step),
            Err(refused) => {
                let channel = self.terms.channel_name.as_str();
                self.end(refusal::negotiation(&refused, channel));
            }
        }
    }

    /// Both ends agree: says who this is, and lets the first conversation go on.
    fn agree(&mut self, agreed: Box<Agreed>) {
        self.negotiation = None;
        agreed.apply(&mut self.outbound);
        let family = if agreed.is_multiplexed() {
            Family::Multiplexed {
                conversation: 1,
                request: 0,
            }
        } else {
            Family::Plain
        };
        self.head = Head::new(family, Kind::UserId, agreed.order, agreed.ccsid);
        self.heart.set_interval(match agreed.is_multiplexed() {
            true => agreed.heartbeat_s,
            // Nobody would answer while a call is under way.
            false => 0,
        });
        let user_id = user_id(&self.terms, agreed.fap);
        self.outbound
            .send(&self.head, &Segment::UserId(user_id), None);
        let mut way = Way {
            head: &self.head,
            agreed: &agreed,
            outbound: &mut self.outbound,
            channel: self.terms.channel_name.as_str(),
            with_tls: self.terms.with_tls,
        };
        for (index, conversation) in self.conversations.iter_mut().enumerate() {
            if let Some(conversation) = conversation
                && conversation.log_on(&mut way)
            {
                self.changed.push(Slot(index));
            }
        }
        self.agreed = Some(agreed);
    }
}

pub(super) fn send_step(outbound: &mut Outbound, step: &ClientStep) {
    if let ClientStep::Send(head, initial) = step {
        outbound.send(head, &Segment::Initial((**initial).clone()), None);
    }
}

fn user_id(terms: &Terms, fap: u8) -> UserId {
    let name = terms.user_id.as_str();
    UserId {
        user_id: Text::of(&name.to_uppercase()),
        password: Text::BLANK,
        long: level::has_long_user_id(fap).then(|| LongUserId {
            user_id: terms.user_id.into(),
            security_id: [0; 40],
        }),
    }
}
