//! The server's side.

use crate::head::{Family, Head, flag};
use crate::initial::{Initial, capability, error, error2};
use crate::kind::Kind;
use crate::level::{self, FAP_MULTIPLEXED};
use crate::negotiate::{Agreed, FAP_CLEAR_PASSWORD, PasswordRule, Refusal, ServerOffer};
use crate::outbound::SEGMENT_BYTES_MIN;

/// Negotiates with one client.
#[derive(Debug, Default)]
pub struct ServerNegotiation {
    /// What the first round asked the client to take over.
    asked_to_change: Option<Wanted>,
}

/// The values of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Wanted {
    fap: u8,
    transmission_bytes_max: u32,
    message_bytes_max: u32,
    heartbeat_s: u32,
    conversations: u32,
}

/// What to do next.
#[derive(Clone, Debug)]
pub struct ServerStep {
    /// Header of the answer to send.
    pub head: Head,
    /// The answer.
    pub answer: Initial,
    /// Set when the negotiation is over once the answer is sent. Otherwise the client begins again with
    /// the values it was asked to take over.
    pub agreed: Option<Box<Agreed>>,
}

impl ServerNegotiation {
    /// Waits for the first round.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Answers initial data. The channel's name is in it, and `offer` is that channel's.
    ///
    /// # Errors
    /// When there are no terms to come to: send [`Refusal::answer`] and close.
    pub fn initial(
        &mut self,
        head: &Head,
        asked: &Initial,
        offer: &ServerOffer,
    ) -> Result<ServerStep, Refusal> {
        if head.kind != Kind::Initial {
            return Err(Refusal::NotInitial(head.kind));
        }
        if asked.capabilities & capability::MQI == 0 {
            return Err(Refusal::ChannelType);
        }
        let lowest = offer.fap_min;
        if asked.fap < lowest {
            return Err(Refusal::Fap {
                asked: asked.fap,
                lowest,
            });
        }
        if (asked.transmission_bytes_max as usize) < SEGMENT_BYTES_MIN {
            return Err(Refusal::TransmissionBytes(asked.transmission_bytes_max));
        }
        let wanted = wanted(asked, offer);
        let errors = differences(asked, &wanted);
        match &self.asked_to_change {
            None => check_form(head, Family::Plain)?,
            Some(before) => check_second(head, asked, before, errors)?,
        }
        // A client that was told knows.
        let errors2 = match &self.asked_to_change {
            None => compressions(asked),
            Some(_) => 0,
        };
        let again = errors != 0 || errors2 != 0;
        let flags = if again { flag::ERROR } else { 0 };
        let answer = Initial {
            errors2,
            ..answer(asked, offer, &wanted, errors)
        };
        let step = ServerStep {
            head: Head {
                ccsid: offer.ccsid,
                ..head.answer(Kind::Initial).with_flags(flags)
            },
            agreed: (!again).then(|| Box::new(agreed(head, asked, offer, &wanted, &answer))),
            answer,
        };
        self.asked_to_change = again.then_some(wanted);
        Ok(step)
    }
}

fn check_form(head: &Head, family: Family) -> Result<(), Refusal> {
    let same = match family {
        Family::Plain | Family::Socket => head.family == family,
        Family::Multiplexed { conversation, .. } => {
            head.family.conversation() == conversation
                && matches!(head.family, Family::Multiplexed { .. })
        }
    };
    if same {
        Ok(())
    } else {
        Err(Refusal::HeaderForm)
    }
}

/// The second round: in the form agreed on, and with nothing left to change. Another error answer would
/// only end in a broken connection.
fn check_second(head: &Head, asked: &Initial, before: &Wanted, errors: u8) -> Result<(), Refusal> {
    let family = if before.conversations > 0 {
        Family::Multiplexed {
            conversation: 1,
            request: 0,
        }
    } else {
        Family::Plain
    };
    check_form(head, family)?;
    for (bit, what) in [
        (error::FAP, "the level"),
        (error::TRANSMISSION_BYTES, "the longest segment"),
        (error::MESSAGE_BYTES, "the longest message"),
        (error::HEARTBEAT, "the heartbeat interval"),
    ] {
        if errors & bit != 0 {
            return Err(Refusal::NotTakenOver(what));
        }
    }
    // A client that now asks for fewer conversations would be answered in another form than it uses.
    if (asked.conversations_max > 0) != (before.conversations > 0) && before.conversations > 0 {
        return Err(Refusal::NotTakenOver("the number of conversations"));
    }
    Ok(())
}

fn wanted(asked: &Initial, offer: &ServerOffer) -> Wanted {
    let fap = match offer.password_rule {
        PasswordRule::Level12 => offer.fap_max.min(FAP_CLEAR_PASSWORD),
        PasswordRule::Protected | PasswordRule::Answer12 => offer.fap_max,
    };
    let fap = asked.fap.min(fap);
    let conversations = if fap < FAP_MULTIPLEXED {
        0
    } else {
        asked.conversations_max.min(offer.conversations_max)
    };
    let message_bytes_max = match asked.message_bytes_max {
        0 => offer.message_bytes_max,
        asked => asked.min(offer.message_bytes_max),
    };
    Wanted {
        fap,
        transmission_bytes_max: asked
            .transmission_bytes_max
            .min(offer.transmission_bytes_max.max(SEGMENT_BYTES_MIN as u32)),
        message_bytes_max,
        heartbeat_s: match offer.heartbeat_s {
            0 => 0,
            offered => asked.heartbeat_s.max(offered),
        },
        conversations,
    }
}

/// Clients take over what has its bit, and nothing else.
fn differences(asked: &Initial, wanted: &Wanted) -> u8 {
    let mut errors = 0;
    for (differs, bit) in [
        (asked.fap != wanted.fap, error::FAP),
        (
            asked.transmission_bytes_max != wanted.transmission_bytes_max,
            error::TRANSMISSION_BYTES,
        ),
        (
            asked.message_bytes_max != wanted.message_bytes_max,
            error::MESSAGE_BYTES,
        ),
        // A structure that ends before the heartbeat cannot take one over.
        (
            asked.heartbeat_s != wanted.heartbeat_s && asked.length >= 102,
            error::HEARTBEAT,
        ),
    ] {
        if differs {
            errors |= bit;
        }
    }
    errors
}

/// The lists of compressions that offer any: nothing is compressed here, and a client that is not told so does.
fn compressions(asked: &Initial) -> u8 {
    let none = Initial::default();
    let mut errors = 0;
    if asked.header_compression != none.header_compression {
        errors |= error2::HEADER_COMPRESSION;
    }
    if asked.message_compression != none.message_compression {
        errors |= error2::MESSAGE_COMPRESSION;
    }
    // A structure that ends before the lists has none.
    if asked.length >= 128 { errors } else { 0 }
}

/// The level the answer names. With [`PasswordRule::Answer12`] it is not the one whose layouts are spoken.
fn answer_fap(offer: &ServerOffer, wanted: &Wanted) -> u8 {
    match offer.password_rule {
        PasswordRule::Answer12 => wanted.fap.min(FAP_CLEAR_PASSWORD),
        PasswordRule::Protected | PasswordRule::Level12 => wanted.fap,
    }
}

fn answer(asked: &Initial, offer: &ServerOffer, wanted: &Wanted, errors: u8) -> Initial {
    let [first, second, third] = offer.capabilities;
    Initial {
        length: asked.length.min(level::initial_bytes(wanted.fap)),
        fap: answer_fap(offer, wanted),
        capabilities: asked.capabilities & first,
        errors,
        transmission_bytes_max: wanted.transmission_bytes_max,
        message_bytes_max: wanted.message_bytes_max,
        channel_name: asked.channel_name,
        capabilities2: asked.capabilities2 & second,
        ccsid: offer.ccsid,
        q_mgr_name: offer.q_mgr_name,
        heartbeat_s: wanted.heartbeat_s,
        conversations_max: wanted.conversations,
        capabilities3: asked.capabilities3 & third,
        process_id: offer.process_id,
        thread_id: asked.thread_id,
        trace_id: asked.trace_id,
        product_id: offer.product_id,
        q_mgr_id: offer.q_mgr_id,
        algorithms: offer.algorithms,
        nonce: offer.nonce,
        ..Initial::default()
    }
}

fn agreed(
    head: &Head,
    asked: &Initial,
    offer: &ServerOffer,
    wanted: &Wanted,
    answer: &Initial,
) -> Agreed {
    Agreed {
        fap: wanted.fap,
        password_fap: answer_fap(offer, wanted),
        conversations: wanted.conversations,
        transmission_bytes_max: wanted.transmission_bytes_max,
        message_bytes_max: wanted.message_bytes_max,
        heartbeat_s: wanted.heartbeat_s,
        ccsid: offer.ccsid,
        order: head.order,
        capabilities: [
            answer.capabilities,
            answer.capabilities2,
            answer.capabilities3,
        ],
        partner: asked.clone(),
    }
}
