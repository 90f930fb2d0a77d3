//! Why there is no connection.

use ferromq_binding::ConnectError;
use ferromq_mqi::codec::{Answer, Refusal};
use ferromq_mqi::{ObjectName, Reason};
use std::fmt;

/// A connection that was not made: the reason code for programs, and words for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectFailure {
    /// Why.
    pub reason: Reason,
    /// What happened and to what, in one sentence.
    pub text: String,
    /// Trying again later may help.
    pub(crate) may_pass: bool,
    /// The queue manager refuses this connection and names another one that is to have it.
    pub(crate) elsewhere: Option<ObjectName>,
}

impl ConnectFailure {
    /// For this reason, told in these words.
    #[must_use]
    pub fn new(reason: Reason, text: impl Into<String>) -> Self {
        Self {
            reason,
            text: text.into(),
            may_pass: !is_final(reason),
            elsewhere: None,
        }
    }

    /// What the binding says, in the terms of the MQI.
    pub(crate) fn of(error: ConnectError) -> Self {
        let reason = match &error {
            ConnectError::Refused { answer } => return Self::refused(answer),
            ConnectError::NotPermitted => Reason::NOT_AUTHORIZED,
            ConnectError::System(_) => Reason::RESOURCE_PROBLEM,
            ConnectError::HelloTooLong | ConnectError::Malformed(_) => Reason::UNEXPECTED_ERROR,
            ConnectError::NotListening
            | ConnectError::NoAnswer
            | ConnectError::Stopped { .. }
            | ConnectError::Version { .. } => Reason::Q_MGR_NOT_AVAILABLE,
        };
        Self::new(reason, error.to_string())
    }

    /// The same failure, with words that name the queue manager.
    pub(crate) fn with(mut self, q_mgr: &str) -> Self {
        self.text = format!("queue manager '{q_mgr}': {}", self.text);
        self
    }

    /// The same failure, with words that name the place.
    pub(crate) fn at(mut self, address: &ferromq_mqi::connection_name::Address) -> Self {
        self.text = format!("{address}: {}", self.text);
        self
    }

    fn refused(answer: &[u8]) -> Self {
        match Answer::decode(answer) {
            Ok(Answer::Refusal(Refusal { reason, text })) if text.is_empty() => {
                Self::new(reason, "the queue manager refused the connection")
            }
            Ok(Answer::Refusal(Refusal { reason, text })) => Self::new(reason, text),
            Ok(_) | Err(_) => Self::new(
                Reason::UNEXPECTED_ERROR,
                "the queue manager gave an answer that makes no sense",
            ),
        }
    }
}

/// Reasons of a failed connect that trying again does not change.
fn is_final(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::NOT_AUTHORIZED
            | Reason::Q_MGR_NAME_ERROR
            | Reason::UNKNOWN_CHANNEL_NAME
            | Reason::CHANNEL_CONFIG_ERROR
            | Reason::CLIENT_CONN_ERROR
            | Reason::PASSWORD_PROTECTION_ERROR
    )
}

impl fmt::Display for ConnectFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} ({} {})",
            self.text,
            self.reason.0,
            self.reason.name()
        )
    }
}

impl std::error::Error for ConnectFailure {}

impl From<ConnectFailure> for Reason {
    fn from(failure: ConnectFailure) -> Self {
        failure.reason
    }
}
