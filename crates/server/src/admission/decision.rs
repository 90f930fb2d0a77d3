//! What is decided about somebody who wants to connect.

use ferromq_mqi::Reason;
use ferromq_mqi::name::FixedText;
use ferromq_qmgr::AskedUser;
use std::time::Duration;

/// A user who may connect.
pub(crate) struct LetIn {
    /// Its name.
    pub(crate) user_id: FixedText<12>,
    /// Its number, if it is the one a local program runs as.
    pub(crate) uid: u32,
    /// What the system says of it.
    pub(crate) asked: AskedUser,
}

/// What a thread that decides has found out of somebody it does not let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotLetIn {
    /// It is refused, which it is told after that time.
    After(Duration),
    /// The system cannot say who it is.
    Unanswered,
}

impl From<Reason> for NotLetIn {
    /// Why a user was not asked for. Otherwise nobody can connect any more, and whoever waits is refused at once.
    fn from(reason: Reason) -> Self {
        match reason {
            Reason::SECURITY_ERROR => Self::Unanswered,
            _ => Self::After(Duration::ZERO),
        }
    }
}

/// Why somebody may not connect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// By the rules, or for a wrong password.
    NotAuthorized,
    /// Too many wait for a decision.
    TooManyWait,
    /// Nobody has decided in time, or could.
    Overdue,
}

impl Refused {
    /// What the connect call fails with.
    pub(crate) const fn reason(self) -> Reason {
        match self {
            Self::NotAuthorized => Reason::NOT_AUTHORIZED,
            Self::TooManyWait => Reason::RESOURCE_PROBLEM,
            Self::Overdue => Reason::SECURITY_ERROR,
        }
    }
}
