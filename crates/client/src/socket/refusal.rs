//! What a refused socket or conversation means in the terms of the MQI.

use crate::failure::ConnectFailure;
use ferromq_mqi::Reason;
use ferromq_wire::control::StatusCode;
use ferromq_wire::negotiate::Refusal;

/// Why the negotiation failed.
pub(crate) fn negotiation(refusal: &Refusal, channel: &str) -> ConnectFailure {
    let reason = match refusal {
        Refusal::Status(code) => return status(*code, channel),
        Refusal::Algorithms => Reason::PASSWORD_PROTECTION_ERROR,
        _ => Reason::CHANNEL_CONFIG_ERROR,
    };
    let text = format!(
        "channel '{channel}': the two ends do not come to terms: {refusal}; look at the queue \
         manager's error log"
    );
    ConnectFailure::new(reason, text)
}

/// Why the other end closed instead of answering.
pub(crate) fn status(code: StatusCode, channel: &str) -> ConnectFailure {
    let (reason, advice) = match code {
        StatusCode::CHANNEL_NOT_FOUND => (
            Reason::UNKNOWN_CHANNEL_NAME,
            "define it as CHLTYPE(SVRCONN), or correct its name",
        ),
        StatusCode::CHANNEL_TYPE | StatusCode::ID => (
            Reason::CHANNEL_CONFIG_ERROR,
            "connect to a channel of CHLTYPE(SVRCONN)",
        ),
        StatusCode::CHANNEL_UNAVAILABLE => (
            Reason::CHANNEL_NOT_AVAILABLE,
            "it is stopped, or as many clients as it allows are connected",
        ),
        StatusCode::EXIT_CLOSED => (
            Reason::CHANNEL_NOT_AVAILABLE,
            "an exit of the queue manager closed it",
        ),
        StatusCode::CIPHER => (
            Reason::SSL_INITIALIZATION_ERROR,
            "use the cipher specification that the channel's SSLCIPH names",
        ),
        StatusCode::PEER_NAME => (
            Reason::SSL_PEER_NAME_MISMATCH,
            "the certificate is not one that the channel's SSLPEER lets in",
        ),
        StatusCode::CERTIFICATE => (
            Reason::SSL_INITIALIZATION_ERROR,
            "the channel wants a certificate of the client",
        ),
        StatusCode::STANDBY => (
            Reason::STANDBY_Q_MGR,
            "connect to the instance that is active",
        ),
        _ => (
            Reason::Q_MGR_NOT_AVAILABLE,
            "look at the queue manager's error log",
        ),
    };
    ConnectFailure::new(
        reason,
        format!("channel '{channel}': refused: {code}; {advice}"),
    )
}

/// Why the conversation's connect call failed.
pub(crate) fn connect(reason: Reason, channel: &str, q_mgr: &str) -> ConnectFailure {
    let text = match reason {
        Reason::NOT_AUTHORIZED => format!(
            "channel '{channel}': the queue manager does not let this user in; check user and \
             password, and the queue manager's error log for the rule that refused"
        ),
        Reason::Q_MGR_NAME_ERROR => format!(
            "channel '{channel}': the queue manager that answers is not '{q_mgr}'; correct the \
             name, or the address"
        ),
        other => format!("channel '{channel}': the queue manager refused: {other}"),
    };
    ConnectFailure::new(reason, text)
}
