//! Both sides of the negotiation between queue managers. The end that made the connection proposes.

use super::Refusal;
use crate::head::{Family, Head, flag};
use crate::inbound::Limits;
use crate::initial::{Initial, capability, error, error2, overlap};
use crate::kind::Kind;
use crate::level::{self, FAP_MAX};
use crate::message_channel::{Envelope, MessageHead};
use crate::outbound::{Outbound, SEGMENT_BYTES_MIN};
use crate::segment::Segment;
use crate::status_code::StatusCode;
use crate::text::Text;
use ferromq_mqi::header::ByteOrder;

/// The lowest level message channels are spoken at: below it the ends do not tell who they are.
pub const MESSAGE_FAP_MIN: u8 = 4;

/// What one end of a message channel is ready for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageTerms {
    /// The channel.
    pub channel_name: Text<20>,
    /// Highest level.
    pub fap_max: u8,
    /// Most messages in a batch.
    pub batch_messages_max: u16,
    /// Most batches under way at a time, with a partner that can do that too: `PipeLineLength`. 1: one is confirmed before the next begins.
    pub batches_max: u8,
    /// Longest segment, header included.
    pub transmission_bytes_max: u32,
    /// Longest message, without transmission header.
    pub message_bytes_max: u32,
    /// Highest number of a message: the same on both ends.
    pub wrap: u32,
    /// Non-persistent messages go outside syncpoint.
    pub fast: bool,
    /// Messages for several queues travel as one: distribution lists.
    pub lists: bool,
    /// This end knows properties of messages.
    pub properties: bool,
    /// Heartbeat interval; 0 for none.
    pub heartbeat_s: u32,
    /// CCSID of names.
    pub ccsid: u16,
    /// Queue manager.
    pub q_mgr_name: Text<48>,
    /// Queue manager identifier.
    pub q_mgr_id: Text<48>,
    /// Product and version.
    pub product_id: Text<12>,
    /// This process.
    pub process_id: u32,
    /// Of the end that makes the connection: it wants messages, and does not send any.
    pub requests: bool,
    /// It is a channel of a cluster, and so is the other end's.
    pub cluster: bool,
}

impl Default for MessageTerms {
    fn default() -> Self {
        Self {
            channel_name: Text::BLANK,
            fap_max: FAP_MAX,
            batch_messages_max: 50,
            batches_max: 1,
            transmission_bytes_max: 32_766,
            message_bytes_max: 4_194_304,
            wrap: 999_999_999,
            fast: true,
            lists: true,
            properties: true,
            heartbeat_s: 300,
            ccsid: crate::text::CCSID_UTF_8,
            q_mgr_name: Text::BLANK,
            q_mgr_id: Text::BLANK,
            product_id: Text::BLANK,
            process_id: 0,
            requests: false,
            cluster: false,
        }
    }
}

/// What both ends of a message channel agreed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageAgreed {
    /// Level whose layouts are spoken.
    pub fap: u8,
    /// Most messages in a batch.
    pub batch_messages_max: u16,
    /// Most batches under way at a time; 1 where they do not overlap.
    pub batches_max: u8,
    /// Longest segment, header included.
    pub transmission_bytes_max: u32,
    /// Longest message, without transmission header.
    pub message_bytes_max: u32,
    /// Non-persistent messages go outside syncpoint.
    pub fast: bool,
    /// Messages for several queues travel as one.
    pub lists: bool,
    /// Both know properties of messages.
    pub properties: bool,
    /// Heartbeat interval; 0 for none.
    pub heartbeat_s: u32,
    /// The initiator wants messages.
    pub requested: bool,
    /// Byte order of the other end, and its CCSID.
    pub partner_order: ByteOrder,
    /// The other end's initial data.
    pub partner: Initial,
}

impl MessageAgreed {
    /// What an [`crate::inbound::Inbound`] may take from now on: segments are handed out one by one.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits {
            segment_bytes_max: self.transmission_bytes_max as usize,
            call_bytes_max: self.transmission_bytes_max as usize,
            open_calls_max: 1,
        }
    }

    /// Tells an [`Outbound`].
    pub fn apply(&self, outbound: &mut Outbound) {
        outbound.set_agreed(self.transmission_bytes_max as usize, self.fap);
    }

    /// Longest message with its envelope.
    #[must_use]
    pub fn whole_bytes_max(&self) -> usize {
        self.message_bytes_max as usize + Envelope::BYTES
    }
}

/// What the responder does next.
#[derive(Clone, Debug)]
pub struct ResponderStep {
    /// Flags of the answer, beside those of a whole segment.
    pub flags: u8,
    /// The answer to send.
    pub answer: Initial,
    /// Set when the negotiation is over once the answer is sent.
    pub agreed: Option<Box<MessageAgreed>>,
}

/// The end that was called.
#[derive(Debug, Default)]
pub struct Responder {
    /// What was asked first, if that was to be changed.
    asked_first: Option<Box<Initial>>,
}

impl Responder {
    /// Answers initial data. The channel's name is in it, and `terms` are those of that channel.
    ///
    /// # Errors
    /// When there are no terms to come to: send [`Refusal::status`] and close.
    pub fn initial(
        &mut self,
        head: &Head,
        asked: &Initial,
        terms: &MessageTerms,
    ) -> Result<ResponderStep, Refusal> {
        check_form(head)?;
        let cluster = asked.capabilities & capability::CLUSTER != 0;
        if asked.capabilities & capability::MQI != 0 || cluster != terms.cluster {
            return Err(Refusal::ChannelType);
        }
        if asked.fap < MESSAGE_FAP_MIN || asked.length < level::initial_bytes(MESSAGE_FAP_MIN) {
            return Err(Refusal::Fap {
                asked: asked.fap,
                lowest: MESSAGE_FAP_MIN,
            });
        }
        if asked.wrap != terms.wrap {
            return Err(Refusal::Wrap {
                asked: asked.wrap,
                own: terms.wrap,
            });
        }
        check_segment(asked.transmission_bytes_max)?;
        let answer = answer(asked, terms);
        let errors = answer.errors != 0 || answer.errors2 != 0;
        match &self.asked_first {
            Some(_) if errors => return Err(Refusal::NotTakenOver("a value")),
            // It was let in as whom it said it is at first.
            Some(first) if !is_same_caller(first, asked) => {
                return Err(Refusal::NotTakenOver("who the caller is"));
            }
            Some(_) => {}
            None => self.asked_first = Some(Box::new(asked.clone())),
        }
        let agreed = (!errors).then(|| Box::new(agreed(head, asked, &answer, asked)));
        Ok(ResponderStep {
            flags: if errors { flag::ERROR } else { 0 },
            answer,
            agreed,
        })
    }
}

/// What the initiator does next.
#[derive(Clone, Debug)]
pub enum InitiatorStep {
    /// Send this and wait for the answer.
    Propose(Box<Initial>),
    /// The negotiation is over.
    Agreed(Box<MessageAgreed>),
}

/// The end that made the connection.
#[derive(Debug)]
pub struct Initiator {
    proposed: Initial,
    has_changed: bool,
}

impl Initiator {
    /// Proposes these terms.
    #[must_use]
    pub fn new(terms: &MessageTerms) -> Self {
        Self {
            proposed: proposal(terms),
            has_changed: false,
        }
    }

    /// What to send.
    #[must_use]
    pub fn proposed(&self) -> &Initial {
        &self.proposed
    }

    /// Takes the answer to what was proposed.
    ///
    /// # Errors
    /// When there are no terms to come to, or the other end said so.
    pub fn answered(
        &mut self,
        head: &Head,
        segment: &Segment<'_>,
    ) -> Result<InitiatorStep, Refusal> {
        let answer = match segment {
            Segment::Initial(answer) => answer,
            Segment::Status(status) => {
                let code = status.map_or(StatusCode::USER_CLOSED, |status| status.code);
                return Err(Refusal::Status(code));
            }
            _ => return Err(Refusal::NotInitial(head.kind)),
        };
        check_form(head)?;
        check_segment(answer.transmission_bytes_max)?;
        let differs = (answer.capabilities ^ self.proposed.capabilities) & capability::CLUSTER != 0;
        if answer.capabilities & capability::MQI != 0 || differs {
            return Err(Refusal::ChannelType);
        }
        if !head.has(flag::ERROR) {
            let agreed = agreed(head, &self.proposed, answer, answer);
            if self.is_within_proposal(&agreed) {
                return Ok(InitiatorStep::Agreed(Box::new(agreed)));
            }
            return Err(Refusal::NotTakenOver("what was proposed"));
        }
        if self.has_changed {
            return Err(Refusal::NotTakenOver("a value"));
        }
        self.has_changed = true;
        self.take_over(answer)?;
        Ok(InitiatorStep::Propose(Box::new(self.proposed.clone())))
    }

    /// An answer without error agrees with what was proposed; more than that nobody is held to.
    fn is_within_proposal(&self, agreed: &MessageAgreed) -> bool {
        let own = &self.proposed;
        agreed.fap >= MESSAGE_FAP_MIN
            && agreed.fap <= own.fap
            && agreed.batch_messages_max <= own.batch_messages_max
            && agreed.transmission_bytes_max <= own.transmission_bytes_max
            && agreed.message_bytes_max <= own.message_bytes_max
    }

    fn take_over(&mut self, answer: &Initial) -> Result<(), Refusal> {
        let (own, has) = (&mut self.proposed, |bit: u8| answer.errors & bit != 0);
        if has(error::WRAP) {
            return Err(Refusal::Wrap {
                asked: own.wrap,
                own: answer.wrap,
            });
        }
        if has(error::FAP) {
            if answer.fap < MESSAGE_FAP_MIN {
                return Err(Refusal::Fap {
                    asked: answer.fap,
                    lowest: MESSAGE_FAP_MIN,
                });
            }
            own.fap = own.fap.min(answer.fap);
            own.length = own.length.min(level::initial_bytes(own.fap));
        }
        if has(error::TRANSMISSION_BYTES) {
            own.transmission_bytes_max = own
                .transmission_bytes_max
                .min(answer.transmission_bytes_max);
        }
        if has(error::MESSAGE_BYTES) {
            own.message_bytes_max = own.message_bytes_max.min(answer.message_bytes_max);
        }
        if has(error::BATCH) {
            let batch = own.batch_messages_max.min(answer.batch_messages_max);
            own.batch_messages_max = batch.max(1);
        }
        if has(error::HEARTBEAT) {
            own.heartbeat_s = own.heartbeat_s.max(answer.heartbeat_s);
        }
        // Nothing is compressed here, and what else there may be to change is as it is.
        Ok(())
    }
}

/// Whether both say the same of who calls, and which channel.
fn is_same_caller(first: &Initial, again: &Initial) -> bool {
    let kind = |it: &Initial| it.capabilities & (capability::REQUESTS | capability::CLUSTER);
    first.channel_name == again.channel_name
        && first.q_mgr_name == again.q_mgr_name
        && first.q_mgr_id == again.q_mgr_id
        && kind(first) == kind(again)
}

fn check_form(head: &Head) -> Result<(), Refusal> {
    if head.kind != Kind::Initial {
        return Err(Refusal::NotInitial(head.kind));
    }
    match head.family {
        Family::Plain => Ok(()),
        Family::Multiplexed { .. } | Family::Socket => Err(Refusal::HeaderForm),
    }
}

fn check_segment(bytes: u32) -> Result<(), Refusal> {
    match (bytes as usize) < SEGMENT_BYTES_MIN {
        true => Err(Refusal::TransmissionBytes(bytes)),
        false => Ok(()),
    }
}

fn proposal(terms: &MessageTerms) -> Initial {
    let requests = match terms.requests {
        true => capability::REQUESTS,
        false => 0,
    };
    let cluster = match terms.cluster {
        true => capability::CLUSTER,
        false => 0,
    };
    Initial {
        length: level::initial_bytes(terms.fap_max),
        fap: terms.fap_max,
        capabilities: CAPABILITIES | requests | cluster,
        batch_messages_max: terms.batch_messages_max.max(1),
        transmission_bytes_max: terms.transmission_bytes_max.max(SEGMENT_BYTES_MIN as u32),
        message_bytes_max: terms.message_bytes_max,
        wrap: terms.wrap,
        channel_name: terms.channel_name,
        capabilities2: [
            (terms.fast, capability::FAST),
            (terms.lists, capability::DISTRIBUTION_LISTS),
        ]
        .iter()
        .filter(|(has, _)| *has)
        .fold(0, |all, (_, one)| all | one),
        ccsid: terms.ccsid,
        q_mgr_name: terms.q_mgr_name,
        heartbeat_s: terms.heartbeat_s,
        capabilities3: match terms.properties {
            true => capability::PROPERTIES,
            false => 0,
        },
        overlap: overlap::value(terms.batches_max, overlap::PROPOSED),
        process_id: terms.process_id,
        product_id: terms.product_id,
        q_mgr_id: terms.q_mgr_id,
        ..Initial::default()
    }
}

const CAPABILITIES: u8 = capability::SEQUENCE | capability::CONVERSION | capability::SPLIT;

fn answer(asked: &Initial, terms: &MessageTerms) -> Initial {
    let own = proposal(terms);
    let fap = asked.fap.min(own.fap);
    let mut it = Initial {
        length: asked.length.min(level::initial_bytes(fap)),
        fap,
        capabilities: asked.capabilities & own.capabilities
            | asked.capabilities & capability::REQUESTS,
        batch_messages_max: asked.batch_messages_max.clamp(1, own.batch_messages_max),
        transmission_bytes_max: asked.transmission_bytes_max.min(own.transmission_bytes_max),
        message_bytes_max: match asked.message_bytes_max {
            0 => own.message_bytes_max,
            asked => asked.min(own.message_bytes_max),
        },
        channel_name: asked.channel_name,
        capabilities2: asked.capabilities2 & own.capabilities2,
        heartbeat_s: asked.heartbeat_s.max(own.heartbeat_s),
        capabilities3: asked.capabilities3 & own.capabilities3,
        overlap: {
            let asked = overlap::batches(asked.overlap, overlap::PROPOSED);
            overlap::value(asked.min(terms.batches_max), overlap::AGREED)
        },
        ..own
    };
    for (differs, bit) in [
        (it.fap != asked.fap, error::FAP),
        (
            it.transmission_bytes_max != asked.transmission_bytes_max,
            error::TRANSMISSION_BYTES,
        ),
        (
            it.message_bytes_max != asked.message_bytes_max,
            error::MESSAGE_BYTES,
        ),
        (
            it.batch_messages_max != asked.batch_messages_max,
            error::BATCH,
        ),
        (it.heartbeat_s != asked.heartbeat_s, error::HEARTBEAT),
    ] {
        if differs {
            it.errors |= bit;
        }
    }
    for (differs, bit) in [
        (
            asked.header_compression != it.header_compression,
            error2::HEADER_COMPRESSION,
        ),
        (
            asked.message_compression != it.message_compression,
            error2::MESSAGE_COMPRESSION,
        ),
    ] {
        if differs {
            it.errors2 |= bit;
        }
    }
    it
}

/// `partner`: the initial data of the other end; `proposed` and `answer` are what was said last.
fn agreed(head: &Head, proposed: &Initial, answer: &Initial, partner: &Initial) -> MessageAgreed {
    let both2 = proposed.capabilities2 & answer.capabilities2;
    MessageAgreed {
        fap: answer.fap,
        batch_messages_max: answer.batch_messages_max.max(1),
        batches_max: {
            let proposed = overlap::batches(proposed.overlap, overlap::PROPOSED);
            overlap::batches(answer.overlap, overlap::AGREED).min(proposed)
        },
        transmission_bytes_max: answer.transmission_bytes_max,
        message_bytes_max: answer.message_bytes_max,
        fast: both2 & capability::FAST != 0,
        lists: both2 & capability::DISTRIBUTION_LISTS != 0,
        properties: proposed.capabilities3 & answer.capabilities3 & capability::PROPERTIES != 0,
        heartbeat_s: answer.heartbeat_s,
        requested: proposed.capabilities & capability::REQUESTS != 0,
        partner_order: head.order,
        partner: partner.clone(),
    }
}

const _: () = assert!(
    SEGMENT_BYTES_MIN > crate::head::PLAIN_BYTES + <MessageHead as crate::field::Wire<'_>>::BYTES,
    "every segment carries some of a message"
);
