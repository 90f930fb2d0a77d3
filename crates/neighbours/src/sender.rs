//! Whether a request is of the queue manager it names.
//!
//! What follows on joining or meeting carries a token that the other end was given, over its channel. Those two carry none yet: they are believed only if they
//! came over a channel from the queue manager they name.

use crate::message::{Request, RequestBody};
use ferromq_mqi::MsgDescriptor;
use ferromq_qmgr::ChannelPartner;

/// A request as it is, if it says who sent it: who joins, or meets, is known by nothing else as yet.
pub(crate) fn of_sender(request: Request, descriptor: &MsgDescriptor) -> Result<Request, String> {
    if !matches!(request.body, RequestBody::Join | RequestBody::Meet) {
        return Ok(request);
    }
    let Some(partner) = ChannelPartner::of(descriptor) else {
        return Err(format!(
            "it says that it is of {}, and came over no channel",
            request.from.name
        ));
    };
    let is_sender = partner.q_mgr_name == request.from.name
        && partner.q_mgr_id.as_str().trim_end() == request.from.identifier;
    match is_sender {
        true => Ok(request),
        false => Err(format!(
            "it says that it is of {} ({}), and came from {} ({})",
            request.from.name, request.from.identifier, partner.q_mgr_name, partner.q_mgr_id
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::{Party, Token};
    use ferromq_mqi::ObjectName;
    use ferromq_mqi::generated::constants::MQAT_QMGR;

    /// As the queue manager signs what came over a channel.
    fn signed(q_mgr: &str, q_mgr_id: &str) -> MsgDescriptor {
        let id = *ObjectName::truncated(q_mgr_id).bytes();
        let mut descriptor = MsgDescriptor {
            put_appl_type: MQAT_QMGR,
            reply_to_q_mgr: *ObjectName::truncated(q_mgr).bytes(),
            ..MsgDescriptor::default()
        };
        descriptor.accounting_token.copy_from_slice(&id[..32]);
        descriptor.appl_identity_data[..16].copy_from_slice(&id[32..]);
        descriptor
    }

    fn request(body: RequestBody) -> Request {
        Request {
            from: Party {
                name: ObjectName::truncated("QM2"),
                identifier: "QM2_1".to_owned(),
            },
            token: Token([7; 24]),
            receipt: Token::NONE,
            body,
        }
    }

    #[test]
    fn nobody_joins_in_the_name_of_another() {
        let is_taken = |body: RequestBody, descriptor: &MsgDescriptor| {
            of_sender(request(body), descriptor).is_ok()
        };
        for body in [RequestBody::Join, RequestBody::Meet] {
            assert!(is_taken(body.clone(), &signed("QM2", "QM2_1")));
            assert!(!is_taken(body.clone(), &signed("QM9", "QM9_1")));
            assert!(!is_taken(body.clone(), &signed("QM9", "QM2_1")));
            assert!(!is_taken(body.clone(), &signed("QM2", "QM2_2")));
            assert!(!is_taken(body, &MsgDescriptor::default()));
        }
        // Others carry a token.
        assert!(is_taken(RequestBody::Ask, &MsgDescriptor::default()));
    }
}
