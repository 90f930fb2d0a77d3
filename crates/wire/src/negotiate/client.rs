//! The client's side.

use crate::control::Status;
use crate::head::{Family, Head, flag};
use crate::initial::{Initial, error};
use crate::kind::Kind;
use crate::level::{self, FAP_FLOOR, FAP_PASSWORD_PROTECTION};
use crate::negotiate::{Agreed, Refusal};
use crate::outbound::SEGMENT_BYTES_MIN;
use crate::segment::Segment;
use crate::status_code::StatusCode;

/// Negotiates with one server.
#[derive(Debug)]
pub struct ClientNegotiation {
    head: Head,
    wants: Initial,
    with_tls: bool,
    second_round: bool,
}

/// What to do next.
#[derive(Clone, Debug)]
pub enum ClientStep {
    /// Send this and wait for the answer.
    Send(Head, Box<Initial>),
    /// The negotiation is over; go on with the user id.
    Agreed(Box<Agreed>),
}

impl ClientNegotiation {
    /// A client that wants these values. `head` gives the byte order and CCSID of the first segment; its
    /// family is plain whatever it says. With TLS passwords need no protection.
    #[must_use]
    pub fn new(head: &Head, wants: Initial, with_tls: bool) -> Self {
        let head = Head {
            family: Family::Plain,
            kind: Kind::Initial,
            ..head.clone()
        };
        Self {
            head: head.with_flags(flag::WHOLE | flag::CONFIRM),
            wants,
            with_tls,
            second_round: false,
        }
    }

    /// The first segment to send.
    #[must_use]
    pub fn first(&self) -> ClientStep {
        ClientStep::Send(self.head.clone(), Box::new(self.wants.clone()))
    }

    /// Takes the answer to what was sent.
    ///
    /// # Errors
    /// When there are no terms to come to. Close the socket.
    pub fn answer(&mut self, head: &Head, segment: &Segment<'_>) -> Result<ClientStep, Refusal> {
        let answer = match segment {
            Segment::Initial(answer) => answer,
            Segment::Status(status) => {
                return Err(Refusal::Status(match status {
                    Some(Status { code, .. }) => *code,
                    None => StatusCode::USER_CLOSED,
                }));
            }
            _ => return Err(Refusal::NotInitial(head.kind)),
        };
        if head.family != self.head.family {
            return Err(Refusal::HeaderForm);
        }
        if answer.fap < FAP_FLOOR {
            return Err(Refusal::Fap {
                asked: answer.fap,
                lowest: FAP_FLOOR,
            });
        }
        if !self.with_tls && answer.fap >= FAP_PASSWORD_PROTECTION {
            // The same check as every other client makes: 1 must be in the list.
            if answer.length < 240 || !answer.algorithms.contains(&1) {
                return Err(Refusal::Algorithms);
            }
        }
        self.take_over(head, answer)?;
        if !head.has(flag::ERROR) {
            return Ok(ClientStep::Agreed(Box::new(self.agreed(head, answer))));
        }
        if self.second_round {
            return Err(Refusal::NotTakenOver("something"));
        }
        self.second_round = true;
        Ok(self.first())
    }

    /// Only what has its bit is taken over, and only from an answer with the error flag; the conversations,
    /// the CCSID and the byte order always.
    fn take_over(&mut self, head: &Head, answer: &Initial) -> Result<(), Refusal> {
        self.wants.conversations_max = answer.conversations_max.min(self.wants.conversations_max);
        self.wants.q_mgr_id = answer.q_mgr_id;
        self.wants.ccsid = answer.ccsid;
        self.head.order = head.order;
        self.head.encoding = head.encoding;
        self.head.ccsid = answer.ccsid;
        if self.wants.conversations_max > 0 {
            self.head.family = Family::Multiplexed {
                conversation: 1,
                request: 0,
            };
        }
        if !head.has(flag::ERROR) {
            return Ok(());
        }
        if answer.errors & error::FAP != 0 {
            self.wants.fap = self.wants.fap.min(answer.fap);
            self.wants.length = self.wants.length.min(level::initial_bytes(self.wants.fap));
        }
        if answer.errors & error::TRANSMISSION_BYTES != 0 {
            if (answer.transmission_bytes_max as usize) < SEGMENT_BYTES_MIN {
                return Err(Refusal::TransmissionBytes(answer.transmission_bytes_max));
            }
            self.wants.transmission_bytes_max = answer
                .transmission_bytes_max
                .min(self.wants.transmission_bytes_max);
        }
        if answer.errors & error::MESSAGE_BYTES != 0 {
            self.wants.message_bytes_max = answer.message_bytes_max;
        }
        if answer.errors & error::HEARTBEAT != 0 {
            self.wants.heartbeat_s = answer.heartbeat_s;
        }
        Ok(())
    }

    fn agreed(&self, head: &Head, answer: &Initial) -> Agreed {
        Agreed {
            fap: self.wants.fap,
            password_fap: answer.fap,
            conversations: self.wants.conversations_max,
            transmission_bytes_max: self.wants.transmission_bytes_max,
            // A client keeps to what the server says it takes, asked to or not.
            message_bytes_max: self.wants.message_bytes_max.min(answer.message_bytes_max),
            heartbeat_s: self.wants.heartbeat_s,
            ccsid: answer.ccsid,
            order: head.order,
            capabilities: [
                answer.capabilities,
                answer.capabilities2,
                answer.capabilities3,
            ],
            partner: answer.clone(),
        }
    }
}
