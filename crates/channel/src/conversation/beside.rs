//! Calls beside the MQI that are no verbs.

use super::Conversation;
use crate::client::{Ask, Client, Outcome};
use ferromq_mqi::Reason;
use ferromq_wire::inbound::Payload;
use ferromq_wire::spi::{self, Spi, SpiBody, SpiVerb};
use ferromq_wire::{Call, Head, Kind, Segment};

/// Message ids a client is given at a time. More than it can use makes it fail.
const RESERVED_IDS: u32 = 1000;
/// The byte of a message id that clients count up, with as many in front of it as the count needs: the last one.
const RESERVED_ID_NUMBER_AT: u32 = 23;

/// A cancellation concerns another conversation and waits for nobody.
pub(super) fn is_cancellation(head: &Head, payload: &Payload<'_>, fap: u8) -> bool {
    if head.kind != Kind::Spi {
        return false;
    }
    let segment = Segment::decode(head.kind, payload.bytes(), head.form(fap));
    matches!(
        segment,
        Ok(Segment::Call(
            _,
            Call::Spi(Spi {
                body: SpiBody::Notify { .. },
                ..
            })
        ))
    )
}

impl Conversation {
    /// Answers a call beside the MQI that is no verb. False when it is one.
    pub(super) fn spi(&mut self, client: &mut Client, ask: &Ask, spi: &Spi<'_>) -> bool {
        let body = match spi.body {
            SpiBody::Query => SpiBody::QueryReply(
                [
                    spi::verb::QUERY,
                    spi::verb::PUT,
                    spi::verb::RESERVE,
                    spi::verb::SUBSCRIBE,
                    spi::verb::NOTIFY,
                    spi::verb::OPEN,
                ]
                .map(SpiVerb::version_1)
                .to_vec(),
            ),
            SpiBody::Reserve { count, .. } => {
                let Some(connection) = &self.connection else {
                    client.answer(ask, Outcome::Failed(Reason::HCONN_ERROR), Call::Empty);
                    return true;
                };
                let count = count.clamp(1, RESERVED_IDS);
                SpiBody::ReserveReply {
                    count,
                    increment_offset: RESERVED_ID_NUMBER_AT,
                    base: connection.reserve_message_ids(count),
                }
            }
            SpiBody::Notify { connection_id, .. } => {
                let Some(connection) = &self.connection else {
                    client.answer(ask, Outcome::Failed(Reason::HCONN_ERROR), Call::Empty);
                    return true;
                };
                // The only reason ever seen, and the only one another may end a wait with. Where nobody waits there is
                // nothing to end, and where somebody else does it is answered alike.
                client
                    .host
                    .cancel_wait(connection, &connection_id, Reason::XWAIT_CANCELED);
                SpiBody::NotifyReply
            }
            _ => return false,
        };
        client.answer(ask, Outcome::OK, Call::Spi(Spi::new(0, body)));
        true
    }
}
